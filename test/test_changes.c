/* Unknown and changing terrain: every algorithm against the plain reference. */
#include <wend/wend.h>

#include "agent/agent.h"
#include "support/ledger.h"
#include "support/plain_map.h"
#include "support/test.h"
#include "support/variant.h"

#include <string.h>

#define SIDE_MAX  10
#define TICKS_MAX 400000u

/* ---- A trip ---------------------------------------------------------------------------------- */

struct trip {
    plain_map truth;
    wend_map *world;
    wend_belief *belief; /* null: the agent knows the world */
    const wend_map *map; /* what the agent plans on */
    ledger book;
    wend_agent_def def;
    wend_agent *agent;
    uint32_t budget;
    wend_tick tick;
    uint64_t ticks;
    uint64_t cost;
};

/* What is believed, for the reference to search. */
static void read_map(const struct trip *t, plain_map *out) {
    *out = t->truth;
    for (int cell = 0; cell < plain_cells(out); cell++) {
        out->cells[cell] =
            wend_map_cell(t->map, (uint32_t)(cell % out->width), (uint32_t)(cell / out->width));
    }
}

static wend_cost distance_from(const struct trip *t, wend_state from) {
    plain_map map;
    read_map(t, &map);
    wend_cost distances[PLAIN_CELLS_MAX];
    plain_distances(&map, (int)t->def.goal, distances); /* moves cost the same both ways */
    return distances[from];
}

static wend_cost distance(const struct trip *t) {
    return distance_from(t, wend_agent_state(t->agent));
}

/* Draws a map and two free cells of it; false if it has none. */
static bool draw_trip(struct trip *t, dice *d) {
    *t = (struct trip){.def = wend_agent_def_default()};
    plain_random(&t->truth, d, SIDE_MAX);
    int start = plain_random_free(&t->truth, d);
    if (start < 0) {
        return false;
    }
    t->def.start = (wend_state)start;
    t->def.goal = (wend_state)plain_random_free(&t->truth, d);
    static const uint32_t budgets[] = {1, 2, 5, 20, 200};
    t->budget = DICE_PICK(d, budgets);
    t->def.trace_per_expansion = dice_percent(d, 30) ? 1 : 10; /* traces over many ticks */
    return true;
}

static void open_world(struct trip *t, bool hidden, uint32_t known_permille, uint64_t seed) {
    t->world = plain_to_wend(&t->truth);
    t->map = t->world;
    t->belief = NULL;
    if (hidden) {
        wend_belief_def def = wend_belief_def_default();
        def.world = t->world;
        def.known_permille = known_permille;
        def.seed = seed;
        def.sight = t->truth.neighbors == 16 ? 2 : 1;
        assert_int_equal(wend_belief_create(&def, &t->belief), WEND_OK);
        t->map = wend_belief_map(t->belief);
    }
}

static void close_world(struct trip *t) {
    wend_belief_destroy(t->belief);
    wend_map_destroy(t->world);
}

static void open_agent(struct trip *t, const variant *v) {
    variant_apply(v, &t->def);
    t->book = (ledger){0};
    t->def.map = t->map;
    t->def.allocator = ledger_allocator(&t->book);
    t->ticks = t->cost = 0;
    if (t->belief) {
        wend_belief_sense(t->belief, wend_map_x(t->map, t->def.start),
                          wend_map_y(t->map, t->def.start));
    }
    assert_int_equal(wend_agent_create(&t->def, &t->agent), WEND_OK);
}

/* A trip over a picture from 's' to 'g', on terrain that is known. */
static void open_picture(struct trip *t, const char *const *rows, uint32_t budget,
                         const variant *v) {
    *t = (struct trip){.def = wend_agent_def_default(), .budget = budget};
    plain_from_picture(&t->truth, rows);
    t->def.start = (wend_state)plain_mark(rows, 's');
    t->def.goal = (wend_state)plain_mark(rows, 'g');
    open_world(t, false, 0, 0);
    open_agent(t, v);
}

static void close_agent(struct trip *t) {
    wend_agent_destroy(t->agent);
    assert_int_equal(t->book.live_bytes, 0);
}

static const char *name_of(const struct trip *t) {
    return t->def.algo;
}

/* Whether all moves of the path that the agent follows are possible, from where it is. */
static bool route_is_legal(const wend_agent *agent, const wend_map *map) {
    const wn_path *path;
    uint32_t from;
    if (agent->algorithm->family == &wn_time_bounded_family) {
        path = &agent->planner.paths[agent->planner.followed];
        from = wn_path_find(path, &agent->search.nodes, agent->at);
        if (!agent->planner.begun || from == WN_NONE) {
            return true;
        }
    } else if (agent->algorithm->family == &wn_local_family && agent->local.path.count > 0) {
        path = &agent->local.path;
        from = path->count - 1;
    } else {
        return true;
    }
    for (; from > 0; from--) {
        wend_state here = wn_grid_state_of_id(map, path->entries[from].id);
        wend_state next = wn_grid_state_of_id(map, path->entries[from - 1].id);
        if (!wend_map_move_cost(map, here, next)) {
            return false;
        }
    }
    return true;
}

/* One tick: what it costs, and whether the move is one. */
static void step(struct trip *t) {
    wend_state before = wend_agent_state(t->agent);
    uint32_t expansions, trace_steps;
    wend_agent_split(t->agent, t->budget, &expansions, &trace_steps);
    assert_int_equal(wend_agent_reserve(t->agent, t->budget), WEND_OK);
    t->book.forbidden = true;
    assert_int_equal(wend_agent_tick(t->agent, t->budget, &t->tick), WEND_OK);
    t->book.forbidden = false;
    t->ticks++;
    check(t->tick.status != WEND_OUT_OF_MEMORY, "%s: no memory in spite of a reservation",
          name_of(t));
    check(t->tick.expansions <= expansions, "%s: %u expansions of %u", name_of(t),
          t->tick.expansions, expansions);
    wend_cost cost =
        before == t->tick.state ? 0 : plain_move_cost(&t->truth, (int)before, (int)t->tick.state);
    check(before == t->tick.state || cost > 0, "%s: illegal move from %u to %u", name_of(t), before,
          t->tick.state);
    check(cost == t->tick.cost, "%s: a move of cost %u said to cost %u", name_of(t), cost,
          t->tick.cost);
    t->cost += cost;
    check(route_is_legal(t->agent, t->map), "%s: its route is blocked", name_of(t));
    check(t->ticks < TICKS_MAX, "%s does not come to an end", name_of(t));
    if (t->tick.status == WEND_UNREACHABLE) {
        check(distance(t) == PLAIN_UNREACHED, "%s: there is a route", name_of(t));
    }
    if (t->belief) {
        wend_belief_sense(t->belief, wend_map_x(t->map, t->tick.state),
                          wend_map_y(t->map, t->tick.state));
    }
}

static bool is_under_way(const struct trip *t) {
    return t->tick.status <= WEND_WAITING;
}

static void walk(struct trip *t) {
    do {
        step(t);
    } while (is_under_way(t));
}

/* ---- Unknown terrain ------------------------------------------------------------------------- */

static void every_algorithm_finds_its_way_through_the_unknown(void **state) {
    (void)state;
    static const uint32_t shares[] = {0, 0, 250, 500, 1000};
    variant variants[VARIANTS_MAX];
    uint32_t count = variant_list(variants);
    for (uint32_t i = 0; i < test_scaled(600); i++) {
        dice d = dice_of(i);
        struct trip t;
        if (!draw_trip(&t, &d)) {
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
            open_world(&t, true, share, i);
            if (!variant_fits(variants[v].algo, t.map)) {
                close_world(&t);
                continue;
            }
            open_agent(&t, &variants[v]);
            walk(&t);
            check(t.tick.status == (reachable ? WEND_ARRIVED : WEND_UNREACHABLE),
                  "case %u, %s: status %d", i, variants[v].name, (int)t.tick.status);
            close_agent(&t);
            close_world(&t);
        }
    }
}

/* Repeated A*, Adaptive A* and D* Lite always walk along a shortest route of what they believe. */
static void complete_replanners_follow_shortest_routes(void **state) {
    (void)state;
    static const char *const algos[] = {"repeated-astar", "adaptive-astar", "dstar-lite"};
    for (uint32_t i = 0; i < test_scaled(1500); i++) {
        dice d = dice_of(i + 10000);
        struct trip t;
        if (!draw_trip(&t, &d)) {
            continue;
        }
        variant v = {.algo = wend_algo_find(algos[i % 3])};
        open_world(&t, true, 300, i);
        open_agent(&t, &v);
        do {
            wend_cost before = distance(&t);
            wend_state from = wend_agent_state(t.agent);
            plain_map map;
            read_map(&t, &map);
            wend_cost distances[PLAIN_CELLS_MAX];
            plain_distances(&map, (int)t.def.goal, distances);
            step(&t);
            check(t.tick.state == from || distances[t.tick.state] + t.tick.cost == before,
                  "case %u, %s: a detour", i, name_of(&t));
        } while (is_under_way(&t));
        close_agent(&t);
        close_world(&t);
    }
}

/* ---- Relations between the algorithms ---------------------------------------------------------
 */

static void on_known_terrain_rtba_and_tbaa_are_tba(void **state) {
    (void)state;
    static const char *const algos[] = {"tba", "rtba", "tbaa"};
    for (uint32_t i = 0; i < test_scaled(1500); i++) {
        dice d = dice_of(i + 20000);
        struct trip t[3];
        if (!draw_trip(&t[0], &d)) {
            continue;
        }
        bool hidden = dice_percent(&d, 50);
        bool commit = dice_percent(&d, 30);
        for (uint32_t a = 0; a < 3; a++) {
            variant v = {.algo = wend_algo_find(algos[a]), .commit = commit};
            t[a] = t[0];
            open_world(&t[a], hidden, 1000, i);
            open_agent(&t[a], &v);
        }
        do {
            for (uint32_t a = 0; a < 3; a++) {
                step(&t[a]);
                check(t[a].tick.state == t[0].tick.state && t[a].tick.status == t[0].tick.status &&
                          t[a].tick.expansions == t[0].tick.expansions,
                      "case %u: tick %u of %s", i, (uint32_t)t[a].ticks, algos[a]);
            }
        } while (is_under_way(&t[0]));
        for (uint32_t a = 0; a < 3; a++) {
            close_agent(&t[a]);
            close_world(&t[a]);
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
        struct trip t[2];
        if (!draw_trip(&t[0], &d)) {
            continue;
        }
        for (uint32_t a = 0; a < 2; a++) {
            variant v = {.algo = wend_algo_find(algos[a])};
            t[a] = t[0];
            open_world(&t[a], true, 500, i);
            open_agent(&t[a], &v);
        }
        uint32_t searches = 0;
        do {
            step(&t[0]);
            step(&t[1]);
            searches += (t[0].tick.flags & WEND_TICK_REPLANNED) != 0;
            if (searches <= 1) {
                check(t[0].tick.state == t[1].tick.state, "case %u: the first search", i);
            } else if (t[0].tick.state != t[1].tick.state) {
                differ_later++;
                break;
            }
        } while (is_under_way(&t[0]) && is_under_way(&t[1]));
        for (uint32_t a = 0; a < 2; a++) {
            close_agent(&t[a]);
            close_world(&t[a]);
        }
    }
    assert_true(differ_later > 0);
}

/* ---- Adaptive heuristics ----------------------------------------------------------------------
 */

/* The h of a cell as the next search would find it. */
static wend_cost h_of(const struct trip *t, wend_state cell) {
    wn_search *search = &t->agent->search;
    wn_id id = wn_grid_id_of_state(t->map, cell);
    const wn_page *page = wn_nodes_peek(&search->nodes, id);
    wend_cost h = search->kernel->h0(search, id);
    if (!page) {
        return h;
    }
    const wn_lore *lore = &page->lore[id & (WN_PAGE_NODES - 1)];
    const wn_node *node = &page->nodes[id & (WN_PAGE_NODES - 1)];
    if (lore->era == search->era) {
        h = lore->h;
    }
    uint32_t past = node->stamp - search->past_stamp;
    if (node->stamp != search->nodes.stamp && past < search->past_count &&
        search->past[past] > node->g && search->past[past] - node->g > h) {
        h = search->past[past] - node->g;
    }
    return h;
}

static void check_h(const struct trip *t, wend_cost *before, bool *raised) {
    plain_map map;
    read_map(t, &map);
    int cells = plain_cells(&map);
    wend_cost distances[PLAIN_CELLS_MAX];
    plain_distances(&map, (int)t->def.goal, distances);
    wend_cost h[PLAIN_CELLS_MAX];
    for (int cell = 0; cell < cells; cell++) {
        h[cell] = h_of(t, (wend_state)cell);
        check(h[cell] <= distances[cell], "%s: h of %d is %u, the distance %u", name_of(t), cell,
              h[cell], distances[cell]);
        check(h[cell] >= before[cell], "%s: h of %d falls", name_of(t), cell);
        *raised = *raised || h[cell] > plain_h(&map, cell, (int)t->def.goal);
        before[cell] = h[cell];
    }
    for (int from = 0; from < cells; from++) {
        for (int to = 0; to < cells; to++) {
            wend_cost cost = plain_move_cost(&map, from, to);
            check(!cost || h[from] <= cost + h[to], "%s: h is not consistent", name_of(t));
        }
    }
}

static void adaptive_heuristics_stay_consistent(void **state) {
    (void)state;
    static const char *const algos[] = {"tbaa", "adaptive-astar", "rtaa", "dartaa"};
    uint32_t raised_in[4] = {0};
    for (uint32_t i = 0; i < test_scaled(1600); i++) {
        dice d = dice_of(i + 40000);
        struct trip t;
        if (!draw_trip(&t, &d) || plain_cells(&t.truth) > 80) {
            continue;
        }
        variant v = {.algo = wend_algo_find(algos[i % 4])};
        open_world(&t, true, 0, i);
        open_agent(&t, &v);
        wend_cost before[PLAIN_CELLS_MAX] = {0};
        bool raised = false;
        for (uint32_t n = 0; n < 200; n++) {
            step(&t);
            if (!is_under_way(&t)) {
                break;
            }
            check_h(&t, before, &raised);
        }
        raised_in[i % 4] += raised;
        close_agent(&t);
        close_world(&t);
    }
    for (uint32_t a = 0; a < 4; a++) {
        check(raised_in[a] > 0, "%s never learns", algos[a]);
    }
}

/* A search that is given up while the goal is generated but not the best: what a route costs at
 * least is the least f of all open states, not the f of the goal. */
static void what_a_search_has_shown_is_the_least_f(void **state) {
    (void)state;
    uint32_t cases = 0;
    for (uint32_t i = 0; i < test_scaled(3000); i++) {
        dice d = dice_of(i + 80000);
        struct trip t;
        if (!draw_trip(&t, &d)) {
            continue;
        }
        open_world(&t, false, 0, 0);
        wn_memory memory;
        wend_allocator allocator = ledger_allocator(&t.book);
        wn_memory_init(&memory, &allocator, 0);
        wn_policy policy = WN_POLICY_PLAIN;
        policy.adapt = true;
        const wend_domain *domain = wend_map_domain(t.map);
        wn_search search;
        assert_true(wn_search_init(&search, wn_kernel_for(domain, &policy, i % 3 > 0), domain,
                                   policy, &memory));
        assert_true(wn_search_reserve(&search, 2000, 1));
        wn_id goal = wn_grid_id_of_state(t.map, t.def.goal);
        search.kernel->start(&search, goal);
        assert_true(search.kernel->seed(&search, wn_grid_id_of_state(t.map, t.def.start), 0));
        wend_cost distances[PLAIN_CELLS_MAX];
        plain_distances(&t.truth, (int)t.def.start, distances);
        uint32_t used;
        while (search.kernel->run(&search, 1, &used) == WN_RUNNING) {
            bool early =
                search.goal_f != UINT64_MAX && search.goal_f > search.kernel->least_f(&search);
            if (early || dice_percent(&d, 10)) {
                assert_true(wn_search_conclude(&search));
                wend_cost shown = search.past[search.past_count - 1];
                uint32_t unit = search.kernel->ring ? 1 : WN_FACTOR_ONE;
                assert_int_equal(shown, search.kernel->least_f(&search) / unit);
                check(shown <= distances[t.def.goal], "case %u: %u, the distance is %u", i, shown,
                      distances[t.def.goal]);
                assert_true(shown > 0);
                cases += early;
            }
        }
        wn_search_clear(&search);
        assert_int_equal(t.book.live_bytes, 0);
        close_world(&t);
    }
    assert_true(cases > 0);
}

/* A bag that the agent runs into: its search is given up while the goal is at most generated. */
static const char *const bag[] = {
    "....................", ".@@@@@@@@@@@@@@@@@..", "..................@.", "s.................@g",
    "..................@.", ".@@@@@@@@@@@@@@@@@..", "....................", NULL};

static uint64_t expansions_through_the_bag(const char *algo, uint32_t budget, uint64_t *restarts) {
    struct trip t = {.def = wend_agent_def_default(), .budget = budget};
    plain_from_picture(&t.truth, bag);
    t.def.start = (wend_state)plain_mark(bag, 's');
    t.def.goal = (wend_state)plain_mark(bag, 'g');
    variant v = {.algo = wend_algo_find(algo)};
    open_world(&t, true, 0, 1);
    open_agent(&t, &v);
    walk(&t);
    assert_int_equal(t.tick.status, WEND_ARRIVED);
    wend_counters counters = wend_agent_counters(t.agent);
    *restarts = counters.restarts;
    close_agent(&t);
    close_world(&t);
    return counters.expansions;
}

/* What a search has cost must be read before the next one starts, or nothing is ever learned. */
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

/* Trial by trial from the same start, with what was learned: in the end along a shortest route. */
static void trials_converge(void **state) {
    (void)state;
    static const char *const algos[] = {"tbaa", "adaptive-astar", "rtaa"};
    uint32_t improved = 0;
    for (uint32_t i = 0; i < test_scaled(900); i++) {
        dice d = dice_of(i + 50000);
        struct trip t;
        if (!draw_trip(&t, &d)) {
            continue;
        }
        wend_cost distances[PLAIN_CELLS_MAX];
        plain_distances(&t.truth, (int)t.def.start, distances);
        if (distances[t.def.goal] == PLAIN_UNREACHED) {
            continue;
        }
        variant v = {.algo = wend_algo_find(algos[i % 3])};
        open_world(&t, true, 0, i);
        open_agent(&t, &v);
        uint64_t first = 0, last = 0, same = 0;
        for (uint32_t trial = 0; trial < 300 && same < 3; trial++) {
            t.cost = 0;
            walk(&t);
            assert_int_equal(t.tick.status, WEND_ARRIVED);
            first = trial == 0 ? t.cost : first;
            same = t.cost == last ? same + 1 : 0;
            last = t.cost;
            assert_int_equal(wend_agent_set_state(t.agent, t.def.start), WEND_OK);
        }
        check(last == distances[t.def.goal], "case %u, %s: converges to %u, not %u", i, name_of(&t),
              (uint32_t)last, distances[t.def.goal]);
        improved += first > last;
        close_agent(&t);
        close_world(&t);
    }
    assert_true(improved > 0);
}

/* ---- Changing maps ----------------------------------------------------------------------------
 */

/* Changes some cells, but never the one that the agent stands on. */
static void edit(struct trip *t, dice *d, uint32_t count) {
    for (uint32_t n = 0; n < count; n++) {
        uint32_t cell = dice_between(d, 0, (uint32_t)plain_cells(&t->truth) - 1);
        if (cell == wend_agent_state(t->agent)) {
            continue;
        }
        char terrain = dice_percent(d, 50) ? '.' : '@';
        t->truth.cells[cell] = terrain;
        assert_int_equal(wend_map_set_cell(t->world, wend_map_x(t->world, cell),
                                           wend_map_y(t->world, cell), terrain),
                         WEND_OK);
    }
}

/* The agent is told of every change. After the last one it arrives exactly if there is a route. */
static void every_algorithm_copes_with_changes(void **state) {
    (void)state;
    static const uint32_t counts[] = {1, 1, 3, 20};
    variant variants[VARIANTS_MAX];
    uint32_t count = variant_list(variants);
    uint32_t seen[3] = {0};
    for (uint32_t i = 0; i < test_scaled(600); i++) {
        dice d = dice_of(i + 60000);
        struct trip drawn;
        if (!draw_trip(&drawn, &d)) {
            continue;
        }
        uint32_t often = dice_between(&d, 5, 60), many = DICE_PICK(&d, counts);
        for (uint32_t v = 0; v < count; v++) {
            if (variant_needs_aids(variants[v].algo)) {
                continue; /* an edit makes them stale */
            }
            struct trip t = drawn;
            dice changes = dice_of(i);
            open_world(&t, false, 0, 0);
            if (!variant_fits(variants[v].algo, t.map)) {
                close_world(&t);
                continue;
            }
            open_agent(&t, &variants[v]);
            for (uint32_t n = 0; n < 80; n++) {
                wend_status before = t.tick.status;
                step(&t);
                seen[0] += before == WEND_UNREACHABLE && t.tick.status <= WEND_WAITING;
                seen[1] += (t.tick.flags & WEND_TICK_RESTARTED) != 0;
                if (dice_percent(&changes, often)) {
                    edit(&t, &changes, many);
                }
            }
            t.truth.cells[wend_agent_state(t.agent)] = '.';
            bool reachable = distance(&t) != PLAIN_UNREACHED;
            walk(&t);
            check(t.tick.status == (reachable ? WEND_ARRIVED : WEND_UNREACHABLE),
                  "case %u, %s: status %d", i, variants[v].name, (int)t.tick.status);
            seen[2] += reachable;
            close_agent(&t);
            close_world(&t);
        }
    }
    assert_true(seen[0] > 0 && seen[1] > 0 && seen[2] > 0);
}

/* Whether a cell or one beside it lies on the path that the agent follows or traces. */
static bool is_on_path(const struct trip *t, wend_state cell) {
    int x = (int)wend_map_x(t->map, cell), y = (int)wend_map_y(t->map, cell);
    for (int n = 0; n < 9; n++) {
        wend_state near =
            wend_map_state(t->map, (uint32_t)(x + n % 3 - 1), (uint32_t)(y + n / 3 - 1));
        for (uint32_t p = 0; p < 2 && near != WEND_STATE_NONE; p++) {
            if (wn_path_find(&t->agent->planner.paths[p], &t->agent->search.nodes,
                             wn_grid_id_of_state(t->map, near)) != WN_NONE) {
                return true;
            }
        }
    }
    return false;
}

/* A search that passes moves over relies on what lies beside it. Cells that are blocked there, off
 * its path, must not make it say that there is no route. */
static void blocked_cells_beside_the_path_lose_no_route(void **state) {
    (void)state;
    static const char *const algos[] = {"tba", "astar", "tbaa", "tbwa"};
    for (uint32_t i = 0; i < test_scaled(4000); i++) {
        dice d = dice_of(i + 90000);
        struct trip t = {.def = wend_agent_def_default()};
        t.truth = (plain_map){.width = 12, .height = 12, .neighbors = 8};
        uint32_t density = dice_between(&d, 0, 40);
        for (uint32_t cell = 0; cell < 144; cell++) {
            t.truth.cells[cell] = dice_percent(&d, density) ? '@' : '.';
        }
        t.def.start = (wend_state)plain_random_free(&t.truth, &d);
        t.def.goal = (wend_state)plain_random_free(&t.truth, &d);
        t.budget = dice_between(&d, 1, 10);
        variant v = {.algo = wend_algo_find(algos[i % 4])};
        open_world(&t, false, 0, 0);
        open_agent(&t, &v);
        for (uint32_t n = dice_between(&d, 2, 60); n > 0 && is_under_way(&t); n--) {
            step(&t);
            uint32_t cell = dice_between(&d, 0, 143);
            if (cell != wend_agent_state(t.agent) && cell != t.def.goal && !is_on_path(&t, cell)) {
                t.truth.cells[cell] = '@';
                wend_map_set_cell(t.world, cell % 12, cell / 12, '@');
            }
        }
        bool reachable = distance(&t) != PLAIN_UNREACHED;
        walk(&t);
        check(t.tick.status == (reachable ? WEND_ARRIVED : WEND_UNREACHABLE), "case %u, %s", i,
              name_of(&t));
        close_agent(&t);
        close_world(&t);
    }
}

/* More changes than are remembered are noticed too. */
static void missed_changes_make_the_agent_plan_anew(void **state) {
    (void)state;
    static const char *const rows[] = {"s....@...", ".@@@.@@@.", ".....@..g", NULL};
    variant variants[VARIANTS_MAX];
    uint32_t count = variant_list(variants);
    for (uint32_t v = 0; v < count; v++) {
        if (variant_needs_aids(variants[v].algo)) {
            continue; /* an edit makes them stale */
        }
        struct trip t;
        open_picture(&t, rows, 10, &variants[v]);
        step(&t);
        for (uint32_t n = 0; n < 2001; n++) { /* a gap that opens and closes and stays open */
            assert_int_equal(wend_map_set_cell(t.world, 5, 2, n % 2 ? '@' : '.'), WEND_OK);
        }
        t.truth.cells[2 * t.truth.width + 5] = '.';
        walk(&t);
        check(t.tick.status == WEND_ARRIVED, "%s does not use the gap", variants[v].name);
        close_agent(&t);
        close_world(&t);
    }
}

/* A blocked goal is told at once, not by searching all of the map; and it may be freed again. */
static void a_blocked_goal_is_told_at_once(void **state) {
    (void)state;
    static const char *const rows[] = {"s........", ".........", "........g", NULL};
    variant variants[VARIANTS_MAX];
    uint32_t count = variant_list(variants);
    for (uint32_t v = 0; v < count; v++) {
        if (variant_needs_aids(variants[v].algo)) {
            continue; /* an edit makes them stale */
        }
        struct trip t;
        open_picture(&t, rows, 1, &variants[v]);
        assert_int_equal(wend_map_set_cell(t.world, 8, 2, '@'), WEND_OK);
        t.truth.cells[2 * 9 + 8] = '@';
        step(&t);
        check(t.tick.status == WEND_UNREACHABLE, "%s: status %d", variants[v].name,
              (int)t.tick.status);
        step(&t);
        assert_int_equal(t.tick.status, WEND_UNREACHABLE);
        assert_int_equal(wend_map_set_cell(t.world, 8, 2, '.'), WEND_OK);
        t.truth.cells[2 * 9 + 8] = '.';
        walk(&t);
        check(t.tick.status == WEND_ARRIVED, "%s does not go on", variants[v].name);
        close_agent(&t);
        close_world(&t);
    }
}

/* A wall falls on the other side of the search: the agent takes the new way. */
static void a_new_shortcut_is_used(void **state) {
    (void)state;
    static const char *const rows[] = {"..............................",
                                       ".@@@@@@@@@@@@@@@@@@@@@@@@@@@@.",
                                       "s..@g.........................", NULL};
    variant variants[VARIANTS_MAX];
    uint32_t count = variant_list(variants);
    for (uint32_t v = 0; v < count; v++) {
        if (variant_needs_aids(variants[v].algo)) {
            continue; /* an edit makes them stale */
        }
        struct trip t;
        open_picture(&t, rows, 200, &variants[v]);
        for (uint32_t n = 0; n < 4; n++) {
            step(&t);
        }
        assert_int_equal(wend_map_set_cell(t.world, 3, 2, '.'), WEND_OK);
        t.truth.cells[2 * t.truth.width + 3] = '.';
        walk(&t);
        check(t.tick.status == WEND_ARRIVED && t.ticks < 25, "%s takes %u ticks", variants[v].name,
              (uint32_t)t.ticks);
        close_agent(&t);
        close_world(&t);
    }
}

/* Dearer and cheaper cells on a map with factors. */
static void edited_factors_are_noticed(void **state) {
    (void)state;
    static const char *const algos[] = {"tba",        "tbwa", "tbaa", "repeated-astar",
                                        "dstar-lite", "rtaa"};
    wend_map_def def = wend_map_def_default();
    uint8_t factors[9 * 3];
    memset(factors, 2, sizeof factors);
    def.width = 9, def.height = 3, def.factors = factors;
    for (uint32_t a = 0; a < COUNT_OF(algos); a++) {
        wend_map *map;
        assert_int_equal(wend_map_create(&def, "...........................", &map, NULL), WEND_OK);
        wend_agent_def agent_def = wend_agent_def_default();
        agent_def.map = map, agent_def.start = 9, agent_def.goal = 17, agent_def.algo = algos[a];
        wend_agent *agent;
        assert_int_equal(wend_agent_create(&agent_def, &agent), WEND_OK);
        wend_tick tick;
        assert_int_equal(wend_agent_reserve(agent, 500), WEND_OK);
        assert_int_equal(wend_agent_tick(agent, 500, &tick), WEND_OK);
        assert_int_equal(tick.state, 10);
        assert_int_equal(wend_map_set_factor(map, 4, 1, 200), WEND_OK);
        assert_int_equal(wend_map_set_factor(map, 5, 0, 1), WEND_OK);
        bool by_the_swamp = false, by_the_road = false;
        do {
            assert_int_equal(wend_agent_reserve(agent, 500), WEND_OK);
            assert_int_equal(wend_agent_tick(agent, 500, &tick), WEND_OK);
            by_the_swamp = by_the_swamp || tick.state == 13;
            by_the_road = by_the_road || tick.state == 5;
        } while (tick.status <= WEND_WAITING);
        check(tick.status == WEND_ARRIVED && !by_the_swamp && by_the_road, "%s", algos[a]);
        wend_agent_destroy(agent);
        wend_map_destroy(map);
    }
}

/* ---- Many edits, many agents ------------------------------------------------------------------
 */

#define CROWD       50u
#define CROWD_SIDE  512u
#define CROWD_EDITS 10000u

struct crowd {
    wend_map *map;
    wend_agent *agents[CROWD];
    uint32_t worst[CROWD]; /* expansions of a tick */
};

static bool is_free_state(const wend_map *map, wend_state cell) {
    return wend_map_free(map, wend_map_x(map, cell), wend_map_y(map, cell));
}

static wend_state random_free_state(const wend_map *map, dice *d) {
    wend_state cell;
    do {
        cell = dice_between(d, 0, CROWD_SIDE * CROWD_SIDE - 1);
    } while (!is_free_state(map, cell));
    return cell;
}

/* By flooding, the slow and obvious way. */
static bool has_route(const wend_map *map, wend_state from, wend_state to) {
    static bool seen[CROWD_SIDE * CROWD_SIDE];
    static wend_state queue[CROWD_SIDE * CROWD_SIDE];
    memset(seen, 0, sizeof seen);
    uint32_t count = 0;
    queue[count++] = from;
    seen[from] = true;
    for (uint32_t i = 0; i < count; i++) {
        int x = (int)wend_map_x(map, queue[i]), y = (int)wend_map_y(map, queue[i]);
        for (int n = 0; n < 9; n++) {
            wend_state next =
                wend_map_state(map, (uint32_t)(x + n % 3 - 1), (uint32_t)(y + n / 3 - 1));
            if (next != WEND_STATE_NONE && !seen[next] && wend_map_move_cost(map, queue[i], next)) {
                seen[next] = true;
                queue[count++] = next;
            }
        }
    }
    return seen[to];
}

static void open_crowd(struct crowd *c, dice *d) {
    static const char *const algos[] = {"rtba",           "tbaa",           "tba",  "tbwa",
                                        "repeated-astar", "dstar-lite",     "rtaa", "dartaa",
                                        "lss-lrta",       "adaptive-astar", "tbjps"};
    wend_gen_def gen = wend_gen_def_default(WEND_GEN_CAVES);
    gen.width = gen.height = CROWD_SIDE;
    char *cells = test_alloc((size_t)CROWD_SIDE * CROWD_SIDE);
    assert_int_equal(wend_gen(&gen, cells), WEND_OK);
    wend_map_def def = wend_map_def_default();
    def.width = def.height = CROWD_SIDE;
    assert_int_equal(wend_map_create(&def, cells, &c->map, NULL), WEND_OK);
    free(cells);
    for (uint32_t i = 0; i < CROWD; i++) {
        wend_agent_def agent = wend_agent_def_default();
        agent.map = c->map;
        agent.algo = algos[i % COUNT_OF(algos)];
        agent.start = random_free_state(c->map, d);
        agent.goal = random_free_state(c->map, d);
        assert_int_equal(wend_agent_create(&agent, &c->agents[i]), WEND_OK);
        c->worst[i] = 0;
    }
}

static bool is_stood_on(const struct crowd *c, wend_state cell) {
    for (uint32_t i = 0; i < CROWD; i++) {
        if (wend_agent_state(c->agents[i]) == cell) {
            return true;
        }
    }
    return false;
}

static void crowd_tick(struct crowd *c, uint32_t i, dice *d) {
    const uint32_t budget = 200;
    wend_agent *agent = c->agents[i];
    uint32_t expansions, trace_steps;
    wend_agent_split(agent, budget, &expansions, &trace_steps);
    wend_state before = wend_agent_state(agent);
    wend_tick tick;
    assert_int_equal(wend_agent_reserve(agent, budget), WEND_OK);
    assert_int_equal(wend_agent_tick(agent, budget, &tick), WEND_OK);
    check(tick.expansions <= expansions, "%s: %u expansions", agent->def.algo, tick.expansions);
    check(tick.state == before || wend_map_move_cost(c->map, before, tick.state) == tick.cost,
          "%s: illegal move", agent->def.algo);
    check(route_is_legal(agent, c->map), "%s: its route is blocked", agent->def.algo);
    c->worst[i] = tick.expansions > c->worst[i] ? tick.expansions : c->worst[i];
    if (tick.status == WEND_UNREACHABLE) {
        check(!has_route(c->map, tick.state, agent->def.goal), "%s: there is a route",
              agent->def.algo);
    }
    if (tick.status == WEND_ARRIVED || (tick.status == WEND_UNREACHABLE && dice_percent(d, 20))) {
        assert_int_equal(wend_agent_set_goal(agent, random_free_state(c->map, d)), WEND_OK);
    }
}

/* Returns the worst tick of all in expansions. */
static uint32_t run_crowd(uint32_t edits_per_tick, uint64_t *arrivals) {
    struct crowd c;
    dice d = dice_of(1);
    open_crowd(&c, &d);
    uint32_t ticks = test_scaled(CROWD_EDITS / 10);
    for (uint32_t t = 0; t < ticks; t++) {
        for (uint32_t e = 0; e < edits_per_tick;) {
            wend_state cell = dice_between(&d, 0, CROWD_SIDE * CROWD_SIDE - 1);
            if (!is_stood_on(&c, cell)) {
                wend_map_set_cell(c.map, wend_map_x(c.map, cell), wend_map_y(c.map, cell),
                                  is_free_state(c.map, cell) ? '@' : '.');
                e++;
            }
        }
        for (uint32_t i = 0; i < CROWD; i++) {
            crowd_tick(&c, i, &d);
        }
    }
    assert_int_equal(wend_map_version(c.map), (uint64_t)ticks * edits_per_tick);
    uint32_t worst = 0;
    for (uint32_t i = 0; i < CROWD; i++) {
        worst = c.worst[i] > worst ? c.worst[i] : worst;
        *arrivals += wend_agent_counters(c.agents[i]).moves;
        wend_agent_destroy(c.agents[i]);
    }
    wend_map_destroy(c.map);
    return worst;
}

static void ten_thousand_edits_and_fifty_agents(void **state) {
    (void)state;
    uint64_t moves[2] = {0};
    uint32_t still = run_crowd(0, &moves[0]);
    uint32_t edited = run_crowd(10, &moves[1]);
    assert_true(moves[0] > 0 && moves[1] > 0);
    check(edited <= 2 * still, "worst tick %u expansions with edits, %u without", edited, still);
}

/* ---- Another goal -----------------------------------------------------------------------------
 */

static void goals_may_move(void **state) {
    (void)state;
    variant variants[VARIANTS_MAX];
    uint32_t count = variant_list(variants);
    for (uint32_t i = 0; i < test_scaled(300); i++) {
        dice d = dice_of(i + 70000);
        struct trip drawn;
        if (!draw_trip(&drawn, &d)) {
            continue;
        }
        for (uint32_t v = 0; v < count; v++) {
            if (variant_needs_aids(variants[v].algo)) {
                continue; /* an edit makes them stale */
            }
            struct trip t = drawn;
            dice goals = dice_of(i);
            open_world(&t, i % 2 == 0, 500, i);
            if (!variant_fits(variants[v].algo, t.map)) {
                close_world(&t);
                continue;
            }
            open_agent(&t, &variants[v]);
            for (uint32_t n = 0; n < 6; n++) {
                for (uint32_t s = dice_between(&goals, 0, 12); s > 0; s--) {
                    step(&t);
                }
                t.def.goal = (wend_state)plain_random_free(&t.truth, &goals);
                if (wend_map_free(t.map, wend_map_x(t.map, t.def.goal),
                                  wend_map_y(t.map, t.def.goal))) {
                    assert_int_equal(wend_agent_set_goal(t.agent, t.def.goal), WEND_OK);
                }
            }
            t.def.goal = t.agent->def.goal;
            wend_cost distances[PLAIN_CELLS_MAX];
            plain_distances(&t.truth, (int)wend_agent_state(t.agent), distances);
            bool reachable = distances[t.def.goal] != PLAIN_UNREACHED;
            walk(&t);
            check(t.tick.status == (reachable ? WEND_ARRIVED : WEND_UNREACHABLE) &&
                      (!reachable || t.tick.state == t.def.goal),
                  "case %u, %s: status %d", i, variants[v].name, (int)t.tick.status);
            close_agent(&t);
            close_world(&t);
        }
    }
}

/* A goal that the search has passed is known without another search. */
static void a_goal_on_the_way_costs_no_search(void **state) {
    (void)state;
    static const char *const rows[] = {"s...m....g", NULL};
    struct trip t;
    variant v = {.algo = wend_algo_find("tba")};
    open_picture(&t, rows, 100, &v);
    step(&t);
    t.def.goal = (wend_state)plain_mark(rows, 'm');
    assert_int_equal(wend_agent_set_goal(t.agent, t.def.goal), WEND_OK);
    while (is_under_way(&t)) {
        step(&t);
        assert_int_equal(t.tick.expansions, 0);
    }
    assert_int_equal(t.tick.status, WEND_ARRIVED);
    assert_int_equal(t.ticks, 4);
    assert_int_equal(wend_agent_set_goal(t.agent, 1000), WEND_ERROR_OUTSIDE);
    assert_int_equal(wend_agent_set_state(t.agent, 1000), WEND_ERROR_OUTSIDE);
    assert_int_equal(wend_agent_set_goal(NULL, 0), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_set_cell(t.world, 0, 0, '@'), WEND_OK);
    assert_int_equal(wend_agent_set_goal(t.agent, 0), WEND_ERROR_GOAL_BLOCKED);
    assert_int_equal(wend_agent_set_state(t.agent, 0), WEND_ERROR_START_BLOCKED);
    close_agent(&t);
    close_world(&t);
}

/* ---- Beliefs ----------------------------------------------------------------------------------
 */

static void a_sensor_sees_what_it_should(void **state) {
    (void)state;
    static const char *const rows[] = {".......", ".@@@...", ".@.@...", "..s....",
                                       ".......", "@@@@@@@", NULL};
    plain_map plain;
    plain_from_picture(&plain, rows);
    for (uint32_t sight = 1; sight <= 3; sight++) {
        for (uint32_t line = 0; line < 2; line++) {
            wend_map *world = plain_to_wend(&plain);
            wend_belief_def def = wend_belief_def_default();
            def.world = world, def.sight = sight, def.line_of_sight = line;
            wend_belief *belief;
            assert_int_equal(wend_belief_create(&def, &belief), WEND_OK);
            const wend_map *map = wend_belief_map(belief);
            assert_int_equal(wend_map_free_count(map), 7 * 6);
            uint32_t changed = wend_belief_sense(belief, 2, 3), different = 0;
            for (uint32_t cell = 0; cell < 7 * 6; cell++) {
                uint32_t x = cell % 7, y = cell / 7;
                bool near = x + sight >= 2 && x <= 2 + sight && y + sight >= 3 && y <= 3 + sight;
                bool known = wend_belief_knows(belief, x, y);
                assert_true(near || !known);
                assert_true(line || known == near);
                assert_true(wend_map_free(map, x, y) == (!known || wend_map_free(world, x, y)));
                different += known && !wend_map_free(world, x, y);
            }
            assert_int_equal(changed, different);
            assert_int_equal(wend_belief_sense(belief, 2, 3), 0); /* nothing new */
            /* (2, 1) is seen through (2, 2); (2, 0) is hidden behind it. */
            assert_true(sight < 2 || wend_belief_knows(belief, 2, 1));
            assert_true(sight < 3 || wend_belief_knows(belief, 2, 0) != line);
            wend_belief_destroy(belief);
            wend_map_destroy(world);
        }
    }
}

static void a_share_of_the_walls_is_known(void **state) {
    (void)state;
    char cells[100 * 100];
    memset(cells, '@', sizeof cells);
    cells[0] = '.';
    wend_map_def form = wend_map_def_default();
    form.width = form.height = 100;
    wend_map *world;
    assert_int_equal(wend_map_create(&form, cells, &world, NULL), WEND_OK);
    static const uint32_t shares[] = {0, 250, 1000};
    for (uint32_t i = 0; i < COUNT_OF(shares); i++) {
        wend_belief_def def = wend_belief_def_default();
        def.world = world, def.known_permille = shares[i], def.seed = i;
        wend_belief *belief;
        assert_int_equal(wend_belief_create(&def, &belief), WEND_OK);
        uint32_t blocked = 100 * 100 - wend_map_free_count(wend_belief_map(belief));
        uint32_t known = 0;
        for (uint32_t cell = 0; cell < 100 * 100; cell++) {
            known += wend_belief_knows(belief, cell % 100, cell / 100);
        }
        assert_int_equal(known, blocked);
        assert_in_range(blocked, shares[i] * 9 + (shares[i] == 1000 ? 999 : 0), shares[i] * 11);
        wend_belief_destroy(belief);
    }
    wend_map_destroy(world);
}

/* For those who see with their own eyes. */
static void a_belief_needs_no_world(void **state) {
    (void)state;
    wend_belief_def def = wend_belief_def_default();
    def.form.width = 5, def.form.height = 3;
    wend_belief *belief;
    assert_int_equal(wend_belief_create(&def, &belief), WEND_OK);
    assert_int_equal(wend_map_free_count(wend_belief_map(belief)), 15);
    assert_int_equal(wend_belief_sense(belief, 2, 1), 0);
    assert_int_equal(wend_belief_observe(belief, 2, 1, '@'), WEND_OK);
    assert_int_equal(wend_belief_observe(belief, 5, 1, '@'), WEND_ERROR_OUTSIDE);
    assert_int_equal(wend_belief_observe(belief, 1, 1, '?'), WEND_ERROR_FORMAT);
    assert_true(wend_belief_knows(belief, 2, 1));
    assert_false(wend_belief_knows(belief, 1, 1) || wend_belief_knows(belief, 9, 9));
    assert_false(wend_map_free(wend_belief_map(belief), 2, 1));
    wend_belief_destroy(belief);
    wend_belief_destroy(NULL);
}

static void bad_beliefs_are_refused(void **state) {
    (void)state;
    wend_belief *belief;
    wend_belief_def good = wend_belief_def_default();
    good.form.width = good.form.height = 4;
    wend_belief_def bad = good;
    assert_int_equal(wend_belief_create(NULL, &belief), WEND_ERROR_ARGUMENT);
    bad.known_permille = 1001;
    assert_int_equal(wend_belief_create(&bad, &belief), WEND_ERROR_ARGUMENT);
    bad = good, bad.sight = 0;
    assert_int_equal(wend_belief_create(&bad, &belief), WEND_ERROR_ARGUMENT);
    bad = good, bad.sight = WEND_SIGHT_MAX + 1;
    assert_int_equal(wend_belief_create(&bad, &belief), WEND_ERROR_ARGUMENT);
    bad = good, bad.form.neighbors = 16;
    assert_int_equal(wend_belief_create(&bad, &belief), WEND_ERROR_ARGUMENT);
    bad = good, bad.form.width = 0;
    assert_int_equal(wend_belief_create(&bad, &belief), WEND_ERROR_SIZE);
    bool failed = true;
    for (uint64_t n = 1; failed; n++) {
        ledger book = {.fail_at = n};
        good.allocator = ledger_allocator(&book);
        failed = wend_belief_create(&good, &belief) == WEND_ERROR_MEMORY;
        if (!failed) {
            assert_true(n > 3);
            wend_belief_destroy(belief);
        }
        assert_int_equal(book.live_bytes, 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_algorithm_finds_its_way_through_the_unknown),
        cmocka_unit_test(complete_replanners_follow_shortest_routes),
        cmocka_unit_test(on_known_terrain_rtba_and_tbaa_are_tba),
        cmocka_unit_test(the_first_search_of_dartaa_is_that_of_rtaa),
        cmocka_unit_test(adaptive_heuristics_stay_consistent),
        cmocka_unit_test(what_a_search_has_shown_is_the_least_f),
        cmocka_unit_test(tbaa_learns_from_a_bag),
        cmocka_unit_test(trials_converge),
        cmocka_unit_test(every_algorithm_copes_with_changes),
        cmocka_unit_test(blocked_cells_beside_the_path_lose_no_route),
        cmocka_unit_test(missed_changes_make_the_agent_plan_anew),
        cmocka_unit_test(a_blocked_goal_is_told_at_once),
        cmocka_unit_test(a_new_shortcut_is_used),
        cmocka_unit_test(edited_factors_are_noticed),
        cmocka_unit_test(ten_thousand_edits_and_fifty_agents),
        cmocka_unit_test(goals_may_move),
        cmocka_unit_test(a_goal_on_the_way_costs_no_search),
        cmocka_unit_test(a_sensor_sees_what_it_should),
        cmocka_unit_test(a_share_of_the_walls_is_known),
        cmocka_unit_test(a_belief_needs_no_world),
        cmocka_unit_test(bad_beliefs_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
