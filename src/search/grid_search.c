/* search/grid_search.c - the instances of the best-first kernel for grids. */
#include "search/grid_instance.h"

/* The bucket kernels: one per neighbourhood, and the same with an adaptive heuristic. */
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

/* All that is not plain: weights, learning, many starts, cells with factors. One instance asks the
 * map for its neighbourhood; its heap costs more than that. */
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

const wn_kernel *wn_grid_kernel(const wend_domain *domain, const wn_policy *policy) {
    const wend_map *map = (const wend_map *)domain;
    return wn_policy_is_plain(policy) && !map->cells.factors ? plain_kernel(map, policy)
                                                             : &grid_heap_kernel;
}
