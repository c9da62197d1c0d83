/* support/route_pool.h - checks that the routes of a fleet account for all blocks of their pool. */
#ifndef TEST_ROUTE_POOL_H
#define TEST_ROUTE_POOL_H

#include <wend/fleet.h>

/* Fails the test unless each block belongs to exactly one route or is spare, and the counts are
 * right. O(blocks). Returns the number of blocks in routes. */
uint32_t check_route_pool(const wend_fleet *fleet);

#endif
