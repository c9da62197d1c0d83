#include "search/points.h"

/* The turn of the edge that leads to a node, or WN_NONE. */
static wn_place turn_before(const wn_jump_search *search, uint32_t node) {
    uint32_t parent = search->nodes[node].parent;
    if (parent == WN_NONE) {
        return WN_NONE;
    }
    wn_jump_rule rule = search->jumps->rule;
    wn_place from = search->nodes[parent].place, to = search->nodes[node].place;
    uint32_t turn = wn_edge_turn(rule, from, to);
    bool has_turn = turn > 0 && turn < wn_edge_length(rule, from, to);
    return has_turn ? wn_edge_at(rule, from, to, turn) : WN_NONE;
}

static wn_spot next_jump(wn_points *points) {
    const wn_jump_search *search = &points->search->own.jump;
    wn_place turn = points->turn;
    if (turn != WN_NONE) {
        points->turn = WN_NONE;
        return turn;
    }
    wn_place place = search->nodes[points->node].place;
    points->turn = turn_before(search, points->node);
    points->node = search->nodes[points->node].parent;
    return place;
}

bool wn_points_next(wn_points *points, wn_spot *point) {
    if (points->node == WN_NONE && points->turn == WN_NONE) {
        return false;
    }
    if (points->jumps) {
        *point = next_jump(points);
        return true;
    }
    wn_id id = points->node;
    *point = points->map ? wn_grid_place(points->map, id) : id;
    points->node = wn_search_parent(points->search, id);
    return true;
}

/* The change of a coordinate per move, 0, 1 or 2 cells, times `unit`, if `count` moves cover
 * `distance`. Used for tracing and joining routes, so it avoids a division. */
static uint32_t move_along(int distance, int count, uint32_t unit) {
    uint32_t cells = (uint32_t)(distance != 0) + (uint32_t)(abs(distance) > count);
    return distance < 0 ? -(cells * unit) : cells * unit;
}

wn_line wn_line_between(wn_place from, wn_place to) {
    int dx = (int)wn_place_x(to) - (int)wn_place_x(from);
    int dy = (int)wn_place_y(to) - (int)wn_place_y(from);
    int x = abs(dx), y = abs(dy);
    /* A line that is neither straight nor diagonal consists of knight's moves. */
    int length = x == 0 || y == 0 ? x + y : x < y ? x : y;
    return (wn_line){move_along(dy, length, WN_PLACE_ROW) + move_along(dx, length, 1),
                     (uint32_t)length};
}
