/* bench/section_components.c - connected components: the time to build them compared with the map,
 * queries compared with reading a cell, edits, and the nearest cell. */
#include "bench.h"

#include <wend/research.h>
#include "bench_sets.h"
#include "bench_table.h"
#include "clock.h"
#include "samples.h"

#include "base/rng.h"

#include <stdlib.h>
#include <string.h>

#define BUILD_MOST    0.5 /* of wend_map_create */
#define QUESTION_MOST 3.0 /* of wend_map_is_free */
#define PAIRS         4096u
#define FLIPS         1000u
#define STORM         10000u
#define ERRANDS       200u
#define RESOURCE      100u /* of agents */

typedef struct pair {
    wend_state from, to;
    uint32_t x, y; /* of `to` */
} pair;

typedef struct subject {
    const bench_set *set;
    wend_map *map;
    wend_components *components;
    char *cells;
    uint32_t width, height;
    wn_rng rng;
    pair pairs[PAIRS];
} subject;

static wend_state random_cell(subject *s) {
    return wn_rng_below(&s->rng, s->width * s->height);
}

static bool is_free(const subject *s, wend_state state) {
    return wend_map_is_free(s->map, state % s->width, state / s->width);
}

static wend_state random_free(subject *s) {
    wend_state state = random_cell(s);
    while (!is_free(s, state)) {
        state = random_cell(s);
    }
    return state;
}

static bool open_subject(subject *s, const bench_set *set) {
    *s = (subject){.set = set,
                   .width = wend_map_width(set->map),
                   .height = wend_map_height(set->map),
                   .rng = {1}};
    s->cells = malloc((size_t)s->width * s->height);
    for (uint32_t i = 0; s->cells && i < s->width * s->height; i++) {
        s->cells[i] = wend_map_cell(set->map, i % s->width, i / s->width);
    }
    return s->cells != NULL;
}

static void close_subject(subject *s) {
    wend_components_destroy(s->components);
    wend_map_destroy(s->map);
    free(s->cells);
}

/* ---- Building -------------------------------------------------------------------------------- */

typedef struct times {
    double map_ns, components_ns;   /* per cell */
    double is_free_ns, question_ns; /* per call */
} times;

static double least(double a, double b) {
    return a == 0 || b < a ? b : a;
}

/* Creates the map and its components again; the last ones are kept. */
static bool build(subject *s, times *t) {
    wend_components_destroy(s->components);
    wend_map_destroy(s->map);
    s->components = NULL;
    s->map = NULL;
    wend_map_def def = {.width = s->width, .height = s->height};
    double cells = (double)s->width * s->height;
    uint64_t began = bench_work_now();
    def.cells = s->cells;
    if (wend_map_create(&def, &s->map, NULL)) {
        return false;
    }
    uint64_t made = bench_work_now();
    if (wend_components_create(&(wend_components_def){.map = s->map}, &s->components, NULL)) {
        return false;
    }
    uint64_t done = bench_work_now();
    t->map_ns = least(t->map_ns, (double)(made - began) / cells);
    t->components_ns = least(t->components_ns, (double)(done - made) / cells);
    return true;
}

/* ---- Queries --------------------------------------------------------------------------------- */

static void draw_pairs(subject *s) {
    for (uint32_t i = 0; i < PAIRS; i++) {
        pair *p = &s->pairs[i];
        p->from = random_free(s);
        p->to = random_free(s);
        p->x = p->to % s->width;
        p->y = p->to / s->width;
    }
}

/* Both over the same pairs, alternating; the sum is used, so that the compiler removes nothing. */
static uint32_t ask(const subject *s, times *t) {
    uint32_t sum = 0;
    uint64_t began = bench_work_now();
    for (uint32_t i = 0; i < PAIRS; i++) {
        sum += wend_map_is_free(s->map, s->pairs[i].x, s->pairs[i].y);
    }
    uint64_t between = bench_work_now();
    for (uint32_t i = 0; i < PAIRS; i++) {
        sum += wend_components_reach(s->components, s->pairs[i].from, s->pairs[i].to);
    }
    uint64_t ended = bench_work_now();
    t->is_free_ns = least(t->is_free_ns, (double)(between - began) / PAIRS);
    t->question_ns = least(t->question_ns, (double)(ended - between) / PAIRS);
    return sum;
}

/* ---- Edits ----------------------------------------------------------------------------------- */

static void flip(subject *s, wend_state state) {
    wend_map_set_free(s->map, state % s->width, state / s->width, !is_free(s, state));
}

/* Single random flips, with an update after each. */
static void flip_cells(subject *s, bench_samples *updates) {
    for (uint32_t i = 0; i < FLIPS; i++) {
        flip(s, random_cell(s));
        uint64_t began = bench_work_now();
        wend_components_update(s->components, (wend_budget){.work = WEND_WORK_MAX}, NULL);
        bench_samples_add(updates, bench_work_now() - began);
    }
    bench_samples_sort(updates);
}

/* Many flips, then an update of all chunks. */
static uint64_t flip_storm(subject *s) {
    for (uint32_t i = 0; i < STORM; i++) {
        flip(s, random_cell(s));
    }
    uint64_t began = bench_work_now();
    wend_components_update(s->components, (wend_budget){.work = WEND_WORK_MAX}, NULL);
    return bench_work_now() - began;
}

/* For blocked cells. */
static void find_nearest(subject *s, bench_samples *times_ns) {
    for (uint32_t i = 0; i < ERRANDS; i++) {
        wend_state from = random_free(s), to = random_cell(s), nearest;
        while (is_free(s, to)) {
            to = random_cell(s);
        }
        uint64_t began = bench_work_now();
        wend_components_nearest(s->components, from, to, &nearest);
        bench_samples_add(times_ns, bench_work_now() - began);
    }
    bench_samples_sort(times_ns);
}

/* ---- Agents with an unreachable goal --------------------------------------------------------- */

/* Finds a drawn pair without a route; returns false if all have one. */
static bool find_apart(const subject *s, wend_state *from, wend_state *to) {
    for (uint32_t i = 0; i < PAIRS; i++) {
        if (wend_components_reach(s->components, s->pairs[i].from, s->pairs[i].to) ==
            WEND_REACH_UNREACHABLE) {
            *from = s->pairs[i].from;
            *to = s->pairs[i].to;
            return true;
        }
    }
    return false;
}

/* Ticks until the agent reports it, including the last one. */
static bool count_ticks(wend_agent_def *def, const wend_components *components, uint64_t *ticks) {
    def->components = components;
    wend_agent *agent;
    if (wend_agent_create(def, &agent, NULL)) {
        return false;
    }
    wend_tick tick;
    *ticks = 0;
    do {
        wend_agent_reserve_expansions(agent, RESOURCE);
        wend_agent_tick_expansions(agent, RESOURCE, &tick);
        ++*ticks;
    } while (wend_agent_is_active(tick.status));
    wend_agent_destroy(agent);
    return tick.status == WEND_AGENT_UNREACHABLE;
}

static bool add_apart(const subject *s, bench_table *table, bench_targets *targets) {
    wend_agent_def def = {.map = s->map};
    static const char *const algos[] = {"astar", "tba", "tbjps"};
    if (!find_apart(s, &def.start, &def.goal)) {
        return true;
    }
    for (size_t i = 0; i < sizeof algos / sizeof *algos; i++) {
        uint64_t alone, with_components;
        def.algo = wend_algo_find(algos[i]);
        if (!count_ticks(&def, NULL, &alone) ||
            !count_ticks(&def, s->components, &with_components)) {
            return false;
        }
        bench_table_row(table);
        bench_table_cell(table, "%s", s->set->name);
        bench_table_cell(table, "%s", algos[i]);
        bench_table_cell(table, "%llu", (unsigned long long)alone);
        bench_table_cell(table, "%llu", (unsigned long long)with_components);
        bench_table_cell(table, "%s", bench_target(targets, with_components == 1));
    }
    return true;
}

/* ---- Tables ---------------------------------------------------------------------------------- */

static void add_ratio(bench_table *table, double a, double b, double most, bench_targets *targets) {
    bench_table_cell(table, "%.2f", a);
    bench_table_cell(table, "%.2f", b);
    bench_table_cell(table, "%.2f", b / a);
    bench_table_cell(table, "%s", bench_target(targets, b / a <= most));
}

static void add_quantiles(bench_table *table, const bench_samples *samples) {
    static const uint32_t permille[] = {500, 990, 1000};
    for (size_t i = 0; i < sizeof permille / sizeof *permille; i++) {
        bench_table_cell(table, "%.1f", (double)bench_samples_quantile(samples, permille[i]) / 1e3);
    }
}

typedef struct tables {
    bench_table ratios, edits, apart;
} tables;

static bool add_subject(subject *s, uint32_t rounds, tables *all, bench_targets *targets) {
    bench_table *ratios = &all->ratios, *edits = &all->edits;
    times t = {0};
    for (uint32_t r = 0; r < rounds; r++) {
        if (!build(s, &t)) {
            return false;
        }
    }
    draw_pairs(s);
    if (s->width < 4096 && !add_apart(s, &all->apart, targets)) {
        return false;
    }
    uint32_t sum = 0;
    for (uint32_t r = 0; r < 4 * rounds; r++) {
        sum |= ask(s, &t);
    }
    bench_samples updates = {0}, errands = {0};
    flip_cells(s, &updates);
    uint64_t storm = flip_storm(s);
    find_nearest(s, &errands);
    if (updates.failed || errands.failed || !sum) {
        return false;
    }
    bench_table_row(ratios);
    bench_table_cell(ratios, "%s", s->set->name);
    add_ratio(ratios, t.map_ns, t.components_ns, BUILD_MOST, targets);
    add_ratio(ratios, t.is_free_ns, t.question_ns, QUESTION_MOST, targets);
    bench_table_cell(ratios, "%.2f",
                     (double)wend_components_memory(s->components) /
                         ((double)s->width * s->height));
    bench_table_row(edits);
    bench_table_cell(edits, "%s", s->set->name);
    add_quantiles(edits, &updates);
    bench_table_cell(edits, "%.0f", (double)storm / 1e3);
    add_quantiles(edits, &errands);
    bench_samples_clear(&updates);
    bench_samples_clear(&errands);
    return true;
}

static void add_names(bench_table *table, const char *const *names, size_t count) {
    memset(table, 0, sizeof *table);
    bench_table_row(table);
    for (size_t i = 0; i < count; i++) {
        bench_table_cell(table, "%s", names[i]);
    }
}

static bool run_set(const bench_options *options, const bench_set *set, tables *all,
                    bench_targets *targets) {
    static subject s;
    bench_progress(options, set->name);
    bool done = open_subject(&s, set) && add_subject(&s, options->rounds, all, targets);
    close_subject(&s);
    return done;
}

bool bench_components(const bench_options *options, bench_targets *targets) {
    static const char *const ratio_names[] = {"map",       "create ns/cell", "components ns/cell",
                                              "ratio",     "<= 0.5",         "is_free ns",
                                              "reach ns",  "ratio",          "<= 3",
                                              "bytes/cell"};
    static const char *const edit_names[] = {"map",          "update us p50",  "p99", "max",
                                             "10,000 edits", "nearest us p50", "p99", "max"};
    static const char *const apart_names[] = {"map", "algo", "ticks", "with components", "= 1"};
    static tables all;
    add_names(&all.ratios, ratio_names, sizeof ratio_names / sizeof *ratio_names);
    add_names(&all.edits, edit_names, sizeof edit_names / sizeof *edit_names);
    add_names(&all.apart, apart_names, sizeof apart_names / sizeof *apart_names);
    static const struct {
        wend_gen_kind kind;
        uint32_t side;
    } generated[] = {{WEND_GEN_CAVES, 512},  {WEND_GEN_RANDOM, 512},  {WEND_GEN_MAZE, 512},
                     {WEND_GEN_CAVES, 4096}, {WEND_GEN_RANDOM, 4096}, {WEND_GEN_ROOMS, 4096}};
    bool done = true;
    bench_set set;
    if (bench_set_load(&set, options->data, "sc1", "Enigma", BENCH_LAST, 1)) {
        done = run_set(options, &set, &all, targets);
        bench_set_clear(&set);
    }
    for (size_t i = 0; done && i < sizeof generated / sizeof *generated; i++) {
        done = bench_set_generate(&set, generated[i].kind, generated[i].side, 1, 0) &&
               run_set(options, &set, &all, targets);
        bench_set_clear(&set);
    }
    bench_progress(options, "");
    printf("Building components and querying them, compared with wend_map_create and "
           "wend_map_is_free (minimum of\nall rounds):\n");
    bench_table_print(&all.ratios);
    printf("\nwend_components_update after one random flip of a cell, and after 10,000; "
           "wend_components_nearest to a blocked cell:\n");
    bench_table_print(&all.edits);
    printf("\nTicks until an agent reports that its goal is unreachable, R = %u:\n", RESOURCE);
    bench_table_print(&all.apart);
    return done;
}
