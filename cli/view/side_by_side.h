/* cli/view/side_by_side.h - agents that are watched side by side, tick by tick: live, or from a
 * trace. */
#ifndef CLI_SIDE_BY_SIDE_H
#define CLI_SIDE_BY_SIDE_H

#include "view/agent_view.h"
#include "view/recorder.h"

/* Where the steps of one agent come from: one of the two. */
struct source {
    const struct trace *trace;
    struct trace_cursor cursor;

    const struct setting *setting;
    const struct task *task;
    struct live_agent live;
    struct witness witness;
};

struct stage {
    const wend_map *map;
    struct view *views;
    struct source *sources;
    uint32_t count;
    uint64_t tick;
};

/* 0, or an exit code after a message; to be cleared in any case. What is given must outlive the
 * stage. */
int stage_live(struct stage *s, const struct settings *settings, const struct task *task);
int stage_replay(struct stage *s, const struct trace *trace, const wend_map *map);
/* Back to before the first tick. */
int stage_rewind(struct stage *s);
void stage_clear(struct stage *s);

/* One tick of every agent that is still under way. 0, or an exit code after a message. */
int stage_tick(struct stage *s);
bool stage_over(const struct stage *s);

#endif
