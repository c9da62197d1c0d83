/* bench/section_flat.c - is the work of a tick the same on a small and on a large map? */
#include "bench.h"
#include "clock.h"
#include "problems.h"
#include "stats.h"
#include "table.h"

#include <string.h>

#define RESOURCE          100u
#define SMALL             256u
#define LARGE             4096u
#define PROBLEMS          8u
#define TICKS_PER_PROBLEM 25000u
#define RATIO_TARGET      3.0

typedef struct results {
    bench_samples ticks;    /* ns of the ticks on which the search ran */
    bench_samples reserves; /* ns of the reservations before them */
    uint32_t problems;
} results;

/* One trip, or the first TICKS_PER_PROBLEM ticks of it. */
static bool run_problem(const bench_set *set, const bench_problem *problem, results *r) {
    wend_agent_def def = bench_agent_def(set, problem, "tba");
    wend_agent *agent;
    if (wend_agent_create(&def, &agent)) {
        return false;
    }
    wend_tick tick = {0};
    for (uint32_t i = 0; i < TICKS_PER_PROBLEM && tick.status == WEND_MOVING; i++) {
        uint64_t begin = bench_now();
        wend_agent_reserve(agent, RESOURCE);
        uint64_t middle = bench_now();
        wend_agent_tick(agent, RESOURCE, &tick);
        uint64_t end = bench_now();
        /* Once the route is known a tick is a mere step, which would hide the others. */
        if (tick.expansions > 0) {
            bench_samples_add(&r->ticks, end - middle);
            bench_samples_add(&r->reserves, middle - begin);
        }
    }
    wend_agent_destroy(agent);
    r->problems++;
    return !r->ticks.failed && !r->reserves.failed;
}

/* Goes on with the size that has fewer ticks, so that both see the same weather. */
static bool run_both(const bench_options *options, const bench_set *sets, results *r) {
    size_t wanted = (size_t)options->rounds * TICKS_PER_PROBLEM;
    while (r[0].ticks.count < wanted || r[1].ticks.count < wanted) {
        int which = r[1].ticks.count < r[0].ticks.count;
        const bench_set *set = &sets[which];
        char text[100];
        snprintf(text, sizeof text, "flat: %.31s: %zu of %zu ticks", set->name,
                 r[which].ticks.count, wanted);
        bench_progress(options, text);
        if (!run_problem(set, &set->problems[r[which].problems % set->count], &r[which])) {
            return false;
        }
    }
    bench_progress(options, "");
    return true;
}

static void add_row(bench_table *table, const bench_set *set, const results *r) {
    bench_table_row(table);
    bench_table_cell(table, "%s x %u", set->name, wend_map_height(set->map));
    bench_table_cell(table, "%zu", r->ticks.count);
    bench_table_cell(table, "%llu", (unsigned long long)bench_samples_quantile(&r->ticks, 500));
    bench_table_cell(table, "%llu", (unsigned long long)bench_samples_quantile(&r->ticks, 990));
    bench_table_cell(table, "%llu", (unsigned long long)bench_samples_quantile(&r->ticks, 1000));
    bench_table_cell(table, "%llu", (unsigned long long)bench_samples_quantile(&r->reserves, 990));
    bench_table_cell(table, "%llu", (unsigned long long)bench_samples_quantile(&r->reserves, 1000));
}

static void add_ratio(bench_table *table, const results *r, bench_targets *targets) {
    double ratio = (double)bench_samples_quantile(&r[1].ticks, 990) /
                   (double)bench_samples_quantile(&r[0].ticks, 990);
    bench_table_cell(table, "%.2f", ratio);
    bench_table_cell(table, "<= %.0f", RATIO_TARGET);
    bench_table_cell(table, "%s", bench_target(targets, ratio <= RATIO_TARGET));
}

static bool run_kind(const bench_options *options, wend_gen_kind kind, bench_table *table,
                     bench_targets *targets) {
    bench_set sets[2];
    results r[2];
    memset(sets, 0, sizeof sets);
    memset(r, 0, sizeof r);
    bench_progress(options, "flat: making maps");
    bool done = bench_set_generate(&sets[0], kind, SMALL, 1, PROBLEMS * 8) &&
                bench_set_generate(&sets[1], kind, LARGE, 1, PROBLEMS) &&
                run_both(options, sets, r);
    for (int i = 0; done && i < 2; i++) {
        bench_samples_sort(&r[i].ticks);
        bench_samples_sort(&r[i].reserves);
        add_row(table, &sets[i], &r[i]);
        if (i == 1) {
            add_ratio(table, r, targets);
        }
    }
    for (int i = 0; i < 2; i++) {
        bench_samples_clear(&r[i].ticks);
        bench_samples_clear(&r[i].reserves);
        bench_set_clear(&sets[i]);
    }
    return done;
}

bool bench_flat(const bench_options *options, bench_targets *targets) {
    printf("Time of a tick of tba at R = %u while the search runs, in ns, from corner to corner; "
           "reserving,\nwhich happens between ticks, apart. The ratio is that of the p99.\n\n",
           RESOURCE);
    static const char *const names[] = {"map",         "ticks",       "p50",   "p99",    "max",
                                        "reserve p99", "reserve max", "ratio", "target", "verdict"};
    static bench_table table;
    memset(&table, 0, sizeof table);
    bench_table_row(&table);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        bench_table_cell(&table, "%s", names[i]);
    }
    bool done = run_kind(options, WEND_GEN_CAVES, &table, targets) &&
                run_kind(options, WEND_GEN_ROOMS, &table, targets);
    bench_table_print(&table);
    return done;
}
