/* simulate/simulate.c - the program: worlds from seeds, several processes at a time.
 *
 *     simulate --seeds 1 2000            a range of seeds
 *     simulate --list seeds.txt          the seeds of a file
 *     simulate --minutes 60 --state F    fresh seeds; continues where F says the last run stopped
 *     simulate --seed 17                 one seed
 *
 * The script of a failing world is shortened and printed as a C test.
 *
 * Exit code: 0 if no guarantee was broken, 1 if one was, 2 for wrong arguments, 3 if the machine
 * failed. */
#define _DEFAULT_SOURCE
#include "simulate/totals.h"
#include "simulate/world.h"

#include "support/test.h"

#include <inttypes.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct options {
    uint64_t from, to;
    const char *list;
    const char *state;
    const char *focus;
    uint64_t seconds; /* 0: no limit */
    uint32_t jobs;
    uint32_t draws;
    uint32_t shrink_seconds;
    bool is_timed;
    bool stops; /* at the first failure */
    bool prints;
    bool is_quiet;
} options;

static const char usage[] =
    "usage: simulate [--seeds FROM TO | --seed N | --list FILE] [--minutes M] [--state FILE]\n"
    "                [--steps N] [--jobs N] [--timed] [--print] [--stop] [--shrink SECONDS]\n"
    "                [--quiet]\n"
    "  --seeds FROM TO   worlds of the seeds FROM to TO - 1; TO 0: no end (default 1 0)\n"
    "  --seed N          one world\n"
    "  --list FILE       the seeds of a file: a number or a range FROM-TO per line; # is a "
    "comment\n"
    "  --minutes M       stop after M minutes; --seconds S: after S seconds\n"
    "  --state FILE      continue where the last run with this file stopped, and keep the sums "
    "there\n"
    "  --steps N         steps that are drawn for a world (default 20 to 200, by seed)\n"
    "  --focus MODULE    draw the steps of one module more often: fleet, agent, finder, field, "
    "derived,\n"
    "                    domain or map\n"
    "  --jobs N          processes at a time (default 2)\n"
    "  --timed           also check that calls take time in proportion to their work\n"
    "  --print           print worlds that pass as C tests, too (with --quiet and --jobs 1)\n"
    "  --stop            stop at the first failure\n"
    "  --shrink SECONDS  time for shortening a failing script (default 60; 0: do not)\n"
    "  --quiet           no progress, no tables\n";

/* ---- Options --------------------------------------------------------------------------------- */

static uint64_t number_of(const char *text) {
    char *end;
    uint64_t number = text ? strtoull(text, &end, 10) : 0;
    if (!text || *text == 0 || *end != 0) {
        fprintf(stderr, "simulate: '%s' is not a number\n%s", text ? text : "", usage);
        exit(2);
    }
    return number;
}

static options read_options(char **argv) {
    options o = {.from = 1, .to = 0, .jobs = 2, .shrink_seconds = 60};
    for (char **at = argv + 1; *at; at++) {
        if (strcmp(*at, "--seeds") == 0) {
            o.from = number_of(*++at);
            o.to = number_of(*at ? *++at : NULL);
        } else if (strcmp(*at, "--seed") == 0) {
            o.from = number_of(*++at);
            o.to = o.from + 1;
        } else if (strcmp(*at, "--list") == 0 && at[1]) {
            o.list = *++at;
        } else if (strcmp(*at, "--minutes") == 0) {
            o.seconds = 60 * number_of(*++at);
        } else if (strcmp(*at, "--seconds") == 0) {
            o.seconds = number_of(*++at);
        } else if (strcmp(*at, "--state") == 0 && at[1]) {
            o.state = *++at;
        } else if (strcmp(*at, "--focus") == 0 && at[1]) {
            o.focus = *++at;
        } else if (strcmp(*at, "--steps") == 0) {
            o.draws = (uint32_t)number_of(*++at);
        } else if (strcmp(*at, "--jobs") == 0) {
            o.jobs = (uint32_t)number_of(*++at);
        } else if (strcmp(*at, "--shrink") == 0) {
            o.shrink_seconds = (uint32_t)number_of(*++at);
        } else if (strcmp(*at, "--timed") == 0) {
            o.is_timed = true;
        } else if (strcmp(*at, "--print") == 0) {
            o.prints = true;
        } else if (strcmp(*at, "--stop") == 0) {
            o.stops = true;
        } else if (strcmp(*at, "--quiet") == 0) {
            o.is_quiet = true;
        } else {
            bool is_help = strcmp(*at, "--help") == 0;
            fprintf(is_help ? stdout : stderr, "%s", usage);
            exit(is_help ? 0 : 2);
        }
        if (!*at) {
            break;
        }
    }
    if (o.to <= o.from && !o.list) {
        o.to = UINT64_MAX;
    }
    return o;
}

/* ---- Seeds ----------------------------------------------------------------------------------- */

typedef struct seeds {
    FILE *list;        /* NULL: only the range */
    uint64_t next, to; /* the present range, without `to` */
} seeds;

/* Reads the next line of the list with a seed or a range. */
static bool next_range(seeds *source) {
    char line[200], *end;
    while (source->list && fgets(line, sizeof line, source->list)) {
        if (line[0] >= '0' && line[0] <= '9') {
            source->next = strtoull(line, &end, 10);
            source->to = (*end == '-' ? strtoull(end + 1, NULL, 10) : source->next) + 1;
            return true;
        }
    }
    return false;
}

static bool next_seed(seeds *source, uint64_t *out) {
    if (source->next >= source->to && !next_range(source)) {
        return false;
    }
    *out = source->next++;
    return true;
}

/* ---- Running --------------------------------------------------------------------------------- */

#define JOBS_MAX      16u
#define SECONDS_WORLD 60u
#define REPLAYS       8u   /* of a world with a slow call */
#define SLOW          20.0 /* times the median pace */
#define PACES_MIN     2000u

typedef struct job {
    world *world;
    pid_t child; /* 0: none */
} job;

typedef struct runner {
    const options *options;
    totals totals;
    job jobs[JOBS_MAX];
    uint64_t failures;
    time_t began;
    time_t saved; /* the sums */
} runner;

static world_options options_of(const runner *r, uint64_t seed) {
    uint32_t draws = 20 + (uint32_t)(seed * 7919 % 181);
    return (world_options){.draws = r->options->draws ? r->options->draws : draws,
                           .seconds = SECONDS_WORLD,
                           .focus = r->options->focus,
                           .is_timed = r->options->is_timed,
                           .is_replayed = seed % 3 == 0 && !r->options->is_timed};
}

static void report_failure(runner *r, world *w, const world_end *end) {
    uint64_t seed = w->script.seed;
    world_options how = options_of(r, seed);
    r->failures++;
    printf("FAILED: seed %" PRIu64 ", step %u of %u: %s: %s\n", seed, w->report.step,
           w->script.count, end->name, w->report.text);
    fflush(stdout);
    if (r->options->shrink_seconds > 0) {
        world_shrink(w, end, &how, r->options->shrink_seconds);
        world_print(w, end, &how, stdout);
    }
}

/* Whether a slow call is slow in every replay. Other programs and the virtual machine disturb one
 * world in forty, for longer than a replay takes: so there is a pause before each. */
static bool is_always_slow(runner *r, world *w, double limit) {
    world_options how = options_of(r, w->script.seed);
    uint32_t step = w->report.slowest_step;
    how.draws = 0;
    for (uint32_t i = 0; i < REPLAYS; i++) {
        nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
        world_run(w, &how);
        if (w->report.slowest <= limit || w->report.slowest_step != step) {
            return false;
        }
    }
    return true;
}

static void check_pace(runner *r, world *w) {
    double limit = SLOW * totals_pace(&r->totals, PACES_MIN);
    if (limit > 0 && w->report.slowest > limit && is_always_slow(r, w, limit)) {
        r->failures++;
        printf("FAILED: seed %" PRIu64 ", step %u: %s: over %.0f ns per unit of work\n",
               w->script.seed, w->report.slowest_step, w->report.slowest_call, limit);
        fflush(stdout);
    }
}

static void finish_job(runner *r, job *j, int status) {
    world_end end = world_judge(j->world, status);
    totals_add(&r->totals, &j->world->report);
    j->child = 0;
    if (end.is_broken) {
        report_failure(r, j->world, &end);
    } else if (r->options->prints) {
        world_options how = options_of(r, j->world->script.seed);
        world_print(j->world, &end, &how, stdout);
    } else if (r->options->is_timed) {
        check_pace(r, j->world);
    }
}

static void wait_for_job(runner *r) {
    int status;
    pid_t child = wait(&status);
    for (uint32_t i = 0; i < r->options->jobs; i++) {
        if (r->jobs[i].child == child) {
            finish_job(r, &r->jobs[i], status);
        }
    }
}

static job *free_job(runner *r) {
    for (;;) {
        for (uint32_t i = 0; i < r->options->jobs; i++) {
            if (r->jobs[i].child == 0) {
                return &r->jobs[i];
            }
        }
        wait_for_job(r);
    }
}

static bool is_busy(const runner *r) {
    bool is_any = false;
    for (uint32_t i = 0; i < r->options->jobs; i++) {
        is_any |= r->jobs[i].child != 0;
    }
    return is_any;
}

static bool goes_on(const runner *r) {
    bool has_time = !r->options->seconds || time(NULL) - r->began < (time_t)r->options->seconds;
    return has_time && !(r->options->stops && r->failures > 0);
}

static void show_progress(const runner *r) {
    if (!r->options->is_quiet && isatty(STDERR_FILENO)) {
        fprintf(stderr, "\r%" PRIu64 " worlds, %" PRIu64 " failures, %lld s ",
                r->totals.counts.worlds, r->failures, (long long)(time(NULL) - r->began));
    }
}

static void wait_for_all(runner *r) {
    while (is_busy(r)) {
        wait_for_job(r);
    }
}

/* The maximum loss of an interrupted run, in seconds. */
#define SAVED_EVERY 30

/* Returns false if the sums cannot be saved. */
static bool save_sums(runner *r, uint64_t next) {
    const char *path = r->options->state;
    wait_for_all(r);
    r->saved = time(NULL);
    if (path && !totals_save(&r->totals, path, next)) {
        fprintf(stderr, "simulate: %s: cannot be written\n", path);
        return false;
    }
    return true;
}

static bool run_seeds(runner *r, seeds *source) {
    uint64_t seed;
    bool is_saved = true;
    while (is_saved && goes_on(r) && next_seed(source, &seed)) {
        job *j = free_job(r);
        world_options how = options_of(r, seed);
        j->world->script.seed = seed;
        j->child = world_start(j->world, &how);
        show_progress(r);
        if (r->options->state && time(NULL) - r->saved >= SAVED_EVERY) {
            is_saved = save_sums(r, source->next);
        }
    }
    return save_sums(r, source->next) && is_saved;
}

int main(int argc, char **argv) {
    (void)argc;
    options o = read_options(argv);
    static runner r;
    r = (runner){.options = &o, .began = time(NULL), .saved = time(NULL)};
    o.jobs = o.jobs < 1 ? 1 : o.jobs > JOBS_MAX ? JOBS_MAX : o.jobs;
    for (uint32_t i = 0; i < o.jobs; i++) {
        r.jobs[i].world = world_open();
    }
    seeds source = {.next = o.from, .to = o.to};
    if (o.list && !(source.list = fopen(o.list, "r"))) {
        fprintf(stderr, "simulate: %s: cannot be read\n", o.list);
        return 3;
    }
    if (o.state) {
        source.next = totals_load(&r.totals, o.state, o.from);
        printf("simulate: seeds from %" PRIu64 " on (%s)\n", source.next, o.state);
    }
    if (!run_seeds(&r, &source)) {
        return 3;
    }
    if (!o.is_quiet) {
        totals_print(&r.totals, difftime(time(NULL), r.began));
    }
    printf("simulate: %" PRIu64 " worlds, %" PRIu64 " failures\n", r.totals.counts.worlds,
           r.failures);
    return r.failures > 0;
}
