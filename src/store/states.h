/* store/states.h - states that are met on the way get dense numbers: a table for domains that have
 * no numbering of their own.
 *
 *     slots[ ]    an open-addressed hash table: the hash of a state and its number
 *     entries[ ]  per state: its words and a number of the domain's (its h)
 *
 * A slot lies where the upper bits of its hash say, or in the next free place. The whole hash is in
 * it: a state that is new costs one look-up in the table, and a larger table is filled in order,
 * without reading the states. That happens between ticks; nothing grows inside one. */
#ifndef WN_STATES_H
#define WN_STATES_H

#include <wend/domain.h>

#include "base/memory.h"

typedef struct wn_state_entry {
    wend_packed packed;
    uint32_t note; /* the domain's: the heuristic of a puzzle state */
} wn_state_entry;

typedef struct wn_slot {
    uint32_t hash;
    uint32_t id; /* WN_NONE: free */
} wn_slot;

typedef struct wn_states {
    wn_memory *memory;
    wn_state_entry *entries;
    wn_slot *slots;
    uint32_t count;     /* states */
    uint32_t capacity;  /* of entries */
    uint32_t slot_bits; /* 2^slot_bits slots, at most three quarters in use; 0: none yet */
} wn_states;

void wn_states_init(wn_states *states, wn_memory *memory);
void wn_states_clear(wn_states *states);

/* The capacity after wn_states_reserve has made room for `count` more states. */
uint32_t wn_states_capacity_for(const wn_states *states, uint32_t count);

/* Room for `count` more states. */
bool wn_states_reserve(wn_states *states, uint32_t count);

static inline uint32_t wn_states_room(const wn_states *states) {
    return states->capacity - states->count;
}

/* Mixes both words; the constants are those of splitmix64. */
WN_INLINE uint32_t wn_states_hash(const wend_packed *packed) {
    uint64_t z = packed->word[0] ^ (packed->word[1] * UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)(z >> 32);
}

/* Prefetches the slot of a hash; whoever has several states prefetches all before the first
 * look-up. */
WN_INLINE void wn_states_prefetch(const wn_states *states, uint32_t hash) {
    WN_PREFETCH(&states->slots[hash >> (32 - states->slot_bits)]);
}

/* The number of a state; a new one gets the next and `*is_new` is set. WN_NONE for a new one if
 * there is no room. */
WN_INLINE uint32_t wn_states_intern(wn_states *states, const wend_packed *packed, uint32_t hash,
                                    bool *is_new) {
    assert(states->slot_bits > 0); /* room was reserved */
    uint32_t mask = (1u << states->slot_bits) - 1;
    uint32_t at = hash >> (32 - states->slot_bits);
    for (; states->slots[at].id != WN_NONE; at = (at + 1) & mask) {
        const wend_packed *there = &states->entries[states->slots[at].id].packed;
        if (states->slots[at].hash == hash && there->word[0] == packed->word[0] &&
            there->word[1] == packed->word[1]) {
            *is_new = false;
            return states->slots[at].id;
        }
    }
    *is_new = true;
    if (WN_UNLIKELY(states->count == states->capacity)) {
        return WN_NONE;
    }
    states->slots[at] = (wn_slot){hash, states->count};
    states->entries[states->count] = (wn_state_entry){.packed = *packed};
    return states->count++;
}

size_t wn_states_bytes(const wn_states *states);

#endif
