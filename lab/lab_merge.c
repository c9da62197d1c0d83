/* wend-lab merge: copies the rows of several files, such as shards, into one. */
#include "lab/lab.h"

#include "common/bytes.h"
#include "common/messages.h"
#include "lab/rows_schema.h"
#include "options/options.h"

#include <string.h>
#include <unistd.h>

#define MERGED "main"
#define PART   "part"

/* The tables of an experiment except `run`. */
static const char *const shared_tables[] = {"input", "problem", "configuration"};

/* Names the file: messages of SQLite do not say which of the two files they are about. */
static int fail_part(sqlite3 *db, const char *path) {
    int code = rows_fail(db);
    print_note("while merging %s", path);
    return code;
}

/* Runs a query that should return no rows. A row is the text of a message. */
static int expect_nothing(sqlite3 *db, const char *path, const char *sql) {
    sqlite3_stmt *query = NULL;
    int code = rows_prepare(db, sql, &query);
    int step = code ? SQLITE_DONE : sqlite3_step(query);
    if (step == SQLITE_ROW) {
        code = fail_usage("%s: %s", path, rows_text(query, 0));
    } else if (step != SQLITE_DONE) {
        code = fail_part(db, path);
    }
    sqlite3_finalize(query);
    return code;
}

/* An experiment that is in both files must be the same except for the shard. */
static int check_experiments(sqlite3 *db, const char *path) {
    int code = expect_nothing(
        db, path,
        "SELECT 'rows of ' || a.preset || ' are of a different version, preset, mode or source'"
        " FROM " PART ".experiment a JOIN " MERGED ".experiment b ON a.preset = b.preset"
        " WHERE a.preset_checksum <> b.preset_checksum OR a.mode <> b.mode OR a.source <> b.source"
        " OR a.version <> b.version OR a.rows_wanted <> b.rows_wanted");
    if (!code) {
        code = expect_nothing(
            db, path,
            "SELECT i.file || ' differs from the file of the other shards' FROM " PART
            ".input i JOIN " PART ".experiment a ON a.id = i.experiment JOIN " MERGED
            ".experiment b ON b.preset = a.preset LEFT JOIN " MERGED ".input j ON j.experiment ="
            " b.id AND j.file = i.file WHERE j.checksum IS NOT i.checksum");
    }
    return code;
}

static int check_rows(sqlite3 *db, const char *path) {
    return expect_nothing(
        db, path,
        "SELECT 'row ' || r.problem || ', ' || r.configuration || ' of ' || a.preset || ' is in"
        " two files' FROM " PART ".run r JOIN " PART ".experiment a ON a.id = r.experiment JOIN"
        " " MERGED ".experiment b ON b.preset = a.preset JOIN " MERGED ".run s ON s.experiment ="
        " b.id AND s.problem = r.problem AND s.configuration = r.configuration");
}

/* Copies the rows of a table that belong to the experiments in `where`. */
static int copy_table(sqlite3 *db, const char *table, const char *condition) {
    struct bytes sql = {0};
    sqlite3_stmt *columns = NULL;
    char pragma[100];
    snprintf(pragma, sizeof pragma, "PRAGMA %s.table_info(%s)", PART, table);
    int code = rows_prepare(db, pragma, &columns);
    bytes_print(&sql, "INSERT INTO %s.%s SELECT b.id", MERGED, table);
    while (!code && sqlite3_step(columns) == SQLITE_ROW) {
        const char *name = (const char *)sqlite3_column_text(columns, 1);
        if (strcmp(name, "experiment") != 0) {
            bytes_print(&sql, ", t.%s", name);
        }
    }
    bytes_print(&sql,
                " FROM %s.%s t JOIN %s.experiment a ON a.id = t.experiment JOIN %s.experiment b ON"
                " b.preset = a.preset WHERE %s",
                PART, table, PART, MERGED, condition);
    bytes_add_byte(&sql, 0);
    if (!code) {
        code = sql.failed ? fail_machine("no memory") : rows_execute(db, (const char *)sql.data);
    }
    sqlite3_finalize(columns);
    bytes_clear(&sql);
    return code;
}

static int copy_part(sqlite3 *db) {
    /* Merged shards are marked as the whole experiment: shard 0 of 1. */
    int code = rows_execute(
        db, "CREATE TEMP TABLE added AS SELECT preset FROM " PART ".experiment WHERE preset NOT IN"
            " (SELECT preset FROM " MERGED ".experiment);"
            "INSERT INTO " MERGED ".experiment SELECT NULL, preset, preset_text, preset_checksum,"
            " mode, source, version, compiler, machine, problems, configurations, rows_wanted, 0,"
            " 1, data_folder FROM " PART ".experiment WHERE preset IN (SELECT preset FROM added)"
            " ORDER BY id;");
    for (uint32_t i = 0; !code && i < sizeof shared_tables / sizeof *shared_tables; i++) {
        code = copy_table(db, shared_tables[i], "a.preset IN (SELECT preset FROM added)");
    }
    if (!code) {
        code = copy_table(db, "run", "1");
    }
    return code ? code : rows_execute(db, "DROP TABLE temp.added");
}

static int attach(sqlite3 *db, const char *path) {
    sqlite3 *check = NULL; /* checks that it is a file of rows */
    int code = rows_connect(path, ROWS_READ, &check);
    sqlite3_close(check);
    sqlite3_stmt *statement = NULL;
    if (!code) {
        code = rows_prepare(db, "ATTACH ? AS " PART, &statement);
    }
    if (!code) {
        sqlite3_bind_text(statement, 1, path, -1, SQLITE_TRANSIENT);
        code = sqlite3_step(statement) == SQLITE_DONE ? 0 : rows_fail(db);
    }
    sqlite3_finalize(statement);
    return code;
}

/* Merges all rows of a file, or none. */
static int merge_part(sqlite3 *db, const char *path) {
    int code = attach(db, path);
    if (code) {
        return code;
    }
    code = check_experiments(db, path);
    if (!code) {
        code = check_rows(db, path);
    }
    if (!code) {
        code = rows_execute(db, "BEGIN IMMEDIATE");
    }
    if (!code) {
        code = copy_part(db);
        if (code) {
            print_note("while merging %s", path);
        }
        int ended = rows_execute(db, code ? "ROLLBACK" : "COMMIT");
        code = code ? code : ended;
    }
    sqlite3_exec(db, "DETACH " PART, NULL, NULL, NULL);
    return code;
}

static int print_merged(sqlite3 *db) {
    sqlite3_stmt *query = NULL;
    int code = rows_prepare(db,
                            "SELECT preset, (SELECT count(*) FROM run WHERE experiment ="
                            " experiment.id), rows_wanted FROM experiment ORDER BY id",
                            &query);
    int step = SQLITE_DONE;
    while (!code && (step = sqlite3_step(query)) == SQLITE_ROW) {
        print_safe(stdout, rows_text(query, 0));
        printf(": %lld of %lld rows\n", (long long)sqlite3_column_int64(query, 1),
               (long long)sqlite3_column_int64(query, 2));
    }
    if (!code && step != SQLITE_DONE) {
        code = rows_fail(db);
    }
    sqlite3_finalize(query);
    return code;
}

static int merge_files(poptContext context) {
    const char *target = poptGetArg(context), *part = poptGetArg(context);
    if (!target || !part) {
        return fail_usage("expected a new file and at least one file to merge");
    }
    if (access(target, F_OK) == 0) {
        return fail_usage("%s: already exists", target);
    }
    sqlite3 *db = NULL;
    int code = rows_connect(target, ROWS_CREATE, &db);
    for (; !code && part; part = poptGetArg(context)) {
        code = merge_part(db, part);
    }
    if (!code) {
        code = print_merged(db);
    }
    sqlite3_close(db);
    if (code && db) {
        unlink(target); /* an incomplete merge would look complete */
    }
    return code;
}

int lab_merge(int argc, const char **argv) {
    const struct poptOption table[] = {{"help", 'h', POPT_ARG_NONE, NULL, 'h', "this text", NULL},
                                       POPT_TABLEEND};
    poptContext context = NULL;
    int code =
        parse_options(&context, argc, argv, table, "wend-lab merge", "NEW.db PART.db...",
                      "Copies the rows of shards, or of several experiments, into a new file.");
    if (!code) {
        code = merge_files(context);
    }
    finish_options(context, table);
    return code < 0 ? EXIT_DONE : code;
}
