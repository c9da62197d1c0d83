/* Fog: a unit that knows nothing of the map but what it has seen. It believes that unseen cells are
 * free, walks, looks round, and plans again when it was wrong. */
#include <stdio.h>
#include <wend/wend.h>

#define WIDTH  24
#define HEIGHT 9

static const char cells[] = "........................"
                            ".@@@@@@@@@@@@@@@@@......"
                            "..................@....."
                            "..................@....."
                            "..................@....."
                            "..................@....."
                            "..................@....."
                            ".@@@@@@@@@@@@@@@@@......"
                            "........................";

/* '#' a wall that was seen, '.' seen and free, ' ' never seen, 'o' where the unit has been. */
static void print(const char *title, const wend_belief *belief, const bool *trail, wend_state at,
                  wend_state goal) {
    printf("%s\n", title);
    for (uint32_t y = 0; y < HEIGHT; y++) {
        for (uint32_t x = 0; x < WIDTH; x++) {
            uint32_t cell = y * WIDTH + x;
            bool wall = !wend_map_is_free(wend_belief_map(belief), x, y);
            char c = cell == at ? '@' : cell == goal ? 'X' : trail[cell] ? 'o' : wall ? '#' : ' ';
            if (c == ' ' && wend_belief_knows(belief, x, y)) {
                c = '.';
            }
            putchar(c);
        }
        putchar('\n');
    }
    putchar('\n');
}

int main(void) {
    wend_map_def map_def = wend_map_def_default();
    map_def.width = WIDTH, map_def.height = HEIGHT;
    wend_map *world;
    if (wend_map_create(&map_def, cells, &world, NULL)) return 1;

    wend_belief_def belief_def = wend_belief_def_default();
    belief_def.world = world, belief_def.sight = 2, belief_def.line_of_sight = true;
    wend_belief *belief;
    if (wend_belief_create(&belief_def, &belief)) return 1;

    wend_agent_def def = {.map = wend_belief_map(belief), /* it plans on what it believes */
                          .algo = wend_algo_tbaa()};
    def.start = wend_map_state(world, 2, 4), def.goal = wend_map_state(world, 22, 4);
    wend_agent *agent;
    if (wend_agent_create(&def, &agent, NULL)) return 1;

    bool trail[WIDTH * HEIGHT] = {false};
    wend_tick tick = {.state = def.start};
    wend_belief_sense(belief, 2, 4);
    print("At first:", belief, trail, tick.state, def.goal);
    do {
        trail[tick.state] = true;
        wend_agent_reserve(agent, 50);
        wend_agent_tick(agent, 50, &tick);
        wend_belief_sense(belief, wend_map_x(world, tick.state), wend_map_y(world, tick.state));
    } while (tick.status <= WEND_WAITING);
    print("In the end:", belief, trail, tick.state, def.goal);

    wend_counters counters = wend_agent_counters(agent);
    printf("%u moves, %u times planned anew, at most %u expansions in a tick\n",
           (unsigned)counters.moves, (unsigned)counters.restarts, counters.max_expansions_per_tick);
    wend_agent_destroy(agent);
    wend_belief_destroy(belief);
    wend_map_destroy(world);
    return tick.status == WEND_ARRIVED && counters.restarts > 0 ? 0 : 1;
}
