/* search/jump_store.h - the memory of a jump point search: its nodes, the table that finds them by
 * cell, and the open list. */
#ifndef WN_JUMP_STORE_H
#define WN_JUMP_STORE_H

#include "search/jump_search.h"

#include <string.h>

/* ---- The open list ------------------------------------------------------------------------- */

/* A ring of buckets, each about half a cell of f wide, with lists of nodes; in a bucket the newest
 * node comes first. Nodes of one bucket may come out in the wrong order. Then a node is expanded
 * again when a cheaper path to it is found, and the search continues until no bucket below the
 * goal's f is left. That is rare, and nothing is ever sorted.
 *
 * Nodes whose f is beyond the ring wait in its last bucket, and are pushed again when they come out
 * of it. */
#define WN_JUMP_RING_SIZE  1024u
#define WN_JUMP_RING_WORDS (WN_JUMP_RING_SIZE / 64)
#define WN_JUMP_IS_FIRST   0x80000000u /* in `above`: the other bits are a bucket */

struct wn_jump_ring {
    /* One bit per bucket that is not empty. The heads of empty buckets are undefined. */
    uint64_t bits[WN_JUMP_RING_WORDS];
    uint32_t heads[WN_JUMP_RING_SIZE];
};

/* Whether a node is open. */
WN_INLINE bool wn_jump_is_open(const wn_jump_node *node) {
    return node->above < WN_JUMP_IS_DROPPED;
}

WN_INLINE void wn_jump_clear_open(wn_jump_search *search) {
    uint64_t *bits = search->ring->bits;
    for (uint32_t w = 0; w < WN_JUMP_RING_WORDS; w += 4) {
        bits[w] = bits[w + 1] = bits[w + 2] = bits[w + 3] = 0;
    }
    search->open_count = 0;
    search->cursor = 0;
}

WN_INLINE void wn_jump_set_head(wn_jump_ring *ring, uint32_t bucket, uint32_t node) {
    uint64_t bit = UINT64_C(1) << (bucket % 64);
    uint64_t *word = &ring->bits[bucket / 64];
    *word = node == WN_NONE ? *word & ~bit : *word | bit;
    ring->heads[bucket] = node;
}

WN_INLINE void wn_jump_take_out(wn_jump_search *search, wn_jump_node *node) {
    assert(wn_jump_is_open(node) && search->open_count > 0);
    if (node->below != WN_NONE) {
        search->nodes[node->below].above = node->above;
    }
    if (node->above & WN_JUMP_IS_FIRST) {
        wn_jump_set_head(search->ring, node->above & ~WN_JUMP_IS_FIRST, node->below);
    } else {
        search->nodes[node->above].below = node->below;
    }
    node->above = WN_NONE;
    search->open_count--;
}

/* The bucket of a node whose f is before the cursor or beyond the ring. Rare. */
WN_NOINLINE static uint64_t wn_jump_bucket_within(wn_jump_search *search, uint64_t bucket) {
    if (bucket < search->cursor) {
        if (search->weight == 1000) {
            return search->cursor; /* f falls by rounding only */
        }
        /* A weighted f falls along a promising path. Nodes that are more than a ring above it then
         * come out too early, and are pushed again. */
        search->cursor = bucket;
        search->far = true;
    }
    uint64_t last = search->cursor + WN_JUMP_RING_SIZE - 1;
    search->far |= bucket > last;
    return wn_min_u64(bucket, last);
}

/* Pushes a node that is not open. */
WN_INLINE void wn_jump_enter(wn_jump_search *search, uint32_t number, uint64_t f) {
    assert(number < search->count);
    wn_jump_node *nodes = search->nodes;
    wn_jump_ring *ring = search->ring;
    uint64_t bucket = f >> search->bucket_bits;
    if (WN_UNLIKELY(bucket - search->cursor >= WN_JUMP_RING_SIZE)) {
        bucket = wn_jump_bucket_within(search, bucket);
    }
    uint32_t slot = (uint32_t)bucket % WN_JUMP_RING_SIZE;
    /* Whether the bucket is empty is unpredictable, so this does not branch: if it is, the write to
     * the node below goes to this node, and is overwritten. */
    uint64_t bits = ring->bits[slot / 64], bit = UINT64_C(1) << (slot % 64);
    uint32_t none = (uint32_t)(bits >> (slot % 64) & 1) - 1; /* all ones if it is empty, else 0 */
    uint32_t head = ring->heads[slot];
    nodes[(head & ~none) | (number & none)].above = number;
    nodes[number].below = head | none;
    nodes[number].above = slot | WN_JUMP_IS_FIRST;
    ring->bits[slot / 64] = bits | bit;
    ring->heads[slot] = number;
    search->open_count++;
}

/* Removes the first node of a bucket, which must not be empty. */
WN_INLINE uint32_t wn_jump_take_first(wn_jump_search *search, uint64_t bucket) {
    uint32_t slot = (uint32_t)bucket % WN_JUMP_RING_SIZE;
    assert(search->ring->bits[slot / 64] >> (slot % 64) & 1);
    uint32_t number = search->ring->heads[slot];
    wn_jump_node *node = &search->nodes[number];
    uint32_t below = node->below;
    uint32_t is_last = below == WN_NONE; /* as above: all ones are replaced by the number */
    search->nodes[below & (number | (is_last - 1))].above = slot | WN_JUMP_IS_FIRST;
    node->above = WN_NONE;
    search->ring->heads[slot] = below;
    search->ring->bits[slot / 64] ^= (uint64_t)is_last << (slot % 64);
    search->open_count--;
    return number;
}

/* The first bucket that is not empty. There must be one. */
WN_INLINE uint64_t wn_jump_first_bucket(const wn_jump_search *search) {
    assert(search->open_count > 0);
    const uint64_t *bits = search->ring->bits;
    uint32_t from = (uint32_t)search->cursor % WN_JUMP_RING_SIZE;
    uint64_t word = bits[from / 64] >> (from % 64);
    if (WN_LIKELY(word)) {
        return search->cursor + wn_low_zeros(word);
    }
    uint32_t w = from / 64;
    do {
        w = (w + 1) % WN_JUMP_RING_WORDS;
    } while (!bits[w]);
    uint32_t slot = w * 64 + wn_low_zeros(bits[w]);
    return search->cursor + (slot - from) % WN_JUMP_RING_SIZE;
}

WN_INLINE uint32_t wn_jump_head_of(const wn_jump_search *search, uint64_t bucket) {
    return search->ring->heads[bucket % WN_JUMP_RING_SIZE];
}

/* ---- f ------------------------------------------------------------------------------------- */

/* A lower bound on the cost from one place to another where every factor is 1. */
WN_INLINE uint64_t wn_jump_least_cost(const wn_jump_rule rule, wn_place from, wn_place to) {
    uint32_t dx = (uint32_t)abs((int)wn_place_x(from) - (int)wn_place_x(to));
    uint32_t dy = (uint32_t)abs((int)wn_place_y(from) - (int)wn_place_y(to));
    if (rule == WN_JUMP_FOUR) {
        return (uint64_t)(dx + dy) * WEND_COST_ONE;
    }
    return (dx + dy) * WEND_COST_ONE -
           wn_min_u32(dx, dy) * (2 * WEND_COST_ONE - WEND_COST_DIAGONAL);
}

WN_INLINE uint64_t wn_jump_f(const wn_jump_search *search, const wn_jump_rule rule, wn_place place,
                             wend_cost g) {
    uint64_t h = wn_jump_least_cost(rule, place, search->goal_place);
    if (WN_UNLIKELY(search->h_scale != 1000)) {
        h = h * search->h_scale / 1000;
    }
    return g + h;
}

/* ---- Nodes --------------------------------------------------------------------------------- */

/* The number of nodes that can be added. */
WN_INLINE uint32_t wn_jump_room(const wn_jump_search *search) {
    return search->capacity - search->count;
}

/* Needs room. */
WN_INLINE uint32_t wn_jump_new_node(wn_jump_search *search) {
    assert(wn_jump_room(search) > 0);
    return search->count++;
}

/* ---- The table of nodes -------------------------------------------------------------------- */

WN_INLINE uint32_t wn_jump_slot_of(const wn_jump_search *search, wn_place place) {
    return (uint32_t)(place * UINT32_C(2654435769)) >> search->table_shift;
}

WN_INLINE void wn_jump_chain(wn_jump_search *search, uint32_t node, uint32_t slot, uint32_t head) {
    search->nodes[node].next = head;
    search->table[slot] = node;
}

/* Adds a node for a cell without one and makes it the head of the chain of its slot. It is not open
 * yet. Needs room. */
WN_INLINE uint32_t wn_jump_add_node(wn_jump_search *search, wn_place place, uint32_t slot,
                                    uint32_t head) {
    uint32_t number = wn_jump_new_node(search);
    search->nodes[number].place = place;
    search->nodes[number].above = WN_NONE;
    wn_jump_chain(search, number, slot, head);
    search->touched++;
    return number;
}

/* The first node of a chain. A slot that this search has not used still holds a number from an
 * earlier search. If a node has that number by now, it does not belong to the slot, or the slot
 * would have been used. So nothing needs to be cleared between searches. */
WN_INLINE uint32_t wn_jump_first_of(const wn_jump_search *search, uint32_t slot) {
    uint32_t head = search->table[slot], is_number = head < search->count;
    const wn_jump_node *node = &search->nodes[head & -is_number];
    /* Which of these hold is unpredictable; that all of them hold is rare. */
    bool is_valid = is_number & (node->next != WN_JUMP_IS_CONTINUATION) &
                    (wn_jump_slot_of(search, node->place) == slot);
    return WN_UNLIKELY(is_valid) ? head : WN_NONE;
}

WN_INLINE uint32_t wn_jump_find_in_chain(const wn_jump_search *search, uint32_t node,
                                         wn_place place) {
    while (node != WN_NONE && search->nodes[node].place != place) {
        node = search->nodes[node].next;
    }
    return node;
}

#endif
