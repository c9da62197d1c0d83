/* store/pool.h - blocks of one size, taken in O(1) from reserved memory.
 *
 *     chunk ->  [ header | block | block | block | ... ]  -> next chunk -> ...
 *                                   ^ cursor
 *
 * Reserving allocates and happens between ticks. Taking happens inside a tick and cannot fail while
 * `spare` is above 0. Blocks can only be freed all at once. */
#ifndef WN_POOL_H
#define WN_POOL_H

#include "base/memory.h"

typedef struct wn_chunk wn_chunk;

typedef struct wn_pool {
    wn_memory *memory;
    size_t block_size; /* bytes, rounded up to a multiple of 8 */
    wn_chunk *first;
    wn_chunk *current; /* the chunk that contains `cursor` */
    char *cursor;
    char *end;
    uint32_t spare; /* blocks that can be taken without reserving */
    uint32_t taken;
} wn_pool;

void wn_pool_init(wn_pool *pool, wn_memory *memory, size_t block_size);
void wn_pool_clear(wn_pool *pool);

/* Makes `spare` at least `count`. Returns false if memory is short; the pool is unchanged then. */
bool wn_pool_reserve(wn_pool *pool, uint32_t count);

/* Advances to the next chunk; only for wn_pool_take. */
void wn_pool_next_chunk(wn_pool *pool);

/* Takes a block, which is not cleared. Needs spare > 0. */
static inline void *wn_pool_take(wn_pool *pool) {
    assert(pool->spare > 0);
    if (pool->cursor == pool->end) {
        wn_pool_next_chunk(pool);
    }
    void *block = pool->cursor;
    pool->cursor += pool->block_size;
    pool->spare--;
    pool->taken++;
    return block;
}

#endif
