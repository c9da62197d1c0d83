/* wend/fleet.h - many units under one budget per frame, and every one of them moves.
 *
 *     wend_fleet_def def = {.map = map, .units_max = 10000};
 *     wend_fleet_create(&def, &fleet, &diagnosis);
 *     wend_fleet_add(fleet, state, &unit);
 *     wend_fleet_set_goal(fleet, unit, goal, NULL);
 *     for (;;) {
 *         wend_components_update(components, 16);  // after edits, if the fleet has components
 *         wend_fleet_reserve(fleet, budget);       // between frames: may allocate
 *         wend_fleet_frame(fleet, budget, &frame); // inside the frame: never allocates
 *     }
 *
 * An agent (wend/agent.h) owns a search. A unit is a small record with a route of corners; the few
 * searches of the fleet are lent to units, one after the other, the nearest goal first, each until
 * it is over. A unit that waits for one moves by a rule that needs no search.
 *
 * What a frame does:
 *     edits      of the map since the last frame are read, once for all units;
 *     moves      one for each unit under way, in the order of slots: along its route, or by the
 *                waiting rule;
 *     searches   with what the moves have left of the budget; before them, with at most three
 *                quarters of that, routes are checked and units that were cut off ask again.
 *
 * What holds:
 *     - Under the waiting rules "greedy" and "hill" every unit that has somewhere to go moves on
 *       every frame, as long as its cell has a move at all; on a domain where some moves cannot be
 *       taken back, as long as it has one that can.
 *     - No unit makes a move that the map does not have at that moment (wend_map_move_cost).
 *     - A unit under way whose cell is blocked gets out. From under a building, where no move leads
 *       to a free cell, it walks straight to the nearest one, under every waiting rule, if that is
 *       within WEND_WAY_OUT_MAX steps. Otherwise it is WEND_UNIT_UNREACHABLE, and
 * wend_fleet_explain says WEND_REASON_CELL_BLOCKED: use wend_fleet_teleport.
 *     - The work of a frame, in units of work, is at most
 *           max(budget, moves + edits + budget / 4) + last
 *       where
 *           moves = 2 * slots ever used + WEND_FLEET_WORK_MOVE * units under way
 *           edits = edits since the last frame * (1 + WEND_FLEET_WORK_EDIT * fields there are),
 *                   or if the map does not remember them all (wend_map_def.edits),
 *                   1 for each chunk of 64 x 64 cells + WEND_FLEET_WORK_EDIT * fields
 *           last  = the one thing that passes the budget, because it is never interrupted:
 *                   WEND_FLEET_WORK_BEGIN + WEND_FLEET_WORK_ROUTE * moves of the longest route,
 *                   or after edits, with group orders and if that is more,
 *                   WEND_FLEET_WORK_STEP * moves of the longest path that a field shows
 *                   + 1 for each edit that the map remembers;
 *                   and with `nearest` orders WEND_FLEET_WORK_NEAREST for each chunk.
 *       So at least a quarter of the budget is left for checks of routes and for searches.
 *     - A frame makes no call to the allocator.
 *     - An order waits for its route no longer than
 *           WEND_FLEET_AGEING + 1 + units * (WEND_FLEET_WORK_ORDER + search + route)
 *                                   / (budget - WEND_FLEET_WORK_MOVE * units - route)
 *       frames, where `units` is how many there are, `search` is the most that a search takes, and
 *       `route` is WEND_FLEET_WORK_ROUTE times the moves of the longest route. Orders grow old:
 *       whatever comes WEND_FLEET_AGEING frames later comes behind. Before it come one order of
 *       each other unit at most, each with a first and a whole search, and those get what the moves
 *       leave of each frame, but for the rest of one that is too small for the route to be handed
 *       over. A unit that loses its search (because of an edit, or wend_fleet_teleport) waits from
 * then on. Without fields, and edits that make routes be checked: those have their share; and with
 *       all the memory that it asks for.
 *     - The same calls give the same moves, events and hashes, on every machine
 *       (wend_fleet_frame_timed: those depend on its speed).
 *
 * Calls on the same fleet must not overlap. Fleets that share a map and its components may run on
 * different threads, as long as no thread edits the map or calls wend_components_update: a fleet
 * only reads both. */
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

typedef struct wend_fleet wend_fleet;
struct wend_components; /* wend/components.h */

/* A unit of a fleet. The handle of a unit that was removed is refused from then on, though its slot
 * is used again. */
typedef uint64_t wend_unit;
#define WEND_UNIT_NONE 0u

/* The slot of a unit: a number below units_max that no other unit of the fleet has, for arrays of
 * the caller's. The least one that is vacant is not promised. */
#define wend_unit_slot(unit) ((uint32_t)(unit))

/* ---- Making a fleet ------------------------------------------------------------------------- */

#define WEND_FLEET_UNITS_MAX    1000000u
#define WEND_FLEET_SEARCHES_MAX 64u
#define WEND_FLEET_FIELDS_MAX   64u

/* What a unit does while it waits for its route. */
typedef enum wend_wait {
    /* Its order gets a first, short search (WEND_FLEET_WORK_FIRST). If that is over, so much the
     * better; if not, the unit follows the most promising path that it has shown. Before that and
     * at the end of it the unit does as with WEND_WAIT_HILL, but avoids the last four cells that it
     * left, and keeps to the straight line to its goal: on maps without knight's moves, where two
     * kinds of steps lead there (with 8 neighbours diagonal and straight ones), it mixes them in
     * the proportion in which they are needed. Costs a tenth more search work, and halves what
     * waiting makes routes longer. */
    WEND_WAIT_GREEDY = 0,
    /* Of the moves from its cell it makes the one after which it is least far from its goal by the
     * heuristic of the domain; of several the first in the order of moves. It does not step to the
     * cell that it left last if there is another move. Out of a cell that was blocked under it,
     * where no step can be taken back, it makes the nearest move to its goal, from where
     * `components`, if there are any, know of a way. */
    WEND_WAIT_HILL = 1,
    /* It stands; its route is the best there is from where it stood. */
    WEND_WAIT_STAND = 2
} wend_wait;

/* Events that can be asked for, as bits. */
enum {
    WEND_EVENT_MOVED = 1,       /* a unit made a move */
    WEND_EVENT_ARRIVED = 2,     /* it is at its goal */
    WEND_EVENT_UNREACHABLE = 4, /* proved: no way leads to its goal */
    WEND_EVENT_ROUTE = 8        /* its route is known */
};

/* What a fleet is made from. All zeros but for the required fields is a valid definition. Fields
 * that later versions add come at the end, so that a program compiled with this header goes on
 * working. */
typedef struct wend_fleet_def {
    /* Required: a grid, or another domain that numbers its states; one of the two, no racetrack.
     * Must outlive the fleet. The map of a belief is a map like any other: the fleet knows no more
     * than it. */
    const wend_map *map;
    const wend_domain *domain;
    /* Null for the best for the domain: "jps" on jumpable maps few of whose cells are mixed, else
     * "astar". Or one of those two; "astar" costs more, and is there for comparison. */
    const wend_algo *algo;
    /* Required: most units at a time, 1 to WEND_FLEET_UNITS_MAX. */
    uint32_t units_max;
    /* Most searches at a time, 1 to WEND_FLEET_SEARCHES_MAX; 0 for 4. A search that takes longer
     * than its share of a frame, the budget divided by this, does not keep the next one from
     * beginning. */
    uint32_t searches_max;
    wend_wait wait;
    /* Which events are listed, WEND_EVENT_ bits; 0 for all but WEND_EVENT_MOVED. */
    uint32_t event_kinds;
    /* Most events that a frame lists; 0 for 2 * units_max. */
    uint32_t events_max;
    /* Most bytes that the fleet may hold, 0 for no limit. Creation allocates what depends on
     * units_max and the least that one search and its route need: 13 kB with "jps", 40 kB and
     * 1 byte per 100 cells of the map with "astar". A lower limit is refused.
     *
     * At the limit, fewer searches run, with less memory each; then one at a time, with all memory
     * except a share for routes. If a search still lacks memory, its unit follows the partial path
     * and asks again at its end. Fields are freed, and routes are truncated and searched for again
     * later. Units keep moving. A unit arrives if its search fits beside the records and 4 kB of
     * routes; other units arrive only if partial paths lead to the goal. Several searches are tried
     * again after 256 frames, or when no unit is under way. */
    size_t memory_limit;
    wend_allocator allocator; /* all 0 for malloc; not called inside a frame */
    /* The connected components of `map`. NULL is allowed. With them an unreachable goal is known at
     * once and wend_order.nearest is possible; without them a search must exhaust everything first.
     * A fleet reads them and never updates them: call wend_components_update between frames, after
     * edits of the map. Where edits are pending and may matter, the fleet searches as it does
     * without components. Any number of fleets, agents and finders may share them. Must outlive the
     * fleet. */
    const struct wend_components *components;
    /* A group order to this many units or more shares a field, 1 to UINT32_MAX; 0 for 100. See
     * wend_fleet_set_group_goal. */
    uint32_t group_min;
    /* Most fields at a time, 1 to WEND_FLEET_FIELDS_MAX; 0 for 2. Each holds some 26 bytes for each
     * cell that it has grown to, and half a byte for each cell of the map once it covers everybody.
     */
    uint32_t fields_max;
    /* Frames with a time limit: unused time is saved for later frames, up to this many nanoseconds
     * in all. Overruns are deducted from the next frame. 0 (default): nothing is saved. */
    uint64_t time_bank;
} wend_fleet_def;

/* wend_fleet_create from the first `size` bytes of a definition: what a shorter one, of an older
 * header, does not have is 0; one that is longer than the library's must be 0 there. For bindings.
 */
WEND_API wend_error wend_fleet_create_sized(const wend_fleet_def *def, size_t size,
                                            wend_fleet **out, wend_diagnosis *diagnosis);

/* Creates a fleet. Takes 130 bytes per unit of units_max and 30 to 70 kB, with "astar" also 1 byte
 * per 100 cells of the map; more comes with wend_fleet_reserve. If it fails, *out is null and
 * `diagnosis` (may be null) names the field:
 *     WEND_ERROR_ARGUMENT       a field is missing, out of range, or contradicts another
 *     WEND_ERROR_UNSUPPORTED    the domain is no map, graph or other that numbers its states, or
 *                               `algo` is not one that fleets run, or not on this domain
 *     WEND_ERROR_MEMORY
 * Inline, so that the library knows with which header the caller was compiled. */
static inline wend_error wend_fleet_create(const wend_fleet_def *def, wend_fleet **out,
                                           wend_diagnosis *diagnosis) {
    return wend_fleet_create_sized(def, sizeof *def, out, diagnosis);
}

/* Null is allowed. */
WEND_API void wend_fleet_destroy(wend_fleet *fleet);

/* ---- Units ---------------------------------------------------------------------------------- */

/* All of these are O(1), allocate nothing, and are called between frames. A handle that is not one
 * of a unit of the fleet, or not any more, is WEND_ERROR_ARGUMENT. */

/* A new unit on a cell, without an order. Any number of units may share a cell.
 * WEND_ERROR_OUTSIDE, _START_BLOCKED; _MEMORY if there are units_max. */
WEND_API wend_error wend_fleet_add(wend_fleet *fleet, wend_state state, wend_unit *out);
WEND_API wend_error wend_fleet_remove(wend_fleet *fleet, wend_unit unit);

/* What an order says beside its goal; all 0 is the default. */
typedef struct wend_order {
    /* 0 to 255. The 255 are worth as much as the largest distance there is: an order of priority
     * 255 is searched for before all of priority 0 that came on the same frame. */
    uint32_t priority;
    /* Where the goal cannot be reached, or stood on, the unit goes to the nearest cell that it can
     * reach (wend_components_nearest), and has arrived there. If an edit opens a nearer one later,
     * the same order sends it on. Needs `components`. */
    bool nearest;
} wend_order;

/* Sends a unit to a cell, whatever it was doing. `order` may be null for the default.
 * The same order again changes nothing but the priority. WEND_ERROR_OUTSIDE, _GOAL_BLOCKED unless
 * `nearest` is set, _ARGUMENT for a priority out of range, and _UNSUPPORTED for `nearest` without
 * components; the unit goes on as before then. With `nearest` it takes what wend_components_nearest
 * does. */
WEND_API wend_error wend_fleet_set_goal(wend_fleet *fleet, wend_unit unit, wend_state goal,
                                        const wend_order *order);

/* Sends many units to one goal. `group_min` of them or more share a field: a search that grows from
 * the goal to where they stand, over frames, with up to half of what the moves leave of the budget
 * (all of it if nobody waits for a search of its own). It costs as much as some hundred single
 * orders, however many units follow it, and their routes are optimal from where it covers them;
 * until then they move by the waiting rule. It is kept for orders to the same goal until another
 * group needs it, and an edit of the map is worked in once for all. Fewer units, or more groups
 * than fields_max, or a domain whose moves cannot be taken back at the same cost: as if each was
 * sent. Errors as of wend_fleet_set_goal; nobody is sent then. O(count). */
WEND_API wend_error wend_fleet_set_group_goal(wend_fleet *fleet, const wend_unit *units,
                                              uint32_t count, wend_state goal,
                                              const wend_order *order);

/* The unit stands where it is, without an order. */
WEND_API wend_error wend_fleet_cancel(wend_fleet *fleet, wend_unit unit);

/* Teleports a unit. On the goal of its order it has arrived. Up to WEND_FLEET_REJOIN cells away
 * it keeps its order's search, and its route if it can return to it straight, or diagonally and
 * then straight; else it is queued as if it was sent now. An order with `nearest` chooses its cell
 * again, which costs one wend_components_nearest. WEND_ERROR_OUTSIDE, _START_BLOCKED. */
WEND_API wend_error wend_fleet_teleport(wend_fleet *fleet, wend_unit unit, wend_state state);

#define WEND_FLEET_REJOIN 8u

/* The world does not allow the move that the unit made on the last frame (somebody stands there):
 * it is where it was before, and keeps its route and its search; on the next frame it tries again.
 * A unit that is refused for WEND_WAY_OUT_MAX frames under a building gives its search to others.
 * It does not look for a way round: two units that meet head-on in opposite directions refuse each
 * other for ever. With one unit per cell enforced by this call alone, 5 to 14 % of 1000 units with
 * random goals arrive on three game maps, and 0 to 22 % in other runs. Use it for an obstacle that
 * goes away, or resolve conflicts in the game (wend_fleet_teleport).
 * Nothing happens to a unit that has not moved on the last frame, or was refused, put or removed
 * since. */
WEND_API wend_error wend_fleet_refuse(wend_fleet *fleet, wend_unit unit);

typedef enum wend_unit_status {
    WEND_UNIT_IDLE = 0,       /* without an order */
    WEND_UNIT_QUEUED = 1,     /* waits for a search; moves by the waiting rule */
    WEND_UNIT_SEARCHING = 2,  /* its search is under way; likewise */
    WEND_UNIT_FOLLOWING = 3,  /* follows its route */
    WEND_UNIT_ARRIVED = 4,    /* at its goal */
    WEND_UNIT_GROUPED = 6,    /* follows the field of its group, or waits for that to cover it */
    WEND_UNIT_UNREACHABLE = 5 /* proved: no way leads to its goal. It stands, and is queued again
                               * when an edit of the map may have opened one; if many units are cut
                               * off, that takes several frames */
} wend_unit_status;

/* Whether a unit with this status is on its way: queued, searching, following, or grouped. */
static inline bool wend_unit_is_active(wend_unit_status status) {
    return status == WEND_UNIT_QUEUED || status == WEND_UNIT_SEARCHING ||
           status == WEND_UNIT_FOLLOWING || status == WEND_UNIT_GROUPED;
}

/* Invalid handle: WEND_UNIT_IDLE, WEND_STATE_NONE. */
WEND_API wend_unit_status wend_fleet_status(const wend_fleet *fleet, wend_unit unit);
WEND_API wend_state wend_fleet_state(const wend_fleet *fleet, wend_unit unit);
/* That of the order; WEND_STATE_NONE without one. */
WEND_API wend_state wend_fleet_goal(const wend_fleet *fleet, wend_unit unit);

/* Returns the state that the unit will step to on the next frame, WEND_STATE_NONE if it will stand.
 * Edits of the map since the last frame are taken into account; later edits and calls (also
 * wend_fleet_reserve and wend_components_update) may change the answer. Frames do not depend on
 * whether it was called. O(1); for a unit of a group O(edits) on the first call after them. */
WEND_API wend_state wend_fleet_next(wend_fleet *fleet, wend_unit unit);

/* Writes the rest of a unit's route, the nearest state first: of a map the cells where it turns and
 * its end, elsewhere every state. Writes at most `capacity` states and returns how many.
 * `complete` (may be null): whether the last one written is the goal. Of a unit that waits for its
 * route: the path that the first search of its order has shown, if there is one, which does not
 * reach the goal. O(what it writes). */
WEND_API uint32_t wend_fleet_waypoints(const wend_fleet *fleet, wend_unit unit, wend_state *states,
                                       uint32_t capacity, bool *complete);

/* The same with every cell of the route, also on maps. Writes at most `capacity` states and returns
 * how many. O(what it writes). */
WEND_API uint32_t wend_fleet_path(const wend_fleet *fleet, wend_unit unit, wend_state *states,
                                  uint32_t capacity, bool *complete);

/* Returns the farthest state that a unit sees, of the next `distance` moves of what
 * wend_fleet_waypoints says, for steering: as wend_agent_ahead. Returns wend_fleet_next where it
 * sees none, where its next move is not the first one of that, and for a unit that follows the
 * field of its group. */
WEND_API wend_state wend_fleet_ahead(wend_fleet *fleet, wend_unit unit, uint32_t distance);

/* The field that the unit's group shares, for pictures of it: the state that a unit of the group
 * would step to from `state`, any one of the map or domain. WEND_STATE_NONE at the goal, where the
 * field has not grown to, for what is no state, and for a unit that is not WEND_UNIT_GROUPED.
 * `exact` (may be null): whether it is the first step of an optimal route; if not, it leads to
 * where the goal was nearer before the last edits. All this as the last frame left it: edits that
 * came after it are not known yet, and the step may be one that they have made impossible. Changes
 * nothing, O(1). */
WEND_API wend_state wend_fleet_field_next(wend_fleet *fleet, wend_unit unit, wend_state state,
                                          bool *exact);

/* Why a unit does what it does, or stands: wend/explain.h, whose `ticks` is 0 if it moved on the
 * last frame, else 1. WEND_REASON_NO_ORDER for what is no unit. O(units). */
WEND_API wend_explanation wend_fleet_explain(wend_fleet *fleet, wend_unit unit);

/* The unit in a slot, WEND_UNIT_NONE if there is none: for loops over all, from 0 to units_max - 1.
 */
WEND_API wend_unit wend_fleet_at(const wend_fleet *fleet, uint32_t slot);

/* ---- Frames --------------------------------------------------------------------------------- */

/* Work is counted in units that take about the same time whatever is done, some nanoseconds: an
 * expansion of an ordinary search is WEND_WORK_EXPANSION of them, one of jump point search
 * as many as it is worth (wend/research.h). */
#define WEND_FLEET_WORK_MOVE 56u /* the most that a move is charged */
#define WEND_FLEET_WORK_ROUTE                                                                      \
    24u                            /* the most that a move of a route is charged when the route    \
                                    * is found, or checked after an edit */
#define WEND_FLEET_WORK_STEP  6u   /* a step of a field that is followed to what an edit cut */
#define WEND_FLEET_WORK_BEGIN 470u /* beginning and ending a search */
#define WEND_FLEET_WORK_EDIT  30u  /* an edit of the map, for each field */
#define WEND_FLEET_WORK_NEAREST                                                                    \
    8000u /* the most that wend_components_nearest is charged for a chunk; it                      \
           * mostly reads one to four of them */
#define WEND_FLEET_WORK_FIRST 4200u /* the most that the first search of an order takes */
#define WEND_FLEET_WORK_ORDER                                                                      \
    (WEND_FLEET_WORK_FIRST + 6000u) /* and with all that is charged for an order beside its whole  \
                                     * search and its route */
#define WEND_FLEET_AGEING 256u      /* frames after which nobody passes an order any more */

/* Makes sure that the next frame with a budget up to `budget` units of work
 * (WEND_FLEET_WORK_MIN to WEND_FLEET_WORK_MAX) has the memory that it may need. May allocate;
 * call it between frames, before each one, and after edits of the map. For routes that is 256
 * corners for each unit that waits for one, or as many as there are states if that is more: what a
 * frame finds beyond that it hands over on the next. WEND_ERROR_MEMORY: there is less than that,
 * and the frame does with what there is. */
WEND_API wend_error wend_fleet_reserve(wend_fleet *fleet, uint64_t work);

#define WEND_FLEET_WORK_MIN 100u
#define WEND_FLEET_WORK_MAX 2000000000u

typedef struct wend_event {
    wend_unit unit;
    uint32_t kind;    /* one WEND_EVENT_ bit */
    wend_state state; /* where the unit is */
} wend_event;

/* Flags of a frame. */
enum {
    WEND_FRAME_NOT_RESERVED = 1,  /* a search had to stop, and wend_fleet_reserve was not called for
                                   * this frame */
    WEND_FRAME_OUT_OF_MEMORY = 2, /* the same, or fewer ran, and the last preparation has failed */
    WEND_FRAME_ROUTES_TRUNCATED = 4, /* there was no room for a whole route, or for the search of
                                      * one: its beginning was kept */
    WEND_FRAME_EVENTS_LOST = 8       /* there were more than events_max events */
};

typedef struct wend_frame {
    uint32_t moved;        /* units that made a move */
    uint32_t waiting;      /* units under way without a route: those queued and searching, and
                            * those of groups whose field does not cover them yet */
    uint32_t arrived;      /* units that arrived on this frame */
    uint32_t unreachable;  /* orders that were proved to be in vain on this frame */
    uint32_t searching;    /* searches under way after the frame */
    uint32_t queued;       /* units that wait for one */
    uint32_t routes_found; /* on this frame */
    uint32_t work;         /* of work */
    uint32_t flags;        /* WEND_FRAME_ bits */
    uint32_t event_count;
    const wend_event *events; /* in the order in which they happened; the fleet's, until the next
                               * frame */
    uint64_t hash;            /* of all moves and events up to now */
} wend_frame;

/* Runs one frame: moves every unit, then searches.
 *
 * budget  units of work, at least WEND_FLEET_WORK_MIN; more than WEND_FLEET_WORK_MAX is clamped.
 *         With a time limit the frame lasts about `nanoseconds`, plus what wend_fleet_def.time_bank
 *         allows: the moves are made in any case, then searches run while there is time
 * frame   what happened
 *
 * Errors: WEND_ERROR_BUDGET; WEND_ERROR_ARGUMENT, also for a time limit without a clock. */
WEND_API wend_error wend_fleet_frame(wend_fleet *fleet, wend_budget budget, wend_frame *frame);

/* ---- Looking at a fleet --------------------------------------------------------------------- */

typedef struct wend_fleet_info {
    uint64_t frames;
    uint64_t moves;
    uint64_t searches;     /* that were over */
    uint64_t search_work;  /* of work in searches */
    uint64_t replans;      /* routes that were given up because of edits, or were cut */
    uint32_t units;        /* there are now */
    uint32_t longest_wait; /* frames from the order, or from when it was queued again, until its
                            * search was over: the most so far */
    size_t bytes_units;    /* records, queue and events */
    size_t bytes_routes;
    size_t bytes_searches;
    size_t bytes_fields;
    size_t bytes_allocated; /* all that the fleet holds */
} wend_fleet_info;

/* O(searches_max). */
WEND_API wend_fleet_info wend_fleet_stats(const wend_fleet *fleet);

/* Returns the bytes that the fleet holds. O(1). */
WEND_API size_t wend_fleet_memory(const wend_fleet *fleet);

#ifdef __cplusplus
}
#endif

#endif
