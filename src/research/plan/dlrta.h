/* research/plan/dlrta.h - D LRTA* (Bulitko et al. 2008): LRTA* from subgoal to subgoal, with depths
 * and subgoals from a table. */
#ifndef WN_DLRTA_H
#define WN_DLRTA_H

#include "plan/budget.h"
#include "research/search/breadth.h"

typedef struct wn_dlrta {
    wn_breadth ahead;
    wn_id target; /* the subgoal or the goal; WN_NONE before the first */
} wn_dlrta;

#endif
