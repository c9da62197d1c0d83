/* search/jump_walk.inl - the walks of jump point search: the first part of search/jump_search.inl.
 */

/* ---- Walks ----------------------------------------------------------------------------------- */

/* Whether a diagonal continues from a place. */
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

/* The diagonals from a place that do not lead towards the goal, as bits. */
WN_INLINE uint32_t JUMP(diagonals_away)(const wn_jump_search *search, wn_place place) {
    uint32_t diagonal = JUMP(diagonal_towards)(place, search->goal_place);
    return IS_FOUR ? 3u & ~(1u << (diagonal & 1)) : 15u & ~(1u << diagonal);
}

/* The number of steps after which a diagonal is postponed. */
WN_INLINE uint32_t JUMP(most_steps)(const wn_jump_search *search, uint32_t diagonal) {
    return search->walk.away >> diagonal & 1 ? WN_JUMP_AWAY_STEPS : WN_JUMP_POSTPONE_AFTER;
}

/* Continues a scan of a walk into other words: along an axis, up or down the lines, after some
 * steps from a place. It starts in a word, at the cell whose bit is `cell`. Returns the bit of the
 * stop that it reaches, counted from that word, and whether it is free.
 *
 * Where units are tight and the slack may not suffice, it may use all units except those of the
 * steps made; fewer steps follow then. If these do not suffice either, the scan is interrupted and
 * queued, and WN_NONE is returned. */
WN_INLINE uint32_t JUMP(scan_far)(wn_jump_search *search, const bool is_tight, const uint32_t axis,
                                  uint32_t down, const wn_scan_word *word, uint64_t cell,
                                  wn_place from, uint32_t steps, uint32_t *is_free,
                                  wn_jump_batch *b) {
    WN_FORGET(down); /* most walks do not need this */
    WN_FORGET(from);
    const wn_lines *lines = &search->jumps->lines[axis];
    uint32_t direction = 2 * axis + down, into = wn_low_zeros(cell), passed;
    uint32_t begin = (wn_place_at(from, axis) ^ (-down & 0xffff)) + (IS_FOUR ? 0 : steps) + 1;
    ptrdiff_t next = WN_NEXT_LINE * (ptrdiff_t)lines->count;
    next = (next ^ -(ptrdiff_t)down) + (ptrdiff_t)down;
    if (is_tight && WN_UNLIKELY(b->words + lines->length > b->slack)) {
        uint32_t before = b->words, made = steps - b->done;
        uint32_t most = b->units - made * WN_JUMP_UNITS_WALK;
        passed = wn_pass_words(&word, next, into, most, &b->words);
        if (WN_UNLIKELY(passed == WN_NONE)) {
            wn_jump_queue_scan(&search->walk, 0, direction);
            wn_jump_cut_scan(search, direction, begin, b->words - before + 1);
            return WN_NONE;
        }
        b->steps = wn_min_u32(b->steps, (b->units - b->words) / WN_JUMP_UNITS_WALK);
    } else {
        passed = wn_pass_words(&word, next, into, UINT32_MAX, &b->words);
    }
    *is_free = word->free >> (into + passed) % 64 & 1;
    wn_jump_widen(search, direction, begin + passed);
    return into + passed;
}

/* The steps from a place to where a diagonal is in line with the goal, 0 if it is there; a large
 * number if it never is. */
WN_INLINE uint32_t JUMP(steps_to_line)(const wn_jump_search *search, uint32_t diagonal,
                                       wn_place place) {
    wn_place goal = search->goal_place;
    uint32_t west = diagonal & 1, north = diagonal >> 1;
    uint32_t along_x = ((wn_place_x(goal) - wn_place_x(place)) ^ -west) + west;
    uint32_t along_y = ((wn_place_y(goal) - wn_place_y(place)) ^ -north) + north;
    (void)along_y; /* unused with 4 neighbours */
    return IS_FOUR ? along_x : wn_min_u32(along_x, along_y);
}

/* Handles a step to a place in line with the goal. The finds of the two scans from there start at
 * `found` and end before `end`; `first_cells` are their first cells, as finds. If a scan has
 * reached the goal, or the place is the goal, that becomes the find. Returns the new end of the
 * finds. */
WN_NOINLINE static wn_find *JUMP(find_goal)(const wn_jump_search *search, wn_place place,
                                            const uint32_t directions[2],
                                            const wn_find first_cells[2], wn_find *found,
                                            const wn_find *end) {
    wn_place goal = search->goal_place;
    bool has_one = found < end && (found[0] ^ first_cells[0]) <= WN_FIND_STRAIGHT;
    const wn_find finds[2] = {found[0], found[has_one]}; /* the step has written both */
    const bool has_find[2] = {has_one, found + has_one < end};
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t direction = directions[i], axis = direction >> 1;
        uint32_t line = wn_place_line(place, axis);
        uint32_t from = wn_along(direction, wn_place_at(place, axis));
        uint32_t to_goal = wn_along(direction, wn_place_at(goal, axis)) - from;
        bool sees_goal = false;
        if (line == wn_place_line(goal, axis) && to_goal <= 0xffff) {
            /* Repeats the scan, because its length is not stored. It reads words that were paid for
             * before. */
            const wn_lines *lines = &search->jumps->lines[axis];
            const wn_scan_word *word =
                wn_scan_word_of(lines, direction, line, wn_along(direction, from + 1));
            uint32_t into = (from + 1) % 64, words = 0;
            uint64_t stops = word->stops >> into;
            uint32_t passed = stops ? wn_low_zeros(stops)
                                    : wn_pass_words(&word, wn_next_word(lines, direction), into,
                                                    UINT32_MAX, &words);
            sees_goal = to_goal <= passed + 1;
        }
        *found = sees_goal ? first_cells[i] + to_goal - 1 : finds[i];
        found += sees_goal || has_find[i];
    }
    return found;
}

/* Whether a diagonal step is legal, given words with the two cells beside it and the target, and
 * the bits of these cells. */
WN_INLINE bool JUMP(is_step)(uint64_t one, uint64_t other, uint64_t ahead, uint64_t cell,
                             uint64_t other_cell) {
    switch (RULE) {
    case WN_JUMP_NEVER:
        return (one & ahead & cell) && (other & other_cell);
    case WN_JUMP_ONE:
        return (ahead & cell) && ((one & cell) | (other & other_cell));
    default:
        return ahead & cell;
    }
}

/* The diagonal steps of a find whose straight steps are counted from the first cell of a word.
 * There are -63 to 2 straight ones, and negative numbers borrow from the diagonal ones. */
WN_INLINE uint32_t JUMP(steps_of)(wn_find find) {
    return (find + 63) / WN_FIND_STEP & WN_FIND_STEPS;
}

/* Continues along the current diagonal, whose next step is legal, until it ends, reaches the point
 * where it is postponed, has made `most` steps, leaves scans in the queue, or has fewer than
 * WN_JUMP_UNITS_WALK units left, which it also needs to start. Returns whether the diagonal has
 * ended.
 *
 * This is where jump point search spends its time. Two scans start at each cell: along the row and
 * along the column, or, with 4 neighbours, along the column to both sides. Their words are next to
 * those of the previous step, until one of the two starts in another word. The steps up to there,
 * or up to where the diagonal is in line with the goal or is postponed, form a batch. In a batch,
 * the loop checks neither for the goal nor for the budget, and everything it needs stays in
 * registers. Scans that end in the word where they started are charged for the whole word.
 *
 * Where units are tight, a batch has no more steps than they pay for. Scans into other words, which
 * are rarer than those that end where they started, check what they use. */
WN_INLINE bool JUMP(walk_on)(wn_jump_search *search, const uint32_t diagonal, const bool is_tight,
                             const uint32_t most, uint32_t *left) {
    wn_jump_progress *walk = &search->walk;
    wn_jump_finds *found = search->found;
    const wn_jumps *jumps = search->jumps;
    const wn_lines *rows = &jumps->lines[WN_ROWS], *columns = &jumps->lines[WN_COLUMNS];
    const uint32_t west = diagonal & 1, north = diagonal >> 1;
    const uint32_t direction_x = WN_SCAN_EAST + west, direction_y = WN_SCAN_SOUTH + north;
    /* The two scans, and how their finds differ from those along a row. */
    const uint32_t one_direction = IS_FOUR ? WN_SCAN_SOUTH : direction_x;
    const uint32_t other_direction = IS_FOUR ? WN_SCAN_NORTH : direction_y;
    const wn_find one_find = IS_FOUR ? WN_FIND_COLUMN : 0;
    const wn_find other_find = IS_FOUR ? WN_FIND_COLUMN + 2 * WN_FIND_BY : WN_FIND_COLUMN;
    /* (Not by "?": the diagonal is unpredictable.) */
    const ptrdiff_t next_row = WN_NEXT_LINE - 2 * WN_NEXT_LINE * (ptrdiff_t)north;
    const ptrdiff_t next_column = WN_NEXT_LINE - 2 * WN_NEXT_LINE * (ptrdiff_t)west;
    (void)next_row, (void)direction_y; /* unused with 4 neighbours */
    uint32_t done = walk->steps;
    wn_place from = search->nodes[walk->node].place;
    /* The cell of the next step, and that of the step after it. */
    wn_place at = from + (done + 1) * STEPS(diagonal).diagonal;
    wn_place after = at + STEPS(diagonal).diagonal;
    uint32_t x = wn_place_x(at), y = wn_place_y(at);
    /* Steps to where the diagonal is in line with the goal (a large number if it never is), or is
     * postponed. */
    uint32_t ahead = wn_min_u32(JUMP(steps_to_line)(search, diagonal, at), most - done);
    /* The words where the scans of the next step start, and the positions in them: along its row
     * and its column at the cells beside it. With 4 neighbours these are above and below it. */
    const wn_scan_word *row = wn_scan_word_of(rows, direction_x, y, wn_place_x(after));
    uint32_t into_row = (wn_place_x(after) ^ -west) % 64;
    uint32_t one_at = wn_place_y(from) + 1; /* with 4 neighbours */
    uint32_t other_at = IS_FOUR ? wn_place_y(from) - 1 : wn_place_y(after);
    (void)one_at;
    const wn_scan_word *one = IS_FOUR ? wn_scan_word_of(columns, one_direction, x, one_at) : row;
    uint32_t into_one = IS_FOUR ? one_at % 64 : into_row;
    const wn_scan_word *other = wn_scan_word_of(columns, other_direction, x, other_at);
    uint32_t into_other = (IS_FOUR ? ~other_at : other_at ^ -north) % 64;
    const wn_turn_word *turns = HAS_TURNS ? wn_turn_word_of(jumps, y, wn_place_x(after)) : NULL;
    wn_find *next = found->of + found->count;
    uint32_t units = *left;
    bool open = true;
    /* The cells where the scans of the next step start, as bits of their words. `base` and the bit
     * of its stop give the find of one scan, and with `words_apart` that of the other one, so no
     * word is shifted. */
    uint64_t one_cell = UINT64_C(1) << into_one, other_cell = UINT64_C(1) << into_other;
    uint64_t row_cell = UINT64_C(1) << into_row; /* with 4 neighbours */
    (void)row_cell;
    wn_find base = wn_find_after(diagonal, done + 1) + one_find - into_one;
    wn_find words_apart = (other_find - into_other) - (one_find - into_one);
    const wn_find base_per_step = IS_FOUR ? WN_FIND_STEP : WN_FIND_STEP - 1;
    do {
        bool in_line = WN_UNLIKELY(ahead == 0);
        if (is_tight && in_line) {
            /* In line with the goal: scans from there may end at it. */
            done++;
            units -= WN_JUMP_UNITS_STEP;
            wn_place place = from + done * STEPS(diagonal).diagonal;
            if (HAS_TURNS && JUMP(must_end)(jumps, diagonal, place)) {
                *next++ = wn_find_after(diagonal, done) - 1;
                open = false;
                break;
            }
            wn_jump_queue_scan(walk, 0, one_direction);
            wn_jump_queue_scan(walk, 1, other_direction);
            open = JUMP(goes_on)(jumps, diagonal, place);
            break;
        }
        assert(one_cell && other_cell && row_cell); /* otherwise the next words begin */
        uint32_t steps = 1 + wn_high_zeros(IS_FOUR ? row_cell : one_cell | other_cell);
        steps = wn_min_u32(steps, ahead + in_line);
        if (is_tight) {
            steps = wn_min_u32(steps, units / WN_JUMP_UNITS_WALK);
        }
        wn_jump_batch b = {.done = done,
                           .steps = steps,
                           .units = units,
                           .slack = units - steps * WN_JUMP_UNITS_WALK};
        const wn_find first_base = base;
        wn_find end_base = base + steps * base_per_step;
        uint64_t one_free = one->free;
        wn_find *before = next;
        do {
            const uint64_t cell = IS_FOUR ? row_cell : one_cell;
            if (HAS_TURNS && WN_UNLIKELY(turns->of[diagonal] & cell)) {
                /* a node in the middle of the diagonal */
                *next++ = wn_find_after(diagonal, JUMP(steps_of)(base)) - 1;
                base += base_per_step;
                open = false;
                break;
            }
            uint64_t one_stops = one->stops & -one_cell;
            uint32_t one_stop, one_found;
            if (WN_LIKELY(one_stops)) {
                one_stop = wn_low_zeros(one_stops);
                one_found = one_free >> one_stop & 1;
            } else {
                one_stop = JUMP(scan_far)(search, is_tight, IS_FOUR ? WN_COLUMNS : WN_ROWS,
                                          IS_FOUR ? 0 : west, one, one_cell, from,
                                          JUMP(steps_of)(base), &one_found, &b);
                if (is_tight && WN_UNLIKELY(one_stop == WN_NONE)) {
                    break;
                }
                end_base = is_tight ? first_base + b.steps * base_per_step : end_base;
            }
            *next = base + one_stop;
            next += one_found;
            uint64_t other_stops = other->stops & -other_cell;
            uint32_t other_stop, other_found;
            if (WN_LIKELY(other_stops)) {
                other_stop = wn_low_zeros(other_stops);
                other_found = other->free >> other_stop & 1;
            } else {
                other_stop =
                    JUMP(scan_far)(search, is_tight, WN_COLUMNS, IS_FOUR ? 1 : north, other,
                                   other_cell, from, JUMP(steps_of)(base), &other_found, &b);
                if (is_tight && WN_UNLIKELY(other_stop == WN_NONE)) {
                    break;
                }
                end_base = is_tight ? first_base + b.steps * base_per_step : end_base;
            }
            *next = base + words_apart + other_stop;
            next += other_found;
            open = JUMP(is_step)(one_free, other->free, IS_FOUR ? row->free : one[next_row].free,
                                 cell, other_cell);
            base += base_per_step;
            one += IS_FOUR ? next_column : next_row;
            other += next_column;
            one_free = one->free;
            if (!open) {
                break;
            }
            if (IS_FOUR) {
                row_cell <<= 1;
            } else {
                one_cell <<= 1;
                other_cell <<= 1;
                if (HAS_TURNS) {
                    turns += next_row / WN_NEXT_LINE;
                }
            }
        } while (base != end_base);
        steps = JUMP(steps_of)(base - base_per_step) - done;
        done += steps;
        ahead -= steps;
        if (!is_tight && in_line) {
            /* Scans from there may end at the goal. */
            wn_place place = from + done * STEPS(diagonal).diagonal;
            if (HAS_TURNS && next > before && *before == wn_find_after(diagonal, done) - 1) {
                units +=
                    WN_JUMP_UNITS_WALK - WN_JUMP_UNITS_STEP; /* it ended there, without scans */
            } else {
                const uint32_t directions[2] = {one_direction, other_direction};
                const wn_find beside = wn_find_after(diagonal, done);
                const wn_find first_cells[2] = {beside + one_find, beside + other_find};
                next = JUMP(find_goal)(search, place, directions, first_cells, before, next);
            }
            place += STEPS(diagonal).diagonal;
            ahead = wn_min_u32(JUMP(steps_to_line)(search, diagonal, place), most - done);
        }
        units -= steps * WN_JUMP_UNITS_WALK + b.words;
        if (is_tight && WN_UNLIKELY(walk->scans)) {
            /* The step was made, and the first word of the interrupted scan was read. */
            done++;
            open = JUMP(goes_on)(jumps, diagonal, from + done * STEPS(diagonal).diagonal);
            units -= WN_JUMP_UNITS_WALK;
            if ((walk->scans & 3) == one_direction) {
                wn_jump_queue_scan(walk, 1, other_direction);
                units++; /* the other scan is still to come */
            }
            break;
        }
        if (!open || done == most || (is_tight && units < WN_JUMP_UNITS_WALK)) {
            break;
        }
        /* The next step may lead into other words. */
        if (IS_FOUR) {
            if (!row_cell) {
                ptrdiff_t words = wn_next_word(rows, direction_x);
                row += words;
                if (HAS_TURNS) {
                    turns += words / WN_NEXT_LINE;
                }
                row_cell = 1;
            }
        } else {
            if (!one_cell) {
                ptrdiff_t words = wn_next_word(rows, direction_x);
                one += words;
                if (HAS_TURNS) {
                    turns += words / WN_NEXT_LINE;
                }
                one_cell = 1;
                base += 64;
                words_apart -= 64;
            }
            if (!other_cell) {
                other += wn_next_word(columns, direction_y);
                other_cell = 1;
                words_apart += 64;
            }
        }
    } while (true);
    found->count = (uint32_t)(next - found->of);
    if (is_tight && walk->scans) {
        walk->scan_from = from + done * STEPS(diagonal).diagonal;
        walk->scan_find = wn_find_after(diagonal, done);
    }
    walk->steps = done;
    uint32_t from_x = wn_along(direction_x, wn_place_x(from));
    wn_jump_widen(search, direction_x, (from_x + done + 1) | 63);
    if (IS_FOUR) {
        for (uint32_t side = WN_SCAN_SOUTH; side <= WN_SCAN_NORTH; side++) {
            wn_jump_widen(search, side, (wn_along(side, wn_place_y(from)) + 1) | 63);
        }
    } else {
        uint32_t from_y = wn_along(direction_y, wn_place_y(from));
        wn_jump_widen(search, direction_y, (from_y + done + 1) | 63);
    }
    *left = units;
    return !open;
}

WN_INLINE void JUMP(end_walk)(wn_jump_progress *walk) {
    walk->pending &= walk->pending - 1;
    walk->steps = 0;
}

/* Postpones the rest of the current diagonal. Returns false if too few units or nodes are left. */
static bool JUMP(end_by_postponing)(wn_jump_search *search, uint32_t *left);

/* Continues with the current diagonal. Returns false if it must be postponed and cannot be. */
WN_INLINE bool JUMP(walk_one)(wn_jump_search *search, const bool is_tight, uint32_t *left) {
    wn_jump_progress *walk = &search->walk;
    uint32_t diagonal = wn_low_zeros(walk->pending), most = JUMP(most_steps)(search, diagonal);
    if (walk->steps == most) {
        return JUMP(end_by_postponing)(search, left);
    }
    if (JUMP(walk_on)(search, diagonal, is_tight, most, left)) {
        JUMP(end_walk)(walk);
    }
    return true;
}

/* Separate functions, because the loop would run out of registers otherwise. While more units are
 * left than a walk can use, no step checks them. With factors, walks are short, and compiling them
 * twice does not pay. One function serves all diagonals: four would have fewer instructions, but
 * which one comes next is unpredictable, and they use more of the cache (2 to 5 % of the time of
 * ticks of up to 1000 units). */
WN_NOINLINE static bool JUMP(walk_tightly)(wn_jump_search *search, uint32_t *left) {
    return JUMP(walk_one)(search, true, left);
}

#if !HAS_FACTORS
/* Continues as long as units are not tight, until no diagonal is left. */
WN_NOINLINE static bool JUMP(walk_freely)(wn_jump_search *search, uint32_t *left) {
    bool fits;
    do {
        fits = JUMP(walk_one)(search, false, left);
    } while (fits && search->walk.pending && WN_LIKELY(*left >= search->walk_units));
    return fits;
}
#endif
