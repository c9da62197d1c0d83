/* bench/section_auto.c - agents at equal microseconds per tick: the costs of their trips on seven
 * kinds of maps, and whether "auto" is the best of those that move on every tick.
 *
 * Microseconds are converted into a budget R by the pace of the agent's searches on that kind of
 * map. The table shows R: the same R gives the same trips on every machine. */
#include "bench.h"

#include <wend/research.h>
#include "bench_table.h"
#include "clock.h"
#include "ours.h"
#include "samples.h"

#include <string.h>

#define PROBLEMS_PER_KIND 24u
#define MAPS_MAX          4u
#define PACE_NS           20000000u /* each pace is measured for this long ... */
#define PACES             7u        /* ... and this often, alternating with the other agents */
#define TICKS_MAX         40000u    /* longer trips are given up: the best have some 500 */

/* ---- What is compared ------------------------------------------------------------------------ */

typedef struct contestant {
    const char *title, *algo;
    uint32_t weight_permille; /* 0 for the default */
    bool commit;
} contestant;

/* "auto" first, then the agents that move on every tick and need no precomputed data. */
static const contestant contestants[] = {{"auto", "auto", 0, false},
                                         {"tbjps", "tbjps", 0, false},
                                         {"tba", "tba", 0, false},
                                         {"tba commit", "tba", 0, true},
                                         {"tbwa 1.5 commit", "tbwa", 1500, true},
                                         {"tbwa 3", "tbwa", 3000, false},
                                         {"tbwa 3 commit", "tbwa", 3000, true},
                                         {"tbgbfs", "tbgbfs", 0, false},
                                         {"tbgbfs commit", "tbgbfs", 0, true},
                                         {"rtba", "rtba", 0, false},
                                         {"tbaa", "tbaa", 0, false},
                                         {"rtaa", "rtaa", 0, false},
                                         {"dartaa", "dartaa", 0, false},
                                         {"lss-lrta", "lss-lrta", 0, false}};
#define CONTESTANTS (sizeof contestants / sizeof *contestants)
#define FASTEST     9u /* the first ones: all that ever come near the best */

/* Those that wait for the whole route: the ticks to arrival show the cost of that. */
static const contestant waiting[] = {
    {"auto", "auto", 0, false}, {"jps", "jps", 0, false}, {"astar", "astar", 0, false}};
#define WAITING (sizeof waiting / sizeof *waiting)

static const uint32_t microseconds[] = {1, 2, 5, 10};
#define TIMES (sizeof microseconds / sizeof *microseconds)

/* Maps of one kind: from the benchmark sets, or generated where these are missing. */
typedef struct kind {
    const char *name;
    const char *maps[MAPS_MAX];
    wend_gen_kind made;
    uint32_t density; /* 0 for the default */
    bool is_typical;  /* typical enough to judge other move rules by */
} kind;

static const kind kinds[] = {
    {"wc3maps512",
     {"battleground", "blastedlands", "golemsinthemist", "losttemple"},
     WEND_GEN_CAVES,
     0,
     false},
    {"sc1", {"Enigma", "Inferno", "WheelofWar"}, WEND_GEN_CAVES, 0, true},
    {"bg512", {"AR0011SR", "AR0300SR", "AR0603SR", "AR0711SR"}, WEND_GEN_CAVES, 0, false},
    {"dao", {"arena", "den501d", "orz103d", "orz702d"}, WEND_GEN_CAVES, 0, false},
    {"rooms", {"8room_000", "16room_000", "32room_000", "64room_000"}, WEND_GEN_ROOMS, 0, true},
    {"mazes", {"maze512-8-0", "maze512-32-0"}, WEND_GEN_MAZE, 0, false},
    {"random", {"random512-25-0", "random512-40-0"}, WEND_GEN_RANDOM, 0, true}};
#define KINDS (sizeof kinds / sizeof *kinds)

/* From seeds that were not used to find the rule of "auto". */
#define UNSEEN_SEED 9001u
static const kind unseen[] = {{"caves", {"", ""}, WEND_GEN_CAVES, 0, true},
                              {"rooms", {"", ""}, WEND_GEN_ROOMS, 0, true},
                              {"mazes", {"", ""}, WEND_GEN_MAZE, 0, false},
                              {"random 10 %", {"", ""}, WEND_GEN_RANDOM, 10, false},
                              {"random 20 %", {"", ""}, WEND_GEN_RANDOM, 20, false},
                              {"random 30 %", {"", ""}, WEND_GEN_RANDOM, 30, true},
                              {"random 35 %", {"", ""}, WEND_GEN_RANDOM, 35, false},
                              {"random 38 %", {"", ""}, WEND_GEN_RANDOM, 38, false}};
#define UNSEEN (sizeof unseen / sizeof *unseen)

/* Other move rules. */
static const struct {
    const char *name;
    uint32_t neighbors;
    wend_corners corners;
} rules[] = {{"corners one", 8, WEND_CORNERS_ONE},
             {"corners always", 8, WEND_CORNERS_ALWAYS},
             {"4 neighbours", 4, WEND_CORNERS_NEVER},
             {"16 neighbours", 16, WEND_CORNERS_NEVER}};
#define RULES (sizeof rules / sizeof *rules)

/* The best known result of a problem. */
typedef struct best {
    double cost;
    double moves;
} best;

typedef struct map_sets {
    bench_set sets[MAPS_MAX];
    best bests[MAPS_MAX][PROBLEMS_PER_KIND];
    uint32_t count;
} map_sets;

static bool find_best(const bench_set *set, const bench_problem *problem, best *out) {
    wend_agent_def def = bench_agent_def(set, problem, "astar");
    wend_agent *agent;
    wend_tick tick = {0};
    if (wend_agent_create(&def, &agent, NULL)) {
        return false;
    }
    do {
        wend_agent_reserve_expansions(agent, BENCH_QUERY_BUDGET);
        wend_agent_tick_expansions(agent, BENCH_QUERY_BUDGET, &tick);
    } while (wend_agent_is_active(tick.status));
    wend_agent_info counters = wend_agent_stats(agent);
    *out = (best){(double)counters.cost, (double)counters.moves};
    wend_agent_destroy(agent);
    return tick.status == WEND_AGENT_ARRIVED;
}

/* From the files, or generated with seeds from `seed` on. */
static bool load(map_sets *all, const kind *k, const wend_map_def *as, const char *data,
                 uint64_t seed) {
    memset(all, 0, sizeof *all);
    uint32_t maps = 0;
    while (maps < MAPS_MAX && k->maps[maps]) {
        maps++;
    }
    bool done = true;
    for (uint32_t m = 0; m < maps && done; m++) {
        uint32_t share = PROBLEMS_PER_KIND / maps;
        bench_set *set = &all->sets[m];
        wend_gen_def gen = {
            .kind = k->made, .width = 512, .height = 512, .seed = seed + m, .density = k->density};
        done =
            (data && bench_set_load_as(set, as, data, k->name, k->maps[m], BENCH_SPREAD, share)) ||
            bench_set_generate_as(set, as, &gen, share);
        all->count += done;
        for (uint32_t i = 0; i < set->count && done; i++) {
            done = find_best(set, &set->problems[i], &all->bests[m][i]);
        }
    }
    return done;
}

static void clear(map_sets *all) {
    for (uint32_t m = 0; m < all->count; m++) {
        bench_set_clear(&all->sets[m]);
    }
}

/* ---- One trip -------------------------------------------------------------------------------- */

static wend_agent *make_agent(const contestant *c, const bench_set *set, uint32_t problem,
                              uint32_t budget) {
    wend_agent_def def = bench_agent_def(set, &set->problems[problem], c->algo);
    def.weight_permille = c->weight_permille;
    def.bounded.commit = c->commit ? WEND_ON : WEND_DEFAULT;
    def.work = (uint64_t)budget * WEND_WORK_EXPANSION;
    wend_agent *agent;
    return wend_agent_create(&def, &agent, NULL) ? NULL : agent;
}

/* Runs one trip; returns false if the agent does not arrive. Adds the time of the ticks until the
 * route is known. */
static bool travel(const contestant *c, const bench_set *set, uint32_t problem, uint32_t budget,
                   bench_samples *ticks, wend_agent_info *counters) {
    wend_agent *agent = make_agent(c, set, problem, budget);
    wend_tick tick = {0};
    for (uint32_t i = 0; agent && i < TICKS_MAX; i++) {
        bool is_searching = !(tick.flags & WEND_TICK_FOUND);
        wend_agent_reserve_expansions(agent, budget);
        uint64_t begin = bench_now();
        if (wend_agent_tick_expansions(agent, budget, &tick) || tick.status > WEND_AGENT_WAITING) {
            break;
        }
        uint64_t end = bench_now();
        if (is_searching) {
            bench_samples_add(ticks, end - begin);
        }
    }
    *counters = wend_agent_stats(agent);
    wend_agent_destroy(agent);
    return agent && tick.status == WEND_AGENT_ARRIVED;
}

/* ---- Paces ----------------------------------------------------------------------------------- */

#define BATCH 16u

/* Nanoseconds per tick while the agents search. (Some search in one tick and follow the result in
 * the ticks after it: these hardly count.) */
static double tick_ns_of(const contestant *c, const map_sets *all, uint32_t budget) {
    uint64_t ns = 0, ticks = 0;
    for (uint32_t problem = 0; ns < PACE_NS; problem++) {
        for (uint32_t m = 0; m < all->count; m++) {
            const bench_set *set = &all->sets[m];
            wend_agent *agent = make_agent(c, set, problem % set->count, budget);
            wend_tick tick = {0};
            uint32_t done = 0;
            /* What is reserved does not belong to the tick, so it is done for many at once. */
            while (agent && !(tick.flags & WEND_TICK_FOUND) && wend_agent_is_active(tick.status) &&
                   done < 4096) {
                wend_agent_reserve_expansions(agent, BATCH * budget);
                uint64_t begin = bench_work_now();
                for (uint32_t i = 0; i < BATCH && !(tick.flags & WEND_TICK_FOUND); i++, done++) {
                    wend_agent_tick_expansions(agent, budget, &tick);
                    ticks += tick.work > 0;
                }
                ns += bench_work_now() - begin;
            }
            wend_agent_destroy(agent);
        }
    }
    return (double)ns / (double)ticks;
}

/* The duration of ticks: a constant, and a time per unit of R. */
typedef struct pace {
    double fixed_ns, unit_ns;
} pace;

/* Whether the agent supports such maps. */
static bool can_run(const contestant *c, const map_sets *all) {
    wend_agent *agent = make_agent(c, &all->sets[0], 0, 1);
    wend_agent_destroy(agent);
    return agent;
}

/* The agents alternate: if other programs slow the machine down for some seconds, that affects a
 * round of all of them, and not all rounds of one. */
static void measure_paces(const contestant *agents, size_t count, const map_sets *all,
                          pace *paces) {
    static double small[CONTESTANTS][PACES], large[CONTESTANTS][PACES];
    for (uint32_t i = 0; i < PACES; i++) {
        for (size_t c = 0; c < count; c++) {
            if (can_run(&agents[c], all)) {
                small[c][i] = tick_ns_of(&agents[c], all, 8);
                large[c][i] = tick_ns_of(&agents[c], all, 64);
            }
        }
    }
    for (size_t c = 0; c < count; c++) {
        double few = bench_median(small[c], PACES), many = bench_median(large[c], PACES);
        double unit_ns = (many - few) / (64 - 8);
        paces[c] = (pace){few - 8 * unit_ns, unit_ns};
    }
}

/* The budget for ticks of `ns`, 0 if even 1 is too much. */
static uint32_t budget_for(const pace *p, double ns) {
    double budget = (ns - p->fixed_ns) / p->unit_ns;
    return budget < 1 ? 0 : (uint32_t)budget;
}

/* ---- Outcomes -------------------------------------------------------------------------------- */

/* Means over the trips of a kind. */
typedef struct outcome {
    double cost;  /* relative to the best one's */
    double ticks; /* relative to the moves of the best one */
    double p99_us;
    uint32_t budget;
    uint32_t lost; /* trips that were given up, which are excluded */
    bool late;     /* even R = 1 takes longer than allowed */
} outcome;

static bool measure(const contestant *c, const map_sets *all, const pace *p, uint32_t us,
                    outcome *out) {
    *out = (outcome){.budget = budget_for(p, us * 1000.0)};
    out->late = out->budget == 0;
    out->budget += out->late;
    bench_samples ticks = {0};
    uint32_t count = 0;
    for (uint32_t m = 0; m < all->count; m++) {
        for (uint32_t i = 0; i < all->sets[m].count; i++) {
            wend_agent_info counters;
            const best *b = &all->bests[m][i];
            bool arrives = travel(c, &all->sets[m], i, out->budget, &ticks, &counters);
            out->cost += arrives ? (double)counters.cost / b->cost : 0;
            out->ticks += arrives ? (double)counters.ticks / b->moves : 0;
            out->lost += !arrives;
            count += arrives;
        }
    }
    out->cost = count ? out->cost / count : 0;
    out->ticks = count ? out->ticks / count : 0;
    bench_samples_sort(&ticks);
    out->p99_us = ticks.count ? (double)bench_samples_quantile(&ticks, 990) / 1000 : 0;
    bool failed = ticks.failed;
    bench_samples_clear(&ticks);
    return !failed;
}

static void add_row(bench_table *table, const contestant *c, const pace *p, const outcome *outcomes,
                    bool by_ticks) {
    bench_table_row(table);
    bench_table_cell(table, "%s%s", c->title, by_ticks ? ": ticks" : "");
    for (size_t t = 0; t < TIMES; t++) {
        const outcome *o = &outcomes[t];
        if (o->lost) {
            bench_table_cell(table, "%u lost", o->lost);
        } else {
            bench_table_cell(table, "%.3f%s", by_ticks ? o->ticks : o->cost, o->late ? "*" : "");
        }
    }
    for (size_t t = 0; t < TIMES; t++) {
        bench_table_cell(table, "%.1f", outcomes[t].p99_us);
    }
    for (size_t t = 0; t < TIMES; t++) {
        bench_table_cell(table, "%u", outcomes[t].budget);
    }
    bench_table_cell(table, "%.0f + %.0f R", p->fixed_ns, p->unit_ns);
}

/* The largest excess of the cost of "auto" over the best of the others. */
static double worst_excess(outcome outcomes[CONTESTANTS][TIMES], size_t count) {
    double worst = 0;
    for (size_t t = 0; t < TIMES; t++) {
        double least = outcomes[0][t].cost;
        for (size_t c = 1; c < count; c++) {
            bool is_better = !outcomes[c][t].lost && outcomes[c][t].cost < least;
            least = is_better ? outcomes[c][t].cost : least;
        }
        double excess = outcomes[0][t].cost / least;
        worst = excess > worst ? excess : worst;
    }
    return worst;
}

/* `most_at_5`: 0 for no target. */
static void print_verdict(outcome outcomes[CONTESTANTS][TIMES], size_t count, double most_at_5,
                          bench_targets *targets) {
    double worst = worst_excess(outcomes, count), at_5 = outcomes[0][2].cost;
    bool is_lost = false;
    for (size_t t = 0; t < TIMES; t++) {
        is_lost |= outcomes[0][t].lost > 0;
    }
    printf("auto costs at most %.1f %% more than the best of them. <= 5 %% %s\n", 100 * (worst - 1),
           bench_target(targets, worst <= 1.05 && !is_lost));
    if (most_at_5 > 0) {
        printf("At 5 us it costs %.3f of the optimum. <= %.2f %s\n", at_5, most_at_5,
               bench_target(targets, at_5 <= most_at_5));
    }
    printf("\n");
}

/* ---- The section ----------------------------------------------------------------------------- */

static void add_head(bench_table *table, const char *name) {
    memset(table, 0, sizeof *table);
    bench_table_row(table);
    bench_table_cell(table, "%s", name);
    for (size_t t = 0; t < TIMES; t++) {
        bench_table_cell(table, "%u us", microseconds[t]);
    }
    for (size_t t = 0; t < TIMES; t++) {
        bench_table_cell(table, "p99");
    }
    for (size_t t = 0; t < TIMES; t++) {
        bench_table_cell(table, "R");
    }
    bench_table_cell(table, "ns per tick");
}

/* One row: the agent at all times per tick. */
static bool run_agent(const bench_options *options, const char *name, const contestant *c,
                      const pace *p, const map_sets *all, bool by_ticks, bench_table *table,
                      outcome *outcomes) {
    bool done = true;
    for (size_t t = 0; t < TIMES && done; t++) {
        char text[100];
        snprintf(text, sizeof text, "auto: %s: %s, %u us", name, c->title, microseconds[t]);
        bench_progress(options, text);
        done = measure(c, all, p, microseconds[t], &outcomes[t]);
    }
    bench_progress(options, "");
    add_row(table, c, p, outcomes, by_ticks);
    return done;
}

/* Whether a kind was requested. */
static bool is_wanted(const bench_options *options, const char *name) {
    return !options->map || strstr(name, options->map);
}

/* The agents up to `count`; with `waits` also those that wait. */
static bool run_kind(const bench_options *options, const char *name, const map_sets *all,
                     size_t count, bool waits, double most_at_5, bench_targets *targets) {
    static bench_table table;
    static outcome outcomes[CONTESTANTS][TIMES], ticks[TIMES];
    add_head(&table, name);
    memset(outcomes, 0, sizeof outcomes);
    bool done = true;
    pace paces[CONTESTANTS], waiting_paces[WAITING];
    bench_progress(options, "auto: paces");
    measure_paces(contestants, count, all, paces);
    measure_paces(waiting, waits ? WAITING : 0, all, waiting_paces);
    for (size_t c = 0; c < count && done; c++) {
        if (can_run(&contestants[c], all)) {
            done = run_agent(options, name, &contestants[c], &paces[c], all, false, &table,
                             outcomes[c]);
        } else {
            for (size_t t = 0; t < TIMES; t++) {
                outcomes[c][t].lost = PROBLEMS_PER_KIND;
            }
        }
    }
    for (size_t c = 0; c < WAITING && waits && done; c++) {
        done = run_agent(options, name, &waiting[c], &waiting_paces[c], all, true, &table, ticks);
    }
    bench_table_print(&table);
    if (done) {
        print_verdict(outcomes, count, most_at_5, targets);
    }
    return done;
}

bool bench_auto(const bench_options *options, bench_targets *targets) {
    printf("Cost of the trip relative to its optimum, means over %u problems of each kind, for"
           " ticks of 1 to 10 us;\nthe 99th percentile of the tick duration while the agent "
           "searched, in us; and the budget R of such\na tick. (*: even R = 1 takes longer.) "
           "For agents that wait for the whole route: ticks to arrival,\nrelative to the moves"
           " of the best route.\n\n",
           PROBLEMS_PER_KIND);
    static map_sets all;
    wend_map_def as = {0};
    bool done = true;
    for (size_t k = 0; k < KINDS && done; k++) {
        if (!is_wanted(options, kinds[k].name)) {
            continue;
        }
        bool is_random = kinds[k].made == WEND_GEN_RANDOM;
        done = load(&all, &kinds[k], &as, options->data, 1) &&
               run_kind(options, kinds[k].name, &all, CONTESTANTS, true, is_random ? 1.08 : 1.01,
                        targets);
        clear(&all);
    }
    printf("Generated maps that the rule was not found with:\n\n");
    for (size_t k = 0; k < UNSEEN && done; k++) {
        if (!is_wanted(options, unseen[k].name)) {
            continue;
        }
        bool is_random = unseen[k].made == WEND_GEN_RANDOM;
        done = load(&all, &unseen[k], &as, NULL, UNSEEN_SEED) &&
               run_kind(options, unseen[k].name, &all, FASTEST, false, is_random ? 1.08 : 1.01,
                        targets);
        clear(&all);
    }
    printf("Other rules of moves:\n\n");
    for (size_t r = 0; r < RULES && done; r++) {
        as.neighbors = rules[r].neighbors, as.corners = rules[r].corners;
        for (size_t k = 0; k < KINDS && done; k++) {
            char name[60];
            snprintf(name, sizeof name, "%s, %s", rules[r].name, kinds[k].name);
            if (!kinds[k].is_typical || !is_wanted(options, name)) {
                continue;
            }
            done = load(&all, &kinds[k], &as, options->data, 1) &&
                   run_kind(options, name, &all, FASTEST, false, 0, targets);
            clear(&all);
        }
    }
    printf("16 neighbours on generated maps that the rule was not found with:\n\n");
    for (size_t k = 0; k < UNSEEN && done; k++) {
        char name[60];
        snprintf(name, sizeof name, "%s, %s", rules[RULES - 1].name, unseen[k].name);
        if (!unseen[k].is_typical || !is_wanted(options, name)) {
            continue;
        }
        done = load(&all, &unseen[k], &as, NULL, UNSEEN_SEED) &&
               run_kind(options, name, &all, FASTEST, false, 0, targets);
        clear(&all);
    }
    return done;
}
