/* research/domain/racetrack.h - the racetrack, as the kernels see it.
 *
 *     id = | cell = y * width + x | (vy + V) * (2V + 1) + (vx + V) |     mixed radix, not bits
 *
 * There is one more id at the end, the sink: the goal's cell at any speed. It has no successors. */
#ifndef WN_RACETRACK_H
#define WN_RACETRACK_H

#include <wend/research/racetrack.h>

#include "base/isqrt.h"
#include "domain/domain.h"

#define WN_RACETRACK_DEGREE     9
#define WN_RACETRACK_STEP       1000u /* cost of an action */
#define WN_RACETRACK_SPAN_MAX   (2 * WEND_RACETRACK_SPEED_MAX + 1)
#define WN_RACETRACK_SPEEDS_MAX (WN_RACETRACK_SPAN_MAX * WN_RACETRACK_SPAN_MAX)

/* The cells that a car passes at some velocity, as offsets from the cell it leaves. */
typedef struct wn_racetrack_line {
    uint32_t count;
    int32_t ground[WEND_RACETRACK_SPEED_MAX]; /* offsets in wn_racetrack.ground */
    int32_t cells[WEND_RACETRACK_SPEED_MAX];  /* offsets of cell numbers */
} wn_racetrack_line;

typedef struct wn_racetrack {
    wend_domain domain;
    uint32_t width; /* after enlarging */
    uint32_t height;
    int32_t max_speed;
    uint32_t span;     /* values of one component of a velocity: 2V + 1 */
    uint32_t speeds;   /* number of velocities: span * span */
    uint32_t standing; /* the number of velocity (0, 0) */
    bool has_ends;
    uint32_t start[2];
    uint32_t finish[2];
    wn_racetrack_line lines[WN_RACETRACK_SPEEDS_MAX]; /* by velocity */

    /* 1 for free cells, with a border of 0. Rows are width + 1 long: the last entry of a row is the
     * left border of the next. Lines go from cell to adjacent cell and end at the first cell that
     * is not free, so nothing beyond the border is read. */
    const uint8_t *ground; /* the entry of cell (0, 0) */
} wn_racetrack;

wn_kernel_choice wn_racetrack_kernel; /* research/search/racetrack_search.c */

static inline const wn_racetrack *wn_racetrack_of(const wend_domain *domain) {
    return (const wn_racetrack *)domain; /* its first member */
}

static inline wn_id wn_racetrack_sink(const wn_racetrack *track) {
    return track->domain.id_limit - 1;
}

/* Adds a successor unless it is the state itself or already listed. */
WN_INLINE uint32_t wn_racetrack_enter(wn_successor *out, uint32_t count, wn_id from, wn_id to) {
    if (to == from) {
        return count;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (out[i].id == to) {
            return count;
        }
    }
    out[count] = (wn_successor){to, WN_RACETRACK_STEP};
    return count + 1;
}

/* The cell where a car that follows a line ends. */
WN_INLINE uint32_t wn_racetrack_drive(const wn_racetrack_line *line, const uint8_t *ground,
                                      uint32_t cell, bool *crashed) {
    uint32_t to = cell;
    for (uint32_t i = 0; i < line->count; i++) {
        if (!ground[line->ground[i]]) {
            *crashed = true;
            return to;
        }
        to = cell + (uint32_t)line->cells[i];
    }
    *crashed = false;
    return to;
}

/* Writes the successors of a state by increasing vy, then vx; returns how many. Accelerations
 * beyond the maximum speed are skipped: a clamped one has the same effect. */
WN_INLINE uint32_t wn_racetrack_successors(const wn_racetrack *track, wn_id id, uint32_t goal_cell,
                                           wn_successor *out) {
    assert(id < track->domain.id_limit);
    if (id == wn_racetrack_sink(track)) {
        return 0;
    }
    uint32_t cell = id / track->speeds;
    uint32_t velocity = id % track->speeds;
    uint32_t vy = velocity / track->span;
    uint32_t vx = velocity % track->span;
    uint32_t top = track->span - 1;
    const uint8_t *ground = track->ground + cell + cell / track->width;
    uint32_t count = 0;
    for (uint32_t ny = vy ? vy - 1 : 0; ny <= wn_min_u32(vy + 1, top); ny++) {
        for (uint32_t nx = vx ? vx - 1 : 0; nx <= wn_min_u32(vx + 1, top); nx++) {
            uint32_t next = ny * track->span + nx;
            bool crashed;
            uint32_t to = wn_racetrack_drive(&track->lines[next], ground, cell, &crashed);
            if (to == goal_cell) {
                count = wn_racetrack_enter(out, count, id, wn_racetrack_sink(track));
            } else if (crashed || next == track->standing) {
                count = wn_racetrack_enter(out, count, id, to * track->speeds + track->standing);
            } else {
                /* The only successor with this velocity, and on another cell. */
                out[count++] = (wn_successor){to * track->speeds + next, WN_RACETRACK_STEP};
            }
        }
    }
    return count;
}

/* The Euclidean distance to the goal's cell divided by the longest distance of one action, V * sqrt
 * 2, rounded down. Consistent: an action ends (crashed or not) at most V cells away in x and in y,
 * so the exact value falls by at most 1 action. That is an integer cost, so rounding down preserves
 * it. */
WN_INLINE wend_cost wn_racetrack_h(const wn_racetrack *track, wn_id id, uint32_t goal_x,
                                   uint32_t goal_y) {
    if (id == wn_racetrack_sink(track)) {
        return 0;
    }
    uint32_t cell = id / track->speeds;
    int64_t dx = (int64_t)(cell % track->width) - goal_x;
    int64_t dy = (int64_t)(cell / track->width) - goal_y;
    uint64_t square = (uint64_t)(dx * dx + dy * dy);
    uint32_t longest = 2 * (uint32_t)(track->max_speed * track->max_speed); /* its square */
    return (wend_cost)wn_isqrt(square * WN_RACETRACK_STEP * WN_RACETRACK_STEP / longest);
}

#endif
