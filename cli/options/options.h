/* cli/options/options.h - option tables of several commands, and functions that read values. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "common/table.h"

#include <popt.h>
#include <wend/research.h>
#include <wend/wend.h>

/* The values of options as given on the command line; NULL if not given. */
typedef struct map_options {
    char *map;
    char *neighbors;
    char *corners;
    char *passable;
    char *factors;
    uint8_t terrain_factors[256]; /* the parsed --factors */
} map_options;

typedef struct agent_options {
    char *algo;
    char *expansions;
    char *time_us;
    char *r;
    char *c;
    char *weight;
    char *moves;
    char *depth;
    char *queue;
    char *level;
    char *gamma;
    char *database;
    char *seed;
    char *memory_mb;
    char *max_ticks;
    char *terrain;
    char *sight;
    char *trials;
    char *interval_us;
    int line_of_sight;
    int shortcut;
    int commit;
    int no_commit;
    int reopen;
    int as_published;
    bool draws; /* problems are random: --seed affects all algorithms */
} agent_options;

/* Tables for the structs above, to be included (POPT_ARG_INCLUDE_TABLE). */
#define MAP_TABLE_SIZE   6
#define AGENT_TABLE_SIZE 26
void map_table(struct poptOption *table, map_options *options);
void agent_table(struct poptOption *table, agent_options *options);

/* Refuses options for maps without a map. */
int check_map_options(const map_options *options, bool has_map);

/* `out` may point into `options`. */
int read_map_def(map_options *options, wend_map_def *out);

/* Loads a map; prints a message on errors. */
int load_map(const char *path, const wend_map_def *def, wend_map **out);

/* Parses "X,Y"; `what` names the option in messages. The cell must be free. */
int read_cell(const char *text, const char *what, const wend_map *map, wend_state *out);

int read_u64(const char *text, const char *what, uint64_t min, uint64_t max, uint64_t *out);
int read_double(const char *text, const char *what, double min, double max, double *out);

/* Reads --json and --csv. Returns 0, or an exit code after a message. */
int read_format(bool json, bool csv, table_format *out);

/* Parses the command line. Returns 0, EXIT_USAGE after a message, or -1 if --help was printed.
 * `arguments` describes the arguments in the help; NULL if the command takes none. */
int parse_options(poptContext *context, int argc, const char **argv, const struct poptOption *table,
                  const char *name, const char *arguments, const char *summary);

/* Whether any option of a table was given. */
bool is_any_given(const struct poptOption *table);

/* Frees the context and the values that popt allocated. */
void finish_options(poptContext context, const struct poptOption *table);

/* Prints the error of a file as "path:line:column: text". Returns the exit code of the error. */
int report(const char *path, wend_error error, const wend_diagnosis *diagnosis);

#endif
