/* store/states.h - states that are met on the way get dense numbers: a table for domains that have
 * no numbering of their own.
 *
 * A hash table that grows by linear hashing, one bucket per new state: no rehashing of the whole,
 * nothing allocated inside a tick.
 *
 *     heads[ ]    per bucket: the first state of its chain
 *     entries[ ]  per state: its words, the next of the chain, a number of the domain's (its h)
 */
#ifndef WN_STATES_H
#define WN_STATES_H

#include <wend/domain.h>

#include "base/memory.h"

typedef struct wn_state_entry {
    wend_packed packed;
    uint32_t next;
    uint32_t note; /* the domain's: the heuristic of a puzzle state */
} wn_state_entry;

typedef struct wn_states {
    wn_memory *memory;
    wn_state_entry *entries;
    uint32_t *heads;
    uint32_t count;    /* states */
    uint32_t capacity; /* of entries */
    uint32_t heads_capacity;
    uint32_t buckets; /* in use */
    uint32_t split;   /* the next bucket to be split */
    uint32_t level; /* a power of two: buckets from 0 to level - 1 have been split up to `split` */
} wn_states;

void wn_states_init(wn_states *states, wn_memory *memory);
void wn_states_clear(wn_states *states);

/* Room for `count` more states. */
bool wn_states_reserve(wn_states *states, uint32_t count);

static inline uint32_t wn_states_room(const wn_states *states) {
    return states->capacity - states->count;
}

/* The number of a state, WN_NONE if it has none. */
uint32_t wn_states_find(const wn_states *states, const wend_packed *packed);

/* The number of a state; a new one gets the next and `*is_new` is set. Needs room. */
uint32_t wn_states_intern(wn_states *states, const wend_packed *packed, bool *is_new);

size_t wn_states_bytes(const wn_states *states);

#endif
