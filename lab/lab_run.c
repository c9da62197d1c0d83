/* wend-lab run and resume: run experiments and write their rows. */
#include "lab/lab.h"

#include "common/messages.h"
#include "lab/chosen.h"
#include "lab/rows_lock.h"
#include "lab/summary.h"
#include "lab/workers.h"

#include <stdlib.h>
#include <string.h>

#define DB_DEFAULT "lab.db"

struct run_options {
    char *db, *data, *presets, *jobs, *shard, *plugin_path;
    int all, quick, json, csv;
    table_format format;
    const wend_plugin *plugin; /* NULL: none */
    uint32_t job_count, shard_index, shard_count;
};

#define RUN_TABLE_SIZE 7
static void run_table(struct poptOption *table, struct run_options *o) {
    const struct poptOption rows[RUN_TABLE_SIZE] = {
        {"db", 0, POPT_ARG_STRING, &o->db, 0, "file of rows (default " DB_DEFAULT ")", "FILE"},
        {"data", 0, POPT_ARG_STRING, &o->data, 0,
         "folder of MovingAI maps and scenarios (default $WEND_DATA; if unset, maps are generated)",
         "DIR"},
        {"jobs", 'j', POPT_ARG_STRING, &o->jobs, 0, "number of processes (default 1)", "N"},
        {"plugin", 0, POPT_ARG_STRING, &o->plugin_path, 0,
         "also run the algorithm of a shared library (wend/research/plugin.h)", "FILE"},
        {"json", 0, POPT_ARG_NONE, &o->json, 0, "print the summary as a JSON array", NULL},
        {"csv", 0, POPT_ARG_NONE, &o->csv, 0, "print the summary as CSV", NULL},
        POPT_TABLEEND};
    memcpy(table, rows, sizeof rows);
}

static int read_shard(const char *text, struct run_options *out) {
    unsigned index = 0, count = 0;
    int end = 0;
    out->shard_count = 1;
    if (!text) {
        return 0;
    }
    if (sscanf(text, "%u/%u%n", &index, &count, &end) != 2 || text[end] || strchr(text, '-') ||
        index < 1 || index > count || count > SHARDS_MAX) {
        return fail_usage("--shard: '%s', expected I/N with I from 1 to N, such as 2/4", text);
    }
    out->shard_index = index - 1;
    out->shard_count = count;
    return 0;
}

static int read_run_options(struct run_options *o) {
    uint64_t jobs = 1;
    int code = read_format(o->json, o->csv, &o->format);
    if (!code && o->jobs) {
        code = read_u64(o->jobs, "--jobs", 1, JOBS_MOST, &jobs);
    }
    o->job_count = (uint32_t)jobs;
    if (!code && o->plugin_path) {
        code = plugin_load(o->plugin_path, &o->plugin);
    }
    return code ? code : read_shard(o->shard, o);
}

static const char *db_of(const struct run_options *o) {
    return o->db ? o->db : DB_DEFAULT;
}

/* ---- One experiment -------------------------------------------------------------------------- */

static int summarize(const struct run_options *o, const struct preset *preset) {
    struct rows *rows = NULL;
    const struct experiment *all = NULL;
    uint32_t count = 0;
    int code = rows_open(db_of(o), &rows);
    if (!code) {
        code = rows_experiments(rows, &all, &count);
    }
    for (uint32_t i = 0; !code && i < count; i++) {
        const struct experiment *e = &all[i];
        if (strcmp(e->preset, preset->name) != 0) {
            continue;
        }
        if (o->format == TABLE_ALIGNED) {
            printf("%s: %s (%s, %s)\n", preset->name, preset->title,
                   strcmp(e->source, "data") == 0 ? "data" : "generated maps", e->mode);
        }
        code = print_summary(rows, e, preset, o->format);
        if (!code && o->format == TABLE_ALIGNED) {
            printf("%lld of %lld runs in %s\n", (long long)e->rows, (long long)e->rows_wanted,
                   db_of(o));
        }
    }
    rows_close(rows);
    return code;
}

/* Prints the number of rows that were written before an error. */
static int report_end(const struct run_options *o, const struct rows_writer *writer, int code) {
    if (code && writer) {
        print_note("%s%llu rows are in %s; 'wend-lab resume' continues from there",
                   code == EXIT_INTERRUPTED ? "interrupted: " : "",
                   (unsigned long long)rows_writer_count(writer), db_of(o));
    }
    return code;
}

static int run_preset(struct preset *preset, bool quick, const struct run_options *o) {
    struct plan plan = {0};
    struct rows_writer *writer = NULL;
    int code = o->plugin ? preset_add_plugin(preset, o->plugin) : 0;
    if (code) {
        return code;
    }
    code = plan_make(preset, quick, o->data, o->shard_index, o->shard_count, &plan);
    if (!code) {
        code = rows_writer_open(db_of(o), &plan, &writer);
    }
    if (!code) {
        code = report_end(o, writer, run_missing(&plan, writer, o->job_count));
    }
    rows_writer_close(writer);
    plan_clear(&plan);
    return code ? code : summarize(o, preset);
}

/* ---- Run ------------------------------------------------------------------------------------- */

static int run_name(const char *name, const struct run_options *o) {
    struct preset preset;
    int code = preset_load(o->presets, name, o->quick, &preset);
    if (!code) {
        code = run_preset(&preset, o->quick, o);
    }
    preset_clear(&preset);
    return code;
}

static int run_all(const struct run_options *o) {
    char **names = NULL;
    uint32_t count = 0;
    int code = preset_names(o->presets, &names, &count);
    for (uint32_t i = 0; i < count; i++) {
        code = code ? code : run_name(names[i], o);
        free(names[i]);
    }
    free(names);
    return code;
}

static int run_names(poptContext context, struct run_options *o) {
    const char *name = poptGetArg(context);
    const char *data = getenv("WEND_DATA");
    if (!o->data && data && *data) {
        o->data = strdup(data);
    }
    if (o->all && name) {
        return fail_usage("--all and '%s' exclude each other", name);
    }
    if (!o->all && !name) {
        return fail_usage("missing NAME of a preset ('wend-lab list' lists them); --all runs all");
    }
    struct rows_lock lock;
    int code = rows_lock_take(&lock, db_of(o));
    if (!code && o->all) {
        code = run_all(o);
    }
    for (; !code && name; name = poptGetArg(context)) {
        code = run_name(name, o);
    }
    rows_lock_release(&lock);
    return code;
}

int lab_run(int argc, const char **argv) {
    struct run_options options = {0};
    struct poptOption rows[RUN_TABLE_SIZE];
    run_table(rows, &options);
    const struct poptOption table[] = {
        {"all", 0, POPT_ARG_NONE, &options.all, 0, "run all presets", NULL},
        {"quick", 0, POPT_ARG_NONE, &options.quick, 0, "run a small version, under a minute each",
         NULL},
        {"shard", 0, POPT_ARG_STRING, &options.shard, 0,
         "run only every N-th problem, starting at problem I (for several machines)", "I/N"},
        {"presets", 0, POPT_ARG_STRING, &options.presets, 0,
         "folder of presets (default: $WEND_LAB, ./lab/presets, or those built into wend-lab)",
         "DIR"},
        {NULL, 0, POPT_ARG_INCLUDE_TABLE, rows, 0, NULL, NULL},
        {"help", 'h', POPT_ARG_NONE, NULL, 'h', "this text", NULL},
        POPT_TABLEEND};
    poptContext context = NULL;
    int code = parse_options(&context, argc, argv, table, "wend-lab run", "NAME...",
                             "Runs presets. Continues where an earlier run stopped.");
    if (!code) {
        code = read_run_options(&options);
    }
    if (!code) {
        code = run_names(context, &options);
    }
    finish_options(context, table);
    return code < 0 ? EXIT_DONE : code;
}

/* ---- Resume ---------------------------------------------------------------------------------- */

/* Continues with the same preset, mode, shard and, unless --data is given, folder. */
static int resume_one(const struct experiment *e, const struct run_options *o) {
    struct run_options own = *o;
    struct preset preset = {0};
    bool quick = strcmp(e->mode, "quick") == 0, has_data = strcmp(e->source, "data") == 0;
    own.data = !has_data ? NULL : o->data ? o->data : (char *)e->data_folder;
    own.shard_index = (uint32_t)e->shard;
    own.shard_count = (uint32_t)e->shards;
    int code = rows_read_preset(db_of(o), e, &preset);
    if (!code) {
        code = run_preset(&preset, quick, &own);
    }
    preset_clear(&preset);
    return code;
}

static int resume_all(const struct run_options *o) {
    struct rows *rows = NULL;
    const struct experiment *all = NULL;
    uint32_t count = 0;
    int code = rows_open(db_of(o), &rows);
    if (!code) {
        code = rows_experiments(rows, &all, &count);
    }
    if (!code && count == 0) {
        code =
            fail_usage("%s: contains no experiment: the run that created it was stopped before it "
                       "started ('wend-lab run NAME' starts again)",
                       db_of(o));
    }
    for (uint32_t i = 0; !code && i < count; i++) {
        code = resume_one(&all[i], o);
    }
    rows_close(rows);
    return code;
}

static int lock_and_resume(const struct run_options *o) {
    struct rows_lock lock;
    int code = rows_lock_take(&lock, db_of(o));
    if (!code) {
        code = resume_all(o);
    }
    rows_lock_release(&lock);
    return code;
}

int lab_resume(int argc, const char **argv) {
    struct run_options options = {0};
    struct poptOption rows[RUN_TABLE_SIZE];
    run_table(rows, &options);
    const struct poptOption table[] = {{NULL, 0, POPT_ARG_INCLUDE_TABLE, rows, 0, NULL, NULL},
                                       {"help", 'h', POPT_ARG_NONE, NULL, 'h', "this text", NULL},
                                       POPT_TABLEEND};
    poptContext context = NULL;
    int code = parse_options(&context, argc, argv, table, "wend-lab resume", NULL,
                             "Continues the experiments of a file of rows.");
    if (!code) {
        code = read_run_options(&options);
    }
    if (!code) {
        code = lock_and_resume(&options);
    }
    finish_options(context, table);
    return code < 0 ? EXIT_DONE : code;
}
