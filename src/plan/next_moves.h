/* plan/next_moves.h - one move per cell of a map, in 4 bits (8 with 16 neighbours): the part of a
 * field that is kept when its search is freed. */
#ifndef WN_NEXT_MOVES_H
#define WN_NEXT_MOVES_H

#include "domain/grid.h"

typedef struct wn_next_moves {
    const wend_map *map;
    uint8_t *codes; /* by id: 1 plus the move, 0 for none; two per byte if they fit. NULL: none */
    size_t size;    /* bytes */
} wn_next_moves;

/* The size for a map, in bytes. */
size_t wn_next_moves_bytes(const wend_map *map);

/* Initializes `moves` without a move for any cell. Clears `size` bytes. Returns false if memory is
 * short. */
bool wn_next_moves_init(wn_next_moves *moves, const wend_map *map, wn_memory *memory);
void wn_next_moves_clear(wn_next_moves *moves, wn_memory *memory);

/* Sets the move from `from`, which has none yet, to its neighbour `to`. */
void wn_next_moves_set(wn_next_moves *moves, wn_id from, wn_id to);

/* The target of the move from a cell, or WN_NONE. It was legal when it was set. */
wn_id wn_next_moves_get(const wn_next_moves *moves, wn_id from);

#endif
