/* Maps of one cell, of one row, and maps on which edits leave one free cell or none, with every
 * algorithm and every object that searches maps. */
#include <wend/research/abstraction.h>
#include <wend/field.h>
#include <wend/layer.h>
#include <wend/research.h>
#include <wend/research/subgoals.h>
#include <wend/wend.h>

#include "support/step.h"
#include "support/test.h"
#include "support/variant.h"
#include "support/update.h"

#include <string.h>

typedef struct world {
    uint32_t width, height, neighbors;
    bool has_factors;
    wend_map *map;
    wend_abstraction *abstraction;
    wend_components *components;
} world;

static const world worlds[] = {
    {.width = 1, .height = 1, .neighbors = 8},
    {.width = 2, .height = 1, .neighbors = 4},
    {.width = 1, .height = 7, .neighbors = 8},
    {.width = 7, .height = 1, .neighbors = 16},
    {.width = 3, .height = 3, .neighbors = 4},
    {.width = 3, .height = 3, .neighbors = 8},
    {.width = 4, .height = 4, .neighbors = 16},
    {.width = 3, .height = 4, .neighbors = 8, .has_factors = true},
};

static uint32_t world_cells(const world *w) {
    return w->width * w->height;
}

static world world_open(uint32_t number) {
    world w = worlds[number];
    uint8_t factors[16] = {1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1};
    wend_map_def def = {.width = w.width,
                        .height = w.height,
                        .neighbors = w.neighbors,
                        .factors = w.has_factors ? factors : NULL,
                        .cells = "................"};
    assert_int_equal(wend_map_create(&def, &w.map, NULL), WEND_OK);
    assert_int_equal(
        wend_abstraction_create(&(wend_abstraction_def){.map = w.map}, &w.abstraction, NULL),
        WEND_OK);
    assert_int_equal(
        wend_components_create(&(wend_components_def){.map = w.map}, &w.components, NULL), WEND_OK);
    return w;
}

static void world_close(world *w) {
    wend_components_destroy(w->components);
    wend_abstraction_destroy(w->abstraction);
    wend_map_destroy(w->map);
}

/* Frees or blocks all cells but one; WEND_STATE_NONE: all cells. */
static void world_set_all(world *w, bool is_free, wend_state but) {
    for (wend_state cell = 0; cell < world_cells(w); cell++) {
        bool frees = cell == but ? !is_free : is_free;
        assert_int_equal(wend_map_set_free(w->map, cell % w->width, cell / w->width, frees),
                         WEND_OK);
    }
    assert_int_equal(wend_abstraction_update(w->abstraction), WEND_OK);
    update_chunks(w->components, UINT32_MAX);
}

/* ---- Agents ---------------------------------------------------------------------------------- */

#define BUDGET 20u

/* Ticks until the agent arrives or reports that it cannot. */
static wend_agent_status go(wend_agent *agent, const char *name, const world *w) {
    wend_tick tick;
    uint32_t ticks = 0;
    do {
        step_agent(agent, BUDGET, &tick);
        check(++ticks < 500, "%s on %u x %u does not finish", name, w->width, w->height);
    } while (wend_agent_is_active(tick.status));
    return tick.status;
}

/* The map is filled around the agent before it sets out, or after its first move, and is
 * emptied. */
static void fill_up_and_empty(world *w, wend_agent *agent, const char *name, uint32_t ticks) {
    wend_tick tick;
    wend_state last = world_cells(w) - 1;
    for (uint32_t i = 0; i < ticks; i++) {
        step_agent(agent, BUDGET, &tick);
    }
    for (uint32_t round = 0; round < 2; round++) {
        wend_state at = wend_agent_state(agent);
        wend_agent_status expected = at == last ? WEND_AGENT_ARRIVED : WEND_AGENT_UNREACHABLE;
        world_set_all(w, false, WEND_STATE_NONE);
        assert_int_equal(go(agent, name, w), expected);
        world_set_all(w, false, at);
        assert_int_equal(go(agent, name, w), expected);
        assert_int_equal(wend_agent_teleport(agent, at), WEND_OK);
        assert_int_equal(go(agent, name, w), expected);
    }
    world_set_all(w, false, last); /* the agent may stand beside it, in a wall */
    wend_agent_status status = go(agent, name, w);
    assert_true(status == WEND_AGENT_ARRIVED || status == WEND_AGENT_UNREACHABLE);
    world_set_all(w, true, WEND_STATE_NONE);
    assert_int_equal(go(agent, name, w), WEND_AGENT_ARRIVED);
}

static void degenerate_agent(const variant *v, uint32_t number, uint32_t ticks,
                             bool has_components) {
    world w = world_open(number);
    wend_agent_def def = {.map = w.map, .goal = world_cells(&w) - 1};
    def.components = has_components ? w.components : NULL;
    variant_apply(v, &def);
    variant_give_aids(def.algo, &(test_aids){.abstraction = w.abstraction}, &def);
    if (variant_fits(v->algo, w.map)) {
        wend_agent *agent = make_agent(&def);
        fill_up_and_empty(&w, agent, v->name, ticks);
        wend_agent_destroy(agent);
    }
    world_close(&w);
}

static void agents_on_maps_that_fill_up(void **state) {
    (void)state;
    variant variants[VARIANTS_MAX];
    uint32_t count = variant_list(variants);
    for (uint32_t i = 0; i < count * COUNT_OF(worlds) * 4; i++) {
        const variant *v = &variants[i % count];
        if (!wend_algo_reads(v->algo, WEND_PARAMETER_SUBGOALS)) { /* made for one map */
            degenerate_agent(v, i / count / 4, i / count % 2, i / count / 2 % 2);
        }
    }
}

/* A table of subgoals needs an unedited map: of one cell, of a few. */
static void subgoals_of_a_few_cells(void **state) {
    (void)state;
    for (uint32_t number = 0; number < COUNT_OF(worlds); number++) {
        world w = world_open(number);
        test_aids aids = aids_make(w.map);
        wend_agent_def def = {.map = w.map, .goal = world_cells(&w) - 1};
        def.algo = wend_algo_find("dlrta"), def.local.subgoals = aids.subgoals;
        wend_agent *agent = make_agent(&def);
        assert_int_equal(go(agent, "dlrta", &w), WEND_AGENT_ARRIVED);
        world_set_all(&w, false, WEND_STATE_NONE);
        wend_tick tick;
        assert_int_equal(wend_agent_tick_expansions(agent, BUDGET, &tick), WEND_ERROR_STALE);
        wend_agent_destroy(agent);
        aids_free(&aids);
        wend_subgoals_def table = {.abstraction = w.abstraction};
        wend_subgoals *subgoals;
        assert_int_equal(wend_subgoals_create(&table, &subgoals, NULL), WEND_ERROR_SIZE);
        assert_null(subgoals);
        world_close(&w);
    }
}

/* ---- Other objects that search maps ---------------------------------------------------------- */

/* A finder, a field, a fleet and a layer, before and after the map is filled. */
static void ask_all(world *w, wend_finder *finder, wend_field *field, wend_layer *layer,
                    bool is_way) {
    wend_state cells[16], goal = world_cells(w) - 1;
    wend_query query = {.path = cells, .capacity = 16, .nearest = true};
    wend_answer answer;
    assert_int_equal(wend_finder_find(finder, 0, goal, &query, &answer), WEND_OK);
    assert_int_equal(answer.status, is_way ? WEND_FIND_FOUND : WEND_FIND_START_BLOCKED);
    query.allow_blocked_start = true;
    assert_int_equal(wend_finder_find(finder, 0, goal, &query, &answer), WEND_OK);
    assert_int_equal(answer.status == WEND_FIND_FOUND, is_way || goal == 0);
    query = (wend_query){.goals = &goal, .goal_count = 1, .within = WEND_COST_ONE};
    assert_int_equal(wend_finder_find(finder, 0, 0, &query, &answer), WEND_OK);
    wend_reached reached[16];
    assert_int_equal(wend_finder_range(finder, 0, WEND_COST_MAX, reached, 16, &answer), WEND_OK);
    assert_true(!is_way || answer.needed == world_cells(w));
    wend_field_progress growth;
    assert_int_equal(wend_field_reserve(field, 2400), WEND_OK);
    assert_int_equal(wend_field_grow(field, 0, (wend_budget){.work = 2400}, &growth), WEND_OK);
    is_way |= goal == 0; /* the goal is covered, also if it is blocked */
    assert_int_equal(growth.status, is_way ? WEND_FIELD_COVERED : WEND_FIELD_UNREACHABLE);
    wend_layer_update(layer);
    assert_int_equal(wend_map_free_count(wend_layer_map(layer)), wend_map_free_count(w->map));
}

static void run_fleet(wend_fleet *fleet) {
    for (uint32_t f = 0; f < 20; f++) {
        wend_frame frame;
        assert_int_equal(wend_fleet_reserve(fleet, 2000), WEND_OK);
        assert_int_equal(wend_fleet_frame(fleet, (wend_budget){.work = 2000}, &frame), WEND_OK);
    }
}

static void other_objects_on_maps_that_fill_up(void **state) {
    (void)state;
    for (uint32_t number = 0; number < COUNT_OF(worlds); number++) {
        world w = world_open(number);
        wend_state goal = world_cells(&w) - 1;
        wend_finder *finder;
        wend_field *field;
        wend_layer *layer;
        wend_fleet *fleet;
        wend_unit units[3];
        assert_int_equal(wend_finder_create(&(wend_finder_def){.map = w.map}, &finder, NULL), 0);
        wend_field_def field_def = {.map = w.map, .goal = goal};
        assert_int_equal(wend_field_create(&field_def, &field, NULL), WEND_OK);
        assert_int_equal(wend_layer_create(&(wend_layer_def){.base = w.map}, &layer, NULL), 0);
        wend_fleet_def fleet_def = {.map = w.map, .units_max = 3, .group_min = 2};
        assert_int_equal(wend_fleet_create(&fleet_def, &fleet, NULL), WEND_OK);
        for (uint32_t i = 0; i < 3; i++) {
            assert_int_equal(wend_fleet_add(fleet, 0, &units[i]), WEND_OK);
        }
        assert_int_equal(wend_fleet_set_goal(fleet, units[0], goal, NULL), WEND_OK);
        assert_int_equal(wend_fleet_set_group_goal(fleet, units + 1, 2, goal, NULL), WEND_OK);
        for (uint32_t round = 0; round < 2; round++) {
            world_set_all(&w, false, WEND_STATE_NONE);
            ask_all(&w, finder, field, layer, false);
            run_fleet(fleet);
            world_set_all(&w, true, WEND_STATE_NONE);
            ask_all(&w, finder, field, layer, true);
        }
        run_fleet(fleet);
        for (uint32_t i = 0; i < 3; i++) {
            assert_int_equal(wend_fleet_status(fleet, units[i]), WEND_UNIT_ARRIVED);
        }
        wend_fleet_destroy(fleet);
        wend_layer_destroy(layer);
        wend_field_destroy(field);
        wend_finder_destroy(finder);
        world_close(&w);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agents_on_maps_that_fill_up),
        cmocka_unit_test(subgoals_of_a_few_cells),
        cmocka_unit_test(other_objects_on_maps_that_fill_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
