#include "search/jump_walk.h"

/* ---- Scans in pieces ------------------------------------------------------------------------- */

/* Continues with the first scan of the queue. Returns whether it has ended. */
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
