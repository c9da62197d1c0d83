/* Fog: a unit that knows nothing of the map but what it has seen. It plans on a belief, in which
 * cells that were not seen are free, senses after every move, and plans again when it was wrong. */
#include "cookbook.h"

int main(void) {
    wend_map *world = map_of(24, "........................"
                                 ".@@@@@@@@@@@@@@@@@......"
                                 "..................@....."
                                 "..................@....."
                                 "..................@....."
                                 ".@@@@@@@@@@@@@@@@@......"
                                 "........................"
                                 "........................"
                                 "....@@@@@@@@@@@@@@@@@@@@");
    wend_belief_def belief_def = wend_belief_def_default();
    belief_def.world = world, belief_def.sight = 2, belief_def.line_of_sight = true;
    wend_belief *belief;
    EXPECT(wend_belief_create(&belief_def, &belief) == WEND_OK);
    const wend_map *believed = wend_belief_map(belief);
    wend_agent *agent = agent_at(believed, wend_map_state(world, 8, 3));
    wend_state goal = wend_map_state(world, 22, 3), at = wend_agent_state(agent);
    EXPECT(wend_agent_set_goal(agent, goal) == WEND_OK);
    wend_tick tick;
    uint32_t turns = 0;
    do {
        uint32_t wrong = wend_belief_sense(belief, wend_map_x(world, at), wend_map_y(world, at));
        tick = step(agent);
        at = tick.state;
        turns += wrong && (tick.flags & WEND_TICK_RESTARTED);
    } while (tick.status <= WEND_WAITING);
    printf("what it has seen of the walls:\n");
    show(believed, "o", &at);
    wend_counters counters = wend_agent_counters(agent);
    printf("there after %u moves, planned again %u times\n", (unsigned)counters.moves, turns);
    EXPECT(at == goal && turns > 0);
    EXPECT(wend_map_free_count(believed) > wend_map_free_count(world)); /* not all was seen */
    wend_agent_destroy(agent);
    wend_belief_destroy(belief);
    wend_map_destroy(world);
    return 0;
}
