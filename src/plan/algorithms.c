/* plan/algorithms.c - algorithms by name. This file refers to all of them: a program that looks up
 * an algorithm by name links the whole library, one that calls wend_algo_tbjps() only what that
 * needs. */
#include <wend/research.h>

#include <string.h>

/* The amalgamation can leave out the algorithms for research. */
#define WN_GAME_ALGORITHMS
#ifndef WN_WITHOUT_RESEARCH
#define WN_RESEARCH_ALGORITHMS
#endif

/* The names are repeated here because calling a function or following a pointer for each of them
 * takes longer. */
static const struct {
    char name[16];
    const wend_algo *(*get)(void);
} algorithms[] = {
#define WN_ALGORITHM(symbol, name, ...) {name, wend_algo_##symbol},
#include "plan/algorithms.h"
#undef WN_ALGORITHM
#undef WN_GAME_ALGORITHMS
#undef WN_RESEARCH_ALGORITHMS
};

uint32_t wend_algo_count(void) {
    return sizeof algorithms / sizeof *algorithms;
}

const wend_algo *wend_algo_get(uint32_t index) {
    return index < wend_algo_count() ? algorithms[index].get() : NULL;
}

const wend_algo *wend_algo_find(const char *name) {
    for (uint32_t i = 0; name && i < wend_algo_count(); i++) {
        if (algorithms[i].name[0] == name[0] && strcmp(algorithms[i].name, name) == 0) {
            return algorithms[i].get();
        }
    }
    return NULL;
}

const char *wend_needs_text(wend_needs needs) {
    switch (needs) {
    case WEND_NEEDS_NOTHING:
        return "all";
    case WEND_NEEDS_REVERSIBLE:
        return "reversible";
    case WEND_NEEDS_SYMMETRIC:
        return "symmetric";
    case WEND_NEEDS_MAP:
        return "grid";
    case WEND_NEEDS_JUMPABLE_MAP:
        return "jumpable";
    }
    return "unknown";
}
