#include "simulate/terrain.h"

#include <wend/research/gen.h>

#include "support/dice.h"
#include "support/test.h"

#include <string.h>

static void fill_random(char *cells, uint32_t count, uint32_t percent, dice *d) {
    for (uint32_t i = 0; i < count; i++) {
        cells[i] = dice_percent(d, percent) ? '@' : '.';
    }
}

static void fill_checkerboard(char *cells, uint32_t width, uint32_t height, dice *d) {
    uint32_t errors = dice_between(d, 0, 10);
    for (uint32_t i = 0; i < width * height; i++) {
        bool is_blocked = (i % width + i / width) % 2 != dice_percent(d, errors);
        cells[i] = is_blocked ? '@' : '.';
    }
}

static void fill_islands(char *cells, uint32_t width, uint32_t height, dice *d) {
    uint32_t pitch = 1 + dice_between(d, 1, 4);
    for (uint32_t i = 0; i < width * height; i++) {
        bool is_sea = i % width % pitch == pitch - 1 || i / width % pitch == pitch - 1;
        cells[i] = is_sea ? '@' : '.';
    }
}

static void fill_snake(char *cells, uint32_t width, uint32_t height) {
    memset(cells, '.', (size_t)width * height);
    for (uint32_t y = 1; y < height; y += 2) {
        memset(cells + (size_t)y * width, '@', width);
        cells[(size_t)y * width + (y % 4 == 1 ? width - 1 : 0)] = '.';
    }
}

static void fill_bridge(char *cells, uint32_t width, uint32_t height, dice *d) {
    memset(cells, '.', (size_t)width * height);
    for (uint32_t y = 0; y < height; y++) {
        cells[(size_t)y * width + width / 2] = '@';
    }
    cells[(size_t)dice_between(d, 0, height - 1) * width + width / 2] = '.';
}

static void fill_generated(char *cells, wend_gen_kind kind, uint32_t width, uint32_t height,
                           uint32_t seed) {
    wend_gen_def def = {.kind = kind,
                        .width = width,
                        .height = height,
                        .seed = seed,
                        .scale = kind == WEND_GEN_ROOMS  ? 3 + seed % 8
                                 : kind == WEND_GEN_MAZE ? 1 + seed % 2
                                                         : 2};
    check(!wend_gen(&def, cells), "no terrain of %u x %u", width, height);
}

void terrain_fill(char *cells, terrain_kind kind, uint32_t width, uint32_t height, uint32_t seed) {
    dice d = dice_of(seed);
    uint32_t count = width * height;
    memset(cells, kind == TERRAIN_OPEN ? '.' : '@', count);
    switch (kind) {
    case TERRAIN_LONE:
        cells[dice_between(&d, 0, count - 1)] = '.';
        break;
    case TERRAIN_RANDOM:
        fill_random(cells, count, dice_between(&d, 5, 60), &d);
        break;
    case TERRAIN_CHECKERBOARD:
        fill_checkerboard(cells, width, height, &d);
        break;
    case TERRAIN_ISLANDS:
        fill_islands(cells, width, height, &d);
        break;
    case TERRAIN_SNAKE:
        fill_snake(cells, width, height);
        break;
    case TERRAIN_MAZE:
        fill_generated(cells, WEND_GEN_MAZE, width, height, seed);
        break;
    case TERRAIN_ROOMS:
        fill_generated(cells, WEND_GEN_ROOMS, width, height, seed);
        break;
    case TERRAIN_CAVES:
        fill_generated(cells, WEND_GEN_CAVES, width, height, seed);
        break;
    case TERRAIN_BRIDGE:
        fill_bridge(cells, width, height, &d);
        break;
    default:
        break;
    }
}

void terrain_factors(uint8_t *factors, uint32_t cells, uint32_t most, uint32_t seed) {
    dice d = dice_of(seed);
    bool is_banded = dice_percent(&d, 50);
    uint32_t band = dice_between(&d, 20, 200);
    for (uint32_t i = 0; i < cells; i++) {
        factors[i] = (uint8_t)(1 + (is_banded ? i / band % most : dice_between(&d, 0, most - 1)));
    }
}
