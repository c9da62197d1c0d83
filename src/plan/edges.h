/* plan/edges.h - following the edges of jump point search (search/jump_search.h) cell by cell, and
 * what a blocked cell does to them. */
#ifndef WN_EDGES_H
#define WN_EDGES_H

#include "search/jump_search.h"

/* Whether a cell lies on an edge, before its end. */
static inline bool wn_edge_passes(wn_jump_rule rule, wn_place from, wn_place to, wn_place at) {
    uint32_t done = wn_edge_length(rule, from, at);
    return done < wn_edge_length(rule, from, to) && wn_edge_at(rule, from, to, done) == at;
}

/* The cell after one that lies on an edge to `to`: what is left of an edge is an edge. */
static inline wn_place wn_edge_next(wn_jump_rule rule, wn_place at, wn_place to) {
    uint32_t x = wn_place_x(at), y = wn_place_y(at), to_x = wn_place_x(to), to_y = wn_place_y(to);
    int dx = (to_x > x) - (to_x < x), dy = (to_y > y) - (to_y < y);
    dy = rule == WN_JUMP_FOUR && dx ? 0 : dy; /* along the row first */
    return at + (uint32_t)dy * WN_PLACE_ROW + (uint32_t)dx;
}

/* The cell before it. */
static inline wn_place wn_edge_back(wn_jump_rule rule, wn_place from, wn_place at) {
    return wn_edge_at(rule, from, at, wn_edge_length(rule, from, at) - 1);
}

/* The end of the straight line that a cell of an edge lies on. */
static inline wn_place wn_edge_line_end(wn_jump_rule rule, wn_place from, wn_place to,
                                        wn_place at) {
    uint32_t turn = wn_edge_turn(rule, from, to);
    return wn_edge_length(rule, from, at) < turn ? wn_edge_at(rule, from, to, turn) : to;
}

/* Whether an edge needs a cell that is blocked: it lies on it, behind its beginning, or a diagonal
 * step between the cells beside it is not legal any more. O(1). */
bool wn_edge_is_cut(const wn_jumps *jumps, wn_place from, wn_place to, wn_place blocked);

/* Whether an edge is legal on the map as it is. */
typedef enum wn_edge_check { WN_EDGE_LEGAL, WN_EDGE_CUT, WN_EDGE_UNCHECKED } wn_edge_check;

/* Goes on to find out, from `*done` moves of the edge on, with at most `*left` units: as many as
 * the search uses for such a walk. "Unchecked" if they do not suffice. */
wn_edge_check wn_edge_check_on(const wn_jumps *jumps, wn_place from, wn_place to, uint32_t *done,
                               uint32_t *left);

#endif
