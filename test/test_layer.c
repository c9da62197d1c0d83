/* Layers: sizes, kinds, obstacles and inflation against a slow reference, before and after edits.
 */
#include <wend/research.h>
#include <wend/wend.h>

#include "domain/layer.h"
#include "support/ledger.h"
#include "support/layer_scene.h"
#include "support/test.h"

#include <string.h>

#define LETTERS "..........@@GSWT" /* mostly ground */

/* Water and trees are no walls to it; ground costs as much as it did. */
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

/* A rectangle comes or goes. */
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

/* ---- Random maps of all rules -------------------------------------------------------------------
 */

static wend_map *random_base(dice *d, uint32_t side_max) {
    wend_map_def def = wend_map_def_default();
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
    wend_map *map;
    assert_int_equal(wend_map_create(&def, letters, &map, NULL), WEND_OK);
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layers_are_what_the_reference_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
