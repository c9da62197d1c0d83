/* wend/budget.h: every call that takes a budget refuses bad ones, clamps large ones, and stops when
 * its time is over. How work is divided into calls does not change the result. */
#include <wend/research.h>
#include <wend/wend.h>

#include "support/test.h"

#include <string.h>

#define SIDE 200u

/* A clock that each reading advances by `step` nanoseconds. */
typedef struct ticker {
    uint64_t now, step;
    uint32_t readings;
} ticker;

static uint64_t read_ticker(void *context) {
    ticker *t = context;
    t->readings++;
    return t->now += t->step;
}

typedef struct scene {
    wend_map *map;
    ticker ticker;
    wend_clock clock;
    wend_budget brief; /* over after three readings of the clock */
} scene;

static void open_scene(scene *s) {
    static char cells[SIDE * SIDE];
    wend_gen_def gen = {.kind = WEND_GEN_CAVES, .width = SIDE, .height = SIDE};
    assert_int_equal(wend_gen(&gen, cells), WEND_OK);
    wend_map_def def = {.width = SIDE, .height = SIDE, .cells = cells};
    assert_int_equal(wend_map_create(&def, &s->map, NULL), WEND_OK);
    s->ticker = (ticker){.step = 1000};
    s->clock = (wend_clock){read_ticker, &s->ticker};
    s->brief = (wend_budget){.work = WEND_WORK_MAX, .nanoseconds = 3000, .clock = &s->clock};
}

static void close_scene(scene *s) {
    wend_map_destroy(s->map);
}

static wend_state free_cell(const wend_map *map, uint32_t skip) {
    for (uint32_t i = skip;; i++) {
        uint32_t x = i % SIDE, y = i / SIDE;
        if (wend_map_is_free(map, x, y)) {
            return wend_map_state(map, x, y);
        }
    }
}

/* Calls with a budget that is too small, or with a time limit without a clock, do nothing. */
static void bad_budgets_are_refused(void **state) {
    (void)state;
    scene s;
    open_scene(&s);
    const wend_clock hands_off = {NULL, NULL};
    const struct {
        wend_budget budget;
        wend_error error;
    } bad[] = {
        {{.work = 0}, WEND_ERROR_BUDGET},
        {{.work = WEND_WORK_EXPANSION - 1}, WEND_ERROR_BUDGET},
        {{.work = 0, .nanoseconds = 100, .clock = &s.clock}, WEND_ERROR_BUDGET},
        {{.work = 1000, .nanoseconds = 100}, WEND_ERROR_ARGUMENT},
        {{.work = 1000, .nanoseconds = 100, .clock = &hands_off}, WEND_ERROR_ARGUMENT},
    };
    wend_state start = free_cell(s.map, 0), goal = free_cell(s.map, SIDE * SIDE / 2);
    wend_agent *agent;
    wend_fleet *fleet;
    wend_finder *finder;
    wend_field *field;
    wend_components *components;
    wend_agent_def agent_def = {
        .map = s.map, .start = start, .goal = goal, .algo = wend_algo_auto()};
    wend_fleet_def fleet_def = {.map = s.map, .units_max = 2};
    assert_int_equal(wend_agent_create(&agent_def, &agent, NULL), WEND_OK);
    assert_int_equal(wend_fleet_create(&fleet_def, &fleet, NULL), WEND_OK);
    assert_int_equal(wend_finder_create(&(wend_finder_def){.map = s.map}, &finder, NULL), WEND_OK);
    assert_int_equal(wend_field_create(&(wend_field_def){.map = s.map, .goal = goal}, &field, NULL),
                     WEND_OK);
    assert_int_equal(
        wend_components_create(&(wend_components_def){.map = s.map}, &components, NULL), WEND_OK);
    assert_int_equal(wend_finder_begin(finder, start, goal, NULL), WEND_OK);
    for (uint32_t i = 0; i < COUNT_OF(bad); i++) {
        wend_tick tick;
        wend_frame frame;
        wend_answer answer;
        wend_field_progress progress;
        wend_update_info info = {.pending = 7};
        wend_budget budget = bad[i].budget;
        wend_error error = bad[i].error;
        assert_int_equal(wend_agent_tick(agent, budget, &tick), error);
        assert_int_equal(wend_agent_plan(agent, budget, &tick), error);
        assert_int_equal(wend_fleet_frame(fleet, budget, &frame), error);
        assert_int_equal(wend_finder_step(finder, budget, &answer), error);
        assert_int_equal(wend_field_grow(field, start, budget, &progress), error);
        assert_int_equal(wend_components_update(components, budget, &info), error);
        assert_int_equal(info.pending, 0);
        if (budget.work || budget.nanoseconds) { /* all zeros: no limit */
            bool is_small = budget.work > 0 && !budget.nanoseconds;
            wend_query query = {.budget = budget};
            wend_error expected = is_small || error == WEND_ERROR_ARGUMENT ? error : WEND_OK;
            assert_int_equal(wend_finder_find(finder, start, goal, &query, &answer), expected);
            assert_int_equal(wend_finder_begin(finder, start, goal, NULL), WEND_OK);
        }
    }
    assert_int_equal(wend_agent_stats(agent).ticks, 0);
    assert_int_equal(wend_fleet_stats(fleet).frames, 0);
    wend_agent_destroy(agent);
    wend_fleet_destroy(fleet);
    wend_finder_destroy(finder);
    wend_field_destroy(field);
    wend_components_destroy(components);
    close_scene(&s);
}

/* WEND_WORK_MAX means no limit: every object clamps it. */
static void large_budgets_are_clamped(void **state) {
    (void)state;
    scene s;
    open_scene(&s);
    wend_budget all = {.work = WEND_WORK_MAX};
    wend_state start = free_cell(s.map, 0), goal = free_cell(s.map, SIDE * SIDE / 2);
    wend_agent *agent;
    wend_tick tick = {0};
    wend_agent_def def = {.map = s.map, .start = start, .goal = goal, .algo = wend_algo_tbjps()};
    assert_int_equal(wend_agent_create(&def, &agent, NULL), WEND_OK);
    assert_int_equal(wend_agent_reserve(agent, WEND_WORK_MAX), WEND_OK);
    assert_int_equal(wend_agent_tick(agent, all, &tick), WEND_OK);
    assert_true(tick.flags & WEND_TICK_FOUND);
    wend_agent_destroy(agent);

    wend_fleet *fleet;
    wend_unit unit;
    wend_frame frame;
    wend_fleet_def fleet_def = {.map = s.map, .units_max = 1};
    assert_int_equal(wend_fleet_create(&fleet_def, &fleet, NULL), WEND_OK);
    assert_int_equal(wend_fleet_add(fleet, start, &unit), WEND_OK);
    assert_int_equal(wend_fleet_set_goal(fleet, unit, goal, NULL), WEND_OK);
    assert_int_equal(wend_fleet_reserve(fleet, WEND_WORK_MAX), WEND_OK);
    assert_int_equal(wend_fleet_frame(fleet, all, &frame), WEND_OK);
    assert_int_equal(frame.routes_found, 1);
    wend_fleet_destroy(fleet);
    close_scene(&s);
}

/* A finder whose steps end by the clock finds the path that it finds at once. */
static void finders_stop_in_time(void **state) {
    (void)state;
    scene s;
    open_scene(&s);
    wend_state start = free_cell(s.map, 0), goal = free_cell(s.map, SIDE * (SIDE - 9));
    static wend_state at_once[SIDE * SIDE], in_slices[SIDE * SIDE];
    /* A set of goals is searched for cell by cell, which takes several steps. */
    wend_query query = {.path = at_once, .capacity = SIDE * SIDE, .goals = &goal, .goal_count = 1};
    wend_answer whole, answer;
    wend_finder *finder;
    assert_int_equal(wend_finder_create(&(wend_finder_def){.map = s.map}, &finder, NULL), WEND_OK);
    assert_int_equal(wend_finder_find(finder, start, goal, &query, &whole), WEND_OK);
    assert_int_equal(whole.status, WEND_FIND_FOUND);
    query.path = in_slices;
    s.brief.nanoseconds = 1000;
    query.budget = s.brief;
    assert_int_equal(wend_finder_find(finder, start, goal, &query, &answer), WEND_OK);
    uint32_t steps = 1;
    for (; answer.status == WEND_FIND_PENDING; steps++) {
        uint64_t before = s.ticker.now, done = answer.work;
        assert_int_equal(wend_finder_step(finder, s.brief, &answer), WEND_OK);
        assert_true(s.ticker.now - before <= 5000);
        assert_true(answer.work > done);
    }
    assert_true(steps > 2);
    assert_int_equal(answer.cost, whole.cost);
    assert_int_equal(answer.work, whole.work);
    assert_int_equal(answer.count, whole.count);
    assert_memory_equal(at_once, in_slices, whole.count * sizeof *at_once);
    wend_finder_destroy(finder);
    close_scene(&s);
}

static void fields_stop_in_time(void **state) {
    (void)state;
    scene s;
    open_scene(&s);
    wend_state goal = free_cell(s.map, 0);
    wend_field *fields[2];
    wend_field_progress progress = {0};
    for (uint32_t i = 0; i < 2; i++) {
        wend_field_def def = {.map = s.map, .goal = goal};
        assert_int_equal(wend_field_create(&def, &fields[i], NULL), WEND_OK);
        assert_int_equal(wend_field_reserve(fields[i], 24 * SIDE * SIDE), WEND_OK);
    }
    wend_budget all = {.work = WEND_WORK_MAX};
    assert_int_equal(wend_field_grow(fields[0], WEND_STATE_NONE, all, &progress), WEND_OK);
    assert_int_equal(progress.status, WEND_FIELD_UNREACHABLE);
    uint64_t whole = progress.work, sum = 0;
    assert_int_equal(whole, (uint64_t)progress.expansions * WEND_WORK_EXPANSION);
    uint32_t calls = 0;
    do {
        uint64_t before = s.ticker.now;
        assert_int_equal(wend_field_grow(fields[1], WEND_STATE_NONE, s.brief, &progress), WEND_OK);
        assert_true(s.ticker.now - before <= 5000);
        sum += progress.work;
        calls++;
    } while (progress.status == WEND_FIELD_PENDING);
    assert_int_equal(progress.status, WEND_FIELD_UNREACHABLE);
    assert_int_equal(sum, whole);
    assert_true(calls > 10);
    for (wend_state i = 0; i < SIDE * SIDE; i++) {
        assert_int_equal(wend_field_distance(fields[0], i), wend_field_distance(fields[1], i));
    }
    wend_field_destroy(fields[0]);
    wend_field_destroy(fields[1]);
    close_scene(&s);
}

/* Edits in every chunk; updates of one reading each bring the components up to date. */
static void components_stop_in_time(void **state) {
    (void)state;
    scene s;
    open_scene(&s);
    wend_components *components;
    assert_int_equal(
        wend_components_create(&(wend_components_def){.map = s.map}, &components, NULL), WEND_OK);
    for (uint32_t y = 5; y < SIDE; y += 10) {
        for (uint32_t x = 5; x < SIDE; x += 10) {
            wend_map_set_free(s.map, x, y, !wend_map_is_free(s.map, x, y));
        }
    }
    const uint32_t chunks = ((SIDE + 63) / 64) * ((SIDE + 63) / 64);
    wend_update_info info;
    uint32_t calls = 0, pending = chunks;
    do {
        assert_int_equal(wend_components_update(components, s.brief, &info), WEND_OK);
        assert_true(info.pending < pending && info.work > 0);
        assert_true(pending - info.pending <= 3);
        pending = info.pending;
        calls++;
    } while (pending > 0);
    assert_true(calls > 4);
    assert_int_equal(wend_components_update(components, s.brief, &info), WEND_OK);
    assert_int_equal(info.work, 0);
    wend_components_destroy(components);
    close_scene(&s);
}

static void smoothing_stops_in_time(void **state) {
    (void)state;
    scene s;
    open_scene(&s);
    wend_state start = free_cell(s.map, 0), goal = free_cell(s.map, SIDE * (SIDE - 9));
    static wend_state routes[2][SIDE * SIDE];
    uint32_t counts[2];
    wend_finder *finder;
    assert_int_equal(wend_finder_create(&(wend_finder_def){.map = s.map}, &finder, NULL), WEND_OK);
    for (uint32_t i = 0; i < 2; i++) {
        wend_answer answer;
        wend_query query = {.path = routes[i], .capacity = SIDE * SIDE};
        assert_int_equal(wend_finder_find(finder, start, goal, &query, &answer), WEND_OK);
        counts[i] = answer.count;
    }
    wend_smoothing at_once = {0}, in_slices = {0};
    assert_true(wend_route_smooth(s.map, routes[0], &counts[0], &at_once,
                                  (wend_budget){.work = WEND_WORK_MAX}));
    uint32_t calls = 1;
    while (!wend_route_smooth(s.map, routes[1], &counts[1], &in_slices, s.brief)) {
        calls++;
    }
    assert_true(calls > 5);
    assert_int_equal(counts[0], counts[1]);
    assert_memory_equal(routes[0], routes[1], counts[0] * sizeof *routes[0]);
    wend_finder_destroy(finder);
    close_scene(&s);
}

/* The calls of wend/research.h are those of wend/agent.h with WEND_WORK_EXPANSION units of work for
 * each expansion. */
static void expansions_are_work(void **state) {
    (void)state;
    scene s;
    open_scene(&s);
    static const char *const names[] = {"auto", "tba", "astar", "jps", "dstar-lite", "lss-lrta"};
    for (uint32_t n = 0; n < COUNT_OF(names); n++) {
        wend_agent *agents[2];
        wend_agent_def def = {.map = s.map, .algo = wend_algo_find(names[n])};
        def.start = free_cell(s.map, 0), def.goal = free_cell(s.map, SIDE * (SIDE - 9));
        for (uint32_t i = 0; i < 2; i++) {
            assert_int_equal(wend_agent_create(&def, &agents[i], NULL), WEND_OK);
        }
        wend_tick ticks[2];
        uint32_t r = 7 + n;
        do {
            /* What is left of an expansion is not used. */
            uint64_t work = r * WEND_WORK_EXPANSION + r % WEND_WORK_EXPANSION;
            assert_int_equal(wend_agent_reserve(agents[0], work), WEND_OK);
            assert_int_equal(wend_agent_reserve_expansions(agents[1], r), WEND_OK);
            assert_int_equal(wend_agent_tick(agents[0], (wend_budget){.work = work}, &ticks[0]),
                             WEND_OK);
            assert_int_equal(wend_agent_tick_expansions(agents[1], r, &ticks[1]), WEND_OK);
            assert_memory_equal(&ticks[0], &ticks[1], sizeof ticks[0]);
            assert_true(ticks[0].work <= work);
            assert_true(ticks[0].expansions <= r);
        } while (wend_agent_is_active(ticks[0].status));
        assert_int_equal(ticks[0].status, WEND_AGENT_ARRIVED);
        wend_agent_destroy(agents[0]);
        wend_agent_destroy(agents[1]);
    }
    close_scene(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_budgets_are_refused), cmocka_unit_test(large_budgets_are_clamped),
        cmocka_unit_test(finders_stop_in_time),    cmocka_unit_test(fields_stop_in_time),
        cmocka_unit_test(components_stop_in_time), cmocka_unit_test(smoothing_stops_in_time),
        cmocka_unit_test(expansions_are_work),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
