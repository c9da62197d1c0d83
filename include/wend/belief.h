/* wend/belief.h - what an agent believes of a map that it does not know.
 *
 *     wend_belief_def def = {.world = world};             // what is true
 *     wend_belief_create(&def, &belief, NULL);
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
    /* The true map; must outlive the belief, and may change. Its cost factors are known from the
     * start. NULL: your robot or game does its own sensing (wend_belief_observe). Then `form`
     * defines the map, and all of it is unknown. */
    const wend_map *world;
    /* Read only if `world` is NULL: size and rules of the map, with the defaults of wend_map_def.
     * `cells` and `bytes` must be NULL; factors, allocator and memory limit are not read. */
    wend_map_def form;
    uint32_t known_permille; /* share of the blocked cells that is known from the start, drawn with
                              * `seed`: 0 (unknown terrain) to 1000 (known terrain) */
    uint64_t seed;           /* 0: 1 */
    /* Range of the sensor: cells up to so far away in x and in y, at most WEND_SIGHT_MAX. 0: the
     * least that the moves need, which is 1 (the eight neighbours), or 2 with knight's moves. */
    uint32_t sight;
    bool line_of_sight;       /* blocked cells hide what lies behind them */
    wend_allocator allocator; /* all 0: malloc */
    size_t memory_limit; /* bytes that the belief may take with its map, also while it is created;
                          * 0: no limit */
} wend_belief_def;

/* Creates a belief from the first `size` bytes of a definition, as wend_agent_create_sized. */
WEND_API wend_error wend_belief_create_sized(const wend_belief_def *def, size_t size,
                                             wend_belief **out, wend_diagnosis *diagnosis);

/* Creates a belief. Zero fields of `def` are defaults; `world`, or width and height of `form`, are
 * required.
 *
 * Takes the time and memory of wend_map_create for a map of that size, and 1 bit per cell; during
 * creation 1 byte per cell more, 2 if the world has factors.
 *
 * On error *out is NULL and `diagnosis` (may be NULL) names the field:
 *     WEND_ERROR_ARGUMENT   a pointer is NULL, a value is out of range, or no terrain is free
 *     WEND_ERROR_SIZE       a side of `form` is 0 or above WEND_MAP_SIDE_MAX
 *     WEND_ERROR_MEMORY     out of memory, or memory_limit is too small */
static inline wend_error wend_belief_create(const wend_belief_def *def, wend_belief **out,
                                            wend_diagnosis *diagnosis) {
    return wend_belief_create_sized(def, sizeof *def, out, diagnosis);
}

/* Frees a belief. NULL is allowed. No agent may use its map any more. */
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

/* Returns the bytes that the belief holds, its map included. It takes no more later. */
WEND_API size_t wend_belief_memory(const wend_belief *belief);

#ifdef __cplusplus
}
#endif

#endif
