#include "domain/jump.h"

/* ---- Memory -------------------------------------------------------------------------------- */

/* Bytes of eight lines of `length` cells and their border. */
static uint32_t stride_of(uint32_t length) {
    return (length + 2 + 63) / 64 * 64;
}

/* Words of one of the three, with eight on each side for looks over the end. */
static size_t lines_size(uint32_t length, uint32_t count) {
    return (size_t)stride_of(length) / sizeof(uint64_t) * ((count + 2 + 7) / 8) + 16;
}

size_t wn_jumps_size(uint32_t width, uint32_t height) {
    size_t words = 3 * (lines_size(width, height) + lines_size(height, width)) + 7;
    return words * sizeof(uint64_t);
}

static void fill(uint64_t *words, size_t count, uint64_t value) {
    for (size_t i = 0; i < count; i++) {
        words[i] = value;
    }
}

/* Hands out the memory of lines of `length` cells; returns what is behind. */
static uint64_t *init_lines(wn_lines *lines, uint64_t *memory, uint32_t length, uint32_t count) {
    size_t size = lines_size(length, count);
    *lines = (wn_lines){.stride = stride_of(length), .count = count + 2};
    lines->free = memory + 8;
    lines->up = lines->free + size;
    lines->down = lines->up + size;
    fill(memory, size, 0);
    fill(memory + size, 2 * size, UINT64_MAX);
    return memory + 3 * size;
}

void wn_jumps_init(wn_jumps *jumps, void *memory, uint32_t width, uint32_t height) {
    *jumps = (wn_jumps){.width = width, .height = height};
    /* Eight words shall be one line of the cache. */
    uint64_t *words = memory;
    words += (64 - (uintptr_t)memory % 64) % 64 / sizeof *words;
    words = init_lines(&jumps->rows, words, width, height);
    init_lines(&jumps->columns, words, height, width);
}

/* ---- Stops --------------------------------------------------------------------------------- */

/* The free cells in a word of a line whose lower, or upper, neighbour is blocked: there a scan
 * along the line beside it could turn. The word before the first of a line is the last of another,
 * and its highest bit is border or beyond; so is the lowest bit of the word behind the last. */
static uint64_t free_after_blocked(const uint64_t *word) {
    return *word & ~(*word << 1 | word[-8] >> 63);
}

static uint64_t free_before_blocked(const uint64_t *word) {
    return *word & ~(*word >> 1 | word[8] << 63);
}

static uint32_t count_bits(uint64_t word) {
    return (uint32_t)__builtin_popcountll(word);
}

/* The free cells in word `w` of a line at which a scan can come to a stop: it comes from a free
 * cell, so that not every cell beside a wall counts. */
static uint32_t stops_in(const wn_lines *lines, uint32_t line, uint32_t w) {
    size_t at = wn_line(lines, line) / sizeof(uint64_t) + w * (size_t)8;
    const uint64_t *free = lines->free + at;
    return count_bits(lines->up[at] & *free & ~free_after_blocked(free)) +
           count_bits(lines->down[at] & *free & ~free_before_blocked(free));
}

/* Finds the stops of a word anew, which is not of the border. */
static void settle_word(const wn_lines *lines, uint32_t line, uint32_t w) {
    const uint64_t *one = wn_line_word(lines->free, wn_line(lines, line - 1), w * 64);
    const uint64_t *other = wn_line_word(lines->free, wn_line(lines, line + 1), w * 64);
    size_t at = wn_line(lines, line);
    uint64_t blocked = ~*wn_line_word(lines->free, at, w * 64);
    *wn_line_word(lines->up, at, w * 64) =
        blocked | free_after_blocked(one) | free_after_blocked(other);
    *wn_line_word(lines->down, at, w * 64) =
        blocked | free_before_blocked(one) | free_before_blocked(other);
}

static uint32_t settle_all(const wn_lines *lines) {
    uint32_t stops = 0;
    for (uint32_t line = 1; line + 1 < lines->count; line++) {
        for (uint32_t w = 0; w < lines->stride / 64; w++) {
            settle_word(lines, line, w);
            stops += stops_in(lines, line, w);
        }
    }
    return stops;
}

void wn_jumps_settle(wn_jumps *jumps) {
    jumps->stops = settle_all(&jumps->rows) + settle_all(&jumps->columns);
}

/* ---- Cells --------------------------------------------------------------------------------- */

static void mark(const wn_lines *lines, uint32_t line, uint32_t at, bool is_free) {
    uint64_t *word = wn_line_word(lines->free, wn_line(lines, line), at);
    *word = (*word & ~(UINT64_C(1) << at % 64)) | (uint64_t)is_free << at % 64;
}

void wn_jumps_mark(wn_jumps *jumps, uint32_t x, uint32_t y, bool is_free) {
    assert(x >= 1 && y >= 1 && x <= jumps->width && y <= jumps->height);
    mark(&jumps->rows, y, x, is_free);
    mark(&jumps->columns, x, y, is_free);
}

/* A cell matters to the stops of its own line and of the two beside it, from the cell before it to
 * the one behind it. Returns by how many the free stops have grown, modulo 2^32. */
static uint32_t change(const wn_lines *lines, uint32_t line, uint32_t at, bool is_free) {
    uint32_t first = line > 1 ? line - 1 : 1;
    uint32_t last = wn_min_u32(line + 1, lines->count - 2);
    uint32_t first_word = (at - 1) / 64;
    uint32_t last_word = (at + 1) / 64;
    uint32_t grown = 0;
    for (uint32_t l = first; l <= last; l++) {
        for (uint32_t w = first_word; w <= last_word; w++) {
            grown -= stops_in(lines, l, w);
        }
    }
    mark(lines, line, at, is_free);
    for (uint32_t l = first; l <= last; l++) {
        for (uint32_t w = first_word; w <= last_word; w++) {
            settle_word(lines, l, w);
            grown += stops_in(lines, l, w);
        }
    }
    return grown;
}

void wn_jumps_set(wn_jumps *jumps, uint32_t x, uint32_t y, bool is_free) {
    assert(x >= 1 && y >= 1 && x <= jumps->width && y <= jumps->height);
    if (wn_jumps_free(jumps, x, y) != is_free) {
        jumps->stops += change(&jumps->rows, y, x, is_free);
        jumps->stops += change(&jumps->columns, x, y, is_free);
    }
}
