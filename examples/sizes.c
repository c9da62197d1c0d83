/* One map for small units, a large one and boats, with a door that is occupied by a unit of one
 * team. The layers follow the map: a bridge that is built exists for all of them. */
#include <stdio.h>
#include <wend/wend.h>

#define WIDTH  12
#define HEIGHT 6

static const char cells[] = "....W......."
                            "....W..@...."
                            "....W......."
                            "....W......."
                            "....W..@...."
                            "....W..@....";

/* The cost of the route between two cells, in cells, 0 without a route. */
static double cost(const wend_layer *layer, uint32_t from_x, uint32_t to_x, uint32_t y) {
    const wend_map *map = wend_layer_map(layer);
    wend_finder *finder;
    wend_answer answer = {0};
    if (wend_finder_create(&(wend_finder_def){.map = map}, &finder, NULL)) return 0;
    wend_finder_find(finder, wend_map_state(map, from_x, y), wend_map_state(map, to_x, y), NULL,
                     &answer);
    wend_finder_destroy(finder);
    return answer.cost / (double)WEND_COST_ONE;
}

int main(void) {
    wend_map_def def = {.width = WIDTH, .height = HEIGHT, .cells = cells};
    wend_map *map;
    if (wend_map_create(&def, &map, NULL)) return 1;

    static const uint8_t boat_kinds[256] = {['W'] = 1}; /* water, at a factor of 1 */
    wend_layer *red, *large, *boats;
    wend_layer_def red_def = {.base = map, .has_obstacles = true};
    if (wend_layer_create(&red_def, &red, NULL)) return 1;
    wend_layer_def large_def = {.base = wend_layer_map(red), .size = 2}; /* sees what red sees */
    if (wend_layer_create(&large_def, &large, NULL)) return 1;
    wend_layer_def boat_def = {.base = map, .kinds = boat_kinds};
    if (wend_layer_create(&boat_def, &boats, NULL)) return 1;

    double small_cost = cost(red, 5, 10, 3), large_cost = cost(large, 5, 10, 2);
    printf("through the door: small %.1f, large %.1f\n", small_cost, large_cost);

    wend_layer_block(red, 7, 3, 1, 1); /* a unit of the red team stands in it */
    wend_layer_update(large);
    double beside_him = cost(red, 5, 10, 3), no_way = cost(large, 5, 10, 2);
    printf("beside him: small %.1f, large %.1f\n", beside_him, no_way);
    wend_layer_unblock(red, 7, 3, 1, 1);

    for (uint32_t y = 2; y < 4; y++) {
        wend_map_set_cell(map, 4, y, '.'); /* a bridge, two cells wide */
    }
    wend_layer_update(red);
    wend_layer_update(large); /* after its base */
    wend_layer_update(boats);
    double bridge = cost(large, 2, 5, 2);
    uint32_t under = wend_layer_clearance(boats, 4, 3);
    printf("over the bridge: large %.1f; boats of size %u fit under it\n", bridge, under);

    wend_layer_destroy(boats);
    wend_layer_destroy(large); /* before its base */
    wend_layer_destroy(red);
    wend_map_destroy(map);
    return !(small_cost == 5 && large_cost == 5 && beside_him > 5 && no_way == 0 && bridge == 3 &&
             under == 0);
}
