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

static wait_choice choose_on_map(const wend_fleet *fleet, const wn_unit *unit) {
    const wend_map *map = fleet->map;
    wn_id id = wn_grid_at_place(map, unit->at);
    uint32_t goal_x = wn_place_x(unit->goal) - 1, goal_y = wn_place_y(unit->goal) - 1;
    wn_successor list[WN_GRID_DEGREE_MAX];
    uint32_t count =
        wn_grid_is_blocked(map, id)
            ? wn_grid_exits(map, id, list)
            : wn_grid_successors(map, id, list, map->knights ? WN_MOVE_SET_16 : WN_MOVE_SET_8);
    wait_choice best = {.to = WN_NONE};
    for (uint32_t i = 0; i < count; i++) {
        compare_step(fleet, unit, wn_grid_place(map, list[i].id),
                     grid_distance(map, list[i].id, goal_x, goal_y), &best);
    }
    return best;
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
