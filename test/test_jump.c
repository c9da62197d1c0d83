/* Jump point search: its slices, its agents, and their reaction to edits of the map. */
#include <wend/research.h>
#include <wend/watch.h>
#include <wend/wend.h>

#include "agent/agent.h"
#include "domain/grid.h"

#include "support/plain_map.h"
#include "support/step.h"
#include "support/test.h"
#include "support/walker.h"

#include <string.h>

/* ---- Slices ---------------------------------------------------------------------------------- */

static wend_state random_free(const wend_map *map, dice *d) {
    for (;;) {
        uint32_t x = dice_between(d, 0, wend_map_width(map) - 1);
        uint32_t y = dice_between(d, 0, wend_map_height(map) - 1);
        if (wend_map_is_free(map, x, y)) {
            return wend_map_state(map, x, y);
        }
    }
}

static wn_place place_of_state(const wend_map *map, wend_state state) {
    return wn_place_of(wend_map_x(map, state) + 1, wend_map_y(map, state) + 1);
}

/* The result of a search. */
struct answer {
    wn_outcome outcome;
    wend_cost cost;
    uint64_t expansions;
    uint32_t nodes, units;
    uint32_t box[4]; /* around everything that was read */
    uint64_t route;  /* a hash of its cells */
};

/* Runs with budgets drawn from 1 to `most`, or all at once if `most` is 0. No run exceeds its
 * budget, or leaves enough for another piece of work. */
static struct answer answer_of(const wend_map *map, wend_state start, wend_state goal,
                               uint32_t weight, uint32_t most, dice *d) {
    wn_memory memory;
    wend_allocator allocator = {0};
    wn_memory_init(&memory, &allocator, 0);
    wn_jump_search s = {0};
    wn_jump_init(&s, &map->jumps, weight, &memory);
    assert_true(wn_jump_reserve(&s, 0, true));
    assert_true(wn_jump_start(&s, place_of_state(map, start), place_of_state(map, goal)));
    struct answer a = {.outcome = WN_RUNNING};
    for (uint32_t runs = 0; a.outcome == WN_RUNNING; runs++) {
        check(runs < 1000000, "the search does not end");
        uint32_t budget = most ? dice_between(d, 1, most) : 1000000;
        assert_true(wn_jump_reserve(&s, budget, false));
        uint32_t used = 0;
        a.outcome = wn_jump_run(&s, budget, &used);
        check(used <= budget, "%u units of %u", used, budget);
        check(a.outcome != WN_RUNNING || used + WN_JUMP_UNITS > budget, "stopped after %u of %u",
              used, budget);
        assert_true(a.outcome != WN_NO_MEMORY);
        a.units += used;
    }
    a.expansions = s.expansions;
    a.nodes = s.count;
    memcpy(a.box, s.reach, sizeof a.box);
    if (a.outcome == WN_FOUND) {
        a.cost = s.nodes[s.goal].g;
        for (uint32_t n = s.goal; n != WN_NONE; n = s.nodes[n].parent) {
            a.route = (a.route ^ s.nodes[n].place) * UINT64_C(0x100000001b3);
        }
    }
    assert_true(wn_jump_bytes(&s) <= memory.used);
    wn_jump_clear(&s);
    assert_int_equal(memory.used, 0);
    return a;
}

/* The cost of A*, 0 without a route. */
static uint64_t astar_cost(const wend_map *map, wend_state start, wend_state goal) {
    wend_agent_def def = {0};
    def.map = map;
    def.start = start;
    def.goal = goal;
    def.algo = wend_algo_astar();
    walker w = walker_open(&def, 100000);
    uint64_t cost = walker_walk(&w) == WEND_AGENT_ARRIVED ? w.cost : 0;
    walker_close(&w);
    return cost;
}

static wend_map *draw_map(dice *d, uint32_t number) {
    for (;;) {
        uint32_t width = dice_between(d, 20, 220), height = dice_between(d, 20, 220);
        wend_map *map = walker_gen_map((wend_gen_kind)(number % 4), width, height, number);
        if (wend_map_free_count(map) > width * height / 5) {
            return map;
        }
        wend_map_destroy(map); /* a cave may have closed */
    }
}

/* A trip of an agent of either kind between two cells of a map. */
static wend_agent_def draw_trip(const wend_map *map, dice *d, uint32_t number) {
    wend_agent_def def = {0};
    def.map = map;
    def.start = random_free(map, d);
    def.goal = random_free(map, d);
    def.algo = number % 2 ? wend_algo_jps() : wend_algo_tbjps();
    return def;
}

static void slices_change_nothing(void **state) {
    (void)state;
    static const uint32_t slices[] = {WN_JUMP_UNITS, 30, 200, 5000};
    for (uint32_t i = 0; i < test_scaled(600); i++) {
        dice d = dice_of(i);
        wend_map *map = draw_map(&d, i);
        wend_state start = random_free(map, &d), goal = random_free(map, &d);
        uint32_t weight = i % 3 ? 1000 : 1000 + 100 * dice_between(&d, 1, 20);
        struct answer whole = answer_of(map, start, goal, weight, 0, &d);
        uint64_t optimal = astar_cost(map, start, goal);
        if (whole.outcome == WN_FOUND) {
            check(whole.cost >= optimal && whole.cost <= optimal * weight / 1000, "case %u", i);
        } else {
            check(whole.outcome == WN_NO_PATH && optimal == 0 && start != goal, "case %u", i);
        }
        for (uint32_t s = 0; s < COUNT_OF(slices); s++) {
            struct answer sliced = answer_of(map, start, goal, weight, slices[s], &d);
            assert_memory_equal(&sliced, &whole, sizeof whole);
        }
        wend_map_destroy(map);
    }
}

static void count_expansion(void *context, const wend_expansion *expansion) {
    assert_true(expansion->g <= WEND_COST_MAX);
    ++*(uint64_t *)context;
}

/* A watcher changes nothing, tick by tick, and misses nothing. */
static void watched_agents_do_the_same(void **state) {
    (void)state;
    for (uint32_t i = 0; i < test_scaled(200); i++) {
        dice d = dice_of(4000 + i);
        wend_map *map = draw_map(&d, i);
        wend_agent_def def = draw_trip(map, &d, i);
        wend_agent *agents[2];
        uint64_t seen = 0;
        for (uint32_t k = 0; k < 2; k++) {
            agents[k] = make_agent(&def);
        }
        wend_agent_watch(agents[1], &(wend_watcher){count_expansion, &seen});
        wend_tick ticks[2];
        do {
            uint32_t budget = dice_between(&d, 1, 40);
            for (uint32_t k = 0; k < 2; k++) {
                step_agent(agents[k], budget, &ticks[k]);
            }
            check(ticks[0].state == ticks[1].state && ticks[0].status == ticks[1].status &&
                      ticks[0].work == ticks[1].work && ticks[0].expansions == ticks[1].expansions,
                  "case %u: %u units, %u watched", i, ticks[0].work, ticks[1].work);
        } while (wend_agent_is_active(ticks[0].status));
        assert_int_equal(seen, wend_agent_stats(agents[0]).expansions);
        wend_agent_destroy(agents[0]);
        wend_agent_destroy(agents[1]);
        wend_map_destroy(map);
    }
}

/* On wide ground a step reads many words; a scan must not use up several budgets at once. */
static void long_lines_keep_the_budget(void **state) {
    (void)state;
    const uint32_t width = 4000, height = 900;
    char *cells = test_alloc((size_t)width * height);
    memset(cells, '.', (size_t)width * height);
    cells[450 * width + 2000] = '@';
    wend_map_def def = {.width = width, .height = height, .cells = cells};
    wend_map *map;
    assert_int_equal(wend_map_create(&def, &map, NULL), WEND_OK);
    free(cells);
    dice d = dice_of(1);
    wend_state start = wend_map_state(map, 0, 0), goal = wend_map_state(map, 3990, 895);
    struct answer whole = answer_of(map, start, goal, 1000, 0, &d);
    assert_int_equal(whole.outcome, WN_FOUND);
    for (uint32_t most = WN_JUMP_UNITS; most < 8000; most += most / 32 + 1) {
        struct answer sliced = answer_of(map, start, goal, 1000, most, &d);
        assert_memory_equal(&sliced, &whole, sizeof whole);
    }
    wend_map_destroy(map);
}

/* A search that runs out of memory for nodes stops, keeps what it has, and continues when there is
 * memory. */
static void a_search_without_room_waits(void **state) {
    (void)state;
    uint32_t waits = 0;
    for (uint32_t i = 0; i < test_scaled(60); i++) {
        dice d = dice_of(i + 500);
        wend_map *map = walker_gen_map(WEND_GEN_RANDOM, 200, 200, i);
        wend_state start = random_free(map, &d), goal = random_free(map, &d);
        struct answer whole = answer_of(map, start, goal, 1000, 0, &d);
        wn_memory memory;
        wend_allocator allocator = {0};
        wn_memory_init(&memory, &allocator, 0);
        wn_jump_search s = {0};
        wn_jump_init(&s, &map->jumps, 1000, &memory);
        assert_true(wn_jump_reserve(&s, 0, true));
        assert_true(wn_jump_start(&s, place_of_state(map, start), place_of_state(map, goal)));
        uint32_t units = 0;
        wn_outcome outcome;
        while ((outcome = wn_jump_run(&s, 1000000, &units)) == WN_NO_MEMORY) {
            check(s.count <= s.capacity, "case %u: %u nodes of %u", i, s.count, s.capacity);
            assert_true(wn_jump_reserve(&s, dice_between(&d, 1, 3000), false));
            waits++;
        }
        assert_int_equal(outcome, whole.outcome);
        assert_int_equal(units, whole.units);
        assert_int_equal(s.count, whole.nodes);
        assert_int_equal(outcome == WN_FOUND ? s.nodes[s.goal].g : 0, whole.cost);
        wn_jump_clear(&s);
        wend_map_destroy(map);
    }
    assert_true(waits > 0);
}

/* The same with memory for only a node or two at a time: wherever it runs out, in the middle of an
 * expansion or with the goal in sight, the answer stays the same. */
static void a_search_gets_on_node_by_node(void **state) {
    (void)state;
    uint32_t waits = 0;
    for (uint32_t i = 0; i < test_scaled(150); i++) {
        dice d = dice_of(i + 560);
        wend_map *map = walker_gen_map(i % 2 ? WEND_GEN_ROOMS : WEND_GEN_CAVES, 60, 60, i);
        wend_state start = random_free(map, &d), goal = random_free(map, &d);
        struct answer whole = answer_of(map, start, goal, 1000, 0, &d);
        wn_memory memory;
        wend_allocator allocator = {0};
        wn_memory_init(&memory, &allocator, 0);
        wn_jump_search s = {0};
        wn_jump_init(&s, &map->jumps, 1000, &memory);
        assert_true(wn_jump_reserve(&s, whole.units, true));
        assert_true(wn_jump_start(&s, place_of_state(map, start), place_of_state(map, goal)));
        uint32_t units = 0, room = s.capacity;
        s.capacity = s.count;
        wn_outcome outcome;
        while ((outcome = wn_jump_run(&s, 1000000, &units)) == WN_NO_MEMORY) {
            check(s.count <= s.capacity, "case %u: %u nodes of %u", i, s.count, s.capacity);
            s.capacity = wn_min_u32(s.capacity + dice_between(&d, 1, 2), room);
            waits++;
        }
        assert_int_equal(outcome, whole.outcome);
        assert_int_equal(units, whole.units);
        assert_int_equal(s.count, whole.nodes);
        assert_int_equal(outcome == WN_FOUND ? s.nodes[s.goal].g : 0, whole.cost);
        check(s.count <= s.capacity, "case %u: %u nodes of %u", i, s.count, s.capacity);
        s.capacity = room;
        wn_jump_clear(&s);
        wend_map_destroy(map);
    }
    check(waits > test_scaled(150), "it waited %u times", waits);
}

/* The table is not cleared between searches. Any number that an earlier search has left there, even
 * that of any node of this one, must not change the answer. */
static void what_is_left_in_the_table_means_nothing(void **state) {
    (void)state;
    uint32_t continuations = 0;
    for (uint32_t i = 0; i < test_scaled(12); i++) {
        dice d = dice_of(i + 580);
        wend_map *map = walker_gen_map(WEND_GEN_RANDOM, 150, 150, i);
        for (uint32_t cell = 0; cell < 150 * 150; cell++) {
            char c = dice_between(&d, 0, 999) < 10 + i % 20 ? '@' : '.';
            assert_int_equal(wend_map_set_cell(map, cell % 150, cell / 150, c), WEND_OK);
        }
        wend_state start = random_free(map, &d), goal = random_free(map, &d);
        struct answer whole = answer_of(map, start, goal, 1000, 0, &d);
        wn_memory memory;
        wend_allocator allocator = {0};
        wn_memory_init(&memory, &allocator, 0);
        wn_jump_search s = {0};
        wn_jump_init(&s, &map->jumps, 1000, &memory);
        assert_true(wn_jump_reserve(&s, whole.units, true));
        for (uint32_t left = 0; left < whole.nodes; left++) {
            for (uint32_t slot = 0; slot < 1u << (32 - s.table_shift); slot++) {
                s.table[slot] = left;
            }
            assert_true(wn_jump_start(&s, place_of_state(map, start), place_of_state(map, goal)));
            uint32_t units = 0;
            check(wn_jump_run(&s, 1000000, &units) == whole.outcome && units == whole.units &&
                      s.count == whole.nodes,
                  "case %u, %u in the table: %u units, %u nodes", i, left, units, s.count);
            continuations += wn_jump_is_continuation(&s, left);
        }
        wn_jump_clear(&s);
        wend_map_destroy(map);
    }
    check(continuations > test_scaled(12), "%u continuations", continuations);
}

/* If the budget exceeds the map, the map limits the reservation, which is enough nevertheless. */
static void a_boundless_budget_is_reserved_for(void **state) {
    (void)state;
    for (uint32_t i = 0; i < test_scaled(200); i++) {
        dice d = dice_of(9000 + i);
        wend_map *map = draw_map(&d, i);
        wend_agent_def def = draw_trip(map, &d, i);
        wend_agent *agent = make_agent(&def);
        assert_int_equal(wend_agent_reserve_expansions(agent, WEND_EXPANSIONS_MAX), WEND_OK);
        wend_tick tick;
        assert_int_equal(wend_agent_tick_expansions(agent, WEND_EXPANSIONS_MAX, &tick), WEND_OK);
        check(tick.status == WEND_AGENT_MOVING || tick.status == WEND_AGENT_ARRIVED ||
                  tick.status == WEND_AGENT_UNREACHABLE,
              "case %u: status %d", i, (int)tick.status);
        wend_agent_destroy(agent);
        wend_map_destroy(map);
    }
}

/* A wide open map, where diagonals are postponed and continued. */
static void long_diagonals_are_put_off(void **state) {
    (void)state;
    for (uint32_t i = 0; i < test_scaled(60); i++) {
        dice d = dice_of(7000 + i);
        wend_map *map = walker_gen_map(WEND_GEN_RANDOM, 400, 300, i);
        for (uint32_t y = 0; y < 300; y++) {
            for (uint32_t x = 0; x < 400; x++) {
                char c = dice_between(&d, 0, 999) < i % 6 ? '@' : '.';
                assert_int_equal(wend_map_set_cell(map, x, y, c), WEND_OK);
            }
        }
        wend_state start = random_free(map, &d), goal = random_free(map, &d);
        struct answer whole = answer_of(map, start, goal, 1000, 0, &d);
        assert_int_equal(whole.outcome, WN_FOUND);
        assert_int_equal(whole.cost, astar_cost(map, start, goal));
        struct answer sliced = answer_of(map, start, goal, 1000, 100, &d);
        assert_memory_equal(&sliced, &whole, sizeof whole);
        wend_map_destroy(map);
    }
}

/* ---- Agents ---------------------------------------------------------------------------------- */

/* With 16 neighbours jump point search cannot promise an optimal route. */
static void sixteen_neighbours_need_algorithms_that_promise_no_optimum(void **state) {
    (void)state;
    uint8_t factors[] = {2, 2, 2, 2};
    for (uint32_t has_factors = 0; has_factors < 2; has_factors++) {
        wend_map_def def = {.width = 2,
                            .height = 2,
                            .neighbors = 16,
                            .factors = has_factors ? factors : NULL,
                            .cells = "...."};
        wend_map *map;
        assert_int_equal(wend_map_create(&def, &map, NULL), WEND_OK);
        assert_false(wend_map_jumpable(map));
        wend_agent_def agent_def = {0};
        agent_def.map = map;
        agent_def.start = 0;
        agent_def.goal = 3;
        agent_def.algo = wend_algo_jps();
        wend_agent *agent;
        assert_int_equal(wend_agent_create(&agent_def, &agent, NULL), WEND_ERROR_UNSUPPORTED);
        agent_def.algo = wend_algo_tbjps();
        wend_agent_destroy(make_agent(&agent_def));
        agent_def.algo = wend_algo_auto();
        agent = make_agent(&agent_def);
        assert_string_equal(wend_agent_algo(agent)->name, has_factors ? "tbwa" : "tbjps");
        assert_true(agent->planner.parameters.commit);
        wend_agent_destroy(agent);
        wend_map_destroy(map);
    }
}

/* ---- Edits of the map ------------------------------------------------------------------------ */

struct trip {
    plain_map plain;
    wend_map *map;
    wend_agent *agent;
    wend_state at, goal;
    uint64_t moves, restarts;
};

static void change_cell(struct trip *t, int cell, char terrain) {
    t->plain.cells[cell] = terrain;
    assert_int_equal(wend_map_set_cell(t->map, (uint32_t)(cell % t->plain.width),
                                       (uint32_t)(cell / t->plain.width), terrain),
                     WEND_OK);
}

static wend_tick travel(struct trip *t, uint32_t budget) {
    wend_tick tick;
    step_agent(t->agent, budget, &tick);
    if (tick.state != t->at) {
        check(plain_move_cost(&t->plain, (int)t->at, (int)tick.state) > 0,
              "an illegal move from %u to %u", t->at, tick.state);
        t->moves++;
    }
    assert_int_equal((tick.flags & WEND_TICK_MOVED) != 0, tick.state != t->at);
    assert_true(tick.status < WEND_AGENT_OUT_OF_MEMORY);
    t->restarts += (tick.flags & WEND_TICK_RESTARTED) != 0;
    t->at = tick.state;
    return tick;
}

/* Blocks and frees cells at random, but not those of the agent and its goal. */
static void disturb(struct trip *t, dice *d, uint32_t changes) {
    for (uint32_t i = 0; i < changes; i++) {
        int cell = (int)dice_between(d, 0, (uint32_t)plain_cells(&t->plain) - 1);
        if (cell != (int)t->at && cell != (int)t->goal) {
            change_cell(t, cell, dice_percent(d, 50) ? '@' : '.');
        }
    }
}

/* The agent moves legally whatever happens to the map, reports "unreachable" only when it is true,
 * and arrives when the edits stop. */
static void agents_survive_changes(void **state) {
    (void)state;
    static const char *const names[] = {"jps", "tbjps", "tbjps"};
    static const uint32_t budgets[] = {1, 2, 5, 20, 500};
    uint64_t restarts = 0, unreachable = 0, arrived = 0;
    for (uint32_t i = 0; i < test_scaled(20000); i++) {
        dice d = dice_of(i);
        struct trip t = {0};
        do {
            plain_random(&t.plain, &d, 40);
        } while (plain_random_free(&t.plain, &d) < 0);
        t.plain.neighbors = 8;
        t.plain.corners = 0;
        t.map = plain_to_wend(&t.plain);
        wend_agent_def def = {0};
        def.map = t.map;
        def.start = t.at = (wend_state)plain_random_free(&t.plain, &d);
        def.goal = t.goal = (wend_state)plain_random_free(&t.plain, &d);
        def.algo = wend_algo_find(names[i % 3]);
        def.bounded.commit = i % 3 == 2 ? WEND_ON : WEND_DEFAULT;
        t.agent = make_agent(&def);
        uint32_t budget = DICE_PICK(&d, budgets), often = dice_between(&d, 1, 30);
        wend_tick tick;
        uint32_t ticks = 0;
        do {
            if (ticks < 200 && dice_percent(&d, often)) {
                disturb(&t, &d, dice_percent(&d, 2) ? 1500 : dice_between(&d, 1, 5));
            }
            tick = travel(&t, budget);
            check(++ticks < 50000, "case %u does not end", i);
        } while (wend_agent_is_active(tick.status));
        wend_cost distances[PLAIN_CELLS_MAX];
        plain_distances(&t.plain, (int)t.at, distances);
        bool reachable = distances[t.goal] != PLAIN_UNREACHED;
        check(tick.status == (reachable ? WEND_AGENT_ARRIVED : WEND_AGENT_UNREACHABLE),
              "case %u ends with %d", i, (int)tick.status);
        restarts += wend_agent_stats(t.agent).restarts;
        unreachable += !reachable;
        arrived += reachable;
        wend_agent_destroy(t.agent);
        wend_map_destroy(t.map);
    }
    /* Without these the test would prove little. */
    check(restarts > test_scaled(20000) && unreachable > 0 && arrived > 0, "too calm");
}

/* From 's' to 'g' of a picture. */
static void open_picture(struct trip *t, const char *const *rows, const char *algo) {
    *t = (struct trip){0};
    plain_from_picture(&t->plain, rows);
    t->map = plain_to_wend(&t->plain);
    wend_agent_def def = {0};
    def.map = t->map;
    def.start = t->at = (wend_state)plain_mark(rows, 's');
    def.goal = t->goal = (wend_state)plain_mark(rows, 'g');
    def.algo = wend_algo_find(algo);
    t->agent = make_agent(&def);
}

/* A change far from everything that was read does not restart the search, and neither does a
 * blocked cell nearby that the route does not need. A blocked cell that it needs does, and so does
 * a freed one. */
static void only_changes_that_matter_restart(void **state) {
    (void)state;
    static const char *const rows[] = {"..........@...................",
                                       "s.........@...................",
                                       "..........@...................",
                                       "..........@...................",
                                       "@@@@@@@.@@@...................",
                                       "..........................g...",
                                       NULL};
    struct trip t;
    open_picture(&t, rows, "tbjps");
    travel(&t, 10);
    change_cell(&t, 1 * 30 + 20, '@');
    travel(&t, 10);
    assert_int_equal(t.restarts, 0);
    change_cell(&t, 0 * 30 + 9, '@');
    travel(&t, 10);
    assert_int_equal(t.restarts, 0);
    change_cell(&t, 0 * 30 + 9, '.');
    travel(&t, 10);
    assert_int_equal(t.restarts, 1);
    change_cell(&t, 5 * 30 + 20, '@');
    travel(&t, 10);
    assert_int_equal(t.restarts, 2);
    while (wend_agent_is_active(travel(&t, 5).status)) {
    }
    assert_int_equal(t.at, t.goal);
    wend_agent_destroy(t.agent);
    wend_map_destroy(t.map);
}

/* After a change the agent continues along its route while it plans: it loses no tick. */
static void the_agent_walks_on_while_it_plans(void **state) {
    (void)state;
    struct trip t = {.plain = {.width = 60, .height = 60, .neighbors = 8}};
    memset(t.plain.cells, '.', 3600);
    for (int i = 0; i < 50; i++) {
        t.plain.cells[30 * 60 + i] = '@';
        t.plain.cells[45 * 60 + 59 - i] = '@';
    }
    t.plain.cells[20] = '@';
    t.map = plain_to_wend(&t.plain);
    wend_agent_def def = {0};
    def.map = t.map;
    def.start = t.at = 0;
    def.goal = t.goal = 59 * 60 + 59;
    def.algo = wend_algo_jps();
    t.agent = make_agent(&def);
    assert_int_equal(travel(&t, 100000).status, WEND_AGENT_MOVING);
    uint64_t optimal = 0;
    for (uint32_t i = 0; i < 30; i++) {
        assert_int_equal(travel(&t, 1).status, WEND_AGENT_MOVING);
    }
    change_cell(&t, 20, '.'); /* behind it: the route stays the same */
    uint64_t before = t.moves;
    uint32_t ticks = 0;
    wend_tick tick;
    do {
        tick = travel(&t, 1);
        assert_true(tick.flags & WEND_TICK_MOVED);
        assert_false(tick.flags & WEND_TICK_BACKTRACKED);
        ticks++;
    } while (wend_agent_is_active(tick.status));
    assert_int_equal(tick.status, WEND_AGENT_ARRIVED);
    assert_int_equal(t.moves - before, ticks);
    assert_true(t.restarts >= 1);
    wend_cost distances[PLAIN_CELLS_MAX];
    plain_distances(&t.plain, 0, distances);
    optimal = wend_agent_stats(t.agent).cost;
    assert_int_equal(optimal, distances[t.goal]);
    wend_agent_destroy(t.agent);
    wend_map_destroy(t.map);
}

/* The search has read the corner and finds no route. The cell that opens one is far from all that
 * it reached. */
static void a_cell_that_is_freed_in_the_corner_is_noticed(void **state) {
    (void)state;
    static const char *const rows[] = {
        "....@.......", "....@@......", "....@@......", ".....@......",
        "....s@......", "@@@@@@......", "..........g.", NULL};
    struct trip t;
    open_picture(&t, rows, "jps");
    assert_int_equal(travel(&t, 1000).status, WEND_AGENT_UNREACHABLE);
    change_cell(&t, 4, '.');
    assert_int_equal(travel(&t, 1000).status, WEND_AGENT_MOVING);
    wend_agent_destroy(t.agent);
    wend_map_destroy(t.map);
}

/* The cell under the agent or under its goal may be blocked, too. */
static void blocked_goals_are_told(void **state) {
    (void)state;
    struct trip t = {.plain = {.width = 20, .height = 20, .neighbors = 8}};
    memset(t.plain.cells, '.', 400);
    t.map = plain_to_wend(&t.plain);
    wend_agent_def def = {0};
    def.map = t.map;
    def.start = t.at = 0;
    def.goal = t.goal = 399;
    def.algo = wend_algo_tbjps();
    t.agent = make_agent(&def);
    travel(&t, 10);
    change_cell(&t, (int)t.at, '@');
    assert_int_equal(travel(&t, 10).status, WEND_AGENT_MOVING); /* it leaves the cell */
    change_cell(&t, 399, '@');
    wend_tick tick;
    do {
        tick = travel(&t, 10);
    } while (wend_agent_is_active(tick.status));
    assert_int_equal(tick.status, WEND_AGENT_UNREACHABLE);
    wend_agent_destroy(t.agent);
    wend_map_destroy(t.map);
}

/* A room in the middle of a wide map: edits far from it, on whichever side, do not matter. */
static void edits_on_no_side_of_what_was_seen_matter(void **state) {
    (void)state;
    static const uint32_t at[][2] = {{200, 20},  {200, 380}, {20, 200},  {380, 200},
                                     {20, 20},   {380, 380}, {20, 380},  {380, 20},
                                     {200, 205}, {195, 195}, {205, 195}, {192, 200}};
    static char cells[400 * 400];
    memset(cells, '.', sizeof cells);
    for (uint32_t n = 0; n < 21; n++) {
        cells[190 * 400 + 190 + n] = cells[210 * 400 + 190 + n] = '@';
        cells[(190 + n) * 400 + 190] = cells[(190 + n) * 400 + 210] = '@';
    }
    for (uint32_t i = 0; i < COUNT_OF(at) * 2; i++) {
        char *cell = &cells[at[i / 2][1] * 400 + at[i / 2][0]];
        *cell = '@';
        wend_map *map = walker_map(cells, 400, 400);
        *cell = '.';
        wend_agent_def def = {0};
        def.algo = i % 2 ? wend_algo_jps() : wend_algo_tbjps();
        def.start = wend_map_state(map, 191, 191), def.goal = wend_map_state(map, 209, 209);
        walker w = walker_open_on(map, &def, 1000);
        walker_step(&w);
        assert_int_equal(wend_map_set_cell(map, at[i / 2][0], at[i / 2][1], '.'), WEND_OK);
        assert_int_equal(walker_walk(&w), WEND_AGENT_ARRIVED);
        bool is_inside = i / 2 >= 8;
        check(wend_agent_stats(w.agent).restarts == is_inside, "%s: %u restarts, edit %u",
              def.algo->name, (uint32_t)wend_agent_stats(w.agent).restarts, i / 2);
        walker_close(&w);
    }
}

/* A scan along a corridor takes several ticks. Cells that it has passed were read, and cells ahead
 * of it were not. */
static void edits_behind_a_cut_scan_matter(void **state) {
    (void)state;
    static const struct {
        uint32_t x;
        bool is_seen;
    } edits[] = {{100, true}, {1000, true}, {1600, false}, {3900, false}};
    static char cells[4000 * 3];
    memset(cells, '.', sizeof cells);
    for (uint32_t i = 0; i < COUNT_OF(edits); i++) {
        wend_map *map = walker_map(cells, 4000, 3);
        wend_agent_def def = {0};
        def.algo = wend_algo_jps(), def.start = wend_map_state(map, 1, 1);
        def.goal = wend_map_state(map, 3990, 1);
        walker w = walker_open_on(map, &def, 1);
        walker_step(&w); /* expands the start */
        walker_step(&w); /* 24 words to the east */
        assert_int_equal(w.tick.work, 24);
        assert_int_equal(wend_map_set_cell(map, edits[i].x, 1, '@'), WEND_OK);
        walker_step(&w);
        check(!(w.tick.flags & WEND_TICK_RESTARTED) == !edits[i].is_seen, "the edit at %u",
              edits[i].x);
        assert_int_equal(walker_walk(&w), WEND_AGENT_ARRIVED);
        walker_close(&w);
    }
}

/* A goal in sight needs no nodes but the start and itself; the same is true for the next goal. */
static void what_is_touched_is_counted(void **state) {
    (void)state;
    static char cells[20 * 10];
    memset(cells, '.', sizeof cells);
    wend_map *map = walker_map(cells, 20, 10);
    wend_agent_def def = {0};
    def.algo = wend_algo_jps(), def.start = wend_map_state(map, 2, 2);
    def.goal = wend_map_state(map, 15, 6);
    walker w = walker_open_on(map, &def, 100);
    walker_step(&w);
    assert_int_equal(w.tick.expansions, 1);
    assert_int_equal(wend_agent_stats(w.agent).touched, 2);
    assert_int_equal(walker_walk(&w), WEND_AGENT_ARRIVED);
    assert_int_equal(wend_agent_set_goal(w.agent, def.start), WEND_OK);
    walker_step(&w);
    assert_int_equal(wend_agent_stats(w.agent).touched, 2);
    walker_close(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slices_change_nothing),
        cmocka_unit_test(watched_agents_do_the_same),
        cmocka_unit_test(long_lines_keep_the_budget),
        cmocka_unit_test(a_search_without_room_waits),
        cmocka_unit_test(a_search_gets_on_node_by_node),
        cmocka_unit_test(what_is_left_in_the_table_means_nothing),
        cmocka_unit_test(a_boundless_budget_is_reserved_for),
        cmocka_unit_test(long_diagonals_are_put_off),
        cmocka_unit_test(sixteen_neighbours_need_algorithms_that_promise_no_optimum),
        cmocka_unit_test(agents_survive_changes),
        cmocka_unit_test(edits_on_no_side_of_what_was_seen_matter),
        cmocka_unit_test(edits_behind_a_cut_scan_matter),
        cmocka_unit_test(only_changes_that_matter_restart),
        cmocka_unit_test(the_agent_walks_on_while_it_plans),
        cmocka_unit_test(a_cell_that_is_freed_in_the_corner_is_noticed),
        cmocka_unit_test(blocked_goals_are_told),
        cmocka_unit_test(what_is_touched_is_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
