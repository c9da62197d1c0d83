/* simulate/terrain.h - maps of every kind, including degenerate ones. */
#ifndef SIMULATE_TERRAIN_H
#define SIMULATE_TERRAIN_H

#include <stdint.h>

typedef enum terrain_kind {
    TERRAIN_OPEN,
    TERRAIN_BLOCKED,      /* no free cell */
    TERRAIN_LONE,         /* one free cell */
    TERRAIN_RANDOM,       /* 5 to 60 percent blocked */
    TERRAIN_CHECKERBOARD, /* every second cell, with 0 to 10 percent of errors */
    TERRAIN_ISLANDS,      /* squares of 1 to 4 cells, apart from each other */
    TERRAIN_SNAKE,        /* one corridor from side to side and back */
    TERRAIN_MAZE,
    TERRAIN_ROOMS,
    TERRAIN_CAVES,
    TERRAIN_BRIDGE, /* two open halves joined by one cell */
    TERRAIN_COUNT
} terrain_kind;

/* Writes width * height characters, '.' or '@', in row order. */
void terrain_fill(char *cells, terrain_kind kind, uint32_t width, uint32_t height, uint32_t seed);

/* Writes factors: uniform, bands, or random from 1 to `most`. */
void terrain_factors(uint8_t *factors, uint32_t cells, uint32_t most, uint32_t seed);

#endif
