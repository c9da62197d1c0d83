/* Jump point search on ground wide enough for diagonals to be postponed, compared with distances
 * that are found by sweeping over the map until nothing becomes cheaper. */
#include "support/dice.h"
#include "support/test.h"
#include "support/walker.h"

#include <string.h>

#define SIDE  200
#define CELLS (SIDE * SIDE)
#define FAR   UINT32_MAX

/* ---- The reference --------------------------------------------------------------------------- */

static bool is_free(const char *cells, int x, int y) {
    return x >= 0 && y >= 0 && x < SIDE && y < SIDE && cells[y * SIDE + x] == '.';
}

static wend_cost step_cost(const char *cells, int x, int y, int dx, int dy) {
    if (!is_free(cells, x + dx, y + dy)) {
        return 0;
    }
    if (dx == 0 || dy == 0) {
        return WEND_COST_ONE;
    }
    return is_free(cells, x + dx, y) && is_free(cells, x, y + dy) ? WEND_COST_DIAGONAL : 0;
}

/* Takes cheaper routes from the neighbours of a cell. Moves cost the same in both directions. */
static bool improve(const char *cells, wend_cost *distance, int x, int y) {
    bool better = false;
    for (int n = 0; n < 9; n++) {
        int dx = n % 3 - 1, dy = n / 3 - 1;
        wend_cost cost = n == 4 ? 0 : step_cost(cells, x, y, dx, dy);
        wend_cost there = cost ? distance[(y + dy) * SIDE + x + dx] : FAR;
        if (there != FAR && there + cost < distance[y * SIDE + x]) {
            distance[y * SIDE + x] = there + cost;
            better = true;
        }
    }
    return better;
}

static void sweep_distances(const char *cells, int from, wend_cost *distance) {
    for (int cell = 0; cell < CELLS; cell++) {
        distance[cell] = FAR;
    }
    distance[from] = 0;
    for (bool better = true; better;) {
        better = false;
        for (int pass = 0; pass < 2; pass++) { /* forwards, then backwards */
            for (int n = 0; n < CELLS; n++) {
                int cell = pass ? CELLS - 1 - n : n;
                if (cells[cell] == '.') {
                    better |= improve(cells, distance, cell % SIDE, cell / SIDE);
                }
            }
        }
    }
}

/* ---- Maps ------------------------------------------------------------------------------------ */

/* Open ground with up to `blocks` rectangles on it, of sides up to `most`. */
static void draw_ground(char *cells, dice *d, uint32_t blocks, uint32_t most) {
    memset(cells, '.', CELLS);
    for (uint32_t n = dice_between(d, 0, blocks); n > 0; n--) {
        uint32_t x = dice_between(d, 0, SIDE - 1), y = dice_between(d, 0, SIDE - 1);
        uint32_t width = dice_between(d, 1, most), height = dice_between(d, 1, most);
        width = width < SIDE - x ? width : SIDE - x;
        height = height < SIDE - y ? height : SIDE - y;
        for (uint32_t row = y; row < y + height; row++) {
            memset(cells + row * SIDE + x, '@', width);
        }
    }
}

static wend_agent_def trip_to(const wend_map *map, const char *algo, wend_state start,
                              wend_state goal) {
    wend_agent_def def = {0};
    def.map = map, def.algo = wend_algo_find(algo), def.start = start, def.goal = goal;
    return def;
}

static uint64_t route_cost(const wend_map *map, const char *algo, uint32_t budget, wend_state start,
                           wend_state goal) {
    wend_agent_def def = trip_to(map, algo, start, goal);
    walker w = walker_open(&def, budget);
    uint64_t cost = walker_walk(&w) == WEND_AGENT_ARRIVED ? w.cost : FAR;
    walker_close(&w);
    return cost;
}

/* Complete and in slices, jump point search and A*. */
static void routes_over_wide_ground_are_shortest(void **state) {
    (void)state;
    static char cells[CELLS];
    static wend_cost distance[CELLS];
    static const uint32_t blocks[] = {0, 3, 20, 150};
    for (uint32_t i = 0; i < test_scaled(60); i++) {
        dice d = dice_of(i + 150000);
        draw_ground(cells, &d, blocks[i % 4], i % 4 == 3 ? 12 : 90);
        wend_map *map = walker_map(cells, SIDE, SIDE);
        wend_state start = walker_free_cell(map, dice_between(&d, 0, CELLS - 1));
        sweep_distances(cells, (int)start, distance);
        for (uint32_t n = 0; n < 6; n++) {
            wend_state goal = walker_free_cell(map, dice_between(&d, 0, CELLS - 1));
            uint64_t whole = route_cost(map, "jps", 1000000, start, goal);
            uint64_t sliced = route_cost(map, "jps", dice_between(&d, 1, 20), start, goal);
            uint64_t early = route_cost(map, "tbjps", 1000000, start, goal);
            check(whole == distance[goal] && sliced == distance[goal] && early == distance[goal],
                  "case %u, %u to %u: %u, %u and %u, the distance is %u", i, start, goal,
                  (uint32_t)whole, (uint32_t)sliced, (uint32_t)early, distance[goal]);
        }
        check(route_cost(map, "astar", 1000000, start, 0) == distance[0] || cells[0] == '@',
              "case %u: A* to the corner", i);
        wend_map_destroy(map);
    }
}

/* ---- Continuations --------------------------------------------------------------------------- */

/* Work of a complete search over ground of 62 x 62 cells, where every scan is one word, with one
 * cell blocked. */
static uint32_t units_round(uint32_t blocked_x, uint32_t blocked_y, uint32_t x, uint32_t y) {
    static char cells[62 * 62];
    memset(cells, '.', sizeof cells);
    cells[blocked_y * 62 + blocked_x] = '@';
    wend_map *map = walker_map(cells, 62, 62);
    wend_agent_def def = trip_to(map, "jps", 0, wend_map_state(map, x, y));
    walker w = walker_open_on(map, &def, 100000);
    walker_step(&w);
    assert_true(w.tick.flags & WEND_TICK_FOUND);
    uint32_t units = w.tick.work;
    walker_close(&w);
    return units;
}

/* The blocked cell is far away from the route. */
static uint32_t units_to(uint32_t x, uint32_t y) {
    return units_round(0, 61, x, y);
}

/* From a corner there is one diagonal. It is followed for 32 steps, 4 units of work each with their
 * two scans, and then postponed for 20; taking a node or a continuation from the open list is 24,
 * the two straight scans of the start that are not blocked are 2, reaching the goal 20. */
static void a_diagonal_is_put_off_after_32_steps(void **state) {
    (void)state;
    assert_int_equal(units_to(61, 10), 24 + 2 + 32 * 4 + 20 + 20);
    /* The continuation runs: 29 more steps to the border, with the goal in line with the 28th. */
    assert_int_equal(units_to(61, 60), 24 + 2 + 32 * 4 + 20 + 24 + 29 * 4 + 20);
}

/* A goal that is near is seen at once: 4 units of work, and 1 for two diagonal steps. */
static void a_goal_in_sight_ends_the_search(void **state) {
    (void)state;
    assert_int_equal(units_to(61, 20), 24 + 4 + 20 / 2 + 20);
    assert_int_equal(units_to(36, 36), 24 + 4 + 36 / 2 + 20);
    assert_int_equal(units_to(48, 0), 24 + 4 + 20);
}

/* From the start the other route of the same length is checked, too: straight, then diagonal,
 * through a node where it turns and from which the goal is visible. */
static void a_goal_in_sight_the_other_way_ends_the_search(void **state) {
    (void)state;
    uint32_t second = 20 + 24 + 4 + 5 / 2 + 20;
    assert_int_equal(units_round(10, 5, 20, 5), 24 + 4 + 4 + 5 / 2 + second);
    assert_int_equal(units_round(5, 10, 5, 20), 24 + 4 + 4 + 5 / 2 + second);
    assert_int_equal(units_round(3, 3, 20, 5), 24 + 4 + 2 / 2 + 4 + 5 / 2 + second);
    assert_true(units_round(17, 2, 20, 5) == 24 + 4 + 5 / 2 + 20); /* needs no other route */
}

/* Three diagonals lead away from the goal: each is given 4 steps and no more, however wide the
 * ground is. */
static void wrong_diagonals_wait(void **state) {
    (void)state;
    uint32_t units[2];
    for (uint32_t n = 0; n < 2; n++) {
        uint32_t side = n ? 2000 : 1000;
        char *cells = test_alloc((size_t)side * side);
        memset(cells, '.', (size_t)side * side);
        wend_map *map = walker_map(cells, side, side);
        free(cells);
        wend_state middle = wend_map_state(map, side / 2, side / 2);
        wend_agent_def def =
            trip_to(map, "jps", middle, wend_map_state(map, side / 2 + 300, side / 2 + 200));
        walker w = walker_open_on(map, &def, 1000000);
        walker_step(&w);
        assert_true(w.tick.flags & WEND_TICK_FOUND);
        units[n] = w.tick.work;
        walker_close(&w);
    }
    /* A step and its two scans of 9 words, 224 times towards the goal and 3 * 4 times away from it,
     * and 8 nodes; 28 steps more along each of three diagonals would be more. */
    check(units[0] < 236 * (2 + 2 * 9) + 8 * 44, "%u units", units[0]);
    /* Scans are longer by 8 words at most; 500 steps more along each of three diagonals would be
     * much more. */
    check(units[1] < units[0] + 2 * 8 * 260, "%u units, and %u on wider ground", units[0],
          units[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(routes_over_wide_ground_are_shortest),
        cmocka_unit_test(a_diagonal_is_put_off_after_32_steps),
        cmocka_unit_test(a_goal_in_sight_ends_the_search),
        cmocka_unit_test(a_goal_in_sight_the_other_way_ends_the_search),
        cmocka_unit_test(wrong_diagonals_wait),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
