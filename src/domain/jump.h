/* domain/jump.h - the map as jump point search reads it: eight bits per cell.
 *
 * The map has a border of blocked cells, and coordinates here include the border: cell (x, y) of
 * the map is (x + 1, y + 1). Each row is a line of bits, and so is each column. Each line is stored
 * twice, for scans up the line, to larger coordinates, and for scans down the line, with the bits
 * of each word in reverse order:
 *
 *     free    the cells that are free
 *     stops   the cells that stop a scan
 *
 * A cell stops a scan if it is blocked, or if a cell beside it is free while the cell behind that
 * one is blocked: there the scan could turn, and no other shortest path leads around that corner.
 * So a straight jump is "the lowest set bit from i on", one word for each 64 cells, and the border
 * ends every scan. (Scans down the line could use the highest set bit, but some processors are slow
 * to find it.)
 *
 * A diagonal reads one line after the other at nearly the same position, so the words of adjacent
 * lines are adjacent in memory: the word of the next line comes next.
 *
 *     words of cell i of line n: words[(i >> 6) * count + n]
 *
 * These stops are for 4 neighbours, and for 8 with the corner rule "never". With "one" and "always"
 * a cell stops a scan if the cell beside it is blocked while the one ahead of that is free (and,
 * for "one", the next cell of the scan as well): there a diagonal leads around the corner.
 * Diagonals have stops of their own:
 *
 *     turns   the cells at which a diagonal must end: a cell orthogonally behind it is blocked, and
 *             the one ahead of that, along the diagonal's other axis, is free
 *
 * Where cells have factors, a free cell is mixed if one of its eight neighbours is free and has
 * another factor. Mixed cells stop scans in all four directions, and diagonals must end at them. So
 * every cell that a scan or a diagonal passes has neighbours with its own factor only, and the
 * rules above hold there.
 *
 *     mixed   these cells, by rows and by columns */
#ifndef WN_JUMP_H
#define WN_JUMP_H

#include "base/base.h"
#include "domain/cells.h"

#include <stddef.h>

/* 64 cells, as seen in one direction: the cell that a scan reaches first is the lowest bit. */
typedef struct wn_scan_word {
    uint64_t free;
    uint64_t stops;
} wn_scan_word;

/* 64 cells of a line. */
typedef struct wn_word {
    wn_scan_word up;
    wn_scan_word down;
} wn_word;

typedef struct wn_lines {
    wn_word *words;
    uint32_t count;  /* lines, including the border */
    uint32_t length; /* words per line */
} wn_lines;

enum { WN_ROWS, WN_COLUMNS };

/* The kinds of moves: 8 neighbours with one of the corner rules, or 4 neighbours. */
typedef enum wn_jump_rule { WN_JUMP_NEVER, WN_JUMP_ONE, WN_JUMP_ALWAYS, WN_JUMP_FOUR } wn_jump_rule;

/* 64 cells of a row. For each diagonal (search/jump_walk.h), in the order in which its scans along
 * rows reach them: whether the diagonal must end at the previous cell. A walk reads exactly there,
 * with the bits of the scan that starts behind its cell. */
typedef struct wn_turn_word {
    uint64_t of[4];
} wn_turn_word;

typedef struct wn_jumps {
    wn_jump_rule rule;
    const wn_cells *cells; /* their factors; NULL if every cell costs the same */
    wn_lines lines[2];     /* rows and columns */
    uint32_t width;        /* without the border */
    uint32_t height;
    wn_turn_word *turns; /* parallel to the words of the rows; NULL if diagonals have none */
    uint64_t *
        mixed[2]; /* parallel to the words of rows and columns, up the line; NULL without factors */
    uint32_t mixed_count;
    uint32_t stops; /* free cells with a cell beside them that is free after a blocked one: where
                       scans stop with corners never, summed over the four directions */
    uint32_t walls; /* pairs of a free cell and an orthogonally adjacent blocked one */
    uint32_t edits; /* of cells and factors; may wrap around */
} wn_jumps;

/* Bytes of the lines of a map, a multiple of 8. */
size_t wn_jumps_size(uint32_t width, uint32_t height, wn_jump_rule rule, bool has_factors);

/* Initializes the lines of a map on which every cell is blocked, in `memory` of wn_jumps_size
 * bytes, aligned for words. `cells` holds the factors and must outlive it; NULL without factors. */
void wn_jumps_init(wn_jumps *jumps, void *memory, uint32_t width, uint32_t height,
                   wn_jump_rule rule, const wn_cells *cells);

/* Copies the free cells of a map of the same size, 64 at a time, and finds all stops. */
void wn_jumps_fill(wn_jumps *jumps, const wn_cells *cells);

/* Frees or blocks one cell and updates the stops around it. The coordinates include the border, but
 * must not be on it. */
void wn_jumps_set(wn_jumps *jumps, uint32_t x, uint32_t y, bool is_free);

/* Updates which cells are mixed after the factor of a cell changed. */
void wn_jumps_refactor(wn_jumps *jumps, uint32_t x, uint32_t y);

/* ---- Places -------------------------------------------------------------------------------- */

/* A cell in one word: y << 16 | x, including the border. */
typedef uint32_t wn_place;

WN_INLINE wn_place wn_place_of(uint32_t x, uint32_t y) {
    assert(x <= 0xffff && y <= 0xffff);
    return y << 16 | x;
}

#define WN_PLACE_ROW (UINT32_C(1) << 16) /* from a place to the one below */

WN_INLINE uint32_t wn_place_x(wn_place place) {
    return place & 0xffff;
}

WN_INLINE uint32_t wn_place_y(wn_place place) {
    return place >> 16;
}

/* A coordinate of a place: of its two coordinates, the one along the lines of an axis is its
 * position in the line, the other one the number of the line. */
WN_INLINE uint32_t wn_place_at(wn_place place, uint32_t axis) {
    return place >> (16 * axis) & 0xffff;
}

WN_INLINE uint32_t wn_place_line(wn_place place, uint32_t axis) {
    return wn_place_at(place, axis ^ 1);
}

/* ---- Reading ------------------------------------------------------------------------------- */

/* The factor of a cell, on a map with factors. */
WN_INLINE uint32_t wn_jumps_factor(const wn_jumps *jumps, wn_place place) {
    const wn_cells *cells = jumps->cells;
    return cells->factors[wn_cells_id(cells, wn_place_x(place) - 1, wn_place_y(place) - 1)];
}

/* The word of a cell of a line. */
WN_INLINE wn_word *wn_line_word(const wn_lines *lines, uint32_t line, uint32_t at) {
    return lines->words + (size_t)(at / 64) * lines->count + line;
}

/* Whether a cell is free, in its word. */
WN_INLINE bool wn_word_free(const wn_word *word, uint32_t at) {
    return word->up.free >> (at % 64) & 1;
}

WN_INLINE bool wn_line_free(const wn_lines *lines, uint32_t line, uint32_t at) {
    return wn_word_free(wn_line_word(lines, line, at), at);
}

WN_INLINE bool wn_jumps_free(const wn_jumps *jumps, uint32_t x, uint32_t y) {
    return wn_line_free(&jumps->lines[WN_ROWS], y, x);
}

/* The turns of a diagonal, in the word of a cell. Bit 0 of `diagonal` is set to the west. */
WN_INLINE const wn_turn_word *wn_turn_word_of(const wn_jumps *jumps, uint32_t y, uint32_t x) {
    const wn_lines *rows = &jumps->lines[WN_ROWS];
    return jumps->turns + (wn_line_word(rows, y, x) - rows->words);
}

/* ---- Scanning ------------------------------------------------------------------------------ */

/* The directions of scans. Bit 0 is set for scans down the line, bit 1 for scans along columns. */
enum { WN_SCAN_EAST, WN_SCAN_WEST, WN_SCAN_SOUTH, WN_SCAN_NORTH };

/* The position of a cell of a line, counted in a direction: it increases by one for each cell of a
 * scan. The function is its own inverse. The lowest six bits are the bit of the cell in its word,
 * as seen in that direction. */
WN_INLINE uint32_t wn_along(uint32_t direction, uint32_t at) {
    return at ^ (-(direction & 1) & 0xffff);
}

/* The bits that a scan sees in the word of a cell. */
WN_INLINE const wn_scan_word *wn_scan_word_of(const wn_lines *lines, uint32_t direction,
                                              uint32_t line, uint32_t at) {
    return &wn_line_word(lines, line, at)->up + (direction & 1);
}

/* The distance from a scan word to that of the next line ... */
#define WN_NEXT_LINE ((ptrdiff_t)(sizeof(wn_word) / sizeof(wn_scan_word)))

/* ... and to the next one of the same line, in a direction. */
WN_INLINE ptrdiff_t wn_next_word(const wn_lines *lines, uint32_t direction) {
    ptrdiff_t up = WN_NEXT_LINE * (ptrdiff_t)lines->count;
    return direction & 1 ? -up : up;
}

/* Continues along a line to the first word that has a stop, from a word without stops at or after
 * bit `into`. `next` is the distance from word to word. Adds the words read to `words`. Returns the
 * number of cells between that bit and the stop, or WN_NONE if it takes more than `most` words.
 * With `most` UINT32_MAX the number of words is not limited (the border has stops). */
WN_INLINE uint32_t wn_pass_words(const wn_scan_word **word, ptrdiff_t next, uint32_t into,
                                 const uint32_t most, uint32_t *words) {
    assert(into < 64 && !((*word)->stops >> into)); /* no stops left in the word */
    uint32_t passed = 64 - into;
    uint32_t count = *words;
    for (;;) {
        if (most != UINT32_MAX && count == most) {
            *words = count;
            return WN_NONE;
        }
        *word += next;
        count++;
        if ((*word)->stops) {
            break;
        }
        passed += 64;
    }
    *words = count;
    return passed + wn_low_zeros((*word)->stops);
}

#endif
