/* Lockstep: a hash of everything that a game has simulated, agents and fleets. */
#include <stdio.h>
#include <wend/wend.h>

#define CHECK(condition)                                                                           \
    if (!(condition)) return printf("line %d: %s\n", __LINE__, #condition), 1

enum { SIDE = 32, UNITS = 8, WORK = 4000 };

typedef struct game {
    wend_map *map;
    wend_agent *hero;
    wend_fleet *fleet;
    uint64_t hash;
} game;

static bool game_open(game *g) {
    *g = (game){.hash = UINT64_C(0xcbf29ce484222325)};
    if (wend_map_create(&(wend_map_def){.width = SIDE, .height = SIDE}, &g->map, NULL))
        return false;
    wend_agent_def hero = {.map = g->map, .goal = SIDE * SIDE - 1, .algo = wend_algo_auto()};
    wend_fleet_def fleet = {.map = g->map, .units_max = UNITS};
    if (wend_agent_create(&hero, &g->hero, NULL) || wend_fleet_create(&fleet, &g->fleet, NULL)) {
        return false;
    }
    for (uint32_t i = 0; i < UNITS; i++) {
        wend_unit unit;
        wend_fleet_add(g->fleet, wend_map_state(g->map, i, 0), &unit);
        wend_fleet_set_goal(g->fleet, unit, wend_map_state(g->map, 20 + i, 31), NULL);
    }
    return true;
}

static void game_close(game *g) {
    wend_fleet_destroy(g->fleet);
    wend_agent_destroy(g->hero);
    wend_map_destroy(g->map);
}

// [hash]
static uint64_t mix(uint64_t hash, uint64_t value) {
    return (hash ^ value) * UINT64_C(0x100000001b3);
}

/* One frame of the game; the hash covers all frames so far. */
static uint64_t game_frame(game *g) {
    wend_tick tick;
    wend_frame frame;
    wend_agent_reserve(g->hero, WORK);
    wend_fleet_reserve(g->fleet, WORK);
    wend_agent_tick(g->hero, (wend_budget){.work = WORK}, &tick);
    wend_fleet_frame(g->fleet, (wend_budget){.work = WORK}, &frame);
    g->hash = mix(g->hash, tick.state); /* an agent: where it is */
    g->hash = mix(g->hash, frame.hash); /* a fleet: all its moves and events */
    return g->hash;
}
// [/hash]

int main(void) {
    game here, there;
    CHECK(game_open(&here) && game_open(&there));
    for (uint32_t frame = 0; frame < 60; frame++) {
        if (frame == 5) { /* an edit is an order: both machines make it before the same frame */
            wend_map_set_free(here.map, 16, 16, false);
            wend_map_set_free(there.map, 16, 16, false);
        }
        CHECK(game_frame(&here) == game_frame(&there));
    }
    printf("60 equal frames, the last one with hash %016llx\n", (unsigned long long)here.hash);
    game_close(&here);
    game_close(&there);
    return 0;
}
