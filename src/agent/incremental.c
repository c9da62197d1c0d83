/* agent/incremental.c - D* Lite (Koenig, Likhachev 2002). It is complete: the agent stands still
 * while a repair runs. */
#include "agent/agent.h"

static bool incremental_init(wend_agent *agent) {
    agent->incremental = (wn_incremental){0};
    return true;
}

static void incremental_clear(wend_agent *agent) {
    (void)agent;
}

/* Cells whose moves change with one edit. */
#define CELLS_PER_EDIT 25u

static bool incremental_reserve(wend_agent *agent, const wn_budget *budget) {
    const wend_map *map = wn_agent_map(agent);
    uint64_t edits = map ? map->version - agent->version : 0;
    uint32_t updates = edits > WN_EDITS ? 0 : (uint32_t)edits * CELLS_PER_EDIT;
    return wn_search_reserve(&agent->search, wn_add_sat(budget->expansions, 1),
                             wn_add_sat(updates, 1));
}

static size_t incremental_bytes(const wend_agent *agent) {
    (void)agent;
    return 0;
}

static void incremental_tick(wend_agent *agent, const wn_budget *budget, wend_tick *tick) {
    wn_incremental *plan = &agent->incremental;
    tick->status = WEND_MOVING;
    if (agent->at == agent->goal) {
        tick->status = WEND_ARRIVED;
        return;
    }
    if (!plan->begun) {
        plan->begun = wn_dstar_begin(&plan->dstar, &agent->search, agent->goal, agent->at);
    }
    wn_outcome outcome = plan->begun ? wn_dstar_run(&plan->dstar, budget->expansions,
                                                    &budget->plan_until, &tick->expansions)
                                     : WN_NO_MEMORY;
    switch (outcome) {
    case WN_NO_PATH:
        tick->status = WEND_UNREACHABLE;
        return;
    case WN_TOO_DEAR:
        tick->status = WEND_OVERFLOW;
        return;
    case WN_NO_MEMORY:
        tick->status = WEND_OUT_OF_MEMORY;
        return;
    case WN_RUNNING:
        tick->status = WEND_WAITING;
        return;
    case WN_FOUND:
        break;
    }
    tick->flags |= WEND_TICK_FOUND;
    if (wn_agent_move(agent, wn_dstar_next(&plan->dstar), tick)) {
        wn_dstar_move(&plan->dstar, agent->at);
    }
    if (agent->at == agent->goal) {
        tick->status = WEND_ARRIVED;
    }
}

static void incremental_changed(wend_agent *agent, const wn_edit *edit) {
    wn_incremental *plan = &agent->incremental;
    if (!edit || plan->dstar.overflowed) {
        plan->begun = false; /* too much, or the heuristic itself; or states are missing */
    } else if (plan->begun) {
        plan->begun = wn_edit_update(wn_agent_map(agent), &plan->dstar, edit);
    }
    wn_agent_wake(agent);
}

static void incremental_retargeted(wend_agent *agent, bool goal_is_new) {
    wn_incremental *plan = &agent->incremental;
    if (goal_is_new) {
        plan->begun = false;
    } else if (plan->begun) {
        wn_dstar_move(&plan->dstar, agent->at);
    }
}

/* States that were touched without a way to the goal being known count as not met. */
static wend_mark incremental_mark(const wend_agent *agent, wn_id id, const wn_node *node) {
    (void)agent, (void)id;
    bool is_known = node->g != WN_NONE || node->parent != WN_NONE;
    return !is_known ? WEND_MARK_NONE : node->next == WN_CLOSED ? WEND_MARK_CLOSED : WEND_MARK_OPEN;
}

/* What is known of the route: from state to state, always the best move. A repair may be under way,
 * so that what is known leads nowhere, or in circles; there it ends. */
static uint32_t incremental_path(const wend_agent *agent, wend_state *states, uint32_t capacity) {
    if (!agent->incremental.begun || agent->status != WEND_MOVING) {
        return 0;
    }
    wn_dstar ahead = agent->incremental.dstar;
    uint32_t count = 0;
    uint64_t most = agent->search.touched;
    while (ahead.at != agent->goal && count < most) {
        ahead.at = wn_dstar_next(&ahead);
        if (ahead.at == WN_NONE) {
            break;
        }
        if (count < capacity) {
            states[count] = wn_search_state(&agent->search, ahead.at);
        }
        count++;
    }
    return count;
}

const wn_family wn_incremental_family = {
    incremental_init,         incremental_clear,       incremental_reserve,    incremental_tick,
    incremental_bytes,        incremental_changed,     incremental_retargeted, .learns = false,
    .mark = incremental_mark, .path = incremental_path};
