/* search/jump_search.h - jump point search that can be run a bit at a time (Harabor, Grastien
 * 2011): best-first search whose nodes are the cells where a shortest way may turn.
 *
 *     node --k diagonal steps--+--m straight steps--> node       an edge; k or m may be 0
 *
 * With 4 neighbours steps along the row take the place of diagonal ones, everywhere, and straight
 * ones go along the column. The diagonal steps come first, so the two ends of an edge determine all
 * its cells, and an edge is never stored. A diagonal is walked cell by cell, with one scan along
 * the row and one along the column at each (domain/jump.h). After WN_JUMP_POSTPONE_AFTER steps the
 * remainder goes back to the open list as a node of its own kind, a continuation, with the f of the
 * cell where it goes on: long diagonals over open ground wait until they are promising.
 *
 * Work is counted in units that take about the same time whatever the map is like: see
 * WN_JUMP_UNITS. It is done in pieces, none of which uses more than WN_JUMP_UNITS of them
 * however large the map is: a node is taken from the open list, a diagonal goes on by a step, a
 * scan by a word, a node is reached. The search may stop between any two of them, so a run never
 * uses more than its budget. */
#ifndef WN_JUMP_SEARCH_H
#define WN_JUMP_SEARCH_H

#include "base/memory.h"
#include "domain/jump.h"
#include "search/outcome.h"

#include <stdlib.h>

/* What the pieces of a search cost, in units; a word of a scan is 1. An expansion of the ordinary
 * kernel on grids takes about as long as WN_JUMP_UNITS of them. Popping a node costs no less, so
 * that n * WN_JUMP_UNITS units never expand more than n nodes; and nothing costs more, so that they
 * get the search on for any n. */
#define WN_JUMP_UNITS      24u
#define WN_JUMP_UNITS_POP  24u /* taking a node from the open list */
#define WN_JUMP_UNITS_NODE 20u /* reaching a node, new or not, and postponing a diagonal */
#define WN_JUMP_UNITS_STEP 2u  /* a diagonal step */
#define WN_JUMP_UNITS_MIXED                                                                        \
    24u /* choosing the directions from a mixed cell (domain/jump.h) or the start, with factors */
#define WN_JUMP_UNITS_SIGHT                                                                        \
    4u /* checking for the goal, and 1 for two diagonal steps towards it                           \
        */

#define WN_JUMP_POSTPONE_AFTER 32u
#define WN_JUMP_AWAY_STEPS     4u /* the same from the start, unless towards the goal */

/* A node that is expanded checks first whether the goal is in sight, if the edge to it would have
 * no more steps of either kind: so that is a piece of work like others, and seldom in vain. */
#define WN_JUMP_SIGHT_DIAGONAL 36u
#define WN_JUMP_SIGHT_STRAIGHT 48u

/* Nodes are ordered by f only to this precision, less than half a straight step, times the power of
 * two that is in the least factor: where a node is expanded before the best way to it is known,
 * that way is cheaper by less than this, and the node is expanded again when it is found. */
#define WN_JUMP_BUCKET_BITS 9
#define WN_JUMP_SLACK       (1u << WN_JUMP_BUCKET_BITS)

typedef struct wn_jump_node {
    wn_place place;
    wend_cost g;
    uint32_t
        parent; /* WN_NONE for the start; of a continuation, the node that its diagonal began at */
    uint32_t next;  /* in the table: the node behind; or WN_JUMP_IS_CONTINUATION */
    uint32_t below; /* in its bucket, if it is open: the node after it, WN_NONE if there is none */
    uint32_t above; /* the node before it, or the bucket; WN_NONE if it is not open */
} wn_jump_node;

#define WN_JUMP_IS_CONTINUATION (WN_NONE - 1)
/* In `above`: it was taken out, but not expanded, because it leads to no better route. */
#define WN_JUMP_IS_DROPPED (WN_NONE - 1)

typedef struct wn_jump_ring wn_jump_ring;

/* What a scan has found, a cell to turn at or the goal, as seen from a node (search/jump_walk.h).
 */
typedef uint32_t wn_find;

/* The finds that are not reached yet: of the scans from a node, and two of each step of its
 * diagonals. */
#define WN_JUMP_FINDS_MAX (4 + 4 * 2 * WN_JUMP_POSTPONE_AFTER)

typedef struct wn_jump_finds {
    uint32_t count;
    wn_find of[WN_JUMP_FINDS_MAX + 1]; /* the last is overwritten */
} wn_jump_finds;

/* The node that is being expanded, and how far that has come: its own scans come first, then the
 * diagonals, one after the other; or nothing if it sees the goal. Scans that must wait, because
 * they may not fit in what is left of the budget, are queued, and done before the next step. What
 * was found is reached when all that is done, and at the latest at the
 * beginning of the next run. */
typedef struct wn_jump_progress {
    uint32_t node;    /* WN_NONE: none is */
    uint32_t sights;  /* it was taken out, and the goal is still to be checked for this way */
    uint32_t owner;   /* the node itself, or the one that the continued diagonal began at */
    uint32_t before;  /* diagonal steps from that to the node */
    uint32_t pending; /* a bit per diagonal that is left, the lowest is under way */
    /* A bit per diagonal that is postponed sooner: from the start go all four, and those that do
     * not lead towards the goal wait, because most searches are over before their turn comes. */
    uint32_t away;
    uint32_t steps;     /* along that */
    uint32_t scans;     /* the queue: slots of four bits, WN_JUMP_QUEUED | direction */
    uint32_t scan_at;   /* where its first goes on, along its direction; 0: it has not begun */
    wn_place scan_from; /* the place from which they all go, ... */
    wn_find scan_find;  /* ... and the diagonal steps to it */
} wn_jump_progress;

#define WN_JUMP_QUEUED     8u
#define WN_JUMP_SIGHT_EDGE 1u /* along an edge to the goal */
#define WN_JUMP_SIGHT_BACK 2u /* along the edge from the goal, backwards */

typedef struct wn_jump_search wn_jump_search;
typedef wn_outcome wn_jump_run_function(wn_jump_search *search, uint32_t budget, uint32_t *used);

struct wn_jump_search {
    const wn_jumps *jumps;
    wn_jump_run_function *run;
    wn_memory *memory;
    wn_jump_node *nodes; /* nodes[0] is the start */
    uint32_t count;
    uint32_t capacity;
    uint32_t spare_continuations; /* a list through `parent` */
    uint32_t *table;              /* a node of each chain; valid only if that node belongs there */
    uint32_t table_shift;         /* it has 2^(32 - table_shift) slots */
    bool is_warm; /* the table serves many searches, and may be larger; set after wn_jump_init */
    wn_jump_ring *ring;  /* the open list */
    uint64_t cursor;     /* no bucket before it has nodes */
    uint32_t open_count; /* nodes in it */
    bool far;            /* nodes were entered whose f lies beyond the ring */
    uint32_t weight;     /* of h, in thousandths */
    uint64_t h_scale;    /* the weight times the least factor */
    uint32_t bucket_bits;
    bool begins_blocked; /* the start is a blocked cell, and cells have factors */
    wn_place goal_place;
    uint32_t goal;   /* its node, WN_NONE if it was not reached */
    uint64_t goal_f; /* UINT64_MAX likewise */
    wn_jump_progress walk;
    wn_jump_finds *found;
    bool one_node; /* runs end when they have done with a node, though units are left */
    uint32_t
        walk_units; /* a walk along a diagonal uses no more, whatever the lines are like, ... */
    uint32_t scan_units; /* ... the scans from a node use no more, whatever the lines are like */
    wn_outcome outcome;
    uint32_t reach[4];   /* a box round all that was scanned: how far, along each direction */
    uint32_t touched;    /* nodes of this search without continuations */
    uint64_t expansions; /* of this search: nodes popped, without continuations */
    uint32_t last;       /* the last of them */
    uint32_t edits;      /* wn_jumps.edits when it began */
};

/* A search over `jumps`, which must outlive it, in memory that is all zero. */
void wn_jump_init(wn_jump_search *search, const wn_jumps *jumps, uint32_t weight_permille,
                  wn_memory *memory);
void wn_jump_clear(wn_jump_search *search);

/* Gives all nodes back, but still knows what was seen. */
void wn_jump_release(wn_jump_search *search);

/* Room to start, and for `units` more units of work; `anew`: of a search that is not begun yet. */
bool wn_jump_reserve(wn_jump_search *search, uint64_t units, bool anew);

size_t wn_jump_bytes(const wn_jump_search *search);

/* Begins a new search in O(1). Needs a reservation; false if there was none. There is no path to a
 * goal that is blocked. */
bool wn_jump_start(wn_jump_search *search, wn_place from, wn_place goal);

/* Works until `budget` units are used or the next piece does not fit; adds what it used to `used`.
 */
static inline wn_outcome wn_jump_run(wn_jump_search *search, uint32_t budget, uint32_t *used) {
    return search->run(search, budget, used);
}

/* The most promising node: the goal if it was found, else the one being expanded, unless that is
 * the start, or the one to be expanded next; WN_NONE if there is none. May be a continuation. */
uint32_t wn_jump_tip(const wn_jump_search *search);

/* For a way to the goal that is known from elsewhere: from a node on to a place, at a cost. Returns
 * the node of the place, which may be one with a better way to it. Needs room for it. The search
 * must not be run any more, but ended. */
uint32_t wn_jump_attach(wn_jump_search *search, uint32_t parent, wn_place place, wend_cost cost);
void wn_jump_end(wn_jump_search *search, uint32_t goal);

/* The node of a cell, WN_NONE if the search keeps none there. */
uint32_t wn_jump_find(const wn_jump_search *search, wn_place place);

/* Whether a change of the cell may change what the search has done: it lies in, or touches, a box
 * round all the cells that were scanned. */
bool wn_jump_has_seen(const wn_jump_search *search, wn_place place);

static inline bool wn_jump_is_continuation(const wn_jump_search *search, uint32_t node) {
    return search->nodes[node].next == WN_JUMP_IS_CONTINUATION;
}

/* ---- Rules ----------------------------------------------------------------------------------- */

/* The loop is compiled once for each rule of moves (search/jump_search.inl), and once more for maps
 * whose cells have factors. */
wn_jump_run_function wn_jump_run_never, wn_jump_run_one, wn_jump_run_always, wn_jump_run_four,
    wn_jump_run_never_factored, wn_jump_run_one_factored, wn_jump_run_always_factored,
    wn_jump_run_four_factored;

/* The one for a map. */
wn_jump_run_function *wn_jump_run_of(const wn_jumps *jumps);

/* ---- Edges --------------------------------------------------------------------------------- */

/* Moves from one end of an edge to the other. */
static inline uint32_t wn_edge_length(wn_jump_rule rule, wn_place from, wn_place to) {
    int dx = abs((int)wn_place_x(to) - (int)wn_place_x(from));
    int dy = abs((int)wn_place_y(to) - (int)wn_place_y(from));
    if (rule == WN_JUMP_FOUR) {
        return (uint32_t)(dx + dy);
    }
    return (uint32_t)(dx > dy ? dx : dy);
}

/* How many of them come before it turns: they are diagonal, or, with 4 neighbours, along the row.
 */
static inline uint32_t wn_edge_turn(wn_jump_rule rule, wn_place from, wn_place to) {
    int dx = abs((int)wn_place_x(to) - (int)wn_place_x(from));
    int dy = abs((int)wn_place_y(to) - (int)wn_place_y(from));
    return (uint32_t)(rule == WN_JUMP_FOUR || dx < dy ? dx : dy);
}

/* The cell after `moves` moves along an edge. */
wn_place wn_edge_at(wn_jump_rule rule, wn_place from, wn_place to, uint32_t moves);

#endif
