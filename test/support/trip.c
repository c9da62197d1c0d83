#include "support/trip.h"

#include "agent/agent.h"
#include "support/test.h"

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
    plain_distances(&map, (int)wend_agent_state(t->agent), distances);
    return distances[t->def.goal];
}

bool trip_draw(trip *t, dice *d) {
    *t = (trip){.def = wend_agent_def_default()};
    plain_random(&t->truth, d, SIDE_MAX);
    int start = plain_random_free(&t->truth, d);
    if (start < 0) {
        return false;
    }
    t->def.start = (wend_state)start;
    t->def.goal = (wend_state)plain_random_free(&t->truth, d);
    static const uint32_t budgets[] = {1, 2, 5, 20, 200};
    t->budget = DICE_PICK(d, budgets);
    t->def.trace_per_expansion = dice_percent(d, 30) ? 1 : 10; /* traces over many ticks */
    return true;
}

void trip_open_world(trip *t, bool hidden, uint32_t known_permille, uint64_t seed) {
    t->world = plain_to_wend(&t->truth);
    t->map = t->world;
    t->belief = NULL;
    if (hidden) {
        wend_belief_def def = wend_belief_def_default();
        def.world = t->world;
        def.known_permille = known_permille;
        def.seed = seed;
        def.sight = t->truth.neighbors == 16 ? 2 : 1;
        assert_int_equal(wend_belief_create(&def, &t->belief), WEND_OK);
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
    assert_int_equal(wend_agent_create(&t->def, &t->agent), WEND_OK);
}

void trip_open_picture(trip *t, const char *const *rows, uint32_t budget, const variant *v) {
    *t = (trip){.def = wend_agent_def_default(), .budget = budget};
    plain_from_picture(&t->truth, rows);
    t->def.start = (wend_state)plain_mark(rows, 's');
    t->def.goal = (wend_state)plain_mark(rows, 'g');
    trip_open_world(t, false, 0, 0);
    trip_open_agent(t, v);
}

void trip_close_agent(trip *t) {
    wend_agent_destroy(t->agent);
    assert_int_equal(t->book.live_bytes, 0);
}

const char *trip_algo(const trip *t) {
    return t->def.algo;
}

bool trip_route_is_legal(const wend_agent *agent, const wend_map *map) {
    const wn_route *path;
    uint32_t from;
    if (agent->planner.algorithm->family == &wn_time_bounded_family) {
        path = &agent->planner.bounded.paths[agent->planner.bounded.followed];
        from = wn_search_find(&agent->planner.search, path, agent->planner.at);
        if (!agent->planner.bounded.begun || from == WN_NONE) {
            return true;
        }
    } else if (agent->planner.algorithm->family == &wn_local_family &&
               agent->planner.local.path.count > 0) {
        path = &agent->planner.local.path;
        from = path->count - 1;
    } else {
        return true;
    }
    for (; from > 0; from--) {
        wend_state here = wn_grid_state_of_id(map, path->entries[from].node);
        wend_state next = wn_grid_state_of_id(map, path->entries[from - 1].node);
        if (!wend_map_move_cost(map, here, next)) {
            return false;
        }
    }
    return true;
}

void trip_step(trip *t) {
    wend_state before = wend_agent_state(t->agent);
    uint32_t expansions, trace_steps;
    wend_agent_split(t->agent, t->budget, &expansions, &trace_steps);
    assert_int_equal(wend_agent_reserve(t->agent, t->budget), WEND_OK);
    t->book.forbidden = true;
    assert_int_equal(wend_agent_tick(t->agent, t->budget, &t->tick), WEND_OK);
    t->book.forbidden = false;
    t->ticks++;
    check(t->tick.status != WEND_OUT_OF_MEMORY, "%s: no memory in spite of a reservation",
          trip_algo(t));
    check(t->tick.expansions <= expansions, "%s: %u expansions of %u", trip_algo(t),
          t->tick.expansions, expansions);
    wend_cost cost =
        before == t->tick.state ? 0 : plain_move_cost(&t->truth, (int)before, (int)t->tick.state);
    check(before == t->tick.state || cost > 0, "%s: illegal move from %u to %u", trip_algo(t),
          before, t->tick.state);
    check(cost == t->tick.cost, "%s: a move of cost %u said to cost %u", trip_algo(t), cost,
          t->tick.cost);
    t->cost += cost;
    check(trip_route_is_legal(t->agent, t->map), "%s: its route is blocked", trip_algo(t));
    check(t->ticks < TICKS_MAX, "%s does not come to an end", trip_algo(t));
    if (t->tick.status == WEND_UNREACHABLE) {
        check(trip_distance(t) == PLAIN_UNREACHED, "%s: there is a route", trip_algo(t));
    }
    if (t->belief) {
        wend_belief_sense(t->belief, wend_map_x(t->map, t->tick.state),
                          wend_map_y(t->map, t->tick.state));
    }
}

bool trip_is_under_way(const trip *t) {
    return t->tick.status <= WEND_WAITING;
}

void trip_walk(trip *t) {
    do {
        trip_step(t);
    } while (trip_is_under_way(t));
}
