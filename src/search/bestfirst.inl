/* search/bestfirst.inl - the bounded best-first loop, written once.
 *
 * Included once per instance with these defined:
 *
 *     BF(name)      the name of one of the instance's functions
 *     BF_TITLE      its title
 *     BF_PREPARE(search)                            notes what the domain must know of the goal
 *     BF_SUCCESSORS(search, id, parent, out, list)  lists the successors: returns how many, and
 *                   sets `list` to `out` or to an array of the domain
 *     BF_H(search, id)                              the domain's consistent heuristic
 *     BF_DEGREE     entries of `out`: the most successors of a state, or 1 if it is not used
 *     BF_PAGES(search)                              most new pages per expansion
 *     BF_RING       buckets of the open list if it is a bucket queue, else 0
 *     BF_SPARSE     1 if it is a sparse bucket queue; without either it is a heap. Default: 0
 *     BF_SPAN       for a sparse queue: a function for the largest distance between its f-values
 *     BF_INTERNS    1 if states are numbered as they are found, else 0
 *     BF_PRUNES     1 if moves are skipped that are redundant on a map that does not change
 *     BF_ADAPTS     1 if h is raised by what earlier searches have cost; a heap kernel uses the
 *                   search's policy instead
 *     BF_MOVE_COST  a function for the cost of one move; the default lists all moves
 *     BF_IS_BLOCKED(search, id), BF_EXITS(search, id, out)  if states can be blocked: whether
 *                   one is, and the moves out of it, by which an agent there can leave
 *
 * and, if successors are taken one at a time instead of as a list:
 *
 *     BF_FAN        a type that holds the remaining successors
 *     BF_BEGIN(search, id, parent, hint, fan)       starts with those of a state
 *     BF_NEXT(search, fan, to, hint)                writes the next one; false at the end
 *     BF_HINTED     1 if the byte `hint` of a successor is to be stored for BF_BEGIN
 *     BF_SEED_HINT(search, id)                      the hint of a seed
 *
 * Everything that varies is a constant or an inline function, so the compiler sees one plain loop
 * per instance, without calls through pointers. A bucket kernel is always plain (f = g + h); the
 * others follow the search's policy, but only a heap kernel reopens and learns. */

#ifndef BF_MOVE_COST
#define BF_MOVE_COST wn_listed_move_cost
#endif

#ifndef BF_SPARSE
#define BF_SPARSE 0
#define BF_SPAN   NULL
#endif
/* Entries are in lists by f, and all entries with one f are found at once. */
#define BF_LISTS (BF_RING || BF_SPARSE)

#ifndef BF_FAN
typedef struct BF(batch) {
    wn_successor buffer[BF_DEGREE];
    const wn_successor *at;
    const wn_successor *end;
} BF(batch);

WN_INLINE void BF(begin)(wn_search *search, wn_id id, wn_id parent, BF(batch) * batch) {
    (void)parent; /* not used by every domain */
    /* Only the address of the buffer is taken. cppcheck-suppress ctuuninitvar */
    batch->at = batch->buffer;
    uint32_t count = BF_SUCCESSORS(search, id, parent, batch->buffer, batch->at);
    batch->end = batch->at + count;
}

WN_INLINE bool BF(next)(BF(batch) * batch, wn_successor *to) {
    if (batch->at == batch->end) {
        return false;
    }
    *to = *batch->at++;
    return true;
}

#define BF_FAN                                  BF(batch)
#define BF_BEGIN(search, id, parent, hint, fan) BF(begin)(search, id, parent, fan)
#define BF_NEXT(search, fan, to, hint)          BF(next)(fan, to)
#define BF_HINTED                               0
#define BF_SEED_HINT(search, id)                0
#endif

WN_INLINE uint64_t BF(min_f)(wn_search *search) {
    return BF_RING     ? wn_bucket_min_f(&search->bucket, BF_RING)
           : BF_SPARSE ? wn_sparse_min_f(&search->sparse)
                       : wn_heap_min_f(&search->heap);
}

WN_INLINE bool BF(is_empty)(const wn_search *search) {
    return BF_RING     ? wn_bucket_is_empty(&search->bucket)
           : BF_SPARSE ? wn_sparse_is_empty(&search->sparse)
                       : wn_heap_is_empty(&search->heap);
}

WN_INLINE wn_id BF(top)(const wn_search *search, uint64_t f) {
    return BF_RING     ? wn_bucket_top(&search->bucket, BF_RING, (uint32_t)f)
           : BF_SPARSE ? wn_sparse_top(&search->sparse, f)
                       : wn_heap_top(&search->heap);
}

WN_INLINE void BF(push)(wn_search *search, wn_id id, wn_node *node, uint64_t f) {
    if (BF_RING) {
        wn_bucket_push(&search->bucket, BF_RING, &search->nodes, id, node, (uint32_t)f);
    } else if (BF_SPARSE) {
        wn_sparse_push(&search->sparse, &search->nodes, id, node, f);
    } else {
        wn_heap_push(&search->heap, &search->nodes, id, node, f);
    }
}

WN_INLINE void BF(remove)(wn_search *search, wn_id id, wn_node *node, uint64_t f) {
    if (BF_RING) {
        wn_bucket_remove(&search->bucket, BF_RING, &search->nodes, id, node, (uint32_t)f);
    } else if (BF_SPARSE) {
        wn_sparse_remove(&search->sparse, &search->nodes, id, node, f);
    } else {
        wn_heap_remove(&search->heap, &search->nodes, node);
    }
}

/* Removes the first entry. Returns the new first entry if it has the same f and the list finds it
 * at once, otherwise WN_NONE. */
WN_INLINE wn_id BF(pop)(wn_search *search, wn_node *node, uint64_t f) {
    if (BF_RING) {
        return wn_bucket_pop(&search->bucket, BF_RING, node, (uint32_t)f);
    }
    if (BF_SPARSE) {
        return wn_sparse_pop(&search->sparse, node, f);
    }
    wn_heap_remove(&search->heap, &search->nodes, node);
    return WN_NONE;
}

WN_INLINE bool BF(has_heap_room)(const wn_search *search) {
    uint32_t degree = search->domain->degree;
    return search->heap.capacity - search->heap.count >= degree &&
           (!search->policy.learn || search->seen_capacity - search->seen_count >= degree);
}

/* Whether the reserved memory is enough for one more expansion. */
WN_INLINE bool BF(has_room)(const wn_search *search) {
    if (!wn_nodes_room(&search->nodes, BF_PAGES(search))) {
        return false;
    }
    if (BF_INTERNS && wn_states_room(&search->states) < search->domain->degree) {
        return false;
    }
    return BF_RING || (BF_SPARSE ? wn_sparse_has_room(&search->sparse) : BF(has_heap_room)(search));
}

WN_INLINE bool BF(adapts)(const wn_search *search) {
    return BF_RING ? BF_ADAPTS : search->policy.adapt;
}

WN_INLINE wend_cost BF(h_on_page)(wn_search *search, const wn_page *page, wn_id id) {
    if (BF(adapts)(search) || (!BF_LISTS && search->policy.learn)) {
        const wn_learned *learned = &page->learned[id & (WN_PAGE_NODES - 1)];
        if (learned->epoch == search->epoch) {
            return learned->h;
        }
    }
    (void)page;
    return BF_H(search, id);
}

/* The heuristic of a state that this search touches for the first time. This is Adaptive A*,
 * evaluated lazily: an earlier search has proved the cost of a route, and that this state is g away
 * from its start. The difference is a lower bound on the distance of the state to the goal. */
WN_INLINE wend_cost BF(first_h)(wn_search *search, wn_page *page, wn_id id) {
    wend_cost h = BF(h_on_page)(search, page, id);
    if (BF(adapts)(search)) {
        const wn_node *node = &page->nodes[id & (WN_PAGE_NODES - 1)];
        uint32_t past = node->stamp - search->past_stamp;
        wend_cost cost = past < search->past_count ? search->past[past] : 0;
        if (cost > node->g && cost - node->g > h) {
            h = cost - node->g;
            page->learned[id & (WN_PAGE_NODES - 1)].h = h;
            page->learned[id & (WN_PAGE_NODES - 1)].epoch = search->epoch;
        }
    }
    return h;
}

WN_INLINE uint64_t BF(f)(const wn_search *search, wend_cost g, wend_cost h) {
    return BF_RING ? (uint64_t)g + h
                   : (uint64_t)g * search->g_factor + (uint64_t)h * search->h_factor;
}

static void BF(set_goal)(wn_search *search, wn_id goal) {
    search->goal = goal;
    BF_PREPARE(search);
}

static void BF(start)(wn_search *search, wn_id goal) {
    wn_nodes_new_search(&search->nodes);
    BF(set_goal)(search, goal);
    search->goal_f = UINT64_MAX;
    search->outcome = WN_RUNNING;
    search->touched = 0;
    search->seen_count = 0;
    if (BF_RING) {
        wn_bucket_reset(&search->bucket, 0);
    } else if (BF_SPARSE) {
        wn_sparse_reset(&search->sparse);
    } else {
        wn_heap_reset(&search->heap);
    }
}

#ifndef WN_NO_BETTER
#define WN_NO_BETTER UINT64_MAX
#endif

/* Handles a path to a state. If it is the first one or cheaper than the known one, stores g and
 * parent and returns the new f; the state is in no list then. Otherwise returns WN_NO_BETTER. */
WN_INLINE uint64_t BF(relax)(wn_search *search, wn_id id, wn_page *page, wend_cost g, wn_id parent,
                             uint32_t hint) {
    wn_node *node = &page->nodes[id & (WN_PAGE_NODES - 1)];
    wend_cost h;
    if (node->stamp != search->nodes.stamp) {
        h = BF(first_h)(search, page, id);
        node->stamp = search->nodes.stamp;
        search->touched++;
        if (!BF_LISTS && search->policy.learn) {
            page->learned[id & (WN_PAGE_NODES - 1)].moves_in = WN_NONE;
        }
    } else if (g < node->g && (node->next != WN_CLOSED ? BF_RING || !search->policy.keep_parents
                                                       : !BF_LISTS && search->policy.reopen)) {
        h = BF(h_on_page)(search, page, id);
        if (node->next != WN_CLOSED) {
            BF(remove)(search, id, node, BF(f)(search, node->g, h));
        }
    } else {
        return WN_NO_BETTER;
    }
    node->g = g;
    node->parent = parent;
    if (BF_HINTED) {
        page->hints[id & (WN_PAGE_NODES - 1)] = (uint8_t)hint;
    }
    uint64_t f = BF(f)(search, g, h);
    if (id == search->goal) {
        search->goal_f = f;
    }
    return f;
}

/* Stores a move for learning. */
static inline void BF(note_move)(wn_search *search, wn_id from, const wn_successor *to) {
    assert(search->seen_count < search->seen_capacity);
    wn_learned *learned = wn_search_learned(search, to->id);
    search->seen_moves[search->seen_count] = (wn_seen_move){from, to->cost, learned->moves_in};
    learned->moves_in = search->seen_count++;
}

#ifdef BF_EXITS
/* Expands a blocked start. It has no moves, but can be left by its exits. */
static void BF(leave)(wn_search *search, wn_id id, wn_node *node) {
    wn_successor exits[BF_DEGREE];
    uint64_t f[BF_DEGREE], least = UINT64_MAX;
    /* cppcheck-suppress constStatement ; a call, not a list of values */
    uint32_t count = BF_EXITS(search, id, exits);
    node->next = WN_CLOSED;
    for (uint32_t i = 0; i < count; i++) {
        wn_page *page = wn_nodes_page(&search->nodes, exits[i].id);
        uint32_t hint = BF_SEED_HINT(search, exits[i].id);
        f[i] = BF(relax)(search, exits[i].id, page, node->g + exits[i].cost, id, hint);
        least = f[i] < least ? f[i] : least;
        if (!BF_LISTS && search->policy.learn) {
            BF(note_move)(search, id, &exits[i]);
        }
    }
    if (BF_RING && least != UINT64_MAX) {
        wn_bucket_reset(&search->bucket, (uint32_t)least);
    }
    for (uint32_t i = 0; i < count; i++) {
        if (f[i] != WN_NO_BETTER) {
            BF(push)(search, exits[i].id, wn_nodes_at(&search->nodes, exits[i].id), f[i]);
        }
    }
}
#endif

static bool BF(seed)(wn_search *search, wn_id id, wend_cost g) {
    assert(id < (BF_INTERNS ? search->states.count : search->domain->id_limit));
    if (!BF(has_room)(search)) {
        return false;
    }
    if (BF_RING) {
        assert(search->bucket.count == 0);
        wn_page *first = wn_nodes_page(&search->nodes, id);
        wn_bucket_reset(&search->bucket, g + BF(first_h)(search, first, id));
    }
    wn_page *page = wn_nodes_page(&search->nodes, id);
    uint64_t f = BF(relax)(search, id, page, g, WN_NONE, BF_SEED_HINT(search, id));
    if (f == WN_NO_BETTER) {
        return true;
    }
    wn_node *node = &page->nodes[id & (WN_PAGE_NODES - 1)];
#ifdef BF_EXITS
    if (BF_IS_BLOCKED(search, id)) {
        BF(leave)(search, id, node);
        return true;
    }
#endif
    BF(push)(search, id, node, f);
    return true;
}

/* What is expanded next, as far as it is known without reading the list. */
typedef struct BF(ahead) {
    uint64_t f;    /* the smallest f */
    wn_id id;      /* a state that is in no list; WN_NONE: expand the first entry of the list */
    wn_node *node; /* of `id` */
    wn_id first;   /* the first entry of the list if known, else WN_NONE */
} BF(ahead);

/* Notes a successor that would be expanded next, and pushes the one noted before. Among equal f the
 * newest one is next. A smaller f occurs only where f is not g + h; then a state that became newer,
 * or cheaper, may have been the first entry of the list. */
WN_INLINE void BF(note_ahead)(wn_search *search, BF(ahead) * ahead, wn_id id, wn_node *node,
                              uint64_t f) {
    if (ahead->id != WN_NONE) {
        BF(push)(search, ahead->id, ahead->node, ahead->f);
        ahead->first = ahead->id;
    }
    if (BF_SPARSE && (f < ahead->f || ahead->first == id)) {
        ahead->first = WN_NONE;
    }
    ahead->id = id;
    ahead->node = node;
    ahead->f = f;
}

/* Expands the next state. With lists by f, the newest successor with the same f would be expanded
 * next, so it is not pushed but noted. (On game maps this saves half of all states the push and the
 * pop.) */
WN_INLINE void BF(expand)(wn_search *search, BF(ahead) * ahead) {
    wn_id id = ahead->id;
    wn_node *node = ahead->node;
    node->next = WN_CLOSED;
    wend_cost g = node->g;
    /* Learning needs every move, including the one back to the parent. */
    wn_id parent = !BF_LISTS && search->policy.learn ? WN_NONE : node->parent;
    uint32_t hint = BF_HINTED ? wn_nodes_page_of(node, id)->hints[id & (WN_PAGE_NODES - 1)] : 0;
    BF_FAN fan;
    BF_BEGIN(search, id, parent, hint, &fan);
    (void)parent, (void)hint; /* not used by every domain */
    ahead->id = WN_NONE;
    wn_successor to;
    while (BF_NEXT(search, &fan, &to, &hint)) {
        wn_page *page = wn_nodes_page(&search->nodes, to.id);
        wn_node *to_node = &page->nodes[to.id & (WN_PAGE_NODES - 1)];
        uint64_t f = BF(relax)(search, to.id, page, g + to.cost, id, hint);
        if (BF_RING ? f == ahead->f : BF_SPARSE && f <= ahead->f) {
            BF(note_ahead)(search, ahead, to.id, to_node, f);
        } else if (f != WN_NO_BETTER) {
            BF(push)(search, to.id, to_node, f);
        }
        if (!BF_LISTS && search->policy.learn) {
            BF(note_move)(search, id, &to);
        }
    }
}

/* Determines the smallest f; returns false if the search is over. */
WN_INLINE bool BF(peek)(wn_search *search, BF(ahead) * ahead) {
    if (ahead->id == WN_NONE && ahead->first == WN_NONE) {
        if (BF(is_empty)(search)) {
            search->outcome = WN_NO_PATH;
            return false;
        }
        ahead->f = BF(min_f)(search);
        ahead->first = BF(top)(search, ahead->f);
    }
    if (ahead->f == search->goal_f) {
        search->outcome = WN_FOUND; /* among equal f the goal wins */
        return false;
    }
    return true;
}

static wn_outcome BF(run)(wn_search *search, uint32_t budget, uint32_t *used) {
    uint32_t expansions = 0;
    bool has_room = true;
    BF(ahead) ahead = {.id = WN_NONE, .first = WN_NONE};
    while (search->outcome == WN_RUNNING && BF(peek)(search, &ahead)) {
        has_room = BF(has_room)(search);
        if (expansions == budget || WN_UNLIKELY(!has_room)) {
            break;
        }
        if (ahead.id == WN_NONE) {
            ahead.id = ahead.first;
            ahead.node = wn_nodes_at(&search->nodes, ahead.id);
            ahead.first = BF(pop)(search, ahead.node, ahead.f);
            if (ahead.first != WN_NONE) {
                wn_nodes_prefetch_node(&search->nodes, ahead.first);
            }
        }
        if (WN_UNLIKELY(ahead.node->g > WEND_COST_MAX)) {
            search->outcome = WN_TOO_EXPENSIVE;
            break;
        }
        BF(expand)(search, &ahead);
        expansions++;
    }
    if (ahead.id != WN_NONE) {
        BF(push)(search, ahead.id, ahead.node, ahead.f);
    }
    *used = expansions;
    return has_room || expansions == budget ? search->outcome : WN_NO_MEMORY;
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

static uint32_t BF(successors)(wn_search *search, wn_id id, wn_successor *buffer,
                               const wn_successor **list) {
    *list = buffer;
#ifdef BF_EXITS
    if (BF_IS_BLOCKED(search, id)) {
        return BF_EXITS(search, id, buffer);
    }
#endif
    return BF_SUCCESSORS(search, id, WN_NONE, buffer, *list);
}

static uint64_t BF(least_f)(wn_search *search) {
    if (search->outcome == WN_FOUND) {
        return search->goal_f;
    }
    return BF(is_empty)(search) ? UINT64_MAX : BF(min_f)(search);
}

static wend_cost BF(h)(wn_search *search, wn_id id) {
    return BF(h_on_page)(search, wn_nodes_page(&search->nodes, id), id);
}

static wend_cost BF(h0)(wn_search *search, wn_id id) {
    return BF_H(search, id);
}

static const wn_kernel BF(kernel) = {
    .name = BF_TITLE,
    .ring = BF_RING,
    .span = BF_SPAN,
    .units = 1,
    .init = wn_bestfirst_init,
    .clear = wn_bestfirst_clear,
    .release = wn_bestfirst_release,
    .bytes = wn_bestfirst_bytes,
    .run_one = wn_bestfirst_run_one,
    .mark = wn_bestfirst_mark,
    .move_cost = BF_MOVE_COST,
    .start = BF(start),
    .seed = BF(seed),
    .run = BF(run),
    .tip = BF(tip),
    .successors = BF(successors),
    .least_f = BF(least_f),
    .h = BF(h),
    .h0 = BF(h0),
    .set_goal = BF(set_goal),
    .prunes = BF_PRUNES,
};

#undef BF
#undef BF_TITLE
#undef BF_PREPARE
#undef BF_SUCCESSORS
#undef BF_H
#undef BF_DEGREE
#undef BF_PAGES
#undef BF_RING
#undef BF_SPARSE
#undef BF_SPAN
#undef BF_LISTS
#undef BF_INTERNS
#undef BF_PRUNES
#undef BF_ADAPTS
#undef BF_MOVE_COST
#undef BF_IS_BLOCKED
#undef BF_EXITS
#undef BF_FAN
#undef BF_BEGIN
#undef BF_NEXT
#undef BF_HINTED
#undef BF_SEED_HINT
