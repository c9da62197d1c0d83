/* plan/budget.h - the limits of one tick. */
#ifndef WN_BUDGET_H
#define WN_BUDGET_H

#include "search/search.h"

typedef struct wn_budget {
    uint32_t expansions;        /* N_E */
    uint32_t trace_steps;       /* N_T while the search runs */
    uint32_t trace_steps_found; /* N_T once the goal is found: the whole budget */
    wn_deadline plan_until;     /* when expansions end */
    wn_deadline trace_until;    /* when tracing ends */
} wn_budget;

/* The maximum number of trace steps between two polls of the clock in a timed tick. */
#define WN_TRACE_STEPS_PER_POLL 4u
/* An upper bound for one step: longer measurements are pauses of the machine. */
#define WN_TRACE_STEP_NS_MAX 1000u

/* The clock of a trace. A step waits for memory: about 10 ns, or as long as an expansion if nothing
 * is in the cache. The pace of the last steps therefore decides when to poll and when to stop. The
 * trace stops one step before the deadline, plus two more because the choice of the move that
 * follows waits for the same memory; or earlier, if the next poll would be late. */
typedef struct wn_trace_clock {
    const wn_deadline *until;
    uint64_t polled_at; /* ns */
    uint32_t steps;     /* since then */
} wn_trace_clock;

static inline wn_trace_clock wn_trace_clock_begin(const wn_deadline *until) {
    const wend_clock *clock = until->clock;
    return (wn_trace_clock){until, clock ? clock->now(clock->context) : 0, 0};
}

/* Called after every step; returns whether the time is up for another. `step_ns` is the pace,
 * kept from tick to tick. */
static inline bool wn_trace_clock_is_late(wn_trace_clock *trace, uint32_t *step_ns) {
    const wend_clock *clock = trace->until->clock;
    trace->steps++;
    if (!clock ||
        (trace->steps < WN_TRACE_STEPS_PER_POLL && trace->steps * *step_ns < WN_POLL_NS / 2)) {
        return false;
    }
    uint64_t now = clock->now(clock->context);
    uint64_t ns = wn_min_u64(now - trace->polled_at, WN_TRACE_STEP_NS_MAX);
    *step_ns = (3 * *step_ns + (uint32_t)ns / trace->steps) / 4;
    trace->steps = 0;
    trace->polled_at = now;
    return now + wn_max_u64(3 * *step_ns, ns) >= trace->until->at;
}

#endif
