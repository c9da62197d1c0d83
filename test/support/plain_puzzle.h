/* support/plain_puzzle.h - sliding puzzles the slow way, for comparison. */
#ifndef TEST_PLAIN_PUZZLE_H
#define TEST_PLAIN_PUZZLE_H

#include "support/dice.h"

#include <stdint.h>

typedef struct board {
    int width, height;
    uint8_t tiles[25]; /* row by row, 0 for the blank */
} board;

board board_ordered(int width, int height);
board board_shuffled(int width, int height, dice *d);

/* Slides the tile at (x, y) into the blank if it is beside it. */
bool board_slide(board *b, int x, int y);

/* The neighbours of a board in the order of the blank's moves N, E, S, W; returns how many. */
int board_neighbours(const board *b, board out[4]);

/* The sum of the Manhattan distances of the tiles. */
uint32_t board_manhattan(const board *b, const board *goal);

/* A number below board_count, different for different boards of a size. At most 9 cells. */
uint32_t board_rank(const board *b);
uint32_t board_count(int width, int height);

/* The moves from a board to every board by rank, BOARD_UNREACHED without a route. The caller frees
 * it. */
#define BOARD_UNREACHED 255
uint8_t *board_distances(const board *from);

#endif
