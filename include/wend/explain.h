/* wend/explain.h - why an agent, or whatever else is sent about, stands or turns.
 *
 *     wend_explanation why = wend_agent_explain(agent);
 *     wend_explain_text(&why, map, text, sizeof text);
 *     puts(text);     // "its goal, (17, 4), is in another connected component; (9, 4) was blocked"
 */
#ifndef WEND_EXPLAIN_H
#define WEND_EXPLAIN_H

#include <wend/map.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Numbers are never reused. In brackets: what `state` and `count` of the explanation are; `ticks`
 * is the same for all. */
typedef enum wend_reason {
    /* Nothing was planned since it was made or sent elsewhere: no tick was granted. */
    WEND_REASON_NO_TICK = 0,
    WEND_REASON_ARRIVED = 1, /* it is at its goal [the goal] */
    /* It is at the nearest cell that it could reach; its goal it cannot [the goal as it was given]
     */
    WEND_REASON_ARRIVED_NEAREST = 2,
    WEND_REASON_ON_ROUTE = 3, /* it follows a route that leads to the goal [the next state] */
    /* It follows the path that looks best so far, while the search goes on [the next state;
     * expansions since the search began] */
    WEND_REASON_ON_PATH = 4,
    /* It goes back, because what looks best by now lies in another direction [the next state;
     * expansions since the search began] */
    WEND_REASON_BACKTRACKING = 5,
    /* It stands until the search has found a route [the goal; expansions since it began] */
    WEND_REASON_SEARCHING = 6,
    /* An edit of the map has cut its path or made its search useless; there is no other plan yet
     * [the state that was edited, as `edited`; expansions since] */
    WEND_REASON_ROUTE_BLOCKED = 7,
    /* Its own cell was blocked. It stands until the way out is known, or walks out from under a
     * building; or it is unreachable or cut off, because no free cell is within WEND_WAY_OUT_MAX
     * steps [its state; expansions since] */
    WEND_REASON_CELL_BLOCKED = 8,
    /* The last plans have chosen a move, and it was not made [where it leads; how many plans] */
    WEND_REASON_REFUSED = 9,
    WEND_REASON_GOAL_BLOCKED = 10,    /* the goal cannot be stood on [the goal] */
    WEND_REASON_OTHER_COMPONENT = 11, /* the goal lies in another part of the map [the goal] */
    /* The search has tried everything [the goal; expansions since it began] */
    WEND_REASON_UNREACHABLE = 12,
    WEND_REASON_OVERFLOW = 13,      /* a route would cost more than WEND_COST_MAX [the goal] */
    WEND_REASON_OUT_OF_MEMORY = 14, /* the last reservation has failed [the goal; bytes held] */
    /* No reservation was made for a tick of that budget [the goal; bytes held] */
    WEND_REASON_NOT_RESERVED = 15,
    /* The map was edited after what the algorithm uses was computed: ticks are refused [the goal]
     */
    WEND_REASON_STALE = 16,
    /* Of units (wend/fleet.h): */
    WEND_REASON_NO_ORDER = 17, /* it was sent nowhere [its state] */
    WEND_REASON_QUEUED = 18,   /* it waits for a search [the goal; how many come before it] */
    /* The field of its group has not reached it yet [the goal; units of the group] */
    WEND_REASON_GROUPED = 19
} wend_reason;

/* What an edit of the map did to a cell. */
typedef enum wend_edit {
    WEND_EDIT_NONE = 0,    /* there was none */
    WEND_EDIT_BLOCKED = 1, /* it was blocked, ... */
    WEND_EDIT_FREED = 2,   /* ... or freed, so that a better route may exist */
    WEND_EDIT_MORE = 3,    /* it costs more now, ... */
    WEND_EDIT_LESS = 4,    /* ... or less */
    WEND_EDIT_UNKNOWN = 5  /* there were more than the map remembers (1024), or than the tick's
                            * budget sufficed to go through: it is not known which one it was */
} wend_edit;

typedef struct wend_explanation {
    wend_reason reason;
    wend_state state; /* what it is about, by reason; WEND_STATE_NONE if there is none */
    uint32_t ticks;   /* plans since it has last moved; 0 if it moved after the last one */
    uint64_t count;   /* how much of something, by reason; else 0 */
    /* The edit of the map that cut the path or the route which it had, or made the search for one
     * useless, until there is another; whoever was cut off from its goal keeps it. Of several the
     * first that cut the path; if it is not known that one did, the first that matters. */
    wend_edit edit;
    wend_state edited; /* the cell; WEND_STATE_NONE if there was none, or it is not known which */
} wend_explanation;

/* Writes an explanation as an English clause without a full stop, ended by 0 and cut off at `size`
 * bytes. Returns the length that it has uncut, as snprintf does. Cells are written as (x, y) if
 * `map` is given, as numbers if it is null. `buffer` may be null if `size` is 0. */
WEND_API size_t wend_explain_text(const wend_explanation *explanation, const wend_map *map,
                                  char *buffer, size_t size);

#ifdef __cplusplus
}
#endif

#endif
