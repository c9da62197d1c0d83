/* Shared fields that keep only their steps. */
#include "support/ground.h"
#include "support/test.h"

#include <string.h>

/* Packs the whole field in slices, none of which costs too much or allocates. */
static void pack_all(struct ground *g, uint32_t slice) {
    assert_true(wn_field_pack_begin(&g->field));
    assert_false(wn_field_pack_begin(&g->field));
    bool is_done = false;
    for (uint32_t calls = 0; !is_done; calls++) {
        uint32_t used = 0;
        g->book.forbidden = true;
        is_done = wn_field_pack(&g->field, slice, &used);
        g->book.forbidden = false;
        assert_true(is_done || wn_field_reserve(&g->field, 100));
        check(used <= slice && calls < 100000, "%u of %u units", used, slice);
    }
}

/* The answers of a field for all cells. */
struct answers {
    bool covers[PLAIN_CELLS_MAX];
    wn_id next[PLAIN_CELLS_MAX];
};

static void ask_all(struct ground *g, struct answers *out) {
    for (int cell = 0; cell < plain_cells(&g->plain); cell++) {
        bool exact;
        out->covers[cell] = wn_field_covers(&g->field, ground_id(g, cell));
        wn_id next = wn_field_next(&g->field, ground_id(g, cell), &exact);
        out->next[cell] = exact ? next : WN_NONE;
    }
}

/* A packed field gives the same answers, uses little memory, and continues if more is requested.
 * Its answers stay correct whatever is edited meanwhile. */
static void packed_fields_say_the_same(void **state) {
    (void)state;
    uint32_t packed = 0;
    for (uint32_t number = 0; number < test_scaled(600); number++) {
        dice d = dice_of(number);
        static struct ground g;
        static struct answers before, after;
        if (!ground_open_random(&g, &d)) {
            continue;
        }
        wn_box box = ground_random_box(&g, &d);
        ground_start(&g, &box);
        uint32_t used = 0;
        wn_id until =
            dice_percent(&d, 30) ? WN_NONE : ground_id(&g, plain_random_free(&g.plain, &d));
        wn_field_status status = ground_grow_all(&g, until, 240, &used);
        size_t half = g.map->domain.id_limit / (g.plain.neighbors == 16 ? 1 : 2);
        if (!used || wn_field_bytes(&g.field) <= half) {
            ground_close(&g); /* there is nothing to pack, or too little */
            continue;
        }
        packed++;
        ask_all(&g, &before);
        pack_all(&g, dice_between(&d, 192, 1000));
        ask_all(&g, &after);
        assert_memory_equal(&before, &after, sizeof before);
        assert_true(wn_field_reserve(&g.field, 100));
        assert_int_equal(wn_field_bytes(&g.field), half);
        ask_all(&g, &after);
        assert_memory_equal(&before, &after, sizeof before);
        ground_check(&g);
        assert_int_equal(wn_field_grow(&g.field, until, 2400, &used), status);
        for (uint32_t round = 0; round < 6; round++) {
            int cell = (int)dice_between(&d, 0, (uint32_t)plain_cells(&g.plain) - 1);
            if (dice_percent(&d, 70)) {
                ground_set_cell(&g, cell, g.plain.cells[cell] == '@' ? '.' : '@');
            }
            wn_field_update(&g.field);
            ground_flood(&g);
            ground_check(&g);
            ground_grow(&g, until, dice_between(&d, 0, 2000), &used);
            ground_check(&g);
        }
        ground_grow_all(&g, WN_NONE, 1000, &used);
        assert_int_equal(ground_check(&g), ground_count_reached(&g));
        ground_close(&g);
    }
    assert_true(packed > test_scaled(600) / 2);
}

static void open_settled(struct ground *g) {
    ground_open_empty(g, 40, 40, 8);
    ground_start(g, &(wn_box){20, 20, 20, 20});
    uint32_t used = 0;
    ground_grow_all(g, ground_id(g, 20 * 40 + 20), 1000, &used);
}

/* Packing ends when the search continues or an edit invalidates it; an edit elsewhere does not
 * matter. */
static void what_ends_packing(void **state) {
    (void)state;
    static struct ground g;
    open_settled(&g);
    wn_id far = ground_id(&g, 40 * 40 - 1);
    for (uint32_t round = 0; round < 3; round++) {
        uint32_t used = 0;
        assert_true(wn_field_pack_begin(&g.field));
        assert_false(wn_field_pack(&g.field, 500, &used));
        if (round == 0) {
            ground_set_cell(&g, 39 * 40 + 39, '@');
            ground_set_cell(&g, 39 * 40 + 39, '.');
            wn_field_update(&g.field);
            assert_true(wn_field_pack(&g.field, 1000000, &used));
            /* Its memory is not freed yet: the search finds what is requested now. */
            used = 0;
            wn_id beside = ground_id(&g, 21 * 40 + 21);
            assert_int_equal(wn_field_grow(&g.field, beside, 50000, &used), WN_FIELD_COVERED);
            const wn_growth *growth = &g.field.growths[g.field.current];
            assert_true(growth->expansions * WN_FIELD_UNITS > used);
            assert_true(wn_field_reserve(&g.field, 2400));
        } else if (round == 1) {
            wn_field_grow(&g.field, far, 48, &used);
            ground_grow_all(&g, far, 1000, &used);
        } else {
            ground_set_cell(&g, 41, '@');
            wn_field_update(&g.field);
            ground_flood(&g);
        }
        assert_false(wn_field_pack(&g.field, 1000000, &used));
        ground_check(&g);
    }
    ground_close(&g);
}

/* A request that a packed field does not cover makes it grow again, once there is memory. */
static void packed_fields_grow_again(void **state) {
    (void)state;
    static struct ground g;
    open_settled(&g);
    pack_all(&g, 1000);
    assert_true(wn_field_reserve(&g.field, 2400));
    uint32_t covered = ground_check(&g), used = 0;
    wn_id far = ground_id(&g, 40 * 40 - 1);
    assert_int_equal(wn_field_grow(&g.field, far, 2400, &used), WN_FIELD_FULL);
    assert_int_equal(used, 0);
    assert_int_equal(ground_grow(&g, far, 240, &used), WN_FIELD_GROWING);
    assert_int_equal(ground_check(&g), covered);
    assert_int_equal(ground_grow_all(&g, far, 1000, &used), WN_FIELD_COVERED);
    assert_true(ground_check(&g) > covered);
    assert_true(wn_field_reserve(&g.field, 1));
    assert_null(g.field.packed.codes);
    /* A new goal makes the packed steps useless. */
    pack_all(&g, 1000);
    g.goal = 40 * 40 - 1;
    ground_flood(&g);
    wn_field_start(&g.field, far, &(wn_box){0, 0, 0, 0});
    assert_int_equal(ground_check(&g), 1);
    bool exact;
    assert_int_equal(wn_field_next(&g.field, ground_id(&g, 100), &exact), WN_NONE);
    ground_grow_all(&g, WN_NONE, 1000, &used);
    assert_int_equal(ground_check(&g), 1600);
    ground_close(&g);
}

/* More edits than the map remembers: from then on steps are inexact, and checked. */
static void edits_make_packed_steps_inexact(void **state) {
    (void)state;
    static struct ground g;
    open_settled(&g);
    pack_all(&g, 1000);
    assert_true(wn_field_reserve(&g.field, 2400));
    for (uint32_t i = 0; i <= WEND_MAP_EDITS; i++) {
        ground_set_cell(&g, 11 * 40 + 11, i % 2 ? '.' : '@');
    }
    wn_field_update(&g.field);
    ground_flood(&g);
    assert_int_equal(ground_check(&g), 1);
    bool exact;
    wn_id next = wn_field_next(&g.field, ground_id(&g, 10 * 40 + 10), &exact);
    assert_int_equal(next, ground_id(&g, 9 * 40 + 9));
    assert_int_equal(wn_field_next(&g.field, ground_id(&g, 12 * 40 + 12), &exact), WN_NONE);
    ground_close(&g);
}

/* A unit in a cell that was blocked before the field was packed. */
static void blocked_cells_can_be_left(void **state) {
    (void)state;
    static struct ground g;
    ground_open_empty(&g, 9, 3, 8);
    ground_set_cell(&g, 9 + 4, '@');
    ground_flood(&g);
    ground_start(&g, &(wn_box){0, 0, 8, 2});
    uint32_t used = 0;
    ground_grow_all(&g, WN_NONE, 1000, &used);
    pack_all(&g, 1000);
    assert_true(wn_field_reserve(&g.field, 100));
    bool exact;
    assert_int_not_equal(wn_field_next(&g.field, ground_id(&g, 9 + 4), &exact), WN_NONE);
    ground_close(&g);
}

/* There is nothing to pack before the requested cells are covered, or after an edit has invalidated
 * the field. */
static void what_cannot_be_packed(void **state) {
    (void)state;
    static struct ground g;
    ground_open_empty(&g, 40, 40, 8);
    assert_false(wn_field_pack_begin(&g.field));
    ground_start(&g, &(wn_box){20, 20, 20, 20});
    assert_false(wn_field_pack_begin(&g.field));
    uint32_t used = 0;
    wn_id until = ground_id(&g, 20 * 40 + 20);
    assert_int_equal(ground_grow(&g, until, 240, &used), WN_FIELD_GROWING);
    assert_false(wn_field_pack_begin(&g.field));
    ground_grow_all(&g, until, 1000, &used);
    ground_set_cell(&g, 41, '@');
    wn_field_update(&g.field);
    assert_false(wn_field_pack_begin(&g.field));
    ground_grow_all(&g, until, 1000, &used);
    assert_true(wn_field_pack_begin(&g.field));
    ground_close(&g);
    /* A search of a few pages is smaller than half a byte per cell. */
    g.plain = (plain_map){.width = 4096, .height = 1, .neighbors = 8};
    memset(g.plain.cells, '.', 4096);
    ground_open(&g);
    ground_start(&g, &(wn_box){1, 0, 1, 0});
    ground_grow_all(&g, ground_id(&g, 1), 1000, &used);
    assert_false(wn_field_pack_begin(&g.field));
    ground_grow_all(&g, ground_id(&g, 4095), 10000, &used);
    assert_true(wn_field_pack_begin(&g.field));
    ground_close(&g);
}

/* A new minimum factor changes the heuristic, but no step elsewhere. */
static void another_least_factor(void **state) {
    (void)state;
    static struct ground g;
    g.plain = (plain_map){.width = 40, .height = 1, .neighbors = 8, .weighted = true};
    memset(g.plain.cells, '.', 40);
    memset(g.plain.factors, 5, 40);
    g.goal = 0;
    ground_open(&g);
    ground_start(&g, &(wn_box){10, 0, 10, 0});
    uint32_t used = 0;
    ground_grow_all(&g, ground_id(&g, 10), 1000, &used);
    pack_all(&g, 1000);
    assert_true(wn_field_reserve(&g.field, 100));
    uint32_t covered = ground_check(&g);
    assert_int_equal(wend_map_set_factor(g.map, 30, 0, 1), WEND_OK);
    g.plain.factors[30] = 1;
    wn_field_update(&g.field);
    ground_flood(&g);
    assert_int_equal(ground_check(&g), covered);
    ground_close(&g);
}

/* If memory runs out, nothing changes. */
static void no_memory_to_pack(void **state) {
    (void)state;
    static struct ground g;
    open_settled(&g);
    uint32_t covered = ground_check(&g), used = 0;
    g.memory.limit = g.memory.used;
    assert_false(wn_field_pack_begin(&g.field));
    assert_false(wn_field_pack(&g.field, 1000, &used));
    assert_int_equal(used, 0);
    assert_int_equal(ground_check(&g), covered);
    ground_close(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(packed_fields_say_the_same),
        cmocka_unit_test(what_ends_packing),
        cmocka_unit_test(packed_fields_grow_again),
        cmocka_unit_test(edits_make_packed_steps_inexact),
        cmocka_unit_test(blocked_cells_can_be_left),
        cmocka_unit_test(no_memory_to_pack),
        cmocka_unit_test(what_cannot_be_packed),
        cmocka_unit_test(another_least_factor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
