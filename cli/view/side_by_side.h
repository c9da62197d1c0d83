/* cli/view/side_by_side.h - agents that are watched side by side, tick by tick: live, or from a
 * trace. Or a fleet, frame by frame. */
#ifndef CLI_SIDE_BY_SIDE_H
#define CLI_SIDE_BY_SIDE_H

#include "view/agent_view.h"
#include "view/recorder.h"

/* Where the ticks of one agent come from: a trace, a fleet, or an agent at work. */
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

/* 0, or an exit code after a message; to be cleared in any case. What is given must outlive the
 * struct. */
int side_by_side_live(struct side_by_side *s, const struct settings *settings,
                      const struct task *task);
int side_by_side_replay(struct side_by_side *s, const struct trace *trace, const wend_map *map);
int side_by_side_fleet(struct side_by_side *s, struct fleet_run *fleet);
/* Back to before the first tick. */
int side_by_side_rewind(struct side_by_side *s);
void side_by_side_clear(struct side_by_side *s);

/* One tick of every agent that is not over. 0, or an exit code after a message. */
int side_by_side_tick(struct side_by_side *s);
/* Runs all agents to their end, or to a tick. */
int side_by_side_run(struct side_by_side *s, uint64_t last_tick);
bool side_by_side_over(const struct side_by_side *s);

#endif
