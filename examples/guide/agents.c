/* The calls of an agent: definition, refused moves, unreachable goals, explanations, memory. */
#include <stdio.h>
#include <wend/wend.h>

#define CHECK(condition)                                                                           \
    if (!(condition)) return printf("line %d: %s\n", __LINE__, #condition), 1

enum { WIDTH = 16, HEIGHT = 5, WORK = 1200 };

/* A neighbour stands in the way on the first ticks. */
static bool is_occupied(wend_state state, uint32_t tick) {
    return tick < 3 && state == 2 * WIDTH + 2;
}

int main(void) {
    const char *cells = "................"
                        "..........@@@@@@"
                        "..........@....."
                        "..........@@@@@@"
                        "................";
    wend_map *map;
    wend_map_def map_def = {.width = WIDTH, .height = HEIGHT, .cells = cells};
    CHECK(wend_map_create(&map_def, &map, NULL) == WEND_OK);
    wend_state start = wend_map_state(map, 0, 2), goal = wend_map_state(map, 8, 2);
    wend_state enclosed = wend_map_state(map, 13, 2);

    // [definition]
    wend_components *components;
    wend_components_create(&(wend_components_def){.map = map}, &components, NULL);
    wend_agent_def def = {.map = map,
                          .start = start,
                          .goal = goal,
                          .algo = wend_algo_auto(),
                          .components = components, /* optional */
                          .nearest = true,          /* optional, needs components */
                          .work = WORK};            /* optional: reserves memory now */
    wend_agent *agent;
    wend_diagnosis diagnosis;
    if (wend_agent_create(&def, &agent, &diagnosis)) {
        printf("%s\n", diagnosis.text); /* names the field, its value and what is allowed */
        return 1;
    }
    // [/definition]

    wend_tick tick;
    // [tick]
    wend_agent_reserve(agent, WORK);                            /* between frames: may allocate */
    wend_agent_tick(agent, (wend_budget){.work = WORK}, &tick); /* in the frame: never allocates */
    if (tick.status == WEND_AGENT_ARRIVED) printf("arrived\n");
    // [/tick]
    CHECK(tick.status == WEND_AGENT_MOVING && tick.work <= WORK);
    for (uint32_t i = 0; i < 4; i++) {
        wend_agent_reserve(agent, WORK);
        // [refuse]
        wend_agent_plan(agent, (wend_budget){.work = WORK}, &tick);
        wend_state next = wend_agent_next(agent);
        if (next != WEND_STATE_NONE && !is_occupied(next, i)) {
            wend_agent_move(agent, &tick);
        }
        // [/refuse]
    }
    CHECK(tick.flags & WEND_TICK_MOVED);

    // [ahead]
    wend_state waypoints[32];
    bool complete;
    uint32_t count = wend_agent_waypoints(agent, waypoints, 32, &complete);
    wend_state ahead = wend_agent_ahead(agent, 20); /* for a body that moves freely */
    // [/ahead]
    CHECK(count > 0 && complete && ahead == goal);

    // [release]
    if (tick.flags & WEND_TICK_FOUND) wend_agent_release(agent); /* between frames */
    // [/release]

    // [nearest]
    wend_agent_set_goal(agent, enclosed); /* walls all around it */
    do {
        wend_components_update(components, (wend_budget){.work = 100000}, NULL);
        wend_agent_reserve(agent, WORK);
        wend_agent_tick(agent, (wend_budget){.work = WORK}, &tick);
    } while (wend_agent_is_active(tick.status));
    wend_state reached = wend_agent_goal(agent);      /* the nearest cell that is reachable */
    wend_state wanted = wend_agent_goal_given(agent); /* `enclosed` */
    // [/nearest]
    CHECK(tick.status == WEND_AGENT_ARRIVED && tick.state == reached && wanted == enclosed);

    // [explain]
    char text[200];
    wend_explanation why = wend_agent_explain(agent);
    wend_explain_text(&why, map, text, sizeof text);
    printf("the agent: %s\n", text);
    // [/explain]
    CHECK(why.reason == WEND_REASON_ARRIVED_NEAREST);

    wend_agent_destroy(agent);
    wend_components_destroy(components);
    wend_map_destroy(map);
    return 0;
}
