/* wend/components.h - connected components: reachability in O(1), and the nearest reachable cell.
 *
 *     wend_components *components;
 *     wend_components_create(&(wend_components_def){.map = map}, &components, NULL);
 *
 *     // after edits of the map
 *     wend_components_update(components, (wend_budget){.work = 100000}, NULL);
 *
 *     wend_state nearest = to;
 *     if (wend_components_reach(components, from, to) == WEND_REACH_UNREACHABLE) {
 *         wend_components_nearest(components, from, to, &nearest);
 *     }
 *
 * - Two cells are in the same component if moves of the map lead from one to the other, at any
 *   cost.
 * - No edit is missed, however many there are. Until wend_components_update has processed an edit,
 *   answers that it may have changed are WEND_REACH_UNKNOWN.
 * - Agents, finders and fleets can use the components of their map: wend_agent_def.components,
 *   wend_finder_def.components, wend_fleet_def.components. One object serves any number of them.
 * - The map of a belief has components like any other map.
 *
 * Threads: any number of threads may read the components at the same time, as long as no thread
 * edits the map or calls wend_components_update. */
#ifndef WEND_COMPONENTS_H
#define WEND_COMPONENTS_H

#include <wend/map.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The connected components of one map. */
typedef struct wend_components wend_components;

/* ---- Creation -------------------------------------------------------------------------------- */

/* What components are created from. Zeros are the defaults. */
typedef struct wend_components_def {
    const wend_map *map;      /* required; any map; must outlive the components */
    wend_allocator allocator; /* all 0 (default): malloc; called only by create and destroy */
    size_t memory_limit;      /* bytes that the components may hold; 0 (default): no limit */
} wend_components_def;

/* Creates components from the first `size` bytes of a definition, as wend_agent_create_sized. For
 * bindings. */
WEND_API wend_error wend_components_create_sized(const wend_components_def *def, size_t size,
                                                 wend_components **out, wend_diagnosis *diagnosis);

/* Finds the connected components of a map as it is now.
 *
 * Takes less than half the time of wend_map_create, and 1.2 bytes per cell; more if a side is below
 * 64.
 *
 * On error *out is NULL and `diagnosis` (NULL is allowed) names the field:
 *     WEND_ERROR_ARGUMENT   a pointer is NULL, or the allocator has only one function
 *     WEND_ERROR_MEMORY     out of memory, or memory_limit is too small */
static inline wend_error wend_components_create(const wend_components_def *def,
                                                wend_components **out, wend_diagnosis *diagnosis) {
    return wend_components_create_sized(def, sizeof *def, out, diagnosis);
}

/* Frees components. NULL is allowed. No agent, finder or fleet may use them afterwards. */
WEND_API void wend_components_destroy(wend_components *components);

/* ---- Updates --------------------------------------------------------------------------------- */

/* The most units of work that an update needs for one chunk of 64 x 64 cells; mostly 2,000 to
 * 6,000. */
#define WEND_COMPONENTS_WORK_CHUNK 22480u

/* Units of work for each chunk of the map, if an update has changed how chunks are connected. */
#define WEND_COMPONENTS_WORK_JOIN 100u

/* What an update has done. */
typedef struct wend_update_info {
    uint64_t work;    /* units of work */
    uint32_t pending; /* chunks with pending edits; 0: everything is up to date */
} wend_update_info;

/* Processes pending map edits.
 *
 * budget  at least WEND_WORK_EXPANSION, but the call always processes at least one chunk; with
 *         WEND_WORK_MAX units of work it processes all edits
 * info    what was done; NULL is allowed
 *
 * The map is divided into chunks of 64 x 64 cells. Chunks with edits are searched again, in turns.
 * If that changes how chunks are connected, all chunks are joined again, once per update.
 *
 * Errors:
 *     WEND_ERROR_ARGUMENT   components is NULL, or a time limit is set without a clock
 *     WEND_ERROR_BUDGET     less than WEND_WORK_EXPANSION units of work
 *
 * Work: O(1) without edits. Otherwise at most
 *
 *     max(budget.work, WEND_COMPONENTS_WORK_CHUNK + chunks * (1 + WEND_COMPONENTS_WORK_JOIN))
 *
 * where `chunks` is the number of chunks of the map: at least one chunk is processed. A chunk takes
 * 3 to 30 microseconds. Joining takes 20 to 300 ns per chunk of the map, up to 1.3 ms on
 * 4096 x 4096 cells. Never allocates.
 *
 * Threads: not while another thread reads the components or edits the map. */
WEND_API wend_error wend_components_update(wend_components *components, wend_budget budget,
                                           wend_update_info *info);

/* Returns a number that grows with every update that has processed edits. While it and
 * wend_map_version stay the same, so do all answers. O(1). */
WEND_API uint64_t wend_components_version(const wend_components *components);

/* ---- Queries --------------------------------------------------------------------------------- */

/* Whether a cell can be reached. */
typedef enum wend_reach {
    WEND_REACH_UNREACHABLE = 0, /* no path exists */
    WEND_REACH_REACHABLE = 1,   /* a path exists */
    WEND_REACH_UNKNOWN = 2      /* pending edits may have changed the answer */
} wend_reach;

/* Returns whether a path leads from one cell to another.
 *
 * A blocked cell can be left but not entered. From under a building the path is the one that agents
 * take (WEND_WAY_OUT_MAX); finders do not. Every cell can be reached from itself. Returns
 * WEND_REACH_UNREACHABLE if a state is outside the map or `components` is NULL.
 *
 * With pending edits, until the next update:
 * - After edits that only block cells, WEND_REACH_UNREACHABLE stays valid. One exception: if `from`
 *   itself was blocked, and moves or the way out from there now lead to other cells than before,
 *   the answer becomes WEND_REACH_UNKNOWN.
 * - After edits that only free cells, WEND_REACH_REACHABLE stays valid. One exception: if `from`
 *   itself was freed, the answer becomes WEND_REACH_UNKNOWN.
 * - Any other answer that the edits may have changed becomes WEND_REACH_UNKNOWN.
 *
 * O(1): up to three times as long as wend_map_is_free. From under a building, and between cells of
 * islands in a chunk with more than 126 islands, 0.1 to 0.5 microseconds. An island is a component
 * inside one chunk. */
WEND_API wend_reach wend_components_reach(const wend_components *components, wend_state from,
                                          wend_state to);

/* Finds the free cell nearest to `to` that can be reached from `from`.
 *
 * That is the cell with the least octile distance to `to` (straight and diagonal steps, ignoring
 * walls). Ties are broken by the least octile distance to `from`, then by the smallest number. It
 * is `to` itself if `to` can be reached, also if `to` is `from` and blocked.
 *
 * nearest  receives the cell
 *
 * Returns:
 *     WEND_REACH_REACHABLE     *nearest is that cell
 *     WEND_REACH_UNKNOWN       *nearest is that cell according to the last update, and free now
 *     WEND_REACH_UNREACHABLE   *nearest is WEND_STATE_NONE: `from` is blocked, is not `to`, and no
 *                              free cell is within WEND_WAY_OUT_MAX steps; or a state is outside
 *                              the map; or a pointer is NULL
 *
 * Cost: reads the chunks around `to`, nearest first, and of those with a cell of the component the
 * cells. 1 to 10 microseconds, and 10 to 250 ns for each chunk that is nearer to `to` than the cell
 * found. From an island inside a chunk, 1 to 5 microseconds. */
WEND_API wend_reach wend_components_nearest(const wend_components *components, wend_state from,
                                            wend_state to, wend_state *nearest);

/* Returns the map of the components. O(1). */
WEND_API const wend_map *wend_components_map(const wend_components *components);

/* Returns the bytes that the components hold. The number never changes. O(1). */
WEND_API size_t wend_components_memory(const wend_components *components);

#ifdef __cplusplus
}
#endif

#endif
