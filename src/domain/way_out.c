/* domain/way_out.c - the way out from under a building.
 *
 * A blocked cell is buried if no move leads from it to a free cell. Nothing enters it, but a unit
 * that stood there when it was blocked gets out: straight to the free cell that is nearest by steps
 * along rows and columns. Such steps pass no corners, and each of them leads nearer by one, so that
 * where they lead does not depend on the neighbourhood of the map. */
#include "domain/grid.h"

bool wn_grid_is_buried(const wend_map *map, wn_id id) {
    return !map->moves[id] && wn_grid_is_blocked(map, id) &&
           !wn_moves_out(map, wn_grid_x(map, id), wn_grid_y(map, id));
}

/* How far the nearest free cell of a row is, from `at` on to larger coordinates, or to smaller
 * ones. Of the next 64 cells, and at least; UINT32_MAX if none of them is free. */
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

/* The least distance so far, and the directions that lead nearer to a cell at that distance. */
typedef struct outlook {
    uint32_t distance;
    uint32_t directions;
} outlook;

static void note_cell(outlook *best, uint32_t dx, uint32_t dy, uint32_t directions) {
    uint32_t distance = wn_add_sat(dx, dy);
    if (distance < best->distance) {
        *best = (outlook){.distance = distance};
    }
    if (distance == best->distance) {
        best->directions |= directions;
    }
}

/* A row `dy` away; `vertical` is the direction in which it lies. */
static void look_along(const wend_map *map, uint32_t x, uint32_t row, uint32_t dy,
                       uint32_t vertical, outlook *best) {
    const wn_lines *rows = &map->jumps.lines[WN_ROWS];
    uint32_t east = cells_ahead(rows, row, x), west = cells_behind(rows, row, x);
    note_cell(best, east, dy, vertical | (east ? 1u << WN_E : 0));
    note_cell(best, west, dy, vertical | (west ? 1u << WN_W : 0));
}

/* Row by row, the nearest first, as long as one can hold a cell that is as near. */
static outlook look_round(const wend_map *map, uint32_t x, uint32_t y) {
    outlook best = {.distance = WEND_WAY_OUT_MAX + 1};
    look_along(map, x, y, 0, 0, &best);
    for (uint32_t dy = 1; dy <= wn_min_u32(best.distance, WEND_WAY_OUT_MAX); dy++) {
        if (dy < y) {
            look_along(map, x, y - dy, dy, 1u << WN_N, &best);
        }
        if (y + dy <= map->cells.height) {
            look_along(map, x, y + dy, dy, 1u << WN_S, &best);
        }
    }
    return best;
}

wn_id wn_grid_way_out(const wend_map *map, wn_id id) {
    if (!wn_grid_is_buried(map, id)) {
        return WN_NONE;
    }
    outlook best = look_round(map, wn_grid_x(map, id) + 1, wn_grid_y(map, id) + 1);
    if (best.distance > WEND_WAY_OUT_MAX) {
        return WN_NONE;
    }
    wn_fan fan;
    wn_grid_fan(map, id, 0, &fan, WN_MOVE_SET_4);
    return fan.to[wn_low_zeros(best.directions)];
}

wn_id wn_grid_edge(const wend_map *map, wn_id id) {
    for (wn_id next = id; next != WN_NONE; next = wn_grid_way_out(map, id)) {
        id = next;
    }
    return id;
}

wend_cost wn_grid_way_out_cost(const wend_map *map, wn_id from, wn_id to) {
    if (wn_grid_move(map, from, to) >= WN_NE || !wn_grid_is_buried(map, from)) {
        return 0;
    }
    return map->cells.factors ? wn_grid_factored_cost(map, from, to, WEND_COST_ONE) : WEND_COST_ONE;
}
