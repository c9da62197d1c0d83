/* plan/edges.h - following the edges of jump point search (search/jump_search.h) cell by cell, and
 * what a blocked cell does to them. */
#ifndef WN_EDGES_H
#define WN_EDGES_H

#include "search/jump_search.h"

/* ---- Lines: equal moves, one after the other ------------------------------------------------- */

/* How many knight's moves a line has, 0 if it is one of steps. */
static inline uint32_t wn_line_knights(int dx, int dy) {
    uint32_t x = (uint32_t)abs(dx), y = (uint32_t)abs(dy);
    return x == 2 * y || y == 2 * x ? wn_min_u32(x, y) : 0;
}

/* What a move of a line adds to a place, modulo 2^32. */
static inline wn_place wn_line_move(wn_place from, wn_place to) {
    int dx = (int)wn_place_x(to) - (int)wn_place_x(from);
    int dy = (int)wn_place_y(to) - (int)wn_place_y(from);
    int knights = (int)wn_line_knights(dx, dy);
    int x = knights ? dx / knights : (dx > 0) - (dx < 0);
    int y = knights ? dy / knights : (dy > 0) - (dy < 0);
    return (uint32_t)y * WN_PLACE_ROW + (uint32_t)x;
}

/* How many moves it has. */
static inline uint32_t wn_line_length(wn_place from, wn_place to) {
    int dx = (int)wn_place_x(to) - (int)wn_place_x(from);
    int dy = (int)wn_place_y(to) - (int)wn_place_y(from);
    uint32_t knights = wn_line_knights(dx, dy);
    return knights ? knights : wn_max_u32((uint32_t)abs(dx), (uint32_t)abs(dy));
}

/* ---- Edges ------------------------------------------------------------------------------------
 */

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

/* How many of the next cells of a straight line are free, of those that lie in one word with the
 * next cell; `most` at most. */
uint32_t wn_edge_free_in_word(const wn_jumps *jumps, wn_place at, wn_place end, uint32_t most);

/* Whether an edge is legal on the map as it is. */
typedef enum wn_edge_check { WN_EDGE_LEGAL, WN_EDGE_CUT, WN_EDGE_UNCHECKED } wn_edge_check;

/* Goes on to find out, from `*done` moves of the edge on, with at most `*left` units: as many as
 * the search uses for such a walk. "Unchecked" if they do not suffice. */
wn_edge_check wn_edge_check_on(const wn_jumps *jumps, wn_place from, wn_place to, uint32_t *done,
                               uint32_t *left);

#endif
