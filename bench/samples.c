#include "samples.h"

#include <stdlib.h>

void bench_samples_add(bench_samples *samples, uint64_t value) {
    if (samples->count == samples->capacity) {
        size_t capacity = samples->capacity ? samples->capacity * 2 : 4096;
        uint64_t *values = realloc(samples->values, capacity * sizeof *values);
        if (!values) {
            samples->failed = true;
            return;
        }
        samples->values = values;
        samples->capacity = capacity;
    }
    samples->values[samples->count++] = value;
}

void bench_samples_clear(bench_samples *samples) {
    free(samples->values);
    *samples = (bench_samples){0};
}

static int compare_u64(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a;
    uint64_t y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static int compare_double(const void *a, const void *b) {
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

void bench_samples_sort(bench_samples *samples) {
    if (samples->count > 1) {
        qsort(samples->values, samples->count, sizeof *samples->values, compare_u64);
    }
}

uint64_t bench_samples_quantile(const bench_samples *samples, uint32_t permille) {
    if (samples->count == 0) {
        return 0;
    }
    return samples->values[(samples->count - 1) * permille / 1000];
}

double bench_median(double *values, size_t count) {
    if (count == 0) {
        return 0;
    }
    qsort(values, count, sizeof *values, compare_double);
    return count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}
