/* Errors that the headers promise, and what they leave unchanged. */
#include <wend/research.h>
#include <wend/wend.h>

#include "support/folder.h"
#include "support/map_aids.h"
#include "support/plain_map.h"
#include "support/step.h"
#include "support/test.h"

#include <stdio.h>
#include <string.h>

static wend_map *make_map(const char *const *rows) {
    plain_map plain;
    plain_from_picture(&plain, rows);
    return plain_to_wend(&plain);
}

/* ---- Teleports and new goals ----------------------------------------------------------------- */

static void check_cannot_be_sent(wend_agent *agent) {
    wend_state at = wend_agent_state(agent), goal = wend_agent_goal(agent);
    assert_int_equal(wend_agent_set_goal(agent, at), WEND_ERROR_UNSUPPORTED);
    assert_int_equal(wend_agent_teleport(agent, goal), WEND_ERROR_UNSUPPORTED);
    assert_int_equal(wend_agent_state(agent), at);
    assert_int_equal(wend_agent_goal(agent), goal);
    wend_agent_destroy(agent);
}

/* A racetrack treats all states of the goal's cell as one; the states of a puzzle have no
 * numbers. */
static void agents_that_cannot_be_sent_elsewhere(void **state) {
    (void)state;
    wend_racetrack_def form = {.width = 4, .height = 1, .cells = "____"};
    wend_domain *track, *puzzle;
    assert_int_equal(wend_racetrack_create(&form, &track, NULL), WEND_OK);
    wend_agent_def def = {.domain = track, .algo = wend_algo_astar()};
    def.start = wend_racetrack_state(track, 0, 0, 0, 0);
    def.goal = wend_racetrack_state(track, 3, 0, 0, 0);
    check_cannot_be_sent(make_agent(&def));
    wend_domain_destroy(track);

    wend_puzzle_def tiles = {.width = 3, .height = 3};
    assert_int_equal(wend_puzzle_create(&tiles, &puzzle, NULL), WEND_OK);
    def = (wend_agent_def){.domain = puzzle, .algo = wend_algo_astar()};
    static const uint8_t start[] = {1, 0, 2, 3, 4, 5, 6, 7, 8},
                         goal[] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    assert_int_equal(wend_puzzle_pack(puzzle, start, &def.start_packed), WEND_OK);
    assert_int_equal(wend_puzzle_pack(puzzle, goal, &def.goal_packed), WEND_OK);
    check_cannot_be_sent(make_agent(&def));
    wend_domain_destroy(puzzle);
}

/* ---- Maps ------------------------------------------------------------------------------------ */

static void factors_are_set_as_a_whole_or_not_at_all(void **state) {
    (void)state;
    plain_map plain;
    static const char *const rows[] = {"...", "...", NULL};
    plain_from_picture(&plain, rows);
    plain.weighted = true;
    memset(plain.factors, 1, sizeof plain.factors);
    wend_map *map = plain_to_wend(&plain);
    static const uint8_t factors[] = {2, 0};
    assert_int_equal(wend_map_set_factors(map, 0, 0, 2, 1, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_set_factors(NULL, 0, 0, 2, 1, factors), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_set_factors(map, 2, 0, 2, 1, factors), WEND_ERROR_OUTSIDE);
    assert_int_not_equal(wend_map_set_factors(map, 0, 0, 2, 1, factors), WEND_OK);
    assert_int_equal(wend_map_version(map), 0);
    assert_int_equal(wend_map_move_cost(map, 1, 0), WEND_COST_ONE);
    wend_map_destroy(map);
}

/* ---- Tables of subgoals ---------------------------------------------------------------------- */

static wend_error create_table(wend_subgoals_def def, wend_subgoals **out) {
    *out = (wend_subgoals *)(void *)&def; /* not null */
    return wend_subgoals_create(&def, out, NULL);
}

static void tables_say_why_they_cannot_be_made(void **state) {
    (void)state;
    static const char *const rows[] = {"...", "...", NULL};
    wend_map *map = make_map(rows);
    wend_abstraction *abstraction;
    assert_int_equal(
        wend_abstraction_create(&(wend_abstraction_def){.map = map}, &abstraction, NULL), WEND_OK);
    wend_subgoals *table;
    wend_subgoals_def good = {0}, def = good;
    good.abstraction = abstraction;
    assert_int_equal(wend_subgoals_create(NULL, &table, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_subgoals_create(&good, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(create_table(def, &table), WEND_ERROR_ARGUMENT);
    const uint32_t levels[] = {UINT32_MAX, WEND_LEVELS_MAX + 1};
    const uint32_t depths[] = {UINT32_MAX, WEND_DEPTH_MAX + 1};
    for (uint32_t i = 0; i < 2; i++) {
        def = good, def.level = levels[i];
        assert_int_equal(create_table(def, &table), WEND_ERROR_ARGUMENT);
        def = good, def.depth_max = depths[i];
        assert_int_equal(create_table(def, &table), WEND_ERROR_ARGUMENT);
    }
    wend_map_set_free(map, 0, 0, false);
    assert_int_equal(create_table(good, &table), WEND_ERROR_STALE);
    assert_null(table);
    for (uint32_t cell = 1; cell < 6; cell++) {
        wend_map_set_free(map, cell % 3, cell / 3, false);
    }
    assert_int_equal(wend_abstraction_update(abstraction), WEND_OK);
    assert_int_equal(create_table(good, &table), WEND_ERROR_SIZE); /* no cell is free */
    assert_null(table);
    wend_abstraction_destroy(abstraction);
    wend_map_destroy(map);
}

/* A full disk is reported, at the latest when the file is closed. */
static void tables_say_why_they_cannot_be_saved(void **state) {
    (void)state;
    static const char *const rows[] = {"...", "...", NULL};
    wend_map *map = make_map(rows);
    test_aids aids = aids_make(map);
    wend_diagnosis diagnosis = {.text = ""};
    folder f;
    folder_open(&f);
    char path[400];
    snprintf(path, sizeof path, "%s/file", folder_nothing(&f));
    assert_int_equal(wend_subgoals_save(aids.subgoals, path, &diagnosis), WEND_ERROR_IO);
    assert_non_null(strstr(diagnosis.text, "cannot be opened"));
    FILE *full = fopen("/dev/full", "wb");
    if (full) {
        fclose(full);
        assert_int_equal(wend_subgoals_save(aids.subgoals, "/dev/full", &diagnosis), WEND_ERROR_IO);
        assert_non_null(strstr(diagnosis.text, "cannot be written"));
    }
    wend_subgoals *table;
    assert_int_equal(wend_subgoals_load(NULL, path, NULL, &table, &diagnosis), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_subgoals_load(aids.abstraction, NULL, NULL, &table, &diagnosis),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_subgoals_load(aids.abstraction, path, NULL, NULL, &diagnosis),
                     WEND_ERROR_ARGUMENT);
    folder_close(&f);
    aids_free(&aids);
    wend_map_destroy(map);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agents_that_cannot_be_sent_elsewhere),
        cmocka_unit_test(factors_are_set_as_a_whole_or_not_at_all),
        cmocka_unit_test(tables_say_why_they_cannot_be_made),
        cmocka_unit_test(tables_say_why_they_cannot_be_saved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
