/* search/points.h - the points of a route that a search has found, from its end to where the search
 * began.
 *
 * On maps a point is a place, and between two that follow each other the route is a straight line:
 * of steps in one direction, or of equal knight's moves. Of jump point search the points are its
 * nodes and the turns of its edges, of a search by cells every cell. Elsewhere a point is an id. */
#ifndef WN_POINTS_H
#define WN_POINTS_H

#include "domain/grid.h"
#include "search/search.h"

/* Where a point lies, or a unit: a place (domain/jump.h) on maps, an id elsewhere. */
typedef uint32_t wn_spot;

/* The points that are left. */
typedef struct wn_points {
    const wend_map *map; /* that is searched; null: another domain */
    const wn_search *search;
    bool jumps;    /* it is a jump point search */
    uint32_t node; /* the next one, WN_NONE if there is none */
    wn_place turn; /* comes before it, WN_NONE if there is none */
} wn_points;

/* Those of the route to the search's tip: the goal, if it was found. */
static inline wn_points wn_points_of_jumps(const wend_map *map, const wn_search *search) {
    return (wn_points){map, search, true, wn_jump_tip(&search->own.jump), WN_NONE};
}

/* Those of the route to a state that the search has touched. */
static inline wn_points wn_points_to(const wend_map *map, const wn_search *search, wn_id id) {
    return (wn_points){map, search, false, id, WN_NONE};
}

/* The next one; false if there is none. */
bool wn_points_next(wn_points *points, wn_spot *point);

/* A straight line of a route on a map: `length` moves, each of which adds `step` to the place. */
typedef struct wn_line {
    uint32_t step;
    uint32_t length;
} wn_line;

/* That from one point to another, which lie on such a line. */
wn_line wn_line_between(wn_place from, wn_place to);

#endif
