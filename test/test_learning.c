/* Agents that learn, and related algorithms, on small random graphs, directed and undirected, on
 * racetracks and on puzzles: what they learn, what they guarantee about costs and unreachable
 * goals, and the maximum cost of a tick. */
#include <wend/research.h>
#include <wend/wend.h>

#include "agent/agent.h"
#include "domain/graph.h"

#include "support/ledger.h"
#include "support/plain_graph.h"
#include "support/plain_puzzle.h"
#include "support/plain_track.h"
#include "support/test.h"
#include "support/variant.h"

#include <string.h>

#define NODES_MAX 24u

static const uint32_t budgets[] = {1, 2, 3, 7, 20, 200};
static const uint32_t weights[] = {1000, 1500, 2500, 7000};

/* ---- Graphs ---------------------------------------------------------------------------------- */

/* A graph, its arrays as a domain, and the cost from every node to the goal. */
typedef struct world {
    plain_graph plain;
    wend_domain *domain;
    uint32_t start;
    uint32_t goal;
    uint64_t to_goal[NODES_MAX];
} world;

/* The cost from every node to one node. */
static void distances_to(const plain_graph *plain, uint32_t goal, uint64_t *out) {
    for (uint32_t n = 0; n < plain->nodes; n++) {
        out[n] = n == goal ? 0 : PLAIN_FAR;
    }
    bool changed = true;
    while (changed) {
        changed = false;
        for (uint32_t e = 0; e < plain->edges; e++) {
            const plain_edge *edge = &plain->edge[e];
            if (out[edge->to] != PLAIN_FAR && out[edge->to] + edge->cost < out[edge->from]) {
                out[edge->from] = out[edge->to] + edge->cost;
                changed = true;
            }
        }
    }
}

/* Half of them are directed, half have coordinates. Costs are small, so that no agent has to raise
 * h to a large number before it can report that no route exists. */
static void open_world(world *w, dice *d, bool two_way) {
    plain_kind kind = {.nodes_max = NODES_MAX,
                       .degree = dice_between(d, 1, 3),
                       .cost_max = dice_percent(d, 50) ? 1 : 12,
                       .two_way = two_way,
                       .placed = dice_percent(d, 50),
                       .reach = 12};
    if (kind.placed) {
        kind.cost_max = dice_between(d, 100, 200);
    }
    w->plain = plain_graph_random(d, &kind);
    w->start = dice_between(d, 0, w->plain.nodes - 1);
    w->goal = dice_between(d, 0, w->plain.nodes - 1);
    distances_to(&w->plain, w->goal, w->to_goal);
    wend_graph_def def = {.node_count = w->plain.nodes,
                          .edge_count = w->plain.edges,
                          .first = w->plain.first,
                          .target = w->plain.target,
                          .cost = w->plain.cost,
                          .x = w->plain.x,
                          .y = w->plain.y};
    assert_int_equal(wend_graph_create(&def, &w->domain, NULL), WEND_OK);
}

static void close_world(world *w) {
    wend_domain_destroy(w->domain);
    plain_graph_clear(&w->plain);
}

/* Whether every node can be reached from every other. */
static bool is_strongly_connected(const world *w) {
    uint64_t from_goal[NODES_MAX];
    plain_graph_distances(&w->plain, w->goal, from_goal);
    for (uint32_t n = 0; n < w->plain.nodes; n++) {
        if (w->to_goal[n] == PLAIN_FAR || from_goal[n] == PLAIN_FAR) {
            return false;
        }
    }
    return true;
}

static void open_connected_world(world *w, dice *d, bool two_way) {
    for (;;) {
        open_world(w, d, two_way);
        if (w->plain.nodes > 2 && w->start != w->goal && is_strongly_connected(w)) {
            return;
        }
        close_world(w);
    }
}

/* ---- A trip ---------------------------------------------------------------------------------- */

/* An agent on its way, and the sums over its ticks. */
typedef struct trip {
    const world *w; /* NULL if it is not in a graph */
    uint32_t number;
    ledger book;
    wend_agent *agent;
    uint32_t weight; /* in thousandths; 1000 if the algorithm has no weight */
    uint32_t degree; /* of the domain */
    wend_tick tick;
    uint32_t budget;
    uint64_t ticks;
    uint64_t cost;
    uint64_t expansions;       /* of all ticks */
    uint64_t found_expansions; /* up to the tick that found the route */
    bool found;
    uint64_t restarts;
} trip;

#define EXPECT(t, condition)                                                                       \
    check(condition, "%s, case %u, R = %u, w = %u, tick %u: " #condition,                          \
          wend_agent_algo((t)->agent)->name, (t)->number, (t)->budget, (t)->weight,                \
          (unsigned)(t)->ticks)

/* Returns false if the algorithm does not work there; its error must be right. */
static bool open_trip(trip *t, wend_agent_def *def, const char *algo, uint32_t weight,
                      uint32_t budget, uint32_t number) {
    *t = (trip){.number = number, .budget = budget};
    const wend_algo *info = wend_algo_find(algo);
    def->algo = wend_algo_find(algo);
    bool reads = wend_algo_reads(info, WEND_PARAMETER_WEIGHT_PERMILLE);
    /* "auto" may choose an algorithm without a weight. */
    def->weight_permille = reads && info != wend_algo_auto() ? weight : 0;
    t->weight = def->weight_permille ? def->weight_permille : 1000;
    t->degree = def->domain->degree;
    def->allocator = ledger_allocator(&t->book);
    wend_error error = wend_agent_create(def, &t->agent, NULL);
    bool refused = variant_is_refused(info, def->domain);
    assert_int_equal(error, refused ? WEND_ERROR_UNSUPPORTED : WEND_OK);
    return !refused;
}

static bool open_graph_trip(trip *t, const world *w, const char *algo, uint32_t weight,
                            uint32_t budget, uint32_t number) {
    wend_agent_def def = {0};
    def.domain = w->domain;
    def.start = w->start;
    def.goal = w->goal;
    if (!open_trip(t, &def, algo, weight, budget, number)) {
        return false;
    }
    t->w = w;
    return true;
}

static void close_trip(trip *t) {
    wend_agent_destroy(t->agent);
    assert_int_equal(t->book.live_bytes, 0);
}

/* The bounds of include/wend/agent.h on the work of one tick. */
static void check_budget(const trip *t) {
    const wend_tick *tick = &t->tick;
    uint32_t expansions, trace_steps;
    wend_agent_split(t->agent, t->budget, &expansions, &trace_steps);
    EXPECT(t, expansions <= t->budget && tick->expansions <= expansions);
    /* A check for dead ends may settle all successors of a state. */
    EXPECT(t, tick->updates <= (uint64_t)tick->learning * t->degree);
    if (variant_is_local(wend_agent_algo(t->agent))) {
        /* A search touches at most this many states. Open ones are listed and settled. Expanded
         * ones are settled, and checked once more if some of them are dead ends. */
        uint64_t touched = (uint64_t)tick->expansions * t->degree + 1;
        EXPECT(t, tick->learning <= 2 * touched);
        EXPECT(t, tick->updates <= tick->expansions);
        EXPECT(t, tick->trace_steps <= tick->expansions);
        return;
    }
    uint64_t all_trace = (uint64_t)t->budget * t->agent->planner.parameters.trace_per_expansion;
    EXPECT(t, tick->learning <= expansions);
    EXPECT(t, tick->learning == 0 || tick->expansions == 0); /* one or the other, not both */
    EXPECT(t, tick->trace_steps <= (t->found ? all_trace : trace_steps));
}

static void check_move(trip *t, wend_state before) {
    const wend_tick *tick = &t->tick;
    bool moved = (tick->flags & WEND_TICK_MOVED) != 0;
    EXPECT(t, moved == (tick->state != before));
    EXPECT(t, moved || tick->cost == 0);
    EXPECT(t, tick->status != WEND_AGENT_MOVING || moved);
    EXPECT(t, tick->status < WEND_AGENT_OUT_OF_MEMORY);
    if (t->w && moved) {
        uint32_t cost = plain_graph_edge(&t->w->plain, before, tick->state);
        EXPECT(t, cost > 0 && tick->cost == cost);
    }
}

/* Runs one tick in which the allocator must not be called. */
static void tick_once(trip *t) {
    wend_state before = wend_agent_state(t->agent);
    EXPECT(t, wend_agent_reserve_expansions(t->agent, t->budget) == WEND_OK);
    t->ticks++;
    t->book.forbidden = true;
    assert_int_equal(wend_agent_tick_expansions(t->agent, t->budget, &t->tick), WEND_OK);
    t->book.forbidden = false;
    check_budget(t);
    check_move(t, before);
    bool learns = (t->tick.flags & WEND_TICK_RESTARTED) || t->tick.learning > 0;
    t->found = !learns && (t->found || (t->tick.flags & WEND_TICK_FOUND));
    t->cost += t->tick.cost;
    t->expansions += t->tick.expansions;
    if ((t->tick.flags & WEND_TICK_FOUND) && !t->found_expansions) {
        t->found_expansions = t->expansions;
    }
}

/* Runs to the end, which must come. */
static void run_trip(trip *t, uint64_t tick_limit) {
    do {
        tick_once(t);
        EXPECT(t, t->ticks < tick_limit);
    } while (wend_agent_is_active(t->tick.status));
    t->restarts = wend_agent_stats(t->agent).restarts;
}

/* Far more than the slowest agent was measured to need on the smallest budget. */
#define TICK_LIMIT 300000u

/* ---- What is learned ------------------------------------------------------------------------- */

/* What was learned about a state, or NULL. Touches nothing. */
static const wn_learned *learned_of(const wn_search *search, wn_id id) {
    const wn_page *page = wn_nodes_peek(&search->nodes, id);
    const wn_learned *learned = page ? &page->learned[id & (WN_PAGE_NODES - 1)] : NULL;
    return learned && learned->epoch == search->epoch ? learned : NULL;
}

/* Every node's h in the agent's view. */
static void read_h(const trip *t, uint64_t *out) {
    const wn_search *search = &t->agent->planner.search;
    const wn_graph *graph = (const wn_graph *)search->domain;
    wn_point goal = graph->points ? graph->points[t->w->goal] : (wn_point){0, 0};
    for (uint32_t n = 0; n < t->w->plain.nodes; n++) {
        const wn_learned *learned = learned_of(search, n);
        out[n] = learned ? learned->h : wn_graph_h(graph, n, goal);
        out[n] = out[n] > WEND_COST_MAX ? PLAIN_FAR : out[n];
    }
}

static uint64_t weighted(uint64_t cost, uint64_t factor) {
    return cost == PLAIN_FAR ? PLAIN_FAR : cost * factor / 1000;
}

/* The value of a move for the state that it leaves. */
static uint64_t through(const plain_edge *edge, const uint64_t *h, uint64_t factor) {
    return h[edge->to] == PLAIN_FAR ? PLAIN_FAR : weighted(edge->cost, factor) + h[edge->to];
}

/* Between any two ticks: h has not decreased and does not exceed the true distance times w. */
static void check_bounds(const trip *t, const uint64_t *before, const uint64_t *after,
                         uint64_t factor) {
    for (uint32_t n = 0; n < t->w->plain.nodes; n++) {
        EXPECT(t, after[n] >= before[n]);
        EXPECT(t, after[n] <= weighted(t->w->to_goal[n], factor));
    }
    EXPECT(t, after[t->w->goal] == 0);
}

/* After an update: h is consistent everywhere, is exact for each expanded state, and is unchanged
 * for the others. Returns how many states were expanded. */
static uint32_t check_update(const trip *t, const uint64_t *before, const uint64_t *after,
                             uint64_t factor) {
    const plain_graph *plain = &t->w->plain;
    const wn_search *search = &t->agent->planner.search;
    bool expanded[NODES_MAX] = {false};
    uint32_t count = 0;
    for (uint32_t e = 0; e < search->seen_count; e++) {
        wn_id from = search->seen_moves[e].from;
        count += !expanded[from];
        expanded[from] = true;
    }
    EXPECT(t, !expanded[t->w->goal]);
    for (uint32_t n = 0; n < plain->nodes; n++) {
        uint64_t best = PLAIN_FAR;
        uint32_t moves = 0;
        for (uint32_t e = plain->first[n]; e < plain->first[n + 1]; e++) {
            uint64_t value = through(&plain->edge[e], after, factor);
            bool loops = plain->target[e] == n;
            EXPECT(t, loops || after[n] <= value);
            best = !loops && value < best ? value : best;
            moves += !loops;
        }
        if (expanded[n]) {
            EXPECT(t, after[n] == best);
        } else if (moves > 0) {
            EXPECT(t, after[n] == before[n]);
        } else {
            /* The search cannot have stored moves that do not exist. */
            EXPECT(t, after[n] == before[n] || after[n] == PLAIN_FAR);
        }
    }
    return count;
}

/* Whether an update was completed in the last tick. */
static bool has_updated(const trip *t) {
    if (variant_is_local(wend_agent_algo(t->agent))) {
        return t->tick.learning > 0;
    }
    return t->tick.learning > 0 && !t->agent->planner.bounded.learning;
}

/* Runs an agent and checks every update; returns the number of updates. `nudge`: requests a restart
 * every few ticks. */
static uint32_t watch_learning(trip *t, uint32_t nudge) {
    /* Only wLSS-LRTA* learns with its weight. */
    bool weighs = strcmp(wend_agent_algo(t->agent)->name, "wlss-lrta") == 0;
    uint64_t factor = weighs ? t->weight : 1000;
    uint64_t before[NODES_MAX], last[NODES_MAX], now[NODES_MAX];
    read_h(t, before);
    memcpy(last, before, sizeof last);
    uint32_t updates = 0;
    do {
        if (nudge && t->ticks % nudge == nudge - 1 && t->ticks < 200) {
            assert_int_equal(wend_agent_restart(t->agent), WEND_OK);
        }
        tick_once(t);
        EXPECT(t, t->ticks < TICK_LIMIT);
        read_h(t, now);
        check_bounds(t, last, now, factor);
        memcpy(last, now, sizeof last);
        if (has_updated(t)) {
            EXPECT(t, check_update(t, before, now, factor) > 0 || t->tick.updates == 0);
            memcpy(before, now, sizeof before);
            updates++;
        }
    } while (wend_agent_is_active(t->tick.status));
    return updates;
}

/* On graphs of every kind, also with states from which the goal is unreachable. */
static void learned_h_is_right(void **state) {
    (void)state;
    static const char *const algos[] = {"tbrwa", "lss-lrta", "klrta", "lss-lrtwa", "wlss-lrta"};
    uint64_t updates[COUNT_OF(algos)] = {0};
    for (uint32_t i = 0; i < test_scaled(20000); i++) {
        dice d = dice_of(i);
        world w;
        open_world(&w, &d, i % 2);
        for (uint32_t a = 0; a < COUNT_OF(algos); a++) {
            trip t;
            uint32_t budget = DICE_PICK(&d, budgets), weight = DICE_PICK(&d, weights);
            bool nudged = a == 0 && dice_percent(&d, 50);
            assert_true(open_graph_trip(&t, &w, algos[a], weight, budget, i));
            updates[a] += watch_learning(&t, nudged ? dice_between(&d, 2, 9) : 0);
            close_trip(&t);
        }
        close_world(&w);
    }
    for (uint32_t a = 0; a < COUNT_OF(algos); a++) {
        check(updates[a] > test_scaled(20000) / 2, "%s hardly learned: %u", algos[a],
              (unsigned)updates[a]);
    }
}

/* ---- Wrong estimates ------------------------------------------------------------------------- */

/* A graph behind functions, with an estimate that is neither consistent nor admissible. */
typedef struct liar {
    const plain_graph *plain;
    uint32_t goal;
    wend_cost h[NODES_MAX];
} liar;

static wend_packed pack(uint32_t node) {
    return (wend_packed){{node, 0}};
}

static uint32_t lied_successors(void *context, const wend_packed *from, wend_packed *out,
                                wend_cost *costs) {
    const plain_graph *plain = ((const liar *)context)->plain;
    uint32_t node = (uint32_t)from->word[0], count = 0;
    for (uint32_t e = plain->first[node]; e < plain->first[node + 1]; e++) {
        out[count] = pack(plain->target[e]);
        costs[count++] = plain->cost[e];
    }
    return count;
}

static wend_cost lied_estimate(void *context, const wend_packed *from, const wend_packed *goal) {
    (void)goal;
    return ((const liar *)context)->h[from->word[0]];
}

static wend_domain *liar_domain(liar *l, const world *w, dice *d) {
    *l = (liar){.plain = &w->plain, .goal = w->goal};
    uint32_t degree = 1;
    for (uint32_t n = 0; n < w->plain.nodes; n++) {
        uint32_t count = w->plain.first[n + 1] - w->plain.first[n];
        degree = count > degree ? count : degree;
        l->h[n] = n == w->goal ? 0 : dice_between(d, 0, 30);
    }
    wend_callback_def def = {.successors = lied_successors,
                             .estimate = lied_estimate,
                             .context = l,
                             .max_degree = degree};
    wend_domain *domain;
    assert_int_equal(wend_callback_create(&def, &domain, NULL), WEND_OK);
    return domain;
}

/* The h of every state that the agent has met, by the agent's number of it. */
static uint32_t read_lied_h(const trip *t, const liar *l, wend_cost *out) {
    const wn_search *search = &t->agent->planner.search;
    for (uint32_t id = 0; id < search->states.count; id++) {
        const wn_learned *learned = learned_of(search, id);
        wend_packed packed = wend_agent_packed(t->agent, id);
        out[id] = learned ? learned->h : l->h[packed.word[0]];
    }
    return search->states.count;
}

/* The rule that h never decreases is necessary: with such an estimate the update alone would lower
 * it. The agent arrives nevertheless. */
static void h_never_falls(void **state) {
    (void)state;
    static const char *const algos[] = {"tbrwa", "lss-lrta", "klrta", "lss-lrtwa", "wlss-lrta"};
    for (uint32_t i = 0; i < test_scaled(3000); i++) {
        dice d = dice_of(600000 + i);
        world w;
        open_connected_world(&w, &d, i % 2);
        liar l;
        wend_domain *domain = liar_domain(&l, &w, &d);
        wend_agent_def def = {0};
        def.domain = domain;
        def.start_packed = pack(w.start);
        def.goal_packed = pack(w.goal);
        trip t;
        assert_true(open_trip(&t, &def, algos[i % COUNT_OF(algos)], DICE_PICK(&d, weights),
                              DICE_PICK(&d, budgets), i));
        wend_cost before[NODES_MAX], after[NODES_MAX];
        do {
            uint32_t count = read_lied_h(&t, &l, before);
            tick_once(&t);
            EXPECT(&t, t.ticks < TICK_LIMIT);
            read_lied_h(&t, &l, after);
            for (uint32_t id = 0; id < count; id++) {
                EXPECT(&t, after[id] >= before[id]);
            }
        } while (wend_agent_is_active(t.tick.status));
        EXPECT(&t, t.tick.status == WEND_AGENT_ARRIVED);
        close_trip(&t);
        wend_domain_destroy(domain);
        close_world(&w);
    }
}

/* ---- Costs ----------------------------------------------------------------------------------- */

/* The theorem about TB(WA*), as in test_reference.c but on graphs, where moves differ in cost. */
static void check_theorem(const trip *t) {
    uint64_t least = PLAIN_FAR, max_move_cost = 0;
    for (uint32_t e = 0; e < t->w->plain.edges; e++) {
        const plain_edge *edge = &t->w->plain.edge[e];
        if (edge->from != edge->to) {
            least = edge->cost < least ? edge->cost : least;
            max_move_cost = edge->cost > max_move_cost ? edge->cost : max_move_cost;
        }
    }
    uint64_t before = (t->found_expansions - 1) / t->budget;
    uint64_t route = weighted(t->w->to_goal[t->w->start], t->weight);
    EXPECT(t, t->cost >= before * least);
    EXPECT(t, t->cost <= before * max_move_cost + 2 * route);
}

static void the_theorem_on_costs_holds_on_graphs(void **state) {
    (void)state;
    uint32_t early = 0;
    for (uint32_t i = 0; i < test_scaled(20000); i++) {
        dice d = dice_of(100000 + i);
        world w;
        open_connected_world(&w, &d, true);
        wend_agent_def def = {0};
        def.domain = w.domain;
        def.start = w.start;
        def.goal = w.goal;
        def.bounded.expand_permille = 1000;
        def.bounded.trace_per_expansion = 1000; /* the theorem assumes that tracing is free */
        trip t;
        assert_true(
            open_trip(&t, &def, "tbwa", DICE_PICK(&d, weights), dice_between(&d, 1, 12), i));
        t.w = &w;
        run_trip(&t, TICK_LIMIT);
        EXPECT(&t, t.tick.status == WEND_AGENT_ARRIVED);
        check_theorem(&t);
        early += t.found_expansions > t.budget;
        close_trip(&t);
        close_world(&w);
    }
    check(early > test_scaled(20000) / 4, "few agents moved before they knew the route: %u", early);
}

/* ---- Termination ----------------------------------------------------------------------------- */

static void tbrwa_arrives_on_strongly_connected_graphs(void **state) {
    (void)state;
    uint64_t restarts = 0;
    for (uint32_t i = 0; i < test_scaled(6000); i++) {
        dice d = dice_of(200000 + i);
        world w;
        open_connected_world(&w, &d, i % 4 == 0);
        for (uint32_t b = 0; b < COUNT_OF(budgets); b++) {
            trip t;
            assert_true(open_graph_trip(&t, &w, "tbrwa", DICE_PICK(&d, weights), budgets[b], i));
            run_trip(&t, TICK_LIMIT);
            EXPECT(&t, t.tick.status == WEND_AGENT_ARRIVED && t.tick.state == w.goal);
            EXPECT(&t, t.cost >= w.to_goal[w.start]);
            restarts += t.restarts;
            close_trip(&t);
        }
        close_world(&w);
    }
    check(restarts > test_scaled(6000), "hardly a restart: %u", (unsigned)restarts);
}

/* It arrives, or reports "no route" if none exists from where it stands; if there was none from the
 * start it reports that. On a graph with reversible moves there is a route from everywhere or from
 * nowhere. */
static void no_route_is_said_on_graphs(void **state) {
    (void)state;
    uint32_t said = 0, trapped = 0, arrived = 0;
    for (uint32_t i = 0; i < test_scaled(10000); i++) {
        dice d = dice_of(300000 + i);
        world w;
        open_world(&w, &d, i % 2);
        for (uint32_t a = 0; a < wend_algo_count(); a++) {
            trip t;
            if (!open_graph_trip(&t, &w, wend_algo_get(a)->name, DICE_PICK(&d, weights),
                                 DICE_PICK(&d, budgets), i)) {
                continue;
            }
            run_trip(&t, TICK_LIMIT);
            bool has_route = w.to_goal[w.start] != PLAIN_FAR;
            bool none = t.tick.status == WEND_AGENT_UNREACHABLE;
            EXPECT(&t, none || (t.tick.status == WEND_AGENT_ARRIVED && t.tick.state == w.goal));
            EXPECT(&t, none == (w.to_goal[t.tick.state] == PLAIN_FAR));
            EXPECT(&t, has_route || none);
            if (wend_domain_reversible(w.domain) || strcmp(wend_algo_get(a)->name, "astar") == 0) {
                EXPECT(&t, none == !has_route);
            }
            said += none;
            trapped += none && has_route;
            arrived += !none;
            close_trip(&t);
        }
        close_world(&w);
    }
    check(said > arrived / 20 && arrived > said / 20 && trapped > 0, "%u, %u, %u", said, trapped,
          arrived);
}

/* ---- Other domains --------------------------------------------------------------------------- */

static wend_domain *track_domain(const plain_track *plain) {
    wend_racetrack_def def = {.width = (uint32_t)plain->width,
                              .height = (uint32_t)plain->height,
                              .max_speed = (uint32_t)plain->max_speed};
    char cells[100 * 100];
    for (int i = 0; i < plain->width * plain->height; i++) {
        cells[i] = plain->cells[i] == '#' ? '#' : '_';
    }
    wend_domain *domain;
    def.cells = cells;
    assert_int_equal(wend_racetrack_create(&def, &domain, NULL), WEND_OK);
    return domain;
}

static car car_of(const wend_domain *domain, wend_state state) {
    uint32_t x, y;
    car c;
    wend_racetrack_describe(domain, state, &x, &y, &c.vx, &c.vy);
    c.x = (int)x;
    c.y = (int)y;
    return c;
}

static void check_track(const plain_track *plain, dice *d, uint32_t number, uint32_t *said) {
    car from, to;
    if (!track_random_car(plain, d, &from) || !track_random_car(plain, d, &to)) {
        return;
    }
    wend_domain *domain = track_domain(plain);
    wend_agent_def def = {0};
    def.domain = domain;
    def.start = wend_racetrack_state(domain, (uint32_t)from.x, (uint32_t)from.y, from.vx, from.vy);
    def.goal = wend_racetrack_state(domain, (uint32_t)to.x, (uint32_t)to.y, 0, 0);
    bool has_route = track_distance(plain, from, to.x, to.y) >= 0;
    for (uint32_t a = 0; a < wend_algo_count(); a++) {
        trip t;
        const char *algo = wend_algo_get(a)->name;
        /* Without a route, learning agents would have to raise the h of every state above the sum
         * of all costs; a search of the whole track proves it at once. */
        uint32_t budget = has_route ? dice_between(d, 5, 60) : 20000;
        if (open_trip(&t, &def, algo, DICE_PICK(d, weights), budget, number)) {
            run_trip(&t, TICK_LIMIT);
            car end = car_of(domain, t.tick.state);
            bool none = t.tick.status == WEND_AGENT_UNREACHABLE;
            EXPECT(&t, none || t.tick.status == WEND_AGENT_ARRIVED);
            EXPECT(&t, none == (track_distance(plain, end, to.x, to.y) < 0));
            EXPECT(&t, has_route || none);
            *said += none;
            close_trip(&t);
        }
    }
    wend_domain_destroy(domain);
}

static void no_route_is_said_on_racetracks(void **state) {
    (void)state;
    uint32_t said = 0;
    for (uint32_t i = 0; i < test_scaled(400); i++) {
        dice d = dice_of(400000 + i);
        plain_track plain;
        track_random(&plain, &d, 9, 2);
        if (i % 2) { /* a wall through the middle */
            for (int y = 0; y < plain.height; y++) {
                plain.cells[y * plain.width + plain.width / 2] = '#';
            }
        }
        check_track(&plain, &d, i, &said);
    }
    check(said > test_scaled(400) / 4, "only %u times", said);
}

/* Half of all boards cannot be solved; 360 boards of 2 x 3 cells are reachable. */
static void no_route_is_said_on_puzzles(void **state) {
    (void)state;
    wend_puzzle_def puzzle_def = {.width = 3, .height = 2};
    wend_domain *domain;
    assert_int_equal(wend_puzzle_create(&puzzle_def, &domain, NULL), WEND_OK);
    uint32_t said = 0, cases = test_scaled(100);
    for (uint32_t i = 0; i < cases; i++) {
        dice d = dice_of(500000 + i);
        board from = board_shuffled(3, 2, &d), to = board_ordered(3, 2);
        uint8_t *distance = board_distances(&to);
        bool has_route = distance[board_rank(&from)] != BOARD_UNREACHED;
        free(distance);
        wend_agent_def def = {0};
        def.domain = domain;
        assert_int_equal(wend_puzzle_pack(domain, from.tiles, &def.start_packed), WEND_OK);
        assert_int_equal(wend_puzzle_pack(domain, to.tiles, &def.goal_packed), WEND_OK);
        for (uint32_t a = 0; a < wend_algo_count(); a++) {
            const char *algo = wend_algo_get(a)->name;
            /* The number of states is unknown: a proof needs a visit to all of them. */
            bool all = !has_route && variant_is_local(wend_algo_get(a));
            trip t;
            if (!open_trip(&t, &def, algo, DICE_PICK(&d, weights),
                           all ? 400 : DICE_PICK(&d, budgets), i)) {
                continue;
            }
            run_trip(&t, TICK_LIMIT);
            EXPECT(&t, t.tick.status == (has_route ? WEND_AGENT_ARRIVED : WEND_AGENT_UNREACHABLE));
            close_trip(&t);
        }
        said += !has_route;
    }
    check(said > cases / 5 && said < cases, "%u of %u", said, cases);
    wend_domain_destroy(domain);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(learned_h_is_right),
        cmocka_unit_test(h_never_falls),
        cmocka_unit_test(the_theorem_on_costs_holds_on_graphs),
        cmocka_unit_test(tbrwa_arrives_on_strongly_connected_graphs),
        cmocka_unit_test(no_route_is_said_on_graphs),
        cmocka_unit_test(no_route_is_said_on_racetracks),
        cmocka_unit_test(no_route_is_said_on_puzzles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
