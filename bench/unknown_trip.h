/* bench/unknown_trip.h - trips over terrain that the agent finds out on the way. */
#ifndef BENCH_UNKNOWN_TRIP_H
#define BENCH_UNKNOWN_TRIP_H

#include "bench_sets.h"
#include "samples.h"

/* A world with what is believed of it. One belief serves many trips: it is set back between them,
 * which is faster than making a map. */
typedef struct unknown_world {
    wend_map *map;
    wend_belief *belief;
    char *first; /* the cells as they were believed at first */
    uint32_t width, height;
} unknown_world;

/* The world has the cells of `map` and this rule for corners; nothing is believed of it yet. */
bool unknown_world_open(unknown_world *world, const wend_map *map, wend_corners corners);
void unknown_world_close(unknown_world *world);

/* Another belief: that share of the blocked cells is known at first, drawn by `seed`. */
bool unknown_world_hide(unknown_world *world, uint32_t known_permille, uint64_t seed);

/* The same belief as at first. No agent may use its map meanwhile. */
void unknown_world_forget(unknown_world *world);

/* An agent for a problem on what is believed. Null if there is no memory. */
wend_agent *unknown_agent(const unknown_world *world, const bench_problem *problem,
                          const char *algo);

/* Senses from where the agent is, as it does before every tick. */
void unknown_sense(const unknown_world *world, const wend_agent *agent);

/* The ticks until the agent arrives, 0 if it does not. */
uint64_t unknown_ticks(unknown_world *world, const bench_problem *problem, const char *algo,
                       uint32_t budget);

/* The same of "tbjps" without its rule to follow the route that it had while it plans another, and
 * of an agent of cells with it (unknown_following.c). */
uint64_t unknown_ticks_forgetting(unknown_world *world, const bench_problem *problem,
                                  const char *algo, uint32_t budget);
uint64_t unknown_ticks_following(unknown_world *world, const bench_problem *problem,
                                 const char *algo, uint32_t budget);

/* The same for an agent that stands still while it plans, for several budgets at once: it makes the
 * same moves with all of them, and a plan of E expansions takes ceil(E / R) ticks, or one. Also the
 * moves, which are the ticks of one that needs no time. False if it does not arrive. */
bool unknown_ticks_of_planner(unknown_world *world, const bench_problem *problem, const char *algo,
                              const uint32_t *budgets, uint32_t count, uint64_t *ticks,
                              uint64_t *moves);

/* What a tick that used its whole budget took on average, in ns of processor time, and what sensing
 * before a tick did. Adds to the sums. */
typedef struct unknown_times {
    double tick_ns, sense_ns;
    uint64_t ticks, senses;
} unknown_times;

bool unknown_time_trip(unknown_world *world, const bench_problem *problem, const char *algo,
                       uint32_t budget, unknown_times *sum);

/* Ticks that are bounded by a clock, those in which the agent planned, and beside each a loop that
 * reads the clock for as long; in ns. */
bool unknown_timed_trip(unknown_world *world, const bench_problem *problem, const char *algo,
                        uint64_t allowed, bench_samples *ticks, bench_samples *loops);

#endif
