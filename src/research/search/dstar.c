/* research/search/dstar.c - D* Lite: the shared code of its loops, and the generic loop, which
 * works for every domain. */
#include "research/search/dstar.h"

#include <string.h>

/* The best move of the agent, and the cost of the route that starts with it. */
static wn_successor best_move(wn_dstar *dstar) {
    wn_search *search = dstar->search;
    const wn_successor *list;
    uint32_t count = search->kernel->successors(search, dstar->at, search->buffer, &list);
    wn_successor best = {.id = WN_NONE, .cost = WN_INFINITE};
    for (uint32_t i = 0; i < count; i++) {
        const wn_node *node = wn_nodes_find(&search->nodes, list[i].id);
        bool is_way = node && node->g != WN_INFINITE;
        wend_cost way = is_way ? wn_dstar_checked(dstar, node->g + list[i].cost) : WN_INFINITE;
        if (way <= best.cost && way != WN_INFINITE) {
            best = (wn_successor){.id = list[i].id, .cost = way};
        }
    }
    return best;
}

wn_id wn_dstar_next(wn_dstar *dstar) {
    return best_move(dstar).id;
}

wend_cost wn_dstar_agent_rhs(wn_dstar *dstar) {
    return best_move(dstar).cost;
}

/* ---- The generic loop ------------------------------------------------------------------------ */

static bool any_is_blocked(const wn_search *search, wn_id id) {
    const wend_domain *domain = search->domain;
    return domain->id_limit && !wn_domain_is_free(domain, wn_search_state(search, id));
}

/* The successors of a state. Those in the buffer of the search are copied, because the buffer is
 * reused before all of them were read. */
typedef struct any_fan {
    const wn_successor *at, *end;
    wn_successor copy[WEND_CALLBACK_DEGREE_MAX];
} any_fan;

static void any_begin(wn_search *search, wn_id id, any_fan *fan) {
    fan->at = fan->end = fan->copy;
    if (any_is_blocked(search, id)) {
        return;
    }
    uint32_t count = search->kernel->successors(search, id, search->buffer, &fan->at);
    assert(count <= WEND_CALLBACK_DEGREE_MAX || fan->at != search->buffer);
    if (fan->at == search->buffer) {
        memcpy(fan->copy, search->buffer, count * sizeof *fan->copy);
        fan->at = fan->copy;
    }
    fan->end = fan->at + count;
}

static bool any_next(any_fan *fan, wn_successor *to) {
    if (fan->at == fan->end) {
        return false;
    }
    *to = *fan->at++;
    return true;
}

#define DS(name)                  any_##name
#define DS_FAN                    any_fan
#define DS_BEGIN(search, id, fan) any_begin(search, id, fan)
#define DS_NEXT(search, fan, to)  any_next(fan, to)
#define DS_H(search, id)          ((search)->kernel->h0(search, id))
#define DS_IS_BLOCKED             any_is_blocked
#define DS_LISTS                  0
#include "research/search/dstar_loop.inl"

/* ---- Starting and moving --------------------------------------------------------------------- */

bool wn_dstar_begin(wn_dstar *dstar, wn_search *search, wn_id goal, wn_id at) {
    *dstar = (wn_dstar){.search = search,
                        .loop = search->kernel->span ? wn_dstar_grid_loop(search) : &any_loop,
                        .goal = goal,
                        .at = at,
                        .last = at};
    wn_search_start(search, at); /* the heuristic is the distance to the agent */
    return wn_dstar_update(dstar, goal);
}

void wn_dstar_move(wn_dstar *dstar, wn_id at) {
    dstar->at = at;
    dstar->search->kernel->set_goal(dstar->search, at);
}
