/* support/variant.h - every algorithm of the library with every combination of its switches. */
#ifndef TEST_VARIANT_H
#define TEST_VARIANT_H

#include <wend/agent.h>

typedef struct variant {
    const wend_algo_info *algo;
    bool shortcut;
    bool commit;
    char name[64]; /* "tba+shortcut" */
} variant;

#define VARIANTS_MAX 128

/* Fills `out`, returns how many. Reads wend_algo_get, so a new algorithm is tested from the day on
 * which it is listed. */
uint32_t variant_list(variant out[VARIANTS_MAX]);

/* Sets the fields of a definition that make the variant. */
void variant_apply(const variant *v, wend_agent_def *def);

/* Whether the algorithm searches anew round the agent, again and again. */
bool variant_is_local(const char *algo);

/* Whether it follows the most promising path of one long search. */
bool variant_acts_early(const char *algo);

/* Whether it plans the whole route before it moves. */
bool variant_waits(const char *algo);

/* Whether the algorithm goes with a map: some are for 8 neighbours and corners "never" alone. */
bool variant_fits(const wend_algo_info *algo, const wend_map *map);

/* Whether the route that it finds is the best, at weight 1. */
bool variant_is_optimal(const char *algo);

/* Whether the algorithm reads a field of wend_agent_def. */
bool variant_reads(const wend_algo_info *algo, const char *parameter);

#endif
