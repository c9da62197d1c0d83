/* Build a wall: a piece that would separate the gate from the castle is refused. The components of
 * the map answer that without a search, and agents on their way take another route by
 * themselves. */
#include "cookbook.h"

static bool build(wend_map *map, wend_components *components, uint32_t x, uint32_t y,
                  wend_state gate, wend_state castle) {
    wend_map_set_free(map, x, y, false);
    wend_components_update(components, (wend_budget){.work = WEND_WORK_MAX}, NULL);
    bool is_good = wend_components_reach(components, gate, castle) == WEND_REACH_REACHABLE;
    if (!is_good) {
        wend_map_set_free(map, x, y, true); /* as it was */
        wend_components_update(components, (wend_budget){.work = WEND_WORK_MAX}, NULL);
    }
    return is_good;
}

int main(void) {
    wend_map *map = map_of(14, ".............."
                               ".............."
                               ".............."
                               ".............."
                               "..............");
    wend_state gate = wend_map_state(map, 0, 2), castle = wend_map_state(map, 13, 2);
    wend_components *components;
    EXPECT(wend_components_create(&(wend_components_def){.map = map}, &components, NULL) ==
           WEND_OK);
    wend_agent *agent = agent_at(map, gate);
    EXPECT(wend_agent_set_goal(agent, castle) == WEND_OK);
    uint32_t built = 0, moves = 0;
    for (uint32_t y = 0; y < 5; y++) { /* a piece on every tick */
        built += build(map, components, 8, y, gate, castle);
        moves += step(agent).status == WEND_AGENT_MOVING;
    }
    show(map, "gco", (wend_state[]){gate, castle, wend_agent_state(agent)});
    printf("%u pieces of 5 built\n", built);
    EXPECT(built == 4 && moves == 5);
    while (step(agent).status == WEND_AGENT_MOVING)
        moves++;
    printf("at the castle after %u moves\n", moves + 1);
    EXPECT(wend_agent_state(agent) == castle);
    wend_agent_destroy(agent);
    wend_components_destroy(components);
    wend_map_destroy(map);
    return 0;
}
