/* The results of functions that only read an object, for a null pointer. */
#include <wend/research.h>
#include <wend/watch.h>
#include <wend/wend.h>

#include "support/test.h"
#include "support/update.h"

#include <string.h>

#define ASSERT_ZEROS(type, call)                                                                   \
    do {                                                                                           \
        type zeros, found = (call);                                                                \
        memset(&zeros, 0, sizeof zeros);                                                           \
        assert_memory_equal(&found, &zeros, sizeof zeros);                                         \
    } while (0)

static void no_agent_has_no_state(void **state) {
    (void)state;
    wend_agent *agent = NULL;
    assert_int_equal(wend_agent_state(agent), WEND_STATE_NONE);
    assert_int_equal(wend_agent_goal(agent), WEND_STATE_NONE);
    assert_int_equal(wend_agent_goal_given(agent), WEND_STATE_NONE);
    ASSERT_ZEROS(wend_explanation, wend_agent_explain(agent));
    assert_null(wend_agent_algo(agent));
    assert_null(wend_agent_user(agent));
    wend_agent_set_user(agent, &agent);
    ASSERT_ZEROS(wend_agent_info, wend_agent_stats(agent));
    ASSERT_ZEROS(wend_packed, wend_agent_packed(agent, 0));
    uint32_t expansions = 7, trace_steps = 7;
    wend_agent_split(agent, 100, &expansions, &trace_steps);
    assert_int_equal(expansions + trace_steps, 0);
    assert_int_equal(wend_agent_restart(agent), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_agent_set_goal(agent, 0), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_agent_teleport(agent, 0), WEND_ERROR_ARGUMENT);
    wend_agent_watch(agent, NULL);
    assert_int_equal(wend_agent_mark(agent, 0), WEND_MARK_NONE);
    wend_state path[1];
    bool complete = true;
    assert_int_equal(wend_agent_path(agent, path, 1, &complete), 0);
    assert_false(complete);
    complete = true;
    assert_int_equal(wend_agent_waypoints(agent, path, 1, &complete), 0);
    assert_false(complete);
    assert_int_equal(wend_agent_next(agent), WEND_STATE_NONE);
    assert_int_equal(wend_agent_ahead(agent, 1), WEND_STATE_NONE);
    wend_tick tick;
    assert_int_equal(wend_agent_plan_expansions(agent, 1, &tick), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_agent_move(agent, &tick), WEND_ERROR_ARGUMENT);
    wend_agent_destroy(agent);
}

static void no_algorithm_reads_nothing(void **state) {
    (void)state;
    for (uint32_t p = 0; p <= WEND_PARAMETER_COUNT; p++) {
        assert_false(wend_algo_reads(NULL, (wend_parameter)p));
        assert_int_equal(wend_algo_default(NULL, (wend_parameter)p), 0);
    }
}

static void no_layer_has_no_map(void **state) {
    (void)state;
    assert_null(wend_layer_map(NULL));
    assert_int_equal(wend_layer_update(NULL), 0);
    assert_int_equal(wend_layer_clearance(NULL, 0, 0), 0);
    assert_int_equal(wend_layer_obstacles(NULL, 0, 0), 0);
    assert_int_equal(wend_layer_memory(NULL), 0);
    assert_int_equal(wend_layer_block(NULL, 0, 0, 1, 1), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_layer_unblock(NULL, 0, 0, 1, 1), WEND_ERROR_ARGUMENT);
    wend_layer_destroy(NULL);
}

static void no_field_leads_anywhere(void **state) {
    (void)state;
    wend_field *field = NULL;
    wend_field_progress growth;
    bool exact = true;
    assert_int_equal(wend_field_create(NULL, &field, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_field_create(&(wend_field_def){0}, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_field_set_goal(field, 0, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_field_reserve(field, 24), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_field_grow(field, 0, (wend_budget){.work = 24}, &growth),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_field_pack(field), WEND_ERROR_ARGUMENT);
    assert_false(wend_field_covers(field, 0));
    assert_int_equal(wend_field_distance(field, 0), WEND_DISTANCE_NONE);
    assert_int_equal(wend_field_next(field, 0, &exact), WEND_STATE_NONE);
    assert_false(exact);
    assert_int_equal(wend_field_memory(field), 0);
    wend_field_destroy(field);
}

static void no_map_has_no_cell(void **state) {
    (void)state;
    const wend_map *map = NULL;
    assert_null(wend_map_domain(map));
    assert_int_equal(wend_map_width(map), 0);
    assert_int_equal(wend_map_height(map), 0);
    assert_int_equal(wend_map_neighbors(map), 0);
    assert_int_equal(wend_map_corners(map), 0);
    assert_int_equal(wend_map_cell(map, 0, 0), '@');
    assert_false(wend_map_is_free(map, 0, 0));
    assert_false(wend_map_weighted(map));
    assert_false(wend_map_jumpable(map));
    assert_int_equal(wend_map_free_count(map), 0);
    assert_int_equal(wend_map_ragged_permille(map), 0);
    assert_int_equal(wend_map_mixed_permille(map), 0);
    assert_int_equal(wend_map_state(map, 0, 0), WEND_STATE_NONE);
    assert_int_equal(wend_map_x(map, 5), 0);
    assert_int_equal(wend_map_y(map, 5), 0);
    assert_int_equal(wend_map_move_cost(map, 0, 1), 0);
    assert_int_equal(wend_map_memory(map), 0);
    assert_int_equal(wend_map_version(map), 0);
    assert_int_equal(wend_map_checksum(map), 0);
    wend_map_destroy(NULL);
}

static void no_belief_knows_nothing(void **state) {
    (void)state;
    assert_null(wend_belief_map(NULL));
    assert_false(wend_belief_knows(NULL, 0, 0));
    assert_int_equal(wend_belief_sense(NULL, 0, 0), 0);
    assert_int_equal(wend_belief_observe(NULL, 0, 0, '.'), WEND_ERROR_ARGUMENT);
    wend_belief_destroy(NULL);
}

static void no_components_reach_nothing(void **state) {
    (void)state;
    wend_state nearest = 7;
    assert_int_equal(wend_components_reach(NULL, 0, 0), WEND_REACH_UNREACHABLE);
    assert_int_equal(wend_components_nearest(NULL, 0, 0, &nearest), WEND_REACH_UNREACHABLE);
    assert_int_equal(nearest, WEND_STATE_NONE);
    assert_int_equal(wend_components_update(NULL, (wend_budget){.work = 1000}, NULL),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_components_version(NULL), 0);
    assert_int_equal(wend_components_memory(NULL), 0);
    assert_null(wend_components_map(NULL));
    wend_components_destroy(NULL);
}

static void no_domain_has_no_state(void **state) {
    (void)state;
    const wend_domain *domain = NULL;
    assert_null(wend_domain_kind(domain));
    assert_false(wend_domain_reversible(domain));
    assert_int_equal(wend_domain_unit(domain), 0);
    assert_int_equal(wend_domain_size(domain), 0);
    assert_int_equal(wend_domain_memory(domain), 0);
    assert_int_equal(wend_graph_edge_count(domain), 0);
    wend_domain_destroy(NULL);
}

/* A domain of another kind gives the same results. */
static void what_is_no_track_has_no_cell(void **state) {
    (void)state;
    wend_puzzle_def def = {0};
    wend_domain *puzzle;
    assert_int_equal(wend_puzzle_create(&def, &puzzle, NULL), WEND_OK);
    const wend_domain *const others[] = {NULL, puzzle};
    for (uint32_t i = 0; i < COUNT_OF(others); i++) {
        const wend_domain *track = others[i];
        assert_int_equal(wend_racetrack_width(track), 0);
        assert_int_equal(wend_racetrack_height(track), 0);
        assert_int_equal(wend_racetrack_max_speed(track), 0);
        assert_false(wend_racetrack_is_free(track, 0, 0));
        uint32_t start[2], finish[2], x = 7, y = 7;
        int vx = 7, vy = 7;
        assert_false(wend_racetrack_ends(track, start, finish));
        assert_int_equal(wend_racetrack_state(track, 0, 0, 0, 0), WEND_STATE_NONE);
        wend_racetrack_describe(track, 0, &x, &y, &vx, &vy);
        assert_true(x == 0 && y == 0 && vx == 0 && vy == 0);
    }
    wend_domain_destroy(puzzle);
}

static void what_is_no_puzzle_has_no_tiles(void **state) {
    (void)state;
    wend_racetrack_def def = {.width = 1, .height = 1, .cells = "."};
    wend_domain *track;
    assert_int_equal(wend_racetrack_create(&def, &track, NULL), WEND_OK);
    const wend_domain *const others[] = {NULL, track};
    for (uint32_t i = 0; i < COUNT_OF(others); i++) {
        uint8_t tiles[WEND_PUZZLE_CELLS_MAX] = {77};
        wend_packed packed = {{0, 0}};
        assert_int_equal(wend_puzzle_pack(others[i], tiles, &packed), WEND_ERROR_ARGUMENT);
        assert_false(wend_puzzle_solvable(others[i], &packed, &packed));
        wend_puzzle_unpack(others[i], &packed, tiles);
        assert_int_equal(tiles[0], 77);
    }
    wend_domain_destroy(track);
}

static void no_abstraction_has_no_level(void **state) {
    (void)state;
    assert_false(wend_abstraction_is_current(NULL));
    assert_int_equal(wend_abstraction_levels(NULL), 0);
    assert_int_equal(wend_abstraction_count(NULL, 1), 0);
    assert_int_equal(wend_abstraction_edge_count(NULL, 1), 0);
    assert_int_equal(wend_abstraction_region(NULL, 1, 0), WEND_STATE_NONE);
    assert_false(wend_abstraction_connected(NULL, 0, 0));
    wend_region region;
    assert_int_equal(wend_abstraction_describe(NULL, 1, 0, &region), WEND_ERROR_OUTSIDE);
    assert_null(wend_abstraction_graph(NULL, 1));
    assert_int_equal(wend_abstraction_memory(NULL), 0);
    wend_abstraction_destroy(NULL);
}

static void no_table_has_no_region(void **state) {
    (void)state;
    assert_int_equal(wend_subgoals_regions(NULL), 0);
    assert_false(wend_subgoals_complete(NULL));
    assert_false(wend_subgoals_is_current(NULL));
    wend_state subgoal;
    uint32_t depth;
    assert_int_equal(wend_subgoals_find(NULL, 0, 0, &subgoal, &depth), WEND_ERROR_ARGUMENT);
    ASSERT_ZEROS(wend_subgoals_info, wend_subgoals_stats(NULL));
    wend_subgoals_note_time(NULL, 1);
    wend_subgoals_destroy(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_agent_has_no_state),
        cmocka_unit_test(no_algorithm_reads_nothing),
        cmocka_unit_test(no_field_leads_anywhere),
        cmocka_unit_test(no_map_has_no_cell),
        cmocka_unit_test(no_layer_has_no_map),
        cmocka_unit_test(no_belief_knows_nothing),
        cmocka_unit_test(no_components_reach_nothing),
        cmocka_unit_test(no_domain_has_no_state),
        cmocka_unit_test(what_is_no_track_has_no_cell),
        cmocka_unit_test(what_is_no_puzzle_has_no_tiles),
        cmocka_unit_test(no_abstraction_has_no_level),
        cmocka_unit_test(no_table_has_no_region),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
