/* Fleets on maps that change: walls that are built and removed, thousands of edits at once,
 * components, beliefs. army_step checks what must be true of every frame. */
#include <wend/wend.h>

#include "support/muster.h"
#include "support/test.h"
#include "support/update.h"

#include <string.h>

#define UNITS 20

static bool is_goal(const army *a, wend_state cell) {
    for (uint32_t i = 0; i < a->count; i++) {
        if (a->goal[i] == cell) {
            return true;
        }
    }
    return false;
}

/* Units stand on some of the blocked cells, and leave them. */
static void flip_some(army *a, dice *d, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        int cell = (int)dice_between(d, 0, (uint32_t)plain_cells(&a->truth) - 1);
        if (!is_goal(a, (wend_state)cell)) {
            army_flip_cell(a, cell);
        }
    }
}

static void no_unit_goes_through_a_wall(void **state) {
    (void)state;
    uint64_t replans = 0;
    for (uint32_t seed = 0; seed < test_scaled(300); seed++) {
        dice d = dice_of(seed);
        army a;
        const wend_fleet_def def = {.units_max = UNITS, .wait = (wend_wait)(seed % 3)};
        if (!army_draw(&a, &d, &def, 24)) {
            continue;
        }
        for (uint32_t f = 0; f < 40; f++) {
            army_step(&a);
            if (dice_percent(&d, 50)) {
                flip_some(&a, &d, dice_between(&d, 1, 4));
            }
        }
        army_run_to_the_end(&a, seed);
        replans += wend_fleet_stats(a.fleet).replans;
        army_close(&a);
    }
    assert_true(replans > test_scaled(300) / 3);
}

/* More edits than the map remembers, in every frame: the whole map changes. */
static void thousands_of_edits_per_frame(void **state) {
    (void)state;
    for (uint32_t seed = 0; seed < test_scaled(30); seed++) {
        dice d = dice_of(seed);
        army a;
        if (!army_draw(&a, &d, &(wend_fleet_def){.units_max = UNITS}, 60)) {
            continue;
        }
        for (uint32_t f = 0; f < 12; f++) {
            army_step(&a);
            flip_some(&a, &d, 1500);
        }
        army_run_to_the_end(&a, seed);
        army_close(&a);
    }
}

/* Edits that block no route start no searches, however many there are. */
static void edits_elsewhere_start_no_searches(void **state) {
    (void)state;
    plain_map truth = {.width = 64, .height = 64, .neighbors = 8};
    memset(truth.cells, '.', sizeof truth.cells);
    army a;
    army_open(&a, &truth, &(wend_fleet_def){.units_max = UNITS}, 1000000);
    dice d = dice_of(1);
    for (uint32_t i = 0; i < UNITS; i++) {
        army_add(&a, &d);
        a.at[i] = i; /* from left to right, in the upper rows */
        assert_int_equal(wend_fleet_teleport(a.fleet, a.units[i], a.at[i] * 64 % 640), WEND_OK);
        a.at[i] = a.at[i] * 64 % 640;
        army_send(&a, i, (int)a.at[i] + 63, NULL);
    }
    army_step(&a);
    uint64_t searches = wend_fleet_stats(a.fleet).searches;
    assert_true(searches >= UNITS);
    for (uint32_t f = 0; f < 40; f++) {
        for (int i = 0; i < 1500; i++) {
            army_flip_cell(&a, 64 * 40 + i % 1024);
        }
        for (int i = 0; i < 2; i++) { /* among the routes, but on none: blocked and freed again */
            army_flip_cell(&a, 64 * 5 + 20);
        }
        army_step(&a);
    }
    assert_int_equal(wend_fleet_stats(a.fleet).searches, searches);
    assert_int_equal(wend_fleet_stats(a.fleet).replans, 0);
    army_close(&a);
}

static const char *const river[] = {
    "...............", "...............", "@@@@@@@.@@@@@@@",
    "...............", "...............", NULL,
};

static void add_ten(army *a) {
    dice d = dice_of(1);
    for (uint32_t i = 0; i < 10; i++) {
        army_add(a, &d);
        a->at[i] = i;
        assert_int_equal(wend_fleet_teleport(a->fleet, a->units[i], i), WEND_OK);
        army_send(a, i, 60 + (int)i, NULL);
    }
}

static void open_river(army *a, const wend_fleet_def *def) {
    plain_map truth;
    plain_from_picture(&truth, river);
    truth.neighbors = 8;
    truth.corners = WEND_CORNERS_NEVER;
    army_open(a, &truth, def, 20000);
    add_ten(a);
}

#define BRIDGE (2 * 15 + 7)

/* Units on the wrong bank report it as soon as the bridge is gone, and continue when it is back. */
static void a_bridge_is_blown_up_and_built_again(void **state) {
    (void)state;
    army a;
    open_river(&a, &(wend_fleet_def){.units_max = 10});
    army_step(&a);
    army_set_cell(&a, BRIDGE, '@');
    uint32_t unreachable = 0;
    for (uint32_t f = 0; f < 3; f++) {
        army_step(&a);
        unreachable += a.frame.unreachable;
    }
    assert_int_equal(unreachable, 10);
    assert_int_equal(wend_fleet_status(a.fleet, a.units[0]), WEND_UNIT_UNREACHABLE);
    army_step(&a);
    assert_int_equal(a.frame.moved, 0);
    army_set_cell(&a, BRIDGE, '.');
    army_run(&a, 100);
    for (uint32_t i = 0; i < 10; i++) {
        assert_int_equal(wend_fleet_status(a.fleet, a.units[i]), WEND_UNIT_ARRIVED);
    }
    army_close(&a);
}

static void add_idle(army *a, uint32_t count) {
    for (; a->count < count; a->count++) {
        assert_int_equal(wend_fleet_add(a->fleet, 0, &a->units[a->count]), WEND_OK);
        a->goal[a->count] = WEND_STATE_NONE;
        a->at[a->count] = 0;
    }
}

/* Units whose goals were unreachable try again in turn, over several frames. Slots that are used
 * for the first time meanwhile take no turn from them. */
static void units_that_are_added_take_no_turns(void **state) {
    (void)state;
    for (uint32_t frames = 0; frames < 12; frames++) {
        army a;
        open_river(&a, &(wend_fleet_def){.units_max = 100});
        army_set_cell(&a, BRIDGE, '@');
        army_run(&a, 100);
        army_flip_cell(&a, 14);
        army_flip_cell(&a, 14); /* all try again */
        army_run(&a, 100);
        add_idle(&a, 15); /* the next round begins with it */
        for (uint32_t i = 10; i < 15; i++) {
            army_send(&a, i, 60 + (int)i - 10, NULL);
        }
        army_run(&a, 100);
        a.budget = 100; /* for a few of them per frame */
        army_set_cell(&a, BRIDGE, '.');
        for (uint32_t f = 0; f < frames; f++) {
            army_step(&a);
        }
        add_idle(&a, 100);
        for (uint32_t f = 0; f < 400; f++) {
            army_step(&a);
        }
        for (uint32_t i = 0; i < 10; i++) {
            check(a.at[i] == a.goal[i], "unit %u has not tried again, after %u frames", i, frames);
        }
        army_close(&a);
    }
}

/* With the components of the map no unit needs a search to detect an unreachable goal. */
static void components_know_at_once(void **state) {
    (void)state;
    army a;
    plain_map truth;
    plain_from_picture(&truth, river);
    truth.cells[BRIDGE] = '@';
    truth.neighbors = 8;
    truth.corners = WEND_CORNERS_NEVER;
    army_open(&a, &truth, &(wend_fleet_def){.units_max = 4}, 20000);
    army_use_components(&a);
    dice d = dice_of(1);
    for (uint32_t i = 0; i < 3; i++) {
        army_add(&a, &d);
        a.at[i] = 0;
        assert_int_equal(wend_fleet_teleport(a.fleet, a.units[i], 0), WEND_OK);
    }
    army_send(&a, 0, 74, NULL);
    army_send(&a, 1, 64, &(wend_order){.nearest = true});
    army_send(&a, 2, BRIDGE, &(wend_order){.nearest = true});
    assert_int_equal(wend_fleet_status(a.fleet, a.units[0]), WEND_UNIT_UNREACHABLE);
    assert_int_equal(wend_fleet_goal(a.fleet, a.units[1]), 64);
    assert_int_equal(wend_fleet_set_goal(a.fleet, a.units[0], BRIDGE, NULL),
                     WEND_ERROR_GOAL_BLOCKED);
    army_step(&a);
    assert_int_equal(a.frame.unreachable, 1);
    army_run(&a, 100);
    assert_int_equal(wend_fleet_stats(a.fleet).searches, 2);
    assert_int_equal(wend_fleet_status(a.fleet, a.units[1]), WEND_UNIT_ARRIVED);
    assert_int_equal(a.at[1], 15 + 4); /* nearest to (4, 4) */
    assert_int_equal(a.at[2], 15 + 7);
    army_set_cell(&a, BRIDGE, '.');
    army_run(&a, 100);
    assert_int_equal(wend_fleet_status(a.fleet, a.units[0]), WEND_UNIT_ARRIVED);
    assert_int_equal(a.at[0], 74);
    army_close(&a);
}

/* The same as without components, on any map, with edits, but unreachable goals start no
 * searches. */
static void components_through_edits(void **state) {
    (void)state;
    for (uint32_t seed = 0; seed < test_scaled(150); seed++) {
        dice d = dice_of(seed);
        army a;
        if (!army_draw(&a, &d, &(wend_fleet_def){.units_max = UNITS}, 30)) {
            continue;
        }
        army_use_components(&a);
        a.components_wait = seed % 4 * 3; /* fleets run with components that are out of date */
        while (a.count < UNITS) {
            army_add(&a, &d);
        }
        for (uint32_t f = 0; f < 30; f++) {
            army_step(&a);
            flip_some(&a, &d, dice_between(&d, 0, 3));
        }
        army_run_to_the_end(&a, seed);
        army_close(&a);
    }
}

/* A unit that has moved as far as it may while its search is running turns back, but not if an edit
 * restarts the search. */
static void next_knows_that_searches_begin_again(void **state) {
    (void)state;
    uint32_t turned = 0;
    for (uint32_t frames = 55; frames < 80; frames++) {
        plain_map truth = {.width = 64, .height = 64, .neighbors = 8, .weighted = true};
        memset(truth.cells, '.', sizeof truth.cells);
        memset(truth.factors, 9, sizeof truth.factors);
        for (int y = 0; y < 63; y++) {
            truth.cells[y * 64 + 60] = '@';
        }
        army a;
        const wend_fleet_def def = {
            .units_max = 1, .wait = WEND_WAIT_HILL, .algo = wend_algo_astar()};
        army_open(&a, &truth, &def, 100);
        assert_int_equal(wend_fleet_add(a.fleet, 0, &a.units[a.count++]), WEND_OK);
        army_send(&a, 0, 63, NULL);
        wend_state before = 0;
        for (uint32_t f = 0; f < frames; f++) {
            before = a.at[0];
            army_step(&a);
            assert_int_equal(wend_fleet_status(a.fleet, a.units[0]), WEND_UNIT_SEARCHING);
        }
        turned += wend_fleet_next(a.fleet, a.units[0]) == before;
        army_set_factor(&a, 64 * 64 - 1, 1);
        turned -= wend_fleet_next(a.fleet, a.units[0]) == before;
        army_step(&a);
        army_close(&a);
    }
    assert_true(turned > 0);
}

static void expect_reason(army *a, uint32_t i, wend_reason reason, wend_state state) {
    wend_explanation why = wend_fleet_explain(a->fleet, a->units[i]);
    assert_int_equal(why.reason, reason);
    assert_int_equal(why.state, state);
    char text[200];
    assert_true(wend_explain_text(&why, a->map, text, sizeof text) > 5);
}

/* A frame reads the connected components and does not update them: an edit costs it next to
 * nothing, and what they do not know yet is searched for. */
static void frames_do_not_update_components(void **state) {
    (void)state;
    army a;
    plain_map truth;
    plain_from_picture(&truth, river);
    truth.neighbors = 8;
    truth.corners = WEND_CORNERS_NEVER;
    army_open(&a, &truth, &(wend_fleet_def){.units_max = 10}, 20000);
    army_use_components(&a);
    a.components_wait = UINT32_MAX - 1;
    add_ten(&a);
    army_run(&a, 100);
    uint64_t version = wend_components_version(a.components);
    army_set_cell(&a, BRIDGE, '@');
    army_step(&a);
    assert_in_range(a.frame.work, 10, 30);
    army_send(&a, 0, 0, NULL);
    army_run(&a, 100);
    assert_int_equal(wend_fleet_status(a.fleet, a.units[0]), WEND_UNIT_UNREACHABLE);
    assert_int_equal(wend_components_version(a.components), version);
    expect_reason(&a, 0, WEND_REASON_UNREACHABLE, 0);
    update_chunks(a.components, UINT32_MAX);
    expect_reason(&a, 0, WEND_REASON_OTHER_COMPONENT, 0);
    army_close(&a);
}

/* The unit has walked into a dead end while its search was running, and its way back is blocked
 * behind it. It cannot follow the route that is found then, in the other direction. */
static void a_blocked_way_back_is_noticed(void **state) {
    (void)state;
    static const char *const dead_end[] = {
        "@@@@@@@@@@@@@@@@@@@@", "@..................@", "@.@@@@@@@@@@@@@@@@.@",
        "@...............@..@", "@@@@@@@@@@@@@@.@@@.@", "@@@@@@@@@@@@@@.@@@.@",
        "@@@@@@@@@@@@@@.@@@.@", "@..................@", NULL};
    plain_map truth;
    plain_from_picture(&truth, dead_end);
    truth.neighbors = 8;
    army a;
    army_open(&a, &truth, &(wend_fleet_def){.units_max = 1, .wait = WEND_WAIT_HILL}, 100);
    dice d = dice_of(1);
    army_add(&a, &d);
    a.at[0] = 3 * 20 + 1;
    assert_int_equal(wend_fleet_teleport(a.fleet, a.units[0], a.at[0]), WEND_OK);
    army_send(&a, 0, 3 * 20 + 17, NULL);
    while (a.at[0] < 3 * 20 + 9) {
        army_step(&a);
        assert_int_equal(wend_fleet_status(a.fleet, a.units[0]), WEND_UNIT_SEARCHING);
    }
    army_set_cell(&a, 3 * 20 + 7, '@');
    uint32_t routes = 0;
    for (uint32_t f = 0; f < 200 && army_is_active(&a, 0); f++) {
        army_step(&a);
        routes += a.frame.routes_found;
    }
    assert_int_equal(wend_fleet_status(a.fleet, a.units[0]), WEND_UNIT_ARRIVED);
    assert_int_equal(routes, 1);
    assert_int_equal(wend_fleet_stats(a.fleet).replans, 0);
    army_close(&a);
}

/* Whatever else was edited in the same frame, before and after. */
static void blow_up_the_bridge(army *a) {
    army_set_cell(a, 14, '@');
    army_set_cell(a, BRIDGE, '@');
    army_set_cell(a, 74, '@');
}

static void expect_cut(army *a, uint32_t i, wend_state cell) {
    wend_explanation why = wend_fleet_explain(a->fleet, a->units[i]);
    check(why.edit == (cell == WEND_STATE_NONE ? WEND_EDIT_NONE : WEND_EDIT_BLOCKED) &&
              why.edited == cell,
          "unit %u: edit %d at %u, expected %u", i, why.edit, why.edited, cell);
}

/* The edit that blocked a route is named, while a new route is searched for and when there is
 * none. */
static void units_name_the_edit(void **state) {
    (void)state;
    for (uint32_t with_components = 0; with_components < 2; with_components++) {
        army a;
        open_river(&a, &(wend_fleet_def){.units_max = 10});
        if (with_components) {
            army_use_components(&a);
            add_ten(&a);
        }
        army_step(&a);
        expect_cut(&a, 0, WEND_STATE_NONE);
        blow_up_the_bridge(&a);
        for (uint32_t f = 0; f < 4; f++) {
            army_step(&a);
            for (uint32_t i = 0; i < 10; i++) {
                expect_cut(&a, i, BRIDGE);
            }
        }
        expect_reason(&a, 0,
                      with_components ? WEND_REASON_OTHER_COMPONENT : WEND_REASON_UNREACHABLE, 60);
        army_set_cell(&a, BRIDGE, '.');
        army_step(&a);
        army_step(&a);
        expect_cut(&a, 0, WEND_STATE_NONE);
        for (uint32_t i = 0; i < 1100;
             i++) { /* more than the map remembers, then the bridge again */
            army_flip_cell(&a, i == 20 ? BRIDGE : 74);
        }
        army_step(&a);
        expect_cut(&a, 0, BRIDGE);
        army_send(&a, 0, 13, NULL);
        expect_cut(&a, 0, WEND_STATE_NONE); /* that was another order */
        army_close(&a);
    }
}

/* A diagonal step between two blocked cells: the cell that was blocked last is named, not the older
 * wall. */
static void the_last_of_two_corners_is_named(void **state) {
    (void)state;
    plain_map truth;
    plain_from_picture(&truth, (const char *const[]){"..@", "...", NULL});
    truth.neighbors = 8;
    truth.corners = WEND_CORNERS_ONE;
    army a;
    army_open(&a, &truth, &(wend_fleet_def){.units_max = 1, .wait = WEND_WAIT_STAND}, 20000);
    dice d = dice_of(1);
    army_add(&a, &d);
    assert_int_equal(wend_fleet_teleport(a.fleet, a.units[0], 1), WEND_OK);
    a.at[0] = 1;
    army_send(&a, 0, 5, NULL);
    army_step(&a);
    expect_reason(&a, 0, WEND_REASON_ON_ROUTE, 5);
    army_set_cell(&a, 0, '@');
    army_set_cell(&a, 4, '@');
    army_set_cell(&a, 3, '@');
    army_step(&a);
    expect_cut(&a, 0, 4);
    army_close(&a);
}

static void units_say_why(void **state) {
    (void)state;
    army a;
    open_river(&a, &(wend_fleet_def){.units_max = 10, .group_min = 2, .searches_max = 1});
    expect_reason(&a, 3, WEND_REASON_QUEUED, 63);
    uint64_t ahead = 0;
    for (uint32_t i = 0; i < 10; i++) {
        uint64_t count = wend_fleet_explain(a.fleet, a.units[i]).count;
        ahead = count > ahead ? count : ahead;
    }
    assert_int_equal(ahead, 9); /* of the last one */
    a.budget = 1200;            /* not enough for a search */
    army_step(&a);
    uint32_t searching = 0;
    for (uint32_t i = 0; i < 10; i++) {
        searching += wend_fleet_explain(a.fleet, a.units[i]).reason == WEND_REASON_SEARCHING;
    }
    assert_int_equal(searching, a.frame.searching);
    a.budget = 200000;
    army_step(&a);
    expect_reason(&a, 3, WEND_REASON_ON_ROUTE, wend_fleet_next(a.fleet, a.units[3]));
    assert_int_equal(wend_fleet_explain(a.fleet, a.units[3]).ticks, 0);
    army_set_cell(&a, BRIDGE, '@');
    army_step(&a);
    army_step(&a);
    expect_reason(&a, 0, WEND_REASON_UNREACHABLE, 60);
    army_set_cell(&a, 60, '@');
    army_step(&a);
    expect_reason(&a, 0, WEND_REASON_GOAL_BLOCKED, 60);
    assert_int_equal(wend_fleet_explain(a.fleet, a.units[0]).ticks, 1);
    a.goal[0] = a.goal[1] = 14;
    assert_int_equal(wend_fleet_set_group_goal(a.fleet, a.units, 2, 14, NULL), WEND_OK);
    expect_reason(&a, 1, WEND_REASON_GROUPED, 14);
    army_run(&a, 100);
    expect_reason(&a, 1, WEND_REASON_ARRIVED, 14);
    assert_int_equal(wend_fleet_cancel(a.fleet, a.units[1]), WEND_OK);
    expect_reason(&a, 1, WEND_REASON_NO_ORDER, 14);
    assert_int_equal(wend_fleet_explain(a.fleet, WEND_UNIT_NONE).reason, WEND_REASON_NO_ORDER);
    army_close(&a);
}

/* ---- Beliefs --------------------------------------------------------------------------------- */

/* A fleet on the map of a belief knows what was seen: it goes towards a wall that was not seen yet,
 * and around it after that. */
static void fleets_on_beliefs_know_what_was_seen(void **state) {
    (void)state;
    static const char *const rows[] = {
        "..........", ".@@@@@@@@.", ".@......@.", ".@......@.", "..........", NULL,
    };
    plain_map truth;
    plain_from_picture(&truth, rows);
    truth.neighbors = 8;
    truth.corners = WEND_CORNERS_NEVER;
    wend_map *world = plain_to_wend(&truth);
    wend_belief *belief;
    wend_belief_def belief_def = {.world = world};
    assert_int_equal(wend_belief_create(&belief_def, &belief, NULL), WEND_OK);
    wend_fleet *fleet;
    wend_fleet_def def = {.map = wend_belief_map(belief), .units_max = 3};
    assert_int_equal(wend_fleet_create(&def, &fleet, NULL), WEND_OK);
    wend_unit units[3];
    wend_state at[3] = {2, 5, 7};
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(wend_fleet_add(fleet, at[i], &units[i]), WEND_OK);
        assert_int_equal(wend_fleet_set_goal(fleet, units[i], 30 + at[i], NULL), WEND_OK);
    }
    uint32_t arrived = 0, frames = 0, longest = 0;
    for (; arrived < 3; frames++) {
        check(frames < 200, "no unit finds the way around");
        for (uint32_t i = 0; i < 3; i++) {
            wend_belief_sense(belief, at[i] % 10, at[i] / 10);
        }
        wend_frame frame;
        assert_int_equal(wend_fleet_reserve(fleet, 100000), WEND_OK);
        assert_int_equal(wend_fleet_frame(fleet, (wend_budget){.work = 100000}, &frame), WEND_OK);
        for (uint32_t i = 0; i < 3; i++) {
            wend_state now = wend_fleet_state(fleet, units[i]);
            check(now == at[i] || plain_move_cost(&truth, (int)at[i], (int)now),
                  "unit %u went from %u to %u", i, at[i], now);
            at[i] = now;
        }
        arrived += frame.arrived;
        longest = frames;
    }
    assert_true(longest > 5); /* the wall was unknown */
    wend_fleet_destroy(fleet);
    wend_belief_destroy(belief);
    wend_map_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_unit_goes_through_a_wall),
        cmocka_unit_test(thousands_of_edits_per_frame),
        cmocka_unit_test(edits_elsewhere_start_no_searches),
        cmocka_unit_test(a_bridge_is_blown_up_and_built_again),
        cmocka_unit_test(units_that_are_added_take_no_turns),
        cmocka_unit_test(components_know_at_once),
        cmocka_unit_test(components_through_edits),
        cmocka_unit_test(frames_do_not_update_components),
        cmocka_unit_test(next_knows_that_searches_begin_again),
        cmocka_unit_test(units_say_why),
        cmocka_unit_test(units_name_the_edit),
        cmocka_unit_test(the_last_of_two_corners_is_named),
        cmocka_unit_test(a_blocked_way_back_is_noticed),
        cmocka_unit_test(fleets_on_beliefs_know_what_was_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
