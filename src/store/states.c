#include "store/states.h"

#define FIRST_BUCKETS 64u

/* Mixes both words; the constants are those of splitmix64. */
static uint32_t hash(const wend_packed *packed) {
    uint64_t z = packed->word[0] ^ (packed->word[1] * UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)(z ^ (z >> 31));
}

static uint32_t bucket_of(const wn_states *states, uint32_t hashed) {
    uint32_t bucket = hashed & (states->level - 1);
    return bucket < states->split ? hashed & (states->level * 2 - 1) : bucket;
}

void wn_states_init(wn_states *states, wn_memory *memory) {
    *states = (wn_states){.memory = memory};
}

void wn_states_clear(wn_states *states) {
    wn_memory_give(states->memory, states->entries, states->capacity * sizeof *states->entries);
    wn_memory_give(states->memory, states->heads, states->heads_capacity * sizeof *states->heads);
    wn_states_init(states, states->memory);
}

/* Half as much again, so that a table that creeps upwards is copied seldom. */
static uint32_t larger(uint32_t capacity, uint32_t wanted) {
    return wn_max_u32(wanted, wn_add_sat(capacity, capacity / 2));
}

bool wn_states_reserve(wn_states *states, uint32_t count) {
    uint32_t wanted = wn_add_sat(states->count, count);
    if (wanted > states->capacity) {
        uint32_t capacity = larger(states->capacity, wanted);
        void *entries = states->entries;
        if (!wn_memory_grow(states->memory, &entries, states->capacity * sizeof *states->entries,
                            capacity * sizeof *states->entries)) {
            return false;
        }
        states->entries = entries;
        states->capacity = capacity;
    }
    uint32_t heads_wanted = wn_add_sat(states->capacity, FIRST_BUCKETS);
    if (heads_wanted > states->heads_capacity) {
        void *heads = states->heads;
        if (!wn_memory_grow(states->memory, &heads, states->heads_capacity * sizeof *states->heads,
                            heads_wanted * sizeof *states->heads)) {
            return false;
        }
        states->heads = heads;
        for (uint32_t i = states->heads_capacity; i < heads_wanted; i++) {
            states->heads[i] = WN_NONE;
        }
        states->heads_capacity = heads_wanted;
    }
    if (states->buckets == 0) {
        states->buckets = states->level = FIRST_BUCKETS;
    }
    return true;
}

static bool same(const wend_packed *a, const wend_packed *b) {
    return a->word[0] == b->word[0] && a->word[1] == b->word[1];
}

uint32_t wn_states_find(const wn_states *states, const wend_packed *packed) {
    if (states->buckets == 0) {
        return WN_NONE;
    }
    uint32_t id = states->heads[bucket_of(states, hash(packed))];
    while (id != WN_NONE && !same(&states->entries[id].packed, packed)) {
        id = states->entries[id].next;
    }
    return id;
}

/* Adds one bucket: the states of bucket `split` that belong there move to it. */
static void split_one(wn_states *states) {
    uint32_t from = states->split;
    uint32_t to = states->level + states->split;
    if (++states->split == states->level) {
        states->level *= 2;
        states->split = 0;
    }
    states->buckets++;
    uint32_t id = states->heads[from];
    uint32_t *tails[2] = {&states->heads[from], &states->heads[to]};
    while (id != WN_NONE) {
        wn_state_entry *entry = &states->entries[id];
        uint32_t moves = bucket_of(states, hash(&entry->packed)) == to;
        *tails[moves] = id;
        tails[moves] = &entry->next;
        id = entry->next;
    }
    *tails[0] = *tails[1] = WN_NONE;
}

uint32_t wn_states_intern(wn_states *states, const wend_packed *packed, bool *is_new) {
    uint32_t id = wn_states_find(states, packed);
    *is_new = id == WN_NONE;
    if (id != WN_NONE) {
        return id;
    }
    assert(states->count < states->capacity);
    id = states->count++;
    if (states->count > states->buckets) {
        split_one(states);
    }
    uint32_t *head = &states->heads[bucket_of(states, hash(packed))];
    states->entries[id] = (wn_state_entry){.packed = *packed, .next = *head};
    *head = id;
    return id;
}

size_t wn_states_bytes(const wn_states *states) {
    return states->count * sizeof *states->entries + states->buckets * sizeof *states->heads;
}
