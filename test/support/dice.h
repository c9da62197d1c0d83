/* support/dice.h - seeded random numbers for tests, by another generator than the library's. */
#ifndef TEST_DICE_H
#define TEST_DICE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct dice {
    uint64_t state; /* never 0 */
} dice;

static inline dice dice_of(uint64_t seed) {
    return (dice){(seed + 1) * UINT64_C(0x9e3779b97f4a7c15) | 1};
}

/* xorshift64*; the low bits are weak, so the high ones are used. */
static inline uint32_t dice_next(dice *d) {
    d->state ^= d->state >> 12;
    d->state ^= d->state << 25;
    d->state ^= d->state >> 27;
    return (uint32_t)((d->state * UINT64_C(0x2545f4914f6cdd1d)) >> 32);
}

/* From `low` to `high`, both inclusive. */
static inline uint32_t dice_between(dice *d, uint32_t low, uint32_t high) {
    uint64_t span = (uint64_t)high - low + 1;
    return low + (uint32_t)(dice_next(d) * span >> 32);
}

static inline bool dice_percent(dice *d, uint32_t percent) {
    return dice_between(d, 0, 99) < percent;
}

#define DICE_PICK(d, array) ((array)[dice_between((d), 0, (uint32_t)(COUNT_OF(array) - 1))])

#endif
