/* bench/section_fleet.c - fleets: many units under one budget, beside the same searches one after
 * the other, beside an agent per unit, under orders to groups and in a storm of refusals. */
#include "bench.h"
#include "bench_sets.h"
#include "bench_table.h"
#include "clock.h"
#include "samples.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define UNITS          1000u
#define MANY           10000u
#define BUDGET_SHOTS   12u /* mean searches on the first map in a frame's budget */
#define RUNS           5u  /* identical ones; of each frame the least counts */
#define FRAMES_MAX     20000u
#define PLENTY         1000000u /* a budget for an agent that suffices for any search */
#define FRAMES_MOST    1.4
#define CPU_MOST       1.6
#define FRAME_MOST     1.05
#define ARRIVAL_MOST   1.05
#define BYTES_MOST     1.5e6
#define AGENT_CPU      5.0
#define AGENT_BYTES    20.0
#define GROUP          800u
#define GROUP_RADIUS   25u
#define GROUP_CPU_MOST 0.35

/* ---- Orders -----------------------------------------------------------------------------------
 */

typedef struct orders {
    wend_map *map;
    uint32_t count;
    wend_state *start, *goal;
    double *best;               /* what the best route costs, and ... */
    double moves;               /* ... how many moves it has, the mean */
    double shot_ns, shot_units; /* the mean search */
} orders;

static uint32_t draw(uint64_t *random, uint32_t below) {
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    return (uint32_t)((*random >> 32) * below >> 32);
}

static void clear_orders(orders *o) {
    wend_map_destroy(o->map);
    free(o->start);
    free(o->goal);
    free(o->best);
    *o = (orders){0};
}

static wend_state draw_free(const wend_map *map, uint64_t *random) {
    uint32_t width = wend_map_width(map), cells = width * wend_map_height(map);
    wend_state state;
    do {
        state = draw(random, cells);
    } while (!wend_map_is_free(map, state % width, state / width));
    return state;
}

/* A whole search, by an agent whose memory is there; then the route is followed. False if there is
 * none. */
static bool shoot(wend_agent *agent, wend_state start, wend_state goal, bool follow, uint64_t *ns,
                  uint64_t *units, double *cost, uint64_t *moves) {
    wend_tick tick;
    wend_agent_reserve(agent, PLENTY);
    uint64_t begin = bench_work_now();
    wend_agent_set_state(agent, start);
    wend_agent_set_goal(agent, goal);
    wend_agent_tick(agent, PLENTY, &tick);
    *ns += bench_work_now() - begin;
    if (tick.status == WEND_UNREACHABLE) {
        return false;
    }
    *units += tick.units;
    *cost = tick.cost;
    for (++*moves; follow && tick.status != WEND_ARRIVED; ++*moves) {
        wend_agent_tick(agent, PLENTY, &tick);
        *cost += tick.cost;
    }
    return true;
}

/* Random orders, from and to anywhere (`radius` 0) or no further than that away in x and in y. */
static bool draw_orders(orders *o, uint32_t count, uint64_t random, bool measure) {
    o->start = malloc(count * sizeof *o->start);
    o->goal = malloc(count * sizeof *o->goal);
    o->best = malloc(count * sizeof *o->best);
    wend_state any = draw_free(o->map, &random);
    wend_agent_def def = {.map = o->map, .algo = wend_algo_jps(), .start = any, .goal = any};
    wend_agent *agent = NULL;
    if (!o->start || !o->goal || !o->best || wend_agent_create(&def, &agent, NULL)) {
        return false;
    }
    uint64_t ns = 0, units = 0, moves = 0, unused = 0;
    while (o->count < count) {
        wend_state start = draw_free(o->map, &random), goal = draw_free(o->map, &random);
        uint64_t shot = 0;
        if (start != goal &&
            shoot(agent, start, goal, true, &shot, &units, &o->best[o->count], &moves)) {
            o->start[o->count] = start;
            o->goal[o->count++] = goal;
            ns += shot;
        }
    }
    for (uint32_t r = 1; measure && r < RUNS; r++) { /* the least of as many runs as fleets get */
        uint64_t again = 0;
        double cost;
        for (uint32_t i = 0; i < count; i++) {
            shoot(agent, o->start[i], o->goal[i], false, &again, &unused, &cost, &unused);
        }
        ns = again < ns ? again : ns;
    }
    wend_agent_destroy(agent);
    o->shot_ns = (double)ns / count;
    o->shot_units = (double)units / count;
    o->moves = (double)moves / count;
    return true;
}

static bool load_orders(orders *o, const bench_options *options, const char *folder,
                        const char *name, uint32_t count) {
    char path[512];
    wend_map_def def = wend_map_def_default();
    *o = (orders){0};
    snprintf(path, sizeof path, "%s/maps/%s/%s.map", options->data, folder, name);
    bench_progress(options, name);
    return !wend_map_load(&def, path, &o->map, NULL) &&
           draw_orders(o, count, 88172645463325252u, true);
}

/* ---- A fleet under orders ---------------------------------------------------------------------
 */

typedef struct outcome {
    uint32_t moved_first;  /* on the first frame */
    uint32_t route_frames; /* until all routes are known */
    uint32_t frames;       /* until all have arrived */
    double route_ns;       /* CPU until then */
    double cost, arrival;  /* sums */
    uint64_t *frame_ns;    /* the least of each frame */
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
        wend_fleet_send(fleet, units[i], o->goal[i], NULL);
    }
    return fleet;
}

/* Adds what the units did. */
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
        for (uint32_t arrived = 0; arrived < o->count && out->frames < FRAMES_MAX;) {
            wend_frame frame;
            wend_fleet_prepare(fleet, budget);
            uint64_t begin = bench_work_now();
            wend_fleet_frame(fleet, budget, &frame);
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
        is_complete = out->frames < FRAMES_MAX;
        out->info = wend_fleet_describe(fleet);
        wend_fleet_destroy(fleet);
    }
    free(units);
    free(at);
    return is_complete;
}

static bool run_orders(const bench_options *options, const orders *o, uint32_t budget,
                       outcome *out) {
    bench_progress(options, "fleet");
    *out = (outcome){.frame_ns = malloc(FRAMES_MAX * sizeof *out->frame_ns)};
    double route_ns = 0;
    for (uint32_t r = 0; out->frame_ns && r < RUNS; r++) {
        if (!run_once(o, budget, r == 0, out)) {
            return false;
        }
        route_ns = r == 0 || out->route_ns < route_ns ? out->route_ns : route_ns;
    }
    out->route_ns = route_ns;
    return out->frame_ns != NULL;
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

static double sum_best(const orders *o) {
    double sum = 0;
    for (uint32_t i = 0; i < o->count; i++) {
        sum += o->best[i];
    }
    return sum;
}

/* ---- All at once ------------------------------------------------------------------------------
 */

typedef struct place {
    const char *folder, *name;
    double cost_most, cost_most_many; /* of the best routes */
} place;

static const place places[] = {{"sc1", "Enigma", 1.03, 1.10},
                               {"sc1", "WheelofWar", 1.02, 1.06},
                               {"wc3maps512", "battleground", 1.005, 1.01}};

/* What one unit of the budget may take, and the budget, by the searches of the first map. */
typedef struct pace {
    double units, ns;
} pace;

static void add_row(bench_table *table, bench_targets *targets, const orders *o, const char *name,
                    const outcome *out, const pace *budget, double cost_most, double bytes_most) {
    double one_by_one = ceil(o->shot_units * o->count / budget->units); /* frames are whole */
    double frames = out->route_frames / one_by_one;
    double cpu = out->route_ns / (o->shot_ns * o->count);
    double slowest = quantile_ns(out, 999) / budget->ns;
    double cost = out->cost / sum_best(o);
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
    bench_table_cell(table, "%.2f", quantile_ns(out, 500) / budget->ns);
    bench_table_cell(table, "%.2f", slowest);
    bench_table_cell(table, "%.4f", cost);
    bench_table_cell(table, "%.3f", arrival);
    bench_table_cell(table, "%.2f", bytes / 1e6);
    bench_table_cell(table, "%s", bench_target(targets, ok));
}

static void head_orders(bench_table *table) {
    static const char *const heads[] = {"map",         "units",     "moved on 1",   "routes by",
                                        "x searches",  "CPU x",     "p50 / budget", "p99.9",
                                        "cost / best", "arrival x", "MB",           ""};
    bench_table_row(table);
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        bench_table_cell(table, "%s", heads[i]);
    }
}

/* One agent per unit, each with its share of the frame, until all know their routes. */
static bool run_agents(const orders *o, double budget, double *ns, double *bytes) {
    wend_agent **agents = calloc(o->count, sizeof *agents);
    bool *found = calloc(o->count, sizeof *found);
    uint32_t resource = (uint32_t)(budget / WEND_FLEET_UNITS_EXPANSION / o->count) + 1;
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
    for (uint32_t f = 0; left > 0 && f < FRAMES_MAX; f++) {
        double held = 0;
        for (uint32_t i = 0; i < o->count; i++) {
            wend_tick tick;
            wend_agent_reserve(agents[i], resource);
            uint64_t begin = bench_now();
            wend_agent_tick(agents[i], resource, &tick);
            *ns += (double)(bench_now() - begin);
            held += f % 4 == 0 ? (double)wend_agent_counters(agents[i]).bytes_allocated : 0;
            if (!found[i] && ((tick.flags & WEND_TICK_FOUND) || tick.status == WEND_ARRIVED)) {
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

/* ---- Groups -----------------------------------------------------------------------------------
 */

/* CPU until everybody has a route, or is covered. */
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
            wend_fleet_send(fleet, units[i], goal, NULL);
        }
    }
    if (as_group) {
        wend_fleet_send_group(fleet, units, GROUP, goal, NULL);
    }
    double ns = 0;
    wend_frame frame = {.waiting = 1};
    for (uint32_t f = 0; frame.waiting > 0 && f < FRAMES_MAX; f++) {
        wend_fleet_prepare(fleet, budget);
        uint64_t begin = bench_work_now();
        wend_fleet_frame(fleet, budget, &frame);
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
            uint32_t at_x = x + draw(&random, 2 * GROUP_RADIUS + 1) - GROUP_RADIUS;
            uint32_t at_y = y + draw(&random, 2 * GROUP_RADIUS + 1) - GROUP_RADIUS;
            if (at_x < width && at_y < height && wend_map_is_free(o->map, at_x, at_y)) {
                starts[i++] = wend_map_state(o->map, at_x, at_y);
            }
        }
        single += run_group(o, starts, o->goal[order], budget, false);
        group += run_group(o, starts, o->goal[order], budget, true);
    }
    printf("%s, %u units within %u cells to one goal: as a group %.2f of the CPU of single "
           "orders  %s\n",
           name, GROUP, GROUP_RADIUS, group / single,
           bench_target(targets, group / single <= GROUP_CPU_MOST));
}

/* ---- Following a route ------------------------------------------------------------------------
 */

/* ns per move of units that follow their routes, and of agents that do. */
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
        wend_fleet_prepare(fleet, 4000000000u / 2);
        wend_fleet_frame(fleet, 4000000000u / 2, &frame);
    }
    for (uint32_t i = 0; is_made && i < count; i++) {
        wend_agent_def def = {
            .map = o.map, .algo = wend_algo_jps(), .start = o.start[i], .goal = o.goal[i]};
        wend_tick tick;
        is_made =
            !wend_agent_create(&def, &agents[i], NULL) && !wend_agent_reserve(agents[i], PLENTY);
        if (is_made) {
            wend_agent_tick(agents[i], PLENTY, &tick);
            wend_agent_release(agents[i]);
        }
    }
    for (uint32_t f = 0; is_made && f < 50; f++) {
        uint64_t begin = bench_work_now();
        wend_fleet_frame(fleet, WEND_FLEET_BUDGET_MIN, &frame);
        unit_ns += (double)(bench_work_now() - begin);
        unit_moves += frame.moved;
        begin = bench_work_now();
        for (uint32_t i = 0; i < count; i++) {
            wend_tick tick;
            wend_agent_tick(agents[i], 1, &tick);
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

/* ---- A storm ----------------------------------------------------------------------------------
 */

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
    for (uint32_t i = 0; i < UNITS; i++) {
        uint32_t dice = draw(random, 100);
        if (dice < 50) {
            wend_fleet_refuse(fleet, units[i]);
        } else if (dice < 60) {
            wend_state at = wend_fleet_state(fleet, units[i]);
            uint32_t x = at % width + draw(random, 7) - 3, y = at / width + draw(random, 7) - 3;
            if (wend_map_is_free(map, x, y)) {
                wend_fleet_put(fleet, units[i], wend_map_state(map, x, y));
            }
        }
    }
}

static bool run_storm(const bench_options *options, bench_targets *targets, const orders *o,
                      uint32_t budget) {
    counted c = {0};
    wend_parts *parts = NULL;
    wend_fleet *fleet = NULL;
    wend_unit units[UNITS];
    bench_progress(options, "storm");
    if (wend_parts_create(&(wend_parts_def){.map = o->map}, &parts)) {
        return false;
    }
    wend_fleet_def def = {.map = o->map,
                          .units_max = UNITS,
                          .parts = parts,
                          .allocator = {count_allocate, count_release, &c}};
    if (wend_fleet_create(&def, &fleet, NULL)) {
        wend_parts_destroy(parts);
        return false;
    }
    /* A first and a whole search for each unit, with what the moves leave. */
    double left = budget - (double)WEND_FLEET_UNITS_MOVE * UNITS;
    double most =
        WEND_FLEET_AGEING + UNITS * (o->shot_units + WEND_FLEET_UNITS_FIRST) / left * 1.5 + 2;
    printf("half of the moves refused, a tenth displaced, %u new orders per frame: nobody may wait "
           "longer than %.0f frames\n",
           STORM_ORDERS, most);
    for (uint32_t i = 0; i < UNITS; i++) {
        wend_fleet_add(fleet, o->start[i], &units[i]);
    }
    uint64_t random = 99, unit_frames = 0;
    wend_frame frame = {.waiting = 1};
    uint32_t arrived = 0, f = 0;
    bool is_quiet = false;
    for (; f < STORM_FRAMES + FRAMES_MAX && !is_quiet; f++) {
        for (uint32_t k = 0; f < STORM_FRAMES && k < STORM_ORDERS; k++) {
            uint32_t from = draw(&random, UNITS), to = draw(&random, UNITS);
            wend_fleet_send(fleet, units[from], o->goal[to], NULL);
        }
        wend_fleet_prepare(fleet, budget);
        c.is_in_frame = true;
        wend_fleet_frame(fleet, budget, &frame);
        c.is_in_frame = false;
        arrived += frame.arrived;
        unit_frames += UNITS;
        if (f < STORM_FRAMES) {
            disturb(fleet, o->map, units, &random);
        }
        is_quiet = f >= STORM_FRAMES && frame.waiting == 0 && frame.moved == 0;
    }
    uint32_t lost = 0;
    for (uint32_t i = 0; i < UNITS; i++) {
        wend_unit_status status = wend_fleet_status(fleet, units[i]);
        lost += status != WEND_UNIT_ARRIVED && status != WEND_UNIT_IDLE &&
                !(status == WEND_UNIT_CUT_OFF &&
                  wend_parts_reach(parts, wend_fleet_state(fleet, units[i]),
                                   wend_fleet_goal(fleet, units[i])) == WEND_REACH_NO);
    }
    wend_fleet_info info = wend_fleet_describe(fleet);
    printf("%.0f million unit-frames: %u arrivals, %u who could and did not, the longest wait %u "
           "frames, %llu allocations in frames  %s\n",
           (double)unit_frames / 1e6, arrived, lost, info.longest_wait,
           (unsigned long long)c.calls_in_frames,
           bench_target(targets, lost == 0 && info.longest_wait <= most && !c.calls_in_frames));
    wend_fleet_destroy(fleet);
    wend_parts_destroy(parts);
    return true;
}

/* ---- A hundred thousand -----------------------------------------------------------------------
 */

#define HUGE_UNITS  100000u
#define HUGE_FRAMES 200u

/* A figure, without a target: orders to within 100 cells on a map of 2048 x 2048. */
static bool run_huge(const bench_options *options, const pace *budget) {
    bench_set set;
    bench_progress(options, "100,000 units");
    if (!bench_set_generate(&set, WEND_GEN_CAVES, 2048, 1, 1)) {
        return false;
    }
    wend_fleet_def def = {.map = set.map, .units_max = HUGE_UNITS};
    wend_fleet *fleet;
    uint32_t units = (uint32_t)(4 * budget->units), routes = 0;
    if (wend_fleet_create(&def, &fleet, NULL)) {
        bench_set_clear(&set);
        return false;
    }
    uint64_t random = 5;
    for (uint32_t i = 0; i < HUGE_UNITS; i++) {
        wend_state start = draw_free(set.map, &random);
        uint32_t x, y;
        do {
            x = start % 2048 + draw(&random, 201) - 100;
            y = start / 2048 + draw(&random, 201) - 100;
        } while (!wend_map_is_free(set.map, x, y));
        wend_unit unit;
        wend_fleet_add(fleet, start, &unit);
        wend_fleet_send(fleet, unit, wend_map_state(set.map, x, y), NULL);
    }
    bench_samples samples = {0};
    double search_units = 0, all_units = 0;
    for (uint32_t f = 0; f < HUGE_FRAMES; f++) {
        wend_frame frame;
        double before = (double)wend_fleet_describe(fleet).search_units;
        wend_fleet_prepare(fleet, units);
        uint64_t begin = bench_work_now();
        wend_fleet_frame(fleet, units, &frame);
        bench_samples_add(&samples, bench_work_now() - begin);
        routes += frame.routes_found;
        search_units += (double)wend_fleet_describe(fleet).search_units - before;
        all_units += frame.units;
    }
    bench_samples_sort(&samples);
    printf(
        "%u units on %s, four times the budget, %u frames: p50 %.1f ms, p99.9 %.1f ms, %u routes, "
        "%.0f %% of the work in searches, %.0f MB\n",
        HUGE_UNITS, set.name, HUGE_FRAMES, (double)bench_samples_quantile(&samples, 500) / 1e6,
        (double)bench_samples_quantile(&samples, 999) / 1e6, routes, 100 * search_units / all_units,
        (double)wend_fleet_describe(fleet).bytes_allocated / 1e6);
    bench_samples_clear(&samples);
    wend_fleet_destroy(fleet);
    bench_set_clear(&set);
    return true;
}

/* ---- The section ------------------------------------------------------------------------------
 */

bool bench_fleet(const bench_options *options, bench_targets *targets) {
    static bench_table table;
    orders o[3] = {{0}};
    pace budget = {0};
    bool done = true;
    table.rows = 0;
    head_orders(&table);
    for (uint32_t i = 0; done && i < 3; i++) {
        outcome out = {0};
        done = load_orders(&o[i], options, places[i].folder, places[i].name, UNITS);
        if (done && i == 0) {
            budget = (pace){BUDGET_SHOTS * o[0].shot_units, BUDGET_SHOTS * o[0].shot_ns};
        }
        done = done && run_orders(options, &o[i], (uint32_t)budget.units, &out);
        if (done) {
            add_row(&table, targets, &o[i], places[i].name, &out, &budget, places[i].cost_most,
                    BYTES_MOST);
        }
        free(out.frame_ns);
    }
    pace four = {4 * budget.units, 4 * budget.ns};
    orders many[3] = {{0}};
    outcome crowd = {0};
    for (uint32_t i = 0; done && i < 3; i++) {
        outcome out = {0};
        done = load_orders(&many[i], options, places[i].folder, places[i].name, MANY) &&
               run_orders(options, &many[i], (uint32_t)four.units, &out);
        if (done) {
            add_row(&table, targets, &many[i], places[i].name, &out, &four,
                    places[i].cost_most_many, 8e6);
        }
        if (i == 0) {
            crowd = out;
        } else {
            free(out.frame_ns);
        }
    }
    bench_progress(options, "");
    if (done) {
        bench_table_print(&table);
        printf("one search %.1f us, %.0f units of work; a frame of %u of them %.0f us\n",
               o[0].shot_ns / 1e3, o[0].shot_units, BUDGET_SHOTS, budget.ns / 1e3);
        done = compare_agents(options, targets, &many[0], &crowd, four.units) &&
               compare_following(&many[0], UNITS) && compare_following(&many[0], MANY);
    }
    if (done) {
        compare_group(targets, &o[0], places[0].name, (uint32_t)budget.units);
        compare_group(targets, &o[1], places[1].name, (uint32_t)budget.units);
        done = run_storm(options, targets, &o[0], (uint32_t)budget.units) &&
               run_huge(options, &budget);
    }
    free(crowd.frame_ns);
    for (uint32_t i = 0; i < 3; i++) {
        clear_orders(&o[i]);
        clear_orders(&many[i]);
    }
    return done;
}
