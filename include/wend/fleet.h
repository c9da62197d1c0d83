/* wend/fleet.h - thousands of units under one budget per frame.
 *
 *     wend_fleet *fleet;
 *     wend_unit unit;
 *     wend_frame frame;
 *     wend_fleet_create(&(wend_fleet_def){.map = map, .units_max = 10000}, &fleet, NULL);
 *     wend_fleet_add(fleet, cell, &unit);
 *     wend_fleet_set_goal(fleet, unit, goal, NULL);
 *
 *     // every frame, after edits of the map and orders
 *     wend_fleet_reserve(fleet, work);                              // may allocate
 *     wend_fleet_frame(fleet, (wend_budget){.work = work}, &frame); // never allocates
 *
 * If the fleet has components, call wend_components_update between edits and wend_fleet_reserve.
 * frame.active is 0 when no unit has anywhere to go. In a game that continues, continue to run
 * frames: an edit may open a path to a goal that was unreachable.
 *
 * An agent (wend/agent.h) owns a search. A unit is a small record with a route of waypoints.
 *
 * A fleet keeps a small pool of searches. Units queue for one, nearest goal first, and use it until
 * it finishes. A queued unit keeps moving by a cheap local rule (wend_wait).
 *
 * A frame does three things:
 *     edits      processes the map edits since the last frame, once for the whole fleet
 *     moves      moves each active unit once, in the order of slots: along its route, or by the
 *                waiting rule (with WEND_WAIT_STAND a waiting unit stands still)
 *     searches   spends what the moves leave of the budget, but at least a quarter of the budget.
 *                Of that, at most three quarters go to checks of routes that edits may have
 *                blocked, and of units whose goal was unreachable. The rest goes to searches.
 *
 * Guarantees:
 * - With WEND_WAIT_GREEDY and WEND_WAIT_HILL every active unit moves on every frame, if its cell
 *   has a move. On a domain with irreversible moves, a waiting unit moves if it has a reversible
 *   move.
 * - Units never make an illegal move: each move is one of the map as it is on that frame
 *   (wend_map_move_cost).
 * - An active unit whose cell is blocked gets out, and then continues to its goal. From under a
 *   building, where no move leads to a free cell, it walks straight to the nearest one, under every
 *   waiting rule, if that is within WEND_WAY_OUT_MAX steps. Otherwise it is WEND_UNIT_UNREACHABLE,
 *   and wend_fleet_explain returns WEND_REASON_CELL_BLOCKED: use wend_fleet_teleport. A unit that
 *   is not active stays where it is.
 * - A frame never allocates.
 * - The work of a frame is bounded; see below.
 * - The waiting time of an order is bounded; see below.
 * - The same calls give the same moves, events and hashes on every machine, unless a frame has a
 *   time limit or memory runs out on one of them.
 *
 * The work of a frame. All active units move and all edits are processed on every frame, even if
 * that takes more than the budget. A budget of 80 for each unit is enough for the moves and leaves
 * a quarter for searches. In units of work, a frame takes at most
 *
 *     max(budget, all_moves + all_edits + budget / 4) + last
 *
 *     all_moves = 2 * slots ever used + WEND_FLEET_WORK_MOVE * active units
 *     all_edits = edits since the last frame * (1 + WEND_FLEET_WORK_EDIT * fields)
 *     last      = max(WEND_FLEET_WORK_BEGIN + handover, blocked) + nearest
 *     handover  = WEND_FLEET_WORK_ROUTE * moves of the longest route
 *     blocked   = WEND_FLEET_WORK_STEP * moves of the longest path of a field
 *                 + edits that the map remembers
 *     nearest   = WEND_FLEET_WORK_NEAREST * chunks
 *
 * - `fields` is the number of fields, `chunks` the number of chunks of 64 x 64 cells of the map.
 * - If the map does not remember all edits since the last frame (wend_map_def.edits), `all_edits`
 *   is chunks + WEND_FLEET_WORK_EDIT * fields.
 * - `last` is the last piece of work of the frame. It is not interrupted when the budget ends.
 * - `blocked` is 0 unless the map was edited and the fleet has group orders. `nearest` is 0 unless
 *   an order has `nearest`.
 *
 * The waiting time of an order. If the budget is above WEND_FLEET_WORK_MOVE * units + handover, an
 * order waits for its route at most this number of frames:
 *
 *     WEND_FLEET_AGEING + 1 + units * (WEND_FLEET_WORK_ORDER + search + handover)
 *                             / (budget - WEND_FLEET_WORK_MOVE * units - handover)
 *
 * - `units` is the number of units, `search` the work of the longest search on this map.
 * - Orders age: an order never overtakes one that was issued WEND_FLEET_AGEING frames earlier. So
 *   each other unit delays an order by at most one short first search and one complete search.
 * - A unit that loses its search, because of an edit or wend_fleet_teleport, waits from then on.
 * - The bound assumes no group orders, no memory shortage, and no edits after which the fleet
 *   checks routes or unreachable units. Those take their share of the budget. With a smaller
 *   budget searches still progress, but no bound is stated.
 *
 * Threads: calls on one fleet must not overlap. Fleets, agents and finders that share a map and its
 * components may run on different threads, as long as no thread edits the map or calls
 * wend_components_update. A fleet only reads both. */
#ifndef WEND_FLEET_H
#define WEND_FLEET_H

#include <wend/algorithm.h>
#include <wend/budget.h>
#include <wend/domain.h>
#include <wend/explain.h>
#include <wend/map.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Many units on one map or domain, and the searches that they share. */
typedef struct wend_fleet wend_fleet;
struct wend_components; /* wend/components.h */

/* A handle of a unit. That of a removed unit stays invalid, even if its slot is used again. */
typedef uint64_t wend_unit;

/* The handle of no unit. */
#define WEND_UNIT_NONE 0u

/* The slot of a unit: an index below units_max for the caller's arrays. No other unit of the fleet
 * has the same slot. Free slots are reused in no particular order. */
#define wend_unit_slot(unit) ((uint32_t)(unit))

/* ---- Creation -------------------------------------------------------------------------------- */

/* The largest wend_fleet_def.units_max. */
#define WEND_FLEET_UNITS_MAX 1000000u

/* The largest wend_fleet_def.searches_max. */
#define WEND_FLEET_SEARCHES_MAX 64u

/* The largest wend_fleet_def.fields_max. */
#define WEND_FLEET_FIELDS_MAX 64u

/* What a unit does while it waits for its route. */
typedef enum wend_wait {
    /* A short first search, then steps towards the goal. Compared with WEND_WAIT_HILL searches take
     * a tenth more work, and waiting makes routes longer by only half as much.
     *
     * The order gets a first search of at most WEND_FLEET_WORK_FIRST units of work. If that does
     * not finish, the unit follows the most promising path that it has found. Before and after that
     * path the unit moves as with WEND_WAIT_HILL, except that it
     * - avoids the last four cells that it left;
     * - keeps to the straight line to its goal. Where two kinds of steps lead there (with 8
     *   neighbours diagonal and straight ones), it mixes them in the proportion in which they are
     *   needed. Not on maps with knight's moves. */
    WEND_WAIT_GREEDY = 0,
    /* The step that leads nearest to the goal by the heuristic of the domain.
     *
     * Among equal steps the unit takes the first in the order of moves. It does not return to the
     * cell that it left last if it has another move. A unit on a blocked cell cannot return to that
     * cell. With `components` it leaves only to cells from which they do not rule out a path. */
    WEND_WAIT_HILL = 1,
    /* The unit stands still. Its route is optimal from there. */
    WEND_WAIT_STAND = 2
} wend_wait;

/* Kinds of events, as bits of wend_fleet_def.event_kinds. */
enum {
    WEND_EVENT_MOVED = 1,       /* a unit moved */
    WEND_EVENT_ARRIVED = 2,     /* a unit arrived at its goal */
    WEND_EVENT_UNREACHABLE = 4, /* proved: no path leads to the goal */
    WEND_EVENT_ROUTE = 8        /* the route of a unit is known */
};

/* What a fleet is created from. Zeros are the defaults, except in required fields. Later versions
 * add fields at the end, so that programs compiled with this header keep working. */
typedef struct wend_fleet_def {
    /* A grid. Either this or `domain` is required, not both. Must outlive the fleet. The map of a
     * belief is allowed; the fleet knows only what the belief knows. */
    const wend_map *map;
    /* Another domain that numbers its states, but not a racetrack. Must outlive the fleet. */
    const wend_domain *domain;
    /* "jps" or "astar". NULL (default): "jps" if wend_map_jumpable allows it and
     * wend_map_mixed_permille is at most WEND_AUTO_MIXED_PERMILLE, otherwise "astar". Where both
     * are possible, "astar" takes more work. */
    const wend_algo *algo;
    /* Required: the maximum number of units at a time, 1 to WEND_FLEET_UNITS_MAX. */
    uint32_t units_max;
    /* The maximum number of searches that run at a time, 1 to WEND_FLEET_SEARCHES_MAX; 0 (default):
     * 4. They share the budget of a frame, so a long search does not hold up the others. */
    uint32_t searches_max;
    /* What units do while they wait for their routes. Default: WEND_WAIT_GREEDY. */
    wend_wait wait;
    /* Which events are listed, WEND_EVENT_ bits; 0 (default): all except WEND_EVENT_MOVED. */
    uint32_t event_kinds;
    /* The maximum number of events of a frame, 1 to 4 * WEND_FLEET_UNITS_MAX; 0 (default):
     * 2 * units_max. */
    uint32_t events_max;
    /* The maximum number of bytes that the fleet may hold; 0 (default): no limit.
     *
     * The lowest limit that wend_fleet_create accepts is about 130 bytes per unit of units_max, and
     * for one search and its route 13 kB with "jps", or 40 kB and 1 byte per 100 cells of the map
     * with "astar".
     *
     * At the limit fewer searches run, with less memory each; then one at a time, with all memory
     * except a share for routes. If a search still lacks memory, its unit follows the partial path
     * and queues again at its end. Fields are freed, and routes are truncated and searched for
     * again later. Units keep moving. A unit is sure to arrive if the limit has room for its whole
     * search and 4 kB of routes; otherwise it arrives only if partial paths lead to the goal.
     * Several searches are tried again after 256 frames, or when no unit is active. */
    size_t memory_limit;
    /* All 0 (default): malloc. Not called inside a frame. */
    wend_allocator allocator;
    /* The connected components of `map`; NULL (default): none. Must outlive the fleet.
     *
     * With them an unreachable goal is known at once, and wend_order.nearest is possible. Without
     * them a search must exhaust everything first. Any number of fleets, agents and finders may
     * share them.
     *
     * A fleet reads them and never updates them: call wend_components_update between frames, after
     * edits of the map. Where edits are pending and may matter, the fleet searches as it does
     * without components. */
    const struct wend_components *components;
    /* A group order to this many units or more shares a field (wend_fleet_set_group_goal), 1 to
     * UINT32_MAX; 0 (default): 100. */
    uint32_t group_min;
    /* The maximum number of fields at a time, 1 to WEND_FLEET_FIELDS_MAX; 0 (default): 2. While it
     * grows, a field holds about 26 bytes for each cell that it has reached. Once it covers all
     * units of its group it holds half a byte for each cell of the map instead. */
    uint32_t fields_max;
    /* Frames with a time limit: unused time is saved for later frames, up to this number of
     * nanoseconds in all. Overruns are deducted from the next frame. 0 (default): nothing is saved.
     */
    uint64_t time_bank;
} wend_fleet_def;

/* Creates a fleet from the first `size` bytes of a definition, as wend_agent_create_sized. For
 * bindings. */
WEND_API wend_error wend_fleet_create_sized(const wend_fleet_def *def, size_t size,
                                            wend_fleet **out, wend_diagnosis *diagnosis);

/* Creates a fleet without units.
 *
 * Without a memory limit it allocates 130 bytes per unit of units_max and 30 to 70 kB; with "astar"
 * also 1 byte per 100 cells of the map. wend_fleet_reserve allocates more.
 *
 * On error *out is NULL and `diagnosis` (NULL is allowed) names the field of the definition:
 *     WEND_ERROR_ARGUMENT      a pointer is NULL, or a field is missing, out of range, or
 *                              contradicts another
 *     WEND_ERROR_UNSUPPORTED   the domain does not number its states or is a racetrack; or fleets
 *                              do not run `algo`, or not on this domain
 *     WEND_ERROR_MEMORY        out of memory, or memory_limit is too small
 *
 * Inline, so that the library knows with which header the caller was compiled. */
static inline wend_error wend_fleet_create(const wend_fleet_def *def, wend_fleet **out,
                                           wend_diagnosis *diagnosis) {
    return wend_fleet_create_sized(def, sizeof *def, out, diagnosis);
}

/* Frees a fleet. NULL is allowed. */
WEND_API void wend_fleet_destroy(wend_fleet *fleet);

/* ---- Units and orders ------------------------------------------------------------------------ */

/* The calls of this section never allocate and are made between frames. They are O(1), unless
 * stated otherwise. With an invalid handle, such as that of a removed unit, they return
 * WEND_ERROR_ARGUMENT. */

/* Adds a unit on a cell, without an order. Any number of units may share a cell.
 *
 * Errors; *out is WEND_UNIT_NONE:
 *     WEND_ERROR_ARGUMENT        a pointer is NULL
 *     WEND_ERROR_OUTSIDE         the cell is not a state
 *     WEND_ERROR_START_BLOCKED   the cell is blocked
 *     WEND_ERROR_MEMORY          the fleet is full: it has units_max units */
WEND_API wend_error wend_fleet_add(wend_fleet *fleet, wend_state state, wend_unit *out);

/* Removes a unit. Its handle is invalid afterwards.
 *
 * Errors:
 *     WEND_ERROR_ARGUMENT   not a unit of the fleet */
WEND_API wend_error wend_fleet_remove(wend_fleet *fleet, wend_unit unit);

/* The options of an order. All zeros are the defaults. */
typedef struct wend_order {
    /* 0 to 255; default 0. The order is queued as if its goal were nearer by `priority` / 256 of
     * the largest distance on the map. So a unit with priority 255 gets its search before all units
     * with orders of priority 0 from the same frame. */
    uint32_t priority;
    /* If the goal is unreachable or blocked, the unit goes to the nearest reachable cell
     * (wend_components_nearest), and counts as arrived there. If an edit opens a nearer cell later,
     * the unit goes on without a new order. While the components have pending edits, the cell is
     * the one according to the last update. Needs `components`. Default: false. */
    bool nearest;
} wend_order;

/* Sends a unit to a goal. It replaces the unit's previous order.
 *
 * order  NULL: the defaults
 *
 * Repeating an order changes nothing but its priority.
 *
 * Errors; the unit keeps its order:
 *     WEND_ERROR_ARGUMENT       not a unit of the fleet, or the priority is above 255
 *     WEND_ERROR_OUTSIDE        the goal is not a state
 *     WEND_ERROR_GOAL_BLOCKED   the goal is blocked and `nearest` is false
 *     WEND_ERROR_UNSUPPORTED    `nearest` without components
 *
 * O(1); with `nearest` also one wend_components_nearest. */
WEND_API wend_error wend_fleet_set_goal(wend_fleet *fleet, wend_unit unit, wend_state goal,
                                        const wend_order *order);

/* Sends many units to one goal.
 *
 * units   `count` units
 * order   the same for all; NULL: the defaults
 *
 * If there are `group_min` units or more, they share a field: a search that grows from the goal to
 * where they stand, over several frames.
 * - It takes up to half of what the moves leave of the budget; all of it if no unit waits for a
 *   search of its own.
 * - It takes as much work as 70 to 200 single orders (docs/fleets.md), for any number of units. So
 *   it pays for groups that are larger than that.
 * - Where it covers the units, their routes are optimal. Until then they move by the waiting rule.
 * - After an edit, units follow the old steps of the field that are still legal, until it has grown
 *   again.
 * - It is kept for orders to the same goal until another group needs it. A map edit is processed
 *   once, not once per unit.
 *
 * Otherwise each unit gets an order of its own: if there are fewer units, if fields_max other
 * groups have units, or if the moves of the domain cannot be reversed at the same cost.
 *
 * Errors are those of wend_fleet_set_goal; no unit is sent then. O(count); with `nearest` also one
 * wend_components_nearest for each unit. */
WEND_API wend_error wend_fleet_set_group_goal(wend_fleet *fleet, const wend_unit *units,
                                              uint32_t count, wend_state goal,
                                              const wend_order *order);

/* Cancels the order of a unit. The unit stands where it is.
 *
 * Errors:
 *     WEND_ERROR_ARGUMENT   not a unit of the fleet */
WEND_API wend_error wend_fleet_cancel(wend_fleet *fleet, wend_unit unit);

/* The most cells that a unit can be teleported and keep its route. */
#define WEND_FLEET_REJOIN 8u

/* Teleports a unit. A unit that is teleported to its goal has arrived.
 *
 * If the new cell is at most WEND_FLEET_REJOIN cells away, the unit keeps its search. It keeps its
 * route if free cells lead back to it in a straight line, or diagonally and then straight.
 * Otherwise the unit queues as if it had just been sent. An order with `nearest` chooses its cell
 * again.
 *
 * Errors:
 *     WEND_ERROR_ARGUMENT        not a unit of the fleet
 *     WEND_ERROR_OUTSIDE         the cell is not a state
 *     WEND_ERROR_START_BLOCKED   the cell is blocked
 *
 * O(1); with `nearest` also one wend_components_nearest. */
WEND_API wend_error wend_fleet_teleport(wend_fleet *fleet, wend_unit unit, wend_state state);

/* Undoes the move that a unit made on the last frame, because the game does not allow it.
 *
 * The unit is where it was before, keeps its route and its search, and tries the same move again on
 * the next frame. A unit that is refused on its way out of a building for WEND_WAY_OUT_MAX frames
 * returns its search to the pool. Does nothing if the unit has not moved on the last frame, or was
 * refused or teleported since.
 *
 * Use it for obstacles that go away. The unit does not look for a way around: two units that meet
 * head-on block each other forever. If a game keeps units apart by this call alone, only 0 to 22 %
 * of 1000 units with random goals arrive (docs/fleets.md). Resolve such conflicts in the game
 * (wend_fleet_teleport).
 *
 * Errors:
 *     WEND_ERROR_ARGUMENT   not a unit of the fleet */
WEND_API wend_error wend_fleet_refuse(wend_fleet *fleet, wend_unit unit);

/* ---- Reading units --------------------------------------------------------------------------- */

/* With an invalid handle these calls return WEND_UNIT_IDLE, WEND_STATE_NONE, or 0 states. To test
 * whether a handle is valid, compare wend_fleet_state with WEND_STATE_NONE. They never allocate. */

/* What a unit is doing. */
typedef enum wend_unit_status {
    WEND_UNIT_IDLE = 0,        /* has no order */
    WEND_UNIT_QUEUED = 1,      /* waits for a search; moves by the waiting rule */
    WEND_UNIT_SEARCHING = 2,   /* its search is running; moves by the waiting rule */
    WEND_UNIT_FOLLOWING = 3,   /* follows its route */
    WEND_UNIT_ARRIVED = 4,     /* is at its goal */
    WEND_UNIT_UNREACHABLE = 5, /* proved: no path leads to its goal, or only paths that cost more
                                * than WEND_COST_MAX; or it is too deep under a building
                                * (WEND_REASON_CELL_BLOCKED). The unit stands still, and queues
                                * again when an edit may have opened a path; with many such units
                                * that takes several frames */
    WEND_UNIT_GROUPED = 6      /* follows the field of its group, or waits until it is covered */
} wend_unit_status;

/* Returns whether a unit with this status is active: queued, searching, following, or grouped. */
static inline bool wend_unit_is_active(wend_unit_status status) {
    return status == WEND_UNIT_QUEUED || status == WEND_UNIT_SEARCHING ||
           status == WEND_UNIT_FOLLOWING || status == WEND_UNIT_GROUPED;
}

/* Returns a short text: "queued", "following"; also for unknown values. Static, never NULL. */
WEND_API const char *wend_unit_status_text(wend_unit_status status);

/* Returns what a unit is doing. O(1). */
WEND_API wend_unit_status wend_fleet_status(const wend_fleet *fleet, wend_unit unit);

/* Returns where a unit is. O(1). */
WEND_API wend_state wend_fleet_state(const wend_fleet *fleet, wend_unit unit);

/* Returns the goal of a unit's order, or WEND_STATE_NONE without an order. With `nearest` it is the
 * goal of the order, not the nearest cell. O(1). */
WEND_API wend_state wend_fleet_goal(const wend_fleet *fleet, wend_unit unit);

/* Returns the next step of a unit: the state to which it will move on the next frame.
 *
 * Returns WEND_STATE_NONE if the unit will stand still. Includes the edits of the map since the
 * last frame. Later edits and calls may change the answer, including wend_fleet_reserve and
 * wend_components_update. Frames do not depend on whether it was called.
 *
 * O(1); for a unit of a group O(edits) on the first call after them. */
WEND_API wend_state wend_fleet_next(wend_fleet *fleet, wend_unit unit);

/* Writes the waypoints of the rest of a unit's route, the nearest first. Returns their number.
 *
 * states     receives the cells where the route turns, and its end; on domains that are not maps
 *            every state
 * capacity   the most states that are written
 * complete   receives whether the last state written is where the unit is going; NULL is allowed
 *
 * For a unit that waits for its route it writes the path of its first search, if there is one; that
 * path does not reach the goal. For a unit of a group it writes nothing: see wend_fleet_field_next.
 * O(states written). */
WEND_API uint32_t wend_fleet_waypoints(const wend_fleet *fleet, wend_unit unit, wend_state *states,
                                       uint32_t capacity, bool *complete);

/* Writes every state of the rest of a unit's route. Returns their number.
 *
 * The parameters are those of wend_fleet_waypoints. O(states written). */
WEND_API uint32_t wend_fleet_path(const wend_fleet *fleet, wend_unit unit, wend_state *states,
                                  uint32_t capacity, bool *complete);

/* Returns the farthest state of its route that a unit sees, for steering.
 *
 * distance  how many moves of wend_fleet_path are considered, 1 to WEND_AHEAD_MAX; more is clamped
 *
 * The rules are those of wend_agent_ahead. Returns wend_fleet_next if the unit sees none of these
 * states, if its next move is not the first of them, or if it follows the field of its group. */
WEND_API wend_state wend_fleet_ahead(wend_fleet *fleet, wend_unit unit, uint32_t distance);

/* Returns the state that a unit of the same group would step to from `state`: shows the field.
 *
 * unit    a unit that is WEND_UNIT_GROUPED
 * state   any state of the map or domain
 * exact   receives whether the step begins an optimal route; if not, it leads to where the goal was
 *         nearer before the last edits. NULL is allowed
 *
 * Returns WEND_STATE_NONE at the goal, where the field has not grown to, for an invalid state, and
 * for a unit that is not WEND_UNIT_GROUPED.
 *
 * The answer is from the last frame. Later edits are not included, and may have made the step
 * illegal. Changes nothing. O(1). */
WEND_API wend_state wend_fleet_field_next(wend_fleet *fleet, wend_unit unit, wend_state state,
                                          bool *exact);

/* Explains what a unit is doing and why it stands (wend/explain.h).
 *
 * `ticks` of the explanation is 0 if the unit moved on the last frame, otherwise 1. With an invalid
 * handle the reason is WEND_REASON_NO_ORDER. O(units). */
WEND_API wend_explanation wend_fleet_explain(wend_fleet *fleet, wend_unit unit);

/* Returns the unit in a slot, or WEND_UNIT_NONE if the slot is free. To visit all units, pass 0 to
 * units_max - 1. O(1). */
WEND_API wend_unit wend_fleet_at(const wend_fleet *fleet, uint32_t slot);

/* ---- Frames ---------------------------------------------------------------------------------- */

/* A unit of work takes about the same time whatever is done: see wend/budget.h. */

/* The most units of work that a move is charged. */
#define WEND_FLEET_WORK_MOVE 56u

/* The most units of work that a move of a route is charged when the route is found, or checked
 * after an edit. */
#define WEND_FLEET_WORK_ROUTE 24u

/* Units of work for a step along a field, to find the cell where an edit has blocked it. */
#define WEND_FLEET_WORK_STEP 6u

/* Units of work for beginning and ending a search. */
#define WEND_FLEET_WORK_BEGIN 470u

/* Units of work for an edit of the map, for each field. */
#define WEND_FLEET_WORK_EDIT 30u

/* The most units of work that wend_components_nearest is charged for a chunk. It mostly reads one
 * to four chunks. */
#define WEND_FLEET_WORK_NEAREST 8000u

/* The most units of work that the first search of an order takes. */
#define WEND_FLEET_WORK_FIRST 4200u

/* The most units of work that an order is charged, except for its complete search and its route. */
#define WEND_FLEET_WORK_ORDER (WEND_FLEET_WORK_FIRST + 6000u)

/* Frames after which an order is never overtaken by a new one. */
#define WEND_FLEET_AGEING 256u

/* The least work of a frame, in units of work. */
#define WEND_FLEET_WORK_MIN 100u

/* The most work of a frame, in units of work; more is clamped. */
#define WEND_FLEET_WORK_MAX 2000000000u

/* Allocates what the next frame may need.
 *
 * work  units of work, at least that of the frame; WEND_FLEET_WORK_MIN to WEND_FLEET_WORK_MAX, more
 *       is clamped
 *
 * Call it before each frame, after the edits of the map. For routes it reserves as many waypoints
 * as a frame with this work can find, but not more than the larger of two numbers: 256 for each
 * waiting unit, and one for each cell of the map. Units whose routes do not fit get them on the
 * next frame.
 *
 * Errors:
 *     WEND_ERROR_ARGUMENT   fleet is NULL
 *     WEND_ERROR_BUDGET     work is below WEND_FLEET_WORK_MIN
 *     WEND_ERROR_MEMORY     less memory is available; the frame uses what there is */
WEND_API wend_error wend_fleet_reserve(wend_fleet *fleet, uint64_t work);

/* Something that happened to a unit on a frame. */
typedef struct wend_event {
    wend_unit unit;   /* the unit */
    uint32_t kind;    /* one WEND_EVENT_ bit */
    wend_state state; /* where the unit is */
} wend_event;

/* Flags of a frame, as bits of wend_frame.flags. */
enum {
    /* A search had to stop, and wend_fleet_reserve was not called for this frame. */
    WEND_FRAME_NOT_RESERVED = 1,
    /* A search had to stop, or fewer searches ran, because the last wend_fleet_reserve failed. */
    WEND_FRAME_OUT_OF_MEMORY = 2,
    /* Too little memory for a complete route, or for the search of one: its beginning was kept. */
    WEND_FRAME_ROUTES_TRUNCATED = 4,
    /* There were more than events_max events. */
    WEND_FRAME_EVENTS_LOST = 8
};

/* What happened on a frame. */
typedef struct wend_frame {
    uint32_t moved;        /* units that moved */
    uint32_t active;       /* units that are active after the frame (wend_unit_is_active) */
    uint32_t waiting;      /* active units that wait for a route, moving or not: queued, searching,
                            * and units of groups that the field does not cover yet */
    uint32_t arrived;      /* units that arrived on this frame; with wend_order.nearest a unit can
                            * arrive more than once */
    uint32_t unreachable;  /* orders whose goal was proved unreachable on this frame */
    uint32_t searching;    /* searches that are running after the frame */
    uint32_t queued;       /* units that wait for a search */
    uint32_t routes_found; /* routes found on this frame */
    uint32_t work;         /* units of work done */
    uint32_t flags;        /* WEND_FRAME_ bits */
    uint32_t event_count;  /* number of `events` */
    /* In the order in which they happened. Owned by the fleet; valid until the next frame. */
    const wend_event *events;
    uint64_t hash; /* of all moves and events since creation */
} wend_frame;

/* Runs one frame: moves every active unit, then searches.
 *
 * budget   units of work, at least WEND_FLEET_WORK_MIN; more than WEND_FLEET_WORK_MAX is clamped.
 *          With a time limit the frame lasts about `nanoseconds`, plus what
 *          wend_fleet_def.time_bank allows: all moves are made, then searches run while there is
 *          time
 * frame    what happened
 *
 * Errors:
 *     WEND_ERROR_ARGUMENT   a pointer is NULL, or a time limit is set without a clock
 *     WEND_ERROR_BUDGET     less than WEND_FLEET_WORK_MIN units of work
 *
 * Work: see the guarantees of this header. Never allocates. */
WEND_API wend_error wend_fleet_frame(wend_fleet *fleet, wend_budget budget, wend_frame *frame);

/* ---- Reading a fleet ------------------------------------------------------------------------- */

/* Counters of a fleet since its creation, and the memory that it holds now. */
typedef struct wend_fleet_info {
    uint64_t frames;        /* frames run */
    uint64_t moves;         /* moves made */
    uint64_t searches;      /* searches that finished */
    uint64_t search_work;   /* units of work in searches */
    uint64_t replans;       /* routes that were dropped: blocked by an edit, or truncated and walked
                             * to their end */
    uint32_t units;         /* units now */
    uint32_t longest_wait;  /* the most frames from an order, or from queueing again, until its
                             * search finished */
    size_t bytes_units;     /* of records, queue and events */
    size_t bytes_routes;    /* of routes */
    size_t bytes_searches;  /* of searches */
    size_t bytes_fields;    /* of fields */
    size_t bytes_allocated; /* all bytes that the fleet holds */
} wend_fleet_info;

/* Returns the counters of a fleet. O(fields_max). */
WEND_API wend_fleet_info wend_fleet_stats(const wend_fleet *fleet);

/* Returns the bytes that the fleet holds. O(1). */
WEND_API size_t wend_fleet_memory(const wend_fleet *fleet);

#ifdef __cplusplus
}
#endif

#endif
