/* domain/neighborhood.h - the neighbourhoods that maps can have, one entry each. To add one, add an
 * entry here, its moves and its heuristic in domain/grid.h, and its instances of the kernel in
 * search/grid_search.c. */
#ifndef WN_NEIGHBORHOOD_H
#define WN_NEIGHBORHOOD_H

#include <wend/map.h>

#include <stdint.h>

/* Directions. The orthogonal ones come first, then the diagonal ones, both clockwise: the kernel
 * pushes successors in this order, and tie-breaking in the open list needs the cheapest first. */
enum { WN_N, WN_E, WN_S, WN_W, WN_NE, WN_SE, WN_SW, WN_NW, WN_DIRECTIONS };

#define WN_KNIGHTS 8

/* The moves that a kernel instance makes: a constant of the instance. */
typedef enum wn_move_set {
    WN_MOVE_SET_4,
    WN_MOVE_SET_8,
    WN_MOVE_SET_8_CANONICAL, /* pruned by the direction of arrival */
    WN_MOVE_SET_16
} wn_move_set;

typedef struct wn_neighborhood {
    uint32_t neighbors; /* as in wend_map_def: the most moves out of a cell */
    wn_move_set moves;
    uint32_t reach;   /* an edit changes the moves of cells up to this distance */
    wend_cost length; /* of the longest move */
    bool has_corners; /* diagonal steps pass between two cells */
    bool has_knights; /* moves that leave the 3 x 3 cells around a cell */
} wn_neighborhood;

/* NULL if maps cannot have this many neighbours. */
const wn_neighborhood *wn_neighborhood_of(uint32_t neighbors);

/* Computes the moves of the cells from `first` to `last` of a row from their neighbours. Blocked
 * cells get no moves. */
void wn_moves_find(wend_map *map, uint32_t first, uint32_t last, uint32_t y);

/* Recomputes the moves of all cells around one that was blocked or freed. */
void wn_moves_update(wend_map *map, uint32_t x, uint32_t y);

/* The moves out of a cell, blocked or not: a bit per direction, then one per knight's move. */
uint32_t wn_moves_out(const wend_map *map, uint32_t x, uint32_t y);

/* Fills the tables for wn_moves_find and the canonical ordering. */
void wn_moves_tabulate(wend_map *map);

#endif
