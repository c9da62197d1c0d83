/* Patrol: on arrival the next post is the goal. */
#include "cookbook.h"

int main(void) {
    wend_map *map = map_of(16, "................"
                               "..@@@@@@..@@@@.."
                               "..@.........@..."
                               "..@@@@@@@@@@@..."
                               "................");
    const wend_state posts[] = {wend_map_state(map, 4, 2), wend_map_state(map, 15, 0),
                                wend_map_state(map, 1, 4)};
    wend_agent *guard = agent_at(map, posts[0]);
    uint32_t rounds[3] = {0}; /* ticks of each */
    for (uint32_t round = 0; round < 3; round++) {
        for (uint32_t post = 0; post < 3; post++) {
            EXPECT(wend_agent_set_goal(guard, posts[(post + 1) % 3]) == WEND_OK);
            wend_tick tick;
            do {
                tick = step(guard);
                rounds[round]++;
            } while (tick.status <= WEND_WAITING);
            EXPECT(tick.status == WEND_ARRIVED);
        }
        printf("round %u took %u ticks\n", round + 1, rounds[round]);
    }
    show(map, "123", posts);
    EXPECT(rounds[1] == rounds[0] && rounds[2] == rounds[0]);
    wend_agent_destroy(guard);
    wend_map_destroy(map);
    return 0;
}
