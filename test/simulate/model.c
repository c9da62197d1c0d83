#include "simulate/model.h"

#include "support/test.h"

#include <string.h>

void model_open(model_map *m) {
    uint32_t cells = model_cells(m);
    m->is_free = test_alloc(cells);
    m->factor = test_alloc(cells);
    memset(m->is_free, 0, cells);
    memset(m->factor, 1, cells);
}

void model_close(model_map *m) {
    free(m->is_free);
    free(m->factor);
    *m = (model_map){0};
}

/* ---- Rules ----------------------------------------------------------------------------------- */

bool model_is_free(const model_map *m, int64_t x, int64_t y) {
    return x >= 0 && y >= 0 && x < m->width && y < m->height && m->is_free[y * m->width + x];
}

/* The length of the step (dx, dy) from (x, y) if the cells that it passes allow it, otherwise 0. */
static wend_cost step_length(const model_map *m, int64_t x, int64_t y, int64_t dx, int64_t dy) {
    int64_t squared = dx * dx + dy * dy;
    if (squared == 1) {
        return WEND_COST_ONE;
    }
    if (squared == 2 && m->neighbors >= 8) {
        int sides = model_is_free(m, x + dx, y) + model_is_free(m, x, y + dy);
        int needed = m->corners == WEND_CORNERS_NEVER ? 2 : m->corners == WEND_CORNERS_ONE ? 1 : 0;
        return sides >= needed ? WEND_COST_DIAGONAL : 0;
    }
    if (squared == 5 && m->neighbors == 16) {
        bool is_wide = dx * dx == 4;
        int64_t half_x = x + (is_wide ? dx / 2 : 0), half_y = y + (is_wide ? 0 : dy / 2);
        int64_t other_x = is_wide ? half_x : x + dx, other_y = is_wide ? y + dy : half_y;
        bool is_legal = model_is_free(m, half_x, half_y) && model_is_free(m, other_x, other_y);
        return is_legal ? WEND_COST_KNIGHT : 0;
    }
    return 0;
}

wend_cost model_move_cost(const model_map *m, wend_state from, wend_state to) {
    if (from >= model_cells(m) || to >= model_cells(m)) {
        return 0;
    }
    int64_t x = from % m->width, y = from / m->width;
    int64_t dx = (int64_t)(to % m->width) - x, dy = (int64_t)(to / m->width) - y;
    wend_cost length = m->is_free[to] ? step_length(m, x, y, dx, dy) : 0;
    if (!length && llabs(dx) + llabs(dy) == 1 && model_is_buried(m, from)) {
        length = WEND_COST_ONE;
    }
    if (!m->is_weighted) {
        return length;
    }
    wend_cost twice = length * ((wend_cost)m->factor[from] + m->factor[to]);
    return twice / 2 + twice % 2;
}

uint32_t model_moves(const model_map *m, wend_state from, wend_state out[MODEL_MOVES_MAX]) {
    int64_t x = from % m->width, y = from / m->width;
    uint32_t count = 0;
    for (int64_t dy = -2; dy <= 2; dy++) {
        for (int64_t dx = -2; dx <= 2; dx++) {
            if (model_is_free(m, x + dx, y + dy) && step_length(m, x, y, dx, dy)) {
                out[count++] = (wend_state)((y + dy) * m->width + x + dx);
            }
        }
    }
    return count;
}

bool model_is_buried(const model_map *m, wend_state state) {
    wend_state next[MODEL_MOVES_MAX];
    return !m->is_free[state] && model_moves(m, state, next) == 0;
}

/* Steps along rows and columns to the nearest free cell, up to `most`; more if all are blocked. */
static uint32_t steps_to_free(const model_map *m, int64_t x, int64_t y, int64_t most) {
    for (int64_t steps = 0; steps <= most; steps++) {
        for (int64_t dx = -steps; dx <= steps; dx++) {
            int64_t dy = steps - llabs(dx);
            if (model_is_free(m, x + dx, y + dy) || model_is_free(m, x + dx, y - dy)) {
                return (uint32_t)steps;
            }
        }
    }
    return (uint32_t)most + 1;
}

wend_state model_way_out(const model_map *m, wend_state state) {
    static const int64_t step_x[] = {0, 1, 0, -1}, step_y[] = {-1, 0, 1, 0};
    int64_t x = state % m->width, y = state / m->width;
    uint32_t steps = model_is_buried(m, state) ? steps_to_free(m, x, y, WEND_WAY_OUT_MAX) : 0;
    for (uint32_t i = 0; steps > 0 && steps <= WEND_WAY_OUT_MAX && i < 4; i++) {
        int64_t to_x = x + step_x[i], to_y = y + step_y[i];
        bool is_inside = to_x >= 0 && to_y >= 0 && to_x < m->width && to_y < m->height;
        if (is_inside && steps_to_free(m, to_x, to_y, steps) < steps) {
            return (wend_state)(to_y * m->width + to_x);
        }
    }
    return WEND_STATE_NONE;
}

wend_state model_edge(const model_map *m, wend_state state) {
    for (wend_state next = state; next != WEND_STATE_NONE; next = model_way_out(m, state)) {
        state = next;
    }
    return state;
}

/* ---- Searches -------------------------------------------------------------------------------- */

/* Floods from `from` until `until` is met. Returns the number of cells reached. */
static uint32_t flood(const model_map *m, wend_state from, wend_state until, bool *is_met) {
    uint32_t cells = model_cells(m), count = 1;
    uint8_t *is_seen = test_alloc(cells);
    wend_state *queue = test_alloc(cells * sizeof *queue);
    memset(is_seen, 0, cells);
    queue[0] = from;
    is_seen[from] = 1;
    for (uint32_t head = 0; head < count && !(until != WEND_STATE_NONE && is_seen[until]); head++) {
        wend_state next[MODEL_MOVES_MAX];
        for (uint32_t i = model_moves(m, queue[head], next); i > 0; i--) {
            if (!is_seen[next[i - 1]]) {
                is_seen[next[i - 1]] = 1;
                queue[count++] = next[i - 1];
            }
        }
    }
    *is_met = until != WEND_STATE_NONE && is_seen[until];
    free(queue);
    free(is_seen);
    return count;
}

bool model_reaches(const model_map *m, wend_state from, wend_state to) {
    bool is_met = from == to;
    if (!is_met && m->is_free[to]) {
        flood(m, model_edge(m, from), to, &is_met);
    }
    return is_met;
}

uint32_t model_reachable(const model_map *m, wend_state from) {
    bool is_met;
    wend_state edge = model_edge(m, from);
    return flood(m, edge, WEND_STATE_NONE, &is_met) + (edge != from ? WEND_WAY_OUT_MAX : 0);
}

/* Relaxes cells from a queue until nothing becomes cheaper. */
uint64_t *model_distances(const model_map *m, wend_state from) {
    uint32_t cells = model_cells(m);
    uint64_t *out = test_alloc(cells * sizeof *out);
    uint8_t *is_queued = test_alloc(cells);
    wend_state *ring = test_alloc(((size_t)cells + 1) * sizeof *ring);
    memset(out, 0xff, cells * sizeof *out);
    memset(is_queued, 0, cells);
    uint32_t head = 0, tail = 0;
    out[from] = 0;
    ring[tail++] = from;
    while (head != tail) {
        wend_state at = ring[head], next[MODEL_MOVES_MAX];
        head = head == cells ? 0 : head + 1;
        is_queued[at] = 0;
        for (uint32_t i = model_moves(m, at, next); i > 0; i--) {
            wend_state to = next[i - 1];
            uint64_t cost = out[at] + model_move_cost(m, at, to);
            if (cost < out[to]) {
                out[to] = cost;
                if (!is_queued[to]) {
                    is_queued[to] = 1;
                    ring[tail] = to;
                    tail = tail == cells ? 0 : tail + 1;
                }
            }
        }
    }
    free(ring);
    free(is_queued);
    return out;
}

uint64_t model_octile(const model_map *m, wend_state from, wend_state to) {
    int64_t dx = llabs((int64_t)(from % m->width) - (int64_t)(to % m->width));
    int64_t dy = llabs((int64_t)(from / m->width) - (int64_t)(to / m->width));
    int64_t less = dx < dy ? dx : dy, more = dx < dy ? dy : dx;
    return (uint64_t)less * WEND_COST_DIAGONAL + (uint64_t)(more - less) * WEND_COST_ONE;
}
