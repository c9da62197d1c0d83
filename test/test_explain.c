/* Why agents stand or turn back: every reason, and its text. */
#include <wend/research.h>
#include <wend/wend.h>

#include "support/ledger.h"
#include "support/plain_map.h"
#include "support/step.h"
#include "support/test.h"
#include "support/variant.h"
#include "support/update.h"

#include <stdio.h>
#include <string.h>

/* From `s` the route to `g` leads around a pocket; `d` is a door in it, `i` is an island. */
static const char *const pocket[] = {
    "....................", "...@@@@@@@@@@@@.....", "..............@..@@@", "s.............d.g@i@",
    "..............@..@@@", "...@@@@@@@@@@@@.....", "....................", NULL};

typedef struct scene {
    wend_map *map;
    wend_components *components;
    wend_state start, goal, door, island;
} scene;

static void set_free(const scene *s, wend_state cell, bool is_free) {
    assert_int_equal(
        wend_map_set_free(s->map, wend_map_x(s->map, cell), wend_map_y(s->map, cell), is_free),
        WEND_OK);
}

static void set_factor(const scene *s, wend_state cell, uint8_t factor) {
    assert_int_equal(
        wend_map_set_factor(s->map, wend_map_x(s->map, cell), wend_map_y(s->map, cell), factor),
        WEND_OK);
}

static void open_plain(scene *s, const char *const *picture, const plain_map *plain) {
    s->map = plain_to_wend(plain);
    s->start = (wend_state)plain_mark(picture, 's');
    s->goal = (wend_state)plain_mark(picture, 'g');
    s->door = (wend_state)plain_mark(picture, 'd');
    s->island = (wend_state)plain_mark(picture, 'i');
    assert_int_equal(
        wend_components_create(&(wend_components_def){.map = s->map}, &s->components, NULL),
        WEND_OK);
}

static void open_picture(scene *s, const char *const *picture) {
    plain_map plain;
    plain_from_picture(&plain, picture);
    open_plain(s, picture, &plain);
}

static void open_scene(scene *s) {
    open_picture(s, pocket);
}

/* With a factor for each cell, 1 everywhere. */
static void open_weighted_scene(scene *s) {
    plain_map plain;
    plain_from_picture(&plain, pocket);
    plain.weighted = true;
    memset(plain.factors, 1, sizeof plain.factors);
    open_plain(s, pocket, &plain);
}

static void close_scene(scene *s) {
    wend_components_destroy(s->components);
    wend_map_destroy(s->map);
}

static wend_agent *agent_on(const scene *s, const char *algo, wend_state goal) {
    wend_agent_def def = {
        .map = s->map, .start = s->start, .goal = goal, .algo = wend_algo_find(algo)};
    return make_agent(&def);
}

static wend_tick step(wend_agent *agent, uint32_t budget) {
    wend_tick tick;
    step_agent(agent, budget, &tick);
    return tick;
}

/* Checks the reason and its state, and returns the rest. */
static wend_explanation expect(const wend_agent *agent, wend_reason reason, wend_state state) {
    wend_explanation e = wend_agent_explain(agent);
    char text[200];
    wend_explain_text(&e, NULL, text, sizeof text);
    check(e.reason == reason && e.state == state, "%s: %s (%d, %u), expected %d, %u",
          wend_agent_algo(agent)->name, text, e.reason, e.state, reason, state);
    return e;
}

/* ---- On the way ------------------------------------------------------------------------------ */

static void new_agents_have_no_tick(void **state) {
    (void)state;
    scene s;
    open_scene(&s);
    wend_agent *agent = agent_on(&s, "tba", s.goal);
    expect(agent, WEND_REASON_NO_TICK, WEND_STATE_NONE);
    wend_tick tick;
    assert_int_equal(wend_agent_tick_expansions(agent, 0, &tick), WEND_ERROR_BUDGET);
    expect(agent, WEND_REASON_NO_TICK, WEND_STATE_NONE); /* nothing was granted */
    step(agent, 2);
    assert_int_not_equal(wend_agent_explain(agent).reason, WEND_REASON_NO_TICK);
    assert_int_equal(wend_agent_set_goal(agent, s.start + 5), WEND_OK);
    expect(agent, WEND_REASON_NO_TICK, WEND_STATE_NONE);
    wend_agent_destroy(agent);
    close_scene(&s);
}

/* Into the pocket, back out of it, along the route, to the goal. */
static void paths_routes_and_steps_back_are_distinguished(void **state) {
    (void)state;
    scene s;
    open_scene(&s);
    set_free(&s, s.door, false);
    static const char *const algos[] = {"tba", "tbjps"};
    for (uint32_t i = 0; i < COUNT_OF(algos); i++) {
        wend_agent *agent = agent_on(&s, algos[i], s.goal);
        bool seen[WEND_REASON_STALE + 1] = {false};
        wend_tick tick;
        do {
            tick = step(agent, i == 0 ? 4 : 1);
            wend_explanation e = wend_agent_explain(agent);
            seen[e.reason] = true;
            bool is_back = (tick.flags & WEND_TICK_BACKTRACKED) != 0;
            bool is_found = (tick.flags & WEND_TICK_FOUND) != 0;
            wend_reason expected = tick.status == WEND_AGENT_ARRIVED ? WEND_REASON_ARRIVED
                                   : !(tick.flags & WEND_TICK_MOVED) ? WEND_REASON_SEARCHING
                                   : is_back                         ? WEND_REASON_BACKTRACKING
                                   : is_found                        ? WEND_REASON_ON_ROUTE
                                                                     : WEND_REASON_ON_PATH;
            bool is_searching = expected == WEND_REASON_SEARCHING;
            expect(agent, expected, is_searching ? s.goal : tick.state);
            bool has_count =
                expected == WEND_REASON_ON_PATH || expected == WEND_REASON_BACKTRACKING;
            assert_true(!has_count || e.count == wend_agent_stats(agent).expansions);
            assert_int_equal(e.ticks, is_searching ? e.ticks : 0);
        } while (wend_agent_is_active(tick.status));
        check(seen[WEND_REASON_ARRIVED] && seen[WEND_REASON_ON_ROUTE] && seen[WEND_REASON_ON_PATH],
              "%s did not show all", algos[i]);
        check(i > 0 || seen[WEND_REASON_BACKTRACKING], "%s did not step back", algos[i]);
        wend_agent_destroy(agent);
    }
    close_scene(&s);
}

static void agents_that_plan_first_wait_for_the_search(void **state) {
    (void)state;
    scene s;
    open_scene(&s);
    static const char *const algos[] = {"astar", "dstar-lite"};
    for (uint32_t i = 0; i < COUNT_OF(algos); i++) {
        wend_agent *agent = agent_on(&s, algos[i], s.goal);
        for (uint32_t tick = 1; tick <= 2; tick++) {
            step(agent, 1);
            wend_explanation e = expect(agent, WEND_REASON_SEARCHING, s.goal);
            assert_int_equal(e.ticks, tick);
            assert_int_equal(e.count, wend_agent_stats(agent).expansions);
        }
        while (step(agent, 5).status == WEND_AGENT_WAITING) {
        }
        wend_explanation e = expect(agent, WEND_REASON_ON_ROUTE, wend_agent_state(agent));
        assert_int_equal(e.ticks, 0);
        wend_agent_destroy(agent);
    }
    close_scene(&s);
}

static void refused_moves_are_counted(void **state) {
    (void)state;
    scene s;
    open_scene(&s);
    for (uint32_t i = 0; i < wend_algo_count(); i++) {
        const wend_algo *algo = wend_algo_get(i);
        if (variant_needs_aids(algo)) {
            continue;
        }
        wend_agent *agent = agent_on(&s, algo->name, s.goal);
        wend_tick tick;
        while (wend_agent_next(agent) == WEND_STATE_NONE) {
            assert_int_equal(wend_agent_reserve_expansions(agent, 100), WEND_OK);
            assert_int_equal(wend_agent_plan_expansions(agent, 100, &tick), WEND_OK);
        }
        assert_int_not_equal(wend_agent_explain(agent).reason, WEND_REASON_REFUSED);
        for (uint32_t refused = 1; refused <= 3; refused++) {
            assert_int_equal(wend_agent_reserve_expansions(agent, 100), WEND_OK);
            assert_int_equal(wend_agent_plan_expansions(agent, 100, &tick), WEND_OK);
            wend_explanation e = expect(agent, WEND_REASON_REFUSED, wend_agent_next(agent));
            assert_int_equal(e.count, refused);
            assert_true(e.ticks > refused);
        }
        assert_int_equal(wend_agent_move(agent, &tick), WEND_OK);
        wend_explanation e = wend_agent_explain(agent);
        assert_int_not_equal(e.reason, WEND_REASON_REFUSED);
        assert_int_equal(e.ticks, 0);
        for (uint32_t plans = 1; plans <= 4; plans++) { /* counted from the start */
            assert_int_equal(wend_agent_reserve_expansions(agent, 100), WEND_OK);
            assert_int_equal(wend_agent_plan_expansions(agent, 100, &tick), WEND_OK);
            e = wend_agent_explain(agent);
            assert_int_equal(e.ticks, plans);
            assert_true(e.reason != WEND_REASON_REFUSED || e.count < plans);
        }
        wend_agent_destroy(agent);
    }
    close_scene(&s);
}

/* ---- Edits ----------------------------------------------------------------------------------- */

/* Among many edits elsewhere, the edit that blocked the path is named. Some agents look ahead so
 * little that they have nothing to discard. */
static void a_cut_path_is_explained_by_the_edit(void **state) {
    (void)state;
    uint32_t named = 0;
    for (uint32_t i = 0; i < wend_algo_count(); i++) {
        const char *name = wend_algo_get(i)->name;
        if (variant_needs_aids(wend_algo_get(i))) {
            continue;
        }
        scene s;
        open_scene(&s);
        wend_agent *agent = agent_on(&s, name, s.goal);
        set_free(&s, 19, false); /* before its first tick: blocks nothing */
        set_free(&s, 19, true);
        while (step(agent, 300).status == WEND_AGENT_WAITING ||
               wend_agent_state(agent) == s.start) {
        }
        set_free(&s, 19, false); /* in a corner of the map */
        set_free(&s, s.door, false);
        set_free(&s, 20 * 6 + 19, false);
        uint64_t before = wend_agent_stats(agent).expansions;
        bool has_restarted = (step(agent, 1).flags & WEND_TICK_RESTARTED) != 0;
        if (!has_restarted && strcmp(name, "dstar-lite") != 0) { /* repairs its search */
            assert_int_equal(wend_agent_explain(agent).edit, WEND_EDIT_NONE);
            wend_agent_destroy(agent);
            close_scene(&s);
            continue;
        }
        named++;
        wend_explanation e = expect(agent, WEND_REASON_ROUTE_BLOCKED, s.door);
        check(e.edit == WEND_EDIT_BLOCKED && e.edited == s.door, "%s: %d at %u", name, e.edit,
              e.edited);
        assert_int_equal(e.count, wend_agent_stats(agent).expansions - before);
        wend_tick tick;
        do { /* until there is a new plan */
            tick = step(agent, 30);
        } while (!(tick.flags & (WEND_TICK_FOUND | WEND_TICK_REPLANNED)));
        step(agent, 30);
        check(wend_agent_explain(agent).reason != WEND_REASON_ROUTE_BLOCKED, "%s is still blocked",
              name);
        wend_agent_destroy(agent);
        close_scene(&s);
    }
    assert_true(named >= 16);
}

/* A freed cell makes a better route possible, a blocked one blocks the path: the latter is named,
 * whichever came first. */
static void a_cut_comes_before_a_better_way(void **state) {
    (void)state;
    static const char *const algos[] = {"tba", "astar", "tbjps", "jps"};
    for (uint32_t i = 0; i < COUNT_OF(algos); i++) {
        scene s;
        open_scene(&s);
        wend_agent *agent = agent_on(&s, algos[i], s.goal);
        while (step(agent, 300).status == WEND_AGENT_WAITING ||
               wend_agent_state(agent) == s.start) {
        }
        wend_state wall = (wend_state)(20 * 2 + 14);
        set_free(&s, wall, true);
        step(agent, 1);
        wend_explanation e = wend_agent_explain(agent);
        check(e.edit == WEND_EDIT_FREED && e.edited == wall, "%s: %d at %u", algos[i], e.edit,
              e.edited);
        set_free(&s, wall, false);
        while (!(step(agent, 300).flags & WEND_TICK_FOUND)) {
        }
        step(agent, 300);
        check(wend_agent_explain(agent).edit == WEND_EDIT_NONE, "%s is still blocked", algos[i]);
        set_free(&s, wall, true);
        set_free(&s, s.door, false);
        step(agent, 1);
        e = wend_agent_explain(agent);
        bool jumps = i >= 2; /* it restarts for either, and names the first */
        check(e.edited == (jumps ? wall : s.door), "%s: %d at %u", algos[i], e.edit, e.edited);
        wend_agent_destroy(agent);
        close_scene(&s);
    }
}

/* Cells that cost more, among other cells that do. */
static void cells_that_cost_more_are_named(void **state) {
    (void)state;
    static const char *const algos[] = {"tba", "astar", "tbaa", "dstar-lite"};
    for (uint32_t i = 0; i < COUNT_OF(algos); i++) {
        scene s;
        open_weighted_scene(&s);
        wend_agent *agent = agent_on(&s, algos[i], s.goal);
        while (step(agent, 300).status == WEND_AGENT_WAITING ||
               wend_agent_state(agent) == s.start) {
        }
        set_factor(&s, 19, 100);
        set_factor(&s, s.door, 100);
        step(agent, 1);
        wend_explanation e = expect(agent, WEND_REASON_ROUTE_BLOCKED, s.door);
        check(e.edit == WEND_EDIT_MORE, "%s: %d", algos[i], e.edit);
        while (!(step(agent, 300).flags & WEND_TICK_FOUND)) {
        }
        set_factor(&s, s.door, 1);
        step(agent, 1);
        e = wend_agent_explain(agent);
        bool repairs = i == 3; /* a better route blocks nothing */
        check(e.edit == (repairs ? WEND_EDIT_NONE : WEND_EDIT_LESS), "%s: %d", algos[i], e.edit);
        wend_agent_destroy(agent);
        close_scene(&s);
    }
}

/* An agent whose goal has become unreachable names the cell, whatever else was edited. */
static void unreachable_goals_name_the_blocking_edit(void **state) {
    (void)state;
    static const char *const corridor[] = {".....i@@@@@......", "s.......d.......g",
                                           "......@@@@@......", NULL};
    static const char *const algos[] = {"tba", "astar", "jps", "tbjps", "auto", "dstar-lite"};
    for (uint32_t i = 0; i < 2 * COUNT_OF(algos); i++) {
        const char *name = algos[i / 2];
        scene s;
        open_picture(&s, corridor);
        wend_agent_def def = {.map = s.map,
                              .start = s.start,
                              .goal = s.goal,
                              .components = i % 2 ? s.components : NULL,
                              .algo = wend_algo_find(name)};
        wend_agent *agent = make_agent(&def);
        while (step(agent, 300).status == WEND_AGENT_WAITING ||
               wend_agent_state(agent) == s.start) {
        }
        set_free(&s, s.start + 17 + 4, false); /* beside the route */
        set_free(&s, s.door, false);
        set_free(&s, 16, false);
        update_chunks(s.components, UINT32_MAX);
        while (step(agent, 300).status != WEND_AGENT_UNREACHABLE) {
        }
        wend_explanation e =
            expect(agent, i % 2 ? WEND_REASON_OTHER_COMPONENT : WEND_REASON_UNREACHABLE, s.goal);
        check(e.edit == WEND_EDIT_BLOCKED && e.edited == s.door, "%s: %d at %u", name, e.edit,
              e.edited);
        wend_agent_destroy(agent);
        close_scene(&s);
    }
}

/* The agent plans again because of the new goal, not because of the edit before it. */
static void another_goal_is_no_cut(void **state) {
    (void)state;
    scene s;
    open_scene(&s);
    wend_agent *agent = agent_on(&s, "tba", s.goal);
    step(agent, 300);
    step(agent, 300);
    set_free(&s, s.door, false);
    assert_int_equal(wend_agent_set_goal(agent, 19), WEND_OK);
    step(agent, 1);
    assert_int_not_equal(wend_agent_explain(agent).reason, WEND_REASON_ROUTE_BLOCKED);
    wend_agent_destroy(agent);
    close_scene(&s);
}

/* A single edit is the reason, whichever search restarts because of it. */
static void a_single_edit_is_named(void **state) {
    (void)state;
    uint32_t restarted = 0;
    for (uint32_t i = 0; i < wend_algo_count(); i++) {
        if (variant_needs_aids(wend_algo_get(i))) {
            continue;
        }
        scene s;
        open_scene(&s);
        wend_agent *agent = agent_on(&s, wend_algo_get(i)->name, s.goal);
        while (step(agent, 300).status == WEND_AGENT_WAITING ||
               wend_agent_state(agent) == s.start) {
        }
        set_free(&s, s.door, false);
        if ((step(agent, 1).flags & WEND_TICK_RESTARTED)) {
            expect(agent, WEND_REASON_ROUTE_BLOCKED, s.door);
            restarted++;
        }
        wend_agent_destroy(agent);
        close_scene(&s);
    }
    assert_true(restarted > 5);
}

static void edits_beyond_number_have_no_place(void **state) {
    (void)state;
    scene s;
    open_scene(&s);
    wend_agent *agent = agent_on(&s, "tba", s.goal);
    step(agent, 300);
    for (uint32_t i = 0; i < 1100; i++) {
        set_free(&s, 19, i % 2);
    }
    step(agent, 1);
    expect(agent, WEND_REASON_ROUTE_BLOCKED, WEND_STATE_NONE);
    wend_agent_destroy(agent);
    close_scene(&s);
}

static void a_blocked_cell_is_explained(void **state) {
    (void)state;
    scene s;
    open_scene(&s);
    wend_agent *agent = agent_on(&s, "astar", s.goal);
    set_free(&s, s.start, false);
    step(agent, 1);
    wend_explanation e = expect(agent, WEND_REASON_CELL_BLOCKED, s.start);
    assert_int_equal(e.count, wend_agent_stats(agent).expansions);
    while (step(agent, 100).status == WEND_AGENT_WAITING) {
    }
    assert_int_not_equal(wend_agent_explain(agent).reason, WEND_REASON_CELL_BLOCKED);
    wend_agent_destroy(agent);
    close_scene(&s);
}

/* ---- Ends ------------------------------------------------------------------------------------ */

static void what_cannot_be_reached_is_explained(void **state) {
    (void)state;
    scene s;
    open_scene(&s);
    wend_agent *agent = agent_on(&s, "astar", s.island);
    while (step(agent, 20).status == WEND_AGENT_WAITING) {
    }
    wend_explanation e = expect(agent, WEND_REASON_UNREACHABLE, s.island);
    assert_int_equal(e.count, wend_agent_stats(agent).expansions);
    assert_int_equal(wend_agent_set_goal(agent, s.goal), WEND_OK);
    set_free(&s, s.goal, false);
    step(agent, 20);
    expect(agent, WEND_REASON_GOAL_BLOCKED, s.goal);
    set_free(&s, s.goal, true);
    wend_agent_destroy(agent);
    update_chunks(s.components, UINT32_MAX);
    wend_agent_def def = {.map = s.map,
                          .start = s.start,
                          .goal = s.island,
                          .components = s.components,
                          .algo = wend_algo_tba()};
    agent = make_agent(&def);
    for (uint32_t tick = 1; tick <= 2; tick++) {
        step(agent, 20);
        assert_int_equal(expect(agent, WEND_REASON_OTHER_COMPONENT, s.island).ticks, tick);
    }
    wend_agent_destroy(agent);
    def.nearest = true;
    agent = make_agent(&def);
    while (wend_agent_is_active(step(agent, 20).status)) {
    }
    expect(agent, WEND_REASON_ARRIVED_NEAREST, s.island);
    wend_agent_destroy(agent);
    close_scene(&s);
}

static void missing_memory_is_explained(void **state) {
    (void)state;
    scene s;
    open_scene(&s);
    ledger book = {0};
    wend_agent_def def = {.map = s.map,
                          .start = s.start,
                          .goal = s.goal,
                          .algo = wend_algo_tba(),
                          .allocator = ledger_allocator(&book)};
    wend_agent *agent = make_agent(&def);
    wend_tick tick;
    assert_int_equal(wend_agent_tick_expansions(agent, 100, &tick), WEND_OK);
    assert_int_equal(expect(agent, WEND_REASON_NOT_RESERVED, s.goal).count, book.live_bytes);
    book.fail_at = book.calls + 1;
    book.fail_from = true;
    assert_int_equal(wend_agent_reserve_expansions(agent, 100), WEND_ERROR_MEMORY);
    assert_int_equal(wend_agent_tick_expansions(agent, 100, &tick), WEND_OK);
    assert_int_equal(expect(agent, WEND_REASON_OUT_OF_MEMORY, s.goal).count, book.live_bytes);
    wend_agent_destroy(agent);
    close_scene(&s);
}

static void a_stale_aid_is_explained(void **state) {
    (void)state;
    scene s;
    open_scene(&s);
    test_aids aids = aids_make(s.map);
    wend_agent_def def = {
        .map = s.map, .start = s.start, .goal = s.goal, .algo = wend_algo_find("dlrta")};
    variant_give_aids(def.algo, &aids, &def);
    wend_agent *agent = make_agent(&def);
    step(agent, 20);
    set_free(&s, s.door, false);
    expect(agent, WEND_REASON_STALE, s.goal);
    wend_agent_destroy(agent);
    aids_free(&aids);
    close_scene(&s);
}

/* A chain of edges with the maximum cost. */
static void what_is_too_far_is_explained(void **state) {
    (void)state;
    enum { NODES = 300 };
    static uint32_t first[NODES + 1], target[NODES], cost[NODES];
    for (uint32_t n = 0; n < NODES; n++) {
        first[n] = n;
        target[n] = n + 1;
        cost[n] = WEND_MOVE_COST_MAX;
    }
    first[NODES] = NODES - 1;
    wend_graph_def graph = {.node_count = NODES,
                            .edge_count = NODES - 1,
                            .first = first,
                            .target = target,
                            .cost = cost};
    wend_domain *domain;
    assert_int_equal(wend_graph_create(&graph, &domain, NULL), WEND_OK);
    wend_agent_def def = {
        .domain = domain, .start = 0, .goal = NODES - 1, .algo = wend_algo_find("astar")};
    wend_agent *agent = make_agent(&def);
    while (step(agent, 20).status == WEND_AGENT_WAITING) {
    }
    expect(agent, WEND_REASON_OVERFLOW, NODES - 1);
    wend_agent_destroy(agent);
    wend_domain_destroy(domain);
}

/* ---- Text ------------------------------------------------------------------------------------ */

static void every_reason_has_a_text_of_its_own(void **state) {
    (void)state;
    scene s;
    open_scene(&s);
    char texts[WEND_REASON_GROUPED + 2][200];
    for (uint32_t r = 0; r < COUNT_OF(texts); r++) {
        wend_explanation e = {.reason = (wend_reason)r,
                              .state = s.goal,
                              .ticks = 3,
                              .count = UINT64_C(12345678901234)};
        size_t length = wend_explain_text(&e, s.map, texts[r], sizeof texts[r]);
        assert_int_equal(length, strlen(texts[r]));
        assert_true(length > 10);
        for (uint32_t other = 0; other < r; other++) {
            assert_string_not_equal(texts[r], texts[other]);
        }
    }
    assert_string_equal(texts[WEND_REASON_GOAL_BLOCKED], "its goal, (16, 3), is blocked");
    assert_string_equal(texts[WEND_REASON_REFUSED],
                        "its move to (16, 3) was not made: 12345678901234 plans without a move");
    assert_string_equal(texts[WEND_REASON_ON_ROUTE],
                        "it follows a route to its goal: its next step is (16, 3)");
    wend_explanation moved = {.reason = WEND_REASON_ON_ROUTE, .state = s.goal};
    wend_explain_text(&moved, s.map, texts[0], sizeof texts[0]);
    assert_string_equal(texts[0], "it follows a route to its goal: it has moved to (16, 3)");
    close_scene(&s);
}

static void texts_are_truncated_as_by_snprintf(void **state) {
    (void)state;
    wend_explanation e = {.reason = WEND_REASON_GOAL_BLOCKED, .state = 7};
    char text[12];
    const char *whole = "its goal, state 7, is blocked";
    assert_int_equal(wend_explain_text(&e, NULL, NULL, 0), strlen(whole));
    assert_int_equal(wend_explain_text(&e, NULL, text, sizeof text), strlen(whole));
    assert_string_equal(text, "its goal, s");
    char room[64];
    e.edit = WEND_EDIT_BLOCKED;
    e.edited = 9;
    whole = "its goal, state 7, is blocked; state 9 was blocked";
    assert_int_equal(wend_explain_text(&e, NULL, NULL, 0), strlen(whole));
    assert_int_equal(wend_explain_text(&e, NULL, room, sizeof room), strlen(whole));
    assert_string_equal(room, whole);
    assert_int_equal(wend_explain_text(&e, NULL, text, sizeof text), strlen(whole));
    assert_string_equal(text, "its goal, s");
    wend_edit edits[] = {WEND_EDIT_FREED, WEND_EDIT_MORE, WEND_EDIT_LESS, WEND_EDIT_UNKNOWN};
    for (uint32_t i = 0; i < COUNT_OF(edits); i++) {
        e.edit = edits[i];
        wend_explain_text(&e, NULL, room, 34); /* up to the semicolon and the cell */
        assert_string_equal(room + 29, i < 3 ? "; st" : "; to");
    }
    e.edit = WEND_EDIT_NONE;
    e.state = WEND_STATE_NONE;
    assert_int_equal(wend_explain_text(&e, NULL, NULL, 0),
                     strlen("its goal, an unknown state, is blocked"));
    assert_int_equal(wend_explain_text(NULL, NULL, text, sizeof text), 0);
    assert_int_equal(wend_explain_text(&e, NULL, NULL, 5), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(new_agents_have_no_tick),
        cmocka_unit_test(paths_routes_and_steps_back_are_distinguished),
        cmocka_unit_test(agents_that_plan_first_wait_for_the_search),
        cmocka_unit_test(refused_moves_are_counted),
        cmocka_unit_test(a_cut_path_is_explained_by_the_edit),
        cmocka_unit_test(a_cut_comes_before_a_better_way),
        cmocka_unit_test(cells_that_cost_more_are_named),
        cmocka_unit_test(unreachable_goals_name_the_blocking_edit),
        cmocka_unit_test(another_goal_is_no_cut),
        cmocka_unit_test(a_single_edit_is_named),
        cmocka_unit_test(edits_beyond_number_have_no_place),
        cmocka_unit_test(a_blocked_cell_is_explained),
        cmocka_unit_test(what_cannot_be_reached_is_explained),
        cmocka_unit_test(missing_memory_is_explained),
        cmocka_unit_test(a_stale_aid_is_explained),
        cmocka_unit_test(what_is_too_far_is_explained),
        cmocka_unit_test(every_reason_has_a_text_of_its_own),
        cmocka_unit_test(texts_are_truncated_as_by_snprintf),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
