#include "options/options.h"

#include "common/features.h"
#include "common/messages.h"
#include "common/neighbors.h"
#include "options/rules.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- Tables -------------------------------------------------------------------------------- */

void map_table(struct poptOption *table, map_options *options) {
    const struct poptOption rows[MAP_TABLE_SIZE] = {
        {"map", 'm', POPT_ARG_STRING, &options->map, 0, "MovingAI map file", "FILE"},
        {"neighbors", 0, POPT_ARG_STRING, &options->neighbors, 0, NEIGHBORS_TEXT " (default 8)",
         "N"},
        {"corners", 0, POPT_ARG_STRING, &options->corners, 0,
         "corner rule: diagonal steps past a blocked corner: never (default), one or always",
         "RULE"},
        {"passable", 0, POPT_ARG_STRING, &options->passable, 0,
         "free terrain, as characters of the map (default .GS)", "CHARS"},
        {"factors", 0, POPT_ARG_STRING, &options->factors, 0,
         "cost of terrain, 1 to 255 times the length of a move, such as S=3,W=5", "C=N[,C=N]"},
        POPT_TABLEEND};
    memcpy(table, rows, sizeof rows);
}

void agent_table(struct poptOption *table, agent_options *options) {
    const struct poptOption rows[AGENT_TABLE_SIZE] = {
        {"algo", 'a', POPT_ARG_STRING, &options->algo, 0,
         "algorithms (see wend algos); options that none of them reads are errors", "NAME[,NAME]"},
        {"expansions", 'e', POPT_ARG_STRING, &options->expansions, 0,
         "budget of a tick in expansions (R)", "N[,N]"},
        {"time-us", 't', POPT_ARG_STRING, &options->time_us, 0,
         "time limit of a tick in microseconds, instead of --expansions", "N[,N]"},
        {"interval-us", 0, POPT_ARG_STRING, &options->interval_us, 0,
         "same as --time-us: the interval of the game time model", "N[,N]"},
        {"terrain", 0, POPT_ARG_STRING, &options->terrain, 0,
         "what the agent knows at first: known (the map, default), unknown (nothing), or N%, a "
         "share of the blocked cells, drawn by --seed",
         "WHAT"},
        {"sight", 0, POPT_ARG_STRING, &options->sight, 0,
         "range of its sensor in cells, 1 to 64 (default 1, with 16 neighbours 2)", "N"},
        {"line-of-sight", 0, POPT_ARG_NONE, &options->line_of_sight, 0,
         "blocked cells hide the cells behind them", NULL},
        {"trials", 0, POPT_ARG_STRING, &options->trials, 0,
         "repeat the trip N times and keep what was learned (default 1)", "N"},
        {"r", 0, POPT_ARG_STRING, &options->r, 0,
         "share of R for expansions; the rest is for tracing (default 0.9)", "SHARE"},
        {"c", 0, POPT_ARG_STRING, &options->c, 0,
         "number of tracing steps per expansion (default 10)", "N"},
        {"weight", 'w', POPT_ARG_STRING, &options->weight, 0,
         "weight of the heuristic, 1 to 100 (default 1; auto: depends on the map; tbjps on "
         "unknown terrain: 1.2 for hard searches)",
         "W[,W]"},
        {"reopen", 0, POPT_ARG_NONE, &options->reopen, 0,
         "tbwa, tbrwa, lss-lrtwa, wlss-lrta: expand a state again if a cheaper path to it is "
         "found",
         NULL},
        {"as-published", 0, POPT_ARG_NONE, &options->as_published, 0,
         "follow the paper literally, including where wend improves on it (docs/algorithms.md)",
         NULL},
        {"moves", 0, POPT_ARG_STRING, &options->moves, 0,
         "one or all moves per search, for the LSS-LRTA* family", "one|all"},
        {"depth", 0, POPT_ARG_STRING, &options->depth, 0,
         "lrta, prlrts: moves of look-ahead, 1 to 64 (default 10 and 5)", "D[,D]"},
        {"queue", 0, POPT_ARG_STRING, &options->queue, 0,
         "plrta: queue size and updates per move, 1 to 4096 (default 100)", "N[,N]"},
        {"level", 0, POPT_ARG_STRING, &options->level, 0,
         "prlrts, dlrta: level of the abstraction, 1 to 32 (default 3; dlrta uses the first)",
         "L[,L]"},
        {"gamma", 0, POPT_ARG_STRING, &options->gamma, 0,
         "prlrts: weight of costs against the heuristic, 0.001 to 1 (default 1)", "G[,G]"},
        {"database", 0, POPT_ARG_STRING, &options->database, 0,
         "dlrta: tables made by wend precompute, separated by commas (default: computed)", "FILES"},
        {"shortcut", 0, POPT_ARG_NONE, &options->shortcut, 0,
         "tba family: search for shortcuts while backtracking", NULL},
        {"commit", 0, POPT_ARG_NONE, &options->commit, 0,
         "tba family: change to another path only if it leads at least as far", NULL},
        {"no-commit", 0, POPT_ARG_NONE, &options->no_commit, 0,
         "auto: turn off --commit, the default on known maps", NULL},
        {"seed", 0, POPT_ARG_STRING, &options->seed, 0,
         "seed of tba-late, --terrain N% and random problems (default 1)", "N"},
        {"memory-mb", 0, POPT_ARG_STRING, &options->memory_mb, 0,
         "memory limit of an agent in megabytes (default: no limit)", "N"},
        {"max-ticks", 0, POPT_ARG_STRING, &options->max_ticks, 0,
         "stop after N ticks (default 100000000)", "N"},
        POPT_TABLEEND};
    memcpy(table, rows, sizeof rows);
}

int parse_options(poptContext *context, int argc, const char **argv, const struct poptOption *table,
                  const char *name, const char *arguments, const char *summary) {
    argv[0] = name; /* for the help of popt */
    *context = poptGetContext(name, argc, argv, table, 0);
    if (!*context) {
        return fail_machine("out of memory");
    }
    char usage[200];
    snprintf(usage, sizeof usage, "[OPTION...]%s%s\n%s", arguments ? " " : "",
             arguments ? arguments : "", summary);
    poptSetOtherOptionHelp(*context, usage);
    int code;
    while ((code = poptGetNextOpt(*context)) > 0) {
        if (code == 'h') {
            poptPrintHelp(*context, stdout, 0);
            return -1;
        }
    }
    if (code < -1) {
        return fail_usage("%s: %s (try '%s --help')",
                          poptBadOption(*context, POPT_BADOPTION_NOALIAS), poptStrerror(code),
                          name);
    }
    const char *extra = arguments ? NULL : poptPeekArg(*context);
    if (extra) {
        return fail_usage("unexpected argument '%s' (try '%s --help')", extra, name);
    }
    return 0;
}

bool is_any_given(const struct poptOption *table) {
    for (const struct poptOption *o = table; o->longName || o->arg; o++) {
        uint32_t kind = o->argInfo & POPT_ARG_MASK;
        if ((kind == POPT_ARG_STRING && *(char *const *)o->arg) ||
            (kind == POPT_ARG_NONE && o->arg && *(const int *)o->arg)) {
            return true;
        }
    }
    return false;
}

static void free_values(const struct poptOption *table) {
    for (const struct poptOption *row = table; row->longName || row->arg; row++) {
        uint32_t kind = row->argInfo & POPT_ARG_MASK;
        if (kind == POPT_ARG_INCLUDE_TABLE) {
            free_values(row->arg);
        } else if (kind == POPT_ARG_STRING) {
            free(*(char **)row->arg);
        }
    }
}

void finish_options(poptContext context, const struct poptOption *table) {
    free_values(table);
    poptFreeContext(context);
}

/* ---- Values -------------------------------------------------------------------------------- */

int read_u64(const char *text, const char *what, uint64_t min, uint64_t max, uint64_t *out) {
    char *end = NULL;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    bool digits = text[0] >= '0' && text[0] <= '9';
    if (!digits || *end || errno || value < min || value > max) {
        return fail_usage("%s: invalid value '%s', expected a whole number from %llu to %llu", what,
                          text, (unsigned long long)min, (unsigned long long)max);
    }
    *out = value;
    return 0;
}

int read_double(const char *text, const char *what, double min, double max, double *out) {
    char *end = NULL;
    double value = strtod(text, &end);
    if (end == text || *end || !(value >= min && value <= max)) {
        return fail_usage("%s: invalid value '%s', expected a number from %g to %g", what, text,
                          min, max);
    }
    *out = value;
    return 0;
}

int read_cell(const char *text, const char *what, const wend_map *map, wend_state *out) {
    uint64_t xy[2];
    char copy[64];
    snprintf(copy, sizeof copy, "%s", text);
    char *comma = strchr(copy, ',');
    char *ends[2] = {NULL, NULL};
    if (comma) {
        *comma = 0;
        xy[0] = strtoull(copy, &ends[0], 10);
        xy[1] = strtoull(comma + 1, &ends[1], 10);
    }
    if (!comma || ends[0] == copy || *ends[0] || ends[1] == comma + 1 || *ends[1] ||
        strchr(text, '-')) {
        return fail_usage("%s: invalid cell '%s', expected X,Y such as 12,34", what, text);
    }
    uint32_t width = wend_map_width(map), height = wend_map_height(map);
    if (xy[0] >= width || xy[1] >= height) {
        return fail_usage("%s: %s is outside the map, expected X from 0 to %u and Y from 0 to %u",
                          what, text, width - 1, height - 1);
    }
    uint32_t x = (uint32_t)xy[0], y = (uint32_t)xy[1];
    if (!wend_map_is_free(map, x, y)) {
        return fail_usage("%s: %s is blocked (terrain '%c'), expected a free cell", what, text,
                          wend_map_cell(map, x, y));
    }
    *out = wend_map_state(map, x, y);
    return 0;
}

int report(const char *path, wend_error error, const wend_diagnosis *diagnosis) {
    char position[64] = "";
    if (diagnosis->line && diagnosis->column) {
        snprintf(position, sizeof position, "%u:%u: ", diagnosis->line, diagnosis->column);
    } else if (diagnosis->line) {
        snprintf(position, sizeof position, "%u: ", diagnosis->line);
    }
    if (error == WEND_ERROR_MEMORY) {
        return fail_machine("%s:%s%s", path, *position ? "" : " ", diagnosis->text);
    }
    return fail_usage("%s:%s%s%s", path, *position ? "" : " ", position, diagnosis->text);
}

int read_format(bool json, bool csv, table_format *out) {
    const struct rule rules[] = {{json && csv, "--json and --csv", false, EXCLUDE_EACH_OTHER}};
    int code = CHECK_RULES(rules);
    *out = json ? TABLE_JSON : csv ? TABLE_CSV : TABLE_ALIGNED;
    return !code && json ? need_feature(FEATURE_JSON) : code;
}

/* ---- Maps ---------------------------------------------------------------------------------- */

static int read_corners(const char *text, wend_corners *out) {
    static const char *const names[] = {"never", "one", "always"};
    for (uint32_t i = 0; i < 3; i++) {
        if (strcmp(text, names[i]) == 0) {
            *out = (wend_corners)i;
            return 0;
        }
    }
    return fail_usage("--corners: unknown value '%s', expected never, one or always", text);
}

static int read_passable(const char *text, uint32_t *out) {
    *out = *text ? 0 : WEND_TERRAIN_OUT; /* 0 would be the default */
    for (const char *c = text; *c; c++) {
        switch (*c) {
        case '.':
        case 'G':
            *out |= WEND_TERRAIN_GROUND;
            break;
        case 'S':
            *out |= WEND_TERRAIN_SWAMP;
            break;
        case 'W':
            *out |= WEND_TERRAIN_WATER;
            break;
        case 'T':
            *out |= WEND_TERRAIN_TREES;
            break;
        default:
            return fail_usage("--passable: invalid terrain '%c', expected any of . G S W T", *c);
        }
    }
    return 0;
}

static int read_factors(const char *text, uint8_t *out) {
    memset(out, 0, 256);
    for (const char *at = text; *at;) {
        char terrain;
        unsigned factor;
        int end = 0;
        if (sscanf(at, "%c=%u%n", &terrain, &factor, &end) != 2 || factor < 1 || factor > 255 ||
            (at[end] && at[end] != ',')) {
            return fail_usage("--factors: invalid value '%s', expected TERRAIN=FACTOR such as "
                              "S=3,W=5, with factors from 1 to 255",
                              text);
        }
        out[(unsigned char)terrain] = (uint8_t)factor;
        at += end + (at[end] == ',');
    }
    return 0;
}

int check_map_options(const map_options *options, bool has_map) {
    const char *why = "only used with maps";
    const struct rule rules[] = {{options->neighbors, "--neighbors", has_map, why},
                                 {options->corners, "--corners", has_map, why},
                                 {options->passable, "--passable", has_map, why},
                                 {options->factors, "--factors", has_map, why}};
    return CHECK_RULES(rules);
}

int read_map_def(map_options *options, wend_map_def *out) {
    /* As the library's, for commands that report or compare them. */
    *out = (wend_map_def){.neighbors = 8, .passable = WEND_TERRAIN_GROUND | WEND_TERRAIN_SWAMP};
    if (options->neighbors) {
        uint64_t n = 0;
        int code = read_u64(options->neighbors, "--neighbors", NEIGHBORS_MIN, NEIGHBORS_MAX, &n);
        if (code) {
            return code;
        }
        if (!neighbors_reach(n)) {
            return fail_usage("--neighbors: invalid value '%s', expected " NEIGHBORS_TEXT,
                              options->neighbors);
        }
        out->neighbors = (uint32_t)n;
    }
    int code = 0;
    if (options->corners) {
        code = read_corners(options->corners, &out->corners);
    }
    if (!code && options->passable) {
        code = read_passable(options->passable, &out->passable);
    }
    if (!code && options->factors) {
        code = read_factors(options->factors, options->terrain_factors);
        out->terrain_factors = options->terrain_factors;
    }
    return code;
}

int load_map(const char *path, const wend_map_def *def, wend_map **out) {
    wend_diagnosis diagnosis = {0};
    wend_error error = wend_map_load(def, path, out, &diagnosis);
    return error ? report(path, error, &diagnosis) : 0;
}
