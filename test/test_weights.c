/* TB(JPS) and TB(WA*) with weights: the quality of their routes, and that no route is lost. */
#include <wend/research.h>
#include <wend/wend.h>

#include "support/dice.h"
#include "support/plain_map.h"
#include "support/test.h"
#include "support/walker.h"

#include <string.h>

/* ---- One trip -------------------------------------------------------------------------------- */

typedef struct trip_end {
    wend_agent_status status;
    uint64_t cost;
} trip_end;

static trip_end travel(const wend_map *map, const char *algo, uint32_t weight, wend_state start,
                       wend_state goal, uint32_t budget) {
    wend_agent_def def = {0};
    def.map = map, def.start = start, def.goal = goal;
    def.algo = wend_algo_find(algo), def.weight_permille = weight;
    walker w = walker_open(&def, budget);
    trip_end end = {walker_walk(&w), w.cost};
    walker_close(&w);
    return end;
}

/* ---- Small maps of all kinds ----------------------------------------------------------------- */

static const uint32_t weights[] = {1000, 1001, 1200, 1500, 2000, 3000, 10000, 100000};

/* With one large tick the agent follows the route that was found, which costs at most w times the
 * optimum (w = 0: anything). In slices it makes detours, but arrives nevertheless. Returns whether
 * there is a route. */
static bool check_weight(uint32_t number, const plain_map *plain, const char *algo, uint32_t weight,
                         int start, int goal, uint32_t slice) {
    static wend_cost from_start[PLAIN_CELLS_MAX];
    plain_distances(plain, start, from_start);
    uint64_t optimal = from_start[goal];
    wend_map *map = plain_to_wend(plain);
    trip_end whole = travel(map, algo, weight, (wend_state)start, (wend_state)goal, 10000000);
    trip_end sliced = travel(map, algo, weight, (wend_state)start, (wend_state)goal, slice);
    bool is_reached = optimal != PLAIN_UNREACHED;
    wend_agent_status expected = is_reached ? WEND_AGENT_ARRIVED : WEND_AGENT_UNREACHABLE;
    check(whole.status == expected && sliced.status == expected,
          "case %u, %s, w = %u: statuses %d and %d", number, algo, weight, (int)whole.status,
          (int)sliced.status);
    bool is_bounded = whole.cost * 1000 <= optimal * weight || !weight;
    check(!is_reached || (whole.cost >= optimal && is_bounded), "case %u, %s, w = %u: %u for %u",
          number, algo, weight, (unsigned)whole.cost, (unsigned)optimal);
    wend_map_destroy(map);
    return is_reached;
}

static void no_route_costs_more_than_its_weight(void **state) {
    (void)state;
    static const wend_corners corners[] = {WEND_CORNERS_NEVER, WEND_CORNERS_ONE,
                                           WEND_CORNERS_ALWAYS};
    uint32_t reached = 0, unreachable = 0;
    for (uint32_t i = 0; i < test_scaled(4000); i++) {
        dice d = dice_of(i + 91000);
        plain_map plain;
        plain_random(&plain, &d, 40);
        plain.neighbors = 8, plain.corners = (int)corners[i % 3];
        int start = plain_random_free(&plain, &d), goal = plain_random_free(&plain, &d);
        if (start >= 0) {
            uint32_t weight = DICE_PICK(&d, weights), slice = dice_between(&d, 1, 20);
            bool is_reached = check_weight(i, &plain, "tbjps", weight, start, goal, slice);
            reached += is_reached, unreachable += !is_reached;
            check_weight(i, &plain, "tbwa", weight, start, goal, slice);
            check_weight(i, &plain, "tbgbfs", 0, start, goal, slice);
        }
    }
    assert_true(reached > 0 && unreachable > 0);
}

/* A node in the middle is first reached by the longer route from the south and expanded, and then
 * reached by a better route from the east. It must be expanded again: the moves that it skips after
 * the first route are skipped by other nodes because of the second. */
static void a_better_way_from_elsewhere_is_followed(void **state) {
    (void)state;
    const char *cells = "@@@@@@@@s@@@@@@"
                        "@@@@@@@@..@@@@@"
                        "@@@@@@@@@....@@"
                        "@@@@@@@@@@@@.@@"
                        "@@@@@@@@@@@@..."
                        "@@@@@@@@@@@@@@."
                        "@@@@@@@@@@@@@@."
                        "@@@@@@@@@@@...."
                        "@...@@@..@@.@@@"
                        "..@.....@@@.@@@"
                        ".@@@@@...@@.@@@"
                        "g@@@@@......@@@"
                        "@@@@@.....@@@@@"
                        "@@@@..@.@@@@@@@"
                        "@@@@.@@.@@@@@@@"
                        "@@@@....@@@@@@@";
    char terrain[15 * 16];
    for (size_t i = 0; i < sizeof terrain; i++) {
        terrain[i] = cells[i] == '@' ? '@' : '.';
    }
    wend_state start = (wend_state)(strchr(cells, 's') - cells);
    wend_state goal = (wend_state)(strchr(cells, 'g') - cells);
    for (int corners = WEND_CORNERS_NEVER; corners <= WEND_CORNERS_ALWAYS; corners++) {
        wend_map_def def = {
            .width = 15, .height = 16, .corners = (wend_corners)corners, .cells = terrain};
        wend_map *map;
        assert_int_equal(wend_map_create(&def, &map, NULL), WEND_OK);
        wend_agent_status status = travel(map, "astar", 0, start, goal, 1000).status;
        for (size_t w = 0; w < COUNT_OF(weights); w++) {
            check(travel(map, "tbjps", weights[w], start, goal, 1000).status == status,
                  "corners %d, w = %u", corners, weights[w]);
        }
        wend_map_destroy(map);
    }
}

/* ---- Random obstacles ------------------------------------------------------------------------ */

#define SIDE 192u

/* A search with a large weight heads for the goal: on random obstacles its routes are good on
 * average, and no worse than those of the same search on cells. (An open list that returns the
 * newest node instead of the best one has 2.5 times the optimum here.) */
static void weighted_jumps_are_as_good_as_weighted_cells(void **state) {
    (void)state;
    static char cells[SIDE * SIDE + 1]; /* ends with 0, for strrchr */
    double jumps = 0, by_cell = 0;
    uint32_t count = 0;
    for (uint32_t i = 0; i < 24; i++) {
        wend_gen_def gen = {.kind = WEND_GEN_RANDOM,
                            .width = SIDE,
                            .height = SIDE,
                            .density = 10 + i % 4 * 10,
                            .seed = 500 + i};
        assert_int_equal(wend_gen(&gen, cells), WEND_OK);
        wend_map *map = walker_map(cells, SIDE, SIDE);
        wend_state start = (wend_state)(strchr(cells, '.') - cells);
        wend_state goal = (wend_state)(strrchr(cells, '.') - cells);
        trip_end best = travel(map, "astar", 0, start, goal, 10000000);
        if (best.status == WEND_AGENT_ARRIVED) {
            jumps +=
                (double)travel(map, "tbjps", 3000, start, goal, 10000000).cost / (double)best.cost;
            by_cell +=
                (double)travel(map, "tbwa", 3000, start, goal, 10000000).cost / (double)best.cost;
            count++;
        }
        wend_map_destroy(map);
    }
    assert_true(count >= 12);
    check(jumps / count <= 1.15, "tbjps, w = 3: %.3f of the optimum", jumps / count);
    check(jumps <= by_cell * 1.05, "tbjps %.3f, tbwa %.3f", jumps / count, by_cell / count);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_route_costs_more_than_its_weight),
        cmocka_unit_test(a_better_way_from_elsewhere_is_followed),
        cmocka_unit_test(weighted_jumps_are_as_good_as_weighted_cells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
