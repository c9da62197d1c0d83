/* Users of layers: agents, fleets, fields and components, teams, threads, smoothed routes. */
#include <wend/research.h>
#include <wend/wend.h>

#include "support/layer_scene.h"
#include "support/step.h"
#include "support/test.h"
#include "support/update.h"

#include <pthread.h>
#include <string.h>

#define SIDE 40u

/* Scattered walls, some of them thick. */
static wend_map *draw_base(dice *d, wend_corners corners) {
    wend_map_def def = {.width = SIDE, .height = SIDE, .corners = corners};
    uint8_t cells[SIDE * SIDE];
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        cells[i] = !dice_percent(d, 3);
    }
    for (uint32_t wall = 0; wall < 6; wall++) {
        uint32_t from = dice_between(d, 0, SIDE * SIDE - 1), step = dice_percent(d, 50) ? 1 : SIDE;
        for (uint32_t i = 0; i < 15 && from + i * step < SIDE * SIDE; i++) {
            cells[from + i * step] = 0;
        }
    }
    wend_map *map;
    def.bytes = cells;
    assert_int_equal(wend_map_create(&def, &map, NULL), WEND_OK);
    return map;
}

/* Random flips of the base, and the layer after them. */
static void flip_cells(layer_scene *s, dice *d, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t x = dice_between(d, 0, SIDE - 1), y = dice_between(d, 0, SIDE - 1);
        bool is_free = !wend_map_is_free(s->base, x, y) || dice_percent(d, 30);
        wend_map_set_free(s->base, x, y, is_free);
    }
    wend_layer_update(s->layer);
    plain_layer_read(&s->plain);
}

/* Whether a step leads from one square to an adjacent one, where no adjacent square is free. */
static bool gets_out(const layer_scene *s, int from, int to) {
    static const int dx[] = {0, 1, 0, -1}, dy[] = {-1, 0, 1, 0};
    bool is_beside = false;
    for (int i = 0; i < 4; i++) {
        int x = from % s->plain.width + dx[i], y = from / s->plain.width + dy[i];
        if (x >= 0 && y >= 0 && x < s->plain.width && y < s->plain.height) {
            int other = y * s->plain.width + x;
            is_beside |= other == to;
            if (s->plain.squares[other]) {
                return false;
            }
        }
    }
    return is_beside && !s->plain.squares[from];
}

/* A square that was blocked can be left; otherwise a step is one of the reference. */
static void check_step(const layer_scene *s, wend_state from, wend_state to) {
    check(from == to || plain_layer_step(&s->plain, (int)from, (int)to) ||
              (!s->plain.squares[from] && s->plain.squares[to]) || gets_out(s, (int)from, (int)to),
          "size %d: an illegal step from %u to %u", s->plain.size, from, to);
}

/* ---- Agents ---------------------------------------------------------------------------------- */

static void walk_on_layer(layer_scene *s, dice *d, const char *algo) {
    int start = plain_layer_random_free(&s->plain, d), goal = plain_layer_random_free(&s->plain, d);
    if (start < 0 || goal < 0) {
        return;
    }
    wend_agent_def def = {.map = wend_layer_map(s->layer),
                          .algo = wend_algo_find(algo),
                          .start = (wend_state)start,
                          .goal = (wend_state)goal};
    wend_agent *agent = make_agent(&def);
    wend_tick tick = {.status = WEND_AGENT_MOVING};
    for (uint32_t i = 0; i < 60 || wend_agent_is_active(tick.status); i++) {
        if (i < 60 && dice_percent(d, 30)) {
            flip_cells(s, d, dice_between(d, 1, 5));
        }
        wend_state from = wend_agent_state(agent);
        step_agent(agent, 15, &tick);
        check_step(s, from, wend_agent_state(agent));
    }
    plain_layer_flood(&s->plain, (int)wend_agent_state(agent));
    bool can = s->plain.costs[goal] != PLAIN_LAYER_UNREACHED;
    check(tick.status == WEND_AGENT_ARRIVED || (tick.status == WEND_AGENT_UNREACHABLE && !can),
          "%s: status %d", algo, (int)tick.status);
    wend_agent_destroy(agent);
}

static void agents_walk_on_layers_that_change(void **state) {
    (void)state;
    static const char *const algos[] = {"auto", "tba", "astar", "dstar-lite", "jps", "rtba"};
    for (uint32_t seed = 0; seed < test_scaled(120); seed++) {
        dice d = dice_of(seed);
        wend_map *base = draw_base(&d, (wend_corners)(seed / 7 % 3));
        layer_scene s;
        layer_scene_open(&s, base, &(wend_layer_def){.size = 1 + seed % 4});
        walk_on_layer(&s, &d, algos[seed % COUNT_OF(algos)]);
        layer_scene_close(&s);
        wend_map_destroy(base);
    }
}

/* ---- Fleets, components and fields ----------------------------------------------------------- */

#define UNITS 12u

static void fleets_march_on_layers_that_change(void **state) {
    (void)state;
    for (uint32_t seed = 0; seed < test_scaled(40); seed++) {
        dice d = dice_of(seed);
        wend_map *base = draw_base(&d, WEND_CORNERS_NEVER);
        layer_scene s;
        layer_scene_open(&s, base, &(wend_layer_def){.size = 1 + seed % 4});
        const wend_map *map = wend_layer_map(s.layer);
        wend_components *components;
        assert_int_equal(
            wend_components_create(&(wend_components_def){.map = map}, &components, NULL), WEND_OK);
        wend_fleet *fleet;
        wend_fleet_def def = {
            .map = map, .units_max = UNITS, .components = components, .group_min = 4};
        assert_int_equal(wend_fleet_create(&def, &fleet, NULL), WEND_OK);
        wend_unit units[UNITS];
        for (uint32_t i = 0; i < UNITS; i++) {
            wend_state at = (wend_state)plain_layer_random_free(&s.plain, &d);
            assert_int_equal(wend_fleet_add(fleet, at, &units[i]), WEND_OK);
        }
        /* Half of them share a field. */
        wend_state goal = (wend_state)plain_layer_random_free(&s.plain, &d);
        wend_fleet_set_group_goal(fleet, units, UNITS / 2, goal, NULL);
        for (uint32_t i = UNITS / 2; i < UNITS; i++) {
            goal = (wend_state)plain_layer_random_free(&s.plain, &d);
            wend_fleet_set_goal(fleet, units[i], goal, NULL);
        }
        for (uint32_t frame = 0; frame < 400; frame++) {
            if (frame < 60 && dice_percent(&d, 30)) {
                flip_cells(&s, &d, dice_between(&d, 1, 5));
            }
            wend_state from[UNITS];
            for (uint32_t i = 0; i < UNITS; i++) {
                from[i] = wend_fleet_state(fleet, units[i]);
            }
            wend_frame done;
            update_chunks(components, frame % 4);
            assert_int_equal(wend_fleet_reserve(fleet, 5000), WEND_OK);
            assert_int_equal(wend_fleet_frame(fleet, (wend_budget){.work = 5000}, &done), WEND_OK);
            for (uint32_t i = 0; i < UNITS; i++) {
                check_step(&s, from[i], wend_fleet_state(fleet, units[i]));
            }
        }
        for (uint32_t i = 0; i < UNITS; i++) {
            wend_state at = wend_fleet_state(fleet, units[i]);
            goal = wend_fleet_goal(fleet, units[i]);
            plain_layer_flood(&s.plain, (int)at);
            wend_unit_status status = wend_fleet_status(fleet, units[i]);
            bool can = goal == WEND_STATE_NONE || s.plain.costs[goal] != PLAIN_LAYER_UNREACHED;
            check(status == (can ? WEND_UNIT_ARRIVED : WEND_UNIT_UNREACHABLE), "unit %u: status %d",
                  i, (int)status);
        }
        wend_fleet_destroy(fleet);
        wend_components_destroy(components);
        layer_scene_close(&s);
        wend_map_destroy(base);
    }
}

static void fields_and_components_know_what_fits(void **state) {
    (void)state;
    for (uint32_t seed = 0; seed < test_scaled(60); seed++) {
        dice d = dice_of(seed);
        wend_map *base = draw_base(&d, (wend_corners)(seed % 3));
        layer_scene s;
        layer_scene_open(&s, base, &(wend_layer_def){.size = 1 + seed % 4});
        const wend_map *map = wend_layer_map(s.layer);
        int goal = plain_layer_random_free(&s.plain, &d);
        wend_field *field;
        wend_field_def def = {.map = map, .goal = (wend_state)goal};
        assert_int_equal(wend_field_create(&def, &field, NULL), WEND_OK);
        wend_components *components;
        assert_int_equal(
            wend_components_create(&(wend_components_def){.map = map}, &components, NULL), WEND_OK);
        for (uint32_t round = 0; round < 3; round++) {
            wend_field_progress growth;
            assert_int_equal(
                wend_field_reserve(field, (uint64_t)(SIDE * SIDE + 10) * WEND_WORK_EXPANSION),
                WEND_OK);
            assert_int_equal(wend_field_grow(field, WEND_STATE_NONE,
                                             (wend_budget){.work = (uint64_t)(SIDE * SIDE + 10) *
                                                                   WEND_WORK_EXPANSION},
                                             &growth),
                             WEND_OK);
            plain_layer_flood(&s.plain, goal); /* the same in both directions */
            for (wend_state cell = 0; cell < SIDE * SIDE; cell++) {
                if (!s.plain.squares[cell] || !s.plain.squares[goal]) {
                    continue;
                }
                wend_cost expected = s.plain.costs[cell];
                wend_cost found = wend_field_distance(field, cell);
                check(found == expected, "cell %u: %u, expected %u", cell, found, expected);
                assert_int_equal(wend_components_reach(components, cell, (wend_state)goal),
                                 expected != PLAIN_LAYER_UNREACHED);
            }
            flip_cells(&s, &d, 5);
            update_chunks(components, UINT32_MAX);
        }
        wend_components_destroy(components);
        wend_field_destroy(field);
        layer_scene_close(&s);
        wend_map_destroy(base);
    }
}

/* ---- Teams ----------------------------------------------------------------------------------- */

static wend_cost cost_on(const wend_map *map, wend_state start, wend_state goal) {
    wend_finder *finder;
    assert_int_equal(wend_finder_create(&(wend_finder_def){.map = map}, &finder, NULL), WEND_OK);
    wend_answer answer;
    assert_int_equal(wend_finder_find(finder, start, goal, NULL, &answer), WEND_OK);
    wend_finder_destroy(finder);
    return answer.cost;
}

/* A wall with a narrow door and one that is two cells wide. */
static void a_door_is_closed_to_one_team_alone(void **state) {
    (void)state;
    static const char *const rows = "....@...."
                                    "....@...."
                                    "........."
                                    "....@...."
                                    "....@...."
                                    "........."
                                    "........."
                                    "....@....";
    wend_map_def map_def = {.width = 9, .height = 8, .neighbors = 4, .cells = rows};
    wend_map *base;
    assert_int_equal(wend_map_create(&map_def, &base, NULL), WEND_OK);
    wend_layer_def def = {.base = base, .has_obstacles = true};
    wend_layer *red, *blue, *large;
    assert_int_equal(wend_layer_create(&def, &red, NULL), WEND_OK);
    assert_int_equal(wend_layer_create(&def, &blue, NULL), WEND_OK);
    /* The large units of the red team, over what the whole team sees. */
    def = (wend_layer_def){.base = wend_layer_map(red), .size = 2};
    assert_int_equal(wend_layer_create(&def, &large, NULL), WEND_OK);
    wend_state start = 2 * 9 + 1, goal = 2 * 9 + 7;
    wend_cost one = WEND_COST_ONE;
    assert_int_equal(cost_on(wend_layer_map(red), start, goal), 6 * one);
    assert_int_equal(cost_on(wend_layer_map(large), start, goal - 1), 11 * one);
    /* The door is closed twice, and opened once and then again. */
    assert_int_equal(wend_layer_block(red, 4, 2, 1, 1), WEND_OK);
    assert_int_equal(cost_on(wend_layer_map(red), start, goal), 12 * one);
    assert_int_equal(cost_on(wend_layer_map(blue), start, goal), 6 * one);
    assert_int_equal(cost_on(base, start, goal), 6 * one);
    assert_int_equal(wend_layer_block(red, 4, 2, 1, 1), WEND_OK);
    assert_int_equal(wend_layer_unblock(red, 4, 2, 1, 1), WEND_OK);
    assert_int_equal(wend_layer_obstacles(red, 4, 2), 1);
    assert_int_equal(cost_on(wend_layer_map(red), start, goal), 12 * one);
    assert_int_equal(wend_layer_unblock(red, 4, 2, 1, 1), WEND_OK);
    assert_int_equal(cost_on(wend_layer_map(red), start, goal), 6 * one);
    /* A unit stands in the wide one: only small units pass. */
    assert_int_equal(wend_layer_block(red, 4, 6, 1, 1), WEND_OK);
    assert_true(wend_layer_update(large) > 0);
    assert_int_equal(cost_on(wend_layer_map(large), start, goal - 1), 0);
    assert_int_equal(wend_layer_clearance(large, 3, 5), 1);
    assert_int_equal(wend_layer_clearance(blue, 3, 5), 2);
    wend_layer_destroy(large);
    wend_layer_destroy(blue);
    wend_layer_destroy(red);
    wend_map_destroy(base);
}

/* A belief's layer is filled in with the belief, for agents that search what they believe. */
static void a_layer_follows_a_belief(void **state) {
    (void)state;
    dice d = dice_of(1);
    wend_map *world = draw_base(&d, WEND_CORNERS_NEVER);
    wend_belief_def def = {.world = world};
    wend_belief *belief;
    assert_int_equal(wend_belief_create(&def, &belief, NULL), WEND_OK);
    wend_layer *layer;
    wend_layer_def over = {.base = wend_belief_map(belief), .size = 2};
    assert_int_equal(wend_layer_create(&over, &layer, NULL), WEND_OK);
    assert_int_equal(wend_map_free_count(wend_layer_map(layer)), (SIDE - 1) * (SIDE - 1));
    assert_int_equal(wend_algo_auto_weight(wend_layer_map(layer), 2400), 1000); /* no guesses */
    assert_true(wend_algo_auto_weight(world, 2400) > 1000);
    for (uint32_t cell = 0; cell < SIDE * SIDE; cell++) {
        wend_belief_sense(belief, cell % SIDE, cell / SIDE);
    }
    wend_layer_update(layer);
    plain_layer plain;
    over.base = world;
    plain_layer_open(&plain, &over, NULL);
    plain_layer_check(&plain, layer);
    plain_layer_close(&plain);
    wend_layer_destroy(layer);
    wend_belief_destroy(belief);
    wend_map_destroy(world);
}

/* ---- Threads --------------------------------------------------------------------------------- */

#define THREADS 4
#define QUERIES 200

typedef struct reader {
    const wend_layer *layer;
    uint64_t sum; /* of costs and clearances */
} reader;

static void *read_layer(void *context) {
    reader *r = context;
    const wend_map *map = wend_layer_map(r->layer);
    wend_finder *finder;
    if (wend_finder_create(&(wend_finder_def){.map = map}, &finder, NULL)) {
        return NULL;
    }
    dice d = dice_of(5);
    for (uint32_t i = 0; i < QUERIES; i++) {
        wend_state start = dice_between(&d, 0, SIDE * SIDE - 1);
        wend_state goal = dice_between(&d, 0, SIDE * SIDE - 1);
        wend_answer answer = {0};
        wend_finder_find(finder, start, goal, NULL, &answer);
        r->sum =
            r->sum * 31 + answer.cost + wend_layer_clearance(r->layer, start % SIDE, goal / SIDE);
    }
    wend_finder_destroy(finder);
    return NULL;
}

static void many_threads_read_one_layer(void **state) {
    (void)state;
    dice d = dice_of(2);
    wend_map *base = draw_base(&d, WEND_CORNERS_NEVER);
    layer_scene s;
    layer_scene_open(&s, base, &(wend_layer_def){.size = 2});
    for (uint32_t round = 0; round < 3; round++) {
        reader alone = {.layer = s.layer}, readers[THREADS];
        read_layer(&alone);
        assert_true(alone.sum > 0);
        pthread_t threads[THREADS];
        for (uint32_t i = 0; i < THREADS; i++) {
            readers[i] = (reader){.layer = s.layer};
            assert_int_equal(pthread_create(&threads[i], NULL, read_layer, &readers[i]), 0);
        }
        for (uint32_t i = 0; i < THREADS; i++) {
            assert_int_equal(pthread_join(threads[i], NULL), 0);
            assert_true(readers[i].sum == alone.sum);
        }
        flip_cells(&s, &d, 20); /* while no thread reads */
    }
    layer_scene_close(&s);
    wend_map_destroy(base);
}

/* ---- Smoothed routes ------------------------------------------------------------------------- */

/* Whether a unit touches a blocked cell of the base on a straight line between two anchors: the
 * centres of its cells move along the line, and with them everything between them. It touches the
 * cell, even if only at a corner, unless an axis separates the line from the cell, enlarged by the
 * distance of the outer centres: x, y, or across the line. In half cells. */
static bool line_touches(const layer_scene *s, wend_state from, wend_state to, int x, int y) {
    int width = s->plain.width, more = 2 * (s->plain.size - 1);
    int ax = 2 * ((int)from % width) + 1, ay = 2 * ((int)from / width) + 1;
    int bx = 2 * ((int)to % width) + 1, by = 2 * ((int)to / width) + 1;
    int left = 2 * x - more, right = 2 * x + 2, top = 2 * y - more, bottom = 2 * y + 2;
    if ((ax < left && bx < left) || (ax > right && bx > right) || (ay < top && by < top) ||
        (ay > bottom && by > bottom)) {
        return false;
    }
    int least = INT32_MAX, greatest = INT32_MIN;
    for (int corner = 0; corner < 4; corner++) {
        int cx = corner & 1 ? right : left, cy = corner & 2 ? bottom : top;
        int across = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
        least = across < least ? across : least;
        greatest = across > greatest ? across : greatest;
    }
    return least <= 0 && greatest >= 0;
}

static void check_line(const layer_scene *s, wend_state from, wend_state to) {
    for (int cell = 0; cell < (int)s->cells; cell++) {
        int x = cell % s->plain.width, y = cell / s->plain.width;
        check(s->plain.values[cell] || !line_touches(s, from, to, x, y),
              "size %d: the line from %u to %u touches (%d, %d)", s->plain.size, from, to, x, y);
    }
}

static void smoothed_routes_brush_no_wall(void **state) {
    (void)state;
    uint32_t bends = 0;
    for (uint32_t seed = 0; seed < test_scaled(300); seed++) {
        dice d = dice_of(seed);
        wend_map *base = draw_base(&d, WEND_CORNERS_NEVER);
        layer_scene s;
        layer_scene_open(&s, base, &(wend_layer_def){.size = 1 + seed % 4});
        int start = plain_layer_random_free(&s.plain, &d);
        int goal = plain_layer_random_free(&s.plain, &d);
        wend_query query = {.path = s.path, .capacity = s.cells};
        wend_answer answer;
        assert_int_equal(
            wend_finder_find(s.finder, (wend_state)start, (wend_state)goal, &query, &answer),
            WEND_OK);
        uint32_t count = answer.count;
        wend_smoothing smoothing = {0};
        while (!wend_route_smooth(wend_layer_map(s.layer), s.path, &count, &smoothing,
                                  (wend_budget){.work = 1000})) {
        }
        for (uint32_t i = 1; i < count; i++) {
            check_line(&s, s.path[i - 1], s.path[i]);
        }
        bends += count > 2;
        layer_scene_close(&s);
        wend_map_destroy(base);
    }
    assert_true(bends > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agents_walk_on_layers_that_change),
        cmocka_unit_test(fleets_march_on_layers_that_change),
        cmocka_unit_test(fields_and_components_know_what_fits),
        cmocka_unit_test(a_door_is_closed_to_one_team_alone),
        cmocka_unit_test(a_layer_follows_a_belief),
        cmocka_unit_test(many_threads_read_one_layer),
        cmocka_unit_test(smoothed_routes_brush_no_wall),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
