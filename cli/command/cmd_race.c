/* wend race: runs several algorithms on one problem. */
#include "command/commands.h"

#include "common/messages.h"
#include "common/progress.h"
#include "common/table.h"
#include "options/rules.h"
#include "run/agent_run.h"
#include "run/precomputed.h"
#include "view/route_map.h"
#include "view/traced_run.h"
#include "view/view_setup.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct race_options {
    scene_options scene;
    agent_options agent;
    char *color, *svg, *trace;
    int json, csv, no_picture;
    table_format format;
} race_options;

struct row {
    const char *algo, *status, *mark;
    uint64_t budget, first_move, ticks, moves, backtracks, expansions, worst_expansions;
    double time_us, weight, cost, optimal, ratio, worst_us;
};

static const struct column columns[] = {
    {"route", "route", COLUMN_TEXT, offsetof(struct row, mark), 0},
    {"algo", "algo", COLUMN_TEXT, offsetof(struct row, algo), 0},
    {"expansions", "R", COLUMN_COUNT, offsetof(struct row, budget), 0},
    {"weight", "w", COLUMN_NUMBER, offsetof(struct row, weight), 1},
    {"time_us", NULL, COLUMN_NUMBER, offsetof(struct row, time_us), 0},
    {"status", "status", COLUMN_TEXT, offsetof(struct row, status), 0},
    {"first_move_tick", "first move", COLUMN_COUNT, offsetof(struct row, first_move), 0},
    {"ticks", "ticks", COLUMN_COUNT, offsetof(struct row, ticks), 0},
    {"moves", "moves", COLUMN_COUNT, offsetof(struct row, moves), 0},
    {"backtracks", "back", COLUMN_COUNT, offsetof(struct row, backtracks), 0},
    {"cost", "cost", COLUMN_NUMBER, offsetof(struct row, cost), 1},
    {"optimal", NULL, COLUMN_NUMBER, offsetof(struct row, optimal), 1},
    {"suboptimality", "cost/opt", COLUMN_NUMBER, offsetof(struct row, ratio), 3},
    {"total_expansions", "expansions", COLUMN_COUNT, offsetof(struct row, expansions), 0},
    {"max_expansions_per_tick", "worst tick", COLUMN_COUNT, offsetof(struct row, worst_expansions),
     0},
    {"worst_tick_us", "worst us", COLUMN_NUMBER, offsetof(struct row, worst_us), 1},
};
#define COLUMN_COUNT_OF (sizeof columns / sizeof *columns)

/* ---- The race ------------------------------------------------------------------------------ */

static struct row make_row(const struct setting *setting, const struct run *run, double optimal,
                           uint32_t index) {
    static const char *const marks[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i",
                                        "j", "k", "l", "m", "n", "o", "p", "q", "r"};
    double cost = run->cost;
    bool arrived = run->end == RUN_ARRIVED;
    return (struct row){.algo = setting->algo,
                        .status = run_end_name(run->end),
                        .mark = index < 18 ? marks[index] : "-",
                        .budget = setting->time_ns ? 0 : setting->budget,
                        .first_move = run->first_move_tick,
                        .ticks = run->counters.ticks,
                        .moves = run->counters.moves,
                        .backtracks = run->counters.backtracks,
                        .expansions = run->counters.expansions,
                        .worst_expansions = run->counters.max_expansions_per_tick,
                        .weight = setting->weight,
                        .time_us = setting_time_us(setting),
                        .cost = cost,
                        .optimal = isfinite(optimal) ? optimal : NAN,
                        .ratio = !arrived      ? NAN
                                 : optimal > 0 ? cost / optimal
                                               : 1,
                        .worst_us = (double)run->worst_tick_ns / 1e3};
}

static int print_race(const race_options *options, const wend_map *map, const struct row *rows,
                      const struct recording *recordings, uint32_t count, picture_colors colors) {
    int code = print_table(options->format, columns, COLUMN_COUNT_OF, rows, sizeof *rows, count);
    struct route routes[ROUTE_COLORS];
    uint32_t shown = 0;
    /* Only the first of several runs of an algorithm is drawn. */
    for (uint32_t i = 0; i < count && shown < ROUTE_COLORS; i++) {
        if (i == 0 || strcmp(rows[i].algo, rows[i - 1].algo) != 0) {
            routes[shown++] =
                (struct route){recordings[i].path, recordings[i].path_count, rows[i].mark[0]};
        }
    }
    if (!code && map && options->format == TABLE_ALIGNED && !options->no_picture) {
        putchar('\n');
        code = print_picture(map, routes, shown, colors, 0);
        printf("routes:");
        for (uint32_t i = 0, r = 0; i < count && r < shown; i++) {
            if (routes[r].states == recordings[i].path) {
                bool color = wants_color(colors);
                printf("  %s%c %s (R = %llu)%s", color ? route_escape(r) : "", routes[r].letter,
                       rows[i].algo, (unsigned long long)rows[i].budget, color ? ESCAPE_END : "");
                r++;
            }
        }
        putchar('\n');
    }
    if (!code && options->svg) {
        code = write_svg(options->svg, map, routes, shown);
    }
    return code;
}

static void print_heading(const struct scene *scene, const struct task *task, double optimal) {
    if (scene->kind == SCENE_GRID) {
        const wend_map *map = scene->map;
        printf("map %u x %u, from %u,%u to %u,%u: ", wend_map_width(map), wend_map_height(map),
               wend_map_x(map, task->start), wend_map_y(map, task->start),
               wend_map_x(map, task->goal), wend_map_y(map, task->goal));
    } else {
        printf("%s: ", wend_domain_kind(task->domain));
    }
    if (isfinite(optimal)) {
        printf("optimal cost %.2f\n\n", optimal);
    } else {
        puts(isinf(optimal) ? "no route\n" : "the optimal cost is too large to compute\n");
    }
}

static int race(const race_options *options, const struct scene *scene,
                const struct settings *settings, const struct precomputed *precomputed,
                picture_colors colors) {
    struct task task;
    double optimal = INFINITY;
    int code = scene_task_or_corners(scene, &options->scene, &task);
    if (!code) {
        code = get_optimum(scene, &options->scene, &task, &optimal);
    }
    if (code) {
        return code;
    }
    if (options->format == TABLE_ALIGNED) {
        print_heading(scene, &task, optimal);
    }
    precomputed_lend(precomputed, &task);
    struct row *rows = calloc(settings->count, sizeof *rows);
    struct recording *recordings = calloc(settings->count, sizeof *recordings);
    if (!rows || !recordings) {
        free(rows);
        free(recordings);
        return fail_machine("out of memory");
    }
    struct trace_writer trace = {0};
    if (options->trace) {
        trace_begin(&trace, task.map, task.start, task.goal, settings->count);
    }
    struct progress progress;
    progress_begin(&progress, "racing", settings->count);
    for (uint32_t i = 0; !code && i < settings->count; i++) {
        recordings[i].want_path = true;
        struct run run;
        code = run_traced(&settings->items[i], &task, options->trace ? &trace : NULL,
                          &recordings[i], &run);
        if (!code) {
            rows[i] = make_row(&settings->items[i], &run, optimal, i);
        }
        progress_add(&progress, 1);
    }
    progress_end(&progress);
    if (!code && options->trace) {
        code = trace_save(&trace, options->trace);
    }
    bytes_clear(&trace.bytes);
    if (!code) {
        code = print_race(options, scene->map, rows, recordings, settings->count, colors);
    }
    for (uint32_t i = 0; i < settings->count; i++) {
        recording_clear(&recordings[i]);
    }
    free(recordings);
    free(rows);
    return code ? code : isfinite(optimal) ? EXIT_DONE : EXIT_NO_SOLUTION;
}

static int read_color(const char *text, picture_colors *out) {
    static const char *const names[] = {"auto", "always", "never"};
    *out = PICTURE_AUTO;
    for (uint32_t i = 0; text && i < 3; i++) {
        if (strcmp(text, names[i]) == 0) {
            *out = (picture_colors)i;
            return 0;
        }
    }
    return text ? fail_usage("--color: unknown value '%s', expected auto, always or never", text)
                : 0;
}

static int check_options(race_options *options) {
    int code = read_format(options->json, options->csv, &options->format);
    scene_kind kind = SCENE_GRID;
    if (!code) {
        code = read_scene_kind(&options->scene, &kind);
    }
    if (code) {
        return code;
    }
    bool is_grid = kind == SCENE_GRID, may_draw = is_grid && options->format == TABLE_ALIGNED;
    const char *why = "only used if a picture of a grid is printed";
    const struct rule rules[] = {{options->no_picture, "--no-picture", may_draw, why},
                                 {options->color, "--color", may_draw && !options->no_picture, why},
                                 {options->svg, "--svg", is_grid, "only used with grids"}};
    return CHECK_RULES(rules);
}

static int check_and_race(race_options *options) {
    static struct settings settings;
    picture_colors colors = PICTURE_AUTO;
    struct scene scene = {0};
    struct precomputed precomputed = {0};
    int code = check_options(options);
    if (!code) {
        code = read_settings(&options->agent, "astar,tba,auto", "50,100,500", &settings);
    }
    if (!code) {
        code = read_color(options->color, &colors);
    }
    if (!code) {
        code = scene_load_or_cave(&options->scene, &scene);
    }
    if (!code && options->trace) {
        code = check_watchable(&scene, &settings, "--trace");
    }
    if (!code) {
        code = precomputed_make(&settings, &options->agent, scene.map, &precomputed);
    }
    if (!code) {
        code = race(options, &scene, &settings, &precomputed, colors);
    }
    precomputed_clear(&precomputed);
    scene_clear(&scene);
    return code;
}

int cmd_race(int argc, const char **argv) {
    race_options options = {0};
    struct poptOption map_rows[MAP_TABLE_SIZE], agent_rows[AGENT_TABLE_SIZE];
    struct poptOption scene_rows[SCENE_TABLE_SIZE];
    map_table(map_rows, &options.scene.map);
    scene_table(scene_rows, &options.scene);
    agent_table(agent_rows, &options.agent);
    const struct poptOption table[] = {
        {"json", 0, POPT_ARG_NONE, &options.json, 0, "print a JSON array", NULL},
        {"csv", 0, POPT_ARG_NONE, &options.csv, 0, "print CSV", NULL},
        {"no-picture", 0, POPT_ARG_NONE, &options.no_picture, 0, "print only the table", NULL},
        {"color", 0, POPT_ARG_STRING, &options.color, 0, "auto (default), always or never", "WHEN"},
        {"svg", 0, POPT_ARG_STRING, &options.svg, 0, "also write the picture as SVG", "FILE"},
        {"trace", 0, POPT_ARG_STRING, &options.trace, 0, "record the runs for wend replay", "FILE"},
        {NULL, 0, POPT_ARG_INCLUDE_TABLE, scene_rows, 0,
         "Problem (default on grids: from the upper left to the lower right):", NULL},
        {NULL, 0, POPT_ARG_INCLUDE_TABLE, map_rows, 0,
         "Map options (default map: a built-in cave of 512 x 512):", NULL},
        {NULL, 0, POPT_ARG_INCLUDE_TABLE, agent_rows, 0, "Agent options:", NULL},
        {"help", 'h', POPT_ARG_NONE, NULL, 'h', "show this help", NULL},
        POPT_TABLEEND};
    poptContext context = NULL;
    int code = parse_options(&context, argc, argv, table, "wend race", NULL,
                             "Runs several algorithms at several budgets on one problem.");
    if (code == 0) {
        code = check_and_race(&options);
    }
    finish_options(context, table);
    return code < 0 ? EXIT_DONE : code;
}
