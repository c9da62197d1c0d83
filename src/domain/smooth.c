/* domain/smooth.c - lines of sight, and routes pulled straight.
 *
 * A round goes over the points from the first to the last and takes each, B, between the one before
 * it, A, and the one behind it, C. If A sees C, B is left out. If not, it slides along the
 * line to A as far as it still sees C, and likewise along the line to C: like a string that
 * is pulled until it lies at the corners. */
#include <wend/route.h>

#include "domain/grid.h"

#include <math.h>
#include <stdlib.h>

/* Most rounds. Most routes are done after three. */
#define SMOOTH_ROUNDS_MAX 8u

typedef struct sight_cell {
    int x, y;
} sight_cell;

static sight_cell sight_cell_of(const wend_map *map, wend_state state) {
    return (sight_cell){(int)wend_map_x(map, state), (int)wend_map_y(map, state)};
}

static bool sight_is_free(const wend_map *map, int x, int y) {
    return x >= 0 && y >= 0 && wn_cells_are_free(&map->cells, (uint32_t)x, (uint32_t)y);
}

/* ---- Sight ----------------------------------------------------------------------------------- */

/* Whether a line may pass between two cells that touch at a corner. */
static bool line_may_pass(const wend_map *map, bool one, bool other) {
    if (map->def.neighbors == 4 || map->def.corners == WEND_CORNERS_NEVER) {
        return one && other;
    }
    return map->def.corners == WEND_CORNERS_ALWAYS || one || other;
}

/* From cell to cell along the line. `lead` is how much nearer, times the product of
 * both lengths, the line is to the next column than to the next row: at 0 it passes through a
 * corner. */
static bool line_is_free(const wend_map *map, sight_cell from, sight_cell to, uint32_t *tested) {
    int dx = abs(to.x - from.x), dy = abs(to.y - from.y);
    int step_x = to.x > from.x ? 1 : -1, step_y = to.y > from.y ? 1 : -1;
    int lead = dx - dy;
    for (sight_cell at = from;;) {
        ++*tested;
        if (!sight_is_free(map, at.x, at.y)) {
            return false;
        }
        if (at.x == to.x && at.y == to.y) {
            return true;
        }
        if (lead > 0) {
            at.x += step_x;
            lead -= 2 * dy;
        } else if (lead < 0) {
            at.y += step_y;
            lead += 2 * dx;
        } else if (line_may_pass(map, sight_is_free(map, at.x + step_x, at.y),
                                 sight_is_free(map, at.x, at.y + step_y))) {
            at.x += step_x;
            at.y += step_y;
            lead += 2 * dx - 2 * dy;
        } else {
            return false;
        }
    }
}

bool wend_route_sees(const wend_map *map, wend_state from, wend_state to) {
    uint32_t tested = 0;
    bool are_inside = map && from < map->domain.state_count && to < map->domain.state_count;
    return are_inside &&
           line_is_free(map, sight_cell_of(map, from), sight_cell_of(map, to), &tested);
}

/* ---- One point ------------------------------------------------------------------------------- */

/* A point between its neighbours. */
typedef struct route_bend {
    const wend_map *map;
    sight_cell before, at, behind;
    double length; /* of both lines */
    uint32_t *tested;
} route_bend;

static double sight_distance(sight_cell a, sight_cell b) {
    double dx = a.x - b.x, dy = a.y - b.y;
    return sqrt(dx * dx + dy * dy);
}

/* Moves the point if that makes the route shorter and both neighbours see it. */
static bool bend_to(route_bend *b, sight_cell to) {
    double length = sight_distance(b->before, to) + sight_distance(to, b->behind);
    bool is_better = length < b->length - 1e-9 && line_is_free(b->map, b->before, to, b->tested) &&
                     line_is_free(b->map, to, b->behind, b->tested);
    if (is_better) {
        b->at = to;
        b->length = length;
    }
    return is_better;
}

/* The cell nearest to the point `part` of `whole` along a line. */
static sight_cell part_of_line(sight_cell from, sight_cell to, int part, int whole) {
    double share = (double)part / whole;
    return (sight_cell){(int)lround(from.x + share * (to.x - from.x)),
                        (int)lround(from.y + share * (to.y - from.y))};
}

/* As far along the line to a neighbour as both see it, by halving. */
static bool slide_bend(route_bend *b, sight_cell to) {
    sight_cell from = b->at;
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

/* The next point of the round: left out, or moved and kept. */
static void smooth_point(const wend_map *map, wend_state *states, wend_smoothing *s,
                         uint32_t *tested) {
    sight_cell before = sight_cell_of(map, states[s->written - 1]);
    sight_cell behind = sight_cell_of(map, states[s->read + 1]);
    if (line_is_free(map, before, behind, tested)) {
        s->is_changed = true;
    } else {
        sight_cell at = sight_cell_of(map, states[s->read]);
        route_bend b = {
            map,   before, at, behind, sight_distance(before, at) + sight_distance(at, behind),
            tested};
        s->is_changed = tighten_bend(&b) || s->is_changed;
        states[s->written++] = wend_map_state(map, (uint32_t)b.at.x, (uint32_t)b.at.y);
    }
    s->read++;
}

bool wend_route_smooth(const wend_map *map, wend_state *states, uint32_t *count,
                       wend_smoothing *smoothing, uint32_t budget) {
    if (!map || !states || !count || !smoothing || *count < 3 || map->cells.factors) {
        return true;
    }
    uint32_t tested = 0;
    while (!smoothing->is_over && tested < wn_max_u32(budget, 1)) {
        if (smoothing->read == 0) {
            begin_round(smoothing, *count);
        }
        if (smoothing->read + 1 < smoothing->count) {
            smooth_point(map, states, smoothing, &tested);
        } else {
            end_round(smoothing, states, count);
        }
    }
    return smoothing->is_over;
}
