#include "search/learn.h"

/* `next` of a state whose h is settled. */
#define SETTLED (WN_CLOSED - 1)

void wn_learning_init(wn_learning *learning, uint32_t factor) {
    *learning = (wn_learning){.factor = factor};
    wn_heap_init(&learning->queue);
}

void wn_learning_clear(wn_learning *learning, wn_memory *memory) {
    wn_heap_clear(&learning->queue, memory);
}

bool wn_learning_reserve(wn_learning *learning, const wn_search *search, uint64_t touched) {
    return wn_heap_reserve(&learning->queue, search->memory, wn_search_most(search, touched));
}

void wn_learn_begin(wn_learning *learning) {
    wn_heap_reset(&learning->queue);
}

/* Takes an open state from the end of the search's list and files it under its h. */
static void file_open_state(wn_learning *learning, wn_search *search) {
    wn_id id = search->heap.entries[--search->heap.count].id;
    wn_node *node = wn_nodes_at(&search->nodes, id);
    wn_heap_push(&learning->queue, &search->nodes, id, node, search->kernel->h(search, id));
}

/* A move from `edge->from` to a state that is settled at h: enters or improves its value. */
static void relax_edge(wn_learning *learning, wn_search *search, const wn_edge *edge, uint64_t h) {
    wn_node *node = wn_nodes_at(&search->nodes, edge->from);
    if (node->next == SETTLED) {
        return;
    }
    uint64_t cost = (uint64_t)edge->cost * learning->factor / WN_FACTOR_ONE;
    uint64_t value = h + cost;
    uint64_t old = search->kernel->h(search, edge->from);
    value = value > old ? value : old; /* h never falls */
    if (node->next != WN_CLOSED) {
        if (learning->queue.entries[node->prev].f <= value) {
            return;
        }
        wn_heap_remove(&learning->queue, &search->nodes, node);
    }
    wn_heap_push(&learning->queue, &search->nodes, edge->from, node, value);
}

/* Settles the state with the least value. */
static void settle(wn_learning *learning, wn_search *search, uint32_t *updates) {
    uint64_t h = wn_heap_min_f(&learning->queue);
    wn_id id = wn_heap_top(&learning->queue);
    wn_node *node = wn_nodes_at(&search->nodes, id);
    wn_heap_remove(&learning->queue, &search->nodes, node);
    node->next = SETTLED;
    wn_lore *lore = wn_search_lore(search, id);
    wend_cost capped = h < WEND_COST_MAX ? (wend_cost)h : WEND_COST_MAX;
    if (capped > search->kernel->h(search, id)) {
        lore->h = capped;
        lore->era = search->era;
        (*updates)++;
    }
    for (uint32_t edge = lore->edges; edge != WN_NONE; edge = search->edges[edge].next) {
        relax_edge(learning, search, &search->edges[edge], h);
    }
}

bool wn_learn_run(wn_learning *learning, wn_search *search, uint32_t budget, uint32_t *used,
                  uint32_t *updates) {
    for (uint32_t units = 0; units < budget; units++) {
        if (search->heap.count > 0) {
            file_open_state(learning, search);
        } else if (!wn_heap_is_empty(&learning->queue)) {
            settle(learning, search, updates);
        } else {
            return true;
        }
        (*used)++;
    }
    return search->heap.count == 0 && wn_heap_is_empty(&learning->queue);
}
