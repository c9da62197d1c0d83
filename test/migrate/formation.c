/* Formation: nine units are sent to one point. Their places are the nine cells that are nearest to
 * it on foot, so that nobody is sent into a wall, behind one, or where another one goes. */
#include "cookbook.h"

enum { UNITS = 9, WORK = 20000 };

int main(void) {
    wend_map *map = map_of(24, "........................"
                               "..............@@@@@....."
                               ".................@......"
                               ".................@......"
                               "........................");
    wend_fleet *fleet;
    wend_fleet_def def = {.map = map, .units_max = UNITS};
    EXPECT(wend_fleet_create(&def, &fleet, NULL) == WEND_OK);
    wend_finder *finder;
    EXPECT(wend_finder_create(&(wend_finder_def){.map = map}, &finder, NULL) == WEND_OK);

    wend_state point = wend_map_state(map, 16, 2);
    wend_reached places[UNITS];
    wend_answer answer;
    EXPECT(wend_finder_range(finder, point, 9 * WEND_COST_ONE, places, UNITS, &answer) == WEND_OK);
    EXPECT(answer.count == UNITS);
    wend_unit units[UNITS];
    for (uint32_t i = 0; i < UNITS; i++) {
        wend_state start = wend_map_state(map, i % 3, 1 + i / 3);
        EXPECT(wend_fleet_add(fleet, start, &units[i]) == WEND_OK);
        EXPECT(wend_fleet_send(fleet, units[i], places[i].state, NULL) == WEND_OK);
    }
    uint32_t arrived = 0, frames = 0;
    for (wend_frame frame; arrived < UNITS; arrived += frame.arrived, frames++) {
        EXPECT(wend_fleet_prepare(fleet, WORK) == WEND_OK);
        EXPECT(wend_fleet_frame(fleet, WORK, &frame) == WEND_OK && frames < 100);
    }
    wend_state at[UNITS];
    for (uint32_t i = 0; i < UNITS; i++) {
        at[i] = wend_fleet_state(fleet, units[i]);
        for (uint32_t k = 0; k < i; k++)
            EXPECT(at[i] != at[k]);
    }
    show(map, "123456789", at);
    printf("%u units in their places after %u frames\n", arrived, frames);
    wend_fleet_destroy(fleet);
    wend_finder_destroy(finder);
    wend_map_destroy(map);
    return 0;
}
