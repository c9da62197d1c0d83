/* research/domain/subgoals.h - the table of subgoals, as agents see it.
 *
 *     borders of region A     cell cell cell ...     each with the depth for the way to it
 *     row of target B         code of region 0, of region 1, ...
 *
 * A code is the number of a border of that region, or "none": go straight to the goal. */
#ifndef WN_SUBGOALS_H
#define WN_SUBGOALS_H

#include <wend/research/subgoals.h>

#include "research/domain/abstraction.h"

struct wend_subgoals {
    wn_memory memory;
    const wend_abstraction *abstraction;
    uint32_t level;
    uint32_t depth_max;
    uint32_t regions;
    uint32_t code_bytes; /* 1 or 2 */
    uint32_t cell_total;
    uint32_t border_total;
    uint32_t *first_cell;   /* regions + 1 */
    wn_id *cells;           /* of each region */
    uint32_t *first_border; /* regions + 1 */
    wn_id *borders;         /* cells one move outside each region, sorted by id */
    uint8_t *depths;        /* by border */
    uint8_t *home_depths;   /* by region: for paths from its center to any of its cells */
    uint8_t *done;          /* by row */
    uint8_t *codes;
    size_t code_size; /* bytes of `codes` */
    uint64_t build_ns;
    uint64_t map_version;
};

/* The code of a pair without a subgoal. */
static inline uint32_t wn_subgoals_none(const wend_subgoals *subgoals) {
    return subgoals->code_bytes == 1 ? 0xff : 0xffff;
}

static inline uint8_t *wn_subgoals_at(const wend_subgoals *subgoals, uint32_t from, uint32_t to) {
    assert(from < subgoals->regions && to < subgoals->regions);
    return subgoals->codes + ((size_t)to * subgoals->regions + from) * subgoals->code_bytes;
}

static inline uint32_t wn_subgoals_code(const wend_subgoals *subgoals, uint32_t from, uint32_t to) {
    const uint8_t *code = wn_subgoals_at(subgoals, from, to);
    return subgoals->code_bytes == 1 ? code[0] : code[0] | (uint32_t)code[1] << 8;
}

static inline void wn_subgoals_set(wend_subgoals *subgoals, uint32_t from, uint32_t to,
                                   uint32_t code) {
    assert(code <= wn_subgoals_none(subgoals));
    uint8_t *at = wn_subgoals_at(subgoals, from, to);
    at[0] = (uint8_t)code;
    if (subgoals->code_bytes == 2) {
        at[1] = (uint8_t)(code >> 8);
    }
}

/* The number of a cell among the borders of a region, WN_NONE if it is not one of them. */
uint32_t wn_subgoals_border(const wend_subgoals *subgoals, uint32_t region, wn_id cell);

#endif
