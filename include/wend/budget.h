/* wend/budget.h - how much a call may do: units of work, and optionally time.
 *
 *     wend_agent_tick(agent, (wend_budget){.work = 2400}, &tick);
 *     wend_fleet_frame(fleet, (wend_budget){.work = 400000}, &frame);
 *
 * A unit of work takes 1 to 3 ns on a current CPU, on every map and for every kind of search. The
 * same calls with the same work give the same results on every machine. */
#ifndef WEND_BUDGET_H
#define WEND_BUDGET_H

#include <wend/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One expansion of a cell-by-cell search, in units of work. An expansion of jump point search costs
 * what it scans. */
#define WEND_WORK_EXPANSION 24u

/* The most units of work that an object needs to read one edit of its map. */
#define WEND_WORK_EDIT 250u

/* A budget without a limit. Each call clamps the work to the most that it supports. */
#define WEND_WORK_MAX UINT64_MAX

/* A clock of the caller's. */
typedef struct wend_clock {
    uint64_t (*now)(void *context); /* nanoseconds; must not go backwards */
    void *context;
} wend_clock;

/* How much a call may do. With a clock the call also ends when `nanoseconds` have passed; results
 * then depend on the speed of the machine. */
typedef struct wend_budget {
    uint64_t work;           /* units of work; required, at least WEND_WORK_EXPANSION */
    uint64_t nanoseconds;    /* 0 (default): no time limit */
    const wend_clock *clock; /* required if `nanoseconds` is set, else ignored */
} wend_budget;

#ifdef __cplusplus
}
#endif

#endif
