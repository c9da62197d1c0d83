#include "plan/directions.h"

#include <string.h>

static bool is_wide(const wend_map *map) {
    return map->domain.degree > 8;
}

bool wn_directions_init(wn_directions *directions, const wend_map *map, wn_memory *memory) {
    size_t size = is_wide(map) ? map->domain.id_limit : map->domain.id_limit / 2;
    *directions = (wn_directions){.map = map, .size = size};
    directions->codes = wn_memory_take(memory, size);
    if (!directions->codes) {
        return false;
    }
    memset(directions->codes, 0, size);
    return true;
}

void wn_directions_clear(wn_directions *directions, wn_memory *memory) {
    wn_memory_give(memory, directions->codes, directions->size);
    *directions = (wn_directions){0};
}

void wn_directions_set(wn_directions *directions, wn_id from, wn_id to) {
    uint32_t code = 1 + wn_grid_move(directions->map, from, to);
    assert(code <= directions->map->domain.degree);
    if (is_wide(directions->map)) {
        directions->codes[from] = (uint8_t)code;
    } else {
        directions->codes[from / 2] |= (uint8_t)(code << from % 2 * 4);
    }
}

wn_id wn_directions_get(const wn_directions *directions, wn_id from) {
    if (!directions->codes) {
        return WN_NONE;
    }
    const wend_map *map = directions->map;
    uint32_t code =
        is_wide(map) ? directions->codes[from] : directions->codes[from / 2] >> from % 2 * 4 & 15u;
    if (!code) {
        return WN_NONE;
    }
    wn_fan fan;
    wn_grid_fan(map, from, 0, &fan, map->near->moves);
    return fan.to[code - 1];
}
