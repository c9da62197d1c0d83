/* agent/agent.c - the public face of agents. */
#include "agent/agent.h"

#include <string.h>

/* ---- The roll ------------------------------------------------------------------------------ */

static const wn_algorithm algorithms[] = {
#define WN_ALGORITHM(name, title, paper, domains, terrain, parameters, acting)                     \
    {{name, title, paper, domains, terrain, parameters}, acting},
#include "agent/algos.h"
#undef WN_ALGORITHM
};

uint32_t wend_algo_count(void) {
    return sizeof algorithms / sizeof *algorithms;
}

const wend_algo_info *wend_algo_get(uint32_t index) {
    return index < wend_algo_count() ? &algorithms[index].info : NULL;
}

static const wn_algorithm *find_algorithm(const char *name) {
    for (uint32_t i = 0; name && i < wend_algo_count(); i++) {
        if (strcmp(algorithms[i].info.name, name) == 0) {
            return &algorithms[i];
        }
    }
    return NULL;
}

const wend_algo_info *wend_algo_find(const char *name) {
    const wn_algorithm *algorithm = find_algorithm(name);
    return algorithm ? &algorithm->info : NULL;
}

/* ---- Budgets ------------------------------------------------------------------------------- */

/* N_E, N_T and N_T after the goal is found, for a resource R. */
static wn_budget split(const wend_agent *agent, uint32_t resource) {
    const wend_agent_def *def = &agent->def;
    uint32_t all_trace = wn_mul_sat(resource, def->trace_per_expansion);
    wn_budget budget = {.expansions = resource, .trace_steps = all_trace};
    if (agent->algorithm->acting != WN_ACT_WHEN_COMPLETE) {
        uint32_t share = (uint32_t)((uint64_t)resource * def->expand_permille / 1000);
        budget.expansions = wn_max_u32(share, 1);
        if (budget.expansions < resource) {
            budget.trace_steps = wn_mul_sat(resource - budget.expansions, def->trace_per_expansion);
        }
    }
    budget.trace_steps_found = all_trace;
    return budget;
}

void wend_agent_split(const wend_agent *agent, uint32_t budget, uint32_t *expansions,
                      uint32_t *trace_steps) {
    wn_budget parts = split(agent, budget);
    *expansions = parts.expansions;
    *trace_steps = parts.trace_steps;
}

/* ---- Making and unmaking ------------------------------------------------------------------- */

wend_agent_def wend_agent_def_default(void) {
    return (wend_agent_def){.start = WEND_STATE_NONE,
                            .goal = WEND_STATE_NONE,
                            .algo = "tba",
                            .expand_permille = 900,
                            .trace_per_expansion = 10,
                            .seed = 1};
}

static wend_error check_def(const wend_agent_def *def) {
    if (!def->map || def->expand_permille < 1 || def->expand_permille > 1000 ||
        def->trace_per_expansion < 1 || def->trace_per_expansion > 1000) {
        return WEND_ERROR_ARGUMENT;
    }
    uint32_t cells = wend_map_width(def->map) * wend_map_height(def->map);
    if (def->start >= cells || def->goal >= cells) {
        return WEND_ERROR_OUTSIDE;
    }
    if (!wend_map_free(def->map, wend_map_x(def->map, def->start),
                       wend_map_y(def->map, def->start))) {
        return WEND_ERROR_START_BLOCKED;
    }
    if (!wend_map_free(def->map, wend_map_x(def->map, def->goal),
                       wend_map_y(def->map, def->goal))) {
        return WEND_ERROR_GOAL_BLOCKED;
    }
    return WEND_OK;
}

wend_error wend_agent_create(const wend_agent_def *def, wend_agent **out) {
    if (!def || !out) {
        return WEND_ERROR_ARGUMENT;
    }
    *out = NULL;
    wend_error error = check_def(def);
    if (error) {
        return error;
    }
    const wn_algorithm *algorithm = find_algorithm(def->algo);
    if (!algorithm) {
        return WEND_ERROR_ALGORITHM;
    }
    if ((def->shortcut || def->commit) && algorithm->acting != WN_ACT_EARLY) {
        return WEND_ERROR_UNSUPPORTED;
    }
    wn_memory memory;
    wn_memory_init(&memory, &def->allocator, def->memory_limit);
    wend_agent *agent = wn_memory_take(&memory, sizeof *agent);
    if (!agent) {
        return WEND_ERROR_MEMORY;
    }
    *agent = (wend_agent){.memory = memory, .def = *def, .algorithm = algorithm};
    agent->def.algo = algorithm->info.name;
    if (!wn_time_bounded_init(&agent->planner, def, algorithm->acting, &agent->memory)) {
        wn_memory_give(&memory, agent, sizeof *agent);
        return WEND_ERROR_MEMORY;
    }
    size_t pages = def->preallocate / sizeof(wn_page);
    uint32_t count = pages < UINT32_MAX ? (uint32_t)pages : UINT32_MAX;
    if (!wn_nodes_reserve(&agent->planner.search.nodes, count, 0)) {
        wend_agent_destroy(agent);
        return WEND_ERROR_MEMORY;
    }
    *out = agent;
    return WEND_OK;
}

void wend_agent_destroy(wend_agent *agent) {
    if (agent) {
        wn_time_bounded_clear(&agent->planner);
        wn_memory memory = agent->memory;
        wn_memory_give(&memory, agent, sizeof *agent);
    }
}

/* ---- Ticks --------------------------------------------------------------------------------- */

wend_error wend_agent_reserve(wend_agent *agent, uint32_t budget) {
    if (!agent) {
        return WEND_ERROR_ARGUMENT;
    }
    if (budget < 1 || budget > WEND_BUDGET_MAX) {
        return WEND_ERROR_BUDGET;
    }
    wn_budget parts = split(agent, budget);
    return wn_time_bounded_reserve(&agent->planner, &parts) ? WEND_OK : WEND_ERROR_MEMORY;
}

static bool is_final(wend_status status) {
    return status == WEND_ARRIVED || status == WEND_UNREACHABLE || status == WEND_OVERFLOW;
}

static void count_tick(wend_agent *agent, const wend_tick *tick) {
    wend_counters *counters = &agent->counters;
    counters->ticks++;
    counters->moves += (tick->flags & WEND_TICK_MOVED) != 0;
    counters->backtracks += (tick->flags & WEND_TICK_BACKTRACKED) != 0;
    counters->replans += (tick->flags & WEND_TICK_REPLANNED) != 0;
    counters->expansions += tick->expansions;
    counters->trace_steps += tick->trace_steps;
    counters->max_expansions_per_tick =
        wn_max_u32(counters->max_expansions_per_tick, tick->expansions);
    if ((tick->flags & WEND_TICK_FOUND) && !counters->found_tick) {
        counters->found_tick = counters->ticks;
    }
}

static void run_tick(wend_agent *agent, const wn_budget *budget, wend_tick *tick) {
    *tick = (wend_tick){.status = agent->status};
    if (!is_final(agent->status)) {
        wn_time_bounded_tick(&agent->planner, budget, tick);
        agent->status = tick->status;
        count_tick(agent, tick);
    }
    tick->state = wend_agent_state(agent);
}

wend_error wend_agent_tick(wend_agent *agent, uint32_t budget, wend_tick *tick) {
    if (!agent || !tick) {
        return WEND_ERROR_ARGUMENT;
    }
    if (budget < 1 || budget > WEND_BUDGET_MAX) {
        return WEND_ERROR_BUDGET;
    }
    wn_budget parts = split(agent, budget);
    run_tick(agent, &parts, tick);
    return WEND_OK;
}

wend_error wend_agent_tick_timed(wend_agent *agent, uint64_t nanoseconds, const wend_clock *clock,
                                 uint32_t budget, wend_tick *tick) {
    if (!agent || !tick || !clock || !clock->now) {
        return WEND_ERROR_ARGUMENT;
    }
    if (budget < 1 || budget > WEND_BUDGET_MAX || nanoseconds < 1) {
        return WEND_ERROR_BUDGET;
    }
    wn_budget parts = split(agent, budget);
    uint64_t now = clock->now(clock->context);
    uint64_t share =
        agent->algorithm->acting == WN_ACT_WHEN_COMPLETE ? 1000 : agent->def.expand_permille;
    uint64_t planning = nanoseconds / 1000 * share + nanoseconds % 1000 * share / 1000;
    parts.plan_until = (wn_deadline){clock, now + planning};
    parts.trace_until = (wn_deadline){clock, now + nanoseconds};
    run_tick(agent, &parts, tick);
    return WEND_OK;
}

/* ---- Looking at an agent ------------------------------------------------------------------- */

wend_state wend_agent_state(const wend_agent *agent) {
    return wn_grid_state_of_id(agent->def.map, agent->planner.at);
}

wend_counters wend_agent_counters(const wend_agent *agent) {
    wend_counters counters = agent->counters;
    counters.touched = agent->planner.search.touched;
    counters.bytes_used = wn_time_bounded_bytes(&agent->planner);
    counters.bytes_allocated = agent->memory.used;
    return counters;
}
