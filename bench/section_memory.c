/* bench/section_memory.c - bytes per state that a search touched, and the memory of a short
 * route. */
#include "bench.h"

#include <wend/research.h>
#include "bench_sets.h"
#include "bench_table.h"
#include "ours.h"

#include <string.h>

#define PROBLEMS       100u
#define BYTES_TARGET   32.0
#define SHORT_TARGET   1000000u
#define SHORT_RESOURCE 100u
#define SHORT_STEPS    10u
#define SHORT_MAP_SIDE 4096u

/* Runs a complete trip. The counters at its end are also its maxima, because an agent releases
 * nothing by itself. */
static bool run_trip(const bench_set *set, const bench_problem *problem, const char *algo,
                     uint32_t resource, wend_agent_info *counters) {
    wend_agent_def def = bench_agent_def(set, problem, algo);
    wend_agent *agent;
    if (wend_agent_create(&def, &agent, NULL)) {
        return false;
    }
    wend_tick tick;
    do {
        wend_agent_reserve_expansions(agent, resource);
        wend_agent_tick_expansions(agent, resource, &tick);
    } while (wend_agent_is_active(tick.status));
    *counters = wend_agent_stats(agent);
    wend_agent_destroy(agent);
    return tick.status == WEND_AGENT_ARRIVED;
}

/* ---- Bytes per state ------------------------------------------------------------------------- */

static const bench_problem *hardest_problem(const bench_set *set) {
    const bench_problem *hardest = &set->problems[0];
    uint64_t most = 0;
    for (uint32_t i = 0; i < set->count; i++) {
        bench_query query = {0};
        bench_ours_query(set, &set->problems[i], &query);
        if (query.expansions > most) {
            most = query.expansions;
            hardest = &set->problems[i];
        }
    }
    return hardest;
}

static void add_trip(bench_table *table, const char *algo, uint32_t resource,
                     const wend_agent_info *counters, bench_targets *targets) {
    double used = (double)counters->bytes_used / (double)counters->touched;
    double allocated = (double)counters->bytes_allocated / (double)counters->touched;
    bench_table_row(table);
    bench_table_cell(table, "%s", algo);
    bench_table_cell(table, "%u", resource);
    bench_table_cell(table, "%llu", (unsigned long long)counters->expansions);
    bench_table_cell(table, "%llu", (unsigned long long)counters->touched);
    bench_table_cell(table, "%.1f", used);
    bench_table_cell(table, "%.1f", allocated);
    bench_table_cell(table, "<= %.0f", BYTES_TARGET);
    bench_table_cell(table, "%s", bench_target(targets, used <= BYTES_TARGET));
}

static bool per_state(const bench_set *set, bench_targets *targets) {
    static const struct {
        const char *algo;
        uint32_t resource;
    } runs[] = {{"astar", 100}, {"astar", 1000}, {"tba", 100}, {"tba", 1000}};
    static const char *const names[] = {
        "algo", "R", "expansions", "touched", "bytes used", "bytes allocated", "target", "verdict"};
    static bench_table table;
    memset(&table, 0, sizeof table);
    bench_table_row(&table);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        bench_table_cell(&table, "%s", names[i]);
    }
    const bench_problem *problem = hardest_problem(set);
    printf("Bytes per touched state at the end of the trip (allocated: including what is "
           "reserved for the next tick;\nthe target is for used bytes), %s, (%u, %u) to (%u, "
           "%u): the problem with the most expansions of %u.\n\n",
           set->name, problem->start_x, problem->start_y, problem->goal_x, problem->goal_y,
           set->count);
    bool done = true;
    for (size_t i = 0; done && i < sizeof runs / sizeof *runs; i++) {
        wend_agent_info counters;
        done = run_trip(set, problem, runs[i].algo, runs[i].resource, &counters);
        if (done) {
            add_trip(&table, runs[i].algo, runs[i].resource, &counters, targets);
        }
    }
    bench_table_print(&table);
    return done;
}

/* ---- A short route on a large map ------------------------------------------------------------ */

/* Finds ten free cells in a row, from the middle of the map on. */
static bool find_row(const bench_set *set, bench_problem *problem) {
    uint32_t side = wend_map_width(set->map);
    for (uint32_t y = side / 2; y < side; y++) {
        uint32_t run = 0;
        for (uint32_t x = side / 2; x < side; x++) {
            run = wend_map_is_free(set->map, x, y) ? run + 1 : 0;
            if (run == SHORT_STEPS + 1) {
                *problem = (bench_problem){x - SHORT_STEPS, y, x, y};
                return true;
            }
        }
    }
    return false;
}

static bool short_route(const bench_set *set, bench_table *table, bench_targets *targets) {
    bench_problem problem;
    wend_agent_info counters;
    if (!set->map || !find_row(set, &problem) ||
        !run_trip(set, &problem, "tba", SHORT_RESOURCE, &counters)) {
        return false;
    }
    bench_table_row(table);
    bench_table_cell(table, "%s x %u", set->name, SHORT_MAP_SIDE);
    bench_table_cell(table, "%llu", (unsigned long long)counters.moves);
    bench_table_cell(table, "%llu", (unsigned long long)counters.touched);
    bench_table_cell(table, "%zu", counters.bytes_used);
    bench_table_cell(table, "%zu", counters.bytes_allocated);
    bench_table_cell(table, "< %u", SHORT_TARGET);
    bench_table_cell(table, "%s", bench_target(targets, counters.bytes_allocated < SHORT_TARGET));
    return true;
}

static bool short_routes(bench_targets *targets) {
    static const char *const names[] = {
        "map", "moves", "touched", "bytes used", "bytes allocated", "target", "verdict"};
    static bench_table table;
    memset(&table, 0, sizeof table);
    bench_table_row(&table);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        bench_table_cell(&table, "%s", names[i]);
    }
    printf("\nBytes of an agent for %u steps in a straight line, tba at R = %u.\n\n", SHORT_STEPS,
           SHORT_RESOURCE);
    bench_set set;
    bool done = bench_set_empty(&set, SHORT_MAP_SIDE) && short_route(&set, &table, targets);
    bench_set_clear(&set);
    done = done && bench_set_generate(&set, WEND_GEN_CAVES, SHORT_MAP_SIDE, 1, 0) &&
           short_route(&set, &table, targets);
    bench_set_clear(&set);
    bench_table_print(&table);
    return done;
}

bool bench_memory(const bench_options *options, bench_targets *targets) {
    bench_set set;
    bench_progress(options, "memory: looking for the hardest problem");
    if (!bench_set_load(&set, options->data, "sc1", "Enigma", BENCH_LAST, PROBLEMS)) {
        printf("No benchmark maps in %s: using a generated map.\n", options->data);
        if (!bench_set_generate(&set, WEND_GEN_CAVES, 512, 1, PROBLEMS)) {
            return false;
        }
    }
    bench_progress(options, "");
    bool done = per_state(&set, targets);
    bench_set_clear(&set);
    return done && short_routes(targets);
}
