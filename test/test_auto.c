/* "auto": what it measures on a map, and what it chooses. */
#include <wend/research.h>
#include <wend/wend.h>

#include "agent/agent.h"
#include "domain/grid.h"

#include "support/step.h"
#include "support/test.h"
#include "support/walker.h"

#include <string.h>

static wend_state first_free(const wend_map *map) {
    wend_state cell = 0;
    while (!wend_map_is_free(map, wend_map_x(map, cell), wend_map_y(map, cell))) {
        cell++;
    }
    return cell;
}

/* "auto" chooses tbjps here, with commit unless the map is a belief. */
static void check_auto(const wend_map *map, uint32_t weight) {
    wend_agent_def def = {0};
    def.map = map;
    def.start = def.goal = first_free(map);
    def.algo = wend_algo_auto();
    wend_agent *agent = make_agent(&def);
    assert_string_equal(wend_agent_algo(agent)->name, "tbjps");
    assert_int_equal(WEND_WORK_EXPANSION, WN_JUMP_UNITS);
    assert_int_equal(agent->planner.parameters.weight_permille, weight);
    assert_int_equal(wend_algo_auto_weight(map, 0), weight);
    assert_int_equal(agent->planner.parameters.commit, !map->cells.believed);
    wend_agent_destroy(agent);
}

static void auto_is_plain_on_what_is_believed(void **state) {
    (void)state;
    wend_map *world = walker_gen_map(WEND_GEN_RANDOM, 100, 100, 1);
    check_auto(world, 1550);
    wend_belief_def def = {.world = world, .known_permille = 1000};
    wend_belief *belief;
    assert_int_equal(wend_belief_create(&def, &belief, NULL), WEND_OK);
    assert_true(wend_map_ragged_permille(wend_belief_map(belief)) > 740);
    check_auto(wend_belief_map(belief), 1000);
    wend_belief_destroy(belief);
    wend_map_destroy(world);
}

/* One blocked cell on an open map makes eight stops: scans along the two adjacent rows stop when
 * they pass it, in both directions, and so do scans along the columns. It adds four sides to those
 * of the border. */
static void raggedness_is_counted_and_auto_goes_by_it(void **state) {
    (void)state;
    wend_map *map = walker_gen_map(WEND_GEN_RANDOM, 100, 100, 1);
    for (uint32_t y = 0; y < 100; y++) {
        for (uint32_t x = 0; x < 100; x++) {
            assert_int_equal(wend_map_set_cell(map, x, y, '.'), WEND_OK);
        }
    }
    assert_int_equal(wend_map_ragged_permille(map), 0);
    check_auto(map, 1100);
    uint32_t blocked = 0, clumped = 0;
    for (uint32_t y = 2; y < 98; y += 4) {
        for (uint32_t x = 2; x < 98; x += 4) {
            assert_int_equal(wend_map_set_cell(map, x, y, '@'), WEND_OK);
            blocked++;
            assert_int_equal(wend_map_ragged_permille(map), 8000 * blocked / (400 + 4 * blocked));
            uint32_t ragged = wend_map_ragged_permille(map);
            check_auto(map, ragged <= 600 ? 1100 : ragged <= 740 ? 2000 : 1550);
            clumped += ragged > 600 && ragged <= 740;
        }
    }
    assert_true(clumped > 1 && wend_map_ragged_permille(map) > 740);
    wend_map_destroy(map);
}

/* One cell with another factor makes nine mixed ones. If there are too many of them, "auto"
 * searches cell by cell, but "tbjps" does not refuse the map. Without factors it would have a
 * weight here. */
static void mixed_cells_are_counted_and_auto_goes_by_them(void **state) {
    (void)state;
    enum { SIDE = 60 };
    uint8_t factors[SIDE * SIDE];
    char cells[SIDE * SIDE];
    memset(factors, 2, sizeof factors);
    memset(cells, '.', sizeof cells);
    for (uint32_t i = 0; i < SIDE / 2; i++) {
        cells[(SIDE - 2) * SIDE + 2 * i] = '@';
    }
    wend_map_def def = {.width = SIDE, .height = SIDE, .factors = factors, .cells = cells};
    wend_map *map;
    assert_int_equal(wend_map_create(&def, &map, NULL), WEND_OK);
    assert_true(wend_map_jumpable(map));
    assert_true(wend_map_ragged_permille(map) > 0);
    check_auto(map, 1000);
    uint32_t mixed = 0, changes = 0;
    bool jumped = true;
    for (uint32_t y = 1; y < SIDE - 4; y += 3) {
        for (uint32_t x = 1; x < SIDE - 1; x += 3) {
            assert_int_equal(wend_map_set_factor(map, x, y, 1), WEND_OK);
            mixed += 9;
            assert_int_equal(wend_map_mixed_permille(map), 1000 * mixed / (SIDE * SIDE - SIDE / 2));
            bool jump = wend_map_mixed_permille(map) <= WEND_AUTO_MIXED_PERMILLE;
            wend_agent_def agent_def = {0};
            agent_def.map = map;
            agent_def.start = 0;
            agent_def.goal = SIDE * SIDE - 1;
            agent_def.algo = wend_algo_auto();
            wend_agent *agent = make_agent(&agent_def);
            assert_string_equal(wend_agent_algo(agent)->name, jump ? "tbjps" : "tbwa");
            wend_agent_destroy(agent);
            agent_def.algo = wend_algo_tbjps();
            wend_agent_destroy(make_agent(&agent_def));
            changes += jump != jumped;
            jumped = jump;
        }
    }
    assert_int_equal(changes, 1);
    wend_map_destroy(map);
}

/* The rule with its numbers: by raggedness and by the budget of a tick. */
static void the_weight_of_auto_goes_by_raggedness_and_budget(void **state) {
    (void)state;
    static const uint32_t budgets[] = {0, 1, 6, 7, 17, 20, 50, 100, 3000, WEND_EXPANSIONS_MAX};
    static const struct {
        uint32_t ragged;
        uint32_t weights[COUNT_OF(budgets)];
    } rule[] = {
        {0, {1100, 1500, 1500, 1468, 1216, 1190, 1100, 1070, 1041, 1040}},
        {600, {1100, 1500, 1500, 1468, 1216, 1190, 1100, 1070, 1041, 1040}},
        {601, {2000, 3000, 3000, 3000, 2970, 2750, 2000, 1750, 1508, 1500}},
        {740, {2000, 3000, 3000, 3000, 2970, 2750, 2000, 1750, 1508, 1500}},
        {741, {1550, 1750, 1750, 1750, 1647, 1625, 1550, 1525, 1500, 1500}},
        {2000, {1550, 1750, 1750, 1750, 1647, 1625, 1550, 1525, 1500, 1500}},
    };
    wend_map *map = walker_gen_map(WEND_GEN_RANDOM, 20, 20, 1);
    const wn_jumps counted = map->jumps;
    for (size_t i = 0; i < COUNT_OF(rule); i++) {
        map->jumps.stops = rule[i].ragged, map->jumps.walls = 1000;
        assert_int_equal(wend_map_ragged_permille(map), rule[i].ragged);
        for (size_t b = 0; b < COUNT_OF(budgets); b++) {
            assert_int_equal(wend_algo_auto_weight(map, (uint64_t)budgets[b] * WEND_WORK_EXPANSION),
                             rule[i].weights[b]);
        }
    }
    map->jumps = counted;
    wend_map_destroy(map);
    assert_int_equal(wend_algo_auto_weight(NULL, 0), 0);
    assert_int_equal(wend_algo_auto_weight(NULL, 240), 0);
}

/* The weight of an agent on a map of 4 x 4 cells with the given budget. */
static uint32_t weight_of(const wend_map *map, uint32_t budget) {
    wend_agent_def def = {.map = map,
                          .algo = wend_algo_auto(),
                          .goal = 15,
                          .work = (uint64_t)budget * WEND_WORK_EXPANSION};
    wend_agent *agent = make_agent(&def);
    uint32_t weight = agent->planner.parameters.weight_permille;
    wend_agent_destroy(agent);
    assert_int_equal(weight, wend_algo_auto_weight(map, (uint64_t)budget * WEND_WORK_EXPANSION));
    return weight;
}

/* With 16 neighbours the same rule applies; with factors it gives no weight. */
static void other_maps_have_weights_of_their_own(void **state) {
    (void)state;
    static const uint32_t smooth[][2] = {{0, 1100}, {7, 1468}, {WEND_EXPANSIONS_MAX, 1040}};
    uint8_t same[16], mixed[16];
    for (uint32_t i = 0; i < 16; i++) {
        same[i] = 3;
        mixed[i] = (uint8_t)(1 + i % 5);
    }
    wend_map_def def = {.width = 4, .height = 4, .neighbors = 16, .cells = "................"};
    wend_map *map;
    assert_int_equal(wend_map_create(&def, &map, NULL), WEND_OK);
    for (size_t i = 0; i < COUNT_OF(smooth); i++) {
        assert_int_equal(weight_of(map, smooth[i][0]), smooth[i][1]);
    }
    wend_map_destroy(map);
    static const struct {
        uint32_t neighbors;
        bool is_mixed;
        uint32_t weight;
    } factored[] = {{16, false, 3000}, {8, false, 1000}, {4, false, 1000},
                    {16, true, 3000},  {8, true, 3000},  {4, true, 3000}};
    for (size_t i = 0; i < COUNT_OF(factored); i++) {
        def.neighbors = factored[i].neighbors;
        def.factors = factored[i].is_mixed ? mixed : same;
        def.cells = "................";
        assert_int_equal(wend_map_create(&def, &map, NULL), WEND_OK);
        for (uint32_t budget = 0; budget < 200; budget += 40) {
            assert_int_equal(weight_of(map, budget), factored[i].weight);
        }
        wend_map_destroy(map);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mixed_cells_are_counted_and_auto_goes_by_them),
        cmocka_unit_test(raggedness_is_counted_and_auto_goes_by_it),
        cmocka_unit_test(the_weight_of_auto_goes_by_raggedness_and_budget),
        cmocka_unit_test(other_maps_have_weights_of_their_own),
        cmocka_unit_test(auto_is_plain_on_what_is_believed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
