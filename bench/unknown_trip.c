#include "unknown_trip.h"

#include <wend/research.h>

#include "agent/agent.h"
#include "clock.h"

#include <stdlib.h>
#include <string.h>

#define TICKS_MAX   20000000u
#define PLAN_BUDGET 4096u /* of a tick of an agent whose ticks are computed */
#define NS_FOR_ONE  12u   /* no expansion is faster */

/* ---- The world and the belief ---------------------------------------------------------------- */

bool unknown_world_open(unknown_world *world, const wend_map *map, wend_corners corners) {
    *world = (unknown_world){.width = wend_map_width(map), .height = wend_map_height(map)};
    size_t size = (size_t)world->width * world->height;
    wend_map_def def = {.width = world->width, .height = world->height, .corners = corners};
    world->first = malloc(size);
    for (size_t i = 0; world->first && i < size; i++) {
        world->first[i] =
            wend_map_cell(map, (uint32_t)(i % world->width), (uint32_t)(i / world->width));
    }
    def.cells = world->first;
    return world->first && wend_map_create(&def, &world->map, NULL) == WEND_OK;
}

void unknown_world_close(unknown_world *world) {
    wend_belief_destroy(world->belief);
    wend_map_destroy(world->map);
    free(world->first);
    *world = (unknown_world){0};
}

bool unknown_world_hide(unknown_world *world, uint32_t known_permille, uint64_t seed) {
    wend_belief_destroy(world->belief);
    world->belief = NULL;
    wend_belief_def def = {.world = world->map, .known_permille = known_permille, .seed = seed};
    if (wend_belief_create(&def, &world->belief, NULL)) {
        return false;
    }
    const wend_map *map = wend_belief_map(world->belief);
    for (uint32_t y = 0; y < world->height; y++) {
        for (uint32_t x = 0; x < world->width; x++) {
            world->first[(size_t)y * world->width + x] = wend_map_cell(map, x, y);
        }
    }
    return true;
}

void unknown_world_forget(unknown_world *world) {
    const wend_map *map = wend_belief_map(world->belief);
    for (uint32_t y = 0; y < world->height; y++) {
        for (uint32_t x = 0; x < world->width; x++) {
            char was = world->first[(size_t)y * world->width + x];
            if (wend_map_cell(map, x, y) != was) {
                wend_belief_observe(world->belief, x, y, was);
            }
        }
    }
}

wend_agent *unknown_agent(const unknown_world *world, const bench_problem *problem,
                          const char *algo) {
    const wend_map *map = wend_belief_map(world->belief);
    wend_agent_def def = {0};
    def.map = map;
    def.start = wend_map_state(map, problem->start_x, problem->start_y);
    def.goal = wend_map_state(map, problem->goal_x, problem->goal_y);
    def.algo = wend_algo_find(algo);
    wend_agent *agent;
    return wend_agent_create(&def, &agent, NULL) ? NULL : agent;
}

void unknown_sense(const unknown_world *world, const wend_agent *agent) {
    wend_state at = wend_agent_state(agent);
    wend_belief_sense(world->belief, wend_map_x(world->map, at), wend_map_y(world->map, at));
}

/* ---- Counting ticks -------------------------------------------------------------------------- */

static wend_tick next_tick(const unknown_world *world, wend_agent *agent, uint32_t budget) {
    wend_tick tick = {.status = WEND_AGENT_OUT_OF_MEMORY};
    unknown_sense(world, agent);
    if (wend_agent_reserve_expansions(agent, budget) == WEND_OK) {
        wend_agent_tick_expansions(agent, budget, &tick);
    }
    return tick;
}

static void end_trip(unknown_world *world, wend_agent *agent) {
    wend_agent_destroy(agent);
    unknown_world_forget(world);
}

static uint64_t ticks_of(unknown_world *world, wend_agent *agent, uint32_t budget) {
    wend_tick tick = {.status = WEND_AGENT_WAITING};
    uint64_t ticks = 0;
    while (agent && wend_agent_is_active(tick.status) && ticks < TICKS_MAX) {
        tick = next_tick(world, agent, budget);
        ticks++;
    }
    end_trip(world, agent);
    return agent && tick.status == WEND_AGENT_ARRIVED ? ticks : 0;
}

uint64_t unknown_ticks(unknown_world *world, const bench_problem *problem, const char *algo,
                       uint32_t budget) {
    return ticks_of(world, unknown_agent(world, problem, algo), budget);
}

uint64_t unknown_ticks_forgetting(unknown_world *world, const bench_problem *problem,
                                  const char *algo, uint32_t budget) {
    wend_agent *agent = unknown_agent(world, problem, algo);
    if (agent) {
        agent->planner.parameters.follows_old_route = false;
    }
    return ticks_of(world, agent, budget);
}

bool unknown_ticks_of_planner(unknown_world *world, const bench_problem *problem, const char *algo,
                              const uint32_t *budgets, uint32_t count, uint64_t *ticks,
                              uint64_t *moves) {
    wend_agent *agent = unknown_agent(world, problem, algo);
    wend_tick tick = {.status = WEND_AGENT_WAITING};
    memset(ticks, 0, count * sizeof *ticks);
    *moves = 0;
    uint64_t expansions = 0; /* of the plan that is being made */
    while (agent && wend_agent_is_active(tick.status)) {
        tick = next_tick(world, agent, PLAN_BUDGET);
        expansions += tick.expansions;
        if (!(tick.flags & WEND_TICK_MOVED)) {
            continue;
        }
        for (uint32_t b = 0; b < count; b++) {
            ticks[b] += expansions ? (expansions + budgets[b] - 1) / budgets[b] : 1;
        }
        expansions = 0;
        ++*moves;
    }
    end_trip(world, agent);
    return agent && tick.status == WEND_AGENT_ARRIVED;
}

/* ---- Measuring time -------------------------------------------------------------------------- */

/* The time to read the clock of processor time, which is subtracted. */
static double clock_ns(void) {
    static double ns;
    if (ns == 0) {
        double reads[99];
        for (size_t i = 0; i < 99; i++) {
            uint64_t begin = bench_work_now();
            reads[i] = (double)(bench_work_now() - begin);
        }
        ns = bench_median(reads, 99);
    }
    return ns;
}

/* Whether the tick has used its whole budget: a tick that ended a plan, or only followed one, had
 * too little work. */
static bool has_planned_on(const wend_tick *tick) {
    return tick->work > 0 && !(tick->flags & WEND_TICK_FOUND);
}

bool unknown_time_trip(unknown_world *world, const bench_problem *problem, const char *algo,
                       uint32_t budget, unknown_times *sum) {
    wend_agent *agent = unknown_agent(world, problem, algo);
    wend_tick tick = {.status = WEND_AGENT_WAITING};
    while (agent && wend_agent_is_active(tick.status) && sum->ticks < 100000) {
        uint64_t begin = bench_work_now();
        unknown_sense(world, agent);
        sum->sense_ns += (double)(bench_work_now() - begin) - clock_ns();
        sum->senses++;
        wend_agent_reserve_expansions(agent, budget);
        begin = bench_work_now();
        wend_agent_tick_expansions(agent, budget, &tick);
        uint64_t ns = bench_work_now() - begin;
        if (has_planned_on(&tick)) {
            sum->tick_ns += (double)ns - clock_ns();
            sum->ticks++;
        }
    }
    end_trip(world, agent);
    return agent != NULL;
}

static uint64_t now(void *context) {
    (void)context;
    return bench_now();
}

bool unknown_timed_trip(unknown_world *world, const bench_problem *problem, const char *algo,
                        uint64_t allowed, bench_samples *ticks, bench_samples *loops) {
    const wend_clock clock = {now, NULL};
    uint32_t budget = (uint32_t)(allowed / NS_FOR_ONE);
    wend_agent *agent = unknown_agent(world, problem, algo);
    wend_tick tick = {.status = WEND_AGENT_WAITING};
    for (uint32_t i = 0; agent && wend_agent_is_active(tick.status) && i < TICKS_MAX; i++) {
        unknown_sense(world, agent);
        wend_agent_reserve_expansions(agent, budget);
        uint64_t begin = bench_now();
        wend_agent_tick(agent,
                        (wend_budget){.work = (uint64_t)budget * WEND_WORK_EXPANSION,
                                      .nanoseconds = allowed,
                                      .clock = &clock},
                        &tick);
        uint64_t end = bench_now();
        if (has_planned_on(&tick)) {
            bench_samples_add(ticks, end - begin);
            begin = bench_now();
            while (bench_now() - begin < allowed) {
            }
            bench_samples_add(loops, bench_now() - begin);
        }
    }
    end_trip(world, agent);
    return agent && !ticks->failed && !loops->failed;
}
