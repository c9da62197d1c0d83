/* store/route.h - a route of nodes that quickly answers "is n on it, and what follows n".
 *
 * A route is traced backwards: entry 0 is its end, the last entry is the node nearest to the agent.
 * Every move has a cost, so g falls from entry to entry, and binary search over g finds a node.
 * This needs no storage per node (a position stored in the node would cost one more cache miss per
 * step of tracing). The g of a node on a route does not change unless the search reopens nodes or
 * the node is the end of the route; a node whose g has fallen since is off the route.
 *
 * Two consecutive nodes need not be neighbours: those of jump point search are far apart. Their
 * routes also store the places of their nodes, because they may outlive the search. */
#ifndef WN_ROUTE_H
#define WN_ROUTE_H

#include "base/memory.h"

typedef struct wn_route_entry {
    uint32_t node;
    wend_cost g; /* at the time of tracing */
} wn_route_entry;

/* All zeros is an empty route. */
typedef struct wn_route {
    wn_route_entry *entries;
    uint32_t *places; /* in the same block: the place of each node; NULL if has_places is false */
    uint32_t count;
    uint32_t capacity;
    bool has_places; /* set before the first reservation */
} wn_route;

/* Frees the entries; the route is empty afterwards. */
void wn_route_free(wn_route *route, wn_memory *memory);
static inline void wn_route_clear(wn_route *route, wn_memory *memory) {
    if (route->entries) {
        wn_route_free(route, memory);
    }
}

/* Makes room for `count` entries in total. */
bool wn_route_reserve(wn_route *route, wn_memory *memory, uint32_t count);

/* Keeps the first `count` entries and frees the room for more. */
void wn_route_shrink(wn_route *route, wn_memory *memory, uint32_t count);

/* Appends a node. Returns false if the route is full. */
static inline bool wn_route_push(wn_route *route, uint32_t node, wend_cost g) {
    if (route->count == route->capacity) {
        return false;
    }
    assert(node != WN_NONE && route->count < route->capacity);
    assert(route->count == 0 || g < route->entries[route->count - 1].g);
    route->entries[route->count++] = (wn_route_entry){node, g};
    return true;
}

/* The position of a node on the route by its current g, WN_NONE if it is not on the route. O(log
 * n). */
uint32_t wn_route_find(const wn_route *route, uint32_t node, wend_cost g);

#endif
