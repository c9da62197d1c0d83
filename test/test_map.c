/* Maps without letters: created from bytes, freed and blocked by a call. */
#include <wend/map.h>
#include <wend/research/subgoals.h>

#include "domain/grid.h"

#include "support/plain_map.h"
#include "support/test.h"

#include <string.h>

/* wend_map_set_free does what letters do, whatever the terrain. */
static void a_cell_is_freed_and_blocked_without_letters(void **state) {
    (void)state;
    static const struct {
        uint32_t passable;
        char free_terrain;
    } cases[] = {{WEND_TERRAIN_GROUND | WEND_TERRAIN_SWAMP, '.'},
                 {WEND_TERRAIN_SWAMP | WEND_TERRAIN_TREES, 'S'},
                 {WEND_TERRAIN_WATER | WEND_TERRAIN_TREES, 'W'},
                 {WEND_TERRAIN_TREES, 'T'}};
    for (uint32_t i = 0; i < COUNT_OF(cases); i++) {
        wend_map_def def = {
            .width = 4, .height = 2, .passable = cases[i].passable, .cells = ".SWT@OG@"};
        wend_map *map;
        assert_int_equal(wend_map_create(&def, &map, NULL), WEND_OK);
        uint64_t version = 0;
        for (uint32_t cell = 0; cell < 16; cell++) {
            uint32_t x = cell % 4, y = cell / 4 % 2;
            bool wanted = cell < 8, was_free = wend_map_is_free(map, x, y);
            char terrain = wend_map_cell(map, x, y);
            assert_int_equal(wend_map_set_free(map, x, y, wanted), WEND_OK);
            version += was_free != wanted;
            assert_true(wend_map_is_free(map, x, y) == wanted);
            assert_int_equal(wend_map_cell(map, x, y), was_free == wanted ? terrain
                                                       : wanted           ? cases[i].free_terrain
                                                                          : '@');
            assert_int_equal(wend_map_version(map), version);
        }
        assert_int_equal(wend_map_free_count(map), 0);
        assert_int_equal(wend_map_set_free(map, 4, 0, true), WEND_ERROR_OUTSIDE);
        assert_int_equal(wend_map_set_free(map, 0, 2, true), WEND_ERROR_OUTSIDE);
        assert_int_equal(wend_map_set_free(NULL, 0, 0, true), WEND_ERROR_ARGUMENT);
        wend_map_destroy(map);
    }
    wend_map_def def = {.width = 1, .height = 1, .passable = WEND_TERRAIN_OUT, .cells = "."};
    wend_map *map;
    assert_int_equal(wend_map_create(&def, &map, NULL), WEND_OK);
    assert_int_equal(wend_map_set_free(map, 0, 0, true), WEND_ERROR_UNSUPPORTED);
    assert_int_equal(wend_map_set_free(map, 0, 0, false), WEND_OK);
    wend_map_destroy(map);
}

/* A map of bytes equals the map of the corresponding letters and factors. */
static void bytes_make_the_map_of_their_letters(void **state) {
    (void)state;
    plain_map plain;
    uint8_t bytes[PLAIN_CELLS_MAX], factors[PLAIN_CELLS_MAX];
    for (uint32_t i = 0; i < test_scaled(100); i++) {
        dice d = dice_of(7000 + i);
        plain_random(&plain, &d, 12);
        bool weighted = i % 2;
        for (int cell = 0; cell < plain_cells(&plain); cell++) {
            bool is_free = plain_is_free(&plain, cell % plain.width, cell / plain.width);
            plain.cells[cell] = is_free ? '.' : '@';
            factors[cell] = (uint8_t)(is_free && weighted ? dice_between(&d, 1, 255) : 1);
            bytes[cell] = is_free ? factors[cell] : 0;
        }
        wend_map_def def = {
            .width = (uint32_t)plain.width, .height = (uint32_t)plain.height, .bytes = bytes};
        wend_map *map, *same;
        assert_int_equal(wend_map_create(&def, &map, NULL), WEND_OK);
        bool has_factors = false;
        for (int cell = 0; cell < plain_cells(&plain); cell++) {
            has_factors |= bytes[cell] > 1;
        }
        def.factors = has_factors ? factors : NULL;
        def.bytes = NULL;
        def.cells = plain.cells;
        assert_int_equal(wend_map_create(&def, &same, NULL), WEND_OK);
        assert_true(wend_map_weighted(map) == has_factors);
        assert_true(wend_map_jumpable(map));
        assert_int_equal(wend_map_mixed_permille(map), wend_map_mixed_permille(same));
        assert_int_equal(wend_map_checksum(map), wend_map_checksum(same));
        for (int cell = 0; cell < plain_cells(&plain); cell++) {
            uint32_t x = (uint32_t)(cell % plain.width), y = (uint32_t)(cell / plain.width);
            assert_int_equal(wend_map_cell(map, x, y), wend_map_cell(same, x, y));
            /* This includes the cost of a blocked cell when it is freed. */
            assert_int_equal(wend_map_set_free(map, x, y, true), WEND_OK);
            assert_int_equal(wend_map_set_free(same, x, y, true), WEND_OK);
        }
        assert_int_equal(wend_map_checksum(map), wend_map_checksum(same));
        wend_map_destroy(map);
        wend_map_destroy(same);
    }
}

static void bad_bytes_are_refused(void **state) {
    (void)state;
    static const uint8_t bytes[] = {0, 1, 2, 1}, factors[] = {1, 2, 3, 4}, zeros[4] = {0};
    const wend_map_def good = {.width = 2, .height = 2, .bytes = bytes};
    wend_map_def def;
    wend_map *map = NULL;
    wend_diagnosis diagnosis = {.line = 77};
    assert_int_equal(wend_map_create(NULL, &map, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_create(&good, NULL, NULL), WEND_ERROR_ARGUMENT);
    def = good, def.factors = factors;
    assert_int_equal(wend_map_create(&def, &map, &diagnosis), WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(diagnosis.text, "factors"));
    def = good, def.factors = zeros, def.bytes = zeros;
    assert_int_equal(wend_map_create(&def, &map, &diagnosis), WEND_ERROR_COST);
    def = good, def.passable = WEND_TERRAIN_OUT;
    assert_int_equal(wend_map_create(&def, &map, &diagnosis), WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(diagnosis.text, "passable"));
    def = good, def.width = 0;
    assert_int_equal(wend_map_create(&def, &map, NULL), WEND_ERROR_SIZE);
    assert_null(map);
}

static void the_field_that_is_wrong_is_named(void **state) {
    (void)state;
    static const uint8_t bytes[] = {0, 1, 2, 1}, factors[256] = {1, 1, 1, 1};
    const wend_map_def good = {.width = 2, .height = 2, .bytes = bytes};
    wend_map_def def;
    wend_map *map;
    wend_diagnosis diagnosis;
#define NAMED(name, value)                                                                         \
    do {                                                                                           \
        def = good, def.name = (value);                                                            \
        diagnosis = (wend_diagnosis){.field = "other"};                                            \
        assert_true(wend_map_create(&def, &map, &diagnosis) != WEND_OK);                           \
        assert_string_equal(diagnosis.field, #name);                                               \
    } while (0)
    NAMED(width, 0);
    NAMED(height, WEND_MAP_SIDE_MAX + 1);
    NAMED(neighbors, 5);
    NAMED(corners, (wend_corners)3);
    NAMED(factors, factors);
    NAMED(terrain_factors, factors);
    NAMED(passable, WEND_TERRAIN_OUT);
    NAMED(passable, 32);
    NAMED(edits, WEND_MAP_EDITS_MAX + 1);
#undef NAMED
    diagnosis = (wend_diagnosis){.field = "other"};
    def = good, def.bytes = NULL, def.cells = "..x.";
    assert_int_equal(wend_map_create(&def, &map, &diagnosis), WEND_ERROR_FORMAT);
    assert_string_equal(diagnosis.field, "cells");
    assert_true(diagnosis.line == 2 && diagnosis.column == 1);
}

/* An agent that has missed no more edits than the map remembers keeps what it knows. */
static void a_map_remembers_as_much_as_it_should(void **state) {
    (void)state;
    static const struct {
        uint32_t edits, remembered;
    } cases[] = {{0, 1024}, {1, 1}, {2, 2}, {1000, 1024}, {1025, 2048}, {65536, 65536}};
    for (uint32_t i = 0; i < COUNT_OF(cases); i++) {
        wend_map_def def = {.width = 2, .height = 1, .edits = cases[i].edits, .cells = ".."};
        wend_map *map;
        assert_int_equal(wend_map_create(&def, &map, NULL), WEND_OK);
        assert_int_equal(map->cells.edits_max, cases[i].remembered);
        for (uint32_t e = 0; e < 2 * cases[i].remembered; e++) {
            wend_map_set_free(map, e / 2 % 2, 0, e % 2);
        }
        for (uint64_t v = cases[i].remembered; v < map->cells.version; v++) {
            const wn_edit *edit = wn_cells_edit(&map->cells, v);
            wn_id id = wn_grid_id(map, (uint32_t)(v / 2 % 2), 0);
            assert_true(edit->cheaper == v % 2 && edit->id == id);
            assert_int_equal(wn_cells_touched(&map->cells, v), id);
        }
        wend_map_destroy(map);
    }
}

/* Custom terrain: r a road, m mud, # a wall. */
static const uint8_t kinds[256] = {['r'] = 1, ['m'] = 5};

static void a_map_has_terrain_of_its_own(void **state) {
    (void)state;
    wend_map_def def = {.width = 4, .height = 1, .kinds = kinds, .cells = "rm#r"};
    wend_map *map, *bare;
    assert_int_equal(wend_map_create(&def, &map, NULL), WEND_OK);
    assert_true(wend_map_weighted(map));
    assert_int_equal(wend_map_free_count(map), 3);
    assert_int_equal(wend_map_move_cost(map, 0, 1), 3 * WEND_COST_ONE);
    assert_int_equal(wend_map_move_cost(map, 1, 2), 0);
    /* A cell that gets another character gets its factor; a cell that is blocked keeps its own. */
    assert_int_equal(wend_map_set_cell(map, 2, 0, 'm'), WEND_OK);
    assert_int_equal(wend_map_move_cost(map, 1, 2), 5 * WEND_COST_ONE);
    assert_int_equal(wend_map_set_cell(map, 1, 0, '%'), WEND_OK);
    assert_false(wend_map_is_free(map, 1, 0));
    assert_int_equal(wend_map_set_cell(map, 1, 0, 'r'), WEND_OK);
    assert_int_equal(wend_map_move_cost(map, 0, 1), WEND_COST_ONE);
    /* Without letters: the first one there is, but '@' for a blocked cell if possible. */
    assert_int_equal(wend_map_set_free(map, 0, 0, false), WEND_OK);
    assert_int_equal(wend_map_cell(map, 0, 0), '@');
    assert_int_equal(wend_map_set_free(map, 0, 0, true), WEND_OK);
    assert_int_equal(wend_map_cell(map, 0, 0), 'm');
    wend_map_destroy(map);
    /* Kinds without extra costs have no factors, and bytes find their letters. */
    uint8_t some[256] = {['x'] = 1};
    def.kinds = some;
    def.cells = NULL;
    def.bytes = (const uint8_t[]){1, 0, 1, 1};
    assert_int_equal(wend_map_create(&def, &bare, NULL), WEND_OK);
    some['x'] = 0; /* it was copied */
    assert_false(wend_map_weighted(bare));
    assert_int_equal(wend_map_cell(bare, 0, 0), 'x');
    assert_int_equal(wend_map_set_cell(bare, 1, 0, 'x'), WEND_OK);
    assert_int_equal(wend_map_free_count(bare), 4);
    wend_map_destroy(bare);
    /* Nothing free, nothing blocked. */
    wend_diagnosis diagnosis;
    uint8_t all[256];
    memset(all, 1, sizeof all);
    const uint8_t *const bad[] = {some, all};
    for (uint32_t i = 0; i < 2; i++) {
        def.kinds = bad[i];
        def.bytes = some;
        assert_int_equal(wend_map_create(&def, &map, &diagnosis), WEND_ERROR_ARGUMENT);
        assert_string_equal(diagnosis.field, "kinds");
    }
    def.bytes = NULL;
    def.cells = "ab c";
    assert_int_equal(wend_map_create(&def, &map, NULL), WEND_OK);
    assert_int_equal(wend_map_set_free(map, 0, 0, false), WEND_ERROR_UNSUPPORTED);
    wend_map_destroy(map);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cell_is_freed_and_blocked_without_letters),
        cmocka_unit_test(bytes_make_the_map_of_their_letters),
        cmocka_unit_test(bad_bytes_are_refused),
        cmocka_unit_test(the_field_that_is_wrong_is_named),
        cmocka_unit_test(a_map_has_terrain_of_its_own),
        cmocka_unit_test(a_map_remembers_as_much_as_it_should),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
