/* How long a unit of work takes on this machine, and the budget that follows from it. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <wend/research/gen.h>
#include <wend/wend.h>

#define CHECK(condition)                                                                           \
    if (!(condition)) return printf("line %d: %s\n", __LINE__, #condition), 1

enum { SIDE = 512, UNITS = 200, WORK = 100000 };

// [clock]
static uint64_t now(void *context) {
    (void)context;
    return (uint64_t)clock() * (1000000000u / CLOCKS_PER_SEC); /* or the clock of your game */
}
// [/clock]

int main(void) {
    static char cells[SIDE * SIDE];
    wend_gen_def caves = {.kind = WEND_GEN_CAVES, .width = SIDE, .height = SIDE, .seed = 7};
    CHECK(wend_gen(&caves, cells) == WEND_OK);
    wend_map *map;
    wend_fleet *fleet;
    wend_map_def map_def = {.width = SIDE, .height = SIDE, .cells = cells};
    CHECK(wend_map_create(&map_def, &map, NULL) == WEND_OK);
    wend_fleet_def def = {.map = map, .units_max = UNITS, .wait = WEND_WAIT_STAND};
    CHECK(wend_fleet_create(&def, &fleet, NULL) == WEND_OK);
    uint32_t random = 1;
    for (uint32_t ordered = 0; ordered < UNITS;) {
        random = random * 1664525u + 1013904223u;
        wend_state from = (random >> 8) % (SIDE * SIDE);
        random = random * 1664525u + 1013904223u;
        wend_state to = (random >> 8) % (SIDE * SIDE);
        wend_unit unit;
        if (wend_fleet_add(fleet, from, &unit)) continue; /* a blocked cell */
        if (wend_fleet_set_goal(fleet, unit, to, NULL)) {
            wend_fleet_remove(fleet, unit);
        } else {
            ordered++;
        }
    }

    // [measure]
    uint64_t work = 0, nanoseconds = 0;
    wend_frame frame;
    do {
        wend_fleet_reserve(fleet, WORK);
        uint64_t begin = now(NULL);
        wend_fleet_frame(fleet, (wend_budget){.work = WORK}, &frame);
        nanoseconds += now(NULL) - begin;
        work += frame.work;
    } while (frame.waiting > 0); /* while it has routes to search for */
    double per_unit = (double)nanoseconds / (double)work;
    printf("%.2f ns per unit of work; 1 ms is a budget of %.0f\n", per_unit, 1e6 / per_unit);
    // [/measure]
    CHECK(work > 0);

    // [timed]
    wend_clock game_clock = {.now = now};
    wend_budget budget = {.work = 1000000, .nanoseconds = 500000, .clock = &game_clock};
    wend_fleet_reserve(fleet, budget.work);
    wend_error error = wend_fleet_frame(fleet, budget, &frame); /* at most about 0.5 ms */
    // [/timed]
    CHECK(error == WEND_OK);
    wend_fleet_destroy(fleet);
    wend_map_destroy(map);
    return 0;
}
