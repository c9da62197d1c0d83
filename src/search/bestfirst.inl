/* search/bestfirst.inl - the bounded best-first loop, written once.
 *
 * Included once per instance with these defined:
 *
 *     BF(name)                        the name of one of the instance's functions
 *     BF_SUCCESSORS(search, id, parent, out)  the domain's batch of successors; returns the count
 *     BF_H(search, id)                the domain's consistent heuristic
 *     BF_DEGREE, BF_PAGES             most successors, most new pages, per expansion
 *     BF_RING                         buckets of the open list, or 0 for a heap
 *
 * Everything that varies is a constant or an inline function, so the compiler sees one plain loop
 * per instance; there is no call through a pointer in it. */

WN_INLINE uint64_t BF(min_f)(wn_search *search) {
    return BF_RING ? wn_bucket_min_f(&search->bucket, BF_RING) : wn_heap_min_f(&search->heap);
}

WN_INLINE bool BF(is_empty)(const wn_search *search) {
    return BF_RING ? wn_bucket_is_empty(&search->bucket) : wn_heap_is_empty(&search->heap);
}

WN_INLINE wn_id BF(top)(const wn_search *search, uint64_t f) {
    return BF_RING ? wn_bucket_top(&search->bucket, BF_RING, (uint32_t)f)
                   : wn_heap_top(&search->heap);
}

WN_INLINE void BF(push)(wn_search *search, wn_id id, wn_node *node, uint64_t f) {
    if (BF_RING) {
        wn_bucket_push(&search->bucket, BF_RING, &search->nodes, id, node, (uint32_t)f);
    } else {
        wn_heap_push(&search->heap, &search->nodes, id, node, f);
    }
}

WN_INLINE void BF(remove)(wn_search *search, wn_node *node, uint64_t f) {
    if (BF_RING) {
        wn_bucket_remove(&search->bucket, BF_RING, &search->nodes, node, (uint32_t)f);
    } else {
        wn_heap_remove(&search->heap, &search->nodes, node);
    }
}

/* Whether memory suffices for one more expansion. */
WN_INLINE bool BF(has_room)(const wn_search *search) {
    return wn_nodes_room(&search->nodes, BF_PAGES) &&
           (BF_RING || search->heap.capacity - search->heap.count >= BF_DEGREE);
}

static void BF(start)(wn_search *search, wn_id goal) {
    wn_nodes_new_search(&search->nodes);
    search->goal = goal;
    search->goal_x = wn_grid_x(search->map, goal);
    search->goal_y = wn_grid_y(search->map, goal);
    search->goal_f = UINT64_MAX;
    search->outcome = WN_RUNNING;
    search->touched = 0;
    if (BF_RING) {
        wn_bucket_reset(&search->bucket, 0);
    } else {
        wn_heap_reset(&search->heap);
    }
}

/* A better way to a state, or the first one: enters it with its new g and parent. */
WN_INLINE void BF(relax)(wn_search *search, wn_id id, wend_cost g, wn_id parent) {
    wn_node *node = wn_nodes_at(&search->nodes, id);
    uint64_t h;
    if (node->stamp != search->nodes.stamp) {
        h = BF_H(search, id);
        node->stamp = search->nodes.stamp;
        search->touched++;
    } else if (g < node->g && node->next != WN_CLOSED) {
        h = BF_H(search, id);
        BF(remove)(search, node, node->g + h);
    } else {
        return;
    }
    node->g = g;
    node->parent = parent;
    BF(push)(search, id, node, g + h);
    if (id == search->goal) {
        search->goal_f = g + h;
    }
}

static bool BF(seed)(wn_search *search, wn_id id, wend_cost g) {
    if (!BF(has_room)(search)) {
        return false;
    }
    if (BF_RING) {
        assert(search->bucket.count == 0);
        wn_bucket_reset(&search->bucket, g + BF_H(search, id));
    }
    BF(relax)(search, id, g, WN_NONE);
    return true;
}

WN_INLINE void BF(expand)(wn_search *search, wn_id id, uint64_t f) {
    wn_node *node = wn_nodes_at(&search->nodes, id);
    BF(remove)(search, node, f);
    node->next = WN_CLOSED;
    wend_cost g = node->g;
    wn_successor successors[BF_DEGREE];
    uint32_t count = BF_SUCCESSORS(search, id, node->parent, successors);
    for (uint32_t i = 0; i < count; i++) {
        BF(relax)(search, successors[i].id, g + successors[i].cost, id);
    }
}

static wn_outcome BF(run)(wn_search *search, uint32_t budget, uint32_t *used) {
    uint32_t expansions = 0;
    while (search->outcome == WN_RUNNING) {
        if (BF(is_empty)(search)) {
            search->outcome = WN_NO_PATH;
            break;
        }
        uint64_t f = BF(min_f)(search);
        if (f == search->goal_f) {
            search->outcome = WN_FOUND; /* with equal f, the goal wins */
            break;
        }
        if (expansions == budget) {
            break;
        }
        if (WN_UNLIKELY(!BF(has_room)(search))) {
            *used = expansions;
            return WN_NO_MEMORY;
        }
        wn_id id = BF(top)(search, f);
        if (WN_UNLIKELY(wn_nodes_at(&search->nodes, id)->g > WEND_COST_MAX)) {
            search->outcome = WN_TOO_DEAR;
            break;
        }
        BF(expand)(search, id, f);
        expansions++;
    }
    *used = expansions;
    return search->outcome;
}

static wn_id BF(tip)(wn_search *search) {
    if (search->outcome == WN_FOUND) {
        return search->goal;
    }
    if (BF(is_empty)(search)) {
        return WN_NONE;
    }
    uint64_t f = BF(min_f)(search);
    return f == search->goal_f ? search->goal : BF(top)(search, f);
}

static uint32_t BF(successors)(const wn_search *search, wn_id id, wn_successor *out) {
    return BF_SUCCESSORS(search, id, WN_NONE, out);
}

static const wn_kernel BF(kernel) = {
    .name = BF_TITLE,
    .degree = BF_DEGREE,
    .pages_per_expansion = BF_PAGES,
    .ring = BF_RING,
    .start = BF(start),
    .seed = BF(seed),
    .run = BF(run),
    .tip = BF(tip),
    .successors = BF(successors),
};

#undef BF
#undef BF_TITLE
#undef BF_SUCCESSORS
#undef BF_H
#undef BF_DEGREE
#undef BF_RING
