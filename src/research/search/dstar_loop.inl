/* research/search/dstar_loop.inl - the loop of D* Lite, written once.
 *
 * Included once per instance with these defined:
 *
 *     DS(name)                   the name of one of the instance's functions
 *     DS_FAN                     a type that holds the remaining successors of a state
 *     DS_BEGIN(search, id, fan)  starts with them; a blocked state has no successors
 *     DS_NEXT(search, fan, to)   writes the next one; false at the end
 *     DS_H(search, id)           the heuristic: a lower bound on the distance to the agent
 *     DS_IS_BLOCKED(search, id)  whether a state cannot be entered
 *     DS_LISTS                   1 if the queue is a sparse bucket queue, 0 if it is a heap
 *
 * Both queues have the same order, so the same states are taken from them. */

/* ---- The queue -------------------------------------------------------------------------------
 *
 * A key is one number: twice the first component of the paper's key, plus 1 if the g of the state
 * is too large. A queued key may be too small, but never too large: keys grow while the agent
 * moves, and a state that is popped too early is pushed again. So it does not matter if keys are
 * further apart than the ring of the lists is long. A key that is too large for the ring is reduced
 * to fit. If a pushed key is smaller than all others by more than the free part of the ring, the
 * largest keys, read relative to the new one, are smaller by one ring length.
 *
 * A state must be removable from a list without its key, which may have changed since. So the first
 * entry of a list stores in `prev` the position of its list in the ring, and the other entries the
 * entry above them. */

#ifndef WN_FIRST_OF_LIST
#define WN_FIRST_OF_LIST 0x80000000u /* ids of cells are smaller */
#endif

WN_INLINE uint64_t DS(key)(wn_dstar *dstar, wn_id id, const wn_node *node) {
    wend_cost least = wn_min_u32(node->g, node->parent);
    uint64_t h = DS_H(dstar->search, id); /* to the agent */
    return 2 * (least + h + dstar->km) + (node->g > node->parent);
}

WN_INLINE bool DS(is_empty)(const wn_search *search) {
    return DS_LISTS ? wn_sparse_is_empty(&search->sparse) : wn_heap_is_empty(&search->heap);
}

WN_INLINE uint64_t DS(min_key)(wn_search *search) {
    return DS_LISTS ? wn_sparse_min_f(&search->sparse) : wn_heap_min_f(&search->heap);
}

WN_INLINE wn_id DS(top)(const wn_search *search, uint64_t key) {
    return DS_LISTS ? wn_sparse_top(&search->sparse, key) : wn_heap_top(&search->heap);
}

WN_INLINE void DS(push)(wn_search *search, wn_id id, wn_node *node, uint64_t key) {
    if (!DS_LISTS) {
        wn_heap_push(&search->heap, &search->nodes, id, node, key);
        return;
    }
    wn_sparse *list = &search->sparse;
    if (WN_UNLIKELY(key > list->cursor && key - list->cursor >= list->size)) {
        key = list->cursor + list->size - 1;
    }
    wn_sparse_push(list, &search->nodes, id, node, key);
    node->prev = WN_FIRST_OF_LIST | ((uint32_t)key & (list->size - 1));
}

/* With lists: removes the first entry of the list of `key`. */
WN_INLINE void DS(pop_first)(wn_search *search, const wn_node *node, uint64_t key) {
    wn_sparse *list = &search->sparse;
    wn_id below = wn_sparse_pop(list, node, key);
    if (below != WN_NONE) {
        wn_nodes_at(&search->nodes, below)->prev =
            WN_FIRST_OF_LIST | ((uint32_t)key & (list->size - 1));
    }
}

WN_INLINE void DS(remove)(wn_search *search, wn_id id, wn_node *node) {
    assert(node->next != WN_NOT_QUEUED);
    if (!DS_LISTS) {
        wn_heap_remove(&search->heap, &search->nodes, node);
    } else if (node->prev & WN_FIRST_OF_LIST) {
        DS(pop_first)(search, node, node->prev & ~WN_FIRST_OF_LIST);
    } else {
        wn_nodes_unlink(&search->nodes, id, node);
        search->sparse.count--;
    }
    node->next = WN_NOT_QUEUED;
}

/* Changes the key of a queued state. */
WN_INLINE void DS(rekey)(wn_search *search, wn_id id, wn_node *node, uint64_t key) {
    if (!DS_LISTS) {
        wn_heap_rekey(&search->heap, &search->nodes, node, key);
    } else {
        DS(remove)(search, id, node);
        DS(push)(search, id, node, key);
    }
}

/* A state is in the queue exactly if its g and rhs differ. */
WN_INLINE void DS(update_vertex)(wn_dstar *dstar, wn_id id, wn_node *node) {
    wn_search *search = dstar->search;
    bool is_queued = node->next != WN_NOT_QUEUED;
    if (node->g == node->parent) {
        if (is_queued) {
            DS(remove)(search, id, node);
        }
        return;
    }
    uint64_t key = DS(key)(dstar, id, node);
    if (is_queued) {
        DS(rekey)(search, id, node, key);
    } else {
        DS(push)(search, id, node, key);
    }
}

/* ---- Repair --------------------------------------------------------------------------------- */

/* The node of a state. A state that was never touched has infinite g and rhs. */
WN_INLINE wn_node *DS(node_at)(wn_search *search, wn_id id) {
    wn_node *node = wn_nodes_at(&search->nodes, id);
    if (node->stamp != search->nodes.stamp) {
        node->g = node->parent = WN_INFINITE;
        node->next = WN_NOT_QUEUED;
        node->stamp = search->nodes.stamp;
        search->touched++;
    }
    return node;
}

/* The smallest cost to the goal through a neighbour. It is known to be at least `least`. */
WN_INLINE wend_cost DS(best_rhs)(wn_dstar *dstar, wn_id id, wend_cost least) {
    wn_search *search = dstar->search;
    wend_cost best = WN_INFINITE;
    DS_FAN fan;
    DS_BEGIN(search, id, &fan);
    for (wn_successor to; best > least && DS_NEXT(search, &fan, &to);) {
        const wn_node *near = wn_nodes_find(&search->nodes, to.id);
        if (near && near->g < best) {
            best = wn_min_u32(best, near->g + to.cost);
        }
    }
    return wn_dstar_checked(dstar, best);
}

/* The g of a state fell: lowers the rhs of its neighbours where that is cheaper. The goal keeps its
 * rhs of 0. */
WN_INLINE void DS(lower)(wn_dstar *dstar, wn_id id, wn_node *node) {
    assert(node->g > node->parent);
    wn_search *search = dstar->search;
    wend_cost g = node->g = node->parent;
    DS_FAN fan;
    DS_BEGIN(search, id, &fan);
    for (wn_successor to; DS_NEXT(search, &fan, &to);) {
        wn_node *near = DS(node_at)(search, to.id);
        wend_cost way = g + to.cost;
        if (way < near->parent && wn_dstar_checked(dstar, way) == way) {
            near->parent = way;
            DS(update_vertex)(dstar, to.id, near);
        }
    }
}

/* The g of a state rose: finds new parents for the states that relied on it. Most of them have
 * another one at the same cost, which ends their search for one. */
WN_INLINE void DS(raise)(wn_dstar *dstar, wn_id id, wn_node *node) {
    assert(node->g < node->parent);
    wn_search *search = dstar->search;
    wend_cost old = node->g;
    node->g = WN_INFINITE;
    DS(update_vertex)(dstar, id, node);
    DS_FAN fan;
    DS_BEGIN(search, id, &fan);
    for (wn_successor to; DS_NEXT(search, &fan, &to);) {
        wn_node *near = wn_nodes_at(&search->nodes, to.id);
        bool is_known = near->stamp == search->nodes.stamp;
        if (is_known && near->parent == old + to.cost) {
            wend_cost rhs = DS(best_rhs)(dstar, to.id, near->parent);
            if (rhs != near->parent) {
                near->parent = rhs;
                DS(update_vertex)(dstar, to.id, near);
            }
        }
    }
}

/* The cost from a state to the goal, computed from its neighbours. */
static wend_cost DS(rhs_of)(wn_dstar *dstar, wn_id id) {
    if (id == dstar->goal) {
        return 0;
    }
    return id == dstar->at ? wn_dstar_agent_rhs(dstar) : DS(best_rhs)(dstar, id, 0);
}

/* Whether the reserved memory is enough to take one more state from the queue, or for one more
 * update. */
WN_INLINE bool DS(has_room)(const wn_search *search) {
    const wend_domain *domain = search->domain;
    return wn_nodes_room(&search->nodes, domain->pages + 1) &&
           (DS_LISTS ? wn_sparse_has_room(&search->sparse)
                     : search->heap.capacity - search->heap.count > domain->degree) &&
           (domain->id_limit || wn_states_room(&search->states) >= domain->degree);
}

static bool DS(update)(wn_dstar *dstar, wn_id id) {
    wn_search *search = dstar->search;
    dstar->km += DS_H(search, dstar->last);
    dstar->last = dstar->at;
    wend_cost rhs = DS(rhs_of)(dstar, id);
    const wn_node *known = wn_nodes_find(&search->nodes, id);
    if (rhs == (known ? known->parent : WN_INFINITE)) {
        return true;
    }
    if (!DS(has_room)(search)) {
        return false;
    }
    wn_node *node = DS(node_at)(search, id);
    node->parent = rhs;
    DS(update_vertex)(dstar, id, node);
    return true;
}

/* Updates an agent whose cell was blocked: the cell is not a successor of any state, so no
 * expansion updates it. */
static void DS(update_agent)(wn_dstar *dstar) {
    wn_node *node = DS(node_at)(dstar->search, dstar->at);
    wend_cost rhs = wn_dstar_agent_rhs(dstar);
    if (rhs != node->parent) {
        node->parent = rhs;
        DS(update_vertex)(dstar, dstar->at, node);
    }
}

/* Whether the next move of the agent is known: no state in the queue comes before the agent's,
 * including itself with a g that is too small. Among equal keys the agent wins, like the goal in
 * A*. */
WN_INLINE bool DS(is_done)(const wn_dstar *dstar, const wn_node *agent, uint64_t least_key) {
    return agent && agent->parent != WN_INFINITE && least_key > 2 * (agent->parent + dstar->km);
}

/* Takes the state with the smallest key from the queue. */
WN_INLINE void DS(expand)(wn_dstar *dstar, uint64_t least_key) {
    wn_search *search = dstar->search;
    wn_id id = DS(top)(search, least_key);
    wn_node *node = wn_nodes_at(&search->nodes, id);
    if (WN_UNLIKELY(search->watch != NULL)) {
        wn_search_report(search, id, WN_NONE, wn_min_u32(node->g, node->parent));
    }
    uint64_t key = DS(key)(dstar, id, node);
    if (least_key < key) {
        DS(rekey)(search, id, node, key);
        return;
    }
    DS(remove)(search, id, node);
    if (node->g > node->parent) {
        DS(lower)(dstar, id, node);
    } else {
        DS(raise)(dstar, id, node);
    }
}

static wn_outcome DS(run)(wn_dstar *dstar, uint32_t budget, const wn_deadline *deadline,
                          uint32_t *used) {
    wn_search *search = dstar->search;
    bool must_leave = DS_IS_BLOCKED(search, dstar->at);
    const wn_node *agent = wn_nodes_find(&search->nodes, dstar->at);
    while (!DS(is_empty)(search)) {
        uint64_t least_key = DS(min_key)(search);
        if (DS(is_done)(dstar, agent, least_key)) {
            break;
        }
        if (*used == budget ||
            (*used && *used % WN_EXPANSIONS_PER_POLL == 0 && wn_deadline_passed(deadline))) {
            return WN_RUNNING;
        }
        if (WN_UNLIKELY(!DS(has_room)(search))) {
            return WN_NO_MEMORY;
        }
        ++*used;
        DS(expand)(dstar, least_key);
        if (WN_UNLIKELY(must_leave)) {
            DS(update_agent)(dstar);
        }
        agent = agent ? agent : wn_nodes_find(&search->nodes, dstar->at);
    }
    if (agent && agent->parent != WN_INFINITE) {
        return WN_FOUND;
    }
    return dstar->overflowed ? WN_TOO_EXPENSIVE : WN_NO_PATH;
}

static const wn_dstar_loop DS(loop) = {.update = DS(update), .run = DS(run)};

#undef DS
#undef DS_FAN
#undef DS_BEGIN
#undef DS_NEXT
#undef DS_H
#undef DS_IS_BLOCKED
#undef DS_LISTS
