/* simulate/finders.c - finders: their creation, reservations, paths and ranges. */
#include "simulate/finders.h"
#include "support/test.h"

#include <string.h>

/* ---- Creation -------------------------------------------------------------------------------- */

static bool draw_create(sim *s, sim_step *step) {
    static const uint32_t limits[] = {2000, 5000, 20000, 30000, 60000, 200000};
    step->slot = sim_below(s, SIM_FINDERS);
    step->arg[0] = sim_percent(s, 98) ? sim_draw_place(s, sim_is_numbered) : SIM_PUZZLE;
    step->arg[1] = sim_percent(s, 70);
    step->arg[2] = sim_percent(s, 20) ? DICE_PICK(&s->dice, limits) + sim_below(s, 1000) : 0;
    step->arg[3] = sim_percent(s, 2) ? 1 + sim_below(s, 2) : 0;
    return !s->finders[step->slot] && step->arg[0] < SIM_PLACES;
}

static void open_finder(sim *s, const sim_step *step, sim_finder *f) {
    s->finders[step->slot] = f;
    s->places[f->place].users++;
    uint32_t size = sim_size(s, f->place);
    f->room = size < ROOM_MAX ? size : ROOM_MAX;
    f->goals = test_alloc(GOALS_ROOM * sizeof *f->goals);
    f->path = test_alloc((f->room + GUARDS) * sizeof *f->path);
}

/* A definition with neither map nor domain, or with both. */
static wend_finder_def wrong_def(wend_finder_def def, uint32_t kind) {
    if (kind == 1) {
        def.map = NULL;
        def.domain = NULL;
    } else if (kind == 2 && def.map) {
        def.domain = wend_map_domain(def.map);
    }
    return def;
}

static void say_create(sim *s, const sim_step *step, const wend_finder_def *def) {
    char components[40];
    snprintf(components, sizeof components, "components[%u]", step->arg[0]);
    const char *place = sim_place_text(step->arg[0]);
    sim_say(s,
            "wend_finder_create(&(wend_finder_def){.map = %s, .domain = %s, .components = %s, "
            ".memory_limit = %zu, .allocator = ledger_allocator(&book[%u])}, &finder[%u], NULL);",
            def->map ? place : "NULL",
            !def->domain ? "NULL"
            : def->map   ? "wend_map_domain(map[0])"
                         : place,
            def->components ? components : "NULL", def->memory_limit, finder_book(step),
            step->slot);
}

static void apply_create(sim *s, const sim_step *step) {
    uint32_t place = step->arg[0], book = finder_book(step);
    if (step->slot >= SIM_FINDERS || s->finders[step->slot] || place >= SIM_PLACES ||
        !sim_exists(&s->places[place])) {
        return;
    }
    const sim_place *p = &s->places[place];
    wend_finder_def def = {.map = p->map,
                           .domain = p->domain,
                           .components = step->arg[1] ? p->components : NULL,
                           .memory_limit = step->arg[2],
                           .allocator = sim_allocator(s, book)};
    def = wrong_def(def, step->arg[3]);
    say_create(s, step, &def);
    sim_finder *f = test_alloc(sizeof *f);
    *f = (sim_finder){.place = place, .has_components = def.components, .limit = step->arg[2]};
    uint64_t failures = s->books[book].failures;
    wend_error error = wend_finder_create(&def, &f->finder, NULL);
    bool has_failed = sim_has_failed(s, book, failures);
    bool can_fail = has_failed || (f->limit && f->limit < 3000);
    wend_error expected = !def.map == !def.domain  ? WEND_ERROR_ARGUMENT
                          : !sim_is_numbered(p)    ? WEND_ERROR_UNSUPPORTED
                          : can_fail && !f->finder ? WEND_ERROR_MEMORY
                                                   : WEND_OK;
    SIM_REQUIRE(s, error == expected && !f->finder == (error != WEND_OK),
                "fail_msg(\"wend_finder_create: %s\");", wend_error_text(error));
    sim_cover(s, SIM_OBJECT_FINDER, place,
              has_failed ? SIM_FAULT_ALLOCATION
              : error    ? SIM_FAULT_LIMIT
                         : SIM_FAULT_NONE);
    if (error) {
        free(f);
        return;
    }
    open_finder(s, step, f);
}

/* ---- Reservations ---------------------------------------------------------------------------- */

static bool draw_reserve(sim *s, sim_step *step) {
    static const uint32_t units[] = {0, 1, 24, 1000, 20000, 100000, 1000000, UINT32_MAX};
    step->arg[0] = DICE_PICK(&s->dice, units);
    return finder_draw(s, step);
}

static void apply_reserve(sim *s, const sim_step *step) {
    sim_finder *f = finder_of(s, step);
    if (!f) {
        return;
    }
    sim_say(s, "wend_finder_reserve(finder[%u], %uu);", step->slot, step->arg[0]);
    finder_before b = finder_look(s, step);
    f->restarts |= f->seen != s->places[f->place].version;
    wend_error error = wend_finder_reserve(f->finder, step->arg[0]);
    finder_is_starved(s, step, f, error, WEND_OK, b);
    sim_mix(s, error);
    if (!error) {
        f->reserved = step->arg[0];
        f->reserved_version = s->places[f->place].version;
        f->is_covered = f->is_asked && !f->is_over && f->is_begun;
        /* A query may start again in another way. */
        f->is_covered = f->is_covered && (question_is_plain(&f->asked) || !f->restarts);
    }
}

/* ---- A query from its beginning to its end --------------------------------------------------- */

enum { SEED, BUDGET_OF_SLICE, UNITS, EDITS, SLICES };

static bool draw_session(sim *s, sim_step *step) {
    static const uint32_t budgets[] = {24, 24, 30, 100, 1000, 100000};
    static const uint32_t units[] = {0, 0, 100, 5000, 1000000};
    step->arg[SEED] = sim_below(s, 1u << 24);
    step->arg[BUDGET_OF_SLICE] = DICE_PICK(&s->dice, budgets);
    step->arg[UNITS] = DICE_PICK(&s->dice, units);
    step->arg[EDITS] = sim_percent(s, 50) ? 1 + sim_below(s, 2) : 0;
    step->arg[SLICES] = sim_below(s, 4);
    return finder_draw(s, step);
}

/* Edits cells of the base map, often those where queries start and end. */
static void edit_base(sim *s, uint32_t count) {
    for (uint32_t i = 0; i < sim_map_module.count; i++) {
        const sim_kind *kind = &sim_map_module.kinds[i];
        for (uint32_t n = 0; n < count && strcmp(kind->name, "set_free") == 0; n++) {
            sim_step edit = {0};
            kind->draw(s, &edit);
            kind->apply(s, &edit);
        }
    }
}

/* Begins a query, reserves, takes a few slices, edits the map, and takes the other slices. */
static void apply_session(sim *s, const sim_step *step) {
    dice kept = s->dice;
    if (!finder_of(s, step)) {
        return;
    }
    sim_step one = {0}, slices = {.slot = step->slot};
    s->dice = dice_of(step->arg[SEED]);
    finder_draw_question(s, &one);
    one.slot = step->slot;
    finder_apply_begin(s, &one);
    if (step->arg[UNITS]) {
        apply_reserve(s, &(sim_step){.slot = step->slot, .arg = {step->arg[UNITS]}});
    }
    slices.arg[0] = step->arg[BUDGET_OF_SLICE];
    slices.arg[1] = step->arg[SLICES];
    finder_apply_slices(s, &slices);
    edit_base(s, step->arg[EDITS]);
    slices.arg[1] = 3000;
    finder_apply_slices(s, &slices);
    s->dice = kept;
}

/* ---- Paths of the last query ----------------------------------------------------------------- */

static bool draw_path(sim *s, sim_step *step) {
    step->arg[0] = sim_percent(s, 2) ? 2 : sim_below(s, 2);
    step->arg[1] = sim_percent(s, 20) ? sim_below(s, 12) : ROOM_MAX;
    return finder_draw(s, step);
}

/* Checks a path that is written again; the query stays as it was. */
static void check_path(sim *s, const sim_step *step, sim_finder *f, const wend_answer *last,
                       uint32_t capacity) {
    const wend_answer *a = &f->answer;
    bool is_written = a->needed <= capacity;
    wend_find_status status = is_written ? f->status : WEND_FIND_BUFFER_TOO_SMALL;
    SIM_REQUIRE(s, a->end == last->end && a->cost == last->cost,
                "assert_int_equal(answer.end, %u);", last->end);
    SIM_REQUIRE(s, a->status == status, "assert_int_equal(answer.status, %u);", status);
    SIM_REQUIRE(s, a->needed > 0 && a->count == (is_written ? a->needed : 0),
                "assert_int_equal(answer.count, %u);", is_written ? a->needed : 0);
    if (f->version == s->places[f->place].version && a->count > 0) {
        char path[40];
        snprintf(path, sizeof path, "path[%u]", step->slot);
        question_check_path(s, f->place, &f->asked, f->asked.query.form, f->path, a, path);
    }
}

static void apply_path(sim *s, const sim_step *step) {
    sim_finder *f = finder_of(s, step);
    if (!f || f->is_unclear) {
        return;
    }
    uint32_t capacity = step->arg[1] < f->room ? step->arg[1] : f->room;
    bool has_all = step->arg[0] == WEND_PATH_CELLS;
    bool is_fine = f->is_over && f->answer.end != WEND_STATE_NONE;
    wend_answer last = f->answer, answer = {0};
    sim_say(s, "wend_finder_%s(finder[%u], path[%u], %u, &answer);", has_all ? "path" : "waypoints",
            step->slot, step->slot, capacity);
    finder_before b = finder_look(s, step);
    wend_error error = has_all ? wend_finder_path(f->finder, f->path, capacity, &answer)
                               : wend_finder_waypoints(f->finder, f->path, capacity, &answer);
    finder_is_starved(s, step, f, error, is_fine ? WEND_OK : WEND_ERROR_ARGUMENT, b);
    SIM_REQUIRE(s, s->books[finder_book(step)].calls == b.calls,
                "fail_msg(\"wend_finder_path allocates\");");
    if (!error) {
        f->asked.query.form = has_all ? WEND_PATH_CELLS : WEND_PATH_WAYPOINTS;
        f->asked.query.path = f->path;
        f->asked.query.capacity = capacity;
        f->answer = answer;
        finder_mix(s, &answer);
        check_path(s, step, f, &last, capacity);
    }
}

/* ---- Ranges ---------------------------------------------------------------------------------- */

static bool draw_range(sim *s, sim_step *step) {
    static const uint32_t costs[] = {0,      1224,    5000,          20000,
                                     100000, 1000000, WEND_COST_MAX, UINT32_MAX};
    if (!finder_draw(s, step)) {
        return false;
    }
    step->arg[0] = finder_draw_state(s, s->finders[step->slot]->place);
    step->arg[1] = DICE_PICK(&s->dice, costs);
    step->arg[2] = sim_percent(s, 20) ? sim_below(s, 12) : ROOM_MAX;
    return !question_is_slow(s, s->finders[step->slot]->place) || step->arg[1] < 100000;
}

/* By the distances of the model: each state once, by rising cost. */
static void check_range(sim *s, const sim_step *step, uint32_t place, const wend_reached *reached,
                        const wend_answer *a) {
    uint64_t *distances = sim_distances(s, place, step->arg[0], WEND_STATE_NONE);
    uint32_t needed = 0;
    bool is_cut = false;
    for (wend_state state = 0; state < sim_size(s, place); state++) {
        bool is_counted = distances[state] <= step->arg[1];
        needed += is_counted;
        is_cut |= is_counted && distances[state] > WEND_COST_MAX;
    }
    SIM_REQUIRE(s, is_cut || a->needed == needed, "assert_int_equal(answer.needed, %u);", needed);
    for (uint32_t i = 0; i < a->count; i++) {
        wend_state state = reached[i].state;
        SIM_REQUIRE(s, state < sim_size(s, place) && reached[i].cost == distances[state],
                    "assert_int_equal(reached[%u].cost, %llu);", i,
                    (unsigned long long)distances[state]);
        SIM_REQUIRE(s, i == 0 || reached[i].cost >= reached[i - 1].cost,
                    "assert_true(reached[%u].cost >= reached[%u].cost);", i, i - 1);
        distances[state] = MODEL_UNREACHED; /* once */
    }
    SIM_REQUIRE(s, a->status != WEND_FIND_OVERFLOW || step->arg[1] > WEND_COST_MAX,
                "assert_int_not_equal(answer.status, WEND_FIND_OVERFLOW);");
    free(distances);
}

static void check_range_fields(sim *s, const sim_step *step, const wend_reached *reached,
                               uint32_t capacity, const wend_answer *a) {
    uint32_t count = a->needed < capacity ? a->needed : capacity;
    bool is_more = a->needed > capacity;
    SIM_REQUIRE(s, a->count == count, "assert_int_equal(answer.count, %u);", count);
    SIM_REQUIRE(s,
                a->status == WEND_FIND_OVERFLOW ||
                    a->status == (is_more ? WEND_FIND_BUFFER_TOO_SMALL : WEND_FIND_FOUND),
                "assert_int_equal(answer.status, %u);",
                is_more ? WEND_FIND_BUFFER_TOO_SMALL : WEND_FIND_FOUND);
    SIM_REQUIRE(s, capacity == 0 || (reached[0].state == step->arg[0] && reached[0].cost == 0),
                "assert_int_equal(reached[0].state, %u);", step->arg[0]);
}

static void apply_range(sim *s, const sim_step *step) {
    sim_finder *f = finder_of(s, step);
    if (!f) {
        return;
    }
    uint32_t capacity = step->arg[2] < f->room ? step->arg[2] : f->room;
    wend_reached *reached = test_alloc((f->room + 1) * sizeof *reached);
    wend_error expected = step->arg[0] >= sim_size(s, f->place) ? WEND_ERROR_OUTSIDE
                          : f->place == SIM_TRACK               ? WEND_ERROR_UNSUPPORTED
                                                                : WEND_OK;
    wend_answer a;
    sim_say(s, "wend_finder_range(finder[%u], %uu, %uu, reached, %u, &answer);", step->slot,
            step->arg[0], step->arg[1], capacity);
    finder_before b = finder_look(s, step);
    wend_error error =
        wend_finder_range(f->finder, step->arg[0], step->arg[1], reached, capacity, &a);
    finder_is_starved(s, step, f, error, expected, b);
    finder_forget(f, error);
    f->reserved = 0;
    if (!error) {
        finder_pace(s, step, "wend_finder_range", b, a.work);
        finder_mix(s, &a);
        s->report->counts.queries++;
        check_range_fields(s, step, reached, capacity, &a);
        if (!question_is_slow(s, f->place)) {
            check_range(s, step, f->place, reached, &a);
        }
    }
    free(reached);
}

/* ---- Destruction ----------------------------------------------------------------------------- */

static void destroy_finder(sim *s, const sim_step *step) {
    sim_finder *f = s->finders[step->slot];
    sim_say(s, "wend_finder_destroy(finder[%u]);", step->slot);
    wend_finder_destroy(f->finder);
    SIM_REQUIRE(s, s->books[finder_book(step)].live_bytes == 0,
                "assert_int_equal(book[%u].live_bytes, 0);", finder_book(step));
    s->places[f->place].users--;
    s->finders[step->slot] = NULL;
    free(f->goals);
    free(f->path);
    free(f);
}

static void apply_destroy(sim *s, const sim_step *step) {
    if (finder_of(s, step)) {
        destroy_finder(s, step);
    }
}

/* A pending query is finished, if there is memory for it. */
static void finish(sim *s) {
    for (uint32_t i = 0; i < SIM_FINDERS; i++) {
        sim_step step = {.slot = i};
        sim_finder *f = s->finders[i];
        if (f && f->is_asked && !f->is_over) {
            s->books[finder_book(&step)].fail_at = 0;
            sim_say(s, "book[%u].fail_at = 0;", finder_book(&step));
            bool has_memory = finder_take_slice(s, &step, f, UINT64_MAX);
            SIM_REQUIRE(s, !has_memory || f->is_over, "assert_int_not_equal(answer.status, 4);");
        }
    }
}

static void destroy(sim *s) {
    for (uint32_t i = 0; i < SIM_FINDERS; i++) {
        if (s->finders[i]) {
            destroy_finder(s, &(sim_step){.slot = i});
        }
    }
}

static const sim_kind kinds[] = {
    {"create", 4, draw_create, apply_create, 1 + SIM_BOOK_FINDERS},
    {"find", 16, finder_draw_question, finder_apply_find, 1 + SIM_BOOK_FINDERS},
    {"finds", 10, finder_draw_finds, finder_apply_finds, 1 + SIM_BOOK_FINDERS},
    {"many", 6, finder_draw_question, finder_apply_many, 0},
    {"begin", 6, finder_draw_question, finder_apply_begin, 0},
    {"step", 8, finder_draw_step, finder_apply_step, 1 + SIM_BOOK_FINDERS},
    {"slices", 8, finder_draw_slices, finder_apply_slices, 1 + SIM_BOOK_FINDERS},
    {"session", 12, draw_session, apply_session, 1 + SIM_BOOK_FINDERS},
    {"reserve", 3, draw_reserve, apply_reserve, 1 + SIM_BOOK_FINDERS},
    {"path", 4, draw_path, apply_path, 0},
    {"range", 3, draw_range, apply_range, 0},
    {"destroy", 1, finder_draw, apply_destroy, 0},
};

const sim_module sim_finder_module = {"finder", kinds, COUNT_OF(kinds), 5, finish, destroy};
