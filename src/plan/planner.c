#include "plan/planner.h"

/* ---- Create and destroy ---------------------------------------------------------------------- */

static wn_policy policy_of(const wn_planner *planner) {
    const wn_family *family = planner->algorithm->family;
    wn_policy policy = WN_POLICY_PLAIN;
    if (wn_planner_is(planner, WN_WEIGHTS_SEARCH)) {
        policy.h_factor = planner->parameters.weight_permille;
    }
    if (wn_planner_is(planner, WN_IS_GREEDY)) {
        policy.g_factor = 0;
    }
    policy.reopen = planner->parameters.reopen;
    policy.prune =
        planner->map && !planner->map->cells.believed && !planner->parameters.as_published;
    policy.keep_parents = planner->parameters.as_published && wn_planner_is(planner, WN_IS_GREEDY);
    policy.adapt = wn_planner_is(planner, WN_ADAPTS);
    policy.learn = !policy.adapt && (family->learns || wn_planner_is(planner, WN_RESTARTS));
    policy.repairs = family->repairs;
    policy.map_kernel = family->map_kernel;
    return policy;
}

/* Assigns ids to the start and the goal; false if memory is short. */
static bool number_ends(wn_planner *planner, const wn_ends *ends) {
    wn_search *search = &planner->search;
    if (search->domain->id_limit == 0) {
        planner->start = wn_search_intern(search, &ends->start_packed);
        planner->goal = wn_search_intern(search, &ends->goal_packed);
    } else {
        planner->goal = wn_search_goal_id(search, ends->goal);
        planner->start = wn_search_id(search, ends->start);
    }
    planner->goal_state = ends->goal;
    planner->at = planner->start;
    planner->before = planner->next = planner->undone = WN_NONE;
    return planner->start != WN_NONE && planner->goal != WN_NONE;
}

/* The maximum of a learned h if there is a route, which visits no state twice. */
static uint64_t most_h(const wend_domain *domain, uint32_t factor) {
    if (!domain->state_count || !domain->max_move_cost) {
        return WEND_COST_MAX;
    }
    uint64_t weight = (factor + WN_FACTOR_ONE - 1) / WN_FACTOR_ONE;
    uint64_t most = (uint64_t)domain->state_count * domain->max_move_cost * weight;
    return most < WEND_COST_MAX ? most : WEND_COST_MAX;
}

bool wn_planner_init(wn_planner *planner, const wend_domain *domain, const wn_ends *ends) {
    assert(planner->algorithm && planner->algorithm->family);
    wn_policy policy = policy_of(planner);
    if (!wn_search_init(&planner->search, domain, &policy, &planner->memory)) {
        return false;
    }
    planner->version = planner->map ? planner->map->cells.version : 0;
    bool weighted = wn_planner_is(planner, WN_WEIGHTS_LEARNING);
    wn_learning_init(&planner->learning,
                     weighted ? planner->parameters.weight_permille : WN_FACTOR_ONE);
    planner->h_limit = most_h(domain, planner->learning.factor);
    if (!number_ends(planner, ends) || !planner->algorithm->family->init(planner)) {
        wn_search_clear(&planner->search);
        return false;
    }
    return true;
}

void wn_planner_clear(wn_planner *planner) {
    planner->algorithm->family->clear(planner);
    wn_learning_clear(&planner->learning, &planner->memory);
    wn_search_clear(&planner->search);
}

bool wn_planner_reserve(wn_planner *planner, const wn_budget *budget) {
    assert(budget->expansions >= 1 && budget->trace_steps >= 1);
    return planner->algorithm->family->reserve(planner, budget);
}

void wn_planner_release(wn_planner *planner) {
    bool keeps_h = planner->search.policy.learn || planner->search.policy.adapt;
    if (wn_planner_is_settled(planner) && planner->algorithm->family->release && !keeps_h) {
        planner->algorithm->family->release(planner);
        if (planner->next != WN_NONE) {
            planner->algorithm->family->step(planner); /* the same step */
        }
    }
}

size_t wn_planner_bytes(const wn_planner *planner) {
    return wn_search_bytes(&planner->search) + planner->algorithm->family->bytes(planner);
}

/* ---- Ticks --------------------------------------------------------------------------------- */

static void notice_edit(wn_planner *planner, const wn_edit *edit) {
    bool had_given_up = planner->has_given_up;
    planner->algorithm->family->changed(planner, edit);
    if (planner->has_given_up && !had_given_up) {
        wn_planner_blame(planner, edit);
    }
}

void wn_planner_read_edits(wn_planner *planner) {
    const wend_map *map = planner->map;
    planner->next = WN_NONE; /* it was chosen on an earlier version of the map */
    planner->settled = false;
    if (map->cells.version - planner->version > map->cells.edits_max) {
        notice_edit(planner, NULL);
        planner->version = map->cells.version;
    }
    while (planner->version != map->cells.version) {
        const wn_edit *edit = wn_cells_edit(&map->cells, planner->version++);
        notice_edit(planner, edit->id == WN_NONE ? NULL : edit);
    }
}

/* Called after a plan: reports whether the previous plan was given up, because of an edit or for
 * another reason. An edit is over when the tick after it has a new plan. */
static void note_restart(wn_planner *planner, wend_tick *tick) {
    if (planner->has_given_up) {
        tick->flags |= WEND_TICK_RESTARTED;
        planner->cut = planner->pending;
        planner->pending.is_set = planner->has_given_up = false;
    } else if (planner->has_replanned) {
        planner->cut.is_set = false;
    }
    planner->has_replanned = (tick->flags & (WEND_TICK_REPLANNED | WEND_TICK_FOUND)) != 0;
}

/* Called before a plan: counts the plans whose move was not made. */
static void count_waits(wn_planner *planner) {
    planner->refused = planner->next == WN_NONE ? 0 : planner->refused + 1;
    planner->waits = planner->moved ? 1 : planner->waits + 1;
}

void wn_planner_step(wn_planner *planner, wend_tick *tick) {
    assert(wn_planner_is_settled(planner));
    *tick = (wend_tick){.status = WEND_AGENT_MOVING, .flags = WEND_TICK_FOUND};
    planner->moved = false;
    if (planner->next == WN_NONE) { /* otherwise it was chosen before, and not made */
        planner->next_flags = planner->refused = 0;
        planner->waits = 1;
        planner->algorithm->family->step(planner);
        assert(planner->next_cost ==
               wn_search_move_cost(&planner->search, planner->at, planner->next));
    } else {
        planner->refused++;
        planner->waits++;
    }
}

/* An agent under a new building needs no search to get out: the search begins at the first cell
 * from which a move leads to a free cell. */
static wn_id way_out_of(const wn_planner *planner) {
    return planner->map ? wn_grid_way_out(planner->map, planner->at) : WN_NONE;
}

static void get_out(wn_planner *planner, wn_id out, wend_tick *tick) {
    planner->algorithm->family->retargeted(planner, false);
    wend_cost cost = wn_grid_way_out_cost(planner->map, planner->at, out);
    planner->gets_out = wn_planner_choose_at_cost(planner, out, cost, tick);
}

bool wn_planner_plan(wn_planner *planner, const wn_budget *budget, wend_tick *tick) {
    assert(!wn_planner_is_settled(planner));
    assert(budget->expansions >= 1 && budget->trace_steps >= 1);
    assert(budget->trace_steps <= budget->trace_steps_found);
    count_waits(planner);
    wn_planner_notice_edits(planner);
    wn_id out = way_out_of(planner);
    if (out != WN_NONE && !wn_planner_goal_blocked(planner)) {
        wn_planner_wake(planner);
    }
    planner->gets_out = false;
    *tick = (wend_tick){.status = planner->status};
    bool is_active = !wn_planner_is_final(planner);
    if (is_active) {
        planner->undone = planner->next;
        planner->next = WN_NONE;
        planner->settled = planner->moved = false;
        tick->status = WEND_AGENT_MOVING;
        if (planner->at == planner->goal) {
            tick->status = WEND_AGENT_ARRIVED;
        } else if (out != WN_NONE) {
            get_out(planner, out, tick);
        } else {
            planner->algorithm->family->plan(planner, budget, tick);
        }
        planner->status = tick->status;
        note_restart(planner, tick);
        assert(tick->expansions <= budget->expansions);
        assert(tick->trace_steps <= budget->trace_steps_found);
        if (planner->search.kernel->units == 1) {
            tick->work = wn_mul_sat(tick->expansions, WEND_WORK_EXPANSION);
        }
    }
    return is_active;
}

void wn_planner_move(wn_planner *planner, wend_tick *tick) {
    if (planner->next == WN_NONE) {
        return;
    }
    const wend_map *map = planner->map;
    if (map && map->cells.version != planner->version) {
        /* The map was edited after the move was chosen: the next plan processes the edits. */
        planner->next_cost =
            planner->gets_out ? wn_grid_way_out_cost(map, planner->at, planner->next)
                              : wn_search_move_cost(&planner->search, planner->at, planner->next);
        if (!planner->next_cost) {
            return;
        }
    }
    planner->before = planner->at; /* TBA*'s line 30 saves it only after overwriting it */
    planner->at = planner->next;
    planner->next = WN_NONE;
    planner->moved = true;
    if (planner->gets_out) {
        planner->algorithm->family->retargeted(planner, false);
    } else if (planner->algorithm->family->moved) {
        planner->algorithm->family->moved(planner);
    }
    if (planner->at == planner->goal) {
        planner->status = tick->status = WEND_AGENT_ARRIVED;
        planner->settled = false;
    }
    tick->cost = planner->next_cost;
    tick->flags |= WEND_TICK_MOVED | planner->next_flags;
}

/* ---- Elsewhere ------------------------------------------------------------------------------- */

static void retarget(wn_planner *planner, bool goal_is_new) {
    planner->status = WEND_AGENT_WAITING;
    planner->next = WN_NONE;
    planner->settled = planner->moved = false;
    planner->refused = planner->waits = 0;
    wn_planner_notice_edits(planner);
    planner->algorithm->family->retargeted(planner, goal_is_new);
    planner->pending.is_set = planner->cut.is_set = false; /* they were about another goal */
}

void wn_planner_set_goal(wn_planner *planner, wend_state goal) {
    planner->goal_state = goal;
    assert(planner->search.domain->id_limit); /* domains that number states on demand cannot change
                                               * the goal */
    planner->goal = wn_domain_id(planner->search.domain, goal);
    retarget(planner, true);
}

void wn_planner_set_state(wn_planner *planner, wend_state state) {
    planner->at = wn_domain_id(planner->search.domain, state);
    planner->before = WN_NONE;
    retarget(planner, false);
}

/* ---- For families ---------------------------------------------------------------------------- */

bool wn_planner_may_have_route(wn_planner *planner, wend_tick *tick) {
    wend_cost h = planner->search.kernel->h(&planner->search, planner->at);
    if (h > planner->h_limit) {
        tick->status = WEND_AGENT_UNREACHABLE;
    } else if (h >= WEND_COST_MAX) {
        tick->status = WEND_AGENT_OVERFLOW; /* learned values are capped there */
    } else {
        return true;
    }
    return false;
}

bool wn_planner_goal_blocked(const wn_planner *planner) {
    const wend_domain *domain = planner->search.domain;
    return domain->id_limit && !wn_domain_is_free(domain, planner->goal_state);
}

bool wn_planner_is_on_blocked(const wn_planner *planner) {
    const wend_domain *domain = planner->search.domain;
    return domain->id_limit &&
           !wn_domain_is_free(domain, wn_search_state(&planner->search, planner->at));
}

bool wn_planner_is_buried(const wn_planner *planner) {
    return planner->map && wn_grid_is_buried(planner->map, planner->at);
}

static void blame(wn_planner *planner, const wn_edit *edit, bool cuts) {
    wn_blame *pending = &planner->pending;
    if (!pending->is_set || (cuts && !pending->cuts)) {
        *pending = (wn_blame){true, cuts, edit ? *edit : (wn_edit){.id = WN_NONE}};
    }
}

void wn_planner_blame(wn_planner *planner, const wn_edit *edit) {
    blame(planner, edit, false);
}

void wn_planner_blame_cut(wn_planner *planner, const wn_edit *edit) {
    blame(planner, edit, true);
}

void wn_planner_wake(wn_planner *planner) {
    if (planner->status == WEND_AGENT_UNREACHABLE || planner->status == WEND_AGENT_OVERFLOW) {
        planner->status = WEND_AGENT_WAITING;
    }
}

bool wn_planner_choose(wn_planner *planner, wn_id next, wend_tick *tick) {
    wend_cost cost = next == WN_NONE ? 0 : wn_search_move_cost(&planner->search, planner->at, next);
    return wn_planner_choose_at_cost(planner, next, cost, tick);
}

bool wn_planner_choose_again(wn_planner *planner, wend_tick *tick) {
    wn_id next = planner->undone;
    return next != WN_NONE && wn_search_move_cost(&planner->search, planner->at, next) > 0 &&
           wn_planner_choose(planner, next, tick);
}
