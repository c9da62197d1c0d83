/* fleet/lending.c - the searches of a fleet, lent to one unit after the other. */
#include <wend/components.h>

#include "fleet/fleet.h"

/* Units of work per unit of the kernel. */
static uint32_t scale_of(const wend_fleet *fleet) {
    return fleet->jumps ? 1 : WEND_WORK_EXPANSION;
}

/* ---- Routes ---------------------------------------------------------------------------------- */

/* Receives the points of a route from its end to its beginning and keeps the waypoints. */
typedef struct tracer {
    wend_fleet *fleet;
    wn_unit *unit;
    wn_spot corner;  /* the last point, which may be a waypoint */
    bool has_corner; /* there was one */
    uint32_t step;   /* of the line that begins at it; 0: it is the end of the route */
    uint32_t skip;   /* waypoints to leave out, from the end */
    uint32_t count;  /* waypoints so far */
} tracer;

/* Processes the next point; only counts if `keep` is false. */
static void trace_point(tracer *t, wn_spot point, bool keep) {
    if (t->has_corner) {
        uint32_t step = wn_line_of(t->fleet, point, t->corner).step;
        if (step != t->step || !t->fleet->map) {
            if (keep && t->count >= t->skip) {
                wn_corners_push(&t->fleet->corners, &t->unit->route, t->corner);
                wn_extent_add(&t->unit->extent, t->corner);
            }
            t->count++;
            t->step = step;
        }
    }
    t->corner = point;
    t->has_corner = true;
}

/* Traces the route back from the goal if it was found, otherwise from the most promising node. */
static void trace_all(tracer *t, wn_search *search, bool keep) {
    const wend_map *map = t->fleet->map;
    wn_points points = t->fleet->jumps ? wn_points_of_jumps(map, search)
                                       : wn_points_to(map, search, search->kernel->tip(search));
    t->has_corner = false;
    t->count = t->step = 0;
    for (wn_spot point; wn_points_next(&points, &point);) {
        trace_point(t, point, keep);
    }
}

static uint32_t count_points(const wend_fleet *fleet, wn_search *search) {
    uint32_t count = 0;
    if (fleet->jumps) {
        const wn_jump_search *jump = &search->own.jump;
        for (uint32_t node = wn_jump_tip(jump); node != WN_NONE; node = jump->nodes[node].parent) {
            count += 2;
        }
    } else {
        for (wn_id id = search->kernel->tip(search); id != WN_NONE;
             id = wn_search_parent(search, id)) {
            count++;
        }
    }
    return count;
}

/* Stores the route that a search has found. If the pool has too little room for it and the trail,
 * the end of the route is left out. */
static void store_route(wend_fleet *fleet, wn_lent *lent, wn_unit *unit, uint32_t points) {
    tracer t = {.fleet = fleet, .unit = unit};
    uint32_t room = wn_corner_room(&fleet->corners, lent->trail_count);
    if (points > room) {
        trace_all(&t, &lent->search, false);
        if (t.count > room) {
            t.skip = t.count - room;
            fleet->frame.flags |= WEND_FRAME_ROUTES_TRUNCATED;
        }
    }
    trace_all(&t, &lent->search, true);
}

/* ---- Returning to a route ---------------------------------------------------------------------
 */

/* Whether a spot lies on a line, before its end. */
static bool is_on_line(const wend_fleet *fleet, wn_spot from, wn_line line, wn_spot spot) {
    if (!fleet->map) {
        return spot == from;
    }
    if (spot == from) {
        return true;
    }
    wn_line to = wn_line_of(fleet, from, spot);
    return to.step == line.step && to.length < line.length && from + to.length * to.step == spot;
}

/* Only the first lines of a route are compared with the trail, which reaches no further than they
 * do. */
#define JOIN_LINES 16u

typedef struct first_line {
    wn_spot from;
    wn_line line;
} first_line;

/* Lists the first lines of a unit's route, from where its search began; returns their number. */
static uint32_t list_first_lines(const wend_fleet *fleet, const wn_unit *unit, wn_spot from,
                                 first_line lines[JOIN_LINES]) {
    wn_corners rest = unit->route;
    uint32_t count = 0;
    while (count < JOIN_LINES && !wn_corners_are_none(&rest)) {
        wn_spot to = wn_corners_first(&fleet->corners, &rest);
        lines[count++] = (first_line){from, wn_line_of(fleet, from, to)};
        from = to;
        rest = wn_corners_behind(&fleet->corners, rest);
    }
    return count;
}

/* The number of lines up to the last one that a spot lies on; 0 if it lies on none. */
static uint32_t lines_joined(const wend_fleet *fleet, const first_line *lines, uint32_t count,
                             wn_spot spot) {
    while (count > 0 && !is_on_line(fleet, lines[count - 1].from, lines[count - 1].line, spot)) {
        count--;
    }
    return count;
}

/* Connects a unit that has moved since its search began to the route. It goes back on its trail as
 * far as necessary: the connection is the latest spot of the trail that lies on one of the first
 * lines, on the last such line. Returns false if the way back is blocked. */
static bool join_route(wend_fleet *fleet, const wn_lent *lent, wn_unit *unit) {
    if (lent->trail_count == 0) {
        return true; /* it is where the route begins, and a route passes its start only once */
    }
    wn_corner_pool *pool = &fleet->corners;
    first_line lines[JOIN_LINES];
    uint32_t count = list_first_lines(fleet, unit, lent->trail[0], lines);
    uint32_t joined, j = lent->trail_count;
    while ((joined = lines_joined(fleet, lines, count, lent->trail[j])) == 0) {
        if (j == 0 || !wn_fleet_is_move(fleet, lent->trail[j], lent->trail[j - 1])) {
            return false;
        }
        j--;
    }
    for (; joined > 1; joined--) {
        wn_corners_take(pool, &unit->route);
    }
    for (; j < lent->trail_count; j++) {
        wn_extent_add(&unit->extent, lent->trail[j]);
        if (!wn_corners_push(pool, &unit->route, lent->trail[j])) {
            return false;
        }
    }
    return true;
}

/* ---- The end of a search ----------------------------------------------------------------------
 */

/* The charge for handing over a route. */
static uint32_t route_units(uint32_t points, uint32_t trail_count) {
    return wn_add_sat(wn_mul_sat(points, WN_UNITS_TRACE), trail_count * WN_UNITS_JOIN);
}

static void put_back(wend_fleet *fleet, wn_lent *lent, wn_unit *unit) {
    lent->unit = WN_NONE;
    lent->is_over = false;
    unit->search = WN_NONE;
    fleet->searching--;
}

void wn_fleet_return_search(wend_fleet *fleet, uint32_t number) {
    wn_unit *unit = &fleet->units[number];
    if (unit->search != WN_NONE) {
        put_back(fleet, &fleet->lent[unit->search], unit);
    }
}

static void note_wait(wend_fleet *fleet, const wn_unit *unit) {
    uint32_t wait = fleet->frame_number - unit->since;
    fleet->info.longest_wait = wn_max_u32(fleet->info.longest_wait, wait);
    fleet->info.searches++;
}

static bool is_edited(const wend_fleet *fleet, const wn_lent *lent) {
    return fleet->map && fleet->map->cells.version != lent->version;
}

/* Gives a unit the route that its search has found so far, replacing the one that it followed.
 * Returns false if the unit cannot get there from its position. The way out of a building is not
 * part of a route, because freed cells can close it. */
static bool give_route(wend_fleet *fleet, wn_lent *lent, wn_unit *unit, uint32_t points) {
    uint16_t x = (uint16_t)wn_place_x(unit->at), y = (uint16_t)wn_place_y(unit->at);
    wn_fleet_drop_route(fleet, unit);
    if (wn_fleet_is_buried(fleet, unit->at)) {
        return false;
    }
    unit->extent = (wn_extent){x, y, x, y};
    store_route(fleet, lent, unit, points);
    bool is_on = !wn_corners_are_none(&unit->route) && join_route(fleet, lent, unit);
    if (!is_on) {
        wn_fleet_drop_route(fleet, unit);
    }
    return is_on;
}

static void follow_unchecked(wend_fleet *fleet, wn_unit *unit, bool is_edited_since) {
    if (is_edited_since) {
        unit->flags |= WN_UNIT_UNCHECKED;
        fleet->unchecked++;
    }
}

/* Hands over a complete route. */
static void hand_over(wend_fleet *fleet, wn_lent *lent, uint32_t points) {
    uint32_t number = lent->unit;
    wn_unit *unit = &fleet->units[number];
    bool is_on = give_route(fleet, lent, unit, points);
    bool is_edited_since = is_edited(fleet, lent);
    put_back(fleet, lent, unit);
    if (!is_on) {
        wn_fleet_queue(fleet, number);
        return;
    }
    note_wait(fleet, unit);
    wn_fleet_set_status(fleet, unit, WEND_UNIT_FOLLOWING);
    unit->cut = WN_NONE;
    follow_unchecked(fleet, unit, is_edited_since);
    fleet->frame.routes_found++;
    wn_fleet_note(fleet, number, WEND_EVENT_ROUTE);
}

/* Ends a first, short search without a route. The path that it has found is a lead, which the unit
 * follows while it waits for a complete search. */
static uint32_t hand_over_lead(wend_fleet *fleet, wn_lent *lent) {
    uint32_t number = lent->unit;
    wn_unit *unit = &fleet->units[number];
    uint32_t points = count_points(fleet, &lent->search);
    give_route(fleet, lent, unit, points);
    put_back(fleet, lent, unit);
    wn_fleet_queue_again(fleet, number);
    return route_units(points, 0);
}

/* Ends a search that has all the memory there is, but too little. The unit follows the most
 * promising path so far and is queued again at its end, from where the goal may be within reach. */
static uint32_t hand_over_part(wend_fleet *fleet, wn_lent *lent) {
    uint32_t number = lent->unit;
    wn_unit *unit = &fleet->units[number];
    uint32_t points = count_points(fleet, &lent->search);
    uint32_t units = route_units(points, lent->trail_count);
    bool is_edited_since = is_edited(fleet, lent);
    bool is_on = give_route(fleet, lent, unit, points);
    put_back(fleet, lent, unit);
    if (is_on) {
        wn_fleet_set_status(fleet, unit, WEND_UNIT_FOLLOWING);
        follow_unchecked(fleet, unit, is_edited_since);
        fleet->frame.flags |= WEND_FRAME_ROUTES_TRUNCATED;
    } else {
        wn_fleet_queue(fleet, number);
        lent->grant = lent->grant_new = 0; /* or it would find the same on this frame */
    }
    return units;
}

/* Whether the components may now know a nearer reachable cell than when the search began. */
static bool may_go_elsewhere(const wend_fleet *fleet, const wn_lent *lent, const wn_unit *unit) {
    return unit->goes_nearest &&
           lent->components_version != wend_components_version(fleet->def.components);
}

/* Ends a search that has found no route. If the map was edited while it ran, that does not prove
 * that the goal is unreachable. */
static void give_up(wend_fleet *fleet, wn_lent *lent) {
    uint32_t number = lent->unit;
    wn_unit *unit = &fleet->units[number];
    bool is_proved = !is_edited(fleet, lent) && !may_go_elsewhere(fleet, lent, unit);
    put_back(fleet, lent, unit);
    if (!is_proved) {
        wn_fleet_queue(fleet, number);
        return;
    }
    note_wait(fleet, unit);
    wn_fleet_drop_route(fleet, unit); /* the lead */
    wn_fleet_set_unreachable(fleet, number);
}

/* ---- Running --------------------------------------------------------------------------------- */

bool wn_lent_extend(wn_lent *lent, wn_spot at) {
    if (lent->trail_count > 0 && lent->trail[lent->trail_count - 1] == at) {
        lent->trail_count--;
        return true;
    }
    if (lent->trail_count == WN_TRAIL_MAX) {
        return false;
    }
    lent->trail[++lent->trail_count] = at;
    return true;
}

/* The rest of a frame's search work. */
typedef struct allowance {
    uint32_t left;
    const wn_deadline *deadline;
    bool is_used; /* something was done */
} allowance;

static void spend(wend_fleet *fleet, allowance *allowed, uint32_t units) {
    allowed->left -= wn_min_u32(allowed->left, units);
    allowed->is_used = true;
    fleet->frame.work += units;
}

/* Whether a route must wait until other units return memory to the pool: the whole route does not
 * fit, or, if the pool cannot grow, not even its beginning. */
static bool must_wait_for_room(const wend_fleet *fleet, const wn_lent *lent, uint32_t points,
                               bool is_first) {
    uint32_t room = wn_corner_room(&fleet->corners, lent->trail_count);
    bool may_get_room = fleet->is_prepared && !fleet->is_short && fleet->lean_left == 0;
    return room == 0 || (points > room && may_get_room && !is_first);
}

static void hold_found(const wend_fleet *fleet, wn_lent *lent) {
    lent->over_frame = lent->is_over ? lent->over_frame : fleet->frame_number;
    lent->is_over = true;
}

/* Lets the found route of a unit under a building wait until the unit is out. If the caller refuses
 * its moves, other units get the search. */
static void wait_for_way_out(wend_fleet *fleet, wn_lent *lent) {
    uint32_t number = lent->unit;
    hold_found(fleet, lent);
    if (fleet->queue.count > 0 && fleet->frame_number - lent->over_frame > WEND_WAY_OUT_MAX) {
        put_back(fleet, lent, &fleet->units[number]);
        wn_fleet_queue(fleet, number);
    }
}

/* Ends a search that has found a route. If the route is too long for the remaining work, or for the
 * room left for routes, it waits for the next frame, where it comes first. */
static void finish_found(wend_fleet *fleet, wn_lent *lent, allowance *allowed) {
    if (wn_fleet_way_out(fleet, fleet->units[lent->unit].at) != WN_NONE) {
        wait_for_way_out(fleet, lent);
        return;
    }
    uint32_t points = count_points(fleet, &lent->search);
    uint32_t units = route_units(points, lent->trail_count);
    if ((allowed->is_used && units > allowed->left) ||
        must_wait_for_room(fleet, lent, points, !allowed->is_used)) {
        hold_found(fleet, lent);
        return;
    }
    hand_over(fleet, lent, points);
    wn_fleet_shift_memory(fleet, true);
    spend(fleet, allowed, units);
}

static void note_shortage(wend_fleet *fleet) {
    fleet->frame.flags |= fleet->is_prepared && fleet->is_short ? WEND_FRAME_OUT_OF_MEMORY
                          : !fleet->is_prepared                 ? WEND_FRAME_NOT_RESERVED
                                                                : 0;
}

/* Interrupts a first, short search whose work is used up, unless no other unit waits. */
static void end_scouting(wend_fleet *fleet, wn_lent *lent, allowance *allowed) {
    if (fleet->queue.count == 0) {
        lent->left = UINT32_MAX;
    } else if (lent->left < WEND_WORK_EXPANSION) {
        uint32_t units = hand_over_lead(fleet, lent);
        spend(fleet, allowed, units);
    }
}

/* Continues a search within its grant and the work left. */
static wn_outcome run_part(wend_fleet *fleet, wn_lent *lent, allowance *allowed) {
    uint32_t scale = scale_of(fleet);
    uint32_t most = wn_min_u32(wn_min_u32(allowed->left, lent->grant), lent->left) / scale;
    if (most < lent->search.kernel->units) {
        if (lent->grant / scale < lent->search.kernel->units) {
            note_shortage(fleet);
        }
        return WN_RUNNING;
    }
    uint32_t used = 0;
    wn_outcome outcome = wn_search_run(&lent->search, most, allowed->deadline, &used);
    used *= scale;
    spend(fleet, allowed, used);
    lent->grant -= used;
    lent->left -= lent->left == UINT32_MAX ? 0 : used;
    fleet->info.search_work += used;
    return outcome;
}

/* Whether a search cannot go on although it has all the memory there is. */
static bool is_starved(const wend_fleet *fleet, const wn_lent *lent) {
    return fleet->is_prepared && fleet->lean_left > 0 && lent->grant < WEND_WORK_EXPANSION;
}

static void end_starved(wend_fleet *fleet, wn_lent *lent, allowance *allowed) {
    note_shortage(fleet);
    wn_fleet_shift_memory(fleet, false);
    uint32_t units = hand_over_part(fleet, lent);
    spend(fleet, allowed, units);
}

static void run_search(wend_fleet *fleet, wn_lent *lent, allowance *allowed) {
    if (lent->is_over) {
        finish_found(fleet, lent, allowed);
        return;
    }
    switch (run_part(fleet, lent, allowed)) {
    case WN_FOUND:
        finish_found(fleet, lent, allowed);
        return;
    case WN_NO_PATH:
    case WN_TOO_EXPENSIVE:
        give_up(fleet, lent);
        return;
    case WN_NO_MEMORY:
        lent->grant = 0;
        note_shortage(fleet);
        break;
    case WN_RUNNING:
        end_scouting(fleet, lent, allowed);
        break;
    }
    if (lent->unit != WN_NONE && is_starved(fleet, lent)) {
        end_starved(fleet, lent, allowed);
    }
}

static bool may_go_on(const allowance *allowed) {
    return allowed->left >= WEND_WORK_EXPANSION && !wn_deadline_passed(allowed->deadline);
}

/* Removes units that need no search from the queue; returns whether any unit is left. */
static bool is_any_unit_waiting(wend_fleet *fleet, allowance *allowed) {
    while (fleet->queue.count > 0 && may_go_on(allowed)) {
        uint32_t number = wn_queue_first(&fleet->queue);
        wn_unit *unit = &fleet->units[number];
        uint32_t units = 0; /* asking the components is a small part of starting a search */
        bool can_reach = wn_fleet_choose_goal(fleet, unit, &units);
        if (units > 0) {
            spend(fleet, allowed, units);
        }
        if (can_reach && unit->at != unit->goal) {
            return true;
        }
        note_wait(fleet, unit);
        wn_fleet_let_go(fleet, number);
        if (can_reach) {
            wn_fleet_arrive(fleet, number);
        } else {
            wn_fleet_set_unreachable(fleet, number);
        }
        spend(fleet, allowed, WN_UNITS_BEGIN);
    }
    return false;
}

/* Initializes the trail. A search begins at the unit, or at the cell where it gets out of a
 * building: the trail leads from there to the unit. */
static void begin_trail(const wend_fleet *fleet, wn_lent *lent, wn_spot at) {
    wn_spot steps[WEND_WAY_OUT_MAX] = {at};
    uint32_t count = 0;
    while ((at = wn_fleet_way_out(fleet, at)) != WN_NONE) {
        steps[++count] = at;
    }
    lent->trail_count = count;
    for (uint32_t i = 0; i <= count; i++) {
        lent->trail[i] = steps[count - i];
    }
}

_Static_assert(WEND_WAY_OUT_MAX < WN_TRAIL_MAX, "a trail has room for the way out");

/* Lends a search to the first unit in the queue. Returns false if memory is short.
 */
static bool begin_lent_search(wend_fleet *fleet, wn_lent *lent) {
    uint32_t number = wn_queue_first(&fleet->queue);
    wn_unit *unit = &fleet->units[number];
    wn_search *search = &lent->search;
    uint32_t grant = wn_max_u32(lent->grant, lent->grant_new);
    if (!lent->is_made || grant < WEND_WORK_EXPANSION) {
        return false;
    }
    begin_trail(fleet, lent, unit->at);
    wn_search_start(search, wn_fleet_id(fleet, unit->goal));
    if (!search->kernel->seed(search, wn_fleet_id(fleet, lent->trail[0]), 0)) {
        return false;
    }
    wn_queue_take_out(&fleet->queue, number);
    lent->grant = grant;
    lent->unit = number;
    lent->is_over = false;
    lent->left = unit->is_scouted ? UINT32_MAX : WEND_FLEET_WORK_FIRST;
    lent->version = fleet->map ? fleet->map->cells.version : 0;
    lent->components_version = wend_components_version(fleet->def.components);
    wn_fleet_set_status(fleet, unit, WEND_UNIT_SEARCHING);
    unit->search = (uint32_t)(lent - fleet->lent);
    fleet->searching++;
    return true;
}

static void continue_searches(wend_fleet *fleet, allowance *allowed) {
    for (uint32_t i = 0; i < fleet->def.searches_max && may_go_on(allowed); i++) {
        if (fleet->lent[i].unit != WN_NONE) {
            run_search(fleet, &fleet->lent[i], allowed);
        }
    }
}

/* Starts searches. The search that finished last is reused first, because it is in the cache. */
static void begin_searches(wend_fleet *fleet, allowance *allowed) {
    for (uint32_t i = 0; i < fleet->def.searches_max; i++) {
        wn_lent *lent = &fleet->lent[i];
        while (lent->unit == WN_NONE && is_any_unit_waiting(fleet, allowed)) {
            if (!begin_lent_search(fleet, lent)) {
                note_shortage(fleet);
                break;
            }
            spend(fleet, allowed, WN_UNITS_BEGIN);
            run_search(fleet, lent, allowed);
        }
    }
}

uint32_t wn_fleet_search(wend_fleet *fleet, uint32_t budget, const wn_deadline *deadline) {
    allowance allowed = {.left = budget, .deadline = deadline};
    uint32_t before = fleet->frame.work;
    if (fleet->lean_left > 0 && wn_fleet_is_searching(fleet)) {
        note_shortage(fleet); /* fewer searches run than allowed */
    }
    continue_searches(fleet, &allowed);
    begin_searches(fleet, &allowed);
    return fleet->frame.work - before;
}
