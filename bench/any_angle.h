/* bench/any_angle.h - the shortest any-angle routes, slow and simple: A* over the corners of
 * obstacles, connected by lines of sight. Routes may touch obstacles and turn anywhere, so that no
 * route over cells is shorter. For maps with 8 neighbours whose diagonal steps pass no blocked
 * corner. */
#ifndef BENCH_ANY_ANGLE_H
#define BENCH_ANY_ANGLE_H

#include <wend/map.h>

typedef struct any_angle any_angle;

/* Returns NULL if memory is short. The map must outlive it and must not change. */
any_angle *any_angle_open(const wend_map *map);
void any_angle_close(any_angle *graph);

uint32_t any_angle_corners(const any_angle *graph);

/* The length of the shortest route between the centres of two cells, in cells; negative if none
 * exists or memory is short. Lines of sight are kept for later problems. */
double any_angle_length(any_angle *graph, wend_state start, wend_state goal);

#endif
