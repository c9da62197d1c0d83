/* bench/section_jumps.c - jump point search compared with A*: complete queries, agents that act
 * early, slices, memory, and edits of the map. */
#include "bench.h"

#include <wend/research.h>
#include "bench_table.h"
#include "clock.h"
#include "ours.h"
#include "samples.h"

#include "domain/grid.h"

#include <stdlib.h>
#include <string.h>

#define PROBLEMS   100u
#define ROUNDS_MAX 99u
#define TICK_NS    10000u
#define SLICE_NS   5000.0
#define EDITS      200000u
/* The fastest sets take three milliseconds, hardly longer than it takes to fill the caches again
 * after the other algorithm has used them. So each set is repeated until this time has passed. */
#define LEAST_NS 50000000u

/* The five maps with targets. */
static const struct {
    const char *folder, *name;
    double faster, sooner; /* than A*, and TBA* */
} maps[] = {{"bg512", "AR0300SR", 20, 7.5},
            {"sc1", "Enigma", 20, 7.5},
            {"sc1", "WheelofWar", 30, 30},
            {"dao", "orz103d", 10, 7.5},
            {"dao", "orz702d", 7.5, 7.5}};
#define MAPS (sizeof maps / sizeof *maps)

static void add_head(bench_table *table, const char *const *names, size_t count) {
    memset(table, 0, sizeof *table);
    bench_table_row(table);
    for (size_t i = 0; i < count; i++) {
        bench_table_cell(table, "%s", names[i]);
    }
}
#define ADD_HEAD(table, names) add_head(table, names, sizeof(names) / sizeof *(names))

static void show_round(const bench_options *options, const char *what, const char *name,
                       uint32_t round) {
    char text[100];
    snprintf(text, sizeof text, "jumps: %s: %.31s: round %u of %u", what, name, round + 1,
             options->rounds);
    bench_progress(options, text);
}

/* ---- Complete queries ------------------------------------------------------------------------ */

/* Runs all problems again and again for a while; counts the queries. */
static bool query_all(const char *algo, const bench_set *set, bench_query *sum, double *queries) {
    memset(sum, 0, sizeof *sum);
    *queries = 0;
    bool done = true;
    do {
        for (uint32_t i = 0; i < set->count; i++) {
            done = bench_query_of(algo, set, &set->problems[i], sum) && done;
        }
        *queries += set->count;
    } while (done && set->count && sum->all_ns < LEAST_NS);
    return done;
}

/* The number of problems with the same length by both. */
static uint32_t count_same(const bench_set *set) {
    uint32_t same = 0;
    for (uint32_t i = 0; i < set->count; i++) {
        same += bench_length_of("astar", set, &set->problems[i]) ==
                bench_length_of("jps", set, &set->problems[i]);
    }
    return same;
}

static bool measure_queries(const bench_options *options, const bench_set *set, size_t m,
                            bench_table *table, bench_targets *targets) {
    double ratio[ROUNDS_MAX], astar_us[ROUNDS_MAX], jps_us[ROUNDS_MAX], astar_ns[ROUNDS_MAX],
        unit_ns[ROUNDS_MAX];
    bench_query astar = {0}, jps = {0};
    double astar_queries = 0, jps_queries = 0;
    bool done = true;
    for (uint32_t r = 0; r < options->rounds && done; r++) {
        show_round(options, "queries", set->name, r);
        done = query_all("astar", set, &astar, &astar_queries) &&
               query_all("jps", set, &jps, &jps_queries);
        astar_us[r] = (double)astar.all_ns / 1e3 / astar_queries;
        jps_us[r] = (double)jps.all_ns / 1e3 / jps_queries;
        ratio[r] = astar_us[r] / jps_us[r];
        astar_ns[r] = (double)astar.tick_ns / (double)astar.expansions;
        unit_ns[r] = (double)jps.tick_ns / (double)jps.work;
    }
    double faster = bench_median(ratio, options->rounds);
    double expansion_ns = bench_median(astar_ns, options->rounds);
    double kilobytes = (double)jps.most_bytes / 1024;
    bench_table_row(table);
    bench_table_cell(table, "%s", set->name);
    bench_table_cell(table, "%.0f", bench_median(astar_us, options->rounds));
    bench_table_cell(table, "%.1f", expansion_ns);
    bench_table_cell(table, "%.1f", bench_median(jps_us, options->rounds));
    bench_table_cell(table, "%.0f", (double)jps.expansions / jps_queries);
    bench_table_cell(table, "%.0f", (double)jps.work / jps_queries);
    bench_table_cell(table, "%.2f", bench_median(unit_ns, options->rounds));
    bench_table_cell(table, "%.1f (%.1f-%.1f)", faster, ratio[0], ratio[options->rounds - 1]);
    bench_table_cell(table, ">= %g %s", maps[m].faster,
                     bench_target(targets, faster >= maps[m].faster));
    bench_table_cell(table, "<= 60 ns %s", bench_target(targets, expansion_ns <= 60));
    bench_table_cell(table, "%.0f kB %s", kilobytes, bench_target(targets, kilobytes <= 128));
    uint32_t same = count_same(set);
    bench_table_cell(table, "%u of %u %s", same, set->count,
                     bench_target(targets, same == set->count));
    return done;
}

/* ---- Agents ---------------------------------------------------------------------------------- */

static uint64_t clock_now(void *context) {
    (void)context;
    return bench_now();
}

typedef struct trip_sums {
    uint64_t found;       /* ticks until the route was known, summed */
    double suboptimality; /* of the trips, summed */
} trip_sums;

/* Runs ticks of TICK_NS from the start to the goal. */
static bool travel(const char *algo, const bench_set *set, const bench_problem *problem,
                   trip_sums *sum) {
    wend_agent_def def = bench_agent_def(set, problem, algo);
    wend_clock clock = {clock_now, NULL};
    wend_agent *agent;
    if (wend_agent_create(&def, &agent, NULL)) {
        return false;
    }
    wend_tick tick;
    do {
        wend_agent_reserve_expansions(agent, BENCH_QUERY_BUDGET);
        wend_agent_tick(agent,
                        (wend_budget){.work = (uint64_t)BENCH_QUERY_BUDGET * WEND_WORK_EXPANSION,
                                      .nanoseconds = TICK_NS,
                                      .clock = &clock},
                        &tick);
    } while (wend_agent_is_active(tick.status));
    wend_agent_info counters = wend_agent_stats(agent);
    uint64_t ticks = counters.found_tick ? counters.found_tick : counters.ticks;
    sum->found += ticks;
    wend_agent_destroy(agent);
    if (tick.status == WEND_AGENT_ARRIVED) {
        double optimal = bench_length_of("jps", set, problem) * WEND_COST_ONE;
        sum->suboptimality += (double)counters.cost / optimal;
    }
    return tick.status <= WEND_AGENT_ARRIVED || tick.status == WEND_AGENT_UNREACHABLE;
}

static bool travel_all(const char *algo, const bench_set *set, trip_sums *sum) {
    *sum = (trip_sums){0};
    bool done = true;
    for (uint32_t i = 0; i < set->count && done; i++) {
        done = travel(algo, set, &set->problems[i], sum);
    }
    return done;
}

static bool measure_agents(const bench_options *options, const bench_set *set, size_t m,
                           bench_table *table, bench_targets *targets) {
    double ratio[ROUNDS_MAX], plain[ROUNDS_MAX], jump[ROUNDS_MAX], cost[ROUNDS_MAX],
        plain_cost[ROUNDS_MAX];
    bool done = true;
    for (uint32_t r = 0; r < options->rounds && done; r++) {
        show_round(options, "agents", set->name, r);
        trip_sums tba = {0}, tbjps = {0};
        done = travel_all("tba", set, &tba) && travel_all("tbjps", set, &tbjps);
        plain[r] = (double)tba.found / set->count;
        jump[r] = (double)tbjps.found / set->count;
        ratio[r] = plain[r] / jump[r];
        plain_cost[r] = tba.suboptimality / set->count;
        cost[r] = tbjps.suboptimality / set->count;
    }
    double sooner = bench_median(ratio, options->rounds);
    double worse = bench_median(cost, options->rounds);
    bench_table_row(table);
    bench_table_cell(table, "%s", set->name);
    bench_table_cell(table, "%.1f", bench_median(plain, options->rounds));
    bench_table_cell(table, "%.1f", bench_median(jump, options->rounds));
    bench_table_cell(table, "%.1f (%.1f-%.1f)", sooner, ratio[0], ratio[options->rounds - 1]);
    bench_table_cell(table, ">= %g %s", maps[m].sooner,
                     bench_target(targets, sooner >= maps[m].sooner));
    bench_table_cell(table, "%.3f", bench_median(plain_cost, options->rounds));
    bench_table_cell(table, "%.3f", worse);
    bench_table_cell(table, "<= 1.03 %s", bench_target(targets, worse <= 1.03));
    return done;
}

/* ---- Slices ---------------------------------------------------------------------------------- */

/* Runs ticks of `budget` until the route is known; only they are timed. Returns false without a
 * route. */
static bool run_sliced(const bench_set *set, const bench_problem *problem, uint32_t budget,
                       bench_query *sum) {
    wend_agent_def def = bench_agent_def(set, problem, "jps");
    wend_agent *agent;
    if (wend_agent_create(&def, &agent, NULL)) {
        return false;
    }
    wend_tick tick;
    bool done = !wend_agent_reserve_expansions(agent, 1000000);
    uint64_t begin = bench_now();
    do {
        wend_agent_tick_expansions(agent, budget, &tick);
    } while (tick.status == WEND_AGENT_WAITING);
    sum->tick_ns += bench_now() - begin;
    wend_agent_info counters = wend_agent_stats(agent);
    sum->expansions += counters.expansions;
    sum->work += counters.work;
    wend_agent_destroy(agent);
    return done && (tick.flags & WEND_TICK_MOVED);
}

static bool measure_slices(const bench_options *options, const bench_set *set, bench_table *table,
                           bench_targets *targets) {
    double ratio[ROUNDS_MAX];
    bench_query whole = {0}, sliced = {0};
    bool done = true;
    uint32_t budget = 100;
    for (uint32_t r = 0; r < options->rounds && done; r++) {
        show_round(options, "slices", set->name, r);
        uint64_t whole_ns = 0, sliced_ns = 0;
        /* Each problem is run both ways in succession, so that both see the same machine. The first
         * run has to fetch the map, so they alternate. */
        for (uint32_t i = 0; i < set->count && done; i++) {
            whole = sliced = (bench_query){0};
            for (uint32_t way = 0; way < 2 && done; way++) {
                bool is_whole = way == (i + r) % 2;
                done = run_sliced(set, &set->problems[i], is_whole ? 1000000 : budget,
                                  is_whole ? &whole : &sliced);
            }
            done = done && whole.expansions == sliced.expansions && whole.work == sliced.work;
            whole_ns += whole.tick_ns;
            sliced_ns += sliced.tick_ns;
            double unit_ns = (double)whole.tick_ns / (double)whole.work;
            budget = (uint32_t)(SLICE_NS / (unit_ns * 24)) + 1;
        }
        ratio[r] = (double)sliced_ns / (double)whole_ns;
    }
    double cost = bench_median(ratio, options->rounds);
    bench_table_row(table);
    bench_table_cell(table, "%s", set->name);
    bench_table_cell(table, "%u", budget);
    bench_table_cell(table, "%+.1f %%", 100 * (cost - 1));
    bench_table_cell(table, "<= 6 %% %s", bench_target(targets, cost <= 1.06));
    bench_table_cell(table, "%s", done ? "same" : "DIFFERENT");
    return done;
}

/* ---- Edits of the map ------------------------------------------------------------------------ */

/* Nanoseconds per call, each of which is an edit; of the bits alone if `of_bits`, after which they
 * no longer match the map. */
static double time_edits(wend_map *map, uint64_t seed, bool of_bits) {
    uint32_t width = wend_map_width(map), height = wend_map_height(map);
    uint64_t random = seed;
    uint64_t begin = bench_now();
    for (uint32_t i = 0; i < EDITS; i++) {
        random = random * UINT64_C(6364136223846793005) + 1442695040888963407u;
        uint32_t x = (uint32_t)(random >> 33) % width, y = (uint32_t)(random >> 43) % height;
        if (of_bits) {
            wn_jumps_set(&map->jumps, x + 1, y + 1, !wn_jumps_free(&map->jumps, x + 1, y + 1));
        } else {
            wend_map_set_cell(map, x, y, wend_map_is_free(map, x, y) ? '@' : '.');
        }
    }
    return (double)(bench_now() - begin) / EDITS;
}

static void measure_edits(const bench_options *options, const bench_set *set,
                          bench_targets *targets) {
    double all[ROUNDS_MAX], bits[ROUNDS_MAX];
    for (uint32_t r = 0; r < options->rounds; r++) {
        show_round(options, "edits", set->name, r);
        all[r] = time_edits(set->map, r + 1, false);
    }
    for (uint32_t r = 0; r < options->rounds; r++) {
        bits[r] = time_edits(set->map, r + 1, true);
    }
    double share = bench_median(bits, options->rounds);
    printf("\nwend_map_set_cell with an edit by every call, on %s: %.0f ns, including %.0f ns "
           "for the bits of jump\npoint search. <= 150 ns %s\n",
           set->name, bench_median(all, options->rounds), share,
           bench_target(targets, share <= 150));
}

/* ---- The section ----------------------------------------------------------------------------- */

static bool run_maps(const bench_options *options, bench_targets *targets) {
    static const char *const queries[] = {"map",        "astar us", "ns/exp",  "jps us",
                                          "expansions", "units",    "ns/unit", "astar/jps",
                                          "target",     "astar",    "memory",  "same length"};
    static const char *const agents[] = {"map",    "tba found at", "tbjps found at", "tba/tbjps",
                                         "target", "tba cost/opt", "tbjps cost/opt", "target"};
    static const char *const slices[] = {"map", "R of 5 us", "slower by", "target", "expansions"};
    static bench_table query_table, agent_table, slice_table;
    ADD_HEAD(&query_table, queries);
    ADD_HEAD(&agent_table, agents);
    ADD_HEAD(&slice_table, slices);
    bool done = true;
    for (size_t m = 0; m < MAPS && done; m++) {
        bench_set set;
        done = bench_set_load(&set, options->data, maps[m].folder, maps[m].name, BENCH_LONGEST,
                              PROBLEMS);
        done = done && measure_queries(options, &set, m, &query_table, targets) &&
               measure_agents(options, &set, m, &agent_table, targets) &&
               measure_slices(options, &set, &slice_table, targets);
        if (done && m + 1 == MAPS) {
            measure_edits(options, &set, targets); /* last: they edit the map */
        }
        bench_set_clear(&set);
    }
    bench_progress(options, "");
    bench_table_print(&query_table);
    printf("\nAgents with timed ticks of %u us, nine tenths of them for planning: mean ticks "
           "until the complete route\nis known, and the cost of the trip.\n\n",
           TICK_NS / 1000);
    bench_table_print(&agent_table);
    printf("\nSlices of about 5 us, compared with one uninterrupted search.\n\n");
    bench_table_print(&slice_table);
    return done;
}

bool bench_jumps(const bench_options *options, bench_targets *targets) {
    bench_options limited = *options;
    limited.rounds = options->rounds < ROUNDS_MAX ? options->rounds : ROUNDS_MAX;
    bench_set set;
    if (!bench_set_load(&set, options->data, maps[0].folder, maps[0].name, BENCH_LONGEST, 1)) {
        printf("No benchmark maps in %s: skipped.\n", options->data);
        return true;
    }
    bench_set_clear(&set);
    printf("Time per query: creating the agent, reserving, ticks of %u until it moves, and "
           "destroying it. Means over\nthe %u longest problems, medians of %u interleaved "
           "rounds. The target for an expansion of A* is the\ntime of 24 units of work.\n\n",
           BENCH_QUERY_BUDGET, PROBLEMS, limited.rounds);
    return run_maps(&limited, targets);
}
