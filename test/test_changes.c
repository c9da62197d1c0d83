/* Maps that are edited while agents move, and goals that move. */
#include <wend/research.h>
#include <wend/wend.h>

#include "agent/agent.h"
#include "support/step.h"
#include "support/test.h"
#include "support/trip.h"
#include "support/validate.h"

#include <string.h>

/* ---- Changing maps --------------------------------------------------------------------------- */

/* Changes a few cells, but never the agent's. */
static void edit(trip *t, dice *d, uint32_t count) {
    for (uint32_t n = 0; n < count; n++) {
        uint32_t cell = dice_between(d, 0, (uint32_t)plain_cells(&t->truth) - 1);
        if (cell == wend_agent_state(t->agent)) {
            continue;
        }
        char terrain = dice_percent(d, 50) ? '.' : '@';
        trip_set_cell(t, cell, terrain);
    }
}

/* The agent notices every change. After the last one it arrives if and only if there is a route. */
static void every_algorithm_copes_with_changes(void **state) {
    (void)state;
    static const uint32_t counts[] = {1, 1, 3, 20};
    variant variants[VARIANTS_MAX];
    uint32_t count = variant_list(variants);
    uint32_t seen[3] = {0};
    for (uint32_t i = 0; i < test_scaled(600); i++) {
        dice d = dice_of(i + 60000);
        trip drawn;
        if (!trip_draw(&drawn, &d)) {
            continue;
        }
        uint32_t often = dice_between(&d, 5, 60), many = DICE_PICK(&d, counts);
        for (uint32_t v = 0; v < count; v++) {
            if (variant_needs_aids(variants[v].algo)) {
                continue; /* an edit makes them stale */
            }
            trip t = drawn;
            dice changes = dice_of(i);
            trip_open_world(&t, false, 0, 0);
            if (!variant_fits(variants[v].algo, t.map)) {
                trip_close_world(&t);
                continue;
            }
            trip_open_agent(&t, &variants[v]);
            for (uint32_t n = 0; n < 80; n++) {
                wend_agent_status before = t.tick.status;
                trip_step(&t);
                seen[0] += before == WEND_AGENT_UNREACHABLE && wend_agent_is_active(t.tick.status);
                seen[1] += (t.tick.flags & WEND_TICK_RESTARTED) != 0;
                if (dice_percent(&changes, often)) {
                    edit(&t, &changes, many);
                }
            }
            t.truth.cells[wend_agent_state(t.agent)] = '.';
            bool reachable = trip_distance(&t) != PLAIN_UNREACHED;
            trip_walk(&t);
            check(t.tick.status == (reachable ? WEND_AGENT_ARRIVED : WEND_AGENT_UNREACHABLE),
                  "case %u, %s: status %d", i, variants[v].name, (int)t.tick.status);
            seen[2] += reachable;
            trip_close(&t);
        }
    }
    assert_true(seen[0] > 0 && seen[1] > 0 && seen[2] > 0);
}

/* Whether a cell or one beside it lies on the path that the agent follows. */
static bool is_on_path(const trip *t, wend_state cell) {
    wend_state path[PLAIN_CELLS_MAX];
    uint32_t count = wend_agent_path(t->agent, path, PLAIN_CELLS_MAX, NULL);
    for (uint32_t i = 0; i < count; i++) {
        int dx = (int)wend_map_x(t->map, path[i]) - (int)wend_map_x(t->map, cell);
        int dy = (int)wend_map_y(t->map, path[i]) - (int)wend_map_y(t->map, cell);
        if (abs(dx) <= 1 && abs(dy) <= 1) {
            return true;
        }
    }
    return false;
}

/* A search that skips moves relies on the cells beside its path. Blocking such cells must not make
 * it report that no route exists. */
static void blocked_cells_beside_the_path_lose_no_route(void **state) {
    (void)state;
    static const char *const algos[] = {"tba", "astar", "tbaa", "tbwa"};
    for (uint32_t i = 0; i < test_scaled(4000); i++) {
        dice d = dice_of(i + 90000);
        trip t = {.def = (wend_agent_def){0}};
        t.truth = (plain_map){.width = 12, .height = 12, .neighbors = 8};
        uint32_t density = dice_between(&d, 0, 40);
        for (uint32_t cell = 0; cell < 144; cell++) {
            t.truth.cells[cell] = dice_percent(&d, density) ? '@' : '.';
        }
        t.def.start = (wend_state)plain_random_free(&t.truth, &d);
        t.def.goal = (wend_state)plain_random_free(&t.truth, &d);
        t.budget = dice_between(&d, 1, 10);
        variant v = {.algo = wend_algo_find(algos[i % 4])};
        trip_open_world(&t, false, 0, 0);
        trip_open_agent(&t, &v);
        for (uint32_t n = dice_between(&d, 2, 60); n > 0 && trip_is_active(&t); n--) {
            trip_step(&t);
            uint32_t cell = dice_between(&d, 0, 143);
            if (cell != wend_agent_state(t.agent) && cell != t.def.goal && !is_on_path(&t, cell)) {
                trip_set_cell(&t, cell, '@');
            }
        }
        bool reachable = trip_distance(&t) != PLAIN_UNREACHED;
        trip_walk(&t);
        check(t.tick.status == (reachable ? WEND_AGENT_ARRIVED : WEND_AGENT_UNREACHABLE),
              "case %u, %s", i, trip_algo(&t));
        trip_close(&t);
    }
}

static void set_cell_under(trip *t, char terrain) {
    trip_set_cell(t, wend_agent_state(t->agent), terrain);
}

/* A building is placed on the agent: it walks out, and arrives if there is a route. */
static void an_agent_walks_out_of_a_blocked_cell(void **state) {
    (void)state;
    variant variants[VARIANTS_MAX];
    uint32_t count = variant_list(variants), arrived = 0, held = 0;
    for (uint32_t i = 0; i < test_scaled(200); i++) {
        dice d = dice_of(i + 70000);
        trip drawn;
        if (!trip_draw(&drawn, &d)) {
            continue;
        }
        uint32_t steps = dice_between(&d, 0, 20);
        for (uint32_t v = 0; v < count; v++) {
            trip t = drawn;
            trip_open_world(&t, false, 0, 0);
            wend_abstraction *abstraction = NULL;
            if (wend_algo_reads(variants[v].algo, WEND_PARAMETER_ABSTRACTION)) {
                assert_int_equal(wend_abstraction_create(&(wend_abstraction_def){.map = t.map},
                                                         &abstraction, NULL),
                                 WEND_OK);
            }
            if (wend_algo_reads(variants[v].algo, WEND_PARAMETER_SUBGOALS) || /* stale by an edit */
                !variant_fits(variants[v].algo, t.map)) {
                trip_close_world(&t);
                continue;
            }
            t.def.local.abstraction = abstraction;
            trip_open_agent(&t, &variants[v]);
            for (uint32_t n = 0; n < steps && trip_is_active(&t); n++) {
                trip_step(&t);
            }
            if (trip_is_active(&t) && wend_agent_state(t.agent) != t.def.goal) {
                set_cell_under(&t, '@');
                assert_true(!abstraction || wend_abstraction_update(abstraction) == WEND_OK);
                bool reachable = trip_distance(&t) != PLAIN_UNREACHED;
                trip_walk(&t);
                /* Agents that do not plan whole routes may leave it on the wrong side; they notice
                 * on the way that no route exists from there. */
                bool may_err = variant_is_local(variants[v].algo);
                check(t.tick.status == (reachable ? WEND_AGENT_ARRIVED : WEND_AGENT_UNREACHABLE) ||
                          may_err,
                      "case %u, %s: status %d", i, variants[v].name, (int)t.tick.status);
                arrived += reachable;
                held += !reachable;
            }
            trip_close_agent(&t);
            wend_abstraction_destroy(abstraction);
            trip_close_world(&t);
        }
    }
    assert_true(arrived > 0 && held > 0);
}

/* PR LRTS with its own cell and its goal blocked: neither belongs to a region. */
static void refinement_survives_a_blocked_start_and_goal(void **state) {
    (void)state;
    static const char *const rows[] = {"s....", ".....", "....g", NULL};
    variant v = {.algo = wend_algo_find("prlrts"), .name = "prlrts"};
    trip t = trip_from_picture(rows, 20);
    trip_open_world(&t, false, 0, 0);
    wend_abstraction *abstraction;
    assert_int_equal(
        wend_abstraction_create(&(wend_abstraction_def){.map = t.map}, &abstraction, NULL),
        WEND_OK);
    t.def.local.abstraction = abstraction;
    trip_open_agent(&t, &v);
    set_cell_under(&t, '@');
    trip_set_cell(&t, t.def.goal, '@');
    assert_int_equal(wend_abstraction_update(abstraction), WEND_OK);
    trip_walk(&t);
    assert_int_equal(t.tick.status, WEND_AGENT_UNREACHABLE);
    trip_close_agent(&t);
    wend_abstraction_destroy(abstraction);
    trip_close_world(&t);
}

/* Each search decides whether it may skip moves. An edit before it, or far from it, has no effect;
 * only one that disturbs a search makes the next one expand all moves. No public call shows this:
 * the expanded states are the same. */
static void an_edit_does_not_slow_later_searches(void **state) {
    (void)state;
    plain_map plain = {.width = 60, .height = 60, .neighbors = 8};
    memset(plain.cells, '.', 3600);
    wend_map *map = plain_to_wend(&plain);
    assert_int_equal(wend_map_set_cell(map, 50, 50, '@'), WEND_OK);
    assert_int_equal(wend_map_set_cell(map, 50, 50, '.'), WEND_OK);
    wend_agent_def def = {0};
    def.map = map, def.start = 0, def.goal = 25 * 60 + 30, def.algo = wend_algo_astar();
    wend_agent *agent = make_agent(&def);
    wend_tick tick;
    step_agent(agent, 5, &tick);
    assert_true(agent->planner.search.kernel->prunes);            /* it skips moves */
    assert_int_equal(wend_map_set_cell(map, 1, 1, '@'), WEND_OK); /* right where it searches */
    step_agent(agent, 5, &tick);
    assert_true(tick.flags & WEND_TICK_RESTARTED);
    assert_false(agent->planner.search.kernel->prunes);
    for (uint32_t n = 0; n < 2000 && wend_agent_is_active(tick.status); n++) {
        step_agent(agent, 50, &tick);
    }
    assert_int_equal(tick.status, WEND_AGENT_ARRIVED);
    assert_int_equal(wend_agent_set_goal(agent, 3599), WEND_OK);
    step_agent(agent, 5, &tick);
    assert_true(agent->planner.search.kernel->prunes); /* that search was over */
    wend_agent_destroy(agent);
    wend_map_destroy(map);
}

/* A search that skips moves decides which moves it makes from a state when it reaches that state. A
 * cell that is freed beside the state afterwards, and beside no expanded state, must be noticed,
 * too. */
static void a_cell_freed_ahead_of_a_search_is_seen(void **state) {
    (void)state;
    for (wend_corners corners = WEND_CORNERS_NEVER; corners <= WEND_CORNERS_ALWAYS; corners++) {
        plain_map plain = {.width = 8, .height = 1, .neighbors = 8, .corners = (int)corners};
        memcpy(plain.cells, "....@...", 8);
        wend_map *map = plain_to_wend(&plain);
        wend_agent_def def = {0};
        def.map = map, def.start = 0, def.goal = 7, def.algo = wend_algo_astar();
        wend_agent *agent = make_agent(&def);
        wend_tick tick;
        step_agent(agent, 3, &tick); /* the cell before the blocked one is open */
        assert_true(agent->planner.search.kernel->prunes);
        assert_int_equal(wend_map_set_cell(map, 4, 0, '.'), WEND_OK);
        for (uint32_t n = 0; n < 50 && wend_agent_is_active(tick.status); n++) {
            step_agent(agent, 3, &tick);
        }
        assert_int_equal(tick.status, WEND_AGENT_ARRIVED);
        wend_agent_destroy(agent);
        wend_map_destroy(map);
    }
}

/* More changes than the map remembers are noticed, too. */
static void missed_changes_make_the_agent_replan(void **state) {
    (void)state;
    static const char *const rows[] = {"s....@...", ".@@@.@@@.", ".....@..g", NULL};
    variant variants[VARIANTS_MAX];
    uint32_t count = variant_list(variants);
    for (uint32_t v = 0; v < count; v++) {
        if (variant_needs_aids(variants[v].algo)) {
            continue; /* an edit makes them stale */
        }
        trip t;
        trip_open_picture(&t, rows, 10, &variants[v]);
        trip_step(&t);
        for (uint32_t n = 0; n < 2001; n++) { /* a gap that opens and closes and stays open */
            assert_int_equal(wend_map_set_cell(t.world, 5, 2, n % 2 ? '@' : '.'), WEND_OK);
        }
        t.truth.cells[2 * t.truth.width + 5] = '.';
        trip_walk(&t);
        check(t.tick.status == WEND_AGENT_ARRIVED, "%s does not use the gap", variants[v].name);
        trip_close(&t);
    }
}

/* A blocked goal is reported at once, without searching the whole map. It may be freed again. */
static void a_blocked_goal_is_told_at_once(void **state) {
    (void)state;
    static const char *const rows[] = {"s........", ".........", "........g", NULL};
    variant variants[VARIANTS_MAX];
    uint32_t count = variant_list(variants);
    for (uint32_t v = 0; v < count; v++) {
        if (variant_needs_aids(variants[v].algo)) {
            continue; /* an edit makes them stale */
        }
        trip t;
        trip_open_picture(&t, rows, 1, &variants[v]);
        trip_set_cell(&t, t.def.goal, '@');
        trip_step(&t);
        check(t.tick.status == WEND_AGENT_UNREACHABLE, "%s: status %d", variants[v].name,
              (int)t.tick.status);
        trip_step(&t);
        assert_int_equal(t.tick.status, WEND_AGENT_UNREACHABLE);
        trip_set_cell(&t, t.def.goal, '.');
        trip_walk(&t);
        check(t.tick.status == WEND_AGENT_ARRIVED, "%s does not continue", variants[v].name);
        trip_close(&t);
    }
}

/* A wall is removed on the other side of the search: the agent takes the new route. */
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
        trip t;
        trip_open_picture(&t, rows, 200, &variants[v]);
        for (uint32_t n = 0; n < 4; n++) {
            trip_step(&t);
        }
        trip_set_cell(&t, 2 * 30 + 3, '.');
        trip_walk(&t);
        check(t.tick.status == WEND_AGENT_ARRIVED && t.ticks < 25, "%s takes %u ticks",
              variants[v].name, (uint32_t)t.ticks);
        trip_close(&t);
    }
}

/* Cheaper and more expensive cells on a map with factors. */
static void edited_factors_are_noticed(void **state) {
    (void)state;
    static const char *const algos[] = {"tba",        "tbwa", "tbaa", "repeated-astar",
                                        "dstar-lite", "rtaa"};
    wend_map_def def = {0};
    uint8_t factors[9 * 3];
    memset(factors, 2, sizeof factors);
    def.width = 9, def.height = 3, def.factors = factors;
    for (uint32_t a = 0; a < COUNT_OF(algos); a++) {
        wend_map *map;
        def.cells = "...........................";
        assert_int_equal(wend_map_create(&def, &map, NULL), WEND_OK);
        wend_agent_def agent_def = {0};
        agent_def.map = map, agent_def.start = 9, agent_def.goal = 17,
        agent_def.algo = wend_algo_find(algos[a]);
        wend_agent *agent = make_agent(&agent_def);
        wend_tick tick;
        step_agent(agent, 500, &tick);
        assert_int_equal(tick.state, 10);
        assert_int_equal(wend_map_set_factor(map, 4, 1, 200), WEND_OK);
        assert_int_equal(wend_map_set_factor(map, 5, 0, 1), WEND_OK);
        bool by_the_swamp = false, by_the_road = false;
        do {
            step_agent(agent, 500, &tick);
            by_the_swamp = by_the_swamp || tick.state == 13;
            by_the_road = by_the_road || tick.state == 5;
        } while (wend_agent_is_active(tick.status));
        check(tick.status == WEND_AGENT_ARRIVED && !by_the_swamp && by_the_road, "%s", algos[a]);
        wend_agent_destroy(agent);
        wend_map_destroy(map);
    }
}

/* ---- Many edits, many agents ----------------------------------------------------------------- */

#define CROWD       50u
#define CROWD_SIDE  512u
#define CROWD_EDITS 10000u

struct crowd {
    wend_map *map;
    wend_agent *agents[CROWD];
    wend_state goals[CROWD];
    uint32_t worst[CROWD]; /* expansions of a tick */
};

static bool is_free_state(const wend_map *map, wend_state cell) {
    return wend_map_is_free(map, wend_map_x(map, cell), wend_map_y(map, cell));
}

static wend_state random_free_state(const wend_map *map, dice *d) {
    wend_state cell;
    do {
        cell = dice_between(d, 0, CROWD_SIDE * CROWD_SIDE - 1);
    } while (!is_free_state(map, cell));
    return cell;
}

/* By a flood, the slow and obvious way. */
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
    wend_gen_def gen = {.kind = WEND_GEN_CAVES, .width = CROWD_SIDE, .height = CROWD_SIDE};
    char *cells = test_alloc((size_t)CROWD_SIDE * CROWD_SIDE);
    assert_int_equal(wend_gen(&gen, cells), WEND_OK);
    wend_map_def def = {.width = CROWD_SIDE, .height = CROWD_SIDE, .cells = cells};
    assert_int_equal(wend_map_create(&def, &c->map, NULL), WEND_OK);
    free(cells);
    for (uint32_t i = 0; i < CROWD; i++) {
        wend_agent_def agent = {0};
        agent.map = c->map;
        agent.algo = wend_algo_find(algos[i % COUNT_OF(algos)]);
        agent.start = random_free_state(c->map, d);
        agent.goal = c->goals[i] = random_free_state(c->map, d);
        c->agents[i] = make_agent(&agent);
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
    wend_state before = wend_agent_state(agent);
    wend_tick tick;
    step_agent(agent, budget, &tick);
    validate_agent(agent, budget, before, &tick);
    c->worst[i] = tick.expansions > c->worst[i] ? tick.expansions : c->worst[i];
    if (tick.status == WEND_AGENT_UNREACHABLE) {
        check(!has_route(c->map, tick.state, c->goals[i]), "%s: there is a route",
              wend_agent_algo(agent)->name);
    }
    if (tick.status == WEND_AGENT_ARRIVED ||
        (tick.status == WEND_AGENT_UNREACHABLE && dice_percent(d, 20))) {
        c->goals[i] = random_free_state(c->map, d);
        assert_int_equal(wend_agent_set_goal(agent, c->goals[i]), WEND_OK);
    }
}

/* Returns the expansions of the most expensive tick. */
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
        *arrivals += wend_agent_stats(c.agents[i]).moves;
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

/* ---- Another goal ---------------------------------------------------------------------------- */

static void goals_may_move(void **state) {
    (void)state;
    variant variants[VARIANTS_MAX];
    uint32_t count = variant_list(variants);
    for (uint32_t i = 0; i < test_scaled(300); i++) {
        dice d = dice_of(i + 70000);
        trip drawn;
        if (!trip_draw(&drawn, &d)) {
            continue;
        }
        for (uint32_t v = 0; v < count; v++) {
            if (variant_needs_aids(variants[v].algo)) {
                continue; /* an edit makes them stale */
            }
            trip t = drawn;
            dice goals = dice_of(i);
            trip_open_world(&t, i % 2 == 0, 500, i);
            if (!variant_fits(variants[v].algo, t.map)) {
                trip_close_world(&t);
                continue;
            }
            trip_open_agent(&t, &variants[v]);
            for (uint32_t n = 0; n < 6; n++) {
                for (uint32_t s = dice_between(&goals, 0, 12); s > 0; s--) {
                    trip_step(&t);
                }
                wend_state goal = (wend_state)plain_random_free(&t.truth, &goals);
                if (wend_map_is_free(t.map, wend_map_x(t.map, goal), wend_map_y(t.map, goal))) {
                    assert_int_equal(wend_agent_set_goal(t.agent, goal), WEND_OK);
                    t.def.goal = goal;
                }
            }
            wend_cost distances[PLAIN_CELLS_MAX];
            plain_flood_out(&t.truth, (int)wend_agent_state(t.agent), distances);
            bool reachable = distances[t.def.goal] != PLAIN_UNREACHED;
            trip_walk(&t);
            check(t.tick.status == (reachable ? WEND_AGENT_ARRIVED : WEND_AGENT_UNREACHABLE) &&
                      (!reachable || t.tick.state == t.def.goal),
                  "case %u, %s: status %d", i, variants[v].name, (int)t.tick.status);
            trip_close(&t);
        }
    }
}

/* If the search has passed the new goal already, no new search is needed. */
static void a_goal_on_the_way_costs_no_search(void **state) {
    (void)state;
    static const char *const rows[] = {"s...m....g", NULL};
    trip t;
    variant v = {.algo = wend_algo_find("tba")};
    trip_open_picture(&t, rows, 100, &v);
    trip_step(&t);
    t.def.goal = (wend_state)plain_mark(rows, 'm');
    assert_int_equal(wend_agent_set_goal(t.agent, t.def.goal), WEND_OK);
    while (trip_is_active(&t)) {
        trip_step(&t);
        assert_int_equal(t.tick.expansions, 0);
    }
    assert_int_equal(t.tick.status, WEND_AGENT_ARRIVED);
    assert_int_equal(t.ticks, 4);
    assert_int_equal(wend_agent_set_goal(t.agent, 1000), WEND_ERROR_OUTSIDE);
    assert_int_equal(wend_agent_teleport(t.agent, 1000), WEND_ERROR_OUTSIDE);
    assert_int_equal(wend_agent_set_goal(NULL, 0), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_set_cell(t.world, 0, 0, '@'), WEND_OK);
    assert_int_equal(wend_agent_set_goal(t.agent, 0), WEND_ERROR_GOAL_BLOCKED);
    assert_int_equal(wend_agent_teleport(t.agent, 0), WEND_ERROR_START_BLOCKED);
    trip_close(&t);
}

/* The running search has already passed the new goal, so the route is known: the whole budget of
 * the tick traces it, not only the share for tracing. */
static void a_way_that_is_known_is_traced_with_all_there_is(void **state) {
    (void)state;
    char row[201];
    memset(row, '.', 200);
    row[0] = 's', row[199] = 'g', row[200] = 0;
    const char *const rows[] = {row, NULL};
    trip t = trip_from_picture(rows, 20);
    t.def.bounded.trace_per_expansion = 1;
    variant v = {.algo = wend_algo_find("tba")};
    trip_open_world(&t, false, 0, 0);
    trip_open_agent(&t, &v);
    for (uint32_t n = 0; n < 6; n++) {
        trip_step(&t);
        assert_false(t.tick.flags & WEND_TICK_FOUND);
    }
    uint32_t expansions, trace_steps;
    wend_agent_split(t.agent, t.budget, &expansions, &trace_steps);
    assert_true(trace_steps < t.budget);
    t.def.goal = 5 * expansions;
    assert_int_equal(wend_agent_set_goal(t.agent, t.def.goal), WEND_OK);
    trip_step(&t);
    assert_true(t.tick.flags & WEND_TICK_FOUND);
    assert_int_equal(t.tick.expansions, 0);
    assert_int_equal(t.tick.trace_steps, t.budget);
    trip_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_algorithm_copes_with_changes),
        cmocka_unit_test(blocked_cells_beside_the_path_lose_no_route),
        cmocka_unit_test(an_agent_walks_out_of_a_blocked_cell),
        cmocka_unit_test(refinement_survives_a_blocked_start_and_goal),
        cmocka_unit_test(an_edit_does_not_slow_later_searches),
        cmocka_unit_test(a_cell_freed_ahead_of_a_search_is_seen),
        cmocka_unit_test(missed_changes_make_the_agent_replan),
        cmocka_unit_test(a_blocked_goal_is_told_at_once),
        cmocka_unit_test(a_new_shortcut_is_used),
        cmocka_unit_test(edited_factors_are_noticed),
        cmocka_unit_test(ten_thousand_edits_and_fifty_agents),
        cmocka_unit_test(goals_may_move),
        cmocka_unit_test(a_goal_on_the_way_costs_no_search),
        cmocka_unit_test(a_way_that_is_known_is_traced_with_all_there_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
