/* Layers of units of 1 x 1 to 4 x 4 cells on ten maps of games and benchmarks, compared with the
 * slow reference, before and after edits. `make soak` runs 10,000 problems and 10,000 edits. */
#include <wend/movingai.h>
#include <wend/wend.h>

#include "support/data.h"
#include "support/layer_scene.h"
#include "support/test.h"

#include <stdio.h>

/* The smallest first: a quick run uses only these. */
static const char *const maps[] = {
    "dao/arena",        "dao/orz103d",           "dao/den501d",
    "bg512/AR0300SR",   "bg512/AR0711SR",        "mazes/maze512-8-0",
    "rooms/16room_000", "random/random512-25-0", "wc3maps512/battleground",
    "sc1/Inferno"};

static wend_map *load(const char *name) {
    char file[100];
    snprintf(file, sizeof file, "maps/%s.map", name);
    wend_map_def def = {0};
    wend_map *map;
    wend_diagnosis diagnosis;
    check(wend_map_load(&def, data_need(file), &map, &diagnosis) == WEND_OK, "%s", diagnosis.text);
    return map;
}

/* Edits close to each other, so that they interact. */
static void edit(wend_map *map, dice *d, uint32_t edits) {
    uint32_t width = wend_map_width(map), height = wend_map_height(map);
    uint32_t middle_x = dice_between(d, 0, width - 1), middle_y = dice_between(d, 0, height - 1);
    for (uint32_t i = 0; i < edits; i++) {
        uint32_t x = (middle_x + dice_between(d, 0, 30)) % width;
        uint32_t y = (middle_y + dice_between(d, 0, 30)) % height;
        wend_map_set_free(map, x, y, !wend_map_is_free(map, x, y));
    }
}

static void large_units_on_ten_maps(void **state) {
    (void)state;
    uint32_t problems = 0, edits = 0;
    for (uint32_t round = 0; round < test_scaled(10); round++) {
        dice d = dice_of(round);
        wend_map *map = load(maps[round % COUNT_OF(maps)]);
        wend_layer_def def = {.size = 1 + (round + round / COUNT_OF(maps)) % 4};
        layer_scene s;
        layer_scene_open(&s, map, &def);
        problems += layer_scene_solve(&s, &d, 5);
        edit(map, &d, 10);
        edits += 10;
        layer_scene_update(&s);
        problems += layer_scene_solve(&s, &d, 5);
        layer_scene_close(&s);
        wend_map_destroy(map);
    }
    print_message("%u problems, %u edits\n", problems, edits);
    assert_true(problems > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(large_units_on_ten_maps)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
