#include <wend/research.h>

#include "support/trip.h"

#include "support/step.h"
#include "support/test.h"
#include "support/validate.h"

#define SIDE_MAX  10
#define TICKS_MAX 400000u

void trip_read_map(const trip *t, plain_map *out) {
    *out = t->truth;
    for (int cell = 0; cell < plain_cells(out); cell++) {
        out->cells[cell] =
            wend_map_cell(t->map, (uint32_t)(cell % out->width), (uint32_t)(cell / out->width));
    }
}

wend_cost trip_distance(const trip *t) {
    plain_map map;
    trip_read_map(t, &map);
    wend_cost distances[PLAIN_CELLS_MAX];
    plain_flood_out(&map, (int)wend_agent_state(t->agent), distances);
    return distances[t->def.goal];
}

bool trip_draw(trip *t, dice *d) {
    *t = (trip){.def = (wend_agent_def){0}};
    plain_random(&t->truth, d, SIDE_MAX);
    int start = plain_random_free(&t->truth, d);
    if (start < 0) {
        return false;
    }
    t->def.start = (wend_state)start;
    t->def.goal = (wend_state)plain_random_free(&t->truth, d);
    static const uint32_t budgets[] = {1, 2, 5, 20, 200};
    t->budget = DICE_PICK(d, budgets);
    t->def.bounded.trace_per_expansion = dice_percent(d, 30) ? 1 : 10; /* traces of several ticks */
    return true;
}

void trip_open_world(trip *t, bool hidden, uint32_t known_permille, uint64_t seed) {
    t->world = plain_to_wend(&t->truth);
    t->map = t->world;
    t->belief = NULL;
    if (hidden) {
        wend_belief_def def = {.world = t->world,
                               .known_permille = known_permille,
                               .seed = seed,
                               .sight = t->truth.neighbors == 16 ? 2 : 1};
        assert_int_equal(wend_belief_create(&def, &t->belief, NULL), WEND_OK);
        t->map = wend_belief_map(t->belief);
    }
}

void trip_close_world(trip *t) {
    wend_belief_destroy(t->belief);
    wend_map_destroy(t->world);
}

void trip_open_agent(trip *t, const variant *v) {
    variant_apply(v, &t->def);
    variant_drop_unread(&t->def);
    t->book = (ledger){0};
    t->def.map = t->map;
    t->def.allocator = ledger_allocator(&t->book);
    t->ticks = t->cost = 0;
    if (t->belief) {
        wend_belief_sense(t->belief, wend_map_x(t->map, t->def.start),
                          wend_map_y(t->map, t->def.start));
    }
    t->agent = make_agent(&t->def);
}

trip trip_from_picture(const char *const *rows, uint32_t budget) {
    trip t = {.def = (wend_agent_def){0}, .budget = budget};
    plain_from_picture(&t.truth, rows);
    t.def.start = (wend_state)plain_mark(rows, 's');
    t.def.goal = (wend_state)plain_mark(rows, 'g');
    return t;
}

void trip_open_picture(trip *t, const char *const *rows, uint32_t budget, const variant *v) {
    *t = trip_from_picture(rows, budget);
    trip_open_world(t, false, 0, 0);
    trip_open_agent(t, v);
}

void trip_close_agent(trip *t) {
    wend_agent_destroy(t->agent);
    assert_int_equal(t->book.live_bytes, 0);
}

void trip_close(trip *t) {
    trip_close_agent(t);
    trip_close_world(t);
}

void trip_set_cell(trip *t, wend_state cell, char terrain) {
    t->truth.cells[cell] = terrain;
    assert_int_equal(wend_map_set_cell(t->world, wend_map_x(t->world, cell),
                                       wend_map_y(t->world, cell), terrain),
                     WEND_OK);
}

void trip_set_factor(trip *t, wend_state cell, uint8_t factor) {
    t->truth.factors[cell] = factor;
    assert_int_equal(wend_map_set_factor(t->world, wend_map_x(t->world, cell),
                                         wend_map_y(t->world, cell), factor),
                     WEND_OK);
}

const char *trip_algo(const trip *t) {
    return t->def.algo->name;
}

/* A plan, and a move unless it is refused: the reported move, or none. */
static void tick_by_halves(trip *t) {
    wend_state before = wend_agent_state(t->agent);
    assert_int_equal(wend_agent_plan_expansions(t->agent, t->budget, &t->tick), WEND_OK);
    assert_int_equal(t->tick.state, before);
    assert_int_equal(t->tick.flags & (WEND_TICK_MOVED | WEND_TICK_BACKTRACKED), 0);
    wend_state next = wend_agent_next(t->agent);
    check(t->tick.status != WEND_AGENT_MOVING || next != WEND_STATE_NONE,
          "%s is moving without a next step", trip_algo(t));
    if (dice_percent(&t->luck, t->refused_percent)) {
        return;
    }
    wend_tick half;
    assert_int_equal(wend_agent_move(t->agent, &half), WEND_OK);
    bool moved = (half.flags & WEND_TICK_MOVED) != 0;
    check(half.state == (moved ? next : before), "%s: next was %u, but it went to %u", trip_algo(t),
          next, half.state);
    check(moved || t->tick.status != WEND_AGENT_MOVING, "%s: no move was made", trip_algo(t));
    t->tick.status = half.status;
    t->tick.state = half.state;
    t->tick.cost = half.cost;
    t->tick.flags |= half.flags;
    wend_tick again; /* a plan is moved only once */
    assert_int_equal(wend_agent_move(t->agent, &again), WEND_OK);
    assert_int_equal(again.state, half.state);
    assert_int_equal(again.flags | again.cost, 0);
}

void trip_step(trip *t) {
    wend_state before = wend_agent_state(t->agent);
    assert_int_equal(wend_agent_reserve_expansions(t->agent, t->budget), WEND_OK);
    t->book.forbidden = true;
    if (t->refused_percent) {
        tick_by_halves(t);
    } else {
        assert_int_equal(wend_agent_tick_expansions(t->agent, t->budget, &t->tick), WEND_OK);
    }
    t->book.forbidden = false;
    if (t->releases) {
        uint64_t held = t->book.live_bytes;
        size_t given = wend_agent_release(t->agent);
        assert_int_equal(given, held - t->book.live_bytes);
    }
    t->ticks++;
    check(t->tick.status != WEND_AGENT_OUT_OF_MEMORY && t->tick.status != WEND_AGENT_NOT_RESERVED,
          "%s: out of memory despite a reservation", trip_algo(t));
    validate_agent(t->agent, t->budget, before, &t->tick);
    wend_cost cost =
        before == t->tick.state ? 0 : plain_move_cost(&t->truth, (int)before, (int)t->tick.state);
    check(before == t->tick.state || cost > 0, "%s: illegal move from %u to %u", trip_algo(t),
          before, t->tick.state);
    check(cost == t->tick.cost, "%s: a move of cost %u reported as %u", trip_algo(t), cost,
          t->tick.cost);
    t->cost += cost;
    check(t->ticks < TICKS_MAX, "%s is still on its way after %u ticks, at %u", trip_algo(t),
          TICKS_MAX, t->tick.state);
    if (t->tick.status == WEND_AGENT_UNREACHABLE) {
        check(trip_distance(t) == PLAIN_UNREACHED, "%s: there is a route", trip_algo(t));
    }
    if (t->belief) {
        wend_belief_sense(t->belief, wend_map_x(t->map, t->tick.state),
                          wend_map_y(t->map, t->tick.state));
    }
}

bool trip_is_active(const trip *t) {
    return wend_agent_is_active(t->tick.status);
}

void trip_walk(trip *t) {
    do {
        trip_step(t);
    } while (trip_is_active(t));
}

uint32_t trip_for_each(uint32_t cases, trip_visit *visit) {
    variant variants[VARIANTS_MAX];
    uint32_t count = variant_list(variants), visited = 0;
    for (uint32_t seed = 0; seed < cases; seed++) {
        dice d = dice_of(seed);
        trip t;
        const variant *v = &variants[seed % count];
        if (!trip_draw(&t, &d) || variant_needs_aids(v->algo)) {
            continue;
        }
        trip_open_world(&t, false, 0, seed);
        if (variant_fits(v->algo, t.map)) {
            trip_open_agent(&t, v);
            visit(&t, v, &d, seed);
            trip_close_agent(&t);
            visited++;
        }
        trip_close_world(&t);
    }
    return visited;
}
