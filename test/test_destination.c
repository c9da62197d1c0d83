/* Agents that know the connected components of their map: unreachable goals, and the nearest
 * reachable cell instead. */
#include <wend/research.h>
#include <wend/wend.h>

#include "support/ledger.h"
#include "support/plain_map.h"
#include "support/step.h"
#include "support/test.h"
#include "support/variant.h"
#include "support/update.h"

#include <string.h>

/* A wall from top to bottom; `d` marks where a door may be. */
static const char *const halves[] = {"s.......@.......", "........@.......", "..@@@@..@.......",
                                     ".....@..@.......", ".....@..d...w.e.", ".....@..@...@...",
                                     "........@.......", ".......g@.......", NULL};

typedef struct scene {
    plain_map plain;
    wend_map *map;
    wend_components *components;
    test_aids aids;
    wend_state start, near, far, wall, door;
} scene;

static void set_free(const scene *s, wend_state cell, bool is_free) {
    assert_int_equal(
        wend_map_set_free(s->map, wend_map_x(s->map, cell), wend_map_y(s->map, cell), is_free),
        WEND_OK);
}

static void open_scene(scene *s) {
    plain_from_picture(&s->plain, halves);
    s->map = plain_to_wend(&s->plain);
    s->start = (wend_state)plain_mark(halves, 's');
    s->near = (wend_state)plain_mark(halves, 'g');
    s->far = (wend_state)plain_mark(halves, 'e');
    s->wall = (wend_state)plain_mark(halves, 'w');
    s->door = (wend_state)plain_mark(halves, 'd');
    set_free(s, s->door, false);
    set_free(s, s->wall, false);
    assert_int_equal(
        wend_components_create(&(wend_components_def){.map = s->map}, &s->components, NULL),
        WEND_OK);
    s->aids = aids_make(s->map);
}

static void close_scene(scene *s) {
    aids_free(&s->aids);
    wend_components_destroy(s->components);
    wend_map_destroy(s->map);
}

static wend_agent_def def_of(const scene *s, const variant *v, wend_state goal, bool nearest) {
    wend_agent_def def = {.map = s->map,
                          .start = s->start,
                          .goal = goal,
                          .components = s->components,
                          .nearest = nearest};
    variant_apply(v, &def);
    variant_give_aids(v->algo, &s->aids, &def);
    return def;
}

static wend_agent_status walk(wend_agent *agent, uint32_t budget) {
    wend_tick tick;
    do {
        step_agent(agent, budget, &tick);
    } while (wend_agent_is_active(tick.status));
    return tick.status;
}

/* Every algorithm in a scene of its own; with edits only those without precomputed data. */
typedef void visit(scene *s, const variant *v);

static void for_each(visit *call, bool with_edits) {
    variant variants[VARIANTS_MAX];
    uint32_t count = variant_list(variants), tried = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (with_edits && variant_needs_aids(variants[i].algo)) {
            continue;
        }
        scene s;
        open_scene(&s);
        call(&s, &variants[i]);
        close_scene(&s);
        tried++;
    }
    assert_true(tried > 10);
}

/* ---- Unreachable ----------------------------------------------------------------------------- */

static void expect_unreachable(wend_agent *agent, const char *name) {
    uint64_t ticks = wend_agent_stats(agent).ticks;
    wend_state state = wend_agent_state(agent);
    for (uint32_t i = 0; i < 3; i++) {
        wend_tick tick;
        step_agent(agent, 5, &tick);
        check(tick.status == WEND_AGENT_UNREACHABLE && tick.expansions == 0 && tick.flags == 0 &&
                  tick.state == state,
              "%s: status %d after %u expansions", name, tick.status, tick.expansions);
        assert_int_equal(wend_agent_next(agent), WEND_STATE_NONE);
        wend_state path[1];
        assert_int_equal(wend_agent_path(agent, path, 1, NULL), 0);
    }
    assert_int_equal(wend_agent_stats(agent).ticks, ticks);
}

static void visit_unreachable(scene *s, const variant *v) {
    wend_agent_def def = def_of(s, v, s->far, false);
    wend_agent *agent = make_agent(&def);
    expect_unreachable(agent, v->name);
    assert_int_equal(wend_agent_goal(agent), s->far);
    assert_int_equal(wend_agent_goal_given(agent), s->far);
    assert_int_equal(wend_agent_set_goal(agent, s->near), WEND_OK);
    assert_int_equal(walk(agent, 5), WEND_AGENT_ARRIVED);
    assert_int_equal(wend_agent_set_goal(agent, s->far), WEND_OK);
    expect_unreachable(agent, v->name);
    assert_int_equal(wend_agent_teleport(agent, s->far + 1), WEND_OK);
    assert_int_equal(walk(agent, 5), WEND_AGENT_ARRIVED);
    wend_agent_destroy(agent);
}

static void an_unreachable_goal_is_known_at_once(void **state) {
    (void)state;
    for_each(visit_unreachable, false);
}

static void visit_bridge(scene *s, const variant *v) {
    wend_agent_def def = def_of(s, v, s->far, false);
    wend_agent *agent = make_agent(&def);
    expect_unreachable(agent, v->name);
    /* A door far from all that was searched. The components are out of date, so it may matter. */
    set_free(s, s->door, true);
    wend_tick tick;
    step_agent(agent, 5, &tick);
    check(wend_agent_is_active(tick.status), "%s: %d after the door was opened", v->name,
          tick.status);
    update_chunks(s->components, UINT32_MAX);
    for (uint32_t i = 0; i < 4; i++) {
        step_agent(agent, 5, &tick);
    }
    check(wend_agent_is_active(tick.status), "%s: %d with a door", v->name, tick.status);
    set_free(s, s->door, false);
    update_chunks(s->components, UINT32_MAX);
    expect_unreachable(agent, v->name);
    set_free(s, s->door, true);
    update_chunks(s->components, UINT32_MAX);
    assert_int_equal(walk(agent, 5), WEND_AGENT_ARRIVED);
    assert_int_equal(wend_agent_state(agent), s->far);
    wend_agent_destroy(agent);
}

static void edits_disconnect_and_connect(void **state) {
    (void)state;
    for_each(visit_bridge, true);
}

/* Without an update of the components, the search must prove that no route exists; with one, the
 * components answer. */
static void visit_late_update(scene *s, const variant *v) {
    set_free(s, s->door, true);
    update_chunks(s->components, UINT32_MAX);
    wend_agent_def def = def_of(s, v, s->far, false);
    wend_agent *agent = make_agent(&def);
    wend_tick tick;
    step_agent(agent, 2, &tick);
    set_free(s, s->door, false);
    assert_int_equal(wend_agent_reserve_expansions(agent, 2), WEND_OK);
    assert_int_equal(wend_agent_plan_expansions(agent, 2, &tick),
                     WEND_OK); /* a move is chosen, not made */
    check(wend_agent_is_active(tick.status), "%s: %d without a proof", v->name, tick.status);
    update_chunks(s->components, UINT32_MAX);
    expect_unreachable(agent, v->name);
    wend_agent_destroy(agent);
}

static void it_is_known_as_soon_as_the_components_are_updated(void **state) {
    (void)state;
    for_each(visit_late_update, true);
}

/* ---- The nearest cell ------------------------------------------------------------------------ */

static void visit_nearest(scene *s, const variant *v) {
    wend_agent_def def = def_of(s, v, s->far, true);
    wend_agent *agent = make_agent(&def);
    wend_state nearest;
    wend_components_nearest(s->components, s->start, s->far, &nearest);
    assert_int_equal(wend_agent_goal(agent), nearest);
    assert_int_equal(wend_agent_goal_given(agent), s->far);
    assert_int_equal(walk(agent, 5), WEND_AGENT_ARRIVED);
    check(wend_agent_state(agent) == nearest, "%s: at %u, not %u", v->name, wend_agent_state(agent),
          nearest);
    /* A reachable goal is the goal itself. */
    assert_int_equal(wend_agent_set_goal(agent, s->near), WEND_OK);
    assert_int_equal(wend_agent_goal(agent), s->near);
    assert_int_equal(wend_agent_goal_given(agent), s->near);
    assert_int_equal(walk(agent, 5), WEND_AGENT_ARRIVED);
    /* A goal in the wall, when the agent is created and later. */
    assert_int_equal(wend_agent_set_goal(agent, s->door), WEND_OK);
    assert_int_equal(wend_agent_goal(agent), s->door - 1);
    assert_int_equal(walk(agent, 5), WEND_AGENT_ARRIVED);
    wend_agent_destroy(agent);
    def.goal = s->wall;
    agent = make_agent(&def);
    assert_int_equal(walk(agent, 5), WEND_AGENT_ARRIVED);
    wend_components_nearest(s->components, s->start, s->wall, &nearest);
    assert_int_equal(wend_agent_state(agent), nearest);
    wend_agent_destroy(agent);
}

static void the_nearest_cell_becomes_the_goal(void **state) {
    (void)state;
    for_each(visit_nearest, false);
}

/* On its way to the nearest cell: a door is opened, and that cell is blocked. */
static void visit_on_the_way(scene *s, const variant *v) {
    wend_agent_def def = def_of(s, v, s->far, true);
    wend_agent *agent = make_agent(&def);
    wend_tick tick;
    for (uint32_t i = 0; i < 3; i++) {
        step_agent(agent, 1000, &tick);
    }
    wend_state nearest = wend_agent_goal(agent);
    set_free(s, s->door, true);
    step_agent(agent, 1000, &tick);
    assert_int_equal(wend_agent_goal(agent), nearest); /* until the components are updated */
    set_free(s, nearest, false);
    step_agent(agent, 1000, &tick);
    assert_int_not_equal(wend_agent_goal(agent), nearest);
    assert_int_not_equal(wend_agent_goal(agent), s->far);
    assert_true(wend_agent_is_active(tick.status));
    set_free(s, nearest, true); /* it lies before the door */
    step_agent(agent, 1000, &tick);
    update_chunks(s->components, UINT32_MAX);
    step_agent(agent, 1000, &tick);
    check(wend_agent_goal(agent) == s->far, "%s: still on its way to %u", v->name,
          wend_agent_goal(agent));
    wend_agent_destroy(agent);
}

static void the_goal_changes_on_the_way(void **state) {
    (void)state;
    for_each(visit_on_the_way, true);
}

/* The nearest cell is walled in, and the wall is opened elsewhere: the given goal is reachable, but
 * the components are out of date. */
static void visit_proved(scene *s, const variant *v) {
    wend_agent_def def = def_of(s, v, s->far, true);
    wend_agent *agent = make_agent(&def);
    wend_state nearest = wend_agent_goal(agent);
    assert_int_not_equal(nearest, s->far);
    uint32_t x = wend_map_x(s->map, nearest), y = wend_map_y(s->map, nearest);
    for (uint32_t i = 0; i < 9; i++) {
        wend_state beside = wend_map_state(s->map, x + i % 3 - 1, y + i / 3 - 1);
        if (beside != nearest) {
            set_free(s, beside, false);
        }
    }
    set_free(s, wend_map_state(s->map, wend_map_x(s->map, s->door), 0), true);
    assert_int_equal(wend_components_reach(s->components, s->start, s->far), WEND_REACH_UNKNOWN);
    wend_agent_status status = walk(agent, 20);
    check(status == WEND_AGENT_ARRIVED && wend_agent_state(agent) == s->far, "%s: status %d at %u",
          v->name, status, wend_agent_state(agent));
    wend_agent_destroy(agent);
}

static void an_outdated_nearest_cell_proves_nothing(void **state) {
    (void)state;
    for_each(visit_proved, true);
}

/* A goal that looks nearer from the south and is reached from the north. */
static const char *const around[] = {"...........", "...........", "...........", "@@@@s@@@@@.",
                                     "........@@.", "........@g.", "........@@@", NULL};

/* It stands in the door when the door is shut: an agent that leaves it on the wrong side cannot
 * reach its goal, and reports it at once. */
static void a_door_is_left_on_either_side(void **state) {
    (void)state;
    variant variants[VARIANTS_MAX];
    uint32_t count = variant_list(variants), wrong = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (variant_needs_aids(variants[i].algo)) {
            continue;
        }
        plain_map plain;
        plain_from_picture(&plain, around);
        scene s = {.map = plain_to_wend(&plain), .start = (wend_state)plain_mark(around, 's')};
        assert_int_equal(
            wend_components_create(&(wend_components_def){.map = s.map}, &s.components, NULL),
            WEND_OK);
        wend_agent_def def = def_of(&s, &variants[i], (wend_state)plain_mark(around, 'g'), false);
        wend_agent *agent = make_agent(&def);
        set_free(&s, s.start, false);
        update_chunks(s.components, UINT32_MAX);
        wend_tick tick;
        do {
            step_agent(agent, 1, &tick);
        } while (tick.status == WEND_AGENT_WAITING);
        bool is_south = wend_map_y(s.map, tick.state) > wend_map_y(s.map, s.start);
        if (is_south) {
            expect_unreachable(agent, variants[i].name);
        }
        assert_int_equal(walk(agent, 1), is_south ? WEND_AGENT_UNREACHABLE : WEND_AGENT_ARRIVED);
        wrong += is_south;
        wend_agent_destroy(agent);
        wend_components_destroy(s.components);
        wend_map_destroy(s.map);
    }
    assert_true(wrong > 0);
}

/* It waits at the wall until there is a door, and never returns from behind it. */
static void visit_door(scene *s, const variant *v) {
    wend_agent_def def = def_of(s, v, s->far, true);
    wend_agent *agent = make_agent(&def);
    assert_int_equal(walk(agent, 5), WEND_AGENT_ARRIVED);
    set_free(s, s->door, true);
    wend_tick tick;
    step_agent(agent, 5, &tick);
    assert_int_equal(tick.status, WEND_AGENT_ARRIVED); /* the components are not updated yet */
    update_chunks(s->components, UINT32_MAX);
    assert_int_equal(walk(agent, 5), WEND_AGENT_ARRIVED);
    assert_int_equal(wend_agent_state(agent), s->far);
    assert_int_equal(wend_agent_goal(agent), s->far);
    /* The goal itself is blocked, so the agent cannot stand on it. */
    assert_int_equal(wend_agent_set_goal(agent, s->start), WEND_OK);
    step_agent(agent, 5, &tick);
    set_free(s, s->start, false);
    update_chunks(s->components, UINT32_MAX);
    assert_int_equal(walk(agent, 5), WEND_AGENT_ARRIVED);
    assert_int_equal(wend_agent_goal_given(agent), s->start);
    assert_int_equal(wend_agent_state(agent), s->start + 1);
    wend_agent_destroy(agent);
}

static void it_goes_on_when_there_is_a_way(void **state) {
    (void)state;
    for_each(visit_door, true);
}

/* Blocked by an edit that the components have not processed: the agent goes to a cell that it
 * knows. */
static void visit_unknown(scene *s, const variant *v) {
    set_free(s, s->near, false);
    wend_agent_def def = def_of(s, v, s->near, true);
    wend_agent *agent = make_agent(&def);
    assert_int_not_equal(wend_agent_goal(agent), s->near);
    assert_int_equal(walk(agent, 5), WEND_AGENT_ARRIVED);
    wend_state nearest;
    update_chunks(s->components, UINT32_MAX);
    wend_components_nearest(s->components, s->start, s->near, &nearest);
    assert_int_equal(wend_agent_state(agent), nearest);
    wend_agent_destroy(agent);
}

static void an_edit_that_is_not_worked_in_is_no_obstacle(void **state) {
    (void)state;
    for_each(visit_unknown, true);
}

/* Random maps, edits between ticks, occasional updates. At the end the agent is where the rule
 * says. */
static void wander(uint32_t seed, const variant *v) {
    dice d = dice_of(seed);
    plain_map plain;
    plain_random(&plain, &d, 14);
    int start = plain_random_free(&plain, &d);
    if (start < 0) {
        return;
    }
    wend_map *map = plain_to_wend(&plain);
    wend_components *components;
    assert_int_equal(wend_components_create(&(wend_components_def){.map = map}, &components, NULL),
                     WEND_OK);
    uint32_t cells = (uint32_t)plain_cells(&plain), width = (uint32_t)plain.width;
    ledger book = {0};
    wend_agent_def def = {.map = map,
                          .start = (wend_state)start,
                          .goal = dice_between(&d, 0, cells - 1),
                          .components = components,
                          .nearest = true,
                          .allocator = ledger_allocator(&book)};
    variant_apply(v, &def);
    wend_agent *agent = variant_fits(v->algo, map) ? make_agent(&def) : NULL;
    wend_tick tick;
    for (uint32_t i = 0; agent && i < 40; i++) {
        uint32_t cell = dice_between(&d, 0, cells - 1);
        if (dice_percent(&d, 50)) {
            wend_map_set_free(map, cell % width, cell / width, dice_percent(&d, 50));
        }
        if (dice_percent(&d, 50)) {
            update_chunks(components, 1);
        }
        wend_agent_reserve_expansions(agent, 7);
        book.forbidden = true;
        step_agent(agent, 7, &tick);
        book.forbidden = false;
        assert_int_not_equal(tick.status, WEND_AGENT_NOT_RESERVED);
        if (dice_percent(&d, 50)) {
            wend_agent_release(agent);
        }
    }
    update_chunks(components, UINT32_MAX);
    if (agent) {
        wend_agent_status status = walk(agent, 7);
        wend_state nearest, at = wend_agent_state(agent);
        wend_reach reach = wend_components_nearest(components, at, def.goal, &nearest);
        if (reach == WEND_REACH_UNREACHABLE) { /* walled in */
            assert_int_equal(status, WEND_AGENT_UNREACHABLE);
        } else {
            check(status == WEND_AGENT_ARRIVED && at == nearest, "%s, case %u: %d at %u, not at %u",
                  v->name, seed, status, at, nearest);
        }
    }
    wend_agent_destroy(agent);
    wend_components_destroy(components);
    wend_map_destroy(map);
}

static void agents_end_at_the_nearest_cell(void **state) {
    (void)state;
    variant variants[VARIANTS_MAX];
    uint32_t count = variant_list(variants);
    for (uint32_t seed = 0; seed < test_scaled(3000); seed++) {
        const variant *v = &variants[seed % count];
        if (!variant_needs_aids(v->algo)) {
            wander(seed, v);
        }
    }
}

static void visit_put(scene *s, const variant *v) {
    for (uint32_t ticks = 0; ticks < 9; ticks += 4) {
        wend_state goals[] = {s->near, s->far};
        for (uint32_t i = 0; i < COUNT_OF(goals); i++) {
            wend_agent_def def = def_of(s, v, goals[i], true);
            wend_agent *agent = make_agent(&def);
            wend_tick tick;
            for (uint32_t t = 0; t < ticks; t++) {
                step_agent(agent, 50, &tick);
            }
            assert_int_equal(wend_agent_teleport(agent, goals[i]), WEND_OK);
            step_agent(agent, 50, &tick);
            check(tick.state == goals[i] && tick.status == WEND_AGENT_ARRIVED,
                  "%s walks off its goal", v->algo->name);
            wend_agent_destroy(agent);
        }
    }
}

/* Also if it could not reach that goal and went to the nearest cell instead. */
static void an_agent_put_on_its_goal_stays(void **state) {
    (void)state;
    for_each(visit_put, false);
}

/* A shortcut ends where it joins the route, also if an edit or a release follows immediately. */
static void shortcuts_are_left_behind(void **state) {
    (void)state;
    variant variants[VARIANTS_MAX];
    uint32_t count = variant_list(variants);
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t seed = 0; variants[i].shortcut && seed < test_scaled(200); seed++) {
            wander(seed, &variants[i]);
        }
    }
}

/* ---- Definitions ----------------------------------------------------------------------------- */

static void expect_refused(const wend_agent_def *def, const char *field) {
    wend_agent *agent;
    wend_diagnosis diagnosis;
    assert_int_equal(wend_agent_create(def, &agent, &diagnosis), WEND_ERROR_ARGUMENT);
    assert_null(agent);
    assert_string_equal(diagnosis.field, field);
}

static void definitions_are_checked(void **state) {
    (void)state;
    scene s, other;
    open_scene(&s);
    open_scene(&other);
    wend_agent_def good = {.map = s.map,
                           .start = s.start,
                           .goal = s.near,
                           .components = s.components,
                           .algo = wend_algo_auto()};
    wend_agent_def def = good;
    def.components = other.components;
    expect_refused(&def, "components");
    def = good;
    def.components = NULL;
    def.nearest = true;
    expect_refused(&def, "nearest");
    def = good;
    def.map = NULL;
    def.domain = wend_map_domain(s.map);
    def.algo = wend_algo_tba();
    expect_refused(&def, "components");
    /* A blocked goal is accepted with `nearest` only, and a goal outside the map never. */
    wend_agent *agent;
    def = good;
    def.goal = s.wall;
    assert_int_equal(wend_agent_create(&def, &agent, NULL), WEND_ERROR_GOAL_BLOCKED);
    def.nearest = true;
    def.goal = 16 * 8;
    assert_int_equal(wend_agent_create(&def, &agent, NULL), WEND_ERROR_OUTSIDE);
    def.goal = s.near;
    def.start = s.wall;
    assert_int_equal(wend_agent_create(&def, &agent, NULL), WEND_ERROR_START_BLOCKED);
    agent = make_agent(&good);
    assert_int_equal(wend_agent_set_goal(agent, s.wall), WEND_ERROR_GOAL_BLOCKED);
    assert_int_equal(wend_agent_goal(agent), s.near);
    wend_agent_destroy(agent);
    close_scene(&other);
    close_scene(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_unreachable_goal_is_known_at_once),
        cmocka_unit_test(edits_disconnect_and_connect),
        cmocka_unit_test(it_is_known_as_soon_as_the_components_are_updated),
        cmocka_unit_test(the_nearest_cell_becomes_the_goal),
        cmocka_unit_test(an_outdated_nearest_cell_proves_nothing),
        cmocka_unit_test(the_goal_changes_on_the_way),
        cmocka_unit_test(a_door_is_left_on_either_side),
        cmocka_unit_test(it_goes_on_when_there_is_a_way),
        cmocka_unit_test(an_edit_that_is_not_worked_in_is_no_obstacle),
        cmocka_unit_test(agents_end_at_the_nearest_cell),
        cmocka_unit_test(an_agent_put_on_its_goal_stays),
        cmocka_unit_test(shortcuts_are_left_behind),
        cmocka_unit_test(definitions_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
