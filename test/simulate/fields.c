/* simulate/fields.c - fields, compared with exact distances; and lines of sight, by
 * route_lines.c. */
#include "simulate/derived.h"
#include "simulate/questions.h"
#include "simulate/route_lines.h"
#include "support/test.h"

struct sim_field {
    wend_field *field;
    uint32_t place;
    wend_state goal;
    size_t limit;
    uint64_t seen;  /* version of the place at the last call */
    uint64_t read;  /* version of its map when it last read edits */
    bool is_room;   /* wend_field_reserve has succeeded, and no call came between */
    uint64_t room;  /* expansions left of it */
    bool is_packed; /* until it reports that it is full */
};

typedef struct sim_field sim_field;

/* The maximum number of cells for comparing all of them. */
#define COMPARED_MAX 10000u
#define ALL_MAX      600u

static sim_field *field_of(const sim *s, const sim_step *step) {
    return step->slot < SIM_FIELDS ? s->fields[step->slot] : NULL;
}

/* Draws an existing field. */
static bool draw_field(sim *s, sim_step *step) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < SIM_FIELDS; i++) {
        if (s->fields[i] && sim_below(s, ++count) == 0) {
            step->slot = i;
        }
    }
    return count > 0;
}

static uint32_t book_of(const sim_step *step) {
    return SIM_BOOK_FIELDS + step->slot;
}

static wend_state draw_state(sim *s, uint32_t place) {
    uint32_t noted = s->hot_count[place] < SIM_HOT ? s->hot_count[place] : SIM_HOT, x, y;
    if (sim_percent(s, 2)) {
        return sim_size(s, place) + sim_below(s, 2);
    }
    if (noted > 0 && sim_percent(s, 25)) {
        return s->hot[place][sim_below(s, noted)];
    }
    if (!s->places[place].map) {
        return sim_below(s, sim_size(s, place));
    }
    sim_draw_cell(s, place, &x, &y);
    return sim_state(s, place, x, y);
}

static void draw_box(sim *s, uint32_t place, uint32_t *arg) {
    bool has_box = s->places[place].map && sim_percent(s, 40);
    arg[0] = has_box ? sim_below(s, s->places[place].model.width) : 0;
    arg[1] = has_box ? sim_below(s, s->places[place].model.height) : 0;
    arg[2] = has_box ? 1 + sim_below(s, 20) : 0;
    arg[3] = has_box ? 1 + sim_below(s, 20) : 0;
}

static wend_box box_of(const uint32_t *arg) {
    return (wend_box){arg[0], arg[1], arg[2], arg[3]};
}

/* ---- Creation -------------------------------------------------------------------------------- */

enum { PLACE, GOAL, LIMIT, BOX }; /* BOX is four arguments */

static bool draw_create(sim *s, sim_step *step) {
    static const uint32_t limits[] = {0, 0, 0, 0, 0, 1000, 20000, 40000, 100000};
    step->slot = sim_below(s, SIM_FIELDS);
    step->arg[PLACE] = sim_draw_place(s, NULL);
    if (s->fields[step->slot] || !sim_is_numbered(&s->places[step->arg[PLACE]])) {
        return false;
    }
    step->arg[GOAL] = draw_state(s, step->arg[PLACE]);
    step->arg[LIMIT] = DICE_PICK(&s->dice, limits);
    draw_box(s, step->arg[PLACE], &step->arg[BOX]);
    return true;
}

/* Whether a place supports fields; a graph with one-way edges may happen to have none. */
static bool is_supported(uint32_t place, wend_error error) {
    return place <= SIM_GRAPH || (place == SIM_ONE_WAY && error != WEND_ERROR_UNSUPPORTED);
}

static void check_memory(sim *s, const sim_step *step, const sim_field *f) {
    size_t held = s->books[book_of(step)].live_bytes;
    SIM_REQUIRE(s, wend_field_memory(f->field) == held,
                "assert_int_equal(wend_field_memory(field[%u]), %zu);", step->slot, held);
    SIM_REQUIRE(s, !f->limit || held <= f->limit,
                "assert_true(wend_field_memory(field[%u]) <= %zu);", step->slot, f->limit);
}

static void apply_create(sim *s, const sim_step *step) {
    uint32_t place = step->arg[PLACE], book = book_of(step);
    if (step->slot >= SIM_FIELDS || s->fields[step->slot] || place >= SIM_PLACES ||
        !sim_is_numbered(&s->places[place])) {
        return;
    }
    const sim_place *p = &s->places[place];
    wend_field_def def = {.map = p->map,
                          .domain = p->domain,
                          .goal = step->arg[GOAL],
                          .box = box_of(&step->arg[BOX]),
                          .memory_limit = step->arg[LIMIT],
                          .allocator = sim_allocator(s, book)};
    sim_say(s,
            "wend_field_create(&(wend_field_def){.%s = %s, .goal = %uu, .box = {%u, %u, %u, %u}, "
            ".memory_limit = %u, .allocator = ledger_allocator(&book[%u])}, &field[%u], NULL);",
            p->map ? "map" : "domain", sim_place_text(place), def.goal, def.box.x, def.box.y,
            def.box.width, def.box.height, step->arg[LIMIT], book, step->slot);
    sim_field *f = test_alloc(sizeof *f);
    *f = (sim_field){.place = place, .goal = def.goal, .limit = def.memory_limit};
    f->field = (wend_field *)(void *)s; /* must become NULL on error */
    uint64_t failures = s->books[book].failures;
    wend_error error = wend_field_create(&def, &f->field, NULL);
    bool has_failed = sim_has_failed(s, book, failures);
    bool is_starved = error == WEND_ERROR_MEMORY && (has_failed || f->limit);
    wend_error expected = !is_supported(place, error)      ? WEND_ERROR_UNSUPPORTED
                          : def.goal >= sim_size(s, place) ? WEND_ERROR_OUTSIDE
                          : is_starved                     ? WEND_ERROR_MEMORY
                                                           : WEND_OK;
    SIM_REQUIRE(s, error == expected && !f->field == (error != WEND_OK),
                "fail_msg(\"wend_field_create: %s\");", wend_error_text(error));
    sim_cover(s, SIM_OBJECT_FIELD, place,
              has_failed   ? SIM_FAULT_ALLOCATION
              : is_starved ? SIM_FAULT_LIMIT
                           : SIM_FAULT_NONE);
    if (error) {
        SIM_REQUIRE(s, s->books[book].live_bytes == 0, "assert_int_equal(book[%u].live_bytes, 0);",
                    book);
        free(f);
        return;
    }
    s->fields[step->slot] = f;
    s->places[place].users++;
    sim_note(s, place, def.goal);
    check_memory(s, step, f);
}

static bool draw_set_goal(sim *s, sim_step *step) {
    if (!draw_field(s, step)) {
        return false;
    }
    step->arg[GOAL] = draw_state(s, s->fields[step->slot]->place);
    draw_box(s, s->fields[step->slot]->place, &step->arg[BOX]);
    return true;
}

static void apply_set_goal(sim *s, const sim_step *step) {
    sim_field *f = field_of(s, step);
    if (!f) {
        return;
    }
    wend_box box = box_of(&step->arg[BOX]);
    bool is_inside = step->arg[GOAL] < sim_size(s, f->place);
    uint64_t calls = s->books[book_of(step)].calls;
    sim_say(s, "wend_field_set_goal(field[%u], %uu, &(wend_box){%u, %u, %u, %u});", step->slot,
            step->arg[GOAL], box.x, box.y, box.width, box.height);
    wend_error error = wend_field_set_goal(f->field, step->arg[GOAL], box.width ? &box : NULL);
    SIM_REQUIRE(s, error == (is_inside ? WEND_OK : WEND_ERROR_OUTSIDE),
                "fail_msg(\"wend_field_set_goal: %s\");", wend_error_text(error));
    SIM_REQUIRE(s, s->books[book_of(step)].calls == calls,
                "fail_msg(\"wend_field_set_goal allocates\");");
    sim_cover(s, SIM_OBJECT_FIELD, f->place, SIM_FAULT_TELEPORT);
    if (is_inside) {
        f->goal = step->arg[GOAL];
        f->is_room = false;
        sim_note(s, f->place, f->goal);
    }
}

/* ---- Growth ---------------------------------------------------------------------------------- */

static bool draw_reserve(sim *s, sim_step *step) {
    static const uint32_t expansions[] = {0, 1, 10, 100, 1000, 20000, 20000, UINT32_MAX};
    step->arg[0] = DICE_PICK(&s->dice, expansions);
    return draw_field(s, step);
}

static void apply_reserve(sim *s, const sim_step *step) {
    sim_field *f = field_of(s, step);
    if (!f) {
        return;
    }
    uint64_t failures = s->books[book_of(step)].failures;
    sim_say(s, "wend_field_reserve(field[%u], (uint64_t)(%uu) * WEND_WORK_EXPANSION);", step->slot,
            step->arg[0]);
    wend_error error = wend_field_reserve(f->field, (uint64_t)step->arg[0] * WEND_WORK_EXPANSION);
    bool has_failed = sim_has_failed(s, book_of(step), failures);
    SIM_REQUIRE(s, !error || (error == WEND_ERROR_MEMORY && (has_failed || f->limit)),
                "fail_msg(\"wend_field_reserve: %s\");", wend_error_text(error));
    f->is_room = !error && !f->is_packed;
    f->room = step->arg[0];
    f->seen = s->places[f->place].version;
    check_memory(s, step, f);
    sim_mix(s, error);
    sim_cover(s, SIM_OBJECT_FIELD, f->place,
              has_failed ? SIM_FAULT_ALLOCATION
              : error    ? SIM_FAULT_LIMIT
                         : SIM_FAULT_NONE);
}

static bool draw_grow(sim *s, sim_step *step) {
    if (!draw_field(s, step)) {
        return false;
    }
    step->arg[0] =
        sim_percent(s, 30) ? WEND_STATE_NONE : draw_state(s, s->fields[step->slot]->place);
    step->arg[1] = sim_percent(s, 3) ? 0 : sim_draw_budget(s, UINT32_MAX);
    return true;
}

/* Costs of optimal routes to the goal. Moves cost the same in both directions; a blocked goal has
 * none. */
static uint64_t *distances_to(const sim *s, uint32_t place, wend_state goal) {
    uint64_t *distances = sim_distances(s, place, goal, WEND_STATE_NONE);
    for (wend_state i = 0; i < sim_size(s, place) && !sim_can_stand(s, place, goal); i++) {
        distances[i] = i == goal ? 0 : MODEL_UNREACHED;
    }
    return distances;
}

/* Whether the costs of a place may exceed WEND_COST_MAX. */
static bool is_costly(const sim *s, uint32_t place) {
    const sim_place *p = &s->places[place];
    uint64_t most = !p->map                ? WEND_MOVE_COST_MAX
                    : p->model.is_weighted ? 255 * WEND_COST_KNIGHT
                                           : WEND_COST_KNIGHT;
    return most * sim_size(s, place) > WEND_COST_MAX;
}

/* Checks that every state with a route to the goal is covered. */
static void check_exhausted(sim *s, const sim_step *step, sim_field *f) {
    uint32_t size = sim_size(s, f->place);
    if (size > COMPARED_MAX) {
        return;
    }
    uint64_t *distances = distances_to(s, f->place, f->goal);
    for (wend_state i = 0; i < size; i++) {
        SIM_REQUIRE(s, distances[i] == MODEL_UNREACHED || wend_field_covers(f->field, i),
                    "assert_true(wend_field_covers(field[%u], %u));", step->slot, i);
    }
    free(distances);
}

static void check_growth(sim *s, const sim_step *step, sim_field *f, bool was_covered,
                         const wend_field_progress *g) {
    wend_state until = step->arg[0];
    uint32_t asked = step->arg[1];
    SIM_REQUIRE(s, g->expansions <= asked, "assert_true(growth.expansions <= %u);", asked);
    SIM_REQUIRE(s, !was_covered || (g->status == WEND_FIELD_COVERED && g->expansions == 0),
                "assert_int_equal(growth.status, WEND_FIELD_COVERED);");
    switch (g->status) {
    case WEND_FIELD_PENDING:
        SIM_REQUIRE(s, g->expansions == asked, "assert_int_equal(growth.expansions, %u);", asked);
        break;
    case WEND_FIELD_COVERED:
        SIM_REQUIRE(s, until != WEND_STATE_NONE && wend_field_covers(f->field, until),
                    "assert_true(wend_field_covers(field[%u], %u));", step->slot, until);
        break;
    case WEND_FIELD_UNREACHABLE:
        check_exhausted(s, step, f);
        break;
    case WEND_FIELD_OVERFLOW:
        SIM_REQUIRE(s, is_costly(s, f->place), "fail_msg(\"wend_field_grow: overflow\");");
        break;
    case WEND_FIELD_NOT_RESERVED:
        SIM_REQUIRE(s, !f->is_room || g->expansions >= f->room,
                    "assert_int_not_equal(growth.status, WEND_FIELD_NOT_RESERVED);");
        f->is_packed = false;
        break;
    }
}

static void apply_grow(sim *s, const sim_step *step) {
    sim_field *f = field_of(s, step);
    if (!f) {
        return;
    }
    wend_state until = step->arg[0];
    bool is_fine = until == WEND_STATE_NONE || until < sim_size(s, f->place);
    bool is_edited = f->seen != s->places[f->place].version;
    uint64_t edits = WEND_WORK_EDIT * sim_edits(s, f->place, &f->read);
    uint64_t calls = s->books[book_of(step)].calls, began = sim_clock(s);
    bool was_covered = until != WEND_STATE_NONE && wend_field_covers(f->field, until);
    wend_field_progress growth = {0};
    sim_say(s,
            "wend_field_grow(field[%u], %uu, (wend_budget){.work = (uint64_t)(%uu) * "
            "WEND_WORK_EXPANSION}, &growth);",
            step->slot, until, step->arg[1]);
    wend_error error = wend_field_grow(
        f->field, until, (wend_budget){.work = (uint64_t)step->arg[1] * WEND_WORK_EXPANSION},
        &growth);
    sim_pace(s, "wend_field_grow", began, edits + 24 * (uint64_t)growth.expansions);
    wend_error expected = step->arg[1] == 0 ? WEND_ERROR_BUDGET
                          : is_fine         ? WEND_OK
                                            : WEND_ERROR_OUTSIDE;
    SIM_REQUIRE(s, error == expected, "fail_msg(\"wend_field_grow: %s\");", wend_error_text(error));
    SIM_REQUIRE(s, s->books[book_of(step)].calls == calls,
                "fail_msg(\"wend_field_grow allocates\");");
    f->is_room = f->is_room && !is_edited;
    f->seen = s->places[f->place].version;
    sim_cover(s, SIM_OBJECT_FIELD, f->place,
              growth.status == WEND_FIELD_NOT_RESERVED ? SIM_FAULT_NOT_RESERVED
              : is_edited                              ? SIM_FAULT_EDIT
                                                       : SIM_FAULT_NONE);
    if (!error) {
        check_growth(s, step, f, was_covered, &growth);
        f->room -= growth.expansions < f->room ? growth.expansions : f->room;
        sim_mix(s, growth.status | (uint64_t)growth.expansions << 8);
    }
}

/* ---- Queries --------------------------------------------------------------------------------- */

static bool draw_look(sim *s, sim_step *step) {
    if (!draw_field(s, step)) {
        return false;
    }
    step->arg[0] = draw_state(s, s->fields[step->slot]->place);
    step->arg[1] = sim_below(s, 1000);
    return true;
}

/* The cost of an optimal route from a state; a blocked one can be left. */
static uint64_t route_cost(const sim *s, const sim_field *f, const uint64_t *distances,
                           wend_state state) {
    wend_state states[SIM_MOVES_MAX];
    wend_cost costs[SIM_MOVES_MAX];
    uint64_t least = state == f->goal ? 0 : MODEL_UNREACHED;
    if (sim_can_stand(s, f->place, state)) {
        return distances[state];
    }
    for (uint32_t i = sim_moves(s, f->place, state, WEND_STATE_NONE, states, costs); i > 0; i--) {
        uint64_t rest = distances[states[i - 1]];
        if (rest != MODEL_UNREACHED && rest + costs[i - 1] < least) {
            least = rest + costs[i - 1];
        }
    }
    return least;
}

/* Checks one state: covered or not, its distance, and its next step. */
static wend_state check_state(sim *s, const sim_step *step, sim_field *f, const uint64_t *distances,
                              wend_state state) {
    bool is_exact = false, is_covered = wend_field_covers(f->field, state);
    wend_cost distance = wend_field_distance(f->field, state);
    wend_state next = wend_field_next(f->field, state, &is_exact);
    uint64_t cost = distances ? route_cost(s, f, distances, state) : 0;
    SIM_REQUIRE(s, !distances || !is_covered || cost != MODEL_UNREACHED,
                "assert_false(wend_field_covers(field[%u], %u));", step->slot, state);
    SIM_REQUIRE(s, distance == WEND_DISTANCE_NONE || is_covered,
                "assert_true(wend_field_covers(field[%u], %u));", step->slot, state);
    SIM_REQUIRE(s, !distances || distance == WEND_DISTANCE_NONE || distance == cost,
                "assert_int_equal(wend_field_distance(field[%u], %u), %llu);", step->slot, state,
                (unsigned long long)cost);
    SIM_REQUIRE(s, state != f->goal || (is_covered && next == WEND_STATE_NONE),
                "assert_int_equal(wend_field_next(field[%u], %u, NULL), WEND_STATE_NONE);",
                step->slot, state);
    SIM_REQUIRE(s, !is_covered || state == f->goal || (next != WEND_STATE_NONE && is_exact),
                "assert_int_not_equal(wend_field_next(field[%u], %u, NULL), WEND_STATE_NONE);",
                step->slot, state);
    if (next != WEND_STATE_NONE) {
        wend_cost move = sim_move_cost(s, f->place, state, next);
        SIM_REQUIRE(s, move > 0, "assert_int_not_equal(wend_field_next(field[%u], %u, NULL), %u);",
                    step->slot, state, next);
        SIM_REQUIRE(s, !distances || !is_exact || distances[next] + move == cost,
                    "fail_msg(\"the step from %u to %u is not optimal\");", state, next);
    }
    sim_mix(s, next | (uint64_t)distance << 32);
    return next;
}

/* Follows the steps: they end, at the goal if all of them are exact. */
static void check_walk(sim *s, const sim_step *step, sim_field *f, wend_state from) {
    uint32_t left = sim_size(s, f->place) + 1;
    wend_state at = from;
    bool is_exact = true, are_exact = true;
    wend_state next = wend_field_next(f->field, at, &is_exact);
    while (next != WEND_STATE_NONE && left > 0) {
        are_exact = are_exact && is_exact;
        at = next;
        next = wend_field_next(f->field, at, &is_exact);
        left--;
    }
    SIM_REQUIRE(s, left > 0, "fail_msg(\"the steps from %u cycle\");", from);
    SIM_REQUIRE(s, !are_exact || at == from || at == f->goal,
                "fail_msg(\"the steps from %u end at %u\");", from, at);
    (void)step;
}

static void apply_look(sim *s, const sim_step *step) {
    sim_field *f = field_of(s, step);
    if (!f) {
        return;
    }
    uint32_t size = sim_size(s, f->place);
    uint64_t calls = s->books[book_of(step)].calls;
    if (step->arg[0] >= size && step->arg[0] != WEND_STATE_NONE) {
        bool is_none = wend_field_next(f->field, step->arg[0], NULL) == WEND_STATE_NONE &&
                       !wend_field_covers(f->field, step->arg[0]) &&
                       wend_field_distance(f->field, step->arg[0]) == WEND_DISTANCE_NONE;
        SIM_REQUIRE(s, is_none, "assert_false(wend_field_covers(field[%u], %uu));", step->slot,
                    step->arg[0]);
        return;
    }
    uint64_t *distances = size <= COMPARED_MAX ? distances_to(s, f->place, f->goal) : NULL;
    dice d = dice_of(step->arg[1]);
    for (uint32_t i = 0; i < (size <= ALL_MAX ? size : 20); i++) {
        wend_state state = size <= ALL_MAX ? i : dice_between(&d, 0, size - 1);
        check_state(s, step, f, distances, state);
    }
    wend_state from = step->arg[0] < size ? step->arg[0] : step->arg[1] % size;
    check_state(s, step, f, distances, from);
    check_walk(s, step, f, from);
    SIM_REQUIRE(s, s->books[book_of(step)].calls == calls,
                "fail_msg(\"wend_field_next allocates\");");
    sim_cover(s, SIM_OBJECT_FIELD, f->place,
              f->seen != s->places[f->place].version ? SIM_FAULT_EDIT : SIM_FAULT_NONE);
    free(distances);
}

static bool draw_frame(sim *s, sim_step *step) {
    if (!draw_field(s, step)) {
        return false;
    }
    step->arg[0] =
        sim_percent(s, 50) ? WEND_STATE_NONE : draw_state(s, s->fields[step->slot]->place);
    step->arg[1] = sim_percent(s, 50) ? 20000 : 1 + sim_below(s, 200);
    step->arg[2] = sim_below(s, 1000);
    return true;
}

/* A frame: a reservation, then growth until a state is covered, then steps. */
static void apply_frame(sim *s, const sim_step *step) {
    sim_step reserve = {.slot = step->slot, .arg = {step->arg[1]}};
    sim_step grow = {.slot = step->slot, .arg = {step->arg[0], step->arg[1]}};
    sim_step look = {.slot = step->slot, .arg = {step->arg[0], step->arg[2]}};
    apply_reserve(s, &reserve);
    apply_grow(s, &grow);
    apply_look(s, &look);
}

/* ---- Packing --------------------------------------------------------------------------------- */

static bool draw_plain(sim *s, sim_step *step) {
    return draw_field(s, step);
}

static uint32_t count_covered(const sim *s, sim_field *f) {
    uint32_t count = 0;
    for (wend_state i = 0; i < sim_size(s, f->place) && i < ALL_MAX; i++) {
        count += wend_field_covers(f->field, i);
    }
    return count;
}

static void apply_pack(sim *s, const sim_step *step) {
    sim_field *f = field_of(s, step);
    if (!f) {
        return;
    }
    uint64_t failures = s->books[book_of(step)].failures;
    uint32_t covered = count_covered(s, f);
    size_t held = wend_field_memory(f->field);
    sim_say(s, "wend_field_pack(field[%u]);", step->slot);
    wend_error error = wend_field_pack(f->field);
    bool has_failed = sim_has_failed(s, book_of(step), failures);
    SIM_REQUIRE(s,
                !error || error == WEND_ERROR_UNSUPPORTED ||
                    (error == WEND_ERROR_MEMORY && (has_failed || f->limit)),
                "fail_msg(\"wend_field_pack: %s\");", wend_error_text(error));
    SIM_REQUIRE(s, error || wend_field_memory(f->field) < held,
                "assert_true(wend_field_memory(field[%u]) < %zu);", step->slot, held);
    uint32_t kept = count_covered(s, f);
    SIM_REQUIRE(s, kept == covered || (kept < covered && error != WEND_ERROR_UNSUPPORTED),
                "fail_msg(\"%u states were covered\");", covered);
    SIM_REQUIRE(s, error || s->places[f->place].map, "fail_msg(\"packed, but not a map\");");
    check_memory(s, step, f);
    f->is_packed = f->is_packed || !error;
    f->is_room = f->is_room && error;
    sim_mix(s, error);
    sim_cover(s, SIM_OBJECT_FIELD, f->place, has_failed ? SIM_FAULT_ALLOCATION : SIM_FAULT_NONE);
}

/* ---- The module ------------------------------------------------------------------------------ */

static void destroy_field(sim *s, const sim_step *step) {
    sim_field *f = s->fields[step->slot];
    sim_say(s, "wend_field_destroy(field[%u]);", step->slot);
    wend_field_destroy(f->field);
    SIM_REQUIRE(s, s->books[book_of(step)].live_bytes == 0,
                "assert_int_equal(book[%u].live_bytes, 0);", book_of(step));
    s->places[f->place].users--;
    s->fields[step->slot] = NULL;
    free(f);
}

static void apply_destroy(sim *s, const sim_step *step) {
    if (field_of(s, step)) {
        destroy_field(s, step);
    }
}

static void destroy(sim *s) {
    for (uint32_t i = 0; i < SIM_FIELDS; i++) {
        if (s->fields[i]) {
            destroy_field(s, &(sim_step){.slot = i});
        }
    }
}

static const sim_kind kinds[] = {
    {"create", 4, draw_create, apply_create, 1 + SIM_BOOK_FIELDS},
    {"set_goal", 2, draw_set_goal, apply_set_goal, 0},
    {"reserve", 10, draw_reserve, apply_reserve, 1 + SIM_BOOK_FIELDS},
    {"grow", 16, draw_grow, apply_grow, 0},
    {"frame", 16, draw_frame, apply_frame, 0},
    {"look", 12, draw_look, apply_look, 0},
    {"pack", 4, draw_plain, apply_pack, 1 + SIM_BOOK_FIELDS},
    {"destroy", 1, draw_plain, apply_destroy, 0},
    {"sees", 6, line_draw_sees, line_apply_sees, 0},
    {"smooth", 4, line_draw_smooth, line_apply_smooth, 0},
};

const sim_module sim_field_module = {"field", kinds, COUNT_OF(kinds), 5, NULL, destroy};
