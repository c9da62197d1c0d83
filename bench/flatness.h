/* bench/flatness.h - compares the times of ticks on a small and on a large map or network. */
#ifndef BENCH_FLATNESS_H
#define BENCH_FLATNESS_H

#include "bench.h"
#include "bench_table.h"

#include <wend/wend.h>

/* The budget of a tick. */
#define BENCH_FLAT_RESOURCE 100u

/* Trips on one map or network. */
typedef struct bench_trips {
    char name[40];
    wend_agent_def *defs;
    uint32_t count;
} bench_trips;

/* The row of titles; `first` is that of the first column. */
void bench_flat_heading(bench_table *table, const char *first);

/* Runs all trips of both, alternating small and large, and adds a row for each; the second row has
 * the ratio of the two. Returns false if memory is short. */
bool bench_flat_compare(const bench_options *options, const bench_trips trips[2],
                        bench_table *table, bench_targets *targets);

#endif
