/* wend/gen.h - seeded maps: the same definition gives the same cells everywhere. */
#ifndef WEND_GEN_H
#define WEND_GEN_H

#include <wend/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum wend_gen_kind {
    WEND_GEN_ROOMS = 0, /* square rooms with a door in about every second wall piece */
    WEND_GEN_MAZE = 1,  /* a perfect maze; one way between any two cells */
    WEND_GEN_CAVES = 2, /* smoothed noise: caverns with winding passages */
    WEND_GEN_RANDOM = 3 /* single blocked cells */
} wend_gen_kind;

typedef struct wend_gen_def {
    wend_gen_kind kind; /* default caves */
    uint32_t width;     /* cells, 1 to WEND_MAP_SIDE_MAX; default 512 */
    uint32_t height;    /* likewise */
    uint64_t seed;      /* default 1 */
    /* In cells, 1 to 1024: the width of a room (default 16), of a maze's corridors (1), of the
     * grains of a cave (4), of a random obstacle (1). */
    uint32_t scale;
    /* Percent blocked, 0 to 100: random obstacles (default 25), caves before they are smoothed
     * (46). */
    uint32_t density;
} wend_gen_def;

/* The defaults for a kind. */
WEND_API wend_gen_def wend_gen_def_default(wend_gen_kind kind);

/* Writes width * height characters, '.' or '@', in row order. Caves and rooms are made so that
 * all free cells of a cave map are connected (small caverns are filled), and all rooms are. */
WEND_API wend_error wend_gen(const wend_gen_def *def, char *cells);

#ifdef __cplusplus
}
#endif

#endif
