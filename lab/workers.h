/* lab/workers.h - runs what is missing of an experiment in several processes.
 *
 * Workers take problem after problem from a shared counter, run all configurations that are missing
 * on it, one after the other, and send each result through a pipe. The parent is the only one that
 * writes. Every problem begins with another configuration, so that none is always the first. */
#ifndef LAB_WORKERS_H
#define LAB_WORKERS_H

#include "lab/rows_write.h"

#define JOBS_MOST 256u

/* 0, an exit code after a message, or EXIT_INTERRUPTED. What was done is committed in any case. */
int run_missing(const struct plan *plan, struct rows_writer *writer, uint32_t jobs);

#define EXIT_INTERRUPTED 130 /* as shells name the end by Ctrl-C */

#endif
