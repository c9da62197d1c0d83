/* bench/section_crowd.c - many agents: the cost of the first frame of a thousand agents compared
 * with the next ones, their memory once they know their routes, and the cost of refused moves. */
#include "bench.h"

#include <wend/research.h>
#include "bench_sets.h"
#include "bench_table.h"
#include "clock.h"

#include <string.h>
#include <sys/resource.h>

#define AGENTS       1000u
#define RESOURCE     10u
#define FAULTS_MOST  20
#define PROBLEMS     200u
#define REFUSED_MOST 1.01 /* of the search work */
#define TICKS_MAX    2000000u

static long page_faults(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_minflt + usage.ru_majflt;
}

/* ---- Frames ---------------------------------------------------------------------------------- */

typedef struct crowd {
    wend_agent *agents[AGENTS];
    bool found[AGENTS];
    uint32_t count, found_count, released_count;
    double held, kept; /* bytes before and after the releases */
} crowd;

static bool open_crowd(crowd *c, const bench_set *set, const char *algo) {
    memset(c, 0, sizeof *c);
    for (; c->count < AGENTS; c->count++) {
        wend_agent_def def = bench_agent_def(set, &set->problems[c->count % set->count], algo);
        wend_agent **agent = &c->agents[c->count];
        if (wend_agent_create(&def, agent, NULL)) {
            return false;
        }
        if (wend_agent_reserve_expansions(*agent, RESOURCE)) {
            wend_agent_destroy(*agent);
            return false;
        }
    }
    return true;
}

static void close_crowd(crowd *c) {
    for (uint32_t i = 0; i < c->count; i++) {
        wend_agent_destroy(c->agents[i]);
    }
}

typedef struct frame {
    uint64_t ns;
    long faults;
    uint32_t moved;
} frame;

static double bytes_of(const wend_agent *agent) {
    return (double)wend_agent_stats(agent).bytes_allocated;
}

/* Between frames: agents that have found their routes release memory; the others reserve. */
static void prepare_frame(crowd *c, const bool *found_now) {
    for (uint32_t i = 0; i < c->count; i++) {
        double held = bytes_of(c->agents[i]);
        if (found_now[i] && wend_agent_release(c->agents[i])) {
            c->held += held;
            c->kept += bytes_of(c->agents[i]);
            c->released_count++;
        }
        c->found_count += found_now[i] && !c->found[i];
        c->found[i] |= found_now[i];
        wend_agent_reserve_expansions(c->agents[i], RESOURCE);
    }
}

static frame run_frame(crowd *c) {
    static bool found_now[AGENTS];
    frame f = {.ns = bench_now(), .faults = page_faults()};
    for (uint32_t i = 0; i < c->count; i++) {
        wend_tick tick;
        wend_agent_tick_expansions(c->agents[i], RESOURCE, &tick);
        found_now[i] = (tick.flags & WEND_TICK_FOUND) != 0;
        f.moved += (tick.flags & WEND_TICK_MOVED) != 0;
    }
    f.faults = page_faults() - f.faults;
    f.ns = bench_now() - f.ns;
    prepare_frame(c, found_now);
    return f;
}

static bool add_crowd(const bench_set *set, const char *algo, bench_table *table,
                      bench_targets *targets) {
    static crowd c;
    if (!open_crowd(&c, set, algo)) {
        close_crowd(&c);
        return false;
    }
    double made = bytes_of(c.agents[0]);
    frame first = run_frame(&c), second = run_frame(&c), last = second;
    uint32_t frames = 2, all_found = 0;
    while (last.moved > 0) {
        last = run_frame(&c);
        frames++;
        all_found = !all_found && c.found_count == AGENTS ? frames : all_found;
    }
    bench_table_row(table);
    bench_table_cell(table, "%s", algo);
    bench_table_cell(table, "%ld", first.faults);
    bench_table_cell(table, "%.2f", (double)first.ns / 1e6);
    bench_table_cell(table, "%.2f", (double)second.ns / 1e6);
    bench_table_cell(table, "%.1f", made / 1000);
    bench_table_cell(table, "%u", all_found);
    bench_table_cell(table, "%u", c.released_count);
    bench_table_cell(table, "%.1f", c.held / c.released_count / 1000);
    bench_table_cell(table, "%.1f", c.kept / c.released_count / 1000);
    bench_table_cell(table, "%s", bench_target(targets, first.faults <= FAULTS_MOST));
    close_crowd(&c);
    return true;
}

static bool run_crowds(const bench_options *options, bench_targets *targets) {
    static bench_table table;
    static const char *const names[] = {"algo",   "faults",   "first ms", "second ms", "kB made",
                                        "frames", "releases", "kB then",  "released",  "target"};
    memset(&table, 0, sizeof table);
    bench_table_row(&table);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        bench_table_cell(&table, "%s", names[i]);
    }
    bench_set set;
    bool done = bench_set_load(&set, options->data, "sc1", "Enigma", BENCH_SPREAD, 500) ||
                bench_set_generate(&set, WEND_GEN_CAVES, 768, 1, 500);
    printf("%u agents on %s, R = %u: page faults and time of the first frame, time of the "
           "second; kB of a new\nagent with its reservation; frames until all routes are "
           "known; kB of an agent that has found its route,\nand after wend_agent_release.\n\n",
           AGENTS, done ? set.name : "?", RESOURCE);
    static const char *const algos[] = {"tba", "tbjps", "auto"};
    for (size_t i = 0; done && i < 3; i++) {
        bench_progress(options, algos[i]);
        done = add_crowd(&set, algos[i], &table, targets);
    }
    bench_progress(options, "");
    bench_set_clear(&set);
    bench_table_print(&table);
    return done;
}

/* ---- Refused moves --------------------------------------------------------------------------- */

typedef struct work {
    uint64_t work, ticks;
    uint32_t arrived;
} work;

static bool draw(uint64_t *state, uint32_t percent) {
    *state = *state * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (*state >> 33) % 100 < percent;
}

static bool run_refused(const bench_set *set, const char *algo, uint32_t percent, work *sum) {
    uint64_t random = 1;
    *sum = (work){0};
    for (uint32_t i = 0; i < set->count; i++) {
        wend_agent_def def = bench_agent_def(set, &set->problems[i], algo);
        wend_agent *agent;
        if (wend_agent_create(&def, &agent, NULL)) {
            return false;
        }
        wend_tick tick;
        uint32_t ticks = 0;
        do {
            wend_agent_reserve_expansions(agent, RESOURCE);
            wend_agent_plan_expansions(agent, RESOURCE, &tick);
            if (!draw(&random, percent)) {
                wend_agent_move(agent, &tick);
            }
        } while (wend_agent_is_active(tick.status) && ++ticks < TICKS_MAX);
        sum->arrived += tick.status == WEND_AGENT_ARRIVED;
        sum->work += wend_agent_stats(agent).work;
        sum->ticks += wend_agent_stats(agent).ticks;
        wend_agent_destroy(agent);
    }
    return true;
}

static bool add_refused(const bench_set *set, const char *algo, bench_table *table,
                        bench_targets *targets) {
    static const uint32_t percents[] = {0, 25, 50};
    work none = {0};
    for (size_t p = 0; p < 3; p++) {
        work sum;
        if (!run_refused(set, algo, percents[p], &sum)) {
            return false;
        }
        none = p ? none : sum;
        double ratio = (double)sum.work / (double)none.work;
        bench_table_row(table);
        bench_table_cell(table, "%s", set->name);
        bench_table_cell(table, "%s", algo);
        bench_table_cell(table, "%u %%", percents[p]);
        bench_table_cell(table, "%u of %u", sum.arrived, set->count);
        bench_table_cell(table, "%.0f", (double)sum.ticks / set->count);
        bench_table_cell(table, "%.0f", (double)sum.work / set->count);
        bench_table_cell(table, "%.4f", ratio);
        bool met = sum.arrived == set->count && ratio <= REFUSED_MOST;
        bench_table_cell(table, "%s", bench_target(targets, met));
    }
    return true;
}

static bool run_all_refused(const bench_options *options, bench_targets *targets) {
    static bench_table table;
    static const char *const names[] = {"map",   "algo", "refused", "arrived",
                                        "ticks", "work", "of 0 %",  "target"};
    static const char *const algos[] = {"tba", "tbjps", "astar", "tbaa"};
    static const char *const maps[] = {"Enigma", "WheelofWar"};
    memset(&table, 0, sizeof table);
    bench_table_row(&table);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        bench_table_cell(&table, "%s", names[i]);
    }
    printf("\nRandom refusals of moves, R = %u: ticks and work of search per trip.\n\n", RESOURCE);
    bool done = true;
    for (size_t m = 0; done && m < 2; m++) {
        bench_set set;
        done = bench_set_load(&set, options->data, "sc1", maps[m], BENCH_SPREAD, PROBLEMS) ||
               bench_set_generate(&set, WEND_GEN_CAVES, 512, m + 1, PROBLEMS);
        for (size_t i = 0; done && i < sizeof algos / sizeof *algos; i++) {
            bench_progress(options, algos[i]);
            done = add_refused(&set, algos[i], &table, targets);
        }
        bench_progress(options, "");
        bench_set_clear(&set);
    }
    bench_table_print(&table);
    return done;
}

bool bench_crowd(const bench_options *options, bench_targets *targets) {
    return run_crowds(options, targets) && run_all_refused(options, targets);
}
