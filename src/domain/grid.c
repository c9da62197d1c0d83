#include "domain/grid.h"

#include <string.h>

/* ---- Creating a map ------------------------------------------------------------------------ */

WN_DEFINITION_ENDS(wend_map_def, memory_limit);

void wn_map_def_complete(wend_map_def *def) {
    def->neighbors = def->neighbors ? def->neighbors : 8;
    def->passable = def->passable ? def->passable : WEND_TERRAIN_GROUND | WEND_TERRAIN_SWAMP;
}

wend_error wn_map_def_has_no_cells(const wend_map_def *def, wend_diagnosis *diagnosis) {
    if (def->cells || def->bytes) {
        const char *name = def->cells ? "cells" : "bytes";
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, name,
                                 "%s is set, but the cells are read from the text or file; set it "
                                 "to NULL",
                                 name);
    }
    return WEND_OK;
}

static wend_error check_map_def(const wend_map_def *def, wend_diagnosis *diagnosis) {
    if (def->cells && def->bytes) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, "bytes",
                                 "both cells and bytes are set; set at most one");
    }
    if (!wn_neighborhood_of(def->neighbors)) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, "neighbors",
                                 "neighbors is %u, expected 4, 8 or 16", def->neighbors);
    }
    if ((uint32_t)def->corners > WEND_CORNERS_ALWAYS) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, "corners",
                                 "corners is %d, expected never, one or always", (int)def->corners);
    }
    if (def->passable > WN_TERRAIN_ALL) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, "passable",
                                 "passable is %u, expected bits of WEND_TERRAIN_, 1 to %u",
                                 def->passable, WN_TERRAIN_ALL);
    }
    if (def->edits > WEND_MAP_EDITS_MAX) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, "edits",
                                 "edits is %u, expected 1 to %u", def->edits, WEND_MAP_EDITS_MAX);
    }
    if (def->width < 1 || def->height < 1 || def->width > WEND_MAP_SIDE_MAX ||
        def->height > WEND_MAP_SIDE_MAX) {
        bool is_width_good = def->width >= 1 && def->width <= WEND_MAP_SIDE_MAX;
        return wn_diagnose_field(diagnosis, WEND_ERROR_SIZE, is_width_good ? "height" : "width",
                                 "the map is %u x %u cells, expected 1 x 1 to %u x %u", def->width,
                                 def->height, WEND_MAP_SIDE_MAX, WEND_MAP_SIDE_MAX);
    }
    return wn_check_allocator(&def->allocator, diagnosis);
}

static wend_error check_factors(const wend_map_def *def, wend_diagnosis *diagnosis) {
    for (uint32_t i = 0; def->factors && i < def->width * def->height; i++) {
        if (def->factors[i] == 0) {
            wn_diagnose(diagnosis, WEND_ERROR_COST, i / def->width + 1, i % def->width + 1,
                        "factor is 0, expected 1 to 255");
            if (diagnosis) {
                diagnosis->field = "factors";
            }
            return WEND_ERROR_COST;
        }
    }
    return WEND_OK;
}

static wend_error refuse_terrain(wend_diagnosis *diagnosis, uint32_t x, uint32_t y, char c) {
    wn_diagnose(diagnosis, WEND_ERROR_FORMAT, y + 1, x + 1,
                c > ' ' && c < 127 ? "terrain '%c' is unknown, expected one of . G S W T @ O"
                                   : "terrain with code %d is unknown, expected one of "
                                     ". G S W T @ O",
                c);
    if (diagnosis) {
        diagnosis->field = "cells";
    }
    return WEND_ERROR_FORMAT;
}

static wend_error check_cells(const wend_map_def *def, wend_diagnosis *diagnosis) {
    bool is_known[256];
    for (uint32_t c = 0; c < 256; c++) {
        is_known[c] = wn_terrain_of((char)c) != 0;
    }
    for (uint32_t y = 0; y < def->height; y++) {
        for (uint32_t x = 0; x < def->width; x++) {
            char c = def->cells[(size_t)y * def->width + x];
            if (!def->kinds && !is_known[(unsigned char)c]) {
                return refuse_terrain(diagnosis, x, y, c);
            }
        }
    }
    return WEND_OK;
}

static bool has_factors(const wend_map_def *def) {
    return def->factors || def->terrain_factors;
}

static wend_cost longest_move(const wend_map_def *def) {
    return wn_neighborhood_of(def->neighbors)->length * (has_factors(def) ? UINT8_MAX : 1u);
}

/* With 16 neighbours, jump point search handles the steps; knight's moves are not part of it. */
static wn_jump_rule jump_rule_of(const wend_map_def *def) {
    static const wn_jump_rule by_corners[] = {[WEND_CORNERS_NEVER] = WN_JUMP_NEVER,
                                              [WEND_CORNERS_ONE] = WN_JUMP_ONE,
                                              [WEND_CORNERS_ALWAYS] = WN_JUMP_ALWAYS};
    return def->neighbors == 4 ? WN_JUMP_FOUR : by_corners[def->corners];
}

static size_t jumps_size(const wend_map_def *def) {
    return wn_jumps_size(def->width, def->height, jump_rule_of(def), has_factors(def));
}

static size_t stamps_size(const wend_map *map) {
    return map->cells.chunk_count * sizeof(wn_stamp);
}

/* The smallest power of two that is at least the requested number of edits. */
static uint32_t edits_max_of(const wend_map_def *def) {
    uint32_t wanted = def->edits ? def->edits : WEND_MAP_EDITS, max = 1;
    while (max < wanted) {
        max *= 2;
    }
    return max;
}

static size_t edits_size(const wend_map *map) {
    return map->cells.edits_max * (sizeof(wn_edit) + sizeof(wn_id));
}

/* Computes the sizes and addresses of the arrays of a map, all in one block behind the struct. */
static size_t layout(wend_map *map) {
    const wend_map_def *def = &map->def;
    map->domain.id_limit = wn_cells_number(&map->cells, def->width, def->height);
    map->cells.edits_max = edits_max_of(def);
    size_t tables = 1u + map->near->has_knights + has_factors(def);
    return sizeof *map + stamps_size(map) + jumps_size(def) + edits_size(map) +
           map->domain.id_limit * tables + (size_t)def->width * def->height;
}

/* Assigns and clears the arrays in the block behind the struct. */
static void assign_tables(wend_map *map) {
    uint32_t size = map->domain.id_limit;
    map->cells.stamps = (wn_stamp *)(map + 1);
    memset(map->cells.stamps, 0, stamps_size(map));
    uint8_t *at = (uint8_t *)(map->cells.stamps + map->cells.chunk_count);
    /* These come before the byte arrays because they need the alignment of words. */
    wn_jumps_init(&map->jumps, at, map->def.width, map->def.height, jump_rule_of(&map->def),
                  has_factors(&map->def) ? &map->cells : NULL);
    at += jumps_size(&map->def);
    map->cells.edits = (wn_edit *)at;
    map->cells.touched = (wn_id *)(map->cells.edits + map->cells.edits_max);
    memset(at, 0, edits_size(map));
    at += edits_size(map);
    map->moves = at;
    at += size;
    if (map->near->has_knights) {
        map->knights = at;
        at += size;
    }
    if (has_factors(&map->def)) {
        map->cells.factors = at;
        at += size;
    }
    memset(map->moves, 0, (size_t)(at - map->moves));
    map->cells.terrain = (char *)at;
}

static uint8_t factor_of(const wend_map *map, uint32_t x, uint32_t y) {
    size_t cell = (size_t)y * map->def.width + x;
    uint8_t factor = map->def.factors
                         ? map->def.factors[cell]
                         : map->def.terrain_factors[(unsigned char)map->cells.terrain[cell]];
    return factor ? factor : 1;
}

static void copy_map_factors(wend_map *map) {
    map->cells.least_factor = map->cells.factors ? UINT8_MAX : 1;
    for (uint32_t y = 0; map->cells.factors && y < map->def.height; y++) {
        for (uint32_t x = 0; x < map->def.width; x++) {
            uint8_t factor = factor_of(map, x, y);
            map->cells.factors[wn_grid_id(map, x, y)] = factor;
            if (wn_cells_are_free(&map->cells, x, y) && factor < map->cells.least_factor) {
                map->cells.least_factor = factor;
            }
        }
    }
    /* The caller's may be gone later. */
    map->def.factors = map->def.terrain_factors = map->def.bytes = NULL;
    map->def.cells = NULL;
    map->def.kinds = map->def.kinds ? map->cells.kinds : NULL;
}

static bool grid_is_free(const wend_domain *domain, wend_state state) {
    const wend_map *map = (const wend_map *)domain;
    return state < domain->state_count &&
           map->cells.passes[(unsigned char)map->cells.terrain[state]];
}

static wn_id grid_id(const wend_domain *domain, wend_state state) {
    return wn_grid_id_of_state((const wend_map *)domain, state);
}

static wend_state grid_state(const wend_domain *domain, wn_id id) {
    return wn_grid_state_of_id((const wend_map *)domain, id);
}

const wn_domain_type wn_grid_type = {
    .name = "grid",
    .is_free = grid_is_free,
    .is_state = wn_every_packed_is_state,
    .id = grid_id,
    .state = grid_state,
};

/* Allocates a map whose terrain is not set yet. */
static wend_map *allocate_map(const wend_map_def *def) {
    wend_map form = {.def = *def,
                     .near = wn_neighborhood_of(def->neighbors),
                     .domain = {.type = &wn_grid_type,
                                .degree = def->neighbors,
                                .pages = WN_GRID_PAGES_PER_EXPANSION,
                                .state_count = def->width * def->height,
                                .unit = WEND_COST_ONE,
                                .max_move_cost = longest_move(def),
                                .reversible = true,
                                .symmetric = true}};
    wn_memory_init(&form.domain.memory, &def->allocator, def->memory_limit);
    form.domain.size = layout(&form);
    wend_map *map = wn_memory_take(&form.domain.memory, form.domain.size);
    if (map) {
        *map = form;
        wn_cells_allow(&map->cells, def);
        wn_moves_tabulate(map);
        assign_tables(map);
    }
    return map;
}

/* Computes everything that depends on the terrain. */
static void complete_map(wend_map *map) {
    copy_map_factors(map);
    for (uint32_t y = 0; y < map->def.height; y++) {
        wn_moves_find(map, 0, map->def.width - 1, y);
    }
    size_t size = (size_t)map->def.width * map->def.height;
    uint32_t free_count = 0; /* a local variable, because the compiler must assume that chars alias
                                fields of the map */
    for (size_t i = 0; i < size; i++) {
        free_count += map->cells.passes[(unsigned char)map->cells.terrain[i]];
    }
    map->cells.free_count = free_count;
    wn_jumps_fill(&map->jumps, &map->cells);
}

static bool has_byte_above_one(const uint8_t *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (bytes[i] > 1) {
            return true;
        }
    }
    return false;
}

/* Uses the caller's kinds as factors if they have values above 1 and no other factors are set. */
static void use_kinds(wend_map_def *def) {
    if (def->kinds && !has_factors(def) && has_byte_above_one(def->kinds, 256)) {
        def->terrain_factors = def->kinds;
    }
}

/* Uses bytes above 1 as factors. The bytes of blocked cells, which are 0, become factors of 1. */
static wend_error read_byte_factors(wend_map_def *def, wend_diagnosis *diagnosis) {
    if (!has_byte_above_one(def->bytes, (size_t)def->width * def->height)) {
        return check_factors(def, diagnosis);
    }
    if (has_factors(def)) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT,
                                 def->factors ? "factors" : "terrain_factors",
                                 "bytes above 1 are factors, but %s is set as well; set only one",
                                 def->factors ? "factors" : "terrain_factors");
    }
    def->factors = def->bytes;
    return WEND_OK;
}

/* The terrain of free and of blocked cells, for definitions without `cells`. */
typedef struct plain_terrain {
    char free, blocked;
} plain_terrain;

static wend_error find_plain_terrain(const wend_map_def *def, plain_terrain *out,
                                     wend_diagnosis *diagnosis) {
    if (!wn_find_terrain(def, true, &out->free)) {
        return def->kinds
                   ? wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, "kinds",
                                       "kinds are all 0: no terrain is passable")
                   : wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, "passable",
                                       "passable is %u: no terrain is passable", def->passable);
    }
    if (def->bytes && !wn_find_terrain(def, false, &out->blocked)) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, "kinds",
                                 "kinds are all above 0: no terrain is blocked");
    }
    return WEND_OK;
}

static wend_error check_map_cells(wend_map_def *def, plain_terrain *plain,
                                  wend_diagnosis *diagnosis) {
    if (def->cells) {
        wend_error error = check_cells(def, diagnosis);
        return error ? error : check_factors(def, diagnosis);
    }
    wend_error error =
        def->bytes ? read_byte_factors(def, diagnosis) : check_factors(def, diagnosis);
    return error ? error : find_plain_terrain(def, plain, diagnosis);
}

static void write_terrain(const wend_map_def *def, plain_terrain plain, char *terrain) {
    size_t size = (size_t)def->width * def->height;
    if (def->cells) {
        memcpy(terrain, def->cells, size);
    } else {
        memset(terrain, plain.free, size);
    }
    for (size_t i = 0; def->bytes && i < size; i++) {
        terrain[i] = def->bytes[i] ? plain.free : plain.blocked;
    }
}

wend_error wend_map_create_sized(const wend_map_def *def, size_t size, wend_map **out,
                                 wend_diagnosis *diagnosis) {
    if (!out) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, NULL, "out is null");
    }
    *out = NULL;
    wend_map_def form;
    plain_terrain plain = {0};
    wend_error error = wn_definition_copy(def, size, &form, sizeof form, diagnosis);
    if (!error) {
        wn_map_def_complete(&form);
        error = check_map_def(&form, diagnosis);
    }
    if (!error) {
        error = check_map_cells(&form, &plain, diagnosis);
    }
    if (error) {
        return error;
    }
    use_kinds(&form);
    wend_map *map = allocate_map(&form);
    if (!map) {
        return wn_no_memory(diagnosis, form.memory_limit, "no memory for a map of %u x %u",
                            form.width, form.height);
    }
    write_terrain(&form, plain, map->cells.terrain);
    complete_map(map);
    *out = map;
    return WEND_OK;
}

void wend_map_destroy(wend_map *map) {
    wend_domain_destroy(map ? &map->domain : NULL);
}

const wend_domain *wend_map_domain(const wend_map *map) {
    return map ? &map->domain : NULL;
}

/* ---- Editing a map ------------------------------------------------------------------------- */

static void set_factor(wend_map *map, uint32_t x, uint32_t y, uint8_t factor) {
    wn_cells_set_factor(&map->cells, x, y, factor);
    wn_jumps_refactor(&map->jumps, x + 1, y + 1);
}

static void set_terrain(wend_map *map, uint32_t x, uint32_t y, char terrain) {
    wn_change change = wn_cells_set_terrain(&map->cells, x, y, terrain);
    if (change == WN_SAME) {
        return;
    }
    wn_moves_update(map, x, y);
    wn_jumps_set(&map->jumps, x + 1, y + 1, change == WN_FREED);
}

void wn_grid_set(wend_map *map, uint32_t x, uint32_t y, char terrain, uint8_t factor) {
    bool is_free = map->cells.passes[(unsigned char)terrain];
    if (!is_free) {
        set_terrain(map, x, y, terrain);
    }
    if (map->cells.factors && factor) {
        set_factor(map, x, y, factor);
    }
    if (is_free) {
        set_terrain(map, x, y, terrain);
    }
}

/* With kinds, the factor follows the terrain. The factor of a blocked cell does not change. */
static void set_cell(wend_map *map, uint32_t x, uint32_t y, char terrain) {
    bool is_other = map->cells.terrain[(size_t)y * map->def.width + x] != terrain;
    bool has_factor = map->def.kinds && is_other;
    wn_grid_set(map, x, y, terrain, has_factor ? map->def.kinds[(unsigned char)terrain] : 0);
}

wend_error wend_map_set_cell(wend_map *map, uint32_t x, uint32_t y, char terrain) {
    return wend_map_set_cells(map, x, y, 1, 1, &terrain);
}

static bool is_inside(const wend_map *map, uint32_t x, uint32_t y, uint32_t width,
                      uint32_t height) {
    return x <= map->def.width && width <= map->def.width - x && y <= map->def.height &&
           height <= map->def.height - y;
}

wend_error wend_map_set_cells(wend_map *map, uint32_t x, uint32_t y, uint32_t width,
                              uint32_t height, const char *cells) {
    if (!map || !cells) {
        return WEND_ERROR_ARGUMENT;
    }
    if (!is_inside(map, x, y, width, height)) {
        return WEND_ERROR_OUTSIDE;
    }
    for (size_t i = 0; i < (size_t)width * height; i++) {
        if (!wn_terrain_is_known(&map->def, cells[i])) {
            return WEND_ERROR_FORMAT;
        }
    }
    for (uint32_t cy = 0; cy < height; cy++) {
        for (uint32_t cx = 0; cx < width; cx++) {
            set_cell(map, x + cx, y + cy, cells[(size_t)cy * width + cx]);
        }
    }
    return WEND_OK;
}

wend_error wend_map_set_free(wend_map *map, uint32_t x, uint32_t y, bool is_free) {
    if (!map) {
        return WEND_ERROR_ARGUMENT;
    }
    if (x >= map->def.width || y >= map->def.height) {
        return WEND_ERROR_OUTSIDE;
    }
    if (wend_map_is_free(map, x, y) == is_free) {
        return WEND_OK;
    }
    char terrain;
    if (!wn_find_terrain(&map->def, is_free, &terrain)) {
        return WEND_ERROR_UNSUPPORTED;
    }
    set_cell(map, x, y, terrain);
    return WEND_OK;
}

wend_error wend_map_set_factor(wend_map *map, uint32_t x, uint32_t y, uint8_t factor) {
    return wend_map_set_factors(map, x, y, 1, 1, &factor);
}

wend_error wend_map_set_factors(wend_map *map, uint32_t x, uint32_t y, uint32_t width,
                                uint32_t height, const uint8_t *factors) {
    if (!map || !factors) {
        return WEND_ERROR_ARGUMENT;
    }
    if (!map->cells.factors) {
        return WEND_ERROR_UNSUPPORTED;
    }
    if (!is_inside(map, x, y, width, height)) {
        return WEND_ERROR_OUTSIDE;
    }
    if (memchr(factors, 0, (size_t)width * height)) {
        return WEND_ERROR_COST;
    }
    for (uint32_t cy = 0; cy < height; cy++) {
        for (uint32_t cx = 0; cx < width; cx++) {
            set_factor(map, x + cx, y + cy, factors[(size_t)cy * width + cx]);
        }
    }
    return WEND_OK;
}

uint64_t wend_map_version(const wend_map *map) {
    return map ? map->cells.version : 0;
}

/* ---- Access ------------------------------------------------------------------------------ */

uint32_t wend_map_width(const wend_map *map) {
    return map ? map->def.width : 0;
}

uint32_t wend_map_height(const wend_map *map) {
    return map ? map->def.height : 0;
}

uint32_t wend_map_neighbors(const wend_map *map) {
    return map ? map->def.neighbors : 0;
}

wend_corners wend_map_corners(const wend_map *map) {
    return map ? map->def.corners : WEND_CORNERS_NEVER;
}

char wend_map_cell(const wend_map *map, uint32_t x, uint32_t y) {
    return map && x < map->def.width && y < map->def.height
               ? map->cells.terrain[(size_t)y * map->def.width + x]
               : '@';
}

bool wend_map_is_free(const wend_map *map, uint32_t x, uint32_t y) {
    return map && wn_cells_are_free(&map->cells, x, y);
}

bool wend_map_weighted(const wend_map *map) {
    return map && map->cells.factors;
}

uint32_t wend_map_free_count(const wend_map *map) {
    return map ? map->cells.free_count : 0;
}

bool wend_map_jumpable(const wend_map *map) {
    return map && !map->near->has_knights;
}

uint32_t wend_map_mixed_permille(const wend_map *map) {
    if (!map || !map->cells.free_count) {
        return 0;
    }
    uint64_t mixed = map->jumps.mixed_count;
    return (uint32_t)(mixed * 1000 / map->cells.free_count);
}

uint32_t wend_map_ragged_permille(const wend_map *map) {
    if (!map || !map->jumps.walls) {
        return 0;
    }
    uint64_t stops = map->jumps.stops;
    return (uint32_t)(stops * 1000 / map->jumps.walls);
}

wend_state wend_map_state(const wend_map *map, uint32_t x, uint32_t y) {
    bool is_inside = map && x < map->def.width && y < map->def.height;
    return is_inside ? y * map->def.width + x : WEND_STATE_NONE;
}

uint32_t wend_map_x(const wend_map *map, wend_state state) {
    return map ? state % map->def.width : 0;
}

uint32_t wend_map_y(const wend_map *map, wend_state state) {
    return map ? state / map->def.width : 0;
}

size_t wend_map_memory(const wend_map *map) {
    return map ? map->domain.size : 0;
}

#define NO_MOVE WN_NO_MOVE

const uint8_t wn_grid_move_by_way[5][5] = {
    {NO_MOVE, 8 + 7, NO_MOVE, 8 + 0, NO_MOVE}, {8 + 6, WN_NW, WN_N, WN_NE, 8 + 1},
    {NO_MOVE, WN_W, NO_MOVE, WN_E, NO_MOVE},   {8 + 5, WN_SW, WN_S, WN_SE, 8 + 2},
    {NO_MOVE, 8 + 4, NO_MOVE, 8 + 3, NO_MOVE},
};

uint32_t wn_grid_move(const wend_map *map, wn_id from, wn_id to) {
    assert(from < map->domain.id_limit && to < map->domain.id_limit);
    return wn_grid_move_by_places(wn_grid_place(map, from), wn_grid_place(map, to));
}

wend_cost wn_grid_move_cost(const wend_map *map, wn_id from, wn_id to) {
    return wn_grid_cost_of_move(map, from, to, wn_grid_move(map, from, to));
}

/* The cost of a move, 0 if it is not legal. */
static inline wend_cost cost_if_legal(const wend_map *map, wn_id from, wn_id to, uint32_t move,
                                      uint32_t legal) {
    if (!(legal >> move & 1)) {
        return 0;
    }
    wend_cost cost = wn_grid_length(move, map->near->moves);
    return map->cells.factors ? wn_grid_factored_cost(map, from, to, cost) : cost;
}

WN_NOINLINE static wend_cost cost_of_move_out(const wend_map *map, wn_id from, wn_id to,
                                              uint32_t move) {
    uint32_t legal = wn_grid_is_blocked(map, from)
                         ? wn_moves_out(map, wn_grid_x(map, from), wn_grid_y(map, from))
                         : 0;
    return cost_if_legal(map, from, to, move, legal);
}

wend_cost wn_grid_cost_of_move(const wend_map *map, wn_id from, wn_id to, uint32_t move) {
    uint32_t legal = map->moves[from];
    if (map->knights) {
        legal |= (uint32_t)map->knights[from] << WN_DIRECTIONS;
    }
    return legal ? cost_if_legal(map, from, to, move, legal)
                 : cost_of_move_out(map, from, to, move);
}

uint32_t wn_grid_exits(const wend_map *map, wn_id id, wn_successor *out) {
    wn_move_set moves = map->near->moves;
    wn_fan fan;
    wn_grid_fan(map, id, 0, &fan, moves);
    fan.legal = wn_moves_out(map, wn_grid_x(map, id), wn_grid_y(map, id));
    wn_successor to;
    uint32_t count = 0;
    for (uint32_t hint; wn_grid_next(map, &fan, &to, &hint, moves); count++) {
        if (map->cells.factors) {
            to.cost = wn_grid_factored_cost(map, id, to.id, to.cost);
        }
        out[count] = to;
    }
    return count;
}

/* The cell of the two that was edited last. */
static wn_id edited_last(const wend_map *map, wn_id one, wn_id other) {
    const wn_cells *cells = &map->cells;
    uint64_t oldest = cells->version - wn_min_u64(cells->version, cells->edits_max);
    for (uint64_t v = cells->version; v-- > oldest;) {
        wn_id id = wn_cells_edit(cells, v)->id;
        if (id == one || id == other) {
            return id;
        }
    }
    return one;
}

wn_id wn_grid_obstacle(const wend_map *map, wn_id from, wn_id to) {
    if (wn_grid_move_cost(map, from, to)) {
        return WN_NONE;
    }
    if (wn_grid_is_blocked(map, to)) {
        return to;
    }
    uint32_t ax = wn_grid_x(map, from), ay = wn_grid_y(map, from);
    uint32_t bx = wn_grid_x(map, to), by = wn_grid_y(map, to);
    wn_id found = WN_NONE;
    for (uint32_t y = wn_min_u32(ay, by); y <= wn_max_u32(ay, by); y++) {
        for (uint32_t x = wn_min_u32(ax, bx); x <= wn_max_u32(ax, bx); x++) {
            wn_id id = wn_grid_id(map, x, y);
            if (id != from && wn_grid_is_blocked(map, id)) {
                found = found == WN_NONE ? id : edited_last(map, found, id);
            }
        }
    }
    return found;
}

wend_cost wend_map_move_cost(const wend_map *map, wend_state from, wend_state to) {
    uint32_t cells = map ? map->def.width * map->def.height : 0;
    if (from >= cells || to >= cells) {
        return 0;
    }
    wn_id a = wn_grid_id_of_state(map, from), b = wn_grid_id_of_state(map, to);
    wend_cost cost = wn_grid_move_cost(map, a, b);
    return cost ? cost : wn_grid_way_out_cost(map, a, b);
}
