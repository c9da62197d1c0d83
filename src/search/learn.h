/* search/learn.h - the update of LSS-LRTA* (Koenig, Sun 2009) over what a search has expanded:
 *
 *     h(s) = min over moves s -> t of  w * c(s, t) + h(t)     for all expanded s
 *
 * solved by Dijkstra's algorithm from the open states inwards; where no way leads out to an open
 * state, h becomes WN_NO_ROUTE. The moves into a state are those
 * that the search itself has seen, so a domain needs no predecessors. It can be run a bit at a
 * time; h never falls. */
#ifndef WN_LEARN_H
#define WN_LEARN_H

#include "search/search.h"

typedef struct wn_learning {
    wn_heap queue;    /* by h */
    uint32_t factor;  /* w in thousandths; 1000 but for wLSS-LRTA* */
    uint64_t settled; /* states */
    uint32_t scanned; /* moves that were checked for dead ends */
} wn_learning;

/* The h of a state from which no route leads to the goal: more than any route may cost. */
#define WN_NO_ROUTE (WEND_COST_MAX + 1)

void wn_learning_init(wn_learning *learning, uint32_t factor);
void wn_learning_clear(wn_learning *learning, wn_memory *memory);

/* Room for an update once the search has touched `touched` states. */
bool wn_learning_reserve(wn_learning *learning, const wn_search *search, uint64_t touched);

/* Begins an update; the search's open list is used up by it. O(1). */
void wn_learn_begin(wn_learning *learning);

/* Does at most `budget` units, each the filing of an open state, the settling of a state, or
 * the check of the successors of one for dead ends. Adds the units to `used` and the expanded
 * states settled to `updates`. True when all is done. */
bool wn_learn_run(wn_learning *learning, wn_search *search, uint32_t budget, uint32_t *used,
                  uint32_t *updates);

/* Whether the search has expanded a state that it has touched, also once learning has begun. */
bool wn_learn_was_expanded(const wn_node *node);

#endif
