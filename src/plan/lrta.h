/* plan/lrta.h - LRTA* (Korf 1990): looks d moves ahead, raises the h of its state, moves once. */
#ifndef WN_LRTA_H
#define WN_LRTA_H

#include "plan/budget.h"
#include "search/breadth.h"

typedef struct wn_lrta {
    wn_breadth ahead;
    /* The letter: whether the agent's state was expanded for its next move, and how many of its
     * neighbours have a value. */
    bool is_expanded;
    uint32_t valued;
} wn_lrta;

/* One slice of a look-ahead from where the agent is towards `target`, then learning. True when the
 * look-ahead is done and the agent can go on to ahead->first; else the tick's status says why
 * not. */
bool wn_lrta_look_ahead(wn_breadth *ahead, wn_search *search, wn_id at, wn_id target,
                        const wn_budget *budget, wend_tick *tick);

#endif
