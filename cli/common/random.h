/* cli/common/random.h - seeded numbers (splitmix64), the same on every machine. */
#ifndef CLI_RANDOM_H
#define CLI_RANDOM_H

#include <stdint.h>

/* A random number from 0 to n - 1; n > 0. */
static inline uint32_t random_below(uint64_t *state, uint32_t n) {
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)((((z ^ (z >> 31)) >> 32) * n) >> 32);
}

#endif
