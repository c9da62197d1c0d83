/* wend/layer.h - one map for units of several sizes and classes, teams and robots.
 *
 *     wend_layer *layer;
 *     wend_layer_def def = {.base = map, .size = 3};  // units of 3 x 3 cells
 *     wend_layer_create(&def, &layer, NULL);
 *     agent_def.map = wend_layer_map(layer);          // or the map of a finder, fleet or field
 *
 *     // every frame: edits of the base, then
 *     wend_layer_update(layer);
 *     // then ticks
 *
 * A layer is a map that follows another map, its base. It has the same size, neighbours and corner
 * rule. One layer serves all units of a class. Four steps, each of them optional, derive its cells
 * from those of the base:
 *
 *     kinds       a table by terrain character: what this class can enter, and at which factor
 *     obstacles   cells that the caller blocks in this layer alone: the doors and units of a team
 *     inflation   cells near a blocked cell are blocked or cost more
 *     size        a unit of k x k cells is identified by its top left cell: (x, y) stands for the
 *                 square from (x, y) to (x + k - 1, y + k - 1)
 *
 * Guarantees:
 *
 * - A cell of the layer's map is free if every cell of its square is free and inside the map. Its
 *   factor is the largest of the square.
 * - A square steps diagonally by the corner rule of the base. The two cells beside the step are
 *   those that the square passes with its corners.
 * - With WEND_CORNERS_NEVER, straight and diagonal steps never brush a wall of the base, whatever
 *   the shape of the unit within its square.
 * - On smoothed lines (wend/route.h) and knight's moves that holds for bodies that reach only to
 *   the centres of the outer cells. A body that fills its square overlaps cells beside the line by
 *   up to half a cell.
 *
 * The base may be the map of another layer (the obstacles of a team on top of those of all teams)
 * or of a belief. See docs/unit-sizes.md.
 *
 * Threads: any number of threads can read a layer and search its map at the same time, as long as
 * no thread updates, blocks, unblocks or destroys. */
#ifndef WEND_LAYER_H
#define WEND_LAYER_H

#include <wend/map.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A map that follows another map. */
typedef struct wend_layer wend_layer;

/* The largest unit: cells per side. */
#define WEND_LAYER_SIZE_MAX 16u

/* The largest distance of inflation, in cells. */
#define WEND_INFLATION_MAX 16u

/* A value of wend_layer_def.inflation: cells at this distance are blocked. */
#define WEND_INFLATION_BLOCKED 255u

/* The definition of a layer. */
typedef struct wend_layer_def {
    const wend_map *base; /* required; must outlive the layer */
    uint32_t size;        /* cells per side, 1 to WEND_LAYER_SIZE_MAX; 0 (default): 1 */
    /* 256 numbers, one per terrain character of the base: 0 is blocked, 1 to 255 is free with that
     * factor. Copied. NULL (default): free cells and factors as on the base. */
    const uint8_t *kinds;
    bool has_obstacles; /* whether wend_layer_block can be called; default false */
    /* What is added to the factor of a cell (the sum is at most 255), by its distance to the
     * nearest blocked cell. The distance is measured between centres, in cells, rounded up: [1] is
     * for the four cells beside it, [2] for cells up to two cells away, and so on.
     * WEND_INFLATION_BLOCKED blocks the cell. [0] must be 0. The world outside the map does not
     * count as blocked here. All 0 (default): none. */
    uint8_t inflation[WEND_INFLATION_MAX + 1];
    /* The edits that its map remembers, as in wend_map_def. One edit of the base may cause k x k
     * edits, and more with inflation. 0 (default): as many as the base. */
    uint32_t edits;
    wend_allocator allocator; /* all 0 (default): malloc; called only by create and destroy */
    /* The most bytes that the layer may take with its map, also during creation. 0 (default): no
     * limit. */
    size_t memory_limit;
} wend_layer_def;

/* Creates a layer from the first `size` bytes of a definition: see wend_agent_create_sized. */
WEND_API wend_error wend_layer_create_sized(const wend_layer_def *def, size_t size,
                                            wend_layer **out, wend_diagnosis *diagnosis);

/* Creates a layer of the base in its present state. Zero fields of `def` are defaults; `base` is
 * required.
 *
 * On error *out is NULL and `diagnosis` (may be NULL) names the field. Errors:
 *     WEND_ERROR_ARGUMENT   a pointer is NULL or a value is out of range
 *     WEND_ERROR_MEMORY     out of memory, or memory_limit is too small
 *
 * Cost: the time and memory of wend_map_create for a map of this size, and 2 bytes per cell, 3 with
 * obstacles. During creation 1 byte per cell more, 2 if the layer has factors. It has factors with
 * inflation that does not block, with kinds above 1, and without kinds on a base with factors. */
static inline wend_error wend_layer_create(const wend_layer_def *def, wend_layer **out,
                                           wend_diagnosis *diagnosis) {
    return wend_layer_create_sized(def, sizeof *def, out, diagnosis);
}

/* Frees a layer and its map. NULL is allowed. No other object may use the map any more. */
WEND_API void wend_layer_destroy(wend_layer *layer);

/* Returns the map for units of this class. It is part of the layer.
 *
 * Its free cells are '.', all others are '@'. Only the layer may edit it. */
WEND_API const wend_map *wend_layer_map(const wend_layer *layer);

/* Processes the edits of the base since the last update. Returns the number of edits that this made
 * in the layer's map; a cell that was freed and blocked again counts twice.
 *
 * If the base is the map of another layer, update that layer first.
 *
 * Never allocates. Cost, for units of k x k cells and inflation up to a distance of r:
 *
 * - Without edits: O(1).
 * - Per edit of the base: O((k + 2r)^2), with r > 0: O((k + 2r) r^2). Each writes at most
 *   (k + 2r)^2 cells.
 * - A chunk of 64 x 64 cells with many edits is recomputed as a whole. So are all chunks with edits
 *   if there were more edits than the base remembers (wend_map_def.edits).
 *
 * See docs/unit-sizes.md for times. */
WEND_API uint32_t wend_layer_update(wend_layer *layer);

/* Returns the side of the largest square that is free for this class, with (x, y) at its top left.
 *
 * The result does not depend on `size`. It is 0 (the cell is blocked or outside the map) to
 * WEND_LAYER_SIZE_MAX, as of the last update. O(1). */
WEND_API uint32_t wend_layer_clearance(const wend_layer *layer, uint32_t x, uint32_t y);

/* ---- Obstacles ------------------------------------------------------------------------------ */

/* Adds one to, or subtracts one from, the obstacle count of each cell of a rectangle. A cell with a
 * count above 0 is blocked in this layer, so two objects on one cell come and go independently.
 *
 * Agents of this layer notice on their next tick; other layers of the same base are not affected.
 * A standing unit is also an obstacle to itself: unblock it while it plans. Nothing is changed on
 * an error. Errors:
 *     WEND_ERROR_ARGUMENT      `layer` is NULL, or a count would leave 0 to 255
 *     WEND_ERROR_UNSUPPORTED   the layer was created without has_obstacles
 *     WEND_ERROR_OUTSIDE       a cell of the rectangle is outside the map
 *
 * Cost: as wend_layer_update for as many edits. */
WEND_API wend_error wend_layer_block(wend_layer *layer, uint32_t x, uint32_t y, uint32_t width,
                                     uint32_t height);
WEND_API wend_error wend_layer_unblock(wend_layer *layer, uint32_t x, uint32_t y, uint32_t width,
                                       uint32_t height);

/* Returns the obstacle count of a cell; 0 outside the map. O(1). */
WEND_API uint32_t wend_layer_obstacles(const wend_layer *layer, uint32_t x, uint32_t y);

/* Returns the bytes that the layer holds, its map included. They do not change later. */
WEND_API size_t wend_layer_memory(const wend_layer *layer);

#ifdef __cplusplus
}
#endif

#endif
