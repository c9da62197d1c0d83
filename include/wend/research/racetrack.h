/* wend/research/racetrack.h - a car with inertia on a grid: moves are not reversible.
 *
 *     wend_domain *track;
 *     uint32_t start[2], finish[2];
 *     wend_racetrack_load(&(wend_racetrack_def){0}, "loop.track", &track, &diagnosis);
 *     wend_racetrack_ends(track, start, finish);
 *     wend_agent_def def = {.domain = track, .algo = wend_algo_auto()};
 *     def.start = wend_racetrack_state(track, start[0], start[1], 0, 0);
 *     def.goal = wend_racetrack_state(track, finish[0], finish[1], 0, 0);
 *
 * Rules:
 *
 * - A state is (x, y, vx, vy): a cell and a velocity.
 * - An action adds -1, 0 or 1 to each component of the velocity, whose absolute value is at most
 *   max_speed. Then the car moves along a straight line in n steps, where n is the larger of |vx|
 *   and |vy|. After step i it is at (x + i * vx / n, y + i * vy / n), each rounded to the nearest
 *   integer, halves away from the cell where the move began.
 * - A diagonal step may pass between two blocked cells.
 * - Crash: if the next cell is blocked or outside the map, the car stays on the last free cell with
 *   velocity (0, 0).
 * - Every action costs 1 (1000 in units of wend_cost: see wend_domain_unit). An action that changes
 *   nothing does not exist.
 * - The car arrives if it is on the cell of the goal at the end of an action, at any speed or by a
 *   crash. Passing that cell does not count. As the goal of an agent, any state of a cell stands
 *   for the whole cell. The agent is then in the state in which it arrived.
 *
 * Threads: any number of threads can use a track at the same time. */
#ifndef WEND_RACETRACK_H
#define WEND_RACETRACK_H

#include <wend/domain.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WEND_RACETRACK_SPEED_MAX   7u    /* the largest wend_racetrack_def.max_speed */
#define WEND_RACETRACK_SIDE_MAX    4096u /* the longest side before enlarging, in cells */
#define WEND_RACETRACK_ENLARGE_MAX 16u   /* the largest wend_racetrack_def.enlarge */

/* The definition of a track. */
typedef struct wend_racetrack_def {
    uint32_t width;           /* cells, 1 to WEND_RACETRACK_SIDE_MAX; required, but ignored by */
    uint32_t height;          /* wend_racetrack_load, which reads the size */
    uint32_t max_speed;       /* cells per action and component, 1 to WEND_RACETRACK_SPEED_MAX; 0
                               * (default): 3 */
    uint32_t enlarge;         /* each cell becomes a square with this side, 1 to
                               * WEND_RACETRACK_ENLARGE_MAX; 0 (default): 1 */
    wend_allocator allocator; /* all 0 (default): malloc */
    /* The cells: width * height characters in row order. In the letters of tracks, '#' is blocked;
     * '_', '@' (a start) and '*' (a finish) are free. In the letters of maps, '@', 'O', 'T' and 'W'
     * are blocked; '.', 'G' and 'S' are free. Both may be mixed, but then without '@'. Copied. NULL
     * (default): all cells are free. */
    const char *cells;
    /* The most bytes that the track may take, also while a file is read. 0 (default): no limit. */
    size_t memory_limit;
} wend_racetrack_def;

/* Creates a track from the first `size` bytes of a definition: see wend_agent_create_sized. */
WEND_API wend_error wend_racetrack_create_sized(const wend_racetrack_def *def, size_t size,
                                                wend_domain **out, wend_diagnosis *diagnosis);

/* Creates a track. Zero fields of `def` are defaults; `width` and `height` are required. Free it
 * with wend_domain_destroy.
 *
 * On error *out is NULL and `diagnosis` (may be NULL) names the field. For cells it also has the
 * row (line) and the column. Errors:
 *     WEND_ERROR_ARGUMENT   a pointer is NULL or a value is out of range
 *     WEND_ERROR_SIZE       a side is 0 or too large, or the track has 2^31 - 1 states or more:
 *                           cells after enlarging times (2 * max_speed + 1)^2
 *     WEND_ERROR_FORMAT     an unknown character, or '@' in a mixture of the letters of both
 *     WEND_ERROR_MEMORY     out of memory, or memory_limit is too small */
static inline wend_error wend_racetrack_create(const wend_racetrack_def *def, wend_domain **out,
                                               wend_diagnosis *diagnosis) {
    return wend_racetrack_create_sized(def, sizeof *def, out, diagnosis);
}

/* Creates a track from a .track file or a MovingAI .map file. The first line distinguishes them.
 *
 * A .track file has the width, the height, then rows of # _ @ *. `def->cells` must be NULL. On
 * error *out is NULL and `diagnosis` (may be NULL) names the line or the field. Errors: those of
 * wend_racetrack_create, and
 *     WEND_ERROR_IO   the file cannot be read */
WEND_API wend_error wend_racetrack_load(const wend_racetrack_def *def, const char *path,
                                        wend_domain **out, wend_diagnosis *diagnosis);

/* Returns a side after enlarging, in cells; 0 for a domain of another kind. */
WEND_API uint32_t wend_racetrack_width(const wend_domain *track);
WEND_API uint32_t wend_racetrack_height(const wend_domain *track);

/* Returns the largest speed per component; 0 for a domain of another kind. */
WEND_API uint32_t wend_racetrack_max_speed(const wend_domain *track);

/* Returns whether a cell, after enlarging, is inside the track and free. */
WEND_API bool wend_racetrack_is_free(const wend_domain *track, uint32_t x, uint32_t y);

/* Writes the first start cell and the first finish cell of a track, in row order.
 *
 * After enlarging, it is the middle of the square that the cell became. Returns false, and writes
 * nothing, if one of the two is missing. */
WEND_API bool wend_racetrack_ends(const wend_domain *track, uint32_t start[2], uint32_t finish[2]);

/* Returns the state of a cell, after enlarging, and a velocity. WEND_STATE_NONE if the cell is
 * outside the track or the velocity is too large. */
WEND_API wend_state wend_racetrack_state(const wend_domain *track, uint32_t x, uint32_t y, int vx,
                                         int vy);

/* Writes the cell and the velocity of a state, which must be below wend_domain_size. */
WEND_API void wend_racetrack_describe(const wend_domain *track, wend_state state, uint32_t *x,
                                      uint32_t *y, int *vx, int *vy);

#ifdef __cplusplus
}
#endif

#endif
