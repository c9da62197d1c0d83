/* Nearest of many: which healer is nearest on foot, and the path there, in one query. The one that
 * is nearest in a straight line is behind a wall. */
#include "cookbook.h"

int main(void) {
    wend_map *map = map_of(16, "................"
                               ".......@@@@@@..."
                               "............@..."
                               "............@..."
                               ".......@@@@@@..."
                               "................");
    const wend_state healers[] = {wend_map_state(map, 11, 2), wend_map_state(map, 15, 5),
                                  wend_map_state(map, 0, 0)};
    wend_state hurt = wend_map_state(map, 13, 2), path[64];
    wend_finder *finder;
    EXPECT(wend_finder_create(&(wend_finder_def){.map = map}, &finder, NULL) == WEND_OK);
    wend_query query = {.path = path, .capacity = 64, .goals = healers, .goal_count = 3};
    wend_answer answer;
    EXPECT(wend_finder_find(finder, hurt, WEND_STATE_NONE, &query, &answer) == WEND_OK);
    EXPECT(answer.status == WEND_FIND_FOUND && answer.end == healers[1]);
    show(map, "ABCo", (wend_state[]){healers[0], healers[1], healers[2], hurt});
    printf("B is nearest: %.2f cells on foot, %u moves\n", (double)answer.cost / WEND_COST_ONE,
           answer.count - 1);
    query.within = WEND_COST_ONE; /* beside one of them is near enough */
    EXPECT(wend_finder_find(finder, hurt, WEND_STATE_NONE, &query, &answer) == WEND_OK);
    EXPECT(answer.status == WEND_FIND_FOUND && answer.cost < 3 * WEND_COST_ONE);
    printf("beside B after %u moves\n", answer.count - 1);
    wend_finder_destroy(finder);
    wend_map_destroy(map);
    return 0;
}
