/* Fleets: little memory, invalid definitions, domains that are not maps. */
#include <wend/graph.h>
#include <wend/research.h>
#include <wend/wend.h>

#include "support/muster.h"
#include "support/plain_graph.h"
#include "support/test.h"

#include <string.h>

#define UNITS 60

/* ---- Memory ---------------------------------------------------------------------------------- */

static void maze(plain_map *truth) {
    *truth = (plain_map){.width = 60, .height = 60, .neighbors = 8};
    for (int i = 0; i < 60 * 60; i++) {
        int x = i % 60, y = i / 60;
        bool is_wall = x % 6 == 3 && y != (x % 12 == 3 ? 1 : 58);
        truth->cells[i] = is_wall ? '@' : '.';
    }
}

/* Runs an army with a limit; returns the number of frames. */
static uint32_t run_limited(size_t limit, uint32_t *flags) {
    plain_map truth;
    maze(&truth);
    army a;
    army_open(&a, &truth, &(wend_fleet_def){.units_max = UNITS, .memory_limit = limit}, 60000);
    dice d = dice_of(7);
    while (a.count < UNITS) {
        army_add(&a, &d);
    }
    *flags = 0;
    bool active = true;
    uint32_t f = 0;
    for (; active && f < 600; f++) {
        army_step(&a); /* all units move, whatever is missing */
        *flags |= a.frame.flags;
        assert_true(limit == 0 || wend_fleet_stats(a.fleet).bytes_allocated <= limit);
        active = false;
        for (uint32_t i = 0; i < a.count; i++) {
            active |= army_is_active(&a, i);
        }
    }
    army_close(&a);
    return f;
}

/* From the minimum for the creation to plenty. */
static void moves_go_on_without_memory(void **state) {
    (void)state;
    plain_map truth;
    maze(&truth);
    army a;
    army_open(&a, &truth, &(wend_fleet_def){.units_max = UNITS}, 60000);
    size_t least = wend_fleet_stats(a.fleet).bytes_allocated;
    army_close(&a);
    uint32_t flags, plenty = run_limited(0, &flags);
    assert_int_equal(flags, 0);
    assert_true(plenty < 600);
    uint32_t seen = 0;
    for (size_t more = 0; more < 400000; more += more / 8 + 900) {
        uint32_t frames = run_limited(least + more, &flags);
        seen |= flags;
        check(more < 300000 || frames == plenty, "with %zu bytes more it takes %u frames", more,
              frames);
    }
    assert_true(seen & WEND_FRAME_OUT_OF_MEMORY);
    assert_true(seen & WEND_FRAME_ROUTES_TRUNCATED);
    assert_true(run_limited(least, &flags) < 600); /* the creation reserves enough for routes */
    wend_fleet_def def = {.map = NULL, .units_max = UNITS, .memory_limit = least - 1};
    wend_map *map = plain_to_wend(&truth);
    def.map = map;
    wend_fleet *fleet;
    wend_diagnosis diagnosis;
    assert_int_equal(wend_fleet_create(&def, &fleet, &diagnosis), WEND_ERROR_MEMORY);
    assert_null(fleet);
    assert_string_equal(diagnosis.field, "memory_limit");
    wend_map_destroy(map);
}

/* The number of frames with a limit until all units have arrived, at most `most`. */
static uint32_t run_lean(const plain_map *truth, const wend_fleet_def *def, uint32_t most,
                         uint32_t *flags) {
    army a;
    army_open(&a, truth, def, 60000);
    dice d = dice_of(11);
    while (a.count < UNITS) {
        army_add(&a, &d);
    }
    uint32_t f = 0, left = UINT32_MAX;
    for (*flags = 0; left > 0 && f < most; f++) {
        army_step(&a);
        *flags |= a.frame.flags;
        left = 0;
        for (uint32_t i = 0; i < a.count; i++) {
            left += army_is_active(&a, i);
            check(wend_fleet_status(a.fleet, a.units[i]) != WEND_UNIT_UNREACHABLE,
                  "unit %u gave up", i);
        }
        check(wend_fleet_stats(a.fleet).bytes_allocated <= def->memory_limit, "over the limit");
    }
    army_close(&a);
    return f;
}

/* All units arrive if there is memory for the records, a chunk of routes and one search: units use
 * a search one at a time, and routes are stored in pieces. With less than the largest search needs,
 * units get there by partial routes. Memory too small even for that allows no search at all. */
static void all_units_arrive_with_room_for_one_search(void **state) {
    (void)state;
    plain_map truth;
    maze(&truth);
    const wend_algo *algos[] = {wend_algo_jps(), wend_algo_astar()};
    /* One search, beyond the minimum of the creation: lists, nodes and a table (jps); a page for
     * each 16 cells, and its list (astar). */
    const size_t one[] = {20000, 200000}, least[] = {13000, 38000};
    for (uint32_t k = 0; k < 2; k++) {
        wend_fleet_def def = {.units_max = UNITS, .algo = algos[k]};
        army a;
        army_open(&a, &truth, &def, 60000);
        size_t records = wend_fleet_stats(a.fleet).bytes_allocated;
        army_close(&a);
        uint32_t seen = 0, flags;
        for (uint32_t n = 0; n < 12; n++) {
            def.memory_limit = records - least[k] + one[k] + n * one[k] / 4;
            uint32_t frames = run_lean(&truth, &def, 20000, &flags);
            check(frames < 20000, "%s with %zu bytes: not all units arrive", algos[k]->name,
                  def.memory_limit - records);
            seen |= flags;
        }
        assert_true(seen & WEND_FRAME_OUT_OF_MEMORY);
        assert_true(seen & WEND_FRAME_ROUTES_TRUNCATED);
    }
}

/* The number of frames with a limit until all units have arrived, at most 1000, and the work of
 * searches. */
static uint32_t run_few(const plain_map *truth, const wend_fleet_def *def, uint64_t *work) {
    army a;
    army_open(&a, truth, def, 5000);
    dice d = dice_of(3);
    while (a.count < def->units_max) {
        army_add(&a, &d);
    }
    uint32_t left = 1;
    while (left > 0 && a.frames < 1000) {
        army_step(&a);
        left = 0;
        for (uint32_t i = 0; i < a.count; i++) {
            left += army_is_active(&a, i);
        }
    }
    uint32_t frames = a.frames;
    *work = wend_fleet_stats(a.fleet).search_work;
    army_close(&a);
    return frames;
}

/* In steps of 101 bytes from the smallest limit that is accepted: jump point search always
 * succeeds, and A* from a certain limit on, with no larger limit being worse. A search that lacks
 * memory is not repeated in the same frame. */
static void more_memory_is_never_worse(void **state) {
    (void)state;
    plain_map truth = {.width = 24, .height = 24, .neighbors = 8};
    for (int i = 0; i < 24 * 24; i++) {
        int x = i % 24, y = i / 24;
        truth.cells[i] = x % 6 == 3 && y != (x % 12 == 3 ? 1 : 22) ? '@' : '.';
    }
    const wend_algo *algos[] = {wend_algo_jps(), wend_algo_astar()};
    for (uint32_t k = 0; k < 2; k++) {
        wend_fleet_def def = {.units_max = 5, .algo = algos[k]};
        uint64_t plenty_work, work;
        uint32_t plenty = run_few(&truth, &def, &plenty_work);
        army a;
        army_open(&a, &truth, &def, 5000);
        size_t least = wend_fleet_stats(a.fleet).bytes_allocated;
        army_close(&a);
        bool was_enough = k == 0;
        for (def.memory_limit = least; def.memory_limit < least + 60000; def.memory_limit += 101) {
            uint32_t frames = run_few(&truth, &def, &work);
            was_enough |= frames < 1000;
            check(frames <= 2 * plenty || !was_enough, "%s with %zu bytes: %u frames, not %u",
                  algos[k]->name, def.memory_limit, frames, plenty);
            check(work <= 20 * plenty_work, "%s with %zu bytes: %llu units of work in searches",
                  algos[k]->name, def.memory_limit, (unsigned long long)work);
        }
        assert_true(was_enough);
    }
}

/* The work of searches of 200 units in 600 frames; sets the memory of the creation. */
static uint64_t search_work(const wend_fleet_def *def, size_t *least) {
    plain_map truth;
    maze(&truth);
    army a;
    army_open(&a, &truth, def, 60000);
    *least = wend_fleet_stats(a.fleet).bytes_allocated;
    dice d = dice_of(7);
    while (a.count < def->units_max) {
        army_add(&a, &d);
    }
    for (uint32_t f = 0; f < 600; f++) {
        army_step(&a);
    }
    uint64_t work = wend_fleet_stats(a.fleet).search_work;
    army_close(&a);
    return work;
}

/* More units than routes fit in memory: a search that has found one waits until another unit frees
 * memory, and is not repeated. A search that ran out of memory is not repeated in the same
 * frame. */
static void a_full_pool_repeats_no_search(void **state) {
    (void)state;
    const wend_algo *algos[] = {wend_algo_jps(), wend_algo_astar()};
    for (uint32_t k = 0; k < 2; k++) {
        wend_fleet_def def = {.units_max = 200, .algo = algos[k]};
        uint64_t enough = search_work(&def, &def.memory_limit);
        size_t least;
        uint64_t limited = search_work(&def, &least);
        check(limited <= enough * 5 / 4, "%s: %llu units of work in searches, not %llu",
              algos[k]->name, (unsigned long long)limited, (unsigned long long)enough);
    }
}

/* A search that ran out of memory without finding a partial route is not repeated in the same
 * frame. */
static void a_failed_search_is_made_once(void **state) {
    (void)state;
    plain_map truth = {.width = 64, .height = 64, .neighbors = 8};
    dice d = dice_of(5);
    for (int i = 0; i < 64 * 64; i++) {
        truth.cells[i] = dice_percent(&d, 35) ? '@' : '.';
    }
    wend_fleet_def def = {.units_max = 100};
    army a;
    army_open(&a, &truth, &def, 100000);
    def.memory_limit = wend_fleet_stats(a.fleet).bytes_allocated;
    army_close(&a);
    army_open(&a, &truth, &def, 100000);
    while (a.count < def.units_max) {
        army_add(&a, &d);
    }
    const uint32_t frames = 300;
    for (uint32_t f = 0; f < frames; f++) {
        army_step(&a);
    }
    uint64_t work = wend_fleet_stats(a.fleet).search_work;
    check(work < (uint64_t)frames * a.budget / 10, "%llu units of work in searches",
          (unsigned long long)work);
    army_close(&a);
}

/* A temporary shortage: when there is memory again, several searches run again. */
static void a_shortage_passes(void **state) {
    (void)state;
    plain_map truth;
    maze(&truth);
    army a;
    army_open(&a, &truth, &(wend_fleet_def){.units_max = UNITS}, 3000);
    dice d = dice_of(7);
    while (a.count < UNITS) {
        army_add(&a, &d);
    }
    a.book.capacity = a.book.live_bytes;
    army_step(&a);
    assert_true(a.frame.flags & WEND_FRAME_OUT_OF_MEMORY);
    assert_true(a.frame.searching <= 1);
    a.book.capacity = SIZE_MAX;
    uint32_t frames = 0, searching = 0;
    for (; frames < 300 && searching < 2; frames++) {
        for (uint32_t i = 0; i < a.count; i++) {
            if (!army_is_active(&a, i) || frames % 8 == 0) {
                army_send(&a, i, plain_random_free(&a.truth, &d), NULL);
            }
        }
        army_step(&a);
        searching = a.frame.searching;
    }
    check(searching > 1, "still one search at a time after %u frames", frames);
    army_close(&a);
}

/* Each call to the allocator fails once, or from then on for a while. */
static void allocations_that_fail(void **state) {
    (void)state;
    plain_map truth;
    maze(&truth);
    for (uint64_t fail_at = 1; fail_at < 60; fail_at++) {
        army a = {.truth = truth, .budget = 60000};
        a.map = plain_to_wend(&truth);
        a.book.fail_at = fail_at;
        a.book.fail_from = fail_at % 2;
        a.def = (wend_fleet_def){.map = a.map, .units_max = UNITS};
        a.def.allocator = ledger_allocator(&a.book);
        if (wend_fleet_create(&a.def, &a.fleet, NULL)) {
            assert_null(a.fleet);
            assert_int_equal(a.book.live_bytes, 0);
            wend_map_destroy(a.map);
            continue;
        }
        dice d = dice_of(7);
        while (a.count < UNITS) {
            army_add(&a, &d);
        }
        for (uint32_t f = 0; f < 10; f++) {
            army_step(&a);
        }
        a.book.fail_from = false;
        army_run(&a, 2000);
        army_close(&a);
    }
}

/* Frames without a preparation: units move, and the shortage is reported. */
static void frames_without_preparation(void **state) {
    (void)state;
    plain_map truth;
    maze(&truth);
    army a;
    army_open(&a, &truth, &(wend_fleet_def){.units_max = UNITS}, 60000);
    dice d = dice_of(7);
    while (a.count < UNITS) {
        army_add(&a, &d);
    }
    a.never_prepares = true;
    for (uint32_t f = 0; f < 20; f++) {
        army_step(&a);
        assert_int_equal(a.frame.routes_found, 0);
        assert_int_equal(a.frame.flags, WEND_FRAME_NOT_RESERVED);
    }
    a.never_prepares = false;
    army_run(&a, 2000);
    army_close(&a);
}

static void events_that_do_not_fit(void **state) {
    (void)state;
    plain_map truth;
    maze(&truth);
    army a;
    army_open(
        &a, &truth,
        &(wend_fleet_def){.units_max = UNITS, .events_max = 10, .event_kinds = WEND_EVENT_MOVED},
        60000);
    dice d = dice_of(7);
    while (a.count < UNITS) {
        army_add(&a, &d);
    }
    army_step(&a);
    assert_int_equal(a.frame.event_count, 10);
    assert_int_equal(a.frame.flags & WEND_FRAME_EVENTS_LOST, WEND_FRAME_EVENTS_LOST);
    for (uint32_t e = 0; e < 10; e++) {
        assert_int_equal(a.frame.events[e].kind, WEND_EVENT_MOVED);
    }
    army_close(&a);
}

/* ---- Graphs ---------------------------------------------------------------------------------- */

typedef struct roads {
    plain_graph graph;
    wend_domain *domain;
    wend_fleet *fleet;
    bool is_group; /* a member becomes unreachable before its move, others after it */
    uint32_t count;
    wend_unit units[UNITS];
    wend_state at[UNITS], goal[UNITS];
    uint64_t best[UNITS], cost[UNITS];
} roads;

static void open_roads(roads *r, dice *d, wend_wait wait) {
    const plain_kind kinds[] = {
        {.nodes_max = 60, .degree = 3, .cost_max = 50, .two_way = true},
        {.nodes_max = 60, .degree = 3, .cost_max = 50},
        {.nodes_max = 200, .degree = 4, .cost_max = 200, .placed = true, .reach = 1000},
    };
    plain_kind kind = DICE_PICK(d, kinds);
    *r = (roads){.graph = plain_graph_random(d, &kind)};
    wend_graph_def graph_def = {.node_count = r->graph.nodes,
                                .edge_count = r->graph.edges,
                                .first = r->graph.first,
                                .target = r->graph.target,
                                .cost = r->graph.cost,
                                .x = r->graph.x,
                                .y = r->graph.y};
    assert_int_equal(wend_graph_create(&graph_def, &r->domain, NULL), WEND_OK);
    wend_fleet_def def = {.domain = r->domain, .units_max = UNITS, .wait = wait};
    assert_int_equal(wend_fleet_create(&def, &r->fleet, NULL), WEND_OK);
    uint64_t *distances = test_alloc(r->graph.nodes * sizeof *distances);
    for (; r->count < UNITS; r->count++) {
        uint32_t i = r->count;
        r->at[i] = dice_between(d, 0, r->graph.nodes - 1);
        r->goal[i] = dice_between(d, 0, r->graph.nodes - 1);
        assert_int_equal(wend_fleet_add(r->fleet, r->at[i], &r->units[i]), WEND_OK);
        assert_int_equal(wend_fleet_set_goal(r->fleet, r->units[i], r->goal[i], NULL), WEND_OK);
        plain_graph_distances(&r->graph, r->at[i], distances);
        r->best[i] = distances[r->goal[i]];
    }
    free(distances);
}

static void close_roads(roads *r) {
    wend_fleet_destroy(r->fleet);
    wend_domain_destroy(r->domain);
    plain_graph_clear(&r->graph);
}

static bool can_return(const plain_graph *graph, uint32_t from) {
    for (uint32_t e = graph->first[from]; e < graph->first[from + 1]; e++) {
        uint32_t to = graph->target[e];
        if (to != from && plain_graph_edge(graph, to, from)) {
            return true;
        }
    }
    return false;
}

/* Runs one frame; returns whether a unit is on its way after it. */
static bool step_roads(roads *r, uint32_t budget, wend_wait wait) {
    bool was_active[UNITS], active = false;
    for (uint32_t i = 0; i < r->count; i++) {
        wend_unit_status status = wend_fleet_status(r->fleet, r->units[i]);
        was_active[i] = status != WEND_UNIT_ARRIVED && status != WEND_UNIT_UNREACHABLE;
    }
    wend_frame frame;
    assert_int_equal(wend_fleet_reserve(r->fleet, budget), WEND_OK);
    assert_int_equal(wend_fleet_frame(r->fleet, (wend_budget){.work = budget}, &frame), WEND_OK);
    for (uint32_t i = 0; i < r->count; i++) {
        wend_state now = wend_fleet_state(r->fleet, r->units[i]);
        bool must = was_active[i] && wait != WEND_WAIT_STAND && can_return(&r->graph, r->at[i]);
        wend_unit_status status = wend_fleet_status(r->fleet, r->units[i]);
        bool has_left = r->is_group && status == WEND_UNIT_UNREACHABLE;
        check(now != r->at[i] || !must || has_left, "unit %u stood at node %u", i, now);
        if (now != r->at[i]) {
            uint32_t cost = plain_graph_edge(&r->graph, r->at[i], now);
            check(cost > 0, "no edge leads from %u to %u", r->at[i], now);
            r->cost[i] += cost;
            r->at[i] = now;
        }
        active |= status != WEND_UNIT_ARRIVED && status != WEND_UNIT_UNREACHABLE;
    }
    return active;
}

/* If some moves are not reversible, queued units make only reversible ones, so that reachable goals
 * stay reachable. */
static void fleets_on_graphs(void **state) {
    (void)state;
    for (uint32_t seed = 0; seed < test_scaled(200); seed++) {
        dice d = dice_of(seed);
        roads r;
        wend_wait wait = (wend_wait)(seed % 3);
        open_roads(&r, &d, wait);
        uint32_t budget = dice_between(&d, 100, 3000);
        for (uint32_t f = 0; step_roads(&r, budget, wait); f++) {
            check(f < 20000, "case %u does not end", seed);
        }
        for (uint32_t i = 0; i < r.count; i++) {
            wend_unit_status status = wend_fleet_status(r.fleet, r.units[i]);
            if (r.best[i] == PLAIN_FAR) {
                assert_int_equal(status, WEND_UNIT_UNREACHABLE);
            } else {
                assert_int_equal(status, WEND_UNIT_ARRIVED);
                assert_int_equal(r.at[i], r.goal[i]);
                assert_true(wait != WEND_WAIT_STAND || r.cost[i] == r.best[i]);
            }
        }
        close_roads(&r);
    }
}

/* A group order on any graph is served: by a field if every move is reversible at the same cost,
 * otherwise as single orders. Memory is not short. */
static void groups_on_graphs(void **state) {
    (void)state;
    for (uint32_t seed = 0; seed < test_scaled(60); seed++) {
        dice d = dice_of(seed);
        roads r;
        open_roads(&r, &d, WEND_WAIT_GREEDY);
        const wend_state goal = r.goal[0];
        r.is_group = true;
        wend_fleet_def def = {.domain = r.domain, .units_max = UNITS, .group_min = UNITS};
        wend_fleet_destroy(r.fleet);
        assert_int_equal(wend_fleet_create(&def, &r.fleet, NULL), WEND_OK);
        uint64_t *distances = test_alloc(r.graph.nodes * sizeof *distances);
        for (uint32_t i = 0; i < r.count; i++) {
            assert_int_equal(wend_fleet_add(r.fleet, r.at[i], &r.units[i]), WEND_OK);
        }
        assert_int_equal(wend_fleet_set_group_goal(r.fleet, r.units, r.count, goal, NULL), WEND_OK);
        for (uint32_t f = 0; step_roads(&r, 1000, WEND_WAIT_GREEDY); f++) {
            check(f < 20000, "case %u does not end", seed);
        }
        for (uint32_t i = 0; i < r.count; i++) {
            plain_graph_distances(&r.graph, r.at[i], distances);
            bool can = distances[goal] != PLAIN_FAR;
            wend_unit_status status = wend_fleet_status(r.fleet, r.units[i]);
            assert_int_equal(status, can ? WEND_UNIT_ARRIVED : WEND_UNIT_UNREACHABLE);
            assert_true(!can || r.at[i] == goal);
        }
        free(distances);
        close_roads(&r);
    }
}

/* ---- Definitions ----------------------------------------------------------------------------- */

static void expect_error(const wend_fleet_def *def, wend_error error, const char *field) {
    wend_fleet *fleet = (wend_fleet *)1;
    wend_diagnosis diagnosis = {0};
    assert_int_equal(wend_fleet_create(def, &fleet, &diagnosis), error);
    assert_null(fleet);
    assert_string_equal(diagnosis.field, field);
    assert_true(diagnosis.text[0]);
    assert_int_equal(wend_fleet_create(def, &fleet, NULL), error);
}

static void wrong_definitions_name_the_field(void **state) {
    (void)state;
    plain_map truth;
    maze(&truth);
    wend_map *map = plain_to_wend(&truth);
    truth.neighbors = 16;
    wend_map *wide = plain_to_wend(&truth);
    wend_components *components;
    assert_int_equal(wend_components_create(&(wend_components_def){.map = wide}, &components, NULL),
                     WEND_OK);
    wend_puzzle_def puzzle_def = {0};
    wend_domain *puzzle;
    assert_int_equal(wend_puzzle_create(&puzzle_def, &puzzle, NULL), WEND_OK);
    const wend_fleet_def good = {.map = map, .units_max = 1};
    wend_fleet_def def = good;
    def.map = NULL;
    expect_error(&def, WEND_ERROR_ARGUMENT, "map");
    def.domain = wend_map_domain(map);
    expect_error(&def, WEND_ERROR_ARGUMENT, "domain");
    def.map = map;
    expect_error(&def, WEND_ERROR_ARGUMENT, "domain");
    def = (wend_fleet_def){.domain = puzzle, .units_max = 1};
    expect_error(&def, WEND_ERROR_UNSUPPORTED, "domain");
    def = good;
    def.units_max = 0;
    expect_error(&def, WEND_ERROR_ARGUMENT, "units_max");
    def.units_max = WEND_FLEET_UNITS_MAX + 1;
    expect_error(&def, WEND_ERROR_ARGUMENT, "units_max");
    def = good;
    def.searches_max = WEND_FLEET_SEARCHES_MAX + 1;
    expect_error(&def, WEND_ERROR_ARGUMENT, "searches_max");
    def = good;
    def.wait = (wend_wait)3;
    expect_error(&def, WEND_ERROR_ARGUMENT, "wait");
    def = good;
    def.event_kinds = 16;
    expect_error(&def, WEND_ERROR_ARGUMENT, "event_kinds");
    def = good;
    def.events_max = 4 * WEND_FLEET_UNITS_MAX + 1;
    expect_error(&def, WEND_ERROR_ARGUMENT, "events_max");
    def = good;
    def.algo = wend_algo_tba();
    expect_error(&def, WEND_ERROR_UNSUPPORTED, "algo");
    def.algo = wend_algo_jps();
    def.map = wide;
    expect_error(&def, WEND_ERROR_UNSUPPORTED, "algo");
    def = good;
    def.components = components;
    expect_error(&def, WEND_ERROR_ARGUMENT, "components");
    def = good;
    def.allocator.context = &def;
    def.allocator.allocate = ledger_allocator(NULL).allocate;
    expect_error(&def, WEND_ERROR_ARGUMENT, "allocator");
    wend_fleet *fleet;
    assert_int_equal(wend_fleet_create(NULL, &fleet, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_fleet_create(&good, NULL, NULL), WEND_ERROR_ARGUMENT);
    wend_domain_destroy(puzzle);
    wend_components_destroy(components);
    wend_map_destroy(wide);
    wend_map_destroy(map);
}

/* "astar" and "jps" by name give the same costs. */
static void algorithms_by_name(void **state) {
    (void)state;
    plain_map truth;
    maze(&truth);
    const wend_algo *algos[] = {wend_algo_jps(), wend_algo_astar()};
    uint64_t costs[2] = {0, 0};
    for (uint32_t k = 0; k < 2; k++) {
        army a;
        army_open(&a, &truth,
                  &(wend_fleet_def){.units_max = UNITS, .algo = algos[k], .wait = WEND_WAIT_STAND},
                  60000);
        dice d = dice_of(7);
        while (a.count < UNITS) {
            army_add(&a, &d);
        }
        army_run(&a, 5000);
        for (uint32_t i = 0; i < a.count; i++) {
            costs[k] += a.cost[i];
        }
        army_close(&a);
    }
    assert_true(costs[0] == costs[1] && costs[0] > 0);
}

static void wrong_arguments(void **state) {
    (void)state;
    plain_map truth;
    maze(&truth);
    army a;
    army_open(&a, &truth, &(wend_fleet_def){.units_max = 2}, 1000);
    wend_unit unit;
    wend_frame frame;
    const wend_state wall = 3 + 60 * 20;
    assert_int_equal(wend_fleet_add(a.fleet, 60 * 60, &unit), WEND_ERROR_OUTSIDE);
    assert_int_equal(wend_fleet_add(a.fleet, wall, &unit), WEND_ERROR_START_BLOCKED);
    assert_true(unit == WEND_UNIT_NONE);
    assert_int_equal(wend_fleet_add(NULL, 0, &unit), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_fleet_add(a.fleet, 0, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_fleet_add(a.fleet, 0, &unit), WEND_OK);
    assert_int_equal(wend_fleet_set_goal(a.fleet, unit, wall, NULL), WEND_ERROR_GOAL_BLOCKED);
    assert_int_equal(wend_fleet_teleport(a.fleet, unit, wall), WEND_ERROR_START_BLOCKED);
    assert_int_equal(wend_fleet_teleport(a.fleet, unit, 60 * 60), WEND_ERROR_OUTSIDE);
    assert_int_equal(wend_fleet_reserve(a.fleet, WEND_FLEET_WORK_MIN - 1), WEND_ERROR_BUDGET);
    assert_int_equal(
        wend_fleet_frame(a.fleet, (wend_budget){.work = WEND_FLEET_WORK_MIN - 1}, &frame),
        WEND_ERROR_BUDGET);
    assert_int_equal(wend_fleet_frame(a.fleet, (wend_budget){.work = 1000}, NULL),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_fleet_frame(NULL, (wend_budget){.work = 1000}, &frame),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_fleet_reserve(NULL, 1000), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_fleet_stats(NULL).units, 0);
    assert_true(wend_fleet_state(NULL, unit) == WEND_STATE_NONE);
    assert_true(wend_fleet_at(NULL, 0) == WEND_UNIT_NONE);
    assert_true(wend_fleet_at(a.fleet, 1) == WEND_UNIT_NONE);
    assert_int_equal(wend_fleet_waypoints(NULL, unit, NULL, 0, NULL), 0);
    wend_fleet_destroy(NULL);
    army_close(&a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_go_on_without_memory),
        cmocka_unit_test(all_units_arrive_with_room_for_one_search),
        cmocka_unit_test(more_memory_is_never_worse),
        cmocka_unit_test(a_full_pool_repeats_no_search),
        cmocka_unit_test(a_failed_search_is_made_once),
        cmocka_unit_test(a_shortage_passes),
        cmocka_unit_test(allocations_that_fail),
        cmocka_unit_test(frames_without_preparation),
        cmocka_unit_test(events_that_do_not_fit),
        cmocka_unit_test(fleets_on_graphs),
        cmocka_unit_test(groups_on_graphs),
        cmocka_unit_test(wrong_definitions_name_the_field),
        cmocka_unit_test(algorithms_by_name),
        cmocka_unit_test(wrong_arguments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
