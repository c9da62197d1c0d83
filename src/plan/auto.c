/* plan/auto.c - "auto": selects an algorithm by the properties of the domain. See
 * docs/bench/microseconds.md for the measurements. */
#include "plan/planner.h"
#include "domain/grid.h"

/* The weight is a constant plus a term that grows as the budget shrinks: w = base + slope / R. An
 * agent that plans little per move needs a direction early; one that plans more can afford the
 * better route. */
typedef struct rule_of_weight {
    uint32_t base, slope, most; /* in thousandths */
} rule_of_weight;

/* The raggedness of the walls tells how many nodes a search has to get past, and so how much a
 * weight saves. Rooms, mazes, caves and games have smooth walls. On maps with random obstacles the
 * most ragged walls are those of single cells, which a search passes quickly. Less ragged ones are
 * those of clumps that nearly close all ways, where a search without a large weight takes
 * longest. */
#define SMOOTH_MOST  600u
#define CLUMPED_MOST 740u
static const rule_of_weight smooth_rule = {1040, 3000, 1500};
static const rule_of_weight clumped_rule = {1500, 25000, 3000};
static const rule_of_weight scattered_rule = {1500, 2500, 1750};

#define OTHER_WEIGHT   3000u /* without jump point search */
#define ASSUMED_BUDGET 50u   /* if the caller sets none */

static uint32_t weight_by(const rule_of_weight *rule, uint32_t budget) {
    uint32_t weight = rule->base + rule->slope / (budget ? budget : ASSUMED_BUDGET);
    return wn_min_u32(weight, rule->most);
}

/* Whether agents use jump point search on a map. With 16 neighbours they jump along the map's steps
 * and shorten turns by knight's moves, which was measured only on maps whose cells all cost the
 * same. */
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
        return WN_FACTOR_ONE; /* the weights were measured where all cells cost the same */
    }
    uint32_t ragged = wend_map_ragged_permille(map);
    return weight_by(ragged <= SMOOTH_MOST    ? &smooth_rule
                     : ragged <= CLUMPED_MOST ? &clumped_rule
                                              : &scattered_rule,
                     (uint32_t)wn_min_u64(work / WEND_WORK_EXPANSION, UINT32_MAX));
}

/* Keeps what the caller has set. While a map is being explored, both commitment and weights make
 * trips longer, except the weights that "tbjps" chooses itself. */
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
