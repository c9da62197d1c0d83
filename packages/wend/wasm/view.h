/* view.h - what a viewer draws of an agent, one byte per cell, kept up to date as it plans. */
#ifndef VIEW_H
#define VIEW_H

#include <wend/wend.h>

/* The bits of a cell. */
enum {
    VIEW_MARK = 3,     /* how the cell stands in the search: a wend_mark, once closed for good */
    VIEW_WALL = 4,     /* it is blocked */
    VIEW_BELIEVED = 8, /* the agent believes that it is */
    VIEW_UNKNOWN = 16, /* the agent has not seen it */
    VIEW_TRAIL = 32,   /* the agent has been there */
    VIEW_CHANGED = 64, /* its number is in `changed` */
    VIEW_PENDING = 128 /* its number is in `pending` */
};

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
    uint8_t *cells;    /* bits */
    uint32_t *pending; /* cells to be looked at after the tick; room for all */
    uint32_t pending_count;
    uint32_t *changed; /* cells that changed since the viewer asked; room for all */
    uint32_t changed_count;
    uint64_t search; /* that the marks belong to */
    view_box marked; /* holds all cells with a mark */
    /* Of an agent that jumps: where the round of looking at all cells stands, and how many are left
     * of it. Each expansion begins one, for it may have met cells anywhere. */
    uint32_t sweep, sweep_left;
} view;

/* Starts from what `agent`, `world`, `believed` and `belief` are set to. False without memory. */
bool view_init(view *v);
void view_clear(view *v);

/* For wend_agent_watch; the context is the view. */
void view_expanded(void *context, const wend_expansion *expansion);

/* A cell and all from where a move leads to it are to be looked at. */
void view_touch(view *v, uint32_t x, uint32_t y);

/* The agent has looked round from here. */
void view_sensed(view *v, uint32_t x, uint32_t y, uint32_t sight);

/* The agent has come here. */
void view_visited(view *v, uint32_t x, uint32_t y);

/* Brings the cells up to date. After a tick. */
void view_settle(view *v);

#endif
