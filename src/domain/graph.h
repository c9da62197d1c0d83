/* domain/graph.h - a graph, as the kernels see it. The successors of a node are stored
 * contiguously, so an expansion copies nothing.
 *
 *     first   0    2    5   ...            node n has the edges first[n] to first[n + 1] - 1
 *     edges  [to, cost][to, cost][ ...     cheapest first, as the open list wants them
 *     points [x, y][x, y] ...              if the nodes have coordinates
 *
 * The nodes of a large graph with coordinates are renumbered along a space-filling curve, so that
 * nodes that a search touches together are close together in memory. */
#ifndef WN_GRAPH_H
#define WN_GRAPH_H

#include <wend/graph.h>

#include "base/isqrt.h"
#include "domain/domain.h"

/* Coordinates, relative to the corner of the bounding box of all nodes. */
typedef struct wn_point {
    uint32_t x;
    uint32_t y;
} wn_point;

/* The heuristic. Let d(u, v) be the distance of two points in steps of 2^-zoom, and
 *
 *     h(u) = floor(r * floor(d(u, goal)))    with r <= cost / ceil(d(u, v)) for every edge.
 *
 * It is consistent: d(u, goal) <= d(u, v) + d(v, goal) and floor(a + b) <= ceil(a) + floor(b) give
 * r * floor(d(u, goal)) <= cost + r * floor(d(v, goal)), and the cost of an edge is an integer, so
 * both sides may be rounded down. Rounding r down makes the estimate less accurate, not
 * inconsistent. So does moving the points, as long as r is computed for the moved points (the box
 * may be too large for 64 bits), and so does a cap on h. */
typedef struct wn_ruler {
    uint32_t halving; /* coordinates are shifted right by this, 0 or 1 */
    uint32_t zoom;
    uint32_t rate; /* r in steps of 2^-rate_bits */
    uint32_t rate_bits;
} wn_ruler;

typedef struct wn_graph {
    wend_domain domain;
    uint32_t edge_count;
    uint32_t *first; /* node_count + 1 */
    wn_successor *edges;
    wn_point *points; /* NULL: h = 0 */
    wn_ruler ruler;
    bool is_ordered;     /* ids differ from the caller's numbers: */
    wend_state *node_of; /* by id: the caller's number */
    wn_id *id_of;        /* and the inverse */
} wn_graph;

/* Smaller graphs keep their numbers: the nodes of a search fit into a cache. */
#define WN_GRAPH_ORDERED_FROM 32768u

wn_kernel_choice wn_graph_kernel; /* search/graph_search.c */

/* Like wend_graph_create. With `keep_numbers`, ids are the caller's numbers, however large the
 * graph is. */
wend_error wn_graph_create(const wend_graph_def *def, bool keep_numbers, wend_domain **out,
                           wend_diagnosis *diagnosis);

static inline wn_id wn_graph_id(const wn_graph *graph, wend_state node) {
    assert(node < graph->domain.id_limit);
    return graph->is_ordered ? graph->id_of[node] : node;
}

static inline wend_state wn_graph_node(const wn_graph *graph, wn_id id) {
    assert(id < graph->domain.id_limit);
    return graph->is_ordered ? graph->node_of[id] : id;
}

/* The squared distance of two points in steps of 2^-zoom, below 2^63. */
static inline uint64_t wn_ruler_square(const wn_ruler *ruler, wn_point a, wn_point b) {
    uint64_t dx = a.x > b.x ? a.x - b.x : b.x - a.x;
    uint64_t dy = a.y > b.y ? a.y - b.y : b.y - a.y;
    return (dx * dx + dy * dy) << (2 * ruler->zoom);
}

static inline wend_cost wn_graph_h(const wn_graph *graph, wn_id id, wn_point goal) {
    if (!graph->points) {
        return 0;
    }
    const wn_ruler *ruler = &graph->ruler;
    uint64_t distance = wn_isqrt(wn_ruler_square(ruler, graph->points[id], goal));
    uint64_t h = distance * ruler->rate >> ruler->rate_bits;
    return h < WEND_COST_MAX ? (wend_cost)h : WEND_COST_MAX;
}

/* Sets `list` to the graph's own array of successors; returns how many there are. */
static inline uint32_t wn_graph_successors(const wn_graph *graph, wn_id id,
                                           const wn_successor **list) {
    assert(id < graph->domain.id_limit);
    uint32_t begin = graph->first[id];
    *list = graph->edges + begin;
    return graph->first[id + 1] - begin;
}

#endif
