/* search/instances.h - the shared declarations of the instances of the best-first kernel. */
#ifndef WN_INSTANCES_H
#define WN_INSTANCES_H

#include "search/search.h"

/* Whether a bucket queue can be used: one seed, f = g + h, and no learning. */
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
/* Looks the move up in the list of successors. Maps have a faster way. */
wend_cost wn_listed_move_cost(wn_search *search, wn_id from, wn_id to);

#endif
