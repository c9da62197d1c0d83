/* An agent that moves on every tick, and a gate that closes in front of it. */
#include <stdio.h>
#include <wend/wend.h>

enum { WORK = 2400 }; /* units of work per tick */

int main(void) {
    const char *cells = "............"
                        ".@@@@@@@@@@."
                        "............"
                        ".@@@@@@@@@@."
                        "............";
    wend_map *map;
    if (wend_map_create(&(wend_map_def){.width = 12, .height = 5, .cells = cells}, &map, NULL)) {
        return 1;
    }
    wend_agent_def def = {.map = map,
                          .start = wend_map_state(map, 0, 2),
                          .goal = wend_map_state(map, 11, 2),
                          .algo = wend_algo_auto()};
    wend_agent *agent;
    wend_diagnosis diagnosis;
    if (wend_agent_create(&def, &agent, &diagnosis)) return puts(diagnosis.text), 1;

    // [loop]
    wend_tick tick;
    uint32_t ticks = 0;
    do {
        // [edit]
        if (ticks == 4) wend_map_set_free(map, 6, 2, false); /* a gate closes */
        // [/edit]
        wend_agent_reserve(agent, WORK);                            /* may allocate */
        wend_agent_tick(agent, (wend_budget){.work = WORK}, &tick); /* never allocates */
        printf("(%u,%u) ", wend_map_x(map, tick.state), wend_map_y(map, tick.state));
        ticks++;
    } while (wend_agent_is_active(tick.status));
    // [/loop]
    printf("\n%u ticks\n", ticks);

    wend_agent_destroy(agent);
    wend_map_destroy(map);
    return tick.status == WEND_AGENT_ARRIVED ? 0 : 1;
}
