/* agent/time_bounded.h - agents that slice one best-first search over their ticks: TBA* and its
 * relatives. */
#ifndef WN_TIME_BOUNDED_H
#define WN_TIME_BOUNDED_H

#include <wend/agent.h>

#include "agent/shortcut.h"
#include "base/rng.h"
#include "search/search.h"

/* What an agent does while its search is under way. */
typedef enum wn_acting {
    WN_ACT_EARLY,        /* follows the most promising path so far */
    WN_ACT_LATE,         /* shuttles between the start and a random neighbour */
    WN_ACT_WHEN_COMPLETE /* stands still */
} wn_acting;

typedef struct wn_time_bounded {
    wn_acting acting;
    bool commit;
    bool use_shortcut;
    wn_search search;
    wn_path paths[2];
    uint32_t followed; /* paths[followed] is the path to follow, the other is being traced */
    bool tracing;      /* a trace is under way */
    bool found;        /* the search is over */
    bool traced;       /* the path to follow is the complete route */
    bool first_tick;
    wend_cost followed_cost; /* g of the end of the path to follow */
    wend_cost trace_cost;    /* g of the end of the path being traced */
    wn_id start;
    wn_id goal;
    wn_id at;
    wn_id before; /* where the agent was before its last move, WN_NONE if it never moved */
    wn_rng rng;
    wn_shortcut shortcut;
} wn_time_bounded;

bool wn_time_bounded_init(wn_time_bounded *planner, const wend_agent_def *def, wn_acting acting,
                          wn_memory *memory);
void wn_time_bounded_clear(wn_time_bounded *planner);

/* Memory for one tick with this budget. */
bool wn_time_bounded_reserve(wn_time_bounded *planner, const wn_budget *budget);

/* One tick; fills in everything but `state`. */
void wn_time_bounded_tick(wn_time_bounded *planner, const wn_budget *budget, wend_tick *tick);

size_t wn_time_bounded_bytes(const wn_time_bounded *planner);

#endif
