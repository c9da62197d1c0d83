/* wend/racetrack.h - a car with inertia on a grid: moves cannot be taken back.
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
    uint32_t width;     /* cells, 1 to WEND_RACETRACK_SIDE_MAX; a file brings its own */
    uint32_t height;    /* likewise */
    uint32_t max_speed; /* per component, 1 to WEND_RACETRACK_SPEED_MAX; default 3 */
    uint32_t enlarge;   /* each cell becomes a square of this many, 1 to _ENLARGE_MAX; default 1 */
    wend_allocator allocator; /* default malloc */
} wend_racetrack_def;

WEND_API wend_racetrack_def wend_racetrack_def_default(void);

/* From width * height characters in row order. Those of tracks: '#' is blocked; '_', '@' (a start)
 * and '*' (a finish) are free. Those of maps: '@', 'O', 'T' and 'W' are blocked; '.', 'G' and 'S'
 * are free. Both may be mixed, but then without '@': WEND_ERROR_FORMAT. WEND_ERROR_SIZE if there
 * would be 2^31 - 1 states or more: cells after enlarging times (2 * max_speed + 1)^2. */
WEND_API wend_error wend_racetrack_create(const wend_racetrack_def *def, const char *cells,
                                          wend_domain **out, wend_diagnosis *diagnosis);

/* From a .track file (width, height, then rows of # _ @ *), or from a MovingAI .map file; which of
 * the two it is shows in its first line. */
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
