/* A path by a finder: create a map, create a finder, find, print. */
#include <stdio.h>
#include <wend/wend.h>

int main(void) {
    const char *cells = "......"
                        ".@@@@."
                        "......";
    wend_map *map;
    wend_finder *finder;
    wend_map_create(&(wend_map_def){.width = 6, .height = 3, .cells = cells}, &map, NULL);
    wend_finder_create(&(wend_finder_def){.map = map}, &finder, NULL);
    wend_state path[18], start = wend_map_state(map, 0, 1), goal = wend_map_state(map, 5, 1);
    wend_query query = {.path = path, .capacity = 18};
    wend_answer answer;
    if (wend_finder_find(finder, start, goal, &query, &answer)) return 1; /* or a create failed */
    for (uint32_t i = 0; i < answer.count; i++) {
        printf("(%u,%u) ", wend_map_x(map, path[i]), wend_map_y(map, path[i]));
    }
    wend_finder_destroy(finder);
    wend_map_destroy(map);
    return answer.status == WEND_FIND_FOUND ? 0 : 1;
}
