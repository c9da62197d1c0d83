/* support/walker.h - a map and an agent on it, through the public headers alone: for maps that are
 * too large for the reference of support/plain_map.h, and for tests that want no more than this. */
#ifndef TEST_WALKER_H
#define TEST_WALKER_H

#include <wend/research.h>
#include <wend/wend.h>

typedef struct walker {
    wend_map *map; /* the walker's own, null if it was opened on somebody else's */
    wend_agent *agent;
    uint32_t budget;
    wend_tick tick;
    uint64_t cost; /* of all moves */
} walker;

/* A map of characters, width * height of them. */
wend_map *walker_map(const char *cells, uint32_t width, uint32_t height);

/* A map made by the library's generator, with its defaults. */
wend_map *walker_gen_map(wend_gen_kind kind, uint32_t width, uint32_t height, uint64_t seed);

/* A cell of a map that can be stood on. */
wend_state walker_free_cell(const wend_map *map, uint32_t number);

/* An agent, on the map that its definition names. */
walker walker_open(const wend_agent_def *def, uint32_t budget);
/* The same; the map is destroyed with it. */
walker walker_open_on(wend_map *map, const wend_agent_def *def, uint32_t budget);
void walker_close(walker *w);

/* One tick, as step_agent makes it. */
void walker_step(walker *w);

bool walker_is_under_way(const walker *w);

/* Steps until it is not; says what it came to. */
wend_agent_status walker_walk(walker *w);

#endif
