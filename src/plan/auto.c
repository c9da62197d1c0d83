/* plan/auto.c - "auto": stands for another algorithm, by what there is to search.
 * docs/results/microseconds.md has the measurements. */
#include "plan/planner.h"
#include "domain/grid.h"

/* Where most cells are mixed, jump point search is a search over cells that takes its time. */
static bool is_worth_jumping_on(const wend_map *map) {
    return wend_map_jumpable(map) && wend_map_mixed_permille(map) <= WEND_AUTO_MIXED_PERMILLE;
}

/* What is set stays. While a map is being found out, both commitment and weights make trips longer.
 * Weights are measured for corners never and cells that all cost the same. */
static const wend_algo *auto_choose(wend_agent_def *def) {
    const wend_map *map = def->map;
    if (!is_worth_jumping_on(map)) {
        const wend_domain *domain = map ? wend_map_domain(map) : def->domain;
        return domain->reversible ? wend_algo_tba() : wend_algo_tbrwa();
    }
    if (!map->cells.believed) {
        bool is_ragged = map->jumps.rule == WN_JUMP_NEVER && !map->cells.factors &&
                         wend_map_ragged_permille(map) > WEND_AUTO_RAGGED_PERMILLE;
        if (def->bounded.commit == WEND_DEFAULT) {
            def->bounded.commit = WEND_ON;
        }
        if (!def->weight_permille && is_ragged) {
            def->weight_permille = WEND_AUTO_WEIGHT_PERMILLE;
        }
    }
    return wend_algo_tbjps();
}

const wn_family wn_auto_family = {.choose = auto_choose};

#define WN_AUTO_ALGORITHMS
#include "plan/define_algorithms.inl"
