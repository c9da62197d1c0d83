/* The promise of a successful reservation: the next tick does not run out of memory, and no status
 * reports a failed reservation. */
#include <wend/research.h>
#include <wend/wend.h>

#include "support/ledger.h"
#include "support/test.h"
#include "support/trip.h"

/* Events between two ticks: an edit, a new goal, a teleport, or nothing. */
static void disturb(trip *t, dice *d) {
    wend_state cell = dice_between(d, 0, (uint32_t)plain_cells(&t->truth) - 1);
    bool is_free = t->truth.cells[cell] == '.';
    switch (dice_between(d, 0, 9)) {
    case 0:
    case 1:
        if (cell != wend_agent_state(t->agent) && cell != wend_agent_goal(t->agent)) {
            trip_set_cell(t, cell, is_free ? '@' : '.');
        }
        break;
    case 2:
        if (is_free) {
            assert_int_equal(wend_agent_set_goal(t->agent, cell), WEND_OK);
        }
        break;
    case 3:
        if (is_free) {
            assert_int_equal(wend_agent_teleport(t->agent, cell), WEND_OK);
        }
        break;
    case 4:
        wend_agent_release(t->agent);
        break;
    default:
        break;
    }
}

/* How often a reservation has failed, and how often one has succeeded. */
static uint64_t failed, succeeded;

/* Memory is available or not, from tick to tick. */
static void visit_shortage(trip *t, const variant *v, dice *d, uint32_t seed) {
    for (uint32_t n = 0; n < 60; n++) {
        disturb(t, d);
        uint32_t budget = dice_between(d, 1, 300);
        bool is_short = dice_percent(d, 40);
        t->book.capacity = is_short ? t->book.live_bytes + dice_between(d, 0, 3000) : 0;
        wend_error error = wend_agent_reserve_expansions(t->agent, budget);
        t->book.forbidden = true;
        wend_tick tick;
        assert_int_equal(wend_agent_tick_expansions(t->agent, dice_between(d, 1, budget), &tick),
                         WEND_OK);
        t->book.forbidden = false;
        failed += error == WEND_ERROR_MEMORY;
        succeeded += error == WEND_OK;
        check(tick.status != WEND_AGENT_NOT_RESERVED, "%s, case %u: unreserved after %d", v->name,
              seed, (int)error);
        check(tick.status != WEND_AGENT_OUT_OF_MEMORY || error,
              "%s, case %u: out of memory after a reservation that succeeded", v->name, seed);
        if (dice_percent(d, 10)) { /* a tick without a reservation */
            disturb(t, d);
            assert_int_equal(wend_agent_tick_expansions(t->agent, 300, &tick), WEND_OK);
            check(tick.status != WEND_AGENT_OUT_OF_MEMORY || error,
                  "%s, case %u: out of memory, and nothing has failed", v->name, seed);
        }
    }
    t->book.capacity = 0;
}

static void a_reservation_that_succeeds_suffices(void **state) {
    (void)state;
    failed = succeeded = 0;
    trip_for_each(test_scaled(3000), visit_shortage);
    assert_true(failed > succeeded / 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_reservation_that_succeeds_suffices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
