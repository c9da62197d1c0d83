/* agent/agent.h - an agent: its account of memory, its algorithm, what it knows and where it is. */
#ifndef WN_AGENT_H
#define WN_AGENT_H

#include <wend/agent.h>

#include "agent/time_bounded.h"

typedef struct wn_algorithm {
    wend_algo_info info;
    wn_acting acting;
} wn_algorithm;

struct wend_agent {
    wn_memory memory; /* everything below it, and the agent itself */
    wend_agent_def def;
    const wn_algorithm *algorithm;
    wn_time_bounded planner;
    wend_status status;
    wend_counters counters;
};

#endif
