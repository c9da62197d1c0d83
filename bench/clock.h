/* bench/clock.h - the clocks of all measurements. */
#ifndef BENCH_CLOCK_H
#define BENCH_CLOCK_H

#include <stdint.h>
#include <time.h>

static inline uint64_t bench_read_clock(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static inline uint64_t bench_now(void) {
    return bench_read_clock(CLOCK_MONOTONIC);
}

/* Processor time of this thread: for paces on a shared machine. Slow to read. */
static inline uint64_t bench_work_now(void) {
    return bench_read_clock(CLOCK_THREAD_CPUTIME_ID);
}

#endif
