/* cli/run/derive.h - runs at other budgets, derived from one run, for wend bench --derive.
 *
 * If an algorithm plans its whole route before it moves, and its ticks end after a fixed number of
 * expansions, then its route does not depend on the budget. The number of ticks at any budget
 * follows from one run without a limit per tick. */
#ifndef CLI_DERIVE_H
#define CLI_DERIVE_H

#include "run/agent_run.h"
#include "run/problems.h"

struct base_runs {
    const char *algo; /* their algorithm; NULL: no runs yet */
    bool usable;      /* false: the runs of this algorithm cannot be derived */
    struct run *runs; /* by problem */
    struct recording *recordings;
    uint32_t count;
};

/* Whether any setting has an algorithm that plans its whole route before it moves. */
bool any_plans_first(const struct settings *settings);

/* Makes the runs of the setting's algorithm, unless they exist or cannot be used: if ticks may
 * leave work unused, every budget must be run. Returns 0, or an exit code after a message. Clear
 * `base` in any case. */
int base_runs_make(struct base_runs *base, const struct setting *setting,
                   const struct problems *problems);
void base_runs_clear(struct base_runs *base);

/* ---- Problem by problem ---------------------------------------------------------------------- */

/* The run from which runs at other budgets are derived. All zero: no run yet. */
struct base_run {
    struct setting setting; /* its setting */
    struct run run;
    struct recording recording;
    bool usable;
};

/* Runs a setting, or derives its run from `base`, which keeps the run of another budget on the same
 * problem. Timed settings are always run. Returns 0, or an exit code after a message. */
int run_or_derive(struct base_run *base, const struct setting *setting, const struct task *task,
                  struct run *out);
void base_run_clear(struct base_run *base);

/* ---- All problems -----------------------------------------------------------------------------
 */

/* Derives the run of a problem with the budget of a setting. */
struct run derive_run(const struct base_runs *base, uint32_t problem,
                      const struct setting *setting);

#endif
