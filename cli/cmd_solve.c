/* wend solve: one agent, one problem. */
#include "aids.h"
#include "common.h"
#include "picture.h"
#include "run.h"
#include "show.h"
#include "trace.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>

typedef struct solve_options {
    scene_options scene;
    agent_options agent;
    char *trace;
    int json, picture;
} solve_options;

static int print_json(const struct scene *scene, const struct setting *setting,
                      const struct run *run, const struct recording *recording, double optimal) {
    json_t *path = json_array();
    for (size_t i = 0; i < recording->path_count; i++) {
        json_array_append_new(path, state_json(scene, recording->path[i], &recording->packed[i]));
    }
    json_t *ticks = json_array();
    for (size_t i = 0; i < recording->tick_count; i++) {
        json_array_append_new(ticks, json_integer(recording->tick_expansions[i]));
    }
    json_t *best = isinf(optimal) ? json_null() : json_real(optimal);
    json_t *trials = json_array();
    for (size_t i = 0; i < recording->trial_count; i++) {
        json_array_append_new(trials, json_real(recording->trial_costs[i]));
    }
    json_t *object = json_pack(
        "{s:s,s:s,s:f,s:o,s:I,s:I,s:I,s:I,s:f,s:o,s:o}", "algo", setting->algo, "status",
        run_end_name(run->end), "cost", run->cost, "optimal", best, "ticks",
        (json_int_t)run->counters.ticks, "moves", (json_int_t)run->counters.moves, "expansions",
        (json_int_t)run->counters.expansions, "backtracks", (json_int_t)run->counters.backtracks,
        "seconds", (double)run->planning_ns / 1e9, "path", path, "tick_expansions", ticks);
    if (recording->trial_count > 0) {
        json_object_set(object, "trials", trials);
    }
    json_decref(trials);
    int failed = json_dumpf(object, stdout, JSON_REAL_PRECISION(10));
    putchar('\n');
    json_decref(object);
    return failed ? fail_machine("cannot write the output") : 0;
}

static void print_text(const struct setting *setting, const struct run *run,
                       const struct recording *recording, double optimal) {
    for (size_t i = 0; i < recording->trial_count; i++) {
        printf("trial %-5zu cost %.5f\n", i + 1, recording->trial_costs[i]);
    }
    printf("algorithm   %s\n", setting->algo);
    printf("status      %s\n", run_end_name(run->end));
    printf("cost        %.5f\n", run->cost);
    if (isinf(optimal)) {
        printf("optimal     no route\n");
    } else if (run->end == RUN_ARRIVED) {
        double ratio = optimal > 0 ? run->cost / optimal : 1;
        printf("optimal     %.5f (cost / optimal %.3f)\n", optimal, ratio);
    } else {
        printf("optimal     %.5f\n", optimal);
    }
    printf("ticks       %llu\n", (unsigned long long)run->counters.ticks);
    printf("moves       %llu (%llu steps back)\n", (unsigned long long)run->counters.moves,
           (unsigned long long)run->counters.backtracks);
    printf("expansions  %llu (worst tick %u)\n", (unsigned long long)run->counters.expansions,
           run->counters.max_expansions_per_tick);
    printf("planning    %.3f ms\n", (double)run->planning_ns / 1e6);
}

static int exit_code(run_end end) {
    switch (end) {
    case RUN_ARRIVED:
        return EXIT_DONE;
    case RUN_NO_MEMORY:
        return fail_machine("the agent ran out of memory");
    default:
        return EXIT_NO_SOLUTION;
    }
}

static int solve(const solve_options *options, const struct scene *scene,
                 const struct setting *setting, const struct aids *aids) {
    struct place place;
    double optimal = INFINITY;
    int code = scene_place(scene, &options->scene, &place);
    if (!code) {
        code = look_up_optimum(scene, &options->scene, &place, &optimal);
    }
    if (code) {
        return code;
    }
    aids_lend(aids, &place);
    struct recording recording = {.want_path = true, .want_ticks = options->json};
    struct run run;
    struct trace_writer trace = {0};
    if (options->trace) {
        recording.trace = &trace;
        trace_begin(&trace, place.map, place.start, place.goal, 1);
    }
    code = run_agent(setting, &place, &recording, &run);
    if (!code && options->trace) {
        code = trace_save(&trace, options->trace);
    }
    bytes_clear(&trace.bytes);
    if (!code && options->json) {
        code = print_json(scene, setting, &run, &recording, optimal);
    } else if (!code) {
        print_text(setting, &run, &recording, optimal);
        if (options->picture && scene->map) {
            struct route route = {recording.path, recording.path_count, '*'};
            code = print_picture(scene->map, &route, 1, PICTURE_AUTO, 0);
        }
    }
    recording_clear(&recording);
    return code ? code : exit_code(run.end);
}

static int check_and_solve(solve_options *options) {
    static struct settings settings;
    struct scene scene = {0};
    struct aids aids = {0};
    int code = read_settings(&options->agent, "tba", "100", &settings);
    if (!code && settings.count != 1) {
        code = fail_usage("one algorithm, weight and budget at a time (for several: wend race)");
    }
    if (!code) {
        code = scene_load(&options->scene, true, &scene);
    }
    if (!code && options->trace) {
        code = check_watchable(&scene, &settings, "--trace");
    }
    if (!code) {
        code = aids_prepare(&settings, &options->agent, scene.map, &aids);
    }
    if (!code) {
        code = solve(options, &scene, &settings.items[0], &aids);
    }
    aids_clear(&aids);
    scene_clear(&scene);
    return code;
}

int cmd_solve(int argc, const char **argv) {
    solve_options options = {0};
    struct poptOption map_rows[MAP_TABLE_SIZE], agent_rows[AGENT_TABLE_SIZE];
    struct poptOption scene_rows[SCENE_TABLE_SIZE];
    map_table(map_rows, &options.scene.map);
    scene_table(scene_rows, &options.scene);
    agent_table(agent_rows, &options.agent);
    const struct poptOption table[] = {
        {"json", 0, POPT_ARG_NONE, &options.json, 0, "print one JSON object with the path", NULL},
        {"picture", 'p', POPT_ARG_NONE, &options.picture, 0, "draw the route", NULL},
        {"trace", 0, POPT_ARG_STRING, &options.trace, 0, "record the run in a file for wend replay",
         "FILE"},
        {NULL, 0, POPT_ARG_INCLUDE_TABLE, scene_rows, 0, "The problem:", NULL},
        {NULL, 0, POPT_ARG_INCLUDE_TABLE, map_rows, 0, "Map options:", NULL},
        {NULL, 0, POPT_ARG_INCLUDE_TABLE, agent_rows, 0, "Agent options:", NULL},
        {"help", 'h', POPT_ARG_NONE, NULL, 'h', "this text", NULL},
        POPT_TABLEEND};
    poptContext context = NULL;
    int code = parse_options(
        &context, argc, argv, table, "wend solve", NULL,
        "Takes one agent from its start to its goal. Default: tba with 100 expansions.");
    if (code == 0) {
        code = check_and_solve(&options);
    }
    finish_options(context, table);
    return code < 0 ? EXIT_DONE : code;
}
