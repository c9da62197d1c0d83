#include "domain/jump.h"

#include <string.h>

/* ---- Memory -------------------------------------------------------------------------------- */

/* Words of a line of `cells` cells, including the border. */
static uint32_t length_of(uint32_t cells) {
    return (cells + 2 + 63) / 64;
}

/* Words of all lines, plus one at both ends of each for reads past the end. (A read two lines past
 * the last row goes into the columns, where there are no free cells either.) */
static size_t lines_size(uint32_t cells, uint32_t count) {
    return ((size_t)length_of(cells) + 2) * (count + 2);
}

static bool has_turns(wn_jump_rule rule) {
    return rule == WN_JUMP_ONE || rule == WN_JUMP_ALWAYS;
}

size_t wn_jumps_size(uint32_t width, uint32_t height, wn_jump_rule rule, bool has_factors) {
    size_t rows = lines_size(width, height), columns = lines_size(height, width);
    size_t turns = has_turns(rule) || has_factors ? rows * sizeof(wn_turn_word) : 0;
    size_t mixed = has_factors ? (rows + columns) * sizeof(uint64_t) : 0;
    return (rows + columns) * sizeof(wn_word) + turns + mixed;
}

/* Assigns memory to lines of this many cells; returns the memory behind it. */
static wn_word *init_lines(wn_lines *lines, wn_word *memory, uint32_t cells, uint32_t count) {
    size_t size = lines_size(cells, count);
    *lines =
        (wn_lines){.words = memory + count + 2, .count = count + 2, .length = length_of(cells)};
    for (size_t i = 0; i < size; i++) {
        memory[i] = (wn_word){.up.stops = UINT64_MAX, .down.stops = UINT64_MAX};
    }
    return memory + size;
}

void wn_jumps_init(wn_jumps *jumps, void *memory, uint32_t width, uint32_t height,
                   wn_jump_rule rule, const wn_cells *cells) {
    assert((uintptr_t)memory % _Alignof(wn_word) == 0);
    *jumps = (wn_jumps){.rule = rule, .cells = cells, .width = width, .height = height};
    wn_lines *lines = jumps->lines;
    wn_word *words = init_lines(&lines[WN_ROWS], memory, width, height);
    words = init_lines(&lines[WN_COLUMNS], words, height, width);
    void *behind = words;
    size_t rows = lines_size(width, height), columns = lines_size(height, width);
    if (has_turns(rule) || cells) {
        wn_turn_word *turns = behind;
        memset(turns, 0, rows * sizeof *turns);
        jumps->turns = turns + lines[WN_ROWS].count;
        behind = turns + rows;
    }
    if (cells) {
        uint64_t *mixed = behind;
        memset(mixed, 0, (rows + columns) * sizeof *mixed);
        jumps->mixed[WN_ROWS] = mixed + lines[WN_ROWS].count;
        jumps->mixed[WN_COLUMNS] = mixed + rows + lines[WN_COLUMNS].count;
    }
}

/* ---- Mixed cells --------------------------------------------------------------------------- */

/* Reverses the bits of a word. */
static uint64_t reversed(uint64_t word) {
    static const uint64_t masks[] = {UINT64_C(0x5555555555555555), UINT64_C(0x3333333333333333),
                                     UINT64_C(0x0f0f0f0f0f0f0f0f), UINT64_C(0x00ff00ff00ff00ff),
                                     UINT64_C(0x0000ffff0000ffff), UINT64_C(0x00000000ffffffff)};
    for (uint32_t i = 0; i < 6; i++) {
        word = (word >> (1u << i) & masks[i]) | (word & masks[i]) << (1u << i);
    }
    return word;
}

/* The mixed cells of a word, as a scan sees them. */
static uint64_t mixed_of(const uint64_t *mixed, uint32_t down) {
    return down ? reversed(*mixed) : *mixed;
}

/* Whether two cells are free and have different factors. */
static bool differ(const wn_jumps *jumps, uint32_t x, uint32_t y, uint32_t other_x,
                   uint32_t other_y) {
    return wn_jumps_free(jumps, x, y) && wn_jumps_free(jumps, other_x, other_y) &&
           wn_jumps_factor(jumps, wn_place_of(x, y)) !=
               wn_jumps_factor(jumps, wn_place_of(other_x, other_y));
}

/* Returns whether this is a change. */
static bool set_mixed(wn_jumps *jumps, uint32_t x, uint32_t y, bool is_mixed) {
    const wn_lines *rows = &jumps->lines[WN_ROWS], *columns = &jumps->lines[WN_COLUMNS];
    uint64_t *row = jumps->mixed[WN_ROWS] + (wn_line_word(rows, y, x) - rows->words);
    uint64_t *column = jumps->mixed[WN_COLUMNS] + (wn_line_word(columns, x, y) - columns->words);
    if ((*row >> x % 64 & 1) == is_mixed) {
        return false;
    }
    *row ^= UINT64_C(1) << x % 64;
    *column ^= UINT64_C(1) << y % 64;
    jumps->mixed_count = is_mixed ? jumps->mixed_count + 1 : jumps->mixed_count - 1;
    return true;
}

/* Recomputes which of the nine cells around one are mixed; returns whether any changed. */
static bool mix_around(wn_jumps *jumps, uint32_t x, uint32_t y) {
    bool has_changed = false;
    for (uint32_t cell = 0; cell < 9; cell++) {
        uint32_t cx = x - 1 + cell % 3, cy = y - 1 + cell / 3;
        if (cx < 1 || cy < 1 || cx > jumps->width || cy > jumps->height) {
            continue;
        }
        bool is_mixed = false;
        for (uint32_t other = 0; other < 9 && !is_mixed; other++) {
            is_mixed = differ(jumps, cx, cy, cx - 1 + other % 3, cy - 1 + other / 3);
        }
        has_changed |= set_mixed(jumps, cx, cy, is_mixed);
    }
    return has_changed;
}

/* The factors of a row, 0 where it is blocked, including the border. */
static void read_factors(const wn_jumps *jumps, uint32_t y, uint8_t *row) {
    wn_id id_y = wn_cells_id_y(jumps->cells, y - 1);
    row[0] = row[jumps->width + 1] = 0;
    for (uint32_t x = 1; x <= jumps->width; x++) {
        uint8_t factor = jumps->cells->factors[id_y | wn_cells_id_x(x - 1)];
        row[x] = wn_jumps_free(jumps, x, y) ? factor : 0;
    }
}

/* Compares a cell with an earlier one, so that each pair is compared once. */
WN_INLINE void mix_two(wn_jumps *jumps, const uint8_t *row, uint32_t x, uint32_t y,
                       const uint8_t *other, uint32_t other_x, uint32_t other_y) {
    if (WN_UNLIKELY(row[x] != other[other_x] && row[x] && other[other_x])) {
        set_mixed(jumps, x, y, true);
        set_mixed(jumps, other_x, other_y, true);
    }
}

static void mix_all(wn_jumps *jumps) {
    size_t size = lines_size(jumps->width, jumps->height) + lines_size(jumps->height, jumps->width);
    memset(jumps->mixed[WN_ROWS] - jumps->lines[WN_ROWS].count, 0, size * sizeof(uint64_t));
    jumps->mixed_count = 0;
    uint8_t rows[2][WEND_MAP_SIDE_MAX + 2];
    memset(rows[0], 0, jumps->width + 2); /* the border */
    for (uint32_t y = 1; y <= jumps->height; y++) {
        const uint8_t *row = rows[y % 2], *above = rows[(y - 1) % 2];
        read_factors(jumps, y, rows[y % 2]);
        for (uint32_t x = 1; x <= jumps->width; x++) {
            mix_two(jumps, row, x, y, row, x - 1, y);
            mix_two(jumps, row, x, y, above, x - 1, y - 1);
            mix_two(jumps, row, x, y, above, x, y - 1);
            mix_two(jumps, row, x, y, above, x + 1, y - 1);
        }
    }
}

/* ---- Stops --------------------------------------------------------------------------------- */

/* The free cells of a word that a scan reaches after a blocked one, in scan order: a scan along the
 * neighbouring line could turn there. */
static uint64_t free_after_blocked_up(const wn_lines *lines, const wn_word *word) {
    return word->up.free & ~(word->up.free << 1 | (word - lines->count)->up.free >> 63);
}

static uint64_t free_after_blocked_down(const wn_lines *lines, const wn_word *word) {
    return word->down.free & ~(word->down.free << 1 | (word + lines->count)->down.free >> 63);
}

/* The free cells of a word, in scan order, that have such a cell beside them. The scan must come
 * from a free cell, so not every cell beside a wall is a stop. */
static uint64_t stops_up(const wn_lines *lines, const wn_word *word) {
    uint64_t beside =
        free_after_blocked_up(lines, word - 1) | free_after_blocked_up(lines, word + 1);
    return word->up.free & beside & ~free_after_blocked_up(lines, word);
}

static uint64_t stops_down(const wn_lines *lines, const wn_word *word) {
    uint64_t beside =
        free_after_blocked_down(lines, word - 1) | free_after_blocked_down(lines, word + 1);
    return word->down.free & beside & ~free_after_blocked_down(lines, word);
}

/* The cells of a word with a free cell ahead of them, in scan order. */
static uint64_t free_ahead_up(const wn_lines *lines, const wn_word *word) {
    return word->up.free >> 1 | (word + lines->count)->up.free << 63;
}

static uint64_t free_ahead_down(const wn_lines *lines, const wn_word *word) {
    return word->down.free >> 1 | (word - lines->count)->down.free << 63;
}

/* Recomputes the stops of a word, which must not be part of the border. `mixed` are the mixed cells
 * of all words, or NULL. */
WN_INLINE void settle_word(const wn_lines *lines, wn_word *word, const wn_jump_rule rule,
                           const uint64_t *mixed) {
    const wn_word *one = word - 1, *other = word + 1; /* of the previous and the next line */
    uint64_t up, down;
    if (has_turns(rule)) {
        up = (~one->up.free & free_ahead_up(lines, one)) |
             (~other->up.free & free_ahead_up(lines, other));
        down = (~one->down.free & free_ahead_down(lines, one)) |
               (~other->down.free & free_ahead_down(lines, other));
        up &= rule == WN_JUMP_ONE ? free_ahead_up(lines, word) : UINT64_MAX;
        down &= rule == WN_JUMP_ONE ? free_ahead_down(lines, word) : UINT64_MAX;
    } else {
        up = free_after_blocked_up(lines, one) | free_after_blocked_up(lines, other);
        down = free_after_blocked_down(lines, one) | free_after_blocked_down(lines, other);
    }
    if (mixed) {
        up |= mixed_of(mixed + (word - lines->words), 0);
        down |= mixed_of(mixed + (word - lines->words), 1);
    }
    word->up.stops = ~word->up.free | up;
    word->down.stops = ~word->down.free | down;
}

/* The bits `back` cells behind the cells of a word, 1 or 2, as a scan along its row sees them. */
static uint64_t free_behind(const wn_lines *rows, const wn_word *word, uint32_t west,
                            uint32_t back) {
    uint64_t before = west ? (word + rows->count)->down.free : (word - rows->count)->up.free;
    uint64_t here = west ? word->down.free : word->up.free;
    return here << back | before >> (64 - back);
}

/* The turns of a diagonal around blocked cells. */
static uint64_t turns_round_corners(const wn_jumps *jumps, const wn_word *word, uint32_t diagonal) {
    const wn_lines *rows = &jumps->lines[WN_ROWS];
    uint32_t west = diagonal & 1;
    const wn_word *ahead = diagonal >> 1 ? word - 1 : word + 1;
    const wn_word *behind = diagonal >> 1 ? word + 1 : word - 1;
    uint64_t round_row = ~free_behind(rows, word, west, 2) & free_behind(rows, ahead, west, 2);
    uint64_t round_column =
        ~free_behind(rows, behind, west, 1) & (west ? behind->down.free : behind->up.free);
    if (jumps->rule == WN_JUMP_ONE) {
        round_row &= free_behind(rows, ahead, west, 1);
        round_column &= west ? word->down.free : word->up.free;
    }
    return round_row | round_column;
}

/* Whether the cells before those of a word are mixed, as a scan along its row sees them. */
static uint64_t mixed_behind(const wn_jumps *jumps, ptrdiff_t word, uint32_t west) {
    const uint64_t *mixed = jumps->mixed[WN_ROWS] + word;
    ptrdiff_t count = (ptrdiff_t)jumps->lines[WN_ROWS].count;
    return mixed_of(mixed, west) << 1 | mixed_of(west ? mixed + count : mixed - count, west) >> 63;
}

/* Recomputes the turns of a word of a row. */
static void settle_turns(const wn_jumps *jumps, uint32_t line, uint32_t at) {
    const wn_lines *rows = &jumps->lines[WN_ROWS];
    const wn_word *word = wn_line_word(rows, line, at);
    wn_turn_word *turns = jumps->turns + (word - rows->words);
    for (uint32_t diagonal = 0; diagonal < 4; diagonal++) {
        uint64_t bits =
            has_turns(jumps->rule) ? turns_round_corners(jumps, word, diagonal) : UINT64_C(0);
        if (jumps->cells) {
            bits |= mixed_behind(jumps, word - rows->words, diagonal & 1);
        }
        turns->of[diagonal] = bits;
    }
}

static uint32_t count_bits(uint64_t word) {
    return wn_count_bits(word);
}

static void settle_all(wn_jumps *jumps, uint32_t axis) {
    const wn_lines *lines = &jumps->lines[axis];
    for (uint32_t w = 0; w < lines->length; w++) {
        for (uint32_t line = 1; line + 1 < lines->count; line++) {
            wn_word *word = wn_line_word(lines, line, w * 64);
            settle_word(lines, word, jumps->rule, jumps->mixed[axis]);
            jumps->stops += count_bits(stops_up(lines, word)) + count_bits(stops_down(lines, word));
            jumps->walls += count_bits(free_after_blocked_up(lines, word)) +
                            count_bits(free_after_blocked_down(lines, word));
        }
    }
}

static void settle_jumps(wn_jumps *jumps) {
    jumps->stops = jumps->walls = 0;
    if (jumps->cells) {
        mix_all(jumps);
    }
    settle_all(jumps, WN_ROWS);
    settle_all(jumps, WN_COLUMNS);
    const wn_lines *rows = &jumps->lines[WN_ROWS];
    for (uint32_t w = 0; jumps->turns && w < rows->length; w++) {
        for (uint32_t line = 1; line + 1 < rows->count; line++) {
            settle_turns(jumps, line, w * 64);
        }
    }
}

/* ---- Whole maps ---------------------------------------------------------------------------- */

static void mark_line(const wn_jumps *jumps, const wn_cells *cells, uint32_t y) {
    const char *row = cells->terrain + (size_t)(y - 1) * cells->width;
    for (uint32_t first = 0; first <= jumps->width; first += 64) {
        uint32_t last = wn_min_u32(first + 63, jumps->width);
        uint64_t free = 0;
        for (uint32_t x = first ? first : 1; x <= last; x++) {
            free |= (uint64_t)cells->passes[(unsigned char)row[x - 1]] << x % 64;
        }
        wn_word *word = wn_line_word(&jumps->lines[WN_ROWS], y, first);
        word->up.free = free;
        word->down.free = reversed(free);
    }
}

/* Transposes: bit j of word i becomes bit i of word j. Swaps squares of 32 bits, then of 16, ...
 * across the diagonal (Warren, Hacker's Delight). */
static void transpose(uint64_t words[64]) {
    uint64_t low = UINT32_MAX;
    for (uint32_t side = 32; side; side /= 2, low ^= low << side) {
        for (uint32_t i = 0; i < 64; i = (i + side + 1) & ~side) {
            uint64_t swap = (words[i] >> side ^ words[i + side]) & low;
            words[i] ^= swap << side;
            words[i + side] ^= swap;
        }
    }
}

/* Fills 64 x 64 cells of the columns from those of the rows. */
static void fill_columns(const wn_jumps *jumps, uint32_t first_x, uint32_t first_y) {
    const wn_lines *rows = &jumps->lines[WN_ROWS], *columns = &jumps->lines[WN_COLUMNS];
    uint64_t words[64] = {0};
    for (uint32_t i = 0; i < wn_min_u32(64, rows->count - first_y); i++) {
        words[i] = wn_line_word(rows, first_y + i, first_x)->up.free;
    }
    transpose(words);
    for (uint32_t i = 0; i < wn_min_u32(64, columns->count - first_x); i++) {
        wn_word *word = wn_line_word(columns, first_x + i, first_y);
        word->up.free = words[i];
        word->down.free = reversed(words[i]);
    }
}

void wn_jumps_fill(wn_jumps *jumps, const wn_cells *cells) {
    assert(cells->width == jumps->width && cells->height == jumps->height);
    jumps->edits++;
    for (uint32_t y = 1; y <= jumps->height; y++) {
        mark_line(jumps, cells, y);
    }
    for (uint32_t y = 0; y < jumps->lines[WN_ROWS].count; y += 64) {
        for (uint32_t x = 0; x < jumps->lines[WN_COLUMNS].count; x += 64) {
            fill_columns(jumps, x, y);
        }
    }
    settle_jumps(jumps);
}

/* ---- Edits --------------------------------------------------------------------------------- */

static void set_bit(uint64_t *word, uint32_t bit, bool value) {
    *word = (*word & ~(UINT64_C(1) << bit)) | (uint64_t)value << bit;
}

static void mark(const wn_lines *lines, uint32_t line, uint32_t at, bool is_free) {
    wn_word *word = wn_line_word(lines, line, at);
    set_bit(&word->up.free, at % 64, is_free);
    set_bit(&word->down.free, ~at % 64, is_free);
}

/* The free cells from (x - 2, y - 2) to (x + 2, y + 2), one byte per row. Bits beyond the border do
 * not matter, because no free cell is next to them. */
static uint64_t around(const wn_jumps *jumps, uint32_t x, uint32_t y) {
    const wn_lines *rows = &jumps->lines[WN_ROWS];
    uint32_t from = x > 1 ? x - 2 : 0;
    const wn_word *word = wn_line_word(rows, y, from);
    uint64_t cells = 0;
    for (int row = 2; row >= -2; row--) {
        uint64_t bits = word[row].up.free >> from % 64;
        if (from % 64 > 64 - 5) {
            bits |= word[row + (ptrdiff_t)rows->count].up.free << (64 - from % 64);
        }
        cells = cells << 8 | (bits << (x == 1) & 0x1f);
    }
    return cells;
}

/* In such a neighbourhood: its middle cell, and the nine cells in the middle. */
#define MIDDLE UINT64_C(0x0000040000)
#define NINE   UINT64_C(0x000e0e0e00)

/* The stops among the nine cells. Those of one direction stay in place, those of the other three
 * are shifted to separate bits. */
static uint64_t stops_among(uint64_t cells) {
    uint64_t east = cells & ~(cells << 1), west = cells & ~(cells >> 1);
    uint64_t south = cells & ~(cells << 8), north = cells & ~(cells >> 8);
    uint64_t stops = ~east & cells & (east << 8 | east >> 8) & NINE;
    stops |= (~west & cells & (west << 8 | west >> 8) & NINE) << 3;
    stops |= (~south & cells & (south << 1 | south >> 1) & NINE) << 24;
    stops |= (~north & cells & (north << 1 | north >> 1) & NINE) << 27;
    return stops;
}

/* Updates the stops that a cell affects: those of its own line and of the two adjacent lines, from
 * the cell before it to the cell behind it. */
WN_INLINE void settle_lines(const wn_jumps *jumps, uint32_t axis, uint32_t line, uint32_t at,
                            const wn_jump_rule rule, const bool has_factors) {
    const wn_lines *lines = &jumps->lines[axis];
    const uint64_t *mixed = has_factors ? jumps->mixed[axis] : NULL;
    uint32_t first = line > 1 ? line - 1 : 1;
    uint32_t last = wn_min_u32(line + 1, lines->count - 2);
    for (uint32_t l = first; l <= last; l++) {
        settle_word(lines, wn_line_word(lines, l, at - 1), rule, mixed);
        if (((at - 1) ^ (at + 1)) & 64) {
            settle_word(lines, wn_line_word(lines, l, at + 1), rule, mixed);
        }
    }
}

/* Updates the turns that a cell affects, up to two cells away. */
static void settle_turns_around(const wn_jumps *jumps, uint32_t line, uint32_t at) {
    const wn_lines *rows = &jumps->lines[WN_ROWS];
    uint32_t from = at > 1 ? at - 2 : 0, to = wn_min_u32(at + 2, 64 * rows->length - 1);
    uint32_t first = line > 1 ? line - 1 : 1;
    uint32_t last = wn_min_u32(line + 1, rows->count - 2);
    for (uint32_t l = first; l <= last; l++) {
        settle_turns(jumps, l, from);
        if ((from ^ to) & 64) {
            settle_turns(jumps, l, to);
        }
    }
}

WN_INLINE void settle_both(const wn_jumps *jumps, uint32_t x, uint32_t y, const wn_jump_rule rule,
                           const bool has_factors) {
    settle_lines(jumps, WN_ROWS, y, x, rule, has_factors);
    settle_lines(jumps, WN_COLUMNS, x, y, rule, has_factors);
}

/* Updates everything that depends on the cells from (x - 1, y - 1) to (x + 1, y + 1). */
static void settle_around(const wn_jumps *jumps, uint32_t x, uint32_t y) {
    if (jumps->cells) {
        settle_both(jumps, x, y, jumps->rule, true);
    } else if (has_turns(jumps->rule)) {
        settle_both(jumps, x, y, jumps->rule, false);
    } else {
        settle_both(jumps, x, y, WN_JUMP_NEVER, false);
    }
    if (jumps->turns) {
        settle_turns_around(jumps, y, x);
    }
}

void wn_jumps_set(wn_jumps *jumps, uint32_t x, uint32_t y, bool is_free) {
    assert(x >= 1 && y >= 1 && x <= jumps->width && y <= jumps->height);
    uint64_t before = around(jumps, x, y), after = before ^ MIDDLE;
    bool was_free = (before & MIDDLE) != 0;
    if (was_free == is_free) {
        return;
    }
    jumps->edits++;
    uint64_t beside = MIDDLE << 1 | MIDDLE >> 1 | MIDDLE << 8 | MIDDLE >> 8;
    uint32_t more = 4 - 2 * count_bits(before & beside); /* own walls minus those of neighbours */
    jumps->walls += is_free ? more : -more;
    jumps->stops += count_bits(stops_among(after)) - count_bits(stops_among(before));
    mark(&jumps->lines[WN_ROWS], y, x, is_free);
    mark(&jumps->lines[WN_COLUMNS], x, y, is_free);
    if (jumps->cells) {
        mix_around(jumps, x, y);
    }
    settle_around(jumps, x, y);
}

void wn_jumps_refactor(wn_jumps *jumps, uint32_t x, uint32_t y) {
    assert(x >= 1 && y >= 1 && x <= jumps->width && y <= jumps->height && jumps->cells);
    jumps->edits++;
    if (mix_around(jumps, x, y)) {
        settle_around(jumps, x, y);
    }
}
