/* support/plain_graph.h - graphs as lists of edges, with the slowest and simplest search. */
#ifndef TEST_PLAIN_GRAPH_H
#define TEST_PLAIN_GRAPH_H

#include "support/dice.h"

#include <stddef.h>

typedef struct plain_edge {
    uint32_t from;
    uint32_t to;
    uint32_t cost;
} plain_edge;

/* The edges are sorted by node. */
typedef struct plain_graph {
    uint32_t nodes;
    uint32_t edges;
    plain_edge *edge;
    int32_t *x; /* coordinates, or NULL */
    int32_t *y;
    uint32_t *first; /* the same edges as arrays */
    uint32_t *target;
    uint32_t *cost;
} plain_graph;

typedef struct plain_kind {
    uint32_t nodes_max;
    uint32_t degree;   /* approximate mean */
    uint32_t cost_max; /* of edges; with coordinates the detour in percent, from 100 */
    bool two_way;      /* every edge also in the other direction at the same cost */
    bool placed;       /* coordinates, and costs in proportion to distances */
    uint32_t reach;    /* of coordinates, up to 2^31 - 1 in each direction */
} plain_kind;

/* May have self-loops and parallel edges. */
plain_graph plain_graph_random(dice *d, const plain_kind *kind);

/* A road network: `side` * `side` crossings near the points of a grid, with coordinates like those
 * of the DIMACS files. A few roads are missing, and a few are one-way. */
plain_graph plain_graph_road(dice *d, uint32_t side);

void plain_graph_clear(plain_graph *graph);

/* Writes the files in the format of the DIMACS challenge. `co_path` may be NULL. */
void plain_graph_write(const plain_graph *graph, const char *gr_path, const char *co_path);

#define PLAIN_FAR UINT64_MAX

/* The cost from `start` to every node, PLAIN_FAR for unreachable ones. */
void plain_graph_distances(const plain_graph *graph, uint32_t start, uint64_t *out);

/* The least cost of an edge, 0 without one; self-loops do not count. */
uint32_t plain_graph_edge(const plain_graph *graph, uint32_t from, uint32_t to);

#endif
