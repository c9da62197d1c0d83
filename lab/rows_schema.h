/* lab/rows_schema.h - the tables of a file of rows, and how to open one. */
#ifndef LAB_ROWS_SCHEMA_H
#define LAB_ROWS_SCHEMA_H

#include <sqlite3.h>

#define ROWS_FORMAT 3 /* PRAGMA user_version: incremented when the tables change */

/* SQL that creates all tables and the view. */
extern const char rows_schema[];

typedef enum rows_access {
    ROWS_READ,  /* an existing file; it is only written to convert an old format */
    ROWS_CREATE /* to write; created if it does not exist. ":memory:" is an empty one in memory */
} rows_access;

/* Opens a file with exactly these tables; a file with anything else is refused. Returns 0, or an
 * exit code after a message. Call sqlite3_close in either case. */
int rows_connect(const char *path, rows_access access_mode, sqlite3 **out);

/* Runs SQL that returns no rows. Returns 0, or an exit code after a message. */
int rows_execute(sqlite3 *db, const char *sql);
int rows_prepare(sqlite3 *db, const char *sql, sqlite3_stmt **out);
/* Prints the error message of SQLite. Returns EXIT_USAGE if the contents of the file are at fault,
 * else EXIT_MACHINE. */
int rows_fail(sqlite3 *db);

/* Returns a column as text; "" if it is NULL. */
const char *rows_text(sqlite3_stmt *query, int column);

#endif
