/* search/grid_search.c - the instances of the best-first kernel for grids. */
#include "domain/abstraction.h"
#include "search/instances.h"

static inline const wend_map *grid_of(const wn_search *search) {
    return (const wend_map *)search->domain; /* its first member */
}

static inline void note_grid_goal(wn_search *search) {
    search->own.plane.goal_x = wn_grid_x(grid_of(search), search->goal);
    search->own.plane.goal_y = wn_grid_y(grid_of(search), search->goal);
}

static wend_cost grid_move_cost(wn_search *search, wn_id from, wn_id to) {
    return wn_grid_move_cost(grid_of(search), from, to);
}

static bool grid_is_blocked(const wn_search *search, wn_id id) {
    return wn_grid_is_blocked(grid_of(search), id);
}

static uint32_t grid_exits(const wn_search *search, wn_id id, wn_successor *out) {
    return wn_grid_exits(grid_of(search), id, out);
}

/* A ring must hold 2 c_max + 1 values of f. */
#define RING_8  4096u
#define RING_16 8192u
_Static_assert(2 * WEND_COST_DIAGONAL < RING_8, "the ring is too small for diagonal steps");
_Static_assert(2 * WEND_COST_KNIGHT < RING_16, "the ring is too small for knight's moves");

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

/* Dijkstra's algorithm over the whole map, for what is computed beforehand. */
#define INSTANCE          grid8_flood
#define MOVES             WN_MOVE_SET_8_CANONICAL
#define BF_TITLE          "grid8-flood"
#define BF_DEGREE         8
#define BF_RING           RING_8
#define BF_ADAPTS         0
#define WITHOUT_HEURISTIC 1
#include "search/grid_instance.inl"

/* All that is not plain: weights, learning, many starts, cells with factors. One instance asks the
 * map for its neighbourhood; its heap costs more than that. */
static inline wend_cost weighted_h(const wn_search *search, wn_id id) {
    const wend_map *map = grid_of(search);
    return map->cells.least_factor *
           wn_grid_h(map, id, search->own.plane.goal_x, search->own.plane.goal_y, map->near->moves);
}

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

/* The same inside two regions of an abstraction. */
static inline uint32_t corridor_successors(const wn_search *search, wn_id id, wn_successor *out) {
    const wn_corridor *corridor = &search->own.plane.corridor;
    const wend_map *map = grid_of(search);
    uint32_t all = wn_grid_weighted_successors(map, id, out, map->near->moves);
    uint32_t count = 0;
    for (uint32_t i = 0; i < all; i++) {
        uint32_t region = wn_region_of(corridor->abstraction, corridor->level, out[i].id);
        out[count] = out[i];
        count += region == corridor->regions[0] || region == corridor->regions[1];
    }
    return count;
}

#define BF(name)                                     grid_corridor_##name
#define BF_TITLE                                     "grid-corridor"
#define BF_PREPARE(search)                           note_grid_goal(search)
#define BF_SUCCESSORS(search, id, parent, out, list) corridor_successors(search, id, out)
#define BF_H(search, id)                             weighted_h(search, id)
#define BF_DEGREE                                    WN_GRID_DEGREE_MAX
#define BF_PAGES(search)                             WN_GRID_PAGES_PER_EXPANSION
#define BF_RING                                      0u
#define BF_INTERNS                                   0
#define BF_PRUNES                                    0
#define BF_ADAPTS                                    0
#define BF_MOVE_COST                                 grid_move_cost
#define BF_IS_BLOCKED                                grid_is_blocked
#define BF_EXITS                                     grid_exits
#include "search/bestfirst.inl"

/* The rule of canonical ordering is that of corners "never": with the others a step aside can be
 * the only shortest way where the rule sees none. */
static bool has_canonical_order(const wend_map *map) {
    return map->def.neighbors == 8 && map->def.corners == WEND_CORNERS_NEVER && !map->cells.factors;
}

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
    switch (policy->kernel) {
    case WN_KERNEL_JUMP:
        return wn_jump_kernel();
    case WN_KERNEL_CORRIDOR:
        return &grid_corridor_kernel;
    case WN_KERNEL_FLOOD:
        return has_canonical_order(map) ? &grid8_flood_kernel : &grid_heap_kernel;
    case WN_KERNEL_SINGLE_START:
    case WN_KERNEL_MANY_STARTS:
        break;
    }
    return wn_policy_is_plain(policy) && !map->cells.factors ? plain_kernel(map, policy)
                                                             : &grid_heap_kernel;
}
