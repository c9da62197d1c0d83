/* cli/view/recorder.h - watches an agent and records what each tick did. */
#ifndef CLI_RECORDER_H
#define CLI_RECORDER_H

#include "run/live_agent.h"
#include "view/trace.h"

struct recorder {
    const struct live_agent *live;
    const wend_map *map; /* as it is, not as the agent believes it to be */
    uint8_t *reported;   /* per cell: REPORTED_ bits */
    uint64_t search;     /* that the open cells belong to */
    wend_state *open;    /* all that were reported as open in it */
    wend_expansion *expansions;
    wend_state *opened, *path, *before, *seen;
    uint32_t open_count, expansion_count, opened_count, path_count, before_count, seen_count;
    uint32_t open_capacity, expansion_capacity, opened_capacity, path_capacity, before_capacity,
        seen_capacity;
    bool failed; /* memory ran out */
};

/* `known` gets the cells that the agent knows at first, good until the first tick. To be ended
 * before the agent is. 0, or an exit code after a message; to be ended in any case. */
int recorder_begin(struct recorder *r, struct live_agent *live, struct tick_record *known);
/* To be called after each tick of the agent. */
void recorder_read_tick(struct recorder *r, const wend_tick *tick, struct tick_record *out);
void recorder_end(struct recorder *r);

/* What a trace says of an agent. */
void describe_agent(const struct setting *setting, struct trace_agent *out);

#endif
