/* Layers: sizes, kinds, obstacles and inflation compared with a slow reference, before and after
 * edits. */
#include <wend/research.h>
#include <wend/wend.h>

#include "domain/layer.h"
#include "support/ledger.h"
#include "support/layer_scene.h"
#include "support/test.h"

#include <string.h>

#define LETTERS "..........@@GSWT" /* mostly ground */

/* Water and trees are not walls to a boat; ground keeps its cost. */
static const uint8_t boat[256] = {['W'] = 1, ['S'] = 3, ['T'] = 7};
static const uint8_t giant[256] = {['.'] = 1, ['G'] = 1, ['S'] = 1, ['T'] = 1};

static char random_letter(dice *d) {
    return LETTERS[dice_between(d, 0, sizeof LETTERS - 2)];
}

static void edit_base(layer_scene *s, dice *d, uint32_t edits) {
    for (uint32_t i = 0; i < edits; i++) {
        uint32_t cell = dice_between(d, 0, s->cells - 1), x = cell % wend_map_width(s->base);
        uint32_t y = cell / wend_map_width(s->base);
        if (wend_map_weighted(s->base) && dice_percent(d, 30)) {
            wend_map_set_factor(s->base, x, y, (uint8_t)dice_between(d, 1, 9));
        } else {
            wend_map_set_cell(s->base, x, y, random_letter(d));
        }
    }
}

/* Adds or removes a rectangle. */
static void move_obstacle(layer_scene *s, dice *d) {
    uint32_t width = wend_map_width(s->base), height = wend_map_height(s->base);
    uint32_t x = dice_between(d, 0, width - 1), y = dice_between(d, 0, height - 1);
    uint32_t across = dice_between(d, 0, wn_min_u32(width - x, 70));
    uint32_t down = dice_between(d, 0, wn_min_u32(height - y, 9));
    bool comes = dice_percent(d, 60), is_possible = true;
    for (uint32_t i = 0; i < across * down; i++) {
        uint8_t count = s->obstacles[(y + i / across) * width + x + i % across];
        is_possible = is_possible && (comes || count > 0);
    }
    wend_error error = comes ? wend_layer_block(s->layer, x, y, across, down)
                             : wend_layer_unblock(s->layer, x, y, across, down);
    assert_int_equal(error, is_possible ? WEND_OK : WEND_ERROR_ARGUMENT);
    for (uint32_t i = 0; is_possible && i < across * down; i++) {
        uint8_t *count = &s->obstacles[(y + i / across) * width + x + i % across];
        *count = (uint8_t)(comes ? *count + 1 : *count - 1);
        assert_int_equal(wend_layer_obstacles(s->layer, x + i % across, y + i / across), *count);
    }
}

/* ---- Random maps of all rules ---------------------------------------------------------------- */

static wend_map *random_base(dice *d, uint32_t side_max) {
    wend_map_def def = {0};
    static const uint32_t neighbors[] = {4, 8, 8, 16};
    def.width = dice_between(d, 1, side_max);
    def.height = dice_between(d, 1, side_max);
    def.neighbors = DICE_PICK(d, neighbors);
    def.corners = (wend_corners)dice_between(d, 0, 2);
    uint32_t cells = def.width * def.height, blocked = dice_between(d, 0, 30);
    char *letters = test_alloc(cells);
    uint8_t *factors = test_alloc(cells);
    for (uint32_t i = 0; i < cells; i++) {
        letters[i] = dice_percent(d, blocked) ? random_letter(d) : '.';
        factors[i] = (uint8_t)dice_between(d, 1, 5);
    }
    def.factors = dice_percent(d, 30) ? factors : NULL;
    static const uint32_t edits[] = {0, 0, 1, 100, 5000};
    def.edits = DICE_PICK(d, edits);
    wend_map *map;
    def.cells = letters;
    assert_int_equal(wend_map_create(&def, &map, NULL), WEND_OK);
    free(letters);
    free(factors);
    return map;
}

static wend_layer_def random_def(dice *d) {
    static const uint8_t *const kinds[] = {NULL, NULL, boat, giant};
    wend_layer_def def = {.size = dice_between(d, 0, dice_percent(d, 80) ? 4 : 16),
                          .kinds = DICE_PICK(d, kinds),
                          .has_obstacles = dice_percent(d, 50)};
    if (dice_percent(d, 40)) {
        uint32_t reach = dice_between(d, 1, dice_percent(d, 80) ? 4 : 16);
        uint32_t lethal = dice_between(d, 0, 2);
        for (uint32_t i = 1; i <= reach; i++) {
            def.inflation[i] = (uint8_t)(i <= lethal ? 255 : dice_between(d, 0, 254) / i);
        }
    }
    return def;
}

static void layers_are_what_the_reference_says(void **state) {
    (void)state;
    uint32_t problems = 0;
    for (uint32_t seed = 0; seed < test_scaled(150); seed++) {
        dice d = dice_of(seed);
        wend_map *base = random_base(&d, seed % 10 ? 24 : 150);
        wend_layer_def def = random_def(&d);
        layer_scene s;
        layer_scene_open(&s, base, &def);
        plain_layer_check(&s.plain, s.layer);
        for (uint32_t round = 0; round < 6; round++) {
            problems += layer_scene_solve(&s, &d, 4);
            static const uint32_t amounts[] = {0, 1, 2, 5, 40, 300, 1023, 1024, 1025, 3000};
            edit_base(&s, &d, DICE_PICK(&d, amounts));
            if (def.has_obstacles) {
                move_obstacle(&s, &d);
            }
            layer_scene_update(&s);
        }
        layer_scene_close(&s);
        wend_map_destroy(base);
    }
    assert_true(problems > 0);
}

/* ---- Errors and memory ----------------------------------------------------------------------- */

static wend_map *empty_base(uint32_t side, wend_allocator allocator) {
    wend_map_def def = {.width = side, .height = side, .allocator = allocator};
    char *cells = test_alloc(side * side);
    memset(cells, '.', side * side);
    wend_map *map;
    def.cells = cells;
    assert_int_equal(wend_map_create(&def, &map, NULL), WEND_OK);
    free(cells);
    return map;
}

static void the_wrong_field_is_named(void **state) {
    (void)state;
    wend_map *base = empty_base(8, (wend_allocator){0});
    ledger book = {0};
    wend_layer_def good = {.base = base}, def;
    wend_layer *layer;
    wend_diagnosis diagnosis;
#define NAMED(wrong, change)                                                                       \
    do {                                                                                           \
        def = good;                                                                                \
        change;                                                                                    \
        layer = (wend_layer *)1;                                                                   \
        assert_int_equal(wend_layer_create(&def, &layer, &diagnosis), WEND_ERROR_ARGUMENT);        \
        assert_string_equal(diagnosis.field, wrong);                                               \
        assert_null(layer);                                                                        \
    } while (0)
    NAMED("base", def.base = NULL);
    NAMED("size", def.size = WEND_LAYER_SIZE_MAX + 1);
    NAMED("inflation", def.inflation[0] = 1);
    NAMED("edits", def.edits = WEND_MAP_EDITS_MAX + 1);
    NAMED("allocator", def.allocator.allocate = ledger_allocator(&book).allocate);
#undef NAMED
    assert_int_equal(wend_layer_create(NULL, &layer, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_layer_create(&good, NULL, NULL), WEND_ERROR_ARGUMENT);
    wend_map_destroy(base);
}

static void obstacles_are_refused_as_a_whole(void **state) {
    (void)state;
    wend_map *base = empty_base(8, (wend_allocator){0});
    wend_layer_def def = {.base = base};
    wend_layer *layer;
    assert_int_equal(wend_layer_create(&def, &layer, NULL), WEND_OK);
    assert_int_equal(wend_layer_block(layer, 0, 0, 1, 1), WEND_ERROR_UNSUPPORTED);
    wend_layer_destroy(layer);
    def.has_obstacles = true;
    assert_int_equal(wend_layer_create(&def, &layer, NULL), WEND_OK);
    const wend_map *map = wend_layer_map(layer);
    assert_int_equal(wend_layer_block(layer, 7, 0, 2, 1), WEND_ERROR_OUTSIDE);
    assert_int_equal(wend_layer_block(layer, 0, 8, 1, 1), WEND_ERROR_OUTSIDE);
    assert_int_equal(wend_layer_block(layer, 1, 1, UINT32_MAX, 1), WEND_ERROR_OUTSIDE);
    assert_int_equal(wend_layer_block(layer, 8, 8, 0, 0), WEND_OK); /* an empty rectangle */
    assert_int_equal(wend_layer_block(layer, 3, 3, 0, 5), WEND_OK);
    assert_int_equal(wend_map_version(map), 0);
    for (uint32_t i = 0; i < 255; i++) {
        assert_int_equal(wend_layer_block(layer, 2, 2, 1, 1), WEND_OK);
    }
    assert_int_equal(wend_map_version(map), 1);
    assert_int_equal(wend_layer_block(layer, 1, 2, 2, 1), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_layer_unblock(layer, 1, 2, 2, 1), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_layer_obstacles(layer, 1, 2), 0);
    assert_int_equal(wend_layer_obstacles(layer, 2, 2), 255);
    assert_int_equal(wend_layer_obstacles(layer, 8, 2), 0);
    assert_int_equal(wend_map_free_count(map), 63);
    assert_int_equal(wend_layer_clearance(layer, 8, 0), 0);
    assert_int_equal(wend_layer_clearance(layer, 3, 3), 5);
    wend_layer_destroy(layer);
    wend_map_destroy(base);
}

static void memory_is_taken_at_once_and_given_back(void **state) {
    (void)state;
    wend_map *base = empty_base(100, (wend_allocator){0});
    for (uint64_t n = 1;; n++) {
        ledger book = {.fail_at = n};
        wend_layer_def def = {.base = base,
                              .size = 3,
                              .edits = 16,
                              .has_obstacles = true,
                              .inflation = {0, 9, 3},
                              .allocator = ledger_allocator(&book)};
        wend_layer *layer;
        wend_diagnosis diagnosis;
        wend_error error = wend_layer_create(&def, &layer, &diagnosis);
        if (error) {
            assert_int_equal(error, WEND_ERROR_MEMORY);
            assert_non_null(strstr(diagnosis.text, "100 x 100"));
            assert_null(layer);
            assert_int_equal(book.live_bytes, 0);
            continue;
        }
        assert_true(n > 3);
        assert_int_equal(book.live_bytes, wend_layer_memory(layer));
        book.forbidden = true;
        for (uint32_t i = 0; i < 3000; i++) {
            wend_map_set_free(base, i % 100, i / 100, i % 7 < 3);
            if (i % 50 == 0) {
                wend_layer_block(layer, i % 60, i / 60, 30, 30);
                wend_layer_update(layer);
            }
        }
        wend_layer_update(layer);
        book.forbidden = false;
        wend_layer_destroy(layer);
        assert_int_equal(book.live_bytes, 0);
        break;
    }
    wend_map_destroy(base);
}

/* Only relevant edits are written: terrain that is equal to a class does not edit its map, and one
 * cell of the base edits at most k x k cells of the layer. */
static void changes_cost_what_they_matter(void **state) {
    (void)state;
    wend_map *base = empty_base(64, (wend_allocator){0});
    wend_layer_def def = {.base = base, .size = 4, .kinds = giant};
    wend_layer *layer;
    assert_int_equal(wend_layer_create(&def, &layer, NULL), WEND_OK);
    const wend_map *map = wend_layer_map(layer);
    assert_false(wend_map_weighted(map));
    wend_map_set_cell(base, 30, 30, 'T'); /* blocked on the base, free to giants */
    assert_int_equal(wend_layer_update(layer), 0);
    wend_map_set_cell(base, 30, 30, 'W'); /* the base does not change */
    assert_int_equal(wend_map_version(base), 1);
    assert_int_equal(wend_layer_update(layer), 16);
    assert_int_equal(wend_map_version(map), 16);
    assert_int_equal(wend_layer_clearance(layer, 30, 30), 0);
    assert_int_equal(wend_layer_clearance(layer, 20, 20), 10);
    assert_int_equal(layer->counts[0], 0); /* edits are processed once */
    wend_layer_destroy(layer);
    wend_map_destroy(base);
}

static uint64_t step_cost(const wend_map *map, uint32_t from) {
    return wend_map_move_cost(map, from, from + 1);
}

/* Inflation adds at most 255 in all, and leaving a blocked cell uses a factor of 1. */
static void factors_have_bounds(void **state) {
    (void)state;
    static const uint8_t bytes[] = {0, 200, 9};
    wend_map_def def = {.width = 3, .height = 1, .edits = 16, .bytes = bytes};
    wend_map *base;
    assert_int_equal(wend_map_create(&def, &base, NULL), WEND_OK);
    wend_layer *layer;
    wend_layer_def over = {.base = base, .inflation = {0, 100}};
    assert_int_equal(wend_layer_create(&over, &layer, NULL), WEND_OK);
    const wend_map *map = wend_layer_map(layer);
    assert_int_equal(map->cells.edits_max, 16); /* as many as the base */
    assert_int_equal(step_cost(map, 0), WEND_COST_ONE * (1 + 255) / 2);
    assert_int_equal(step_cost(map, 1), WEND_COST_ONE * (255 + 9) / 2);
    wend_map_set_factor(base, 1, 0, 20);
    assert_int_equal(wend_layer_update(layer), 1);
    assert_int_equal(step_cost(map, 0), WEND_COST_ONE * (1 + 120) / 2);
    wend_layer_destroy(layer);
    wend_map_destroy(base);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layers_are_what_the_reference_says),
        cmocka_unit_test(the_wrong_field_is_named),
        cmocka_unit_test(obstacles_are_refused_as_a_whole),
        cmocka_unit_test(memory_is_taken_at_once_and_given_back),
        cmocka_unit_test(changes_cost_what_they_matter),
        cmocka_unit_test(factors_have_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
