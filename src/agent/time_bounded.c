/* agent/time_bounded.c - agents that slice one search over their ticks: TBA* (Bjornsson, Bulitko,
 * Sturtevant 2009), its late-acting form, A* under the same budget, TB(WA*), TB(GBFS) and
 * TBR(WA*) (Hernandez, Baier, Asin 2016). The line numbers are those of TBA*'s Algorithm 1. */
#include "agent/agent.h"

static bool has_trait(const wend_agent *agent, uint32_t trait) {
    return (agent->algorithm->traits & trait) != 0;
}

/* ---- Memory -------------------------------------------------------------------------------- */

static bool time_bounded_init(wend_agent *agent) {
    wn_time_bounded *planner = &agent->planner;
    *planner = (wn_time_bounded){.use_shortcut = agent->def.shortcut, .rng = {agent->def.seed}};
    wn_path_init(&planner->paths[0]);
    wn_path_init(&planner->paths[1]);
    return !planner->use_shortcut ||
           wn_shortcut_init(&planner->shortcut, agent->search.domain, &agent->memory);
}

static void time_bounded_clear(wend_agent *agent) {
    wn_time_bounded *planner = &agent->planner;
    if (planner->use_shortcut) {
        wn_shortcut_clear(&planner->shortcut);
    }
    wn_path_clear(&planner->paths[0], &agent->memory);
    wn_path_clear(&planner->paths[1], &agent->memory);
}

static bool is_on_changing_map(const wend_agent *agent) {
    const wend_map *map = wn_agent_map(agent);
    return map && (map->believed || map->version > 0);
}

/* Room for `steps` more steps of the path that is being traced, or for a new one. */
static bool reserve_paths(wend_agent *agent, uint32_t steps, uint32_t expansions) {
    wn_time_bounded *planner = &agent->planner;
    const wn_search *search = &agent->search;
    /* A path has no more states than the search has touched. */
    uint32_t most =
        wn_search_most(search, search->touched + (uint64_t)expansions * search->domain->degree + 2);
    for (uint32_t i = 0; i < 2; i++) {
        wn_path *path = &planner->paths[i];
        uint32_t held = planner->tracing && i != planner->followed ? path->count : 0;
        uint64_t wanted = (uint64_t)held + steps + 2;
        wanted = wanted < most ? wanted : most;
        if (!wn_path_reserve(path, &agent->memory, (uint32_t)wanted)) {
            return false;
        }
    }
    return true;
}

static bool time_bounded_reserve(wend_agent *agent, const wn_budget *budget) {
    wn_time_bounded *planner = &agent->planner;
    wn_search *search = &agent->search;
    /* The goal may be found in the coming tick, but the full allowance starts in the one after. */
    uint32_t steps = planner->found ? budget->trace_steps_found : budget->trace_steps;
    uint32_t expansions = planner->found ? 0 : budget->expansions;
    if (planner->traced) {
        steps = 0;
    }
    /* Where the map changes, any tick may be the first one of a new search. */
    bool may_begin = !planner->begun || planner->cut || is_on_changing_map(agent);
    if (may_begin) {
        steps = wn_max_u32(steps, budget->trace_steps);
        expansions = budget->expansions;
    }
    if (!wn_search_reserve(search, expansions, may_begin) ||
        (steps > 0 && !reserve_paths(agent, steps, expansions))) {
        return false;
    }
    if (search->policy.learn) {
        /* The update takes place once the search is over, but it needs room at once then. */
        uint64_t touched = search->touched + ((uint64_t)expansions + 1) * search->domain->degree;
        if (!wn_learning_reserve(&agent->learning, search, touched)) {
            return false;
        }
    }
    /* The tick that finds the route may look for a shortcut at once. */
    return !planner->use_shortcut ||
           wn_shortcut_reserve(&planner->shortcut, budget->expansions, budget->trace_steps);
}

static size_t time_bounded_bytes(const wend_agent *agent) {
    const wn_time_bounded *planner = &agent->planner;
    size_t bytes = (planner->paths[0].count + planner->paths[1].count) * sizeof(wn_path_entry);
    return bytes + (planner->use_shortcut ? wn_search_bytes(&planner->shortcut.search) : 0);
}

/* ---- Planning (lines 6 to 8) ---------------------------------------------------------------- */

static bool time_bounded_begin(wend_agent *agent) {
    wn_time_bounded *planner = &agent->planner;
    wn_search *search = &agent->search;
    if (!wn_search_conclude(search)) {
        return false;
    }
    const wend_map *map = wn_agent_map(agent);
    search->policy.prune = map && !map->believed && !planner->disturbed;
    search->kernel = wn_kernel_for(search->domain, &search->policy, true);
    search->kernel->start(search, agent->goal);
    if (!search->kernel->seed(search, agent->start, 0)) {
        return false;
    }
    planner->begun = true;
    planner->effort = 0;
    planner->version = map ? map->version : 0;
    return true;
}

static wn_outcome time_bounded_plan(wend_agent *agent, const wn_budget *budget, wend_tick *tick) {
    wn_time_bounded *planner = &agent->planner;
    wn_search *search = &agent->search;
    uint32_t limit = budget->expansions;
    if (!planner->begun) {
        if (search->domain->id_limit && !wn_domain_is_free(search->domain, agent->def.goal)) {
            return WN_NO_PATH; /* blocked by now; no need to search the whole map for it */
        }
        if (!time_bounded_begin(agent)) {
            return WN_NO_MEMORY;
        }
        if (has_trait(agent, WN_ACTS_EARLY)) {
            /* The first path must be traced in the same tick: the agent has no other. */
            limit = wn_min_u32(limit, budget->trace_steps);
        }
    }
    wn_outcome outcome = wn_search_run(search, limit, &budget->plan_until, &tick->expansions);
    planner->effort += tick->expansions;
    planner->found = outcome == WN_FOUND;
    if (planner->found) {
        planner->patience = 0;
        planner->disturbed = false;
    }
    return outcome;
}

/* ---- Tracing (lines 9 to 20) ---------------------------------------------------------------- */

/* Adds states to the traced path until it has come to the agent or to the start. Says whether it
 * has. */
static bool time_bounded_trace_back(wend_agent *agent, uint32_t limit, const wn_deadline *deadline,
                                    wend_tick *tick) {
    wn_search *search = &agent->search;
    wn_path *path = &agent->planner.paths[!agent->planner.followed];
    const wend_map *map = wn_agent_map(agent);
    bool is_stale = map && map->version != agent->planner.version;
    /* The agent has moved since the last tick: it may stand on the traced part by now. */
    if (wn_path_find(path, &search->nodes, agent->at) != WN_NONE) {
        return true;
    }
    for (uint32_t steps = 1;; steps++) {
        wn_id front = path->entries[path->count - 1].id;
        if (front == agent->at || front == agent->start) {
            return true;
        }
        if (tick->trace_steps == limit) {
            return false;
        }
        if (steps % WN_TRACE_STEPS_PER_LOOK == 0 && wn_deadline_passed(deadline)) {
            return false;
        }
        wn_id parent = wn_search_parent(search, front);
        if (is_stale && !wn_edge_holds(search, parent, front)) {
            agent->planner.cut = true; /* found out before the agent goes that way */
            return false;
        }
        if (front >> WN_PAGE_BITS != parent >> WN_PAGE_BITS) {
            wn_nodes_fetch(&search->nodes, parent);
        }
        if (!wn_path_push(path, &search->nodes, parent)) {
            tick->status = WEND_OUT_OF_MEMORY;
            return false;
        }
        tick->trace_steps++;
    }
}

static bool time_bounded_begin_trace(wend_agent *agent, wend_tick *tick) {
    wn_time_bounded *planner = &agent->planner;
    wn_path *path = &planner->paths[!planner->followed];
    wn_id tip = agent->search.kernel->tip(&agent->search);
    path->count = 0;
    if (tip == WN_NONE) {
        return false;
    }
    if (!wn_path_push(path, &agent->search.nodes, tip)) {
        tick->status = WEND_OUT_OF_MEMORY;
        return false;
    }
    planner->trace_cost = wn_search_g(&agent->search, tip);
    planner->tracing = true;
    return true;
}

/* The rule of "commit": is the traced path worth leaving the other one for? */
static bool time_bounded_is_worth_it(const wend_agent *agent) {
    const wn_time_bounded *planner = &agent->planner;
    const wn_path *followed = &planner->paths[planner->followed];
    uint32_t position = wn_path_find(followed, &agent->search.nodes, agent->at);
    bool at_its_end = followed->count == 0 || position == 0;
    return at_its_end || planner->trace_cost >= planner->followed_cost;
}

static void time_bounded_trace(wend_agent *agent, uint32_t limit, const wn_deadline *deadline,
                               wend_tick *tick) {
    wn_time_bounded *planner = &agent->planner;
    if (planner->traced || (!has_trait(agent, WN_ACTS_EARLY) && !planner->found)) {
        return;
    }
    if (!planner->tracing && !time_bounded_begin_trace(agent, tick)) {
        return;
    }
    if (!time_bounded_trace_back(agent, limit, deadline, tick)) {
        tick->flags |= WEND_TICK_PARTIAL;
        return;
    }
    planner->tracing = false;
    bool complete = planner->paths[!planner->followed].entries[0].id == agent->goal;
    if (complete || !agent->def.commit || time_bounded_is_worth_it(agent)) {
        planner->followed = !planner->followed;
        planner->followed_cost = planner->trace_cost;
        planner->traced = complete;
        tick->flags |= WEND_TICK_REPLANNED;
    }
}

/* ---- Restarting (TBR(WA*)) ------------------------------------------------------------------ */

/* The next search begins where the agent is. */
static void time_bounded_start_anew(wend_agent *agent) {
    wn_time_bounded *planner = &agent->planner;
    planner->learning = planner->begun = planner->tracing = false;
    planner->found = planner->traced = false;
    planner->cut = planner->better = false;
    planner->paths[0].count = planner->paths[1].count = 0;
    if (planner->use_shortcut) {
        wn_shortcut_forget(&planner->shortcut);
    }
    agent->start = agent->at;
}

/* RTBA*: a search whose path was cut is given up. So is one that missed a better route, but only
 * once it is over or has cost twice as much as the last one that was given up for that reason: a
 * map that keeps changing must not keep an agent from ever finishing a search. */
static void replan_if_changed(wend_agent *agent, wend_tick *tick) {
    wn_time_bounded *planner = &agent->planner;
    bool is_time = planner->found || planner->effort >= planner->patience;
    if (!planner->cut && !(planner->better && is_time)) {
        return;
    }
    if (planner->better && !planner->cut) {
        planner->patience = planner->found ? 0 : 2 * planner->effort;
    }
    if (planner->begun) {
        agent->counters.restarts++;
        tick->flags |= WEND_TICK_RESTARTED;
    }
    time_bounded_start_anew(agent);
    agent->before = WN_NONE; /* it may be blocked by now */
}

/* Learns a bit more from the search that was given up; when all is learned, the next tick starts a
 * new one where the agent is. */
static void learn(wend_agent *agent, const wn_budget *budget, wend_tick *tick) {
    tick->flags |= WEND_TICK_RESTARTED;
    tick->status = WEND_WAITING;
    if (agent->learning.queue.capacity < agent->search.touched) {
        tick->status = WEND_OUT_OF_MEMORY;
        return;
    }
    if (wn_learn_run(&agent->learning, &agent->search, budget->expansions, &tick->learning,
                     &tick->updates)) {
        time_bounded_start_anew(agent);
        wn_agent_has_hope(agent, tick);
    }
}

static void give_up(wend_agent *agent, const wn_budget *budget, wend_tick *tick) {
    agent->planner.learning = true;
    agent->planner.restart_wanted = false;
    agent->counters.restarts++;
    wn_learn_begin(&agent->learning);
    if (tick->expansions == 0) {
        learn(agent, budget, tick);
    } else {
        tick->flags |= WEND_TICK_RESTARTED; /* this tick's budget is spent */
        tick->status = WEND_WAITING;
    }
}

/* ---- Acting (lines 21 to 31) ---------------------------------------------------------------- */

/* The state after the agent's on the path to follow, WN_NONE if the path does not lead on. */
static wn_id next_on_path(const wend_agent *agent) {
    const wn_path *path = &agent->planner.paths[agent->planner.followed];
    uint32_t position = wn_path_find(path, &agent->search.nodes, agent->at);
    return position == WN_NONE || position == 0 ? WN_NONE : path->entries[position - 1].id;
}

static wn_id random_neighbor(wend_agent *agent) {
    wn_search *search = &agent->search;
    const wn_successor *list;
    uint32_t count = search->kernel->successors(search, agent->at, search->buffer, &list);
    return count ? list[wn_rng_below(&agent->planner.rng, count)].id : WN_NONE;
}

/* The agent is off its path: back to its parent, and from the start to where it came from. */
static wn_id time_bounded_step_back(wend_agent *agent, wend_tick *tick) {
    bool at_start = agent->at == agent->start;
    wn_id back = at_start ? agent->before : wn_search_parent(&agent->search, agent->at);
    if (back == WN_NONE || (!agent->search.domain->reversible &&
                            wn_search_move_cost(&agent->search, agent->at, back) == 0)) {
        return WN_NONE;
    }
    if (!at_start) {
        tick->flags |= WEND_TICK_BACKTRACKED;
    }
    return back;
}

/* A way across to the known route, if the agent looks for one and finds it. */
static wn_id cut_across(wend_agent *agent, const wn_budget *budget, wend_tick *tick) {
    wn_time_bounded *planner = &agent->planner;
    if (!planner->use_shortcut || !planner->traced) {
        return WN_NONE;
    }
    const wn_path *route = &planner->paths[planner->followed];
    wn_shortcut_look(&planner->shortcut, &agent->search, route, agent->at, budget, tick);
    return wn_shortcut_next(&planner->shortcut, agent->at);
}

static void time_bounded_act(wend_agent *agent, const wn_budget *budget, wend_tick *tick) {
    wn_time_bounded *planner = &agent->planner;
    wn_id next = planner->use_shortcut ? wn_shortcut_next(&planner->shortcut, agent->at) : WN_NONE;
    if (next == WN_NONE) {
        next = next_on_path(agent);
    }
    if (next == WN_NONE && has_trait(agent, WN_ACTS_LATE)) {
        next = agent->at == agent->start ? random_neighbor(agent) : agent->start;
    }
    if (next == WN_NONE && has_trait(agent, WN_ACTS_EARLY)) {
        next = cut_across(agent, budget, tick);
        if (next == WN_NONE) {
            next = time_bounded_step_back(agent, tick);
        }
        if (next == WN_NONE && has_trait(agent, WN_RESTARTS) && agent->at != agent->start) {
            give_up(agent, budget, tick);
            return;
        }
    }
    if (!wn_agent_move(agent, next, tick) && next != WN_NONE) {
        planner->cut = true; /* what lies there was blocked */
    }
}

static void time_bounded_plan_and_act(wend_agent *agent, const wn_budget *budget, wend_tick *tick) {
    wn_time_bounded *planner = &agent->planner;
    bool was_found = planner->found;
    uint32_t trace_limit = was_found ? budget->trace_steps_found : budget->trace_steps;
    /* The first trace is bounded by the expansions of the first tick; no clock may cut it off. */
    wn_deadline never = {0};
    wn_deadline trace_until = planner->begun ? budget->trace_until : never;
    wn_outcome outcome = was_found ? WN_FOUND : time_bounded_plan(agent, budget, tick);
    if (outcome == WN_NO_PATH && planner->better) {
        planner->cut = true; /* there may be a route that this search could not see */
        tick->status = WEND_WAITING;
        return;
    }
    if (wn_agent_goes_on(outcome, tick) && planner->begun) {
        time_bounded_trace(agent, trace_limit, &trace_until, tick);
        if (!planner->traced && wn_agent_is_on_blocked(agent)) {
            wn_agent_move(agent, WN_NONE, tick);
        } else {
            time_bounded_act(agent, budget, tick);
        }
    }
}

static void time_bounded_tick(wend_agent *agent, const wn_budget *budget, wend_tick *tick) {
    wn_time_bounded *planner = &agent->planner;
    tick->status = WEND_MOVING;
    replan_if_changed(agent, tick);
    if (planner->learning) {
        learn(agent, budget, tick);
    } else if (planner->restart_wanted && planner->begun && agent->at != agent->goal) {
        give_up(agent, budget, tick);
    } else if (agent->at != agent->goal) {
        time_bounded_plan_and_act(agent, budget, tick);
    }
    if (planner->found) {
        tick->flags |= WEND_TICK_FOUND;
    }
    if (agent->at == agent->goal) {
        tick->status = WEND_ARRIVED;
    }
}

/* ---- Changes --------------------------------------------------------------------------------- */

/* A blocked cell can be left, by an agent that stands there, but no way leads through it. */
static void drop_if_blocked(wend_agent *agent, wn_id id) {
    wn_search *search = &agent->search;
    bool is_end = id == agent->start || id == agent->at || id == agent->goal;
    if (!is_end && search->outcome == WN_RUNNING &&
        !wn_domain_is_free(search->domain, wn_search_state(search, id))) {
        search->kernel->drop(search, id);
    }
}

/* Blocked cells matter if they lie on a path; a search that passes moves over does not survive them
 * anywhere near. Freed cells matter where the search has been; elsewhere it will come upon them. */
static void time_bounded_changed(wend_agent *agent, const wn_edit *edit) {
    wn_time_bounded *planner = &agent->planner;
    wn_search *search = &agent->search;
    const wend_map *map = wn_agent_map(agent);
    bool cheaper = !edit || edit->cheaper;
    bool knows_h = search->policy.learn || search->policy.adapt;
    if (cheaper && knows_h) {
        wn_search_forget(search); /* h-values may be too high now */
    }
    if (!planner->begun) {
        planner->cut = planner->cut || cheaper; /* the goal may be free again */
    } else if (!edit || (cheaper && knows_h)) {
        planner->cut = true;
    } else if (cheaper) {
        planner->better = planner->better || wn_edit_touches(map, search, edit, true);
    } else if (!search->kernel->complete) {
        planner->disturbed = planner->disturbed || wn_edit_touches(map, search, edit, false);
        planner->cut = planner->cut || planner->disturbed;
    } else {
        const wn_path *followed = &planner->paths[planner->followed];
        const wn_path *traced = &planner->paths[!planner->followed];
        uint32_t from = wn_path_find(followed, &search->nodes, agent->at);
        planner->cut = planner->cut || wn_edit_cuts(map, search, followed, from, edit) ||
                       (planner->tracing && wn_edit_cuts(map, search, traced, WN_NONE, edit));
        if (!planner->cut) {
            drop_if_blocked(agent, edit->id);
        }
    }
    /* A search that has come to WEND_OVERFLOW is over, and has not seen all that it could. */
    planner->cut = planner->cut || (cheaper && agent->status == WEND_OVERFLOW);
    if (planner->cut || planner->better) {
        wn_agent_wake(agent);
    }
}

/* Whether the search goes on to serve: it began where the agent is put, or has expanded the new
 * goal and the agent can step back to the way there. */
static bool still_serves(const wend_agent *agent, bool goal_is_new) {
    const wn_time_bounded *planner = &agent->planner;
    if (!planner->begun || planner->learning || planner->cut) {
        return false;
    }
    if (!goal_is_new) {
        return agent->at == agent->start;
    }
    const wn_node *node = wn_nodes_find(&agent->search.nodes, agent->goal);
    bool on_tree = wn_nodes_find(&agent->search.nodes, agent->at) != NULL; /* not on a shortcut */
    return has_trait(agent, WN_ACTS_EARLY) && on_tree && node && node->next == WN_CLOSED;
}

static void time_bounded_retargeted(wend_agent *agent, bool goal_is_new) {
    wn_time_bounded *planner = &agent->planner;
    planner->cut = !still_serves(agent, goal_is_new);
    if (goal_is_new) {
        wn_search_forget(&agent->search);
    }
    if (planner->cut) {
        return;
    }
    if (goal_is_new) {
        agent->search.goal = agent->goal;
        agent->search.outcome = WN_FOUND;
        planner->found = true;
    }
    planner->traced = planner->tracing = false;
    planner->paths[0].count = planner->paths[1].count = 0;
    if (planner->use_shortcut) {
        wn_shortcut_forget(&planner->shortcut);
    }
}

/* A shortcut that is being walked, then the path from where it leads to. */
static uint32_t time_bounded_path(const wend_agent *agent, wend_state *states, uint32_t capacity) {
    const wn_time_bounded *planner = &agent->planner;
    const wn_path *ahead = &planner->paths[planner->followed];
    wn_id at = agent->at;
    uint32_t count = 0;
    for (; planner->use_shortcut && planner->shortcut.taken; count++) {
        wn_id next = wn_search_parent(&planner->shortcut.search, at);
        if (next == WN_NONE) {
            break;
        }
        at = next;
        if (count < capacity) {
            states[count] = wn_search_state(&agent->search, at);
        }
    }
    uint32_t position = wn_path_find(ahead, &agent->search.nodes, at);
    uint32_t left = capacity > count ? capacity - count : 0;
    return count + wn_agent_list_path(agent, ahead, position == WN_NONE ? 0 : position,
                                      left ? states + count : states, left);
}

const wn_family wn_time_bounded_family = {
    time_bounded_init,       time_bounded_clear, time_bounded_reserve,
    time_bounded_tick,       time_bounded_bytes, time_bounded_changed,
    time_bounded_retargeted, .learns = false,    .path = time_bounded_path};
