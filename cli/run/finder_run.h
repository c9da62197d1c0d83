/* cli/run/finder_run.h - one query to a finder, as a run. */
#ifndef CLI_FINDER_RUN_H
#define CLI_FINDER_RUN_H

#include "run/agent_run.h"

/* How a run that a finder has planned is called. */
#define FINDER_NAME "finder"

/* Whether finders can search it: it numbers its states. */
bool finder_suits(const struct task *task);

/* The best route in one call, as if it had been followed: `out` has its cost and moves, what was
 * expanded and how long that took, and no ticks; the path is recorded. 0, or an exit code after a
 * message. */
int run_finder(const struct task *task, struct recording *recording, struct run *out);

#endif
