#include "run/precomputed.h"

#include "common/messages.h"
#include "common/progress.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

/* ---- Computing a table --------------------------------------------------------------------- */

#define ROWS_PER_TURN 16u /* maximum; fewer if a thread would have less than TURNS turns, ... */
#define TURNS         64u /* ... so that the progress bar moves */
#define JOBS_MAX      64u
#define POLL_US       20000u

/* The state shared by the threads. */
struct work {
    wend_subgoals *subgoals;
    uint32_t rows;
    uint32_t rows_per_turn;
    atomic_uint next; /* the first row that is not yet taken */
    atomic_uint done;
    atomic_int error; /* the first wend_error */
};

static void *compute_rows(void *argument) {
    struct work *work = argument;
    for (;;) {
        uint32_t first = atomic_fetch_add(&work->next, work->rows_per_turn);
        if (first >= work->rows || atomic_load(&work->error)) {
            return NULL;
        }
        uint32_t left = work->rows - first;
        uint32_t count = left < work->rows_per_turn ? left : work->rows_per_turn;
        wend_error error = wend_subgoals_compute(work->subgoals, first, count);
        if (error) {
            atomic_store(&work->error, (int)error);
        }
        atomic_fetch_add(&work->done, count);
    }
}

static void show_progress(struct work *work, struct progress *progress) {
    uint32_t shown = 0;
    while (shown < work->rows && !atomic_load(&work->error)) {
        uint32_t done = atomic_load(&work->done);
        progress_add(progress, done - shown);
        shown = done;
        usleep(POLL_US);
    }
}

static int create_subgoals(const wend_subgoals_def *def, wend_subgoals **out) {
    struct progress progress;
    progress_begin(&progress, "table of subgoals", 1);
    wend_error error = wend_subgoals_create(def, out, NULL);
    progress_end(&progress);
    if (error == WEND_ERROR_SIZE) {
        return fail_usage("--level: level %u of the map has no regions or more than %u, choose "
                          "another level",
                          def->level, WEND_SUBGOAL_REGIONS_MAX);
    }
    return error ? fail_machine("%s", wend_error_text(error)) : 0;
}

/* Computes all rows on several threads and measures the time. */
static int compute_subgoals(wend_subgoals *subgoals, uint32_t jobs) {
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    uint32_t wanted = jobs ? jobs : processors > 0 ? (uint32_t)processors : 1;
    wanted = wanted < JOBS_MAX ? wanted : JOBS_MAX;
    struct work work = {.subgoals = subgoals, .rows = wend_subgoals_regions(subgoals)};
    uint32_t turn = work.rows / (wanted * TURNS) + 1;
    work.rows_per_turn = turn < ROWS_PER_TURN ? turn : ROWS_PER_TURN;
    pthread_t threads[JOBS_MAX];
    uint32_t started = 0;
    uint64_t begin = now_ns();
    struct progress progress;
    progress_begin(&progress, "subgoals", work.rows);
    while (started < wanted && pthread_create(&threads[started], NULL, compute_rows, &work) == 0) {
        started++;
    }
    if (started == 0) {
        compute_rows(&work); /* no thread could be started */
    }
    show_progress(&work, &progress);
    for (uint32_t i = 0; i < started; i++) {
        pthread_join(threads[i], NULL);
    }
    progress_end(&progress);
    wend_subgoals_note_time(subgoals, now_ns() - begin);
    int error = atomic_load(&work.error);
    return error ? fail_machine("%s", wend_error_text((wend_error)error)) : 0;
}

int make_subgoals(const wend_subgoals_def *def, uint32_t jobs, wend_subgoals **out) {
    int code = create_subgoals(def, out);
    if (!code) {
        code = compute_subgoals(*out, jobs);
    }
    return code;
}

/* ---- Data of a map ------------------------------------------------------------------------- */

static bool wants(const struct settings *settings, wend_parameter parameter) {
    for (uint32_t i = 0; i < settings->count; i++) {
        if (algo_reads(settings->items[i].algo, parameter)) {
            return true;
        }
    }
    return false;
}

int make_abstraction(const wend_map *map, wend_abstraction **out, uint64_t *ns) {
    struct progress progress;
    progress_begin(&progress, "abstraction", 1);
    uint64_t begin = now_ns();
    wend_error error = wend_abstraction_create(&(wend_abstraction_def){.map = map}, out, NULL);
    *ns = now_ns() - begin;
    progress_end(&progress);
    return error ? fail_machine("%s", wend_error_text(error)) : 0;
}

/* Loads the first file that matches the map. */
static int load_subgoals(const char *list, struct precomputed *precomputed) {
    char copy[4096];
    const char *names[LIST_MAX];
    snprintf(copy, sizeof copy, "%s", list);
    uint32_t count = split_list(copy, names);
    wend_diagnosis diagnosis = {0};
    wend_error error = WEND_OK;
    for (uint32_t i = 0; i < count; i++) {
        error = wend_subgoals_load(precomputed->abstraction, names[i], NULL, &precomputed->subgoals,
                                   &diagnosis);
        if (!error) {
            precomputed->subgoals_ns = wend_subgoals_stats(precomputed->subgoals).build_ns;
            return 0;
        }
    }
    return count == 1 ? report(list, error, &diagnosis)
                      : fail_usage("--database: no file matches the map; the last error is %s: %s",
                                   names[count - 1], diagnosis.text);
}

static int compute_table(const struct settings *settings, struct precomputed *precomputed) {
    wend_subgoals_def def = {.abstraction = precomputed->abstraction,
                             .level = settings->table_level};
    int code = make_subgoals(&def, 0, &precomputed->subgoals);
    if (!code) {
        precomputed->subgoals_ns = wend_subgoals_stats(precomputed->subgoals).build_ns;
    }
    return code;
}

int precomputed_make(const struct settings *settings, const agent_options *options,
                     const wend_map *map, struct precomputed *out) {
    *out = (struct precomputed){0};
    bool table = wants(settings, WEND_PARAMETER_SUBGOALS);
    if (!map || (!table && !wants(settings, WEND_PARAMETER_ABSTRACTION))) {
        return 0;
    }
    int code = make_abstraction(map, &out->abstraction, &out->abstraction_ns);
    if (!code && table) {
        code = options->database ? load_subgoals(options->database, out)
                                 : compute_table(settings, out);
    }
    if (code) {
        precomputed_clear(out);
    }
    return code;
}

void precomputed_clear(struct precomputed *precomputed) {
    wend_subgoals_destroy(precomputed->subgoals);
    wend_abstraction_destroy(precomputed->abstraction);
    *precomputed = (struct precomputed){0};
}

void precomputed_lend(const struct precomputed *precomputed, struct task *task) {
    task->abstraction = precomputed->abstraction;
    task->subgoals = precomputed->subgoals;
}

void precomputed_cost(const struct precomputed *precomputed, const char *algo, double *seconds,
                      double *bytes) {
    bool table = algo_reads(algo, WEND_PARAMETER_SUBGOALS) && precomputed->subgoals;
    *seconds = *bytes = NAN;
    if (table || (algo_reads(algo, WEND_PARAMETER_ABSTRACTION) && precomputed->abstraction)) {
        *seconds = (double)precomputed->abstraction_ns / 1e9;
        *bytes = (double)wend_abstraction_memory(precomputed->abstraction);
    }
    if (table) {
        *seconds += (double)precomputed->subgoals_ns / 1e9;
        *bytes += (double)wend_subgoals_stats(precomputed->subgoals).bytes;
    }
}
