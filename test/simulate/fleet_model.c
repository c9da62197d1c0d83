#include "simulate/fleet_model.h"

#include "support/test.h"

#include <string.h>

/* ---- What the model knows -------------------------------------------------------------------- */

#define CELLS_QUICK   10000u
#define CELLS_PATIENT 100000u

static void flood_label(const model_map *m, uint32_t *labels, wend_state from, uint32_t label,
                        wend_state *queue) {
    uint32_t count = 1;
    queue[0] = from;
    labels[from] = label;
    for (uint32_t head = 0; head < count; head++) {
        wend_state next[MODEL_MOVES_MAX];
        for (uint32_t i = model_moves(m, queue[head], next); i > 0; i--) {
            if (!labels[next[i - 1]]) {
                labels[next[i - 1]] = label;
                queue[count++] = next[i - 1];
            }
        }
    }
}

/* Moves between free cells are reversible: cells with the same label reach each other. */
static void label_cells(sim *s, sim_fleet *f) {
    const sim_place *place = fleet_place(s, f);
    const model_map *m = &place->model;
    uint32_t cells = model_cells(m), label = 0;
    if (f->labelled == place->version + 1) {
        return;
    }
    f->labels = f->labels ? f->labels : test_alloc(cells * sizeof *f->labels);
    wend_state *queue = test_alloc(cells * sizeof *queue);
    memset(f->labels, 0, cells * sizeof *f->labels);
    for (wend_state i = 0; i < cells; i++) {
        if (m->is_free[i] && !f->labels[i]) {
            flood_label(m, f->labels, i, ++label, queue);
        }
    }
    free(queue);
    f->labelled = place->version + 1;
}

/* Whether a cell, which may be blocked, leads to cells of a component; from under a building the
 * route continues at its edge. */
static bool leads_to_label(const sim_fleet *f, const model_map *m, wend_state from,
                           uint32_t label) {
    wend_state next[MODEL_MOVES_MAX];
    if (m->is_free[from]) {
        return f->labels[from] == label;
    }
    for (uint32_t i = model_moves(m, model_edge(m, from), next); i > 0; i--) {
        if (f->labels[next[i - 1]] == label) {
            return true;
        }
    }
    return false;
}

fleet_answer fleet_reaches(sim *s, sim_fleet *f, wend_state from, wend_state to, bool is_patient) {
    const sim_place *place = fleet_place(s, f);
    if (from == to) {
        return FLEET_YES;
    }
    if (!place->map) {
        return sim_reaches(s, f->place, from, to) ? FLEET_YES : FLEET_NO;
    }
    if (model_cells(&place->model) > (is_patient ? CELLS_PATIENT : CELLS_QUICK)) {
        return FLEET_UNKNOWN;
    }
    label_cells(s, f);
    bool is_free = place->model.is_free[to];
    return is_free && leads_to_label(f, &place->model, from, f->labels[to]) ? FLEET_YES : FLEET_NO;
}

fleet_answer fleet_is_nearest(sim *s, sim_fleet *f, wend_state from, wend_state to) {
    const sim_place *place = fleet_place(s, f);
    const model_map *m = &place->model;
    if (!place->map || model_cells(m) > CELLS_QUICK) {
        return FLEET_UNKNOWN;
    }
    label_cells(s, f);
    uint64_t here = model_octile(m, from, to);
    for (wend_state i = 0; i < model_cells(m); i++) {
        if (m->is_free[i] && model_octile(m, i, to) < here &&
            leads_to_label(f, m, from, f->labels[i])) {
            return FLEET_NO;
        }
    }
    return FLEET_YES;
}

bool fleet_is_symmetric(const sim *s, uint32_t place) {
    wend_state next[SIM_MOVES_MAX];
    wend_cost costs[SIM_MOVES_MAX];
    bool is_symmetric = true;
    uint32_t size = s->places[place].map ? 0 : sim_size(s, place);
    for (wend_state at = 0; at < size; at++) {
        for (uint32_t i = sim_moves(s, place, at, WEND_STATE_NONE, next, costs); i > 0; i--) {
            is_symmetric &= sim_move_cost(s, place, next[i - 1], at) == costs[i - 1];
        }
    }
    return is_symmetric;
}

bool fleet_has_move(const sim *s, const sim_fleet *f, wend_state at) {
    wend_state next[SIM_MOVES_MAX];
    wend_cost costs[SIM_MOVES_MAX];
    bool is_map = s->places[f->place].map;
    for (uint32_t i = sim_moves(s, f->place, at, WEND_STATE_NONE, next, costs); i > 0; i--) {
        if (is_map || sim_move_cost(s, f->place, next[i - 1], at)) {
            return true;
        }
    }
    return false;
}

/* ---- Units ----------------------------------------------------------------------------------- */

void fleet_check_unit(sim *s, sim_fleet *f, uint32_t slot) {
    const fleet_unit *u = &f->units[slot];
    wend_unit handle = wend_fleet_at(f->fleet, slot);
    SIM_REQUIRE(s, handle == u->handle,
                "assert_int_equal(" FLEET_UNIT ", UINT64_C(0x%llx)); /* is 0x%llx */", f->slot,
                slot, (unsigned long long)u->handle, (unsigned long long)handle);
    wend_state at = wend_fleet_state(f->fleet, handle), goal = wend_fleet_goal(f->fleet, handle);
    SIM_REQUIRE(s, at == u->at,
                "assert_int_equal(wend_fleet_state(fleet[%u], " FLEET_UNIT "), %u); /* is %u */",
                f->slot, f->slot, slot, u->at, at);
    SIM_REQUIRE(s, goal == u->goal,
                "assert_int_equal(wend_fleet_goal(fleet[%u], " FLEET_UNIT "), %u); /* is %u */",
                f->slot, f->slot, slot, u->goal, goal);
    wend_unit_status status = wend_fleet_status(f->fleet, handle);
    SIM_REQUIRE(s, status == u->status,
                "assert_int_equal(wend_fleet_status(fleet[%u], " FLEET_UNIT "), %u); /* is %u */",
                f->slot, f->slot, slot, (unsigned)u->status, (unsigned)status);
}

#define UNITS_FEW 300u

void fleet_check_units(sim *s, sim_fleet *f) {
    for (uint32_t i = 0; i < f->high && f->high <= UNITS_FEW; i++) {
        fleet_check_unit(s, f, i);
    }
}

/* With `nearest` a goal is unreachable only from a blocked cell without a way out; while edits are
 * pending, the components do not know which cell is the nearest. */
static bool may_be_unreachable(sim *s, sim_fleet *f, const fleet_unit *u, bool is_patient) {
    if (sim_may_overflow(s, f->place)) {
        return true;
    }
    if (!u->nearest) {
        return fleet_reaches(s, f, u->at, u->goal, is_patient) != FLEET_YES;
    }
    wend_state nearest;
    bool is_known = wend_components_nearest(f->def.components, u->at, u->goal, &nearest) ==
                    WEND_REACH_REACHABLE;
    return !is_known;
}

void fleet_verify_unreachable(sim *s, sim_fleet *f, uint32_t slot, bool is_patient) {
    fleet_unit *u = &f->units[slot];
    uint64_t version = fleet_place(s, f)->version + 1;
    if (u->status != WEND_UNIT_UNREACHABLE || u->verified == version) {
        return;
    }
    SIM_REQUIRE(s, may_be_unreachable(s, f, u, is_patient),
                "assert_int_not_equal(wend_fleet_status(fleet[%u], " FLEET_UNIT
                "), WEND_UNIT_UNREACHABLE); /* a route leads from %u to %u */",
                f->slot, f->slot, slot, u->at, u->goal);
    u->verified = version;
}

static void verify_arrival(sim *s, sim_fleet *f, uint32_t slot) {
    const fleet_unit *u = &f->units[slot];
    bool is_quiet = u->ordered == fleet_place(s, f)->version && u->is_sure;
    bool is_there =
        u->at == u->goal || (u->nearest && (!is_quiet || fleet_is_nearest(s, f, u->at, u->goal)));
    SIM_REQUIRE(s, is_there,
                "assert_int_not_equal(wend_fleet_status(fleet[%u], " FLEET_UNIT
                "), WEND_UNIT_ARRIVED); /* at %u, its goal is %u */",
                f->slot, f->slot, slot, u->at, u->goal);
}

void fleet_take_status(sim *s, sim_fleet *f, uint32_t slot, bool is_frame) {
    fleet_unit *u = &f->units[slot];
    wend_unit_status was = u->status;
    u->status = wend_fleet_status(f->fleet, u->handle);
    bool is_new = u->status != was;
    if (u->status == WEND_UNIT_ARRIVED && is_new) {
        verify_arrival(s, f, slot);
    }
    if (u->status == WEND_UNIT_UNREACHABLE && (is_new || (is_frame && !fleet_may_wake(f)))) {
        fleet_verify_unreachable(s, f, slot, false);
    }
    SIM_REQUIRE(s, (u->status == WEND_UNIT_IDLE) == (u->goal == WEND_STATE_NONE),
                "assert_int_not_equal(wend_fleet_status(fleet[%u], " FLEET_UNIT "), %u);", f->slot,
                f->slot, slot, (unsigned)u->status);
    bool is_fieldless = !f->is_symmetric || f->fields == 0;
    SIM_REQUIRE(s, u->status != WEND_UNIT_GROUPED || !is_fieldless,
                "assert_int_not_equal(wend_fleet_status(fleet[%u], " FLEET_UNIT
                "), WEND_UNIT_GROUPED);",
                f->slot, f->slot, slot);
}

/* ---- Routes ---------------------------------------------------------------------------------- */

static uint32_t divisor_of(uint32_t a, uint32_t b) {
    while (b) {
        uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* The next state on the straight line to a waypoint; outside of maps the waypoint itself. */
static wend_state step_towards(const sim *s, const sim_fleet *f, wend_state from, wend_state to) {
    const sim_place *place = &s->places[f->place];
    if (!place->map || from == to) {
        return to;
    }
    int64_t width = place->model.width;
    int64_t dx = to % width - from % width, dy = to / width - from / width;
    int64_t steps = divisor_of((uint32_t)llabs(dx), (uint32_t)llabs(dy));
    return (wend_state)(from + dy / steps * width + dx / steps);
}

#define UNITS_MEASURED 40u
#define CORNERS_MAX    256u

uint32_t fleet_longest_route(sim *s, sim_fleet *f) {
    wend_state corners[CORNERS_MAX];
    uint32_t longest = 0;
    for (uint32_t i = 0; i < f->high; i++) {
        uint32_t moves = 0;
        wend_state at = f->units[i].at;
        uint32_t count =
            wend_fleet_waypoints(f->fleet, f->units[i].handle, corners, CORNERS_MAX, NULL);
        if (f->high > UNITS_MEASURED || count == CORNERS_MAX) {
            return sim_size(s, f->place);
        }
        for (uint32_t n = 0; n < count; n++) {
            for (; at != corners[n]; at = step_towards(s, f, at, corners[n])) {
                moves++;
            }
        }
        longest = moves > longest ? moves : longest;
    }
    return longest;
}

/* The cost of a route, 0 if a move of it is impossible. */
static uint64_t route_cost(const sim *s, const sim_fleet *f, wend_state at,
                           const wend_state *corners, uint32_t count) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        while (at != corners[i]) {
            wend_state next = step_towards(s, f, at, corners[i]);
            wend_cost cost = sim_move_cost(s, f->place, at, next);
            if (!cost) {
                return 0;
            }
            sum += cost;
            at = next;
        }
    }
    return sum;
}

#define CELLS_BEST 2000u

/* If a unit stood while it waited, its route is optimal. */
static void check_cost(sim *s, sim_fleet *f, uint32_t slot, uint64_t cost) {
    const fleet_unit *u = &f->units[slot];
    bool is_promised = f->def.wait == WEND_WAIT_STAND && u->is_straight && !u->nearest;
    if (!is_promised || sim_size(s, f->place) > CELLS_BEST || (slot + f->frames) % 4) {
        return;
    }
    uint64_t *distances = sim_distances(s, f->place, u->at, u->goal);
    uint64_t best = distances[u->goal];
    free(distances);
    SIM_REQUIRE(s, cost == best, "fail_msg(\"unit %u: a route of %llu, the optimum is %llu\");",
                slot, (unsigned long long)cost, (unsigned long long)best);
}

#define ROUTE_MAX 8192u

void fleet_check_route(sim *s, sim_fleet *f, uint32_t slot) {
    static wend_state corners[ROUTE_MAX];
    const fleet_unit *u = &f->units[slot];
    bool is_complete = false;
    uint32_t count = wend_fleet_waypoints(f->fleet, u->handle, corners, ROUTE_MAX, &is_complete);
    sim_mix(s, count);
    if (u->status != WEND_UNIT_FOLLOWING || count == ROUTE_MAX) {
        return;
    }
    SIM_REQUIRE(s, f->was_cut || u->nearest || is_complete,
                "{ bool complete; wend_fleet_waypoints(fleet[%u], " FLEET_UNIT
                ", route, COUNT_OF(route), &complete); assert_true(complete); }",
                f->slot, f->slot, slot);
    SIM_REQUIRE(s, !is_complete || u->nearest || count == 0 || corners[count - 1] == u->goal,
                "fail_msg(\"unit %u: a complete route ends at %u\");", slot, corners[count - 1]);
    if (u->ordered == fleet_place(s, f)->version) {
        uint64_t cost = route_cost(s, f, u->at, corners, count);
        SIM_REQUIRE(s, cost || count == 0, "fail_msg(\"unit %u: its route is impossible\");", slot);
        if (is_complete && u->events & WEND_EVENT_ROUTE) {
            check_cost(s, f, slot, cost);
        }
    }
}

/* Lists the cells of a unit's route in order; at most `most`. */
static uint32_t list_route(sim *s, sim_fleet *f, uint32_t slot, wend_state *out, uint32_t most) {
    wend_state corners[WEND_AHEAD_MAX], at = f->units[slot].at;
    uint32_t turns =
        wend_fleet_waypoints(f->fleet, f->units[slot].handle, corners, WEND_AHEAD_MAX, NULL);
    uint32_t count = 0;
    for (uint32_t i = 0; i < turns; i++) {
        while (at != corners[i] && count < most) {
            at = step_towards(s, f, at, corners[i]);
            out[count++] = at;
        }
    }
    return count;
}

wend_state fleet_foretell(const sim_fleet *f, uint32_t slot) {
    wend_state next = wend_fleet_next(f->fleet, f->units[slot].handle);
    return next == WEND_STATE_NONE ? f->units[slot].at : next;
}

void fleet_check_ahead(sim *s, sim_fleet *f, uint32_t slot, uint32_t distance) {
    const fleet_unit *u = &f->units[slot];
    const sim_place *place = fleet_place(s, f);
    wend_state cells[WEND_AHEAD_MAX], next = wend_fleet_next(f->fleet, u->handle), best = next;
    uint32_t most = distance < WEND_AHEAD_MAX ? distance : WEND_AHEAD_MAX;
    uint32_t count = place->map ? list_route(s, f, slot, cells, most) : 0;
    bool is_on = count > 0 && cells[0] == next;
    for (uint32_t i = 0; is_on && i < count; i++) {
        bool turns = i > 0 && cells[i] - cells[i - 1] != cells[0] - u->at;
        if (place->model.is_weighted && turns) {
            break; /* with factors, only up to the next turn */
        }
        best = wend_route_sees(place->map, u->at, cells[i]) ? cells[i] : best;
    }
    wend_state ahead = wend_fleet_ahead(f->fleet, u->handle, distance);
    SIM_REQUIRE(s, ahead == best,
                "assert_int_equal(wend_fleet_ahead(fleet[%u], " FLEET_UNIT
                ", %u), %u); /* is %u */",
                f->slot, f->slot, slot, distance, best, ahead);
    sim_mix(s, ahead);
}

/* ---- The fleet ------------------------------------------------------------------------------- */

void fleet_check_calls(sim *s, const sim_fleet *f, const ledger *before) {
    const ledger *book = &s->books[f->book];
    SIM_REQUIRE(s, book->calls == before->calls && book->releases == before->releases,
                "assert_int_equal(book[%u].calls + book[%u].releases, %llu);", f->book, f->book,
                (unsigned long long)(before->calls + before->releases));
}

void fleet_check_info(sim *s, sim_fleet *f) {
    wend_fleet_info info = wend_fleet_stats(f->fleet);
    size_t held = s->books[f->book].live_bytes;
    size_t sum = info.bytes_units + info.bytes_routes + info.bytes_searches + info.bytes_fields;
    SIM_REQUIRE(s, info.units == f->count,
                "assert_int_equal(wend_fleet_stats(fleet[%u]).units, %u);", f->slot, f->count);
    SIM_REQUIRE(s, info.frames == f->frames,
                "assert_int_equal(wend_fleet_stats(fleet[%u]).frames, %llu);", f->slot,
                (unsigned long long)f->frames);
    SIM_REQUIRE(s, info.bytes_allocated == held,
                "assert_int_equal(wend_fleet_stats(fleet[%u]).bytes_allocated, %zu);", f->slot,
                held);
    SIM_REQUIRE(s, sum == held, "fail_msg(\"%zu bytes in total, the details sum up to %zu\");",
                held, sum);
    SIM_REQUIRE(s, !f->def.memory_limit || held <= f->def.memory_limit,
                "assert_true(book[%u].live_bytes <= %zu); /* is %zu */", f->book,
                f->def.memory_limit, held);
    SIM_REQUIRE(s,
                info.searches >= f->info.searches && info.search_work >= f->info.search_work &&
                    info.replans >= f->info.replans && info.longest_wait >= f->info.longest_wait,
                "fail_msg(\"a count of wend_fleet_stats has decreased\");");
    f->info = info;
}
