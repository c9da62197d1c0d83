/* Finders on maps: every answer is compared with a slow reference, on random maps of all rules. */
#include <wend/finder.h>

#include "support/ledger.h"
#include "support/plain_map.h"
#include "support/test.h"
#include "support/update.h"

#include <string.h>

#define SIDE_MAX 24

/* A map with a finder, and where it searches from. */
typedef struct scene {
    plain_map plain;
    wend_map *map;
    wend_components *components;
    wend_finder *finder; /* has no components */
    wend_finder *with_components;
    bool is_edited;                   /* since the components were updated */
    wend_state start;                 /* any cell, also a blocked one */
    wend_cost costs[PLAIN_CELLS_MAX]; /* from there */
} scene;

static void read_costs(scene *s) {
    plain_flood(&s->plain, (int)s->start, s->costs);
}

static wend_state any_cell(const scene *s, dice *d) {
    return dice_between(d, 0, (uint32_t)plain_cells(&s->plain) - 1);
}

static wend_finder *finder_on(const wend_map *map, const wend_components *components) {
    wend_finder *finder;
    wend_error error =
        wend_finder_create(&(wend_finder_def){.map = map, .components = components}, &finder, NULL);
    assert_int_equal(error, WEND_OK);
    return finder;
}

/* The same factor everywhere except in a patch: a map for jump point search. */
static void draw_patch(plain_map *plain, dice *d) {
    int right = (int)dice_between(d, 0, (uint32_t)plain->width);
    int bottom = (int)dice_between(d, 0, (uint32_t)plain->height);
    uint8_t inside = plain->factors[0], outside = plain->factors[plain_cells(plain) - 1];
    for (int c = 0; c < plain_cells(plain); c++) {
        bool is_inside = c % plain->width < right && c / plain->width < bottom;
        plain->factors[c] = is_inside ? inside : outside;
    }
}

static void scene_draw(scene *s, dice *d) {
    plain_random(&s->plain, d, SIDE_MAX);
    if (dice_percent(d, 33)) {
        plain_random_factors(&s->plain, d, 1, dice_percent(d, 50) ? 4 : 255);
        if (dice_percent(d, 50)) {
            draw_patch(&s->plain, d);
        }
    }
    s->map = plain_to_wend(&s->plain);
    assert_int_equal(
        wend_components_create(&(wend_components_def){.map = s->map}, &s->components, NULL),
        WEND_OK);
    s->finder = finder_on(s->map, NULL);
    s->with_components = finder_on(s->map, s->components);
    s->start = any_cell(s, d);
    s->is_edited = false;
    read_costs(s);
}

static void scene_clear(scene *s) {
    wend_finder_destroy(s->finder);
    wend_finder_destroy(s->with_components);
    wend_components_destroy(s->components);
    wend_map_destroy(s->map);
}

static bool is_free(const scene *s, wend_state state) {
    return plain_is_free(&s->plain, (int)state % s->plain.width, (int)state / s->plain.width);
}

/* ---- Paths ----------------------------------------------------------------------------------- */

static void check_states(const scene *s, const wend_answer *answer, const wend_state *path) {
    assert_int_equal(answer->count, answer->needed);
    assert_true(answer->count > 0);
    assert_int_equal(path[0], s->start);
    assert_int_equal(path[answer->count - 1], answer->end);
    uint64_t cost = 0;
    for (uint32_t i = 1; i < answer->count; i++) {
        wend_cost move = plain_move_cost(&s->plain, (int)path[i - 1], (int)path[i]);
        check(move > 0, "no move from %u to %u", path[i - 1], path[i]);
        cost += move;
    }
    assert_int_equal(cost, answer->cost);
}

/* The direction from one cell to another. */
static int step_between(const scene *s, wend_state from, wend_state to) {
    int width = s->plain.width;
    return 1000 * ((int)to / width - (int)from / width) + (int)to % width - (int)from % width;
}

/* Waypoints describe the same path: the states between them are on it, and it turns at each of
 * them. */
static void check_corners(const scene *s, const wend_state *corners, uint32_t count,
                          const wend_state *path, uint32_t path_count) {
    uint32_t at = 0;
    int last_step = 0;
    assert_int_equal(corners[0], path[0]);
    for (uint32_t i = 1; i < count; i++) {
        int step = step_between(s, path[at], path[at + 1]);
        check(step != last_step, "the path does not turn at waypoint %u", i - 1);
        do {
            check(at + 1 < path_count && step_between(s, path[at], path[at + 1]) == step,
                  "waypoint %u is not where the path turns", i);
            at++;
        } while (path[at] != corners[i]);
        last_step = step;
    }
    assert_int_equal(at, path_count - 1);
}

/* Asks for the path in all forms and slices, and checks that they are the same path. */
static void check_forms(scene *s, wend_finder *finder, wend_state goal, wend_query query,
                        const wend_answer *cost_alone, dice *d) {
    static wend_state path[PLAIN_CELLS_MAX], other[PLAIN_CELLS_MAX];
    wend_answer answer, step;
    query.path = path;
    query.capacity = PLAIN_CELLS_MAX;
    assert_int_equal(wend_finder_find(finder, s->start, goal, &query, &answer), WEND_OK);
    assert_int_equal(answer.status, cost_alone->status);
    assert_int_equal(answer.end, cost_alone->end);
    assert_int_equal(answer.cost, cost_alone->cost);
    check_states(s, &answer, path);
    /* In slices. */
    query.path = other;
    uint64_t units = 0;
    assert_int_equal(wend_finder_begin(finder, s->start, goal, &query), WEND_OK);
    do {
        uint32_t budget = dice_between(d, 24, dice_percent(d, 50) ? 60 : 500);
        assert_int_equal(wend_finder_step(finder, (wend_budget){.work = budget}, &step), WEND_OK);
        check(step.work - units <= budget, "%u units, the budget was %u",
              (unsigned)(step.work - units), budget);
        check(step.work > units || step.status != WEND_FIND_PENDING, "a step does nothing");
        units = step.work;
    } while (step.status == WEND_FIND_PENDING);
    assert_memory_equal(&step, &answer, sizeof step);
    assert_memory_equal(other, path, answer.count * sizeof *path);
    /* First too small a buffer, then waypoints, without a new search. */
    query.capacity = answer.count - 1;
    assert_int_equal(wend_finder_find(finder, s->start, goal, &query, &step), WEND_OK);
    assert_int_equal(step.status, WEND_FIND_BUFFER_TOO_SMALL);
    assert_int_equal(step.needed, answer.count);
    assert_int_equal(step.count, 0);
    assert_int_equal(wend_finder_waypoints(finder, other, PLAIN_CELLS_MAX, &step), WEND_OK);
    assert_int_equal(step.status, answer.status);
    assert_int_equal(step.expansions, answer.expansions);
    check_corners(s, other, step.count, path, answer.count);
    assert_int_equal(other[step.count - 1], answer.end);
}

static wend_answer ask(const scene *s, wend_finder *finder, wend_state goal,
                       const wend_query *query) {
    wend_answer answer;
    assert_int_equal(wend_finder_find(finder, s->start, goal, query, &answer), WEND_OK);
    assert_int_equal(answer.count, 0);
    assert_int_equal(answer.needed, 0);
    return answer;
}

/* Without `allow_blocked_start`. */
static void check_plain_query(const scene *s, wend_finder *finder, wend_state goal,
                              const wend_answer *allowed) {
    wend_answer answer = ask(s, finder, goal, NULL);
    if (is_free(s, s->start)) {
        assert_memory_equal(&answer, allowed, sizeof answer);
    } else {
        assert_int_equal(answer.status, WEND_FIND_START_BLOCKED);
    }
}

static void check_goal(scene *s, wend_finder *finder, wend_state goal, dice *d) {
    wend_query query = {.allow_blocked_start = true};
    wend_answer answer = ask(s, finder, goal, &query);
    check_plain_query(s, finder, goal, &answer);
    if (s->costs[goal] == PLAIN_UNREACHED) {
        assert_int_equal(answer.status, WEND_FIND_UNREACHABLE);
        assert_int_equal(answer.end, WEND_STATE_NONE);
        return;
    }
    check(answer.status == WEND_FIND_FOUND && answer.cost == s->costs[goal],
          "from %u to %u: %u, expected %u", s->start, goal, answer.cost, s->costs[goal]);
    assert_int_equal(answer.end, goal);
    check_forms(s, finder, goal, query, &answer, d);
}

static void paths_are_the_best(void **state) {
    (void)state;
    dice d = dice_of(1);
    for (uint32_t i = 0; i < test_scaled(8000); i++) {
        scene s;
        scene_draw(&s, &d);
        for (uint32_t k = 0; k < 3; k++) {
            check_goal(&s, s.finder, any_cell(&s, &d), &d);
            check_goal(&s, s.with_components, any_cell(&s, &d), &d);
        }
        check_goal(&s, s.finder, s.start, &d);
        scene_clear(&s);
    }
}

/* ---- Partial answers ------------------------------------------------------------------------- */

static uint32_t octile(const scene *s, wend_state a, wend_state b) {
    int width = s->plain.width;
    uint32_t dx = (uint32_t)abs((int)a % width - (int)b % width);
    uint32_t dy = (uint32_t)abs((int)a / width - (int)b / width);
    uint32_t most = dx > dy ? dx : dy, least = dx > dy ? dy : dx;
    return (most - least) * WEND_COST_ONE + least * WEND_COST_DIAGONAL;
}

/* By the documented rule; WEND_STATE_NONE if nothing is reachable. */
static wend_state nearest_cell(const scene *s, wend_state goal) {
    wend_state best = WEND_STATE_NONE;
    for (wend_state c = 0; c < (wend_state)plain_cells(&s->plain); c++) {
        if (s->costs[c] == PLAIN_UNREACHED || !is_free(s, c)) {
            continue;
        }
        if (best == WEND_STATE_NONE || octile(s, c, goal) < octile(s, best, goal) ||
            (octile(s, c, goal) == octile(s, best, goal) &&
             octile(s, c, s->start) < octile(s, best, s->start))) {
            best = c;
        }
    }
    return best;
}

static void check_partial(scene *s, wend_finder *finder, wend_state goal, dice *d) {
    wend_query query = {.nearest = true, .allow_blocked_start = true};
    wend_answer answer = ask(s, finder, goal, &query);
    bool is_reached = goal == s->start || s->costs[goal] != PLAIN_UNREACHED;
    wend_state end = is_reached ? goal : nearest_cell(s, goal);
    assert_int_equal(answer.end, end);
    if (end == WEND_STATE_NONE) {
        assert_int_equal(answer.status, WEND_FIND_UNREACHABLE);
        return;
    }
    assert_int_equal(answer.status, is_reached ? WEND_FIND_FOUND : WEND_FIND_NEAREST);
    assert_int_equal(answer.cost, s->costs[end]);
    check_forms(s, finder, goal, query, &answer, d);
}

static void partial_paths_lead_to_the_nearest_cell(void **state) {
    (void)state;
    dice d = dice_of(2);
    for (uint32_t i = 0; i < test_scaled(2000); i++) {
        scene s;
        scene_draw(&s, &d);
        for (uint32_t k = 0; k < 3; k++) {
            wend_state goal = any_cell(&s, &d);
            check_partial(&s, s.finder, goal, &d);
            check_partial(&s, s.with_components, goal, &d);
        }
        scene_clear(&s);
    }
}

/* ---- Sets of goals --------------------------------------------------------------------------- */

static bool is_within(const scene *s, wend_state a, wend_state b, wend_cost within) {
    int width = s->plain.width;
    int64_t dx = (int)a % width - (int)b % width, dy = (int)a / width - (int)b / width;
    return (dx * dx + dy * dy) * 1224 * 1224 <= (int64_t)within * within;
}

/* Free cells, and the start, which is always reachable from itself. */
static bool may_be_member(const scene *s, wend_state state) {
    return is_free(s, state) || state == s->start;
}

/* The cost of the cheapest member. */
static wend_cost cost_of_set(const scene *s, const wend_state *goals, uint32_t count,
                             wend_cost within) {
    wend_cost best = PLAIN_UNREACHED;
    for (wend_state c = 0; c < (wend_state)plain_cells(&s->plain); c++) {
        for (uint32_t i = 0; i < count && may_be_member(s, c); i++) {
            if (s->costs[c] < best && is_within(s, c, goals[i], within)) {
                best = s->costs[c];
            }
        }
    }
    return best;
}

static void check_set(scene *s, wend_finder *finder, dice *d) {
    static const wend_cost distances[] = {
        0, 1, WEND_COST_ONE - 1, WEND_COST_ONE, 1731, 3 * WEND_COST_ONE, 7000};
    wend_state goals[12];
    uint32_t count = dice_between(d, 1, COUNT_OF(goals));
    for (uint32_t i = 0; i < count; i++) {
        goals[i] = dice_percent(d, 3) ? s->start : any_cell(s, d);
    }
    wend_query query = {.goals = goals,
                        .goal_count = count,
                        .within = DICE_PICK(d, distances),
                        .allow_blocked_start = true};
    wend_state goal = WEND_STATE_NONE;
    if (dice_percent(d, 30) && query.within) {
        goal = goals[0];
        query.goals = NULL;
        query.goal_count = 0;
        count = 1;
    }
    wend_cost cost = cost_of_set(s, goals, count, query.within);
    wend_answer answer = ask(s, finder, goal, &query);
    if (cost == PLAIN_UNREACHED) {
        assert_int_equal(answer.status, WEND_FIND_UNREACHABLE);
        bool has_components = finder == s->with_components && !s->is_edited;
        check(!has_components || answer.work == 0, "the components know that, and it searches");
        return;
    }
    check(answer.status == WEND_FIND_FOUND && answer.cost == cost, "from %u: %u, expected %u",
          s->start, answer.cost, cost);
    assert_true(may_be_member(s, answer.end));
    bool is_member = false;
    for (uint32_t i = 0; i < count; i++) {
        is_member |= is_within(s, answer.end, goals[i], query.within);
    }
    assert_true(is_member);
    check_forms(s, finder, goal, query, &answer, d);
}

static void the_cheapest_of_a_set_is_found(void **state) {
    (void)state;
    dice d = dice_of(3);
    for (uint32_t i = 0; i < test_scaled(3000); i++) {
        scene s;
        scene_draw(&s, &d);
        check_set(&s, s.finder, &d);
        check_set(&s, s.with_components, &d);
        scene_clear(&s);
    }
}

/* The maximum number of goals, and a partial path to a place beside an unreachable building. */
static void sets_can_be_large(void **state) {
    (void)state;
    wend_map_def def = {.width = 512, .height = 512};
    char *cells = test_alloc(512 * 512);
    memset(cells, '.', 512 * 512);
    wend_map *map;
    def.cells = cells;
    assert_int_equal(wend_map_create(&def, &map, NULL), WEND_OK);
    wend_finder *finder = finder_on(map, NULL);
    wend_state *goals = test_alloc(WEND_FINDER_GOALS_MAX * sizeof *goals);
    for (uint32_t i = 0; i < WEND_FINDER_GOALS_MAX; i++) {
        goals[i] = 512 * 511 - i * 13; /* the last one is nearest to the upper left */
    }
    wend_query query = {.goals = goals, .goal_count = WEND_FINDER_GOALS_MAX};
    wend_answer answer;
    assert_int_equal(wend_finder_find(finder, 0, 0, &query, &answer), WEND_OK);
    wend_cost best = UINT32_MAX;
    for (uint32_t i = 0; i < WEND_FINDER_GOALS_MAX; i++) {
        uint32_t x = goals[i] % 512, y = goals[i] / 512;
        uint32_t least = x < y ? x : y, most = x < y ? y : x;
        wend_cost cost = (most - least) * WEND_COST_ONE + least * WEND_COST_DIAGONAL;
        best = cost < best ? cost : best;
    }
    assert_int_equal(answer.cost, best);
    query = (wend_query){.within = WEND_FINDER_WITHIN_MAX};
    assert_int_equal(wend_finder_find(finder, 0, 511, &query, &answer), WEND_OK);
    assert_int_equal(answer.cost, (511 - 255) * WEND_COST_ONE);
    assert_int_equal(answer.end, 511 - 255);
    free(goals);
    wend_finder_destroy(finder);
    wend_map_destroy(map);
    free(cells);
}

/* ---- Ranges ---------------------------------------------------------------------------------- */

static void check_range(const scene *s, wend_cost most, uint32_t capacity) {
    static wend_reached reached[PLAIN_CELLS_MAX];
    static bool is_listed[PLAIN_CELLS_MAX];
    wend_answer answer;
    assert_int_equal(wend_finder_range(s->finder, s->start, most, reached, capacity, &answer),
                     WEND_OK);
    uint32_t cells = (uint32_t)plain_cells(&s->plain), expected = 0;
    for (wend_state c = 0; c < cells; c++) {
        expected += c == s->start || s->costs[c] <= most;
        is_listed[c] = false;
    }
    assert_int_equal(answer.needed, expected);
    assert_int_equal(answer.count, expected < capacity ? expected : capacity);
    assert_int_equal(answer.status,
                     expected > capacity ? WEND_FIND_BUFFER_TOO_SMALL : WEND_FIND_FOUND);
    for (uint32_t i = 0; i < answer.count; i++) {
        assert_false(is_listed[reached[i].state]);
        is_listed[reached[i].state] = true;
        wend_cost cost = reached[i].state == s->start ? 0 : s->costs[reached[i].state];
        assert_int_equal(reached[i].cost, cost);
        assert_true(i == 0 || reached[i].cost >= reached[i - 1].cost);
    }
    assert_true(answer.count == 0 || reached[0].state == s->start);
}

static void ranges_are_all_that_can_be_reached(void **state) {
    (void)state;
    dice d = dice_of(4);
    for (uint32_t i = 0; i < test_scaled(3000); i++) {
        scene s;
        scene_draw(&s, &d);
        check_range(&s, dice_between(&d, 0, 10 * WEND_COST_ONE), PLAIN_CELLS_MAX);
        check_range(&s, 8 * WEND_COST_ONE, dice_between(&d, 0, 20));
        check_range(&s, WEND_COST_MAX, PLAIN_CELLS_MAX);
        scene_clear(&s);
    }
}

/* ---- Edits ----------------------------------------------------------------------------------- */

static void edit(scene *s, dice *d) {
    wend_state c = any_cell(s, d);
    uint32_t x = c % (uint32_t)s->plain.width, y = c / (uint32_t)s->plain.width;
    bool frees = !is_free(s, c);
    s->is_edited = true;
    s->plain.cells[c] = frees ? '.' : '@';
    assert_int_equal(wend_map_set_cell(s->map, x, y, s->plain.cells[c]), WEND_OK);
    if (s->plain.weighted) {
        s->plain.factors[c] = (uint8_t)dice_between(d, 1, 255);
        assert_int_equal(wend_map_set_factor(s->map, x, y, s->plain.factors[c]), WEND_OK);
    }
    if (dice_percent(d, 30)) {
        update_chunks(s->components, 1);
    }
    read_costs(s);
}

/* Between queries, and between the steps of a query. */
static void edits_are_noticed(void **state) {
    (void)state;
    dice d = dice_of(5);
    for (uint32_t i = 0; i < test_scaled(400); i++) {
        scene s;
        scene_draw(&s, &d);
        for (uint32_t k = 0; k < 10; k++) {
            edit(&s, &d);
            check_goal(&s, s.finder, any_cell(&s, &d), &d);
            check_partial(&s, s.with_components, any_cell(&s, &d), &d);
            check_set(&s, s.with_components, &d);
            check_range(&s, 5 * WEND_COST_ONE, PLAIN_CELLS_MAX);
            wend_state goal = any_cell(&s, &d);
            wend_query query = {.allow_blocked_start = true};
            wend_answer answer;
            assert_int_equal(wend_finder_begin(s.finder, s.start, goal, &query), WEND_OK);
            assert_int_equal(wend_finder_step(s.finder,
                                              (wend_budget){.work = dice_between(&d, 24, 400)},
                                              &answer),
                             WEND_OK);
            if (answer.status == WEND_FIND_PENDING) {
                edit(&s, &d);
            }
            assert_int_equal(wend_finder_step(s.finder, (wend_budget){.work = UINT64_MAX}, &answer),
                             WEND_OK);
            assert_int_equal(answer.status == WEND_FIND_FOUND,
                             goal == s.start || s.costs[goal] != PLAIN_UNREACHED);
            assert_int_equal(answer.cost, answer.status == WEND_FIND_FOUND ? s.costs[goal] : 0);
        }
        scene_clear(&s);
    }
}

/* ---- Memory ---------------------------------------------------------------------------------- */

/* All kinds of queries, which a finder with little memory may refuse. */
static wend_error ask_everything(const scene *s, wend_finder *finder, dice *d) {
    static wend_state path[PLAIN_CELLS_MAX];
    static wend_reached reached[PLAIN_CELLS_MAX];
    wend_state goals[2] = {any_cell(s, d), any_cell(s, d)};
    wend_query one = {.path = path, .capacity = PLAIN_CELLS_MAX, .allow_blocked_start = true};
    wend_query partial = one, set = one;
    partial.nearest = true;
    set.goals = goals;
    set.goal_count = 2;
    const wend_query queries[] = {one, partial, set};
    wend_error worst = WEND_OK;
    for (uint32_t i = 0; i < COUNT_OF(queries); i++) {
        wend_answer answer;
        wend_error error = wend_finder_find(finder, s->start, goals[0], &queries[i], &answer);
        if (error) {
            assert_int_equal(error, WEND_ERROR_MEMORY);
            worst = error;
            /* There is memory again: the query goes on. */
            error = wend_finder_step(finder, (wend_budget){.work = UINT64_MAX}, &answer);
            assert_true(error == WEND_OK || error == WEND_ERROR_MEMORY);
        }
        wend_cost best = i == 2 ? cost_of_set(s, goals, 2, 0) : s->costs[goals[0]];
        if (!error && best != PLAIN_UNREACHED) {
            assert_int_equal(answer.status, WEND_FIND_FOUND);
            assert_int_equal(answer.cost, best);
            check_states(s, &answer, path);
        }
    }
    wend_answer answer;
    wend_error error = wend_finder_range(finder, s->start, 5000, reached, PLAIN_CELLS_MAX, &answer);
    return error ? error : worst;
}

static void warm_finders_take_no_memory(void **state) {
    (void)state;
    dice d = dice_of(6);
    for (uint32_t i = 0; i < test_scaled(100); i++) {
        scene s;
        scene_draw(&s, &d);
        ledger book = {0};
        wend_finder_def def = {.map = s.map, .allocator = ledger_allocator(&book)};
        wend_finder *finder;
        assert_int_equal(wend_finder_create(&def, &finder, NULL), WEND_OK);
        dice again = d;
        for (uint32_t k = 0; k < 20; k++) {
            assert_int_equal(ask_everything(&s, finder, &d), WEND_OK);
        }
        assert_int_equal(wend_finder_memory(finder), book.live_bytes);
        book.forbidden = true;
        for (uint32_t k = 0; k < 20; k++) {
            assert_int_equal(ask_everything(&s, finder, &again), WEND_OK);
        }
        book.forbidden = false;
        wend_finder_destroy(finder);
        assert_int_equal(book.live_bytes, 0);
        scene_clear(&s);
    }
}

/* Steps, each after a reservation, until the query is finished. */
static void step_without_memory(wend_finder *finder, ledger *book) {
    wend_answer answer;
    do {
        book->forbidden = false;
        assert_int_equal(wend_finder_reserve(finder, 500), WEND_OK);
        book->forbidden = true;
        assert_int_equal(wend_finder_step(finder, (wend_budget){.work = 500}, &answer), WEND_OK);
    } while (answer.status == WEND_FIND_PENDING);
    book->forbidden = false;
}

/* After a reservation the first query allocates nothing, and neither do steps of other queries. */
static void reserved_steps_take_no_memory(void **state) {
    (void)state;
    dice d = dice_of(7);
    for (uint32_t i = 0; i < test_scaled(600); i++) {
        scene s;
        scene_draw(&s, &d);
        ledger book = {0};
        wend_finder_def def = {.map = s.map, .allocator = ledger_allocator(&book)};
        wend_finder *finder;
        assert_int_equal(wend_finder_create(&def, &finder, NULL), WEND_OK);
        wend_state goal = any_cell(&s, &d);
        wend_query plain = {.allow_blocked_start = true}, to_set = plain, partial = plain;
        to_set.goals = &goal;
        to_set.goal_count = 1;
        partial.nearest = true;
        assert_int_equal(wend_finder_reserve(finder, 1000), WEND_OK);
        book.forbidden = i % 3 == 0;
        assert_int_equal(wend_finder_begin(finder, s.start, goal,
                                           i % 3 == 0   ? &plain
                                           : i % 3 == 1 ? &to_set
                                                        : &partial),
                         WEND_OK);
        if (i % 3 == 0) {
            wend_answer answer;
            assert_int_equal(wend_finder_step(finder, (wend_budget){.work = 1000}, &answer),
                             WEND_OK);
        }
        step_without_memory(finder, &book);
        wend_finder_destroy(finder);
        scene_clear(&s);
    }
}

/* Every allocation fails in turn, once, or from then on. */
static void failing_allocations_are_named_and_harmless(void **state) {
    (void)state;
    dice d = dice_of(8);
    for (uint32_t i = 0; i < test_scaled(40); i++) {
        scene s;
        scene_draw(&s, &d);
        for (uint64_t at = 1, is_over = 0; !is_over; at++) {
            ledger book = {.fail_at = at, .fail_from = i % 2};
            wend_finder_def def = {.map = s.map, .allocator = ledger_allocator(&book)};
            wend_finder *finder;
            dice same = d;
            wend_error error = wend_finder_create(&def, &finder, NULL);
            if (!error) {
                error = ask_everything(&s, finder, &same);
            }
            is_over = book.calls < at;
            check((error == WEND_OK) == is_over, "allocation %u fails: %s", (unsigned)at,
                  wend_error_text(error));
            wend_finder_destroy(finder);
            assert_int_equal(book.live_bytes, 0);
        }
        scene_clear(&s);
    }
}

/* One byte less than the maximum that a finder needs. */
static void a_limit_on_memory_is_kept(void **state) {
    (void)state;
    dice d = dice_of(9);
    scene s;
    scene_draw(&s, &d);
    assert_int_equal(wend_finder_reserve(s.finder, UINT64_MAX), WEND_OK);
    ledger book = {0};
    wend_finder_def def = {.map = s.map,
                           .allocator = ledger_allocator(&book),
                           .memory_limit = wend_finder_memory(s.finder) - 1};
    wend_finder *finder;
    assert_int_equal(wend_finder_create(&def, &finder, NULL), WEND_OK);
    assert_int_equal(wend_finder_reserve(finder, UINT64_MAX), WEND_ERROR_MEMORY);
    for (uint32_t i = 0; i < 20; i++) {
        ask_everything(&s, finder, &d);
    }
    assert_true(book.peak_bytes <= def.memory_limit);
    wend_finder_destroy(finder);
    scene_clear(&s);
}

/* ---- Budgets --------------------------------------------------------------------------------- */

/* A budget for one call. */
static void budgets_end_a_call(void **state) {
    (void)state;
    dice d = dice_of(12);
    uint32_t ended = 0;
    for (uint32_t i = 0; i < 500; i++) {
        scene s;
        scene_draw(&s, &d);
        wend_state path[PLAIN_CELLS_MAX], goal = any_cell(&s, &d);
        wend_query query = {.path = path,
                            .capacity = PLAIN_CELLS_MAX,
                            .budget.work = 50,
                            .allow_blocked_start = true};
        wend_answer answer;
        assert_int_equal(wend_finder_find(s.finder, s.start, goal, &query, &answer), WEND_OK);
        assert_true(answer.work <= 50);
        if (answer.status == WEND_FIND_PENDING) {
            ended++;
            assert_int_equal(answer.end, WEND_STATE_NONE);
            assert_int_equal(answer.cost, 0);
            assert_int_equal(answer.count, 0);
            assert_int_equal(answer.needed, 0);
            assert_int_equal(wend_finder_path(s.finder, path, 1, &answer), WEND_ERROR_ARGUMENT);
            assert_int_equal(wend_finder_step(s.finder, (wend_budget){.work = UINT64_MAX}, &answer),
                             WEND_OK);
        }
        bool is_reached = goal == s.start || s.costs[goal] != PLAIN_UNREACHED;
        assert_int_equal(answer.status, is_reached ? WEND_FIND_FOUND : WEND_FIND_UNREACHABLE);
        scene_clear(&s);
    }
    assert_true(ended > 50);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_are_the_best),
        cmocka_unit_test(partial_paths_lead_to_the_nearest_cell),
        cmocka_unit_test(the_cheapest_of_a_set_is_found),
        cmocka_unit_test(sets_can_be_large),
        cmocka_unit_test(ranges_are_all_that_can_be_reached),
        cmocka_unit_test(edits_are_noticed),
        cmocka_unit_test(warm_finders_take_no_memory),
        cmocka_unit_test(reserved_steps_take_no_memory),
        cmocka_unit_test(failing_allocations_are_named_and_harmless),
        cmocka_unit_test(a_limit_on_memory_is_kept),
        cmocka_unit_test(budgets_end_a_call),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
