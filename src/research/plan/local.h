/* research/plan/local.h - agents that search around their position, learn, and move: the LSS-LRTA*
 * family.
 */
#ifndef WN_LOCAL_H
#define WN_LOCAL_H

#include "plan/budget.h"
#include "search/learn.h"

typedef struct wn_local {
    wn_route path; /* from its end (entry 0) back to the agent; shrinks as the agent moves */
    bool one_move; /* a search before every move */
    bool fresh;    /* no move of the path has been made yet */
} wn_local;

#endif
