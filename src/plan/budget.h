/* agent/budget.h - what one tick may cost. */
#ifndef WN_BUDGET_H
#define WN_BUDGET_H

#include "search/search.h"

typedef struct wn_budget {
    uint32_t expansions;        /* N_E */
    uint32_t trace_steps;       /* N_T while the search runs */
    uint32_t trace_steps_found; /* N_T once the goal is found: all of the resource */
    wn_deadline plan_until;     /* when expansions end */
    wn_deadline trace_until;    /* when tracing ends */
} wn_budget;

/* Steps of tracing between two polls of the clock of a timed tick. A step waits for memory, and may
 * take as long as half an expansion. */
#define WN_TRACE_STEPS_PER_POLL 4u

#endif
