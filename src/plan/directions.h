/* plan/directions.h - one move per cell of a map, in 4 bits (8 with 16 neighbours): what is kept of
 * a field when its search is given back. */
#ifndef WN_DIRECTIONS_H
#define WN_DIRECTIONS_H

#include "domain/grid.h"

typedef struct wn_directions {
    const wend_map *map;
    uint8_t *codes; /* by id: 1 plus the move, 0 for none; two to a byte if they fit. Null: none */
    size_t size;    /* bytes */
} wn_directions;

/* No cell has a move. False if memory is short. Clears size bytes. */
bool wn_directions_init(wn_directions *directions, const wend_map *map, wn_memory *memory);
void wn_directions_clear(wn_directions *directions, wn_memory *memory);

/* `to` is one move from `from`, which has none yet. */
void wn_directions_set(wn_directions *directions, wn_id from, wn_id to);

/* Where the move leads; WN_NONE if there is none. It was legal when it was set. */
wn_id wn_directions_get(const wn_directions *directions, wn_id from);

#endif
