/* wend-lab compare: what changed between two files of rows, problem by problem. */
#include "lab/lab.h"

#include "common/messages.h"
#include "common/sample.h"
#include "lab/chosen.h"
#include "lab/rows_guard.h"
#include "lab/rows_schema.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One measure of one agent, over the problems with a value in both files. */
struct change {
    char label[200], budget[32], measure[100], p[SAMPLE_TEXT_MAX];
    const char *label_text, *budget_text, *measure_text, *p_text;
    double *before, *after; /* per pair */
    uint32_t *maps;
    uint32_t capacity;
    uint64_t pairs, lower, equal, higher;             /* `after` compared with `before` */
    double mean_before, mean_after, ratio, low, high; /* the ratio is a geometric mean */
};

static const struct column change_columns[] = {
    {"label", "agent", COLUMN_TEXT, offsetof(struct change, label_text), 0},
    {"budget", "budget", COLUMN_TEXT, offsetof(struct change, budget_text), 0},
    {"measure", "measure", COLUMN_TEXT, offsetof(struct change, measure_text), 0},
    {"pairs", "pairs", COLUMN_COUNT, offsetof(struct change, pairs), 0},
    {"lower", "lower", COLUMN_COUNT, offsetof(struct change, lower), 0},
    {"equal", "equal", COLUMN_COUNT, offsetof(struct change, equal), 0},
    {"higher", "higher", COLUMN_COUNT, offsetof(struct change, higher), 0},
    {"sign_test", "sign test", COLUMN_TEXT, offsetof(struct change, p_text), 0},
    {"before", "before", COLUMN_NUMBER, offsetof(struct change, mean_before), 3},
    {"after", "after", COLUMN_NUMBER, offsetof(struct change, mean_after), 3},
    {"ratio", "ratio", COLUMN_NUMBER, offsetof(struct change, ratio), 4},
    {"low", "95 % from", COLUMN_NUMBER, offsetof(struct change, low), 4},
    {"high", "to", COLUMN_NUMBER, offsetof(struct change, high), 4},
};

struct changes {
    struct change *items;
    uint32_t count, capacity;
    uint64_t pairs, changed; /* rows in both files, and rows that differ in a counted column */
};

/* ---- Pairs ----------------------------------------------------------------------------------- */

/* Limits for queries over both files. */
static uint64_t rows_of(const struct experiment *before, const struct experiment *after) {
    return (uint64_t)(before->rows + after->rows + before->problems + after->problems);
}

/* Matches the problems and agents of the two files. Ids may differ if the preset has changed. */
static int match_ids(sqlite3 *db, const struct experiment *before, const struct experiment *after) {
    struct bytes sql = {0};
    struct sql_guard guard;
    bytes_print(&sql,
                "DROP TABLE IF EXISTS temp.same_problem;"
                "DROP TABLE IF EXISTS temp.same_configuration;"
                "CREATE TEMP TABLE same_problem (a INTEGER PRIMARY KEY, b INTEGER, map INTEGER);"
                "CREATE TEMP TABLE same_configuration (a INTEGER PRIMARY KEY, b INTEGER);"
                "INSERT INTO same_problem SELECT x.id, y.id, dense_rank() OVER (ORDER BY x.map)"
                " FROM main.problem x JOIN other.problem"
                " y ON x.file = y.file AND x.number = y.number AND x.set_name = y.set_name AND"
                " x.problem_seed IS y.problem_seed WHERE x.experiment = %lld AND y.experiment ="
                " %lld;"
                "INSERT INTO same_configuration SELECT x.id, y.id FROM main.configuration x JOIN"
                " other.configuration y ON x.options = y.options AND x.label = y.label WHERE"
                " x.experiment = %lld AND y.experiment = %lld;",
                (long long)before->id, (long long)after->id, (long long)before->id,
                (long long)after->id);
    bytes_add_byte(&sql, 0);
    sql_guard_begin_steps(&guard, db, rows_of(before, after));
    int code = sql.failed ? fail_machine("no memory") : rows_execute(db, (const char *)sql.data);
    sql_guard_end(&guard);
    bytes_clear(&sql);
    return code;
}

static struct change *new_change(struct changes *all, const char *label, const char *budget,
                                 const char *measure) {
    if (!grow_array(&all->items, &all->capacity, all->count, sizeof *all->items)) {
        return NULL;
    }
    struct change *change = &all->items[all->count++];
    memset(change, 0, sizeof *change);
    snprintf(change->label, sizeof change->label, "%s", label);
    snprintf(change->budget, sizeof change->budget, "%s", budget);
    hide_controls(change->label);
    hide_controls(change->budget);
    snprintf(change->measure, sizeof change->measure, "%s", measure);
    return change;
}

/* An array that shares its capacity with another one. */
static bool grow_beside(void *array, uint32_t capacity, uint32_t count, size_t size) {
    return grow_array(array, &capacity, count, size);
}

static bool add_pair(struct change *change, double before, double after, uint32_t map) {
    uint32_t at = (uint32_t)change->pairs;
    if (!grow_beside(&change->after, change->capacity, at, sizeof *change->after) ||
        !grow_beside(&change->maps, change->capacity, at, sizeof *change->maps) ||
        !grow_array(&change->before, &change->capacity, at, sizeof *change->before)) {
        return false;
    }
    change->before[at] = before;
    change->after[at] = after;
    change->maps[at] = map;
    change->pairs++;
    change->lower += after < before;
    change->equal += after == before;
    change->higher += after > before;
    return true;
}

/* Reads both values of a measure for each pair of rows, by agent. */
static void write_pairs_query(struct bytes *sql, const struct experiment *before,
                              const struct experiment *after) {
    bytes_print(sql,
                "SELECT x.configuration, x.label, CASE WHEN x.time_us IS NULL THEN "
                "coalesce(x.expansions, x.frame_work)"
                " ELSE x.time_us || ' us' END, x.measured, y.measured, p.map FROM"
                " temp.measured_before x"
                " JOIN temp.same_problem p ON p.a = x.problem JOIN temp.same_configuration c ON"
                " c.a = x.configuration JOIN temp.measured_after y ON y.problem = p.b AND"
                " y.configuration = c.b WHERE x.experiment = %lld AND y.experiment = %lld AND"
                " x.measured IS NOT NULL AND y.measured IS NOT NULL"
                " ORDER BY x.configuration, x.problem",
                (long long)before->id, (long long)after->id);
    bytes_add_byte(sql, 0);
}

/* Views of the values: in a join, column names would be ambiguous. */
static int make_views(sqlite3 *db, const char *measure) {
    struct bytes sql = {0};
    bytes_print(&sql,
                "DROP VIEW IF EXISTS temp.measured_before; DROP VIEW IF EXISTS temp.measured_after;"
                "CREATE TEMP VIEW measured_before AS SELECT *, (%s) AS measured FROM main.rows;"
                "CREATE TEMP VIEW measured_after AS SELECT *, (%s) AS measured FROM other.rows;",
                measure, measure);
    bytes_add_byte(&sql, 0);
    int code = sql.failed ? fail_machine("no memory") : rows_execute(db, (const char *)sql.data);
    bytes_clear(&sql);
    return code;
}

static int add_pairs(sqlite3 *db, const char *sql, const struct sql_guard *guard,
                     const char *measure, struct changes *all) {
    sqlite3_stmt *query = NULL;
    int step = sqlite3_prepare_v2(db, sql, -1, &query, NULL);
    step = step == SQLITE_OK ? SQLITE_ROW : step;
    int code = 0;
    int64_t last = -1;
    struct change *change = NULL;
    while (!code && step == SQLITE_ROW && (step = sqlite3_step(query)) == SQLITE_ROW) {
        if (!change || sqlite3_column_int64(query, 0) != last) {
            last = sqlite3_column_int64(query, 0);
            change = new_change(all, rows_text(query, 1), rows_text(query, 2), measure);
        }
        bool added = change && add_pair(change, sqlite3_column_double(query, 3),
                                        sqlite3_column_double(query, 4),
                                        (uint32_t)sqlite3_column_int(query, 5));
        code = added ? 0 : fail_machine("no memory");
    }
    if (!code && step != SQLITE_DONE) {
        code = sql_guard_fail(guard, measure);
    }
    sqlite3_finalize(query);
    return code;
}

static int add_measure(sqlite3 *db, const struct experiment *before, const struct experiment *after,
                       const char *measure, struct changes *all) {
    struct bytes sql = {0};
    struct sql_guard guard;
    int code = make_views(db, measure);
    write_pairs_query(&sql, before, after);
    sql_guard_begin(&guard, db, rows_of(before, after));
    if (!code) {
        code = sql.failed ? fail_machine("no memory")
                          : add_pairs(db, (const char *)sql.data, &guard, measure, all);
    }
    sql_guard_end(&guard);
    bytes_clear(&sql);
    return code;
}

/* Counts rows that differ in a column that is counted, not timed. */
static int count_changed(sqlite3 *db, int64_t before, int64_t after, struct changes *all) {
    char sql[2048];
    snprintf(sql, sizeof sql,
             "SELECT count(*), sum(x.status <> y.status OR x.cost IS NOT y.cost OR x.moves <>"
             " y.moves OR x.ticks <> y.ticks OR x.expansions_done <> y.expansions_done OR x.updates"
             " <> y.updates OR x.restarts <> y.restarts OR x.backtracks <> y.backtracks)"
             " FROM main.run x JOIN temp.same_problem p ON p.a = x.problem JOIN"
             " temp.same_configuration c ON c.a = x.configuration JOIN other.run y ON y.problem ="
             " p.b AND y.configuration = c.b WHERE x.experiment = %lld AND y.experiment = %lld",
             (long long)before, (long long)after);
    sqlite3_stmt *query = NULL;
    int code = rows_prepare(db, sql, &query);
    int step = code ? SQLITE_ROW : sqlite3_step(query);
    if (step != SQLITE_ROW) {
        code = rows_fail(db);
    }
    if (!code) {
        all->pairs = (uint64_t)sqlite3_column_int64(query, 0);
        all->changed = (uint64_t)sqlite3_column_int64(query, 1);
    }
    sqlite3_finalize(query);
    return code;
}

/* ---- Printing -------------------------------------------------------------------------------- */

/* The bootstrap draws whole maps, because problems of one map are not independent. */
static int finish_change(struct change *c) {
    struct comparison result = {0};
    struct sample after = {c->after, c->maps, (uint32_t)c->pairs};
    struct sample before = {c->before, c->maps, (uint32_t)c->pairs};
    struct estimate of_before = {0}, of_after = {0};
    int code = compare_pairs(&after, &before, &result);
    if (!code) {
        code = sample_estimate(SAMPLE_MEAN, &before, NULL, &of_before);
    }
    if (!code) {
        code = sample_estimate(SAMPLE_MEAN, &after, NULL, &of_after);
    }
    format_p(c->p, result.sign_p);
    c->mean_before = of_before.value;
    c->mean_after = of_after.value;
    c->ratio = result.geometric_ratio.value;
    c->low = result.geometric_ratio.low;
    c->high = result.geometric_ratio.high;
    return code;
}

static void free_pairs(struct change *c) {
    free(c->before);
    free(c->after);
    free(c->maps);
}

/* Prints all measures, or without `all` those that have changed. */
static int print_changes(struct changes *all, bool show_all, table_format format) {
    uint32_t shown = 0;
    int code = 0;
    for (uint32_t i = 0; i < all->count; i++) {
        struct change *c = &all->items[i];
        if (!code && (show_all || c->lower + c->higher > 0)) {
            code = finish_change(c);
            free_pairs(c);
            all->items[shown++] = *c;
        } else {
            free_pairs(c);
        }
    }
    all->count = 0;
    for (uint32_t i = 0; i < shown; i++) { /* their addresses have changed */
        struct change *c = &all->items[i];
        c->label_text = c->label;
        c->budget_text = c->budget;
        c->measure_text = c->measure;
        c->p_text = c->p;
    }
    return code ? code
           : shown || format != TABLE_ALIGNED
               ? print_table(format, change_columns, sizeof change_columns / sizeof *change_columns,
                             all->items, sizeof *all->items, shown)
               : 0;
}

static void print_heading(const struct experiment *before, const struct experiment *after,
                          const struct changes *all) {
    printf("%s: wend %s (%s) and wend %s (%s)\n", before->preset, before->version, before->compiler,
           after->version, after->compiler);
    if (strcmp(before->preset_text, after->preset_text) != 0) {
        printf("the preset has changed\n");
    }
    printf(
        "%llu rows in both, %llu of them differ in a counted column; %lld only before, %lld only "
        "after\n",
        (unsigned long long)all->pairs, (unsigned long long)all->changed,
        (long long)before->rows - (long long)all->pairs,
        (long long)after->rows - (long long)all->pairs);
}

static int compare_experiment(sqlite3 *db, const struct experiment *before,
                              const struct experiment *after, bool show_all, table_format format) {
    struct preset preset = {0};
    struct changes all = {0};
    int code = rows_read_preset(sqlite3_db_filename(db, "main"), before, &preset);
    if (!code) {
        code = match_ids(db, before, after);
    }
    if (!code) {
        code = count_changed(db, before->id, after->id, &all);
    }
    for (uint32_t i = 0; !code && i < preset.measures.count; i++) {
        code = add_measure(db, before, after, preset.measures.items[i], &all);
    }
    if (!code && format == TABLE_ALIGNED) {
        print_heading(before, after, &all);
    }
    if (!code) {
        code = print_changes(&all, show_all, format);
    }
    for (uint32_t i = 0; i < all.count; i++) { /* after an error, none were printed */
        free_pairs(&all.items[i]);
    }
    free(all.items);
    preset_clear(&preset);
    return code;
}

/* ---- The command ----------------------------------------------------------------------------- */

static int attach_other(sqlite3 *db, const char *path) {
    sqlite3_stmt *statement = NULL;
    int code = rows_prepare(db, "ATTACH ? AS other", &statement);
    if (!code) {
        sqlite3_bind_text(statement, 1, path, -1, SQLITE_TRANSIENT);
        code = sqlite3_step(statement) == SQLITE_DONE ? 0 : rows_fail(db);
    }
    sqlite3_finalize(statement);
    return code;
}

static int compare_all(struct rows *a, struct rows *b, bool show_all, table_format format) {
    const struct experiment *before = NULL, *after = NULL;
    uint32_t before_count = 0, after_count = 0, compared = 0;
    int code = rows_experiments(a, &before, &before_count);
    if (!code) {
        code = rows_experiments(b, &after, &after_count);
    }
    for (uint32_t i = 0; !code && i < before_count; i++) {
        for (uint32_t j = 0; !code && j < after_count; j++) {
            if (strcmp(before[i].preset, after[j].preset) == 0) {
                compared++;
                code =
                    compare_experiment(rows_connection(a), &before[i], &after[j], show_all, format);
            }
        }
    }
    return code || compared ? code : fail_usage("the two files have no experiment in common");
}

static int compare_files(poptContext context, bool show_all, table_format format) {
    const char *first = poptGetArg(context), *second = poptGetArg(context);
    if (!first || !second || poptGetArg(context)) {
        return fail_usage("expected two files: BEFORE.db and AFTER.db");
    }
    struct rows *a = NULL, *b = NULL;
    int code = rows_open(first, &a);
    if (!code) {
        code = rows_open(second, &b);
    }
    if (!code) {
        code = attach_other(rows_connection(a), second);
    }
    if (!code) { /* for temporary tables, which are in neither file */
        code = rows_execute(rows_connection(a), "PRAGMA query_only = OFF");
    }
    if (!code) {
        code = compare_all(a, b, show_all, format);
    }
    rows_close(a);
    rows_close(b);
    return code;
}

int lab_compare(int argc, const char **argv) {
    int all = 0, json = 0, csv = 0;
    const struct poptOption table[] = {
        {"all", 0, POPT_ARG_NONE, &all, 0, "also print measures that have not changed", NULL},
        {"json", 0, POPT_ARG_NONE, &json, 0, "print a JSON array", NULL},
        {"csv", 0, POPT_ARG_NONE, &csv, 0, "print CSV", NULL},
        {"help", 'h', POPT_ARG_NONE, NULL, 'h', "this text", NULL},
        POPT_TABLEEND};
    poptContext context = NULL;
    table_format format = TABLE_ALIGNED;
    int code =
        parse_options(&context, argc, argv, table, "wend-lab compare", "BEFORE.db AFTER.db",
                      "Compares two files of rows, problem by problem. The ratio is the geometric "
                      "mean of after / before, with an interval from a bootstrap over whole maps.");
    if (!code) {
        code = read_format(json, csv, &format);
    }
    if (!code) {
        code = compare_files(context, all, format);
    }
    finish_options(context, table);
    return code < 0 ? EXIT_DONE : code;
}
