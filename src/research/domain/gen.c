/* research/domain/gen.c - generators of maps, reproducible by seed. */
#include <wend/research/gen.h>
#include <wend/map.h>

#include "base/base.h"
#include "base/rng.h"

#include <stdlib.h>
#include <string.h>

#define FREE    '.'
#define BLOCKED '@'

/* ---- Random obstacles ----------------------------------------------------------------------- */

/* Blocks squares of scale x scale cells. */
static void fill_random(const wend_gen_def *def, wn_rng *rng, char *cells) {
    for (uint32_t y = 0; y < def->height; y += def->scale) {
        for (uint32_t x = 0; x < def->width; x += def->scale) {
            char cell = wn_rng_below(rng, 100) < def->density ? BLOCKED : FREE;
            uint32_t columns = wn_min_u32(def->scale, def->width - x);
            uint32_t rows = wn_min_u32(def->scale, def->height - y);
            for (uint32_t row = 0; row < rows; row++) {
                memset(cells + (size_t)(y + row) * def->width + x, cell, columns);
            }
        }
    }
}

/* ---- Rooms --------------------------------------------------------------------------------- */

/* Opens one cell of a piece of wall between two neighbouring rooms. */
static void open_door(const wend_gen_def *def, wn_rng *rng, char *cells, uint32_t x, uint32_t y,
                      uint32_t length_x, uint32_t length_y) {
    x += length_x > 1 ? wn_rng_below(rng, length_x) : 0;
    y += length_y > 1 ? wn_rng_below(rng, length_y) : 0;
    cells[(size_t)y * def->width + x] = FREE;
}

/* Builds walls every scale + 1 cells. Every room has a door to its left or upper neighbour, which
 * connects all rooms. Each other piece of wall has a door with probability 1/2. */
static void make_rooms(const wend_gen_def *def, wn_rng *rng, char *cells) {
    uint32_t pitch = def->scale + 1;
    for (uint32_t y = 0; y < def->height; y++) {
        for (uint32_t x = 0; x < def->width; x++) {
            bool wall = x % pitch == def->scale || y % pitch == def->scale;
            cells[(size_t)y * def->width + x] = wall ? BLOCKED : FREE;
        }
    }
    for (uint32_t y = 0; y < def->height; y += pitch) {
        for (uint32_t x = 0; x < def->width; x += pitch) {
            uint32_t room_w = wn_min_u32(def->scale, def->width - x);
            uint32_t room_h = wn_min_u32(def->scale, def->height - y);
            bool left = wn_rng_below(rng, 2) == 0;
            bool both = wn_rng_below(rng, 2) == 0;
            if (x > 0 && (left || both || y == 0)) {
                open_door(def, rng, cells, x - 1, y, 1, room_h);
            }
            if (y > 0 && (!left || both || x == 0)) {
                open_door(def, rng, cells, x, y - 1, room_w, 1);
            }
        }
    }
}

/* ---- Maze ---------------------------------------------------------------------------------- */

struct maze {
    const wend_gen_def *def;
    char *cells;
    uint32_t columns;
    uint32_t rows;
};

/* Frees the square of a maze node and the passage to it from its parent. */
static void dig(const struct maze *maze, uint32_t from, uint32_t to) {
    uint32_t scale = maze->def->scale;
    uint32_t pitch = scale + 1;
    uint32_t fx = from % maze->columns * pitch, fy = from / maze->columns * pitch;
    uint32_t tx = to % maze->columns * pitch, ty = to / maze->columns * pitch;
    uint32_t x0 = wn_min_u32(fx, tx), x1 = wn_max_u32(fx, tx) + scale;
    uint32_t y0 = wn_min_u32(fy, ty), y1 = wn_max_u32(fy, ty) + scale;
    for (uint32_t y = y0; y < wn_min_u32(y1, maze->def->height); y++) {
        for (uint32_t x = x0; x < wn_min_u32(x1, maze->def->width); x++) {
            maze->cells[(size_t)y * maze->def->width + x] = FREE;
        }
    }
}

static bool is_dug(const struct maze *maze, uint32_t node) {
    uint32_t pitch = maze->def->scale + 1;
    size_t y = node / maze->columns * pitch;
    return maze->cells[y * maze->def->width + node % maze->columns * pitch] == FREE;
}

/* Depth-first traversal that enters every node once. */
static wend_error make_maze(const wend_gen_def *def, wn_rng *rng, char *cells) {
    uint32_t pitch = def->scale + 1;
    struct maze maze = {def, cells, (def->width + pitch - 1) / pitch,
                        (def->height + pitch - 1) / pitch};
    memset(cells, BLOCKED, (size_t)def->width * def->height);
    uint32_t *stack = malloc((size_t)maze.columns * maze.rows * sizeof *stack);
    if (!stack) {
        return WEND_ERROR_MEMORY;
    }
    uint32_t depth = 1;
    stack[0] = 0;
    dig(&maze, 0, 0);
    while (depth > 0) {
        uint32_t node = stack[depth - 1];
        uint32_t x = node % maze.columns, y = node / maze.columns;
        uint32_t options[4], count = 0;
        const uint32_t around[4] = {node - 1, node + 1, node - maze.columns, node + maze.columns};
        const bool inside[4] = {x > 0, x + 1 < maze.columns, y > 0, y + 1 < maze.rows};
        for (uint32_t i = 0; i < 4; i++) {
            if (inside[i] && !is_dug(&maze, around[i])) {
                options[count++] = around[i];
            }
        }
        if (count == 0) {
            depth--;
            continue;
        }
        uint32_t next = options[wn_rng_below(rng, count)];
        dig(&maze, node, next);
        stack[depth++] = next;
    }
    free(stack);
    return WEND_OK;
}

/* ---- Caves --------------------------------------------------------------------------------- */

#define SMOOTHINGS 4

/* Counts the blocked cells among the eight around a cell. Cells outside the map count as blocked.
 */
static uint32_t blocked_around(const wend_gen_def *def, const char *cells, uint32_t x, uint32_t y) {
    uint32_t count = 0;
    for (uint32_t dy = 0; dy < 3; dy++) {
        for (uint32_t dx = 0; dx < 3; dx++) {
            uint32_t nx = x + dx - 1, ny = y + dy - 1; /* wraps around to a large number outside */
            bool outside = nx >= def->width || ny >= def->height;
            count +=
                (dx != 1 || dy != 1) && (outside || cells[(size_t)ny * def->width + nx] == BLOCKED);
        }
    }
    return count;
}

/* Marks the cavern of a cell with `mark`, by orthogonal steps; returns its size. */
static uint32_t flood(const wend_gen_def *def, char *cells, uint32_t from, char old, char mark,
                      uint32_t *stack) {
    uint32_t depth = 1, size = 0;
    stack[0] = from;
    cells[from] = mark;
    while (depth > 0) {
        uint32_t cell = stack[--depth];
        uint32_t x = cell % def->width, y = cell / def->width;
        size++;
        const uint32_t around[4] = {cell - 1, cell + 1, cell - def->width, cell + def->width};
        const bool inside[4] = {x > 0, x + 1 < def->width, y > 0, y + 1 < def->height};
        for (uint32_t i = 0; i < 4; i++) {
            if (inside[i] && cells[around[i]] == old) {
                cells[around[i]] = mark;
                stack[depth++] = around[i];
            }
        }
    }
    return size;
}

/* Keeps only the largest cavern. */
static void fill_small_caverns(const wend_gen_def *def, char *cells, uint32_t *stack) {
    const char seen = 's', kept = 'k';
    uint32_t count = def->width * def->height;
    uint32_t best = 0, best_size = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (cells[i] == FREE) {
            uint32_t size = flood(def, cells, i, FREE, seen, stack);
            if (size > best_size) {
                best = i;
                best_size = size;
            }
        }
    }
    if (best_size > 0) {
        flood(def, cells, best, seen, kept, stack);
    }
    for (uint32_t i = 0; i < count; i++) {
        cells[i] = cells[i] == kept ? FREE : BLOCKED;
    }
}

/* Gives each cell the majority value of the nine cells around it. */
static void smooth(const wend_gen_def *def, char *cells, char *next) {
    for (uint32_t round = 0; round < SMOOTHINGS; round++) {
        for (uint32_t y = 0; y < def->height; y++) {
            for (uint32_t x = 0; x < def->width; x++) {
                size_t i = (size_t)y * def->width + x;
                uint32_t around = blocked_around(def, cells, x, y);
                next[i] = around + (cells[i] == BLOCKED) >= 5 ? BLOCKED : FREE;
            }
        }
        memcpy(cells, next, (size_t)def->width * def->height);
    }
}

/* Smoothed noise on a coarse map, enlarged and smoothed again. */
static wend_error make_caves(const wend_gen_def *def, wn_rng *rng, char *cells) {
    wend_gen_def coarse = *def;
    coarse.width = (def->width + def->scale - 1) / def->scale;
    coarse.height = (def->height + def->scale - 1) / def->scale;
    coarse.scale = 1;
    size_t count = (size_t)def->width * def->height;
    char *next = malloc(count);
    uint32_t *stack = malloc(count * sizeof *stack);
    char *noise = malloc((size_t)coarse.width * coarse.height);
    wend_error error = next && stack && noise ? WEND_OK : WEND_ERROR_MEMORY;
    if (!error) {
        fill_random(&coarse, rng, noise);
        smooth(&coarse, noise, next);
        for (uint32_t y = 0; y < def->height; y++) {
            for (uint32_t x = 0; x < def->width; x++) {
                size_t from = (size_t)(y / def->scale) * coarse.width + x / def->scale;
                cells[(size_t)y * def->width + x] = noise[from];
            }
        }
        smooth(def, cells, next);
        fill_small_caverns(def, cells, stack);
    }
    free(noise);
    free(next);
    free(stack);
    return error;
}

/* ---- Public functions ----------------------------------------------------------------------- */

/* Puts the defaults of the kind in place of zeros. */
static void complete_gen_def(wend_gen_def *def) {
    if (!def->seed) {
        def->seed = 1;
    }
    if (!def->scale) {
        def->scale = def->kind == WEND_GEN_ROOMS ? 16 : def->kind == WEND_GEN_CAVES ? 4 : 1;
    }
    if (!def->density) {
        def->density = def->kind == WEND_GEN_CAVES ? 46 : 25;
    } else if (def->density == WEND_GEN_DENSITY_NONE) {
        def->density = 0;
    }
}

wend_error wend_gen(const wend_gen_def *given, char *cells) {
    if (!given || !cells) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_gen_def def = *given;
    complete_gen_def(&def);
    if (def.scale > 1024 || def.density > 100) {
        return WEND_ERROR_ARGUMENT;
    }
    if (def.width < 1 || def.height < 1 || def.width > WEND_MAP_SIDE_MAX ||
        def.height > WEND_MAP_SIDE_MAX) {
        return WEND_ERROR_SIZE;
    }
    wn_rng rng = {def.seed};
    switch (def.kind) {
    case WEND_GEN_ROOMS:
        make_rooms(&def, &rng, cells);
        return WEND_OK;
    case WEND_GEN_MAZE:
        return make_maze(&def, &rng, cells);
    case WEND_GEN_CAVES:
        return make_caves(&def, &rng, cells);
    case WEND_GEN_RANDOM:
        fill_random(&def, &rng, cells);
        return WEND_OK;
    }
    return WEND_ERROR_ARGUMENT;
}
