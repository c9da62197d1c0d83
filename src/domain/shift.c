/* domain/shift.c - moves a map that is a window on a larger world. */
#include "domain/grid.h"

/* The previous state of a cell of a shifted map, WEND_STATE_NONE if it was outside. */
static wend_state cell_before_shift(const wend_map *old, uint32_t x, uint32_t y, int32_t left,
                                    int32_t top) {
    int64_t old_x = (int64_t)x + left, old_y = (int64_t)y + top;
    bool is_there =
        old_x >= 0 && old_y >= 0 && old_x < old->cells.width && old_y < old->cells.height;
    return is_there ? (uint32_t)old_y * old->cells.width + (uint32_t)old_x : WEND_STATE_NONE;
}

/* The factor of a cell, or that of `terrain` if the cell was outside; 1 if there are no factors. */
static uint8_t factor_before_shift(const wend_map *old, wend_state cell, char terrain) {
    if (cell != WEND_STATE_NONE) {
        return old->cells.factors ? old->cells.factors[wn_grid_id_of_state(old, cell)] : 1;
    }
    uint8_t factor = old->def.kinds ? old->def.kinds[(unsigned char)terrain] : 1;
    return factor ? factor : 1;
}

static char terrain_before_shift(const wend_map *old, wend_state cell, char terrain) {
    return cell == WEND_STATE_NONE ? terrain : old->cells.terrain[cell];
}

/* Starts at the end whose cells are not read any more. */
wend_error wend_map_shift(wend_map *map, int32_t left, int32_t top, char terrain) {
    if (!map) {
        return WEND_ERROR_ARGUMENT;
    }
    if (!wn_terrain_is_known(&map->def, terrain)) {
        return WEND_ERROR_FORMAT;
    }
    uint32_t width = map->cells.width, count = width * map->cells.height;
    bool is_forward = top > 0 || (top == 0 && left >= 0);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t cell = is_forward ? i : count - 1 - i, x = cell % width, y = cell / width;
        wend_state before = cell_before_shift(map, x, y, left, top);
        wn_grid_set(map, x, y, terrain_before_shift(map, before, terrain),
                    factor_before_shift(map, before, terrain));
    }
    return WEND_OK;
}

wend_error wend_map_create_shifted(const wend_map *map, int32_t left, int32_t top, uint32_t width,
                                   uint32_t height, char terrain, wend_map **out) {
    if (out) {
        *out = NULL;
    }
    if (!map || !out) {
        return WEND_ERROR_ARGUMENT;
    }
    if (!wn_terrain_is_known(&map->def, terrain)) {
        return WEND_ERROR_FORMAT;
    }
    if (width < 1 || height < 1 || width > WEND_MAP_SIDE_MAX || height > WEND_MAP_SIDE_MAX) {
        return WEND_ERROR_SIZE;
    }
    wn_memory memory;
    wn_memory_init(&memory, &map->def.allocator, map->def.memory_limit);
    size_t size = (size_t)width * height;
    char *cells = wn_memory_take(&memory, size);
    uint8_t *factors = wn_memory_take(&memory, size);
    wend_error error = WEND_ERROR_MEMORY;
    if (cells && factors) {
        for (uint32_t cell = 0; cell < size; cell++) {
            wend_state before = cell_before_shift(map, cell % width, cell / width, left, top);
            cells[cell] = terrain_before_shift(map, before, terrain);
            factors[cell] = factor_before_shift(map, before, terrain);
        }
        wend_map_def def = map->def;
        def.width = width;
        def.height = height;
        def.factors = map->cells.factors ? factors : NULL;
        def.cells = cells;
        def.memory_limit = wn_memory_left(&memory);
        error = wend_map_create(&def, out, NULL);
    }
    wn_memory_give(&memory, factors, size);
    wn_memory_give(&memory, cells, size);
    return error;
}

wend_state wend_map_shifted(const wend_map *map, wend_state state, int32_t left, int32_t top,
                            const wend_map *to) {
    if (!map || !to || state >= map->domain.state_count) {
        return WEND_STATE_NONE;
    }
    int64_t x = (int64_t)(state % map->cells.width) - left;
    int64_t y = (int64_t)(state / map->cells.width) - top;
    bool is_there = x >= 0 && y >= 0 && x < to->cells.width && y < to->cells.height;
    return is_there ? wend_map_state(to, (uint32_t)x, (uint32_t)y) : WEND_STATE_NONE;
}
