/* bench/section_unknown.c - agents on terrain that they explore on the way, at equal microseconds
 * per tick: the number of ticks until they arrive.
 *
 * Microseconds are converted into a budget R by the pace of the agent's planning on these maps. The
 * tables show R: the same R gives the same trips on every machine. */
#include "bench.h"
#include "bench_table.h"
#include "unknown_trip.h"

#include <math.h>
#include <string.h>

#define MAPS         6u
#define FAMILIES     3u
#define PACE_TRIPS   2u /* per map, budget and agent */
#define PACES        5u /* number of measurements; the median is used */
#define PACE_SMALL   8u
#define PACE_LARGE   64u
#define FAMILY_SHARE 4u    /* of the problems, on the maps of other families */
#define TIMED_TICKS  5000u /* per row, or as many as the problems have */

/* ---- What is compared ------------------------------------------------------------------------ */

static const uint32_t microseconds[] = {1, 3, 10, 30, 100};
#define TIMES (sizeof microseconds / sizeof *microseconds)

/* The behaviour of an agent while it plans a new route. */
typedef enum manner {
    AS_IT_IS,
    STANDS_STILL, /* and plans in counted expansions */
    FOLLOWS,      /* its old route: only "tbjps" does */
    FORGETS       /* its old route */
} manner;

typedef struct contestant {
    const char *title, *algo;
    manner manner;
} contestant;

static const contestant contestants[] = {{"tbjps", "tbjps", AS_IT_IS},
                                         {"jps", "jps", AS_IT_IS},
                                         {"tbaa", "tbaa", AS_IT_IS},
                                         {"rtba", "rtba", AS_IT_IS},
                                         {"tbjps, old route forgotten", "tbjps", FORGETS},
                                         {"rtba, old route followed", "rtba", FOLLOWS},
                                         {"adaptive-astar", "adaptive-astar", STANDS_STILL},
                                         {"repeated-astar", "repeated-astar", STANDS_STILL},
                                         {"dstar-lite", "dstar-lite", STANDS_STILL}};
#define CONTESTANTS (sizeof contestants / sizeof *contestants)
#define ORIGINALS   (CONTESTANTS - 2) /* the others are variants of them */
#define DSTAR       (CONTESTANTS - 1)

/* More rows from the trips of D* Lite: with more time than the others, and with unlimited time. */
static const uint32_t grants[] = {2, 4};
#define GRANTS (sizeof grants / sizeof *grants)
#define FLOOR  (CONTESTANTS + GRANTS)
#define ROWS   (FLOOR + 1)

typedef struct setting {
    const char *title;
    uint32_t known_permille;
    wend_corners corners;
} setting;

static const setting settings[] = {
    {"Nothing known, corners never", 0, WEND_CORNERS_NEVER},
    {"Half of the blocked cells known, corners never", 500, WEND_CORNERS_NEVER},
    {"Nothing known, corners always", 0, WEND_CORNERS_ALWAYS},
    {"Half of the blocked cells known, corners always", 500, WEND_CORNERS_ALWAYS}};
#define SETTINGS (sizeof settings / sizeof *settings)

static const char families_title[] = "Other families of maps";
static const char timed_title[] = "Ticks that are bounded by a clock";

/* Maps of the benchmark sets, or generated where these are missing. */
typedef struct source {
    const char *folder, *name;
    wend_gen_kind made;
} source;

static const source maps[MAPS] = {{"sc1", "Enigma", WEND_GEN_CAVES},
                                  {"sc1", "WheelofWar", WEND_GEN_CAVES},
                                  {"dao", "orz103d", WEND_GEN_CAVES},
                                  {"dao", "orz702d", WEND_GEN_CAVES},
                                  {"wc3maps512", "battleground", WEND_GEN_CAVES},
                                  {"rooms", "16room_000", WEND_GEN_ROOMS}};

static const source families[FAMILIES] = {{"mazes", "maze512-8-0", WEND_GEN_MAZE},
                                          {"random", "random512-25-0", WEND_GEN_RANDOM},
                                          {"random", "random512-40-0", WEND_GEN_RANDOM}};

typedef struct arena {
    bench_set set;
    unknown_world world;
} arena;

static void close_arenas(arena *all, uint32_t count) {
    for (uint32_t m = 0; m < count; m++) {
        unknown_world_close(&all[m].world);
        bench_set_clear(&all[m].set);
    }
}

static bool open_arenas(arena *all, const source *from, uint32_t count, const setting *s,
                        const char *data, uint32_t problems) {
    memset(all, 0, count * sizeof *all);
    for (uint32_t m = 0; m < count; m++) {
        if ((!bench_set_load(&all[m].set, data, from[m].folder, from[m].name, BENCH_SPREAD,
                             problems) &&
             !bench_set_generate(&all[m].set, from[m].made, 512, m + 1, problems)) ||
            !unknown_world_open(&all[m].world, all[m].set.map, s->corners)) {
            close_arenas(all, count);
            return false;
        }
    }
    return true;
}

/* ---- Paces ----------------------------------------------------------------------------------- */

/* The duration of ticks: a constant, and a time per unit of R. */
typedef struct pace {
    double fixed_ns, unit_ns;
} pace;

static bool time_trips(const contestant *c, arena *all, uint32_t count, const setting *s,
                       uint32_t budget, unknown_times *times) {
    *times = (unknown_times){0};
    for (uint32_t m = 0; m < count; m++) {
        for (uint32_t i = 0; i < PACE_TRIPS && i < all[m].set.count; i++) {
            uint32_t problem = i * (all[m].set.count - 1);
            if (!unknown_world_hide(&all[m].world, s->known_permille, problem + 1) ||
                !unknown_time_trip(&all[m].world, &all[m].set.problems[problem], c->algo, budget,
                                   times)) {
                return false;
            }
        }
    }
    return times->ticks > 0;
}

/* An observation, including everything that the map keeps up to date, such as the bits of jump
 * point search, is outside the tick. It is charged to every agent. What agents do about edits, D*
 * Lite above all, is done inside their ticks. */
static bool find_pace(const contestant *c, arena *all, uint32_t count, const setting *s, pace *p,
                      double *sense_ns) {
    double of_small[PACES], of_large[PACES], of_sense[PACES];
    for (uint32_t i = 0; i < PACES; i++) {
        unknown_times few, many;
        if (!time_trips(c, all, count, s, PACE_SMALL, &few) ||
            !time_trips(c, all, count, s, PACE_LARGE, &many)) {
            return false;
        }
        of_small[i] = few.tick_ns / (double)few.ticks;
        of_large[i] = many.tick_ns / (double)many.ticks;
        of_sense[i] = (few.sense_ns + many.sense_ns) / (double)(few.senses + many.senses);
    }
    double small = bench_median(of_small, PACES), large = bench_median(of_large, PACES);
    *sense_ns = bench_median(of_sense, PACES);
    p->unit_ns = (large - small) / (PACE_LARGE - PACE_SMALL);
    p->fixed_ns = small - PACE_SMALL * p->unit_ns + *sense_ns;
    return p->unit_ns > 0;
}

/* The budget for ticks of `ns`, at least 1. */
static uint32_t budget_for(const pace *p, double ns) {
    double budget = (ns - p->fixed_ns) / p->unit_ns;
    return budget < 1 ? 1 : (uint32_t)budget;
}

/* ---- Trips ----------------------------------------------------------------------------------- */

/* Ticks of one problem, by row and time. */
typedef struct trip_ticks {
    uint64_t ticks[ROWS][TIMES];
} trip_ticks;

typedef struct budgets {
    pace paces[CONTESTANTS];
    uint32_t of[ROWS][TIMES]; /* not of the floor */
} budgets;

static bool run_planner(arena *a, uint32_t problem, size_t c, const budgets *b, trip_ticks *out) {
    uint32_t wanted[(1 + GRANTS) * TIMES];
    uint64_t ticks[(1 + GRANTS) * TIMES], moves;
    uint32_t rows = c == DSTAR ? 1 + GRANTS : 1; /* they are consecutive */
    for (uint32_t r = 0; r < rows; r++) {
        memcpy(&wanted[r * TIMES], b->of[c + r], sizeof b->of[c + r]);
    }
    bool arrived =
        unknown_ticks_of_planner(&a->world, &a->set.problems[problem], contestants[c].algo, wanted,
                                 rows * TIMES, ticks, &moves);
    for (uint32_t r = 0; r < rows; r++) {
        memcpy(out->ticks[c + r], &ticks[r * TIMES], sizeof out->ticks[c + r]);
    }
    for (size_t t = 0; t < TIMES && c == DSTAR; t++) {
        out->ticks[FLOOR][t] = moves;
    }
    return arrived;
}

static bool run_problem(arena *a, uint32_t problem, const setting *s, const budgets *b,
                        trip_ticks *out) {
    bool arrived = unknown_world_hide(&a->world, s->known_permille, problem + 1);
    for (size_t c = 0; c < CONTESTANTS && arrived; c++) {
        manner how = contestants[c].manner;
        if (how == STANDS_STILL) {
            arrived = run_planner(a, problem, c, b, out);
            continue;
        }
        for (size_t t = 0; t < TIMES && arrived; t++) {
            out->ticks[c][t] = (how == FOLLOWS   ? unknown_ticks_following
                                : how == FORGETS ? unknown_ticks_forgetting
                                                 : unknown_ticks)(
                &a->world, &a->set.problems[problem], contestants[c].algo, b->of[c][t]);
            arrived = out->ticks[c][t] > 0;
            if (!arrived) {
                fprintf(stderr, "unknown: %s: problem %u: %s with R = %u did not arrive\n",
                        a->set.name, problem + 1, contestants[c].title, b->of[c][t]);
            }
        }
    }
    return arrived;
}

/* ---- Tables ---------------------------------------------------------------------------------- */

static void row_title(bench_table *table, size_t row) {
    bench_table_row(table);
    if (row == FLOOR) {
        bench_table_cell(table, "moves of dstar-lite");
    } else if (row >= CONTESTANTS) {
        bench_table_cell(table, "dstar-lite, %u x the time", grants[row - CONTESTANTS]);
    } else {
        bench_table_cell(table, "%s", contestants[row].title);
    }
}

static void begin_table(bench_table *table, const char *title, const char *unit) {
    memset(table, 0, sizeof *table);
    bench_table_row(table);
    bench_table_cell(table, "%s", title);
    for (size_t t = 0; t < TIMES; t++) {
        bench_table_cell(table, "%u us%s", microseconds[t], unit);
    }
}

/* Mean ticks, and their excess over the moves of a replanner that needs no time. */
static void print_means(const char *title, double sums[ROWS][TIMES], uint32_t count) {
    static bench_table table;
    begin_table(&table, title, "");
    for (size_t row = 0; row < ROWS; row++) {
        row_title(&table, row);
        for (size_t t = 0; t < TIMES; t++) {
            double mean = sums[row][t] / count, least = sums[FLOOR][t] / count;
            if (row == FLOOR) {
                bench_table_cell(&table, "%.0f", mean);
            } else {
                bench_table_cell(&table, "%.0f (%+.0f)", mean, mean - least);
            }
        }
    }
    bench_table_print_markdown(&table);
    printf("\n");
}

/* Logarithms of the ticks of a row relative to those of the first one. */
typedef struct ratios {
    double sum[ROWS][TIMES], squares[ROWS][TIMES];
    uint32_t count;
} ratios;

static void print_ratios(const ratios *r) {
    static bench_table table;
    begin_table(&table, "ticks / those of `tbjps`", "");
    for (size_t row = 1; row < ROWS; row++) {
        row_title(&table, row);
        for (size_t t = 0; t < TIMES; t++) {
            double mean = r->sum[row][t] / r->count;
            double variance = r->squares[row][t] / r->count - mean * mean;
            double half = 1.96 * sqrt(fmax(variance, 0) / r->count);
            bench_table_cell(&table, "%.2f (%.2f-%.2f)", exp(mean), exp(mean - half),
                             exp(mean + half));
        }
    }
    bench_table_print_markdown(&table);
    printf("\n");
}

static void print_budgets(const budgets *b, double sense_ns) {
    static bench_table table;
    begin_table(&table, "R of a tick", "");
    bench_table_cell(&table, "ns per tick");
    for (size_t c = 0; c < CONTESTANTS; c++) {
        row_title(&table, c);
        for (size_t t = 0; t < TIMES; t++) {
            bool late = b->paces[c].fixed_ns + b->paces[c].unit_ns > microseconds[t] * 1000.0;
            bench_table_cell(&table, "%u%s", b->of[c][t], late ? "*" : "");
        }
        bench_table_cell(&table, "%.0f + %.0f R", b->paces[c].fixed_ns, b->paces[c].unit_ns);
    }
    bench_table_print_markdown(&table);
    printf("\n(*: even R = 1 lasts longer.) %.0f ns of each tick are sensing.\n\n", sense_ns);
}

/* ---- A setting ------------------------------------------------------------------------------- */

static bool is_variant(size_t c) {
    return contestants[c].manner == FOLLOWS || contestants[c].manner == FORGETS;
}

/* The original of a variant. */
static size_t original_of(size_t c) {
    size_t original = 0;
    while (strcmp(contestants[original].algo, contestants[c].algo) != 0) {
        original++;
    }
    return original;
}

static bool find_budgets(const bench_options *options, arena *all, uint32_t count, const setting *s,
                         budgets *b, double *sense_ns) {
    *sense_ns = 0;
    for (size_t c = 0; c < CONTESTANTS; c++) {
        char text[100];
        snprintf(text, sizeof text, "unknown: %s: pace of %s", s->title, contestants[c].algo);
        bench_progress(options, text);
        double ns;
        if (is_variant(c)) { /* its ticks do the same work */
            b->paces[c] = b->paces[original_of(c)];
        } else if (!find_pace(&contestants[c], all, count, s, &b->paces[c], &ns)) {
            return false;
        } else {
            *sense_ns += ns / ORIGINALS;
        }
        for (size_t t = 0; t < TIMES; t++) {
            b->of[c][t] = budget_for(&b->paces[c], microseconds[t] * 1000.0);
            for (size_t g = 0; g < GRANTS && c == DSTAR; g++) {
                b->of[c + 1 + g][t] =
                    budget_for(&b->paces[c], grants[g] * microseconds[t] * 1000.0);
            }
        }
    }
    return true;
}

static bool run_arena(const bench_options *options, arena *a, const setting *s, const budgets *b,
                      ratios *all) {
    static double sums[ROWS][TIMES];
    memset(sums, 0, sizeof sums);
    for (uint32_t i = 0; i < a->set.count; i++) {
        char text[120];
        snprintf(text, sizeof text, "unknown: %s: %.31s, problem %u of %u", s->title, a->set.name,
                 i + 1, a->set.count);
        bench_progress(options, text);
        static trip_ticks one;
        if (!run_problem(a, i, s, b, &one)) {
            return false;
        }
        for (size_t row = 0; row < ROWS; row++) {
            for (size_t t = 0; t < TIMES; t++) {
                double ratio = log((double)one.ticks[row][t] / (double)one.ticks[0][t]);
                sums[row][t] += (double)one.ticks[row][t];
                all->sum[row][t] += ratio;
                all->squares[row][t] += ratio * ratio;
            }
        }
        all->count++;
    }
    bench_progress(options, "");
    printf("%s, %u problems:\n\n", a->set.name, a->set.count);
    print_means("ticks", sums, a->set.count);
    return true;
}

static bool run_setting(const bench_options *options, const setting *s) {
    static arena all[MAPS];
    static budgets b;
    static ratios paired;
    memset(&paired, 0, sizeof paired);
    double sense_ns;
    printf("### %s\n\n", s->title);
    if (!open_arenas(all, maps, MAPS, s, options->data, options->problems)) {
        return false;
    }
    bool done = find_budgets(options, all, MAPS, s, &b, &sense_ns);
    bench_progress(options, "");
    if (done) {
        print_budgets(&b, sense_ns);
    }
    for (uint32_t m = 0; m < MAPS && done; m++) {
        done = run_arena(options, &all[m], s, &b, &paired);
    }
    if (done) {
        printf("All six, %u problems: geometric means and their 95 %% intervals.\n\n",
               paired.count);
        print_ratios(&paired);
    }
    close_arenas(all, MAPS);
    return done;
}

/* Other families of maps, with their own paces. */
static bool run_families(const bench_options *options) {
    const setting *s = &settings[0];
    uint32_t problems = options->problems / FAMILY_SHARE + 1;
    printf("### %s: %s\n\n", families_title, s->title);
    bool done = true;
    for (uint32_t m = 0; m < FAMILIES && done; m++) {
        static arena one;
        static budgets b;
        static ratios paired;
        memset(&paired, 0, sizeof paired);
        double sense_ns;
        done = open_arenas(&one, &families[m], 1, s, options->data, problems);
        done = done && find_budgets(options, &one, 1, s, &b, &sense_ns) &&
               run_arena(options, &one, s, &b, &paired);
        if (done) {
            print_ratios(&paired);
            print_budgets(&b, sense_ns);
        }
        close_arenas(&one, 1);
    }
    return done;
}

/* ---- Ticks with a time limit ----------------------------------------------------------------- */

/* The mean of sorted samples without the slowest hundredth, which are pauses of the machine; in
 * us. */
static double trimmed_mean(const bench_samples *samples) {
    size_t count = samples->count - samples->count / 100;
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        sum += (double)samples->values[i] / 1000;
    }
    return sum / (double)count;
}

static void add_timed_row(bench_table *table, const char *algo, uint64_t us, bench_samples *ticks,
                          bench_samples *loops) {
    bench_samples_sort(ticks);
    bench_samples_sort(loops);
    bench_table_row(table);
    bench_table_cell(table, "%s", algo);
    bench_table_cell(table, "%llu", (unsigned long long)us);
    bench_table_cell(table, "%zu", ticks->count);
    bench_table_cell(table, "%.2f / %.2f", trimmed_mean(ticks), trimmed_mean(loops));
    static const uint32_t quantiles[] = {500, 990};
    for (size_t q = 0; q < 2; q++) {
        bench_table_cell(table, "%.2f / %.2f",
                         (double)bench_samples_quantile(ticks, quantiles[q]) / 1000,
                         (double)bench_samples_quantile(loops, quantiles[q]) / 1000);
    }
}

static bool time_algorithm(arena *a, const char *algo, uint64_t us, bench_table *table) {
    bench_samples ticks = {0}, loops = {0};
    bool done = true;
    for (uint32_t i = a->set.count; i > 0 && ticks.count < TIMED_TICKS && done; i--) {
        done =
            unknown_world_hide(&a->world, 0, i) &&
            unknown_timed_trip(&a->world, &a->set.problems[i - 1], algo, us * 1000, &ticks, &loops);
    }
    if (done && ticks.count > 0) {
        add_timed_row(table, algo, us, &ticks, &loops);
    }
    bench_samples_clear(&ticks);
    bench_samples_clear(&loops);
    return done;
}

static bool run_timed(const bench_options *options) {
    static const char *const names[] = {"algo", "us", "ticks", "mean of 99 %", "p50", "p99"};
    static const uint32_t lengths[] = {3, 10, 30};
    static bench_table table;
    memset(&table, 0, sizeof table);
    bench_table_row(&table);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        bench_table_cell(&table, "%s", names[i]);
    }
    static arena a;
    bool done = open_arenas(&a, maps, 1, &settings[0], options->data, options->problems);
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths && done; l++) {
        for (size_t c = 0; c < CONTESTANTS && done; c++) {
            done = is_variant(c) || time_algorithm(&a, contestants[c].algo, lengths[l], &table);
        }
    }
    printf("### %s\n\nOn %s, nothing known, while the agent plans: us of the tick / of a loop "
           "that reads the clock\nfor the same time.\n\n",
           timed_title, a.set.name);
    bench_table_print_markdown(&table);
    close_arenas(&a, 1);
    return done;
}

/* --map TEXT: the tables of this section whose titles contain it. */
static bool is_wanted(const bench_options *options, const char *title) {
    return !options->map || strstr(title, options->map);
}

bool bench_unknown(const bench_options *options, bench_targets *targets) {
    (void)targets;
    printf("Mean ticks until arrival on terrain that the agent explores on the way, for ticks "
           "of 1 to 100 us; in\nbrackets the excess over the moves of a replanner that needs "
           "no time.\n\n");
    bool done = true;
    for (size_t s = 0; s < SETTINGS && done; s++) {
        done = !is_wanted(options, settings[s].title) || run_setting(options, &settings[s]);
    }
    return done && (!is_wanted(options, families_title) || run_families(options)) &&
           (!is_wanted(options, timed_title) || run_timed(options));
}
