/* domain/grid.h - maps, as the kernels see them: cells (domain/cells.h) with a neighbourhood. */
#ifndef WN_GRID_H
#define WN_GRID_H

#include <wend/map.h>

#include "base/isqrt.h"
#include "domain/cells.h"
#include "domain/domain.h"
#include "domain/jump.h"
#include "domain/neighborhood.h"

struct wend_map {
    wend_domain domain;
    wend_map_def def;
    const wn_neighborhood *near;
    wn_cells cells;
    uint8_t *moves;     /* by id: a bit per legal step; 0 if blocked, see wn_grid_exits */
    uint8_t *knights;   /* by id: a bit per legal knight's move; NULL without them */
    uint8_t steps[256]; /* by mask of free neighbours: the legal steps */
    wn_jumps jumps;     /* for the steps only, not for knight's moves */
    uint8_t canonical[WN_DIRECTIONS][256]; /* by direction of arrival and legal moves */
};

extern const wn_domain_type wn_grid_type;

/* Puts defaults in place of zeros. */
void wn_map_def_complete(wend_map_def *def);

/* Refuses cells and bytes, for calls that read the cells from somewhere else. */
wend_error wn_map_def_has_no_cells(const wend_map_def *def, wend_diagnosis *diagnosis);

#define WN_GRID_DEGREE_MAX 16

/* The most new pages that one expansion touches: the 5 x 5 cells around a cell lie in at most four
 * squares of 4 x 4, one of which is its own. */
#define WN_GRID_PAGES_PER_EXPANSION 3

static inline wn_id wn_grid_id(const wend_map *map, uint32_t x, uint32_t y) {
    return wn_cells_id(&map->cells, x, y);
}

static inline uint32_t wn_grid_x(const wend_map *map, wn_id id) {
    return wn_cells_x(&map->cells, id);
}

static inline uint32_t wn_grid_y(const wend_map *map, wn_id id) {
    return wn_cells_y(&map->cells, id);
}

static inline wn_id wn_grid_id_of_state(const wend_map *map, wend_state state) {
    assert(state < map->cells.width * map->cells.height);
    uint32_t y = wn_cells_row(&map->cells, state);
    return wn_grid_id(map, state - y * map->cells.width, y);
}

static inline wend_state wn_grid_state_of_id(const wend_map *map, wn_id id) {
    assert(id < map->domain.id_limit);
    return wn_grid_y(map, id) * map->cells.width + wn_grid_x(map, id);
}

static inline wn_place wn_grid_place(const wend_map *map, wn_id id) {
    return wn_place_of(wn_grid_x(map, id) + 1, wn_grid_y(map, id) + 1);
}

static inline wn_id wn_grid_at_place(const wend_map *map, wn_place place) {
    return wn_grid_id(map, wn_place_x(place) - 1, wn_place_y(place) - 1);
}

/* The coordinate bits of a cell and of its four orthogonal neighbours. */
typedef struct wn_around {
    uint32_t x, x_less, x_more, y, y_less, y_more;
} wn_around;

WN_INLINE wn_around wn_grid_around(uint32_t x_mask, wn_id id) {
    uint32_t y_mask = ~x_mask;
    uint32_t x = id & x_mask;
    uint32_t y = id & y_mask;
    return (wn_around){.x = x,
                       .x_less = (x - 1) & x_mask,
                       .x_more = ((x | y_mask) + 1) & x_mask,
                       .y = y,
                       .y_less = (y - 1) & y_mask,
                       .y_more = ((y | x_mask) + 1) & y_mask};
}

/* The moves from a cell, to be taken one at a time. */
typedef struct wn_fan {
    wn_id to[WN_GRID_DEGREE_MAX]; /* by direction; knight's moves come last */
    uint32_t legal;               /* a bit per remaining move; the cheapest have the lowest bits */
} wn_fan;

WN_INLINE void wn_grid_fan_knights(const wend_map *map, wn_id id, const wn_around *a, wn_fan *fan) {
    assert(map->knights);
    wn_around less = wn_grid_around(map->cells.x_mask, a->x_less | a->y_less);
    wn_around more = wn_grid_around(map->cells.x_mask, a->x_more | a->y_more);
    const wn_id to[WN_KNIGHTS] = {a->x_more | less.y_less, more.x_more | a->y_less,
                                  more.x_more | a->y_more, a->x_more | more.y_more,
                                  a->x_less | more.y_more, less.x_less | a->y_more,
                                  less.x_less | a->y_less, a->x_less | less.y_less};
    for (uint32_t k = 0; k < WN_KNIGHTS; k++) {
        fan->to[WN_DIRECTIONS + k] = to[k];
    }
    fan->legal |= (uint32_t)map->knights[id] << WN_DIRECTIONS;
}

/* Starts the moves of a cell. `hint` is the hint that came with the cell when it was a successor;
 * only the canonical ordering uses it. */
WN_INLINE void wn_grid_fan(const wend_map *map, wn_id id, uint32_t hint, wn_fan *fan,
                           const wn_move_set moves) {
    wn_around a = wn_grid_around(map->cells.x_mask, id);
    fan->to[WN_N] = a.x | a.y_less;
    fan->to[WN_E] = a.x_more | a.y;
    fan->to[WN_S] = a.x | a.y_more;
    fan->to[WN_W] = a.x_less | a.y;
    fan->to[WN_NE] = a.x_more | a.y_less;
    fan->to[WN_SE] = a.x_more | a.y_more;
    fan->to[WN_SW] = a.x_less | a.y_more;
    fan->to[WN_NW] = a.x_less | a.y_less;
    fan->legal = moves == WN_MOVE_SET_8_CANONICAL ? hint : map->moves[id];
    if (moves == WN_MOVE_SET_16) {
        wn_grid_fan_knights(map, id, &a, fan);
    }
}

/* The cost of a move where every factor is 1. `move` is a direction, or WN_DIRECTIONS plus a
 * knight's move. */
WN_INLINE wend_cost wn_grid_length(uint32_t move, const wn_move_set moves) {
    if (moves == WN_MOVE_SET_16 && move >= WN_DIRECTIONS) {
        return WEND_COST_KNIGHT;
    }
    return move < WN_NE ? WEND_COST_ONE : WEND_COST_DIAGONAL;
}

/* Writes the next successor and its hint, cheapest moves first; returns false after the last one.
 * The hint of the canonical ordering is the set of moves to make from there. It is known here, long
 * before the expansion, which would have to wait for that memory access. */
WN_INLINE bool wn_grid_next(const wend_map *map, wn_fan *fan, wn_successor *out, uint32_t *hint,
                            const wn_move_set moves) {
    if (!fan->legal) {
        return false;
    }
    uint32_t d = wn_low_zeros(fan->legal);
    fan->legal &= fan->legal - 1;
    out->id = fan->to[d];
    out->cost = wn_grid_length(d, moves);
    *hint = moves == WN_MOVE_SET_8_CANONICAL ? map->canonical[d][map->moves[out->id]] : 0;
    return true;
}

/* The hint of a seed: all its moves. */
WN_INLINE uint32_t wn_grid_hint(const wend_map *map, wn_id id, const wn_move_set moves) {
    return moves == WN_MOVE_SET_8_CANONICAL ? map->moves[id] : 0;
}

/* Writes all successors of a state, without pruning, cheapest moves first; returns how many. */
WN_INLINE uint32_t wn_grid_successors(const wend_map *map, wn_id id, wn_successor *out,
                                      const wn_move_set moves) {
    wn_fan fan;
    wn_grid_fan(map, id, wn_grid_hint(map, id, moves), &fan, moves);
    uint32_t count = 0;
    for (uint32_t hint; wn_grid_next(map, &fan, &out[count], &hint, moves);) {
        count++;
    }
    return count;
}

/* On a map with factors, a move costs its length times the mean of the factors of its two cells,
 * rounded up. */
WN_INLINE wend_cost wn_grid_factored_cost(const wend_map *map, wn_id from, wn_id to,
                                          wend_cost length) {
    assert(map->cells.factors && from < map->domain.id_limit && to < map->domain.id_limit);
    uint32_t both = (uint32_t)map->cells.factors[from] + map->cells.factors[to];
    return (length * both + 1) / 2;
}

/* Like wn_fan, but with factors if the map has them. */
typedef struct wn_factored_fan {
    wn_fan moves;
    wn_id from;
} wn_factored_fan;

WN_INLINE void wn_grid_factored_fan(const wend_map *map, wn_id id, wn_factored_fan *fan,
                                    const wn_move_set moves) {
    fan->from = id;
    wn_grid_fan(map, id, 0, &fan->moves, moves);
}

WN_INLINE bool wn_grid_factored_next(const wend_map *map, wn_factored_fan *fan, wn_successor *out,
                                     const wn_move_set moves) {
    uint32_t hint;
    if (!wn_grid_next(map, &fan->moves, out, &hint, moves)) {
        return false;
    }
    if (map->cells.factors) {
        out->cost = wn_grid_factored_cost(map, fan->from, out->id, out->cost);
    }
    return true;
}

/* Like wn_grid_successors, but with factors if the map has them. */
WN_INLINE uint32_t wn_grid_weighted_successors(const wend_map *map, wn_id id, wn_successor *out,
                                               const wn_move_set moves) {
    uint32_t count = wn_grid_successors(map, id, out, moves);
    for (uint32_t i = 0; map->cells.factors && i < count; i++) {
        out[i].cost = wn_grid_factored_cost(map, id, out[i].id, out[i].cost);
    }
    return count;
}

/* Sets the terrain and the factor of a cell. A factor of 0 keeps the current factor, and so does a
 * map without factors. If the cell is blocked before or after the call, its factor changes while it
 * is blocked, so the smallest factor of all free cells never becomes too small. */
void wn_grid_set(wend_map *map, uint32_t x, uint32_t y, char terrain, uint8_t factor);

/* Whether a cell is blocked. */
static inline bool wn_grid_is_blocked(const wend_map *map, wn_id id) {
    return !wn_cells_are_free(&map->cells, wn_grid_x(map, id), wn_grid_y(map, id));
}

/* Writes the moves out of a blocked cell, with factors if the map has them; returns how many, at
 * most map->domain.degree. An agent whose cell was blocked can leave it by these moves. */
uint32_t wn_grid_exits(const wend_map *map, wn_id id, wn_successor *out);

/* ---- The way out of a buried cell (domain/way_out.c) ----------------------------------------- */

/* Whether a cell is buried: blocked, without a move to a free cell. O(1). */
bool wn_grid_is_buried(const wend_map *map, wn_id id);

/* The step from a buried cell to an adjacent cell that is nearer to a free cell, measured in steps
 * along rows and columns; the first such direction in the order of moves. WN_NONE if the cell is
 * not buried, or the nearest free cell is more than WEND_WAY_OUT_MAX steps away.
 * O(WEND_WAY_OUT_MAX). */
wn_id wn_grid_way_out(const wend_map *map, wn_id id);

/* The end of these steps: a blocked cell with moves to free cells. Returns the cell itself if it is
 * not buried or has no such step. */
wn_id wn_grid_edge(const wend_map *map, wn_id id);

/* The cost of the step from a buried cell to an adjacent one, 0 if it is not such a step. */
wend_cost wn_grid_way_out_cost(const wend_map *map, wn_id from, wn_id to);

/* ---- Moves ----------------------------------------------------------------------------------- */

/* The move from one cell to another, legal or not: a direction, or WN_DIRECTIONS plus a knight's
 * move; WN_NO_MOVE if no move connects them. O(1). */
#define WN_NO_MOVE 31u
uint32_t wn_grid_move(const wend_map *map, wn_id from, wn_id to);
/* The same for places. The table is indexed by the offset between the cells, -2 to 2 rows and
 * columns, plus 2, so that no index is negative. */
extern const uint8_t wn_grid_move_by_way[5][5];
static inline uint32_t wn_grid_move_by_places(wn_place from, wn_place to) {
    uint32_t column = wn_place_x(to) + 2 - wn_place_x(from);
    uint32_t row = wn_place_y(to) + 2 - wn_place_y(from);
    return column > 4 || row > 4 ? WN_NO_MOVE : wn_grid_move_by_way[row][column];
}

/* The cost of the move from one cell to another, 0 if it is not a legal move. O(1). */
wend_cost wn_grid_move_cost(const wend_map *map, wn_id from, wn_id to);
/* The same if the move is known. */
wend_cost wn_grid_cost_of_move(const wend_map *map, wn_id from, wn_id to, uint32_t move);

/* The blocked cell that prevents a move. WN_NONE if the move is possible or never was one. If two
 * cells prevent it, the one that was blocked last, according to the edits that the map remembers;
 * otherwise O(1). */
wn_id wn_grid_obstacle(const wend_map *map, wn_id from, wn_id to);

/* The heuristic for a set of moves: Manhattan, octile or Euclidean distance. All three are
 * consistent. */
WN_INLINE wend_cost wn_grid_h(const wend_map *map, wn_id id, uint32_t goal_x, uint32_t goal_y,
                              const wn_move_set moves) {
    uint32_t x = wn_grid_x(map, id);
    uint32_t y = wn_grid_y(map, id);
    uint32_t dx = x > goal_x ? x - goal_x : goal_x - x;
    uint32_t dy = y > goal_y ? y - goal_y : goal_y - y;
    if (moves == WN_MOVE_SET_4) {
        return (dx + dy) * WEND_COST_ONE;
    }
    if (moves == WN_MOVE_SET_16) {
        uint64_t square = (uint64_t)dx * dx + (uint64_t)dy * dy;
        return (wend_cost)wn_isqrt(square * WEND_COST_ONE * WEND_COST_ONE);
    }
    return wn_max_u32(dx, dy) * WEND_COST_ONE +
           wn_min_u32(dx, dy) * (WEND_COST_DIAGONAL - WEND_COST_ONE);
}

/* Whether jump point search pays off. Where most cells are mixed, it is a slow search over cells.
 * Returns false for NULL. */
static inline bool wn_is_worth_jumping(const wend_map *map) {
    return wend_map_jumpable(map) && wend_map_mixed_permille(map) <= WEND_AUTO_MIXED_PERMILLE;
}

#endif
