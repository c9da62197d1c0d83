/* support/plain_map.h - the reference: a grid as a plain array, a second implementation of its
 * rules, and searches that are too slow and simple to be wrong. */
#ifndef TEST_PLAIN_MAP_H
#define TEST_PLAIN_MAP_H

#include <wend/map.h>

#include "support/dice.h"

#define PLAIN_CELLS_MAX 4096
#define PLAIN_UNREACHED UINT32_MAX

typedef struct plain_map {
    int width;
    int height;
    int neighbors;
    int corners;
    bool weighted; /* the cells have factors */
    char cells[PLAIN_CELLS_MAX];
    uint8_t factors[PLAIN_CELLS_MAX]; /* from 1; unused unless weighted */
} plain_map;

/* ---- Making ---------------------------------------------------------------------------------- */

/* Draws a map from 1 x 1 to `side_max` x `side_max`: open, scattered, walls with gaps, or tunnels.
 * The rules are random, too. */
void plain_random(plain_map *map, dice *d, int side_max);

/* Gives every cell of a map a factor from `least` to `most`; factors of blocked cells start at
 * 1. */
void plain_random_factors(plain_map *map, dice *d, uint8_t least, uint8_t most);

/* From rows of equal length, terminated by NULL. Other characters than terrain (digits, small
 * letters) mark a place and are free. */
void plain_from_picture(plain_map *map, const char *const *rows);

/* The cell of a mark in such a picture. */
int plain_mark(const char *const *rows, char mark);

/* The same map, created by the library. */
wend_map *plain_to_wend(const plain_map *map);

/* The same; the map remembers this many edits (wend_map_def.edits). */
wend_map *plain_to_wend_with(const plain_map *map, uint32_t edits);

void plain_print(const plain_map *map, int start, int goal);

/* ---- Rules ----------------------------------------------------------------------------------- */

int plain_cells(const plain_map *map);
bool plain_is_free(const plain_map *map, int x, int y);

/* A random free cell, -1 if all are blocked. */
int plain_random_free(const plain_map *map, dice *d);

/* The cost of the move between two cells (y * width + x), 0 if it is illegal. */
wend_cost plain_move_cost(const plain_map *map, int from, int to);

/* Whether a blocked cell has no move to a free one; and the step that agents there take then, or
 * -1. */
bool plain_is_buried(const plain_map *map, int cell);
int plain_way_out(const plain_map *map, int cell);

/* The greatest cost of a move under the rules of this map. */
wend_cost plain_cost_max(const plain_map *map);

/* A lower bound on all distances, exact on an empty map. */
wend_cost plain_h(const plain_map *map, int from, int to);

/* ---- Searches -------------------------------------------------------------------------------- */

/* Dijkstra that scans all cells for the nearest one in each step. */
void plain_distances(const plain_map *map, int from, wend_cost *out);

/* The same by passing on lower costs until nothing changes: for larger maps. */
void plain_flood(const plain_map *map, int from, wend_cost *out);
/* The same for an agent or unit, which can leave a building; searches cannot. */
void plain_flood_out(const plain_map *map, int from, wend_cost *out);

/* A* in the documented order: the smallest f first, the newest entry on ties, the goal before all
 * others; successors are entered N E S W NE SE SW NW and then knights clockwise from (1,-2). Writes
 * the states in the order of their expansion and returns their number; sets `found` if the goal was
 * found. */
int plain_astar(const plain_map *map, int start, int goal, int *expanded, bool *found);

#endif
