/* cli/common/neighbors.h - the numbers of neighbours that --neighbors and traces support. Only this
 * file of the command lists them. */
#ifndef CLI_NEIGHBORS_H
#define CLI_NEIGHBORS_H

#include <stdint.h>

#define NEIGHBORS_TEXT "4, 8 or 16"
#define NEIGHBORS_MIN  4u
#define NEIGHBORS_MAX  16u

/* The longest move in cells; 0 if maps cannot have this number of neighbours. */
static inline uint32_t neighbors_reach(uint64_t neighbors) {
    switch (neighbors) {
    case 4:
    case 8:
        return 1;
    case 16:
        return 2;
    default:
        return 0;
    }
}

#endif
