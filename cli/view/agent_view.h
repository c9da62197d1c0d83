/* cli/view/agent_view.h - what is shown of an agent: marks on the cells of a map, updated tick by
 * tick by a run or by a trace. */
#ifndef CLI_AGENT_VIEW_H
#define CLI_AGENT_VIEW_H

#include "view/colors.h"
#include "view/tick_record.h"
#include "view/trace.h"

/* Marks of a cell. */
enum {
    VIEW_CLOSED = 1, /* expanded by the current search */
    VIEW_OPEN = 2,   /* met by it, not yet expanded */
    VIEW_PATH = 4,   /* the agent means to pass it */
    VIEW_TRAIL = 8,  /* the agent has been there */
    VIEW_SEEN = 16   /* it knows the cell, where it does not know the map */
};

struct view {
    const wend_map *map;
    struct trace_agent agent; /* without its sums */
    char label[64];
    uint8_t *marks;
    uint32_t *heat;       /* how often each cell was expanded */
    uint32_t hottest;     /* the greatest of them ... */
    uint32_t hottest_all; /* ... over all agents that are looked at together */
    wend_state start, goal, cell;
    wend_state *trail; /* where it has been, in order */
    uint32_t trail_count, trail_capacity;
    wend_state *path; /* where it means to go; the first `path_begin` are passed */
    uint32_t path_begin, path_count, path_capacity;
    wend_state *touched; /* cells that may be open or closed */
    uint32_t touched_count, touched_capacity;
    uint64_t search;
    uint64_t ticks, moves, expansions, cost;
    uint64_t first_move_tick; /* 0 if it has not moved */
    uint32_t tick_expansions; /* of the last tick */
    wend_status status;
    bool over;
    bool failed; /* for want of memory */
};

/* 0, or an exit code after a message; to be cleared in any case. */
int view_begin(struct view *v, const wend_map *map, const struct trace_agent *agent,
               wend_state start, wend_state goal);
/* Back to before the first tick, with what the agent knows there. */
void view_reset(struct view *v, const struct tick_record *known);
void view_add_tick(struct view *v, const struct tick_record *record);
void view_clear(struct view *v);

/* In orthogonal moves of the map. */
double view_cost(const struct view *v);
/* "waiting", "moving", "arrived", "unreachable", ... */
const char *view_status(const struct view *v);

/* How many cells at the beginning of a path are passed by an agent that is on `cell` now. */
uint32_t path_passed(const wend_state *path, uint32_t count, wend_state cell);

/* What is under the trail and the path: terrain, fog, open and closed, or heat. */
enum { SHOW_SEARCH = 1, SHOW_HEAT = 2 };
paint view_ground(const struct view *v, wend_state cell, uint32_t show);
/* The same with trail, path, ends and the agent. */
paint view_spot(const struct view *v, wend_state cell, uint32_t show);

#endif
