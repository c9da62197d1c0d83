/* cli/view/trace.h - a recorded run of one or more agents on a grid: docs/trace-format.md. */
#ifndef CLI_TRACE_H
#define CLI_TRACE_H

#include "common/bytes.h"
#include "view/tick_record.h"

#define TRACE_AGENTS_MAX 4096u
#define TRACE_TEXT_MAX   200u
#define TRACE_SIZE_MAX   ((size_t)1 << 31)

/* The description of an agent, and its sums. */
struct trace_agent {
    char algo[TRACE_TEXT_MAX + 1];
    char parameters[TRACE_TEXT_MAX + 1]; /* "weight=1.5 shortcut", empty for none */
    uint32_t budget;                     /* 0 if the ticks were timed */
    uint64_t time_ns;                    /* 0 if the ticks were not timed */
    bool hidden;                         /* it did not know the map: */
    uint32_t known_permille;
    uint32_t sight;
    bool line_of_sight;

    uint64_t ticks, moves, expansions, cost;
    wend_agent_status status;
};

/* The map, and the problem on it. */
struct trace_scene {
    uint32_t width, height, neighbors;
    wend_corners corners;
    uint32_t unit; /* the cost of a straight move */
    wend_state start, goal;
};

/* ---- Writing -------------------------------------------------------------------------------- */

struct trace_writer {
    struct bytes bytes;
    uint32_t width;
    /* The values that differences refer to. */
    wend_state cell, expanded, listed;
    uint64_t search;
    int64_t g, h;
    struct trace_agent totals;
};

void trace_begin(struct trace_writer *w, const wend_map *map, wend_state start, wend_state goal,
                 uint32_t agent_count);
/* `known` are the cells of hidden terrain that the agent knows before its first tick. */
void trace_begin_agent(struct trace_writer *w, const struct trace_agent *agent, wend_state start,
                       const wend_state *known, uint32_t known_count);
void trace_add_tick(struct trace_writer *w, const struct tick_record *record);
void trace_end_agent(struct trace_writer *w);
/* Adds the checksum. w->bytes is then a complete trace, unless it has failed. */
void trace_finish(struct trace_writer *w);

/* ---- Reading -------------------------------------------------------------------------------- */

struct trace {
    struct bytes bytes;
    struct trace_scene scene;
    char *terrain; /* the terrain characters of the map */
    uint8_t *free; /* 1 for free cells */
    struct trace_agent *agents;
    size_t *begins; /* the position of the initially known cells of each agent */
    uint32_t agent_count;
};

/* Takes ownership of the bytes and checks all of them. Returns 0, EXIT_USAGE after a message that
 * begins with `name`, or EXIT_MACHINE. Clear `out` in any case. */
int trace_open(struct bytes *bytes, const char *name, struct trace *out);
int trace_load(const char *path, struct trace *out);
void trace_clear(struct trace *trace);

/* Makes a map with the same free cells. */
int trace_map(const struct trace *trace, wend_map **out);

/* Iterates over the ticks of one agent. */
struct trace_cursor {
    const struct trace *trace;
    uint32_t agent;
    size_t at, size;
    const char *wrong; /* the first error, or NULL */
    wend_state cell, expanded, listed;
    uint64_t search;
    int64_t g, h;
    struct trace_agent totals;

    wend_expansion *expansions;
    wend_state *opened, *path, *seen;
    uint32_t expansion_capacity, opened_capacity, path_capacity, seen_capacity;
};

/* Sets a cursor, which is zero or was rewound before, to the beginning. `known` receives the cells
 * that the agent knows at first, valid until the first tick is read. */
void trace_rewind(struct trace_cursor *cursor, const struct trace *trace, uint32_t agent,
                  struct tick_record *known);
/* Reads the next tick. Returns false after the last one. */
bool trace_next(struct trace_cursor *cursor, struct tick_record *record);
void trace_cursor_clear(struct trace_cursor *cursor);

#endif
