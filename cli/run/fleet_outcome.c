#include "run/fleet_outcome.h"

#include "common/progress.h"

#include <math.h>

/* Costs are measured for this many units, because each optimum takes a search by A*. */
#define MEASURED_MAX 1000u

static uint32_t measured_stride(const struct fleet_run *run) {
    return 1 + (run->count - 1) / MEASURED_MAX;
}

struct fleet_outcome fleet_outcome(const struct fleet_run *run) {
    struct fleet_outcome out = {0};
    struct mean arrival = {0}, cost = {0};
    uint32_t stride = measured_stride(run);
    for (uint32_t i = 0; i < run->count; i++) {
        const struct fleet_unit *u = &run->units[i];
        out.all_moved = u->first_move > out.all_moved ? u->first_move : out.all_moved;
        out.all_routes = u->route > out.all_routes ? u->route : out.all_routes;
        if (u->arrival) {
            mean_add(&arrival, (double)u->arrival);
        }
        if (u->arrival && i % stride == 0) {
            mean_add(&cost, u->cost);
        }
    }
    out.mean_arrival = arrival.count ? arrival.mean : NAN;
    out.cost = cost.count ? cost.mean : NAN;
    return out;
}

int fleet_optimum(const struct fleet_run *run, bool arrived, double *out) {
    uint32_t stride = measured_stride(run);
    struct mean optimal = {0};
    struct progress progress;
    progress_begin(&progress, "optimal routes", run->count / stride);
    int code = 0;
    for (uint32_t i = 0; !code && i < run->count; i += stride) {
        const struct fleet_unit *u = &run->units[i];
        const struct task task = {.map = run->map, .start = u->start, .goal = u->goal};
        double best = 0;
        if (u->arrival || !arrived) {
            code = find_optimum(&task, &best);
            mean_add(&optimal, best);
        }
        progress_add(&progress, 1);
    }
    progress_end(&progress);
    *out = optimal.count ? optimal.mean : NAN;
    return code;
}

int orders_optimum(const wend_map *map, const struct fleet_setting *setting, double *out) {
    struct fleet_run run;
    int code = fleet_run_begin(&run, map, setting);
    code = code ? code : fleet_optimum(&run, false, out);
    fleet_run_clear(&run);
    return code;
}

static void fill_run(const struct fleet_run *fleet, struct run *out) {
    struct fleet_outcome outcome = fleet_outcome(fleet);
    wend_fleet_info info = wend_fleet_stats(fleet->fleet);
    *out = (struct run){.end = fleet->arrived == fleet->count ? RUN_ARRIVED
                               : fleet->unreachable > 0       ? RUN_UNREACHABLE
                                                              : RUN_LIMIT,
                        .algo = "fleet",
                        .cost = outcome.cost,
                        .total_cost = outcome.cost,
                        .searches = info.searches,
                        .first_move_tick = outcome.all_moved,
                        .mean_arrival = outcome.mean_arrival,
                        .planning_ns = fleet->planning_ns,
                        .worst_tick_ns = fleet->worst_ns,
                        .interval_ns = fleet->setting.frame_ns,
                        .ticks_over = fleet->frames_over,
                        .goal_ns = fleet->goal_ns,
                        .found = outcome.all_routes != 0,
                        .trials = fleet->arrived == fleet->count,
                        .counters = {.ticks = fleet->frames,
                                     .moves = info.moves,
                                     .replans = info.replans,
                                     .work = fleet->work,
                                     .max_work_per_tick = fleet->max_work,
                                     .found_tick = outcome.all_routes,
                                     .bytes_used = info.bytes_units + info.bytes_routes +
                                                   info.bytes_searches + info.bytes_fields,
                                     .bytes_allocated = info.bytes_allocated}};
}

int run_fleet(const wend_map *map, const struct fleet_setting *setting, struct run *out) {
    struct fleet_run fleet;
    int code = fleet_run_begin(&fleet, map, setting);
    while (!code && !fleet.over) {
        code = fleet_run_frame(&fleet);
    }
    if (!code) {
        fill_run(&fleet, out);
    }
    fleet_run_clear(&fleet);
    return code;
}
