/* bench/section_queries.c - short queries of jump point search, where most of the time is spent
 * before and after the search. */
#include "bench.h"

#include <wend/research.h>
#include "bench_table.h"
#include "clock.h"
#include "ours.h"
#include "samples.h"

#include <string.h>

#define ROUNDS_MAX 99u
#define BUDGET     100u /* per tick; the first reservation is for one tick */
#define LEAST_NS   20000000u

static const struct {
    const char *folder, *name;
} maps[] = {{"bg512", "AR0300SR"}, {"sc1", "Enigma"}, {"sc1", "WheelofWar"}, {"dao", "orz103d"}};
#define MAPS (sizeof maps / sizeof *maps)

/* Lengths of routes, in cells. */
static const struct {
    const char *name;
    double from, to;
} ranges[] = {{"8 to 47", 8, 48}, {"100 to 139", 100, 140}};
#define RANGES (sizeof ranges / sizeof *ranges)

/* ---- Queries --------------------------------------------------------------------------------- */

static void keep_lengths(bench_set *set, double from, double to) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < set->count; i++) {
        double length = bench_length_of("jps", set, &set->problems[i]);
        if (length >= from && length < to) {
            set->problems[kept++] = set->problems[i];
        }
    }
    set->count = kept;
}

/* Runs until the route is known. */
static bool answer(wend_agent *agent, uint64_t *expansions) {
    wend_tick tick;
    do {
        wend_agent_reserve_expansions(agent, BUDGET);
        wend_agent_tick_expansions(agent, BUDGET, &tick);
        *expansions += tick.expansions;
    } while (tick.status == WEND_AGENT_WAITING);
    return tick.flags & WEND_TICK_MOVED;
}

static bool ask_new(const char *algo, const bench_set *set, uint32_t i, uint64_t *expansions) {
    wend_agent_def def = bench_agent_def(set, &set->problems[i], algo);
    wend_agent *agent;
    if (wend_agent_create(&def, &agent, NULL)) {
        return false;
    }
    bool done = answer(agent, expansions);
    wend_agent_destroy(agent);
    return done;
}

static bool ask_again(wend_agent *agent, const bench_set *set, uint32_t i, uint64_t *expansions) {
    const bench_problem *p = &set->problems[i];
    wend_agent_teleport(agent, wend_map_state(set->map, p->start_x, p->start_y));
    wend_agent_set_goal(agent, wend_map_state(set->map, p->goal_x, p->goal_y));
    return answer(agent, expansions);
}

/* Microseconds per query, with a new agent each time or a reused one. */
typedef struct query_time {
    double us;
    double expansions;
} query_time;

static bool time_queries(const char *algo, const bench_set *set, bool is_new, query_time *out) {
    wend_agent_def def = bench_agent_def(set, &set->problems[0], algo);
    wend_agent *agent;
    if (wend_agent_create(&def, &agent, NULL)) {
        return false;
    }
    bool done = true;
    uint64_t begin = bench_work_now(), end, queries = 0, expansions = 0;
    do {
        for (uint32_t i = 0; i < set->count && done; i++) {
            done =
                is_new ? ask_new(algo, set, i, &expansions) : ask_again(agent, set, i, &expansions);
        }
        queries += set->count;
        end = bench_work_now();
    } while (done && end - begin < LEAST_NS);
    wend_agent_destroy(agent);
    *out = (query_time){(double)(end - begin) / 1000 / (double)queries,
                        (double)expansions / (double)queries};
    return done;
}

/* ---- The section ----------------------------------------------------------------------------- */

static bool run_set(const bench_options *options, const bench_set *set, const char *range,
                    bench_table *table) {
    /* jps new, jps reused, astar new, astar reused */
    double us[4][ROUNDS_MAX];
    query_time t[4] = {{0}};
    bool done = true;
    for (uint32_t r = 0; r < options->rounds && done; r++) {
        char text[100];
        snprintf(text, sizeof text, "queries: %s, %s: round %u of %u", set->name, range, r + 1,
                 options->rounds);
        bench_progress(options, text);
        for (uint32_t k = 0; k < 4 && done; k++) {
            done = time_queries(k < 2 ? "jps" : "astar", set, k % 2 == 0, &t[k]);
            us[k][r] = t[k].us;
        }
    }
    bench_progress(options, "");
    bench_table_row(table);
    bench_table_cell(table, "%s", set->name);
    bench_table_cell(table, "%s", range);
    bench_table_cell(table, "%u", set->count);
    bench_table_cell(table, "%.2f", t[0].expansions);
    for (uint32_t k = 0; k < 4; k++) {
        bench_table_cell(table, "%.2f", done ? bench_median(us[k], options->rounds) : 0);
    }
    return done;
}

bool bench_queries(const bench_options *options, bench_targets *targets) {
    (void)targets;
    bench_options limited = *options;
    limited.rounds = options->rounds < ROUNDS_MAX ? options->rounds : ROUNDS_MAX;
    static const char *const names[] = {"map",     "cells",      "problems",  "expansions",
                                        "jps new", "jps reused", "astar new", "astar reused"};
    static bench_table table;
    memset(&table, 0, sizeof table);
    bench_table_row(&table);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        bench_table_cell(&table, "%s", names[i]);
    }
    printf("Microseconds per query on a known map, with a new agent (create, reserve for ticks"
           " of %u, query, destroy)\nand with a reused one; medians of %u rounds.\n\n",
           BUDGET, limited.rounds);
    bool done = true;
    for (size_t m = 0; m < MAPS && done; m++) {
        for (size_t i = 0; i < RANGES && done; i++) {
            bench_set set;
            if (!bench_set_load(&set, options->data, maps[m].folder, maps[m].name, BENCH_LAST,
                                UINT32_MAX)) {
                printf("No %s/%s in %s: skipped.\n", maps[m].folder, maps[m].name, options->data);
                continue;
            }
            keep_lengths(&set, ranges[i].from, ranges[i].to);
            done = set.count == 0 || run_set(&limited, &set, ranges[i].name, &table);
            bench_set_clear(&set);
        }
    }
    bench_table_print(&table);
    return done;
}
