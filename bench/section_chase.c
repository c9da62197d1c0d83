/* bench/section_chase.c - agents that chase a target: its cell becomes their goal whenever it has
 * moved. The target moves on every second tick along a shortest route to a random cell, and from
 * there to the next one, whatever the agents do, so it is the same for all of them. */
#include "bench.h"

#include <wend/research.h>
#include "bench_sets.h"
#include "bench_table.h"

#include "base/rng.h"

#include <string.h>

#define CHASES      20u
#define TICKS_MAX   20000u
#define MOVES_EVERY 2u /* ticks */
#define WHOLE       100000000u

static const char *const algos[] = {"tbjps", "tba", "tbaa", "jps", "astar"};
#define ALGOS (sizeof algos / sizeof *algos)
enum { TBJPS, TBA };

static const uint32_t resources[] = {10, 100};
#define RESOURCES (sizeof resources / sizeof *resources)

static const char *const maps[][2] = {
    {"sc1", "Enigma"}, {"sc1", "WheelofWar"}, {"dao", "orz103d"}, {"wc3maps512", "theglaive"}};
#define MAPS (sizeof maps / sizeof *maps)

/* The positions of the target after each of its moves. */
typedef struct target {
    wend_state at[TICKS_MAX / MOVES_EVERY + 1];
    uint32_t count;
} target;

static wend_state random_free(const wend_map *map, wn_rng *rng) {
    for (;;) {
        uint32_t x = wn_rng_below(rng, wend_map_width(map));
        uint32_t y = wn_rng_below(rng, wend_map_height(map));
        if (wend_map_is_free(map, x, y)) {
            return wend_map_state(map, x, y);
        }
    }
}

/* Moves the target until its list is full. */
static bool make_target(target *t, const bench_set *set, const bench_problem *problem,
                        uint64_t seed) {
    wend_agent_def def = bench_agent_def(set, problem, "jps");
    wn_rng rng = {seed};
    def.start = def.goal;
    def.goal = random_free(set->map, &rng);
    wend_agent *agent;
    if (wend_agent_create(&def, &agent, NULL)) {
        return false;
    }
    t->at[0] = def.start;
    for (t->count = 1; t->count <= TICKS_MAX / MOVES_EVERY;) {
        wend_tick tick;
        if (wend_agent_reserve_expansions(agent, WHOLE) ||
            wend_agent_tick_expansions(agent, WHOLE, &tick)) {
            wend_agent_destroy(agent);
            return false;
        }
        if (tick.flags & WEND_TICK_MOVED) {
            t->at[t->count++] = tick.state;
        } else { /* it has arrived, or no route exists */
            wend_agent_set_goal(agent, random_free(set->map, &rng));
        }
    }
    wend_agent_destroy(agent);
    return true;
}

/* Ticks until the agent is on the target's cell; at most TICKS_MAX. */
static uint32_t chase(const bench_set *set, const bench_problem *problem, const target *t,
                      const char *algo, uint32_t resource) {
    wend_agent_def def = bench_agent_def(set, problem, algo);
    wend_agent *agent;
    if (wend_agent_create(&def, &agent, NULL)) {
        return TICKS_MAX;
    }
    wend_state at = def.start;
    uint32_t ticks = 0;
    while (ticks < TICKS_MAX && at != t->at[ticks / MOVES_EVERY]) {
        wend_tick tick;
        if (ticks > 0 && ticks % MOVES_EVERY == 0) {
            wend_agent_set_goal(agent, t->at[ticks / MOVES_EVERY]);
        }
        if (wend_agent_reserve_expansions(agent, resource) ||
            wend_agent_tick_expansions(agent, resource, &tick)) {
            ticks = TICKS_MAX;
            break;
        }
        at = tick.state;
        ticks++;
        if (at == t->at[(ticks - 1) / MOVES_EVERY]) {
            break; /* before the target moves */
        }
    }
    wend_agent_destroy(agent);
    return ticks;
}

static bool chase_on(const bench_set *set, bench_table *table, bench_targets *targets) {
    static target t;
    uint64_t sums[RESOURCES][ALGOS] = {{0}};
    for (uint32_t i = 0; i < set->count; i++) {
        if (!make_target(&t, set, &set->problems[i], i + 1)) {
            return false;
        }
        for (uint32_t n = 0; n < RESOURCES * ALGOS; n++) {
            sums[n / ALGOS][n % ALGOS] +=
                chase(set, &set->problems[i], &t, algos[n % ALGOS], resources[n / ALGOS]);
        }
    }
    for (uint32_t r = 0; r < RESOURCES; r++) {
        bench_table_row(table);
        bench_table_cell(table, "%s", set->name);
        bench_table_cell(table, "%u", resources[r]);
        for (uint32_t a = 0; a < ALGOS; a++) {
            bench_table_cell(table, "%.0f", (double)sums[r][a] / set->count);
        }
        bench_table_cell(table, "%s", bench_target(targets, sums[r][TBJPS] <= sums[r][TBA]));
    }
    return true;
}

bool bench_chase(const bench_options *options, bench_targets *targets) {
    printf("Mean ticks until an agent catches a target that moves on every %und tick along "
           "shortest routes to\nrandom cells; %u chases on each map, the same for all agents. "
           "An agent that does not catch it within\n%u ticks counts with that number. The "
           "target: tbjps needs no more ticks than tba.\n\n",
           MOVES_EVERY, CHASES, TICKS_MAX);
    static bench_table table;
    memset(&table, 0, sizeof table);
    bench_table_row(&table);
    bench_table_cell(&table, "map");
    bench_table_cell(&table, "R");
    for (uint32_t a = 0; a < ALGOS; a++) {
        bench_table_cell(&table, "%s", algos[a]);
    }
    bench_table_cell(&table, "target");
    bool done = true;
    for (uint32_t m = 0; m < MAPS && done; m++) {
        bench_set set;
        bench_progress(options, "chase");
        if (!bench_set_load(&set, options->data, maps[m][0], maps[m][1], BENCH_SPREAD, CHASES) &&
            !bench_set_generate(&set, WEND_GEN_CAVES, 512, m + 1, CHASES)) {
            return false;
        }
        done = chase_on(&set, &table, targets);
        bench_set_clear(&set);
    }
    bench_progress(options, "");
    bench_table_print(&table);
    return done;
}
