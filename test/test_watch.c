/* Watchers of agents: they change nothing, and they are told exactly what happens. */
#include <wend/watch.h>
#include <wend/wend.h>

#include "support/problem.h"
#include "support/step.h"
#include "support/test.h"
#include "support/trip.h"

#include <string.h>

/* What a watcher was told. */
typedef struct hearsay {
    uint32_t expansions; /* since the last tick */
    uint64_t search;     /* the newest */
    uint8_t expanded[PLAIN_CELLS_MAX];
    bool wrong; /* an impossible report */
} hearsay;

static void hear(void *context, const wend_expansion *expansion) {
    hearsay *heard = context;
    heard->expansions++;
    if (expansion->search > heard->search) {
        heard->search = expansion->search;
        memset(heard->expanded, 0, sizeof heard->expanded);
    }
    heard->wrong |= expansion->state >= PLAIN_CELLS_MAX || expansion->search == 0 ||
                    expansion->parent == expansion->state || expansion->h > WEND_COST_MAX;
    if (!heard->wrong && expansion->search == heard->search) {
        heard->expanded[expansion->state] = 1;
    }
}

/* Two equal trips, one of them with a watcher. */
typedef struct pair {
    trip alone;
    trip watched;
    hearsay heard;
} pair;

static bool pair_open(pair *p, uint32_t seed, const variant *v) {
    *p = (pair){0};
    for (uint32_t i = 0; i < 2; i++) {
        trip *t = i ? &p->watched : &p->alone;
        dice d = dice_of(seed);
        if (!trip_draw(t, &d)) {
            return false;
        }
        trip_open_world(t, seed % 3 == 0, 300, seed);
        if (!variant_fits(v->algo, t->map)) {
            trip_close_world(t);
            if (i) {
                trip_close_agent(&p->alone);
                trip_close_world(&p->alone);
            }
            return false;
        }
        trip_open_agent(t, v);
    }
    wend_agent_watch(p->watched.agent, &(wend_watcher){hear, &p->heard});
    return true;
}

static void pair_close(pair *p) {
    trip_close_agent(&p->alone);
    trip_close_world(&p->alone);
    trip_close_agent(&p->watched);
    trip_close_world(&p->watched);
}

/* Whether its search runs from the goal to the agent and is repaired, as that of D* Lite: only such
 * algorithms need moves that cost the same in both directions. It may find out that a state has no
 * route after all. */
static bool repairs(const wend_algo *algo) {
    return algo->needs == WEND_NEEDS_SYMMETRIC;
}

/* Whether its expanded states stay expanded until its next search. */
static bool is_best_first(const trip *t) {
    const wend_algo *algo = wend_agent_algo(t->agent);
    return !(algo->flags & WEND_ALGO_SLICES_MOVES) && !repairs(algo) &&
           !(algo->flags & WEND_ALGO_JUMPS) && wend_agent_stats(t->agent).restarts == 0;
}

static void check_marks(const pair *p, const char *name, uint32_t seed) {
    const wend_agent *agent = p->watched.agent;
    bool forgets = repairs(wend_agent_algo(agent));
    /* States expanded by a look-ahead are closed, unless a cheaper route to them was found later.
     * None can be found to its start, and the goal is never expanded. */
    bool looks_ahead = wend_algo_reads(wend_agent_algo(agent), WEND_PARAMETER_DEPTH);
    uint32_t cells = (uint32_t)plain_cells(&p->watched.truth), closed = 0;
    for (uint32_t c = 0; c < cells; c++) {
        wend_mark mark = wend_agent_mark(agent, c);
        closed += mark == WEND_MARK_CLOSED;
        check(!looks_ahead || mark != WEND_MARK_CLOSED || p->heard.expanded[c],
              "%s, case %u: cell %u is marked as expanded", name, seed, c);
        check((uint32_t)mark <= WEND_MARK_CLOSED, "%s, case %u", name, seed);
        check(!is_best_first(&p->watched) || (mark == WEND_MARK_CLOSED) == p->heard.expanded[c],
              "%s, case %u: cell %u is marked %d", name, seed, c, mark);
        check(forgets || !p->heard.expanded[c] || mark != WEND_MARK_NONE,
              "%s, case %u: cell %u was expanded and is not marked", name, seed, c);
    }
    check(!looks_ahead || closed > 0, "%s, case %u: no cell is marked as expanded", name, seed);
    assert_int_equal(wend_agent_mark(agent, cells), WEND_MARK_NONE);
    assert_int_equal(wend_agent_mark(agent, WEND_STATE_NONE), WEND_MARK_NONE);
}

/* The waypoints are the cells where the path turns, and its end; also if the buffer is short. */
static void check_corners(const trip *t, const wend_state *path, uint32_t count, bool complete) {
    static wend_state corners[4 * PLAIN_CELLS_MAX];
    int width = t->truth.width;
    int from = (int)wend_agent_state(t->agent);
    uint32_t expected = 0;
    bool all;
    uint32_t said = wend_agent_waypoints(t->agent, corners, 4 * PLAIN_CELLS_MAX, &all);
    for (uint32_t i = 0; i < count; i++) {
        int at = (int)path[i], dx = at % width - from % width, dy = at / width - from / width;
        int to = i + 1 < count ? (int)path[i + 1] : at;
        bool turns = to % width - at % width != dx || to / width - at / width != dy;
        if (turns) {
            assert_true(expected < said);
            assert_int_equal(corners[expected++], path[i]);
        }
        from = at;
    }
    assert_int_equal(said, expected);
    assert_int_equal(all, complete);
    if (expected > 1) {
        assert_int_equal(wend_agent_waypoints(t->agent, corners, 1, &all), 1);
        assert_false(all);
    }
}

/* The state to head for is the farthest state of the path that the agent sees. */
static void check_ahead(const trip *t, const wend_state *path, uint32_t count, wend_state next) {
    wend_state from = wend_agent_state(t->agent), expected = next;
    uint32_t distance = 1 + from % (WEND_AHEAD_MAX + 8);
    for (uint32_t i = 0; i < count && i < distance && i < WEND_AHEAD_MAX; i++) {
        expected = wend_route_sees(t->map, from, path[i]) ? path[i] : expected;
    }
    assert_int_equal(wend_agent_ahead(t->agent, distance), expected);
    assert_int_equal(wend_agent_ahead(t->agent, 0), next);
}

/* The path consists of legal moves from the agent's state, also if the buffer is short. (What an
 * agent has seen since its last tick counts in its next one.) Returns the first state. */
static wend_state check_path(const pair *p, const char *name, uint32_t seed) {
    static wend_state path[4 * PLAIN_CELLS_MAX];
    const trip *t = &p->watched;
    bool complete;
    uint32_t count = wend_agent_path(t->agent, path, 4 * PLAIN_CELLS_MAX, &complete);
    check(count < 4 * PLAIN_CELLS_MAX, "%s, case %u: a path of %u", name, seed, count);
    plain_map believed;
    trip_read_map(t, &believed);
    wend_state at = t->tick.state;
    for (uint32_t i = 0; i < count; i++) {
        check(t->belief || plain_move_cost(&believed, (int)at, (int)path[i]) > 0,
              "%s, case %u: no move from %u to %u, %u of %u", name, seed, at, path[i], i, count);
        at = path[i];
    }
    wend_state first = count ? path[0] : WEND_STATE_NONE;
    check(complete == (at == t->def.goal), "%s, case %u: complete is %d", name, seed, complete);
    check(wend_agent_next(t->agent) == first, "%s, case %u: next is not %u", name, seed, first);
    check_corners(t, path, count, complete);
    check_ahead(t, path, count, first);
    assert_int_equal(wend_agent_path(t->agent, NULL, 0, NULL), 0);
    if (count) {
        path[1] = WEND_STATE_NONE;
        assert_int_equal(wend_agent_path(t->agent, path, 1, NULL), 1);
        assert_int_equal(path[0], first);
        assert_int_equal(path[1], WEND_STATE_NONE);
    }
    return first;
}

/* Expansions of the regions of an abstraction are not reported. */
static bool tells_all(const trip *t) {
    return !wend_algo_reads(wend_agent_algo(t->agent), WEND_PARAMETER_ABSTRACTION);
}

static void step(pair *p, const variant *v, uint32_t seed) {
    trip_step(&p->alone);
    p->heard.expansions = 0;
    trip_step(&p->watched);
    const wend_tick *tick = &p->watched.tick;
    check(memcmp(&p->alone.tick, tick, sizeof *tick) == 0,
          "%s, case %u: watching changed tick %llu", v->name, seed,
          (unsigned long long)p->watched.ticks);
    check(!p->heard.wrong, "%s, case %u: an impossible report", v->name, seed);
    check(tells_all(&p->watched) ? p->heard.expansions == tick->expansions
                                 : p->heard.expansions <= tick->expansions,
          "%s, case %u: %u expansions of %u are reported", v->name, seed, p->heard.expansions,
          tick->expansions);
}

static void watching_changes_nothing(void **state) {
    (void)state;
    static variant variants[VARIANTS_MAX];
    uint32_t count = variant_list(variants);
    for (uint32_t i = 0; i < count; i++) {
        if (variant_needs_aids(variants[i].algo)) {
            continue;
        }
        uint32_t trips = 0, followed = 0;
        for (uint32_t seed = 1; seed <= test_scaled(600); seed++) {
            pair p;
            if (!pair_open(&p, seed, &variants[i])) {
                continue;
            }
            trips++;
            wend_state next = WEND_STATE_NONE;
            for (uint32_t ticks = 0; ticks < 300 && trip_is_active(&p.watched); ticks++) {
                step(&p, &variants[i], seed);
                const wend_tick *tick = &p.watched.tick;
                followed += next != WEND_STATE_NONE && tick->state == next;
                next = check_path(&p, variants[i].name, seed);
                /* A search may have begun without an expansion yet. */
                if (seed % 8 == 0 && p.heard.expansions > 0) {
                    check_marks(&p, variants[i].name, seed);
                }
            }
            pair_close(&p);
        }
        assert_true(trips > 0);
        bool plans_a_move = variants[i].algo->flags & WEND_ALGO_SLICES_MOVES;
        check(plans_a_move ? followed == 0 : followed > trips, "%s: followed its path %u times",
              variants[i].name, followed);
    }
}

static void aids_can_be_watched_too(void **state) {
    (void)state;
    for (uint32_t seed = 1; seed <= test_scaled(100); seed++) {
        dice d = dice_of(seed);
        problem s;
        if (!problem_draw(&s, &d, 20)) {
            continue;
        }
        s.aids = aids_make(s.map);
        for (uint32_t i = 0; i < wend_algo_count(); i++) {
            const char *name = wend_algo_get(i)->name;
            if (!variant_needs_aids(wend_algo_get(i))) {
                continue;
            }
            wend_agent_def def = problem_def(&s, name);
            variant_give_aids(def.algo, &s.aids, &def);
            wend_agent *agent = make_agent(&def);
            hearsay heard = {0};
            wend_agent_watch(agent, &(wend_watcher){hear, &heard});
            wend_tick tick;
            uint64_t expansions = 0;
            do {
                step_agent(agent, 50, &tick);
                expansions += tick.expansions;
            } while (wend_agent_is_active(tick.status));
            check(!heard.wrong, "%s, case %u: told something that cannot be", name, seed);
            check((heard.expansions > 0) == (expansions > 0) && heard.expansions <= expansions,
                  "%s, case %u: %u expansions of %llu are reported", name, seed, heard.expansions,
                  (unsigned long long)expansions);
            wend_agent_destroy(agent);
        }
        aids_free(&s.aids);
        wend_map_destroy(s.map);
    }
}

static void a_watcher_can_be_sent_away(void **state) {
    (void)state;
    static variant variants[VARIANTS_MAX];
    variant_list(variants);
    pair p;
    uint32_t seed = 1;
    while (!pair_open(&p, seed, &variants[0])) {
        seed++;
    }
    wend_agent_watch(p.watched.agent, NULL);
    trip_step(&p.watched);
    assert_int_equal(p.heard.expansions, 0);
    wend_agent_watch(p.watched.agent, &(wend_watcher){0});
    trip_step(&p.watched);
    assert_int_equal(p.heard.expansions, 0);
    pair_close(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(watching_changes_nothing),
        cmocka_unit_test(aids_can_be_watched_too),
        cmocka_unit_test(a_watcher_can_be_sent_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
