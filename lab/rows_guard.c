#include "lab/rows_guard.h"

#include "common/messages.h"
#include "lab/rows_schema.h"

#include <ctype.h>
#include <string.h>

/* ---- Connections ----------------------------------------------------------------------------- */

void guard_connection(sqlite3 *db) {
    static const struct {
        int id, most;
    } limits[] = {{SQLITE_LIMIT_LENGTH, 4 << 20}, /* presets are the longest texts */
                  {SQLITE_LIMIT_SQL_LENGTH, 1 << 20},       {SQLITE_LIMIT_COLUMN, 200},
                  {SQLITE_LIMIT_EXPR_DEPTH, 200},           {SQLITE_LIMIT_COMPOUND_SELECT, 16},
                  {SQLITE_LIMIT_FUNCTION_ARG, 32},          {SQLITE_LIMIT_ATTACHED, 1},
                  {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1000}, {SQLITE_LIMIT_VARIABLE_NUMBER, 100},
                  {SQLITE_LIMIT_TRIGGER_DEPTH, 1},          {SQLITE_LIMIT_WORKER_THREADS, 0}};
    for (uint32_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        sqlite3_limit(db, limits[i].id, limits[i].most);
    }
    sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, NULL);
    sqlite3_exec(db, "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0", NULL, NULL, NULL);
}

/* ---- Tables ---------------------------------------------------------------------------------- */

/* Returns whether a definition equals the next statement of rows_schema, except for white space. */
static bool is_statement(const char *sql, const char *statement) {
    for (;; sql++, statement++) {
        while (isspace((unsigned char)*sql)) {
            sql++;
        }
        while (isspace((unsigned char)*statement)) {
            statement++;
        }
        if (!*sql || *sql != *statement) {
            return !*sql && *statement == ';';
        }
    }
}

/* Returns the index of a definition in rows_schema, -1 if it is not there. */
static int find_statement(const char *sql) {
    int number = 0;
    for (const char *at = rows_schema; at && *at; number++) {
        if (is_statement(sql, at)) {
            return number;
        }
        at = strchr(at, '\n');
        at += at != NULL;
    }
    return -1;
}

static unsigned all_statements(void) {
    unsigned all = 0;
    for (const char *at = rows_schema; (at = strchr(at, '\n')); at++) {
        all = all << 1 | 1;
    }
    return all;
}

/* An index that SQLite creates by itself has no definition. */
static bool is_own_index(sqlite3_stmt *query) {
    const char *name = rows_text(query, 0);
    return sqlite3_column_type(query, 1) == SQLITE_NULL &&
           strncmp(name, "sqlite_autoindex_", 17) == 0;
}

int guard_schema(sqlite3 *db) {
    const char *path = sqlite3_db_filename(db, "main");
    sqlite3_stmt *query = NULL;
    unsigned found = 0;
    int step = SQLITE_DONE;
    int code = rows_prepare(db, "SELECT name, sql FROM main.sqlite_schema", &query);
    while (!code && (step = sqlite3_step(query)) == SQLITE_ROW) {
        int number = is_own_index(query) ? 0 : find_statement(rows_text(query, 1));
        if (number < 0 || (!is_own_index(query) && found >> number & 1)) {
            code = fail_usage("%s: '%s' is not what 'wend-lab run' creates", path,
                              rows_text(query, 0));
        } else if (!is_own_index(query)) {
            found |= 1u << number;
        }
    }
    if (!code && step != SQLITE_DONE) {
        code = rows_fail(db);
    }
    sqlite3_finalize(query);
    if (!code && found != all_statements()) {
        code =
            fail_usage("%s: tables are missing; expected those that 'wend-lab run' creates", path);
    }
    return code;
}

/* ---- SQL of presets -------------------------------------------------------------------------- */

#define STEPS_BETWEEN  1000 /* between calls of the handler */
#define STEPS_AT_LEAST 10000000u
#define STEPS_PER_ROW  2000u
#define TIME_AT_LEAST  UINT64_C(30000000000) /* ns */
#define TIME_PER_ROW   UINT64_C(100000)
#define LENGTH_MAX     100000 /* bytes of a text */

static int refuse(struct sql_guard *guard, const char *what, const char *name) {
    snprintf(guard->why, sizeof guard->why, "%s%s", what, name);
    return SQLITE_DENY;
}

static int may_read(struct sql_guard *guard, const char *table) {
    static const char *const names[] = {
        "rows",           "run",          "problem",           "configuration", "measured_before",
        "measured_after", "same_problem", "same_configuration"};
    for (uint32_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(table, names[i]) == 0) {
            return SQLITE_OK;
        }
    }
    return refuse(guard, "it reads the table ", table);
}

/* The limits are checked between the steps of a query, not inside a function. Only functions whose
 * time and result are proportional to their arguments are therefore allowed. */
static int may_call(struct sql_guard *guard, const char *function) {
    static const char *const names[] = {
        "abs",   "avg",    "char",   "ceil",  "ceiling", "coalesce",  "count",  "exp",
        "floor", "ifnull", "iif",    "instr", "length",  "like",      "ln",     "log",
        "log10", "log2",   "lower",  "max",   "min",     "mod",       "nullif", "pow",
        "power", "round",  "sign",   "sqrt",  "substr",  "substring", "sum",    "total",
        "trim",  "trunc",  "typeof", "upper"};
    for (uint32_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (sqlite3_stricmp(function, names[i]) == 0) {
            return SQLITE_OK;
        }
    }
    return refuse(guard, "it calls ", function);
}

static int authorize(void *context, int action, const char *first, const char *second,
                     const char *database, const char *source) {
    (void)database, (void)source;
    struct sql_guard *guard = context;
    switch (action) {
    case SQLITE_SELECT:
        return SQLITE_OK;
    case SQLITE_READ:
        return may_read(guard, first ? first : "");
    case SQLITE_FUNCTION:
        return may_call(guard, second ? second : "");
    case SQLITE_RECURSIVE:
        return refuse(guard, "it is recursive", "");
    default:
        return refuse(guard, "it does more than read rows", "");
    }
}

/* A result other than 0 stops the query. */
static int count_steps(void *context) {
    struct sql_guard *guard = context;
    if (guard->steps_left < STEPS_BETWEEN) {
        refuse(guard, "it takes more steps than a measure may", "");
        return 1;
    }
    guard->steps_left -= STEPS_BETWEEN;
    if (now_ns() > guard->end_ns) {
        refuse(guard, "it takes longer than a measure may", "");
        return 1;
    }
    return 0;
}

void sql_guard_begin_steps(struct sql_guard *guard, sqlite3 *db, uint64_t rows) {
    rows = rows < 1000000000u ? rows : 1000000000u;
    *guard = (struct sql_guard){.db = db,
                                .steps_left = STEPS_AT_LEAST + STEPS_PER_ROW * rows,
                                .end_ns = now_ns() + TIME_AT_LEAST + TIME_PER_ROW * rows};
    guard->length_before = sqlite3_limit(db, SQLITE_LIMIT_LENGTH, LENGTH_MAX);
    sqlite3_progress_handler(db, STEPS_BETWEEN, count_steps, guard);
}

void sql_guard_begin(struct sql_guard *guard, sqlite3 *db, uint64_t rows) {
    sql_guard_begin_steps(guard, db, rows);
    sqlite3_set_authorizer(db, authorize, guard);
}

void sql_guard_end(struct sql_guard *guard) {
    sqlite3_limit(guard->db, SQLITE_LIMIT_LENGTH, guard->length_before);
    sqlite3_set_authorizer(guard->db, NULL, NULL);
    sqlite3_progress_handler(guard->db, 0, NULL, NULL);
}

const char *sql_guard_text(const struct sql_guard *guard) {
    return guard->why[0] ? guard->why : sqlite3_errmsg(guard->db);
}

int sql_guard_fail(const struct sql_guard *guard, const char *text) {
    const char *path = sqlite3_db_filename(guard->db, "main");
    return guard->why[0] ? fail_usage("%s: '%s': %s", path ? path : "", text, guard->why)
                         : rows_fail(guard->db);
}
