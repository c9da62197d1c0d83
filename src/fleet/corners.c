#include "fleet/corners.h"

#define CHUNK_BYTES (WN_BLOCK_CHUNK * sizeof(wn_corner_block))

void wn_corner_pool_clear(wn_corner_pool *pool, wn_memory *memory) {
    for (uint32_t i = 0; i < pool->chunk_count; i++) {
        wn_memory_give(memory, pool->chunks[i], CHUNK_BYTES);
    }
    wn_memory_give(memory, pool->chunks, pool->chunk_capacity * sizeof(wn_corner_block *));
    *pool = (wn_corner_pool){.spare = WN_NONE};
}

size_t wn_corner_pool_bytes(const wn_corner_pool *pool) {
    return pool->chunk_count * CHUNK_BYTES + pool->chunk_capacity * sizeof(wn_corner_block *);
}

static bool make_room_for_chunk(wn_corner_pool *pool, wn_memory *memory) {
    if (pool->chunk_count < pool->chunk_capacity) {
        return true;
    }
    uint32_t capacity = wn_max_u32(16, 2 * pool->chunk_capacity);
    size_t size = sizeof(wn_corner_block *);
    void *chunks = pool->chunks;
    if (capacity > UINT32_MAX / WN_BLOCK_CHUNK ||
        !wn_memory_grow(memory, &chunks, pool->chunk_capacity * size, pool->chunk_count * size,
                        capacity * size)) {
        return false;
    }
    pool->chunks = chunks;
    pool->chunk_capacity = capacity;
    return true;
}

static bool add_chunk(wn_corner_pool *pool, wn_memory *memory) {
    wn_corner_block *chunk =
        make_room_for_chunk(pool, memory) ? wn_memory_take(memory, CHUNK_BYTES) : NULL;
    if (!chunk) {
        return false;
    }
    uint32_t first = pool->chunk_count * WN_BLOCK_CHUNK;
    pool->chunks[pool->chunk_count++] = chunk;
    for (uint32_t i = WN_BLOCK_CHUNK; i-- > 0;) { /* so that the first one is taken first */
        chunk[i].next = pool->spare;
        pool->spare = first + i;
    }
    pool->spare_count += WN_BLOCK_CHUNK;
    return true;
}

bool wn_corner_pool_reserve(wn_corner_pool *pool, wn_memory *memory, uint64_t corners) {
    uint64_t wanted = corners / WN_BLOCK_CORNERS + 1;
    while (pool->spare_count < wanted) {
        if (!add_chunk(pool, memory)) {
            return false;
        }
    }
    return true;
}

/* ---- Freeing memory ----------------------------------------------------------------------------
 */

static bool is_in_chunks(uint32_t block, uint32_t chunks) {
    return block >> WN_BLOCK_CHUNK_BITS < chunks;
}

uint32_t wn_corner_pool_begin_shrink(wn_corner_pool *pool, uint64_t blocks) {
    uint64_t used = (uint64_t)pool->chunk_count * WN_BLOCK_CHUNK - pool->spare_count;
    uint64_t chunks = (used + blocks + WN_BLOCK_CHUNK - 1) / WN_BLOCK_CHUNK;
    if (chunks >= pool->chunk_count) {
        return pool->chunk_count;
    }
    for (uint32_t *link = &pool->spare; *link != WN_NONE;) {
        uint32_t *next = &wn_corner_block_at(pool, *link)->next;
        if (is_in_chunks(*link, (uint32_t)chunks)) {
            link = next;
        } else {
            *link = *next;
            pool->spare_count--;
        }
    }
    return (uint32_t)chunks;
}

void wn_corners_move(wn_corner_pool *pool, wn_corners *list, uint32_t chunks) {
    for (uint32_t *link = &list->block; *link != WN_NONE;
         link = &wn_corner_block_at(pool, *link)->next) {
        if (!is_in_chunks(*link, chunks)) {
            uint32_t from = *link, to = pool->spare;
            pool->spare = wn_corner_block_at(pool, to)->next;
            pool->spare_count--;
            *wn_corner_block_at(pool, to) = *wn_corner_block_at(pool, from);
            *link = to;
            list->last_block = list->last_block == from ? to : list->last_block;
        }
    }
}

void wn_corner_pool_end_shrink(wn_corner_pool *pool, wn_memory *memory, uint32_t chunks) {
    while (pool->chunk_count > chunks) {
        wn_memory_give(memory, pool->chunks[--pool->chunk_count], CHUNK_BYTES);
    }
}

/* ---- Lists -------------------------------------------------------------------------------------
 */

bool wn_corners_push(wn_corner_pool *pool, wn_corners *list, wn_spot corner) {
    bool is_empty = wn_corners_are_none(list);
    if (is_empty || list->first == 0) {
        if (pool->spare_count == 0 || list->blocks == UINT16_MAX) {
            return false;
        }
        uint32_t block = pool->spare;
        pool->spare = wn_corner_block_at(pool, block)->next;
        pool->spare_count--;
        wn_corner_block_at(pool, block)->next = list->block;
        list->last_block = is_empty ? block : list->last_block;
        list->block = block;
        list->first = WN_BLOCK_CORNERS;
        list->blocks++;
    }
    wn_corner_block_at(pool, list->block)->corners[--list->first] = corner;
    return true;
}

/* Returns a chain of blocks to the pool. */
static void give_back(wn_corner_pool *pool, uint32_t first, uint32_t last, uint32_t count) {
    wn_corner_block_at(pool, last)->next = pool->spare;
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
