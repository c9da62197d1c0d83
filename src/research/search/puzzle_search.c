/* research/search/puzzle_search.c - the instances of the best-first kernel for sliding puzzles.
 *
 * The heuristic of a state is stored in the note of its entry, with the number of the goal for
 * which it was computed:
 *
 *     note = | number of the goal, from 1 | h |      0: none was computed
 *                     24 bits              8 bits
 *
 * The h of a successor is derived from that of its parent and the one tile that moves. A new goal
 * gets the next number, so a search starts without visiting the states found before. */
#include "research/domain/puzzle.h"
#include "search/instances.h"

#include <string.h>

#define H_BITS     8
#define GOALS_MAX  ((1u << (32 - H_BITS)) - 1)
#define H_OF(note) ((note) & ((1u << H_BITS) - 1))
_Static_assert((WEND_PUZZLE_CELLS_MAX - 1) * 8 < 1 << H_BITS, "h does not fit into a note");

static inline uint32_t *goal_number(wn_search *search) {
    return &search->own.puzzle.goal_number;
}

static void forget_notes(wn_states *states) {
    for (uint32_t id = 0; id < states->count; id++) {
        states->entries[id].note = 0;
    }
}

static void note_puzzle_goal(wn_search *search) {
    const wn_puzzle *puzzle = wn_puzzle_of(search->domain);
    uint8_t places[sizeof search->own.puzzle.goal_cells] = {0};
    wn_puzzle_cells_of_tiles(puzzle, &search->states.entries[search->goal].packed, places);
    /* All zeros before the first goal; no goal looks like that. */
    if (memcmp(places, search->own.puzzle.goal_cells, sizeof places) == 0) {
        return;
    }
    memcpy(search->own.puzzle.goal_cells, places, sizeof places);
    if (*goal_number(search) == GOALS_MAX) {
        forget_notes(&search->states);
        *goal_number(search) = 0;
    }
    ++*goal_number(search);
}

/* Works for states from outside as well, which have no note yet. */
static inline wend_cost h_of_board(wn_search *search, wn_id id) {
    const wn_puzzle *puzzle = wn_puzzle_of(search->domain);
    wn_state_entry *entry = &search->states.entries[id];
    if (WN_UNLIKELY(entry->note >> H_BITS != *goal_number(search))) {
        entry->note = *goal_number(search) << H_BITS |
                      wn_puzzle_h(puzzle, &entry->packed, search->own.puzzle.goal_cells);
    }
    return H_OF(entry->note);
}

/* The moves of the blank N, E, S, W. The hint of a state is the cell that the blank came from. */
#define NO_CELL WN_PUZZLE_CELLS_HIGH

typedef struct puzzle_moves {
    wend_packed packed[WN_PUZZLE_DEGREE];
    uint32_t hashes[WN_PUZZLE_DEGREE];
    uint32_t notes[WN_PUZZLE_DEGREE];
    uint32_t blank; /* of the state being expanded */
    uint32_t at;
    uint32_t count;
} puzzle_moves;

/* Lists all moves of a state except the one back to cell `back`. Look-ups in the table wait for
 * memory, so all of them are prefetched before the first one is made. */
static inline void begin_moves(wn_search *search, wn_id id, uint32_t back, puzzle_moves *fan) {
    const wn_puzzle *puzzle = wn_puzzle_of(search->domain);
    const wend_packed packed = search->states.entries[id].packed;
    const uint32_t note = *goal_number(search) << H_BITS | h_of_board(search, id);
    uint32_t blank = wn_puzzle_blank(puzzle, &packed);
    uint32_t count = 0;
    for (uint32_t i = 0; i < puzzle->near_count[blank]; i++) {
        uint32_t cell = puzzle->near[blank][i];
        if (cell == back) {
            continue;
        }
        uint32_t tile = wn_puzzle_tile(puzzle, &packed, cell);
        wend_packed *next = &fan->packed[count];
        *next = packed;
        wn_puzzle_flip(puzzle, next, cell, tile);
        wn_puzzle_flip(puzzle, next, blank, tile);
        fan->hashes[count] = wn_states_hash(next);
        wn_states_prefetch(&search->states, fan->hashes[count]);
        const uint8_t *distance = puzzle->distance[search->own.puzzle.goal_cells[tile]];
        fan->notes[count++] = note + distance[blank] - distance[cell];
    }
    fan->blank = blank;
    fan->at = 0;
    fan->count = count;
}

static inline bool next(wn_search *search, puzzle_moves *fan, wn_successor *to, uint32_t *hint) {
    uint32_t i;
    do {
        if (fan->at == fan->count) {
            return false;
        }
        i = fan->at++;
        bool is_new;
        to->id = wn_states_intern(&search->states, &fan->packed[i], fan->hashes[i], &is_new);
    } while (WN_UNLIKELY(to->id == WN_NONE));
    to->cost = 1;
    search->states.entries[to->id].note = fan->notes[i];
    *hint = fan->blank;
    return true;
}

static inline uint32_t successors_of_board(wn_search *search, wn_id id, wn_successor *out) {
    puzzle_moves fan;
    uint32_t count = 0;
    begin_moves(search, id, NO_CELL, &fan);
    for (uint32_t hint; next(search, &fan, &out[count], &hint);) {
        count++;
    }
    return count;
}

#define PUZZLE_BEGIN(search, id, parent, hint, fan)                                                \
    begin_moves(search, id, (parent) == WN_NONE ? NO_CELL : (hint), fan)

/* All moves cost 1, so f never rises by more than 2; 4096 buckets are the minimum. */
#define BF(name)                                     puzzle_##name
#define BF_TITLE                                     "puzzle"
#define BF_PREPARE(search)                           note_puzzle_goal(search)
#define BF_SUCCESSORS(search, id, parent, out, list) successors_of_board(search, id, out)
#define BF_FAN                                       puzzle_moves
#define BF_BEGIN                                     PUZZLE_BEGIN
#define BF_NEXT                                      next
#define BF_HINTED                                    1
#define BF_SEED_HINT(search, id)                     NO_CELL
#define BF_H(search, id)                             h_of_board(search, id)
#define BF_DEGREE                                    WN_PUZZLE_DEGREE
#define BF_PAGES(search)                             WN_PUZZLE_DEGREE
#define BF_RING                                      4096u
#define BF_INTERNS                                   1
#define BF_PRUNES                                    0
#define BF_ADAPTS                                    0
#include "search/bestfirst.inl"

#define BF(name)                                     puzzle_heap_##name
#define BF_TITLE                                     "puzzle-heap"
#define BF_PREPARE(search)                           note_puzzle_goal(search)
#define BF_SUCCESSORS(search, id, parent, out, list) successors_of_board(search, id, out)
#define BF_FAN                                       puzzle_moves
#define BF_BEGIN                                     PUZZLE_BEGIN
#define BF_NEXT                                      next
#define BF_HINTED                                    1
#define BF_SEED_HINT(search, id)                     NO_CELL
#define BF_H(search, id)                             h_of_board(search, id)
#define BF_DEGREE                                    WN_PUZZLE_DEGREE
#define BF_PAGES(search)                             WN_PUZZLE_DEGREE
#define BF_RING                                      0u
#define BF_INTERNS                                   1
#define BF_PRUNES                                    0
#define BF_ADAPTS                                    0
#include "search/bestfirst.inl"

const wn_kernel *wn_puzzle_kernel(const wend_domain *domain, const wn_policy *policy) {
    (void)domain;
    return wn_policy_is_plain(policy) && !policy->adapt ? &puzzle_kernel : &puzzle_heap_kernel;
}
