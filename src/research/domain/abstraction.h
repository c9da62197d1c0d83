/* research/domain/abstraction.h - the clique abstraction, as agents see it. */
#ifndef WN_ABSTRACTION_H
#define WN_ABSTRACTION_H

#include <wend/research/abstraction.h>

#include "domain/graph.h"
#include "domain/grid.h"

typedef struct wn_level {
    uint32_t count;        /* regions */
    uint32_t child_total;  /* entries of `children` */
    uint32_t *parent;      /* by region; WN_NONE on the highest level */
    uint32_t *first_child; /* count + 1 */
    uint32_t *children;    /* regions of the level below; on level 1 public states */
    uint32_t *cells;       /* by region: number of cells */
    wend_state *center;    /* by region */
    wend_domain *graph;
} wn_level;

struct wend_abstraction {
    wn_memory memory;
    const wend_map *map;
    uint64_t map_version; /* edits of the map when the abstraction was built */
    uint32_t top;         /* the highest level */
    uint32_t *region_of;  /* by id of the grid: the region of level 1, WN_NONE if not free */
    wn_level levels[WEND_LEVELS_MAX + 1]; /* from 1 to top */
};

/* The region of a level that contains a cell, given by its id. */
static inline uint32_t wn_region_of(const wend_abstraction *abstraction, uint32_t level, wn_id id) {
    assert(level >= 1 && level <= abstraction->top && id < abstraction->map->domain.id_limit);
    uint32_t region = abstraction->region_of[id];
    for (uint32_t k = 1; k < level && region != WN_NONE; k++) {
        region = abstraction->levels[k].parent[region];
    }
    return region;
}

/* Whether two cells are connected: they are in the same region of the highest level. A map without
 * free cells has no levels. */
static inline bool wn_abstraction_connects(const wend_abstraction *abstraction, wn_id a, wn_id b) {
    if (abstraction->top == 0) {
        return false;
    }
    uint32_t region = wn_region_of(abstraction, abstraction->top, a);
    return region != WN_NONE && region == wn_region_of(abstraction, abstraction->top, b);
}

#endif
