/* fleet/lines.c - routes as straight lines between waypoints. */
#include "fleet/fleet.h"

#include <stdlib.h>

/* ---- Lines ----------------------------------------------------------------------------------- */

wn_line wn_line_of(const wend_fleet *fleet, wn_spot from, wn_spot to) {
    return fleet->map ? wn_line_between(from, to) : (wn_line){to - from, 1};
}

bool wn_fleet_is_move(const wend_fleet *fleet, wn_spot from, wn_spot to) {
    const wend_map *map = fleet->map;
    return !map || wn_grid_move_cost(map, wn_grid_at_place(map, from), wn_grid_at_place(map, to));
}

void wn_extent_add(wn_extent *extent, wn_spot spot) {
    uint16_t x = (uint16_t)wn_place_x(spot), y = (uint16_t)wn_place_y(spot);
    extent->low_x = x < extent->low_x ? x : extent->low_x;
    extent->low_y = y < extent->low_y ? y : extent->low_y;
    extent->high_x = x > extent->high_x ? x : extent->high_x;
    extent->high_y = y > extent->high_y ? y : extent->high_y;
}

/* ---- Following a route ----------------------------------------------------------------------- */

/* The target of the next move of the line, or of the first move to the next waypoint. */
static wn_spot next_on_route(const wend_fleet *fleet, const wn_unit *unit) {
    if (unit->line_left > 0) {
        return unit->at + unit->line_step;
    }
    wn_spot corner = wn_corners_first(&fleet->corners, &unit->route);
    return unit->at + wn_line_of(fleet, unit->at, corner).step;
}

/* The step of a member that will leave its group, because its goal is unreachable. */
static wn_spot step_without_group(wend_fleet *fleet, const wn_unit *unit) {
    wn_unit alone = *unit;
    alone.status = WEND_UNIT_QUEUED;
    return unit->goes_nearest ? wn_fleet_wait_step(fleet, &alone) : WN_NONE;
}

wn_spot wn_fleet_next_step(wend_fleet *fleet, const wn_unit *unit, bool *by_line) {
    if (unit->status == WEND_UNIT_GROUPED) {
        bool is_covered;
        *by_line = false;
        wn_spot step = wn_group_step(fleet, unit, &is_covered);
        return wn_group_is_left(fleet, unit, is_covered) ? step_without_group(fleet, unit) : step;
    }
    bool must_turn = unit->status == WEND_UNIT_SEARCHING &&
                     fleet->lent[unit->search].trail_count == WN_TRAIL_MAX;
    *by_line = wn_unit_has_route(unit) && !must_turn;
    if (*by_line) {
        bool is_sure = unit->status == WEND_UNIT_FOLLOWING && !(unit->flags & WN_UNIT_UNCHECKED) &&
                       (!fleet->map || fleet->map->cells.version == fleet->version);
        wn_spot to = next_on_route(fleet, unit);
        if (is_sure || wn_fleet_is_move(fleet, unit->at, to)) {
            return to;
        }
        *by_line = false;
    }
    return wn_fleet_wait_step(fleet, unit);
}

void wn_fleet_pass(wend_fleet *fleet, wn_unit *unit) {
    if (unit->line_left == 0) {
        wn_line line = wn_line_of(fleet, unit->at, wn_corners_take(&fleet->corners, &unit->route));
        unit->line_step = line.step;
        unit->line_left = (uint16_t)line.length;
    }
    unit->line_left--;
}

void wn_fleet_drop_route(wend_fleet *fleet, wn_unit *unit) {
    unit->line_left = 0;
    wn_corners_drop(&fleet->corners, &unit->route);
    if (unit->flags & WN_UNIT_UNCHECKED) {
        unit->flags &= (uint8_t)~WN_UNIT_UNCHECKED;
        fleet->unchecked--;
    }
}

/* ---- Checking -------------------------------------------------------------------------------- */

/* Follows a line as far as it is legal; `at` becomes its end, or the last cell reached. Returns
 * whether that is its end. */
static bool follow_line(const wend_fleet *fleet, wn_spot *at, wn_line line, uint32_t *checked) {
    for (; line.length > 0; line.length--) {
        wn_spot next = *at + line.step;
        ++*checked;
        if (!wn_fleet_is_move(fleet, *at, next)) {
            return false;
        }
        *at = next;
    }
    return true;
}

static wn_spot obstacle_of(const wend_fleet *fleet, wn_spot at, wn_line line) {
    wn_id obstacle =
        wn_grid_obstacle(fleet->map, wn_fleet_id(fleet, at), wn_fleet_id(fleet, at + line.step));
    return obstacle == WN_NONE ? at : wn_fleet_spot_of_id(fleet, obstacle);
}

wn_spot wn_fleet_find_cut(const wend_fleet *fleet, const wn_unit *unit, uint32_t *checked) {
    wn_spot at = unit->at;
    wn_line line = {unit->line_step, unit->line_left};
    if (!follow_line(fleet, &at, line, checked)) {
        return obstacle_of(fleet, at, line);
    }
    for (wn_corners rest = unit->route; !wn_corners_are_none(&rest);
         rest = wn_corners_behind(&fleet->corners, rest)) {
        line = wn_line_of(fleet, at, wn_corners_first(&fleet->corners, &rest));
        if (!follow_line(fleet, &at, line, checked)) {
            return obstacle_of(fleet, at, line);
        }
    }
    return WN_NONE;
}

bool wn_fleet_sees(const wend_fleet *fleet, wn_spot from, wn_spot to, uint32_t most,
                   wn_spot *corner) {
    wn_jump_rule rule = fleet->map->def.neighbors == 4 ? WN_JUMP_FOUR : WN_JUMP_NEVER;
    uint32_t turn = wn_edge_turn(rule, from, to), length = wn_edge_length(rule, from, to);
    if (length > most) {
        return false;
    }
    uint32_t checked = 0;
    *corner = turn > 0 && turn < length ? wn_edge_at(rule, from, to, turn) : to;
    for (wn_spot at = from, end = *corner; at != to; end = to) {
        if (!follow_line(fleet, &at, wn_line_of(fleet, at, end), &checked)) {
            return false;
        }
    }
    return true;
}
