/* plan/refine.h - PR LRTS (Bulitko et al. 2007): a real-time search on a level of an abstraction,
 * and A* in the corridor between two regions to take each of its steps on the map. */
#ifndef WN_REFINE_H
#define WN_REFINE_H

#include "plan/budget.h"
#include "search/breadth.h"

typedef struct wn_refine {
    uint32_t level;
    uint64_t map_version; /* of the abstraction that `above` is made for */
    bool made;            /* `above` is there */
    wn_search above;      /* on the graph of the level */
    wn_breadth ahead;     /* its look-ahead */
    wn_route steps;       /* regions to go through, the next one last */
    wn_route path;        /* cells to go over, the next one last */
    uint32_t target;      /* the region that the path leads to */
    bool searching;       /* an A* in the corridor is under way */
    wn_id trace_at;       /* how far its path has been traced, WN_NONE if it is not being traced */
} wn_refine;

#endif
