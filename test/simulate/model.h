/* simulate/model.h - the slow model of a map: a second implementation of its rules over plain
 * arrays, and searches that are too simple to be wrong. Unlike support/plain_map.h it has no size
 * limit. */
#ifndef SIMULATE_MODEL_H
#define SIMULATE_MODEL_H

#include <wend/map.h>

#define MODEL_UNREACHED UINT64_MAX
#define MODEL_MOVES_MAX 16u

typedef struct model_map {
    uint32_t width;
    uint32_t height;
    uint32_t neighbors;
    wend_corners corners;
    bool is_weighted;
    uint8_t *is_free; /* by state */
    uint8_t *factor;  /* by state, from 1; blocked cells have one as well */
} model_map;

/* Allocates the arrays: every cell is blocked, every factor 1. The caller sets width, height and
 * rules. */
void model_open(model_map *m);
void model_close(model_map *m);

static inline uint32_t model_cells(const model_map *m) {
    return m->width * m->height;
}

/* False outside the map. */
bool model_is_free(const model_map *m, int64_t x, int64_t y);

/* The cost of a move, 0 if it is illegal. A blocked cell can be left but not entered; a buried one
 * can be left to the four adjacent cells. */
wend_cost model_move_cost(const model_map *m, wend_state from, wend_state to);

/* Whether a blocked cell has no move to a free one, as under a building. */
bool model_is_buried(const model_map *m, wend_state state);

/* The step that agents and units make from a buried cell, or WEND_STATE_NONE. */
wend_state model_way_out(const model_map *m, wend_state state);

/* The cell from which they continue: where such steps end, or the cell itself. */
wend_state model_edge(const model_map *m, wend_state state);

/* Writes the free states that one move leads to and returns their number: the moves of searches. */
uint32_t model_moves(const model_map *m, wend_state from, wend_state out[MODEL_MOVES_MAX]);

/* Whether an agent or unit can get from one cell to another. A cell is reachable from itself. */
bool model_reaches(const model_map *m, wend_state from, wend_state to);

/* The maximum number of cells that it can reach, including that one: steps out from under a
 * building count as WEND_WAY_OUT_MAX. */
uint32_t model_reachable(const model_map *m, wend_state from);

/* Costs of optimal paths of searches from `from` to all cells, MODEL_UNREACHED for unreachable
 * ones. The caller frees the array. */
uint64_t *model_distances(const model_map *m, wend_state from);

/* The octile distance of two cells: straight and diagonal steps without walls. */
uint64_t model_octile(const model_map *m, wend_state from, wend_state to);

#endif
