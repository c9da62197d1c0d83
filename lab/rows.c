#include "lab/rows.h"

#include "common/messages.h"
#include "lab/rows_guard.h"
#include "lab/rows_schema.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct rows {
    sqlite3 *db;
    struct experiment *experiments;
    uint32_t experiment_count;
};

/* Returns a column as text without control characters, which the caller frees; NULL if out of
 * memory. */
static char *copy_text(sqlite3_stmt *query, int column) {
    char *copy = strdup(rows_text(query, column));
    if (copy) {
        hide_controls(copy);
    }
    return copy;
}

/* ---- Experiments ----------------------------------------------------------------------------- */

/* Names are used as file names, and as ids on pages. */
static bool is_name(const char *text) {
    return *text && *text != '.' && strlen(text) <= 200 && !strpbrk(text, "/\\\"'<>&?");
}

static bool is_one_of(const char *text, const char *one, const char *other) {
    return strcmp(text, one) == 0 || strcmp(text, other) == 0;
}

/* Returns what is wrong with an experiment; NULL if it is valid. */
static const char *find_fault(const struct experiment *e) {
    const int64_t counts[] = {e->problems, e->configurations, e->rows_wanted};
    for (uint32_t i = 0; i < 3; i++) {
        if (counts[i] < 0 || counts[i] > UINT32_MAX) {
            return "a count is out of range";
        }
    }
    return !is_name(e->preset) ? "the name of the preset is not a valid file name"
           : !is_one_of(e->mode, "full", "quick")       ? "'mode' is neither full nor quick"
           : !is_one_of(e->source, "data", "generated") ? "'source' is neither data nor generated"
           : e->shards < 1 || e->shards > SHARDS_MAX || e->shard < 0 || e->shard >= e->shards
               ? "the shard is out of range"
               : NULL;
}

static bool read_experiment(sqlite3_stmt *query, struct experiment *out) {
    char **const texts[] = {(char **)&out->preset,  (char **)&out->preset_text,
                            (char **)&out->mode,    (char **)&out->source,
                            (char **)&out->version, (char **)&out->compiler,
                            (char **)&out->machine, (char **)&out->data_folder};
    bool ok = true;
    *out = (struct experiment){.id = sqlite3_column_int64(query, 0)};
    for (int i = 0; i < 8; i++) {
        bool is_preset =
            i == 1; /* keeps its line breaks; its characters are checked when it is read */
        *texts[i] = is_preset ? strdup(rows_text(query, i + 1)) : copy_text(query, i + 1);
        ok = ok && *texts[i];
    }
    out->problems = sqlite3_column_int64(query, 9);
    out->configurations = sqlite3_column_int64(query, 10);
    out->rows_wanted = sqlite3_column_int64(query, 11);
    out->rows = sqlite3_column_int64(query, 12);
    out->shard = sqlite3_column_int64(query, 13);
    out->shards = sqlite3_column_int64(query, 14);
    return ok;
}

static int load_experiments(struct rows *rows) {
    sqlite3_stmt *query = NULL;
    int code = rows_prepare(
        rows->db,
        "SELECT id, preset, preset_text, mode, source, version, compiler, machine,"
        " data_folder, problems, configurations, rows_wanted, (SELECT count(*) FROM run WHERE"
        " run.experiment = experiment.id), shard, shards FROM experiment ORDER BY id",
        &query);
    uint32_t capacity = 0;
    int step = SQLITE_ROW;
    while (!code && (step = sqlite3_step(query)) == SQLITE_ROW) {
        bool ok = grow_array(&rows->experiments, &capacity, rows->experiment_count,
                             sizeof *rows->experiments);
        ok = ok && read_experiment(query, &rows->experiments[rows->experiment_count++]);
        code = ok ? 0 : fail_machine("no memory");
        const char *fault = ok ? find_fault(&rows->experiments[rows->experiment_count - 1]) : NULL;
        if (fault) {
            code = fail_usage("%s: experiment %lld: %s", sqlite3_db_filename(rows->db, "main"),
                              (long long)sqlite3_column_int64(query, 0), fault);
        }
    }
    if (!code && step != SQLITE_DONE) {
        code = rows_fail(rows->db);
    }
    sqlite3_finalize(query);
    return code;
}

uint64_t rows_count(const struct rows *rows) {
    uint64_t count = 0;
    for (uint32_t i = 0; i < rows->experiment_count; i++) {
        count += (uint64_t)rows->experiments[i].rows;
    }
    return count;
}

int rows_open(const char *path, struct rows **out) {
    *out = calloc(1, sizeof **out);
    if (!*out) {
        return fail_machine("no memory");
    }
    int code = rows_connect(path, ROWS_READ, &(*out)->db);
    if (!code) {
        code = load_experiments(*out);
    }
    if (code) {
        rows_close(*out);
        *out = NULL;
    }
    return code;
}

void rows_close(struct rows *rows) {
    for (uint32_t i = 0; rows && i < rows->experiment_count; i++) {
        const struct experiment *e = &rows->experiments[i];
        const char *const texts[] = {e->preset,  e->preset_text, e->mode,    e->source,
                                     e->version, e->compiler,    e->machine, e->data_folder};
        for (uint32_t t = 0; t < 8; t++) {
            free((char *)texts[t]);
        }
    }
    if (rows) {
        free(rows->experiments);
        sqlite3_close(rows->db);
    }
    free(rows);
}

struct sqlite3 *rows_connection(struct rows *rows) {
    return rows->db;
}

int rows_experiments(struct rows *rows, const struct experiment **out, uint32_t *count) {
    *out = rows->experiments;
    *count = rows->experiment_count;
    return 0;
}

/* ---- Values ---------------------------------------------------------------------------------- */

/* The names of the maps found so far. */
struct clusters {
    struct bytes names; /* each 0-terminated */
    int64_t count;
};

#define CLUSTERS_MAX 10000

/* Returns the number of a map, by linear search: maps are few. */
static int64_t cluster_of(struct clusters *clusters, const char *map) {
    size_t at = 0;
    for (int64_t i = 0; i < clusters->count; i++) {
        const char *name = (const char *)clusters->names.data + at;
        if (strcmp(name, map) == 0) {
            return i;
        }
        at += strlen(name) + 1;
    }
    bytes_add(&clusters->names, map, strlen(map) + 1);
    return clusters->count++;
}

static int add_value(sqlite3_stmt *query, struct clusters *clusters, struct row_values *out,
                     uint32_t *capacity) {
    if (!grow_array(&out->items, capacity, out->count, sizeof *out->items)) {
        return fail_machine("no memory");
    }
    out->items[out->count++] =
        (struct row_value){.configuration = sqlite3_column_int64(query, 0),
                           .problem = sqlite3_column_int64(query, 1),
                           .cluster = cluster_of(clusters, rows_text(query, 2)),
                           .value = sqlite3_column_double(query, 3)};
    const char *at = rows_text(query, 4);
    bytes_add(&out->texts, at, strlen(at) + 1);
    if (clusters->count > CLUSTERS_MAX) {
        return fail_usage("%s: more than %d maps",
                          sqlite3_db_filename(sqlite3_db_handle(query), "main"), CLUSTERS_MAX);
    }
    return out->texts.failed || clusters->names.failed ? fail_machine("no memory") : 0;
}

/* Runs a query of rows_read. `measure` is named in messages. */
static int read_values(struct rows *rows, const char *sql, const char *measure,
                       struct row_values *out) {
    struct sql_guard guard;
    struct clusters clusters = {0};
    sqlite3_stmt *query = NULL;
    uint32_t capacity = 0;
    sql_guard_begin(&guard, rows->db, rows_count(rows));
    int step = sqlite3_prepare_v2(rows->db, sql, -1, &query, NULL);
    step = step == SQLITE_OK ? SQLITE_ROW : step;
    int code = 0;
    while (!code && step == SQLITE_ROW && (step = sqlite3_step(query)) == SQLITE_ROW) {
        code = add_value(query, &clusters, out, &capacity);
    }
    if (!code && step != SQLITE_DONE) {
        code = sql_guard_fail(&guard, measure);
    }
    sqlite3_finalize(query);
    sql_guard_end(&guard);
    bytes_clear(&clusters.names);
    return code;
}

int rows_read(struct rows *rows, int64_t experiment, const char *measure, const char *where,
              const char *each, struct row_values *out) {
    *out = (struct row_values){0};
    struct bytes sql = {0};
    bytes_print(&sql,
                "SELECT configuration, problem, map, measured, point FROM (SELECT *, (%s) AS"
                " measured, (%s) AS point FROM rows WHERE experiment = %lld AND (%s)%s) WHERE"
                " measured IS NOT NULL ORDER BY point, configuration, problem",
                measure, each ? each : "''", (long long)experiment, where ? where : "1",
                strstr(measure, "status") ? "" : " AND status = 'arrived'");
    bytes_add_byte(&sql, 0);
    int code = sql.failed ? fail_machine("no memory")
                          : read_values(rows, (const char *)sql.data, measure, out);
    bytes_clear(&sql);
    size_t at = 0;
    for (uint32_t i = 0; !code && i < out->count; i++) {
        /* Only now, because the buffer moves when it grows. */
        out->items[i].at = (const char *)out->texts.data + at;
        at += strlen(out->items[i].at) + 1;
    }
    return code;
}

void row_values_clear(struct row_values *values) {
    free(values->items);
    bytes_clear(&values->texts);
    *values = (struct row_values){0};
}

/* Returns whether `query`, with the text in it, can be run. Aggregates are refused: they would
 * return one row for an empty table. */
static bool can_run(struct sql_guard *guard, const char *format, const char *text, char *why,
                    size_t size) {
    struct bytes sql = {0};
    bytes_print(&sql, format, text);
    bytes_add_byte(&sql, 0);
    sqlite3_stmt *query = NULL;
    const char *rest = "";
    int step = sql.failed
                   ? SQLITE_NOMEM
                   : sqlite3_prepare_v2(guard->db, (const char *)sql.data, -1, &query, &rest);
    step = step == SQLITE_OK && !*rest ? sqlite3_step(query) : step;
    if (step != SQLITE_DONE) {
        snprintf(why, size, "%s",
                 step == SQLITE_ROW ? "it is an aggregate of several rows"
                 : *rest            ? "it is more than an expression"
                                    : sql_guard_text(guard));
    }
    sqlite3_finalize(query);
    bytes_clear(&sql);
    return step == SQLITE_DONE;
}

bool rows_check_sql(const char *text, char *why, size_t size) {
    static sqlite3 *empty; /* tables without rows, created once */
    if (!empty && rows_connect(":memory:", ROWS_CREATE, &empty) != 0) {
        snprintf(why, size, "no memory");
        return false;
    }
    struct sql_guard guard;
    sql_guard_begin(&guard, empty, 0);
    /* A text with unbalanced brackets cannot be valid in both. */
    bool ok = can_run(&guard, "SELECT (%s) FROM rows", text, why, size) &&
              can_run(&guard, "SELECT ((%s)) FROM rows", text, why, size);
    sql_guard_end(&guard);
    return ok;
}
