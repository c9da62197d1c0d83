/* search/jump_search.h - jump point search that can be run in slices (Harabor, Grastien 2011): a
 * best-first search whose nodes are the cells where a shortest path may turn.
 *
 *     node --k diagonal steps--+--m straight steps--> node       an edge; k or m may be 0
 *
 * With 4 neighbours, steps along the row always take the place of diagonal ones, and straight steps
 * go along the column. The diagonal steps come first, so the two ends of an edge determine all its
 * cells, and an edge is never stored. A diagonal is walked cell by cell, with one scan along the
 * row and one along the column from each cell (domain/jump.h). After WN_JUMP_POSTPONE_AFTER steps
 * the remainder returns to the open list as a special node, a continuation, with the f of the cell
 * where it continues: long diagonals over open ground wait until they are promising.
 *
 * Work is counted in units that take about the same time on every map: see WN_JUMP_UNITS. It is
 * done in pieces of at most WN_JUMP_UNITS, however large the map is: taking a node from the open
 * list, one step of a diagonal, one word of a scan, reaching a node. The search may stop between
 * any two pieces, so a run never exceeds its budget. */
#ifndef WN_JUMP_SEARCH_H
#define WN_JUMP_SEARCH_H

#include "base/memory.h"
#include "domain/jump.h"
#include "search/outcome.h"

#include <stdlib.h>

/* The cost of the pieces of a search, in units; a word of a scan is 1. WN_JUMP_UNITS is about the
 * time of one expansion of the ordinary kernel on grids. Popping a node costs at least as much, so
 * n * WN_JUMP_UNITS units never expand more than n nodes. No piece costs more, so any n makes
 * progress. */
#define WN_JUMP_UNITS       24u
#define WN_JUMP_UNITS_POP   24u /* taking a node from the open list */
#define WN_JUMP_UNITS_NODE  20u /* reaching a node, new or not, and postponing a diagonal */
#define WN_JUMP_UNITS_STEP  2u  /* a diagonal step */
#define WN_JUMP_UNITS_MIXED 24u /* choosing directions from a mixed cell or start, with factors */
#define WN_JUMP_UNITS_SIGHT 4u  /* checking for the goal, and 1 per two diagonal steps to it */

#define WN_JUMP_POSTPONE_AFTER 32u
#define WN_JUMP_AWAY_STEPS     4u /* the same from the start, unless towards the goal */

/* A node being expanded first checks whether the goal is in sight, if the edge to it would not have
 * more steps of either kind than this. So the check is a piece of bounded work, and rarely wasted.
 */
#define WN_JUMP_SIGHT_DIAGONAL 36u
#define WN_JUMP_SIGHT_STRAIGHT 48u

/* Nodes are ordered by f only to this precision: less than half a straight step, times the largest
 * power of two that divides the least factor. If a node is expanded before the best path to it is
 * known, that path is cheaper by less than this, and the node is expanded again when it is found.
 */
#define WN_JUMP_BUCKET_BITS 9
#define WN_JUMP_SLACK       (1u << WN_JUMP_BUCKET_BITS)

typedef struct wn_jump_node {
    wn_place place;
    wend_cost g;
    uint32_t
        parent; /* WN_NONE for the start; for a continuation, the node where its diagonal began */
    uint32_t next;  /* in the table: the next node of the chain; or WN_JUMP_IS_CONTINUATION */
    uint32_t below; /* if open: the next node of its bucket, or WN_NONE */
    uint32_t above; /* the previous node, or the bucket; WN_NONE if not open */
} wn_jump_node;

#define WN_JUMP_IS_CONTINUATION (WN_NONE - 1)
/* In `above`: popped, but not expanded, because it leads to no better route. */
#define WN_JUMP_IS_DROPPED (WN_NONE - 1)

typedef struct wn_jump_ring wn_jump_ring;

/* The result of a scan, a cell to turn at or the goal, relative to a node (search/jump_walk.h). */
typedef uint32_t wn_find;

/* The finds to be reached: of the scans from a node, and two per step of its diagonals. */
#define WN_JUMP_FINDS_MAX (4 + 4 * 2 * WN_JUMP_POSTPONE_AFTER)

typedef struct wn_jump_finds {
    uint32_t count;
    wn_find of[WN_JUMP_FINDS_MAX + 1]; /* the last entry is overwritten */
} wn_jump_finds;

/* The node being expanded, and how far its expansion is: first its own scans, then the diagonals,
 * one after the other; or nothing if it sees the goal. Scans that must wait, because they may not
 * fit in the rest of the budget, are queued and finished before the next step. Finds are reached
 * after all that, at the latest at the start of the next run. */
typedef struct wn_jump_progress {
    uint32_t node;    /* WN_NONE: none */
    uint32_t sights;  /* it was popped; edges to the goal still to be checked: WN_JUMP_SIGHT_ */
    uint32_t owner;   /* the node itself, or the one where the continued diagonal began */
    uint32_t before;  /* diagonal steps from `owner` to the node */
    uint32_t pending; /* a bit per remaining diagonal; the lowest one is being walked */
    /* A bit per diagonal that is postponed earlier. The start walks all four, and those that do not
     * lead towards the goal wait, because most searches end before their turn comes. */
    uint32_t away;
    uint32_t steps;     /* done on the current diagonal */
    uint32_t scans;     /* the queue of scans: slots of four bits, WN_JUMP_QUEUED | direction */
    uint32_t scan_at;   /* where its first scan continues, along its direction; 0: not started */
    wn_place scan_from; /* the place where all of them start, ... */
    wn_find scan_find;  /* ... and the diagonal steps to it */
} wn_jump_progress;

#define WN_JUMP_QUEUED     8u
#define WN_JUMP_SIGHT_EDGE 1u /* along an edge to the goal */
#define WN_JUMP_SIGHT_BACK 2u /* along the edge from the goal, in reverse */

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
    uint32_t *table; /* by slot: a node of the chain; valid only if that node belongs to the slot */
    uint32_t table_shift; /* it has 2^(32 - table_shift) slots */
    bool is_warm; /* the table serves many searches, and may be larger; set after wn_jump_init */
    wn_jump_ring *ring;  /* the open list */
    uint64_t cursor;     /* the buckets before it are empty */
    uint32_t open_count; /* nodes in it */
    bool far;            /* nodes were pushed whose f is beyond the ring */
    uint32_t weight;     /* of h, in thousandths */
    uint64_t h_scale;    /* the weight times the least factor */
    uint32_t bucket_bits;
    bool begins_blocked; /* the start is a blocked cell, and cells have factors */
    wn_place goal_place;
    uint32_t goal;   /* its node, WN_NONE if not reached */
    uint64_t goal_f; /* UINT64_MAX if not reached */
    wn_jump_progress walk;
    wn_jump_finds *found;
    bool one_node;       /* runs end when they have finished a node, even if units are left */
    uint32_t walk_units; /* the most units of a walk along a diagonal, ... */
    uint32_t scan_units; /* ... and of the scans from a node, on any map of this size */
    wn_outcome outcome;
    uint32_t reach[4];   /* the bounding box of everything scanned: its end in each direction */
    uint32_t touched;    /* nodes of this search, excluding continuations */
    uint64_t expansions; /* of this search: nodes popped, excluding continuations */
    uint32_t last;       /* the node expanded last */
    uint32_t edits;      /* wn_jumps.edits when the search started */
};

/* Initializes a search over `jumps`, which must outlive it. The memory of `search` must be all
 * zeros. */
void wn_jump_init(wn_jump_search *search, const wn_jumps *jumps, uint32_t weight_permille,
                  wn_memory *memory);
void wn_jump_clear(wn_jump_search *search);

/* Frees all nodes, but still knows what was scanned. */
void wn_jump_release(wn_jump_search *search);

/* Makes room to start and for `units` more units of work. `is_new`: for a search that has not
 * started yet. */
bool wn_jump_reserve(wn_jump_search *search, uint64_t units, bool is_new);

size_t wn_jump_bytes(const wn_jump_search *search);

/* Starts a new search in O(1). Returns false if no memory was reserved. A blocked goal has no path.
 */
bool wn_jump_start(wn_jump_search *search, wn_place from, wn_place goal);

/* Works until `budget` units are used or the next piece does not fit; adds the units used to
 * `used`. */
static inline wn_outcome wn_jump_run(wn_jump_search *search, uint32_t budget, uint32_t *used) {
    return search->run(search, budget, used);
}

/* The most promising node: the goal if it was found, otherwise the node being expanded, unless that
 * is the start, otherwise the next node to expand, or WN_NONE. May be a continuation. */
uint32_t wn_jump_tip(const wn_jump_search *search);

/* Adds a path to the goal that was found elsewhere: from a node to a place, at a given cost.
 * Returns the node of the place, which may be one with a better path. Needs room for a node. The
 * search may be ended afterwards, but not run. */
uint32_t wn_jump_attach(wn_jump_search *search, uint32_t parent, wn_place place, wend_cost cost);
void wn_jump_end(wn_jump_search *search, uint32_t goal);

/* The node of a cell, or WN_NONE. */
uint32_t wn_jump_find(const wn_jump_search *search, wn_place place);

/* Whether an edit of the cell may affect what the search has done: the cell is inside, or touches,
 * the bounding box of all scanned cells. */
bool wn_jump_has_seen(const wn_jump_search *search, wn_place place);

static inline bool wn_jump_is_continuation(const wn_jump_search *search, uint32_t node) {
    return search->nodes[node].next == WN_JUMP_IS_CONTINUATION;
}

/* ---- Rules ----------------------------------------------------------------------------------- */

/* The loop is compiled once per rule of moves (search/jump_search.inl), and once more for maps with
 * factors. */
wn_jump_run_function wn_jump_run_never, wn_jump_run_one, wn_jump_run_always, wn_jump_run_four,
    wn_jump_run_never_factored, wn_jump_run_one_factored, wn_jump_run_always_factored,
    wn_jump_run_four_factored;

/* The loop for a map. */
wn_jump_run_function *wn_jump_run_of(const wn_jumps *jumps);

/* ---- Edges --------------------------------------------------------------------------------- */

/* The number of moves from one end of an edge to the other. */
static inline uint32_t wn_edge_length(wn_jump_rule rule, wn_place from, wn_place to) {
    int dx = abs((int)wn_place_x(to) - (int)wn_place_x(from));
    int dy = abs((int)wn_place_y(to) - (int)wn_place_y(from));
    if (rule == WN_JUMP_FOUR) {
        return (uint32_t)(dx + dy);
    }
    return (uint32_t)(dx > dy ? dx : dy);
}

/* The number of moves before the turn: the diagonal ones or, with 4 neighbours, those along the
 * row. */
static inline uint32_t wn_edge_turn(wn_jump_rule rule, wn_place from, wn_place to) {
    int dx = abs((int)wn_place_x(to) - (int)wn_place_x(from));
    int dy = abs((int)wn_place_y(to) - (int)wn_place_y(from));
    return (uint32_t)(rule == WN_JUMP_FOUR || dx < dy ? dx : dy);
}

/* The cell after `moves` moves along an edge. */
wn_place wn_edge_at(wn_jump_rule rule, wn_place from, wn_place to, uint32_t moves);

#endif
