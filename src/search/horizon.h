/* search/horizon.h - what an agent has learned, what it has ever expanded, and what it has only
 * seen.
 *
 * When every state that was seen has been expanded, there is nothing beyond; and since the goal is
 * never expanded, it was not seen: proof that it cannot be reached.
 *
 * The bits count in the era of the search in which they were set, like h-values:
 *
 *     wn_lore.edges = | era | expanded | seen |        30 bits, 1, 1 */
#ifndef WN_HORIZON_H
#define WN_HORIZON_H

#include "search/search.h"

#define WN_SEEN     1u
#define WN_EXPANDED 2u

typedef struct wn_horizon {
    uint32_t beyond; /* states seen and not yet expanded */
} wn_horizon;

/* The lore of a state, without bits from an era that is over. */
static inline wn_lore *wn_horizon_lore(wn_search *search, wn_id id) {
    wn_lore *lore = wn_search_lore(search, id);
    if (lore->edges >> 2 != (search->era & UINT32_MAX >> 2)) {
        lore->edges = search->era << 2;
    }
    return lore;
}

static inline void wn_horizon_see(wn_horizon *horizon, wn_search *search, wn_id id) {
    wn_lore *lore = wn_horizon_lore(search, id);
    if (!(lore->edges & WN_SEEN)) {
        lore->edges |= WN_SEEN;
        horizon->beyond++;
    }
}

/* A state that is about to be expanded. */
static inline void wn_horizon_expand(wn_horizon *horizon, wn_search *search, wn_id id) {
    wn_horizon_see(horizon, search, id);
    wn_lore *lore = wn_horizon_lore(search, id);
    if (!(lore->edges & WN_EXPANDED)) {
        lore->edges |= WN_EXPANDED;
        horizon->beyond--;
    }
}

/* For a new goal, or a map that has changed: nothing that was learned or seen counts any more. */
static inline void wn_horizon_forget(wn_horizon *horizon, wn_search *search) {
    wn_search_forget(search);
    horizon->beyond = 0;
}

#endif
