/* Finder, components and field on one map: queries over several frames, goals that cannot be
 * stood on, smooth paths, reachability, distances. */
#include <stdio.h>
#include <wend/wend.h>

#define CHECK(condition)                                                                           \
    if (!(condition)) return printf("line %d: %s\n", __LINE__, #condition), 1

enum { WIDTH = 16, HEIGHT = 6 };

int main(void) {
    const char *cells = "................"
                        "....@@@@........"
                        "....@@@@....@@@."
                        "....@@@@....@.@."
                        "............@@@."
                        "................";
    wend_map *map;
    wend_map_def map_def = {.width = WIDTH, .height = HEIGHT, .cells = cells};
    CHECK(wend_map_create(&map_def, &map, NULL) == WEND_OK);
    wend_state start = wend_map_state(map, 0, 5), goal = wend_map_state(map, 11, 0);
    wend_state path[WIDTH * HEIGHT];
    wend_answer answer;
    wend_finder *finder;
    CHECK(wend_finder_create(&(wend_finder_def){.map = map}, &finder, NULL) == WEND_OK);

    // [beside]
    /* Beside a building: its cells are the goals. */
    wend_state building[12];
    for (uint32_t i = 0; i < 12; i++) {
        building[i] = wend_map_state(map, 4 + i % 4, 1 + i / 4);
    }
    wend_query query = {.path = path,
                        .capacity = WIDTH * HEIGHT,
                        .goals = building,
                        .goal_count = 12,
                        .within = WEND_COST_DIAGONAL};
    wend_finder_find(finder, start, WEND_STATE_NONE, &query, &answer);
    // [/beside]
    CHECK(answer.status == WEND_FIND_FOUND && answer.end == wend_map_state(map, 3, 4));

    // [slices]
    /* Over several frames: at most 240 units of work in each. */
    query = (wend_query){.path = path, .capacity = WIDTH * HEIGHT, .form = WEND_PATH_WAYPOINTS};
    wend_finder_begin(finder, start, goal, &query);
    do { /* one frame */
        wend_finder_step(finder, (wend_budget){.work = 240}, &answer);
    } while (answer.status == WEND_FIND_PENDING);
    // [/slices]
    CHECK(answer.status == WEND_FIND_FOUND && answer.count > 1);

    // [smooth]
    uint32_t count = answer.count;
    wend_smoothing smoothing = {0};
    while (!wend_route_smooth(map, path, &count, &smoothing, (wend_budget){.work = 1000})) {
        /* continue in the next frame */
    }
    // [/smooth]
    CHECK(count > 1 && wend_route_sees(map, path[0], path[1]));

    // [components]
    wend_components *components;
    wend_components_create(&(wend_components_def){.map = map}, &components, NULL);
    wend_state yard = wend_map_state(map, 13, 3), nearest;
    bool can_reach = wend_components_reach(components, start, yard) == WEND_REACH_REACHABLE;
    wend_components_nearest(components, start, yard, &nearest);
    // [/components]
    CHECK(!can_reach && wend_map_is_free(map, wend_map_x(map, nearest), wend_map_y(map, nearest)));

    // [field]
    wend_field *field;
    wend_field_create(&(wend_field_def){.map = map, .goal = goal}, &field, NULL);
    wend_field_progress progress;
    do { /* one frame */
        wend_field_reserve(field, 480);
        wend_field_grow(field, start, (wend_budget){.work = 480}, &progress);
    } while (progress.status == WEND_FIELD_PENDING);
    wend_cost distance = wend_field_distance(field, start);
    wend_state next = wend_field_next(field, start, NULL); /* the first step from `start` */
    // [/field]
    CHECK(progress.status == WEND_FIELD_COVERED && distance == answer.cost);
    CHECK(wend_map_move_cost(map, start, next) > 0);

    wend_field_destroy(field);
    wend_components_destroy(components);
    wend_finder_destroy(finder);
    wend_map_destroy(map);
    return 0;
}
