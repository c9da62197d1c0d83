/* Shared fields: distances and steps compared with plain floods, in slices, within limits, on maps
 * and graphs. */
#include <wend/graph.h>
#include <wend/research/puzzle.h>

#include "support/ground.h"
#include "support/plain_graph.h"
#include "support/test.h"

#include <string.h>

/* ---- Growing --------------------------------------------------------------------------------- */

static const uint32_t slice_sizes[] = {1, 7, 500};

/* At every stage, covered cells have exact distances. In the end every reachable cell is
 * covered. */
static void distances_are_exact(void **state) {
    (void)state;
    for (uint32_t number = 0; number < test_scaled(400); number++) {
        dice d = dice_of(number);
        struct ground g;
        if (!ground_open_random(&g, &d)) {
            continue;
        }
        wn_box box = ground_random_box(&g, &d);
        ground_start(&g, &box);
        uint32_t slice = DICE_PICK(&d, slice_sizes) * WN_FIELD_UNITS, used = 0, covered = 1;
        wn_field_status status;
        do {
            status = ground_grow(&g, WN_NONE, slice, &used);
            if (dice_percent(&d, slice > 1000 ? 100 : 5)) {
                uint32_t now = ground_check(&g);
                check(now >= covered, "fewer cells are covered than before");
                covered = now;
            }
        } while (status == WN_FIELD_GROWING);
        assert_int_equal(status, WN_FIELD_EXHAUSTED);
        assert_int_equal(ground_check(&g), ground_count_reached(&g));
        /* Every expansion counts, and so does the start. */
        assert_int_equal(used, WN_FIELD_UNITS * (1 + ground_count_reached(&g)));
        ground_close(&g);
    }
}

/* Grows until a cell is covered, then copies all that is known about cells. */
static uint32_t grow_and_copy(struct ground *g, const wn_box *box, wn_id until, uint32_t slice,
                              wn_node *out) {
    uint32_t used = 0;
    ground_start(g, box);
    ground_grow_all(g, until, slice, &used);
    for (int cell = 0; cell < plain_cells(&g->plain); cell++) {
        const wn_search *search = &g->field.growths[g->field.current].search;
        const wn_node *node = wn_nodes_find(&search->nodes, ground_id(g, cell));
        out[cell] = node ? *node : (wn_node){0};
        out[cell].stamp = 0;
    }
    return used;
}

static void slices_make_no_difference(void **state) {
    (void)state;
    for (uint32_t number = 0; number < test_scaled(200); number++) {
        dice d = dice_of(number);
        struct ground g;
        if (!ground_open_random(&g, &d)) {
            continue;
        }
        wn_box box = ground_random_box(&g, &d);
        wn_id until = ground_id(&g, plain_random_free(&g.plain, &d));
        static wn_node all[COUNT_OF(slice_sizes)][GROUND_SIDE_MAX * GROUND_SIDE_MAX];
        uint32_t units[COUNT_OF(slice_sizes)];
        for (size_t i = 0; i < COUNT_OF(slice_sizes); i++) {
            memset(all[i], 0, sizeof all[i]);
            units[i] = grow_and_copy(&g, &box, until, slice_sizes[i] * WN_FIELD_UNITS, all[i]);
        }
        for (size_t i = 1; i < COUNT_OF(slice_sizes); i++) {
            assert_int_equal(units[i], units[0]);
            for (int cell = 0; cell < plain_cells(&g.plain); cell++) {
                assert_int_equal(all[i][cell].g, all[0][cell].g);
                assert_int_equal(all[i][cell].parent, all[0][cell].parent);
                assert_int_equal(all[i][cell].next == WN_CLOSED, all[0][cell].next == WN_CLOSED);
            }
        }
        ground_close(&g);
    }
}

/* Cells are requested one after the other. Each is covered when the call says so, and no more cells
 * are expanded than for all of them together. */
static void grows_to_what_is_asked_for(void **state) {
    (void)state;
    for (uint32_t number = 0; number < test_scaled(200); number++) {
        dice d = dice_of(number);
        struct ground g;
        if (!ground_open_random(&g, &d)) {
            continue;
        }
        wn_box box = ground_random_box(&g, &d);
        ground_start(&g, &box);
        uint32_t used = 0;
        for (uint32_t i = 0; i < 10; i++) {
            int cell = plain_random_free(&g.plain, &d);
            wn_field_status status =
                ground_grow_all(&g, ground_id(&g, cell), 5 * WN_FIELD_UNITS, &used);
            bool has_way = g.distances[cell] != PLAIN_UNREACHED;
            assert_int_equal(status, has_way ? WN_FIELD_COVERED : WN_FIELD_EXHAUSTED);
            assert_int_equal(wn_field_covers(&g.field, ground_id(&g, cell)), has_way);
            uint32_t again = 0;
            assert_int_equal(ground_grow(&g, ground_id(&g, cell), 1000, &again), status);
            assert_int_equal(again, 0);
        }
        ground_check(&g);
        assert_true(used <= WN_FIELD_UNITS * (1 + ground_count_reached(&g)));
        ground_close(&g);
    }
}

/* On an open map few cells are expanded outside the rectangle between the goal and the box. */
static void grows_towards_the_box(void **state) {
    (void)state;
    static const int neighborhoods[] = {4, 8, 16};
    for (size_t i = 0; i < COUNT_OF(neighborhoods); i++) {
        struct ground g;
        ground_open_empty(&g, 60, 60, neighborhoods[i]);
        g.goal = 30 * 60 + 10;
        ground_flood(&g);
        wn_box box = {50, 29, 52, 31};
        ground_start(&g, &box);
        uint32_t used = 0;
        assert_int_equal(ground_grow_all(&g, ground_id(&g, 30 * 60 + 51), 1000, &used),
                         WN_FIELD_COVERED);
        check(used < 400 * WN_FIELD_UNITS, "%u expansions with %d neighbours",
              used / WN_FIELD_UNITS, neighborhoods[i]);
        ground_check(&g);
        ground_close(&g);
    }
}

/* The distances of all neighbours of a cell. */
static void knows_all_round(void **state) {
    (void)state;
    for (uint32_t number = 0; number < test_scaled(100); number++) {
        dice d = dice_of(number);
        struct ground g;
        if (!ground_open_random(&g, &d)) {
            continue;
        }
        wn_box box = ground_random_box(&g, &d);
        ground_start(&g, &box);
        uint32_t used = 0;
        ground_grow(&g, WN_NONE, dice_between(&d, 1, 100) * WN_FIELD_UNITS, &used);
        int cell = plain_random_free(&g.plain, &d);
        wn_successor moves[WN_GRID_DEGREE_MAX];
        wend_cost distances[WN_GRID_DEGREE_MAX];
        uint32_t count = wn_field_around(&g.field, ground_id(&g, cell), moves, distances),
                 legal = 0;
        for (int to = 0; to < plain_cells(&g.plain); to++) {
            legal += plain_move_cost(&g.plain, cell, to) > 0;
        }
        assert_int_equal(count, legal);
        for (uint32_t i = 0; i < count; i++) {
            int to = (int)wn_grid_state_of_id(g.map, moves[i].id);
            assert_int_equal(moves[i].cost, plain_move_cost(&g.plain, cell, to));
            bool covers = wn_field_covers(&g.field, moves[i].id);
            assert_int_equal(distances[i], covers ? g.distances[to] : WN_NONE);
        }
        ground_close(&g);
    }
}

/* ---- Limits ---------------------------------------------------------------------------------- */

/* Without memory it reports so, keeps what it has and continues later. */
static void memory_is_limited(void **state) {
    (void)state;
    struct ground g;
    ground_open_empty(&g, 60, 60, 8);
    wn_field_start(&g.field, ground_id(&g, 0), &(wn_box){59, 59, 59, 59});
    uint32_t used = 0;
    assert_int_equal(wn_field_grow(&g.field, WN_NONE, 2400, &used), WN_FIELD_FULL);
    assert_int_equal(used, 0);
    g.memory.limit = 50000;
    wn_field_status status = WN_FIELD_GROWING;
    bool has_room = true;
    while (status == WN_FIELD_GROWING) {
        has_room = wn_field_reserve(&g.field, 240);
        status = wn_field_grow(&g.field, WN_NONE, 240, &used);
    }
    assert_int_equal(status, WN_FIELD_FULL);
    assert_false(has_room);
    assert_true(wn_field_bytes(&g.field) <= g.memory.used && g.memory.used <= 50000);
    uint32_t covered = ground_check(&g);
    assert_true(covered > 500 && covered < 3600);
    g.memory.limit = 0;
    assert_int_equal(ground_grow_all(&g, WN_NONE, 1000, &used), WN_FIELD_EXHAUSTED);
    assert_int_equal(ground_check(&g), 3600);
    /* The memory is too small for two searches: the field grows again and drops its old steps. */
    assert_true(wn_field_reserve(&g.field, 1000));
    g.memory.limit = g.memory.used;
    ground_set_cell(&g, 61, '@');
    wn_field_update(&g.field);
    ground_flood(&g);
    assert_int_equal(ground_grow_all(&g, WN_NONE, 1000, &used), WN_FIELD_EXHAUSTED);
    assert_int_equal(ground_check(&g), 3599);
    ground_close(&g);
}

/* Grows as far as memory allows; returns how many pages of 16 cells the search has touched. */
static uint32_t grow_until_full(struct ground *g, wn_field_status *status) {
    uint32_t used = 0;
    do {
        wn_field_reserve(&g->field, 240);
        *status = wn_field_grow(&g->field, WN_NONE, 240, &used);
    } while (*status == WN_FIELD_GROWING);
    ground_check(g);
    return g->field.growths[g->field.current].search.nodes.pages.taken;
}

/* Grows within a limit; a cell that the search has covered is edited after `slices` calls. */
static uint32_t grow_within(size_t limit, uint32_t slices, wn_field_status *status) {
    struct ground g;
    ground_open_empty(&g, 60, 60, 8);
    ground_start(&g, &(wn_box){59, 59, 59, 59});
    g.memory.limit = limit;
    for (uint32_t i = 0; i < slices; i++) {
        uint32_t used = 0;
        wn_field_reserve(&g.field, 240);
        wn_field_grow(&g.field, WN_NONE, 240, &used);
    }
    ground_set_cell(&g, 2 * 60 + 2, '@');
    ground_set_cell(&g, 2 * 60 + 2, '.');
    wn_field_update(&g.field);
    uint32_t pages = grow_until_full(&g, status);
    ground_close(&g);
    return pages;
}

/* Whatever the limit is, a field that grows again after an edit gets as far as without an edit, up
 * to the 25 pages that a chunk of memory holds. */
static void memory_from_little_to_plenty(void **state) {
    (void)state;
    wn_field_status status = WN_FIELD_FULL;
    for (size_t limit = 20000; status == WN_FIELD_FULL; limit += 3000) {
        uint32_t pages = grow_within(limit, 0, &status);
        for (uint32_t slices = 1; slices < 200; slices += 1 + slices / 2) {
            wn_field_status then;
            uint32_t again = grow_within(limit, slices, &then);
            check(again + 25 >= pages, "%u pages, then %u, in %zu bytes", pages, again, limit);
        }
    }
}

/* A reservation that succeeds although an allocation failed suffices. */
static void every_allocation_fails_once(void **state) {
    (void)state;
    struct ground g;
    ground_open_empty(&g, 40, 40, 8);
    wn_field_clear(&g.field);
    wn_box box = {39, 39, 39, 39};
    bool has_failed = true;
    for (uint64_t n = 1; has_failed; n++) {
        g.book.calls = 0;
        g.book.fail_at = n;
        ground_set_cell(&g, 40, '.');
        ground_set_cell(&g, 41, '.');
        wn_field field;
        if (wn_field_init(&field, wend_map_domain(g.map), &g.memory) == WEND_OK) {
            wn_field_start(&field, ground_id(&g, 0), &box);
            for (uint32_t frame = 0; frame < 40; frame++) {
                /* The second edit comes when the search after the first one has hardly begun. */
                uint32_t used = 0, work = frame == 3 ? WN_FIELD_UNITS : 400 * WN_FIELD_UNITS;
                bool has_room = wn_field_reserve(&field, work);
                wn_field_status status = wn_field_grow(&field, WN_NONE, work, &used);
                check(!has_room || status != WN_FIELD_FULL, "allocation %u, frame %u", (unsigned)n,
                      frame);
                if (frame == 2 || frame == 3) {
                    ground_set_cell(&g, frame == 2 ? 41 : 40, '@');
                    wn_field_update(&field);
                }
            }
            ground_flood(&g);
            g.field = field;
            ground_check(&g);
            wn_field_clear(&field);
        }
        assert_int_equal(g.book.live_bytes, 0);
        has_failed = g.book.calls >= n;
    }
    g.book.fail_at = 0;
    wend_map_destroy(g.map);
}

/* ---- Other domains --------------------------------------------------------------------------- */

static wend_domain *make_graph(const plain_graph *plain) {
    wend_graph_def def = {.node_count = plain->nodes,
                          .edge_count = plain->edges,
                          .first = plain->first,
                          .target = plain->target,
                          .cost = plain->cost,
                          .x = plain->x,
                          .y = plain->y};
    wend_domain *graph = NULL;
    assert_int_equal(wend_graph_create(&def, &graph, NULL), WEND_OK);
    return graph;
}

static void graphs_with_ways_back(void **state) {
    (void)state;
    wn_memory memory;
    wn_memory_init(&memory, &(wend_allocator){0}, 0);
    for (uint32_t number = 0; number < test_scaled(100); number++) {
        dice d = dice_of(number);
        plain_kind kind = {.nodes_max = 60,
                           .degree = 3,
                           .cost_max = number % 2 ? 200 : 50,
                           .two_way = true,
                           .placed = number % 2,
                           .reach = 1000};
        plain_graph plain = plain_graph_random(&d, &kind);
        wend_domain *graph = make_graph(&plain);
        uint32_t goal = dice_between(&d, 0, plain.nodes - 1), used = 0;
        uint64_t distances[60];
        plain_graph_distances(&plain, goal, distances);
        wn_field field;
        assert_int_equal(wn_field_init(&field, graph, &memory), WEND_OK);
        wn_field_start(&field, wn_domain_id(graph, goal), NULL);
        wn_field_status status;
        do {
            assert_true(wn_field_reserve(&field, 100));
            status = wn_field_grow(&field, WN_NONE, 100, &used);
            wn_field_update(&field);
        } while (status == WN_FIELD_GROWING);
        assert_int_equal(status, WN_FIELD_EXHAUSTED);
        for (uint32_t node = 0; node < plain.nodes; node++) {
            wn_id id = wn_domain_id(graph, node);
            bool exact;
            wn_id next = wn_field_next(&field, id, &exact);
            assert_int_equal(wn_field_covers(&field, id), distances[node] != PLAIN_FAR);
            if (node != goal && distances[node] != PLAIN_FAR) {
                uint32_t to = wn_domain_state(graph, next);
                assert_int_equal(wn_field_distance(&field, id), distances[node]);
                assert_int_equal(distances[to] + plain_graph_edge(&plain, node, to),
                                 distances[node]);
            }
        }
        wn_field_clear(&field);
        wend_domain_destroy(graph);
        plain_graph_clear(&plain);
    }
    assert_int_equal(memory.used, 0);
}

static void check_refused(const wend_domain *domain) {
    ledger book = {0};
    wn_memory memory;
    wend_allocator allocator = ledger_allocator(&book);
    wn_memory_init(&memory, &allocator, 0);
    wn_field field;
    assert_int_equal(wn_field_init(&field, domain, &memory), WEND_ERROR_UNSUPPORTED);
    assert_int_equal(book.calls, 0);
}

/* Moves that are not reversible at the same cost, and states without numbers. */
static void other_domains_are_refused(void **state) {
    (void)state;
    wend_graph_def def = {.node_count = 2,
                          .edge_count = 2,
                          .first = (const uint32_t[]){0, 1, 2},
                          .target = (const uint32_t[]){1, 0},
                          .cost = (const uint32_t[]){3, 4}};
    wend_domain *domain = NULL;
    assert_int_equal(wend_graph_create(&def, &domain, NULL), WEND_OK);
    check_refused(domain);
    wend_domain_destroy(domain);
    wend_puzzle_def puzzle = {0};
    assert_int_equal(wend_puzzle_create(&puzzle, &domain, NULL), WEND_OK);
    check_refused(domain);
    wend_domain_destroy(domain);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_are_exact),
        cmocka_unit_test(slices_make_no_difference),
        cmocka_unit_test(grows_to_what_is_asked_for),
        cmocka_unit_test(grows_towards_the_box),
        cmocka_unit_test(knows_all_round),
        cmocka_unit_test(memory_is_limited),
        cmocka_unit_test(memory_from_little_to_plenty),
        cmocka_unit_test(every_allocation_fails_once),
        cmocka_unit_test(graphs_with_ways_back),
        cmocka_unit_test(other_domains_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
