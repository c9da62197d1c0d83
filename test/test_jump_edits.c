/* Agents of jump point search on maps that change and with goals that move, under every move rule,
 * compared with floods. */
#include <wend/wend.h>

#include "agent/agent.h"
#include "domain/grid.h"
#include "plan/jumping_parts.h"
#include "support/test.h"
#include "support/trip.h"
#include "support/walker.h"

#include <string.h>

static const uint32_t budgets[] = {1, 10, 100};

/* The four move rules. */
static void set_rule(plain_map *map, uint32_t rule) {
    map->neighbors = rule == 3 ? 4 : 8;
    map->corners = rule == 3 ? 0 : (int)rule;
}

/* A map with walls and gaps or scattered cells, and two of its free cells; returns false if there
 * are none. */
static bool draw_map(trip *t, dice *d, uint32_t rule, int side_max) {
    *t = (trip){.def = (wend_agent_def){0}};
    plain_random(&t->truth, d, side_max);
    set_rule(&t->truth, rule);
    t->truth.weighted = false;
    int start = plain_random_free(&t->truth, d);
    t->def.start = (wend_state)start;
    t->def.goal = (wend_state)plain_random_free(&t->truth, d);
    return start >= 0;
}

/* `density` percent of the cells are blocked. */
static bool draw_scattered(trip *t, dice *d, uint32_t rule, int side, uint32_t density) {
    *t = (trip){.def = (wend_agent_def){0}};
    t->truth = (plain_map){.width = side, .height = side};
    set_rule(&t->truth, rule);
    for (int cell = 0; cell < side * side; cell++) {
        t->truth.cells[cell] = dice_percent(d, density) ? '@' : '.';
    }
    int start = plain_random_free(&t->truth, d);
    t->def.start = (wend_state)start;
    t->def.goal = (wend_state)plain_random_free(&t->truth, d);
    return start >= 0;
}

static bool is_free(const trip *t, wend_state cell) {
    return plain_is_free(&t->truth, (int)cell % t->truth.width, (int)cell / t->truth.width);
}

/* A random cell, but not the agent's or the goal; usually near the agent, where an edit disturbs
 * most. */
static wend_state draw_cell(const trip *t, dice *d) {
    wend_state at = wend_agent_state(t->agent), cell;
    int x = (int)at % t->truth.width, y = (int)at / t->truth.width;
    do {
        cell = dice_between(d, 0, (uint32_t)plain_cells(&t->truth) - 1);
        int to_x = x + (int)dice_between(d, 0, 8) - 4, to_y = y + (int)dice_between(d, 0, 8) - 4;
        if (dice_percent(d, 60) && to_x >= 0 && to_y >= 0 && to_x < t->truth.width &&
            to_y < t->truth.height) {
            cell = (wend_state)(to_y * t->truth.width + to_x);
        }
    } while ((cell == at || cell == t->def.goal) && plain_cells(&t->truth) > 2);
    return cell;
}

static bool edit(trip *t, dice *d, bool may_free) {
    wend_state cell = draw_cell(t, d);
    if (cell == wend_agent_state(t->agent) || cell == t->def.goal) {
        return false;
    }
    bool free = is_free(t, cell);
    if (free || may_free) {
        trip_set_cell(t, cell, free ? '@' : '.');
    }
    return free || may_free;
}

/* Blocks a few cells that the agent plans to pass, the first one usually nearby. */
static void cut_path(trip *t, dice *d) {
    static wend_state path[PLAIN_CELLS_MAX];
    uint32_t count = wend_agent_path(t->agent, path, PLAIN_CELLS_MAX, NULL);
    uint32_t at = dice_between(d, 0, dice_percent(d, 70) ? 2 : 20);
    for (uint32_t n = dice_between(d, 1, 3); n > 0 && at + 1 < count; n--) {
        if (path[at] != t->def.goal) {
            trip_set_cell(t, path[at], '@');
        }
        at += dice_between(d, 1, 30);
    }
}

static wend_cost distance(const trip *t) {
    static wend_cost out[PLAIN_CELLS_MAX];
    plain_flood_out(&t->truth, (int)wend_agent_state(t->agent), out);
    return out[t->def.goal];
}

static void walk_to_the_end(trip *t, uint32_t number) {
    bool reachable = distance(t) != PLAIN_UNREACHED;
    trip_walk(t);
    check(t->tick.status == (reachable ? WEND_AGENT_ARRIVED : WEND_AGENT_UNREACHABLE),
          "case %u: status %d", number, (int)t->tick.status);
}

/* ---- Edits ----------------------------------------------------------------------------------- */

/* What the agent has done, to make sure that it was tested. */
typedef struct seen {
    uint32_t dirty, mended, kept, restarts;
} seen;

static void see(seen *s, const trip *t, bool edited) {
    const wn_jumping *jumping = &t->agent->planner.jumping;
    bool restarted = t->tick.flags & WEND_TICK_RESTARTED;
    s->dirty += jumping->dirty && !jumping->mended;
    s->mended += jumping->mended;
    s->kept += edited && jumping->traced && !restarted;
    s->restarts += restarted;
}

/* Cells are blocked and freed while the agent is on its way. Every move is legal, "unreachable" is
 * always correct (trip_step checks both), and after the last edit the agent arrives if there is a
 * route. */
static void edits_at_any_time_do_no_harm(void **state) {
    (void)state;
    seen s = {0};
    for (uint32_t i = 0; i < test_scaled(6000); i++) {
        dice d = dice_of(i + 200000);
        trip t;
        bool is_wide = i % 12 == 0;
        bool drawn = is_wide ? draw_scattered(&t, &d, i / 12 % 4, 40, dice_between(&d, 5, 35))
                             : draw_map(&t, &d, i % 4, 14);
        if (!drawn) {
            continue;
        }
        t.budget = DICE_PICK(&d, budgets);
        t.releases = dice_percent(&d, 20);
        variant v = {.algo = wend_algo_find(dice_percent(&d, 85) ? "tbjps" : "jps")};
        v.commit = v.algo == wend_algo_tbjps() && dice_percent(&d, 30);
        bool may_free = dice_percent(&d, 60);
        uint32_t often = dice_between(&d, 2, 60), ticks = dice_between(&d, 10, 150);
        trip_open_world(&t, dice_percent(&d, 30), dice_between(&d, 0, 1000), i);
        trip_open_agent(&t, &v);
        bool edited = false;
        for (uint32_t n = 0; n < ticks && t.tick.status != WEND_AGENT_ARRIVED; n++) {
            trip_step(&t);
            see(&s, &t, edited);
            edited = !t.belief && dice_percent(&d, often) && edit(&t, &d, may_free);
        }
        walk_to_the_end(&t, i);
        trip_close(&t);
    }
    check(test_scaled(100) < 100 || (s.dirty > 20 && s.mended > 20 && s.kept > 100),
          "%u ticks dirty, %u mended, %u routes kept", s.dirty, s.mended, s.kept);
}

/* The same on maps so wide that searches continue over blocked cells and a detour back to a blocked
 * route is worth searching for. */
static void cut_routes_are_mended(void **state) {
    (void)state;
    seen s = {0};
    for (uint32_t i = 0; i < test_scaled(600); i++) {
        dice d = dice_of(i + 230000);
        trip t;
        if (!draw_scattered(&t, &d, i % 4, 62, dice_between(&d, 15, i % 4 == 3 ? 28 : 36))) {
            continue;
        }
        t.budget = DICE_PICK(&d, budgets);
        t.budget = t.budget == 1 ? 4 : t.budget;
        variant v = {.algo = wend_algo_tbjps(), .commit = dice_percent(&d, 30)};
        uint32_t often = dice_between(&d, 2, 30), freed = dice_between(&d, 0, 60);
        trip_open_world(&t, false, 0, 0);
        trip_open_agent(&t, &v);
        bool is_mended = false;
        for (uint32_t n = 0; n < 500 && wend_agent_is_active(t.tick.status); n++) {
            uint64_t version = wend_map_version(t.world);
            bool may_free = dice_percent(&d, freed);
            if (n > 0 && dice_percent(&d, often)) {
                if (may_free) {
                    edit(&t, &d, true);
                } else {
                    cut_path(&t, &d);
                }
            }
            bool is_cheaper = wend_map_version(t.world) != version && may_free &&
                              wn_cells_edit(&t.world->cells, version)->cheaper;
            trip_step(&t);
            /* The agent's scans do not show what the rest of such a route depends on. */
            check(!is_mended || !is_cheaper || (t.tick.flags & WEND_TICK_RESTARTED),
                  "case %u: a freed cell is ignored", i);
            const wn_jumping *jumping = &t.agent->planner.jumping;
            is_mended = jumping->mended && jumping->traced;
            see(&s, &t, false);
        }
        walk_to_the_end(&t, i);
        trip_close(&t);
    }
    check(test_scaled(100) < 100 || (s.dirty > 200 && s.mended > 200), "%u ticks dirty, %u mended",
          s.dirty, s.mended);
}

/* The cost of the reported path; 0 if it is not complete. */
static wend_cost cost_of_path(const trip *t) {
    static wend_state path[PLAIN_CELLS_MAX];
    bool complete;
    uint32_t count = wend_agent_path(t->agent, path, PLAIN_CELLS_MAX, &complete);
    wend_cost cost = 0;
    int at = (int)wend_agent_state(t->agent);
    for (uint32_t i = 0; i < count; at = (int)path[i++]) {
        wend_cost move = plain_move_cost(&t->truth, at, (int)path[i]);
        check(move > 0, "a complete route is blocked");
        cost += move;
    }
    return complete ? cost : 0;
}

/* Cells are only blocked. Once a route is known, from the agent's place on it, it is optimal, or
 * nearly so if the search or the route was disturbed: returns the mean of cost divided by
 * optimum. */
static double walk_among_falling_rocks(uint32_t budget, bool is_exact, seen *s) {
    double sum = 0;
    uint32_t count = 0;
    for (uint32_t i = 0; i < test_scaled(is_exact ? 400 : 160); i++) {
        dice d = dice_of(i + 210000);
        trip t;
        if (!draw_scattered(&t, &d, i % 4, is_exact ? 20 : 60, dice_between(&d, 5, 30))) {
            continue;
        }
        t.budget = budget;
        variant v = {.algo = wend_algo_tbjps()};
        uint32_t often = dice_between(&d, 5, 40);
        trip_open_world(&t, false, 0, 0);
        trip_open_agent(&t, &v);
        bool edited = false;
        for (uint32_t n = 0; n < 400 && wend_agent_is_active(t.tick.status); n++) {
            trip_step(&t);
            see(s, &t, edited);
            const wn_jumping *jumping = &t.agent->planner.jumping;
            bool known = jumping->traced && !jumping->off_route && !jumping->unchecked &&
                         !jumping->outdated && t.tick.status == WEND_AGENT_MOVING;
            wend_cost cost = known && (edited || n % 16 == 0) ? cost_of_path(&t) : 0;
            if (cost) {
                wend_cost optimum = distance(&t);
                check(!is_exact || cost == optimum, "case %u: %u, the optimum is %u", i, cost,
                      optimum);
                sum += (double)cost / optimum;
                count++;
            }
            edited = dice_percent(&d, often) && edit(&t, &d, false);
        }
        trip_close(&t);
    }
    return count ? sum / count : 1;
}

/* With budgets for whole searches nothing is disturbed: routes that are kept are optimal. */
static void a_route_that_is_kept_is_the_best(void **state) {
    (void)state;
    seen s = {0};
    walk_among_falling_rocks(100000, true, &s);
    check(s.kept > 100 || test_scaled(100) < 100, "%u routes kept", s.kept);
}

static void a_route_that_was_disturbed_is_good(void **state) {
    (void)state;
    for (uint32_t b = 0; b < COUNT_OF(budgets); b++) {
        seen s = {0};
        double mean = walk_among_falling_rocks(budgets[b], false, &s);
        check(mean <= 1.01, "R = %u: routes cost %.4f of the optimum", budgets[b], mean);
        check(s.kept > 20 || test_scaled(100) < 100, "R = %u: %u routes kept", budgets[b], s.kept);
    }
}

/* ---- Goals that move ------------------------------------------------------------------------- */

/* A step of the target; it stays if all cells are occupied. It keeps its direction if it can. */
static wend_state flee(const trip *t, dice *d, wend_state from, wend_state *before) {
    const int width = t->truth.width;
    int on = 2 * (int)from - (int)*before;
    wend_state to = on >= 0 && on < plain_cells(&t->truth) ? (wend_state)on : from;
    for (uint32_t tries = 0; tries < 30; tries++) {
        if (to != from && plain_move_cost(&t->truth, (int)from, (int)to) && !dice_percent(d, 10)) {
            *before = from;
            return to;
        }
        int step =
            (int)from + ((int)dice_between(d, 0, 2) - 1) * width + (int)dice_between(d, 0, 2) - 1;
        to = step >= 0 && step < plain_cells(&t->truth) ? (wend_state)step : from;
    }
    return from;
}

/* A target that moves on every second tick is caught by an agent that moves on every tick. The same
 * is true with edits, if these leave a route. */
static void a_target_is_caught(void **state) {
    (void)state;
    uint32_t caught = 0, ahead = 0;
    for (uint32_t i = 0; i < test_scaled(600); i++) {
        dice d = dice_of(i + 220000);
        trip t;
        if (!draw_scattered(&t, &d, i % 4, 40, dice_between(&d, 0, 20)) ||
            t.def.start == t.def.goal) {
            continue;
        }
        t.budget = DICE_PICK(&d, budgets);
        variant v = {.algo = wend_algo_tbjps(), .commit = dice_percent(&d, 30)};
        bool edits = dice_percent(&d, 40);
        wend_state before = t.def.goal;
        trip_open_world(&t, false, 0, 0);
        trip_open_agent(&t, &v);
        if (distance(&t) == PLAIN_UNREACHED) {
            trip_close(&t);
            continue;
        }
        for (uint32_t n = 0; t.tick.state != t.def.goal || n == 0; n++) {
            check(n < 3000, "case %u, R = %u: not caught", i, t.budget);
            trip_step(&t);
            const wn_planner *planner = &t.agent->planner;
            const wn_jump_search *search = &planner->search.own.jump;
            ahead += planner->jumping.starts_ahead;
            check(!planner->jumping.begun || search->count == 0 ||
                      search->nodes[0].place == wn_jumping_place_of_start(planner),
                  "case %u: the search begins elsewhere", i);
            check((t.tick.flags & WEND_TICK_MOVED) || edits, "case %u: it stands still", i);
            if (t.tick.status == WEND_AGENT_UNREACHABLE) {
                break; /* an edit has enclosed the target */
            }
            if (n % 2 && t.tick.state != t.def.goal) {
                t.def.goal = flee(&t, &d, t.def.goal, &before);
                assert_int_equal(wend_agent_set_goal(t.agent, t.def.goal), WEND_OK);
            }
            if (edits && n < 300 && dice_percent(&d, 10)) {
                edit(&t, &d, true);
            }
        }
        caught += t.tick.status == WEND_AGENT_ARRIVED;
        trip_close(&t);
    }
    check(test_scaled(100) < 100 || (caught > 400 && ahead > 1000), "%u caught, %u ticks ahead",
          caught, ahead);
}

/* A search continues to the former goal while the goal moves. If that one is unreachable, this
 * proves nothing about the new goal. */
static void a_goal_that_leaves_a_closed_room_is_reached(void **state) {
    (void)state;
    static const char *const rows[] = {"s..@..@..@..@..@..@.@..g", "..@..@..@..@..@..@..@@.@",
                                       "......................m.", NULL};
    trip t = trip_from_picture(rows, 1);
    variant v = {.algo = wend_algo_tbjps()};
    wend_state goal = t.def.goal;
    trip_open_world(&t, false, 0, 0);
    trip_open_agent(&t, &v);
    wend_state door = goal + 23; /* below its room */
    trip_set_cell(&t, door, '@');
    for (uint32_t n = 0; n < 2; n++) {
        trip_step(&t);
        assert_int_equal(t.tick.status, WEND_AGENT_MOVING);
    }
    t.def.goal = (wend_state)plain_mark(rows, 'm');
    assert_int_equal(wend_agent_set_goal(t.agent, t.def.goal), WEND_OK);
    trip_walk(&t);
    assert_int_equal(t.tick.status, WEND_AGENT_ARRIVED);
    assert_int_equal(wend_agent_set_goal(t.agent, goal), WEND_OK);
    t.def.goal = goal;
    trip_walk(&t);
    assert_int_equal(t.tick.status, WEND_AGENT_UNREACHABLE);
    trip_close(&t);
}

/* ---- Long routes ----------------------------------------------------------------------------- */

#define SNAKE_WIDTH  5u
#define SNAKE_HEIGHT 63u

/* Walls with a gap at alternating ends. The last one has a second gap in the middle, which is the
 * shorter way to the goal. */
static walker open_snake(uint32_t budget) {
    static char cells[SNAKE_WIDTH * SNAKE_HEIGHT];
    memset(cells, '.', sizeof cells);
    for (uint32_t y = 1; y < SNAKE_HEIGHT; y += 2) {
        memset(cells + (size_t)y * SNAKE_WIDTH, '@', SNAKE_WIDTH);
        cells[(size_t)y * SNAKE_WIDTH + (y % 4 == 1 ? SNAKE_WIDTH - 1 : 0)] = '.';
    }
    cells[(SNAKE_HEIGHT - 2) * SNAKE_WIDTH + SNAKE_WIDTH / 2] = '.';
    wend_map *map = walker_map(cells, SNAKE_WIDTH, SNAKE_HEIGHT);
    wend_agent_def def = {
        .map = map, .start = 0, .goal = sizeof cells - SNAKE_WIDTH, .algo = wend_algo_tbjps()};
    return walker_open_on(map, &def, budget);
}

/* A tick cannot check all of a long route against an edit. The agent does not commit to the route
 * before the check is complete, and notices a blocked cell at its end long before it gets there. */
static void a_cut_at_the_end_of_a_long_route_is_noticed(void **state) {
    (void)state;
    walker w = open_snake(100);
    const wn_planner *planner = &w.agent->planner;
    while (!planner->settled) {
        walker_step(&w);
        assert_true(walker_is_active(&w));
    }
    wend_state corners[SNAKE_WIDTH * SNAKE_HEIGHT];
    bool complete;
    uint32_t count = wend_agent_waypoints(w.agent, corners, COUNT_OF(corners), &complete);
    assert_true(complete);
    assert_true(count > 40);
    wend_map_set_free(w.map, SNAKE_WIDTH / 2, SNAKE_HEIGHT - 2, false);
    uint32_t ticks = 0;
    w.budget = 1;
    do {
        walker_step(&w);
        check(++ticks <= count / 5, "%u ticks after the edit the agent continues", ticks);
    } while (!(w.tick.flags & WEND_TICK_RESTARTED));
    assert_true(ticks > 2);
    assert_int_equal(walker_walk(&w), WEND_AGENT_ARRIVED);
    walker_close(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edits_at_any_time_do_no_harm),
        cmocka_unit_test(cut_routes_are_mended),
        cmocka_unit_test(a_route_that_is_kept_is_the_best),
        cmocka_unit_test(a_route_that_was_disturbed_is_good),
        cmocka_unit_test(a_target_is_caught),
        cmocka_unit_test(a_goal_that_leaves_a_closed_room_is_reached),
        cmocka_unit_test(a_cut_at_the_end_of_a_long_route_is_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
