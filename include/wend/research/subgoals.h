/* wend/research/subgoals.h - the table of subgoals that "dlrta" needs (D LRTA*: Bulitko et al.,
 * JAIR 2008).
 *
 *     wend_subgoals *subgoals;
 *     wend_subgoals_create(&(wend_subgoals_def){.abstraction = abstraction}, &subgoals, NULL);
 *     wend_subgoals_compute(subgoals, 0, wend_subgoals_regions(subgoals)); // or row by row
 *
 *     wend_agent_def def = {.map = map, .start = start, .goal = goal, .algo = wend_algo_dlrta(),
 *                           .local.subgoals = subgoals};
 *
 * For each pair of regions A and B of an abstraction the table has a subgoal and a depth. The
 * subgoal is the first cell outside A on the cheapest route from the center of A to the center of
 * B. For the few pairs where such subgoals could lead to a cycle it is another cell at the border
 * of A, or the goal itself. The depth is the least look-ahead with which LRTA* goes to the subgoal
 * without a detour, from the center of A and from up to eight cells spread over A.
 *
 * Threads: a table is read-only during ticks. Several threads may compute different rows at the
 * same time; nothing may read the table meanwhile. */
#ifndef WEND_SUBGOALS_H
#define WEND_SUBGOALS_H

#include <wend/research/abstraction.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Create and compute ---------------------------------------------------------------------- */

/* The maximum number of regions. The table has one byte, or two, for each pair of regions. */
#define WEND_SUBGOAL_REGIONS_MAX 65536u

/* Describes a new table of subgoals. Zero fields are defaults. */
typedef struct wend_subgoals_def {
    const wend_abstraction *abstraction; /* required; must outlive the table */
    /* The level of the regions, 1 to WEND_LEVELS_MAX. 0 (default): 3. If the abstraction has fewer
     * levels, its highest level is used. */
    uint32_t level;
    /* The maximum depth, 1 to WEND_DEPTH_MAX. 0 (default): 16, with which LRTA* expands up to 961
     * states for a move. */
    uint32_t depth_max;
    wend_allocator allocator; /* all 0 (default): malloc. Called on every thread that computes
                               * rows */
    size_t memory_limit;      /* the maximum number of bytes that the table may hold, also while it
                               * is created, without the searches of wend_subgoals_compute;
                               * 0 (default): no limit */
} wend_subgoals_def;

/* Creates a table of subgoals from the first `size` bytes of a definition; see
 * wend_agent_create_sized. */
WEND_API wend_error wend_subgoals_create_sized(const wend_subgoals_def *def, size_t size,
                                               wend_subgoals **out, wend_diagnosis *diagnosis);

/* Creates an empty table of subgoals. wend_subgoals_compute fills it.
 *
 * On error *out is NULL and `diagnosis` (may be NULL) names the field:
 *     WEND_ERROR_ARGUMENT  a pointer is NULL or a value is out of range
 *     WEND_ERROR_STALE     the map was edited after the abstraction was made
 *     WEND_ERROR_SIZE      the level has no region, or more than WEND_SUBGOAL_REGIONS_MAX
 *     WEND_ERROR_MEMORY    out of memory, memory_limit is too small, or a region borders on more
 *                          than 65,534 cells
 *
 * Memory: regions * regions bytes; twice that if a region borders on more than 254 cells. */
static inline wend_error wend_subgoals_create(const wend_subgoals_def *def, wend_subgoals **out,
                                              wend_diagnosis *diagnosis) {
    return wend_subgoals_create_sized(def, sizeof *def, out, diagnosis);
}

/* Frees a table. NULL is allowed. No agent may use it any more. */
WEND_API void wend_subgoals_destroy(wend_subgoals *subgoals);

/* Returns the number of regions, which is the number of rows of the table. */
WEND_API uint32_t wend_subgoals_regions(const wend_subgoals *subgoals);

/* Computes the rows of the target regions `first` to `first + count - 1`.
 *
 * Errors:
 *     WEND_ERROR_ARGUMENT  `subgoals` is NULL, or a row does not exist
 *     WEND_ERROR_STALE     the map was edited after the table was created
 *     WEND_ERROR_MEMORY    out of memory; no row was computed
 *
 * Cost: a search over the whole map for each row. Allocates memory for its searches, and frees it.
 *
 * Threads: several threads may compute different rows at the same time. */
WEND_API wend_error wend_subgoals_compute(wend_subgoals *subgoals, uint32_t first, uint32_t count);

/* Returns whether all rows are computed. Creating an agent of "dlrta" requires this. */
WEND_API bool wend_subgoals_complete(const wend_subgoals *subgoals);

/* ---- Reading --------------------------------------------------------------------------------- */

/* Finds the subgoal for an agent in the region of the cell `from` that goes to `to`.
 *
 * subgoal  receives the subgoal; `to` itself if both cells are in one region, if no route leads
 *          there, or if the table has no better advice
 * depth    receives the look-ahead, in moves
 *
 * Errors:
 *     WEND_ERROR_ARGUMENT  a pointer is NULL
 *     WEND_ERROR_STALE     the map was edited after the table was created
 *     WEND_ERROR_OUTSIDE   a cell is not free, or the row of its region is not computed */
WEND_API wend_error wend_subgoals_find(const wend_subgoals *subgoals, wend_state from,
                                       wend_state to, wend_state *subgoal, uint32_t *depth);

/* Returns whether the map is as it was when the table was created.
 *
 * If not, the table is stale and cannot be repaired: ticks of agents that use it do nothing and
 * return WEND_ERROR_STALE. O(1). */
WEND_API bool wend_subgoals_is_current(const wend_subgoals *subgoals);

/* Figures of a table. */
typedef struct wend_subgoals_info {
    uint32_t level;     /* the level of the regions */
    uint32_t regions;   /* number of regions */
    uint32_t depth_max; /* the maximum depth of the definition */
    double mean_depth;  /* mean depth over all border cells of all regions */
    size_t bytes;       /* bytes held, without the abstraction */
    uint64_t build_ns;  /* nanoseconds set by wend_subgoals_note_time; 0 (default): unknown */
} wend_subgoals_info;

/* Returns figures of a table. All 0 if `subgoals` is NULL. */
WEND_API wend_subgoals_info wend_subgoals_stats(const wend_subgoals *subgoals);

/* Returns the bytes that the table holds, without the abstraction. */
WEND_API size_t wend_subgoals_memory(const wend_subgoals *subgoals);

/* Sets how long the computation took, for wend_subgoals_stats and files. The library itself reads
 * no clock. */
WEND_API void wend_subgoals_note_time(wend_subgoals *subgoals, uint64_t nanoseconds);

/* ---- Files ----------------------------------------------------------------------------------- */

/* Writes a complete table to a file, with checksums of the map and of the file.
 *
 * Errors; `diagnosis` (may be NULL) says why:
 *     WEND_ERROR_ARGUMENT  a pointer is NULL, or the table is not complete
 *     WEND_ERROR_STALE     the map was edited after the table was created
 *     WEND_ERROR_IO        the file cannot be written */
WEND_API wend_error wend_subgoals_save(const wend_subgoals *subgoals, const char *path,
                                       wend_diagnosis *diagnosis);

/* Creates a table from a file, for the map of `abstraction`.
 *
 * allocator  NULL: malloc
 *
 * On error *out is NULL and `diagnosis` (may be NULL) says why:
 *     WEND_ERROR_ARGUMENT  a pointer is NULL
 *     WEND_ERROR_IO        the file cannot be read
 *     WEND_ERROR_FORMAT    the file is not a table, is damaged, has another version, or was made
 *                          for another map or other rules of movement
 *     WEND_ERROR_SIZE      the level has more than WEND_SUBGOAL_REGIONS_MAX regions
 *     WEND_ERROR_STALE     the map was edited after the abstraction was made
 *     WEND_ERROR_MEMORY    out of memory */
WEND_API wend_error wend_subgoals_load(const wend_abstraction *abstraction, const char *path,
                                       const wend_allocator *allocator, wend_subgoals **out,
                                       wend_diagnosis *diagnosis);

/* Returns a checksum of a map: its free cells, factors, size and rules of movement.
 *
 * Maps that differ in one of these have different checksums, as far as 64 bits allow. 0 if `map` is
 * NULL. O(cells). */
WEND_API uint64_t wend_map_checksum(const wend_map *map);

#ifdef __cplusplus
}
#endif

#endif
