#include "domain/cells.h"

uint32_t wn_cells_number(wn_cells *cells, uint32_t width, uint32_t height) {
    assert(width >= 1 && width <= WEND_MAP_SIDE_MAX && height >= 1 && height <= WEND_MAP_SIDE_MAX);
    uint32_t columns = (width + 31) / 32;
    uint32_t rows = (height + 31) / 32;
    cells->width = width;
    cells->height = height;
    cells->row_inverse = (UINT64_C(1) << WN_ROW_SHIFT) / width + 1;
    cells->x_bits = 0;
    while ((1u << cells->x_bits) < columns) {
        cells->x_bits++;
    }
    cells->chunk_columns = (width + WN_CHUNK_SIDE - 1) / WN_CHUNK_SIDE;
    cells->chunk_count = (height + WN_CHUNK_SIDE - 1) / WN_CHUNK_SIDE * cells->chunk_columns;
    cells->x_mask = 3u | 7u << 4 | ((1u << cells->x_bits) - 1) << 10;
    return rows << (cells->x_bits + 10);
}

uint32_t wn_terrain_of(char c) {
    switch (c) {
    case '.':
    case 'G':
        return WEND_TERRAIN_GROUND;
    case 'S':
        return WEND_TERRAIN_SWAMP;
    case 'W':
        return WEND_TERRAIN_WATER;
    case 'T':
        return WEND_TERRAIN_TREES;
    case '@':
    case 'O':
        return WEND_TERRAIN_OUT;
    default:
        return 0;
    }
}

bool wn_terrain_is_known(const wend_map_def *def, char terrain) {
    return def->kinds || wn_terrain_of(terrain);
}

bool wn_terrain_passes(const wend_map_def *def, char terrain) {
    uint32_t passable = def->passable & ~(uint32_t)WEND_TERRAIN_OUT;
    return def->kinds ? def->kinds[(unsigned char)terrain] > 0
                      : (wn_terrain_of(terrain) & passable) != 0;
}

bool wn_find_terrain(const wend_map_def *def, bool is_free, char *terrain) {
    static const char usual[] =
        "@.SWT"; /* tried before all others; '@' is passable only with `kinds` */
    for (uint32_t i = is_free; i < sizeof usual - 1 + 256; i++) {
        char c = i < sizeof usual - 1 ? usual[i] : (char)(i - (sizeof usual - 1));
        if (wn_terrain_is_known(def, c) && wn_terrain_passes(def, c) == is_free) {
            *terrain = c;
            return true;
        }
    }
    return false;
}

void wn_cells_allow(wn_cells *cells, const wend_map_def *def) {
    for (uint32_t c = 0; c < 256; c++) {
        cells->kinds[c] = def->kinds ? def->kinds[c] : 0;
        cells->passes[c] = wn_terrain_passes(def, (char)c);
    }
}

static void note_edit(wn_cells *cells, wn_id id, bool cheaper, bool is_wall) {
    assert(id != WN_NONE || cheaper);
    cells->edits[cells->version++ & (cells->edits_max - 1)] = (wn_edit){id, cheaper, is_wall};
}

static void note_touch(wn_cells *cells, wn_id id, uint32_t x, uint32_t y) {
    cells->touched[cells->touches++ & (cells->edits_max - 1)] = id;
    cells->stamps[wn_cells_chunk(cells, x, y)].touched = cells->touches;
}

/* Call after the edit was noted. */
static void stamp_chunk(wn_cells *cells, uint32_t x, uint32_t y, bool is_free) {
    wn_stamp *stamp = &cells->stamps[wn_cells_chunk(cells, x, y)];
    if (is_free) {
        stamp->freed = cells->last.freed = cells->version;
    } else {
        stamp->blocked = cells->last.blocked = cells->version;
    }
}

/* The heuristic uses the smallest factor. That factor never rises, so the heuristic stays a lower
 * bound. */
static void lower_least_factor(wn_cells *cells, wn_id id) {
    if (cells->factors && cells->factors[id] < cells->least_factor) {
        cells->least_factor = cells->factors[id];
        note_edit(cells, WN_NONE, true, false);
    }
}

wn_change wn_cells_set_terrain(wn_cells *cells, uint32_t x, uint32_t y, char terrain) {
    assert(x < cells->width && y < cells->height);
    char *cell = &cells->terrain[(size_t)y * cells->width + x];
    if (*cell == terrain) {
        return WN_SAME;
    }
    wn_id id = wn_cells_id(cells, x, y);
    bool was_free = cells->passes[(unsigned char)*cell];
    bool is_free = cells->passes[(unsigned char)terrain];
    *cell = terrain;
    note_touch(cells, id, x, y);
    if (was_free == is_free) {
        return WN_SAME;
    }
    cells->free_count = is_free ? cells->free_count + 1 : cells->free_count - 1;
    note_edit(cells, id, is_free, true);
    stamp_chunk(cells, x, y, is_free);
    if (is_free) {
        lower_least_factor(cells, id);
    }
    return is_free ? WN_FREED : WN_BLOCKED;
}

void wn_cells_set_factor(wn_cells *cells, uint32_t x, uint32_t y, uint8_t factor) {
    assert(x < cells->width && y < cells->height && cells->factors && factor >= 1);
    wn_id id = wn_cells_id(cells, x, y);
    uint8_t old = cells->factors[id];
    cells->factors[id] = factor;
    if (factor == old) {
        return;
    }
    note_touch(cells, id, x, y);
    /* Noted for blocked cells as well: the factor is part of the cost of leaving them. */
    note_edit(cells, id, factor < old, false);
    if (wn_cells_are_free(cells, x, y)) {
        lower_least_factor(cells, id);
    }
}
