/* wend lab: experiments. Finds the part of the lab and calls it. */
#include "command/commands.h"

#include "common/features.h"
#include "common/messages.h"

#include <string.h>

#if WEND_HAS_YAML && WEND_HAS_SQLITE
#include "lab/lab.h"

static const struct part {
    const char *name;
    int (*run)(int argc, const char **argv);
    const char *summary;
} parts[] = {
    {"list", lab_list, "the experiments that are there"},
    {"show", lab_show, "what an experiment runs, and which statements it checks"},
    {"run", lab_run, "run experiments; rows go to an SQLite file"},
    {"resume", lab_resume, "go on with what was interrupted"},
    {"export", lab_export, "print rows as CSV"},
    {"plot", lab_plot, "draw the plots of experiments"},
    {"report", lab_report, "judge what the papers say, and write a report"},
    {"merge", lab_merge, "put the rows of shards together"},
    {"compare", lab_compare, "what changed between two files of rows"},
};
#define PARTS (sizeof parts / sizeof *parts)

static void print_parts(FILE *out) {
    fputs("Usage: wend lab PART [OPTION...]\nExperiments that are described in files "
          "(docs/lab.md).\n\n",
          out);
    for (size_t i = 0; i < PARTS; i++) {
        fprintf(out, "  %-8s %s\n", parts[i].name, parts[i].summary);
    }
    fputs("\n'wend lab PART --help' says more.\n", out);
}

static int unknown_part(const char *name) {
    const char *names[PARTS];
    for (size_t i = 0; i < PARTS; i++) {
        names[i] = parts[i].name;
    }
    const char *nearest = nearest_name(name, names, PARTS);
    return nearest ? fail_usage("lab: '%s' is unknown, did you mean '%s'?", name, nearest)
                   : fail_usage("lab: '%s' is unknown (try 'wend lab --help')", name);
}

int cmd_lab(int argc, const char **argv) {
    if (argc < 2) {
        print_parts(stderr);
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        print_parts(stdout);
        return EXIT_DONE;
    }
    for (size_t i = 0; i < PARTS; i++) {
        if (strcmp(argv[1], parts[i].name) == 0) {
            return parts[i].run(argc - 1, argv + 1);
        }
    }
    return unknown_part(argv[1]);
}
#else
int cmd_lab(int argc, const char **argv) {
    (void)argc;
    (void)argv;
    int code = need_feature(FEATURE_YAML);
    return code ? code : need_feature(FEATURE_SQLITE);
}
#endif
