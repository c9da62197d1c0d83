/* The bits that jump point search scans: where scans stop, and edits of the map. */
#include "domain/jump.h"

#include "support/dice.h"
#include "support/test.h"

#include <string.h>

/* A map as an array of booleans, with a border, and optionally with factors. */
struct field {
    uint32_t width, height;
    bool *free;
    bool has_factors;
    wn_cells cells;
    wn_jumps jumps;
    void *memory;
};

static bool *cell_of(const struct field *f, uint32_t x, uint32_t y) {
    return &f->free[(size_t)y * (f->width + 2) + x];
}

/* The factor of a cell, counting the border. */
static uint8_t *factor_of(const struct field *f, uint32_t x, uint32_t y) {
    return &f->cells.factors[wn_cells_id(&f->cells, x - 1, y - 1)];
}

static void open_field(struct field *f, uint32_t width, uint32_t height, wn_jump_rule rule,
                       bool has_factors) {
    *f = (struct field){.width = width, .height = height, .has_factors = has_factors};
    uint32_t ids = wn_cells_number(&f->cells, width, height);
    f->cells.factors = test_alloc(ids);
    memset(f->cells.factors, 1, ids);
    f->cells.terrain = test_alloc((size_t)width * height);
    f->cells.passes['.'] = true;
    size_t cells = (size_t)(width + 2) * (height + 2);
    f->free = test_alloc(cells * sizeof *f->free);
    memset(f->free, 0, cells * sizeof *f->free);
    f->memory = test_alloc(wn_jumps_size(width, height, rule, has_factors));
    wn_jumps_init(&f->jumps, f->memory, width, height, rule, has_factors ? &f->cells : NULL);
}

static void close_field(struct field *f) {
    free(f->free);
    free(f->cells.factors);
    free(f->cells.terrain);
    free(f->memory);
}

/* Computes the bits from the booleans, all at once. */
static void fill_field(struct field *f) {
    for (uint32_t cell = 0; cell < f->width * f->height; cell++) {
        bool is_free = *cell_of(f, cell % f->width + 1, cell / f->width + 1);
        f->cells.terrain[cell] = is_free ? '.' : '@';
    }
    wn_jumps_fill(&f->jumps, &f->cells);
}

static void set_cell(struct field *f, uint32_t x, uint32_t y, bool is_free) {
    *cell_of(f, x, y) = is_free;
    wn_jumps_set(&f->jumps, x, y, is_free);
}

static void set_factor(struct field *f, uint32_t x, uint32_t y, uint8_t factor) {
    *factor_of(f, x, y) = factor;
    wn_jumps_refactor(&f->jumps, x, y);
}

/* Whether a neighbour of a free cell is free and has another factor. */
static bool is_mixed(const struct field *f, uint32_t x, uint32_t y) {
    bool found = false;
    for (uint32_t i = 0; i < 9 && f->has_factors; i++) {
        uint32_t nx = x - 1 + i % 3, ny = y - 1 + i / 3;
        found |= *cell_of(f, nx, ny) && *factor_of(f, nx, ny) != *factor_of(f, x, y);
    }
    return found;
}

static bool goes_round_corners(const struct field *f) {
    return f->jumps.rule == WN_JUMP_ONE || f->jumps.rule == WN_JUMP_ALWAYS;
}

/* Whether a scan in a direction stops at a free cell, by the definition. */
static bool is_turn(const struct field *f, uint32_t x, uint32_t y, int dx, int dy) {
    bool found = false;
    for (int side = -1; side <= 1; side += 2) {
        uint32_t sx = x + (uint32_t)(dy * side), sy = y + (uint32_t)(dx * side);
        found |= *cell_of(f, sx, sy) && !*cell_of(f, sx - (uint32_t)dx, sy - (uint32_t)dy);
    }
    return found;
}

/* The same under the rule of the field. */
static bool must_stop(const struct field *f, uint32_t x, uint32_t y, int dx, int dy) {
    if (is_mixed(f, x, y)) {
        return true;
    }
    if (!goes_round_corners(f)) {
        return is_turn(f, x, y, dx, dy);
    }
    bool found = false;
    for (int side = -1; side <= 1; side += 2) {
        uint32_t sx = x + (uint32_t)(dy * side), sy = y + (uint32_t)(dx * side);
        found |= !*cell_of(f, sx, sy) && *cell_of(f, sx + (uint32_t)dx, sy + (uint32_t)dy);
    }
    return found &&
           (f->jumps.rule == WN_JUMP_ALWAYS || *cell_of(f, x + (uint32_t)dx, y + (uint32_t)dy));
}

/* Whether a diagonal must end at a cell, by the definition. */
static bool diagonal_must_end(const struct field *f, uint32_t x, uint32_t y, uint32_t diagonal) {
    uint32_t dx = diagonal & 1 ? UINT32_MAX : 1, dy = diagonal >> 1 ? UINT32_MAX : 1;
    bool one = f->jumps.rule == WN_JUMP_ONE;
    if (is_mixed(f, x, y) || !goes_round_corners(f)) {
        return is_mixed(f, x, y);
    }
    return (!*cell_of(f, x - dx, y) && *cell_of(f, x - dx, y + dy) &&
            (!one || *cell_of(f, x, y + dy))) ||
           (!*cell_of(f, x, y - dy) && *cell_of(f, x + dx, y - dy) &&
            (!one || *cell_of(f, x + dx, y)));
}

static void compare_turns(const struct field *f, uint32_t x, uint32_t y) {
    for (uint32_t diagonal = 0; f->jumps.turns && diagonal < 4; diagonal++) {
        uint32_t next = diagonal & 1 ? x - 1 : x + 1;
        uint64_t bits = wn_turn_word_of(&f->jumps, y, next)->of[diagonal];
        assert_int_equal(bits >> wn_along(diagonal & 1, next) % 64 & 1,
                         diagonal_must_end(f, x, y, diagonal));
    }
}

/* Whether a scan can reach a stop: there is a free cell to come from. */
static uint32_t is_stop(const struct field *f, uint32_t x, uint32_t y, int dx, int dy) {
    return is_turn(f, x, y, dx, dy) && *cell_of(f, x - (uint32_t)dx, y - (uint32_t)dy);
}

static uint32_t scan_by_hand(const struct field *f, uint32_t x, uint32_t y, int dx, int dy) {
    do {
        x += (uint32_t)dx;
        y += (uint32_t)dy;
    } while (*cell_of(f, x, y) && !must_stop(f, x, y, dx, dy));
    return dx ? x : y;
}

/* A scan into further words reads no more than it may: it ends when that limit is reached. */
static uint32_t pass_words(const wn_scan_word **word, ptrdiff_t next, uint32_t into,
                           uint32_t *words) {
    const wn_scan_word *begin = *word;
    uint32_t before = *words;
    uint32_t passed = wn_pass_words(word, next, into, UINT32_MAX, words);
    for (uint32_t most = before; most <= *words; most++) {
        const wn_scan_word *at = begin;
        uint32_t count = before;
        uint32_t within = wn_pass_words(&at, next, into, most, &count);
        assert_int_equal(count, most);
        assert_int_equal(within, most == *words ? passed : WN_NONE);
    }
    return passed;
}

/* Scans from a free cell in a direction; reports how many words were read. */
static uint32_t scan(const wn_jumps *jumps, wn_place place, uint32_t direction, uint32_t *words) {
    const wn_lines *lines = &jumps->lines[direction >> 1];
    uint32_t line = wn_place_line(place, direction >> 1);
    uint32_t first = wn_along(direction, wn_place_at(place, direction >> 1)) + 1;
    uint32_t into = first % 64;
    const wn_scan_word *word = wn_scan_word_of(lines, direction, line, wn_along(direction, first));
    assert_int_equal(word->free >> into & 1, wn_line_free(lines, line, wn_along(direction, first)));
    ++*words;
    uint64_t stops = word->stops >> into;
    uint32_t passed = stops ? wn_low_zeros(stops)
                            : pass_words(&word, wn_next_word(lines, direction), into, words);
    uint32_t stop = wn_along(direction, first + passed);
    assert_int_equal(word->free >> (into + passed) % 64 & 1, wn_line_free(lines, line, stop));
    return stop;
}

static void compare_scans(const struct field *f, uint32_t x, uint32_t y) {
    uint32_t words = 0;
    for (uint32_t direction = WN_SCAN_EAST; direction <= WN_SCAN_NORTH; direction++) {
        int sign = direction & 1 ? -1 : 1;
        bool is_column = direction == WN_SCAN_SOUTH || direction == WN_SCAN_NORTH;
        assert_int_equal(scan(&f->jumps, wn_place_of(x, y), direction, &words),
                         scan_by_hand(f, x, y, is_column ? 0 : sign, is_column ? sign : 0));
    }
    assert_true(words >= 4 && words <= 2 * ((f->width + 2) / 64 + (f->height + 2) / 64 + 4));
}

static void scans_stop_where_they_should(void **state) {
    (void)state;
    static const uint32_t sizes[][2] = {{1, 1},   {1, 70},   {62, 9},   {63, 64},
                                        {64, 65}, {130, 61}, {200, 30}, {17, 300}};
    for (uint32_t i = 0; i < COUNT_OF(sizes) * 8; i++) {
        const uint32_t *size = sizes[i / 8];
        wn_jump_rule rule = (wn_jump_rule)(i % 4);
        for (uint32_t blocked = 0; blocked <= 40; blocked += 5) {
            struct field f;
            open_field(&f, size[0], size[1], rule, i % 8 >= 4);
            dice d = dice_of(i * 100 + blocked);
            for (uint32_t y = 1; y <= f.height; y++) {
                for (uint32_t x = 1; x <= f.width; x++) {
                    *cell_of(&f, x, y) = !dice_percent(&d, blocked);
                    *factor_of(&f, x, y) = dice_percent(&d, 2) ? 3 : 1;
                }
            }
            fill_field(&f);
            uint32_t stops = 0, sides = 0, mixed = 0;
            for (uint32_t y = 1; y <= f.height; y++) {
                for (uint32_t x = 1; x <= f.width; x++) {
                    assert_int_equal(wn_jumps_free(&f.jumps, x, y), *cell_of(&f, x, y));
                    if (*cell_of(&f, x, y)) {
                        compare_scans(&f, x, y);
                        compare_turns(&f, x, y);
                        mixed += is_mixed(&f, x, y);
                        stops += is_stop(&f, x, y, 1, 0) + is_stop(&f, x, y, -1, 0) +
                                 is_stop(&f, x, y, 0, 1) + is_stop(&f, x, y, 0, -1);
                        sides += 0u + !*cell_of(&f, x - 1, y) + !*cell_of(&f, x + 1, y) +
                                 !*cell_of(&f, x, y - 1) + !*cell_of(&f, x, y + 1);
                    }
                }
            }
            assert_int_equal(f.jumps.stops, stops);
            assert_int_equal(f.jumps.walls, sides);
            assert_int_equal(f.jumps.mixed_count, mixed);
            close_field(&f);
        }
    }
}

/* A map that was edited again and again has the same bits as a new one. */
static void check_against_rebuild(const struct field *f) {
    struct field other;
    open_field(&other, f->width, f->height, f->jumps.rule, f->has_factors);
    for (uint32_t y = 1; y <= f->height; y++) {
        for (uint32_t x = 1; x <= f->width; x++) {
            *cell_of(&other, x, y) = *cell_of(f, x, y);
            *factor_of(&other, x, y) = *factor_of(f, x, y);
        }
    }
    fill_field(&other);
    assert_int_equal(f->jumps.stops, other.jumps.stops);
    assert_int_equal(f->jumps.walls, other.jumps.walls);
    assert_int_equal(f->jumps.mixed_count, other.jumps.mixed_count);
    const wn_lines *mine[2] = {&f->jumps.lines[WN_ROWS], &f->jumps.lines[WN_COLUMNS]};
    const wn_lines *theirs[2] = {&other.jumps.lines[WN_ROWS], &other.jumps.lines[WN_COLUMNS]};
    for (uint32_t i = 0; i < 2; i++) {
        for (uint32_t line = 0; line < mine[i]->count; line++) {
            for (uint32_t at = 0; at < mine[i]->length * 64; at += 64) {
                assert_memory_equal(wn_line_word(mine[i], line, at),
                                    wn_line_word(theirs[i], line, at), sizeof(wn_word));
                ptrdiff_t word = wn_line_word(mine[i], line, at) - mine[i]->words;
                if (f->has_factors) {
                    assert_int_equal(f->jumps.mixed[i][word], other.jumps.mixed[i][word]);
                }
                if (i == WN_ROWS && f->jumps.turns) {
                    assert_memory_equal(wn_turn_word_of(&f->jumps, line, at),
                                        wn_turn_word_of(&other.jumps, line, at),
                                        sizeof(wn_turn_word));
                }
            }
        }
    }
    close_field(&other);
}

static void edits_equal_a_rebuild(void **state) {
    (void)state;
    static const uint32_t sizes[][2] = {{512, 512}, {63, 65}, {1, 9}, {126, 62}};
    for (uint32_t i = 0; i < COUNT_OF(sizes) * 8; i++) {
        struct field f;
        open_field(&f, sizes[i % 4][0], sizes[i % 4][1], (wn_jump_rule)(i / 4 % 4), i / 16);
        dice d = dice_of(i);
        for (uint32_t n = 1; n <= 200000; n++) {
            uint32_t x = dice_between(&d, 1, f.width), y = dice_between(&d, 1, f.height);
            if (f.has_factors && dice_percent(&d, 50)) {
                set_factor(&f, x, y, dice_percent(&d, 5) ? 3 : 1);
            } else {
                set_cell(&f, x, y, dice_percent(&d, 70));
            }
            if (n % 40000 == 0 || n < 200) {
                check_against_rebuild(&f);
            }
        }
        close_field(&f);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scans_stop_where_they_should),
        cmocka_unit_test(edits_equal_a_rebuild),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
