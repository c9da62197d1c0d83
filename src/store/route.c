#include "store/route.h"

#include <string.h>

/* Bytes of a block of entries, followed by the places if there are any. */
static size_t block_size(const wn_route *route, uint32_t capacity) {
    return capacity * (sizeof *route->entries + (route->has_places ? sizeof *route->places : 0));
}

void wn_route_free(wn_route *route, wn_memory *memory) {
    wn_memory_give(memory, route->entries, block_size(route, route->capacity));
    *route = (wn_route){.has_places = route->has_places};
}

/* Changes the capacity, which must be at least `count`. */
static bool set_capacity(wn_route *route, wn_memory *memory, uint32_t capacity) {
    wn_route_entry *entries = wn_memory_take(memory, block_size(route, capacity));
    if (!entries) {
        return false;
    }
    uint32_t *places = route->has_places ? (uint32_t *)(entries + capacity) : NULL;
    if (route->count) {
        memcpy(entries, route->entries, route->count * sizeof *entries);
    }
    if (route->count && places) {
        memcpy(places, route->places, route->count * sizeof *places);
    }
    wn_memory_give(memory, route->entries, block_size(route, route->capacity));
    route->entries = entries;
    route->places = places;
    route->capacity = capacity;
    return true;
}

bool wn_route_reserve(wn_route *route, wn_memory *memory, uint32_t count) {
    assert(route->count <= route->capacity && (route->has_places || !route->places));
    /* Grows by at least half, so that a slowly growing route is copied rarely. */
    return count <= route->capacity ||
           set_capacity(route, memory, wn_max_u32(count, route->capacity + route->capacity / 2));
}

void wn_route_shrink(wn_route *route, wn_memory *memory, uint32_t count) {
    assert(count <= route->count);
    route->count = count;
    if (count == 0) {
        wn_route_clear(route, memory);
    } else if (count < route->capacity) {
        set_capacity(route, memory, count); /* keeps its size if memory for a copy is short */
    }
}

uint32_t wn_route_find(const wn_route *route, uint32_t node, wend_cost g) {
    if (route->count == 0) {
        return WN_NONE;
    }
    if (route->entries[0].node == node) {
        return 0; /* the end may be open and may have a smaller g by now */
    }
    uint32_t low = 0;
    uint32_t high = route->count - 1;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (route->entries[middle].g > g) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return route->entries[low].node == node ? low : WN_NONE;
}
