/* Calls between the ticks of an agent: new goals, teleports, edits, releases of memory, components
 * that are out of date. Left alone afterwards, the agent arrives or correctly reports that it
 * cannot. */
#include <wend/components.h>
#include <wend/research.h>
#include <wend/wend.h>

#include "support/plain_map.h"
#include "support/test.h"
#include "support/update.h"

#include <string.h>

#define R 50u

typedef struct trip {
    plain_map truth;
    wend_map *map;
    wend_components *components; /* NULL without components */
    wend_agent *agent;
    wend_tick tick;
    int at;
    uint64_t cost;
} trip;

static void begin_trip(trip *t, const char *algo, int start, int goal) {
    wend_agent_def def = {.map = t->map,
                          .algo = wend_algo_find(algo),
                          .start = (wend_state)start,
                          .goal = (wend_state)goal,
                          .components = t->components};
    assert_int_equal(wend_agent_create(&def, &t->agent, NULL), WEND_OK);
    t->at = start;
    t->cost = 0;
}

static void end_trip(trip *t) {
    wend_agent_destroy(t->agent);
    wend_components_destroy(t->components);
    wend_map_destroy(t->map);
}

static void set_cell(trip *t, int cell, bool is_free) {
    uint32_t x = (uint32_t)(cell % t->truth.width), y = (uint32_t)(cell / t->truth.width);
    t->truth.cells[cell] = is_free ? '.' : '@';
    assert_int_equal(wend_map_set_free(t->map, x, y, is_free), WEND_OK);
}

static void step(trip *t) {
    assert_int_equal(wend_agent_reserve_expansions(t->agent, R), WEND_OK);
    assert_int_equal(wend_agent_tick_expansions(t->agent, R, &t->tick), WEND_OK);
    if ((int)t->tick.state != t->at) {
        wend_cost cost = plain_move_cost(&t->truth, t->at, (int)t->tick.state);
        check(cost > 0, "a step from %d to %u", t->at, t->tick.state);
        t->cost += cost;
    }
    t->at = (int)t->tick.state;
}

static wend_cost distance(const trip *t, int from, int to) {
    wend_cost distances[PLAIN_CELLS_MAX];
    plain_flood_out(&t->truth, from, distances);
    return distances[to];
}

/* Ticks until the agent stops; returns the outcome. */
static void walk_to_the_end(trip *t, uint32_t seed) {
    int goal = (int)wend_agent_goal(t->agent);
    wend_cost best = distance(t, t->at, goal);
    t->cost = 0;
    for (uint32_t ticks = 0; wend_agent_is_active(t->tick.status); ticks++) {
        check(ticks < 5000, "case %u does not end: at %d, goal %d", seed, t->at, goal);
        step(t);
    }
    bool can = best != PLAIN_UNREACHED || t->at == goal;
    check(t->tick.status == (can ? WEND_AGENT_ARRIVED : WEND_AGENT_UNREACHABLE),
          "case %u: status %d", seed, (int)t->tick.status);
}

/* ---- A map that grows more complex ----------------------------------------------------------- */

#define SIDE 121

/* An open map has few nodes, so reserving for all of them takes little. After edits that create
 * many nodes, what is reserved for the route to another goal is enough. */
static void another_goal_after_many_edits(void **state) {
    (void)state;
    static const char *const algos[] = {"jps", "tbjps"};
    static char cells[SIDE * SIDE];
    const uint32_t budget = 100000;
    for (uint32_t a = 0; a < 2; a++) {
        memset(cells, '.', sizeof cells);
        wend_map_def map_def = {.width = SIDE, .height = SIDE, .cells = cells};
        wend_map *map;
        assert_int_equal(wend_map_create(&map_def, &map, NULL), WEND_OK);
        wend_agent_def def = {.map = map, .algo = wend_algo_find(algos[a]), .goal = SIDE - 1};
        wend_agent *agent;
        assert_int_equal(wend_agent_create(&def, &agent, NULL), WEND_OK);
        assert_int_equal(wend_agent_reserve_expansions(agent, budget), WEND_OK);
        for (uint32_t y = 2; y < SIDE; y += 3) {
            for (uint32_t x = 2; x < SIDE; x += 3) {
                assert_int_equal(wend_map_set_free(map, x, y, false), WEND_OK);
            }
        }
        /* Walls around this cell, so that the whole map is searched. */
        wend_state goal = wend_map_state(map, SIDE - 1, SIDE - 1);
        assert_int_equal(wend_map_set_free(map, SIDE - 2, SIDE - 1, false), WEND_OK);
        assert_int_equal(wend_map_set_free(map, SIDE - 2, SIDE - 2, false), WEND_OK);
        assert_int_equal(wend_map_set_free(map, SIDE - 1, SIDE - 2, false), WEND_OK);
        assert_int_equal(wend_agent_set_goal(agent, goal), WEND_OK);
        wend_tick tick = {0};
        do {
            assert_int_equal(wend_agent_reserve_expansions(agent, budget), WEND_OK);
            assert_int_equal(wend_agent_tick_expansions(agent, budget, &tick), WEND_OK);
            check(tick.status != WEND_AGENT_OUT_OF_MEMORY && tick.status != WEND_AGENT_NOT_RESERVED,
                  "%s: what was reserved does not suffice", algos[a]);
        } while (wend_agent_is_active(tick.status));
        assert_int_equal(tick.status, WEND_AGENT_UNREACHABLE);
        wend_agent_destroy(agent);
        wend_map_destroy(map);
    }
}

/* ---- A goal that is blocked, and another one ------------------------------------------------- */

static void another_goal_after_one_that_was_blocked(void **state) {
    (void)state;
    const char *const algos[] = {"auto", "tbjps", "jps", "tba", "dstar-lite"};
    for (uint32_t seed = 0; seed < test_scaled(2000); seed++) {
        dice d = dice_of(seed);
        trip t = {.truth = {.neighbors = seed % 3 == 0 ? 4 : 8}};
        t.truth.width = (int)dice_between(&d, 2, 6);
        t.truth.height = (int)dice_between(&d, 1, 5);
        memset(t.truth.cells, '.', sizeof t.truth.cells);
        int start = plain_random_free(&t.truth, &d), goal = plain_random_free(&t.truth, &d);
        int other = plain_random_free(&t.truth, &d);
        if (start == goal || other == goal) {
            continue;
        }
        t.map = plain_to_wend(&t.truth);
        begin_trip(&t, algos[seed % COUNT_OF(algos)], start, goal);
        set_cell(&t, goal, false);
        for (uint32_t n = dice_between(&d, 1, 2); n > 0; n--) {
            step(&t);
        }
        assert_int_equal(t.tick.status, WEND_AGENT_UNREACHABLE);
        assert_int_equal(wend_agent_set_goal(t.agent, (wend_state)other), WEND_OK);
        t.tick.status = WEND_AGENT_WAITING;
        walk_to_the_end(&t, seed);
        end_trip(&t);
    }
}

/* ---- Components that are out of date --------------------------------------------------------- */

static void components_that_do_not_know_are_no_obstacle(void **state) {
    (void)state;
    for (uint32_t seed = 0; seed < test_scaled(1000); seed++) {
        dice d = dice_of(seed);
        trip t = {0};
        plain_random(&t.truth, &d, 16);
        t.truth.neighbors = seed % 4 ? 16 : 8;
        int start = plain_random_free(&t.truth, &d), goal = plain_random_free(&t.truth, &d);
        if (start < 0) {
            continue;
        }
        t.map = plain_to_wend(&t.truth);
        assert_int_equal(
            wend_components_create(&(wend_components_def){.map = t.map}, &t.components, NULL),
            WEND_OK);
        begin_trip(&t, seed % 2 ? "tbjps" : "auto", start, goal);
        for (uint32_t n = 0; n < 2; n++) {
            int cell = (int)dice_between(&d, 0, (uint32_t)plain_cells(&t.truth) - 1);
            if (cell != start && cell != goal) {
                set_cell(&t, cell, n == 0);
            }
        }
        walk_to_the_end(&t, seed);
        end_trip(&t);
    }
}

/* ---- Teleports under D* Lite ----------------------------------------------------------------- */

/* The keys in its queue were computed for the agent's former position. Routes from the new position
 * must still be optimal. */
static void repairs_go_on_elsewhere(void **state) {
    (void)state;
    for (uint32_t seed = 0; seed < test_scaled(2000); seed++) {
        dice d = dice_of(seed);
        trip t = {0};
        plain_random(&t.truth, &d, 12);
        int start = plain_random_free(&t.truth, &d), goal = plain_random_free(&t.truth, &d);
        if (start < 0) {
            continue;
        }
        t.map = plain_to_wend(&t.truth);
        begin_trip(&t, "dstar-lite", start, goal);
        for (uint32_t n = 0; n < 3; n++) {
            step(&t);
            int cell = (int)dice_between(&d, 0, (uint32_t)plain_cells(&t.truth) - 1);
            if (dice_percent(&d, 50) && cell != goal) {
                set_cell(&t, cell, dice_percent(&d, 50));
            }
            t.at = plain_random_free(&t.truth, &d);
            assert_int_equal(wend_agent_teleport(t.agent, (wend_state)t.at), WEND_OK);
        }
        wend_cost best = distance(&t, t.at, goal);
        t.tick.status = WEND_AGENT_WAITING;
        walk_to_the_end(&t, seed);
        check(best == PLAIN_UNREACHED || t.cost == best, "case %u: cost %llu, the best is %u", seed,
              (unsigned long long)t.cost, best);
        end_trip(&t);
    }
}

/* ---- Memory ---------------------------------------------------------------------------------- */

typedef struct purse {
    uint32_t left; /* allocations until one fails; all later ones fail, too */
} purse;

static void *take(void *context, size_t size) {
    purse *p = context;
    if (p->left == 0) {
        return NULL;
    }
    p->left--;
    return malloc(size);
}

static void give(void *context, void *block, size_t size) {
    (void)context, (void)size;
    free(block);
}

/* Its search is released, a reservation fails half-way, and the agent gets one goal after another:
 * it manages with the memory it has. */
static void a_released_shortcut_is_not_begun(void **state) {
    (void)state;
    for (uint32_t allocations = 0; allocations < 12; allocations++) {
        plain_map truth = {.width = 20, .height = 20, .neighbors = 4};
        memset(truth.cells, '.', sizeof truth.cells);
        wend_map *map = plain_to_wend(&truth);
        purse p = {UINT32_MAX};
        wend_agent_def def = {.map = map,
                              .algo = wend_algo_find("tba"),
                              .goal = 399,
                              .work = 24000,
                              .allocator = {take, give, &p}};
        def.bounded.shortcut = WEND_ON;
        wend_agent *agent;
        wend_tick tick;
        assert_int_equal(wend_agent_create(&def, &agent, NULL), WEND_OK);
        wend_agent_tick_expansions(agent, 1000, &tick);
        wend_agent_tick_expansions(agent, 1000, &tick);
        assert_true(wend_agent_release(agent) > 0);
        assert_int_equal(wend_agent_set_goal(agent, 19), WEND_OK);
        p.left = allocations;
        (void)wend_agent_reserve_expansions(agent, 200);
        p.left = UINT32_MAX;
        for (uint32_t i = 0; i < 3; i++) {
            wend_agent_tick_expansions(agent, 200, &tick);
        }
        assert_int_equal(wend_agent_set_goal(agent, tick.state ? tick.state - 1 : 1), WEND_OK);
        for (uint32_t i = 0; i < 200 && tick.status != WEND_AGENT_ARRIVED; i++) {
            wend_agent_tick_expansions(agent, 200, &tick);
            wend_agent_reserve_expansions(agent, 200);
        }
        assert_int_equal(tick.status, WEND_AGENT_ARRIVED);
        wend_agent_destroy(agent);
        wend_map_destroy(map);
    }
}

/* ---- What is reported ------------------------------------------------------------------------ */

/* Plans whose moves are refused are counted, also if cells elsewhere are edited. */
static void refused_plans_are_counted_through_edits(void **state) {
    (void)state;
    trip t = {.truth = {.width = 30, .height = 5, .neighbors = 8}};
    memset(t.truth.cells, '.', sizeof t.truth.cells);
    t.map = plain_to_wend(&t.truth);
    begin_trip(&t, "tbjps", 0, 29);
    step(&t);
    step(&t);
    for (uint32_t n = 1; n < 9; n++) {
        wend_agent_reserve_expansions(t.agent, R);
        assert_int_equal(wend_agent_plan_expansions(t.agent, R, &t.tick), WEND_OK);
        assert_int_equal(wend_agent_explain(t.agent).ticks, n);
        if (n % 3 == 0) {
            set_cell(&t, 4 * 30 + (int)n, false);
        }
    }
    end_trip(&t);
}

/* An agent at 0 that goes to a goal, or to the nearest reachable cell. */
static void begin_nearest(trip *t, const char *const *lane, wend_state goal) {
    *t = (trip){0};
    plain_from_picture(&t->truth, lane);
    t->truth.neighbors = 8;
    t->map = plain_to_wend(&t->truth);
    assert_int_equal(
        wend_components_create(&(wend_components_def){.map = t->map}, &t->components, NULL),
        WEND_OK);
    wend_agent_def def = {.map = t->map,
                          .algo = wend_algo_find("tbjps"),
                          .start = 0,
                          .goal = goal,
                          .components = t->components,
                          .nearest = true};
    assert_int_equal(wend_agent_create(&def, &t->agent, NULL), WEND_OK);
}

/* Its given goal is free. The nearest cell, where it stands, is blocked. */
static void a_goal_that_is_free_is_not_called_blocked(void **state) {
    (void)state;
    static const char *const lane[] = {"....@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@....", NULL};
    trip t;
    begin_nearest(&t, lane, 37); /* too far away to leave the blocked cells */
    do {
        step(&t);
    } while (wend_agent_is_active(t.tick.status));
    assert_int_equal(t.at, 3);
    for (int cell = 0; cell < 4; cell++) {
        set_cell(&t, cell, false);
    }
    update_chunks(t.components, UINT32_MAX);
    step(&t);
    assert_int_equal(t.tick.status, WEND_AGENT_UNREACHABLE);
    assert_int_equal(wend_agent_explain(t.agent).reason, WEND_REASON_CELL_BLOCKED);
    end_trip(&t);
}

/* The nearest cell changes with each edit, although the agent was given no other goal. */
static void the_nearest_cell_changes(void **state) {
    (void)state;
    static const char *const lane[] = {"......@.", NULL};
    trip t;
    begin_nearest(&t, lane, 7);
    for (uint32_t n = 1; n < 4; n++) {
        wend_agent_reserve_expansions(t.agent, R);
        assert_int_equal(wend_agent_plan_expansions(t.agent, R, &t.tick), WEND_OK);
        assert_int_equal(wend_agent_explain(t.agent).ticks, n);
        set_cell(&t, 6 - (int)n, false);
        update_chunks(t.components, UINT32_MAX);
    }
    end_trip(&t);
}

/* A new goal after "tbrwa" had to restart: what its search knows about the first goal must not make
 * the second one look unreachable. */
static void a_restart_before_another_goal_is_forgotten(void **state) {
    (void)state;
    for (uint32_t seed = 0; seed < 400; seed++) {
        dice d = dice_of(seed);
        trip t = {0};
        plain_random(&t.truth, &d, 12);
        int start = plain_random_free(&t.truth, &d), goal = plain_random_free(&t.truth, &d);
        if (start < 0) {
            continue;
        }
        t.map = plain_to_wend(&t.truth);
        begin_trip(&t, "tbrwa", start, plain_random_free(&t.truth, &d));
        uint32_t budget = dice_between(&d, 1, 40);
        wend_agent_reserve_expansions(t.agent, budget);
        assert_int_equal(wend_agent_tick_expansions(t.agent, budget, &t.tick), WEND_OK);
        t.at = (int)t.tick.state;
        assert_int_equal(wend_agent_restart(t.agent), WEND_OK);
        assert_int_equal(wend_agent_set_goal(t.agent, (wend_state)goal), WEND_OK);
        bool is_reachable = distance(&t, t.at, goal) != PLAIN_UNREACHED;
        for (uint32_t ticks = 0; ticks < 400 && t.at != goal; ticks++) {
            step(&t);
            check(t.tick.status != WEND_AGENT_UNREACHABLE || !is_reachable, "seed %u: unreachable",
                  seed);
        }
        check((t.at == goal) == is_reachable, "seed %u: at %d, goal %d", seed, t.at, goal);
        end_trip(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(another_goal_after_many_edits),
        cmocka_unit_test(another_goal_after_one_that_was_blocked),
        cmocka_unit_test(components_that_do_not_know_are_no_obstacle),
        cmocka_unit_test(repairs_go_on_elsewhere),
        cmocka_unit_test(a_released_shortcut_is_not_begun),
        cmocka_unit_test(refused_plans_are_counted_through_edits),
        cmocka_unit_test(a_goal_that_is_free_is_not_called_blocked),
        cmocka_unit_test(the_nearest_cell_changes),
        cmocka_unit_test(a_restart_before_another_goal_is_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
