/* bench/section_field.c - one shared field for a group, compared with a search for each of its
 * units. */
#include "bench.h"

#include <wend/research.h>
#include "bench_sets.h"
#include "bench_table.h"
#include "clock.h"

#include <string.h>

#define UNITS    800u
#define REACH    25u /* cells from the middle of the group */
#define GROUPS   12u
#define MOST     0.35 /* relative to the searches */
#define SLICE    4096u
#define REPEATED 3u

typedef struct group {
    wend_state units[UNITS];
    wend_state goal;
    wend_box box;
} group;

/* Times in ns, each the minimum of several runs. */
typedef struct group_times {
    uint64_t field, searches;
    uint64_t expansions, units; /* of the field, of the searches */
    size_t bytes, packed_bytes; /* of the field */
} group_times;

static uint32_t draw_below(uint64_t *state, uint32_t limit) {
    *state = *state * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (uint32_t)((*state >> 33) % limit);
}

static wend_field *make_field(const bench_set *set, const group *g) {
    wend_field_def def = {.map = set->map, .goal = g->goal, .box = g->box};
    wend_field *field = NULL;
    return wend_field_create(&def, &field, NULL) ? NULL : field;
}

static bool grow_to(wend_field *field, wend_state until, uint64_t *expansions) {
    wend_field_progress growth;
    do {
        if (wend_field_reserve(field, (uint64_t)SLICE * WEND_WORK_EXPANSION) ||
            wend_field_grow(field, until,
                            (wend_budget){.work = (uint64_t)SLICE * WEND_WORK_EXPANSION},
                            &growth)) {
            return false;
        }
        *expansions += growth.expansions;
    } while (growth.status == WEND_FIELD_PENDING);
    return growth.status != WEND_FIELD_NOT_RESERVED;
}

/* Random cells around the start of a problem that have a route to its goal. */
static bool draw_group(const bench_set *set, const bench_problem *problem, uint64_t *random,
                       group *g) {
    uint32_t width = wend_map_width(set->map), height = wend_map_height(set->map);
    uint32_t x = problem->start_x > REACH ? problem->start_x - REACH : 0;
    uint32_t y = problem->start_y > REACH ? problem->start_y - REACH : 0;
    g->goal = wend_map_state(set->map, problem->goal_x, problem->goal_y);
    g->box = (wend_box){x, y, 2 * REACH + 1, 2 * REACH + 1};
    wend_field *field = make_field(set, g);
    uint64_t expansions = 0;
    bool done = field && grow_to(field, WEND_STATE_NONE, &expansions);
    for (uint32_t i = 0; done && i < UNITS;) {
        uint32_t cell_x = x + draw_below(random, 2 * REACH + 1);
        uint32_t cell_y = y + draw_below(random, 2 * REACH + 1);
        if (cell_x < width && cell_y < height) {
            g->units[i] = wend_map_state(set->map, cell_x, cell_y);
            i += g->units[i] != g->goal && wend_field_covers(field, g->units[i]);
        }
    }
    wend_field_destroy(field);
    return done;
}

static bool time_field(const bench_set *set, const group *g, group_times *sum) {
    wend_field *field = make_field(set, g);
    uint64_t least = UINT64_MAX, expansions = 0;
    bool done = field != NULL;
    for (uint32_t r = 0; done && r < REPEATED; r++) {
        uint64_t begin = bench_work_now();
        wend_field_set_goal(field, g->goal, &g->box);
        expansions = 0;
        for (uint32_t i = 0; done && i < UNITS; i++) {
            done = grow_to(field, g->units[i], &expansions);
        }
        uint64_t ns = bench_work_now() - begin;
        least = ns < least ? ns : least;
    }
    sum->field += least;
    sum->expansions += expansions;
    sum->bytes += wend_field_memory(field);
    sum->packed_bytes += done && !wend_field_pack(field) ? wend_field_memory(field) : 0;
    wend_field_destroy(field);
    return done;
}

/* One agent that keeps its memory, teleported from unit to unit. */
static bool time_searches(const bench_set *set, const bench_problem *problem, const group *g,
                          group_times *sum) {
    wend_agent_def def = bench_agent_def(set, problem, "jps");
    wend_agent *agent;
    if (wend_agent_create(&def, &agent, NULL)) {
        return false;
    }
    uint64_t least = UINT64_MAX, units = 0;
    bool done = true;
    for (uint32_t r = 0; r < REPEATED; r++) {
        uint64_t begin = bench_work_now();
        units = 0;
        for (uint32_t i = 0; i < UNITS; i++) {
            wend_agent_teleport(agent, g->units[i]);
            wend_tick tick;
            do {
                wend_agent_reserve_expansions(agent, SLICE);
                wend_agent_tick_expansions(agent, SLICE, &tick);
                units += tick.work;
            } while (tick.status == WEND_AGENT_WAITING);
            done = done && (tick.flags & WEND_TICK_MOVED);
        }
        uint64_t ns = bench_work_now() - begin;
        least = ns < least ? ns : least;
    }
    sum->searches += least;
    sum->units += units;
    wend_agent_destroy(agent);
    return done;
}

static bool add_groups(const bench_set *set, bench_table *table, bench_targets *targets) {
    static group g;
    group_times sum = {0};
    uint64_t random = 1;
    for (uint32_t i = 0; i < set->count; i++) {
        const bench_problem *problem = &set->problems[i];
        if (!draw_group(set, problem, &random, &g) || !time_field(set, &g, &sum) ||
            !time_searches(set, problem, &g, &sum)) {
            return false;
        }
    }
    double groups = set->count, ratio = (double)sum.field / (double)sum.searches;
    bench_table_row(table);
    bench_table_cell(table, "%s", set->name);
    bench_table_cell(table, "%.2f", (double)sum.field / 1e6 / groups);
    bench_table_cell(table, "%.2f", (double)sum.searches / 1e6 / groups);
    bench_table_cell(table, "%.3f", ratio);
    bench_table_cell(table, "%.3f", (double)sum.expansions * 24 / (double)sum.units);
    bench_table_cell(table, "%.0f", (double)sum.expansions / groups);
    bench_table_cell(table, "%.0f", (double)sum.bytes / 1e3 / groups);
    bench_table_cell(table, "%.0f", (double)sum.packed_bytes / 1e3 / groups);
    bench_table_cell(table, "%s", bench_target(targets, ratio <= MOST));
    return true;
}

bool bench_field(const bench_options *options, bench_targets *targets) {
    static bench_table table;
    static const char *const names[] = {"map",        "field ms", "jps ms", "field/jps", "in units",
                                        "expansions", "kB",       "packed", "target"};
    static const char *const maps[] = {"Enigma", "WheelofWar"};
    memset(&table, 0, sizeof table);
    bench_table_row(&table);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        bench_table_cell(&table, "%s", names[i]);
    }
    printf("Groups of %u units within %u cells: one field that covers all of them, compared "
           "with a jps search for\neach. Means of %u groups with near and far goals; CPU "
           "time.\n\n",
           UNITS, REACH, GROUPS);
    bool done = true;
    for (size_t m = 0; done && m < 2; m++) {
        bench_set set;
        bench_progress(options, maps[m]);
        done = (bench_set_load(&set, options->data, "sc1", maps[m], BENCH_SPREAD, GROUPS) ||
                bench_set_generate(&set, WEND_GEN_CAVES, 512, m + 1, GROUPS)) &&
               add_groups(&set, &table, targets);
        bench_set_clear(&set);
    }
    bench_progress(options, "");
    bench_table_print(&table);
    return done;
}
