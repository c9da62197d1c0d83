/* Calls between the frames of a fleet, in any order: each call leaves a state from which the others
 * and the next frame can continue. army_step checks the frames. */
#include <wend/wend.h>

#include "support/muster.h"
#include "support/test.h"
#include "support/update.h"

#include <string.h>

#define UNITS 12

/* ---- Any order ------------------------------------------------------------------------------- */

/* What the test records about the units of an army. */
typedef struct calls {
    army a;
    dice d;
    wend_state before[UNITS]; /* their states before the last frame */
    bool can_refuse[UNITS];   /* moved in it, not refused, teleported or removed since */
} calls;

static void send_one(calls *c, uint32_t i) {
    wend_order order = {.priority = dice_percent(&c->d, 50) ? dice_between(&c->d, 0, 255) : 0};
    bool has_same = c->a.goal[i] != WEND_STATE_NONE && dice_percent(&c->d, 30);
    int goal = has_same                  ? (int)c->a.goal[i]
               : dice_percent(&c->d, 15) ? (int)c->a.at[i]
                                         : plain_random_free(&c->a.truth, &c->d);
    int width = c->a.truth.width;
    if (goal >= 0 && plain_is_free(&c->a.truth, goal % width, goal / width)) {
        army_send(&c->a, i, goal, &order);
    }
}

static void send_group(calls *c) {
    wend_unit members[UNITS];
    uint32_t numbers[UNITS], count = 0;
    int goal = plain_random_free(&c->a.truth, &c->d);
    for (uint32_t i = 0; i < c->a.count && goal >= 0; i++) {
        if (dice_percent(&c->d, 60)) {
            numbers[count] = i;
            members[count++] = c->a.units[i];
        }
    }
    if (count > 0) {
        assert_int_equal(
            wend_fleet_set_group_goal(c->a.fleet, members, count, (wend_state)goal, NULL), WEND_OK);
    }
    for (uint32_t n = 0; n < count; n++) {
        c->a.goal[numbers[n]] = (wend_state)goal;
    }
}

static void cancel_one(calls *c, uint32_t i) {
    assert_int_equal(wend_fleet_cancel(c->a.fleet, c->a.units[i]), WEND_OK);
    assert_int_equal(wend_fleet_status(c->a.fleet, c->a.units[i]), WEND_UNIT_IDLE);
    c->a.goal[i] = WEND_STATE_NONE;
}

static void put_one(calls *c, uint32_t i) {
    int to = dice_percent(&c->d, 30) ? (int)c->a.at[i]
             : c->a.goal[i] != WEND_STATE_NONE && dice_percent(&c->d, 30)
                 ? (int)c->a.goal[i]
                 : plain_random_free(&c->a.truth, &c->d);
    int width = c->a.truth.width;
    if (to >= 0 && plain_is_free(&c->a.truth, to % width, to / width)) {
        assert_int_equal(wend_fleet_teleport(c->a.fleet, c->a.units[i], (wend_state)to), WEND_OK);
        c->a.at[i] = (wend_state)to;
        c->can_refuse[i] = false;
    }
}

/* A move is refused, whatever was ordered since. */
static void refuse_one(calls *c, uint32_t i) {
    assert_int_equal(wend_fleet_refuse(c->a.fleet, c->a.units[i]), WEND_OK);
    if (c->can_refuse[i]) {
        c->a.at[i] = c->before[i];
    }
    check(wend_fleet_state(c->a.fleet, c->a.units[i]) == c->a.at[i], "unit %u is not where it was",
          i);
    c->can_refuse[i] = false;
}

/* Another unit takes its slot. */
static void replace_one(calls *c, uint32_t i) {
    int start = plain_random_free(&c->a.truth, &c->d);
    if (start < 0) {
        return;
    }
    wend_unit old = c->a.units[i];
    assert_int_equal(wend_fleet_remove(c->a.fleet, old), WEND_OK);
    assert_int_equal(wend_fleet_add(c->a.fleet, (wend_state)start, &c->a.units[i]), WEND_OK);
    assert_int_equal(wend_fleet_status(c->a.fleet, old), WEND_UNIT_IDLE);
    c->a.at[i] = (wend_state)start;
    c->a.goal[i] = WEND_STATE_NONE;
    c->can_refuse[i] = false;
}

/* A cell is blocked or freed, or its cost changes. */
static void edit_one(calls *c) {
    int cell = (int)dice_between(&c->d, 0, (uint32_t)plain_cells(&c->a.truth) - 1);
    if (c->a.truth.weighted && dice_percent(&c->d, 50)) {
        army_set_factor(&c->a, cell, (uint8_t)dice_between(&c->d, 1, 9));
    } else {
        army_flip_cell(&c->a, cell);
    }
}

static void call_something(calls *c) {
    uint32_t i = dice_between(&c->d, 0, c->a.count - 1);
    switch (dice_between(&c->d, 0, 8)) {
    case 0:
    case 1:
        send_one(c, i);
        break;
    case 2:
        send_group(c);
        break;
    case 3:
        cancel_one(c, i);
        break;
    case 4:
        put_one(c, i);
        break;
    case 5:
        refuse_one(c, i);
        break;
    case 6:
        replace_one(c, i);
        break;
    case 7:
        update_chunks(c->a.components, dice_between(&c->d, 0, 5));
        break;
    default:
        edit_one(c);
        break;
    }
}

static void step(calls *c) {
    memcpy(c->before, c->a.at, sizeof c->before);
    army_step(&c->a);
    for (uint32_t i = 0; i < c->a.count; i++) {
        c->can_refuse[i] = c->a.at[i] != c->before[i];
    }
}

/* A unit that still has an order is at its goal in the end, or the goal is unreachable. */
static void check_end(calls *c, uint32_t seed) {
    army_run(&c->a, 60000);
    for (uint32_t i = 0; i < c->a.count; i++) {
        wend_unit_status status = wend_fleet_status(c->a.fleet, c->a.units[i]);
        wend_cost distances[PLAIN_CELLS_MAX];
        plain_flood_out(&c->a.truth, (int)c->a.at[i], distances);
        bool has_order = c->a.goal[i] != WEND_STATE_NONE;
        bool can =
            has_order && (c->a.at[i] == c->a.goal[i] || distances[c->a.goal[i]] != PLAIN_UNREACHED);
        check(status == (!has_order ? WEND_UNIT_IDLE
                         : can      ? WEND_UNIT_ARRIVED
                                    : WEND_UNIT_UNREACHABLE),
              "unit %u of case %u at %u: status %d", i, seed, c->a.at[i], (int)status);
    }
}

static void calls_in_any_order(void **state) {
    (void)state;
    for (uint32_t seed = 0; seed < test_scaled(400); seed++) {
        calls c = {.d = dice_of(seed)};
        const wend_wait waits[] = {WEND_WAIT_GREEDY, WEND_WAIT_HILL, WEND_WAIT_STAND};
        wend_fleet_def def = {.units_max = UNITS, .wait = waits[seed % 3], .group_min = 3};
        if (!army_draw(&c.a, &c.d, &def, seed % 5 == 0 ? 3 : 30)) {
            continue;
        }
        if (seed % 4 == 3) {
            army_use_components(&c.a);
            while (c.a.count < UNITS && army_add(&c.a, &c.d)) {
            }
        }
        for (uint32_t f = 0; f < 60; f++) {
            for (uint32_t n = dice_between(&c.d, 0, 6); n > 0; n--) {
                call_something(&c);
            }
            for (uint32_t n = dice_percent(&c.d, 3) ? 1100 : 0; n > 0; n--) {
                edit_one(&c); /* more than the map remembers */
            }
            step(&c);
        }
        check_end(&c, seed);
        army_close(&c.a);
    }
}

/* ---- One after the other --------------------------------------------------------------------- */

static const char *const yard[] = {"......@.", "......@.", "......@.", NULL};

static void open_yard(army *a, const wend_fleet_def *def, bool with_components) {
    plain_map truth;
    plain_from_picture(&truth, yard);
    truth.neighbors = 8;
    truth.corners = WEND_CORNERS_NEVER;
    army_open(a, &truth, def, 100000);
    if (with_components) {
        army_use_components(a);
    }
}

static wend_unit add_at(army *a, wend_state at) {
    uint32_t i = a->count++;
    assert_int_equal(wend_fleet_add(a->fleet, at, &a->units[i]), WEND_OK);
    a->at[i] = at;
    a->goal[i] = WEND_STATE_NONE;
    return a->units[i];
}

/* Events of a cancelled order or a removed unit are not reported in the next frame, and no later
 * edit wakes such units. */
static void nothing_is_left_of_what_was_cancelled(void **state) {
    (void)state;
    for (uint32_t with_components = 0; with_components < 2; with_components++) {
        army a;
        open_yard(&a, &(wend_fleet_def){.units_max = 2}, with_components);
        wend_unit one = add_at(&a, 0), other = add_at(&a, 1);
        assert_int_equal(wend_fleet_set_goal(a.fleet, one, with_components ? 7 : 0, NULL), WEND_OK);
        assert_int_equal(wend_fleet_cancel(a.fleet, one), WEND_OK);
        assert_int_equal(wend_fleet_set_goal(a.fleet, other, with_components ? 7 : 5, NULL),
                         WEND_OK);
        if (!with_components) {
            assert_int_equal(wend_fleet_teleport(a.fleet, other, 5), WEND_OK);
        }
        assert_int_equal(wend_fleet_remove(a.fleet, other), WEND_OK);
        a.count = 1;
        army_step(&a);
        assert_int_equal(a.frame.arrived + a.frame.unreachable + a.frame.event_count, 0);
        army_set_cell(&a, 6, '.');
        army_step(&a);
        army_step(&a);
        assert_int_equal(a.frame.moved + a.frame.queued, 0);
        assert_int_equal(wend_fleet_status(a.fleet, one), WEND_UNIT_IDLE);
        army_close(&a);
    }
}

static void a_put_where_it_stands_changes_nothing(void **state) {
    (void)state;
    army a;
    open_yard(&a, &(wend_fleet_def){.units_max = 1}, true);
    wend_unit unit = add_at(&a, 0);
    army_send(&a, 0, 7, NULL);
    assert_int_equal(wend_fleet_teleport(a.fleet, unit, 0), WEND_OK);
    army_step(&a);
    assert_int_equal(a.frame.unreachable, 1);
    assert_int_equal(a.frame.event_count, 1);
    army_close(&a);
}

/* An arrival or an unreachable goal is reported once, however often the same order is given. */
static void the_same_order_changes_nothing(void **state) {
    (void)state;
    army a;
    open_yard(&a, &(wend_fleet_def){.units_max = 2}, false);
    add_at(&a, 0);
    add_at(&a, 8);
    uint32_t arrived = 0, unreachable = 0;
    for (uint32_t f = 0; f < 10; f++) {
        army_send(&a, 0, 2, NULL);
        army_send(&a, 1, 7, NULL);
        army_step(&a);
        arrived += a.frame.arrived;
        unreachable += a.frame.unreachable;
    }
    assert_int_equal(arrived, 1);
    assert_int_equal(unreachable, 1);
    army_close(&a);
}

/* A unit that can only go to the nearest cell does not share the field of its group. */
static void the_same_group_order_keeps_routes(void **state) {
    (void)state;
    army a;
    open_yard(&a, &(wend_fleet_def){.units_max = 1, .group_min = 1}, true);
    const wend_order order = {.nearest = true};
    add_at(&a, 0);
    assert_int_equal(wend_fleet_set_group_goal(a.fleet, a.units, 1, 15, &order), WEND_OK);
    a.goal[0] = 15;
    army_step(&a);
    assert_int_equal(wend_fleet_status(a.fleet, a.units[0]), WEND_UNIT_FOLLOWING);
    assert_int_equal(wend_fleet_set_group_goal(a.fleet, a.units, 1, 15, &order), WEND_OK);
    assert_int_equal(wend_fleet_status(a.fleet, a.units[0]), WEND_UNIT_FOLLOWING);
    army_close(&a);
}

/* A search that began before the components processed an edit proves nothing about the nearest
 * cell. */
static void the_nearest_cell_is_chosen_again(void **state) {
    (void)state;
    army a;
    open_yard(&a, &(wend_fleet_def){.units_max = 1, .wait = WEND_WAIT_STAND}, true);
    army_set_cell(&a, 6, '.');
    assert_int_equal(update_chunks(a.components, UINT32_MAX), 0);
    wend_unit unit = add_at(&a, 0);
    army_send(&a, 0, 7, &(wend_order){.nearest = true});
    army_set_cell(&a, 6, '@');
    wend_frame frame;
    assert_int_equal(wend_fleet_reserve(a.fleet, 100), WEND_OK);
    assert_int_equal(wend_fleet_frame(a.fleet, (wend_budget){.work = 100}, &frame), WEND_OK);
    assert_int_equal(wend_fleet_status(a.fleet, unit), WEND_UNIT_SEARCHING);
    assert_int_equal(update_chunks(a.components, UINT32_MAX), 0);
    for (uint32_t f = 0; f < 20; f++) {
        assert_int_equal(wend_fleet_reserve(a.fleet, 100000), WEND_OK);
        assert_int_equal(wend_fleet_frame(a.fleet, (wend_budget){.work = 100000}, &frame), WEND_OK);
    }
    assert_int_equal(wend_fleet_status(a.fleet, unit), WEND_UNIT_ARRIVED);
    assert_int_equal(wend_fleet_state(a.fleet, unit), 5);
    army_close(&a);
}

/* Given the same order again, it continues if a nearer cell has become reachable. */
static void the_same_order_finds_what_was_opened(void **state) {
    (void)state;
    army a;
    open_yard(&a, &(wend_fleet_def){.units_max = 1}, true);
    wend_unit unit = add_at(&a, 0);
    const wend_order nearest = {.nearest = true};
    army_send(&a, 0, 7, &nearest);
    army_run(&a, 100);
    assert_int_equal(a.at[0], 5);
    army_set_cell(&a, 6, '.');
    army_run(&a, 100);
    assert_int_equal(wend_fleet_status(a.fleet, unit), WEND_UNIT_ARRIVED);
    army_send(&a, 0, 7, &nearest);
    army_run(&a, 100);
    assert_int_equal(a.at[0], 7);
    army_close(&a);
}

/* Wherever the order has led it so far, also to the nearest cell that it could reach. */
static void a_unit_put_on_its_goal_stays(void **state) {
    (void)state;
    for (uint32_t frames = 0; frames < 12; frames++) {
        for (uint32_t nearest = 0; nearest < 2; nearest++) {
            army a;
            open_yard(&a, &(wend_fleet_def){.units_max = 1}, nearest);
            wend_unit unit = add_at(&a, 0);
            wend_state goal = nearest ? 7 : 5;
            army_send(&a, 0, (int)goal, &(wend_order){.nearest = nearest});
            for (uint32_t f = 0; f < frames; f++) {
                army_step(&a);
            }
            a.at[0] = goal;
            assert_int_equal(wend_fleet_teleport(a.fleet, unit, goal), WEND_OK);
            assert_int_equal(wend_fleet_next(a.fleet, unit), WEND_STATE_NONE);
            army_step(&a);
            check(a.at[0] == goal, "it leaves the cell after %u frames, nearest %u", frames,
                  nearest);
            assert_int_equal(wend_fleet_status(a.fleet, unit), WEND_UNIT_ARRIVED);
            army_close(&a);
        }
    }
}

/* After the teleport, the unit's own cell is the nearest one to the goal. */
static void a_unit_put_on_the_nearest_cell_stays(void **state) {
    (void)state;
    for (uint32_t frames = 0; frames < 12; frames++) {
        army a;
        open_yard(&a, &(wend_fleet_def){.units_max = 1}, true);
        wend_unit unit = add_at(&a, 0);
        army_send(&a, 0, 6, &(wend_order){.nearest = true}); /* in the wall */
        for (uint32_t f = 0; f < frames; f++) {
            army_step(&a);
        }
        a.at[0] = 7;
        assert_int_equal(wend_fleet_teleport(a.fleet, unit, 7), WEND_OK);
        army_step(&a);
        assert_int_equal(a.at[0], 7);
        assert_int_equal(wend_fleet_status(a.fleet, unit), WEND_UNIT_ARRIVED);
        army_close(&a);
    }
}

/* It also keeps its place among the orders of the same frame. */
static void the_same_order_keeps_its_place(void **state) {
    (void)state;
    army a;
    open_yard(&a, &(wend_fleet_def){.units_max = 2, .wait = WEND_WAIT_STAND}, false);
    wend_unit first = add_at(&a, 0);
    wend_unit second = add_at(&a, 8);
    army_send(&a, 0, 5, NULL);
    army_send(&a, 1, 13, NULL);
    army_send(&a, 0, 5, NULL);
    assert_int_equal(wend_fleet_explain(a.fleet, first).count, 0);
    assert_int_equal(wend_fleet_explain(a.fleet, second).count, 1);
    army_close(&a);
}

/* A new priority does not change the age of an order: later orders do not overtake it. Without a
 * preparation no unit gets a search. */
static void another_priority_does_not_make_young(void **state) {
    (void)state;
    army a;
    open_yard(&a, &(wend_fleet_def){.units_max = 2, .wait = WEND_WAIT_STAND}, false);
    a.never_prepares = true;
    wend_unit old = add_at(&a, 0), young = add_at(&a, 8);
    army_send(&a, 0, 5, &(wend_order){.priority = 100});
    for (uint32_t f = 0; f < 60; f++) {
        army_step(&a);
    }
    army_send(&a, 1, 13, NULL);
    army_send(&a, 0, 5, NULL);
    assert_int_equal(wend_fleet_explain(a.fleet, old).count, 0);
    assert_int_equal(wend_fleet_explain(a.fleet, young).count, 1);
    army_send(&a, 1, 13, &(wend_order){.priority = 255}); /* outweighs that age */
    assert_int_equal(wend_fleet_explain(a.fleet, old).count, 1);
    for (uint32_t f = 0; f < 3 * WEND_FLEET_AGEING; f++) {
        army_step(&a);
    }
    army_send(&a, 0, 5, &(wend_order){.priority = 1}); /* ties among the oldest keep their order */
    assert_int_equal(wend_fleet_explain(a.fleet, old).count, 1);
    army_send(&a, 1, 13, &(wend_order){.priority = 254});
    assert_int_equal(wend_fleet_explain(a.fleet, young).count, 0);
    army_close(&a);
}

/* ---- Cells blocked under units --------------------------------------------------------------- */

/* In a group as alone: there is a way out, and the unit takes it, even if its waiting rule is to
 * stand. */
static void members_leave_blocked_cells(void **state) {
    (void)state;
    for (uint32_t group_min = 1; group_min < 3; group_min++) {
        army a;
        open_yard(
            &a, &(wend_fleet_def){.units_max = 1, .group_min = group_min, .wait = WEND_WAIT_STAND},
            false);
        wend_unit unit = add_at(&a, 8);
        a.goal[0] = 13;
        assert_int_equal(wend_fleet_set_group_goal(a.fleet, &unit, 1, 13, NULL), WEND_OK);
        army_set_cell(&a, 8, '@');
        army_set_cell(&a, 21, '@');
        army_run(&a, 100);
        assert_int_equal(wend_fleet_status(a.fleet, unit), WEND_UNIT_ARRIVED);
        army_close(&a);
    }
}

/* The goal becomes unreachable. The order allows the nearest cell, whether it was given to one unit
 * or to a group, and whether the unit is there already or not. */
static void members_go_to_the_nearest_cell(void **state) {
    (void)state;
    for (uint32_t seed = 0; seed < 4; seed++) {
        uint32_t group_min = 1 + seed % 2;
        army a;
        open_yard(&a, &(wend_fleet_def){.units_max = 1, .group_min = group_min}, true);
        wend_unit unit = add_at(&a, 8);
        a.goal[0] = 13;
        const wend_order nearest = {.nearest = true};
        assert_int_equal(wend_fleet_set_group_goal(a.fleet, &unit, 1, 13, &nearest), WEND_OK);
        if (seed < 2) {
            army_step(&a);
        }
        for (int y = 0; y < 3; y++) {
            army_set_cell(&a, 8 * y + 4, '@');
        }
        army_run(&a, 100);
        assert_int_equal(wend_fleet_status(a.fleet, unit), WEND_UNIT_ARRIVED);
        assert_int_equal(a.at[0], 11);
        army_close(&a);
    }
}

/* Two moves lead out of a blocked cell, and none leads back. The unit takes the one towards its
 * goal, although it has come from there. */
static void the_way_out_leads_to_the_goal(void **state) {
    (void)state;
    static const char *const lane[] = {"........", NULL};
    plain_map truth;
    plain_from_picture(&truth, lane);
    truth.neighbors = 8;
    army a;
    army_open(&a, &truth, &(wend_fleet_def){.units_max = 1}, 100000);
    wend_unit unit = add_at(&a, 5);
    army_send(&a, 0, 0, NULL);
    army_step(&a);
    army_step(&a);
    assert_int_equal(a.at[0], 3);
    army_set_cell(&a, 3, '@');
    army_send(&a, 0, 6, NULL);
    army_run(&a, 100);
    assert_int_equal(wend_fleet_status(a.fleet, unit), WEND_UNIT_ARRIVED);
    army_close(&a);
}

/* The nearer way out is a trap. A refused unit is where it was, and from there nothing has been
 * proved. */
static void what_was_proved_is_taken_back(void **state) {
    (void)state;
    static const char *const pocket[] = {"...@", ".@@.", ".@@.", ".@@.", "....", NULL};
    plain_map truth;
    plain_from_picture(&truth, pocket);
    truth.neighbors = 8;
    army a;
    army_open(&a, &truth, &(wend_fleet_def){.units_max = 1}, 100000);
    wend_unit unit = add_at(&a, 11);
    army_send(&a, 0, 1, NULL);
    army_set_cell(&a, 11, '@');
    army_step(&a);
    assert_int_equal(a.at[0], 7);
    assert_int_equal(wend_fleet_status(a.fleet, unit), WEND_UNIT_UNREACHABLE);
    assert_int_equal(wend_fleet_refuse(a.fleet, unit), WEND_OK);
    a.at[0] = 11;
    assert_int_equal(wend_fleet_status(a.fleet, unit), WEND_UNIT_QUEUED);
    army_close(&a);
}

/* Its goal is the cell it came from, and then its move was refused. */
static void a_refused_unit_may_be_at_its_goal(void **state) {
    (void)state;
    army a;
    open_yard(&a, &(wend_fleet_def){.units_max = 1}, false);
    wend_unit unit = add_at(&a, 0);
    army_send(&a, 0, 5, NULL);
    army_step(&a);
    army_send(&a, 0, 0, NULL);
    assert_int_equal(wend_fleet_refuse(a.fleet, unit), WEND_OK);
    a.at[0] = 0;
    assert_int_equal(wend_fleet_status(a.fleet, unit), WEND_UNIT_ARRIVED);
    army_step(&a);
    assert_int_equal(a.frame.arrived, 1);
    assert_int_equal(a.frame.moved, 0);
    army_close(&a);
}

/* ---- Memory ---------------------------------------------------------------------------------- */

#define PLAIN 256u

/* Fields process any number of edits anywhere, with or without members, in the memory that they
 * have: a frame must not allocate, and the assertions of the pool catch missing blocks. */
static void fields_read_edits_without_room(void **state) {
    (void)state;
    for (uint32_t seed = 0; seed < 6; seed++) {
        bool is_cancelled = seed % 2, is_a_burst = seed % 3 == 2;
        dice d = dice_of(seed);
        ledger book = {0};
        uint8_t *cells = test_alloc((size_t)PLAIN * PLAIN);
        memset(cells, 1, (size_t)PLAIN * PLAIN);
        wend_map_def map_def = {.width = PLAIN, .height = PLAIN, .bytes = cells};
        wend_map *map;
        assert_int_equal(wend_map_create(&map_def, &map, NULL), WEND_OK);
        wend_fleet_def def = {.map = map, .units_max = 8, .group_min = 2};
        def.allocator = ledger_allocator(&book);
        wend_fleet *fleet;
        assert_int_equal(wend_fleet_create(&def, &fleet, NULL), WEND_OK);
        wend_unit units[8];
        for (uint32_t i = 0; i < 8; i++) {
            assert_int_equal(wend_fleet_add(fleet, i * PLAIN, &units[i]), WEND_OK);
        }
        wend_state goal = PLAIN / 2 * PLAIN + PLAIN / 2;
        assert_int_equal(wend_fleet_set_group_goal(fleet, units, 8, goal, NULL), WEND_OK);
        for (uint32_t f = 0; f < test_scaled(200); f++) {
            wend_frame frame;
            if (seed < 4 || f < 3) {
                wend_fleet_reserve(fleet, 2000);
            }
            book.forbidden = true;
            assert_int_equal(wend_fleet_frame(fleet, (wend_budget){.work = 2000}, &frame), WEND_OK);
            book.forbidden = false;
            for (uint32_t i = 0; f == 2 && is_cancelled && i < 8; i++) {
                assert_int_equal(wend_fleet_cancel(fleet, units[i]), WEND_OK);
            }
            for (uint32_t n = 0; n < (is_a_burst ? 300 : 20); n++) {
                uint32_t x = dice_between(&d, 0, PLAIN - 1), y = dice_between(&d, 8, PLAIN - 1);
                wend_map_set_free(map, x, y, !wend_map_is_free(map, x, y));
            }
        }
        wend_fleet_destroy(fleet);
        wend_map_destroy(map);
        free(cells);
    }
}

/* On a small map with many units a frame finds more waypoints than there are cells; no route is
 * truncated, and no search is repeated. */
static void many_routes_find_room(void **state) {
    (void)state;
    plain_map truth = {.width = 16, .height = 16, .neighbors = 4};
    for (int i = 0; i < 16 * 16; i++) {
        int x = i % 16, y = i / 16;
        truth.cells[i] = x % 2 == 1 && y != (x % 4 == 1 ? 0 : 15) ? '@' : '.';
    }
    army a;
    army_open(&a, &truth, &(wend_fleet_def){.units_max = ARMY_MAX, .wait = WEND_WAIT_STAND},
              3000000);
    dice d = dice_of(1);
    while (a.count < ARMY_MAX) {
        army_add(&a, &d);
    }
    for (uint32_t f = 0; f < 3; f++) {
        army_step(&a);
        assert_int_equal(a.frame.flags, 0);
    }
    assert_int_equal(a.frame.waiting, 0);
    assert_true(wend_fleet_stats(a.fleet).searches <= ARMY_MAX);
    army_run_to_the_end(&a, 0);
    army_close(&a);
}

/* A corridor with four waypoints in eight cells, up and down in lanes of three rows. */
static void zigzag(plain_map *truth) {
    *truth = (plain_map){.width = 60, .height = 60, .neighbors = 4};
    for (int i = 0; i < 60 * 60; i++) {
        int x = i % 60, y = i / 60, lane = y / 4;
        bool is_free =
            y % 4 == 3 ? x == (lane % 2 ? 0 : 58) : x % 2 == 0 || y % 4 == (x % 4 == 1 ? 2 : 0);
        truth->cells[i] = is_free && x < 59 ? '.' : '@';
    }
}

/* More waypoints than fit at a time: routes that find no memory wait for a frame. */
static void long_routes_wait_for_room(void **state) {
    (void)state;
    plain_map truth;
    zigzag(&truth);
    army a;
    army_open(&a, &truth, &(wend_fleet_def){.units_max = 60, .wait = WEND_WAIT_STAND}, 200000000);
    for (uint32_t i = 0; i < 60; i++) {
        add_at(&a, i % 30 * 2);
        army_send(&a, i, 56 * 60 + (int)(i % 30) * 2, NULL);
    }
    uint32_t frames = 0;
    do {
        army_step(&a);
        assert_int_equal(a.frame.flags, 0);
        check(++frames < 20, "%u still wait", a.frame.waiting);
    } while (a.frame.waiting > 0);
    assert_true(frames > 1); /* otherwise the case shows nothing */
    assert_int_equal(wend_fleet_stats(a.fleet).searches, 60);
    army_close(&a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_in_any_order),
        cmocka_unit_test(nothing_is_left_of_what_was_cancelled),
        cmocka_unit_test(a_put_where_it_stands_changes_nothing),
        cmocka_unit_test(the_same_order_changes_nothing),
        cmocka_unit_test(the_same_group_order_keeps_routes),
        cmocka_unit_test(the_nearest_cell_is_chosen_again),
        cmocka_unit_test(the_same_order_finds_what_was_opened),
        cmocka_unit_test(a_unit_put_on_its_goal_stays),
        cmocka_unit_test(a_unit_put_on_the_nearest_cell_stays),
        cmocka_unit_test(the_same_order_keeps_its_place),
        cmocka_unit_test(another_priority_does_not_make_young),
        cmocka_unit_test(members_leave_blocked_cells),
        cmocka_unit_test(members_go_to_the_nearest_cell),
        cmocka_unit_test(the_way_out_leads_to_the_goal),
        cmocka_unit_test(what_was_proved_is_taken_back),
        cmocka_unit_test(a_refused_unit_may_be_at_its_goal),
        cmocka_unit_test(fields_read_edits_without_room),
        cmocka_unit_test(many_routes_find_room),
        cmocka_unit_test(long_routes_wait_for_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
