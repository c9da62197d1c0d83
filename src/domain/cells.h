/* domain/cells.h - a rectangle of cells that can be edited: terrain, factors, and the most recent
 * edits. Which cells are neighbours is defined elsewhere (domain/neighborhood.h).
 *
 * The kernels number the cells in squares of 4 x 4, which are the pages of store/nodes.h, and these
 * in squares of 8 x 8, which are its blocks:
 *
 *     id = | y >> 5 | x >> 5 | y >> 2 & 7 | x >> 2 & 7 | y & 3 | x & 3 |
 *           the rest  x_bits    3 bits       3 bits     2 bits  2 bits
 *
 * So the node of a neighbour is usually in the same block, in whatever direction the neighbour
 * lies. `x_mask` selects the bits that come from x. Adding 1 to x is then one addition with the
 * y-bits set, so that the carry runs through them; subtracting is one subtraction with them clear.
 */
#ifndef WN_CELLS_H
#define WN_CELLS_H

#include <wend/map.h>

#include "store/nodes.h"

/* An edit of a cell, for planners to read on their next tick. */
typedef struct wn_edit {
    wn_id id;     /* of the cell; WN_NONE: the heuristic of the whole map changed */
    bool cheaper; /* some move became possible or cheaper; otherwise none did */
    bool is_wall; /* the cell was blocked or freed; otherwise its factor changed */
} wn_edit;

/* The list of edits is bounded. Objects that keep data per region of a map therefore use stamps:
 * for each chunk, a square of 64 x 64 cells, the map stores when it was last edited, and any number
 * of readers compare that with the version they have seen. The chunks are numbered row by row. */
#define WN_CHUNK_BITS 6u
#define WN_CHUNK_SIDE (1u << WN_CHUNK_BITS)

/* The version after the last edit that blocked a cell, and after the last one that freed a cell; 0
 * if there was none. The same for touches. */
typedef struct wn_stamp {
    uint64_t blocked;
    uint64_t freed;
    uint64_t touched;
} wn_stamp;

typedef struct wn_cells {
    uint32_t width;
    uint32_t height;
    uint32_t x_bits;
    uint32_t x_mask;
    uint64_t row_inverse; /* the smallest integer above 2^WN_ROW_SHIFT / width */
    uint32_t free_count;
    uint32_t least_factor;  /* of all free cells */
    char *terrain;          /* characters in row order */
    uint8_t *factors;       /* by id: the cost factor of the cell; NULL if all are 1 */
    bool passes[256];       /* by terrain character: is it passable? */
    uint8_t kinds[256];     /* a copy of wend_map_def.kinds, if set */
    bool believed;          /* the map of a belief: edited by observations */
    uint32_t chunk_columns; /* chunks in a row */
    uint32_t chunk_count;   /* chunks of the map */
    wn_stamp *stamps;       /* by chunk */
    wn_stamp last;          /* of the whole map */
    uint64_t version;       /* edits so far */
    /* Touches: cells that were given another character or factor, even if that changes no move of
     * this map. It may change moves of a layer (domain/layer.c). This is their number so far. */
    uint64_t touches;
    /* The most recent edits and touches, by their number modulo edits_max, a power of two. A
     * planner or layer that has missed more must assume that anything may have changed. */
    uint32_t edits_max;
    wn_edit *edits;
    wn_id *touched;
} wn_cells;

/* Sets the size, the numbering and the number of chunks; returns the limit of the ids, a multiple
 * of 1024. */
uint32_t wn_cells_number(wn_cells *cells, uint32_t width, uint32_t height);

/* All bits of WEND_TERRAIN_. */
#define WN_TERRAIN_ALL (2u * WEND_TERRAIN_OUT - 1)

/* Fills in `passes` and `kinds`. */
void wn_cells_allow(wn_cells *cells, const wend_map_def *def);

/* Whether a terrain character is defined for such a map, and whether it is passable. */
bool wn_terrain_is_known(const wend_map_def *def, char terrain);
bool wn_terrain_passes(const wend_map_def *def, char terrain);

/* Finds a terrain that is passable, or one that is not; returns false if the map has no such
 * terrain. */
bool wn_find_terrain(const wend_map_def *def, bool is_free, char *terrain);

/* The WEND_TERRAIN_ bit of a character, 0 if it has none. */
uint32_t wn_terrain_of(char c);

/* Changes the terrain or the factor of a cell and notes the edit. Returns what happened: nothing
 * that affects moves, or the cell was blocked or freed. */
typedef enum wn_change { WN_SAME, WN_BLOCKED, WN_FREED } wn_change;
wn_change wn_cells_set_terrain(wn_cells *cells, uint32_t x, uint32_t y, char terrain);
void wn_cells_set_factor(wn_cells *cells, uint32_t x, uint32_t y, uint8_t factor);

/* An edit or touch by its number, counted from 0; it must be one of the last edits_max. */
static inline const wn_edit *wn_cells_edit(const wn_cells *cells, uint64_t version) {
    assert(version < cells->version && cells->version - version <= cells->edits_max);
    return &cells->edits[version & (cells->edits_max - 1)];
}

static inline wn_id wn_cells_touched(const wn_cells *cells, uint64_t touch) {
    assert(touch < cells->touches && cells->touches - touch <= cells->edits_max);
    return cells->touched[touch & (cells->edits_max - 1)];
}

/* A cell in row order, y * width + x, divided by the width by a multiplication, as a fixed-point
 * number in units of 2^-WN_ROW_SHIFT: its integer part is y, and its fraction times the width,
 * rounded down, is x. Both are exact for all cells of a map. */
#define WN_ROW_SHIFT 40u
_Static_assert((uint64_t)WEND_MAP_SIDE_MAX *WEND_MAP_SIDE_MAX *WEND_MAP_SIDE_MAX <=
                   UINT64_C(1) << WN_ROW_SHIFT,
               "rounding errors add up to less than a cell");

static inline uint64_t wn_cells_rows_to(const wn_cells *cells, uint32_t cell) {
    assert(cell < cells->width * cells->height);
    return cell * cells->row_inverse;
}

static inline uint32_t wn_cells_row(const wn_cells *cells, uint32_t cell) {
    return (uint32_t)(wn_cells_rows_to(cells, cell) >> WN_ROW_SHIFT);
}

/* The bits of an id that come from x, and those that come from y. */
static inline wn_id wn_cells_id_x(uint32_t x) {
    return (x & 3) | (x & 28) << 2 | (x >> 5) << 10;
}

static inline wn_id wn_cells_id_y(const wn_cells *cells, uint32_t y) {
    return (y & 3) << 2 | (y & 28) << 5 | (y >> 5) << (10 + cells->x_bits);
}

static inline wn_id wn_cells_id(const wn_cells *cells, uint32_t x, uint32_t y) {
    assert(x < cells->width && y < cells->height);
    return wn_cells_id_x(x) | wn_cells_id_y(cells, y);
}

static inline uint32_t wn_cells_x(const wn_cells *cells, wn_id id) {
    return (id & 3) | (id >> 2 & 28) | (id & cells->x_mask) >> 10 << 5;
}

static inline uint32_t wn_cells_y(const wn_cells *cells, wn_id id) {
    return (id >> 2 & 3) | (id >> 5 & 28) | id >> (10 + cells->x_bits) << 5;
}

static inline uint32_t wn_cells_chunk(const wn_cells *cells, uint32_t x, uint32_t y) {
    assert(x < cells->width && y < cells->height);
    return (y >> WN_CHUNK_BITS) * cells->chunk_columns + (x >> WN_CHUNK_BITS);
}

/* Whether a cell is passable. The coordinates may be outside the map. */
static inline bool wn_cells_are_free(const wn_cells *cells, int64_t x, int64_t y) {
    if (x < 0 || y < 0 || x >= cells->width || y >= cells->height) {
        return false;
    }
    return cells->passes[(unsigned char)cells->terrain[(size_t)y * cells->width + (size_t)x]];
}

#endif
