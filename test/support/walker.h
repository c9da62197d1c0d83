/* support/walker.h - a map and an agent on it, by public headers only: for maps too large for the
 * reference of support/plain_map.h, and for tests that need no more than this. */
#ifndef TEST_WALKER_H
#define TEST_WALKER_H

#include <wend/research.h>
#include <wend/wend.h>

typedef struct walker {
    wend_map *map; /* owned by the walker; NULL if the caller owns it */
    wend_agent *agent;
    uint32_t budget;
    wend_tick tick;
    uint64_t cost; /* of all moves */
} walker;

/* A map of width * height characters. */
wend_map *walker_map(const char *cells, uint32_t width, uint32_t height);

/* A map created by the library's generator, with its defaults. */
wend_map *walker_gen_map(wend_gen_kind kind, uint32_t width, uint32_t height, uint64_t seed);

/* A free cell of a map. */
wend_state walker_free_cell(const wend_map *map, uint32_t number);

/* Creates an agent on the map of its definition. */
walker walker_open(const wend_agent_def *def, uint32_t budget);
/* The same; the walker destroys the map. */
walker walker_open_on(wend_map *map, const wend_agent_def *def, uint32_t budget);
void walker_close(walker *w);

/* Runs one tick with step_agent. */
void walker_step(walker *w);

bool walker_is_active(const walker *w);

/* Steps until the agent stops; returns its status. */
wend_agent_status walker_walk(walker *w);

#endif
