/* cli/run/bench_statistics.h - the statistics of wend bench, for each setting over all problems and
 * for each run. bench_statistics.c has a table for each of them: a line has the names of a
 * statistic, its computation, and its format in text, JSON and CSV. */
#ifndef CLI_BENCH_STATISTICS_H
#define CLI_BENCH_STATISTICS_H

#include "common/stats.h"
#include "common/table.h"
#include "run/agent_run.h"
#include "run/problems.h"

#define BENCH_STATISTICS_MAX 64

/* The data for the statistics of a setting. Initialize all but the first three fields with 0. */
struct bench_sums {
    const struct setting *setting;
    const struct problems *problems;
    double mismatches; /* problems with a wrong stated length; NAN if no problem states one */
    struct mean means[BENCH_STATISTICS_MAX]; /* one entry per statistic; its kind defines its use */
    double totals[BENCH_STATISTICS_MAX], divisors[BENCH_STATISTICS_MAX];
    struct histogram tick_ns; /* filled by the runs */
};

/* A line of the result. */
struct bench_row {
    union cell cells[BENCH_STATISTICS_MAX];
};

/* Adds the run of a problem. A blocked problem is a run without a route. */
void bench_sums_add(struct bench_sums *sums, const struct problem *problem, const struct run *run);
void bench_row_fill(const struct bench_sums *sums, struct bench_row *row);

/* Prints all rows to stdout. Returns 0, or an exit code after a message. */
int print_bench_rows(table_format format, const struct bench_row *rows, uint32_t count);

/* Print CSV for --runs: the heading, and a line per run. */
void print_run_heading(FILE *out);
void print_run_line(FILE *out, const struct bench_sums *sums, const struct problem *problem,
                    const struct run *run);

#endif
