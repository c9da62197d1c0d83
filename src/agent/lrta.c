/* agent/lrta.c - LRTA* (Korf 1990). */
#include "agent/agent.h"

#define LRTA_DEPTH 10u

static bool lrta_init(wend_agent *agent) {
    uint32_t depth = agent->def.depth ? agent->def.depth : LRTA_DEPTH;
    wn_breadth_init(&agent->lrta.ahead, WN_MINI_MIN, depth, WN_FACTOR_ONE);
    return true;
}

static void lrta_clear(wend_agent *agent) {
    wn_breadth_clear(&agent->lrta.ahead, &agent->memory);
}

static bool lrta_reserve(wend_agent *agent, const wn_budget *budget) {
    return wn_breadth_reserve(&agent->lrta.ahead, &agent->search, budget->expansions);
}

static size_t lrta_bytes(const wend_agent *agent) {
    return agent->lrta.ahead.count * sizeof(wn_id);
}

bool wn_lrta_look(wn_breadth *ahead, wn_search *search, wn_id at, wn_id target,
                  const wn_budget *budget, wend_tick *tick) {
    if (!ahead->running && !wn_breadth_begin(ahead, search, at, target)) {
        tick->status = WEND_OUT_OF_MEMORY;
        return false;
    }
    uint32_t left = budget->expansions - tick->expansions;
    switch (wn_breadth_run(ahead, search, left, &budget->plan_until, &tick->expansions)) {
    case WN_NO_PATH:
        tick->status = WEND_UNREACHABLE;
        return false;
    case WN_NO_MEMORY:
        tick->status = WEND_OUT_OF_MEMORY;
        return false;
    case WN_FOUND:
        tick->learning++;
        tick->updates += wn_breadth_learn(ahead, search);
        return true;
    default:
        tick->status = WEND_WAITING; /* the look-ahead goes on in the next tick */
        return false;
    }
}

static void lrta_tick(wend_agent *agent, const wn_budget *budget, wend_tick *tick) {
    wn_lrta *lrta = &agent->lrta;
    tick->status = wn_agent_goal_blocked(agent) ? WEND_UNREACHABLE : WEND_MOVING;
    if (tick->status == WEND_MOVING && agent->at != agent->goal &&
        wn_lrta_look(&lrta->ahead, &agent->search, agent->at, agent->goal, budget, tick)) {
        if (wn_agent_has_hope(agent, tick)) {
            wn_agent_move(agent, lrta->ahead.first, tick);
        }
    }
    if (agent->at == agent->goal) {
        tick->status = WEND_ARRIVED;
    }
}

static void lrta_changed(wend_agent *agent, const wn_edit *edit) {
    (void)edit; /* what was seen to be all may not be all any more */
    wn_breadth_forget(&agent->lrta.ahead, &agent->search);
    wn_agent_wake(agent);
}

static void lrta_retargeted(wend_agent *agent, bool goal_is_new) {
    agent->lrta.ahead.running = false;
    if (goal_is_new) {
        wn_breadth_forget(&agent->lrta.ahead, &agent->search);
    }
}

/* The goal of a look-ahead is never expanded. */
static wend_mark lrta_mark(const wend_agent *agent, wn_id id, const wn_node *node) {
    if (id == agent->goal) {
        return WEND_MARK_OPEN;
    }
    return wn_breadth_is_closed(&agent->lrta.ahead, node) ? WEND_MARK_CLOSED : WEND_MARK_OPEN;
}

const wn_family wn_lrta_family = {lrta_init,       lrta_clear,     lrta_reserve,
                                  lrta_tick,       lrta_bytes,     lrta_changed,
                                  lrta_retargeted, .learns = true, .mark = lrta_mark};
