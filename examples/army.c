/* Eight hundred units get orders across a river at once, under one budget per frame. On the way,
 * the bridge that most of them head for is blown up, and they turn to the other one. Prints the
 * time of the frames. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wend/wend.h>

#define SIDE   512u
#define RIVER  256u /* its column; five cells wide */
#define UNITS  800u
#define BUDGET 300000 /* work per frame, about half a millisecond */

static bool is_bridge(uint32_t y) {
    return (y >= 100 && y < 104) || (y >= 420 && y < 424);
}

/* Two banks with rocks, a river and two bridges. */
static wend_map *make_map(void) {
    static uint8_t cells[SIDE * SIDE];
    uint32_t random = 1;
    memset(cells, 1, sizeof cells);
    for (uint32_t rock = 0; rock < 1500; rock++) {
        random = random * 1664525u + 1013904223u;
        uint32_t x = (random >> 8) % (SIDE - 6), y = (random >> 18) % (SIDE - 6);
        for (uint32_t i = 0; i < 36; i++)
            cells[(y + i / 6) * SIDE + x + i % 6] = 0;
    }
    for (uint32_t y = 0; y < SIDE; y++) {
        for (uint32_t x = RIVER - 5; x < RIVER + 10; x++) {
            bool is_water = x >= RIVER && x < RIVER + 5;
            cells[y * SIDE + x] = !is_water || is_bridge(y);
        }
    }
    wend_map_def def = {.width = SIDE, .height = SIDE, .bytes = cells};
    wend_map *map;
    return wend_map_create(&def, &map, NULL) ? NULL : map;
}

static double now_us(void) {
    return (double)clock() * 1e6 / CLOCKS_PER_SEC; /* processor time */
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void add_units(wend_fleet *fleet, const wend_map *map) {
    static wend_unit units[UNITS];
    for (uint32_t i = 0, added = 0; added < UNITS; i++) {
        wend_state from = wend_map_state(map, 20 + i % 40, 60 + i / 40);
        added += wend_fleet_add(fleet, from, &units[added]) == WEND_OK; /* otherwise it is a rock */
    }
    wend_fleet_set_group_goal(fleet, units, UNITS, wend_map_state(map, RIVER + 7, 260), NULL);
}

int main(void) {
    static double us[4000];
    wend_map *map = make_map();
    wend_fleet *fleet = NULL;
    wend_fleet_def def = {.map = map, .units_max = UNITS};
    if (!map || wend_fleet_create(&def, &fleet, NULL)) return 1;
    add_units(fleet, map);
    uint32_t arrived = 0, unreachable = 0, frames = 0;
    printf("frame  moved  waiting  arrived\n");
    while (arrived + unreachable < UNITS && frames < 4000) {
        if (frames == 150) {
            for (uint32_t i = 0; i < 20; i++) {
                wend_map_set_free(map, RIVER + i % 5, 100 + i / 5, false);
            }
            printf("  the bridge in the north is blown up\n");
        }
        wend_frame frame;
        wend_fleet_reserve(fleet, BUDGET);
        double begin = now_us();
        wend_fleet_frame(fleet, (wend_budget){.work = BUDGET}, &frame);
        us[frames++] = now_us() - begin;
        arrived += frame.arrived;
        unreachable += frame.unreachable;
        if (frames == 1 || frames == 151 || frames % 100 == 0) {
            printf("%5u  %5u  %7u  %7u\n", frames, frame.moved, frame.waiting, arrived);
        }
    }
    qsort(us, frames, sizeof *us, by_size);
    printf("%u of %u arrived after %u frames; a frame took %.0f us (median), %.0f (p99), %.0f "
           "(worst)\n",
           arrived, UNITS, frames, us[frames / 2], us[frames * 99 / 100], us[frames - 1]);
    wend_fleet_destroy(fleet);
    wend_map_destroy(map);
    return arrived == UNITS ? 0 : 1;
}
