/* cli/lab/rows_schema.h - the tables of a file of rows, for the files that read and write them. */
#ifndef CLI_LAB_ROWS_SCHEMA_H
#define CLI_LAB_ROWS_SCHEMA_H

#include <sqlite3.h>

#define ROWS_FORMAT 2 /* PRAGMA user_version: raised when the tables change */

/* SQL that makes all tables and the view. */
extern const char rows_schema[];

/* Opens a file with these tables; makes it, or an empty one in memory if `path` is ":memory:", if
 * `create`. 0, or an exit code after a message; to be closed in any case. */
int rows_connect(const char *path, int create, sqlite3 **out);

/* Runs SQL that returns nothing. 0, or an exit code after a message. */
int rows_execute(sqlite3 *db, const char *sql);
int rows_prepare(sqlite3 *db, const char *sql, sqlite3_stmt **out);
/* Says what sqlite says. Returns EXIT_MACHINE. */
int rows_fail(sqlite3 *db);

#endif
