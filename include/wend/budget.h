/* wend/budget.h - how much a call may do: units of work, and optionally time.
 *
 *     wend_agent_tick(agent, (wend_budget){.work = 2400}, &tick);
 *     wend_fleet_frame(fleet, (wend_budget){.work = 400000}, &frame);
 *
 * - A unit of work takes 1 to 3 ns on a current CPU, on every map and for every kind of search.
 * - The same calls with the same work give the same results on every machine.
 * - With a time limit, results depend on the speed of the machine.
 *
 * Threads: a budget is passed by value. Its clock is called only during the call, on its thread. */
#ifndef WEND_BUDGET_H
#define WEND_BUDGET_H

#include <wend/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Units of work of one expansion of a cell-by-cell search. Jump point search is instead
 * charged for each word that it scans and each node that it reaches. */
#define WEND_WORK_EXPANSION 24u

/* The most units of work that an agent or a field needs to read one edit of its map. Agents and
 * fields do not charge that to their budgets. A fleet does: see WEND_FLEET_WORK_EDIT. */
#define WEND_WORK_EDIT 250u

/* A budget without a limit. Each call clamps the work to the most that it supports. */
#define WEND_WORK_MAX UINT64_MAX

/* A clock that the caller provides. */
typedef struct wend_clock {
    uint64_t (*now)(void *context); /* returns nanoseconds; must not go backwards; required */
    void *context;                  /* passed to `now`; NULL is allowed */
} wend_clock;

/* Limits what a call may do.
 *
 * With a time limit the call also ends when `nanoseconds` have passed. It checks the clock between
 * pieces of work, so it can end a little later.
 *
 * A call with less work than its minimum returns WEND_ERROR_BUDGET, unless it says otherwise. A
 * call with `nanoseconds` but without a clock returns WEND_ERROR_ARGUMENT. */
typedef struct wend_budget {
    uint64_t work;           /* units of work; required, at least WEND_WORK_EXPANSION, unless a
                              * call has another minimum */
    uint64_t nanoseconds;    /* time limit; 0 (default): none */
    const wend_clock *clock; /* required with `nanoseconds`, otherwise ignored; must outlive the
                              * call */
} wend_budget;

#ifdef __cplusplus
}
#endif

#endif
