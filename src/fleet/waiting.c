/* fleet/waiting.c - moves that need no search: see wend_wait in wend/fleet.h. */
#include "fleet/fleet.h"

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
    bool is_back; /* it was left lately */
} wait_choice;

static void compare_step(const wend_fleet *fleet, const wn_unit *unit, wn_spot to,
                         wend_cost distance, wait_choice *best) {
    bool is_back = was_left_lately(fleet, unit, to);
    bool is_better = best->to == WN_NONE || (best->is_back && !is_back) ||
                     (best->is_back == is_back && distance < best->distance);
    if (is_better) {
        *best = (wait_choice){to, distance, is_back};
    }
}

/* What a step adds to a place, modulo 2^32, by direction. */
static const uint32_t place_steps[WN_DIRECTIONS] = {
    [WN_N] = -WN_PLACE_ROW,     [WN_E] = 1,
    [WN_S] = WN_PLACE_ROW,      [WN_W] = UINT32_MAX,
    [WN_NE] = 1 - WN_PLACE_ROW, [WN_SE] = WN_PLACE_ROW + 1,
    [WN_SW] = WN_PLACE_ROW - 1, [WN_NW] = UINT32_MAX - WN_PLACE_ROW,
};

/* Between places, without knight's moves. */
static wend_cost place_distance(wn_place from, wn_place to, bool is_four) {
    uint32_t dx = wn_place_x(from), dy = wn_place_y(from);
    dx = dx > wn_place_x(to) ? dx - wn_place_x(to) : wn_place_x(to) - dx;
    dy = dy > wn_place_y(to) ? dy - wn_place_y(to) : wn_place_y(to) - dy;
    return is_four ? (dx + dy) * WEND_COST_ONE
                   : wn_max_u32(dx, dy) * WEND_COST_ONE +
                         wn_min_u32(dx, dy) * (WEND_COST_DIAGONAL - WEND_COST_ONE);
}

/* Most units of a fleet that waits are here, on every frame: straight from the bits of the cell. */
static wait_choice choose_by_bits(const wend_fleet *fleet, const wn_unit *unit, uint32_t legal) {
    bool is_four = fleet->map->def.neighbors == 4;
    wait_choice best = {.to = WN_NONE};
    for (; legal; legal &= legal - 1) {
        wn_spot to = unit->at + place_steps[wn_low_zeros(legal)];
        compare_step(fleet, unit, to, place_distance(to, unit->goal, is_four), &best);
    }
    return best;
}

/* With knight's moves, or out of a cell that was blocked. */
static wait_choice choose_from_list(const wend_fleet *fleet, const wn_unit *unit, wn_id id) {
    const wend_map *map = fleet->map;
    uint32_t goal_x = wn_place_x(unit->goal) - 1, goal_y = wn_place_y(unit->goal) - 1;
    wn_successor list[WN_GRID_DEGREE_MAX];
    uint32_t count = wn_grid_exits(map, id, list);
    wait_choice best = {.to = WN_NONE};
    for (uint32_t i = 0; i < count; i++) {
        compare_step(fleet, unit, wn_grid_place(map, list[i].id),
                     grid_distance(map, list[i].id, goal_x, goal_y), &best);
    }
    return best;
}

static wait_choice choose_on_map(const wend_fleet *fleet, const wn_unit *unit) {
    wn_id id = wn_grid_at_place(fleet->map, unit->at);
    uint32_t legal = fleet->map->moves[id];
    return legal && !fleet->map->knights ? choose_by_bits(fleet, unit, legal)
                                         : choose_from_list(fleet, unit, id);
}

/* Where a move cannot be taken back, it may lead to where no way leads on. */
static wait_choice choose_elsewhere(wend_fleet *fleet, const wn_unit *unit) {
    wn_search *probe = &fleet->probe;
    const wn_successor *list;
    probe->kernel->set_goal(probe, unit->goal);
    uint32_t count = probe->kernel->successors(probe, unit->at, probe->buffer, &list);
    wait_choice best = {.to = WN_NONE};
    for (uint32_t i = 0; i < count; i++) {
        wn_id to = list[i].id;
        bool leads_back = fleet->domain->reversible || wn_search_move_cost(probe, to, unit->at);
        if (to != unit->at && leads_back) {
            compare_step(fleet, unit, to, probe->kernel->h0(probe, to), &best);
        }
    }
    return best;
}

wn_spot wn_fleet_wait_step(wend_fleet *fleet, const wn_unit *unit) {
    if (fleet->def.wait == WEND_WAIT_STAND) {
        return WN_NONE;
    }
    if (unit->status == WEND_UNIT_SEARCHING) {
        const wn_lent *lent = &fleet->lent[unit->search];
        wn_spot back = lent->trail[WN_TRAIL_MAX - 1];
        if (lent->trail_count == WN_TRAIL_MAX && wn_fleet_is_move(fleet, unit->at, back)) {
            return back;
        }
    }
    return fleet->map ? choose_on_map(fleet, unit).to : choose_elsewhere(fleet, unit).to;
}

wend_cost wn_fleet_distance(wend_fleet *fleet, wn_spot from, wn_spot to) {
    if (fleet->map) {
        return grid_distance(fleet->map, wn_grid_at_place(fleet->map, from), wn_place_x(to) - 1,
                             wn_place_y(to) - 1);
    }
    fleet->probe.kernel->set_goal(&fleet->probe, to);
    return fleet->probe.kernel->h0(&fleet->probe, from);
}
