/* The wend command: calls the subcommand. */
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
    {"demo", cmd_demo, "show a race of agents and a fleet of 1000 units, in a few seconds"},
    {"solve", cmd_solve, "find an optimal route, or run one agent from start to goal"},
    {"bench", cmd_bench, "run algorithms on scenario files and print statistics"},
    {"race", cmd_race, "run several algorithms on one problem, side by side"},
    {"watch", cmd_watch, "show agents on a map, live in the terminal"},
    {"replay", cmd_replay, "show a run recorded with --trace: terminal, GIF, PNG, HTML or JSON"},
    {"render", cmd_render, "draw agents on a map: PNG, animated GIF, heat maps"},
    {"precompute", cmd_precompute, "compute the table of subgoals for dlrta"},
    {"gen", cmd_gen, "generate a map: rooms, mazes, caves, random obstacles"},
    {"info", cmd_info, "describe a map or a scenario file"},
    {"algos", cmd_algos, "list the algorithms"},
};
#define COMMAND_COUNT (sizeof commands / sizeof *commands)

static void print_help(FILE *out) {
    fprintf(out,
            "wend %s: pathfinding with a budget per tick\n\nUsage: wend COMMAND [OPTION...]\n\n",
            wend_version());
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        fprintf(out, "  %-10s %s\n", commands[i].name, commands[i].summary);
    }
    fputs("\nTry 'wend COMMAND --help' for the options of a command. Exit codes: 0 success, 1 the\n"
          "problem has no solution, 2 usage error or bad input, 3 out of memory or I/O error.\n",
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
        return fail_usage("unknown command '%s', did you mean '%s'?", name, nearest);
    }
    return fail_usage("unknown command '%s' (try 'wend --help')", name);
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
