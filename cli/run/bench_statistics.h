/* cli/run/bench_statistics.h - what wend bench says of a setting over all problems, and of every
 * single run. bench_statistics.c has one table for each: a line gives the names of a statistic, how
 * it is computed and how it is printed, as text, JSON and CSV. */
#ifndef CLI_BENCH_STATISTICS_H
#define CLI_BENCH_STATISTICS_H

#include "common/stats.h"
#include "common/table.h"
#include "run/agent_run.h"
#include "run/problems.h"

#define BENCH_STATISTICS_MAX 64

/* What the statistics of a setting are computed from. To be zero but for the first three. */
struct bench_sums {
    const struct setting *setting;
    const struct problems *problems;
    double mismatches; /* problems whose stated length is wrong, NAN if none states one */
    struct mean means[BENCH_STATISTICS_MAX]; /* one entry per statistic, used as its kind needs */
    double totals[BENCH_STATISTICS_MAX], divisors[BENCH_STATISTICS_MAX];
    struct histogram tick_ns; /* filled by the runs themselves */
};

/* A line of the result. */
struct bench_row {
    union cell cells[BENCH_STATISTICS_MAX];
};

/* Adds the run of a problem; a blocked problem is one whose run ended without a route. */
void bench_sums_add(struct bench_sums *sums, const struct problem *problem, const struct run *run);
void bench_row_fill(const struct bench_sums *sums, struct bench_row *row);

/* Prints all rows to stdout. 0, or an exit code after a message. */
int print_bench_rows(table_format format, const struct bench_row *rows, uint32_t count);

/* A line of CSV per run, for --runs. */
void print_run_heading(FILE *out);
void print_run_line(FILE *out, const struct bench_sums *sums, const struct problem *problem,
                    const struct run *run);

#endif
