#include "support/route_pool.h"

#include "fleet/fleet.h"

#include "support/test.h"

#include <string.h>

typedef struct blocks {
    const wn_corner_pool *pool;
    uint32_t total;
    bool *seen;
} blocks;

/* Walks a chain of blocks and returns its length; `last` is set to the last one. */
static uint32_t walk_chain(const blocks *b, uint32_t first, uint32_t *last) {
    uint32_t count = 0;
    for (uint32_t at = first; at != WN_NONE; at = wn_corner_block_at(b->pool, at)->next) {
        check(at < b->total, "block %u does not exist", at);
        check(!b->seen[at], "block %u belongs to two", at);
        b->seen[at] = true;
        *last = at;
        count++;
    }
    return count;
}

static uint32_t check_route(const blocks *b, const wn_corners *route, uint32_t slot) {
    uint32_t last = WN_NONE, count = walk_chain(b, route->block, &last);
    check(count == (wn_corners_are_none(route) ? 0 : route->blocks),
          "slot %u: %u blocks, counted as %u", slot, count, route->blocks);
    check(count == 0 || last == route->last_block, "slot %u: block %u is the last, not %u", slot,
          last, route->last_block);
    return count;
}

uint32_t check_route_pool(const wend_fleet *fleet) {
    blocks b = {.pool = &fleet->corners, .total = fleet->corners.chunk_count * WN_BLOCK_CHUNK};
    b.seen = test_alloc(b.total + 1);
    memset(b.seen, 0, b.total);
    uint32_t used = 0, last;
    for (uint32_t i = 0; i < fleet->units_high; i++) {
        used += check_route(&b, &fleet->units[i].route, i);
    }
    uint32_t spare = walk_chain(&b, fleet->corners.spare, &last);
    check(spare == fleet->corners.spare_count, "%u spare blocks, counted as %u", spare,
          fleet->corners.spare_count);
    check(used + spare == b.total, "%u of %u blocks are lost", b.total - used - spare, b.total);
    free(b.seen);
    return used;
}
