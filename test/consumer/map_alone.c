/* A map without agents: the memory of a program that only asks which cells are free. */
#include <wend/map.h>

int main(void) {
    wend_map_def def = {.width = 3,
                        .height = 2,
                        .cells = ".@."
                                 "..."};
    wend_map *map;
    if (wend_map_create(&def, &map, NULL)) {
        return 1;
    }
    bool is_free = wend_map_is_free(map, 0, 0) && !wend_map_is_free(map, 1, 0);
    wend_map_destroy(map);
    return is_free ? 0 : 1;
}
