/* The statistics of wend bench --fleet. */
#include "common/messages.h"
#include "common/progress.h"
#include "run/fleet_outcome.h"

#include <math.h>

struct fleet_row {
    uint64_t units;
    const char *order, *waiting;
    double frame_us;
    uint64_t frame_work;
    uint64_t frames, arrived, unreachable;
    uint64_t all_moved; /* first frame after which all units had moved */
    double all_routes;  /* first frame after which all units with their own search had routes; NAN:
                         * no unit has its own search */
    double mean_arrival, suboptimality;
    double frame_seconds;
    double frame_us_p50, frame_us_p99, frame_us_p999, frame_us_max;
    double loop_us_p50, loop_us_p99, loop_us_p999,
        loop_us_max; /* of an empty loop of the same time */
    uint64_t searches, replans, longest_wait;
    uint64_t unit_bytes, route_bytes, search_bytes;
    const char *hash;
};

#define FIELD(name, title, type, decimals)                                                         \
    { #name, title, type, offsetof(struct fleet_row, name), decimals }

static const struct column columns[] = {
    FIELD(units, "units", COLUMN_COUNT, 0),
    FIELD(order, "order", COLUMN_TEXT, 0),
    FIELD(waiting, "waiting rule", COLUMN_TEXT, 0),
    FIELD(frame_us, "frame limit, us", COLUMN_OPTIONAL, 0),
    FIELD(frame_work, "work per frame", COLUMN_COUNT, 0),
    FIELD(frames, "frames", COLUMN_COUNT, 0),
    FIELD(arrived, "units arrived", COLUMN_COUNT, 0),
    FIELD(unreachable, "units unreachable", COLUMN_COUNT, 0),
    FIELD(all_moved, "all moved by frame", COLUMN_COUNT, 0),
    FIELD(all_routes, "all routed by frame", COLUMN_NUMBER, 0),
    FIELD(mean_arrival, "mean arrival frame", COLUMN_NUMBER, 1),
    FIELD(suboptimality, "cost/optimal", COLUMN_NUMBER, 4),
    FIELD(searches, "searches", COLUMN_COUNT, 0),
    FIELD(replans, "replans", COLUMN_COUNT, 0),
    FIELD(longest_wait, "longest wait, frames", COLUMN_COUNT, 0),
    FIELD(frame_seconds, "seconds in frames", COLUMN_NUMBER, 3),
    FIELD(frame_us_p50, "frame p50, us", COLUMN_NUMBER, 1),
    FIELD(frame_us_p99, "frame p99", COLUMN_NUMBER, 1),
    FIELD(frame_us_p999, "frame p99.9", COLUMN_NUMBER, 1),
    FIELD(frame_us_max, "frame max", COLUMN_NUMBER, 1),
    FIELD(loop_us_p50, "empty loop p50, us", COLUMN_OPTIONAL, 1),
    FIELD(loop_us_p99, "empty loop p99", COLUMN_OPTIONAL, 1),
    FIELD(loop_us_p999, "empty loop p99.9", COLUMN_OPTIONAL, 1),
    FIELD(loop_us_max, "empty loop max", COLUMN_OPTIONAL, 1),
    FIELD(unit_bytes, "bytes: units", COLUMN_COUNT, 0),
    FIELD(route_bytes, "bytes: routes", COLUMN_COUNT, 0),
    FIELD(search_bytes, "bytes: searches", COLUMN_COUNT, 0),
    FIELD(hash, "hash", COLUMN_TEXT, 0),
};
#define COLUMNS ((uint32_t)(sizeof columns / sizeof *columns))

static double microseconds(const struct histogram *h, double q) {
    return !h->total ? NAN : (double)(q < 1 ? histogram_quantile(h, q) : h->max) / 1000;
}

static void fill_times(const struct fleet_run *run, struct fleet_row *row) {
    const struct histogram *frame = run->frame_ns, *loop = run->loop_ns;
    row->frame_seconds = (double)run->planning_ns / 1e9;
    row->frame_us_p50 = microseconds(frame, 0.5);
    row->frame_us_p99 = microseconds(frame, 0.99);
    row->frame_us_p999 = microseconds(frame, 0.999);
    row->frame_us_max = microseconds(frame, 1);
    row->loop_us_p50 = microseconds(loop, 0.5);
    row->loop_us_p99 = microseconds(loop, 0.99);
    row->loop_us_p999 = microseconds(loop, 0.999);
    row->loop_us_max = microseconds(loop, 1);
}

static void fill_trips(const struct fleet_run *run, struct fleet_row *row) {
    struct fleet_outcome outcome = fleet_outcome(run);
    row->all_moved = outcome.all_moved;
    row->all_routes = outcome.all_routes ? (double)outcome.all_routes : NAN;
    row->mean_arrival = outcome.mean_arrival;
    row->suboptimality = outcome.cost;
    row->frames = run->frames;
    row->arrived = run->arrived;
    row->unreachable = run->unreachable;
}

static void fill_memory(const struct fleet_run *run, struct fleet_row *row) {
    wend_fleet_info info = wend_fleet_stats(run->fleet);
    row->searches = info.searches;
    row->replans = info.replans;
    row->longest_wait = info.longest_wait;
    row->unit_bytes = info.bytes_units;
    row->route_bytes = info.bytes_routes;
    row->search_bytes = info.bytes_searches;
}

static int run_to_its_end(struct fleet_run *run) {
    struct progress progress;
    progress_begin(&progress, "units arrived", run->count);
    int code = 0;
    while (!code && !run->over) {
        uint32_t before = run->arrived;
        code = fleet_run_frame(run);
        progress_add(&progress, run->arrived - before);
    }
    progress_end(&progress);
    return code;
}

int bench_fleet(const wend_map *map, const struct fleet_setting *setting, table_format format) {
    static struct histogram frame_ns, loop_ns;
    struct fleet_run run;
    int code = fleet_run_begin(&run, map, setting);
    run.frame_ns = &frame_ns;
    run.loop_ns = &loop_ns;
    code = code ? code : run_to_its_end(&run);
    struct fleet_row row = {.units = setting->units,
                            .order = order_name(setting->order),
                            .waiting = waiting_name(setting->waiting),
                            .frame_us = setting->frame_ns ? (double)setting->frame_ns / 1000 : NAN,
                            .frame_work = setting->budget};
    char hash[20];
    if (!code) {
        snprintf(hash, sizeof hash, "%016llx", (unsigned long long)run.last.hash);
        row.hash = hash;
        fill_times(&run, &row);
        fill_trips(&run, &row);
        fill_memory(&run, &row);
        double optimal = NAN;
        code = fleet_optimum(&run, true, &optimal);
        row.suboptimality /= optimal; /* it was the cost */
    }
    if (!code) {
        if (format == TABLE_ALIGNED) {
            print_record(columns, COLUMNS, &row);
        } else {
            code = print_table(format, columns, COLUMNS, &row, sizeof row, 1);
        }
    }
    bool is_done = run.arrived == run.count;
    fleet_run_clear(&run);
    return code ? code : is_done ? EXIT_DONE : EXIT_NO_SOLUTION;
}
