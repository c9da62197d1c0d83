/* plan/ahead.h - points on the planned route of a planner. */
#ifndef WN_AHEAD_H
#define WN_AHEAD_H

#include "store/route.h"

/* A point on the planned route; begins as {.at = planner->at}. */
typedef struct wn_ahead {
    uint32_t at;    /* an id */
    bool begun;     /* the other members are in use */
    uint32_t entry; /* the next entry of the route plus 1; or the number of points so far */
} wn_ahead;

/* Advances to the next entry of a route, starting at entry `position`; false at its end. */
bool wn_ahead_on(const wn_route *route, uint32_t position, wn_ahead *ahead);

#endif
