/* store/open.h - open lists. All of them use the same order:
 *
 *     1. the smaller f first;
 *     2. among equal f the newest entry first.
 *
 * A state whose f falls is removed and pushed again, which makes it the newest entry. The kernel
 * pushes the successors of a state in the order of their move costs, cheapest first, so of two
 * siblings with equal f the one with the larger g comes out first. Together this expands as few
 * states as breaking ties by "larger g first" does (within 0.1 % on game maps) and keeps every
 * operation of the bucket queue O(1).
 *
 * Both lists offer the same functions: reset, is_empty, min_f, top, push, remove. */
#ifndef WN_OPEN_H
#define WN_OPEN_H

#include "store/nodes.h"

/* ---- Bucket queue -------------------------------------------------------------------------- */

/* One bucket per value of f, in a ring. The ring holds f-values from the smallest one up to `size`
 * - 1 above it. With a consistent heuristic and moves that cost at most c_max, a search needs 2
 * c_max + 1 buckets.
 *
 *     summary  1 bit per word of `bits`
 *     bits     1 bit per bucket: is it in use?
 *     heads    per bucket: newest entry -> next -> ... (links in the nodes)
 *
 * Finding the smallest f reads at most 2 + size/4096 words. A head is valid only if its bit is set,
 * so a new search clears only the bits. */
typedef struct wn_bucket {
    wn_id *heads;
    uint64_t *bits;
    uint64_t *summary;
    uint32_t size;   /* a power of two, at least 4096 */
    uint32_t cursor; /* no entry has a smaller f; arithmetic modulo 2^32 */
    uint32_t count;  /* entries */
} wn_bucket;

bool wn_bucket_init(wn_bucket *list, wn_memory *memory, uint32_t size);
void wn_bucket_clear(wn_bucket *list, wn_memory *memory);
size_t wn_bucket_bytes(const wn_bucket *list);

/* Empties the list. Nothing below `f` may be pushed afterwards. */
void wn_bucket_reset(wn_bucket *list, uint32_t f);

WN_INLINE bool wn_bucket_is_empty(const wn_bucket *list) {
    return list->count == 0;
}

/* The first set bit at or after `from` in a ring of `words` words; one must be set. */
WN_INLINE uint32_t wn_bits_next_round(const uint64_t *bits, uint32_t words, uint32_t from) {
    uint32_t w = from / 64;
    uint64_t word = bits[w] >> (from % 64);
    if (word) {
        return from + wn_low_zeros(word);
    }
    do {
        w = w + 1 == words ? 0 : w + 1;
    } while (!bits[w]);
    return w * 64 + wn_low_zeros(bits[w]);
}

/* The smallest f. The list must not be empty. `size` is list->size, passed as a constant for the
 * compiler. */
WN_INLINE uint32_t wn_bucket_min_f(wn_bucket *list, uint32_t size) {
    assert(list->count > 0 && size == list->size);
    uint32_t from = list->cursor & (size - 1);
    uint64_t word = list->bits[from / 64] >> (from % 64);
    if (word) {
        return list->cursor += wn_low_zeros(word);
    }
    uint32_t words = size / 64;
    uint32_t w = wn_bits_next_round(list->summary, words / 64, (from / 64 + 1) % words);
    uint32_t bucket = w * 64 + wn_low_zeros(list->bits[w]);
    return list->cursor += (bucket - from) & (size - 1);
}

/* Whether there are entries with this f. */
static inline bool wn_bucket_has(const wn_bucket *list, uint32_t f) {
    uint32_t bucket = f & (list->size - 1);
    return list->bits[bucket / 64] >> (bucket % 64) & 1;
}

/* The entry that comes out first among those with this f. */
WN_INLINE wn_id wn_bucket_top(const wn_bucket *list, uint32_t size, uint32_t f) {
    assert(wn_bucket_has(list, f));
    return list->heads[f & (size - 1)];
}

WN_INLINE void wn_bucket_push(wn_bucket *list, uint32_t size, wn_nodes *nodes, wn_id id,
                              wn_node *node, uint32_t f) {
    assert(f - list->cursor < size);
    assert(node == wn_nodes_at(nodes, id) && size == list->size);
    uint32_t bucket = f & (size - 1);
    uint64_t bit = UINT64_C(1) << (bucket % 64);
    if (list->bits[bucket / 64] & bit) {
        node->next = list->heads[bucket];
        wn_nodes_at(nodes, node->next)->prev = id;
    } else {
        node->next = WN_NONE;
        list->bits[bucket / 64] |= bit;
        list->summary[bucket / 4096] |= UINT64_C(1) << (bucket / 64 % 64);
    }
    list->heads[bucket] = id;
    list->count++;
}

/* Removes the first entry of the bucket of `f`; returns the entry below it, or WN_NONE. The upward
 * link of a first entry is never read, so the entry below stays untouched: updating it would cost
 * one more cache miss per expansion. No branches, because whether a bucket becomes empty is
 * unpredictable. */
WN_INLINE wn_id wn_bucket_pop(wn_bucket *list, uint32_t size, const wn_node *node, uint32_t f) {
    assert(wn_bucket_has(list, f));
    uint32_t bucket = f & (size - 1);
    wn_id below = node->next;
    uint64_t is_last = below == WN_NONE;
    uint64_t word = list->bits[bucket / 64] & ~(is_last << (bucket % 64));
    uint64_t is_clear = word == 0;
    list->heads[bucket] = below;
    list->bits[bucket / 64] = word;
    list->summary[bucket / 4096] &= ~(is_clear << (bucket / 64 % 64));
    list->count--;
    return below;
}

/* Removes an entry that is not the first of its bucket. */
WN_INLINE void wn_nodes_unlink(wn_nodes *nodes, wn_id id, const wn_node *node) {
    assert(wn_nodes_at(nodes, node->prev)->next == id);
    (void)id;
    wn_nodes_at(nodes, node->prev)->next = node->next;
    if (node->next != WN_NONE) {
        wn_nodes_at(nodes, node->next)->prev = node->prev;
    }
}

/* Removes any entry. */
WN_INLINE void wn_bucket_remove(wn_bucket *list, uint32_t size, wn_nodes *nodes, wn_id id,
                                const wn_node *node, uint32_t f) {
    assert(list->count > 0 && wn_bucket_has(list, f));
    if (list->heads[f & (size - 1)] == id) {
        wn_bucket_pop(list, size, node, f);
        return;
    }
    wn_nodes_unlink(nodes, id, node);
    list->count--;
}

/* ---- Heap ---------------------------------------------------------------------------------- */

/* An indexed heap with four children per entry, for searches whose f-values span more than a ring.
 * O(log n) per operation; no stale entries. `prev` of a node is its position. */
typedef struct wn_heap_entry {
    uint64_t f;
    uint32_t order; /* counts down from UINT32_MAX: newer entries have smaller numbers */
    wn_id id;
} wn_heap_entry;

typedef struct wn_heap {
    wn_heap_entry *entries;
    uint32_t count;
    uint32_t capacity;
    uint32_t order;
} wn_heap;

void wn_heap_init(wn_heap *list);
void wn_heap_clear(wn_heap *list, wn_memory *memory);

/* Makes room for `count` entries in total. */
bool wn_heap_reserve(wn_heap *list, wn_memory *memory, uint32_t count);

void wn_heap_reset(wn_heap *list);

static inline bool wn_heap_is_empty(const wn_heap *list) {
    return list->count == 0;
}

static inline uint64_t wn_heap_min_f(const wn_heap *list) {
    assert(list->count > 0);
    return list->entries[0].f;
}

static inline wn_id wn_heap_top(const wn_heap *list) {
    assert(list->count > 0);
    return list->entries[0].id;
}

/* Needs count < capacity. */
void wn_heap_push(wn_heap *list, wn_nodes *nodes, wn_id id, wn_node *node, uint64_t f);
void wn_heap_remove(wn_heap *list, wn_nodes *nodes, wn_node *node);

/* Changes the f of an entry. Equivalent to removing and pushing it, with a single pass through the
 * heap. */
void wn_heap_rekey(wn_heap *list, wn_nodes *nodes, const wn_node *node, uint64_t f);

#endif
