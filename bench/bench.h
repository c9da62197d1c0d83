/* bench/bench.h - the common part of the sections of bench_all. */
#ifndef BENCH_H
#define BENCH_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct bench_options {
    uint32_t rounds;   /* repetitions of timed comparisons */
    uint32_t problems; /* per map, for sections with long runs */
    const char *map;   /* sections with several: only this one; NULL for all */
    const char *data;  /* folder with maps/SET/NAME.map and scen/SET/NAME.map.scen */
    bool progress;     /* stderr is a terminal */
} bench_options;

/* The numbers of targets that a section checked and met. */
typedef struct bench_targets {
    uint32_t met;
    uint32_t all;
} bench_targets;

/* Counts a target; returns its text for the table. */
static inline const char *bench_target(bench_targets *targets, bool met) {
    targets->all++;
    targets->met += met;
    return met ? "ok" : "BELOW TARGET";
}

/* Prints the present activity over the last one; an empty text clears it. */
static inline void bench_progress(const bench_options *options, const char *what) {
    if (options->progress) {
        fprintf(stderr, "\r\033[K%s", what);
        fflush(stderr);
    }
}

/* The sections. They return false if they could not run: no memory, or no map could be created. */
bool bench_speed(const bench_options *options, bench_targets *targets);
bool bench_flat(const bench_options *options, bench_targets *targets);
bool bench_road(const bench_options *options, bench_targets *targets);
bool bench_memory(const bench_options *options, bench_targets *targets);
bool bench_auto(const bench_options *options, bench_targets *targets);
bool bench_unknown(const bench_options *options, bench_targets *targets);
bool bench_jumps(const bench_options *options, bench_targets *targets);
bool bench_factors(const bench_options *options, bench_targets *targets);
bool bench_queries(const bench_options *options, bench_targets *targets);
bool bench_timed(const bench_options *options, bench_targets *targets);
bool bench_crowd(const bench_options *options, bench_targets *targets);
bool bench_fleet(const bench_options *options, bench_targets *targets);
bool bench_storm(const bench_options *options, bench_targets *targets);
bool bench_components(const bench_options *options, bench_targets *targets);
bool bench_layers(const bench_options *options, bench_targets *targets);
bool bench_chase(const bench_options *options, bench_targets *targets);
bool bench_field(const bench_options *options, bench_targets *targets);
bool bench_paths(const bench_options *options, bench_targets *targets);
bool bench_smooth(const bench_options *options, bench_targets *targets);
bool bench_puzzle(const bench_options *options, bench_targets *targets);

#endif
