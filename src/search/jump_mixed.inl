/* search/jump_mixed.inl - nodes on mixed cells (domain/jump.h): the part of search/jump_search.inl
 * for cells with factors.
 *
 * The pruning rules hold only where a cell and its neighbours have one factor. From a mixed cell
 * every direction may be the best one, so each is compared with the paths that lead to the same
 * cell without it. Most neighbours of a mixed cell are mixed, and what is reached in one step needs
 * no scan. */

/* The eight cells around a cell, clockwise from the north, as numbers and as bits; odd ones are
 * diagonal. The entry is how they are reached: by a scan in a direction, or by a walk. */
static const uint8_t JUMP(leads_to)[8] = {WN_SCAN_NORTH,
                                          WN_DIAGONAL_NORTH_EAST,
                                          IS_FOUR ? WN_WALK_EAST : WN_SCAN_EAST,
                                          WN_DIAGONAL_SOUTH_EAST,
                                          WN_SCAN_SOUTH,
                                          WN_DIAGONAL_SOUTH_WEST,
                                          IS_FOUR ? WN_WALK_WEST : WN_SCAN_WEST,
                                          WN_DIAGONAL_NORTH_WEST};

/* A cell and its surroundings. */
typedef struct JUMP(around) {
    uint32_t factor;
    uint32_t factors[8];
    uint32_t free; /* bits */
} JUMP(around);

/* Reads the factors around a cell. Those of blocked cells are undefined. Beyond the edge of the map
 * the nearest cell inside is read. */
WN_INLINE void JUMP(read_factors)(const wn_jumps *jumps, wn_place place, JUMP(around) * around) {
    const wn_cells *cells = jumps->cells;
    uint32_t x = wn_place_x(place) - 1, y = wn_place_y(place) - 1;
    const wn_id at = wn_cells_id_x(x), at_y = wn_cells_id_y(cells, y);
    const wn_id west = wn_cells_id_x(x - (x > 0)), north = wn_cells_id_y(cells, y - (y > 0));
    const wn_id east = wn_cells_id_x(wn_min_u32(x + 1, cells->width - 1));
    const wn_id south = wn_cells_id_y(cells, wn_min_u32(y + 1, cells->height - 1));
    const wn_id ids[8] = {at | north, east | north, east | at_y, east | south,
                          at | south, west | south, west | at_y, west | north};
    around->factor = cells->factors[at | at_y];
    for (uint32_t i = 0; i < 8; i++) {
        around->factors[i] = cells->factors[ids[i]];
    }
}

/* The cost of a straight step. */
WN_INLINE uint32_t JUMP(straight_cost)(uint32_t one, uint32_t other) {
    return WEND_COST_ONE / 2 * (one + other);
}

WN_INLINE uint32_t JUMP(diagonal_cost)(uint32_t one, uint32_t other) {
    return (WEND_COST_DIAGONAL * (one + other) + 1) / 2;
}

/* Whether two steps are preferred to two others between the same cells. Of two paths of equal cost
 * the one with the cheaper last step is preferred. This breaks ties consistently: two cells never
 * leave the path to a third one to each other, and of all cells on best paths to it the last one
 * remains. */
WN_INLINE bool JUMP(is_preferred)(uint32_t first, uint32_t second, uint32_t other_first,
                                  uint32_t other_second) {
    return first + second < other_first + other_second ||
           (first + second == other_first + other_second && first > other_first);
}

/* The directions in which a cell leads on when it was reached from an adjacent cell: those to which
 * no path of one or two steps around the cell leads as well. Cells are numbered from the one
 * behind: `a` is beside it, `b` two and `c` three cells further.
 *
 *     a b c        b c .
 *     p x t        a x c        p is the cell behind
 *     a b c        p a b */
static uint32_t JUMP(directions_from)(const JUMP(around) * around, uint32_t behind) {
    const uint32_t *factors = around->factors;
    uint32_t x = around->factor, p = factors[behind];
    bool is_diagonal = behind % 2;
    uint32_t to_x = is_diagonal ? JUMP(diagonal_cost)(p, x) : JUMP(straight_cost)(p, x);
    (void)to_x; /* unused with 4 neighbours */
    uint32_t left_out = 1u << behind;
    for (uint32_t side = 0; side < 2; side++) {
        uint32_t by = side ? 7 : 1;
        uint32_t at_a = (behind + by) % 8, at_b = (behind + 2 * by) % 8;
        uint32_t at_c = (behind + 3 * by) % 8, ahead = (behind + 4) % 8;
        uint32_t a = factors[at_a], b = factors[at_b], c = factors[at_c], t = factors[ahead];
        bool a_is_free = around->free >> at_a & 1, b_is_free = around->free >> at_b & 1;
        bool c_is_free = around->free >> at_c & 1;
        uint32_t to_a = JUMP(straight_cost)(p, a);
        (void)b, (void)c, (void)t, (void)to_a; /* unused with 4 neighbours */
        (void)b_is_free,
            (void)c_is_free; /* unused there, and with corner rules other than "never" */
        left_out |= 1u << at_a;
        if (IS_FOUR) {
            /* Ties go to the path that starts along the row. */
            bool is_better = a < x || (a == x && behind % 4 == 0);
            left_out |= (uint32_t)(a_is_free && is_better) << at_b;
        } else if (is_diagonal) {
            bool is_legal = a_is_free && (RULE != WN_JUMP_NEVER || b_is_free);
            left_out |= (uint32_t)(a_is_free && JUMP(is_preferred)(to_a, JUMP(straight_cost)(a, b),
                                                                   to_x, JUMP(diagonal_cost)(x, b)))
                        << at_b;
            left_out |= (uint32_t)(is_legal && JUMP(is_preferred)(to_a, JUMP(diagonal_cost)(a, c),
                                                                  to_x, JUMP(straight_cost)(x, c)))
                        << at_c;
        } else {
            uint32_t to_b = JUMP(diagonal_cost)(p, b), x_to_b = JUMP(straight_cost)(x, b);
            bool can_reach_b = RULE != WN_JUMP_NEVER || a_is_free;
            bool can_pass_b = b_is_free && can_reach_b;
            bool can_go_on = can_pass_b && (RULE != WN_JUMP_NEVER || c_is_free);
            left_out |= (uint32_t)((can_reach_b && to_b < to_x + x_to_b) ||
                                   (a_is_free && JUMP(is_preferred)(to_a, JUMP(straight_cost)(a, b),
                                                                    to_x, x_to_b)))
                        << at_b;
            left_out |=
                (uint32_t)(can_pass_b && JUMP(is_preferred)(to_b, JUMP(straight_cost)(b, c), to_x,
                                                            JUMP(diagonal_cost)(x, c)))
                << at_c;
            left_out |= (uint32_t)(can_go_on && JUMP(is_preferred)(to_b, JUMP(diagonal_cost)(b, t),
                                                                   to_x, JUMP(straight_cost)(x, t)))
                        << ahead;
        }
    }
    return ~left_out;
}

/* The second to last cell of an edge, as one of the eight around the last one. */
static uint32_t JUMP(cell_behind)(wn_place from, wn_place to) {
    static const uint8_t number[3][3] = {{7, 0, 1}, {6, 0, 2}, {5, 4, 3}};
    wn_place before = wn_edge_at(RULE, from, to, wn_edge_length(RULE, from, to) - 1);
    return number[wn_place_y(before) + 1 - wn_place_y(to)][wn_place_x(before) + 1 - wn_place_x(to)];
}

/* Whether a node may lead in any direction: the start, nodes on mixed cells, and nodes around a
 * blocked start, whose factor may differ without making any cell mixed. */
WN_INLINE bool JUMP(goes_anywhere)(const wn_jump_search *search, const wn_jump_node *node) {
    const wn_lines *rows = &search->jumps->lines[WN_ROWS];
    uint32_t x = wn_place_x(node->place);
    ptrdiff_t word = wn_line_word(rows, wn_place_y(node->place), x) - rows->words;
    return search->jumps->mixed[WN_ROWS][word] >> x % 64 & 1 || node->parent == WN_NONE ||
           (search->begins_blocked && node->parent == 0);
}

/* Expands such a node: cells reached in one step become finds, scans are queued. Returns the
 * diagonals to walk. */
static uint32_t JUMP(scan_anywhere)(wn_jump_search *search, const wn_jump_node *node) {
    const wn_jumps *jumps = search->jumps;
    const wn_lines *rows = &jumps->lines[WN_ROWS];
    uint32_t x = wn_place_x(node->place), y = wn_place_y(node->place), into = x % 64;
    const wn_word *word = wn_line_word(rows, y, x);
    const ptrdiff_t size = sizeof *word / sizeof word->up.free;
    ptrdiff_t next = (ptrdiff_t)rows->count;
    JUMP(around) around = {.free = wn_eight_around(&word->up.free, size, size * next, into)};
    uint32_t mixed = wn_eight_around(jumps->mixed[WN_ROWS] + (word - rows->words), 1, next, into);
    uint32_t directions = JUMP(legal_steps)(around.free);
    bool is_start = node->parent == WN_NONE;
    if (is_start && search->begins_blocked) {
        mixed = UINT32_MAX;
    } else if (!is_start && !(search->begins_blocked && node->parent == 0)) {
        JUMP(read_factors)(jumps, node->place, &around);
        uint32_t behind = JUMP(cell_behind)(search->nodes[node->parent].place, node->place);
        directions &= JUMP(directions_from)(&around, behind);
    }
    JUMP(begin_queue)(search, node->place);
    uint32_t diagonals = 0, scans = 0;
    wn_jump_finds *found = search->found;
    for (; directions; directions &= directions - 1) {
        uint32_t to = wn_low_zeros(directions), by = JUMP(leads_to)[to];
        bool is_walk = IS_FOUR ? to % 4 == 2 : to % 2;
        if (mixed >> to & 1) {
            found->of[found->count++] = is_walk ? wn_find_after(by, 1) - 1
                                                : wn_find_beside(by) + (by >> 1) * WN_FIND_COLUMN;
        } else if (is_walk) {
            diagonals |= 1u << by;
        } else {
            wn_jump_queue_scan(&search->walk, scans++, by);
        }
    }
    for (uint32_t direction = 0; direction < 4; direction++) {
        wn_jump_widen(search, direction,
                      wn_along(direction, wn_place_at(node->place, direction >> 1)) + 1);
    }
    return diagonals;
}
