/* wend/components.h - connected components of a map: is there a way at all, and if not, how near
 * can one get?
 *
 *     wend_components_create(&(wend_components_def){.map = map}, &components, NULL);
 *     frame: edits of the map, then wend_components_update(components, budget, NULL), then
 *            questions and ticks
 *
 * Two cells lie in the same part if moves of the map lead from one to the other, whatever they
 * cost. Edits of the map are noticed however many there were; until wend_components_update has
 * worked them in, answers that they may have changed are "unknown". Agents ask by themselves:
 * wend_agent_def.components. A belief's map has components like any other.
 *
 * Reading from several threads at once is safe, as long as nobody edits the map or updates. */
#ifndef WEND_COMPONENTS_H
#define WEND_COMPONENTS_H

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
 * budget  at least WEND_WORK_EXPANSION; WEND_WORK_MAX: process all edits
 * info    what was done; NULL is allowed
 *
 * The map is divided into chunks of 64 x 64 cells. Chunks with edits are searched again, in turns.
 * If that changes how chunks are connected, all chunks are joined again, once per update.
 *
 * Work: O(1) without edits. Otherwise at most
 *     max(budget.work, WEND_COMPONENTS_WORK_CHUNK + chunks * (1 + WEND_COMPONENTS_WORK_JOIN))
 * where `chunks` is the number of chunks of the map: at least one chunk is processed. A chunk takes
 * 3 to 30 microseconds, joining 20 to 300 nanoseconds per chunk of the map, up to 1.3 ms on
 * 4096 x 4096 cells. Never allocates. Errors: WEND_ERROR_ARGUMENT, WEND_ERROR_BUDGET.
 *
 * Threads: not while another thread reads the components or edits the map. */
WEND_API wend_error wend_components_update(wend_components *components, wend_budget budget,
                                           wend_update_info *info);

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
