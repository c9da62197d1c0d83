/* agent/watch.c - looking on while an agent plans. */
#include "agent/agent.h"
#include "domain/grid.h"

void wend_agent_watch(wend_agent *agent, const wend_watcher *watcher) {
    agent->watch.watcher = watcher ? *watcher : (wend_watcher){0};
    wn_watch *watch = agent->watch.watcher.expanded ? &agent->watch : NULL;
    agent->search.watch = watch;
    if (agent->algorithm->family == &wn_time_bounded_family && agent->planner.use_shortcut) {
        agent->planner.shortcut.search.watch = watch;
    }
}

static wend_mark mark_of_jump(const wend_agent *agent, wn_id id) {
    const wn_jump_search *search = &agent->search.jump;
    uint32_t node = wn_jump_find(search, wn_grid_place(agent->def.map, id));
    if (node == WN_NONE || node == search->goal) {
        return node == WN_NONE ? WEND_MARK_NONE : WEND_MARK_OPEN;
    }
    return search->nodes[node].above == WN_NONE ? WEND_MARK_CLOSED : WEND_MARK_OPEN;
}

static bool is_numbered(const wn_search *search, wend_state state) {
    const wend_domain *domain = search->domain;
    return state < (domain->id_limit ? domain->state_count : search->states.count);
}

wend_mark wend_agent_mark(const wend_agent *agent, wend_state state) {
    const wn_search *search = &agent->search;
    if (!is_numbered(search, state)) {
        return WEND_MARK_NONE;
    }
    wn_id id = wn_search_id(search, state);
    if (search->kernel->jumps) {
        return mark_of_jump(agent, id);
    }
    const wn_node *node = wn_nodes_find(&search->nodes, id);
    if (!node) {
        return WEND_MARK_NONE;
    }
    if (agent->algorithm->family->mark) {
        return agent->algorithm->family->mark(agent, id, node);
    }
    return wn_learn_was_expanded(node) ? WEND_MARK_CLOSED : WEND_MARK_OPEN;
}

uint32_t wend_agent_path(const wend_agent *agent, wend_state *states, uint32_t capacity) {
    const wn_family *family = agent->algorithm->family;
    return family->path ? family->path(agent, states, capacity) : 0;
}

uint32_t wn_agent_list_path(const wend_agent *agent, const wn_path *path, uint32_t position,
                            wend_state *states, uint32_t capacity) {
    for (uint32_t i = 0; i < position && i < capacity; i++) {
        states[i] = wn_search_state(&agent->search, path->entries[position - 1 - i].id);
    }
    return position;
}
