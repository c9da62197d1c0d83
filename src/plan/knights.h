/* plan/knights.h - knight's moves along routes of jump point search, on maps with 16 neighbours.
 *
 * Jump point search uses only steps. All of them are moves of such a map, too; but a straight step
 * next to a diagonal one, in either order, may form one knight's move, which costs less. So an
 * agent that follows a route shortens its turns. Where an edge turns,
 *
 *     from                     j diagonal steps before the turn and j straight ones after it are
 *       \                      j knight's moves, if these pass no blocked cell. All cells between
 *        a . .                 them and the edge (.) are free then, so the edge from any of them
 *         \ `. .               to `to` is legal: there, too, the rest of an edge is an edge.
 *          \  `. .
 *           q----b----to
 *
 * At a node of the route the last straight step and the first diagonal one may form one, or vice
 * versa. The route goes around an obstacle there, and more than one is seldom possible.
 *
 * Nothing of this is stored: the agent's position, the route and the map determine the next
 * move. */
#ifndef WN_KNIGHTS_H
#define WN_KNIGHTS_H

#include "domain/grid.h"

/* A line along a route. */
typedef struct wn_knights_line {
    wn_place end;
    uint32_t passed; /* entries of the route that it reaches or passes */
} wn_knights_line;

/* The next line of an agent at `at`, from which an edge leads to places[entry]; the route continues
 * with the entries before that. Finding one knight's move at a turn is O(1); each further one costs
 * one unit of work per word scanned. `units` is the work available, and is reduced by what was
 * used. `kept` is a place that must not be skipped, or WN_NONE. */
wn_knights_line wn_knights_next(const wend_map *map, const wn_place *places, uint32_t entry,
                                wn_place at, wn_place kept, uint32_t *units);

#endif
