/* store/path.h - two paths of states with an O(1) answer to "is s on it, and what follows s".
 *
 * A path is traced backwards: entry 0 is its end, the last entry the state nearest to the agent.
 * Each state on it remembers its position, and it is on the path only if the entry at that
 * position is the state itself. So a path is emptied by setting its length to 0. */
#ifndef WN_PATH_H
#define WN_PATH_H

#include "store/nodes.h"

typedef struct wn_path {
    wn_id *entries;
    uint32_t count;
    uint32_t capacity;
    uint32_t which; /* 0 or 1: its position in wn_mark */
} wn_path;

void wn_path_init(wn_path *path, uint32_t which);
void wn_path_clear(wn_path *path, wn_memory *memory);

/* Room for `count` entries in all. */
bool wn_path_reserve(wn_path *path, wn_memory *memory, uint32_t count);

/* Adds a state that was touched by the search of `nodes`. False if there is no room. */
bool wn_path_push(wn_path *path, wn_nodes *nodes, wn_id id);

/* The position of a state on the path, WN_NONE if it is not on it. */
uint32_t wn_path_find(const wn_path *path, const wn_nodes *nodes, wn_id id);

#endif
