/* wend/racetrack.h - a car with inertia on a grid: moves cannot be taken back.
 *
 * A state is (x, y, vx, vy). An action adds -1, 0 or 1 to each component of the velocity (bounded
 * by max_speed) and then moves the car along the straight line. If it would hit a blocked cell, it
 * stands on the last free cell before it with velocity (0, 0). Passing or reaching the goal's cell
 * is not the same: the car must come to stand on the cell at the end of an action (at any speed),
 * or crash there. Every action costs 1. */
#ifndef WEND_RACETRACK_H
#define WEND_RACETRACK_H

#include <wend/domain.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WEND_RACETRACK_SPEED_MAX 7u

typedef struct wend_racetrack_def {
    uint32_t width;           /* cells, 1 to 4096 */
    uint32_t height;          /* likewise */
    uint32_t max_speed;       /* per component, 1 to WEND_RACETRACK_SPEED_MAX; default 3 */
    uint32_t enlarge;         /* each cell becomes a square of so many, 1 to 16; default 1 */
    wend_allocator allocator; /* default malloc */
} wend_racetrack_def;

wend_racetrack_def wend_racetrack_def_default(void);

/* From width * height characters in row order: '#', '@' of maps, 'T', 'W', 'O' are blocked; '_',
 * '.', 'G', 'S' are free. In tracks '@' is the start and '*' the finish (both free), see below. */
wend_error wend_racetrack_create(const wend_racetrack_def *def, const char *cells,
                                 wend_domain **out, wend_diagnosis *diagnosis);

/* From a .track file (width, height, then rows of # _ @ *), or from a MovingAI .map file; which of
 * the two it is shows in its first line. In a track '@' is a start cell and '*' a finish cell, in
 * a map '@' is out of bounds. */
wend_error wend_racetrack_load(const wend_racetrack_def *def, const char *path, wend_domain **out,
                               wend_diagnosis *diagnosis);

/* Sizes after enlarging. */
uint32_t wend_racetrack_width(const wend_domain *track);
uint32_t wend_racetrack_height(const wend_domain *track);
uint32_t wend_racetrack_max_speed(const wend_domain *track);
bool wend_racetrack_free(const wend_domain *track, uint32_t x, uint32_t y);

/* The first start cell and the first finish cell of a track in row order; false if it has none. */
bool wend_racetrack_ends(const wend_domain *track, uint32_t start[2], uint32_t finish[2]);

/* WEND_STATE_NONE for what is outside or too fast. */
wend_state wend_racetrack_state(const wend_domain *track, uint32_t x, uint32_t y, int vx, int vy);
/* Takes a state apart. */
void wend_racetrack_describe(const wend_domain *track, wend_state state, uint32_t *x, uint32_t *y,
                             int *vx, int *vy);

/* As the goal of an agent any state of a cell stands for the whole cell, at any speed. An agent
 * that has arrived is in that very state. */

#ifdef __cplusplus
}
#endif

#endif
