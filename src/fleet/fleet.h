/* fleet/fleet.h - a fleet: records of units, the searches that are lent to them, their routes.
 *
 *     making.c     what a fleet is made from; making and destroying it
 *     fleet.c      handles, what is called between frames
 *     frame.c      one frame: edits, moves, searches, in this order
 *     lines.c      routes as straight lines: following them, checking them, returning to them
 *     lending.c    searches: begun, run, and their routes handed over
 *     reserving.c  memory for them, between frames
 *     waiting.c    moves that need no search
 *     groups.c     group orders: fields that units share
 *     corners.c    the pool of routes; queue.c who comes next */
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

/* How many cells that it left a unit remembers, beside the last. */
#define WN_UNIT_MEMORY 3

/* Flags of a unit. */
enum {
    WN_UNIT_MOVED = 1,      /* on the last frame, and the move can be taken back */
    WN_UNIT_BY_LINE = 2,    /* that move was one of its line */
    WN_UNIT_UNCHECKED = 4,  /* edits may have cut its route: its moves are checked until all of it
                             * has been */
    WN_UNIT_UNREPORTED = 8, /* it arrived, or was cut off, between frames: no event says so yet */
};

/* A rectangle of cells, both ends included. */
typedef struct wn_extent {
    uint16_t low_x, low_y, high_x, high_y;
} wn_extent;

typedef struct wn_unit {
    wn_spot at;   /* of a vacant slot: the next vacant one */
    wn_spot goal; /* where it goes: that of its order, or the nearest that it can reach */
    /* The line that it follows: what a move adds to its spot (domains without lines: to where the
     * move leads, less its spot), and how many are left. After the last one the next line begins at
     * the next corner; not before, so that a move can be taken back. */
    uint32_t line_step;
    uint16_t line_left;
    uint8_t status; /* wend_unit_status */
    uint8_t flags;
    /* What comes after the line; maps: corners, else all states. While it waits for its route, its
     * lead: where its first, short search was heading. */
    wn_corners route;
    wn_spot before; /* where it was before its last move, WN_NONE if that is not known, ... */
    wn_spot earlier[WN_UNIT_MEMORY]; /* ... and where before that */
    uint32_t generation;             /* of the handle, from 1; ... */
    bool is_there;                   /* ... whether a unit has it */
    bool goes_nearest;               /* its order allows that */
    bool is_scouted;                 /* its order has had a first, short search */
    uint8_t priority;
    wn_extent extent; /* round its route and itself, on maps */
    wn_spot ordered;  /* the goal of its order, WN_NONE without one */
    uint32_t group;   /* WEND_UNIT_GROUPED: which */
    uint32_t search;  /* the number of the one that is lent to it, WN_NONE if none is */
    uint32_t since;   /* the frame when it was queued, or cut off */
    wn_spot cut;      /* the blocked cell that cut its route, until it has another; else WN_NONE */
} wn_unit;

static inline bool wn_unit_waits(const wn_unit *unit) {
    return unit->status == WEND_UNIT_QUEUED || unit->status == WEND_UNIT_SEARCHING;
}

static inline bool wn_unit_is_under_way(const wn_unit *unit) {
    return wn_unit_waits(unit) || unit->status == WEND_UNIT_FOLLOWING ||
           unit->status == WEND_UNIT_GROUPED;
}

/* ---- Searches -------------------------------------------------------------------------------- */

/* A unit moves while its search is under way, and keeps the way back to where that began. */
#define WN_TRAIL_MAX 64u

typedef struct wn_lent {
    wn_search search;
    bool is_made;        /* `search` is one */
    uint32_t unit;       /* whom it is lent to, WN_NONE if to nobody */
    uint32_t grant;      /* units of work that it has the memory for, ... */
    uint32_t grant_anew; /* ... and that a new one has, if what was found before gives way to it */
    bool is_over;        /* found: the route is still to be handed over, ... */
    uint32_t over_frame; /* ... since then */
    uint32_t left; /* units of work until a first, short search is over; UINT32_MAX: it is none */
    uint64_t version;            /* of the map when it began, ... */
    uint64_t components_version; /* ... and of the components */
    uint32_t trail_count;
    wn_spot trail[WN_TRAIL_MAX + 1]; /* from where it began to where the unit is */
} wn_lent;

/* ---- The fleet ------------------------------------------------------------------------------- */

/* What is charged, in units of work (WEND_WORK_EXPANSION), as measured with 1000 to 10,000
 * units beside searches that are under way: records and routes are seldom in a cache. */
enum {
    WN_UNITS_STAND = 1,   /* a unit that does nothing */
    WN_UNITS_FOLLOW = 16, /* a move along a route */
    WN_UNITS_LEAD = 30,   /* a move along a lead, which is checked */
    WN_UNITS_WAIT = 28,   /* a move by the waiting rule, ... */
    WN_UNITS_FRESH = 20,  /* ... and on the first frame of an order, when nothing is in a cache */
    WN_UNITS_BEGIN = WEND_FLEET_WORK_BEGIN, /* whose part of the map is in no cache */
    WN_UNITS_TRACE = 11,                    /* a point of a route that is handed over, ... */
    WN_UNITS_JOIN = 22,                     /* ... and a spot of the trail that leads back to it */
    WN_UNITS_CHECK = 6,                     /* a move of a route that is checked after an edit */
    WN_UNITS_ASK = 100 /* asking the components whether there is a way, on maps of small islands */
};

/* What the header promises. Of a jump point search a node, which is a move or more, is two points.
 */
_Static_assert(WN_UNITS_LEAD + WN_UNITS_FRESH <= WEND_FLEET_WORK_MOVE &&
                   WN_UNITS_WAIT <= WN_UNITS_LEAD && WN_UNITS_FOLLOW <= WN_UNITS_LEAD &&
                   2 * WN_UNITS_WAIT <= WEND_FLEET_WORK_MOVE, /* a member that leaves its group */
               "no move is charged more");
_Static_assert(WN_UNITS_CHECK == WEND_FLEET_WORK_STEP, "a step of a field is checked like a move");
_Static_assert(WN_UNITS_STAND == 1, "a slot is charged 1 on every frame, and 1 more after edits");
_Static_assert(WN_CHUNK_CELLS + WN_REGIONS * WN_GRID_DEGREE_MAX +
                       WN_SMALL_ISLAND * WN_SMALL_ISLAND + WN_UNITS_ASK <=
                   WEND_FLEET_WORK_NEAREST,
               "no chunk is charged more");
_Static_assert(2 * WN_UNITS_TRACE <= WEND_FLEET_WORK_ROUTE &&
                   WN_UNITS_JOIN <= WEND_FLEET_WORK_ROUTE &&
                   WN_UNITS_CHECK <= WEND_FLEET_WORK_ROUTE,
               "no move of a route is charged more");

/* Offsets of goals for which the order of steps is known: see waiting.c. */
#define WN_OFFSET_MAX 3
#define WN_OFFSETS    (2 * WN_OFFSET_MAX + 1)

struct wend_fleet {
    wend_fleet_def def;
    wn_memory memory;
    const wend_domain *domain;
    const wend_map *map;     /* null on other domains */
    wn_policy policy;        /* of its searches */
    bool jumps;              /* they are jump point searches */
    wn_search probe;         /* domains that are no maps: for their moves and h alone */
    wend_cost distance_most; /* the largest distance; domains that are no maps: so far */
    uint32_t step_orders[WN_OFFSETS * WN_OFFSETS]; /* maps: steps, the nearest to a goal first */

    wn_unit *units;
    uint32_t units_high; /* slots from here on were never used */
    uint32_t vacant;     /* the first slot of those given back, WN_NONE if there is none */
    uint32_t count;
    wn_queue queue;
    wn_queue_link *links;
    wn_corner_pool corners;
    wn_lent *lent; /* def.searches_max */
    uint32_t searching;
    wn_group *groups;   /* def.fields_max */
    uint32_t uncovered; /* members of groups on this frame whose field does not cover them */

    uint64_t version;            /* of the map, as far as its edits were noticed */
    uint64_t components_version; /* likewise of the components */
    uint32_t least_factor;       /* of the map's cells, likewise: the heuristic goes by it */
    uint32_t unchecked;          /* units with WN_UNIT_UNCHECKED */
    uint32_t check_next;         /* the slot where checking goes on */
    uint32_t wake_frame; /* the last one on which units that were cut off had to ask again, ... */
    uint32_t wake_left;  /* ... slots whose turn to do so has not come yet, ... */
    uint32_t wake_next;  /* ... and the first of them */
    bool wake_all;       /* all of them; else those under a building */

    uint32_t frame_number;
    bool is_prepared;    /* since the last frame, ... */
    bool is_short;       /* ... and that has failed */
    uint32_t lean_left;  /* frames for which there is memory for one search at a time, and ... */
    uint32_t lean_shift; /* ... routes have 1 / 2^(1 + this) of what the records leave */
    int64_t banked;      /* nanoseconds that timed frames have left; below 0: that they are late */
    wend_event *events;
    wend_frame frame; /* the one under way, or the last */
    uint64_t hash;
    wend_fleet_info info;
};

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

/* The step of a unit that is under a building, WN_NONE elsewhere: see wn_grid_way_out. */
static inline wn_spot wn_fleet_way_out(const wend_fleet *fleet, wn_spot at) {
    wn_id id = fleet->map ? wn_grid_at_place(fleet->map, at) : WN_NONE;
    if (!fleet->map || fleet->map->moves[id]) {
        return WN_NONE;
    }
    wn_id out = wn_grid_way_out(fleet->map, id);
    return out == WN_NONE ? WN_NONE : wn_grid_place(fleet->map, out);
}

/* Whether a unit there is under a building: see wn_grid_is_buried. */
static inline bool wn_fleet_is_buried(const wend_fleet *fleet, wn_spot at) {
    return fleet->map && wn_grid_is_buried(fleet->map, wn_grid_at_place(fleet->map, at));
}

/* Whether a unit was cut off before the map had ways that may lead to its goal. */
static inline bool wn_fleet_must_ask(const wend_fleet *fleet, const wn_unit *unit) {
    return unit->status == WEND_UNIT_UNREACHABLE && fleet->wake_left > 0 &&
           unit->since - fleet->wake_frame > UINT32_MAX / 2 &&
           (fleet->wake_all || wn_fleet_is_buried(fleet, unit->at));
}

/* Whether somebody has a search or waits for one. */
static inline bool wn_fleet_is_searching(const wend_fleet *fleet) {
    return fleet->searching + fleet->queue.count > 0;
}

/* The work of a frame, clamped to what a fleet supports. */
static inline uint32_t wn_fleet_work(uint64_t work) {
    return (uint32_t)wn_min_u64(work, WEND_FLEET_WORK_MAX);
}

/* ---- fleet.c --------------------------------------------------------------------------------- */

/* Chooses the goal of a unit with an order, by the components of the map if they are known: that of
 * the order, or the nearest that it can reach if the order allows it. False if it can reach none.
 * Adds the units of work beyond WN_UNITS_ASK. */
bool wn_fleet_choose_goal(wend_fleet *fleet, wn_unit *unit, uint32_t *units);

/* No way leads to the unit's goal. */
void wn_fleet_cut_off(wend_fleet *fleet, uint32_t number);

/* The unit is at its goal. */
void wn_fleet_arrive(wend_fleet *fleet, uint32_t number);

/* Lists an event, if there is room. */
void wn_fleet_list_event(wend_fleet *fleet, uint32_t number, uint32_t kind);

/* Adds an event to the hash, and lists it if it was asked for. */
WN_INLINE void wn_fleet_note(wend_fleet *fleet, uint32_t number, uint32_t kind) {
    uint64_t value = (uint64_t)kind << 60 ^ (uint64_t)number << 32 ^ fleet->units[number].at;
    uint64_t hash = (fleet->hash ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    fleet->hash = hash ^ hash >> 32;
    if (fleet->def.event_kinds & kind) {
        wn_fleet_list_event(fleet, number, kind);
    }
}

/* A unit with an order and without a route gets into the queue, as one that was ordered now; also
 * if it had a search and has lost it: so whoever is in the queue is passed by each of the others
 * once at most, and how long it waits is bounded. */
void wn_fleet_queue(wend_fleet *fleet, uint32_t number);
/* One that has had its first, short search gets there again, as old as it was, but further back. */
void wn_fleet_queue_again(wend_fleet *fleet, uint32_t number);

/* The unit gives up what it has of its order: its route, its search, its place in the queue. */
void wn_fleet_let_go(wend_fleet *fleet, uint32_t number);

/* What the records of units take, the queue and the events. */
size_t wn_fleet_record_bytes(const wend_fleet *fleet);

/* ---- waiting.c ------------------------------------------------------------------------------- */

/* How far it is from one spot to another at least. */
wend_cost wn_fleet_distance(wend_fleet *fleet, wn_spot from, wn_spot to);

/* For a fleet on a map, when it is made. */
void wn_fleet_order_steps(wend_fleet *fleet);

/* Where a unit steps by the waiting rule, WN_NONE if nowhere. */
wn_spot wn_fleet_wait_step(wend_fleet *fleet, const wn_unit *unit);

/* ---- lines.c --------------------------------------------------------------------------------- */

/* The line from one spot to another; off maps one move. */
wn_line wn_line_of(const wend_fleet *fleet, wn_spot from, wn_spot to);

/* Where a unit that is under way steps on the next frame, WN_NONE if nowhere. Says whether that is
 * the next move of its line. */
wn_spot wn_fleet_next_step(wend_fleet *fleet, const wn_unit *unit, bool *by_line);

/* Whether the map has the move. */
bool wn_fleet_is_move(const wend_fleet *fleet, wn_spot from, wn_spot to);

static inline bool wn_unit_has_route(const wn_unit *unit) {
    return unit->line_left > 0 || !wn_corners_are_none(&unit->route);
}

/* The unit makes the next move of its line. */
void wn_fleet_pass(wend_fleet *fleet, wn_unit *unit);

/* Drops what is left of the route. */
void wn_fleet_drop_route(wend_fleet *fleet, wn_unit *unit);

/* The blocked cell that makes a move of what is left of a route impossible, the first such move;
 * WN_NONE if all are possible. Adds how many it has checked. */
wn_spot wn_fleet_find_cut(const wend_fleet *fleet, const wn_unit *unit, uint32_t *checked);

/* Whether one gets from a spot to another diagonally and then straight, within `most` moves. Sets
 * the corner between the two, `to` if there is none. Only on maps. */
bool wn_fleet_sees(const wend_fleet *fleet, wn_spot from, wn_spot to, uint32_t most,
                   wn_spot *corner);

/* The box round a unit and its route. */
void wn_extent_add(wn_extent *extent, wn_spot spot);

/* ---- groups.c -------------------------------------------------------------------------------- */

/* The group of a goal for an order to many units, WN_NONE if all are in use for others. */
uint32_t wn_groups_find(wend_fleet *fleet, wn_spot goal);

/* The step from a state by the field of the unit's group; WN_NONE if that has none, or the unit is
 * in no group. */
wn_id wn_group_next(wend_fleet *fleet, const wn_unit *unit, wn_id from, bool *is_exact);

/* Where a member steps: by its field, or, where that has no step for it, by the waiting rule.
 * WN_NONE if nowhere. Says whether that is the first step of an optimal route, or leads out of a
 * blocked cell to one. */
wn_spot wn_group_step(wend_fleet *fleet, const wn_unit *unit, bool *is_covered);

/* Where a member steps on the next frame, which reads the edits of the map first; WN_NONE if
 * nowhere. The field stays as it is. O(1), but the first call after edits O(edits). */
wn_spot wn_group_foresee(wend_fleet *fleet, const wn_unit *unit);

/* Before the moves of a frame: forgets who was not covered. */
void wn_groups_begin_frame(wend_fleet *fleet);
/* Fields read the edits of the map since the last frame. */
void wn_groups_read_edits(wend_fleet *fleet);

/* Whether a member that is not covered never will be, because no way leads to the goal. */
bool wn_group_is_left(const wend_fleet *fleet, const wn_unit *unit, bool is_covered);

/* The member is not covered: the field is to grow towards it. */
void wn_group_ask(wend_fleet *fleet, const wn_unit *unit);

/* After an edit, for a member that is not covered: if the field has known a way from there, it
 * searches for the cell that cut it, once for the whole group, when it grows. */
void wn_group_doubt(wend_fleet *fleet, const wn_unit *unit);

/* Lets fields grow within a budget; returns the units of work. */
uint32_t wn_groups_grow(wend_fleet *fleet, uint32_t budget, const wn_deadline *deadline);

/* Room for that. A group for whose field there is no memory is dissolved: its members get searches
 * of their own. False if one was. */
bool wn_groups_reserve(wend_fleet *fleet, uint32_t budget);

/* Gives a field back, of a group without members first; false if there is none. */
bool wn_groups_give_back(wend_fleet *fleet);

void wn_groups_clear(wend_fleet *fleet);
size_t wn_groups_bytes(const wend_fleet *fleet);

/* ---- lending.c ------------------------------------------------------------------------------- */

/* Goes on with the searches under way, then begins others, until the budget is used, the deadline
 * has passed, or there is nothing left to do. Returns the units of work that it has used. */
uint32_t wn_fleet_search(wend_fleet *fleet, uint32_t budget, const wn_deadline *deadline);

/* The search of a unit is not needed any more. */
void wn_fleet_take_back(wend_fleet *fleet, uint32_t number);

/* The unit whose search is under way goes on to `at`. False if its trail has no room. */
bool wn_lent_extend(wn_lent *lent, wn_spot at);

/* ---- reserving.c ----------------------------------------------------------------------------- */

/* Memory for the searches and the routes of a frame. False if there is not all of it. */
bool wn_fleet_reserve(wend_fleet *fleet, uint32_t budget);

/* The least memory with which a fleet finds ways: for a search and for routes. False if there is
 * not all of it. */
bool wn_fleet_reserve_least(wend_fleet *fleet);

/* A search that has all the memory that there is found a route, or had too little: routes get more
 * of it from now on, or less. */
void wn_fleet_shift_memory(wend_fleet *fleet, bool is_found);

void wn_fleet_clear_searches(wend_fleet *fleet);

#endif
