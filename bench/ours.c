#include "ours.h"

#include <wend/research.h>

#include "clock.h"

#include <math.h>

bool bench_query_of(const char *algo, const bench_set *set, const bench_problem *problem,
                    bench_query *sum) {
    wend_agent_def def = bench_agent_def(set, problem, algo);
    uint64_t begin = bench_now();
    wend_agent *agent;
    if (wend_agent_create(&def, &agent, NULL)) {
        return false;
    }
    wend_tick tick;
    do {
        wend_agent_reserve_expansions(agent, BENCH_QUERY_BUDGET);
        uint64_t before = bench_now();
        wend_agent_tick_expansions(agent, BENCH_QUERY_BUDGET, &tick);
        sum->tick_ns += bench_now() - before;
        sum->expansions += tick.expansions;
        sum->work += tick.work;
    } while (tick.status == WEND_AGENT_WAITING);
    size_t bytes = wend_agent_stats(agent).bytes_used;
    sum->most_bytes = bytes > sum->most_bytes ? bytes : sum->most_bytes;
    wend_agent_destroy(agent);
    sum->all_ns += bench_now() - begin;
    return tick.flags & WEND_TICK_MOVED;
}

bool bench_ours_query(const bench_set *set, const bench_problem *problem, bench_query *sum) {
    return bench_query_of("astar", set, problem, sum);
}

double bench_length_of(const char *algo, const bench_set *set, const bench_problem *problem) {
    wend_agent_def def = bench_agent_def(set, problem, algo);
    wend_agent *agent;
    if (wend_agent_create(&def, &agent, NULL)) {
        return -1;
    }
    uint64_t straight = 0;
    uint64_t diagonal = 0;
    wend_state at = def.start;
    wend_tick tick;
    do {
        wend_agent_reserve_expansions(agent, BENCH_QUERY_BUDGET);
        wend_agent_tick_expansions(agent, BENCH_QUERY_BUDGET, &tick);
        wend_cost cost = tick.state == at ? 0 : wend_map_move_cost(set->map, at, tick.state);
        straight += cost == WEND_COST_ONE;
        diagonal += cost == WEND_COST_DIAGONAL;
        at = tick.state;
    } while (wend_agent_is_active(tick.status));
    wend_agent_destroy(agent);
    return tick.status == WEND_AGENT_ARRIVED ? (double)straight + (double)diagonal * sqrt(2) : -1;
}

double bench_ours_length(const bench_set *set, const bench_problem *problem) {
    return bench_length_of("astar", set, problem);
}
