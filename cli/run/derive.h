/* cli/run/derive.h - runs at other budgets, computed from one run, for wend bench --derive.
 *
 * The trips of an algorithm that stands still while it plans, and whose ticks end after a given
 * number of expansions, do not depend on its budget: one run without a limit tells how many ticks
 * any budget would take. */
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

/* Makes the trips of the setting's algorithm, unless they are there or of no use: a search whose
 * ticks may end a little later than their budget says has to be run. 0, or an exit code after a
 * message. To be cleared in any case. */
int base_runs_make(struct base_runs *base, const struct setting *setting,
                   const struct problems *problems);
void base_runs_clear(struct base_runs *base);

/* The run of a problem as it would be with the budget of a setting. */
struct run derive_run(const struct base_runs *base, uint32_t problem,
                      const struct setting *setting);

#endif
