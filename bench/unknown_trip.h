/* bench/unknown_trip.h - trips over terrain that the agent explores on the way. */
#ifndef BENCH_UNKNOWN_TRIP_H
#define BENCH_UNKNOWN_TRIP_H

#include "bench_sets.h"
#include "samples.h"

/* A world and the belief of it. One belief serves many trips: it is reset between them, which is
 * faster than creating a map. */
typedef struct unknown_world {
    wend_map *map;
    wend_belief *belief;
    char *first; /* the cells of the initial belief */
    uint32_t width, height;
} unknown_world;

/* The world has the cells of `map` and the given corner rule; the belief is still empty. */
bool unknown_world_open(unknown_world *world, const wend_map *map, wend_corners corners);
void unknown_world_close(unknown_world *world);

/* A new belief: the given share of the blocked cells is known initially, drawn by `seed`. */
bool unknown_world_hide(unknown_world *world, uint32_t known_permille, uint64_t seed);

/* Resets the belief to its initial state. No agent may use its map meanwhile. */
void unknown_world_forget(unknown_world *world);

/* Creates an agent for a problem on the belief. Returns NULL without memory. */
wend_agent *unknown_agent(const unknown_world *world, const bench_problem *problem,
                          const char *algo);

/* Observes from the agent's position, as it does before every tick. */
void unknown_sense(const unknown_world *world, const wend_agent *agent);

/* The ticks until the agent arrives, 0 if it does not. */
uint64_t unknown_ticks(unknown_world *world, const bench_problem *problem, const char *algo,
                       uint32_t budget);

/* The same for "tbjps" without its rule to follow the old route while it plans a new one, and for a
 * cell-by-cell agent with that rule (unknown_following.c). */
uint64_t unknown_ticks_forgetting(unknown_world *world, const bench_problem *problem,
                                  const char *algo, uint32_t budget);
uint64_t unknown_ticks_following(unknown_world *world, const bench_problem *problem,
                                 const char *algo, uint32_t budget);

/* The same for an agent that stands still while it plans, for several budgets at once: it makes the
 * same moves with all of them, and a plan of E expansions takes ceil(E / R) ticks, or one. Also
 * writes the moves, which are the ticks of an agent that needs no time. Returns false if it does
 * not arrive. */
bool unknown_ticks_of_planner(unknown_world *world, const bench_problem *problem, const char *algo,
                              const uint32_t *budgets, uint32_t count, uint64_t *ticks,
                              uint64_t *moves);

/* The mean duration of a tick that used its whole budget, in ns of processor time, and of the
 * observation before a tick. Adds to the sums. */
typedef struct unknown_times {
    double tick_ns, sense_ns;
    uint64_t ticks, senses;
} unknown_times;

bool unknown_time_trip(unknown_world *world, const bench_problem *problem, const char *algo,
                       uint32_t budget, unknown_times *sum);

/* Ticks with a time limit, those in which the agent planned, each followed by a loop that reads the
 * clock for as long; in ns. */
bool unknown_timed_trip(unknown_world *world, const bench_problem *problem, const char *algo,
                        uint64_t allowed, bench_samples *ticks, bench_samples *loops);

#endif
