/* plan/parameters.c - the table of parameters: their ranges, defaults and fields. */
#include "plan/planner.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>

typedef struct row {
    wend_parameter_info info;
    size_t field; /* in wend_agent_def */
    size_t size;
} row;

/* `in` is the group of the field followed by a dot, or empty. */
#define ROW(in, field, title, kind, min, max, default_value)                                       \
    {                                                                                              \
        {#field, title, WEND_PARAMETER_##kind, min, max, default_value},                           \
            offsetof(wend_agent_def, in field), sizeof(((wend_agent_def *)0)->in field)            \
    }

/* A pointer; this file only tests whether it is set. */
#define AID(in, field, title)                                                                      \
    {                                                                                              \
        {#field, title, WEND_PARAMETER_PRECOMPUTED, 0, 0, 0}, offsetof(wend_agent_def, in field),  \
            sizeof(void *)                                                                         \
    }

/* In the order of wend_parameter. */
static const row rows[WEND_PARAMETER_COUNT] = {
    ROW(bounded., expand_permille, "the share of a tick that goes to expansions", PERMILLE, 1, 1000,
        900),
    ROW(bounded., trace_per_expansion, "trace steps that cost as much as an expansion", NUMBER, 1,
        1000, 10),
    ROW(bounded., shortcut, "search for a shortcut to the route", SWITCH, WEND_ON, WEND_OFF,
        WEND_OFF),
    ROW(bounded., commit, "keep a path unless the new one is at least as long", SWITCH, WEND_ON,
        WEND_OFF, WEND_OFF),
    ROW(, weight_permille, "the weight of h", PERMILLE, 1000, 100000, 1000),
    ROW(bounded., reopen, "expand a state again when a cheaper path to it is found", SWITCH,
        WEND_ON, WEND_OFF, WEND_OFF),
    ROW(local., moves, "moves per search", CHOICE, WEND_MOVES_ONE, WEND_MOVES_ALL, 0),
    ROW(local., depth, "moves of look-ahead", NUMBER, 1, WEND_DEPTH_MAX, 0),
    ROW(local., queue_size, "updates per move", NUMBER, 1, WEND_QUEUE_MAX, 100),
    AID(local., abstraction, "regions of the map"),
    ROW(local., level, "level of the abstraction", NUMBER, 1, WEND_LEVELS_MAX, 3),
    ROW(local., gamma_permille, "the weight of costs", PERMILLE, 1, 1000, 1000),
    AID(local., subgoals, "table of subgoals"),
    ROW(bounded., seed, "the seed of random choices", NUMBER, 1, UINT64_MAX, 1),
    ROW(bounded., as_published, "follow the paper literally, including where wend improves on it",
        SWITCH, WEND_ON, WEND_OFF, WEND_OFF),
};

const wend_parameter_info *wend_parameter_get(uint32_t parameter) {
    return parameter < WEND_PARAMETER_COUNT ? &rows[parameter].info : NULL;
}

bool wend_algo_reads(const wend_algo *algo, wend_parameter parameter) {
    return algo && parameter < WEND_PARAMETER_COUNT && (algo->parameters >> parameter & 1);
}

/* ---- What 0 stands for ----------------------------------------------------------------------- */

/* Whether the map determines the default. */
static bool is_chosen(const wend_algo *algo, wend_parameter parameter) {
    return (algo->flags & WEND_ALGO_CHOOSES) &&
           (parameter == WEND_PARAMETER_COMMIT || parameter == WEND_PARAMETER_WEIGHT_PERMILLE);
}

/* Also valid for an algorithm that does not read the parameter. */
static uint64_t default_of(const wend_algo *algo, wend_parameter parameter) {
    switch (parameter) {
    case WEND_PARAMETER_DEPTH:
        /* Moves between regions are longer than those between cells. */
        return wend_algo_reads(algo, WEND_PARAMETER_ABSTRACTION) ? 5 : 10;
    case WEND_PARAMETER_MOVES:
        return wn_algorithm_of(algo)->traits & WN_ONE_MOVE ? WEND_MOVES_ONE : WEND_MOVES_ALL;
    default:
        return is_chosen(algo, parameter) ? 0 : rows[parameter].info.default_value;
    }
}

uint64_t wend_algo_default(const wend_algo *algo, wend_parameter parameter) {
    return wend_algo_reads(algo, parameter) ? default_of(algo, parameter) : 0;
}

/* ---- Fields by their numbers ----------------------------------------------------------------- */

uint64_t wend_agent_def_get(const wend_agent_def *def, wend_parameter parameter) {
    if (!def || parameter >= WEND_PARAMETER_COUNT) {
        return 0;
    }
    const char *field = (const char *)def + rows[parameter].field;
    if (rows[parameter].info.kind == WEND_PARAMETER_PRECOMPUTED) {
        const void *aid;
        memcpy(&aid, field, sizeof aid);
        return aid != NULL;
    }
    if (rows[parameter].size == sizeof(uint32_t)) {
        uint32_t value;
        memcpy(&value, field, sizeof value);
        return value;
    }
    uint64_t value;
    memcpy(&value, field, sizeof value);
    return value;
}

void wend_agent_def_set(wend_agent_def *def, wend_parameter parameter, uint64_t value) {
    if (!def || parameter >= WEND_PARAMETER_COUNT ||
        rows[parameter].info.kind == WEND_PARAMETER_PRECOMPUTED) {
        return;
    }
    char *field = (char *)def + rows[parameter].field;
    if (rows[parameter].size == sizeof(uint32_t)) {
        /* A value that does not fit is outside every range, and stays so. */
        uint32_t narrow = value > UINT32_MAX ? UINT32_MAX : (uint32_t)value;
        memcpy(field, &narrow, sizeof narrow);
    } else {
        memcpy(field, &value, sizeof value);
    }
}

/* ---- Checking -------------------------------------------------------------------------------- */

static wend_error not_read(const wend_agent_def *def, const wend_algo *algo, const char *name,
                           wend_diagnosis *diagnosis) {
    if (def->algo == algo) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_UNSUPPORTED, name, "%s is not read by %s",
                                 name, algo->name);
    }
    return wn_diagnose_field(diagnosis, WEND_ERROR_UNSUPPORTED, name,
                             "%s is not read by %s, which %s has chosen", name, algo->name,
                             def->algo->name);
}

static wend_error out_of_range(const wend_agent_def *def, const wend_algo *algo,
                               wend_parameter parameter, wend_diagnosis *diagnosis) {
    const wend_parameter_info *info = &rows[parameter].info;
    uint64_t value = wend_agent_def_get(def, parameter), standard = default_of(algo, parameter);
#define RANGE "%s is %" PRIu64 ", expected %" PRIu64 " to %" PRIu64
    if (standard) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, info->name,
                                 RANGE ", or 0 for %" PRIu64, info->name, value, info->min,
                                 info->max, standard);
    }
    return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, info->name,
                             RANGE ", or 0 to let %s choose", info->name, value, info->min,
                             info->max, algo->name);
#undef RANGE
}

static bool is_zero(const void *bytes, size_t size) {
    static const char zeros[sizeof(wend_agent_def)];
    return memcmp(bytes, zeros, size) == 0;
}

/* Whether any parameter is set, or padding between them is not zero. */
static bool sets_any(const wend_agent_def *def) {
    return def->weight_permille || !is_zero(&def->local, sizeof def->local) ||
           !is_zero(&def->bounded, sizeof def->bounded);
}

wend_error wn_parameters_check(const wend_agent_def *def, const wend_algo *algo,
                               wend_diagnosis *diagnosis) {
    if (!sets_any(def)) {
        return WEND_OK; /* the common case: no need to read each */
    }
    for (uint32_t p = 0; p < WEND_PARAMETER_COUNT; p++) {
        const wend_parameter_info *info = &rows[p].info;
        uint64_t value = wend_agent_def_get(def, p);
        if (value && !wend_algo_reads(algo, p)) { /* an error instead of being ignored */
            return not_read(def, algo, info->name, diagnosis);
        }
        if (value && info->kind != WEND_PARAMETER_PRECOMPUTED &&
            (value < info->min || value > info->max)) {
            return out_of_range(def, algo, p, diagnosis);
        }
    }
    return WEND_OK;
}

wend_error wn_aid_check(const wend_agent_def *def, const char *name, const wend_map *made_for,
                        bool is_current, wend_diagnosis *diagnosis) {
    if (!made_for) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, name, "%s is missing: %s needs it",
                                 name, def->algo->name);
    }
    if (made_for != def->map) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, name,
                                 "%s was made for another map", name);
    }
    return is_current
               ? WEND_OK
               : wn_diagnose_field(diagnosis, WEND_ERROR_STALE, name,
                                   "%s is stale: the map was edited after it was made", name);
}

/* ---- What an algorithm works with ------------------------------------------------------------ */

static uint64_t value_of(const wend_agent_def *def, const wend_algo *algo,
                         wend_parameter parameter) {
    uint64_t value = wend_agent_def_get(def, parameter);
    return value ? value : default_of(algo, parameter);
}

void wn_parameters_set(wn_parameters *parameters, const wend_agent_def *def,
                       const wend_algo *algo) {
#define NUMBER(name) (uint32_t) value_of(def, algo, WEND_PARAMETER_##name)
    *parameters = (wn_parameters){
        .expand_permille = NUMBER(EXPAND_PERMILLE),
        .trace_per_expansion = NUMBER(TRACE_PER_EXPANSION),
        .shortcut = NUMBER(SHORTCUT) == WEND_ON,
        .commit = NUMBER(COMMIT) == WEND_ON,
        .reopen = NUMBER(REOPEN) == WEND_ON,
        .as_published = NUMBER(AS_PUBLISHED) == WEND_ON,
        .weight_permille = NUMBER(WEIGHT_PERMILLE),
        .weight_is_default = !def->weight_permille,
        .one_move = NUMBER(MOVES) == WEND_MOVES_ONE,
        .depth = NUMBER(DEPTH),
        .queue_size = NUMBER(QUEUE_SIZE),
        .level = NUMBER(LEVEL),
        .gamma_permille = NUMBER(GAMMA_PERMILLE),
        .abstraction = def->local.abstraction,
        .subgoals = def->local.subgoals,
        .seed = value_of(def, algo, WEND_PARAMETER_SEED),
        .follows_old_route = true,
    };
#undef NUMBER
}
