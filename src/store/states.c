#include "store/states.h"

#define LEAST_BITS 8u
#define MOST_BITS  31u

void wn_states_init(wn_states *states, wn_memory *memory) {
    *states = (wn_states){.memory = memory};
}

static size_t slot_count(uint32_t bits) {
    return bits ? (size_t)1 << bits : 0;
}

void wn_states_clear(wn_states *states) {
    wn_memory_give(states->memory, states->entries, states->capacity * sizeof *states->entries);
    wn_memory_give(states->memory, states->slots,
                   slot_count(states->slot_bits) * sizeof *states->slots);
    wn_states_init(states, states->memory);
}

static void fill_slot(wn_slot *slots, uint32_t bits, wn_slot slot) {
    assert(slot.id != WN_NONE);
    uint32_t mask = (1u << bits) - 1;
    uint32_t at = slot.hash >> (32 - bits);
    while (slots[at].id != WN_NONE) {
        at = (at + 1) & mask;
    }
    slots[at] = slot;
}

/* Makes a table in which `capacity` states leave a quarter of the slots free. */
static bool reserve_slots(wn_states *states, uint32_t capacity) {
    uint32_t bits = states->slot_bits ? states->slot_bits : LEAST_BITS;
    while (bits < MOST_BITS && slot_count(bits) / 4 * 3 < capacity) {
        bits++;
    }
    if (slot_count(bits) / 4 * 3 < capacity) {
        return false;
    }
    if (bits == states->slot_bits) {
        return true;
    }
    wn_slot *slots = wn_memory_take(states->memory, slot_count(bits) * sizeof *slots);
    if (!slots) {
        return false;
    }
    for (size_t i = 0; i < slot_count(bits); i++) {
        slots[i] = (wn_slot){0, WN_NONE};
    }
    for (size_t i = 0; i < slot_count(states->slot_bits); i++) {
        if (states->slots[i].id != WN_NONE) {
            fill_slot(slots, bits, states->slots[i]);
        }
    }
    wn_memory_give(states->memory, states->slots,
                   slot_count(states->slot_bits) * sizeof *states->slots);
    states->slots = slots;
    states->slot_bits = bits;
    return true;
}

uint32_t wn_states_capacity_for(const wn_states *states, uint32_t count) {
    uint32_t wanted = wn_add_sat(states->count, count);
    if (wanted <= states->capacity) {
        return states->capacity;
    }
    /* Grows by at least half, so that a slowly growing table is copied rarely. */
    return wn_max_u32(wanted, wn_add_sat(states->capacity, states->capacity / 2));
}

bool wn_states_reserve(wn_states *states, uint32_t count) {
    uint32_t capacity = wn_states_capacity_for(states, count);
    if (capacity == states->capacity) {
        return true;
    }
    if (!reserve_slots(states, capacity)) {
        return false;
    }
    void *entries = states->entries;
    if (!wn_memory_grow(states->memory, &entries, states->capacity * sizeof *states->entries,
                        states->count * sizeof *states->entries,
                        capacity * sizeof *states->entries)) {
        return false;
    }
    states->entries = entries;
    states->capacity = capacity;
    return true;
}

size_t wn_states_bytes(const wn_states *states) {
    return states->count * sizeof *states->entries +
           slot_count(states->slot_bits) * sizeof *states->slots;
}
