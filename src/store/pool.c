#include "store/pool.h"

/* The smallest chunk, so that a slowly growing pool does not call the allocator on every
 * reservation. */
#define CHUNK_MIN_BYTES 8192u

struct wn_chunk {
    wn_chunk *next;
    size_t size; /* of the whole chunk, including the header */
};

void wn_pool_init(wn_pool *pool, wn_memory *memory, size_t block_size) {
    assert(block_size > 0);
    size_t rounded = (block_size + 7) & ~(size_t)7; /* so that every block is aligned */
    *pool = (wn_pool){.memory = memory, .block_size = rounded};
}

void wn_pool_clear(wn_pool *pool) {
    wn_chunk *chunk = pool->first;
    while (chunk) {
        wn_chunk *next = chunk->next;
        wn_memory_give(pool->memory, chunk, chunk->size);
        chunk = next;
    }
    wn_pool_init(pool, pool->memory, pool->block_size);
}

static char *chunk_blocks(wn_chunk *chunk) {
    return (char *)(chunk + 1);
}

bool wn_pool_reserve(wn_pool *pool, uint32_t count) {
    if (pool->spare >= count) {
        return true;
    }
    size_t blocks = count - pool->spare;
    size_t least = CHUNK_MIN_BYTES / pool->block_size + 1;
    /* An eighth more than was used so far: few chunks, little waste. */
    size_t generous = pool->taken / 8;
    blocks = blocks > least ? blocks : least;
    blocks = blocks > generous ? blocks : generous;
    size_t size = sizeof(wn_chunk) + blocks * pool->block_size;
    wn_chunk *chunk = wn_memory_take(pool->memory, size);
    if (!chunk) {
        return false;
    }
    *chunk = (wn_chunk){.size = size};
    if (pool->current) {
        /* Spare chunks are linked behind the current one. The newest goes to the end of the list.
         */
        wn_chunk *last = pool->current;
        while (last->next) {
            last = last->next;
        }
        last->next = chunk;
    } else {
        pool->first = pool->current = chunk;
        pool->cursor = chunk_blocks(chunk);
        pool->end = (char *)chunk + size;
    }
    pool->spare += (uint32_t)blocks;
    return true;
}

void wn_pool_next_chunk(wn_pool *pool) {
    assert(pool->current && pool->current->next); /* as long as something is spare */
    pool->current = pool->current->next;
    pool->cursor = chunk_blocks(pool->current);
    pool->end = (char *)pool->current + pool->current->size;
}
