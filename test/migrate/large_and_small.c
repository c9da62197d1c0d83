/* Large and small units on one map: a scout of one cell and a tank of 2 x 2. The tank plans on a
 * layer, a map that follows the other one; its state is its top left cell. */
#include "cookbook.h"

/* The tank's four cells and the scout. */
static void show_both(const wend_map *map, wend_state tank, wend_state scout) {
    uint32_t right = tank + 1, below = tank + wend_map_width(map);
    show(map, "TTTTs", (wend_state[]){tank, right, below, below + 1, scout});
}

/* To a goal: how many cells long the way was, 0 if there is none. */
static double walk(wend_agent *agent, wend_state goal) {
    uint64_t before = wend_agent_counters(agent).cost;
    wend_tick tick;
    EXPECT(wend_agent_set_goal(agent, goal) == WEND_OK);
    do {
        tick = step(agent);
    } while (tick.status <= WEND_WAITING);
    uint64_t cost = wend_agent_counters(agent).cost - before;
    return tick.status == WEND_ARRIVED ? (double)cost / WEND_COST_ONE : 0;
}

int main(void) {
    wend_map *map = map_of(16, "........@......."
                               "................"
                               "........@......."
                               "........@......."
                               "................"
                               "................");
    wend_layer *layer;
    EXPECT(wend_layer_create(&(wend_layer_def){.base = map, .size = 2}, &layer, NULL) == WEND_OK);
    wend_agent *scout = agent_at(map, wend_map_state(map, 4, 1));
    wend_agent *tank = agent_at(wend_layer_map(layer), wend_map_state(map, 2, 1));
    show_both(map, wend_agent_state(tank), wend_agent_state(scout));
    double of_scout = walk(scout, wend_map_state(map, 12, 1));
    double of_tank = walk(tank, wend_map_state(map, 13, 1));
    show_both(map, wend_agent_state(tank), wend_agent_state(scout));
    printf("%.1f cells for the scout, %.1f for the tank, which goes round\n", of_scout, of_tank);
    EXPECT(of_scout == 8 && of_tank > 11);

    wend_map_set_free(map, 8, 4, false); /* one cell is left, on which the tank has no room */
    EXPECT(wend_layer_update(layer) > 0);
    EXPECT(wend_layer_clearance(layer, 8, 5) == 1);
    EXPECT(walk(scout, wend_map_state(map, 4, 1)) == 8);
    EXPECT(walk(tank, wend_map_state(map, 2, 1)) == 0);
    printf("after one more cell of wall the scout gets back, the tank does not\n");
    wend_agent_destroy(scout);
    wend_agent_destroy(tank);
    wend_layer_destroy(layer);
    wend_map_destroy(map);
    return 0;
}
