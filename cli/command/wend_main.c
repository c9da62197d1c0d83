/* The wend command: finds the subcommand and calls it. */
#include "command/commands.h"

#include "common/features.h"
#include "common/messages.h"

#include <string.h>
#include <wend/wend.h>

struct command {
    const char *name;
    int (*run)(int argc, const char **argv);
    const char *summary;
};

static const struct command commands[] = {
    {"solve", cmd_solve, "find the best route, or take one agent from start to goal"},
    {"bench", cmd_bench, "run algorithms over scenario files and print what they needed"},
    {"race", cmd_race, "several algorithms on one problem, side by side"},
    {"watch", cmd_watch, "agents on a map, live in the terminal"},
    {"replay", cmd_replay, "a run recorded with --trace: in the terminal, as GIF, HTML or JSON"},
    {"render", cmd_render, "pictures of agents on a map: PNG, animated GIF, heat maps"},
    {"precompute", cmd_precompute, "compute the table of subgoals that dlrta needs"},
    {"gen", cmd_gen, "make a map: rooms, mazes, caves, random obstacles"},
    {"info", cmd_info, "describe a map or a scenario file"},
    {"algos", cmd_algos, "list the algorithms"},
};
#define COMMAND_COUNT (sizeof commands / sizeof *commands)

static void print_help(FILE *out) {
    fprintf(out, "wend %s: time-bounded search\n\nUsage: wend COMMAND [OPTION...]\n\n",
            wend_version());
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        fprintf(out, "  %-10s %s\n", commands[i].name, commands[i].summary);
    }
    fputs("\n'wend COMMAND --help' says more. Exit codes: 0 done, 1 the problem has no solution,\n"
          "2 wrong usage or bad input, 3 the machine failed (memory, I/O).\n",
          out);
}

static void print_version(void) {
    struct feature_version list[FEATURES];
    for (uint32_t i = 0; i < FEATURES; i++) {
        list[i] = feature_version((feature)i);
    }
    printf("wend %s\n", wend_version());
    print_features(list, FEATURES);
}

static int unknown_command(const char *name) {
    if (strcmp(name, "lab") == 0) {
        return fail_usage("unknown command 'lab'; use wend-lab (try 'wend-lab --help')");
    }
    const char *names[COMMAND_COUNT];
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        names[i] = commands[i].name;
    }
    const char *nearest = nearest_name(name, names, COMMAND_COUNT);
    if (nearest) {
        return fail_usage("'%s' is no command, did you mean '%s'?", name, nearest);
    }
    return fail_usage("'%s' is no command (try 'wend --help')", name);
}

int main(int argc, const char **argv) {
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
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(argv[1], commands[i].name) == 0) {
            return finish_output(commands[i].run(argc - 1, argv + 1));
        }
    }
    return unknown_command(argv[1]);
}
