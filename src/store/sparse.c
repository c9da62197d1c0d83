#include "store/sparse.h"

#include <string.h>

static uint32_t bits_words(const wn_sparse *list) {
    return (list->size / WN_ROOT_SIZE + 63) / 64;
}

static size_t tables_size(const wn_sparse *list) {
    return bits_words(list) * sizeof *list->bits + list->size / WN_ROOT_SIZE * sizeof *list->roots;
}

bool wn_sparse_init(wn_sparse *list, wn_memory *memory, const wn_spans *spans) {
    assert(spans->all < WN_SPARSE_SIZE_MAX);
    uint64_t roots = spans->siblings / WN_ROOT_SIZE + 2; /* the roots that they can lie under */
    *list = (wn_sparse){.size = WN_ROOT_SIZE,
                        .batch = spans->degree + (uint32_t)wn_min_u64(spans->degree, roots)};
    while (list->size <= spans->all) {
        list->size *= 2;
    }
    list->bits = wn_memory_take(memory, tables_size(list));
    if (!list->bits) {
        return false;
    }
    list->roots = (uint32_t *)(void *)(list->bits + bits_words(list));
    memset(list->roots, 0, list->size / WN_ROOT_SIZE * sizeof *list->roots);
    wn_sparse_reset(list);
    return true;
}

void wn_sparse_clear(wn_sparse *list, wn_memory *memory) {
    wn_memory_give(memory, list->branches, list->capacity * sizeof *list->branches);
    wn_memory_give(memory, list->bits, tables_size(list));
    *list = (wn_sparse){0};
}

size_t wn_sparse_bytes(const wn_sparse *list) {
    return tables_size(list) + list->in_use * sizeof *list->branches;
}

bool wn_sparse_reserve(wn_sparse *list, wn_memory *memory, uint32_t states, uint32_t most,
                       bool after_reset) {
    /* An entry has two branches at most, and the final check needs room for one more batch. */
    uint32_t all = wn_add_sat(wn_mul_sat(2, most), list->batch);
    all = wn_min_u32(wn_sparse_all(list), all);
    uint32_t more = wn_mul_sat(states, list->batch);
    uint32_t wanted = wn_min_u32(wn_add_sat(after_reset ? 0 : list->in_use, more), all);
    if (wanted <= list->capacity) {
        return true;
    }
    /* Grows by more than asked for, so that a slowly growing list is copied rarely: the branches in
     * use are copied. */
    wanted = wn_min_u32(wn_add_sat(wanted, list->in_use / 2 + more / 8), all);
    void *branches = list->branches;
    if (!wn_memory_grow(memory, &branches, list->capacity * sizeof *list->branches,
                        list->fresh * sizeof *list->branches, wanted * sizeof *list->branches)) {
        return false;
    }
    list->branches = branches;
    list->capacity = wanted;
    return true;
}

void wn_sparse_reset(wn_sparse *list) {
    memset(list->bits, 0, bits_words(list) * sizeof *list->bits);
    list->in_use = list->fresh = list->count = 0;
    list->unused = WN_NONE;
    list->cursor = UINT64_MAX;
}
