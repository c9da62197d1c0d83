#include "support/variant.h"

#include "domain/grid.h"
#include "support/test.h"

#include <stdio.h>

bool variant_is_local(const wend_algo *algo) {
    return algo->acts == WEND_ACTS_LOCALLY;
}

bool variant_acts_early(const wend_algo *algo) {
    return algo->acts == WEND_ACTS_AT_ONCE;
}

bool variant_waits(const wend_algo *algo) {
    return algo->acts == WEND_ACTS_WHEN_PLANNED;
}

bool variant_fits(const wend_algo *algo, const wend_map *map) {
    bool is_jumpable = wend_map_neighbors(map) <= 8;
    return is_jumpable || algo->needs != WEND_NEEDS_JUMPABLE_MAP;
}

bool variant_slices(const wend_algo *algo) {
    return algo->flags & WEND_ALGO_SLICES_MOVES;
}

bool variant_needs_aids(const wend_algo *algo) {
    return wend_algo_reads(algo, WEND_PARAMETER_ABSTRACTION) ||
           wend_algo_reads(algo, WEND_PARAMETER_SUBGOALS);
}

bool variant_is_optimal(const wend_algo *algo, const wend_map *map) {
    bool jumps = algo->flags & WEND_ALGO_JUMPS;
    return (algo->flags & WEND_ALGO_OPTIMAL) && (!jumps || wend_map_jumpable(map));
}

bool variant_is_refused(const wend_algo *algo, const wend_domain *domain) {
    switch (algo->needs) {
    case WEND_NEEDS_NOTHING:
        break;
    case WEND_NEEDS_REVERSIBLE:
        return !wend_domain_reversible(domain);
    case WEND_NEEDS_SYMMETRIC:
        return !domain->symmetric;
    case WEND_NEEDS_MAP:
    case WEND_NEEDS_JUMPABLE_MAP:
        return domain->type != &wn_grid_type;
    }
    return false;
}

/* PR LRTS as published, which plans on an abstraction, cycles on some maps: docs/algorithms.md,
 * test_abstraction.c. */
static bool has_as_published(const wend_algo *algo) {
    return wend_algo_reads(algo, WEND_PARAMETER_AS_PUBLISHED) &&
           !wend_algo_reads(algo, WEND_PARAMETER_ABSTRACTION);
}

uint32_t variant_list(variant out[VARIANTS_MAX]) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < wend_algo_count(); i++) {
        const wend_algo *algo = wend_algo_get(i);
        for (uint32_t switches = 0; switches < 5; switches++) {
            bool shortcut = switches & 1, commit = switches & 2, as_published = switches & 4;
            if ((shortcut && !wend_algo_reads(algo, WEND_PARAMETER_SHORTCUT)) ||
                (commit && !wend_algo_reads(algo, WEND_PARAMETER_COMMIT)) ||
                (as_published && !has_as_published(algo))) {
                continue;
            }
            check(count < VARIANTS_MAX, "more variants than VARIANTS_MAX");
            variant *v = &out[count++];
            *v = (variant){
                .algo = algo, .shortcut = shortcut, .commit = commit, .as_published = as_published};
            snprintf(v->name, sizeof v->name, "%s%s%s%s", algo->name, shortcut ? "+shortcut" : "",
                     commit ? "+commit" : "", as_published ? "+as-published" : "");
        }
    }
    return count;
}

void variant_apply(const variant *v, wend_agent_def *def) {
    def->algo = v->algo;
    def->bounded.shortcut = v->shortcut ? WEND_ON : WEND_DEFAULT;
    def->bounded.commit = v->commit ? WEND_ON : WEND_DEFAULT;
    def->bounded.as_published = v->as_published ? WEND_ON : WEND_DEFAULT;
}

void variant_drop_unread(wend_agent_def *def) {
    for (uint32_t p = 0; p < WEND_PARAMETER_COUNT; p++) {
        if (!wend_algo_reads(def->algo, p)) {
            wend_agent_def_set(def, p, 0);
        }
    }
}

void variant_give_aids(const wend_algo *algo, const test_aids *f, wend_agent_def *def) {
    def->local.abstraction =
        wend_algo_reads(algo, WEND_PARAMETER_ABSTRACTION) ? f->abstraction : NULL;
    def->local.subgoals = wend_algo_reads(algo, WEND_PARAMETER_SUBGOALS) ? f->subgoals : NULL;
}
