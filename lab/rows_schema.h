/* lab/rows_schema.h - the tables of a file of rows, for the files that read and write them. */
#ifndef LAB_ROWS_SCHEMA_H
#define LAB_ROWS_SCHEMA_H

#include <sqlite3.h>

#define ROWS_FORMAT 3 /* PRAGMA user_version: raised when the tables change */

/* SQL that makes all tables and the view. */
extern const char rows_schema[];

typedef enum rows_access {
    ROWS_READ,  /* a file that exists; nothing is written to it, unless its format is old */
    ROWS_CREATE /* to write; makes it if it does not exist. ":memory:" is an empty one in memory */
} rows_access;

/* Opens a file with exactly these tables: whatever else it holds is refused. 0, or an exit code
 * after a message; to be closed in any case. */
int rows_connect(const char *path, rows_access access_mode, sqlite3 **out);

/* Runs SQL that returns nothing. 0, or an exit code after a message. */
int rows_execute(sqlite3 *db, const char *sql);
int rows_prepare(sqlite3 *db, const char *sql, sqlite3_stmt **out);
/* Says what sqlite says. Returns EXIT_USAGE if it is about the contents of the file, else
 * EXIT_MACHINE. */
int rows_fail(sqlite3 *db);

/* A column as text; "" if it is NULL. */
const char *rows_text(sqlite3_stmt *query, int column);

#endif
