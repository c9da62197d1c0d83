/* store/sparse.h - the open list for f-values that are far apart: a bucket queue with the same
 * order as that of store/open.h, whose buckets exist only where there are entries.
 *
 *     bits    1 bit per 4096 values of f: are there entries?
 *     roots   per 4096 values: a branch, of 64 branches of 64 buckets each
 *
 *     root -> branch --+--> branch --+--> bucket: newest entry -> next -> ... (links in the nodes)
 *             1 bit and a place for each of 64, twice
 *
 * The ring holds `size` values of f, starting at the smallest one. Unlike in the bucket queue, the
 * smallest f may fall. `size` costs one root per 4096 values; all other memory depends on the
 * entries. Every operation reads or writes two branches and, to find the next f, up to 64 words of
 * bits. A root, or a place in a branch, is valid only if its bit is set, so a new search clears
 * only `bits`. */
#ifndef WN_SPARSE_H
#define WN_SPARSE_H

#include "store/open.h"

/* Values of f per branch of buckets, and per root. */
#define WN_BRANCH_SIZE 64u
#define WN_ROOT_SIZE   (WN_BRANCH_SIZE * WN_BRANCH_SIZE)

typedef struct wn_branch {
    uint64_t bits; /* 1 per place in use; 0: unused, and places[0] links to the next one */
    uint32_t places[WN_BRANCH_SIZE]; /* of branches; or ids, the newest entry of each bucket */
} wn_branch;

typedef struct wn_sparse {
    uint64_t *bits;
    uint32_t *roots;
    uint32_t size;  /* values of f: a power of two, at least WN_ROOT_SIZE */
    uint32_t batch; /* branches that the successors of one state need at most */
    wn_branch *branches;
    uint32_t capacity; /* of branches */
    uint32_t in_use;   /* branches */
    uint32_t unused;   /* the branch that was freed last, or WN_NONE */
    uint32_t fresh;    /* branches from here on were never used */
    uint32_t count;    /* entries */
    uint64_t cursor;   /* no entry has a smaller f */
} wn_sparse;

/* A larger list would need more than 64 words of bits. */
#define WN_SPARSE_SIZE_MAX (64u * 64 * WN_ROOT_SIZE)

/* The largest distance between f-values: over the whole list, and among the successors of one
 * state, of which there are at most `degree`. */
typedef struct wn_spans {
    uint64_t all;
    uint64_t siblings;
    uint32_t degree;
} wn_spans;

/* Prepares an empty list. Room must be reserved before the first push. */
bool wn_sparse_init(wn_sparse *list, wn_memory *memory, const wn_spans *spans);
void wn_sparse_clear(wn_sparse *list, wn_memory *memory);

/* Bytes of the branches and roots in use. */
size_t wn_sparse_bytes(const wn_sparse *list);

/* Makes room for the successors of `states` states, in addition to the current entries or, with
 * `after_reset`, starting from an empty list. The list never has more than `most` entries. */
bool wn_sparse_reserve(wn_sparse *list, wn_memory *memory, uint32_t states, uint32_t most,
                       bool after_reset);

/* The number of branches that the ring can have. */
static inline uint32_t wn_sparse_all(const wn_sparse *list) {
    return list->size / WN_BRANCH_SIZE + list->size / WN_ROOT_SIZE;
}

/* Whether the successors of a state can be pushed without running out. */
static inline bool wn_sparse_has_room(const wn_sparse *list) {
    return list->capacity - list->in_use >= list->batch || list->capacity == wn_sparse_all(list);
}

void wn_sparse_reset(wn_sparse *list);

WN_INLINE bool wn_sparse_is_empty(const wn_sparse *list) {
    return list->count == 0;
}

WN_INLINE bool wn_sparse_has_root(const wn_sparse *list, uint32_t root) {
    return list->bits[root / 64] >> (root % 64) & 1;
}

/* The smallest f of all entries that is at least `from`; `from` must not be below the cursor. There
 * must be one. */
WN_INLINE uint64_t wn_sparse_next_f(const wn_sparse *list, uint64_t from) {
    assert(list->count > 0 && from >= list->cursor);
    uint32_t slot = (uint32_t)from & (list->size - 1);
    uint32_t root = slot / WN_ROOT_SIZE;
    uint32_t at = slot / WN_BRANCH_SIZE % WN_BRANCH_SIZE;
    const wn_branch *outer = &list->branches[list->roots[root]];
    uint64_t word = wn_sparse_has_root(list, root) ? outer->bits >> at : 0;
    if (word & 1) {
        const wn_branch *inner = &list->branches[outer->places[at]];
        uint64_t heads = inner->bits >> (slot % WN_BRANCH_SIZE);
        if (heads) {
            return from + wn_low_zeros(heads);
        }
        word ^= 1;
    }
    if (word) {
        at += wn_low_zeros(word);
    } else {
        uint32_t roots = list->size / WN_ROOT_SIZE;
        root = wn_bits_next_round(list->bits, (roots + 63) / 64, (root + 1) & (roots - 1));
        outer = &list->branches[list->roots[root]];
        at = wn_low_zeros(outer->bits);
    }
    uint32_t bucket = wn_low_zeros(list->branches[outer->places[at]].bits);
    slot = root * WN_ROOT_SIZE + at * WN_BRANCH_SIZE + bucket;
    return from + ((slot - (uint32_t)from) & (list->size - 1));
}

/* The smallest f. The list must not be empty. */
WN_INLINE uint64_t wn_sparse_min_f(wn_sparse *list) {
    return list->cursor = wn_sparse_next_f(list, list->cursor);
}

/* The branches above the bucket of an f, by their places. */
typedef struct wn_sparse_way {
    uint32_t root;
    uint32_t at; /* in the outer branch */
    uint32_t outer;
    uint32_t inner;
} wn_sparse_way;

/* Finds the branches above the bucket of an f. The bucket must have entries. */
WN_INLINE wn_sparse_way wn_sparse_find(const wn_sparse *list, uint64_t f) {
    wn_sparse_way way;
    uint32_t slot = (uint32_t)f & (list->size - 1);
    way.root = slot / WN_ROOT_SIZE;
    way.at = slot / WN_BRANCH_SIZE % WN_BRANCH_SIZE;
    assert(wn_sparse_has_root(list, way.root));
    way.outer = list->roots[way.root];
    assert(list->branches[way.outer].bits >> way.at & 1);
    way.inner = list->branches[way.outer].places[way.at];
    assert(list->branches[way.inner].bits >> (f % WN_BRANCH_SIZE) & 1);
    return way;
}

/* The entry that comes out first among those with this f; there must be one. */
WN_INLINE wn_id wn_sparse_top(const wn_sparse *list, uint64_t f) {
    return list->branches[wn_sparse_find(list, f).inner].places[f % WN_BRANCH_SIZE];
}

WN_INLINE uint32_t wn_sparse_take_branch(wn_sparse *list) {
    assert(list->in_use < list->capacity);
    uint32_t place = list->unused;
    if (place == WN_NONE) {
        place = list->fresh++;
    } else {
        list->unused = list->branches[place].places[0];
    }
    list->branches[place].bits = 0;
    list->in_use++;
    return place;
}

WN_INLINE void wn_sparse_give_branch(wn_sparse *list, uint32_t place) {
    list->branches[place].places[0] = list->unused;
    list->unused = place;
    list->in_use--;
}

WN_INLINE void wn_sparse_push(wn_sparse *list, wn_nodes *nodes, wn_id id, wn_node *node,
                              uint64_t f) {
    assert(f < list->cursor || f - list->cursor < list->size);
    assert(node == wn_nodes_at(nodes, id));
    uint32_t slot = (uint32_t)f & (list->size - 1);
    uint32_t root = slot / WN_ROOT_SIZE, at = slot / WN_BRANCH_SIZE % WN_BRANCH_SIZE;
    uint32_t bucket = slot % WN_BRANCH_SIZE;
    if (!wn_sparse_has_root(list, root)) {
        list->bits[root / 64] |= UINT64_C(1) << (root % 64);
        list->roots[root] = wn_sparse_take_branch(list);
    }
    wn_branch *outer = &list->branches[list->roots[root]];
    if (!(outer->bits >> at & 1)) {
        outer->bits |= UINT64_C(1) << at;
        outer->places[at] = wn_sparse_take_branch(list);
    }
    wn_branch *inner = &list->branches[outer->places[at]];
    node->next = WN_NONE;
    if (inner->bits >> bucket & 1) {
        node->next = inner->places[bucket];
        wn_nodes_at(nodes, node->next)->prev = id;
    }
    inner->bits |= UINT64_C(1) << bucket;
    inner->places[bucket] = id;
    list->cursor = f < list->cursor ? f : list->cursor;
    list->count++;
}

/* Removes the first entry of the bucket of `f`; returns the entry below it, or WN_NONE. */
WN_INLINE wn_id wn_sparse_pop(wn_sparse *list, const wn_node *node, uint64_t f) {
    wn_sparse_way way = wn_sparse_find(list, f);
    wn_branch *inner = &list->branches[way.inner];
    wn_id below = node->next;
    inner->places[f % WN_BRANCH_SIZE] = below;
    list->count--;
    if (below != WN_NONE) {
        return below;
    }
    inner->bits &= ~(UINT64_C(1) << (f % WN_BRANCH_SIZE));
    if (!inner->bits) {
        wn_sparse_give_branch(list, way.inner);
        wn_branch *outer = &list->branches[way.outer];
        outer->bits &= ~(UINT64_C(1) << way.at);
        if (!outer->bits) {
            wn_sparse_give_branch(list, way.outer);
            list->bits[way.root / 64] &= ~(UINT64_C(1) << (way.root % 64));
        }
    }
    return WN_NONE;
}

/* Removes any entry. */
WN_INLINE void wn_sparse_remove(wn_sparse *list, wn_nodes *nodes, wn_id id, const wn_node *node,
                                uint64_t f) {
    if (wn_sparse_top(list, f) == id) {
        wn_sparse_pop(list, node, f);
        return;
    }
    wn_nodes_unlink(nodes, id, node);
    list->count--;
}

#endif
