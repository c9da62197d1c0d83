/* cli/view/side_by_side.h - agents side by side, tick by tick, live or from a trace; or a fleet,
 * frame by frame. */
#ifndef CLI_SIDE_BY_SIDE_H
#define CLI_SIDE_BY_SIDE_H

#include "view/agent_view.h"
#include "view/recorder.h"

/* The source of the ticks of one agent: a trace, a fleet, or a live agent. */
struct tick_source {
    const struct trace *trace;
    struct trace_cursor cursor;

    struct fleet_run *fleet;

    const struct setting *setting;
    const struct task *task;
    struct live_agent live;
    struct recorder recorder;
};

struct side_by_side {
    const wend_map *map;
    struct view *views;
    struct tick_source *sources;
    uint32_t count;
    uint64_t tick;
};

/* Return 0, or an exit code after a message. Clear `s` in any case. The arguments must outlive it.
 */
int side_by_side_live(struct side_by_side *s, const struct settings *settings,
                      const struct task *task);
int side_by_side_replay(struct side_by_side *s, const struct trace *trace, const wend_map *map);
int side_by_side_fleet(struct side_by_side *s, struct fleet_run *fleet);
/* Returns to the state before the first tick. */
int side_by_side_rewind(struct side_by_side *s);
void side_by_side_clear(struct side_by_side *s);

/* Runs one tick of every agent that is not over. Returns 0, or an exit code after a message. */
int side_by_side_tick(struct side_by_side *s);
/* Runs all agents to their end, or to a tick. */
int side_by_side_run(struct side_by_side *s, uint64_t last_tick);
bool side_by_side_over(const struct side_by_side *s);

#endif
