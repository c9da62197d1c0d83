/* plan/knights.h - knight's moves along routes of jump point search, on maps with 16 neighbours.
 *
 * Jump point search knows steps alone. All of them are moves of such a map, too; but a straight
 * step and a diagonal one after each other, in either order, may be one knight's move, which costs
 * less. So an agent that follows a route cuts its turns. Where an edge turns,
 *
 *     from                     j diagonal steps before the turn and j straight ones behind it are
 *       \                      j knight's moves, if these pass no blocked cell. All cells between
 *        a . .                 them and the edge (.) are free then, and so the edge that leads from
 *         \ `. .               any of them on to `to` is legal: what is left of an edge is an edge
 *          \  `. .             there, too.
 *           q----b----to
 *
 * At a node of the route a last straight step and a first diagonal one may be one, or the other
 * way round: there the route goes round something, and more is seldom possible.
 *
 * Nothing of that is kept: where the agent is, the route and the map say which move comes next. */
#ifndef WN_KNIGHTS_H
#define WN_KNIGHTS_H

#include "domain/grid.h"

/* A line along a route. */
typedef struct wn_knights_line {
    wn_place end;
    uint32_t passed; /* entries of the route that it comes to or passes by */
} wn_knights_line;

/* The line that an agent at `at`, from which an edge leads to places[entry], goes along next. The
 * route leads on to the entries before that. One knight's move at a turn is found in O(1), each
 * further one costs as many units of the search as words are scanned for it; `units` is what there
 * is, and what is left of it. `kept` is a place that is not passed by, or WN_NONE. */
wn_knights_line wn_knights_next(const wend_map *map, const wn_place *places, uint32_t entry,
                                wn_place at, wn_place kept, uint32_t *units);

#endif
