/* agent/research.c - budgets in the words of the papers, and what only they ask for. */
#include "agent/agent.h"

#include <wend/research.h>

void wend_agent_split(const wend_agent *agent, uint32_t budget, uint32_t *expansions,
                      uint32_t *trace_steps) {
    wn_budget parts = agent ? wn_agent_split(agent, budget) : (wn_budget){0};
    *expansions = parts.expansions;
    *trace_steps = parts.trace_steps;
}

uint32_t wend_agent_units(const wend_agent *agent) {
    return agent ? agent->planner.search.kernel->units : 0;
}

wend_error wend_agent_restart(wend_agent *agent) {
    if (!agent) {
        return WEND_ERROR_ARGUMENT;
    }
    if (!wn_planner_is(&agent->planner, WN_RESTARTS)) {
        return WEND_ERROR_UNSUPPORTED;
    }
    agent->planner.bounded.restart_wanted = true;
    agent->planner.settled = false;
    return WEND_OK;
}
