/* A bridge is blown up while a unit is on its way to it, and another one is built later: the unit
 * turns around within the tick, reports when the last route is gone, and continues when there is
 * one. */
#include <stdio.h>
#include <string.h>
#include <wend/wend.h>

#define WIDTH  20
#define HEIGHT 7

static wend_map *make_map(void) {
    char river[WIDTH * HEIGHT];
    memset(river, '.', sizeof river);
    for (int y = 0; y < HEIGHT; y++) {
        river[y * WIDTH + 12] = y == 1 ? '.' : 'W'; /* one bridge */
    }
    wend_map_def def = {.width = WIDTH, .height = HEIGHT, .cells = river};
    wend_map *map;
    return wend_map_create(&def, &map, NULL) ? NULL : map;
}

static void print(const char *title, const wend_map *map, wend_state at, wend_state goal) {
    printf("%s\n", title);
    for (uint32_t cell = 0; cell < WIDTH * HEIGHT; cell++) {
        char terrain = wend_map_cell(map, cell % WIDTH, cell / WIDTH);
        putchar(cell == at ? '@' : cell == goal ? 'X' : terrain == 'W' ? '~' : terrain);
        if (cell % WIDTH == WIDTH - 1) putchar('\n');
    }
    putchar('\n');
}

static wend_agent_status walk(wend_agent *agent, uint32_t ticks, wend_tick *tick) {
    do {
        wend_agent_reserve(agent, 1440);
        wend_agent_tick(agent, (wend_budget){.work = 1440}, tick);
    } while (--ticks > 0 && wend_agent_is_active(tick->status));
    return tick->status;
}

int main(void) {
    wend_map *map = make_map();
    if (!map) return 1;
    wend_agent_def def = {.map = map, .algo = wend_algo_auto()};
    def.start = wend_map_state(map, 1, 4), def.goal = wend_map_state(map, 18, 3);
    wend_agent *agent;
    if (wend_agent_create(&def, &agent, NULL)) return 1;

    wend_tick tick;
    walk(agent, 8, &tick);
    print("On its way to the bridge:", map, tick.state, def.goal);

    wend_map_set_cell(map, 12, 1, 'W');
    wend_agent_status unreachable = walk(agent, 100, &tick);
    print("The bridge is gone:", map, tick.state, def.goal);
    printf("unreachable: %s\n\n", unreachable == WEND_AGENT_UNREACHABLE ? "yes" : "no");

    wend_map_set_cell(map, 12, 5, '.');
    wend_agent_status arrived = walk(agent, 100, &tick);
    print("Another one is built:", map, tick.state, def.goal);
    printf("arrived: %s\n", arrived == WEND_AGENT_ARRIVED ? "yes" : "no");

    wend_agent_destroy(agent);
    wend_map_destroy(map);
    return unreachable == WEND_AGENT_UNREACHABLE && arrived == WEND_AGENT_ARRIVED ? 0 : 1;
}
