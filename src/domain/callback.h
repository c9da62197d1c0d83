/* domain/callback.h - a domain that its user defines by two functions. */
#ifndef WN_CALLBACK_H
#define WN_CALLBACK_H

#include <wend/graph.h>

#include "domain/domain.h"
#include "store/states.h"

typedef struct wn_callback {
    wend_domain domain;
    wend_callback_def def;
} wn_callback;

wn_kernel_choice wn_callback_kernel; /* search/callback_search.c */

/* Writes the successors of a state, numbered in `states`, cheapest moves first; returns how many.
 * New states are left out when the table is full. */
uint32_t wn_callback_successors(const wn_callback *callback, wn_states *states, wn_id id,
                                wn_successor *out);

/* The user's estimate, which may be any number. The cap keeps a consistent estimate consistent and
 * keeps sums from overflowing. */
static inline wend_cost wn_callback_estimate(const wn_callback *callback, const wend_packed *state,
                                             const wend_packed *goal) {
    return callback->def.estimate
               ? wn_min_u32(callback->def.estimate(callback->def.context, state, goal),
                            WEND_COST_MAX)
               : 0;
}

#endif
