#include "lab/rows_write.h"

#include "common/messages.h"
#include "lab/rows_schema.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#define COMMIT_NS 100000000u

struct rows_writer {
    const struct plan *plan;
    sqlite3 *db;
    sqlite3_stmt *insert;
    int64_t experiment;
    uint8_t *done;     /* one bit per problem and configuration */
    uint64_t waiting;  /* rows in the transaction */
    uint64_t begun_ns; /* of the transaction */
};

/* ---- Machine and compiler -------------------------------------------------------------------- */

#if defined(__clang__)
#define COMPILER "clang " __clang_version__
#elif defined(__GNUC__)
#define COMPILER "gcc " __VERSION__
#else
#define COMPILER "unknown"
#endif

const char *compiler_text(void) {
    return COMPILER;
}

/* Reads the name of the processor on Linux. Elsewhere the architecture is enough. */
static void processor_text(char *out, size_t size) {
    out[0] = 0;
    FILE *file = fopen("/proc/cpuinfo", "r");
    char line[256];
    while (file && !out[0] && fgets(line, sizeof line, file)) {
        const char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) == 0 && colon) {
            line[strcspn(line, "\n")] = 0;
            snprintf(out, size, "%s", colon + 2);
        }
    }
    if (file) {
        fclose(file);
    }
}

void machine_text(char *out, size_t size) {
    struct utsname name = {0};
    char processor[200];
    uname(&name);
    processor_text(processor, sizeof processor);
    snprintf(out, size, "%s %s, %s, %ld processors", name.sysname, name.machine,
             processor[0] ? processor : "unknown", sysconf(_SC_NPROCESSORS_ONLN));
}

/* ---- Binding values -------------------------------------------------------------------------- */

/* A statement whose values are bound in order. */
struct binder {
    sqlite3_stmt *statement;
    int next;
};

static void bind_count(struct binder *b, uint64_t value) {
    sqlite3_bind_int64(b->statement, b->next++, (sqlite3_int64)value);
}

static void bind_null(struct binder *b) {
    sqlite3_bind_null(b->statement, b->next++);
}

static void bind_count_if(struct binder *b, bool there, uint64_t value) {
    if (there) {
        bind_count(b, value);
    } else {
        bind_null(b);
    }
}

static void bind_number(struct binder *b, double value) {
    if (isfinite(value)) {
        sqlite3_bind_double(b->statement, b->next++, value);
    } else {
        bind_null(b);
    }
}

static void bind_text(struct binder *b, const char *text) {
    sqlite3_bind_text(b->statement, b->next++, text, -1, SQLITE_TRANSIENT);
}

static void bind_text_if(struct binder *b, bool there, const char *text) {
    if (there) {
        bind_text(b, text);
    } else {
        bind_null(b);
    }
}

/* Runs a statement that returns no rows, and resets it for the next values. */
static int finish(struct rows_writer *w, sqlite3_stmt *statement) {
    int step = sqlite3_step(statement);
    int code = step == SQLITE_DONE ? 0 : rows_fail(w->db);
    sqlite3_reset(statement);
    return code;
}

/* ---- Adding the experiment ------------------------------------------------------------------- */

static int insert_experiment(struct rows_writer *w, const char *checksum) {
    const struct plan *plan = w->plan;
    sqlite3_stmt *statement = NULL;
    char machine[512];
    machine_text(machine, sizeof machine);
    int code = rows_prepare(w->db,
                            "INSERT INTO experiment VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,"
                            " ?, ?, ?)",
                            &statement);
    if (!code) {
        struct binder b = {statement, 1};
        bind_text(&b, plan->preset->name);
        bind_text(&b, plan->preset->text);
        bind_text(&b, checksum);
        bind_text(&b, plan->quick ? "quick" : "full");
        bind_text(&b, plan->data ? "data" : "generated");
        bind_text(&b, wend_version());
        bind_text(&b, compiler_text());
        bind_text(&b, machine);
        bind_count(&b, plan->problem_count);
        bind_count(&b, plan->preset->configuration_count);
        bind_count(&b, plan_rows(plan));
        bind_count(&b, plan->shard);
        bind_count(&b, plan->shards);
        if (plan->data) {
            bind_text(&b, plan->data);
        } else {
            bind_null(&b);
        }
        code = finish(w, statement);
        w->experiment = sqlite3_last_insert_rowid(w->db);
    }
    sqlite3_finalize(statement);
    return code;
}

static int insert_inputs(struct rows_writer *w) {
    sqlite3_stmt *statement = NULL;
    int code = rows_prepare(w->db, "INSERT INTO input VALUES (?, ?, ?)", &statement);
    for (uint32_t i = 0; !code && i < w->plan->input_count; i++) {
        struct binder b = {statement, 1};
        bind_count(&b, (uint64_t)w->experiment);
        bind_text(&b, w->plan->inputs[i].file);
        bind_text(&b, w->plan->inputs[i].checksum);
        code = finish(w, statement);
    }
    sqlite3_finalize(statement);
    return code;
}

static int insert_problem(struct rows_writer *w, sqlite3_stmt *statement, uint32_t id) {
    static const char *const corners[] = {"never", "one", "always"};
    const struct plan_problem *p = &w->plan->problems[id];
    const struct problem_set *set = &w->plan->preset->sets[p->set];
    struct binder b = {statement, 1};
    bind_count(&b, (uint64_t)w->experiment);
    bind_count(&b, id);
    bind_text(&b, set->name);
    bind_text(&b, p->origin->file);
    bind_count(&b, p->problem->line);
    bind_text(&b, p->origin->map);
    bind_count_if(&b, p->origin->seed != 0, p->origin->seed);
    bind_number(&b, p->problem->optimal);
    if (source_is_grid(set->source)) {
        map_options options = set->map;
        wend_map_def def;
        read_map_def(&options, &def); /* checked when the preset was read */
        bind_count(&b, def.neighbors);
        bind_text(&b, corners[def.corners]);
    } else {
        bind_null(&b);
        bind_null(&b);
    }
    bind_count_if(&b, set->units != 0, set->units);
    bind_text_if(&b, set->units != 0, order_name(set->order));
    return finish(w, statement);
}

static int insert_problems(struct rows_writer *w) {
    sqlite3_stmt *statement = NULL;
    int code = rows_prepare(
        w->db, "INSERT INTO problem VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", &statement);
    for (uint32_t i = 0; !code && i < w->plan->problem_count; i++) {
        code = insert_problem(w, statement, i);
    }
    sqlite3_finalize(statement);
    return code;
}

/* Binds a switch as 0 or 1, or NULL if the algorithm does not read it. The default is off, except
 * for "auto", where it depends on the map. */
static void bind_switch(struct binder *b, const struct setting *s, wend_parameter parameter) {
    uint64_t value = wend_agent_def_get(&s->def, parameter);
    bool is_auto = s->def.algo == wend_algo_auto();
    bind_count_if(b, algo_reads(s->algo, parameter) && (value || !is_auto), value == WEND_ON);
}

static void bind_parameter(struct binder *b, const struct setting *s, wend_parameter parameter) {
    bind_count_if(b, algo_reads(s->algo, parameter), setting_value(s, parameter));
}

static void bind_terrain(struct binder *b, const struct setting *s) {
    char text[32] = "known";
    if (s->hidden && s->known_permille) {
        snprintf(text, sizeof text, "%g%%", s->known_permille / 10.0);
    } else if (s->hidden) {
        snprintf(text, sizeof text, "unknown");
    }
    bind_text(b, text);
}

static int insert_configuration(struct rows_writer *w, sqlite3_stmt *statement, uint32_t id) {
    const struct configuration *c = &w->plan->preset->configurations[id];
    const struct setting *s = &c->setting;
    struct binder b = {statement, 1};
    bind_count(&b, (uint64_t)w->experiment);
    bind_count(&b, id);
    bind_text(&b, c->label);
    bind_text(&b, c->options);
    bind_text(&b, s->algo);
    bind_count_if(&b, !s->time_ns && !is_fleet(c), s->budget);
    bind_number(&b, setting_time_us(s));
    bind_number(&b, algo_reads(s->algo, WEND_PARAMETER_WEIGHT_PERMILLE) ? s->weight : NAN);
    bind_number(&b, algo_reads(s->algo, WEND_PARAMETER_EXPAND_PERMILLE) ? s->r : NAN);
    bind_parameter(&b, s, WEND_PARAMETER_TRACE_PER_EXPANSION);
    bind_number(&b, s->depth);
    bind_number(&b, s->queue);
    bind_number(&b, configuration_level(c));
    bind_number(&b, s->gamma);
    bind_switch(&b, s, WEND_PARAMETER_COMMIT);
    bind_switch(&b, s, WEND_PARAMETER_SHORTCUT);
    bind_switch(&b, s, WEND_PARAMETER_REOPEN);
    if (algo_reads(s->algo, WEND_PARAMETER_MOVES)) {
        bind_text(&b, setting_value(s, WEND_PARAMETER_MOVES) == WEND_MOVES_ONE ? "one" : "all");
    } else {
        bind_null(&b);
    }
    bind_terrain(&b, s);
    bind_count_if(&b, s->hidden && s->sight, s->sight);
    bind_count(&b, s->trials);
    bind_count(&b, s->seed);
    bind_count(&b, s->max_ticks);
    bind_number(&b, s->action_ns ? (double)s->action_ns / 1e3 : NAN);
    bind_text_if(&b, is_fleet(c), waiting_name(c->fleet.waiting));
    bind_count_if(&b, is_fleet(c) && !s->time_ns, c->fleet.budget);
    return finish(w, statement);
}

static int insert_configurations(struct rows_writer *w) {
    sqlite3_stmt *statement = NULL;
    int code = rows_prepare(w->db,
                            "INSERT INTO configuration VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,"
                            " ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                            &statement);
    for (uint32_t i = 0; !code && i < w->plan->preset->configuration_count; i++) {
        code = insert_configuration(w, statement, i);
    }
    sqlite3_finalize(statement);
    return code;
}

/* Adds the experiment in one transaction. */
static int enter(struct rows_writer *w, const char *checksum) {
    int code = rows_execute(w->db, "BEGIN IMMEDIATE");
    if (!code) {
        code = insert_experiment(w, checksum);
    }
    if (!code) {
        code = insert_inputs(w);
    }
    if (!code) {
        code = insert_problems(w);
    }
    if (!code) {
        code = insert_configurations(w);
    }
    if (!code) {
        code = rows_execute(w->db, "COMMIT");
    }
    if (code) {
        sqlite3_exec(w->db, "ROLLBACK", NULL, NULL, NULL);
    }
    return code;
}

/* ---- Continuing an experiment ---------------------------------------------------------------- */

static int differs(const struct rows_writer *w, const char *what, const char *old,
                   const char *now) {
    return fail_usage(
        "%s: contains rows of '%s' with a different %s (%s, now %s); choose another file "
        "with --db, or remove it",
        sqlite3_db_filename(w->db, "main"), w->plan->preset->name, what, old, now);
}

static int check_same(const struct rows_writer *w, sqlite3_stmt *found, const char *checksum) {
    const struct plan *plan = w->plan;
    char machine[512], shard[64], rows[32];
    machine_text(machine, sizeof machine);
    snprintf(shard, sizeof shard, "%u of %u", plan->shard + 1, plan->shards);
    snprintf(rows, sizeof rows, "%llu", (unsigned long long)plan_rows(plan));
    const struct {
        const char *what, *now;
    } columns[] = {{"preset (checksum)", checksum},
                   {"mode", plan->quick ? "quick" : "full"},
                   {"source of problems", plan->data ? "data" : "generated"},
                   {"version of wend", wend_version()},
                   {"shard", shard},
                   {"number of runs", rows},
                   {"machine", machine},
                   {"compiler", compiler_text()}};
    /* Counts are the same on every machine, times are not. */
    int checked = plan->preset->timed ? 8 : 6;
    for (int i = 0; i < checked; i++) {
        const char *old = (const char *)sqlite3_column_text(found, i + 1);
        if (!old || strcmp(old, columns[i].now) != 0) {
            return differs(w, columns[i].what, old ? old : "", columns[i].now);
        }
    }
    return 0;
}

static int check_inputs(struct rows_writer *w) {
    sqlite3_stmt *query = NULL;
    int code =
        rows_prepare(w->db, "SELECT checksum FROM input WHERE experiment = ? AND file = ?", &query);
    for (uint32_t i = 0; !code && i < w->plan->input_count; i++) {
        const struct input *input = &w->plan->inputs[i];
        struct binder b = {query, 1};
        bind_count(&b, (uint64_t)w->experiment);
        bind_text(&b, input->file);
        int step = sqlite3_step(query);
        const char *old = step == SQLITE_ROW ? rows_text(query, 0) : "none";
        if (step != SQLITE_ROW && step != SQLITE_DONE) {
            code = rows_fail(w->db);
        } else if (strcmp(old, input->checksum) != 0) {
            code = differs(w, input->file, old, input->checksum);
        }
        sqlite3_reset(query);
    }
    sqlite3_finalize(query);
    return code;
}

static size_t bit_of(const struct rows_writer *w, uint32_t problem, uint32_t configuration) {
    return (size_t)problem * w->plan->preset->configuration_count + configuration;
}

/* Marks an existing row as done. */
static int mark_done(struct rows_writer *w, sqlite3_stmt *row) {
    int64_t problem = sqlite3_column_int64(row, 0), agent = sqlite3_column_int64(row, 1);
    if (problem < 0 || problem >= w->plan->problem_count || agent < 0 ||
        agent >= w->plan->preset->configuration_count) {
        return fail_usage(
            "%s: contains a row for problem %lld and agent %lld, expected below %u and "
            "%u",
            sqlite3_db_filename(w->db, "main"), (long long)problem, (long long)agent,
            w->plan->problem_count, w->plan->preset->configuration_count);
    }
    size_t bit = bit_of(w, (uint32_t)problem, (uint32_t)agent);
    w->done[bit / 8] |= (uint8_t)(1u << bit % 8);
    return 0;
}

static int read_done(struct rows_writer *w) {
    sqlite3_stmt *query = NULL;
    int code =
        rows_prepare(w->db, "SELECT problem, configuration FROM run WHERE experiment = ?", &query);
    int step = SQLITE_DONE;
    if (!code) {
        sqlite3_bind_int64(query, 1, w->experiment);
        while ((step = sqlite3_step(query)) == SQLITE_ROW) {
            if ((code = mark_done(w, query))) {
                break;
            }
        }
        code = code || step == SQLITE_DONE ? code : rows_fail(w->db);
    }
    sqlite3_finalize(query);
    return code;
}

static int enter_or_continue(struct rows_writer *w) {
    char checksum[CHECKSUM_SIZE];
    const char *text = w->plan->preset->text;
    checksum_bytes(text, strlen(text), checksum);
    sqlite3_stmt *query = NULL;
    int code = rows_prepare(w->db,
                            "SELECT id, preset_checksum, mode, source, version, (shard + 1) ||"
                            " ' of ' || shards, rows_wanted, machine, compiler FROM experiment"
                            " WHERE preset = ?",
                            &query);
    bool found = false;
    if (!code) {
        sqlite3_bind_text(query, 1, w->plan->preset->name, -1, SQLITE_TRANSIENT);
        int step = sqlite3_step(query);
        found = step == SQLITE_ROW;
        code = found || step == SQLITE_DONE ? 0 : rows_fail(w->db);
    }
    if (found) {
        w->experiment = sqlite3_column_int64(query, 0);
        code = check_same(w, query, checksum);
    }
    sqlite3_finalize(query);
    if (!code) {
        code = found ? check_inputs(w) : enter(w, checksum);
    }
    return code ? code : read_done(w);
}

int rows_writer_open(const char *path, const struct plan *plan, struct rows_writer **out) {
    struct rows_writer *w = *out = calloc(1, sizeof *w);
    size_t bits = (size_t)plan->problem_count * plan->preset->configuration_count;
    if (!w || !(w->done = calloc(bits / 8 + 1, 1))) {
        return fail_machine("no memory");
    }
    w->plan = plan;
    int code = rows_connect(path, ROWS_CREATE, &w->db);
    if (!code) {
        code = enter_or_continue(w);
    }
    if (!code) {
        code = rows_prepare(w->db,
                            "INSERT INTO run VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,"
                            " ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                            &w->insert);
    }
    return code;
}

void rows_writer_close(struct rows_writer *w) {
    if (w) {
        sqlite3_finalize(w->insert);
        sqlite3_close(w->db);
        free(w->done);
    }
    free(w);
}

/* ---- Rows ------------------------------------------------------------------------------------ */

bool rows_writer_has(const struct rows_writer *w, uint32_t problem, uint32_t configuration) {
    size_t bit = bit_of(w, problem, configuration);
    return w->done[bit / 8] >> bit % 8 & 1;
}

uint64_t rows_writer_count(const struct rows_writer *w) {
    sqlite3_stmt *query = NULL;
    uint64_t count = 0;
    if (sqlite3_prepare_v2(w->db, "SELECT count(*) FROM run WHERE experiment = ?", -1, &query,
                           NULL) == SQLITE_OK) {
        sqlite3_bind_int64(query, 1, w->experiment);
        count = sqlite3_step(query) == SQLITE_ROW ? (uint64_t)sqlite3_column_int64(query, 0) : 0;
    }
    sqlite3_finalize(query);
    return count;
}

static void bind_run(struct binder *b, const struct run *run) {
    const wend_agent_info *c = &run->counters;
    bind_text(b, run_end_name(run->end));
    bind_number(b, run->cost);
    const uint64_t counts[] = {c->moves,
                               c->ticks,
                               run->searches,
                               c->backtracks,
                               c->restarts,
                               c->replans,
                               c->updates,
                               c->expansions,
                               c->work,
                               c->trace_steps,
                               c->max_expansions_per_tick,
                               c->max_work_per_tick};
    for (uint32_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        bind_count(b, counts[i]);
    }
    bind_count_if(b, run->first_move_tick != 0, run->first_move_tick);
    bind_count_if(b, c->found_tick != 0, c->found_tick);
    bind_count(b, run->moves_before_found);
    bind_number(b, run->cost_before_found);
    bind_count(b, run->backtracks_after_found);
    bind_count(b, run->trials);
    bind_number(b, run->total_cost);
    bind_count(b, c->touched);
    bind_count(b, c->bytes_used);
    bind_count(b, c->bytes_allocated);
    bind_count(b, run->planning_ns);
    bind_count(b, run->sensing_ns);
    bind_count(b, run->worst_tick_ns);
    bool has_interval = run->interval_ns != 0;
    bind_count_if(b, has_interval, run->interval_ns);
    bind_count_if(b, has_interval, run->ticks_over);
    bind_count_if(b, has_interval, run->goal_ns);
    /* For a fleet, the mean over its units. */
    bind_number(b, run->mean_arrival != 0    ? run->mean_arrival
                   : run->end == RUN_ARRIVED ? (double)c->ticks
                                             : NAN);
}

/* The file may have no lock, or another program may have written to it. */
static int insert_row(struct rows_writer *w, uint32_t problem, uint32_t configuration) {
    int step = sqlite3_step(w->insert);
    int code = step == SQLITE_DONE ? 0
               : step == SQLITE_CONSTRAINT
                   ? fail_usage("%s: the row of problem %u and agent %u was written by another "
                                "process meanwhile",
                                sqlite3_db_filename(w->db, "main"), problem, configuration)
                   : rows_fail(w->db);
    sqlite3_reset(w->insert);
    return code;
}

int rows_writer_add(struct rows_writer *w, uint32_t problem, uint32_t configuration,
                    const struct run *run) {
    int code = 0;
    if (w->waiting == 0) {
        code = rows_execute(w->db, "BEGIN IMMEDIATE");
        w->begun_ns = now_ns();
    }
    if (!code) {
        struct binder b = {w->insert, 1};
        bind_count(&b, (uint64_t)w->experiment);
        bind_count(&b, problem);
        bind_count(&b, configuration);
        bind_run(&b, run);
        code = insert_row(w, problem, configuration);
    }
    w->waiting += !code;
    if (!code && now_ns() - w->begun_ns > COMMIT_NS) {
        code = rows_writer_commit(w);
    }
    return code;
}

int rows_writer_commit(struct rows_writer *w) {
    if (w->waiting == 0 || sqlite3_get_autocommit(w->db)) {
        return 0; /* a full disk has ended the transaction and was reported */
    }
    int code = rows_execute(w->db, "COMMIT");
    w->waiting = code ? w->waiting : 0;
    return code;
}
