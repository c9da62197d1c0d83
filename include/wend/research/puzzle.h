/* wend/research/puzzle.h - sliding-tile puzzles from 2 x 2 to 5 x 5. */
#ifndef WEND_PUZZLE_H
#define WEND_PUZZLE_H

#include <wend/domain.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WEND_PUZZLE_CELLS_MAX 25

typedef struct wend_puzzle_def {
    uint32_t width;           /* cells, 2 to 5; 0: 4 */
    uint32_t height;          /* cells, 2 to 5; 0: 4 */
    wend_allocator allocator; /* all 0: malloc */
    size_t memory_limit;      /* bytes that the puzzle may take; 0: no limit */
} wend_puzzle_def;

/* Creates a puzzle from the first `size` bytes of a definition, as wend_agent_create_sized. */
WEND_API wend_error wend_puzzle_create_sized(const wend_puzzle_def *def, size_t size,
                                             wend_domain **out, wend_diagnosis *diagnosis);

/* Creates a puzzle. Every move costs 1. The heuristic is the Manhattan distance, updated move by
 * move.
 *
 * On error *out is NULL and `diagnosis` (may be NULL) names the field:
 *     WEND_ERROR_ARGUMENT   a pointer is NULL, or a side is out of range
 *     WEND_ERROR_MEMORY     out of memory, or memory_limit is too small */
static inline wend_error wend_puzzle_create(const wend_puzzle_def *def, wend_domain **out,
                                            wend_diagnosis *diagnosis) {
    return wend_puzzle_create_sized(def, sizeof *def, out, diagnosis);
}

/* `tiles` holds width * height numbers row by row, 0 for the blank; each of 0 to n - 1 once, or
 * WEND_ERROR_FORMAT. */
WEND_API wend_error wend_puzzle_pack(const wend_domain *puzzle, const uint8_t *tiles,
                                     wend_packed *out);
WEND_API void wend_puzzle_unpack(const wend_domain *puzzle, const wend_packed *state,
                                 uint8_t *tiles);

/* Whether one state can be reached from the other (half of all cannot); false if one of them is no
 * state of this puzzle. */
WEND_API bool wend_puzzle_solvable(const wend_domain *puzzle, const wend_packed *from,
                                   const wend_packed *to);

/* One line of a file of instances: a number, the optimal length, the tiles. */
typedef struct wend_puzzle_instance {
    uint32_t number;
    uint32_t optimal; /* moves, as published */
    uint8_t tiles[WEND_PUZZLE_CELLS_MAX];
} wend_puzzle_instance;

/* Reads a file of instances of this puzzle, at least one; empty lines and those that begin with #
 * are passed over. The array comes from malloc; the caller frees it. */
WEND_API wend_error wend_puzzle_load(const wend_domain *puzzle, const char *path,
                                     wend_puzzle_instance **out, uint32_t *count,
                                     wend_diagnosis *diagnosis);

#ifdef __cplusplus
}
#endif

#endif
