/* bench/section_speed.c - complete queries of A*, one thread, compared with other libraries. */
#include "bench.h"
#include "bench_table.h"
#include "clock.h"
#include "ours.h"
#include "peer.h"
#include "samples.h"

#include <math.h>
#include <string.h>

#define PROBLEMS   100u
#define ROUNDS_MAX 99u

static const bench_peer *const peers[] = {
#ifdef WEND_BENCH_LIBTCOD
    &bench_peer_libtcod,
#endif
#ifdef WEND_BENCH_BOOST
    &bench_peer_boost,
#endif
    NULL,
};
#define PEERS (sizeof peers / sizeof *peers - 1)

/* The results of the rounds over one set of problems. */
typedef struct results {
    double query_ms[ROUNDS_MAX]; /* per problem, per round */
    double tick_ms[ROUNDS_MAX];
    double peer_ms[PEERS + 1][ROUNDS_MAX];
    double ratio[PEERS + 1][ROUNDS_MAX]; /* peer / wend, within the round */
    uint64_t expansions;                 /* wend, one round */
    uint64_t peer_expansions[PEERS + 1]; /* 0 if the peer does not count them */
    uint32_t same[PEERS + 1];            /* problems with the same length as wend's */
    double worst[PEERS + 1];             /* largest excess of a peer's length over wend's, cells */
} results;

/* ---- Measuring ------------------------------------------------------------------------------- */

/* Whether all lengths agree; not timed. */
static void compare_lengths(const bench_set *set, void *const *states, results *r) {
    for (uint32_t i = 0; i < set->count; i++) {
        double ours = bench_ours_length(set, &set->problems[i]);
        for (size_t p = 0; peers[p]; p++) {
            bool found = peers[p]->query(states[p], &set->problems[i]);
            double length = found ? peers[p]->length(states[p]) : -1;
            r->same[p] += fabs(length - ours) <= 1e-3 * ours;
            r->worst[p] = fmax(r->worst[p], length - ours);
            r->peer_expansions[p] += peers[p]->expansions(states[p]);
        }
    }
}

static void run_round(const bench_set *set, void *const *states, uint32_t round, results *r) {
    bench_query sum = {0};
    for (uint32_t i = 0; i < set->count; i++) {
        bench_ours_query(set, &set->problems[i], &sum);
    }
    r->query_ms[round] = (double)sum.all_ns / 1e6 / set->count;
    r->tick_ms[round] = (double)sum.tick_ns / 1e6 / set->count;
    r->expansions = sum.expansions;
    for (size_t p = 0; peers[p]; p++) {
        uint64_t begin = bench_now();
        for (uint32_t i = 0; i < set->count; i++) {
            peers[p]->query(states[p], &set->problems[i]);
        }
        r->peer_ms[p][round] = (double)(bench_now() - begin) / 1e6 / set->count;
        r->ratio[p][round] = r->peer_ms[p][round] / r->query_ms[round];
    }
}

static bool measure(const bench_options *options, const bench_set *set, results *r) {
    void *states[PEERS + 1] = {0};
    bool ready = true;
    for (size_t p = 0; peers[p]; p++) {
        states[p] = peers[p]->open(set->map);
        ready = ready && states[p];
    }
    *r = (results){0};
    char text[100];
    if (ready) {
        snprintf(text, sizeof text, "speed: %.31s: comparing lengths", set->name);
        bench_progress(options, text);
        compare_lengths(set, states, r);
    }
    for (uint32_t round = 0; ready && round < options->rounds; round++) {
        snprintf(text, sizeof text, "speed: %.31s: round %u of %u", set->name, round + 1,
                 options->rounds);
        bench_progress(options, text);
        run_round(set, states, round, r);
    }
    bench_progress(options, "");
    for (size_t p = 0; peers[p]; p++) {
        if (states[p]) {
            peers[p]->close(states[p]);
        }
    }
    return ready;
}

/* ---- Reporting ------------------------------------------------------------------------------- */

static void head_ours(bench_table *table) {
    bench_table_row(table);
    bench_table_cell(table, "wend astar");
    bench_table_cell(table, "problems");
    bench_table_cell(table, "expansions");
    bench_table_cell(table, "query ms");
    bench_table_cell(table, "ticks ms");
    bench_table_cell(table, "ns/expansion");
}

static void add_ours(bench_table *table, const bench_set *set, uint32_t rounds, results *r) {
    double tick_ms = bench_median(r->tick_ms, rounds);
    double expansions = (double)r->expansions / set->count;
    bench_table_row(table);
    bench_table_cell(table, "%s", set->name);
    bench_table_cell(table, "%u", set->count);
    bench_table_cell(table, "%.0f", expansions);
    bench_table_cell(table, "%.3f", bench_median(r->query_ms, rounds));
    bench_table_cell(table, "%.3f", tick_ms);
    bench_table_cell(table, "%.1f", tick_ms * 1e6 / expansions);
}

static void head_peers(bench_table *table) {
    static const char *const names[] = {"peer",         "map",          "expansions", "query ms",
                                        "peer/ours",    "least",        "most",       "target",
                                        "same optimum", "excess, cells"};
    bench_table_row(table);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        bench_table_cell(table, "%s", names[i]);
    }
    bench_table_cell(table, "verdict");
}

static void add_peer(bench_table *table, const bench_set *set, uint32_t rounds, results *r,
                     size_t p, bench_targets *targets) {
    double ratio = bench_median(r->ratio[p], rounds); /* sorts them */
    bench_table_row(table);
    bench_table_cell(table, "%s", peers[p]->name);
    bench_table_cell(table, "%s", set->name);
    if (r->peer_expansions[p]) {
        bench_table_cell(table, "%.0f", (double)r->peer_expansions[p] / set->count);
    } else {
        bench_table_cell(table, "-");
    }
    bench_table_cell(table, "%.3f", bench_median(r->peer_ms[p], rounds));
    bench_table_cell(table, "%.2f", ratio);
    bench_table_cell(table, "%.2f", r->ratio[p][0]);
    bench_table_cell(table, "%.2f", r->ratio[p][rounds - 1]);
    bench_table_cell(table, ">= %.0f", peers[p]->faster);
    bench_table_cell(table, "%u of %u", r->same[p], set->count);
    bench_table_cell(table, "%.2f", r->worst[p]);
    bench_table_cell(table, "%s", bench_target(targets, ratio >= peers[p]->faster));
}

static void introduce(uint32_t rounds) {
    printf("Time per query of A*: creating the agent, reserving, ticks of %u expansions until "
           "it moves, and destroying\nit. Means over the problems, medians of %u rounds.\n",
           BENCH_QUERY_BUDGET, rounds);
    for (size_t p = 0; peers[p]; p++) {
        printf("%s %s: %s.\n", peers[p]->name, peers[p]->version, peers[p]->remark);
    }
    if (PEERS < 2) {
        printf("%s not found at build time: not compared.\n",
               PEERS == 0 ? "libtcod and Boost.Graph" : "one of libtcod and Boost.Graph");
    }
    printf("\n");
}

/* ---- The section ----------------------------------------------------------------------------- */

static const char *const names[][2] = {
    {"sc1", "Enigma"}, {"sc1", "WheelofWar"}, {"dao", "orz103d"}, {"dao", "orz702d"}};
#define SETS (sizeof names / sizeof *names)

static bool load_sets(const bench_options *options, bench_set *sets) {
    bool all = true;
    for (size_t s = 0; s < SETS; s++) {
        all = bench_set_load(&sets[s], options->data, names[s][0], names[s][1], BENCH_LAST,
                             PROBLEMS) &&
              all;
    }
    if (all) {
        return true;
    }
    printf("No benchmark maps in %s: using generated maps.\n", options->data);
    for (size_t s = 0; s < SETS; s++) {
        bench_set_clear(&sets[s]);
        if (!bench_set_generate(&sets[s], s < 2 ? WEND_GEN_CAVES : WEND_GEN_ROOMS,
                                s % 2 ? 1024 : 512, s + 1, PROBLEMS)) {
            return false;
        }
    }
    return true;
}

bool bench_speed(const bench_options *options, bench_targets *targets) {
    bench_options limited = *options;
    limited.rounds = options->rounds < ROUNDS_MAX ? options->rounds : ROUNDS_MAX;
    bench_set sets[SETS];
    memset(sets, 0, sizeof sets);
    bool done = load_sets(&limited, sets);
    introduce(limited.rounds);
    static bench_table ours, theirs;
    static results r;
    memset(&ours, 0, sizeof ours);
    memset(&theirs, 0, sizeof theirs);
    head_ours(&ours);
    head_peers(&theirs);
    for (size_t s = 0; done && s < SETS; s++) {
        done = measure(&limited, &sets[s], &r);
        if (done) {
            add_ours(&ours, &sets[s], limited.rounds, &r);
        }
        for (size_t p = 0; done && peers[p]; p++) {
            add_peer(&theirs, &sets[s], limited.rounds, &r, p, targets);
        }
    }
    for (size_t s = 0; s < SETS; s++) {
        bench_set_clear(&sets[s]);
    }
    bench_table_print(&ours);
    if (PEERS > 0) {
        printf("\n");
        bench_table_print(&theirs);
    }
    return done;
}
