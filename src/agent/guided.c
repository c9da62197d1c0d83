/* agent/guided.c - D LRTA* (Bulitko, Lustrek, Schaeffer, Bjornsson, Sigmundarson 2008).
 *
 * A subgoal holds until the agent is in its region. The table sends nobody in circles, and LRTA*
 * reaches every subgoal, so the agent arrives. What it learned on the way to a subgoal is of no use
 * on the way to the next one, and is forgotten. */
#include "agent/agent.h"
#include "domain/subgoals.h"

static bool guided_init(wend_agent *agent) {
    agent->guided = (wn_guided){.target = WN_NONE};
    wn_breadth_init(&agent->guided.ahead, WN_MINI_MIN, 1, WN_FACTOR_ONE);
    return true;
}

static void guided_clear(wend_agent *agent) {
    wn_breadth_clear(&agent->guided.ahead, &agent->memory);
}

static bool guided_reserve(wend_agent *agent, const wn_budget *budget) {
    return wn_breadth_reserve(&agent->guided.ahead, &agent->search, budget->expansions);
}

static size_t guided_bytes(const wend_agent *agent) {
    return agent->guided.ahead.count * sizeof(wn_id);
}

static uint32_t guided_region_of(const wend_agent *agent, wn_id id) {
    return wn_region_of(agent->def.subgoals->abstraction, agent->def.subgoals->level, id);
}

/* Whether it is time to ask the table. */
static bool needs_target(const wend_agent *agent) {
    const wn_guided *guided = &agent->guided;
    if (guided->target == WN_NONE) {
        return true;
    }
    uint32_t here = guided_region_of(agent, agent->at);
    return guided->target != agent->goal && !guided->ahead.running &&
           (here == guided_region_of(agent, guided->target) ||
            here == guided_region_of(agent, agent->goal));
}

static void choose_target(wend_agent *agent) {
    wn_guided *guided = &agent->guided;
    wend_state subgoal = agent->def.goal;
    uint32_t depth = 1;
    wend_subgoals_find(agent->def.subgoals, wn_search_state(&agent->search, agent->at),
                       agent->def.goal, &subgoal, &depth);
    guided->target = wn_search_id(&agent->search, subgoal);
    guided->ahead.depth = depth;
    wn_breadth_forget(&guided->ahead, &agent->search);
}

static void guided_tick(wend_agent *agent, const wn_budget *budget, wend_tick *tick) {
    wn_guided *guided = &agent->guided;
    const wend_abstraction *abstraction = agent->def.subgoals->abstraction;
    tick->status = WEND_MOVING;
    if (!wn_abstraction_connects(abstraction, agent->at, agent->goal)) {
        tick->status = WEND_UNREACHABLE;
        return;
    }
    if (agent->at != agent->goal) {
        if (needs_target(agent)) {
            choose_target(agent);
        }
        if (wn_lrta_look(&guided->ahead, &agent->search, agent->at, guided->target, budget, tick)) {
            wn_agent_move(agent, guided->ahead.first, tick);
        }
    }
    if (agent->at == agent->goal) {
        tick->status = WEND_ARRIVED;
    }
}

/* An edit makes the table stale; the agent does not tick any more. */
static void guided_changed(wend_agent *agent, const wn_edit *edit) {
    (void)agent;
    (void)edit;
}

static void guided_retargeted(wend_agent *agent, bool goal_is_new) {
    (void)goal_is_new;
    agent->guided.target = WN_NONE;
    agent->guided.ahead.running = false;
}

/* The goal of a look-ahead is never expanded. */
static wend_mark guided_mark(const wend_agent *agent, wn_id id, const wn_node *node) {
    if (id == agent->guided.target) {
        return WEND_MARK_OPEN;
    }
    return wn_breadth_is_closed(&agent->guided.ahead, node) ? WEND_MARK_CLOSED : WEND_MARK_OPEN;
}

const wn_family wn_guided_family = {guided_init,       guided_clear,   guided_reserve,
                                    guided_tick,       guided_bytes,   guided_changed,
                                    guided_retargeted, .learns = true, .mark = guided_mark};
