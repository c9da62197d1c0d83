/* simulate/fleet_frames.c - frames of fleets, and what must be true after each. */
#include "simulate/derived.h"
#include "simulate/fleet_model.h"

#include "support/test.h"

#include <string.h>

/* ---- Preparation ----------------------------------------------------------------------------- */

static bool is_budget(uint32_t budget) {
    return budget >= WEND_FLEET_WORK_MIN; /* more than the most is clamped */
}

/* Memory may be short if there is a limit, or if the allocator has failed: after that a fleet saves
 * memory for many frames. */
static bool may_be_short(const sim *s, const sim_fleet *f) {
    return f->def.memory_limit || sim_has_failed(s, f->book, f->failures);
}

/* A preparation may dissolve groups and return searches to the queue, and does nothing else to
 * units. */
static void check_prepared_unit(sim *s, sim_fleet *f, uint32_t slot, wend_error error) {
    fleet_unit *u = &f->units[slot];
    wend_unit_status was = u->status, now = wend_fleet_status(f->fleet, u->handle);
    bool is_given_up = now == WEND_UNIT_QUEUED && error == WEND_ERROR_MEMORY &&
                       (was == WEND_UNIT_GROUPED || was == WEND_UNIT_SEARCHING);
    if (is_given_up) {
        u->status = now;
    }
    fleet_check_unit(s, f, slot);
}

void fleet_prepare(sim *s, sim_fleet *f, uint32_t budget) {
    sim_say(s, "wend_fleet_reserve(fleet[%u], %u);", f->slot, budget);
    uint64_t failures = s->books[f->book].failures;
    wend_error error = wend_fleet_reserve(f->fleet, budget);
    sim_mix(s, error);
    bool is_allowed = !is_budget(budget)   ? error == WEND_ERROR_BUDGET
                      : may_be_short(s, f) ? error == WEND_OK || error == WEND_ERROR_MEMORY
                                           : error == WEND_OK;
    SIM_REQUIRE(s, is_allowed, "fail_msg(\"wend_fleet_reserve: %s\");", wend_error_text(error));
    if (error != WEND_ERROR_BUDGET) {
        f->is_prepared = true;
        f->prepared = f->prepared_before = error;
        f->prepared_budget = budget;
    }
    for (uint32_t i = 0; i < f->high; i++) {
        check_prepared_unit(s, f, i, error);
    }
    fleet_check_info(s, f);
    bool has_failed = sim_has_failed(s, f->book, failures);
    sim_cover(s, SIM_OBJECT_FLEET, f->place,
              has_failed                   ? SIM_FAULT_ALLOCATION
              : error == WEND_ERROR_MEMORY ? SIM_FAULT_LIMIT
                                           : SIM_FAULT_NONE);
}

void fleet_update_components(sim *s, sim_fleet *f, uint32_t chunks) {
    if (fleet_place(s, f)->components && chunks > 0) {
        components_update(s, f->place, chunks);
    }
}

/* ---- Before a frame -------------------------------------------------------------------------- */

static bool is_sampled(const sim_fleet *f, uint32_t slot) {
    return f->high <= 40 || (slot + f->frames) % 16 == 0;
}

static void predict_moves(sim *s, sim_fleet *f) {
    sim_say(s, "printed_next(fleet[%u], %u);", f->slot, f->high);
    for (uint32_t i = 0; i < f->high; i++) {
        bool is_asked = f->units[i].handle && is_sampled(f, i);
        f->next[i] = is_asked ? fleet_foretell(f, i) : WEND_STATE_NONE;
        f->units[i].was_at = f->units[i].at;
        f->units[i].was = f->units[i].status;
        f->units[i].events = 0;
    }
}

/* ---- After a frame --------------------------------------------------------------------------- */

/* Sums over the units of a frame. */
typedef struct frame_tally {
    uint32_t moved, arrived, searching, queued, grouped, following;
    uint32_t unreachable;      /* at least */
    uint32_t unreachable_more; /* maximum beyond that */
} frame_tally;

/* Whether something that units depend on has changed since the last frame. */
static bool is_changed(sim *s, const sim_fleet *f) {
    return wend_map_version(fleet_place(s, f)->map) != f->map_version ||
           wend_components_version(f->def.components) != f->components_version;
}

static void check_move(sim *s, sim_fleet *f, uint32_t slot) {
    const fleet_unit *u = &f->units[slot];
    bool is_moved = u->at != u->was_at;
    SIM_REQUIRE(s, !is_moved || sim_move_cost(s, f->place, u->was_at, u->at),
                "assert_int_not_equal(wend_fleet_state(fleet[%u], " FLEET_UNIT
                "), %u); /* it was at %u: an illegal move */",
                f->slot, f->slot, slot, u->at, u->was_at);
    SIM_REQUIRE(s, f->next[slot] == WEND_STATE_NONE || u->at == f->next[slot],
                "assert_int_equal(wend_fleet_state(fleet[%u], " FLEET_UNIT
                "), next[%u]); /* it was at %u and is at %u, not %u */",
                f->slot, f->slot, slot, slot, u->was_at, u->at, f->next[slot]);
    bool has_left = u->was == WEND_UNIT_GROUPED && !fleet_is_active(u->status);
    bool had_somewhere = fleet_is_active(u->was) && !has_left;
    if (is_moved || !had_somewhere) {
        return;
    }
    const sim_place *place = fleet_place(s, f);
    bool must_move = f->def.wait != WEND_WAIT_STAND ||
                     (place->map && model_way_out(&place->model, u->was_at) != WEND_STATE_NONE);
    SIM_REQUIRE(s, !must_move || !fleet_has_move(s, f, u->at),
                "assert_int_not_equal(wend_fleet_state(fleet[%u], " FLEET_UNIT
                "), %u); /* it stands, goal %u */",
                f->slot, f->slot, slot, u->at, u->goal);
}

/* The status that a frame may lead to from each status. */
static void check_transition(sim *s, sim_fleet *f, uint32_t slot, bool has_changed) {
    const fleet_unit *u = &f->units[slot];
    wend_unit_status was = u->was, is = u->status;
    bool is_possible = was == is;
    switch (was) {
    case WEND_UNIT_IDLE:
    case WEND_UNIT_ARRIVED:
        break;
    case WEND_UNIT_UNREACHABLE:
        is_possible |= has_changed && is != WEND_UNIT_GROUPED;
        break;
    case WEND_UNIT_FOLLOWING:
    case WEND_UNIT_QUEUED:
    case WEND_UNIT_SEARCHING:
        is_possible |= is != WEND_UNIT_IDLE && is != WEND_UNIT_GROUPED;
        break;
    case WEND_UNIT_GROUPED:
        is_possible |= is == WEND_UNIT_ARRIVED || is == WEND_UNIT_UNREACHABLE ||
                       (u->nearest && is != WEND_UNIT_IDLE);
        break;
    }
    SIM_REQUIRE(s, is_possible,
                "assert_int_not_equal(wend_fleet_status(fleet[%u], " FLEET_UNIT
                "), %u); /* it was %u */",
                f->slot, f->slot, slot, (unsigned)is, (unsigned)was);
}

static void check_unit_event(sim *s, sim_fleet *f, uint32_t slot, uint32_t kind, bool is_wanted) {
    bool is_listed = f->units[slot].events & kind;
    SIM_REQUIRE(s, !(f->def.event_kinds & kind) || is_listed == is_wanted,
                "fail_msg(\"fleet %u, unit %u: event %u: %d, not %d\");", f->slot, slot, kind,
                is_listed, is_wanted);
}

/* A unit with an unreachable goal may be reported as such, also a second time, until it has tried
 * again. */
static bool may_vary(const sim_fleet *f, const fleet_unit *u) {
    return u->status == WEND_UNIT_UNREACHABLE && u->was == WEND_UNIT_UNREACHABLE &&
           (fleet_may_wake(f) || u->is_vague);
}

static bool is_due(const sim_fleet *f, const fleet_unit *u) {
    return (u->status != u->was || u->is_unreported) && !may_vary(f, u);
}

static void check_unit_events(sim *s, sim_fleet *f, uint32_t slot, const wend_frame *frame) {
    const fleet_unit *u = &f->units[slot];
    bool is_arrived = u->status == WEND_UNIT_ARRIVED,
         is_unreachable = u->status == WEND_UNIT_UNREACHABLE;
    check_unit_event(s, f, slot, WEND_EVENT_MOVED, u->at != u->was_at);
    check_unit_event(s, f, slot, WEND_EVENT_ARRIVED, is_arrived && is_due(f, u));
    if (!may_vary(f, u)) {
        check_unit_event(s, f, slot, WEND_EVENT_UNREACHABLE, is_unreachable && is_due(f, u));
    }
    bool is_new = u->status == WEND_UNIT_FOLLOWING && u->was != WEND_UNIT_FOLLOWING;
    if (u->status != WEND_UNIT_FOLLOWING ||
        (is_new && !(frame->flags & WEND_FRAME_ROUTES_TRUNCATED))) {
        check_unit_event(s, f, slot, WEND_EVENT_ROUTE, is_new);
    }
}

static void count_unit(const sim_fleet *f, const fleet_unit *u, frame_tally *tally) {
    tally->moved += u->at != u->was_at;
    tally->arrived += u->status == WEND_UNIT_ARRIVED && is_due(f, u);
    tally->unreachable += u->status == WEND_UNIT_UNREACHABLE && is_due(f, u);
    tally->unreachable_more += may_vary(f, u);
    tally->searching += u->status == WEND_UNIT_SEARCHING;
    tally->queued += u->status == WEND_UNIT_QUEUED;
    tally->grouped += u->status == WEND_UNIT_GROUPED;
    tally->following += u->status == WEND_UNIT_FOLLOWING;
}

/* Whether a unit must still be reported; this is unknown without its events. */
static void keep_unreported(const sim_fleet *f, fleet_unit *u, bool is_listed) {
    bool is_open = u->is_unreported && may_vary(f, u);
    bool is_known = f->def.event_kinds & WEND_EVENT_UNREACHABLE && is_listed;
    u->is_vague = (u->is_vague || (is_open && !is_known)) && u->status == WEND_UNIT_UNREACHABLE;
    u->is_unreported = is_open && is_known && !(u->events & WEND_EVENT_UNREACHABLE);
}

static void check_frame_unit(sim *s, sim_fleet *f, uint32_t slot, const wend_frame *frame,
                             frame_tally *tally) {
    fleet_unit *u = &f->units[slot];
    bool is_listed = !(frame->flags & WEND_FRAME_EVENTS_LOST);
    u->at = wend_fleet_state(f->fleet, u->handle);
    fleet_take_status(s, f, slot, true);
    check_move(s, f, slot);
    check_transition(s, f, slot, fleet_may_wake(f));
    if (is_listed) {
        check_unit_events(s, f, slot, frame);
    }
    count_unit(f, u, tally);
    keep_unreported(f, u, is_listed);
    u->refused_to = u->at != u->was_at ? u->was_at : WEND_STATE_NONE;
    if (u->events & WEND_EVENT_ROUTE && is_sampled(f, slot)) {
        fleet_check_route(s, f, slot);
    }
}

/* ---- Counters and events --------------------------------------------------------------------- */

#define REQUIRE_COUNT(field, value)                                                                \
    SIM_REQUIRE(s, frame->field == (value), "assert_int_equal(frame." #field ", %u); /* is %u */", \
                (uint32_t)(value), (uint32_t)frame->field)

static void check_counters(sim *s, sim_fleet *f, const wend_frame *frame, const frame_tally *t) {
    REQUIRE_COUNT(moved, t->moved);
    REQUIRE_COUNT(arrived, t->arrived);
    REQUIRE_COUNT(searching, t->searching);
    REQUIRE_COUNT(queued, t->queued);
    REQUIRE_COUNT(active, t->searching + t->queued + t->grouped + t->following);
    SIM_REQUIRE(s,
                frame->unreachable >= t->unreachable &&
                    frame->unreachable - t->unreachable <= t->unreachable_more,
                "assert_in_range(frame.unreachable, %u, %u); /* is %u */", t->unreachable,
                t->unreachable + t->unreachable_more, frame->unreachable);
    SIM_REQUIRE(s, frame->routes_found <= t->following,
                "assert_in_range(frame.routes_found, 0, %u); /* is %u */", t->following,
                frame->routes_found);
    uint32_t alone = t->searching + t->queued;
    SIM_REQUIRE(s, frame->waiting >= alone && frame->waiting <= alone + t->grouped,
                "assert_in_range(frame.waiting, %u, %u); /* is %u */", alone, alone + t->grouped,
                frame->waiting);
    SIM_REQUIRE(s, t->searching <= f->def.searches_max,
                "assert_in_range(frame.searching, 0, %u); /* is %u */", f->def.searches_max,
                t->searching);
}

/* The number of requested events. */
static void check_event_count(sim *s, sim_fleet *f, const wend_frame *frame) {
    uint32_t kinds = f->def.event_kinds;
    uint64_t all = (uint64_t)(kinds & WEND_EVENT_MOVED ? frame->moved : 0) +
                   (kinds & WEND_EVENT_ARRIVED ? frame->arrived : 0) +
                   (kinds & WEND_EVENT_UNREACHABLE ? frame->unreachable : 0) +
                   (kinds & WEND_EVENT_ROUTE ? frame->routes_found : 0);
    uint32_t listed = all < f->def.events_max ? (uint32_t)all : f->def.events_max;
    REQUIRE_COUNT(event_count, listed);
    bool is_lost = frame->flags & WEND_FRAME_EVENTS_LOST;
    SIM_REQUIRE(s, is_lost == (all > f->def.events_max),
                "assert_int_equal((frame.flags & WEND_FRAME_EVENTS_LOST) != 0, %d);", !is_lost);
}

static void read_events(sim *s, sim_fleet *f, const wend_frame *frame) {
    uint32_t last = 0;
    for (uint32_t i = 0; i < frame->event_count; i++) {
        const wend_event *event = &frame->events[i];
        uint32_t slot = wend_unit_slot(event->unit);
        fleet_unit *u = fleet_unit_at(f, slot);
        SIM_REQUIRE(s, u && u->handle == event->unit && !(u->events & event->kind),
                    "fail_msg(\"event %u, of unit %u, is invalid\");", i, slot);
        SIM_REQUIRE(s, event->state == wend_fleet_state(f->fleet, event->unit),
                    "assert_int_not_equal(frame.events[%u].state, %u);", i, event->state);
        SIM_REQUIRE(s, (event->kind & f->def.event_kinds) == event->kind,
                    "assert_int_not_equal(frame.events[%u].kind, %u);", i, event->kind);
        u->events |= event->kind;
        if (event->kind == WEND_EVENT_MOVED) {
            SIM_REQUIRE(s, slot + 1 > last, "fail_msg(\"unit %u moved after unit %u\");", slot,
                        last - 1);
            last = slot + 1;
        }
        sim_mix(s, event->unit ^ (uint64_t)event->kind << 50);
    }
}

static void check_flags(sim *s, sim_fleet *f, const wend_frame *frame, uint32_t budget) {
    SIM_REQUIRE(s, !(frame->flags & WEND_FRAME_NOT_RESERVED) || !f->is_prepared,
                "assert_false(frame.flags & WEND_FRAME_NOT_RESERVED);");
    SIM_REQUIRE(
        s, !(frame->flags & WEND_FRAME_OUT_OF_MEMORY) || f->prepared_before == WEND_ERROR_MEMORY,
        "assert_false(frame.flags & WEND_FRAME_OUT_OF_MEMORY);");
    bool has_all = f->is_prepared && f->prepared == WEND_OK && budget <= f->prepared_budget;
    SIM_REQUIRE(s, !(frame->flags & WEND_FRAME_ROUTES_TRUNCATED) || !has_all,
                "assert_false(frame.flags & WEND_FRAME_ROUTES_TRUNCATED);");
    f->was_cut |= frame->flags & WEND_FRAME_ROUTES_TRUNCATED;
}

static uint64_t work_of_edits(sim *s, const sim_fleet *f, uint64_t chunks) {
    uint64_t edits = wend_map_version(fleet_place(s, f)->map) - f->map_version;
    uint64_t remembered = sim_edits_remembered(s, f->place);
    uint64_t few = edits * (1 + WEND_FLEET_WORK_EDIT * (uint64_t)f->fields);
    uint64_t many = chunks + WEND_FLEET_WORK_EDIT * (uint64_t)f->fields;
    return remembered && edits > remembered ? many : few > many ? few : many;
}

#define TRAIL_MAX 64u /* moves back to where a search began, before the route itself */

/* The bound of the header. */
static void check_work(sim *s, sim_fleet *f, const wend_frame *frame, uint32_t budget) {
    const model_map *m = &fleet_place(s, f)->model;
    uint64_t chunks = (uint64_t)((m->width + 63) / 64) * ((m->height + 63) / 64);
    uint32_t longest = fleet_longest_route(s, f), active = 0;
    for (uint32_t i = 0; i < f->high; i++) {
        const fleet_unit *u = &f->units[i];
        active += u->handle && (fleet_is_active(u->was) || fleet_is_active(u->status));
    }
    longest = longest > f->longest ? longest : f->longest;
    uint64_t moves = 2 * f->high + (uint64_t)WEND_FLEET_WORK_MOVE * active;
    uint64_t first = moves + work_of_edits(s, f, chunks) + budget / 4;
    uint64_t last =
        WEND_FLEET_WORK_BEGIN + (uint64_t)WEND_FLEET_WORK_ROUTE * ((uint64_t)longest + TRAIL_MAX);
    bool is_edited = wend_map_version(fleet_place(s, f)->map) != f->map_version;
    uint64_t cut = WEND_FLEET_WORK_STEP * sim_size(s, f->place) + WEND_MAP_EDITS;
    last = f->fields && is_edited && last < cut ? cut : last;
    last += f->has_nearest ? WEND_FLEET_WORK_NEAREST * chunks : 0;
    uint64_t most = (first > budget ? first : budget) + last;
    SIM_REQUIRE(s, frame->work <= most, "assert_in_range(frame.work, 0, %llu); /* is %u */",
                (unsigned long long)most, frame->work);
}

static void check_frame(sim *s, sim_fleet *f, const wend_frame *frame, uint32_t budget) {
    frame_tally tally = {0};
    read_events(s, f, frame);
    for (uint32_t i = 0; i < f->high; i++) {
        if (f->units[i].handle) {
            check_frame_unit(s, f, i, frame, &tally);
            sim_mix(s, f->units[i].at);
        }
    }
    check_counters(s, f, frame, &tally);
    check_event_count(s, f, frame);
    check_flags(s, f, frame, budget);
    check_work(s, f, frame, budget);
    uint64_t moves = f->info.moves;
    fleet_check_info(s, f);
    SIM_REQUIRE(s, f->info.moves == moves + frame->moved,
                "assert_int_equal(wend_fleet_stats(fleet[%u]).moves, %llu);", f->slot,
                (unsigned long long)moves + frame->moved);
    fleet_check_units(s, f);
    sim_mix(s, frame->hash);
    sim_mix(s, frame->work);
    sim_mix(s, frame->flags);
}

/* ---- Frames ---------------------------------------------------------------------------------- */

static wend_error call_frame(sim *s, sim_fleet *f, const fleet_frame_how *how, wend_frame *frame) {
    if (!how->nanoseconds) {
        sim_say(s, "wend_fleet_frame(fleet[%u], (wend_budget){.work = %u}, &frame);", f->slot,
                how->budget);
        uint64_t began = sim_clock(s);
        wend_error error = wend_fleet_frame(f->fleet, (wend_budget){.work = how->budget}, frame);
        sim_pace(s, "wend_fleet_frame", began, frame->work);
        return error;
    }
    wend_clock clock = sim_world_clock(s, how->clock);
    sim_say(s, "world_clock = sim_world_clock(&printed_sim, %u);", how->clock);
    sim_say(s,
            "wend_fleet_frame(fleet[%u], (wend_budget){.work = %u, .nanoseconds = %llu, .clock = "
            "&world_clock}, &frame);",
            f->slot, how->budget, (unsigned long long)how->nanoseconds);
    wend_budget budget = {.work = how->budget, .nanoseconds = how->nanoseconds, .clock = &clock};
    return wend_fleet_frame(f->fleet, budget, frame);
}

static void note_places(sim *s, sim_fleet *f) {
    uint32_t slot = (uint32_t)(f->frames * 7) % (f->high ? f->high : 1);
    const fleet_unit *u = fleet_unit_at(f, slot);
    if (u) {
        sim_note(s, f->place, u->at);
    }
    if (u && u->goal != WEND_STATE_NONE) {
        sim_note(s, f->place, u->goal);
    }
}

/* The faults that the frame had to cope with. */
static void cover_frame(sim *s, const sim_fleet *f, const fleet_frame_how *how, bool has_changed,
                        uint64_t edits) {
    sim_fault fault = how->nanoseconds                   ? SIM_FAULT_CLOCK
                      : edits > WEND_MAP_EDITS           ? SIM_FAULT_BURST
                      : has_changed                      ? SIM_FAULT_EDIT
                      : !f->is_prepared                  ? SIM_FAULT_NOT_RESERVED
                      : f->prepared != WEND_ERROR_MEMORY ? SIM_FAULT_NONE
                      : f->def.memory_limit              ? SIM_FAULT_LIMIT
                                                         : SIM_FAULT_ALLOCATION;
    sim_cover(s, SIM_OBJECT_FLEET, f->place, fault);
    s->report->counts.frames++;
}

wend_frame fleet_run_frame(sim *s, sim_fleet *f, const fleet_frame_how *how) {
    wend_frame frame = {0};
    predict_moves(s, f);
    f->longest = fleet_longest_route(s, f);
    ledger before = s->books[f->book];
    wend_error error = call_frame(s, f, how, &frame);
    sim_mix(s, error);
    wend_error expected = is_budget(how->budget) ? WEND_OK : WEND_ERROR_BUDGET;
    SIM_REQUIRE(s, error == expected, "fail_msg(\"wend_fleet_frame: %s\");",
                wend_error_text(error));
    fleet_check_calls(s, f, &before);
    if (error) {
        fleet_check_units(s, f);
        return frame;
    }
    uint64_t version = wend_map_version(fleet_place(s, f)->map);
    f->frames++;
    f->quiet = is_changed(s, f) ? 0 : f->quiet + 1;
    cover_frame(s, f, how, f->quiet == 0, version - f->map_version);
    check_frame(s, f, &frame, how->budget);
    f->map_version = version;
    f->components_version = wend_components_version(f->def.components);
    f->is_prepared = false;
    note_places(s, f);
    return frame;
}

/* ---- The end --------------------------------------------------------------------------------- */

static uint32_t count_active(const sim_fleet *f) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < f->high; i++) {
        count += f->units[i].handle && fleet_is_active(f->units[i].status);
    }
    return count;
}

/* The maximum number of frames until all units arrive: the header's bound on waiting, twice because
 * a unit of a group may have to wait again, plus the longest walk. */
static uint64_t most_frames(const sim *s, const sim_fleet *f, uint32_t budget) {
    uint64_t size = sim_size(s, f->place), units = f->count;
    uint64_t route = WEND_FLEET_WORK_ROUTE * (size + 64);
    uint64_t search = 2 * WEND_WORK_EXPANSION * size + 2000;
    uint64_t left = (budget - WEND_FLEET_WORK_MOVE * units - route) / 2;
    uint64_t wait = WEND_FLEET_AGEING + 1 + units * (WEND_FLEET_WORK_ORDER + search + route) / left;
    return 2 * wait + 2 * size + 2 * WEND_FLEET_AGEING + f->high;
}

static void check_end(sim *s, sim_fleet *f, uint32_t slot) {
    const fleet_unit *u = &f->units[slot];
    SIM_REQUIRE(s, !fleet_is_active(u->status),
                "assert_int_not_equal(wend_fleet_status(fleet[%u], " FLEET_UNIT
                "), %u); /* it does not arrive */",
                f->slot, f->slot, slot, (unsigned)u->status);
    fleet_verify_unreachable(s, f, slot, true);
}

#define CELLS_FINISHED 100000u
#define LEAN_FRAMES    60u /* enough to check that moves are legal */

void fleet_finish(sim *s, sim_fleet *f) {
    uint64_t size = sim_size(s, f->place);
    uint32_t rich = s->script->seed % 4 ? 200000 : 3000;
    uint32_t budget =
        (uint32_t)(WEND_FLEET_WORK_MOVE * f->count + WEND_FLEET_WORK_ROUTE * (size + 64) + rich);
    uint64_t most =
        f->def.memory_limit || size > CELLS_FINISHED ? LEAN_FRAMES : most_frames(s, f, budget);
    sim_say(s, "book[%u].fail_at = 0;", f->book);
    s->books[f->book].fail_at = 0;
    fleet_update_components(s, f, UINT32_MAX);
    uint64_t n = 0;
    do {
        fleet_prepare(s, f, budget);
        fleet_run_frame(s, f, &(fleet_frame_how){.budget = budget});
    } while (++n < most && (count_active(f) > 0 || fleet_may_wake(f)));
    for (uint32_t i = 0; i < f->high && most > LEAN_FRAMES; i++) {
        check_end(s, f, i);
    }
}
