#include "lab/rows_schema.h"

#include "common/messages.h"
#include "lab/rows_guard.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define BUSY_MS 10000 /* another program may hold the file for a moment */

const char rows_schema[] =
    "CREATE TABLE experiment (id INTEGER PRIMARY KEY, preset TEXT NOT NULL UNIQUE,"
    " preset_text TEXT NOT NULL, preset_checksum TEXT NOT NULL, mode TEXT NOT NULL,"
    " source TEXT NOT NULL, version TEXT NOT NULL, compiler TEXT NOT NULL, machine TEXT NOT NULL,"
    " problems INTEGER NOT NULL, configurations INTEGER NOT NULL, rows_wanted INTEGER NOT NULL,"
    " shard INTEGER NOT NULL, shards INTEGER NOT NULL, data_folder TEXT);\n"
    "CREATE TABLE input (experiment INTEGER NOT NULL REFERENCES experiment, file TEXT NOT NULL,"
    " checksum TEXT NOT NULL, PRIMARY KEY (experiment, file)) WITHOUT ROWID;\n"
    "CREATE TABLE problem (experiment INTEGER NOT NULL REFERENCES experiment, id INTEGER NOT NULL,"
    " set_name TEXT NOT NULL, file TEXT NOT NULL, number INTEGER NOT NULL, map TEXT NOT NULL,"
    " problem_seed INTEGER, optimal REAL, neighbors INTEGER, corners TEXT,"
    " fleet_units INTEGER, fleet_order TEXT,"
    " PRIMARY KEY (experiment, id)) WITHOUT ROWID;\n"
    "CREATE TABLE configuration (experiment INTEGER NOT NULL REFERENCES experiment,"
    " id INTEGER NOT NULL, label TEXT NOT NULL, options TEXT NOT NULL, algo TEXT NOT NULL,"
    " expansions INTEGER, time_us REAL, weight REAL, r REAL, c INTEGER, depth INTEGER,"
    " queue INTEGER, level INTEGER, gamma REAL, commit_paths INTEGER, shortcut INTEGER,"
    " reopen INTEGER, moves_per_search TEXT, terrain TEXT NOT NULL, sight INTEGER,"
    " trials INTEGER NOT NULL, seed INTEGER NOT NULL, max_ticks INTEGER NOT NULL, action_us REAL,"
    " waiting TEXT, frame_work INTEGER,"
    " PRIMARY KEY (experiment, id)) WITHOUT ROWID;\n"
    "CREATE TABLE run (experiment INTEGER NOT NULL, problem INTEGER NOT NULL,"
    " configuration INTEGER NOT NULL, status TEXT NOT NULL, cost REAL, moves INTEGER,"
    " ticks INTEGER, searches INTEGER, backtracks INTEGER, restarts INTEGER, replans INTEGER,"
    " updates INTEGER, expansions_done INTEGER, work INTEGER, trace_steps INTEGER,"
    " max_expansions_per_tick INTEGER, max_work_per_tick INTEGER, first_move_tick INTEGER,"
    " found_tick INTEGER, moves_before_found INTEGER, cost_before_found REAL,"
    " backtracks_after_found INTEGER, trials_done INTEGER, total_cost REAL, touched INTEGER,"
    " bytes_used INTEGER, bytes_allocated INTEGER, planning_ns INTEGER, sensing_ns INTEGER,"
    " worst_tick_ns INTEGER, interval_ns INTEGER, ticks_over INTEGER, goal_ns INTEGER,"
    " arrival_tick REAL,"
    " PRIMARY KEY (experiment, problem, configuration)) WITHOUT ROWID;\n"
    "CREATE VIEW rows AS SELECT run.*, set_name, file, number, map, problem_seed, optimal,"
    " neighbors, corners, fleet_units, fleet_order, label, options, algo, expansions, time_us, "
    "weight, r, c, depth, queue,"
    " level, gamma, commit_paths, shortcut, reopen, moves_per_search, terrain, sight, trials, seed,"
    " max_ticks, action_us, waiting, frame_work,"
    " CASE WHEN optimal > 0 THEN cost / optimal WHEN optimal = 0 THEN 1.0 END AS suboptimality,"
    " moves + restarts AS actions, ticks - moves AS excess_ticks,"
    " expansions_done * 1.0 / ticks AS expansions_per_tick, updates * 1.0 / ticks AS"
    " updates_per_tick, planning_ns * 1.0 / ticks AS ns_per_tick,"
    " planning_ns * 1.0 / (moves + restarts) AS ns_per_action,"
    " planning_ns * 1.0 / searches AS ns_per_search, ticks_over * 1.0 / ticks AS over_share"
    " FROM run JOIN problem ON problem.experiment = run.experiment AND problem.id = run.problem"
    " JOIN configuration ON configuration.experiment = run.experiment"
    " AND configuration.id = run.configuration;\n";

int rows_fail(sqlite3 *db) {
    const char *path = sqlite3_db_filename(db, "main");
    path = path ? path : "";
    switch (sqlite3_errcode(db)) {
    case SQLITE_NOTADB:
        return fail_usage("%s: not an SQLite file, expected rows of 'wend-lab run'", path);
    case SQLITE_CORRUPT:
        return fail_usage("%s: the file is damaged: %s", path, sqlite3_errmsg(db));
    case SQLITE_ERROR:
    case SQLITE_CONSTRAINT:
    case SQLITE_MISMATCH:
    case SQLITE_TOOBIG:
    case SQLITE_FORMAT:
    case SQLITE_INTERRUPT: /* by the limit of steps */
    case SQLITE_AUTH:
        return fail_usage("%s: %s", path, sqlite3_errmsg(db));
    default:
        return fail_machine("%s: %s", path, sqlite3_errmsg(db));
    }
}

const char *rows_text(sqlite3_stmt *query, int column) {
    const char *text = (const char *)sqlite3_column_text(query, column);
    return text ? text : "";
}

int rows_execute(sqlite3 *db, const char *sql) {
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK ? 0 : rows_fail(db);
}

int rows_prepare(sqlite3 *db, const char *sql, sqlite3_stmt **out) {
    return sqlite3_prepare_v2(db, sql, -1, out, NULL) == SQLITE_OK ? 0 : rows_fail(db);
}

static int read_format_number(sqlite3 *db, int *out) {
    sqlite3_stmt *query = NULL;
    int code = rows_prepare(db, "PRAGMA user_version", &query);
    if (!code) {
        code = sqlite3_step(query) == SQLITE_ROW ? 0 : rows_fail(db);
        *out = sqlite3_column_int(query, 0);
    }
    sqlite3_finalize(query);
    return code;
}

/* Returns whether the file has no tables: it is new, or the run that created it was stopped at
 * once. */
static int is_empty(sqlite3 *db, bool *out) {
    sqlite3_stmt *query = NULL;
    int code = rows_prepare(db, "SELECT 1 FROM sqlite_schema", &query);
    int step = code ? SQLITE_DONE : sqlite3_step(query);
    *out = step == SQLITE_DONE;
    if (step != SQLITE_DONE && step != SQLITE_ROW) {
        code = rows_fail(db);
    }
    sqlite3_finalize(query);
    return code;
}

/* Runs SQL in one transaction. The result must be the tables of this format. */
static int change_tables(sqlite3 *db, const char *sql) {
    int code = rows_execute(db, sql);
    if (!code) {
        code = guard_schema(db);
    }
    if (!code) {
        code = rows_execute(db, "COMMIT");
    }
    if (code) {
        sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    }
    return code;
}

static int make_tables(sqlite3 *db) {
    char sql[sizeof rows_schema + 100];
    snprintf(sql, sizeof sql, "BEGIN IMMEDIATE; PRAGMA user_version = %d; %s", ROWS_FORMAT,
             rows_schema);
    return change_tables(db, sql);
}

/* Format 1 lacks the columns of fleets, which are the last ones of their tables. Format 2 has other
 * names for the columns of work. */
static int bring_up_to_date(sqlite3 *db, int format) {
    const char *view = strstr(rows_schema, "CREATE VIEW");
    char sql[sizeof rows_schema + 1500];
    snprintf(sql, sizeof sql,
             "BEGIN IMMEDIATE; DROP VIEW rows; %s"
             "ALTER TABLE run RENAME COLUMN units TO work;"
             "ALTER TABLE run RENAME COLUMN max_units_per_tick TO max_work_per_tick;"
             "ALTER TABLE configuration RENAME COLUMN frame_units TO frame_work;"
             "%s PRAGMA user_version = %d;",
             format > 1 ? ""
                        : "ALTER TABLE problem ADD COLUMN fleet_units INTEGER;"
                          "ALTER TABLE problem ADD COLUMN fleet_order TEXT;"
                          "ALTER TABLE configuration ADD COLUMN waiting TEXT;"
                          "ALTER TABLE configuration ADD COLUMN frame_units INTEGER;"
                          "ALTER TABLE run ADD COLUMN arrival_tick REAL;"
                          "UPDATE run SET arrival_tick = ticks WHERE status = 'arrived';",
             view, ROWS_FORMAT);
    return change_tables(db, sql);
}

static int make_or_check_tables(sqlite3 *db, const char *path, rows_access access_mode) {
    bool empty = false;
    int format = 0;
    int code = is_empty(db, &empty);
    if (!code && empty && access_mode != ROWS_CREATE) {
        return fail_usage("%s: contains no experiment ('wend-lab run' creates one)", path);
    }
    if (!code && empty) {
        return make_tables(db);
    }
    if (!code) {
        code = read_format_number(db, &format);
    }
    if (!code && (format < 1 || format > ROWS_FORMAT)) {
        code = fail_usage("%s: not a file of rows that this version of wend-lab can read", path);
    }
    if (!code) {
        code = format < ROWS_FORMAT ? bring_up_to_date(db, format) : guard_schema(db);
    }
    return code;
}

int rows_connect(const char *path, rows_access access_mode, sqlite3 **out) {
    *out = NULL;
    if (access_mode != ROWS_CREATE && access(path, F_OK) != 0) {
        return fail_usage("%s: no such file ('wend-lab run' creates it)", path);
    }
    /* A killed run leaves a journal, so readers also need to write. */
    int flags = SQLITE_OPEN_READWRITE | (access_mode == ROWS_CREATE ? SQLITE_OPEN_CREATE : 0);
    int opened = sqlite3_open_v2(path, out, flags, NULL);
    if (opened != SQLITE_OK) {
        return *out ? fail_machine("%s: %s", path, sqlite3_errmsg(*out))
                    : fail_machine("no memory");
    }
    sqlite3_busy_timeout(*out, BUSY_MS);
    guard_connection(*out);
    int code = make_or_check_tables(*out, path, access_mode);
    if (!code && access_mode == ROWS_READ) {
        code = rows_execute(*out, "PRAGMA query_only = ON");
    }
    return code;
}
