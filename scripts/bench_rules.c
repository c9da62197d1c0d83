/* scripts/bench_rules.c - microseconds of the longest queries of a scenario file under a move rule.
 *
 *     bench_rules MAP SCENARIO RULE ALGORITHM
 *
 * RULE is "never", "one" or "always" (corners), "4" (neighbours) or "factors" (corners never, swamp
 * costs 3 and water 5). The LONGEST problems of the file, by their stated length, are run one after
 * the other with one agent, each in one tick; the time is that of the fastest of ROUNDS rounds.
 * Prints it per problem.
 *
 * Compiled twice by bench_rules.sh: against this library and against that of another revision. It
 * uses nothing newer than the revision before cell-by-cell searches became fast for all rules. */
#include "../bench/clock.h"

#include <wend/movingai.h>
#include <wend/research.h>
#include <wend/wend.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS  3
#define LONGEST 30u
#define BUDGET  100000000u /* per tick: enough for any */

static void stop(const char *what) {
    fprintf(stderr, "bench_rules: %s\n", what);
    exit(1);
}

static wend_map *load_map(const char *path, const char *rule) {
    static uint8_t factors[256] = {['S'] = 3, ['W'] = 5};
    /* As 0 means; version 0.2 had no defaults in zeros. */
    wend_map_def def = {.neighbors = 8, .passable = WEND_TERRAIN_GROUND | WEND_TERRAIN_SWAMP};
    if (!strcmp(rule, "4")) {
        def.neighbors = 4;
    } else if (!strcmp(rule, "one")) {
        def.corners = WEND_CORNERS_ONE;
    } else if (!strcmp(rule, "always")) {
        def.corners = WEND_CORNERS_ALWAYS;
    } else if (!strcmp(rule, "factors")) {
        def.passable |= WEND_TERRAIN_WATER;
        def.terrain_factors = factors;
    } else if (strcmp(rule, "never")) {
        stop("RULE is never, one, always, 4 or factors");
    }
    wend_map *map;
    if (wend_map_load(&def, path, &map, NULL)) {
        stop("the map cannot be read");
    }
    return map;
}

/* Finds all routes; returns the time. Problems without a route, which another rule may create,
 * count as well. */
static uint64_t ask(wend_agent *agent, const wend_map *map, const wend_problem *problems,
                    uint32_t count) {
    uint64_t begin = bench_now();
    for (uint32_t i = 0; i < count; i++) {
        wend_tick tick;
        wend_agent_teleport(agent, wend_map_state(map, problems[i].start_x, problems[i].start_y));
        wend_agent_set_goal(agent, wend_map_state(map, problems[i].goal_x, problems[i].goal_y));
        wend_agent_reserve_expansions(agent, BUDGET);
        wend_agent_tick_expansions(agent, BUDGET, &tick);
        if (!(tick.flags & WEND_TICK_MOVED) && tick.status != WEND_AGENT_UNREACHABLE) {
            stop("a query without an answer");
        }
    }
    return bench_now() - begin;
}

static int by_length(const void *a, const void *b) {
    const wend_problem *one = a, *other = b;
    return (one->optimal > other->optimal) - (one->optimal < other->optimal);
}

int main(int argc, char **argv) {
    if (argc != 5) {
        stop("usage: bench_rules MAP SCENARIO RULE ALGORITHM");
    }
    wend_map *map = load_map(argv[1], argv[3]);
    wend_scenario all;
    if (wend_scenario_load(argv[2], &all, NULL) || all.count < LONGEST) {
        stop("the scenario cannot be read, or has too few problems");
    }
    qsort(all.problems, all.count, sizeof *all.problems, by_length);
    const wend_problem *last = &all.problems[all.count - LONGEST];
    wend_agent_def def = {.map = map, .algo = wend_algo_find(argv[4])};
    def.start = wend_map_state(map, last->start_x, last->start_y);
    def.goal = wend_map_state(map, last->goal_x, last->goal_y);
    wend_agent *agent;
    if (!def.algo || wend_agent_create(&def, &agent, NULL)) {
        stop("no such agent on this map");
    }
    uint64_t fastest = UINT64_MAX;
    for (uint32_t r = 0; r < ROUNDS; r++) {
        uint64_t ns = ask(agent, map, last, LONGEST);
        fastest = ns < fastest ? ns : fastest;
    }
    printf("%.2f\n", (double)fastest / LONGEST / 1000);
    wend_agent_destroy(agent);
    wend_scenario_clear(&all);
    wend_map_destroy(map);
    return 0;
}
