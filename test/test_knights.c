/* Jump point search with 16 neighbours: knight's moves shorten the turns of its routes. */
#include "support/step.h"
#include "support/test.h"
#include "support/trip.h"
#include "support/walker.h"

#include "agent/agent.h"

#include <stdlib.h>
#include <string.h>

static variant tbjps(bool commit) {
    return (variant){.name = "tbjps", .algo = wend_algo_tbjps(), .commit = commit};
}

/* The cost of an optimal route, of moves to 16 neighbours or of steps to 8. */
static wend_cost distance_with(const plain_map *map, int neighbors, wend_state from,
                               wend_state to) {
    static plain_map other;
    static wend_cost out[PLAIN_CELLS_MAX];
    other = *map;
    other.neighbors = neighbors;
    plain_flood(&other, (int)from, out);
    return out[to];
}

/* ---- Routes ---------------------------------------------------------------------------------- */

/* On a map without walls a route has one turn, which is shortened completely. */
static void open_ground_is_crossed_as_the_crow_flies(void **state) {
    (void)state;
    enum { SIDE = 41, MIDDLE = 20 * SIDE + 20 };
    trip drawn = {.budget = 4000};
    drawn.truth.width = drawn.truth.height = SIDE, drawn.truth.neighbors = 16;
    memset(drawn.truth.cells, '.', SIDE * SIDE);
    for (wend_state goal = 0; goal < SIDE * SIDE; goal += 1 + goal % 3) {
        for (int corners = 0; corners < 3; corners++) {
            trip t = drawn;
            t.truth.corners = corners;
            t.def.start = MIDDLE, t.def.goal = goal;
            variant v = tbjps(false);
            trip_open_world(&t, false, 0, 0);
            trip_open_agent(&t, &v);
            trip_walk(&t);
            assert_int_equal(t.tick.status, WEND_AGENT_ARRIVED);
            assert_int_equal(t.cost, distance_with(&t.truth, 16, MIDDLE, goal));
            trip_close(&t);
        }
    }
}

static bool draw_sixteen(trip *t, dice *d, bool weighted) {
    bool drawn = trip_draw(t, d);
    t->truth.neighbors = 16;
    t->truth.weighted = false;
    if (drawn && weighted) {
        t->truth.weighted = true;
        plain_random_factors(&t->truth, d, 1, (uint8_t)dice_between(d, 2, 9));
    }
    return drawn;
}

/* A whole route costs no more than the optimum of steps, and the agent does what it reports. */
static void whole_routes_are_at_most_as_long_as_those_of_steps(void **state) {
    (void)state;
    static wend_state path[PLAIN_CELLS_MAX];
    uint64_t walked = 0, steps = 0, best = 0;
    for (uint32_t i = 0; i < test_scaled(3000); i++) {
        dice d = dice_of(i + 510000);
        trip t;
        if (!draw_sixteen(&t, &d, i % 3 == 0)) {
            continue;
        }
        t.budget = 100000;
        t.releases = i % 5 == 0;
        variant v = tbjps(i % 2);
        trip_open_world(&t, false, 0, 0);
        trip_open_agent(&t, &v);
        wend_cost of_steps = distance_with(&t.truth, 8, t.def.start, t.def.goal);
        wend_cost least = distance_with(&t.truth, 16, t.def.start, t.def.goal);
        trip_step(&t);
        uint32_t count = wend_agent_path(t.agent, path, PLAIN_CELLS_MAX, NULL);
        for (uint32_t n = 0; n < count && trip_is_active(&t); n++) {
            check(wend_agent_next(t.agent) == path[n], "case %u, move %u", i, n);
            trip_step(&t);
            assert_int_equal(wend_agent_state(t.agent), path[n]);
        }
        bool is_reachable = least != PLAIN_UNREACHED;
        assert_int_equal(t.tick.status, is_reachable ? WEND_AGENT_ARRIVED : WEND_AGENT_UNREACHABLE);
        if (is_reachable) {
            check(t.cost >= least && t.cost <= of_steps, "case %u: %u, best %u, of steps %u", i,
                  (uint32_t)t.cost, least, of_steps);
            bool counts = !t.truth.weighted; /* otherwise a turn is shortened by one move at most */
            walked += counts ? t.cost : 0;
            steps += counts ? of_steps : 0;
            best += counts ? least : 0;
        }
        trip_close(&t);
    }
    /* Most of what knight's moves can save is saved. */
    check(walked - best <= (steps - best) / 5, "%u of %u above the best", (uint32_t)(walked - best),
          (uint32_t)(steps - best));
}

/* ---- On the way ------------------------------------------------------------------------------ */

static void draw_open(trip *t, dice *d, uint32_t side) {
    *t = (trip){0};
    t->truth.width = t->truth.height = (int)side, t->truth.neighbors = 16;
    t->truth.corners = (int)dice_between(d, 0, 2);
    uint32_t blocked = dice_between(d, 0, 12);
    for (uint32_t cell = 0; cell < side * side; cell++) {
        t->truth.cells[cell] = dice_percent(d, blocked) ? '@' : '.';
    }
    t->def.start = dice_between(d, 0, 2 * side),
    t->def.goal = side * side - 1 - dice_between(d, 0, 2 * side);
    t->truth.cells[t->def.start] = t->truth.cells[t->def.goal] = '.';
}

/* Blocks or frees a cell near the agent or ahead of it. */
static void edit_near(trip *t, dice *d) {
    static wend_state path[64];
    uint32_t count = wend_agent_path(t->agent, path, 64, NULL);
    wend_state at = wend_agent_state(t->agent);
    wend_state near = count > 0 ? path[dice_between(d, 0, count - 1)] : at;
    int x = (int)near % t->truth.width + (int)dice_between(d, 0, 6) - 3;
    int y = (int)near / t->truth.width + (int)dice_between(d, 0, 6) - 3;
    wend_state cell = (wend_state)(y * t->truth.width + x);
    if (x >= 0 && y >= 0 && x < t->truth.width && y < t->truth.height && cell != t->def.goal &&
        (cell != at || dice_percent(d, 20))) {
        trip_set_cell(t, cell, plain_is_free(&t->truth, x, y) ? '@' : '.');
    }
}

static void move_goal(trip *t, dice *d) {
    int cell = plain_random_free(&t->truth, d);
    if (cell >= 0) {
        assert_int_equal(wend_agent_set_goal(t->agent, (wend_state)cell), WEND_OK);
        t->def.goal = (wend_state)cell;
    }
}

/* The agent follows its old route to where the search for a new one began: it must not jump over
 * that cell. */
static void check_start_is_kept(const trip *t, wend_state from, wend_state start, uint32_t number) {
    int width = t->truth.width, to = (int)wend_agent_state(t->agent);
    int x = (int)from % width, y = (int)from / width, dx = to % width - x, dy = to / width - y;
    if (abs(dx * dy) == 2) {
        int along_x = dx / 2, along_y = dy / 2; /* along the longer side */
        int over = (y + along_y) * width + x + along_x;
        int beside = (y + (along_y ? along_y : dy)) * width + x + (along_x ? along_x : dx);
        check((int)start != over && (int)start != beside, "case %u: the start is passed", number);
    }
}

/* Cells change beside an agent that is shortening a turn, its goal moves, its moves are refused,
 * its memory is released: every move is legal (trip_step checks), and it arrives if there is a
 * route. */
static void turns_are_cut_while_the_world_changes(void **state) {
    (void)state;
    static const uint32_t budgets[] = {1, 2, 5, 20, 300};
    uint32_t off_edges = 0, kept = 0, ahead = 0;
    for (uint32_t i = 0; i < test_scaled(2500); i++) {
        dice d = dice_of(i + 520000);
        trip t;
        draw_open(&t, &d, dice_between(&d, 12, 60));
        t.budget = DICE_PICK(&d, budgets);
        t.releases = dice_percent(&d, 20);
        t.refused_percent = dice_percent(&d, 30) ? 30 : 0;
        t.luck = dice_of(i);
        uint32_t often = dice_between(&d, 0, 40), moving = dice_percent(&d, 30) ? 20 : 0;
        variant v = tbjps(dice_percent(&d, 50));
        trip_open_world(&t, dice_percent(&d, 20), dice_between(&d, 0, 1000), i);
        trip_open_agent(&t, &v);
        for (uint32_t n = 0; n < 120 && wend_agent_is_active(t.tick.status); n++) {
            const wn_jumping *jumping = &t.agent->planner.jumping;
            wend_state from = wend_agent_state(t.agent);
            bool was_ahead = jumping->starts_ahead;
            trip_step(&t);
            if (was_ahead && jumping->starts_ahead) {
                check_start_is_kept(
                    &t, from, wn_planner_state_of(&t.agent->planner, t.agent->planner.start), i);
                ahead++;
            }
            bool is_off = jumping->cuts_turn && jumping->line_left > 0;
            off_edges += is_off;
            if (wend_agent_is_active(t.tick.status) && !t.belief && dice_percent(&d, often)) {
                edit_near(&t, &d);
                kept += is_off;
            }
            if (wend_agent_is_active(t.tick.status) && dice_percent(&d, moving)) {
                move_goal(&t, &d);
            }
        }
        t.refused_percent = 0;
        bool is_reachable =
            t.tick.status == WEND_AGENT_ARRIVED ||
            distance_with(&t.truth, 16, wend_agent_state(t.agent), t.def.goal) != PLAIN_UNREACHED;
        trip_walk(&t);
        check(t.tick.status == (is_reachable ? WEND_AGENT_ARRIVED : WEND_AGENT_UNREACHABLE),
              "case %u: status %d", i, (int)t.tick.status);
        trip_close(&t);
    }
    check(test_scaled(100) < 100 || (off_edges > 1000 && kept > 100 && ahead > 100),
          "%u ticks off the edge, %u edits then; %u to a start", off_edges, kept, ahead);
}

/* ---- Work ------------------------------------------------------------------------------------ */

/* Searching for knight's moves is work: a tick never exceeds its budget, and a smaller budget finds
 * fewer of them. */
static void knights_moves_cost_units(void **state) {
    (void)state;
    enum { SIDE = 300 };
    static char cells[SIDE * SIDE];
    memset(cells, '.', sizeof cells);
    wend_map_def def = {.width = SIDE, .height = SIDE, .neighbors = 16, .cells = cells};
    wend_map *map;
    assert_int_equal(wend_map_create(&def, &map, NULL), WEND_OK);
    uint64_t last = UINT64_MAX;
    for (uint32_t budget = 1; budget <= 512; budget *= 8) {
        wend_agent_def agent_def = {.map = map, .algo = wend_algo_tbjps()};
        agent_def.goal = 140 * SIDE + 280;
        wend_agent *agent = make_agent(&agent_def);
        wend_tick tick = {0};
        bool has_looked = false;
        do {
            bool was_found = tick.flags & WEND_TICK_FOUND;
            step_agent(agent, budget, &tick);
            assert_true(tick.work <= 24 * budget);
            has_looked |= was_found && tick.work > 0;
        } while (wend_agent_is_active(tick.status));
        wend_agent_info counters = wend_agent_stats(agent);
        assert_true(has_looked || budget > 1); /* otherwise the tick that found the route has */
        assert_true(counters.max_work_per_tick <= 24 * budget);
        assert_true(counters.cost < last);
        last = counters.cost;
        wend_agent_destroy(agent);
    }
    assert_int_equal(last, UINT64_C(140) * WEND_COST_KNIGHT);
    wend_map_destroy(map);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(open_ground_is_crossed_as_the_crow_flies),
        cmocka_unit_test(whole_routes_are_at_most_as_long_as_those_of_steps),
        cmocka_unit_test(turns_are_cut_while_the_world_changes),
        cmocka_unit_test(knights_moves_cost_units),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
