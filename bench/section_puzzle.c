/* bench/section_puzzle.c - expansions per second on 15-puzzles, compared with the grid kernel. */
#include "bench.h"

#include <wend/research.h>
#include "bench_table.h"
#include "clock.h"
#include "ours.h"
#include "samples.h"

#include <stdlib.h>
#include <string.h>

#define INSTANCES      10u
#define SHUFFLE_MOVES  400u /* from the goal to a generated instance */
#define SLICE          4096u
#define GRID_PROBLEMS  20u
#define ROUNDS_MAX     99u
#define MILLION_TARGET 5.0

typedef struct row {
    const char *algo;
    uint32_t weight_permille; /* 0 for the default, 1 */
    uint32_t limit;           /* expansions per instance */
} row;

static const row rows[] = {
    {"astar", 0, 10000},    {"astar", 0, 100000},   {"astar", 0, 1000000},
    {"tbwa", 2000, 100000}, {"tbwa", 3000, 100000}, {"tbwa", 5000, 100000},
};
#define ROWS (sizeof rows / sizeof *rows)

/* ---- Instances ------------------------------------------------------------------------------- */

typedef struct instances {
    wend_domain *puzzle;
    wend_packed goal;
    wend_packed starts[INSTANCES];
    const char *source;
} instances;

/* A state a number of random moves of the blank away from the goal. */
static void shuffle_tiles(uint8_t *tiles, uint64_t seed) {
    uint32_t blank = 0;
    for (uint8_t i = 0; i < 16; i++) {
        tiles[i] = i;
    }
    for (uint32_t i = 0; i < SHUFFLE_MOVES; i++) {
        static const int dx[] = {1, -1, 0, 0}, dy[] = {0, 0, 1, -1};
        seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        int d = (int)(seed >> 62);
        int x = (int)(blank % 4) + dx[d], y = (int)(blank / 4) + dy[d];
        if (x >= 0 && x < 4 && y >= 0 && y < 4) {
            uint32_t next = (uint32_t)(y * 4 + x);
            tiles[blank] = tiles[next];
            tiles[next] = 0;
            blank = next;
        }
    }
}

static bool make_instances(instances *set, const char *data) {
    wend_puzzle_def def = {0};
    if (wend_puzzle_create(&def, &set->puzzle, NULL)) {
        return false;
    }
    uint8_t tiles[16];
    shuffle_tiles(tiles, 0);
    for (uint8_t i = 0; i < 16; i++) {
        tiles[i] = i;
    }
    wend_puzzle_pack(set->puzzle, tiles, &set->goal);
    char path[4096];
    snprintf(path, sizeof path, "%s/puzzle15/korf100.txt", data);
    wend_puzzle_instance *list = NULL;
    uint32_t count = 0;
    bool from_file =
        !wend_puzzle_load(set->puzzle, path, &list, &count, NULL) && count >= INSTANCES;
    set->source = from_file ? "the first of Korf's" : "generated, the file of Korf's is missing";
    for (uint32_t i = 0; i < INSTANCES; i++) {
        if (!from_file) {
            shuffle_tiles(tiles, i + 1);
        }
        wend_puzzle_pack(set->puzzle, from_file ? list[i].tiles : tiles, &set->starts[i]);
    }
    free(list);
    return true;
}

/* ---- Measuring ------------------------------------------------------------------------------- */

/* Runs the search of one agent until the route is known or the limit is reached. */
static bool run_search(const instances *set, const row *what, uint32_t instance, bench_query *sum) {
    wend_agent_def def = {0};
    def.domain = set->puzzle;
    def.start_packed = set->starts[instance];
    def.goal_packed = set->goal;
    def.algo = wend_algo_find(what->algo);
    def.weight_permille = what->weight_permille;
    wend_agent *agent;
    if (wend_agent_create(&def, &agent, NULL)) {
        return false;
    }
    wend_tick tick = {0};
    uint64_t expansions = 0;
    while (expansions < what->limit && !(tick.flags & WEND_TICK_FOUND)) {
        wend_agent_reserve_expansions(agent, SLICE);
        uint64_t begin = bench_now();
        wend_agent_tick_expansions(agent, SLICE, &tick);
        sum->tick_ns += bench_now() - begin;
        expansions += tick.expansions;
    }
    wend_agent_destroy(agent);
    sum->expansions += expansions;
    return true;
}

static double millions_per_second(const bench_query *sum) {
    return (double)sum->expansions * 1e3 / (double)sum->tick_ns;
}

typedef struct results {
    double puzzle[ROWS][ROUNDS_MAX]; /* million expansions per second */
    double grid[ROUNDS_MAX];
    uint64_t expansions[ROWS];
    uint64_t grid_expansions;
} results;

static bool run_round(const instances *set, const bench_set *grid, uint32_t round, results *r) {
    bench_query sum = {0};
    for (uint32_t i = 0; i < grid->count; i++) {
        bench_ours_query(grid, &grid->problems[i], &sum);
    }
    r->grid[round] = millions_per_second(&sum);
    r->grid_expansions = sum.expansions / grid->count;
    for (size_t k = 0; k < ROWS; k++) {
        sum = (bench_query){0};
        for (uint32_t i = 0; i < INSTANCES; i++) {
            if (!run_search(set, &rows[k], i, &sum)) {
                return false;
            }
        }
        r->puzzle[k][round] = millions_per_second(&sum);
        r->expansions[k] = sum.expansions / INSTANCES;
    }
    return true;
}

/* ---- Reporting ------------------------------------------------------------------------------- */

static void add_row(bench_table *table, const char *name, const char *weight, uint64_t expansions,
                    double *rates, uint32_t rounds) {
    double median = bench_median(rates, rounds); /* sorts them */
    bench_table_row(table);
    bench_table_cell(table, "%s", name);
    bench_table_cell(table, "%s", weight);
    bench_table_cell(table, "%llu", (unsigned long long)expansions);
    bench_table_cell(table, "%.2f", median);
    bench_table_cell(table, "%.2f", rates[0]);
    bench_table_cell(table, "%.2f", rates[rounds - 1]);
    bench_table_cell(table, "%.1f", 1e3 / median);
}

static void report(const instances *set, const bench_set *grid, uint32_t rounds, results *r,
                   bench_targets *targets) {
    printf("Million expansions per second of search on 15-puzzles (%u instances, %s), and of A* on "
           "%s\nin the same rounds. Medians of %u rounds.\n\n",
           INSTANCES, set->source, grid->name, rounds);
    static const char *const names[] = {"search",       "w",      "expansions",
                                        "million/s",    "least",  "most",
                                        "ns/expansion", "target", "verdict"};
    static bench_table table;
    memset(&table, 0, sizeof table);
    bench_table_row(&table);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        bench_table_cell(&table, "%s", names[i]);
    }
    add_row(&table, "grid astar", "1", r->grid_expansions, r->grid, rounds);
    for (size_t k = 0; k < ROWS; k++) {
        char name[32], weight[16];
        snprintf(name, sizeof name, "puzzle %s", rows[k].algo);
        snprintf(weight, sizeof weight, "%g",
                 rows[k].weight_permille ? rows[k].weight_permille / 1000.0 : 1.0);
        add_row(&table, name, weight, r->expansions[k], r->puzzle[k], rounds);
        bench_table_cell(&table, ">= %.0f", MILLION_TARGET);
        bool met = bench_median(r->puzzle[k], rounds) >= MILLION_TARGET;
        bench_table_cell(&table, "%s", bench_target(targets, met));
    }
    bench_table_print(&table);
}

bool bench_puzzle(const bench_options *options, bench_targets *targets) {
    instances set;
    bench_set grid;
    memset(&set, 0, sizeof set);
    memset(&grid, 0, sizeof grid);
    static results r;
    bool done = make_instances(&set, options->data) &&
                (bench_set_load(&grid, options->data, "sc1", "Enigma", BENCH_LAST, GRID_PROBLEMS) ||
                 bench_set_generate(&grid, WEND_GEN_CAVES, 512, 1, GRID_PROBLEMS));
    for (uint32_t round = 0; done && round < options->rounds; round++) {
        char text[64];
        snprintf(text, sizeof text, "puzzle: round %u of %u", round + 1, options->rounds);
        bench_progress(options, text);
        done = run_round(&set, &grid, round, &r);
    }
    bench_progress(options, "");
    if (done) {
        report(&set, &grid, options->rounds, &r, targets);
    }
    bench_set_clear(&grid);
    wend_domain_destroy(set.puzzle);
    return done;
}
