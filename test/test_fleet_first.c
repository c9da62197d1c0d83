/* The first, short search of an order: its length, which orders get one, and what follows. */
#include <wend/wend.h>

#include "support/muster.h"
#include "support/test.h"

#include <string.h>

/* A frame with this budget has less than WEND_FLEET_WORK_BEGIN left for searches, so no search does
 * anything in the frame in which the one before it ends. */
#define BUDGET 400u

/* Scattered walls, and one with a door in the corner that is farthest from both ends: a search from
 * the upper left cell to the upper right one takes several times WEND_FLEET_WORK_FIRST. */
static void draw_detour(plain_map *plain, bool is_weighted) {
    *plain = (plain_map){.width = 64, .height = 64, .neighbors = 8, .weighted = is_weighted};
    dice d = dice_of(1);
    memset(plain->factors, 1, sizeof plain->factors);
    for (int cell = 0; cell < plain_cells(plain); cell++) {
        int x = cell % plain->width, y = cell / plain->width;
        bool is_wall = x == 32 ? y < 63 : x > 1 && x < 62 && y < 62 && dice_percent(&d, 25);
        plain->cells[cell] = is_wall ? '@' : '.';
        plain->factors[cell] = (uint8_t)(is_weighted ? dice_between(&d, 1, 9) : 1);
    }
}

/* Units with the same order, and a single search. */
static void open_queue(army *a, const wend_algo *algo, wend_wait wait, uint32_t units) {
    plain_map plain;
    draw_detour(&plain, algo == wend_algo_astar());
    const wend_fleet_def def = {
        .algo = algo, .units_max = units, .searches_max = 1, .wait = wait, .group_min = UINT32_MAX};
    army_open(a, &plain, &def, BUDGET);
    for (uint32_t i = 0; i < units; i++) {
        a->count = i + 1;
        a->at[i] = 0;
        assert_int_equal(wend_fleet_add(a->fleet, 0, &a->units[i]), WEND_OK);
        army_send(a, i, 63, NULL);
    }
}

static wend_unit_status status_of(const army *a, uint32_t i) {
    return wend_fleet_status(a->fleet, a->units[i]);
}

/* Frames until a unit has another status. Returns the work of all searches since. */
static uint64_t run_while(army *a, uint32_t i, wend_unit_status status) {
    uint64_t before = wend_fleet_stats(a->fleet).search_work;
    for (uint32_t f = 0; status_of(a, i) == status; f++) {
        check(f < 5000, "unit %u has had status %d for %u frames", i, (int)status, f);
        army_step(a);
    }
    return wend_fleet_stats(a->fleet).search_work - before;
}

static const wend_algo *algos(uint32_t i) {
    return i ? wend_algo_astar() : wend_algo_jps();
}

/* It uses its whole share and no more. Then the other orders follow, and then a complete search. */
static void first_searches_take_their_share(void **state) {
    (void)state;
    for (uint32_t n = 0; n < 2; n++) {
        army a;
        open_queue(&a, algos(n), WEND_WAIT_GREEDY, 3);
        for (uint32_t i = 0; i < 3; i++) {
            assert_int_equal(run_while(&a, i, WEND_UNIT_QUEUED), 0);
            assert_int_equal(status_of(&a, i), WEND_UNIT_SEARCHING);
            uint64_t units = run_while(&a, i, WEND_UNIT_SEARCHING);
            assert_int_equal(status_of(&a, i), WEND_UNIT_QUEUED);
            check(units <= WEND_FLEET_WORK_FIRST, "unit %u: a first search of %u", i,
                  (uint32_t)units);
            check(units > WEND_FLEET_WORK_FIRST - WEND_WORK_EXPANSION,
                  "unit %u: a first search of %u", i, (uint32_t)units);
            assert_int_equal(wend_fleet_stats(a.fleet).searches, 0); /* none has finished */
        }
        uint64_t whole = run_while(&a, 0, WEND_UNIT_QUEUED);
        whole += run_while(&a, 0, WEND_UNIT_SEARCHING);
        assert_int_equal(status_of(&a, 0), WEND_UNIT_FOLLOWING);
        assert_true(whole > 2 * WEND_FLEET_WORK_FIRST);
        army_close(&a);
    }
}

/* With an empty queue it continues to the end; under the other waiting rules every search does. */
static void searches_without_a_limit(void **state) {
    (void)state;
    static const struct {
        wend_wait wait;
        uint32_t units;
    } cases[] = {{WEND_WAIT_GREEDY, 1}, {WEND_WAIT_HILL, 2}, {WEND_WAIT_STAND, 2}};
    for (uint32_t n = 0; n < 2 * COUNT_OF(cases); n++) {
        army a;
        open_queue(&a, algos(n % 2), cases[n / 2].wait, cases[n / 2].units);
        run_while(&a, 0, WEND_UNIT_QUEUED);
        uint64_t units = run_while(&a, 0, WEND_UNIT_SEARCHING);
        assert_int_equal(status_of(&a, 0), WEND_UNIT_FOLLOWING);
        assert_true(units > 2 * WEND_FLEET_WORK_FIRST);
        army_close(&a);
    }
}

/* Every order gets one, also an order of a unit whose last order had one. A search that needs less
 * than its share ends with a route. */
static void every_order_has_a_first_search(void **state) {
    (void)state;
    for (uint32_t n = 0; n < 2; n++) {
        army a;
        open_queue(&a, algos(n), WEND_WAIT_GREEDY, 3);
        run_while(&a, 0, WEND_UNIT_QUEUED);
        run_while(&a, 0, WEND_UNIT_SEARCHING);
        assert_int_equal(status_of(&a, 0), WEND_UNIT_QUEUED);
        army_send(&a, 0, 64 + 63, NULL);
        run_while(&a, 0, WEND_UNIT_QUEUED);
        assert_true(run_while(&a, 0, WEND_UNIT_SEARCHING) <= WEND_FLEET_WORK_FIRST);
        assert_int_equal(status_of(&a, 0), WEND_UNIT_QUEUED);
        a.at[2] = 63 * 64; /* from here the route is free */
        assert_int_equal(wend_fleet_teleport(a.fleet, a.units[2], a.at[2]), WEND_OK);
        army_send(&a, 2, 63 * 64 + 20, NULL);
        run_while(&a, 2, WEND_UNIT_QUEUED);
        assert_true(run_while(&a, 2, WEND_UNIT_SEARCHING) <= WEND_FLEET_WORK_FIRST);
        assert_int_equal(status_of(&a, 2), WEND_UNIT_FOLLOWING);
        army_close(&a);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_searches_take_their_share),
        cmocka_unit_test(searches_without_a_limit),
        cmocka_unit_test(every_order_has_a_first_search),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
