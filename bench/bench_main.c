/* bench/bench_main.c - bench_all: measures what the library promises about time and memory. */
#include "bench.h"

#include <wend/wend.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct section {
    const char *name;
    const char *title;
    bool (*run)(const bench_options *options, bench_targets *targets);
} section;

static const section sections[] = {
    {"speed", "Speed of complete queries", bench_speed},
    {"jumps", "Jump point search compared with A*", bench_jumps},
    {"factors", "Jump point search with terrain costs", bench_factors},
    {"queries", "Short queries of jump point search", bench_queries},
    {"paths", "Complete paths by a warm finder", bench_paths},
    {"smooth", "Smoothed routes compared with the any-angle optimum", bench_smooth},
    {"auto", "Agents at equal microseconds", bench_auto},
    {"unknown", "Unknown terrain at equal microseconds", bench_unknown},
    {"flat", "Work per tick on small and large maps", bench_flat},
    {"road", "Work per tick on small and large road networks", bench_road},
    {"memory", "Memory per state", bench_memory},
    {"timed", "Ticks with a time limit", bench_timed},
    {"crowd", "Many agents, and refused moves", bench_crowd},
    {"fleet", "Many units under one budget", bench_fleet},
    {"storm", "Many units under stress: refused moves, teleports, little memory", bench_storm},
    {"components", "Connected components under edits", bench_components},
    {"layers", "Layers for sizes and kinds of units", bench_layers},
    {"chase", "Moving targets", bench_chase},
    {"field", "One field for a group compared with a search for each unit", bench_field},
    {"puzzle", "Expansions per second on puzzles", bench_puzzle},
};
#define SECTIONS (sizeof sections / sizeof *sections)

static void print_help(FILE *to) {
    fprintf(to, "usage: bench_all [--section NAME] [--rounds N] [--problems N] [--map NAME]\n"
                "                 [--data DIR]\n\n"
                "  --section NAME  only this one (may be given several times):\n");
    for (size_t s = 0; s < SECTIONS; s++) {
        fprintf(to, "                  %-8s %s\n", sections[s].name, sections[s].title);
    }
    fprintf(
        to,
        "  --rounds N      repetitions of timed comparisons, 1 to 99; default 9\n"
        "  --problems N    section unknown: problems on each map, 2 to 1000; default 10\n"
        "  --map NAME      section fleet: only this map of its three; sections auto and unknown:\n"
        "                  only those whose name contains this, as \"16 neighbours\"\n"
        "  --data DIR      folder with maps/ and scen/; default $WEND_DATA, else\n"
        "                  %s\n"
        "  --help          this text\n",
        WEND_BENCH_DATA);
}

static int usage_error(const char *what, const char *value) {
    fprintf(stderr, "bench_all: %s '%s'; see bench_all --help\n", what, value);
    return 2;
}

static size_t find_section(const char *name) {
    size_t s = 0;
    while (s < SECTIONS && strcmp(sections[s].name, name) != 0) {
        s++;
    }
    return s;
}

/* An integer in a range; 0 if it is not valid. */
static uint32_t read_number(const char *value, unsigned long least, unsigned long most) {
    char *end;
    unsigned long number = strtoul(value, &end, 10);
    return *end || number < least || number > most ? 0 : (uint32_t)number;
}

/* Returns 0, or the exit code for a wrong argument. */
static int read_options(int argc, char **argv, bench_options *options, bool *wanted) {
    for (int i = 1; i < argc; i += 2) {
        const char *name = argv[i];
        const char *value = i + 1 < argc ? argv[i + 1] : NULL;
        bool known = strcmp(name, "--section") == 0 || strcmp(name, "--rounds") == 0 ||
                     strcmp(name, "--problems") == 0 || strcmp(name, "--map") == 0 ||
                     strcmp(name, "--data") == 0;
        if (!known) {
            return usage_error("unknown option", name);
        }
        if (!value) {
            return usage_error("a value is missing after", name);
        }
        if (strcmp(name, "--section") == 0) {
            size_t s = find_section(value);
            if (s == SECTIONS) {
                return usage_error("unknown section", value);
            }
            wanted[s] = wanted[SECTIONS] = true;
        } else if (strcmp(name, "--rounds") == 0) {
            options->rounds = read_number(value, 1, 99);
            if (!options->rounds) {
                return usage_error("--rounds expects 1 to 99, not", value);
            }
        } else if (strcmp(name, "--problems") == 0) {
            options->problems = read_number(value, 2, 1000);
            if (!options->problems) {
                return usage_error("--problems expects 2 to 1000, not", value);
            }
        } else if (strcmp(name, "--map") == 0) {
            options->map = value;
        } else {
            options->data = value;
        }
    }
    return 0;
}

static bool run_sections(const bench_options *options, const bool *wanted) {
    bench_targets targets = {0};
    bool done = true;
    for (size_t s = 0; s < SECTIONS && done; s++) {
        if (wanted[s] || !wanted[SECTIONS]) {
            printf("== %s: %s\n", sections[s].name, sections[s].title);
            done = sections[s].run(options, &targets);
            printf("\n");
        }
    }
    printf("targets met: %u of %u\n", targets.met, targets.all);
    return done;
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0) {
            print_help(stdout);
            return 0;
        }
    }
    bench_options options = {.rounds = 9, .problems = 10, .data = getenv("WEND_DATA")};
    options.data = options.data ? options.data : WEND_BENCH_DATA;
    options.progress = isatty(STDERR_FILENO);
    bool wanted[SECTIONS + 1] = {false}; /* the last: was any section named? */
    int code = read_options(argc, argv, &options, wanted);
    if (code) {
        return code;
    }
    printf("wend %s\n\n", wend_version());
    if (!run_sections(&options, wanted)) {
        fprintf(stderr,
                "bench_all: a section could not run (no memory, or no map could be made)\n");
        return 3;
    }
    return 0;
}
