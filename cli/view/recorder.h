/* cli/view/recorder.h - watches an agent and records each tick. */
#ifndef CLI_RECORDER_H
#define CLI_RECORDER_H

#include "run/live_agent.h"
#include "view/trace.h"

struct recorder {
    const struct live_agent *live;
    const wend_map *map; /* the true map, not the belief of the agent */
    uint8_t *reported;   /* per cell: REPORTED_ bits */
    uint64_t search;     /* the search of the open cells */
    wend_state *open;    /* all cells that were reported as open in it */
    wend_expansion *expansions;
    wend_state *opened, *path, *before, *seen;
    uint32_t open_count, expansion_count, opened_count, path_count, before_count, seen_count;
    uint32_t open_capacity, expansion_capacity, opened_capacity, path_capacity, before_capacity,
        seen_capacity;
    bool failed; /* out of memory */
};

/* `known` receives the cells that the agent knows at first, valid until the first tick. Returns 0,
 * or an exit code after a message. End the recorder in any case, before the agent. */
int recorder_begin(struct recorder *r, struct live_agent *live, struct tick_record *known);
/* Call it after each tick of the agent. */
void recorder_read_tick(struct recorder *r, const wend_tick *tick, struct tick_record *out);
void recorder_end(struct recorder *r);

/* Fills the description of an agent in a trace. */
void describe_agent(const struct setting *setting, struct trace_agent *out);

#endif
