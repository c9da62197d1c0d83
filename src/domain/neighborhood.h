/* domain/neighborhood.h - who neighbours whom: one entry per neighbourhood that maps can have.
 * Adding one is an entry here, its moves and its heuristic in domain/grid.h, and its instances of
 * the kernel in search/grid_search.c. */
#ifndef WN_NEIGHBORHOOD_H
#define WN_NEIGHBORHOOD_H

#include <wend/map.h>

#include <stdint.h>

/* Directions. The orthogonal ones come first: the kernel enters successors in this order, and the
 * rule of the open list wants the cheapest first. Then clockwise. */
enum { WN_N, WN_E, WN_S, WN_W, WN_NE, WN_SE, WN_SW, WN_NW, WN_DIRECTIONS };

#define WN_KNIGHTS 8

/* Which moves a kernel instance makes: a constant of the instance. */
typedef enum wn_move_set {
    WN_MOVE_SET_4,
    WN_MOVE_SET_8,
    WN_MOVE_SET_8_CANONICAL, /* pruned by the direction of arrival */
    WN_MOVE_SET_16
} wn_move_set;

typedef struct wn_neighborhood {
    uint32_t neighbors; /* as in wend_map_def: most moves out of a cell */
    wn_move_set moves;
    uint32_t reach;   /* the moves of cells at most so far from an edited one change with it */
    wend_cost length; /* of the longest move */
    bool has_corners; /* diagonal steps pass between two cells */
    bool has_knights; /* moves that leave the 3 x 3 round a cell */
} wn_neighborhood;

/* Null if maps cannot have this many neighbours. */
const wn_neighborhood *wn_neighborhood_of(uint32_t neighbors);

/* The moves of the cells from `first` to `last` of a row, by the cells round them; none of those
 * that are blocked. */
void wn_moves_find(wend_map *map, uint32_t first, uint32_t last, uint32_t y);

/* The moves of all cells round one that was blocked or freed. */
void wn_moves_update(wend_map *map, uint32_t x, uint32_t y);

/* The moves that lead out of a cell, blocked or not: a bit per direction, then one per knight's
 * move. */
uint32_t wn_moves_out(const wend_map *map, uint32_t x, uint32_t y);

/* Fills in the tables that wn_moves_find and the canonical ordering look up. */
void wn_moves_tabulate(wend_map *map);

#endif
