/* fleet/fleet.c - the public calls of a fleet: handles, orders, and everything else between frames.
 */
#include "domain/sight.h"
#include "fleet/fleet.h"

/* ---- Handles ----------------------------------------------------------------------------------
 */

static wend_unit handle_of(const wend_fleet *fleet, uint32_t number) {
    return (uint64_t)fleet->units[number].generation << 32 | number;
}

/* The slot of a unit, WN_NONE if the handle is invalid or no longer valid. */
static uint32_t number_of(const wend_fleet *fleet, wend_unit handle) {
    uint32_t number = wend_unit_slot(handle);
    bool is_one = fleet && number < fleet->units_high && fleet->units[number].is_there &&
                  fleet->units[number].generation == handle >> 32;
    return is_one ? number : WN_NONE;
}

static wend_error check_state(const wend_fleet *fleet, wend_state state, wend_error blocked) {
    if (state >= fleet->domain->state_count) {
        return WEND_ERROR_OUTSIDE;
    }
    return wn_domain_is_free(fleet->domain, state) ? WEND_OK : blocked;
}

/* ---- For the other files ----------------------------------------------------------------------
 */

void wn_fleet_list_event(wend_fleet *fleet, uint32_t number, uint32_t kind) {
    if (fleet->frame.event_count == fleet->def.events_max) {
        fleet->frame.flags |= WEND_FRAME_EVENTS_LOST;
        return;
    }
    fleet->events[fleet->frame.event_count++] = (wend_event){
        .unit = handle_of(fleet, number),
        .kind = kind,
        .state = wn_fleet_state_of(fleet, fleet->units[number].at),
    };
}

/* A distance on the scale of the queue. */
static uint32_t scaled_distance(wend_fleet *fleet, const wn_unit *unit) {
    wend_cost distance = wn_fleet_distance(fleet, unit->at, unit->goal);
    fleet->distance_most = wn_max_u32(fleet->distance_most, distance);
    return (uint32_t)((uint64_t)distance * (WN_QUEUE_RANGE - 1) /
                      wn_max_u32(fleet->distance_most, 1));
}

void wn_fleet_queue(wend_fleet *fleet, uint32_t number) {
    wn_unit *unit = &fleet->units[number];
    unit->since = fleet->frame_number;
    unit->is_scouted = fleet->def.wait != WEND_WAIT_GREEDY; /* others cannot use a lead */
    wn_fleet_set_status(fleet, unit, WEND_UNIT_QUEUED);
    wn_queue_enter(&fleet->queue, number,
                   wn_queue_key(&fleet->queue, scaled_distance(fleet, unit), 2u * unit->priority));
}

void wn_fleet_queue_again(wend_fleet *fleet, uint32_t number) {
    fleet->units[number].is_scouted = true;
    wn_fleet_set_status(fleet, &fleet->units[number], WEND_UNIT_QUEUED);
    wn_queue_enter(&fleet->queue, number, fleet->links[number].key + WN_QUEUE_RANGE);
}

bool wn_fleet_choose_goal(wend_fleet *fleet, wn_unit *unit, uint32_t *units) {
    unit->goal = unit->ordered;
    const wend_components *components = fleet->def.components;
    if (!components) {
        return true;
    }
    wend_state from = wn_fleet_state_of(fleet, unit->at);
    wend_state to = wn_fleet_state_of(fleet, unit->ordered), nearest;
    if (!unit->goes_nearest) {
        return wend_components_reach(components, from, to) != WEND_REACH_UNREACHABLE;
    }
    if (wn_components_nearest(components, from, to, &nearest, units) == WEND_REACH_UNREACHABLE) {
        return false;
    }
    unit->goal = wn_fleet_spot(fleet, nearest);
    return true;
}

void wn_fleet_set_unreachable(wend_fleet *fleet, uint32_t number) {
    wn_fleet_set_status(fleet, &fleet->units[number], WEND_UNIT_UNREACHABLE);
    fleet->units[number].since = fleet->frame_number;
    fleet->frame.unreachable++;
    wn_fleet_note(fleet, number, WEND_EVENT_UNREACHABLE);
}

void wn_fleet_arrive(wend_fleet *fleet, uint32_t number) {
    wn_unit *unit = &fleet->units[number];
    wn_fleet_let_go(fleet, number);
    wn_fleet_set_status(fleet, unit, WEND_UNIT_ARRIVED);
    fleet->frame.arrived++;
    wn_fleet_note(fleet, number, WEND_EVENT_ARRIVED);
}

void wn_fleet_let_go(wend_fleet *fleet, uint32_t number) {
    wn_unit *unit = &fleet->units[number];
    if (unit->status == WEND_UNIT_QUEUED) {
        wn_queue_take_out(&fleet->queue, number);
    }
    if (unit->status == WEND_UNIT_GROUPED) {
        fleet->groups[unit->group].members--;
    }
    wn_fleet_return_search(fleet, number);
    wn_fleet_drop_route(fleet, unit);
    wn_fleet_set_status(fleet, unit, WEND_UNIT_IDLE);
}

/* ---- Units ------------------------------------------------------------------------------------
 */

wend_error wend_fleet_add(wend_fleet *fleet, wend_state state, wend_unit *out) {
    if (!fleet || !out) {
        return WEND_ERROR_ARGUMENT;
    }
    *out = WEND_UNIT_NONE;
    wend_error error = check_state(fleet, state, WEND_ERROR_START_BLOCKED);
    if (error) {
        return error;
    }
    uint32_t number = fleet->vacant;
    uint32_t generation = 1;
    if (number != WN_NONE) {
        fleet->vacant = fleet->units[number].at;
        generation = fleet->units[number].generation + 1;
    } else if (fleet->units_high < fleet->def.units_max) {
        number = fleet->units_high++;
        fleet->wake_left += fleet->wake_left > 0; /* one more slot in this round */
    } else {
        return WEND_ERROR_MEMORY;
    }
    fleet->units[number] = (wn_unit){.at = wn_fleet_spot(fleet, state),
                                     .ordered = WN_NONE,
                                     .route = WN_NO_CORNERS,
                                     .before = WN_NONE,
                                     .earlier = {WN_NONE, WN_NONE, WN_NONE},
                                     .cut = WN_NONE,
                                     .generation = generation,
                                     .is_there = true,
                                     .search = WN_NONE};
    fleet->count++;
    *out = handle_of(fleet, number);
    return WEND_OK;
}

/* Like wn_fleet_let_go, but between frames. The unit's last move can still be undone. */
static void give_up_order(wend_fleet *fleet, uint32_t number) {
    wn_fleet_let_go(fleet, number);
    fleet->units[number].flags &= WN_UNIT_MOVED;
}

/* Marks the unit as arrived; the next frame reports it. */
static void arrive_between_frames(wend_fleet *fleet, uint32_t number) {
    give_up_order(fleet, number);
    wn_fleet_set_status(fleet, &fleet->units[number], WEND_UNIT_ARRIVED);
    fleet->units[number].flags |= WN_UNIT_UNREPORTED;
}

wend_error wend_fleet_remove(wend_fleet *fleet, wend_unit handle) {
    uint32_t number = number_of(fleet, handle);
    if (number == WN_NONE) {
        return WEND_ERROR_ARGUMENT;
    }
    wn_unit *unit = &fleet->units[number];
    wn_fleet_let_go(fleet, number);
    unit->is_there = false;
    unit->flags = 0;
    fleet->count--;
    if (unit->generation == UINT32_MAX) {
        return WEND_OK; /* its generations are used up: the slot is not used again */
    }
    unit->at = fleet->vacant;
    fleet->vacant = number;
    return WEND_OK;
}

/* Chooses the goal of a unit. Calls between frames are not charged. */
static bool choose_between_frames(wend_fleet *fleet, wn_unit *unit) {
    uint32_t units = 0;
    return wn_fleet_choose_goal(fleet, unit, &units);
}

/* The goal that an order would have now, WN_NONE if it is unreachable. */
static wn_spot goal_as_ordered(wend_fleet *fleet, const wn_unit *unit) {
    wn_unit as_ordered = *unit;
    return choose_between_frames(fleet, &as_ordered) ? as_ordered.goal : WN_NONE;
}

/* Whether a unit already has such an order, and repeating it would change nothing. A unit that has
 * arrived at the nearest reachable cell may find a nearer one now. A unit with its own search or
 * route joins a group, unless it can only go to the nearest reachable cell. */
static bool has_order(wend_fleet *fleet, const wn_unit *unit, wn_spot goal, const wend_order *order,
                      uint32_t group) {
    if (unit->ordered != goal || unit->goes_nearest != order->nearest) {
        return false;
    }
    if (unit->status == WEND_UNIT_ARRIVED) {
        return goal_as_ordered(fleet, unit) == unit->at;
    }
    return unit->status == WEND_UNIT_UNREACHABLE ||
           (wn_unit_is_active(unit) && (group == WN_NONE || unit->status == WEND_UNIT_GROUPED ||
                                        goal_as_ordered(fleet, unit) != goal));
}

/* Gives a unit an order. If the unit already has it, only the priority changes, which matters in
 * the queue: the order keeps its age. */
static void take_order(wend_fleet *fleet, uint32_t number, wn_spot goal, const wend_order *order,
                       uint32_t group) {
    wn_unit *unit = &fleet->units[number];
    uint32_t later = 2u * unit->priority - 2u * order->priority; /* the change of its key, modulo
                                                                  * 2^32 */
    unit->priority = (uint8_t)order->priority;
    if (has_order(fleet, unit, goal, order, group)) {
        if (unit->status == WEND_UNIT_QUEUED && later != 0) {
            wn_queue_change(&fleet->queue, number, fleet->links[number].key + later);
        }
        return;
    }
    give_up_order(fleet, number);
    unit->ordered = goal;
    unit->goes_nearest = order->nearest;
    unit->cut = WN_NONE;
    if (!choose_between_frames(fleet, unit)) {
        wn_fleet_set_status(fleet, unit, WEND_UNIT_UNREACHABLE);
        unit->since = fleet->frame_number;
        unit->flags |= WN_UNIT_UNREPORTED;
    } else if (unit->at == unit->goal) {
        arrive_between_frames(fleet, number);
    } else if (group != WN_NONE && unit->goal == goal) {
        wn_fleet_set_status(fleet, unit, WEND_UNIT_GROUPED);
        unit->group = group;
        fleet->groups[group].members++;
    } else {
        wn_fleet_queue(fleet, number);
    }
}

static wend_error check_order(const wend_fleet *fleet, wend_state goal, const wend_order *order) {
    if (order->priority > UINT8_MAX) {
        return WEND_ERROR_ARGUMENT;
    }
    if (order->nearest && !fleet->def.components) {
        return WEND_ERROR_UNSUPPORTED;
    }
    return check_state(fleet, goal, order->nearest ? WEND_OK : WEND_ERROR_GOAL_BLOCKED);
}

wend_error wend_fleet_set_goal(wend_fleet *fleet, wend_unit handle, wend_state goal,
                               const wend_order *order) {
    uint32_t number = number_of(fleet, handle);
    wend_order what = order ? *order : (wend_order){0};
    wend_error error = number == WN_NONE ? WEND_ERROR_ARGUMENT : check_order(fleet, goal, &what);
    if (!error) {
        take_order(fleet, number, wn_fleet_spot(fleet, goal), &what, WN_NONE);
    }
    return error;
}

wend_error wend_fleet_set_group_goal(wend_fleet *fleet, const wend_unit *units, uint32_t count,
                                     wend_state goal, const wend_order *order) {
    wend_order what = order ? *order : (wend_order){0};
    if (!fleet || (!units && count > 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (number_of(fleet, units[i]) == WN_NONE) {
            return WEND_ERROR_ARGUMENT;
        }
    }
    wend_error error = check_order(fleet, goal, &what);
    if (error) {
        return error;
    }
    wn_spot to = wn_fleet_spot(fleet, goal);
    bool shares = count >= fleet->def.group_min && wn_field_supports(fleet->domain);
    uint32_t group = shares ? wn_groups_find(fleet, to) : WN_NONE;
    for (uint32_t i = 0; i < count; i++) {
        take_order(fleet, number_of(fleet, units[i]), to, &what, group);
    }
    return WEND_OK;
}

wend_error wend_fleet_cancel(wend_fleet *fleet, wend_unit handle) {
    uint32_t number = number_of(fleet, handle);
    if (number == WN_NONE) {
        return WEND_ERROR_ARGUMENT;
    }
    give_up_order(fleet, number);
    fleet->units[number].ordered = WN_NONE;
    return WEND_OK;
}

/* ---- Units moved by the caller -----------------------------------------------------------------
 */

/* Returns a unit to its route: to the next waypoint, or to where it left the route. */
static bool return_to_route(wend_fleet *fleet, wn_unit *unit, wn_spot from) {
    if (!fleet->map || !wn_unit_has_route(unit)) {
        return false;
    }
    wn_corner_pool *pool = &fleet->corners;
    wn_spot end = unit->line_left > 0 ? from + unit->line_left * unit->line_step
                                      : wn_corners_take(pool, &unit->route);
    wn_spot turn;
    bool sees_end = wn_fleet_sees(fleet, unit->at, end, 4 * WEND_FLEET_REJOIN, &turn);
    unit->line_left = 0;
    if (end != unit->at && !wn_corners_push(pool, &unit->route, end)) {
        return false;
    }
    wn_extent_add(&unit->extent, unit->at);
    if (!sees_end) {
        if (!wn_fleet_sees(fleet, unit->at, from, WEND_FLEET_REJOIN, &turn) ||
            !wn_corners_push(pool, &unit->route, from)) {
            return false;
        }
        end = from;
    }
    wn_extent_add(&unit->extent, turn);
    return turn == end || wn_corners_push(pool, &unit->route, turn);
}

static bool extend_trail(const wend_fleet *fleet, wn_lent *lent, wn_spot from, wn_spot to) {
    for (wn_spot at = from; at != to;) {
        at += wn_line_of(fleet, at, to).step;
        if (!wn_lent_extend(lent, at)) {
            return false;
        }
    }
    return true;
}

/* Extends the trail of a unit with a running search. */
static bool return_to_trail(wend_fleet *fleet, const wn_unit *unit, wn_spot from) {
    wn_lent *lent = &fleet->lent[unit->search];
    wn_spot turn;
    if (!fleet->map || !wn_fleet_sees(fleet, unit->at, from, WEND_FLEET_REJOIN, &turn)) {
        return false;
    }
    /* Backwards, so that the trail ends at the unit. */
    return extend_trail(fleet, lent, from, turn) && extend_trail(fleet, lent, turn, unit->at);
}

/* Chooses the goal again after a teleport: another cell may now be the nearest to the order's goal.
 * Returns whether the goal has changed. */
static bool choose_goal_again(wend_fleet *fleet, wn_unit *unit) {
    wn_spot goal = unit->goal;
    return unit->goes_nearest && choose_between_frames(fleet, unit) && unit->goal != goal;
}

wend_error wend_fleet_teleport(wend_fleet *fleet, wend_unit handle, wend_state state) {
    uint32_t number = number_of(fleet, handle);
    if (number == WN_NONE) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_error error = check_state(fleet, state, WEND_ERROR_START_BLOCKED);
    if (error) {
        return error;
    }
    wn_unit *unit = &fleet->units[number];
    wn_spot from = unit->at;
    unit->at = wn_fleet_spot(fleet, state);
    unit->flags &= WN_UNIT_UNCHECKED | WN_UNIT_UNREPORTED;
    unit->before = WN_NONE;
    if (unit->at == from) {
        return WEND_OK;
    }
    unit->flags &= WN_UNIT_UNCHECKED;
    if (unit->status == WEND_UNIT_IDLE) {
        return WEND_OK;
    }
    bool is_elsewhere = choose_goal_again(fleet, unit);
    if (unit->goal == unit->at) {
        arrive_between_frames(fleet, number);
        return WEND_OK;
    }
    if (is_elsewhere) {
        give_up_order(fleet, number);
        wn_fleet_queue(fleet, number);
        return WEND_OK;
    }
    if (unit->status == WEND_UNIT_GROUPED) {
        return WEND_OK; /* its field covers every cell */
    }
    if (unit->status == WEND_UNIT_FOLLOWING) {
        if (!return_to_route(fleet, unit, from)) {
            wn_fleet_drop_route(fleet, unit);
            wn_fleet_queue(fleet, number);
        }
        return WEND_OK;
    }
    wn_fleet_drop_route(fleet, unit); /* the lead */
    if (unit->status == WEND_UNIT_SEARCHING && !return_to_trail(fleet, unit, from)) {
        wn_fleet_return_search(fleet, number);
        wn_fleet_queue(fleet, number);
    } else if (unit->status == WEND_UNIT_ARRIVED || unit->status == WEND_UNIT_UNREACHABLE) {
        wn_fleet_queue(fleet, number);
    }
    return WEND_OK;
}

/* Undoes a move. A route or a search that began after it now begins with it. What was proved
 * unreachable from the move's target is not proved from here. */
static void undo_move(wend_fleet *fleet, uint32_t number) {
    wn_unit *unit = &fleet->units[number];
    bool by_line = unit->flags & WN_UNIT_BY_LINE;
    wn_spot at = unit->at;
    unit->flags &= WN_UNIT_UNCHECKED;
    unit->at = unit->before;
    unit->before = unit->earlier[0];
    for (uint32_t i = 0; i + 1 < WN_UNIT_MEMORY; i++) {
        unit->earlier[i] = unit->earlier[i + 1];
    }
    unit->earlier[WN_UNIT_MEMORY - 1] = WN_NONE;
    if (unit->status != WEND_UNIT_IDLE && unit->at == unit->goal) {
        arrive_between_frames(fleet, number);
        return;
    }
    if (wn_fleet_is_buried(fleet, unit->at)) { /* the step out is not part of a route */
        by_line = false;
        wn_fleet_drop_route(fleet, unit);
        if (unit->status == WEND_UNIT_FOLLOWING) {
            wn_fleet_queue(fleet, number);
        }
    } else if (by_line || wn_unit_has_route(unit)) {
        unit->line_step = at - unit->at;
        unit->line_left++;
        wn_extent_add(&unit->extent, unit->at);
    }
    if (unit->status == WEND_UNIT_SEARCHING &&
        !wn_lent_extend(&fleet->lent[unit->search], unit->at)) {
        wn_fleet_return_search(fleet, number);
        wn_fleet_queue(fleet, number);
    }
    if (unit->status == WEND_UNIT_ARRIVED && by_line) {
        wn_fleet_set_status(fleet, unit, WEND_UNIT_FOLLOWING);
    } else if (unit->status == WEND_UNIT_ARRIVED || unit->status == WEND_UNIT_UNREACHABLE) {
        wn_fleet_queue(fleet, number);
    }
}

wend_error wend_fleet_refuse(wend_fleet *fleet, wend_unit handle) {
    uint32_t number = number_of(fleet, handle);
    if (number == WN_NONE) {
        return WEND_ERROR_ARGUMENT;
    }
    wn_unit *unit = &fleet->units[number];
    if (unit->flags & WN_UNIT_MOVED) {
        undo_move(fleet, number);
    }
    return WEND_OK;
}

/* ---- Reading ----------------------------------------------------------------------------------
 */

wend_unit_status wend_fleet_status(const wend_fleet *fleet, wend_unit handle) {
    uint32_t number = number_of(fleet, handle);
    return number == WN_NONE ? WEND_UNIT_IDLE : (wend_unit_status)fleet->units[number].status;
}

wend_state wend_fleet_state(const wend_fleet *fleet, wend_unit handle) {
    uint32_t number = number_of(fleet, handle);
    return number == WN_NONE ? WEND_STATE_NONE : wn_fleet_state_of(fleet, fleet->units[number].at);
}

wend_state wend_fleet_goal(const wend_fleet *fleet, wend_unit handle) {
    uint32_t number = number_of(fleet, handle);
    bool has_goal = number != WN_NONE && fleet->units[number].ordered != WN_NONE;
    return has_goal ? wn_fleet_state_of(fleet, fleet->units[number].ordered) : WEND_STATE_NONE;
}

/* A unit as the next frame will see it after processing the edits of the map. */
static wn_unit foresee(wend_fleet *fleet, const wn_unit *unit) {
    wn_unit later = *unit;
    if (!fleet->map) {
        return later;
    }
    const wn_cells *cells = &fleet->map->cells;
    if (later.status == WEND_UNIT_SEARCHING && cells->least_factor != fleet->least_factor) {
        later.status = WEND_UNIT_QUEUED; /* its search restarts */
    }
    return later;
}

wend_state wend_fleet_next(wend_fleet *fleet, wend_unit handle) {
    uint32_t number = number_of(fleet, handle);
    if (number == WN_NONE) {
        return WEND_STATE_NONE;
    }
    wn_unit unit = foresee(fleet, &fleet->units[number]);
    bool by_line;
    wn_spot next = unit.status == WEND_UNIT_GROUPED ? wn_group_foresee(fleet, &unit)
                   : wn_unit_is_active(&unit)       ? wn_fleet_next_step(fleet, &unit, &by_line)
                                                    : WN_NONE;
    return next == WN_NONE ? WEND_STATE_NONE : wn_fleet_state_of(fleet, next);
}

uint32_t wend_fleet_waypoints(const wend_fleet *fleet, wend_unit handle, wend_state *states,
                              uint32_t capacity, bool *complete) {
    uint32_t number = number_of(fleet, handle), count = 0;
    wn_spot last = WN_NONE;
    if (number != WN_NONE && (states || !capacity)) {
        const wn_unit *unit = &fleet->units[number];
        last = unit->at;
        if (unit->line_left > 0 && count < capacity) {
            last = unit->at + unit->line_left * unit->line_step;
            states[count++] = wn_fleet_state_of(fleet, last);
        }
        for (wn_corners rest = unit->route; !wn_corners_are_none(&rest) && count < capacity;
             rest = wn_corners_behind(&fleet->corners, rest)) {
            last = wn_corners_first(&fleet->corners, &rest);
            states[count++] = wn_fleet_state_of(fleet, last);
        }
    }
    if (complete) {
        *complete = last != WN_NONE && last == fleet->units[number].goal;
    }
    return count;
}

/* Writes the next cells of a unit's route, at most `capacity`. */
static uint32_t list_route_cells(const wend_fleet *fleet, const wn_unit *unit, wend_state *states,
                                 uint32_t capacity) {
    wn_spot at = unit->at;
    wn_line line = {unit->line_step, unit->line_left};
    wn_corners rest = unit->route;
    uint32_t count = 0;
    while (count < capacity && (line.length > 0 || !wn_corners_are_none(&rest))) {
        if (line.length == 0) {
            line = wn_line_of(fleet, at, wn_corners_first(&fleet->corners, &rest));
            rest = wn_corners_behind(&fleet->corners, rest);
            continue;
        }
        at += line.step;
        line.length--;
        states[count++] = wn_fleet_state_of(fleet, at);
    }
    return count;
}

uint32_t wend_fleet_path(const wend_fleet *fleet, wend_unit handle, wend_state *states,
                         uint32_t capacity, bool *complete) {
    uint32_t number = number_of(fleet, handle), count = 0;
    wend_state last = WEND_STATE_NONE;
    if (number != WN_NONE && (states || !capacity)) {
        const wn_unit *unit = &fleet->units[number];
        count = states ? list_route_cells(fleet, unit, states, capacity) : 0;
        last = count ? states[count - 1] : wn_fleet_state_of(fleet, unit->at);
    }
    if (complete) {
        *complete =
            last != WEND_STATE_NONE && last == wn_fleet_state_of(fleet, fleet->units[number].goal);
    }
    return count;
}

wend_state wend_fleet_ahead(wend_fleet *fleet, wend_unit handle, uint32_t distance) {
    wend_state path[WEND_AHEAD_MAX], next = wend_fleet_next(fleet, handle);
    uint32_t number = number_of(fleet, handle);
    if (number == WN_NONE || !fleet->map) {
        return next;
    }
    const wn_unit *unit = &fleet->units[number];
    uint32_t count = list_route_cells(fleet, unit, path, wn_min_u32(distance, WEND_AHEAD_MAX));
    if (count == 0 || path[0] != next) {
        return next; /* it waits, or follows a field */
    }
    wend_state from = wn_fleet_state_of(fleet, unit->at);
    wend_state seen = wn_sight_farthest(fleet->map, from, path, count);
    return seen == WEND_STATE_NONE ? next : seen;
}

wend_state wend_fleet_field_next(wend_fleet *fleet, wend_unit handle, wend_state state,
                                 bool *exact) {
    uint32_t number = number_of(fleet, handle);
    bool is_exact = false;
    wn_id next = WN_NONE;
    if (number != WN_NONE && state < fleet->domain->state_count) {
        next = wn_group_next(fleet, &fleet->units[number], wn_domain_id(fleet->domain, state),
                             &is_exact);
    }
    if (exact) {
        *exact = is_exact;
    }
    return next == WN_NONE ? WEND_STATE_NONE : wn_domain_state(fleet->domain, next);
}

wend_unit wend_fleet_at(const wend_fleet *fleet, uint32_t slot) {
    bool is_there = fleet && slot < fleet->units_high && fleet->units[slot].is_there;
    return is_there ? handle_of(fleet, slot) : WEND_UNIT_NONE;
}

/* ---- Between frames ---------------------------------------------------------------------------
 */

wend_error wend_fleet_reserve(wend_fleet *fleet, uint64_t work) {
    if (!fleet) {
        return WEND_ERROR_ARGUMENT;
    }
    if (work < WEND_FLEET_WORK_MIN) {
        return WEND_ERROR_BUDGET;
    }
    fleet->is_short = !wn_fleet_reserve(fleet, wn_fleet_work(work));
    fleet->is_prepared = true;
    return fleet->is_short ? WEND_ERROR_MEMORY : WEND_OK;
}

size_t wn_fleet_record_bytes(const wend_fleet *fleet) {
    const wend_fleet_def *def = &fleet->def;
    return sizeof *fleet + def->events_max * sizeof *fleet->events +
           def->units_max * (sizeof *fleet->units + sizeof *fleet->links);
}

size_t wend_fleet_memory(const wend_fleet *fleet) {
    return fleet ? fleet->memory.used : 0;
}

wend_fleet_info wend_fleet_stats(const wend_fleet *fleet) {
    if (!fleet) {
        return (wend_fleet_info){0};
    }
    wend_fleet_info info = fleet->info;
    info.units = fleet->count;
    info.bytes_routes = wn_corner_pool_bytes(&fleet->corners);
    info.bytes_units = wn_fleet_record_bytes(fleet);
    info.bytes_allocated = fleet->memory.used;
    info.bytes_fields = wn_groups_bytes(fleet);
    info.bytes_searches =
        info.bytes_allocated - info.bytes_units - info.bytes_routes - info.bytes_fields;
    return info;
}

const char *wend_unit_status_text(wend_unit_status status) {
    switch (status) {
    case WEND_UNIT_IDLE:
        return "idle";
    case WEND_UNIT_QUEUED:
        return "queued";
    case WEND_UNIT_SEARCHING:
        return "searching";
    case WEND_UNIT_FOLLOWING:
        return "following";
    case WEND_UNIT_ARRIVED:
        return "arrived";
    case WEND_UNIT_UNREACHABLE:
        return "unreachable";
    case WEND_UNIT_GROUPED:
        return "grouped";
    }
    return "unknown status";
}
