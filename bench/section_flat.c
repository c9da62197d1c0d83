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
#define SMALL_PROBLEMS    400u
#define LARGE_PROBLEMS    2u
#define TICKS_PER_PROBLEM 25000u
#define RATIO_TARGET      3.0

typedef struct results {
    bench_samples least;    /* ns by tick, over all problems: the least of the rounds */
    bench_samples ticks;    /* ns of all ticks of all rounds */
    bench_samples reserves; /* ns of the reservations before them */
} results;

static void note(results *r, uint32_t round, size_t tick, uint64_t ns) {
    bench_samples_add(&r->ticks, ns);
    if (round == 0) {
        bench_samples_add(&r->least, ns);
    } else if (tick < r->least.count && ns < r->least.values[tick]) {
        r->least.values[tick] = ns;
    }
}

/* One trip until the route is known, or the first TICKS_PER_PROBLEM ticks of it. After that a tick
 * is a mere step, which would hide the others. Counts the ticks in `tick`. */
static bool run_problem(const bench_set *set, const bench_problem *problem, uint32_t round,
                        size_t *tick, results *r) {
    wend_agent_def def = bench_agent_def(set, problem, "tba");
    wend_agent *agent;
    if (wend_agent_create(&def, &agent)) {
        return false;
    }
    wend_tick result = {0};
    for (uint32_t i = 0; i < TICKS_PER_PROBLEM && !(result.flags & WEND_TICK_FOUND); i++) {
        uint64_t begin = bench_now();
        wend_agent_reserve(agent, RESOURCE);
        uint64_t middle = bench_now();
        wend_agent_tick(agent, RESOURCE, &result);
        uint64_t end = bench_now();
        bench_samples_add(&r->reserves, middle - begin);
        note(r, round, (*tick)++, end - middle);
    }
    wend_agent_destroy(agent);
    return !r->ticks.failed && !r->reserves.failed && !r->least.failed;
}

/* Small and large maps by turns, so that both see the same weather. */
static bool run_rounds(const bench_options *options, const bench_set *sets, results *r) {
    for (uint32_t round = 0; round < options->rounds; round++) {
        for (int size = 0; size < 2; size++) {
            const bench_set *set = &sets[size];
            char text[100];
            snprintf(text, sizeof text, "flat: %.31s: round %u of %u", set->name, round + 1,
                     options->rounds);
            bench_progress(options, text);
            size_t tick = 0;
            for (uint32_t i = 0; i < set->count; i++) {
                if (!run_problem(set, &set->problems[i], round, &tick, &r[size])) {
                    return false;
                }
            }
        }
    }
    bench_progress(options, "");
    return true;
}

static void add_ns(bench_table *table, bench_samples *samples, uint32_t permille) {
    bench_table_cell(table, "%llu", (unsigned long long)bench_samples_quantile(samples, permille));
}

static void add_row(bench_table *table, const bench_set *set, results *r) {
    bench_samples_sort(&r->least);
    bench_samples_sort(&r->ticks);
    bench_samples_sort(&r->reserves);
    bench_table_row(table);
    bench_table_cell(table, "%s x %u", set->name, wend_map_height(set->map));
    bench_table_cell(table, "%zu", r->least.count);
    add_ns(table, &r->least, 500);
    add_ns(table, &r->least, 990);
    add_ns(table, &r->least, 1000);
    add_ns(table, &r->ticks, 990);
    add_ns(table, &r->ticks, 1000);
    add_ns(table, &r->reserves, 990);
    add_ns(table, &r->reserves, 1000);
}

static double ratio_of_p99(const bench_samples *small, const bench_samples *large) {
    return (double)bench_samples_quantile(large, 990) / (double)bench_samples_quantile(small, 990);
}

/* The verdict is on the raw times, with all the noise of the machine in them. */
static void add_ratios(bench_table *table, const results *r, bench_targets *targets) {
    double raw = ratio_of_p99(&r[0].ticks, &r[1].ticks);
    bench_table_cell(table, "%.2f", ratio_of_p99(&r[0].least, &r[1].least));
    bench_table_cell(table, "%.2f", raw);
    bench_table_cell(table, "<= %.0f", RATIO_TARGET);
    bench_table_cell(table, "%s", bench_target(targets, raw <= RATIO_TARGET));
}

static bool run_kind(const bench_options *options, wend_gen_kind kind, bench_table *table,
                     bench_targets *targets) {
    bench_set sets[2];
    results r[2];
    memset(sets, 0, sizeof sets);
    memset(r, 0, sizeof r);
    bench_progress(options, "flat: making maps");
    bool done = bench_set_generate(&sets[0], kind, SMALL, 1, SMALL_PROBLEMS) &&
                bench_set_generate(&sets[1], kind, LARGE, 1, LARGE_PROBLEMS) &&
                run_rounds(options, sets, r);
    for (int i = 0; done && i < 2; i++) {
        add_row(table, &sets[i], &r[i]);
        if (i == 1) {
            add_ratios(table, r, targets);
        }
    }
    for (int i = 0; i < 2; i++) {
        bench_samples_clear(&r[i].least);
        bench_samples_clear(&r[i].ticks);
        bench_samples_clear(&r[i].reserves);
        bench_set_clear(&sets[i]);
    }
    return done;
}

bool bench_flat(const bench_options *options, bench_targets *targets) {
    printf(
        "Time of a tick of tba at R = %u until the route is known, in ns, from corner to corner. "
        "The same trip is\nmade %u times; p50, p99, max and ratio (of the p99) are over the least "
        "time of each tick, raw is over all.\nReserving, which happens between ticks, is "
        "apart.\n\n",
        RESOURCE, options->rounds);
    static const char *const names[] = {
        "map",         "ticks",       "p50",   "p99",       "max",    "raw p99", "raw max",
        "reserve p99", "reserve max", "ratio", "raw ratio", "target", "verdict"};
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
