/* search/field_search.c - the instances of the best-first kernel for grids that search towards a
 * box of cells instead of a single one: shared fields. */
#include "search/grid_instance.h"

#define INSTANCE  field4
#define MOVES     WN_MOVE_SET_4
#define BF_TITLE  "field4"
#define BF_DEGREE 4
#define BF_RING   RING_8
#define BF_ADAPTS 0
#define TO_BOX    1
#include "search/grid_instance.inl"

#define INSTANCE  field8
#define MOVES     WN_MOVE_SET_8_CANONICAL
#define BF_TITLE  "field8"
#define BF_DEGREE 8
#define BF_RING   RING_8
#define BF_ADAPTS 0
#define TO_BOX    1
#include "search/grid_instance.inl"

#define INSTANCE  field16
#define MOVES     WN_MOVE_SET_16
#define BF_TITLE  "field16"
#define BF_DEGREE 16
#define BF_RING   RING_16
#define BF_ADAPTS 0
#define TO_BOX    1
#include "search/grid_instance.inl"

static inline wend_cost weighted_h_to_box(const wn_search *search, wn_id id) {
    const wend_map *map = grid_of(search);
    return map->cells.least_factor * h_to_box(search, id, map->near->moves);
}

/* For cells with factors. */
#define BF(name) field_heap_##name
#define BF_TITLE "field-heap"
#define BF_PREPARE(search)
#define BF_SUCCESSORS(search, id, parent, out, list)                                               \
    wn_grid_weighted_successors(grid_of(search), id, out, grid_of(search)->near->moves)
#define BF_H(search, id) weighted_h_to_box(search, id)
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

const wn_kernel *wn_field_kernel(const wend_domain *domain, const wn_policy *policy) {
    const wend_map *map = (const wend_map *)domain;
    (void)policy;
    if (map->cells.factors) {
        return &field_heap_kernel;
    }
    return map->def.neighbors == 4    ? &field4_kernel
           : map->def.neighbors == 16 ? &field16_kernel
                                      : &field8_kernel;
}
