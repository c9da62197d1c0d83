/* store/states.h - gives dense numbers to states as they are found, for domains that have no
 * numbering of their own.
 *
 *     slots[ ]    an open-addressed hash table: the hash of a state and its number
 *     entries[ ]  per state: its words and a number of the domain's (its h)
 *
 * The upper bits of the hash select the slot; if it is taken, the next free one is used. A slot
 * stores the whole hash, so a new state costs one look-up in the table, and a larger table is
 * filled sequentially, without reading the states. Enlarging happens between ticks; nothing grows
 * inside one. */
#ifndef WN_STATES_H
#define WN_STATES_H

#include <wend/domain.h>

#include "base/memory.h"

typedef struct wn_state_entry {
    wend_packed packed;
    uint32_t note; /* for the domain: the heuristic of a puzzle state */
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

/* The capacity after wn_states_reserve made room for `count` more states. */
uint32_t wn_states_capacity_for(const wn_states *states, uint32_t count);

/* Makes room for `count` more states. */
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

/* Prefetches the slot of a hash. A caller with several states prefetches all of them before the
 * first look-up. */
WN_INLINE void wn_states_prefetch(const wn_states *states, uint32_t hash) {
    WN_PREFETCH(&states->slots[hash >> (32 - states->slot_bits)]);
}

/* Returns the number of a state. A new state gets the next number, and `*is_new` is set. Returns
 * WN_NONE if the state is new and the table is full. */
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
