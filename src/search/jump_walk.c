#include "search/jump_walk.h"

/* ---- Scans in pieces ------------------------------------------------------------------------- */

/* Goes on with the first scan of the queue. Says whether it has ended. */
static bool finish_scan(wn_jump_search *search, uint32_t *left) {
    wn_jump_progress *walk = &search->walk;
    uint32_t direction = walk->scans & 3, axis = direction >> 1;
    const wn_lines *lines = &search->jumps->lines[axis];
    uint32_t line = wn_place_line(walk->scan_from, axis);
    uint32_t first = wn_along(direction, wn_place_at(walk->scan_from, axis)) + 1;
    for (uint32_t at = wn_max_u32(walk->scan_at, first); *left > 0; at = (at | 63) + 1) {
        const wn_scan_word *word = wn_scan_word_of(lines, direction, line, wn_along(direction, at));
        uint64_t stops = word->stops >> at % 64;
        --*left;
        if (stops) {
            uint32_t stop = at + wn_low_zeros(stops);
            wn_find first_cell = walk->scan_find | wn_find_beside(direction);
            wn_jump_end_scan(search, walk->scan_from, direction, first_cell, stop - first,
                             word->free >> stop % 64 & 1);
            return true;
        }
        wn_jump_cut_scan(search, direction, at, 1);
    }
    return false;
}

bool wn_jump_finish_scans(wn_jump_search *search, uint32_t *left) {
    wn_jump_progress *walk = &search->walk;
    for (; walk->scans; walk->scans >>= 4) {
        if (walk->scans & WN_JUMP_QUEUED) {
            if (!finish_scan(search, left)) {
                return false;
            }
            walk->scan_at = 0;
        }
    }
    return true;
}

/* ---- Walks ----------------------------------------------------------------------------------- */

/* Whether a diagonal goes on from a place. */
static bool goes_on(const wn_jumps *jumps, uint32_t diagonal, wn_place place) {
    wn_place next = place + wn_jump_steps[diagonal].diagonal;
    return wn_jumps_free(jumps, wn_place_x(next), wn_place_y(place)) &&
           wn_jumps_free(jumps, wn_place_x(place), wn_place_y(next)) &&
           wn_jumps_free(jumps, wn_place_x(next), wn_place_y(next));
}

/* Steps in one go. */
typedef struct walk_batch {
    wn_find begin;  /* its first step, ... */
    wn_find at;     /* ... the one under way ... */
    wn_find end;    /* ... and the one after its last, as finds of the cells beside them */
    uint32_t units; /* left when it began */
    uint32_t slack; /* of these, more than all its steps need */
    uint32_t words; /* read by scans into other words */
} walk_batch;

/* A scan of a walk into other words. Returns the cells that it passes; `free` becomes all ones or
 * nothing, as the stop that it comes to is free or not. If units are tight and the slack might not
 * suffice, it may use all but those of the steps made, and there are fewer steps after it. If these
 * do not suffice either, it is cut and goes to the queue, and WN_NONE is returned. */
WN_INLINE uint32_t scan_far(wn_jump_search *search, const uint32_t direction,
                            const wn_scan_word *word, uint32_t word_at, uint32_t into,
                            uint64_t *free, const bool is_tight, walk_batch *b) {
    const wn_lines *lines = &search->jumps->lines[direction >> 1];
    ptrdiff_t next = wn_next_word(lines, direction);
    uint32_t passed;
    if (is_tight && WN_UNLIKELY(b->words + lines->length > b->slack)) {
        uint32_t before = b->words;
        uint32_t steps = (b->at - b->begin) / WN_FIND_STEP + 1;
        passed = wn_pass_words(&word, next, into, b->units - steps * WN_JUMP_UNITS_WALK, &b->words);
        if (WN_UNLIKELY(passed == WN_NONE)) {
            wn_jump_queue_scan(&search->walk, 0, direction);
            wn_jump_cut_scan(search, direction, word_at, b->words - before + 1);
            return WN_NONE;
        }
        steps = (b->units - b->words) / WN_JUMP_UNITS_WALK;
        b->end = wn_min_u32(b->end, b->begin + steps * WN_FIND_STEP);
    } else {
        passed = wn_pass_words(&word, next, into, UINT32_MAX, &b->words);
    }
    *free = word->free >> (into + passed) % 64 & 1 ? UINT64_MAX : 0;
    wn_jump_widen(search, direction, word_at + into + passed);
    return passed;
}

/* This is where jump point search spends its time. The words that the scans of a step read are
 * next to those of the step before, until one of the two begins in another word. The steps up to
 * there, or up to where the diagonal comes in line with the goal or is postponed, are a batch: so
 * the loop checks neither for the goal nor the budget, and all that it needs stays in registers. Of
 * scans that end in the word in which they began, the whole word is charged.
 *
 * Where units are tight, a batch has no more steps than they pay for, and scans into other words,
 * which are fewer than those that end where they began, check what they use. */
WN_INLINE bool walk_on(wn_jump_search *search, const uint32_t diagonal, const bool is_tight,
                       uint32_t *left) {
    wn_jump_progress *walk = &search->walk;
    wn_jump_finds *found = search->found;
    const uint32_t direction_x = wn_diagonal_row(diagonal);
    const uint32_t direction_y = wn_diagonal_column(diagonal);
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
    uint32_t units = *left;
    bool open = true;
    do {
        uint32_t steps = wn_min_u32(to_goal_x - done, to_goal_y - done);
        if (WN_UNLIKELY(steps == 0)) {
            /* From there a scan may end at the goal. */
            done++;
            units -= WN_JUMP_UNITS_STEP;
            wn_jump_queue_scan(walk, 0, direction_x);
            wn_jump_queue_scan(walk, 1, direction_y);
            open = goes_on(search->jumps, diagonal, from + done * wn_jump_steps[diagonal].diagonal);
            break;
        }
        /* The cells where the scans of the next step begin, and how far into their words. */
        uint32_t row_at = from_x + done + 2, column_at = from_y + done + 2;
        uint32_t into_row = row_at % 64, into_column = column_at % 64;
        steps = wn_min_u32(steps, WN_JUMP_POSTPONE_AFTER - done);
        steps = wn_min_u32(steps, 64 - wn_max_u32(into_row, into_column));
        if (is_tight) {
            steps = wn_min_u32(steps, units / WN_JUMP_UNITS_WALK);
        }
        const wn_scan_word *row = wn_scan_word_of(
            rows, direction_x, wn_along(direction_y, column_at - 1), wn_along(direction_x, row_at));
        const wn_scan_word *column =
            wn_scan_word_of(columns, direction_y, wn_along(direction_x, row_at - 1),
                            wn_along(direction_y, column_at));
        walk_batch b = {.units = units, .slack = units - steps * WN_JUMP_UNITS_WALK};
        b.begin = b.at = wn_find_after(diagonal, done + 1);
        b.end = b.begin + steps * WN_FIND_STEP;
        wn_find *next = found->of + found->count;
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
                row_passed = scan_far(search, direction_x, row, row_at & ~63u, into_row, &row_free,
                                      is_tight, &b);
                if (is_tight && WN_UNLIKELY(row_passed == WN_NONE)) {
                    break;
                }
            }
            if (WN_LIKELY(column_stops)) {
                column_passed = wn_low_zeros(column_stops);
            } else {
                column_passed = scan_far(search, direction_y, column, column_at & ~63u, into_column,
                                         &column_free, is_tight, &b);
                if (is_tight && WN_UNLIKELY(column_passed == WN_NONE)) {
                    *next = b.at + row_passed;
                    next += row_free >> row_passed % 64 & 1;
                    break;
                }
            }
            *next = b.at + row_passed;
            next += row_free >> row_passed % 64 & 1;
            *next = b.at + WN_FIND_COLUMN + column_passed;
            next += column_free >> column_passed % 64 & 1;
            row += next_row;
            column += next_column;
            row_free = ahead_free >> 1;
            b.at += WN_FIND_STEP;
            into_row++;
            into_column++;
            if (!open) {
                break;
            }
        } while (b.at != b.end);
        found->count = (uint32_t)(next - found->of);
        steps = (b.at - b.begin) / WN_FIND_STEP;
        done += steps;
        units -= steps * WN_JUMP_UNITS_WALK + b.words;
        if (is_tight && WN_UNLIKELY(walk->scans)) {
            /* The step was made, and of the scan that was cut the first word was read. */
            done++;
            units -= WN_JUMP_UNITS_WALK;
            if ((walk->scans & 3) == direction_x) {
                wn_jump_queue_scan(walk, 1, direction_y);
                units++; /* the other one is still to come */
            }
            break;
        }
    } while (open && done < WN_JUMP_POSTPONE_AFTER && (!is_tight || units >= WN_JUMP_UNITS_WALK));
    if (walk->scans) {
        walk->scan_from = from + done * wn_jump_steps[diagonal].diagonal;
        walk->scan_find = wn_find_after(diagonal, done);
    }
    walk->steps = done;
    wn_jump_widen(search, direction_x, (from_x + done + 1) | 63);
    wn_jump_widen(search, direction_y, (from_y + done + 1) | 63);
    *left = units;
    return !open;
}

uint32_t wn_jump_walk_units(const wn_jumps *jumps) {
    return WN_JUMP_POSTPONE_AFTER *
           (WN_JUMP_UNITS_STEP + jumps->lines[WN_ROWS].length + jumps->lines[WN_COLUMNS].length);
}

/* Functions of their own, or the loop would run out of registers. */
#define WALK(name, diagonal)                                                                       \
    WN_NOINLINE static bool name##_tightly(wn_jump_search *search, uint32_t *left) {               \
        return walk_on(search, diagonal, true, left);                                              \
    }                                                                                              \
    bool name(wn_jump_search *search, uint32_t *left) {                                            \
        return WN_UNLIKELY(*left < search->walk_units) ? name##_tightly(search, left)              \
                                                       : walk_on(search, diagonal, false, left);   \
    }

WALK(wn_jump_walk_south_east, WN_DIAGONAL_SOUTH_EAST)
WALK(wn_jump_walk_south_west, WN_DIAGONAL_SOUTH_WEST)
WALK(wn_jump_walk_north_east, WN_DIAGONAL_NORTH_EAST)
WALK(wn_jump_walk_north_west, WN_DIAGONAL_NORTH_WEST)
