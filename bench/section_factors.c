/* bench/section_factors.c - jump point search with terrain costs, compared with A*: real maps with
 * swamp and water, and generated ones with increasing shares of mixed cells. */
#include "bench.h"

#include <wend/research.h>
#include "bench_table.h"
#include "clock.h"
#include "ours.h"
#include "samples.h"

#include <stdlib.h>
#include <string.h>

#define PROBLEMS   40u
#define ROUNDS_MAX 99u
#define SIDE       512u

/* ---- Maps ------------------------------------------------------------------------------------ */

/* The terrain of a generated map and its size: patches and the pitch of slopes in cells, single
 * cells in percent. */
typedef enum { PATCHES, SLOPES, NOISE } terrain_kind;

static const char *const terrain_names[] = {"patches", "slopes", "noise"};

static const struct {
    terrain_kind kind;
    uint32_t size;
} terrains[] = {{PATCHES, 64}, {PATCHES, 32}, {PATCHES, 16}, {PATCHES, 8}, {PATCHES, 4},
                {PATCHES, 2},  {SLOPES, 256}, {SLOPES, 128}, {SLOPES, 64}, {SLOPES, 32},
                {SLOPES, 16},  {NOISE, 1},    {NOISE, 2},    {NOISE, 5},   {NOISE, 20}};

static const char *const real_maps[] = {"losttemple",      "battleground", "blastedlands",
                                        "golemsinthemist", "plunderisle",  "theglaive"};

static const struct {
    const char *name;
    uint32_t neighbors;
    wend_corners corners;
} rules[] = {{"never", 8, WEND_CORNERS_NEVER},
             {"one", 8, WEND_CORNERS_ONE},
             {"always", 8, WEND_CORNERS_ALWAYS},
             {"4 neighbours", 4, WEND_CORNERS_NEVER}};

static uint32_t hash_of(uint32_t x, uint32_t y) {
    uint32_t z = (x * UINT32_C(0x9e3779b1)) ^ (y * UINT32_C(0x85ebca6b)) ^ UINT32_C(0x5bd1e995);
    z = (z ^ (z >> 15)) * UINT32_C(0x2c1b3c6d);
    z = (z ^ (z >> 12)) * UINT32_C(0x297a2d39);
    return z ^ (z >> 15);
}

/* Interpolated between heights at the corners of squares of a pitch: 1 to 8. */
static uint8_t slope_at(uint32_t x, uint32_t y, uint32_t pitch) {
    uint32_t left = x / pitch, top = y / pitch, into_x = x % pitch, into_y = y % pitch;
    uint64_t sum = 0;
    for (uint32_t corner = 0; corner < 4; corner++) {
        uint32_t right = corner & 1, below = corner >> 1;
        uint64_t share =
            (uint64_t)(right ? into_x : pitch - into_x) * (below ? into_y : pitch - into_y);
        sum += share * (hash_of(left + right, top + below) % 1024);
    }
    return (uint8_t)(1 + sum / ((uint64_t)pitch * pitch) / 128);
}

/* Patches of 3 and of 5, each of them like a cave. */
static bool paint_patches(uint8_t *factors, char *mask, uint32_t scale) {
    for (uint32_t n = 0; n < 2; n++) {
        wend_gen_def gen = {
            .kind = WEND_GEN_CAVES, .width = SIDE, .height = SIDE, .scale = scale, .seed = 11 + n};
        if (wend_gen(&gen, mask)) {
            return false;
        }
        for (uint32_t i = 0; i < SIDE * SIDE; i++) {
            factors[i] = mask[i] == '@' ? (uint8_t)(3 + 2 * n) : factors[i];
        }
    }
    return true;
}

static bool paint(uint8_t *factors, char *mask, terrain_kind kind, uint32_t size) {
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        uint32_t x = i % SIDE, y = i / SIDE;
        factors[i] = kind == SLOPES                                ? slope_at(x, y, size)
                     : kind == NOISE && hash_of(x, y) % 100 < size ? 5
                                                                   : 1;
    }
    return kind != PATCHES || paint_patches(factors, mask, size);
}

/* A generated map with rooms and a terrain, and its problems. */
static bool generate(bench_set *set, terrain_kind kind, uint32_t size) {
    if (!bench_set_generate(set, WEND_GEN_ROOMS, SIDE, 5, PROBLEMS)) {
        return false;
    }
    snprintf(set->name, sizeof set->name, "%s %u", terrain_names[kind], size);
    wend_map_def def = {.width = SIDE, .height = SIDE};
    char *cells = malloc(SIDE * SIDE), *mask = malloc(SIDE * SIDE);
    uint8_t *factors = malloc(SIDE * SIDE);
    def.factors = factors;
    bool done = cells && mask && factors && paint(factors, mask, kind, size);
    for (uint32_t i = 0; done && i < SIDE * SIDE; i++) {
        cells[i] = wend_map_cell(set->map, i % SIDE, i / SIDE);
    }
    wend_map *map = NULL;
    def.cells = cells;
    done = done && !wend_map_create(&def, &map, NULL);
    if (done) {
        wend_map_destroy(set->map);
        set->map = map;
    }
    free(cells);
    free(mask);
    free(factors);
    return done;
}

/* A real map with factor 3 for swamp and 5 for water. */
static bool load(const bench_options *options, bench_set *set, const char *name, size_t rule) {
    if (!bench_set_load(set, options->data, "wc3maps512", name, BENCH_LONGEST, PROBLEMS)) {
        return false;
    }
    uint8_t factors[256] = {['S'] = 3, ['W'] = 5};
    wend_map_def def = {.neighbors = rules[rule].neighbors,
                        .corners = rules[rule].corners,
                        .passable = WEND_TERRAIN_GROUND | WEND_TERRAIN_SWAMP | WEND_TERRAIN_WATER,
                        .terrain_factors = factors};
    char path[4096];
    snprintf(path, sizeof path, "%s/maps/wc3maps512/%s.map", options->data, name);
    wend_map *map = NULL;
    if (wend_map_load(&def, path, &map, NULL)) {
        return false;
    }
    wend_map_destroy(set->map);
    set->map = map;
    snprintf(set->name, sizeof set->name, "%s, %s", name, rules[rule].name);
    return true;
}

/* ---- Queries --------------------------------------------------------------------------------- */

/* The cost of a trip, 0 if the agent does not arrive. */
static uint64_t cost_of(const char *algo, const bench_set *set, const bench_problem *problem) {
    wend_agent_def def = bench_agent_def(set, problem, algo);
    wend_agent *agent;
    if (wend_agent_create(&def, &agent, NULL)) {
        return 0;
    }
    wend_tick tick;
    do {
        wend_agent_reserve_expansions(agent, BENCH_QUERY_BUDGET);
        wend_agent_tick_expansions(agent, BENCH_QUERY_BUDGET, &tick);
    } while (wend_agent_is_active(tick.status));
    uint64_t cost = tick.status == WEND_AGENT_ARRIVED ? wend_agent_stats(agent).cost : 0;
    wend_agent_destroy(agent);
    return cost;
}

static bool measure(const bench_options *options, const bench_set *set, bench_table *table,
                    bench_targets *targets) {
    double ratio[ROUNDS_MAX], astar_ns[ROUNDS_MAX], jps_ns[ROUNDS_MAX], unit_ns[ROUNDS_MAX];
    double pop_ns[ROUNDS_MAX];
    uint32_t rounds = options->rounds < ROUNDS_MAX ? options->rounds : ROUNDS_MAX;
    bool done = true;
    for (uint32_t r = 0; r < rounds && done; r++) {
        bench_query astar = {0}, jps = {0};
        bench_progress(options, set->name);
        for (uint32_t i = 0; i < set->count && done; i++) {
            done = bench_query_of("astar", set, &set->problems[i], &astar) &&
                   bench_query_of("jps", set, &set->problems[i], &jps);
        }
        ratio[r] = (double)astar.all_ns / (double)jps.all_ns;
        astar_ns[r] = (double)astar.all_ns / set->count;
        jps_ns[r] = (double)jps.all_ns / set->count;
        pop_ns[r] = (double)astar.tick_ns / (double)astar.expansions;
        unit_ns[r] = (double)jps.tick_ns / (double)jps.work;
    }
    uint32_t same = 0;
    for (uint32_t i = 0; i < set->count && done; i++) {
        uint64_t cost = cost_of("astar", set, &set->problems[i]);
        same += cost && cost == cost_of("jps", set, &set->problems[i]);
    }
    bench_table_row(table);
    bench_table_cell(table, "%s", set->name);
    bench_table_cell(table, "%.1f %%", wend_map_mixed_permille(set->map) / 10.0);
    bench_table_cell(table, "%.0f", bench_median(astar_ns, rounds) / 1e3);
    bench_table_cell(table, "%.1f", bench_median(pop_ns, rounds));
    bench_table_cell(table, "%.0f", bench_median(jps_ns, rounds) / 1e3);
    bench_table_cell(table, "%.2f", bench_median(unit_ns, rounds));
    bench_table_cell(table, "%.1f", bench_median(ratio, rounds));
    bench_table_cell(table, "%u of %u %s", same, set->count,
                     bench_target(targets, same == set->count));
    return done;
}

bool bench_factors(const bench_options *options, bench_targets *targets) {
    static const char *const heads[] = {"map",    "mixed",   "astar us",  "ns/exp",
                                        "jps us", "ns/unit", "astar/jps", "same cost"};
    static bench_table table;
    memset(&table, 0, sizeof table);
    bench_table_row(&table);
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        bench_table_cell(&table, "%s", heads[i]);
    }
    bool done = true;
    for (size_t i = 0; i < sizeof terrains / sizeof *terrains && done; i++) {
        bench_set set;
        done = generate(&set, terrains[i].kind, terrains[i].size) &&
               measure(options, &set, &table, targets);
        bench_set_clear(&set);
    }
    for (size_t i = 0; i < 6 * sizeof rules / sizeof *rules && done; i++) {
        bench_set set;
        if (load(options, &set, real_maps[i % 6], i / 6)) {
            done = measure(options, &set, &table, targets);
        }
        bench_set_clear(&set);
    }
    bench_progress(options, "");
    printf("Time per query: the %u longest problems of a map with factor 3 for swamp and 5 for"
           " water, or problems from\ncorner to corner of generated rooms of %u x %u with "
           "patches of 3 and 5, slopes of 1 to 8, or single\ncells of 5. Medians of %u rounds;"
           " a mixed cell has a free neighbour with another factor.\n\n",
           PROBLEMS, SIDE, SIDE, options->rounds);
    bench_table_print(&table);
    return done;
}
