/* search/learn.h - the update of LSS-LRTA* (Koenig, Sun 2009) over the expanded states of a search:
 *
 *     h(s) = min over moves s -> t of  w * c(s, t) + h(t)     for all expanded s
 *
 * solved by Dijkstra's algorithm from the open states inwards. States from which no path leads to
 * an open state get an h of WN_NO_ROUTE. The moves into a state are those that the search itself
 * has seen, so a domain needs no predecessor function. The update can be run in slices; h never
 * falls. */
#ifndef WN_LEARN_H
#define WN_LEARN_H

#include "search/search.h"

typedef struct wn_learning {
    wn_heap queue;    /* by h */
    uint32_t factor;  /* w in thousandths; 1000 except for wLSS-LRTA* */
    uint64_t settled; /* states settled */
    uint32_t scanned; /* moves checked for dead ends */
} wn_learning;

/* The h of a state without a route to the goal: more than any route may cost. */
#define WN_NO_ROUTE (WEND_COST_MAX + 1)

void wn_learning_init(wn_learning *learning, uint32_t factor);
void wn_learning_clear(wn_learning *learning, wn_memory *memory);

/* Makes room for an update after a search that touched `touched` states. */
bool wn_learning_reserve(wn_learning *learning, const wn_search *search, uint64_t touched);

/* Starts an update, which consumes the search's open list. O(1). */
void wn_learn_begin(wn_learning *learning);

/* Does at most `budget` units of work. A unit is queueing an open state, settling a state, or
 * checking the successors of a state for dead ends. Adds the units to `used` and the settled
 * expanded states to `updates`. Returns true when the update is finished. */
bool wn_learn_run(wn_learning *learning, wn_search *search, uint32_t budget, uint32_t *used,
                  uint32_t *updates);

/* Whether the search has expanded a state that it has touched. Also valid once learning has
 * started. */
bool wn_learn_was_expanded(const wn_node *node);

#endif
