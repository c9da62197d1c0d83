/* research/plan/prioritized.h - P-LRTA* (Rayner et al. 2007): looks one move ahead, and spreads
 * what it learns through a queue of N states, greatest changes first. */
#ifndef WN_PRIORITIZED_H
#define WN_PRIORITIZED_H

#include "plan/budget.h"
#include "search/horizon.h"

/* A state queued for an update. The queue is sorted: the greatest change is at its end. */
typedef struct wn_waiting {
    uint64_t key; /* the change that queued it, then its order: newest first among equal ones */
    wn_id id;
} wn_waiting;

typedef struct wn_prioritized {
    wn_waiting *queue;
    uint32_t size; /* N: capacity of the queue, and updates per move */
    uint32_t count;
    uint32_t order;
    uint32_t done; /* updates since the last move, including that of the agent's state */
    bool begun;
    wn_horizon horizon;
} wn_prioritized;

#endif
