/* bench/section_timed.c - measures the duration of ticks with a time limit, compared with a loop
 * that only reads the clock for the same time. */
#include "bench.h"

#include <wend/research.h>
#include "bench_sets.h"
#include "bench_table.h"
#include "clock.h"
#include "samples.h"

#include <string.h>

#define CAVE_SIDE  4096u
#define PROBLEMS   16u
#define NS_FOR_ONE 12u /* no expansion is faster: budgets are never used up */
#define TICKS      20000u
#define NS_MAX     UINT64_C(60000000000) /* for one round of a row */

#define ROUNDS_MAX 99u
static const uint32_t quantiles[] = {500, 990, 999};

typedef struct results {
    bench_samples ticks, loops; /* ns, of one round */
    size_t count;               /* ticks of all rounds */
    uint64_t units;
    size_t found; /* ticks that found the route, which may have ended early */
    uint32_t rounds;
    double tick_ns[3][ROUNDS_MAX], loop_ns[3][ROUNDS_MAX]; /* quantiles of each round */
    double ratios[3][ROUNDS_MAX];
} results;

static uint64_t now(void *context) {
    (void)context;
    return bench_now();
}

/* A loop that ends after the allowed time. */
static uint64_t time_loop(uint64_t allowed) {
    uint64_t begin = bench_now(), end;
    do {
        end = bench_now();
    } while (end - begin < allowed);
    return bench_now() - begin;
}

/* An agent and the time limit of its ticks. */
typedef struct setting {
    const char *algo;         /* NULL: a loop instead, which shows the noise of the machine */
    uint32_t weight_permille; /* 0 for the default */
    uint32_t allowed;         /* ns */
} setting;

/* Runs the ticks of one trip until the route is found, each followed by a loop. */
static bool run_problem(const bench_set *set, const bench_problem *problem, const setting *s,
                        results *r) {
    uint64_t allowed = s->allowed;
    wend_agent_def def = bench_agent_def(set, problem, s->algo);
    def.weight_permille = s->weight_permille;
    wend_agent *agent;
    if (wend_agent_create(&def, &agent, NULL)) {
        return false;
    }
    const wend_clock clock = {now, NULL};
    uint32_t budget = (uint32_t)(allowed / NS_FOR_ONE);
    wend_tick tick = {0};
    while (!(tick.flags & WEND_TICK_FOUND) && wend_agent_is_active(tick.status) &&
           r->ticks.count < TICKS) {
        wend_agent_reserve_expansions(agent, budget);
        uint64_t begin = bench_now();
        wend_agent_tick(agent,
                        (wend_budget){.work = (uint64_t)budget * WEND_WORK_EXPANSION,
                                      .nanoseconds = allowed,
                                      .clock = &clock},
                        &tick);
        bench_samples_add(&r->ticks, bench_now() - begin);
        bench_samples_add(&r->loops, time_loop(allowed));
        r->units += tick.work;
        r->found += (tick.flags & WEND_TICK_FOUND) != 0;
    }
    wend_agent_destroy(agent);
    return !r->ticks.failed && !r->loops.failed;
}

static bool run_loops(const setting *s, results *r) {
    while (r->ticks.count < TICKS) {
        bench_samples_add(&r->ticks, time_loop(s->allowed));
        bench_samples_add(&r->loops, time_loop(s->allowed));
    }
    return !r->ticks.failed && !r->loops.failed;
}

static void end_round(results *r) {
    bench_samples_sort(&r->ticks);
    bench_samples_sort(&r->loops);
    for (size_t q = 0; q < 3; q++) {
        double tick = (double)bench_samples_quantile(&r->ticks, quantiles[q]);
        double loop = (double)bench_samples_quantile(&r->loops, quantiles[q]);
        r->tick_ns[q][r->rounds] = tick;
        r->loop_ns[q][r->rounds] = loop;
        r->ratios[q][r->rounds] = tick / loop;
    }
    r->rounds++;
    r->count += r->ticks.count;
    bench_samples_clear(&r->ticks);
    bench_samples_clear(&r->loops);
}

static void add_row(bench_table *table, const char *map, const setting *s, results *r) {
    bench_table_row(table);
    bench_table_cell(table, "%s", map);
    if (s->weight_permille) {
        bench_table_cell(table, "%s, w = %g", s->algo, s->weight_permille / 1000.0);
    } else {
        bench_table_cell(table, "%s", s->algo ? s->algo : "a loop");
    }
    bench_table_cell(table, "%u", s->allowed / 1000);
    bench_table_cell(table, "%zu", r->count);
    bench_table_cell(table, "%zu", r->found);
    bench_table_cell(table, "%.0f", (double)r->units / (double)r->count);
    for (size_t q = 0; q < 3; q++) {
        bench_table_cell(table, "%.2f / %.2f", bench_median(r->tick_ns[q], r->rounds) / 1000,
                         bench_median(r->loop_ns[q], r->rounds) / 1000);
        bench_table_cell(table, "%.3f", bench_median(r->ratios[q], r->rounds));
    }
}

static bool run_setting(const bench_options *options, const bench_set *set, const setting *s,
                        bench_table *table) {
    static results r;
    memset(&r, 0, sizeof r);
    bool done = true;
    char text[100];
    snprintf(text, sizeof text, "timed: %s, %s, %u us", set->name, s->algo ? s->algo : "a loop",
             s->allowed / 1000);
    bench_progress(options, text);
    while (done && r.rounds < options->rounds) {
        uint64_t until = bench_now() + NS_MAX;
        for (uint32_t i = 0; done && bench_now() < until && r.ticks.count < TICKS; i++) {
            done = s->algo ? run_problem(set, &set->problems[i % set->count], s, &r)
                           : run_loops(s, &r);
        }
        end_round(&r);
    }
    bench_progress(options, "");
    if (done) {
        add_row(table, set->name, s, &r);
    }
    return done;
}

static bool run_set(const bench_options *options, bench_set *set, bench_table *table) {
    static const setting settings[] = {
        {"tba", 0, 1000},     {"tbwa", 2000, 1000}, {"tbgbfs", 0, 1000}, {"tbjps", 0, 1000},
        {NULL, 0, 5000},      {"tba", 0, 5000},     {"tbjps", 0, 5000},  {NULL, 0, 20000},
        {"tba", 0, 20000},    {"tbjps", 0, 20000},  {NULL, 0, 100000},   {"tba", 0, 100000},
        {"tbjps", 0, 100000}, {NULL, 0, 500000},    {"tba", 0, 500000},  {"tbjps", 0, 500000}};
    bool done = true;
    for (size_t i = 0; done && i < sizeof settings / sizeof *settings; i++) {
        done = run_setting(options, set, &settings[i], table);
    }
    bench_set_clear(set);
    return done;
}

bool bench_timed(const bench_options *options, bench_targets *targets) {
    (void)targets;
    printf("Duration of timed ticks while the search ran, in us, compared with a loop that "
           "reads the clock for the\nsame time, tick by tick in one run of %u ticks: tick / "
           "loop, and their ratio, each the median of %u runs.\nPauses of the machine are in "
           "both. Rows of \"a loop\" have another such loop instead of the ticks: "
           "their\ndifferences are noise. A tick that finds the route may end early.\n\n",
           TICKS, options->rounds);
    static const char *const names[] = {"map", "algo",  "us",  "ticks", "found", "units",
                                        "p50", "ratio", "p99", "ratio", "p99.9", "ratio"};
    static const char *const maps[] = {"Enigma", "WheelofWar"};
    static bench_table table;
    memset(&table, 0, sizeof table);
    bench_table_row(&table);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        bench_table_cell(&table, "%s", names[i]);
    }
    bool done = true;
    for (size_t m = 0; done && m < 3; m++) {
        bench_set set;
        bool is_loaded =
            m < 2 && bench_set_load(&set, options->data, "sc1", maps[m], BENCH_LONGEST, PROBLEMS);
        done = is_loaded ||
               bench_set_generate(&set, WEND_GEN_CAVES, m < 2 ? 768 : CAVE_SIDE, m + 1, PROBLEMS);
        done = done && run_set(options, &set, &table);
    }
    bench_table_print(&table);
    return done;
}
