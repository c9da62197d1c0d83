/* cli/run/derive.h - runs at other budgets, computed from one run, for wend bench --derive.
 *
 * If an algorithm plans its whole route before it moves, and its ticks end after a given number of
 * expansions, the route does not depend on the budget: from one run without a limit per tick
 * follows how many ticks any budget takes. */
#ifndef CLI_DERIVE_H
#define CLI_DERIVE_H

#include "run/agent_run.h"
#include "run/problems.h"

struct base_runs {
    const char *algo; /* whose, null: none yet */
    bool usable;      /* false: the runs of this algorithm cannot be derived */
    struct run *runs; /* by problem */
    struct recording *recordings;
    uint32_t count;
};

/* Whether any of the settings is of an algorithm that plans first. */
bool any_plans_first(const struct settings *settings);

/* Makes the runs of the setting's algorithm, unless they are there or cannot be used: where ticks
 * may leave a part of their budget unused, every budget has to be run. 0, or an exit code after a
 * message. To be cleared in any case. */
int base_runs_make(struct base_runs *base, const struct setting *setting,
                   const struct problems *problems);
void base_runs_clear(struct base_runs *base);

/* ---- Problem by problem -----------------------------------------------------------------------
 */

/* The run that those of other budgets follow from; all zero: none yet. */
struct base_run {
    struct setting setting; /* whose */
    struct run run;
    struct recording recording;
    bool usable;
};

/* Runs a setting, or derives the run from that of another budget, which is kept in `base` for the
 * next ones on the same problem. Nothing is derived where times are measured. 0, or an exit code
 * after a message. */
int run_or_derive(struct base_run *base, const struct setting *setting, const struct task *task,
                  struct run *out);
void base_run_clear(struct base_run *base);

/* ---- All problems ------------------------------------------------------------------------------
 */

/* The run of a problem as it would be with the budget of a setting. */
struct run derive_run(const struct base_runs *base, uint32_t problem,
                      const struct setting *setting);

#endif
