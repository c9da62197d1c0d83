/* domain/grid.h - maps as the kernels see them: cells (domain/cells.h) with a neighbourhood. */
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
    uint8_t *moves;   /* by id: a bit per direction in which a step is legal; none of blocked cells,
                       * but see   wn_grid_exits */
    uint8_t *knights; /* by id: a bit per legal knight's move; null without them */
    uint8_t steps[256];                    /* by free neighbours: the legal steps */
    wn_jumps jumps;                        /* of its steps; knight's moves are not in it */
    uint8_t canonical[WN_DIRECTIONS][256]; /* by direction of arrival and legal moves */
};

extern const wn_domain_type wn_grid_type;

/* Puts defaults in place of zeros. */
void wn_map_def_complete(wend_map_def *def);

/* Refuses cells and bytes, for calls that read the cells from somewhere else. */
wend_error wn_map_def_has_no_cells(const wend_map_def *def, wend_diagnosis *diagnosis);

#define WN_GRID_DEGREE_MAX 16

/* No expansion touches more new pages than this: the 5 x 5 cells round a cell lie in at most four
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

/* The four neighbours' coordinate bits of a cell. */
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

/* The moves from a cell, to be taken one by one. */
typedef struct wn_fan {
    wn_id to[WN_GRID_DEGREE_MAX]; /* by direction, the knight's moves last */
    uint32_t legal;               /* a bit per move that is left; the cheapest lie lowest */
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

/* `hint` is the one that came with the cell when it was a successor; it matters to the canonical
 * ordering alone. */
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

/* What a move costs where every factor is 1: a direction, or WN_DIRECTIONS plus a knight's move. */
WN_INLINE wend_cost wn_grid_length(uint32_t move, const wn_move_set moves) {
    if (moves == WN_MOVE_SET_16 && move >= WN_DIRECTIONS) {
        return WEND_COST_KNIGHT;
    }
    return move < WN_NE ? WEND_COST_ONE : WEND_COST_DIAGONAL;
}

/* The next successor and its hint, cheapest moves first; false if there is none. The hint of the
 * canonical ordering is the moves to make from there: known here, a long way ahead of the expansion
 * that would have to wait for them. */
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

/* The hint of a state from which a search starts: all its moves. */
WN_INLINE uint32_t wn_grid_hint(const wend_map *map, wn_id id, const wn_move_set moves) {
    return moves == WN_MOVE_SET_8_CANONICAL ? map->moves[id] : 0;
}

/* Writes all successors of a state, none of them pruned, cheapest moves first; returns how many. */
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

/* On a map whose cells have factors a move costs its length times the mean of the factors of its
 * ends, rounded up. */
WN_INLINE wend_cost wn_grid_factored_cost(const wend_map *map, wn_id from, wn_id to,
                                          wend_cost length) {
    assert(map->cells.factors && from < map->domain.id_limit && to < map->domain.id_limit);
    uint32_t both = (uint32_t)map->cells.factors[from] + map->cells.factors[to];
    return (length * both + 1) / 2;
}

/* The same as a fan and its moves, with factors if there are any. */
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

/* The same as wn_grid_successors, with factors if there are any. */
WN_INLINE uint32_t wn_grid_weighted_successors(const wend_map *map, wn_id id, wn_successor *out,
                                               const wn_move_set moves) {
    uint32_t count = wn_grid_successors(map, id, out, moves);
    for (uint32_t i = 0; map->cells.factors && i < count; i++) {
        out[i].cost = wn_grid_factored_cost(map, id, out[i].id, out[i].cost);
    }
    return count;
}

/* Gives a cell another terrain and another factor, which 0 leaves as it is; so does a map without
 * factors. Its factor changes while the cell is blocked, if it is before or afterwards: the least
 * factor of all free cells never becomes too small. */
void wn_grid_set(wend_map *map, uint32_t x, uint32_t y, char terrain, uint8_t factor);

/* Whether a cell cannot be stood on. */
static inline bool wn_grid_is_blocked(const wend_map *map, wn_id id) {
    return !wn_cells_are_free(&map->cells, wn_grid_x(map, id), wn_grid_y(map, id));
}

/* The moves out of a blocked cell, with factors if there are any: an agent that stood there when it
 * was blocked can leave it. Writes at most map->domain.degree; returns how many. */
uint32_t wn_grid_exits(const wend_map *map, wn_id id, wn_successor *out);

/* ---- The way out from under a building (domain/way_out.c) -------------------------------------
 */

/* Whether a cell is blocked and no move leads from it to a free one: it is buried. O(1). */
bool wn_grid_is_buried(const wend_map *map, wn_id id);

/* The step from a buried cell to one beside it that is nearer to a free cell, by steps along rows
 * and columns: the first such direction in the order of moves. WN_NONE if the cell is not buried,
 * or the nearest free one is more than WEND_WAY_OUT_MAX steps away. O(WEND_WAY_OUT_MAX). */
wn_id wn_grid_way_out(const wend_map *map, wn_id id);

/* Where these steps lead from a cell: to a blocked one with moves to free cells. The cell itself if
 * it is not buried, or there is no such step. */
wn_id wn_grid_edge(const wend_map *map, wn_id id);

/* The cost of the step from a buried cell to one beside it, 0 if it is none. */
wend_cost wn_grid_way_out_cost(const wend_map *map, wn_id from, wn_id to);

/* ---- Moves ------------------------------------------------------------------------------------
 */

/* The move from one cell to another, legal or not: a direction, or WN_DIRECTIONS plus a knight's
 * move; WN_NO_MOVE if they do not lie so. O(1). */
#define WN_NO_MOVE 31u
uint32_t wn_grid_move(const wend_map *map, wn_id from, wn_id to);
/* The same by places. The table has it by the way from one cell to the other, two rows and two
 * columns at most, plus two of each, so that nothing is negative. */
extern const uint8_t wn_grid_move_by_way[5][5];
static inline uint32_t wn_grid_move_by_places(wn_place from, wn_place to) {
    uint32_t column = wn_place_x(to) + 2 - wn_place_x(from);
    uint32_t row = wn_place_y(to) + 2 - wn_place_y(from);
    return column > 4 || row > 4 ? WN_NO_MOVE : wn_grid_move_by_way[row][column];
}

/* The cost of the move from one cell to another, 0 if there is none. O(1). */
wend_cost wn_grid_move_cost(const wend_map *map, wn_id from, wn_id to);
/* The same if it is known which move that would be. */
wend_cost wn_grid_cost_of_move(const wend_map *map, wn_id from, wn_id to, uint32_t move);

/* The blocked cell that keeps a move from being possible, WN_NONE if it is possible, or there was
 * never one. Of two that are beside it the one that was blocked last, of the edits that the map
 * remembers; else O(1). */
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

/* Where most cells are mixed, jump point search is a search over cells that takes its time. False
 * for null. */
static inline bool wn_is_worth_jumping(const wend_map *map) {
    return wend_map_jumpable(map) && wend_map_mixed_permille(map) <= WEND_AUTO_MIXED_PERMILLE;
}

#endif
