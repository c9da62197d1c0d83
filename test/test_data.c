/* Real benchmark problems: the routes of A*, of jump point search (sliced and unsliced) and of
 * finders are as long as the scenario file says. The data are found through WEND_DATA or beside the
 * repository; the tests are skipped without them. */
#define _POSIX_C_SOURCE 200809L
#include <wend/research.h>
#include <wend/wend.h>

#include "support/step.h"
#include "support/test.h"
#include "support/walker.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static const char *data_folder(void) {
    const char *folder = getenv("WEND_DATA");
    return folder && *folder ? folder : WEND_SOURCE_DIR "/../shared/data";
}

/* Skips the test if there are no data. */
static void need_data(void) {
    struct stat info;
    if (stat(data_folder(), &info) != 0 || !S_ISDIR(info.st_mode)) {
        print_message("SKIPPED: no data at %s\n", data_folder());
        skip();
    }
}

/* The length of a route, recomputed from its steps, -1 without a route. */
static double route_length(const wend_map *map, const wend_problem *problem, const char *algo,
                           uint32_t budget) {
    wend_agent_def def = {0};
    def.algo = wend_algo_find(algo);
    def.map = map;
    def.start = wend_map_state(map, problem->start_x, problem->start_y);
    def.goal = wend_map_state(map, problem->goal_x, problem->goal_y);
    wend_agent *agent = make_agent(&def);
    uint64_t straight = 0, diagonal = 0;
    wend_tick tick;
    wend_state before = def.start;
    do {
        step_agent(agent, budget, &tick);
        wend_cost cost = wend_map_move_cost(map, before, tick.state);
        check(cost > 0 || before == tick.state, "an illegal move from %u to %u", before,
              tick.state);
        straight += cost == WEND_COST_ONE;
        diagonal += cost == WEND_COST_DIAGONAL;
        before = tick.state;
    } while (wend_agent_is_active(tick.status));
    wend_agent_destroy(agent);
    return tick.status == WEND_AGENT_ARRIVED ? (double)straight + sqrt(2) * (double)diagonal : -1;
}

static void check_route(const wend_map *map, const char *path, const wend_problem *problem,
                        const char *algo, uint32_t budget) {
    double length = route_length(map, problem, algo, budget);
    bool none = problem->optimal == 0 && length < 0; /* some files say that no route exists */
    check(none || fabs(length - problem->optimal) <= problem->tolerance,
          "%s, line %u: the route of %s is %.9g long, the file says %.9g", path, problem->line,
          algo, length, problem->optimal);
}

/* Checks the paths of one finder for all problems of a file. */
static void check_finder(const wend_map *map, const char *path, const wend_scenario *scenario) {
    wend_finder *finder;
    assert_int_equal(wend_finder_create(&(wend_finder_def){.map = map}, &finder, NULL), WEND_OK);
    uint32_t capacity = wend_map_width(map) * wend_map_height(map);
    wend_state *states = test_alloc(capacity * sizeof *states);
    for (uint32_t i = 0; i < scenario->count; i++) {
        const wend_problem *problem = &scenario->problems[i];
        wend_query query = {.path = states, .capacity = capacity};
        wend_answer answer;
        wend_state start = wend_map_state(map, problem->start_x, problem->start_y);
        wend_state goal = wend_map_state(map, problem->goal_x, problem->goal_y);
        assert_int_equal(wend_finder_find(finder, start, goal, &query, &answer), WEND_OK);
        double length = 0;
        for (uint32_t k = 1; k < answer.count; k++) {
            wend_cost cost = wend_map_move_cost(map, states[k - 1], states[k]);
            check(cost > 0, "an illegal move from %u to %u", states[k - 1], states[k]);
            length += cost == WEND_COST_ONE ? 1 : sqrt(2);
        }
        bool is_right = answer.status == WEND_FIND_FOUND
                            ? fabs(length - problem->optimal) <= problem->tolerance + 1e-6
                            : problem->optimal == 0;
        check(is_right, "%s, line %u: the path is %.9g long, the file says %.9g", path,
              problem->line, length, problem->optimal);
    }
    free(states);
    wend_finder_destroy(finder);
}

/* The last `count` problems of a file, which are the longest. */
static void check_scenario(const char *set, const char *name, uint32_t count) {
    need_data();
    char path[600];
    snprintf(path, sizeof path, "%s/maps/%s/%s.map", data_folder(), set, name);
    wend_map_def def = {0};
    wend_map *map;
    wend_diagnosis diagnosis = {.text = ""};
    wend_error error = wend_map_load(&def, path, &map, &diagnosis);
    check(error == WEND_OK, "%s: %s", path, diagnosis.text);
    snprintf(path, sizeof path, "%s/scen/%s/%s.map.scen", data_folder(), set, name);
    wend_scenario scenario;
    error = wend_scenario_load(path, &scenario, &diagnosis);
    check(error == WEND_OK, "%s: %s", path, diagnosis.text);
    check(scenario.count >= count, "%s has %u problems", path, scenario.count);
    for (uint32_t i = scenario.count - count; i < scenario.count; i++) {
        const wend_problem *problem = &scenario.problems[i];
        assert_int_equal(problem->width, wend_map_width(map));
        assert_int_equal(problem->height, wend_map_height(map));
        check_route(map, path, problem, "astar", 10000);
    }
    /* Jump point search is fast, so it gets ten times as many, unsliced and in slices of about 200
     * units of work. */
    uint32_t more = scenario.count < 10 * count ? scenario.count : 10 * count;
    for (uint32_t i = scenario.count - more; i < scenario.count; i++) {
        check_route(map, path, &scenario.problems[i], "jps", 10000);
        check_route(map, path, &scenario.problems[i], "jps", 8);
        check_route(map, path, &scenario.problems[i], "tbjps", 100000);
    }
    check_finder(map, path, &scenario);
    wend_scenario_clear(&scenario);
    wend_map_destroy(map);
}

static void dragon_age_arena(void **state) {
    (void)state;
    check_scenario("dao", "arena", 20);
}

static void baldurs_gate_ar0011sr(void **state) {
    (void)state;
    check_scenario("bg512", "AR0011SR", 20);
}

static void starcraft_enigma(void **state) {
    (void)state;
    check_scenario("sc1", "Enigma", 3);
}

static void maze_with_corridors_of_8(void **state) {
    (void)state;
    check_scenario("mazes", "maze512-8-0", 2);
}

static void random_obstacles_of_25_percent(void **state) {
    (void)state;
    check_scenario("random", "random512-25-0", 5);
}

static void rooms_of_16(void **state) {
    (void)state;
    check_scenario("rooms", "16room_000", 5);
}

/* Here a better route to the goal is found while the first one is being traced. This is rare; an
 * agent that kept the first route would never arrive. */
static void a_route_that_is_improved_while_it_is_traced(void **state) {
    (void)state;
    need_data();
    char path[1000];
    snprintf(path, sizeof path, "%s/maps/rooms/16room_000.map", data_folder());
    wend_map_def map_def = {0};
    wend_map *map;
    assert_int_equal(wend_map_load(&map_def, path, &map, NULL), WEND_OK);
    wend_agent_def def = {0};
    def.map = map;
    def.algo = wend_algo_tbjps();
    def.start = wend_map_state(map, 508, 161);
    def.goal = wend_map_state(map, 134, 141);
    walker w = walker_open_on(map, &def, 8);
    assert_int_equal(walker_walk(&w), WEND_AGENT_ARRIVED);
    assert_true(wend_agent_stats(w.agent).ticks < 5000);
    walker_close(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dragon_age_arena),
        cmocka_unit_test(baldurs_gate_ar0011sr),
        cmocka_unit_test(starcraft_enigma),
        cmocka_unit_test(maze_with_corridors_of_8),
        cmocka_unit_test(random_obstacles_of_25_percent),
        cmocka_unit_test(rooms_of_16),
        cmocka_unit_test(a_route_that_is_improved_while_it_is_traced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
