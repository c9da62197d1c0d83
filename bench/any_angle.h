/* bench/any_angle.h - the shortest routes of any angle, slow and simple: A* over the corners of the
 * obstacles that see each other. Routes may touch obstacles and turn anywhere, so that no route
 * over cells is shorter. For maps of 8 neighbours whose diagonal steps pass no blocked corner. */
#ifndef BENCH_ANY_ANGLE_H
#define BENCH_ANY_ANGLE_H

#include <wend/map.h>

typedef struct any_angle any_angle;

/* Null if memory is short. The map must outlive it and stay as it is. */
any_angle *any_angle_open(const wend_map *map);
void any_angle_close(any_angle *graph);

uint32_t any_angle_corners(const any_angle *graph);

/* The length of the shortest route between the centres of two cells, in cells; negative if there is
 * none or memory is short. What corners see is remembered from problem to problem. */
double any_angle_length(any_angle *graph, wend_state start, wend_state goal);

#endif
