/* wend/research/gen.h - generates maps from a seed.
 *
 *     char cells[64 * 64];
 *     wend_gen(&(wend_gen_def){.kind = WEND_GEN_CAVES, .width = 64, .height = 64}, cells);
 *     wend_map_create(&(wend_map_def){.width = 64, .height = 64, .cells = cells}, &map, NULL);
 *
 * The same definition gives the same cells on every machine.
 *
 * Threads: several threads can generate maps at the same time. */
#ifndef WEND_GEN_H
#define WEND_GEN_H

#include <wend/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The kind of a generated map. */
typedef enum wend_gen_kind {
    WEND_GEN_ROOMS = 0, /* square rooms; each has a door to its left or upper neighbour, and every
                         * second of the remaining wall pieces has one, at random */
    WEND_GEN_MAZE = 1,  /* a perfect maze: exactly one route between any two cells */
    WEND_GEN_CAVES = 2, /* smoothed noise: caverns with winding passages */
    WEND_GEN_RANDOM = 3 /* single blocked cells */
} wend_gen_kind;

/* A value of wend_gen_def.density: 0 percent. */
#define WEND_GEN_DENSITY_NONE UINT32_MAX

/* The definition of a generated map. */
typedef struct wend_gen_def {
    wend_gen_kind kind; /* 0 (default): rooms */
    uint32_t width;     /* cells, 1 to WEND_MAP_SIDE_MAX; required */
    uint32_t height;    /* cells, 1 to WEND_MAP_SIDE_MAX; required */
    uint64_t seed;      /* 0 (default): 1 */
    /* Cells, 1 to 1024. 0 (default) depends on the kind: the side of a room 16, the width of the
     * corridors of a maze 1, the grain of a cave 4, the side of a random obstacle 1. */
    uint32_t scale;
    /* Percent of blocked cells, 1 to 100, or WEND_GEN_DENSITY_NONE. 0 (default) depends on the
     * kind: random obstacles 25, caves (before smoothing) 46. Ignored by rooms and mazes. */
    uint32_t density;
} wend_gen_def;

/* Writes width * height characters, '.' or '@', in row order, without a final 0.
 *
 * All rooms are connected, and so are all free cells of a cave map: small caverns are filled.
 * Errors:
 *     WEND_ERROR_ARGUMENT   a pointer is NULL, or kind, scale or density is out of range
 *     WEND_ERROR_SIZE       a side is 0 or above WEND_MAP_SIDE_MAX
 *     WEND_ERROR_MEMORY     out of memory (mazes and caves use malloc during the call) */
WEND_API wend_error wend_gen(const wend_gen_def *def, char *cells);

#ifdef __cplusplus
}
#endif

#endif
