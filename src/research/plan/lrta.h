/* research/plan/lrta.h - LRTA* (Korf 1990): looks d moves ahead, raises the h of its state, moves
 * once. */
#ifndef WN_LRTA_H
#define WN_LRTA_H

#include "plan/budget.h"
#include "research/search/breadth.h"

typedef struct wn_lrta {
    wn_breadth ahead;
    /* As published: whether the agent's state was expanded for its next move, and how many of its
     * neighbours have a value. */
    bool is_expanded;
    uint32_t valued;
} wn_lrta;

/* Runs one slice of a look-ahead from the agent's state towards `target`, then learns. Returns true
 * when the look-ahead is done and the agent can move to ahead->first; otherwise the status of the
 * tick tells why not. */
bool wn_lrta_look_ahead(wn_breadth *ahead, wn_search *search, wn_id at, wn_id target,
                        const wn_budget *budget, wend_tick *tick);

#endif
