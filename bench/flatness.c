/* bench/flatness.c - compares the times of ticks on a small and on a large map or network. */
#include "flatness.h"

#include <wend/research.h>

#include "clock.h"
#include "samples.h"

#include <string.h>

#define TICKS_PER_TRIP 25000u
#define RATIO_TARGET   3.0

typedef struct results {
    bench_samples least;    /* ns by tick, over all trips: the minimum of the rounds */
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

/* Runs one trip until the route is known, or its first TICKS_PER_TRIP ticks. After that a tick is
 * only a move, which would hide the others. Counts the ticks in `tick`. */
static bool make_trip(const wend_agent_def *def, uint32_t round, size_t *tick, results *r) {
    wend_agent *agent;
    if (wend_agent_create(def, &agent, NULL)) {
        return false;
    }
    wend_tick result = {0};
    for (uint32_t i = 0; i < TICKS_PER_TRIP && !(result.flags & WEND_TICK_FOUND); i++) {
        uint64_t begin = bench_now();
        wend_agent_reserve_expansions(agent, BENCH_FLAT_RESOURCE);
        uint64_t middle = bench_now();
        wend_agent_tick_expansions(agent, BENCH_FLAT_RESOURCE, &result);
        uint64_t end = bench_now();
        bench_samples_add(&r->reserves, middle - begin);
        note(r, round, (*tick)++, end - middle);
    }
    wend_agent_destroy(agent);
    return !r->ticks.failed && !r->reserves.failed && !r->least.failed;
}

/* Alternates small and large, so that other load affects both alike. */
static bool run_rounds(const bench_options *options, const bench_trips *trips, results *r) {
    for (uint32_t round = 0; round < options->rounds; round++) {
        for (int size = 0; size < 2; size++) {
            char text[100];
            snprintf(text, sizeof text, "%s: round %u of %u", trips[size].name, round + 1,
                     options->rounds);
            bench_progress(options, text);
            size_t tick = 0;
            for (uint32_t i = 0; i < trips[size].count; i++) {
                if (!make_trip(&trips[size].defs[i], round, &tick, &r[size])) {
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

static void add_row(bench_table *table, const char *name, results *r) {
    bench_samples_sort(&r->least);
    bench_samples_sort(&r->ticks);
    bench_samples_sort(&r->reserves);
    bench_table_row(table);
    bench_table_cell(table, "%s", name);
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

/* The verdict uses the raw times, including all noise of the machine. */
static void add_ratios(bench_table *table, const results *r, bench_targets *targets) {
    double raw = ratio_of_p99(&r[0].ticks, &r[1].ticks);
    bench_table_cell(table, "%.2f", ratio_of_p99(&r[0].least, &r[1].least));
    bench_table_cell(table, "%.2f", raw);
    bench_table_cell(table, "<= %.0f", RATIO_TARGET);
    bench_table_cell(table, "%s", bench_target(targets, raw <= RATIO_TARGET));
}

void bench_flat_heading(bench_table *table, const char *first) {
    static const char *const names[] = {"ticks",   "p50",       "p99",         "max",
                                        "raw p99", "raw max",   "reserve p99", "reserve max",
                                        "ratio",   "raw ratio", "target",      "verdict"};
    bench_table_row(table);
    bench_table_cell(table, "%s", first);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        bench_table_cell(table, "%s", names[i]);
    }
}

bool bench_flat_compare(const bench_options *options, const bench_trips trips[2],
                        bench_table *table, bench_targets *targets) {
    results r[2];
    memset(r, 0, sizeof r);
    bool done = run_rounds(options, trips, r);
    for (int i = 0; done && i < 2; i++) {
        add_row(table, trips[i].name, &r[i]);
        if (i == 1) {
            add_ratios(table, r, targets);
        }
    }
    for (int i = 0; i < 2; i++) {
        bench_samples_clear(&r[i].least);
        bench_samples_clear(&r[i].ticks);
        bench_samples_clear(&r[i].reserves);
    }
    return done;
}
