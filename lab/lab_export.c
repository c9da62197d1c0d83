/* wend-lab export: rows as CSV. */
#include "lab/lab.h"

#include "common/messages.h"
#include "lab/rows.h"
#include "lab/rows_schema.h"
#include "options/options.h"

#include <string.h>

static void print_field_text(const char *text) {
    if (!strpbrk(text, ",\"\r\n")) {
        fputs(text, stdout);
        return;
    }
    putchar('"');
    for (; *text; text++) {
        printf(*text == '"' ? "\"%c" : "%c", *text);
    }
    putchar('"');
}

static void print_line(sqlite3_stmt *query, bool is_heading) {
    for (int i = 0; i < sqlite3_column_count(query); i++) {
        const char *text = is_heading ? sqlite3_column_name(query, i)
                                      : (const char *)sqlite3_column_text(query, i);
        fputs(i ? "," : "", stdout);
        print_field_text(text ? text : "");
    }
    putchar('\n');
}

/* Prints the result of a query; by default all rows in the order of their keys. */
static int export_rows(sqlite3 *db, const char *sql) {
    sqlite3_stmt *query = NULL;
    if (sqlite3_prepare_v2(db, sql, -1, &query, NULL) != SQLITE_OK) {
        return fail_usage("--sql: %s", sqlite3_errmsg(db));
    }
    if (!query || !sqlite3_stmt_readonly(query)) {
        sqlite3_finalize(query);
        return fail_usage("--sql: expected a query that only reads");
    }
    print_line(query, true);
    int step;
    while ((step = sqlite3_step(query)) == SQLITE_ROW) {
        print_line(query, false);
    }
    int code = step == SQLITE_DONE ? 0 : rows_fail(db);
    sqlite3_finalize(query);
    return code;
}

int lab_export(int argc, const char **argv) {
    char *db = NULL, *sql = NULL;
    const struct poptOption table[] = {
        {"db", 0, POPT_ARG_STRING, &db, 0, "file of rows (default lab.db)", "FILE"},
        {"sql", 0, POPT_ARG_STRING, &sql, 0, "print the result of this query instead of all rows",
         "QUERY"},
        {"help", 'h', POPT_ARG_NONE, NULL, 'h', "this text", NULL},
        POPT_TABLEEND};
    poptContext context = NULL;
    struct rows *rows = NULL;
    int code = parse_options(&context, argc, argv, table, "wend-lab export", NULL,
                             "Prints rows as CSV. docs/lab.md describes the columns.");
    if (!code) {
        code = rows_open(db ? db : "lab.db", &rows);
    }
    if (!code) {
        code = export_rows(rows_connection(rows),
                           sql ? sql
                               : "SELECT preset, rows.* FROM rows JOIN experiment ON experiment.id"
                                 " = rows.experiment ORDER BY experiment, problem, configuration");
    }
    rows_close(rows);
    finish_options(context, table);
    return code < 0 ? EXIT_DONE : code;
}
