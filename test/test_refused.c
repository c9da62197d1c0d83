/* A world that refuses moves: agents arrive all the same, and pay no search for it. */
#include <wend/research.h>
#include <wend/wend.h>

#include "support/test.h"
#include "support/trip.h"

typedef struct work {
    uint64_t expansions, updates, learning;
    bool arrived;
} work;

/* A whole trip on which a share of the moves is refused. */
static work walk(trip t, const variant *v, const test_aids *aids, uint32_t refused_percent,
                 uint64_t seed) {
    t.refused_percent = refused_percent;
    t.luck = dice_of(seed);
    variant_give_aids(v->algo, aids, &t.def);
    trip_open_agent(&t, v);
    work sum = {0};
    do {
        trip_step(&t);
        sum.learning += t.tick.learning;
    } while (trip_is_active(&t));
    wend_agent_info counters = wend_agent_stats(t.agent);
    sum.expansions = counters.expansions;
    sum.updates = counters.updates;
    sum.arrived = t.tick.status == WEND_AGENT_ARRIVED;
    trip_close_agent(&t);
    return sum;
}

/* Algorithms whose search depends on where the agent stands when another step finishes: a refused
 * move changes what they search. Their results are compared as sums over many maps. */
static bool goes_by_time(const variant *v) {
    bool steps_back = v->algo->acts == WEND_ACTS_AT_ONCE;
    return steps_back && (v->shortcut || v->algo->needs == WEND_NEEDS_NOTHING);
}

static void check_trip(const variant *v, work free, work refused, uint32_t percent, uint32_t seed) {
    check(free.arrived == refused.arrived, "%s, case %u: arrived %d, with refusals %d", v->name,
          seed, free.arrived, refused.arrived);
    if (!goes_by_time(v)) {
        check(free.expansions == refused.expansions && free.updates == refused.updates &&
                  free.learning == refused.learning,
              "%s, case %u: %llu expansions, %llu if %u %% of its moves are refused", v->name, seed,
              (unsigned long long)free.expansions, (unsigned long long)refused.expansions, percent);
    }
}

static void refused_moves_cost_no_search(void **state) {
    (void)state;
    variant variants[VARIANTS_MAX];
    uint32_t count = variant_list(variants), tried = 0;
    uint64_t free_sum = 0, refused_sum = 0;
    for (uint32_t seed = 0; seed < test_scaled(2000); seed++) {
        dice d = dice_of(seed);
        trip t;
        if (!trip_draw(&t, &d)) {
            continue;
        }
        trip_open_world(&t, false, 0, seed);
        test_aids aids = aids_make(t.map);
        for (uint32_t i = 0; i < count; i++) {
            const variant *v = &variants[i];
            if (!variant_fits(v->algo, t.map)) {
                continue;
            }
            uint32_t percent = seed % 2 ? 50 : 25;
            work free = walk(t, v, &aids, 0, seed);
            work refused = walk(t, v, &aids, percent, seed);
            check_trip(v, free, refused, percent, seed);
            free_sum += goes_by_time(v) ? free.expansions : 0;
            refused_sum += goes_by_time(v) ? refused.expansions : 0;
            tried++;
        }
        aids_free(&aids);
        trip_close_world(&t);
    }
    assert_true(tried > 10 * test_scaled(2000) / 2);
    check(refused_sum <= free_sum + free_sum / 100, "%llu expansions, %llu with refusals",
          (unsigned long long)free_sum, (unsigned long long)refused_sum);
}

/* ---- What it reports and what it does -------------------------------------------------------- */

/* Something happens to an agent between two ticks: an edit, a new goal, a teleport, a release. */
static void disturb(trip *t, dice *d) {
    wend_state cell = dice_between(d, 0, (uint32_t)plain_cells(&t->truth) - 1);
    bool is_free = t->truth.cells[cell] == '.';
    uint32_t kind = dice_between(d, 0, 9);
    if (kind < 3 && cell != t->def.goal) {
        trip_set_cell(t, cell, is_free ? '@' : '.');
    } else if (kind < 5 && is_free && wend_agent_set_goal(t->agent, cell) == WEND_OK) {
        t->def.goal = cell;
    } else if (kind < 6 && is_free) {
        assert_int_equal(wend_agent_teleport(t->agent, cell), WEND_OK);
    } else if (kind < 8) {
        wend_agent_release(t->agent);
    }
}

/* The agent reports where it would step, and steps there. One that has finished reports so. */
static void plan_and_move(trip *t, const variant *v, uint32_t seed) {
    assert_int_equal(wend_agent_reserve_expansions(t->agent, t->budget), WEND_OK);
    wend_tick tick;
    assert_int_equal(wend_agent_plan_expansions(t->agent, t->budget, &tick), WEND_OK);
    wend_state next = wend_agent_next(t->agent), path[2];
    bool is_final = tick.status == WEND_AGENT_ARRIVED || tick.status == WEND_AGENT_UNREACHABLE;
    uint32_t count = wend_agent_path(t->agent, path, 2, NULL);
    check(!is_final || (next == WEND_STATE_NONE && count == 0),
          "%s, case %u: status %d, next %u, %u states ahead", v->name, seed, (int)tick.status, next,
          count);
    check((next != WEND_STATE_NONE) == (tick.status == WEND_AGENT_MOVING),
          "%s, case %u: status %d, next %u", v->name, seed, (int)tick.status, next);
    assert_int_equal(wend_agent_move(t->agent, &tick), WEND_OK);
    check((next != WEND_STATE_NONE) == ((tick.flags & WEND_TICK_MOVED) != 0),
          "%s, case %u: next was %u, but it is at %u", v->name, seed, next, tick.state);
    check(next == WEND_STATE_NONE || tick.state == next,
          "%s, case %u: next was %u, but it went to %u", v->name, seed, next, tick.state);
}

static void plan_through_disturbances(trip *t, const variant *v, dice *d, uint32_t seed) {
    for (uint32_t n = 0; n < 60; n++) {
        plan_and_move(t, v, seed);
        if (dice_percent(d, 25)) {
            disturb(t, d);
            check(wend_agent_next(t->agent) != wend_agent_state(t->agent), "%s, case %u", v->name,
                  seed);
        }
    }
}

static void agents_do_what_they_say(void **state) {
    (void)state;
    uint32_t cases = test_scaled(6000);
    assert_true(trip_for_each(cases, plan_through_disturbances) > cases / 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refused_moves_cost_no_search),
        cmocka_unit_test(agents_do_what_they_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
