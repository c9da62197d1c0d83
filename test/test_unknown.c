/* Unknown terrain: every algorithm finds its way, the relations between them hold, and adaptive
 * heuristics stay what they must be. */
#include <wend/research.h>
#include <wend/wend.h>

#include "agent/agent.h"
#include "domain/grid.h"
#include "search/search.h"
#include "support/ledger.h"
#include "support/step.h"
#include "support/test.h"
#include "support/trip.h"
#include "support/validate_h.h"

#include <string.h>

/* ---- Unknown terrain ------------------------------------------------------------------------- */

static void every_algorithm_finds_its_way_through_the_unknown(void **state) {
    (void)state;
    static const uint32_t shares[] = {0, 0, 250, 500, 1000};
    variant variants[VARIANTS_MAX];
    uint32_t count = variant_list(variants);
    for (uint32_t i = 0; i < test_scaled(600); i++) {
        dice d = dice_of(i);
        trip t;
        if (!trip_draw(&t, &d)) {
            continue;
        }
        uint32_t share = DICE_PICK(&d, shares);
        wend_cost distances[PLAIN_CELLS_MAX];
        plain_distances(&t.truth, (int)t.def.start, distances);
        bool reachable = distances[t.def.goal] != PLAIN_UNREACHED;
        for (uint32_t v = 0; v < count; v++) {
            if (variant_needs_aids(variants[v].algo)) {
                continue; /* an edit makes them stale */
            }
            trip_open_world(&t, true, share, i);
            if (!variant_fits(variants[v].algo, t.map)) {
                trip_close_world(&t);
                continue;
            }
            trip_open_agent(&t, &variants[v]);
            trip_walk(&t);
            check(t.tick.status == (reachable ? WEND_AGENT_ARRIVED : WEND_AGENT_UNREACHABLE),
                  "case %u, %s: status %d", i, variants[v].name, (int)t.tick.status);
            trip_close(&t);
        }
    }
}

/* Repeated A*, Adaptive A* and D* Lite always follow a shortest route of what they believe. */
static void complete_replanners_follow_shortest_routes(void **state) {
    (void)state;
    static const char *const algos[] = {"repeated-astar", "adaptive-astar", "dstar-lite"};
    for (uint32_t i = 0; i < test_scaled(1500); i++) {
        dice d = dice_of(i + 10000);
        trip t;
        if (!trip_draw(&t, &d)) {
            continue;
        }
        variant v = {.algo = wend_algo_find(algos[i % 3])};
        trip_open_world(&t, true, 300, i);
        trip_open_agent(&t, &v);
        do {
            wend_cost before = trip_distance(&t);
            wend_state from = wend_agent_state(t.agent);
            plain_map map;
            trip_read_map(&t, &map);
            wend_cost distances[PLAIN_CELLS_MAX];
            plain_distances(&map, (int)t.def.goal, distances);
            trip_step(&t);
            check(t.tick.state == from || distances[t.tick.state] + t.tick.cost == before,
                  "case %u, %s: a detour", i, trip_algo(&t));
        } while (trip_is_active(&t));
        trip_close(&t);
    }
}

/* ---- Relations between the algorithms -------------------------------------------------------- */

static void on_known_terrain_rtba_and_tbaa_are_tba(void **state) {
    (void)state;
    static const char *const algos[] = {"tba", "rtba", "tbaa"};
    for (uint32_t i = 0; i < test_scaled(1500); i++) {
        dice d = dice_of(i + 20000);
        trip t[3];
        if (!trip_draw(&t[0], &d)) {
            continue;
        }
        bool hidden = dice_percent(&d, 50);
        bool commit = dice_percent(&d, 30);
        for (uint32_t a = 0; a < 3; a++) {
            variant v = {.algo = wend_algo_find(algos[a]), .commit = commit};
            t[a] = t[0];
            trip_open_world(&t[a], hidden, 1000, i);
            trip_open_agent(&t[a], &v);
        }
        do {
            for (uint32_t a = 0; a < 3; a++) {
                trip_step(&t[a]);
                check(t[a].tick.state == t[0].tick.state && t[a].tick.status == t[0].tick.status &&
                          t[a].tick.expansions == t[0].tick.expansions,
                      "case %u: tick %u of %s", i, (uint32_t)t[a].ticks, algos[a]);
            }
        } while (trip_is_active(&t[0]));
        for (uint32_t a = 0; a < 3; a++) {
            trip_close(&t[a]);
        }
    }
}

/* Nothing was learned yet, so nothing is avoided. */
static void the_first_search_of_dartaa_is_that_of_rtaa(void **state) {
    (void)state;
    static const char *const algos[] = {"rtaa", "dartaa"};
    uint32_t differ_later = 0;
    for (uint32_t i = 0; i < test_scaled(1000); i++) {
        dice d = dice_of(i + 30000);
        trip t[2];
        if (!trip_draw(&t[0], &d)) {
            continue;
        }
        for (uint32_t a = 0; a < 2; a++) {
            variant v = {.algo = wend_algo_find(algos[a])};
            t[a] = t[0];
            trip_open_world(&t[a], true, 500, i);
            trip_open_agent(&t[a], &v);
        }
        uint32_t searches = 0;
        do {
            trip_step(&t[0]);
            trip_step(&t[1]);
            searches += (t[0].tick.flags & WEND_TICK_REPLANNED) != 0;
            if (searches <= 1) {
                check(t[0].tick.state == t[1].tick.state, "case %u: the first search", i);
            } else if (t[0].tick.state != t[1].tick.state) {
                differ_later++;
                break;
            }
        } while (trip_is_active(&t[0]) && trip_is_active(&t[1]));
        for (uint32_t a = 0; a < 2; a++) {
            trip_close(&t[a]);
        }
    }
    assert_true(differ_later > 0);
}

/* ---- Adaptive heuristics --------------------------------------------------------------------- */

/* Every tick validates that h-values are consistent and admissible. They never decrease. */
static void check_h_grows(const trip *t, uint64_t *before, bool *raised) {
    for (wend_state cell = 0; cell < (wend_state)plain_cells(&t->truth); cell++) {
        uint64_t h = validate_known_h(t->agent, cell);
        check(h >= before[cell], "%s: h of %u falls", trip_algo(t), cell);
        *raised = *raised || h > plain_h(&t->truth, (int)cell, (int)t->def.goal);
        before[cell] = h;
    }
}

static void adaptive_heuristics_only_grow(void **state) {
    (void)state;
    static const char *const algos[] = {"tbaa", "adaptive-astar", "rtaa", "dartaa"};
    uint32_t raised_in[4] = {0};
    for (uint32_t i = 0; i < test_scaled(1600); i++) {
        dice d = dice_of(i + 40000);
        trip t;
        if (!trip_draw(&t, &d) || plain_cells(&t.truth) > 80) {
            continue;
        }
        variant v = {.algo = wend_algo_find(algos[i % 4])};
        trip_open_world(&t, true, 0, i);
        trip_open_agent(&t, &v);
        uint64_t before[PLAIN_CELLS_MAX] = {0};
        bool raised = false;
        for (uint32_t n = 0; n < 200; n++) {
            trip_step(&t);
            if (!trip_is_active(&t)) {
                break;
            }
            check_h_grows(&t, before, &raised);
        }
        raised_in[i % 4] += raised;
        trip_close(&t);
    }
    for (uint32_t a = 0; a < 4; a++) {
        check(raised_in[a] > 0, "%s never learns", algos[a]);
    }
}

/* A search that is interrupted while the goal is generated but not optimal: the lower bound on the
 * cost of a route is the least f of all open states, not the f of the goal. */
static void what_a_search_has_shown_is_the_least_f(void **state) {
    (void)state;
    uint32_t cases = 0;
    for (uint32_t i = 0; i < test_scaled(3000); i++) {
        dice d = dice_of(i + 80000);
        trip t;
        if (!trip_draw(&t, &d)) {
            continue;
        }
        trip_open_world(&t, false, 0, 0);
        wn_memory memory;
        wend_allocator allocator = ledger_allocator(&t.book);
        wn_memory_init(&memory, &allocator, 0);
        wn_policy policy = WN_POLICY_PLAIN;
        policy.adapt = true;
        policy.many_starts = i % 3 == 0;
        policy.map_kernel = wn_grid_kernel;
        const wend_domain *domain = wend_map_domain(t.map);
        wn_search search;
        assert_true(wn_search_init(&search, domain, &policy, &memory));
        assert_true(wn_search_reserve(&search, 2000, 1));
        wn_id goal = wn_grid_id_of_state(t.map, t.def.goal);
        wn_search_start(&search, goal);
        assert_true(search.kernel->seed(&search, wn_grid_id_of_state(t.map, t.def.start), 0));
        wend_cost distances[PLAIN_CELLS_MAX];
        plain_distances(&t.truth, (int)t.def.start, distances);
        uint32_t used;
        for (uint32_t runs = 0; search.kernel->run(&search, 1, &used) == WN_RUNNING; runs++) {
            check(runs < 100000, "case %u: the search does not end", i);
            bool early =
                search.goal_f != UINT64_MAX && search.goal_f > search.kernel->least_f(&search);
            if (early || dice_percent(&d, 10)) {
                assert_true(wn_search_conclude(&search));
                wend_cost shown = search.past[search.past_count - 1];
                assert_int_equal(shown, search.kernel->least_f(&search));
                check(shown <= distances[t.def.goal], "case %u: %u, the distance is %u", i, shown,
                      distances[t.def.goal]);
                assert_true(shown > 0);
                cases += early;
            }
        }
        wn_search_clear(&search);
        assert_int_equal(t.book.live_bytes, 0);
        trip_close_world(&t);
    }
    assert_true(cases > 0);
}

/* A bag that the agent runs into: its search is interrupted while the goal is at most generated. */
static const char *const bag[] = {
    "....................", ".@@@@@@@@@@@@@@@@@..", "..................@.", "s.................@g",
    "..................@.", ".@@@@@@@@@@@@@@@@@..", "....................", NULL};

static uint64_t expansions_through_the_bag(const char *algo, uint32_t budget, uint64_t *restarts) {
    trip t = trip_from_picture(bag, budget);
    variant v = {.algo = wend_algo_find(algo)};
    trip_open_world(&t, true, 0, 1);
    trip_open_agent(&t, &v);
    trip_walk(&t);
    assert_int_equal(t.tick.status, WEND_AGENT_ARRIVED);
    wend_agent_info counters = wend_agent_stats(t.agent);
    *restarts = counters.restarts;
    trip_close(&t);
    return counters.expansions;
}

/* The cost of a search must be read before the next one starts, or nothing is ever learned. */
static void tbaa_learns_from_a_bag(void **state) {
    (void)state;
    for (uint32_t budget = 5; budget <= 500; budget *= 10) {
        uint64_t restarts[2];
        uint64_t plain = expansions_through_the_bag("rtba", budget, &restarts[0]);
        uint64_t adaptive = expansions_through_the_bag("tbaa", budget, &restarts[1]);
        assert_true(restarts[0] > 1 && restarts[1] > 1);
        check(adaptive < plain, "budget %u: %u expansions, %u without learning", budget,
              (uint32_t)adaptive, (uint32_t)plain);
    }
}

/* Trial by trial from the same start, keeping what was learned: in the end along a shortest
 * route. */
static void trials_converge(void **state) {
    (void)state;
    static const char *const algos[] = {"tbaa", "adaptive-astar", "rtaa"};
    uint32_t improved = 0;
    for (uint32_t i = 0; i < test_scaled(900); i++) {
        dice d = dice_of(i + 50000);
        trip t;
        if (!trip_draw(&t, &d)) {
            continue;
        }
        wend_cost distances[PLAIN_CELLS_MAX];
        plain_distances(&t.truth, (int)t.def.start, distances);
        if (distances[t.def.goal] == PLAIN_UNREACHED) {
            continue;
        }
        variant v = {.algo = wend_algo_find(algos[i % 3])};
        trip_open_world(&t, true, 0, i);
        trip_open_agent(&t, &v);
        uint64_t first = 0, last = 0, same = 0;
        for (uint32_t trial = 0; trial < 300 && same < 3; trial++) {
            t.cost = 0;
            trip_walk(&t);
            assert_int_equal(t.tick.status, WEND_AGENT_ARRIVED);
            first = trial == 0 ? t.cost : first;
            same = t.cost == last ? same + 1 : 0;
            last = t.cost;
            assert_int_equal(wend_agent_teleport(t.agent, t.def.start), WEND_OK);
        }
        check(last == distances[t.def.goal], "case %u, %s: converges to %u, not %u", i,
              trip_algo(&t), (uint32_t)last, distances[t.def.goal]);
        improved += first > last;
        trip_close(&t);
    }
    assert_true(improved > 0);
}

/* ---- Weights of hard searches ---------------------------------------------------------------- */

#define SIEVE_SIDE 192u

#define BY_CLOCK WEND_EXPANSIONS_MAX /* a budget that is never used up: the clock ends the tick */

/* A clock on which an expansion takes 100 ns and a reading 20. */
typedef struct work_clock {
    const wend_agent *agent;
    uint64_t time, expansions; /* of the search at the last reading */
} work_clock;

static uint64_t read_work_clock(void *context) {
    work_clock *clock = context;
    uint64_t expansions = clock->agent->planner.search.own.jump.expansions;
    bool is_new = expansions < clock->expansions; /* a search that has begun since then */
    clock->time += 20 + 100 * (expansions - (is_new ? 0 : clock->expansions));
    clock->expansions = expansions;
    return clock->time;
}

static void step_by_clock(wend_agent *agent, wend_tick *tick) {
    work_clock work = {.agent = agent, .expansions = UINT64_MAX};
    const wend_clock clock = {read_work_clock, &work};
    assert_int_equal(wend_agent_reserve_expansions(agent, 100000), WEND_OK);
    wend_agent_tick(agent, (wend_budget){.work = 2400000, .nanoseconds = 3000, .clock = &clock},
                    tick);
}

static uint32_t bit_of_weight(const wend_agent *agent) {
    uint32_t weight = agent->planner.search.own.jump.weight;
    return weight == 1000 ? 1 : weight == 1200 ? 2 : 4;
}

/* Walks over a world that is half known, or fully known like any other map. Returns a bit for each
 * weight of a search on the way: 1 for w = 1, 2 for 1.2, 4 for others. In the middle of the first
 * search with 1.2 the agent gets another goal for a tick, for which no search has been measured. */
static uint32_t weights_of_trip(const wend_map *world, bool is_belief, const wend_algo *algo,
                                uint32_t weight, uint32_t budget) {
    wend_belief_def belief_def = {.world = world, .known_permille = 500};
    wend_belief *belief;
    assert_int_equal(wend_belief_create(&belief_def, &belief, NULL), WEND_OK);
    wend_agent_def def = {.algo = algo, .weight_permille = weight};
    def.map = is_belief ? wend_belief_map(belief) : world;
    def.start = 0;
    def.goal = SIEVE_SIDE * (SIEVE_SIDE - 1);
    wend_agent *agent;
    assert_int_equal(wend_agent_create(&def, &agent, NULL), WEND_OK);
    uint32_t seen = 0;
    wend_tick tick;
    do {
        wend_state at = wend_agent_state(agent);
        wend_belief_sense(belief, at % SIEVE_SIDE, at / SIEVE_SIDE);
        if (budget == BY_CLOCK) {
            step_by_clock(agent, &tick);
        } else {
            step_agent(agent, budget, &tick);
        }
        uint32_t bit = bit_of_weight(agent);
        if (bit == 2 && !(seen & 2) && budget != BY_CLOCK) {
            assert_int_equal(wend_agent_set_goal(agent, SIEVE_SIDE - 1), WEND_OK);
            step_agent(agent, budget, &tick);
            assert_int_equal(bit_of_weight(agent), 1);
            assert_int_equal(wend_agent_set_goal(agent, def.goal), WEND_OK);
        }
        seen |= bit;
    } while (wend_agent_is_active(tick.status));
    assert_int_equal(tick.status, WEND_AGENT_ARRIVED);
    wend_agent_destroy(agent);
    wend_belief_destroy(belief);
    return seen;
}

/* Searches that take much work and several ticks have a weight while the map is being explored,
 * unless a weight was set. */
static void hard_searches_have_a_weight(void **state) {
    (void)state;
    static char cells[SIEVE_SIDE * SIEVE_SIDE]; /* a thick wall with a gap in the east */
    for (uint32_t i = 0; i < sizeof cells; i++) {
        uint32_t x = i % SIEVE_SIDE, y = i / SIEVE_SIDE;
        cells[i] = y / 64 == 1 && x < SIEVE_SIDE - 4 ? '@' : '.';
    }
    wend_map_def def = {
        .width = SIEVE_SIDE, .height = SIEVE_SIDE, .corners = WEND_CORNERS_ALWAYS, .cells = cells};
    wend_map *world;
    assert_int_equal(wend_map_create(&def, &world, NULL), WEND_OK);
    const wend_algo *tbjps = wend_algo_tbjps();
    assert_int_equal(weights_of_trip(world, true, tbjps, 0, 20), 1 | 2);
    assert_int_equal(weights_of_trip(world, true, wend_algo_auto(), 0, 20), 1 | 2);
    assert_int_equal(weights_of_trip(world, true, tbjps, 1000, 20), 1);
    assert_int_equal(weights_of_trip(world, true, tbjps, 1500, 20), 4);
    assert_int_equal(weights_of_trip(world, true, wend_algo_jps(), 0, 20), 1);
    assert_int_equal(weights_of_trip(world, true, tbjps, 0, 100000), 1); /* all in one tick */
    assert_int_equal(weights_of_trip(world, true, tbjps, 0, BY_CLOCK), 1 | 2);
    assert_int_equal(weights_of_trip(world, false, tbjps, 0, 20), 1);
    wend_map_destroy(world);
    static uint8_t factors[sizeof cells];
    memset(factors, 2, sizeof factors);
    def.factors = factors;
    def.cells = cells;
    assert_int_equal(wend_map_create(&def, &world, NULL), WEND_OK);
    assert_int_equal(weights_of_trip(world, true, tbjps, 0, 20), 1);
    wend_map_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_algorithm_finds_its_way_through_the_unknown),
        cmocka_unit_test(complete_replanners_follow_shortest_routes),
        cmocka_unit_test(on_known_terrain_rtba_and_tbaa_are_tba),
        cmocka_unit_test(the_first_search_of_dartaa_is_that_of_rtaa),
        cmocka_unit_test(adaptive_heuristics_only_grow),
        cmocka_unit_test(what_a_search_has_shown_is_the_least_f),
        cmocka_unit_test(tbaa_learns_from_a_bag),
        cmocka_unit_test(trials_converge),
        cmocka_unit_test(hard_searches_have_a_weight),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
