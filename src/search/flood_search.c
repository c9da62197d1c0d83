/* search/flood_search.c - the instance of the best-first kernel for grids that runs Dijkstra's
 * algorithm over the whole map, for precomputed data. */
#include "search/grid_instance.h"

#define INSTANCE          grid8_flood
#define MOVES             WN_MOVE_SET_8_CANONICAL
#define BF_TITLE          "grid8-flood"
#define BF_DEGREE         8
#define BF_RING           RING_8
#define BF_ADAPTS         0
#define WITHOUT_HEURISTIC 1
#include "search/grid_instance.inl"

const wn_kernel *wn_flood_kernel(const wend_domain *domain, const wn_policy *policy) {
    assert(policy->h_factor == 0);
    return has_canonical_order((const wend_map *)domain) ? &grid8_flood_kernel
                                                         : wn_grid_kernel(domain, policy);
}
