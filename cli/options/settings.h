/* cli/options/settings.h - the agents that a command runs: all combinations of algorithms,
 * parameters and budgets. */
#ifndef CLI_SETTINGS_H
#define CLI_SETTINGS_H

#include "options/options.h"

#include <wend/research/plugin.h>

#define LIST_MAX     32
#define SETTINGS_MAX 4096

/* One agent setting of a command: an algorithm with a budget. */
struct setting {
    const char *algo;
    const wend_plugin *plugin; /* the plugin of this name; NULL: an algorithm of wend */
    uint32_t budget;           /* the resource R of a tick */
    uint64_t time_ns;          /* of a tick, 0 if the budget is counted */
    wend_agent_def def;        /* without map, start and goal */
    uint64_t max_ticks;        /* limit of ticks */
    uint64_t action_ns;        /* duration of an action if ticks are counted; 0: unknown */
    bool hidden;               /* the agent does not know the map: */
    uint32_t known_permille;
    uint32_t sight;
    bool line_of_sight;
    uint64_t trials; /* number of trips from start to goal */
    uint64_t seed;   /* of the cells that are known from the start */
    double r;        /* as given, if the algorithm reads it */
    double weight;   /* as given or by default; NAN if the map decides */
    /* As given or by default; NAN for an algorithm without the parameter. */
    double depth, queue, level, gamma;
};

struct settings {
    struct setting items[SETTINGS_MAX];
    uint32_t count;
    uint32_t table_level; /* of a computed table of subgoals */
};

/* In microseconds, NAN if the budget is counted. */
double setting_time_us(const struct setting *setting);

/* The value of a parameter or its default; 0 if the algorithm does not read it. */
uint64_t setting_value(const struct setting *setting, wend_parameter parameter);

/* Splits "a,b,c" in place (`text` is modified) into at most LIST_MAX words; returns their number.
 */
uint32_t split_list(char *text, const char **words);

/* Whether an algorithm reads a field of wend_agent_def. */
bool algo_reads(const char *algo, wend_parameter parameter);

/* The option that sets a field of a definition, or NULL. */
const char *option_of_field(const char *field);

/* The name of the library's default algorithm. */
const char *default_algo(void);

/* Makes all combinations of the given algorithms, parameters and budgets. An option that none of
 * the algorithms reads is an error. If only some read it, the others run without it after a note.
 * NULL for `default_algos` is the library's default. Returns 0, or the exit code after a message.
 */
int read_settings(const agent_options *options, const char *default_algos,
                  const char *default_budgets, struct settings *out);

#endif
