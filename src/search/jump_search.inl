/* search/jump_search.inl - the loop of jump point search (search/jump_search.h), for one rule of
 * moves. Before including it, define
 *
 *     JUMP_RULE    0 corners never, 1 one, 2 always, 3 with 4 neighbours: a wn_jump_rule
 *     JUMP_FACTORS 1 if cells have factors, 0 if they all cost the same
 *     JUMP(name)   a name of this instance
 *
 * It defines JUMP(wn_jump_run). */
#define RULE          ((wn_jump_rule)JUMP_RULE)
#define HAS_FACTORS   JUMP_FACTORS
#define ROUND_CORNERS (JUMP_RULE == 1 || JUMP_RULE == 2) /* diagonals lead around corners */
#define HAS_TURNS     (ROUND_CORNERS || HAS_FACTORS)     /* nodes in the middle of diagonals */
#define IS_FOUR       (JUMP_RULE == 3)
#define STEPS(by)     wn_jump_steps[IS_FOUR][by]
#define STEP_COST     (IS_FOUR ? WEND_COST_ONE : WEND_COST_DIAGONAL) /* of a step of a walk */

#include "search/jump_walk.inl"

/* ---- Costs --------------------------------------------------------------------------------- */

/* The factor of a cell. */
WN_INLINE uint32_t JUMP(factor_of)(const wn_jump_search *search, wn_place place) {
    (void)search, (void)place; /* unused without factors */
    return HAS_FACTORS ? wn_jumps_factor(search->jumps, place) : 1;
}

/* The cost of an edge, from its length and the factors of its ends: with more than one step, it has
 * the same factor everywhere. */
WN_INLINE uint64_t JUMP(edge_cost)(wend_cost length, uint32_t from, uint32_t to) {
    return HAS_FACTORS ? ((uint64_t)length * (from + to) + 1) / 2 : length;
}

/* Adds and saturates: a g that does not fit its type is too large for a route as well. */
WN_INLINE wend_cost JUMP(add_cost)(wend_cost g, uint64_t cost) {
    return HAS_FACTORS ? (wend_cost)wn_min_u64(g + cost, UINT32_MAX) : g + (wend_cost)cost;
}

/* The g after some steps of a walk from a node. */
WN_INLINE wend_cost JUMP(g_after_steps)(const wn_jump_search *search, const wn_jump_node *node,
                                        uint32_t steps) {
    uint32_t factor = JUMP(factor_of)(search, node->place);
    return JUMP(add_cost)(node->g, JUMP(edge_cost)(steps * STEP_COST, factor, factor));
}

/* ---- Nodes --------------------------------------------------------------------------------- */

/* The direction of the last, straight steps of an edge: along the axis on which its ends are
 * further apart; with 4 neighbours along the column. */
WN_INLINE uint32_t JUMP(direction_of)(wn_place from, wn_place to) {
    int dx = (int)wn_place_x(to) - (int)wn_place_x(from);
    int dy = (int)wn_place_y(to) - (int)wn_place_y(from);
    uint32_t is_column = IS_FOUR || abs(dx) <= abs(dy);
    uint32_t signs = (uint32_t)(dx < 0) | (uint32_t)(dy < 0) << 1;
    return is_column << 1 | (signs >> is_column & 1);
}

/* How an edge ends, which determines where its last node leads: in a straight direction, or, from
 * WN_ARRIVAL_DIAGONAL on, in a diagonal one. */
WN_INLINE uint32_t JUMP(arrival)(wn_place from, wn_place to) {
#if ROUND_CORNERS
    if (wn_edge_length(RULE, from, to) == wn_edge_turn(RULE, from, to)) {
        return WN_ARRIVAL_DIAGONAL + JUMP(diagonal_towards)(from, to);
    }
#endif
    return JUMP(direction_of)(from, to);
}

/* Whether an expanded node need not be expanded again for a better path: the cost of the known path
 * is at most w times the optimal cost. If this holds for all nodes of the best route, or they are
 * expanded again, the cost of the route found is at most w times the optimum. (Never expanding
 * nodes again would be as good on average, but buckets are not sorted, so that would break the
 * bound.)
 *
 * Both paths must arrive in the same direction. A node leaves out cells that other nodes reach at
 * the same cost from its parent. If the better path comes from elsewhere, those nodes may have left
 * the same cells to this one, so that none of them goes there and a route is missed.
 *
 * With factors, all nodes are expanded again: from mixed cells directions are left out depending on
 * the cost of the path to them, which must still be the same when another cell relies on it. */
static bool JUMP(is_good_enough)(const wn_jump_search *search, const wn_jump_node *node,
                                 uint32_t parent) {
    if (HAS_FACTORS || node->place == search->goal_place) {
        return false;
    }
    uint64_t least = wn_jump_least_cost(RULE, search->nodes[0].place, node->place);
    return (uint64_t)node->g * 1000 <= least * search->weight &&
           JUMP(arrival)(search->nodes[node->parent].place, node->place) ==
               JUMP(arrival)(search->nodes[parent].place, node->place);
}

/* Handles a path to a cell whose chain may have nodes: returns the node to be pushed, WN_NONE if
 * the path is not better than the known one. */
WN_NOINLINE static uint32_t JUMP(add_to_chain)(wn_jump_search *search, uint32_t parent,
                                               wn_place place, wend_cost g, uint32_t slot) {
    uint32_t first = wn_jump_first_of(search, slot);
    uint32_t number = wn_jump_find_in_chain(search, first, place);
    if (number == WN_NONE) {
        return wn_jump_add_node(search, place, slot, first);
    }
    wn_jump_node *node = &search->nodes[number];
    if (node->g <= g) {
        return WN_NONE;
    }
    if (wn_jump_is_open(node)) {
        wn_jump_take_out(search, node);
    } else if (search->weight != 1000 && JUMP(is_good_enough)(search, node, parent)) {
        return WN_NONE;
    }
    return number;
}

/* Handles a path to a cell where the search may turn, or to the goal. Most lead to a node at the
 * head of its chain with a smaller g, which is checked first. (If the chain has no head, the start
 * is checked instead, which is another cell.) */
WN_INLINE void JUMP(reach_node)(wn_jump_search *search, uint32_t parent, wn_place place,
                                wend_cost g) {
    uint32_t slot = wn_jump_slot_of(search, place), head = search->table[slot];
    uint32_t is_number = head < search->count;
    const wn_jump_node *first = &search->nodes[head & -is_number];
    if (first->place == place && first->g <= g && first->next != WN_JUMP_IS_CONTINUATION) {
        return;
    }
    uint64_t f = wn_jump_f(search, RULE, place, g);
    if (WN_UNLIKELY(f >= search->goal_f)) {
        return; /* would not be popped before the search is over */
    }
    uint32_t number;
    if (WN_LIKELY(wn_jump_slot_of(search, first->place) != slot)) {
        number = wn_jump_add_node(search, place, slot, WN_NONE);
    } else {
        number = JUMP(add_to_chain)(search, parent, place, g, slot);
        if (number == WN_NONE) {
            return;
        }
    }
    wn_jump_node *node = &search->nodes[number];
    node->g = g;
    node->parent = parent;
    if (WN_UNLIKELY(place == search->goal_place)) {
        search->goal = number;
        search->goal_f = f;
    } else {
        wn_jump_enter(search, number, f);
    }
}

/* ---- Finds --------------------------------------------------------------------------------- */

/* Reaches the finds of the node being expanded. Returns whether all are done: units may run out, or
 * room for nodes. */
WN_NOINLINE static bool JUMP(reach_all_finds)(wn_jump_search *search, uint32_t *left) {
    wn_jump_finds *found = search->found;
    const uint32_t owner = search->walk.owner, before = search->walk.before;
    const wn_place from = search->nodes[owner].place;
    const wend_cost g = search->nodes[owner].g;
    uint32_t factor = JUMP(factor_of)(search, from);
    uint32_t count = found->count;
    if (WN_UNLIKELY(count * WN_JUMP_UNITS_NODE > *left || count > wn_jump_room(search))) {
        count = wn_min_u32(*left / WN_JUMP_UNITS_NODE, wn_jump_room(search));
        count = wn_min_u32(count, found->count);
    }
    for (uint32_t i = 0; i < count; i++) {
        wn_find one = found->of[i];
        uint32_t by = one / WN_FIND_BY;
        uint32_t steps = before + (one / WN_FIND_STEP & WN_FIND_STEPS);
        uint32_t straight = one & WN_FIND_STRAIGHT;
        wn_place place = from + steps * STEPS(by).diagonal + straight * STEPS(by).straight;
        wend_cost length = steps * STEP_COST + straight * WEND_COST_ONE;
        uint64_t cost = JUMP(edge_cost)(length, factor, JUMP(factor_of)(search, place));
        JUMP(reach_node)(search, owner, place, JUMP(add_cost)(g, cost));
    }
    *left -= count * WN_JUMP_UNITS_NODE;
    found->count -= count;
    if (WN_UNLIKELY(found->count)) {
        memmove(found->of, found->of + count, found->count * sizeof *found->of);
        return false;
    }
    return true;
}

WN_INLINE bool JUMP(reach_finds)(wn_jump_search *search, uint32_t *left) {
    return search->found->count == 0 || JUMP(reach_all_finds)(search, left);
}

/* Postpones the remainder of the current diagonal. */
WN_INLINE void JUMP(postpone)(wn_jump_search *search) {
    const wn_jump_progress *walk = &search->walk;
    const wn_jump_node *node = &search->nodes[walk->node];
    uint32_t diagonal = wn_low_zeros(walk->pending);
    wn_place place = node->place + walk->steps * STEPS(diagonal).diagonal;
    wend_cost g = JUMP(g_after_steps)(search, node, walk->steps);
    uint64_t f = wn_jump_f(search, RULE, place, g);
    if (f >= search->goal_f) {
        return;
    }
    uint32_t continuation = walk->node;
    if (!wn_jump_is_continuation(search, continuation)) {
        continuation = search->spare_continuations;
        if (continuation != WN_NONE) {
            search->spare_continuations = search->nodes[continuation].parent;
        } else {
            continuation = wn_jump_new_node(search);
        }
    }
    search->nodes[continuation] = (wn_jump_node){.place = place,
                                                 .g = g,
                                                 .parent = walk->owner,
                                                 .next = WN_JUMP_IS_CONTINUATION,
                                                 .above = WN_NONE};
    wn_jump_enter(search, continuation, f);
}

WN_NOINLINE static bool JUMP(end_by_postponing)(wn_jump_search *search, uint32_t *left) {
    /* The goal may be among the finds. */
    if (!JUMP(reach_finds)(search, left) || *left < WN_JUMP_UNITS_NODE ||
        wn_jump_room(search) == 0) {
        return false;
    }
    *left -= WN_JUMP_UNITS_NODE;
    JUMP(postpone)(search);
    JUMP(end_walk)(&search->walk);
    return true;
}

/* Continues with the diagonals. Returns false if not even a piece of the current one fits in the
 * rest of the budget, or postponing it would need more room. */
WN_INLINE bool JUMP(walk_diagonals)(wn_jump_search *search, uint32_t *left) {
#if !HAS_FACTORS
    if (WN_LIKELY(*left >= search->walk_units)) {
        return JUMP(walk_freely)(search, left);
    }
#endif
    return *left >= WN_JUMP_UNITS_WALK && JUMP(walk_tightly)(search, left);
}

/* ---- Expanding ----------------------------------------------------------------------------- */

/* Prepares the queue for scans from a node. */
static void JUMP(begin_queue)(wn_jump_search *search, wn_place place) {
    search->walk.scan_from = place;
    search->walk.scan_find = wn_find_after(0, 0);
}

/* Scans straight from a node. If the rest of the budget may be too small, a scan that does not fit
 * is interrupted and continues in the queue, and so do all scans after it. Returns whether the
 * first cell is free. */
WN_INLINE bool JUMP(scan_straight)(wn_jump_search *search, uint32_t slot, wn_place place,
                                   uint32_t direction, const bool is_tight, uint32_t *left) {
    wn_jump_progress *walk = &search->walk;
    uint32_t axis = direction >> 1;
    const wn_lines *lines = &search->jumps->lines[axis];
    uint32_t first = wn_along(direction, wn_place_at(place, axis)) + 1;
    const wn_scan_word *word =
        wn_scan_word_of(lines, direction, wn_place_line(place, axis), wn_along(direction, first));
    uint32_t into = first % 64;
    bool can_begin = word->free >> into & 1;
    if (is_tight && *left == 0) {
        wn_jump_queue_scan(walk, slot, direction);
        return can_begin;
    }
    uint64_t stops = word->stops >> into;
    uint32_t words = 1;
    uint32_t passed = WN_LIKELY(stops) ? wn_low_zeros(stops)
                                       : wn_pass_words(&word, wn_next_word(lines, direction), into,
                                                       is_tight ? *left : UINT32_MAX, &words);
    *left -= words;
    if (is_tight && passed == WN_NONE) {
        wn_jump_queue_scan(walk, slot, direction);
        wn_jump_cut_scan(search, direction, first, words);
        return can_begin;
    }
    wn_jump_end_scan(search, place, direction, wn_find_beside(direction), passed,
                     word->free >> ((into + passed) % 64) & 1);
    return can_begin;
}

/* The legal steps from a cell, given its free neighbours: bits, clockwise from the north, so that
 * odd ones are diagonal. */
WN_INLINE uint32_t JUMP(legal_steps)(uint32_t free) {
    const uint32_t straight = 0x55;
    if (IS_FOUR) {
        return free & straight;
    }
    /* For a diagonal step: the cells before and after its target. */
    uint32_t before = free << 1, after = free >> 1 | free << 7;
    (void)before, (void)after; /* unused with corners "always" */
    uint32_t corners = RULE == WN_JUMP_NEVER ? before & after
                       : RULE == WN_JUMP_ONE ? before | after
                                             : UINT32_MAX;
    return free & (straight | corners);
}

#if !HAS_FACTORS
/* The legal steps from a place, as the same bits. */
WN_INLINE uint32_t JUMP(steps_from)(const wn_jumps *jumps, wn_place place) {
    const wn_lines *rows = &jumps->lines[WN_ROWS];
    const wn_word *word = wn_line_word(rows, wn_place_y(place), wn_place_x(place));
    const ptrdiff_t size = sizeof *word / sizeof word->up.free;
    uint32_t free = wn_eight_around(&word->up.free, size, size * (ptrdiff_t)rows->count,
                                    wn_place_x(place) % 64);
    return JUMP(legal_steps)(free);
}

/* Scans from the start in a direction, if the step is legal. */
WN_INLINE void JUMP(scan_start)(wn_jump_search *search, wn_place place, const uint32_t direction,
                                bool is_legal, const bool is_tight, uint32_t *left) {
    if (is_legal && is_tight) {
        wn_jump_queue_scan(&search->walk, direction, direction);
    } else if (is_legal) {
        JUMP(scan_straight)(search, direction, place, direction, false, left);
    }
}

/* Scans from the start in every direction with a legal step. If the rest of the budget may be too
 * small, the scans are queued. Returns the diagonals to walk. */
WN_INLINE uint32_t JUMP(scan_from_start)(wn_jump_search *search, wn_place place, uint32_t steps,
                                         const bool is_tight, uint32_t *left) {
    if (is_tight) {
        JUMP(begin_queue)(search, place);
    }
    if (!IS_FOUR) {
        JUMP(scan_start)(search, place, WN_SCAN_EAST, steps >> 2 & 1, is_tight, left);
        JUMP(scan_start)(search, place, WN_SCAN_WEST, steps >> 6 & 1, is_tight, left);
    }
    JUMP(scan_start)(search, place, WN_SCAN_SOUTH, steps >> 4 & 1, is_tight, left);
    JUMP(scan_start)(search, place, WN_SCAN_NORTH, steps & 1, is_tight, left);
    if (IS_FOUR) {
        return (steps >> 2 & 1) << WN_WALK_EAST | (steps >> 6 & 1) << WN_WALK_WEST;
    }
    return (steps >> 3 & 1) << WN_DIAGONAL_SOUTH_EAST | (steps >> 5 & 1) << WN_DIAGONAL_SOUTH_WEST |
           (steps >> 1 & 1) << WN_DIAGONAL_NORTH_EAST | (steps >> 7 & 1) << WN_DIAGONAL_NORTH_WEST;
}
#endif

/* Scans from a node that was reached in a direction: straight on, and around the corners that made
 * it a stop. With corners "never", that is where a cell beside it is free and the one behind that
 * is blocked: it scans there, and walks the diagonal between, if that is legal. With corners "one"
 * and "always", it is where the cell beside it is blocked and the one ahead of that is free: only
 * that diagonal is walked. With 4 neighbours it was reached along a column, and walks take the
 * place of scans along the row. Returns the diagonals to walk. */
WN_INLINE uint32_t JUMP(scan_on)(wn_jump_search *search, wn_place place, const uint32_t direction,
                                 const bool is_tight, uint32_t *left) {
    uint32_t axis = direction >> 1;
    const wn_lines *lines = &search->jumps->lines[axis];
    uint32_t at = wn_place_at(place, axis);
    const wn_scan_word *word = wn_scan_word_of(lines, direction, wn_place_line(place, axis), at);
    uint32_t into = wn_along(direction, at) % 64;
    const ptrdiff_t size = sizeof *word / sizeof word->free;
    ptrdiff_t next = size * wn_next_word(lines, direction);
    /* The free cells of the line before it and of the one after it. */
    uint32_t before = wn_three_around(&(word - WN_NEXT_LINE)->free, next, into);
    uint32_t after = wn_three_around(&(word + WN_NEXT_LINE)->free, next, into);
    bool can_go_on = JUMP(scan_straight)(search, 0, place, direction, is_tight, left);
    uint32_t up = axis == WN_ROWS ? WN_SCAN_SOUTH : WN_SCAN_EAST; /* to the line after it */
    (void)up;                                                     /* unused with 4 neighbours */
    uint32_t diagonals = 0;
    if (ROUND_CORNERS) {
        bool is_legal = RULE == WN_JUMP_ALWAYS || can_go_on;
        diagonals |= (uint32_t)(is_legal && (before & 6) == 4)
                     << wn_diagonal_between(direction, up + 1);
        diagonals |= (uint32_t)(is_legal && (after & 6) == 4) << wn_diagonal_between(direction, up);
        return diagonals;
    }
    if ((before & 3) == 2) {
        if (IS_FOUR) {
            diagonals |= 1u << WN_WALK_WEST;
        } else {
            JUMP(scan_straight)(search, 1, place, up + 1, is_tight, left);
            diagonals |= (can_go_on & before >> 2) << wn_diagonal_between(direction, up + 1);
        }
    }
    if ((after & 3) == 2) {
        if (IS_FOUR) {
            diagonals |= 1u << WN_WALK_EAST;
        } else {
            JUMP(scan_straight)(search, 2, place, up, is_tight, left);
            diagonals |= (can_go_on & after >> 2) << wn_diagonal_between(direction, up);
        }
    }
    return diagonals;
}

/* The same for any direction, if the scans might not fit in the rest of the budget. */
WN_NOINLINE static uint32_t JUMP(scan_on_tightly)(wn_jump_search *search, wn_place place,
                                                  uint32_t direction, uint32_t *left) {
    JUMP(begin_queue)(search, place);
    return JUMP(scan_on)(search, place, direction, true, left);
}

#if HAS_FACTORS
#include "search/jump_mixed.inl"
#endif

#if ROUND_CORNERS
/* Scans from a node at which a diagonal had to end: along the row and the column, on along the
 * diagonal, and around the corners. Its scans are always queued. */
static uint32_t JUMP(scan_on_diagonal)(wn_jump_search *search, wn_place place, uint32_t diagonal) {
    const wn_jumps *jumps = search->jumps;
    uint32_t west = diagonal & 1, north = diagonal >> 1;
    JUMP(begin_queue)(search, place);
    wn_jump_queue_scan(&search->walk, 0, wn_diagonal_row(diagonal));
    wn_jump_queue_scan(&search->walk, 1, wn_diagonal_column(diagonal));
    uint32_t x = wn_place_x(place), y = wn_place_y(place);
    bool round_row = !wn_jumps_free(jumps, west ? x + 1 : x - 1, y);
    bool round_column = !wn_jumps_free(jumps, x, north ? y + 1 : y - 1);
    return (uint32_t)JUMP(goes_on)(jumps, diagonal, place) << diagonal |
           (uint32_t)(round_row && JUMP(goes_on)(jumps, diagonal ^ 1, place)) << (diagonal ^ 1) |
           (uint32_t)(round_column && JUMP(goes_on)(jumps, diagonal ^ 2, place)) << (diagonal ^ 2);
}
#endif

/* Starts with a continuation. It is valid only as long as its node has the g with which it was
 * postponed. */
static void JUMP(expand_continuation)(wn_jump_search *search, uint32_t continuation) {
    const wn_jump_node *node = &search->nodes[continuation], *owner = &search->nodes[node->parent];
    wn_jump_progress *walk = &search->walk;
    walk->owner = node->parent;
    walk->before = wn_edge_length(RULE, owner->place, node->place);
    bool is_stale = JUMP(g_after_steps)(search, owner, walk->before) != node->g;
    walk->pending = is_stale ? 0 : 1u << JUMP(diagonal_towards)(owner->place, node->place);
}

#if !HAS_FACTORS /* with factors, a path in sight need not be the best */
#include "search/jump_sight.inl"
#endif

/* Scans from a node other than the start; returns the diagonals to walk. */
WN_INLINE uint32_t JUMP(scan_node)(wn_jump_search *search, const wn_jump_node *node,
                                   uint32_t *left) {
    wn_place from = search->nodes[node->parent].place;
    uint32_t arrival = JUMP(arrival)(from, node->place);
#if ROUND_CORNERS
    if (arrival >= WN_ARRIVAL_DIAGONAL) {
        return JUMP(scan_on_diagonal)(search, node->place, arrival - WN_ARRIVAL_DIAGONAL);
    }
#endif
    if (HAS_FACTORS || WN_UNLIKELY(*left < search->scan_units)) {
        return JUMP(scan_on_tightly)(search, node->place, arrival, left);
    }
    switch (arrival) {
    case WN_SCAN_EAST:
        return JUMP(scan_on)(search, node->place, WN_SCAN_EAST, false, left);
    case WN_SCAN_WEST:
        return JUMP(scan_on)(search, node->place, WN_SCAN_WEST, false, left);
    case WN_SCAN_SOUTH:
        return JUMP(scan_on)(search, node->place, WN_SCAN_SOUTH, false, left);
    default:
        return JUMP(scan_on)(search, node->place, WN_SCAN_NORTH, false, left);
    }
}

/* Pops the next node and starts to expand it. A node that cannot lead to a better route is dropped;
 * one that came out of the last bucket too early is pushed again. */
WN_INLINE void JUMP(expand_next)(wn_jump_search *search, uint32_t *left) {
    /* The cursor advances only now: the previous node may have pushed nodes into earlier buckets
     * than those that were filled when it was popped. */
    search->cursor = wn_jump_first_bucket(search);
    uint32_t number = wn_jump_take_first(search, search->cursor);
    const wn_jump_node *node = &search->nodes[number];
    *left -= WN_JUMP_UNITS_POP;
    wn_jump_progress *walk = &search->walk;
    walk->node = walk->owner = number;
    walk->before = walk->pending = walk->away = 0;
    if (WN_UNLIKELY(search->goal != WN_NONE || search->far)) {
        uint64_t f = wn_jump_f(search, RULE, node->place, node->g);
        if (f >= search->goal_f) {
            search->nodes[number].above = WN_JUMP_IS_DROPPED;
            return;
        }
        if (WN_UNLIKELY(f >> search->bucket_bits > search->cursor)) {
            wn_jump_enter(search, number, f);
            return;
        }
    }
    if (WN_UNLIKELY(node->g > WEND_COST_MAX)) {
        search->outcome = WN_TOO_EXPENSIVE;
        return;
    }
    if (WN_UNLIKELY(wn_jump_is_continuation(search, number))) {
        JUMP(expand_continuation)(search, number);
        return;
    }
    search->expansions++;
    search->last = number;
    walk->sights = WN_JUMP_SIGHT_EDGE;
}

#if HAS_FACTORS
/* Starts with a node. Returns false if it may be on a mixed cell and too few units are left. */
WN_INLINE bool JUMP(begin_node)(wn_jump_search *search, uint32_t *left) {
    wn_jump_progress *walk = &search->walk;
    const wn_jump_node *node = &search->nodes[walk->node];
    bool goes_anywhere = JUMP(goes_anywhere)(search, node);
    /* A start that cannot be left must be finished at once: an agent there has no move to make
     * while it waits for the proof. */
    uint32_t units = goes_anywhere && node->parent != WN_NONE ? WN_JUMP_UNITS_MIXED : 0;
    if (WN_UNLIKELY(*left < units)) {
        return false;
    }
    walk->sights = 0;
    if (goes_anywhere) {
        *left -= units;
        walk->pending = JUMP(scan_anywhere)(search, node);
    } else {
        walk->pending = JUMP(scan_node)(search, node, left);
    }
    return true;
}
#else
/* Starts with a node. Returns false if too few units may be left to check for the goal. A start
 * without legal steps is finished at once: an agent there has no move to make while it waits for
 * the proof. Its checks up to then are free, however few units were left. */
WN_INLINE bool JUMP(begin_node)(wn_jump_search *search, uint32_t *left) {
    wn_jump_progress *walk = &search->walk;
    const wn_jump_node *node = &search->nodes[walk->node];
    uint32_t steps = wn_edge_turn(RULE, node->place, search->goal_place);
    uint32_t straight = wn_edge_length(RULE, node->place, search->goal_place) - steps;
    uint32_t left_before = *left;
    bool fits = true;
    if (WN_UNLIKELY(steps <= WN_JUMP_SIGHT_DIAGONAL && straight <= WN_JUMP_SIGHT_STRAIGHT) &&
        JUMP(sees_goal)(search, node->place, steps, straight, left, &fits)) {
        walk->sights = 0;
        return true;
    }
    if (WN_LIKELY(node->parent != WN_NONE)) {
        if (fits) {
            walk->sights = 0;
            walk->pending = JUMP(scan_node)(search, node, left);
        }
        return fits;
    }
    uint32_t leads_to = JUMP(steps_from)(search->jumps, node->place);
    if (WN_UNLIKELY(!leads_to)) {
        walk->sights = 0;
        *left = left_before;
        return true;
    }
    if (fits) {
        walk->sights = 0;
        walk->pending = *left < search->scan_units
                            ? JUMP(scan_from_start)(search, node->place, leads_to, true, left)
                            : JUMP(scan_from_start)(search, node->place, leads_to, false, left);
    }
    return fits;
}
#endif

/* Continues with the node being expanded until it is finished. Returns false if the next piece does
 * not fit in the rest of the budget, or more room is needed for it. */
WN_INLINE bool JUMP(finish_node)(wn_jump_search *search, uint32_t *left) {
    wn_jump_progress *walk = &search->walk;
    if (walk->sights && WN_UNLIKELY(!JUMP(begin_node)(search, left))) {
        return false;
    }
    while (walk->pending | walk->scans) {
        bool fits = WN_UNLIKELY(walk->scans) ? wn_jump_finish_scans(search, left)
                                             : JUMP(walk_diagonals)(search, left);
        if (WN_UNLIKELY(!fits)) {
            return false;
        }
    }
    if (WN_UNLIKELY(!JUMP(reach_finds)(search, left))) {
        return false;
    }
    wn_jump_node *node = &search->nodes[walk->node];
    if (node->next == WN_JUMP_IS_CONTINUATION && !wn_jump_is_open(node)) {
        node->parent = search->spare_continuations;
        search->spare_continuations = walk->node;
    }
    walk->node = WN_NONE;
    return true;
}

/* ---- Running ------------------------------------------------------------------------------- */

/* The first bucket that a node can be in. Leaving a blocked start may cost less than the least
 * factor suggests, so f may fall there by up to the h of one step. */
WN_INLINE uint64_t JUMP(bucket_of_start)(const wn_jump_search *search) {
    uint64_t f = wn_jump_f(search, RULE, search->nodes[0].place, 0);
    if (HAS_FACTORS && search->begins_blocked) {
        f -= wn_min_u64(f, WEND_COST_DIAGONAL * search->h_scale / 1000 + 1);
    }
    return f >> search->bucket_bits;
}

/* Starts with the start, which is in no list. Returns false if too few units are left. */
WN_INLINE bool JUMP(expand_start)(wn_jump_search *search, uint32_t *left) {
    if (*left < WN_JUMP_UNITS_POP) {
        return false;
    }
    *left -= WN_JUMP_UNITS_POP;
    wn_place place = search->nodes[0].place;
    search->cursor = JUMP(bucket_of_start)(search);
    search->walk.away = JUMP(diagonals_away)(search, place);
    search->expansions = 1;
    search->last = 0;
    return true;
}

/* Whether the search is over; among equal f the goal wins. */
WN_INLINE bool JUMP(is_over)(wn_jump_search *search) {
    if (search->open_count == 0) {
        search->outcome = search->goal == WN_NONE ? WN_NO_PATH : WN_FOUND;
    } else if (search->goal != WN_NONE &&
               wn_jump_first_bucket(search) << search->bucket_bits >= search->goal_f) {
        search->outcome = WN_FOUND;
    }
    if (HAS_FACTORS && search->outcome == WN_FOUND && search->nodes[search->goal].g == UINT32_MAX) {
        search->outcome = WN_TOO_EXPENSIVE; /* a single edge can cost that much */
    }
    return search->outcome != WN_RUNNING;
}

wn_outcome JUMP(wn_jump_run)(wn_jump_search *search, uint32_t budget, uint32_t *used) {
    uint32_t left = budget;
    /* First of all, reaches the finds of the last run, so that finds never accumulate. */
    bool fits = search->walk.node == WN_NONE ||
                (search->expansions == 0 ? JUMP(expand_start)(search, &left)
                                         : JUMP(reach_finds)(search, &left));
    while (search->outcome == WN_RUNNING && fits) {
        if (search->walk.node == WN_NONE) {
            if (JUMP(is_over)(search) || left < WN_JUMP_UNITS_POP) {
                break;
            }
            JUMP(expand_next)(search, &left);
        }
        fits = JUMP(finish_node)(search, &left);
        if (WN_UNLIKELY(search->one_node) && fits && left > 0) {
            break;
        }
    }
    *used += budget - left;
    /* Every piece would have fitted, but a node needs room as well. */
    bool is_short = search->outcome == WN_RUNNING && !fits && left >= WN_JUMP_UNITS;
    return is_short ? WN_NO_MEMORY : search->outcome;
}

#undef RULE
#undef HAS_FACTORS
#undef ROUND_CORNERS
#undef HAS_TURNS
#undef IS_FOUR
#undef STEPS
#undef STEP_COST
#undef JUMP_RULE
#undef JUMP_FACTORS
#undef JUMP
