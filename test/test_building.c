/* Buildings that are placed on agents and units: they leave by legal moves, or report that they
 * cannot. */
#include <wend/research.h>
#include <wend/wend.h>

#include "domain/grid.h"

#include "support/muster.h"
#include "support/step.h"
#include "support/test.h"
#include "support/trip.h"

#include <string.h>

/* ---- The way out ----------------------------------------------------------------------------- */

typedef struct block {
    int left, top, right, bottom; /* including the last cells */
} block;

/* Placed so that a cell lies under it, inside the map. */
static block block_over(const plain_map *plain, dice *d, int cell) {
    int x = cell % plain->width, y = cell / plain->width;
    block b = {x - (int)dice_between(d, 0, 6), y - (int)dice_between(d, 0, 6),
               x + (int)dice_between(d, 0, 6), y + (int)dice_between(d, 0, 6)};
    b.left = b.left < 0 ? 0 : b.left;
    b.top = b.top < 0 ? 0 : b.top;
    b.right = b.right < plain->width ? b.right : plain->width - 1;
    b.bottom = b.bottom < plain->height ? b.bottom : plain->height - 1;
    return b;
}

typedef void set_cell(void *scene, int cell, char terrain);

static void build(set_cell *set, void *scene, int width, const block *b, char terrain, int spare) {
    for (int y = b->top; y <= b->bottom; y++) {
        for (int x = b->left; x <= b->right; x++) {
            if (y * width + x != spare) {
                set(scene, y * width + x, terrain);
            }
        }
    }
}

static void set_plain_cell(void *scene, int cell, char terrain) {
    ((plain_map *)scene)->cells[cell] = terrain;
}

static void check_moves(const plain_map *plain, const wend_map *map, int from) {
    wn_id out = wn_grid_way_out(map, wn_grid_id_of_state(map, (wend_state)from));
    int step = out == WN_NONE ? -1 : (int)wn_grid_state_of_id(map, out);
    check(step == plain_way_out(plain, from), "from %d the way out is %d", from, step);
    for (int to = 0; to < plain_cells(plain); to++) {
        check(wend_map_move_cost(map, (wend_state)from, (wend_state)to) ==
                  plain_move_cost(plain, from, to),
              "the move from %d to %d", from, to);
    }
}

static void check_reach(const plain_map *plain, const wend_components *components, int from) {
    wend_cost distances[PLAIN_CELLS_MAX];
    plain_flood_out(plain, from, distances);
    for (int to = 0; to < plain_cells(plain); to++) {
        bool is_free = plain_is_free(plain, to % plain->width, to / plain->width);
        bool can = to == from || (is_free && distances[to] != PLAIN_UNREACHED);
        check(wend_components_reach(components, (wend_state)from, (wend_state)to) ==
                  (can ? WEND_REACH_REACHABLE : WEND_REACH_UNREACHABLE),
              "the way from %d to %d", from, to);
    }
}

/* The result matches that of the slow, obvious map under every rule: steps, costs, reachable
 * cells. */
static void the_way_out_is_that_of_the_plain_map(void **state) {
    (void)state;
    uint32_t buried = 0;
    for (uint32_t seed = 0; seed < test_scaled(150); seed++) {
        dice d = dice_of(seed);
        plain_map plain;
        plain_random(&plain, &d, seed % 3 ? 24 : 64);
        if (seed % 4 == 0) {
            plain_random_factors(&plain, &d, 1, 9);
        }
        for (uint32_t n = dice_between(&d, 1, 6); n > 0; n--) {
            int cell = (int)dice_between(&d, 0, (uint32_t)plain_cells(&plain) - 1);
            block b = block_over(&plain, &d, cell);
            build(set_plain_cell, &plain, plain.width, &b, '@', -1);
        }
        wend_map *map = plain_to_wend(&plain);
        wend_components *components;
        assert_int_equal(
            wend_components_create(&(wend_components_def){.map = map}, &components, NULL), WEND_OK);
        for (uint32_t n = 0; n < 30; n++) {
            int from = (int)dice_between(&d, 0, (uint32_t)plain_cells(&plain) - 1);
            check_moves(&plain, map, from);
            check_reach(&plain, components, from);
            buried += plain_is_buried(&plain, from);
        }
        wend_components_destroy(components);
        wend_map_destroy(map);
    }
    assert_true(buried > test_scaled(150));
}

/* Across the words in which a map stores its rows, at the maximum distance. */
static void distant_cells_are_found(void **state) {
    (void)state;
    for (uint32_t seed = 0; seed < test_scaled(20); seed++) {
        dice d = dice_of(seed);
        plain_map plain = {.width = 200, .height = 20, .neighbors = 8};
        memset(plain.cells, '@', sizeof plain.cells);
        for (uint32_t n = dice_between(&d, 1, 6); n > 0; n--) {
            plain.cells[dice_between(&d, 0, 200 * 20 - 1)] = '.';
        }
        wend_map *map = plain_to_wend(&plain);
        for (int from = (int)seed % 7; from < plain_cells(&plain); from += 7) {
            wn_id out = wn_grid_way_out(map, wn_grid_id_of_state(map, (wend_state)from));
            int step = out == WN_NONE ? -1 : (int)wn_grid_state_of_id(map, out);
            check(step == plain_way_out(&plain, from), "from %d the way out is %d", from, step);
        }
        wend_map_destroy(map);
    }
}

/* ---- Agents ---------------------------------------------------------------------------------- */

static void set_trip_cell(void *scene, int cell, char terrain) {
    trip_set_cell(scene, (wend_state)cell, terrain);
}

/* A building on the agent, but not on its goal. */
static void build_over_agent(trip *t, dice *d) {
    block b = block_over(&t->truth, d, (int)wend_agent_state(t->agent));
    build(set_trip_cell, t, t->truth.width, &b, '@', (int)t->def.goal);
}

static uint32_t got_out; /* true for all the trips below */

static void check_end_of_trip(trip *t, uint32_t seed) {
    bool can = trip_distance(t) != PLAIN_UNREACHED;
    check(t->tick.status == (can ? WEND_AGENT_ARRIVED : WEND_AGENT_UNREACHABLE),
          "%s, case %u: status %d", trip_algo(t), seed, (int)t->tick.status);
}

static void visit_building(trip *t, const variant *v, dice *d, uint32_t seed) {
    (void)v;
    for (uint32_t n = dice_between(d, 0, 8); n > 0; n--) {
        trip_step(t);
    }
    bool was_buried = false;
    for (uint32_t n = dice_between(d, 1, 3); n > 0; n--) {
        build_over_agent(t, d);
        was_buried |= plain_way_out(&t->truth, (int)wend_agent_state(t->agent)) >= 0;
        for (uint32_t m = dice_between(d, 0, 3); m > 0; m--) {
            trip_step(t);
        }
    }
    if (dice_percent(d, 30)) { /* a part of the building is removed */
        int cell = (int)dice_between(d, 0, (uint32_t)plain_cells(&t->truth) - 1);
        block b = block_over(&t->truth, d, cell);
        build(set_trip_cell, t, t->truth.width, &b, '.', -1);
    }
    trip_walk(t);
    check_end_of_trip(t, seed);
    got_out += was_buried && t->tick.status == WEND_AGENT_ARRIVED;
}

/* Every algorithm that needs no precomputed data, on maps of every kind. */
static void agents_get_out(void **state) {
    (void)state;
    got_out = 0;
    uint32_t visited = trip_for_each(test_scaled(4000), visit_building);
    check(got_out > visited / 20, "%u of %u agents got out", got_out, visited);
}

/* Algorithms that use an abstraction, which is updated after the edits. */
static void agents_with_abstractions_get_out(void **state) {
    (void)state;
    for (uint32_t side = 3; side < 12; side++) {
        plain_map plain = {.width = 30, .height = 30, .neighbors = 8};
        memset(plain.cells, '.', sizeof plain.cells);
        trip t = {.truth = plain, .budget = 50};
        trip_open_world(&t, false, 0, side);
        test_aids aids = aids_make(t.map);
        t.def.start = 15 * 30 + 15;
        t.def.goal = 29;
        t.def.local.abstraction = aids.abstraction;
        trip_open_agent(&t, &(variant){.algo = wend_algo_find("prlrts")});
        trip_step(&t);
        int x = (int)wend_map_x(t.map, t.tick.state), y = (int)wend_map_y(t.map, t.tick.state);
        int half = (int)side / 2;
        block b = {x - half, y - half, x - half + (int)side - 1, y - half + (int)side - 1};
        build(set_trip_cell, &t, 30, &b, '@', -1);
        assert_int_equal(wend_abstraction_update(aids.abstraction), WEND_OK);
        trip_walk(&t);
        assert_int_equal(t.tick.status, WEND_AGENT_ARRIVED);
        trip_close_agent(&t);
        aids_free(&aids);
        trip_close_world(&t);
    }
}

/* A move out of the building that fails, because the caller refuses it or an edit makes it
 * illegal. */
static void a_refused_way_out_is_tried_again(void **state) {
    (void)state;
    trip t;
    static const char *const yard[] = {"..........", "..........", "..........", "....s.....",
                                       "..........", "..........", ".........g", NULL};
    trip_open_picture(&t, yard, 20, &(variant){.algo = wend_algo_auto()});
    build(set_trip_cell, &t, 10, &(block){2, 1, 6, 5}, '@', -1);
    wend_tick tick;
    for (uint32_t n = 0; n < 3; n++) {
        assert_int_equal(wend_agent_reserve_expansions(t.agent, 20), WEND_OK);
        assert_int_equal(wend_agent_plan_expansions(t.agent, 20, &tick), WEND_OK);
        assert_int_equal(tick.status, WEND_AGENT_MOVING);
        assert_int_equal(wend_agent_next(t.agent), 24); /* up */
        wend_explanation why = wend_agent_explain(t.agent);
        assert_int_equal(why.reason, n == 0 ? WEND_REASON_CELL_BLOCKED : WEND_REASON_REFUSED);
    }
    trip_set_cell(&t, 33, '.'); /* a door beside it is now the only way out */
    assert_int_equal(wend_agent_move(t.agent, &tick), WEND_OK);
    assert_int_equal(tick.state, 34);
    trip_walk(&t);
    assert_int_equal(t.tick.status, WEND_AGENT_UNREACHABLE); /* it is in a room without a door */
    trip_set_cell(&t, 32, '.');
    trip_walk(&t);
    assert_int_equal(t.tick.status, WEND_AGENT_ARRIVED);
    trip_close(&t);
}

/* ---- Units ----------------------------------------------------------------------------------- */

#define UNITS 12

static void set_army_cell(void *scene, int cell, char terrain) {
    army_set_cell(scene, cell, terrain);
}

/* A building on a unit, but not on a goal. */
static void build_over_unit(army *a, dice *d) {
    uint32_t i = dice_between(d, 0, a->count - 1);
    block b = block_over(&a->truth, d, (int)a->at[i]);
    char goals[UNITS];
    for (uint32_t n = 0; n < a->count; n++) {
        goals[n] = a->truth.cells[a->goal[n]];
    }
    build(set_army_cell, a, a->truth.width, &b, '@', -1);
    for (uint32_t n = 0; n < a->count; n++) {
        army_set_cell(a, (int)a->goal[n], goals[n]);
    }
}

static void tear_down(army *a, dice *d) {
    int cell = (int)dice_between(d, 0, (uint32_t)plain_cells(&a->truth) - 1);
    block b = block_over(&a->truth, d, cell);
    build(set_army_cell, a, a->truth.width, &b, '.', -1);
}

/* With every waiting rule, alone and in groups, with and without connected components. */
static void units_get_out(void **state) {
    (void)state;
    uint32_t buried = 0;
    for (uint32_t seed = 0; seed < test_scaled(300); seed++) {
        dice d = dice_of(seed);
        army a;
        wend_fleet_def def = {.units_max = UNITS, .wait = (wend_wait)(seed % 3), .group_min = 2};
        if (!army_draw(&a, &d, &def, 40)) {
            continue;
        }
        if (seed % 2) {
            army_use_components(&a);
            while (a.count < UNITS && army_add(&a, &d)) {
            }
        }
        if (seed % 5 < 2) {
            assert_int_equal(
                wend_fleet_set_group_goal(a.fleet, a.units, UNITS / 2, a.goal[0], NULL), WEND_OK);
            for (uint32_t i = 0; i < UNITS / 2; i++) {
                a.goal[i] = a.goal[0];
            }
        }
        for (uint32_t f = 0; f < 30; f++) {
            if (dice_percent(&d, 30)) {
                build_over_unit(&a, &d);
            }
            if (dice_percent(&d, 30)) {
                tear_down(&a, &d);
            }
            for (uint32_t i = 0; i < a.count; i++) {
                buried += army_is_active(&a, i) && plain_way_out(&a.truth, (int)a.at[i]) >= 0;
            }
            army_step(&a);
        }
        army_run_to_the_end(&a, seed);
        army_close(&a);
    }
    check(buried > test_scaled(300), "%u units were under buildings", buried);
}

/* An edit at the end of the way out, far from the unit, changes the nearest free cell: the goal can
 * be reached from the new one. */
static void a_building_that_grows_shows_another_way(void **state) {
    (void)state;
    plain_map plain = {.width = 16, .height = 1, .neighbors = 8};
    memset(plain.cells, '.', sizeof plain.cells);
    for (wend_wait wait = WEND_WAIT_GREEDY; wait <= WEND_WAIT_STAND; wait++) {
        army a;
        army_open(&a, &plain, &(wend_fleet_def){.units_max = 1, .wait = wait}, 10000);
        a.at[0] = 6;
        assert_int_equal(wend_fleet_add(a.fleet, 6, &a.units[a.count++]), WEND_OK);
        army_send(&a, 0, 15, NULL);
        build(set_army_cell, &a, 16, &(block){3, 0, 11, 0}, '@', -1);
        army_step(&a);
        assert_int_equal(a.at[0], 5); /* to the left, from where the goal is unreachable */
        assert_int_equal(wend_fleet_status(a.fleet, a.units[0]), WEND_UNIT_UNREACHABLE);
        build(set_army_cell, &a, 16, &(block){0, 0, 2, 0}, '@', -1);
        army_run(&a, 30);
        assert_int_equal(a.at[0], 15);
        army_close(&a);
    }
}

#define SIDE 100

static wend_map *open_field(void) {
    static char cells[SIDE * SIDE];
    memset(cells, '.', sizeof cells);
    wend_map_def def = {.width = SIDE, .height = SIDE, .cells = cells};
    wend_map *map;
    assert_int_equal(wend_map_create(&def, &map, NULL), WEND_OK);
    return map;
}

/* ---- Other goals ----------------------------------------------------------------------------- */

/* An agent leaves its blocked cell, where its search began, and gets a goal on the other side of
 * it. It must not plan to go back through that cell. */
static void the_left_cell_is_on_no_path(void **state) {
    (void)state;
    static const char *const names[] = {"tba", "tbwa", "tbgbfs", "rtba", "tbaa", "tbjps", "auto"};
    for (uint32_t i = 0; i < sizeof names / sizeof *names; i++) {
        wend_map_def map_def = {.width = 7, .height = 3, .cells = ".......@@@@@@........"};
        wend_map *map;
        assert_int_equal(wend_map_create(&map_def, &map, NULL), WEND_OK);
        const wend_state left = 3;
        wend_agent_def def = {
            .map = map, .start = left, .goal = 14, .algo = wend_algo_find(names[i])};
        bool can_shortcut = wend_algo_reads(def.algo, WEND_PARAMETER_SHORTCUT);
        def.bounded.shortcut = can_shortcut ? WEND_ON : WEND_DEFAULT;
        wend_agent *agent;
        wend_tick tick;
        assert_int_equal(wend_agent_create(&def, &agent, NULL), WEND_OK);
        assert_int_equal(wend_map_set_free(map, 3, 0, false), WEND_OK);
        do {
            step_agent(agent, 20, &tick);
        } while (tick.state == left);
        assert_int_equal(tick.state, 4);
        assert_int_equal(wend_agent_set_goal(agent, 1), WEND_OK);
        for (uint32_t t = 0; t < 20; t++) {
            step_agent(agent, 20, &tick);
            wend_state path[21];
            uint32_t count = wend_agent_path(agent, path, 21, NULL);
            for (uint32_t n = 0; n < count; n++) {
                check(path[n] != left, "%s, tick %u: its path leads through a wall", names[i], t);
            }
        }
        assert_int_equal(tick.status, WEND_AGENT_UNREACHABLE);
        wend_agent_destroy(agent);
        wend_map_destroy(map);
    }
}

/* ---- Refused moves --------------------------------------------------------------------------- */

/* A refused step out of a building is not part of the route that was found in the same frame:
 * freeing a cell beside the unit changes the way out. */
static void a_refused_way_out_is_no_route(void **state) {
    (void)state;
    plain_map plain = {.width = 40, .height = 40, .neighbors = 8};
    memset(plain.cells, '.', 1600);
    army a;
    army_open(&a, &plain, &(wend_fleet_def){.units_max = 1}, 100000);
    a.at[0] = 20 * 40 + 20;
    assert_int_equal(wend_fleet_add(a.fleet, a.at[0], &a.units[a.count++]), WEND_OK);
    army_send(&a, 0, 2 * 40 + 20, NULL);
    build(set_army_cell, &a, 40, &(block){18, 18, 22, 22}, '@', -1);
    wend_state buried = a.at[0];
    for (uint32_t f = 0; wend_fleet_status(a.fleet, a.units[0]) != WEND_UNIT_FOLLOWING; f++) {
        check(f < 10, "no route after %u frames", f);
        buried = a.at[0];
        army_step(&a);
    }
    assert_int_equal(wend_fleet_refuse(a.fleet, a.units[0]), WEND_OK);
    a.at[0] = wend_fleet_state(a.fleet, a.units[0]);
    assert_int_equal(a.at[0], buried);
    set_army_cell(&a, (int)buried - 1, '.');
    army_run(&a, 10); /* checks `next` and every move */
    assert_int_equal(a.at[0], buried - 1);
    army_close(&a);
}

/* A unit arrives, and a building is put over its last two cells. If its last move is refused, it is
 * under the building and has no route. */
static void a_refused_arrival_under_a_building_queues(void **state) {
    (void)state;
    plain_map plain = {.width = 9, .height = 1, .neighbors = 8};
    memset(plain.cells, '.', 9);
    army a;
    army_open(&a, &plain, &(wend_fleet_def){.units_max = 1}, 100000);
    assert_int_equal(wend_fleet_add(a.fleet, 3, &a.units[a.count++]), WEND_OK);
    a.at[0] = 3;
    army_send(&a, 0, 8, NULL);
    while (a.frame.arrived == 0) {
        check(a.frames < 20, "no arrival after %u frames", a.frames);
        army_step(&a);
    }
    build(set_army_cell, &a, 9, &(block){3, 0, 8, 0}, '@', -1);
    assert_int_equal(wend_fleet_refuse(a.fleet, a.units[0]), WEND_OK);
    a.at[0] = 7;
    assert_int_equal(wend_fleet_state(a.fleet, a.units[0]), 7);
    assert_int_equal(wend_fleet_status(a.fleet, a.units[0]), WEND_UNIT_QUEUED);
    army_run(&a, 10);
    army_close(&a);
}

/* The last free cell is blocked after the route was found: the unit's goal is unreachable. */
static void a_unit_without_a_way_out_is_unreachable(void **state) {
    (void)state;
    plain_map plain = {.width = 9, .height = 7, .neighbors = 8};
    memset(plain.cells, '.', 63);
    army a;
    army_open(&a, &plain, &(wend_fleet_def){.units_max = 1}, 1000);
    a.at[0] = 0;
    assert_int_equal(wend_fleet_add(a.fleet, 0, &a.units[a.count++]), WEND_OK);
    build(set_army_cell, &a, 9, &(block){0, 0, 8, 6}, '@', -1);
    set_army_cell(&a, 55, '.');
    army_send(&a, 0, 55, NULL);
    army_step(&a);
    set_army_cell(&a, 55, '@');
    army_run(&a, 5);
    assert_int_equal(wend_fleet_status(a.fleet, a.units[0]), WEND_UNIT_UNREACHABLE);
    army_close(&a);
}

/* Units that the caller keeps under a building do not hold searches that other units need. */
static void refused_units_share_searches(void **state) {
    (void)state;
    enum { KEPT = 4 };
    wend_map *map = open_field();
    wend_fleet *fleet;
    wend_unit kept[KEPT], other;
    wend_fleet_def def = {
        .map = map, .units_max = KEPT + 1, .searches_max = KEPT, .wait = WEND_WAIT_STAND};
    assert_int_equal(wend_fleet_create(&def, &fleet, NULL), WEND_OK);
    for (uint32_t i = 0; i < KEPT; i++) {
        assert_int_equal(wend_fleet_add(fleet, 20 * SIDE + 20, &kept[i]), WEND_OK);
        assert_int_equal(wend_fleet_set_goal(fleet, kept[i], 5 * SIDE + 20, NULL), WEND_OK);
    }
    for (uint32_t i = 0; i < 81; i++) {
        assert_int_equal(wend_map_set_free(map, 16 + i % 9, 16 + i / 9, false), WEND_OK);
    }
    assert_int_equal(wend_fleet_add(fleet, 60 * SIDE + 60, &other), WEND_OK);
    wend_frame frame;
    uint32_t f = 0;
    for (; wend_fleet_status(fleet, other) < WEND_UNIT_FOLLOWING; f++) {
        check(f < 3 * WEND_WAY_OUT_MAX, "no route after %u frames", f);
        assert_int_equal(wend_fleet_reserve(fleet, 100000), WEND_OK);
        assert_int_equal(wend_fleet_frame(fleet, (wend_budget){.work = 100000}, &frame), WEND_OK);
        for (uint32_t i = 0; i < KEPT; i++) {
            assert_int_equal(wend_fleet_refuse(fleet, kept[i]), WEND_OK);
        }
        if (f == 2) {
            assert_int_equal(wend_fleet_set_goal(fleet, other, 20 * SIDE + 75, NULL), WEND_OK);
        }
    }
    wend_fleet_destroy(fleet);
    wend_map_destroy(map);
}

/* ---- Too deep -------------------------------------------------------------------------------- */

/* Nothing is free within WEND_WAY_OUT_MAX cells of the middle. */
static void build_hall(wend_map *map, bool is_free) {
    for (uint32_t y = 10; y < 90; y++) {
        for (uint32_t x = 10; x < 90; x++) {
            assert_int_equal(wend_map_set_free(map, x, y, is_free), WEND_OK);
        }
    }
}

static const wend_state middle = 50 * SIDE + 50, corner = SIDE * SIDE - 1;

/* A unit too deep under a building reports it. The caller teleports it out, and it continues. */
static void an_agent_in_a_hall_says_so(void **state) {
    (void)state;
    wend_map *map = open_field();
    wend_agent_def def = {.map = map, .start = middle, .goal = corner, .algo = wend_algo_auto()};
    wend_agent *agent;
    wend_tick tick;
    assert_int_equal(wend_agent_create(&def, &agent, NULL), WEND_OK);
    build_hall(map, false);
    assert_int_equal(wend_agent_reserve_expansions(agent, 100), WEND_OK);
    assert_int_equal(wend_agent_tick_expansions(agent, 100, &tick), WEND_OK);
    assert_int_equal(tick.status, WEND_AGENT_UNREACHABLE);
    assert_int_equal(wend_agent_explain(agent).reason, WEND_REASON_CELL_BLOCKED);
    wend_components *components;
    wend_state outside;
    assert_int_equal(wend_components_create(&(wend_components_def){.map = map}, &components, NULL),
                     WEND_OK);
    assert_int_equal(wend_components_nearest(components, corner, middle, &outside),
                     WEND_REACH_REACHABLE);
    assert_int_equal(outside, 50 * SIDE + 90); /* the wall is 40 cells away to the right */
    assert_int_equal(wend_agent_teleport(agent, outside), WEND_OK);
    for (uint32_t t = 0; t < 200 && tick.status != WEND_AGENT_ARRIVED; t++) {
        assert_int_equal(wend_agent_reserve_expansions(agent, 100), WEND_OK);
        assert_int_equal(wend_agent_tick_expansions(agent, 100, &tick), WEND_OK);
    }
    assert_int_equal(tick.status, WEND_AGENT_ARRIVED);
    wend_agent_destroy(agent);
    wend_components_destroy(components);
    wend_map_destroy(map);
}

static void a_unit_in_a_hall_says_so(void **state) {
    (void)state;
    wend_map *map = open_field();
    wend_fleet_def def = {.map = map, .units_max = 1};
    wend_fleet *fleet;
    wend_unit unit;
    wend_frame frame;
    assert_int_equal(wend_fleet_create(&def, &fleet, NULL), WEND_OK);
    assert_int_equal(wend_fleet_add(fleet, middle, &unit), WEND_OK);
    build_hall(map, false);
    assert_int_equal(wend_fleet_set_goal(fleet, unit, corner, NULL), WEND_OK);
    assert_int_equal(wend_fleet_reserve(fleet, 10000), WEND_OK);
    assert_int_equal(wend_fleet_frame(fleet, (wend_budget){.work = 10000}, &frame), WEND_OK);
    assert_int_equal(wend_fleet_status(fleet, unit), WEND_UNIT_UNREACHABLE);
    assert_int_equal(wend_fleet_explain(fleet, unit).reason, WEND_REASON_CELL_BLOCKED);
    assert_int_equal(wend_fleet_teleport(fleet, unit, 50 * SIDE + 90), WEND_OK);
    for (uint32_t f = 0; f < 200 && wend_fleet_status(fleet, unit) != WEND_UNIT_ARRIVED; f++) {
        assert_int_equal(wend_fleet_reserve(fleet, 10000), WEND_OK);
        assert_int_equal(wend_fleet_frame(fleet, (wend_budget){.work = 10000}, &frame), WEND_OK);
    }
    assert_int_equal(wend_fleet_status(fleet, unit), WEND_UNIT_ARRIVED);
    wend_fleet_destroy(fleet);
    wend_map_destroy(map);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_way_out_is_that_of_the_plain_map),
        cmocka_unit_test(distant_cells_are_found),
        cmocka_unit_test(agents_get_out),
        cmocka_unit_test(agents_with_abstractions_get_out),
        cmocka_unit_test(a_refused_way_out_is_tried_again),
        cmocka_unit_test(units_get_out),
        cmocka_unit_test(a_building_that_grows_shows_another_way),
        cmocka_unit_test(the_left_cell_is_on_no_path),
        cmocka_unit_test(a_refused_way_out_is_no_route),
        cmocka_unit_test(a_refused_arrival_under_a_building_queues),
        cmocka_unit_test(a_unit_without_a_way_out_is_unreachable),
        cmocka_unit_test(refused_units_share_searches),
        cmocka_unit_test(an_agent_in_a_hall_says_so),
        cmocka_unit_test(a_unit_in_a_hall_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
