#include "run/fleet_run.h"

#include "common/messages.h"
#include "common/random.h"

#include <math.h>
#include <stdlib.h>

/* ---- Orders --------------------------------------------------------------------------------- */

/* Maximum number of consecutive pairs without a route. */
#define TRIES_MAX 10000u

static wend_state random_cell(const wend_map *map, uint64_t *seed) {
    uint32_t x, y;
    do {
        x = random_below(seed, wend_map_width(map));
        y = random_below(seed, wend_map_height(map));
    } while (!wend_map_is_free(map, x, y));
    return wend_map_state(map, x, y);
}

/* Chooses two cells with a route between them. */
static int random_trip(const wend_components *components, uint64_t *seed, wend_state *start,
                       wend_state *goal) {
    for (uint32_t tries = 0; tries < TRIES_MAX; tries++) {
        *start = random_cell(wend_components_map(components), seed);
        *goal = random_cell(wend_components_map(components), seed);
        if (*start != *goal &&
            wend_components_reach(components, *start, *goal) == WEND_REACH_REACHABLE) {
            return 0;
        }
    }
    return fail_usage("no route between any of %u random pairs of cells", TRIES_MAX);
}

static int order_random(struct fleet_run *run, const wend_components *components, uint64_t *seed) {
    int code = 0;
    for (uint32_t i = 0; !code && i < run->count; i++) {
        code = random_trip(components, seed, &run->units[i].start, &run->units[i].goal);
    }
    return code;
}

/* Places the next units on the cells of a square ring around `middle` that are reachable from
 * there. The goals of the units are set; no unit starts on its goal. */
static void fill_ring(struct fleet_run *run, const wend_components *components, wend_state middle,
                      int64_t distance, uint32_t end, uint32_t *next) {
    int64_t mx = wend_map_x(run->map, middle), my = wend_map_y(run->map, middle);
    for (int64_t y = my - distance; y <= my + distance; y++) {
        bool is_edge = y == my - distance || y == my + distance;
        int64_t step = is_edge || distance == 0 ? 1 : 2 * distance;
        for (int64_t x = mx - distance; x <= mx + distance && *next < end; x += step) {
            bool is_inside =
                x >= 0 && y >= 0 && x < wend_map_width(run->map) && y < wend_map_height(run->map);
            wend_state cell =
                is_inside ? wend_map_state(run->map, (uint32_t)x, (uint32_t)y) : WEND_STATE_NONE;
            if (is_inside && cell != run->units[*next].goal &&
                wend_components_reach(components, middle, cell) == WEND_REACH_REACHABLE) {
                run->units[(*next)++].start = cell;
            }
        }
    }
}

/* Makes groups of neighbouring units with one goal each. Units share cells if there are too few. */
static int order_groups(struct fleet_run *run, const wend_components *components, uint32_t groups,
                        uint64_t *seed) {
    int64_t sides = (int64_t)wend_map_width(run->map) + wend_map_height(run->map);
    for (uint32_t g = 0, next = 0; g < groups; g++) {
        wend_state middle, goal;
        int code = random_trip(components, seed, &middle, &goal);
        if (code) {
            return code;
        }
        uint32_t begin = next, end = (uint32_t)((uint64_t)run->count * (g + 1) / groups);
        for (uint32_t i = begin; i < end; i++) {
            run->units[i].goal = goal;
        }
        for (int64_t distance = 0; next < end; distance = (distance + 1) % sides) {
            fill_ring(run, components, middle, distance, end, &next);
        }
    }
    return 0;
}

static int choose_orders(struct fleet_run *run) {
    wend_components *components;
    if (wend_map_free_count(run->map) < 2) {
        return fail_usage("the map has fewer than two free cells");
    }
    if (wend_components_create(&(wend_components_def){.map = run->map}, &components, NULL)) {
        return fail_machine("no memory");
    }
    uint64_t seed = run->setting.seed;
    int code = run->setting.order == ORDER_RANDOM
                   ? order_random(run, components, &seed)
                   : order_groups(run, components,
                                  run->setting.order == ORDER_ONE ? 1 : FLEET_GROUPS, &seed);
    wend_components_destroy(components);
    return code;
}

/* ---- Frames --------------------------------------------------------------------------------- */

int fleet_run_begin(struct fleet_run *run, const wend_map *map,
                    const struct fleet_setting *setting) {
    *run = (struct fleet_run){.map = map, .setting = *setting, .count = setting->units};
    run->units = calloc(run->count, sizeof *run->units);
    if (!run->units) {
        return fail_machine("out of memory for %u units", run->count);
    }
    int code = choose_orders(run);
    return code ? code : fleet_run_rewind(run);
}

void fleet_run_clear(struct fleet_run *run) {
    wend_fleet_destroy(run->fleet);
    free(run->units);
    *run = (struct fleet_run){0};
}

static wend_error add_unit(struct fleet_run *run, const struct fleet_unit *order) {
    wend_unit unit;
    wend_error error = wend_fleet_add(run->fleet, order->start, &unit);
    if (error) {
        return error;
    }
    run->units[wend_unit_slot(unit)] = (struct fleet_unit){
        .unit = unit, .start = order->start, .goal = order->goal, .at = order->start};
    return WEND_OK;
}

/* The number of groups; 0: every unit has its own order. */
static uint32_t group_count(const struct fleet_run *run) {
    return run->setting.order == ORDER_RANDOM ? 0
           : run->setting.order == ORDER_ONE  ? 1
                                              : FLEET_GROUPS;
}

/* Consecutive units with equal goals get a group order. */
static wend_error send_units(struct fleet_run *run) {
    wend_unit *group = calloc(run->count + 1u, sizeof *group);
    wend_error error = group ? WEND_OK : WEND_ERROR_MEMORY;
    for (uint32_t begin = 0, end; !error && begin < run->count; begin = end) {
        const struct fleet_unit *first = &run->units[begin];
        for (end = begin; end < run->count && run->units[end].goal == first->goal; end++) {
            group[end - begin] = run->units[end].unit;
        }
        error = end - begin > 1
                    ? wend_fleet_set_group_goal(run->fleet, group, end - begin, first->goal, NULL)
                    : wend_fleet_set_goal(run->fleet, first->unit, first->goal, NULL);
    }
    free(group);
    return error;
}

int fleet_run_rewind(struct fleet_run *run) {
    wend_fleet_def def = {.map = run->map,
                          .time_bank = run->setting.frame_ns,
                          .units_max = run->count,
                          .wait = run->setting.waiting,
                          .fields_max = group_count(run)};
    wend_diagnosis diagnosis = {0};
    wend_fleet_destroy(run->fleet);
    run->fleet = NULL;
    run->frames = run->work = run->bank_ns = 0;
    run->planning_ns = run->worst_ns = run->frames_over = run->goal_ns = 0;
    run->max_work = 0;
    run->moved = run->arrived = run->unreachable = 0;
    run->last = (wend_frame){0};
    run->over = false;
    wend_error error = wend_fleet_create(&def, &run->fleet, &diagnosis);
    if (error == WEND_ERROR_MEMORY) {
        return fail_machine("out of memory for %u units", run->count);
    }
    if (error) {
        return fail_usage("--fleet: %s", *diagnosis.text ? diagnosis.text : wend_error_text(error));
    }
    for (uint32_t i = 0; !error && i < run->count; i++) {
        struct fleet_unit order = run->units[i]; /* its slot may be that of a later unit */
        error = add_unit(run, &order);
    }
    error = error ? error : send_units(run);
    return error ? fail_machine("--fleet: %s", wend_error_text(error)) : 0;
}

static uint64_t read_clock(void *context) {
    (void)context;
    return now_ns();
}

/* Measures a loop that ends after the time of a frame, for comparison with frames. */
static void time_loop(struct fleet_run *run) {
    uint64_t begin = now_ns(), end;
    do {
        end = now_ns();
    } while (end - begin < run->setting.frame_ns);
    histogram_add(run->loop_ns, end - begin);
}

/* The cost without rounding to integers: the length times the mean of two factors. */
static double cost_of_move(const wend_map *map, wend_state from, wend_state to) {
    double dx = (double)wend_map_x(map, from) - wend_map_x(map, to);
    double dy = (double)wend_map_y(map, from) - wend_map_y(map, to);
    double length = hypot(dx, dy), unit = wend_domain_unit(wend_map_domain(map));
    return length * round(2 * wend_map_move_cost(map, from, to) / (length * unit)) / 2;
}

static void note_moves(struct fleet_run *run) {
    for (uint32_t i = 0; i < run->count; i++) {
        struct fleet_unit *u = &run->units[i];
        wend_state now = wend_fleet_state(run->fleet, u->unit);
        u->status = wend_fleet_status(run->fleet, u->unit);
        if (u->status == WEND_UNIT_FOLLOWING && !u->route) {
            u->route = run->frames;
        }
        if (now != u->at) {
            u->cost += cost_of_move(run->map, u->at, now);
            u->at = now;
            run->moved += u->first_move == 0;
            u->first_move = u->first_move ? u->first_move : run->frames;
        }
    }
}

static void note_events(struct fleet_run *run) {
    for (uint32_t i = 0; i < run->last.event_count; i++) {
        const wend_event *event = &run->last.events[i];
        struct fleet_unit *u = &run->units[wend_unit_slot(event->unit)];
        if (event->kind == WEND_EVENT_ROUTE) {
            u->route = u->route ? u->route : run->frames;
        } else if (event->kind == WEND_EVENT_ARRIVED) {
            run->arrived += u->arrival == 0;
            u->arrival = run->frames;
        } else if (event->kind == WEND_EVENT_UNREACHABLE) {
            run->unreachable += !u->is_unreachable;
            u->is_unreachable = true;
        }
    }
}

/* Counts a frame that took `ns`. */
static void note_frame(struct fleet_run *run, uint64_t ns) {
    uint64_t length = run->setting.frame_ns;
    run->frames++;
    run->work += run->last.work;
    run->max_work = run->last.work > run->max_work ? run->last.work : run->max_work;
    run->planning_ns += ns;
    run->worst_ns = ns > run->worst_ns ? ns : run->worst_ns;
    run->frames_over += length && ns > length;
    run->goal_ns += ns > length ? ns : length;
    if (run->frame_ns) {
        histogram_add(run->frame_ns, ns);
    }
    if (run->loop_ns && length) {
        time_loop(run);
    }
}

int fleet_run_frame(struct fleet_run *run) {
    const struct fleet_setting *setting = &run->setting;
    const wend_clock clock = {read_clock, NULL};
    wend_error error = wend_fleet_reserve(run->fleet, setting->budget);
    if (error && error != WEND_ERROR_MEMORY) { /* without memory it continues more slowly */
        return fail_machine("--fleet: %s", wend_error_text(error));
    }
    uint64_t begin = now_ns();
    wend_budget budget = {
        .work = setting->budget, .nanoseconds = setting->frame_ns, .clock = &clock};
    error = wend_fleet_frame(run->fleet, budget, &run->last);
    uint64_t ns = now_ns() - begin;
    if (error) {
        return fail_machine("--fleet: %s", wend_error_text(error));
    }
    note_frame(run, ns);
    note_moves(run);
    note_events(run);
    run->over = run->arrived + run->unreachable >= run->count || run->frames >= setting->max_frames;
    return 0;
}
