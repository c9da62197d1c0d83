/* Chase: a wolf follows a hare. Another goal on every tick is cheap: as long as the hare has moved
 * less than it is away, the wolf goes on along its route and plans the rest from there. */
#include "cookbook.h"

int main(void) {
    wend_map *map = map_of(24, "........................"
                               "...@@@@@@@@@@@@........."
                               "...@..............@@@..."
                               "...@..............@....."
                               "...@@@@@@@@@......@....."
                               "........................");
    wend_agent *wolf = agent_at(map, wend_map_state(map, 5, 3));
    wend_agent *hare = agent_at(map, wend_map_state(map, 12, 0));
    EXPECT(wend_agent_set_goal(hare, wend_map_state(map, 1, 5)) == WEND_OK);
    uint32_t ticks = 0;
    while (wend_agent_state(wolf) != wend_agent_state(hare)) {
        if (ticks % 3 > 0) step(hare); /* two moves in three ticks */
        EXPECT(wend_agent_set_goal(wolf, wend_agent_state(hare)) == WEND_OK);
        step(wolf);
        EXPECT(++ticks < 100);
        if (ticks % 12 == 0) {
            printf("after %u ticks:\n", ticks);
            show(map, "wh", (wend_state[]){wend_agent_state(wolf), wend_agent_state(hare)});
        }
    }
    printf("caught after %u ticks\n", ticks);
    EXPECT(ticks < 40);
    wend_agent_destroy(wolf);
    wend_agent_destroy(hare);
    wend_map_destroy(map);
    return 0;
}
