/* cli/common/stats.h - statistics of many measurements. */
#ifndef CLI_STATS_H
#define CLI_STATS_H

#include <stdint.h>

/* Mean and confidence interval of a stream of numbers (Welford). */
struct mean {
    uint64_t count;
    double mean;
    double sum_squares; /* of the differences from the mean */
};

void mean_add(struct mean *m, double value);
/* Half the width of the 95 % confidence interval of the mean (normal approximation); 0 for fewer
 * than two numbers. */
double mean_ci95(const struct mean *m);

/* A histogram of durations with a relative error below 2 %: 64 slots per power of two. */
#define HISTOGRAM_SLOTS 64
#define HISTOGRAM_SIZE  (60 * HISTOGRAM_SLOTS)
struct histogram {
    uint64_t counts[HISTOGRAM_SIZE];
    uint64_t total;
    uint64_t max;
};

void histogram_add(struct histogram *h, uint64_t value);
/* The q-quantile (q from 0 to 1); 0 for an empty histogram. */
uint64_t histogram_quantile(const struct histogram *h, double q);

#endif
