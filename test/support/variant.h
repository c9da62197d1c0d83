/* support/variant.h - every algorithm of the library with every combination of its switches. */
#ifndef TEST_VARIANT_H
#define TEST_VARIANT_H

#include <wend/agent.h>

#include "support/map_aids.h"

typedef struct variant {
    const wend_algo *algo;
    bool shortcut;
    bool commit;
    bool as_published; /* without the others */
    char name[64];     /* "tba+shortcut" */
} variant;

#define VARIANTS_MAX 128

/* Fills `out`, returns how many. Reads wend_algo_get, so a new algorithm is tested from the day on
 * which it is listed. */
uint32_t variant_list(variant out[VARIANTS_MAX]);

/* Gives an agent what its algorithm wants of it. */
void variant_give_aids(const wend_algo *algo, const test_aids *f, wend_agent_def *def);

/* Sets the fields of a definition that make the variant. */
void variant_apply(const variant *v, wend_agent_def *def);

/* Sets parameters back to their defaults where the algorithm does not read them, and would refuse
 * others. */
void variant_drop_unread(wend_agent_def *def);

/* Whether the algorithm searches anew round the agent, again and again. */
bool variant_is_local(const wend_algo *algo);

/* Whether it follows the most promising path of one long search. */
bool variant_acts_early(const wend_algo *algo);

/* Whether it plans the whole route before it moves. */
bool variant_waits(const wend_algo *algo);

/* Whether the algorithm supports a map: some are for 4 or 8 neighbours alone. */
bool variant_fits(const wend_algo *algo, const wend_map *map);

/* Whether planning its next move may take several ticks. */
bool variant_slices(const wend_algo *algo);

/* Whether it wants something computed for the map beforehand. */
bool variant_needs_aids(const wend_algo *algo);

/* Whether the route that it finds is the best, at weight 1; `map` is null for other domains. */
bool variant_is_optimal(const wend_algo *algo, const wend_map *map);

/* Whether the algorithm refuses a domain; of maps, any may be good enough. */
bool variant_is_refused(const wend_algo *algo, const wend_domain *domain);

#endif
