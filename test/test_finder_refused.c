/* What finders refuse, and the errors they return. */
#include <wend/finder.h>

#include "support/ledger.h"
#include "support/plain_map.h"
#include "support/test.h"

/* A small map with its components and a finder. */
typedef struct ground {
    wend_map *map;
    wend_components *components;
    wend_finder *finder;
} ground;

static ground ground_make(void) {
    static const char *const rows[] = {"...", ".@.", "...", NULL};
    plain_map plain;
    plain_from_picture(&plain, rows);
    ground g = {.map = plain_to_wend(&plain)};
    assert_int_equal(
        wend_components_create(&(wend_components_def){.map = g.map}, &g.components, NULL), WEND_OK);
    assert_int_equal(wend_finder_create(&(wend_finder_def){.map = g.map}, &g.finder, NULL),
                     WEND_OK);
    return g;
}

static void ground_clear(ground *g) {
    wend_finder_destroy(g->finder);
    wend_components_destroy(g->components);
    wend_map_destroy(g->map);
}

/* ---- What is refused ------------------------------------------------------------------------- */

static void check_refused(wend_finder_def def, wend_error expected, const char *field) {
    wend_finder *finder = (wend_finder *)&def; /* must be overwritten */
    wend_diagnosis diagnosis = {.text = ""};
    assert_int_equal(wend_finder_create(&def, &finder, &diagnosis), expected);
    assert_null(finder);
    assert_string_equal(diagnosis.field, field);
    assert_int_equal(wend_finder_create(&def, &finder, NULL), expected);
}

static void bad_definitions_are_refused(void **state) {
    (void)state;
    ground s = ground_make(), other = ground_make();
    check_refused((wend_finder_def){0}, WEND_ERROR_ARGUMENT, "map");
    check_refused((wend_finder_def){.map = s.map, .domain = wend_map_domain(s.map)},
                  WEND_ERROR_ARGUMENT, "domain");
    check_refused((wend_finder_def){.domain = wend_map_domain(s.map)}, WEND_ERROR_ARGUMENT,
                  "domain");
    check_refused((wend_finder_def){.map = s.map, .components = other.components},
                  WEND_ERROR_ARGUMENT, "components");
    ledger book = {0};
    wend_allocator half = ledger_allocator(&book);
    half.release = NULL;
    check_refused((wend_finder_def){.map = s.map, .allocator = half}, WEND_ERROR_ARGUMENT,
                  "allocator");
    wend_finder *finder;
    assert_int_equal(wend_finder_create(NULL, &finder, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_finder_create(&(wend_finder_def){.map = s.map}, NULL, NULL),
                     WEND_ERROR_ARGUMENT);
    ground_clear(&s);
    ground_clear(&other);
}

static void check_query(const ground *s, wend_query query, wend_error expected) {
    wend_answer answer;
    assert_int_equal(wend_finder_find(s->finder, 0, 0, &query, &answer), expected);
    assert_int_equal(answer.end, WEND_STATE_NONE);
    assert_int_equal(wend_finder_begin(s->finder, 0, 0, &query), expected);
    assert_int_equal(wend_finder_step(s->finder, (wend_budget){.work = 100}, &answer),
                     WEND_ERROR_ARGUMENT);
}

static void bad_queries_are_refused(void **state) {
    (void)state;
    ground s = ground_make();
    wend_state outside = 9, cell = 0, path[1];
    wend_answer answer;
    assert_int_equal(wend_finder_step(s.finder, (wend_budget){.work = 100}, &answer),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_finder_path(s.finder, path, 1, &answer), WEND_ERROR_ARGUMENT);
    check_query(&s, (wend_query){.capacity = 1}, WEND_ERROR_ARGUMENT);
    check_query(&s, (wend_query){.form = (wend_path_form)2}, WEND_ERROR_ARGUMENT);
    check_query(&s, (wend_query){.goal_count = 1}, WEND_ERROR_ARGUMENT);
    check_query(&s, (wend_query){.goals = &cell}, WEND_ERROR_ARGUMENT);
    check_query(&s, (wend_query){.goals = &cell, .goal_count = WEND_FINDER_GOALS_MAX + 1},
                WEND_ERROR_ARGUMENT);
    check_query(&s, (wend_query){.goals = &cell, .goal_count = 1, .nearest = true},
                WEND_ERROR_ARGUMENT);
    check_query(&s, (wend_query){.goals = &outside, .goal_count = 1}, WEND_ERROR_OUTSIDE);
    check_query(&s, (wend_query){.within = WEND_FINDER_WITHIN_MAX + 1}, WEND_ERROR_ARGUMENT);
    check_query(&s, (wend_query){.budget.work = WEND_WORK_EXPANSION - 1}, WEND_ERROR_BUDGET);
    assert_int_equal(wend_finder_find(s.finder, outside, 0, NULL, &answer), WEND_ERROR_OUTSIDE);
    assert_int_equal(wend_finder_find(s.finder, 0, outside, NULL, &answer), WEND_ERROR_OUTSIDE);
    assert_int_equal(wend_finder_find(s.finder, 0, 0, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_finder_begin(s.finder, 0, 0, NULL), WEND_OK);
    assert_int_equal(wend_finder_step(s.finder, (wend_budget){.work = 23}, &answer),
                     WEND_ERROR_BUDGET);
    assert_int_equal(wend_finder_step(s.finder, (wend_budget){.work = 24}, NULL),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_finder_range(s.finder, outside, 0, NULL, 0, &answer), WEND_ERROR_OUTSIDE);
    assert_int_equal(wend_finder_range(s.finder, 0, 0, NULL, 1, &answer), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_finder_range(s.finder, 0, 0, NULL, 0, NULL), WEND_ERROR_ARGUMENT);
    ground_clear(&s);
}

static void null_is_answered(void **state) {
    (void)state;
    wend_answer answer;
    wend_state path[1];
    assert_int_equal(wend_finder_memory(NULL), 0);
    wend_finder_destroy(NULL);
    assert_int_equal(wend_finder_find(NULL, 0, 0, NULL, &answer), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_finder_begin(NULL, 0, 0, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_finder_step(NULL, (wend_budget){.work = 100}, &answer),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_finder_reserve(NULL, 100), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_finder_path(NULL, path, 1, &answer), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_finder_range(NULL, 0, 0, NULL, 0, &answer), WEND_ERROR_ARGUMENT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_definitions_are_refused),
        cmocka_unit_test(bad_queries_are_refused),
        cmocka_unit_test(null_is_answered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
