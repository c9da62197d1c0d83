/* lab/rows_guard.h - what files of rows, and the SQL in presets, may do: both may come from
 * anywhere. */
#ifndef LAB_ROWS_GUARD_H
#define LAB_ROWS_GUARD_H

#include <sqlite3.h>
#include <stdint.h>

/* Limits of a connection: no triggers, no functions with side effects in the schema, no writing to
 * internal tables, no extensions; lengths and depths of SQL. */
void guard_connection(sqlite3 *db);

/* Whether the file has the tables and the view of rows_schema and nothing else. 0, or an exit code
 * after a message. */
int guard_schema(sqlite3 *db);

/* For queries that hold SQL of a preset: between begin and end they can read the tables of rows and
 * nothing else, and are stopped after a number of steps and a time that follow from the number of
 * rows. */
struct sql_guard {
    sqlite3 *db;
    uint64_t steps_left, end_ns;
    int length_before; /* the connection's limit */
    char why[128];     /* what was refused, "" if nothing was */
};

void sql_guard_begin(struct sql_guard *guard, sqlite3 *db, uint64_t rows);
/* The limits of steps and time alone, for SQL of the command's own over rows of a foreign file. */
void sql_guard_begin_steps(struct sql_guard *guard, sqlite3 *db, uint64_t rows);
void sql_guard_end(struct sql_guard *guard);
/* What went wrong: what was refused, else what sqlite says. */
const char *sql_guard_text(const struct sql_guard *guard);
/* The same as a message about a text of a preset. Returns an exit code. */
int sql_guard_fail(const struct sql_guard *guard, const char *text);

#endif
