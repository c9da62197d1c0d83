#include "search/jump_store.h"

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

WN_INLINE uint64_t f_of(const wn_jump_search *search, uint32_t x, uint32_t y, wend_cost g) {
    uint32_t dx = distance(x, search->goal_x);
    uint32_t dy = distance(y, search->goal_y);
    uint64_t h = wn_max_u32(dx, dy) * WEND_COST_ONE +
                 wn_min_u32(dx, dy) * (WEND_COST_DIAGONAL - WEND_COST_ONE);
    if (search->weight != 1000) {
        h = h * search->weight / 1000;
    }
    return g + h;
}

/* ---- Nodes --------------------------------------------------------------------------------- */

/* Needs room. */
static uint32_t new_node(wn_jump_search *search) {
    assert(search->count < search->capacity);
    return search->count++;
}

/* The first way to a cell, or one that is better than the one known. */
static __attribute__((noinline)) void come_upon_anew(wn_jump_search *search, uint32_t parent,
                                                     wn_place place, wend_cost g) {
    uint32_t x = wn_place_x(place), y = wn_place_y(place);
    uint64_t f = f_of(search, x, y, g);
    if (f >= search->goal_f) {
        return; /* would not be popped before the search is over */
    }
    uint32_t slot = wn_jump_slot_of(search, place);
    uint32_t first = wn_jump_first_of(search, slot);
    uint32_t node = wn_jump_find_in_chain(search, first, place);
    if (node == WN_NONE) {
        node = new_node(search);
        search->nodes[node] = (wn_jump_node){.place = place, .above = WN_NONE};
        wn_jump_chain(search, node, slot, first);
        search->touched++;
    } else if (search->nodes[node].g <= g) {
        return;
    }
    search->nodes[node].g = g;
    search->nodes[node].parent = parent;
    if (x == search->goal_x && y == search->goal_y) {
        search->goal = node;
        search->goal_f = f;
    } else {
        wn_jump_enter(search, node, f);
    }
}

/* A way to a cell where the search may turn, or to the goal. Most lead to a node that heads its
 * chain and is known to be nearer: that is seen here, with one branch. (If nothing heads the chain,
 * the start is looked at instead, which lies elsewhere.) */
WN_INLINE void come_upon(wn_jump_search *search, uint32_t parent, wn_place place, wend_cost g) {
    uint32_t head = search->table[wn_jump_slot_of(search, place)];
    const wn_jump_node *node = &search->nodes[head < search->count ? head : 0];
    if ((node->place != place) | (node->g > g) | (node->next == WN_JUMP_IS_REST)) {
        come_upon_anew(search, parent, place, g);
    }
}

/* ---- Scans --------------------------------------------------------------------------------- */

WN_INLINE bool lies_between(uint32_t from, uint32_t to, uint32_t at) {
    return from <= to ? from <= at && at <= to : to <= at && at <= from;
}

/* What the scans from a node have found: cells to turn at, and the goal. Whether a scan finds
 * something cannot be foretold, so nothing branches on it: its end is written down, and counts if
 * it is worth it. */
typedef struct finds {
    uint32_t count;
    /* Of the straight scans, of two for each step of four diagonals, and one that does not count.
     */
    wn_place places[4 + 4 * 2 * WN_JUMP_REST_AFTER + 1];
} finds;

/* Comes upon all that was found from a node. The way to each is a diagonal as far as the nearer of
 * its coordinates, and straight on. */
WN_INLINE void come_upon_finds(wn_jump_search *search, uint32_t owner, finds *found) {
    wn_place from = search->nodes[owner].place;
    wend_cost g = search->nodes[owner].g;
    for (uint32_t i = 0; i < found->count; i++) {
        wn_place place = found->places[i];
        uint32_t dx = distance(wn_place_x(place), wn_place_x(from));
        uint32_t dy = distance(wn_place_y(place), wn_place_y(from));
        come_upon(search, owner, place,
                  g + wn_max_u32(dx, dy) * WEND_COST_ONE +
                      wn_min_u32(dx, dy) * (WEND_COST_DIAGONAL - WEND_COST_ONE));
    }
    found->count = 0;
}

/* Where scans look and what they do. The lines are copies, which the compiler knows not to change
 * while finds are written. */
typedef struct scan_of {
    wn_jump_search *search;
    finds *found;
    wn_lines rows;
    wn_lines columns;
    uint32_t work;
} scan_of;

WN_INLINE scan_of scan_for(wn_jump_search *search, finds *found, uint32_t work) {
    return (scan_of){search, found, search->jumps->rows, search->jumps->columns, work};
}

/* Widens the box round all that was looked at. */
WN_INLINE void widen_x(wn_jump_search *search, uint32_t x) {
    search->x_min = wn_min_u32(search->x_min, x);
    search->x_max = wn_max_u32(search->x_max, x);
}

WN_INLINE void widen_y(wn_jump_search *search, uint32_t y) {
    search->y_min = wn_min_u32(search->y_min, y);
    search->y_max = wn_max_u32(search->y_max, y);
}

/* A scan from (x, y) along its row or column, up the line (sign 1) or down (-1). Says whether the
 * first cell that it came to is free. */
WN_INLINE bool scan_line(scan_of *scan, const bool is_row, uint32_t x, uint32_t y, const int sign) {
    const wn_jump_search *search = scan->search;
    const wn_lines *lines = is_row ? &scan->rows : &scan->columns;
    uint32_t at = is_row ? x : y, line = is_row ? y : x;
    uint32_t from = at + (uint32_t)sign;
    const wn_word *word = wn_line_word(lines, line, from);
    wn_view view = wn_view_of(word, from, sign);
    bool can_begin = view.free & 1;
    uint32_t work = scan->work + 1;
    if (WN_UNLIKELY(!view.stops)) {
        view = wn_view_next(lines, word, from, sign, &work);
    }
    uint32_t stop = wn_stop_at(view, sign);
    uint32_t counts = wn_stop_is_free(view);
    if (is_row) {
        widen_x(scan->search, stop);
    } else {
        widen_y(scan->search, stop);
    }
    uint32_t goal_at = is_row ? search->goal_x : search->goal_y;
    bool is_in_line = line == (is_row ? search->goal_y : search->goal_x);
    if (WN_UNLIKELY(is_in_line) && lies_between(at, stop, goal_at)) {
        stop = goal_at;
        counts = 1;
    }
    finds *found = scan->found;
    found->places[found->count] = is_row ? wn_place_of(stop, y) : wn_place_of(x, stop);
    found->count += counts;
    scan->work = work + counts * WN_JUMP_UNITS_NODE;
    return can_begin;
}

/* ---- Diagonals ----------------------------------------------------------------------------- */

/* Diagonal directions: bit 0 is set to the left, bit 1 up the map. */
enum { SOUTH_EAST, SOUTH_WEST, NORTH_EAST, NORTH_WEST };

/* Puts the rest of a diagonal off. */
static void put_off(wn_jump_search *search) {
    wn_jump_walk *walk = &search->walk;
    uint64_t f = f_of(search, walk->x, walk->y, walk->g);
    if (f >= search->goal_f) {
        return;
    }
    uint32_t rest = walk->node;
    if (!wn_jump_is_rest(search, rest)) {
        rest = search->spare_rests;
        if (rest != WN_NONE) {
            search->spare_rests = search->nodes[rest].parent;
        } else {
            rest = new_node(search);
        }
    }
    search->nodes[rest] = (wn_jump_node){.place = wn_place_of(walk->x, walk->y),
                                         .g = walk->g,
                                         .parent = walk->owner,
                                         .next = WN_JUMP_IS_REST,
                                         .above = WN_NONE};
    wn_jump_enter(search, rest, f);
}

/* Steps before the one after which a coordinate is that of the goal; a large number if it never
 * will be. */
WN_INLINE uint32_t steps_to(uint32_t at, uint32_t goal, const int sign) {
    return (sign > 0 ? goal - at : at - goal) - 1;
}

/* The last cell of a word, or the first, seen from `at` along a line. */
WN_INLINE uint32_t end_of_word(uint32_t at, const int sign) {
    return sign > 0 ? at | 63 : at & ~63u;
}

/* One step to a cell in line with the goal, where a scan may end at it. Says whether the diagonal
 * goes on. */
static __attribute__((noinline)) bool step_in_line(scan_of *scan, uint32_t x, uint32_t y,
                                                   int sign_x, int sign_y) {
    scan->work += WN_JUMP_UNITS_STEP;
    bool open = scan_line(scan, true, x, y, sign_x);
    open &= scan_line(scan, false, x, y, sign_y);
    return open & wn_line_free(&scan->rows, y + (uint32_t)sign_y, x + (uint32_t)sign_x);
}

/* Walks the diagonal that is under way, whose next step is legal, until it ends, is put off, or the
 * budget is used up; says whether it is done with.
 *
 * This is where jump point search spends its time. The words that the scans of a step look at are
 * next to those of the step before, until one of the two begins in another word. The box round all
 * that was looked at is made of whole words. */
WN_INLINE bool walk_on(wn_jump_search *search, finds *found, const int sign_x, const int sign_y,
                       uint32_t budget, uint32_t *used) {
    wn_jump_walk *walk = &search->walk;
    scan_of scan = scan_for(search, found, *used);
    const uint32_t dx = (uint32_t)sign_x, dy = (uint32_t)sign_y;
    uint32_t x = walk->x, y = walk->y;
    uint32_t left = walk->left;
    uint32_t far_x = x, far_y = y;
    uint64_t open;
    do {
        /* The cells where the scans of the next step begin, and how far into their words. */
        uint32_t from_x = x + 2 * dx, from_y = y + 2 * dy;
        uint32_t into_row = (sign_x > 0 ? from_x : ~from_x) % 64;
        uint32_t into_column = (sign_y > 0 ? from_y : ~from_y) % 64;
        uint32_t steps =
            wn_min_u32(steps_to(x, search->goal_x, sign_x), steps_to(y, search->goal_y, sign_y));
        if (WN_UNLIKELY(steps == 0)) {
            x += dx;
            y += dy;
            left--;
            open = step_in_line(&scan, x, y, sign_x, sign_y);
            continue;
        }
        steps = wn_min_u32(wn_min_u32(steps, left), 64 - wn_max_u32(into_row, into_column));
        wn_place *places = found->places;
        uint32_t count = found->count;
        uint32_t work = scan.work;
        uint32_t last = left - steps;
        wn_place row_at = wn_place_of(from_x, y + dy), column_at = wn_place_of(x + dx, from_y);
        const wn_word *row = wn_line_word(&scan.rows, y + dy, from_x);
        const wn_word *column = wn_line_word(&scan.columns, x + dx, from_y);
        uint64_t row_free = wn_side_of(row, sign_x)->free;
        do {
            uint64_t next_free = wn_side_of(row + sign_y, sign_x)->free;
            uint64_t free_there = row_free >> into_row;
            uint64_t row_stops = wn_side_of(row, sign_x)->stops >> into_row;
            uint64_t column_free = wn_side_of(column, sign_y)->free >> into_column;
            uint64_t column_stops = wn_side_of(column, sign_y)->stops >> into_column;
            open = free_there & column_free & (next_free >> into_row) & 1;
            uint32_t row_passed, column_passed;
            if (WN_LIKELY(row_stops)) {
                row_passed = (uint32_t)__builtin_ctzll(row_stops);
            } else {
                wn_view view = wn_view_next(&scan.rows, row, wn_place_x(row_at), sign_x, &work);
                far_x = sign_x > 0 ? wn_max_u32(far_x, view.base | 63)
                                   : wn_min_u32(far_x, view.base & ~63u);
                uint32_t stop = wn_stop_at(view, sign_x);
                row_passed = sign_x > 0 ? stop - wn_place_x(row_at) : wn_place_x(row_at) - stop;
                free_there = wn_stop_is_free(view) ? UINT64_MAX : 0;
            }
            if (WN_LIKELY(column_stops)) {
                column_passed = (uint32_t)__builtin_ctzll(column_stops);
            } else {
                wn_view view =
                    wn_view_next(&scan.columns, column, wn_place_y(column_at), sign_y, &work);
                far_y = sign_y > 0 ? wn_max_u32(far_y, view.base | 63)
                                   : wn_min_u32(far_y, view.base & ~63u);
                uint32_t stop = wn_stop_at(view, sign_y);
                column_passed =
                    sign_y > 0 ? stop - wn_place_y(column_at) : wn_place_y(column_at) - stop;
                column_free = wn_stop_is_free(view) ? UINT64_MAX : 0;
            }
            uint32_t count_before = count;
            places[count] = sign_x > 0 ? row_at + row_passed : row_at - row_passed;
            count += (uint32_t)(free_there >> (row_passed % 64)) & 1;
            places[count] =
                sign_y > 0 ? column_at + (column_passed << 16) : column_at - (column_passed << 16);
            count += (uint32_t)(column_free >> (column_passed % 64)) & 1;
            work += WN_JUMP_UNITS_STEP + 2 + (count - count_before) * WN_JUMP_UNITS_NODE;
            left--;
            into_row++;
            into_column++;
            row += sign_y;
            column += sign_x;
            row_free = next_free;
            row_at += dx + (dy << 16);
            column_at += dx + (dy << 16);
        } while (open && left != last && work < budget);
        /* Not from the places: west of the border they have borrowed from y. */
        steps -= left - last;
        x += steps * dx;
        y += steps * dy;
        scan.work = work;
        found->count = count;
    } while (open && left > 0 && scan.work < budget);
    walk->g += (walk->left - left) * WEND_COST_DIAGONAL;
    walk->x = x;
    walk->y = y;
    walk->left = left;
    widen_x(search, far_x);
    widen_x(search, end_of_word(x + dx, sign_x));
    widen_y(search, far_y);
    widen_y(search, end_of_word(y + dy, sign_y));
    bool ends = !open;
    if (open && left == 0) {
        scan.work += WN_JUMP_UNITS_NODE;
        come_upon_finds(search, walk->owner, found); /* the goal may be among them */
        put_off(search);
        ends = true;
    }
    *used = scan.work;
    return ends;
}

/* Goes on with the diagonals of the node that is being expanded, until all are done with or the
 * budget is used up. */
static void walk_diagonals(wn_jump_search *search, finds *found, uint32_t budget, uint32_t *used) {
    wn_jump_walk *walk = &search->walk;
    const wn_jump_node *node = &search->nodes[walk->node];
    bool is_rest = node->next == WN_JUMP_IS_REST;
    while (walk->pending && *used < budget) {
        if (walk->left == 0) {
            walk->x = wn_place_x(node->place);
            walk->y = wn_place_y(node->place);
            walk->g = node->g;
            walk->left = WN_JUMP_REST_AFTER;
        }
        bool done = false;
        switch (__builtin_ctz(walk->pending)) {
        case SOUTH_EAST:
            done = walk_on(search, found, 1, 1, budget, used);
            break;
        case SOUTH_WEST:
            done = walk_on(search, found, -1, 1, budget, used);
            break;
        case NORTH_EAST:
            done = walk_on(search, found, 1, -1, budget, used);
            break;
        default:
            done = walk_on(search, found, -1, -1, budget, used);
            break;
        }
        if (done) {
            walk->pending &= walk->pending - 1;
            walk->left = 0;
        }
    }
    come_upon_finds(search, walk->owner, found);
    if (!walk->pending) {
        if (is_rest && !wn_jump_is_open(node)) {
            search->nodes[walk->node].parent = search->spare_rests;
            search->spare_rests = walk->node;
        }
        walk->node = WN_NONE;
    }
}

/* ---- Expanding ----------------------------------------------------------------------------- */

WN_INLINE uint32_t diagonal_bit(const int sign_x, const int sign_y) {
    return 1u << ((sign_x < 0) | (uint32_t)(sign_y < 0) << 1);
}

/* From the start: everywhere. Returns the diagonals to walk. */
static uint32_t scan_from_start(scan_of *scan, uint32_t x, uint32_t y) {
    bool east = scan_line(scan, true, x, y, 1);
    bool west = scan_line(scan, true, x, y, -1);
    bool south = scan_line(scan, false, x, y, 1);
    bool north = scan_line(scan, false, x, y, -1);
    const wn_lines *rows = &scan->rows;
    return ((east & south & wn_line_free(rows, y + 1, x + 1)) ? diagonal_bit(1, 1) : 0) |
           ((west & south & wn_line_free(rows, y + 1, x - 1)) ? diagonal_bit(-1, 1) : 0) |
           ((east & north & wn_line_free(rows, y - 1, x + 1)) ? diagonal_bit(1, -1) : 0) |
           ((west & north & wn_line_free(rows, y - 1, x - 1)) ? diagonal_bit(-1, -1) : 0);
}

/* Round a corner: to the side, and on the diagonal between that and straight on if it is legal. */
WN_INLINE uint32_t scan_round(scan_of *scan, const bool is_row, uint32_t x, uint32_t y,
                              const int sign, const int side, bool legal) {
    scan_line(scan, !is_row, x, y, side);
    return legal ? diagonal_bit(is_row ? sign : side, is_row ? side : sign) : 0;
}

/* From a node that was come upon along its row or column, up the line (sign 1) or down (-1):
 * straight on, and round the corners that made it a stop. Returns the diagonals to walk. The words
 * of the lines beside it lie next to those of its own. */
WN_INLINE uint32_t scan_on(scan_of *scan, const bool is_row, uint32_t x, uint32_t y,
                           const int sign) {
    const wn_lines *lines = is_row ? &scan->rows : &scan->columns;
    uint32_t at = is_row ? x : y, line = is_row ? y : x;
    uint32_t next = at + (uint32_t)sign, last = at - (uint32_t)sign;
    const wn_word *here = wn_line_word(lines, line, at);
    const wn_word *ahead = wn_line_word(lines, line, next);
    const wn_word *behind = (at ^ last) & 64 ? wn_line_word(lines, line, last) : here;
    bool turns_down = wn_word_free(here - 1, at) > wn_word_free(behind - 1, last);
    bool turns_up = wn_word_free(here + 1, at) > wn_word_free(behind + 1, last);
    bool free_down = wn_word_free(ahead - 1, next), free_up = wn_word_free(ahead + 1, next);
    bool goes_on = scan_line(scan, is_row, x, y, sign);
    uint32_t diagonals = 0;
    if (turns_down) {
        diagonals |= scan_round(scan, is_row, x, y, sign, -1, goes_on & free_down);
    }
    if (turns_up) {
        diagonals |= scan_round(scan, is_row, x, y, sign, 1, goes_on & free_up);
    }
    return diagonals;
}

/* The last steps of an edge are straight: along the axis on which its ends are further apart. */
static uint32_t scan_straight(wn_jump_search *search, uint32_t node, finds *found, uint32_t *used) {
    scan_of scan = scan_for(search, found, *used);
    wn_place at = search->nodes[node].place;
    uint32_t x = wn_place_x(at);
    uint32_t y = wn_place_y(at);
    uint32_t parent = search->nodes[node].parent;
    wn_place from = parent == WN_NONE ? at : search->nodes[parent].place;
    int dx = (int)x - (int)wn_place_x(from);
    int dy = (int)y - (int)wn_place_y(from);
    uint32_t diagonals;
    if (parent == WN_NONE) {
        diagonals = scan_from_start(&scan, x, y);
    } else if (abs(dx) > abs(dy)) {
        diagonals = dx > 0 ? scan_on(&scan, true, x, y, 1) : scan_on(&scan, true, x, y, -1);
    } else {
        diagonals = dy > 0 ? scan_on(&scan, false, x, y, 1) : scan_on(&scan, false, x, y, -1);
    }
    *used = scan.work;
    return diagonals;
}

/* The diagonal that a rest is the rest of. */
static uint32_t diagonal_of_rest(const wn_jump_search *search, uint32_t rest) {
    wn_place to = search->nodes[rest].place;
    wn_place from = search->nodes[search->nodes[rest].parent].place;
    uint32_t west = wn_place_x(to) < wn_place_x(from);
    uint32_t north = wn_place_y(to) < wn_place_y(from);
    return 1u << (west | north << 1);
}

/* A rest counts only as long as its node has the g that it was put off with. */
static bool is_stale(const wn_jump_search *search, uint32_t rest) {
    const wn_jump_node *owner = &search->nodes[search->nodes[rest].parent];
    uint32_t steps = wn_edge_length(owner->place, search->nodes[rest].place);
    return owner->g + steps * WEND_COST_DIAGONAL != search->nodes[rest].g;
}

/* Fetches the words of a place into the cache. */
WN_INLINE void fetch_lines(const wn_jump_search *search, wn_place at) {
    uint32_t x = wn_place_x(at), y = wn_place_y(at);
    __builtin_prefetch(wn_line_word(&search->jumps->rows, y, x));
    __builtin_prefetch(wn_line_word(&search->jumps->columns, x, y));
}

/* Takes the next node from the open list and begins to expand it. One that cannot lead to a better
 * route is dropped, one that came out of the last bucket too early goes back. */
static void expand_next(wn_jump_search *search, finds *found, uint32_t *used) {
    /* Only now: what the node before this one led to may have gone into earlier buckets than were
     * filled when it was taken out. */
    search->cursor = wn_jump_first_bucket(search);
    uint32_t number = wn_jump_head_of(search, search->cursor);
    wn_jump_node *node = &search->nodes[number];
    if (node->below != WN_NONE) {
        fetch_lines(search, search->nodes[node->below].place); /* it will often be the next */
    }
    wn_jump_take_out(search, node);
    *used += WN_JUMP_UNITS_POP;
    wn_jump_walk *walk = &search->walk;
    *walk = (wn_jump_walk){.node = number, .owner = number};
    if (WN_UNLIKELY(search->goal != WN_NONE || search->far)) {
        uint64_t f = f_of(search, wn_place_x(node->place), wn_place_y(node->place), node->g);
        if (f >= search->goal_f) {
            return;
        }
        if (WN_UNLIKELY(f >> WN_JUMP_BUCKET_BITS > search->cursor)) {
            wn_jump_enter(search, number, f);
            return;
        }
    }
    if (wn_jump_is_rest(search, number)) {
        walk->owner = node->parent;
        walk->pending = is_stale(search, number) ? 0 : diagonal_of_rest(search, number);
    } else if (node->g > WEND_COST_MAX) {
        search->outcome = WN_TOO_DEAR;
    } else {
        search->expansions++;
        search->last = number;
        walk->pending = scan_straight(search, number, found, used);
    }
}

/* ---- Running ------------------------------------------------------------------------------- */

bool wn_jump_start(wn_jump_search *search, wn_place from, wn_place goal) {
    if (search->capacity < 2 * WN_JUMP_NODES_AT_ONCE || !search->table) {
        return false;
    }
    search->count = 0;
    wn_jump_clear_open(search);
    search->spare_rests = search->goal = search->walk.node = WN_NONE;
    search->goal_x = wn_place_x(goal);
    search->goal_y = wn_place_y(goal);
    search->goal_f = UINT64_MAX;
    search->outcome = WN_RUNNING;
    search->x_min = search->x_max = wn_place_x(from);
    search->y_min = search->y_max = wn_place_y(from);
    search->expansions = 0;
    search->touched = 0;
    search->far = false;
    if (wn_jumps_free(search->jumps, wn_place_x(goal), wn_place_y(goal))) {
        come_upon_anew(search, WN_NONE, from, 0);
    }
    return true;
}

/* Whether the search is over; with equal f the goal wins. */
static bool is_over(wn_jump_search *search) {
    if (search->open_count == 0) {
        search->outcome = search->goal == WN_NONE ? WN_NO_PATH : WN_FOUND;
    } else if (search->goal != WN_NONE &&
               wn_jump_first_bucket(search) << WN_JUMP_BUCKET_BITS >= search->goal_f) {
        search->outcome = WN_FOUND;
    }
    return search->outcome != WN_RUNNING;
}

/* Units that can be used without running out of nodes: each node costs some. */
static uint32_t units_in_store(const wn_jump_search *search) {
    uint32_t room = search->capacity - search->count;
    return room > WN_JUMP_NODES_AT_ONCE
               ? wn_mul_sat(room - WN_JUMP_NODES_AT_ONCE, WN_JUMP_UNITS_NODE)
               : 0;
}

wn_outcome wn_jump_run(wn_jump_search *search, uint32_t budget, uint32_t *used) {
    finds found;
    found.count = 0;
    uint32_t work = 0;
    uint32_t limit = 0;
    while (search->outcome == WN_RUNNING) {
        if (search->walk.node == WN_NONE && is_over(search)) {
            break;
        }
        if (work >= limit) {
            /* Not every node that was come upon was new: there may be room for more. */
            limit = wn_min_u32(budget, wn_add_sat(work, units_in_store(search)));
            if (work >= limit) {
                break;
            }
        }
        if (search->walk.node == WN_NONE) {
            expand_next(search, &found, &work);
        }
        walk_diagonals(search, &found, limit, &work);
    }
    *used += work;
    bool is_short = search->outcome == WN_RUNNING && work < budget;
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
    uint64_t f = f_of(search, wn_place_x(node->place), wn_place_y(node->place), node->g);
    return f >= search->goal_f ? search->goal : first;
}

bool wn_jump_has_seen(const wn_jump_search *search, wn_place place) {
    uint32_t x = wn_place_x(place);
    uint32_t y = wn_place_y(place);
    return x + 1 >= search->x_min && x <= search->x_max + 1 && y + 1 >= search->y_min &&
           y <= search->y_max + 1;
}
