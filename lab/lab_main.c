/* The wend-lab command: finds the subcommand and calls it. */
#include "lab/lab.h"

#include "common/features.h"
#include "common/messages.h"

#include <sqlite3.h>
#include <string.h>
#include <wend/wend.h>
#include <yaml.h>

static const struct subcommand {
    const char *name;
    int (*run)(int argc, const char **argv);
    const char *summary;
} subcommands[] = {
    {"list", lab_list, "list the presets"},
    {"show", lab_show, "show what a preset runs and the statements it checks"},
    {"run", lab_run, "run experiments and write rows to an SQLite file"},
    {"resume", lab_resume, "continue interrupted experiments"},
    {"export", lab_export, "print rows as CSV"},
    {"plot", lab_plot, "draw the plots of experiments (gnuplot)"},
    {"report", lab_report, "check the statements of the papers and write a report"},
    {"merge", lab_merge, "merge files of rows, such as shards"},
    {"compare", lab_compare, "compare two files of rows"},
};
#define SUBCOMMANDS (sizeof subcommands / sizeof *subcommands)

static void print_help(FILE *out) {
    fprintf(out,
            "wend-lab %s: runs the experiments of the papers\n\n"
            "Usage: wend-lab COMMAND [OPTION...]\n\n",
            wend_version());
    for (size_t i = 0; i < SUBCOMMANDS; i++) {
        fprintf(out, "  %-8s %s\n", subcommands[i].name, subcommands[i].summary);
    }
    fputs("\n'wend-lab COMMAND --help' lists its options. Presets are described in docs/lab.md.\n"
          "Exit codes: 0 done, 2 wrong usage or bad input, 3 out of memory or I/O error,\n"
          "130 interrupted.\n",
          out);
}

static void print_version(void) {
    const struct feature_version list[] = {
        feature_version(FEATURE_JSON),
        {"yaml", "libyaml", yaml_get_version_string()},
        {"sqlite", "libsqlite3", sqlite3_libversion()},
    };
    printf("wend-lab %s\n", wend_version());
    print_features(list, sizeof list / sizeof *list);
}

static int unknown_command(const char *name) {
    const char *names[SUBCOMMANDS];
    for (size_t i = 0; i < SUBCOMMANDS; i++) {
        names[i] = subcommands[i].name;
    }
    const char *nearest = nearest_name(name, names, SUBCOMMANDS);
    return nearest ? fail_usage("unknown command '%s', did you mean '%s'?", name, nearest)
                   : fail_usage("unknown command '%s' (try 'wend-lab --help')", name);
}

int main(int argc, const char **argv) {
    set_program("wend-lab");
    if (argc < 2) {
        print_help(stderr);
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
        strcmp(argv[1], "help") == 0) {
        print_help(stdout);
        return finish_output(EXIT_DONE);
    }
    if (strcmp(argv[1], "--version") == 0) {
        print_version();
        return finish_output(EXIT_DONE);
    }
    for (size_t i = 0; i < SUBCOMMANDS; i++) {
        if (strcmp(argv[1], subcommands[i].name) == 0) {
            return finish_output(subcommands[i].run(argc - 1, argv + 1));
        }
    }
    return unknown_command(argv[1]);
}
