/* A thousand units cross a map under one budget per frame. The README shows the lines between the
 * two marks. */
#include <stdio.h>
#include <wend/wend.h>

int main(void) {
    wend_map *map;
    if (wend_map_create(&(wend_map_def){.width = 256, .height = 64}, &map, NULL)) return 1;
    for (uint32_t y = 0; y < 60; y++) {
        wend_map_set_free(map, 128, y, false); /* a wall with a gap at its end */
    }
    uint32_t frames = 0, arrived = 0;
    /* README begins */
    wend_fleet *fleet;
    wend_unit unit;
    wend_frame frame;
    if (wend_fleet_create(&(wend_fleet_def){.map = map, .units_max = 1000}, &fleet, NULL)) return 1;
    for (uint32_t i = 0; i < 1000; i++) {
        wend_fleet_add(fleet, wend_map_state(map, i % 20, i / 20), &unit);
        wend_fleet_set_goal(fleet, unit, wend_map_state(map, 236 + i % 20, i / 20), NULL);
    }
    do { /* once per frame of the game; only wend_fleet_reserve may allocate */
        wend_fleet_reserve(fleet, 100000);
        wend_fleet_frame(fleet, (wend_budget){.work = 100000}, &frame);
        arrived += frame.arrived, frames++;
    } while (frame.active > 0);
    /* README ends */
    printf("%u of 1000 units arrived within %u frames\n", arrived, frames);
    wend_fleet_destroy(fleet);
    wend_map_destroy(map);
    return arrived == 1000 ? 0 : 1;
}
