/* LRTA* and P-LRTA*: look-ahead and learning compared with a reference. */
#include <wend/research.h>
#include <wend/wend.h>

#include "research/search/breadth.h"
#include "support/problem.h"
#include "support/step.h"
#include "support/test.h"
#include "support/validate_h.h"

#include <string.h>

#define SIDE_MAX 20

/* ---- Look-ahead and learning ----------------------------------------------------------------- */

/* The look-ahead of LRTA* by definition: cells nearer than `depth` moves are expanded, and the
 * least g + h of the cells at that depth is the result. Bellman and Ford compute g among the
 * expanded cells. */
static uint64_t plain_look_ahead(const problem *s, uint32_t depth, uint32_t *expansions) {
    int cells = plain_cells(&s->plain);
    uint32_t moves[PLAIN_CELLS_MAX];
    uint64_t g[PLAIN_CELLS_MAX];
    for (int c = 0; c < cells; c++) {
        moves[c] = c == s->start ? 0 : UINT32_MAX;
        g[c] = c == s->start ? 0 : UINT64_MAX;
    }
    for (uint32_t k = 0; k < depth; k++) {
        for (int from = 0; from < cells; from++) {
            for (int to = 0; moves[from] == k && from != s->goal && to < cells; to++) {
                if (moves[to] == UINT32_MAX && plain_move_cost(&s->plain, from, to)) {
                    moves[to] = k + 1;
                }
            }
        }
    }
    *expansions = 0;
    for (int c = 0; c < cells; c++) {
        *expansions += moves[c] < depth && c != s->goal;
    }
    for (bool better = true; better;) {
        better = false;
        for (int from = 0; from < cells; from++) {
            for (int to = 0; moves[from] < depth && from != s->goal && to < cells; to++) {
                wend_cost cost = plain_move_cost(&s->plain, from, to);
                if (cost && g[from] != UINT64_MAX && g[from] + cost < g[to]) {
                    g[to] = g[from] + cost;
                    better = true;
                }
            }
        }
    }
    uint64_t least = UINT64_MAX;
    for (int c = 0; c < cells; c++) {
        bool frontier = (moves[c] == depth || c == s->goal) && g[c] != UINT64_MAX;
        uint64_t f = frontier ? g[c] + plain_h(&s->plain, c, s->goal) : UINT64_MAX;
        least = f < least ? f : least;
    }
    return least;
}

static void the_first_look_ahead_is_that_of_the_reference(void **state) {
    (void)state;
    for (uint32_t i = 0; i < test_scaled(1500); i++) {
        dice d = dice_of(i);
        problem s;
        if (!problem_draw(&s, &d, 12)) {
            continue;
        }
        wend_agent_def def = problem_def(&s, "lrta");
        def.local.depth = dice_between(&d, 1, 9);
        uint32_t expansions = 0;
        uint64_t f = plain_look_ahead(&s, def.local.depth, &expansions);
        wend_agent *agent = make_agent(&def);
        wend_tick tick;

        step_agent(agent, 5000, &tick);
        if (s.start != s.goal) {
            check(tick.expansions >= expansions && (f == UINT64_MAX || tick.expansions < 5000),
                  "case %u: %u expansions, expected %u", i, tick.expansions, expansions);
            /* Nothing is expanded twice where more moves are never cheaper. */
            check(s.plain.corners != 0 || s.plain.neighbors == 16 || tick.expansions == expansions,
                  "case %u: %u expansions, expected %u", i, tick.expansions, expansions);
            check((f == UINT64_MAX) == (tick.status == WEND_AGENT_UNREACHABLE), "case %u", i);
        }
        if (s.start != s.goal && f != UINT64_MAX) {
            uint64_t h = validate_known_h(agent, def.start);
            uint64_t old = plain_h(&s.plain, s.start, s.goal);
            check(h == (f > old ? f : old), "case %u: h %u, expected %u", i, (unsigned)h,
                  (unsigned)f);
        }
        wend_agent_destroy(agent);
        wend_map_destroy(s.map);
    }
}

/* ---- Costs that nearly vanish ---------------------------------------------------------------- */

#define LINE 10u

/* A street of ten nodes whose moves cost `cost`. */
static wend_domain *make_street(uint32_t cost) {
    uint32_t first[LINE + 1], target[2 * LINE], costs[2 * LINE], count = 0;
    for (uint32_t node = 0; node < LINE; node++) {
        first[node] = count;
        for (uint32_t side = 0; side < 2; side++) {
            if (side ? node + 1 < LINE : node > 0) {
                target[count] = side ? node + 1 : node - 1;
                costs[count++] = cost;
            }
        }
    }
    first[LINE] = count;
    wend_graph_def def = {
        .node_count = LINE, .edge_count = count, .first = first, .target = target, .cost = costs};
    wend_domain *domain;
    assert_int_equal(wend_graph_create(&def, &domain, NULL), WEND_OK);
    return domain;
}

/* The value of five moves along the street for an agent that weighs costs by gamma. */
static uint64_t value_of_five_moves(uint32_t cost, uint32_t gamma_permille) {
    wend_domain *domain = make_street(cost);
    wn_memory memory;
    wend_allocator allocator = {0};
    wn_memory_init(&memory, &allocator, 0);
    wn_policy policy = WN_POLICY_PLAIN;
    policy.learn = true;
    wn_search search;
    assert_true(wn_search_init(&search, domain, &policy, &memory));
    wn_breadth ahead;
    wn_breadth_init(&ahead, WN_MAX_OF_MIN, 5, gamma_permille);
    assert_true(wn_breadth_reserve(&ahead, &search, 100));
    assert_true(wn_breadth_begin(&ahead, &search, wn_search_id(&search, 0),
                                 wn_search_id(&search, LINE - 1)));
    uint32_t used = 0;
    wn_deadline never = {0};
    assert_int_equal(wn_breadth_run(&ahead, &search, 100, &never, &used), WN_FOUND);
    assert_true(wn_breadth_learn(&ahead, &search));
    assert_int_equal(search.kernel->h(&search, wn_search_id(&search, 0)), ahead.best_f);
    uint64_t value = ahead.best_f;
    wn_breadth_clear(&ahead, &memory);
    wn_search_clear(&search);
    assert_int_equal(memory.used, 0);
    wend_domain_destroy(domain);
    return value;
}

/* A small gamma makes moves cheap, but not free: an agent with free moves learns nothing and may
 * cycle forever. */
static void no_gamma_makes_moves_free(void **state) {
    (void)state;
    assert_int_equal(value_of_five_moves(1224, 1000), 5 * 1224);
    assert_int_equal(value_of_five_moves(1224, 500), 5 * 612);
    assert_int_equal(value_of_five_moves(1999, 1), 5);
    assert_int_equal(value_of_five_moves(999, 1), 5);
    assert_int_equal(value_of_five_moves(1, 1), 5);
    assert_int_equal(value_of_five_moves(1, 999), 5);
}

/* ---- What is learned ------------------------------------------------------------------------- */

/* Every h, after every tick: never less than before, never more than the truth. */
static void check_learned(const problem *s, wend_agent *agent, uint64_t *before, uint32_t i) {
    for (int c = 0; c < plain_cells(&s->plain); c++) {
        uint64_t h = validate_known_h(agent, (wend_state)c);
        check(h >= before[c], "%s, case %u: h falls", wend_agent_algo(agent)->name, i);
        check(h <= s->to_goal[c], "%s, case %u: h is too high", wend_agent_algo(agent)->name, i);
        before[c] = h;
    }
}

/* The agent goes downhill on what it has learned. That is why it arrives: if it cycled among some
 * states, the one with the least h would rise at every visit. */
static void check_move(wend_agent *agent, wend_state from, wend_state goal, uint32_t i) {
    wend_state to = wend_agent_state(agent);
    if (to != from && to != goal) {
        check(validate_known_h(agent, from) > validate_known_h(agent, to),
              "%s, case %u: moves against what it learned", wend_agent_algo(agent)->name, i);
    }
}

#define TICKS_MAX 2000000u

static void what_is_learned_is_admissible_and_never_falls(void **state) {
    (void)state;
    static const uint32_t budgets[] = {1, 3, 10, 1000};
    uint64_t updates = 0;
    for (uint32_t i = 0; i < test_scaled(3000); i++) {
        dice d = dice_of(10000 + i);
        problem s;
        if (!problem_draw(&s, &d, SIDE_MAX)) {
            continue;
        }
        wend_agent_def def = problem_def(&s, i % 2 ? "lrta" : "plrta");
        def.local.depth = i % 2 ? dice_between(&d, 1, 8) : 0;
        def.local.queue_size = i % 2 ? 0 : dice_between(&d, 1, 40);
        uint32_t budget = DICE_PICK(&d, budgets);
        uint64_t before[PLAIN_CELLS_MAX] = {0};
        wend_agent *agent = make_agent(&def);
        wend_tick tick;

        uint32_t ticks = 0;
        do {
            wend_state from = wend_agent_state(agent);
            step_agent(agent, budget, &tick);
            check_move(agent, from, def.goal, i);
            check(ticks < TICKS_MAX, "%s, case %u: cycles", def.algo->name, i);
            if (++ticks % 7 == 0 || tick.status > WEND_AGENT_WAITING) {
                check_learned(&s, agent, before, i);
            }
        } while (wend_agent_is_active(tick.status));
        bool reachable = s.to_goal[s.start] != PLAIN_UNREACHED;
        check(tick.status == (reachable ? WEND_AGENT_ARRIVED : WEND_AGENT_UNREACHABLE), "case %u",
              i);
        updates += wend_agent_stats(agent).updates;
        wend_agent_destroy(agent);
        wend_map_destroy(s.map);
    }
    check(updates > test_scaled(3000), "hardly anything was learned");
}

/* As published, the value of a state comes from its neighbours, whether they were searched from or
 * visited. It stays below the true cost, although it may decrease, and the agent arrives: if it
 * cycled among some states, their least value would rise. */
static void the_letter_is_admissible_and_arrives(void **state) {
    (void)state;
    static const uint32_t budgets[] = {1, 3, 10, 1000};
    uint32_t arrived = 0, refused = 0;
    for (uint32_t i = 0; i < test_scaled(2000); i++) {
        dice d = dice_of(30000 + i);
        problem s;
        if (!problem_draw(&s, &d, SIDE_MAX)) {
            continue;
        }
        wend_agent_def def = problem_def(&s, "lrta");
        def.local.depth = dice_between(&d, 1, 8);
        def.bounded.as_published = WEND_ON;
        uint32_t budget = DICE_PICK(&d, budgets);
        wend_agent *agent = make_agent(&def);
        wend_tick tick;

        uint32_t ticks = 0;
        do {
            wend_state from = wend_agent_state(agent);
            step_agent(agent, budget, &tick);
            check_move(agent, from, def.goal, i);
            check(ticks < TICKS_MAX, "case %u: cycles", i);
            uint64_t none[PLAIN_CELLS_MAX] = {0};
            if (++ticks % 7 == 0 || tick.status > WEND_AGENT_WAITING) {
                check_learned(&s, agent, none, i);
            }
        } while (wend_agent_is_active(tick.status));
        bool reachable = s.to_goal[s.start] != PLAIN_UNREACHED;
        check(tick.status == (reachable ? WEND_AGENT_ARRIVED : WEND_AGENT_UNREACHABLE), "case %u",
              i);
        arrived += reachable;
        refused += !reachable;
        wend_agent_destroy(agent);
        wend_map_destroy(s.map);
    }
    assert_true(arrived > refused && refused > 0);
}

/* If cheap routes have many edges, a state is expanded again when a cheaper one is found. */
static void lrta_is_admissible_where_few_moves_are_dear(void **state) {
    (void)state;
    enum { NODES = 14 };
    for (uint32_t i = 0; i < test_scaled(2000); i++) {
        dice d = dice_of(20000 + i);
        uint32_t first[NODES + 1], target[NODES * NODES], cost[NODES * NODES];
        uint64_t distance[NODES][NODES];
        uint32_t edges = 0;
        for (uint32_t a = 0; a < NODES; a++) {
            first[a] = edges;
            for (uint32_t b = 0; b < NODES; b++) {
                bool edge = a != b && (b == (a + 1) % NODES || dice_percent(&d, 15));
                distance[a][b] = a == b ? 0 : UINT32_MAX;
                if (edge) {
                    target[edges] = b;
                    distance[a][b] = cost[edges++] =
                        b == (a + 1) % NODES ? 1 : dice_between(&d, 1, 40);
                }
            }
        }
        first[NODES] = edges;
        for (uint32_t k = 0; k < NODES; k++) {
            for (uint32_t a = 0; a < NODES; a++) {
                for (uint32_t b = 0; b < NODES; b++) {
                    uint64_t over = distance[a][k] + distance[k][b];
                    distance[a][b] = over < distance[a][b] ? over : distance[a][b];
                }
            }
        }
        wend_graph_def graph = {.node_count = NODES,
                                .edge_count = edges,
                                .first = first,
                                .target = target,
                                .cost = cost};
        wend_domain *domain;
        assert_int_equal(wend_graph_create(&graph, &domain, NULL), WEND_OK);
        wend_agent_def def = {0};
        def.domain = domain;
        def.start = dice_between(&d, 0, NODES - 1);
        def.goal = dice_between(&d, 0, NODES - 1);
        def.algo = i % 2 ? wend_algo_lrta() : wend_algo_plrta();
        def.local.depth = i % 2 ? dice_between(&d, 1, 6) : 0;
        def.bounded.as_published = i % 4 == 1 ? WEND_ON : WEND_DEFAULT;
        wend_agent *agent = make_agent(&def);
        wend_tick tick;

        do {
            step_agent(agent, 7, &tick);
            for (uint32_t n = 0; n < NODES; n++) {
                check(validate_known_h(agent, n) <= distance[n][def.goal],
                      "case %u: h of node %u is too high", i, n);
            }
        } while (wend_agent_is_active(tick.status));
        assert_int_equal(tick.status, WEND_AGENT_ARRIVED);
        wend_agent_destroy(agent);
        wend_domain_destroy(domain);
    }
}

/* From node 0 to node 3 over node 2; node 1 has no way out. */
static void no_look_ahead_leads_into_a_trap(void **state) {
    (void)state;
    static const uint32_t first[] = {0, 2, 2, 3, 3}, target[] = {1, 2, 3}, cost[] = {1, 9, 9};
    wend_graph_def graph = {
        .node_count = 4, .edge_count = 3, .first = first, .target = target, .cost = cost};
    wend_domain *domain;
    assert_int_equal(wend_graph_create(&graph, &domain, NULL), WEND_OK);
    for (uint32_t i = 0; i < 8; i++) {
        bool letter = i % 2, out = i & 2, leads_on = i & 4;
        wend_agent_def def = {.domain = domain, .algo = wend_algo_lrta()};
        def.local.depth = 3;
        def.bounded.as_published = letter ? WEND_ON : WEND_DEFAULT;
        def.start = out ? 0 : 1;
        def.goal = leads_on ? 3 : 0;
        if (def.start == def.goal) {
            continue;
        }
        wend_agent *agent = make_agent(&def);
        wend_tick tick;

        do {
            step_agent(agent, 2, &tick);
        } while (wend_agent_is_active(tick.status));
        assert_int_equal(tick.status,
                         out && leads_on ? WEND_AGENT_ARRIVED : WEND_AGENT_UNREACHABLE);
        wend_agent_destroy(agent);
    }
    wend_domain_destroy(domain);
}

/* ---- Depressions ----------------------------------------------------------------------------- */

/* A cup that is open to the left; the goal is behind its bottom. */
static void draw_cup(plain_map *map) {
    *map = (plain_map){.width = 40, .height = 40, .neighbors = 8};
    memset(map->cells, '.', (size_t)plain_cells(map));
    for (int i = 0; i < 20; i++) {
        map->cells[10 * map->width + 10 + i] = '@';
        map->cells[29 * map->width + 10 + i] = '@';
        map->cells[(10 + i) * map->width + 29] = '@';
    }
}

/* The sum over all trips out of the cup. */
static uint64_t moves_out_of_cup(const wend_map *map, uint32_t depth) {
    uint64_t moves = 0;
    for (uint32_t y = 12; y < 28; y++) {
        wend_agent_def def = {0};
        def.map = map;
        def.algo = wend_algo_lrta();
        def.local.depth = depth;
        def.start = y * 40 + 20;
        def.goal = 20 * 40 + 35;
        wend_agent *agent = make_agent(&def);
        wend_tick tick;

        do {
            step_agent(agent, 1000, &tick);
        } while (wend_agent_is_active(tick.status) && wend_agent_stats(agent).moves < 100000);
        assert_int_equal(tick.status, WEND_AGENT_ARRIVED);
        moves += wend_agent_stats(agent).moves;
        wend_agent_destroy(agent);
    }
    return moves;
}

/* Also for cells that it visited before it uses its look-ahead. */
static void deeper_look_aheads_leave_depressions_sooner(void **state) {
    (void)state;
    plain_map cup;
    draw_cup(&cup);
    wend_map *map = plain_to_wend(&cup);
    uint64_t before = UINT64_MAX;
    for (uint32_t depth = 2; depth <= 8; depth *= 2) {
        uint64_t moves = moves_out_of_cup(map, depth);
        check(moves < before - before / 4, "depth %u: %u moves, %u at half the depth", depth,
              (uint32_t)moves, (uint32_t)before);
        before = moves;
    }
    wend_map_destroy(map);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_gamma_makes_moves_free),
        cmocka_unit_test(the_first_look_ahead_is_that_of_the_reference),
        cmocka_unit_test(what_is_learned_is_admissible_and_never_falls),
        cmocka_unit_test(the_letter_is_admissible_and_arrives),
        cmocka_unit_test(lrta_is_admissible_where_few_moves_are_dear),
        cmocka_unit_test(no_look_ahead_leads_into_a_trap),
        cmocka_unit_test(deeper_look_aheads_leave_depressions_sooner),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
