/* Finders and edits of the map, before and after a query finishes. */
#include <wend/finder.h>

#include "support/test.h"
#include "support/update.h"

#include <string.h>

#define SIDE 3u
#define LONG 100u

static wend_map *empty_map(uint32_t width, uint32_t height) {
    uint8_t bytes[LONG];
    memset(bytes, 1, sizeof bytes);
    wend_map_def def = {.width = width, .height = height, .bytes = bytes};
    wend_map *map;
    assert_int_equal(wend_map_create(&def, &map, NULL), WEND_OK);
    return map;
}

static wend_finder *finder_on(const wend_map *map) {
    wend_finder *finder;
    assert_int_equal(wend_finder_create(&(wend_finder_def){.map = map}, &finder, NULL), WEND_OK);
    return finder;
}

/* A finished query gives the same answer again, although the map was edited; the next query does
 * not. */
static void answers_stay(void **state) {
    (void)state;
    wend_map *map = empty_map(SIDE, SIDE);
    wend_finder *finder = finder_on(map);
    wend_answer first, again;
    assert_int_equal(wend_finder_find(finder, 0, 2, NULL, &first), WEND_OK);
    assert_int_equal(first.cost, 2 * WEND_COST_ONE);
    wend_map_set_free(map, 1, 0, false);
    assert_int_equal(wend_finder_step(finder, (wend_budget){.work = 1000}, &again), WEND_OK);
    assert_int_equal(again.status, first.status);
    assert_int_equal(again.cost, first.cost);
    assert_int_equal(again.work, first.work);
    assert_int_equal(wend_finder_find(finder, 0, 2, NULL, &again), WEND_OK);
    assert_int_equal(again.cost, 4 * WEND_COST_ONE);
    wend_finder_destroy(finder);
    wend_map_destroy(map);
}

/* An answer does not contain what the query had found before an edit. */
static void edits_take_answers_back(void **state) {
    (void)state;
    wend_map *map = empty_map(LONG, 1); /* a corridor */
    wend_finder *finder = finder_on(map);
    wend_state path[LONG];
    wend_query query = {.path = path, .capacity = LONG};
    for (uint32_t steps = 1; steps < 5; steps++) {
        wend_answer answer;
        wend_map_set_free(map, 50, 0, true);
        assert_int_equal(wend_finder_begin(finder, 0, LONG - 1, &query), WEND_OK);
        for (uint32_t i = 0; i < steps; i++) {
            assert_int_equal(wend_finder_step(finder, (wend_budget){.work = 24}, &answer), WEND_OK);
            assert_int_equal(answer.status, WEND_FIND_PENDING);
        }
        wend_map_set_free(map, 50, 0, false);
        assert_int_equal(wend_finder_step(finder, (wend_budget){.work = 100000}, &answer), WEND_OK);
        assert_int_equal(answer.status, WEND_FIND_UNREACHABLE);
        assert_int_equal(answer.end, WEND_STATE_NONE);
        assert_int_equal(answer.cost, 0);
        assert_int_equal(answer.needed, 0);
    }
    wend_finder_destroy(finder);
    wend_map_destroy(map);
}

/* What was known at the beginning of a query is not an answer until it is reported. */
static void nothing_is_over_before_it_is_said(void **state) {
    (void)state;
    for (uint32_t seed = 0; seed < 2; seed++) {
        wend_map *map = empty_map(3, 1);
        uint32_t blocked = seed ? 2 : 1; /* the goal, or a cell before it */
        wend_map_set_free(map, blocked, 0, false);
        wend_components *components;
        assert_int_equal(
            wend_components_create(&(wend_components_def){.map = map}, &components, NULL), WEND_OK);
        wend_finder_def def = {.map = map, .components = seed ? NULL : components};
        wend_finder *finder;
        assert_int_equal(wend_finder_create(&def, &finder, NULL), WEND_OK);
        assert_int_equal(wend_finder_begin(finder, 0, 2, NULL), WEND_OK);
        wend_map_set_free(map, blocked, 0, true);
        update_chunks(components, UINT32_MAX);
        wend_answer answer;
        assert_int_equal(wend_finder_step(finder, (wend_budget){.work = 100000}, &answer), WEND_OK);
        assert_int_equal(answer.status, WEND_FIND_FOUND);
        assert_int_equal(answer.cost, 2 * WEND_COST_ONE);
        wend_finder_destroy(finder);
        wend_components_destroy(components);
        wend_map_destroy(map);
    }
}

/* A query from a cell to itself is not an exception: an edit may still block that cell. */
static void paths_are_written_after_it_is_said(void **state) {
    (void)state;
    wend_map *map = empty_map(SIDE, SIDE);
    wend_finder *finder = finder_on(map);
    wend_state path[1];
    wend_answer answer;
    assert_int_equal(wend_finder_begin(finder, 4, 4, NULL), WEND_OK);
    wend_map_set_free(map, 1, 1, false);
    assert_int_equal(wend_finder_path(finder, path, 1, &answer), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_finder_step(finder, (wend_budget){.work = 100000}, &answer), WEND_OK);
    assert_int_equal(answer.status, WEND_FIND_START_BLOCKED);
    wend_finder_destroy(finder);
    wend_map_destroy(map);
}

/* ---- Blocked starts -------------------------------------------------------------------------- */

/* Leaving a blocked cell may cost less than any other move. The optimal path begins diagonally. */
static void starts_that_cost_little_are_left_the_best_way(void **state) {
    (void)state;
    for (uint8_t factor = 1; factor <= 2; factor++) {
        const uint8_t factors[] = {factor, 3, 3, 3, 3, 3};
        wend_map_def def = {.width = 2, .height = 3, .factors = factors, .cells = "@....."};
        wend_map *map;
        assert_int_equal(wend_map_create(&def, &map, NULL), WEND_OK);
        wend_finder *finder = finder_on(map);
        wend_query query = {.allow_blocked_start = true};
        wend_answer answer;
        assert_int_equal(wend_finder_find(finder, 0, 5, &query, &answer), WEND_OK);
        wend_cost best = wend_map_move_cost(map, 0, 3) + wend_map_move_cost(map, 3, 5);
        assert_int_equal(answer.cost, best);
        wend_finder_destroy(finder);
        wend_map_destroy(map);
    }
}

static void check_from_blocked(wend_finder *finder, wend_query query, wend_find_status expected) {
    wend_state path[LONG];
    wend_answer answer;
    query.path = path;
    query.capacity = LONG;
    assert_int_equal(wend_finder_find(finder, 0, 2, &query, &answer), WEND_OK);
    assert_int_equal(answer.status, expected);
    if (expected == WEND_FIND_START_BLOCKED) {
        assert_int_equal(answer.end, WEND_STATE_NONE);
        assert_int_equal(answer.count, 0);
        assert_int_equal(answer.work, 0);
        assert_int_equal(wend_finder_path(finder, path, LONG, &answer), WEND_ERROR_ARGUMENT);
    } else {
        assert_int_equal(path[0], 0);
        assert_int_equal(path[answer.count - 1], 2);
    }
}

/* No path begins in a wall unless the query allows it, whatever else it asks for. */
static void paths_begin_in_a_wall_only_if_allowed(void **state) {
    (void)state;
    static const wend_state goals[] = {2, 0};
    wend_map *map = empty_map(SIDE, SIDE);
    wend_finder *finder = finder_on(map);
    wend_map_set_free(map, 0, 0, false);
    const wend_query queries[] = {{0},
                                  {.nearest = true},
                                  {.goals = goals, .goal_count = 1},
                                  {.within = 1},
                                  {.form = WEND_PATH_WAYPOINTS}};
    for (uint32_t i = 0; i < COUNT_OF(queries); i++) {
        wend_query query = queries[i];
        check_from_blocked(finder, query, WEND_FIND_START_BLOCKED);
        query.allow_blocked_start = true;
        check_from_blocked(finder, query, WEND_FIND_FOUND);
    }
    wend_answer answer;
    assert_int_equal(wend_finder_find(finder, 0, 0, NULL, &answer), WEND_OK);
    assert_int_equal(answer.status, WEND_FIND_START_BLOCKED);
    wend_query own = {.goals = goals, .goal_count = 2, .allow_blocked_start = true};
    assert_int_equal(wend_finder_find(finder, 0, 0, &own, &answer), WEND_OK);
    assert_int_equal(answer.status, WEND_FIND_FOUND);
    assert_int_equal(answer.end, 0);
    wend_finder_destroy(finder);
    wend_map_destroy(map);
}

/* A building is placed on the start while the query is running. */
static void edits_block_starts(void **state) {
    (void)state;
    wend_map *map = empty_map(LONG, 1);
    wend_finder *finder = finder_on(map);
    for (uint32_t allowed = 0; allowed < 2; allowed++) {
        wend_query query = {.allow_blocked_start = allowed};
        wend_answer answer;
        wend_map_set_free(map, 0, 0, true);
        assert_int_equal(wend_finder_begin(finder, 0, LONG - 1, &query), WEND_OK);
        wend_map_set_free(map, 0, 0, false);
        assert_int_equal(wend_finder_step(finder, (wend_budget){.work = 100000}, &answer), WEND_OK);
        assert_int_equal(answer.status, allowed ? WEND_FIND_FOUND : WEND_FIND_START_BLOCKED);
    }
    wend_finder_destroy(finder);
    wend_map_destroy(map);
}

/* One blocked start does not stop a batch. */
static void batches_answer_blocked_starts(void **state) {
    (void)state;
    static const wend_state starts[] = {0, 4, 8}, goals[] = {8, 0, 4};
    wend_map *map = empty_map(SIDE, SIDE);
    wend_finder *finder = finder_on(map);
    wend_map_set_free(map, 0, 0, false);
    wend_answer answers[3];
    assert_int_equal(wend_finder_find_many(finder, starts, goals, 3, NULL, answers), WEND_OK);
    assert_int_equal(answers[0].status, WEND_FIND_START_BLOCKED);
    assert_int_equal(answers[1].status, WEND_FIND_UNREACHABLE);
    assert_int_equal(answers[2].status, WEND_FIND_FOUND);
    wend_finder_destroy(finder);
    wend_map_destroy(map);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_stay),
        cmocka_unit_test(edits_take_answers_back),
        cmocka_unit_test(nothing_is_over_before_it_is_said),
        cmocka_unit_test(paths_are_written_after_it_is_said),
        cmocka_unit_test(paths_begin_in_a_wall_only_if_allowed),
        cmocka_unit_test(edits_block_starts),
        cmocka_unit_test(batches_answer_blocked_starts),
        cmocka_unit_test(starts_that_cost_little_are_left_the_best_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
