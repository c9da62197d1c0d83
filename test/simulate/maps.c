/* simulate/maps.c - the base map: its creation, its edits, and failing allocators. */
#include "simulate/sim.h"
#include "simulate/terrain.h"
#include "support/test.h"

#include <string.h>

/* ---- Creation -------------------------------------------------------------------------------- */

enum { KIND, WIDTH, HEIGHT, SEED, RULES, EDITS, FACTORS, WAY };

static void draw_size(sim *s, sim_step *step) {
    uint32_t shape = sim_below(s, 1000), width = 0, height = 0;
    uint32_t most = shape < 500 ? 12 : shape < 850 ? 40 : shape < 980 ? 90 : 300;
    width = 1 + sim_below(s, most);
    height = 1 + sim_below(s, most);
    if (shape % 25 == 0) { /* one row or one column */
        width = sim_percent(s, 50) ? 1 : width * 4;
        height = width == 1 ? height * 4 : 1;
    }
    if (shape == 999 && sim_percent(s, 20)) {
        width = height = sim_percent(s, 20) ? 4096 : 1024;
    }
    step->arg[WIDTH] = width;
    step->arg[HEIGHT] = height;
}

static bool draw_create(sim *s, sim_step *step) {
    static const uint32_t neighbors[] = {4, 8, 8, 8, 16};
    static const uint32_t edits[] = {1, 2, 4, 16, 0, 0};
    draw_size(s, step);
    step->arg[KIND] = sim_percent(s, 4) ? sim_below(s, TERRAIN_COUNT)
                                        : dice_between(&s->dice, TERRAIN_RANDOM, TERRAIN_COUNT - 1);
    step->arg[KIND] = sim_percent(s, 8) ? TERRAIN_OPEN : step->arg[KIND];
    step->arg[SEED] = 1 + sim_below(s, 1u << 30);
    step->arg[RULES] = DICE_PICK(&s->dice, neighbors) | sim_below(s, 3) << 8;
    step->arg[EDITS] = DICE_PICK(&s->dice, edits);
    step->arg[FACTORS] = sim_percent(s, 25) ? (sim_percent(s, 10) ? 255 : 1 + sim_below(s, 9)) : 0;
    step->arg[WAY] = sim_percent(s, 25);
    return true;
}

static void say_cells(sim *s, const char *cells, uint32_t width, uint32_t height) {
    sim_say(s, "cells =");
    for (uint32_t y = 0; y < height; y++) {
        sim_say(s, "    \"%.*s\"%s", (int)width, cells + (size_t)y * width,
                y == height - 1 ? ";" : "");
    }
}

static void say_factors(sim *s, const uint8_t *factors, uint32_t count) {
    sim_say(s, "factors = (const uint8_t[%u]){", count);
    for (uint32_t i = 0; i < count; i++) {
        sim_say(s, "%u,", factors[i]);
    }
    sim_say(s, "};");
}

static void say_map(sim *s, const sim_step *step, const wend_map_def *def, const char *cells) {
    uint32_t width = def->width, height = def->height;
    if (!s->print) {
        return;
    }
    if (s->script->has_cells) {
        say_cells(s, cells, width, height);
        if (def->factors) {
            say_factors(s, def->factors, width * height);
        }
    } else {
        sim_say(s, "cells = printed_cells(%u, %u, %u, %u);", step->arg[KIND], width, height,
                step->arg[SEED]);
        if (def->factors) {
            sim_say(s, "factors = printed_factors(%u, %u, %u);", width * height, step->arg[FACTORS],
                    step->arg[SEED]);
        }
    }
    sim_say(s,
            "map_def = (wend_map_def){.width = %u, .height = %u, .neighbors = %u, .corners = %u, "
            ".passable = WEND_TERRAIN_GROUND | WEND_TERRAIN_SWAMP, .edits = %u, .factors = %s, "
            ".allocator = ledger_allocator(&book[%u]), .cells = cells};",
            width, height, def->neighbors, (unsigned)def->corners, def->edits,
            def->factors ? "factors" : "NULL", SIM_BOOK_PLACES + SIM_BASE);
    sim_say(s, "wend_map_create(&map_def, &base, NULL);");
    sim_say(s, "map[0] = base;");
}

static void fill_model(sim *s, const wend_map_def *def, const char *cells) {
    model_map *m = &s->places[SIM_BASE].model;
    *m = (model_map){def->width, def->height, def->neighbors, def->corners, def->factors != NULL,
                     NULL,       NULL};
    model_open(m);
    for (uint32_t i = 0; i < model_cells(m); i++) {
        m->is_free[i] = cells[i] == '.';
        m->factor[i] = def->factors ? def->factors[i] : 1;
    }
}

/* The cells of the script, or new ones; stored in the script if they fit. */
static void prepare_cells(sim *s, const sim_step *step, char *cells, uint8_t *factors) {
    sim_script *script = s->script;
    uint32_t count = step->arg[WIDTH] * step->arg[HEIGHT];
    if (script->has_cells) {
        memcpy(cells, script->cells, count);
        memcpy(factors, script->factors, count);
        return;
    }
    terrain_fill(cells, step->arg[KIND], step->arg[WIDTH], step->arg[HEIGHT], step->arg[SEED]);
    if (step->arg[FACTORS]) {
        terrain_factors(factors, count, step->arg[FACTORS], step->arg[SEED]);
    }
    if (count <= SIM_CELLS_KEPT) {
        memcpy(script->cells, cells, count);
        memcpy(script->factors, factors, count);
        script->has_cells = true;
    }
}

static void apply_create(sim *s, const sim_step *step) {
    sim_place *base = &s->places[SIM_BASE];
    uint32_t count = step->arg[WIDTH] * step->arg[HEIGHT];
    char *cells = test_alloc(count);
    uint8_t *factors = test_alloc(count);
    memset(factors, 1, count);
    prepare_cells(s, step, cells, factors);
    wend_map_def def = {.width = step->arg[WIDTH],
                        .height = step->arg[HEIGHT],
                        .neighbors = step->arg[RULES] & 255,
                        .corners = (wend_corners)(step->arg[RULES] >> 8),
                        .edits = step->arg[EDITS],
                        .factors = step->arg[FACTORS] ? factors : NULL,
                        .allocator = sim_allocator(s, SIM_BOOK_PLACES + SIM_BASE)};
    say_map(s, step, &def, cells);
    wend_map *map = NULL;
    def.cells = cells;
    wend_error error = wend_map_create(&def, &map, NULL);
    SIM_REQUIRE(s, error == WEND_OK && map, "assert_non_null(base);");
    fill_model(s, &def, cells);
    base->map = map;
    base->own = map;
    s->is_large = count > 100 * 100;
    free(factors);
    free(cells);
    sim_cover(s, SIM_OBJECT_MAP, SIM_BASE, SIM_FAULT_NONE);
}

/* ---- Edits ----------------------------------------------------------------------------------- */

static wend_map *base_of(const sim *s) {
    return s->places[SIM_BASE].own;
}

/* Draws a cell to edit: often the position or goal of an object. */
static void draw_target(sim *s, uint32_t *x, uint32_t *y) {
    const model_map *m = &s->places[SIM_BASE].model;
    uint32_t noted = s->hot_count[SIM_BASE] < SIM_HOT ? s->hot_count[SIM_BASE] : SIM_HOT;
    *x = sim_below(s, m->width);
    *y = sim_below(s, m->height);
    if (noted > 0 && sim_percent(s, 45)) {
        wend_state state = s->hot[SIM_BASE][sim_below(s, noted)];
        *x = state % m->width;
        *y = state / m->width % m->height;
    }
}

static void check_cell(sim *s, uint32_t x, uint32_t y) {
    const model_map *m = &s->places[SIM_BASE].model;
    bool is_free = model_is_free(m, x, y);
    SIM_REQUIRE(s, wend_map_is_free(base_of(s), x, y) == is_free,
                "assert_int_equal(wend_map_is_free(map[0], %u, %u), %d);", x, y, is_free);
}

static bool draw_set_free(sim *s, sim_step *step) {
    draw_target(s, &step->arg[0], &step->arg[1]);
    step->arg[2] = sim_percent(s, 50);
    return true;
}

/* Changes a cell of map and model. */
static void set_free(sim *s, uint32_t x, uint32_t y, bool is_free) {
    sim_place *base = &s->places[SIM_BASE];
    bool is_inside = x < base->model.width && y < base->model.height;
    uint64_t version = wend_map_version(base->map);
    sim_say(s, "error = wend_map_set_free(base, %u, %u, %s);", x, y, is_free ? "true" : "false");
    wend_error error = wend_map_set_free(base_of(s), x, y, is_free);
    SIM_REQUIRE(s, (error == WEND_OK) == is_inside,
                "assert_int_not_equal(error == WEND_OK, %d); /* set_free: %s */", error == WEND_OK,
                wend_error_text(error));
    if (is_inside) {
        uint8_t *cell = &base->model.is_free[y * base->model.width + x];
        bool is_changed = *cell != is_free;
        SIM_REQUIRE(s, (wend_map_version(base->map) > version) == is_changed,
                    "assert_int_equal(wend_map_version(map[0]) > %llu, %d);",
                    (unsigned long long)version, is_changed);
        *cell = is_free;
        base->version += is_changed;
    }
}

static void apply_set_free(sim *s, const sim_step *step) {
    if (!base_of(s)) {
        return;
    }
    set_free(s, step->arg[0], step->arg[1], step->arg[2]);
    check_cell(s, step->arg[0], step->arg[1]);
    sim_cover(s, SIM_OBJECT_MAP, SIM_BASE, SIM_FAULT_EDIT);
}

static bool draw_building(sim *s, sim_step *step) {
    draw_target(s, &step->arg[0], &step->arg[1]);
    uint32_t half = sim_below(s, 3);
    step->arg[0] -= step->arg[0] >= half ? half : 0;
    step->arg[1] -= step->arg[1] >= half ? half : 0;
    step->arg[2] = 1 + sim_below(s, 6);
    step->arg[3] = 1 + sim_below(s, 6);
    step->arg[4] = sim_percent(s, 40);
    return true;
}

/* Blocks or frees a rectangle in one call. */
static void set_cells(sim *s, uint32_t x, uint32_t y, uint32_t width, uint32_t height,
                      char terrain) {
    sim_place *base = &s->places[SIM_BASE];
    char cells[SIM_FILLED_MAX];
    memset(cells, terrain, width * height);
    bool is_inside = x + width <= base->model.width && y + height <= base->model.height;
    sim_say(s, "printed_set_cells(base, %u, %u, %u, %u, '%c');", x, y, width, height, terrain);
    wend_error error = wend_map_set_cells(base_of(s), x, y, width, height, cells);
    SIM_REQUIRE(s, (error == WEND_OK) == is_inside, "fail_msg(\"wend_map_set_cells: %s\");",
                wend_error_text(error));
    for (uint32_t i = 0; is_inside && i < width * height; i++) {
        uint8_t *cell = &base->model.is_free[(y + i / width) * base->model.width + x + i % width];
        base->version += *cell != (terrain == '.');
        *cell = terrain == '.';
    }
    check_cell(s, x, y);
    sim_cover(s, SIM_OBJECT_MAP, SIM_BASE, SIM_FAULT_EDIT);
}

static void apply_building(sim *s, const sim_step *step) {
    uint32_t width = step->arg[2], height = step->arg[3];
    if (base_of(s) && width > 0 && height > 0 && width * height <= SIM_FILLED_MAX) {
        set_cells(s, step->arg[0], step->arg[1], width, height, step->arg[4] ? '.' : '@');
    }
}

/* Edits all cells of a small map at once. */
static bool draw_fill(sim *s, sim_step *step) {
    step->arg[0] = sim_percent(s, 30);
    return model_cells(&s->places[SIM_BASE].model) <= SIM_FILLED_MAX;
}

static void apply_fill(sim *s, const sim_step *step) {
    const model_map *m = &s->places[SIM_BASE].model;
    if (base_of(s) && model_cells(m) <= SIM_FILLED_MAX) {
        set_cells(s, 0, 0, m->width, m->height, step->arg[0] ? '.' : '@');
    }
}

static bool draw_burst(sim *s, sim_step *step) {
    uint32_t remembered = s->script->steps[0].arg[EDITS];
    remembered = remembered ? remembered : WEND_MAP_EDITS;
    step->arg[0] = 1 + sim_below(s, 1u << 30);
    step->arg[1] = sim_percent(s, 60) ? remembered + sim_below(s, 3) : 1 + sim_below(s, 60);
    step->arg[2] = sim_percent(s, 50); /* only near each other */
    return true;
}

static void apply_burst(sim *s, const sim_step *step) {
    if (!base_of(s)) {
        return;
    }
    const model_map *m = &s->places[SIM_BASE].model;
    dice d = dice_of(step->arg[0]);
    uint32_t left = dice_between(&d, 0, m->width - 1), top = dice_between(&d, 0, m->height - 1);
    for (uint32_t i = 0; i < step->arg[1]; i++) {
        uint32_t x = dice_between(&d, 0, m->width - 1), y = dice_between(&d, 0, m->height - 1);
        if (step->arg[2]) {
            x = (left + x % 6) % m->width;
            y = (top + y % 6) % m->height;
        }
        set_free(s, x, y, !m->is_free[y * m->width + x]);
    }
    uint32_t remembered = s->script->steps[0].arg[EDITS];
    bool is_more = step->arg[1] > (remembered ? remembered : WEND_MAP_EDITS);
    sim_cover(s, SIM_OBJECT_MAP, SIM_BASE, is_more ? SIM_FAULT_BURST : SIM_FAULT_EDIT);
}

static bool draw_factor(sim *s, sim_step *step) {
    draw_target(s, &step->arg[0], &step->arg[1]);
    step->arg[2] = sim_percent(s, 5) ? sim_below(s, 2) * 255 : 1 + sim_below(s, 9);
    return s->places[SIM_BASE].model.is_weighted || sim_percent(s, 5);
}

static void apply_factor(sim *s, const sim_step *step) {
    sim_place *base = &s->places[SIM_BASE];
    uint32_t x = step->arg[0], y = step->arg[1];
    if (!base_of(s)) {
        return;
    }
    bool is_inside = x < base->model.width && y < base->model.height;
    bool is_fine = base->model.is_weighted && is_inside && step->arg[2] > 0;
    sim_say(s, "error = wend_map_set_factor(base, %u, %u, %u);", x, y, step->arg[2]);
    wend_error error = wend_map_set_factor(base_of(s), x, y, (uint8_t)step->arg[2]);
    SIM_REQUIRE(s, (error == WEND_OK) == is_fine,
                "assert_int_not_equal(error == WEND_OK, %d); /* set_factor: %s */",
                error == WEND_OK, wend_error_text(error));
    if (is_fine) {
        uint8_t *factor = &base->model.factor[y * base->model.width + x];
        base->version += *factor != step->arg[2];
        *factor = (uint8_t)step->arg[2];
    }
    sim_cover(s, SIM_OBJECT_MAP, SIM_BASE, SIM_FAULT_EDIT);
}

static bool draw_shift(sim *s, sim_step *step) {
    step->arg[0] = sim_below(s, 9);
    step->arg[1] = sim_below(s, 9);
    step->arg[2] = sim_percent(s, 50);
    return !s->is_large;
}

/* Moves the map over the world by -4 to 4 cells in x and in y. */
static void apply_shift(sim *s, const sim_step *step) {
    sim_place *base = &s->places[SIM_BASE];
    if (!base_of(s)) {
        return;
    }
    int32_t left = (int32_t)(step->arg[0] % 9) - 4, top = (int32_t)(step->arg[1] % 9) - 4;
    char terrain = step->arg[2] ? '.' : '@';
    sim_say(s, "error = wend_map_shift(base, %d, %d, '%c');", left, top, terrain);
    wend_error error = wend_map_shift(base_of(s), left, top, terrain);
    SIM_REQUIRE(s, error == WEND_OK, "assert_int_not_equal(error == WEND_OK, %d); /* shift: %s */",
                error == WEND_OK, wend_error_text(error));
    model_map old = base->model;
    model_open(&base->model);
    for (uint32_t i = 0; i < model_cells(&old); i++) {
        int64_t x = (int64_t)(i % old.width) + left, y = (int64_t)(i / old.width) + top;
        bool is_inside = x >= 0 && y >= 0 && x < old.width && y < old.height;
        base->model.is_free[i] = is_inside ? model_is_free(&old, x, y) : terrain == '.';
        base->model.factor[i] = is_inside ? old.factor[y * old.width + x] : 1;
        base->version += base->model.is_free[i] != old.is_free[i] ||
                         (base->model.is_weighted && base->model.factor[i] != old.factor[i]);
    }
    model_close(&old);
    sim_cover(s, SIM_OBJECT_MAP, SIM_BASE, SIM_FAULT_BURST);
}

/* ---- Queries --------------------------------------------------------------------------------- */

static bool draw_look(sim *s, sim_step *step) {
    draw_target(s, &step->arg[0], &step->arg[1]);
    return true;
}

/* Compares moves from a cell, and the number of free cells, with the model. */
static void apply_look(sim *s, const sim_step *step) {
    const sim_place *base = &s->places[SIM_BASE];
    wend_state from = sim_state(s, SIM_BASE, step->arg[0], step->arg[1]);
    if (!base->map || from == WEND_STATE_NONE) {
        return;
    }
    for (int64_t i = 0; i < 25; i++) {
        int64_t x = (int64_t)step->arg[0] + i % 5 - 2, y = (int64_t)step->arg[1] + i / 5 - 2;
        wend_state to = sim_state(s, SIM_BASE, (uint32_t)x, (uint32_t)y);
        wend_cost cost = to == WEND_STATE_NONE ? 0 : model_move_cost(&base->model, from, to);
        SIM_REQUIRE(s, wend_map_move_cost(base->map, from, to) == cost,
                    "assert_int_equal(wend_map_move_cost(map[0], %u, %u), %u);", from, to, cost);
    }
    uint32_t count = 0;
    for (uint32_t i = 0; i < model_cells(&base->model); i++) {
        count += base->model.is_free[i];
    }
    SIM_REQUIRE(s, wend_map_free_count(base->map) == count,
                "assert_int_equal(wend_map_free_count(map[0]), %u);", count);
    sim_cover(s, SIM_OBJECT_MAP, SIM_BASE, SIM_FAULT_NONE);
}

/* ---- Failing allocators ---------------------------------------------------------------------- */

static bool draw_fail(sim *s, sim_step *step) {
    step->slot = sim_below(s, SIM_BOOKS);
    step->arg[0] = 1 + sim_below(s, sim_percent(s, 60) ? 4 : 40);
    step->arg[1] = sim_percent(s, 30);
    return true;
}

static void apply_fail(sim *s, const sim_step *step) {
    if (step->slot < SIM_BOOKS) {
        ledger *book = &s->books[step->slot];
        sim_say(s, "book[%u].fail_at = book[%u].calls + %u;", step->slot, step->slot, step->arg[0]);
        sim_say(s, "book[%u].fail_from = %s;", step->slot, step->arg[1] ? "true" : "false");
        book->fail_at = book->calls + step->arg[0];
        book->fail_from = step->arg[1];
    }
}

static bool draw_mend(sim *s, sim_step *step) {
    (void)s;
    (void)step;
    return true;
}

static void mend_allocators(sim *s) {
    sim_say(s, "printed_mend(book);");
    for (uint32_t i = 0; i < SIM_BOOKS; i++) {
        s->books[i].fail_at = 0;
    }
}

static void apply_mend(sim *s, const sim_step *step) {
    (void)step;
    mend_allocators(s);
}

/* ---- The module ------------------------------------------------------------------------------ */

static void destroy(sim *s) {
    sim_place *base = &s->places[SIM_BASE];
    sim_say(s, "wend_map_destroy(base);");
    wend_map_destroy(base->own);
    model_close(&base->model);
    base->map = base->own = NULL;
    for (uint32_t i = 0; i < SIM_BOOKS; i++) {
        SIM_REQUIRE(s, s->books[i].live_bytes == 0,
                    "assert_int_equal(book[%u].live_bytes, 0); /* is %zu */", i,
                    s->books[i].live_bytes);
    }
}

static const sim_kind kinds[] = {
    [SIM_MAP_CREATE] = {"create", 0, draw_create, apply_create, 0}, /* only as the first step */
    [SIM_MAP_FAIL] = {"fail", 2, draw_fail, apply_fail, 0},
    {"set_free", 12, draw_set_free, apply_set_free, 0},
    {"building", 6, draw_building, apply_building, 0},
    {"burst", 2, draw_burst, apply_burst, 0},
    {"factor", 4, draw_factor, apply_factor, 0},
    {"shift", 1, draw_shift, apply_shift, 0},
    {"look", 2, draw_look, apply_look, 0},
    {"fill", 1, draw_fill, apply_fill, 0},
    {"mend", 4, draw_mend, apply_mend, 0},
};

const sim_module sim_map_module = {"map", kinds, COUNT_OF(kinds), 6, NULL, destroy};
