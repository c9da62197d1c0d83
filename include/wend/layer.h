/* wend/layer.h - one map for units of several sizes and kinds, teams and robots.
 *
 *     wend_layer_def def = {.base = map, .size = 3};       // units of 3 x 3 cells
 *     wend_layer_create(&def, &layer, NULL);
 *     agent_def.map = wend_layer_map(layer);               // or a finder's, a fleet's, a field's
 * ... frame: edits of the base, then wend_layer_update(layer), then ticks
 *
 * A layer is a map of its own that follows another one, its base: as long and as wide, with the
 * same neighbours and the same rule for corners. All that searches maps searches it; one layer
 * serves all units of a class. What can be stood on there follows from the base in four steps, each
 * of which may be left out:
 *
 *     kinds       a table by terrain character: what this class can stand on, at which factor
 *     obstacles   cells that the caller has blocked in this layer alone: a team's doors and units
 *     inflation   cells near a blocked one are blocked, or cost more
 *     size        a unit of k x k cells, by its anchor, the cell at its top left: (x, y) stands for
 *                 the square from (x, y) to (x + k - 1, y + k - 1)
 *
 * A cell of the layer's map is free if every cell of the square on it is, and inside the map; its
 * factor is the greatest of theirs. Steps follow from that: a square steps diagonally under the
 * rule for corners of the base, where the two cells beside the step are those that the square
 * passes with its corners. Under WEND_CORNERS_NEVER a route of straight and diagonal steps never
 * brushes a wall of the base, whatever the unit's body is within its square. On other lines,
 * smoothed (wend/route.h) or knight's moves, that holds for a body up to the centres of its outer
 * cells; one that fills its square overlaps cells beside the line by up to half a cell.
 *
 * The base may be the map of another layer (a team's obstacles on those of all), or of a belief.
 *
 * Reading (wend_layer_clearance, searching its map) is safe from several threads at once, as long
 * as nobody updates, blocks or frees. */
#ifndef WEND_LAYER_H
#define WEND_LAYER_H

#include <wend/map.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_layer wend_layer;

/* The largest unit: as many cells in x and in y. */
#define WEND_LAYER_SIZE_MAX 16u

/* How far inflation reaches, in cells. */
#define WEND_INFLATION_MAX 16u

/* In wend_layer_def.inflation: cannot be stood on. */
#define WEND_INFLATION_BLOCKED 255u

typedef struct wend_layer_def {
    const wend_map *base; /* required; must outlive the layer */
    uint32_t size;        /* k, 1 to WEND_LAYER_SIZE_MAX; 0: 1 */
    /* 256 numbers, one per terrain character of the base: 0 is blocked, 1 to 255 is free with that
     * factor. Copied. NULL: as on the base, with its factors. */
    const uint8_t *kinds;
    bool has_obstacles; /* wend_layer_block can be called; default false */
    /* What is added to the factor of a cell, up to 255 in all, by its distance from the nearest
     * blocked cell, between centres, in cells, rounded up: [1] is for the four cells beside it, [2]
     * for those up to two cells away ... WEND_INFLATION_BLOCKED blocks it. [0] must be 0. Default
     * all 0: none. The world outside the map is not blocked in this respect. */
    uint8_t inflation[WEND_INFLATION_MAX + 1];
    uint32_t edits; /* of its map, as in wend_map_def; 0 (default): as many as the base. A change of
                     * the base may be k x k of them, and more with inflation */
    wend_allocator allocator; /* all 0: malloc; called only by create and destroy */
    size_t memory_limit; /* bytes that the layer may take with its map, also while it is created; 0:
                          * no limit */
} wend_layer_def;

/* Creates a layer from the first `size` bytes of a definition, as wend_agent_create_sized. */
WEND_API wend_error wend_layer_create_sized(const wend_layer_def *def, size_t size,
                                            wend_layer **out, wend_diagnosis *diagnosis);

/* Creates a layer of the base as it is now. Zero fields of `def` are defaults; `base` is required.
 *
 * Takes the time and memory of wend_map_create for a map of that size, and 2 bytes per cell, 3 with
 * obstacles; during creation 1 byte per cell more, 2 if its map has factors. It has factors with
 * inflation, with kinds above 1, and on a base with factors.
 *
 * On error *out is NULL and `diagnosis` (may be NULL) names the field:
 *     WEND_ERROR_ARGUMENT   a pointer is NULL or a value is out of range
 *     WEND_ERROR_MEMORY     out of memory, or memory_limit is too small */
static inline wend_error wend_layer_create(const wend_layer_def *def, wend_layer **out,
                                           wend_diagnosis *diagnosis) {
    return wend_layer_create_sized(def, sizeof *def, out, diagnosis);
}

/* Frees a layer. NULL is allowed. Nothing may use its map any more. */
WEND_API void wend_layer_destroy(wend_layer *layer);

/* The map for units of this class; it lives as long as the layer. Its free cells are '.', the
 * others '@'. Do not edit it past the layer. */
WEND_API const wend_map *wend_layer_map(const wend_layer *layer);

/* Takes over what was changed in the base since. Returns how many cells of the layer's map were
 * edited for it; one that was freed and blocked again counts twice. Layers whose base is a layer's
 * map come after that one.
 *
 * Reads the changes that the base remembers (wend_map_def.edits) one by one, each O((k + 2r)^2) for
 * units of size k and inflation up to a distance of r (r > 0: O((k + 2r) r^2)), and writes at most
 * (k + 2r)^2 cells; where there are many in a chunk of 64 x 64 cells, or more were missed, whole
 * chunks that have changes. O(1) without changes. Never allocates. docs/unit-sizes.md has figures. */
WEND_API uint32_t wend_layer_update(wend_layer *layer);

/* The largest k for which a square of k x k cells with its top left at this one is free for this
 * class, whatever `size` is: 0 (the cell is blocked, or outside) to WEND_LAYER_SIZE_MAX. As of the
 * last update. O(1). */
WEND_API uint32_t wend_layer_clearance(const wend_layer *layer, uint32_t x, uint32_t y);

/* ---- Obstacles ------------------------------------------------------------------------------ */

/* Blocks the cells of a rectangle in this layer, once more, or once less: they are counted, so that
 * two things on one cell can come and go by themselves. What agents of this layer see at once, and
 * nobody else. Costs what an update of as many changes costs. A unit that stands is an obstacle to
 * itself, too: take it away while it plans.
 *
 * WEND_ERROR_UNSUPPORTED without has_obstacles; WEND_ERROR_OUTSIDE if a cell is;
 * WEND_ERROR_ARGUMENT if a cell would be blocked more than 255 times, or less than not at all.
 * Nothing is changed then. */
WEND_API wend_error wend_layer_block(wend_layer *layer, uint32_t x, uint32_t y, uint32_t width,
                                     uint32_t height);
WEND_API wend_error wend_layer_unblock(wend_layer *layer, uint32_t x, uint32_t y, uint32_t width,
                                       uint32_t height);

/* How often a cell is blocked so; 0 outside. */
WEND_API uint32_t wend_layer_obstacles(const wend_layer *layer, uint32_t x, uint32_t y);

/* Bytes that the layer holds, its map included. It takes no more later. */
WEND_API size_t wend_layer_memory(const wend_layer *layer);

#ifdef __cplusplus
}
#endif

#endif
