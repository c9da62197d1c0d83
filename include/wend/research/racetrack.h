/* wend/research/racetrack.h - a car with inertia on a grid: moves cannot be taken back.
 *
 * A state is (x, y, vx, vy). An action adds -1, 0 or 1 to each component of the velocity (bounded
 * by max_speed) and then moves the car along the straight line from cell to cell: n steps, n being
 * the larger of |vx| and |vy|; after step i the car is at (x + i * vx / n, y + i * vy / n), each
 * rounded to the nearest whole number, halves away from where the move began. Diagonal steps pass
 * between two blocked cells. If the next cell is blocked or outside, the car stays on the last
 * free one with velocity (0, 0): a crash.
 *
 * Passing the goal's cell does not count: the car must be on it at the end of an action, at any
 * speed or by a crash. Every action costs 1. An action that changes nothing is none. */
#ifndef WEND_RACETRACK_H
#define WEND_RACETRACK_H

#include <wend/domain.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WEND_RACETRACK_SPEED_MAX   7u
#define WEND_RACETRACK_SIDE_MAX    4096u
#define WEND_RACETRACK_ENLARGE_MAX 16u

typedef struct wend_racetrack_def {
    uint32_t width;     /* cells, 1 to WEND_RACETRACK_SIDE_MAX; required, but ignored by */
    uint32_t height;    /* wend_racetrack_load */
    uint32_t max_speed; /* per component, 1 to WEND_RACETRACK_SPEED_MAX; 0: 3 */
    uint32_t enlarge;   /* each cell becomes a square with this side, 1 to _ENLARGE_MAX; 0: 1 */
    wend_allocator allocator; /* all 0: malloc */
    /* The cells: width * height characters in row order. Those of tracks: '#' is blocked; '_', '@'
     * (a start) and '*' (a finish) are free. Those of maps: '@', 'O', 'T' and 'W' are blocked; '.',
     * 'G' and 'S' are free. Both may be mixed, but then without '@'. Copied. NULL: all cells are
     * free. */
    const char *cells;
    size_t memory_limit; /* bytes that the track may take, also while a file is read; 0: no limit */
} wend_racetrack_def;

/* Creates a track from the first `size` bytes of a definition, as wend_agent_create_sized. */
WEND_API wend_error wend_racetrack_create_sized(const wend_racetrack_def *def, size_t size,
                                                wend_domain **out, wend_diagnosis *diagnosis);

/* Creates a track. Zero fields of `def` are defaults; width and height are required.
 *
 * On error *out is NULL and `diagnosis` (may be NULL) names the field; for cells also the row
 * (line) and the column:
 *     WEND_ERROR_ARGUMENT   a pointer is NULL or a value is out of range
 *     WEND_ERROR_SIZE       a side is 0 or too large, or there are 2^31 - 1 states or more: cells
 *                           after enlarging times (2 * max_speed + 1)^2
 *     WEND_ERROR_FORMAT     an unknown character, or '@' among the letters of both
 *     WEND_ERROR_MEMORY     out of memory, or memory_limit is too small */
static inline wend_error wend_racetrack_create(const wend_racetrack_def *def, wend_domain **out,
                                               wend_diagnosis *diagnosis) {
    return wend_racetrack_create_sized(def, sizeof *def, out, diagnosis);
}

/* Creates a track from a .track file (width, height, then rows of # _ @ *) or a MovingAI .map file;
 * the first line tells them apart. `def->cells` must be NULL. Errors of wend_racetrack_create, and
 * WEND_ERROR_IO for a file that cannot be read. */
WEND_API wend_error wend_racetrack_load(const wend_racetrack_def *def, const char *path,
                                        wend_domain **out, wend_diagnosis *diagnosis);

/* Sizes after enlarging. */
WEND_API uint32_t wend_racetrack_width(const wend_domain *track);
WEND_API uint32_t wend_racetrack_height(const wend_domain *track);
WEND_API uint32_t wend_racetrack_max_speed(const wend_domain *track);
WEND_API bool wend_racetrack_is_free(const wend_domain *track, uint32_t x, uint32_t y);

/* The first start cell and the first finish cell of a track in row order (the middles of the
 * squares that they became); false if one of them is missing, and then nothing is written. */
WEND_API bool wend_racetrack_ends(const wend_domain *track, uint32_t start[2], uint32_t finish[2]);

/* WEND_STATE_NONE for what is outside or too fast. */
WEND_API wend_state wend_racetrack_state(const wend_domain *track, uint32_t x, uint32_t y, int vx,
                                         int vy);
/* Takes a state apart, which must be below wend_domain_size. */
WEND_API void wend_racetrack_describe(const wend_domain *track, wend_state state, uint32_t *x,
                                      uint32_t *y, int *vx, int *vy);

/* As the goal of an agent any state of a cell stands for the whole cell, at any speed. An agent
 * that has arrived is in that very state. */

#ifdef __cplusplus
}
#endif

#endif
