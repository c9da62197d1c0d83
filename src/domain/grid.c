#include "domain/grid.h"

#include <string.h>

const int8_t wn_grid_dx[WN_DIRECTIONS] = {0, 1, 0, -1, 1, 1, -1, -1};
const int8_t wn_grid_dy[WN_DIRECTIONS] = {-1, 0, 1, 0, -1, 1, 1, -1};

const int8_t wn_knight_dx[WN_KNIGHTS] = {1, 2, 2, 1, -1, -2, -2, -1};
const int8_t wn_knight_dy[WN_KNIGHTS] = {-2, -1, 1, 2, 2, 1, -1, -2};

/* ---- Terrain ------------------------------------------------------------------------------- */

/* The WEND_TERRAIN_ bit of a character, 0 if it is none. */
static uint32_t terrain_of(char c) {
    switch (c) {
    case '.':
    case 'G':
        return WEND_TERRAIN_GROUND;
    case 'S':
        return WEND_TERRAIN_SWAMP;
    case 'W':
        return WEND_TERRAIN_WATER;
    case 'T':
        return WEND_TERRAIN_TREES;
    case '@':
    case 'O':
        return WEND_TERRAIN_OUT;
    default:
        return 0;
    }
}

/* Whether a cell can be stood on; coordinates may lie outside. */
static bool is_free(const wend_map *map, int64_t x, int64_t y) {
    if (x < 0 || y < 0 || x >= map->def.width || y >= map->def.height) {
        return false;
    }
    return map->passes[(unsigned char)map->cells[(size_t)y * map->def.width + (size_t)x]];
}

static void find_passable(wend_map *map) {
    uint32_t passable = map->def.passable & ~(uint32_t)WEND_TERRAIN_OUT;
    for (uint32_t c = 0; c < 256; c++) {
        map->passes[c] = (terrain_of((char)c) & passable) != 0;
    }
}

/* ---- Legal moves --------------------------------------------------------------------------- */

/* `around` has a bit per direction in which the neighbour is free. */
static bool step_is_legal(const wend_map_def *def, uint32_t around, uint32_t direction) {
    if (!(around >> direction & 1)) {
        return false;
    }
    if (direction < WN_NE) {
        return true;
    }
    if (def->neighbors == 4) {
        return false;
    }
    /* NE lies between N and E, and so on clockwise. */
    uint32_t first = direction - WN_NE;
    uint32_t sides = (around >> first & 1) + (around >> ((first + 1) % 4) & 1);
    switch (def->corners) {
    case WEND_CORNERS_NEVER:
        return sides == 2;
    case WEND_CORNERS_ONE:
        return sides >= 1;
    case WEND_CORNERS_ALWAYS:
        break;
    }
    return true;
}

static void find_steps(wend_map *map) {
    for (uint32_t around = 0; around < 256; around++) {
        uint32_t steps = 0;
        for (uint32_t d = 0; d < WN_DIRECTIONS; d++) {
            steps |= (uint32_t)step_is_legal(&map->def, around, d) << d;
        }
        map->steps[around] = (uint8_t)steps;
    }
}

/* A knight's move passes the cell one step along its long axis and the diagonal one. */
static bool knight_is_legal(const wend_map *map, int64_t x, int64_t y, uint32_t move) {
    int dx = wn_knight_dx[move];
    int dy = wn_knight_dy[move];
    int along_x = dx / 2;
    int along_y = dy / 2;
    int side_x = along_x ? along_x : dx;
    int side_y = along_y ? along_y : dy;
    return is_free(map, x + dx, y + dy) && is_free(map, x + along_x, y + along_y) &&
           is_free(map, x + side_x, y + side_y);
}

/* By three cells side by side, the lowest bit to the east: the directions in which those that are
 * free lie, if they are the row before a cell, its own row, or the row after it. */
#define BEFORE(west, middle, east) (west << WN_NW | middle << WN_N | east << WN_NE)
#define BESIDE(west, middle, east) (west << WN_W | east << WN_E)
#define AFTER(west, middle, east)  (west << WN_SW | middle << WN_S | east << WN_SE)
#define OF_EIGHT(row)                                                                              \
    {                                                                                              \
        row(0, 0, 0), row(0, 0, 1), row(0, 1, 0), row(0, 1, 1), row(1, 0, 0), row(1, 0, 1),        \
            row(1, 1, 0), row(1, 1, 1)                                                             \
    }
static const uint8_t before_of[8] = OF_EIGHT(BEFORE);
static const uint8_t beside_of[8] = OF_EIGHT(BESIDE);
static const uint8_t after_of[8] = OF_EIGHT(AFTER);
#undef BEFORE
#undef BESIDE
#undef AFTER
#undef OF_EIGHT

static void find_knights(wend_map *map, uint32_t x, uint32_t y) {
    uint32_t knights = 0;
    for (uint32_t k = 0; k < WN_KNIGHTS; k++) {
        knights |= (uint32_t)knight_is_legal(map, x, y, k) << k;
    }
    map->knights[wn_grid_id(map, x, y)] = (uint8_t)knights;
}

/* The moves of the cells from `first` to `last` of a row. Of blocked cells, too: an agent that
 * stands on one when it is blocked can walk out. */
static void find_moves(wend_map *map, uint32_t first, uint32_t last, uint32_t y) {
    uint32_t before = 0, beside = 0, after = 0; /* of the three columns round a cell */
    for (int64_t x = (int64_t)first - 1; x <= (int64_t)last + 1; x++) {
        before = (before << 1 | is_free(map, x, (int64_t)y - 1)) & 7;
        beside = (beside << 1 | is_free(map, x, y)) & 7;
        after = (after << 1 | is_free(map, x, (int64_t)y + 1)) & 7;
        if (x > (int64_t)first) {
            uint32_t around = before_of[before] | beside_of[beside] | after_of[after];
            map->moves[wn_grid_id(map, (uint32_t)x - 1, y)] = map->steps[around];
        }
    }
    for (uint32_t x = first; map->knights && x <= last; x++) {
        find_knights(map, x, y);
    }
}

/* ---- Canonical ordering -------------------------------------------------------------------- */

/* Of all shortest routes between two cells keep only those that take their diagonal steps as early
 * as possible: after a diagonal step go on diagonally or along one of its two components, after
 * an orthogonal one straight on, unless a blocked cell beside the one that it came from makes a
 * turn necessary. With corners "never", a step back past that cell is illegal while the step to
 * the side is legal exactly if the cell is blocked, so the legal moves alone tell. */
static uint8_t canonical_moves(uint32_t arrival, uint32_t legal) {
    static const uint8_t clockwise[8] = {WN_N, WN_NE, WN_E, WN_SE, WN_S, WN_SW, WN_W, WN_NW};
    uint32_t at = 0;
    while (clockwise[at] != arrival) {
        at++;
    }
#define BIT(turn) (1u << clockwise[(at + (turn)) % 8])
    uint32_t kept = BIT(0);
    if (arrival >= WN_NE) {
        kept |= BIT(7) | BIT(1);
    } else {
        if ((legal & BIT(6)) && !(legal & BIT(5))) {
            kept |= BIT(6) | BIT(7);
        }
        if ((legal & BIT(2)) && !(legal & BIT(3))) {
            kept |= BIT(2) | BIT(1);
        }
    }
#undef BIT
    return (uint8_t)(kept & legal);
}

/* ---- Making a map -------------------------------------------------------------------------- */

wend_map_def wend_map_def_default(void) {
    return (wend_map_def){.neighbors = 8, .passable = WEND_TERRAIN_GROUND | WEND_TERRAIN_SWAMP};
}

static wend_error check_map_def(const wend_map_def *def, wend_diagnosis *diagnosis) {
    if (def->neighbors != 4 && def->neighbors != 8 && def->neighbors != 16) {
        return wn_diagnose(diagnosis, WEND_ERROR_ARGUMENT, 0, 0,
                           "neighbors is %u, expected 4, 8 or 16", def->neighbors);
    }
    if ((uint32_t)def->corners > WEND_CORNERS_ALWAYS) {
        return wn_diagnose(diagnosis, WEND_ERROR_ARGUMENT, 0, 0,
                           "corners is %d, expected never, one or always", (int)def->corners);
    }
    if (def->width < 1 || def->height < 1 || def->width > WEND_MAP_SIDE_MAX ||
        def->height > WEND_MAP_SIDE_MAX) {
        return wn_diagnose(diagnosis, WEND_ERROR_SIZE, 0, 0,
                           "the map is %u x %u cells, expected 1 x 1 to %u x %u", def->width,
                           def->height, WEND_MAP_SIDE_MAX, WEND_MAP_SIDE_MAX);
    }
    return WEND_OK;
}

static wend_error check_factors(const wend_map_def *def, wend_diagnosis *diagnosis) {
    for (uint32_t i = 0; def->factors && i < def->width * def->height; i++) {
        if (def->factors[i] == 0) {
            return wn_diagnose(diagnosis, WEND_ERROR_COST, i / def->width + 1, i % def->width + 1,
                               "a factor of 0, expected 1 to 255");
        }
    }
    return WEND_OK;
}

static wend_error check_cells(const wend_map_def *def, const char *cells,
                              wend_diagnosis *diagnosis) {
    for (uint32_t y = 0; y < def->height; y++) {
        for (uint32_t x = 0; x < def->width; x++) {
            char c = cells[(size_t)y * def->width + x];
            if (!terrain_of(c)) {
                return wn_diagnose(diagnosis, WEND_ERROR_FORMAT, y + 1, x + 1,
                                   c > ' ' && c < 127
                                       ? "terrain '%c' is unknown, expected one of . G S W T @ O"
                                       : "terrain with code %d is unknown, expected one of "
                                         ". G S W T @ O",
                                   c);
            }
        }
    }
    return WEND_OK;
}

static bool has_factors(const wend_map_def *def) {
    return def->factors || def->terrain_factors;
}

static wend_cost dearest_move(const wend_map_def *def) {
    wend_cost length = def->neighbors == 4   ? WEND_COST_ONE
                       : def->neighbors == 8 ? WEND_COST_DIAGONAL
                                             : WEND_COST_KNIGHT;
    return length * (has_factors(def) ? UINT8_MAX : 1u);
}

/* Whether jump point search goes with a map. */
static bool can_jump(const wend_map_def *def) {
    return def->neighbors == 8 && def->corners == WEND_CORNERS_NEVER && !has_factors(def);
}

static size_t jumps_size(const wend_map_def *def) {
    return can_jump(def) ? wn_jumps_size(def->width, def->height) : 0;
}

/* Sizes and addresses of the parts of a map, all in one block behind the struct. */
static size_t layout(wend_map *map) {
    uint32_t columns = (map->def.width + 31) / 32;
    map->x_bits = 0;
    while ((1u << map->x_bits) < columns) {
        map->x_bits++;
    }
    map->x_mask = 3u | 7u << 4 | ((1u << map->x_bits) - 1) << 10;
    uint32_t rows = (map->def.height + 31) / 32;
    map->domain.id_limit = rows << (map->x_bits + 10);
    size_t tables = 1u + (map->def.neighbors == 16) + has_factors(&map->def);
    return sizeof *map + jumps_size(&map->def) + map->domain.id_limit * tables +
           (size_t)map->def.width * map->def.height;
}

/* Hands out the parts of the block behind the struct, cleared. */
static void place_tables(wend_map *map) {
    uint32_t size = map->domain.id_limit;
    uint8_t *at = (uint8_t *)(map + 1);
    if (can_jump(&map->def)) {
        wn_jumps_init(&map->jumps, map + 1, map->def.width, map->def.height);
        at += jumps_size(&map->def); /* they come first: they are words */
    }
    map->moves = at;
    at += size;
    if (map->def.neighbors == 16) {
        map->knights = at;
        at += size;
    }
    if (has_factors(&map->def)) {
        map->factors = at;
        at += size;
    }
    memset(map->moves, 0, (size_t)(at - map->moves));
    map->cells = (char *)at;
}

static uint8_t factor_of(const wend_map *map, uint32_t x, uint32_t y) {
    size_t cell = (size_t)y * map->def.width + x;
    if (map->def.factors) {
        return map->def.factors[cell];
    }
    uint8_t factor = map->def.terrain_factors[(unsigned char)map->cells[cell]];
    return factor ? factor : 1;
}

static void copy_map_factors(wend_map *map) {
    map->least_factor = map->factors ? UINT8_MAX : 1;
    for (uint32_t y = 0; map->factors && y < map->def.height; y++) {
        for (uint32_t x = 0; x < map->def.width; x++) {
            uint8_t factor = factor_of(map, x, y);
            map->factors[wn_grid_id(map, x, y)] = factor;
            if (is_free(map, x, y) && factor < map->least_factor) {
                map->least_factor = factor;
            }
        }
    }
    map->def.factors = map->def.terrain_factors = NULL; /* the caller's may be gone later */
}

static void find_jumps(wend_map *map) {
    for (uint32_t y = 0; map->jumps.lines[WN_ROWS].words && y < map->def.height; y++) {
        for (uint32_t x = 0; x < map->def.width; x++) {
            wn_jumps_mark(&map->jumps, x + 1, y + 1, is_free(map, x, y));
        }
    }
    if (map->jumps.lines[WN_ROWS].words) {
        wn_jumps_settle(&map->jumps);
    }
}

wend_error wend_map_create(const wend_map_def *def, const char *cells, wend_map **out,
                           wend_diagnosis *diagnosis) {
    if (!def || !cells || !out) {
        return wn_diagnose(diagnosis, WEND_ERROR_ARGUMENT, 0, 0, "a pointer is null");
    }
    wend_error error = check_map_def(def, diagnosis);
    if (!error) {
        error = check_cells(def, cells, diagnosis);
    }
    if (!error) {
        error = check_factors(def, diagnosis);
    }
    if (error) {
        return error;
    }
    wend_map form = {.def = *def,
                     .domain = {.kind = WN_DOMAIN_GRID,
                                .degree = def->neighbors,
                                .pages = WN_GRID_PAGES_PER_EXPANSION,
                                .state_count = def->width * def->height,
                                .unit = WEND_COST_ONE,
                                .dearest = dearest_move(def),
                                .reversible = true,
                                .symmetric = true}};
    wn_memory_init(&form.domain.memory, &def->allocator, 0);
    form.domain.size = layout(&form);
    wend_map *map = wn_memory_take(&form.domain.memory, form.domain.size);
    if (!map) {
        return wn_diagnose(diagnosis, WEND_ERROR_MEMORY, 0, 0, "no memory for a map of %u x %u",
                           def->width, def->height);
    }
    *map = form;
    find_passable(map);
    find_steps(map);
    place_tables(map);
    memcpy(map->cells, cells, (size_t)def->width * def->height);
    copy_map_factors(map);
    for (uint32_t y = 0; y < def->height; y++) {
        find_moves(map, 0, def->width - 1, y);
        for (uint32_t x = 0; x < def->width; x++) {
            map->free_count += is_free(map, x, y);
        }
    }
    find_jumps(map);
    for (uint32_t d = 0; d < WN_DIRECTIONS; d++) {
        for (uint32_t legal = 0; legal < 256; legal++) {
            map->canonical[d][legal] = canonical_moves(d, legal);
        }
    }
    *out = map;
    return WEND_OK;
}

void wend_map_destroy(wend_map *map) {
    wend_domain_destroy(map ? &map->domain : NULL);
}

const wend_domain *wend_map_domain(const wend_map *map) {
    return &map->domain;
}

/* ---- Changing a map ------------------------------------------------------------------------ */

static void note_edit(wend_map *map, wn_id id, bool cheaper) {
    map->edits[map->version++ % WN_EDITS] = (wn_edit){id, cheaper};
}

/* The heuristic goes by the least factor. It never rises, so it stays a lower bound. */
static void lower_least_factor(wend_map *map, wn_id id) {
    if (map->factors && map->factors[id] < map->least_factor) {
        map->least_factor = map->factors[id];
        note_edit(map, WN_NONE, true);
    }
}

static void find_moves_around(wend_map *map, uint32_t x, uint32_t y) {
    uint32_t reach = wn_grid_reach(map);
    uint32_t first_x = x > reach ? x - reach : 0;
    uint32_t last_x = wn_min_u32(x + reach, map->def.width - 1);
    uint32_t last_y = wn_min_u32(y + reach, map->def.height - 1);
    for (uint32_t row = y > reach ? y - reach : 0; row <= last_y; row++) {
        find_moves(map, first_x, last_x, row);
    }
}

static void set_cell(wend_map *map, uint32_t x, uint32_t y, char terrain) {
    char *cell = &map->cells[(size_t)y * map->def.width + x];
    bool was_free = is_free(map, x, y);
    *cell = terrain;
    bool now_free = is_free(map, x, y);
    if (was_free == now_free) {
        return;
    }
    wn_id id = wn_grid_id(map, x, y);
    map->free_count = now_free ? map->free_count + 1 : map->free_count - 1;
    find_moves_around(map, x, y);
    if (map->jumps.lines[WN_ROWS].words) {
        wn_jumps_set(&map->jumps, x + 1, y + 1, now_free);
    }
    note_edit(map, id, now_free);
    if (now_free) {
        lower_least_factor(map, id);
    }
}

wend_error wend_map_set_cell(wend_map *map, uint32_t x, uint32_t y, char terrain) {
    return wend_map_set_cells(map, x, y, 1, 1, &terrain);
}

wend_error wend_map_set_cells(wend_map *map, uint32_t x, uint32_t y, uint32_t width,
                              uint32_t height, const char *cells) {
    if (!map || !cells) {
        return WEND_ERROR_ARGUMENT;
    }
    if (x > map->def.width || width > map->def.width - x || y > map->def.height ||
        height > map->def.height - y) {
        return WEND_ERROR_OUTSIDE;
    }
    for (size_t i = 0; i < (size_t)width * height; i++) {
        if (!terrain_of(cells[i])) {
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

wend_error wend_map_set_factor(wend_map *map, uint32_t x, uint32_t y, uint8_t factor) {
    if (!map) {
        return WEND_ERROR_ARGUMENT;
    }
    if (!map->factors) {
        return WEND_ERROR_UNSUPPORTED;
    }
    if (x >= map->def.width || y >= map->def.height) {
        return WEND_ERROR_OUTSIDE;
    }
    if (factor == 0) {
        return WEND_ERROR_COST;
    }
    wn_id id = wn_grid_id(map, x, y);
    uint8_t old = map->factors[id];
    map->factors[id] = factor;
    if (is_free(map, x, y) && factor != old) {
        note_edit(map, id, factor < old);
        lower_least_factor(map, id);
    }
    return WEND_OK;
}

uint64_t wend_map_version(const wend_map *map) {
    return map->version;
}

/* ---- Looking at a map ---------------------------------------------------------------------- */

uint32_t wend_map_width(const wend_map *map) {
    return map->def.width;
}

uint32_t wend_map_height(const wend_map *map) {
    return map->def.height;
}

uint32_t wend_map_neighbors(const wend_map *map) {
    return map->def.neighbors;
}

wend_corners wend_map_corners(const wend_map *map) {
    return map->def.corners;
}

char wend_map_cell(const wend_map *map, uint32_t x, uint32_t y) {
    return x < map->def.width && y < map->def.height ? map->cells[(size_t)y * map->def.width + x]
                                                     : '@';
}

bool wend_map_free(const wend_map *map, uint32_t x, uint32_t y) {
    return is_free(map, x, y);
}

bool wend_map_weighted(const wend_map *map) {
    return map->factors != NULL;
}

uint32_t wend_map_free_count(const wend_map *map) {
    return map->free_count;
}

bool wend_map_jumpable(const wend_map *map) {
    return map->jumps.lines[WN_ROWS].words != NULL;
}

uint32_t wend_map_ragged_permille(const wend_map *map) {
    uint64_t stops = map->jumps.stops;
    return map->jumps.sides ? (uint32_t)(stops * 1000 / map->jumps.sides) : 0;
}

wend_state wend_map_state(const wend_map *map, uint32_t x, uint32_t y) {
    return x < map->def.width && y < map->def.height ? y * map->def.width + x : WEND_STATE_NONE;
}

uint32_t wend_map_x(const wend_map *map, wend_state state) {
    return state % map->def.width;
}

uint32_t wend_map_y(const wend_map *map, wend_state state) {
    return state / map->def.width;
}

size_t wend_map_memory(const wend_map *map) {
    return map->domain.size;
}

#define NO_MOVE 31u

/* By the way from one cell to another, two rows and two columns at most: a direction, or 8 plus a
 * knight's move. */
static const uint8_t move_by_way[5][5] = {
    {NO_MOVE, 8 + 7, NO_MOVE, 8 + 0, NO_MOVE}, {8 + 6, WN_NW, WN_N, WN_NE, 8 + 1},
    {NO_MOVE, WN_W, NO_MOVE, WN_E, NO_MOVE},   {8 + 5, WN_SW, WN_S, WN_SE, 8 + 2},
    {NO_MOVE, 8 + 4, NO_MOVE, 8 + 3, NO_MOVE},
};

wend_cost wn_grid_move_cost(const wend_map *map, wn_id from, wn_id to) {
    /* Two more, so that nothing is negative. */
    uint32_t column = wn_grid_x(map, to) + 2 - wn_grid_x(map, from);
    uint32_t row = wn_grid_y(map, to) + 2 - wn_grid_y(map, from);
    if (column > 4 || row > 4) {
        return 0;
    }
    uint32_t move = move_by_way[row][column];
    uint32_t legal = map->moves[from];
    if (map->knights) {
        legal |= (uint32_t)map->knights[from] << WN_DIRECTIONS;
    }
    if (!(legal >> move & 1)) {
        return 0;
    }
    wend_cost cost = move < WN_NE           ? WEND_COST_ONE
                     : move < WN_DIRECTIONS ? WEND_COST_DIAGONAL
                                            : WEND_COST_KNIGHT;
    return map->factors ? wn_grid_factored_cost(map, from, to, cost) : cost;
}

wend_cost wend_map_move_cost(const wend_map *map, wend_state from, wend_state to) {
    uint32_t cells = map->def.width * map->def.height;
    return from < cells && to < cells ? wn_grid_move_cost(map, wn_grid_id_of_state(map, from),
                                                          wn_grid_id_of_state(map, to))
                                      : 0;
}
