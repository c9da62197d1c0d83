/* bench/section_paths.c - complete paths by a warm finder, compared with the search alone and with
 * other libraries. */
#include "bench.h"

#include <wend/research.h>
#include "bench_table.h"
#include "clock.h"
#include "ours.h"
#include "peer.h"
#include "samples.h"

#include <stdlib.h>
#include <string.h>

#define PROBLEMS   100u
#define ROUNDS_MAX 99u
#define PATH_MAX   65536u
#define BUDGET     1000000u /* more than any of the problems needs */
/* Each method is repeated until this time has passed: the fastest sets take a millisecond. */
#define LEAST_NS 50000000u

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

static const char *const maps[][2] = {{"bg512", "AR0300SR"},
                                      {"sc1", "Enigma"},
                                      {"sc1", "WheelofWar"},
                                      {"dao", "orz103d"},
                                      {"dao", "orz702d"}};
#define MAPS (sizeof maps / sizeof *maps)

/* ---- Counting calls of the allocator --------------------------------------------------------- */

static void *counted_allocate(void *context, size_t size) {
    ++*(uint64_t *)context;
    return malloc(size);
}

static void counted_release(void *context, void *memory, size_t size) {
    (void)context;
    (void)size;
    free(memory);
}

/* ---- A method of answering all problems ------------------------------------------------------ */

/* Everything that answers problems on one map. */
typedef struct contest {
    const bench_set *set;
    wend_agent *agent; /* "jps", teleported from problem to problem */
    wend_finder *finder;
    uint64_t allocations; /* of the finder */
    void *peers[PEERS + 1];
    wend_state *path;
} contest;

static wend_state start_of(const contest *c, uint32_t i) {
    const bench_problem *p = &c->set->problems[i];
    return wend_map_state(c->set->map, p->start_x, p->start_y);
}

static wend_state goal_of(const contest *c, uint32_t i) {
    const bench_problem *p = &c->set->problems[i];
    return wend_map_state(c->set->map, p->goal_x, p->goal_y);
}

typedef bool way(contest *c, uint32_t problem, size_t peer);

/* The search alone: a plan of an agent with all memory and budget that it needs. */
static bool by_agent(contest *c, uint32_t i, size_t peer) {
    (void)peer;
    wend_tick tick;
    bool is_sent = !wend_agent_teleport(c->agent, start_of(c, i)) &&
                   !wend_agent_set_goal(c->agent, goal_of(c, i));
    return is_sent && !wend_agent_plan_expansions(c->agent, BUDGET, &tick) &&
           (tick.flags & WEND_TICK_FOUND);
}

static bool by_finder(contest *c, uint32_t i, size_t peer) {
    (void)peer;
    wend_query query = {.path = c->path, .capacity = PATH_MAX};
    wend_answer answer;
    return !wend_finder_find(c->finder, start_of(c, i), goal_of(c, i), &query, &answer) &&
           answer.status == WEND_FIND_FOUND;
}

static bool by_corners(contest *c, uint32_t i, size_t peer) {
    (void)peer;
    wend_query query = {.path = c->path, .capacity = PATH_MAX, .form = WEND_PATH_WAYPOINTS};
    wend_answer answer;
    return !wend_finder_find(c->finder, start_of(c, i), goal_of(c, i), &query, &answer) &&
           answer.status == WEND_FIND_FOUND;
}

static bool by_peer(contest *c, uint32_t i, size_t peer) {
    return peers[peer]->query(c->peers[peer], &c->set->problems[i]);
}

/* Adds the time of all problems; returns false if one was not answered. */
static bool add_time(contest *c, way *answer, size_t peer, uint64_t *ns) {
    uint64_t begin = bench_work_now();
    uint32_t answered = 0;
    for (uint32_t i = 0; i < c->set->count; i++) {
        answered += answer(c, i, peer);
    }
    *ns += bench_work_now() - begin;
    return answered == c->set->count;
}

/* One round: the methods alternate, so that all see the same machine. Times in us per problem. */
typedef struct round_times {
    double alone, all, corners, peers[PEERS + 1];
} round_times;

static bool time_round(contest *c, round_times *times) {
    uint64_t alone = 0, all = 0, corners = 0;
    uint32_t asked = 0;
    bool done = true;
    do {
        done = add_time(c, by_agent, 0, &alone) && add_time(c, by_finder, 0, &all) &&
               add_time(c, by_corners, 0, &corners);
        asked += c->set->count;
    } while (done && all < LEAST_NS);
    times->alone = (double)alone / 1e3 / asked;
    times->all = (double)all / 1e3 / asked;
    times->corners = (double)corners / 1e3 / asked;
    for (size_t p = 0; peers[p]; p++) {
        uint64_t ns = 0;
        done = add_time(c, by_peer, p, &ns) && done;
        times->peers[p] = (double)ns / 1e3 / c->set->count;
    }
    return done;
}

/* ---- Measuring ------------------------------------------------------------------------------- */

static bool contest_open(contest *c, const bench_set *set) {
    *c = (contest){.set = set};
    wend_agent_def agent = bench_agent_def(set, &set->problems[0], "jps");
    wend_finder_def finder = {.map = set->map,
                              .allocator = {counted_allocate, counted_release, &c->allocations}};
    c->path = malloc(PATH_MAX * sizeof *c->path);
    bool is_open = c->path && !wend_agent_create(&agent, &c->agent, NULL) &&
                   !wend_agent_reserve_expansions(c->agent, BUDGET) &&
                   !wend_finder_create(&finder, &c->finder, NULL);
    for (size_t p = 0; peers[p] && is_open; p++) {
        c->peers[p] = peers[p]->open(set->map);
        is_open = c->peers[p];
    }
    return is_open;
}

static void contest_close(contest *c) {
    for (size_t p = 0; peers[p]; p++) {
        if (c->peers[p]) {
            peers[p]->close(c->peers[p]);
        }
    }
    wend_finder_destroy(c->finder);
    wend_agent_destroy(c->agent);
    free(c->path);
}

/* The number of problems with the same cost as A*. */
static uint32_t count_same(contest *c) {
    uint32_t same = 0;
    for (uint32_t i = 0; i < c->set->count; i++) {
        wend_query query = {.path = c->path, .capacity = PATH_MAX};
        wend_answer answer;
        wend_finder_find(c->finder, start_of(c, i), goal_of(c, i), &query, &answer);
        wend_agent_def def = bench_agent_def(c->set, &c->set->problems[i], "astar");
        wend_agent *agent;
        if (!wend_agent_create(&def, &agent, NULL)) {
            wend_tick tick;
            do {
                wend_agent_reserve_expansions(agent, BENCH_QUERY_BUDGET);
                wend_agent_tick_expansions(agent, BENCH_QUERY_BUDGET, &tick);
            } while (wend_agent_is_active(tick.status));
            same += wend_agent_stats(agent).cost == answer.cost;
            wend_agent_destroy(agent);
        }
    }
    return same;
}

static bool measure(const bench_options *options, contest *c, bench_table *table,
                    bench_targets *targets) {
    double alone[ROUNDS_MAX], all[ROUNDS_MAX], corners[ROUNDS_MAX], ratio[ROUNDS_MAX];
    double peer[PEERS + 1][ROUNDS_MAX];
    uint32_t same = count_same(c);
    uint64_t allocations = c->allocations;
    bool done = true;
    for (uint32_t r = 0; r < options->rounds && done; r++) {
        char text[100];
        snprintf(text, sizeof text, "paths: %.31s: round %u of %u", c->set->name, r + 1,
                 options->rounds);
        bench_progress(options, text);
        round_times times;
        done = time_round(c, &times);
        alone[r] = times.alone;
        all[r] = times.all;
        corners[r] = times.corners;
        ratio[r] = times.all / times.alone;
        for (size_t p = 0; peers[p]; p++) {
            peer[p][r] = times.peers[p] / times.all;
        }
    }
    bench_progress(options, "");
    if (!done) {
        return false;
    }
    double times = bench_median(ratio, options->rounds);
    allocations = c->allocations - allocations;
    bench_table_row(table);
    bench_table_cell(table, "%s", c->set->name);
    bench_table_cell(table, "%.1f", bench_median(alone, options->rounds));
    bench_table_cell(table, "%.1f", bench_median(all, options->rounds));
    bench_table_cell(table, "%.1f", bench_median(corners, options->rounds));
    bench_table_cell(table, "%.3f (%.3f-%.3f)", times, ratio[0], ratio[options->rounds - 1]);
    bench_table_cell(table, "<= 1.1 %s", bench_target(targets, times <= 1.1));
    bench_table_cell(table, "%u of %u %s", same, c->set->count,
                     bench_target(targets, same == c->set->count));
    bench_table_cell(table, "%u %s", (unsigned)allocations,
                     bench_target(targets, allocations == 0));
    for (size_t p = 0; peers[p]; p++) {
        bench_table_cell(table, "%.0f", bench_median(peer[p], options->rounds));
    }
    return true;
}

/* ---- The section ----------------------------------------------------------------------------- */

static void add_head(bench_table *table) {
    static const char *const names[] = {"map",       "search us", "finder us",  "corners us",
                                        "of search", "target",    "same costs", "allocations"};
    memset(table, 0, sizeof *table);
    bench_table_row(table);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        bench_table_cell(table, "%s", names[i]);
    }
    for (size_t p = 0; peers[p]; p++) {
        bench_table_cell(table, "%s", peers[p]->name);
    }
}

bool bench_paths(const bench_options *options, bench_targets *targets) {
    static bench_table table;
    bench_options limited = *options;
    limited.rounds = options->rounds < ROUNDS_MAX ? options->rounds : ROUNDS_MAX;
    add_head(&table);
    bool done = true;
    for (size_t m = 0; m < MAPS && done; m++) {
        bench_set set;
        if (!bench_set_load(&set, options->data, maps[m][0], maps[m][1], BENCH_LONGEST, PROBLEMS)) {
            printf("No benchmark maps in %s: skipped.\n", options->data);
            return true;
        }
        contest c;
        done = contest_open(&c, &set) && measure(&limited, &c, &table, targets);
        contest_close(&c);
        bench_set_clear(&set);
    }
    if (PEERS < 2) {
        printf("%s not found at build time: not compared.\n",
               PEERS == 0 ? "libtcod and Boost.Graph" : "one of libtcod and Boost.Graph");
    }
    printf("Time per path: the search alone (one jps agent for all problems), a finder that "
           "writes all cells, and one\nthat writes waypoints. Means over the %u longest "
           "problems, medians of %u rounds. Other libraries: their\ntime relative to the "
           "finder. Allocations: by the finder after it has answered every problem once.\n\n",
           PROBLEMS, limited.rounds);
    bench_table_print(&table);
    return done;
}
