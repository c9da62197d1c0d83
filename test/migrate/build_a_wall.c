/* Build a wall: a piece that would cut the gate off from the castle is refused. The parts of the
 * map answer that without a search, and who walks there takes another way by itself. */
#include "cookbook.h"

static bool build(wend_map *map, wend_parts *parts, uint32_t x, uint32_t y, wend_state gate,
                  wend_state castle) {
    wend_map_set_free(map, x, y, false);
    wend_parts_update(parts, UINT32_MAX);
    bool is_good = wend_parts_reach(parts, gate, castle) == WEND_REACH_YES;
    if (!is_good) {
        wend_map_set_free(map, x, y, true); /* as it was */
        wend_parts_update(parts, UINT32_MAX);
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
    wend_parts *parts;
    EXPECT(wend_parts_create(&(wend_parts_def){.map = map}, &parts) == WEND_OK);
    wend_agent *agent = agent_at(map, gate);
    EXPECT(wend_agent_set_goal(agent, castle) == WEND_OK);
    uint32_t built = 0, moves = 0;
    for (uint32_t y = 0; y < 5; y++) { /* a piece on every tick */
        built += build(map, parts, 8, y, gate, castle);
        moves += step(agent).status == WEND_MOVING;
    }
    show(map, "gco", (wend_state[]){gate, castle, wend_agent_state(agent)});
    printf("%u pieces of 5 built\n", built);
    EXPECT(built == 4 && moves == 5);
    while (step(agent).status == WEND_MOVING)
        moves++;
    printf("at the castle after %u moves\n", moves + 1);
    EXPECT(wend_agent_state(agent) == castle);
    wend_agent_destroy(agent);
    wend_parts_destroy(parts);
    wend_map_destroy(map);
    return 0;
}
