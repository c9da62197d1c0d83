/* fleet/fleet.h - a fleet: records of units, the searches lent to them, their routes.
 *
 *     making.c     definitions; creating and destroying fleets
 *     fleet.c      handles, and the calls between frames
 *     frame.c      one frame: edits, moves, searches, in this order
 *     lines.c      routes as straight lines: following them, checking them, returning to them
 *     lending.c    searches: starting them, running them, handing over their routes
 *     reserving.c  their memory, between frames
 *     waiting.c    moves that need no search
 *     groups.c     group orders: fields that units share
 *     corners.c    the pool of routes
 *     queue.c      the order in which units get a search */
#ifndef WN_FLEET_H
#define WN_FLEET_H

#include <wend/fleet.h>

#include "domain/grid.h"
#include "domain/components.h"
#include "fleet/corners.h"
#include "fleet/groups.h"
#include "fleet/queue.h"
#include "search/points.h"
#include "search/search.h"

/* ---- Units ----------------------------------------------------------------------------------- */

/* How many earlier cells a unit remembers, in addition to the last one. */
#define WN_UNIT_MEMORY 3

/* Flags of a unit. */
enum {
    WN_UNIT_MOVED = 1,      /* on the last frame, and the move can be undone */
    WN_UNIT_BY_LINE = 2,    /* that move was one of its line */
    WN_UNIT_UNCHECKED = 4,  /* edits may have blocked its route: its moves are checked until the
                             * whole route has been */
    WN_UNIT_UNREPORTED = 8, /* it arrived, or became unreachable, between frames: not reported as an
                             * event yet */
};

/* A rectangle of cells, inclusive. */
typedef struct wn_extent {
    uint16_t low_x, low_y, high_x, high_y;
} wn_extent;

typedef struct wn_unit {
    wn_spot at;   /* of a free slot: the next free one */
    wn_spot goal; /* its destination: the goal of its order, or the nearest reachable cell */
    /* The current line: the difference that a move adds to the spot (on domains without lines: the
     * target of the move minus the spot), and the number of moves left. The next line begins at the
     * next waypoint only when the next move is made, so that the last move can be undone. */
    uint32_t line_step;
    uint16_t line_left;
    uint8_t status; /* wend_unit_status */
    uint8_t flags;
    /* The rest after the line: on maps waypoints, elsewhere all states. While the unit waits for
     * its route: its lead, the path found by its first, short search. */
    wn_corners route;
    wn_spot before; /* its position before the last move, WN_NONE if unknown; ... */
    wn_spot earlier[WN_UNIT_MEMORY]; /* ... and the positions before that */
    uint32_t generation;             /* of the handle, from 1; ... */
    bool is_there;                   /* ... whether the slot is in use */
    bool goes_nearest;               /* its order allows the nearest reachable cell */
    bool is_scouted;                 /* its order has had a first, short search */
    uint8_t priority;
    wn_extent extent; /* on maps: a box around the unit and its route */
    wn_spot ordered;  /* the goal of its order, WN_NONE without one */
    uint32_t group;   /* WEND_UNIT_GROUPED: the number of its group */
    uint32_t search;  /* the number of the search lent to it, or WN_NONE */
    uint32_t since;   /* the frame in which it was queued, or became unreachable */
    wn_spot cut;      /* the cell that blocks its route, until it has a new one; or WN_NONE */
} wn_unit;

static inline bool wn_unit_waits(const wn_unit *unit) {
    return unit->status == WEND_UNIT_QUEUED || unit->status == WEND_UNIT_SEARCHING;
}

static inline bool wn_unit_is_active(const wn_unit *unit) {
    return wn_unit_waits(unit) || unit->status == WEND_UNIT_FOLLOWING ||
           unit->status == WEND_UNIT_GROUPED;
}

/* ---- Searches -------------------------------------------------------------------------------- */

/* A unit moves while its search runs, and keeps the way back to where the search began. */
#define WN_TRAIL_MAX 64u

typedef struct wn_lent {
    wn_search search;
    bool is_made;        /* `search` is initialized */
    uint32_t unit;       /* the borrower, WN_NONE if it is free */
    uint32_t grant;      /* work for which memory is reserved, ... */
    uint32_t grant_new;  /* ... and for which a new search has memory, if it discards the old one */
    bool is_over;        /* it has found a route that is still to be handed over, ... */
    uint32_t over_frame; /* ... since this frame */
    uint32_t left;       /* work until a first, short search ends; UINT32_MAX: it is not one */
    uint64_t version;    /* of the map when it began, ... */
    uint64_t components_version; /* ... and of the components */
    uint32_t trail_count;
    wn_spot trail[WN_TRAIL_MAX + 1]; /* from where it began to where the unit is */
} wn_lent;

/* ---- The fleet ------------------------------------------------------------------------------- */

/* Charges in units of work (WEND_WORK_EXPANSION), measured with 1000 to 10,000 units next to
 * running searches: records and routes are seldom in a cache. */
enum {
    WN_UNITS_STAND = 1,   /* a unit that does nothing */
    WN_UNITS_FOLLOW = 16, /* a move along a route */
    WN_UNITS_LEAD = 30,   /* a move along a lead, which is checked */
    WN_UNITS_WAIT = 28,   /* a move by the waiting rule, ... */
    WN_UNITS_FRESH = 20,  /* ... and on the first frame of an order, when nothing is in a cache */
    WN_UNITS_BEGIN = WEND_FLEET_WORK_BEGIN, /* a search whose part of the map is in no cache */
    WN_UNITS_TRACE = 11,                    /* a point of a route that is handed over, ... */
    WN_UNITS_JOIN = 22,                     /* ... and a spot of the trail that leads back to it */
    WN_UNITS_CHECK = 6,                     /* a move of a route that is checked after an edit */
    WN_UNITS_ASK = 100 /* asking the components for the goal, on maps of small islands */
};

/* The bounds promised by the public header. A node of a jump point search, which is one move or
 * more, has two points. */
_Static_assert(WN_UNITS_LEAD + WN_UNITS_FRESH <= WEND_FLEET_WORK_MOVE &&
                   WN_UNITS_WAIT <= WN_UNITS_LEAD && WN_UNITS_FOLLOW <= WN_UNITS_LEAD &&
                   2 * WN_UNITS_WAIT <= WEND_FLEET_WORK_MOVE, /* a member that leaves its group */
               "no move is charged more than promised");
_Static_assert(WN_UNITS_CHECK == WEND_FLEET_WORK_STEP, "a step of a field is checked like a move");
_Static_assert(WN_UNITS_STAND == 1, "a slot is charged 1 on every frame, and 1 more after edits");
_Static_assert(WN_CHUNK_CELLS + WN_REGIONS * WN_GRID_DEGREE_MAX +
                       WN_SMALL_ISLAND * WN_SMALL_ISLAND + WN_UNITS_ASK <=
                   WEND_FLEET_WORK_NEAREST,
               "no chunk is charged more than promised");
_Static_assert(2 * WN_UNITS_TRACE <= WEND_FLEET_WORK_ROUTE &&
                   WN_UNITS_JOIN <= WEND_FLEET_WORK_ROUTE &&
                   WN_UNITS_CHECK <= WEND_FLEET_WORK_ROUTE,
               "no move of a route is charged more than promised");

/* Goal offsets for which the order of steps is stored: see waiting.c. */
#define WN_OFFSET_MAX 3
#define WN_OFFSETS    (2 * WN_OFFSET_MAX + 1)

struct wend_fleet {
    wend_fleet_def def;
    wn_memory memory;
    const wend_domain *domain;
    const wend_map *map;     /* NULL on other domains */
    wn_policy policy;        /* of its searches */
    bool jumps;              /* they are jump point searches */
    wn_search probe;         /* domains other than maps: provides only moves and h */
    wend_cost distance_most; /* the largest distance; on domains other than maps: so far */
    uint32_t step_orders[WN_OFFSETS * WN_OFFSETS]; /* maps: steps, the nearest to a goal first */

    wn_unit *units;
    uint32_t units_high; /* slots from here on were never used */
    uint32_t vacant;     /* the first free slot below, or WN_NONE */
    uint32_t count;
    uint32_t active; /* active units: see wn_fleet_set_status */
    wn_queue queue;
    wn_queue_link *links;
    wn_corner_pool corners;
    wn_lent *lent; /* def.searches_max */
    uint32_t searching;
    wn_group *groups;   /* def.fields_max */
    uint32_t uncovered; /* members of groups that their field does not cover on this frame */

    uint64_t version;            /* of the map: edits up to here were processed */
    uint64_t components_version; /* of the components, in the same way */
    uint32_t least_factor;       /* the map's least factor at that version, used by the heuristic */
    uint32_t unchecked;          /* units with WN_UNIT_UNCHECKED */
    uint32_t check_next;         /* the slot where checking continues */
    uint32_t wake_frame;         /* the last frame that made units check unreachable goals, ... */
    uint32_t wake_left;          /* ... the slots still to be visited, ... */
    uint32_t wake_next;          /* ... and the first of them */
    bool wake_all;               /* all of them; otherwise only those under a building */

    uint32_t frame_number;
    bool is_prepared;    /* wend_fleet_reserve was called since the last frame, ... */
    bool is_short;       /* ... and failed */
    uint32_t lean_left;  /* frames left with memory for only one search at a time, and ... */
    uint32_t lean_shift; /* ... routes get 1 / 2^(1 + this) of the memory beside the records */
    int64_t banked;      /* nanoseconds left over by timed frames; negative: they are late */
    wend_event *events;
    wend_frame frame; /* the current frame, or the last one */
    uint64_t hash;
    wend_fleet_info info;
};

/* Sets the status of a unit of the fleet. All changes go through here, so that the active units are
 * counted. */
static inline void wn_fleet_set_status(wend_fleet *fleet, wn_unit *unit, wend_unit_status status) {
    uint32_t was_active = wn_unit_is_active(unit);
    unit->status = (uint8_t)status;
    fleet->active = fleet->active - was_active + wn_unit_is_active(unit);
}

/* ---- Spots ----------------------------------------------------------------------------------- */

static inline wn_spot wn_fleet_spot(const wend_fleet *fleet, wend_state state) {
    if (!fleet->map) {
        return wn_domain_id(fleet->domain, state);
    }
    uint32_t y = wn_cells_row(&fleet->map->cells, state);
    return wn_place_of(state - y * fleet->map->cells.width + 1, y + 1);
}

static inline wend_state wn_fleet_state_of(const wend_fleet *fleet, wn_spot spot) {
    return fleet->map ? (wn_place_y(spot) - 1) * fleet->map->cells.width + wn_place_x(spot) - 1
                      : wn_domain_state(fleet->domain, spot);
}

static inline wn_id wn_fleet_id(const wend_fleet *fleet, wn_spot spot) {
    return fleet->map ? wn_grid_at_place(fleet->map, spot) : spot;
}

static inline wn_spot wn_fleet_spot_of_id(const wend_fleet *fleet, wn_id id) {
    return fleet->map ? wn_grid_place(fleet->map, id) : id;
}

/* The step out of a building placed on a unit, or WN_NONE: see wn_grid_way_out. */
static inline wn_spot wn_fleet_way_out(const wend_fleet *fleet, wn_spot at) {
    wn_id id = fleet->map ? wn_grid_at_place(fleet->map, at) : WN_NONE;
    if (!fleet->map || fleet->map->moves[id]) {
        return WN_NONE;
    }
    wn_id out = wn_grid_way_out(fleet->map, id);
    return out == WN_NONE ? WN_NONE : wn_grid_place(fleet->map, out);
}

/* Whether a building was placed on a unit there: see wn_grid_is_buried. */
static inline bool wn_fleet_is_buried(const wend_fleet *fleet, wn_spot at) {
    return fleet->map && wn_grid_is_buried(fleet->map, wn_grid_at_place(fleet->map, at));
}

/* Whether the goal of a unit was unreachable before the map got ways that may lead to it. */
static inline bool wn_fleet_must_ask(const wend_fleet *fleet, const wn_unit *unit) {
    return unit->status == WEND_UNIT_UNREACHABLE && fleet->wake_left > 0 &&
           unit->since - fleet->wake_frame > UINT32_MAX / 2 &&
           (fleet->wake_all || wn_fleet_is_buried(fleet, unit->at));
}

/* Whether any unit has a search or waits for one. */
static inline bool wn_fleet_is_searching(const wend_fleet *fleet) {
    return fleet->searching + fleet->queue.count > 0;
}

/* The work of a frame, clamped to what a fleet supports. */
static inline uint32_t wn_fleet_work(uint64_t work) {
    return (uint32_t)wn_min_u64(work, WEND_FLEET_WORK_MAX);
}

/* ---- fleet.c --------------------------------------------------------------------------------- */

/* Chooses the goal of a unit with an order: the goal of the order, or the nearest reachable cell if
 * the order allows it and the components are known. Returns false if neither is possible. Adds the
 * work beyond WN_UNITS_ASK to `units`. */
bool wn_fleet_choose_goal(wend_fleet *fleet, wn_unit *unit, uint32_t *units);

/* Marks the unit's goal as unreachable. */
void wn_fleet_set_unreachable(wend_fleet *fleet, uint32_t number);

/* Marks the unit as arrived. */
void wn_fleet_arrive(wend_fleet *fleet, uint32_t number);

/* Appends an event to the list, if there is room. */
void wn_fleet_list_event(wend_fleet *fleet, uint32_t number, uint32_t kind);

/* Adds an event to the hash, and to the list if its kind was requested. */
WN_INLINE void wn_fleet_note(wend_fleet *fleet, uint32_t number, uint32_t kind) {
    uint64_t value = (uint64_t)kind << 60 ^ (uint64_t)number << 32 ^ fleet->units[number].at;
    uint64_t hash = (fleet->hash ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    fleet->hash = hash ^ hash >> 32;
    if (fleet->def.event_kinds & kind) {
        wn_fleet_list_event(fleet, number, kind);
    }
}

/* Queues a unit that has an order but no route, as if ordered now. This includes units that had a
 * search and lost it. So every other unit overtakes a queued unit at most once, and its wait is
 * bounded. */
void wn_fleet_queue(wend_fleet *fleet, uint32_t number);
/* Queues a unit again after its first, short search: with its old age, but further back. */
void wn_fleet_queue_again(wend_fleet *fleet, uint32_t number);

/* Releases what the unit holds for its order: its route, its search, its place in the queue. */
void wn_fleet_let_go(wend_fleet *fleet, uint32_t number);

/* The size of the records of units, the queue and the events, in bytes. */
size_t wn_fleet_record_bytes(const wend_fleet *fleet);

/* ---- waiting.c ------------------------------------------------------------------------------- */

/* A lower bound of the distance from one spot to another. */
wend_cost wn_fleet_distance(wend_fleet *fleet, wn_spot from, wn_spot to);

/* Prepares the order of steps of a new fleet on a map. */
void wn_fleet_order_steps(wend_fleet *fleet);

/* The step of a unit by the waiting rule, or WN_NONE. */
wn_spot wn_fleet_wait_step(wend_fleet *fleet, const wn_unit *unit);

/* ---- lines.c --------------------------------------------------------------------------------- */

/* The line from one spot to another; on domains other than maps a single move. */
wn_line wn_line_of(const wend_fleet *fleet, wn_spot from, wn_spot to);

/* The step that an active unit makes on the next frame, or WN_NONE. `by_line` tells
 * whether it is the next move of its line. */
wn_spot wn_fleet_next_step(wend_fleet *fleet, const wn_unit *unit, bool *by_line);

/* Whether the move is legal. */
bool wn_fleet_is_move(const wend_fleet *fleet, wn_spot from, wn_spot to);

static inline bool wn_unit_has_route(const wn_unit *unit) {
    return unit->line_left > 0 || !wn_corners_are_none(&unit->route);
}

/* Advances the unit's line by one move. */
void wn_fleet_pass(wend_fleet *fleet, wn_unit *unit);

/* Drops what is left of the route. */
void wn_fleet_drop_route(wend_fleet *fleet, wn_unit *unit);

/* The blocked cell that makes the first illegal move on the rest of a route illegal, WN_NONE if all
 * moves are legal. Adds the number of moves checked to `checked`. */
wn_spot wn_fleet_find_cut(const wend_fleet *fleet, const wn_unit *unit, uint32_t *checked);

/* Whether a diagonal line followed by a straight one leads from one spot to another within `most`
 * moves. Sets `corner` to the waypoint between them, or to `to` if it needs none. Only on maps. */
bool wn_fleet_sees(const wend_fleet *fleet, wn_spot from, wn_spot to, uint32_t most,
                   wn_spot *corner);

/* Extends a box to include a spot. */
void wn_extent_add(wn_extent *extent, wn_spot spot);

/* ---- groups.c -------------------------------------------------------------------------------- */

/* The group for an order of many units to a goal, WN_NONE if all groups are in use for other goals.
 */
uint32_t wn_groups_find(wend_fleet *fleet, wn_spot goal);

/* The step from a state according to the field of the unit's group; WN_NONE if the field has none,
 * or the unit is in no group. */
wn_id wn_group_next(wend_fleet *fleet, const wn_unit *unit, wn_id from, bool *is_exact);

/* The step of a member: by its field, or by the waiting rule where the field has none; or WN_NONE.
 * `is_covered` tells whether it is the first step of an optimal route, or leads out of a blocked
 * cell to one. */
wn_spot wn_group_step(wend_fleet *fleet, const wn_unit *unit, bool *is_covered);

/* The step of a member on the next frame, after the frame has processed the edits of the map; or
 * WN_NONE. The field is not changed. O(1), except that the first call after edits is O(edits). */
wn_spot wn_group_foresee(wend_fleet *fleet, const wn_unit *unit);

/* Called before the moves of a frame: resets the requests of uncovered members. */
void wn_groups_begin_frame(wend_fleet *fleet);
/* Updates the fields with the edits of the map since the last frame. */
void wn_groups_read_edits(wend_fleet *fleet);

/* Whether an uncovered member will never be covered, because its goal is unreachable. */
bool wn_group_is_left(const wend_fleet *fleet, const wn_unit *unit, bool is_covered);

/* Requests that the field grows towards an uncovered member. */
void wn_group_ask(wend_fleet *fleet, const wn_unit *unit);

/* Called after an edit for an uncovered member. If the field has known a way from there, the cell
 * that blocks it is looked up when the field grows, once for the whole group. */
void wn_group_doubt(wend_fleet *fleet, const wn_unit *unit);

/* Grows the fields within a budget; returns the work done. */
uint32_t wn_groups_grow(wend_fleet *fleet, uint32_t budget, const wn_deadline *deadline);

/* Reserves memory for wn_groups_grow. A group whose field gets no memory is dissolved: its members
 * get searches of their own. Returns false if one was. */
bool wn_groups_reserve(wend_fleet *fleet, uint32_t budget);

/* Frees a field, preferably of a group without members; false if no field exists. */
bool wn_groups_give_back(wend_fleet *fleet);

void wn_groups_clear(wend_fleet *fleet);
size_t wn_groups_bytes(const wend_fleet *fleet);

/* ---- lending.c ------------------------------------------------------------------------------- */

/* Continues the running searches, then starts others, until the budget is used, the deadline has
 * passed, or there is nothing left to do. Returns the work done. */
uint32_t wn_fleet_search(wend_fleet *fleet, uint32_t budget, const wn_deadline *deadline);

/* Takes a unit's search back. */
void wn_fleet_return_search(wend_fleet *fleet, uint32_t number);

/* Extends the trail of a unit with a running search to `at`. False if the trail is full. */
bool wn_lent_extend(wn_lent *lent, wn_spot at);

/* ---- reserving.c ----------------------------------------------------------------------------- */

/* Reserves memory for the searches and the routes of a frame. False if there is not enough. */
bool wn_fleet_reserve(wend_fleet *fleet, uint32_t budget);

/* Reserves the least memory with which a fleet can find routes: for one search and for routes.
 * False if there is not enough. */
bool wn_fleet_reserve_least(wend_fleet *fleet);

/* Shifts memory between routes and the single search that has all of it: routes get more after the
 * search has found a route, less after it had too little. */
void wn_fleet_shift_memory(wend_fleet *fleet, bool is_found);

void wn_fleet_clear_searches(wend_fleet *fleet);

#endif
