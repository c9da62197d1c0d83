/* wend/research/subgoals.h - what "dlrta" computes beforehand (D LRTA*: Bulitko et al., JAIR 2008):
 * for each pair of regions of an abstraction, where to go first and how far to look ahead on the
 * way.
 *
 *     wend_subgoals_create(&(wend_subgoals_def){.abstraction = abstraction}, &subgoals, NULL);
 *     wend_subgoals_compute(subgoals, 0, wend_subgoals_regions(subgoals));  // or in parts
 *
 * For the regions A and B take the cheapest route between their centers. The subgoal is the first
 * cell of it outside A; the depth is the least one with which LRTA* goes from the center of A to
 * that cell without a detour. */
#ifndef WEND_SUBGOALS_H
#define WEND_SUBGOALS_H

#include <wend/research/abstraction.h>

#ifdef __cplusplus
extern "C" {
#endif

/* More regions than this are refused: the table has a byte (or two) for each pair. */
#define WEND_SUBGOAL_REGIONS_MAX 65536u

typedef struct wend_subgoals_def {
    const wend_abstraction *abstraction; /* required; must outlive the table */
    /* 1 to WEND_LEVELS_MAX; 0: 3. If the abstraction does not have the level: its highest. */
    uint32_t level;
    /* Most depth: 1 to WEND_DEPTH_MAX; 0: 16, with which LRTA* expands up to 961 states for a
     * move. */
    uint32_t depth_max;
    wend_allocator allocator; /* all 0: malloc; called on several threads if you compute on several
                               */
    size_t memory_limit; /* bytes that the table may take, also while it is created, without the
                          * searches of wend_subgoals_compute; 0: no limit */
} wend_subgoals_def;

/* Creates a table from the first `size` bytes of a definition, as wend_agent_create_sized. */
WEND_API wend_error wend_subgoals_create_sized(const wend_subgoals_def *def, size_t size,
                                               wend_subgoals **out, wend_diagnosis *diagnosis);

/* Creates an empty table: regions^2 bytes (twice that if a region borders on more than 254 cells).
 *
 * On error *out is NULL and `diagnosis` (may be NULL) names the field:
 *     WEND_ERROR_ARGUMENT   a pointer is NULL or a value is out of range
 *     WEND_ERROR_STALE      the map was edited after the abstraction was made
 *     WEND_ERROR_SIZE       no region, or more than WEND_SUBGOAL_REGIONS_MAX
 *     WEND_ERROR_MEMORY     out of memory, or memory_limit is too small */
static inline wend_error wend_subgoals_create(const wend_subgoals_def *def, wend_subgoals **out,
                                              wend_diagnosis *diagnosis) {
    return wend_subgoals_create_sized(def, sizeof *def, out, diagnosis);
}

/* Frees a table. NULL is allowed. No agent may use it any more. */
WEND_API void wend_subgoals_destroy(wend_subgoals *subgoals);

/* How many regions the level has: rows of the table. */
WEND_API uint32_t wend_subgoals_regions(const wend_subgoals *subgoals);

/* Fills in the rows of the target regions from `first` to `first + count - 1`. Several threads may
 * compute rows at the same time as long as the rows differ. Takes the time of a search over the
 * whole map for each row. */
WEND_API wend_error wend_subgoals_compute(wend_subgoals *subgoals, uint32_t first, uint32_t count);

/* Whether all rows are there; "dlrta" is refused a table that is not complete. */
WEND_API bool wend_subgoals_complete(const wend_subgoals *subgoals);

/* The subgoal and the depth for an agent in the region of the cell `from` that wants to get to
 * `to`. The subgoal is `to` itself if both cells are in one region, if no route leads there, or if
 * the table has no better advice. WEND_ERROR_OUTSIDE for cells that are not free, or if the row
 * was not computed. */
WEND_API wend_error wend_subgoals_find(const wend_subgoals *subgoals, wend_state from,
                                       wend_state to, wend_state *subgoal, uint32_t *depth);

/* Whether the map is as it was when the table was made. An edit of the map makes the table useless:
 * ticks of agents that use it do nothing and return WEND_ERROR_STALE. */
WEND_API bool wend_subgoals_is_current(const wend_subgoals *subgoals);

typedef struct wend_subgoals_info {
    uint32_t level;
    uint32_t regions;
    uint32_t depth_max;
    double mean_depth; /* over all borders of all regions */
    size_t bytes;      /* held in memory, without the abstraction */
    uint64_t build_ns; /* what was given to wend_subgoals_note_time, 0 if nothing */
} wend_subgoals_info;

WEND_API wend_subgoals_info wend_subgoals_stats(const wend_subgoals *subgoals);

/* Returns the bytes that the table holds, without the abstraction. */
WEND_API size_t wend_subgoals_memory(const wend_subgoals *subgoals);

/* The library reads no clock: note how long the computation took, so that it is saved too. */
WEND_API void wend_subgoals_note_time(wend_subgoals *subgoals, uint64_t nanoseconds);

/* ---- Files ----------------------------------------------------------------------------------- */

/* Writes a complete table. The file carries the checksum of the map and one of its own. */
WEND_API wend_error wend_subgoals_save(const wend_subgoals *subgoals, const char *path,
                                       wend_diagnosis *diagnosis);

/* Reads a table for the map of `abstraction`. WEND_ERROR_FORMAT, and a diagnosis that says why, for
 * a file that is no table, is damaged, has another version, or was made for another map or other
 * rules. `allocator` null means malloc. */
WEND_API wend_error wend_subgoals_load(const wend_abstraction *abstraction, const char *path,
                                       const wend_allocator *allocator, wend_subgoals **out,
                                       wend_diagnosis *diagnosis);

/* A number that differs, as far as numbers of 64 bits can, for maps that differ in a free cell, a
 * factor, the size or the rules of movement. */
WEND_API uint64_t wend_map_checksum(const wend_map *map);

#ifdef __cplusplus
}
#endif

#endif
