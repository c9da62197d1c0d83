/* Routes that cost more than WEND_COST_MAX, and learning that would never end. */
#include <wend/finder.h>
#include <wend/research.h>
#include <wend/wend.h>

#include "agent/agent.h"
#include "support/step.h"
#include "support/test.h"
#include "support/variant.h"

#include <string.h>

#define TICKS_MAX 2000000u

/* Ticks until the agent stops; fails if that takes too long. */
static wend_tick run(wend_agent *agent, uint32_t budget, const char *name) {
    wend_tick tick = {0};
    for (uint32_t i = 0; i < TICKS_MAX; i++) {
        step_agent(agent, budget, &tick);
        if (tick.status > WEND_AGENT_WAITING) {
            return tick;
        }
    }
    test_fail(__FILE__, __LINE__, "%s does not end", name);
    return tick;
}

static bool is_for_maps_alone(const wend_algo *algo) {
    return algo->needs >= WEND_NEEDS_MAP;
}

/* ---- A chain --------------------------------------------------------------------------------- */

#define CHAIN 600u

/* Nodes in a row with moves in both directions at the maximum cost: the whole row costs too much.
 * The last node may be unreachable: then a move leads from it, but none to it. */
static wend_domain *make_chain(bool unreachable) {
    uint32_t first[CHAIN + 1] = {0}, target[2 * CHAIN], cost[2 * CHAIN], edges = 0;
    for (uint32_t n = 0; n < CHAIN; n++) {
        first[n] = edges;
        for (uint32_t to = n ? n - 1 : 1; to <= n + 1 && to < CHAIN - unreachable; to += 2) {
            target[edges] = to;
            cost[edges++] = WEND_MOVE_COST_MAX;
        }
    }
    first[CHAIN] = edges;
    wend_graph_def def = {
        .node_count = CHAIN, .edge_count = edges, .first = first, .target = target, .cost = cost};
    wend_domain *domain;
    assert_int_equal(wend_graph_create(&def, &domain, NULL), WEND_OK);
    return domain;
}

static void queries_that_cost_too_much_are_an_overflow(void **state) {
    (void)state;
    wend_domain *chain = make_chain(false);
    wend_finder *finder;
    wend_answer answer;
    assert_int_equal(wend_finder_create(&(wend_finder_def){.domain = chain}, &finder, NULL),
                     WEND_OK);
    wend_state far = CHAIN - 1, farther[] = {CHAIN - 2, CHAIN - 1};
    assert_int_equal(wend_finder_find(finder, 0, far, NULL, &answer), WEND_OK);
    assert_int_equal(answer.status, WEND_FIND_OVERFLOW);
    assert_int_equal(answer.end, WEND_STATE_NONE);
    wend_query query = {.goals = farther, .goal_count = 2};
    assert_int_equal(wend_finder_find(finder, 0, 0, &query, &answer), WEND_OK);
    assert_int_equal(answer.status, WEND_FIND_OVERFLOW);
    wend_reached reached[CHAIN];
    assert_int_equal(wend_finder_range(finder, 0, UINT32_MAX, reached, CHAIN, &answer), WEND_OK);
    assert_int_equal(answer.status, WEND_FIND_OVERFLOW);
    assert_int_equal(wend_finder_range(finder, 0, WEND_COST_MAX, reached, CHAIN, &answer), WEND_OK);
    assert_int_equal(answer.status, WEND_FIND_FOUND);
    assert_int_equal(answer.count, WEND_COST_MAX / WEND_MOVE_COST_MAX + 1);
    wend_finder_destroy(finder);
    wend_domain_destroy(chain);
}

/* One-way moves along a chain: sets of goals are searched for from the start. */
static wend_domain *make_one_way_chain(void) {
    uint32_t first[CHAIN + 1], target[CHAIN], cost[CHAIN];
    for (uint32_t n = 0; n < CHAIN; n++) {
        first[n] = n;
        target[n] = n + 1;
        cost[n] = WEND_MOVE_COST_MAX;
    }
    first[CHAIN] = CHAIN - 1; /* none leads from the last one */
    wend_graph_def def = {.node_count = CHAIN,
                          .edge_count = CHAIN - 1,
                          .first = first,
                          .target = target,
                          .cost = cost};
    wend_domain *domain;
    assert_int_equal(wend_graph_create(&def, &domain, NULL), WEND_OK);
    return domain;
}

static void sets_that_cost_too_much_are_an_overflow(void **state) {
    (void)state;
    static const wend_state far[] = {CHAIN - 1, CHAIN - 2}, near[] = {CHAIN - 1, 3},
                            back[] = {0, 1};
    static const struct {
        const wend_state *goals;
        wend_state start;
        wend_find_status status;
    } cases[] = {{far, 0, WEND_FIND_OVERFLOW},
                 {near, 0, WEND_FIND_FOUND},
                 {back, CHAIN - 5, WEND_FIND_UNREACHABLE},
                 {far, CHAIN - 5, WEND_FIND_FOUND}};
    wend_domain *chain = make_one_way_chain();
    wend_finder *finder;
    assert_int_equal(wend_finder_create(&(wend_finder_def){.domain = chain}, &finder, NULL),
                     WEND_OK);
    for (uint32_t i = 0; i < COUNT_OF(cases); i++) {
        wend_query query = {.goals = cases[i].goals, .goal_count = 2};
        wend_answer answer;
        assert_int_equal(wend_finder_find(finder, cases[i].start, 0, &query, &answer), WEND_OK);
        check(answer.status == cases[i].status, "case %u: status %d", i, (int)answer.status);
        bool is_found = answer.status == WEND_FIND_FOUND;
        assert_int_equal(answer.end, is_found ? cases[i].goals[1] : WEND_STATE_NONE);
        assert_int_equal(answer.cost, is_found ? 3 * WEND_MOVE_COST_MAX : 0);
    }
    wend_finder_destroy(finder);
    wend_domain_destroy(chain);
}

static void routes_that_cost_too_much_are_an_overflow(void **state) {
    (void)state;
    wend_domain *chain = make_chain(false);
    for (uint32_t i = 0; i < wend_algo_count(); i++) {
        const wend_algo *algo = wend_algo_get(i);
        if (is_for_maps_alone(algo)) {
            continue;
        }
        wend_agent_def def = {0};
        def.domain = chain, def.algo = algo;
        def.start = 0, def.goal = CHAIN - 1;
        wend_agent *agent = make_agent(&def);
        wend_tick tick = run(agent, 20, algo->name);
        /* Agents that plan a few moves at a time may get there nevertheless. */
        bool arrives = variant_is_local(algo) && tick.status == WEND_AGENT_ARRIVED;
        check(tick.status == WEND_AGENT_OVERFLOW || arrives, "%s: status %d", algo->name,
              (int)tick.status);
        wend_agent_destroy(agent);
    }
    wend_domain_destroy(chain);
}

/* Learned values end at WEND_COST_MAX; no agent oscillates forever. */
static void an_unreachable_goal_is_reported(void **state) {
    (void)state;
    wend_domain *chain = make_chain(true);
    for (uint32_t i = 0; i < wend_algo_count(); i++) {
        const wend_algo *algo = wend_algo_get(i);
        if (algo->needs != WEND_NEEDS_NOTHING) {
            continue; /* not every move is reversible */
        }
        wend_agent_def def = {0};
        def.domain = chain, def.algo = algo;
        def.start = 0, def.goal = CHAIN - 1;
        wend_agent *agent = make_agent(&def);
        wend_tick tick = run(agent, 20, algo->name);
        check(tick.status == WEND_AGENT_OVERFLOW || tick.status == WEND_AGENT_UNREACHABLE,
              "%s: status %d", algo->name, (int)tick.status);
        wend_agent_destroy(agent);
    }
    wend_domain_destroy(chain);
}

/* ---- A map where walls are removed ----------------------------------------------------------- */

#define SIDE 201u

/* One long route back and forth, every cell at the maximum factor. */
static wend_map *make_serpentine(void) {
    static char cells[SIDE * SIDE];
    static uint8_t factors[SIDE * SIDE];
    memset(cells, '.', sizeof cells);
    memset(factors, UINT8_MAX, sizeof factors);
    for (uint32_t y = 1; y < SIDE; y += 2) {
        memset(cells + (size_t)y * SIDE, '@', SIDE);
        cells[(size_t)y * SIDE + (y % 4 == 1 ? SIDE - 1 : 0)] = '.';
    }
    wend_map_def def = {.width = SIDE, .height = SIDE, .factors = factors, .cells = cells};
    wend_map *map;
    assert_int_equal(wend_map_create(&def, &map, NULL), WEND_OK);
    return map;
}

/* Every agent that plans whole routes continues when walls are removed. */
static void an_agent_notices_that_the_map_was_opened(void **state) {
    (void)state;
    for (uint32_t i = 0; i < wend_algo_count(); i++) {
        const wend_algo *algo = wend_algo_get(i);
        if (variant_needs_aids(algo) || variant_is_local(algo)) {
            continue; /* learning up to the overflow takes too long here */
        }
        wend_map *map = make_serpentine();
        wend_agent_def def = {0};
        def.map = map, def.algo = algo;
        def.start = 0, def.goal = SIDE * SIDE - 1;
        wend_agent *agent = make_agent(&def);
        wend_tick tick = run(agent, 3000, algo->name);
        check(tick.status == WEND_AGENT_OVERFLOW, "%s: status %d", algo->name, (int)tick.status);
        for (uint32_t y = 1; y < SIDE; y += 2) {
            assert_int_equal(wend_map_set_cell(map, 100, y, '.'), WEND_OK);
        }
        tick = run(agent, 3000, algo->name);
        check(tick.status == WEND_AGENT_ARRIVED, "%s, opened: status %d", algo->name,
              (int)tick.status);
        wend_agent_destroy(agent);
        wend_map_destroy(map);
    }
}

/* Two lines of 8192 cells, each of which is one edge of jump point search: their sum exceeds a
 * cost. */
static void long_edges_are_an_overflow(void **state) {
    (void)state;
    const uint32_t width = WEND_MAP_SIDE_MAX;
    char *cells = test_alloc(3 * (size_t)width);
    uint8_t *factors = test_alloc(3 * (size_t)width);
    memset(cells, '.', 3 * (size_t)width);
    memset(factors, UINT8_MAX, 3 * (size_t)width);
    memset(cells + width, '@', width - 1);
    wend_map_def map_def = {.width = width, .height = 3, .factors = factors, .cells = cells};
    wend_map *map;
    assert_int_equal(wend_map_create(&map_def, &map, NULL), WEND_OK);
    free(cells);
    free(factors);
    wend_agent_def def = {0};
    def.map = map, def.algo = wend_algo_jps();
    def.start = 0, def.goal = 2 * width;
    wend_agent *agent = make_agent(&def);
    assert_int_equal(run(agent, 3000, def.algo->name).status, WEND_AGENT_OVERFLOW);
    wend_agent_destroy(agent);
    wend_map_destroy(map);
}

/* One region that is the whole map: every route of the A* of PR LRTS in it is too expensive. */
static void refinement_notices_an_overflow(void **state) {
    (void)state;
    wend_map *map = make_serpentine();
    wend_abstraction *abstraction;
    assert_int_equal(
        wend_abstraction_create(&(wend_abstraction_def){.map = map}, &abstraction, NULL), WEND_OK);
    wend_agent_def def = {0};
    def.map = map, def.algo = wend_algo_prlrts(), def.local.abstraction = abstraction;
    def.local.level = WEND_LEVELS_MAX;
    def.start = 0, def.goal = SIDE * SIDE - 1;
    wend_agent *agent = make_agent(&def);
    wend_tick tick = run(agent, 3000, def.algo->name);
    assert_int_equal(tick.status, WEND_AGENT_OVERFLOW);
    assert_int_equal(tick.state, def.start);
    wend_agent_destroy(agent);
    wend_abstraction_destroy(abstraction);
    wend_map_destroy(map);
}

/* For the others, the test sets the overflow. */
static void every_agent_goes_on_after_an_overflow(void **state) {
    (void)state;
    for (uint32_t i = 0; i < wend_algo_count(); i++) {
        const wend_algo *algo = wend_algo_get(i);
        if (variant_needs_aids(algo)) {
            continue; /* an edit makes them stale */
        }
        char cells[100];
        memset(cells, '.', sizeof cells);
        memset(cells + 50, '@', 9); /* a wall with a gap on the right */
        wend_map_def map_def = {.width = 10, .height = 10, .cells = cells};
        wend_map *map;
        assert_int_equal(wend_map_create(&map_def, &map, NULL), WEND_OK);
        wend_agent_def def = {0};
        def.map = map, def.algo = algo, def.start = 0, def.goal = 90;
        wend_agent *agent = make_agent(&def);
        wend_tick tick;
        step_agent(agent, 3, &tick);
        agent->planner.status = WEND_AGENT_OVERFLOW;
        agent->planner.search.outcome = agent->planner.search.own.jump.outcome = WN_TOO_EXPENSIVE;
        assert_int_equal(run(agent, 30, algo->name).status, WEND_AGENT_OVERFLOW);
        assert_int_equal(wend_map_set_cell(map, 0, 5, '.'), WEND_OK);
        tick = run(agent, 30, algo->name);
        check(tick.status == WEND_AGENT_ARRIVED, "%s: status %d", algo->name, (int)tick.status);
        wend_agent_destroy(agent);
        wend_map_destroy(map);
    }
}

/* ---- Learning that ends ---------------------------------------------------------------------- */

/* Twelve arrangements are reachable, and the goal is not among them: every agent reports it, also
 * if it never sees all twelve at once. */
static void an_unsolvable_puzzle_is_told(void **state) {
    (void)state;
    wend_puzzle_def puzzle_def = {.width = 2, .height = 2};
    wend_domain *puzzle;
    assert_int_equal(wend_puzzle_create(&puzzle_def, &puzzle, NULL), WEND_OK);
    for (uint32_t budget = 1; budget <= 20; budget += 3) {
        for (uint32_t i = 0; i < wend_algo_count(); i++) {
            const wend_algo *algo = wend_algo_get(i);
            if (is_for_maps_alone(algo)) {
                continue;
            }
            wend_agent_def def = {0};
            def.domain = puzzle, def.algo = algo;
            assert_int_equal(wend_puzzle_pack(puzzle, (uint8_t[]){0, 1, 2, 3}, &def.start_packed),
                             WEND_OK);
            assert_int_equal(wend_puzzle_pack(puzzle, (uint8_t[]){0, 2, 1, 3}, &def.goal_packed),
                             WEND_OK);
            wend_agent *agent = make_agent(&def);
            wend_tick tick = run(agent, budget, algo->name);
            check(tick.status == WEND_AGENT_UNREACHABLE, "%s, budget %u: status %d", algo->name,
                  budget, (int)tick.status);
            wend_agent_destroy(agent);
        }
    }
    wend_domain_destroy(puzzle);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(queries_that_cost_too_much_are_an_overflow),
        cmocka_unit_test(sets_that_cost_too_much_are_an_overflow),
        cmocka_unit_test(routes_that_cost_too_much_are_an_overflow),
        cmocka_unit_test(an_unreachable_goal_is_reported),
        cmocka_unit_test(an_agent_notices_that_the_map_was_opened),
        cmocka_unit_test(long_edges_are_an_overflow),
        cmocka_unit_test(refinement_notices_an_overflow),
        cmocka_unit_test(every_agent_goes_on_after_an_overflow),
        cmocka_unit_test(an_unsolvable_puzzle_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
