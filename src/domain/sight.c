/* domain/sight.c - lines of sight. */
#include "domain/sight.h"

#include <stdlib.h>

static bool is_open(const wend_map *map, int x, int y) {
    return x >= 0 && y >= 0 && wn_cells_are_free(&map->cells, (uint32_t)x, (uint32_t)y);
}

/* Whether a line may pass between two cells that touch at a corner. */
static bool line_may_pass(const wend_map *map, bool one, bool other) {
    if (map->def.neighbors == 4 || map->def.corners == WEND_CORNERS_NEVER) {
        return one && other;
    }
    return map->def.corners == WEND_CORNERS_ALWAYS || one || other;
}

/* Follows the line from cell to cell. `lead` is how much nearer the line is to the next column than
 * to the next row, times the product of both lengths. At 0 the line passes through a corner. */
bool wn_sight_is_free(const wend_map *map, wn_sight_cell from, wn_sight_cell to, uint32_t *tested) {
    int dx = abs(to.x - from.x), dy = abs(to.y - from.y);
    int step_x = to.x > from.x ? 1 : -1, step_y = to.y > from.y ? 1 : -1;
    int lead = dx - dy;
    for (wn_sight_cell at = from;;) {
        ++*tested;
        if (!is_open(map, at.x, at.y)) {
            return false;
        }
        if (at.x == to.x && at.y == to.y) {
            return true;
        }
        if (lead > 0) {
            at.x += step_x;
            lead -= 2 * dy;
        } else if (lead < 0) {
            at.y += step_y;
            lead += 2 * dx;
        } else if (line_may_pass(map, is_open(map, at.x + step_x, at.y),
                                 is_open(map, at.x, at.y + step_y))) {
            at.x += step_x;
            at.y += step_y;
            lead += 2 * dx - 2 * dy;
        } else {
            return false;
        }
    }
}

bool wend_route_sees(const wend_map *map, wend_state from, wend_state to) {
    uint32_t tested = 0;
    bool are_inside = map && from < map->domain.state_count && to < map->domain.state_count;
    return are_inside &&
           wn_sight_is_free(map, wn_sight_cell_of(map, from), wn_sight_cell_of(map, to), &tested);
}

/* The number of cells of a path that are on a straight line from its start. */
static uint32_t straight_count(const wend_map *map, wend_state from, const wend_state *path,
                               uint32_t count) {
    wn_sight_cell at = wn_sight_cell_of(map, from), step = {0, 0};
    for (uint32_t i = 0; i < count; i++) {
        wn_sight_cell next = wn_sight_cell_of(map, path[i]);
        wn_sight_cell this_step = {next.x - at.x, next.y - at.y};
        if (i > 0 && (this_step.x != step.x || this_step.y != step.y)) {
            return i;
        }
        step = this_step;
        at = next;
    }
    return count;
}

wend_state wn_sight_farthest(const wend_map *map, wend_state from, const wend_state *path,
                             uint32_t count) {
    uint32_t i = map->cells.factors ? straight_count(map, from, path, count) : count;
    while (i > 0 && !wend_route_sees(map, from, path[i - 1])) {
        i--;
    }
    return i > 0 ? path[i - 1] : WEND_STATE_NONE;
}
