/* Group orders: units that share a field. army_step checks what must be true of every frame. */
#include <wend/wend.h>

#include "support/muster.h"
#include "support/test.h"

#include <string.h>

#define UNITS 30

static void send_all(army *a, wend_state goal) {
    assert_int_equal(wend_fleet_set_group_goal(a->fleet, a->units, a->count, goal, NULL), WEND_OK);
    for (uint32_t i = 0; i < a->count; i++) {
        bool is_same = a->goal[i] == goal; /* unreachable goals then stay unreachable */
        a->goal[i] = goal;
        a->cost[i] = 0;
        wend_unit_status status = wend_fleet_status(a->fleet, a->units[i]);
        assert_true(status == WEND_UNIT_GROUPED || a->at[i] == goal ||
                    (is_same && status == WEND_UNIT_UNREACHABLE));
    }
}

static const wend_fleet_def grouping = {.units_max = UNITS, .group_min = 2};

static void groups_arrive(void **state) {
    (void)state;
    for (uint32_t seed = 0; seed < test_scaled(200); seed++) {
        dice d = dice_of(seed);
        army a;
        if (!army_draw(&a, &d, &grouping, 30)) {
            continue;
        }
        for (uint32_t order = 0; order < 3; order++) {
            send_all(&a, (wend_state)plain_random_free(&a.truth, &d));
            army_run_to_the_end(&a, seed);
        }
        assert_int_equal(wend_fleet_stats(a.fleet).searches, 0);
        army_close(&a);
    }
}

/* Units that stand until the field covers them take an optimal route. */
static void covered_units_take_the_best_route(void **state) {
    (void)state;
    for (uint32_t seed = 0; seed < test_scaled(150); seed++) {
        dice d = dice_of(seed);
        army a;
        wend_fleet_def def = grouping;
        def.wait = WEND_WAIT_STAND;
        if (!army_draw(&a, &d, &def, 30)) {
            continue;
        }
        int goal = plain_random_free(&a.truth, &d);
        wend_cost distances[PLAIN_CELLS_MAX];
        wend_cost best[UNITS];
        plain_flood(&a.truth, goal, distances); /* the same in both directions */
        for (uint32_t i = 0; i < a.count; i++) {
            best[i] = distances[a.at[i]];
        }
        send_all(&a, (wend_state)goal);
        army_run_to_the_end(&a, seed);
        for (uint32_t i = 0; i < a.count; i++) {
            assert_true(best[i] == PLAIN_UNREACHED || a.cost[i] == best[i]);
        }
        army_close(&a);
    }
}

static void flip_some(army *a, dice *d) {
    for (uint32_t n = dice_between(d, 0, 4); n > 0; n--) {
        int cell = (int)dice_between(d, 0, (uint32_t)plain_cells(&a->truth) - 1);
        if ((wend_state)cell != a->goal[0]) {
            army_flip_cell(a, cell);
        }
    }
}

/* The explanation agrees with wend_fleet_next, also after edits that no frame has processed. */
static void expect_explained(const army *a, uint32_t i, uint64_t seed) {
    wend_explanation why = wend_fleet_explain(a->fleet, a->units[i]);
    wend_state next = wend_fleet_next(a->fleet, a->units[i]);
    next = next == WEND_STATE_NONE ? a->at[i] : next;
    check(why.reason != WEND_REASON_ON_ROUTE || why.state == next,
          "seed %u, unit %u: on its way to %u, next is %u", (unsigned)seed, i, why.state, next);
}

static void groups_through_edits(void **state) {
    (void)state;
    for (uint32_t seed = 0; seed < test_scaled(150); seed++) {
        dice d = dice_of(seed);
        army a;
        if (!army_draw(&a, &d, &grouping, 30)) {
            continue;
        }
        send_all(&a, (wend_state)plain_random_free(&a.truth, &d));
        for (uint32_t f = 0; f < 30; f++) {
            army_step(&a);
            flip_some(&a, &d);
            for (uint32_t i = 0; i < a.count; i++) {
                expect_explained(&a, i, seed);
                int to = plain_random_free(&a.truth, &d);
                if (dice_percent(&d, 3) && to >= 0) {
                    a.at[i] = (wend_state)to;
                    assert_int_equal(wend_fleet_teleport(a.fleet, a.units[i], a.at[i]), WEND_OK);
                }
            }
        }
        army_run_to_the_end(&a, seed);
        army_close(&a);
    }
}

/* A wall with one door, which is closed together with another cell while the group is on its
 * way. */
static void groups_name_the_edit(void **state) {
    (void)state;
    static const char *const room[] = {"....@.....", "....@.....", "..........",
                                       "....@.....", "....@.....", NULL};
    plain_map truth;
    plain_from_picture(&truth, room);
    truth.neighbors = 8;
    army a;
    const wend_fleet_def def = {.units_max = 4, .group_min = 2};
    army_open(&a, &truth, &def, 20000);
    dice d = dice_of(1);
    for (uint32_t i = 0; i < 4; i++) {
        army_add(&a, &d);
        a.at[i] = i * 10;
        assert_int_equal(wend_fleet_teleport(a.fleet, a.units[i], a.at[i]), WEND_OK);
    }
    send_all(&a, 29);
    army_step(&a);
    army_step(&a);
    assert_int_equal(wend_fleet_explain(a.fleet, a.units[0]).edit, WEND_EDIT_NONE);
    army_set_cell(&a, 8, '@');
    army_set_cell(&a, 24, '@');
    army_set_cell(&a, 48, '@');
    for (uint32_t f = 0; f < 4; f++) {
        army_step(&a);
        for (uint32_t i = 0; i < 4; i++) {
            wend_explanation why = wend_fleet_explain(a.fleet, a.units[i]);
            check(why.edit == WEND_EDIT_BLOCKED && why.edited == 24, "unit %u, frame %u: %d at %u",
                  i, f, why.edit, why.edited);
        }
    }
    assert_int_equal(wend_fleet_status(a.fleet, a.units[0]), WEND_UNIT_UNREACHABLE);
    army_set_cell(&a, 24, '.');
    army_run(&a, 100);
    assert_int_equal(wend_fleet_explain(a.fleet, a.units[0]).edit, WEND_EDIT_NONE);
    assert_int_equal(wend_fleet_status(a.fleet, a.units[0]), WEND_UNIT_ARRIVED);
    army_close(&a);
}

/* The second order to a goal finds the field of the first. */
static void fields_are_kept(void **state) {
    (void)state;
    plain_map truth = {.width = 60, .height = 60, .neighbors = 8};
    memset(truth.cells, '.', sizeof truth.cells);
    army a;
    army_open(&a, &truth, &(wend_fleet_def){.units_max = 2 * UNITS, .group_min = UNITS}, 20000);
    dice d = dice_of(1);
    for (uint32_t i = 0; i < 2 * UNITS; i++) {
        army_add(&a, &d);
        a.at[i] = i % UNITS;
        assert_int_equal(wend_fleet_teleport(a.fleet, a.units[i], a.at[i]), WEND_OK);
        assert_int_equal(wend_fleet_cancel(a.fleet, a.units[i]), WEND_OK);
    }
    const wend_state goal = 60 * 60 - 1;
    for (uint32_t k = 0; k < 2; k++) {
        for (uint32_t i = 0; i < UNITS; i++) {
            a.goal[k * UNITS + i] = goal;
        }
        assert_int_equal(wend_fleet_set_group_goal(a.fleet, a.units + k * UNITS, UNITS, goal, NULL),
                         WEND_OK);
        army_step(&a);
        check(k == 0 ? a.frame.waiting == UNITS : a.frame.waiting < UNITS / 3, "%u wait",
              a.frame.waiting);
        army_run(&a, 1000);
    }
    assert_true(wend_fleet_stats(a.fleet).bytes_fields > 0);
    /* Too few for a group: each unit gets a search. */
    for (uint32_t i = 0; i + 1 < UNITS; i++) {
        a.goal[i] = 5;
    }
    assert_int_equal(wend_fleet_set_group_goal(a.fleet, a.units, UNITS - 1, 5, NULL), WEND_OK);
    assert_int_equal(wend_fleet_status(a.fleet, a.units[0]), WEND_UNIT_QUEUED);
    army_run(&a, 1000);
    assert_int_equal(wend_fleet_stats(a.fleet).searches, UNITS - 1);
    army_close(&a);
}

/* A field without followers processes edits for the units that follow it later. */
static void kept_fields_read_edits(void **state) {
    (void)state;
    static const char *const room[] = {"....@.....", "....@.....", "..........",
                                       "....@.....", "..........", NULL};
    plain_map truth;
    plain_from_picture(&truth, room);
    truth.neighbors = 8;
    army a;
    army_open(&a, &truth, &(wend_fleet_def){.units_max = 2, .group_min = 2}, 20000);
    dice d = dice_of(1);
    army_add(&a, &d);
    army_add(&a, &d);
    for (uint32_t k = 0; k < 2; k++) {
        for (uint32_t i = 0; i < 2; i++) {
            a.at[i] = 20;
            assert_int_equal(wend_fleet_teleport(a.fleet, a.units[i], a.at[i]), WEND_OK);
        }
        send_all(&a, 29);
        army_run_to_the_end(&a, k);
        army_set_cell(&a, 24, '@'); /* the nearer of two doors */
        army_step(&a);
        army_step(&a);
    }
    army_close(&a);
}

/* The steps that a field reports are the moves of its units, legal, and optimal where they are
 * exact. Reading them changes nothing. */
static void fields_are_shown(void **state) {
    (void)state;
    uint32_t followed = 0, inexact = 0, unknown = 0;
    for (uint32_t seed = 0; seed < test_scaled(100); seed++) {
        dice d = dice_of(seed);
        army a;
        if (!army_draw(&a, &d, &grouping, 30)) {
            continue;
        }
        uint32_t cells = (uint32_t)plain_cells(&a.truth);
        wend_state goal = (wend_state)plain_random_free(&a.truth, &d);
        wend_cost distances[PLAIN_CELLS_MAX];
        send_all(&a, goal);
        for (uint32_t f = 0; f < 20; f++) {
            army_step(&a);
            plain_flood(&a.truth, (int)goal, distances);
            wend_unit member = WEND_UNIT_NONE;
            for (uint32_t i = 0; i < a.count; i++) {
                bool is_exact,
                    is_grouped = wend_fleet_status(a.fleet, a.units[i]) == WEND_UNIT_GROUPED;
                wend_state next = wend_fleet_field_next(a.fleet, a.units[i], a.at[i], &is_exact);
                assert_true(is_grouped || next == WEND_STATE_NONE);
                member = is_grouped ? a.units[i] : member;
                if (next != WEND_STATE_NONE) {
                    assert_int_equal(next, wend_fleet_next(a.fleet, a.units[i]));
                    followed++;
                }
            }
            for (wend_state cell = 0; cell < cells && member != WEND_UNIT_NONE; cell++) {
                bool is_exact;
                wend_state next = wend_fleet_field_next(a.fleet, member, cell, &is_exact);
                unknown += next == WEND_STATE_NONE && cell != goal;
                if (next == WEND_STATE_NONE) {
                    assert_false(is_exact);
                    continue;
                }
                wend_cost cost = plain_move_cost(&a.truth, (int)cell, (int)next);
                assert_true(cost > 0);
                inexact += !is_exact;
                check(!is_exact || distances[cell] == distances[next] + cost,
                      "seed %u: from %u to %u is not the best step", seed, cell, next);
            }
            flip_some(&a, &d);
        }
        assert_int_equal(wend_fleet_field_next(a.fleet, a.units[0], cells, NULL), WEND_STATE_NONE);
        assert_int_equal(wend_fleet_field_next(a.fleet, WEND_UNIT_NONE, 0, NULL), WEND_STATE_NONE);
        army_close(&a);
    }
    assert_int_equal(wend_fleet_field_next(NULL, WEND_UNIT_NONE, 0, NULL), WEND_STATE_NONE);
    uint32_t least = test_scaled(1000);
    check(followed > least && inexact > least && unknown > least, "%u, %u, %u", followed, inexact,
          unknown);
}

/* More groups than fields, and orders in the middle. */
static void more_groups_than_fields(void **state) {
    (void)state;
    plain_map truth = {.width = 40, .height = 40, .neighbors = 8};
    memset(truth.cells, '.', sizeof truth.cells);
    army a;
    army_open(&a, &truth, &(wend_fleet_def){.units_max = UNITS, .group_min = 2, .fields_max = 2},
              3000);
    dice d = dice_of(1);
    while (a.count < UNITS) {
        army_add(&a, &d);
    }
    for (uint32_t k = 0; k < 3; k++) {
        for (uint32_t i = 0; i < 10; i++) {
            a.goal[10 * k + i] = 1599 - k;
        }
        assert_int_equal(wend_fleet_set_group_goal(a.fleet, a.units + 10 * k, 10, 1599 - k, NULL),
                         WEND_OK);
    }
    assert_int_equal(wend_fleet_status(a.fleet, a.units[19]), WEND_UNIT_GROUPED);
    assert_int_equal(wend_fleet_status(a.fleet, a.units[20]), WEND_UNIT_QUEUED);
    army_step(&a);
    assert_int_equal(wend_fleet_cancel(a.fleet, a.units[0]), WEND_OK);
    army_send(&a, 1, 3, NULL);
    army_run(&a, 2000);
    assert_int_equal(wend_fleet_status(a.fleet, a.units[0]), WEND_UNIT_IDLE);
    assert_int_equal(a.at[1], 3);
    wend_unit wrong[2] = {a.units[0], WEND_UNIT_NONE};
    assert_int_equal(wend_fleet_set_group_goal(a.fleet, wrong, 2, 3, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_fleet_status(a.fleet, a.units[0]), WEND_UNIT_IDLE);
    assert_int_equal(wend_fleet_set_group_goal(a.fleet, a.units, 2, 1600, NULL),
                     WEND_ERROR_OUTSIDE);
    assert_int_equal(wend_fleet_set_group_goal(NULL, a.units, 2, 3, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_fleet_set_group_goal(a.fleet, NULL, 2, 3, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_fleet_set_group_goal(a.fleet, NULL, 0, 3, NULL), WEND_OK);
    army_close(&a);
}

/* Without memory for its field, the units of a group are served one by one; all of them keep
 * moving. */
static void groups_without_memory(void **state) {
    (void)state;
    for (uint32_t seed = 0; seed < test_scaled(60); seed++) {
        dice d = dice_of(seed);
        army a;
        wend_fleet_def def = grouping;
        def.memory_limit = 0;
        if (!army_draw(&a, &d, &def, 30)) {
            continue;
        }
        size_t least = wend_fleet_stats(a.fleet).bytes_allocated;
        plain_map truth = a.truth;
        uint32_t budget = a.budget;
        army_close(&a);
        def.memory_limit = least + 20000 + dice_between(&d, 0, 100000);
        army_open(&a, &truth, &def, budget);
        while (a.count < UNITS) {
            army_add(&a, &d);
        }
        send_all(&a, (wend_state)plain_random_free(&a.truth, &d));
        for (uint32_t f = 0; f < 100; f++) {
            army_step(&a);
            assert_true(wend_fleet_stats(a.fleet).bytes_allocated <= def.memory_limit);
        }
        army_close(&a);
    }
}

/* Asking where units will step has no effect on the frames: a fleet that is asked does the same as
 * one that is not. */
static void asking_changes_nothing(void **state) {
    (void)state;
    for (uint32_t seed = 0; seed < test_scaled(100); seed++) {
        dice d = dice_of(seed);
        army a;
        wend_fleet_def def = {.units_max = UNITS, .group_min = 2, .wait = (wend_wait)(seed % 3)};
        if (!army_draw(&a, &d, &def, 30)) {
            continue;
        }
        wend_fleet *twin;
        wend_unit units[UNITS];
        wend_state goal = (wend_state)plain_random_free(&a.truth, &d);
        assert_int_equal(wend_fleet_create(&a.def, &twin, NULL), WEND_OK);
        for (uint32_t i = 0; i < a.count; i++) {
            assert_int_equal(wend_fleet_add(twin, a.at[i], &units[i]), WEND_OK);
            assert_int_equal(wend_fleet_set_goal(twin, units[i], a.goal[i], NULL), WEND_OK);
        }
        assert_int_equal(wend_fleet_set_group_goal(twin, units, a.count / 2, goal, NULL), WEND_OK);
        assert_int_equal(wend_fleet_set_group_goal(a.fleet, a.units, a.count / 2, goal, NULL),
                         WEND_OK);
        for (uint32_t f = 0; f < 40; f++) {
            flip_some(&a, &d);
            for (uint32_t i = 0; i < a.count; i++) {
                wend_fleet_next(a.fleet, a.units[i]);
            }
            flip_some(&a, &d);
            wend_frame asked, other;
            assert_int_equal(wend_fleet_reserve(a.fleet, a.budget), WEND_OK);
            assert_int_equal(wend_fleet_reserve(twin, a.budget), WEND_OK);
            for (uint32_t i = 0; i < a.count; i++) {
                wend_fleet_next(a.fleet, a.units[i]);
            }
            assert_int_equal(wend_fleet_frame(a.fleet, (wend_budget){.work = a.budget}, &asked),
                             WEND_OK);
            assert_int_equal(wend_fleet_frame(twin, (wend_budget){.work = a.budget}, &other),
                             WEND_OK);
            check(asked.hash == other.hash && asked.work == other.work,
                  "case %u: frame %u of the queried fleet differs", seed, f);
        }
        wend_fleet_destroy(twin);
        army_close(&a);
    }
}

/* The next step of a member, read between two bursts of edits that together exceed what the map
 * remembers: the frame processes them at once. */
static void next_knows_what_is_forgotten(void **state) {
    (void)state;
    enum { SIDE = 60, REMEMBERED = 8, BURST = 6 };
    static char cells[SIDE * SIDE];
    memset(cells, '.', sizeof cells);
    wend_map_def map_def = {.width = SIDE, .height = SIDE, .edits = REMEMBERED, .cells = cells};
    wend_map *map;
    assert_int_equal(wend_map_create(&map_def, &map, NULL), WEND_OK);
    wend_fleet_def def = {.map = map, .units_max = 1, .group_min = 1, .wait = WEND_WAIT_STAND};
    wend_fleet *fleet;
    wend_unit unit;
    wend_frame frame;
    assert_int_equal(wend_fleet_create(&def, &fleet, NULL), WEND_OK);
    assert_int_equal(wend_fleet_add(fleet, 20 * SIDE + 20, &unit), WEND_OK);
    assert_int_equal(wend_fleet_set_group_goal(fleet, &unit, 1, 25 * SIDE + 30, NULL), WEND_OK);
    for (uint32_t f = 0; f < 3; f++) {
        assert_int_equal(wend_fleet_reserve(fleet, 100000), WEND_OK);
        assert_int_equal(wend_fleet_frame(fleet, (wend_budget){.work = 100000}, &frame), WEND_OK);
    }
    wend_state next = WEND_STATE_NONE;
    for (uint32_t burst = 0; burst < 2; burst++) {
        for (uint32_t i = 0; i < BURST; i++) {
            assert_int_equal(wend_map_set_free(map, 50 + burst, 50 + i, false), WEND_OK);
        }
        next = wend_fleet_next(fleet, unit);
    }
    wend_state from = wend_fleet_state(fleet, unit);
    assert_int_equal(wend_fleet_frame(fleet, (wend_budget){.work = 100000}, &frame), WEND_OK);
    assert_int_equal(wend_fleet_state(fleet, unit), next == WEND_STATE_NONE ? from : next);
    wend_fleet_destroy(fleet);
    wend_map_destroy(map);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_arrive),
        cmocka_unit_test(covered_units_take_the_best_route),
        cmocka_unit_test(groups_through_edits),
        cmocka_unit_test(groups_name_the_edit),
        cmocka_unit_test(fields_are_kept),
        cmocka_unit_test(kept_fields_read_edits),
        cmocka_unit_test(fields_are_shown),
        cmocka_unit_test(more_groups_than_fields),
        cmocka_unit_test(groups_without_memory),
        cmocka_unit_test(asking_changes_nothing),
        cmocka_unit_test(next_knows_what_is_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
