/* search/instances.h - the kernels of each domain. */
#ifndef WN_INSTANCES_H
#define WN_INSTANCES_H

#include "search/search.h"

/* Grids and puzzles have several, and choose by the policy. */
const wn_kernel *wn_grid_kernel(const wend_domain *domain, const wn_policy *policy);
const wn_kernel *wn_puzzle_kernel(const wn_policy *policy);
const wn_kernel *wn_racetrack_kernel(void);
const wn_kernel *wn_graph_kernel(void);
const wn_kernel *wn_callback_kernel(void);
const wn_kernel *wn_jump_kernel(void);

/* Whether a bucket queue may serve: one start, f = g + h, and nothing is noted for learning. */
static inline bool wn_policy_is_plain(const wn_policy *policy) {
    return policy->kernel == WN_KERNEL_SINGLE_START && policy->g_factor == policy->h_factor &&
           !policy->reopen && !policy->learn;
}

/* What all instances of the best-first kernel share. */
bool wn_bestfirst_init(wn_search *search);
void wn_bestfirst_clear(wn_search *search);
void wn_bestfirst_release(wn_search *search);
size_t wn_bestfirst_bytes(const wn_search *search);
wn_outcome wn_bestfirst_run_one(wn_search *search, uint32_t budget, uint32_t *used,
                                wn_expanded *one);
wend_mark wn_bestfirst_mark(const wn_search *search, wn_id id);
/* By listing all moves; a map knows better. */
wend_cost wn_listed_move_cost(wn_search *search, wn_id from, wn_id to);

#endif
