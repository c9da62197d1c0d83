/* plan/time_bounded.c - agents that divide one search among their ticks: TBA* (Bjornsson, Bulitko,
 * Sturtevant 2009), its late-acting form, A* under the same budget, TB(WA*), TB(GBFS) and TBR(WA*)
 * (Hernandez, Baier, Asin 2016). Line numbers refer to TBA*'s Algorithm 1. */
#include "plan/planner.h"
#include "domain/grid.h"

/* ---- Memory -------------------------------------------------------------------------------- */

static bool time_bounded_init(wn_planner *planner) {
    wn_time_bounded *bounded = &planner->bounded;
    *bounded = (wn_time_bounded){.use_shortcut = planner->parameters.shortcut,
                                 .rng = {planner->parameters.seed}};
    return !bounded->use_shortcut ||
           wn_shortcut_init(&bounded->shortcut, planner->search.domain, &planner->memory);
}

static void time_bounded_clear(wn_planner *planner) {
    wn_time_bounded *bounded = &planner->bounded;
    if (bounded->use_shortcut) {
        wn_shortcut_clear(&bounded->shortcut);
    }
    wn_route_clear(&bounded->paths[0], &planner->memory);
    wn_route_clear(&bounded->paths[1], &planner->memory);
}

static bool is_on_changing_map(const wn_planner *planner) {
    const wend_map *map = planner->map;
    return map && (map->cells.believed || map->cells.version > 0);
}

/* Reserves memory for `steps` more steps of the path being traced, or for a new one. */
static bool reserve_paths(wn_planner *planner, uint32_t steps, uint32_t expansions) {
    wn_time_bounded *bounded = &planner->bounded;
    const wn_search *search = &planner->search;
    /* A path has at most as many states as the search has touched. */
    uint32_t most = wn_search_clamp_to_states(
        search, search->touched + (uint64_t)expansions * search->domain->degree + 2);
    for (uint32_t i = 0; i < 2; i++) {
        wn_route *path = &bounded->paths[i];
        uint32_t held = bounded->tracing && i != bounded->followed ? path->count : 0;
        uint64_t wanted = (uint64_t)held + steps + 2;
        wanted = wanted < most ? wanted : most;
        if (!wn_route_reserve(path, &planner->memory, (uint32_t)wanted)) {
            return false;
        }
    }
    return true;
}

static bool time_bounded_reserve(wn_planner *planner, const wn_budget *budget) {
    wn_time_bounded *bounded = &planner->bounded;
    wn_search *search = &planner->search;
    /* The goal may be found in the coming tick, but the full allowance starts in the one after. */
    uint32_t steps = bounded->found ? budget->trace_steps_found : budget->trace_steps;
    uint32_t expansions = bounded->found ? 0 : budget->expansions;
    if (bounded->traced) {
        steps = 0;
    }
    /* Where the map changes, any tick may be the first one of a new search. */
    bool may_begin = !bounded->begun || bounded->cut || is_on_changing_map(planner);
    if (may_begin) {
        steps = wn_max_u32(steps, budget->trace_steps);
        expansions = budget->expansions;
    }
    if (!wn_search_reserve(search, expansions, may_begin) ||
        (steps > 0 && !reserve_paths(planner, steps, expansions))) {
        return false;
    }
    if (search->policy.learn) {
        /* The update takes place after the search, but needs its memory at once then. */
        uint64_t touched = search->touched + ((uint64_t)expansions + 1) * search->domain->degree;
        if (!wn_learning_reserve(&planner->learning, search, touched)) {
            return false;
        }
    }
    /* The tick that finds the route may search for a shortcut at once. */
    return !bounded->use_shortcut ||
           wn_shortcut_reserve(&bounded->shortcut, budget->expansions, budget->trace_steps);
}

static size_t time_bounded_bytes(const wn_planner *planner) {
    const wn_time_bounded *bounded = &planner->bounded;
    size_t bytes = (bounded->paths[0].count + bounded->paths[1].count) * sizeof(wn_route_entry);
    return bytes + (bounded->use_shortcut ? wn_search_bytes(&bounded->shortcut.search) : 0);
}

/* ---- Planning (lines 6 to 8) ---------------------------------------------------------------- */

static bool time_bounded_begin(wn_planner *planner) {
    wn_time_bounded *bounded = &planner->bounded;
    wn_search *search = &planner->search;
    if (search->released || !wn_search_conclude(search)) {
        return false;
    }
    const wend_map *map = planner->map;
    search->policy.prune =
        map && !map->cells.believed && !bounded->disturbed && !planner->parameters.as_published;
    wn_search_start(search, planner->goal);
    if (!search->kernel->seed(search, planner->start, 0)) {
        return false;
    }
    bounded->begun = true;
    bounded->effort = 0;
    bounded->version = map ? map->cells.version : 0;
    return true;
}

static wn_outcome time_bounded_expand(wn_planner *planner, const wn_budget *budget,
                                      wend_tick *tick) {
    wn_time_bounded *bounded = &planner->bounded;
    wn_search *search = &planner->search;
    uint32_t limit = budget->expansions;
    if (!bounded->begun) {
        if (search->domain->id_limit && !wn_domain_is_free(search->domain, planner->goal_state)) {
            return WN_NO_PATH; /* it was blocked; no need to search the whole map */
        }
        if (!time_bounded_begin(planner)) {
            return WN_NO_MEMORY;
        }
        if (wn_planner_acts(planner, WEND_ACTS_AT_ONCE)) {
            /* The first path must be traced in the same tick: the agent has no other. */
            limit = wn_min_u32(limit, budget->trace_steps);
        }
    }
    wn_outcome outcome = wn_search_run(search, limit, &budget->plan_until, &tick->expansions);
    bounded->effort += tick->expansions;
    bounded->found = outcome == WN_FOUND;
    if (bounded->found) {
        bounded->restart_after = 0;
        bounded->disturbed = false;
    }
    return outcome;
}

/* The position of the agent on the followed path, WN_NONE if it is off it. */
static uint32_t position_of(wn_planner *planner) {
    wn_time_bounded *bounded = &planner->bounded;
    const wn_route *path = &bounded->paths[bounded->followed];
    uint32_t last = bounded->position; /* kept up to date by time_bounded_moved */
    if (bounded->released) {
        return last;
    }
    if (last >= path->count || path->entries[last].node != planner->at ||
        path->entries[last].g != wn_search_g(&planner->search, planner->at)) {
        bounded->position = wn_search_find(&planner->search, path, planner->at);
    }
    return bounded->position;
}

static void time_bounded_moved(wn_planner *planner) {
    wn_time_bounded *bounded = &planner->bounded;
    const wn_route *path = &bounded->paths[bounded->followed];
    uint32_t next = bounded->position - 1;
    if (next < path->count && path->entries[next].node == planner->at) {
        bounded->position = next;
    }
}

/* ---- Tracing (lines 9 to 20) ---------------------------------------------------------------- */

/* Traces back until the traced path reaches the agent or the start. Returns whether it has. */
static bool time_bounded_trace_back(wn_planner *planner, uint32_t limit,
                                    const wn_deadline *deadline, wend_tick *tick) {
    wn_search *search = &planner->search;
    wn_route *path = &planner->bounded.paths[!planner->bounded.followed];
    const wend_map *map = planner->map;
    bool is_stale = map && map->cells.version != planner->bounded.version;
    /* The agent has moved since the last tick: it may stand on the traced part now. */
    if (wn_search_find(search, path, planner->at) != WN_NONE) {
        return true;
    }
    assert(path->count > 0); /* the trace has begun */
    wn_trace_clock clock = wn_trace_clock_begin(deadline);
    for (uint32_t steps = 0;; steps++) {
        wn_id front = path->entries[path->count - 1].node;
        if (front == planner->at || front == planner->start) {
            return true;
        }
        if (tick->trace_steps == limit) {
            return false;
        }
        if (steps > 0 && wn_trace_clock_is_late(&clock, &search->step_ns)) {
            return false;
        }
        wn_id parent = wn_search_parent(search, front);
        if (is_stale && !wn_move_holds(search, parent, front)) {
            planner->bounded.cut = true; /* discovered before the agent goes that way */
            return false;
        }
        if (front >> WN_PAGE_BITS != parent >> WN_PAGE_BITS) {
            wn_nodes_prefetch_page(&search->nodes, parent);
        }
        if (!wn_search_push(search, path, parent)) {
            tick->status = WEND_AGENT_OUT_OF_MEMORY;
            return false;
        }
        tick->trace_steps++;
    }
}

static bool time_bounded_begin_trace(wn_planner *planner, wend_tick *tick) {
    wn_time_bounded *bounded = &planner->bounded;
    wn_route *path = &bounded->paths[!bounded->followed];
    wn_id tip = planner->search.kernel->tip(&planner->search);
    path->count = 0;
    if (tip == WN_NONE) {
        return false;
    }
    if (!wn_search_push(&planner->search, path, tip)) {
        tick->status = WEND_AGENT_OUT_OF_MEMORY;
        return false;
    }
    bounded->trace_cost = wn_search_g(&planner->search, tip);
    bounded->tracing = true;
    return true;
}

/* The rule of `commit`: whether to leave the followed path for the traced one. */
static bool time_bounded_is_worth_it(wn_planner *planner) {
    const wn_time_bounded *bounded = &planner->bounded;
    const wn_route *followed = &bounded->paths[bounded->followed];
    uint32_t position = position_of(planner);
    bool at_its_end = followed->count == 0 || position == 0;
    return at_its_end || bounded->trace_cost >= bounded->followed_cost;
}

static void time_bounded_trace(wn_planner *planner, uint32_t limit, const wn_deadline *deadline,
                               wend_tick *tick) {
    wn_time_bounded *bounded = &planner->bounded;
    if (bounded->traced || (!wn_planner_acts(planner, WEND_ACTS_AT_ONCE) && !bounded->found)) {
        return;
    }
    if (!bounded->tracing && !time_bounded_begin_trace(planner, tick)) {
        return;
    }
    if (!time_bounded_trace_back(planner, limit, deadline, tick)) {
        tick->flags |= WEND_TICK_PARTIAL;
        return;
    }
    bounded->tracing = false;
    bool complete = bounded->paths[!bounded->followed].entries[0].node == planner->goal;
    if (complete || !planner->parameters.commit || time_bounded_is_worth_it(planner)) {
        bounded->followed = !bounded->followed;
        bounded->followed_cost = bounded->trace_cost;
        bounded->traced = complete;
        tick->flags |= WEND_TICK_REPLANNED;
    }
}

/* ---- Restarting (TBR(WA*)) ------------------------------------------------------------------ */

/* Makes the next search begin at the agent. */
static void time_bounded_restart(wn_planner *planner) {
    wn_time_bounded *bounded = &planner->bounded;
    bounded->learning = bounded->begun = bounded->tracing = false;
    bounded->found = bounded->traced = false;
    bounded->cut = bounded->better = bounded->released = false;
    bounded->paths[0].count = bounded->paths[1].count = 0;
    if (bounded->use_shortcut) {
        wn_shortcut_forget(&bounded->shortcut);
    }
    planner->start = planner->at;
}

/* RTBA*: gives up a search whose path was blocked. A search that missed a better route is given up,
 * too, but only once it has finished or has cost twice as much as the last one given up for that
 * reason: on a map that keeps changing an agent must be able to finish a search. */
static void replan_if_changed(wn_planner *planner) {
    wn_time_bounded *bounded = &planner->bounded;
    bool is_time = bounded->found || bounded->effort >= bounded->restart_after;
    if (!bounded->cut && !(bounded->better && is_time)) {
        return;
    }
    if (bounded->better && !bounded->cut) {
        bounded->restart_after = bounded->found ? 0 : 2 * bounded->effort;
    }
    if (bounded->begun) {
        wn_planner_give_up(planner);
    }
    time_bounded_restart(planner);
    planner->before = WN_NONE; /* it may be blocked now */
}

/* Learns one slice from the search that was given up. When everything is learned, the next tick
 * starts a new search at the agent. */
static void learn(wn_planner *planner, const wn_budget *budget, wend_tick *tick) {
    tick->status = WEND_AGENT_WAITING;
    if (planner->learning.queue.capacity < planner->search.touched) {
        tick->status = WEND_AGENT_OUT_OF_MEMORY;
        return;
    }
    if (wn_learn_run(&planner->learning, &planner->search, budget->expansions, &tick->learning,
                     &tick->updates)) {
        time_bounded_restart(planner);
        wn_planner_may_have_route(planner, tick);
    }
}

static void give_up_and_learn(wn_planner *planner, const wn_budget *budget, wend_tick *tick) {
    planner->bounded.learning = true;
    planner->bounded.restart_wanted = false;
    wn_planner_give_up(planner);
    wn_learn_begin(&planner->learning);
    if (tick->expansions == 0) {
        learn(planner, budget, tick);
    } else {
        tick->status = WEND_AGENT_WAITING; /* this tick's budget is spent */
    }
}

/* ---- Acting (lines 21 to 31) ---------------------------------------------------------------- */

/* The state after the agent's on the followed path, WN_NONE if the path does not lead on. */
static wn_id next_on_path(wn_planner *planner) {
    const wn_route *path = &planner->bounded.paths[planner->bounded.followed];
    uint32_t position = position_of(planner);
    return position == WN_NONE || position == 0 ? WN_NONE : path->entries[position - 1].node;
}

static wn_id random_neighbor(wn_planner *planner) {
    wn_search *search = &planner->search;
    const wn_successor *list;
    uint32_t count = search->kernel->successors(search, planner->at, search->buffer, &list);
    return count ? list[wn_rng_below(&planner->bounded.rng, count)].id : WN_NONE;
}

/* A step of an agent that is off its path: to its parent, or from the start to where it came from.
 */
static wn_id time_bounded_step_back(wn_planner *planner) {
    bool at_start = planner->at == planner->start;
    wn_id back = at_start ? planner->before : wn_search_parent(&planner->search, planner->at);
    if (back == WN_NONE || (!planner->search.domain->reversible &&
                            wn_search_move_cost(&planner->search, planner->at, back) == 0)) {
        return WN_NONE;
    }
    return back;
}

/* The next state of a shortcut to the known route, if the agent searches for one and finds it. */
static wn_id cut_across(wn_planner *planner, const wn_budget *budget, wend_tick *tick) {
    wn_time_bounded *bounded = &planner->bounded;
    if (!bounded->use_shortcut || !bounded->traced) {
        return WN_NONE;
    }
    const wn_route *route = &bounded->paths[bounded->followed];
    wn_shortcut_search(&bounded->shortcut, &planner->search, route, planner->at, budget, tick);
    return wn_shortcut_next(&bounded->shortcut, planner->at);
}

/* Settles if the chosen move is on the complete route and the differences of g are the costs of its
 * moves. They are not if states were reached more cheaply later, or the map was edited since. */
static void settle_on_route(wn_planner *planner) {
    wn_time_bounded *bounded = &planner->bounded;
    const wend_map *map = planner->map;
    bool is_exact = !planner->search.policy.reopen &&
                    (!map || map->cells.version == bounded->version) && !bounded->restart_wanted;
    if (bounded->traced && is_exact && planner->next == next_on_path(planner)) {
        wn_planner_settle(planner);
        bounded->shortcut.taken = false; /* its last move is on the route */
    }
}

static void time_bounded_step(wn_planner *planner) {
    const wn_time_bounded *bounded = &planner->bounded;
    const wn_route_entry *at = &bounded->paths[bounded->followed].entries[bounded->position];
    planner->next = at[-1].node;
    planner->next_cost = at[-1].g - at->g;
}

static void time_bounded_act(wn_planner *planner, const wn_budget *budget, wend_tick *tick) {
    wn_time_bounded *bounded = &planner->bounded;
    bool back = false;
    wn_id next =
        bounded->use_shortcut ? wn_shortcut_next(&bounded->shortcut, planner->at) : WN_NONE;
    if (next == WN_NONE) {
        next = next_on_path(planner);
    }
    if (next == WN_NONE && wn_planner_acts(planner, WEND_ACTS_SHUTTLES)) {
        next = planner->at == planner->start ? random_neighbor(planner) : planner->start;
    }
    if (next == WN_NONE && wn_planner_acts(planner, WEND_ACTS_AT_ONCE)) {
        next = cut_across(planner, budget, tick);
        if (next == WN_NONE) {
            next = time_bounded_step_back(planner);
            back = planner->at != planner->start;
        }
        if (next == WN_NONE && wn_planner_is(planner, WN_RESTARTS) &&
            planner->at != planner->start) {
            give_up_and_learn(planner, budget, tick);
            return;
        }
    }
    if (wn_planner_choose(planner, next, tick)) {
        planner->next_flags = back ? WEND_TICK_BACKTRACKED : 0;
        settle_on_route(planner);
    } else if (next != WN_NONE) {
        bounded->cut = true; /* the target was blocked */
    }
}

static void time_bounded_search(wn_planner *planner, const wn_budget *budget, wend_tick *tick) {
    wn_time_bounded *bounded = &planner->bounded;
    bool was_found = bounded->found;
    uint32_t trace_limit = was_found ? budget->trace_steps_found : budget->trace_steps;
    /* The first trace is bounded by the expansions of the first tick; a clock must not interrupt
     * it. */
    wn_deadline never = {0};
    wn_deadline trace_until = bounded->begun ? budget->trace_until : never;
    wn_outcome outcome = was_found ? WN_FOUND : time_bounded_expand(planner, budget, tick);
    if (outcome == WN_NO_PATH && bounded->better) {
        bounded->cut = true; /* there may be a route that this search could not see */
        tick->status = WEND_AGENT_WAITING;
        return;
    }
    if (wn_planner_goes_on(outcome, tick) && bounded->begun) {
        time_bounded_trace(planner, trace_limit, &trace_until, tick);
        bool must_stand = bounded->cut && planner->parameters.as_published;
        if (must_stand) { /* the previous path is not followed any more */
            bounded->paths[bounded->followed].count = 0;
            bounded->shortcut.taken = false;
        }
        if (must_stand || (!bounded->traced && wn_planner_is_on_blocked(planner))) {
            wn_planner_choose(planner, WN_NONE, tick);
        } else {
            time_bounded_act(planner, budget, tick);
        }
    }
}

static void time_bounded_plan(wn_planner *planner, const wn_budget *budget, wend_tick *tick) {
    wn_time_bounded *bounded = &planner->bounded;
    replan_if_changed(planner);
    if (bounded->learning) {
        learn(planner, budget, tick);
    } else if (bounded->restart_wanted && bounded->begun) {
        give_up_and_learn(planner, budget, tick);
    } else {
        time_bounded_search(planner, budget, tick);
    }
    if (bounded->found) {
        tick->flags |= WEND_TICK_FOUND;
    }
}

/* ---- Changes --------------------------------------------------------------------------------- */

/* Whether a cell lies in the bounding box of the route, or next to it. */
static bool is_in_box(const wn_planner *planner, const wn_edit *edit) {
    const wn_time_bounded *bounded = &planner->bounded;
    uint32_t x = wn_grid_x(planner->map, edit->id), y = wn_grid_y(planner->map, edit->id);
    uint32_t reach = planner->map->near->reach;
    return x + reach >= bounded->box_left && x <= bounded->box_right + reach &&
           y + reach >= bounded->box_top && y <= bounded->box_bottom + reach;
}

/* Whether a move of the followed path, or of the one being traced, is blocked or became more
 * expensive. */
static bool cuts_path(wn_planner *planner, const wn_edit *edit) {
    const wn_time_bounded *bounded = &planner->bounded;
    const wn_route *followed = &bounded->paths[bounded->followed];
    const wn_route *traced = &bounded->paths[!bounded->followed];
    return wn_edit_cuts(planner->map, &planner->search, followed, position_of(planner), edit) ||
           (bounded->tracing &&
            wn_edit_cuts(planner->map, &planner->search, traced, WN_NONE, edit));
}

/* Blocked cells matter if they lie on a path; a search that prunes moves is invalid if they are
 * anywhere near it. Freed cells matter where the search has been; elsewhere it will reach them. */
static void time_bounded_changed(wn_planner *planner, const wn_edit *edit) {
    wn_time_bounded *bounded = &planner->bounded;
    wn_search *search = &planner->search;
    const wend_map *map = planner->map;
    bool cheaper = !edit || edit->cheaper;
    bool knows_h = search->policy.learn || search->policy.adapt;
    bool was_useless = bounded->cut || bounded->better, cuts = false;
    if (cheaper && knows_h) {
        wn_search_forget(search); /* h-values may be too high now */
    }
    if (!bounded->begun) {
        bounded->cut = bounded->cut || cheaper; /* the goal may be free again */
    } else if (bounded->released) {
        bounded->cut = bounded->cut || cheaper || is_in_box(planner, edit);
    } else if (!edit || (cheaper && knows_h)) {
        bounded->cut = true;
    } else if (cheaper) {
        bool closed = !search->kernel->prunes; /* else open states were pruned, too */
        bounded->better = bounded->better || wn_edit_touches(map, search, edit, closed);
    } else {
        /* If the agent's cell was blocked, there are ways out that this search cannot see. */
        bool must_leave = edit->id == planner->at && wn_planner_is_on_blocked(planner);
        cuts = must_leave || cuts_path(planner, edit);
        bool prunes = search->kernel->prunes;
        bounded->disturbed =
            bounded->disturbed || (prunes && wn_edit_touches(map, search, edit, false));
        bounded->cut = bounded->cut || cuts || (prunes && bounded->disturbed);
    }
    /* A search that ended with WEND_AGENT_OVERFLOW has not seen everything that it could. */
    bounded->cut = bounded->cut || (cheaper && planner->status == WEND_AGENT_OVERFLOW);
    if (bounded->begun && cuts) {
        wn_planner_blame_cut(planner, edit);
    } else if (bounded->begun && !was_useless && (bounded->cut || bounded->better)) {
        wn_planner_blame(planner, edit);
    }
    if (bounded->cut || bounded->better) {
        wn_planner_wake(planner);
    }
}

/* Whether the search can still be used: it began at the agent's new position, or it has expanded
 * the new goal and the agent can step back to the way there. It cannot step back to a blocked cell
 * where the search began. */
static bool still_serves(const wn_planner *planner, bool goal_is_new) {
    const wn_time_bounded *bounded = &planner->bounded;
    if (!bounded->begun || bounded->learning || bounded->cut || bounded->released) {
        return false;
    }
    if (!goal_is_new) {
        return planner->at == planner->start;
    }
    if (planner->search.policy.learn) {
        return false; /* the h of open states is about the former goal, and must not be learned */
    }
    const wend_domain *domain = planner->search.domain;
    if (planner->at != planner->start &&
        !wn_domain_is_free(domain, wn_domain_state(domain, planner->start))) {
        return false;
    }
    const wn_node *node = wn_nodes_find(&planner->search.nodes, planner->goal);
    bool on_tree =
        wn_nodes_find(&planner->search.nodes, planner->at) != NULL; /* not on a shortcut */
    return wn_planner_acts(planner, WEND_ACTS_AT_ONCE) && on_tree && node &&
           node->next == WN_CLOSED;
}

static void time_bounded_retargeted(wn_planner *planner, bool goal_is_new) {
    wn_time_bounded *bounded = &planner->bounded;
    bounded->cut = !still_serves(planner, goal_is_new);
    if (goal_is_new) {
        wn_search_forget(&planner->search);
        bounded->restart_wanted =
            false; /* a new search starts anyway, if the old one can be given up */
    }
    /* The planned path has another start, or another goal. */
    bounded->traced = bounded->tracing = false;
    bounded->paths[0].count = bounded->paths[1].count = 0;
    bounded->position = WN_NONE;
    if (bounded->use_shortcut) {
        wn_shortcut_forget(&bounded->shortcut);
    }
    if (goal_is_new && !bounded->cut) {
        planner->search.goal = planner->goal;
        planner->search.outcome = WN_FOUND;
        bounded->found = true;
    }
}

/* Iterates over the shortcut being followed, then over the path from its end. */
static bool time_bounded_ahead(const wn_planner *planner, wn_ahead *ahead) {
    const wn_time_bounded *bounded = &planner->bounded;
    const wn_route *path = &bounded->paths[bounded->followed];
    if (!ahead->begun && bounded->use_shortcut && bounded->shortcut.taken) {
        wn_id next = wn_search_parent(&bounded->shortcut.search, ahead->at);
        if (next != WN_NONE) {
            ahead->at = next;
            return true;
        }
    }
    uint32_t position = 0;
    if (!ahead->begun) {
        position = bounded->released ? bounded->position
                                     : wn_search_find(&planner->search, path, ahead->at);
    }
    return wn_ahead_on(path, position == WN_NONE ? 0 : position, ahead);
}

/* Keeps the rest of the route. Without the search it is unknown where edits would matter: an edit
 * that makes anything cheaper invalidates the route, and another one does if it is near the
 * route. */
static void time_bounded_release(wn_planner *planner) {
    wn_time_bounded *bounded = &planner->bounded;
    wn_route *route = &bounded->paths[bounded->followed];
    if (bounded->released) {
        return;
    }
    bounded->box_left = bounded->box_top = UINT32_MAX;
    bounded->box_right = bounded->box_bottom = 0;
    for (uint32_t i = 0; planner->map && i <= bounded->position; i++) {
        uint32_t x = wn_grid_x(planner->map, route->entries[i].node);
        uint32_t y = wn_grid_y(planner->map, route->entries[i].node);
        bounded->box_left = wn_min_u32(bounded->box_left, x);
        bounded->box_top = wn_min_u32(bounded->box_top, y);
        bounded->box_right = wn_max_u32(bounded->box_right, x);
        bounded->box_bottom = wn_max_u32(bounded->box_bottom, y);
    }
    wn_route_shrink(route, &planner->memory, bounded->position + 1);
    wn_route_clear(&bounded->paths[!bounded->followed], &planner->memory);
    wn_search_release(&planner->search);
    if (bounded->use_shortcut) {
        wn_search_release(&bounded->shortcut.search);
    }
    bounded->released = true;
}

static void time_bounded_watch(wn_planner *planner, wn_watch *watch) {
    if (planner->bounded.use_shortcut) {
        planner->bounded.shortcut.search.watch = watch;
    }
}

const wn_family wn_time_bounded_family = {
    .init = time_bounded_init,
    .clear = time_bounded_clear,
    .reserve = time_bounded_reserve,
    .plan = time_bounded_plan,
    .moved = time_bounded_moved,
    .step = time_bounded_step,
    .release = time_bounded_release,
    .bytes = time_bounded_bytes,
    .changed = time_bounded_changed,
    .retargeted = time_bounded_retargeted,
    .ahead = time_bounded_ahead,
    .watch = time_bounded_watch,
    .map_kernel = wn_grid_kernel,
};

#define WN_TIME_BOUNDED_ALGORITHMS
#include "plan/define_algorithms.inl"
