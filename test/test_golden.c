/* Determinism: fixed runs give the same moves with every compiler. The table contains a hash of
 * every run. After an intended change of moves it is generated again with
 *
 *     WEND_GOLDEN_PRINT=1 test_golden > test/golden_table.inc
 */
#include <wend/research.h>
#include <wend/research/gen.h>
#include <wend/wend.h>

#include "support/test.h"
#include "support/variant.h"

#include <stdio.h>
#include <string.h>

struct golden {
    const char *name; /* kind of map, neighbours and corner rule, algorithm */
    uint64_t hash;
};

static const struct golden table[] = {
#include "golden_table.inc"
};

static const char *const kinds[] = {"rooms", "maze", "caves", "random"}; /* as in wend_gen_kind */

static const struct {
    const char *name;
    uint32_t neighbors;
    wend_corners corners;
} rules[] = {{"4", 4, WEND_CORNERS_NEVER},         {"8-never", 8, WEND_CORNERS_NEVER},
             {"8-one", 8, WEND_CORNERS_ONE},       {"8-always", 8, WEND_CORNERS_ALWAYS},
             {"16-never", 16, WEND_CORNERS_NEVER}, {"16-one", 16, WEND_CORNERS_ONE}};

enum { WIDTH = 61, HEIGHT = 47 };

/* ---- Hashing --------------------------------------------------------------------------------- */

#define FNV_BASIS UINT64_C(0xcbf29ce484222325)

/* FNV-1a over the bytes of a number, lowest first on every machine. */
static uint64_t hash_u32(uint64_t hash, uint32_t value) {
    for (uint32_t i = 0; i < 4; i++) {
        hash = (hash ^ (value >> 8 * i & 255)) * UINT64_C(0x100000001b3);
    }
    return hash;
}

static uint64_t hash_run(uint64_t hash, const wend_agent_def *def, uint32_t budget) {
    wend_agent *agent;
    assert_int_equal(wend_agent_create(def, &agent, NULL), WEND_OK);
    wend_tick tick;
    do {
        assert_int_equal(wend_agent_reserve(agent, (uint64_t)budget * WEND_WORK_EXPANSION),
                         WEND_OK);
        assert_int_equal(
            wend_agent_tick(agent, (wend_budget){.work = (uint64_t)budget * WEND_WORK_EXPANSION},
                            &tick),
            WEND_OK);
        hash = hash_u32(hash, tick.state);
        hash = hash_u32(hash, tick.expansions);
        assert_true(wend_agent_stats(agent).ticks < 400000); /* else it will not arrive */
    } while (wend_agent_is_active(tick.status));
    assert_true(tick.status == WEND_AGENT_ARRIVED || tick.status == WEND_AGENT_UNREACHABLE);
    wend_agent_destroy(agent);
    return hash;
}

/* ---- The runs -------------------------------------------------------------------------------- */

static void make_cells(uint32_t kind, char *cells) {
    wend_gen_def def = {.kind = (wend_gen_kind)kind, .width = WIDTH, .height = HEIGHT};
    def.scale = kind == WEND_GEN_ROOMS ? 6 : kind == WEND_GEN_CAVES ? 2 : def.scale;
    def.seed = 7;
    assert_int_equal(wend_gen(&def, cells), WEND_OK);
}

static wend_map *make_map(const char *cells, uint32_t rule) {
    wend_map_def def = {.width = WIDTH,
                        .height = HEIGHT,
                        .neighbors = rules[rule].neighbors,
                        .corners = rules[rule].corners,
                        .cells = cells};
    wend_map *map;
    assert_int_equal(wend_map_create(&def, &map, NULL), WEND_OK);
    return map;
}

/* From the first free cell to the last and back, with small and large budgets and shares. */
static uint64_t hash_variant(const wend_map *map, const char *cells, const variant *v,
                             const test_aids *aids) {
    static const struct {
        uint32_t budget, share, trace;
    } settings[] = {{1, 900, 10}, {7, 900, 10}, {20, 500, 1}, {60, 1000, 10}, {400, 900, 2}};
    wend_state first = (wend_state)(strchr(cells, '.') - cells);
    wend_state last = (wend_state)(strrchr(cells, '.') - cells);
    uint64_t hash = FNV_BASIS;
    for (uint32_t i = 0; i < COUNT_OF(settings); i++) {
        wend_agent_def def = {0};
        variant_apply(v, &def);
        variant_give_aids(def.algo, aids, &def);
        def.map = map;
        def.start = i % 2 ? last : first;
        def.goal = i % 2 ? first : last;
        def.bounded.expand_permille = settings[i].share;
        def.bounded.trace_per_expansion = settings[i].trace;
        variant_drop_unread(&def);
        hash = hash_run(hash, &def, settings[i].budget);
    }
    return hash;
}

/* ---- Long diagonals -------------------------------------------------------------------------- */

enum { OPEN_WIDTH = 210, OPEN_HEIGHT = 190 };

/* Open ground with three walls and one of cells that touch at their corners: jump point search
 * postpones its diagonals there. */
static void make_open_cells(char cells[OPEN_WIDTH * OPEN_HEIGHT + 1]) {
    memset(cells, '.', OPEN_WIDTH * OPEN_HEIGHT);
    for (uint32_t i = 0; i < 120; i++) {
        cells[(20 + i) * OPEN_WIDTH + 150] = '@';
        cells[70 * OPEN_WIDTH + 20 + i] = '@';
        cells[(60 + i) * OPEN_WIDTH + 75] = '@';
        cells[(185 - i / 3) * OPEN_WIDTH + 160 + i / 3] = '@';
    }
    cells[OPEN_WIDTH * OPEN_HEIGHT] = '\0';
}

/* The same with two large patches of higher cost. */
static wend_map *make_open_map(const char *cells, uint32_t rule, bool has_factors) {
    static uint8_t factors[OPEN_WIDTH * OPEN_HEIGHT];
    for (uint32_t i = 0; i < OPEN_WIDTH * OPEN_HEIGHT; i++) {
        uint32_t x = i % OPEN_WIDTH, y = i / OPEN_WIDTH;
        bool is_swamp = x >= 60 && x < 140 && y >= 80 && y < 160;
        bool is_water = x >= 120 && y >= 5 && y < 60;
        factors[i] = is_swamp ? 3 : is_water ? 5 : 2;
    }
    wend_map_def def = {.width = OPEN_WIDTH,
                        .height = OPEN_HEIGHT,
                        .neighbors = rules[rule].neighbors,
                        .corners = rules[rule].corners,
                        .factors = has_factors ? factors : NULL,
                        .cells = cells};
    wend_map *map;
    assert_int_equal(wend_map_create(&def, &map, NULL), WEND_OK);
    return map;
}

/* ---- Comparing ------------------------------------------------------------------------------- */

static bool printing(void) {
    return getenv("WEND_GOLDEN_PRINT") != NULL;
}

/* Prints the hash, or compares it; returns whether it matches. */
static bool is_golden(const char *name, uint64_t hash) {
    if (printing()) {
        printf("{\"%s\", 0x%016llx},\n", name, (unsigned long long)hash);
        return true;
    }
    for (uint32_t i = 0; i < COUNT_OF(table); i++) {
        if (strcmp(table[i].name, name) == 0) {
            if (table[i].hash != hash) {
                print_error("%s: %016llx, expected %016llx\n", name, (unsigned long long)hash,
                            (unsigned long long)table[i].hash);
            }
            return table[i].hash == hash;
        }
    }
    print_error("%s is not in the table\n", name);
    return false;
}

/* If the maps have changed, so has everything below. */
static void maps_are_golden(void **state) {
    (void)state;
    for (uint32_t kind = 0; kind < COUNT_OF(kinds); kind++) {
        char cells[WIDTH * HEIGHT + 1] = "";
        make_cells(kind, cells);
        uint64_t hash = FNV_BASIS;
        for (uint32_t i = 0; i < WIDTH * HEIGHT; i++) {
            hash = hash_u32(hash, (uint32_t)cells[i]);
        }
        assert_true(is_golden(kinds[kind], hash));
    }
}

static void runs_are_golden(void **state) {
    (void)state;
    variant variants[VARIANTS_MAX];
    uint32_t count = variant_list(variants), wrong = 0;
    for (uint32_t kind = 0; kind < COUNT_OF(kinds); kind++) {
        char cells[WIDTH * HEIGHT + 1] = "";
        make_cells(kind, cells);
        for (uint32_t rule = 0; rule < COUNT_OF(rules); rule++) {
            wend_map *map = make_map(cells, rule);
            test_aids aids = aids_make(map);
            for (uint32_t v = 0; v < count; v++) {
                if (!variant_fits(variants[v].algo, map)) {
                    continue;
                }
                char name[128];
                snprintf(name, sizeof name, "%s %s %s", kinds[kind], rules[rule].name,
                         variants[v].name);
                wrong += !is_golden(name, hash_variant(map, cells, &variants[v], &aids));
            }
            aids_free(&aids);
            wend_map_destroy(map);
        }
    }
    check(wrong == 0, "%u hashes differ", wrong);
}

static void long_diagonals_are_golden(void **state) {
    (void)state;
    variant variants[VARIANTS_MAX];
    uint32_t count = variant_list(variants), wrong = 0;
    static char cells[OPEN_WIDTH * OPEN_HEIGHT + 1];
    make_open_cells(cells);
    for (uint32_t n = 0; n < 2 * COUNT_OF(rules); n++) {
        uint32_t rule = n / 2;
        bool has_factors = n % 2;
        wend_map *map = make_open_map(cells, rule, has_factors);
        test_aids none = {0};
        for (uint32_t v = 0; v < count; v++) {
            if (!(variants[v].algo->flags & WEND_ALGO_JUMPS) ||
                !variant_fits(variants[v].algo, map)) {
                continue;
            }
            char name[128];
            snprintf(name, sizeof name, "open %s%s %s", rules[rule].name,
                     has_factors ? "-factors" : "", variants[v].name);
            wrong += !is_golden(name, hash_variant(map, cells, &variants[v], &none));
        }
        wend_map_destroy(map);
    }
    check(wrong == 0, "%u hashes differ", wrong);
}

/* A trip over terrain where half of the blocked cells are known at first. */
static uint64_t hash_trip(uint64_t hash, const wend_map *world, uint64_t seed, uint32_t budget) {
    wend_belief_def belief_def = {.world = world, .known_permille = 500, .seed = seed};
    belief_def.sight = wend_map_neighbors(world) == 16 ? 2 : belief_def.sight;
    wend_belief *belief;
    assert_int_equal(wend_belief_create(&belief_def, &belief, NULL), WEND_OK);
    wend_agent_def def = {.map = wend_belief_map(belief), .algo = wend_algo_tbjps()};
    uint32_t cells = wend_map_width(world) * wend_map_height(world);
    def.goal = cells - 1;
    while (!wend_map_is_free(world, wend_map_x(world, def.start), wend_map_y(world, def.start))) {
        def.start++;
    }
    while (!wend_map_is_free(world, wend_map_x(world, def.goal), wend_map_y(world, def.goal))) {
        def.goal--;
    }
    wend_agent *agent;
    assert_int_equal(wend_agent_create(&def, &agent, NULL), WEND_OK);
    wend_tick tick = {.state = def.start};
    do {
        wend_belief_sense(belief, wend_map_x(world, tick.state), wend_map_y(world, tick.state));
        assert_int_equal(wend_agent_reserve(agent, (uint64_t)budget * WEND_WORK_EXPANSION),
                         WEND_OK);
        assert_int_equal(
            wend_agent_tick(agent, (wend_budget){.work = (uint64_t)budget * WEND_WORK_EXPANSION},
                            &tick),
            WEND_OK);
        hash = hash_u32(hash, tick.state);
        assert_true(wend_agent_stats(agent).ticks < 400000);
    } while (wend_agent_is_active(tick.status));
    wend_agent_destroy(agent);
    wend_belief_destroy(belief);
    return hash;
}

/* Routes that are blocked again and again: repaired, followed, checked, replaced by a new
 * search. */
static void half_known_trips_are_golden(void **state) {
    (void)state;
    static const uint32_t budgets[] = {2, 8, 30};
    uint32_t wrong = 0;
    for (uint32_t rule = 0; rule < COUNT_OF(rules); rule++) {
        uint64_t hash = FNV_BASIS;
        for (uint32_t seed = 1; seed <= 4; seed++) {
            wend_gen_def gen = {.kind = seed % 2 ? WEND_GEN_CAVES : WEND_GEN_ROOMS,
                                .width = OPEN_WIDTH,
                                .height = OPEN_HEIGHT,
                                .seed = seed};
            static char cells[OPEN_WIDTH * OPEN_HEIGHT];
            wend_map_def def = {.width = OPEN_WIDTH,
                                .height = OPEN_HEIGHT,
                                .neighbors = rules[rule].neighbors,
                                .corners = rules[rule].corners};
            assert_int_equal(wend_gen(&gen, cells), WEND_OK);
            wend_map *map;
            def.cells = cells;
            assert_int_equal(wend_map_create(&def, &map, NULL), WEND_OK);
            for (uint32_t b = 0; b < COUNT_OF(budgets); b++) {
                hash = hash_trip(hash, map, seed, budgets[b]);
            }
            wend_map_destroy(map);
        }
        char name[128];
        snprintf(name, sizeof name, "half known %s tbjps", rules[rule].name);
        wrong += !is_golden(name, hash);
    }
    check(wrong == 0, "%u hashes differ", wrong);
}

int main(void) {
    if (printing()) {
        printf("/* Written by test_golden; see there. */\n");
        maps_are_golden(NULL);
        runs_are_golden(NULL);
        long_diagonals_are_golden(NULL);
        half_known_trips_are_golden(NULL);
        return 0;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(maps_are_golden),
        cmocka_unit_test(runs_are_golden),
        cmocka_unit_test(long_diagonals_are_golden),
        cmocka_unit_test(half_known_trips_are_golden),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
