/* plan/edges.h - follows the edges of jump point search (search/jump_search.h) cell by cell, and
 * checks them against blocked cells. */
#ifndef WN_EDGES_H
#define WN_EDGES_H

#include "search/jump_search.h"

/* ---- Lines: equal moves, one after the other ------------------------------------------------- */

/* The number of knight's moves of a line, 0 if it consists of steps. */
static inline uint32_t wn_line_knights(int dx, int dy) {
    uint32_t x = (uint32_t)abs(dx), y = (uint32_t)abs(dy);
    return x == 2 * y || y == 2 * x ? wn_min_u32(x, y) : 0;
}

/* The difference that one move of a line adds to a place, modulo 2^32. */
static inline wn_place wn_line_move(wn_place from, wn_place to) {
    int dx = (int)wn_place_x(to) - (int)wn_place_x(from);
    int dy = (int)wn_place_y(to) - (int)wn_place_y(from);
    int knights = (int)wn_line_knights(dx, dy);
    int x = knights ? dx / knights : (dx > 0) - (dx < 0);
    int y = knights ? dy / knights : (dy > 0) - (dy < 0);
    return (uint32_t)y * WN_PLACE_ROW + (uint32_t)x;
}

/* The number of moves of a line. */
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

/* The cell after one that lies on an edge to `to`: the rest of an edge is an edge. */
static inline wn_place wn_edge_next(wn_jump_rule rule, wn_place at, wn_place to) {
    uint32_t x = wn_place_x(at), y = wn_place_y(at), to_x = wn_place_x(to), to_y = wn_place_y(to);
    int dx = (to_x > x) - (to_x < x), dy = (to_y > y) - (to_y < y);
    dy = rule == WN_JUMP_FOUR && dx ? 0 : dy; /* along the row first */
    return at + (uint32_t)dy * WN_PLACE_ROW + (uint32_t)dx;
}

/* The cell before one that lies on an edge. */
static inline wn_place wn_edge_back(wn_jump_rule rule, wn_place from, wn_place at) {
    return wn_edge_at(rule, from, at, wn_edge_length(rule, from, at) - 1);
}

/* The end of the straight line that a cell of an edge lies on. */
static inline wn_place wn_edge_line_end(wn_jump_rule rule, wn_place from, wn_place to,
                                        wn_place at) {
    uint32_t turn = wn_edge_turn(rule, from, to);
    return wn_edge_length(rule, from, at) < turn ? wn_edge_at(rule, from, to, turn) : to;
}

/* Whether a blocked cell makes an edge illegal. It does if it lies on the edge, after its
 * beginning, or if a diagonal step between the two cells beside it has become illegal. O(1). */
bool wn_edge_is_cut(const wn_jumps *jumps, wn_place from, wn_place to, wn_place blocked);

/* The number of free cells that follow on a straight line, at most `most`. Looks only at the bitmap
 * word that holds the next cell. */
uint32_t wn_edge_free_in_word(const wn_jumps *jumps, wn_place at, wn_place end, uint32_t most);

/* Whether an edge is legal on the current map. */
typedef enum wn_edge_check { WN_EDGE_LEGAL, WN_EDGE_CUT, WN_EDGE_UNCHECKED } wn_edge_check;

/* Continues the check of an edge after `*done` moves, with at most `*left` units of work. A check
 * costs as much as the same walk in a search. Returns WN_EDGE_UNCHECKED if the work does not
 * suffice. */
wn_edge_check wn_edge_check_on(const wn_jumps *jumps, wn_place from, wn_place to, uint32_t *done,
                               uint32_t *left);

#endif
