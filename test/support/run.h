/* support/run.h - runs an agent from its start to its end and checks every tick. */
#ifndef TEST_RUN_H
#define TEST_RUN_H

#include <wend/agent.h>

#include "support/plain_map.h"

/* The agent and its budget. */
typedef struct run_case {
    const plain_map *truth; /* the rules for checking moves */
    wend_agent_def def;     /* the allocator is replaced */
    uint32_t budget;
    uint32_t budget_max;         /* if larger, each tick draws its budget from `budget` to this */
    const wend_cost *from_start; /* the reference's distances from the start */
} run_case;

#define RUN_LOG_MAX 20000

/* Every tick, for further checks. */
typedef struct run_log {
    uint32_t count;
    wend_tick ticks[RUN_LOG_MAX];
} run_log;

typedef struct run_result {
    wend_agent_status status;
    uint64_t ticks;
    uint64_t moves;
    uint64_t cost;
    uint64_t backtracks;
    uint64_t expansions;
    uint32_t most_expansions; /* of one tick */
    uint64_t units;
    uint32_t most_units; /* of one tick */
    uint64_t trace_steps;
    uint64_t replans;
    uint64_t shortcuts;
    uint64_t found_tick;       /* 0: never */
    uint64_t found_expansions; /* up to the end of that tick */
    /* Path changes since then: a trace that is running may still finish, then that of the complete
     * route does. */
    uint64_t found_replans;
    uint64_t shortcut_cost; /* travelled before the tick that found a shortcut */
    wend_state shortcut_at; /* where the agent stood then */
    uint64_t traced_cost;   /* travelled before the tick of the last change */
    wend_state traced_at;   /* where the agent stood before that tick */
} run_result;

/* `log` may be NULL. */
run_result run_agent(const run_case *c, run_log *log);

/* Runs the agent and checks the end, too: it arrives if and only if there is a route, and once it
 * knows the route it travels no further than back to the start and along the route. */
run_result run_to_end(const run_case *c, run_log *log);

#endif
