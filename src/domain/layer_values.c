/* domain/layer_values.c - the values of a layer's cells, without the size of units: kinds,
 * obstacles, inflation. */
#include "domain/layer.h"

/* The value without inflation. */
static uint8_t bare_value(const wend_layer *layer, uint32_t x, uint32_t y) {
    const wend_map *base = layer->base;
    size_t cell = wn_layer_cell(layer, x, y);
    if (layer->obstacles && layer->obstacles[cell]) {
        return 0;
    }
    unsigned char terrain = (unsigned char)base->cells.terrain[cell];
    if (layer->has_kinds) {
        return layer->kinds[terrain];
    }
    if (!base->cells.passes[terrain]) {
        return 0;
    }
    return base->cells.factors ? base->cells.factors[wn_grid_id(base, x, y)] : 1;
}

/* ---- Inflation --------------------------------------------------------------------------------
 *
 * The distance to the nearest blocked cell is found in two steps. First, along each column, the
 * distance up or down to the nearest blocked cell (in the scratch memory, radius + 1 if it is
 * beyond the radius). Then, for each cell, the smallest sum of squares over the columns on both
 * sides. */

/* The columns that affect an area. */
static wn_area columns_round(const wend_layer *layer, wn_area area) {
    wn_area columns = wn_layer_grow(layer, area, layer->radius, layer->radius);
    columns.y = area.y;
    columns.end_y = area.end_y;
    return columns;
}

/* `distance`, as seen from the next cell of the column. */
static uint8_t one_farther(const wend_layer *layer, uint8_t distance) {
    return (uint8_t)wn_min_u32(distance + 1u, layer->radius + 1);
}

static void find_column(wend_layer *layer, wn_area area, uint32_t x, uint8_t *out) {
    uint8_t none = (uint8_t)(layer->radius + 1), distance = none;
    wn_area rows = wn_layer_grow(layer, area, layer->radius, layer->radius);
    for (uint32_t y = rows.y; y < area.end_y; y++) { /* from above */
        distance = bare_value(layer, x, y) ? one_farther(layer, distance) : 0;
        if (y >= area.y) {
            out[(y - area.y) * WN_LAYER_SCRATCH_SIDE] = distance;
        }
    }
    distance = none;
    for (uint32_t y = rows.end_y; y-- > area.end_y;) { /* from below */
        distance = bare_value(layer, x, y) ? one_farther(layer, distance) : 0;
    }
    for (uint32_t y = area.end_y; y-- > area.y;) {
        uint8_t *at = &out[(y - area.y) * WN_LAYER_SCRATCH_SIDE];
        distance = *at ? one_farther(layer, distance) : 0;
        *at = distance < *at ? distance : *at;
    }
}

/* The distance of a cell to the nearest blocked cell, rounded up; more than the radius if it is
 * beyond that. `row` is its row of the scratch memory, whose first cell is (first_x, y). */
static uint32_t distance_to_blocked(const wend_layer *layer, const uint8_t *row, uint32_t first_x,
                                    uint32_t end_x, uint32_t x) {
    uint32_t radius = layer->radius, least = radius * radius + 1;
    uint32_t from = x > first_x + radius ? x - radius : first_x;
    uint32_t to = wn_min_u32(x + radius + 1, end_x);
    for (uint32_t at = from; at < to; at++) {
        uint32_t dx = at > x ? at - x : x - at, dy = row[at - first_x];
        least = wn_min_u32(least, dx * dx + dy * dy);
    }
    return least > radius * radius ? radius + 1 : layer->roots[least];
}

static uint8_t inflated(const wend_layer *layer, uint8_t value, uint32_t distance) {
    uint32_t more = distance <= layer->radius ? layer->inflation[distance] : 0;
    bool is_blocked = value == 0 || more == WEND_INFLATION_BLOCKED;
    return is_blocked ? 0 : (uint8_t)wn_min_u32(value + more, UINT8_MAX);
}

/* ---- Areas ---------------------------------------------------------------------------------- */

static void add_to_area(wn_area *area, uint32_t x, uint32_t y) {
    area->x = wn_min_u32(area->x, x);
    area->y = wn_min_u32(area->y, y);
    area->end_x = wn_max_u32(area->end_x, x + 1);
    area->end_y = wn_max_u32(area->end_y, y + 1);
}

wn_area wn_layer_settle_values(wend_layer *layer, wn_area area) {
    wn_area changed = {UINT32_MAX, UINT32_MAX, 0, 0};
    wn_area columns = columns_round(layer, area);
    assert(columns.end_x - columns.x <= WN_LAYER_SCRATCH_SIDE || !layer->radius);
    for (uint32_t x = columns.x; layer->radius && x < columns.end_x; x++) {
        find_column(layer, area, x, layer->scratch + (x - columns.x));
    }
    for (uint32_t y = area.y; y < area.end_y; y++) {
        const uint8_t *row = layer->scratch + (size_t)(y - area.y) * WN_LAYER_SCRATCH_SIDE;
        for (uint32_t x = area.x; x < area.end_x; x++) {
            uint8_t value = bare_value(layer, x, y);
            if (layer->radius && value) {
                value = inflated(layer, value,
                                 distance_to_blocked(layer, row, columns.x, columns.end_x, x));
            }
            uint8_t *old = &layer->values[wn_layer_cell(layer, x, y)];
            if (*old != value) {
                *old = value;
                add_to_area(&changed, x, y);
            }
        }
    }
    return changed;
}
