/* scripts/bench_queries.c - microseconds of short queries with "jps", by a new agent each and by a
 * reused one.
 *
 *     bench_queries MAP SCENARIO FROM TO
 *
 * The problems are those of the scenario whose stated length lies from FROM to below TO; the
 * time is the fastest twentieth of ROUNDS rounds over all of them. Prints two numbers: new, reused.
 *
 * Compiled twice by bench_queries.sh: against this library and against that of another revision. It
 * uses nothing newer than the revision before the goal in sight was checked first. */
#include "../bench/clock.h"

#include <wend/movingai.h>
#include <wend/research.h>
#include <wend/wend.h>

#include <stdio.h>
#include <stdlib.h>

#define ROUNDS 401
#define BUDGET 100u /* per tick */

static void stop(const char *what) {
    fprintf(stderr, "bench_queries: %s\n", what);
    exit(1);
}

typedef struct query {
    wend_state start, goal;
} query;

typedef struct queries {
    wend_map *map;
    query *all;
    uint32_t count;
} queries;

static double read_length(const char *text) {
    char *end;
    double length = strtod(text, &end);
    if (end == text || *end || length < 0) {
        stop("FROM and TO are lengths in cells");
    }
    return length;
}

static void load(queries *q, const char *map, const char *scenario, double from, double to) {
    /* As 0 means; version 0.2 had no defaults in zeros. */
    wend_map_def def = {.neighbors = 8, .passable = WEND_TERRAIN_GROUND | WEND_TERRAIN_SWAMP};
    wend_scenario all;
    if (wend_map_load(&def, map, &q->map, NULL) || wend_scenario_load(scenario, &all, NULL)) {
        stop("the map or the scenario cannot be read");
    }
    q->count = 0;
    q->all = calloc(all.count + 1, sizeof *q->all);
    if (!q->all) {
        stop("no memory");
    }
    for (uint32_t i = 0; i < all.count; i++) {
        const wend_problem *p = &all.problems[i];
        if (p->optimal >= from && p->optimal < to) {
            q->all[q->count++] = (query){wend_map_state(q->map, p->start_x, p->start_y),
                                         wend_map_state(q->map, p->goal_x, p->goal_y)};
        }
    }
    if (!q->count) {
        stop("no problem has such a length");
    }
    wend_scenario_clear(&all);
}

static wend_agent *make_agent(const queries *q, const query *one) {
    wend_agent_def def = {.map = q->map, .start = one->start, .goal = one->goal};
    def.algo = wend_algo_find("jps");
    wend_agent *agent;
    if (wend_agent_create(&def, &agent, NULL)) {
        stop("no memory");
    }
    return agent;
}

/* Runs until the route is known. */
static void answer(wend_agent *agent) {
    wend_tick tick;
    do {
        wend_agent_reserve_expansions(agent, BUDGET);
        wend_agent_tick_expansions(agent, BUDGET, &tick);
    } while (tick.status == WEND_AGENT_WAITING);
    if (!(tick.flags & WEND_TICK_MOVED)) {
        stop("a query without an answer");
    }
}

static uint64_t ask_new(const queries *q) {
    uint64_t begin = bench_now();
    for (uint32_t i = 0; i < q->count; i++) {
        wend_agent *agent = make_agent(q, &q->all[i]);
        answer(agent);
        wend_agent_destroy(agent);
    }
    return bench_now() - begin;
}

static uint64_t ask_again(const queries *q, wend_agent *agent) {
    uint64_t begin = bench_now();
    for (uint32_t i = 0; i < q->count; i++) {
        wend_agent_teleport(agent, q->all[i].start);
        wend_agent_set_goal(agent, q->all[i].goal);
        answer(agent);
    }
    return bench_now() - begin;
}

static int compare(const void *a, const void *b) {
    uint64_t one = *(const uint64_t *)a, other = *(const uint64_t *)b;
    return (one > other) - (one < other);
}

static double fastest(uint64_t *ns, const queries *q) {
    qsort(ns, ROUNDS, sizeof *ns, compare);
    return (double)ns[ROUNDS / 20] / q->count / 1000;
}

int main(int argc, char **argv) {
    if (argc != 5) {
        stop("usage: bench_queries MAP SCENARIO FROM TO");
    }
    queries q;
    load(&q, argv[1], argv[2], read_length(argv[3]), read_length(argv[4]));
    static uint64_t with_new[ROUNDS], with_reused[ROUNDS];
    wend_agent *agent = make_agent(&q, &q.all[0]);
    for (uint32_t r = 0; r < ROUNDS; r++) {
        with_new[r] = ask_new(&q);
        with_reused[r] = ask_again(&q, agent);
    }
    printf("%.3f %.3f\n", fastest(with_new, &q), fastest(with_reused, &q));
    wend_agent_destroy(agent);
    wend_map_destroy(q.map);
    free(q.all);
    return 0;
}
