/* wend/graph.h - your own graph, as arrays, as a DIMACS file, or as a function. */
#ifndef WEND_GRAPH_H
#define WEND_GRAPH_H

#include <wend/domain.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Graphs as arrays ---------------------------------------------------------------------- */

typedef struct wend_graph_def {
    uint32_t node_count; /* 1 to 2^28 */
    uint32_t edge_count; /* directed edges, 0 to 2^31 */
    /* node_count + 1 numbers that do not fall, from 0 to edge_count: the edges of node n are
     * those from first[n] to first[n + 1] - 1. */
    const uint32_t *first;
    const uint32_t *target; /* edge_count node numbers */
    const uint32_t *cost;   /* edge_count costs, 1 to 2^24 */
    /* Coordinates for a heuristic, or null for none (h = 0): the straight distance between two
     * nodes times the least cost per distance of all edges, which is consistent. */
    const int32_t *x;
    const int32_t *y;
    wend_allocator allocator; /* default malloc */
} wend_graph_def;

/* Copies the arrays. Errors are named: WEND_ERROR_ARGUMENT, WEND_ERROR_SIZE, WEND_ERROR_COST for a
 * cost of 0 or above 2^24, WEND_ERROR_OUTSIDE for an edge to a node that is not there. `diagnosis`
 * (may be null) says which node or edge. Self-loops are dropped; of parallel edges the cheapest
 * stays. */
wend_error wend_graph_create(const wend_graph_def *def, wend_domain **out,
                             wend_diagnosis *diagnosis);

/* Reads a DIMACS shortest-path graph (.gr) and, if `co_path` is not null, its coordinates (.co).
 * Node n of the files is state n - 1. */
wend_error wend_graph_load(const char *gr_path, const char *co_path,
                           const wend_allocator *allocator, wend_domain **out,
                           wend_diagnosis *diagnosis);

uint32_t wend_graph_edge_count(const wend_domain *graph);

/* ---- Graphs as a function ------------------------------------------------------------------ */

/* One call per expansion: writes the successors of `state` and the costs of the moves (1 to 2^24),
 * at most max_degree of them, and returns how many. */
typedef uint32_t (*wend_successors_function)(void *context, const wend_packed *state,
                                             wend_packed *successors, wend_cost *costs);
/* A consistent estimate of the cost from `state` to `goal`. */
typedef wend_cost (*wend_estimate_function)(void *context, const wend_packed *state,
                                            const wend_packed *goal);

typedef struct wend_callback_def {
    wend_successors_function successors; /* required */
    wend_estimate_function estimate;     /* null: h = 0 */
    void *context;                       /* handed to both; must outlive the domain */
    uint32_t max_degree;                 /* 1 to 256 */
    bool reversible;                     /* every move can be taken back */
    wend_allocator allocator;            /* default malloc */
} wend_callback_def;

/* The functions must always answer the same for the same state. */
wend_error wend_callback_create(const wend_callback_def *def, wend_domain **out);

#ifdef __cplusplus
}
#endif

#endif
