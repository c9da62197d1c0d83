/* agent/reason.c - explains why an agent stands or turns. */
#include "agent/agent.h"

static wend_state state_of(const wn_planner *planner, wn_id id) {
    return id == WN_NONE ? WEND_STATE_NONE : wn_planner_state_of(planner, id);
}

static wend_explanation explanation(wend_reason reason, wend_state state, uint64_t count) {
    return (wend_explanation){.reason = reason, .state = state, .count = count};
}

/* Expansions of the current search. */
static uint64_t expansions_of(const wend_agent *agent) {
    return agent->counters.expansions - agent->searched_from;
}

/* Whether it has moved since its last plan. */
static bool has_moved(const wn_planner *planner) {
    return planner->moved && planner->next == WN_NONE;
}

/* The target of the last move, or of the chosen one. */
static wend_state headed_to(const wn_planner *planner) {
    return state_of(planner, planner->next == WN_NONE ? planner->at : planner->next);
}

static wend_explanation why_arrived(const wend_agent *agent) {
    wend_state goal = wend_agent_goal(agent), given = wend_agent_goal_given(agent);
    return (wend_explanation){.reason =
                                  goal == given ? WEND_REASON_ARRIVED : WEND_REASON_ARRIVED_NEAREST,
                              .state = given};
}

static wend_explanation why_unreachable(const wend_agent *agent) {
    wend_explanation e = {.state = wend_agent_goal_given(agent)};
    bool is_given = agent->planner.goal_state == e.state; /* not the nearest cell instead */
    if (is_given && wn_planner_goal_blocked(&agent->planner)) {
        e.reason = WEND_REASON_GOAL_BLOCKED;
    } else if (wn_planner_is_buried(&agent->planner)) {
        e.reason = WEND_REASON_CELL_BLOCKED;
        e.state = wn_planner_state(&agent->planner);
    } else if (agent->destination.is_unreachable) {
        e.reason = WEND_REASON_OTHER_COMPONENT;
    } else {
        e.reason = WEND_REASON_UNREACHABLE;
        e.count = expansions_of(agent);
    }
    return e;
}

/* Explains an agent that is on its way, and whose last plan has not failed. */
static wend_explanation why_active(const wend_agent *agent) {
    const wn_planner *planner = &agent->planner;
    uint64_t expansions = expansions_of(agent);
    bool is_found = planner->settled || (agent->flags & WEND_TICK_FOUND);
    bool is_moving = planner->next != WN_NONE || planner->moved;
    if (planner->waits == 0) {
        return explanation(WEND_REASON_NO_TICK, WEND_STATE_NONE, 0);
    }
    if (planner->next != WN_NONE && planner->refused) {
        return explanation(WEND_REASON_REFUSED, headed_to(planner), planner->refused);
    }
    if (planner->gets_out || (!is_moving && wn_planner_is_on_blocked(planner))) {
        return explanation(WEND_REASON_CELL_BLOCKED, wn_planner_state(planner), expansions);
    }
    if (planner->cut.is_set) {
        return explanation(WEND_REASON_ROUTE_BLOCKED, state_of(planner, planner->cut.edit.id),
                           expansions);
    }
    if (!is_moving) {
        return explanation(WEND_REASON_SEARCHING, wend_agent_goal(agent), expansions);
    }
    if (planner->next_flags & WEND_TICK_BACKTRACKED) {
        return explanation(WEND_REASON_BACKTRACKING, headed_to(planner), expansions);
    }
    if (is_found) {
        return explanation(WEND_REASON_ON_ROUTE, headed_to(planner), 0);
    }
    return explanation(WEND_REASON_ON_PATH, headed_to(planner), expansions);
}

static wend_explanation why(const wend_agent *agent) {
    wend_state goal = wend_agent_goal(agent);
    uint64_t bytes = agent->planner.memory.used;
    if (wn_agent_is_stale(agent)) {
        return explanation(WEND_REASON_STALE, goal, 0);
    }
    switch (wn_agent_status(agent)) {
    case WEND_AGENT_ARRIVED:
        return why_arrived(agent);
    case WEND_AGENT_UNREACHABLE:
        return why_unreachable(agent);
    case WEND_AGENT_OVERFLOW:
        return explanation(WEND_REASON_OVERFLOW, goal, 0);
    case WEND_AGENT_OUT_OF_MEMORY:
        return explanation(WEND_REASON_OUT_OF_MEMORY, goal, bytes);
    case WEND_AGENT_NOT_RESERVED:
        return explanation(WEND_REASON_NOT_RESERVED, goal, bytes);
    case WEND_AGENT_MOVING:
    case WEND_AGENT_WAITING:
        break;
    }
    return why_active(agent);
}

static bool is_there(const wend_explanation *e) {
    return e->reason == WEND_REASON_ARRIVED || e->reason == WEND_REASON_ARRIVED_NEAREST;
}

/* The edit that made the agent give up its plan. An agent whose goal the components report as
 * unreachable no longer plans: it still has its route, and the cell that blocks it is looked up. */
static wn_blame cut_of(const wend_agent *agent) {
    const wn_planner *planner = &agent->planner;
    if (planner->cut.is_set || !agent->destination.is_unreachable) {
        return planner->cut;
    }
    wn_id obstacle = planner->pending.is_set ? WN_NONE : wn_planner_obstacle(planner);
    return obstacle == WN_NONE
               ? planner->pending
               : (wn_blame){.is_set = true, .edit = {.id = obstacle, .is_wall = true}};
}

static wend_edit kind_of(const wn_edit *edit) {
    return edit->id == WN_NONE ? WEND_EDIT_UNKNOWN
           : edit->is_wall     ? (edit->cheaper ? WEND_EDIT_FREED : WEND_EDIT_BLOCKED)
                               : (edit->cheaper ? WEND_EDIT_LESS : WEND_EDIT_MORE);
}

wend_explanation wend_agent_explain(const wend_agent *agent) {
    if (!agent) {
        return (wend_explanation){0};
    }
    const wn_planner *planner = &agent->planner;
    wend_explanation e = why(agent);
    e.ticks = has_moved(planner) ? 0 : planner->waits;
    wn_blame cut = {0};
    if (!is_there(&e)) {
        cut = cut_of(agent);
    }
    e.edit = cut.is_set ? kind_of(&cut.edit) : WEND_EDIT_NONE;
    e.edited = cut.is_set ? state_of(planner, cut.edit.id) : WEND_STATE_NONE;
    return e;
}
