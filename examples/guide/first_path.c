/* A path between two cells of a map. */
#include <stdio.h>
#include <wend/wend.h>

int main(void) {
    const char *cells = ".........."
                        ".@@@@@@@@."
                        "........@."
                        ".@@@@@@@@."
                        "..........";
    wend_map_def map_def = {.width = 10, .height = 5, .cells = cells};
    wend_map *map;
    wend_diagnosis diagnosis;
    if (wend_map_create(&map_def, &map, &diagnosis)) return puts(diagnosis.text), 1;
    wend_finder *finder;
    if (wend_finder_create(&(wend_finder_def){.map = map}, &finder, &diagnosis)) {
        return puts(diagnosis.text), 1;
    }

    wend_state path[50];
    wend_query query = {.path = path, .capacity = 50};
    wend_answer answer;
    wend_state start = wend_map_state(map, 7, 2), goal = wend_map_state(map, 9, 2);
    wend_finder_find(finder, start, goal, &query, &answer);
    if (answer.status == WEND_FIND_FOUND) {
        for (uint32_t i = 0; i < answer.count; i++) {
            printf("(%u,%u) ", wend_map_x(map, path[i]), wend_map_y(map, path[i]));
        }
        printf("\n%.2f cells long\n", (double)answer.cost / WEND_COST_ONE);
    }

    wend_finder_destroy(finder);
    wend_map_destroy(map);
    return answer.status == WEND_FIND_FOUND ? 0 : 1;
}
