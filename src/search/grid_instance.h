/* search/grid_instance.h - the shared code of the grid instances of the best-first kernel. */
#ifndef WN_GRID_INSTANCE_H
#define WN_GRID_INSTANCE_H

#include "domain/grid.h"
#include "search/instances.h"

static inline const wend_map *grid_of(const wn_search *search) {
    return (const wend_map *)search->domain; /* its first member */
}

static inline void note_grid_goal(wn_search *search) {
    search->own.plane.goal_x = wn_grid_x(grid_of(search), search->goal);
    search->own.plane.goal_y = wn_grid_y(grid_of(search), search->goal);
}

static inline wend_cost grid_move_cost(wn_search *search, wn_id from, wn_id to) {
    return wn_grid_move_cost(grid_of(search), from, to);
}

static inline bool grid_is_blocked(const wn_search *search, wn_id id) {
    return wn_grid_is_blocked(grid_of(search), id);
}

static inline uint32_t grid_exits(const wn_search *search, wn_id id, wn_successor *out) {
    return wn_grid_exits(grid_of(search), id, out);
}

/* A ring must hold 2 c_max + 1 values of f. */
#define RING_8  4096u
#define RING_16 8192u
_Static_assert(2 * WEND_COST_DIAGONAL < RING_8, "the ring is too small for diagonal steps");
_Static_assert(2 * WEND_COST_KNIGHT < RING_16, "the ring is too small for knight's moves");

/* For instances that look up the neighbourhood and the factors of the map at run time. */
static inline wend_cost weighted_h(const wn_search *search, wn_id id) {
    const wend_map *map = grid_of(search);
    return map->cells.least_factor *
           wn_grid_h(map, id, search->own.plane.goal_x, search->own.plane.goal_y, map->near->moves);
}

/* The distance to the nearest cell of the box. As consistent as the distance to a single cell. */
WN_INLINE wend_cost h_to_box(const wn_search *search, wn_id id, const wn_move_set moves) {
    const wend_map *map = grid_of(search);
    const wn_box *box = &search->own.plane.box;
    uint32_t x = wn_max_u32(box->left, wn_min_u32(wn_grid_x(map, id), box->right));
    uint32_t y = wn_max_u32(box->top, wn_min_u32(wn_grid_y(map, id), box->bottom));
    return wn_grid_h(map, id, x, y, moves);
}

/* With factors, a path around a cell does not cost the same as the path through it. */
static inline bool has_canonical_order(const wend_map *map) {
    return map->def.neighbors == 8 && !map->cells.factors;
}

#endif
