/* research/plan/local.c - LSS-LRTA* (Koenig, Sun 2009), Koenig's LRTA* (2004), LSS-LRTWA* and
 * wLSS-LRTA* (Rivera, Baier, Hernandez 2015). */
#include "plan/planner.h"

static bool local_init(wn_planner *planner) {
    planner->local = (wn_local){.one_move = planner->parameters.one_move};
    return true;
}

static void local_clear(wn_planner *planner) {
    wn_route_clear(&planner->local.path, &planner->memory);
}

static bool local_reserve(wn_planner *planner, const wn_budget *budget) {
    wn_search *search = &planner->search;
    search->seen_count = 0; /* every search starts from scratch */
    if (!search->policy.adapt) {
        search->heap.count = 0; /* an adaptive search still needs the least f in the next tick */
    }
    uint64_t touched = ((uint64_t)budget->expansions + 1) * search->domain->degree + 1;
    uint32_t length = wn_search_clamp_to_states(search, (uint64_t)budget->expansions + 2);
    return wn_search_reserve(search, budget->expansions, 1) &&
           (!search->policy.learn || wn_learning_reserve(&planner->learning, search, touched)) &&
           wn_route_reserve(&planner->local.path, &planner->memory, length);
}

static size_t local_bytes(const wn_planner *planner) {
    return planner->local.path.count * sizeof(wn_route_entry);
}

/* Searches around the agent. Sets the status of the tick if the agent cannot go on. */
static bool search_around(wn_planner *planner, const wn_budget *budget, wend_tick *tick) {
    wn_search *search = &planner->search;
    if (search->domain->id_limit && !wn_domain_is_free(search->domain, planner->goal_state)) {
        tick->status = WEND_AGENT_UNREACHABLE; /* it was blocked */
        return false;
    }
    if (!wn_search_conclude(search)) {
        tick->status = WEND_AGENT_OUT_OF_MEMORY;
        return false;
    }
    wn_search_start(search, planner->goal);
    if (!search->kernel->seed(search, planner->at, 0)) {
        tick->status = WEND_AGENT_OUT_OF_MEMORY;
        return false;
    }
    if (!wn_planner_may_have_route(planner, tick)) {
        return false;
    }
    wn_outcome outcome =
        wn_search_run(search, budget->expansions, &budget->plan_until, &tick->expansions);
    if (outcome == WN_FOUND) {
        tick->flags |= WEND_TICK_FOUND;
    }
    return wn_planner_goes_on(outcome, tick);
}

/* daRTAA*: how much h was raised above the domain's h. */
static uint64_t depression(wn_search *search, wn_id id) {
    return search->kernel->h(search, id) - search->kernel->h0(search, id);
}

/* The state that the agent heads for. */
static wn_id target(wn_planner *planner, wend_tick *tick) {
    wn_search *search = &planner->search;
    if ((planner->algorithm->traits & WN_AVOIDS_DEPRESSIONS) && search->outcome != WN_FOUND) {
        return wn_search_least_open(search, depression, &tick->learning);
    }
    return search->kernel->tip(search);
}

/* Traces the path from the agent to the most promising state. After k expansions it has at most k
 * moves. */
static bool local_trace(wn_planner *planner, wend_tick *tick) {
    wn_search *search = &planner->search;
    wn_route *path = &planner->local.path;
    for (wn_id id = target(planner, tick); id != planner->at; tick->trace_steps++) {
        if (!wn_search_push(search, path, id)) {
            path->count = 0;
            tick->status = WEND_AGENT_OUT_OF_MEMORY;
            return false;
        }
        id = wn_search_parent(search, id);
    }
    if (path->count == 0) {
        return false; /* not even one expansion was possible */
    }
    tick->flags |= WEND_TICK_REPLANNED;
    return true;
}

static bool search_and_learn(wn_planner *planner, const wn_budget *budget, wend_tick *tick) {
    planner->local.path.count = 0;
    planner->local.fresh = true;
    if (!search_around(planner, budget, tick) || !local_trace(planner, tick)) {
        return false;
    }
    if (!planner->search.policy.learn) {
        return true; /* h is raised lazily */
    }
    if (planner->learning.queue.capacity < planner->search.touched) {
        tick->status = WEND_AGENT_OUT_OF_MEMORY;
        return false;
    }
    wn_learn_begin(&planner->learning);
    wn_learn_run(&planner->learning, &planner->search, UINT32_MAX, &tick->learning, &tick->updates);
    return true;
}

static void local_plan(wn_planner *planner, const wn_budget *budget, wend_tick *tick) {
    wn_local *local = &planner->local;
    const wn_route *path = &local->path;
    /* With one_move every move needs a new search, unless the last move was not made. */
    bool go =
        path->count > 0 && (!local->one_move || local->fresh) &&
        wn_search_move_cost(&planner->search, planner->at, path->entries[path->count - 1].node) > 0;
    if (go || search_and_learn(planner, budget, tick)) {
        assert(path->count > 0);
        wn_planner_choose(planner, path->entries[path->count - 1].node, tick);
    }
}

static void local_moved(wn_planner *planner) {
    planner->local.path.count--;
    planner->local.fresh = false;
}

static void drop_path(wn_planner *planner) {
    wn_local *local = &planner->local;
    if (local->path.count > 0 && (!local->one_move || local->fresh)) {
        wn_planner_give_up(planner);
    }
    local->path.count = 0;
}

static void local_changed(wn_planner *planner, const wn_edit *edit) {
    const wn_route *path = &planner->local.path;
    bool cheaper = !edit || edit->cheaper;
    if (cheaper) {
        wn_search_forget(&planner->search); /* h-values may be too high now */
    }
    /* A new route may be better than the path; a blocked path is useless. */
    if (cheaper || wn_edit_cuts(planner->map, &planner->search, path, path->count, edit)) {
        drop_path(planner);
    }
    if (cheaper) {
        wn_planner_wake(planner);
    }
}

static void local_retargeted(wn_planner *planner, bool goal_is_new) {
    drop_path(planner);
    if (goal_is_new) {
        wn_search_forget(&planner->search);
    }
}

static bool local_ahead(const wn_planner *planner, wn_ahead *ahead) {
    const wn_route *path = &planner->local.path;
    return wn_ahead_on(path, path->count, ahead);
}

const wn_family wn_local_family = {
    .init = local_init,
    .clear = local_clear,
    .reserve = local_reserve,
    .plan = local_plan,
    .moved = local_moved,
    .bytes = local_bytes,
    .changed = local_changed,
    .retargeted = local_retargeted,
    .learns = true,
    .ahead = local_ahead,
    .map_kernel = wn_grid_kernel,
};

#define WN_LOCAL_ALGORITHMS
#include "plan/define_algorithms.inl"
