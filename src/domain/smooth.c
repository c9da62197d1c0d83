/* domain/smooth.c - smoothing of routes.
 *
 * A round visits the waypoints from first to last. Each waypoint B has a previous one, A, and a
 * next one, C. If A sees C, B is removed. Otherwise B slides along the line to A as far as it still
 * sees C, then along the line to C as far as A still sees it, like a string that is pulled tight
 * around the corners. */
#include <wend/route.h>

#include "domain/sight.h"

#include <math.h>
#include <stdlib.h>

/* Most rounds. Most routes are done after three. */
#define SMOOTH_ROUNDS_MAX 8u

/* ---- One waypoint ---------------------------------------------------------------------------- */

/* A waypoint between its neighbours. */
typedef struct route_bend {
    const wend_map *map;
    wn_sight_cell before, at, behind;
    double length; /* of both lines */
    uint32_t *tested;
} route_bend;

static double sight_distance(wn_sight_cell a, wn_sight_cell b) {
    double dx = a.x - b.x, dy = a.y - b.y;
    return sqrt(dx * dx + dy * dy);
}

/* Moves the waypoint if that makes the route shorter and both neighbours see the new cell. */
static bool bend_to(route_bend *b, wn_sight_cell to) {
    double length = sight_distance(b->before, to) + sight_distance(to, b->behind);
    bool is_better = length < b->length - 1e-9 &&
                     wn_sight_is_free(b->map, b->before, to, b->tested) &&
                     wn_sight_is_free(b->map, to, b->behind, b->tested);
    if (is_better) {
        b->at = to;
        b->length = length;
    }
    return is_better;
}

/* The cell nearest to the point `part` of `whole` along a line. */
static wn_sight_cell part_of_line(wn_sight_cell from, wn_sight_cell to, int part, int whole) {
    double share = (double)part / whole;
    return (wn_sight_cell){(int)lround(from.x + share * (to.x - from.x)),
                           (int)lround(from.y + share * (to.y - from.y))};
}

/* Moves the waypoint along the line to a neighbour as far as possible, by bisection. */
static bool slide_bend(route_bend *b, wn_sight_cell to) {
    wn_sight_cell from = b->at;
    int dx = abs(to.x - from.x), dy = abs(to.y - from.y);
    int whole = dx > dy ? dx : dy, low = 0, high = whole;
    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        if (bend_to(b, part_of_line(from, to, middle, whole))) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low > 0;
}

static bool tighten_bend(route_bend *b) {
    bool is_changed = slide_bend(b, b->before);
    return slide_bend(b, b->behind) || is_changed;
}

/* ---- Rounds ---------------------------------------------------------------------------------- */

static void begin_round(wend_smoothing *s, uint32_t count) {
    s->read = s->written = 1;
    s->count = count;
    s->is_changed = false;
}

static void end_round(wend_smoothing *s, wend_state *states, uint32_t *count) {
    states[s->written++] = states[s->count - 1];
    *count = s->written;
    s->rounds++;
    s->read = 0;
    s->is_over = !s->is_changed || s->rounds == SMOOTH_ROUNDS_MAX || *count < 3;
}

/* Handles the next waypoint of the round: removes it, or moves and keeps it. */
static void smooth_point(const wend_map *map, wend_state *states, wend_smoothing *s,
                         uint32_t *tested) {
    wn_sight_cell before = wn_sight_cell_of(map, states[s->written - 1]);
    wn_sight_cell behind = wn_sight_cell_of(map, states[s->read + 1]);
    if (wn_sight_is_free(map, before, behind, tested)) {
        s->is_changed = true;
    } else {
        wn_sight_cell at = wn_sight_cell_of(map, states[s->read]);
        route_bend b = {
            map,   before, at, behind, sight_distance(before, at) + sight_distance(at, behind),
            tested};
        s->is_changed = tighten_bend(&b) || s->is_changed;
        states[s->written++] = wend_map_state(map, (uint32_t)b.at.x, (uint32_t)b.at.y);
    }
    s->read++;
}

/* The next step of a round. */
static void smooth_on(const wend_map *map, wend_state *states, uint32_t *count,
                      wend_smoothing *smoothing, uint32_t *tested) {
    if (smoothing->read == 0) {
        begin_round(smoothing, *count);
    }
    if (smoothing->read + 1 < smoothing->count) {
        smooth_point(map, states, smoothing, tested);
    } else {
        end_round(smoothing, states, count);
    }
}

bool wend_route_smooth(const wend_map *map, wend_state *states, uint32_t *count,
                       wend_smoothing *smoothing, wend_budget budget) {
    if (!map || !states || !count || !smoothing || *count < 3 || map->cells.factors ||
        smoothing->is_over) {
        return true;
    }
    if (!budget.clock) {
        budget.nanoseconds = 0;
    }
    uint64_t work = wn_max_u64(budget.work, 1), end = wn_budget_end(&budget);
    uint32_t tested = 0;
    do {
        smooth_on(map, states, count, smoothing, &tested);
    } while (!smoothing->is_over && tested < work && !wn_budget_is_over(&budget, end));
    return smoothing->is_over;
}
