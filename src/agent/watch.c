/* agent/watch.c - reports an agent's searches to a watcher. */
#include "agent/agent.h"

void wend_agent_watch(wend_agent *agent, const wend_watcher *watcher) {
    if (!agent) {
        return;
    }
    wn_planner *planner = &agent->planner;
    agent->watch.watcher = watcher ? *watcher : (wend_watcher){0};
    wn_watch *watch = agent->watch.watcher.expanded ? &agent->watch : NULL;
    planner->search.watch = watch;
    if (planner->algorithm->family->watch) {
        planner->algorithm->family->watch(planner, watch);
    }
}

static bool is_numbered(const wn_search *search, wend_state state) {
    const wend_domain *domain = search->domain;
    return state < (domain->id_limit ? domain->state_count : search->states.count);
}

wend_mark wend_agent_mark(const wend_agent *agent, wend_state state) {
    if (!agent) {
        return WEND_MARK_NONE;
    }
    const wn_planner *planner = &agent->planner;
    const wn_search *search = &planner->search;
    if (!is_numbered(search, state)) {
        return WEND_MARK_NONE;
    }
    wn_id id = wn_search_id(search, state);
    if (!planner->algorithm->family->mark) {
        return search->kernel->mark(search, id);
    }
    const wn_node *node = wn_nodes_find(&search->nodes, id);
    return node ? planner->algorithm->family->mark(planner, id, node) : WEND_MARK_NONE;
}
