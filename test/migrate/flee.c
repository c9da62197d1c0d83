/* Flee: of the cells where the hare is before the wolf it runs to the one that the wolf reaches
 * last. A finder says how far both are from everywhere near. */
#include "cookbook.h"

enum { WIDTH = 20, CELLS = 8 * WIDTH };

static wend_state refuge(wend_finder *finder, wend_state hare, wend_state wolf) {
    static wend_reached near_wolf[CELLS], near_hare[CELLS];
    wend_cost of_wolf[CELLS];
    memset(of_wolf, 255, sizeof of_wolf); /* beyond its range: very far */
    wend_answer answer;
    wend_finder_range(finder, wolf, 30 * WEND_COST_ONE, near_wolf, CELLS, &answer);
    for (uint32_t i = 0; i < answer.count; i++)
        of_wolf[near_wolf[i].state] = near_wolf[i].cost;
    wend_finder_range(finder, hare, 15 * WEND_COST_ONE, near_hare, CELLS, &answer);
    wend_state best = hare;
    for (uint32_t i = 0; i < answer.count; i++) {
        wend_state cell = near_hare[i].state;
        bool is_first = near_hare[i].cost < of_wolf[cell];
        best = is_first && of_wolf[cell] > of_wolf[best] ? cell : best;
    }
    return best;
}

int main(void) {
    wend_map *map = map_of(WIDTH, "...................."
                                  "..@@@@@......@@@@..."
                                  "..@...@......@..@..."
                                  "..@...@......@..@..."
                                  "......@......@......"
                                  "..@@@@@..@@..@@@@..."
                                  ".........@@........."
                                  "....................");
    wend_finder *finder;
    EXPECT(wend_finder_create(&(wend_finder_def){.map = map}, &finder, NULL) == WEND_OK);
    wend_agent *hare = agent_at(map, wend_map_state(map, 8, 3));
    wend_agent *wolf = agent_at(map, wend_map_state(map, 1, 0));
    for (uint32_t tick = 1; tick <= 60; tick++) {
        wend_agent_set_goal(hare, refuge(finder, wend_agent_state(hare), wend_agent_state(wolf)));
        step(hare);
        wend_agent_set_goal(wolf, wend_agent_state(hare));
        step(wolf);
        EXPECT(wend_agent_state(hare) != wend_agent_state(wolf));
        if (tick % 20 == 0) {
            printf("after %u ticks:\n", tick);
            show(map, "wh", (wend_state[]){wend_agent_state(wolf), wend_agent_state(hare)});
        }
    }
    wend_agent_destroy(hare);
    wend_agent_destroy(wolf);
    wend_finder_destroy(finder);
    wend_map_destroy(map);
    return 0;
}
