#include "store/open.h"

#include <string.h>

/* ---- Bucket queue -------------------------------------------------------------------------- */

bool wn_bucket_init(wn_bucket *list, wn_memory *memory, uint32_t size) {
    assert(size >= 4096 && (size & (size - 1)) == 0);
    *list = (wn_bucket){.size = size};
    char *block = wn_memory_take(memory, wn_bucket_bytes(list));
    if (!block) {
        return false;
    }
    list->bits = (uint64_t *)(void *)block;
    list->summary = list->bits + size / 64;
    list->heads = (wn_id *)(void *)(list->summary + size / 4096);
    wn_bucket_reset(list, 0);
    return true;
}

size_t wn_bucket_bytes(const wn_bucket *list) {
    return list->size * sizeof(wn_id) + (list->size / 64 + list->size / 4096) * sizeof(uint64_t);
}

void wn_bucket_clear(wn_bucket *list, wn_memory *memory) {
    wn_memory_give(memory, list->bits, wn_bucket_bytes(list));
    *list = (wn_bucket){0};
}

void wn_bucket_reset(wn_bucket *list, uint32_t f) {
    memset(list->bits, 0, (list->size / 64 + list->size / 4096) * sizeof(uint64_t));
    list->cursor = f;
    list->count = 0;
}

/* ---- Heap ---------------------------------------------------------------------------------- */

void wn_heap_init(wn_heap *list) {
    *list = (wn_heap){0};
    wn_heap_reset(list);
}

void wn_heap_clear(wn_heap *list, wn_memory *memory) {
    wn_memory_give(memory, list->entries, list->capacity * sizeof *list->entries);
    wn_heap_init(list);
}

bool wn_heap_reserve(wn_heap *list, wn_memory *memory, uint32_t count) {
    if (count <= list->capacity) {
        return true;
    }
    /* Grows by at least half, so that a slowly growing heap is copied rarely. */
    uint32_t capacity = wn_max_u32(count, wn_add_sat(list->capacity, list->capacity / 2));
    void *entries = list->entries;
    if (!wn_memory_grow(memory, &entries, list->capacity * sizeof *list->entries,
                        list->count * sizeof *list->entries, capacity * sizeof *list->entries)) {
        return false;
    }
    list->entries = entries;
    list->capacity = capacity;
    return true;
}

void wn_heap_reset(wn_heap *list) {
    list->count = 0;
    list->order = UINT32_MAX;
}

static bool before(const wn_heap_entry *a, const wn_heap_entry *b) {
    return a->f != b->f ? a->f < b->f : a->order < b->order;
}

static void heap_put(wn_heap *list, wn_nodes *nodes, uint32_t position, wn_heap_entry entry) {
    list->entries[position] = entry;
    wn_nodes_at(nodes, entry.id)->prev = position;
}

static void sift_up(wn_heap *list, wn_nodes *nodes, uint32_t position, wn_heap_entry entry) {
    while (position > 0) {
        uint32_t parent = (position - 1) / 4;
        if (!before(&entry, &list->entries[parent])) {
            break;
        }
        heap_put(list, nodes, position, list->entries[parent]);
        position = parent;
    }
    heap_put(list, nodes, position, entry);
}

static void sift_down(wn_heap *list, wn_nodes *nodes, uint32_t position, wn_heap_entry entry) {
    for (;;) {
        uint32_t first = position * 4 + 1;
        if (first >= list->count) {
            break;
        }
        uint32_t best = first;
        uint32_t end = wn_min_u32(first + 4, list->count);
        for (uint32_t child = first + 1; child < end; child++) {
            if (before(&list->entries[child], &list->entries[best])) {
                best = child;
            }
        }
        if (!before(&list->entries[best], &entry)) {
            break;
        }
        heap_put(list, nodes, position, list->entries[best]);
        position = best;
    }
    heap_put(list, nodes, position, entry);
}

void wn_heap_push(wn_heap *list, wn_nodes *nodes, wn_id id, wn_node *node, uint64_t f) {
    assert(list->count < list->capacity);
    assert(node == wn_nodes_at(nodes, id));
    node->next = WN_NONE; /* open */
    wn_heap_entry entry = {.f = f, .order = list->order--, .id = id};
    sift_up(list, nodes, list->count++, entry);
}

/* Replaces the entry at a position by another one and restores the heap order. */
static void heap_replace(wn_heap *list, wn_nodes *nodes, uint32_t position, wn_heap_entry entry) {
    if (position > 0 && before(&entry, &list->entries[(position - 1) / 4])) {
        sift_up(list, nodes, position, entry);
    } else {
        sift_down(list, nodes, position, entry);
    }
}

void wn_heap_remove(wn_heap *list, wn_nodes *nodes, wn_node *node) {
    uint32_t position = node->prev;
    assert(position < list->count);
    assert(wn_nodes_at(nodes, list->entries[position].id) == node);
    wn_heap_entry last = list->entries[--list->count];
    if (position < list->count) {
        heap_replace(list, nodes, position, last);
    }
}

void wn_heap_rekey(wn_heap *list, wn_nodes *nodes, const wn_node *node, uint64_t f) {
    uint32_t position = node->prev;
    assert(position < list->count);
    assert(wn_nodes_at(nodes, list->entries[position].id) == node);
    wn_heap_entry entry = {.f = f, .order = list->order--, .id = list->entries[position].id};
    heap_replace(list, nodes, position, entry);
}
