#include "fleet/corners.h"

void wn_corner_pool_clear(wn_corner_pool *pool, wn_memory *memory) {
    wn_memory_give(memory, pool->blocks, pool->capacity * sizeof *pool->blocks);
    *pool = (wn_corner_pool){.spare = WN_NONE};
}

bool wn_corner_pool_reserve(wn_corner_pool *pool, wn_memory *memory, uint64_t corners) {
    uint64_t wanted = corners / WN_BLOCK_CORNERS + 1;
    if (wanted <= pool->spare_count) {
        return true;
    }
    uint64_t capacity = pool->capacity + (wanted - pool->spare_count);
    if (capacity > UINT32_MAX / sizeof *pool->blocks) {
        return false;
    }
    void *blocks = pool->blocks;
    if (!wn_memory_grow(memory, &blocks, pool->capacity * sizeof *pool->blocks,
                        pool->capacity * sizeof *pool->blocks, capacity * sizeof *pool->blocks)) {
        return false;
    }
    pool->blocks = blocks;
    /* The last first, so that blocks are taken in the order of their numbers. */
    for (uint32_t i = (uint32_t)capacity; i-- > pool->capacity;) {
        pool->blocks[i].next = pool->spare;
        pool->spare = i;
        pool->spare_count++;
    }
    pool->capacity = (uint32_t)capacity;
    return true;
}

bool wn_corners_push(wn_corner_pool *pool, wn_corners *list, wn_spot corner) {
    bool is_empty = wn_corners_are_none(list);
    if (is_empty || list->first == 0) {
        if (pool->spare_count == 0 || list->blocks == UINT16_MAX) {
            return false;
        }
        uint32_t block = pool->spare;
        pool->spare = pool->blocks[block].next;
        pool->spare_count--;
        pool->blocks[block].next = list->block;
        list->last_block = is_empty ? block : list->last_block;
        list->block = block;
        list->first = WN_BLOCK_CORNERS;
        list->blocks++;
    }
    pool->blocks[list->block].corners[--list->first] = corner;
    return true;
}

/* Gives back a chain of blocks. */
static void give_back(wn_corner_pool *pool, uint32_t first, uint32_t last, uint32_t count) {
    pool->blocks[last].next = pool->spare;
    pool->spare = first;
    pool->spare_count += count;
}

wn_spot wn_corners_take(wn_corner_pool *pool, wn_corners *list) {
    wn_spot corner = wn_corners_first(pool, list);
    uint32_t block = list->block;
    *list = wn_corners_behind(pool, *list);
    if (list->block != block) {
        give_back(pool, block, block, 1);
    }
    return corner;
}

void wn_corners_drop(wn_corner_pool *pool, wn_corners *list) {
    if (!wn_corners_are_none(list)) {
        give_back(pool, list->block, list->last_block, list->blocks);
        *list = WN_NO_CORNERS;
    }
}
