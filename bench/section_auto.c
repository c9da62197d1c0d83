/* bench/section_auto.c - agents that move on every tick, at equal microseconds per tick: what their
 * trips cost on seven kinds of maps, and whether "auto" is the best of them.
 *
 * A microsecond is turned into a budget R by the pace that the agent has on that kind of map, while
 * it searches. The table shows R: with the same R the same trips come out on every machine. */
#include "bench.h"
#include "bench_table.h"
#include "clock.h"
#include "ours.h"
#include "samples.h"

#include <string.h>

#define PROBLEMS_PER_KIND 24u
#define MAPS_MAX          6u
#define PACE_NS           20000000u /* each pace is measured for this long ... */
#define PACES             5u        /* ... and this often */
#define TICKS_MAX         2000000u

/* ---- What is compared ------------------------------------------------------------------------ */

typedef struct contestant {
    const char *title, *algo;
    uint32_t weight_permille; /* 0 for the default */
    bool commit;
} contestant;

static const contestant contestants[] = {{"auto", "auto", 0, false},
                                         {"tbjps", "tbjps", 0, false},
                                         {"tba", "tba", 0, false},
                                         {"tba commit", "tba", 0, true},
                                         {"tbwa 1.5", "tbwa", 1500, false},
                                         {"tbwa 3", "tbwa", 3000, false},
                                         {"tbwa 3 commit", "tbwa", 3000, true},
                                         {"tbgbfs", "tbgbfs", 0, false},
                                         {"tbgbfs commit", "tbgbfs", 0, true}};
#define CONTESTANTS (sizeof contestants / sizeof *contestants)

static const uint32_t microseconds[] = {1, 2, 5, 10};
#define TIMES (sizeof microseconds / sizeof *microseconds)

/* Maps of one kind: of the benchmark sets, or generated where these are missing. */
typedef struct kind {
    const char *name;
    const char *maps[MAPS_MAX];
    wend_gen_kind made;
} kind;

static const kind kinds[] = {
    {"wc3maps512",
     {"battleground", "blastedlands", "golemsinthemist", "losttemple"},
     WEND_GEN_CAVES},
    {"sc1", {"Enigma", "Inferno", "WheelofWar"}, WEND_GEN_CAVES},
    {"bg512", {"AR0011SR", "AR0300SR", "AR0603SR", "AR0711SR"}, WEND_GEN_CAVES},
    {"dao", {"arena", "den501d", "orz103d", "orz702d"}, WEND_GEN_CAVES},
    {"rooms", {"8room_000", "16room_000", "32room_000", "64room_000"}, WEND_GEN_ROOMS},
    {"mazes", {"maze512-8-0", "maze512-32-0"}, WEND_GEN_MAZE},
    {"random", {"random512-25-0", "random512-40-0"}, WEND_GEN_RANDOM}};
#define KINDS (sizeof kinds / sizeof *kinds)

typedef struct map_sets {
    bench_set sets[MAPS_MAX];
    uint32_t count;
} map_sets;

static bool load(map_sets *all, const kind *k, const char *data) {
    *all = (map_sets){0};
    uint32_t maps = 0;
    while (maps < MAPS_MAX && k->maps[maps]) {
        maps++;
    }
    for (uint32_t m = 0; m < maps; m++) {
        uint32_t share = PROBLEMS_PER_KIND / maps;
        bench_set *set = &all->sets[m];
        if (!bench_set_load(set, data, k->name, k->maps[m], BENCH_SPREAD, share) &&
            !bench_set_generate(set, k->made, 512, m + 1, share)) {
            return false;
        }
        all->count++;
    }
    return true;
}

static void clear(map_sets *all) {
    for (uint32_t m = 0; m < all->count; m++) {
        bench_set_clear(&all->sets[m]);
    }
}

/* ---- One trip -------------------------------------------------------------------------------- */

static wend_agent *make_agent(const contestant *c, const bench_set *set, uint32_t problem) {
    wend_agent_def def = bench_agent_def(set, &set->problems[problem], c->algo);
    def.weight_permille = c->weight_permille;
    def.bounded.commit = c->commit ? WEND_ON : WEND_DEFAULT;
    wend_agent *agent;
    return wend_agent_create(&def, &agent, NULL) ? NULL : agent;
}

/* What the trip costs, by its optimum; negative if it does not arrive. */
static double cost_of(const contestant *c, const bench_set *set, uint32_t problem,
                      uint32_t budget) {
    wend_agent *agent = make_agent(c, set, problem);
    wend_tick tick = {0};
    for (uint32_t i = 0; agent && i < TICKS_MAX; i++) {
        wend_agent_reserve(agent, budget);
        if (wend_agent_tick(agent, budget, &tick) || tick.status > WEND_WAITING) {
            break;
        }
    }
    double cost = agent && tick.status == WEND_ARRIVED
                      ? (double)wend_agent_counters(agent).cost /
                            (bench_length_of("jps", set, &set->problems[problem]) * WEND_COST_ONE)
                      : -1;
    wend_agent_destroy(agent);
    return cost;
}

/* ---- Paces ----------------------------------------------------------------------------------- */

#define BATCH 16u

/* Nanoseconds per tick while the agents search. */
static double tick_ns_of(const contestant *c, const map_sets *all, uint32_t budget) {
    uint64_t ns = 0, ticks = 0;
    for (uint32_t problem = 0; ns < PACE_NS; problem++) {
        for (uint32_t m = 0; m < all->count; m++) {
            const bench_set *set = &all->sets[m];
            wend_agent *agent = make_agent(c, set, problem % set->count);
            wend_tick tick = {0};
            uint32_t done = 0;
            /* What is reserved does not belong to the tick, so it is done for many at once. */
            while (agent && !(tick.flags & WEND_TICK_FOUND) && done < 4096) {
                wend_agent_reserve(agent, BATCH * budget);
                uint64_t begin = bench_work_now();
                for (uint32_t i = 0; i < BATCH && !(tick.flags & WEND_TICK_FOUND); i++, done++) {
                    wend_agent_tick(agent, budget, &tick);
                }
                ns += bench_work_now() - begin;
            }
            ticks += done;
            wend_agent_destroy(agent);
        }
    }
    return (double)ns / (double)ticks;
}

/* How long ticks last: a part that does not depend on R, and one for each unit of it. */
typedef struct pace {
    double fixed_ns, unit_ns;
} pace;

static pace pace_of(const contestant *c, const map_sets *all) {
    double small[PACES], large[PACES];
    for (uint32_t i = 0; i < PACES; i++) {
        small[i] = tick_ns_of(c, all, 8);
        large[i] = tick_ns_of(c, all, 64);
    }
    double few = bench_median(small, PACES), many = bench_median(large, PACES);
    double unit_ns = (many - few) / (64 - 8);
    return (pace){few - 8 * unit_ns, unit_ns};
}

/* The budget with which a tick takes `ns`; 0 if there is none. */
static uint32_t budget_for(const pace *p, double ns) {
    double budget = (ns - p->fixed_ns) / p->unit_ns;
    return budget < 1 ? 0 : (uint32_t)budget;
}

/* ---- The section ----------------------------------------------------------------------------- */

typedef struct outcome {
    double cost;
    uint32_t budget;
    bool late; /* even R = 1 lasts longer than it should */
} outcome;

static bool measure(const contestant *c, const map_sets *all, const pace *p, uint32_t us,
                    outcome *out) {
    out->budget = budget_for(p, us * 1000.0);
    out->late = out->budget == 0;
    out->budget += out->late;
    double sum = 0;
    uint32_t count = 0;
    for (uint32_t m = 0; m < all->count; m++) {
        for (uint32_t i = 0; i < all->sets[m].count; i++) {
            double cost = cost_of(c, &all->sets[m], i, out->budget);
            if (cost < 0) {
                return false;
            }
            sum += cost;
            count++;
        }
    }
    out->cost = sum / count;
    return true;
}

static void add_row(bench_table *table, const contestant *c, const pace *p,
                    const outcome *outcomes) {
    bench_table_row(table);
    bench_table_cell(table, "%s", c->title);
    for (size_t t = 0; t < TIMES; t++) {
        bench_table_cell(table, "%.3f%s", outcomes[t].cost, outcomes[t].late ? "*" : "");
    }
    for (size_t t = 0; t < TIMES; t++) {
        bench_table_cell(table, "%u", outcomes[t].budget);
    }
    bench_table_cell(table, "%.0f + %.0f R", p->fixed_ns, p->unit_ns);
}

static void print_verdict(outcome outcomes[CONTESTANTS][TIMES], bench_targets *targets) {
    double worst = 0;
    for (size_t t = 0; t < TIMES; t++) {
        double best = outcomes[0][t].cost;
        for (size_t c = 1; c < CONTESTANTS; c++) {
            best = outcomes[c][t].cost < best ? outcomes[c][t].cost : best;
        }
        double excess = outcomes[0][t].cost / best;
        worst = excess > worst ? excess : worst;
    }
    printf("auto costs at most %.1f %% more than the best of them. <= 5 %% %s\n\n",
           100 * (worst - 1), bench_target(targets, worst <= 1.05));
}

static bool run_kind(const bench_options *options, const kind *k, bench_targets *targets) {
    static bench_table table;
    memset(&table, 0, sizeof table);
    bench_table_row(&table);
    bench_table_cell(&table, "%s", k->name);
    for (size_t t = 0; t < TIMES; t++) {
        bench_table_cell(&table, "%u us", microseconds[t]);
    }
    for (size_t t = 0; t < TIMES; t++) {
        bench_table_cell(&table, "R %u us", microseconds[t]);
    }
    bench_table_cell(&table, "ns per tick");
    map_sets all;
    static outcome outcomes[CONTESTANTS][TIMES];
    bool done = load(&all, k, options->data);
    for (size_t c = 0; c < CONTESTANTS && done; c++) {
        pace p = pace_of(&contestants[c], &all);
        for (size_t t = 0; t < TIMES && done; t++) {
            char text[100];
            snprintf(text, sizeof text, "auto: %s: %s, %u us", k->name, contestants[c].title,
                     microseconds[t]);
            bench_progress(options, text);
            done = measure(&contestants[c], &all, &p, microseconds[t], &outcomes[c][t]);
        }
        add_row(&table, &contestants[c], &p, outcomes[c]);
    }
    bench_progress(options, "");
    bench_table_print(&table);
    if (done) {
        print_verdict(outcomes, targets);
    }
    clear(&all);
    return done;
}

bool bench_auto(const bench_options *options, bench_targets *targets) {
    printf(
        "Cost of the trip by its optimum, means over %u problems of each kind, for ticks of 1 to "
        "10 us, and the budget R\nthat such a tick buys. (*: even R = 1 lasts longer.)\n\n",
        PROBLEMS_PER_KIND);
    bool done = true;
    for (size_t k = 0; k < KINDS && done; k++) {
        done = run_kind(options, &kinds[k], targets);
    }
    return done;
}
