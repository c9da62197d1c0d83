#include "plan/shortcut.h"

bool wn_shortcut_init(wn_shortcut *shortcut, const wend_domain *domain, wn_memory *memory) {
    *shortcut = (wn_shortcut){.meeting = WN_NONE, .searched = WN_NONE};
    wn_policy policy = WN_POLICY_PLAIN;
    policy.many_starts = true;
    policy.map_kernel = wn_grid_kernel;
    return wn_search_init(&shortcut->search, domain, &policy, memory);
}

void wn_shortcut_clear(wn_shortcut *shortcut) {
    wn_search_clear(&shortcut->search);
}

bool wn_shortcut_reserve(wn_shortcut *shortcut, uint32_t expansions, uint32_t trace_steps) {
    return shortcut->taken || wn_search_reserve(&shortcut->search, expansions, trace_steps);
}

void wn_shortcut_forget(wn_shortcut *shortcut) {
    shortcut->taken = shortcut->met = false;
    shortcut->meeting = shortcut->searched = WN_NONE;
}

/* Whether the trace steps or the time of the tick are used up. */
static bool is_spent(const wn_budget *budget, const wend_tick *tick) {
    return tick->trace_steps >= budget->trace_steps ||
           (tick->trace_steps % WN_TRACE_STEPS_PER_POLL == WN_TRACE_STEPS_PER_POLL - 1 &&
            wn_deadline_passed(&budget->trace_until));
}

/* Follows parents from the agent towards the start until one is on the route. This may take several
 * ticks, but happens once: the point does not change while the agent steps back. */
static bool find_meeting(wn_shortcut *shortcut, const wn_search *main, const wn_route *route,
                         wn_id at, const wn_budget *budget, wend_tick *tick) {
    if (shortcut->meeting == WN_NONE) {
        shortcut->meeting = at;
    }
    while (!shortcut->met) {
        if (wn_search_find(main, route, shortcut->meeting) != WN_NONE) {
            shortcut->met = true;
        } else if (is_spent(budget, tick)) {
            return false;
        } else {
            shortcut->meeting = wn_search_parent(main, shortcut->meeting);
            tick->trace_steps++;
        }
    }
    return true;
}

/* Seeds the search with the states between the goal and the meeting point, each with its true
 * distance to the goal. If there are more of them than trace steps left, seeds evenly spaced
 * ones. */
static bool seed_route(wn_shortcut *shortcut, const wn_search *main, const wn_route *route,
                       const wn_budget *budget, wend_tick *tick) {
    if (is_spent(budget, tick)) {
        return false;
    }
    uint32_t allowed = budget->trace_steps - tick->trace_steps;
    uint32_t last = wn_search_find(main, route, shortcut->meeting);
    assert(allowed > 0 && last != WN_NONE);
    uint32_t stride = last / allowed + 1;
    wend_cost length = wn_search_g(main, route->entries[0].node);
    for (uint32_t position = last % stride; position <= last; position += stride) {
        wn_id id = route->entries[position].node;
        if (is_spent(budget, tick) ||
            !shortcut->search.kernel->seed(&shortcut->search, id, length - wn_search_g(main, id))) {
            return false;
        }
        tick->trace_steps++;
    }
    return true;
}

void wn_shortcut_search(wn_shortcut *shortcut, const wn_search *main, const wn_route *route,
                        wn_id at, const wn_budget *budget, wend_tick *tick) {
    assert(!shortcut->taken && route->count > 0);
    /* Without memory the shortcut is skipped. */
    if (at == shortcut->searched || shortcut->search.released ||
        !find_meeting(shortcut, main, route, at, budget, tick)) {
        return;
    }
    wn_search *search = &shortcut->search;
    wn_search_start(search, at);
    if (!seed_route(shortcut, main, route, budget, tick)) {
        return;
    }
    shortcut->searched = at;
    /* The tick that found the route has already spent some of its expansions. */
    assert(tick->expansions <= budget->expansions);
    uint32_t limit = budget->expansions - tick->expansions;
    if (wn_search_run(search, limit, &budget->trace_until, &tick->expansions) == WN_FOUND) {
        shortcut->taken = true;
        tick->flags |= WEND_TICK_SHORTCUT;
    }
}

wn_id wn_shortcut_next(wn_shortcut *shortcut, wn_id at) {
    if (!shortcut->taken) {
        return WN_NONE;
    }
    const wn_node *node = wn_nodes_find(&shortcut->search.nodes, at);
    assert(node); /* an agent that leaves the shortcut has forgotten it */
    if (node->parent == WN_NONE) {
        shortcut->taken = false; /* on the route */
        return WN_NONE;
    }
    return node->parent;
}
