/* Lockstep: two machines exchange orders, not positions. The same calls give the same frames on
 * every machine, and the hash of a frame says at once when they were not the same. */
#include "cookbook.h"

enum { UNITS = 4, WORK = 1000 };

typedef struct machine {
    wend_map *map;
    wend_fleet *fleet;
    wend_unit units[UNITS];
    wend_frame frame;
} machine;

static machine machine_open(void) {
    machine m = {.map = map_of(16, "................"
                                   ".....@@@@@@....."
                                   "..........@....."
                                   ".....@@@@@@....."
                                   "................")};
    wend_fleet_def def = {.map = m.map, .units_max = UNITS};
    EXPECT(wend_fleet_create(&def, &m.fleet, NULL) == WEND_OK);
    for (uint32_t i = 0; i < UNITS; i++) {
        EXPECT(wend_fleet_add(m.fleet, wend_map_state(m.map, 0, i), &m.units[i]) == WEND_OK);
    }
    return m;
}

/* An order that came over the network, or was given here: both machines carry it out. */
static void order(machine *m, uint32_t unit, uint32_t x, uint32_t y) {
    EXPECT(wend_fleet_send(m->fleet, m->units[unit], wend_map_state(m->map, x, y), NULL) ==
           WEND_OK);
}

static uint64_t frame_of(machine *m) {
    EXPECT(wend_fleet_prepare(m->fleet, WORK) == WEND_OK);
    EXPECT(wend_fleet_frame(m->fleet, WORK, &m->frame) == WEND_OK);
    return m->frame.hash;
}

static void machine_close(machine *m) {
    wend_fleet_destroy(m->fleet);
    wend_map_destroy(m->map);
}

int main(void) {
    machine here = machine_open(), there = machine_open();
    uint32_t frame = 0, apart = 0;
    for (; frame < 30 && !apart; frame++) {
        if (frame % 5 == 0) {
            uint32_t unit = frame / 5 % UNITS;
            order(&here, unit, 15, frame % 3);
            order(&there, unit, 15, frame == 20 ? 4 : frame % 3); /* one is garbled */
        }
        apart = frame_of(&here) != frame_of(&there) ? frame + 1 : 0;
    }
    printf("%u frames were the same, number %u is not\n", apart - 1, apart);
    printf("here %016llx, there %016llx\n", (unsigned long long)here.frame.hash,
           (unsigned long long)there.frame.hash);
    EXPECT(apart > 20);
    machine_close(&here);
    machine_close(&there);
    return 0;
}
