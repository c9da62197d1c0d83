/* simulate/derived_layers.c - layers, compared with a model that computes every cell again. */
#include "simulate/derived.h"
#include "support/test.h"

#include <string.h>

typedef struct sim_layer {
    wend_layer *layer;
    uint32_t base; /* place */
    uint32_t size;
    bool has_kinds;
    uint8_t kinds[256];
    uint8_t inflation[WEND_INFLATION_MAX + 1];
    uint32_t radius;
    uint8_t *obstacles; /* counts by cell, NULL without obstacles */
    uint8_t *bare;      /* by cell: the factor before inflation, 0 if blocked */
    uint8_t *values;    /* by cell: the factor before the size of units counts, 0 if blocked */
} sim_layer;

/* ---- The model ------------------------------------------------------------------------------- */

static uint8_t bare_of(const sim *s, const sim_layer *l, uint32_t cell) {
    const model_map *base = &s->places[l->base].model;
    if (l->obstacles && l->obstacles[cell]) {
        return 0;
    }
    if (l->has_kinds) {
        return l->kinds[base->is_free[cell] ? '.' : '@'];
    }
    return base->is_free[cell] ? (base->is_weighted ? base->factor[cell] : 1) : 0;
}

/* The distance from the nearest blocked cell in cells, rounded up; more than the radius if it is
 * not within it. */
static uint32_t distance_of(const sim_layer *l, const model_map *m, uint32_t cell) {
    int64_t x = cell % m->width, y = cell / m->width, radius = l->radius;
    int64_t least = radius * radius + 1;
    for (int64_t cy = y - radius; cy <= y + radius; cy++) {
        for (int64_t cx = x - radius; cx <= x + radius; cx++) {
            bool is_inside = cx >= 0 && cy >= 0 && cx < m->width && cy < m->height;
            int64_t square = (cx - x) * (cx - x) + (cy - y) * (cy - y);
            if (is_inside && square < least && !l->bare[cy * m->width + cx]) {
                least = square;
            }
        }
    }
    uint32_t distance = 0;
    while (distance * distance < least) {
        distance++;
    }
    return distance;
}

static uint8_t value_of(const sim_layer *l, const model_map *m, uint32_t cell) {
    uint32_t bare = l->bare[cell];
    if (bare == 0 || l->radius == 0) {
        return (uint8_t)bare;
    }
    uint32_t distance = distance_of(l, m, cell);
    uint32_t more = distance <= l->radius ? l->inflation[distance] : 0;
    if (more == WEND_INFLATION_BLOCKED) {
        return 0;
    }
    return (uint8_t)(bare + more > 255 ? 255 : bare + more);
}

/* Whether a square of cells is free and inside the map; sets the greatest factor of its cells. */
static bool square_of(const sim_layer *l, const model_map *m, uint32_t cell, uint32_t size,
                      uint8_t *greatest) {
    bool is_free = true;
    *greatest = 1;
    for (uint32_t i = 0; i < size * size; i++) {
        uint32_t x = cell % m->width + i % size, y = cell / m->width + i / size;
        uint8_t value = x < m->width && y < m->height ? l->values[y * m->width + x] : 0;
        is_free = is_free && value > 0;
        *greatest = value > *greatest ? value : *greatest;
    }
    return is_free;
}

/* Computes the model of a layer's map. Returns the number of its cells that were freed or
 * blocked. */
static uint32_t work_out(sim *s, uint32_t place) {
    sim_place *p = &s->places[place];
    sim_layer *l = p->own;
    model_map *m = &p->model;
    uint32_t cells = model_cells(m), changed = 0;
    for (uint32_t cell = 0; cell < cells; cell++) {
        l->bare[cell] = bare_of(s, l, cell);
    }
    for (uint32_t cell = 0; cell < cells; cell++) {
        l->values[cell] = value_of(l, m, cell);
    }
    for (uint32_t cell = 0; cell < cells; cell++) {
        uint8_t factor;
        bool is_free = square_of(l, m, cell, l->size, &factor);
        changed += m->is_free[cell] != is_free;
        m->is_free[cell] = is_free;
        m->factor[cell] = factor;
    }
    p->version++;
    return changed;
}

static uint32_t clearance_of(const sim_layer *l, const model_map *m, uint32_t cell) {
    uint32_t side = 0;
    uint8_t factor;
    while (side < WEND_LAYER_SIZE_MAX && square_of(l, m, cell, side + 1, &factor)) {
        side++;
    }
    return side;
}

/* ---- Creation -------------------------------------------------------------------------------- */

enum { BASE, SIZE, KINDS, OPTIONS, RADIUS, BLOCKED, MORE, WRONG };

/* The maximum number of cells that the model reads in one call. */
#define LOOKS_MAX 3000000u

static bool is_cheap(const sim *s, const sim_step *step) {
    uint64_t size = step->arg[SIZE] + 1, reach = 2 * (uint64_t)step->arg[RADIUS] + 1;
    uint64_t looks = size * size + (step->arg[RADIUS] ? reach * reach : 0);
    return looks * model_cells(&s->places[step->arg[BASE]].model) <= LOOKS_MAX;
}

bool layer_draw_create(sim *s, sim_step *step) {
    static const uint32_t sizes[] = {0, 1, 1, 1, 2, 2, 3, 5, 16};
    static const uint32_t radii[] = {0, 0, 0, 1, 2, 3, 5, 16};
    static const uint32_t edits[] = {0, 0, 0, 1, 2, 16};
    step->slot = SIM_LAYERS + sim_below(s, 2);
    step->arg[BASE] = sim_percent(s, 60) ? SIM_BASE : sim_draw_place(s, sim_is_map);
    step->arg[SIZE] = DICE_PICK(&s->dice, sizes);
    /* Free terrain and sometimes blocked terrain, each with a factor. */
    step->arg[KINDS] = sim_percent(s, 30) ? 1 + sim_below(s, 3) + 256 * sim_below(s, 2) : 0;
    step->arg[OPTIONS] = (sim_percent(s, 60) ? 1 : 0) | DICE_PICK(&s->dice, edits) << 1;
    step->arg[RADIUS] = DICE_PICK(&s->dice, radii);
    step->arg[BLOCKED] = sim_below(s, 3);
    step->arg[MORE] = sim_percent(s, 5) ? 100 : sim_below(s, 4);
    step->arg[WRONG] = sim_percent(s, 3) ? 1 + sim_below(s, 4) : 0;
    return !s->places[step->slot].map && s->places[step->arg[BASE]].map && is_cheap(s, step);
}

static void fill_def(const sim_step *step, sim_layer *l, wend_layer_def *def) {
    l->size = def->size = step->arg[SIZE];
    l->size = l->size ? l->size : 1;
    l->has_kinds = step->arg[KINDS] > 0;
    l->kinds['.'] = (uint8_t)(step->arg[KINDS] % 256);
    l->kinds['@'] = (uint8_t)(step->arg[KINDS] / 256);
    def->kinds = l->has_kinds ? l->kinds : NULL;
    def->has_obstacles = step->arg[OPTIONS] & 1;
    def->edits = step->arg[OPTIONS] >> 1;
    for (uint32_t d = 1; d <= step->arg[RADIUS] && d <= WEND_INFLATION_MAX; d++) {
        uint32_t more = step->arg[MORE] * (step->arg[RADIUS] + 1 - d);
        l->inflation[d] = (uint8_t)(d <= step->arg[BLOCKED] ? WEND_INFLATION_BLOCKED
                                    : more > 254            ? 254
                                                            : more);
        l->radius = l->inflation[d] ? d : l->radius;
    }
    memcpy(def->inflation, l->inflation, sizeof l->inflation);
    switch (step->arg[WRONG]) {
    case 1:
        def->size = WEND_LAYER_SIZE_MAX + 1;
        break;
    case 2:
        def->inflation[0] = 1;
        break;
    case 3:
        def->edits = WEND_MAP_EDITS_MAX + 1;
        break;
    case 4:
        def->base = NULL;
        break;
    default:
        break;
    }
}

static void say_create(sim *s, const sim_step *step, const wend_layer_def *def) {
    char inflation[200] = "0";
    for (uint32_t d = 1, at = 1; d <= WEND_INFLATION_MAX; d++) {
        at += (uint32_t)snprintf(inflation + at, sizeof inflation - at, ", %u", def->inflation[d]);
    }
    sim_say(s,
            "wend_layer_create(&(wend_layer_def){.base = %s, .size = %u, .kinds = "
            "printed_kinds(%u, %u), .has_obstacles = %d, .inflation = {%s}, .edits = %u, "
            ".allocator = ledger_allocator(&book[%u])}, &layer[%u], NULL);",
            def->base ? sim_place_text(step->arg[BASE]) : "NULL", def->size, step->arg[KINDS] % 256,
            step->arg[KINDS] / 256, def->has_obstacles, inflation, def->edits,
            SIM_BOOK_PLACES + step->slot, step->slot);
    sim_say(s, "map[%u] = wend_layer_map(layer[%u]);", step->slot, step->slot);
}

static void free_model(sim_layer *l) {
    free(l->obstacles);
    free(l->bare);
    free(l->values);
    free(l);
}

static void open_layer(sim *s, uint32_t place, sim_layer *l, bool has_obstacles) {
    sim_place *p = &s->places[place];
    const model_map *base = &s->places[l->base].model;
    p->model = *base;
    model_open(&p->model);
    uint32_t cells = model_cells(base);
    l->bare = test_alloc(cells);
    l->values = test_alloc(cells);
    l->obstacles = has_obstacles ? test_alloc(cells) : NULL;
    if (has_obstacles) {
        memset(l->obstacles, 0, cells);
    }
    p->own = l;
    p->map = wend_layer_map(l->layer);
    p->model.is_weighted = wend_map_weighted(p->map);
    s->places[l->base].users++;
    s->hot_count[place] = 0;
}

void layer_apply_create(sim *s, const sim_step *step) {
    uint32_t place = step->slot, book = SIM_BOOK_PLACES + place;
    if (!derived_is_layer(place) || s->places[place].map || step->arg[BASE] >= SIM_PLACES ||
        !s->places[step->arg[BASE]].map || step->arg[SIZE] > WEND_LAYER_SIZE_MAX ||
        !is_cheap(s, step)) {
        return;
    }
    sim_layer *l = test_alloc(sizeof *l);
    *l = (sim_layer){.base = step->arg[BASE]};
    wend_layer_def def = {.base = s->places[l->base].map, .allocator = sim_allocator(s, book)};
    fill_def(step, l, &def);
    say_create(s, step, &def);
    uint64_t failures = s->books[book].failures;
    wend_error error = wend_layer_create(&def, &l->layer, NULL);
    bool has_failed = sim_has_failed(s, book, failures);
    wend_error expected = step->arg[WRONG] && step->arg[WRONG] <= 4 ? WEND_ERROR_ARGUMENT
                          : has_failed                              ? WEND_ERROR_MEMORY
                                                                    : WEND_OK;
    SIM_REQUIRE(s, error == expected && !l->layer == (error != WEND_OK),
                "fail_msg(\"wend_layer_create: %s\");", wend_error_text(error));
    sim_cover(s, SIM_OBJECT_LAYER, place, has_failed ? SIM_FAULT_ALLOCATION : SIM_FAULT_NONE);
    sim_mix(s, error);
    if (error) {
        SIM_REQUIRE(s, s->books[book].live_bytes == 0, "assert_int_equal(book[%u].live_bytes, 0);",
                    book);
        free_model(l);
        return;
    }
    open_layer(s, place, l, def.has_obstacles);
    work_out(s, place);
    derived_check_map(s, place);
    SIM_REQUIRE(s, wend_layer_memory(l->layer) == s->books[book].live_bytes,
                "assert_int_equal(wend_layer_memory(layer[%u]), book[%u].live_bytes);", place,
                book);
}

/* ---- Changes --------------------------------------------------------------------------------- */

static bool draw_layer(sim *s, sim_step *step) {
    step->slot = SIM_LAYERS + sim_below(s, 2);
    step->slot = s->places[step->slot].map ? step->slot : SIM_LAYERS + SIM_LAYERS + 1 - step->slot;
    return s->places[step->slot].map;
}

static sim_layer *layer_of(const sim *s, const sim_step *step) {
    bool is_there = derived_is_layer(step->slot) && s->places[step->slot].map;
    return is_there ? s->places[step->slot].own : NULL;
}

bool layer_draw_update(sim *s, sim_step *step) {
    return draw_layer(s, step);
}

/* Updates the layer and compares its whole map with the model. Calls since the last comparison may
 * have changed `already` cells. */
static void update(sim *s, uint32_t place, uint32_t already) {
    sim_place *p = &s->places[place];
    sim_layer *l = p->own;
    uint64_t calls = s->books[SIM_BOOK_PLACES + place].calls, version = wend_map_version(p->map);
    sim_say(s, "wend_layer_update(layer[%u]);", place);
    uint32_t edited = wend_layer_update(l->layer);
    uint32_t changed = work_out(s, place);
    SIM_REQUIRE(s, s->books[SIM_BOOK_PLACES + place].calls == calls,
                "fail_msg(\"wend_layer_update allocates\");");
    SIM_REQUIRE(s, edited + already >= changed, "assert_true(%u >= %u);", edited, changed);
    SIM_REQUIRE(s, (wend_map_version(p->map) > version) == (edited > 0),
                "assert_int_equal(wend_map_version(map[%u]) > %llu, %d);", place,
                (unsigned long long)version, edited > 0);
    derived_check_map(s, place);
    sim_mix(s, edited);
}

void layer_apply_update(sim *s, const sim_step *step) {
    sim_layer *l = layer_of(s, step);
    if (!l) {
        return;
    }
    update(s, step->slot, 0);
    sim_say(s, "assert_int_equal(wend_layer_update(layer[%u]), 0);", step->slot);
    SIM_REQUIRE(s, wend_layer_update(l->layer) == 0,
                "fail_msg(\"wend_layer_update without changes\");");
    sim_cover(s, SIM_OBJECT_LAYER, step->slot, SIM_FAULT_EDIT);
}

bool layer_draw_block(sim *s, sim_step *step) {
    if (!draw_layer(s, step)) {
        return false;
    }
    derived_draw_target(s, step->slot, &step->arg[0], &step->arg[1]);
    step->arg[2] = sim_percent(s, 80) ? sim_below(s, 4) : sim_below(s, 100);
    step->arg[3] = sim_percent(s, 80) ? sim_below(s, 4) : sim_below(s, 100);
    step->arg[4] = sim_percent(s, 50); /* unblock */
    step->arg[5] = sim_percent(s, 50); /* update after it, not before it */
    step->arg[6] = sim_percent(s, 3) ? 256 : 1;
    return true;
}

static bool is_counted_out(const sim_layer *l, const model_map *m, const sim_step *step) {
    bool is_out = false;
    for (uint32_t y = step->arg[1]; y < step->arg[1] + step->arg[3]; y++) {
        for (uint32_t x = step->arg[0]; x < step->arg[0] + step->arg[2]; x++) {
            is_out |= l->obstacles[y * m->width + x] == (step->arg[4] ? 0 : 255);
        }
    }
    return is_out;
}

static void count_obstacles(sim_layer *l, const model_map *m, const sim_step *step) {
    for (uint32_t y = step->arg[1]; y < step->arg[1] + step->arg[3]; y++) {
        for (uint32_t x = step->arg[0]; x < step->arg[0] + step->arg[2]; x++) {
            uint8_t *count = &l->obstacles[y * m->width + x];
            *count = (uint8_t)(*count + (step->arg[4] ? -1 : 1));
        }
    }
}

static void block(sim *s, sim_layer *l, const sim_step *step) {
    const model_map *m = &s->places[step->slot].model;
    uint32_t x = step->arg[0], y = step->arg[1], width = step->arg[2], height = step->arg[3];
    bool is_inside = (uint64_t)x + width <= m->width && (uint64_t)y + height <= m->height;
    wend_error expected = !l->obstacles                ? WEND_ERROR_UNSUPPORTED
                          : !is_inside                 ? WEND_ERROR_OUTSIDE
                          : is_counted_out(l, m, step) ? WEND_ERROR_ARGUMENT
                                                       : WEND_OK;
    sim_say(s, "wend_layer_%s(layer[%u], %u, %u, %u, %u);", step->arg[4] ? "unblock" : "block",
            step->slot, x, y, width, height);
    uint64_t calls = s->books[SIM_BOOK_PLACES + step->slot].calls;
    wend_error error = step->arg[4] ? wend_layer_unblock(l->layer, x, y, width, height)
                                    : wend_layer_block(l->layer, x, y, width, height);
    SIM_REQUIRE(s, error == expected && s->books[SIM_BOOK_PLACES + step->slot].calls == calls,
                "fail_msg(\"wend_layer_block: %s\");", wend_error_text(error));
    if (!error) {
        count_obstacles(l, m, step);
        s->places[step->slot].version++;
    }
}

void layer_apply_block(sim *s, const sim_step *step) {
    sim_layer *l = layer_of(s, step);
    if (!l) {
        return;
    }
    if (!step->arg[5]) {
        update(s, step->slot, 0);
    }
    for (uint32_t i = 0; i < step->arg[6] && i < 256; i++) {
        block(s, l, step);
    }
    if (step->arg[5]) { /* blocked cells take the base's changes there at once */
        update(s, step->slot, UINT32_MAX / 2);
    } else {
        work_out(s, step->slot);
        derived_check_map(s, step->slot);
    }
    sim_cover(s, SIM_OBJECT_LAYER, step->slot, SIM_FAULT_EDIT);
}

bool layer_draw_look(sim *s, sim_step *step) {
    if (!draw_layer(s, step)) {
        return false;
    }
    derived_draw_target(s, step->slot, &step->arg[0], &step->arg[1]);
    return true;
}

void layer_apply_look(sim *s, const sim_step *step) {
    sim_layer *l = layer_of(s, step);
    uint32_t x = step->arg[0], y = step->arg[1];
    wend_state cell = l ? sim_state(s, step->slot, x, y) : WEND_STATE_NONE;
    if (cell == WEND_STATE_NONE) {
        return;
    }
    uint32_t clearance = clearance_of(l, &s->places[step->slot].model, cell);
    SIM_REQUIRE(s, wend_layer_clearance(l->layer, x, y) == clearance,
                "assert_int_equal(wend_layer_clearance(layer[%u], %u, %u), %u);", step->slot, x, y,
                clearance);
    uint32_t count = l->obstacles ? l->obstacles[cell] : 0;
    SIM_REQUIRE(s, wend_layer_obstacles(l->layer, x, y) == count,
                "assert_int_equal(wend_layer_obstacles(layer[%u], %u, %u), %u);", step->slot, x, y,
                count);
    SIM_REQUIRE(s, wend_layer_clearance(l->layer, UINT32_MAX, y) == 0,
                "assert_int_equal(wend_layer_clearance(layer[%u], UINT32_MAX, 0), 0);", step->slot);
    sim_cover(s, SIM_OBJECT_LAYER, step->slot, SIM_FAULT_NONE);
}

bool layer_draw_destroy(sim *s, sim_step *step) {
    return draw_layer(s, step) && s->places[step->slot].users == 0;
}

void layer_destroy(sim *s, uint32_t place) {
    sim_place *p = &s->places[place];
    sim_layer *l = p->own;
    components_destroy(s, place);
    sim_say(s, "wend_layer_destroy(layer[%u]);", place);
    wend_layer_destroy(l->layer);
    SIM_REQUIRE(s, s->books[SIM_BOOK_PLACES + place].live_bytes == 0,
                "assert_int_equal(book[%u].live_bytes, 0);", SIM_BOOK_PLACES + place);
    s->places[l->base].users--;
    free_model(l);
    model_close(&p->model);
    p->map = NULL;
    p->own = NULL;
    p->version++;
}

void layer_apply_destroy(sim *s, const sim_step *step) {
    if (layer_of(s, step) && s->places[step->slot].users == 0) {
        layer_destroy(s, step->slot);
    }
}
