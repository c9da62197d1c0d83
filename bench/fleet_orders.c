#include "fleet_orders.h"

#include "clock.h"

#include <wend/research.h>
#include <wend/movingai.h>

#include <stdlib.h>

#define PLENTY 1000000u /* a budget of an agent that is enough for any search */

uint32_t orders_draw(uint64_t *random, uint32_t below) {
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    return (uint32_t)((*random >> 32) * below >> 32);
}

void orders_clear(orders *o) {
    wend_map_destroy(o->map);
    free(o->start);
    free(o->goal);
    free(o->best);
    *o = (orders){0};
}

wend_state orders_draw_cell(const wend_map *map, uint64_t *random) {
    uint32_t width = wend_map_width(map), cells = width * wend_map_height(map);
    wend_state state;
    do {
        state = orders_draw(random, cells);
    } while (!wend_map_is_free(map, state % width, state / width));
    return state;
}

/* Runs a complete search by an agent that has its memory; then follows the route. Returns false
 * without a route. */
static bool shoot(wend_agent *agent, wend_state start, wend_state goal, bool follow, uint64_t *ns,
                  uint64_t *units, double *cost, uint64_t *moves) {
    wend_tick tick;
    wend_agent_teleport(agent, start);
    wend_agent_set_goal(agent, goal);
    wend_agent_reserve_expansions(
        agent, PLENTY); /* for this search: what is there depends on the last one */
    uint64_t begin = bench_work_now();
    wend_agent_tick_expansions(agent, PLENTY, &tick);
    *ns += bench_work_now() - begin;
    if (tick.status == WEND_AGENT_UNREACHABLE) {
        return false;
    }
    *units += tick.work;
    *cost = tick.cost;
    for (++*moves; follow && tick.status != WEND_AGENT_ARRIVED; ++*moves) {
        wend_agent_tick_expansions(agent, PLENTY, &tick);
        *cost += tick.cost;
    }
    return true;
}

static bool draw_orders(orders *o, uint32_t count, uint64_t random) {
    o->start = malloc(count * sizeof *o->start);
    o->goal = malloc(count * sizeof *o->goal);
    o->best = malloc(count * sizeof *o->best);
    wend_state any = orders_draw_cell(o->map, &random);
    wend_agent_def def = {.map = o->map, .algo = wend_algo_jps(), .start = any, .goal = any};
    wend_agent *agent = NULL;
    if (!o->start || !o->goal || !o->best || wend_agent_create(&def, &agent, NULL)) {
        return false;
    }
    uint64_t unused = 0, units = 0, moves = 0;
    while (o->count < count) {
        wend_state start = orders_draw_cell(o->map, &random),
                   goal = orders_draw_cell(o->map, &random);
        uint64_t before = moves;
        if (start != goal &&
            shoot(agent, start, goal, true, &unused, &units, &o->best[o->count], &moves)) {
            o->start[o->count] = start;
            o->goal[o->count++] = goal;
            uint32_t length = (uint32_t)(moves - before);
            o->moves_most = length > o->moves_most ? length : o->moves_most;
        }
    }
    wend_agent_destroy(agent);
    o->shot_units = (double)units / count;
    o->moves = (double)moves / count;
    return true;
}

static bool load_map(wend_map **map, const bench_options *options, const orders *o) {
    char path[512];
    wend_map_def def = {0};
    snprintf(path, sizeof path, "%s/maps/%s/%s.map", options->data, o->folder, o->name);
    return !wend_map_load(&def, path, map, NULL);
}

bool orders_load(orders *o, const bench_options *options, const char *folder, const char *name,
                 uint32_t count, uint64_t seed) {
    *o = (orders){.folder = folder, .name = name};
    bench_progress(options, name);
    return load_map(&o->map, options, o) && draw_orders(o, count, seed);
}

double orders_time(const orders *o) {
    wend_agent_def def = {
        .map = o->map, .algo = wend_algo_jps(), .start = o->start[0], .goal = o->start[0]};
    wend_agent *agent;
    if (wend_agent_create(&def, &agent, NULL)) {
        return 0;
    }
    uint64_t ns = 0, unused = 0;
    double cost;
    for (uint32_t i = 0; i < o->count; i++) {
        shoot(agent, o->start[i], o->goal[i], false, &ns, &unused, &cost, &unused);
    }
    wend_agent_destroy(agent);
    return (double)ns / o->count;
}

double orders_budget(const orders *o) {
    return FLEET_BUDGET_SHOTS * o->shot_units;
}

double orders_best(const orders *o) {
    double sum = 0;
    for (uint32_t i = 0; i < o->count; i++) {
        sum += o->best[i];
    }
    return sum;
}

/* The goal of an order is walled in, so that its search covers the whole reachable area. */
double orders_most(const orders *o, const bench_options *options) {
    wend_map *map = NULL;
    wend_agent *agent = NULL;
    uint32_t most = 0;
    wend_state goal = o->goal[0];
    if (!load_map(&map, options, o)) {
        return 0;
    }
    uint32_t x = wend_map_x(map, goal), y = wend_map_y(map, goal);
    for (uint32_t i = 0; i < 9; i++) {
        if (i != 4) {
            wend_map_set_free(map, x + i % 3 - 1, y + i / 3 - 1, false);
        }
    }
    wend_agent_def def = {.map = map, .algo = wend_algo_jps(), .start = goal, .goal = goal};
    if (!wend_agent_create(&def, &agent, NULL)) {
        for (uint32_t i = 1; i < 20; i++) {
            wend_tick tick;
            bool is_there = !wend_agent_teleport(agent, o->start[i]) &&
                            !wend_agent_reserve_expansions(agent, PLENTY) &&
                            !wend_agent_tick_expansions(agent, PLENTY, &tick);
            most = is_there && tick.work > most ? tick.work : most;
        }
    }
    wend_agent_destroy(agent);
    wend_map_destroy(map);
    return most;
}
