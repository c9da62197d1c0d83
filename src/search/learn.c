#include "search/learn.h"

/* `next` of an expanded state whose h is settled, of an expanded state that waits for its h to
 * settle, and of a settled state that was open when the search ended. */
#define SETTLED      (WN_CLOSED - 1)
#define WAITS        (WN_CLOSED - 2)
#define OPEN_SETTLED (WN_CLOSED - 3)

bool wn_learn_was_expanded(const wn_node *node) {
    return node->next == WN_CLOSED || node->next == SETTLED || node->next == WAITS;
}

void wn_learning_init(wn_learning *learning, uint32_t factor) {
    assert(factor >= WN_FACTOR_ONE); /* h-values never fall */
    *learning = (wn_learning){.factor = factor};
    wn_heap_init(&learning->queue);
}

void wn_learning_clear(wn_learning *learning, wn_memory *memory) {
    wn_heap_clear(&learning->queue, memory);
}

bool wn_learning_reserve(wn_learning *learning, const wn_search *search, uint64_t touched) {
    return wn_heap_reserve(&learning->queue, search->memory,
                           wn_search_clamp_to_states(search, touched));
}

void wn_learn_begin(wn_learning *learning) {
    wn_heap_reset(&learning->queue);
    learning->settled = 0;
    learning->scanned = 0;
}

/* Moves an open state from the end of the search's list to the queue, which is ordered by h. */
static void file_open_state(wn_learning *learning, wn_search *search) {
    wn_id id = search->heap.entries[--search->heap.count].id;
    wn_node *node = wn_nodes_at(&search->nodes, id);
    wn_heap_push(&learning->queue, &search->nodes, id, node, search->kernel->h(search, id));
}

/* The value of a move to a state that is settled at h. */
static uint64_t learned_value(const wn_learning *learning, const wn_seen_move *move, uint64_t h) {
    if (h == WN_NO_ROUTE) {
        return WN_NO_ROUTE;
    }
    uint64_t value = h + (uint64_t)move->cost * learning->factor / WN_FACTOR_ONE;
    return value < WEND_COST_MAX ? value : WEND_COST_MAX;
}

/* Handles a move from `move->from` to a state that is settled at h: adds or lowers its value. */
static void relax_move(wn_learning *learning, wn_search *search, const wn_seen_move *move,
                       uint64_t h) {
    wn_node *node = wn_nodes_at(&search->nodes, move->from);
    if (node->next == SETTLED || node->next == OPEN_SETTLED) {
        return;
    }
    uint64_t value = learned_value(learning, move, h);
    uint64_t old = search->kernel->h(search, move->from);
    value = value > old ? value : old; /* h never falls */
    if (node->next != WN_CLOSED) {
        if (learning->queue.entries[node->prev].f <= value) {
            return;
        }
        wn_heap_rekey(&learning->queue, &search->nodes, node, value);
        return;
    }
    wn_heap_push(&learning->queue, &search->nodes, move->from, node, value);
    node->next = WAITS;
}

/* Sets the final h of a state. */
static void set_h(wn_learning *learning, wn_search *search, wn_id id, uint64_t h,
                  uint32_t *updates) {
    wn_node *node = wn_nodes_at(&search->nodes, id);
    assert(node->next != SETTLED && node->next != OPEN_SETTLED); /* each state once */
    node->next = wn_learn_was_expanded(node) ? SETTLED : OPEN_SETTLED;
    learning->settled++;
    if (h > search->kernel->h(search, id)) {
        wn_learned *learned = wn_search_learned(search, id);
        learned->h = (wend_cost)h;
        learned->epoch = search->epoch;
        (*updates)++;
    }
}

/* Settles the state with the smallest value. */
static void settle(wn_learning *learning, wn_search *search, uint32_t *updates) {
    uint64_t h = wn_heap_min_f(&learning->queue);
    wn_id id = wn_heap_top(&learning->queue);
    wn_heap_remove(&learning->queue, &search->nodes, wn_nodes_at(&search->nodes, id));
    set_h(learning, search, id, h, updates);
    uint32_t move = wn_search_learned(search, id)->moves_in;
    for (; move != WN_NONE; move = search->seen_moves[move].next) {
        relax_move(learning, search, &search->seen_moves[move], h);
    }
}

/* Whether some expanded states may be dead ends, from which no path leads out. Reversible domains
 * have no dead ends. */
static bool has_dead_ends(const wn_learning *learning, const wn_search *search) {
    return learning->settled < search->touched && learning->scanned < search->seen_count;
}

/* Checks the successors of the expanded states for dead ends, one expanded state after the other. A
 * dead end may have no moves of its own, so it is found by a move into it. The start of the search
 * is not a dead end as long as a state is open. */
static void settle_dead_ends(wn_learning *learning, wn_search *search, uint32_t *updates) {
    wn_id from = search->seen_moves[learning->scanned].from;
    do {
        learning->scanned++;
    } while (learning->scanned < search->seen_count &&
             search->seen_moves[learning->scanned].from == from);
    const wn_successor *list;
    uint32_t count = search->kernel->successors(search, from, search->buffer, &list);
    for (uint32_t i = 0; i < count; i++) {
        if (wn_nodes_at(&search->nodes, list[i].id)->next == WN_CLOSED) {
            set_h(learning, search, list[i].id, WN_NO_ROUTE, updates);
        }
    }
}

bool wn_learn_run(wn_learning *learning, wn_search *search, uint32_t budget, uint32_t *used,
                  uint32_t *updates) {
    assert(budget >= 1 && search->policy.learn && !search->kernel->ring);
    for (uint32_t units = 0; units < budget; units++) {
        if (search->heap.count > 0) {
            file_open_state(learning, search);
        } else if (!wn_heap_is_empty(&learning->queue)) {
            settle(learning, search, updates);
        } else if (has_dead_ends(learning, search)) {
            settle_dead_ends(learning, search, updates);
        } else {
            return true;
        }
        (*used)++;
    }
    return search->heap.count == 0 && wn_heap_is_empty(&learning->queue) &&
           !has_dead_ends(learning, search);
}
