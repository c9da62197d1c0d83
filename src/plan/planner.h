/* plan/planner.h - a planner: one search, the routes that it found, and where they are followed. It
 * knows no agent: an agent owns one, and others may lend them out. */
#ifndef WN_PLANNER_H
#define WN_PLANNER_H

#include <wend/agent.h>
#include <wend/watch.h>

#include "plan/ahead.h"
#include "plan/changes.h"
#include "plan/guided.h"
#include "plan/incremental.h"
#include "plan/jumping.h"
#include "plan/local.h"
#include "plan/lrta.h"
#include "plan/prioritized.h"
#include "plan/refine.h"
#include "plan/time_bounded.h"

typedef struct wn_planner wn_planner;

/* What sets the algorithms of a family apart. */
enum {
    WN_WEIGHTS_SEARCH = 1,     /* f = g + w h */
    WN_IS_GREEDY = 2,          /* f = h */
    WN_RESTARTS = 4,           /* where it cannot step back, it learns and restarts */
    WN_ONE_MOVE = 8,           /* one move per search unless the parameter `moves` says otherwise */
    WN_WEIGHTS_LEARNING = 16,  /* learns with w times the costs */
    WN_ADAPTS = 32,            /* raises h lazily, by what earlier searches have cost */
    WN_AVOIDS_DEPRESSIONS = 64 /* heads for where h was raised least */
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
    READS_LETTER = 1 << WEND_PARAMETER_AS_PUBLISHED,
};

/* What the algorithms of a file have in common. */
typedef struct wn_family {
    /* Everything that is common to all planners is set. Leaves nothing behind if it fails. */
    bool (*init)(wn_planner *planner);
    void (*clear)(wn_planner *planner);
    /* Memory for one tick with this budget. */
    bool (*reserve)(wn_planner *planner, const wn_budget *budget);
    /* Plans and traces under way, and chooses the next move with wn_planner_choose. Fills in
     * everything of the tick but `state`, `units` and what belongs to the move. */
    void (*plan)(wn_planner *planner, const wn_budget *budget, wend_tick *tick);
    /* The chosen move was made: `at` is new. Null: nothing is to be kept in step. */
    void (*moved)(wn_planner *planner);
    /* A settled planner whose search is of no more use but for its route: gives back what the route
     * does not need, and stays settled. Null: there is no such. */
    void (*release)(wn_planner *planner);
    /* A settled planner: sets `next` and `next_cost`. Null: it never settles. */
    void (*step)(wn_planner *planner);
    /* Bytes in use beside the search's. */
    size_t (*bytes)(const wn_planner *planner);
    /* The map was edited; null: more than is remembered. Costs O(1). */
    void (*changed)(wn_planner *planner, const wn_edit *edit);
    /* There is another goal, or the position was changed from outside. */
    void (*retargeted)(wn_planner *planner, bool goal_is_new);
    wn_kernel_choice *map_kernel; /* which kernel it searches maps with */
    bool repairs;                 /* as in wn_policy */
    bool learns;                  /* whether its search keeps h-values */
    /* How a state that its search has touched stands. Null: as the kernel says it. */
    wend_mark (*mark)(const wn_planner *planner, wn_id id, const wn_node *node);
    /* Goes on to the next point of what is planned; false at its end. From point to point a
     * straight line leads, or one move. Null: it plans one move at a time. */
    bool (*ahead)(const wn_planner *planner, wn_ahead *ahead);
    bool is_far_apart; /* straight lines, not moves, lead from point to point */
    /* Searches beside the main one are reported to the same watcher. Null: there are none. */
    void (*watch)(wn_planner *planner, wn_watch *watch);
    /* Whether what must be computed beforehand is there and fits the map. Null: nothing must. */
    wend_error (*check_aids)(const wend_agent_def *def, wend_diagnosis *diagnosis);
    /* Whether an edit of the map has made that wrong. Null likewise. */
    bool (*is_stale)(const wn_planner *planner);
    /* Not null: it does not plan, but says which algorithm does and sets parameters of that one
     * that are not set. All the others are null then. */
    const wend_algo *(*choose)(wend_agent_def *def);
} wn_family;

extern const wn_family wn_time_bounded_family;
extern const wn_family wn_local_family;
extern const wn_family wn_incremental_family;
extern const wn_family wn_jumping_family;
extern const wn_family wn_lrta_family;
extern const wn_family wn_prioritized_family;
extern const wn_family wn_refine_family;
extern const wn_family wn_guided_family;
extern const wn_family wn_auto_family;

typedef struct wn_algorithm {
    wend_algo info;
    const wn_family *family;
    uint32_t traits;
} wn_algorithm;

static inline const wn_algorithm *wn_algorithm_of(const wend_algo *algo) {
    return (const wn_algorithm *)algo; /* its first member */
}

/* What families read of wend_agent_def, and how ticks are shared out. */
typedef struct wn_parameters {
    uint32_t expand_permille;
    uint32_t trace_per_expansion;
    bool shortcut;
    bool commit;
    bool reopen;
    bool as_published;
    uint32_t weight_permille;
    bool weight_is_default; /* nobody has set it */
    bool one_move;          /* per search */
    uint32_t depth;
    uint32_t queue_size;
    uint32_t level;
    uint32_t gamma_permille;
    const wend_abstraction *abstraction;
    const wend_subgoals *subgoals;
    uint64_t seed;
    /* Jump point search: goes on along the route that it had while it plans another. Always, but
     * for measurements of what that is worth. */
    bool follows_old_route;
} wn_parameters;

/* Whether the algorithm reads all that are set, and they lie in their ranges. `algo` may be what
 * def->algo has chosen. */
wend_error wn_parameters_check(const wend_agent_def *def, const wend_algo *algo,
                               wend_diagnosis *diagnosis);
/* Something that was computed beforehand, the field `name`, must be there, made for the map of the
 * agent (`made_for` is null: it is missing), and not stale. */
wend_error wn_aid_check(const wend_agent_def *def, const char *name, const wend_map *made_for,
                        bool is_current, wend_diagnosis *diagnosis);
/* What the algorithm works with: defaults filled in. */
void wn_parameters_set(wn_parameters *parameters, const wend_agent_def *def, const wend_algo *algo);

/* An edit that has made useless what was planned. */
typedef struct wn_blame {
    bool is_set;
    bool cuts;    /* it has cut the path; else the search, or the path, may be of no use */
    wn_edit edit; /* its id is WN_NONE if it is not known which one it was */
} wn_blame;

struct wn_planner {
    /* What a planner reads that has nothing left to do but to follow its route. */
    const wn_algorithm *algorithm;
    const wend_map *map; /* null on other domains */
    uint64_t version;    /* of the map, as far as its edits were noticed */
    wn_id at;
    wn_id next; /* where the chosen move leads, WN_NONE if there is none */
    wend_cost next_cost;
    uint32_t next_flags; /* of the tick that makes the move */
    uint32_t refused;    /* plans before the last one, in a row, whose move was not made */
    uint32_t waits;      /* plans up to the last one, in a row, that followed no move; 0: no plan */
    wn_id before;        /* the position before the last move, WN_NONE if there was none */
    wn_id goal;
    wend_state goal_state;
    wend_agent_status status;
    /* The route is complete, the planner is on it, and nothing was edited since it was found. */
    bool settled;
    bool moved; /* since it has planned: what comes next is what its route says */

    wn_id undone;  /* what was chosen before and not done, WN_NONE if it was done or is invalid */
    wn_id start;   /* where the current search began */
    bool gets_out; /* the move that was chosen leads out from under a building */
    bool has_given_up;  /* since the last tick, see wn_planner_give_up */
    wn_blame pending;   /* an edit for which it will be given up, see wn_planner_blame */
    wn_blame cut;       /* the edit for which it was given up, until there is another plan */
    bool has_replanned; /* on the last tick there was a new plan, or a complete route */
    wn_memory memory;   /* the account of all that the planner holds */
    wn_parameters parameters;
    wn_search search;
    wn_learning learning; /* in use if search.policy.learn */
    uint64_t h_limit;     /* likewise: a learned h above this proves that there is no route */
    union {
        wn_time_bounded bounded;
        wn_local local;
        wn_incremental incremental;
        wn_jumping jumping;
        wn_lrta lrta;
        wn_prioritized prioritized;
        wn_refine refine;
        wn_guided guided;
    };
};

/* Where a planner begins and ends: numbers on a domain that has them, else packed states. */
typedef struct wn_ends {
    wend_state start, goal;
    wend_packed start_packed, goal_packed;
} wn_ends;

/* A planner whose memory, algorithm, parameters and map are set. False if memory is short, with
 * nothing left behind. */
bool wn_planner_init(wn_planner *planner, const wend_domain *domain, const wn_ends *ends);
void wn_planner_clear(wn_planner *planner);

bool wn_planner_reserve(wn_planner *planner, const wn_budget *budget);

/* Gives back what a planner that is settled does not need. */
void wn_planner_release(wn_planner *planner);

/* For a planner that is not settled. Reads the edits of the map since the last time, then plans
 * within the budget and chooses the next move. A planner that is at its goal, or has proved that
 * there is no way, does nothing, and says so by false. Fills in all of the tick but `state`. */
bool wn_planner_plan(wn_planner *planner, const wn_budget *budget, wend_tick *tick);

/* Whether it is at its goal, or has proved that it cannot get there. */
static inline bool wn_planner_is_final(const wn_planner *planner) {
    return planner->status == WEND_AGENT_ARRIVED || planner->status == WEND_AGENT_UNREACHABLE ||
           planner->status == WEND_AGENT_OVERFLOW;
}

/* Whether nothing is left but to follow a route: no search, no trace, no memory. */
static inline bool wn_planner_is_settled(const wn_planner *planner) {
    return planner->settled && (!planner->map || planner->map->cells.version == planner->version);
}

/* The plan of a planner that is settled: the next step. */
void wn_planner_step(wn_planner *planner, wend_tick *tick);

/* Makes the move that was chosen, if there is one and the map still has it. Adds it to the tick. */
void wn_planner_move(wn_planner *planner, wend_tick *tick);

/* Where the next move leads as far as it is known, WN_NONE if it is not. */
wn_id wn_planner_next(const wn_planner *planner);

/* What is planned, state by state or by the points where it turns, the nearest first. Writes at
 * most `capacity` of them and returns how many; says whether the last is the goal. */
uint32_t wn_planner_path(const wn_planner *planner, wend_state *states, uint32_t capacity,
                         bool *complete);
uint32_t wn_planner_corners(const wn_planner *planner, wend_state *states, uint32_t capacity,
                            bool *complete);

/* The blocked cell that makes the first move of it impossible that is, WN_NONE if there is none.
 * Also of a planner that was told that it is cut off. O(the path). */
wn_id wn_planner_obstacle(const wn_planner *planner);

/* The edits of the map since the last plan are noticed, though nothing is planned. */
void wn_planner_read_edits(wn_planner *planner);
static inline void wn_planner_notice_edits(wn_planner *planner) {
    if (planner->map && planner->map->cells.version != planner->version) {
        wn_planner_read_edits(planner);
    }
}

/* Another goal, or another position. */
void wn_planner_set_goal(wn_planner *planner, wend_state goal);
void wn_planner_set_state(wn_planner *planner, wend_state state);

/* To the search of a racetrack all states of the goal's cell are one; here they are told apart. */
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

/* False, with the status, if what was learned proves that no route leads on from here, or that one
 * would cost too much. */
bool wn_planner_may_have_route(wn_planner *planner, wend_tick *tick);

/* What the outcome of a search means to the tick; false if it cannot go on. Short of memory it goes
 * on with what was planned before. */
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

/* Whether an edit has blocked the goal: no need to search for it then. */
bool wn_planner_goal_blocked(const wn_planner *planner);

/* Whether the cell of the position was blocked. It can be left, but not entered again: whoever
 * could leave it in the wrong direction waits until the route is known. */
bool wn_planner_is_on_blocked(const wn_planner *planner);

/* Whether it is under a building: see wn_grid_is_buried. */
bool wn_planner_is_buried(const wn_planner *planner);

/* The search or the path that there was is given up, and what follows is planned anew: because of
 * an edit of the map, another goal or position, or because the way back is missing. Families say so
 * where they do it; the tick under way, or the next one, is then one that has restarted. */
static inline void wn_planner_give_up(wn_planner *planner) {
    planner->has_given_up = true;
}

/* An edit (null: it is not known which) makes useless what is planned. Families that give up later,
 * not when they hear of the edit, say so then. The first edit is remembered, ... */
void wn_planner_blame(wn_planner *planner, const wn_edit *edit);
/* ... or else the first one that has cut the path. */
void wn_planner_blame_cut(wn_planner *planner, const wn_edit *edit);

/* What is planned is not given up but repaired because of that edit. */
static inline void wn_planner_repair(wn_planner *planner) {
    if (planner->pending.is_set && !planner->has_given_up) {
        planner->cut = planner->pending;
        planner->pending.is_set = planner->has_replanned = false;
    }
}

/* What was proved of the map before an edit may not hold after it. */
void wn_planner_wake(wn_planner *planner);

/* The next move leads to `next`; WN_NONE: it stays. False if no move leads there any more. */
bool wn_planner_choose(wn_planner *planner, wn_id next, wend_tick *tick);
/* The same if it is known what the move costs, 0 if there is none. */
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

/* The chosen move is one of a complete route, and so are all that follow. */
static inline void wn_planner_settle(wn_planner *planner) {
    assert(planner->next != WN_NONE && planner->algorithm->family->step);
    planner->settled = true;
    planner->cut.is_set = false;
}

/* Chooses what was chosen before, if it was not done and is still possible: for those who would
 * have to plan it again. */
bool wn_planner_choose_again(wn_planner *planner, wend_tick *tick);

#endif
