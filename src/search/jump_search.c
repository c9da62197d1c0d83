#include "search/jump_search.h"

#include <string.h>

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

/* ---- The open list ------------------------------------------------------------------------- */

/* A ring of buckets, each about half a cell of f wide, with lists of nodes; in a bucket the node
 * that was entered last comes first. Nodes of one bucket may come out in the wrong order; then a
 * node is expanded again when a cheaper way to it turns up, and the search goes on until no bucket
 * below the goal's f is left. That happens seldom, and nothing is ever sorted.
 *
 * Nodes whose f lies beyond the ring wait in its last bucket, and are entered again when they come
 * out of it. */
#define RING_SIZE  1024u
#define RING_WORDS (RING_SIZE / 64)
#define IS_FIRST   0x80000000u /* in `above`: the rest of it is a bucket */

struct wn_jump_ring {
    uint64_t
        bits[RING_WORDS]; /* of the buckets that are not empty; the heads of others mean nothing */
    uint32_t heads[RING_SIZE];
};

/* Whether a node is open. */
WN_INLINE bool is_open(const wn_jump_node *node) {
    return node->above != WN_NONE;
}

static void clear_ring(wn_jump_search *search) {
    memset(search->ring->bits, 0, sizeof search->ring->bits);
    search->open_count = 0;
    search->cursor = 0;
}

WN_INLINE void set_head(wn_jump_ring *ring, uint32_t bucket, uint32_t node) {
    uint64_t bit = UINT64_C(1) << (bucket % 64);
    uint64_t *word = &ring->bits[bucket / 64];
    *word = node == WN_NONE ? *word & ~bit : *word | bit;
    ring->heads[bucket] = node;
}

WN_INLINE void take_out(wn_jump_search *search, wn_jump_node *node) {
    if (node->below != WN_NONE) {
        search->nodes[node->below].above = node->above;
    }
    if (node->above & IS_FIRST) {
        set_head(search->ring, node->above & ~IS_FIRST, node->below);
    } else {
        search->nodes[node->above].below = node->below;
    }
    node->above = WN_NONE;
    search->open_count--;
}

/* Enters a node, or moves it if it is open. */
WN_INLINE void enter(wn_jump_search *search, uint32_t number, uint64_t f) {
    wn_jump_node *node = &search->nodes[number];
    if (is_open(node)) {
        take_out(search, node);
    }
    uint64_t bucket = f >> WN_JUMP_BUCKET_BITS;
    if (WN_UNLIKELY(search->open_count == 0 && search->walk.node == WN_NONE)) {
        search->cursor = bucket; /* the start */
    }
    bucket = bucket > search->cursor ? bucket : search->cursor;
    uint64_t last = search->cursor + RING_SIZE - 1;
    search->far |= bucket > last;
    uint32_t slot = (uint32_t)(bucket < last ? bucket : last) % RING_SIZE;
    bool has_more = search->ring->bits[slot / 64] >> (slot % 64) & 1;
    node->below = has_more ? search->ring->heads[slot] : WN_NONE;
    node->above = slot | IS_FIRST;
    if (has_more) {
        search->nodes[node->below].above = number;
    }
    set_head(search->ring, slot, number);
    search->open_count++;
}

/* The first bucket that is not empty. There must be one. */
static uint64_t first_bucket(const wn_jump_search *search) {
    const uint64_t *bits = search->ring->bits;
    uint32_t from = (uint32_t)search->cursor % RING_SIZE;
    uint64_t word = bits[from / 64] >> (from % 64);
    if (WN_LIKELY(word)) {
        return search->cursor + (uint32_t)__builtin_ctzll(word);
    }
    uint32_t w = from / 64;
    do {
        w = (w + 1) % RING_WORDS;
    } while (!bits[w]);
    uint32_t slot = w * 64 + (uint32_t)__builtin_ctzll(bits[w]);
    return search->cursor + (slot - from) % RING_SIZE;
}

static uint32_t head_of(const wn_jump_search *search, uint64_t bucket) {
    return search->ring->heads[bucket % RING_SIZE];
}

/* ---- The table of nodes -------------------------------------------------------------------- */

WN_INLINE uint32_t slot_of(const wn_jump_search *search, wn_place place) {
    return (uint32_t)(place * UINT32_C(2654435769)) >> (32 - search->table_bits);
}

static void chain(wn_jump_search *search, uint32_t node, uint32_t slot, uint32_t head) {
    search->nodes[node].next = head;
    search->table[slot] = node;
}

/* The first node of a chain. A slot that no node of this search was put into still holds the number
 * that an earlier search left; the node of that number, if there is one by now, does not belong to
 * the slot, or it would have been put there. So nothing needs to be cleared between searches. */
WN_INLINE uint32_t first_of(const wn_jump_search *search, uint32_t slot) {
    uint32_t head = search->table[slot];
    bool counts = head < search->count && search->nodes[head].next != WN_JUMP_IS_REST &&
                  slot_of(search, search->nodes[head].place) == slot;
    return counts ? head : WN_NONE;
}

WN_INLINE uint32_t find_in_chain(const wn_jump_search *search, uint32_t node, wn_place place) {
    while (node != WN_NONE && search->nodes[node].place != place) {
        node = search->nodes[node].next;
    }
    return node;
}

uint32_t wn_jump_find(const wn_jump_search *search, wn_place place) {
    uint32_t first = search->count ? first_of(search, slot_of(search, place)) : WN_NONE;
    return find_in_chain(search, first, place);
}

static bool rebuild_table(wn_jump_search *search, uint32_t bits) {
    uint32_t *table = wn_memory_take(search->memory, sizeof *table << bits);
    if (!table) {
        return false;
    }
    if (search->table) {
        wn_memory_give(search->memory, search->table, sizeof *table << search->table_bits);
    }
    search->table = table;
    search->table_bits = bits;
    for (uint32_t i = 0; i < 1u << bits; i++) {
        table[i] = WN_NONE;
    }
    for (uint32_t i = 0; i < search->count; i++) {
        if (search->nodes[i].next != WN_JUMP_IS_REST) {
            uint32_t slot = slot_of(search, search->nodes[i].place);
            chain(search, i, slot, table[slot]);
        }
    }
    return true;
}

/* ---- Memory -------------------------------------------------------------------------------- */

#define CAPACITY_MIN   128u
#define TABLE_BITS_MIN 6u

void wn_jump_init(wn_jump_search *search, const wn_jumps *jumps, uint32_t weight_permille,
                  wn_memory *memory) {
    *search = (wn_jump_search){.jumps = jumps, .memory = memory, .weight = weight_permille};
    search->spare_rests = search->goal = search->walk.node = WN_NONE;
    search->goal_f = UINT64_MAX;
}

void wn_jump_clear(wn_jump_search *search) {
    wn_memory *memory = search->memory;
    wn_memory_give(memory, search->nodes, search->capacity * sizeof *search->nodes);
    wn_memory_give(memory, search->ring, search->ring ? sizeof *search->ring : 0);
    if (search->table) {
        wn_memory_give(memory, search->table, sizeof *search->table << search->table_bits);
    }
}

static bool grow(wn_jump_search *search, uint32_t capacity) {
    void *nodes = search->nodes;
    if (!wn_memory_grow(search->memory, &nodes, search->capacity * sizeof *search->nodes,
                        search->count * sizeof *search->nodes, capacity * sizeof *search->nodes)) {
        return false;
    }
    search->nodes = nodes;
    search->capacity = capacity;
    return true;
}

static bool make_ring(wn_jump_search *search) {
    if (!search->ring) {
        search->ring = wn_memory_take(search->memory, sizeof *search->ring);
    }
    return search->ring != NULL;
}

/* A node with its straight scans, or a diagonal step, adds no more nodes than this: a run that
 * stops when its units are used up needs room for so many beyond them. */
#define NODES_AT_ONCE 5u

bool wn_jump_reserve(wn_jump_search *search, uint64_t units, bool anew) {
    /* Every node is a stop, the start or the goal, and has two rests at most. */
    uint64_t all = 3 * ((uint64_t)search->jumps->stops + 2) + 2;
    uint64_t fresh = units / WN_JUMP_UNITS_NODE + 2 * NODES_AT_ONCE;
    uint64_t wanted = (anew ? 0 : search->count) + (fresh < all ? fresh : all) + 2 * NODES_AT_ONCE;
    if (wanted >= IS_FIRST || !make_ring(search)) {
        return false;
    }
    if (wanted > search->capacity) {
        uint64_t generous = search->capacity + search->capacity / 4;
        wanted = wanted > generous ? wanted : generous;
        if (!grow(search, wn_max_u32((uint32_t)wanted, CAPACITY_MIN))) {
            return false;
        }
    }
    uint32_t bits = search->table ? search->table_bits : TABLE_BITS_MIN;
    while (search->capacity > 2u << bits) {
        bits++;
    }
    return (search->table && bits == search->table_bits) || rebuild_table(search, bits);
}

size_t wn_jump_bytes(const wn_jump_search *search) {
    return search->count * sizeof *search->nodes + (search->ring ? sizeof *search->ring : 0) +
           (search->table ? sizeof *search->table << search->table_bits : 0);
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
    uint32_t slot = slot_of(search, place);
    uint32_t first = first_of(search, slot);
    uint32_t node = find_in_chain(search, first, place);
    if (node == WN_NONE) {
        node = new_node(search);
        search->nodes[node] = (wn_jump_node){.place = place, .above = WN_NONE};
        chain(search, node, slot, first);
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
        enter(search, node, f);
    }
}

/* A way to a cell where the search may turn, or to the goal. Most lead to a node that heads its
 * chain and is known to be nearer: that is seen here, with one branch. (If nothing heads the chain,
 * the start is looked at instead, which lies elsewhere.) */
WN_INLINE void come_upon(wn_jump_search *search, uint32_t parent, wn_place place, wend_cost g) {
    uint32_t head = search->table[slot_of(search, place)];
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
            search->spare_count--;
        } else {
            rest = new_node(search);
        }
    }
    search->nodes[rest] = (wn_jump_node){.place = wn_place_of(walk->x, walk->y),
                                         .g = walk->g,
                                         .parent = walk->owner,
                                         .next = WN_JUMP_IS_REST,
                                         .above = WN_NONE};
    enter(search, rest, f);
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
        if (is_rest && !is_open(node)) {
            search->nodes[walk->node].parent = search->spare_rests;
            search->spare_rests = walk->node;
            search->spare_count++;
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
    search->cursor = first_bucket(search);
    uint32_t number = head_of(search, search->cursor);
    wn_jump_node *node = &search->nodes[number];
    if (node->below != WN_NONE) {
        fetch_lines(search, search->nodes[node->below].place); /* it will often be the next */
    }
    take_out(search, node);
    *used += WN_JUMP_UNITS_POP;
    wn_jump_walk *walk = &search->walk;
    *walk = (wn_jump_walk){.node = number, .owner = number};
    if (WN_UNLIKELY(search->goal != WN_NONE || search->far)) {
        uint64_t f = f_of(search, wn_place_x(node->place), wn_place_y(node->place), node->g);
        if (f >= search->goal_f) {
            return;
        }
        if (WN_UNLIKELY(f >> WN_JUMP_BUCKET_BITS > search->cursor)) {
            enter(search, number, f);
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
    if (search->capacity < 2 * NODES_AT_ONCE || !search->table) {
        return false;
    }
    search->count = 0;
    clear_ring(search);
    search->spare_rests = search->goal = search->walk.node = WN_NONE;
    search->spare_count = 0;
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
               first_bucket(search) << WN_JUMP_BUCKET_BITS >= search->goal_f) {
        search->outcome = WN_FOUND;
    }
    return search->outcome != WN_RUNNING;
}

/* Units that can be used without running out of nodes: each node costs some. */
static uint32_t units_in_store(const wn_jump_search *search) {
    uint32_t room = search->capacity - search->count;
    return room > NODES_AT_ONCE ? wn_mul_sat(room - NODES_AT_ONCE, WN_JUMP_UNITS_NODE) : 0;
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
    uint32_t first = head_of(search, first_bucket(search));
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
