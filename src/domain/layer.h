/* domain/layer.h - a map that is derived from another one (wend/layer.h).
 *
 *     base --kinds, obstacles, inflation--> values --> clearance --\
 *                                              \--> greatest ------+--> the layer's map
 *
 * Updates work on areas: first the changed cells of the base, then, table by table, whatever
 * depends on the entries that changed. */
#ifndef WN_LAYER_H
#define WN_LAYER_H

#include <wend/layer.h>

#include "domain/grid.h"

/* Cells from (x, y) up to, but not including, (end_x, end_y). */
typedef struct wn_area {
    uint32_t x, y, end_x, end_y;
} wn_area;

/* An area of the base that is updated at once is at most a chunk. It affects cells up to the reach
 * of inflation around it, and those depend on cells up to the same distance again. Squares of units
 * reach less far: their size minus one, to one side. */
#define WN_LAYER_SCRATCH_SIDE (WN_CHUNK_SIDE + 4 * WEND_INFLATION_MAX)

struct wend_layer {
    wn_memory memory;
    size_t bytes; /* of the block that contains it */
    const wend_map *base;
    wend_map *map;
    uint32_t width, height;
    uint32_t size;   /* k */
    uint32_t radius; /* the reach of inflation; 0: none */
    uint32_t edits;  /* of its map */
    bool has_kinds;
    uint8_t kinds[256];
    uint8_t inflation[WEND_INFLATION_MAX + 1];
    /* By squared distance: the distance, rounded up. */
    uint8_t roots[WEND_INFLATION_MAX * WEND_INFLATION_MAX + 1];
    uint64_t touches;   /* of the base that were read */
    uint8_t *counts;    /* by chunk: pending changes; 0 outside of updates */
    uint8_t *values;    /* in row order, like the next ones: 0 is blocked, else the factor */
    uint8_t *clearance; /* the largest square with its top left cell here */
    uint8_t *obstacles; /* number of obstacles on the cell; NULL without them */
    uint8_t scratch[WN_LAYER_SCRATCH_SIDE * WN_LAYER_SCRATCH_SIDE];
};

/* Updates `values` of an area; returns the smallest area that contains all changes, an empty one if
 * there are none. */
wn_area wn_layer_settle_values(wend_layer *layer, wn_area area);

static inline bool wn_area_is_empty(wn_area a) {
    return a.x >= a.end_x || a.y >= a.end_y;
}

static inline size_t wn_layer_cell(const wend_layer *layer, uint32_t x, uint32_t y) {
    assert(x < layer->width && y < layer->height);
    return (size_t)y * layer->width + x;
}

/* Enlarges an area by `before` cells to the left and above, and by `behind` cells to the right and
 * below, clipped to the map. */
static inline wn_area wn_layer_grow(const wend_layer *layer, wn_area a, uint32_t before,
                                    uint32_t behind) {
    return (wn_area){a.x > before ? a.x - before : 0, a.y > before ? a.y - before : 0,
                     wn_min_u32(a.end_x + behind, layer->width),
                     wn_min_u32(a.end_y + behind, layer->height)};
}

#endif
