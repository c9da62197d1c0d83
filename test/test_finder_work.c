/* The work that finders report: against expansions, states of paths and steps. */
#include <wend/research.h>
#include <wend/finder.h>
#include <wend/research/gen.h>

#include "support/test.h"

#define SIDE   63u
#define CELLS  (SIDE * SIDE)
#define START  0u
#define GOAL   (CELLS - 1)
#define WALL   (SIDE + 1) /* a blocked cell */
#define EXPAND WEND_WORK_EXPANSION

/* A maze and a finder on it. With 16 neighbours it searches cell by cell, with 8 it jumps. */
typedef struct maze {
    wend_map *map;
    wend_finder *finder;
} maze;

static maze maze_make(uint32_t neighbors) {
    static char cells[CELLS];
    wend_gen_def gen = {.kind = WEND_GEN_MAZE, .width = SIDE, .height = SIDE};
    wend_map_def def = {.width = SIDE, .height = SIDE, .neighbors = neighbors, .cells = cells};
    maze m;
    assert_int_equal(wend_gen(&gen, cells), WEND_OK);
    def.cells = cells;
    assert_int_equal(wend_map_create(&def, &m.map, NULL), WEND_OK);
    assert_int_equal(wend_finder_create(&(wend_finder_def){.map = m.map}, &m.finder, NULL),
                     WEND_OK);
    return m;
}

static void maze_clear(maze *m) {
    wend_finder_destroy(m->finder);
    wend_map_destroy(m->map);
}

/* Buffer for the path of `all_of`. */
static wend_state path[CELLS];

static wend_query all_of(void) {
    return (wend_query){.path = path, .capacity = CELLS};
}

static wend_answer find(const maze *m, const wend_query *query) {
    wend_answer answer;
    assert_int_equal(wend_finder_find(m->finder, START, GOAL, query, &answer), WEND_OK);
    assert_int_equal(answer.status, WEND_FIND_FOUND);
    assert_int_equal(answer.end, GOAL);
    return answer;
}

/* The same in steps; returns their number. No step exceeds its budget. */
static uint64_t steps_of(const maze *m, const wend_query *query, uint64_t budget) {
    uint64_t steps = 0, units = 0;
    wend_answer answer;
    assert_int_equal(wend_finder_begin(m->finder, START, GOAL, query), WEND_OK);
    do {
        assert_int_equal(wend_finder_step(m->finder, (wend_budget){.work = budget}, &answer),
                         WEND_OK);
        check(answer.work - units <= budget, "step %u uses %u units", (unsigned)steps,
              (unsigned)(answer.work - units));
        units = answer.work;
        steps++;
    } while (answer.status == WEND_FIND_PENDING);
    assert_int_equal(answer.status, WEND_FIND_FOUND);
    assert_int_equal(answer.end, GOAL);
    return steps;
}

/* ---- Cell by cell ---------------------------------------------------------------------------- */

static void work_by_cells_is_that_of_its_expansions(void **state) {
    (void)state;
    maze m = maze_make(16);
    wend_answer answer = find(&m, NULL);
    assert_true(answer.expansions > 100);
    assert_int_equal(answer.work, EXPAND * answer.expansions);
    /* A step that may expand one state expands one. */
    uint64_t units = 0;
    assert_int_equal(wend_finder_begin(m.finder, START, GOAL, NULL), WEND_OK);
    for (uint64_t n = 1; n <= 100; n++, units = answer.work) {
        assert_int_equal(
            wend_finder_step(m.finder, (wend_budget){.work = EXPAND + n % EXPAND}, &answer),
            WEND_OK);
        assert_int_equal(answer.expansions, n);
        assert_int_equal(answer.work - units, EXPAND);
    }
    maze_clear(&m);
}

/* A flood expands every reachable cell once. */
static void work_of_floods_is_that_of_their_cells(void **state) {
    (void)state;
    maze m = maze_make(16);
    static wend_reached reached[CELLS];
    wend_answer range, answer;
    assert_int_equal(wend_finder_range(m.finder, START, WEND_COST_MAX, reached, CELLS, &range),
                     WEND_OK);
    assert_true(range.needed > 100);
    assert_int_equal(range.expansions, range.needed);
    assert_int_equal(range.work, EXPAND * range.expansions);
    wend_query partial = {.nearest = true};
    assert_int_equal(wend_finder_find(m.finder, START, WALL, &partial, &answer), WEND_OK);
    assert_int_equal(answer.status, WEND_FIND_NEAREST);
    assert_int_equal(answer.expansions, range.needed);
    assert_int_equal(answer.work, EXPAND * answer.expansions);
    maze_clear(&m);
}

/* ---- Tracing --------------------------------------------------------------------------------- */

/* Counting a path and writing it each follow it once. */
static void tracing_by_cells_is_charged(void **state) {
    (void)state;
    maze m = maze_make(16);
    wend_query query = all_of();
    wend_answer answer = find(&m, &query);
    uint64_t states = answer.needed, search = EXPAND * answer.expansions;
    assert_true(states > 100);
    assert_int_equal(answer.work, search + 2 * WEND_WORK_TRACE * states + (states - 1));
    query.form = WEND_PATH_WAYPOINTS;
    assert_int_equal(find(&m, &query).work, search + 2 * WEND_WORK_TRACE * states);
    query.capacity = 1;
    assert_int_equal(wend_finder_find(m.finder, START, GOAL, &query, &answer), WEND_OK);
    assert_int_equal(answer.status, WEND_FIND_BUFFER_TOO_SMALL);
    assert_int_equal(answer.work, search + WEND_WORK_TRACE * states);
    maze_clear(&m);
}

/* A backward search knows the end of a path only after following it. */
static void tracing_to_a_set_is_charged(void **state) {
    (void)state;
    static const wend_state goal = GOAL;
    maze m = maze_make(16);
    wend_query query = all_of();
    uint64_t states = find(&m, &query).needed;
    wend_query to_set = {.goals = &goal, .goal_count = 1};
    wend_answer answer = find(&m, &to_set);
    assert_int_equal(answer.needed, 0);
    assert_int_equal(answer.work, EXPAND * answer.expansions + WEND_WORK_TRACE * states);
    assert_true(steps_of(&m, &to_set, EXPAND) >= answer.expansions + states);
    wend_answer again;
    assert_int_equal(wend_finder_path(m.finder, path, CELLS, &again), WEND_OK);
    assert_int_equal(again.count, states);
    maze_clear(&m);
}

static void steps_trace_no_more_than_they_may(void **state) {
    (void)state;
    for (uint32_t neighbors = 8; neighbors <= 16; neighbors += 8) {
        maze m = maze_make(neighbors);
        wend_query query = all_of();
        wend_answer answer = find(&m, &query);
        for (uint64_t budget = EXPAND; budget < 4 * EXPAND; budget += 5) {
            uint64_t steps = steps_of(&m, &query, budget);
            check(steps * budget >= answer.work, "%u steps of %u", (unsigned)steps,
                  (unsigned)budget);
        }
        maze_clear(&m);
    }
}

/* Every waypoint is a state of the path. */
static void tracing_of_jumps_is_charged(void **state) {
    (void)state;
    maze m = maze_make(8);
    wend_query query = all_of();
    uint64_t search = find(&m, NULL).work;
    wend_answer all = find(&m, &query);
    query.form = WEND_PATH_WAYPOINTS;
    wend_answer corners = find(&m, &query);
    assert_true(corners.needed > 50);
    assert_true(corners.work - search >= 2 * WEND_WORK_TRACE_JUMP * corners.needed);
    assert_int_equal(all.work - corners.work, all.needed - 1);
    maze_clear(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(work_by_cells_is_that_of_its_expansions),
        cmocka_unit_test(work_of_floods_is_that_of_their_cells),
        cmocka_unit_test(tracing_by_cells_is_charged),
        cmocka_unit_test(tracing_to_a_set_is_charged),
        cmocka_unit_test(steps_trace_no_more_than_they_may),
        cmocka_unit_test(tracing_of_jumps_is_charged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
