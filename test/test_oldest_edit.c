/* The oldest edit that a map remembers: queries find it, and one edit later it is gone.
 * test_remembered.c compares whole runs; these tests cover places that those seldom reach. */
#include <wend/research.h>
#include <wend/wend.h>

#include "domain/grid.h"

#include "support/plain_map.h"
#include "support/step.h"
#include "support/test.h"

#include <string.h>

#define REMEMBERED 8u

/* ---- Explanations ---------------------------------------------------------------------------- */

/* A map from a picture that remembers REMEMBERED edits. */
static wend_map *map_of_picture(const char *const *rows) {
    plain_map plain;
    plain_from_picture(&plain, rows);
    return plain_to_wend_with(&plain, REMEMBERED);
}

/* Edits one cell again and again. */
static void edit_again(wend_map *map, uint32_t x, uint32_t y, uint32_t count) {
    uint64_t version = wend_map_version(map);
    for (uint32_t n = 0; n < count; n++) {
        wend_map_set_free(map, x, y, !wend_map_is_free(map, x, y));
    }
    assert_int_equal(wend_map_version(map), version + count);
}

/* Of two cells beside a diagonal, the one that was blocked last, as far as the map remembers. */
static void the_oldest_edit_explains_a_diagonal(void **state) {
    (void)state;
    static const char *const rows[] = {".@.", "...", NULL};
    wend_map *map = map_of_picture(rows);
    wn_id from = wn_grid_id(map, 0, 0), to = wn_grid_id(map, 1, 1);
    wend_map_set_free(map, 0, 1, false);
    edit_again(map, 2, 0, REMEMBERED - 1);
    assert_int_equal(wn_grid_obstacle(map, from, to), wn_grid_id(map, 0, 1));
    edit_again(map, 2, 0, 1);
    assert_int_equal(wn_grid_obstacle(map, from, to), wn_grid_id(map, 1, 0));
    wend_map_destroy(map);
}

/* The cell that has blocked the route of a group is named if it is remembered; otherwise no cell is
 * named. */
static void the_oldest_edit_explains_a_group(void **state) {
    (void)state;
    static const char *const rows[] = {"....................", "@@@@@@@@@@@@@@@@@@@@",
                                       "....................", NULL};
    for (uint32_t count = REMEMBERED; count <= REMEMBERED + 1; count++) {
        wend_map *map = map_of_picture(rows);
        wend_fleet_def def = {.map = map, .units_max = 2, .group_min = 1, .wait = WEND_WAIT_STAND};
        wend_fleet *fleet;
        wend_unit units[2];
        wend_frame frame;
        assert_int_equal(wend_fleet_create(&def, &fleet, NULL), WEND_OK);
        for (uint32_t i = 0; i < COUNT_OF(units); i++) {
            assert_int_equal(wend_fleet_add(fleet, i, &units[i]), WEND_OK);
        }
        assert_int_equal(wend_fleet_set_group_goal(fleet, units, 2, 19, NULL), WEND_OK);
        for (uint32_t n = 0; n < 4; n++) {
            assert_int_equal(wend_fleet_reserve(fleet, 100000), WEND_OK);
            assert_int_equal(wend_fleet_frame(fleet, (wend_budget){.work = 100000}, &frame),
                             WEND_OK);
        }
        assert_int_equal(frame.moved, 2); /* the field covers them */
        wend_map_set_free(map, 12, 0, false);
        edit_again(map, 19, 2, count - 1);
        assert_int_equal(wend_fleet_reserve(fleet, 100), WEND_OK);
        assert_int_equal(wend_fleet_frame(fleet, (wend_budget){.work = 100}, &frame), WEND_OK);
        wend_explanation why = wend_fleet_explain(fleet, units[0]);
        check(why.edit == WEND_EDIT_BLOCKED || count > REMEMBERED, "the blocked cell is unknown");
        check(why.edit == WEND_EDIT_NONE || why.edited == 12, "%u did not block it", why.edited);
        wend_fleet_destroy(fleet);
        wend_map_destroy(map);
    }
}

/* ---- A route that is checked over several ticks ---------------------------------------------- */

#define SNAKE_TURNS 40

/* Corridors from side to side, each with a gap to the next; beside each gap there is a spare
 * cell. */
static void draw_snake(plain_map *plain) {
    *plain = (plain_map){.width = 16, .height = 2 * SNAKE_TURNS + 1, .neighbors = 8};
    memset(plain->cells, '.', sizeof plain->cells);
    for (int y = 1; y < plain->height; y += 2) {
        memset(plain->cells + y * plain->width, '@', (size_t)plain->width);
        plain->cells[y * plain->width + (y % 4 == 1 ? plain->width - 2 : 1)] = '.';
    }
}

/* An agent of jump point search that knows its whole route. */
static wend_agent *open_on_snake(wend_map *map, const plain_map *plain, wend_tick *tick) {
    wend_agent_def def = {
        .map = map, .algo = wend_algo_find("tbjps"), .goal = (uint32_t)plain_cells(plain) - 1};
    wend_agent *agent = make_agent(&def);
    for (uint32_t n = 0; n < 3; n++) {
        step_agent(agent, 100000, tick);
    }
    assert_true(wend_agent_explain(agent).reason == WEND_REASON_ON_ROUTE);
    return agent;
}

/* Blocks cells beside gaps that no route passes. */
static void block_spare_cells(wend_map *map, uint32_t first, uint32_t count) {
    for (uint32_t i = first; i < first + count; i++) {
        assert_int_equal(wend_map_set_free(map, 0, 2 * i, false), WEND_OK);
    }
}

/* The first edit blocks the far end of the route. A tick of a small budget does not get there. As
 * long as the edits since then are remembered, the check continues and finds it; once they are not,
 * the route is dropped at once. */
static void a_check_of_a_route_goes_on_as_long_as_edits_are_remembered(void **state) {
    (void)state;
    plain_map plain;
    draw_snake(&plain);
    uint32_t last_row = (uint32_t)plain.height - 1;
    for (uint32_t more = 4; more <= 5; more++) {
        wend_map *map = plain_to_wend_with(&plain, REMEMBERED);
        wend_tick tick;
        wend_agent *agent = open_on_snake(map, &plain, &tick);
        wend_state cut = wend_map_state(map, 8, last_row);
        wend_map_set_free(map, 8, last_row, false);
        block_spare_cells(map, 10, 3);
        step_agent(agent, 1, &tick);
        assert_false(tick.flags & WEND_TICK_RESTARTED);
        block_spare_cells(map, 20, more);
        step_agent(agent, 1, &tick);
        bool is_over = 1 + 3 + more > REMEMBERED;
        assert_true(!(tick.flags & WEND_TICK_RESTARTED) == !is_over);
        for (uint32_t n = 0; n < SNAKE_TURNS && !(tick.flags & WEND_TICK_RESTARTED); n++) {
            step_agent(agent, 1, &tick);
        }
        wend_explanation why = wend_agent_explain(agent);
        assert_int_equal(why.edit, is_over ? WEND_EDIT_UNKNOWN : WEND_EDIT_BLOCKED);
        assert_int_equal(why.edited, is_over ? WEND_STATE_NONE : cut);
        wend_agent_destroy(agent);
        wend_map_destroy(map);
    }
}

/* ---- D* Lite --------------------------------------------------------------------------------- */

#define TOWN_SIDE   256u
#define TOWN_CELLS  (TOWN_SIDE * (TOWN_SIDE + 2))
#define TOWN_HOUSES 1024u

/* The upper left cell of a house of 4 x 4 cells: a page of nodes of its own. */
static uint32_t house_x(uint32_t house) {
    return house % 32 * 8 + 4;
}

static uint32_t house_y(uint32_t house) {
    return house / 32 * 8 + 4;
}

/* Houses, and a wall between the last row and all others. */
static wend_map *make_town(void) {
    wend_map_def form = {.width = TOWN_SIDE, .height = TOWN_SIDE + 2, .edits = TOWN_HOUSES};
    char *cells = test_alloc(TOWN_CELLS);
    memset(cells, '.', TOWN_CELLS);
    for (uint32_t house = 0; house < TOWN_HOUSES; house++) {
        for (uint32_t row = 0; row < 4; row++) {
            memset(cells + (house_y(house) + row) * TOWN_SIDE + house_x(house), '@', 4);
        }
    }
    memset(cells + TOWN_SIDE * TOWN_SIDE, '@', TOWN_SIDE);
    wend_map *map;
    form.cells = cells;
    assert_int_equal(wend_map_create(&form, &map, NULL), WEND_OK);
    free(cells);
    return map;
}

/* The reservation covers a repair after as many edits as are remembered: it continues, although
 * each edit opens a page that was never touched. */
static void a_repair_after_all_edits_that_are_remembered_has_memory(void **state) {
    (void)state;
    wend_map *map = make_town();
    wend_agent_def def = {
        .map = map, .algo = wend_algo_find("dstar-lite"), .start = TOWN_CELLS - 1};
    wend_agent *agent = make_agent(&def);
    wend_tick tick;
    do {
        step_agent(agent, 8, &tick); /* a larger reservation would also be enough for the repair */
    } while (tick.status == WEND_AGENT_WAITING);
    assert_int_equal(tick.status,
                     WEND_AGENT_UNREACHABLE); /* it has expanded everything but the houses */
    for (uint32_t house = 0; house < TOWN_HOUSES; house++) {
        wend_map_set_free(map, house_x(house), house_y(house), true);
    }
    step_agent(agent, 1, &tick);
    assert_int_equal(tick.status, WEND_AGENT_WAITING);
    assert_false(tick.flags & WEND_TICK_RESTARTED);
    wend_agent_destroy(agent);
    wend_map_destroy(map);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_oldest_edit_explains_a_diagonal),
        cmocka_unit_test(the_oldest_edit_explains_a_group),
        cmocka_unit_test(a_check_of_a_route_goes_on_as_long_as_edits_are_remembered),
        cmocka_unit_test(a_repair_after_all_edits_that_are_remembered_has_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
