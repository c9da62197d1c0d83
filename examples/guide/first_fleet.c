/* A hundred units cross a map under one budget per frame. */
#include <stdio.h>
#include <string.h>
#include <wend/wend.h>

enum { SIDE = 64, UNITS = 100, WORK = 20000 }; /* units of work per frame */

int main(void) {
    static char cells[SIDE * SIDE];
    memset(cells, '.', sizeof cells);
    for (int y = 4; y < SIDE - 4; y++) {
        cells[y * SIDE + 24] = cells[y * SIDE + 40] = '@'; /* two walls */
    }
    wend_map *map;
    wend_map_def map_def = {.width = SIDE, .height = SIDE, .cells = cells};
    if (wend_map_create(&map_def, &map, NULL)) return 1;
    wend_fleet *fleet;
    wend_diagnosis diagnosis;
    wend_fleet_def def = {.map = map, .units_max = UNITS};
    if (wend_fleet_create(&def, &fleet, &diagnosis)) return puts(diagnosis.text), 1;

    for (uint32_t i = 0; i < UNITS; i++) {
        wend_unit unit;
        wend_fleet_add(fleet, wend_map_state(map, i % 10, 20 + i / 10), &unit);
        wend_fleet_set_goal(fleet, unit, wend_map_state(map, 54 + i % 10, 30 + i / 10), NULL);
    }
    uint32_t arrived = 0, frames = 0;
    while (arrived < UNITS && frames < 1000) {
        wend_frame frame;
        wend_fleet_reserve(fleet, WORK);                              /* may allocate */
        wend_fleet_frame(fleet, (wend_budget){.work = WORK}, &frame); /* never allocates */
        arrived += frame.arrived;
        frames++;
        if (frames == 1) printf("frame 1: %u units have moved\n", frame.moved);
    }
    printf("all have arrived after %u frames\n", frames);

    wend_fleet_destroy(fleet);
    wend_map_destroy(map);
    return arrived == UNITS ? 0 : 1;
}
