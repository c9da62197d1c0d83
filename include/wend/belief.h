/* wend/belief.h - what an agent knows of a map: unknown terrain, fog of war, sensors.
 *
 *     wend_belief *belief;
 *     wend_belief_create(&(wend_belief_def){.world = world, .sight = 5}, &belief, NULL);
 *     agent_def.map = wend_belief_map(belief); // the agent plans on what it knows
 *
 *     // every tick, with the agent at (x, y)
 *     wend_belief_sense(belief, x, y);
 *     wend_agent_tick(agent, budget, &tick);
 *
 * - A belief has a map of its own. Sensing edits it, and agents notice on their next tick.
 * - Cells that were not seen yet count as free (the free-space assumption).
 * - A belief can belong to one agent or to a team: what one of them sees, all know.
 *
 * Threads: sensing and observing edit the map of the belief, so no other thread may read or search
 * it meanwhile. Sensing also reads the world. */
#ifndef WEND_BELIEF_H
#define WEND_BELIEF_H

#include <wend/map.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What an agent or a team knows of a map. */
typedef struct wend_belief wend_belief;

/* The longest range of a sensor, in cells. */
#define WEND_SIGHT_MAX 64u

/* The definition of a belief. */
typedef struct wend_belief_def {
    /* The true map; must outlive the belief, and may be edited. Its cost factors are known from the
     * start. NULL (default): your game or robot does its own sensing (wend_belief_observe). `form`
     * then defines the map, and all of it is unknown. */
    const wend_map *world;
    /* Only without `world`: the size and rules of the map, with the defaults of wend_map_def.
     * `cells` and `bytes` must be NULL; factors, allocator and memory limit are ignored. */
    wend_map_def form;
    /* How many of 1000 blocked cells are known from the start, chosen at random by `seed`: 0
     * (default: unknown terrain) to 1000 (known terrain). */
    uint32_t known_permille;
    uint64_t seed; /* 0 (default): 1 */
    /* The range of the sensor: cells up to this far away in x and in y, at most WEND_SIGHT_MAX. 0
     * (default): the smallest that the moves allow: 1 (the eight neighbours), or 2 with knight's
     * moves. */
    uint32_t sight;
    bool line_of_sight;       /* whether blocked cells hide the cells behind them; default false */
    wend_allocator allocator; /* all 0 (default): malloc */
    /* The most bytes that the belief may take with its map, also during creation. 0 (default): no
     * limit. */
    size_t memory_limit;
} wend_belief_def;

/* Creates a belief from the first `size` bytes of a definition: see wend_agent_create_sized. */
WEND_API wend_error wend_belief_create_sized(const wend_belief_def *def, size_t size,
                                             wend_belief **out, wend_diagnosis *diagnosis);

/* Creates a belief. Zero fields of `def` are defaults; `world`, or the width and height of `form`,
 * are required.
 *
 * On error *out is NULL and `diagnosis` (may be NULL) names the field. Errors:
 *     WEND_ERROR_ARGUMENT   a pointer is NULL, a value is out of range, or no terrain is free
 *     WEND_ERROR_SIZE       a side of `form` is 0 or above WEND_MAP_SIDE_MAX
 *     WEND_ERROR_MEMORY     out of memory, or memory_limit is too small
 *
 * Cost: the time and memory of wend_map_create for a map of this size, and 1 bit per cell. During
 * creation 1 byte per cell more, 2 if the world has factors. */
static inline wend_error wend_belief_create(const wend_belief_def *def, wend_belief **out,
                                            wend_diagnosis *diagnosis) {
    return wend_belief_create_sized(def, sizeof *def, out, diagnosis);
}

/* Frees a belief and its map. NULL is allowed. No other object may use the map any more. */
WEND_API void wend_belief_destroy(wend_belief *belief);

/* Returns the map for agents to plan on. It is part of the belief. Only the belief may edit it. */
WEND_API const wend_map *wend_belief_map(const wend_belief *belief);

/* Senses from a cell of the world. Returns how many cells turned out to be blocked or free contrary
 * to the belief.
 *
 * Does nothing without `world` and outside the map. Never allocates. Cost: O(sight^2), with line of
 * sight O(sight^3). */
WEND_API uint32_t wend_belief_sense(wend_belief *belief, uint32_t x, uint32_t y);

/* Records the terrain of a cell that the caller has seen. Errors:
 *     WEND_ERROR_ARGUMENT   `belief` is NULL
 *     WEND_ERROR_OUTSIDE    the cell is outside the map
 *     WEND_ERROR_FORMAT     an unknown terrain */
WEND_API wend_error wend_belief_observe(wend_belief *belief, uint32_t x, uint32_t y, char terrain);

/* Returns whether a cell was known from the start (as blocked) or has been seen since. O(1). */
WEND_API bool wend_belief_knows(const wend_belief *belief, uint32_t x, uint32_t y);

/* Returns the bytes that the belief holds, its map included. They do not change later. */
WEND_API size_t wend_belief_memory(const wend_belief *belief);

#ifdef __cplusplus
}
#endif

#endif
