/* search/instances.h - what the instances of the best-first kernel have in common. */
#ifndef WN_INSTANCES_H
#define WN_INSTANCES_H

#include "search/search.h"

/* Whether a bucket queue may serve: one start, f = g + h, and nothing is noted for learning. */
static inline bool wn_policy_is_plain(const wn_policy *policy) {
    return !policy->many_starts && !policy->repairs && policy->g_factor == policy->h_factor &&
           !policy->reopen && !policy->learn;
}

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
