/* Units that cannot share a cell walk through a door. Each of them plans, reports its next step,
 * and moves if that cell is empty. A refused move costs no search. */
#include <stdio.h>
#include <string.h>
#include <wend/wend.h>

#define WIDTH  30
#define HEIGHT 11
#define UNITS  40u
#define WORK   240

static wend_map *make_map(void) {
    uint8_t rooms[WIDTH * HEIGHT];
    memset(rooms, 1, sizeof rooms);
    for (int y = 0; y < HEIGHT; y++) {
        rooms[y * WIDTH + 15] = y == 5; /* a wall with a door */
    }
    wend_map_def def = {.width = WIDTH, .height = HEIGHT, .bytes = rooms};
    wend_map *map;
    return wend_map_create(&def, &map, NULL) ? NULL : map;
}

static void print(const wend_map *map, const bool *occupied, uint32_t frame) {
    printf("after %u frames\n", frame);
    for (uint32_t cell = 0; cell < WIDTH * HEIGHT; cell++) {
        bool is_free = wend_map_is_free(map, cell % WIDTH, cell / WIDTH);
        putchar(occupied[cell] ? 'o' : is_free ? '.' : '#');
        if (cell % WIDTH == WIDTH - 1) putchar('\n');
    }
}

int main(void) {
    wend_map *map = make_map();
    wend_agent *units[UNITS];
    bool occupied[WIDTH * HEIGHT] = {false};
    for (uint32_t i = 0; map && i < UNITS; i++) {
        wend_agent_def def = {.map = map, .algo = wend_algo_auto(), .work = WORK};
        def.start = wend_map_state(map, 4 - i / 10, i % 10);
        def.goal = wend_map_state(map, WIDTH - 1 - i / 10, i % 10);
        if (wend_agent_create(&def, &units[i], NULL)) return 1;
        occupied[def.start] = true;
    }
    uint32_t active = map ? UNITS : 0, refused = 0, frame = 0;
    for (; active > 0 && frame < 1000; frame++) {
        if (frame % 20 == 0) print(map, occupied, frame);
        active = 0;
        for (uint32_t i = 0; i < UNITS; i++) {
            wend_tick tick;
            wend_agent_plan(units[i], (wend_budget){.work = WORK}, &tick);
            wend_state next = wend_agent_next(units[i]);
            if (next != WEND_STATE_NONE && occupied[next]) {
                refused++;
            } else if (next != WEND_STATE_NONE) {
                occupied[wend_agent_state(units[i])] = false;
                wend_agent_move(units[i], &tick);
                occupied[tick.state] = true;
            }
            active += wend_agent_is_active(tick.status);
        }
        for (uint32_t i = 0; i < UNITS; i++) {
            wend_agent_reserve(units[i], WORK); /* between frames: may allocate */
            wend_agent_release(units[i]);       /* those that know their route need little */
        }
    }
    if (map) print(map, occupied, frame);
    printf("%u units, %u moves refused, %u still on their way\n", UNITS, refused, active);
    for (uint32_t i = 0; map && i < UNITS; i++)
        wend_agent_destroy(units[i]);
    wend_map_destroy(map);
    return !map || active > 0;
}
