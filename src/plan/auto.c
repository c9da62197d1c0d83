/* plan/auto.c - "auto": stands for another algorithm, by what there is to search.
 * docs/bench/microseconds.md has the measurements. */
#include "plan/planner.h"
#include "domain/grid.h"

/* A weight is a number and so much more as a tick has fewer expansions, w = base + slope / R: an
 * agent that plans little per move must have a direction soon, one that plans more can afford the
 * better route. */
typedef struct rule_of_weight {
    uint32_t base, slope, most; /* in thousandths */
} rule_of_weight;

/* How ragged the walls are says how many nodes a search has to get past, and so how much a weight
 * saves. Smooth walls are those of rooms, mazes, caves and games. Where cells are blocked at random
 * the most ragged walls are those of single cells, which are soon passed; less ragged ones are
 * those of clumps that nearly close all ways, and there a search without a large weight takes
 * longest. */
#define SMOOTH_MOST  600u
#define CLUMPED_MOST 740u
static const rule_of_weight smooth_rule = {1040, 3000, 1500};
static const rule_of_weight clumped_rule = {1500, 25000, 3000};
static const rule_of_weight scattered_rule = {1500, 2500, 1750};

#define OTHER_WEIGHT   3000u /* where there is no jump point search */
#define ASSUMED_BUDGET 50u   /* if none was said */

static uint32_t weight_by(const rule_of_weight *rule, uint32_t budget) {
    uint32_t weight = rule->base + rule->slope / (budget ? budget : ASSUMED_BUDGET);
    return wn_min_u32(weight, rule->most);
}

/* Whether agents jump on a map. With 16 neighbours they do so along its steps, and cut turns by
 * knight's moves, which is measured where all cells cost the same. */
static bool is_for_jumping(const wend_map *map) {
    bool has_knights = map && map->near->has_knights;
    return has_knights ? !map->cells.factors : wn_is_worth_jumping(map);
}

uint32_t wend_algo_auto_weight(const wend_map *map, uint64_t work) {
    if (!map) {
        return 0;
    }
    if (map->cells.believed) {
        return WN_FACTOR_ONE;
    }
    if (!is_for_jumping(map)) {
        return OTHER_WEIGHT;
    }
    if (map->cells.factors) {
        return WN_FACTOR_ONE; /* the others are measured where all cells cost the same */
    }
    uint32_t ragged = wend_map_ragged_permille(map);
    return weight_by(ragged <= SMOOTH_MOST    ? &smooth_rule
                     : ragged <= CLUMPED_MOST ? &clumped_rule
                                              : &scattered_rule,
                     (uint32_t)wn_min_u64(work / WEND_WORK_EXPANSION, UINT32_MAX));
}

/* What is set stays. While a map is being found out, both commitment and weights make trips longer,
 * but for the weights that "tbjps" has by itself. */
static const wend_algo *auto_choose(wend_agent_def *def) {
    const wend_map *map = def->map;
    const wend_domain *domain = map ? wend_map_domain(map) : def->domain;
    if (!domain->reversible) {
        return wend_algo_tbrwa();
    }
    if (def->bounded.commit == WEND_DEFAULT && !(map && map->cells.believed)) {
        def->bounded.commit = WEND_ON;
    }
    if (!def->weight_permille && !(map && map->cells.believed)) {
        def->weight_permille = map ? wend_algo_auto_weight(map, def->work) : OTHER_WEIGHT;
    }
    return is_for_jumping(map) ? wend_algo_tbjps() : wend_algo_tbwa();
}

const wn_family wn_auto_family = {.choose = auto_choose};

#define WN_AUTO_ALGORITHMS
#include "plan/define_algorithms.inl"
