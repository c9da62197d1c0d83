/* simulate/grounds.h - domains other than maps, created from a few numbers: the library's object
 * and the plain one for comparison. */
#ifndef SIMULATE_GROUNDS_H
#define SIMULATE_GROUNDS_H

#include <wend/domain.h>

#include "support/plain_graph.h"
#include "support/plain_puzzle.h"
#include "support/plain_track.h"

typedef struct ground {
    plain_graph graph; /* of graphs and callback domains */
    plain_track track;
    board goal;                  /* of a puzzle: its size */
    uint32_t cost_min, cost_max; /* of the edges; 0 if there are none */
    wend_domain *domain;
    wend_error error; /* of its creation */
} ground;

/* `index` is a place of simulate/sim.h; `size` and `shape` give the size and the kind. */
ground *ground_open(uint32_t index, uint32_t seed, uint32_t size, uint32_t shape,
                    wend_allocator allocator);
void ground_close(ground *g);

#endif
