#include "support/variant.h"

#include "support/test.h"

#include <stdio.h>
#include <string.h>

bool variant_reads(const wend_algo_info *algo, const char *parameter) {
    size_t length = strlen(parameter);
    const char *at = algo->parameters;
    while ((at = strstr(at, parameter)) != NULL) {
        bool begins = at == algo->parameters || at[-1] == ' ';
        bool ends = at[length] == 0 || at[length] == ' ';
        if (begins && ends) {
            return true;
        }
        at += length;
    }
    return false;
}

bool variant_is_local(const char *algo) {
    return strstr(algo, "lrt") || strstr(algo, "rtaa");
}

bool variant_acts_early(const char *algo) {
    return (strncmp(algo, "tb", 2) == 0 && strcmp(algo, "tba-late") != 0) ||
           strcmp(algo, "rtba") == 0 || strcmp(algo, "auto") == 0;
}

bool variant_waits(const char *algo) {
    return strstr(algo, "star") != NULL || strcmp(algo, "jps") == 0;
}

bool variant_fits(const wend_algo_info *algo, const wend_map *map) {
    bool usual = wend_map_neighbors(map) == 8 && wend_map_corners(map) == WEND_CORNERS_NEVER &&
                 !wend_map_weighted(map);
    return usual || strcmp(algo->domains, "grid8") != 0;
}

bool variant_slices(const char *algo) {
    static const char *const names[] = {"lrta", "plrta", "prlrts", "dlrta"};
    for (uint32_t i = 0; i < COUNT_OF(names); i++) {
        if (strcmp(algo, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

bool variant_needs_aids(const wend_algo_info *algo) {
    return variant_reads(algo, "abstraction") || variant_reads(algo, "subgoals");
}

bool variant_is_optimal(const char *algo) {
    /* On ragged maps "auto" takes a weight. */
    return !variant_is_local(algo) && strcmp(algo, "tbgbfs") != 0 && strcmp(algo, "auto") != 0;
}

uint32_t variant_list(variant out[VARIANTS_MAX]) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < wend_algo_count(); i++) {
        const wend_algo_info *algo = wend_algo_get(i);
        for (uint32_t switches = 0; switches < 4; switches++) {
            bool shortcut = switches & 1, commit = switches >> 1;
            if ((shortcut && !variant_reads(algo, "shortcut")) ||
                (commit && !variant_reads(algo, "commit"))) {
                continue;
            }
            check(count < VARIANTS_MAX, "more variants than VARIANTS_MAX");
            variant *v = &out[count++];
            *v = (variant){.algo = algo, .shortcut = shortcut, .commit = commit};
            snprintf(v->name, sizeof v->name, "%s%s%s", algo->name, shortcut ? "+shortcut" : "",
                     commit ? "+commit" : "");
        }
    }
    return count;
}

void variant_apply(const variant *v, wend_agent_def *def) {
    def->algo = v->algo->name;
    def->shortcut = v->shortcut;
    def->commit = v->commit;
}

void variant_drop_unread(wend_agent_def *def) {
    const wend_algo_info *algo = wend_algo_find(def->algo);
    const wend_agent_def usual = wend_agent_def_default();
    if (!variant_reads(algo, "expand_permille")) {
        def->expand_permille = usual.expand_permille;
    }
    if (!variant_reads(algo, "trace_per_expansion")) {
        def->trace_per_expansion = usual.trace_per_expansion;
    }
    if (!variant_reads(algo, "seed")) {
        def->seed = usual.seed;
    }
}

furniture furnish(const wend_map *map) {
    furniture f = {0};
    wend_subgoals_def def = wend_subgoals_def_default();
    assert_int_equal(wend_abstraction_create(map, NULL, &f.abstraction), WEND_OK);
    def.abstraction = f.abstraction;
    def.level = 2; /* test maps are small */
    assert_int_equal(wend_subgoals_create(&def, &f.subgoals), WEND_OK);
    uint32_t regions = wend_subgoals_regions(f.subgoals);
    assert_int_equal(wend_subgoals_compute(f.subgoals, 0, regions), WEND_OK);
    return f;
}

void unfurnish(furniture *f) {
    wend_subgoals_destroy(f->subgoals);
    wend_abstraction_destroy(f->abstraction);
    *f = (furniture){0};
}

void variant_furnish(const char *algo, const furniture *f, wend_agent_def *def) {
    const wend_algo_info *info = wend_algo_find(algo);
    def->abstraction = variant_reads(info, "abstraction") ? f->abstraction : NULL;
    def->subgoals = variant_reads(info, "subgoals") ? f->subgoals : NULL;
}
