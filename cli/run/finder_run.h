/* cli/run/finder_run.h - a query to a finder, reported as a run. */
#ifndef CLI_FINDER_RUN_H
#define CLI_FINDER_RUN_H

#include "run/agent_run.h"

/* The name of the algorithm of such runs. */
#define FINDER_NAME "finder"

/* Whether finders can search the domain: its states have numbers. */
bool finder_suits(const struct task *task);

/* Finds an optimal route and reports it as if it had been followed: `out` has its cost and moves,
 * the expansions and the time, and no ticks. Records the path. Returns 0, or an exit code after a
 * message. */
int run_finder(const struct task *task, struct recording *recording, struct run *out);

#endif
