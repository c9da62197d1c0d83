/* wend/research/puzzle.h - sliding-tile puzzles from 2 x 2 to 5 x 5.
 *
 *     wend_domain *puzzle;
 *     wend_puzzle_create(&(wend_puzzle_def){.width = 3, .height = 3}, &puzzle, NULL);
 *
 *     const uint8_t tiles[9] = {1, 2, 0, 3, 4, 5, 6, 7, 8}; // 0 is the blank
 *     wend_agent_def def = {.domain = puzzle, .algo = wend_algo_auto()};
 *     wend_puzzle_pack(puzzle, tiles, &def.start_packed);
 *
 * Threads: any number of threads can use a puzzle at the same time. */
#ifndef WEND_PUZZLE_H
#define WEND_PUZZLE_H

#include <wend/domain.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The most cells of a puzzle: 5 x 5. */
#define WEND_PUZZLE_CELLS_MAX 25

/* The definition of a puzzle. */
typedef struct wend_puzzle_def {
    uint32_t width;           /* cells, 2 to 5; 0 (default): 4 */
    uint32_t height;          /* cells, 2 to 5; 0 (default): 4 */
    wend_allocator allocator; /* all 0 (default): malloc */
    size_t memory_limit;      /* the most bytes that the puzzle may take; 0 (default): no limit */
} wend_puzzle_def;

/* Creates a puzzle from the first `size` bytes of a definition: see wend_agent_create_sized. */
WEND_API wend_error wend_puzzle_create_sized(const wend_puzzle_def *def, size_t size,
                                             wend_domain **out, wend_diagnosis *diagnosis);

/* Creates a puzzle. Free it with wend_domain_destroy.
 *
 * Every move costs 1. The heuristic is the Manhattan distance, updated with every move.
 *
 * On error *out is NULL and `diagnosis` (may be NULL) names the field. Errors:
 *     WEND_ERROR_ARGUMENT   a pointer is NULL, or a side is out of range
 *     WEND_ERROR_MEMORY     out of memory, or memory_limit is too small */
static inline wend_error wend_puzzle_create(const wend_puzzle_def *def, wend_domain **out,
                                            wend_diagnosis *diagnosis) {
    return wend_puzzle_create_sized(def, sizeof *def, out, diagnosis);
}

/* Converts tiles to a state: width * height numbers in row order, 0 for the blank. Errors:
 *     WEND_ERROR_ARGUMENT   a pointer is NULL, or the domain is not a puzzle
 *     WEND_ERROR_FORMAT     the tiles are not 0 to width * height - 1, each once */
WEND_API wend_error wend_puzzle_pack(const wend_domain *puzzle, const uint8_t *tiles,
                                     wend_packed *out);

/* Converts a state to tiles: writes width * height numbers in row order, 0 for the blank. */
WEND_API void wend_puzzle_unpack(const wend_domain *puzzle, const wend_packed *state,
                                 uint8_t *tiles);

/* Returns whether one state is reachable from the other; half of all states are. False if one of
 * them is not a state of this puzzle. */
WEND_API bool wend_puzzle_solvable(const wend_domain *puzzle, const wend_packed *from,
                                   const wend_packed *to);

/* One line of a file of instances: a number, the optimal length, the tiles. */
typedef struct wend_puzzle_instance {
    uint32_t number;                      /* the number of the instance */
    uint32_t optimal;                     /* length of an optimal solution in moves, as published */
    uint8_t tiles[WEND_PUZZLE_CELLS_MAX]; /* the start, in row order; 0 is the blank */
} wend_puzzle_instance;

/* Reads a file of instances of this puzzle. Free the array with free().
 *
 * The file has at least one instance. Empty lines and lines that begin with # are ignored. On error
 * *out is NULL, *count is 0, and `diagnosis` (may be NULL) names the line. Errors:
 *     WEND_ERROR_ARGUMENT   another pointer is NULL, or the domain is not a puzzle
 *     WEND_ERROR_IO         the file cannot be read
 *     WEND_ERROR_FORMAT     a line is wrong, or the file has no instance
 *     WEND_ERROR_MEMORY     out of memory */
WEND_API wend_error wend_puzzle_load(const wend_domain *puzzle, const char *path,
                                     wend_puzzle_instance **out, uint32_t *count,
                                     wend_diagnosis *diagnosis);

#ifdef __cplusplus
}
#endif

#endif
