#include "run/runs_file.h"

#include "common/messages.h"
#include "common/output_file.h"
#include "common/table.h"

/* One line of --runs: what paired statistics are made of. */
struct run_row {
    const char *algo, *file, *status;
    uint64_t budget, problem, moves, restarts, ticks, searches, updates, expansions, planning_ns;
    double time_us, weight, depth, queue, level, gamma, cost, optimal;
};

#define RUN_TEXT(name, field)                                                                      \
    { name, NULL, COLUMN_TEXT, offsetof(struct run_row, field), 0 }
#define RUN_NUMBER(name, field)                                                                    \
    { name, NULL, COLUMN_NUMBER, offsetof(struct run_row, field), 0 }
#define RUN_COUNT(name, field)                                                                     \
    { name, NULL, COLUMN_COUNT, offsetof(struct run_row, field), 0 }

static const struct column run_columns[] = {
    RUN_TEXT("algo", algo),
    RUN_COUNT("expansions", budget),
    RUN_NUMBER("time_us", time_us),
    RUN_NUMBER("weight", weight),
    RUN_NUMBER("depth", depth),
    RUN_NUMBER("queue", queue),
    RUN_NUMBER("level", level),
    RUN_NUMBER("gamma", gamma),
    RUN_TEXT("file", file),
    RUN_COUNT("problem", problem),
    RUN_TEXT("status", status),
    RUN_NUMBER("cost", cost),
    RUN_NUMBER("optimal", optimal),
    RUN_COUNT("moves", moves),
    RUN_COUNT("restarts", restarts),
    RUN_COUNT("ticks", ticks),
    RUN_COUNT("searches", searches),
    RUN_COUNT("updates", updates),
    RUN_COUNT("total_expansions", expansions),
    RUN_COUNT("planning_ns", planning_ns),
};
#define RUN_COLUMNS (sizeof run_columns / sizeof *run_columns)

static int flush_runs(const struct runs_file *runs) {
    return fflush(runs->stream) == 0 ? 0 : fail_output(runs->path);
}

int runs_open(struct runs_file *runs, const char *path) {
    *runs = (struct runs_file){.path = path};
    if (!path) {
        return 0;
    }
    runs->stream = fopen(path, "wb");
    if (!runs->stream) {
        return fail_output(path);
    }
    print_csv_heading(runs->stream, run_columns, RUN_COLUMNS);
    return flush_runs(runs);
}

void runs_close(struct runs_file *runs) {
    if (runs->stream) {
        fclose(runs->stream);
    }
}

int runs_add(const struct runs_file *runs, const struct setting *setting, const struct problem *p,
             const struct run *run) {
    if (!runs->stream) {
        return 0;
    }
    struct run_row row = {.algo = setting->algo,
                          .file = p->file,
                          .status = run_end_name(run->end),
                          .budget = setting->time_ns ? 0 : setting->budget,
                          .problem = p->line,
                          .moves = run->counters.moves,
                          .restarts = run->counters.restarts,
                          .ticks = run->counters.ticks,
                          .searches = run->searches,
                          .updates = run->counters.updates,
                          .expansions = run->counters.expansions,
                          .planning_ns = run->planning_ns,
                          .time_us = setting_time_us(setting),
                          .weight = setting->weight,
                          .depth = setting->depth,
                          .queue = setting->queue,
                          .level = setting->level,
                          .gamma = setting->gamma,
                          .cost = run->cost,
                          .optimal = p->optimal};
    print_csv_row(runs->stream, run_columns, RUN_COLUMNS, &row);
    return flush_runs(runs);
}
