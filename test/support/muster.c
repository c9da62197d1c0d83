#include "support/muster.h"

#include "fleet/fleet.h"

#include "support/route_pool.h"
#include "support/test.h"
#include "support/update.h"

void army_open(army *a, const plain_map *truth, const wend_fleet_def *def, uint32_t budget) {
    *a = (army){.truth = *truth, .def = *def, .budget = budget};
    a->map = plain_to_wend(truth);
    a->def.map = a->map;
    a->def.allocator = ledger_allocator(&a->book);
    wend_diagnosis diagnosis;
    wend_error error = wend_fleet_create(&a->def, &a->fleet, &diagnosis);
    check(!error, "no fleet: %s", diagnosis.text);
}

void army_close(army *a) {
    for (uint32_t i = 0; i < a->count; i++) {
        wend_fleet_cancel(a->fleet, a->units[i]);
    }
    uint32_t used = check_route_pool(a->fleet);
    check(used == 0, "%u blocks belong to routes of units without orders", used);
    wend_fleet_destroy(a->fleet);
    wend_components_destroy(a->components);
    wend_map_destroy(a->map);
    check(a->book.live_bytes == 0, "%zu bytes were not freed", a->book.live_bytes);
}

void army_use_components(army *a) {
    assert_int_equal(
        wend_components_create(&(wend_components_def){.map = a->map}, &a->components, NULL),
        WEND_OK);
    wend_fleet_destroy(a->fleet);
    a->def.components = a->components;
    a->count = 0;
    assert_int_equal(wend_fleet_create(&a->def, &a->fleet, NULL), WEND_OK);
}

void army_set_factor(army *a, int cell, uint8_t factor) {
    uint32_t x = (uint32_t)(cell % a->truth.width), y = (uint32_t)(cell / a->truth.width);
    a->truth.factors[cell] = factor;
    assert_int_equal(wend_map_set_factor(a->map, x, y, factor), WEND_OK);
    a->edits++;
}

bool army_add(army *a, dice *d) {
    int start = plain_random_free(&a->truth, d), goal = plain_random_free(&a->truth, d);
    if (start < 0) {
        return false;
    }
    uint32_t i = a->count++;
    a->at[i] = (wend_state)start;
    assert_int_equal(wend_fleet_add(a->fleet, a->at[i], &a->units[i]), WEND_OK);
    army_send(a, i, goal, NULL);
    return true;
}

void army_send(army *a, uint32_t i, int goal, const wend_order *order) {
    assert_int_equal(wend_fleet_set_goal(a->fleet, a->units[i], (wend_state)goal, order), WEND_OK);
    a->goal[i] = (wend_state)goal;
    a->cost[i] = 0;
}

void army_set_cell(army *a, int cell, char terrain) {
    uint32_t x = (uint32_t)(cell % a->truth.width), y = (uint32_t)(cell / a->truth.width);
    a->truth.cells[cell] = terrain;
    assert_int_equal(wend_map_set_cell(a->map, x, y, terrain), WEND_OK);
    a->edits++;
}

void army_flip_cell(army *a, int cell) {
    army_set_cell(a, cell, a->truth.cells[cell] == '.' ? '@' : '.');
}

static bool is_active(wend_unit_status status) {
    return status == WEND_UNIT_QUEUED || status == WEND_UNIT_SEARCHING ||
           status == WEND_UNIT_FOLLOWING || status == WEND_UNIT_GROUPED;
}

bool army_is_active(const army *a, uint32_t i) {
    return is_active(wend_fleet_status(a->fleet, a->units[i]));
}

static bool has_move(const plain_map *truth, int from) {
    for (int y = -2; y <= 2; y++) {
        for (int x = -2; x <= 2; x++) {
            int to_x = from % truth->width + x, to_y = from / truth->width + y;
            if (plain_is_free(truth, to_x, to_y) &&
                plain_move_cost(truth, from, to_y * truth->width + to_x)) {
                return true;
            }
        }
    }
    return plain_way_out(truth, from) >= 0;
}

/* Checks what a unit did in a frame after reporting `next` as its next step. */
static void check_unit(army *a, uint32_t i, wend_unit_status before, wend_state next) {
    bool was_active = is_active(before);
    wend_state now = wend_fleet_state(a->fleet, a->units[i]);
    bool moved = now != a->at[i];
    check(next != a->at[i], "unit %u was to step from %u to itself", i, next);
    if (moved) {
        wend_cost cost = plain_move_cost(&a->truth, (int)a->at[i], (int)now);
        check(cost > 0, "unit %u went from %u to %u on frame %u", i, a->at[i], now, a->frames);
        a->cost[i] += cost;
        a->moved++;
    }
    bool is_quiet = a->edits == 0 && (was_active || !a->def.components);
    check(now == (next == WEND_STATE_NONE ? a->at[i] : next),
          "unit %u was to step from %u to %u and is at %u on frame %u", i, a->at[i], next, now,
          a->frames);
    bool is_buried = plain_is_buried(&a->truth, (int)a->at[i]);
    bool must = was_active && (a->def.wait != WEND_WAIT_STAND || is_buried) &&
                has_move(&a->truth, (int)a->at[i]);
    wend_unit_status status = wend_fleet_status(a->fleet, a->units[i]);
    bool is_done =
        status == WEND_UNIT_UNREACHABLE || (a->def.components && status == WEND_UNIT_ARRIVED);
    check(moved || !must || is_done, "unit %u stood at %u on frame %u, status %d", i, now,
          a->frames, (int)status);
    check(!moved || was_active || !is_quiet, "unit %u moved without an order", i);
    a->at[i] = now;
    if (status == WEND_UNIT_ARRIVED && !a->def.components) {
        assert_int_equal(now, a->goal[i]);
    }
}

static uint32_t unit_of(const army *a, wend_unit unit) {
    uint32_t i = 0;
    while (i < a->count && a->units[i] != unit) {
        i++;
    }
    check(i < a->count, "an event of an invalid unit");
    return i;
}

static void check_unreachable(const army *a, uint32_t i) {
    wend_cost *distances = test_alloc(PLAIN_CELLS_MAX * sizeof *distances);
    plain_flood_out(&a->truth, (int)a->at[i], distances);
    bool is_free = plain_is_free(&a->truth, (int)a->goal[i] % a->truth.width,
                                 (int)a->goal[i] / a->truth.width);
    check(!is_free || distances[a->goal[i]] == PLAIN_UNREACHED,
          "unit %u at %u reports that %u is unreachable", i, a->at[i], a->goal[i]);
    free(distances);
}

static void check_events(const army *a) {
    uint32_t arrived = 0, unreachable = 0, routes = 0;
    for (uint32_t e = 0; e < a->frame.event_count; e++) {
        const wend_event *event = &a->frame.events[e];
        uint32_t i = unit_of(a, event->unit);
        assert_int_equal(event->state, a->at[i]);
        arrived += event->kind == WEND_EVENT_ARRIVED;
        unreachable += event->kind == WEND_EVENT_UNREACHABLE;
        routes += event->kind == WEND_EVENT_ROUTE;
        if (event->kind == WEND_EVENT_UNREACHABLE) {
            check_unreachable(a, i);
        }
    }
    bool are_all = a->def.event_kinds == 0 && !(a->frame.flags & WEND_FRAME_EVENTS_LOST);
    if (are_all) {
        assert_int_equal(arrived, a->frame.arrived);
        assert_int_equal(unreachable, a->frame.unreachable);
        assert_int_equal(routes, a->frame.routes_found);
    }
}

static void check_totals(const army *a) {
    uint32_t queued = 0, searching = 0, grouped = 0, active = 0;
    for (uint32_t i = 0; i < a->count; i++) {
        wend_unit_status status = wend_fleet_status(a->fleet, a->units[i]);
        queued += status == WEND_UNIT_QUEUED;
        searching += status == WEND_UNIT_SEARCHING;
        grouped += status == WEND_UNIT_GROUPED;
        active += wend_unit_is_active(status);
    }
    assert_int_equal(a->frame.active, active);
    assert_int_equal(a->frame.moved, a->moved);
    assert_int_equal(a->frame.queued, queued);
    assert_int_equal(a->frame.searching, searching);
    assert_true(a->frame.waiting >= queued + searching);
    assert_true(a->frame.waiting == queued + searching || grouped > 0);
}

static uint32_t fields_of(const wend_fleet *fleet) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < fleet->def.fields_max; i++) {
        count += fleet->groups[i].is_started;
    }
    return count;
}

/* Checks the bound of wend/fleet.h. */
static void check_work(const army *a, uint32_t active, uint64_t new_edits) {
    const wn_cells *cells = &a->map->cells;
    uint64_t fields = fields_of(a->fleet), chunks = cells->chunk_count;
    uint64_t longest = a->longest_route ? a->longest_route : (uint64_t)plain_cells(&a->truth);
    uint64_t moves = 2 * (uint64_t)a->fleet->units_high + WEND_FLEET_WORK_MOVE * active;
    uint64_t edits = new_edits <= cells->edits_max ? new_edits * (1 + WEND_FLEET_WORK_EDIT * fields)
                                                   : chunks + WEND_FLEET_WORK_EDIT * fields;
    uint64_t last = WEND_FLEET_WORK_BEGIN + WEND_FLEET_WORK_ROUTE * longest;
    uint64_t longest_path = (uint64_t)plain_cells(&a->truth); /* of a field */
    last = fields && new_edits
               ? wn_max_u64(last, WEND_FLEET_WORK_STEP * longest_path + cells->edits_max)
               : last;
    last += a->def.components ? WEND_FLEET_WORK_NEAREST * chunks : 0;
    uint64_t most = wn_max_u64(a->budget, moves + edits + a->budget / 4) + last;
    check(a->frame.work <= most,
          "a frame with the budget %u took %u units of work, %u at most: moves %u, edits %u",
          a->budget, a->frame.work, (uint32_t)most, (uint32_t)moves, (uint32_t)edits);
}

static uint32_t count_active(const wend_unit_status *before, uint32_t count) {
    uint32_t active = 0;
    for (uint32_t i = 0; i < count; i++) {
        active += is_active(before[i]);
    }
    return active;
}

/* Half of the updates leave a few chunks for the next one. */
static void update_components(army *a) {
    if (a->frames % (a->components_wait + 1) == 0) {
        update_chunks(a->components, a->components_wait && a->frames % 2 ? 1 : UINT32_MAX);
    }
}

void army_step(army *a) {
    wend_state next[ARMY_MAX];
    bool has_memory = false;
    wend_unit_status before[ARMY_MAX];
    update_components(a);
    check_route_pool(a->fleet);
    if (!a->never_prepares) {
        wend_error error = wend_fleet_reserve(a->fleet, a->budget);
        has_memory = !error;
        check(!error || a->def.memory_limit || a->book.fail_at || a->book.capacity,
              "no memory for a frame");
    }
    a->book.forbidden = true;
    for (uint32_t i = 0; i < a->count; i++) {
        next[i] = wend_fleet_next(a->fleet, a->units[i]);
        before[i] = wend_fleet_status(a->fleet, a->units[i]);
    }
    a->frames++;
    a->moved = 0;
    uint64_t edits = a->map->cells.version - a->fleet->version;
    assert_int_equal(wend_fleet_frame(a->fleet, (wend_budget){.work = a->budget}, &a->frame),
                     WEND_OK);
    check(!has_memory || !(a->frame.flags & (WEND_FRAME_OUT_OF_MEMORY | WEND_FRAME_NOT_RESERVED)),
          "frame %u lacks memory after a successful preparation", a->frames);
    for (uint32_t i = 0; i < a->count; i++) {
        if (a->units[i] != WEND_UNIT_NONE) {
            check_unit(a, i, before[i], next[i]);
        }
    }
    check_events(a);
    check_totals(a);
    check_work(a, count_active(before, a->count), edits);
    check_route_pool(a->fleet);
    a->edits = 0;
    a->book.forbidden = false;
}

void army_run(army *a, uint32_t frames_max) {
    bool active = true;
    for (uint32_t f = 0; active; f++) {
        check(f < frames_max, "units are still on their way after %u frames", f);
        army_step(a);
        active = false;
        for (uint32_t i = 0; i < a->count; i++) {
            active |= army_is_active(a, i);
        }
        active |= a->fleet->wake_left > 0; /* a unit may continue */
    }
}

/* ---- Random cases ---------------------------------------------------------------------------- */

bool army_draw(army *a, dice *d, const wend_fleet_def *def, int side_max) {
    plain_map truth;
    const uint32_t budgets[] = {100, 160, 400, 2500, 100000};
    plain_random(&truth, d, side_max);
    if (dice_percent(d, 20)) {
        plain_random_factors(&truth, d, 1, 9);
    }
    army_open(a, &truth, def, DICE_PICK(d, budgets));
    while (a->count < def->units_max) {
        if (!army_add(a, d)) {
            army_close(a);
            return false;
        }
    }
    return true;
}

void army_run_to_the_end(army *a, uint32_t seed) {
    army_run(a, 60000);
    for (uint32_t i = 0; i < a->count; i++) {
        wend_cost distances[PLAIN_CELLS_MAX];
        plain_flood_out(&a->truth, (int)a->at[i], distances);
        bool can = distances[a->goal[i]] != PLAIN_UNREACHED;
        wend_unit_status status = wend_fleet_status(a->fleet, a->units[i]);
        check(status == (can ? WEND_UNIT_ARRIVED : WEND_UNIT_UNREACHABLE),
              "unit %u of case %u at %u: status %d", i, seed, a->at[i], status);
    }
}
