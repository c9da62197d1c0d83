/* research/search/corridor_search.c - the instance of the best-first kernel for grids that stays
 * inside two regions of an abstraction. */
#include "research/domain/abstraction.h"
#include "search/grid_instance.h"

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

const wn_kernel *wn_corridor_kernel(const wend_domain *domain, const wn_policy *policy) {
    (void)domain, (void)policy;
    return &grid_corridor_kernel;
}
