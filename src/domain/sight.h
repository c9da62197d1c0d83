/* domain/sight.h - lines of sight between the centres of cells (wend/route.h). */
#ifndef WN_SIGHT_H
#define WN_SIGHT_H

#include <wend/route.h>

#include "domain/grid.h"

typedef struct wn_sight_cell {
    int x, y;
} wn_sight_cell;

static inline wn_sight_cell wn_sight_cell_of(const wend_map *map, wend_state state) {
    return (wn_sight_cell){(int)wend_map_x(map, state), (int)wend_map_y(map, state)};
}

/* Whether the line between two cells is free. Adds the number of cells tested to `tested`. */
bool wn_sight_is_free(const wend_map *map, wn_sight_cell from, wn_sight_cell to, uint32_t *tested);

/* The last of `count` cells of a path from `from` that is in sight from there. On a map with
 * factors, only cells before the first turn count. WEND_STATE_NONE if no cell is in sight. */
wend_state wn_sight_farthest(const wend_map *map, wend_state from, const wend_state *path,
                             uint32_t count);

#endif
