/* search/jump_sight.inl - the goal in sight of a node: the part of search/jump_search.inl for maps
 * where all cells cost the same. */

/* Whether cells of a line, at most 64, are all free. */
WN_INLINE bool JUMP(are_free)(const wn_lines *lines, uint32_t line, uint32_t first,
                              uint32_t count) {
    const wn_word *word = wn_line_word(lines, line, first);
    uint32_t into = first % 64;
    uint64_t free = word->up.free >> into;
    if (into + count > 64) {
        free |= word[lines->count].up.free << (64 - into);
    }
    return !(~free << (64 - count));
}

/* Whether a diagonal step is legal, given the words of the row that it leaves and of the one that
 * it enters; `into` is the western one of its two columns. */
WN_INLINE bool JUMP(is_step_in_rows)(uint64_t here, uint64_t ahead, uint32_t into, uint32_t west) {
    switch (RULE) {
    case WN_JUMP_NEVER:
        return ((here & ahead) >> into & 3) == 3;
    case WN_JUMP_ONE:
        return ahead >> (into + !west) & (here >> (into + !west) | ahead >> (into + west)) & 1;
    default:
        return ahead >> (into + !west) & 1;
    }
}

/* 64 cells of a row: a word, or the cells from `into` on and on into the next word. */
WN_INLINE uint64_t JUMP(window)(const wn_word *word, uint32_t next, bool crosses, uint32_t into) {
    uint64_t free = word->up.free;
    return crosses ? free >> into | word[next].up.free << (64 - into) : free;
}

/* How many steps of an edge before its turn are legal from a place, at most `most`, which must fit
 * in a word. The cells of a step are two of its row and two of the next. */
WN_INLINE uint32_t JUMP(legal_diagonal_steps)(const wn_jumps *jumps, uint32_t diagonal,
                                              wn_place place, uint32_t most) {
    const wn_lines *rows = &jumps->lines[WN_ROWS];
    uint32_t west = diagonal & 1, x = wn_place_x(place), low = x - (west ? most : 0);
    const ptrdiff_t next_row = IS_FOUR ? 0 : diagonal >> 1 ? -1 : 1;
    const wn_word *word = wn_line_word(rows, wn_place_y(place), low);
    uint32_t into = low % 64, next = rows->count;
    bool crosses = into + most >= 64;
    /* The western one of the two columns of a step, in the window. */
    uint32_t at = (crosses ? 0 : into) + (west ? most - 1 : 0);
    uint64_t here = JUMP(window)(word, next, crosses, into);
    uint32_t steps = 0;
    for (; steps < most; steps++) {
        word += next_row;
        uint64_t ahead = JUMP(window)(word, next, crosses, into);
        if (!JUMP(is_step_in_rows)(here, ahead, at, west)) {
            break;
        }
        here = ahead;
        at += west ? UINT32_MAX : 1;
    }
    return steps;
}

/* Whether the edge from one place to another is legal, with these numbers of diagonal steps and of
 * straight ones along an axis. The straight ones are checked first because they are faster to read.
 */
WN_INLINE bool JUMP(is_edge)(const wn_jumps *jumps, wn_place from, wn_place to, uint32_t steps,
                             uint32_t straight, uint32_t axis, uint32_t *left) {
    uint32_t last = wn_place_at(to, axis);
    uint32_t first = last - (last > wn_place_at(from, axis) ? straight : 0);
    *left -= WN_JUMP_UNITS_SIGHT;
    if (!JUMP(are_free)(&jumps->lines[axis], wn_place_line(to, axis), first, straight + 1)) {
        return false;
    }
    uint32_t diagonal = JUMP(diagonal_towards)(from, to) & (IS_FOUR ? 1u : 3u);
    uint32_t legal = JUMP(legal_diagonal_steps)(jumps, diagonal, from, steps);
    *left -= legal / 2;
    return legal == steps;
}

/* Reaches the goal from the node being expanded, by a legal edge. Needs the units of a node and
 * room for it. */
static void JUMP(reach_goal)(wn_jump_search *search, uint32_t steps, uint32_t straight) {
    uint32_t parent = search->walk.node;
    wend_cost g = search->nodes[parent].g + steps * STEP_COST + straight * WEND_COST_ONE;
    uint32_t number = search->goal;
    assert(g < search->goal_f); /* otherwise the node would have been dropped */
    if (number == WN_NONE) {
        uint32_t slot = wn_jump_slot_of(search, search->goal_place);
        number = wn_jump_add_node(search, search->goal_place, slot, wn_jump_first_of(search, slot));
    }
    search->nodes[number].g = g;
    search->nodes[number].parent = parent;
    search->goal = number;
    search->goal_f = g;
}

/* Records the path from the node being expanded to the goal, or its straight part up to the turn,
 * as the only find: no other path to the goal is shorter. The goal is reached at once if that fits
 * in the rest of the budget. */
static void JUMP(find_only)(wn_jump_search *search, wn_place place, uint32_t steps,
                            uint32_t straight, uint32_t axis, bool is_goal, uint32_t *left) {
    wn_place goal = search->goal_place;
    uint32_t diagonal = JUMP(diagonal_towards)(place, goal);
    uint32_t row = wn_diagonal_row(diagonal), column = wn_diagonal_column(diagonal);
    wn_jump_widen(search, row, wn_along(row, wn_place_x(goal)));
    wn_jump_widen(search, column, wn_along(column, wn_place_y(goal)));
    if (WN_LIKELY(is_goal && *left >= WN_JUMP_UNITS_NODE && wn_jump_room(search) > 0)) {
        *left -= WN_JUMP_UNITS_NODE;
        JUMP(reach_goal)(search, steps, straight);
    } else {
        search->found->of[search->found->count++] =
            wn_find_after(diagonal, steps) - 1 + axis * WN_FIND_COLUMN + straight;
    }
}

/* Checks for the goal, first along an edge. From the start, where most can be saved, also along the
 * reverse of the edge from the goal, which turns at a place that becomes a node. Returns whether
 * the node is finished: nothing else from there leads to a better route. `fits` becomes false if
 * too few units may be left. */
static bool JUMP(sees_goal)(wn_jump_search *search, wn_place place, uint32_t steps,
                            uint32_t straight, uint32_t *left, bool *fits) {
    wn_jump_progress *walk = &search->walk;
    wn_place goal = search->goal_place;
    uint32_t axis = JUMP(direction_of)(place, goal) >> 1;
    for (; walk->sights; walk->sights &= walk->sights - 1) {
        if (WN_UNLIKELY(*left < WN_JUMP_UNITS_SIGHT + steps / 2)) {
            *fits = false;
            return false;
        }
        bool is_back = !(walk->sights & WN_JUMP_SIGHT_EDGE);
        if (JUMP(is_edge)(search->jumps, is_back ? goal : place, is_back ? place : goal, steps,
                          straight, axis, left)) {
            JUMP(find_only)(search, place, is_back ? 0 : steps, straight, axis, !is_back, left);
            return true;
        }
    }
    return false;
}
