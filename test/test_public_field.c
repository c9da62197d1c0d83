/* wend/field.h: what users of fields see. The fields themselves: test_field.c and its neighbours.
 */
#include <wend/research.h>
#include <wend/wend.h>

#include "support/ledger.h"
#include "support/plain_map.h"
#include "support/test.h"

#include <string.h>

struct fixture {
    plain_map plain;
    wend_map *map;
    ledger book;
    wend_field *field;
    int goal;
    wend_cost distances[PLAIN_CELLS_MAX];
};

static void open_field(struct fixture *f, wend_box box, size_t limit) {
    f->map = plain_to_wend(&f->plain);
    f->book = (ledger){0};
    wend_field_def def = {.map = f->map,
                          .goal = (wend_state)f->goal,
                          .box = box,
                          .memory_limit = limit,
                          .allocator = ledger_allocator(&f->book)};
    assert_int_equal(wend_field_create(&def, &f->field, NULL), WEND_OK);
}

static void close_field(struct fixture *f) {
    assert_int_equal(wend_field_memory(f->field), f->book.live_bytes);
    wend_field_destroy(f->field);
    assert_int_equal(f->book.live_bytes, 0);
    wend_map_destroy(f->map);
}

static void flood(struct fixture *f) {
    memset(f->distances, 0xff, sizeof f->distances);
    if (plain_is_free(&f->plain, f->goal % f->plain.width, f->goal / f->plain.width)) {
        plain_flood(&f->plain, f->goal, f->distances);
    } else {
        f->distances[f->goal] = 0;
    }
}

static wend_field_status grow(struct fixture *f, wend_state until, uint32_t expansions) {
    wend_field_progress growth;
    assert_int_equal(wend_field_reserve(f->field, (uint64_t)expansions * WEND_WORK_EXPANSION),
                     WEND_OK);
    f->book.forbidden = true;
    assert_int_equal(
        wend_field_grow(f->field, until,
                        (wend_budget){.work = (uint64_t)expansions * WEND_WORK_EXPANSION}, &growth),
        WEND_OK);
    f->book.forbidden = false;
    assert_true(growth.expansions <= expansions);
    return growth.status;
}

static wend_field_status grow_all(struct fixture *f, wend_state until) {
    wend_field_status status;
    uint32_t calls = 0;
    do {
        status = grow(f, until, 20);
        assert_true(calls++ < 1000);
    } while (status == WEND_FIELD_PENDING || status == WEND_FIELD_NOT_RESERVED);
    return status;
}

/* Covered cells must be exact; steps must be moves, and lead nearer if they are exact. */
static uint32_t check_answers(struct fixture *f) {
    uint32_t covered = 0;
    for (int cell = 0; cell < plain_cells(&f->plain); cell++) {
        wend_state state = (wend_state)cell;
        bool exact, covers = wend_field_covers(f->field, state);
        wend_state next = wend_field_next(f->field, state, &exact);
        assert_int_equal(wend_field_next(f->field, state, NULL), next);
        assert_int_equal(wend_field_distance(f->field, state),
                         covers ? f->distances[cell] : WEND_DISTANCE_NONE);
        assert_true(next == WEND_STATE_NONE || wend_map_move_cost(f->map, state, next));
        assert_int_equal(exact, covers && cell != f->goal);
        if (exact) {
            wend_cost cost = plain_move_cost(&f->plain, cell, (int)next);
            assert_int_equal(f->distances[next] + cost, f->distances[cell]);
        }
        covered += covers;
    }
    return covered;
}

static uint32_t reached(const struct fixture *f) {
    uint32_t count = 0;
    for (int cell = 0; cell < plain_cells(&f->plain); cell++) {
        count += f->distances[cell] != PLAIN_UNREACHED;
    }
    return count;
}

/* The first query after an edit notices it. */
static void distances_under_edits(void **state) {
    (void)state;
    for (uint32_t number = 0; number < test_scaled(200); number++) {
        dice d = dice_of(number);
        static struct fixture f;
        plain_random(&f.plain, &d, 20);
        f.goal = plain_random_free(&f.plain, &d);
        if (f.goal < 0) {
            continue;
        }
        open_field(&f, (wend_box){dice_between(&d, 0, 25), 1, dice_between(&d, 0, 25), 2}, 0);
        for (uint32_t round = 0; round < 8; round++) {
            flood(&f);
            check_answers(&f);
            grow(&f, WEND_STATE_NONE, dice_between(&d, 1, 200));
            int cell = (int)dice_between(&d, 0, (uint32_t)plain_cells(&f.plain) - 1);
            bool is_free = f.plain.cells[cell] == '@';
            f.plain.cells[cell] = is_free ? '.' : '@';
            wend_map_set_free(f.map, (uint32_t)(cell % f.plain.width),
                              (uint32_t)(cell / f.plain.width), is_free);
        }
        flood(&f);
        assert_int_equal(grow_all(&f, WEND_STATE_NONE), WEND_FIELD_UNREACHABLE);
        assert_int_equal(check_answers(&f), reached(&f));
        close_field(&f);
    }
}

static void open_empty(struct fixture *f, wend_box box, size_t limit) {
    f->plain = (plain_map){.width = 64, .height = 64, .neighbors = 8};
    memset(f->plain.cells, '.', 64 * 64);
    f->goal = 0;
    open_field(f, box, limit);
    flood(f);
}

/* The number of expansions until the cell in the lower right corner is covered. */
static uint32_t expansions_to_corner(wend_box box) {
    static struct fixture f;
    open_empty(&f, box, 0);
    wend_field_progress growth;
    wend_field_reserve(f.field, 120000);
    assert_int_equal(wend_field_grow(f.field, 64 * 64 - 1, (wend_budget){.work = 120000}, &growth),
                     WEND_OK);
    assert_int_equal(growth.status, WEND_FIELD_COVERED);
    check_answers(&f);
    close_field(&f);
    return growth.expansions;
}

static void the_box_saves_expansions(void **state) {
    (void)state;
    assert_true(expansions_to_corner((wend_box){63, 63, 1, 1}) < 100);
    assert_true(expansions_to_corner((wend_box){0}) > 4000);
    assert_true(expansions_to_corner((wend_box){63, 63, 1, 0}) > 4000);
    /* Cells outside the map are not read. */
    assert_true(expansions_to_corner((wend_box){63, 63, UINT32_MAX, 9}) < 100);
    assert_true(expansions_to_corner((wend_box){70, 70, 1, 1}) < 100);
}

static void another_goal(void **state) {
    (void)state;
    static struct fixture f;
    open_empty(&f, (wend_box){0}, 0);
    grow_all(&f, WEND_STATE_NONE);
    assert_int_equal(wend_field_set_goal(f.field, 64 * 64, NULL), WEND_ERROR_OUTSIDE);
    assert_int_equal(check_answers(&f), 64 * 64);
    f.goal = 64 * 64 - 1;
    flood(&f);
    assert_int_equal(wend_field_set_goal(f.field, 64 * 64 - 1, &(wend_box){0, 0, 1, 1}), WEND_OK);
    assert_int_equal(check_answers(&f), 1);
    assert_int_equal(grow_all(&f, 0), WEND_FIELD_COVERED);
    assert_true(check_answers(&f) < 200);
    close_field(&f);
}

static void states_that_do_not_exist(void **state) {
    (void)state;
    static struct fixture f;
    open_empty(&f, (wend_box){0}, 0);
    wend_field_progress growth;
    bool exact = true;
    assert_int_equal(wend_field_grow(f.field, 64 * 64, (wend_budget){.work = 24}, &growth),
                     WEND_ERROR_OUTSIDE);
    assert_int_equal(wend_field_grow(f.field, 0, (wend_budget){.work = 24}, NULL),
                     WEND_ERROR_ARGUMENT);
    assert_false(wend_field_covers(f.field, 64 * 64));
    assert_int_equal(wend_field_distance(f.field, 64 * 64), WEND_DISTANCE_NONE);
    assert_int_equal(wend_field_next(f.field, 64 * 64, &exact), WEND_STATE_NONE);
    assert_false(exact);
    close_field(&f);
}

static void packing(void **state) {
    (void)state;
    static struct fixture f;
    open_empty(&f, (wend_box){0}, 0);
    assert_int_equal(wend_field_pack(f.field), WEND_ERROR_UNSUPPORTED);
    grow_all(&f, WEND_STATE_NONE);
    size_t before = wend_field_memory(f.field);
    f.book.fail_at = f.book.calls + 1;
    assert_int_equal(wend_field_pack(f.field), WEND_ERROR_MEMORY);
    assert_int_equal(check_answers(&f), 64 * 64);
    assert_int_equal(wend_field_pack(f.field), WEND_OK);
    assert_true(wend_field_memory(f.field) < before / 10);
    for (wend_state cell = 1; cell < 64 * 64; cell++) {
        bool exact;
        wend_state next = wend_field_next(f.field, cell, &exact);
        assert_true(exact && wend_field_covers(f.field, cell));
        assert_int_equal(f.distances[next] + wend_map_move_cost(f.map, cell, next),
                         f.distances[cell]);
        assert_int_equal(wend_field_distance(f.field, cell), WEND_DISTANCE_NONE);
    }
    close_field(&f);
}

static void limits(void **state) {
    (void)state;
    static struct fixture f;
    open_empty(&f, (wend_box){0}, 60000);
    wend_field_progress growth = {.status = WEND_FIELD_PENDING};
    wend_error error = WEND_OK;
    while (growth.status == WEND_FIELD_PENDING) {
        error = wend_field_reserve(f.field, 480);
        assert_int_equal(
            wend_field_grow(f.field, WEND_STATE_NONE, (wend_budget){.work = 480}, &growth),
            WEND_OK);
    }
    assert_int_equal(growth.status, WEND_FIELD_NOT_RESERVED);
    assert_int_equal(error, WEND_ERROR_MEMORY);
    assert_true(wend_field_memory(f.field) <= 60000);
    assert_true(check_answers(&f) > 500);
    close_field(&f);
}

/* ---- Definitions ----------------------------------------------------------------------------- */

static void check_refused(wend_field_def def, wend_error error, const char *field) {
    wend_field *made = NULL;
    wend_diagnosis diagnosis = {.text = ""};
    assert_int_equal(wend_field_create(&def, &made, &diagnosis), error);
    assert_null(made);
    assert_string_equal(diagnosis.field, field);
    assert_int_equal(wend_field_create(&def, &made, NULL), error);
}

static void definitions_that_are_refused(void **state) {
    (void)state;
    static struct fixture f;
    open_empty(&f, (wend_box){0}, 0);
    const wend_domain *domain = wend_map_domain(f.map);
    check_refused((wend_field_def){0}, WEND_ERROR_ARGUMENT, "map");
    check_refused((wend_field_def){.map = f.map, .domain = domain}, WEND_ERROR_ARGUMENT, "domain");
    check_refused((wend_field_def){.map = f.map, .goal = 64 * 64}, WEND_ERROR_OUTSIDE, "goal");
    wend_field_def half = {.map = f.map, .allocator = ledger_allocator(&f.book)};
    half.allocator.release = NULL;
    check_refused(half, WEND_ERROR_ARGUMENT, "allocator");
    wend_graph_def one_way = {.node_count = 2,
                              .edge_count = 1,
                              .first = (const uint32_t[]){0, 1, 1},
                              .target = (const uint32_t[]){1},
                              .cost = (const uint32_t[]){3}};
    wend_domain *graph;
    assert_int_equal(wend_graph_create(&one_way, &graph, NULL), WEND_OK);
    check_refused((wend_field_def){.domain = graph}, WEND_ERROR_UNSUPPORTED, "domain");
    wend_domain_destroy(graph);
    for (uint64_t n = 1; n <= 3; n++) {
        f.book.fail_at = f.book.calls + n;
        wend_field_def def = {.map = f.map, .allocator = ledger_allocator(&f.book)};
        wend_field *made = NULL;
        size_t bytes = f.book.live_bytes;
        assert_int_equal(wend_field_create(&def, &made, NULL), WEND_ERROR_MEMORY);
        assert_int_equal(f.book.live_bytes, bytes);
    }
    close_field(&f);
}

static void graphs(void **state) {
    (void)state;
    wend_graph_def def = {.node_count = 3,
                          .edge_count = 4,
                          .first = (const uint32_t[]){0, 1, 3, 4},
                          .target = (const uint32_t[]){1, 0, 2, 1},
                          .cost = (const uint32_t[]){3, 3, 4, 4}};
    wend_domain *graph;
    assert_int_equal(wend_graph_create(&def, &graph, NULL), WEND_OK);
    wend_field *field;
    assert_int_equal(wend_field_create(&(wend_field_def){.domain = graph, .goal = 2}, &field, NULL),
                     WEND_OK);
    wend_field_progress growth;
    assert_int_equal(wend_field_reserve(field, 240), WEND_OK);
    assert_int_equal(wend_field_grow(field, 0, (wend_budget){.work = 240}, &growth), WEND_OK);
    assert_int_equal(growth.status, WEND_FIELD_COVERED);
    assert_int_equal(wend_field_distance(field, 0), 7);
    assert_int_equal(wend_field_next(field, 0, NULL), 1);
    assert_int_equal(wend_field_pack(field), WEND_ERROR_UNSUPPORTED);
    wend_field_destroy(field);
    wend_domain_destroy(graph);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_under_edits),
        cmocka_unit_test(the_box_saves_expansions),
        cmocka_unit_test(another_goal),
        cmocka_unit_test(states_that_do_not_exist),
        cmocka_unit_test(packing),
        cmocka_unit_test(limits),
        cmocka_unit_test(definitions_that_are_refused),
        cmocka_unit_test(graphs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
