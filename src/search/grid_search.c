/* search/grid_search.c - the instances of the best-first kernel for grids. */
#include "domain/grid.h"
#include "search/instances.h"

static inline const wend_map *map_of(const wn_search *search) {
    return (const wend_map *)search->domain; /* its first member */
}

static inline void note_goal(wn_search *search) {
    search->goal_x = wn_grid_x(map_of(search), search->goal);
    search->goal_y = wn_grid_y(map_of(search), search->goal);
}

/* A ring must hold 2 c_max + 1 values of f. */
#define RING_8  4096u
#define RING_16 8192u
_Static_assert(2 * WEND_COST_DIAGONAL < RING_8, "the ring is too small for diagonal steps");
_Static_assert(2 * WEND_COST_KNIGHT < RING_16, "the ring is too small for knight's moves");

/* What the bucket kernels ask the grid; they differ in MOVES. */
#define GRID_BEGIN(search, id, parent, hint, fan) wn_grid_fan(map_of(search), id, hint, fan, MOVES)
#define GRID_NEXT(search, fan, to, hint)          wn_grid_next(map_of(search), fan, to, hint, MOVES)
#define GRID_SEED_HINT(search, id)                wn_grid_hint(map_of(search), id, MOVES)
#define GRID_SUCCESSORS(search, id, parent, out, list)                                             \
    wn_grid_successors(map_of(search), id, out, MOVES)
#define GRID_H(search, id) wn_grid_h(map_of(search), id, (search)->goal_x, (search)->goal_y, MOVES)

#define BF(name)           grid4_##name
#define BF_TITLE           "grid4"
#define BF_PREPARE(search) note_goal(search)
#define MOVES              WN_MOVES_4
#define BF_HINTED          0
#define BF_FAN             wn_fan
#define BF_BEGIN           GRID_BEGIN
#define BF_NEXT            GRID_NEXT
#define BF_SEED_HINT       GRID_SEED_HINT
#define BF_SUCCESSORS      GRID_SUCCESSORS
#define BF_H               GRID_H
#define BF_DEGREE          4
#define BF_PAGES(search)   WN_GRID_PAGES_PER_EXPANSION
#define BF_RING            RING_8
#define BF_INTERNS         0
#include "search/bestfirst.inl"
#undef MOVES

#define BF(name)           grid8_##name
#define BF_TITLE           "grid8"
#define BF_PREPARE(search) note_goal(search)
#define MOVES              WN_MOVES_8
#define BF_HINTED          0
#define BF_FAN             wn_fan
#define BF_BEGIN           GRID_BEGIN
#define BF_NEXT            GRID_NEXT
#define BF_SEED_HINT       GRID_SEED_HINT
#define BF_SUCCESSORS      GRID_SUCCESSORS
#define BF_H               GRID_H
#define BF_DEGREE          8
#define BF_PAGES(search)   WN_GRID_PAGES_PER_EXPANSION
#define BF_RING            RING_8
#define BF_INTERNS         0
#include "search/bestfirst.inl"
#undef MOVES

#define BF(name)           grid8_canonical_##name
#define BF_TITLE           "grid8-canonical"
#define BF_PREPARE(search) note_goal(search)
#define MOVES              WN_MOVES_8_CANONICAL
#define BF_HINTED          1
#define BF_FAN             wn_fan
#define BF_BEGIN           GRID_BEGIN
#define BF_NEXT            GRID_NEXT
#define BF_SEED_HINT       GRID_SEED_HINT
#define BF_SUCCESSORS      GRID_SUCCESSORS
#define BF_H               GRID_H
#define BF_DEGREE          8
#define BF_PAGES(search)   WN_GRID_PAGES_PER_EXPANSION
#define BF_RING            RING_8
#define BF_INTERNS         0
#include "search/bestfirst.inl"
#undef MOVES

#define BF(name)           grid16_##name
#define BF_TITLE           "grid16"
#define BF_PREPARE(search) note_goal(search)
#define MOVES              WN_MOVES_16
#define BF_HINTED          0
#define BF_FAN             wn_fan
#define BF_BEGIN           GRID_BEGIN
#define BF_NEXT            GRID_NEXT
#define BF_SEED_HINT       GRID_SEED_HINT
#define BF_SUCCESSORS      GRID_SUCCESSORS
#define BF_H               GRID_H
#define BF_DEGREE          16
#define BF_PAGES(search)   WN_GRID_PAGES_PER_EXPANSION
#define BF_RING            RING_16
#define BF_INTERNS         0
#include "search/bestfirst.inl"
#undef MOVES

/* All that is not plain: weights, learning, many starts, cells with factors. One instance asks the
 * map for its neighbourhood; its heap costs more than that. */
static inline wn_moves moves_of(const wend_map *map) {
    switch (map->def.neighbors) {
    case 4:
        return WN_MOVES_4;
    case 16:
        return WN_MOVES_16;
    default:
        return WN_MOVES_8;
    }
}

static inline wend_cost weighted_h(const wn_search *search, wn_id id) {
    const wend_map *map = map_of(search);
    return map->least_factor * wn_grid_h(map, id, search->goal_x, search->goal_y, moves_of(map));
}

#define BF(name)           grid_heap_##name
#define BF_TITLE           "grid-heap"
#define BF_PREPARE(search) note_goal(search)
#define BF_SUCCESSORS(search, id, parent, out, list)                                               \
    wn_grid_weighted_successors(map_of(search), id, out, moves_of(map_of(search)))
#define BF_H(search, id) weighted_h(search, id)
#define BF_DEGREE        WN_GRID_DEGREE_MAX
#define BF_PAGES(search) WN_GRID_PAGES_PER_EXPANSION
#define BF_RING          0u
#define BF_INTERNS       0
#include "search/bestfirst.inl"

const wn_kernel *wn_grid_kernel(const wend_domain *domain, bool plain) {
    const wend_map *map = (const wend_map *)domain;
    if (!plain || map->factors) {
        return &grid_heap_kernel;
    }
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
