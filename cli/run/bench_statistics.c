#include "run/bench_statistics.h"

#include <math.h>

/* ---- Values ---------------------------------------------------------------------------------- */

/* A run. For values of a setting, `problem` and `run` are NULL. */
struct sample {
    const struct bench_sums *sums;
    const struct problem *problem;
    const struct run *run;
};

/* Define a function for a member of the setting, and for a counter of a run. */
#define FROM_SETTING(name)                                                                         \
    static double setting_##name(const struct sample *s) {                                         \
        return (double)s->sums->setting->name;                                                     \
    }
#define FROM_COUNTERS(name)                                                                        \
    static double name(const struct sample *s) {                                                   \
        return (double)s->run->counters.name;                                                      \
    }

FROM_SETTING(weight)
FROM_SETTING(r)
FROM_SETTING(depth)
FROM_SETTING(queue)
FROM_SETTING(level)
FROM_SETTING(gamma)

static double budget(const struct sample *s) {
    return s->sums->setting->time_ns ? 0 : s->sums->setting->budget;
}

static double time_us(const struct sample *s) {
    return setting_time_us(s->sums->setting);
}

static double mismatches(const struct sample *s) {
    return s->sums->mismatches;
}

/* Sums the cost of precomputed data over all maps; NAN for an algorithm that uses none. */
static void sum_precomputation(const struct sample *s, double *seconds, double *bytes) {
    const struct problems *problems = s->sums->problems;
    *seconds = *bytes = problems->map_count ? 0 : NAN;
    for (uint32_t m = 0; m < problems->map_count; m++) {
        double map_seconds, map_bytes;
        precomputed_cost(&problems->maps[m].precomputed, s->sums->setting->algo, &map_seconds,
                         &map_bytes);
        *seconds += map_seconds;
        *bytes += map_bytes;
    }
}

static double precompute_seconds(const struct sample *s) {
    double seconds, bytes;
    sum_precomputation(s, &seconds, &bytes);
    return seconds;
}

static double precompute_bytes(const struct sample *s) {
    double seconds, bytes;
    sum_precomputation(s, &seconds, &bytes);
    return bytes;
}

FROM_COUNTERS(moves)
FROM_COUNTERS(ticks)
FROM_COUNTERS(backtracks)
FROM_COUNTERS(restarts)
FROM_COUNTERS(updates)
FROM_COUNTERS(expansions)
FROM_COUNTERS(work)
FROM_COUNTERS(found_tick)
FROM_COUNTERS(max_expansions_per_tick)
FROM_COUNTERS(max_work_per_tick)
FROM_COUNTERS(bytes_allocated)
FROM_COUNTERS(bytes_used)
FROM_COUNTERS(touched)

static double every_run(const struct sample *s) {
    (void)s;
    return 1;
}

static double solved(const struct sample *s) {
    return s->run->end == RUN_ARRIVED;
}

static double unreachable(const struct sample *s) {
    return s->run->end == RUN_UNREACHABLE;
}

static double unfinished(const struct sample *s) {
    return s->run->end != RUN_ARRIVED && s->run->end != RUN_UNREACHABLE;
}

static double cost(const struct sample *s) {
    return s->run->cost;
}

static double optimal(const struct sample *s) {
    return s->problem->optimal;
}

static double suboptimality(const struct sample *s) {
    return s->problem->optimal > 0 ? s->run->cost / s->problem->optimal : 1;
}

static double actions(const struct sample *s) {
    return moves(s) + restarts(s);
}

static double expansions_per_tick(const struct sample *s) {
    return ticks(s) > 0 ? expansions(s) / ticks(s) : 0;
}

static double updates_per_tick(const struct sample *s) {
    return ticks(s) > 0 ? updates(s) / ticks(s) : 0;
}

static double searches(const struct sample *s) {
    return (double)s->run->searches;
}

static double planning_ns(const struct sample *s) {
    return (double)s->run->planning_ns;
}

static double planning_seconds(const struct sample *s) {
    return planning_ns(s) / 1e9;
}

static double problem_line(const struct sample *s) {
    return s->problem->line;
}

static const char *algo(const struct sample *s) {
    return s->sums->setting->algo;
}

static const char *file(const struct sample *s) {
    return s->problem->file;
}

static const char *status(const struct sample *s) {
    return run_end_name(s->run->end);
}

/* ---- The tables ------------------------------------------------------------------------------ */

typedef enum statistic_kind {
    KIND_SETTING,       /* the value does not depend on runs */
    KIND_MEAN,          /* of the value over the solved runs */
    KIND_CI95,          /* half the width of the 95 % confidence interval of that mean */
    KIND_SUM,           /* of the value over all runs */
    KIND_RATIO,         /* sum of the value / sum of the divisor, over all runs */
    KIND_GREATEST,      /* maximum of the value over all runs */
    KIND_TICK_QUANTILE, /* of the times of all ticks */
    KIND_LONGEST_TICK
} statistic_kind;

struct statistic {
    const char *name;  /* in JSON and CSV */
    const char *title; /* heading of the aligned column; NULL: only in JSON and CSV */
    column_type type;
    int decimals; /* in the aligned table */
    statistic_kind kind;
    double (*value)(const struct sample *s);
    double (*divisor)(const struct sample *s);
    double share; /* 0.5 for the median */
    const char *(*text)(const struct sample *s);
};

#define TEXT(function)         COLUMN_TEXT, .text = function
#define WHOLE                  COLUMN_COUNT, 0
#define DECIMALS(number)       COLUMN_NUMBER, number
#define IF_ANY_HAS(number)     COLUMN_OPTIONAL, number /* omitted if no row has a value */
#define SETTING(function)      .kind = KIND_SETTING, .value = function
#define MEAN_OF(function)      .kind = KIND_MEAN, .value = function
#define CI95_OF(function)      .kind = KIND_CI95, .value = function
#define SUM_OF(function)       .kind = KIND_SUM, .value = function
#define GREATEST_OF(function)  .kind = KIND_GREATEST, .value = function
#define RATIO_OF(function, by) .kind = KIND_RATIO, .value = function, .divisor = by
#define TICK_QUANTILE(number)  .kind = KIND_TICK_QUANTILE, .share = number
#define LONGEST_TICK           .kind = KIND_LONGEST_TICK

/* In the order of the columns. To add a statistic, add a line here and, if needed, a function for
 * its value above. */
static const struct statistic statistics[] = {
    {"algo", "algo", TEXT(algo)},
    {"expansions", "R", WHOLE, SETTING(budget)},
    {"time_us", NULL, DECIMALS(0), SETTING(time_us)},
    {"weight", "w", DECIMALS(1), SETTING(setting_weight)},
    {"r", NULL, DECIMALS(3), SETTING(setting_r)},
    {"problems", "problems", WHOLE, SUM_OF(every_run)},
    {"solved", "solved", WHOLE, SUM_OF(solved)},
    {"unreachable", "no route", WHOLE, SUM_OF(unreachable)},
    {"unfinished", NULL, WHOLE, SUM_OF(unfinished)},
    {"mean_cost", "cost", DECIMALS(2), MEAN_OF(cost)},
    {"mean_optimal", "optimal", DECIMALS(2), MEAN_OF(optimal)},
    {"mean_suboptimality", "cost/opt", DECIMALS(3), MEAN_OF(suboptimality)},
    {"suboptimality_ci95", "+-", DECIMALS(3), CI95_OF(suboptimality)},
    {"mean_moves", "moves", DECIMALS(1), MEAN_OF(moves)},
    {"mean_ticks", "ticks", DECIMALS(1), MEAN_OF(ticks)},
    {"mean_backtracks", "back", DECIMALS(1), MEAN_OF(backtracks)},
    {"mean_restarts", NULL, DECIMALS(1), MEAN_OF(restarts)},
    {"mean_actions", NULL, DECIMALS(1), MEAN_OF(actions)},
    {"mean_updates", NULL, DECIMALS(1), MEAN_OF(updates)},
    {"ns_per_search", NULL, DECIMALS(0), RATIO_OF(planning_ns, searches)},
    {"ns_per_action", NULL, DECIMALS(0), RATIO_OF(planning_ns, actions)},
    {"mean_found_tick", "found at", DECIMALS(1), MEAN_OF(found_tick)},
    {"mean_expansions", "expansions", DECIMALS(1), MEAN_OF(expansions)},
    {"mean_work", "work", DECIMALS(1), MEAN_OF(work)},
    {"mean_expansions_per_tick", "exp/tick", DECIMALS(1), MEAN_OF(expansions_per_tick)},
    {"mean_updates_per_tick", NULL, DECIMALS(1), MEAN_OF(updates_per_tick)},
    {"max_expansions_per_tick", "worst", WHOLE, GREATEST_OF(max_expansions_per_tick)},
    {"max_work_per_tick", NULL, WHOLE, GREATEST_OF(max_work_per_tick)},
    {"tick_ns_p50", "p50 ns", WHOLE, TICK_QUANTILE(0.5)},
    {"tick_ns_p99", "p99 ns", WHOLE, TICK_QUANTILE(0.99)},
    {"tick_ns_max", "max ns", WHOLE, LONGEST_TICK},
    {"seconds", "seconds", DECIMALS(3), SUM_OF(planning_seconds)},
    {"bytes_per_touched_state", "B/state", DECIMALS(1), RATIO_OF(bytes_used, touched)},
    {"mean_allocated_bytes", NULL, DECIMALS(0), MEAN_OF(bytes_allocated)},
    {"depth", "depth", IF_ANY_HAS(0), SETTING(setting_depth)},
    {"queue", "queue", IF_ANY_HAS(0), SETTING(setting_queue)},
    {"level", "level", IF_ANY_HAS(0), SETTING(setting_level)},
    {"gamma", "gamma", IF_ANY_HAS(2), SETTING(setting_gamma)},
    {"precompute_seconds", "prep s", IF_ANY_HAS(2), SETTING(precompute_seconds)},
    {"precompute_bytes", "prep bytes", IF_ANY_HAS(0), SETTING(precompute_bytes)},
    {"scen_mismatches", "mismatches", DECIMALS(0), SETTING(mismatches)},
};
#define STATISTICS (sizeof statistics / sizeof *statistics)
_Static_assert(STATISTICS <= BENCH_STATISTICS_MAX, "a row must hold all statistics");

/* The columns of --runs. */
static const struct run_value {
    const char *name;
    column_type type;
    double (*value)(const struct sample *s);
    const char *(*text)(const struct sample *s);
} run_values[] = {
    {"algo", COLUMN_TEXT, .text = algo},
    {"expansions", COLUMN_COUNT, .value = budget},
    {"time_us", COLUMN_NUMBER, .value = time_us},
    {"weight", COLUMN_NUMBER, .value = setting_weight},
    {"depth", COLUMN_NUMBER, .value = setting_depth},
    {"queue", COLUMN_NUMBER, .value = setting_queue},
    {"level", COLUMN_NUMBER, .value = setting_level},
    {"gamma", COLUMN_NUMBER, .value = setting_gamma},
    {"file", COLUMN_TEXT, .text = file},
    {"problem", COLUMN_COUNT, .value = problem_line},
    {"status", COLUMN_TEXT, .text = status},
    {"cost", COLUMN_NUMBER, .value = cost},
    {"optimal", COLUMN_NUMBER, .value = optimal},
    {"moves", COLUMN_COUNT, .value = moves},
    {"restarts", COLUMN_COUNT, .value = restarts},
    {"ticks", COLUMN_COUNT, .value = ticks},
    {"searches", COLUMN_COUNT, .value = searches},
    {"updates", COLUMN_COUNT, .value = updates},
    {"total_expansions", COLUMN_COUNT, .value = expansions},
    {"planning_ns", COLUMN_COUNT, .value = planning_ns},
};
#define RUN_VALUES (sizeof run_values / sizeof *run_values)

/* ---- Adding up ------------------------------------------------------------------------------- */

void bench_sums_add(struct bench_sums *sums, const struct problem *problem, const struct run *run) {
    const struct sample sample = {sums, problem, run};
    for (uint32_t i = 0; i < STATISTICS; i++) {
        const struct statistic *s = &statistics[i];
        switch (s->kind) {
        case KIND_MEAN:
        case KIND_CI95:
            if (run->end == RUN_ARRIVED) {
                mean_add(&sums->means[i], s->value(&sample));
            }
            break;
        case KIND_SUM:
            sums->totals[i] += s->value(&sample);
            break;
        case KIND_RATIO:
            sums->totals[i] += s->value(&sample);
            sums->divisors[i] += s->divisor(&sample);
            break;
        case KIND_GREATEST:
            sums->totals[i] = fmax(sums->totals[i], s->value(&sample));
            break;
        case KIND_SETTING:
        case KIND_TICK_QUANTILE:
        case KIND_LONGEST_TICK:
            break;
        }
    }
}

static double result_of(const struct bench_sums *sums, uint32_t i) {
    const struct statistic *s = &statistics[i];
    switch (s->kind) {
    case KIND_SETTING:
        return s->value(&(struct sample){.sums = sums});
    case KIND_MEAN:
        return sums->means[i].count ? sums->means[i].mean : NAN;
    case KIND_CI95:
        return mean_ci95(&sums->means[i]);
    case KIND_RATIO:
        return sums->divisors[i] > 0 ? sums->totals[i] / sums->divisors[i] : NAN;
    case KIND_TICK_QUANTILE:
        return (double)histogram_quantile(&sums->tick_ns, s->share);
    case KIND_LONGEST_TICK:
        return (double)sums->tick_ns.max;
    case KIND_SUM:
    case KIND_GREATEST:
        break;
    }
    return sums->totals[i];
}

/* Counts are below 2^53, so a double holds them exactly. */
static union cell number_cell(column_type type, double value) {
    union cell cell = {.number = value};
    if (type == COLUMN_COUNT) {
        cell.count = (uint64_t)value;
    }
    return cell;
}

static union cell text_cell(const char *text) {
    union cell cell = {.text = text};
    return cell;
}

void bench_row_fill(const struct bench_sums *sums, struct bench_row *row) {
    const struct sample setting = {.sums = sums};
    for (uint32_t i = 0; i < STATISTICS; i++) {
        const struct statistic *s = &statistics[i];
        row->cells[i] =
            s->text ? text_cell(s->text(&setting)) : number_cell(s->type, result_of(sums, i));
    }
}

/* ---- Printing -------------------------------------------------------------------------------- */

int print_bench_rows(table_format format, const struct bench_row *rows, uint32_t count) {
    struct column columns[STATISTICS];
    for (uint32_t i = 0; i < STATISTICS; i++) {
        const struct statistic *s = &statistics[i];
        columns[i] =
            (struct column){s->name, s->title, s->type, i * sizeof(union cell), s->decimals};
    }
    return print_table(format, columns, STATISTICS, rows, sizeof *rows, count);
}

static void describe_run_columns(struct column columns[RUN_VALUES]) {
    for (uint32_t i = 0; i < RUN_VALUES; i++) {
        columns[i] = (struct column){run_values[i].name, NULL, run_values[i].type,
                                     i * sizeof(union cell), 0};
    }
}

void print_run_heading(FILE *out) {
    struct column columns[RUN_VALUES];
    describe_run_columns(columns);
    print_csv_heading(out, columns, RUN_VALUES);
}

void print_run_line(FILE *out, const struct bench_sums *sums, const struct problem *problem,
                    const struct run *run) {
    const struct sample sample = {sums, problem, run};
    struct column columns[RUN_VALUES];
    union cell cells[RUN_VALUES];
    describe_run_columns(columns);
    for (uint32_t i = 0; i < RUN_VALUES; i++) {
        const struct run_value *v = &run_values[i];
        cells[i] = v->text ? text_cell(v->text(&sample)) : number_cell(v->type, v->value(&sample));
    }
    print_csv_row(out, columns, RUN_VALUES, cells);
}
