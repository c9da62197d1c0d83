/* agent/local.c - LSS-LRTA* (Koenig, Sun 2009), Koenig's LRTA* (2004), LSS-LRTWA* and wLSS-LRTA*
 * (Rivera, Baier, Hernandez 2015). */
#include "agent/agent.h"

static bool local_init(wend_agent *agent) {
    wn_local *local = &agent->local;
    bool one = (agent->algorithm->traits & WN_ONE_MOVE) != 0;
    *local = (wn_local){.one_move = agent->def.moves == WEND_MOVES_DEFAULT
                                        ? one
                                        : agent->def.moves == WEND_MOVES_ONE};
    wn_path_init(&local->path);
    return true;
}

static void local_clear(wend_agent *agent) {
    wn_path_clear(&agent->local.path, &agent->memory);
}

static bool local_reserve(wend_agent *agent, const wn_budget *budget) {
    wn_search *search = &agent->search;
    search->edge_count = 0; /* every search starts anew */
    if (!search->policy.adapt) {
        search->heap.count = 0; /* of one that adapts, the next tick asks for the least f */
    }
    uint64_t touched = ((uint64_t)budget->expansions + 1) * search->domain->degree + 1;
    uint32_t length = wn_search_most(search, (uint64_t)budget->expansions + 2);
    return wn_search_reserve(search, budget->expansions, 1) &&
           (!search->policy.learn || wn_learning_reserve(&agent->learning, search, touched)) &&
           wn_path_reserve(&agent->local.path, &agent->memory, length);
}

static size_t local_bytes(const wend_agent *agent) {
    return agent->local.path.count * sizeof(wn_path_entry);
}

/* Looks ahead. Says what the tick comes to if the agent cannot go on. */
static bool look_ahead(wend_agent *agent, const wn_budget *budget, wend_tick *tick) {
    wn_search *search = &agent->search;
    if (search->domain->id_limit && !wn_domain_is_free(search->domain, agent->def.goal)) {
        tick->status = WEND_UNREACHABLE; /* blocked by now */
        return false;
    }
    if (!wn_search_conclude(search)) {
        tick->status = WEND_OUT_OF_MEMORY;
        return false;
    }
    search->kernel = wn_kernel_for(search->domain, &search->policy, true);
    search->kernel->start(search, agent->goal);
    if (!search->kernel->seed(search, agent->at, 0)) {
        tick->status = WEND_OUT_OF_MEMORY;
        return false;
    }
    if (!wn_agent_has_hope(agent, tick)) {
        return false;
    }
    wn_outcome outcome =
        wn_search_run(search, budget->expansions, &budget->plan_until, &tick->expansions);
    if (outcome == WN_FOUND) {
        tick->flags |= WEND_TICK_FOUND;
    }
    return wn_agent_goes_on(outcome, tick);
}

/* daRTAA*: how much h was raised over the domain's. */
static uint64_t depression(wn_search *search, wn_id id) {
    return search->kernel->h(search, id) - search->kernel->h0(search, id);
}

/* Where the agent wants to go. */
static wn_id target(wend_agent *agent, wend_tick *tick) {
    wn_search *search = &agent->search;
    if ((agent->algorithm->traits & WN_AVOIDS_DEPRESSIONS) && search->outcome != WN_FOUND) {
        return wn_search_least_open(search, depression, &tick->learning);
    }
    return search->kernel->tip(search);
}

/* The path from the agent to the most promising state. A search of k expansions has no longer
 * one than k moves. */
static bool local_trace(wend_agent *agent, wend_tick *tick) {
    wn_search *search = &agent->search;
    wn_path *path = &agent->local.path;
    for (wn_id id = target(agent, tick); id != agent->at; tick->trace_steps++) {
        if (!wn_path_push(path, &search->nodes, id)) {
            path->count = 0;
            tick->status = WEND_OUT_OF_MEMORY;
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

static bool local_plan(wend_agent *agent, const wn_budget *budget, wend_tick *tick) {
    agent->local.path.count = 0;
    if (!look_ahead(agent, budget, tick) || !local_trace(agent, tick)) {
        return false;
    }
    if (!agent->search.policy.learn) {
        return true; /* h is raised when it is asked for */
    }
    if (agent->learning.queue.capacity < agent->search.touched) {
        tick->status = WEND_OUT_OF_MEMORY;
        return false;
    }
    wn_learn_begin(&agent->learning);
    wn_learn_run(&agent->learning, &agent->search, UINT32_MAX, &tick->learning, &tick->updates);
    return true;
}

static void local_tick(wend_agent *agent, const wn_budget *budget, wend_tick *tick) {
    wn_path *path = &agent->local.path;
    tick->status = WEND_MOVING;
    if (agent->at != agent->goal) {
        bool go =
            path->count > 0 && !agent->local.one_move &&
            wn_search_move_cost(&agent->search, agent->at, path->entries[path->count - 1].id) > 0;
        if (go || local_plan(agent, budget, tick)) {
            wn_agent_move(agent, path->entries[--path->count].id, tick);
        }
    }
    if (agent->at == agent->goal) {
        tick->status = WEND_ARRIVED;
    }
}

static void local_changed(wend_agent *agent, const wn_edit *edit) {
    wn_path *path = &agent->local.path;
    bool cheaper = !edit || edit->cheaper;
    if (cheaper) {
        wn_search_forget(&agent->search); /* h-values may be too high now */
    }
    /* A new way may be better than the path; one that was cut is of no use. */
    if (cheaper || wn_edit_cuts(wn_agent_map(agent), &agent->search, path, path->count, edit)) {
        path->count = 0;
    }
    if (cheaper) {
        wn_agent_wake(agent);
    }
}

static void local_retargeted(wend_agent *agent, bool goal_is_new) {
    agent->local.path.count = 0;
    if (goal_is_new) {
        wn_search_forget(&agent->search);
    }
}

static uint32_t local_path(const wend_agent *agent, wend_state *states, uint32_t capacity) {
    const wn_path *ahead = &agent->local.path;
    return wn_agent_list_path(agent, ahead, ahead->count, states, capacity);
}

const wn_family wn_local_family = {local_init,       local_clear,    local_reserve,
                                   local_tick,       local_bytes,    local_changed,
                                   local_retargeted, .learns = true, .path = local_path};
