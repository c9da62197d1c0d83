#define _DEFAULT_SOURCE
#include "simulate/world.h"

#include "support/test.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

world *world_open(void) {
    void *memory =
        mmap(NULL, sizeof(world), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    check(memory != MAP_FAILED, "no shared memory");
    return memory;
}

/* ---- The child ------------------------------------------------------------------------------- */

static void run_once(world *w, const world_options *options, bool is_watched, uint32_t draws) {
    sim s = {.script = &w->script, .report = &w->report};
    s.dice = dice_of(w->script.seed);
    s.print = options->print;
    s.focus = options->focus;
    s.is_watched = is_watched;
    s.is_timed = options->is_timed;
    sim_run(&s, draws);
}

static void run_child(world *w, const world_options *options) {
    alarm(options->seconds);
    uint32_t draws = options->draws;
    if (options->is_timed) {
        /* Loads the code: in a new process its first run costs page faults. */
        world_options first = *options;
        first.is_timed = false;
        run_once(w, &first, false, draws);
        memset(&w->report, 0, sizeof w->report);
        draws = 0;
    }
    run_once(w, options, false, draws);
    if (options->is_replayed) {
        uint64_t hash = w->report.hash;
        sim_counts counts = w->report.counts;
        run_once(w, options, true, 0);
        w->report.counts = counts;
        sim s = {.script = &w->script, .report = &w->report, .print = options->print};
        SIM_REQUIRE(&s, hash == w->report.hash, "fail_msg(\"a watched replay differs\");");
    }
    exit(0); /* not _exit, so that coverage is written */
}

/* ---- The parent ------------------------------------------------------------------------------ */

pid_t world_start(world *w, const world_options *options) {
    memset(&w->report, 0, sizeof w->report);
    if (options->draws > 0) {
        w->script.count = 0;
        w->script.has_cells = false;
    }
    fflush(NULL);
    pid_t child = fork();
    check(child >= 0, "no process");
    if (child == 0) {
        run_child(w, options);
    }
    return child;
}

world_end world_judge(const world *w, int status) {
    world_end end = {.is_broken = !WIFEXITED(status) || WEXITSTATUS(status) != 0};
    if (w->report.is_broken) {
        snprintf(end.name, sizeof end.name, "%s", w->report.where);
    } else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM) {
        snprintf(end.name, sizeof end.name, "no end");
    } else if (WIFSIGNALED(status)) {
        snprintf(end.name, sizeof end.name, "signal %d", WTERMSIG(status));
    } else if (end.is_broken) {
        snprintf(end.name, sizeof end.name, "exit code %d", WEXITSTATUS(status));
    }
    return end;
}

world_end world_run(world *w, const world_options *options) {
    int status = 0;
    pid_t child = world_start(w, options);
    check(waitpid(child, &status, 0) == child, "a process was lost");
    return world_judge(w, status);
}
