/* fleet/waiting.c - moves that need no search: see wend_wait in wend/fleet.h. */
#include <wend/components.h>

#include "fleet/fleet.h"

#include <stdlib.h>

static wend_cost grid_distance(const wend_map *map, wn_id from, uint32_t goal_x, uint32_t goal_y) {
    switch (map->near->moves) {
    case WN_MOVE_SET_4:
        return wn_grid_h(map, from, goal_x, goal_y, WN_MOVE_SET_4);
    case WN_MOVE_SET_16:
        return wn_grid_h(map, from, goal_x, goal_y, WN_MOVE_SET_16);
    case WN_MOVE_SET_8:
    case WN_MOVE_SET_8_CANONICAL:
        break;
    }
    return wn_grid_h(map, from, goal_x, goal_y, WN_MOVE_SET_8);
}

static bool was_left_lately(const wend_fleet *fleet, const wn_unit *unit, wn_spot spot) {
    if (spot == unit->before) {
        return true;
    }
    for (uint32_t i = 0; fleet->def.wait == WEND_WAIT_GREEDY && i < WN_UNIT_MEMORY; i++) {
        if (spot == unit->earlier[i]) {
            return true;
        }
    }
    return false;
}

/* The best move so far. */
typedef struct wait_choice {
    wn_spot to;
    wend_cost distance;
    bool is_last_resort;
} wait_choice;

static void compare_step(wn_spot to, wend_cost distance, bool is_last_resort, wait_choice *best) {
    bool is_better = best->to == WN_NONE || (best->is_last_resort && !is_last_resort) ||
                     (best->is_last_resort == is_last_resort && distance < best->distance);
    if (is_better) {
        *best = (wait_choice){to, distance, is_last_resort};
    }
}

/* The difference that a step adds to a place, modulo 2^32, by direction. */
static const uint32_t place_steps[WN_DIRECTIONS] = {
    [WN_N] = -WN_PLACE_ROW,     [WN_E] = 1,
    [WN_S] = WN_PLACE_ROW,      [WN_W] = UINT32_MAX,
    [WN_NE] = 1 - WN_PLACE_ROW, [WN_SE] = WN_PLACE_ROW + 1,
    [WN_SW] = WN_PLACE_ROW - 1, [WN_NW] = UINT32_MAX - WN_PLACE_ROW,
};

/* The distance between places, without knight's moves. */
static wend_cost place_distance(wn_place from, wn_place to, bool is_four) {
    uint32_t dx = wn_place_x(from), dy = wn_place_y(from);
    dx = dx > wn_place_x(to) ? dx - wn_place_x(to) : wn_place_x(to) - dx;
    dy = dy > wn_place_y(to) ? dy - wn_place_y(to) : wn_place_y(to) - dy;
    return is_four ? (dx + dy) * WEND_COST_ONE
                   : wn_max_u32(dx, dy) * WEND_COST_ONE +
                         wn_min_u32(dx, dy) * (WEND_COST_DIAGONAL - WEND_COST_ONE);
}

/* Maps the offset of a goal to its class. Which of two steps leads nearer to the goal depends only
 * on the signs of the offset, on which coordinate is larger, and on whether it is larger by 0, 1 or
 * more. So every offset is equivalent to one of at most WN_OFFSET_MAX cells each way, and the order
 * of the steps is stored for those. */
static uint32_t offset_class(int dx, int dy) {
    int x = abs(dx), y = abs(dy);
    int less = (x < y ? x : y) > 0, ahead = abs(x - y) < 2 ? abs(x - y) : 2;
    int wide = less + (x > y ? ahead : 0), high = less + (y > x ? ahead : 0);
    int column = WN_OFFSET_MAX + (dx < 0 ? -wide : wide);
    int row = WN_OFFSET_MAX + (dy < 0 ? -high : high);
    return (uint32_t)(row * WN_OFFSETS + column);
}

/* The directions of the map's moves, nearest to the goal first, ties in their own order: three bits
 * per direction, the first one lowest. */
static uint32_t order_steps(wn_place from, wn_place goal, bool is_four) {
    uint32_t directions = is_four ? 4 : WN_DIRECTIONS;
    uint32_t order = 0, left = (1u << directions) - 1;
    for (uint32_t n = 0; n < directions; n++) {
        uint32_t best = wn_low_zeros(left);
        for (uint32_t d = best + 1; d < directions; d++) {
            bool is_nearer = place_distance(from + place_steps[d], goal, is_four) <
                             place_distance(from + place_steps[best], goal, is_four);
            best = left >> d & 1 && is_nearer ? d : best;
        }
        order |= best << 3 * n;
        left &= ~(1u << best);
    }
    return order;
}

void wn_fleet_order_steps(wend_fleet *fleet) {
    const wn_place from = wn_place_of(2 * WN_OFFSETS, 2 * WN_OFFSETS);
    for (int dy = -WN_OFFSET_MAX; dy <= WN_OFFSET_MAX; dy++) {
        for (int dx = -WN_OFFSET_MAX; dx <= WN_OFFSET_MAX; dx++) {
            wn_place goal = from + (uint32_t)dy * WN_PLACE_ROW + (uint32_t)dx;
            fleet->step_orders[offset_class(dx, dy)] =
                order_steps(from, goal, fleet->map->def.neighbors == 4);
        }
    }
}

/* Mixes two kinds of steps. If both lie on shortest routes to the goal, as far as the heuristic
 * knows (with 8 neighbours diagonal and straight ones), they come first in the order. A unit that
 * makes all steps of one kind first has no choice left at the next obstacle; so they are mixed in
 * the proportion in which the goal needs them. This removes up to a quarter of the extra length
 * that waiting adds to routes. */
static uint32_t keep_to_line(const wend_fleet *fleet, const wn_unit *unit, int dx, int dy,
                             uint32_t order) {
    uint32_t x = (uint32_t)abs(dx), y = (uint32_t)abs(dy);
    uint32_t less = wn_min_u32(x, y), more = wn_max_u32(x, y);
    uint32_t at_x = wn_place_x(unit->at), at_y = wn_place_y(unit->at);
    bool is_four = fleet->map->def.neighbors == 4, is_falling = (dx < 0) != (dy < 0);
    /* Advances by 1 with each step of either kind; its multiples of the golden ratio are spread
     * evenly over 0 to 65535. */
    uint32_t count = !is_four ? (x < y ? at_y : at_x) : is_falling ? at_x - at_y : at_x + at_y;
    uint64_t spread = count * UINT32_C(40503) & 0xffff;
    bool is_first_due = is_four ? (spread * (x + y) < (uint64_t)x << 16) == (order & 1)
                                : spread * more < (uint64_t)less << 16;
    bool has_choice = less > 0 && (is_four || less < more);
    return is_first_due || !has_choice
               ? order
               : (order & ~UINT32_C(077)) | (order & 7) << 3 | (order >> 3 & 7);
}

/* Chooses straight from the bits of the cell. In a fleet with waiting units, most of them come here
 * on every frame. */
static wn_spot choose_by_bits(const wend_fleet *fleet, const wn_unit *unit, uint32_t legal) {
    int dx = (int)wn_place_x(unit->goal) - (int)wn_place_x(unit->at);
    int dy = (int)wn_place_y(unit->goal) - (int)wn_place_y(unit->at);
    uint32_t order = fleet->step_orders[offset_class(dx, dy)];
    if (fleet->def.wait == WEND_WAIT_GREEDY) {
        order = keep_to_line(fleet, unit, dx, dy, order);
    }
    wn_spot back = WN_NONE; /* the best of those that were left recently */
    for (uint32_t n = 0; n < WN_DIRECTIONS; n++, order >>= 3) {
        wn_spot to = unit->at + place_steps[order & 7];
        if (legal >> (order & 7) & 1) {
            if (!was_left_lately(fleet, unit, to)) {
                return to;
            }
            back = back == WN_NONE ? to : back;
        }
    }
    return back;
}

/* Whether the goal of a unit is known to be unreachable from a spot. */
static bool is_known_to_miss(const wend_fleet *fleet, const wn_unit *unit, wn_spot spot) {
    const wend_components *components = fleet->def.components;
    return components &&
           wend_components_reach(components, wn_fleet_state_of(fleet, spot),
                                 wn_fleet_state_of(fleet, unit->goal)) == WEND_REACH_UNREACHABLE;
}

/* Chooses from the list of successors: with knight's moves, or out of a blocked cell. From there no
 * step can be undone, so its target matters more than where the unit has been. */
static wn_spot choose_from_list(const wend_fleet *fleet, const wn_unit *unit, wn_id id) {
    const wend_map *map = fleet->map;
    uint32_t goal_x = wn_place_x(unit->goal) - 1, goal_y = wn_place_y(unit->goal) - 1;
    wn_successor list[WN_GRID_DEGREE_MAX];
    uint32_t count = wn_grid_exits(map, id, list);
    bool is_blocked = wn_grid_is_blocked(map, id);
    wait_choice best = {.to = WN_NONE};
    for (uint32_t i = 0; i < count; i++) {
        wn_spot to = wn_grid_place(map, list[i].id);
        bool is_last_resort =
            is_blocked ? is_known_to_miss(fleet, unit, to) : was_left_lately(fleet, unit, to);
        compare_step(to, grid_distance(map, list[i].id, goal_x, goal_y), is_last_resort, &best);
    }
    return best.to;
}

static wn_spot choose_on_map(const wend_fleet *fleet, const wn_unit *unit) {
    wn_id id = wn_grid_at_place(fleet->map, unit->at);
    uint32_t legal = fleet->map->moves[id];
    return legal && !fleet->map->knights ? choose_by_bits(fleet, unit, legal)
                                         : choose_from_list(fleet, unit, id);
}

/* Chooses a move on other domains. A move that cannot be undone may lead to a dead end, so only
 * those that lead back are considered. */
static wn_spot choose_elsewhere(wend_fleet *fleet, const wn_unit *unit) {
    wn_search *probe = &fleet->probe;
    const wn_successor *list;
    probe->kernel->set_goal(probe, unit->goal);
    uint32_t count = probe->kernel->successors(probe, unit->at, probe->buffer, &list);
    wait_choice best = {.to = WN_NONE};
    for (uint32_t i = 0; i < count; i++) {
        wn_id to = list[i].id;
        bool leads_back = fleet->domain->reversible || wn_search_move_cost(probe, to, unit->at);
        if (to != unit->at && leads_back) {
            compare_step(to, probe->kernel->h0(probe, to), was_left_lately(fleet, unit, to), &best);
        }
    }
    return best.to;
}

wn_spot wn_fleet_wait_step(wend_fleet *fleet, const wn_unit *unit) {
    wn_spot out = wn_fleet_way_out(fleet, unit->at);
    if (out != WN_NONE || fleet->def.wait == WEND_WAIT_STAND) {
        return out;
    }
    if (unit->status == WEND_UNIT_SEARCHING) {
        const wn_lent *lent = &fleet->lent[unit->search];
        wn_spot back = lent->trail[WN_TRAIL_MAX - 1];
        if (lent->trail_count == WN_TRAIL_MAX && wn_fleet_is_move(fleet, unit->at, back)) {
            return back;
        }
    }
    return fleet->map ? choose_on_map(fleet, unit) : choose_elsewhere(fleet, unit);
}

wend_cost wn_fleet_distance(wend_fleet *fleet, wn_spot from, wn_spot to) {
    if (fleet->map) {
        return grid_distance(fleet->map, wn_grid_at_place(fleet->map, from), wn_place_x(to) - 1,
                             wn_place_y(to) - 1);
    }
    fleet->probe.kernel->set_goal(&fleet->probe, to);
    return fleet->probe.kernel->h0(&fleet->probe, from);
}
