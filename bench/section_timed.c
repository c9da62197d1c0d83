/* bench/section_timed.c - by how much does a tick that is bounded by a clock come late? */
#include "bench.h"
#include "bench_sets.h"
#include "bench_table.h"
#include "clock.h"
#include "samples.h"

#include <string.h>

#define SIDE          1024u
#define PROBLEMS      16u
#define BUDGET        16384u /* far more than the time allows */
#define NS_PER_ROUND  400000000u
#define TICKS_AT_MOST 200000u

typedef struct results {
    bench_samples lasted; /* ns */
    bench_samples late;   /* ns beyond what was allowed, 0 if none */
    uint64_t expansions;
    size_t late_count;
} results;

static uint64_t now(void *context) {
    (void)context;
    return bench_now();
}

/* The ticks of one trip until the route is found. */
static bool run_problem(const bench_set *set, const bench_problem *problem, const char *algo,
                        uint64_t allowed, results *r) {
    wend_agent_def def = bench_agent_def(set, problem, algo);
    wend_agent *agent;
    if (wend_agent_create(&def, &agent)) {
        return false;
    }
    const wend_clock clock = {now, NULL};
    wend_tick tick = {0};
    while (!(tick.flags & WEND_TICK_FOUND) && tick.status <= WEND_WAITING) {
        wend_agent_reserve(agent, BUDGET);
        uint64_t begin = bench_now();
        wend_agent_tick_timed(agent, allowed, &clock, BUDGET, &tick);
        uint64_t lasted = bench_now() - begin;
        bench_samples_add(&r->lasted, lasted);
        bench_samples_add(&r->late, lasted > allowed ? lasted - allowed : 0);
        r->late_count += lasted > allowed;
        r->expansions += tick.expansions;
    }
    wend_agent_destroy(agent);
    return !r->lasted.failed && !r->late.failed;
}

static void add_row(bench_table *table, const char *algo, uint64_t allowed, results *r) {
    bench_samples_sort(&r->lasted);
    bench_samples_sort(&r->late);
    double ticks = (double)r->lasted.count;
    bench_table_row(table);
    bench_table_cell(table, "%s", algo);
    bench_table_cell(table, "%llu", (unsigned long long)allowed);
    bench_table_cell(table, "%zu", r->lasted.count);
    bench_table_cell(table, "%.0f", (double)r->expansions / ticks);
    bench_table_cell(table, "%llu", (unsigned long long)bench_samples_quantile(&r->lasted, 500));
    bench_table_cell(table, "%.1f %%", 100 * (double)r->late_count / ticks);
    bench_table_cell(table, "%llu", (unsigned long long)bench_samples_quantile(&r->late, 500));
    bench_table_cell(table, "%llu", (unsigned long long)bench_samples_quantile(&r->late, 990));
    bench_table_cell(table, "%llu", (unsigned long long)bench_samples_quantile(&r->late, 999));
    bench_table_cell(table, "%llu", (unsigned long long)bench_samples_quantile(&r->late, 1000));
}

static bool run_setting(const bench_options *options, const bench_set *set, const char *algo,
                        uint64_t allowed, bench_table *table) {
    results r;
    memset(&r, 0, sizeof r);
    uint64_t until = bench_now() + (uint64_t)options->rounds * NS_PER_ROUND;
    bool done = true;
    char text[100];
    snprintf(text, sizeof text, "timed: %s, %llu ns", algo, (unsigned long long)allowed);
    bench_progress(options, text);
    for (uint32_t i = 0; done && bench_now() < until && r.lasted.count < TICKS_AT_MOST; i++) {
        done = run_problem(set, &set->problems[i % set->count], algo, allowed, &r);
    }
    bench_progress(options, "");
    if (done) {
        add_row(table, algo, allowed, &r);
    }
    bench_samples_clear(&r.lasted);
    bench_samples_clear(&r.late);
    return done;
}

bool bench_timed(const bench_options *options, bench_targets *targets) {
    (void)targets;
    printf("How long a tick lasted beyond the time that it was given, in ns, while the search "
           "runs, on a cave map\nof %u x %u; the machine's own pauses are in it. tba gives a tenth "
           "of the time to tracing.\n\n",
           SIDE, SIDE);
    static const char *const names[] = {"algo", "allowed",  "ticks",    "expansions", "lasted p50",
                                        "late", "late p50", "late p99", "late p99.9", "late max"};
    static const uint64_t allowed[] = {10000, 50000, 200000};
    static bench_table table;
    memset(&table, 0, sizeof table);
    bench_table_row(&table);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        bench_table_cell(&table, "%s", names[i]);
    }
    bench_set set;
    bool done = bench_set_generate(&set, WEND_GEN_CAVES, SIDE, 1, PROBLEMS);
    for (size_t i = 0; done && i < 6; i++) {
        done = run_setting(options, &set, i < 3 ? "tba" : "astar", allowed[i % 3], &table);
    }
    bench_set_clear(&set);
    bench_table_print(&table);
    return done;
}
