#include "store/path.h"

void wn_path_init(wn_path *path) {
    *path = (wn_path){0};
}

void wn_path_clear(wn_path *path, wn_memory *memory) {
    wn_memory_give(memory, path->entries, path->capacity * sizeof *path->entries);
    wn_path_init(path);
}

bool wn_path_reserve(wn_path *path, wn_memory *memory, uint32_t count) {
    if (count <= path->capacity) {
        return true;
    }
    /* Half as much again, so that a path that creeps upwards is copied seldom. */
    uint32_t capacity = wn_max_u32(count, path->capacity + path->capacity / 2);
    void *entries = path->entries;
    if (!wn_memory_grow(memory, &entries, path->capacity * sizeof *path->entries,
                        path->count * sizeof *path->entries, capacity * sizeof *path->entries)) {
        return false;
    }
    path->entries = entries;
    path->capacity = capacity;
    return true;
}

bool wn_path_push(wn_path *path, const wn_nodes *nodes, wn_id id) {
    if (path->count == path->capacity) {
        return false;
    }
    path->entries[path->count++] = (wn_path_entry){id, wn_nodes_find(nodes, id)->g};
    return true;
}

uint32_t wn_path_find(const wn_path *path, const wn_nodes *nodes, wn_id id) {
    const wn_node *node = path->count ? wn_nodes_find(nodes, id) : NULL;
    if (!node) {
        return WN_NONE;
    }
    if (path->entries[0].id == id) {
        return 0; /* open states may be reached more cheaply, and the end may be one */
    }
    uint32_t low = 0;
    uint32_t high = path->count - 1;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (path->entries[middle].g > node->g) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return path->entries[low].id == id ? low : WN_NONE;
}
