/* fleet/corners.h - the routes of all units: lists of waypoints in blocks of one cache line, taken
 * from memory reserved in advance and returned to it in O(1).
 *
 *     route -> | waypoints | next | -> | waypoints | next | -> ...
 *                 ^ first                             the last block ends with the end of the route
 *
 * A route is traced from its end to its beginning, so it grows at the front, and it is followed
 * from the front. Neither moves anything, and a unit returns the blocks that it has passed. */
#ifndef WN_CORNERS_H
#define WN_CORNERS_H

#include "base/memory.h"
#include "search/points.h"

#define WN_BLOCK_CORNERS 15u

typedef struct wn_corner_block {
    wn_spot corners[WN_BLOCK_CORNERS];
    uint32_t next; /* WN_NONE for the last one */
} wn_corner_block;

/* Blocks are allocated this many at a time, and are never moved. */
#define WN_BLOCK_CHUNK_BITS 6
#define WN_BLOCK_CHUNK      (1u << WN_BLOCK_CHUNK_BITS)

typedef struct wn_corner_pool {
    wn_corner_block **chunks;
    uint32_t chunk_count;
    uint32_t chunk_capacity; /* of the array */
    uint32_t spare;          /* the first of the list of free blocks */
    uint32_t spare_count;    /* its length */
} wn_corner_pool;

/* A list of waypoints; it is empty if `block` is WN_NONE. */
typedef struct wn_corners {
    uint32_t block;
    uint32_t last_block;
    uint16_t first;  /* its index in the first block */
    uint16_t blocks; /* number of blocks in the list */
} wn_corners;

#define WN_NO_CORNERS ((wn_corners){.block = WN_NONE})

void wn_corner_pool_clear(wn_corner_pool *pool, wn_memory *memory);

/* Reserves memory for `corners` more waypoints in one route. False if memory does not suffice. */
bool wn_corner_pool_reserve(wn_corner_pool *pool, wn_memory *memory, uint64_t corners);

/* Shrink the pool to the blocks in use and `blocks` spare ones. wn_corner_pool_begin_shrink returns
 * the number of chunks that remain; then every list must be moved into those, and
 * wn_corner_pool_end_shrink frees the others. O(blocks in the pool). */
uint32_t wn_corner_pool_begin_shrink(wn_corner_pool *pool, uint64_t blocks);
void wn_corners_move(wn_corner_pool *pool, wn_corners *list, uint32_t chunks);
void wn_corner_pool_end_shrink(wn_corner_pool *pool, wn_memory *memory, uint32_t chunks);

static inline wn_corner_block *wn_corner_block_at(const wn_corner_pool *pool, uint32_t block) {
    assert(block >> WN_BLOCK_CHUNK_BITS < pool->chunk_count);
    return &pool->chunks[block >> WN_BLOCK_CHUNK_BITS][block & (WN_BLOCK_CHUNK - 1)];
}

size_t wn_corner_pool_bytes(const wn_corner_pool *pool);

/* The number of waypoints that fit into an empty list if `more` others must still fit after them.
 */
static inline uint32_t wn_corner_room(const wn_corner_pool *pool, uint32_t more) {
    uint32_t blocks = wn_min_u32(pool->spare_count, UINT16_MAX);
    uint32_t kept = (more + WN_BLOCK_CORNERS - 1) / WN_BLOCK_CORNERS;
    return (blocks - wn_min_u32(blocks, kept)) * WN_BLOCK_CORNERS;
}

/* Prepends a waypoint; false if the pool is empty. */
bool wn_corners_push(wn_corner_pool *pool, wn_corners *list, wn_spot corner);

/* Removes and returns the first waypoint of a list that is not empty. */
wn_spot wn_corners_take(wn_corner_pool *pool, wn_corners *list);

/* Empties a list in O(1). */
void wn_corners_drop(wn_corner_pool *pool, wn_corners *list);

static inline bool wn_corners_are_none(const wn_corners *list) {
    return list->block == WN_NONE;
}

static inline wn_spot wn_corners_first(const wn_corner_pool *pool, const wn_corners *list) {
    return wn_corner_block_at(pool, list->block)->corners[list->first];
}

/* The list without its first waypoint, for reading only; no block is returned. */
static inline wn_corners wn_corners_behind(const wn_corner_pool *pool, wn_corners list) {
    if (++list.first == WN_BLOCK_CORNERS) {
        list.first = 0;
        list.blocks--;
        list.block = wn_corner_block_at(pool, list.block)->next;
    }
    return list;
}

#endif
