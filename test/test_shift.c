/* Maps that are windows into a larger world: moved in place, or copied to another size. */
#include <wend/wend.h>

#include "domain/grid.h"
#include "support/dice.h"
#include "support/ledger.h"
#include "support/step.h"
#include "support/test.h"

#include <string.h>

static const uint8_t kinds[256] = {['a'] = 1, ['b'] = 4, ['c'] = 9};

/* With factors, with kinds or with neither; `*fill` is a terrain for cells that were outside. */
static wend_map *draw(dice *d, char *fill) {
    wend_map_def def = {.width = dice_between(d, 1, 90)};
    def.height = dice_between(d, 1, 90);
    def.neighbors = dice_percent(d, 50) ? 8 : 16;
    uint32_t size = def.width * def.height, kind = dice_between(d, 0, 2);
    const char *letters = kind == 2 ? "abcx" : "..S@";
    char *cells = test_alloc(size);
    uint8_t *factors = test_alloc(size);
    for (uint32_t i = 0; i < size; i++) {
        cells[i] = letters[dice_between(d, 0, 3)];
        factors[i] = (uint8_t)dice_between(d, 1, 9);
    }
    def.kinds = kind == 2 ? kinds : NULL;
    def.factors = kind == 1 ? factors : NULL;
    *fill = letters[dice_between(d, 0, 3)];
    wend_map *map;
    def.cells = cells;
    assert_int_equal(wend_map_create(&def, &map, NULL), WEND_OK);
    free(cells);
    free(factors);
    return map;
}

static int factor_at(const wend_map *map, int x, int y) {
    const uint8_t *factors = map->cells.factors;
    return factors ? factors[wn_grid_id(map, (uint32_t)x, (uint32_t)y)] : 1;
}

/* Checks everything: letters, factors, moves; `old` is the map before the shift. */
static void check_shifted(const wend_map *old, const wend_map *map, int left, int top, char fill) {
    int width = (int)wend_map_width(map), height = (int)wend_map_height(map);
    char *cells = test_alloc((size_t)(width * height));
    uint8_t *factors = test_alloc((size_t)(width * height));
    for (int i = 0; i < width * height; i++) {
        int x = i % width, y = i / width, old_x = x + left, old_y = y + top;
        bool is_there = old_x >= 0 && old_y >= 0 && old_x < (int)wend_map_width(old) &&
                        old_y < (int)wend_map_height(old);
        cells[i] = is_there ? wend_map_cell(old, (uint32_t)old_x, (uint32_t)old_y) : fill;
        int own = old->def.kinds && kinds[(unsigned char)fill] ? kinds[(unsigned char)fill] : 1;
        factors[i] = (uint8_t)(is_there ? factor_at(old, old_x, old_y) : own);
        check(wend_map_cell(map, (uint32_t)x, (uint32_t)y) == cells[i], "terrain of %d", i);
        check(factor_at(map, x, y) == (map->cells.factors ? factors[i] : 1), "factor of %d", i);
        wend_state state =
            is_there ? (wend_state)(old_y * (int)wend_map_width(old) + old_x) : WEND_STATE_NONE;
        assert_int_equal(wend_map_shifted(old, state, left, top, map),
                         is_there ? (wend_state)i : WEND_STATE_NONE);
    }
    /* The moves are those of a map that was created like this. */
    wend_map_def def = old->def;
    def.width = (uint32_t)width, def.height = (uint32_t)height;
    def.factors = old->cells.factors ? factors : NULL;
    wend_map *made;
    def.cells = cells;
    assert_int_equal(wend_map_create(&def, &made, NULL), WEND_OK);
    assert_int_equal(wend_map_free_count(map), wend_map_free_count(made));
    assert_memory_equal(map->moves, made->moves, made->domain.id_limit);
    wend_map_destroy(made);
    free(cells);
    free(factors);
}

static void shifted_maps_keep_what_is_known(void **state) {
    (void)state;
    for (uint32_t seed = 0; seed < test_scaled(300); seed++) {
        dice d = dice_of(seed);
        char fill;
        wend_map *map = draw(&d, &fill), *old, *copy;
        uint32_t width = wend_map_width(map), height = wend_map_height(map);
        int left = (int)dice_between(&d, 0, 30) - 15, top = (int)dice_between(&d, 0, 30) - 15;
        left = dice_percent(&d, 5) ? INT32_MIN : left;
        uint32_t to_width = dice_between(&d, 1, 120), to_height = dice_between(&d, 1, 120);
        assert_int_equal(wend_map_create_shifted(map, left, top, to_width, to_height, fill, &copy),
                         WEND_OK);
        check_shifted(map, copy, left, top, fill);
        assert_int_equal(wend_map_version(copy), 0);
        wend_map_destroy(copy);
        assert_int_equal(wend_map_create_shifted(map, 0, 0, width, height, fill, &old), WEND_OK);
        assert_int_equal(wend_map_shift(map, left, top, fill), WEND_OK);
        check_shifted(old, map, left, top, fill);
        wend_map_destroy(old);
        wend_map_destroy(map);
    }
}

static void bad_shifts_are_refused(void **state) {
    (void)state;
    dice d = dice_of(3);
    char fill;
    wend_map *map = draw(&d, &fill), *copy = map;
    while (map->def.kinds) {
        wend_map_destroy(map);
        map = draw(&d, &fill);
    }
    assert_int_equal(wend_map_shift(NULL, 1, 1, '.'), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_shift(map, 1, 1, 'x'), WEND_ERROR_FORMAT);
    assert_int_equal(wend_map_version(map), 0);
    assert_int_equal(wend_map_create_shifted(map, 0, 0, 9, 9, 'x', &copy), WEND_ERROR_FORMAT);
    assert_int_equal(wend_map_create_shifted(map, 0, 0, 0, 9, '.', &copy), WEND_ERROR_SIZE);
    assert_int_equal(wend_map_create_shifted(map, 0, 0, 9, WEND_MAP_SIDE_MAX + 1, '.', &copy),
                     WEND_ERROR_SIZE);
    assert_null(copy);
    assert_int_equal(wend_map_create_shifted(NULL, 0, 0, 9, 9, '.', &copy), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_create_shifted(map, 0, 0, 9, 9, '.', NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_shifted(NULL, 0, 0, 0, map), WEND_STATE_NONE);
    assert_int_equal(wend_map_shifted(map, 0, 0, 0, NULL), WEND_STATE_NONE);
    wend_map_destroy(map);
}

static void memory_of_a_copy_is_given_back(void **state) {
    (void)state;
    ledger book = {0};
    wend_map_def def = {
        .width = 2, .height = 2, .allocator = ledger_allocator(&book), .cells = "..@."};
    wend_map *map, *copy;
    assert_int_equal(wend_map_create(&def, &map, NULL), WEND_OK);
    size_t bytes = book.live_bytes;
    for (uint64_t n = 1; n <= 3; n++) {
        book.fail_at = book.calls + n;
        assert_int_equal(wend_map_create_shifted(map, 0, 0, 9, 9, '.', &copy), WEND_ERROR_MEMORY);
        assert_null(copy);
        assert_int_equal(book.live_bytes, bytes);
    }
    wend_map_destroy(map);
    assert_int_equal(book.live_bytes, 0);
}

/* A robot in the middle of its window: the window follows it, the goal comes nearer. */
static void an_agent_is_put_where_the_world_was(void **state) {
    (void)state;
    enum { SIDE = 41, MIDDLE = SIDE / 2, FAR = 300 };
    wend_map_def def = {.width = SIDE, .height = SIDE};
    char cells[SIDE * SIDE];
    memset(cells, '.', sizeof cells);
    wend_map *map;
    def.cells = cells;
    assert_int_equal(wend_map_create(&def, &map, NULL), WEND_OK);
    wend_agent *agent = make_agent(&(wend_agent_def){.map = map,
                                                     .algo = wend_algo_auto(),
                                                     .start = MIDDLE * SIDE + MIDDLE,
                                                     .goal = MIDDLE * SIDE + SIDE - 1});
    uint32_t world_x = 0; /* how far the window has moved */
    while (world_x < FAR) {
        wend_tick tick;
        step_agent(agent, 30, &tick);
        int left = (int)wend_map_x(map, wend_agent_state(agent)) - MIDDLE;
        int top = (int)wend_map_y(map, wend_agent_state(agent)) - MIDDLE;
        wend_state at = wend_map_shifted(map, wend_agent_state(agent), left, top, map);
        assert_int_equal(at, MIDDLE * SIDE + MIDDLE);
        assert_int_equal(wend_map_shift(map, left, top, '.'), WEND_OK);
        world_x += (uint32_t)left;
        /* A wall with a gap every 10 columns, visible when it enters the window. */
        for (uint32_t y = 0; y < SIDE; y++) {
            uint32_t x = world_x + SIDE - 1;
            bool is_wall = x % 10 == 0 && (x / 10 % 2 ? y > 5 : y < SIDE - 5);
            wend_map_set_free(map, SIDE - 1, y, !is_wall);
        }
        assert_int_equal(wend_agent_teleport(agent, at), WEND_OK);
        wend_state goal = MIDDLE * SIDE + SIDE - 1;
        for (uint32_t y = 0; !wend_map_is_free(map, SIDE - 1, goal / SIDE); y++) {
            goal = wend_map_state(map, SIDE - 1, y);
        }
        assert_int_equal(wend_agent_set_goal(agent, goal), WEND_OK);
    }
    wend_agent_destroy(agent);
    wend_map_destroy(map);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shifted_maps_keep_what_is_known),
        cmocka_unit_test(bad_shifts_are_refused),
        cmocka_unit_test(memory_of_a_copy_is_given_back),
        cmocka_unit_test(an_agent_is_put_where_the_world_was),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
