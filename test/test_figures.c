/* Small scenes in which every move of an agent is known in advance: the figures of the paper, and
 * the cases in which its pseudo-code is easily misread. */
#include <wend/research.h>
#include <wend/wend.h>

#include "agent/agent.h"
#include "domain/grid.h"

#include "support/run.h"
#include "support/step.h"
#include "support/test.h"

#include <string.h>

/* A picture, an agent on it from 's' to 'g', and what it did. */
struct scene {
    const char *const *rows;
    plain_map plain;
    wend_map *map;
    wend_cost from_start[PLAIN_CELLS_MAX];
    run_case c;
    run_log log;
    run_result result;
    char walk[RUN_LOG_MAX + 1]; /* characters of the picture under the agent, tick by tick */
};

static struct scene *open_scene(const char *const *rows, int neighbors) {
    struct scene *s = test_alloc(sizeof *s);
    s->rows = rows;
    plain_from_picture(&s->plain, rows);
    s->plain.neighbors = neighbors;
    s->map = plain_to_wend(&s->plain);
    int start = plain_mark(rows, 's');
    plain_distances(&s->plain, start, s->from_start);
    s->c = (run_case){.truth = &s->plain, .def = (wend_agent_def){0}, .from_start = s->from_start};
    s->c.def.map = s->map;
    s->c.def.algo = wend_algo_tba();
    s->c.def.start = (wend_state)start;
    s->c.def.goal = (wend_state)plain_mark(rows, 'g');
    return s;
}

static void close_scene(struct scene *s) {
    wend_map_destroy(s->map);
    free(s);
}

/* `share` and `trace` are the paper's r, in thousandths, and c. */
static void play(struct scene *s, uint32_t budget, uint32_t share, uint32_t trace) {
    s->c.budget = budget;
    s->c.def.bounded.expand_permille = share;
    s->c.def.bounded.trace_per_expansion = trace;
    s->result = run_to_end(&s->c, &s->log);
    for (uint32_t i = 0; i < s->log.count; i++) {
        uint32_t x = wend_map_x(s->map, s->log.ticks[i].state);
        uint32_t y = wend_map_y(s->map, s->log.ticks[i].state);
        s->walk[i] = s->rows[y][x];
    }
    s->walk[s->log.count] = 0;
}

/* One character per tick: whether `flag` is set. */
static void check_flag(const struct scene *s, uint32_t flag, const char *expected) {
    char seen[RUN_LOG_MAX + 1];
    for (uint32_t i = 0; i < s->log.count; i++) {
        seen[i] = s->log.ticks[i].flags & flag ? 'x' : '-';
    }
    seen[s->log.count] = 0;
    size_t length = strlen(expected);
    check(strncmp(seen, expected, length) == 0, "flag %u: %s, expected %s", flag, seen, expected);
}

static bool visits(const struct scene *s, char mark, uint64_t from_tick) {
    int cell = plain_mark(s->rows, mark);
    for (uint32_t i = (uint32_t)from_tick; i < s->log.count; i++) {
        if (s->log.ticks[i].state == (wend_state)cell) {
            return true;
        }
    }
    return false;
}

/* ---- Figure 1: turning back ------------------------------------------------------------------ */

static const char *const figure_1[] = {"BCDEFHI", "A@@@@@J", "s12@@@g", NULL};

/* S -> 1 -> 2 -> 1: the most promising path branches off where the agent has not been. */
static void the_agent_turns_back_when_another_path_is_better(void **state) {
    (void)state;
    struct scene *s = open_scene(figure_1, 8);
    play(s, 1, 1000, 10);
    assert_string_equal(s->walk, "121sABCDEFHIJg");
    check_flag(s, WEND_TICK_BACKTRACKED, "--xx----------");
    check_flag(s, WEND_TICK_MOVED, "xxxxxxxxxxxxxx");
    close_scene(s);
}

/* ---- Figure 2: two corridors ----------------------------------------------------------------- */

/* The route leads through the lower corridor, but its end runs past the goal and back. The upper
 * corridor looks better as long as the hall at its end is not searched completely. By then the
 * agent is half-way along the upper corridor, near the opening 'o'. */
static const char *const figure_2[] = {
    "..................................@@@", "s@@@@@o@@@@@......................@@@",
    "l..........@......................@@@", "@@@@@@@@@@.@......................@@@",
    "@@@@@@@@@@.@......................@@@", "@@@@@@@@@@.@@@@@@@@@@@@@@@@@@@@@@@@@@",
    "@@@@@@@@@@...........................", "@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@.",
    "@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@g...", NULL};

static void without_shortcut_the_agent_goes_back_to_the_start(void **state) {
    (void)state;
    struct scene *s = open_scene(figure_2, 4);
    play(s, 9, 1000, 10);
    uint64_t found = s->result.found_tick;
    wend_state at = s->log.ticks[found - 1].state;
    assert_int_equal(wend_map_y(s->map, at), 0); /* in the upper corridor, past the opening */
    assert_true(wend_map_x(s->map, at) > 6 && wend_map_x(s->map, at) < 12);
    assert_true(visits(s, 's', found));
    assert_false(visits(s, 'o', 0));
    /* Back to the start, then the whole route. */
    uint64_t back = s->from_start[s->result.traced_at];
    assert_int_equal(s->result.cost - s->result.traced_cost, back + s->from_start[s->c.def.goal]);
    close_scene(s);
}

static void with_shortcut_the_agent_crosses_the_opening(void **state) {
    (void)state;
    struct scene *s = open_scene(figure_2, 4);
    play(s, 9, 1000, 10);
    uint64_t plain_cost = s->result.cost;
    s->c.def.bounded.shortcut = WEND_ON;
    play(s, 9, 1000, 10);
    assert_true(visits(s, 'o', s->result.found_tick));
    assert_false(visits(s, 's', s->result.found_tick));
    assert_false(visits(s, 'l', s->result.found_tick));
    assert_int_equal(s->result.shortcuts, 1);
    assert_true(s->result.cost < plain_cost);
    /* From the place where it was found, the shortcut is the shortest route to the goal. */
    wend_cost from_goal[PLAIN_CELLS_MAX];
    plain_distances(&s->plain, (int)s->c.def.goal, from_goal);
    for (uint32_t i = 0; i < s->log.count; i++) {
        if (s->log.ticks[i].flags & WEND_TICK_SHORTCUT) {
            assert_int_equal(s->log.count - 1 - i,
                             from_goal[s->log.ticks[i].state] / WEND_COST_ONE);
            assert_int_equal(s->log.ticks[i].trace_steps, 47); /* the states of the route */
        }
    }
    close_scene(s);
}

/* The tick that finds the route is a tick in which the agent would step back, like those after it.
 * In this scene it stands at the opening at that moment and has enough expansions left to see
 * across. */
static void the_tick_that_finds_the_route_looks_for_a_shortcut(void **state) {
    (void)state;
    struct scene *s = open_scene(figure_2, 4);
    s->c.def.bounded.shortcut = WEND_ON;
    play(s, 11, 1000, 10);
    const wend_tick *found = &s->log.ticks[s->result.found_tick - 1];
    assert_true(found->flags & WEND_TICK_REPLANNED);
    assert_true(found->flags & WEND_TICK_SHORTCUT);
    assert_int_equal(found->state, plain_mark(figure_2, 'o'));
    close_scene(s);
}

/* The route is longer than the number of steps that a tick may follow: evenly spaced states are
 * entered. */
static void a_shortcut_is_found_with_few_steps_too(void **state) {
    (void)state;
    struct scene *s = open_scene(figure_2, 4);
    s->c.def.bounded.shortcut = WEND_ON;
    play(s, 20, 500, 1); /* N_E = 10, N_T = 10; the route has 46 states */
    assert_true(s->result.shortcuts <= 1);
    uint64_t with = s->result.cost;
    s->c.def.bounded.shortcut = WEND_OFF;
    play(s, 20, 500, 1);
    assert_true(with <= s->result.cost);
    close_scene(s);
}

static uint64_t flying_clock(void *context) {
    return *(uint64_t *)context += 1000000;
}

/* Each reading advances it by 1 ns. */
static uint64_t walking_clock(void *context) {
    return ++*(uint64_t *)context;
}

/* In a timed tick the search for a shortcut reads the clock like any other search. With no time
 * left it ends after 4 steps along the route, before it begins. With little time left it ends after
 * a few expansions, which reach the agent once it is near enough. */
static void a_shortcut_is_not_sought_beyond_the_time(void **state) {
    (void)state;
    struct scene *s = open_scene(figure_2, 4);
    s->c.def.bounded.expand_permille = 1000;
    s->c.def.bounded.shortcut = WEND_ON;
    wend_agent *agent = make_agent(&s->c.def);
    wend_tick tick;
    do {
        step_agent(agent, 8, &tick);
    } while (!(tick.flags & WEND_TICK_FOUND));
    uint64_t now = 0;
    wend_clock flying = {flying_clock, &now};
    assert_int_equal(wend_agent_reserve_expansions(agent, 400), WEND_OK);
    assert_int_equal(
        wend_agent_tick(agent, (wend_budget){.work = 9600, .nanoseconds = 10, .clock = &flying},
                        &tick),
        WEND_OK);
    assert_in_range(tick.trace_steps, 1, 4);
    assert_int_equal(tick.expansions, 0);
    assert_true(tick.flags & WEND_TICK_BACKTRACKED);
    now = 0;
    wend_clock walking = {walking_clock, &now};
    for (uint32_t i = 0; !(tick.flags & WEND_TICK_SHORTCUT); i++) {
        assert_true(i < 20);
        assert_int_equal(wend_agent_reserve_expansions(agent, 400), WEND_OK);
        assert_int_equal(
            wend_agent_tick(
                agent, (wend_budget){.work = 9600, .nanoseconds = 16, .clock = &walking}, &tick),
            WEND_OK);
        assert_in_range(tick.expansions, 1, 64);
    }
    wend_agent_destroy(agent);
    close_scene(s);
}

/* ---- Traps ----------------------------------------------------------------------------------- */

/* The new path runs from the start through the junction j. The agent meets it there, in the middle,
 * and continues from there. */
static void the_agent_joins_a_path_in_its_middle(void **state) {
    (void)state;
    static const char *const rows[] = {"s1234jXYZ@@@g", "@@@@@K@@@@@@R", "@@@@@LABCDEFH", NULL};
    struct scene *s = open_scene(rows, 8);
    play(s, 1, 1000, 10);
    assert_string_equal(s->walk, "1234jXYZYXjKLABCDEFHRg");
    check_flag(s, WEND_TICK_BACKTRACKED, "--------xxx-----------");
    close_scene(s);
}

/* N_E = 3, N_T = 2: the tip recedes from the agent, and every trace takes longer than the one
 * before. The agent keeps walking, and a trace is complete when it meets the agent. */
static void a_trace_may_take_several_ticks(void **state) {
    (void)state;
    static const char *const rows[] = {"s..............................g", NULL};
    struct scene *s = open_scene(rows, 8);
    play(s, 4, 750, 2);
    check_flag(s, WEND_TICK_MOVED, "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx");
    check_flag(s, WEND_TICK_REPLANNED, "x-x--x----x--x-----------------");
    check_flag(s, WEND_TICK_PARTIAL, "-x-xx-xxxx-xx------------------");
    static const uint32_t steps[] = {2, 2, 1, 2, 2, 2, 2, 2, 2, 2, 2, 8, 8, 2, 0};
    for (uint32_t i = 0; i < COUNT_OF(steps); i++) {
        assert_int_equal(s->log.ticks[i].trace_steps, steps[i]);
    }
    assert_int_equal(s->log.ticks[0].expansions, 2); /* min(N_E, N_T) */
    assert_int_equal(s->log.ticks[1].expansions, 3);
    assert_int_equal(s->result.cost, s->from_start[s->c.def.goal]);
    close_scene(s);
}

/* N_E = 1, N_T = 2: the trace of the path over K has passed the junction j when the agent steps
 * back from X into the traced part. It must not return to X, nor wait for the trace to end. */
static void the_agent_may_stand_on_the_traced_part(void **state) {
    (void)state;
    static const char *const rows[] = {"s1234jX@g", "@@@@@K@@R", "@@@@@LABC", NULL};
    struct scene *s = open_scene(rows, 8);
    play(s, 2, 500, 2);
    assert_string_equal(s->walk, "1234jXjKLABCRg");
    check_flag(s, WEND_TICK_PARTIAL, "------x-------");
    check_flag(s, WEND_TICK_REPLANNED, "xxxxxx-x");
    assert_int_equal(s->log.ticks[6].trace_steps, 2);
    assert_int_equal(s->log.ticks[7].trace_steps, 0);
    close_scene(s);
}

/* At the end of its path, while the next trace is still running, the agent steps back. From there
 * the old path leads on again. */
static void the_agent_keeps_moving_while_it_waits_for_a_trace(void **state) {
    (void)state;
    static const char *const rows[] = {"s123456789abcdeg", NULL};
    struct scene *s = open_scene(rows, 8);
    play(s, 8, 875, 1); /* N_E = 7, N_T = 1 */
    assert_int_equal(strncmp(s->walk, "1s1", 3), 0);
    check_flag(s, WEND_TICK_BACKTRACKED, "-x-");
    check_flag(s, WEND_TICK_PARTIAL, "-xx");
    close_scene(s);
}

/* An agent at the start without a path (the paper's special case) returns to where it came from.
 * The test removes the path: with a trace in the first tick there would always be one. */
static void at_the_start_with_no_path_it_returns_to_where_it_was(void **state) {
    (void)state;
    static const char *const rows[] = {
        "......s......................................................................g", NULL};
    struct scene *s = open_scene(rows, 8);
    wend_agent_def def = s->c.def;
    def.bounded.expand_permille = 875;
    def.bounded.trace_per_expansion = 1;
    wend_agent *agent = make_agent(&def);
    wend_tick tick;
    for (uint32_t i = 0; i < 3; i++) {
        step_agent(agent, 8, &tick);
    }
    wn_time_bounded *planner = &agent->planner.bounded;
    planner->paths[planner->followed].count = 0;
    agent->planner.at = agent->planner.start;
    agent->planner.before = wn_grid_id_of_state(s->map, def.start + 1);
    for (uint32_t i = 0; i < 4; i++) {
        step_agent(agent, 8, &tick);
        assert_true(tick.flags & WEND_TICK_PARTIAL);
        assert_int_equal(tick.status, WEND_AGENT_MOVING);
        assert_int_equal(tick.state, i % 2 ? def.start : def.start + 1);
        assert_int_equal((tick.flags & WEND_TICK_BACKTRACKED) != 0, i % 2);
    }
    wend_agent_destroy(agent);
    close_scene(s);
}

/* ---- Commit ---------------------------------------------------------------------------------- */

static const char *const dead_end[] = {"s12345678@@@@g", "A@@@@@@@@@@@@J", "BCDEFHIKLMNPQR", NULL};

/* N_E = 4. After two ticks the path leads to 8. After three the tip is D, with a smaller g: the
 * plain agent turns back at once, the committed one goes on. After four the tip is I, with the same
 * g as 8, and that is enough. */
static void commit_keeps_to_a_path_until_another_reaches_as_far(void **state) {
    (void)state;
    struct scene *s = open_scene(dead_end, 8);
    play(s, 4, 1000, 10);
    assert_string_equal(s->walk, "121sABCDEFHIKLMNPQRJg");
    check_flag(s, WEND_TICK_REPLANNED, "xxxx");
    s->c.def.bounded.commit = WEND_ON;
    play(s, 4, 1000, 10);
    assert_string_equal(s->walk, "12321sABCDEFHIKLMNPQRJg");
    check_flag(s, WEND_TICK_REPLANNED, "xx-x");
    check_flag(s, WEND_TICK_BACKTRACKED, "---xxx-");
    close_scene(s);
}

/* At the end of its path the agent has nothing to commit to. */
static void commit_does_not_hold_an_agent_at_the_end_of_its_path(void **state) {
    (void)state;
    struct scene *s = open_scene(figure_1, 8);
    s->c.def.bounded.commit = WEND_ON;
    play(s, 1, 1000, 10);
    assert_string_equal(s->walk, "121sABCDEFHIJg");
    check_flag(s, WEND_TICK_REPLANNED, "xxxx");
    close_scene(s);
}

/* ---- Late and complete ----------------------------------------------------------------------- */

static void acting_late_shuttles_at_the_start(void **state) {
    (void)state;
    struct scene *s = open_scene(dead_end, 8);
    s->c.def.algo = wend_algo_tba_late();
    bool seen[2] = {false, false};
    for (s->c.def.bounded.seed = 1; s->c.def.bounded.seed <= 8; s->c.def.bounded.seed++) {
        play(s, 2, 1000, 10);
        for (uint32_t i = 0; i + 1 < s->result.found_tick; i++) {
            char at = s->walk[i];
            assert_true(i % 2 ? at == 's' : at == '1' || at == 'A');
            seen[at == 'A'] |= i % 2 == 0;
        }
        assert_int_equal(s->result.backtracks, 0);
    }
    assert_true(seen[0] && seen[1]);
    close_scene(s);
}

static void a_star_stands_still_until_it_knows(void **state) {
    (void)state;
    struct scene *s = open_scene(dead_end, 8);
    s->c.def.algo = wend_algo_astar();
    play(s, 4, 1000, 10);
    assert_string_equal(s->walk, "ssssssABCDEFHIKLMNPQRJg");
    assert_int_equal(s->result.found_tick, 7);
    close_scene(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_agent_turns_back_when_another_path_is_better),
        cmocka_unit_test(without_shortcut_the_agent_goes_back_to_the_start),
        cmocka_unit_test(with_shortcut_the_agent_crosses_the_opening),
        cmocka_unit_test(the_tick_that_finds_the_route_looks_for_a_shortcut),
        cmocka_unit_test(a_shortcut_is_found_with_few_steps_too),
        cmocka_unit_test(a_shortcut_is_not_sought_beyond_the_time),
        cmocka_unit_test(the_agent_joins_a_path_in_its_middle),
        cmocka_unit_test(a_trace_may_take_several_ticks),
        cmocka_unit_test(the_agent_may_stand_on_the_traced_part),
        cmocka_unit_test(the_agent_keeps_moving_while_it_waits_for_a_trace),
        cmocka_unit_test(at_the_start_with_no_path_it_returns_to_where_it_was),
        cmocka_unit_test(commit_keeps_to_a_path_until_another_reaches_as_far),
        cmocka_unit_test(commit_does_not_hold_an_agent_at_the_end_of_its_path),
        cmocka_unit_test(acting_late_shuttles_at_the_start),
        cmocka_unit_test(a_star_stands_still_until_it_knows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
