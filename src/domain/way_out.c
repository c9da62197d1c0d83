/* domain/way_out.c - the way out of a buried cell.
 *
 * A blocked cell is buried if no move leads from it to a free cell. Nothing enters it, but a unit
 * that stood there when it was blocked can leave: straight to the nearest free cell, measured in
 * steps along rows and columns. Such steps pass no corners, and each of them gets one step nearer,
 * so the end of the way out does not depend on the neighbourhood of the map. */
#include "domain/grid.h"

bool wn_grid_is_buried(const wend_map *map, wn_id id) {
    return !map->moves[id] && wn_grid_is_blocked(map, id) &&
           !wn_moves_out(map, wn_grid_x(map, id), wn_grid_y(map, id));
}

/* The distance to the nearest free cell of a row, from `at` to larger coordinates, or to smaller
 * ones. Reads at least the next 64 cells; UINT32_MAX if none of them is free. */
static uint32_t cells_ahead(const wn_lines *rows, uint32_t row, uint32_t at) {
    uint64_t bits = wn_line_word(rows, row, at)->up.free >> at % 64;
    if (bits) {
        return wn_low_zeros(bits);
    }
    bits = at / 64 + 1 < rows->length ? wn_line_word(rows, row, at + 64)->up.free : 0;
    return bits ? 64 - at % 64 + wn_low_zeros(bits) : UINT32_MAX;
}

static uint32_t cells_behind(const wn_lines *rows, uint32_t row, uint32_t at) {
    uint64_t bits = wn_line_word(rows, row, at)->down.free >> (63 - at % 64);
    if (bits) {
        return wn_low_zeros(bits);
    }
    bits = at >= 64 ? wn_line_word(rows, row, at - 64)->down.free : 0;
    return bits ? at % 64 + 1 + wn_low_zeros(bits) : UINT32_MAX;
}

/* The free cell at the end of the way out, as an offset. */
typedef struct outlook {
    int32_t dx, dy;
    uint32_t
        distance; /* by steps along rows and columns; above WEND_WAY_OUT_MAX if none was found */
} outlook;

/* Breaks ties between cells at the same distance: north before east before south before west. */
static bool comes_before(int32_t dx, int32_t dy, const outlook *other) {
    if (dy < 0 || other->dy < 0) {
        return dy != other->dy ? dy < other->dy : dx > other->dx;
    }
    return dx > 0 || other->dx > 0 ? dx > other->dx : dy > other->dy;
}

static void note_cell(outlook *best, uint32_t x_apart, int32_t x_sign, int32_t dy) {
    uint32_t distance = wn_add_sat(x_apart, (uint32_t)(dy < 0 ? -dy : dy));
    if (distance <= best->distance && distance <= WEND_WAY_OUT_MAX) {
        int32_t dx = x_sign * (int32_t)x_apart;
        if (distance < best->distance || comes_before(dx, dy, best)) {
            *best = (outlook){dx, dy, distance};
        }
    }
}

static void look_along(const wend_map *map, uint32_t x, uint32_t y, int32_t dy, outlook *best) {
    const wn_lines *rows = &map->jumps.lines[WN_ROWS];
    uint32_t row = (uint32_t)((int32_t)y + dy);
    note_cell(best, cells_ahead(rows, row, x), 1, dy);
    note_cell(best, cells_behind(rows, row, x), -1, dy);
}

/* Searches row by row, nearest first, as long as a row can contain a cell that is at least as near.
 */
static outlook look_round(const wend_map *map, wn_id id) {
    uint32_t x = wn_grid_x(map, id) + 1, y = wn_grid_y(map, id) + 1;
    outlook best = {.distance = WEND_WAY_OUT_MAX + 1};
    look_along(map, x, y, 0, &best);
    for (int32_t dy = 1; (uint32_t)dy <= wn_min_u32(best.distance, WEND_WAY_OUT_MAX); dy++) {
        if ((uint32_t)dy < y) {
            look_along(map, x, y, -dy, &best);
        }
        if (y + (uint32_t)dy <= map->cells.height) {
            look_along(map, x, y, dy, &best);
        }
    }
    return best;
}

/* The cell on the way out from which `left` steps lead to its end: first along one axis, then along
 * the other. */
static wn_id cell_before_end(const wend_map *map, wn_id id, const outlook *end, uint32_t left) {
    int32_t x = end->dx, y = end->dy, back = (int32_t)left;
    int32_t x_step = x < 0 ? -1 : 1, y_step = y < 0 ? -1 : 1;
    bool is_east_first = x > 0 && y >= 0;
    int32_t last = is_east_first ? y * y_step : x * x_step; /* steps along the second axis */
    int32_t back_last = back < last ? back : last, back_first = back - back_last;
    x -= x_step * (is_east_first ? back_first : back_last);
    y -= y_step * (is_east_first ? back_last : back_first);
    return wn_grid_id(map, (uint32_t)((int32_t)wn_grid_x(map, id) + x),
                      (uint32_t)((int32_t)wn_grid_y(map, id) + y));
}

wn_id wn_grid_way_out(const wend_map *map, wn_id id) {
    if (!wn_grid_is_buried(map, id)) {
        return WN_NONE;
    }
    outlook end = look_round(map, id);
    return end.distance > WEND_WAY_OUT_MAX ? WN_NONE
                                           : cell_before_end(map, id, &end, end.distance - 1);
}

/* No move is longer than a knight's move. */
#define EDGE_DISTANCE_MAX 3u

wn_id wn_grid_edge(const wend_map *map, wn_id id) {
    if (!wn_grid_is_buried(map, id)) {
        return id;
    }
    outlook end = look_round(map, id);
    if (end.distance > WEND_WAY_OUT_MAX) {
        return id;
    }
    uint32_t left = wn_min_u32(end.distance - 1, EDGE_DISTANCE_MAX);
    wn_id edge = cell_before_end(map, id, &end, left);
    while (wn_grid_is_buried(map, edge)) {
        edge = cell_before_end(map, id, &end, --left);
    }
    return edge;
}

wend_cost wn_grid_way_out_cost(const wend_map *map, wn_id from, wn_id to) {
    if (wn_grid_move(map, from, to) >= WN_NE || !wn_grid_is_buried(map, from)) {
        return 0;
    }
    return map->cells.factors ? wn_grid_factored_cost(map, from, to, WEND_COST_ONE) : WEND_COST_ONE;
}
