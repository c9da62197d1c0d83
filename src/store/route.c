#include "store/route.h"

#include <string.h>

void wn_route_clear(wn_route *route, wn_memory *memory) {
    wn_memory_give(memory, route->entries, route->capacity * sizeof *route->entries);
    if (route->places) {
        wn_memory_give(memory, route->places, route->capacity * sizeof *route->places);
    }
    *route = (wn_route){.has_places = route->has_places};
}

/* Entries and places in blocks of `capacity`, which is not less than `count`. */
static bool set_capacity(wn_route *route, wn_memory *memory, uint32_t capacity) {
    uint32_t *places = NULL;
    if (route->has_places) {
        places = wn_memory_take(memory, capacity * sizeof *places);
        if (!places) {
            return false;
        }
    }
    void *entries = route->entries;
    if (!wn_memory_grow(memory, &entries, route->capacity * sizeof *route->entries,
                        route->count * sizeof *route->entries, capacity * sizeof *route->entries)) {
        wn_memory_give(memory, places, capacity * sizeof *places);
        return false;
    }
    if (places) {
        if (route->count) {
            memcpy(places, route->places, route->count * sizeof *places);
        }
        wn_memory_give(memory, route->places, route->capacity * sizeof *places);
        route->places = places;
    }
    route->entries = entries;
    route->capacity = capacity;
    return true;
}

bool wn_route_reserve(wn_route *route, wn_memory *memory, uint32_t count) {
    assert(route->count <= route->capacity && (route->has_places || !route->places));
    /* Half as much again, so that a route that creeps upwards is copied seldom. */
    return count <= route->capacity ||
           set_capacity(route, memory, wn_max_u32(count, route->capacity + route->capacity / 2));
}

void wn_route_shrink(wn_route *route, wn_memory *memory, uint32_t count) {
    assert(count <= route->count);
    route->count = count;
    if (count == 0) {
        wn_route_clear(route, memory);
    } else if (count < route->capacity) {
        set_capacity(route, memory, count); /* if there is no room for a copy, it stays as it is */
    }
}

uint32_t wn_route_find(const wn_route *route, uint32_t node, wend_cost g) {
    if (route->count == 0) {
        return WN_NONE;
    }
    if (route->entries[0].node == node) {
        return 0; /* the end may be open, and be reached more cheaply since */
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
