/* agent/destination.c - the goal of an agent, and whether it is reachable. */
#include "agent/agent.h"

/* ---- Asking the components --------------------------------------------------------------------
 */

static bool is_free_state(const wend_agent *agent, wend_state state) {
    return wn_domain_is_free(agent->planner.search.domain, state);
}

void wn_agent_init_destination(wend_agent *agent, const wend_agent_def *def) {
    agent->destination = (wn_destination){
        .components = def->components, .use_nearest = def->nearest, .given = def->goal};
    wn_agent_check_destination(agent);
}

wend_state wn_definition_goal(const wend_agent_def *def) {
    wend_state goal = def->goal;
    if (def->nearest &&
        !wend_map_is_free(def->map, wend_map_x(def->map, goal), wend_map_y(def->map, goal))) {
        def->components->nearest_of(def->components, def->start, def->goal, &goal);
    }
    return goal;
}

/* Chooses a reachable goal if the given one is unreachable. While the components do not know, the
 * planner keeps its goal, unless it has proved that one unreachable. */
static wend_reach choose_goal(wend_agent *agent, wend_state from, wend_reach reach) {
    wn_destination *d = &agent->destination;
    wn_planner *planner = &agent->planner;
    d->tries_given =
        d->tries_given && reach == WEND_REACH_UNKNOWN && is_free_state(agent, d->given);
    bool takes_given = reach == WEND_REACH_REACHABLE || d->tries_given;
    wend_state goal = takes_given ? d->given : planner->goal_state;
    if (reach == WEND_REACH_UNREACHABLE || !is_free_state(agent, goal)) {
        reach = d->components->nearest_of(d->components, from, d->given, &goal);
    }
    if (goal != WEND_STATE_NONE && goal != planner->goal_state) {
        /* The caller has not changed anything: the number of waits continues. */
        uint32_t waits = planner->waits;
        bool has_moved = planner->moved;
        wn_planner_set_goal(planner, goal);
        planner->waits = waits;
        planner->moved = has_moved;
    }
    return reach;
}

static void set_unreachable(wn_planner *planner, bool is_unreachable) {
    if (is_unreachable) {
        planner->status = WEND_AGENT_UNREACHABLE;
        planner->next = WN_NONE;
        planner->moved = false;
        assert(!wn_planner_is_settled(planner)); /* nothing was edited since it found a route */
    } else {
        wn_planner_wake(planner);
    }
}

void wn_agent_ask_components(wend_agent *agent) {
    wn_destination *d = &agent->destination;
    wn_planner *planner = &agent->planner;
    uint64_t map_version = planner->map->cells.version;
    if (d->is_checked && d->map_version == map_version &&
        d->components_version == d->components->version) {
        return;
    }
    /* The ways out of a blocked cell may lead to different components. */
    bool is_in_wall = wn_planner_is_on_blocked(planner);
    d->is_checked = !is_in_wall;
    d->map_version = map_version;
    d->components_version = d->components->version;
    wend_state from = wn_planner_state(planner);
    wend_reach reach = d->components->reach_of(d->components, from, d->given);
    if (d->use_nearest) {
        reach = choose_goal(agent, from, reach);
    }
    bool is_unreachable = reach == WEND_REACH_UNREACHABLE;
    if (is_unreachable || d->is_unreachable) {
        set_unreachable(planner, is_unreachable);
    }
    d->is_unreachable = is_unreachable;
    d->is_unsure = reach == WEND_REACH_UNKNOWN;
}

void wn_agent_question_proof(wend_agent *agent) {
    wn_destination *d = &agent->destination;
    bool is_outdated = d->use_nearest && d->is_unsure && agent->planner.goal_state != d->given;
    if (is_outdated && is_free_state(agent, d->given)) {
        d->tries_given = true;
        d->is_checked = false;
        wn_planner_wake(&agent->planner);
    }
}

/* ---- Changing the goal or the position --------------------------------------------------------
 */

static wend_error check_destination(const wend_agent *agent, wend_state state) {
    const wend_domain *domain = agent->planner.search.domain;
    /* The search on a racetrack treats all states of the goal's cell as one. */
    if (!domain->id_limit || domain->type->goal_cell) {
        return WEND_ERROR_UNSUPPORTED;
    }
    return state < domain->state_count ? WEND_OK : WEND_ERROR_OUTSIDE;
}

/* Checks the destination again after the goal or the position has changed. */
static void check_again(wend_agent *agent) {
    agent->searched_from = agent->counters.expansions;
    agent->destination.is_checked = false;
    wn_agent_check_destination(agent);
}

wend_error wend_agent_set_goal(wend_agent *agent, wend_state goal) {
    if (!agent) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_error error = check_destination(agent, goal);
    if (error) {
        return error;
    }
    bool is_blocked = !is_free_state(agent, goal);
    if (is_blocked && !agent->destination.use_nearest) {
        return WEND_ERROR_GOAL_BLOCKED;
    }
    agent->destination.given = goal;
    if (!is_blocked && goal != agent->planner.goal_state) {
        wn_planner_set_goal(&agent->planner, goal);
    }
    check_again(agent);
    return WEND_OK;
}

wend_error wend_agent_teleport(wend_agent *agent, wend_state state) {
    if (!agent) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_error error = check_destination(agent, state);
    if (error) {
        return error;
    }
    if (!is_free_state(agent, state)) {
        return WEND_ERROR_START_BLOCKED;
    }
    wn_planner_set_state(&agent->planner, state);
    check_again(agent);
    return WEND_OK;
}

/* ---- Reading ----------------------------------------------------------------------------------
 */

wend_state wend_agent_goal(const wend_agent *agent) {
    return agent ? wn_planner_state_of(&agent->planner, agent->planner.goal) : WEND_STATE_NONE;
}

wend_state wend_agent_goal_given(const wend_agent *agent) {
    return agent && agent->destination.use_nearest ? agent->destination.given
                                                   : wend_agent_goal(agent);
}
