/* store/route.h - a route of nodes, with a quick answer to "is n on it, and what follows n".
 *
 * A route is traced backwards: entry 0 is its end, the last entry the node nearest to the agent.
 * Moves cost something, so g falls from entry to entry, and a node is found by its g. That needs
 * nothing per node (a position kept there would be one more wait for memory per step of tracing).
 * The g of a node on a route stays what it was unless the search reopens nodes or the node is the
 * end of the route; a node that was reached more cheaply since is off the route.
 *
 * Two nodes that follow each other need not be neighbours: those of jump point search lie far
 * apart. Their routes keep the places of their nodes, too, as they may outlive the search. */
#ifndef WN_ROUTE_H
#define WN_ROUTE_H

#include "base/memory.h"

typedef struct wn_route_entry {
    uint32_t node;
    wend_cost g; /* when it was traced */
} wn_route_entry;

/* All zero is an empty one. */
typedef struct wn_route {
    wn_route_entry *entries;
    uint32_t *places; /* in the same block: where each node lies; null if has_places is false */
    uint32_t count;
    uint32_t capacity;
    bool has_places; /* set before the first reservation */
} wn_route;

/* Gives back what it holds; afterwards it is an empty one. */
void wn_route_free(wn_route *route, wn_memory *memory);
static inline void wn_route_clear(wn_route *route, wn_memory *memory) {
    if (route->entries) {
        wn_route_free(route, memory);
    }
}

/* Room for `count` entries in all. */
bool wn_route_reserve(wn_route *route, wn_memory *memory, uint32_t count);

/* Keeps the first `count` entries and gives back the room for more. */
void wn_route_shrink(wn_route *route, wn_memory *memory, uint32_t count);

/* Adds a node. False if there is no room. */
static inline bool wn_route_push(wn_route *route, uint32_t node, wend_cost g) {
    if (route->count == route->capacity) {
        return false;
    }
    assert(node != WN_NONE && route->count < route->capacity);
    assert(route->count == 0 || g < route->entries[route->count - 1].g);
    route->entries[route->count++] = (wn_route_entry){node, g};
    return true;
}

/* The position of a node on the route by its present g, WN_NONE if it is not on it. O(log n). */
uint32_t wn_route_find(const wn_route *route, uint32_t node, wend_cost g);

#endif
