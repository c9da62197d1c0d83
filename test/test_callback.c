/* Callback domains: the user's two functions, what becomes of their answers, searches on them. */
#include <wend/research.h>
#include <wend/wend.h>

#include "domain/callback.h"
#include "search/search.h"

#include "support/ledger.h"
#include "support/plain_graph.h"
#include "support/test.h"
#include "support/variant.h"

#include <string.h>

#define NODES_MAX 40u

/* ---- A graph behind two functions ------------------------------------------------------------ */

typedef struct world {
    plain_graph plain;
    wend_domain *graph;    /* as arrays */
    wend_domain *callback; /* as functions */
    uint64_t successor_calls;
    uint64_t estimate_calls;
} world;

/* Both words matter, and the numbers of the nodes are far apart in them. */
static wend_packed pack(uint32_t node) {
    return (wend_packed){{node * UINT64_C(0x100000001), ~(uint64_t)node << 40}};
}

static uint32_t unpack(const wend_packed *state) {
    uint32_t node = (uint32_t)state->word[0];
    wend_packed again = pack(node);
    check(memcmp(&again, state, sizeof again) == 0, "no state that this domain has made");
    return node;
}

static uint32_t successors(void *context, const wend_packed *state, wend_packed *out,
                           wend_cost *costs) {
    world *w = context;
    uint32_t node = unpack(state), count = 0;
    w->successor_calls++;
    for (uint32_t e = w->plain.first[node]; e < w->plain.first[node + 1]; e++) {
        out[count] = pack(w->plain.target[e]);
        costs[count++] = w->plain.cost[e];
    }
    return count;
}

/* The estimate of the arrays. */
static wend_cost estimate(void *context, const wend_packed *state, const wend_packed *goal) {
    world *w = context;
    wn_search search = {.domain = w->graph, .goal = unpack(goal)};
    w->estimate_calls++;
    wn_memory memory;
    wend_allocator allocator = {0};
    wn_memory_init(&memory, &allocator, 0);
    assert_true(wn_search_init(&search, w->graph, &WN_POLICY_PLAIN, &memory));
    assert_true(wn_search_reserve(&search, 1, 1));
    wn_search_start(&search, unpack(goal));
    wend_cost h = search.kernel->h(&search, unpack(state));
    wn_search_clear(&search);
    return h;
}

static void open_world(world *w, plain_graph plain, bool use_estimate) {
    *w = (world){.plain = plain};
    wend_graph_def def = {.node_count = plain.nodes,
                          .edge_count = plain.edges,
                          .first = plain.first,
                          .target = plain.target,
                          .cost = plain.cost,
                          .x = plain.x,
                          .y = plain.y};
    assert_int_equal(wend_graph_create(&def, &w->graph, NULL), WEND_OK);
    uint32_t degree = 1;
    for (uint32_t n = 0; n < plain.nodes; n++) {
        uint32_t count = plain.first[n + 1] - plain.first[n];
        degree = count > degree ? count : degree;
    }
    wend_callback_def callback = {.successors = successors,
                                  .estimate = use_estimate ? estimate : NULL,
                                  .context = w,
                                  .max_degree = degree};
    assert_int_equal(wend_callback_create(&callback, &w->callback, NULL), WEND_OK);
}

static void close_world(world *w) {
    wend_domain_destroy(w->graph);
    wend_domain_destroy(w->callback);
    plain_graph_clear(&w->plain);
}

static plain_graph some_graph(dice *d, uint32_t number) {
    static const uint32_t costs[] = {1, 4, 1000, WEND_MOVE_COST_MAX};
    plain_kind kind = {.nodes_max = NODES_MAX,
                       .degree = dice_between(d, 1, 5),
                       .cost_max = DICE_PICK(d, costs),
                       .two_way = number % 2,
                       .placed = number / 2 % 2,
                       .reach = 5000};
    if (kind.placed) {
        kind.cost_max = 150;
    }
    return plain_graph_random(d, &kind);
}

/* ---- A search on it -------------------------------------------------------------------------- */

struct fixture {
    ledger book;
    wn_memory memory;
    wn_search search;
};

static void open_fixture(struct fixture *f, const wend_domain *domain, wn_policy policy) {
    f->book = (ledger){0};
    wend_allocator allocator = ledger_allocator(&f->book);
    wn_memory_init(&f->memory, &allocator, 0);
    assert_true(wn_search_init(&f->search, domain, &policy, &f->memory));
}

static void close_fixture(struct fixture *f) {
    wn_search_clear(&f->search);
    assert_int_equal(f->book.live_bytes, 0);
}

static wn_id id_of(struct fixture *f, uint32_t node) {
    if (f->search.domain->id_limit) {
        return node;
    }
    wend_packed packed = pack(node);
    wn_id id = wn_search_intern(&f->search, &packed);
    assert_int_not_equal(id, WN_NONE);
    return id;
}

static wn_outcome run(struct fixture *f, uint32_t budget, uint32_t *used) {
    f->book.forbidden = true;
    wn_outcome outcome = f->search.kernel->run(&f->search, budget, used);
    f->book.forbidden = false;
    return outcome;
}

static void begin(struct fixture *f, wn_id start, wn_id goal, uint32_t expansions) {
    assert_true(wn_search_reserve(&f->search, expansions, 1));
    wn_search_start(&f->search, goal);
    assert_true(f->search.kernel->seed(&f->search, start, 0));
}

/* The cost of the route, 0 without a route. */
static wend_cost solve(const wend_domain *domain, wn_policy policy, uint32_t start, uint32_t goal,
                       uint32_t *used) {
    struct fixture f;
    open_fixture(&f, domain, policy);
    wn_id from = id_of(&f, start), to = id_of(&f, goal);
    begin(&f, from, to, 2 * NODES_MAX);
    wn_outcome outcome = run(&f, 2 * NODES_MAX, used);
    assert_true(outcome == WN_FOUND || outcome == WN_NO_PATH);
    wend_cost cost = outcome == WN_FOUND ? wn_search_g(&f.search, to) : 0;
    close_fixture(&f);
    return cost;
}

/* The same graph has the same distances in either representation. */
static void functions_do_as_arrays_do(void **state) {
    (void)state;
    static const uint32_t weights[] = {1000, 1500, 3000};
    uint32_t found = 0, cases = test_scaled(1500);
    for (uint32_t i = 0; i < cases; i++) {
        dice d = dice_of(i);
        world w;
        open_world(&w, some_graph(&d, i), i / 4 % 4 != 0 || i / 2 % 2 == 0);
        uint32_t start = dice_between(&d, 0, w.plain.nodes - 1);
        uint32_t goal = dice_between(&d, 0, w.plain.nodes - 1);
        uint64_t distance[NODES_MAX];
        plain_graph_distances(&w.plain, start, distance);
        for (uint32_t k = 0; k < COUNT_OF(weights); k++) {
            wn_policy policy = {
                .g_factor = WN_FACTOR_ONE, .h_factor = weights[k], .reopen = i % 3 == 0};
            uint32_t used_a, used_b;
            wend_cost a = solve(w.graph, policy, start, goal, &used_a);
            wend_cost b = solve(w.callback, policy, start, goal, &used_b);
            bool exact = weights[k] == 1000;
            uint64_t optimal = distance[goal] == PLAIN_FAR ? 0 : distance[goal];
            check(a <= optimal * weights[k] / 1000 && b <= optimal * weights[k] / 1000,
                  "case %u: %u and %u, optimal %u", i, a, b, (uint32_t)optimal);
            check(!exact || (a == optimal && b == optimal), "case %u: %u and %u", i, a, b);
            found += b > 0;
        }
        close_world(&w);
    }
    check(found > cases / 2, "only %u routes", found);
}

/* ---- Definitions ----------------------------------------------------------------------------- */

static void bad_definitions_are_refused(void **state) {
    (void)state;
    ledger book = {0};
    wend_callback_def good = {.successors = successors, .max_degree = 7, .reversible = true};
    good.allocator = ledger_allocator(&book);
    wend_domain *domain = (wend_domain *)&book; /* must be overwritten */
    static const uint32_t degrees[] = {0, WEND_CALLBACK_DEGREE_MAX + 1, UINT32_MAX};
    for (uint32_t i = 0; i < COUNT_OF(degrees); i++) {
        wend_callback_def def = good;
        def.max_degree = degrees[i];
        assert_int_equal(wend_callback_create(&def, &domain, NULL), WEND_ERROR_ARGUMENT);
        assert_null(domain);
    }
    wend_callback_def def = good;
    def.successors = NULL;
    assert_int_equal(wend_callback_create(&def, &domain, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_callback_create(NULL, &domain, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_callback_create(&good, NULL, NULL), WEND_ERROR_ARGUMENT);
    book.fail_at = 1;
    assert_int_equal(wend_callback_create(&good, &domain, NULL), WEND_ERROR_MEMORY);
    assert_null(domain);
    book.fail_at = 0;
    assert_int_equal(wend_callback_create(&good, &domain, NULL), WEND_OK);
    assert_string_equal(wend_domain_kind(domain), "callback");
    assert_true(wend_domain_reversible(domain));
    assert_false(domain->symmetric);
    assert_int_equal(wend_domain_unit(domain), 1);
    assert_int_equal(wend_domain_size(domain), 0);
    assert_int_equal(wend_domain_memory(domain), book.live_bytes);
    assert_int_equal(wend_graph_edge_count(domain), 0);
    wend_domain_destroy(domain);
    assert_int_equal(book.live_bytes, 0);
}

/* ---- Answers --------------------------------------------------------------------------------- */

/* Answers of all kinds, valid and invalid. */
static const struct {
    uint32_t node;
    wend_cost cost;
} answers[] = {{5, 9},
               {6, 0},
               {7, WEND_MOVE_COST_MAX},
               {8, WEND_MOVE_COST_MAX + 1},
               {9, UINT32_MAX},
               {10, 9},
               {0, 3},
               {11, 2},
               {5, 4},
               {12, 9},
               {13, 1},
               {14, 1}};

static uint32_t answer_all(void *context, const wend_packed *state, wend_packed *out,
                           wend_cost *costs) {
    (void)state;
    for (uint32_t i = 0; i < COUNT_OF(answers); i++) {
        out[i] = pack(answers[i].node);
        costs[i] = answers[i].cost;
    }
    return *(const uint32_t *)context;
}

static void check_answer(uint32_t returned, uint32_t max_degree, const wn_successor *expected,
                         uint32_t count) {
    wend_callback_def def = {
        .successors = answer_all, .context = &returned, .max_degree = max_degree};
    wend_domain *domain;
    assert_int_equal(wend_callback_create(&def, &domain, NULL), WEND_OK);
    struct fixture f;
    open_fixture(&f, domain, WN_POLICY_PLAIN);
    wn_id start = id_of(&f, 0);
    begin(&f, start, start, 3);
    const wn_successor *list;
    assert_int_equal(f.search.kernel->successors(&f.search, start, f.search.buffer, &list), count);
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(unpack(&f.search.states.entries[list[i].id].packed), expected[i].id);
        assert_int_equal(list[i].cost, expected[i].cost);
    }
    close_fixture(&f);
    wend_domain_destroy(domain);
}

/* Moves that cost nothing or too much are dropped, and so is a move to the state itself. The others
 * are sorted by cost, ties in the order of the answer. No more than max_degree of them are kept. */
static void answers_are_sifted_and_sorted(void **state) {
    (void)state;
    static const wn_successor all[] = {{13, 1}, {14, 1}, {11, 2}, {5, 4},
                                       {5, 9},  {10, 9}, {12, 9}, {7, WEND_MOVE_COST_MAX}};
    static const wn_successor first_three[] = {{5, 9}, {7, WEND_MOVE_COST_MAX}};
    check_answer(12, 256, all, COUNT_OF(all));
    check_answer(12, 12, all, COUNT_OF(all));
    check_answer(3, 256, first_three, COUNT_OF(first_three));
    check_answer(12, 3, first_three, COUNT_OF(first_three));
    check_answer(UINT32_MAX, 3, first_three, COUNT_OF(first_three));
    check_answer(1, 256, first_three, 1);
    check_answer(0, 256, first_three, 0);
}

static wend_cost boundless(void *context, const wend_packed *state, const wend_packed *goal) {
    (void)context;
    return memcmp(state, goal, sizeof *state) == 0 ? 0 : UINT32_MAX;
}

/* No value of an estimate may overflow the sums of a search. */
static void estimates_have_a_ceiling(void **state) {
    (void)state;
    dice d = dice_of(4);
    world w;
    open_world(&w, plain_graph_road(&d, 6), false);
    ((wn_callback *)w.callback)->def.estimate = boundless;
    struct fixture f;
    open_fixture(&f, w.callback, WN_POLICY_PLAIN);
    wn_id start = id_of(&f, 0), goal = id_of(&f, 35);
    begin(&f, start, goal, 100);
    assert_int_equal(f.search.kernel->h(&f.search, start), WEND_COST_MAX);
    assert_int_equal(f.search.kernel->h(&f.search, goal), 0);
    uint32_t used;
    assert_int_equal(run(&f, 100, &used), WN_FOUND);
    close_fixture(&f);
    close_world(&w);
}

/* ---- How often the functions are called ------------------------------------------------------ */

static void check_calls(world *w, struct fixture *f, wn_id start, wn_id goal, bool all_known) {
    uint64_t before = w->estimate_calls;
    w->successor_calls = 0;
    begin(f, start, goal, 200);
    uint32_t used;
    assert_int_equal(f->search.kernel->run(&f->search, 200, &used), WN_FOUND);
    assert_int_equal(w->successor_calls, used);
    check(!all_known || w->estimate_calls == before, "it requests known values again");
    check(all_known || w->estimate_calls > before, "it does not request values for a new goal");
}

/* One call per expansion; one estimate per state as long as the goal stays the same. */
static void functions_are_called_once(void **state) {
    (void)state;
    dice d = dice_of(6);
    world w;
    open_world(&w, plain_graph_road(&d, 10), true);
    struct fixture f;
    open_fixture(&f, w.callback, WN_POLICY_PLAIN);
    wn_id start = id_of(&f, 0), goal = id_of(&f, 99), other = id_of(&f, 50);
    check_calls(&w, &f, start, goal, false);
    check(w.estimate_calls == f.search.touched, "%u estimates for %u states",
          (unsigned)w.estimate_calls, (unsigned)f.search.touched);
    check_calls(&w, &f, start, goal, true);
    check_calls(&w, &f, start, other, false);
    assert_int_equal(wn_search_g(&f.search, other),
                     solve(w.graph, WN_POLICY_PLAIN, 0, 50, &(uint32_t){0}));
    check_calls(&w, &f, start, goal, true);
    close_fixture(&f);
    close_world(&w);
}

/* ---- Memory ---------------------------------------------------------------------------------- */

/* An infinite tree: every state has `max_degree` new successors. */
typedef struct tree {
    uint32_t degree;
    uint64_t next;
} tree;

static uint32_t grow(void *context, const wend_packed *state, wend_packed *out, wend_cost *costs) {
    tree *t = context;
    (void)state;
    for (uint32_t i = 0; i < t->degree; i++) {
        out[i] = (wend_packed){{t->next++, 7}};
        costs[i] = 1;
    }
    return t->degree;
}

/* What was reserved is enough, more is refused by name, and nothing is lost. Numbers of states that
 * no search has touched must not change the count of pages. */
static void searches_without_end_stop_for_memory(void **state) {
    (void)state;
    static const uint32_t degrees[] = {1, 3, 16, 17, 100, 256};
    for (uint32_t i = 0; i < 2 * COUNT_OF(degrees); i++) {
        tree t = {.degree = degrees[i / 2], .next = 1};
        wend_callback_def def = {.successors = grow, .context = &t, .max_degree = t.degree};
        wend_domain *domain;
        assert_int_equal(wend_callback_create(&def, &domain, NULL), WEND_OK);
        wn_policy policy = WN_POLICY_PLAIN;
        policy.learn = i % 2;
        struct fixture f;
        open_fixture(&f, domain, policy);
        wend_packed first = {{0, 7}}, never = {{0, 8}};
        wn_id start = wn_search_intern(&f.search, &first);
        begin(&f, start, wn_search_intern(&f.search, &never), 50);
        for (uint32_t round = 0; round < 20; round++) {
            const wn_successor *list;
            assert_true(wn_search_reserve(&f.search, 50, 0));
            f.search.kernel->successors(&f.search, start, f.search.buffer, &list);
            uint32_t used;
            assert_int_equal(run(&f, 50, &used), WN_RUNNING);
            assert_int_equal(used, 50);
        }
        uint32_t used;
        wn_outcome outcome;
        uint32_t runs = 0;
        do {
            outcome = run(&f, 1, &used);
            check(++runs < 100000, "the search does not end");
        } while (outcome == WN_RUNNING);
        assert_int_equal(outcome, WN_NO_MEMORY);
        assert_true(wn_search_reserve(&f.search, 1, 0));
        assert_int_equal(run(&f, 1, &used), WN_RUNNING);
        close_fixture(&f);
        wend_domain_destroy(domain);
    }
}

static void each_allocation_may_fail(void **state) {
    (void)state;
    dice d = dice_of(8);
    world w;
    open_world(&w, plain_graph_road(&d, 8), false);
    bool failed = true;
    for (uint64_t n = 1; failed; n++) {
        ledger book = {.fail_at = n};
        wend_allocator allocator = ledger_allocator(&book);
        wn_memory memory;
        wn_memory_init(&memory, &allocator, 0);
        wn_search search;
        failed = !wn_search_init(&search, w.callback, &WN_POLICY_PLAIN, &memory);
        if (!failed) {
            wend_packed ends[2] = {pack(0), pack(63)};
            wn_id start = wn_search_intern(&search, &ends[0]);
            wn_id goal = wn_search_intern(&search, &ends[1]);
            failed = start == WN_NONE || goal == WN_NONE || !wn_search_reserve(&search, 99, 1);
            if (start != WN_NONE && goal != WN_NONE) {
                wn_search_start(&search, goal);
                uint32_t used;
                assert_true(search.kernel->seed(&search, start, 0) || failed);
                wn_outcome outcome = search.kernel->run(&search, 99, &used);
                assert_true(failed || outcome == WN_FOUND);
            }
            wn_search_clear(&search);
        }
        assert_int_equal(book.live_bytes, 0);
    }
    close_world(&w);
}

/* ---- Agents ---------------------------------------------------------------------------------- */

/* Every node is reachable from every other, so that no agent can get trapped. */
static plain_graph a_connected_graph(dice *d, uint32_t number) {
    plain_graph graph;
    do {
        graph = some_graph(d, number);
        uint64_t there[NODES_MAX], back[NODES_MAX];
        bool connected = true;
        plain_graph_distances(&graph, 0, there);
        for (uint32_t n = 0; n < graph.nodes; n++) {
            plain_graph_distances(&graph, n, back);
            connected = connected && there[n] != PLAIN_FAR && back[0] != PLAIN_FAR;
        }
        if (connected && graph.nodes > 4) {
            return graph;
        }
        plain_graph_clear(&graph);
    } while (true);
}

static uint32_t node_of(const wend_agent *agent, const wend_domain *domain) {
    wend_state state = wend_agent_state(agent);
    wend_packed packed = wend_agent_packed(agent, state);
    return wend_domain_size(domain) ? state : unpack(&packed);
}

/* Follows the agent to the goal; every move must be an edge. Returns the cost of the walk. */
static uint64_t walk(const world *w, const wend_domain *domain, const wend_algo *algo,
                     uint32_t start, uint32_t goal, uint32_t budget, bool shortcut) {
    ledger book = {0};
    wend_agent_def def = {0};
    def.domain = domain;
    def.algo = algo;
    if (wend_domain_size(domain)) {
        def.start = start;
        def.goal = goal;
    } else {
        def.start_packed = pack(start);
        def.goal_packed = pack(goal);
    }
    def.bounded.shortcut = shortcut;
    def.allocator = ledger_allocator(&book);
    wend_agent *agent;
    wend_error error = wend_agent_create(&def, &agent, NULL);
    if (variant_is_refused(algo, domain) || (shortcut && !domain->symmetric)) {
        assert_int_equal(error, WEND_ERROR_UNSUPPORTED);
        return 0;
    }
    assert_int_equal(error, WEND_OK);
    wend_tick tick;
    uint64_t cost = 0;
    uint32_t ticks = 0, at = start;
    do {
        assert_int_equal(wend_agent_reserve_expansions(agent, budget), WEND_OK);
        book.forbidden = true;
        assert_int_equal(wend_agent_tick_expansions(agent, budget, &tick), WEND_OK);
        book.forbidden = false;
        uint32_t next = node_of(agent, domain);
        uint32_t step = plain_graph_edge(&w->plain, at, next);
        check(next == at || step > 0, "%s goes from %u to %u", algo->name, at, next);
        check(tick.cost == step, "%s reports a cost of %u, not %u", algo->name, tick.cost, step);
        cost += step;
        at = next;
        check(++ticks < 100000, "%s does not finish", algo->name);
    } while (wend_agent_is_active(tick.status));
    check(tick.status == WEND_AGENT_ARRIVED && at == goal, "%s: status %d", algo->name,
          tick.status);
    wend_agent_destroy(agent);
    assert_int_equal(book.live_bytes, 0);
    return cost;
}

static void every_algorithm_arrives(void **state) {
    (void)state;
    static const uint32_t budgets[] = {1, 3, 60};
    for (uint32_t i = 0; i < test_scaled(60); i++) {
        dice d = dice_of(3000 + i);
        world w;
        open_world(&w, a_connected_graph(&d, i), true);
        w.callback->reversible = wend_domain_reversible(w.graph);
        uint32_t start = dice_between(&d, 0, w.plain.nodes - 1);
        uint32_t goal = dice_between(&d, 0, w.plain.nodes - 1);
        uint64_t distance[NODES_MAX];
        plain_graph_distances(&w.plain, start, distance);
        for (uint32_t a = 0; a < wend_algo_count(); a++) {
            const wend_algo *algo = wend_algo_get(a);
            if (algo->flags & WEND_ALGO_JUMPS) {
                continue; /* for maps alone */
            }
            uint32_t budget = budgets[(a + i) % COUNT_OF(budgets)];
            bool shortcut = i % 2 && wend_algo_reads(algo, WEND_PARAMETER_SHORTCUT);
            uint64_t on_arrays = walk(&w, w.graph, algo, start, goal, budget, shortcut);
            uint64_t on_functions = walk(&w, w.callback, algo, start, goal, budget, shortcut);
            if (variant_waits(algo)) {
                bool picky = algo->needs == WEND_NEEDS_SYMMETRIC; /* refused otherwise */
                check(on_arrays == distance[goal] || (picky && !w.graph->symmetric), "case %u", i);
                check(on_functions == distance[goal] || (picky && !w.callback->symmetric),
                      "case %u", i);
            }
        }
        close_world(&w);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_do_as_arrays_do),
        cmocka_unit_test(bad_definitions_are_refused),
        cmocka_unit_test(answers_are_sifted_and_sorted),
        cmocka_unit_test(estimates_have_a_ceiling),
        cmocka_unit_test(functions_are_called_once),
        cmocka_unit_test(searches_without_end_stop_for_memory),
        cmocka_unit_test(each_allocation_may_fail),
        cmocka_unit_test(every_algorithm_arrives),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
