/* plan/prioritized.h - P-LRTA* (Rayner et al. 2007): one move of look-ahead, but what is learned
 * spreads through a queue of N states, the greatest changes first. */
#ifndef WN_PRIORITIZED_H
#define WN_PRIORITIZED_H

#include "plan/budget.h"
#include "search/horizon.h"

/* A state that waits for an update. The queue is sorted, so the greatest change is at its end. */
typedef struct wn_waiting {
    uint64_t key; /* the change that put it there, then its order: among equal ones the newest */
    wn_id id;
} wn_waiting;

typedef struct wn_prioritized {
    wn_waiting *queue;
    uint32_t size; /* N: places in the queue, and updates per move */
    uint32_t count;
    uint32_t order;
    uint32_t done; /* updates since the last move, that of the agent's state first */
    bool begun;
    wn_horizon horizon;
} wn_prioritized;

#endif
