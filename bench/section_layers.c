/* bench/section_layers.c - layers: their cost compared with a map, after one edit of the base and
 * after many; and agents on a map where thousands of cells change between ticks. */
#include "bench.h"

#include <wend/research.h>
#include "bench_sets.h"
#include "bench_table.h"
#include "clock.h"

#include "base/rng.h"

#include <stdlib.h>
#include <string.h>

#define FLIPS     1000u
#define STORM     10000u
#define RESOURCE  300u /* of agents */
#define TRIPS     1u
#define TICKS_MAX 600u
#define PATCH     64u /* cells per side that a sensor sees */

/* ---- Layers ---------------------------------------------------------------------------------- */

typedef struct layer_kind {
    const char *name;
    wend_layer_def def;
} layer_kind;

#define FALLING(n)  (uint8_t)(60 / (n))
#define LETHAL      WEND_INFLATION_BLOCKED
#define FAR_FALLING FALLING(9), FALLING(10), FALLING(11), FALLING(12), FALLING(13), FALLING(14)

static const layer_kind layer_kinds[] = {
    {"size 1", {.size = 1}},
    {"size 2", {.size = 2}},
    {"size 4", {.size = 4}},
    {"size 8", {.size = 8}},
    {"size 16", {.size = 16}},
    {"obstacles, size 2", {.size = 2, .has_obstacles = true}},
    {"blocked to 3", {.inflation = {0, LETHAL, LETHAL, LETHAL}}},
    {"inflation 4", {.inflation = {0, LETHAL, FALLING(2), FALLING(3), FALLING(4)}}},
    {"inflation 8",
     {.inflation = {0, LETHAL, LETHAL, LETHAL, FALLING(4), FALLING(5), FALLING(6), FALLING(7),
                    FALLING(8)}}},
    {"inflation 16",
     {.inflation = {0, LETHAL, LETHAL, LETHAL, FALLING(4), FALLING(5), FALLING(6), FALLING(7),
                    FALLING(8), FAR_FALLING, FALLING(15), FALLING(16)}}},
};

typedef struct layer_subject {
    const bench_set *set;
    wend_map *map; /* a copy, which is edited */
    wend_layer *layer;
    uint32_t width, height;
    wn_rng rng;
} layer_subject;

static bool open_copy(layer_subject *s, const bench_set *set) {
    *s = (layer_subject){.set = set,
                         .width = wend_map_width(set->map),
                         .height = wend_map_height(set->map),
                         .rng = {1}};
    return !wend_map_create_shifted(set->map, 0, 0, s->width, s->height, '@', &s->map);
}

static void close_copy(layer_subject *s) {
    wend_layer_destroy(s->layer);
    wend_map_destroy(s->map);
}

static void flip_cell(layer_subject *s) {
    uint32_t x = wn_rng_below(&s->rng, s->width), y = wn_rng_below(&s->rng, s->height);
    wend_map_set_free(s->map, x, y, !wend_map_is_free(s->map, x, y));
}

/* Flips with an update after each, if there is a layer; timed together, because reading the clock
 * takes as long as an update. Microseconds each. */
static double flip_one_by_one(layer_subject *s) {
    uint64_t began = bench_work_now();
    for (uint32_t i = 0; i < FLIPS; i++) {
        flip_cell(s);
        wend_layer_update(s->layer);
    }
    return (double)(bench_work_now() - began) / 1e3 / FLIPS;
}

/* The longest of as many further ones. */
static double longest_update(layer_subject *s) {
    uint64_t longest = 0;
    for (uint32_t i = 0; i < FLIPS; i++) {
        flip_cell(s);
        uint64_t began = bench_work_now();
        wend_layer_update(s->layer);
        uint64_t time = bench_work_now() - began;
        longest = time > longest ? time : longest;
    }
    return (double)longest / 1e3;
}

/* Many edits at once, all over the map or in one area of it. */
static double time_storm(layer_subject *s, bool is_near) {
    for (uint32_t i = 0; i < STORM; i++) {
        uint32_t x = wn_rng_below(&s->rng, is_near ? PATCH : s->width);
        uint32_t y = wn_rng_below(&s->rng, is_near ? PATCH : s->height);
        wend_map_set_free(s->map, x, y, !wend_map_is_free(s->map, x, y));
    }
    uint64_t began = bench_work_now();
    wend_layer_update(s->layer);
    return (double)(bench_work_now() - began) / 1e3;
}

static bool add_layer(layer_subject *s, const layer_kind *kind, bench_table *table) {
    double cells = (double)s->width * s->height;
    wend_layer_def def = kind->def;
    def.base = s->map;
    uint64_t began = bench_work_now();
    if (wend_layer_create(&def, &s->layer, NULL)) {
        return false;
    }
    double create_ns = (double)(bench_work_now() - began) / cells;
    double one = flip_one_by_one(s), longest = longest_update(s);
    double far = time_storm(s, false), near = time_storm(s, true);
    bench_table_row(table);
    bench_table_cell(table, "%s", kind->name);
    bench_table_cell(table, "%.2f", (double)wend_layer_memory(s->layer) / cells);
    bench_table_cell(table, "%.1f", create_ns);
    bench_table_cell(table, "%.2f", one);
    bench_table_cell(table, "%.0f", longest);
    bench_table_cell(table, "%.0f", far);
    bench_table_cell(table, "%.0f", near);
    return true;
}

static void name_columns(bench_table *table, const char *const *names, size_t count) {
    memset(table, 0, sizeof *table);
    bench_table_row(table);
    for (size_t i = 0; i < count; i++) {
        bench_table_cell(table, "%s", names[i]);
    }
}

/* For a map alone, as a comparison. */
static bool add_map(const bench_set *set, bench_table *table) {
    layer_subject s;
    uint64_t began = bench_work_now();
    if (!open_copy(&s, set)) {
        return false;
    }
    double create_ns = (double)(bench_work_now() - began), cells = (double)s.width * s.height;
    bench_table_row(table);
    bench_table_cell(table, "the map itself");
    bench_table_cell(table, "%.2f", (double)wend_map_memory(s.map) / cells);
    bench_table_cell(table, "%.1f", create_ns / cells);
    bench_table_cell(table, "%.2f", flip_one_by_one(&s));
    close_copy(&s);
    return true;
}

static bool measure_layers(const bench_options *options, const bench_set *set) {
    static bench_table table;
    static const char *const names[] = {"layer",         "bytes/cell", "create ns/cell",
                                        "one change us", "update max", "10,000 us",
                                        "10,000 near us"};
    name_columns(&table, names, sizeof names / sizeof *names);
    bool done = add_map(set, &table);
    for (size_t i = 0; done && i < sizeof layer_kinds / sizeof *layer_kinds; i++) {
        bench_progress(options, layer_kinds[i].name);
        layer_subject s;
        done = open_copy(&s, set) && add_layer(&s, &layer_kinds[i], &table);
        close_copy(&s);
    }
    bench_progress(options, "");
    printf("Layers of %s: a random flip of a cell of the base followed by wend_layer_update, "
           "the longest update, and\none update after 10,000 flips, all over the map or within"
           " %u x %u cells:\n",
           set->name, PATCH, PATCH);
    bench_table_print(&table);
    return done;
}

/* ---- Cells that change by thousands ------------------------------------------------------------
 *
 * A robot on a map with factors whose sensor rewrites the cells of a patch round it on every tick.
 */

static const struct {
    const char *algo;
    uint32_t edits;
} robots[] = {{"tba", 1024}, {"tba", 16384}, {"dstar-lite", 1024}, {"dstar-lite", 16384}};
static const uint32_t amounts[] = {0, 1000, 2000, 10000};

typedef struct robot_trip {
    bool arrived;
    double cost_ratio; /* relative to the trip on the unchanging map */
    uint64_t ticks;
    double tick_us; /* mean, including the processing of the edits */
} robot_trip;

static wend_map *robot_map(const bench_set *set, uint32_t edits) {
    uint32_t width = wend_map_width(set->map), size = width * wend_map_height(set->map);
    wend_map_def def = {.width = width, .height = size / width, .edits = edits};
    uint8_t *bytes = malloc(size);
    wend_map *map = NULL;
    for (uint32_t i = 0; bytes && i < size; i++) {
        bytes[i] = wend_map_is_free(set->map, i % width, i / width) ? 10 : 0;
    }
    def.bytes = bytes;
    if (bytes && wend_map_create(&def, &map, NULL)) {
        map = NULL;
    }
    free(bytes);
    return map;
}

/* The factors of the cells around the robot vary slightly: 9 to 11 instead of 10. */
static void rewrite_cells(wend_map *map, wend_state at, uint32_t changes, wn_rng *rng) {
    uint32_t width = wend_map_width(map), height = wend_map_height(map);
    uint32_t x = at % width, y = at / width;
    for (uint32_t i = 0; i < changes; i++) {
        uint32_t cx = x + wn_rng_below(rng, PATCH), cy = y + wn_rng_below(rng, PATCH);
        if (cx >= PATCH / 2 && cy >= PATCH / 2) {
            cx -= PATCH / 2, cy -= PATCH / 2;
            if (cx < width && cy < height) {
                wend_map_set_factor(map, cx, cy, (uint8_t)(9 + wn_rng_below(rng, 3)));
            }
        }
    }
}

static bool run_robot(const bench_set *set, const bench_problem *problem, size_t robot,
                      uint32_t changes, robot_trip *trip, double *cost) {
    wend_map *map = robot_map(set, robots[robot].edits);
    wend_agent_def def = bench_agent_def(set, problem, robots[robot].algo);
    def.map = map;
    wend_agent *agent = NULL;
    if (!map || wend_agent_create(&def, &agent, NULL)) {
        wend_map_destroy(map);
        return false;
    }
    wn_rng rng = {1};
    wend_tick tick = {0};
    uint64_t work = 0, ticks = 0;
    for (*cost = 0; ticks < TICKS_MAX && wend_agent_is_active(tick.status); ticks++) {
        wend_state from = wend_agent_state(agent);
        rewrite_cells(map, from, changes, &rng);
        uint64_t began = bench_work_now();
        wend_agent_reserve_expansions(agent, RESOURCE);
        wend_agent_tick_expansions(agent, RESOURCE, &tick);
        work += bench_work_now() - began;
        *cost += from == tick.state ? 0 : wend_map_move_cost(map, from, tick.state);
    }
    trip->arrived = trip->arrived && tick.status == WEND_AGENT_ARRIVED;
    trip->ticks += ticks;
    trip->tick_us += (double)work / 1e3;
    wend_agent_destroy(agent);
    wend_map_destroy(map);
    return true;
}

static bool measure_robots(const bench_options *options, const bench_set *set) {
    static bench_table table;
    static const char *const names[] = {"algo",  "edits remembered", "changes/tick", "arrived",
                                        "ticks", "cost ratio",       "us/tick"};
    name_columns(&table, names, sizeof names / sizeof *names);
    for (size_t r = 0; r < sizeof robots / sizeof *robots; r++) {
        double at_rest[TRIPS] = {0};
        for (size_t a = 0; a < sizeof amounts / sizeof *amounts; a++) {
            bench_progress(options, robots[r].algo);
            robot_trip sum = {.arrived = true};
            for (uint32_t i = 0; i < TRIPS && i < set->count; i++) {
                double cost;
                if (!run_robot(set, &set->problems[i], r, amounts[a], &sum, &cost)) {
                    return false;
                }
                at_rest[i] = a == 0 ? cost : at_rest[i];
                sum.cost_ratio += cost / at_rest[i] / TRIPS;
            }
            bench_table_row(&table);
            bench_table_cell(&table, "%s", robots[r].algo);
            bench_table_cell(&table, "%u", robots[r].edits);
            bench_table_cell(&table, "%u", amounts[a]);
            bench_table_cell(&table, "%s", sum.arrived ? "yes" : "NO");
            bench_table_cell(&table, "%.0f", (double)sum.ticks / TRIPS);
            bench_table_cell(&table, "%.3f", sum.cost_ratio);
            bench_table_cell(&table, "%.1f", sum.tick_us / (double)sum.ticks);
        }
    }
    bench_progress(options, "");
    printf("\nAgents on %s; before every tick the factors of %u x %u cells around them change,"
           " R = %u; cost relative to\nthe unchanged map:\n",
           set->name, PATCH, PATCH, RESOURCE);
    bench_table_print(&table);
    return true;
}

bool bench_layers(const bench_options *options, bench_targets *targets) {
    (void)targets;
    bench_set set;
    if (!bench_set_load(&set, options->data, "sc1", "Enigma", BENCH_LAST, TRIPS) &&
        !bench_set_generate(&set, WEND_GEN_CAVES, 768, 1, TRIPS)) {
        return false;
    }
    bool done = measure_layers(options, &set);
    bench_set_clear(&set);
    done = done && bench_set_generate(&set, WEND_GEN_CAVES, 128, 1, TRIPS);
    if (done) {
        done = measure_robots(options, &set);
        bench_set_clear(&set);
    }
    return done;
}
