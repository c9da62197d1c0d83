/* An agent plans a bounded amount on every tick and moves on every tick. Prints where it is after
 * each. The README shows the lines between the two marks. */
#include <stdio.h>
#include <wend/wend.h>

static void draw(const wend_map *map, wend_state state) {
    printf("(%u,%u)\n", wend_map_x(map, state), wend_map_y(map, state));
}

int main(void) {
    wend_map *map;
    if (wend_map_create(&(wend_map_def){.width = 64, .height = 64}, &map, NULL)) return 1;
    for (uint32_t y = 0; y < 60; y++) {
        wend_map_set_free(map, 32, y, false); /* a wall with a gap at its end */
    }
    wend_state start = wend_map_state(map, 6, 6), goal = wend_map_state(map, 57, 6);
    /* README begins */
    wend_agent *agent;
    wend_tick tick;
    wend_agent_def def = {
        .map = map, .start = start, .goal = goal, .algo = wend_algo_auto(), .work = 2400};
    if (wend_agent_create(&def, &agent, NULL)) return 1;
    do { /* once per tick of the game; only wend_agent_reserve may allocate */
        wend_agent_reserve(agent, 2400);
        wend_agent_tick(agent, (wend_budget){.work = 2400}, &tick);
        draw(map, tick.state);
    } while (wend_agent_is_active(tick.status));
    wend_agent_destroy(agent);
    /* README ends */
    wend_map_destroy(map);
    return tick.status == WEND_AGENT_ARRIVED ? 0 : 1;
}
