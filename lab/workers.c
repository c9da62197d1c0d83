#include "lab/workers.h"

#include "common/messages.h"
#include "common/progress.h"
#include "run/derive.h"
#include "run/fleet_outcome.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

/* A result that a worker sends. A pipe writes it atomically because it is small. */
struct message {
    uint32_t problem, configuration;
    struct run run;
};
_Static_assert(sizeof(struct message) <= PIPE_BUF, "messages of several workers would mix");

struct workers {
    const struct plan *plan;
    struct rows_writer *writer;
    atomic_uint *next; /* the next problem, in shared memory */
    pid_t pids[JOBS_MOST];
    uint32_t count;
    int pipe[2];
};

/* ---- Missing rows ---------------------------------------------------------------------------- */

static bool is_missing(const struct workers *w, uint32_t problem, uint32_t configuration) {
    return plan_is_own(w->plan, problem) && plan_has(w->plan, problem, configuration) &&
           !rows_writer_has(w->writer, problem, configuration);
}

static uint64_t count_missing(const struct workers *w) {
    uint64_t count = 0;
    for (uint32_t p = 0; p < w->plan->problem_count; p++) {
        for (uint32_t c = 0; c < w->plan->preset->configuration_count; c++) {
            count += is_missing(w, p, c);
        }
    }
    return count;
}

/* Collects the agents with missing rows on a map, to prepare what they need. */
static void list_settings(const struct workers *w, uint32_t set, struct settings *out) {
    const struct preset *preset = w->plan->preset;
    out->count = 0;
    for (uint32_t c = 0; c < preset->configuration_count; c++) {
        bool wanted = false;
        for (uint32_t p = 0; !wanted && p < w->plan->problem_count; p++) {
            wanted = w->plan->problems[p].set == set && is_missing(w, p, c);
        }
        const struct configuration *found = &preset->configurations[c];
        bool has_table = algo_reads(found->setting.algo, WEND_PARAMETER_SUBGOALS);
        if (wanted && !is_fleet(found)) {
            out->table_level = has_table ? found->table_level : out->table_level;
            out->items[out->count++] = found->setting;
        }
    }
}

static int prepare_aids(const struct workers *w) {
    struct settings *settings = calloc(1, sizeof *settings);
    int code = 0;
    if (!settings) {
        return fail_machine("no memory");
    }
    for (uint32_t s = 0; !code && s < w->plan->preset->set_count; s++) {
        list_settings(w, s, settings);
        code = problems_prepare(&w->plan->sets[s].problems, settings, &(agent_options){0});
    }
    free(settings);
    return code;
}

/* ---- A worker -------------------------------------------------------------------------------- */

static int run_one(const struct workers *w, uint32_t problem, uint32_t configuration,
                   struct base_run *base) {
    const struct problem *given = w->plan->problems[problem].problem;
    const struct configuration *c = &w->plan->preset->configurations[configuration];
    struct message message;
    memset(&message, 0, sizeof message);
    message.problem = problem;
    message.configuration = configuration;
    message.run.end = RUN_UNREACHABLE;
    int code = 0;
    if (is_fleet(c)) {
        struct fleet_setting fleet = plan_fleet(w->plan, problem, configuration);
        code = run_fleet(given->task.map, &fleet, &message.run);
    } else if (!given->blocked) {
        code = run_or_derive(base, &c->setting, &given->task, &message.run);
    }
    if (code) {
        return code;
    }
    ssize_t written = write(w->pipe[1], &message, sizeof message);
    return written == (ssize_t)sizeof message ? 0 : EXIT_MACHINE;
}

/* Takes problems until none are left. */
static int work(const struct workers *w) {
    uint32_t configurations = w->plan->preset->configuration_count;
    int code = 0;
    for (uint32_t p; !code && (p = atomic_fetch_add(w->next, 1)) < w->plan->problem_count;) {
        struct base_run base = {0};
        for (uint32_t i = 0; !code && i < configurations; i++) {
            uint32_t c = (i + p) % configurations;
            if (is_missing(w, p, c)) {
                code = run_one(w, p, c, &base);
            }
        }
        base_run_clear(&base);
    }
    return code;
}

static _Noreturn void be_worker(const struct workers *w) {
    close(w->pipe[0]);
    signal(SIGINT, SIG_IGN); /* the parent stops the workers */
    signal(SIGTERM, SIG_DFL);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* workers die with a killed parent */
#endif
    _exit(work(w));
}

static int start(struct workers *w, uint32_t jobs) {
    fflush(NULL);
    while (w->count < jobs) {
        pid_t pid = fork();
        if (pid == 0) {
            be_worker(w);
        }
        if (pid < 0) {
            break;
        }
        w->pids[w->count++] = pid;
    }
    close(w->pipe[1]);
    return w->count ? 0 : fail_machine("cannot start a process: %s", strerror(errno));
}

/* ---- The parent ------------------------------------------------------------------------------ */

static volatile sig_atomic_t interrupted;

static void interrupt(int number) {
    (void)number;
    interrupted = 1;
}

/* Signals interrupt reads; they are not restarted. */
static void catch_signals(void (*handler)(int)) {
    struct sigaction action = {0};
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

/* Returns whether there was a message; false when all workers have ended, or when interrupted. */
static bool receive(const struct workers *w, struct message *out) {
    ssize_t got = -1;
    do {
        got = read(w->pipe[0], out, sizeof *out);
    } while (got < 0 && errno == EINTR && !interrupted);
    return got == (ssize_t)sizeof *out;
}

static int collect(struct workers *w, uint64_t missing) {
    struct progress progress;
    progress_begin(&progress, w->plan->preset->name, missing);
    struct message message;
    int code = 0;
    while (!code && !interrupted && receive(w, &message)) {
        code = rows_writer_add(w->writer, message.problem, message.configuration, &message.run);
        progress_add(&progress, 1);
    }
    progress_end(&progress);
    int committed = rows_writer_commit(w->writer);
    return code ? code : committed;
}

/* Waits for the workers. If the run has failed, stops busy workers first. */
static int end(struct workers *w, bool stop) {
    int code = 0;
    for (uint32_t i = 0; i < w->count; i++) {
        if (stop) {
            kill(w->pids[i], SIGKILL);
        }
        int status = 0;
        while (waitpid(w->pids[i], &status, 0) < 0 && errno == EINTR) {
        }
        if (!stop && WIFSIGNALED(status)) {
            code = fail_machine("a worker was killed by signal %d (%s)", WTERMSIG(status),
                                strsignal(WTERMSIG(status)));
        } else if (!stop && WEXITSTATUS(status)) {
            code = WEXITSTATUS(status); /* it has printed why */
        }
    }
    return code;
}

static int run_in_processes(struct workers *w, uint64_t missing, uint32_t jobs) {
    interrupted = 0;
    catch_signals(interrupt);
    int code = start(w, jobs);
    if (!code) {
        code = collect(w, missing);
        int ended = end(w, code || interrupted);
        code = code ? code : ended;
    }
    close(w->pipe[0]);
    catch_signals(SIG_DFL);
    return !code && interrupted ? EXIT_INTERRUPTED : code;
}

int run_missing(const struct plan *plan, struct rows_writer *writer, uint32_t jobs) {
    struct workers w = {.plan = plan, .writer = writer};
    uint64_t missing = count_missing(&w);
    if (missing == 0) {
        return 0;
    }
    int code = prepare_aids(&w);
    if (code) {
        return code;
    }
    w.next = mmap(NULL, sizeof *w.next, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (w.next == MAP_FAILED || pipe(w.pipe) != 0) {
        return fail_machine("cannot create shared memory or a pipe: %s", strerror(errno));
    }
    atomic_init(w.next, 0);
    code = run_in_processes(&w, missing, jobs);
    munmap(w.next, sizeof *w.next);
    return code;
}
