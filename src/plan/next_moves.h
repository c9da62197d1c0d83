/* plan/next_moves.h - one move per cell of a map, in 4 bits (8 with 16 neighbours): what is kept of
 * a field when its search is given back. */
#ifndef WN_NEXT_MOVES_H
#define WN_NEXT_MOVES_H

#include "domain/grid.h"

typedef struct wn_next_moves {
    const wend_map *map;
    uint8_t *codes; /* by id: 1 plus the move, 0 for none; two to a byte if they fit. Null: none */
    size_t size;    /* bytes */
} wn_next_moves;

/* Bytes for a map. */
size_t wn_next_moves_bytes(const wend_map *map);

/* No cell has a move. False if memory is short. Clears size bytes. */
bool wn_next_moves_init(wn_next_moves *moves, const wend_map *map, wn_memory *memory);
void wn_next_moves_clear(wn_next_moves *moves, wn_memory *memory);

/* `to` is one move from `from`, which has none yet. */
void wn_next_moves_set(wn_next_moves *moves, wn_id from, wn_id to);

/* Where the move leads; WN_NONE if there is none. It was legal when it was set. */
wn_id wn_next_moves_get(const wn_next_moves *moves, wn_id from);

#endif
