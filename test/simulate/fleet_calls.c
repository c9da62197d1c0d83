/* simulate/fleet_calls.c - calls on units: adding, removing, orders, teleports and refused
 * moves. */
#include "simulate/fleet_calls.h"

#include "support/test.h"

#include <string.h>

sim_fleet *fleet_get(const sim *s, uint32_t slot) {
    return slot < SIM_FLEETS ? s->fleets[slot] : NULL;
}

bool fleet_draw(sim *s, sim_step *step) {
    step->slot = sim_below(s, SIM_FLEETS);
    if (!s->fleets[step->slot]) {
        step->slot = (step->slot + 1) % SIM_FLEETS;
    }
    return s->fleets[step->slot];
}

/* ---- Calls on one unit ----------------------------------------------------------------------- */

/* Draws a state: free if possible, often the position or goal of an object, sometimes none. */
wend_state fleet_draw_state(sim *s, const sim_fleet *f) {
    uint32_t noted = s->hot_count[f->place] < SIM_HOT ? s->hot_count[f->place] : SIM_HOT, x, y;
    if (sim_percent(s, 1)) {
        return sim_percent(s, 50) ? sim_size(s, f->place) : WEND_STATE_NONE;
    }
    if (noted > 0 && sim_percent(s, 15)) {
        return s->hot[f->place][sim_below(s, noted)];
    }
    if (!s->places[f->place].map) {
        return sim_below(s, sim_size(s, f->place));
    }
    sim_draw_cell(s, f->place, &x, &y);
    return sim_state(s, f->place, x, y);
}

/* A slot with a unit, if there is one. */
uint32_t fleet_draw_unit(sim *s, sim_fleet *f) {
    uint32_t slot = 0;
    for (uint32_t i = 0; i < 8; i++) {
        slot = sim_below(s, f->high);
        if (fleet_unit_at(f, slot)) {
            break;
        }
    }
    return slot;
}

/* OUTSIDE, `blocked`, or OK. */
static wend_error state_error(const sim *s, const sim_fleet *f, wend_state state,
                              wend_error blocked) {
    return state >= sim_size(s, f->place)       ? WEND_ERROR_OUTSIDE
           : !sim_can_stand(s, f->place, state) ? blocked
                                                : WEND_OK;
}

/* Checks every call between frames: no allocation, and no other unit changes. */
static void check_call(sim *s, sim_fleet *f, const ledger *before, sim_fault fault) {
    fleet_check_calls(s, f, before);
    fleet_check_units(s, f);
    sim_cover(s, SIM_OBJECT_FLEET, f->place, fault);
}

bool fleet_draw_add(sim *s, sim_step *step) {
    sim_fleet *f = fleet_draw(s, step) ? s->fleets[step->slot] : NULL;
    if (!f) {
        return false;
    }
    step->arg[0] = fleet_draw_state(s, f);
    step->arg[1] = sim_percent(s, 60) ? f->def.units_max : sim_below(s, 4);
    step->arg[2] = 1 + sim_below(s, 1u << 30);
    return f->count < f->def.units_max || sim_percent(s, 10);
}

static void add_unit(sim *s, sim_fleet *f, wend_state state) {
    wend_unit unit = 1;
    ledger before = s->books[f->book];
    sim_say(s, "wend_fleet_add(fleet[%u], %u, &unit);", f->slot, state);
    wend_error error = wend_fleet_add(f->fleet, state, &unit);
    wend_error expected = state_error(s, f, state, WEND_ERROR_START_BLOCKED);
    bool is_full = f->count == f->def.units_max;
    SIM_REQUIRE(s, is_full ? error != WEND_OK : error == expected,
                "fail_msg(\"wend_fleet_add: %s\");", wend_error_text(error));
    uint32_t slot = wend_unit_slot(unit);
    sim_mix(s, unit);
    if (!error) {
        bool is_new = unit != WEND_UNIT_NONE && slot < f->def.units_max &&
                      (slot >= f->high || !f->units[slot].handle);
        SIM_REQUIRE(s, is_new && unit != f->stale, "assert_int_not_equal(unit, UINT64_C(0x%llx));",
                    (unsigned long long)unit);
        for (; f->high <= slot; f->high++) {
            f->units[f->high] = (fleet_unit){.at = WEND_STATE_NONE, .goal = WEND_STATE_NONE};
        }
        f->units[slot] = (fleet_unit){
            .handle = unit, .at = state, .goal = WEND_STATE_NONE, .refused_to = WEND_STATE_NONE};
        f->count++;
        fleet_check_unit(s, f, slot);
    }
    fleet_check_calls(s, f, &before);
}

void fleet_apply_add(sim *s, const sim_step *step) {
    sim_fleet *f = fleet_get(s, step->slot);
    if (!f) {
        return;
    }
    dice d = dice_of(step->arg[2]);
    add_unit(s, f, step->arg[0]);
    uint32_t size = sim_size(s, f->place);
    for (uint32_t i = 0; i < step->arg[1] && f->count < f->def.units_max; i++) {
        wend_state state = dice_between(&d, 0, size - 1);
        if (sim_can_stand(s, f->place, state)) {
            add_unit(s, f, state);
        }
    }
    fleet_check_units(s, f);
    fleet_check_info(s, f);
    sim_cover(s, SIM_OBJECT_FLEET, f->place, SIM_FAULT_NONE);
}

bool fleet_draw_one(sim *s, sim_step *step) {
    sim_fleet *f = fleet_draw(s, step) ? s->fleets[step->slot] : NULL;
    if (f) {
        step->arg[0] = fleet_draw_unit(s, f);
        step->arg[1] = fleet_draw_state(s, f);
        step->arg[2] = sim_percent(s, 98) ? sim_below(s, 256) : 256 + sim_below(s, 2);
        step->arg[3] = sim_percent(s, 30);
    }
    return f && f->count > 0;
}

void fleet_apply_remove(sim *s, const sim_step *step) {
    sim_fleet *f = fleet_get(s, step->slot);
    fleet_unit *u = f ? fleet_unit_at(f, step->arg[0]) : NULL;
    if (!u) {
        return;
    }
    ledger before = s->books[f->book];
    sim_say(s, "wend_fleet_remove(fleet[%u], " FLEET_UNIT ");", f->slot, f->slot, step->arg[0]);
    wend_error error = wend_fleet_remove(f->fleet, u->handle);
    SIM_REQUIRE(s, !error, "fail_msg(\"wend_fleet_remove: %s\");", wend_error_text(error));
    f->stale = u->handle;
    *u = (fleet_unit){.at = WEND_STATE_NONE, .goal = WEND_STATE_NONE};
    f->count--;
    fleet_check_unit(s, f, step->arg[0]);
    check_call(s, f, &before, SIM_FAULT_NONE);
    fleet_check_info(s, f);
}

/* ---- Orders ---------------------------------------------------------------------------------- */

typedef struct order_given {
    wend_state goal;
    uint32_t priority;
    bool nearest;
} order_given;

/* Whether the order justifies an error. */
static bool is_order_error(const sim *s, const sim_fleet *f, const order_given *o,
                           wend_error error) {
    wend_error state = state_error(s, f, o->goal, o->nearest ? WEND_OK : WEND_ERROR_GOAL_BLOCKED);
    bool is_wrong = o->priority > 255, is_unsupported = o->nearest && !f->def.components;
    return (state == WEND_OK && !is_wrong && !is_unsupported && error == WEND_OK) ||
           (is_wrong && error == WEND_ERROR_ARGUMENT) ||
           (is_unsupported && error == WEND_ERROR_UNSUPPORTED) || (state && error == state);
}

/* The record of a unit with an order. Repeating its present order changes nothing. */
static void record_order(sim *s, sim_fleet *f, uint32_t slot, const order_given *o, bool is_group) {
    fleet_unit *u = &f->units[slot];
    wend_unit_status was = u->status;
    wend_state nearest;
    bool is_same = u->goal == o->goal && u->nearest == o->nearest;
    u->goal = o->goal;
    u->nearest = o->nearest;
    f->has_nearest |= o->nearest;
    u->is_sure = o->nearest && wend_components_nearest(f->def.components, u->at, o->goal,
                                                       &nearest) == WEND_REACH_REACHABLE;
    if (!is_same) {
        u->ordered = fleet_place(s, f)->version;
        u->is_straight = true;
        u->status = WEND_UNIT_IDLE; /* its next status is verified like a new one */
    }
    fleet_take_status(s, f, slot, false);
    bool is_kept = is_same && (was == u->status || (is_group && u->status == WEND_UNIT_GROUPED) ||
                               was == WEND_UNIT_ARRIVED);
    bool is_begun = u->status == WEND_UNIT_QUEUED || u->status == WEND_UNIT_UNREACHABLE ||
                    u->status == WEND_UNIT_ARRIVED || (is_group && u->status == WEND_UNIT_GROUPED);
    SIM_REQUIRE(s, is_kept || (!is_same && is_begun),
                "assert_int_not_equal(wend_fleet_status(fleet[%u], " FLEET_UNIT
                "), %u); /* it was %u */",
                f->slot, f->slot, slot, (unsigned)u->status, (unsigned)was);
    /* The same order again changes nothing, not even for a unit that is crossing its blocked goal
     * on its way out of a building. */
    SIM_REQUIRE(s, is_same || u->at != u->goal || u->status == WEND_UNIT_ARRIVED,
                "assert_int_equal(wend_fleet_status(fleet[%u], " FLEET_UNIT
                "), WEND_UNIT_ARRIVED);",
                f->slot, f->slot, slot);
    bool is_at_end = u->status == WEND_UNIT_ARRIVED || u->status == WEND_UNIT_UNREACHABLE;
    u->is_unreported = is_at_end && (!is_same || was != u->status || u->is_unreported);
}

static void send_unit(sim *s, sim_fleet *f, uint32_t slot, const order_given *o) {
    wend_order order = {.priority = o->priority, .nearest = o->nearest};
    ledger before = s->books[f->book];
    sim_say(s,
            "wend_fleet_set_goal(fleet[%u], " FLEET_UNIT
            ", %u, &(wend_order){.priority = %u, .nearest = %s});",
            f->slot, f->slot, slot, o->goal, o->priority, o->nearest ? "true" : "false");
    wend_error error = wend_fleet_set_goal(f->fleet, f->units[slot].handle, o->goal, &order);
    SIM_REQUIRE(s, is_order_error(s, f, o, error), "fail_msg(\"wend_fleet_set_goal: %s\");",
                wend_error_text(error));
    sim_mix(s, error);
    if (!error) {
        record_order(s, f, slot, o, false);
    }
    check_call(s, f, &before, SIM_FAULT_NONE);
}

void fleet_apply_send(sim *s, const sim_step *step) {
    sim_fleet *f = fleet_get(s, step->slot);
    if (f && fleet_unit_at(f, step->arg[0])) {
        order_given o = {step->arg[1], step->arg[2], step->arg[3]};
        send_unit(s, f, step->arg[0], &o);
        sim_note(s, f->place, o.goal < sim_size(s, f->place) ? o.goal : 0);
    }
}

bool fleet_draw_many(sim *s, sim_step *step) {
    sim_fleet *f = fleet_draw(s, step) ? s->fleets[step->slot] : NULL;
    if (f) {
        step->arg[0] = sim_percent(s, 60) ? 0 : fleet_draw_unit(s, f);
        step->arg[1] = sim_percent(s, 70) ? 1 : 1 + sim_below(s, 4);
        step->arg[2] = sim_percent(s, 70) ? f->def.units_max : 1 + sim_below(s, f->count);
        step->arg[3] = fleet_draw_state(s, f);
        step->arg[4] = sim_percent(s, 98) ? sim_below(s, 256) : 256;
        step->arg[5] = sim_percent(s, 30);
        step->arg[6] = sim_percent(s, 3);
        step->arg[7] = 1 + sim_below(s, 1u << 30);
    }
    return f && f->count > 0;
}

/* Gives each of many units a goal of its own. */
void fleet_apply_send_many(sim *s, const sim_step *step) {
    sim_fleet *f = fleet_get(s, step->slot);
    uint32_t stride = step->arg[1] ? step->arg[1] : 1, sent = 0;
    dice d = dice_of(step->arg[7]);
    for (uint32_t i = step->arg[0]; f && i < f->high && sent < step->arg[2]; i += stride) {
        if (fleet_unit_at(f, i)) {
            wend_state goal = dice_between(&d, 0, sim_size(s, f->place) - 1);
            send_unit(s, f, i, &(order_given){goal, step->arg[4], step->arg[5]});
            sent++;
        }
    }
}

/* Gives many units one goal; one of the handles may be stale. */
void fleet_apply_group(sim *s, const sim_step *step) {
    sim_fleet *f = fleet_get(s, step->slot);
    if (!f || f->count == 0) {
        return;
    }
    order_given o = {step->arg[3], step->arg[4], step->arg[5]};
    wend_order order = {.priority = o.priority, .nearest = o.nearest};
    ledger before = s->books[f->book];
    wend_unit *units = test_alloc((f->count + 1) * sizeof *units);
    uint32_t count =
        fleet_collect(f->fleet, f->def.units_max, step->arg[0], step->arg[1], step->arg[2], units);
    if (step->arg[6]) {
        units[count++] = f->stale;
    }
    sim_say(s,
            "printed_send_group(fleet[%u], %u, %u, %u, %u, %s, UINT64_C(0x%llx), %u, "
            "(wend_order){.priority = %u, .nearest = %s});",
            f->slot, f->def.units_max, step->arg[0], step->arg[1], step->arg[2],
            step->arg[6] ? "true" : "false", (unsigned long long)f->stale, o.goal, o.priority,
            o.nearest ? "true" : "false");
    wend_error error = wend_fleet_set_group_goal(f->fleet, units, count, o.goal, &order);
    bool is_stale = step->arg[6] && error == WEND_ERROR_ARGUMENT;
    SIM_REQUIRE(s, is_stale || (!step->arg[6] && is_order_error(s, f, &o, error)),
                "fail_msg(\"wend_fleet_set_group_goal: %s\");", wend_error_text(error));
    sim_mix(s, error);
    bool is_shared = !error && count >= f->def.group_min;
    f->fields += is_shared && f->fields < f->def.fields_max;
    for (uint32_t i = 0; !error && i < count; i++) {
        record_order(s, f, wend_unit_slot(units[i]), &o, is_shared);
    }
    free(units);
    check_call(s, f, &before, SIM_FAULT_NONE);
}

void fleet_apply_cancel(sim *s, const sim_step *step) {
    sim_fleet *f = fleet_get(s, step->slot);
    fleet_unit *u = f ? fleet_unit_at(f, step->arg[0]) : NULL;
    if (!u) {
        return;
    }
    ledger before = s->books[f->book];
    sim_say(s, "wend_fleet_cancel(fleet[%u], " FLEET_UNIT ");", f->slot, f->slot, step->arg[0]);
    wend_error error = wend_fleet_cancel(f->fleet, u->handle);
    SIM_REQUIRE(s, !error, "fail_msg(\"wend_fleet_cancel: %s\");", wend_error_text(error));
    u->goal = WEND_STATE_NONE;
    u->nearest = false;
    u->status = WEND_UNIT_IDLE;
    u->is_unreported = false;
    fleet_check_unit(s, f, step->arg[0]);
    check_call(s, f, &before, SIM_FAULT_NONE);
}

/* ---- Teleports and refused moves ------------------------------------------------------------- */

bool fleet_draw_put(sim *s, sim_step *step) {
    if (!fleet_draw_one(s, step)) {
        return false;
    }
    sim_fleet *f = s->fleets[step->slot];
    const fleet_unit *u = fleet_unit_at(f, step->arg[0]);
    uint32_t how = sim_below(s, 100), width = s->places[f->place].model.width;
    if (u && how < 20 && u->goal != WEND_STATE_NONE) {
        step->arg[1] = u->goal;
    } else if (u && how < 60) { /* a few cells away */
        uint32_t aside = sim_below(s, 9), down = sim_below(s, 9) * width;
        step->arg[1] = u->at + aside + down - 4 - 4 * width;
    } else if (u && how < 65) {
        step->arg[1] = u->at;
    }
    return true;
}

/* The status of a unit after a teleport or a refused move. */
static void take_moved_status(sim *s, sim_fleet *f, uint32_t slot) {
    fleet_unit *u = &f->units[slot];
    wend_unit_status was = u->status;
    u->status = WEND_UNIT_IDLE;
    u->is_straight = false;
    u->ordered = fleet_place(s, f)->version > u->ordered ? UINT64_MAX : u->ordered;
    wend_state nearest;
    u->is_sure &= u->nearest && wend_components_nearest(f->def.components, u->at, u->goal,
                                                        &nearest) == WEND_REACH_REACHABLE;
    fleet_take_status(s, f, slot, false);
    u->is_unreported = u->status == WEND_UNIT_ARRIVED || u->status == WEND_UNIT_UNREACHABLE;
    /* A unit with `nearest` may cross its blocked goal on its way out of a building. */
    bool is_there =
        u->goal != WEND_STATE_NONE && u->at == u->goal && sim_can_stand(s, f->place, u->goal);
    SIM_REQUIRE(s, !is_there || u->status == WEND_UNIT_ARRIVED,
                "assert_int_equal(wend_fleet_status(fleet[%u], " FLEET_UNIT
                "), WEND_UNIT_ARRIVED); /* is %u */",
                f->slot, f->slot, slot, (unsigned)u->status);
    bool is_possible = u->status == was || u->status == WEND_UNIT_QUEUED ||
                       u->status == WEND_UNIT_ARRIVED ||
                       (was == WEND_UNIT_ARRIVED && u->status == WEND_UNIT_FOLLOWING);
    SIM_REQUIRE(s, is_possible,
                "assert_int_not_equal(wend_fleet_status(fleet[%u], " FLEET_UNIT
                "), %u); /* it was %u */",
                f->slot, f->slot, slot, (unsigned)u->status, (unsigned)was);
}

void fleet_apply_put(sim *s, const sim_step *step) {
    sim_fleet *f = fleet_get(s, step->slot);
    fleet_unit *u = f ? fleet_unit_at(f, step->arg[0]) : NULL;
    if (!u) {
        return;
    }
    wend_state state = step->arg[1];
    ledger before = s->books[f->book];
    sim_say(s, "wend_fleet_teleport(fleet[%u], " FLEET_UNIT ", %u);", f->slot, f->slot,
            step->arg[0], state);
    wend_error error = wend_fleet_teleport(f->fleet, u->handle, state);
    SIM_REQUIRE(s, error == state_error(s, f, state, WEND_ERROR_START_BLOCKED),
                "fail_msg(\"wend_fleet_teleport: %s\");", wend_error_text(error));
    sim_mix(s, error);
    if (!error) {
        bool is_elsewhere = u->at != state;
        u->at = state;
        u->refused_to = WEND_STATE_NONE;
        if (is_elsewhere) {
            take_moved_status(s, f, step->arg[0]);
        }
    }
    check_call(s, f, &before, SIM_FAULT_TELEPORT);
}

void fleet_refuse(sim *s, sim_fleet *f, uint32_t slot) {
    fleet_unit *u = &f->units[slot];
    ledger before = s->books[f->book];
    sim_say(s, "wend_fleet_refuse(fleet[%u], " FLEET_UNIT ");", f->slot, f->slot, slot);
    wend_error error = wend_fleet_refuse(f->fleet, u->handle);
    SIM_REQUIRE(s, !error, "fail_msg(\"wend_fleet_refuse: %s\");", wend_error_text(error));
    if (u->refused_to != WEND_STATE_NONE) {
        wend_state wanted = u->at;
        wend_unit_status was = u->status;
        u->at = u->refused_to;
        u->refused_to = WEND_STATE_NONE;
        take_moved_status(s, f, slot);
        bool tries_again = was == WEND_UNIT_FOLLOWING && u->status == WEND_UNIT_FOLLOWING &&
                           sim_move_cost(s, f->place, u->at, wanted);
        SIM_REQUIRE(s, !tries_again || wend_fleet_next(f->fleet, u->handle) == wanted,
                    "assert_int_equal(wend_fleet_next(fleet[%u], " FLEET_UNIT "), %u);", f->slot,
                    f->slot, slot, wanted);
    }
    check_call(s, f, &before, SIM_FAULT_REFUSED);
}

void fleet_apply_refuse(sim *s, const sim_step *step) {
    sim_fleet *f = fleet_get(s, step->slot);
    if (f && fleet_unit_at(f, step->arg[0])) {
        fleet_refuse(s, f, step->arg[0]);
    }
}
