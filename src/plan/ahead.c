/* plan/ahead.c - what a planner means to do: the states that it will pass, or where it will turn.
 */
#include "plan/planner.h"
#include "domain/grid.h"

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

typedef struct heading {
    int32_t dx, dy;
} heading;

static int32_t sign(int32_t n) {
    return (n > 0) - (n < 0);
}

static heading heading_of(const wn_planner *planner, wn_id from, wn_id to) {
    const wend_map *map = planner->map;
    int32_t dx = (int32_t)wn_grid_x(map, to) - (int32_t)wn_grid_x(map, from);
    int32_t dy = (int32_t)wn_grid_y(map, to) - (int32_t)wn_grid_y(map, from);
    bool is_line = planner->algorithm->family->is_far_apart;
    return is_line ? (heading){sign(dx), sign(dy)} : (heading){dx, dy};
}

static wn_id step_towards(const wn_planner *planner, wn_id from, wn_id to) {
    if (!planner->algorithm->family->is_far_apart) {
        return to;
    }
    const wend_map *map = planner->map;
    heading h = heading_of(planner, from, to);
    return wn_grid_id(map, wn_grid_x(map, from) + (uint32_t)h.dx,
                      wn_grid_y(map, from) + (uint32_t)h.dy);
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
    heading last = {0};
    uint32_t count = 0;
    while (go_on(planner, &ahead)) {
        heading h = planner->map ? heading_of(planner, at, ahead.at) : (heading){0};
        bool turns = count == 0 || !planner->map || h.dx != last.dx || h.dy != last.dy;
        if (turns && count == capacity) {
            break;
        }
        count += turns;
        at = ahead.at;
        last = h;
        states[count - 1] = wn_planner_state_of(planner, at);
    }
    *complete = at == planner->goal;
    return count;
}
