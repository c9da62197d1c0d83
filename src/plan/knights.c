#include "plan/knights.h"
#include "plan/edges.h"

/* Whether two steps form one knight's move that costs less. With factors it may not. */
static bool is_knight(const wend_map *map, wn_place from, wn_place over, wn_place to) {
    wn_id a = wn_grid_at_place(map, from), b = wn_grid_at_place(map, to);
    if (wn_grid_move(map, a, b) < WN_DIRECTIONS) {
        return false;
    }
    wn_id middle = wn_grid_at_place(map, over);
    wend_cost cost = wn_grid_move_cost(map, a, b);
    return cost > 0 && cost < wn_grid_move_cost(map, a, middle) + wn_grid_move_cost(map, middle, b);
}

/* The number of free cells ahead on a straight line, at most `most`. Every word but the first costs
 * a unit of work; returns 0 if they do not suffice. */
static uint32_t free_ahead(const wn_jumps *jumps, wn_place at, wn_place step, uint32_t most,
                           uint32_t *units) {
    uint32_t done = 0;
    while (done < most) {
        wn_place next = at + done * step;
        uint32_t count = wn_edge_free_in_word(jumps, next, next + step, most - done);
        done += count;
        if (count == 0 || done == most) {
            break;
        }
        if (*units == 0) {
            return 0;
        }
        --*units;
    }
    return done;
}

/* The number of knight's moves that can shorten the turn of the edge from `at` to `to`. Row i of
 * the cells beside the edge begins i diagonal steps before the turn and runs in the edge's new
 * direction: j knight's moves need j + 1 - i free cells of it, for i from 1 to j. */
static uint32_t knights_at_turn(const wend_map *map, wn_place at, wn_place to, wn_place kept,
                                uint32_t *units) {
    const wn_jumps *jumps = &map->jumps;
    uint32_t turn = wn_edge_turn(jumps->rule, at, to);
    uint32_t straight = wn_edge_length(jumps->rule, at, to) - turn;
    uint32_t most = wn_min_u32(turn, straight);
    if (most == 0) {
        return 0;
    }
    wn_place corner = wn_edge_at(jumps->rule, at, to, turn), step = wn_line_move(corner, to);
    wn_place diagonal = wn_line_move(at, corner);
    if (corner == kept || !is_knight(map, corner - diagonal, corner, corner + step)) {
        return 0;
    }
    if (map->cells.factors) {
        return 1; /* the cells between may have other factors than the edge */
    }
    for (uint32_t i = 1; i <= most; i++) {
        if (*units == 0) {
            return wn_max_u32(i - 1, 1);
        }
        --*units;
        uint32_t free = free_ahead(jumps, corner - i * diagonal, step, most + 1 - i, units);
        most = wn_min_u32(most, i + free - 1);
    }
    return wn_max_u32(most, 1);
}

wn_knights_line wn_knights_next(const wend_map *map, const wn_place *places, uint32_t entry,
                                wn_place at, wn_place kept, uint32_t *units) {
    wn_jump_rule rule = map->jumps.rule;
    wn_place to = places[entry];
    if (at == to) {
        return (wn_knights_line){to, 1};
    }
    uint32_t turn = wn_edge_turn(rule, at, to), length = wn_edge_length(rule, at, to);
    uint32_t knights = knights_at_turn(map, at, to, kept, units);
    if (turn > knights) {
        wn_place end = wn_edge_at(rule, at, to, turn - knights);
        if (end != to) {
            return (wn_knights_line){end, 0};
        }
    } else if (knights > 0) {
        wn_place end = wn_edge_at(rule, at, to, turn + knights);
        return (wn_knights_line){end, end == to};
    }
    if (entry > 0 && to != kept) {
        wn_place last = wn_edge_at(rule, at, to, length - 1);
        wn_place behind = wn_edge_next(rule, to, places[entry - 1]);
        if (is_knight(map, last, to, behind)) {
            return last == at ? (wn_knights_line){behind, 1 + (behind == places[entry - 1])}
                              : (wn_knights_line){last, 0};
        }
    }
    return (wn_knights_line){to, 1};
}
