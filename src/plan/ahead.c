/* plan/ahead.c - the planned route, as states or as waypoints. */
#include "plan/planner.h"
#include "domain/grid.h"
#include "plan/edges.h"

bool wn_ahead_on(const wn_route *route, uint32_t position, wn_ahead *ahead) {
    if (!ahead->begun) {
        ahead->begun = true;
        ahead->entry = position;
    }
    if (ahead->entry == 0) {
        return false;
    }
    ahead->at = route->entries[--ahead->entry].node;
    return true;
}

static bool go_on(const wn_planner *planner, wn_ahead *ahead) {
    const wn_family *family = planner->algorithm->family;
    return family->ahead && !wn_planner_is_final(planner) && family->ahead(planner, ahead);
}

/* ---- Straight lines ------------------------------------------------------------------------- */

/* The first move from one cell of a map to another, as a difference of places. */
static wn_place heading_of(const wend_map *map, wn_id from, wn_id to) {
    return wn_line_move(wn_grid_place(map, from), wn_grid_place(map, to));
}

static wn_id step_towards(const wn_planner *planner, wn_id from, wn_id to) {
    if (!planner->algorithm->family->is_far_apart) {
        return to;
    }
    const wend_map *map = planner->map;
    return wn_grid_at_place(map, wn_grid_place(map, from) + heading_of(map, from, to));
}

/* ---- For all planners ----------------------------------------------------------------------- */

wn_id wn_planner_next(const wn_planner *planner) {
    if (planner->next != WN_NONE) {
        return planner->next;
    }
    wn_ahead ahead = {.at = planner->at};
    return planner->moved && go_on(planner, &ahead) ? step_towards(planner, planner->at, ahead.at)
                                                    : WN_NONE;
}

uint32_t wn_planner_path(const wn_planner *planner, wend_state *states, uint32_t capacity,
                         bool *complete) {
    wn_ahead ahead = {.at = planner->at};
    wn_id at = planner->at;
    uint32_t count = 0;
    while (count < capacity && (at != ahead.at || go_on(planner, &ahead))) {
        at = step_towards(planner, at, ahead.at);
        states[count++] = wn_planner_state_of(planner, at);
    }
    *complete = at == planner->goal;
    return count;
}

wn_id wn_planner_obstacle(const wn_planner *planner) {
    const wn_family *family = planner->algorithm->family;
    wn_ahead ahead = {.at = planner->at};
    wn_id at = planner->at, obstacle = WN_NONE;
    if (!planner->map || !family->ahead) {
        return WN_NONE;
    }
    while (obstacle == WN_NONE && (at != ahead.at || family->ahead(planner, &ahead))) {
        wn_id next = step_towards(planner, at, ahead.at);
        obstacle = wn_grid_obstacle(planner->map, at, next);
        at = next;
    }
    return obstacle;
}

uint32_t wn_planner_corners(const wn_planner *planner, wend_state *states, uint32_t capacity,
                            bool *complete) {
    wn_ahead ahead = {.at = planner->at};
    wn_id at = planner->at;
    wn_place last = 0;
    uint32_t count = 0;
    while (go_on(planner, &ahead)) {
        wn_place heading = planner->map ? heading_of(planner->map, at, ahead.at) : 0;
        bool turns = count == 0 || !planner->map || heading != last;
        if (turns && count == capacity) {
            break;
        }
        count += turns;
        at = ahead.at;
        last = heading;
        states[count - 1] = wn_planner_state_of(planner, at);
    }
    *complete = at == planner->goal;
    return count;
}
