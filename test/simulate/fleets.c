/* simulate/fleets.c - fleets: their creation, frames and queries. */
#include "simulate/fleet_calls.h"
#include "simulate/fleet_model.h"
#include "support/test.h"

#include <string.h>

/* ---- Creation -------------------------------------------------------------------------------- */

/* Arguments of "create". EXTRAS: 1 components, 2 jps, 4 astar; from bit 8 on: the fault. */
enum { PLACE, UNITS, SEARCHES, WAIT, EVENTS, LIMIT, GROUPS, EXTRAS };

typedef enum mistake {
    NO_MISTAKE,
    NO_DOMAIN,
    NO_UNITS,
    MANY_UNITS,
    MANY_SEARCHES,
    NO_WAIT,
    NO_EVENT,
    MANY_FIELDS,
    MANY_EVENTS,
    HALF_ALLOCATOR,
    NO_FLEET_ALGO,
    TWO_DOMAINS,
    MISTAKES
} mistake;

static uint32_t draw_limit(sim *s, uint32_t units, uint32_t events) {
    uint32_t records = 3000 + units * 150 + (events ? events : 2 * units) * 24;
    static const uint32_t scales[] = {500, 4000, 20000, 100000, 1000000};
    if (sim_percent(s, 70)) {
        return 0;
    }
    return sim_percent(s, 10) ? 1 + sim_below(s, 6000)
                              : records + sim_below(s, DICE_PICK(&s->dice, scales));
}

static bool draw_create(sim *s, sim_step *step) {
    static const uint32_t units[] = {1, 2, 3, 8, 20, 20, 60, 200};
    static const uint32_t groups[] = {1, 2, 2, 3, 10, 0};
    step->slot = sim_below(s, SIM_FLEETS);
    step->arg[PLACE] = sim_draw_place(s, sim_percent(s, 95) ? sim_is_numbered : NULL);
    step->arg[UNITS] = 1 + sim_below(s, DICE_PICK(&s->dice, units));
    if (sim_percent(s, 2)) {
        step->arg[UNITS] = 1000 + sim_below(s, 4000);
    }
    step->arg[SEARCHES] = sim_percent(s, 30) ? 0 : 1 + sim_below(s, 6);
    step->arg[WAIT] = sim_below(s, 3);
    uint32_t events = sim_percent(s, 70) ? 0 : 1 + sim_below(s, 3 * step->arg[UNITS]);
    step->arg[EVENTS] = (sim_percent(s, 40) ? 15 : sim_below(s, 16)) | events << 4;
    step->arg[LIMIT] = draw_limit(s, step->arg[UNITS], events);
    step->arg[GROUPS] = DICE_PICK(&s->dice, groups) | sim_below(s, 4) << 16;
    step->arg[EXTRAS] = sim_percent(s, 70) | (sim_percent(s, 20) ? 2u << sim_below(s, 2) : 0);
    if (sim_percent(s, 5)) {
        step->arg[EXTRAS] |= (1 + sim_below(s, MISTAKES - 1)) << 8;
    }
    return !s->fleets[step->slot];
}

static void make_mistake(wend_fleet_def *def, mistake what) {
    def->map = what == NO_DOMAIN ? NULL : def->map;
    def->domain = what == NO_DOMAIN                 ? NULL
                  : what == TWO_DOMAINS && def->map ? wend_map_domain(def->map)
                                                    : def->domain;
    def->units_max = what == NO_UNITS     ? 0
                     : what == MANY_UNITS ? WEND_FLEET_UNITS_MAX + 1
                                          : def->units_max;
    def->searches_max = what == MANY_SEARCHES ? WEND_FLEET_SEARCHES_MAX + 1 : def->searches_max;
    def->wait = what == NO_WAIT ? (wend_wait)3 : def->wait;
    def->event_kinds = what == NO_EVENT ? 16 : def->event_kinds;
    def->fields_max = what == MANY_FIELDS ? WEND_FLEET_FIELDS_MAX + 1 : def->fields_max;
    def->events_max = what == MANY_EVENTS ? UINT32_MAX : def->events_max;
    def->allocator.release = what == HALF_ALLOCATOR ? NULL : def->allocator.release;
    def->algo = what == NO_FLEET_ALGO ? wend_algo_tba() : def->algo;
}

static wend_fleet_def definition_of(sim *s, const sim_step *step) {
    const sim_place *place = &s->places[step->arg[PLACE]];
    const uint32_t *arg = step->arg;
    wend_fleet_def def = {.map = place->map,
                          .domain = place->domain,
                          .units_max = arg[UNITS],
                          .searches_max = arg[SEARCHES],
                          .wait = (wend_wait)(arg[WAIT] % 3),
                          .event_kinds = arg[EVENTS] & 15,
                          .events_max = arg[EVENTS] >> 4,
                          .memory_limit = arg[LIMIT],
                          .group_min = arg[GROUPS] & 0xffff,
                          .fields_max = arg[GROUPS] >> 16,
                          .time_bank = arg[UNITS] % 3 * UINT64_C(5000000)};
    def.components = arg[EXTRAS] & 1 ? place->components : NULL;
    def.algo = arg[EXTRAS] & 2 ? wend_algo_jps() : arg[EXTRAS] & 4 ? wend_algo_astar() : NULL;
    def.allocator = sim_allocator(s, SIM_BOOK_FLEETS + step->slot);
    make_mistake(&def, arg[EXTRAS] >> 8);
    return def;
}

static void say_create(sim *s, const sim_step *step, const wend_fleet_def *def) {
    uint32_t place = step->arg[PLACE];
    char components[32];
    snprintf(components, sizeof components, def->components ? "components[%u]" : "NULL", place);
    sim_say(s,
            "fleet_def = (wend_fleet_def){.%s = %s, .algo = %s%s%s, .units_max = %u, "
            ".searches_max = %u, .wait = %u, .event_kinds = %u, .events_max = %u, "
            ".memory_limit = %zu, .components = %s, .group_min = %u, .fields_max = %u, "
            ".time_bank = %llu, .allocator = ledger_allocator(&book[%u])};",
            def->map ? "map" : "domain", def->map || def->domain ? sim_place_text(place) : "NULL",
            def->algo ? "wend_algo_find(\"" : "NULL", def->algo ? def->algo->name : "",
            def->algo ? "\")" : "", def->units_max, def->searches_max, (unsigned)def->wait,
            def->event_kinds, def->events_max, def->memory_limit, components, def->group_min,
            def->fields_max, (unsigned long long)def->time_bank, SIM_BOOK_FLEETS + step->slot);
    if (def->map && def->domain) {
        sim_say(s, "fleet_def.domain = wend_map_domain(fleet_def.map);");
    }
    if (!def->allocator.release) {
        sim_say(s, "fleet_def.allocator.release = NULL;");
    }
    sim_say(s, "wend_fleet_create(&fleet_def, &fleet[%u], NULL);", step->slot);
}

/* The expected error of a definition, apart from memory. */
static wend_error expected_error(const sim *s, const sim_step *step, const wend_fleet_def *def) {
    uint32_t what = step->arg[EXTRAS] >> 8, place = step->arg[PLACE];
    if (what == NO_FLEET_ALGO) {
        return WEND_ERROR_UNSUPPORTED;
    }
    if ((what > NO_MISTAKE && what < TWO_DOMAINS) || (def->map && def->domain) ||
        def->units_max == 0) {
        return WEND_ERROR_ARGUMENT;
    }
    bool is_accepted = sim_is_numbered(&s->places[place]) && place != SIM_TRACK;
    bool is_jps = def->algo == wend_algo_jps();
    return is_accepted && (!is_jps || wend_map_jumpable(def->map)) ? WEND_OK
                                                                   : WEND_ERROR_UNSUPPORTED;
}

static void check_created(sim *s, const sim_step *step, const wend_fleet_def *def, wend_error error,
                          const wend_diagnosis *diagnosis, uint64_t failures) {
    uint32_t book = SIM_BOOK_FLEETS + step->slot;
    wend_error expected = expected_error(s, step, def);
    bool may_lack = expected == WEND_OK && (def->memory_limit || sim_has_failed(s, book, failures));
    bool is_mixed = step->arg[EXTRAS] >> 8 && expected != WEND_OK && error != WEND_OK;
    SIM_REQUIRE(
        s, error == expected || (may_lack && error == WEND_ERROR_MEMORY) || is_mixed,
        "assert_int_equal(wend_fleet_create(&fleet_def, &fleet[%u], NULL), %u); /* is %u */",
        step->slot, (unsigned)expected, (unsigned)error);
    SIM_REQUIRE(s, !error || s->books[book].live_bytes == 0,
                "assert_int_equal(book[%u].live_bytes, 0); /* is %zu */", book,
                s->books[book].live_bytes);
    SIM_REQUIRE(s, !error || (diagnosis->field && diagnosis->text[0]),
                "fail_msg(\"wend_fleet_create: no diagnosis\");");
    bool has_failed = sim_has_failed(s, book, failures);
    sim_cover(s, SIM_OBJECT_FLEET, step->arg[PLACE],
              has_failed                   ? SIM_FAULT_ALLOCATION
              : error == WEND_ERROR_MEMORY ? SIM_FAULT_LIMIT
                                           : SIM_FAULT_NONE);
}

static void fill_defaults(wend_fleet_def *def) {
    def->searches_max = def->searches_max ? def->searches_max : 4;
    def->event_kinds = def->event_kinds
                           ? def->event_kinds
                           : WEND_EVENT_ARRIVED | WEND_EVENT_UNREACHABLE | WEND_EVENT_ROUTE;
    def->events_max = def->events_max ? def->events_max : 2 * def->units_max;
    def->group_min = def->group_min ? def->group_min : 100;
    def->fields_max = def->fields_max ? def->fields_max : 2;
}

static void apply_create(sim *s, const sim_step *step) {
    uint32_t place = step->arg[PLACE];
    if (step->slot >= SIM_FLEETS || s->fleets[step->slot] || place >= SIM_PLACES ||
        !sim_exists(&s->places[place])) {
        return;
    }
    wend_fleet_def def = definition_of(s, step);
    wend_diagnosis diagnosis = {0};
    wend_fleet *fleet = (wend_fleet *)(void *)&def; /* must be written */
    uint32_t book = SIM_BOOK_FLEETS + step->slot;
    uint64_t failures = s->books[book].failures;
    say_create(s, step, &def);
    wend_error error = wend_fleet_create(&def, &fleet, &diagnosis);
    SIM_REQUIRE(s, !error == (fleet != NULL), "assert_null(fleet[%u]);", step->slot);
    check_created(s, step, &def, error, &diagnosis, failures);
    sim_mix(s, error);
    if (error) {
        return;
    }
    sim_fleet *f = test_alloc(sizeof *f);
    *f = (sim_fleet){.fleet = fleet, .def = def, .slot = step->slot, .place = place, .book = book};
    fill_defaults(&f->def);
    f->is_symmetric = fleet_is_symmetric(s, place);
    f->units = test_alloc(def.units_max * sizeof *f->units);
    f->next = test_alloc(def.units_max * sizeof *f->next);
    f->failures = failures;
    f->map_version = wend_map_version(def.map);
    f->components_version = wend_components_version(def.components);
    s->fleets[step->slot] = f;
    s->places[place].users++;
    fleet_check_info(s, f);
}

static bool draw_destroy(sim *s, sim_step *step) {
    return fleet_draw(s, step);
}

static void destroy_fleet(sim *s, sim_fleet *f) {
    sim_say(s, "wend_fleet_destroy(fleet[%u]);", f->slot);
    wend_fleet_destroy(f->fleet);
    SIM_REQUIRE(s, s->books[f->book].live_bytes == 0,
                "assert_int_equal(book[%u].live_bytes, 0); /* is %zu */", f->book,
                s->books[f->book].live_bytes);
    fleet_place(s, f)->users--;
    s->fleets[f->slot] = NULL;
    free(f->labels);
    free(f->next);
    free(f->units);
    free(f);
}

static void apply_destroy(sim *s, const sim_step *step) {
    sim_fleet *f = fleet_get(s, step->slot);
    if (f) {
        destroy_fleet(s, f);
    }
}

/* ---- Frames ---------------------------------------------------------------------------------- */

static uint32_t draw_frame_budget(sim *s) {
    static const uint32_t scales[] = {0, 900, 900, 9000, 9000, 60000, 60000, 500000, 5000000};
    static const uint32_t wrong[] = {0, WEND_FLEET_WORK_MIN - 1, WEND_FLEET_WORK_MAX + 1};
    if (sim_percent(s, 1)) {
        return DICE_PICK(&s->dice, wrong);
    }
    if (sim_percent(s, 1)) {
        return WEND_FLEET_WORK_MAX;
    }
    return WEND_FLEET_WORK_MIN + sim_below(s, DICE_PICK(&s->dice, scales));
}

/* Arguments of "frames" and "timed". PREPARE: 0 not, 1 for the budget, 2 for half of it. */
enum { BUDGET, COUNT, PREPARE, CHUNKS, REFUSE, TIME, CLOCK };

static bool draw_frames(sim *s, sim_step *step) {
    static const uint32_t chunks[] = {0, 1, 16, UINT32_MAX};
    step->arg[BUDGET] = draw_frame_budget(s);
    step->arg[COUNT] = 1 + sim_below(s, sim_percent(s, 60) ? 4 : 60);
    step->arg[PREPARE] = sim_percent(s, 80) ? 1 : sim_below(s, 3);
    step->arg[CHUNKS] = DICE_PICK(&s->dice, chunks);
    step->arg[REFUSE] = sim_percent(s, 20) ? 1 + sim_below(s, 4) : 0;
    return fleet_draw(s, step);
}

static bool draw_timed(sim *s, sim_step *step) {
    draw_frames(s, step);
    step->arg[COUNT] = 1 + sim_below(s, 6);
    step->arg[TIME] = 1 + sim_below(s, sim_percent(s, 50) ? 1000 : 1000000);
    step->arg[CLOCK] = sim_below(s, SIM_CLOCKS);
    return s->fleets[step->slot];
}

static void refuse_some(sim *s, sim_fleet *f, uint32_t stride) {
    for (uint32_t i = 0; stride > 0 && i < f->high; i += stride) {
        if (fleet_unit_at(f, i)) {
            fleet_refuse(s, f, i);
        }
    }
}

static void apply_frames(sim *s, const sim_step *step) {
    sim_fleet *f = fleet_get(s, step->slot);
    fleet_frame_how how = {
        .budget = step->arg[BUDGET], .nanoseconds = step->arg[TIME], .clock = step->arg[CLOCK]};
    for (uint32_t i = 0; f && i < step->arg[COUNT]; i++) {
        fleet_update_components(s, f, step->arg[CHUNKS]);
        if (step->arg[PREPARE]) {
            fleet_prepare(s, f, how.budget / step->arg[PREPARE]);
        }
        fleet_run_frame(s, f, &how);
        refuse_some(s, f, step->arg[REFUSE]);
    }
}

static bool draw_prepare(sim *s, sim_step *step) {
    step->arg[BUDGET] = draw_frame_budget(s);
    return fleet_draw(s, step);
}

static void apply_prepare(sim *s, const sim_step *step) {
    sim_fleet *f = fleet_get(s, step->slot);
    if (f) {
        fleet_prepare(s, f, step->arg[BUDGET]);
    }
}

/* ---- Queries --------------------------------------------------------------------------------- */

/* One unit and a state, and a distance. */
static bool draw_look(sim *s, sim_step *step) {
    bool is_drawn = fleet_draw_one(s, step);
    step->arg[2] = sim_percent(s, 90) ? 1 + sim_below(s, 40) : sim_below(s, 3) * 1000000;
    return is_drawn;
}

static bool is_reason_of(const fleet_unit *u, wend_reason reason) {
    switch (u->status) {
    case WEND_UNIT_IDLE:
        return reason == WEND_REASON_NO_ORDER;
    case WEND_UNIT_QUEUED:
        return reason == WEND_REASON_QUEUED;
    case WEND_UNIT_SEARCHING:
        return reason == WEND_REASON_SEARCHING;
    case WEND_UNIT_FOLLOWING:
        return reason == WEND_REASON_ON_ROUTE;
    case WEND_UNIT_GROUPED:
        return reason == WEND_REASON_ON_ROUTE || reason == WEND_REASON_GROUPED;
    case WEND_UNIT_ARRIVED:
        return reason == (u->at == u->goal ? WEND_REASON_ARRIVED : WEND_REASON_ARRIVED_NEAREST);
    case WEND_UNIT_UNREACHABLE:
        return reason == WEND_REASON_GOAL_BLOCKED || reason == WEND_REASON_OTHER_COMPONENT ||
               reason == WEND_REASON_UNREACHABLE || reason == WEND_REASON_CELL_BLOCKED;
    }
    return false;
}

static void check_explanation(sim *s, sim_fleet *f, uint32_t slot) {
    const fleet_unit *u = &f->units[slot];
    wend_explanation why = wend_fleet_explain(f->fleet, u->handle);
    bool is_inside = why.reason == WEND_REASON_CELL_BLOCKED;
    wend_state about = why.reason == WEND_REASON_NO_ORDER || is_inside ? u->at
                       : why.reason == WEND_REASON_ON_ROUTE            ? fleet_foretell(f, slot)
                                                                       : u->goal;
    SIM_REQUIRE(s, is_reason_of(u, why.reason),
                "assert_int_not_equal(wend_fleet_explain(fleet[%u], " FLEET_UNIT
                ").reason, %u); /* status %u */",
                f->slot, f->slot, slot, (unsigned)why.reason, (unsigned)u->status);
    SIM_REQUIRE(s, why.state == about,
                "assert_int_equal(wend_fleet_explain(fleet[%u], " FLEET_UNIT
                ").state, %u); /* is %u, reason %u */",
                f->slot, f->slot, slot, about, why.state, (unsigned)why.reason);
    SIM_REQUIRE(s, !is_inside || model_is_buried(&fleet_place(s, f)->model, u->at),
                "assert_int_not_equal(wend_fleet_explain(fleet[%u], " FLEET_UNIT ").reason, %u);",
                f->slot, f->slot, slot, (unsigned)why.reason);
    bool has_moved = u->refused_to != WEND_STATE_NONE;
    SIM_REQUIRE(s, why.ticks == !has_moved,
                "assert_int_equal(wend_fleet_explain(fleet[%u], " FLEET_UNIT ").ticks, %d);",
                f->slot, f->slot, slot, !has_moved);
    bool is_blocked = why.reason == WEND_REASON_GOAL_BLOCKED;
    SIM_REQUIRE(s, !is_blocked || !sim_can_stand(s, f->place, u->goal),
                "assert_int_not_equal(wend_fleet_explain(fleet[%u], " FLEET_UNIT ").reason, %u);",
                f->slot, f->slot, slot, (unsigned)why.reason);
    SIM_REQUIRE(s, (why.edit == WEND_EDIT_NONE) == (why.edited == WEND_STATE_NONE),
                "fail_msg(\"unit %u: edit %u of %u\");", slot, (unsigned)why.edit, why.edited);
    sim_mix(s, (uint64_t)why.reason << 32 | why.state);
    sim_mix(s, why.count);
}

/* A step of a field is a move, unless an edit came since the last frame; an exact step is the first
 * of an optimal route. */
static void check_field(sim *s, sim_fleet *f, uint32_t slot, wend_state state) {
    const fleet_unit *u = &f->units[slot];
    bool is_exact = true;
    wend_state next = wend_fleet_field_next(f->fleet, u->handle, state, &is_exact);
    sim_mix(s, next);
    bool is_none =
        u->status != WEND_UNIT_GROUPED || state >= sim_size(s, f->place) || state == u->goal;
    SIM_REQUIRE(s, !is_none || (next == WEND_STATE_NONE && !is_exact),
                "assert_int_equal(wend_fleet_field_next(fleet[%u], " FLEET_UNIT
                ", %u, NULL), WEND_STATE_NONE);",
                f->slot, f->slot, slot, state);
    bool is_quiet = wend_map_version(fleet_place(s, f)->map) == f->map_version;
    if (next == WEND_STATE_NONE || !is_quiet || !is_exact) {
        return;
    }
    wend_cost cost = sim_move_cost(s, f->place, state, next);
    bool is_best = cost > 0;
    if (is_best && sim_size(s, f->place) <= 2000 && sim_can_stand(s, f->place, state)) {
        uint64_t *distances = sim_distances(s, f->place, u->goal, state);
        is_best = distances[state] == distances[next] + cost;
        free(distances);
    }
    SIM_REQUIRE(s, is_best,
                "assert_int_not_equal(wend_fleet_field_next(fleet[%u], " FLEET_UNIT
                ", %u, NULL), %u);",
                f->slot, f->slot, slot, state, next);
}

/* A smaller buffer gets the beginning of the route. */
static void check_capacity(sim *s, sim_fleet *f, uint32_t slot, uint32_t capacity) {
    wend_state some[8], more[16];
    capacity %= COUNT_OF(some) + 1;
    uint32_t count = wend_fleet_waypoints(f->fleet, f->units[slot].handle, some, capacity, NULL);
    uint32_t all =
        wend_fleet_waypoints(f->fleet, f->units[slot].handle, more, COUNT_OF(more), NULL);
    bool is_prefix = count == (all < capacity ? all : capacity);
    for (uint32_t i = 0; is_prefix && i < count; i++) {
        is_prefix = some[i] == more[i];
    }
    SIM_REQUIRE(s, is_prefix, "fail_msg(\"unit %u: %u of %u waypoints of its route\");", slot,
                count, all);
}

static void apply_look(sim *s, const sim_step *step) {
    sim_fleet *f = fleet_get(s, step->slot);
    uint32_t slot = step->arg[0];
    fleet_unit *u = f ? fleet_unit_at(f, slot) : NULL;
    if (!u) {
        return;
    }
    ledger before = s->books[f->book];
    wend_state next = wend_fleet_next(f->fleet, u->handle);
    SIM_REQUIRE(s, next == WEND_STATE_NONE || sim_move_cost(s, f->place, u->at, next),
                "assert_int_not_equal(wend_fleet_next(fleet[%u], " FLEET_UNIT "), %u);", f->slot,
                f->slot, slot, next);
    fleet_check_ahead(s, f, slot, step->arg[2]);
    check_explanation(s, f, slot);
    check_field(s, f, slot, step->arg[1]);
    check_capacity(s, f, slot, step->arg[2]);
    u->events = 0;
    fleet_check_route(s, f, slot);
    fleet_check_info(s, f);
    fleet_check_calls(s, f, &before);
    fleet_check_units(s, f);
    sim_cover(s, SIM_OBJECT_FLEET, f->place, SIM_FAULT_NONE);
}

/* ---- Invalid handles ------------------------------------------------------------------------- */

static bool draw_stale(sim *s, sim_step *step) {
    sim_fleet *f = fleet_draw(s, step) ? s->fleets[step->slot] : NULL;
    step->arg[0] = sim_below(s, 4);
    step->arg[1] = sim_below(s, 1u << 30);
    step->arg[2] = f ? fleet_draw_state(s, f) : 0;
    return f;
}

static wend_unit wrong_handle(const sim_fleet *f, uint32_t kind, uint32_t number) {
    uint32_t slot = number % f->def.units_max;
    wend_unit unit = slot < f->high ? f->units[slot].handle : WEND_UNIT_NONE;
    switch (kind) {
    case 0:
        return f->stale;
    case 1: /* of another generation */
        return unit ? unit + ((uint64_t)1 << 32) : WEND_UNIT_NONE;
    case 2:
        return (uint64_t)number << 32 | (f->def.units_max + number % 3);
    default:
        return WEND_UNIT_NONE;
    }
}

static void apply_stale(sim *s, const sim_step *step) {
    sim_fleet *f = fleet_get(s, step->slot);
    if (!f) {
        return;
    }
    wend_unit unit = wrong_handle(f, step->arg[0], step->arg[1]);
    wend_state state = step->arg[2];
    ledger before = s->books[f->book];
    bool is_refused = wend_fleet_remove(f->fleet, unit) == WEND_ERROR_ARGUMENT &&
                      wend_fleet_set_goal(f->fleet, unit, state, NULL) == WEND_ERROR_ARGUMENT &&
                      wend_fleet_teleport(f->fleet, unit, state) == WEND_ERROR_ARGUMENT &&
                      wend_fleet_cancel(f->fleet, unit) == WEND_ERROR_ARGUMENT &&
                      wend_fleet_refuse(f->fleet, unit) == WEND_ERROR_ARGUMENT;
    bool is_empty = wend_fleet_status(f->fleet, unit) == WEND_UNIT_IDLE &&
                    wend_fleet_state(f->fleet, unit) == WEND_STATE_NONE &&
                    wend_fleet_goal(f->fleet, unit) == WEND_STATE_NONE &&
                    wend_fleet_next(f->fleet, unit) == WEND_STATE_NONE &&
                    wend_fleet_ahead(f->fleet, unit, 5) == WEND_STATE_NONE &&
                    wend_fleet_field_next(f->fleet, unit, state, NULL) == WEND_STATE_NONE &&
                    wend_fleet_waypoints(f->fleet, unit, NULL, 0, NULL) == 0 &&
                    wend_fleet_explain(f->fleet, unit).reason == WEND_REASON_NO_ORDER;
    SIM_REQUIRE(s, is_refused && is_empty,
                "assert_int_equal(wend_fleet_remove(fleet[%u], UINT64_C(0x%llx)), "
                "WEND_ERROR_ARGUMENT);",
                f->slot, (unsigned long long)unit);
    fleet_check_calls(s, f, &before);
    fleet_check_units(s, f);
    sim_cover(s, SIM_OBJECT_FLEET, f->place, SIM_FAULT_NONE);
}

/* ---- The module ------------------------------------------------------------------------------ */

static void finish(sim *s) {
    for (uint32_t i = 0; i < SIM_FLEETS; i++) {
        if (s->fleets[i]) {
            fleet_finish(s, s->fleets[i]);
        }
    }
}

static void destroy(sim *s) {
    for (uint32_t i = 0; i < SIM_FLEETS; i++) {
        if (s->fleets[i]) {
            destroy_fleet(s, s->fleets[i]);
        }
    }
}

static const sim_kind kinds[] = {
    {"create", 10, draw_create, apply_create, 1 + SIM_BOOK_FLEETS},
    {"destroy", 1, draw_destroy, apply_destroy, 0},
    {"add", 10, fleet_draw_add, fleet_apply_add, 0},
    {"remove", 3, fleet_draw_one, fleet_apply_remove, 0},
    {"send", 10, fleet_draw_one, fleet_apply_send, 0},
    {"send_many", 6, fleet_draw_many, fleet_apply_send_many, 0},
    {"send_group", 6, fleet_draw_many, fleet_apply_group, 1 + SIM_BOOK_FLEETS},
    {"cancel", 2, fleet_draw_one, fleet_apply_cancel, 0},
    {"put", 6, fleet_draw_put, fleet_apply_put, 1 + SIM_BOOK_FLEETS},
    {"refuse", 4, fleet_draw_one, fleet_apply_refuse, 0},
    {"prepare", 2, draw_prepare, apply_prepare, 1 + SIM_BOOK_FLEETS},
    {"frames", 30, draw_frames, apply_frames, 1 + SIM_BOOK_FLEETS},
    {"timed", 4, draw_timed, apply_frames, 1 + SIM_BOOK_FLEETS},
    {"look", 8, draw_look, apply_look, 0},
    {"stale", 2, draw_stale, apply_stale, 0},
};

const sim_module sim_fleet_module = {"fleet", kinds, COUNT_OF(kinds), 6, finish, destroy};
