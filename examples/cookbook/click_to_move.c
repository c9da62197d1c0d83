/* Click to move: an agent stands on a map, a click gives it a goal. On every tick it plans 100
 * units of work at most and makes a move. */
#include <stdio.h>
#include <wend/wend.h>

int main(void) {
    const char *cells = "......"
                        ".@@@@."
                        "......";
    wend_map_def map_def = {.width = 6, .height = 3, .cells = cells};
    wend_map *map;
    wend_agent *agent;
    if (wend_map_create(&map_def, &map, NULL)) return 1;
    wend_agent_def def = {.map = map, .algo = wend_algo_auto()};
    def.start = def.goal = wend_map_state(map, 0, 1); /* it stands */
    wend_diagnosis wrong;
    if (wend_agent_create(&def, &agent, &wrong)) return puts(wrong.text), 1;
    wend_agent_set_goal(agent, wend_map_state(map, 5, 1)); /* a click */
    wend_tick tick;
    do {
        wend_agent_reserve(agent, 2400); /* between frames: may allocate */
        wend_agent_tick(agent, (wend_budget){.work = 2400}, &tick); /* in the frame: never does */
        printf("(%u,%u)\n", wend_map_x(map, tick.state), wend_map_y(map, tick.state));
    } while (wend_agent_is_active(tick.status));
    wend_agent_destroy(agent);
    wend_map_destroy(map);
    return tick.status == WEND_AGENT_ARRIVED ? 0 : 1;
}
