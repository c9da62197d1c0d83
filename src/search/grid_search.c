/* search/grid_search.c - the instances of the best-first kernel for grids. */
#include "search/grid_instance.h"

/* The bucket kernels: one per neighbourhood, each with and without an adaptive heuristic. */
#define INSTANCE  grid4
#define MOVES     WN_MOVE_SET_4
#define BF_TITLE  "grid4"
#define BF_DEGREE 4
#define BF_RING   RING_8
#define BF_ADAPTS 0
#include "search/grid_instance.inl"

#define INSTANCE  grid8
#define MOVES     WN_MOVE_SET_8
#define BF_TITLE  "grid8"
#define BF_DEGREE 8
#define BF_RING   RING_8
#define BF_ADAPTS 0
#include "search/grid_instance.inl"

#define INSTANCE  grid8_canonical
#define MOVES     WN_MOVE_SET_8_CANONICAL
#define BF_TITLE  "grid8-canonical"
#define BF_DEGREE 8
#define BF_RING   RING_8
#define BF_ADAPTS 0
#include "search/grid_instance.inl"

#define INSTANCE  grid16
#define MOVES     WN_MOVE_SET_16
#define BF_TITLE  "grid16"
#define BF_DEGREE 16
#define BF_RING   RING_16
#define BF_ADAPTS 0
#include "search/grid_instance.inl"

#define INSTANCE  adaptive4
#define MOVES     WN_MOVE_SET_4
#define BF_TITLE  "adaptive4"
#define BF_DEGREE 4
#define BF_RING   RING_8
#define BF_ADAPTS 1
#include "search/grid_instance.inl"

#define INSTANCE  adaptive8
#define MOVES     WN_MOVE_SET_8
#define BF_TITLE  "adaptive8"
#define BF_DEGREE 8
#define BF_RING   RING_8
#define BF_ADAPTS 1
#include "search/grid_instance.inl"

#define INSTANCE  adaptive8_canonical
#define MOVES     WN_MOVE_SET_8_CANONICAL
#define BF_TITLE  "adaptive8-canonical"
#define BF_DEGREE 8
#define BF_RING   RING_8
#define BF_ADAPTS 1
#include "search/grid_instance.inl"

#define INSTANCE  adaptive16
#define MOVES     WN_MOVE_SET_16
#define BF_TITLE  "adaptive16"
#define BF_DEGREE 16
#define BF_RING   RING_16
#define BF_ADAPTS 1
#include "search/grid_instance.inl"

/* The largest difference between an f in the open list and the smallest one. Let M be the largest
 * value that the smallest f has had so far. No successor has an f above M + (g_factor + h_factor)
 * c, where c is the largest cost of a move. Every later entry descends from states with an f of at
 * least M. Over a path of cost d, the h of a state falls by at most d, and not below 0, so f has
 * fallen by at most (h_factor - g_factor) h since. Edits do not change that: c is based on the
 * largest possible factor, and a change of h itself starts a new search. */
static uint64_t span_on(const wend_map *map, uint32_t g_factor, uint32_t h_factor) {
    wn_id far = wn_grid_id(map, map->cells.width - 1, map->cells.height - 1);
    uint64_t most_h =
        (uint64_t)map->cells.least_factor * wn_grid_h(map, far, 0, 0, map->near->moves);
    uint64_t falls = h_factor > g_factor ? (h_factor - g_factor) * most_h : 0;
    return falls + ((uint64_t)g_factor + h_factor) * map->domain.max_move_cost;
}

static uint64_t grid_span(const wn_search *search) {
    if (search->policy.repairs) {
        return WN_SPARSE_SIZE_MAX - 1; /* the maximum: keys can have any value */
    }
    return span_on(grid_of(search), search->g_factor, search->h_factor);
}

/* For weights, and for cells with factors. Canonical ordering needs cells of equal cost. */
#define INSTANCE  sparse4
#define MOVES     WN_MOVE_SET_4
#define BF_TITLE  "sparse4"
#define BF_DEGREE 4
#define BF_SPARSE 1
#define FACTORED
#include "search/grid_instance.inl"

#define INSTANCE  sparse8
#define MOVES     WN_MOVE_SET_8
#define BF_TITLE  "sparse8"
#define BF_DEGREE 8
#define BF_SPARSE 1
#define FACTORED
#include "search/grid_instance.inl"

#define INSTANCE  sparse8_canonical
#define MOVES     WN_MOVE_SET_8_CANONICAL
#define BF_TITLE  "sparse8-canonical"
#define BF_DEGREE 8
#define BF_SPARSE 1
#include "search/grid_instance.inl"

#define INSTANCE  sparse16
#define MOVES     WN_MOVE_SET_16
#define BF_TITLE  "sparse16"
#define BF_DEGREE 16
#define BF_SPARSE 1
#define FACTORED
#include "search/grid_instance.inl"

/* Everything else: learning, reopening, several seeds, weights whose f-values are too far apart. A
 * single instance that looks up the neighbourhood at run time; its heap costs more than that. */
#define BF(name)           grid_heap_##name
#define BF_TITLE           "grid-heap"
#define BF_PREPARE(search) note_grid_goal(search)
#define BF_SUCCESSORS(search, id, parent, out, list)                                               \
    wn_grid_weighted_successors(grid_of(search), id, out, grid_of(search)->near->moves)
#define BF_H(search, id) weighted_h(search, id)
#define BF_DEGREE        WN_GRID_DEGREE_MAX
#define BF_PAGES(search) WN_GRID_PAGES_PER_EXPANSION
#define BF_RING          0u
#define BF_INTERNS       0
#define BF_PRUNES        0
#define BF_ADAPTS        0
#define BF_MOVE_COST     grid_move_cost
#define BF_IS_BLOCKED    grid_is_blocked
#define BF_EXITS         grid_exits
#include "search/bestfirst.inl"

static const wn_kernel *plain_kernel(const wend_map *map, const wn_policy *policy) {
    bool adapts = policy->adapt;
    switch (map->near->moves) {
    case WN_MOVE_SET_4:
        return adapts ? &adaptive4_kernel : &grid4_kernel;
    case WN_MOVE_SET_16:
        return adapts ? &adaptive16_kernel : &grid16_kernel;
    case WN_MOVE_SET_8:
    case WN_MOVE_SET_8_CANONICAL:
        break;
    }
    if (policy->prune && has_canonical_order(map)) {
        return adapts ? &adaptive8_canonical_kernel : &grid8_canonical_kernel;
    }
    return adapts ? &adaptive8_kernel : &grid8_kernel;
}

/* NULL if the f-values are too far apart. */
static const wn_kernel *sparse_kernel(const wend_map *map, const wn_policy *policy) {
    uint32_t divisor = wn_policy_divisor(policy);
    if (!policy->repairs && span_on(map, policy->g_factor / divisor, policy->h_factor / divisor) >=
                                WN_SPARSE_SIZE_MAX) {
        return NULL;
    }
    switch (map->near->moves) {
    case WN_MOVE_SET_4:
        return &sparse4_kernel;
    case WN_MOVE_SET_16:
        return &sparse16_kernel;
    case WN_MOVE_SET_8:
    case WN_MOVE_SET_8_CANONICAL:
        break;
    }
    return policy->prune && has_canonical_order(map) ? &sparse8_canonical_kernel : &sparse8_kernel;
}

const wn_kernel *wn_grid_kernel(const wend_domain *domain, const wn_policy *policy) {
    const wend_map *map = (const wend_map *)domain;
    if (policy->many_starts || policy->reopen || policy->learn) {
        return &grid_heap_kernel;
    }
    if (wn_policy_is_plain(policy) && !map->cells.factors) {
        return plain_kernel(map, policy);
    }
    const wn_kernel *kernel = sparse_kernel(map, policy);
    return kernel ? kernel : &grid_heap_kernel;
}
