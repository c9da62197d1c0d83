#include "options/settings.h"

#include "common/bytes.h"
#include "common/messages.h"
#include "options/rules.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double setting_time_us(const struct setting *setting) {
    return setting->time_ns ? (double)setting->time_ns / 1e3 : NAN;
}

uint64_t setting_value(const struct setting *setting, wend_parameter parameter) {
    uint64_t value = wend_agent_def_get(&setting->def, parameter);
    return value ? value : wend_algo_default(wend_algo_find(setting->algo), parameter);
}

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
        return fail_usage("--algo: unknown algorithm '%s', did you mean '%s'? (see wend algos)",
                          name, nearest);
    }
    return fail_usage("--algo: unknown algorithm '%s' (see wend algos)", name);
}

#define ONLY_WITH_HIDDEN "only used with --terrain unknown or N%"

static int read_terrain(const agent_options *options, struct setting *out) {
    const char *text = options->terrain ? options->terrain : "known";
    out->hidden = strcmp(text, "known") != 0;
    if (out->hidden && strcmp(text, "unknown") != 0) {
        char *end = NULL;
        double share = strtod(text, &end);
        if (end == text || strcmp(end, "%") != 0 || !(share >= 0 && share <= 100)) {
            return fail_usage("--terrain: unknown value '%s', expected known, unknown or a share "
                              "of the blocked cells such as 50%%",
                              text);
        }
        out->known_permille = (uint32_t)lround(share * 10);
    }
    const struct rule rules[] = {
        {options->sight, "--sight", out->hidden, ONLY_WITH_HIDDEN},
        {options->line_of_sight, "--line-of-sight", out->hidden, ONLY_WITH_HIDDEN}};
    int code = CHECK_RULES(rules);
    uint64_t sight = 0;
    if (!code && options->sight) {
        code = read_u64(options->sight, "--sight", 1, WEND_SIGHT_MAX, &sight);
    }
    out->sight = (uint32_t)sight;
    out->line_of_sight = options->line_of_sight;
    return code;
}

#define R_DEFAULT 0.9

/* The values that all settings of a command share. */
static int read_common(const agent_options *options, struct setting *out) {
    *out = (struct setting){.max_ticks = 100000000,
                            .r = R_DEFAULT,
                            .trials = 1,
                            .seed = 1,
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
        out->def.bounded.expand_permille = (uint32_t)lround(out->r * 1000);
    }
    if (!code && options->c) {
        code = read_u64(options->c, "--c", 1, 1000, &value);
        out->def.bounded.trace_per_expansion = (uint32_t)value;
    }
    out->def.bounded.shortcut = options->shortcut ? WEND_ON : WEND_DEFAULT;
    out->def.bounded.commit = options->commit      ? WEND_ON
                              : options->no_commit ? WEND_OFF
                                                   : WEND_DEFAULT;
    out->def.bounded.reopen = options->reopen ? WEND_ON : WEND_DEFAULT;
    out->def.bounded.as_published = options->as_published ? WEND_ON : WEND_DEFAULT;
    if (!code && options->moves) {
        bool one = strcmp(options->moves, "one") == 0;
        if (!one && strcmp(options->moves, "all") != 0) {
            return fail_usage("--moves: unknown value '%s', expected one or all", options->moves);
        }
        out->def.local.moves = one ? WEND_MOVES_ONE : WEND_MOVES_ALL;
    }
    if (!code && options->seed) {
        code = read_u64(options->seed, "--seed", 1, UINT64_MAX, &out->seed);
        out->def.bounded.seed = out->seed;
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

/* A parameter whose option takes a list of values. */
struct dimension {
    const char *option;
    wend_parameter parameter;
    size_t value; /* offset in struct setting */
};

static const struct dimension dimensions[] = {
    {"--weight", WEND_PARAMETER_WEIGHT_PERMILLE, offsetof(struct setting, weight)},
    {"--depth", WEND_PARAMETER_DEPTH, offsetof(struct setting, depth)},
    {"--queue", WEND_PARAMETER_QUEUE_SIZE, offsetof(struct setting, queue)},
    {"--level", WEND_PARAMETER_LEVEL, offsetof(struct setting, level)},
    {"--gamma", WEND_PARAMETER_GAMMA_PERMILLE, offsetof(struct setting, gamma)},
};
#define DIMENSIONS (sizeof dimensions / sizeof *dimensions)

/* The lists of the command line, split into words. */
struct lists {
    const char *algos[LIST_MAX], *budgets[LIST_MAX], *values[DIMENSIONS][LIST_MAX];
    uint32_t algo_count, budget_count, value_counts[DIMENSIONS];
};

/* ---- Which algorithm reads which option
 * -------------------------------------------------------------- */

/* An option that only some algorithms read. */
struct parameter {
    const char *option;
    size_t given;   /* offset of its value in agent_options: */
    bool is_switch; /* an int, else a string */
    wend_parameter number;
};

#define VALUE(option, given, number)                                                               \
    { "--" option, offsetof(agent_options, given), false, WEND_PARAMETER_##number }
#define SWITCH(option, given, number)                                                              \
    { "--" option, offsetof(agent_options, given), true, WEND_PARAMETER_##number }

static const struct parameter parameters[] = {
    VALUE("r", r, EXPAND_PERMILLE),
    VALUE("c", c, TRACE_PER_EXPANSION),
    VALUE("weight", weight, WEIGHT_PERMILLE),
    SWITCH("reopen", reopen, REOPEN),
    SWITCH("as-published", as_published, AS_PUBLISHED),
    VALUE("moves", moves, MOVES),
    VALUE("depth", depth, DEPTH),
    VALUE("queue", queue, QUEUE_SIZE),
    VALUE("level", level, LEVEL),
    VALUE("gamma", gamma, GAMMA_PERMILLE),
    VALUE("database", database, SUBGOALS),
    SWITCH("shortcut", shortcut, SHORTCUT),
    SWITCH("commit", commit, COMMIT),
    SWITCH("no-commit", no_commit, COMMIT),
    VALUE("seed", seed, SEED),
};
#define PARAMETERS (sizeof parameters / sizeof *parameters)

bool algo_reads(const char *algo, wend_parameter parameter) {
    return wend_algo_reads(wend_algo_find(algo), parameter);
}

const char *option_of_field(const char *field) {
    for (uint32_t i = 0; field && i < PARAMETERS; i++) {
        if (strcmp(wend_parameter_get(parameters[i].number)->name, field) == 0) {
            return parameters[i].option;
        }
    }
    return NULL;
}

static bool is_given(const struct agent_options *options, const struct parameter *p) {
    const char *at = (const char *)options + p->given;
    return p->is_switch ? *(const int *)at != 0 : *(char *const *)at != NULL;
}

/* Whether an option has an effect on an algorithm: directly, on its precomputed data, or on the
 * cells that it knows from the start. */
static bool matters(const struct agent_options *options, const struct setting *common,
                    const struct parameter *p, const char *algo) {
    bool makes_table = !options->database && algo_reads(algo, WEND_PARAMETER_SUBGOALS);
    bool draws = options->draws || common->known_permille > 0;
    return algo_reads(algo, p->number) || (p->number == WEND_PARAMETER_LEVEL && makes_table) ||
           (p->number == WEND_PARAMETER_SEED && draws);
}

static void add_name(struct bytes *list, const char *name) {
    bytes_print(list, "%s%s", list->count ? ", " : "", name);
}

/* Lists the algorithms that read a parameter: "tbwa, tbrwa or tbjps". */
static void list_readers(const struct parameter *p, struct bytes *list) {
    const char *last = NULL;
    for (uint32_t i = 0; i < wend_algo_count(); i++) {
        const char *name = wend_algo_get(i)->name;
        if (algo_reads(name, p->number)) {
            if (last) {
                add_name(list, last);
            }
            last = name;
        }
    }
    bytes_print(list, "%s%s", list->count ? " or " : "", last ? last : "");
    bytes_add_byte(list, 0);
}

/* Refuses an option that no algorithm of the list reads. If only some read it, names the others. */
static int check_parameter(const struct agent_options *options, const struct setting *common,
                           const struct parameter *p, const struct lists *lists) {
    struct bytes without = {0}, readers = {0};
    uint32_t count = 0;
    for (uint32_t i = 0; i < lists->algo_count; i++) {
        if (!matters(options, common, p, lists->algos[i])) {
            add_name(&without, lists->algos[i]);
            count++;
        }
    }
    bytes_add_byte(&without, 0);
    list_readers(p, &readers);
    int code = 0;
    if (without.failed || readers.failed) {
        code = fail_machine("out of memory");
    } else if (count == lists->algo_count) {
        code = fail_usage("%s: not used by %s; remove it or choose %s", p->option,
                          (char *)without.data, (char *)readers.data);
    } else if (count > 0) {
        print_note("%s: not used by %s, which %s without it", p->option, (char *)without.data,
                   count > 1 ? "run" : "runs");
    }
    bytes_clear(&without);
    bytes_clear(&readers);
    return code;
}

static int check_parameters(const struct agent_options *options, const struct setting *common,
                            const struct lists *lists) {
    int code = 0;
    for (uint32_t i = 0; !code && i < PARAMETERS; i++) {
        if (is_given(options, &parameters[i])) {
            code = check_parameter(options, common, &parameters[i], lists);
        }
    }
    return code;
}

/* The library refuses parameters that an algorithm does not read. */
static void drop_unread(struct setting *item) {
    for (uint32_t p = 0; p < WEND_PARAMETER_COUNT; p++) {
        if (!algo_reads(item->algo, p)) {
            wend_agent_def_set(&item->def, p, 0);
        }
    }
    item->r = algo_reads(item->algo, WEND_PARAMETER_EXPAND_PERMILLE) ? item->r : R_DEFAULT;
}

/* ---- Combinations ---------------------------------------------------------------------------- */

static int read_budget(const struct agent_options *options, const char *text,
                       struct setting *item) {
    uint64_t value = 0;
    int code;
    if (options->time_us || options->interval_us) {
        code = read_u64(text, options->time_us ? "--time-us" : "--interval-us", 1, 3600000000u,
                        &value);
        item->time_ns = value * 1000;
        item->budget = WEND_EXPANSIONS_MAX;
    } else {
        code = read_u64(text, "--expansions", 1, WEND_EXPANSIONS_MAX, &value);
        item->budget = (uint32_t)value;
    }
    return code;
}

/* The default of a parameter as an option's value; NAN if the map decides: the weight of "auto",
 * and of "tbjps" on unknown terrain. */
static double shown_default(const struct setting *item, wend_parameter parameter) {
    double value = (double)wend_algo_default(item->def.algo, parameter);
    if (parameter == WEND_PARAMETER_WEIGHT_PERMILLE && item->hidden &&
        item->def.algo == wend_algo_tbjps()) {
        return NAN;
    }
    bool thousandths = wend_parameter_get(parameter)->kind == WEND_PARAMETER_PERMILLE;
    return value == 0 ? NAN : thousandths ? value / 1000 : value;
}

/* NULL for `text` sets the default. */
static int set_value(const struct dimension *dimension, const char *text, struct setting *item) {
    const wend_parameter_info *info = wend_parameter_get(dimension->parameter);
    double value = 0;
    uint64_t number = 0;
    int code = 0;
    if (!text) {
        value = shown_default(item, dimension->parameter);
    } else if (info->kind == WEND_PARAMETER_PERMILLE) {
        code = read_double(text, dimension->option, (double)info->min / 1000,
                           (double)info->max / 1000, &value);
        number = (uint64_t)llround(value * 1000);
    } else {
        code = read_u64(text, dimension->option, info->min, info->max, &number);
        value = (double)number;
    }
    wend_agent_def_set(&item->def, dimension->parameter, number);
    memcpy((char *)item + dimension->value, &value, sizeof value);
    return code;
}

/* Makes the combination number `index`; the budget changes fastest. */
static int make_setting(const struct agent_options *options, const struct lists *lists,
                        uint64_t index, struct setting *item) {
    int code = read_budget(options, lists->budgets[index % lists->budget_count], item);
    index /= lists->budget_count;
    for (uint32_t d = DIMENSIONS; !code && d-- > 0;) {
        if (algo_reads(item->algo, dimensions[d].parameter)) {
            code =
                set_value(&dimensions[d], lists->values[d][index % lists->value_counts[d]], item);
            index /= lists->value_counts[d];
        }
    }
    return code;
}

static int add_settings(const struct agent_options *options, const struct setting *common,
                        const char *algo, const struct lists *lists, struct settings *out) {
    uint64_t combinations = lists->budget_count;
    for (uint32_t d = 0; d < DIMENSIONS; d++) {
        combinations *= algo_reads(algo, dimensions[d].parameter) ? lists->value_counts[d] : 1;
    }
    int code = 0;
    for (uint64_t i = 0; !code && i < combinations; i++) {
        if (out->count == SETTINGS_MAX) {
            return fail_usage(
                "too many combinations of algorithms, parameters and budgets, expected at "
                "most %d",
                SETTINGS_MAX);
        }
        struct setting *item = &out->items[out->count++];
        *item = *common;
        item->def.algo = wend_algo_find(algo);
        item->algo = item->def.algo->name;
        drop_unread(item);
        code = make_setting(options, lists, i, item);
    }
    return code;
}

/* Reads the values of each dimension; a single NULL if none is given. `buffer` is modified. */
static void read_dimensions(const agent_options *options, char buffer[DIMENSIONS][1024],
                            struct lists *lists) {
    const char *const given[DIMENSIONS] = {options->weight, options->depth, options->queue,
                                           options->level, options->gamma};
    for (uint32_t d = 0; d < DIMENSIONS; d++) {
        lists->values[d][0] = NULL;
        lists->value_counts[d] = 1;
        if (given[d]) {
            snprintf(buffer[d], 1024, "%s", given[d]);
            lists->value_counts[d] = split_list(buffer[d], lists->values[d]);
        }
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

const char *default_algo(void) {
    return wend_algo_auto()->name;
}

int read_settings(const agent_options *options, const char *default_algos,
                  const char *default_budgets, struct settings *out) {
    int budgets_given =
        (options->expansions != NULL) + (options->time_us != NULL) + (options->interval_us != NULL);
    const struct rule rules[] = {
        {budgets_given > 1, "--expansions, --time-us and --interval-us", false, EXCLUDE_EACH_OTHER},
        {options->commit && options->no_commit, "--commit and --no-commit", false,
         EXCLUDE_EACH_OTHER}};
    int code = CHECK_RULES(rules);
    if (code) {
        return code;
    }
    struct setting common;
    code = read_common(options, &common);
    if (code) {
        return code;
    }
    const char *given = options->time_us       ? options->time_us
                        : options->interval_us ? options->interval_us
                        : options->expansions  ? options->expansions
                                               : default_budgets;
    char algos[1024], budgets[1024], values[DIMENSIONS][1024];
    struct lists lists;
    snprintf(algos, sizeof algos, "%s",
             options->algo   ? options->algo
             : default_algos ? default_algos
                             : default_algo());
    snprintf(budgets, sizeof budgets, "%s", given);
    lists.algo_count = split_list(algos, lists.algos);
    lists.budget_count = split_list(budgets, lists.budgets);
    out->count = 0;
    for (uint32_t i = 0; !code && i < lists.algo_count; i++) {
        code = check_algo(lists.algos[i]);
    }
    if (!code) {
        code = check_parameters(options, &common, &lists);
    }
    if (!code) {
        code = read_table_level(options, out);
    }
    read_dimensions(options, values, &lists);
    for (uint32_t i = 0; !code && i < lists.algo_count; i++) {
        code = add_settings(options, &common, lists.algos[i], &lists, out);
    }
    return code;
}
