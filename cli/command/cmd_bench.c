/* wend bench: runs algorithms on scenario files. */
#include "command/commands.h"

#include "common/messages.h"
#include "common/progress.h"
#include "options/rules.h"
#include "run/derive.h"
#include "run/fleet_outcome.h"
#include "run/runs_file.h"

#include <math.h>
#include <stdlib.h>

typedef struct bench_options {
    scene_options scene;
    agent_options agent;
    fleet_options fleet;
    char *map_root, *limit, *sample, *longest, *min_cost, *max_cost, *problems, *runs;
    int json, csv, derive, strict;
    table_format format;
} bench_options;

/* The stated lengths are for eight neighbours, corner rule never, ground and swamp. A length of 0
 * between two different cells means that the goal is unreachable. */
static bool disagrees(const struct problem *p) {
    if (isnan(p->stated)) {
        return false;
    }
    bool stated_none = p->stated == 0 && p->task.start != p->task.goal;
    if (isinf(p->optimal) || stated_none) {
        return !(isinf(p->optimal) && stated_none);
    }
    return fabs(p->optimal - p->stated) > p->tolerance;
}

/* Whether the rules of movement are those of the lengths in scenario files. */
static bool have_usual_rules(const struct problems *problems, const wend_map_def *def) {
    return !problems->items[0].task.domain && def->neighbors == 8 &&
           def->corners == WEND_CORNERS_NEVER &&
           def->passable == (WEND_TERRAIN_GROUND | WEND_TERRAIN_SWAMP) && !def->terrain_factors;
}

static double count_mismatches(const struct problems *problems, const wend_map_def *def) {
    uint32_t stated = 0, count = 0;
    for (uint32_t i = 0; i < problems->count; i++) {
        stated += isnan(problems->items[i].stated) ? 0 : 1;
        count += disagrees(&problems->items[i]);
    }
    /* Random problems have no stated length. */
    return stated && have_usual_rules(problems, def) ? (double)count : NAN;
}

/* Prints and returns the number of problems that differ from their file. */
static uint32_t report_doubtful(const struct problems *problems, const wend_map_def *def) {
    uint32_t blocked = 0, wrong = 0;
    const struct problem *first = NULL;
    for (uint32_t i = 0; i < problems->count; i++) {
        const struct problem *p = &problems->items[i];
        bool is_wrong = !p->blocked && have_usual_rules(problems, def) && disagrees(p);
        blocked += p->blocked;
        wrong += is_wrong;
        first = !first && (p->blocked || is_wrong) ? p : first;
    }
    if (first) {
        print_note("%s:%u: first doubtful problem; of %u problems, %u have a blocked start or goal "
                   "and %u a stated length that is not the optimum",
                   first->file, first->line, problems->count, blocked, wrong);
    }
    return blocked + wrong;
}

/* One problem, run or derived from `base`. */
static int run_problem(struct bench_sums *sums, uint32_t index, const struct runs_file *runs,
                       const struct base_runs *base) {
    const struct problem *problem = &sums->problems->items[index];
    struct run run = {.end = RUN_UNREACHABLE};
    if (problem->blocked) {
        bench_sums_add(sums, problem, &run);
        return 0;
    }
    int code = 0;
    if (base) {
        run = derive_run(base, index, sums->setting);
    } else {
        struct recording recording = {.tick_ns = &sums->tick_ns};
        code = run_agent(sums->setting, &problem->task, &recording, &run);
    }
    if (!code) {
        bench_sums_add(sums, problem, &run);
        code = runs_add(runs, sums, problem, &run);
    }
    return code;
}

static int run_setting(const struct setting *setting, const struct problems *problems,
                       double mismatches, struct progress *progress, const struct runs_file *runs,
                       const struct base_runs *base, struct bench_row *row) {
    struct bench_sums *sums = calloc(1, sizeof *sums);
    if (!sums) {
        return fail_machine("out of memory");
    }
    sums->setting = setting;
    sums->problems = problems;
    sums->mismatches = mismatches;
    int code = 0;
    for (uint32_t i = 0; !code && i < problems->count; i++) {
        progress_add(progress, 1);
        code = run_problem(sums, i, runs, base);
    }
    bench_row_fill(sums, row);
    free(sums);
    return code;
}

static int run_all(const bench_options *options, const struct settings *settings,
                   const struct problems *problems, const wend_map_def *def) {
    struct bench_row *rows = calloc(settings->count, sizeof *rows);
    if (!rows) {
        return fail_machine("out of memory");
    }
    double mismatches = count_mismatches(problems, def);
    struct progress progress;
    progress_begin(&progress, "problems", (uint64_t)problems->count * settings->count);
    struct runs_file runs;
    int code = runs_open(&runs, options->runs);
    struct base_runs base = {0};
    for (uint32_t i = 0; !code && i < settings->count; i++) {
        const struct setting *setting = &settings->items[i];
        if (options->derive) {
            code = base_runs_make(&base, setting, problems);
        }
        if (!code) {
            code = run_setting(setting, problems, mismatches, &progress, &runs,
                               base.usable ? &base : NULL, &rows[i]);
        }
    }
    base_runs_clear(&base);
    progress_end(&progress);
    runs_close(&runs);
    if (!code) {
        code = print_bench_rows(options->format, rows, settings->count);
    }
    free(rows);
    return code;
}

static int read_selection(const bench_options *options, struct selection *out) {
    *out = (struct selection){.max_cost = INFINITY};
    int code = 0;
    if (options->limit) {
        code = read_u64(options->limit, "--limit", 1, UINT32_MAX, &out->limit);
    }
    if (!code && options->sample) {
        code = read_u64(options->sample, "--sample", 1, UINT32_MAX, &out->sample);
    }
    if (!code && options->longest) {
        code = read_u64(options->longest, "--longest", 1, UINT32_MAX, &out->longest);
    }
    if (!code && options->min_cost) {
        code = read_double(options->min_cost, "--min-cost", 0, 1e9, &out->min_cost);
    }
    if (!code && options->max_cost) {
        code = read_double(options->max_cost, "--max-cost", 0, 1e9, &out->max_cost);
    }
    return code;
}

/* Reads the number and the seed of random problems. */
static int read_random(const bench_options *options, uint64_t *count, uint64_t *seed) {
    int code = 0;
    if (options->problems) {
        code = read_u64(options->problems, "--problems", 1, 1000000, count);
    }
    if (!code && options->agent.seed) {
        code = read_u64(options->agent.seed, "--seed", 0, UINT64_MAX, seed);
    }
    return code;
}

/* Collects all problems of the command line. */
static int collect(bench_options *options, poptContext context, const wend_map_def *def,
                   const struct selection *selection, const struct scene *scene,
                   struct problems *problems) {
    const char *path = poptGetArg(context);
    if (scene->kind != SCENE_GRID) {
        uint64_t count = 100, seed = 1;
        int code = read_random(options, &count, &seed);
        if (!code && path) {
            code = fail_usage("unexpected argument '%s', scenario files are only used with grids",
                              path);
        }
        return code ? code : problems_add_scene(problems, scene, selection, count, seed);
    }
    int code = options->map_root ? problems_add_root(problems, options->map_root) : 0;
    if (!code && !path) {
        code = fail_usage("missing SCENARIO or MAP (try 'wend bench --help')");
    }
    uint64_t count = 100, seed = 1;
    if (!code) {
        code = read_random(options, &count, &seed);
    }
    for (; !code && path; path = poptGetArg(context)) {
        code = ends_with(path, ".map") ? problems_add_map(problems, path, def, count, seed, false)
                                       : problems_add_file(problems, path, def, selection);
    }
    return code;
}

/* Checks the options before anything is loaded. */
static int check_options(bench_options *options, const char **files) {
    scene_kind kind = SCENE_GRID;
    int code = read_format(options->json, options->csv, &options->format);
    if (!code) {
        code = read_scene_kind(&options->scene, &kind);
    }
    if (code) {
        return code;
    }
    bool has_random = kind == SCENE_RACETRACK || kind == SCENE_GRAPH, has_scenario = false;
    for (; files && *files; files++) {
        has_random = has_random || ends_with(*files, ".map");
        has_scenario = has_scenario || !ends_with(*files, ".map");
    }
    options->agent.draws = has_random;
    int selections =
        (options->limit != NULL) + (options->sample != NULL) + (options->longest != NULL);
    const char *for_scenarios = "only used with scenario files";
    const struct rule rules[] = {
        {selections > 1, "--limit, --sample and --longest", false, EXCLUDE_EACH_OTHER},
        {options->limit, "--limit", has_scenario || kind == SCENE_PUZZLE,
         "only used with scenario and puzzle files"},
        {options->longest, "--longest", has_scenario, for_scenarios},
        {options->map_root, "--map-root", has_scenario, for_scenarios},
        {options->strict, "--strict", has_scenario, for_scenarios},
        {options->problems, "--problems", has_random,
         "only used with map files, racetracks and graphs"}};
    return CHECK_RULES(rules);
}

static int check_derive(const bench_options *options, const struct settings *settings) {
    const struct rule rules[] = {
        {options->derive, "--derive", any_plans_first(settings),
         "only used with algorithms that plan the whole route before they move"},
        {options->derive, "--derive", !settings->items[0].time_ns, "only used with --expansions"},
        {options->derive, "--derive", !options->agent.max_ticks && !options->agent.memory_mb,
         "not used with --max-ticks and --memory-mb"}};
    return CHECK_RULES(rules);
}

/* A fleet runs on one map file. */
static int check_fleet_files(const bench_options *options, poptContext context) {
    const char **files = poptGetArgs(context);
    const char *why = "not used with --fleet";
    const struct rule rules[] = {{options->limit, "--limit", false, why},
                                 {options->sample, "--sample", false, why},
                                 {options->longest, "--longest", false, why},
                                 {options->min_cost, "--min-cost", false, why},
                                 {options->max_cost, "--max-cost", false, why},
                                 {options->problems, "--problems", false, why},
                                 {options->derive, "--derive", false, why},
                                 {options->strict, "--strict", false, why},
                                 {options->runs, "--runs", false, why},
                                 {options->map_root, "--map-root", false, why}};
    int code = CHECK_RULES(rules);
    if (!code && (!files || !files[0] || files[1] || !ends_with(files[0], ".map"))) {
        code = fail_usage("--fleet: expected one map file");
    }
    return code;
}

static int check_and_bench_fleet(bench_options *options, poptContext context,
                                 const struct fleet_setting *setting) {
    wend_map_def def;
    wend_map *map = NULL;
    scene_kind kind = SCENE_GRID;
    int code = read_format(options->json, options->csv, &options->format);
    if (!code) {
        code = read_scene_kind(&options->scene, &kind);
    }
    if (!code && kind != SCENE_GRID) {
        code = fail_usage("--fleet: only used with grids");
    }
    if (!code) {
        code = check_fleet_files(options, context);
    }
    if (!code) {
        code = read_map_def(&options->scene.map, &def);
    }
    if (!code) {
        code = load_map(poptGetArg(context), &def, &map);
    }
    if (!code) {
        code = bench_fleet(map, setting, options->format);
    }
    wend_map_destroy(map);
    return code;
}

static int check_and_bench(bench_options *options, poptContext context) {
    static struct settings settings;
    struct selection selection;
    wend_map_def def;
    struct problems problems = {0};
    struct scene scene = {0};
    uint32_t doubtful = 0;
    struct fleet_setting fleet;
    bool is_fleet = false;
    int code = read_fleet(&options->fleet, &options->agent, &is_fleet, &fleet);
    if (!code && is_fleet) {
        return check_and_bench_fleet(options, context, &fleet);
    }
    if (!code) {
        code = check_options(options, poptGetArgs(context));
    }
    if (!code) {
        code = read_settings(&options->agent, NULL, "100", &settings);
    }
    if (!code) {
        code = check_derive(options, &settings);
    }
    if (!code) {
        code = read_selection(options, &selection);
    }
    if (!code) {
        code = read_map_def(&options->scene.map, &def);
    }
    if (!code) {
        code = scene_load(&options->scene, false, &scene);
    }
    if (!code) {
        code = collect(options, context, &def, &selection, &scene, &problems);
    }
    if (!code) {
        code = problems_find_optima(&problems, &selection);
    }
    if (!code && problems.count == 0) {
        code = fail_usage("--min-cost and --max-cost exclude all problems");
    }
    if (!code) {
        doubtful = report_doubtful(&problems, &def);
        code = problems_prepare(&problems, &settings, &options->agent);
    }
    if (!code) {
        code = run_all(options, &settings, &problems, &def);
    }
    problems_clear(&problems);
    scene_clear(&scene);
    return code ? code : options->strict && doubtful ? EXIT_USAGE : EXIT_DONE;
}

int cmd_bench(int argc, const char **argv) {
    bench_options options = {0};
    struct poptOption map_rows[MAP_TABLE_SIZE], agent_rows[AGENT_TABLE_SIZE];
    struct poptOption scene_rows[SCENE_TABLE_SIZE], fleet_rows[FLEET_TABLE_SIZE];
    map_table(map_rows, &options.scene.map);
    scene_table(scene_rows, &options.scene);
    agent_table(agent_rows, &options.agent);
    fleet_table(fleet_rows, &options.fleet);
    const struct poptOption table[] = {
        {"map-root", 0, POPT_ARG_STRING, &options.map_root, 0,
         "folder of the maps, searched recursively (default: the folder of the scenario)", "DIR"},
        {"limit", 0, POPT_ARG_STRING, &options.limit, 0, "use the first N problems of each file",
         "N"},
        {"sample", 0, POPT_ARG_STRING, &options.sample, 0,
         "use N problems of each file, evenly spread, after --min-cost and --max-cost", "N"},
        {"longest", 0, POPT_ARG_STRING, &options.longest, 0,
         "use the N problems of each file with the greatest stated length", "N"},
        {"min-cost", 0, POPT_ARG_STRING, &options.min_cost, 0, "smallest optimal cost", "C"},
        {"max-cost", 0, POPT_ARG_STRING, &options.max_cost, 0, "largest optimal cost", "C"},
        {"problems", 0, POPT_ARG_STRING, &options.problems, 0,
         "map files, racetracks, graphs: N random problems, by --seed (default 100)", "N"},
        {"derive", 0, POPT_ARG_NONE, &options.derive, 0,
         "run algorithms that plan before they move once, and derive their ticks for every "
         "budget; all times are those of the one run (not jps: its ticks may exceed the budget)",
         NULL},
        {"strict", 0, POPT_ARG_NONE, &options.strict, 0,
         "exit with 2 if a problem differs from its scenario file", NULL},
        {"runs", 0, POPT_ARG_STRING, &options.runs, 0, "write one CSV line per run", "FILE"},
        {"json", 0, POPT_ARG_NONE, &options.json, 0, "print a JSON array", NULL},
        {"csv", 0, POPT_ARG_NONE, &options.csv, 0, "print CSV", NULL},
        {NULL, 0, POPT_ARG_INCLUDE_TABLE, scene_rows + SCENE_PROBLEM_ROWS, 0,
         "Other domains:", NULL},
        {NULL, 0, POPT_ARG_INCLUDE_TABLE, map_rows + 1, 0, "Map options:", NULL},
        {NULL, 0, POPT_ARG_INCLUDE_TABLE, agent_rows, 0, "Agent options:", NULL},
        {NULL, 0, POPT_ARG_INCLUDE_TABLE, fleet_rows, 0, "Fleet options (one map file):", NULL},
        {"help", 'h', POPT_ARG_NONE, NULL, 'h', "show this help", NULL},
        POPT_TABLEEND};
    poptContext context = NULL;
    int code = parse_options(&context, argc, argv, table, "wend bench", "[SCENARIO...] [MAP...]",
                             "Runs every algorithm at every budget on all problems of scenario "
                             "files, and on random\nproblems of map files. Default: auto with 100 "
                             "expansions.");
    if (code == 0) {
        code = check_and_bench(&options, context);
    }
    finish_options(context, table);
    return code < 0 ? EXIT_DONE : code;
}
