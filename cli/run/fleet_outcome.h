/* cli/run/fleet_outcome.h - results of all units of a fleet, for tables and rows. */
#ifndef CLI_FLEET_OUTCOME_H
#define CLI_FLEET_OUTCOME_H

#include "run/agent_run.h"
#include "run/fleet_run.h"

struct fleet_outcome {
    uint64_t all_moved;  /* frame of the first move of the last unit */
    uint64_t all_routes; /* frame on which the last unit with its own search got a route; 0: none */
    double mean_arrival; /* mean frame of arrival; NAN: no unit arrived */
    double cost;         /* mean cost of the measured units that arrived; NAN: none did */
};

struct fleet_outcome fleet_outcome(const struct fleet_run *run);

/* The mean optimal cost of the measured units, at most 1000, evenly spread. With `arrived`, only of
 * those that arrived. NAN if there are none. Returns 0, or an exit code after a message. */
int fleet_optimum(const struct fleet_run *run, bool arrived, double *out);
/* The mean optimal cost of orders before any frame. */
int orders_optimum(const wend_map *map, const struct fleet_setting *setting, double *out);

/* Runs a fleet to its end. `out` describes it like one agent: ticks are frames, the cost is the
 * mean cost of a trip, the first move is that of the last unit, the route is found when all units
 * have one, and it has arrived if all units have. Returns 0, or an exit code after a message. */
int run_fleet(const wend_map *map, const struct fleet_setting *setting, struct run *out);

/* Runs a fleet and prints the statistics of wend bench. */
int bench_fleet(const wend_map *map, const struct fleet_setting *setting, table_format format);

#endif
