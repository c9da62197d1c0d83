/* fleet/reserving.c - reserves memory for the searches and the routes of a frame, between frames.
 */
#include "fleet/fleet.h"

/* The minimum grant of a search per frame, so that even with small budgets short searches finish in
 * one go. */
#define GRANT_LEAST (200 * WEND_WORK_EXPANSION)

static bool make_lent_search(wend_fleet *fleet, wn_lent *lent) {
    if (!lent->is_made) {
        lent->is_made =
            wn_search_init(&lent->search, fleet->domain, &fleet->policy, &fleet->memory);
    }
    return lent->is_made;
}

static void clear_search(wn_lent *lent) {
    assert(lent->unit == WN_NONE);
    if (lent->is_made) {
        wn_search_clear(&lent->search);
    }
    lent->is_made = false;
    lent->grant = lent->grant_new = 0;
}

/* Reserves memory for a search. A jump point search that begins has memory for its whole grant,
 * whatever the previous one has used; other searches keep the memory that was touched. */
static bool reserve_search(wend_fleet *fleet, wn_lent *lent, uint32_t grant) {
    lent->grant = lent->grant_new = 0;
    if (!make_lent_search(fleet, lent)) {
        return false;
    }
    bool is_made = fleet->jumps
                       ? wn_jump_reserve(&lent->search.own.jump, grant, lent->unit == WN_NONE)
                       : wn_search_reserve(&lent->search, grant / WEND_WORK_EXPANSION, 1);
    lent->grant = is_made ? grant : 0;
    lent->grant_new = fleet->jumps ? lent->grant : 0;
    return is_made;
}

/* Frees an unused search, except the first one. Returns false if all others are in use. */
static bool give_one_back(wend_fleet *fleet) {
    for (uint32_t i = fleet->def.searches_max; i-- > 1;) {
        if (fleet->lent[i].is_made && fleet->lent[i].unit == WN_NONE) {
            clear_search(&fleet->lent[i]);
            return true;
        }
    }
    return false;
}

/* The number of waypoints per waiting unit for which memory is reserved. Longer routes are rare,
 * and wait for a frame. */
#define CORNERS_PER_ROUTE 256u

/* An upper bound of the points of routes that searches may hand over in the coming frame: every
 * node or state that exists already, or that the budget suffices for. This also covers what the
 * last block of a new route leaves unused. */
static uint64_t points_to_come(const wend_fleet *fleet, uint32_t budget) {
    uint64_t points = 0;
    for (uint32_t i = 0; i < fleet->def.searches_max; i++) {
        const wn_lent *lent = &fleet->lent[i];
        if (lent->is_made && lent->unit != WN_NONE) {
            points += fleet->jumps ? lent->search.own.jump.count : lent->search.touched;
        }
    }
    /* A node of a route was generated and expanded. */
    points +=
        budget / (fleet->jumps ? WN_JUMP_UNITS_NODE + WN_JUMP_UNITS_POP : WEND_WORK_EXPANSION);
    points += fleet->def.searches_max; /* the goals of running searches, which are not expanded */
    uint64_t waiting = (uint64_t)fleet->searching + fleet->queue.count;
    uint64_t most = wn_max_u64(fleet->domain->state_count, CORNERS_PER_ROUTE * waiting);
    points = wn_min_u64(points, most);
    /* An edge may have a turn. */
    return (fleet->jumps ? 2 * points : points) +
           (uint64_t)fleet->def.searches_max * (WN_TRAIL_MAX + WN_BLOCK_CORNERS);
}

/* Reserves memory for routes, which takes precedence over searches, except for a small one. */
static bool reserve_routes(wend_fleet *fleet, uint32_t budget) {
    bool is_complete = reserve_search(fleet, &fleet->lent[0], GRANT_LEAST);
    uint64_t points = points_to_come(fleet, budget);
    while (!wn_corner_pool_reserve(&fleet->corners, &fleet->memory, points)) {
        is_complete = false;
        if (!give_one_back(fleet) && !wn_groups_give_back(fleet)) {
            break;
        }
    }
    return is_complete;
}

static bool is_grant(uint32_t grant) {
    return grant >= WEND_WORK_EXPANSION;
}

/* Grants a search as much as there is memory for, at most `most`, halving the grant until it fits.
 */
static bool reserve_some(wend_fleet *fleet, wn_lent *lent, uint32_t most) {
    uint32_t grant = most;
    while (!reserve_search(fleet, lent, grant) && is_grant(grant)) {
        grant /= 2;
    }
    return lent->grant == most;
}

/* ---- With too little memory for several searches ---------------------------------------------
 *
 * Only one search is in use at a time. Routes get half of the memory that the records leave, the
 * search gets the rest. If a search needs more than that, its unit follows the path so far and is
 * queued again (hand_over_part). Meanwhile other units arrive and return the memory of
 * their routes. */

/* Stops and frees all searches but the first one in use. Returns that one, or the first if none is
 * in use. */
static wn_lent *keep_one_search(wend_fleet *fleet) {
    wn_lent *one = NULL;
    for (uint32_t i = 0; i < fleet->def.searches_max; i++) {
        wn_lent *lent = &fleet->lent[i];
        uint32_t number = lent->unit;
        if (number != WN_NONE && !one) {
            one = lent;
        } else if (number != WN_NONE) {
            wn_fleet_return_search(fleet, number);
            wn_fleet_queue(fleet, number);
        }
    }
    one = one ? one : &fleet->lent[0];
    for (uint32_t i = 0; i < fleet->def.searches_max; i++) {
        if (&fleet->lent[i] != one) {
            clear_search(&fleet->lent[i]);
        }
    }
    return one;
}

#define LEAN_SHIFT_MAX 12u

void wn_fleet_shift_memory(wend_fleet *fleet, bool is_found) {
    if (is_found) {
        fleet->lean_shift -= fleet->lean_shift > 0;
    } else {
        fleet->lean_shift += fleet->lean_shift < LEAN_SHIFT_MAX;
    }
}

/* The maximum number of blocks for all routes. */
static uint64_t most_blocks(const wend_fleet *fleet) {
    size_t limit = fleet->memory.limit, records = wn_fleet_record_bytes(fleet);
    size_t bytes = limit > records ? (limit - records) / 2 >> fleet->lean_shift : 0;
    uint64_t chunks = wn_max_u64(bytes / (WN_BLOCK_CHUNK * sizeof(wn_corner_block)), 1);
    return limit ? chunks * WN_BLOCK_CHUNK : UINT64_MAX;
}

/* Compacts the routes and frees their memory, except for `blocks` spare blocks. */
static void shrink_routes(wend_fleet *fleet, uint64_t blocks) {
    wn_corner_pool *pool = &fleet->corners;
    uint32_t chunks = wn_corner_pool_begin_shrink(pool, blocks);
    for (uint32_t i = 0; chunks < pool->chunk_count && i < fleet->units_high; i++) {
        wn_corners_move(pool, &fleet->units[i].route, chunks);
    }
    wn_corner_pool_end_shrink(pool, &fleet->memory, chunks);
}

/* Reserves memory for routes within their share; frees what exceeds it. */
static bool reserve_lean_routes(wend_fleet *fleet, uint32_t budget) {
    wn_corner_pool *pool = &fleet->corners;
    uint64_t used = (uint64_t)pool->chunk_count * WN_BLOCK_CHUNK - pool->spare_count;
    uint64_t most = most_blocks(fleet);
    uint64_t blocks = wn_min_u64(points_to_come(fleet, budget) / WN_BLOCK_CORNERS + 1,
                                 most > used ? most - used : 1);
    shrink_routes(fleet, blocks);
    return wn_corner_pool_reserve(pool, &fleet->memory, (blocks - 1) * WN_BLOCK_CORNERS);
}

/* Whether no unit has a route. */
static bool has_no_routes(const wend_fleet *fleet) {
    const wn_corner_pool *pool = &fleet->corners;
    return pool->spare_count == pool->chunk_count * WN_BLOCK_CHUNK;
}

/* Grants a search that has not begun as much as possible, reducing the grant by an eighth until it
 * fits. */
static void reserve_most(wend_fleet *fleet, wn_lent *lent) {
    uint64_t all = fleet->domain->state_count * (uint64_t)WEND_WORK_EXPANSION;
    uint32_t grant = (uint32_t)wn_min_u64(all, UINT32_MAX / 2);
    while (!reserve_search(fleet, lent, grant) && is_grant(grant)) {
        clear_search(lent); /* it may have got its nodes, but no table for them */
        grant -= grant / 8;
    }
}

static void reserve_lean(wend_fleet *fleet, uint32_t budget, uint32_t share) {
    wn_lent *one = keep_one_search(fleet);
    bool has_room = reserve_lean_routes(fleet, budget);
    if (one->unit == WN_NONE) {
        if (!has_room) { /* it holds what routes need */
            clear_search(one);
            reserve_lean_routes(fleet, budget);
        }
        reserve_most(fleet, one);
    } else {
        reserve_some(fleet, one, share);
    }
    while (!is_grant(one->grant) && wn_groups_give_back(fleet)) {
        reserve_some(fleet, one, share);
    }
    if (!is_grant(one->grant) && one->unit == WN_NONE) {
        wn_fleet_shift_memory(fleet, false);
    }
    /* A jump point search creates far fewer nodes than its work could pay for, and reports when it
     * has no memory for another: so it continues until then. */
    if (fleet->jumps && (one->unit != WN_NONE || is_grant(one->grant))) {
        one->grant = one->grant_new = UINT32_MAX;
    }
}

/* Whether there is memory for less than one share of a frame, or a lent search would only crawl. */
static bool is_stuck(const wend_fleet *fleet, uint32_t share) {
    uint64_t sum = 0;
    bool crawls = false;
    for (uint32_t i = 0; i < fleet->def.searches_max; i++) {
        const wn_lent *lent = &fleet->lent[i];
        crawls |= lent->unit != WN_NONE && lent->grant < GRANT_LEAST;
        sum += lent->grant;
    }
    return crawls || sum < share;
}

/* Reserves everything for several searches; false if there is not enough memory. */
static bool reserve_all(wend_fleet *fleet, uint32_t budget, uint32_t share) {
    bool is_complete = reserve_routes(fleet, budget);
    is_complete &= wn_groups_reserve(fleet, budget);
    for (uint32_t i = 0; i < fleet->def.searches_max; i++) {
        is_complete &= reserve_some(fleet, &fleet->lent[i], share);
    }
    return is_complete;
}

bool wn_fleet_reserve_least(wend_fleet *fleet) {
    bool is_made = wn_corner_pool_reserve(&fleet->corners, &fleet->memory, 0) &&
                   reserve_search(fleet, &fleet->lent[0], WEND_WORK_EXPANSION);
    fleet->lent[0].grant = fleet->lent[0].grant_new =
        0; /* frames are prepared before they use it */
    return is_made;
}

/* The number of frames after which reserving for several searches is tried again. */
#define LEAN_FRAMES 256u

bool wn_fleet_reserve(wend_fleet *fleet, uint32_t budget) {
    uint32_t share = wn_max_u32(budget / fleet->def.searches_max, GRANT_LEAST);
    bool is_any_unit_active = wn_fleet_is_searching(fleet) || !has_no_routes(fleet);
    fleet->lean_left = is_any_unit_active && fleet->lean_left > 0 ? fleet->lean_left - 1 : 0;
    if (fleet->lean_left == 0) {
        if (reserve_all(fleet, budget, share)) {
            fleet->lean_shift = 0;
            return true;
        }
        bool must_save = wn_fleet_is_searching(fleet) && is_stuck(fleet, share);
        fleet->lean_left = must_save ? LEAN_FRAMES : 0;
    }
    if (fleet->lean_left > 0) {
        if (fleet->lean_shift > 0) { /* a search has had too little */
            wn_groups_give_back(fleet);
        }
        wn_groups_reserve(fleet, budget);
        reserve_lean(fleet, budget, share);
    }
    return false;
}

void wn_fleet_clear_searches(wend_fleet *fleet) {
    for (uint32_t i = 0; fleet->lent && i < fleet->def.searches_max; i++) {
        fleet->lent[i].unit = WN_NONE;
        clear_search(&fleet->lent[i]);
    }
}
