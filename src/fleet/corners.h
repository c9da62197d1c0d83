/* fleet/corners.h - the routes of all units: lists of corners in blocks of a cache line, taken and
 * given back in O(1) from memory that was reserved beforehand.
 *
 *     route -> | corners | next | -> | corners | next | -> ...
 *                 ^ first                          the last block ends with the end of the route
 *
 * A route is found from its end to its beginning, so it grows at the front, and it is followed from
 * the front: both without moving anything, and a unit gives back what it has passed. */
#ifndef WN_CORNERS_H
#define WN_CORNERS_H

#include "base/memory.h"
#include "search/points.h"

#define WN_BLOCK_CORNERS 15u

typedef struct wn_corner_block {
    wn_spot corners[WN_BLOCK_CORNERS];
    uint32_t next; /* WN_NONE if it is the last */
} wn_corner_block;

/* Blocks are allocated this many at a time, and stay where they are. */
#define WN_BLOCK_CHUNK_BITS 6
#define WN_BLOCK_CHUNK      (1u << WN_BLOCK_CHUNK_BITS)

typedef struct wn_corner_pool {
    wn_corner_block **chunks;
    uint32_t chunk_count;
    uint32_t chunk_capacity; /* of the array */
    uint32_t spare;          /* the first of a list of blocks that nobody has */
    uint32_t spare_count;    /* its length */
} wn_corner_pool;

/* A list of corners; `block` WN_NONE: it is empty. */
typedef struct wn_corners {
    uint32_t block;
    uint32_t last_block;
    uint16_t first;  /* in the first block */
    uint16_t blocks; /* in the list */
} wn_corners;

#define WN_NO_CORNERS ((wn_corners){.block = WN_NONE})

void wn_corner_pool_clear(wn_corner_pool *pool, wn_memory *memory);

/* Room for `corners` more in one route. False if there is not all of that memory. */
bool wn_corner_pool_reserve(wn_corner_pool *pool, wn_memory *memory, uint64_t corners);

/* Gives back memory, but for what is used and room for `blocks` more. Says how many chunks stay;
 * then every list must be moved into those, and the others are given back. O(blocks there are). */
uint32_t wn_corner_pool_begin_shrink(wn_corner_pool *pool, uint64_t blocks);
void wn_corners_move(wn_corner_pool *pool, wn_corners *list, uint32_t chunks);
void wn_corner_pool_end_shrink(wn_corner_pool *pool, wn_memory *memory, uint32_t chunks);

static inline wn_corner_block *wn_corner_block_at(const wn_corner_pool *pool, uint32_t block) {
    assert(block >> WN_BLOCK_CHUNK_BITS < pool->chunk_count);
    return &pool->chunks[block >> WN_BLOCK_CHUNK_BITS][block & (WN_BLOCK_CHUNK - 1)];
}

size_t wn_corner_pool_bytes(const wn_corner_pool *pool);

/* How many corners can be put into an empty list, if there is to be room for `more` after them. */
static inline uint32_t wn_corner_room(const wn_corner_pool *pool, uint32_t more) {
    uint32_t blocks = wn_min_u32(pool->spare_count, UINT16_MAX);
    uint32_t kept = (more + WN_BLOCK_CORNERS - 1) / WN_BLOCK_CORNERS;
    return (blocks - wn_min_u32(blocks, kept)) * WN_BLOCK_CORNERS;
}

/* False if there is no room. */
bool wn_corners_push(wn_corner_pool *pool, wn_corners *list, wn_spot corner);

/* Takes the first corner of a list that is not empty. */
wn_spot wn_corners_take(wn_corner_pool *pool, wn_corners *list);

/* Empties a list in O(1). */
void wn_corners_drop(wn_corner_pool *pool, wn_corners *list);

static inline bool wn_corners_are_none(const wn_corners *list) {
    return list->block == WN_NONE;
}

static inline wn_spot wn_corners_first(const wn_corner_pool *pool, const wn_corners *list) {
    return wn_corner_block_at(pool, list->block)->corners[list->first];
}

/* The list without its first corner, for those who only read; nothing is given back. */
static inline wn_corners wn_corners_behind(const wn_corner_pool *pool, wn_corners list) {
    if (++list.first == WN_BLOCK_CORNERS) {
        list.first = 0;
        list.blocks--;
        list.block = wn_corner_block_at(pool, list.block)->next;
    }
    return list;
}

#endif
