/* Fleets: many units under one budget. army_step checks what must be true of every frame. */
#include <wend/wend.h>

#include "support/muster.h"
#include "support/test.h"

#include <stdlib.h>
#include <string.h>

#define UNITS 24

/* A random case; returns false if its map has no free cell. */
static bool draw(army *a, dice *d, wend_wait wait) {
    const wend_fleet_def def = {
        .units_max = UNITS, .wait = wait, .searches_max = dice_between(d, 0, 5)};
    return army_draw(a, d, &def, 24);
}

/* The maximum number of frames for all orders; the budget may be next to nothing. */
static uint32_t frames_max(const army *a) {
    return 2000 + 40 * UNITS * 24 * 24 * 24 / (a->budget + 1);
}

static void all_units_move_and_arrive(void **state) {
    (void)state;
    for (uint32_t seed = 0; seed < test_scaled(400); seed++) {
        dice d = dice_of(seed);
        army a;
        if (!draw(&a, &d, seed % 2 ? WEND_WAIT_GREEDY : WEND_WAIT_HILL)) {
            continue;
        }
        army_run(&a, frames_max(&a));
        for (uint32_t i = 0; i < a.count; i++) {
            wend_unit_status status = wend_fleet_status(a.fleet, a.units[i]);
            assert_true(status == WEND_UNIT_ARRIVED || status == WEND_UNIT_UNREACHABLE);
        }
        army_close(&a);
    }
}

/* ---- Waiting rules --------------------------------------------------------------------------- */

static wend_cost distance_to(const plain_map *map, int from, int to) {
    int x = abs(from % map->width - to % map->width), y = abs(from / map->width - to / map->width);
    int less = x < y ? x : y, more = x < y ? y : x;
    return map->neighbors == 4 ? (wend_cost)(x + y) * WEND_COST_ONE
                               : (wend_cost)more * WEND_COST_ONE +
                                     (wend_cost)less * (WEND_COST_DIAGONAL - WEND_COST_ONE);
}

/* The step of WEND_WAIT_HILL for a unit that has not moved yet: to the nearest cell, the first one
 * on ties. -1 if it has no move. */
static int hill_step(const plain_map *map, int from, int goal) {
    static const int moves[8][2] = {{0, -1}, {1, 0}, {0, 1},  {-1, 0},
                                    {1, -1}, {1, 1}, {-1, 1}, {-1, -1}};
    int best = -1;
    for (uint32_t i = 0; i < 8; i++) {
        int x = from % map->width + moves[i][0], y = from / map->width + moves[i][1];
        int to = y * map->width + x;
        bool is_move = plain_is_free(map, x, y) && plain_move_cost(map, from, to);
        if (is_move && (best < 0 || distance_to(map, to, goal) < distance_to(map, best, goal))) {
            best = to;
        }
    }
    return best;
}

/* Hill uses the distance alone; greedy takes a step that is not worse in cost and distance. */
static void waiting_units_step_nearer(void **state) {
    (void)state;
    uint32_t steps = 0, others = 0;
    for (uint32_t seed = 0; seed < test_scaled(600); seed++) {
        dice d = dice_of(seed);
        army a;
        wend_wait wait = seed % 2 ? WEND_WAIT_HILL : WEND_WAIT_GREEDY;
        if (!draw(&a, &d, wait)) {
            continue;
        }
        for (uint32_t i = 0; a.truth.neighbors <= 8 && i < a.count; i++) {
            int at = (int)a.at[i], goal = (int)a.goal[i];
            int next = (int)wend_fleet_next(a.fleet, a.units[i]);
            int hill = hill_step(&a.truth, at, goal);
            if (at == goal || hill < 0) {
                continue;
            }
            wend_cost worth =
                plain_move_cost(&a.truth, at, next) + distance_to(&a.truth, next, goal);
            wend_cost most =
                plain_move_cost(&a.truth, at, hill) + distance_to(&a.truth, hill, goal);
            check(next == hill || wait == WEND_WAIT_GREEDY, "case %u: from %d to %d, not %d", seed,
                  at, next, hill);
            check(worth <= most || a.truth.weighted, "case %u: from %d to %d, not %d", seed, at,
                  next, hill);
            steps++;
            others += next != hill;
        }
        army_close(&a);
    }
    assert_true(others > 0 || steps < 1000);
}

/* Over open ground a queued unit stays within three cells of the straight line to its goal and
 * makes no unnecessary step. */
static void waiting_units_keep_to_the_line(void **state) {
    (void)state;
    const int side = 60;
    for (uint32_t seed = 0; seed < test_scaled(60); seed++) {
        dice d = dice_of(seed);
        plain_map open = {.width = side, .height = side, .neighbors = seed % 2 ? 4 : 8};
        memset(open.cells, '.', (size_t)(side * side));
        army a;
        army_open(&a, &open, &(wend_fleet_def){.units_max = 1}, 1000);
        army_add(&a, &d);
        a.never_prepares = true; /* no search */
        int x = (int)a.at[0] % side, y = (int)a.at[0] / side;
        int dx = (int)a.goal[0] % side - x, dy = (int)a.goal[0] / side - y;
        int length = abs(dx) > abs(dy) ? abs(dx) : abs(dy);
        int moves = open.neighbors == 4 ? abs(dx) + abs(dy) : length;
        for (int n = 0; n < moves; n++) {
            army_step(&a);
            int off = dx * ((int)a.at[0] / side - y) - dy * ((int)a.at[0] % side - x);
            check(abs(off) <= 3 * length, "case %u: %d off the line from %d %d by %d %d", seed, off,
                  x, y, dx, dy);
        }
        assert_int_equal(a.at[0], a.goal[0]);
        army_close(&a);
    }
}

/* Units that stand until they have a route take an optimal one. */
static void who_stands_takes_the_best_route(void **state) {
    (void)state;
    for (uint32_t seed = 0; seed < test_scaled(300); seed++) {
        dice d = dice_of(seed);
        army a;
        if (!draw(&a, &d, WEND_WAIT_STAND)) {
            continue;
        }
        wend_cost best[UNITS];
        for (uint32_t i = 0; i < a.count; i++) {
            wend_cost distances[PLAIN_CELLS_MAX];
            plain_flood(&a.truth, (int)a.at[i], distances);
            best[i] = distances[a.goal[i]];
        }
        army_run(&a, frames_max(&a));
        for (uint32_t i = 0; i < a.count; i++) {
            if (best[i] == PLAIN_UNREACHED) {
                assert_int_equal(wend_fleet_status(a.fleet, a.units[i]), WEND_UNIT_UNREACHABLE);
            } else {
                assert_int_equal(wend_fleet_status(a.fleet, a.units[i]), WEND_UNIT_ARRIVED);
                assert_int_equal(a.cost[i], best[i]);
            }
        }
        army_close(&a);
    }
}

static void same_calls_same_hash(void **state) {
    (void)state;
    uint32_t different = 0;
    uint64_t last = 0;
    for (uint32_t seed = 0; seed < test_scaled(60); seed++) {
        uint64_t hashes[2];
        for (uint32_t round = 0; round < 2; round++) {
            dice d = dice_of(seed);
            army a;
            if (!draw(&a, &d, WEND_WAIT_GREEDY)) {
                hashes[round] = 0;
                continue;
            }
            for (uint32_t f = 0; f < 60; f++) {
                army_step(&a);
            }
            hashes[round] = a.frame.hash;
            army_close(&a);
        }
        assert_true(hashes[0] == hashes[1]);
        different += hashes[0] != last;
        last = hashes[0];
    }
    assert_true(different > test_scaled(60) / 2);
}

/* A fleet whose searches have served other orders does the same as a new one. */
static void used_searches_are_as_good_as_new(void **state) {
    (void)state;
    for (uint32_t seed = 0; seed < test_scaled(60); seed++) {
        plain_map truth;
        dice d = dice_of(seed);
        plain_random(&truth, &d, 30);
        const wend_fleet_def def = {.units_max = UNITS};
        uint32_t budget = dice_between(&d, 100, 3000);
        army used, fresh;
        army_open(&used, &truth, &def, budget);
        army_open(&fresh, &truth, &def, budget);
        dice first = dice_of(seed + 1000);
        for (uint32_t i = 0; i < UNITS && army_add(&used, &first); i++) {
        }
        army_run(&used, 20000);
        for (uint32_t i = used.count; i-- > 0;) { /* so that slots are reused in order */
            assert_int_equal(wend_fleet_remove(used.fleet, used.units[i]), WEND_OK);
        }
        used.count = 0;
        dice again[2] = {dice_of(seed + 2000), dice_of(seed + 2000)};
        for (uint32_t i = 0; i < UNITS && army_add(&used, &again[0]); i++) {
            army_add(&fresh, &again[1]);
        }
        for (uint32_t f = 0; f < 100; f++) {
            army_step(&used);
            army_step(&fresh);
            for (uint32_t i = 0; i < fresh.count; i++) {
                check(used.at[i] == fresh.at[i], "unit %u on frame %u of case %u: %u and %u", i, f,
                      seed, used.at[i], fresh.at[i]);
            }
        }
        army_close(&used);
        army_close(&fresh);
    }
}

static const char *const hall[] = {"....................", "....................",
                                   "....................", "....................",
                                   "....................", NULL};

static void open_hall(army *a, const wend_fleet_def *def, uint32_t budget) {
    plain_map truth;
    plain_from_picture(&truth, hall);
    truth.neighbors = 8;
    truth.corners = WEND_CORNERS_NEVER;
    army_open(a, &truth, def, budget);
}

/* The next cells of a unit's route, from its waypoints. */
static uint32_t route_cells(const army *a, uint32_t i, wend_state *cells, uint32_t most) {
    wend_state corners[WEND_AHEAD_MAX];
    uint32_t turns = wend_fleet_waypoints(a->fleet, a->units[i], corners, WEND_AHEAD_MAX, NULL);
    int width = a->truth.width, at = (int)a->at[i];
    uint32_t count = 0;
    for (uint32_t k = 0; k < turns; k++) {
        int dx = (int)corners[k] % width - at % width, dy = (int)corners[k] / width - at / width;
        int x = abs(dx), y = abs(dy);
        int moves = x == 0 || y == 0 || x == y ? (x > y ? x : y) : x < y ? x : y;
        for (int m = 0; m < moves && count < most; m++) {
            at += dy / moves * width + dx / moves;
            cells[count++] = (wend_state)at;
        }
    }
    return count;
}

static void units_head_for_what_they_see(void **state) {
    (void)state;
    uint32_t seen_farther = 0;
    for (uint32_t seed = 0; seed < test_scaled(100); seed++) {
        dice d = dice_of(seed);
        army a;
        if (!draw(&a, &d, WEND_WAIT_GREEDY)) {
            continue;
        }
        for (uint32_t step = 0; step < 12; step++) {
            army_step(&a);
            uint32_t distance = dice_between(&d, 1, WEND_AHEAD_MAX);
            for (uint32_t i = 0; i < a.count; i++) {
                wend_state cells[WEND_AHEAD_MAX], next = wend_fleet_next(a.fleet, a.units[i]);
                wend_state expected = next;
                uint32_t count = route_cells(&a, i, cells, distance);
                bool follows = count && cells[0] == next;
                for (uint32_t k = 0; follows && k < count; k++) {
                    bool turns = k > 0 && cells[k] - cells[k - 1] != cells[0] - a.at[i];
                    if (a.truth.weighted && turns) {
                        break; /* if cells have costs, only up to the next turn */
                    }
                    bool sees = wend_route_sees(a.map, a.at[i], cells[k]);
                    expected = sees ? cells[k] : expected;
                }
                wend_state ahead = wend_fleet_ahead(a.fleet, a.units[i], distance);
                check(ahead == expected, "case %u, unit %u: %u, not %u", seed, i, ahead, expected);
                seen_farther += ahead != next;
            }
        }
        assert_int_equal(wend_fleet_ahead(a.fleet, WEND_UNIT_NONE, 5), WEND_STATE_NONE);
        army_close(&a);
    }
    assert_true(seen_farther > test_scaled(100));
}

static void handles_do_not_outlive_their_unit(void **state) {
    (void)state;
    army a;
    open_hall(&a, &(wend_fleet_def){.units_max = 2}, 1000);
    wend_unit first, second, third, fourth;
    assert_int_equal(wend_fleet_add(a.fleet, 0, &first), WEND_OK);
    assert_int_equal(wend_fleet_add(a.fleet, 1, &second), WEND_OK);
    assert_int_equal(wend_fleet_add(a.fleet, 2, &third), WEND_ERROR_MEMORY);
    assert_true(third == WEND_UNIT_NONE && first != second);
    assert_true(wend_unit_slot(first) < 2 && wend_unit_slot(second) < 2);
    assert_int_equal(wend_fleet_set_goal(a.fleet, first, 70, NULL), WEND_OK);
    assert_true(wend_fleet_at(a.fleet, wend_unit_slot(first)) == first);
    assert_int_equal(wend_fleet_remove(a.fleet, first), WEND_OK);
    assert_true(wend_fleet_at(a.fleet, wend_unit_slot(first)) == WEND_UNIT_NONE);
    assert_int_equal(wend_fleet_stats(a.fleet).units, 1);
    assert_int_equal(wend_fleet_add(a.fleet, 5, &fourth), WEND_OK);
    assert_int_equal(wend_unit_slot(fourth), wend_unit_slot(first));
    assert_true(fourth != first);
    assert_int_equal(wend_fleet_remove(a.fleet, first), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_fleet_set_goal(a.fleet, first, 7, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_fleet_cancel(a.fleet, first), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_fleet_teleport(a.fleet, first, 7), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_fleet_refuse(a.fleet, first), WEND_ERROR_ARGUMENT);
    assert_true(wend_fleet_state(a.fleet, first) == WEND_STATE_NONE);
    assert_true(wend_fleet_goal(a.fleet, first) == WEND_STATE_NONE);
    assert_true(wend_fleet_next(a.fleet, first) == WEND_STATE_NONE);
    assert_int_equal(wend_fleet_status(a.fleet, first), WEND_UNIT_IDLE);
    assert_int_equal(wend_fleet_state(a.fleet, fourth), 5);
    assert_int_equal(wend_fleet_status(a.fleet, fourth), WEND_UNIT_IDLE);
    army_close(&a);
}

static void orders_can_be_changed(void **state) {
    (void)state;
    army a;
    open_hall(&a, &(wend_fleet_def){.units_max = 4}, 100000);
    dice d = dice_of(1);
    army_add(&a, &d);
    assert_int_equal(wend_fleet_teleport(a.fleet, a.units[0], 0), WEND_OK);
    a.at[0] = 0;
    army_send(&a, 0, 19, NULL);
    army_step(&a);
    assert_int_equal(wend_fleet_status(a.fleet, a.units[0]), WEND_UNIT_FOLLOWING);
    wend_state corners[8];
    bool complete;
    assert_int_equal(wend_fleet_waypoints(a.fleet, a.units[0], corners, 8, &complete), 1);
    assert_true(complete && corners[0] == 19);
    army_send(&a, 0, 19, &(wend_order){.priority = 9}); /* the same goal: the route is kept */
    assert_int_equal(wend_fleet_status(a.fleet, a.units[0]), WEND_UNIT_FOLLOWING);
    assert_int_equal(wend_fleet_set_goal(a.fleet, a.units[0], 99, &(wend_order){.priority = 256}),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_fleet_set_goal(a.fleet, a.units[0], 100, NULL), WEND_ERROR_OUTSIDE);
    assert_int_equal(wend_fleet_set_goal(a.fleet, a.units[0], 99, &(wend_order){.nearest = true}),
                     WEND_ERROR_UNSUPPORTED);
    assert_int_equal(wend_fleet_goal(a.fleet, a.units[0]), 19);
    army_send(&a, 0, 80, NULL);
    assert_int_equal(wend_fleet_status(a.fleet, a.units[0]), WEND_UNIT_QUEUED);
    army_step(&a);
    assert_int_equal(wend_fleet_cancel(a.fleet, a.units[0]), WEND_OK);
    assert_true(wend_fleet_goal(a.fleet, a.units[0]) == WEND_STATE_NONE);
    army_step(&a);
    assert_int_equal(a.frame.moved, 0);
    army_send(&a, 0, (int)a.at[0], NULL); /* it has arrived: the next frame reports it */
    assert_int_equal(wend_fleet_status(a.fleet, a.units[0]), WEND_UNIT_ARRIVED);
    army_step(&a);
    assert_int_equal(a.frame.arrived, 1);
    assert_int_equal(a.frame.event_count, 1);
    assert_int_equal(a.frame.events[0].kind, WEND_EVENT_ARRIVED);
    army_step(&a);
    assert_int_equal(a.frame.arrived, 0);
    army_close(&a);
}

/* ---- Refused moves and teleports ------------------------------------------------------------- */

static void refuse(army *a, uint32_t i, wend_state before) {
    assert_int_equal(wend_fleet_refuse(a->fleet, a->units[i]), WEND_OK);
    if (before != a->at[i]) {
        a->cost[i] -= plain_move_cost(&a->truth, (int)before, (int)a->at[i]);
    }
    a->at[i] = before;
    assert_int_equal(wend_fleet_state(a->fleet, a->units[i]), before);
}

/* Half of the moves are refused. Units that stand at first still take an optimal route. */
static void refused_moves_are_made_later(void **state) {
    (void)state;
    for (uint32_t seed = 0; seed < test_scaled(200); seed++) {
        dice d = dice_of(seed);
        army a;
        bool stands = seed % 2;
        if (!draw(&a, &d, stands ? WEND_WAIT_STAND : WEND_WAIT_GREEDY)) {
            continue;
        }
        wend_cost best[UNITS];
        for (uint32_t i = 0; i < a.count; i++) {
            wend_cost distances[PLAIN_CELLS_MAX];
            plain_flood(&a.truth, (int)a.at[i], distances);
            best[i] = distances[a.goal[i]];
        }
        bool active = true;
        for (uint32_t f = 0; active; f++) {
            check(f < 3 * frames_max(&a), "case %u does not end", seed);
            wend_state before[UNITS];
            memcpy(before, a.at, sizeof before);
            army_step(&a);
            active = false;
            for (uint32_t i = 0; i < a.count; i++) {
                if (dice_percent(&d, 50)) {
                    refuse(&a, i, before[i]);
                    refuse(&a, i, before[i]); /* once is enough */
                }
                active |= army_is_active(&a, i);
            }
        }
        for (uint32_t i = 0; stands && i < a.count; i++) {
            assert_true(best[i] == PLAIN_UNREACHED || a.cost[i] == best[i]);
        }
        army_close(&a);
    }
}

/* A free cell at most 8 away, or any. */
static int displaced(const army *a, dice *d, int from) {
    int x = from % a->truth.width + (int)dice_between(d, 0, 8) - 4;
    int y = from / a->truth.width + (int)dice_between(d, 0, 8) - 4;
    bool is_near = dice_percent(d, 80) && plain_is_free(&a->truth, x, y);
    return is_near ? y * a->truth.width + x : plain_random_free(&a->truth, d);
}

static void displaced_units_arrive(void **state) {
    (void)state;
    uint64_t kept = 0;
    for (uint32_t seed = 0; seed < test_scaled(300); seed++) {
        dice d = dice_of(seed);
        army a;
        if (!draw(&a, &d, seed % 2 ? WEND_WAIT_GREEDY : WEND_WAIT_STAND)) {
            continue;
        }
        for (uint32_t f = 0; f < 60; f++) {
            army_step(&a);
            for (uint32_t i = 0; i < a.count; i++) {
                if (dice_percent(&d, 10)) {
                    bool followed = wend_fleet_status(a.fleet, a.units[i]) == WEND_UNIT_FOLLOWING;
                    a.at[i] = (wend_state)displaced(&a, &d, (int)a.at[i]);
                    assert_int_equal(wend_fleet_teleport(a.fleet, a.units[i], a.at[i]), WEND_OK);
                    assert_int_equal(wend_fleet_state(a.fleet, a.units[i]), a.at[i]);
                    kept +=
                        followed && wend_fleet_status(a.fleet, a.units[i]) == WEND_UNIT_FOLLOWING;
                }
            }
        }
        army_run(&a, frames_max(&a));
        army_close(&a);
    }
    assert_true(kept > 0);
}

/* ---- Queue ----------------------------------------------------------------------------------- */

/* With a budget for about one search per frame and a stream of near orders that alone would use it
 * up, the far order still gets its search: after WEND_FLEET_AGEING frames no order overtakes it. */
static void no_unit_starves(void **state) {
    (void)state;
    army a;
    open_hall(&a, &(wend_fleet_def){.units_max = 40, .wait = WEND_WAIT_STAND, .searches_max = 1},
              100);
    dice d = dice_of(3);
    for (uint32_t i = 0; i < 40; i++) {
        army_add(&a, &d);
        assert_int_equal(wend_fleet_teleport(a.fleet, a.units[i], i ? 1 : 0), WEND_OK);
        a.at[i] = i ? 1 : 0;
        army_send(&a, i, i ? 2 : 99, NULL);
    }
    uint32_t frame = 0;
    for (; wend_fleet_status(a.fleet, a.units[0]) == WEND_UNIT_QUEUED; frame++) {
        check(frame < WEND_FLEET_AGEING + 200, "the far order starves");
        army_step(&a);
        for (uint32_t i = 1; i < 40; i++) {
            if (!army_is_active(&a, i)) {
                army_send(&a, i, a.at[i] == 2 ? 1 : 2, NULL);
            }
        }
    }
    assert_true(frame > 20); /* it had to wait for them */
    army_close(&a);
}

static uint32_t frames_until_route(uint32_t priority) {
    army a;
    open_hall(&a, &(wend_fleet_def){.units_max = 40, .wait = WEND_WAIT_STAND, .searches_max = 1},
              500);
    dice d = dice_of(3);
    for (uint32_t i = 0; i < 40; i++) {
        army_add(&a, &d);
        assert_int_equal(wend_fleet_teleport(a.fleet, a.units[i], 0), WEND_OK);
        a.at[i] = 0;
        army_send(&a, i, i ? 5 : 99, &(wend_order){.priority = i ? 0 : priority});
    }
    uint32_t frame = 0;
    for (; wend_fleet_status(a.fleet, a.units[0]) != WEND_UNIT_FOLLOWING; frame++) {
        check(frame < 1000, "no route");
        army_step(&a);
    }
    army_close(&a);
    return frame;
}

static void priorities_go_first(void **state) {
    (void)state;
    assert_true(frames_until_route(255) <= 3);
    assert_true(frames_until_route(0) >= 10);
}

/* ---- Time ------------------------------------------------------------------------------------ */

/* A clock that advances with the search: 100 ns per reading. */
static uint64_t read_clock(void *context) {
    uint64_t *now = context;
    return *now += 100;
}

static void timed_frames_stop_in_time(void **state) {
    (void)state;
    army a;
    open_hall(&a, &(wend_fleet_def){.units_max = ARMY_MAX, .time_bank = 10000}, 1000000);
    dice d = dice_of(5);
    for (uint32_t i = 0; i < 200; i++) {
        army_add(&a, &d);
    }
    uint64_t now = 0;
    wend_clock clock = {read_clock, &now};
    wend_frame frame;
    assert_int_equal(wend_fleet_reserve(a.fleet, 1000000), WEND_OK);
    assert_int_equal(
        wend_fleet_frame(
            a.fleet, (wend_budget){.work = 1000000, .nanoseconds = 2000, .clock = &clock}, &frame),
        WEND_OK);
    assert_true(frame.moved > 190); /* some are sent to where they are */
    assert_true(now < 4000 && frame.routes_found < 20);
    uint32_t frames = 1;
    for (; frame.waiting > 0; frames++) {
        assert_true(frames < 1000);
        wend_fleet_reserve(a.fleet, 1000000);
        wend_fleet_frame(
            a.fleet, (wend_budget){.work = 1000000, .nanoseconds = 2000, .clock = &clock}, &frame);
    }
    assert_true(frames > 10);
    /* Frames without searches save their time for later ones, up to the bank. */
    for (uint32_t i = 0; i < 100; i++) {
        wend_fleet_frame(
            a.fleet, (wend_budget){.work = 1000000, .nanoseconds = 2000, .clock = &clock}, &frame);
    }
    for (uint32_t i = 0; i < 200; i++) {
        wend_fleet_set_goal(a.fleet, a.units[i], 0, NULL);
    }
    uint64_t begin = now;
    wend_fleet_reserve(a.fleet, 1000000);
    wend_fleet_frame(a.fleet, (wend_budget){.work = 1000000, .nanoseconds = 2000, .clock = &clock},
                     &frame);
    assert_true(now - begin > 10000 && now - begin < 16000);
    assert_int_equal(
        wend_fleet_frame(
            a.fleet,
            (wend_budget){.work = WEND_FLEET_WORK_MIN - 1, .nanoseconds = 1, .clock = &clock},
            &frame),
        WEND_ERROR_BUDGET);
    assert_int_equal(wend_fleet_frame(a.fleet,
                                      (wend_budget){.work = 100, .nanoseconds = 1, .clock = NULL},
                                      &frame),
                     WEND_ERROR_ARGUMENT);
    army_close(&a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_units_move_and_arrive),
        cmocka_unit_test(waiting_units_step_nearer),
        cmocka_unit_test(waiting_units_keep_to_the_line),
        cmocka_unit_test(who_stands_takes_the_best_route),
        cmocka_unit_test(same_calls_same_hash),
        cmocka_unit_test(used_searches_are_as_good_as_new),
        cmocka_unit_test(units_head_for_what_they_see),
        cmocka_unit_test(handles_do_not_outlive_their_unit),
        cmocka_unit_test(orders_can_be_changed),
        cmocka_unit_test(refused_moves_are_made_later),
        cmocka_unit_test(displaced_units_arrive),
        cmocka_unit_test(no_unit_starves),
        cmocka_unit_test(priorities_go_first),
        cmocka_unit_test(timed_frames_stop_in_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
