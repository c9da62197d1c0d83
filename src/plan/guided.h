/* plan/guided.h - D LRTA* (Bulitko et al. 2008): LRTA* from subgoal to subgoal, with depths and
 * subgoals from a table. */
#ifndef WN_GUIDED_H
#define WN_GUIDED_H

#include "plan/budget.h"
#include "search/breadth.h"

typedef struct wn_guided {
    wn_breadth ahead;
    wn_id target; /* the subgoal or the goal; WN_NONE before the first */
} wn_guided;

#endif
