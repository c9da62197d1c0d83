/* search/horizon.h - what an agent has learned, which states it has expanded, and which it has only
 * seen.
 *
 * When every seen state has been expanded, the frontier is empty. The goal is never expanded, so it
 * was not seen: proof that it is unreachable.
 *
 * Like h-values, the bits are valid in the epoch of the search in which they were set:
 *
 *     wn_learned.moves_in = | epoch | expanded | seen |        30 bits, 1, 1 */
#ifndef WN_HORIZON_H
#define WN_HORIZON_H

#include "search/search.h"

#define WN_SEEN     1u
#define WN_EXPANDED 2u

typedef struct wn_horizon {
    uint32_t frontier_count; /* states seen and not yet expanded */
} wn_horizon;

/* The learned values of a state. Resets bits from an earlier epoch. */
static inline wn_learned *wn_horizon_learned(wn_search *search, wn_id id) {
    wn_learned *learned = wn_search_learned(search, id);
    if (learned->moves_in >> 2 != (search->epoch & UINT32_MAX >> 2)) {
        learned->moves_in = search->epoch << 2;
    }
    return learned;
}

static inline void wn_horizon_see(wn_horizon *horizon, wn_search *search, wn_id id) {
    wn_learned *learned = wn_horizon_learned(search, id);
    if (!(learned->moves_in & WN_SEEN)) {
        learned->moves_in |= WN_SEEN;
        horizon->frontier_count++;
    }
}

/* Notes that a state is about to be expanded. */
static inline void wn_horizon_expand(wn_horizon *horizon, wn_search *search, wn_id id) {
    wn_horizon_see(horizon, search, id);
    wn_learned *learned = wn_horizon_learned(search, id);
    if (!(learned->moves_in & WN_EXPANDED)) {
        learned->moves_in |= WN_EXPANDED;
        assert(horizon->frontier_count > 0);
        horizon->frontier_count--;
    }
}

/* Invalidates everything learned or seen: for a new goal, or after the map changed. */
static inline void wn_horizon_forget(wn_horizon *horizon, wn_search *search) {
    wn_search_forget(search);
    horizon->frontier_count = 0;
}

#endif
