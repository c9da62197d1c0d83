/* wend/route.h - routes on maps that leave the eight directions: lines of sight, and routes pulled
 * straight.
 *
 *     wend_finder_find(finder, start, goal, &query, &answer); // cells or corners
 *     uint32_t count = answer.count;
 *     wend_smoothing smoothing = {0};
 *     while (!wend_route_smooth(map, path, &count, &smoothing, (wend_budget){.work = 1000})) {
 *         // not done yet: go on in the next frame
 *     }
 *
 * All functions only read the map: any number of threads may call them, as long as nobody edits it
 * meanwhile. They allocate nothing. */
#ifndef WEND_ROUTE_H
#define WEND_ROUTE_H

#include <wend/map.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Whether the straight line between the centres of two cells is free: every cell that it crosses
 * is, both ends included; and where it passes exactly through the corner of four cells, the two
 * beside the line obey the map's rule for corners, as with a diagonal step (with 4 neighbours: both
 * must be free). Exact, in whole numbers. False if a state lies outside the map, or map is null.
 * O(cells crossed), some 2 ns each. */
WEND_API bool wend_route_sees(const wend_map *map, wend_state from, wend_state to);

/* How far the smoothing of a route has come. All zeros at its beginning; the fields are the
 * library's. */
typedef struct wend_smoothing {
    uint32_t read;    /* the point that is next, 0: a round begins */
    uint32_t written; /* points that are done with in this round */
    uint32_t count;   /* points of the route when the round began */
    uint32_t rounds;  /* that are over */
    bool is_changed;  /* something became shorter in this round */
    bool is_over;
} wend_smoothing;

/* Pulls a route straight, in place: `states` are *count cells of a map, in order, all of them or
 * its corners, such that each sees the next. What is left are points that see each other, no more
 * than there were, the first and the last as they were; it is never longer. On five game maps
 * routes of eight directions are 5.0 to 6.4 % longer than the shortest routes of any angle, and
 * after this 0.7 to 1.2 % from their corners, 0.3 to 1.1 % from all of their cells (bench_all
 * --section smooth). A whole route takes 8,000 to 50,000 tests there, least from corners.
 *
 * Works until `budget` cells were tested for lines of sight, and to the end of the point that it is
 * at: some thousand cells more on game maps, at most 110 times the longer side of the map. Returns
 * true when it is done. While it is not, *count is that of the round under way and the points are
 * no route: those that were done with come first, then some that are not needed any more. A route
 * with fewer than three points is done at once; so is one on a map with factors, where straight
 * need not be cheapest, and if a pointer is null. The map must not be edited until it is done. */
WEND_API bool wend_route_smooth(const wend_map *map, wend_state *states, uint32_t *count,
                                wend_smoothing *smoothing, wend_budget budget);

#ifdef __cplusplus
}
#endif

#endif
