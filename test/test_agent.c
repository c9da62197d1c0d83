/* The public calls of agents: definitions, budgets, timed ticks, counters, the list of
 * algorithms. */
#include <wend/research.h>
#include <wend/wend.h>

#include "agent/agent.h"

#include "support/ledger.h"
#include "support/plain_map.h"
#include "support/step.h"
#include "support/test.h"
#include "support/variant.h"

#include <stdio.h>
#include <string.h>

static const char *const rows[] = {"s..@..", ".@.@.@", "...@.g", ".@....", NULL};

struct scene {
    plain_map plain;
    wend_map *map;
    wend_agent_def def;
    test_aids aids;
};

static void open_scene(struct scene *s, const char *const *picture) {
    plain_from_picture(&s->plain, picture);
    s->map = plain_to_wend(&s->plain);
    s->aids = aids_make(s->map);
    s->def = (wend_agent_def){0};
    s->def.algo = wend_algo_auto();
    s->def.map = s->map;
    s->def.start = (wend_state)plain_mark(picture, 's');
    s->def.goal = (wend_state)plain_mark(picture, 'g');
}

static void close_scene(struct scene *s) {
    aids_free(&s->aids);
    wend_map_destroy(s->map);
}

/* ---- The definition of an agent -------------------------------------------------------------- */

static void an_agent_keeps_its_goal_and_the_callers_pointer(void **state) {
    (void)state;
    struct scene s;
    open_scene(&s, rows);
    int mine = 0, other = 0;
    s.def.user = &mine;
    wend_agent *agent = make_agent(&s.def);
    assert_int_equal(wend_agent_goal(agent), s.def.goal);
    assert_int_equal(wend_agent_set_goal(agent, 0), WEND_OK);
    assert_int_equal(wend_agent_goal(agent), 0);
    assert_ptr_equal(wend_agent_user(agent), &mine);
    wend_agent_set_user(agent, &other);
    assert_ptr_equal(wend_agent_user(agent), &other);
    wend_agent_destroy(agent);
    close_scene(&s);
}

/* On a domain that does not number its states, the goal has the number that the agent gave it. */
static void the_goal_of_a_puzzle_has_a_number(void **state) {
    (void)state;
    wend_puzzle_def form = {.width = 2, .height = 2};
    wend_domain *puzzle;
    assert_int_equal(wend_puzzle_create(&form, &puzzle, NULL), WEND_OK);
    wend_agent_def def = {0};
    def.domain = puzzle;
    def.algo = wend_algo_auto();
    def.goal = 77;
    static const uint8_t from[] = {1, 0, 2, 3}, to[] = {0, 1, 2, 3};
    assert_int_equal(wend_puzzle_pack(puzzle, from, &def.start_packed), WEND_OK);
    assert_int_equal(wend_puzzle_pack(puzzle, to, &def.goal_packed), WEND_OK);
    wend_agent *agent = make_agent(&def);
    wend_packed goal = wend_agent_packed(agent, wend_agent_goal(agent));
    assert_memory_equal(&goal, &def.goal_packed, sizeof goal);
    wend_tick tick;
    step_agent(agent, 10, &tick);
    assert_int_equal(tick.status, WEND_AGENT_ARRIVED);
    assert_int_equal(tick.state, wend_agent_goal(agent));
    wend_agent_destroy(agent);
    wend_domain_destroy(puzzle);
}

/* ---- The list of algorithms ------------------------------------------------------------------ */

static void algorithms_are_listed(void **state) {
    (void)state;
    static const char *const needed[] = {"astar", "tba", "tba-late"};
    assert_true(wend_algo_count() >= COUNT_OF(needed));
    for (uint32_t i = 0; i < COUNT_OF(needed); i++) {
        assert_non_null(wend_algo_find(needed[i]));
    }
    for (uint32_t i = 0; i < wend_algo_count(); i++) {
        const wend_algo *algo = wend_algo_get(i);
        assert_non_null(algo);
        assert_ptr_equal(wend_algo_find(algo->name), algo); /* names are unique */
        assert_true(algo->title[0] && algo->paper[0]);
        assert_string_not_equal(wend_needs_text(algo->needs), "unknown");
        assert_true(algo->acts <= WEND_ACTS_LOCALLY && algo->flags < 2 * WEND_ALGO_JUMPS);
        for (uint32_t p = 0; p < WEND_PARAMETER_COUNT; p++) {
            const wend_parameter_info *info = wend_parameter_get(p);
            uint64_t value = wend_algo_default(algo, p);
            bool in_range = value >= info->min && value <= info->max;
            bool chosen = algo == wend_algo_auto() && value == 0 &&
                          (p == WEND_PARAMETER_COMMIT || p == WEND_PARAMETER_WEIGHT_PERMILLE);
            check(in_range || chosen || !wend_algo_reads(algo, p),
                  "%s: the default of %s is out of range", algo->name, info->name);
        }
    }
    assert_null(wend_algo_get(wend_algo_count()));
    assert_null(wend_algo_get(UINT32_MAX));
    assert_null(wend_algo_find(""));
    assert_null(wend_algo_find("tb"));
    assert_null(wend_algo_find("tba "));
    assert_null(wend_algo_find(NULL));
}

static const char *agent_text(int status) {
    return wend_agent_status_text((wend_agent_status)status);
}

static const char *find_text(int status) {
    return wend_find_status_text((wend_find_status)status);
}

static const char *unit_text(int status) {
    return wend_unit_status_text((wend_unit_status)status);
}

static const char *field_text(int status) {
    return wend_field_status_text((wend_field_status)status);
}

static void statuses_have_texts(void **state) {
    (void)state;
    static const struct {
        const char *(*text)(int status);
        int last; /* the last status: add a new one here */
        int unreachable;
    } enums[] = {
        {agent_text, WEND_AGENT_NOT_RESERVED, WEND_AGENT_UNREACHABLE},
        {find_text, WEND_FIND_START_BLOCKED, WEND_FIND_UNREACHABLE},
        {unit_text, WEND_UNIT_GROUPED, WEND_UNIT_UNREACHABLE},
        {field_text, WEND_FIELD_OVERFLOW, WEND_FIELD_UNREACHABLE},
    };
    for (size_t i = 0; i < sizeof enums / sizeof *enums; i++) {
        for (int status = 0; status <= enums[i].last; status++) {
            for (int other = -1; other < status; other++) {
                assert_string_not_equal(enums[i].text(status), enums[i].text(other));
            }
        }
        assert_string_equal(enums[i].text(enums[i].unreachable), "unreachable");
        assert_string_equal(enums[i].text(enums[i].last + 1), "unknown status");
        assert_string_equal(enums[i].text(-1), "unknown status");
    }
}

static void errors_have_texts(void **state) {
    (void)state;
    static const char unknown[] = "unknown error";
    int count = 0;
    for (; strcmp(wend_error_text((wend_error)count), unknown) != 0; count++) {
        const char *text = wend_error_text((wend_error)count);
        assert_true(count < 1000 && strlen(text) > 5);
        for (int other = WEND_OK; other < count; other++) {
            assert_string_not_equal(text, wend_error_text((wend_error)other));
        }
    }
    assert_int_equal(count, WEND_ERROR_STALE + 1); /* the last one: add a new one here */
    for (int e = count; e < 1000; e++) {
        assert_string_equal(wend_error_text((wend_error)e), unknown);
    }
    assert_string_equal(wend_error_text((wend_error)-1), "unknown error");
    char version[32];
    snprintf(version, sizeof version, "%d.%d.%d", WEND_VERSION_MAJOR, WEND_VERSION_MINOR,
             WEND_VERSION_PATCH);
    assert_string_equal(wend_version(), version);
}

/* ---- Budgets --------------------------------------------------------------------------------- */

static void budgets_are_split_as_written(void **state) {
    (void)state;
    static const struct {
        uint32_t budget, share, trace, expansions, trace_steps;
    } cases[] = {{10, 900, 10, 9, 10},
                 {100, 900, 10, 90, 100},
                 {1, 900, 10, 1, 10},
                 {2, 900, 10, 1, 10},
                 {25, 900, 10, 22, 30},
                 {10, 1000, 10, 10, 100},
                 {1, 1, 1, 1, 1},
                 {999, 1, 1, 1, 998},
                 {1000, 1, 7, 1, 6993},
                 {1000, 999, 10, 999, 10},
                 {3, 500, 1, 1, 2},
                 {1000000, 500, 3, 500000, 1500000},
                 {WEND_EXPANSIONS_MAX, 900, 10, 90000000, 100000000},
                 {WEND_EXPANSIONS_MAX, 1000, 1000, WEND_EXPANSIONS_MAX, UINT32_MAX}};
    struct scene s;
    open_scene(&s, rows);
    for (uint32_t i = 0; i < COUNT_OF(cases); i++) {
        wend_agent_def def = s.def;
        def.algo = wend_algo_tba();
        def.bounded.expand_permille = cases[i].share;
        def.bounded.trace_per_expansion = cases[i].trace;
        wend_agent *agent = make_agent(&def);
        uint32_t expansions, trace_steps;
        wend_agent_split(agent, cases[i].budget, &expansions, &trace_steps);
        check(expansions == cases[i].expansions && trace_steps == cases[i].trace_steps,
              "case %u: %u and %u", i, expansions, trace_steps);
        wend_agent_destroy(agent);
        def.algo = wend_algo_astar();
        variant_drop_unread(&def);
        agent = make_agent(&def);
        wend_agent_split(agent, cases[i].budget, &expansions, &trace_steps);
        assert_int_equal(expansions, cases[i].budget); /* spends the whole budget on expansions */
        wend_agent_destroy(agent);
    }
    close_scene(&s);
}

static uint64_t standing_clock(void *context) {
    (void)context;
    return 5;
}

static void bad_budgets_are_refused(void **state) {
    (void)state;
    struct scene s;
    open_scene(&s, rows);
    wend_agent *agent = make_agent(&s.def);
    wend_tick tick;
    wend_clock clock = {standing_clock, NULL}, no_clock = {NULL, NULL};
    static const uint32_t bad[] = {0, WEND_EXPANSIONS_MAX + 1, UINT32_MAX};
    for (uint32_t i = 0; i < COUNT_OF(bad); i++) {
        assert_int_equal(wend_agent_tick_expansions(agent, bad[i], &tick), WEND_ERROR_BUDGET);
        assert_int_equal(wend_agent_reserve_expansions(agent, bad[i]), WEND_ERROR_BUDGET);
        assert_int_equal(wend_agent_plan_expansions(agent, bad[i], &tick), WEND_ERROR_BUDGET);
    }
    wend_budget little = {.work = WEND_WORK_EXPANSION - 1, .nanoseconds = 9, .clock = &clock};
    assert_int_equal(wend_agent_tick(agent, little, &tick), WEND_ERROR_BUDGET);
    assert_int_equal(wend_agent_reserve(agent, little.work), WEND_ERROR_BUDGET);
    assert_int_equal(wend_agent_tick_expansions(NULL, 1, &tick), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_agent_tick_expansions(agent, 1, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_agent_reserve_expansions(NULL, 1), WEND_ERROR_ARGUMENT);
    assert_int_equal(
        wend_agent_tick(NULL, (wend_budget){.work = 24, .nanoseconds = 9, .clock = &clock}, &tick),
        WEND_ERROR_ARGUMENT);
    assert_int_equal(
        wend_agent_tick(agent, (wend_budget){.work = 24, .nanoseconds = 9, .clock = NULL}, &tick),
        WEND_ERROR_ARGUMENT);
    assert_int_equal(
        wend_agent_tick(agent, (wend_budget){.work = 24, .nanoseconds = 9, .clock = &no_clock},
                        &tick),
        WEND_ERROR_ARGUMENT);
    assert_int_equal(
        wend_agent_tick(agent, (wend_budget){.work = 24, .nanoseconds = 9, .clock = &clock}, NULL),
        WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_agent_stats(agent).ticks, 0);
    /* The minimum and the maximum are not special. */
    static const uint32_t good[] = {1, WEND_EXPANSIONS_MAX};
    for (uint32_t i = 0; i < COUNT_OF(good); i++) {
        assert_int_equal(wend_agent_reserve_expansions(agent, good[i]), WEND_OK);
        assert_int_equal(wend_agent_tick_expansions(agent, good[i], &tick), WEND_OK);
        assert_int_equal(
            wend_agent_tick(agent,
                            (wend_budget){.work = (uint64_t)good[i] * WEND_WORK_EXPANSION,
                                          .nanoseconds = 1,
                                          .clock = &clock},
                            &tick),
            WEND_OK);
    }
    wend_agent_destroy(agent);
    close_scene(&s);
}

/* A route cannot get too expensive on a map of this size, so the test sets the outcome of the
 * search. */
static void a_route_that_is_too_dear_is_an_overflow(void **state) {
    (void)state;
    struct scene s;
    open_scene(&s, rows);
    s.def.algo = wend_algo_tba();
    wend_agent *agent = make_agent(&s.def);
    wend_tick tick;
    step_agent(agent, 2, &tick);
    wend_state at = tick.state;
    agent->planner.search.outcome = WN_TOO_EXPENSIVE;
    for (uint32_t i = 0; i < 2; i++) {
        step_agent(agent, 2, &tick);
        assert_int_equal(tick.status, WEND_AGENT_OVERFLOW);
        assert_int_equal(tick.state, at);
        assert_int_equal(wend_agent_stats(agent).ticks, 2); /* the second one is not counted */
    }
    wend_agent_destroy(agent);
    close_scene(&s);
}

/* ---- Timed ticks ----------------------------------------------------------------------------- */

/* A clock that advances by the same amount at every reading. */
struct stepping {
    uint64_t now;
    uint64_t step;
};

static uint64_t stepping_now(void *context) {
    struct stepping *clock = context;
    clock->now += clock->step;
    return clock->now;
}

/* A hall with a wall across it, so that searches are long. */
static void open_hall(struct scene *s) {
    s->plain = (plain_map){.width = 60, .height = 60, .neighbors = 8};
    memset(s->plain.cells, '.', 3600);
    memset(s->plain.cells + 30 * 60, '@', 59);
    s->map = plain_to_wend(&s->plain);
    s->aids = aids_make(s->map);
    s->def = (wend_agent_def){0};
    s->def.algo = wend_algo_auto();
    s->def.map = s->map;
    s->def.start = 0;
    s->def.goal = 59 * 60;
}

/* With a clock that stands still, only the budget counts. */
static void time_that_stands_still_changes_nothing(void **state) {
    (void)state;
    struct scene s;
    open_hall(&s);
    variant variants[VARIANTS_MAX];
    uint32_t count = variant_list(variants);
    for (uint32_t v = 0; v < count; v++) {
        variant_apply(&variants[v], &s.def);
        variant_give_aids(s.def.algo, &s.aids, &s.def);
        wend_agent *plain = make_agent(&s.def), *timed = make_agent(&s.def);
        wend_clock clock = {standing_clock, NULL};
        wend_tick a, b;
        do {
            step_agent(plain, 70, &a);
            assert_int_equal(wend_agent_reserve_expansions(timed, 70), WEND_OK);
            assert_int_equal(
                wend_agent_tick(
                    timed, (wend_budget){.work = 1680, .nanoseconds = 100, .clock = &clock}, &b),
                WEND_OK);
            assert_memory_equal(&a, &b, sizeof a);
        } while (wend_agent_is_active(a.status));
        wend_agent_destroy(plain);
        wend_agent_destroy(timed);
    }
    close_scene(&s);
}

/* Even with no time at all a tick does the minimum: an expansion, or work worth one. That is 4 on
 * the first tick, and up to 8 where expansions are not timed one by one. The agent arrives. */
static void time_that_flies_leaves_one_slice(void **state) {
    (void)state;
    struct scene s;
    open_hall(&s);
    variant variants[VARIANTS_MAX];
    uint32_t count = variant_list(variants);
    for (uint32_t v = 0; v < count; v++) {
        variant_apply(&variants[v], &s.def);
        variant_give_aids(s.def.algo, &s.aids, &s.def);
        wend_agent *agent = make_agent(&s.def);
        struct stepping hands = {.now = 0, .step = 1000000};
        wend_clock clock = {stepping_now, &hands};
        wend_tick tick;
        wend_state at = s.def.start;
        uint32_t ticks = 0;
        do {
            assert_int_equal(wend_agent_reserve_expansions(agent, 5000), WEND_OK);
            assert_int_equal(
                wend_agent_tick(agent,
                                (wend_budget){.work = 120000, .nanoseconds = 1000, .clock = &clock},
                                &tick),
                WEND_OK);
            bool found = tick.flags & WEND_TICK_FOUND;
            const char *name = variants[v].algo->name;
            bool sliced = variant_slices(variants[v].algo);
            bool on_its_way = variant_is_local(variants[v].algo) && tick.expansions == 0;
            on_its_way |= sliced && tick.expansions <= 8;
            bool repairs = s.def.algo->needs == WEND_NEEDS_SYMMETRIC;
            uint32_t unit = WEND_WORK_EXPANSION;
            uint32_t most = unit * (repairs || sliced ? 8 : ticks ? 1 : 4);
            check(tick.work <= most && (tick.work > 0 || on_its_way || found), "%s: %u units",
                  variants[v].name, tick.work);
            check(tick.state == at || plain_move_cost(&s.plain, (int)at, (int)tick.state),
                  "%s makes an illegal move", variants[v].name);
            check(tick.status != WEND_AGENT_WAITING || variant_waits(variants[v].algo) || sliced,
                  "%s waits", name);
            at = tick.state;
            check(++ticks < 1000000, "%s does not arrive", name);
        } while (wend_agent_is_active(tick.status));
        assert_int_equal(tick.status, WEND_AGENT_ARRIVED);
        wend_agent_destroy(agent);
    }
    close_scene(&s);
}

/* A clock that advances by 10 ns for each state that the agent's search has touched. */
struct working {
    const wend_agent *agent;
    uint64_t step; /* ns; readings are multiples of this */
    uint64_t per_look;
    uint32_t looks;
};

static uint64_t working_now(void *context) {
    struct working *hands = context;
    hands->looks++;
    uint64_t now =
        10 * (uint64_t)wend_agent_stats(hands->agent).touched + hands->looks * hands->per_look;
    return 77 + now - now % hands->step;
}

/* The time spent on expansions stays within 200 ns and a few expansions of its share (their pace
 * varies), although the clock is rarely read, because reading it takes time, too. */
static void time_is_shared_out(void **state) {
    (void)state;
    static const struct {
        const char *algo;
        uint32_t share;
    } cases[] = {{"tba", 500}, {"tba", 1000}, {"tba", 250}, {"astar", 900}, {"tba", 900}};
    struct scene s;
    open_hall(&s);
    for (uint32_t i = 0; i < COUNT_OF(cases); i++) {
        s.def.algo = wend_algo_find(cases[i].algo);
        s.def.bounded.expand_permille = cases[i].share;
        variant_drop_unread(&s.def);
        wend_agent *agent = make_agent(&s.def);
        struct working hands = {.agent = agent, .step = 1};
        wend_clock clock = {working_now, &hands};
        wend_tick tick;
        assert_int_equal(wend_agent_reserve_expansions(agent, 100000), WEND_OK);
        assert_int_equal(
            wend_agent_tick(agent,
                            (wend_budget){.work = 2400000, .nanoseconds = 10000, .clock = &clock},
                            &tick),
            WEND_OK);
        uint64_t all = i == 3 ? 10000 : 10 * cases[i].share;
        uint64_t spent = 10 * (uint64_t)wend_agent_stats(agent).touched;
        check(spent + 200 >= all && spent <= all + 200 + 4 * 8 * 10, "case %u: %u ns", i,
              (unsigned)spent);
        /* 10,000 / 750, and a few more at both ends, where slices are shorter */
        check(hands.looks <= 28, "case %u: %u looks", i, hands.looks);
        wend_agent_destroy(agent);
    }
    close_scene(&s);
}

/* A slice is not larger than all the work before it. A clock with coarse steps is therefore overrun
 * by at most one step. */
static void a_coarse_clock_is_overrun_by_no_more_than_its_step(void **state) {
    (void)state;
    struct scene s;
    open_hall(&s);
    s.def.algo = wend_algo_astar();
    wend_agent *agent = make_agent(&s.def);
    struct working hands = {.agent = agent, .step = 4000};
    wend_clock clock = {working_now, &hands};
    wend_tick tick;
    assert_int_equal(wend_agent_reserve_expansions(agent, 100000), WEND_OK);
    assert_int_equal(
        wend_agent_tick(agent, (wend_budget){.work = 2400000, .nanoseconds = 8000, .clock = &clock},
                        &tick),
        WEND_OK);
    assert_int_equal(tick.status, WEND_AGENT_WAITING);
    assert_in_range(10 * wend_agent_stats(agent).touched, 8000, 12000);
    wend_agent_destroy(agent);
    close_scene(&s);
}

/* A street without branches. */
static void open_street(struct scene *s, const char *algo) {
    s->plain = (plain_map){.width = 2000, .height = 1, .neighbors = 8};
    memset(s->plain.cells, '.', 2000);
    s->map = plain_to_wend(&s->plain);
    s->aids = aids_make(s->map);
    s->def = (wend_agent_def){0};
    s->def.map = s->map;
    s->def.start = 0;
    s->def.goal = 1999;
    s->def.algo = wend_algo_find(algo);
}

/* The agent has only the path of its first trace. Running out of time does not interrupt that. */
static void the_first_trace_is_not_cut_short(void **state) {
    (void)state;
    struct scene s;
    open_street(&s, "tba");
    s.def.bounded.expand_permille = 990;
    s.def.bounded.trace_per_expansion = 1000;
    wend_agent *agent = make_agent(&s.def);
    struct working hands = {.agent = agent, .step = 1, .per_look = 20};
    wend_clock clock = {working_now, &hands};
    wend_tick tick;
    assert_int_equal(wend_agent_reserve_expansions(agent, 10000), WEND_OK);
    assert_int_equal(
        wend_agent_tick(agent, (wend_budget){.work = 240000, .nanoseconds = 7000, .clock = &clock},
                        &tick),
        WEND_OK);
    assert_true(tick.trace_steps > 512);
    assert_int_equal(tick.trace_steps, tick.expansions);
    assert_int_equal(tick.flags, WEND_TICK_MOVED | WEND_TICK_REPLANNED);
    /* The next one is: 4 steps from look to look, less than the way back to the agent. */
    assert_int_equal(wend_agent_reserve_expansions(agent, 10000), WEND_OK);
    assert_int_equal(
        wend_agent_tick(agent, (wend_budget){.work = 240000, .nanoseconds = 7000, .clock = &clock},
                        &tick),
        WEND_OK);
    assert_true(tick.flags & WEND_TICK_PARTIAL);
    assert_in_range(tick.trace_steps, 1, 64);
    wend_agent_destroy(agent);
    close_scene(&s);
}

/* A time limit of UINT64_MAX: the end of such a tick would overflow the clock. */
static void a_tick_may_be_given_all_the_time_there_is(void **state) {
    (void)state;
    struct scene s;
    open_street(&s, "astar");
    wend_agent *agent = make_agent(&s.def);
    struct stepping hands = {.now = 1000, .step = 1};
    wend_clock clock = {stepping_now, &hands};
    wend_tick tick;
    assert_int_equal(wend_agent_reserve_expansions(agent, 10000), WEND_OK);
    assert_int_equal(
        wend_agent_tick(agent,
                        (wend_budget){.work = 240000, .nanoseconds = UINT64_MAX, .clock = &clock},
                        &tick),
        WEND_OK);
    assert_int_equal(tick.expansions, 1999);
    assert_int_equal(tick.trace_steps, 1999);
    assert_int_equal(tick.status, WEND_AGENT_MOVING);
    wend_agent_destroy(agent);
    close_scene(&s);
}

/* ---- Queries about an agent ------------------------------------------------------------------ */

static void two_agents_on_a_map_do_not_disturb_each_other(void **state) {
    (void)state;
    struct scene s;
    open_hall(&s);
    wend_agent *alone = make_agent(&s.def), *one = make_agent(&s.def);
    wend_agent_def back = s.def;
    back.start = s.def.goal;
    back.goal = s.def.start;
    wend_agent *other = make_agent(&back);
    wend_tick a, b, c;
    do {
        step_agent(one, 30, &b);
        step_agent(other, 30, &c);
        step_agent(alone, 30, &a);
        assert_memory_equal(&a, &b, sizeof a);
    } while (wend_agent_is_active(a.status));
    assert_int_equal(a.status, WEND_AGENT_ARRIVED);
    wend_agent_destroy(alone);
    wend_agent_destroy(one);
    wend_agent_destroy(other);
    close_scene(&s);
}

static void the_seed_matters_to_late_agents_alone(void **state) {
    (void)state;
    struct scene s;
    open_hall(&s);
    s.def.start = 10 * 60 + 10; /* with eight neighbours to choose from */
    for (uint32_t i = 0; i < wend_algo_count(); i++) {
        s.def.algo = wend_algo_get(i);
        variant_give_aids(s.def.algo, &s.aids, &s.def);
        bool differs = false;
        for (uint64_t seed = 1; seed <= 5; seed++) {
            wend_agent_def other = s.def;
            if (wend_algo_reads(s.def.algo, WEND_PARAMETER_SEED)) {
                other.bounded.seed = seed;
            }
            wend_agent *a = make_agent(&s.def), *b = make_agent(&other);
            wend_tick tick_a, tick_b;
            for (uint32_t t = 0; t < 10; t++) {
                step_agent(a, 10, &tick_a);
                step_agent(b, 10, &tick_b);
                differs |= tick_a.state != tick_b.state;
                assert_true(seed != 1 || tick_a.state == tick_b.state); /* the default */
            }
            wend_agent_destroy(a);
            wend_agent_destroy(b);
        }
        assert_int_equal(differs, wend_algo_reads(wend_algo_get(i), WEND_PARAMETER_SEED));
    }
    close_scene(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_agent_keeps_its_goal_and_the_callers_pointer),
        cmocka_unit_test(the_goal_of_a_puzzle_has_a_number),
        cmocka_unit_test(algorithms_are_listed),
        cmocka_unit_test(errors_have_texts),
        cmocka_unit_test(statuses_have_texts),
        cmocka_unit_test(budgets_are_split_as_written),
        cmocka_unit_test(bad_budgets_are_refused),
        cmocka_unit_test(a_route_that_is_too_dear_is_an_overflow),
        cmocka_unit_test(time_that_stands_still_changes_nothing),
        cmocka_unit_test(time_that_flies_leaves_one_slice),
        cmocka_unit_test(time_is_shared_out),
        cmocka_unit_test(a_coarse_clock_is_overrun_by_no_more_than_its_step),
        cmocka_unit_test(the_first_trace_is_not_cut_short),
        cmocka_unit_test(a_tick_may_be_given_all_the_time_there_is),
        cmocka_unit_test(two_agents_on_a_map_do_not_disturb_each_other),
        cmocka_unit_test(the_seed_matters_to_late_agents_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
