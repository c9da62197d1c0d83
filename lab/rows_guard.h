/* lab/rows_guard.h - limits for files of rows and the SQL in presets. Both are untrusted. */
#ifndef LAB_ROWS_GUARD_H
#define LAB_ROWS_GUARD_H

#include <sqlite3.h>
#include <stdint.h>

/* Restricts a connection: no triggers, no functions with side effects in the schema, no writes to
 * internal tables, no extensions, and limits for the length and depth of SQL. */
void guard_connection(sqlite3 *db);

/* Checks that the file has exactly the tables and the view of rows_schema. Returns 0, or an exit
 * code after a message. */
int guard_schema(sqlite3 *db);

/* Guards queries that contain SQL of a preset. Between begin and end, queries can only read the
 * tables of rows, and are stopped after a number of steps and a time that depend on the number of
 * rows. */
struct sql_guard {
    sqlite3 *db;
    uint64_t steps_left, end_ns;
    int length_before; /* the connection's limit */
    char why[128];     /* why a query was refused, "" if none was */
};

void sql_guard_begin(struct sql_guard *guard, sqlite3 *db, uint64_t rows);
/* Limits only steps and time: for built-in SQL over rows of an untrusted file. */
void sql_guard_begin_steps(struct sql_guard *guard, sqlite3 *db, uint64_t rows);
void sql_guard_end(struct sql_guard *guard);
/* Returns why a query was refused, else the error message of SQLite. */
const char *sql_guard_text(const struct sql_guard *guard);
/* Prints the same as a message about a text of a preset. Returns an exit code. */
int sql_guard_fail(const struct sql_guard *guard, const char *text);

#endif
