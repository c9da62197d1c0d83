/* research/agent/research.c - budgets in expansions, as in the papers, and calls for experiments.
 */
#include "agent/agent.h"

#include <wend/research.h>

_Static_assert(WEND_AGENT_WORK_MAX == (uint64_t)WEND_EXPANSIONS_MAX * WEND_WORK_EXPANSION,
               "both limits of a budget are equal");

static bool is_resource(uint32_t expansions) {
    return expansions >= 1 && expansions <= WEND_EXPANSIONS_MAX;
}

static wend_budget budget_of(uint32_t expansions) {
    return (wend_budget){.work = (uint64_t)expansions * WEND_WORK_EXPANSION};
}

wend_error wend_agent_reserve_expansions(wend_agent *agent, uint32_t expansions) {
    return !agent                    ? WEND_ERROR_ARGUMENT
           : is_resource(expansions) ? wend_agent_reserve(agent, budget_of(expansions).work)
                                     : WEND_ERROR_BUDGET;
}

wend_error wend_agent_plan_expansions(wend_agent *agent, uint32_t expansions, wend_tick *tick) {
    return !agent || !tick           ? WEND_ERROR_ARGUMENT
           : is_resource(expansions) ? wend_agent_plan(agent, budget_of(expansions), tick)
                                     : WEND_ERROR_BUDGET;
}

wend_error wend_agent_tick_expansions(wend_agent *agent, uint32_t expansions, wend_tick *tick) {
    return !agent || !tick           ? WEND_ERROR_ARGUMENT
           : is_resource(expansions) ? wend_agent_tick(agent, budget_of(expansions), tick)
                                     : WEND_ERROR_BUDGET;
}

void wend_agent_split(const wend_agent *agent, uint32_t expansions, uint32_t *n_e, uint32_t *n_t) {
    wn_budget shares = agent ? wn_agent_split(agent, expansions) : (wn_budget){0};
    if (n_e) {
        *n_e = shares.expansions;
    }
    if (n_t) {
        *n_t = shares.trace_steps;
    }
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
