/* research/domain/puzzle.h - sliding-tile puzzles, as the kernels see them.
 *
 * A packed state lists the tiles by cell, row by row, 0 for the blank. Unused bits are 0, so equal
 * states have equal words:
 *
 *     up to 16 cells   word 0: 4 bits per cell, cell 0 lowest; word 1: 0
 *     20, 25 cells     word 0: 5 bits each for the cells 0 to 11    word 1: for 12 to 23
 *                      cell 24: its low 4 bits on top of word 0, its high bit above cell 23 */
#ifndef WN_PUZZLE_H
#define WN_PUZZLE_H

#include <wend/research/puzzle.h>

#include "domain/domain.h"

#define WN_PUZZLE_DEGREE     4
#define WN_PUZZLE_CELLS_HIGH 32 /* columns of a table: a power of two */

typedef struct wn_puzzle {
    wend_domain domain;
    uint32_t width;
    uint32_t height;
    uint32_t cells;
    bool wide;                                             /* 5 bits per cell */
    uint8_t near_count[WEND_PUZZLE_CELLS_MAX];             /* neighbours of a cell */
    uint8_t near[WEND_PUZZLE_CELLS_MAX][WN_PUZZLE_DEGREE]; /* N, E, S, W */
    uint8_t distance[WEND_PUZZLE_CELLS_MAX]
                    [WN_PUZZLE_CELLS_HIGH]; /* Manhattan distance of two cells */
} wn_puzzle;

#define WN_PUZZLE_WORD_CELLS 12u /* whole cells per word of a wide state */

extern const wn_domain_type wn_puzzle_type;
wn_kernel_choice wn_puzzle_kernel; /* research/search/puzzle_search.c */

static inline const wn_puzzle *wn_puzzle_of(const wend_domain *domain) {
    return (const wn_puzzle *)domain; /* its first member */
}

/* The tile in a cell. */
WN_INLINE uint32_t wn_puzzle_tile(const wn_puzzle *puzzle, const wend_packed *packed,
                                  uint32_t cell) {
    if (!puzzle->wide) {
        return packed->word[0] >> (4 * cell) & 15;
    }
    uint32_t word = cell >= WN_PUZZLE_WORD_CELLS;
    if (WN_UNLIKELY(cell == 2 * WN_PUZZLE_WORD_CELLS)) {
        return (uint32_t)(packed->word[0] >> 60 | packed->word[1] >> 60 << 4);
    }
    return packed->word[word] >> (5 * (cell - word * WN_PUZZLE_WORD_CELLS)) & 31;
}

/* Puts a tile into an empty cell, or removes it from its cell. */
WN_INLINE void wn_puzzle_flip(const wn_puzzle *puzzle, wend_packed *packed, uint32_t cell,
                              uint32_t tile) {
    uint64_t bits = tile;
    uint32_t word = cell >= WN_PUZZLE_WORD_CELLS;
    if (!puzzle->wide) {
        packed->word[0] ^= bits << (4 * cell);
    } else if (WN_UNLIKELY(cell == 2 * WN_PUZZLE_WORD_CELLS)) {
        packed->word[0] ^= bits << 60;
        packed->word[1] ^= bits >> 4 << 60;
    } else {
        packed->word[word] ^= bits << (5 * (cell - word * WN_PUZZLE_WORD_CELLS));
    }
}

/* The lowest bits of all cells of a word. */
#define WN_PUZZLE_ONES_4 UINT64_C(0x1111111111111111)
#define WN_PUZZLE_ONES_5 UINT64_C(0x084210842108421)

/* Finds the first cell that holds 0: the lowest set bit of the result is the highest bit of that
 * cell. Returns 0 if no cell holds 0. `ones` are the lowest bits of the cells, `highs` the highest
 * ones. */
WN_INLINE uint64_t wn_puzzle_zeros(uint64_t word, uint64_t ones, uint64_t highs) {
    return (word - ones) & ~word & highs;
}

/* The cell of the blank. Unused cells read as blank, too, but come after all others. */
WN_INLINE uint32_t wn_puzzle_blank(const wn_puzzle *puzzle, const wend_packed *packed) {
    if (!puzzle->wide) {
        uint64_t zeros = wn_puzzle_zeros(packed->word[0], WN_PUZZLE_ONES_4, WN_PUZZLE_ONES_4 << 3);
        return wn_low_zeros(zeros) / 4;
    }
    for (uint32_t word = 0; word < 2; word++) {
        uint64_t zeros =
            wn_puzzle_zeros(packed->word[word], WN_PUZZLE_ONES_5, WN_PUZZLE_ONES_5 << 4);
        if (zeros) {
            return word * WN_PUZZLE_WORD_CELLS + wn_low_zeros(zeros) / 5;
        }
    }
    return 2 * WN_PUZZLE_WORD_CELLS;
}

/* Writes the cell of each tile, by tile. */
void wn_puzzle_cells_of_tiles(const wn_puzzle *puzzle, const wend_packed *packed, uint8_t *places);

/* The sum of the Manhattan distances of all tiles to their cells in the goal. */
wend_cost wn_puzzle_h(const wn_puzzle *puzzle, const wend_packed *packed,
                      const uint8_t *goal_cells);

#endif
