/* lab/workers.h - runs the missing rows of an experiment in several processes.
 *
 * A worker takes the next problem from a shared counter, runs all missing configurations on it, and
 * sends each result through a pipe. Only the parent writes to the file. The first configuration
 * changes from problem to problem, so that no configuration is always the first. */
#ifndef LAB_WORKERS_H
#define LAB_WORKERS_H

#include "lab/rows_write.h"

#define JOBS_MOST 256u

/* Returns 0, an exit code after a message, or EXIT_INTERRUPTED. Finished rows are always committed.
 */
int run_missing(const struct plan *plan, struct rows_writer *writer, uint32_t jobs);

#define EXIT_INTERRUPTED 130 /* the exit code that shells use for Ctrl-C */

#endif
