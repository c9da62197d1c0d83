/* plan/parameters.c - the table of parameters: range and default of each, and its field. */
#include "plan/planner.h"

#include <stddef.h>
#include <string.h>

typedef struct row {
    wend_parameter_info info;
    size_t field; /* in wend_agent_def */
    size_t size;
} row;

#define ROW(field, title, kind, min, max, default_value)                                           \
    {                                                                                              \
        {#field, title, WEND_PARAMETER_##kind, min, max, default_value},                           \
            offsetof(wend_agent_def, field), sizeof(((wend_agent_def *)0)->field)                  \
    }
#define AID(field, title)                                                                          \
    {                                                                                              \
        {#field, title, WEND_PARAMETER_AID, 0, 0, 0}, offsetof(wend_agent_def, field),             \
            sizeof(void *)                                                                         \
    }

/* In the order of wend_parameter. */
static const row rows[WEND_PARAMETER_COUNT] = {
    ROW(expand_permille, "the share of a tick that goes to expansions", PERMILLE, 1, 1000, 900),
    ROW(trace_per_expansion, "steps of tracing that cost as much as an expansion", NUMBER, 1, 1000,
        10),
    ROW(shortcut, "search for a shortcut to the route", SWITCH, 0, 1, 0),
    ROW(commit, "stay with a path unless the new one is as long", SWITCH, 0, 1, 0),
    ROW(weight_permille, "the weight of h", PERMILLE, 1000, 100000, 1000),
    ROW(reopen, "expand states again when a cheaper way is found", SWITCH, 0, 1, 0),
    ROW(moves, "moves per search", CHOICE, WEND_MOVES_DEFAULT, WEND_MOVES_ALL, WEND_MOVES_DEFAULT),
    ROW(depth, "moves of look-ahead", NUMBER, 1, WEND_DEPTH_MAX, 0),
    ROW(queue_size, "updates per move", NUMBER, 1, WEND_QUEUE_MAX, 0),
    AID(abstraction, "regions of the map"),
    ROW(level, "level of the abstraction", NUMBER, 1, WEND_LEVELS_MAX, 0),
    ROW(gamma_permille, "the weight of costs", PERMILLE, 1, 1000, 0),
    AID(subgoals, "table of subgoals"),
    ROW(seed, "of random choices", NUMBER, 0, UINT64_MAX, 1),
};

const wend_parameter_info *wend_parameter_get(uint32_t parameter) {
    return parameter < WEND_PARAMETER_COUNT ? &rows[parameter].info : NULL;
}

bool wend_algo_reads(const wend_algo *algo, wend_parameter parameter) {
    return algo && parameter < WEND_PARAMETER_COUNT && (algo->parameters >> parameter & 1);
}

/* Where wend_agent_def_default has 0, the algorithm's own default. */
static uint64_t own_default(const wend_algo *algo, wend_parameter parameter) {
    switch (parameter) {
    case WEND_PARAMETER_DEPTH:
        /* Moves between regions lead further than those between cells. */
        return wend_algo_reads(algo, WEND_PARAMETER_ABSTRACTION) ? 5 : 10;
    case WEND_PARAMETER_QUEUE_SIZE:
        return 100;
    case WEND_PARAMETER_LEVEL:
        return 3;
    case WEND_PARAMETER_GAMMA_PERMILLE:
        return WN_FACTOR_ONE;
    default:
        return 0;
    }
}

uint64_t wend_algo_default(const wend_algo *algo, wend_parameter parameter) {
    if (!wend_algo_reads(algo, parameter)) {
        return 0;
    }
    uint64_t value = rows[parameter].info.default_value;
    return value ? value : own_default(algo, parameter);
}

uint64_t wend_agent_def_get(const wend_agent_def *def, wend_parameter parameter) {
    const char *field = (const char *)def + rows[parameter].field;
    if (rows[parameter].info.kind == WEND_PARAMETER_AID) {
        const void *aid;
        memcpy(&aid, field, sizeof aid);
        return aid != NULL;
    }
    switch (rows[parameter].size) {
    case sizeof(bool):
        return *(const bool *)field;
    case sizeof(uint32_t):
        return *(const uint32_t *)(const void *)field;
    default:
        return *(const uint64_t *)(const void *)field;
    }
}

void wend_agent_def_set(wend_agent_def *def, wend_parameter parameter, uint64_t value) {
    char *field = (char *)def + rows[parameter].field;
    if (rows[parameter].info.kind == WEND_PARAMETER_AID) {
        return;
    }
    switch (rows[parameter].size) {
    case sizeof(bool):
        *(bool *)field = value != 0;
        return;
    case sizeof(uint32_t):
        *(uint32_t *)(void *)field = (uint32_t)value;
        return;
    default:
        *(uint64_t *)(void *)field = value;
    }
}

wend_error wn_parameters_check(const wend_agent_def *def) {
    for (uint32_t p = 0; p < WEND_PARAMETER_COUNT; p++) {
        const wend_parameter_info *info = &rows[p].info;
        uint64_t value = wend_agent_def_get(def, p);
        if (info->kind != WEND_PARAMETER_AID && value != info->default_value &&
            (value < info->min || value > info->max)) {
            return WEND_ERROR_ARGUMENT;
        }
    }
    return WEND_OK;
}

bool wn_parameters_are_read(const wend_agent_def *def, const wend_algo *algo) {
    for (uint32_t p = 0; p < WEND_PARAMETER_COUNT; p++) {
        if (wend_agent_def_get(def, p) != rows[p].info.default_value && !wend_algo_reads(algo, p)) {
            return false;
        }
    }
    return true;
}

/* The value of a parameter, or what stands for it. */
static uint32_t value_or_default(const wend_agent_def *def, const wend_algo *algo,
                                 wend_parameter parameter) {
    uint64_t value = wend_agent_def_get(def, parameter);
    return (uint32_t)(value ? value : wend_algo_default(algo, parameter));
}

wn_parameters wn_parameters_of(const wend_agent_def *def, const wend_algo *algo) {
    return (wn_parameters){
        .shortcut = def->shortcut,
        .commit = def->commit,
        .reopen = def->reopen,
        .weight_permille = def->weight_permille,
        .moves = def->moves,
        .depth = value_or_default(def, algo, WEND_PARAMETER_DEPTH),
        .queue_size = value_or_default(def, algo, WEND_PARAMETER_QUEUE_SIZE),
        .level = value_or_default(def, algo, WEND_PARAMETER_LEVEL),
        .gamma_permille = value_or_default(def, algo, WEND_PARAMETER_GAMMA_PERMILLE),
        .abstraction = def->abstraction,
        .subgoals = def->subgoals,
        .seed = def->seed,
    };
}
