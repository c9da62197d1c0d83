/* wend/belief.h - what an agent believes of a map that it does not know.
 *
 *     wend_belief_def def = wend_belief_def_default();
 *     def.world = world;                                  // what is true
 *     wend_belief_create(&def, &belief);
 *     agent_def.map = wend_belief_map(belief);            // the agent plans on what it believes
 *     loop: wend_belief_sense(belief, x, y), then a tick  // where it is now
 *
 * A belief is a map like any other, edited by what is seen. Cells that were not seen count as free
 * (the free-space assumption). It may belong to one agent or be shared by a team: what one of them
 * sees, all know on their next tick. */
#ifndef WEND_BELIEF_H
#define WEND_BELIEF_H

#include <wend/map.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_belief wend_belief;

/* Longest range of a sensor, in cells. */
#define WEND_SIGHT_MAX 64u

typedef struct wend_belief_def {
    /* What is true; must outlive the belief, and may change. Null (default) for users whose robot
     * or game does its own sensing: then `form` says what the map is like, and all of it is
     * unknown. Factors of cells are taken over from the world as they are. */
    const wend_map *world;
    wend_map_def form;       /* used if `world` is null */
    uint32_t known_permille; /* share of the blocked cells that is known from the start, drawn with
                              * `seed`: 0 (default, unknown terrain) to 1000 (known terrain) */
    uint64_t seed;           /* default 1 */
    uint32_t sight;          /* a sensor sees the cells up to so far away in x and in y: 1 (default,
                              * the eight neighbours) to WEND_SIGHT_MAX. Knight's moves need 2 */
    bool line_of_sight;      /* only those that no blocked cell hides; default false */
    wend_allocator allocator; /* default malloc */
} wend_belief_def;

WEND_API wend_belief_def wend_belief_def_default(void);

/* WEND_ERROR_ARGUMENT, _SIZE, _MEMORY. Costs what a map costs and a bit per cell. */
WEND_API wend_error wend_belief_create(const wend_belief_def *def, wend_belief **out);

/* Null is allowed. No agent may use its map any more. */
WEND_API void wend_belief_destroy(wend_belief *belief);

/* The map for agents to plan on; it lives as long as the belief. Do not edit it past the belief. */
WEND_API const wend_map *wend_belief_map(const wend_belief *belief);

/* Looks round from a cell of the world. Returns how many cells turned out other than believed.
 * Never allocates; O(sight^2), with line of sight O(sight^3). */
WEND_API uint32_t wend_belief_sense(wend_belief *belief, uint32_t x, uint32_t y);

/* The caller has seen a cell: a terrain character. WEND_ERROR_OUTSIDE, _FORMAT. */
WEND_API wend_error wend_belief_observe(wend_belief *belief, uint32_t x, uint32_t y, char terrain);

/* Whether a cell was known from the start (as blocked) or has been seen since. */
WEND_API bool wend_belief_knows(const wend_belief *belief, uint32_t x, uint32_t y);

#ifdef __cplusplus
}
#endif

#endif
