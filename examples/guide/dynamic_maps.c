/* Maps that change: edits, components, beliefs, windows. */
#include <stdio.h>
#include <string.h>
#include <wend/wend.h>

#define CHECK(condition)                                                                           \
    if (!(condition)) return printf("line %d: %s\n", __LINE__, #condition), 1

enum { WIDTH = 24, HEIGHT = 9, WORK = 2400 };

static int edits(void) {
    const char *cells = "........................"
                        "........................"
                        "@@@@@@@@@@@@@@@@@@@@@@@@"
                        "........................"
                        "........................"
                        "........................"
                        "........................"
                        "........................"
                        "........................";
    wend_map *map;
    wend_components *components;
    wend_map_def def = {.width = WIDTH, .height = HEIGHT, .cells = cells};
    CHECK(wend_map_create(&def, &map, NULL) == WEND_OK);
    CHECK(wend_components_create(&(wend_components_def){.map = map}, &components, NULL) == WEND_OK);
    wend_state north = wend_map_state(map, 3, 0), south = wend_map_state(map, 3, 8);

    // [edit]
    wend_map_set_free(map, 11, 2, true);           /* a gate opens */
    wend_map_set_cell(map, 5, 5, '@');             /* a tree grows */
    wend_map_set_cells(map, 8, 5, 3, 2, "@@@@@@"); /* a house of 3 x 2 cells */
    wend_reach before = wend_components_reach(components, north, south); /* not known yet */
    wend_update_info info;
    wend_components_update(components, (wend_budget){.work = 50000}, &info);
    wend_reach after = wend_components_reach(components, north, south);
    // [/edit]
    CHECK(before == WEND_REACH_UNKNOWN && after == WEND_REACH_REACHABLE && info.pending == 0);
    wend_components_destroy(components);
    wend_map_destroy(map);
    return 0;
}

static int fog(void) {
    const char *cells = "........................"
                        "...............@........"
                        "...............@........"
                        "...............@........"
                        "...............@........"
                        "...............@........"
                        "...............@........"
                        "...............@........"
                        "........................";
    wend_map *world;
    wend_agent *agent;
    wend_map_def world_def = {.width = WIDTH, .height = HEIGHT, .cells = cells};
    CHECK(wend_map_create(&world_def, &world, NULL) == WEND_OK);

    // [fog]
    wend_belief *belief;
    wend_belief_def belief_def = {.world = world, .sight = 4, .line_of_sight = true};
    wend_belief_create(&belief_def, &belief, NULL);
    wend_agent_def def = {.map = wend_belief_map(belief), /* plans on what it believes */
                          .start = wend_map_state(world, 2, 4),
                          .goal = wend_map_state(world, 22, 4),
                          .algo = wend_algo_auto()};
    wend_agent_create(&def, &agent, NULL);
    wend_tick tick;
    do {
        wend_state at = wend_agent_state(agent);
        wend_belief_sense(belief, wend_map_x(world, at), wend_map_y(world, at));
        wend_agent_reserve(agent, WORK);
        wend_agent_tick(agent, (wend_budget){.work = WORK}, &tick);
    } while (wend_agent_is_active(tick.status));
    // [/fog]
    CHECK(tick.status == WEND_AGENT_ARRIVED && wend_agent_stats(agent).restarts > 0);
    wend_agent_destroy(agent);
    wend_belief_destroy(belief);
    wend_map_destroy(world);
    return 0;
}

/* The terrain of an endless world. */
static char world_cell(int64_t x, int64_t y) {
    return x % 5 == 0 && y % 7 != 0 ? '@' : '.';
}

static int window(void) {
    wend_map *map;
    wend_agent *agent;
    CHECK(wend_map_create(&(wend_map_def){.width = 64, .height = 64}, &map, NULL) == WEND_OK);
    for (uint32_t i = 0; i < 64 * 64; i++) {
        wend_map_set_cell(map, i % 64, i / 64, world_cell(i % 64, i / 64));
    }
    wend_agent_def def = {.map = map,
                          .start = wend_map_state(map, 41, 30),
                          .goal = wend_map_state(map, 62, 30),
                          .algo = wend_algo_auto()};
    CHECK(wend_agent_create(&def, &agent, NULL) == WEND_OK);

    // [window]
    const int32_t left = 16; /* the window moves 16 cells to the right */
    wend_state at = wend_map_shifted(map, wend_agent_state(agent), left, 0, map);
    wend_state goal = wend_map_shifted(map, wend_agent_goal(agent), left, 0, map);
    wend_map_shift(map, left, 0, '@');
    for (uint32_t i = 0; i < 16 * 64; i++) { /* the cells that are new */
        uint32_t x = 48 + i % 16, y = i / 16;
        wend_map_set_cell(map, x, y, world_cell((int64_t)x + left, y));
    }
    wend_agent_teleport(agent, at);
    wend_agent_set_goal(agent, goal);
    // [/window]
    CHECK(wend_map_x(map, wend_agent_state(agent)) == 25 && wend_map_x(map, goal) == 46);
    wend_tick tick;
    do {
        CHECK(wend_agent_reserve(agent, WORK) == WEND_OK);
        CHECK(wend_agent_tick(agent, (wend_budget){.work = WORK}, &tick) == WEND_OK);
    } while (wend_agent_is_active(tick.status));
    CHECK(tick.status == WEND_AGENT_ARRIVED);
    wend_agent_destroy(agent);
    wend_map_destroy(map);
    return 0;
}

int main(void) {
    return edits() || fog() || window();
}
