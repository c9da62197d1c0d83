/* search/puzzle_search.c - the instance of the best-first kernel for sliding puzzles.
 *
 * The heuristic of a state lies beside it, in the note of its entry, together with the number of
 * the goal that it was computed for:
 *
 *     note = | number of the goal, from 1 | h |      0: none was computed
 *                     24 bits              8 bits
 *
 * A successor's h follows from that of the state it comes from and the one tile that moves. A new
 * goal raises the number, so that a search starts without going over the states met before. */
#include "domain/puzzle.h"
#include "search/instances.h"

#include <string.h>

#define H_BITS     8
#define GOALS_MAX  ((1u << (32 - H_BITS)) - 1)
#define H_OF(note) ((note) & ((1u << H_BITS) - 1))
_Static_assert((WEND_PUZZLE_CELLS_MAX - 1) * 8 < 1 << H_BITS, "h does not fit into a note");

/* Puzzles do not lie in a plane: goal_x counts their goals. */
static inline uint32_t *goal_number(wn_search *search) {
    return &search->goal_x;
}

static void forget_notes(wn_states *states) {
    for (uint32_t id = 0; id < states->count; id++) {
        states->entries[id].note = 0;
    }
}

static void note_goal(wn_search *search) {
    const wn_puzzle *puzzle = wn_puzzle_of(search->domain);
    uint8_t places[sizeof search->goal_places] = {0};
    wn_puzzle_places(puzzle, &search->states.entries[search->goal].packed, places);
    /* All zero before the first goal, which no goal is. */
    if (memcmp(places, search->goal_places, sizeof places) == 0) {
        return;
    }
    memcpy(search->goal_places, places, sizeof places);
    if (*goal_number(search) == GOALS_MAX) {
        forget_notes(&search->states);
        *goal_number(search) = 0;
    }
    ++*goal_number(search);
}

/* Also for states that came from outside and have no note yet. */
static inline wend_cost h_of(wn_search *search, wn_id id) {
    const wn_puzzle *puzzle = wn_puzzle_of(search->domain);
    wn_state_entry *entry = &search->states.entries[id];
    if (WN_UNLIKELY(entry->note >> H_BITS != *goal_number(search))) {
        entry->note = *goal_number(search) << H_BITS |
                      wn_puzzle_h(puzzle, &entry->packed, search->goal_places);
    }
    return H_OF(entry->note);
}

/* The moves of the blank N, E, S, W, without the one back to the parent. */
static inline uint32_t successors_of(wn_search *search, wn_id id, wn_id parent, wn_successor *out) {
    const wn_puzzle *puzzle = wn_puzzle_of(search->domain);
    wn_states *states = &search->states;
    const wend_packed packed = states->entries[id].packed;
    const uint32_t note = *goal_number(search) << H_BITS | h_of(search, id);
    uint32_t blank = wn_puzzle_blank(puzzle, &packed);
    uint32_t back =
        parent == WN_NONE ? WN_NONE : wn_puzzle_blank(puzzle, &states->entries[parent].packed);
    uint32_t count = 0;
    for (uint32_t i = 0; i < puzzle->near_count[blank]; i++) {
        uint32_t cell = puzzle->near[blank][i];
        if (cell == back) {
            continue;
        }
        uint32_t tile = wn_puzzle_tile(puzzle, &packed, cell);
        wend_packed next = packed;
        wn_puzzle_flip(puzzle, &next, cell, tile);
        wn_puzzle_flip(puzzle, &next, blank, tile);
        bool is_new;
        wn_id to = wn_states_intern(states, &next, &is_new);
        const uint8_t *distance = puzzle->distance[search->goal_places[tile]];
        states->entries[to].note = note + distance[blank] - distance[cell];
        out[count++] = (wn_successor){to, 1};
    }
    return count;
}

#define BF(name)                                     puzzle_##name
#define BF_TITLE                                     "puzzle"
#define BF_PREPARE(search)                           note_goal(search)
#define BF_SUCCESSORS(search, id, parent, out, list) successors_of(search, id, parent, out)
#define BF_H(search, id)                             h_of(search, id)
#define BF_DEGREE                                    WN_PUZZLE_DEGREE
#define BF_PAGES(search)                             WN_PUZZLE_DEGREE
#define BF_RING                                      0u
#include "search/bestfirst.inl"

const wn_kernel *wn_puzzle_kernel(void) {
    return &puzzle_kernel;
}
