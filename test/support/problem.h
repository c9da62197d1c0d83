/* support/problem.h - a random map, two of its cells, and the distances from them. */
#ifndef TEST_PROBLEM_H
#define TEST_PROBLEM_H

#include <wend/agent.h>

#include "support/plain_map.h"
#include "support/variant.h"

typedef struct problem {
    plain_map plain;
    wend_map *map;
    int start;
    int goal;
    wend_cost from_start[PLAIN_CELLS_MAX];
    wend_cost to_goal[PLAIN_CELLS_MAX];
    test_aids aids; /* precomputed data that algorithms need; none at first */
} problem;

/* Returns false if the map has no free cell; otherwise the caller destroys `map`. */
bool problem_draw(problem *p, dice *d, int side_max);

/* The definition of an agent for it. */
wend_agent_def problem_def(const problem *p, const char *algo);

#endif
