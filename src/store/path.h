/* store/path.h - a path of states with a quick answer to "is s on it, and what follows s".
 *
 * A path is traced backwards: entry 0 is its end, the last entry the state nearest to the agent.
 * Moves cost something, so g falls from entry to entry, and a state is found by its g. That needs
 * nothing per state (a position kept there would be one more wait for memory per step of tracing).
 * The g of a state on a path stays what it was unless the search reopens states or the state is the
 * end of the path; a state that was reached more cheaply since counts as off the path. */
#ifndef WN_PATH_H
#define WN_PATH_H

#include "store/nodes.h"

typedef struct wn_path_entry {
    wn_id id;
    wend_cost g; /* when it was traced */
} wn_path_entry;

typedef struct wn_path {
    wn_path_entry *entries;
    uint32_t count;
    uint32_t capacity;
} wn_path;

void wn_path_init(wn_path *path);
void wn_path_clear(wn_path *path, wn_memory *memory);

/* Room for `count` entries in all. */
bool wn_path_reserve(wn_path *path, wn_memory *memory, uint32_t count);

/* Adds a state that was touched by the search of `nodes`. False if there is no room. */
bool wn_path_push(wn_path *path, const wn_nodes *nodes, wn_id id);

/* The position of a state on the path, WN_NONE if it is not on it. O(log length). */
uint32_t wn_path_find(const wn_path *path, const wn_nodes *nodes, wn_id id);

#endif
