/* plan/ahead.h - points on what a planner means to do. */
#ifndef WN_AHEAD_H
#define WN_AHEAD_H

#include "store/route.h"

/* A point on what a planner means to do; begins as {.at = planner->at}. */
typedef struct wn_ahead {
    uint32_t at;    /* an id */
    bool begun;     /* the rest is in use */
    uint32_t entry; /* the one of the route that it goes to next, plus 1; or points so far */
} wn_ahead;

/* Goes on to the next entry of a route, from `position` of it on; false at its end. */
bool wn_ahead_on(const wn_route *route, uint32_t position, wn_ahead *ahead);

#endif
