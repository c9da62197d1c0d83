/* wasm_view.h - what a viewer draws of an agent, one byte per cell, kept up to date as it plans. */
#ifndef WASM_VIEW_H
#define WASM_VIEW_H

#include <wend/watch.h>
#include <wend/wend.h>

/* The bits of a cell. */
enum {
    VIEW_OPEN = WEND_MARK_OPEN,          /* reached by the search, and not expanded */
    VIEW_CLOSED = WEND_MARK_CLOSED,      /* expanded */
    VIEW_MARK = VIEW_OPEN | VIEW_CLOSED, /* the bits of both */
    VIEW_WALL = 4,                       /* blocked */
    VIEW_BELIEVED = 8,                   /* the agent believes that it is blocked */
    VIEW_UNKNOWN = 16,                   /* the agent has not seen it */
    VIEW_TRAIL = 32,                     /* the agent has been there */
    VIEW_ALL = VIEW_MARK | VIEW_WALL | VIEW_BELIEVED | VIEW_UNKNOWN | VIEW_TRAIL
};

/* Bits of a cell that only wasm_view.c and wasm_agents.c use. */
typedef enum view_internal {
    VIEW_CHANGED = 64, /* its number is in `changed` */
    VIEW_PENDING = 128 /* its number is in `pending` */
} view_internal;

_Static_assert(WEND_MARK_NONE == 0 && VIEW_ALL == 63, "marks are the two lowest bits");

/* A box of cells; x1 and y1 are one past its last. Empty if x0 >= x1. */
typedef struct view_box {
    uint32_t x0, y0, x1, y1;
} view_box;

typedef struct view {
    const wend_agent *agent;
    const wend_map *world;     /* what is true */
    const wend_map *believed;  /* what the agent plans on */
    const wend_belief *belief; /* null if the agent knows the world */
    uint32_t width, height;
    uint32_t reach;    /* how far a move may go in x or y */
    bool jumps;        /* nodes lie far apart */
    bool apart;        /* expansions are not reported: all cells are updated in turn, always */
    uint8_t *cells;    /* bits */
    uint32_t *pending; /* cells to be updated after the tick; has room for all cells */
    uint32_t pending_count;
    uint32_t *changed; /* cells changed since the viewer asked; has room for all cells */
    uint32_t changed_count;
    uint64_t search; /* the search that the marks belong to */
    view_box marked; /* holds all cells with a mark */
    /* For an agent that jumps, all cells are updated in turn, some on each tick: the next one, and
     * how many are left. Each expansion starts this again, because it may reach cells anywhere. */
    uint32_t sweep, sweep_left;
    /* The expansions since the viewer asked, VIEW_LOG_WORDS each: search, state, parent, g, h. */
    bool logs;
    uint32_t *log;
    uint32_t log_count, log_room; /* in words */
} view;

#define VIEW_LOG_WORDS 5u

/* Set `agent`, `world`, `believed`, `belief` and `apart` before. False if there is no memory. */
bool view_init(view *v);
void view_clear(view *v);

/* Room for this many expansions, besides those that are listed. False if there is no memory. */
bool view_reserve_log(view *v, uint32_t expansions);

/* For wend_agent_watch; the context is the view. */
void view_expanded(void *context, const wend_expansion *expansion);

/* The cell, and all cells from which a move leads to it, will be updated. */
void view_touch(view *v, uint32_t x, uint32_t y);

/* The agent has sensed from here. */
void view_sensed(view *v, uint32_t x, uint32_t y, uint32_t sight);

/* The agent has moved here. */
void view_visited(view *v, uint32_t x, uint32_t y);

/* Brings the cells up to date. Call it after a tick. */
void view_settle(view *v);

#endif
