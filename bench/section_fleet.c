/* bench/section_fleet.c - fleets: many units under one budget, compared with the same searches one
 * after the other and with an agent per unit; and group orders. */
#include "bench.h"

#include <wend/research.h>
#include "bench_table.h"
#include "clock.h"
#include "fleet_orders.h"
#include "samples.h"

#include <stdlib.h>
#include <string.h>

#define PLENTY          1000000u /* a budget of an agent that is enough for any search */
#define FRAMES_MOST     1.4
#define CPU_MOST        1.6
#define FRAME_MOST      1.05
#define ARRIVAL_MOST    1.05
#define BYTES_MOST      1.5e6
#define BYTES_MOST_MANY 8e6
#define AGENT_CPU       5.0
#define AGENT_BYTES     20.0
#define GROUP           800u
#define GROUP_RADIUS    25u
#define GROUP_CPU_MOST  0.35

/* ---- A fleet under orders -------------------------------------------------------------------- */

typedef struct outcome {
    uint32_t moved_first;  /* in the first frame */
    uint32_t route_frames; /* until all routes are known */
    uint32_t frames;       /* until all have arrived */
    double route_ns;       /* CPU until all routes are known */
    double cost, arrival;  /* sums */
    uint64_t *frame_ns;    /* the minimum of each frame */
    double shot_ns;        /* the mean search of these orders, one after the other, ... */
    double budget_ns;      /* ... and the time of the budget: the searches of the first map */
    double timed;          /* p99.9 of frames by the clock, relative to that */
    wend_fleet_info info;
} outcome;

static wend_fleet *open_fleet(const orders *o, wend_unit *units) {
    wend_fleet_def def = {
        .map = o->map, .units_max = o->count, .event_kinds = WEND_EVENT_MOVED | WEND_EVENT_ARRIVED};
    wend_fleet *fleet;
    if (wend_fleet_create(&def, &fleet, NULL)) {
        return NULL;
    }
    for (uint32_t i = 0; i < o->count; i++) {
        wend_fleet_add(fleet, o->start[i], &units[i]);
        wend_fleet_set_goal(fleet, units[i], o->goal[i], NULL);
    }
    return fleet;
}

/* Adds the results of the units. */
static void follow_events(const orders *o, const wend_frame *frame, wend_state *at, outcome *out) {
    for (uint32_t e = 0; e < frame->event_count; e++) {
        const wend_event *event = &frame->events[e];
        uint32_t slot = wend_unit_slot(event->unit);
        if (event->kind == WEND_EVENT_MOVED) {
            out->cost += wend_map_move_cost(o->map, at[slot], event->state);
            at[slot] = event->state;
        } else {
            out->arrival += out->frames;
        }
    }
}

static bool run_once(const orders *o, uint32_t budget, bool is_first, outcome *out) {
    wend_unit *units = malloc(o->count * sizeof *units);
    wend_state *at = malloc(o->count * sizeof *at);
    wend_fleet *fleet = units && at ? open_fleet(o, units) : NULL;
    bool is_complete = false;
    if (fleet) {
        uint64_t *frame_ns = out->frame_ns;
        *out = (outcome){.frame_ns = frame_ns};
        memcpy(at, o->start, o->count * sizeof *at);
        double ns = 0;
        for (uint32_t arrived = 0; arrived < o->count && out->frames < FLEET_FRAMES_MAX;) {
            wend_frame frame;
            wend_fleet_reserve(fleet, budget);
            uint64_t begin = bench_work_now();
            wend_fleet_frame(fleet, (wend_budget){.work = budget}, &frame);
            uint64_t taken = bench_work_now() - begin;
            ns += (double)taken;
            uint64_t *least = &frame_ns[out->frames++];
            *least = is_first || taken < *least ? taken : *least;
            arrived += frame.arrived;
            out->moved_first = out->frames == 1 ? frame.moved : out->moved_first;
            if (frame.waiting == 0 && out->route_frames == 0) {
                out->route_frames = out->frames;
                out->route_ns = ns;
            }
            follow_events(o, &frame, at, out);
        }
        is_complete = out->frames < FLEET_FRAMES_MAX;
        out->info = wend_fleet_stats(fleet);
        wend_fleet_destroy(fleet);
    }
    free(units);
    free(at);
    return is_complete;
}

/* The minimum time of all runs so far. */
static double less_ns(uint32_t run, double before, double now) {
    return run == 0 || now < before ? now : before;
}

/* Runs a fleet with the orders, FLEET_RUNS times. The comparison is timed alternately with it,
 * because the speed of the machine varies. */
static bool run_orders(const bench_options *options, const orders *o, const orders *first,
                       uint32_t budget, outcome *out) {
    bench_progress(options, "fleet");
    *out = (outcome){.frame_ns = malloc(FLEET_FRAMES_MAX * sizeof *out->frame_ns)};
    double route_ns = 0, shot_ns = 0, first_ns = 0;
    for (uint32_t r = 0; out->frame_ns && r < FLEET_RUNS; r++) {
        first_ns = less_ns(r, first_ns, orders_time(first));
        shot_ns = less_ns(r, shot_ns, orders_time(o));
        if (!run_once(o, budget, r == 0, out)) {
            return false;
        }
        route_ns = less_ns(r, route_ns, out->route_ns);
    }
    out->route_ns = route_ns;
    out->shot_ns = shot_ns;
    out->budget_ns = first_ns / first->shot_units * budget;
    return out->frame_ns && first_ns > 0 && shot_ns > 0; /* otherwise memory was short */
}

static double quantile_ns(const outcome *out, uint32_t permille) {
    bench_samples samples = {0};
    for (uint32_t f = 0; f < out->frames; f++) {
        bench_samples_add(&samples, out->frame_ns[f]);
    }
    bench_samples_sort(&samples);
    double ns = (double)bench_samples_quantile(&samples, permille);
    bench_samples_clear(&samples);
    return ns;
}

static uint64_t work_clock(void *context) {
    (void)context;
    return bench_work_now();
}

/* The same orders by frames with a time limit, once: p99.9 of the frames, beside the time that each
 * was given. They differ from run to run, so there is no least of several. */
static double run_timed(const orders *o, uint32_t budget, double budget_ns) {
    const wend_clock clock = {.now = work_clock};
    const uint32_t most = 2 * budget;
    wend_unit *units = malloc(o->count * sizeof *units);
    wend_fleet *fleet = units ? open_fleet(o, units) : NULL;
    bench_samples samples = {0};
    uint32_t arrived = 0;
    for (uint32_t f = 0; fleet && arrived < o->count && f < FLEET_FRAMES_MAX; f++) {
        wend_frame frame;
        wend_fleet_reserve(fleet, most);
        uint64_t begin = bench_work_now();
        wend_fleet_frame(
            fleet, (wend_budget){.work = most, .nanoseconds = (uint64_t)budget_ns, .clock = &clock},
            &frame);
        bench_samples_add(&samples, bench_work_now() - begin);
        arrived += frame.arrived;
    }
    bench_samples_sort(&samples);
    double ns = (double)bench_samples_quantile(&samples, 999);
    bench_samples_clear(&samples);
    wend_fleet_destroy(fleet);
    free(units);
    return ns / budget_ns;
}

/* ---- All orders at once ---------------------------------------------------------------------- */

typedef struct place {
    const char *folder, *name;
    double cost_most, cost_most_many; /* relative to the optimal routes */
} place;

static const place places[] = {{"sc1", "Enigma", 1.03, 1.10},
                               {"sc1", "WheelofWar", 1.02, 1.06},
                               {"wc3maps512", "battleground", 1.005, 1.01}};

static void add_row(bench_table *table, bench_targets *targets, const orders *o, const char *name,
                    const outcome *out, double cost_most, double bytes_most) {
    double one_by_one = out->shot_ns * o->count / out->budget_ns; /* frames */
    double frames = out->route_frames / one_by_one;
    double cpu = out->route_ns / (out->shot_ns * o->count);
    double slowest = quantile_ns(out, 999) / out->budget_ns;
    double cost = out->cost / orders_best(o);
    double arrival = out->arrival / o->count / o->moves;
    double bytes = (double)out->info.bytes_allocated;
    bool is_many = bytes_most > BYTES_MOST;
    bool ok = out->moved_first == o->count && slowest <= FRAME_MOST && cost <= cost_most &&
              bytes <= bytes_most &&
              (is_many || (frames <= FRAMES_MOST && cpu <= CPU_MOST && arrival <= ARRIVAL_MOST));
    bench_table_row(table);
    bench_table_cell(table, "%s", name);
    bench_table_cell(table, "%u", o->count);
    bench_table_cell(table, "%u", out->moved_first);
    bench_table_cell(table, "%u", out->route_frames);
    bench_table_cell(table, "%.2f", frames);
    bench_table_cell(table, "%.2f", cpu);
    bench_table_cell(table, "%.2f", quantile_ns(out, 500) / out->budget_ns);
    bench_table_cell(table, "%.2f", slowest);
    bench_table_cell(table, "%.2f", out->timed);
    bench_table_cell(table, "%.4f", cost);
    bench_table_cell(table, "%.3f", arrival);
    bench_table_cell(table, "%.2f", bytes / 1e6);
    bench_table_cell(table, "%s", bench_target(targets, ok));
}

static void head_orders(bench_table *table) {
    static const char *const heads[] = {
        "map",   "units",       "moved on 1",  "routes by", "x searches", "CPU x", "p50 / budget",
        "p99.9", "timed p99.9", "cost / best", "arrival x", "MB",         ""};
    bench_table_row(table);
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        bench_table_cell(table, "%s", heads[i]);
    }
}

/* One agent per unit, each with its share of the frame, until all know their routes. */
static bool run_agents(const orders *o, double budget, double *ns, double *bytes) {
    wend_agent **agents = calloc(o->count, sizeof *agents);
    bool *found = calloc(o->count, sizeof *found);
    uint32_t resource = (uint32_t)(budget / WEND_WORK_EXPANSION / o->count) + 1;
    uint32_t left = agents && found ? o->count : 0;
    double peak = 0;
    *ns = 0;
    for (uint32_t i = 0; i < left; i++) {
        wend_agent_def def = {
            .map = o->map, .algo = wend_algo_tbjps(), .start = o->start[i], .goal = o->goal[i]};
        if (wend_agent_create(&def, &agents[i], NULL)) {
            left = 0;
        }
    }
    for (uint32_t f = 0; left > 0 && f < FLEET_FRAMES_MAX; f++) {
        double held = 0;
        for (uint32_t i = 0; i < o->count; i++) {
            wend_tick tick;
            wend_agent_reserve_expansions(agents[i], resource);
            uint64_t begin = bench_now();
            wend_agent_tick_expansions(agents[i], resource, &tick);
            *ns += (double)(bench_now() - begin);
            held += f % 4 == 0 ? (double)wend_agent_stats(agents[i]).bytes_allocated : 0;
            if (!found[i] &&
                ((tick.flags & WEND_TICK_FOUND) || tick.status == WEND_AGENT_ARRIVED)) {
                found[i] = true;
                left--;
            }
            if (found[i]) {
                wend_agent_release(agents[i]);
            }
        }
        peak = held > peak ? held : peak;
    }
    for (uint32_t i = 0; agents && i < o->count; i++) {
        wend_agent_destroy(agents[i]);
    }
    *bytes = peak;
    free(agents);
    free(found);
    return left == 0 && peak > 0;
}

static bool compare_agents(const bench_options *options, bench_targets *targets, const orders *o,
                           const outcome *out, double budget) {
    double ns, bytes;
    bench_progress(options, "agents");
    if (!run_agents(o, budget, &ns, &bytes)) {
        return false;
    }
    double cpu = ns / out->route_ns, memory = bytes / (double)out->info.bytes_allocated;
    printf("%s, one tbjps agent for each of %u orders: %.1f x the CPU, %.0f x the memory  %s\n",
           places[0].name, o->count, cpu, memory,
           bench_target(targets, cpu >= AGENT_CPU && memory >= AGENT_BYTES));
    return true;
}

/* ---- Groups ---------------------------------------------------------------------------------- */

/* CPU time until all units have a route, or are covered. */
static double run_group(const orders *o, const wend_state *starts, wend_state goal, uint32_t budget,
                        bool as_group) {
    wend_fleet_def def = {.map = o->map, .units_max = GROUP};
    wend_fleet *fleet;
    wend_unit units[GROUP];
    if (wend_fleet_create(&def, &fleet, NULL)) {
        return 0;
    }
    for (uint32_t i = 0; i < GROUP; i++) {
        wend_fleet_add(fleet, starts[i], &units[i]);
        if (!as_group) {
            wend_fleet_set_goal(fleet, units[i], goal, NULL);
        }
    }
    if (as_group) {
        wend_fleet_set_group_goal(fleet, units, GROUP, goal, NULL);
    }
    double ns = 0;
    wend_frame frame = {.waiting = 1};
    for (uint32_t f = 0; frame.waiting > 0 && f < FLEET_FRAMES_MAX; f++) {
        wend_fleet_reserve(fleet, budget);
        uint64_t begin = bench_work_now();
        wend_fleet_frame(fleet, (wend_budget){.work = budget}, &frame);
        ns += (double)(bench_work_now() - begin);
    }
    wend_fleet_destroy(fleet);
    return ns;
}

static void compare_group(bench_targets *targets, const orders *o, const char *name,
                          uint32_t budget) {
    uint32_t width = wend_map_width(o->map), height = wend_map_height(o->map);
    wend_state starts[GROUP];
    uint64_t random = 4711;
    double single = 0, group = 0;
    for (uint32_t order = 0; order < 5; order++) {
        uint32_t x = o->start[order] % width, y = o->start[order] / width;
        for (uint32_t i = 0; i < GROUP;) {
            uint32_t at_x = x + orders_draw(&random, 2 * GROUP_RADIUS + 1) - GROUP_RADIUS;
            uint32_t at_y = y + orders_draw(&random, 2 * GROUP_RADIUS + 1) - GROUP_RADIUS;
            if (at_x < width && at_y < height && wend_map_is_free(o->map, at_x, at_y)) {
                starts[i++] = wend_map_state(o->map, at_x, at_y);
            }
        }
        single += run_group(o, starts, o->goal[order], budget, false);
        group += run_group(o, starts, o->goal[order], budget, true);
    }
    printf("%s, %u units within %u cells to one goal: a group order takes %.2f of the CPU time"
           " of single orders  %s\n",
           name, GROUP, GROUP_RADIUS, group / single,
           bench_target(targets, group / single <= GROUP_CPU_MOST));
}

/* ---- Following a route ----------------------------------------------------------------------- */

/* Time per move in ns of units that follow their routes, and of agents that do. */
static bool compare_following(const orders *all, uint32_t count) {
    orders o = *all;
    o.count = count;
    wend_unit *units = malloc(count * sizeof *units);
    wend_fleet *fleet = units ? open_fleet(&o, units) : NULL;
    wend_agent **agents = calloc(count, sizeof *agents);
    double unit_ns = 0, agent_ns = 0, unit_moves = 0, agent_moves = 0;
    bool is_made = fleet && agents;
    wend_frame frame = {.waiting = 1};
    for (uint32_t f = 0; is_made && (f < 20 || frame.waiting > 0); f++) {
        wend_fleet_reserve(fleet, 4000000000u / 2);
        wend_fleet_frame(fleet, (wend_budget){.work = 4000000000u / 2}, &frame);
    }
    for (uint32_t i = 0; is_made && i < count; i++) {
        wend_agent_def def = {
            .map = o.map, .algo = wend_algo_jps(), .start = o.start[i], .goal = o.goal[i]};
        wend_tick tick;
        is_made = !wend_agent_create(&def, &agents[i], NULL) &&
                  !wend_agent_reserve_expansions(agents[i], PLENTY);
        if (is_made) {
            wend_agent_tick_expansions(agents[i], PLENTY, &tick);
            wend_agent_release(agents[i]);
        }
    }
    for (uint32_t f = 0; is_made && f < 50; f++) {
        uint64_t begin = bench_work_now();
        wend_fleet_frame(fleet, (wend_budget){.work = WEND_FLEET_WORK_MIN}, &frame);
        unit_ns += (double)(bench_work_now() - begin);
        unit_moves += frame.moved;
        begin = bench_work_now();
        for (uint32_t i = 0; i < count; i++) {
            wend_tick tick;
            wend_agent_tick_expansions(agents[i], 1, &tick);
            agent_moves += tick.flags & WEND_TICK_MOVED ? 1 : 0;
        }
        agent_ns += (double)(bench_work_now() - begin);
    }
    for (uint32_t i = 0; agents && i < count; i++) {
        wend_agent_destroy(agents[i]);
    }
    wend_fleet_destroy(fleet);
    free(agents);
    free(units);
    if (is_made) {
        printf("%u that follow their routes: %.1f ns a move, %.2f of an agent's tick (%.1f ns)\n",
               count, unit_ns / unit_moves, unit_ns / unit_moves / (agent_ns / agent_moves),
               agent_ns / agent_moves);
    }
    return is_made;
}

/* ---- The section ----------------------------------------------------------------------------- */

static bool is_wanted(const bench_options *options, const char *map) {
    return !options->map || strcmp(options->map, map) == 0;
}

/* A row of the table. */
static bool run_row(const bench_options *options, bench_targets *targets, bench_table *table,
                    const orders *o, const orders *first, const char *name, const place *where) {
    bool is_many = o->count > FLEET_UNITS;
    uint32_t budget = (uint32_t)orders_budget(first) * (is_many ? 4 : 1);
    outcome out = {0};
    if (!run_orders(options, o, first, budget, &out)) {
        free(out.frame_ns);
        return false;
    }
    out.timed = run_timed(o, budget, out.budget_ns);
    add_row(table, targets, o, name, &out, is_many ? where->cost_most_many : where->cost_most,
            is_many ? BYTES_MOST_MANY : BYTES_MOST);
    free(out.frame_ns);
    return true;
}

/* A thousand units, the same with other orders, and ten thousand. */
static bool run_place(const bench_options *options, bench_targets *targets, bench_table *table,
                      const place *where, const orders *first) {
    static const struct {
        uint32_t count;
        uint64_t seed;
        const char *what;
    } rows[] = {{FLEET_UNITS, FLEET_SEED, ""},
                {FLEET_UNITS, FLEET_SEED_OTHER, ", other orders"},
                {FLEET_UNITS_MANY, FLEET_SEED, ""},
                {FLEET_UNITS_MANY, FLEET_SEED_OTHER, ", other orders"}};
    bool done = true;
    for (size_t i = 0; done && i < sizeof rows / sizeof *rows; i++) {
        orders o;
        char name[64];
        snprintf(name, sizeof name, "%s%s", where->name, rows[i].what);
        done = orders_load(&o, options, where->folder, where->name, rows[i].count, rows[i].seed) &&
               run_row(options, targets, table, &o, first, name, where);
        orders_clear(&o);
    }
    return done;
}

/* Comparisons on one map only: with agents, and with single orders. */
static bool run_comparisons(const bench_options *options, bench_targets *targets,
                            const place *where, const orders *first) {
    uint32_t budget = (uint32_t)orders_budget(first);
    bool is_first = where == &places[0], done = true;
    orders o;
    if (where != &places[0] && where != &places[1]) {
        return true;
    }
    done = orders_load(&o, options, where->folder, where->name,
                       is_first ? FLEET_UNITS_MANY : FLEET_UNITS, FLEET_SEED);
    if (done && is_first) {
        outcome crowd = {0};
        done = run_orders(options, &o, first, 4 * budget, &crowd) &&
               compare_agents(options, targets, &o, &crowd, 4 * budget) &&
               compare_following(&o, FLEET_UNITS) && compare_following(&o, FLEET_UNITS_MANY);
        free(crowd.frame_ns);
    }
    if (done) {
        compare_group(targets, &o, where->name, budget);
    }
    orders_clear(&o);
    return done;
}

static bool is_place(const char *map) {
    bool found = false;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        found = found || strcmp(places[i].name, map) == 0;
    }
    return found;
}

bool bench_fleet(const bench_options *options, bench_targets *targets) {
    static bench_table table;
    orders first;
    bool done =
        orders_load(&first, options, places[0].folder, places[0].name, FLEET_UNITS, FLEET_SEED);
    if (options->map && !is_place(options->map)) {
        fprintf(stderr, "bench_all: section fleet has no map '%s'\n", options->map);
        orders_clear(&first);
        return false;
    }
    table.rows = 0;
    head_orders(&table);
    for (size_t i = 0; done && i < sizeof places / sizeof *places; i++) {
        if (is_wanted(options, places[i].name)) {
            done = run_place(options, targets, &table, &places[i], &first);
        }
    }
    bench_progress(options, "");
    if (done) {
        bench_table_print(&table);
        double us = orders_time(&first) / 1e3;
        printf("one search %.1f us, %.0f units of work; a frame of %u of them %.0f us\n", us,
               first.shot_units, FLEET_BUDGET_SHOTS, FLEET_BUDGET_SHOTS * us);
    }
    for (size_t i = 0; done && i < sizeof places / sizeof *places; i++) {
        if (is_wanted(options, places[i].name)) {
            done = run_comparisons(options, targets, &places[i], &first);
        }
    }
    orders_clear(&first);
    return done;
}
