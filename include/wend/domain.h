/* wend/domain.h - what can be searched: grids, graphs, puzzles, racetracks, and your own domains.
 *
 *     wend_domain *domain;
 *     wend_graph_create(&graph_def, &domain, NULL);
 *     agent_def.domain = domain; // for a grid: agent_def.map
 *
 * Kinds of domains, and how their states are identified:
 *     grid        numbers   wend_map_create, wend_map_domain
 *     graph       numbers   wend_graph_create, wend_graph_load
 *     racetrack   numbers   wend_racetrack_create
 *     puzzle      packed    wend_puzzle_create
 *     callback    packed    wend_callback_create
 *
 * Threads: a search only reads its domain. Any number of agents on any number of threads can share
 * a domain, as long as nothing edits it. Each agent owns its search. */
#ifndef WEND_DOMAIN_H
#define WEND_DOMAIN_H

#include <wend/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Anything that can be searched. */
typedef struct wend_domain wend_domain;

/* A state, as a number.
 *
 *     grid                y * width + x: see wend_map_state
 *     racetrack           see wend_racetrack_state
 *     graph               the number of the node
 *     puzzle, callback    numbers that an agent assigns as it meets states; wend_agent_packed
 *                         returns the state */
typedef uint32_t wend_state;

/* Not a state: outside the map, or no next step. */
#define WEND_STATE_NONE UINT32_MAX

/* A state of a puzzle or callback domain, packed into two words. */
typedef struct wend_packed {
    uint64_t word[2]; /* the meaning depends on the domain */
} wend_packed;

/* Frees a domain. NULL is allowed. No agent may use it any more.
 *
 * For graphs, callback domains, puzzles and racetracks. Maps: wend_map_destroy. */
WEND_API void wend_domain_destroy(wend_domain *domain);

/* Returns "grid", "graph", "racetrack", "puzzle" or "callback". Static. */
WEND_API const char *wend_domain_kind(const wend_domain *domain);

/* Returns whether every move is reversible. The move back may have another cost. */
WEND_API bool wend_domain_reversible(const wend_domain *domain);

/* Returns how many wend_cost make a cost of 1 in the usual measure of the domain: WEND_COST_ONE
 * (1224) for grids, 1000 for racetracks, 1 for the others. */
WEND_API wend_cost wend_domain_unit(const wend_domain *domain);

/* Returns the number of states: an upper bound; 0 if unknown (puzzles, callback domains). */
WEND_API uint32_t wend_domain_size(const wend_domain *domain);

/* Returns the bytes that the domain holds. O(1). */
WEND_API size_t wend_domain_memory(const wend_domain *domain);

#ifdef __cplusplus
}
#endif

#endif
