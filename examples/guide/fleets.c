/* The calls of a fleet: units, orders, groups, frames, events, explanations. */
#include <stdio.h>
#include <string.h>
#include <wend/wend.h>

#define CHECK(condition)                                                                           \
    if (!(condition)) return printf("line %d: %s\n", __LINE__, #condition), 1

enum { SIDE = 96, UNITS = 150, WORK = 60000 };

int main(void) {
    static char cells[SIDE * SIDE];
    memset(cells, '.', sizeof cells);
    for (int y = 0; y < SIDE; y++) {
        if (y % 32 > 3) cells[y * SIDE + 48] = '@'; /* a wall with three gates */
    }
    wend_map *map;
    wend_map_def map_def = {.width = SIDE, .height = SIDE, .cells = cells};
    CHECK(wend_map_create(&map_def, &map, NULL) == WEND_OK);
    static wend_unit units[UNITS];
    wend_fleet *fleet;
    wend_diagnosis diagnosis;

    // [create]
    wend_components *components;
    wend_components_create(&(wend_components_def){.map = map}, &components, NULL);
    wend_fleet_def def = {.map = map, .units_max = UNITS, .components = components};
    if (wend_fleet_create(&def, &fleet, &diagnosis)) return puts(diagnosis.text), 1;
    for (uint32_t i = 0; i < UNITS; i++) {
        wend_fleet_add(fleet, wend_map_state(map, i % 15, 40 + i / 15), &units[i]);
    }
    // [/create]

    // [orders]
    wend_state goal = wend_map_state(map, 80, 20);
    wend_order urgent = {.priority = 200, .nearest = true};
    wend_fleet_set_goal(fleet, units[0], goal, &urgent);
    wend_fleet_set_group_goal(fleet, units + 1, UNITS - 1, wend_map_state(map, 80, 60), NULL);
    // [/orders]

    uint32_t arrived = 0;
    for (uint32_t number = 0; arrived < UNITS && number < 1000; number++) {
        // [frame]
        if (number == 20) { /* edits first */
            for (uint32_t y = 32; y < 36; y++)
                wend_map_set_free(map, 48, y, false);
        }
        wend_components_update(components, (wend_budget){.work = 100000}, NULL);
        wend_fleet_reserve(fleet, WORK); /* may allocate */
        wend_frame frame;
        wend_fleet_frame(fleet, (wend_budget){.work = WORK}, &frame); /* never allocates */
        for (uint32_t i = 0; i < frame.event_count; i++) {
            const wend_event *event = &frame.events[i];
            if (event->kind == WEND_EVENT_ARRIVED) arrived++;
        }
        // [/frame]
        if (number == 0) CHECK(frame.moved == UNITS);
    }
    CHECK(arrived == UNITS);

    // [explain]
    char text[200];
    wend_explanation why = wend_fleet_explain(fleet, units[0]);
    wend_explain_text(&why, map, text, sizeof text);
    printf("unit 0: %s\n", text);
    // [/explain]
    CHECK(why.reason == WEND_REASON_ARRIVED);

    wend_fleet_destroy(fleet);
    wend_components_destroy(components);
    wend_map_destroy(map);
    return 0;
}
