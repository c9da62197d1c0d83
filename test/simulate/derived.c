/* simulate/derived.c - objects derived from maps: connected components here, layers and beliefs in
 * derived_layers.c and derived_beliefs.c. */
#include "simulate/derived.h"

#include "support/test.h"

#include <string.h>

/* ---- Shared by layers and beliefs ------------------------------------------------------------ */

/* Compares a move between two cells whose numbers differ by a step to the right or down. */
static void check_cost(sim *s, uint32_t place, wend_state from, uint32_t dx, uint32_t dy) {
    const sim_place *p = &s->places[place];
    wend_state to = sim_state(s, place, from % p->model.width + dx, from / p->model.width + dy);
    if (to == WEND_STATE_NONE) {
        return;
    }
    wend_cost there = model_move_cost(&p->model, from, to);
    wend_cost back = model_move_cost(&p->model, to, from);
    SIM_REQUIRE(s, wend_map_move_cost(p->map, from, to) == there,
                "assert_int_equal(wend_map_move_cost(map[%u], %u, %u), %u);", place, from, to,
                there);
    SIM_REQUIRE(s, wend_map_move_cost(p->map, to, from) == back,
                "assert_int_equal(wend_map_move_cost(map[%u], %u, %u), %u);", place, to, from,
                back);
}

void derived_check_map(sim *s, uint32_t place) {
    const sim_place *p = &s->places[place];
    uint32_t count = 0, cells = model_cells(&p->model);
    for (wend_state cell = 0; cell < cells; cell++) {
        bool is_free = p->model.is_free[cell];
        uint32_t x = cell % p->model.width, y = cell / p->model.width;
        SIM_REQUIRE(s, wend_map_is_free(p->map, x, y) == is_free,
                    "assert_int_equal(wend_map_is_free(map[%u], %u, %u), %d);", place, x, y,
                    is_free);
        count += is_free;
        if (cells <= 10000 || cell % 64 == 0) {
            check_cost(s, place, cell, 1, 0);
            check_cost(s, place, cell, 1, 1);
        }
    }
    SIM_REQUIRE(s, wend_map_free_count(p->map) == count,
                "assert_int_equal(wend_map_free_count(map[%u]), %u);", place, count);
}

void derived_draw_target(sim *s, uint32_t place, uint32_t *x, uint32_t *y) {
    const model_map *m = &s->places[place].model;
    uint32_t noted = s->hot_count[place] < SIM_HOT ? s->hot_count[place] : SIM_HOT;
    *x = sim_below(s, m->width);
    *y = sim_below(s, m->height);
    if (noted > 0 && sim_percent(s, 45)) {
        wend_state state = s->hot[place][sim_below(s, noted)];
        *x = state % m->width;
        *y = state / m->width % m->height;
    }
}

/* ---- Connected components -------------------------------------------------------------------- */

/* The map at the last update that left no work. */
typedef struct sim_components {
    uint8_t *was_free;
    uint64_t version; /* of the map */
    bool is_partly;   /* partly updated since then */
} sim_components;

/* The maximum number of cells for comparing answers with floods. */
#define FLOODED_MAX 100000u

static void keep_snapshot(sim_place *p) {
    sim_components *c = p->components_own;
    memcpy(c->was_free, p->model.is_free, model_cells(&p->model));
    c->version = wend_map_version(p->map);
    c->is_partly = false;
}

bool derived_is_pending(const sim_place *p) {
    const sim_components *c = p->components_own;
    return wend_map_version(p->map) != c->version;
}

static bool has_no_components(const sim_place *p) {
    return p->map && !p->components;
}

static bool has_components(const sim_place *p) {
    return p->components != NULL;
}

static bool draw_create(sim *s, sim_step *step) {
    step->slot = sim_draw_place(s, has_no_components);
    step->arg[0] = sim_percent(s, 3); /* without a map */
    return step->slot < SIM_PLACES;
}

static void apply_create(sim *s, const sim_step *step) {
    uint32_t place = step->slot, book = SIM_BOOK_PARTS + place;
    if (place >= SIM_PLACES || !has_no_components(&s->places[place])) {
        return;
    }
    sim_place *p = &s->places[place];
    wend_components_def def = {.map = step->arg[0] ? NULL : p->map,
                               .allocator = sim_allocator(s, book)};
    sim_say(s,
            "wend_components_create(&(wend_components_def){.map = %s, .allocator = "
            "ledger_allocator(&book[%u])}, &components[%u], NULL);",
            def.map ? sim_place_text(place) : "NULL", book, place);
    uint64_t failures = s->books[book].failures;
    wend_error error = wend_components_create(&def, &p->components, NULL);
    bool has_failed = sim_has_failed(s, book, failures);
    wend_error expected = !def.map ? WEND_ERROR_ARGUMENT : has_failed ? WEND_ERROR_MEMORY : WEND_OK;
    SIM_REQUIRE(s, error == expected && !p->components == (error != WEND_OK),
                "fail_msg(\"wend_components_create: %s\");", wend_error_text(error));
    size_t held = s->books[book].live_bytes;
    SIM_REQUIRE(s, wend_components_memory(p->components) == held,
                "assert_int_equal(wend_components_memory(components[%u]), %zu);", place, held);
    sim_cover(s, SIM_OBJECT_PARTS, place, has_failed ? SIM_FAULT_ALLOCATION : SIM_FAULT_NONE);
    if (!error) {
        sim_components *c = test_alloc(sizeof *c);
        c->was_free = test_alloc(model_cells(&p->model));
        p->components_own = c;
        keep_snapshot(p);
    }
}

static bool draw_update(sim *s, sim_step *step) {
    step->slot = sim_draw_place(s, has_components);
    step->arg[0] = sim_percent(s, 60) ? UINT32_MAX : sim_below(s, 4);
    return step->slot < SIM_PLACES;
}

static uint64_t most_update_work(const wend_map *map, uint64_t work) {
    uint64_t columns = (wend_map_width(map) + 63) / 64, rows = (wend_map_height(map) + 63) / 64;
    uint64_t least = WEND_COMPONENTS_WORK_CHUNK + columns * rows * (1 + WEND_COMPONENTS_WORK_JOIN);
    return work > least ? work : least;
}

void components_update(sim *s, uint32_t place, uint32_t chunks) {
    sim_place *p = &s->places[place];
    sim_components *c = p->components_own;
    uint64_t calls = s->books[SIM_BOOK_PARTS + place].calls;
    uint64_t version = wend_components_version(p->components);
    bool was_pending = derived_is_pending(p);
    uint64_t work = chunks == UINT32_MAX
                        ? WEND_WORK_MAX
                        : WEND_WORK_EXPANSION + chunks * WEND_COMPONENTS_WORK_CHUNK;
    sim_say(s, "wend_components_update(components[%u], (wend_budget){.work = %lluu}, NULL);", place,
            (unsigned long long)work);
    wend_update_info info;
    wend_error error = wend_components_update(p->components, (wend_budget){.work = work}, &info);
    SIM_REQUIRE(s, !error, "fail_msg(\"wend_components_update: %s\");", wend_error_text(error));
    SIM_REQUIRE(s, info.work <= most_update_work(p->map, work),
                "fail_msg(\"wend_components_update: %llu units of work\");",
                (unsigned long long)info.work);
    uint32_t left = info.pending;
    SIM_REQUIRE(s, s->books[SIM_BOOK_PARTS + place].calls == calls,
                "fail_msg(\"wend_components_update allocates\");");
    SIM_REQUIRE(s, left == 0 || (was_pending && chunks != UINT32_MAX),
                "fail_msg(\"wend_components_update: %u chunks are left\");", left);
    SIM_REQUIRE(s, was_pending || wend_components_version(p->components) == version,
                "assert_int_equal(wend_components_version(components[%u]), %llu);", place,
                (unsigned long long)version);
    c->is_partly = true;
    if (left == 0) {
        keep_snapshot(p);
    }
    sim_mix(s, left);
    sim_cover(s, SIM_OBJECT_PARTS, place, was_pending ? SIM_FAULT_EDIT : SIM_FAULT_NONE);
}

static void apply_update(sim *s, const sim_step *step) {
    if (step->slot < SIM_PLACES && has_components(&s->places[step->slot])) {
        components_update(s, step->slot, step->arg[0]);
    }
}

static bool draw_question(sim *s, sim_step *step) {
    step->slot = sim_draw_place(s, has_components);
    if (step->slot == SIM_PLACES) {
        return false;
    }
    derived_draw_target(s, step->slot, &step->arg[0], &step->arg[1]);
    derived_draw_target(s, step->slot, &step->arg[2], &step->arg[3]);
    if (sim_percent(s, 70)) {
        sim_draw_cell(s, step->slot, &step->arg[0], &step->arg[1]);
    }
    step->arg[2] += sim_percent(s, 2) ? 10000 : 0;
    return true;
}

/* Whether all cells edited since the last update were freed, or all were blocked. */
static bool are_all(const sim_place *p, bool is_free) {
    const sim_components *c = p->components_own;
    uint64_t count = 0;
    for (uint32_t i = 0; i < model_cells(&p->model); i++) {
        if (p->model.is_free[i] != c->was_free[i]) {
            count++;
            if (p->model.is_free[i] != is_free) {
                return false;
            }
        }
    }
    return !c->is_partly && count == wend_map_version(p->map) - c->version;
}

/* Whether there was a route at the last update. */
static bool was_reachable(const sim_place *p, wend_state from, wend_state to) {
    const sim_components *c = p->components_own;
    model_map old = p->model;
    old.is_free = c->was_free;
    return model_reaches(&old, from, to);
}

/* Edits that only block keep "no" valid, those that only free keep "yes" valid. The way out of a
 * building on `from` may lead anywhere. */
static void check_kept(sim *s, uint32_t place, wend_state from, wend_state to, wend_reach reach) {
    const sim_place *p = &s->places[place];
    const sim_components *c = p->components_own;
    if (are_all(p, false) && p->model.is_free[from]) {
        bool is_kept = reach == WEND_REACH_UNREACHABLE || was_reachable(p, from, to);
        SIM_REQUIRE(s, is_kept,
                    "assert_int_equal(wend_components_reach(components[%u], %u, %u), 0);", place,
                    from, to);
    }
    if (are_all(p, true) && c->was_free[from]) {
        bool is_kept = reach == WEND_REACH_REACHABLE || !was_reachable(p, from, to);
        SIM_REQUIRE(s, is_kept,
                    "assert_int_equal(wend_components_reach(components[%u], %u, %u), 1);", place,
                    from, to);
    }
}

static void apply_reach(sim *s, const sim_step *step) {
    uint32_t place = step->slot;
    if (place >= SIM_PLACES || !has_components(&s->places[place])) {
        return;
    }
    const sim_place *p = &s->places[place];
    wend_state from = sim_state(s, place, step->arg[0], step->arg[1]);
    wend_state to = sim_state(s, place, step->arg[2], step->arg[3]);
    bool is_inside = from != WEND_STATE_NONE && to != WEND_STATE_NONE;
    wend_reach reach = wend_components_reach(p->components, from, to);
    sim_mix(s, reach);
    sim_cover(s, SIM_OBJECT_PARTS, place, SIM_FAULT_NONE);
    if (!is_inside) {
        SIM_REQUIRE(s, reach == WEND_REACH_UNREACHABLE,
                    "assert_int_equal(wend_components_reach(components[%u], %uu, %uu), 0);", place,
                    from, to);
        return;
    }
    SIM_REQUIRE(s, reach != WEND_REACH_UNKNOWN || derived_is_pending(p),
                "assert_int_not_equal(wend_components_reach(components[%u], %u, %u), 2);", place,
                from, to);
    if (model_cells(&p->model) <= FLOODED_MAX) {
        bool is_true = model_reaches(&p->model, from, to);
        SIM_REQUIRE(s, reach == WEND_REACH_UNKNOWN || (reach == WEND_REACH_REACHABLE) == is_true,
                    "assert_int_equal(wend_components_reach(components[%u], %u, %u), %d);", place,
                    from, to, is_true);
        check_kept(s, place, from, to, reach);
    }
}

wend_state derived_nearest(const model_map *m, const uint64_t *distances, wend_state from,
                           wend_state to) {
    wend_state best = WEND_STATE_NONE;
    uint64_t best_to = 0, best_from = 0;
    if (distances[to] != MODEL_UNREACHED) {
        return to;
    }
    for (wend_state cell = 0; cell < model_cells(m); cell++) {
        if (distances[cell] == MODEL_UNREACHED || !m->is_free[cell]) {
            continue;
        }
        uint64_t to_it = model_octile(m, cell, to), from_it = model_octile(m, cell, from);
        if (best == WEND_STATE_NONE || to_it < best_to ||
            (to_it == best_to && from_it < best_from)) {
            best = cell;
            best_to = to_it;
            best_from = from_it;
        }
    }
    return best;
}

static void check_nearest(sim *s, uint32_t place, wend_state from, wend_state to, wend_reach reach,
                          wend_state nearest) {
    const sim_place *p = &s->places[place];
    wend_state edge = model_edge(&p->model, from);
    uint64_t *distances = model_distances(&p->model, edge);
    distances[edge] = p->model.is_free[edge] ? 0 : MODEL_UNREACHED; /* passed, but not the end */
    distances[from] = 0;
    wend_state expected = derived_nearest(&p->model, distances, from, to);
    free(distances);
    bool is_none = expected == WEND_STATE_NONE;
    if (reach != WEND_REACH_UNKNOWN) {
        SIM_REQUIRE(s, nearest == expected && (reach == WEND_REACH_UNREACHABLE) == is_none,
                    "assert_int_equal(printed_nearest(components[%u], %u, %u), %u);", place, from,
                    to, expected);
    }
}

static void apply_nearest(sim *s, const sim_step *step) {
    uint32_t place = step->slot;
    if (place >= SIM_PLACES || !has_components(&s->places[place])) {
        return;
    }
    const sim_place *p = &s->places[place];
    wend_state from = sim_state(s, place, step->arg[0], step->arg[1]);
    wend_state to = sim_state(s, place, step->arg[2], step->arg[3]), nearest = 0;
    bool is_inside = from != WEND_STATE_NONE && to != WEND_STATE_NONE;
    wend_reach reach = wend_components_nearest(p->components, from, to, &nearest);
    sim_mix(s, nearest);
    sim_cover(s, SIM_OBJECT_PARTS, place, SIM_FAULT_NONE);
    SIM_REQUIRE(s, (reach == WEND_REACH_UNREACHABLE) == (nearest == WEND_STATE_NONE),
                "fail_msg(\"wend_components_nearest: %d, %u\");", reach, nearest);
    if (!is_inside) {
        SIM_REQUIRE(s, reach == WEND_REACH_UNREACHABLE,
                    "fail_msg(\"wend_components_nearest: %d\");", reach);
        return;
    }
    if (reach == WEND_REACH_UNKNOWN) {
        SIM_REQUIRE(s, derived_is_pending(p) && (p->model.is_free[nearest] || nearest == from),
                    "fail_msg(\"wend_components_nearest is not known: %u\");", nearest);
    }
    if (model_cells(&p->model) <= FLOODED_MAX) {
        check_nearest(s, place, from, to, reach, nearest);
    }
}

static bool draw_destroy(sim *s, sim_step *step) {
    step->slot = sim_draw_place(s, has_components);
    return step->slot < SIM_PLACES && s->places[step->slot].users == 0;
}

void components_destroy(sim *s, uint32_t place) {
    sim_place *p = &s->places[place];
    sim_components *c = p->components_own;
    if (!p->components) {
        return;
    }
    sim_say(s, "wend_components_destroy(components[%u]);", place);
    wend_components_destroy(p->components);
    SIM_REQUIRE(s, s->books[SIM_BOOK_PARTS + place].live_bytes == 0,
                "assert_int_equal(book[%u].live_bytes, 0);", SIM_BOOK_PARTS + place);
    p->components = NULL;
    p->components_own = NULL;
    free(c->was_free);
    free(c);
}

static void apply_destroy(sim *s, const sim_step *step) {
    if (step->slot < SIM_PLACES && s->places[step->slot].users == 0) {
        components_destroy(s, step->slot);
    }
}

/* ---- The module ------------------------------------------------------------------------------ */

static void destroy_place(sim *s, uint32_t place) {
    if (derived_is_layer(place)) {
        layer_destroy(s, place);
    } else {
        belief_destroy(s, place);
    }
}

/* A layer may follow a layer or a belief: places are destroyed before what they follow. */
static void destroy(sim *s) {
    for (uint32_t round = 0; round < SIM_PLACES; round++) {
        for (uint32_t i = SIM_LAYERS; i < SIM_BELIEFS + 2; i++) {
            if (s->places[i].map && s->places[i].users == 0) {
                destroy_place(s, i);
            }
        }
    }
    for (uint32_t i = SIM_LAYERS; i < SIM_BELIEFS + 2; i++) {
        check(!s->places[i].map, "place %u has %u users at the end", i, s->places[i].users);
    }
    components_destroy(s, SIM_BASE);
}

static const sim_kind kinds[] = {
    {"components_create", 4, draw_create, apply_create, 1 + SIM_BOOK_PARTS},
    {"components_update", 8, draw_update, apply_update, 0},
    {"components_reach", 8, draw_question, apply_reach, 0},
    {"components_nearest", 6, draw_question, apply_nearest, 0},
    {"components_destroy", 1, draw_destroy, apply_destroy, 0},
    {"layer_create", 4, layer_draw_create, layer_apply_create, 1 + SIM_BOOK_PLACES},
    {"layer_update", 8, layer_draw_update, layer_apply_update, 0},
    {"layer_block", 6, layer_draw_block, layer_apply_block, 0},
    {"layer_look", 3, layer_draw_look, layer_apply_look, 0},
    {"layer_destroy", 1, layer_draw_destroy, layer_apply_destroy, 0},
    {"belief_create", 3, belief_draw_create, belief_apply_create, 1 + SIM_BOOK_PLACES},
    {"belief_sense", 6, belief_draw_sense, belief_apply_sense, 0},
    {"belief_observe", 4, belief_draw_observe, belief_apply_observe, 0},
    {"belief_destroy", 1, belief_draw_destroy, belief_apply_destroy, 0},
};

const sim_module sim_derived_module = {"derived", kinds, COUNT_OF(kinds), 5, NULL, destroy};
