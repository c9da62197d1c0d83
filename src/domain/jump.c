#include "domain/jump.h"

/* ---- Memory -------------------------------------------------------------------------------- */

/* Words of a line of `cells` cells and their border. */
static uint32_t length_of(uint32_t cells) {
    return (cells + 2 + 63) / 64;
}

/* Words of all lines; one more on both ends of each for looks over the end. */
static size_t lines_size(uint32_t cells, uint32_t count) {
    return ((size_t)length_of(cells) + 2) * (count + 2);
}

size_t wn_jumps_size(uint32_t width, uint32_t height) {
    return (lines_size(width, height) + lines_size(height, width)) * sizeof(wn_word);
}

/* Hands out the memory of lines of so many cells; returns what is behind. */
static wn_word *init_lines(wn_lines *lines, wn_word *memory, uint32_t cells, uint32_t count) {
    size_t size = lines_size(cells, count);
    *lines =
        (wn_lines){.words = memory + count + 2, .count = count + 2, .length = length_of(cells)};
    for (size_t i = 0; i < size; i++) {
        memory[i] = (wn_word){.up.stops = UINT64_MAX, .down.stops = UINT64_MAX};
    }
    return memory + size;
}

void wn_jumps_init(wn_jumps *jumps, void *memory, uint32_t width, uint32_t height) {
    *jumps = (wn_jumps){.width = width, .height = height};
    wn_word *words = init_lines(&jumps->lines[WN_ROWS], memory, width, height);
    init_lines(&jumps->lines[WN_COLUMNS], words, height, width);
}

/* ---- Stops --------------------------------------------------------------------------------- */

/* The free cells of a word that a scan comes to after a blocked one, as it sees them: there a scan
 * along the line beside it could turn. */
static uint64_t free_after_blocked_up(const wn_lines *lines, const wn_word *word) {
    return word->up.free & ~(word->up.free << 1 | (word - lines->count)->up.free >> 63);
}

static uint64_t free_after_blocked_down(const wn_lines *lines, const wn_word *word) {
    return word->down.free & ~(word->down.free << 1 | (word + lines->count)->down.free >> 63);
}

/* The free cells of a word, as a scan sees them, that can bring it to a stop: it comes from a free
 * cell, so that not every cell beside a wall counts. */
static uint64_t stops_up(const wn_lines *lines, const wn_word *word) {
    return word->up.free & word->up.stops & ~free_after_blocked_up(lines, word);
}

static uint64_t stops_down(const wn_lines *lines, const wn_word *word) {
    return word->down.free & word->down.stops & ~free_after_blocked_down(lines, word);
}

/* Finds the stops of a word anew, which is not of the border. */
static void settle_word(const wn_lines *lines, wn_word *word) {
    const wn_word *one = word - 1, *other = word + 1; /* of the lines on both sides */
    word->up.stops =
        ~word->up.free | free_after_blocked_up(lines, one) | free_after_blocked_up(lines, other);
    word->down.stops = ~word->down.free | free_after_blocked_down(lines, one) |
                       free_after_blocked_down(lines, other);
}

static uint32_t count_bits(uint64_t word) {
    return (uint32_t)__builtin_popcountll(word);
}

static void settle_all(wn_jumps *jumps, const wn_lines *lines) {
    for (uint32_t w = 0; w < lines->length; w++) {
        for (uint32_t line = 1; line + 1 < lines->count; line++) {
            wn_word *word = wn_line_word(lines, line, w * 64);
            settle_word(lines, word);
            jumps->stops += count_bits(stops_up(lines, word)) + count_bits(stops_down(lines, word));
            jumps->sides += count_bits(free_after_blocked_up(lines, word)) +
                            count_bits(free_after_blocked_down(lines, word));
        }
    }
}

void wn_jumps_settle(wn_jumps *jumps) {
    jumps->stops = jumps->sides = 0;
    settle_all(jumps, &jumps->lines[WN_ROWS]);
    settle_all(jumps, &jumps->lines[WN_COLUMNS]);
}

/* ---- Cells --------------------------------------------------------------------------------- */

static void set_bit(uint64_t *word, uint32_t bit, bool value) {
    *word = (*word & ~(UINT64_C(1) << bit)) | (uint64_t)value << bit;
}

static void mark(const wn_lines *lines, uint32_t line, uint32_t at, bool is_free) {
    wn_word *word = wn_line_word(lines, line, at);
    set_bit(&word->up.free, at % 64, is_free);
    set_bit(&word->down.free, ~at % 64, is_free);
}

void wn_jumps_mark(wn_jumps *jumps, uint32_t x, uint32_t y, bool is_free) {
    assert(x >= 1 && y >= 1 && x <= jumps->width && y <= jumps->height);
    mark(&jumps->lines[WN_ROWS], y, x, is_free);
    mark(&jumps->lines[WN_COLUMNS], x, y, is_free);
}

/* Bits of a number below 8. (Where the processor does not count bits, counting those of a word
 * would be most of the cost of an edit.) */
static uint32_t count_three(uint64_t bits) {
    return 0xe994u >> (2 * bits) & 3;
}

/* The stops of the lines `first` to `last` from one cell to another, three at most and of one word.
 */
static uint32_t stops_around(const wn_lines *lines, uint32_t first, uint32_t last, uint32_t from,
                             uint32_t to) {
    uint32_t stops = 0;
    uint64_t cells = UINT64_MAX >> (63 - (to - from));
    for (uint32_t line = first; line <= last; line++) {
        const wn_word *word = wn_line_word(lines, line, from);
        stops += count_three(stops_up(lines, word) >> from % 64 & cells) +
                 count_three(stops_down(lines, word) >> ~to % 64 & cells);
    }
    return stops;
}

/* A cell matters to the stops of its own line and of the two beside it, from the cell before it to
 * the one behind it. Returns by how many the free stops have grown, modulo 2^32. */
static uint32_t change(const wn_lines *lines, uint32_t line, uint32_t at, bool is_free) {
    uint32_t first = line > 1 ? line - 1 : 1;
    uint32_t last = wn_min_u32(line + 1, lines->count - 2);
    /* Of the three cells, those that share a word with the first of them, and the others. */
    uint32_t split = wn_min_u32(at + 1, (at - 1) | 63);
    uint32_t before = stops_around(lines, first, last, at - 1, split);
    if (split <= at) {
        before += stops_around(lines, first, last, split + 1, at + 1);
    }
    mark(lines, line, at, is_free);
    for (uint32_t l = first; l <= last; l++) {
        settle_word(lines, wn_line_word(lines, l, at - 1));
        if (split <= at) {
            settle_word(lines, wn_line_word(lines, l, at + 1));
        }
    }
    uint32_t after = stops_around(lines, first, last, at - 1, split);
    if (split <= at) {
        after += stops_around(lines, first, last, split + 1, at + 1);
    }
    return after - before;
}

void wn_jumps_set(wn_jumps *jumps, uint32_t x, uint32_t y, bool is_free) {
    assert(x >= 1 && y >= 1 && x <= jumps->width && y <= jumps->height);
    if (wn_jumps_free(jumps, x, y) != is_free) {
        uint32_t free_beside = (uint32_t)wn_jumps_free(jumps, x - 1, y) +
                               wn_jumps_free(jumps, x + 1, y) + wn_jumps_free(jumps, x, y - 1) +
                               wn_jumps_free(jumps, x, y + 1);
        uint32_t more = 4 - 2 * free_beside; /* its own, less those that it was behind of */
        jumps->sides += is_free ? more : -more;
        jumps->stops += change(&jumps->lines[WN_ROWS], y, x, is_free);
        jumps->stops += change(&jumps->lines[WN_COLUMNS], x, y, is_free);
    }
}
