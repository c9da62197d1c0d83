/* plan/auto.c - "auto": stands for another algorithm, by what there is to search.
 * docs/results/microseconds.md has the measurements. */
#include "plan/planner.h"
#include "domain/grid.h"

/* How ragged the walls are says how many nodes a search has to get past, and so how much a weight
 * saves. Smooth walls are those of rooms, mazes, caves and games. Where cells are blocked at random
 * the most ragged walls are those of single cells, which are soon passed; less ragged ones are
 * those of clumps that nearly close all ways, and there a search without a large weight takes
 * longest. */
#define SMOOTH_MOST      600u
#define SMOOTH_WEIGHT    1100u
#define CLUMPED_MOST     740u
#define CLUMPED_WEIGHT   2250u
#define SCATTERED_WEIGHT 1500u
#define OTHER_WEIGHT     3000u /* where there is no jump point search */

uint32_t wend_algo_auto_weight(const wend_map *map) {
    if (!map) {
        return 0;
    }
    if (map->cells.believed) {
        return WN_FACTOR_ONE;
    }
    if (!wn_is_worth_jumping(map)) {
        return OTHER_WEIGHT;
    }
    if (map->cells.factors) {
        return WN_FACTOR_ONE; /* the others are measured where all cells cost the same */
    }
    uint32_t ragged = wend_map_ragged_permille(map);
    return ragged <= SMOOTH_MOST    ? SMOOTH_WEIGHT
           : ragged <= CLUMPED_MOST ? CLUMPED_WEIGHT
                                    : SCATTERED_WEIGHT;
}

/* What is set stays. While a map is being found out, both commitment and weights make trips longer.
 */
static const wend_algo *auto_choose(wend_agent_def *def) {
    const wend_map *map = def->map;
    const wend_domain *domain = map ? wend_map_domain(map) : def->domain;
    if (!domain->reversible) {
        return wend_algo_tbrwa();
    }
    if (def->bounded.commit == WEND_DEFAULT && !(map && map->cells.believed)) {
        def->bounded.commit = WEND_ON;
    }
    if (!def->weight_permille) {
        def->weight_permille = map ? wend_algo_auto_weight(map) : OTHER_WEIGHT;
    }
    return wn_is_worth_jumping(map) ? wend_algo_tbjps() : wend_algo_tbwa();
}

const wn_family wn_auto_family = {.choose = auto_choose};

#define WN_AUTO_ALGORITHMS
#include "plan/define_algorithms.inl"
