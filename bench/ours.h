/* bench/ours.h - one A* query of wend through the public interface, and its cost. */
#ifndef BENCH_OURS_H
#define BENCH_OURS_H

#include "bench_sets.h"

/* The budget of a tick when a complete query is timed. */
#define BENCH_QUERY_BUDGET 4096u

typedef struct bench_query {
    uint64_t all_ns;  /* creating the agent, reserving, ticks until it moves, and destroying it */
    uint64_t tick_ns; /* only the ticks */
    uint64_t expansions;
    uint64_t work;
    size_t most_bytes; /* the maximum memory in use by an agent */
} bench_query;

/* Answers a problem with an algorithm that plans first, and adds its cost to `sum`. Returns false
 * without a route or memory. */
bool bench_query_of(const char *algo, const bench_set *set, const bench_problem *problem,
                    bench_query *sum);

/* The same with A*. */
bool bench_ours_query(const bench_set *set, const bench_problem *problem, bench_query *sum);

/* The length of the agent's route in cells; negative if it does not arrive. */
double bench_length_of(const char *algo, const bench_set *set, const bench_problem *problem);

/* The same with A*. */
double bench_ours_length(const bench_set *set, const bench_problem *problem);

#endif
