/* wend/domain.h - what can be searched: grids, puzzles, racetracks, graphs, and what you describe
 * yourself.
 *
 * A domain is shared and read-only during a tick; each agent owns its search. A grid map is a
 * domain too: wend_map_domain. */
#ifndef WEND_DOMAIN_H
#define WEND_DOMAIN_H

#include <wend/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_domain wend_domain;

/* A state as a number. Grids: y * width + x. Racetracks: see wend_racetrack_state. Graphs: the
 * number of the node. Puzzles and callback domains: numbers that an agent hands out as it meets
 * states; wend_agent_packed says what they stand for. */
typedef uint32_t wend_state;
#define WEND_STATE_NONE UINT32_MAX

/* A state of a puzzle or callback domain as it is: two words whose meaning is the domain's. */
typedef struct wend_packed {
    uint64_t word[2];
} wend_packed;

/* For domains made by wend_puzzle_create, wend_racetrack_create, wend_graph_... and
 * wend_callback_create (maps: wend_map_destroy). Null is allowed. No agent may use it any more. */
WEND_API void wend_domain_destroy(wend_domain *domain);

/* "grid", "puzzle", "racetrack", "graph" or "callback". */
WEND_API const char *wend_domain_kind(const wend_domain *domain);

/* Whether every move can be taken back (by a move that may cost something else). */
WEND_API bool wend_domain_reversible(const wend_domain *domain);

/* How many units of wend_cost make a cost of 1 as people count: 1224 for grids, 1000 for
 * racetracks, 1 for the others. */
WEND_API wend_cost wend_domain_unit(const wend_domain *domain);

/* How many states there are at most; 0 if nobody knows (puzzles, callback domains). */
WEND_API uint32_t wend_domain_size(const wend_domain *domain);

/* Bytes that the domain holds. */
WEND_API size_t wend_domain_memory(const wend_domain *domain);

#ifdef __cplusplus
}
#endif

#endif
