/* base/isqrt.h - integer square root. */
#ifndef WN_ISQRT_H
#define WN_ISQRT_H

#include <math.h>
#include <stdint.h>

/* Returns the square root of n, rounded down. Does not depend on how the machine rounds. */
static inline uint64_t wn_isqrt(uint64_t n) {
    uint64_t root = (uint64_t)sqrt((double)n);
    while (root * root > n) {
        root--;
    }
    while ((root + 1) * (root + 1) <= n) {
        root++;
    }
    return root;
}

#endif
