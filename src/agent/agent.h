/* agent/agent.h - an agent: a planner of its own, how its ticks are shared out, and what is
 * counted. */
#ifndef WN_AGENT_H
#define WN_AGENT_H

#include "plan/planner.h"

struct wend_agent {
    wn_planner planner; /* its account of memory holds the agent itself, too */
    uint32_t expand_permille;
    uint32_t trace_per_expansion;
    bool reserve_failed; /* the last reservation */
    wend_counters counters;
    wn_watch watch;
    void *user; /* the caller's */
};

#endif
