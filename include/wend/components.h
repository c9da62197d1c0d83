/* wend/components.h - connected components of a map: is there a way at all, and if not, how near
 * can one get?
 *
 *     wend_components_create(&(wend_components_def){.map = map}, &components, NULL);
 *     frame: edits of the map, then wend_components_update(components, 16), then questions and
 * ticks
 *
 * Two cells lie in the same part if moves of the map lead from one to the other, whatever they
 * cost. Edits of the map are noticed however many there were; until wend_components_update has
 * worked them in, answers that they may have changed are "unknown". Agents ask by themselves:
 * wend_agent_def.components. A belief's map has components like any other.
 *
 * Reading from several threads at once is safe, as long as nobody edits the map or updates. */
#ifndef WEND_PARTS_H
#define WEND_PARTS_H

#include <wend/map.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_components wend_components;

typedef struct wend_components_def {
    const wend_map *map;      /* required; any map; must outlive the components */
    wend_allocator allocator; /* all 0: malloc; called only by create and destroy */
    size_t memory_limit;      /* bytes that the components may take; 0: no limit */
} wend_components_def;

/* Creates components from the first `size` bytes of a definition, as wend_agent_create_sized. */
WEND_API wend_error wend_components_create_sized(const wend_components_def *def, size_t size,
                                                 wend_components **out, wend_diagnosis *diagnosis);

/* Finds the connected components of the map as it is now. Takes less than half as long as
 * wend_map_create, and 1.2 bytes per cell, more if a side is below 64.
 *
 * On error *out is NULL and `diagnosis` (may be NULL) names the field:
 *     WEND_ERROR_ARGUMENT   a pointer is NULL
 *     WEND_ERROR_MEMORY     out of memory, or memory_limit is too small */
static inline wend_error wend_components_create(const wend_components_def *def,
                                                wend_components **out, wend_diagnosis *diagnosis) {
    return wend_components_create_sized(def, sizeof *def, out, diagnosis);
}

/* Frees components. NULL is allowed. No agent may use them any more. */
WEND_API void wend_components_destroy(wend_components *components);

/* Processes pending map edits, in at most `chunks_max` chunks (UINT32_MAX: all).
 *
 * The map is divided into chunks of 64 x 64 cells. Those with edits are searched again; chunks take
 * turns. If that changes how chunks are connected, all chunks are joined again, once. Returns how
 * many chunks are left for the next update, 0 if every edit is known. Never allocates.
 *
 * Costs O(1) without edits. Otherwise 3 to 30 microseconds for each chunk that is searched, at most
 * `chunks_max`; 1 nanosecond for each chunk of the map; and to join again 20 to 300 nanoseconds for
 * each chunk of the map, up to 1.3 ms on 4096 x 4096 cells. Not while another thread reads. */
WEND_API uint32_t wend_components_update(wend_components *components, uint32_t chunks_max);

/* Raised by every update that worked something in. As long as this and wend_map_version stay as
 * they are, so do all answers. */
WEND_API uint64_t wend_components_version(const wend_components *components);

typedef enum wend_reach {
    WEND_REACH_UNREACHABLE = 0, /* there is no way */
    WEND_REACH_REACHABLE = 1,   /* there is one */
    WEND_REACH_UNKNOWN = 2 /* there are edits that were not worked in yet, and they may matter */
} wend_reach;

/* Returns whether a path leads from one cell to another. A blocked cell can be left, but not
 * entered; from under a building the path is that of agents (WEND_WAY_OUT_MAX). Every cell can be
 * reached from itself.
 *
 * Until the next update, edits that only block keep "no" valid, and edits that only free keep "yes"
 * valid. Unless they change `from` itself: if it is freed, "yes" becomes "unknown"; if it is
 * blocked, "no" becomes "unknown" where the way out of the building leads to other cells.
 *
 * WEND_REACH_UNREACHABLE for a state outside the map or if components is null. O(1): up to three
 * times as long as wend_map_is_free, but 0.1 to 0.5 microseconds from under a building, and between
 * cells of islands inside a chunk that has over 126 of them. */
WEND_API wend_reach wend_components_reach(const wend_components *components, wend_state from,
                                          wend_state to);

/* The free cell nearest to `to` of those that can be reached from `from`: the one with the least
 * octile distance to `to` (straight and diagonal steps without walls), among equal ones with the
 * least octile distance to `from`, then with the smallest number. That is `to` if it can be
 * reached; also if it is `from`, and blocked.
 *
 * WEND_REACH_REACHABLE: *nearest is that cell. WEND_REACH_UNKNOWN: it is that cell as far as is
 * known without the last edits, and free. WEND_REACH_UNREACHABLE: `from` is blocked, nothing leads
 * out (no free cell within WEND_WAY_OUT_MAX steps) and it is not `to`, a state lies outside the
 * map, or a pointer is null; *nearest is WEND_STATE_NONE then.
 *
 * Reads the chunks round `to`, from near to far, and in those that hold a cell of the wanted part
 * their cells: 1 to 10 microseconds, and 10 to 250 nanoseconds for each chunk that is nearer to
 * `to` than the cell that is found. From an island inside a chunk it takes 1 to 5 microseconds. */
WEND_API wend_reach wend_components_nearest(const wend_components *components, wend_state from,
                                            wend_state to, wend_state *nearest);

/* The map that it was made for. */
WEND_API const wend_map *wend_components_map(const wend_components *components);

/* Bytes that it holds. It takes no more later. */
WEND_API size_t wend_components_memory(const wend_components *components);

#ifdef __cplusplus
}
#endif

#endif
