/* search/points.h - the points of a route that a search has found, from its end back to the start
 * of the search.
 *
 * On maps a point is a place, and the route between consecutive points is a straight line: steps in
 * one direction, or equal knight's moves. Jump point search yields its nodes and the turns of its
 * edges, a cell-by-cell search every cell. In other domains a point is an id. */
#ifndef WN_POINTS_H
#define WN_POINTS_H

#include "domain/grid.h"
#include "search/search.h"

/* The position of a point or a unit: a place (domain/jump.h) on maps, an id elsewhere. */
typedef uint32_t wn_spot;

/* The remaining points. */
typedef struct wn_points {
    const wend_map *map; /* of the search; NULL: another domain */
    const wn_search *search;
    bool jumps;    /* whether it is a jump point search */
    uint32_t node; /* the next one, or WN_NONE */
    wn_place turn; /* comes before it, or WN_NONE */
} wn_points;

/* The points of the route to the search's tip: the goal, if it was found. */
static inline wn_points wn_points_of_jumps(const wend_map *map, const wn_search *search) {
    return (wn_points){map, search, true, wn_jump_tip(&search->own.jump), WN_NONE};
}

/* The points of the route to a state that the search has touched. */
static inline wn_points wn_points_to(const wend_map *map, const wn_search *search, wn_id id) {
    return (wn_points){map, search, false, id, WN_NONE};
}

/* Writes the next point; returns false after the last one. */
bool wn_points_next(wn_points *points, wn_spot *point);

/* A straight line of a route on a map: `length` moves, each of which adds `step` to the place. */
typedef struct wn_line {
    uint32_t step;
    uint32_t length;
} wn_line;

/* The line from one point to another; they must be connected by such a line. */
wn_line wn_line_between(wn_place from, wn_place to);

#endif
