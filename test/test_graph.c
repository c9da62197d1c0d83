/* Graphs as arrays: errors, edges, reverse edges, the heuristic, searches on them. */
#include <wend/agent.h>

#include "domain/graph.h"
#include "search/search.h"

#include "support/ledger.h"
#include "support/plain_graph.h"
#include "support/step.h"
#include "support/test.h"

#include <math.h>
#include <string.h>

#define NODES_MAX 40u

static wend_graph_def def_of(const plain_graph *plain) {
    return (wend_graph_def){.node_count = plain->nodes,
                            .edge_count = plain->edges,
                            .first = plain->first,
                            .target = plain->target,
                            .cost = plain->cost,
                            .x = plain->x,
                            .y = plain->y};
}

static wend_domain *domain_of(const plain_graph *plain) {
    wend_graph_def def = def_of(plain);
    wend_domain *domain;
    wend_diagnosis diagnosis = {0};
    wend_error error = wend_graph_create(&def, &domain, &diagnosis);
    check(!error, "%s: %s", wend_error_text(error), diagnosis.text);
    return domain;
}

/* Small graphs of all kinds, by number. */
static plain_graph some_graph(dice *d, uint32_t number) {
    static const uint32_t reaches[] = {1, 5, 1000, 90000000, INT32_MAX};
    static const uint32_t costs[] = {1, 4, 1000, WEND_MOVE_COST_MAX};
    plain_kind kind = {.nodes_max = NODES_MAX,
                       .degree = dice_between(d, 1, 5),
                       .cost_max = DICE_PICK(d, costs),
                       .two_way = number % 2,
                       .placed = number / 2 % 2,
                       .reach = DICE_PICK(d, reaches)};
    if (kind.placed) {
        kind.cost_max = dice_between(d, 100, 200);
    }
    return plain_graph_random(d, &kind);
}

/* ---- Errors ---------------------------------------------------------------------------------- */

static void check_refused(const wend_graph_def *def, wend_error expected, const char *text) {
    ledger book = {0};
    wend_graph_def counted = *def;
    counted.allocator = ledger_allocator(&book);
    wend_domain *domain = (wend_domain *)&book; /* must be overwritten */
    wend_diagnosis diagnosis = {.text = ""};
    wend_error error = wend_graph_create(&counted, &domain, &diagnosis);
    check(error == expected, "\"%s\": %s", text, wend_error_text(error));
    assert_true(diagnosis.line == 0 && diagnosis.column == 0); /* of arrays, not of a text */
    check(strcmp(diagnosis.text, text) == 0, "\"%s\", not \"%s\"", diagnosis.text, text);
    assert_null(domain);
    assert_int_equal(book.live_bytes, 0);
    assert_int_equal(wend_graph_create(&counted, &domain, NULL), expected);
}

static void bad_definitions_are_refused(void **state) {
    (void)state;
    const uint32_t first[] = {0, 2, 2, 3}, target[] = {1, 2, 0},
                   cost[] = {5, WEND_MOVE_COST_MAX, 1};
    const int32_t axis[] = {0, 1, 2};
    const wend_graph_def good = {.node_count = 3,
                                 .edge_count = 3,
                                 .first = first,
                                 .target = target,
                                 .cost = cost,
                                 .x = axis,
                                 .y = axis};
    wend_graph_def def = good;
    wend_domain *domain;
    assert_int_equal(wend_graph_create(&good, &domain, NULL), WEND_OK);
    wend_domain_destroy(domain);
    assert_int_equal(wend_graph_create(NULL, &domain, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_graph_create(&good, NULL, NULL), WEND_ERROR_ARGUMENT);

    def = good, def.node_count = 0;
    check_refused(&def, WEND_ERROR_SIZE, "the graph has 0 nodes, expected 1 to 268435456");
    def = good, def.node_count = WEND_GRAPH_NODES_MAX + 1;
    check_refused(&def, WEND_ERROR_SIZE, "the graph has 268435457 nodes, expected 1 to 268435456");
    def = good, def.edge_count = WEND_GRAPH_EDGES_MAX + 1;
    check_refused(&def, WEND_ERROR_SIZE,
                  "the graph has 2147483649 edges, expected 0 to 2147483648");
    def = good, def.first = NULL;
    check_refused(&def, WEND_ERROR_ARGUMENT, "first is null");
    def = good, def.target = NULL;
    check_refused(&def, WEND_ERROR_ARGUMENT, "target is null");
    def = good, def.cost = NULL;
    check_refused(&def, WEND_ERROR_ARGUMENT, "cost is null");
    def = good, def.x = NULL;
    check_refused(&def, WEND_ERROR_ARGUMENT, "x is null");
    def = good, def.y = NULL;
    check_refused(&def, WEND_ERROR_ARGUMENT, "y is null");

    const uint32_t late[] = {1, 2, 2, 3}, falling[] = {0, 2, 1, 3}, open[] = {0, 2, 2, 2};
    def = good, def.first = late;
    check_refused(&def, WEND_ERROR_ARGUMENT, "first[0] is 1, expected 0");
    def = good, def.first = falling;
    check_refused(&def, WEND_ERROR_ARGUMENT,
                  "first[2] is 1, expected at least first[1], which is 2");
    def = good, def.first = open;
    check_refused(&def, WEND_ERROR_ARGUMENT, "first[3] is 2, expected 3, the number of edges");

    const uint32_t outside[] = {1, 2, 3}, nothing[] = {5, 0, 1}, costly[] = {5, 1, 16777217};
    def = good, def.target = outside;
    check_refused(&def, WEND_ERROR_OUTSIDE, "edge 2 of node 2 leads to node 3, expected 0 to 2");
    def = good, def.cost = nothing;
    check_refused(&def, WEND_ERROR_COST,
                  "edge 1 from node 0 to node 2 costs 0, expected 1 to 16777216");
    def = good, def.cost = costly;
    check_refused(&def, WEND_ERROR_COST,
                  "edge 2 from node 2 to node 0 costs 16777217, expected 1 to 16777216");
}

static void a_graph_may_have_no_edge(void **state) {
    (void)state;
    const uint32_t first[] = {0, 0, 0};
    const wend_graph_def def = {.node_count = 2, .first = first};
    wend_domain *domain;
    assert_int_equal(wend_graph_create(&def, &domain, NULL), WEND_OK);
    assert_int_equal(wend_graph_edge_count(domain), 0);
    assert_int_equal(wend_domain_size(domain), 2);
    assert_int_equal(wend_domain_unit(domain), 1);
    assert_string_equal(wend_domain_kind(domain), "graph");
    assert_true(wend_domain_reversible(domain));
    assert_int_equal(domain->degree, 1);
    wend_domain_destroy(domain);
}

static void each_allocation_may_fail(void **state) {
    (void)state;
    dice d = dice_of(3);
    plain_graph plain = plain_graph_road(&d, 8);
    wend_graph_def def = def_of(&plain);
    for (uint64_t n = 1; n <= 3; n++) {
        ledger book = {.fail_at = n};
        def.allocator = ledger_allocator(&book);
        wend_domain *domain;
        wend_error error = wend_graph_create(&def, &domain, NULL);
        assert_int_equal(error, n <= 2 ? WEND_ERROR_MEMORY : WEND_OK);
        if (!error) {
            assert_int_equal(book.live_bytes, wend_domain_memory(domain));
        }
        wend_domain_destroy(domain);
        assert_int_equal(book.live_bytes, 0);
    }
    plain_graph_clear(&plain);
}

/* ---- Edges ----------------------------------------------------------------------------------- */

/* The index of the first copy of an edge among the edges of its node. */
static uint32_t place_of(const plain_graph *plain, uint32_t from, uint32_t to) {
    uint32_t e = plain->first[from];
    while (plain->target[e] != to) {
        e++;
    }
    return e;
}

static void check_edges(const plain_graph *plain, const wn_graph *graph) {
    uint32_t total = 0, degree = 1, max_move_cost = 0;
    for (uint32_t n = 0; n < plain->nodes; n++) {
        const wn_successor *list;
        uint32_t count = wn_graph_successors(graph, n, &list), expected = 0;
        for (uint32_t to = 0; to < plain->nodes; to++) {
            expected += plain_graph_edge(plain, n, to) > 0;
        }
        check(count == expected, "node %u has %u edges, not %u", n, count, expected);
        for (uint32_t i = 0; i < count; i++) {
            check(list[i].cost == plain_graph_edge(plain, n, list[i].id), "a cost of node %u", n);
            max_move_cost = list[i].cost > max_move_cost ? list[i].cost : max_move_cost;
            check(i == 0 || list[i - 1].cost < list[i].cost ||
                      (list[i - 1].cost == list[i].cost &&
                       place_of(plain, n, list[i - 1].id) < place_of(plain, n, list[i].id)),
                  "the order at node %u", n);
        }
        total += count;
        degree = count > degree ? count : degree;
    }
    assert_int_equal(wend_graph_edge_count(&graph->domain), total);
    assert_int_equal(graph->domain.degree, degree);
    assert_int_equal(graph->domain.max_move_cost, max_move_cost);
}

static void check_ways_back(const plain_graph *plain, const wend_domain *domain) {
    bool reversible = true, symmetric = true;
    for (uint32_t e = 0; e < plain->edges; e++) {
        uint32_t from = plain->edge[e].from, to = plain->edge[e].to;
        uint32_t back = plain_graph_edge(plain, to, from);
        reversible = reversible && (from == to || back);
        symmetric = symmetric && back == plain_graph_edge(plain, from, to);
    }
    check(domain->reversible == reversible, "reversible is %d", domain->reversible);
    check(domain->symmetric == symmetric, "symmetric is %d", domain->symmetric);
}

static void edges_are_the_cheapest_and_in_order(void **state) {
    (void)state;
    uint32_t reversible = 0, symmetric = 0, cases = test_scaled(4000);
    for (uint32_t i = 0; i < cases; i++) {
        dice d = dice_of(i);
        plain_graph plain = some_graph(&d, i);
        if (plain.edges && i % 4 == 1) { /* a reverse edge that is missing or has another cost */
            uint32_t e = dice_between(&d, 0, plain.edges - 1);
            plain.edge[e].cost = plain.cost[e] = dice_between(&d, 1, 4);
            if (i % 8 == 1) {
                uint32_t to = dice_between(&d, 0, plain.nodes - 1);
                plain.edge[e].to = plain.target[e] = to;
            }
        }
        wend_domain *domain = domain_of(&plain);
        check_edges(&plain, (const wn_graph *)domain);
        check_ways_back(&plain, domain);
        reversible += domain->reversible;
        symmetric += domain->symmetric;
        wend_domain_destroy(domain);
        plain_graph_clear(&plain);
    }
    check(reversible > symmetric && symmetric > 0 && reversible < cases, "%u, %u of %u", reversible,
          symmetric, cases);
}

/* The time for a hub with as many edges as nodes is proportional to their number. */
static void hubs_are_no_trap(void **state) {
    (void)state;
    uint32_t nodes = 300000, edges = 2 * (nodes - 1);
    plain_graph plain = {.nodes = nodes,
                         .edges = edges,
                         .first = test_alloc((nodes + 1) * sizeof(uint32_t)),
                         .target = test_alloc(edges * sizeof(uint32_t)),
                         .cost = test_alloc(edges * sizeof(uint32_t))};
    dice d = dice_of(9);
    plain.first[0] = 0;
    for (uint32_t n = 1; n < nodes; n++) {
        plain.first[n] = nodes - 2 + n;
        plain.target[n - 1] = n;
        plain.target[nodes - 2 + n] = 0;
        plain.cost[n - 1] = plain.cost[nodes - 2 + n] = dice_between(&d, 1, 1000000);
    }
    plain.first[nodes] = edges;
    wend_domain *domain = domain_of(&plain);
    assert_true(domain->reversible && domain->symmetric);
    assert_int_equal(domain->degree, nodes - 1);
    const wn_successor *list;
    uint32_t count = wn_graph_successors((const wn_graph *)domain, 0, &list);
    for (uint32_t i = 1; i < count; i++) {
        check(list[i - 1].cost <= list[i].cost, "the order at %u", i);
    }
    wend_domain_destroy(domain);
    plain_graph_clear(&plain);
}

/* ---- The heuristic --------------------------------------------------------------------------- */

static wend_cost h(const wend_domain *domain, uint32_t from, uint32_t to) {
    const wn_graph *graph = (const wn_graph *)domain;
    return wn_graph_h(graph, from, graph->points ? graph->points[to] : (wn_point){0, 0});
}

static void check_h(const plain_graph *plain, const wend_domain *domain, uint32_t goal) {
    assert_int_equal(h(domain, goal, goal), 0);
    for (uint32_t e = 0; e < plain->edges; e++) {
        const plain_edge *edge = &plain->edge[e];
        uint64_t limit = (uint64_t)edge->cost + h(domain, edge->to, goal);
        check(h(domain, edge->from, goal) <= limit, "h is not consistent from %u to %u, goal %u",
              edge->from, edge->to, goal);
    }
    uint64_t distance[NODES_MAX];
    for (uint32_t n = 0; n < plain->nodes; n++) {
        plain_graph_distances(plain, n, distance);
        check(h(domain, n, goal) <= distance[goal], "h is not admissible from %u to %u", n, goal);
    }
}

static void the_heuristic_is_consistent(void **state) {
    (void)state;
    for (uint32_t i = 0; i < test_scaled(1500); i++) {
        dice d = dice_of(20000 + i);
        plain_graph plain = some_graph(&d, i);
        wend_domain *domain = domain_of(&plain);
        for (uint32_t goal = 0; goal < plain.nodes; goal += 3) {
            check_h(&plain, domain, goal);
        }
        wend_domain_destroy(domain);
        plain_graph_clear(&plain);
    }
}

/* The estimate in real numbers. */
static double ideal_h(const plain_graph *plain, uint32_t from, uint32_t to) {
    double least = INFINITY;
#define LENGTH(a, b) hypot((double)plain->x[a] - plain->x[b], (double)plain->y[a] - plain->y[b])
    for (uint32_t e = 0; e < plain->edges; e++) {
        double length = LENGTH(plain->edge[e].from, plain->edge[e].to);
        least = length > 0 ? fmin(least, plain->edge[e].cost / length) : least;
    }
    return isinf(least) ? 0 : floor(fmin(least * LENGTH(from, to), WEND_COST_MAX));
#undef LENGTH
}

/* Rounding must cost next to nothing, or the estimate would be of little use. */
static void the_heuristic_is_sharp(void **state) {
    (void)state;
    double worst = 0;
    for (uint32_t i = 0; i < test_scaled(1500); i++) {
        dice d = dice_of(40000 + i);
        plain_graph plain = some_graph(&d, 2 + i % 2);
        wend_domain *domain = domain_of(&plain);
        for (uint32_t n = 0; n < plain.nodes; n++) {
            uint32_t goal = dice_between(&d, 0, plain.nodes - 1);
            double ideal = ideal_h(&plain, n, goal);
            double lost = ideal - h(domain, n, goal);
            check(lost >= -1 && lost <= 1 + ideal / 20000, "h from %u to %u is %u, ideally %f", n,
                  goal, h(domain, n, goal), ideal);
            worst = ideal > 0 ? fmax(worst, (lost - 1) / ideal) : worst;
        }
        wend_domain_destroy(domain);
        plain_graph_clear(&plain);
    }
    assert_true(worst < 1.0 / 20000);
}

/* ---- Searches -------------------------------------------------------------------------------- */

typedef struct answer {
    wn_outcome outcome;
    uint64_t cost;
    uint32_t expansions;
} answer;

/* Follows the parents from the goal; the costs of the moves must add up to g. */
static void check_route(const plain_graph *plain, const wn_search *search, uint32_t start,
                        uint32_t goal) {
    uint64_t sum = 0;
    uint32_t steps = 0;
    for (wn_id at = goal; at != start; at = wn_search_parent(search, at)) {
        wn_id parent = wn_search_parent(search, at);
        uint32_t cost = plain_graph_edge(plain, parent, at);
        check(cost > 0, "no edge leads from %u to %u", parent, at);
        sum += cost;
        check(++steps < plain->nodes, "the parents form a cycle");
    }
    check(sum == wn_search_g(search, goal), "the moves do not add up to g");
}

static answer solve(const plain_graph *plain, const wend_domain *domain, wn_policy policy,
                    uint32_t start, uint32_t goal) {
    ledger book = {0};
    wend_allocator allocator = ledger_allocator(&book);
    wn_memory memory;
    wn_memory_init(&memory, &allocator, 0);
    wn_search search;
    assert_true(wn_search_init(&search, domain, &policy, &memory));
    assert_true(wn_search_reserve(&search, plain->nodes, 1));
    wn_search_start(&search, goal);
    assert_true(search.kernel->seed(&search, start, 0));
    answer found = {0};
    book.forbidden = true;
    found.outcome = search.kernel->run(&search, plain->nodes, &found.expansions);
    book.forbidden = false;
    if (found.outcome == WN_FOUND) {
        found.cost = wn_search_g(&search, goal);
        check_route(plain, &search, start, goal);
    }
    wn_search_clear(&search);
    assert_int_equal(book.live_bytes, 0);
    return found;
}

static void check_solution(const plain_graph *plain, const wend_domain *domain, wn_policy policy,
                           uint32_t start, uint32_t goal) {
    uint64_t distance[NODES_MAX];
    plain_graph_distances(plain, start, distance);
    answer found = solve(plain, domain, policy, start, goal);
    wn_outcome expected = distance[goal] == PLAIN_FAR ? WN_NO_PATH : WN_FOUND;
    check(found.outcome == expected, "outcome %d, not %d", found.outcome, expected);
    if (expected == WN_FOUND) {
        uint64_t limit = distance[goal] * policy.h_factor / WN_FACTOR_ONE;
        check(found.cost >= distance[goal] && found.cost <= limit, "cost %u, optimal %u",
              (uint32_t)found.cost, (uint32_t)distance[goal]);
    }
}

static void a_star_is_optimal_and_weights_are_bounds(void **state) {
    (void)state;
    static const uint32_t weights[] = {1000, 1500, 3000};
    for (uint32_t i = 0; i < test_scaled(6000); i++) {
        dice d = dice_of(60000 + i);
        plain_graph plain = some_graph(&d, i);
        wend_domain *domain = domain_of(&plain);
        uint32_t start = dice_between(&d, 0, plain.nodes - 1);
        uint32_t goal = dice_between(&d, 0, plain.nodes - 1);
        for (uint32_t w = 0; w < COUNT_OF(weights); w++) {
            wn_policy policy = {.g_factor = WN_FACTOR_ONE, .h_factor = weights[w]};
            check_solution(&plain, domain, policy, start, goal);
        }
        wend_domain_destroy(domain);
        plain_graph_clear(&plain);
    }
}

/* The estimate pays off: on roads it saves most of the work of a blind search. */
static void roads_are_searched_towards_the_goal(void **state) {
    (void)state;
    dice d = dice_of(7);
    plain_graph plain = plain_graph_road(&d, 100);
    wend_domain *domain = domain_of(&plain);
    plain_graph blind = plain;
    blind.x = blind.y = NULL;
    wend_domain *blind_domain = domain_of(&blind);
    uint64_t *distance = test_alloc(plain.nodes * sizeof *distance);
    for (uint32_t i = 0; i < 10; i++) {
        uint32_t start = 3535 + 101 * i, goal = start + 30;
        plain_graph_distances(&plain, start, distance);
        answer aimed = solve(&plain, domain, WN_POLICY_PLAIN, start, goal);
        answer unaimed = solve(&blind, blind_domain, WN_POLICY_PLAIN, start, goal);
        assert_int_equal(aimed.outcome, distance[goal] == PLAIN_FAR ? WN_NO_PATH : WN_FOUND);
        assert_int_equal(unaimed.outcome, aimed.outcome);
        if (aimed.outcome == WN_FOUND) {
            assert_int_equal(aimed.cost, distance[goal]);
            assert_int_equal(unaimed.cost, distance[goal]);
            check(aimed.expansions * 2 < unaimed.expansions, "%u and %u expansions",
                  aimed.expansions, unaimed.expansions);
        }
    }
    free(distance);
    wend_domain_destroy(domain);
    wend_domain_destroy(blind_domain);
    plain_graph_clear(&plain);
}

/* ---- Large graphs ---------------------------------------------------------------------------- */

/* The same edges and coordinates under the new numbers. */
static void check_renumbered(const plain_graph *plain, const wn_graph *graph) {
    assert_true(graph->is_ordered);
    uint64_t near = 0;
    for (uint32_t n = 0; n < plain->nodes; n++) {
        wn_id id = wn_graph_id(graph, n);
        check(id < plain->nodes && wn_graph_node(graph, id) == n, "node %u is lost", n);
        const wn_successor *list;
        uint32_t count = wn_graph_successors(graph, id, &list), expected = 0;
        for (uint32_t e = plain->first[n]; e < plain->first[n + 1]; e++) {
            expected += place_of(plain, n, plain->target[e]) == e && plain->target[e] != n;
        }
        check(count == expected, "node %u has %u edges, not %u", n, count, expected);
        for (uint32_t i = 0; i < count; i++) {
            uint32_t to = wn_graph_node(graph, list[i].id);
            check(list[i].cost == plain_graph_edge(plain, n, to), "a cost of node %u", n);
            near += list[i].id / WN_PAGE_NODES == id / WN_PAGE_NODES;
        }
        const wn_point *a = &graph->points[id], *b = &graph->points[wn_graph_id(graph, 0)];
        check((int64_t)a->x - b->x == (int64_t)plain->x[n] - plain->x[0] &&
                  (int64_t)a->y - b->y == (int64_t)plain->y[n] - plain->y[0],
              "node %u lies elsewhere", n);
    }
    /* In rows of 200 only the neighbours to the left and right would share a page. */
    check(near * 10 > (uint64_t)plain->edges * 6, "only %u of %u edges stay in a page",
          (unsigned)near, plain->edges);
}

/* Agents use the caller's numbers. */
static void check_walk(const plain_graph *plain, const wend_domain *domain, const char *algo,
                       uint32_t start, uint32_t goal, uint64_t distance) {
    wend_agent_def def = {0};
    def.domain = domain;
    def.algo = wend_algo_find(algo);
    def.start = start;
    def.goal = goal;
    wend_agent *agent = make_agent(&def);
    wend_tick tick;
    uint32_t at = start;
    do {
        assert_int_equal(wend_agent_state(agent), at);
        step_agent(agent, 500, &tick);
        check(tick.cost == plain_graph_edge(plain, at, tick.state), "no edge from %u to %u", at,
              tick.state);
        at = tick.state;
    } while (wend_agent_is_active(tick.status));
    if (distance == PLAIN_FAR) {
        assert_int_equal(tick.status, WEND_AGENT_UNREACHABLE);
    } else {
        assert_true(tick.status == WEND_AGENT_ARRIVED && at == goal);
        uint64_t cost = wend_agent_stats(agent).cost;
        check(cost == distance || (strcmp(algo, "astar") != 0 && cost > distance), "%s: %u, not %u",
              algo, (unsigned)cost, (unsigned)distance);
    }
    wend_agent_destroy(agent);
}

static void large_graphs_are_numbered_by_place(void **state) {
    (void)state;
    dice d = dice_of(11);
    plain_graph plain = plain_graph_road(&d, 200);
    assert_true(plain.nodes >= WN_GRAPH_ORDERED_FROM);
    wend_domain *domain = domain_of(&plain);
    check_renumbered(&plain, (const wn_graph *)domain);
    uint64_t *distance = test_alloc(plain.nodes * sizeof *distance);
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t start = dice_between(&d, 0, plain.nodes - 1);
        plain_graph_distances(&plain, start, distance);
        for (uint32_t j = 0; j < 3; j++) {
            uint32_t goal = dice_between(&d, 0, plain.nodes - 1);
            check_walk(&plain, domain, "astar", start, goal, distance[goal]);
            check_walk(&plain, domain, "lss-lrta", start, goal, distance[goal]);
        }
    }
    free(distance);
    wend_domain_destroy(domain);
    plain_graph_clear(&plain);
}

/* A chain that costs more than WEND_COST_MAX. */
static void too_dear_a_route_has_a_name(void **state) {
    (void)state;
    uint32_t nodes = 300, first[301], target[300], cost[300];
    for (uint32_t n = 0; n <= nodes; n++) {
        first[n] = n < nodes ? n : nodes - 1;
    }
    for (uint32_t e = 0; e + 1 < nodes; e++) {
        target[e] = e + 1;
        cost[e] = WEND_MOVE_COST_MAX;
    }
    plain_graph plain = {
        .nodes = nodes, .edges = nodes - 1, .first = first, .target = target, .cost = cost};
    wend_domain *domain = domain_of(&plain);
    assert_int_equal(solve(&plain, domain, WN_POLICY_PLAIN, 0, 299).outcome, WN_TOO_EXPENSIVE);
    answer last = solve(&plain, domain, WN_POLICY_PLAIN, 0, 250);
    assert_int_equal(last.outcome, WN_FOUND);
    assert_true(last.cost == UINT64_C(250) * WEND_MOVE_COST_MAX);
    wend_domain_destroy(domain);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_definitions_are_refused),
        cmocka_unit_test(a_graph_may_have_no_edge),
        cmocka_unit_test(each_allocation_may_fail),
        cmocka_unit_test(edges_are_the_cheapest_and_in_order),
        cmocka_unit_test(hubs_are_no_trap),
        cmocka_unit_test(the_heuristic_is_consistent),
        cmocka_unit_test(the_heuristic_is_sharp),
        cmocka_unit_test(a_star_is_optimal_and_weights_are_bounds),
        cmocka_unit_test(roads_are_searched_towards_the_goal),
        cmocka_unit_test(large_graphs_are_numbered_by_place),
        cmocka_unit_test(too_dear_a_route_has_a_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
