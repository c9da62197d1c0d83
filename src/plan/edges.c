#include "plan/edges.h"

static bool is_free_place(const wn_jumps *jumps, wn_place place) {
    return wn_jumps_free(jumps, wn_place_x(place), wn_place_y(place));
}

/* Whether the corner rule allows a diagonal step: of the two cells beside it, one shares its row
 * with the first end, the other its column. */
static bool has_corners(const wn_jumps *jumps, wn_place from, wn_place to) {
    bool row = wn_jumps_free(jumps, wn_place_x(to), wn_place_y(from));
    bool column = wn_jumps_free(jumps, wn_place_x(from), wn_place_y(to));
    return jumps->rule == WN_JUMP_ALWAYS || (row && column) ||
           (jumps->rule == WN_JUMP_ONE && (row || column));
}

bool wn_edge_is_cut(const wn_jumps *jumps, wn_place from, wn_place to, wn_place blocked) {
    wn_jump_rule rule = jumps->rule;
    uint32_t moves = wn_edge_length(rule, from, blocked);
    if (moves > 0 && moves <= wn_edge_length(rule, from, to) &&
        wn_edge_at(rule, from, to, moves) == blocked) {
        return true;
    }
    if (rule == WN_JUMP_FOUR || moves == 0 || moves > wn_edge_turn(rule, from, to)) {
        return false;
    }
    /* The cell is beside the step that ends after as many moves as the cell is away. */
    wn_place before = wn_edge_at(rule, from, to, moves - 1);
    wn_place after = wn_edge_at(rule, from, to, moves);
    bool is_corner =
        (wn_place_x(blocked) == wn_place_x(before) && wn_place_y(blocked) == wn_place_y(after)) ||
        (wn_place_x(blocked) == wn_place_x(after) && wn_place_y(blocked) == wn_place_y(before));
    return is_corner && !has_corners(jumps, before, after);
}

uint32_t wn_edge_free_in_word(const wn_jumps *jumps, wn_place at, wn_place end, uint32_t most) {
    uint32_t axis = wn_place_y(at) == wn_place_y(end) ? WN_ROWS : WN_COLUMNS;
    bool down = wn_place_at(end, axis) < wn_place_at(at, axis);
    uint32_t direction = axis << 1 | (uint32_t)down;
    uint32_t next = wn_place_at(at, axis) + (down ? -1u : 1u);
    uint32_t into = wn_along(direction, next) % 64;
    const wn_scan_word *word =
        wn_scan_word_of(&jumps->lines[axis], direction, wn_place_line(at, axis), next);
    uint64_t blocked = ~word->free >> into;
    uint32_t count = blocked ? wn_low_zeros(blocked) : 64;
    return wn_min_u32(wn_min_u32(count, 64 - into), most);
}

wn_edge_check wn_edge_check_on(const wn_jumps *jumps, wn_place from, wn_place to, uint32_t *done,
                               uint32_t *left) {
    wn_jump_rule rule = jumps->rule;
    uint32_t length = wn_edge_length(rule, from, to), turn = wn_edge_turn(rule, from, to);
    while (*done < length) {
        wn_place at = wn_edge_at(rule, from, to, *done);
        bool is_diagonal = rule != WN_JUMP_FOUR && *done < turn;
        uint32_t units = is_diagonal ? WN_JUMP_UNITS_STEP : 1;
        if (*left < units) {
            return WN_EDGE_UNCHECKED;
        }
        *left -= units;
        uint32_t legal;
        if (is_diagonal) {
            wn_place next = wn_edge_at(rule, from, to, *done + 1);
            legal = is_free_place(jumps, next) && has_corners(jumps, at, next);
        } else {
            legal = wn_edge_free_in_word(jumps, at, wn_edge_line_end(rule, from, to, at),
                                         (*done < turn ? turn : length) - *done);
        }
        if (!legal) {
            return WN_EDGE_CUT;
        }
        *done += legal;
    }
    return WN_EDGE_LEGAL;
}
