/* cli/run/fleet_outcome.h - what became of the units of a fleet together, for tables and rows. */
#ifndef CLI_FLEET_OUTCOME_H
#define CLI_FLEET_OUTCOME_H

#include "run/agent_run.h"
#include "run/fleet_run.h"

struct fleet_outcome {
    uint64_t all_moved;  /* the frame on which the last of them made its first move */
    uint64_t all_routes; /* by which all that search for themselves had a route; 0: nobody had */
    double mean_arrival; /* frame, of those that arrived; NAN: nobody did */
    double cost;         /* mean trip of the measured units that arrived; NAN: none did */
};

struct fleet_outcome fleet_outcome(const struct fleet_run *run);

/* The mean optimal trip of the measured units, at most 1000 that are spread evenly over all; with
 * `arrived` of those only that arrived. NAN for none. 0, or an exit code after a message. */
int fleet_optimum(const struct fleet_run *run, bool arrived, double *out);
/* The same of orders that have yet to be carried out. */
int orders_optimum(const wend_map *map, const struct fleet_setting *setting, double *out);

/* Runs a fleet to its end. In `out` it stands as one agent would: its ticks are frames, its cost is
 * the mean trip, its first move that of the last unit, and its route was found when everybody had
 * one; it has arrived if all units have. 0, or an exit code after a message. */
int run_fleet(const wend_map *map, const struct fleet_setting *setting, struct run *out);

/* The same, printed as wend bench does. */
int bench_fleet(const wend_map *map, const struct fleet_setting *setting, table_format format);

#endif
