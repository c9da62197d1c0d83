/* Layers: boats, a team's obstacles, large units, a robot that keeps its distance. */
#include <stdio.h>
#include <wend/wend.h>

#define CHECK(condition)                                                                           \
    if (!(condition)) return printf("line %d: %s\n", __LINE__, #condition), 1

enum { WIDTH = 16, HEIGHT = 8 };

int main(void) {
    const char *cells = "......WW........"
                        "......WW........"
                        "......WW...@...."
                        "......WW........"
                        "......WW........"
                        "......WW...@...."
                        "......WW........"
                        "......WW........";
    wend_map *map;
    wend_map_def map_def = {.width = WIDTH, .height = HEIGHT, .cells = cells};
    CHECK(wend_map_create(&map_def, &map, NULL) == WEND_OK);

    // [create]
    static const uint8_t boat_kinds[256] = {['W'] = 1, ['S'] = 3}; /* a factor per letter */
    wend_layer *boats, *red, *red_giants, *robot;
    wend_layer_create(&(wend_layer_def){.base = map, .kinds = boat_kinds}, &boats, NULL);
    wend_layer_create(&(wend_layer_def){.base = map, .has_obstacles = true}, &red, NULL);
    wend_layer_create(&(wend_layer_def){.base = wend_layer_map(red), .size = 3}, &red_giants, NULL);
    wend_layer_create(&(wend_layer_def){.base = map, .inflation = {0, 255, 40, 20, 10}}, &robot,
                      NULL);
    wend_finder *giant_finder;
    wend_finder_create(&(wend_finder_def){.map = wend_layer_map(red_giants)}, &giant_finder, NULL);
    // [/create]
    CHECK(boats && red && red_giants && robot && giant_finder);

    // [frame]
    for (uint32_t i = 0; i < 6; i++) {
        wend_map_set_cell(map, 6 + i % 2, 2 + i / 2, '.'); /* a bridge, three cells wide */
    }
    wend_layer_block(red, 9, 0, 1, 1); /* a red unit stands there */
    wend_layer_update(boats);
    wend_layer_update(red);
    wend_layer_update(red_giants); /* after its base */
    wend_layer_update(robot);
    // [/frame]
    const wend_map *giants = wend_layer_map(red_giants);
    wend_answer answer;
    wend_state from = wend_map_state(giants, 1, 2), to = wend_map_state(giants, 8, 2);
    CHECK(wend_finder_find(giant_finder, from, to, NULL, &answer) == WEND_OK);
    CHECK(answer.status == WEND_FIND_FOUND && !wend_map_is_free(giants, 9, 0));
    CHECK(wend_layer_clearance(red_giants, 8, 2) == 3);
    CHECK(wend_map_is_free(wend_layer_map(boats), 6, 0));
    CHECK(!wend_map_is_free(wend_layer_map(boats), 6, 3));
    CHECK(!wend_map_is_free(wend_layer_map(robot), 10, 2)); /* beside the blocked cell */

    wend_finder_destroy(giant_finder);
    wend_layer_destroy(robot);
    wend_layer_destroy(red_giants); /* before its base */
    wend_layer_destroy(red);
    wend_layer_destroy(boats);
    wend_map_destroy(map);
    return 0;
}
