/* bench/section_storm.c - fleets under a storm of refused moves and teleports, with little memory,
 * and with a hundred thousand units. */
#include "bench.h"
#include "bench_sets.h"
#include "bench_table.h"
#include "clock.h"
#include "fleet_orders.h"
#include "samples.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- A storm --------------------------------------------------------------------------------- */

#define STORM_FRAMES 20000u
#define STORM_ORDERS 50u

typedef struct counted {
    bool is_in_frame;
    uint64_t calls_in_frames;
} counted;

static void *count_allocate(void *context, size_t size) {
    counted *c = context;
    c->calls_in_frames += c->is_in_frame;
    return malloc(size);
}

static void count_release(void *context, void *memory, size_t size) {
    counted *c = context;
    (void)size;
    c->calls_in_frames += c->is_in_frame;
    free(memory);
}

static void disturb(wend_fleet *fleet, const wend_map *map, const wend_unit *units,
                    uint64_t *random) {
    uint32_t width = wend_map_width(map);
    for (uint32_t i = 0; i < FLEET_UNITS; i++) {
        uint32_t dice = orders_draw(random, 100);
        if (dice < 50) {
            wend_fleet_refuse(fleet, units[i]);
        } else if (dice < 60) {
            wend_state at = wend_fleet_state(fleet, units[i]);
            uint32_t x = at % width + orders_draw(random, 7) - 3,
                     y = at / width + orders_draw(random, 7) - 3;
            if (wend_map_is_free(map, x, y)) {
                wend_fleet_teleport(fleet, units[i], wend_map_state(map, x, y));
            }
        }
    }
}

/* The bound of wend/fleet.h. */
static double longest_wait(const orders *o, double search, double budget) {
    double route = (double)WEND_FLEET_WORK_ROUTE * o->moves_most;
    double each = WEND_FLEET_WORK_ORDER + search + route;
    double left = budget - (double)WEND_FLEET_WORK_MOVE * FLEET_UNITS - route;
    return WEND_FLEET_AGEING + 1 + ceil(FLEET_UNITS * each / left);
}

static bool run_storm(const bench_options *options, bench_targets *targets, const orders *o,
                      uint32_t budget) {
    counted c = {0};
    wend_components *components = NULL;
    wend_fleet *fleet = NULL;
    wend_unit units[FLEET_UNITS];
    bench_progress(options, "storm");
    if (wend_components_create(&(wend_components_def){.map = o->map}, &components, NULL)) {
        return false;
    }
    wend_fleet_def def = {.map = o->map,
                          .units_max = FLEET_UNITS,
                          .components = components,
                          .allocator = {count_allocate, count_release, &c}};
    if (wend_fleet_create(&def, &fleet, NULL)) {
        wend_components_destroy(components);
        return false;
    }
    double most = longest_wait(o, orders_most(o, options), budget);
    printf("half of the moves refused, a tenth of the units teleported, %u new orders per "
           "frame: no unit may wait\nlonger than %.0f frames\n",
           STORM_ORDERS, most);
    fflush(stdout);
    for (uint32_t i = 0; i < FLEET_UNITS; i++) {
        wend_fleet_add(fleet, o->start[i], &units[i]);
    }
    uint64_t random = 99, unit_frames = 0;
    wend_frame frame = {.waiting = 1};
    uint32_t arrived = 0, f = 0;
    bool is_quiet = false;
    for (; f < STORM_FRAMES + FLEET_FRAMES_MAX && !is_quiet; f++) {
        for (uint32_t k = 0; f < STORM_FRAMES && k < STORM_ORDERS; k++) {
            uint32_t from = orders_draw(&random, FLEET_UNITS),
                     to = orders_draw(&random, FLEET_UNITS);
            wend_fleet_set_goal(fleet, units[from], o->goal[to], NULL);
        }
        wend_fleet_reserve(fleet, budget);
        c.is_in_frame = true;
        wend_fleet_frame(fleet, (wend_budget){.work = budget}, &frame);
        c.is_in_frame = false;
        arrived += frame.arrived;
        unit_frames += FLEET_UNITS;
        if (f < STORM_FRAMES) {
            disturb(fleet, o->map, units, &random);
        }
        is_quiet = f >= STORM_FRAMES && frame.waiting == 0 && frame.moved == 0;
    }
    uint32_t lost = 0;
    for (uint32_t i = 0; i < FLEET_UNITS; i++) {
        wend_unit_status status = wend_fleet_status(fleet, units[i]);
        lost +=
            status != WEND_UNIT_ARRIVED && status != WEND_UNIT_IDLE &&
            !(status == WEND_UNIT_UNREACHABLE &&
              wend_components_reach(components, wend_fleet_state(fleet, units[i]),
                                    wend_fleet_goal(fleet, units[i])) == WEND_REACH_UNREACHABLE);
    }
    wend_fleet_info info = wend_fleet_stats(fleet);
    printf("%.0f million unit-frames: %u arrivals, %u units failed to arrive, the longest wait"
           " %u frames, %llu\nallocations in frames  %s\n",
           (double)unit_frames / 1e6, arrived, lost, info.longest_wait,
           (unsigned long long)c.calls_in_frames,
           bench_target(targets, lost == 0 && info.longest_wait <= most && !c.calls_in_frames));
    wend_fleet_destroy(fleet);
    wend_components_destroy(components);
    return true;
}

/* ---- A hundred thousand units ---------------------------------------------------------------- */

#define HUGE_UNITS  100000u
#define HUGE_FRAMES 200u

/* A figure without a target: orders to cells within 100 cells on a map of 2048 x 2048. */
static bool run_huge(const bench_options *options, uint32_t budget) {
    bench_set set;
    bench_progress(options, "100,000 units");
    if (!bench_set_generate(&set, WEND_GEN_CAVES, 2048, 1, 1)) {
        return false;
    }
    wend_fleet_def def = {.map = set.map, .units_max = HUGE_UNITS};
    wend_fleet *fleet;
    uint32_t routes = 0;
    if (wend_fleet_create(&def, &fleet, NULL)) {
        bench_set_clear(&set);
        return false;
    }
    uint64_t random = 5;
    for (uint32_t i = 0; i < HUGE_UNITS; i++) {
        wend_state start = orders_draw_cell(set.map, &random);
        uint32_t x, y;
        do {
            x = start % 2048 + orders_draw(&random, 201) - 100;
            y = start / 2048 + orders_draw(&random, 201) - 100;
        } while (!wend_map_is_free(set.map, x, y));
        wend_unit unit;
        wend_fleet_add(fleet, start, &unit);
        wend_fleet_set_goal(fleet, unit, wend_map_state(set.map, x, y), NULL);
    }
    bench_samples samples = {0};
    double search_units = 0, all_units = 0;
    for (uint32_t f = 0; f < HUGE_FRAMES; f++) {
        wend_frame frame;
        double before = (double)wend_fleet_stats(fleet).search_work;
        wend_fleet_reserve(fleet, budget);
        uint64_t begin = bench_work_now();
        wend_fleet_frame(fleet, (wend_budget){.work = budget}, &frame);
        bench_samples_add(&samples, bench_work_now() - begin);
        routes += frame.routes_found;
        search_units += (double)wend_fleet_stats(fleet).search_work - before;
        all_units += frame.work;
    }
    bench_samples_sort(&samples);
    printf(
        "%u units on %s, four times the budget, %u frames: p50 %.1f ms, p99.9 %.1f ms, %u routes, "
        "%.0f %% of the work in searches, %.0f MB\n",
        HUGE_UNITS, set.name, HUGE_FRAMES, (double)bench_samples_quantile(&samples, 500) / 1e6,
        (double)bench_samples_quantile(&samples, 999) / 1e6, routes, 100 * search_units / all_units,
        (double)wend_fleet_stats(fleet).bytes_allocated / 1e6);
    bench_samples_clear(&samples);
    wend_fleet_destroy(fleet);
    bench_set_clear(&set);
    return true;
}

/* ---- Little memory --------------------------------------------------------------------------- */

#define LEAN_FRAMES 10000u
#define LEAN_MB     0.05 /* besides the records: from here on all units arrive */

typedef struct lean {
    double mb;                /* its maximum memory */
    uint32_t stood;           /* units with a reachable goal that did not move, over all frames */
    uint32_t arrived, frames; /* until all have arrived, at most LEAN_FRAMES */
    uint32_t short_frames;    /* that were out of memory, ... */
    uint32_t cut_frames;      /* ... and that truncated routes */
    double cost;
} lean;

/* Runs the orders with a limit of `bytes`. Returns false if not even the units fit. */
static bool run_lean(const orders *o, uint32_t budget, size_t bytes, lean *out) {
    wend_fleet_def def = {.map = o->map,
                          .units_max = o->count,
                          .event_kinds = WEND_EVENT_MOVED,
                          .memory_limit = bytes};
    wend_fleet *fleet;
    wend_state *at = malloc(o->count * sizeof *at);
    *out = (lean){0};
    if (!at || wend_fleet_create(&def, &fleet, NULL)) {
        free(at);
        return false;
    }
    for (uint32_t i = 0; i < o->count; i++) {
        wend_unit unit;
        wend_fleet_add(fleet, o->start[i], &unit);
        wend_fleet_set_goal(fleet, unit, o->goal[i], NULL);
        at[i] = o->start[i];
    }
    uint32_t left = o->count;
    for (uint32_t f = 1; left > 0 && f < LEAN_FRAMES; f++) {
        wend_frame frame;
        wend_fleet_reserve(fleet, budget);
        wend_fleet_frame(fleet, (wend_budget){.work = budget}, &frame);
        double mb = (double)wend_fleet_stats(fleet).bytes_allocated / 1e6;
        out->mb = mb > out->mb ? mb : out->mb;
        out->stood += left - frame.moved;
        out->short_frames += (frame.flags & WEND_FRAME_OUT_OF_MEMORY) != 0;
        out->cut_frames += (frame.flags & WEND_FRAME_ROUTES_TRUNCATED) != 0;
        for (uint32_t e = 0; e < frame.event_count; e++) {
            uint32_t slot = wend_unit_slot(frame.events[e].unit);
            out->cost += wend_map_move_cost(o->map, at[slot], frame.events[e].state);
            at[slot] = frame.events[e].state;
        }
        left -= frame.arrived;
        out->arrived += frame.arrived;
        out->frames = f;
    }
    wend_fleet_destroy(fleet);
    free(at);
    return true;
}

/* From just the records of the units up to plenty of memory. */
static bool sweep_memory(const bench_options *options, bench_targets *targets, const orders *o,
                         uint32_t budget) {
    static const double more[] = {0, 0.02, LEAN_MB, 0.1, 0.2, 0.4, 0.8, 0};
    static const char *const heads[] = {"limit, MB",  "held, MB",    "stood",
                                        "arrived",    "frames",      "short frames",
                                        "cut frames", "cost / best", ""};
    static bench_table table;
    const size_t rows = sizeof more / sizeof *more;
    wend_fleet_def def = {.map = o->map, .units_max = o->count, .event_kinds = WEND_EVENT_MOVED};
    wend_fleet *fleet;
    if (wend_fleet_create(&def, &fleet, NULL)) {
        return false;
    }
    double least = (double)wend_fleet_stats(fleet).bytes_allocated;
    wend_fleet_destroy(fleet);
    table.rows = 0;
    bench_table_row(&table);
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        bench_table_cell(&table, "%s", heads[i]);
    }
    for (size_t i = 0; i < rows; i++) {
        bool is_limited = i + 1 < rows;
        lean out;
        bench_progress(options, "memory");
        if (!run_lean(o, budget, is_limited ? (size_t)(least + 1e6 * more[i]) : 0, &out)) {
            return false;
        }
        bench_table_row(&table);
        if (is_limited) {
            bench_table_cell(&table, "%.2f", least / 1e6 + more[i]);
        } else {
            bench_table_cell(&table, "none");
        }
        bench_table_cell(&table, "%.2f", out.mb);
        bench_table_cell(&table, "%u", out.stood);
        bench_table_cell(&table, "%u", out.arrived);
        bench_table_cell(&table, "%u", out.frames);
        bench_table_cell(&table, "%u", out.short_frames);
        bench_table_cell(&table, "%u", out.cut_frames);
        bench_table_cell(&table, "%.3f", out.cost / orders_best(o));
        bool must_arrive = !is_limited || more[i] >= LEAN_MB;
        bench_table_cell(
            &table, "%s",
            bench_target(targets, out.stood == 0 && (out.arrived == o->count || !must_arrive)));
    }
    bench_progress(options, "");
    printf("%s, %u units, the memory limit from what their records take to none:\n", o->name,
           o->count);
    bench_table_print(&table);
    return true;
}

/* ---- The section ----------------------------------------------------------------------------- */

bool bench_storm(const bench_options *options, bench_targets *targets) {
    orders o;
    bool done = orders_load(&o, options, "sc1", "Enigma", FLEET_UNITS, FLEET_SEED);
    uint32_t budget = (uint32_t)orders_budget(&o);
    done = done && run_storm(options, targets, &o, budget) &&
           sweep_memory(options, targets, &o, budget) && run_huge(options, 4 * budget);
    orders_clear(&o);
    return done;
}
