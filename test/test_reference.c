/* Every algorithm compared with the plain reference, on thousands of small random maps. */
#include <wend/wend.h>

#include "support/problem.h"
#include "support/run.h"
#include "support/test.h"
#include "support/variant.h"

#include <string.h>

#define SIDE_MAX 24

static const uint32_t budgets[] = {1, 2, 3, 5, 10, 50, 1000};
static const uint32_t shares[] = {1, 100, 333, 500, 750, 900, 999, 1000};
static const uint32_t trace_costs[] = {1, 2, 10, 1000};

static run_case case_of(const problem *p, const variant *v) {
    run_case c = {.truth = &p->plain, .def = problem_def(p, v->algo->name)};
    c.from_start = p->from_start;
    variant_apply(v, &c.def);
    variant_give_aids(c.def.algo, &p->aids, &c.def);
    return c;
}

static void draw_parameters(run_case *c, dice *d) {
    c->budget = DICE_PICK(d, budgets);
    c->budget_max = dice_percent(d, 10) ? c->budget * 3 : 0;
    c->def.bounded.expand_permille = DICE_PICK(d, shares);
    c->def.bounded.trace_per_expansion = DICE_PICK(d, trace_costs);
    c->def.bounded.seed = dice_next(d);
}

/* Agents that take many ticks for a move get a quarter of the maps. */
static bool is_slow(const variant *v) {
    return variant_slices(v->algo);
}

static void every_algorithm_keeps_its_promises(void **state) {
    (void)state;
    variant variants[VARIANTS_MAX];
    uint32_t count = variant_list(variants);
    for (uint32_t i = 0; i < test_scaled(1500); i++) {
        dice d = dice_of(i);
        problem p;
        if (!problem_draw(&p, &d, SIDE_MAX)) {
            continue;
        }
        p.aids = i % 4 ? (test_aids){0} : aids_make(p.map);
        for (uint32_t v = 0; v < count; v++) {
            if (i % 4 != 0 && is_slow(&variants[v])) {
                continue;
            }
            run_case c = case_of(&p, &variants[v]);
            draw_parameters(&c, &d);
            if (!variant_fits(variants[v].algo, p.map)) {
                continue;
            }
            run_result result = run_to_end(&c, NULL);
            if (variant_waits(c.def.algo) && result.status == WEND_AGENT_ARRIVED) {
                check(result.cost == p.from_start[p.goal], "%s is not optimal: case %u",
                      c.def.algo->name, i);
            }
        }
        aids_free(&p.aids);
        wend_map_destroy(p.map);
    }
}

/* With an unlimited first tick an agent knows the route before it moves. */
static void a_large_budget_gives_the_optimal_route(void **state) {
    (void)state;
    variant variants[VARIANTS_MAX];
    uint32_t count = variant_list(variants);
    for (uint32_t i = 0; i < test_scaled(2000); i++) {
        dice d = dice_of(100000 + i);
        problem p;
        if (!problem_draw(&p, &d, SIDE_MAX)) {
            continue;
        }
        p.aids = aids_make(p.map);
        for (uint32_t v = 0; v < count; v++) {
            if (!variant_fits(variants[v].algo, p.map)) {
                continue;
            }
            run_case c = case_of(&p, &variants[v]);
            c.budget = 10000;
            run_result result = run_to_end(&c, NULL);
            if (result.status == WEND_AGENT_ARRIVED &&
                variant_is_optimal(variants[v].algo, p.map)) {
                check(result.cost == p.from_start[p.goal] && result.backtracks == 0,
                      "%s does not walk the optimal route: case %u", variants[v].name, i);
            }
        }
        aids_free(&p.aids);
        wend_map_destroy(p.map);
    }
}

/* With the whole route on its open list, a shortcut is the shortest route to the goal. */
static void check_shortcut(const problem *p, const run_result *result, uint32_t number) {
    wend_cost to_goal[PLAIN_CELLS_MAX];
    plain_distances(&p->plain, p->goal, to_goal);
    check(result->cost - result->shortcut_cost == to_goal[result->shortcut_at],
          "a shortcut is not the shortest: case %u", number);
}

/* Shortcuts begin where the plain agent would step back, and never cost more than stepping back. */
static void a_shortcut_never_makes_the_trip_longer(void **state) {
    (void)state;
    uint64_t taken = 0;
    for (uint32_t i = 0; i < test_scaled(20000); i++) {
        dice d = dice_of(200000 + i);
        problem p;
        if (!problem_draw(&p, &d, SIDE_MAX)) {
            continue;
        }
        variant v = {.algo = wend_algo_find("tba"), .commit = i % 2};
        run_case c = case_of(&p, &v);
        draw_parameters(&c, &d);
        c.budget = dice_between(&d, 4, 40); /* smaller or larger ones go off_route less often */
        run_result plain = run_to_end(&c, NULL);
        c.def.bounded.shortcut = WEND_ON;
        run_result with = run_to_end(&c, NULL);
        check(with.cost <= plain.cost, "a shortcut made the trip longer: case %u", i);
        check(with.found_tick == plain.found_tick, "a shortcut changed the search: case %u", i);
        if (with.shortcuts && c.def.bounded.trace_per_expansion == 1000) {
            check_shortcut(&p, &with, i);
        }
        taken += with.shortcuts;
        wend_map_destroy(p.map);
    }
    /* They are rare, but without them this test would prove nothing. */
    check(taken >= test_scaled(20000) / 2000, "hardly a shortcut was taken: %u", (unsigned)taken);
}

/* The theorem about TB(A*), with k expansions per tick and N until the goal is the most promising
 * state:  floor((N-1)/k) c_min <= C <= floor((N-1)/k) c_max + 2 w C*.
 *
 * No slack is needed: the goal itself is not expanded and not counted. The kernel checks it before
 * its budget, so it is found in tick ceil(N/k), and floor((N-1)/k) ticks moved before that one. The
 * theorem assumes that tracing is free, hence the large c. Acting late, the agent is one move from
 * the start, which may cost more than C* (a knight's move, a goal next door). */
static void check_theorem(const problem *p, const run_case *c, uint64_t expansions,
                          const run_result *result) {
    uint64_t ticks_before = (expansions - 1) / c->budget;
    wend_cost optimal = p->from_start[p->goal], max_move_cost = plain_cost_max(&p->plain);
    uint32_t weight = c->def.weight_permille ? c->def.weight_permille : 1000;
    uint64_t route = (uint64_t)optimal * weight / 1000; /* w C* */
    uint64_t back = c->def.algo == wend_algo_tba_late() ? max_move_cost : route;
    uint64_t most = ticks_before * max_move_cost + back + route;
    check(result->cost >= ticks_before * WEND_COST_ONE, "%s came too soon: seed %u",
          c->def.algo->name, (unsigned)c->def.bounded.seed);
    check(result->cost <= most, "%s came too late: seed %u", c->def.algo->name,
          (unsigned)c->def.bounded.seed);
}

static void the_theorem_on_costs_holds(void **state) {
    (void)state;
    static const char *const names[] = {"tba", "tbwa", "tbwa", "tba-late"};
    for (uint32_t i = 0; i < test_scaled(20000); i++) {
        dice d = dice_of(300000 + i);
        problem p;
        if (!problem_draw(&p, &d, SIDE_MAX)) {
            continue;
        }
        variant plain = {.algo = wend_algo_find(names[i % 4])};
        run_case c = case_of(&p, &plain);
        c.budget = DICE_PICK(&d, budgets);
        c.def.bounded.expand_permille = 1000;
        c.def.bounded.trace_per_expansion = 1000;
        c.def.bounded.seed = i;
        if (c.def.algo == wend_algo_tbwa()) {
            c.def.weight_permille = 1000 + 500 * dice_between(&d, 0, 6);
        }
        run_result result = run_to_end(&c, NULL);
        if (result.status == WEND_AGENT_ARRIVED && result.found_tick) {
            check_theorem(&p, &c, result.found_expansions, &result);
            /* The switches change the walk, not the search. */
            for (uint32_t switches = 1; switches < 4 && i % 4 != 3; switches++) {
                c.def.bounded.shortcut = switches & 1;
                c.def.bounded.commit = switches >> 1;
                run_result other = run_to_end(&c, NULL);
                check_theorem(&p, &c, result.found_expansions, &other);
            }
        }
        wend_map_destroy(p.map);
    }
}

/* An agent whose goal is its own state has arrived, whatever its algorithm. */
static void the_start_may_be_the_goal(void **state) {
    (void)state;
    variant variants[VARIANTS_MAX];
    uint32_t count = variant_list(variants);
    for (uint32_t i = 0; i < 20; i++) {
        dice d = dice_of(400000 + i);
        problem p;
        if (!problem_draw(&p, &d, SIDE_MAX)) {
            continue;
        }
        p.goal = p.start;
        p.aids = aids_make(p.map);
        for (uint32_t v = 0; v < count; v++) {
            if (!variant_fits(variants[v].algo, p.map)) {
                continue;
            }
            run_case c = case_of(&p, &variants[v]);
            c.budget = 1;
            run_result result = run_to_end(&c, NULL);
            check(result.ticks == 1 && result.moves == 0 && result.expansions == 0,
                  "%s did work although it was at its goal", variants[v].name);
        }
        aids_free(&p.aids);
        wend_map_destroy(p.map);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_algorithm_keeps_its_promises),
        cmocka_unit_test(a_large_budget_gives_the_optimal_route),
        cmocka_unit_test(a_shortcut_never_makes_the_trip_longer),
        cmocka_unit_test(the_theorem_on_costs_holds),
        cmocka_unit_test(the_start_may_be_the_goal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
