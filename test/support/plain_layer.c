#include "support/plain_layer.h"

#include "domain/grid.h"
#include "support/test.h"

#include <stdlib.h>
#include <string.h>

void plain_layer_open(plain_layer *l, const wend_layer_def *def, const uint8_t *obstacles) {
    *l = (plain_layer){.base = def->base,
                       .width = (int)wend_map_width(def->base),
                       .height = (int)wend_map_height(def->base),
                       .size = def->size ? (int)def->size : 1,
                       .kinds = def->kinds,
                       .inflation = def->inflation,
                       .obstacles = obstacles};
    size_t cells = (size_t)l->width * (size_t)l->height;
    l->bare = test_alloc(cells);
    l->values = test_alloc(cells);
    l->squares = test_alloc(cells);
    l->costs = test_alloc(cells * sizeof *l->costs);
    l->queue = test_alloc(cells * sizeof *l->queue);
    l->is_queued = test_alloc(cells * sizeof *l->is_queued);
    plain_layer_read(l);
}

void plain_layer_close(plain_layer *l) {
    free(l->bare);
    free(l->values);
    free(l->squares);
    free(l->costs);
    free(l->queue);
    free(l->is_queued);
}

/* ---- Cells ----------------------------------------------------------------------------------- */

static uint8_t bare_at(const plain_layer *l, int x, int y) {
    uint32_t ux = (uint32_t)x, uy = (uint32_t)y;
    if (l->obstacles && l->obstacles[y * l->width + x]) {
        return 0;
    }
    if (l->kinds) {
        return l->kinds[(unsigned char)wend_map_cell(l->base, ux, uy)];
    }
    if (!wend_map_is_free(l->base, ux, uy)) {
        return 0;
    }
    const uint8_t *factors = l->base->cells.factors;
    return factors ? factors[wn_grid_id(l->base, ux, uy)] : 1;
}

/* All cells within the reach of inflation. */
static uint8_t value_at(const plain_layer *l, int x, int y) {
    int bare = l->bare[y * l->width + x], reach = (int)WEND_INFLATION_MAX;
    int least = reach * reach + 1;
    for (int cy = y - reach; cy <= y + reach; cy++) {
        for (int cx = x - reach; cx <= x + reach; cx++) {
            bool is_inside = cx >= 0 && cy >= 0 && cx < l->width && cy < l->height;
            int square = (cx - x) * (cx - x) + (cy - y) * (cy - y);
            if (is_inside && !l->bare[cy * l->width + cx] && square < least) {
                least = square;
            }
        }
    }
    int distance = 0;
    while (distance * distance < least) {
        distance++;
    }
    int more = distance <= reach ? l->inflation[distance] : 0;
    if (bare == 0 || more == (int)WEND_INFLATION_BLOCKED) {
        return 0;
    }
    return (uint8_t)(bare + more > 255 ? 255 : bare + more);
}

static int cell_value(const plain_layer *l, int x, int y) {
    bool is_inside = x >= 0 && y >= 0 && x < l->width && y < l->height;
    return is_inside ? l->values[y * l->width + x] : 0;
}

/* 0 if a cell of the square is blocked, otherwise the greatest factor. */
static uint8_t square_at(const plain_layer *l, int x, int y, int size) {
    int greatest = 0;
    for (int cy = y; cy < y + size; cy++) {
        for (int cx = x; cx < x + size; cx++) {
            int value = cell_value(l, cx, cy);
            if (value == 0) {
                return 0;
            }
            greatest = value > greatest ? value : greatest;
        }
    }
    return (uint8_t)greatest;
}

void plain_layer_read(plain_layer *l) {
    bool has_inflation = false;
    for (uint32_t d = 0; d <= WEND_INFLATION_MAX; d++) {
        has_inflation = has_inflation || l->inflation[d];
    }
    for (int cell = 0; cell < l->width * l->height; cell++) {
        l->bare[cell] = bare_at(l, cell % l->width, cell / l->width);
    }
    for (int cell = 0; cell < l->width * l->height; cell++) {
        l->values[cell] =
            has_inflation ? value_at(l, cell % l->width, cell / l->width) : l->bare[cell];
    }
    for (int cell = 0; cell < l->width * l->height; cell++) {
        l->squares[cell] = square_at(l, cell % l->width, cell / l->width, l->size);
    }
}

uint32_t plain_layer_clearance(const plain_layer *l, int x, int y) {
    uint32_t side = 0;
    while (side < WEND_LAYER_SIZE_MAX && square_at(l, x, y, (int)side + 1)) {
        side++;
    }
    return side;
}

/* ---- Steps ----------------------------------------------------------------------------------- */

static int square_factor(const plain_layer *l, int x, int y) {
    bool is_inside = x >= 0 && y >= 0 && x < l->width && y < l->height;
    return is_inside ? l->squares[y * l->width + x] : 0;
}

/* A diagonal step of the square passes two cells that it covers neither before nor after it: the
 * other two corners of the square with sides of k + 1 cells that contains both positions. */
static bool corners_allow(const plain_layer *l, int x, int y, int dx, int dy) {
    int left = dx > 0 ? x : x - 1, right = left + l->size;
    int top = dy > 0 ? y : y - 1, bottom = top + l->size;
    bool falls = dx == dy; /* from top left to bottom right, or back */
    bool one = cell_value(l, falls ? right : left, top) > 0;
    bool other = cell_value(l, falls ? left : right, bottom) > 0;
    switch (wend_map_corners(l->base)) {
    case WEND_CORNERS_NEVER:
        return one && other;
    case WEND_CORNERS_ONE:
        return one || other;
    case WEND_CORNERS_ALWAYS:
        break;
    }
    return true;
}

/* A knight's move passes two positions: one step along its longer side, and one diagonally. */
static bool knight_allows(const plain_layer *l, int x, int y, int dx, int dy) {
    int along_x = abs(dx) == 2 ? dx / 2 : 0, along_y = abs(dy) == 2 ? dy / 2 : 0;
    int half_x = abs(dx) == 2 ? dx / 2 : dx, half_y = abs(dy) == 2 ? dy / 2 : dy;
    return square_factor(l, x + along_x, y + along_y) && square_factor(l, x + half_x, y + half_y);
}

wend_cost plain_layer_step(const plain_layer *l, int from, int to) {
    int x = from % l->width, y = from / l->width;
    int dx = to % l->width - x, dy = to / l->width - y, kind = dx * dx + dy * dy;
    uint32_t neighbors = wend_map_neighbors(l->base);
    uint32_t factors = (uint32_t)l->squares[from] + l->squares[to], length = 0;
    if (!l->squares[from] || !l->squares[to]) {
        return 0;
    }
    if (kind == 1) {
        length = WEND_COST_ONE;
    } else if (kind == 2 && neighbors >= 8 && corners_allow(l, x, y, dx, dy)) {
        length = WEND_COST_DIAGONAL;
    } else if (kind == 5 && neighbors == 16 && knight_allows(l, x, y, dx, dy)) {
        length = WEND_COST_KNIGHT;
    }
    return (length * factors + 1) / 2;
}

/* ---- Floods ---------------------------------------------------------------------------------- */

/* Passes on lower costs until nothing changes. */
void plain_layer_flood(plain_layer *l, int from) {
    int cells = l->width * l->height, first = 0, count = 0;
    for (int cell = 0; cell < cells; cell++) {
        l->costs[cell] = PLAIN_LAYER_UNREACHED;
        l->is_queued[cell] = false;
    }
    l->costs[from] = 0;
    l->queue[count++] = from;
    while (count > 0) {
        int at = l->queue[first];
        first = (first + 1) % cells;
        count--;
        l->is_queued[at] = false;
        for (int dy = -2; dy <= 2; dy++) {
            for (int dx = -2; dx <= 2; dx++) {
                int x = at % l->width + dx, y = at / l->width + dy, to = y * l->width + x;
                if (!square_factor(l, x, y)) {
                    continue;
                }
                wend_cost step = plain_layer_step(l, at, to);
                if (step && l->costs[at] + step < l->costs[to]) {
                    l->costs[to] = l->costs[at] + step;
                    if (!l->is_queued[to]) {
                        l->is_queued[to] = true;
                        l->queue[(first + count++) % cells] = to;
                    }
                }
            }
        }
    }
}

int plain_layer_random_free(const plain_layer *l, dice *d) {
    for (int tries = 0; tries < 1000; tries++) {
        int cell = (int)dice_between(d, 0, (uint32_t)(l->width * l->height) - 1);
        if (l->squares[cell]) {
            return cell;
        }
    }
    return -1;
}

void plain_layer_check(const plain_layer *l, const wend_layer *layer) {
    const wend_map *map = wend_layer_map(layer);
    for (int cell = 0; cell < l->width * l->height; cell++) {
        int x = cell % l->width, y = cell / l->width;
        uint32_t ux = (uint32_t)x, uy = (uint32_t)y;
        check(wend_map_is_free(map, ux, uy) == (l->squares[cell] > 0), "size %d: free at (%d, %d)",
              l->size, x, y);
        uint32_t clearance = wend_layer_clearance(layer, ux, uy);
        check(clearance == plain_layer_clearance(l, x, y), "clearance %u at (%d, %d)", clearance, x,
              y);
        uint32_t factor = map->cells.factors ? map->cells.factors[wn_grid_id(map, ux, uy)] : 1;
        check(!l->squares[cell] || factor == l->squares[cell], "size %d: factor %u at (%d, %d)",
              l->size, factor, x, y);
    }
}
