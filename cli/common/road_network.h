/* cli/common/road_network.h - a generator of road networks, written as DIMACS files. */
#ifndef CLI_ROAD_NETWORK_H
#define CLI_ROAD_NETWORK_H

#include <stdint.h>

/* Writes PATH.gr and PATH.co: width x height crossings with small random offsets, most of them
 * connected to their neighbours. Roads run in both directions and cost their length, or less on
 * every tenth row and column. Returns 0, or an exit code after a message. */
int write_road(const char *path, uint32_t width, uint32_t height, uint64_t seed);

#endif
