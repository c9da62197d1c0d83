/* domain/belief.c - a map that is filled in by what an agent observes. */
#include <wend/belief.h>

#include "base/rng.h"
#include "domain/grid.h"

#include <string.h>

struct wend_belief {
    wn_memory memory;
    wend_belief_def def;
    wend_map *map;
    size_t cells;
    uint8_t *known; /* a bit per cell in row order */
};

WN_DEFINITION_ENDS(wend_belief_def, memory_limit);

/* ---- Known cells ---------------------------------------------------------------------------- */

static size_t cell_of(const wend_belief *belief, uint32_t x, uint32_t y) {
    return (size_t)y * wend_map_width(belief->map) + x;
}

static void know(wend_belief *belief, size_t cell) {
    belief->known[cell / 8] |= (uint8_t)(1u << (cell % 8));
}

bool wend_belief_knows(const wend_belief *belief, uint32_t x, uint32_t y) {
    if (!belief || x >= wend_map_width(belief->map) || y >= wend_map_height(belief->map)) {
        return false;
    }
    size_t cell = cell_of(belief, x, y);
    return belief->known[cell / 8] >> (cell % 8) & 1;
}

/* ---- Creating ------------------------------------------------------------------------------- */

static wend_map_def belief_form(const wend_belief_def *def) {
    wend_map_def form = def->world ? def->world->def : def->form;
    wn_map_def_complete(&form);
    form.allocator = def->allocator;
    form.factors = form.terrain_factors = NULL;
    return form;
}

/* The initial belief: the world, with each blocked cell shown with probability known_permille /
 * 1000. */
static void imagine(const wend_belief_def *def, char unknown, char *cells) {
    const wend_map *world = def->world;
    wn_rng rng = {def->seed};
    uint32_t width = wend_map_width(world);
    for (uint32_t y = 0; y < wend_map_height(world); y++) {
        for (uint32_t x = 0; x < width; x++) {
            bool is_free = wend_map_is_free(world, x, y);
            bool shown = is_free || wn_rng_below(&rng, 1000) < def->known_permille;
            cells[(size_t)y * width + x] = shown ? wend_map_cell(world, x, y) : unknown;
        }
    }
}

/* The factors of a map in row order. */
static void copy_belief_factors(const wend_map *world, uint8_t *factors) {
    for (uint32_t cell = 0; cell < world->def.width * world->def.height; cell++) {
        factors[cell] = world->cells.factors[wn_grid_id_of_state(world, cell)];
    }
}

/* Creates the map of a belief. The memory left in the account `left` is its limit. */
static wend_error make_map(wend_belief *belief, wend_map_def *form, char *cells, uint8_t *factors,
                           const wn_memory *left, wend_diagnosis *diagnosis) {
    const wend_map *world = belief->def.world;
    char unknown; /* free until it is seen */
    if (!wn_find_terrain(form, true, &unknown)) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, world ? "world" : "form",
                                 "no terrain of the map is passable");
    }
    memset(cells, unknown, belief->cells);
    if (world) {
        imagine(&belief->def, unknown, cells);
    }
    if (world && factors) {
        copy_belief_factors(world, factors);
        form->factors = factors;
    }
    form->cells = cells;
    form->memory_limit = wn_memory_left(left);
    wend_error error = wend_map_create(form, &belief->map, diagnosis);
    if (error) {
        if (diagnosis) {
            diagnosis->field = "form"; /* that of a world was checked */
        }
        return error;
    }
    belief->map->cells.believed = true;
    memset(belief->known, 0, (belief->cells + 7) / 8);
    for (size_t cell = 0; cell < belief->cells; cell++) {
        if (world && cells[cell] != unknown &&
            !wend_map_is_free(world, (uint32_t)(cell % form->width),
                              (uint32_t)(cell / form->width))) {
            know(belief, cell);
        }
    }
    return WEND_OK;
}

static wend_error check_belief_form(const wend_belief_def *def, wend_diagnosis *diagnosis) {
    if (def->form.cells || def->form.bytes) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, "form",
                                 "form.%s is set, but all cells are unknown; set it to NULL",
                                 def->form.cells ? "cells" : "bytes");
    }
    if (!wn_neighborhood_of(def->form.neighbors)) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, "form",
                                 "form.neighbors is %u, expected 4, 8 or 16", def->form.neighbors);
    }
    if (def->form.width < 1 || def->form.height < 1 || def->form.width > WEND_MAP_SIDE_MAX ||
        def->form.height > WEND_MAP_SIDE_MAX) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_SIZE, "form",
                                 "world is null and form is %u x %u cells, expected 1 x 1 to "
                                 "%u x %u",
                                 def->form.width, def->form.height, WEND_MAP_SIDE_MAX,
                                 WEND_MAP_SIDE_MAX);
    }
    return WEND_OK;
}

/* Checks a definition and replaces zeros by defaults. */
static wend_error check_belief_def(wend_belief_def *def, wend_diagnosis *diagnosis) {
    wn_map_def_complete(&def->form);
    wend_error error = def->world ? WEND_OK : check_belief_form(def, diagnosis);
    if (error) {
        return error;
    }
    uint32_t neighbors = def->world ? def->world->def.neighbors : def->form.neighbors;
    uint32_t reach = wn_neighborhood_of(neighbors)->reach;
    def->seed = def->seed ? def->seed : 1;
    def->sight = def->sight ? def->sight : reach;
    if (def->known_permille > 1000) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, "known_permille",
                                 "known_permille is %u, expected 0 to 1000", def->known_permille);
    }
    if (def->sight < reach || def->sight > WEND_SIGHT_MAX) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, "sight",
                                 "sight is %u, expected %u to %u with %u neighbours", def->sight,
                                 reach, WEND_SIGHT_MAX, neighbors);
    }
    return wn_check_allocator(&def->allocator, diagnosis);
}

/* Creates a belief from a checked definition. Sets no diagnosis for WEND_ERROR_MEMORY. */
static wend_error make_belief(const wend_belief_def *def, wend_belief **out,
                              wend_diagnosis *diagnosis) {
    wend_map_def form = belief_form(def);
    wn_memory memory;
    wn_memory_init(&memory, &def->allocator, def->memory_limit);
    size_t cells = (size_t)form.width * form.height;
    bool has_factors = def->world && def->world->cells.factors;
    wend_belief *belief = wn_memory_take(&memory, sizeof *belief);
    uint8_t *known = wn_memory_take(&memory, (cells + 7) / 8);
    char *drawn = wn_memory_take(&memory, cells);
    uint8_t *factors = has_factors ? wn_memory_take(&memory, cells) : NULL;
    wend_error error = WEND_ERROR_MEMORY;
    if (belief && known && drawn && (factors || !has_factors)) {
        *belief = (wend_belief){.def = *def, .cells = cells, .known = known};
        error = make_map(belief, &form, drawn, factors, &memory, diagnosis);
    }
    wn_memory_give(&memory, factors, cells);
    wn_memory_give(&memory, drawn, cells);
    if (error) {
        wn_memory_give(&memory, known, (cells + 7) / 8);
        wn_memory_give(&memory, belief, sizeof *belief);
        return error;
    }
    belief->memory = memory;
    *out = belief;
    return WEND_OK;
}

wend_error wend_belief_create_sized(const wend_belief_def *def, size_t size, wend_belief **out,
                                    wend_diagnosis *diagnosis) {
    if (!out) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, NULL, "out is null");
    }
    *out = NULL;
    wend_belief_def form;
    wend_error error = wn_definition_copy(def, size, &form, sizeof form, diagnosis);
    if (!error) {
        error = check_belief_def(&form, diagnosis);
    }
    if (!error) {
        error = make_belief(&form, out, diagnosis);
    }
    return error == WEND_ERROR_MEMORY
               ? wn_no_memory(diagnosis, form.memory_limit, "no memory for a belief")
               : error;
}

void wend_belief_destroy(wend_belief *belief) {
    if (belief) {
        wend_map_destroy(belief->map);
        wn_memory memory = belief->memory;
        wn_memory_give(&memory, belief->known, (belief->cells + 7) / 8);
        wn_memory_give(&memory, belief, sizeof *belief);
    }
}

const wend_map *wend_belief_map(const wend_belief *belief) {
    return belief ? belief->map : NULL;
}

size_t wend_belief_memory(const wend_belief *belief) {
    return belief ? belief->memory.used + wend_map_memory(belief->map) : 0;
}

/* ---- Observing ------------------------------------------------------------------------------ */

wend_error wend_belief_observe(wend_belief *belief, uint32_t x, uint32_t y, char terrain) {
    if (!belief) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_error error = wend_map_set_cell(belief->map, x, y, terrain);
    if (!error) {
        know(belief, cell_of(belief, x, y));
    }
    return error;
}

/* Whether no blocked cell lies between two cells, on Bresenham's line from the first to the second.
 */
static bool sees(const wend_map *world, int32_t x, int32_t y, int32_t to_x, int32_t to_y) {
    int32_t dx = to_x > x ? to_x - x : x - to_x;
    int32_t dy = to_y > y ? to_y - y : y - to_y;
    int32_t step_x = to_x > x ? 1 : -1;
    int32_t step_y = to_y > y ? 1 : -1;
    int32_t error = dx - dy;
    for (;;) {
        int32_t twice = 2 * error;
        if (twice > -dy) {
            error -= dy;
            x += step_x;
        }
        if (twice < dx) {
            error += dx;
            y += step_y;
        }
        if (x == to_x && y == to_y) {
            return true;
        }
        if (!wend_map_is_free(world, (uint32_t)x, (uint32_t)y)) {
            return false;
        }
    }
}

/* Copies one cell from the world; returns whether it differs from the belief. */
static bool learn_cell(wend_belief *belief, uint32_t x, uint32_t y) {
    const wend_map *world = belief->def.world;
    bool believed = wend_map_is_free(belief->map, x, y);
    wend_map_set_cell(belief->map, x, y, wend_map_cell(world, x, y));
    if (world->cells.factors) {
        wend_map_set_factor(belief->map, x, y, world->cells.factors[wn_grid_id(world, x, y)]);
    }
    know(belief, cell_of(belief, x, y));
    return believed != wend_map_is_free(belief->map, x, y);
}

uint32_t wend_belief_sense(wend_belief *belief, uint32_t x, uint32_t y) {
    const wend_map *world = belief ? belief->def.world : NULL;
    if (!world || x >= wend_map_width(world) || y >= wend_map_height(world)) {
        return 0;
    }
    uint32_t sight = belief->def.sight;
    uint32_t last_x = wn_min_u32(x + sight, wend_map_width(world) - 1);
    uint32_t last_y = wn_min_u32(y + sight, wend_map_height(world) - 1);
    uint32_t changed = 0;
    for (uint32_t cy = y > sight ? y - sight : 0; cy <= last_y; cy++) {
        for (uint32_t cx = x > sight ? x - sight : 0; cx <= last_x; cx++) {
            bool is_here = cx == x && cy == y;
            bool visible = is_here || !belief->def.line_of_sight ||
                           sees(world, (int32_t)x, (int32_t)y, (int32_t)cx, (int32_t)cy);
            changed += visible && learn_cell(belief, cx, cy);
        }
    }
    return changed;
}
