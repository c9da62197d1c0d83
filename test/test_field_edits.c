/* Shared fields on a map that is edited: their answers are correct after every edit. */
#include "support/ground.h"
#include "support/test.h"

static void edit_at_random(struct ground *g, dice *d) {
    int cell = (int)dice_between(d, 0, (uint32_t)plain_cells(&g->plain) - 1);
    if (g->plain.weighted && dice_percent(d, 50)) {
        uint8_t factor = (uint8_t)dice_between(d, 1, 9);
        g->plain.factors[cell] = factor;
        assert_int_equal(wend_map_set_factor(g->map, (uint32_t)(cell % g->plain.width),
                                             (uint32_t)(cell / g->plain.width), factor),
                         WEND_OK);
    } else {
        ground_set_cell(g, cell, g->plain.cells[cell] == '@' ? '.' : '@');
    }
}

/* Edits of all kinds, some of them while the field grows. Its answers are correct after each edit,
 * and it becomes complete once the edits end. */
static void edits_never_make_it_wrong(void **state) {
    (void)state;
    for (uint32_t number = 0; number < test_scaled(1500); number++) {
        dice d = dice_of(number);
        struct ground g;
        if (!ground_open_random(&g, &d)) {
            continue;
        }
        wn_box box = ground_random_box(&g, &d);
        ground_start(&g, &box);
        uint32_t used = 0;
        for (uint32_t round = 0; round < 12; round++) {
            ground_grow(&g,
                        dice_percent(&d, 50) ? WN_NONE : ground_id(&g, plain_cells(&g.plain) / 2),
                        dice_between(&d, 0, 150) * WN_FIELD_UNITS, &used);
            for (uint32_t i = dice_between(&d, 0, 3); i > 0; i--) {
                edit_at_random(&g, &d);
            }
            wn_field_update(&g.field);
            ground_flood(&g);
            ground_check(&g);
        }
        assert_int_equal(ground_grow_all(&g, WN_NONE, 50 * WN_FIELD_UNITS, &used),
                         WN_FIELD_EXHAUSTED);
        assert_int_equal(ground_check(&g), ground_count_reached(&g));
        ground_close(&g);
    }
}

/* A corridor with the goal at its left end: cell n is n steps away. */
static void make_corridor(struct ground *g, int length) {
    ground_open_empty(g, length, 1, 8);
    wn_box box = {0, 0, (uint32_t)length - 1, 0};
    ground_start(g, &box);
}

static const wn_growth *growing(const struct ground *g) {
    return &g->field.growths[g->field.current];
}

/* An edit ahead of the search changes nothing; an edit beyond all requested cells costs nothing. */
static void edits_elsewhere_cost_nothing(void **state) {
    (void)state;
    struct ground g;
    make_corridor(&g, 40);
    uint32_t used = 0;
    ground_grow_all(&g, ground_id(&g, 20), 100, &used);
    ground_set_cell(&g, 30, '@');
    wn_field_update(&g.field);
    assert_int_equal(growing(&g)->trusted_below, WN_NONE);
    used = 0;
    assert_int_equal(ground_grow_all(&g, ground_id(&g, 29), 100, &used), WN_FIELD_COVERED);
    assert_true(used <= 10 * WN_FIELD_UNITS);
    ground_set_cell(&g, 25, '@');
    wn_field_update(&g.field);
    assert_int_equal(growing(&g)->trusted_below, 24 * WEND_COST_ONE);
    used = 0;
    assert_int_equal(ground_grow_all(&g, ground_id(&g, 23), 100, &used), WN_FIELD_COVERED);
    assert_int_equal(used, 0);
    /* Cells behind the edit are unreachable; the field needs another search to detect that. */
    assert_int_equal(ground_grow_all(&g, ground_id(&g, 27), 100, &used), WN_FIELD_EXHAUSTED);
    assert_int_equal(used, 26 * WN_FIELD_UNITS);
    ground_flood(&g);
    assert_int_equal(ground_check(&g), 25);
    /* When the field has finished, an edit makes it grow again at once, and not only after as much
     * work as the last search took. */
    ground_set_cell(&g, 25, '.');
    for (uint32_t cell = 29; cell > 23; cell -= 5) {
        wn_field_update(&g.field);
        used = 0;
        wn_id until = ground_id(&g, (int)cell);
        assert_int_equal(ground_grow_all(&g, until, 100, &used), WN_FIELD_COVERED);
        assert_int_equal(used, (1 + cell) * WN_FIELD_UNITS);
        ground_set_cell(&g, 5, '@');
        ground_set_cell(&g, 5, '.');
    }
    /* This also applies if the last search took more work to get farther. */
    ground_set_cell(&g, 30, '.');
    wn_field_update(&g.field);
    ground_grow_all(&g, ground_id(&g, 35), 100, &used);
    assert_int_equal(ground_grow(&g, ground_id(&g, 39), 48, &used), WN_FIELD_GROWING);
    ground_set_cell(&g, 5, '@');
    ground_set_cell(&g, 5, '.');
    wn_field_update(&g.field);
    used = 0;
    assert_int_equal(ground_grow_all(&g, ground_id(&g, 39), 100, &used), WN_FIELD_COVERED);
    assert_int_equal(used, 40 * WN_FIELD_UNITS);
    /* A new goal makes the old steps useless. */
    ground_set_cell(&g, 25, '@');
    wn_field_update(&g.field);
    wn_field_start(&g.field, ground_id(&g, 0), &(wn_box){0, 0, 39, 0});
    assert_true(wn_field_reserve(&g.field, 100));
    size_t bytes = g.book.live_bytes;
    assert_true(wn_field_reserve(&g.field, 100));
    assert_int_equal(g.book.live_bytes, bytes);
    assert_false(g.field.can_keep);
    ground_close(&g);
}

/* While the field grows again, its old steps are still used, and those below the edit are exact. */
static void old_steps_stay_in_use(void **state) {
    (void)state;
    struct ground g;
    ground_open_empty(&g, 40, 40, 8);
    wn_box box = {39, 39, 39, 39};
    ground_start(&g, &box);
    uint32_t used = 0;
    wn_id far = ground_id(&g, 40 * 40 - 1);
    ground_grow_all(&g, WN_NONE, 10000, &used);
    ground_set_cell(&g, 20 * 40 + 20, '@');
    wn_field_update(&g.field);
    ground_flood(&g);
    uint32_t covered = ground_check(&g), none = 0;
    assert_true(covered > 350 && covered < 800);
    bool exact;
    assert_int_not_equal(wn_field_next(&g.field, far, &exact), WN_NONE);
    /* Without memory for both it waits; it does not drop what it has. */
    assert_int_equal(wn_field_grow(&g.field, far, 2400, &none), WN_FIELD_FULL);
    assert_int_equal(none, 0);
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(ground_grow(&g, far, 5 * WN_FIELD_UNITS, &used), WN_FIELD_GROWING);
    }
    assert_int_equal(ground_check(&g), covered);
    size_t both = wn_field_bytes(&g.field);
    wn_id at = far;
    for (int steps = 0; !wn_field_covers(&g.field, at); steps++) {
        at = wn_field_next(&g.field, at, &exact);
        check(at != WN_NONE && !exact && steps < 40, "the old steps lead nowhere");
    }
    assert_int_equal(ground_grow_all(&g, far, 1000, &used), WN_FIELD_COVERED);
    ground_check(&g);
    /* All requested cells are covered: the old steps are freed. */
    assert_true(wn_field_reserve(&g.field, 1));
    assert_true(wn_field_bytes(&g.field) < both * 3 / 4);
    ground_check(&g);
    ground_close(&g);
}

/* The goal is blocked, before and after the start, and freed. */
static void the_goal_is_blocked(void **state) {
    (void)state;
    struct ground g;
    make_corridor(&g, 10);
    uint32_t used = 0;
    ground_grow_all(&g, WN_NONE, 1000, &used);
    for (uint32_t round = 0; round < 3; round++) {
        ground_set_cell(&g, 0, '@');
        wn_field_update(&g.field);
        ground_flood(&g);
        if (round == 2) {
            ground_start(&g, &(wn_box){0, 0, 9, 0});
        }
        assert_int_equal(ground_check(&g), 1);
        assert_int_equal(ground_grow_all(&g, ground_id(&g, 5), 1000, &used), WN_FIELD_EXHAUSTED);
        assert_int_equal(ground_check(&g), 1);
        ground_set_cell(&g, 0, '.');
        wn_field_update(&g.field);
        ground_flood(&g);
        assert_int_equal(ground_grow_all(&g, ground_id(&g, 9), 1000, &used), WN_FIELD_COVERED);
        assert_int_equal(ground_check(&g), 10);
    }
    ground_close(&g);
}

/* A unit on a blocked cell leaves it on the side of the goal. */
static void blocked_cells_can_be_left(void **state) {
    (void)state;
    struct ground g;
    ground_open_empty(&g, 9, 3, 8);
    g.goal = 9;
    ground_set_cell(&g, 9 + 4, '@');
    ground_flood(&g);
    ground_start(&g, &(wn_box){0, 0, 8, 2});
    bool exact;
    assert_int_equal(wn_field_next(&g.field, ground_id(&g, 9 + 4), &exact), WN_NONE);
    uint32_t used = 0;
    ground_grow_all(&g, WN_NONE, 1000, &used);
    assert_int_equal(wn_field_next(&g.field, ground_id(&g, 9 + 4), &exact), ground_id(&g, 9 + 3));
    assert_false(exact);
    ground_close(&g);
}

/* More edits than the map remembers. */
static void too_many_edits(void **state) {
    (void)state;
    struct ground g;
    make_corridor(&g, 10);
    uint32_t used = 0;
    ground_grow_all(&g, WN_NONE, 1000, &used);
    for (uint32_t i = 0; i < WEND_MAP_EDITS; i++) {
        ground_set_cell(&g, 9, i % 2 ? '.' : '@');
    }
    wn_field_update(&g.field);
    assert_int_equal(growing(&g)->trusted_below, 8 * WEND_COST_ONE);
    for (uint32_t i = 0; i < WEND_MAP_EDITS + 2; i++) {
        ground_set_cell(&g, 9, i % 2 ? '.' : '@');
    }
    wn_field_update(&g.field);
    assert_int_equal(growing(&g)->trusted_below, 0);
    assert_int_equal(ground_check(&g), 1);
    ground_grow_all(&g, WN_NONE, 1000, &used);
    assert_int_equal(ground_check(&g), 10);
    ground_close(&g);
}

/* Although every frame edits cells that the search has covered, a search finishes: all units get
 * steps that are newer than the wall. */
static void a_stream_of_edits(void **state) {
    (void)state;
    struct ground g;
    ground_open_empty(&g, 30, 30, 8);
    ground_start(&g, &(wn_box){29, 29, 29, 29});
    uint32_t used = 0;
    wn_id far = ground_id(&g, 30 * 30 - 1);
    ground_grow_all(&g, WN_NONE, 1000, &used);
    for (int y = 0; y < 29; y++) {
        ground_set_cell(&g, y * 30 + 15, '@'); /* a wall: the route leads along the lower edge */
    }
    bool is_round = false;
    for (uint32_t frame = 0; frame < 200 && !is_round; frame++) {
        ground_set_cell(&g, 1, frame % 2 ? '.' : '@');
        wn_field_update(&g.field);
        ground_grow(&g, far, 50 * WN_FIELD_UNITS, &used);
        bool exact;
        wn_id at = far;
        for (int steps = 0; at != WN_NONE && at != g.field.goal && steps < 90; steps++) {
            at = wn_field_next(&g.field, at, &exact);
        }
        is_round = at == g.field.goal;
    }
    assert_true(is_round);
    ground_close(&g);
}

/* The work that once reached all cells is enough the next time: steps do not keep getting older,
 * and the search does not stop at the nearest cell. */
static void a_stream_of_edits_far_from_the_end(void **state) {
    (void)state;
    struct ground g;
    make_corridor(&g, 1000);
    uint32_t used = 0, swaps = 0;
    wn_id near = ground_id(&g, 50), far = ground_id(&g, 100);
    ground_grow_all(&g, far, 1000, &used);
    for (uint32_t frame = 0; frame < 40; frame++) {
        uint32_t current = g.field.current;
        ground_set_cell(&g, 1, '@');
        ground_set_cell(&g, 1, '.');
        wn_field_update(&g.field);
        ground_grow(&g, near, 50 * WN_FIELD_UNITS, &used);
        swaps += g.field.current != current;
    }
    assert_in_range(swaps, 18, 21); /* every 101 expansions of 24 units of work */
    bool exact;
    assert_int_not_equal(wn_field_next(&g.field, far, &exact), WN_NONE);
    ground_close(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edits_never_make_it_wrong),
        cmocka_unit_test(edits_elsewhere_cost_nothing),
        cmocka_unit_test(old_steps_stay_in_use),
        cmocka_unit_test(the_goal_is_blocked),
        cmocka_unit_test(blocked_cells_can_be_left),
        cmocka_unit_test(too_many_edits),
        cmocka_unit_test(a_stream_of_edits),
        cmocka_unit_test(a_stream_of_edits_far_from_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
