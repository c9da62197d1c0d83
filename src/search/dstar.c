#include "search/dstar.h"

#include <wend/graph.h>

#include <string.h>

#define INFINITE   WN_NONE
#define NOT_QUEUED WN_CLOSED

typedef struct key {
    uint64_t first;
    uint32_t second;
} key;

static bool is_less(key a, key b) {
    return a.first != b.first ? a.first < b.first : a.second < b.second;
}

/* ---- Nodes ---------------------------------------------------------------------------------- */

/* The node of a state; one that was never touched has infinite g and rhs. */
static wn_node *node_at(wn_search *search, wn_id id) {
    wn_node *node = wn_nodes_at(&search->nodes, id);
    if (node->stamp != search->nodes.stamp) {
        *node = (wn_node){
            .g = INFINITE, .parent = INFINITE, .next = NOT_QUEUED, .stamp = search->nodes.stamp};
        search->touched++;
    }
    return node;
}

/* Without touching it. */
static wend_cost g_of(const wn_search *search, wn_id id) {
    const wn_node *node = wn_nodes_find(&search->nodes, id);
    return node ? node->g : INFINITE;
}

static wend_cost sum(wn_dstar *dstar, wend_cost g, wend_cost cost) {
    if (g == INFINITE) {
        return INFINITE;
    }
    uint64_t both = (uint64_t)g + cost;
    if (both > WEND_COST_MAX) {
        dstar->overflowed = true;
        return INFINITE;
    }
    return (wend_cost)both;
}

/* A cell that was blocked under the agent can be left, but no way leads through it. */
static bool can_be_entered(const wn_search *search, wn_id id) {
    const wend_domain *domain = search->domain;
    return !domain->id_limit || wn_domain_is_free(domain, wn_search_state(search, id));
}

/* The least cost to the goal by way of a neighbour. */
static wend_cost best_rhs(wn_dstar *dstar, wn_id id) {
    wn_search *search = dstar->search;
    const wn_successor *list;
    uint32_t count = search->kernel->successors(search, id, search->buffer, &list);
    wend_cost best = INFINITE;
    for (uint32_t i = 0; i < count; i++) {
        best = wn_min_u32(best, sum(dstar, g_of(search, list[i].id), list[i].cost));
    }
    return best;
}

/* ---- Queue ---------------------------------------------------------------------------------- */

static key dstar_key(const wn_dstar *dstar, wn_id id, const wn_node *node) {
    wend_cost least = wn_min_u32(node->g, node->parent);
    if (least == INFINITE) {
        return (key){UINT64_MAX, INFINITE};
    }
    uint64_t h = dstar->search->kernel->h0(dstar->search, id); /* to the agent */
    return (key){least + h + dstar->km, least};
}

static void dstar_enter(wn_dstar *dstar, wn_id id, wn_node *node) {
    key k = dstar_key(dstar, id, node);
    wn_heap_push_ranked(&dstar->search->heap, &dstar->search->nodes, id, node, k.first, k.second);
}

static void dstar_take_out(wn_dstar *dstar, wn_node *node) {
    assert(node->next != NOT_QUEUED);
    wn_heap_remove(&dstar->search->heap, &dstar->search->nodes, node);
    node->next = NOT_QUEUED;
}

/* A state is in the queue exactly if its g and rhs differ. */
static void update_vertex(wn_dstar *dstar, wn_id id, wn_node *node) {
    if (node->next != NOT_QUEUED) {
        dstar_take_out(dstar, node);
    }
    if (node->g != node->parent) {
        dstar_enter(dstar, id, node);
    }
    assert((node->next == NOT_QUEUED) == (node->g == node->parent));
}

static bool dstar_has_room(const wn_search *search) {
    const wend_domain *domain = search->domain;
    return wn_nodes_room(&search->nodes, domain->pages + 1) &&
           search->heap.capacity - search->heap.count > domain->degree &&
           (domain->id_limit || wn_states_room(&search->states) >= domain->degree);
}

/* ---- Repair --------------------------------------------------------------------------------- */

/* The state has become cheaper: its neighbours may do so by way of it. */
static void lower(wn_dstar *dstar, wn_id id, wn_node *node) {
    assert(node->g > node->parent);
    wn_search *search = dstar->search;
    node->g = node->parent;
    dstar_take_out(dstar, node);
    if (!can_be_entered(search, id)) {
        return;
    }
    const wn_successor *list;
    uint32_t count = search->kernel->successors(search, id, search->buffer, &list);
    for (uint32_t i = 0; i < count; i++) {
        wn_node *near = node_at(search, list[i].id);
        wend_cost way = sum(dstar, node->g, list[i].cost);
        if (list[i].id != dstar->goal && way < near->parent) {
            near->parent = way;
            update_vertex(dstar, list[i].id, near);
        }
    }
}

/* The state has become more expensive: all that relied on it need another way. */
static void raise(wn_dstar *dstar, wn_id id, wn_node *node) {
    wn_search *search = dstar->search;
    wend_cost old = node->g;
    node->g = INFINITE;
    update_vertex(dstar, id, node);
    const wn_successor *list;
    uint32_t count = search->kernel->successors(search, id, search->buffer, &list);
    wn_successor copy[WEND_CALLBACK_DEGREE_MAX];
    assert(count <= WEND_CALLBACK_DEGREE_MAX);
    if (list == search->buffer) {
        memcpy(copy, list, count * sizeof *list); /* the buffer is used again below */
        list = copy;
    }
    for (uint32_t i = 0; i < count; i++) {
        wn_node *near = node_at(search, list[i].id);
        if (list[i].id != dstar->goal && near->parent == sum(dstar, old, list[i].cost)) {
            near->parent = best_rhs(dstar, list[i].id);
            update_vertex(dstar, list[i].id, near);
        }
    }
}

bool wn_dstar_begin(wn_dstar *dstar, wn_search *search, wn_id goal, wn_id at) {
    *dstar = (wn_dstar){.search = search, .goal = goal, .at = at, .last = at};
    wn_search_start(search, at); /* the heuristic is the distance to the agent */
    if (!dstar_has_room(search)) {
        return false;
    }
    wn_node *node = node_at(search, goal);
    node->parent = 0;
    dstar_enter(dstar, goal, node);
    return true;
}

void wn_dstar_move(wn_dstar *dstar, wn_id at) {
    dstar->at = at;
    dstar->search->kernel->set_goal(dstar->search, at);
}

bool wn_dstar_update(wn_dstar *dstar, wn_id id) {
    assert(id < dstar->search->domain->id_limit);
    wn_search *search = dstar->search;
    dstar->km += search->kernel->h0(search, dstar->last);
    dstar->last = dstar->at;
    if (id == dstar->goal) {
        return true;
    }
    bool is_used = id == dstar->at || can_be_entered(search, id);
    wend_cost rhs = is_used ? best_rhs(dstar, id) : INFINITE;
    if (rhs == INFINITE && !wn_nodes_find(&search->nodes, id)) {
        return true; /* unknown before and after */
    }
    if (!dstar_has_room(search)) {
        return false;
    }
    wn_node *node = node_at(search, id);
    node->parent = rhs;
    update_vertex(dstar, id, node);
    return true;
}

/* The agent's cell was blocked under it: it is nobody's successor, so no expansion updates it. */
static void update_agent(wn_dstar *dstar) {
    wn_node *node = node_at(dstar->search, dstar->at);
    wend_cost rhs = best_rhs(dstar, dstar->at);
    if (rhs != node->parent) {
        node->parent = rhs;
        update_vertex(dstar, dstar->at, node);
    }
}

/* Whether the agent knows its next move. */
static bool is_done(wn_dstar *dstar) {
    const wn_heap *queue = &dstar->search->heap;
    const wn_node *node = wn_nodes_find(&dstar->search->nodes, dstar->at);
    static const wn_node unknown = {.g = INFINITE, .parent = INFINITE};
    node = node ? node : &unknown;
    if (queue->count == 0) {
        return true;
    }
    key top = {queue->entries[0].f, queue->entries[0].order};
    return !is_less(top, dstar_key(dstar, dstar->at, node)) && node->parent <= node->g;
}

wn_outcome wn_dstar_run(wn_dstar *dstar, uint32_t budget, const wn_deadline *deadline,
                        uint32_t *used) {
    wn_search *search = dstar->search;
    bool must_leave = !can_be_entered(search, dstar->at);
    while (!is_done(dstar)) {
        if (*used == budget ||
            (*used && *used % WN_EXPANSIONS_PER_POLL == 0 && wn_deadline_passed(deadline))) {
            return WN_RUNNING;
        }
        if (!dstar_has_room(search)) {
            return WN_NO_MEMORY;
        }
        ++*used;
        wn_heap_entry top = search->heap.entries[0];
        wn_node *node = wn_nodes_at(&search->nodes, top.id);
        wn_search_report(search, top.id, WN_NONE, wn_min_u32(node->g, node->parent));
        key now = dstar_key(dstar, top.id, node);
        if (is_less((key){top.f, top.order}, now)) {
            dstar_take_out(dstar, node);
            dstar_enter(dstar, top.id, node);
        } else if (node->g > node->parent) {
            lower(dstar, top.id, node);
        } else {
            raise(dstar, top.id, node);
        }
        if (must_leave) {
            update_agent(dstar);
        }
    }
    const wn_node *node = wn_nodes_find(&search->nodes, dstar->at);
    if (node && node->parent != INFINITE) {
        return WN_FOUND;
    }
    return dstar->overflowed ? WN_TOO_EXPENSIVE : WN_NO_PATH;
}

wn_id wn_dstar_next(wn_dstar *dstar) {
    wn_search *search = dstar->search;
    const wn_successor *list;
    uint32_t count = search->kernel->successors(search, dstar->at, search->buffer, &list);
    wend_cost best = INFINITE;
    wn_id next = WN_NONE;
    for (uint32_t i = 0; i < count; i++) {
        wend_cost way = sum(dstar, g_of(search, list[i].id), list[i].cost);
        if (way <= best && way != INFINITE) {
            best = way;
            next = list[i].id;
        }
    }
    return next;
}
