/* domain/jump.h - what jump point search wants to know of a map: six bits per cell.
 *
 * The map lies in a border of blocked cells, and coordinates here count the border: cell (x, y) of
 * the map is (x + 1, y + 1). Each row is a line of bits, and so is each column:
 *
 *     free   the cells that are free
 *     up     the cells that stop a scan up the line, to larger coordinates
 *     down   the cells that stop a scan down the line
 *
 * A cell stops a scan if it is blocked, or if a cell beside it is free while the one behind that
 * is blocked: there the scan could turn, and no other shortest way leads round that corner. So a
 * straight jump is "the first set bit after i", one word for each 64 cells, and the border ends
 * every scan.
 *
 * Words of eight lines that lie beside each other fill a line of the cache, because a diagonal
 * looks at one line after the other in much the same place:
 *
 *     word of cell i of line n = | n >> 3 | i >> 6 | n & 7 |
 *
 * The stops are those of 8 neighbours, corners "never", every cell costing the same. */
#ifndef WN_JUMP_H
#define WN_JUMP_H

#include "base/base.h"

typedef struct wn_lines {
    uint64_t *free;
    uint64_t *up;
    uint64_t *down;
    uint32_t stride; /* bytes from eight lines to the next eight */
    uint32_t count;  /* lines, with the border */
} wn_lines;

typedef struct wn_jumps {
    wn_lines rows; /* rows.free is null if the map is not one to jump on */
    wn_lines columns;
    uint32_t width; /* without the border */
    uint32_t height;
    uint32_t stops; /* free cells at which a scan can stop, summed over the four directions */
} wn_jumps;

/* Bytes of the lines of a map, a multiple of 8; a line of the cache more than is used. */
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

/* Where a line begins in each of the three, in bytes. */
WN_INLINE size_t wn_line(const wn_lines *lines, uint32_t number) {
    return (size_t)(number / 8) * lines->stride + number % 8 * sizeof(uint64_t);
}

/* The word of a cell of a line: 64 cells further on is 64 bytes further on. */
WN_INLINE uint64_t *wn_line_word(uint64_t *words, size_t line, uint32_t at) {
    void *word = (char *)words + line + (at & ~63u);
    return word;
}

WN_INLINE bool wn_line_free(const wn_lines *lines, size_t line, uint32_t at) {
    return *wn_line_word(lines->free, line, at) >> (at % 64) & 1;
}

WN_INLINE bool wn_jumps_free(const wn_jumps *jumps, uint32_t x, uint32_t y) {
    return wn_line_free(&jumps->rows, wn_line(&jumps->rows, y), x);
}

/* The first stop at or after `from`, up the line; adds the words looked at to `words`. */
WN_INLINE uint32_t wn_line_scan_up(const wn_lines *lines, size_t line, uint32_t from,
                                   uint32_t *words) {
    const uint64_t *at = wn_line_word(lines->up, line, from);
    uint64_t word = *at >> (from % 64);
    ++*words;
    if (WN_LIKELY(word)) {
        return from + (uint32_t)__builtin_ctzll(word);
    }
    uint32_t first = from / 64 * 64;
    do {
        at += 8;
        first += 64;
        word = *at;
        ++*words;
    } while (!word);
    return first + (uint32_t)__builtin_ctzll(word);
}

/* The same down the line. */
WN_INLINE uint32_t wn_line_scan_down(const wn_lines *lines, size_t line, uint32_t from,
                                     uint32_t *words) {
    const uint64_t *at = wn_line_word(lines->down, line, from);
    uint64_t word = *at << (63 - from % 64);
    ++*words;
    if (WN_LIKELY(word)) {
        return from - (uint32_t)__builtin_clzll(word);
    }
    uint32_t last = from / 64 * 64 + 63;
    do {
        at -= 8;
        last -= 64;
        word = *at;
        ++*words;
    } while (!word);
    return last - (uint32_t)__builtin_clzll(word);
}

#endif
