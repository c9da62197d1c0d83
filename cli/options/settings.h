/* cli/options/settings.h - the agents that a command runs: all combinations of algorithms,
 * parameters and budgets. */
#ifndef CLI_SETTINGS_H
#define CLI_SETTINGS_H

#include "options/options.h"

#include <wend/plugin.h>

#define LIST_MAX     32
#define SETTINGS_MAX 4096

/* One agent setting of a command: an algorithm with a budget. */
struct setting {
    const char *algo;
    const wend_plugin *plugin; /* whose agent it is, of this name; null: wend's */
    uint32_t budget;           /* the resource R of a tick */
    uint64_t time_ns;          /* of a tick, 0 if the budget is counted */
    wend_agent_def def;        /* without map, start and goal */
    uint64_t max_ticks;        /* give up after */
    uint64_t action_ns;        /* what an action lasts if ticks are counted, 0: not known */
    bool hidden;               /* the agent does not know the map: */
    uint32_t known_permille;
    uint32_t sight;
    bool line_of_sight;
    uint64_t trials; /* how often it makes the trip from start to goal */
    uint64_t seed;   /* of what the agent knows at first */
    double r;        /* as given, if the algorithm reads it */
    double weight;   /* as given or by default; NAN if the map decides */
    /* As given or by default; NAN for an algorithm that has no such parameter. */
    double depth, queue, level, gamma;
};

struct settings {
    struct setting items[SETTINGS_MAX];
    uint32_t count;
    uint32_t table_level; /* of a table of subgoals that has to be computed */
};

/* In microseconds, NAN if the budget is counted. */
double setting_time_us(const struct setting *setting);

/* The value of a parameter, or what stands for it; 0 if the algorithm does not read it. */
uint64_t setting_value(const struct setting *setting, wend_parameter parameter);

/* Splits "a,b,c" in place (`text` is modified) into at most LIST_MAX words; returns their number.
 */
uint32_t split_list(char *text, const char **words);

/* Whether an algorithm reads a field of wend_agent_def. */
bool algo_reads(const char *algo, wend_parameter parameter);

/* The option that sets a field of a definition, null if none does. */
const char *option_of_field(const char *field);

/* The library's default. */
const char *default_algo(void);

/* All combinations of the algorithms, parameters and budgets asked for. An option that none of the
 * algorithms reads is an error; if some do, the others run without it and a note is printed. Where
 * `default_algos` is null it is the library's default. 0, or the exit code after a message. */
int read_settings(const agent_options *options, const char *default_algos,
                  const char *default_budgets, struct settings *out);

#endif
