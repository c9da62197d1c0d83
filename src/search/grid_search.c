/* search/grid_search.c - the instances of the best-first kernel for grids. */
#include "search/search.h"

#define BF_PAGES WN_GRID_PAGES_PER_EXPANSION

/* A ring must hold 2 c_max + 1 values of f. */
#define RING_8  4096u
#define RING_16 8192u
_Static_assert(2 * WEND_COST_DIAGONAL < RING_8, "the ring is too small for diagonal steps");
_Static_assert(2 * WEND_COST_KNIGHT < RING_16, "the ring is too small for knight's moves");

#define BF(name) grid4_##name
#define BF_TITLE "grid4"
#define BF_SUCCESSORS(search, id, parent, out)                                                     \
    wn_grid_successors((search)->map, id, parent, out, WN_MOVES_4)
#define BF_H(search, id)                                                                           \
    wn_grid_h((search)->map, id, (search)->goal_x, (search)->goal_y, WN_MOVES_4)
#define BF_DEGREE 4
#define BF_RING   RING_8
#include "search/bestfirst.inl"

#define BF(name) grid8_##name
#define BF_TITLE "grid8"
#define BF_SUCCESSORS(search, id, parent, out)                                                     \
    wn_grid_successors((search)->map, id, parent, out, WN_MOVES_8)
#define BF_H(search, id)                                                                           \
    wn_grid_h((search)->map, id, (search)->goal_x, (search)->goal_y, WN_MOVES_8)
#define BF_DEGREE 8
#define BF_RING   RING_8
#include "search/bestfirst.inl"

#define BF(name) grid8_canonical_##name
#define BF_TITLE "grid8-canonical"
#define BF_SUCCESSORS(search, id, parent, out)                                                     \
    wn_grid_successors((search)->map, id, parent, out, WN_MOVES_8_CANONICAL)
#define BF_H(search, id)                                                                           \
    wn_grid_h((search)->map, id, (search)->goal_x, (search)->goal_y, WN_MOVES_8)
#define BF_DEGREE 8
#define BF_RING   RING_8
#include "search/bestfirst.inl"

#define BF(name) grid16_##name
#define BF_TITLE "grid16"
#define BF_SUCCESSORS(search, id, parent, out)                                                     \
    wn_grid_successors((search)->map, id, parent, out, WN_MOVES_16)
#define BF_H(search, id)                                                                           \
    wn_grid_h((search)->map, id, (search)->goal_x, (search)->goal_y, WN_MOVES_16)
#define BF_DEGREE 16
#define BF_RING   RING_16
#include "search/bestfirst.inl"

/* The searches from many starts are small (they run while an agent steps back), so one instance
 * that asks the map for its neighbourhood serves all. */
static wn_moves moves_of(const wend_map *map) {
    switch (map->def.neighbors) {
    case 4:
        return WN_MOVES_4;
    case 16:
        return WN_MOVES_16;
    default:
        return WN_MOVES_8;
    }
}

#define BF(name) grid_heap_##name
#define BF_TITLE "grid-heap"
#define BF_SUCCESSORS(search, id, parent, out)                                                     \
    wn_grid_successors((search)->map, id, parent, out, moves_of((search)->map))
#define BF_H(search, id)                                                                           \
    wn_grid_h((search)->map, id, (search)->goal_x, (search)->goal_y, moves_of((search)->map))
#define BF_DEGREE 16
#define BF_RING   0u
#include "search/bestfirst.inl"

const wn_kernel *wn_kernel_for_map(const wend_map *map) {
    switch (map->def.neighbors) {
    case 4:
        return &grid4_kernel;
    case 16:
        return &grid16_kernel;
    default:
        /* The pruning rule is that of corners "never"; with the others a side step can be the
         * only shortest way where the rule sees none. */
        return map->def.corners == WEND_CORNERS_NEVER ? &grid8_canonical_kernel : &grid8_kernel;
    }
}

const wn_kernel *wn_kernel_for_map_heap(const wend_map *map) {
    (void)map;
    return &grid_heap_kernel;
}
