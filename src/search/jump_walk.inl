/* search/jump_walk.inl - the walks of jump point search: the first part of search/jump_search.inl.
 */

/* ---- Walks ----------------------------------------------------------------------------------- */

/* Whether a diagonal goes on from a place. */
static bool JUMP(goes_on)(const wn_jumps *jumps, uint32_t diagonal, wn_place place) {
    wn_place next = place + STEPS(diagonal).diagonal;
    if (!wn_jumps_free(jumps, wn_place_x(next), wn_place_y(next))) {
        return false;
    }
    bool row = wn_jumps_free(jumps, wn_place_x(next), wn_place_y(place));
    bool column = wn_jumps_free(jumps, wn_place_x(place), wn_place_y(next));
    return RULE == WN_JUMP_NEVER ? row && column : RULE != WN_JUMP_ONE || row || column;
}

/* Whether a diagonal must end at a place. */
static bool JUMP(must_end)(const wn_jumps *jumps, uint32_t diagonal, wn_place place) {
    uint32_t next = diagonal & 1 ? wn_place_x(place) - 1 : wn_place_x(place) + 1;
    uint32_t into = wn_along(wn_diagonal_row(diagonal), next) % 64;
    return wn_turn_word_of(jumps, wn_place_y(place), next)->of[diagonal] >> into & 1;
}

/* The diagonal of an edge. */
WN_INLINE uint32_t JUMP(diagonal_towards)(wn_place from, wn_place to) {
    uint32_t west = wn_place_x(to) < wn_place_x(from);
    uint32_t north = wn_place_y(to) < wn_place_y(from);
    return west | north << 1;
}

/* The steps after which a diagonal is postponed. From the start go all four: those that do not lead
 * towards the goal wait at once, because most searches are over before their turn comes. */
WN_INLINE uint32_t JUMP(most_steps)(const wn_jump_search *search, uint32_t diagonal) {
    uint32_t node = search->walk.node;
    wn_place from = search->nodes[node].place;
    bool leads_away =
        search->nodes[node].parent == WN_NONE &&
        diagonal != (JUMP(diagonal_towards)(from, search->goal_place) & (IS_FOUR ? 1u : 3u));
    return WN_UNLIKELY(leads_away) ? WN_JUMP_AWAY_STEPS : WN_JUMP_POSTPONE_AFTER;
}

/* Goes on along the diagonal that is under way, whose next step is legal: until it ends, comes to
 * where it is postponed, after `most` steps, leaves scans in the queue, or has less than
 * WN_JUMP_UNITS_WALK left, which it needs to begin. Says whether it has ended.
 *
 * This is where jump point search spends its time. From each cell go two scans: along the row and
 * along the column, or, with 4 neighbours, along the column to both sides. The words that they read
 * are next to those of the step before, until one of the two begins in another word. The steps up
 * to there, or up to where the diagonal comes in line with the goal or is postponed, are a batch:
 * so the loop checks neither for the goal nor the budget, and all that it needs stays in registers.
 * Of scans that end in the word in which they began, the whole word is charged.
 *
 * Where units are tight, a batch has no more steps than they pay for, and scans into other words,
 * which are fewer than those that end where they began, check what they use. */
WN_INLINE bool JUMP(walk_on)(wn_jump_search *search, const uint32_t diagonal, const bool is_tight,
                             const uint32_t most, uint32_t *left) {
    wn_jump_progress *walk = &search->walk;
    wn_jump_finds *found = search->found;
    const uint32_t direction_x = wn_diagonal_row(diagonal);
    const uint32_t direction_y = wn_diagonal_column(diagonal);
    /* The two scans, and how their finds differ from those along a row. */
    const uint32_t one_direction = IS_FOUR ? WN_SCAN_SOUTH : direction_x;
    const uint32_t other_direction = IS_FOUR ? WN_SCAN_NORTH : direction_y;
    const wn_find one_find = IS_FOUR ? WN_FIND_COLUMN : 0;
    const wn_find other_find = IS_FOUR ? WN_FIND_COLUMN + 2 * WN_FIND_BY : WN_FIND_COLUMN;
    const wn_lines *rows = &search->jumps->lines[WN_ROWS];
    const wn_lines *columns = &search->jumps->lines[WN_COLUMNS];
    const ptrdiff_t next_row = direction_y & 1 ? -WN_NEXT_LINE : WN_NEXT_LINE;
    const ptrdiff_t next_column = direction_x & 1 ? -WN_NEXT_LINE : WN_NEXT_LINE;
    (void)next_row; /* with 4 neighbours */
    uint32_t done = walk->steps;
    wn_place from = search->nodes[walk->node].place;
    uint32_t from_x = wn_along(direction_x, wn_place_x(from));
    uint32_t from_y = wn_along(direction_y, wn_place_y(from));
    /* Steps to where the diagonal is postponed or comes in line with the goal. */
    uint32_t ahead = wn_along(direction_x, wn_place_x(search->goal_place)) - from_x - 1 - done;
    if (!IS_FOUR) {
        uint32_t along_y = wn_along(direction_y, wn_place_y(search->goal_place));
        ahead = wn_min_u32(ahead, along_y - from_y - 1 - done);
    }
    ahead = wn_min_u32(ahead, most - done);
    /* The cells behind that of the next step, along its row and its column, and the words of those
     * where the scans begin; how far into them. */
    uint32_t row_at = from_x + done + 2, column_at = from_y + done + 2;
    uint32_t one_at = IS_FOUR ? wn_along(WN_SCAN_SOUTH, wn_place_y(from)) + 1 : row_at;
    uint32_t other_at = IS_FOUR ? wn_along(WN_SCAN_NORTH, wn_place_y(from)) + 1 : column_at;
    uint32_t into_row = row_at % 64, into_one = one_at % 64, into_other = other_at % 64;
    uint32_t row_line = IS_FOUR ? wn_place_y(from) : wn_along(direction_y, column_at - 1);
    uint32_t column_line = wn_along(direction_x, row_at - 1);
    const wn_scan_word *row =
        wn_scan_word_of(rows, direction_x, row_line, wn_along(direction_x, row_at));
    const wn_scan_word *one = IS_FOUR ? wn_scan_word_of(columns, one_direction, column_line,
                                                        wn_along(one_direction, one_at))
                                      : row;
    const wn_scan_word *other =
        wn_scan_word_of(columns, other_direction, column_line, wn_along(other_direction, other_at));
    const wn_turn_word *turns =
        HAS_TURNS ? wn_turn_word_of(search->jumps, row_line, wn_along(direction_x, row_at)) : NULL;
    wn_find *next = found->of + found->count;
    uint32_t units = *left;
    bool open = true;
    do {
        if (WN_UNLIKELY(ahead == 0)) {
            /* In line with the goal: from there a scan may end at it. */
            done++;
            units -= WN_JUMP_UNITS_STEP;
            wn_place place = from + done * STEPS(diagonal).diagonal;
            if (HAS_TURNS && JUMP(must_end)(search->jumps, diagonal, place)) {
                *next++ = wn_find_after(diagonal, done) - 1;
                open = false;
                break;
            }
            wn_jump_queue_scan(walk, 0, one_direction);
            wn_jump_queue_scan(walk, 1, other_direction);
            open = JUMP(goes_on)(search->jumps, diagonal, place);
            break;
        }
        uint32_t steps = 64 - (IS_FOUR ? into_row : wn_max_u32(into_one, into_other));
        steps = wn_min_u32(steps, ahead);
        if (is_tight) {
            steps = wn_min_u32(steps, units / WN_JUMP_UNITS_WALK);
        }
        wn_jump_batch b = {.units = units, .slack = units - steps * WN_JUMP_UNITS_WALK};
        b.begin = b.at = wn_find_after(diagonal, done + 1);
        b.end = b.begin + steps * WN_FIND_STEP;
        uint64_t one_free = one->free >> into_one;
        do {
            const uint32_t into_turns = IS_FOUR ? into_row : into_one;
            (void)into_turns; /* with corners "never" */
            if (HAS_TURNS && WN_UNLIKELY(turns->of[diagonal] >> into_turns & 1)) {
                *next++ = b.at - 1; /* a node in the middle of the diagonal */
                b.at += WN_FIND_STEP;
                open = false;
                break;
            }
            uint64_t one_stops = one->stops >> into_one;
            uint64_t ahead_free = IS_FOUR ? row->free >> into_row : one[next_row].free >> into_one;
            uint64_t other_stops = other->stops >> into_other;
            uint64_t other_free = other->free >> into_other;
            uint64_t beside_free = RULE == WN_JUMP_NEVER ? one_free & other_free
                                   : RULE == WN_JUMP_ONE ? one_free | other_free
                                                         : 1;
            open = beside_free & ahead_free & 1;
            uint32_t one_passed, other_passed;
            if (WN_LIKELY(one_stops)) {
                one_passed = wn_low_zeros(one_stops);
            } else {
                uint32_t at = IS_FOUR ? one_at : from_x + done + 2;
                one_passed = wn_jump_scan_far(search, one_direction, one, at & ~63u, into_one,
                                              &one_free, is_tight, &b);
                if (is_tight && WN_UNLIKELY(one_passed == WN_NONE)) {
                    break;
                }
            }
            if (WN_LIKELY(other_stops)) {
                other_passed = wn_low_zeros(other_stops);
            } else {
                uint32_t at = IS_FOUR ? other_at : from_y + done + 2;
                other_passed = wn_jump_scan_far(search, other_direction, other, at & ~63u,
                                                into_other, &other_free, is_tight, &b);
                if (is_tight && WN_UNLIKELY(other_passed == WN_NONE)) {
                    *next = b.at + one_find + one_passed;
                    next += one_free >> one_passed % 64 & 1;
                    break;
                }
            }
            *next = b.at + one_find + one_passed;
            next += one_free >> one_passed % 64 & 1;
            *next = b.at + other_find + other_passed;
            next += other_free >> other_passed % 64 & 1;
            other += next_column;
            b.at += WN_FIND_STEP;
            if (IS_FOUR) {
                one += next_column;
                one_free = one->free >> into_one;
                into_row++;
            } else {
                one += next_row;
                one_free = ahead_free >> 1;
                into_one++;
                into_other++;
            }
            if (HAS_TURNS && !IS_FOUR) {
                turns += next_row / WN_NEXT_LINE;
            }
            if (!open) {
                break;
            }
        } while (b.at != b.end);
        steps = (b.at - b.begin) / WN_FIND_STEP;
        done += steps;
        ahead -= steps;
        units -= steps * WN_JUMP_UNITS_WALK + b.words;
        if (is_tight && WN_UNLIKELY(walk->scans)) {
            /* The step was made, and of the scan that was cut the first word was read. */
            done++;
            units -= WN_JUMP_UNITS_WALK;
            if ((walk->scans & 3) == one_direction) {
                wn_jump_queue_scan(walk, 1, other_direction);
                units++; /* the other one is still to come */
            }
            break;
        }
        if (!open || done == most || (is_tight && units < WN_JUMP_UNITS_WALK)) {
            break;
        }
        /* The next step may lead into other words. */
        if (IS_FOUR) {
            if (into_row == 64) {
                ptrdiff_t words = wn_next_word(rows, direction_x);
                row += words;
                turns += words / WN_NEXT_LINE;
                into_row = 0;
            }
        } else {
            if (into_one == 64) {
                ptrdiff_t words = wn_next_word(rows, direction_x);
                one += words;
                turns += words / WN_NEXT_LINE;
                into_one = 0;
            }
            if (into_other == 64) {
                other += wn_next_word(columns, direction_y);
                into_other = 0;
            }
        }
    } while (true);
    found->count = (uint32_t)(next - found->of);
    if (walk->scans) {
        walk->scan_from = from + done * STEPS(diagonal).diagonal;
        walk->scan_find = wn_find_after(diagonal, done);
    }
    walk->steps = done;
    wn_jump_widen(search, direction_x, (from_x + done + 1) | 63);
    if (IS_FOUR) {
        for (uint32_t side = WN_SCAN_SOUTH; side <= WN_SCAN_NORTH; side++) {
            wn_jump_widen(search, side, (wn_along(side, wn_place_y(from)) + 1) | 63);
        }
    } else {
        wn_jump_widen(search, direction_y, (from_y + done + 1) | 63);
    }
    *left = units;
    return !open;
}

/* Functions of their own, or the loop would run out of registers. While there are more units than a
 * walk can use, nothing checks them; but where cells have factors walks are short, and it does not
 * pay to compile them twice. One function for all diagonals: four of them have fewer instructions,
 * but which one comes next is unpredictable, and they take more of the cache (2 to 5 % of the time
 * of ticks of up to 1000 units). */
#if HAS_FACTORS
WN_NOINLINE static bool JUMP(walk_by)(wn_jump_search *search, uint32_t diagonal, uint32_t most,
                                      uint32_t *left) {
    return JUMP(walk_on)(search, diagonal, true, most, left);
}
#else
WN_NOINLINE static bool JUMP(walk_tightly)(wn_jump_search *search, uint32_t diagonal, uint32_t most,
                                           uint32_t *left) {
    return JUMP(walk_on)(search, diagonal, true, most, left);
}

WN_NOINLINE static bool JUMP(walk_by)(wn_jump_search *search, uint32_t diagonal, uint32_t most,
                                      uint32_t *left) {
    return WN_UNLIKELY(*left < search->walk_units)
               ? JUMP(walk_tightly)(search, diagonal, most, left)
               : JUMP(walk_on)(search, diagonal, false, most, left);
}
#endif
