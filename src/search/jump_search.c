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

/* ---- Directions ---------------------------------------------------------------------------- */

/* The diagonal directions: bit 0 is set to the west, bit 1 to the north. The row scans of a
 * diagonal go east or west, its column scans south or north. */
enum { DIAGONAL_SOUTH_EAST, DIAGONAL_SOUTH_WEST, DIAGONAL_NORTH_EAST, DIAGONAL_NORTH_WEST };

WN_INLINE uint32_t row_of(uint32_t diagonal) {
    return WN_SCAN_EAST + (diagonal & 1);
}

WN_INLINE uint32_t map_column(uint32_t diagonal) {
    return WN_SCAN_SOUTH + (diagonal >> 1);
}

/* The diagonal between two directions, one along rows and one along columns. */
WN_INLINE uint32_t diagonal_of(uint32_t one, uint32_t other) {
    uint32_t row = wn_min_u32(one, other), column = wn_max_u32(one, other);
    return (row & 1) | (column & 1) << 1;
}

/* A diagonal step and a straight one after it, as they are added to places: for each diagonal along
 * its row, and then for each along its column. */
#define STEP(dx, dy) ((uint32_t)(dx) + ((uint32_t)(dy) << 16))
static const struct {
    uint32_t diagonal, straight;
} steps_of[8] = {
    {STEP(1, 1), STEP(1, 0)},    {STEP(-1, 1), STEP(-1, 0)},  {STEP(1, -1), STEP(1, 0)},
    {STEP(-1, -1), STEP(-1, 0)}, {STEP(1, 1), STEP(0, 1)},    {STEP(-1, 1), STEP(0, 1)},
    {STEP(1, -1), STEP(0, -1)},  {STEP(-1, -1), STEP(0, -1)},
};
#undef STEP

/* ---- Nodes --------------------------------------------------------------------------------- */

/* Needs room. */
static uint32_t new_node(wn_jump_search *search) {
    assert(search->count < search->capacity);
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

/* What the scans from a node have found: cells to turn at, and the goal. Whether a scan finds
 * something is unpredictable, so nothing branches on it: the result is always written, and kept
 * only if it is one.
 *
 * A find is a number: the straight steps to it; the diagonal ones before these; the diagonal, and
 * whether the straight ones go along a column. */
typedef uint32_t find;

#define FIND_STRAIGHT 0xffffu
#define FIND_STEP     (1u << 16)
#define FIND_STEPS    0x3fu
#define FIND_BY       (1u << 22)
#define FIND_COLUMN   (4 * FIND_BY)

typedef struct finds {
    uint32_t count;
    /* Straight on, and two of each step of four diagonals; and one that does not count. */
    find of[4 + 4 * 2 * WN_JUMP_POSTPONE_AFTER + 1];
} finds;

/* One straight step from a diagonal. */
WN_INLINE find find_after(uint32_t diagonal, uint32_t steps) {
    return diagonal * FIND_BY + steps * FIND_STEP + 1;
}

/* Reaches all that was found from a node. */
WN_INLINE void reach_finds(wn_jump_search *search, finds *found) {
    const wn_jump_progress *walk = &search->walk;
    wn_place from = search->nodes[walk->owner].place;
    wend_cost g = search->nodes[walk->owner].g;
    for (uint32_t i = 0; i < found->count; i++) {
        find one = found->of[i];
        uint32_t by = one / FIND_BY;
        uint32_t steps = walk->before + (one / FIND_STEP & FIND_STEPS);
        uint32_t straight = one & FIND_STRAIGHT;
        reach_node(search, walk->owner,
                   from + steps * steps_of[by].diagonal + straight * steps_of[by].straight,
                   g + steps * WEND_COST_DIAGONAL + straight * WEND_COST_ONE);
    }
    found->count = 0;
}

/* ---- Scans --------------------------------------------------------------------------------- */

/* Widens the box round all that was scanned. */
WN_INLINE void widen(wn_jump_search *search, uint32_t direction, uint32_t along) {
    search->reach[direction] = wn_max_u32(search->reach[direction], along);
}

/* A scan from a place, whose first cell is that of a find. Says whether that cell is free. */
WN_INLINE bool scan_line(wn_jump_search *search, finds *found, wn_place place, uint32_t direction,
                         find first_cell, uint32_t *work) {
    uint32_t axis = direction >> 1;
    const wn_lines *lines = &search->jumps->lines[axis];
    uint32_t line = wn_place_line(place, axis);
    uint32_t first = wn_along(direction, wn_place_at(place, axis)) + 1;
    const wn_scan_word *word = wn_scan_word_of(lines, direction, line, wn_along(direction, first));
    uint32_t into = first % 64;
    uint64_t stops = word->stops >> into;
    bool can_begin = word->free >> into & 1;
    uint32_t words = 1;
    uint32_t passed = WN_LIKELY(stops)
                          ? wn_low_zeros(stops)
                          : wn_pass_words(&word, wn_next_word(lines, direction), into, &words);
    uint32_t is_node = word->free >> ((into + passed) % 64) & 1;
    widen(search, direction, first + passed);
    if (WN_UNLIKELY(line == wn_place_line(search->goal_place, axis))) {
        /* It may be the place itself. */
        uint32_t to_goal = wn_along(direction, wn_place_at(search->goal_place, axis)) - (first - 1);
        if (to_goal <= passed + 1) {
            passed = to_goal - 1;
            is_node = 1;
        }
    }
    found->of[found->count] = first_cell + axis * FIND_COLUMN + passed;
    found->count += is_node;
    *work += words + is_node * WN_JUMP_UNITS_NODE;
    return can_begin;
}

/* ---- Diagonals ----------------------------------------------------------------------------- */

/* Postpones the remainder of a diagonal. */
static void postpone(wn_jump_search *search, uint32_t diagonal) {
    const wn_jump_progress *walk = &search->walk;
    const wn_jump_node *node = &search->nodes[walk->node];
    wn_place place = node->place + walk->steps * steps_of[diagonal].diagonal;
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

/* One step of a diagonal, to a place in line with the goal, where a scan may end at it. Says
 * whether the diagonal goes on. */
WN_NOINLINE static bool step_in_line(wn_jump_search *search, finds *found, uint32_t diagonal,
                                     uint32_t steps, wn_place place, uint32_t *work) {
    *work += WN_JUMP_UNITS_STEP;
    find first_cell = find_after(diagonal, steps);
    bool open = scan_line(search, found, place, row_of(diagonal), first_cell, work);
    open &= scan_line(search, found, place, map_column(diagonal), first_cell, work);
    place += steps_of[diagonal].diagonal;
    return open & wn_jumps_free(search->jumps, wn_place_x(place), wn_place_y(place));
}

/* A scan of a walk into other words. Returns the cells that it passes; `free` becomes all ones or
 * nothing, as the stop that it comes to is free or not. */
WN_INLINE uint32_t scan_far(const wn_jump_search *search, const uint32_t direction,
                            const wn_scan_word *word, uint32_t into, uint64_t *free,
                            uint32_t *words) {
    const wn_lines *lines = &search->jumps->lines[direction >> 1];
    uint32_t passed = wn_pass_words(&word, wn_next_word(lines, direction), into, words);
    *free = word->free >> (into + passed) % 64 & 1 ? UINT64_MAX : 0;
    return passed;
}

/* Units that a batch of diagonal steps may use beyond the budget; then a continuation may be left.
 */
#define WALK_OVERSHOOT (WN_JUMP_OVERSHOOT(0) - WN_JUMP_UNITS_NODE)
_Static_assert(WALK_OVERSHOOT / WN_JUMP_UNITS_NODE + 1 <= WN_JUMP_NODES_AT_ONCE, "room for them");

/* Walks the diagonal that is under way, whose next step is legal, until it ends, is postponed, or
 * the budget is used up; says whether it is done with.
 *
 * This is where jump point search spends its time. The words that the scans of a step read are
 * next to those of the step before, until one of the two begins in another word. The steps up to
 * there, or up to where the diagonal comes in line with the goal or is postponed, are a batch: so
 * the loop checks neither for the goal nor the budget, and all that it needs stays in registers.
 * If it turns out that it went too far beyond the budget, the batch does not count, and is walked
 * again in batches that are small enough. Of scans that end in the word in which they began, the
 * whole word is charged. */
WN_INLINE bool walk_on(wn_jump_search *search, finds *found, const uint32_t diagonal,
                       uint32_t budget, uint32_t *used) {
    wn_jump_progress *walk = &search->walk;
    const uint32_t direction_x = row_of(diagonal), direction_y = map_column(diagonal);
    const wn_lines *rows = &search->jumps->lines[WN_ROWS];
    const wn_lines *columns = &search->jumps->lines[WN_COLUMNS];
    const ptrdiff_t next_row = direction_y & 1 ? -WN_NEXT_LINE : WN_NEXT_LINE;
    const ptrdiff_t next_column = direction_x & 1 ? -WN_NEXT_LINE : WN_NEXT_LINE;
    wn_place from = search->nodes[walk->node].place;
    uint32_t from_x = wn_along(direction_x, wn_place_x(from));
    uint32_t from_y = wn_along(direction_y, wn_place_y(from));
    /* Steps to the places in line with the goal; many if there is none. */
    uint32_t to_goal_x = wn_along(direction_x, wn_place_x(search->goal_place)) - from_x - 1;
    uint32_t to_goal_y = wn_along(direction_y, wn_place_y(search->goal_place)) - from_y - 1;
    uint32_t done = walk->steps;
    uint32_t work = *used;
    bool open = true, is_careful = false;
    do {
        uint32_t steps = wn_min_u32(to_goal_x - done, to_goal_y - done);
        if (WN_UNLIKELY(steps == 0)) {
            done++;
            wn_place place = from + done * steps_of[diagonal].diagonal;
            open = step_in_line(search, found, diagonal, done, place, &work);
            continue;
        }
        /* The cells where the scans of the next step begin, and how far into their words. */
        uint32_t row_at = from_x + done + 2, column_at = from_y + done + 2;
        uint32_t into_row = row_at % 64, into_column = column_at % 64;
        steps = wn_min_u32(steps, WN_JUMP_POSTPONE_AFTER - done);
        steps = wn_min_u32(steps, 64 - wn_max_u32(into_row, into_column));
        if (WN_UNLIKELY(is_careful)) {
            steps = wn_min_u32(steps, ((budget - work - 1) >> search->step_bits) + 1);
        }
        const wn_scan_word *row = wn_scan_word_of(
            rows, direction_x, wn_along(direction_y, column_at - 1), wn_along(direction_x, row_at));
        const wn_scan_word *column =
            wn_scan_word_of(columns, direction_y, wn_along(direction_x, row_at - 1),
                            wn_along(direction_y, column_at));
        const find begin = find_after(diagonal, done + 1);
        const find end = begin + steps * FIND_STEP;
        find at = begin;
        find *next = found->of + found->count;
        uint32_t words = 0;
        uint64_t row_free = row->free >> into_row;
        do {
            uint64_t row_stops = row->stops >> into_row;
            uint64_t ahead_free = row[next_row].free >> into_row;
            uint64_t column_stops = column->stops >> into_column;
            uint64_t column_free = column->free >> into_column;
            open = row_free & column_free & ahead_free & 1;
            uint32_t row_passed, column_passed;
            if (WN_LIKELY(row_stops)) {
                row_passed = wn_low_zeros(row_stops);
            } else {
                row_passed = scan_far(search, direction_x, row, into_row, &row_free, &words);
                widen(search, direction_x, (row_at & ~63u) + into_row + row_passed);
            }
            if (WN_LIKELY(column_stops)) {
                column_passed = wn_low_zeros(column_stops);
            } else {
                column_passed =
                    scan_far(search, direction_y, column, into_column, &column_free, &words);
                widen(search, direction_y, (column_at & ~63u) + into_column + column_passed);
            }
            *next = at + row_passed;
            next += row_free >> row_passed % 64 & 1;
            *next = at + FIND_COLUMN + column_passed;
            next += column_free >> column_passed % 64 & 1;
            row += next_row;
            column += next_column;
            row_free = ahead_free >> 1;
            at += FIND_STEP;
            into_row++;
            into_column++;
            if (!open) {
                break;
            }
        } while (at != end);
        steps = (at - begin) / FIND_STEP;
        uint32_t count = (uint32_t)(next - found->of);
        uint32_t units =
            steps * (WN_JUMP_UNITS_STEP + 2) + words + (count - found->count) * WN_JUMP_UNITS_NODE;
        if (WN_UNLIKELY(units > wn_add_sat(budget - work, WALK_OVERSHOOT)) && !is_careful) {
            is_careful = open = true; /* nothing of it was noted but the box, which only grows */
            continue;
        }
        done += steps;
        work += units;
        found->count = count;
    } while (open && done < WN_JUMP_POSTPONE_AFTER && work < budget);
    walk->steps = done;
    widen(search, direction_x, (from_x + done + 1) | 63);
    widen(search, direction_y, (from_y + done + 1) | 63);
    bool ends = !open;
    if (open && done == WN_JUMP_POSTPONE_AFTER) {
        work += WN_JUMP_UNITS_NODE;
        reach_finds(search, found); /* the goal may be among them */
        postpone(search, diagonal);
        ends = true;
    }
    *used = work;
    return ends;
}

/* One for each diagonal, as functions of their own, or the loop would run out of registers. */
#define WALK(name, diagonal)                                                                       \
    WN_NOINLINE static bool name(wn_jump_search *search, finds *found, uint32_t budget,            \
                                 uint32_t *used) {                                                 \
        return walk_on(search, found, diagonal, budget, used);                                     \
    }

WALK(walk_south_east, DIAGONAL_SOUTH_EAST)
WALK(walk_south_west, DIAGONAL_SOUTH_WEST)
WALK(walk_north_east, DIAGONAL_NORTH_EAST)
WALK(walk_north_west, DIAGONAL_NORTH_WEST)

/* Goes on with the diagonals of the node that is being expanded, until all are done with or the
 * budget is used up. */
WN_INLINE void walk_diagonals(wn_jump_search *search, finds *found, uint32_t budget,
                              uint32_t *used) {
    wn_jump_progress *walk = &search->walk;
    const wn_jump_node *node = &search->nodes[walk->node];
    bool is_rest = node->next == WN_JUMP_IS_CONTINUATION;
    while (walk->pending && *used < budget) {
        bool done;
        switch (wn_low_zeros(walk->pending)) {
        case DIAGONAL_SOUTH_EAST:
            done = walk_south_east(search, found, budget, used);
            break;
        case DIAGONAL_SOUTH_WEST:
            done = walk_south_west(search, found, budget, used);
            break;
        case DIAGONAL_NORTH_EAST:
            done = walk_north_east(search, found, budget, used);
            break;
        default:
            done = walk_north_west(search, found, budget, used);
            break;
        }
        if (done) {
            walk->pending &= walk->pending - 1;
            walk->steps = 0;
        }
    }
    reach_finds(search, found);
    if (!walk->pending) {
        if (is_rest && !wn_jump_is_open(node)) {
            search->nodes[walk->node].parent = search->spare_continuations;
            search->spare_continuations = walk->node;
        }
        walk->node = WN_NONE;
    }
}

/* ---- Expanding ----------------------------------------------------------------------------- */

/* A scan straight from a node. */
WN_INLINE bool scan_straight(wn_jump_search *search, finds *found, wn_place place,
                             uint32_t direction, uint32_t *work) {
    uint32_t beside = (direction & 1) << (direction >> 1);
    return scan_line(search, found, place, direction, find_after(beside, 0), work);
}

/* From the start: everywhere. Returns the diagonals to walk. */
static uint32_t scan_from_start(wn_jump_search *search, finds *found, wn_place place,
                                uint32_t *work) {
    bool open[4];
    for (uint32_t direction = 0; direction < 4; direction++) {
        open[direction] = scan_straight(search, found, place, direction, work);
    }
    uint32_t diagonals = 0;
    for (uint32_t diagonal = 0; diagonal < 4; diagonal++) {
        wn_place next = place + steps_of[diagonal].diagonal;
        bool is_legal = open[row_of(diagonal)] && open[map_column(diagonal)] &&
                        wn_jumps_free(search->jumps, wn_place_x(next), wn_place_y(next));
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

/* Round a corner: straight on after the turn, and on the diagonal before it, if it is legal. */
WN_INLINE uint32_t scan_round(wn_jump_search *search, finds *found, wn_place place,
                              uint32_t direction, uint32_t turned, bool is_legal, uint32_t *work) {
    scan_straight(search, found, place, turned, work);
    return (uint32_t)is_legal << diagonal_of(direction, turned);
}

/* From a node that was reached in a direction: straight on, and round the corners that made it a
 * stop, where a cell beside it is free and the one behind that is not. Returns the diagonals to
 * walk. */
WN_INLINE uint32_t scan_on(wn_jump_search *search, finds *found, wn_place place,
                           const uint32_t direction, uint32_t *work) {
    uint32_t axis = direction >> 1;
    const wn_lines *lines = &search->jumps->lines[axis];
    uint32_t at = wn_place_at(place, axis);
    const wn_scan_word *word = wn_scan_word_of(lines, direction, wn_place_line(place, axis), at);
    uint32_t into = wn_along(direction, at) % 64;
    ptrdiff_t next = wn_next_word(lines, direction);
    /* Of the line before it and the one after it. */
    uint32_t before = three_around(word - WN_NEXT_LINE, next, into);
    uint32_t after = three_around(word + WN_NEXT_LINE, next, into);
    bool goes_on = scan_straight(search, found, place, direction, work);
    uint32_t up = axis == WN_ROWS ? WN_SCAN_SOUTH : WN_SCAN_EAST; /* to the line after it */
    uint32_t diagonals = 0;
    if ((before & 3) == 2) {
        bool is_legal = goes_on & (before >> 2);
        diagonals |= scan_round(search, found, place, direction, up + 1, is_legal, work);
    }
    if ((after & 3) == 2) {
        bool is_legal = goes_on & (after >> 2);
        diagonals |= scan_round(search, found, place, direction, up, is_legal, work);
    }
    return diagonals;
}

/* The last steps of an edge are straight: along the axis on which its ends are further apart. */
WN_INLINE uint32_t direction_of(wn_place from, wn_place to) {
    int dx = (int)wn_place_x(to) - (int)wn_place_x(from);
    int dy = (int)wn_place_y(to) - (int)wn_place_y(from);
    uint32_t is_column = abs(dx) <= abs(dy);
    uint32_t signs = (uint32_t)(dx < 0) | (uint32_t)(dy < 0) << 1;
    return is_column << 1 | (signs >> is_column & 1);
}

/* The diagonal that a continuation continues. */
static uint32_t diagonal_of_continuation(const wn_jump_search *search, uint32_t continuation) {
    wn_place to = search->nodes[continuation].place;
    wn_place from = search->nodes[search->nodes[continuation].parent].place;
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
    walk->pending = is_stale ? 0 : 1u << diagonal_of_continuation(search, continuation);
}

/* Takes the next node from the open list and begins to expand it. One that cannot lead to a better
 * route is dropped, one that came out of the last bucket too early goes back. */
WN_INLINE void expand_next(wn_jump_search *search, finds *found, uint32_t *used) {
    /* Only now: what the node before this one led to may have gone into earlier buckets than were
     * filled when it was taken out. */
    search->cursor = wn_jump_first_bucket(search);
    uint32_t number = wn_jump_take_first(search, search->cursor);
    const wn_jump_node *node = &search->nodes[number];
    *used += WN_JUMP_UNITS_POP;
    wn_jump_progress *walk = &search->walk;
    *walk = (wn_jump_progress){.node = number, .owner = number};
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
    if (WN_UNLIKELY(node->parent == WN_NONE)) {
        walk->pending = scan_from_start(search, found, node->place, used);
    } else {
        uint32_t direction = direction_of(search->nodes[node->parent].place, node->place);
        switch (direction) {
        case WN_SCAN_EAST:
            walk->pending = scan_on(search, found, node->place, WN_SCAN_EAST, used);
            break;
        case WN_SCAN_WEST:
            walk->pending = scan_on(search, found, node->place, WN_SCAN_WEST, used);
            break;
        case WN_SCAN_SOUTH:
            walk->pending = scan_on(search, found, node->place, WN_SCAN_SOUTH, used);
            break;
        default:
            walk->pending = scan_on(search, found, node->place, WN_SCAN_NORTH, used);
            break;
        }
    }
}

/* ---- Running ------------------------------------------------------------------------------- */

/* The least n such that no diagonal step uses more than 2^n units: its scans find a node each, and
 * read no more words than their lines have. */
static uint32_t step_bits_of(const wn_jumps *jumps) {
    uint32_t most = WN_JUMP_UNITS_STEP + 2 * WN_JUMP_UNITS_NODE + jumps->lines[WN_ROWS].length +
                    jumps->lines[WN_COLUMNS].length;
    uint32_t bits = 0;
    while (1u << bits < most) {
        bits++;
    }
    return bits;
}

bool wn_jump_start(wn_jump_search *search, wn_place from, wn_place goal) {
    if (search->capacity < 2 * WN_JUMP_NODES_AT_ONCE || !search->table) {
        return false;
    }
    search->count = 0;
    wn_jump_clear_open(search);
    search->spare_continuations = search->goal = search->walk.node = WN_NONE;
    search->goal_place = goal;
    search->step_bits = step_bits_of(search->jumps);
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
            /* Not every node that was reached was new: there may be room for more. */
            limit = wn_min_u32(budget, wn_add_sat(work, units_in_store(search)));
            if (work >= limit) {
                break;
            }
        }
        if (search->walk.node == WN_NONE) {
            expand_next(search, &found, &work);
        }
        walk_diagonals(search, &found, limit, &work);
        if (WN_UNLIKELY(search->one_node) && search->walk.node == WN_NONE && work < budget) {
            limit = budget;
            break;
        }
    }
    *used += work;
    bool is_short = search->outcome == WN_RUNNING && work < budget && limit < budget;
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
