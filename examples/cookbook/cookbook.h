/* The common part of the recipes: maps from text, agents that stand somewhere, and a check. */
#ifndef COOKBOOK_H
#define COOKBOOK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wend/wend.h>

#define WORK_PER_TICK 1200u /* units of work per tick */

/* Checks a result of a recipe; if it is wrong, the program fails. */
#define EXPECT(condition) ((condition) ? (void)0 : (printf("not so: %s\n", #condition), exit(1)))

/* A map from its rows, one after the other: '.' is free, '@' is blocked. */
static inline wend_map *map_of(uint32_t width, const char *cells) {
    wend_map_def def = {.width = width, .height = (uint32_t)strlen(cells) / width, .cells = cells};
    wend_map *map = NULL;
    EXPECT(wend_map_create(&def, &map, NULL) == WEND_OK);
    return map;
}

/* An agent that stands on a cell. */
static inline wend_agent *agent_at(const wend_map *map, wend_state cell) {
    wend_agent_def def = {.map = map, .start = cell, .goal = cell, .algo = wend_algo_auto()};
    wend_agent *agent = NULL;
    EXPECT(wend_agent_create(&def, &agent, NULL) == WEND_OK);
    return agent;
}

/* Runs one tick. */
static inline wend_tick step(wend_agent *agent) {
    wend_tick tick;
    EXPECT(wend_agent_reserve(agent, WORK_PER_TICK) == WEND_OK); /* between frames: may allocate */
    EXPECT(wend_agent_tick(agent, (wend_budget){.work = WORK_PER_TICK}, &tick) == WEND_OK);
    return tick;
}

/* Prints the map with letters[i] on the cell states[i]. */
static inline void show(const wend_map *map, const char *letters, const wend_state *states) {
    for (uint32_t y = 0; y < wend_map_height(map); y++) {
        for (uint32_t x = 0; x < wend_map_width(map); x++) {
            char c = wend_map_is_free(map, x, y) ? '.' : '#';
            for (uint32_t i = 0; letters[i]; i++) {
                c = states[i] == wend_map_state(map, x, y) ? letters[i] : c;
            }
            putchar(c);
        }
        putchar('\n');
    }
}

#endif
