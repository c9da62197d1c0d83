/* Generated maps: seeds, sizes, connectedness, and the guarantees of each kind. */
#include <wend/research/gen.h>
#include <wend/map.h>

#include "support/dice.h"
#include "support/test.h"

#include <string.h>

static const wend_gen_kind kinds[] = {WEND_GEN_ROOMS, WEND_GEN_MAZE, WEND_GEN_CAVES,
                                      WEND_GEN_RANDOM};

/* The caller frees the cells. */
static char *generate(const wend_gen_def *def) {
    size_t count = (size_t)def->width * def->height;
    char *cells = test_alloc(count + 1);
    memset(cells, '?', count + 1);
    assert_int_equal(wend_gen(def, cells), WEND_OK);
    assert_int_equal(cells[count], '?'); /* nothing behind the last cell */
    for (size_t i = 0; i < count; i++) {
        check(cells[i] == '.' || cells[i] == '@', "cell %zu has code %d", i, cells[i]);
    }
    return cells;
}

static wend_gen_def def_of(wend_gen_kind kind, uint32_t width, uint32_t height, uint64_t seed) {
    return (wend_gen_def){.kind = kind,
                          .width = width,
                          .height = height,
                          .seed = seed,
                          .scale = kind == WEND_GEN_ROOMS   ? 16
                                   : kind == WEND_GEN_CAVES ? 4
                                                            : 1};
}

static size_t count_free(const wend_gen_def *def, const char *cells) {
    size_t count = 0;
    for (size_t i = 0; i < (size_t)def->width * def->height; i++) {
        count += cells[i] == '.';
    }
    return count;
}

/* Free cells that can be reached from the first one by orthogonal steps. */
static size_t count_reached(const wend_gen_def *def, const char *cells) {
    size_t count = (size_t)def->width * def->height, depth = 0, reached = 0;
    bool *seen = calloc(count, sizeof *seen);
    size_t *stack = test_alloc(count * sizeof *stack);
    assert_non_null(seen);
    const char *first = memchr(cells, '.', count);
    if (first) {
        stack[depth++] = (size_t)(first - cells);
        seen[first - cells] = true;
    }
    while (depth > 0) {
        size_t at = stack[--depth], x = at % def->width, y = at / def->width;
        reached++;
        const bool inside[4] = {x > 0, x + 1 < def->width, y > 0, y + 1 < def->height};
        const size_t next[4] = {at - 1, at + 1, at - def->width, at + def->width};
        for (uint32_t i = 0; i < 4; i++) {
            if (inside[i] && cells[next[i]] == '.' && !seen[next[i]]) {
                seen[next[i]] = true;
                stack[depth++] = next[i];
            }
        }
    }
    free(seen);
    free(stack);
    return reached;
}

/* ---- All kinds ------------------------------------------------------------------------------- */

static void the_seed_decides(void **state) {
    (void)state;
    for (uint32_t k = 0; k < COUNT_OF(kinds); k++) {
        wend_gen_def def = def_of(kinds[k], 97, 61, 42);
        size_t count = (size_t)def.width * def.height;
        char *first = generate(&def), *again = generate(&def);
        assert_memory_equal(first, again, count);
        def.seed = 43;
        char *other = generate(&def);
        assert_memory_not_equal(first, other, count);
        def.seed = UINT64_MAX;
        char *last = generate(&def);
        assert_memory_not_equal(first, last, count);
        free(first);
        free(again);
        free(other);
        free(last);
    }
}

static void all_sizes_and_scales_work(void **state) {
    (void)state;
    static const uint32_t scales[] = {1, 2, 3, 7, 16, 1024};
    for (uint32_t i = 0; i < test_scaled(4000); i++) {
        dice d = dice_of(i);
        wend_gen_kind kind = DICE_PICK(&d, kinds);
        wend_gen_def def =
            def_of(kind, dice_between(&d, 1, 40), dice_between(&d, 1, 40), dice_next(&d));
        def.scale = DICE_PICK(&d, scales);
        def.density = dice_between(&d, 0, 100);
        def.density = def.density ? def.density : WEND_GEN_DENSITY_NONE;
        char *cells = generate(&def);
        if (kind != WEND_GEN_RANDOM) {
            check(count_reached(&def, cells) == count_free(&def, cells),
                  "kind %d, %u x %u, scale %u, seed %u is not connected", (int)kind, def.width,
                  def.height, def.scale, (unsigned)def.seed);
        }
        check(kind == WEND_GEN_CAVES || kind == WEND_GEN_RANDOM || cells[0] == '.',
              "kind %d has no first cell", (int)kind);
        free(cells);
    }
}

static void the_smallest_and_the_longest_maps_work(void **state) {
    (void)state;
    static const uint32_t sizes[][2] = {{1, 1}, {1, 2}, {2, 1},    {1, 999}, {999, 1},
                                        {2, 2}, {3, 3}, {8192, 2}, {2, 8192}};
    for (uint32_t k = 0; k < COUNT_OF(kinds); k++) {
        for (uint32_t i = 0; i < COUNT_OF(sizes); i++) {
            wend_gen_def def = def_of(kinds[k], sizes[i][0], sizes[i][1], i);
            free(generate(&def));
        }
    }
}

static void bad_arguments_are_refused(void **state) {
    (void)state;
    char cells[16];
    wend_gen_def good = def_of(WEND_GEN_MAZE, 4, 4, 1), def = good;
    assert_int_equal(wend_gen(NULL, cells), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_gen(&good, NULL), WEND_ERROR_ARGUMENT);
    def.scale = 1025;
    assert_int_equal(wend_gen(&def, cells), WEND_ERROR_ARGUMENT);
    def = good;
    def.density = 101;
    assert_int_equal(wend_gen(&def, cells), WEND_ERROR_ARGUMENT);
    def = good;
    def.kind = (wend_gen_kind)4;
    assert_int_equal(wend_gen(&def, cells), WEND_ERROR_ARGUMENT);
    static const uint32_t sides[] = {0, WEND_MAP_SIDE_MAX + 1, UINT32_MAX};
    for (uint32_t i = 0; i < COUNT_OF(sides); i++) {
        def = good;
        def.width = sides[i];
        assert_int_equal(wend_gen(&def, cells), WEND_ERROR_SIZE);
        def = good;
        def.height = sides[i];
        assert_int_equal(wend_gen(&def, cells), WEND_ERROR_SIZE);
    }
    assert_int_equal(wend_gen(&good, cells), WEND_OK);
}

static void zeros_are_the_defaults_of_the_header(void **state) {
    (void)state;
    static const uint32_t scales[] = {16, 1, 4, 1};
    for (uint32_t k = 0; k < COUNT_OF(kinds); k++) {
        wend_gen_def zeros = {.kind = kinds[k], .width = 90, .height = 70};
        wend_gen_def full = def_of(kinds[k], 90, 70, 1);
        full.scale = scales[k];
        full.density = kinds[k] == WEND_GEN_CAVES ? 46 : 25;
        char *cells = generate(&zeros), *same = generate(&full);
        assert_memory_equal(cells, same, 90 * 70);
        free(cells);
        free(same);
    }
}

/* ---- Mazes ----------------------------------------------------------------------------------- */

/* Nodes are squares of `scale` cells with a wall between them; a perfect maze joins n of them by n
 * - 1 passages. */
static void check_maze(const wend_gen_def *def) {
    char *cells = generate(def);
    uint32_t pitch = def->scale + 1, nodes = 0, passages = 0;
    for (uint32_t y = 0; y < def->height; y += pitch) {
        for (uint32_t x = 0; x < def->width; x += pitch) {
            check(cells[(size_t)y * def->width + x] == '.', "node (%u,%u) is not dug", x, y);
            nodes++;
            bool right = x + pitch < def->width, below = y + pitch < def->height;
            passages += right && cells[(size_t)y * def->width + x + def->scale] == '.';
            passages += below && cells[(size_t)(y + def->scale) * def->width + x] == '.';
        }
    }
    check(passages == nodes - 1, "%u nodes and %u passages, seed %u", nodes, passages,
          (unsigned)def->seed);
    assert_int_equal(count_reached(def, cells), count_free(def, cells));
    if (def->scale == 1) {
        assert_int_equal(count_free(def, cells), 2 * nodes - 1);
    }
    free(cells);
}

static void mazes_are_perfect(void **state) {
    (void)state;
    for (uint32_t i = 0; i < test_scaled(500); i++) {
        dice d = dice_of(i);
        wend_gen_def def =
            def_of(WEND_GEN_MAZE, dice_between(&d, 1, 60), dice_between(&d, 1, 60), i);
        def.scale = i % 2 ? 1 : dice_between(&d, 1, 5);
        check_maze(&def);
    }
}

/* ---- Rooms ----------------------------------------------------------------------------------- */

static bool is_wall_place(const wend_gen_def *def, uint32_t x, uint32_t y, bool *corner) {
    bool wall_x = x % (def->scale + 1) == def->scale, wall_y = y % (def->scale + 1) == def->scale;
    *corner = wall_x && wall_y;
    return wall_x || wall_y;
}

static void rooms_are_free_and_walls_have_few_doors(void **state) {
    (void)state;
    wend_gen_def def = def_of(WEND_GEN_ROOMS, 203, 170, 5);
    char *cells = generate(&def);
    uint32_t doors = 0, pieces = 0, pitch = def.scale + 1;
    for (uint32_t y = 0; y < def.height; y++) {
        for (uint32_t x = 0; x < def.width; x++) {
            bool corner, wall = is_wall_place(&def, x, y, &corner);
            bool is_free = cells[(size_t)y * def.width + x] == '.';
            check(wall || is_free, "a room is not free at (%u,%u)", x, y);
            check(!corner || !is_free, "a door in a corner at (%u,%u)", x, y);
            doors += wall && is_free;
            pieces += wall && !corner && x % pitch != def.scale && x % pitch == 0;
            pieces += wall && !corner && y % pitch != def.scale && y % pitch == 0;
        }
    }
    uint32_t rooms = 12 * 10;
    check(doors >= rooms - 1 && doors < pieces, "%u doors, %u pieces of wall", doors, pieces);
    free(cells);
}

/* ---- Densities ------------------------------------------------------------------------------- */

static void random_maps_are_as_dense_as_asked(void **state) {
    (void)state;
    for (uint32_t density = 0; density <= 100; density += 5) {
        wend_gen_def def = def_of(WEND_GEN_RANDOM, 300, 300, density);
        def.density = density ? density : WEND_GEN_DENSITY_NONE;
        char *cells = generate(&def);
        double blocked = 100 - (double)count_free(&def, cells) / 900;
        double away = blocked - density;
        /* Five standard deviations of the share of 90,000 cells at 50 percent. */
        check(away < 0.85 && away > -0.85, "%u percent became %g", density, blocked);
        check(density > 0 || blocked < 0.001, "0 percent became %g", blocked);
        check(density < 100 || blocked > 99.999, "100 percent became %g", blocked);
        free(cells);
    }
}

static void random_obstacles_have_the_size_asked_for(void **state) {
    (void)state;
    wend_gen_def def = def_of(WEND_GEN_RANDOM, 50, 47, 3);
    def.scale = 5;
    char *cells = generate(&def);
    for (uint32_t y = 0; y < def.height; y++) {
        for (uint32_t x = 0; x < def.width; x++) {
            size_t square = (size_t)(y / 5 * 5) * def.width + x / 5 * 5;
            assert_int_equal(cells[(size_t)y * def.width + x], cells[square]);
        }
    }
    free(cells);
}

/* A cave map that is all rock, or all hall, would be useless. */
static void caves_are_neither_empty_nor_full(void **state) {
    (void)state;
    for (uint32_t seed = 1; seed <= 5; seed++) {
        wend_gen_def def = def_of(WEND_GEN_CAVES, 300, 200, seed);
        char *cells = generate(&def);
        size_t count = count_free(&def, cells);
        check(count > 6000 && count < 54000, "%zu of 60000 cells are free", count);
        assert_int_equal(count_reached(&def, cells), count);
        free(cells);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_seed_decides),
        cmocka_unit_test(all_sizes_and_scales_work),
        cmocka_unit_test(the_smallest_and_the_longest_maps_work),
        cmocka_unit_test(bad_arguments_are_refused),
        cmocka_unit_test(zeros_are_the_defaults_of_the_header),
        cmocka_unit_test(mazes_are_perfect),
        cmocka_unit_test(rooms_are_free_and_walls_have_few_doors),
        cmocka_unit_test(random_maps_are_as_dense_as_asked),
        cmocka_unit_test(random_obstacles_have_the_size_asked_for),
        cmocka_unit_test(caves_are_neither_empty_nor_full),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
