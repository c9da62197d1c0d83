/* search/jump_walk.h - how jump point search reads a map: straight scans, walks along diagonals
 * with two scans from each cell, and their finds. */
#ifndef WN_JUMP_WALK_H
#define WN_JUMP_WALK_H

#include "search/jump_search.h"

/* ---- Diagonals ----------------------------------------------------------------------------- */

/* Bit 0 is set to the west, bit 1 to the north. The row scans of a diagonal go east or west, its
 * column scans south or north. */
enum {
    WN_DIAGONAL_SOUTH_EAST,
    WN_DIAGONAL_SOUTH_WEST,
    WN_DIAGONAL_NORTH_EAST,
    WN_DIAGONAL_NORTH_WEST
};

/* With 4 neighbours, walks go along the row, with scans along the column to both sides. They take
 * the place of diagonals everywhere. Bit 1 belongs to the scan. */
enum { WN_WALK_EAST, WN_WALK_WEST };

WN_INLINE uint32_t wn_diagonal_row(uint32_t diagonal) {
    return WN_SCAN_EAST + (diagonal & 1);
}

WN_INLINE uint32_t wn_diagonal_column(uint32_t diagonal) {
    return WN_SCAN_SOUTH + (diagonal >> 1);
}

/* How an edge may end: in a direction of scans, or in a diagonal plus this. */
#define WN_ARRIVAL_DIAGONAL 4u

/* The diagonal between two directions, one along rows and one along columns. */
WN_INLINE uint32_t wn_diagonal_between(uint32_t one, uint32_t other) {
    uint32_t row = wn_min_u32(one, other), column = wn_max_u32(one, other);
    return (row & 1) | (column & 1) << 1;
}

/* A diagonal step and a straight step after it, as numbers to add to places: for each diagonal
 * along its row, then for each along its column. With 4 neighbours a step along the row takes the
 * place of the diagonal one, and all scans go along columns. */
#define STEP(dx, dy) ((uint32_t)(dx) + ((uint32_t)(dy) << 16))
static const struct {
    uint32_t diagonal, straight;
} wn_jump_steps[2][8] = {
    {{STEP(1, 1), STEP(1, 0)},
     {STEP(-1, 1), STEP(-1, 0)},
     {STEP(1, -1), STEP(1, 0)},
     {STEP(-1, -1), STEP(-1, 0)},
     {STEP(1, 1), STEP(0, 1)},
     {STEP(-1, 1), STEP(0, 1)},
     {STEP(1, -1), STEP(0, -1)},
     {STEP(-1, -1), STEP(0, -1)}},
    {{STEP(1, 0), 0},
     {STEP(-1, 0), 0},
     {STEP(1, 0), 0},
     {STEP(-1, 0), 0},
     {STEP(1, 0), STEP(0, 1)},
     {STEP(-1, 0), STEP(0, 1)},
     {STEP(1, 0), STEP(0, -1)},
     {STEP(-1, 0), STEP(0, -1)}},
};
#undef STEP

/* ---- Finds --------------------------------------------------------------------------------- */

/* A find is a number with these fields: the straight steps to it, the diagonal steps before them,
 * the diagonal, and whether the straight steps go along a column. Whether a scan finds anything is
 * unpredictable, so the code does not branch: the result is always written, and kept only if it is
 * a find. */
#define WN_FIND_STRAIGHT 0xffffu
#define WN_FIND_STEP     (1u << 16)
#define WN_FIND_STEPS    0x3fu
#define WN_FIND_BY       (1u << 22)
#define WN_FIND_COLUMN   (4 * WN_FIND_BY)

_Static_assert(WN_JUMP_POSTPONE_AFTER < WN_FIND_STEPS && WN_JUMP_SIGHT_DIAGONAL <= WN_FIND_STEPS,
               "a find cannot hold that many diagonal steps");
_Static_assert(WEND_MAP_SIDE_MAX + 64 < WN_FIND_STRAIGHT,
               "a find cannot hold that many straight steps");

/* One straight step from a diagonal. */
WN_INLINE wn_find wn_find_after(uint32_t diagonal, uint32_t steps) {
    return diagonal * WN_FIND_BY + steps * WN_FIND_STEP + 1;
}

/* One step along a scan from a node itself; a node is part of every diagonal through it. */
WN_INLINE wn_find wn_find_beside(uint32_t direction) {
    return wn_find_after((direction & 1) << (direction >> 1), 0);
}

/* ---- Cells around a cell ------------------------------------------------------------------- */

/* Extracts bits from words that are `next` apart: that of a cell (bit 1), of the cell behind it
 * (bit 0) and of the one ahead of it (bit 2). */
WN_INLINE uint32_t wn_three_around(const uint64_t *word, ptrdiff_t next, uint32_t into) {
    if (WN_UNLIKELY(into == 0)) {
        return (uint32_t)(*word << 1 | *(word - next) >> 63) & 7;
    }
    if (WN_UNLIKELY(into == 63)) {
        return (uint32_t)(*word >> 62 | (*(word + next) & 1) << 2);
    }
    return *word >> (into - 1) & 7;
}

/* The same for the eight cells around a cell, clockwise from the north; `row` is the distance to
 * the word of the row below. */
WN_INLINE uint32_t wn_eight_around(const uint64_t *word, ptrdiff_t row, ptrdiff_t next,
                                   uint32_t into) {
    uint32_t above = wn_three_around(word - row, next, into);
    uint32_t here = wn_three_around(word, next, into);
    uint32_t below = wn_three_around(word + row, next, into);
    return (above >> 1 & 3) | (here & 4) | (below & 4) << 1 | (below & 2) << 3 | (below & 1) << 5 |
           (here & 1) << 6 | (above & 1) << 7;
}

/* ---- Scans --------------------------------------------------------------------------------- */

/* Extends the bounding box of everything scanned. */
WN_INLINE void wn_jump_widen(wn_jump_search *search, uint32_t direction, uint32_t along) {
    search->reach[direction] = wn_max_u32(search->reach[direction], along);
}

/* Ends a scan that has passed cells and reached a stop, a node or a blocked cell. `first_cell` is
 * the find of its first cell. */
WN_INLINE void wn_jump_end_scan(wn_jump_search *search, wn_place place, uint32_t direction,
                                wn_find first_cell, uint32_t passed, uint32_t is_node) {
    uint32_t axis = direction >> 1;
    uint32_t from = wn_along(direction, wn_place_at(place, axis));
    wn_jump_finds *found = search->found;
    wn_jump_widen(search, direction, from + 1 + passed);
    if (WN_UNLIKELY(wn_place_line(place, axis) == wn_place_line(search->goal_place, axis))) {
        /* May be the place itself. */
        uint32_t to_goal = wn_along(direction, wn_place_at(search->goal_place, axis)) - from;
        if (to_goal <= passed + 1) {
            passed = to_goal - 1;
            is_node = 1;
        }
    }
    found->of[found->count] = first_cell + axis * WN_FIND_COLUMN + passed;
    found->count += is_node;
}

/* Puts a scan into a slot of the queue, 0 to 3; slot 0 is first. */
WN_INLINE void wn_jump_queue_scan(wn_jump_progress *walk, uint32_t slot, uint32_t direction) {
    walk->scans |= (WN_JUMP_QUEUED | direction) << 4 * slot;
}

/* Interrupts the first scan of the queue after some words without a stop, counted from that of a
 * cell. */
WN_INLINE void wn_jump_cut_scan(wn_jump_search *search, uint32_t direction, uint32_t along,
                                uint32_t words) {
    uint32_t at = (along & ~63u) + 64 * words;
    search->walk.scan_at = at;
    wn_jump_widen(search, direction, at - 1);
}

/* Continues with the queued scans, word by word, while units are left. Returns whether all are
 * finished. */
bool wn_jump_finish_scans(wn_jump_search *search, uint32_t *left);

/* ---- Walks --------------------------------------------------------------------------------- */

/* The minimum cost of a diagonal step: the step itself and a word for each of its scans. */
#define WN_JUMP_UNITS_WALK (WN_JUMP_UNITS_STEP + 2)

/* Steps that are made without checks in between. */
typedef struct wn_jump_batch {
    uint32_t done;  /* steps made before the batch */
    uint32_t steps; /* the most steps of the batch */
    uint32_t units; /* units left at its start */
    uint32_t slack; /* of these, how many exceed the needs of all its steps */
    uint32_t words; /* words that scans have read beyond the one where they started */
} wn_jump_batch;

#endif
