/* research/plan/refine.h - PR LRTS (Bulitko et al. 2007): a real-time search on one level of an
 * abstraction, with A* in the corridor between two regions to carry out each of its steps on the
 * map. */
#ifndef WN_REFINE_H
#define WN_REFINE_H

#include "plan/budget.h"
#include "research/search/breadth.h"

typedef struct wn_refine {
    uint32_t level;
    uint64_t map_version; /* of the abstraction that `above` was created for */
    bool made;            /* `above` exists */
    wn_search above;      /* on the graph of the level */
    wn_breadth ahead;     /* its look-ahead */
    wn_route steps;       /* regions to pass through, the next one last */
    wn_route path;        /* cells to move to, the next one last */
    uint32_t target;      /* the region at the end of the path */
    bool searching;       /* an A* in the corridor is in progress */
    wn_id trace_at;       /* progress of tracing its path, WN_NONE if it is not being traced */
} wn_refine;

#endif
