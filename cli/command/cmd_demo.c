/* wend demo: a race and a fleet on a built-in cave. */
#include "command/commands.h"

#include "common/messages.h"
#include "common/progress.h"
#include "run/fleet_outcome.h"
#include "view/route_map.h"

#include <math.h>
#include <stdlib.h>

/* Times are those of the fastest of identical runs, so that other programs on the machine disturb
 * them less. */
#define RUNS 5u

#define RACERS        3u
#define PICTURE_WIDTH 64u
#define UNITS         1000u
#define FRAME_WORK    500000u
#define FRAMES_MAX    10000u

/* ---- The race ------------------------------------------------------------------------------- */

struct row {
    const char *route, *algo;
    uint64_t first_move, arrival;
    double ratio, worst_us;
};

static const struct column columns[] = {
    {"route", "route", COLUMN_TEXT, offsetof(struct row, route), 0},
    {"algo", "algorithm", COLUMN_TEXT, offsetof(struct row, algo), 0},
    {"first_move", "first move, tick", COLUMN_COUNT, offsetof(struct row, first_move), 0},
    {"arrival", "arrival, tick", COLUMN_COUNT, offsetof(struct row, arrival), 0},
    {"suboptimality", "cost/optimal", COLUMN_NUMBER, offsetof(struct row, ratio), 3},
    {"worst_tick_us", "worst tick, us", COLUMN_NUMBER, offsetof(struct row, worst_us), 1}};
#define COLUMNS ((uint32_t)(sizeof columns / sizeof *columns))

/* Runs an agent RUNS times and records the path of the last run. */
static int race_one(const struct setting *setting, const struct task *task, double optimal,
                    struct recording *recording, struct row *row) {
    int code = 0;
    uint64_t worst_ns = UINT64_MAX;
    struct run run = {0};
    for (uint32_t i = 0; !code && i < RUNS; i++) {
        recording_clear(recording);
        *recording = (struct recording){.want_path = true};
        code = run_agent(setting, task, recording, &run);
        worst_ns = run.worst_tick_ns < worst_ns ? run.worst_tick_ns : worst_ns;
    }
    row->algo = setting->algo;
    row->first_move = run.first_move_tick;
    row->arrival = run.counters.ticks;
    row->ratio = run.cost / optimal;
    row->worst_us = (double)worst_ns / 1e3;
    return code;
}

static int print_routes(const wend_map *map, const struct row *rows,
                        const struct recording *recordings) {
    struct route routes[RACERS];
    for (uint32_t i = 0; i < RACERS; i++) {
        routes[i] = (struct route){recordings[i].path, recordings[i].path_count, rows[i].route[0]};
    }
    putchar('\n');
    int code = print_picture(map, routes, RACERS, PICTURE_AUTO, PICTURE_WIDTH);
    bool color = wants_color(PICTURE_AUTO);
    printf("routes:");
    for (uint32_t i = 0; i < RACERS; i++) {
        printf("  %s%s %s%s", color ? route_escape(i) : "", rows[i].route, rows[i].algo,
               color ? ESCAPE_END : "");
    }
    puts("\n");
    return code;
}

static int race(const struct settings *settings, const struct task *task) {
    struct row rows[RACERS] = {{.route = "a"}, {.route = "b"}, {.route = "c"}};
    struct recording recordings[RACERS] = {0};
    double optimal = NAN;
    int code = find_optimum(task, &optimal);
    for (uint32_t i = 0; !code && i < RACERS; i++) {
        code = race_one(&settings->items[i], task, optimal, &recordings[i], &rows[i]);
    }
    if (!code) {
        printf("A race across a cave of %u x %u cells, at most %u expansions per tick:\n\n",
               wend_map_width(task->map), wend_map_height(task->map), settings->items[0].budget);
        code = print_table(TABLE_ALIGNED, columns, COLUMNS, rows, sizeof *rows, RACERS);
    }
    code = code ? code : print_routes(task->map, rows, recordings);
    for (uint32_t i = 0; i < RACERS; i++) {
        recording_clear(&recordings[i]);
    }
    return code;
}

/* ---- The fleet ------------------------------------------------------------------------------ */

/* Runs all frames; `least_ns` keeps the shortest time of each frame. */
static int run_frames(struct fleet_run *run, uint64_t *least_ns, struct progress *progress) {
    int code = 0;
    while (!code && !run->over) {
        uint64_t ns = run->planning_ns, frame = run->frames;
        uint32_t arrived = run->arrived;
        code = fleet_run_frame(run);
        ns = run->planning_ns - ns;
        least_ns[frame] = ns < least_ns[frame] ? ns : least_ns[frame];
        progress_add(progress, run->arrived - arrived);
    }
    return code;
}

static int time_frames(struct fleet_run *run, uint64_t *least_ns) {
    struct progress progress;
    for (uint32_t i = 0; i < FRAMES_MAX; i++) {
        least_ns[i] = UINT64_MAX;
    }
    progress_begin(&progress, "units arrived", (uint64_t)UNITS * RUNS);
    int code = run_frames(run, least_ns, &progress);
    for (uint32_t i = 1; !code && i < RUNS; i++) {
        code = fleet_run_rewind(run);
        code = code ? code : run_frames(run, least_ns, &progress);
    }
    progress_end(&progress);
    return code;
}

static double microseconds(const struct histogram *h, double q) {
    return (double)histogram_quantile(h, q) / 1e3;
}

static void print_fleet(const struct fleet_run *run, const uint64_t *least_ns, double optimal) {
    static struct histogram times;
    struct fleet_outcome outcome = fleet_outcome(run);
    for (uint64_t i = 0; i < run->frames; i++) {
        histogram_add(&times, least_ns[i]);
    }
    printf("A fleet of %u units in the same cave, each with its own order. The budget of a\n"
           "frame is %u units of work, about 1 ms:\n\n",
           UNITS, FRAME_WORK);
    printf("all units have moved by      frame %llu\n", (unsigned long long)outcome.all_moved);
    printf("all routes are known by      frame %llu\n", (unsigned long long)outcome.all_routes);
    printf("%4u units have arrived by   frame %llu\n", run->arrived,
           (unsigned long long)run->frames);
    printf("mean cost of a trip          %.3f times the optimum\n", outcome.cost / optimal);
    printf("time of a frame, us          %.1f median, %.1f p99, %.1f worst\n",
           microseconds(&times, 0.5), microseconds(&times, 0.99), (double)times.max / 1e3);
    printf("memory                       %.1f MB\n\n", (double)wend_fleet_memory(run->fleet) / 1e6);
    printf("(Times are the shortest of %u identical runs.)\n\n", RUNS);
}

static int show_fleet(const wend_map *map) {
    static uint64_t least_ns[FRAMES_MAX];
    const struct fleet_setting setting = {.units = UNITS,
                                          .budget = FRAME_WORK,
                                          .order = ORDER_RANDOM,
                                          .waiting = WEND_WAIT_GREEDY,
                                          .seed = 1,
                                          .max_frames = FRAMES_MAX};
    struct fleet_run run;
    double optimal = NAN;
    int code = fleet_run_begin(&run, map, &setting);
    code = code ? code : time_frames(&run, least_ns);
    code = code ? code : fleet_optimum(&run, true, &optimal);
    if (!code) {
        print_fleet(&run, least_ns, optimal);
    }
    fleet_run_clear(&run);
    return code;
}

/* ---- The command ---------------------------------------------------------------------------- */

static int demo(void) {
    static struct settings settings;
    const agent_options agent = {0};
    scene_options options = {0};
    struct scene scene = {0};
    struct task task;
    int code = read_settings(&agent, "astar,tba,auto", "100", &settings);
    code = code ? code : scene_load_or_cave(&options, &scene);
    code = code ? code : scene_task_or_corners(&scene, &options, &task);
    if (!code) {
        printf("wend %s: pathfinding with a hard time budget\n\n", wend_version());
        code = race(&settings, &task);
    }
    code = code ? code : show_fleet(scene.map);
    if (!code) {
        puts("Watch it: wend watch --fleet 1000. All commands: wend --help.");
    }
    scene_clear(&scene);
    return code;
}

int cmd_demo(int argc, const char **argv) {
    const struct poptOption table[] = {
        {"help", 'h', POPT_ARG_NONE, NULL, 'h', "show this help", NULL}, POPT_TABLEEND};
    poptContext context = NULL;
    int code = parse_options(&context, argc, argv, table, "wend demo", NULL,
                             "Shows a race of three agents and a fleet of 1000 units on a cave.");
    if (code == 0) {
        code = demo();
    }
    finish_options(context, table);
    return code < 0 ? EXIT_DONE : code;
}
