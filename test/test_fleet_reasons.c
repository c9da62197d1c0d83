/* Why units stand: orders to the nearest cell, cell-by-cell searches, unreachable goals; and routes
 * that are read in unusual ways. */
#include <wend/wend.h>

#include "support/muster.h"
#include "support/test.h"

#include <string.h>

/* Two rooms, and a unit in the left one. */
static void open_rooms(army *a, const wend_fleet_def *def, bool has_components) {
    static const char *const rows[] = {"....@...", "....@...", "....@...", NULL};
    plain_map truth;
    plain_from_picture(&truth, rows);
    truth.neighbors = 8;
    army_open(a, &truth, def, 100000);
    if (has_components) {
        army_use_components(a);
    }
    a->count = 1;
    a->at[0] = 0;
    assert_int_equal(wend_fleet_add(a->fleet, 0, &a->units[0]), WEND_OK);
}

static wend_explanation explain(army *a) {
    return wend_fleet_explain(a->fleet, a->units[0]);
}

static const wend_order to_nearest = {.nearest = true};

static void units_say_that_they_are_as_near_as_they_can_be(void **state) {
    (void)state;
    army a;
    open_rooms(&a, &(wend_fleet_def){.units_max = 1}, true);
    assert_int_equal(wend_fleet_set_goal(a.fleet, a.units[0], 8 + 6, &to_nearest), WEND_OK);
    a.goal[0] = 8 + 3;
    army_run(&a, 20);
    wend_explanation why = explain(&a);
    assert_int_equal(why.reason, WEND_REASON_ARRIVED_NEAREST);
    assert_int_equal(why.state, 8 + 6);
    assert_int_equal(wend_fleet_state(a.fleet, a.units[0]), 8 + 3);
    /* The same order changes nothing until there is a door. */
    assert_int_equal(wend_fleet_set_goal(a.fleet, a.units[0], 8 + 6, &to_nearest), WEND_OK);
    assert_int_equal(wend_fleet_status(a.fleet, a.units[0]), WEND_UNIT_ARRIVED);
    army_set_cell(&a, 8 + 4, '.');
    army_step(&a);
    assert_int_equal(wend_fleet_set_goal(a.fleet, a.units[0], 8 + 6, &to_nearest), WEND_OK);
    a.goal[0] = 8 + 6;
    army_run(&a, 20);
    assert_int_equal(explain(&a).reason, WEND_REASON_ARRIVED);
    army_close(&a);
}

/* With components the unit knows at once that its goal is unreachable; without them, a search has
 * proved it. A blocked goal is reported as blocked, unless the order allows the nearest cell. */
static void units_say_why_there_is_no_way(void **state) {
    (void)state;
    for (uint32_t has_components = 0; has_components < 2; has_components++) {
        army a;
        open_rooms(&a, &(wend_fleet_def){.units_max = 1}, has_components);
        army_send(&a, 0, 8 + 6, NULL);
        army_run(&a, 20);
        assert_int_equal(wend_fleet_status(a.fleet, a.units[0]), WEND_UNIT_UNREACHABLE);
        assert_int_equal(explain(&a).reason,
                         has_components ? WEND_REASON_OTHER_COMPONENT : WEND_REASON_UNREACHABLE);
        army_set_cell(&a, 8 + 6, '@');
        assert_int_equal(explain(&a).reason, WEND_REASON_GOAL_BLOCKED);
        assert_int_equal(explain(&a).state, 8 + 6);
        army_close(&a);
    }
}

/* How far the search of a unit has got, also a cell-by-cell search. */
static void units_say_how_far_their_search_is(void **state) {
    (void)state;
    for (uint32_t by_cells = 0; by_cells < 2; by_cells++) {
        plain_map truth = {.width = 60, .height = 60, .neighbors = 8};
        dice d = dice_of(5);
        for (int cell = 0; cell < 3600; cell++) {
            truth.cells[cell] = dice_percent(&d, 25) && cell % 60 > 0 && cell < 3540 ? '@' : '.';
        }
        army a;
        const wend_fleet_def def = {.units_max = 1,
                                    .wait = WEND_WAIT_STAND,
                                    .algo = by_cells ? wend_algo_astar() : wend_algo_jps()};
        army_open(&a, &truth, &def, 200);
        a.count = 1;
        assert_int_equal(wend_fleet_add(a.fleet, 0, &a.units[0]), WEND_OK);
        army_send(&a, 0, 3599, NULL);
        army_step(&a);
        uint64_t last = 0;
        for (uint32_t n = 0; n < 8; n++) {
            army_step(&a);
            assert_int_equal(explain(&a).reason, WEND_REASON_SEARCHING);
            assert_int_equal(explain(&a).state, 3599);
            check(explain(&a).count > last, "%u expansions, then %u", (uint32_t)last,
                  (uint32_t)explain(&a).count);
            last = explain(&a).count;
        }
        army_close(&a);
    }
}

/* ---- Routes ---------------------------------------------------------------------------------- */

static void routes_are_written_as_far_as_there_is_room(void **state) {
    (void)state;
    static const char *const rows[] = {"s....", "@@@@.", ".....", ".@@@@", "....g", NULL};
    plain_map truth;
    plain_from_picture(&truth, rows);
    army a;
    army_open(&a, &truth, &(wend_fleet_def){.units_max = 1, .wait = WEND_WAIT_STAND}, 100000);
    a.count = 1;
    assert_int_equal(wend_fleet_add(a.fleet, 0, &a.units[0]), WEND_OK);
    army_send(&a, 0, 24, NULL);
    army_step(&a);
    wend_state all[10] = {0}, some[10];
    bool is_complete = false;
    uint32_t count = wend_fleet_waypoints(a.fleet, a.units[0], all, 10, &is_complete);
    assert_true(count > 3 && is_complete && all[count - 1] == 24);
    for (uint32_t room = 0; room < count; room++) {
        memset(some, 0xff, sizeof some);
        assert_int_equal(wend_fleet_waypoints(a.fleet, a.units[0], some, room, &is_complete), room);
        assert_false(is_complete);
        assert_memory_equal(some, all, room * sizeof *all);
        assert_int_equal(some[room], WEND_STATE_NONE);
    }
    assert_int_equal(wend_fleet_waypoints(a.fleet, a.units[0], NULL, 0, NULL), 0);
    assert_int_equal(wend_fleet_waypoints(a.fleet, a.units[0], NULL, 5, &is_complete), 0);
    assert_int_equal(wend_fleet_waypoints(a.fleet, WEND_UNIT_NONE, some, 5, &is_complete), 0);
    assert_false(is_complete);
    army_close(&a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_say_that_they_are_as_near_as_they_can_be),
        cmocka_unit_test(units_say_why_there_is_no_way),
        cmocka_unit_test(units_say_how_far_their_search_is),
        cmocka_unit_test(routes_are_written_as_far_as_there_is_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
