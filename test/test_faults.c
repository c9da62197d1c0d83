/* Faults: every allocation of every object fails in turn, on every domain that the object accepts.
 * Calls report it, later calls continue, and nothing leaks. */
#include <wend/research/puzzle.h>
#include <wend/research/racetrack.h>
#include <wend/research.h>
#include <wend/watch.h>
#include <wend/wend.h>

#include "support/faults.h"
#include "support/place.h"
#include "support/test.h"
#include "support/variant.h"
#include "support/update.h"

#include <stdio.h>

/* ---- Fleets ---------------------------------------------------------------------------------- */

#define FLEET_UNITS  4u
#define FLEET_BUDGET 3000u

typedef struct fleet_setup {
    place *p;
    wend_components *components; /* of a map, or NULL */
    const wend_algo *algo;
    bool has_group;
    size_t limit; /* of its memory; 0: none */
} fleet_setup;

static void order_units(wend_fleet *fleet, const place *p, bool has_group, wend_unit *units) {
    for (uint32_t i = 0; i < FLEET_UNITS; i++) {
        assert_int_equal(wend_fleet_add(fleet, i % 2 ? p->start : p->other, &units[i]), WEND_OK);
    }
    if (has_group) {
        assert_int_equal(wend_fleet_set_group_goal(fleet, units, FLEET_UNITS, p->goal, NULL),
                         WEND_OK);
    }
    for (uint32_t i = 0; !has_group && i < FLEET_UNITS; i++) {
        assert_int_equal(wend_fleet_set_goal(fleet, units[i], p->goal, NULL), WEND_OK);
    }
}

/* Whether all have arrived; makes every query about a unit. */
static bool look_at_units(wend_fleet *fleet, const place *p, const wend_unit *units) {
    bool all = true;
    for (uint32_t i = 0; i < FLEET_UNITS; i++) {
        wend_state route[4];
        wend_fleet_waypoints(fleet, units[i], route, COUNT_OF(route), NULL);
        wend_fleet_next(fleet, units[i]);
        wend_fleet_ahead(fleet, units[i], 8);
        wend_fleet_field_next(fleet, units[i], p->start, NULL);
        wend_fleet_explain(fleet, units[i]);
        all &= wend_fleet_status(fleet, units[i]) == WEND_UNIT_ARRIVED;
    }
    wend_fleet_stats(fleet);
    return all;
}

/* Runs frames until all have arrived, or only a few frames if memory is limited. The door closes
 * and opens again meanwhile. */
static void run_fleet(wend_fleet *fleet, const fleet_setup *s, ledger *book) {
    wend_unit units[FLEET_UNITS];
    order_units(fleet, s->p, s->has_group, units);
    bool all = false;
    for (uint32_t f = 0, failures = 0; !all && (!s->limit || f < 30); f++) {
        check(f < 500, "%s: not all units arrive", s->p->name);
        if (f == 2 || f == 6) {
            place_set_door(s->p, f != 2);
            update_chunks(s->components, UINT32_MAX);
        }
        failures += fault_is_short(wend_fleet_reserve(fleet, FLEET_BUDGET));
        if (failures > 4) {
            fault_heal(book);
        }
        wend_frame frame;
        book->forbidden = true;
        assert_int_equal(wend_fleet_frame(fleet, (wend_budget){.work = FLEET_BUDGET}, &frame),
                         WEND_OK);
        all = look_at_units(fleet, s->p, units);
        book->forbidden = false;
    }
    place_set_door(s->p, true);
}

static void fleet_scene(ledger *book, const void *context) {
    const fleet_setup *s = context;
    wend_fleet_def def = {.algo = s->algo, .units_max = FLEET_UNITS, .group_min = 2};
    def.map = s->p->map, def.domain = s->p->map ? NULL : s->p->domain;
    def.allocator = ledger_allocator(book), def.memory_limit = s->limit,
    def.components = s->components;
    wend_fleet *fleet = (wend_fleet *)book; /* must be overwritten */
    if (fault_is_short(wend_fleet_create(&def, &fleet, NULL))) {
        assert_null(fleet);
        return;
    }
    run_fleet(fleet, s, book);
    wend_fleet_destroy(fleet);
}

/* With and without groups, connected components, and the better algorithm. */
static void sweep_fleet(place *p) {
    for (uint32_t choice = 0; choice < 4; choice++) {
        fleet_setup s = {.p = p, .has_group = choice & 1};
        s.algo = choice & 2 ? wend_algo_astar() : NULL;
        fault_sweep(p->name, fleet_scene, &s);
        if (p->map) {
            assert_int_equal(
                wend_components_create(&(wend_components_def){.map = p->map}, &s.components, NULL),
                0);
            fault_sweep(p->name, fleet_scene, &s);
            wend_components_destroy(s.components);
        }
    }
}

static void fleets(void **state) {
    (void)state;
    for (uint32_t kind = 0; kind < PLACE_COUNT; kind++) {
        place p = place_open((place_kind)kind);
        if (p.is_numbered && kind != PLACE_TRACK) {
            sweep_fleet(&p);
        }
        place_close(&p);
    }
}

static void fleets_with_a_limit(void **state) {
    (void)state;
    static const place_kind kinds[] = {PLACE_MAP8, PLACE_FACTORS, PLACE_ROADS, PLACE_ONE_WAY};
    for (uint32_t k = 0; k < COUNT_OF(kinds); k++) {
        place p = place_open(kinds[k]);
        for (uint32_t has_group = 0; has_group < 2; has_group++) {
            fleet_setup s = {.p = &p, .has_group = has_group};
            fault_sweep_limits(p.name, fleet_scene, &s, &s.limit);
        }
        place_close(&p);
    }
}

/* ---- Agents ---------------------------------------------------------------------------------- */

typedef struct agent_setup {
    place *p;
    const test_aids *aids;       /* of the map, or NULL */
    wend_components *components; /* of the map, or NULL */
    const variant *v;
    uint32_t budget;
    size_t limit; /* of its memory; 0: none */
} agent_setup;

static wend_agent_def agent_def_of(const agent_setup *s, ledger *book) {
    const place *p = s->p;
    wend_agent_def def = {.start = p->start, .goal = p->goal, .memory_limit = s->limit};
    def.map = p->map, def.domain = p->map ? NULL : p->domain;
    def.start_packed = p->start_packed, def.goal_packed = p->goal_packed;
    def.allocator = ledger_allocator(book), def.components = s->components;
    def.nearest = s->components ? WEND_ON : WEND_DEFAULT;
    variant_apply(s->v, &def);
    if (s->aids) {
        variant_give_aids(def.algo, s->aids, &def);
    }
    return def;
}

/* The door closes and opens again, the goal changes for a while, memory is released. */
static void disturb_agent(wend_agent *agent, const agent_setup *s, uint32_t tick) {
    bool has_table = wend_algo_reads(s->v->algo, WEND_PARAMETER_SUBGOALS);
    bool can_send = s->p->is_numbered && !wend_racetrack_width(s->p->domain);
    if (!has_table && (tick == 2 || tick == 9)) {
        place_set_door(s->p, tick != 2);
        update_chunks(s->components, UINT32_MAX);
        assert_int_equal(s->aids ? wend_abstraction_update(s->aids->abstraction) : WEND_OK,
                         WEND_OK);
    }
    if (can_send && (tick == 4 || tick == 6)) {
        assert_int_equal(wend_agent_set_goal(agent, tick == 4 ? s->p->other : s->p->goal), WEND_OK);
    }
    if (tick % 4 == 3) {
        wend_agent_release(agent);
    }
}

/* Makes every query about an agent. */
static void look_at_agent(const wend_agent *agent) {
    wend_state states[8];
    wend_agent_path(agent, states, COUNT_OF(states), NULL);
    wend_agent_waypoints(agent, states, COUNT_OF(states), NULL);
    wend_agent_next(agent);
    wend_agent_ahead(agent, 8);
    wend_agent_explain(agent);
    wend_agent_stats(agent);
    wend_agent_packed(agent, wend_agent_state(agent));
    wend_agent_mark(agent, wend_agent_state(agent));
}

/* Runs one tick, which allocates nothing and reports what is missing. */
static wend_agent_status tick_agent(wend_agent *agent, const agent_setup *s, bool is_short,
                                    ledger *book) {
    wend_tick tick;
    book->forbidden = true;
    assert_int_equal(wend_agent_tick_expansions(agent, s->budget, &tick), WEND_OK);
    look_at_agent(agent);
    book->forbidden = false;
    check(tick.status != WEND_AGENT_NOT_RESERVED, "%s, %s: unreserved", s->v->name, s->p->name);
    check(tick.status != WEND_AGENT_OUT_OF_MEMORY || is_short,
          "%s, %s: no memory after a reservation", s->v->name, s->p->name);
    check(tick.status != WEND_AGENT_UNREACHABLE && tick.status != WEND_AGENT_OVERFLOW,
          "%s, %s: status %d", s->v->name, s->p->name, (int)tick.status);
    return tick.status;
}

static void agent_scene(ledger *book, const void *context) {
    const agent_setup *s = context;
    wend_agent_def def = agent_def_of(s, book);
    wend_agent *agent = (wend_agent *)book; /* must be overwritten */
    if (fault_is_short(wend_agent_create(&def, &agent, NULL))) {
        assert_null(agent);
        return;
    }
    wend_agent_status status = WEND_AGENT_WAITING;
    for (uint32_t t = 0, failures = 0; status != WEND_AGENT_ARRIVED || t < 10; t++) {
        check(t < 3000, "%s, %s: does not arrive", s->v->name, s->p->name);
        disturb_agent(agent, s, t);
        bool is_short = fault_is_short(wend_agent_reserve_expansions(agent, s->budget));
        failures += is_short;
        if (failures > 4) {
            fault_heal(book);
        }
        status = tick_agent(agent, s, is_short, book);
        for (uint32_t more = 0; is_short && more < 3; more++) {
            status = tick_agent(agent, s, is_short, book);
        }
        if (s->limit && t > 20) {
            break;
        }
    }
    disturb_agent(agent, s, 9);
    wend_agent_destroy(agent);
}

static bool is_accepted(const agent_setup *s) {
    ledger book = {0};
    wend_agent_def def = agent_def_of(s, &book);
    wend_agent *agent;
    wend_error error = wend_agent_create(&def, &agent, NULL);
    wend_agent_destroy(agent);
    return error != WEND_ERROR_UNSUPPORTED;
}

/* Calls `visit` for every variant of every algorithm in a place that it accepts. */
static void for_each_agent(place *p, void (*visit)(agent_setup *s)) {
    variant variants[VARIANTS_MAX];
    uint32_t count = variant_list(variants);
    for (uint32_t v = 0; v < count; v++) {
        agent_setup s = {.p = p, .v = &variants[v]};
        test_aids aids = {0};
        if (p->map && variant_needs_aids(s.v->algo)) {
            aids = aids_make(p->map); /* a table of subgoals needs the map as it is now */
            s.aids = &aids;
        }
        if (is_accepted(&s)) {
            visit(&s);
        }
        aids_free(&aids);
    }
}

static void sweep_agent(agent_setup *s) {
    bool is_large = wend_domain_size(s->p->domain) > 1000 && s->p->map;
    const uint32_t budgets[] = {is_large ? 60 : 3, 400};
    for (uint32_t b = 0; b < COUNT_OF(budgets); b++) {
        s->budget = budgets[b];
        fault_sweep(s->v->name, agent_scene, s);
    }
    if (s->p->map) {
        assert_int_equal(
            wend_components_create(&(wend_components_def){.map = s->p->map}, &s->components, NULL),
            0);
        fault_sweep(s->v->name, agent_scene, s);
        wend_components_destroy(s->components);
    }
}

static void limit_agent(agent_setup *s) {
    s->budget = 20;
    fault_sweep_limits(s->v->name, agent_scene, s, &s->limit);
}

static void agents(void **state) {
    (void)state;
    for (uint32_t kind = 0; kind < PLACE_COUNT; kind++) {
        place p = place_open((place_kind)kind);
        for_each_agent(&p, sweep_agent);
        place_close(&p);
    }
}

/* Needs enough states to grow the table of states and the directory of nodes several times. */
static void agents_on_a_hard_puzzle(void **state) {
    (void)state;
    static const uint8_t tiles[] = {7, 2, 4, 5, 0, 6, 8, 3, 1}; /* 26 moves away */
    place p = place_open(PLACE_PUZZLE);
    assert_int_equal(wend_puzzle_pack(p.domain, tiles, &p.start_packed), WEND_OK);
    static const char *const names[] = {"auto", "tbgbfs", "astar", "lrta", "dstar-lite"};
    for (uint32_t i = 0; i < COUNT_OF(names); i++) {
        variant v = {.algo = wend_algo_find(names[i])};
        snprintf(v.name, sizeof v.name, "%s", names[i]);
        agent_setup s = {.p = &p, .v = &v, .budget = 1500};
        fault_sweep(v.name, agent_scene, &s);
    }
    place_close(&p);
}

static void agents_with_a_limit(void **state) {
    (void)state;
    for (uint32_t kind = 0; kind < PLACE_COUNT; kind++) {
        place p = place_open((place_kind)kind);
        for_each_agent(&p, limit_agent);
        place_close(&p);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fleets),
        cmocka_unit_test(fleets_with_a_limit),
        cmocka_unit_test(agents),
        cmocka_unit_test(agents_on_a_hard_puzzle),
        cmocka_unit_test(agents_with_a_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
