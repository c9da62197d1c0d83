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

/* A heap with four children per entry. An entry is one word, f above the number of the node, which
 * counts downwards: the smaller f first, then the node that was met last. Every node has one entry
 * at most, so nothing in the heap is stale. */
#define NUMBER_BITS 30
#define NUMBER_MASK ((UINT64_C(1) << NUMBER_BITS) - 1)

WN_INLINE uint64_t key_of(uint64_t f, uint32_t node) {
    return f << NUMBER_BITS | (NUMBER_MASK - node);
}

WN_INLINE uint32_t node_of(uint64_t key) {
    return (uint32_t)(NUMBER_MASK - (key & NUMBER_MASK));
}

WN_INLINE void place_key(wn_jump_search *search, uint32_t position, uint64_t key) {
    search->heap[position] = key;
    search->nodes[node_of(key)].position = position;
}

static void sift_up(wn_jump_search *search, uint32_t position, uint64_t key) {
    const uint64_t *heap = search->heap;
    while (position > 0) {
        uint32_t above = (position - 1) / 4;
        if (heap[above] <= key) {
            break;
        }
        place_key(search, position, heap[above]);
        position = above;
    }
    place_key(search, position, key);
}

/* The four children of an entry lie side by side, and behind the last entry there are four of
 * NO_ENTRY, so that the least child is found without a branch: the processor could not foresee it,
 * and that would cost more than all the rest. */
#define NO_ENTRY    UINT64_MAX
#define HEAP_MARGIN 4u

static void sift_down(wn_jump_search *search, uint64_t key) {
    const uint64_t *heap = search->heap;
    uint32_t count = search->heap_count;
    uint32_t position = 0;
    for (uint32_t first = 1; first < count; first = position * 4 + 1) {
        const uint64_t *child = heap + first;
        uint32_t a = child[1] < child[0];
        uint32_t b = 2 + (child[3] < child[2]);
        uint32_t least = a + (b - a) * (child[b] < child[a]);
        uint64_t up = child[least];
        if (key <= up) {
            break;
        }
        place_key(search, position, up);
        position = first + least;
    }
    place_key(search, position, key);
}

/* Enters a node, or moves it forward if it is open. */
static void enter(wn_jump_search *search, uint32_t node, uint64_t f) {
    uint32_t position = search->nodes[node].position;
    if (position == WN_NONE) {
        position = search->heap_count++;
        search->heap[position + HEAP_MARGIN] = NO_ENTRY;
        search->heap_most = wn_max_u32(search->heap_most, search->heap_count);
    }
    sift_up(search, position, key_of(f, node));
}

static uint32_t pop(wn_jump_search *search) {
    uint32_t node = node_of(search->heap[0]);
    search->nodes[node].position = WN_NONE;
    uint64_t last = search->heap[--search->heap_count];
    search->heap[search->heap_count] = NO_ENTRY;
    if (search->heap_count > 0) {
        sift_down(search, last);
    }
    return node;
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

static size_t heap_size(uint32_t capacity) {
    return capacity ? (capacity + HEAP_MARGIN) * sizeof(uint64_t) : 0;
}

void wn_jump_clear(wn_jump_search *search) {
    wn_memory *memory = search->memory;
    wn_memory_give(memory, search->nodes, search->capacity * sizeof *search->nodes);
    wn_memory_give(memory, search->heap, heap_size(search->capacity));
    if (search->table) {
        wn_memory_give(memory, search->table, sizeof *search->table << search->table_bits);
    }
}

static bool grow(wn_jump_search *search, uint32_t capacity) {
    wn_memory *memory = search->memory;
    wn_jump_node *nodes = wn_memory_take(memory, capacity * sizeof *nodes);
    uint64_t *heap = wn_memory_take(memory, heap_size(capacity));
    if (!nodes || !heap) {
        wn_memory_give(memory, nodes, capacity * sizeof *nodes);
        wn_memory_give(memory, heap, heap_size(capacity));
        return false;
    }
    for (uint32_t i = 0; i < HEAP_MARGIN; i++) {
        heap[search->heap_count + i] = NO_ENTRY;
    }
    if (search->capacity) {
        memcpy(nodes, search->nodes, search->count * sizeof *nodes);
        memcpy(heap, search->heap, search->heap_count * sizeof *heap);
    }
    wn_memory_give(memory, search->nodes, search->capacity * sizeof *nodes);
    wn_memory_give(memory, search->heap, heap_size(search->capacity));
    search->nodes = nodes;
    search->heap = heap;
    search->capacity = capacity;
    return true;
}

/* A node with its straight scans, or a diagonal step, comes upon no more nodes than this. */
#define NODES_AT_ONCE 5u

bool wn_jump_reserve(wn_jump_search *search, uint64_t units, bool anew) {
    /* Every node is a stop, the start or the goal, and has two rests at most. */
    uint64_t all = 3 * ((uint64_t)search->jumps->stops + 2) + 2;
    uint64_t fresh = units / WN_JUMP_UNITS_NODE + 2 * NODES_AT_ONCE;
    uint64_t wanted = (anew ? 0 : search->count) + (fresh < all ? fresh : all) + 2 * NODES_AT_ONCE;
    if (wanted > NUMBER_MASK) {
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
    return search->count * sizeof *search->nodes + search->heap_most * sizeof *search->heap +
           (search->table ? sizeof *search->table << search->table_bits : 0);
}

/* ---- Nodes --------------------------------------------------------------------------------- */

/* Needs room. */
static uint32_t new_node(wn_jump_search *search) {
    assert(search->count < search->capacity);
    return search->count++;
}

/* A way to a cell where the search may turn, or to the goal. */
static __attribute__((noinline)) void come_upon(wn_jump_search *search, uint32_t parent, uint32_t x,
                                                uint32_t y, wend_cost g) {
    uint64_t f = f_of(search, x, y, g);
    if (f >= search->goal_f) {
        return; /* would not be popped before the search is over */
    }
    wn_place place = wn_place_of(x, y);
    uint32_t slot = slot_of(search, place);
    uint32_t first = first_of(search, slot);
    uint32_t node = find_in_chain(search, first, place);
    if (node == WN_NONE) {
        node = new_node(search);
        search->nodes[node] = (wn_jump_node){.place = place, .position = WN_NONE};
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

/* ---- Scans --------------------------------------------------------------------------------- */

WN_INLINE bool lies_between(uint32_t from, uint32_t to, uint32_t at) {
    return from <= to ? from <= at && at <= to : to <= at && at <= from;
}

/* What a scan is for: the node that it began at, directly or by a diagonal, and the work done. The
 * lines are copies, which the compiler knows not to change while nodes are written. */
typedef struct scan_of {
    wn_jump_search *search;
    wn_lines rows;
    wn_lines columns;
    uint32_t owner;
    uint32_t work;
} scan_of;

WN_INLINE scan_of scan_for(wn_jump_search *search, uint32_t owner, uint32_t work) {
    return (scan_of){search, search->jumps->rows, search->jumps->columns, owner, work};
}

/* Where a scan ended, and whether the first cell that it came to is free. */
typedef struct scanned {
    uint32_t end;
    bool can_begin;
} scanned;

/* A scan along a line from `at`, up (sign 1) or down (-1); `is_row` says which way the line lies,
 * `other` is its number. */
WN_INLINE scanned scan_line(scan_of *scan, const bool is_row, size_t line, uint32_t at,
                            uint32_t other, wend_cost g, const int sign) {
    wn_jump_search *search = scan->search;
    const wn_lines *lines = is_row ? &scan->rows : &scan->columns;
    uint32_t goal_at = is_row ? search->goal_x : search->goal_y;
    uint32_t goal_other = is_row ? search->goal_y : search->goal_x;
    uint32_t end = sign > 0 ? wn_line_scan_up(lines, line, at + 1, &scan->work)
                            : wn_line_scan_down(lines, line, at - 1, &scan->work);
    bool is_free = wn_line_free(lines, line, end);
    scanned result = {end, is_free | (end != at + (uint32_t)sign)};
    uint32_t stop = end;
    if (WN_UNLIKELY(other == goal_other) && lies_between(at, end, goal_at)) {
        stop = goal_at;
    } else if (!is_free) {
        return result;
    }
    scan->work += WN_JUMP_UNITS_NODE;
    come_upon(search, scan->owner, is_row ? stop : other, is_row ? other : stop,
              g + distance(at, stop) * WEND_COST_ONE);
    return result;
}

/* A scan along the row from (x, y), to the right (sign 1) or to the left (-1). */
WN_INLINE scanned scan_row(scan_of *scan, uint32_t x, uint32_t y, wend_cost g, const int sign) {
    return scan_line(scan, true, wn_line(&scan->rows, y), x, y, g, sign);
}

/* The same along the column, down the map (sign 1) or up. */
WN_INLINE scanned scan_column(scan_of *scan, uint32_t x, uint32_t y, wend_cost g, const int sign) {
    return scan_line(scan, false, wn_line(&scan->columns, x), y, x, g, sign);
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
                                         .position = WN_NONE};
    enter(search, rest, f);
}

/* Walks the diagonal that is under way, whose next step is legal, until it ends, is put off, or the
 * budget is used up; says whether it is done with. */
WN_INLINE bool walk_on(wn_jump_search *search, const int sign_x, const int sign_y, uint32_t budget,
                       uint32_t *used) {
    wn_jump_walk *walk = &search->walk;
    uint32_t x = walk->x;
    uint32_t y = walk->y;
    uint32_t left = walk->left;
    wend_cost g = walk->g;
    scan_of scan = scan_for(search, walk->owner, *used);
    uint32_t far_x = x;
    uint32_t far_y = y;
    size_t next_row = wn_line(&scan.rows, y + (uint32_t)sign_y);
    bool ends = false;
    do {
        size_t this_row = next_row;
        x += (uint32_t)sign_x;
        y += (uint32_t)sign_y;
        g += WEND_COST_DIAGONAL;
        left--;
        scan.work += WN_JUMP_UNITS_STEP;
        scanned row = scan_line(&scan, true, this_row, x, y, g, sign_x);
        scanned column = scan_column(&scan, x, y, g, sign_y);
        far_x = sign_x > 0 ? wn_max_u32(far_x, row.end) : wn_min_u32(far_x, row.end);
        far_y = sign_y > 0 ? wn_max_u32(far_y, column.end) : wn_min_u32(far_y, column.end);
        /* The scans have seen the two cells beside the next step. */
        next_row = wn_line(&scan.rows, y + (uint32_t)sign_y);
        ends = !(row.can_begin & column.can_begin &
                 wn_line_free(&scan.rows, next_row, x + (uint32_t)sign_x));
    } while (!ends && left > 0 && scan.work < budget);
    walk->x = x;
    walk->y = y;
    walk->g = g;
    walk->left = left;
    widen_x(search, far_x);
    widen_y(search, far_y);
    if (!ends && left == 0) {
        scan.work += WN_JUMP_UNITS_NODE;
        put_off(search);
        ends = true;
    }
    *used = scan.work;
    return ends;
}

/* Goes on with the diagonals of the node that is being expanded, until all are done with or the
 * budget is used up. */
static void walk_diagonals(wn_jump_search *search, uint32_t budget, uint32_t *used) {
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
            done = walk_on(search, 1, 1, budget, used);
            break;
        case SOUTH_WEST:
            done = walk_on(search, -1, 1, budget, used);
            break;
        case NORTH_EAST:
            done = walk_on(search, 1, -1, budget, used);
            break;
        default:
            done = walk_on(search, -1, -1, budget, used);
            break;
        }
        if (done) {
            walk->pending &= walk->pending - 1;
            walk->left = 0;
        }
    }
    if (!walk->pending) {
        if (is_rest && search->nodes[walk->node].position == WN_NONE) {
            search->nodes[walk->node].parent = search->spare_rests;
            search->spare_rests = walk->node;
            search->spare_count++;
        }
        walk->node = WN_NONE;
    }
}

/* ---- Expanding ----------------------------------------------------------------------------- */

/* The bit of a diagonal if it can be begun, else 0; the scans have seen the cells beside it. */
WN_INLINE uint32_t diagonal_from(const scan_of *scan, uint32_t x, uint32_t y, const int sign_x,
                                 const int sign_y, bool beside_free) {
    size_t to_row = wn_line(&scan->rows, y + (uint32_t)sign_y);
    bool legal = beside_free & wn_line_free(&scan->rows, to_row, x + (uint32_t)sign_x);
    return (uint32_t)legal << ((sign_x < 0) | (uint32_t)(sign_y < 0) << 1);
}

/* From the start: everywhere. */
static uint32_t scan_from_start(scan_of *scan, uint32_t x, uint32_t y) {
    scanned east = scan_row(scan, x, y, 0, 1);
    scanned west = scan_row(scan, x, y, 0, -1);
    scanned south = scan_column(scan, x, y, 0, 1);
    scanned north = scan_column(scan, x, y, 0, -1);
    widen_x(scan->search, east.end);
    widen_x(scan->search, west.end);
    widen_y(scan->search, south.end);
    widen_y(scan->search, north.end);
    return diagonal_from(scan, x, y, 1, 1, east.can_begin & south.can_begin) |
           diagonal_from(scan, x, y, -1, 1, west.can_begin & south.can_begin) |
           diagonal_from(scan, x, y, 1, -1, east.can_begin & north.can_begin) |
           diagonal_from(scan, x, y, -1, -1, west.can_begin & north.can_begin);
}

/* Whether a node that was come upon along a line is a stop because of the line beside it. */
WN_INLINE bool turns(const wn_lines *lines, uint32_t beside, uint32_t at, const int sign) {
    size_t line = wn_line(lines, beside);
    return wn_line_free(lines, line, at) > wn_line_free(lines, line, at - (uint32_t)sign);
}

/* From a node that was come upon along its row: straight on, and round the corners that made it a
 * stop. Returns the diagonals to walk. */
WN_INLINE uint32_t scan_on_row(scan_of *scan, uint32_t x, uint32_t y, wend_cost g, const int sign) {
    uint32_t diagonals = 0;
    scanned ahead = scan_row(scan, x, y, g, sign);
    widen_x(scan->search, ahead.end);
    if (turns(&scan->rows, y - 1, x, sign)) {
        widen_y(scan->search, scan_column(scan, x, y, g, -1).end);
        diagonals |= diagonal_from(scan, x, y, sign, -1, ahead.can_begin);
    }
    if (turns(&scan->rows, y + 1, x, sign)) {
        widen_y(scan->search, scan_column(scan, x, y, g, 1).end);
        diagonals |= diagonal_from(scan, x, y, sign, 1, ahead.can_begin);
    }
    return diagonals;
}

WN_INLINE uint32_t scan_on_column(scan_of *scan, uint32_t x, uint32_t y, wend_cost g,
                                  const int sign) {
    uint32_t diagonals = 0;
    scanned ahead = scan_column(scan, x, y, g, sign);
    widen_y(scan->search, ahead.end);
    if (turns(&scan->columns, x - 1, y, sign)) {
        widen_x(scan->search, scan_row(scan, x, y, g, -1).end);
        diagonals |= diagonal_from(scan, x, y, -1, sign, ahead.can_begin);
    }
    if (turns(&scan->columns, x + 1, y, sign)) {
        widen_x(scan->search, scan_row(scan, x, y, g, 1).end);
        diagonals |= diagonal_from(scan, x, y, 1, sign, ahead.can_begin);
    }
    return diagonals;
}

/* The last steps of an edge are straight: along the axis on which its ends are further apart. */
static uint32_t scan_straight(wn_jump_search *search, uint32_t node, uint32_t *used) {
    scan_of scan = scan_for(search, node, *used);
    wn_place at = search->nodes[node].place;
    uint32_t x = wn_place_x(at);
    uint32_t y = wn_place_y(at);
    wend_cost g = search->nodes[node].g;
    uint32_t parent = search->nodes[node].parent;
    wn_place from = parent == WN_NONE ? at : search->nodes[parent].place;
    int dx = (int)x - (int)wn_place_x(from);
    int dy = (int)y - (int)wn_place_y(from);
    uint32_t diagonals;
    if (parent == WN_NONE) {
        diagonals = scan_from_start(&scan, x, y);
    } else if (abs(dx) > abs(dy)) {
        diagonals = dx > 0 ? scan_on_row(&scan, x, y, g, 1) : scan_on_row(&scan, x, y, g, -1);
    } else {
        diagonals = dy > 0 ? scan_on_column(&scan, x, y, g, 1) : scan_on_column(&scan, x, y, g, -1);
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

static void expand(wn_jump_search *search, uint32_t node, uint32_t *used) {
    wn_jump_walk *walk = &search->walk;
    *used += WN_JUMP_UNITS_POP;
    *walk = (wn_jump_walk){.node = node, .owner = node};
    if (wn_jump_is_rest(search, node)) {
        walk->owner = search->nodes[node].parent;
        walk->pending = is_stale(search, node) ? 0 : diagonal_of_rest(search, node);
    } else {
        search->expansions++;
        search->last = node;
        walk->pending = scan_straight(search, node, used);
    }
}

/* ---- Running ------------------------------------------------------------------------------- */

bool wn_jump_start(wn_jump_search *search, wn_place from, wn_place goal) {
    if (search->capacity < 2 * NODES_AT_ONCE || !search->table) {
        return false;
    }
    search->count = search->heap_count = 0;
    for (uint32_t i = 0; i < HEAP_MARGIN; i++) {
        search->heap[i] = NO_ENTRY;
    }
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
    if (wn_jumps_free(search->jumps, wn_place_x(goal), wn_place_y(goal))) {
        come_upon(search, WN_NONE, wn_place_x(from), wn_place_y(from), 0);
    }
    return true;
}

/* Whether the search is over; with equal f the goal wins. */
static bool is_over(wn_jump_search *search) {
    if (search->heap_count == 0) {
        search->outcome = search->goal == WN_NONE ? WN_NO_PATH : WN_FOUND;
    } else if (search->heap[0] >> NUMBER_BITS >= search->goal_f) {
        search->outcome = WN_FOUND;
    } else if (search->nodes[node_of(search->heap[0])].g > WEND_COST_MAX) {
        search->outcome = WN_TOO_DEAR;
    }
    return search->outcome != WN_RUNNING;
}

/* Units that can be used without running out of nodes: each node costs some. */
static uint32_t units_in_store(const wn_jump_search *search) {
    uint32_t room = search->capacity - search->count;
    return room > NODES_AT_ONCE ? wn_mul_sat(room - NODES_AT_ONCE, WN_JUMP_UNITS_NODE) : 0;
}

wn_outcome wn_jump_run(wn_jump_search *search, uint32_t budget, uint32_t *used) {
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
            expand(search, pop(search), &work);
        }
        walk_diagonals(search, limit, &work);
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
    bool goal_first = search->heap_count == 0 || search->heap[0] >> NUMBER_BITS >= search->goal_f;
    return goal_first ? search->goal : node_of(search->heap[0]);
}

uint64_t wn_jump_least_f(const wn_jump_search *search) {
    uint64_t least = search->heap_count ? search->heap[0] >> NUMBER_BITS : UINT64_MAX;
    return least < search->goal_f ? least : search->goal_f;
}

bool wn_jump_has_seen(const wn_jump_search *search, wn_place place) {
    uint32_t x = wn_place_x(place);
    uint32_t y = wn_place_y(place);
    return x + 1 >= search->x_min && x <= search->x_max + 1 && y + 1 >= search->y_min &&
           y <= search->y_max + 1;
}
