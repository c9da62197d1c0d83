/* wend solve: solves one problem with a finder or an agent. */
#include "command/commands.h"

#include "common/features.h"
#include "common/messages.h"
#include "options/rules.h"
#include "run/precomputed.h"
#include "run/finder_run.h"
#include "run/run_json.h"
#include "view/route_map.h"
#include "view/traced_run.h"
#include "view/view_setup.h"

#include <math.h>
#include <string.h>

typedef struct solve_options {
    scene_options scene;
    agent_options agent;
    char *trace;
    int json, picture, optimal;
    bool asks_for_agent; /* by an option of agents */
} solve_options;

static void print_optimum(const struct run *run, double optimal) {
    if (isinf(optimal)) {
        printf("optimal     no route\n");
    } else if (run->end == RUN_ARRIVED) {
        double ratio = optimal > 0 ? run->cost / optimal : 1;
        printf("optimal     %.5f (cost / optimal %.3f)\n", optimal, ratio);
    } else {
        printf("optimal     %.5f\n", optimal);
    }
}

static void print_agent_work(const struct run *run) {
    printf("ticks       %llu\n", (unsigned long long)run->counters.ticks);
    printf("moves       %llu (%llu backtracks)\n", (unsigned long long)run->counters.moves,
           (unsigned long long)run->counters.backtracks);
    printf("expansions  %llu (worst tick %u)\n", (unsigned long long)run->counters.expansions,
           run->counters.max_expansions_per_tick);
}

static void print_finder_work(const struct run *run) {
    printf("moves       %llu\n", (unsigned long long)run->counters.moves);
    printf("expansions  %llu\n", (unsigned long long)run->counters.expansions);
}

/* `optimal` is NAN if it is not wanted, or exceeds WEND_COST_MAX. */
static void print_text(const struct setting *setting, const struct run *run,
                       const struct recording *recording, double optimal) {
    for (size_t i = 0; i < recording->trial_count; i++) {
        printf("trial %-5zu cost %.5f\n", i + 1, recording->trial_costs[i]);
    }
    bool chosen = strcmp(setting->algo, run->algo) != 0;
    printf(chosen ? "algorithm   %s (%s)\n" : "algorithm   %s\n", setting->algo, run->algo);
    printf("status      %s\n", run_end_name(run->end));
    printf("cost        %.5f\n", run->cost);
    if (!isnan(optimal)) {
        print_optimum(run, optimal);
    }
    bool is_query = strcmp(run->algo, FINDER_NAME) == 0;
    (is_query ? print_finder_work : print_agent_work)(run);
    printf("planning    %.3f ms\n", (double)run->planning_ns / 1e6);
}

static int exit_code(run_end end) {
    switch (end) {
    case RUN_ARRIVED:
        return EXIT_DONE;
    case RUN_NO_MEMORY:
        return fail_machine("out of memory for the agent");
    case RUN_UNRESERVED:
        return fail_machine("a tick needed more memory than was reserved");
    default:
        return EXIT_NO_SOLUTION;
    }
}

static int run_recorded_agent(const solve_options *options, const struct setting *setting,
                              const struct task *task, struct recording *recording,
                              struct run *run) {
    struct trace_writer trace = {0};
    if (options->trace) {
        trace_begin(&trace, task->map, task->start, task->goal, 1);
    }
    int code = run_traced(setting, task, options->trace ? &trace : NULL, recording, run);
    if (!code && options->trace) {
        code = trace_save(&trace, options->trace);
    }
    bytes_clear(&trace.bytes);
    return code;
}

static int solve(const solve_options *options, const struct scene *scene,
                 const struct setting *setting, const struct precomputed *precomputed) {
    struct task task;
    double optimal = NAN;
    int code = scene_task(scene, &options->scene, &task);
    if (!code && (options->json || options->optimal)) {
        code = get_optimum(scene, &options->scene, &task, &optimal);
    }
    if (code) {
        return code;
    }
    precomputed_lend(precomputed, &task);
    struct recording recording = {.want_path = true, .want_ticks = options->json};
    struct run run;
    const struct setting query = {.algo = FINDER_NAME};
    if (options->asks_for_agent || !finder_suits(&task)) {
        code = run_recorded_agent(options, setting, &task, &recording, &run);
    } else {
        setting = &query;
        code = run_finder(&task, &recording, &run);
    }
    if (!code && options->json) {
        code = print_json_run(scene, setting, &run, &recording, optimal);
    } else if (!code) {
        print_text(setting, &run, &recording, optimal);
        if (options->picture) {
            struct route route = {recording.path, recording.path_count, '*'};
            code = print_picture(scene->map, &route, 1, PICTURE_AUTO, 0);
        }
    }
    recording_clear(&recording);
    return code ? code : exit_code(run.end);
}

static int check_options(const solve_options *options) {
    scene_kind kind = SCENE_GRID;
    int code = read_scene_kind(&options->scene, &kind);
    if (code) {
        return code;
    }
    const struct rule rules[] = {
        {options->picture, "--picture", kind == SCENE_GRID, "only used with grids"},
        {options->picture, "--picture", !options->json, "not used with --json"}};
    code = CHECK_RULES(rules);
    return !code && options->json ? need_feature(FEATURE_JSON) : code;
}

static int check_and_solve(solve_options *options) {
    static struct settings settings;
    struct scene scene = {0};
    struct precomputed precomputed = {0};
    int code = check_options(options);
    if (!code) {
        code = read_settings(&options->agent, NULL, "100", &settings);
    }
    if (!code && settings.count != 1) {
        code = fail_usage(
            "several algorithms, weights or budgets, expected one (wend race takes several)");
    }
    if (!code) {
        code = scene_load(&options->scene, true, &scene);
    }
    if (!code && options->trace) {
        code = check_watchable(&scene, &settings, "--trace");
    }
    if (!code) {
        code = precomputed_make(&settings, &options->agent, scene.map, &precomputed);
    }
    if (!code) {
        code = solve(options, &scene, &settings.items[0], &precomputed);
    }
    precomputed_clear(&precomputed);
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
        {"json", 0, POPT_ARG_NONE, &options.json, 0, "print a JSON object with the path", NULL},
        {"optimal", 0, POPT_ARG_NONE, &options.optimal, 0,
         "also compute the optimal cost by A* (implied by --json)", NULL},
        {"picture", 'p', POPT_ARG_NONE, &options.picture, 0, "draw the route", NULL},
        {"trace", 0, POPT_ARG_STRING, &options.trace, 0, "record the run for wend replay", "FILE"},
        {NULL, 0, POPT_ARG_INCLUDE_TABLE, scene_rows, 0, "Problem:", NULL},
        {NULL, 0, POPT_ARG_INCLUDE_TABLE, map_rows, 0, "Map options:", NULL},
        {NULL, 0, POPT_ARG_INCLUDE_TABLE, agent_rows, 0, "Agent options:", NULL},
        {"help", 'h', POPT_ARG_NONE, NULL, 'h', "show this help", NULL},
        POPT_TABLEEND};
    poptContext context = NULL;
    int code = parse_options(
        &context, argc, argv, table, "wend solve", NULL,
        "Finds an optimal route. With an agent option or --trace, and for puzzles, runs one\n"
        "agent from start to goal (default: auto with 100 expansions per tick).");
    if (code == 0) {
        options.asks_for_agent = is_any_given(agent_rows) || options.trace;
        code = check_and_solve(&options);
    }
    finish_options(context, table);
    return code < 0 ? EXIT_DONE : code;
}
