/* cli/common/road_network.h - a generator of road networks, written as DIMACS files. */
#ifndef CLI_ROAD_NETWORK_H
#define CLI_ROAD_NETWORK_H

#include <stdint.h>

/* Writes PATH.gr and PATH.co: width x height crossings, somewhat out of line, most of them joined
 * to their neighbours; every road runs both ways and costs its length, or less on every tenth row
 * and column. 0, or an exit code after a message. */
int write_road(const char *path, uint32_t width, uint32_t height, uint64_t seed);

#endif
