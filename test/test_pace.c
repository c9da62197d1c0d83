/* Timed ticks under a clock that goes by what is expanded: when they end, and when they look. */
#include <wend/research.h>
#include <wend/watch.h>

#include "support/test.h"
#include "support/walker.h"

#include <string.h>

/* ---- The clock ------------------------------------------------------------------------------- */

#define LOOKS_MAX 4096u

/* Advances with every expansion, and whenever it is read. */
struct hands {
    uint64_t now;
    uint64_t per_expansion;
    uint64_t per_look;
    uint64_t wait; /* once per tick, between the last expansion and the next reading */
    bool has_waited;
    uint32_t expansions;
    uint32_t looks;
    uint32_t at_look[LOOKS_MAX]; /* expansions since the tick began */
};

static uint64_t read_clock(void *context) {
    struct hands *h = context;
    check(h->looks < LOOKS_MAX, "more than %u readings of the clock", LOOKS_MAX);
    h->at_look[h->looks++] = h->expansions;
    h->now += h->per_look;
    bool are_over = h->looks > 1 && h->expansions > 0 && h->expansions == h->at_look[h->looks - 2];
    if (are_over && !h->has_waited) {
        h->now += h->wait;
        h->has_waited = true;
    }
    return h->now;
}

static void work(void *context, const wend_expansion *expansion) {
    struct hands *h = context;
    (void)expansion;
    h->now += h->per_expansion;
    h->expansions++;
}

#define SIDE 150u

/* A hall with a wall across it, so that searches are long, and an agent with a watcher. */
static walker open_hall(const char *algo, struct hands *h) {
    static char cells[SIDE * SIDE];
    memset(cells, '.', sizeof cells);
    memset(cells + SIDE * (SIDE / 2), '@', SIDE - 1);
    wend_agent_def def = {0};
    def.algo = wend_algo_find(algo), def.start = 0, def.goal = SIDE * (SIDE - 1);
    walker w = walker_open_on(walker_map(cells, SIDE, SIDE), &def, 100000);
    wend_agent_watch(w.agent, &(wend_watcher){work, h});
    return w;
}

/* Runs one tick; returns how long it took. */
static uint64_t timed_step(walker *w, struct hands *h, uint64_t nanoseconds) {
    wend_clock clock = {read_clock, h};
    uint64_t begin = h->now;
    h->looks = h->expansions = 0;
    h->has_waited = false;
    assert_int_equal(wend_agent_reserve_expansions(w->agent, w->budget), WEND_OK);
    assert_int_equal(
        wend_agent_tick(w->agent,
                        (wend_budget){.work = (uint64_t)w->budget * WEND_WORK_EXPANSION,
                                      .nanoseconds = nanoseconds,
                                      .clock = &clock},
                        &w->tick),
        WEND_OK);
    assert_int_equal(h->expansions, w->tick.expansions);
    return h->now - begin;
}

/* ---- When a tick ends ------------------------------------------------------------------------ */

#define TICK 60000u /* ns */

/* Whatever an expansion takes, a tick with work left ends when its time is over: at the expansion
 * after which the clock is nearest to the limit. */
static void a_tick_ends_when_its_time_is_over(void **state) {
    (void)state;
    static const char *const algos[] = {"astar", "repeated-astar", "lss-lrta", "rtaa", "tbwa"};
    static const uint64_t paces[] = {7, 50, 300, 2000};
    for (uint32_t i = 0; i < COUNT_OF(algos) * COUNT_OF(paces); i++) {
        struct hands h = {.per_expansion = paces[i / COUNT_OF(algos)]};
        const char *algo = algos[i % COUNT_OF(algos)];
        walker w = open_hall(algo, &h);
        uint64_t share = strcmp(algo, "tbwa") ? TICK : TICK / 10 * 9;
        for (uint32_t n = 0; n < 5; n++) {
            uint64_t spent = timed_step(&w, &h, TICK);
            bool has_more = w.tick.expansions > 0 && !(w.tick.flags & WEND_TICK_FOUND);
            uint64_t expansion = h.per_expansion;
            check(!has_more || spent + expansion > share, "%s, %u ns: ends after %u ns", algo,
                  (uint32_t)expansion, (uint32_t)spent);
            check(spent < share + expansion, "%s, %u ns: ends after %u ns", algo,
                  (uint32_t)expansion, (uint32_t)spent);
        }
        walker_close(&w);
    }
}

/* A look-ahead too large for the time stops, too. */
static void a_look_ahead_looks_at_the_clock(void **state) {
    (void)state;
    static const char *const algos[] = {"lrta", "dstar-lite"};
    for (uint32_t a = 0; a < COUNT_OF(algos); a++) {
        struct hands h = {.per_expansion = 1000};
        walker w = open_hall(algos[a], &h);
        timed_step(&w, &h, 40 * 1000);
        assert_int_equal(w.tick.status, WEND_AGENT_WAITING);
        assert_int_equal(w.tick.expansions, 40); /* five times 8 */
        timed_step(&w, &h, 1);
        assert_int_equal(w.tick.expansions, 8);
        walker_close(&w);
    }
}

/* ---- When it reads the clock ----------------------------------------------------------------- */

typedef struct pace {
    uint64_t expansions;
    uint64_t ns;
} pace;

/* The next slice by the header: a third of what the time left allows at the pace of this tick or
 * the last, whichever is slower, no more than was done in these, and at most 750 ns. Towards the
 * end 200 ns, or what is left. */
static uint64_t next_slice(pace now, pace last, uint64_t left) {
    uint64_t done = now.expansions + last.expansions;
    if (done == 0) {
        return 4;
    }
    bool now_is_slower =
        !last.expansions || (now.expansions && now.ns * last.expansions > last.ns * now.expansions);
    pace slower = now_is_slower ? now : last;
    uint64_t third = left / 3 < 750 ? left / 3 : 750;
    uint64_t wanted = third > 200 ? third : left < 200 ? left : 200;
    uint64_t slice = slower.expansions * wanted / slower.ns;
    return slice > done ? done : slice == 0 ? 1 : slice;
}

/* Checks the readings of a tick against the rule. The first two are at its beginning. */
static pace check_looks(const struct hands *h, pace last) {
    pace now = {0};
    assert_int_equal(h->at_look[0], 0);
    assert_int_equal(h->at_look[1], 0);
    for (uint32_t i = 2; i < h->looks; i++) {
        uint64_t slice = h->at_look[i] - now.expansions,
                 expected = next_slice(now, last, TICK - now.ns);
        check(slice <= expected + 1 && slice + 1 + expected / 100 >= expected,
              "reading %u: after %u more expansions, expected %u", i, (uint32_t)slice,
              (uint32_t)expected);
        now = (pace){h->at_look[i], h->at_look[i] * h->per_expansion};
    }
    return now;
}

/* The pace of the last tick is remembered, also if it was a different one. */
static void a_tick_goes_by_its_pace_and_that_of_the_last(void **state) {
    (void)state;
    struct hands h = {.per_expansion = 100};
    walker w = open_hall("astar", &h);
    pace last = {0};
    static const uint64_t paces[] = {100, 100, 60, 200, 200, 150};
    for (uint32_t n = 0; n < COUNT_OF(paces); n++) {
        h.per_expansion = paces[n];
        timed_step(&w, &h, TICK);
        assert_int_equal(w.tick.status, WEND_AGENT_WAITING);
        last = check_looks(&h, last);
    }
    walker_close(&w);
}

/* The first tick starts carefully: 4, 4, 8, 16, ... The next one begins with the longest slice. */
static void a_second_tick_begins_at_the_pace_of_the_first(void **state) {
    (void)state;
    struct hands h = {.per_expansion = 10};
    walker w = open_hall("astar", &h);
    timed_step(&w, &h, TICK);
    static const uint32_t first[] = {0, 0, 4, 8, 16, 32, 64, 128};
    for (uint32_t i = 0; i < COUNT_OF(first); i++) {
        assert_int_equal(h.at_look[i], first[i]);
    }
    timed_step(&w, &h, TICK);
    assert_in_range(h.at_look[2], 750 / 10 - 2, 750 / 10);
    walker_close(&w);
}

/* Steps of tracing take about as long as the reading of the clock after each. They end before the
 * time is over, by as much as the last ones took: whatever that is, the tick is not late, and
 * leaves little time. */
static void tracing_ends_before_the_time_does(void **state) {
    (void)state;
    static const uint64_t looks[] = {100, 150, 200, 300};
    for (uint32_t i = 0; i < COUNT_OF(looks); i++) {
        struct hands h = {.per_expansion = 30};
        walker w = open_hall("tba", &h);
        uint32_t cut = 0;
        for (uint32_t n = 0; n < 40 && !(w.tick.flags & WEND_TICK_FOUND); n++) {
            h.per_look = n < 2 ? 1 : looks[i];
            /* It counts from its first reading; the last one only measures the pace. */
            uint64_t spent = timed_step(&w, &h, 10000) - 2 * h.per_look;
            if (n < 6 || !(w.tick.flags & WEND_TICK_PARTIAL)) {
                continue; /* the pace is measured in a few ticks */
            }
            cut++;
            check(w.tick.trace_steps > 0, "reading %u: no step in tick %u", i, n);
            check(spent <= 10000 && spent + 5 * looks[i] > 10000,
                  "%u ns a reading: ends after %u ns", (uint32_t)looks[i], (uint32_t)spent);
        }
        check(cut > 5, "%u ns a reading: only %u traces were interrupted", (uint32_t)looks[i], cut);
        walker_close(&w);
    }
}

/* A route back and forth between walls: two nodes for each. */
static walker open_serpentine(const char *algo) {
    static char cells[SIDE * SIDE];
    memset(cells, '.', sizeof cells);
    for (uint32_t y = 1; y < SIDE; y += 2) {
        memset(cells + SIDE * y + (y / 2 % 2), '@', SIDE - 1);
    }
    wend_agent_def def = {0};
    def.algo = wend_algo_find(algo), def.start = 0, def.goal = SIDE * (SIDE - 2);
    return walker_open_on(walker_map(cells, SIDE, SIDE), &def, 1);
}

/* The same for a trace of jump points, once the search is over: each tick adds as many as its time
 * allows, although its budget would be enough for all. */
static void a_trace_of_jump_points_goes_by_the_clock(void **state) {
    (void)state;
    struct hands h = {.per_look = 200};
    wend_clock clock = {read_clock, &h};
    walker w = open_serpentine("jps");
    while (!(w.tick.flags & WEND_TICK_FOUND)) {
        walker_step(&w);
        assert_int_equal(w.tick.status, WEND_AGENT_WAITING);
    }
    uint32_t steps = 0, ticks = 0;
    while (w.tick.status == WEND_AGENT_WAITING) {
        h.looks = 0;
        assert_int_equal(wend_agent_reserve_expansions(w.agent, 100000), WEND_OK);
        assert_int_equal(
            wend_agent_tick(w.agent,
                            (wend_budget){.work = 2400000, .nanoseconds = 2000, .clock = &clock},
                            &w.tick),
            WEND_OK);
        check(w.tick.trace_steps < 40, "%u steps in 2000 ns", w.tick.trace_steps);
        steps += w.tick.trace_steps;
        ticks++;
    }
    check(steps > 130 && ticks > 5, "%u steps in %u ticks", steps, ticks);
    walker_close(&w);
}

/* The work after the expansions may wait for memory longer than the time left. After a few ticks
 * that is taken into account: few ticks are late by more than a thirty-second of their time, and
 * they leave little of it. A longer delay is a pause of the machine and is ignored. */
static void ticks_end_early_where_memory_is_slow(void **state) {
    (void)state;
    static const uint64_t waits[] = {0, 500, 700, 2500};
    const uint64_t allowed = 3000;
    const uint32_t learning = 30, ticks = 230;
    for (uint32_t i = 0; i < COUNT_OF(waits); i++) {
        struct hands h = {.per_expansion = 60, .per_look = 1, .wait = waits[i]};
        walker w = open_hall("tba", &h);
        uint32_t late = 0;
        uint64_t sum = 0;
        for (uint32_t n = 0; n < ticks; n++) {
            uint64_t spent = timed_step(&w, &h, allowed);
            check(!(w.tick.flags & WEND_TICK_FOUND), "found in tick %u", n);
            late += n >= learning && spent > allowed + allowed / 32 + 2 * h.per_look;
            sum += n >= learning ? spent : 0;
        }
        uint32_t mean = (uint32_t)(sum / (ticks - learning)), ns = (uint32_t)waits[i];
        bool is_pause = waits[i] > 2000;
        check(is_pause ? late == ticks - learning : late <= 4, "%u ns: %u are late", ns, late);
        uint64_t least =
            is_pause ? allowed * 9 / 10 + waits[i] - 60 : allowed * (ns ? 95 : 85) / 100;
        check(mean > least, "%u ns: %u on average", ns, mean);
        walker_close(&w);
    }
}

/* When memory is fast again, ticks use their time again. */
static void ticks_that_are_not_late_end_later(void **state) {
    (void)state;
    const uint64_t allowed = 3000;
    struct hands h = {.per_expansion = 60, .per_look = 1, .wait = 700};
    walker w = open_hall("tba", &h);
    for (uint32_t n = 0; n < 30; n++) {
        timed_step(&w, &h, allowed);
    }
    uint32_t expansions[2] = {0};
    h.wait = 0;
    for (uint32_t n = 0; n < 200; n++) {
        timed_step(&w, &h, allowed);
        expansions[n / 100] += w.tick.expansions;
    }
    check(expansions[1] > expansions[0], "%u and %u expansions", expansions[0], expansions[1]);
    walker_close(&w);
}

/* The time may be over before the first expansion; the work of the tick before is ignored then. */
static void a_tick_that_begins_late_does_the_least(void **state) {
    (void)state;
    static const char *const algos[] = {"astar", "tba", "tbwa", "dstar-lite"};
    static const uint32_t least[] = {1, 1, 1, 8};
    for (uint32_t a = 0; a < COUNT_OF(algos); a++) {
        struct hands h = {.per_expansion = 50};
        walker w = open_hall(algos[a], &h);
        timed_step(&w, &h, TICK);
        check(w.tick.expansions > 500, "%s: %u expansions", algos[a], w.tick.expansions);
        h.per_look = 2 * TICK;
        for (uint32_t n = 0; n < 4; n++) {
            timed_step(&w, &h, TICK);
            check(w.tick.expansions == least[a], "%s: %u expansions", algos[a], w.tick.expansions);
        }
        walker_close(&w);
    }
}

/* A tick does not wait for budget that is too small for the next piece of work: the clock stands
 * still here, and the number of readings is limited. */
static void a_tick_that_has_spent_its_budget_ends(void **state) {
    (void)state;
    static const char *const algos[] = {"jps", "tbjps", "astar", "tba"};
    for (uint32_t a = 0; a < COUNT_OF(algos); a++) {
        for (uint32_t budget = 1; budget <= 20; budget++) {
            struct hands h = {.now = 0};
            walker w = open_hall(algos[a], &h);
            w.budget = budget;
            for (uint32_t n = 0; n < 50; n++) {
                timed_step(&w, &h, TICK);
                uint32_t expansions, trace_steps, unit = WEND_WORK_EXPANSION;
                wend_agent_split(w.agent, budget, &expansions, &trace_steps);
                check(w.tick.work <= expansions * unit, "%s: %u units", algos[a], w.tick.work);
            }
            walker_close(&w);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tick_ends_when_its_time_is_over),
        cmocka_unit_test(a_look_ahead_looks_at_the_clock),
        cmocka_unit_test(a_tick_goes_by_its_pace_and_that_of_the_last),
        cmocka_unit_test(a_second_tick_begins_at_the_pace_of_the_first),
        cmocka_unit_test(tracing_ends_before_the_time_does),
        cmocka_unit_test(a_trace_of_jump_points_goes_by_the_clock),
        cmocka_unit_test(ticks_end_early_where_memory_is_slow),
        cmocka_unit_test(ticks_that_are_not_late_end_later),
        cmocka_unit_test(a_tick_that_begins_late_does_the_least),
        cmocka_unit_test(a_tick_that_has_spent_its_budget_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
