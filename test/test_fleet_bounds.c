/* Fleets: the maximum cost of a frame in which everything happens at once. army_step checks that no
 * frame exceeds the bound of wend/fleet.h. */
#include <wend/wend.h>

#include "fleet/fleet.h"
#include "support/muster.h"
#include "support/test.h"

#include <string.h>

/* The number of moves to the farthest cell from the first free one, which lies in a corner. */
static uint32_t moves_to_farthest(const plain_map *truth) {
    wend_cost *distances = test_alloc(PLAIN_CELLS_MAX * sizeof *distances);
    wend_cost most = 0;
    int corner = 0;
    while (truth->cells[corner] != '.') {
        corner++;
    }
    plain_flood(truth, corner, distances);
    for (int i = 0; i < plain_cells(truth); i++) {
        most = distances[i] != PLAIN_UNREACHED && distances[i] > most ? distances[i] : most;
    }
    free(distances);
    return most / WEND_COST_ONE;
}

static void open_field(army *a, const wend_fleet_def *def, uint32_t budget) {
    plain_map truth = {.width = 60, .height = 60, .neighbors = 8};
    dice d = dice_of(def->units_max);
    for (int i = 0; i < plain_cells(&truth); i++) {
        truth.cells[i] = dice_percent(&d, 15) ? '@' : '.';
    }
    army_open(a, &truth, def, budget);
    /* Edits make routes longer, and a unit returns to where its search began. */
    a->longest_route = 2 * moves_to_farthest(&truth) + WN_TRAIL_MAX;
}

/* ---- Groups ---------------------------------------------------------------------------------- */

/* A group whose field does not cover its members yet: edits are processed once, not by every
 * member. */
static void edits_are_read_once_for_a_group(void **state) {
    (void)state;
    army a;
    open_field(&a, &(wend_fleet_def){.units_max = 200, .group_min = 2}, 1000);
    dice d = dice_of(1);
    while (a.count < 200) {
        army_add(&a, &d);
    }
    wend_state goal = 60 * 60 - 1;
    army_set_cell(&a, (int)goal, '.');
    for (uint32_t i = 0; i < 200; i++) {
        a.goal[i] = goal;
    }
    assert_int_equal(wend_fleet_set_group_goal(a.fleet, a.units, 200, goal, NULL), WEND_OK);
    for (uint32_t f = 0; f < 10; f++) {
        for (int i = 0; i < 500; i++) { /* beside no unit, or almost nothing is processed */
            army_flip_cell(&a, 59 * 60 + (int)f);
            army_flip_cell(&a, 59 * 60 + (int)f);
        }
        army_step(&a);
        assert_true(a.frame.waiting > 100);
    }
    army_close(&a);
}

/* ---- Islands --------------------------------------------------------------------------------- */

/* Rooms without doors: all goals are unreachable. */
static void open_rooms(army *a, uint32_t units, uint32_t budget) {
    plain_map truth = {.width = 60, .height = 60, .neighbors = 8};
    for (int i = 0; i < plain_cells(&truth); i++) {
        truth.cells[i] = i % 60 % 4 == 3 || i / 60 % 4 == 3 ? '@' : '.';
    }
    army_open(a, &truth, &(wend_fleet_def){.units_max = units}, budget);
    army_use_components(a);
    for (uint32_t i = 0; i < units; i++) {
        wend_state at = i % 15 * 4 + i / 15 % 15 * 240;
        a->at[a->count] = at;
        assert_int_equal(wend_fleet_add(a->fleet, at, &a->units[a->count++]), WEND_OK);
        army_send(a, i, (int)(at + 1800) % 3600, NULL);
        assert_int_equal(wend_fleet_status(a->fleet, a->units[i]), WEND_UNIT_UNREACHABLE);
    }
}

/* After an edit all units with unreachable goals try again. That work is charged, and takes as many
 * frames as it needs. */
static void waking_is_charged_and_limited(void **state) {
    (void)state;
    const uint32_t units = 200, budget = 2000;
    army a;
    open_rooms(&a, units, budget);
    army_step(&a);
    assert_int_equal(a.frame.unreachable, units);
    assert_in_range(a.frame.work, units, 2 * units);
    uint32_t work = 0, frames = 0;
    army_set_cell(&a, 3, '.'); /* a door that no unit needs */
    do {
        army_step(&a);
        work += a.frame.work - units;
        check(++frames < 100, "still asking after %u frames", frames);
        assert_int_equal(a.frame.moved + a.frame.unreachable, 0);
    } while (a.fleet->wake_left > 0);
    assert_in_range(work, WN_UNITS_ASK * units, (WN_UNITS_ASK + 2) * units);
    assert_in_range(frames, units * WN_UNITS_ASK / budget, 3 * units * WN_UNITS_ASK / budget);
    army_close(&a);
}

/* The door that all units need: they all continue. */
static void all_units_are_woken(void **state) {
    (void)state;
    army a;
    open_rooms(&a, 30, 500);
    army_step(&a);
    for (int i = 0; i < 3600; i++) {
        if (a.truth.cells[i] != '.') {
            army_set_cell(&a, i, '.');
        }
    }
    army_run(&a, 1000);
    for (uint32_t i = 0; i < 30; i++) {
        assert_int_equal(wend_fleet_status(a.fleet, a.units[i]), WEND_UNIT_ARRIVED);
    }
    army_close(&a);
}

/* An order with an unreachable goal between frames, then an edit that opens a route before the next
 * frame: no event reports the goal as unreachable. */
static void opened_before_the_frame_is_no_event(void **state) {
    (void)state;
    army a;
    open_rooms(&a, 2, 500);
    army_step(&a);
    army_send(&a, 0, 4, NULL);
    assert_int_equal(wend_fleet_status(a.fleet, a.units[0]), WEND_UNIT_UNREACHABLE);
    army_send(&a, 1, 8, NULL);
    army_set_cell(&a, 3, '.');
    uint32_t unreachable = 0;
    for (uint32_t f = 0; f < 20; f++) {
        army_step(&a);
        unreachable += a.frame.unreachable;
    }
    assert_int_equal(wend_fleet_status(a.fleet, a.units[0]), WEND_UNIT_ARRIVED);
    assert_int_equal(wend_fleet_status(a.fleet, a.units[1]), WEND_UNIT_UNREACHABLE);
    assert_int_equal(unreachable, 1);
    army_close(&a);
}

/* ---- Everything at once ---------------------------------------------------------------------- */

static void give_orders(army *a, dice *d) {
    if (dice_percent(d, 10)) {
        uint32_t from = dice_between(d, 0, a->count / 2), count = a->count - from;
        int goal = plain_random_free(&a->truth, d);
        assert_int_equal(wend_fleet_set_group_goal(a->fleet, a->units + from,
                                                   dice_between(d, 0, count), (wend_state)goal,
                                                   NULL),
                         WEND_OK);
        for (uint32_t i = 0; i < a->count; i++) {
            a->goal[i] = wend_fleet_goal(a->fleet, a->units[i]);
        }
    }
    for (uint32_t n = dice_between(d, 0, 5); n > 0; n--) {
        wend_order order = {.nearest = a->def.components && dice_percent(d, 30)};
        army_send(a, dice_between(d, 0, a->count - 1), plain_random_free(&a->truth, d), &order);
    }
}

/* Walls of 12 cells, so that routes are blocked and units enclosed. */
static void build_walls(army *a, dice *d) {
    for (uint32_t n = dice_percent(d, 50) ? dice_between(d, 1, 6) : 0; n > 0; n--) {
        int from = (int)dice_between(d, 0, 60 * 47), step = dice_percent(d, 50) ? 1 : 60;
        char terrain = dice_percent(d, 50) ? '@' : '.';
        for (int i = 0; i < 12; i++) {
            army_set_cell(a, from + i * step, terrain);
        }
    }
}

static void frames_keep_their_bound(void **state) {
    (void)state;
    const uint32_t budgets[] = {100, 500, 2000, 20000, 200000};
    for (uint32_t seed = 0; seed < test_scaled(30); seed++) {
        dice d = dice_of(seed);
        army a;
        wend_fleet_def def = {.units_max = 20 + seed * 7 % 180,
                              .group_min = 5,
                              .fields_max = 1 + seed % 4,
                              .wait = (wend_wait)(seed % 3),
                              .algo = seed % 5 ? NULL : wend_algo_astar()};
        open_field(&a, &def, 500000);
        if (seed % 2) {
            army_use_components(&a);
        }
        while (a.count < def.units_max) {
            army_add(&a, &d);
        }
        for (uint32_t f = 0; f < 100; f++) {
            if (f % 10 == 0) { /* routes for all, then little budget to check them */
                a.budget = f % 20 ? DICE_PICK(&d, budgets) : 500000;
            }
            give_orders(&a, &d);
            build_walls(&a, &d);
            army_step(&a);
        }
        army_close(&a);
    }
}

/* The cell that blocked the route of a group is searched for along the whole route. */
static void cuts_are_found_within_the_bound(void **state) {
    (void)state;
    enum { LENGTH = 400, AT = 300, BUDGET = 100, EDITS = 16 };
    static char cells[LENGTH];
    memset(cells, '.', sizeof cells);
    wend_map_def map_def = {.width = LENGTH, .height = 1, .edits = EDITS, .cells = cells};
    wend_map *map;
    assert_int_equal(wend_map_create(&map_def, &map, NULL), WEND_OK);
    wend_fleet_def def = {.map = map, .units_max = 1, .group_min = 1, .wait = WEND_WAIT_STAND};
    wend_fleet *fleet;
    wend_unit unit;
    wend_frame frame;
    assert_int_equal(wend_fleet_create(&def, &fleet, NULL), WEND_OK);
    assert_int_equal(wend_fleet_add(fleet, AT, &unit), WEND_OK);
    assert_int_equal(wend_fleet_set_group_goal(fleet, &unit, 1, 0, NULL), WEND_OK);
    for (uint32_t f = 0; f < 3; f++) {
        assert_int_equal(wend_fleet_reserve(fleet, 1000000), WEND_OK);
        assert_int_equal(wend_fleet_frame(fleet, (wend_budget){.work = 1000000}, &frame), WEND_OK);
    }
    assert_int_equal(wend_map_set_free(map, 3, 0, false), WEND_OK);
    uint32_t moves = 2 + WEND_FLEET_WORK_MOVE, edits = 1 + WEND_FLEET_WORK_EDIT;
    uint32_t path = WEND_FLEET_WORK_STEP * AT + EDITS;
    uint32_t most = moves + edits + BUDGET / 4 + path;
    for (uint32_t f = 0; wend_fleet_status(fleet, unit) != WEND_UNIT_UNREACHABLE; f++) {
        check(f < 1000, "not unreachable after %u frames", f);
        assert_int_equal(wend_fleet_reserve(fleet, BUDGET), WEND_OK);
        assert_int_equal(wend_fleet_frame(fleet, (wend_budget){.work = BUDGET}, &frame), WEND_OK);
        assert_in_range(frame.work, 0, most);
    }
    assert_int_equal(wend_fleet_explain(fleet, unit).edited, 3);
    wend_fleet_destroy(fleet);
    wend_map_destroy(map);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edits_are_read_once_for_a_group),
        cmocka_unit_test(waking_is_charged_and_limited),
        cmocka_unit_test(all_units_are_woken),
        cmocka_unit_test(opened_before_the_frame_is_no_event),
        cmocka_unit_test(frames_keep_their_bound),
        cmocka_unit_test(cuts_are_found_within_the_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
