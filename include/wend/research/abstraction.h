/* wend/research/abstraction.h - a grid seen from further and further away: the clique abstraction
 * of Sturtevant and Buro (AAAI 2005).
 *
 *     level 2      +-----------+-----+      regions of regions of cells
 *     level 1      +--+--+--+--+--+--+      regions: cells that are all neighbours of each other
 *     level 0      . . . . . . . . . .      the free cells of the map
 *
 * A region of level k + 1 is a clique of at most four regions of level k; what is left over when no
 * two free ones are neighbours joins the smallest clique beside it. Regions are connected, two are
 * neighbours exactly if a move leads from a cell of one to a cell of the other, and the highest
 * level has one region for every connected part of the map: two cells can reach each other exactly
 * if they lie in the same region there.
 *
 * An abstraction is shared and read-only during a tick, like the map. */
#ifndef WEND_ABSTRACTION_H
#define WEND_ABSTRACTION_H

#include <wend/precomputed.h>
#include <wend/map.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_abstraction_def {
    const wend_map *map; /* required; must outlive the abstraction */
    size_t memory_limit; /* bytes that the abstraction may take, also while it is created; 0: no
                          * limit */
    wend_allocator allocator; /* all 0: malloc */
} wend_abstraction_def;

/* Creates an abstraction from the first `size` bytes of a definition, as
 * wend_agent_create_sized. */
WEND_API wend_error wend_abstraction_create_sized(const wend_abstraction_def *def, size_t size,
                                                  wend_abstraction **out,
                                                  wend_diagnosis *diagnosis);

/* Creates an abstraction: builds all levels. Takes 0.3 us per cell of the map, and holds about 12
 * bytes per cell.
 *
 * On error *out is NULL and `diagnosis` (may be NULL) names the field:
 *     WEND_ERROR_ARGUMENT   a pointer is NULL
 *     WEND_ERROR_MEMORY     out of memory, or memory_limit is too small */
static inline wend_error wend_abstraction_create(const wend_abstraction_def *def,
                                                 wend_abstraction **out,
                                                 wend_diagnosis *diagnosis) {
    return wend_abstraction_create_sized(def, sizeof *def, out, diagnosis);
}

/* Rebuilds all levels if the map was edited since; else does nothing. Not inside a tick. Agents
 * that use the abstraction forget what they have planned and learned, and need a reservation before
 * they continue. The old levels are freed after the new ones are built; memory_limit holds for both
 * together. With WEND_ERROR_MEMORY the abstraction stays as it was, and stale. */
WEND_API wend_error wend_abstraction_update(wend_abstraction *abstraction);

/* Whether the map is as it was when the levels were built. If it is not, ticks of agents that use
 * the abstraction do nothing and return WEND_ERROR_STALE. */
WEND_API bool wend_abstraction_is_current(const wend_abstraction *abstraction);

/* Null is allowed. No agent and no database may use it any more. */
WEND_API void wend_abstraction_destroy(wend_abstraction *abstraction);

/* The highest level; 0 if the map has no free cell. Valid levels are 1 to this. */
WEND_API uint32_t wend_abstraction_levels(const wend_abstraction *abstraction);

/* How many regions a level has; they are numbered from 0. */
WEND_API uint32_t wend_abstraction_count(const wend_abstraction *abstraction, uint32_t level);

/* How many pairs of neighbours a level has. */
WEND_API uint32_t wend_abstraction_edge_count(const wend_abstraction *abstraction, uint32_t level);

/* The region of a level that a cell lies in; WEND_STATE_NONE for a cell that is not free, or a
 * level that does not exist. */
WEND_API uint32_t wend_abstraction_region(const wend_abstraction *abstraction, uint32_t level,
                                          wend_state cell);

/* Whether a route leads from one cell to the other, found without a search. */
WEND_API bool wend_abstraction_connected(const wend_abstraction *abstraction, wend_state a,
                                         wend_state b);

typedef struct wend_region {
    uint32_t parent;          /* the region of the next level that it is part of, WEND_STATE_NONE
                               * on the highest */
    uint32_t cells;           /* how many cells it has */
    wend_state center;        /* the one of them that lies nearest to their mean */
    const uint32_t *children; /* regions of the level below; on level 1 cells */
    uint32_t child_count;
} wend_region;

/* WEND_ERROR_OUTSIDE if there is no such region. The children belong to the abstraction. */
WEND_API wend_error wend_abstraction_describe(const wend_abstraction *abstraction, uint32_t level,
                                              uint32_t region, wend_region *out);

/* A level as a graph that agents can search: nodes are regions, an edge costs the distance of the
 * centers, as the map's heuristic estimates it. It lives as long as the abstraction, and not beyond
 * its next update. Null for a level that does not exist. */
WEND_API const wend_domain *wend_abstraction_graph(const wend_abstraction *abstraction,
                                                   uint32_t level);

/* Bytes that it holds. */
WEND_API size_t wend_abstraction_memory(const wend_abstraction *abstraction);

#ifdef __cplusplus
}
#endif

#endif
