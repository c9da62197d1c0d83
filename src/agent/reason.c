/* agent/reason.c - why an agent stands or turns. */
#include "agent/agent.h"

static wend_state state_of(const wn_planner *planner, wn_id id) {
    return id == WN_NONE ? WEND_STATE_NONE : wn_planner_state_of(planner, id);
}

/* Of the search that there is. */
static uint64_t expansions_of(const wend_agent *agent) {
    return agent->counters.expansions - agent->searched_from;
}

/* Whether it moved after its last plan. */
static bool has_moved(const wn_planner *planner) {
    return planner->moved && planner->next == WN_NONE;
}

/* Where the last move led, or where the chosen one leads. */
static wend_state headed_to(const wn_planner *planner) {
    return state_of(planner, planner->next == WN_NONE ? planner->at : planner->next);
}

static wend_explanation why_arrived(const wend_agent *agent) {
    wend_state goal = wend_agent_goal(agent), given = wend_agent_goal_given(agent);
    return (wend_explanation){goal == given ? WEND_REASON_ARRIVED : WEND_REASON_ARRIVED_NEAREST,
                              given, 0, 0};
}

static wend_explanation why_unreachable(const wend_agent *agent) {
    wend_explanation e = {.state = wend_agent_goal_given(agent)};
    if (wn_planner_goal_blocked(&agent->planner)) {
        e.reason = WEND_REASON_GOAL_BLOCKED;
    } else if (agent->destination.is_cut_off) {
        e.reason = WEND_REASON_OTHER_PART;
    } else {
        e.reason = WEND_REASON_NO_ROUTE;
        e.count = expansions_of(agent);
    }
    return e;
}

/* Under way, and its last plan has not failed. */
static wend_explanation why_under_way(const wend_agent *agent) {
    const wn_planner *planner = &agent->planner;
    uint64_t expansions = expansions_of(agent);
    bool is_found = planner->settled || (agent->flags & WEND_TICK_FOUND);
    bool is_moving = planner->next != WN_NONE || planner->moved;
    if (planner->waits == 0) {
        return (wend_explanation){WEND_REASON_NO_TICK, WEND_STATE_NONE, 0, 0};
    }
    if (planner->next != WN_NONE && planner->refused) {
        return (wend_explanation){WEND_REASON_REFUSED, headed_to(planner), 0, planner->refused};
    }
    if (!is_moving && wn_planner_is_on_blocked(planner)) {
        return (wend_explanation){WEND_REASON_IN_WALL, wn_planner_state(planner), 0, expansions};
    }
    if (planner->cut.is_set && !planner->settled) {
        return (wend_explanation){WEND_REASON_CUT, state_of(planner, planner->cut.id), 0,
                                  expansions};
    }
    if (!is_moving) {
        return (wend_explanation){WEND_REASON_SEARCHING, wend_agent_goal(agent), 0, expansions};
    }
    if (planner->next_flags & WEND_TICK_BACKTRACKED) {
        return (wend_explanation){WEND_REASON_STEPS_BACK, headed_to(planner), 0, expansions};
    }
    if (is_found) {
        return (wend_explanation){WEND_REASON_ON_ROUTE, headed_to(planner), 0, 0};
    }
    return (wend_explanation){WEND_REASON_ON_PATH, headed_to(planner), 0, expansions};
}

static wend_explanation why(const wend_agent *agent) {
    wend_state goal = wend_agent_goal(agent);
    uint64_t bytes = agent->planner.memory.used;
    if (wn_agent_is_stale(agent)) {
        return (wend_explanation){WEND_REASON_STALE, goal, 0, 0};
    }
    switch (wn_agent_status(agent)) {
    case WEND_ARRIVED:
        return why_arrived(agent);
    case WEND_UNREACHABLE:
        return why_unreachable(agent);
    case WEND_OVERFLOW:
        return (wend_explanation){WEND_REASON_TOO_FAR, goal, 0, 0};
    case WEND_OUT_OF_MEMORY:
        return (wend_explanation){WEND_REASON_OUT_OF_MEMORY, goal, 0, bytes};
    case WEND_UNRESERVED:
        return (wend_explanation){WEND_REASON_UNRESERVED, goal, 0, bytes};
    case WEND_MOVING:
    case WEND_WAITING:
        break;
    }
    return why_under_way(agent);
}

wend_explanation wend_agent_explain(const wend_agent *agent) {
    if (!agent) {
        return (wend_explanation){0};
    }
    wend_explanation e = why(agent);
    e.ticks = has_moved(&agent->planner) ? 0 : agent->planner.waits;
    return e;
}
