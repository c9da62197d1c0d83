/* base/rng.h - a small seeded generator (splitmix64): the same numbers on every machine. */
#ifndef WN_RNG_H
#define WN_RNG_H

#include <stdint.h>

typedef struct wn_rng {
    uint64_t state;
} wn_rng;

static inline uint64_t wn_rng_next(wn_rng *rng) {
    uint64_t z = rng->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* Returns a number from 0 to n - 1; n > 0. The bias is below n / 2^32. */
static inline uint32_t wn_rng_below(wn_rng *rng, uint32_t n) {
    return (uint32_t)(((wn_rng_next(rng) >> 32) * n) >> 32);
}

#endif
