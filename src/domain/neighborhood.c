#include "domain/grid.h"

static const wn_neighborhood neighborhoods[] = {
    {.neighbors = 4, .moves = WN_MOVE_SET_4, .reach = 1, .length = WEND_COST_ONE},
    {.neighbors = 8,
     .moves = WN_MOVE_SET_8,
     .reach = 1,
     .length = WEND_COST_DIAGONAL,
     .has_corners = true},
    {.neighbors = 16,
     .moves = WN_MOVE_SET_16,
     .reach = 2,
     .length = WEND_COST_KNIGHT,
     .has_corners = true,
     .has_knights = true},
};

const wn_neighborhood *wn_neighborhood_of(uint32_t neighbors) {
    for (size_t i = 0; i < sizeof neighborhoods / sizeof *neighborhoods; i++) {
        if (neighborhoods[i].neighbors == neighbors) {
            return &neighborhoods[i];
        }
    }
    return NULL;
}

static const int8_t direction_dx[WN_DIRECTIONS] = {0, 1, 0, -1, 1, 1, -1, -1};
static const int8_t direction_dy[WN_DIRECTIONS] = {-1, 0, 1, 0, -1, 1, 1, -1};
static const int8_t knight_dx[WN_KNIGHTS] = {1, 2, 2, 1, -1, -2, -2, -1};
static const int8_t knight_dy[WN_KNIGHTS] = {-2, -1, 1, 2, 2, 1, -1, -2};

/* ---- Legal moves --------------------------------------------------------------------------- */

/* `around` has a bit per direction with a free neighbour. */
static bool step_is_legal(const wend_map *map, uint32_t around, uint32_t direction) {
    if (!(around >> direction & 1)) {
        return false;
    }
    if (direction < WN_NE) {
        return true;
    }
    if (!map->near->has_corners) {
        return false;
    }
    /* NE is between N and E, and so on clockwise. */
    uint32_t first = direction - WN_NE;
    uint32_t free = (around >> first & 1) + (around >> ((first + 1) % 4) & 1);
    switch (map->def.corners) {
    case WEND_CORNERS_NEVER:
        return free == 2;
    case WEND_CORNERS_ONE:
        return free >= 1;
    case WEND_CORNERS_ALWAYS:
        break;
    }
    return true;
}

static void find_steps(wend_map *map) {
    for (uint32_t around = 0; around < 256; around++) {
        uint32_t steps = 0;
        for (uint32_t d = 0; d < WN_DIRECTIONS; d++) {
            steps |= (uint32_t)step_is_legal(map, around, d) << d;
        }
        map->steps[around] = (uint8_t)steps;
    }
}

/* A knight's move passes the cell one step along its long axis and the diagonal one. */
static bool knight_is_legal(const wend_map *map, int64_t x, int64_t y, uint32_t move) {
    int dx = knight_dx[move];
    int dy = knight_dy[move];
    int along_x = dx / 2;
    int along_y = dy / 2;
    int passed_x = along_x ? along_x : dx;
    int passed_y = along_y ? along_y : dy;
    return wn_cells_are_free(&map->cells, x + dx, y + dy) &&
           wn_cells_are_free(&map->cells, x + along_x, y + along_y) &&
           wn_cells_are_free(&map->cells, x + passed_x, y + passed_y);
}

/* Tables of three cells in a row, lowest bit in the east: the directions of the free ones, if they
 * are the row before a cell, its own row, or the row after it. */
#define BEFORE(west, middle, east) (west << WN_NW | middle << WN_N | east << WN_NE)
#define LEVEL(west, middle, east)  (west << WN_W | east << WN_E)
#define AFTER(west, middle, east)  (west << WN_SW | middle << WN_S | east << WN_SE)
#define OF_EIGHT(row)                                                                              \
    {                                                                                              \
        row(0, 0, 0), row(0, 0, 1), row(0, 1, 0), row(0, 1, 1), row(1, 0, 0), row(1, 0, 1),        \
            row(1, 1, 0), row(1, 1, 1)                                                             \
    }
static const uint8_t before_of[8] = OF_EIGHT(BEFORE);
static const uint8_t level_of[8] = OF_EIGHT(LEVEL);
static const uint8_t after_of[8] = OF_EIGHT(AFTER);
#undef BEFORE
#undef LEVEL
#undef AFTER
#undef OF_EIGHT

static uint32_t knights_of(const wend_map *map, uint32_t x, uint32_t y) {
    uint32_t knights = 0;
    for (uint32_t k = 0; k < WN_KNIGHTS; k++) {
        knights |= (uint32_t)knight_is_legal(map, x, y, k) << k;
    }
    return knights;
}

/* A row of terrain; NULL above the first and below the last row. */
static const char *row_at(const wn_cells *cells, int64_t y) {
    return y < 0 || y >= cells->height ? NULL : cells->terrain + (size_t)y * cells->width;
}

void wn_moves_find(wend_map *map, uint32_t first, uint32_t last, uint32_t y) {
    assert(first <= last && last < map->cells.width && y < map->cells.height);
    const wn_cells *cells = &map->cells;
    const char *rows[3] = {row_at(cells, (int64_t)y - 1), row_at(cells, y),
                           row_at(cells, (int64_t)y + 1)};
    int64_t width = cells->width; /* a local variable, because the compiler must assume that chars
                                     alias fields of the map */
    uint32_t free[3] = {0};       /* per row: the three columns around a cell */
    for (int64_t x = (int64_t)first - 1; x <= (int64_t)last + 1; x++) {
        bool is_inside = x >= 0 && x < width;
        for (uint32_t r = 0; r < 3; r++) {
            bool is_free = is_inside && rows[r] && cells->passes[(unsigned char)rows[r][x]];
            free[r] = (free[r] << 1 | is_free) & 7;
        }
        if (x > (int64_t)first) {
            uint32_t around = before_of[free[0]] | level_of[free[1]] | after_of[free[2]];
            bool is_free = free[1] >> 1 & 1;
            map->moves[wn_grid_id(map, (uint32_t)x - 1, y)] = is_free ? map->steps[around] : 0;
        }
    }
    for (uint32_t x = first; map->knights && x <= last; x++) {
        bool is_free = wn_cells_are_free(cells, x, y);
        map->knights[wn_grid_id(map, x, y)] = (uint8_t)(is_free ? knights_of(map, x, y) : 0);
    }
}

uint32_t wn_moves_out(const wend_map *map, uint32_t x, uint32_t y) {
    assert(x < map->cells.width && y < map->cells.height);
    uint32_t around = 0;
    for (uint32_t d = 0; d < WN_DIRECTIONS; d++) {
        around |= (uint32_t)wn_cells_are_free(&map->cells, (int64_t)x + direction_dx[d],
                                              (int64_t)y + direction_dy[d])
                  << d;
    }
    return map->steps[around] | (map->knights ? knights_of(map, x, y) << WN_DIRECTIONS : 0);
}

void wn_moves_update(wend_map *map, uint32_t x, uint32_t y) {
    assert(x < map->cells.width && y < map->cells.height);
    uint32_t reach = map->near->reach;
    uint32_t first_x = x > reach ? x - reach : 0;
    uint32_t last_x = wn_min_u32(x + reach, map->cells.width - 1);
    uint32_t last_y = wn_min_u32(y + reach, map->cells.height - 1);
    for (uint32_t row = y > reach ? y - reach : 0; row <= last_y; row++) {
        wn_moves_find(map, first_x, last_x, row);
    }
}

/* ---- Canonical ordering -------------------------------------------------------------------- */

/* Of all shortest paths between two cells, keep only those that take their diagonal steps as early
 * as possible: after a diagonal step continue diagonally or along one of its two components, after
 * an orthogonal one straight on, unless a blocked cell forces a turn. Which blocked cell does so
 * depends on the corner rule, and it can be derived from the legal moves alone:
 *
 *     corners never            a b .   From p through x: a blocked cell a forces the turns to b and
 *                              p x .   to the cell ahead of b. x -> a is illegal then, and
 *                                      x -> b legal, because b is free.
 *     corners one or always    . b c   A blocked cell b forces the turn to c, if x -> c is legal;
 *                              p x .   p reaches all other cells at the same cost without x.
 *     the same, diagonally     c . .   The same for a diagonal arrival.
 *                              b x .
 *                              p . . */
static uint8_t canonical_moves(uint32_t arrival, uint32_t legal, bool cuts_corners) {
    static const uint8_t clockwise[8] = {WN_N, WN_NE, WN_E, WN_SE, WN_S, WN_SW, WN_W, WN_NW};
    uint32_t at = 0;
    while (clockwise[at] != arrival) {
        at++;
    }
#define BIT(turn) (1u << clockwise[(at + (turn)) % 8])
    uint32_t kept = BIT(0);
    if (arrival >= WN_NE) {
        kept |= BIT(7) | BIT(1);
    }
    if (cuts_corners) {
        uint32_t beside = arrival >= WN_NE ? 3 : 2; /* this far from straight on, to either side */
        kept |= legal & BIT(8 - beside) ? 0 : BIT(9 - beside);
        kept |= legal & BIT(beside) ? 0 : BIT(beside - 1);
    } else if (arrival < WN_NE) {
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

void wn_moves_tabulate(wend_map *map) {
    find_steps(map);
    bool cuts_corners = map->def.corners != WEND_CORNERS_NEVER;
    for (uint32_t d = 0; d < WN_DIRECTIONS; d++) {
        for (uint32_t legal = 0; legal < 256; legal++) {
            map->canonical[d][legal] = canonical_moves(d, legal, cuts_corners);
        }
    }
}
