/* plan/planner.h - a planner: one search, the routes it has found, and the position on them.
 * Planners do not depend on agents; an agent owns one. */
#ifndef WN_PLANNER_H
#define WN_PLANNER_H

#include <wend/agent.h>
#include <wend/watch.h>

#include "plan/ahead.h"
#include "plan/changes.h"
#include "research/plan/dlrta.h"
#include "research/plan/incremental.h"
#include "plan/jumping.h"
#include "research/plan/local.h"
#include "research/plan/lrta.h"
#include "research/plan/prioritized.h"
#include "research/plan/refine.h"
#include "plan/time_bounded.h"

typedef struct wn_planner wn_planner;

/* Traits that distinguish the algorithms of one family. */
enum {
    WN_WEIGHTS_SEARCH = 1,     /* f = g + w h */
    WN_IS_GREEDY = 2,          /* f = h */
    WN_RESTARTS = 4,           /* learns and restarts where the agent cannot step back */
    WN_ONE_MOVE = 8,           /* one move per search unless the parameter `moves` says otherwise */
    WN_WEIGHTS_LEARNING = 16,  /* learns with w times the costs */
    WN_ADAPTS = 32,            /* raises h lazily, from the costs of earlier searches */
    WN_AVOIDS_DEPRESSIONS = 64 /* prefers states whose h was raised least */
};

/* Bits of wend_algo.parameters, for plan/algorithms.h. */
enum {
    READS_EXPAND_PERMILLE = 1 << WEND_PARAMETER_EXPAND_PERMILLE,
    READS_TRACE_PER_EXPANSION = 1 << WEND_PARAMETER_TRACE_PER_EXPANSION,
    READS_SHORTCUT = 1 << WEND_PARAMETER_SHORTCUT,
    READS_COMMIT = 1 << WEND_PARAMETER_COMMIT,
    READS_WEIGHT_PERMILLE = 1 << WEND_PARAMETER_WEIGHT_PERMILLE,
    READS_REOPEN = 1 << WEND_PARAMETER_REOPEN,
    READS_MOVES = 1 << WEND_PARAMETER_MOVES,
    READS_DEPTH = 1 << WEND_PARAMETER_DEPTH,
    READS_QUEUE_SIZE = 1 << WEND_PARAMETER_QUEUE_SIZE,
    READS_ABSTRACTION = 1 << WEND_PARAMETER_ABSTRACTION,
    READS_LEVEL = 1 << WEND_PARAMETER_LEVEL,
    READS_GAMMA_PERMILLE = 1 << WEND_PARAMETER_GAMMA_PERMILLE,
    READS_SUBGOALS = 1 << WEND_PARAMETER_SUBGOALS,
    READS_SEED = 1 << WEND_PARAMETER_SEED,
    READS_AS_PUBLISHED = 1 << WEND_PARAMETER_AS_PUBLISHED,
};

/* The implementation shared by the algorithms of one file. */
typedef struct wn_family {
    /* Initializes the family's part; everything common to all planners is already set. On failure
     * nothing is left allocated. */
    bool (*init)(wn_planner *planner);
    void (*clear)(wn_planner *planner);
    /* Reserves memory for one tick with this budget. */
    bool (*reserve)(wn_planner *planner, const wn_budget *budget);
    /* Continues the search and the trace, and chooses the next move with wn_planner_choose. Fills
     * in the whole tick except `state`, `work` and the fields about the move. */
    void (*plan)(wn_planner *planner, const wn_budget *budget, wend_tick *tick);
    /* Called after the chosen move was made; `at` is the new position. NULL: nothing to update. */
    void (*moved)(wn_planner *planner);
    /* For a settled planner whose search is only needed for its route: frees what the route does
     * not need. The planner stays settled. NULL: nothing can be freed. */
    void (*release)(wn_planner *planner);
    /* For a settled planner: sets `next` and `next_cost`. NULL: the family never settles. */
    void (*step)(wn_planner *planner);
    /* Bytes in use in addition to the search's. */
    size_t (*bytes)(const wn_planner *planner);
    /* The map was edited; NULL: more edits than the map remembers. O(1). */
    void (*changed)(wn_planner *planner, const wn_edit *edit);
    /* The goal changed, or the position was set from outside. */
    void (*retargeted)(wn_planner *planner, bool goal_is_new);
    wn_kernel_choice *map_kernel; /* the kernel for searches on maps */
    bool repairs;                 /* as in wn_policy */
    bool learns;                  /* whether its search stores h-values */
    /* The mark of a state that the search has touched. NULL: as the kernel says. */
    wend_mark (*mark)(const wn_planner *planner, wn_id id, const wn_node *node);
    /* Advances to the next point of the planned route; false at its end. Consecutive points are
     * connected by a straight line or by one move. NULL: the family plans one move at a time. */
    bool (*ahead)(const wn_planner *planner, wn_ahead *ahead);
    bool is_far_apart; /* points are connected by straight lines, not by single moves */
    /* Reports searches other than the main one to the same watcher. NULL: there are none. */
    void (*watch)(wn_planner *planner, wn_watch *watch);
    /* Checks that precomputed data is present and fits the map. NULL: none is needed. */
    wend_error (*check_aids)(const wend_agent_def *def, wend_diagnosis *diagnosis);
    /* Whether an edit of the map has made the precomputed data stale. NULL: never. */
    bool (*is_stale)(const wn_planner *planner);
    /* Not NULL: the family does not plan. It selects the algorithm that does, and sets parameters
     * of that algorithm that the caller has not set. All other members are NULL then. */
    const wend_algo *(*choose)(wend_agent_def *def);
} wn_family;

extern const wn_family wn_time_bounded_family;
extern const wn_family wn_local_family;
extern const wn_family wn_incremental_family;
extern const wn_family wn_jumping_family;
extern const wn_family wn_lrta_family;
extern const wn_family wn_prioritized_family;
extern const wn_family wn_refine_family;
extern const wn_family wn_dlrta_family;
extern const wn_family wn_auto_family;

typedef struct wn_algorithm {
    wend_algo info;
    const wn_family *family;
    uint32_t traits;
} wn_algorithm;

static inline const wn_algorithm *wn_algorithm_of(const wend_algo *algo) {
    return (const wn_algorithm *)algo; /* `info` is its first member */
}

/* The parameters of wend_agent_def that families read, and how a tick is divided. */
typedef struct wn_parameters {
    uint32_t expand_permille;
    uint32_t trace_per_expansion;
    bool shortcut;
    bool commit;
    bool reopen;
    bool as_published;
    uint32_t weight_permille;
    bool weight_is_default; /* the caller has not set it */
    bool one_move;          /* per search */
    uint32_t depth;
    uint32_t queue_size;
    uint32_t level;
    uint32_t gamma_permille;
    const wend_abstraction *abstraction;
    const wend_subgoals *subgoals;
    uint64_t seed;
    /* Jump point search: continues along the old route while a new one is planned. Off only for
     * measuring what this is worth. */
    bool follows_old_route;
} wn_parameters;

/* Checks that the algorithm reads every parameter that is set, and that each is in its range.
 * `algo` may be the algorithm chosen by def->algo. */
wend_error wn_parameters_check(const wend_agent_def *def, const wend_algo *algo,
                               wend_diagnosis *diagnosis);
/* Checks that the precomputed data in the field `name` is present (`made_for` is not NULL), was
 * made for the agent's map, and is not stale. */
wend_error wn_aid_check(const wend_agent_def *def, const char *name, const wend_map *made_for,
                        bool is_current, wend_diagnosis *diagnosis);
/* Sets the parameters of the algorithm, with defaults filled in. */
void wn_parameters_set(wn_parameters *parameters, const wend_agent_def *def, const wend_algo *algo);

/* An edit that has invalidated the plan. */
typedef struct wn_blame {
    bool is_set;
    bool cuts;    /* it has blocked the path; if false, the search or the path may be invalid */
    wn_edit edit; /* its id is WN_NONE if the edit is unknown */
} wn_blame;

struct wn_planner {
    /* The members that a planner reads when it only follows its route. */
    const wn_algorithm *algorithm;
    const wend_map *map; /* NULL on other domains */
    uint64_t version;    /* of the map: edits up to here were processed */
    wn_id at;
    wn_id next; /* target of the chosen move, or WN_NONE */
    wend_cost next_cost;
    uint32_t next_flags; /* flags of the tick that makes the move */
    uint32_t refused;    /* consecutive plans before the last one whose move was not made */
    uint32_t waits;      /* consecutive plans, including the last one, that followed no move; 0: no
                          * plan */
    wn_id before;        /* the position before the last move, WN_NONE if there was none */
    wn_id goal;
    wend_state goal_state;
    wend_agent_status status;
    /* The route is complete, the planner is on it, and nothing was edited since it was found. */
    bool settled;
    bool moved; /* since the last plan: the next move is the one on the route */

    wn_id undone;  /* the last choice if it was not carried out; WN_NONE if it was, or is invalid */
    wn_id start;   /* where the current search began */
    bool gets_out; /* the chosen move leads out of a building placed on the agent */
    bool has_given_up;  /* since the last tick; see wn_planner_give_up */
    wn_blame pending;   /* an edit that will make the planner give up; see wn_planner_blame */
    wn_blame cut;       /* the edit that made the planner give up, until there is a new plan */
    bool has_replanned; /* the last tick ended with a new plan or a complete route */
    wn_memory memory;   /* accounts for all memory of the planner */
    wn_parameters parameters;
    wn_search search;
    wn_learning learning; /* in use if search.policy.learn */
    uint64_t h_limit;     /* in use with it: a learned h above this proves that no route exists */
    union {
        wn_time_bounded bounded;
        wn_local local;
        wn_incremental incremental;
        wn_jumping jumping;
        wn_lrta lrta;
        wn_prioritized prioritized;
        wn_refine refine;
        wn_dlrta dlrta;
    };
};

/* Start and goal of a planner: state numbers on a domain that has them, otherwise packed states. */
typedef struct wn_ends {
    wend_state start, goal;
    wend_packed start_packed, goal_packed;
} wn_ends;

/* Initializes a planner whose memory, algorithm, parameters and map are set. Returns false if
 * memory is short; nothing is left allocated then. */
bool wn_planner_init(wn_planner *planner, const wend_domain *domain, const wn_ends *ends);
void wn_planner_clear(wn_planner *planner);

bool wn_planner_reserve(wn_planner *planner, const wn_budget *budget);

/* Frees what a settled planner does not need. */
void wn_planner_release(wn_planner *planner);

/* Plans within the budget and chooses the next move. Only for a planner that is not settled. Reads
 * the edits of the map since the last call first. Returns false and does nothing if the planner is
 * at its goal or has proved that the goal is unreachable. Fills in the whole tick except
 * `state`. */
bool wn_planner_plan(wn_planner *planner, const wn_budget *budget, wend_tick *tick);

/* Whether it is at its goal, or has proved that the goal is unreachable. */
static inline bool wn_planner_is_final(const wn_planner *planner) {
    return planner->status == WEND_AGENT_ARRIVED || planner->status == WEND_AGENT_UNREACHABLE ||
           planner->status == WEND_AGENT_OVERFLOW;
}

/* Whether it only has to follow its route: no search, no trace, no memory. */
static inline bool wn_planner_is_settled(const wn_planner *planner) {
    return planner->settled && (!planner->map || planner->map->cells.version == planner->version);
}

/* Plans a tick of a settled planner: the next step on its route. */
void wn_planner_step(wn_planner *planner, wend_tick *tick);

/* Makes the chosen move, if there is one and it is still legal on the map. Adds it to the tick. */
void wn_planner_move(wn_planner *planner, wend_tick *tick);

/* The target of the next move, WN_NONE if it is not known yet. */
wn_id wn_planner_next(const wn_planner *planner);

/* Write the planned route, as states or as waypoints, nearest first. Write at most `capacity`
 * entries and return how many; `complete` tells whether the last one is the goal. */
uint32_t wn_planner_path(const wn_planner *planner, wend_state *states, uint32_t capacity,
                         bool *complete);
uint32_t wn_planner_corners(const wn_planner *planner, wend_state *states, uint32_t capacity,
                            bool *complete);

/* The blocked cell that makes the first illegal move of the route illegal, WN_NONE if there is
 * none. Also valid for a planner that was told that its goal is unreachable. O(length of the
 * route). */
wn_id wn_planner_obstacle(const wn_planner *planner);

/* Processes the edits of the map since the last plan, without planning. */
void wn_planner_read_edits(wn_planner *planner);
static inline void wn_planner_notice_edits(wn_planner *planner) {
    if (planner->map && planner->map->cells.version != planner->version) {
        wn_planner_read_edits(planner);
    }
}

/* Set another goal or another position. */
void wn_planner_set_goal(wn_planner *planner, wend_state goal);
void wn_planner_set_state(wn_planner *planner, wend_state state);

/* The search on a racetrack treats all states of the goal's cell as one; this function tells them
 * apart. */
static inline wend_state wn_planner_state_of(const wn_planner *planner, wn_id id) {
    return id == planner->goal && planner->search.domain->id_limit
               ? planner->goal_state
               : wn_search_state(&planner->search, id);
}

static inline wend_state wn_planner_state(const wn_planner *planner) {
    return wn_planner_state_of(planner, planner->at);
}

size_t wn_planner_bytes(const wn_planner *planner);

/* ---- For families ---------------------------------------------------------------------------- */

static inline bool wn_planner_acts(const wn_planner *planner, wend_acts acts) {
    return planner->algorithm->info.acts == acts;
}

static inline bool wn_planner_is(const wn_planner *planner, uint32_t trait) {
    return (planner->algorithm->traits & trait) != 0;
}

/* Returns false and sets the status if the learned h proves that no route leads on from here, or
 * that one would cost too much. */
bool wn_planner_may_have_route(wn_planner *planner, wend_tick *tick);

/* Translates the outcome of a search to the tick; false if the planner cannot go on. Without memory
 * it goes on with the previous plan. */
static inline bool wn_planner_goes_on(wn_outcome outcome, wend_tick *tick) {
    switch (outcome) {
    case WN_NO_PATH:
        tick->status = WEND_AGENT_UNREACHABLE;
        return false;
    case WN_TOO_EXPENSIVE:
        tick->status = WEND_AGENT_OVERFLOW;
        return false;
    case WN_NO_MEMORY:
        tick->status = WEND_AGENT_OUT_OF_MEMORY;
        return true;
    case WN_FOUND:
    case WN_RUNNING:
        break;
    }
    return true;
}

/* Whether an edit has blocked the goal: no search is needed then. */
bool wn_planner_goal_blocked(const wn_planner *planner);

/* Whether the current cell was blocked. The agent can leave it, but not enter it again, so an agent
 * that might leave in the wrong direction waits until the route is known. */
bool wn_planner_is_on_blocked(const wn_planner *planner);

/* Whether a building was placed on the agent; see wn_grid_is_buried. */
bool wn_planner_is_buried(const wn_planner *planner);

/* Marks the current search or path as given up: an edit, a new goal or position, or a missing way
 * back requires a new plan. Families call this where they discard it. The current tick, or the next
 * one, then reports a restart. */
static inline void wn_planner_give_up(wn_planner *planner) {
    planner->has_given_up = true;
}

/* Records the edit that invalidates the plan (NULL: unknown). For families that give up later than
 * they hear of the edit. The first edit is remembered, ... */
void wn_planner_blame(wn_planner *planner, const wn_edit *edit);
/* ... unless a later one has blocked the path: then the first of those. */
void wn_planner_blame_cut(wn_planner *planner, const wn_edit *edit);

/* The plan is repaired because of that edit, not given up. */
static inline void wn_planner_repair(wn_planner *planner) {
    if (planner->pending.is_set && !planner->has_given_up) {
        planner->cut = planner->pending;
        planner->pending.is_set = planner->has_replanned = false;
    }
}

/* Clears what was proved about the map before an edit; it may not hold any more. */
void wn_planner_wake(wn_planner *planner);

/* Chooses `next` as the target of the next move; WN_NONE: stay. False if no move leads there any
 * more. */
bool wn_planner_choose(wn_planner *planner, wn_id next, wend_tick *tick);
/* The same for a move whose cost is known; 0: the move is illegal. */
static inline bool wn_planner_choose_at_cost(wn_planner *planner, wn_id next, wend_cost cost,
                                             wend_tick *tick) {
    assert(next != planner->at);
    if (!cost) {
        if (tick->status == WEND_AGENT_MOVING) {
            tick->status = WEND_AGENT_WAITING;
        }
        return false;
    }
    planner->next = next;
    planner->next_cost = cost;
    planner->next_flags = 0;
    return true;
}

/* Marks the planner as settled: the chosen move and all that follow are on a complete route. */
static inline void wn_planner_settle(wn_planner *planner) {
    assert(planner->next != WN_NONE && planner->algorithm->family->step);
    planner->settled = true;
    planner->cut.is_set = false;
}

/* Chooses the last choice again, if it was not carried out and is still possible. For families that
 * would otherwise have to plan it again. */
bool wn_planner_choose_again(wn_planner *planner, wend_tick *tick);

#endif
