/* support/variant.h - every algorithm of the library with every combination of its switches. */
#ifndef TEST_VARIANT_H
#define TEST_VARIANT_H

#include <wend/agent.h>

#include "support/map_aids.h"

typedef struct variant {
    const wend_algo *algo;
    bool shortcut;
    bool commit;
    bool as_published; /* without the other switches */
    char name[64];     /* "tba+shortcut" */
} variant;

#define VARIANTS_MAX 128

/* Fills `out` and returns the count. Reads wend_algo_get, so a new algorithm is tested as soon as
 * it is listed. */
uint32_t variant_list(variant out[VARIANTS_MAX]);

/* Gives an agent the precomputed data that its algorithm needs. */
void variant_give_aids(const wend_algo *algo, const test_aids *f, wend_agent_def *def);

/* Sets the fields of a definition for the variant. */
void variant_apply(const variant *v, wend_agent_def *def);

/* Resets parameters to their defaults if the algorithm does not use them and would refuse other
 * values. */
void variant_drop_unread(wend_agent_def *def);

/* Whether the algorithm repeats short searches around the agent. */
bool variant_is_local(const wend_algo *algo);

/* Whether it follows the most promising path of one long search. */
bool variant_acts_early(const wend_algo *algo);

/* Whether it plans the whole route before it moves. */
bool variant_waits(const wend_algo *algo);

/* Whether the algorithm supports a map: some support only 4 or 8 neighbours. */
bool variant_fits(const wend_algo *algo, const wend_map *map);

/* Whether planning its next move may take several ticks. */
bool variant_slices(const wend_algo *algo);

/* Whether it needs precomputed data of the map. */
bool variant_needs_aids(const wend_algo *algo);

/* Whether its routes are optimal at weight 1; `map` is NULL for other domains. */
bool variant_is_optimal(const wend_algo *algo, const wend_map *map);

/* Whether the algorithm refuses a domain; for maps, it may accept any. */
bool variant_is_refused(const wend_algo *algo, const wend_domain *domain);

#endif
