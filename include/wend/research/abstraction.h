/* wend/research/abstraction.h - regions of a map, level by level: the clique abstraction of
 * Sturtevant and Buro (AAAI 2005).
 *
 *     wend_abstraction *abstraction;
 *     wend_abstraction_create(&(wend_abstraction_def){.map = map}, &abstraction, NULL);
 *     uint32_t region = wend_abstraction_region(abstraction, 1, cell);
 *
 * Each level groups the regions of the level below:
 *
 *     level 2      +-----------+-----+      regions of regions of cells
 *     level 1      +--+--+--+--+--+--+      regions: cells that are all neighbours of each other
 *     level 0      . . . . . . . . . .      the free cells of the map
 *
 * A region of level k + 1 is a clique of at most four regions of level k. When no two
 * regions without a clique are neighbours, each of them joins the smallest clique next to it.
 *
 * Guarantees:
 *   - Regions are connected.
 *   - Two regions are neighbours exactly if a move leads from a cell of one to a cell of the other.
 *   - The highest level has one region for every connected component of the map: two cells can
 *     reach each other exactly if they are in the same region there.
 *
 * Agents of "prlrts" plan on an abstraction (wend_local_def.abstraction), and tables of subgoals
 * are based on one (wend/research/subgoals.h).
 *
 * Threads: an abstraction is shared and read-only during ticks, like the map. No other thread may
 * use it during wend_abstraction_update. */
#ifndef WEND_ABSTRACTION_H
#define WEND_ABSTRACTION_H

#include <wend/precomputed.h>
#include <wend/map.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Create, update and destroy -------------------------------------------------------------- */

/* Describes a new abstraction. Zero fields are defaults. */
typedef struct wend_abstraction_def {
    const wend_map *map; /* required; must outlive the abstraction */
    size_t memory_limit; /* the maximum number of bytes that the abstraction may hold, also while it
                          * is created; 0 (default): no limit */
    wend_allocator allocator; /* all 0 (default): malloc */
} wend_abstraction_def;

/* Creates an abstraction from the first `size` bytes of a definition; see
 * wend_agent_create_sized. */
WEND_API wend_error wend_abstraction_create_sized(const wend_abstraction_def *def, size_t size,
                                                  wend_abstraction **out,
                                                  wend_diagnosis *diagnosis);

/* Creates an abstraction: builds all levels.
 *
 * On error *out is NULL and `diagnosis` (may be NULL) names the field:
 *     WEND_ERROR_ARGUMENT  a pointer is NULL, or the allocator has only one function
 *     WEND_ERROR_MEMORY    out of memory, or memory_limit is too small
 *
 * Cost: 0.3 microseconds per cell of the map. Memory: about 12 bytes per cell. */
static inline wend_error wend_abstraction_create(const wend_abstraction_def *def,
                                                 wend_abstraction **out,
                                                 wend_diagnosis *diagnosis) {
    return wend_abstraction_create_sized(def, sizeof *def, out, diagnosis);
}

/* Rebuilds all levels if the map was edited since they were built. Otherwise does nothing.
 *
 * Not inside a tick. Agents that use the abstraction discard what they have planned and learned,
 * and need a reservation before they continue. Tables of subgoals stay stale: destroy them, and
 * create new ones.
 *
 * Errors:
 *     WEND_ERROR_ARGUMENT  `abstraction` is NULL
 *     WEND_ERROR_MEMORY    out of memory, or memory_limit is too small. The abstraction is
 *                          unchanged, and stale
 *
 * Cost: as creation. The old levels are freed after the new ones are built; memory_limit is the
 * limit of both together. */
WEND_API wend_error wend_abstraction_update(wend_abstraction *abstraction);

/* Returns whether the map is as it was when the levels were built.
 *
 * If not, the abstraction is stale: ticks of agents that use it do nothing and return
 * WEND_ERROR_STALE. O(1). */
WEND_API bool wend_abstraction_is_current(const wend_abstraction *abstraction);

/* Frees an abstraction. NULL is allowed. No agent and no table of subgoals may use it any more. */
WEND_API void wend_abstraction_destroy(wend_abstraction *abstraction);

/* ---- Reading --------------------------------------------------------------------------------- */

/* Returns the highest level; 0 if the map has no free cell. Valid levels are 1 to this. */
WEND_API uint32_t wend_abstraction_levels(const wend_abstraction *abstraction);

/* Returns the number of regions of a level. They are numbered from 0. */
WEND_API uint32_t wend_abstraction_count(const wend_abstraction *abstraction, uint32_t level);

/* Returns the number of pairs of neighbouring regions of a level. */
WEND_API uint32_t wend_abstraction_edge_count(const wend_abstraction *abstraction, uint32_t level);

/* Returns the region of a level that contains a cell.
 *
 * WEND_STATE_NONE if the cell is not free or the level does not exist. */
WEND_API uint32_t wend_abstraction_region(const wend_abstraction *abstraction, uint32_t level,
                                          wend_state cell);

/* Returns whether a route leads from one cell to the other, without a search. */
WEND_API bool wend_abstraction_connected(const wend_abstraction *abstraction, wend_state a,
                                         wend_state b);

/* Describes a region. */
typedef struct wend_region {
    uint32_t parent;          /* the region of the next level that contains it; WEND_STATE_NONE on
                               * the highest level */
    uint32_t cells;           /* number of cells */
    wend_state center;        /* the cell of the region that is nearest to the mean of its cells */
    const uint32_t *children; /* its regions of the level below; on level 1 its cells. Owned by the
                               * abstraction, valid until its next update */
    uint32_t child_count;     /* number of children */
} wend_region;

/* Writes the description of a region to *out.
 *
 * Errors: WEND_ERROR_OUTSIDE if the level or the region does not exist. */
WEND_API wend_error wend_abstraction_describe(const wend_abstraction *abstraction, uint32_t level,
                                              uint32_t region, wend_region *out);

/* Returns a level as a graph that agents can search; NULL if the level does not exist.
 *
 * Its nodes are the regions. An edge costs the distance of the centers, as estimated by the map's
 * heuristic. Owned by the abstraction, valid until its next update. */
WEND_API const wend_domain *wend_abstraction_graph(const wend_abstraction *abstraction,
                                                   uint32_t level);

/* Returns the bytes that the abstraction holds. */
WEND_API size_t wend_abstraction_memory(const wend_abstraction *abstraction);

#ifdef __cplusplus
}
#endif

#endif
