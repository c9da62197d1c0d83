#include "search/jump_store.h"
#include "search/jump_walk.h"

/* ---- Edges --------------------------------------------------------------------------------- */

wn_place wn_edge_at(wn_jump_rule rule, wn_place from, wn_place to, uint32_t moves) {
    int dx = (int)wn_place_x(to) - (int)wn_place_x(from);
    int dy = (int)wn_place_y(to) - (int)wn_place_y(from);
    int along_x = abs(dx), along_y = abs(dy);
    int n = (int)moves, turn = (int)wn_edge_turn(rule, from, to);
    int first = n < turn ? n : turn; /* moves before the turn */
    /* At the turn one axis is finished and the other one continues. */
    bool is_four = rule == WN_JUMP_FOUR;
    int x = !is_four && along_x > turn ? n : first;
    int y = is_four ? n - first : along_y > turn ? n : first;
    return wn_place_of(wn_place_x(from) + (uint32_t)(dx < 0 ? -x : x),
                       wn_place_y(from) + (uint32_t)(dy < 0 ? -y : y));
}

/* ---- Running ------------------------------------------------------------------------------- */

wn_jump_run_function *wn_jump_run_of(const wn_jumps *jumps) {
    bool has_factors = jumps->cells != NULL;
    switch (jumps->rule) {
    case WN_JUMP_NEVER:
        return has_factors ? wn_jump_run_never_factored : wn_jump_run_never;
    case WN_JUMP_ONE:
        return has_factors ? wn_jump_run_one_factored : wn_jump_run_one;
    case WN_JUMP_ALWAYS:
        return has_factors ? wn_jump_run_always_factored : wn_jump_run_always;
    case WN_JUMP_FOUR:
        break;
    }
    return has_factors ? wn_jump_run_four_factored : wn_jump_run_four;
}

/* The start counts as being expanded; its first run uses the units for it. */
static void add_start(wn_jump_search *search, wn_place place) {
    uint32_t start = wn_jump_add_node(search, place, wn_jump_slot_of(search, place), WN_NONE);
    search->nodes[start].g = 0;
    search->nodes[start].parent = WN_NONE;
    if (place == search->goal_place) {
        search->goal = start;
        search->goal_f = 0;
    } else {
        search->walk.node = search->walk.owner = start;
        search->walk.sights = WN_JUMP_SIGHT_EDGE | WN_JUMP_SIGHT_BACK;
    }
}

bool wn_jump_start(wn_jump_search *search, wn_place from, wn_place goal) {
    const wn_jumps *jumps = search->jumps;
    if (search->capacity == 0 || !search->table) {
        return false;
    }
    search->count = search->found->count = 0;
    wn_jump_clear_open(search);
    search->spare_continuations = search->goal = WN_NONE;
    search->walk = (wn_jump_progress){.node = WN_NONE};
    uint32_t least_factor = jumps->cells ? jumps->cells->least_factor : 1;
    search->h_scale = (uint64_t)search->weight * least_factor;
    search->bucket_bits = WN_JUMP_BUCKET_BITS + 63 - wn_high_zeros(least_factor);
    search->begins_blocked =
        jumps->cells && !wn_jumps_free(jumps, wn_place_x(from), wn_place_y(from));
    search->goal_place = goal;
    search->goal_f = UINT64_MAX;
    search->outcome = WN_RUNNING;
    for (uint32_t direction = 0; direction < 4; direction++) {
        search->reach[direction] = wn_along(direction, wn_place_at(from, direction >> 1));
    }
    search->expansions = 0;
    search->touched = 0;
    search->far = false;
    search->edits = jumps->edits;
    if (wn_jumps_free(jumps, wn_place_x(goal), wn_place_y(goal))) {
        add_start(search, from);
    }
    return true;
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
    uint64_t f = wn_jump_f(search, search->jumps->rule, node->place, node->g);
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
