/* Save and load: what is saved is the game's own: the cells, where the agent is and where it goes.
 * Its search is not: after loading it plans again from where it stands, within the same budget. Two
 * games that were loaded from one save make the same moves. */
#include "cookbook.h"

enum { WIDTH = 20, HEIGHT = 5 };

typedef struct saved_game {
    char cells[WIDTH * HEIGHT + 1];
    wend_state at, goal;
} saved_game;

typedef struct game {
    wend_map *map;
    wend_agent *agent;
} game;

static saved_game save(const game *g) {
    saved_game saved = {.at = wend_agent_state(g->agent), .goal = wend_agent_goal(g->agent)};
    for (uint32_t i = 0; i < WIDTH * HEIGHT; i++) {
        saved.cells[i] = wend_map_cell(g->map, i % WIDTH, i / WIDTH);
    }
    return saved;
}

static game load(const saved_game *saved) {
    game g = {.map = map_of(WIDTH, saved->cells)};
    g.agent = agent_at(g.map, saved->at);
    EXPECT(wend_agent_set_goal(g.agent, saved->goal) == WEND_OK);
    return g;
}

static void close(game *g) {
    wend_agent_destroy(g->agent);
    wend_map_destroy(g->map);
}

int main(void) {
    saved_game start = {.cells = "...................."
                                 ".....@@@@@@@@......."
                                 "............@......."
                                 ".....@@@@@@@@......."
                                 "....................",
                        .at = 2 * WIDTH + 1,
                        .goal = 2 * WIDTH + 18};
    game g = load(&start);
    for (uint32_t i = 0; i < 4; i++)
        step(g.agent);
    wend_map_set_free(g.map, 10, 0, false); /* an edit is saved, too */
    saved_game saved = save(&g);
    close(&g);

    game one = load(&saved), other = load(&saved);
    show(one.map, "oX", (wend_state[]){saved.at, saved.goal});
    EXPECT(!wend_map_is_free(one.map, 10, 0));
    uint32_t moves = 0;
    wend_tick tick;
    do {
        tick = step(one.agent);
        EXPECT(step(other.agent).state == tick.state);
        moves++;
    } while (tick.status <= WEND_WAITING);
    printf("%u moves after loading, the same in both games\n", moves);
    EXPECT(tick.state == saved.goal);
    close(&one);
    close(&other);
    return 0;
}
