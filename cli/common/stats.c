#include "common/stats.h"

#include "base/portable.h"

#include <math.h>

void mean_add(struct mean *m, double value) {
    m->count++;
    double delta = value - m->mean;
    m->mean += delta / (double)m->count;
    m->sum_squares += delta * (value - m->mean);
}

double mean_ci95(const struct mean *m) {
    if (m->count < 2) {
        return 0;
    }
    double n = (double)m->count;
    return 1.96 * sqrt(m->sum_squares / (n - 1) / n);
}

/* Values below 64 have their own slot; above, there are 64 slots per power of two. */
static uint32_t slot_of(uint64_t value) {
    if (value < HISTOGRAM_SLOTS) {
        return (uint32_t)value;
    }
    uint32_t power = 63 - wn_high_zeros(value); /* at least 6 */
    uint32_t offset = (uint32_t)(value >> (power - 6)) & (HISTOGRAM_SLOTS - 1);
    uint32_t slot = (power - 5) * HISTOGRAM_SLOTS + offset;
    return slot < HISTOGRAM_SIZE ? slot : HISTOGRAM_SIZE - 1;
}

static uint64_t value_of(uint32_t slot) {
    if (slot < HISTOGRAM_SLOTS) {
        return slot;
    }
    uint32_t power = slot / HISTOGRAM_SLOTS + 5;
    return (HISTOGRAM_SLOTS + (uint64_t)slot % HISTOGRAM_SLOTS) << (power - 6);
}

void histogram_add(struct histogram *h, uint64_t value) {
    h->counts[slot_of(value)]++;
    h->total++;
    h->max = value > h->max ? value : h->max;
}

uint64_t histogram_quantile(const struct histogram *h, double q) {
    uint64_t wanted = (uint64_t)ceil(q * (double)h->total);
    uint64_t seen = 0;
    for (uint32_t slot = 0; slot < HISTOGRAM_SIZE; slot++) {
        seen += h->counts[slot];
        if (seen >= wanted && seen > 0) {
            return value_of(slot);
        }
    }
    return 0;
}
