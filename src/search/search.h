/* search/search.h - a search that can be run a bit at a time, and the table through which agents
 * drive it.
 *
 * Agents see nodes as opaque ids. They call the table a few times per tick, never per successor. */
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

/* One expansion, for those who watch. */
typedef struct wn_expanded {
    wn_id id; /* WN_NONE: nothing was expanded */
    wn_id parent;
    wend_cost g;
} wn_expanded;

/* What a kernel instance offers. */
typedef struct wn_kernel {
    const char *name;
    uint32_t ring; /* buckets of its open list if that is a bucket queue, else 0 */
    /* If it is a sparse one: how much larger than the least f another one in it can be. Null if
     * not; without either of them it is a heap. */
    uint64_t (*span)(const wn_search *search);
    /* What a budget is counted in: units of work that make one expansion of an ordinary kernel, 1
     * if a unit is an expansion. No fewer are asked for by the clock. */
    uint32_t units;
    /* Nobody asks it for successors inside the search; who does from outside has a buffer. */
    bool needs_no_buffer;

    /* The store of a search of this kernel; `search` is set but for that. False if memory is short;
     * `clear` can be called all the same. */
    bool (*init)(wn_search *search);
    void (*clear)(wn_search *search);
    size_t (*bytes)(const wn_search *search);
    /* Gives back all but what is needed to go on after a reservation; what was touched is lost. */
    void (*release)(wn_search *search);
    /* Begins a new search in O(1). Seeds are then entered with `seed`. */
    void (*start)(wn_search *search, wn_id goal);
    /* Enters a state from which the search begins, with the cost already spent on it. The list of
     * a bucket kernel takes one seed. False if memory is short. */
    bool (*seed)(wn_search *search, wn_id id, wend_cost g);
    /* Works until `budget` units are used or the next piece of work does not fit, which is never
     * more than `units`; says in `used` how many it did. */
    wn_outcome (*run)(wn_search *search, uint32_t budget, uint32_t *used);
    /* Runs until one state is expanded, within the budget, and says which. */
    wn_outcome (*run_one)(wn_search *search, uint32_t budget, uint32_t *used, wn_expanded *one);
    /* The most promising state: the goal if it was found, else the open state to be expanded
     * next, or WN_NONE if there is none. */
    wn_id (*tip)(wn_search *search);
    /* The states that one move leads to: sets `list`, which may be `buffer` (of degree entries)
     * or the domain's own; returns how many. Without room to number new states those that have a
     * number already, which are all of them if the state was expanded. */
    uint32_t (*successors)(wn_search *search, wn_id id, wn_successor *buffer,
                           const wn_successor **list);
    /* The cost of the move from one state to another, 0 if there is none. */
    wend_cost (*move_cost)(wn_search *search, wn_id from, wn_id to);
    /* Whether the search has met a state, and expanded it. */
    wend_mark (*mark)(const wn_search *search, wn_id id);
    /* The least f of all open states (of the goal, if it was found); UINT64_MAX if there is none.
     * In units of search->g_factor. Null in the jump kernel: only searches that adapt ask. */
    uint64_t (*least_f)(wn_search *search);
    /* The heuristic of a state, learned or the domain's. */
    wend_cost (*h)(wn_search *search, wn_id id);
    /* The same without what was learned. */
    wend_cost (*h0)(wn_search *search, wn_id id);
    /* From now on h is the distance to `goal`; no new search starts. */
    void (*set_goal)(wn_search *search, wn_id goal);
    /* It skips moves that are redundant on a map that does not change. Such a search becomes
     * invalid when a cell is blocked beside a state that it has touched: what it skipped relied on
     * a way through there. */
    bool prunes;
} wn_kernel;

/* The least and the most time between two polls of a clock, about, in ns. A poll takes some 30; and
 * when the machine has paused for longer than was left, a tick is late by what is left of the
 * slice. And the expansions before the first poll, while nothing is known of the pace. */
#define WN_POLL_NS          200u
#define WN_POLL_NS_MAX      750u
#define WN_FIRST_EXPANSIONS 4u

/* For loops that do not go by their pace. */
#define WN_EXPANSIONS_PER_POLL 8u

/* The kernels of maps. They come with a search, not with the map: a program that never searches
 * holds none, and one that only jumps holds the one for that. */
wn_kernel_choice wn_grid_kernel;     /* cell by cell */
wn_kernel_choice wn_corridor_kernel; /* keeps to search->own.plane.corridor */
wn_kernel_choice wn_flood_kernel;    /* no goal and no heuristic */
wn_kernel_choice wn_field_kernel;    /* h is the distance to search->own.plane.box */
wn_kernel_choice wn_jump_kernel;     /* jumpable maps: jump point search */

/* How a kernel ranks and treats states: f = g_factor * g + h_factor * h. */
typedef struct wn_policy {
    uint32_t g_factor; /* WN_FACTOR_ONE, or 0 for greedy search */
    uint32_t h_factor; /* the weight w times WN_FACTOR_ONE */
    bool reopen;       /* expand a state again when a cheaper way to it is found */
    bool learn;        /* keep h-values, and the moves that were seen, for learning */
    bool adapt;        /* raise h-values by what earlier searches have cost (Adaptive A*) */
    bool prune;        /* the map is expected to stay as it is while the search is under way: moves
                        * that are redundant on such a map may be skipped */
    bool keep_parents; /* an open state keeps its way though a cheaper one is found (greedy) */
    bool many_starts;  /* several seeds: a bucket queue will not do */
    bool repairs;      /* D* Lite: the list has an order of its own, in which keys can fall */
    wn_kernel_choice *map_kernel; /* required on maps; not read elsewhere */
} wn_policy;

#define WN_FACTOR_ONE 1000u

/* The largest number that divides both factors. */
static inline uint32_t wn_policy_divisor(const wn_policy *policy) {
    uint32_t a = policy->g_factor, b = policy->h_factor;
    while (a != b && a) { /* most are equal: then without a division */
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
    uint32_t next; /* the move into the same state that was seen before, WN_NONE if none */
} wn_seen_move;

/* Two regions of an abstraction that a search keeps to. */
typedef struct wn_corridor {
    const wend_abstraction *abstraction;
    uint32_t level;
    uint32_t regions[2];
} wn_corridor;

/* Cells of a map from one corner to the other, both of which belong to it. */
typedef struct wn_box {
    uint32_t left, top, right, bottom;
} wn_box;

/* To whom expansions are reported. */
typedef struct wn_watch {
    wend_watcher watcher;
    uint64_t searches; /* reported so far */
} wn_watch;

/* How fast a timed run was. */
typedef struct wn_pace {
    uint32_t units;
    uint64_t ns;
} wn_pace;

/* What the instances of one domain keep in a search. */
typedef union wn_search_own {
    struct {
        uint32_t goal_x; /* domains that lie in a plane */
        uint32_t goal_y;
        wn_corridor corridor; /* wn_corridor_kernel */
        wn_box box;           /* wn_field_kernel */
    } plane;
    struct {
        uint32_t goal_number;   /* how often the goal was another one */
        uint8_t goal_cells[32]; /* where each tile belongs */
    } puzzle;
    struct {
        uint32_t goal_number; /* the goal that notes were made for, plus 1 */
    } callback;
    wn_jump_search jump; /* wn_jump_kernel: all of it */
} wn_search_own;

struct wn_search {
    const wn_kernel *kernel;
    const wend_domain *domain;
    wn_policy policy;
    wn_memory *memory;
    wn_nodes nodes;
    uint32_t g_factor;        /* those of the policy, divided by what divides both: f is ... */
    uint32_t h_factor;        /* ... the same, in larger units; 1 and 1 if it is g + h */
    wn_bucket bucket;         /* in use if kernel->ring > 0 */
    wn_sparse sparse;         /* in use if kernel->span */
    wn_heap heap;             /* in use otherwise */
    wn_states states;         /* in use if the domain does not number its states */
    wn_seen_move *seen_moves; /* policy.learn: the moves seen by the current search */
    uint32_t seen_count;
    uint32_t seen_capacity;
    wn_successor *buffer; /* for `successors`, degree entries; null if kernel->needs_no_buffer */
    uint32_t buffer_count;
    wn_id goal;
    uint64_t goal_f; /* f of the goal once it was generated, else UINT64_MAX */
    wn_outcome outcome;
    bool released;       /* nothing is held: no search may start before the next reservation */
    uint64_t touched;    /* states generated by the current search */
    wn_search_own own;   /* what the kernel's domain wants to know */
    wn_pace pace;        /* of the last timed run */
    uint32_t step_ns;    /* likewise of a step of tracing; plan/budget.h */
    wn_watch *watch;     /* null: nothing is reported */
    uint64_t number;     /* of the current search, from 1 */
    uint64_t watched;    /* that of the one which was reported last, and ... */
    uint64_t watched_as; /* ... the number under which it was */
    /* A learned h is valid only if its epoch equals `epoch`; raising it forgets all. policy.adapt:
     * the searches of this epoch began with the stamp `past_stamp`; `past` has what the best route
     * was known to cost at the end of each, 0 if that is not known. */
    uint32_t epoch; /* from 1 */
    wend_cost *past;
    uint32_t past_stamp;
    uint32_t past_count;
    uint32_t past_capacity;
};

#define WN_POLICY_PLAIN ((wn_policy){.g_factor = WN_FACTOR_ONE, .h_factor = WN_FACTOR_ONE})

/* False if memory is short; the search holds nothing then. */
bool wn_search_init(wn_search *search, const wend_domain *domain, const wn_policy *policy,
                    wn_memory *memory);
/* Frees what the search holds. Does nothing to one that holds nothing: all zeros, cleared before,
 * or its initialization failed. */
void wn_search_clear(wn_search *search);

/* Gives back the memory of a search whose states are of no more use. */
void wn_search_release(wn_search *search);

/* Begins a new search in O(1), with the kernel that its policy now asks for. Seeds come next. */
void wn_search_start(wn_search *search, wn_id goal);

/* Room for `expansions` more expansions and `seeds` seeds. */
bool wn_search_reserve(wn_search *search, uint32_t expansions, uint32_t seeds);

/* Forgets all that was learned, in O(1). The current search must not go on after it. */
void wn_search_forget(wn_search *search);

/* policy.adapt: notes what the search that ends here has shown a route to cost at least. Call it
 * before the next one starts. False if there is no room for that. */
bool wn_search_conclude(wn_search *search);

size_t wn_search_bytes(const wn_search *search);

/* `count`, but no more than there are states. */
static inline uint32_t wn_search_clamp_to_states(const wn_search *search, uint64_t count) {
    uint32_t limit = search->domain->id_limit ? search->domain->id_limit : UINT32_MAX;
    return count < limit ? (uint32_t)count : limit;
}

/* Between the numbers of the public headers and those of the kernels. All states of a racetrack's
 * goal cell are one id; wn_search_goal_id notes the cell, so it comes first. */
wn_id wn_search_goal_id(wn_search *search, wend_state state);
wn_id wn_search_id(const wn_search *search, wend_state state);
static inline wend_state wn_search_state(const wn_search *search, wn_id id) {
    assert(!search->domain->id_limit || id < search->domain->id_limit);
    return wn_domain_state(search->domain, id);
}

/* The number of a packed state, for domains that do not number theirs. WN_NONE if memory is
 * short. */
wn_id wn_search_intern(wn_search *search, const wend_packed *packed);

/* The cost of the move from one state to another, 0 if there is none. */
static inline wend_cost wn_search_move_cost(wn_search *search, wn_id from, wn_id to) {
    return search->kernel->move_cost(search, from, to);
}

/* A moment on a clock of the caller's; `clock` null means that time does not matter. */
typedef struct wn_deadline {
    const wend_clock *clock;
    uint64_t at; /* ns */
} wn_deadline;

static inline bool wn_deadline_passed(const wn_deadline *deadline) {
    return deadline->clock && deadline->clock->now(deadline->clock->context) >= deadline->at;
}

/* Tells the watcher, if there is one, that a state is expanded. Whoever expands states without
 * wn_search_run calls it. */
void wn_search_report(wn_search *search, wn_id id, wn_id parent, wend_cost g);

/* wn_search_run for a search that is watched, or has a deadline. */
wn_outcome wn_search_run_attended(wn_search *search, uint32_t limit, const wn_deadline *deadline,
                                  uint32_t *used);

/* Runs until `limit` units are used, or those that are left do not suffice for more, or the
 * deadline has passed, or is nearer than what comes next; it is passed by no more than WN_POLL_NS
 * or an expansion if the search keeps its pace. Adds the units to `used`. */
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

/* The open state with the least rank; of several the one that would be expanded first. WN_NONE if
 * there is none. Adds the states that it has examined to `examined`. */
wn_id wn_search_least_open(wn_search *search, uint64_t (*rank)(wn_search *search, wn_id id),
                           uint32_t *examined);

/* What the current search knows of a state that it has touched. */
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

/* Adds a state that the current search has touched to a route. False if there is no room. */
static inline bool wn_search_push(const wn_search *search, wn_route *route, wn_id id) {
    return wn_route_push(route, id, wn_search_g(search, id));
}

/* The position of a state on a route of the current search, WN_NONE if it is not on it. */
static inline uint32_t wn_search_find(const wn_search *search, const wn_route *route, wn_id id) {
    const wn_node *node = route->count ? wn_nodes_find(&search->nodes, id) : NULL;
    return node ? wn_route_find(route, id, node->g) : WN_NONE;
}

static inline wn_learned *wn_search_learned(wn_search *search, wn_id id) {
    assert(search->nodes.has_learned);
    return &wn_nodes_page(&search->nodes, id)->learned[id & (WN_PAGE_NODES - 1)];
}

#endif
