/* simulate/derived_beliefs.c - beliefs of the base map. */
#include "simulate/derived.h"
#include "support/test.h"

#include <string.h>

typedef struct sim_belief {
    wend_belief *belief;
    uint32_t sight;
    bool has_line_of_sight;
    uint8_t *is_known; /* by cell */
} sim_belief;

enum { PERMILLE, SIGHT, LINE, SEED, WRONG };

/* The maximum number of cells for comparing whole beliefs. */
#define CELLS_MAX 1000000u

/* ---- Creation -------------------------------------------------------------------------------- */

bool belief_draw_create(sim *s, sim_step *step) {
    static const uint32_t permilles[] = {0, 0, 1, 500, 999, 1000};
    static const uint32_t sights[] = {1, 2, 2, 3, 8, 64};
    step->slot = SIM_BELIEFS + sim_below(s, 2);
    step->arg[PERMILLE] = DICE_PICK(&s->dice, permilles);
    step->arg[SIGHT] = DICE_PICK(&s->dice, sights);
    step->arg[LINE] = sim_percent(s, 40);
    step->arg[SEED] = sim_below(s, 1000);
    step->arg[WRONG] = sim_percent(s, 3) ? 1 + sim_below(s, 3) : 0;
    bool is_small = model_cells(&s->places[SIM_BASE].model) <= CELLS_MAX;
    return !s->places[step->slot].map && is_small;
}

static bool is_fine(const sim *s, const wend_belief_def *def) {
    uint32_t least = s->places[SIM_BASE].model.neighbors == 16 ? 2 : 1;
    return def->known_permille <= 1000 && def->sight >= least && def->sight <= WEND_SIGHT_MAX;
}

/* A new belief reports which cells it knows. Known cells must be blocked, and all or none of them
 * are known at the ends of the range. */
static void fill_model(sim *s, uint32_t place, sim_belief *b, uint32_t permille) {
    sim_place *p = &s->places[place];
    const model_map *world = &s->places[SIM_BASE].model;
    p->model = *world;
    model_open(&p->model);
    b->is_known = test_alloc(model_cells(world));
    for (uint32_t cell = 0; cell < model_cells(world); cell++) {
        uint32_t x = cell % world->width, y = cell / world->width;
        bool is_known = wend_belief_knows(b->belief, x, y);
        bool must_not = world->is_free[cell] || permille == 0;
        bool must = !world->is_free[cell] && permille == 1000;
        SIM_REQUIRE(s, !(is_known && must_not) && (is_known || !must),
                    "assert_int_equal(wend_belief_knows(belief[%u], %u, %u), %d);", place, x, y,
                    !is_known);
        b->is_known[cell] = is_known;
        p->model.is_free[cell] = !is_known;
        p->model.factor[cell] = world->factor[cell];
    }
}

void belief_apply_create(sim *s, const sim_step *step) {
    uint32_t place = step->slot, book = SIM_BOOK_PLACES + place;
    if (!derived_is_belief(place) || s->places[place].map || !s->places[SIM_BASE].map ||
        model_cells(&s->places[SIM_BASE].model) > CELLS_MAX) {
        return;
    }
    wend_belief_def def = {.world = s->places[SIM_BASE].map,
                           .known_permille = step->arg[WRONG] == 1 ? 1001 : step->arg[PERMILLE],
                           .sight = step->arg[WRONG] == 2   ? UINT32_MAX
                                    : step->arg[WRONG] == 3 ? WEND_SIGHT_MAX + 1
                                                            : step->arg[SIGHT],
                           .line_of_sight = step->arg[LINE],
                           .seed = step->arg[SEED],
                           .allocator = sim_allocator(s, book)};
    sim_say(s,
            "wend_belief_create(&(wend_belief_def){.world = base, .known_permille = %u, .sight = "
            "%u, .line_of_sight = %d, .seed = %u, .allocator = ledger_allocator(&book[%u])}, "
            "&belief[%u], NULL);",
            def.known_permille, def.sight, def.line_of_sight, step->arg[SEED], book, place);
    sim_say(s, "map[%u] = wend_belief_map(belief[%u]);", place, place);
    sim_belief *b = test_alloc(sizeof *b);
    *b = (sim_belief){.sight = def.sight, .has_line_of_sight = def.line_of_sight};
    uint64_t failures = s->books[book].failures;
    wend_error error = wend_belief_create(&def, &b->belief, NULL);
    bool has_failed = sim_has_failed(s, book, failures);
    wend_error expected = !is_fine(s, &def) ? WEND_ERROR_ARGUMENT
                          : has_failed      ? WEND_ERROR_MEMORY
                                            : WEND_OK;
    SIM_REQUIRE(s, error == expected && !b->belief == (error != WEND_OK),
                "fail_msg(\"wend_belief_create: %s\");", wend_error_text(error));
    sim_cover(s, SIM_OBJECT_BELIEF, place, has_failed ? SIM_FAULT_ALLOCATION : SIM_FAULT_NONE);
    sim_mix(s, error);
    if (error) {
        SIM_REQUIRE(s, s->books[book].live_bytes == 0, "assert_int_equal(book[%u].live_bytes, 0);",
                    book);
        free(b);
        return;
    }
    s->places[place].own = b;
    s->places[place].map = wend_belief_map(b->belief);
    s->places[place].version++;
    s->places[SIM_BASE].users++;
    s->hot_count[place] = 0;
    fill_model(s, place, b, def.known_permille);
    derived_check_map(s, place);
}

/* ---- Observations ---------------------------------------------------------------------------- */

static sim_belief *belief_of(const sim *s, const sim_step *step) {
    bool is_there = derived_is_belief(step->slot) && s->places[step->slot].map;
    return is_there ? s->places[step->slot].own : NULL;
}

static bool draw_belief(sim *s, sim_step *step) {
    step->slot = SIM_BELIEFS + sim_below(s, 2);
    return s->places[step->slot].map;
}

bool belief_draw_sense(sim *s, sim_step *step) {
    if (!draw_belief(s, step)) {
        return false;
    }
    derived_draw_target(s, step->slot, &step->arg[0], &step->arg[1]);
    return true;
}

/* Bresenham's line between two cells: whether no cell between them is blocked. */
static bool has_line(const model_map *world, int64_t x, int64_t y, int64_t to_x, int64_t to_y) {
    int64_t wide = llabs(to_x - x), high = llabs(to_y - y), balance = wide - high;
    int64_t step_x = to_x > x ? 1 : -1, step_y = to_y > y ? 1 : -1;
    while (x != to_x || y != to_y) {
        int64_t twice = 2 * balance;
        if (twice > -high) {
            balance -= high;
            x += step_x;
        }
        if (twice < wide) {
            balance += wide;
            y += step_y;
        }
        if ((x != to_x || y != to_y) && !model_is_free(world, x, y)) {
            return false;
        }
    }
    return true;
}

/* Copies what is visible from a cell into the model. Returns the number of cells that differ from
 * the belief. */
static uint32_t see(sim *s, sim_place *p, sim_belief *b, uint32_t x, uint32_t y) {
    const model_map *world = &s->places[SIM_BASE].model;
    uint32_t changed = 0;
    for (uint32_t cell = 0; cell < model_cells(world); cell++) {
        int64_t cx = cell % world->width, cy = cell / world->width;
        bool is_near = llabs(cx - x) <= b->sight && llabs(cy - y) <= b->sight;
        if (is_near && (!b->has_line_of_sight || has_line(world, x, y, cx, cy))) {
            changed += p->model.is_free[cell] != world->is_free[cell];
            p->model.is_free[cell] = world->is_free[cell];
            p->model.factor[cell] = world->factor[cell];
            b->is_known[cell] = true;
        }
    }
    return changed;
}

static void check_known(sim *s, uint32_t place) {
    const sim_belief *b = s->places[place].own;
    const model_map *m = &s->places[place].model;
    for (uint32_t cell = 0; cell < model_cells(m); cell++) {
        uint32_t x = cell % m->width, y = cell / m->width;
        SIM_REQUIRE(s, wend_belief_knows(b->belief, x, y) == b->is_known[cell],
                    "assert_int_equal(wend_belief_knows(belief[%u], %u, %u), %d);", place, x, y,
                    b->is_known[cell]);
    }
}

void belief_apply_sense(sim *s, const sim_step *step) {
    sim_belief *b = belief_of(s, step);
    uint32_t place = step->slot, x = step->arg[0], y = step->arg[1];
    if (!b) {
        return;
    }
    bool is_inside = sim_state(s, SIM_BASE, x, y) != WEND_STATE_NONE;
    uint32_t expected = is_inside ? see(s, &s->places[place], b, x, y) : 0;
    uint64_t calls = s->books[SIM_BOOK_PLACES + place].calls;
    sim_say(s, "wend_belief_sense(belief[%u], %u, %u);", place, x, y);
    uint32_t changed = wend_belief_sense(b->belief, x, y);
    SIM_REQUIRE(s, changed == expected, "fail_msg(\"wend_belief_sense: %u, expected %u\");",
                changed, expected);
    SIM_REQUIRE(s, s->books[SIM_BOOK_PLACES + place].calls == calls,
                "fail_msg(\"wend_belief_sense allocates\");");
    s->places[place].version++;
    derived_check_map(s, place);
    check_known(s, place);
    sim_mix(s, changed);
    sim_cover(s, SIM_OBJECT_BELIEF, place, SIM_FAULT_EDIT);
}

bool belief_draw_observe(sim *s, sim_step *step) {
    static const char terrains[] = {'.', '.', '@', '@', '@', 'x'};
    if (!draw_belief(s, step)) {
        return false;
    }
    derived_draw_target(s, step->slot, &step->arg[0], &step->arg[1]);
    step->arg[0] += sim_percent(s, 2) ? 10000 : 0;
    step->arg[2] = (uint32_t)DICE_PICK(&s->dice, terrains);
    return true;
}

void belief_apply_observe(sim *s, const sim_step *step) {
    sim_belief *b = belief_of(s, step);
    uint32_t place = step->slot, x = step->arg[0], y = step->arg[1];
    char terrain = (char)(step->arg[2] ? step->arg[2] : '.');
    bool is_terrain = terrain == '.' || terrain == '@' || terrain == 'x';
    if (!b || !is_terrain) {
        return;
    }
    wend_state cell = sim_state(s, place, x, y);
    wend_error expected = cell == WEND_STATE_NONE ? WEND_ERROR_OUTSIDE
                          : terrain == 'x'        ? WEND_ERROR_FORMAT
                                                  : WEND_OK;
    sim_say(s, "wend_belief_observe(belief[%u], %u, %u, '%c');", place, x, y, terrain);
    wend_error error = wend_belief_observe(b->belief, x, y, terrain);
    SIM_REQUIRE(s, error == expected, "fail_msg(\"wend_belief_observe: %s\");",
                wend_error_text(error));
    if (!error) {
        s->places[place].model.is_free[cell] = terrain == '.';
        b->is_known[cell] = true;
        s->places[place].version++;
    }
    derived_check_map(s, place);
    sim_cover(s, SIM_OBJECT_BELIEF, place, SIM_FAULT_EDIT);
}

/* ---- Destruction ----------------------------------------------------------------------------- */

bool belief_draw_destroy(sim *s, sim_step *step) {
    return draw_belief(s, step) && s->places[step->slot].users == 0;
}

void belief_destroy(sim *s, uint32_t place) {
    sim_place *p = &s->places[place];
    sim_belief *b = p->own;
    components_destroy(s, place);
    sim_say(s, "wend_belief_destroy(belief[%u]);", place);
    wend_belief_destroy(b->belief);
    SIM_REQUIRE(s, s->books[SIM_BOOK_PLACES + place].live_bytes == 0,
                "assert_int_equal(book[%u].live_bytes, 0);", SIM_BOOK_PLACES + place);
    s->places[SIM_BASE].users--;
    free(b->is_known);
    free(b);
    model_close(&p->model);
    p->map = NULL;
    p->own = NULL;
    p->version++;
}

void belief_apply_destroy(sim *s, const sim_step *step) {
    if (belief_of(s, step) && s->places[step->slot].users == 0) {
        belief_destroy(s, step->slot);
    }
}
