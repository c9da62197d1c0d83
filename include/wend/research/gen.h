/* wend/research/gen.h - seeded maps: the same definition gives the same cells everywhere. */
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

/* In wend_gen_def.density: 0 percent. */
#define WEND_GEN_DENSITY_NONE UINT32_MAX

typedef struct wend_gen_def {
    wend_gen_kind kind;
    uint32_t width;  /* cells, 1 to WEND_MAP_SIDE_MAX; required */
    uint32_t height; /* cells, 1 to WEND_MAP_SIDE_MAX; required */
    uint64_t seed;   /* 0: 1 */
    /* In cells, 1 to 1024: the width of a room (0: 16), of the corridors of a maze (0: 1), of the
     * grains of a cave (0: 4), of a random obstacle (0: 1). */
    uint32_t scale;
    /* Percent of blocked cells, 1 to 100, or WEND_GEN_DENSITY_NONE: random obstacles (0: 25), caves
     * before they are smoothed (0: 46). Not used by rooms and mazes. */
    uint32_t density;
} wend_gen_def;

/* Writes width * height characters, '.' or '@', in row order. All free cells of a cave map are
 * connected (small caverns are filled), and so are all rooms.
 *     WEND_ERROR_ARGUMENT   a pointer is NULL, or kind, scale or density is out of range
 *     WEND_ERROR_SIZE       a side is 0 or above WEND_MAP_SIDE_MAX
 *     WEND_ERROR_MEMORY     out of memory: mazes and caves */
WEND_API wend_error wend_gen(const wend_gen_def *def, char *cells);

#ifdef __cplusplus
}
#endif

#endif
