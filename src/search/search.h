/* search/search.h - a search that can be run in slices, and the table through which agents drive
 * it.
 *
 * Agents treat nodes as opaque ids. They call the table a few times per tick, never per successor.
 */
#ifndef WN_SEARCH_H
#define WN_SEARCH_H

#include <wend/watch.h>

#include "domain/domain.h"
#include "search/jump_search.h"
#include "store/open.h"
#include "store/route.h"
#include "store/sparse.h"
#include "store/states.h"

typedef struct wn_search wn_search;

/* One expansion, for watchers. */
typedef struct wn_expanded {
    wn_id id; /* WN_NONE: nothing was expanded */
    wn_id parent;
    wend_cost g;
} wn_expanded;

/* The functions of a kernel instance. */
typedef struct wn_kernel {
    const char *name;
    uint32_t ring; /* buckets of its open list if that is a bucket queue, else 0 */
    /* For a sparse bucket queue: how far an f in it can be above the smallest one. Otherwise NULL.
     * If both are 0, the open list is a heap. */
    uint64_t (*span)(const wn_search *search);
    /* Budgets are counted in units of work. This is the number of units of an ordinary expansion; 1
     * if a unit is an expansion. Timed runs never ask for fewer. */
    uint32_t units;
    /* The search itself never asks for successors; callers from outside provide a buffer. */
    bool needs_no_buffer;

    /* Initializes the kernel's store in a `search` whose other fields are set. Returns false if
     * memory is short; `clear` may be called in that case, too. */
    bool (*init)(wn_search *search);
    void (*clear)(wn_search *search);
    size_t (*bytes)(const wn_search *search);
    /* Frees everything that is not needed to continue after a reservation. Touched states are lost.
     */
    void (*release)(wn_search *search);
    /* Starts a new search in O(1). Seeds are then added with `seed`. */
    void (*start)(wn_search *search, wn_id goal);
    /* Adds a state from which the search starts, with the cost already spent on it. A bucket kernel
     * accepts one seed. Returns false if memory is short. */
    bool (*seed)(wn_search *search, wn_id id, wend_cost g);
    /* Works until `budget` units are used or the next piece of work does not fit; a piece is never
     * larger than `units`. Returns in `used` the units done. */
    wn_outcome (*run)(wn_search *search, uint32_t budget, uint32_t *used);
    /* Runs until one state is expanded, within the budget, and reports it. */
    wn_outcome (*run_one)(wn_search *search, uint32_t budget, uint32_t *used, wn_expanded *one);
    /* The most promising state: the goal if it was found, otherwise the open state to be expanded
     * next, or WN_NONE. */
    wn_id (*tip)(wn_search *search);
    /* Lists the successors of a state; returns how many. `list` is set to `buffer` (of degree
     * entries) or to an array of the domain. If new states cannot be numbered for lack of room,
     * lists only those that have a number; if the state was expanded, that is all of them. */
    uint32_t (*successors)(wn_search *search, wn_id id, wn_successor *buffer,
                           const wn_successor **list);
    /* The cost of the move from one state to another, 0 if no such move exists. */
    wend_cost (*move_cost)(wn_search *search, wn_id from, wn_id to);
    /* Whether the search has seen a state, and whether it has expanded it. */
    wend_mark (*mark)(const wn_search *search, wn_id id);
    /* The smallest f of all open states (of the goal, if it was found); UINT64_MAX if no state is
     * open. In units of search->g_factor. NULL in the jump kernel: only adaptive searches ask. */
    uint64_t (*least_f)(wn_search *search);
    /* The heuristic of a state, learned or the domain's. */
    wend_cost (*h)(wn_search *search, wn_id id);
    /* The same without learned values. */
    wend_cost (*h0)(wn_search *search, wn_id id);
    /* From now on h is the distance to `goal`. Does not start a new search. */
    void (*set_goal)(wn_search *search, wn_id goal);
    /* Whether it skips moves that are redundant on a map that does not change. Such a search
     * becomes invalid when a cell next to a touched state is blocked: the skipped moves relied on a
     * path through that cell. */
    bool prunes;
} wn_kernel;

/* The approximate minimum and maximum time between two polls of a clock, in ns. A poll takes about
 * 30 ns. If the machine pauses for longer than the remaining time, a tick is late by the rest of
 * its slice. Also the number of expansions before the first poll, while the pace is unknown. */
#define WN_POLL_NS          200u
#define WN_POLL_NS_MAX      750u
#define WN_FIRST_EXPANSIONS 4u

/* For loops that do not measure their pace. */
#define WN_EXPANSIONS_PER_POLL 8u

/* The kernels of maps. They belong to a search, not to the map: a program that never searches links
 * none of them, and one that only uses jump point search links only that kernel. */
wn_kernel_choice wn_grid_kernel;     /* cell by cell */
wn_kernel_choice wn_corridor_kernel; /* stays in search->own.plane.corridor */
wn_kernel_choice wn_flood_kernel;    /* without goal and heuristic */
wn_kernel_choice wn_field_kernel;    /* h is the distance to search->own.plane.box */
wn_kernel_choice wn_jump_kernel;     /* maps that can be jumped: jump point search */

/* How a kernel ranks and handles states: f = g_factor * g + h_factor * h. */
typedef struct wn_policy {
    uint32_t g_factor; /* WN_FACTOR_ONE, or 0 for greedy search */
    uint32_t h_factor; /* the weight w times WN_FACTOR_ONE */
    bool reopen;       /* expand a state again if a cheaper path to it is found */
    bool learn;        /* store h-values, and the moves that were seen, for learning */
    bool adapt;        /* raise h-values by what earlier searches have cost (Adaptive A*) */
    bool prune;        /* the map is expected not to change during the search: skip moves that are
                          redundant on such a map */
    bool keep_parents; /* an open state keeps its parent even if a cheaper path is found (greedy) */
    bool many_starts;  /* several seeds; rules out a bucket queue */
    bool repairs;      /* D* Lite: the list has its own order, in which keys can fall */
    wn_kernel_choice *map_kernel; /* required on maps; not read elsewhere */
} wn_policy;

#define WN_FACTOR_ONE 1000u

/* The greatest common divisor of both factors. */
static inline uint32_t wn_policy_divisor(const wn_policy *policy) {
    uint32_t a = policy->g_factor, b = policy->h_factor;
    while (a != b && a) { /* they are usually equal, which needs no division */
        uint32_t rest = b % a;
        b = a;
        a = rest;
    }
    return wn_max_u32(b, 1);
}

/* A move that a learning search has seen. */
typedef struct wn_seen_move {
    wn_id from;
    wend_cost cost;
    uint32_t next; /* the previously seen move into the same state, or WN_NONE */
} wn_seen_move;

/* Two regions of an abstraction to which a search is limited. */
typedef struct wn_corridor {
    const wend_abstraction *abstraction;
    uint32_t level;
    uint32_t regions[2];
} wn_corridor;

/* A rectangle of cells, including both corner cells. */
typedef struct wn_box {
    uint32_t left, top, right, bottom;
} wn_box;

/* The receiver of reports about expansions. */
typedef struct wn_watch {
    wend_watcher watcher;
    uint64_t searches; /* reported so far */
} wn_watch;

/* The speed of a timed run. */
typedef struct wn_pace {
    uint32_t units;
    uint64_t ns;
} wn_pace;

/* Data of a search that belongs to the instances of one domain. */
typedef union wn_search_own {
    struct {
        uint32_t goal_x; /* planar domains */
        uint32_t goal_y;
        wn_corridor corridor; /* wn_corridor_kernel */
        wn_box box;           /* wn_field_kernel */
    } plane;
    struct {
        uint32_t goal_number;   /* incremented whenever the goal changes */
        uint8_t goal_cells[32]; /* the goal cell of each tile */
    } puzzle;
    struct {
        uint32_t goal_number; /* the goal of the notes, plus 1 */
    } callback;
    wn_jump_search jump; /* wn_jump_kernel: its whole state */
} wn_search_own;

struct wn_search {
    const wn_kernel *kernel;
    const wend_domain *domain;
    wn_policy policy;
    wn_memory *memory;
    wn_nodes nodes;
    uint32_t g_factor; /* those of the policy, divided by their greatest common divisor: ... */
    uint32_t h_factor; /* ... the same order in larger units; 1 and 1 for f = g + h */
    wn_bucket bucket;  /* used if kernel->ring > 0 */
    wn_sparse sparse;  /* used if kernel->span */
    wn_heap heap;      /* used otherwise */
    wn_states states;  /* used if the domain does not number its states */
    wn_seen_move *seen_moves; /* policy.learn: the moves seen by the current search */
    uint32_t seen_count;
    uint32_t seen_capacity;
    wn_successor *buffer; /* for `successors`, degree entries; NULL if kernel->needs_no_buffer */
    uint32_t buffer_count;
    wn_id goal;
    uint64_t goal_f; /* f of the goal once it was generated, else UINT64_MAX */
    wn_outcome outcome;
    bool released;       /* everything is freed: no search may start before the next reservation */
    uint64_t touched;    /* states generated by the current search */
    wn_search_own own;   /* data of the kernel's domain */
    wn_pace pace;        /* of the last timed run */
    uint32_t step_ns;    /* the same for a step of tracing; plan/budget.h */
    wn_watch *watch;     /* NULL: nothing is reported */
    uint64_t number;     /* of the current search, from 1 */
    uint64_t watched;    /* the number of the search reported last, and ... */
    uint64_t watched_as; /* ... the number that was reported for it */
    /* A learned h is valid only if its epoch equals `epoch`, so incrementing `epoch` forgets all.
     * policy.adapt: the searches of this epoch started with the stamp `past_stamp`; `past` contains
     * the known cost of the best route at the end of each of them, 0 if unknown. */
    uint32_t epoch; /* from 1 */
    wend_cost *past;
    uint32_t past_stamp;
    uint32_t past_count;
    uint32_t past_capacity;
};

#define WN_POLICY_PLAIN ((wn_policy){.g_factor = WN_FACTOR_ONE, .h_factor = WN_FACTOR_ONE})

/* Returns false if memory is short; the search then holds no memory. */
bool wn_search_init(wn_search *search, const wend_domain *domain, const wn_policy *policy,
                    wn_memory *memory);
/* Frees everything the search holds. Does nothing for a search that is all zeros, already cleared,
 * or whose initialization failed. */
void wn_search_clear(wn_search *search);

/* Frees the memory of a search whose states are not needed any more. */
void wn_search_release(wn_search *search);

/* Starts a new search in O(1), with the kernel for its current policy. Add seeds next. */
void wn_search_start(wn_search *search, wn_id goal);

/* Makes room for `expansions` more expansions and `seeds` seeds. */
bool wn_search_reserve(wn_search *search, uint32_t expansions, uint32_t seeds);

/* Forgets everything learned, in O(1). The current search must not continue. */
void wn_search_forget(wn_search *search);

/* policy.adapt: stores the lower bound on the cost of a route that the ending search has proved.
 * Call it before the next search starts. Returns false if memory for it is short. */
bool wn_search_conclude(wn_search *search);

size_t wn_search_bytes(const wn_search *search);

/* `count`, limited to the number of states. */
static inline uint32_t wn_search_clamp_to_states(const wn_search *search, uint64_t count) {
    uint32_t limit = search->domain->id_limit ? search->domain->id_limit : UINT32_MAX;
    return count < limit ? (uint32_t)count : limit;
}

/* Converts between the numbers of the public headers and those of the kernels. All states of a
 * racetrack's goal cell share one id; wn_search_goal_id notes the cell, so call it first. */
wn_id wn_search_goal_id(wn_search *search, wend_state state);
wn_id wn_search_id(const wn_search *search, wend_state state);
static inline wend_state wn_search_state(const wn_search *search, wn_id id) {
    assert(!search->domain->id_limit || id < search->domain->id_limit);
    return wn_domain_state(search->domain, id);
}

/* The number of a packed state, for domains that do not number their states. WN_NONE if memory is
 * short. */
wn_id wn_search_intern(wn_search *search, const wend_packed *packed);

/* The cost of the move from one state to another, 0 if no such move exists. */
static inline wend_cost wn_search_move_cost(wn_search *search, wn_id from, wn_id to) {
    return search->kernel->move_cost(search, from, to);
}

/* A point in time on a caller's clock. `clock` NULL: no deadline. */
typedef struct wn_deadline {
    const wend_clock *clock;
    uint64_t at; /* ns */
} wn_deadline;

static inline bool wn_deadline_passed(const wn_deadline *deadline) {
    return deadline->clock && deadline->clock->now(deadline->clock->context) >= deadline->at;
}

/* Reports the expansion of a state to the watcher, if any. Code that expands states without
 * wn_search_run must call it. */
void wn_search_report(wn_search *search, wn_id id, wn_id parent, wend_cost g);

/* wn_search_run for a search with a watcher or a deadline. */
wn_outcome wn_search_run_attended(wn_search *search, uint32_t limit, const wn_deadline *deadline,
                                  uint32_t *used);

/* Runs until `limit` units are used, the next piece of work does not fit, or the deadline has
 * passed or is nearer than the next piece. If the search keeps its pace, it exceeds the deadline by
 * at most WN_POLL_NS or an expansion. Adds the units to `used`. */
static inline wn_outcome wn_search_run(wn_search *search, uint32_t limit,
                                       const wn_deadline *deadline, uint32_t *used) {
    if (deadline->clock || search->watch) {
        return wn_search_run_attended(search, limit, deadline, used);
    }
    uint32_t done = 0;
    wn_outcome outcome = search->kernel->run(search, limit, &done);
    assert(done <= limit);
    *used += done;
    return outcome;
}

/* The open state with the smallest rank; among equal ranks the one that would be expanded first.
 * WN_NONE if no state is open. Adds the number of states examined to `examined`. */
wn_id wn_search_least_open(wn_search *search, uint64_t (*rank)(wn_search *search, wn_id id),
                           uint32_t *examined);

/* What the current search knows about a state that it has touched. */
static inline wn_id wn_search_parent(const wn_search *search, wn_id id) {
    const wn_node *node = wn_nodes_find(&search->nodes, id);
    assert(node);
    return node->parent;
}

static inline wend_cost wn_search_g(const wn_search *search, wn_id id) {
    const wn_node *node = wn_nodes_find(&search->nodes, id);
    assert(node);
    return node->g;
}

/* Appends a state that the current search has touched to a route. Returns false if the route is
 * full. */
static inline bool wn_search_push(const wn_search *search, wn_route *route, wn_id id) {
    return wn_route_push(route, id, wn_search_g(search, id));
}

/* The position of a state on a route of the current search, or WN_NONE. */
static inline uint32_t wn_search_find(const wn_search *search, const wn_route *route, wn_id id) {
    const wn_node *node = route->count ? wn_nodes_find(&search->nodes, id) : NULL;
    return node ? wn_route_find(route, id, node->g) : WN_NONE;
}

static inline wn_learned *wn_search_learned(wn_search *search, wn_id id) {
    assert(search->nodes.has_learned);
    return &wn_nodes_page(&search->nodes, id)->learned[id & (WN_PAGE_NODES - 1)];
}

#endif
