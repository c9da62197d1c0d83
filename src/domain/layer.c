#include "domain/layer.h"

#include <string.h>

/* From this many changes in a chunk on, recomputing the whole chunk is faster than one cell at a
 * time. */
#define CHANGES_PER_CHUNK 32u

/* ---- From values to the map ----------------------------------------------------------------- */

/* Updates the clearance. The largest square at a cell is one larger than the smallest of the
 * squares to the right, below and diagonally below. So a change affects cells above and to the
 * left, as far as the largest square reaches, and a row without changes ends the update. */
static void settle_clearance(wend_layer *layer, wn_area changed) {
    wn_area area = wn_layer_grow(layer, changed, WEND_LAYER_SIZE_MAX - 1, 0);
    bool is_changed = true;
    for (uint32_t y = area.end_y; y-- > area.y && (is_changed || y >= changed.y);) {
        uint8_t *row = layer->clearance + wn_layer_cell(layer, 0, y);
        bool is_last = y + 1 == layer->height;
        const uint8_t *below = is_last ? row : row + layer->width;
        const uint8_t *values = layer->values + wn_layer_cell(layer, 0, y);
        is_changed = false;
        for (uint32_t x = area.end_x; x-- > area.x;) {
            uint8_t side = 0;
            if (!is_last && x + 1 < layer->width) {
                side = row[x + 1] < below[x] ? row[x + 1] : below[x];
                side = below[x + 1] < side ? below[x + 1] : side;
            }
            side = values[x] ? (uint8_t)wn_min_u32(side + 1u, WEND_LAYER_SIZE_MAX) : 0;
            is_changed = is_changed || row[x] != side;
            row[x] = side;
        }
    }
}

/* Writes the greatest value of each square with its top left cell in an area to the scratch memory:
 * first along rows, then along columns. */
static void find_greatest(wend_layer *layer, wn_area area) {
    wn_area read = wn_layer_grow(layer, area, 0, layer->size - 1);
    assert(read.end_x - area.x <= WN_LAYER_SCRATCH_SIDE);
    assert(read.end_y - area.y <= WN_LAYER_SCRATCH_SIDE);
    for (uint32_t y = area.y; y < read.end_y; y++) {
        const uint8_t *values = layer->values + wn_layer_cell(layer, 0, y);
        uint8_t *out = layer->scratch + (size_t)(y - area.y) * WN_LAYER_SCRATCH_SIDE;
        for (uint32_t x = area.x; x < area.end_x; x++) {
            uint8_t greatest = values[x];
            for (uint32_t at = x + 1; at < x + layer->size && at < read.end_x; at++) {
                greatest = values[at] > greatest ? values[at] : greatest;
            }
            out[x - area.x] = greatest;
        }
    }
    for (uint32_t y = area.y; y < area.end_y; y++) {
        uint8_t *out = layer->scratch + (size_t)(y - area.y) * WN_LAYER_SCRATCH_SIDE;
        uint32_t rows = wn_min_u32(layer->size, read.end_y - y);
        for (uint32_t r = 1; r < rows; r++) {
            for (uint32_t x = 0; x < area.end_x - area.x; x++) {
                uint8_t other = out[r * WN_LAYER_SCRATCH_SIDE + x];
                out[x] = other > out[x] ? other : out[x];
            }
        }
    }
}

/* The greatest value of a square, from the scratch memory. At least 1: a unit that has to leave
 * blocked cells needs a factor. */
static uint8_t greatest_at(const wend_layer *layer, wn_area area, uint32_t x, uint32_t y) {
    uint8_t greatest = layer->scratch[(y - area.y) * WN_LAYER_SCRATCH_SIDE + (x - area.x)];
    return greatest ? greatest : 1;
}

static char terrain_of_square(const wend_layer *layer, uint32_t x, uint32_t y) {
    return layer->clearance[wn_layer_cell(layer, x, y)] >= layer->size ? '.' : '@';
}

/* Returns whether this is a change. */
static bool set_square(wend_layer *layer, uint32_t x, uint32_t y, uint8_t factor) {
    uint64_t version = layer->map->cells.version;
    wn_grid_set(layer->map, x, y, terrain_of_square(layer, x, y), factor);
    return layer->map->cells.version != version;
}

static uint32_t settle_map(wend_layer *layer, wn_area area) {
    bool has_factors = layer->map->cells.factors != NULL;
    if (has_factors) {
        find_greatest(layer, area);
    }
    uint32_t changed = 0;
    for (uint32_t y = area.y; y < area.end_y; y++) {
        for (uint32_t x = area.x; x < area.end_x; x++) {
            changed += set_square(layer, x, y, has_factors ? greatest_at(layer, area, x, y) : 0);
        }
    }
    return changed;
}

/* Updates everything that depends on an area of the base, which is at most as large as a chunk.
 * Returns how many cells of the layer's map changed. */
static uint32_t settle_tile(wend_layer *layer, wn_area tile) {
    wn_area changed =
        wn_layer_settle_values(layer, wn_layer_grow(layer, tile, layer->radius, layer->radius));
    if (wn_area_is_empty(changed)) {
        return 0;
    }
    settle_clearance(layer, changed);
    return settle_map(layer, wn_layer_grow(layer, changed, layer->size - 1, 0));
}

/* Advances to the next tile of an area, row by row; returns false after the last one. Start with an
 * empty tile. */
static bool next_tile(wn_area area, wn_area *tile) {
    bool is_first = tile->end_x == 0;
    tile->x = is_first || tile->end_x >= area.end_x ? area.x : tile->end_x;
    tile->y = is_first ? area.y : tile->x == area.x ? tile->end_y : tile->y;
    tile->end_x = wn_min_u32(tile->x + WN_CHUNK_SIDE, area.end_x);
    tile->end_y = wn_min_u32(tile->y + WN_CHUNK_SIDE, area.end_y);
    return tile->y < area.end_y;
}

/* ---- Creating -------------------------------------------------------------------------------- */

WN_DEFINITION_ENDS(wend_layer_def, memory_limit);

static wend_error check_layer_def(const wend_layer_def *def, wend_diagnosis *diagnosis) {
    if (!def->base) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, "base", "base is null");
    }
    if (def->size > WEND_LAYER_SIZE_MAX) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, "size",
                                 "size is %u, expected 1 to %u", def->size, WEND_LAYER_SIZE_MAX);
    }
    if (def->inflation[0]) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, "inflation",
                                 "inflation[0] is %u, expected 0: that cell is blocked",
                                 def->inflation[0]);
    }
    if (def->edits > WEND_MAP_EDITS_MAX) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, "edits",
                                 "edits is %u, expected 1 to %u", def->edits, WEND_MAP_EDITS_MAX);
    }
    return wn_check_allocator(&def->allocator, diagnosis);
}

/* Whether a value above 1 can occur. */
static bool needs_factors(const wend_layer *layer) {
    bool needs = !layer->has_kinds && layer->base->cells.factors;
    for (uint32_t c = 0; layer->has_kinds && c < 256; c++) {
        needs = needs || layer->kinds[c] > 1;
    }
    for (uint32_t d = 1; d <= layer->radius; d++) {
        needs = needs || (layer->inflation[d] && layer->inflation[d] < WEND_INFLATION_BLOCKED);
    }
    return needs;
}

static void read_inflation(wend_layer *layer, const uint8_t *inflation) {
    memcpy(layer->inflation, inflation, sizeof layer->inflation);
    for (uint32_t d = 1; d <= WEND_INFLATION_MAX; d++) {
        layer->radius = inflation[d] ? d : layer->radius;
        for (uint32_t square = (d - 1) * (d - 1) + 1; square <= d * d; square++) {
            layer->roots[square] = (uint8_t)d;
        }
    }
}

/* Allocates a layer without a map, with every cell blocked. */
static wend_layer *allocate_layer(const wend_layer_def *def) {
    const wend_map *base = def->base;
    size_t cells = (size_t)base->def.width * base->def.height;
    size_t counts = base->cells.chunk_count;
    size_t bytes = sizeof(wend_layer) + counts + cells * (def->has_obstacles ? 3 : 2);
    wn_memory memory;
    wn_memory_init(&memory, &def->allocator, def->memory_limit);
    wend_layer *layer = wn_memory_take(&memory, bytes);
    if (!layer) {
        return NULL;
    }
    memset(layer, 0, bytes);
    layer->memory = memory;
    layer->bytes = bytes;
    layer->base = base;
    layer->width = base->def.width;
    layer->height = base->def.height;
    layer->size = def->size ? def->size : 1;
    layer->edits = def->edits;
    layer->counts = (uint8_t *)(layer + 1);
    layer->values = layer->counts + counts;
    layer->clearance = layer->values + cells;
    layer->obstacles = def->has_obstacles ? layer->clearance + cells : NULL;
    layer->has_kinds = def->kinds != NULL;
    if (def->kinds) {
        memcpy(layer->kinds, def->kinds, sizeof layer->kinds);
    }
    read_inflation(layer, def->inflation);
    return layer;
}

static wn_area whole_map(const wend_layer *layer) {
    return (wn_area){0, 0, layer->width, layer->height};
}

/* Writes the squares of the layer in the form that wend_map_create expects; `factors` may be NULL.
 */
static void write_squares(wend_layer *layer, char *cells, uint8_t *factors) {
    wn_area tile = {0};
    while (next_tile(whole_map(layer), &tile)) {
        if (factors) {
            find_greatest(layer, tile);
        }
        for (uint32_t y = tile.y; y < tile.end_y; y++) {
            for (uint32_t x = tile.x; x < tile.end_x; x++) {
                size_t cell = wn_layer_cell(layer, x, y);
                cells[cell] = terrain_of_square(layer, x, y);
                if (factors) {
                    factors[cell] = greatest_at(layer, tile, x, y);
                }
            }
        }
    }
}

static wend_error make_layer_map(wend_layer *layer, const wend_allocator *allocator) {
    size_t size = (size_t)layer->width * layer->height;
    bool has_factors = needs_factors(layer);
    char *cells = wn_memory_take(&layer->memory, size);
    uint8_t *factors = has_factors ? wn_memory_take(&layer->memory, size) : NULL;
    wend_error error = WEND_ERROR_MEMORY;
    if (cells && (factors || !has_factors)) {
        write_squares(layer, cells, factors);
        wend_map_def form = {.width = layer->width,
                             .height = layer->height,
                             .neighbors = layer->base->def.neighbors,
                             .corners = layer->base->def.corners,
                             .factors = factors,
                             .edits = layer->edits ? layer->edits : layer->base->cells.edits_max,
                             .allocator = *allocator,
                             .cells = cells,
                             .memory_limit = wn_memory_left(&layer->memory)};
        error = wend_map_create(&form, &layer->map, NULL);
    }
    wn_memory_give(&layer->memory, factors, size);
    wn_memory_give(&layer->memory, cells, size);
    return error;
}

wend_error wend_layer_create_sized(const wend_layer_def *def, size_t size, wend_layer **out,
                                   wend_diagnosis *diagnosis) {
    if (!out) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, NULL, "out is null");
    }
    *out = NULL;
    wend_layer_def form;
    wend_error error = wn_definition_copy(def, size, &form, sizeof form, diagnosis);
    if (!error) {
        error = check_layer_def(&form, diagnosis);
    }
    if (error) {
        return error;
    }
    wend_layer *layer = allocate_layer(&form);
    if (layer) {
        wn_area tile = {0};
        while (next_tile(whole_map(layer), &tile)) {
            wn_layer_settle_values(layer, tile);
        }
        settle_clearance(layer, whole_map(layer));
        layer->touches = layer->base->cells.touches;
        error = make_layer_map(layer, &form.allocator);
    }
    if (!layer || error) {
        wend_layer_destroy(layer);
        return wn_no_memory(diagnosis, form.memory_limit, "no memory for a layer of %u x %u",
                            form.base->def.width, form.base->def.height);
    }
    layer->map->cells.believed = layer->base->cells.believed;
    *out = layer;
    return WEND_OK;
}

void wend_layer_destroy(wend_layer *layer) {
    if (layer) {
        wend_map_destroy(layer->map);
        wn_memory memory = layer->memory;
        wn_memory_give(&memory, layer, layer->bytes);
    }
}

const wend_map *wend_layer_map(const wend_layer *layer) {
    return layer ? layer->map : NULL;
}

size_t wend_layer_memory(const wend_layer *layer) {
    return layer ? layer->bytes + wend_map_memory(layer->map) : 0;
}

uint32_t wend_layer_clearance(const wend_layer *layer, uint32_t x, uint32_t y) {
    bool is_inside = layer && x < layer->width && y < layer->height;
    return is_inside ? layer->clearance[wn_layer_cell(layer, x, y)] : 0;
}

/* ---- Following the base ---------------------------------------------------------------------- */

static uint32_t settle_chunk(wend_layer *layer, uint32_t chunk) {
    uint32_t columns = layer->base->cells.chunk_columns;
    uint32_t x = chunk % columns * WN_CHUNK_SIDE, y = chunk / columns * WN_CHUNK_SIDE;
    return settle_tile(layer, (wn_area){x, y, wn_min_u32(x + WN_CHUNK_SIDE, layer->width),
                                        wn_min_u32(y + WN_CHUNK_SIDE, layer->height)});
}

/* Handles more changes than the base remembers. */
static uint32_t update_chunks(wend_layer *layer) {
    const wn_cells *cells = &layer->base->cells;
    uint32_t changed = 0;
    for (uint32_t i = 0; i < cells->chunk_count; i++) {
        if (cells->stamps[i].touched > layer->touches) {
            changed += settle_chunk(layer, i);
        }
    }
    return changed;
}

/* A pending change: its cell, and the counter of its chunk. */
static uint8_t *count_of_touch(wend_layer *layer, uint64_t touch, uint32_t *x, uint32_t *y) {
    const wn_cells *cells = &layer->base->cells;
    wn_id id = wn_cells_touched(cells, touch);
    *x = wn_cells_x(cells, id);
    *y = wn_cells_y(cells, id);
    return &layer->counts[wn_cells_chunk(cells, *x, *y)];
}

/* Handles changes one by one. A chunk that was recomputed as a whole has a count of 0 from then on.
 */
static uint32_t update_cells(wend_layer *layer) {
    uint64_t first = layer->touches, end = layer->base->cells.touches;
    uint32_t changed = 0, x, y;
    for (uint64_t touch = first; touch < end; touch++) {
        uint8_t *count = count_of_touch(layer, touch, &x, &y);
        *count = (uint8_t)(*count +
                           (*count <= CHANGES_PER_CHUNK)); /* larger counts make no difference */
    }
    for (uint64_t touch = first; touch < end; touch++) {
        uint8_t *count = count_of_touch(layer, touch, &x, &y);
        if (*count > CHANGES_PER_CHUNK) {
            changed += settle_chunk(layer, (uint32_t)(count - layer->counts));
            *count = 0;
        } else if (*count) {
            changed += settle_tile(layer, (wn_area){x, y, x + 1, y + 1});
        }
    }
    for (uint64_t touch = first; touch < end; touch++) {
        *count_of_touch(layer, touch, &x, &y) = 0;
    }
    return changed;
}

uint32_t wend_layer_update(wend_layer *layer) {
    uint64_t missed = layer ? layer->base->cells.touches - layer->touches : 0;
    if (!missed) {
        return 0;
    }
    uint32_t changed =
        missed > layer->base->cells.edits_max ? update_chunks(layer) : update_cells(layer);
    layer->touches = layer->base->cells.touches;
    return changed;
}

/* ---- Obstacles ------------------------------------------------------------------------------- */

/* `step` is 1 or -1. */
static wend_error count_obstacles(wend_layer *layer, wn_area area, int step) {
    uint8_t limit = step > 0 ? UINT8_MAX : 0;
    for (uint32_t y = area.y; y < area.end_y; y++) {
        for (uint32_t x = area.x; x < area.end_x; x++) {
            if (layer->obstacles[wn_layer_cell(layer, x, y)] == limit) {
                return WEND_ERROR_ARGUMENT;
            }
        }
    }
    for (uint32_t y = area.y; y < area.end_y; y++) {
        for (uint32_t x = area.x; x < area.end_x; x++) {
            uint8_t *count = &layer->obstacles[wn_layer_cell(layer, x, y)];
            *count = (uint8_t)(*count + step);
        }
    }
    wn_area tile = {0};
    while (!wn_area_is_empty(area) && next_tile(area, &tile)) {
        settle_tile(layer, tile);
    }
    return WEND_OK;
}

static wend_error change_obstacles(wend_layer *layer, uint32_t x, uint32_t y, uint32_t width,
                                   uint32_t height, int step) {
    if (!layer) {
        return WEND_ERROR_ARGUMENT;
    }
    if (!layer->obstacles) {
        return WEND_ERROR_UNSUPPORTED;
    }
    if (x > layer->width || width > layer->width - x || y > layer->height ||
        height > layer->height - y) {
        return WEND_ERROR_OUTSIDE;
    }
    return count_obstacles(layer, (wn_area){x, y, x + width, y + height}, step);
}

wend_error wend_layer_block(wend_layer *layer, uint32_t x, uint32_t y, uint32_t width,
                            uint32_t height) {
    return change_obstacles(layer, x, y, width, height, 1);
}

wend_error wend_layer_unblock(wend_layer *layer, uint32_t x, uint32_t y, uint32_t width,
                              uint32_t height) {
    return change_obstacles(layer, x, y, width, height, -1);
}

uint32_t wend_layer_obstacles(const wend_layer *layer, uint32_t x, uint32_t y) {
    bool is_inside = layer && layer->obstacles && x < layer->width && y < layer->height;
    return is_inside ? layer->obstacles[wn_layer_cell(layer, x, y)] : 0;
}
