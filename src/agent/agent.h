/* agent/agent.h - an agent: its account of memory, its algorithm, what it knows and where it is. */
#ifndef WN_AGENT_H
#define WN_AGENT_H

#include <wend/agent.h>

#include "agent/changes.h"
#include "agent/guided.h"
#include "agent/incremental.h"
#include "agent/jumping.h"
#include "agent/local.h"
#include "agent/lrta.h"
#include "agent/prioritized.h"
#include "agent/refine.h"
#include "agent/time_bounded.h"

/* What sets the algorithms of a family apart. */
enum {
    WN_ACTS_EARLY = 1,            /* time-bounded: follows the most promising path so far */
    WN_ACTS_LATE = 2,             /* time-bounded: shuttles at the start until the route is known */
    WN_ACTS_WHEN_COMPLETE = 4,    /* time-bounded: stands still until then */
    WN_WEIGHTS_SEARCH = 8,        /* f = g + w h */
    WN_IS_GREEDY = 16,            /* f = h */
    WN_RESTARTS = 32,             /* where it cannot step back, it learns and restarts */
    WN_ONE_MOVE = 64,             /* one move per search unless told otherwise */
    WN_FIXED_MOVES = 128,         /* and it cannot be told otherwise */
    WN_WEIGHTS_LEARNING = 256,    /* learns with w times the costs */
    WN_ADAPTS = 512,              /* raises h lazily, by what earlier searches have cost */
    WN_AVOIDS_DEPRESSIONS = 1024, /* heads for where h was raised least */
    WN_CHOOSES = 2048,            /* is one of the others, by the domain */
    WN_IN_CORRIDOR = 4096         /* searches the map inside two regions of an abstraction */
};

/* What the algorithms of a file have in common. */
typedef struct wn_family {
    /* The agent's def, algorithm, search, start, goal and at are set. Leaves nothing behind if it
     * fails. */
    bool (*init)(wend_agent *agent);
    void (*clear)(wend_agent *agent);
    /* Memory for one tick with this budget. */
    bool (*reserve)(wend_agent *agent, const wn_budget *budget);
    /* One tick; fills in everything but `state` and `cost`. */
    void (*tick)(wend_agent *agent, const wn_budget *budget, wend_tick *tick);
    /* Bytes in use beside the search's. */
    size_t (*bytes)(const wend_agent *agent);
    /* The map was edited; null: more than can be told. Costs O(1). */
    void (*changed)(wend_agent *agent, const wn_edit *edit);
    /* The agent was given another goal, or put elsewhere. */
    void (*retargeted)(wend_agent *agent, bool goal_is_new);
    /* Whether the agent's search keeps h-values. */
    bool learns;
    /* How a state that its search has touched stands. Null: as the best-first kernel says it. */
    wend_mark (*mark)(const wend_agent *agent, wn_id id, const wn_node *node);
    /* What wend_agent_path says. Null: it plans one move at a time. */
    uint32_t (*path)(const wend_agent *agent, wend_state *states, uint32_t capacity);
} wn_family;

extern const wn_family wn_time_bounded_family;
extern const wn_family wn_local_family;
extern const wn_family wn_incremental_family;
extern const wn_family wn_jumping_family;
extern const wn_family wn_lrta_family;
extern const wn_family wn_prioritized_family;
extern const wn_family wn_refine_family;
extern const wn_family wn_guided_family;

typedef struct wn_algorithm {
    wend_algo_info info;
    const wn_family *family;
    uint32_t traits;
} wn_algorithm;

struct wend_agent {
    wn_memory memory; /* everything below it, and the agent itself */
    wend_agent_def def;
    const wn_algorithm *algorithm;
    wn_search search;
    wn_learning learning; /* in use if search.policy.learn */
    uint64_t never;       /* likewise: a learned h above this proves that there is no route */
    wn_id start;          /* where the current search began */
    wn_id goal;
    wn_id at;
    wn_id before;     /* where the agent was before its last move, WN_NONE if it never moved */
    uint64_t version; /* of the map, as far as the agent has noticed its edits */
    union {
        wn_time_bounded planner;
        wn_local local;
        wn_incremental incremental;
        wn_jumping jumping;
        wn_lrta lrta;
        wn_prioritized prioritized;
        wn_refine refine;
        wn_guided guided;
    };
    wend_status status;
    wend_counters counters;
    wn_watch watch;
};

/* Writes the entries of a path below `position`, in falling order, as wend_agent_path does. */
uint32_t wn_agent_list_path(const wend_agent *agent, const wn_path *path, uint32_t position,
                            wend_state *states, uint32_t capacity);

/* False, with the status, if what was learned proves that no route leads on from where the agent
 * is, or that one would cost too much. */
static inline bool wn_agent_has_hope(wend_agent *agent, wend_tick *tick) {
    wend_cost h = agent->search.kernel->h(&agent->search, agent->at);
    if (h > agent->never) {
        tick->status = WEND_UNREACHABLE;
    } else if (h >= WEND_COST_MAX) {
        tick->status = WEND_OVERFLOW; /* learned values end there */
    } else {
        return true;
    }
    return false;
}

/* What the outcome of a search means to the tick; false if the agent cannot go on. Short of memory
 * it goes on with what was planned before. */
static inline bool wn_agent_goes_on(wn_outcome outcome, wend_tick *tick) {
    switch (outcome) {
    case WN_NO_PATH:
        tick->status = WEND_UNREACHABLE;
        return false;
    case WN_TOO_DEAR:
        tick->status = WEND_OVERFLOW;
        return false;
    case WN_NO_MEMORY:
        tick->status = WEND_OUT_OF_MEMORY;
        return true;
    case WN_FOUND:
    case WN_RUNNING:
        break;
    }
    return true;
}

/* The map that the agent is on, null if it is on another domain. */
static inline const wend_map *wn_agent_map(const wend_agent *agent) {
    return agent->def.map;
}

/* Whether an edit has blocked the goal: no need to search for it then. */
static inline bool wn_agent_goal_blocked(const wend_agent *agent) {
    const wend_domain *domain = agent->search.domain;
    return domain->id_limit && !wn_domain_is_free(domain, agent->def.goal);
}

/* Whether the agent's own cell was blocked under it. It can be left, but not entered again: whoever
 * can tell the right side from the wrong one waits until the route is known. */
static inline bool wn_agent_is_on_blocked(const wend_agent *agent) {
    const wend_domain *domain = agent->search.domain;
    return domain->id_limit &&
           !wn_domain_is_free(domain, wn_search_state(&agent->search, agent->at));
}

/* What was proved of the map before an edit may not hold after it. */
static inline void wn_agent_wake(wend_agent *agent) {
    if (agent->status == WEND_UNREACHABLE || agent->status == WEND_OVERFLOW) {
        agent->status = WEND_WAITING;
    }
}

/* Goes to `next`, or stays if it is WN_NONE or there is no way to it any more; says whether it
 * went. */
static inline bool wn_agent_move(wend_agent *agent, wn_id next, wend_tick *tick) {
    wend_cost cost = next == WN_NONE ? 0 : wn_search_move_cost(&agent->search, agent->at, next);
    if (!cost) {
        if (tick->status == WEND_MOVING) {
            tick->status = WEND_WAITING;
        }
        return false;
    }
    tick->cost = cost;
    agent->before = agent->at; /* TBA*'s line 30 would save it after overwriting it */
    agent->at = next;
    tick->flags |= WEND_TICK_MOVED;
    return true;
}

#endif
