/* wend precompute: computes the table of subgoals for dlrta. */
#include "command/commands.h"

#include "common/messages.h"
#include "common/output_file.h"
#include "run/precomputed.h"

typedef struct precompute_options {
    map_options map;
    char *output, *level, *depth_max, *jobs;
} precompute_options;

static int read_numbers(const precompute_options *options, wend_subgoals_def *def, uint64_t *jobs) {
    uint64_t level = def->level, depth = def->depth_max;
    int code = 0;
    *jobs = 0;
    if (options->level) {
        code = read_u64(options->level, "--level", 1, WEND_LEVELS_MAX, &level);
    }
    if (!code && options->depth_max) {
        code = read_u64(options->depth_max, "--max-depth", 1, WEND_DEPTH_MAX, &depth);
    }
    if (!code && options->jobs) {
        code = read_u64(options->jobs, "--jobs", 1, 64, jobs);
    }
    def->level = (uint32_t)level;
    def->depth_max = (uint32_t)depth;
    return code;
}

static void print_summary(const precompute_options *options, const wend_abstraction *abstraction,
                          const wend_subgoals *subgoals) {
    wend_subgoals_info info = wend_subgoals_stats(subgoals);
    print_field("map", options->map.map);
    printf("level         %u of %u, %u regions\n", info.level, wend_abstraction_levels(abstraction),
           info.regions);
    printf("mean depth    %.2f (at most %u)\n", info.mean_depth, info.depth_max);
    printf("memory        %.1f MB\n", (double)info.bytes / 1e6);
    printf("seconds       %.2f\n", (double)info.build_ns / 1e9);
    if (options->output) {
        print_field("written to", options->output);
    }
}

static int save(const precompute_options *options, const wend_subgoals *subgoals) {
    wend_diagnosis diagnosis = {0};
    struct output output;
    int code = output_begin(&output, options->output);
    if (code) {
        return code;
    }
    if (output.is_stdout) {
        return fail_usage("%s: standard output is taken by the summary", options->output);
    }
    wend_error error = wend_subgoals_save(subgoals, output.name, &diagnosis);
    code = error ? fail_machine("%s: %s", options->output, diagnosis.text) : 0;
    int ended = output_end(&output, !error);
    return code ? code : ended;
}

static int compute(const precompute_options *options, wend_subgoals_def *def, uint64_t jobs,
                   const wend_abstraction *abstraction) {
    def->abstraction = abstraction;
    wend_subgoals *subgoals = NULL;
    int code = make_subgoals(def, (uint32_t)jobs, &subgoals);
    if (!code && options->output) {
        code = save(options, subgoals);
    }
    if (!code) {
        print_summary(options, abstraction, subgoals);
    }
    wend_subgoals_destroy(subgoals);
    return code;
}

static int check_and_precompute(precompute_options *options) {
    wend_subgoals_def def = {.level = 3};
    wend_map_def map_def;
    wend_map *map = NULL;
    wend_abstraction *abstraction = NULL;
    uint64_t jobs, ns;
    if (!options->map.map) {
        return fail_usage("missing --map FILE");
    }
    int code = read_numbers(options, &def, &jobs);
    if (!code) {
        code = read_map_def(&options->map, &map_def);
    }
    if (!code) {
        code = load_map(options->map.map, &map_def, &map);
    }
    if (!code) {
        code = make_abstraction(map, &abstraction, &ns);
    }
    if (!code) {
        code = compute(options, &def, jobs, abstraction);
    }
    wend_abstraction_destroy(abstraction);
    wend_map_destroy(map);
    return code;
}

int cmd_precompute(int argc, const char **argv) {
    precompute_options options = {0};
    struct poptOption map_rows[MAP_TABLE_SIZE];
    map_table(map_rows, &options.map);
    const struct poptOption table[] = {
        {"output", 'o', POPT_ARG_STRING, &options.output, 0, "write the table to FILE", "FILE"},
        {"level", 0, POPT_ARG_STRING, &options.level, 0,
         "level of the abstraction whose regions are paired (default 3)", "N"},
        {"max-depth", 0, POPT_ARG_STRING, &options.depth_max, 0,
         "maximum look-ahead, 1 to 64 (default 16)", "N"},
        {"jobs", 'j', POPT_ARG_STRING, &options.jobs, 0,
         "number of threads (default: one per processor)", "N"},
        {NULL, 0, POPT_ARG_INCLUDE_TABLE, map_rows, 0, "Map options:", NULL},
        {"help", 'h', POPT_ARG_NONE, NULL, 'h', "show this help", NULL},
        POPT_TABLEEND};
    poptContext context = NULL;
    int code = parse_options(&context, argc, argv, table, "wend precompute", NULL,
                             "Computes the table of subgoals for dlrta.");
    if (code == 0) {
        code = check_and_precompute(&options);
    }
    finish_options(context, table);
    return code < 0 ? EXIT_DONE : code;
}
