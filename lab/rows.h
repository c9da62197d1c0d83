/* lab/rows.h - reads results from an SQLite file of rows, which has these tables:
 *
 *     experiment(id, preset, preset_text, preset_checksum, mode, source, version, ...)
 *     input(experiment, file, checksum)             every map, scenario, track and puzzle file
 *     problem(experiment, id, set_name, file, number, map, seed, optimal, neighbors, corners, ...)
 *     configuration(experiment, id, label, options, algo, expansions, time_us, weight, ...)
 *     run(experiment, problem, configuration, status, cost, ...)     PRIMARY KEY of the first three
 *     rows, a view: run with its problem and configuration, and derived columns
 *
 * docs/lab.md describes every column. Ids count from 0 in the order of the preset, so that shards
 * and repeated runs agree on them. */
#ifndef LAB_ROWS_H
#define LAB_ROWS_H

#include "common/bytes.h"

#include <stdbool.h>
#include <stdint.h>

#define SHARDS_MAX 1000000

struct rows; /* an open file */

/* Opens an existing file for reading. Returns 0, or an exit code after a message. */
int rows_open(const char *path, struct rows **out);
void rows_close(struct rows *rows);

/* Returns the sqlite3 connection, for other queries. */
struct sqlite3 *rows_connection(struct rows *rows);

/* An experiment of the file. Texts are valid until the file is closed. */
struct experiment {
    int64_t id;
    const char *preset;      /* its name */
    const char *preset_text; /* the YAML file as it was run */
    const char *mode;        /* "full" or "quick" */
    const char *source;      /* "data", or "generated" if maps were generated */
    const char *version, *compiler, *machine;
    const char *data_folder; /* folder of the data, "" if it was generated */
    int64_t problems, configurations;
    int64_t rows, rows_wanted; /* in this file, and in the whole experiment */
    int64_t shard, shards;     /* which shard this file is for, from 0; 0 of 1: all rows */
};

/* Returns all experiments in the order in which they were started. Valid until the file is closed.
 */
int rows_experiments(struct rows *rows, const struct experiment **out, uint32_t *count);

/* Returns the number of rows of all experiments. */
uint64_t rows_count(const struct rows *rows);

/* A value of a row. */
struct row_value {
    int64_t configuration, problem;
    int64_t cluster; /* number of the map, from 0: problems of one map are not independent */
    double value;    /* never NAN; rows without a value are left out */
    const char *at;  /* the value of `each` as text, "" without `each` */
};

struct row_values {
    struct row_value *items; /* by `at` (as numbers if it is one), configuration, problem */
    uint32_t count;
    struct bytes texts; /* what `at` points into */
};

/* Reads the values of a measure. Only runs that arrived count, unless the measure names `status`.
 * measure   SQL over the view `rows`
 * where     SQL that selects rows; NULL: all
 * each      a column or SQL; NULL is allowed
 * Returns 0, or an exit code after a message. Call row_values_clear in either case. */
int rows_read(struct rows *rows, int64_t experiment, const char *measure, const char *where,
              const char *each, struct row_values *out);
void row_values_clear(struct row_values *values);

/* Returns whether `text` is SQL over the columns of the view `rows`. If not, `why` is the reason.
 */
bool rows_check_sql(const char *text, char *why, size_t size);

#endif
