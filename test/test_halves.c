/* The two halves of a tick: what may happen between a plan and its move, and plans by the clock. */
#include <wend/research.h>
#include <wend/wend.h>

#include "support/test.h"
#include "support/trip.h"

#include <string.h>

/* ---- Edits between a plan and its move ------------------------------------------------------- */

static wend_state plan(trip *t) {
    assert_int_equal(wend_agent_reserve_expansions(t->agent, t->budget), WEND_OK);
    assert_int_equal(wend_agent_plan_expansions(t->agent, t->budget, &t->tick), WEND_OK);
    return wend_agent_next(t->agent);
}

/* Blocks or frees a cell, or changes its factor: the chosen cell, or any. */
static void edit_between(trip *t, dice *d, wend_state next) {
    uint32_t last = (uint32_t)plain_cells(&t->truth) - 1;
    wend_state cell = dice_percent(d, 60) ? next : dice_between(d, 0, last);
    if (t->truth.weighted && dice_percent(d, 50)) {
        trip_set_factor(t, cell, (uint8_t)dice_between(d, 1, 60));
    } else {
        trip_set_cell(t, cell, t->truth.cells[cell] == '.' ? '@' : '.');
    }
}

/* The move is made if it is still possible, at its present cost. */
static void check_move(trip *t, const variant *v, wend_state from, wend_state next, uint32_t seed) {
    wend_cost cost = plain_move_cost(&t->truth, (int)from, (int)next);
    assert_int_equal(wend_agent_move(t->agent, &t->tick), WEND_OK);
    bool has_moved = t->tick.flags & WEND_TICK_MOVED;
    check(has_moved == (cost > 0), "%s, case %u: %u to %u costs %u, and it %s", v->name, seed, from,
          next, cost, has_moved ? "moved" : "stayed");
    check(t->tick.state == (has_moved ? next : from) && t->tick.cost == cost,
          "%s, case %u: it is at %u for %u", v->name, seed, t->tick.state, t->tick.cost);
    assert_int_equal(wend_agent_state(t->agent), t->tick.state);
    assert_int_equal(wend_agent_move(t->agent, &t->tick), WEND_OK); /* once */
    assert_false(t->tick.flags & WEND_TICK_MOVED);
}

static uint32_t moves_made, moves_missed;

static void edit_under_moves(trip *t, const variant *v, dice *d, uint32_t seed) {
    for (uint32_t n = 0; n < 40; n++) {
        wend_state from = wend_agent_state(t->agent), next = plan(t);
        if (next == WEND_STATE_NONE) {
            continue;
        }
        edit_between(t, d, next);
        check_move(t, v, from, next, seed);
        moves_made += wend_agent_state(t->agent) == next;
        moves_missed += wend_agent_state(t->agent) == from;
    }
}

static void a_move_is_made_on_the_map_as_it_is(void **state) {
    (void)state;
    moves_made = moves_missed = 0;
    trip_for_each(test_scaled(2000), edit_under_moves);
    assert_true(moves_made > 100 && moves_missed > 100);
}

/* The chosen cell has become more expensive, but the move is still possible. */
static void a_move_costs_what_it_costs_now(void **state) {
    (void)state;
    static const char *const rows[] = {"s......g", NULL};
    variant variants[VARIANTS_MAX];
    uint32_t count = variant_list(variants), tried = 0;
    for (uint32_t v = 0; v < count; v++) {
        if (variant_needs_aids(variants[v].algo)) {
            continue;
        }
        trip t = trip_from_picture(rows, 100);
        t.truth.weighted = true;
        memset(t.truth.factors, 1, sizeof t.truth.factors);
        trip_open_world(&t, false, 0, 0);
        trip_open_agent(&t, &variants[v]);
        for (uint32_t n = 0; n < 5; n++) {
            wend_state from = wend_agent_state(t.agent), next = plan(&t);
            if (next != WEND_STATE_NONE) {
                trip_set_factor(&t, next, (uint8_t)(2 + n));
                check_move(&t, &variants[v], from, next, n);
                tried++;
            }
        }
        trip_close(&t);
    }
    assert_true(tried > 2 * count);
}

/* ---- Timed plans ----------------------------------------------------------------------------- */

/* A clock that advances by the same amount at every reading. */
static uint64_t look_at_clock(void *context) {
    uint64_t *now = context;
    return *now += 50;
}

/* Plan and move together are one tick: of two equal agents, one makes its ticks in halves. */
static void halve_ticks(trip *t, const variant *v, dice *d, uint32_t seed) {
    wend_agent_def def = t->def;
    def.allocator = (wend_allocator){0};
    wend_agent *whole = NULL;
    assert_int_equal(wend_agent_create(&def, &whole, NULL), WEND_OK);
    uint64_t now[2] = {0, 0}, nanoseconds = dice_between(d, 100, 5000);
    wend_clock clocks[2] = {{look_at_clock, &now[0]}, {look_at_clock, &now[1]}};
    for (uint32_t n = 0; n < 60; n++) {
        wend_tick one, planned, moved;
        wend_state from = wend_agent_state(t->agent);
        assert_int_equal(wend_agent_reserve_expansions(whole, t->budget), WEND_OK);
        assert_int_equal(wend_agent_reserve_expansions(t->agent, t->budget), WEND_OK);
        assert_int_equal(
            wend_agent_tick(whole,
                            (wend_budget){.work = (uint64_t)t->budget * WEND_WORK_EXPANSION,
                                          .nanoseconds = nanoseconds,
                                          .clock = &clocks[0]},
                            &one),
            WEND_OK);
        assert_int_equal(
            wend_agent_plan(t->agent,
                            (wend_budget){.work = (uint64_t)t->budget * WEND_WORK_EXPANSION,
                                          .nanoseconds = nanoseconds,
                                          .clock = &clocks[1]},
                            &planned),
            WEND_OK);
        check(planned.state == from && !(planned.flags & WEND_TICK_MOVED),
              "%s, case %u: a plan has moved it", v->name, seed);
        wend_state next = wend_agent_next(t->agent);
        assert_int_equal(wend_agent_move(t->agent, &moved), WEND_OK);
        check(one.state == moved.state && one.cost == moved.cost && one.status == moved.status,
              "%s, case %u, tick %u: %u as one, %u in halves", v->name, seed, n, one.state,
              moved.state);
        check(one.flags == (planned.flags | moved.flags) && one.expansions == planned.expansions &&
                  one.work == planned.work && one.trace_steps == planned.trace_steps,
              "%s, case %u, tick %u: other work in halves", v->name, seed, n);
        check(next == (moved.state == from ? WEND_STATE_NONE : moved.state),
              "%s, case %u, tick %u: next was %u, but it is at %u", v->name, seed, n, next,
              moved.state);
    }
    assert_true(now[0] == now[1]);
    wend_agent_destroy(whole);
}

static void halves_by_the_clock_make_a_tick(void **state) {
    (void)state;
    trip_for_each(test_scaled(600), halve_ticks);
}

static void plans_by_the_clock_check_their_arguments(void **state) {
    (void)state;
    static const char *const rows[] = {"s.g", NULL};
    variant variants[VARIANTS_MAX];
    assert_true(variant_list(variants) > 0);
    trip t;
    trip_open_picture(&t, rows, 10, &variants[0]);
    uint64_t now = 0;
    wend_clock clock = {look_at_clock, &now}, none = {NULL, &now};
    wend_tick tick;
    assert_int_equal(wend_agent_reserve_expansions(t.agent, 10), WEND_OK);
    assert_int_equal(
        wend_agent_plan(NULL, (wend_budget){.work = 240, .nanoseconds = 1000, .clock = &clock},
                        &tick),
        WEND_ERROR_ARGUMENT);
    assert_int_equal(
        wend_agent_plan(t.agent, (wend_budget){.work = 240, .nanoseconds = 1000, .clock = &clock},
                        NULL),
        WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_agent_plan(t.agent,
                                     (wend_budget){.work = 240, .nanoseconds = 1000, .clock = NULL},
                                     &tick),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(
        wend_agent_plan(t.agent, (wend_budget){.work = 240, .nanoseconds = 1000, .clock = &none},
                        &tick),
        WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_agent_plan(t.agent,
                                     (wend_budget){.work = 0, .nanoseconds = 1000, .clock = &clock},
                                     &tick),
                     WEND_ERROR_BUDGET);
    assert_int_equal(wend_agent_stats(t.agent).ticks, 0);
    trip_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_move_is_made_on_the_map_as_it_is),
        cmocka_unit_test(a_move_costs_what_it_costs_now),
        cmocka_unit_test(halves_by_the_clock_make_a_tick),
        cmocka_unit_test(plans_by_the_clock_check_their_arguments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
