/* The best-first kernels: the order of their expansions, their budget, their outcomes. */
#include "domain/grid.h"
#include "search/search.h"

#include "support/ledger.h"
#include "support/plain_map.h"
#include "support/test.h"

#include <string.h>

/* A search over a plain map. */
struct fixture {
    ledger book;
    wn_memory memory;
    plain_map plain;
    wend_map *map;
    wn_search search;
};

static void open_with_policy(struct fixture *f, wn_policy policy) {
    f->book = (ledger){0};
    wend_allocator allocator = ledger_allocator(&f->book);
    wn_memory_init(&f->memory, &allocator, 0);
    f->map = plain_to_wend(&f->plain);
    const wend_domain *domain = wend_map_domain(f->map);
    policy.map_kernel = wn_grid_kernel;
    assert_true(wn_search_init(&f->search, domain, &policy, &f->memory));
}

static void open_fixture(struct fixture *f, bool heap) {
    wn_policy policy = WN_POLICY_PLAIN;
    policy.many_starts = heap;
    open_with_policy(f, policy);
}

static void close_fixture(struct fixture *f) {
    wn_search_clear(&f->search);
    assert_int_equal(f->book.live_bytes, 0);
    wend_map_destroy(f->map);
}

static wn_id id_of(const struct fixture *f, int cell) {
    return wn_grid_id_of_state(f->map, (wend_state)cell);
}

static int cell_of(const struct fixture *f, wn_id id) {
    return (int)wn_grid_state_of_id(f->map, id);
}

static void begin(struct fixture *f, int start, int goal) {
    assert_true(wn_search_reserve(&f->search, 5000, 1));
    wn_search_start(&f->search, id_of(f, goal));
    assert_true(f->search.kernel->seed(&f->search, id_of(f, start), 0));
}

static wn_outcome run(struct fixture *f, uint32_t budget, uint32_t *used) {
    return f->search.kernel->run(&f->search, budget, used);
}

static void make_open(struct fixture *f, int width, int height, int neighbors) {
    f->plain = (plain_map){.width = width, .height = height, .neighbors = neighbors};
    for (int i = 0; i < width * height; i++) {
        f->plain.cells[i] = '.';
    }
}

/* ---- The order ------------------------------------------------------------------------------- */

/* With one expansion at a time, the most promising state must always be the one that the documented
 * order names. (Canonical ordering enters fewer states, so its order differs.) */
static void check_order(struct fixture *f, int start, int goal, uint32_t number) {
    int expanded[PLAIN_CELLS_MAX];
    bool found;
    int count = plain_astar(&f->plain, start, goal, expanded, &found);
    begin(f, start, goal);
    for (int i = 0; i < count; i++) {
        check(f->search.kernel->tip(&f->search) == id_of(f, expanded[i]),
              "expansion %d of case %u is that of another state", i, number);
        uint32_t used = 0;
        wn_outcome outcome = run(f, 1, &used);
        check(used == 1, "case %u: one expansion was asked for, %u done", number, used);
        wn_outcome end = found ? WN_FOUND : WN_NO_PATH;
        check(outcome == (i + 1 == count ? end : WN_RUNNING), "case %u ends at %d, not %d", number,
              i, count);
    }
}

static void expansions_follow_the_written_order(void **state) {
    (void)state;
    struct fixture *f = test_alloc(sizeof *f);
    uint32_t compared = 0;
    for (uint32_t i = 0; i < test_scaled(4000); i++) {
        dice d = dice_of(i);
        plain_random(&f->plain, &d, 20);
        bool canonical = f->plain.neighbors == 8 && !f->plain.weighted;
        int start = plain_random_free(&f->plain, &d), goal = plain_random_free(&f->plain, &d);
        if (start < 0 || start == goal) {
            continue;
        }
        open_fixture(f, canonical || i % 8 == 0);
        check_order(f, start, goal, i);
        close_fixture(f);
        compared++;
    }
    check(compared > test_scaled(4000) / 2, "too few cases: %u", compared);
    free(f);
}

/* Whatever the factors of f, the sparse queue and the heap expand the same states in the same
 * order, also if f decreases from a state to the next. */
static void the_sparse_queue_expands_what_the_heap_does(void **state) {
    (void)state;
    static const wn_policy policies[] = {
        {.g_factor = WN_FACTOR_ONE, .h_factor = 2 * WN_FACTOR_ONE},
        {.g_factor = WN_FACTOR_ONE, .h_factor = 1500},
        {.g_factor = WN_FACTOR_ONE, .h_factor = 1370},
        {.g_factor = WN_FACTOR_ONE, .h_factor = 30 * WN_FACTOR_ONE},
        {.g_factor = WN_FACTOR_ONE},
        {.h_factor = WN_FACTOR_ONE},
    };
    struct fixture *sparse = test_alloc(sizeof *sparse), *heap = test_alloc(sizeof *heap);
    uint32_t compared = 0, expanded = 0;
    for (uint32_t i = 0; i < test_scaled(3000); i++) {
        dice d = dice_of(90000 + i);
        plain_random(&sparse->plain, &d, 20);
        wn_policy policy = policies[i % COUNT_OF(policies)];
        if (policy.g_factor == 0) { /* cheaper routes to open states of the same f are rare */
            sparse->plain.neighbors = 8;
            plain_random_factors(&sparse->plain, &d, 1, 255);
        }
        heap->plain = sparse->plain;
        int start = plain_random_free(&heap->plain, &d), goal = plain_random_free(&heap->plain, &d);
        if (start < 0 || start == goal) {
            continue;
        }
        open_with_policy(sparse, policy);
        policy.many_starts = true;
        open_with_policy(heap, policy);
        assert_true(!heap->search.kernel->span && !heap->search.kernel->ring);
        compared += sparse->search.kernel->span != NULL;
        begin(sparse, start, goal);
        begin(heap, start, goal);
        uint32_t used = 1;
        wn_outcome outcome = WN_RUNNING;
        for (uint32_t n = 0; outcome == WN_RUNNING; n++) {
            check(heap->search.kernel->tip(&heap->search) ==
                      sparse->search.kernel->tip(&sparse->search),
                  "expansion %u of case %u is that of another state", n, i);
            uint32_t budget = dice_between(&d, 1, i % 2 ? 4 : 60);
            outcome = run(heap, budget, &used);
            expanded += used;
            assert_int_equal(run(sparse, budget, &used), outcome);
            assert_int_equal(sparse->search.touched, heap->search.touched);
        }
        close_fixture(sparse);
        close_fixture(heap);
    }
    check(compared > test_scaled(3000) / 2 && expanded > 10 * compared, "too few: %u", compared);
    free(sparse);
    free(heap);
}

/* Also at the end of a canonical search the parents of every state lead back at a cost of g. */
static void parents_lead_back_to_the_start(void **state) {
    (void)state;
    struct fixture *f = test_alloc(sizeof *f);
    for (uint32_t i = 0; i < test_scaled(2000); i++) {
        dice d = dice_of(50000 + i);
        plain_random(&f->plain, &d, 20);
        int start = plain_random_free(&f->plain, &d), goal = plain_random_free(&f->plain, &d);
        if (start < 0 || start == goal) {
            continue;
        }
        wend_cost distance[PLAIN_CELLS_MAX];
        plain_distances(&f->plain, start, distance);
        open_fixture(f, false);
        begin(f, start, goal);
        uint32_t used;
        wn_outcome outcome = run(f, 5000, &used);
        check((outcome == WN_FOUND) == (distance[goal] != PLAIN_UNREACHED), "case %u", i);
        int at = outcome == WN_FOUND ? goal : start;
        while (at != start) {
            wn_id parent = wn_search_parent(&f->search, id_of(f, at));
            wend_cost g = wn_search_g(&f->search, id_of(f, at));
            int from = cell_of(f, parent);
            check(g == distance[at], "g of a state on the route is not its distance: case %u", i);
            check(g == distance[from] + plain_move_cost(&f->plain, from, at), "case %u", i);
            at = from;
        }
        close_fixture(f);
    }
    free(f);
}

/* A* with a consistent h expands no state beyond the cost of the route. */
static void a_straight_line_costs_one_expansion_per_step(void **state) {
    (void)state;
    static const int neighbors[] = {4, 8};
    struct fixture *f = test_alloc(sizeof *f);
    for (uint32_t i = 0; i < COUNT_OF(neighbors); i++) {
        make_open(f, 40, 9, neighbors[i]);
        open_fixture(f, false);
        begin(f, 4 * 40, 4 * 40 + 39);
        uint32_t used;
        assert_int_equal(run(f, 1000, &used), WN_FOUND);
        assert_int_equal(used, 39);
        close_fixture(f);
    }
    free(f);
}

/* The goal is entered first, then a newer state with the same f: the goal comes first nevertheless.
 * (On grids a goal that is generated, not seeded, is the newest anyway when its turn comes.) */
static void with_equal_f_the_goal_wins(void **state) {
    (void)state;
    struct fixture *f = test_alloc(sizeof *f);
    make_open(f, 20, 20, 8);
    open_fixture(f, true);
    assert_true(wn_search_reserve(&f->search, 100, 3));
    wend_cost price = 20 * WEND_COST_ONE;
    wn_search_start(&f->search, id_of(f, 0));
    assert_true(f->search.kernel->seed(&f->search, id_of(f, 0), price));
    assert_true(f->search.kernel->seed(&f->search, id_of(f, 7), price - 7 * WEND_COST_ONE));
    assert_int_equal(f->search.kernel->tip(&f->search), id_of(f, 0));
    uint32_t used;
    assert_int_equal(run(f, 10, &used), WN_FOUND);
    assert_int_equal(used, 0);
    close_fixture(f);
    free(f);
}

/* ---- Budget and outcomes --------------------------------------------------------------------- */

static void a_search_can_be_cut_anywhere(void **state) {
    (void)state;
    struct fixture *f = test_alloc(sizeof *f);
    for (uint32_t i = 0; i < test_scaled(500); i++) {
        dice d = dice_of(60000 + i);
        plain_random(&f->plain, &d, 20);
        int start = plain_random_free(&f->plain, &d), goal = plain_random_free(&f->plain, &d);
        if (start < 0 || start == goal) {
            continue;
        }
        open_fixture(f, false);
        begin(f, start, goal);
        uint32_t whole;
        wn_outcome end = run(f, 5000, &whole);
        begin(f, start, goal);
        uint32_t sum = 0, used = 0;
        wn_outcome outcome = WN_RUNNING;
        for (uint32_t runs = 0; outcome == WN_RUNNING; runs++) {
            check(runs < 100000, "case %u: the search does not end", i);
            uint32_t slice = dice_between(&d, 0, 7);
            outcome = run(f, slice, &used);
            check(used <= slice && (outcome != WN_RUNNING || used == slice), "case %u", i);
            sum += used;
        }
        check(sum == whole && outcome == end, "case %u: %u expansions, not %u", i, sum, whole);
        check(run(f, 10, &used) == end && used == 0, "case %u goes on after its end", i);
        close_fixture(f);
    }
    free(f);
}

/* The account of a search is full again and again; nothing is lost by that. */
static void a_search_goes_on_after_it_had_no_memory(void **state) {
    (void)state;
    struct fixture *f = test_alloc(sizeof *f);
    for (uint32_t heap = 0; heap < 2; heap++) {
        make_open(f, 60, 60, 8);
        open_fixture(f, heap);
        begin(f, 0, 59 * 60 + 58);
        uint32_t whole, used, sum = 0, stops = 0;
        run(f, 5000, &whole);
        close_fixture(f);
        open_fixture(f, heap);
        wn_kernel const *kernel = f->search.kernel;
        kernel->start(&f->search, id_of(f, 59 * 60 + 58));
        assert_false(kernel->seed(&f->search, 0, 0));
        assert_true(wn_search_reserve(&f->search, 1, 1));
        assert_true(kernel->seed(&f->search, 0, 0));
        wn_outcome outcome;
        while ((outcome = run(f, 5000, &used)) == WN_NO_MEMORY) {
            sum += used;
            stops++;
            assert_true(wn_search_reserve(&f->search, 1, 0));
        }
        assert_int_equal(outcome, WN_FOUND);
        assert_int_equal(sum + used, whole);
        assert_true(stops >= 1);
        close_fixture(f);
    }
    free(f);
}

static void a_reservation_covers_what_it_says(void **state) {
    (void)state;
    struct fixture *f = test_alloc(sizeof *f);
    for (uint32_t i = 0; i < test_scaled(300); i++) {
        dice d = dice_of(70000 + i);
        plain_random(&f->plain, &d, 60);
        int start = plain_random_free(&f->plain, &d), goal = plain_random_free(&f->plain, &d);
        if (start < 0 || start == goal) {
            continue;
        }
        open_fixture(f, i % 2);
        assert_true(wn_search_reserve(&f->search, 0, 1));
        wn_search_start(&f->search, id_of(f, goal));
        assert_true(f->search.kernel->seed(&f->search, id_of(f, start), 0));
        wn_outcome outcome = WN_RUNNING;
        for (uint32_t runs = 0; outcome == WN_RUNNING; runs++) {
            check(runs < 100000, "case %u: the search does not end", i);
            uint32_t slice = dice_between(&d, 1, 50), used;
            assert_true(wn_search_reserve(&f->search, slice, 0));
            f->book.forbidden = true;
            outcome = run(f, slice, &used);
            f->book.forbidden = false;
        }
        check(outcome != WN_NO_MEMORY, "case %u ran out of what it had reserved", i);
        close_fixture(f);
    }
    free(f);
}

/* Along a line of knight's moves every expansion touches more than one new page. */
static void a_reservation_covers_searches_that_touch_much(void **state) {
    (void)state;
    enum { WIDTH = 1000, HEIGHT = 500, EXPANSIONS = 400 };
    struct fixture *f = test_alloc(sizeof *f);
    f->book = (ledger){0};
    wend_allocator allocator = ledger_allocator(&f->book);
    wn_memory_init(&f->memory, &allocator, 0);
    char *cells = test_alloc((size_t)WIDTH * HEIGHT);
    memset(cells, '.', (size_t)WIDTH * HEIGHT);
    wend_map_def def = {.width = WIDTH, .height = HEIGHT, .neighbors = 16, .cells = cells};
    assert_int_equal(wend_map_create(&def, &f->map, NULL), WEND_OK);
    const wend_domain *domain = wend_map_domain(f->map);
    wn_policy policy = WN_POLICY_PLAIN;
    policy.map_kernel = wn_grid_kernel;
    assert_true(wn_search_init(&f->search, domain, &policy, &f->memory));
    assert_true(wn_search_reserve(&f->search, EXPANSIONS, 1));
    wn_search_start(&f->search, wn_grid_id(f->map, 905, 455));
    assert_true(f->search.kernel->seed(&f->search, wn_grid_id(f->map, 5, 5), 0));
    uint32_t used;
    assert_int_equal(run(f, EXPANSIONS, &used), WN_RUNNING);
    assert_int_equal(used, EXPANSIONS);
    assert_true(f->search.nodes.pages.taken > EXPANSIONS * 6 / 5); /* else this proves nothing */
    close_fixture(f);
    free(cells);
    free(f);
}

/* Costs end at WEND_COST_MAX: a search that would exceed it reports so. */
static void too_dear_is_an_outcome(void **state) {
    (void)state;
    struct fixture *f = test_alloc(sizeof *f);
    for (uint32_t heap = 0; heap < 2; heap++) {
        make_open(f, 30, 1, 8);
        open_fixture(f, heap);
        assert_true(wn_search_reserve(&f->search, 100, 1));
        wn_search_start(&f->search, id_of(f, 29));
        wend_cost spent = WEND_COST_MAX - 10 * WEND_COST_ONE;
        assert_true(f->search.kernel->seed(&f->search, id_of(f, 0), spent));
        uint32_t used;
        assert_int_equal(run(f, 100, &used), WN_TOO_EXPENSIVE);
        assert_int_equal(used, 11);
        assert_int_equal(run(f, 100, &used), WN_TOO_EXPENSIVE);
        wn_search_start(&f->search, id_of(f, 10));
        assert_true(f->search.kernel->seed(&f->search, id_of(f, 0), spent));
        assert_int_equal(run(f, 100, &used), WN_FOUND);
        assert_int_equal(wn_search_g(&f->search, id_of(f, 10)), WEND_COST_MAX);
        close_fixture(f);
    }
    free(f);
}

/* ---- Many starts ----------------------------------------------------------------------------- */

/* From seeds with different costs, the goal is reached through the one with the least total
 * cost. */
static void seeds_bring_their_price_with_them(void **state) {
    (void)state;
    struct fixture *f = test_alloc(sizeof *f);
    for (uint32_t i = 0; i < test_scaled(1500); i++) {
        dice d = dice_of(80000 + i);
        plain_random(&f->plain, &d, 20);
        int goal = plain_random_free(&f->plain, &d);
        if (goal < 0) {
            continue;
        }
        wend_cost distance[PLAIN_CELLS_MAX];
        plain_distances(&f->plain, goal, distance);
        open_fixture(f, true);
        uint32_t seeds = dice_between(&d, 1, 20);
        assert_true(wn_search_reserve(&f->search, 5000, seeds));
        wn_search_start(&f->search, id_of(f, goal));
        uint64_t best = PLAIN_UNREACHED;
        for (uint32_t s = 0; s < seeds; s++) {
            int seed = plain_random_free(&f->plain, &d);
            wend_cost price = dice_between(&d, 0, 40000);
            assert_true(f->search.kernel->seed(&f->search, id_of(f, seed), price));
            uint64_t sum = (uint64_t)distance[seed] + price;
            best = distance[seed] != PLAIN_UNREACHED && sum < best ? sum : best;
        }
        uint32_t used;
        wn_outcome outcome = run(f, 5000, &used);
        check((outcome == WN_FOUND) == (best != PLAIN_UNREACHED), "case %u", i);
        check(outcome != WN_FOUND || wn_search_g(&f->search, id_of(f, goal)) == best, "case %u", i);
        close_fixture(f);
    }
    free(f);
}

/* ---- Deadlines ------------------------------------------------------------------------------- */

static uint64_t count_looks(void *context) {
    return (*(uint64_t *)context)++;
}

/* The first reading comes after 4 expansions. With so little time, each next one is due at its end,
 * but after no more expansions than were made before in this run and the last. */
static void the_clock_is_looked_at_more_often_towards_the_end(void **state) {
    (void)state;
    struct fixture *f = test_alloc(sizeof *f);
    make_open(f, 64, 64, 8);
    /* A wall makes the search long. */
    for (int x = 0; x < 63; x++) {
        f->plain.cells[32 * 64 + x] = '@';
    }
    open_fixture(f, false);
    begin(f, 0, 63 * 64);
    uint64_t looks = 0;
    wend_clock clock = {count_looks, &looks};
    uint32_t used = 0;
    wn_deadline none = {0};
    assert_int_equal(wn_search_run(&f->search, 100, &none, &used), WN_RUNNING);
    assert_int_equal(used, 100);
    wn_deadline deadline = {&clock, 5};
    used = 7; /* is added to */
    assert_int_equal(wn_search_run(&f->search, 1000, &deadline, &used), WN_RUNNING);
    assert_int_equal(looks, 6); /* the sixth reading returns 5 */
    uint32_t last = 4 + 4 + 8 * 3 / (2 + 1) + 16 * 2 / (3 + 1) + 24 * 1 / (4 + 1);
    assert_int_equal(used, 7 + last);
    looks = 0;
    used = 0;
    assert_int_equal(wn_search_run(&f->search, 500, &(wn_deadline){&clock, 1000}, &used),
                     WN_RUNNING);
    assert_int_equal(used, 500);
    /* After once, three, seven and fifteen times as many, and 500. */
    assert_true(15 * last < 500 && 31 * last > 500);
    assert_int_equal(looks, 1 + 5);
    used = 0;
    assert_int_equal(wn_search_run(&f->search, 20, &(wn_deadline){&clock, 1000}, &used),
                     WN_RUNNING);
    assert_int_equal(used, 20);
    /* A run that begins after its deadline is as short as possible, however fast the last one
     * was. */
    used = 0;
    assert_int_equal(wn_search_run(&f->search, 1000, &(wn_deadline){&clock, 1}, &used), WN_RUNNING);
    assert_int_equal(used, 1);
    close_fixture(f);
    free(f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(expansions_follow_the_written_order),
        cmocka_unit_test(the_sparse_queue_expands_what_the_heap_does),
        cmocka_unit_test(parents_lead_back_to_the_start),
        cmocka_unit_test(a_straight_line_costs_one_expansion_per_step),
        cmocka_unit_test(with_equal_f_the_goal_wins),
        cmocka_unit_test(a_search_can_be_cut_anywhere),
        cmocka_unit_test(a_search_goes_on_after_it_had_no_memory),
        cmocka_unit_test(a_reservation_covers_what_it_says),
        cmocka_unit_test(a_reservation_covers_searches_that_touch_much),
        cmocka_unit_test(too_dear_is_an_outcome),
        cmocka_unit_test(seeds_bring_their_price_with_them),
        cmocka_unit_test(the_clock_is_looked_at_more_often_towards_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
