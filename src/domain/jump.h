/* domain/jump.h - what jump point search wants to know of a map: eight bits per cell.
 *
 * The map lies in a border of blocked cells, and coordinates here count the border: cell (x, y) of
 * the map is (x + 1, y + 1). Each row is a line of bits, and so is each column; and each line is
 * kept twice, as it is seen by a scan up the line, to larger coordinates, and by one down the line,
 * whose words have their bits in the reverse order:
 *
 *     free    the cells that are free
 *     stops   the cells that stop a scan
 *
 * A cell stops a scan if it is blocked, or if a cell beside it is free while the one behind that
 * is blocked: there the scan could turn, and no other shortest way leads round that corner. So a
 * straight jump is "the lowest set bit from i on", one word for each 64 cells, and the border ends
 * every scan. (The highest set bit would do for scans down the line, but some processors take their
 * time to find it.)
 *
 * A diagonal looks at one line after the other in much the same place, so the words of neighbouring
 * lines lie side by side: the word of the next line is the next one in memory.
 *
 *     words of cell i of line n: words[(i >> 6) * count + n]
 *
 * The stops are those of 8 neighbours, corners "never", every cell costing the same. */
#ifndef WN_JUMP_H
#define WN_JUMP_H

#include "base/base.h"

/* 64 cells, as seen in one direction: the cell that a scan comes to first is the lowest bit. */
typedef struct wn_side {
    uint64_t free;
    uint64_t stops;
} wn_side;

/* 64 cells of a line. */
typedef struct wn_word {
    wn_side up;
    wn_side down;
} wn_word;

typedef struct wn_lines {
    wn_word *words;
    uint32_t count;  /* lines, with the border */
    uint32_t length; /* words of a line */
} wn_lines;

typedef struct wn_jumps {
    wn_lines rows; /* rows.words is null if the map is not one to jump on */
    wn_lines columns;
    uint32_t width; /* without the border */
    uint32_t height;
    uint32_t stops; /* free cells at which a scan can stop, summed over the four directions */
    uint32_t sides; /* of free cells, behind which lies a blocked one */
} wn_jumps;

/* Bytes of the lines of a map, a multiple of 8. */
size_t wn_jumps_size(uint32_t width, uint32_t height);

/* Makes the lines of a map on which every cell is blocked, in `memory` of wn_jumps_size bytes that
 * is aligned for words. */
void wn_jumps_init(wn_jumps *jumps, void *memory, uint32_t width, uint32_t height);

/* Frees or blocks one cell; coordinates with the border, but not of the border. The stops around it
 * are those of the old map until wn_jumps_settle. */
void wn_jumps_mark(wn_jumps *jumps, uint32_t x, uint32_t y, bool is_free);
void wn_jumps_settle(wn_jumps *jumps);

/* Frees or blocks one cell and settles the stops around it. */
void wn_jumps_set(wn_jumps *jumps, uint32_t x, uint32_t y, bool is_free);

/* ---- Places -------------------------------------------------------------------------------- */

/* A cell in one word: y << 16 | x, with the border. */
typedef uint32_t wn_place;

WN_INLINE wn_place wn_place_of(uint32_t x, uint32_t y) {
    return y << 16 | x;
}

WN_INLINE uint32_t wn_place_x(wn_place place) {
    return place & 0xffff;
}

WN_INLINE uint32_t wn_place_y(wn_place place) {
    return place >> 16;
}

/* ---- Looking ------------------------------------------------------------------------------- */

/* The words of a cell of a line. */
WN_INLINE wn_word *wn_line_word(const wn_lines *lines, uint32_t line, uint32_t at) {
    return lines->words + (size_t)(at / 64) * lines->count + line;
}

/* What a scan up the line (sign 1) or down (-1) sees of a word. */
WN_INLINE const wn_side *wn_side_of(const wn_word *word, const int sign) {
    return sign > 0 ? &word->up : &word->down;
}

/* Whether a cell is free, in its word. */
WN_INLINE bool wn_word_free(const wn_word *word, uint32_t at) {
    return word->up.free >> (at % 64) & 1;
}

WN_INLINE bool wn_line_free(const wn_lines *lines, uint32_t line, uint32_t at) {
    return wn_word_free(wn_line_word(lines, line, at), at);
}

WN_INLINE bool wn_jumps_free(const wn_jumps *jumps, uint32_t x, uint32_t y) {
    return wn_line_free(&jumps->rows, y, x);
}

/* ---- Scanning ------------------------------------------------------------------------------ */

/* What a scan along a line, up (sign 1) or down (-1), sees of a word: the cells from `base` on, the
 * first of them in the lowest bit. */
typedef struct wn_view {
    uint64_t free;
    uint64_t stops;
    uint32_t base;
} wn_view;

WN_INLINE wn_view wn_view_of(const wn_word *word, uint32_t from, const int sign) {
    const wn_side *side = sign > 0 ? &word->up : &word->down;
    uint32_t shift = sign > 0 ? from % 64 : ~from % 64;
    return (wn_view){side->free >> shift, side->stops >> shift, from};
}

/* Goes on to the first view along the line that has a stop; `word` is that of a view without. Adds
 * the words looked at to `words`. The border has stops. */
WN_INLINE wn_view wn_view_next(const wn_lines *lines, const wn_word *word, uint32_t from,
                               const int sign, uint32_t *words) {
    wn_view view = {.base = sign > 0 ? from & ~63u : from | 63};
    const wn_side *side;
    do {
        word = sign > 0 ? word + lines->count : word - lines->count;
        side = sign > 0 ? &word->up : &word->down;
        view.base = sign > 0 ? view.base + 64 : view.base - 64;
        ++*words;
    } while (!side->stops);
    view.free = side->free;
    view.stops = side->stops;
    return view;
}

/* Whether the first stop of a view, which has one, is a free cell. */
WN_INLINE bool wn_stop_is_free(wn_view view) {
    return (view.free & view.stops & -view.stops) != 0;
}

/* The cell of the first stop of a view, which has one. */
WN_INLINE uint32_t wn_stop_at(wn_view view, const int sign) {
    uint32_t passed = (uint32_t)__builtin_ctzll(view.stops);
    return sign > 0 ? view.base + passed : view.base - passed;
}

#endif
