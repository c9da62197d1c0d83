/* bench/samples.h - samples and their quantiles. */
#ifndef BENCH_SAMPLES_H
#define BENCH_SAMPLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct bench_samples {
    uint64_t *values;
    size_t count;
    size_t capacity;
    bool failed; /* memory ran out and a value was lost */
} bench_samples;

void bench_samples_add(bench_samples *samples, uint64_t value);
void bench_samples_clear(bench_samples *samples);

/* Sorts the samples; the quantiles below need them sorted. */
void bench_samples_sort(bench_samples *samples);

/* The value below which `permille` of the samples lie; 1000 is the largest, 0 the smallest. */
uint64_t bench_samples_quantile(const bench_samples *samples, uint32_t permille);

/* The median of a few numbers; reorders them. */
double bench_median(double *values, size_t count);

#endif
