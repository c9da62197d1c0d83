/* simulate/totals.h - sums over all worlds: the calls, the faults, and the speed. */
#ifndef SIMULATE_TOTALS_H
#define SIMULATE_TOTALS_H

#include "simulate/sim.h"

typedef struct totals {
    sim_counts counts;
    uint64_t pace[SIM_PACE_BUCKETS];
} totals;

void totals_add(totals *t, const sim_report *report);

/* The median of nanoseconds per unit of work; 0 if fewer than `samples` calls were measured. */
double totals_pace(const totals *t, uint64_t samples);

/* Tables: calls by object, place and fault; ticks by algorithm. */
void totals_print(const totals *t, double seconds);

/* Reads the sums of earlier runs and returns the next seed: `from` if the file does not exist. */
uint64_t totals_load(totals *t, const char *path, uint64_t from);
bool totals_save(const totals *t, const char *path, uint64_t next);

#endif
