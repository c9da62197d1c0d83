#include "lab/rows.h"

#include "common/messages.h"
#include "lab/rows_schema.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct rows {
    sqlite3 *db;
    struct experiment *experiments;
    uint32_t experiment_count;
};

static char *copy_text(sqlite3_stmt *query, int column) {
    const char *text = (const char *)sqlite3_column_text(query, column);
    return strdup(text ? text : "");
}

static bool read_experiment(sqlite3_stmt *query, struct experiment *out) {
    char **const texts[] = {(char **)&out->preset,  (char **)&out->preset_text,
                            (char **)&out->mode,    (char **)&out->source,
                            (char **)&out->version, (char **)&out->compiler,
                            (char **)&out->machine, (char **)&out->data_folder};
    bool ok = true;
    *out = (struct experiment){.id = sqlite3_column_int64(query, 0)};
    for (int i = 0; i < 8; i++) {
        *texts[i] = copy_text(query, i + 1);
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
    }
    if (!code && step != SQLITE_DONE) {
        code = rows_fail(rows->db);
    }
    sqlite3_finalize(query);
    return code;
}

int rows_open(const char *path, struct rows **out) {
    *out = calloc(1, sizeof **out);
    if (!*out) {
        return fail_machine("no memory");
    }
    int code = rows_connect(path, 0, &(*out)->db);
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

/* ---- Values ------------------------------------------------------------------------------------
 */

/* The names of the maps so far. */
struct clusters {
    struct bytes names; /* one after the other, each with its end */
    int64_t count;
};

/* The number of a map: they are few. */
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

static bool add_value(sqlite3_stmt *query, struct clusters *clusters, struct row_values *out,
                      uint32_t *capacity) {
    if (!grow_array(&out->items, capacity, out->count, sizeof *out->items)) {
        return false;
    }
    out->items[out->count++] = (struct row_value){
        .configuration = sqlite3_column_int64(query, 0),
        .problem = sqlite3_column_int64(query, 1),
        .cluster = cluster_of(clusters, (const char *)sqlite3_column_text(query, 2)),
        .value = sqlite3_column_double(query, 3)};
    const char *at = (const char *)sqlite3_column_text(query, 4);
    bytes_add(&out->texts, at ? at : "", strlen(at ? at : "") + 1);
    return !out->texts.failed && !clusters->names.failed;
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
    sqlite3_stmt *query = NULL;
    int code = sql.failed ? fail_machine("no memory")
                          : rows_prepare(rows->db, (const char *)sql.data, &query);
    uint32_t capacity = 0;
    int step = SQLITE_ROW;
    struct clusters clusters = {0};
    while (!code && (step = sqlite3_step(query)) == SQLITE_ROW) {
        code = add_value(query, &clusters, out, &capacity) ? 0 : fail_machine("no memory");
    }
    if (!code && step != SQLITE_DONE) {
        code = rows_fail(rows->db);
    }
    sqlite3_finalize(query);
    bytes_clear(&sql);
    bytes_clear(&clusters.names);
    size_t at = 0;
    for (uint32_t i = 0; !code && i < out->count; i++) {
        /* Not before: the buffer moves as it grows. */
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

bool rows_check_sql(const char *text, char *why, size_t size) {
    static sqlite3 *empty; /* tables without rows, made once */
    sqlite3_stmt *query = NULL;
    if (!empty && rows_connect(":memory:", 1, &empty) != 0) {
        snprintf(why, size, "no memory");
        return false;
    }
    struct bytes sql = {0};
    bytes_print(&sql, "SELECT (%s) FROM rows", text);
    bytes_add_byte(&sql, 0);
    const char *rest = "";
    /* Aggregates would make one row of all of them. */
    bool ok = !sql.failed &&
              sqlite3_prepare_v2(empty, (const char *)sql.data, -1, &query, &rest) == SQLITE_OK &&
              !*rest && sqlite3_step(query) == SQLITE_DONE;
    if (!ok) {
        snprintf(why, size, "%s",
                 sqlite3_errcode(empty) == SQLITE_ROW ? "it is about several rows"
                 : *rest                              ? "it is more than an expression"
                                                      : sqlite3_errmsg(empty));
    }
    sqlite3_finalize(query);
    bytes_clear(&sql);
    return ok;
}
