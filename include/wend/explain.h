/* wend/explain.h - explains why an agent or a unit of a fleet stands still or turns.
 *
 *     wend_explanation why = wend_agent_explain(agent);
 *     char text[200];
 *     wend_explain_text(&why, map, text, sizeof text);
 *     puts(text); // "its goal, (17, 4), is in another connected component; (9, 4) was blocked"
 *
 * wend_agent_explain and wend_fleet_explain return explanations.
 *
 * Threads: wend_explain_text may be called from any thread. */
#ifndef WEND_EXPLAIN_H
#define WEND_EXPLAIN_H

#include <wend/map.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Why an agent or unit stands still or turns. Numbers are never reused.
 *
 * Each comment names what wend_explanation.state and wend_explanation.count mean; unless it does,
 * the state is WEND_STATE_NONE and the count 0. */
typedef enum wend_reason {
    /* It has not planned since it was created or got a new goal or position: it had no tick. */
    WEND_REASON_NO_TICK = 0,
    /* It is at its goal. State: the goal. */
    WEND_REASON_ARRIVED = 1,
    /* It is at the nearest reachable cell; its goal is unreachable. State: the goal that was set.
     */
    WEND_REASON_ARRIVED_NEAREST = 2,
    /* It follows a route to its goal. State: the target of its last or next move. */
    WEND_REASON_ON_ROUTE = 3,
    /* It follows the most promising path while the search continues. State: the target of its last
     * or next move. Count: expansions since the search began. */
    WEND_REASON_ON_PATH = 4,
    /* It steps back, because another path is more promising now. State: the target of its last or
     * next move. Count: expansions since the search began. */
    WEND_REASON_BACKTRACKING = 5,
    /* It stands until the search has found a route. State: the goal. Count: expansions since the
     * search began (units of fleets that search cell by cell: states generated). */
    WEND_REASON_SEARCHING = 6,
    /* An edit of the map has blocked its path, invalidated its search, or opened a route to a goal
     * that was unreachable, and its new search has not finished. It may move meanwhile. State: the
     * edited one (wend_explanation.edited). Count: expansions since. */
    WEND_REASON_ROUTE_BLOCKED = 7,
    /* Its own cell was blocked. It stands still until the way out is known, or walks out from under
     * a building. If no free cell is within WEND_WAY_OUT_MAX steps, its status is UNREACHABLE.
     * State: its own. Count: expansions since. */
    WEND_REASON_CELL_BLOCKED = 8,
    /* The last plans have chosen a move that was not made. State: where the move leads. Count:
     * number of these plans. */
    WEND_REASON_REFUSED = 9,
    /* Its goal is blocked. State: the goal. */
    WEND_REASON_GOAL_BLOCKED = 10,
    /* Its goal is in another connected component. State: the goal. */
    WEND_REASON_OTHER_COMPONENT = 11,
    /* The search has tried everything: its goal is unreachable. State: the goal. Count: expansions
     * since the search began; jump point search needs very few in open areas. */
    WEND_REASON_UNREACHABLE = 12,
    /* A route would cost more than WEND_COST_MAX. State: the goal. */
    WEND_REASON_OVERFLOW = 13,
    /* The last reservation has failed. State: the goal. Count: bytes held. */
    WEND_REASON_OUT_OF_MEMORY = 14,
    /* wend_agent_reserve was not called for the work of the tick. State: the goal. Count: bytes
     * held. */
    WEND_REASON_NOT_RESERVED = 15,
    /* The map was edited after the data of the algorithm was precomputed: ticks are refused with
     * WEND_ERROR_STALE. State: the goal. */
    WEND_REASON_STALE = 16,
    /* Units of fleets: it has no order. State: its own. */
    WEND_REASON_NO_ORDER = 17,
    /* Units of fleets: it waits for a search. State: the goal. Count: units ahead of it in the
     * queue. */
    WEND_REASON_QUEUED = 18,
    /* Units of fleets: the field of its group has not reached it yet. State: the goal. Count: units
     * in the group. */
    WEND_REASON_GROUPED = 19
} wend_reason;

/* How an edit of the map changed a cell. */
typedef enum wend_edit {
    WEND_EDIT_NONE = 0,    /* no edit */
    WEND_EDIT_BLOCKED = 1, /* the cell was blocked */
    WEND_EDIT_FREED = 2,   /* the cell was freed: a better route may exist */
    WEND_EDIT_MORE = 3,    /* the cell costs more now */
    WEND_EDIT_LESS = 4,    /* the cell costs less now: a better route may exist */
    WEND_EDIT_UNKNOWN = 5  /* there were more edits than the map remembers (wend_map_def.edits), or
                            * a stretch of the route is too long to be checked in one tick */
} wend_edit;

/* An explanation. */
typedef struct wend_explanation {
    wend_reason reason; /* why */
    wend_state state;   /* the state that the reason is about: see wend_reason */
    uint32_t ticks;     /* plans since the last move; 0: it moved after the last plan */
    uint64_t count;     /* a number that depends on the reason: see wend_reason */
    /* The edit of the map that blocked the path or route, or invalidated the search. Kept until
     * there is another plan; if the goal became unreachable, for as long as that lasts.
     *
     * If several edits matter: the first one that blocked the path; if none is known to have
     * blocked it, the first one that matters. */
    wend_edit edit;
    wend_state edited; /* the edited cell; WEND_STATE_NONE if there was no edit, or if it is not
                        * known which one matters */
} wend_explanation;

/* Writes an explanation as an English clause, without a full stop.
 *
 * map     cells are written as (x, y); NULL: as numbers
 * buffer  receives the text, truncated to `size` bytes and terminated by a zero byte; NULL is
 *         allowed if `size` is 0
 *
 * Returns the length of the whole text, as snprintf does; 0 if `explanation` is NULL, or if
 * `buffer` is NULL and `size` is not 0. */
WEND_API size_t wend_explain_text(const wend_explanation *explanation, const wend_map *map,
                                  char *buffer, size_t size);

#ifdef __cplusplus
}
#endif

#endif
