#include "plan/planner.h"

#include <string.h>

static const wn_algorithm algorithms[] = {
#define WN_ALGORITHM(name, title, paper, domains, terrain, parameters, family, traits)             \
    {{name, title, paper, domains, terrain, parameters, ((traits)&WN_ACTS_WHEN_COMPLETE) != 0},    \
     &family,                                                                                      \
     traits},
#include "plan/algorithms.h"
#undef WN_ALGORITHM
};

uint32_t wend_algo_count(void) {
    return sizeof algorithms / sizeof *algorithms;
}

const wend_algo_info *wend_algo_get(uint32_t index) {
    return index < wend_algo_count() ? &algorithms[index].info : NULL;
}

const wn_algorithm *wn_algorithm_find(const char *name) {
    for (uint32_t i = 0; name && i < wend_algo_count(); i++) {
        if (strcmp(algorithms[i].info.name, name) == 0) {
            return &algorithms[i];
        }
    }
    return NULL;
}

const wend_algo_info *wend_algo_find(const char *name) {
    const wn_algorithm *algorithm = wn_algorithm_find(name);
    return algorithm ? &algorithm->info : NULL;
}
