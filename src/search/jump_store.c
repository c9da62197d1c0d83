#include "search/jump_store.h"
#include "search/jump_walk.h"

/* ---- The table ------------------------------------------------------------------------------ */

uint32_t wn_jump_find(const wn_jump_search *search, wn_place place) {
    uint32_t first =
        search->count ? wn_jump_first_of(search, wn_jump_slot_of(search, place)) : WN_NONE;
    return wn_jump_find_in_chain(search, first, place);
}

/* Fills an empty table. */
static void fill_table(wn_jump_search *search) {
    uint32_t slots = 1u << (32 - search->table_shift);
    for (uint32_t i = 0; i < slots; i++) {
        search->table[i] = WN_NONE;
    }
    for (uint32_t i = 0; i < search->count; i++) {
        if (search->nodes[i].next != WN_JUMP_IS_CONTINUATION) {
            uint32_t slot = wn_jump_slot_of(search, search->nodes[i].place);
            wn_jump_chain(search, i, slot, search->table[slot]);
        }
    }
}

/* ---- Paths found elsewhere ------------------------------------------------------------------- */

uint32_t wn_jump_attach(wn_jump_search *search, uint32_t parent, wn_place place, wend_cost cost) {
    wend_cost g = search->nodes[parent].g + cost;
    uint32_t number = wn_jump_find(search, place);
    if (number == WN_NONE) {
        uint32_t slot = wn_jump_slot_of(search, place);
        uint32_t first = wn_jump_first_of(search, slot);
        number = wn_jump_new_node(search);
        search->nodes[number] = (wn_jump_node){.place = place, .g = WN_NONE, .above = WN_NONE};
        wn_jump_chain(search, number, slot, first);
        search->touched++;
    }
    wn_jump_node *node = &search->nodes[number];
    if (g < node->g) {
        if (wn_jump_is_open(node)) {
            wn_jump_take_out(search, node);
        }
        node->g = g;
        node->parent = parent;
    }
    for (uint32_t direction = 0; direction < 4; direction++) {
        wn_jump_widen(search, direction, wn_along(direction, wn_place_at(place, direction >> 1)));
    }
    return number;
}

void wn_jump_end(wn_jump_search *search, uint32_t goal) {
    search->goal = goal;
    search->goal_place = search->nodes[goal].place;
    search->goal_f = search->nodes[goal].g;
    search->outcome = WN_FOUND;
}

/* ---- Memory -------------------------------------------------------------------------------- */

#define CAPACITY_MIN   128u
#define TABLE_BITS_MIN 6u

/* The ring, the finds, the nodes and the table share a block: each additional block would cost 4 %
 * of the memory of an agent for short routes. */
static size_t bytes_before_table(uint32_t nodes) {
    return sizeof(wn_jump_ring) + sizeof(wn_jump_finds) + nodes * sizeof(wn_jump_node);
}

static size_t block_bytes(uint32_t nodes, uint32_t table_bits) {
    return bytes_before_table(nodes) + (sizeof(uint32_t) << table_bits);
}

void wn_jump_init(wn_jump_search *search, const wn_jumps *jumps, uint32_t weight_permille,
                  wn_memory *memory) {
    search->jumps = jumps;
    search->memory = memory;
    search->weight = weight_permille;
    search->run = wn_jump_run_of(jumps);
    search->spare_continuations = search->goal = search->walk.node = WN_NONE;
    search->goal_f = UINT64_MAX;
    uint32_t row = jumps->lines[WN_ROWS].length, column = jumps->lines[WN_COLUMNS].length;
    /* If all scans read whole lines: in a walk two per step, one or both of them along columns;
     * from a node two along rows and two along columns. */
    search->walk_units =
        WN_JUMP_POSTPONE_AFTER * (WN_JUMP_UNITS_STEP + column + wn_max_u32(row, column));
    search->scan_units = 2 * (row + column);
}

void wn_jump_clear(wn_jump_search *search) {
    if (search->ring) {
        wn_memory_give(search->memory, search->ring,
                       block_bytes(search->capacity, 32 - search->table_shift));
    }
}

void wn_jump_release(wn_jump_search *search) {
    wn_jump_clear(search);
    search->nodes = NULL;
    search->ring = NULL;
    search->found = NULL;
    search->table = NULL;
    search->capacity = search->count = 0;
}

/* Moves to a larger block and keeps the nodes. */
static bool grow(wn_jump_search *search, uint32_t capacity, uint32_t table_bits) {
    void *block = search->ring;
    size_t before = block ? block_bytes(search->capacity, 32 - search->table_shift) : 0;
    size_t kept = block ? bytes_before_table(search->count) : 0;
    if (!wn_memory_grow(search->memory, &block, before, kept, block_bytes(capacity, table_bits))) {
        return false;
    }
    search->ring = block;
    search->found = (wn_jump_finds *)(search->ring + 1);
    search->nodes = (wn_jump_node *)(search->found + 1);
    search->table = (uint32_t *)(search->nodes + capacity);
    search->capacity = capacity;
    search->table_shift = 32 - table_bits;
    fill_table(search);
    return true;
}

bool wn_jump_reserve(wn_jump_search *search, uint64_t units, bool is_new) {
    /* Every node is a stop, a mixed cell, the start, the goal, or next to a blocked start. A stop
     * has at most two continuations; where diagonals have turns, it is beside a wall and has up to
     * four. There must also be room for all finds, even if their nodes exist already. */
    const wn_jumps *jumps = search->jumps;
    bool goes_round_corners = jumps->rule == WN_JUMP_ONE || jumps->rule == WN_JUMP_ALWAYS;
    uint64_t cells = (uint64_t)(goes_round_corners ? jumps->walls : jumps->stops) + 2;
    cells += jumps->cells ? (uint64_t)jumps->mixed_count + 8 : 0;
    uint64_t all = (jumps->turns ? 5 : 3) * cells + WN_JUMP_FINDS_MAX;
    uint64_t fresh = units / WN_JUMP_UNITS_NODE + 1; /* the start costs none */
    uint32_t held = is_new ? 0 : search->count;
    /* Its existing nodes are among `all`, unless cells were edited since it started. */
    bool are_counted = is_new || search->edits == jumps->edits;
    uint64_t most = are_counted ? wn_max_u64(all, held + WN_JUMP_FINDS_MAX) : held + all;
    uint64_t wanted = wn_min_u64(held + fresh, most);
    if (wanted >= WN_JUMP_IS_FIRST) {
        return false;
    }
    if (search->table && wanted <= search->capacity) {
        return true;
    }
    uint64_t larger = search->capacity + search->capacity / 4;
    uint64_t capacity = wn_max_u64(wn_max_u64(wanted, larger), CAPACITY_MIN);
    /* Clearing the table when it is made is most of the cost of a new search, and a run adds far
     * fewer nodes than its units could pay for. So the table has a slot per existing node, but only
     * one per two nodes of the spare room. If many searches share it, it has two slots for each of
     * the latter, which makes them 5 to 8 % faster. It grows only with the nodes, so a large
     * reservation does not cause a copy halfway. */
    uint32_t bits = search->table ? 32 - search->table_shift : TABLE_BITS_MIN;
    uint64_t slots = search->is_warm ? 2 * capacity : capacity / 2;
    while (wn_max_u64(slots, held) > 1u << bits && bits < 31) {
        bits++;
    }
    return grow(search, (uint32_t)capacity, bits);
}

size_t wn_jump_bytes(const wn_jump_search *search) {
    return search->ring ? block_bytes(search->count, 32 - search->table_shift) : 0;
}
