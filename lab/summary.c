#include "lab/summary.h"

#include "common/messages.h"
#include "lab/rows_guard.h"
#include "lab/rows_schema.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Parameters, besides the budget, in which agents with the same label may differ. */
static const char *const parameters[] = {"weight", "depth", "queue", "level", "gamma"};
#define PARAMETER_COLUMNS (sizeof parameters / sizeof *parameters)

struct summary {
    struct column columns[64];
    uint32_t column_count;
    union cell *cells;
    uint32_t row_count, capacity;
    char **texts; /* owned; the cells point to them */
    uint32_t text_count, text_capacity;
};

static void add_column(struct summary *s, const char *name, const char *title, column_type type,
                       int decimals) {
    s->columns[s->column_count] =
        (struct column){name, title, type, s->column_count * sizeof(union cell), decimals};
    s->column_count++;
}

static const char *keep_text(struct summary *s, const char *text) {
    char *copy = strdup(text ? text : "-");
    if (!copy || !grow_array(&s->texts, &s->text_capacity, s->text_count, sizeof *s->texts)) {
        exit(fail_machine("no memory"));
    }
    hide_controls(copy);
    s->texts[s->text_count] = copy;
    return s->texts[s->text_count++];
}

/* Prints the query for set, label, budget, parameters, runs, arrived, and the mean of each measure.
 */
static void write_query(struct bytes *sql, const struct preset *preset, int64_t experiment) {
    bytes_add_text(sql, "SELECT set_name, label, CASE WHEN time_us IS NULL THEN "
                        "coalesce(expansions, frame_work) ELSE"
                        " time_us || ' us' END");
    for (uint32_t i = 0; i < PARAMETER_COLUMNS; i++) {
        bytes_print(sql, ", %s", parameters[i]);
    }
    bytes_add_text(sql, ", count(*), sum(status = 'arrived')");
    for (uint32_t i = 0; i < preset->measures.count; i++) {
        bool all = strstr(preset->measures.items[i], "status") != NULL;
        bytes_print(sql, ", avg(CASE WHEN %s THEN (%s) END)", all ? "1" : "status = 'arrived'",
                    preset->measures.items[i]);
    }
    bytes_print(sql,
                " FROM rows WHERE experiment = %lld GROUP BY set_name, configuration"
                " ORDER BY min(problem), configuration",
                (long long)experiment);
    bytes_add_byte(sql, 0);
}

static void add_columns(struct summary *s, const struct preset *preset) {
    add_column(s, "set", preset->set_count > 1 ? "set" : NULL, COLUMN_TEXT, 0);
    add_column(s, "label", "agent", COLUMN_TEXT, 0);
    add_column(s, "budget", "budget", COLUMN_TEXT, 0);
    for (uint32_t i = 0; i < PARAMETER_COLUMNS; i++) {
        bool is_whole = strcmp(parameters[i], "weight") != 0 && strcmp(parameters[i], "gamma") != 0;
        add_column(s, parameters[i], parameters[i], COLUMN_OPTIONAL, is_whole ? 0 : 2);
    }
    add_column(s, "runs", "runs", COLUMN_COUNT, 0);
    add_column(s, "arrived", "arrived", COLUMN_COUNT, 0);
    for (uint32_t i = 0; i < preset->measures.count && s->column_count < 64; i++) {
        add_column(s, preset->measures.items[i], preset->measures.items[i], COLUMN_NUMBER, 3);
    }
}

static bool add_row(struct summary *s, sqlite3_stmt *query) {
    size_t row_size = s->column_count * sizeof *s->cells;
    if (!grow_array(&s->cells, &s->capacity, s->row_count, row_size)) {
        return false;
    }
    union cell *cells = s->cells + (size_t)s->row_count++ * s->column_count;
    for (uint32_t i = 0; i < s->column_count; i++) {
        bool is_null = sqlite3_column_type(query, (int)i) == SQLITE_NULL;
        switch (s->columns[i].type) {
        case COLUMN_TEXT:
            cells[i].text = keep_text(s, (const char *)sqlite3_column_text(query, (int)i));
            break;
        case COLUMN_COUNT:
            cells[i].count = (uint64_t)sqlite3_column_int64(query, (int)i);
            break;
        case COLUMN_NUMBER:
        case COLUMN_OPTIONAL:
            cells[i].number = is_null ? NAN : sqlite3_column_double(query, (int)i);
            break;
        }
    }
    return true;
}

static int read_summary(struct summary *s, const struct sql_guard *guard, const char *sql) {
    sqlite3_stmt *query = NULL;
    int step = sqlite3_prepare_v2(guard->db, sql, -1, &query, NULL);
    step = step == SQLITE_OK ? SQLITE_ROW : step;
    int code = 0;
    while (!code && step == SQLITE_ROW && (step = sqlite3_step(query)) == SQLITE_ROW) {
        code = add_row(s, query) ? 0 : fail_machine("no memory");
    }
    if (!code && step != SQLITE_DONE) {
        code = sql_guard_fail(guard, "measures");
    }
    sqlite3_finalize(query);
    return code;
}

int print_summary(struct rows *rows, const struct experiment *experiment,
                  const struct preset *preset, table_format format) {
    struct summary s = {0};
    struct bytes sql = {0};
    sqlite3 *db = rows_connection(rows);
    struct sql_guard guard;
    write_query(&sql, preset, experiment->id);
    add_columns(&s, preset);
    sql_guard_begin(&guard, db, rows_count(rows));
    int code =
        sql.failed ? fail_machine("no memory") : read_summary(&s, &guard, (const char *)sql.data);
    sql_guard_end(&guard);
    if (!code) {
        code = print_table(format, s.columns, s.column_count, s.cells,
                           s.column_count * sizeof *s.cells, s.row_count);
    }
    bytes_clear(&sql);
    for (uint32_t i = 0; i < s.text_count; i++) {
        free(s.texts[i]);
    }
    free(s.texts);
    free(s.cells);
    return code;
}
