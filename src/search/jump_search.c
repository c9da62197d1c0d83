#include "search/jump_store.h"
#include "search/jump_walk.h"

/* ---- Places -------------------------------------------------------------------------------- */

wn_place wn_edge_at(wn_place from, wn_place to, uint32_t moves) {
    int dx = (int)wn_place_x(to) - (int)wn_place_x(from);
    int dy = (int)wn_place_y(to) - (int)wn_place_y(from);
    int along_x = abs(dx), along_y = abs(dy);
    int n = (int)moves;
    int diagonal = along_x < along_y ? along_x : along_y;
    /* The shorter axis is finished with the diagonal steps, the longer one goes on. */
    int x = along_x > diagonal ? n : (n < diagonal ? n : diagonal);
    int y = along_y > diagonal ? n : (n < diagonal ? n : diagonal);
    return wn_place_of(wn_place_x(from) + (uint32_t)(dx < 0 ? -x : x),
                       wn_place_y(from) + (uint32_t)(dy < 0 ? -y : y));
}

WN_INLINE uint32_t distance(uint32_t a, uint32_t b) {
    return a > b ? a - b : b - a;
}

/* What the way from one place to another costs at least. */
WN_INLINE uint64_t least_cost(wn_place from, wn_place to) {
    uint32_t dx = distance(wn_place_x(from), wn_place_x(to));
    uint32_t dy = distance(wn_place_y(from), wn_place_y(to));
    return wn_max_u32(dx, dy) * WEND_COST_ONE +
           wn_min_u32(dx, dy) * (WEND_COST_DIAGONAL - WEND_COST_ONE);
}

WN_INLINE uint64_t f_of(const wn_jump_search *search, wn_place place, wend_cost g) {
    uint64_t h = least_cost(place, search->goal_place);
    if (WN_UNLIKELY(search->weight != 1000)) {
        h = h * search->weight / 1000;
    }
    return g + h;
}

/* ---- Nodes --------------------------------------------------------------------------------- */

/* How many nodes can be added. */
WN_INLINE uint32_t room_of(const wn_jump_search *search) {
    return search->capacity - search->count;
}

/* Needs room. */
static uint32_t new_node(wn_jump_search *search) {
    assert(room_of(search) > 0);
    return search->count++;
}

/* Whether a node that was expanded need not be expanded again for a better way to it: the one known
 * costs at most w times the least that any costs. If this holds for all nodes of the best route, or
 * they are expanded again, the route that is found costs at most w times the best. (Expanding none
 * again would be as good on average, but buckets are not sorted, so it would not keep to that.) */
static bool is_good_enough(const wn_jump_search *search, const wn_jump_node *node) {
    uint64_t least = least_cost(search->nodes[0].place, node->place);
    return node->place != search->goal_place && (uint64_t)node->g * 1000 <= least * search->weight;
}

/* The first way to a cell, or one that is better than the one known. */
WN_NOINLINE static void add_or_improve_node(wn_jump_search *search, uint32_t parent, wn_place place,
                                            wend_cost g) {
    uint64_t f = f_of(search, place, g);
    if (WN_UNLIKELY(f >= search->goal_f)) {
        return; /* would not be popped before the search is over */
    }
    uint32_t slot = wn_jump_slot_of(search, place);
    uint32_t first = wn_jump_first_of(search, slot);
    uint32_t number = wn_jump_find_in_chain(search, first, place);
    wn_jump_node *node;
    if (WN_LIKELY(number == WN_NONE)) {
        number = new_node(search);
        node = &search->nodes[number];
        node->place = place;
        node->above = WN_NONE;
        wn_jump_chain(search, number, slot, first);
        search->touched++;
    } else {
        node = &search->nodes[number];
        if (node->g <= g) {
            return;
        }
        if (wn_jump_is_open(node)) {
            wn_jump_take_out(search, node);
        } else if (search->weight != 1000 && is_good_enough(search, node)) {
            return;
        }
    }
    node->g = g;
    node->parent = parent;
    if (WN_UNLIKELY(place == search->goal_place)) {
        search->goal = number;
        search->goal_f = f;
    } else {
        wn_jump_enter(search, number, f);
    }
}

/* A way to a cell where the search may turn, or to the goal. Most lead to a node that heads its
 * chain and is known to be nearer: that is seen here, with one branch. (If nothing heads the chain,
 * the start is checked instead, which lies elsewhere.) */
WN_INLINE void reach_node(wn_jump_search *search, uint32_t parent, wn_place place, wend_cost g) {
    uint32_t head = search->table[wn_jump_slot_of(search, place)];
    const wn_jump_node *node = &search->nodes[head & -(uint32_t)(head < search->count)];
    if ((node->place != place) | (node->g > g) | (node->next == WN_JUMP_IS_CONTINUATION)) {
        add_or_improve_node(search, parent, place, g);
    }
}

/* ---- Finds --------------------------------------------------------------------------------- */

/* Reaches what was found from the node that is being expanded. Says whether that is all: there may
 * be too few units left, or no room for more nodes. */
WN_INLINE bool reach_finds(wn_jump_search *search, uint32_t *left) {
    const wn_jump_progress *walk = &search->walk;
    wn_jump_finds *found = search->found;
    wn_place from = search->nodes[walk->owner].place;
    wend_cost g = search->nodes[walk->owner].g;
    uint32_t count = found->count;
    if (WN_UNLIKELY(count * WN_JUMP_UNITS_NODE > *left || count > room_of(search))) {
        count = wn_min_u32(*left / WN_JUMP_UNITS_NODE, room_of(search));
        count = wn_min_u32(count, found->count);
    }
    for (uint32_t i = 0; i < count; i++) {
        wn_find one = found->of[i];
        uint32_t by = one / WN_FIND_BY;
        uint32_t steps = walk->before + (one / WN_FIND_STEP & WN_FIND_STEPS);
        uint32_t straight = one & WN_FIND_STRAIGHT;
        reach_node(search, walk->owner,
                   from + steps * wn_jump_steps[by].diagonal +
                       straight * wn_jump_steps[by].straight,
                   g + steps * WEND_COST_DIAGONAL + straight * WEND_COST_ONE);
    }
    *left -= count * WN_JUMP_UNITS_NODE;
    found->count -= count;
    if (WN_UNLIKELY(found->count)) {
        memmove(found->of, found->of + count, found->count * sizeof *found->of);
        return false;
    }
    return true;
}

/* Postpones the remainder of the diagonal that is under way. */
static void postpone(wn_jump_search *search) {
    const wn_jump_progress *walk = &search->walk;
    const wn_jump_node *node = &search->nodes[walk->node];
    uint32_t diagonal = wn_low_zeros(walk->pending);
    wn_place place = node->place + walk->steps * wn_jump_steps[diagonal].diagonal;
    wend_cost g = node->g + walk->steps * WEND_COST_DIAGONAL;
    uint64_t f = f_of(search, place, g);
    if (f >= search->goal_f) {
        return;
    }
    uint32_t continuation = walk->node;
    if (!wn_jump_is_continuation(search, continuation)) {
        continuation = search->spare_continuations;
        if (continuation != WN_NONE) {
            search->spare_continuations = search->nodes[continuation].parent;
        } else {
            continuation = new_node(search);
        }
    }
    search->nodes[continuation] = (wn_jump_node){.place = place,
                                                 .g = g,
                                                 .parent = walk->owner,
                                                 .next = WN_JUMP_IS_CONTINUATION,
                                                 .above = WN_NONE};
    wn_jump_enter(search, continuation, f);
}

/* Goes on with the diagonal that is under way. False if not even a bit of it fits in what is left,
 * or there is no room to postpone it. */
WN_INLINE bool walk_diagonal(wn_jump_search *search, uint32_t *left) {
    wn_jump_progress *walk = &search->walk;
    bool ends;
    if (WN_UNLIKELY(*left < WN_JUMP_UNITS_WALK)) {
        return false;
    }
    if (WN_UNLIKELY(walk->steps == WN_JUMP_POSTPONE_AFTER)) {
        /* The goal may be among the finds. */
        if (!reach_finds(search, left) || *left < WN_JUMP_UNITS_NODE || room_of(search) == 0) {
            return false;
        }
        *left -= WN_JUMP_UNITS_NODE;
        postpone(search);
        ends = true;
    } else {
        switch (wn_low_zeros(walk->pending)) {
        case WN_DIAGONAL_SOUTH_EAST:
            ends = wn_jump_walk_south_east(search, left);
            break;
        case WN_DIAGONAL_SOUTH_WEST:
            ends = wn_jump_walk_south_west(search, left);
            break;
        case WN_DIAGONAL_NORTH_EAST:
            ends = wn_jump_walk_north_east(search, left);
            break;
        default:
            ends = wn_jump_walk_north_west(search, left);
            break;
        }
    }
    if (ends) {
        walk->pending &= walk->pending - 1;
        walk->steps = 0;
    }
    return true;
}

/* ---- Expanding ----------------------------------------------------------------------------- */

/* The scans from a node may have to wait in the queue. */
static void begin_queue(wn_jump_search *search, wn_place place) {
    search->walk.scan_from = place;
    search->walk.scan_find = wn_find_after(0, 0);
}

/* A scan straight from a node. If it is not sure that all of them fit in what is left, one that
 * does not fit is cut and goes on in the queue, and so do all after it. Says whether the first cell
 * is free. */
WN_INLINE bool scan_straight(wn_jump_search *search, uint32_t slot, wn_place place,
                             uint32_t direction, const bool is_tight, uint32_t *left) {
    wn_jump_progress *walk = &search->walk;
    uint32_t axis = direction >> 1;
    const wn_lines *lines = &search->jumps->lines[axis];
    uint32_t first = wn_along(direction, wn_place_at(place, axis)) + 1;
    const wn_scan_word *word =
        wn_scan_word_of(lines, direction, wn_place_line(place, axis), wn_along(direction, first));
    uint32_t into = first % 64;
    bool can_begin = word->free >> into & 1;
    if (is_tight && (walk->scans || *left == 0)) {
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

/* From the start: everywhere where there is a way. So a start without any is done with at once, as
 * it must be: an agent there has no move to make while it waits for the proof. Returns the
 * diagonals to walk. */
static uint32_t scan_from_start(wn_jump_search *search, wn_place place) {
    const wn_jumps *jumps = search->jumps;
    bool is_open[4];
    begin_queue(search, place);
    for (uint32_t direction = 0; direction < 4; direction++) {
        uint32_t axis = direction >> 1;
        uint32_t first = wn_along(direction, wn_place_at(place, axis)) + 1;
        is_open[direction] = wn_line_free(&jumps->lines[axis], wn_place_line(place, axis),
                                          wn_along(direction, first));
        if (is_open[direction]) {
            wn_jump_queue_scan(&search->walk, direction, direction);
        }
    }
    uint32_t diagonals = 0;
    for (uint32_t diagonal = 0; diagonal < 4; diagonal++) {
        wn_place next = place + wn_jump_steps[diagonal].diagonal;
        bool is_legal = is_open[wn_diagonal_row(diagonal)] &&
                        is_open[wn_diagonal_column(diagonal)] &&
                        wn_jumps_free(jumps, wn_place_x(next), wn_place_y(next));
        diagonals |= (uint32_t)is_legal << diagonal;
    }
    return diagonals;
}

/* Whether a cell (bit 1), the one behind it (bit 0) and the one ahead of it (bit 2) are free. */
WN_INLINE uint32_t three_around(const wn_scan_word *word, ptrdiff_t next, uint32_t into) {
    if (WN_UNLIKELY(into == 0)) {
        return (uint32_t)(word->free << 1 | (word - next)->free >> 63) & 7;
    }
    if (WN_UNLIKELY(into == 63)) {
        return (uint32_t)(word->free >> 62 | ((word + next)->free & 1) << 2);
    }
    return word->free >> (into - 1) & 7;
}

/* From a node that was reached in a direction: straight on, and round the corners that made it a
 * stop, where a cell beside it is free and the one behind that is not. Returns the diagonals to
 * walk: those between straight on and where it turns, if they are legal. */
WN_INLINE uint32_t scan_on(wn_jump_search *search, wn_place place, const uint32_t direction,
                           const bool is_tight, uint32_t *left) {
    uint32_t axis = direction >> 1;
    const wn_lines *lines = &search->jumps->lines[axis];
    uint32_t at = wn_place_at(place, axis);
    const wn_scan_word *word = wn_scan_word_of(lines, direction, wn_place_line(place, axis), at);
    uint32_t into = wn_along(direction, at) % 64;
    ptrdiff_t next = wn_next_word(lines, direction);
    /* Of the line before it and the one after it. */
    uint32_t before = three_around(word - WN_NEXT_LINE, next, into);
    uint32_t after = three_around(word + WN_NEXT_LINE, next, into);
    bool goes_on = scan_straight(search, 0, place, direction, is_tight, left);
    uint32_t up = axis == WN_ROWS ? WN_SCAN_SOUTH : WN_SCAN_EAST; /* to the line after it */
    uint32_t diagonals = 0;
    if ((before & 3) == 2) {
        scan_straight(search, 1, place, up + 1, is_tight, left);
        diagonals |= (goes_on & before >> 2) << wn_diagonal_between(direction, up + 1);
    }
    if ((after & 3) == 2) {
        scan_straight(search, 2, place, up, is_tight, left);
        diagonals |= (goes_on & after >> 2) << wn_diagonal_between(direction, up);
    }
    return diagonals;
}

/* The same if the scans might not fit in what is left, for any direction. */
WN_NOINLINE static uint32_t scan_on_tightly(wn_jump_search *search, wn_place place,
                                            uint32_t direction, uint32_t *left) {
    begin_queue(search, place);
    return scan_on(search, place, direction, true, left);
}

/* The last steps of an edge are straight: along the axis on which its ends are further apart. */
WN_INLINE uint32_t direction_of(wn_place from, wn_place to) {
    int dx = (int)wn_place_x(to) - (int)wn_place_x(from);
    int dy = (int)wn_place_y(to) - (int)wn_place_y(from);
    uint32_t is_column = abs(dx) <= abs(dy);
    uint32_t signs = (uint32_t)(dx < 0) | (uint32_t)(dy < 0) << 1;
    return is_column << 1 | (signs >> is_column & 1);
}

/* The diagonal of an edge. */
static uint32_t diagonal_towards(wn_place from, wn_place to) {
    uint32_t west = wn_place_x(to) < wn_place_x(from);
    uint32_t north = wn_place_y(to) < wn_place_y(from);
    return west | north << 1;
}

/* Begins with a continuation. It is valid only as long as its node has the g that it was postponed
 * with. */
static void expand_continuation(wn_jump_search *search, uint32_t continuation) {
    const wn_jump_node *node = &search->nodes[continuation], *owner = &search->nodes[node->parent];
    wn_jump_progress *walk = &search->walk;
    walk->owner = node->parent;
    walk->before = wn_edge_length(owner->place, node->place);
    bool is_stale = owner->g + walk->before * WEND_COST_DIAGONAL != node->g;
    walk->pending = is_stale ? 0 : 1u << diagonal_towards(owner->place, node->place);
}

/* ---- The goal in sight -------------------------------------------------------------------- */

/* Whether all cells of a line from one to another are free. */
static bool are_free(const wn_lines *lines, uint32_t line, uint32_t first, uint32_t last) {
    for (uint32_t at = first; at <= last; at = (at | 63) + 1) {
        uint64_t blocked = ~wn_line_word(lines, line, at)->up.free >> at % 64;
        if (blocked && at + wn_low_zeros(blocked) <= last) {
            return false;
        }
    }
    return true;
}

/* How many diagonal steps are legal from a place, `most` at most. */
static uint32_t legal_diagonal_steps(const wn_jumps *jumps, uint32_t diagonal, wn_place place,
                                     uint32_t most) {
    const wn_lines *rows = &jumps->lines[WN_ROWS];
    uint32_t west = diagonal & 1;
    ptrdiff_t next_row = diagonal >> 1 ? -1 : 1;
    uint32_t steps = 0;
    for (; steps < most; steps++) {
        /* The four cells of a step: two of its row and two of the next, from the west on. */
        uint32_t x = wn_place_x(place) - west;
        const wn_word *word = wn_line_word(rows, wn_place_y(place), x);
        uint64_t both = (word[0].up.free & word[next_row].up.free) >> x % 64;
        if (WN_UNLIKELY(x % 64 == 63)) {
            word += rows->count;
            both |= (word[0].up.free & word[next_row].up.free) << 1;
        }
        if ((both & 3) != 3) {
            break;
        }
        place += wn_jump_steps[diagonal].diagonal;
    }
    return steps;
}

/* Whether the edge to the goal is legal, if it has this many diagonal steps: its straight part is
 * read first, which is quick. */
static bool sees_goal(wn_jump_search *search, wn_place place, uint32_t steps, uint32_t *left) {
    wn_place goal = search->goal_place;
    uint32_t diagonal = diagonal_towards(place, goal);
    wn_place turn = place + steps * wn_jump_steps[diagonal].diagonal;
    uint32_t axis = wn_place_y(turn) == wn_place_y(goal) ? WN_ROWS : WN_COLUMNS;
    uint32_t one = wn_place_at(turn, axis), other = wn_place_at(goal, axis);
    *left -= WN_JUMP_UNITS_SIGHT;
    if (!are_free(&search->jumps->lines[axis], wn_place_line(goal, axis), wn_min_u32(one, other),
                  wn_max_u32(one, other))) {
        return false;
    }
    uint32_t legal = legal_diagonal_steps(search->jumps, diagonal, place, steps);
    *left -= legal / 2;
    return legal == steps;
}

/* The goal is reached straight from the node that is being expanded. */
static void find_goal(wn_jump_search *search, wn_place place, uint32_t steps) {
    wn_place goal = search->goal_place;
    uint32_t straight = wn_edge_length(place, goal) - steps;
    uint32_t along_column = direction_of(place, goal) >> 1;
    search->found->of[search->found->count++] =
        wn_find_after(diagonal_towards(place, goal), steps) - 1 + along_column * WN_FIND_COLUMN +
        straight;
    for (uint32_t direction = 0; direction < 4; direction++) {
        wn_jump_widen(search, direction, wn_along(direction, wn_place_at(goal, direction >> 1)));
    }
}

/* The scans from a node, and the diagonals to walk. */
WN_INLINE uint32_t scan_node(wn_jump_search *search, const wn_jump_node *node, uint32_t *left) {
    if (WN_UNLIKELY(node->parent == WN_NONE)) {
        return scan_from_start(search, node->place);
    }
    uint32_t direction = direction_of(search->nodes[node->parent].place, node->place);
    if (WN_UNLIKELY(*left < search->scan_units)) {
        return scan_on_tightly(search, node->place, direction, left);
    }
    switch (direction) {
    case WN_SCAN_EAST:
        return scan_on(search, node->place, WN_SCAN_EAST, false, left);
    case WN_SCAN_WEST:
        return scan_on(search, node->place, WN_SCAN_WEST, false, left);
    case WN_SCAN_SOUTH:
        return scan_on(search, node->place, WN_SCAN_SOUTH, false, left);
    default:
        return scan_on(search, node->place, WN_SCAN_NORTH, false, left);
    }
}

/* Takes the next node from the open list and begins to expand it. One that cannot lead to a better
 * route is dropped, one that came out of the last bucket too early goes back. */
WN_INLINE void expand_next(wn_jump_search *search, uint32_t *left) {
    /* Only now: what the node before this one led to may have gone into earlier buckets than were
     * filled when it was taken out. */
    search->cursor = wn_jump_first_bucket(search);
    uint32_t number = wn_jump_take_first(search, search->cursor);
    const wn_jump_node *node = &search->nodes[number];
    *left -= WN_JUMP_UNITS_POP;
    wn_jump_progress *walk = &search->walk;
    walk->node = walk->owner = number;
    walk->before = walk->pending = 0;
    if (WN_UNLIKELY(search->goal != WN_NONE || search->far)) {
        uint64_t f = f_of(search, node->place, node->g);
        if (f >= search->goal_f) {
            return;
        }
        if (WN_UNLIKELY(f >> WN_JUMP_BUCKET_BITS > search->cursor)) {
            wn_jump_enter(search, number, f);
            return;
        }
    }
    if (WN_UNLIKELY(wn_jump_is_continuation(search, number))) {
        expand_continuation(search, number);
        return;
    }
    if (WN_UNLIKELY(node->g > WEND_COST_MAX)) {
        search->outcome = WN_TOO_EXPENSIVE;
        return;
    }
    search->expansions++;
    search->last = number;
    walk->is_new = true;
}

/* Begins with a node: if the goal is in sight, that is all, because nothing else from there leads
 * to a better route. False if there may be too few units left to check. */
WN_INLINE bool begin_node(wn_jump_search *search, uint32_t *left) {
    wn_jump_progress *walk = &search->walk;
    const wn_jump_node *node = &search->nodes[walk->node];
    uint32_t steps = wn_edge_diagonal(node->place, search->goal_place);
    uint32_t length = wn_edge_length(node->place, search->goal_place);
    if (WN_UNLIKELY(steps <= WN_JUMP_SIGHT_DIAGONAL && length - steps <= WN_JUMP_SIGHT_STRAIGHT)) {
        if (WN_UNLIKELY(*left < WN_JUMP_UNITS_SIGHT + steps / 2)) {
            return false;
        }
        walk->is_new = false;
        if (sees_goal(search, node->place, steps, left)) {
            find_goal(search, node->place, steps);
            return true;
        }
    }
    walk->is_new = false;
    walk->pending = scan_node(search, node, left);
    return true;
}

/* Goes on with the node that is being expanded until that is done with. False if the next piece
 * does not fit in what is left, or there is no room for it. */
WN_INLINE bool finish_node(wn_jump_search *search, uint32_t *left) {
    wn_jump_progress *walk = &search->walk;
    if (walk->is_new && WN_UNLIKELY(!begin_node(search, left))) {
        return false;
    }
    while (walk->pending | walk->scans) {
        bool fits = WN_UNLIKELY(walk->scans) ? wn_jump_finish_scans(search, left)
                                             : walk_diagonal(search, left);
        if (WN_UNLIKELY(!fits)) {
            return false;
        }
    }
    if (WN_UNLIKELY(!reach_finds(search, left))) {
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

/* What the scans from a node use at most: two along rows and two along columns, of whole lines. */
static uint32_t scan_units_of(const wn_jumps *jumps) {
    return 2 * (jumps->lines[WN_ROWS].length + jumps->lines[WN_COLUMNS].length);
}

bool wn_jump_start(wn_jump_search *search, wn_place from, wn_place goal) {
    if (search->capacity == 0 || !search->table) {
        return false;
    }
    search->count = search->found->count = 0;
    wn_jump_clear_open(search);
    search->spare_continuations = search->goal = WN_NONE;
    search->walk = (wn_jump_progress){.node = WN_NONE};
    search->walk_units = wn_jump_walk_units(search->jumps);
    search->scan_units = scan_units_of(search->jumps);
    search->goal_place = goal;
    search->goal_f = UINT64_MAX;
    search->outcome = WN_RUNNING;
    for (uint32_t direction = 0; direction < 4; direction++) {
        search->reach[direction] = wn_along(direction, wn_place_at(from, direction >> 1));
    }
    search->expansions = 0;
    search->touched = 0;
    search->far = false;
    if (wn_jumps_free(search->jumps, wn_place_x(goal), wn_place_y(goal))) {
        add_or_improve_node(search, WN_NONE, from, 0);
    }
    return true;
}

/* Whether the search is over; with equal f the goal wins. */
WN_INLINE bool is_over(wn_jump_search *search) {
    if (search->open_count == 0) {
        search->outcome = search->goal == WN_NONE ? WN_NO_PATH : WN_FOUND;
    } else if (search->goal != WN_NONE &&
               wn_jump_first_bucket(search) << WN_JUMP_BUCKET_BITS >= search->goal_f) {
        search->outcome = WN_FOUND;
    }
    return search->outcome != WN_RUNNING;
}

wn_outcome wn_jump_run(wn_jump_search *search, uint32_t budget, uint32_t *used) {
    uint32_t left = budget;
    /* Before anything else what was found in the last run: so finds never pile up. */
    bool fits = search->walk.node == WN_NONE || reach_finds(search, &left);
    while (search->outcome == WN_RUNNING && fits) {
        if (search->walk.node == WN_NONE) {
            if (is_over(search) || left < WN_JUMP_UNITS_POP) {
                break;
            }
            expand_next(search, &left);
        }
        fits = finish_node(search, &left);
        if (WN_UNLIKELY(search->one_node) && fits && left > 0) {
            break;
        }
    }
    *used += budget - left;
    /* Any piece would have fitted, but a node needs room, too. */
    bool is_short = search->outcome == WN_RUNNING && !fits && left >= WN_JUMP_UNITS;
    return is_short ? WN_NO_MEMORY : search->outcome;
}

uint32_t wn_jump_tip(const wn_jump_search *search) {
    bool walking = search->walk.node != WN_NONE && search->walk.node != 0;
    if (walking && search->outcome != WN_FOUND) {
        return search->walk.node;
    }
    if (search->outcome == WN_FOUND || search->open_count == 0) {
        return search->goal;
    }
    uint32_t first = wn_jump_head_of(search, wn_jump_first_bucket(search));
    const wn_jump_node *node = &search->nodes[first];
    uint64_t f = f_of(search, node->place, node->g);
    return f >= search->goal_f ? search->goal : first;
}

bool wn_jump_has_seen(const wn_jump_search *search, wn_place place) {
    bool seen = true;
    for (uint32_t direction = 0; direction < 4; direction++) {
        uint32_t along = wn_along(direction, wn_place_at(place, direction >> 1));
        seen &= along <= search->reach[direction] + 1;
    }
    return seen;
}
