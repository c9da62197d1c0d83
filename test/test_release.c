/* Agents that release the memory that a complete route does not need. */
#include <wend/research.h>
#include <wend/wend.h>

#include "support/test.h"
#include "support/trip.h"

#include <string.h>

static void disturb(trip *t, dice *d) {
    wend_state cell = dice_between(d, 0, (uint32_t)plain_cells(&t->truth) - 1);
    if (cell == wend_agent_state(t->agent) || cell == t->def.goal) {
        return;
    }
    if (t->truth.weighted && t->truth.cells[cell] == '.' && dice_percent(d, 50)) {
        trip_set_factor(t, cell, (uint8_t)dice_between(d, 1, 20));
    } else {
        trip_set_cell(t, cell, t->truth.cells[cell] == '.' ? '@' : '.');
    }
}

/* Two agents on one map: one releases memory, the other does not. They do the same. */
static void walk_side_by_side(const trip *drawn, const variant *v, const test_aids *aids,
                              uint32_t seed) {
    trip keeps = *drawn, gives = *drawn;
    variant_give_aids(v->algo, aids, &keeps.def);
    variant_give_aids(v->algo, aids, &gives.def);
    gives.releases = true;
    trip_open_agent(&keeps, v);
    trip_open_agent(&gives, v);
    do {
        trip_step(&keeps);
        trip_step(&gives);
        check(keeps.tick.state == gives.tick.state && keeps.tick.flags == gives.tick.flags &&
                  keeps.tick.status == gives.tick.status,
              "%s, case %u: at %u, and with released memory at %u", v->name, seed, keeps.tick.state,
              gives.tick.state);
        wend_state paths[2][64];
        bool complete[2];
        uint32_t counts[2] = {wend_agent_path(keeps.agent, paths[0], 64, &complete[0]),
                              wend_agent_path(gives.agent, paths[1], 64, &complete[1])};
        assert_int_equal(counts[0], counts[1]);
        assert_int_equal(complete[0], complete[1]);
        assert_memory_equal(paths[0], paths[1], counts[0] * sizeof *paths[0]);
    } while (trip_is_active(&keeps));
    trip_close_agent(&keeps);
    trip_close_agent(&gives);
}

static void giving_back_changes_nothing(void **state) {
    (void)state;
    variant variants[VARIANTS_MAX];
    uint32_t count = variant_list(variants);
    for (uint32_t seed = 0; seed < test_scaled(300); seed++) {
        dice d = dice_of(seed);
        trip t;
        if (!trip_draw(&t, &d)) {
            continue;
        }
        trip_open_world(&t, false, 0, seed);
        test_aids aids = aids_make(t.map);
        for (uint32_t i = 0; i < count; i++) {
            if (variant_fits(variants[i].algo, t.map)) {
                walk_side_by_side(&t, &variants[i], &aids, seed);
            }
        }
        aids_free(&aids);
        trip_close_world(&t);
    }
}

/* trip_step checks that moves are legal, that "unreachable" is true and that trips end. */
static void release_through_edits(trip *t, const variant *v, dice *d, uint32_t seed) {
    (void)v, (void)seed;
    t->releases = true;
    t->budget = dice_percent(d, 50) ? 200 : t->budget;
    do {
        trip_step(t);
        if (t->ticks < 40 && dice_percent(d, 30)) {
            disturb(t, d);
        }
    } while (trip_is_active(t));
}

static void agents_without_their_search_survive_edits(void **state) {
    (void)state;
    uint32_t cases = test_scaled(1500);
    assert_true(trip_for_each(cases, release_through_edits) > cases / 3);
}

/* An agent on the middle row, with its route found and its search released, on ground of uniform
 * cost. */
static void open_released(trip *t, const wend_algo *algo, bool weighted) {
    static const char *const rows[] = {"....................", "....................",
                                       "....................", "s..................g",
                                       "....................", "....................",
                                       "....................", NULL};
    variant v = {.algo = algo};
    *t = trip_from_picture(rows, 1000);
    t->truth.weighted = weighted;
    memset(t->truth.factors, 3, sizeof t->truth.factors);
    trip_open_world(t, false, 0, 0);
    trip_open_agent(t, &v);
    t->releases = true;
    for (uint32_t i = 0; i < 3; i++) {
        trip_step(t);
    }
    assert_true(t->tick.flags & WEND_TICK_FOUND);
}

static bool restarts(trip *t) {
    trip_step(t);
    bool does = (t->tick.flags & WEND_TICK_RESTARTED) != 0;
    trip_close(t);
    return does;
}

/* The header's promise about edits after a release: edits beside the route start a new search, and
 * for cell-by-cell algorithms lower costs anywhere; others do not. */
static void a_released_agent_restarts_for_edits_that_affect_it(void **state) {
    (void)state;
    enum { WIDTH = 20, AHEAD = 3 * WIDTH + 12, BESIDE = 2 * WIDTH + 12, FAR = WIDTH + 12 };
    const wend_algo *algos[] = {wend_algo_astar(), wend_algo_tba(), wend_algo_jps(),
                                wend_algo_tbjps()};
    for (uint32_t a = 0; a < COUNT_OF(algos); a++) {
        bool jumps = algos[a]->flags & WEND_ALGO_JUMPS;
        const wend_state near[] = {AHEAD, BESIDE};
        trip t;
        for (uint32_t i = 0; i < 2; i++) {
            open_released(&t, algos[a], false);
            trip_set_cell(&t, near[i], '@');
            bool concerns = near[i] == AHEAD || !jumps; /* the others need these cells, too */
            check(restarts(&t) == concerns, "%s: cell %u was blocked", algos[a]->name, near[i]);
        }
        if (!jumps) { /* those that jump keep a box around all that was scanned */
            open_released(&t, algos[a], false);
            trip_set_cell(&t, FAR, '@');
            check(!restarts(&t), "%s: far from the route", algos[a]->name);
            open_released(&t, algos[a], true);
            trip_set_factor(&t, AHEAD, 9);
            check(restarts(&t), "%s: costs more", algos[a]->name);
            open_released(&t, algos[a], true);
            trip_set_factor(&t, FAR, 1);
            check(restarts(&t), "%s: costs less", algos[a]->name);
        }
    }
}

/* On a map of 300 x 300 the rest of a route is small compared with the search that found it. */
static void a_route_alone_is_small(void **state) {
    (void)state;
    enum { SIDE = 300 };
    char *cells = test_alloc(SIDE * SIDE);
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        cells[i] = i % SIDE == 150 && i / SIDE > 0 ? '@' : '.';
    }
    wend_map_def map_def = {.width = SIDE, .height = SIDE, .cells = cells};
    wend_map *map;
    assert_int_equal(wend_map_create(&map_def, &map, NULL), WEND_OK);
    static const char *const names[] = {"tba", "astar", "tbwa", "jps", "tbjps"};
    for (uint32_t i = 0; i < COUNT_OF(names); i++) {
        wend_agent_def def = {0};
        def.map = map;
        def.algo = wend_algo_find(names[i]);
        def.start = (SIDE - 1) * SIDE;
        def.goal = SIDE * SIDE - 1;
        wend_agent *agent;
        wend_tick tick;
        assert_int_equal(wend_agent_create(&def, &agent, NULL), WEND_OK);
        assert_int_equal(wend_agent_reserve_expansions(agent, 200000), WEND_OK);
        assert_int_equal(wend_agent_tick_expansions(agent, 200000, &tick), WEND_OK);
        assert_true(tick.flags & WEND_TICK_FOUND);
        size_t before = wend_agent_stats(agent).bytes_allocated;
        size_t given = wend_agent_release(agent);
        size_t after = wend_agent_stats(agent).bytes_allocated;
        assert_int_equal(given, before - after);
        assert_int_equal(wend_agent_release(agent), 0);
        check(after < 16000 && after < before / 4, "%s: %zu bytes, then %zu", names[i], before,
              after);
        while (tick.status == WEND_AGENT_MOVING) { /* without a reservation: none is needed */
            assert_int_equal(wend_agent_tick_expansions(agent, 1, &tick), WEND_OK);
        }
        assert_int_equal(tick.status, WEND_AGENT_ARRIVED);
        assert_int_equal(wend_agent_stats(agent).bytes_allocated, after);
        wend_agent_destroy(agent);
    }
    wend_map_destroy(map);
    free(cells);
    assert_int_equal(wend_agent_release(NULL), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(giving_back_changes_nothing),
        cmocka_unit_test(agents_without_their_search_survive_edits),
        cmocka_unit_test(a_released_agent_restarts_for_edits_that_affect_it),
        cmocka_unit_test(a_route_alone_is_small),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
