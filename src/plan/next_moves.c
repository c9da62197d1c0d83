#include "plan/next_moves.h"

#include <string.h>

static bool is_wide(const wend_map *map) {
    return map->domain.degree > 8;
}

size_t wn_next_moves_bytes(const wend_map *map) {
    return is_wide(map) ? map->domain.id_limit : map->domain.id_limit / 2;
}

bool wn_next_moves_init(wn_next_moves *moves, const wend_map *map, wn_memory *memory) {
    size_t size = wn_next_moves_bytes(map);
    *moves = (wn_next_moves){.map = map, .size = size};
    moves->codes = wn_memory_take(memory, size);
    if (!moves->codes) {
        return false;
    }
    memset(moves->codes, 0, size);
    return true;
}

void wn_next_moves_clear(wn_next_moves *moves, wn_memory *memory) {
    wn_memory_give(memory, moves->codes, moves->size);
    *moves = (wn_next_moves){0};
}

void wn_next_moves_set(wn_next_moves *moves, wn_id from, wn_id to) {
    uint32_t code = 1 + wn_grid_move(moves->map, from, to);
    assert(code <= moves->map->domain.degree);
    if (is_wide(moves->map)) {
        moves->codes[from] = (uint8_t)code;
    } else {
        moves->codes[from / 2] |= (uint8_t)(code << from % 2 * 4);
    }
}

wn_id wn_next_moves_get(const wn_next_moves *moves, wn_id from) {
    if (!moves->codes) {
        return WN_NONE;
    }
    const wend_map *map = moves->map;
    uint32_t code =
        is_wide(map) ? moves->codes[from] : (uint32_t)moves->codes[from / 2] >> from % 2 * 4 & 15u;
    if (!code) {
        return WN_NONE;
    }
    wn_fan fan;
    wn_grid_fan(map, from, 0, &fan, map->near->moves);
    return fan.to[code - 1];
}
