#include "store/path.h"

void wn_path_init(wn_path *path, uint32_t which) {
    *path = (wn_path){.which = which};
}

void wn_path_clear(wn_path *path, wn_memory *memory) {
    wn_memory_give(memory, path->entries, path->capacity * sizeof *path->entries);
    wn_path_init(path, path->which);
}

bool wn_path_reserve(wn_path *path, wn_memory *memory, uint32_t count) {
    if (count <= path->capacity) {
        return true;
    }
    /* Half as much again, so that a path that creeps upwards is copied seldom. */
    uint32_t capacity = wn_max_u32(count, path->capacity + path->capacity / 2);
    void *entries = path->entries;
    if (!wn_memory_grow(memory, &entries, path->capacity * sizeof *path->entries,
                        capacity * sizeof *path->entries)) {
        return false;
    }
    path->entries = entries;
    path->capacity = capacity;
    return true;
}

bool wn_path_push(wn_path *path, wn_nodes *nodes, wn_id id) {
    wn_page *page = wn_nodes_page(nodes, id);
    if (path->count == path->capacity || (!page->marks && nodes->marks.spare == 0)) {
        return false;
    }
    if (!page->marks) {
        page->marks = wn_pool_take(&nodes->marks);
        for (uint32_t n = 0; n < WN_PAGE_NODES; n++) {
            page->marks[n] = (wn_mark){{WN_NONE, WN_NONE}};
        }
    }
    page->marks[id & (WN_PAGE_NODES - 1)].position[path->which] = path->count;
    path->entries[path->count++] = id;
    return true;
}

uint32_t wn_path_find(const wn_path *path, const wn_nodes *nodes, wn_id id) {
    const wn_page *page = wn_nodes_peek(nodes, id);
    if (!page || !page->marks) {
        return WN_NONE;
    }
    uint32_t position = page->marks[id & (WN_PAGE_NODES - 1)].position[path->which];
    return position < path->count && path->entries[position] == id ? position : WN_NONE;
}
