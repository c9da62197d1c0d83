/* search/instances.h - the kernels of each domain. */
#ifndef WN_INSTANCES_H
#define WN_INSTANCES_H

#include "search/search.h"

/* Grids and puzzles have bucket kernels for plain searches. */
const wn_kernel *wn_grid_kernel(const wend_domain *domain, const wn_policy *policy, bool plain);
/* A grid's for searches without goal and heuristic; a heap kernel wants the policy h_factor = 0. */
const wn_kernel *wn_flood_kernel(const wend_map *map);
/* A grid's that keeps to search->corridor. */
const wn_kernel *wn_corridor_kernel(void);
const wn_kernel *wn_puzzle_kernel(bool plain, bool adapts);
const wn_kernel *wn_racetrack_kernel(void);
const wn_kernel *wn_graph_kernel(void);
const wn_kernel *wn_callback_kernel(void);

#endif
