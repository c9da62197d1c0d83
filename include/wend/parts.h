/* wend/parts.h - connected parts of a map: is there a way at all, and if not, how near can one get?
 *
 *     wend_parts_create(&(wend_parts_def){.map = map}, &parts);
 *     frame: edits of the map, then wend_parts_update(parts, 16), then questions and ticks
 *
 * Two cells lie in the same part if moves of the map lead from one to the other, whatever they
 * cost. Edits of the map are noticed however many there were; until wend_parts_update has worked
 * them in, answers that they may have changed are "unknown". Agents ask by themselves:
 * wend_agent_def.parts. A belief's map has parts like any other.
 *
 * Reading from several threads at once is safe, as long as nobody edits the map or updates. */
#ifndef WEND_PARTS_H
#define WEND_PARTS_H

#include <wend/map.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_parts wend_parts;

typedef struct wend_parts_def {
    const wend_map *map;      /* required; any map; must outlive the parts */
    wend_allocator allocator; /* all 0 (default) for malloc; called by create and destroy alone */
} wend_parts_def;

/* Finds the parts of the map as it is now. Takes less than half as long as wend_map_create, and 1.2
 * bytes per cell, more if a side is below 64. WEND_ERROR_ARGUMENT, _MEMORY; *out is null then. */
WEND_API wend_error wend_parts_create(const wend_parts_def *def, wend_parts **out);

/* Null is allowed. No agent may use the parts any more. */
WEND_API void wend_parts_destroy(wend_parts *parts);

/* Works in what was edited since. The map is divided into chunks of 64 x 64 cells; those with edits
 * are searched again, at most `chunks_max` of them (UINT32_MAX: all), and if that changes how
 * chunks are connected, all chunks are joined again, once. Returns how many chunks are left for the
 * next update, 0 if everything is known. Chunks take turns. Never allocates; not while another
 * thread reads. Costs O(1) without edits, else 3 to 20 microseconds per chunk, a nanosecond for
 * each chunk of the map, and to join again 20 to 200 for each: up to 0.8 ms on 4096 x 4096 cells.
 */
WEND_API uint32_t wend_parts_update(wend_parts *parts, uint32_t chunks_max);

/* Raised by every update that worked something in. As long as this and wend_map_version stay as
 * they are, so do all answers. */
WEND_API uint64_t wend_parts_version(const wend_parts *parts);

typedef enum wend_reach {
    WEND_REACH_NO = 0,     /* there is no way */
    WEND_REACH_YES = 1,    /* there is one */
    WEND_REACH_UNKNOWN = 2 /* there are edits that were not worked in yet, and they may matter */
} wend_reach;

/* Whether a way leads from one cell to another. A blocked cell can be left, but not entered; every
 * cell can be reached from itself. Edits that only block keep "no" valid, those that only free keep
 * "yes" valid, until the next update; but if `from` itself was blocked and is freed, "yes" becomes
 * "unknown". WEND_REACH_NO for a state outside the map or if parts is null. O(1), up to three times
 * as long as wend_map_is_free; between cells of islands inside a chunk that has over 126 of them
 * O(its cells), up to a millisecond. */
WEND_API wend_reach wend_parts_reach(const wend_parts *parts, wend_state from, wend_state to);

/* The free cell nearest to `to` of those that can be reached from `from`: the one with the least
 * octile distance to `to` (straight and diagonal steps without walls), among equal ones with the
 * least octile distance to `from`, then with the smallest number. That is `to` if it can be
 * reached; also if it is `from`, and blocked.
 *
 * WEND_REACH_YES: *nearest is that cell. WEND_REACH_UNKNOWN: it is that cell as far as is known
 * without the last edits, and free. WEND_REACH_NO: `from` is blocked, nothing leads out and it is
 * not `to`, a state lies outside the map, or a pointer is null; *nearest is WEND_STATE_NONE then.
 *
 * Reads the chunks round `to` and in them the cells of those that hold a cell of the wanted part: a
 * few microseconds, on maps of islands up to a nanosecond for each 64 x 64 cells more. */
WEND_API wend_reach wend_parts_nearest(const wend_parts *parts, wend_state from, wend_state to,
                                       wend_state *nearest);

/* The map that it was made for. */
WEND_API const wend_map *wend_parts_map(const wend_parts *parts);

/* Bytes that it holds. It takes no more later. */
WEND_API size_t wend_parts_memory(const wend_parts *parts);

#ifdef __cplusplus
}
#endif

#endif
