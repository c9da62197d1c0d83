/* wend/route.h - lines of sight, and smoothing of paths on maps.
 *
 * Paths on grids have eight directions. Smoothing turns them into any-angle lines.
 *
 *     uint32_t count = answer.count; // of `path`: cells or waypoints from a finder
 *     wend_smoothing smoothing = {0};
 *
 *     // every frame, until it returns true
 *     wend_budget budget = {.work = 1000};
 *     bool is_done = wend_route_smooth(map, path, &count, &smoothing, budget);
 *
 * All functions only read the map and never allocate.
 *
 * Threads: any number of threads may call them at the same time, as long as no thread edits the
 * map. */
#ifndef WEND_ROUTE_H
#define WEND_ROUTE_H

#include <wend/map.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Returns whether the straight line between the centres of two cells is free.
 *
 * Every cell that the line crosses must be free, including both ends. Where the line passes exactly
 * through the point between four cells, the two cells beside it must satisfy the corner rule of the
 * map, as for a diagonal step. With 4 neighbours both must be free. The test uses integers and is
 * exact.
 *
 * Returns false if a state is outside the map or `map` is NULL. O(cells crossed), about 2 ns per
 * cell. */
WEND_API bool wend_route_sees(const wend_map *map, wend_state from, wend_state to);

/* The progress of smoothing one path. Set it to zeros before the first call; its fields are private
 * to the library. */
typedef struct wend_smoothing {
    uint32_t read;    /* index of the next point; 0: a new round begins */
    uint32_t written; /* points finished in this round */
    uint32_t count;   /* points of the path when the round began */
    uint32_t rounds;  /* finished rounds */
    bool is_changed;  /* this round has made the path shorter */
    bool is_over;     /* the path is smoothed */
} wend_smoothing;

/* Smooths a path in place, in slices. Returns true when it is done.
 *
 * states     the path: cells of the map in order, where each sees the next; all cells or only the
 *            waypoints
 * count      the number of points, updated after each round
 * smoothing  the progress; all zeros for a new path
 * budget     one tested cell is one unit of work; 0 is taken as 1. A time limit without a clock is
 *            ignored
 *
 * The result is a path of points that see each other. It has no more points than before, the same
 * first and last point, and is never longer.
 *
 * While the call returns false the points are not a path: finished points come first, and some of
 * the others are no longer needed. The map must not be edited until smoothing is done.
 *
 * A path with fewer than three points is done at once. So is a path on a map with factors, where a
 * straight line may cost more. If a pointer is NULL the call returns true and does nothing.
 *
 * Work: the budget, and the rest of the current point: a few thousand units more on game maps, at
 * most 110 times the longer side of the map. A whole path of a game map takes 8,000 to 50,000 units
 * of work, the least from waypoints.
 *
 * On five game maps paths of eight directions are 5.0 to 6.4 % longer than the any-angle optimum.
 * Smoothed from waypoints they are 0.7 to 1.2 % longer, smoothed from all cells 0.3 to 1.1 %
 * (bench_all --section smooth). */
WEND_API bool wend_route_smooth(const wend_map *map, wend_state *states, uint32_t *count,
                                wend_smoothing *smoothing, wend_budget budget);

#ifdef __cplusplus
}
#endif

#endif
