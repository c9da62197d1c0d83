#include "plan/planner.h"

#include <string.h>

enum {
    READS_EXPAND_PERMILLE = 1 << WEND_PARAMETER_EXPAND_PERMILLE,
    READS_TRACE_PER_EXPANSION = 1 << WEND_PARAMETER_TRACE_PER_EXPANSION,
    READS_SHORTCUT = 1 << WEND_PARAMETER_SHORTCUT,
    READS_COMMIT = 1 << WEND_PARAMETER_COMMIT,
    READS_WEIGHT_PERMILLE = 1 << WEND_PARAMETER_WEIGHT_PERMILLE,
    READS_REOPEN = 1 << WEND_PARAMETER_REOPEN,
    READS_MOVES = 1 << WEND_PARAMETER_MOVES,
    READS_DEPTH = 1 << WEND_PARAMETER_DEPTH,
    READS_QUEUE_SIZE = 1 << WEND_PARAMETER_QUEUE_SIZE,
    READS_ABSTRACTION = 1 << WEND_PARAMETER_ABSTRACTION,
    READS_LEVEL = 1 << WEND_PARAMETER_LEVEL,
    READS_GAMMA_PERMILLE = 1 << WEND_PARAMETER_GAMMA_PERMILLE,
    READS_SUBGOALS = 1 << WEND_PARAMETER_SUBGOALS,
    READS_SEED = 1 << WEND_PARAMETER_SEED,
};

static const wn_algorithm algorithms[] = {
#define WN_ALGORITHM(symbol, name, title, paper, needs, acts, flags, parameters, family, traits)   \
    {{name, title, paper, needs, acts, flags, parameters}, &family, traits},
#include "plan/algorithms.h"
#undef WN_ALGORITHM
};

enum {
#define WN_ALGORITHM(symbol, ...) INDEX_##symbol,
#include "plan/algorithms.h"
#undef WN_ALGORITHM
};

#define WN_ALGORITHM(symbol, ...)                                                                  \
    const wend_algo *wend_algo_##symbol(void) {                                                    \
        return &algorithms[INDEX_##symbol].info;                                                   \
    }
#include "plan/algorithms.h"
#undef WN_ALGORITHM

uint32_t wend_algo_count(void) {
    return sizeof algorithms / sizeof *algorithms;
}

const wend_algo *wend_algo_get(uint32_t index) {
    return index < wend_algo_count() ? &algorithms[index].info : NULL;
}

const wend_algo *wend_algo_find(const char *name) {
    for (uint32_t i = 0; name && i < wend_algo_count(); i++) {
        if (strcmp(algorithms[i].info.name, name) == 0) {
            return &algorithms[i].info;
        }
    }
    return NULL;
}

bool wend_algo_reads(const wend_algo *algo, wend_parameter parameter) {
    return parameter < WEND_PARAMETER_COUNT && (algo->parameters >> parameter & 1);
}

const char *wend_needs_text(wend_needs needs) {
    switch (needs) {
    case WEND_NEEDS_NOTHING:
        return "all";
    case WEND_NEEDS_WAYS_BACK:
        return "reversible";
    case WEND_NEEDS_SYMMETRY:
        return "symmetric";
    case WEND_NEEDS_MAP:
        return "grid";
    case WEND_NEEDS_JUMPABLE_MAP:
        return "jumpable";
    }
    return "unknown";
}
