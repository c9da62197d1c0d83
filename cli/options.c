#include "options.h"

#include "common.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Tables -------------------------------------------------------------------------------- */

void map_table(struct poptOption *table, map_options *options) {
    const struct poptOption rows[MAP_TABLE_SIZE] = {
        {"map", 'm', POPT_ARG_STRING, &options->map, 0, "MovingAI map file", "FILE"},
        {"neighbors", 0, POPT_ARG_STRING, &options->neighbors, 0, "4, 8 or 16 (default 8)", "N"},
        {"corners", 0, POPT_ARG_STRING, &options->corners, 0,
         "may a diagonal step pass a blocked corner: never (default), one or always", "RULE"},
        {"passable", 0, POPT_ARG_STRING, &options->passable, 0,
         "terrain that can be walked on, as characters of the map (default .GS)", "CHARS"},
        {"factors", 0, POPT_ARG_STRING, &options->factors, 0,
         "what terrain costs, 1 to 255 times the length of a move, such as S=3,W=5", "C=N[,C=N]"},
        POPT_TABLEEND};
    memcpy(table, rows, sizeof rows);
}

void agent_table(struct poptOption *table, agent_options *options) {
    const struct poptOption rows[AGENT_TABLE_SIZE] = {
        {"algo", 'a', POPT_ARG_STRING, &options->algo, 0, "algorithms (see wend algos)",
         "NAME[,NAME]"},
        {"expansions", 'e', POPT_ARG_STRING, &options->expansions, 0,
         "the resource R of a tick, in expansions", "N[,N]"},
        {"time-us", 't', POPT_ARG_STRING, &options->time_us, 0,
         "the length of a tick in microseconds, instead of --expansions", "N[,N]"},
        {"interval-us", 0, POPT_ARG_STRING, &options->interval_us, 0,
         "the same: the interval of the game time model", "N[,N]"},
        {"terrain", 0, POPT_ARG_STRING, &options->terrain, 0,
         "what the agent knows of the map at first: known (default), unknown, or N%, a share of "
         "the "
         "blocked cells, drawn by --seed",
         "WHAT"},
        {"sight", 0, POPT_ARG_STRING, &options->sight, 0,
         "cells that it sees in every direction, 1 to 64 (default 1, with 16 neighbours 2)", "N"},
        {"line-of-sight", 0, POPT_ARG_NONE, &options->line_of_sight, 0,
         "it does not see what is hidden by blocked cells", NULL},
        {"trials", 0, POPT_ARG_STRING, &options->trials, 0,
         "so many trips in a row, with what was learned (default 1)", "N"},
        {"r", 0, POPT_ARG_STRING, &options->r, 0,
         "the share of R for expansions, the rest is for tracing (default 0.9)", "SHARE"},
        {"c", 0, POPT_ARG_STRING, &options->c, 0,
         "steps of tracing that cost as much as an expansion (default 10)", "N"},
        {"weight", 'w', POPT_ARG_STRING, &options->weight, 0,
         "of the heuristic, 1 to 100, for the algorithms that have one (default 1)", "W[,W]"},
        {"reopen", 0, POPT_ARG_NONE, &options->reopen, 0,
         "tbwa, tbrwa: expand states again when a cheaper way to them is found", NULL},
        {"moves", 0, POPT_ARG_STRING, &options->moves, 0,
         "one or all moves per search, for the LSS-LRTA* family", "one|all"},
        {"depth", 0, POPT_ARG_STRING, &options->depth, 0,
         "lrta, prlrts: moves of look-ahead, 1 to 64 (default 10 and 5)", "D[,D]"},
        {"queue", 0, POPT_ARG_STRING, &options->queue, 0,
         "plrta: places in its queue and updates per move, 1 to 4096 (default 100)", "N[,N]"},
        {"level", 0, POPT_ARG_STRING, &options->level, 0,
         "prlrts, dlrta: level of the abstraction, 1 to 32 (default 3; dlrta takes the first)",
         "L[,L]"},
        {"gamma", 0, POPT_ARG_STRING, &options->gamma, 0,
         "prlrts: weight of costs against the heuristic, 0.001 to 1 (default 1)", "G[,G]"},
        {"database", 0, POPT_ARG_STRING, &options->database, 0,
         "dlrta: tables made by wend precompute, separated by commas (default: computed)", "FILES"},
        {"shortcut", 0, POPT_ARG_NONE, &options->shortcut, 0,
         "tba: look for shortcuts when stepping back", NULL},
        {"commit", 0, POPT_ARG_NONE, &options->commit, 0,
         "tba: change paths only for one that leads at least as far", NULL},
        {"seed", 0, POPT_ARG_STRING, &options->seed, 0, "of random choices (default 1)", "N"},
        {"memory-mb", 0, POPT_ARG_STRING, &options->memory_mb, 0,
         "most megabytes an agent may hold (default: no limit)", "N"},
        {"max-ticks", 0, POPT_ARG_STRING, &options->max_ticks, 0,
         "give up after so many ticks (default 100000000)", "N"},
        POPT_TABLEEND};
    memcpy(table, rows, sizeof rows);
}

int parse_options(poptContext *context, int argc, const char **argv, const struct poptOption *table,
                  const char *name, const char *arguments, const char *summary) {
    argv[0] = name; /* popt shows it in the help */
    *context = poptGetContext(name, argc, argv, table, 0);
    if (!*context) {
        return fail_machine("no memory");
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
        return fail_usage("'%s': no argument expected (try '%s --help')", extra, name);
    }
    return 0;
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
        return fail_usage("%s: '%s' is not a whole number from %llu to %llu", what, text,
                          (unsigned long long)min, (unsigned long long)max);
    }
    *out = value;
    return 0;
}

int read_double(const char *text, const char *what, double min, double max, double *out) {
    char *end = NULL;
    double value = strtod(text, &end);
    if (end == text || *end || !(value >= min && value <= max)) {
        return fail_usage("%s: '%s' is not a number from %g to %g", what, text, min, max);
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
        return fail_usage("%s: '%s' is not a cell, expected X,Y such as 12,34", what, text);
    }
    uint32_t width = wend_map_width(map), height = wend_map_height(map);
    if (xy[0] >= width || xy[1] >= height) {
        return fail_usage("%s: %s lies outside the map, expected X from 0 to %u and Y from 0 to %u",
                          what, text, width - 1, height - 1);
    }
    uint32_t x = (uint32_t)xy[0], y = (uint32_t)xy[1];
    if (!wend_map_free(map, x, y)) {
        return fail_usage("%s: %s is blocked (terrain '%c'), expected a free cell", what, text,
                          wend_map_cell(map, x, y));
    }
    *out = wend_map_state(map, x, y);
    return 0;
}

int report(const char *path, wend_error error, const wend_diagnosis *diagnosis) {
    char place[64] = "";
    if (diagnosis->line && diagnosis->column) {
        snprintf(place, sizeof place, "%u:%u: ", diagnosis->line, diagnosis->column);
    } else if (diagnosis->line) {
        snprintf(place, sizeof place, "%u: ", diagnosis->line);
    }
    if (error == WEND_ERROR_MEMORY) {
        return fail_machine("%s:%s%s", path, *place ? "" : " ", diagnosis->text);
    }
    return fail_usage("%s:%s%s%s", path, *place ? "" : " ", place, diagnosis->text);
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
    return fail_usage("--corners: '%s' is unknown, expected never, one or always", text);
}

static int read_passable(const char *text, uint32_t *out) {
    *out = 0;
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
            return fail_usage("--passable: '%c' cannot be walked on, expected any of . G S W T",
                              *c);
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
            return fail_usage("--factors: '%s', expected terrain=factor such as S=3,W=5 with "
                              "factors from 1 to 255",
                              text);
        }
        out[(unsigned char)terrain] = (uint8_t)factor;
        at += end + (at[end] == ',');
    }
    return 0;
}

int read_map_def(map_options *options, wend_map_def *out) {
    *out = wend_map_def_default();
    if (options->neighbors) {
        uint64_t n = 0;
        int code = read_u64(options->neighbors, "--neighbors", 4, 16, &n);
        if (code) {
            return code;
        }
        if (n != 4 && n != 8 && n != 16) {
            return fail_usage("--neighbors: '%s', expected 4, 8 or 16", options->neighbors);
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

/* ---- Settings ------------------------------------------------------------------------------ */

uint32_t split_list(char *text, const char **words) {
    uint32_t count = 1;
    words[0] = text;
    for (char *comma = strchr(text, ','); comma && count < LIST_MAX; comma = strchr(comma, ',')) {
        *comma++ = 0;
        words[count++] = comma;
    }
    return count;
}

static int check_algo(const char *name) {
    if (wend_algo_find(name)) {
        return 0;
    }
    const char *names[64];
    uint32_t count = 0;
    while (count < 64 && wend_algo_get(count)) {
        names[count] = wend_algo_get(count)->name;
        count++;
    }
    const char *nearest = nearest_name(name, names, count);
    if (nearest) {
        return fail_usage("--algo: '%s' is unknown, did you mean '%s'? (see wend algos)", name,
                          nearest);
    }
    return fail_usage("--algo: '%s' is unknown (see wend algos)", name);
}

static int read_terrain(const agent_options *options, struct setting *out) {
    const char *text = options->terrain ? options->terrain : "known";
    out->hidden = strcmp(text, "known") != 0;
    if (out->hidden && strcmp(text, "unknown") != 0) {
        char *end = NULL;
        double share = strtod(text, &end);
        if (end == text || strcmp(end, "%") != 0 || !(share >= 0 && share <= 100)) {
            return fail_usage("--terrain: '%s' is unknown, expected known, unknown or a share of "
                              "the blocked cells such as 50%%",
                              text);
        }
        out->known_permille = (uint32_t)lround(share * 10);
    }
    if ((options->sight || options->line_of_sight) && !out->hidden) {
        return fail_usage("--sight and --line-of-sight go with --terrain unknown or N%%");
    }
    uint64_t sight = 0;
    int code = options->sight ? read_u64(options->sight, "--sight", 1, WEND_SIGHT_MAX, &sight) : 0;
    out->sight = (uint32_t)sight;
    out->line_of_sight = options->line_of_sight;
    return code;
}

/* What holds for all settings of a command. */
static int read_common(const agent_options *options, struct setting *out) {
    *out = (struct setting){.def = wend_agent_def_default(),
                            .max_ticks = 100000000,
                            .r = 0.9,
                            .trials = 1,
                            .weight = 1,
                            .depth = NAN,
                            .queue = NAN,
                            .level = NAN,
                            .gamma = NAN};
    uint64_t value = 0;
    int code = read_terrain(options, out);
    if (!code && options->trials) {
        code = read_u64(options->trials, "--trials", 1, 1000000, &out->trials);
    }
    if (!code && options->r) {
        code = read_double(options->r, "--r", 0.001, 1, &out->r);
        out->def.expand_permille = (uint32_t)lround(out->r * 1000);
    }
    if (!code && options->c) {
        code = read_u64(options->c, "--c", 1, 1000, &value);
        out->def.trace_per_expansion = (uint32_t)value;
    }
    if (!code && options->moves) {
        bool one = strcmp(options->moves, "one") == 0;
        if (!one && strcmp(options->moves, "all") != 0) {
            return fail_usage("--moves: '%s' is unknown, expected one or all", options->moves);
        }
        out->def.moves = one ? WEND_MOVES_ONE : WEND_MOVES_ALL;
    }
    if (!code && options->seed) {
        code = read_u64(options->seed, "--seed", 0, UINT64_MAX, &out->def.seed);
    }
    if (!code && options->memory_mb) {
        code = read_u64(options->memory_mb, "--memory-mb", 1, 1u << 20, &value);
        out->def.memory_limit = (size_t)value << 20;
    }
    if (!code && options->max_ticks) {
        code = read_u64(options->max_ticks, "--max-ticks", 1, UINT64_MAX, &out->max_ticks);
    }
    return code;
}

/* Options go to the algorithms that know them. */
static void apply_options(const struct agent_options *options, struct setting *item) {
    const char *known = wend_algo_find(item->algo)->parameters;
    item->def.shortcut = options->shortcut && strstr(known, "shortcut");
    item->def.commit = options->commit && strstr(known, "commit");
    item->def.reopen = options->reopen && strstr(known, "reopen");
    if (!strstr(known, "moves")) {
        item->def.moves = WEND_MOVES_DEFAULT;
    }
}

static int read_budget(const struct agent_options *options, const char *text,
                       struct setting *item) {
    uint64_t value = 0;
    int code;
    if (options->time_us || options->interval_us) {
        code = read_u64(text, options->time_us ? "--time-us" : "--interval-us", 1, 3600000000u,
                        &value);
        item->time_ns = value * 1000;
        item->budget = WEND_BUDGET_MAX;
    } else {
        code = read_u64(text, "--expansions", 1, WEND_BUDGET_MAX, &value);
        item->budget = (uint32_t)value;
    }
    return code;
}

/* A parameter of algorithms whose values come as a list. */
struct dimension {
    const char *option;
    const char *parameter; /* the field of wend_agent_def, as in wend_algo_info */
    double min, max, factor;
    size_t field; /* of the number in wend_agent_def, which is the value times the factor */
    size_t value; /* of the value in struct setting */
    bool whole;
};

#define DIMENSION(option, parameter, min, max, factor, value)                                      \
    {                                                                                              \
        "--" option, #parameter, min, max, factor, offsetof(wend_agent_def, parameter),            \
            offsetof(struct setting, value), (factor) == 1                                         \
    }

static const struct dimension dimensions[] = {
    DIMENSION("weight", weight_permille, 1, 100, 1000, weight),
    DIMENSION("depth", depth, 1, WEND_DEPTH_MAX, 1, depth),
    DIMENSION("queue", queue_size, 1, WEND_QUEUE_MAX, 1, queue),
    DIMENSION("level", level, 1, WEND_LEVELS_MAX, 1, level),
    DIMENSION("gamma", gamma_permille, 0.001, 1, 1000, gamma),
};
#define DIMENSIONS (sizeof dimensions / sizeof *dimensions)

/* What the lists on the command line hold. */
struct lists {
    const char *algos[LIST_MAX], *budgets[LIST_MAX], *values[DIMENSIONS][LIST_MAX];
    uint32_t algo_count, budget_count, value_counts[DIMENSIONS];
};

static int set_value(const struct dimension *dimension, const char *text, struct setting *item) {
    double value = 0;
    uint64_t number = 0;
    int code;
    if (dimension->whole) {
        code = read_u64(text, dimension->option, (uint64_t)dimension->min, (uint64_t)dimension->max,
                        &number);
        value = (double)number;
    } else {
        code = read_double(text, dimension->option, dimension->min, dimension->max, &value);
    }
    uint32_t field = (uint32_t)lround(value * dimension->factor);
    memcpy((char *)&item->def + dimension->field, &field, sizeof field);
    memcpy((char *)item + dimension->value, &value, sizeof value);
    return code;
}

/* One combination: `index` counts through the values, the budgets changing fastest. */
static int make_setting(const struct agent_options *options, const struct lists *lists,
                        const char *parameters, uint64_t index, struct setting *item) {
    int code = read_budget(options, lists->budgets[index % lists->budget_count], item);
    index /= lists->budget_count;
    for (uint32_t d = DIMENSIONS; !code && d-- > 0;) {
        if (strstr(parameters, dimensions[d].parameter)) {
            code =
                set_value(&dimensions[d], lists->values[d][index % lists->value_counts[d]], item);
            index /= lists->value_counts[d];
        }
    }
    return code;
}

static int add_settings(const struct agent_options *options, const struct setting *common,
                        const char *algo, const struct lists *lists, struct settings *out) {
    int code = check_algo(algo);
    if (code) {
        return code;
    }
    const wend_algo_info *info = wend_algo_find(algo);
    uint64_t combinations = lists->budget_count;
    for (uint32_t d = 0; d < DIMENSIONS; d++) {
        bool known = strstr(info->parameters, dimensions[d].parameter) != NULL;
        combinations *= known ? lists->value_counts[d] : 1;
    }
    for (uint64_t i = 0; !code && i < combinations; i++) {
        if (out->count == SETTINGS_MAX) {
            return fail_usage("too many combinations, at most %d", SETTINGS_MAX);
        }
        struct setting *item = &out->items[out->count++];
        *item = *common;
        item->algo = item->def.algo = info->name;
        apply_options(options, item);
        code = make_setting(options, lists, info->parameters, i, item);
    }
    return code;
}

/* The values of each dimension, by default those of the library. `room` is cut up. */
static void read_dimensions(const agent_options *options, char room[DIMENSIONS][1024],
                            struct lists *lists, const char *algo) {
    bool regions = strcmp(algo, "prlrts") == 0;
    const char *const given[DIMENSIONS] = {options->weight ? options->weight : "1",
                                           options->depth ? options->depth
                                           : regions      ? "5"
                                                          : "10",
                                           options->queue ? options->queue : "100",
                                           options->level ? options->level : "3",
                                           options->gamma ? options->gamma : "1"};
    for (uint32_t d = 0; d < DIMENSIONS; d++) {
        snprintf(room[d], 1024, "%s", given[d]);
        lists->value_counts[d] = split_list(room[d], lists->values[d]);
    }
}

/* A table of subgoals is for one level: the first of --level. */
static int read_table_level(const agent_options *options, struct settings *out) {
    out->table_level = 3;
    if (!options->level) {
        return 0;
    }
    char copy[1024];
    const char *levels[LIST_MAX];
    uint64_t level = 0;
    snprintf(copy, sizeof copy, "%s", options->level);
    split_list(copy, levels);
    int code = read_u64(levels[0], "--level", 1, WEND_LEVELS_MAX, &level);
    out->table_level = (uint32_t)level;
    return code;
}

int read_settings(const agent_options *options, const char *default_algos,
                  const char *default_budgets, struct settings *out) {
    bool timed = options->time_us || options->interval_us;
    if ((options->expansions && timed) || (options->time_us && options->interval_us)) {
        return fail_usage("--expansions and --time-us (or --interval-us) exclude each other");
    }
    struct setting common;
    int code = read_common(options, &common);
    if (code) {
        return code;
    }
    const char *given = options->time_us       ? options->time_us
                        : options->interval_us ? options->interval_us
                        : options->expansions  ? options->expansions
                                               : default_budgets;
    char algos[1024], budgets[1024], values[DIMENSIONS][1024];
    struct lists lists;
    snprintf(algos, sizeof algos, "%s", options->algo ? options->algo : default_algos);
    snprintf(budgets, sizeof budgets, "%s", given);
    lists.algo_count = split_list(algos, lists.algos);
    lists.budget_count = split_list(budgets, lists.budgets);
    out->count = 0;
    code = read_table_level(options, out);
    for (uint32_t i = 0; !code && i < lists.algo_count; i++) {
        read_dimensions(options, values, &lists, lists.algos[i]);
        code = add_settings(options, &common, lists.algos[i], &lists, out);
    }
    return code;
}
