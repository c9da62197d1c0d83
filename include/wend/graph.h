/* wend/graph.h - your own graph: as arrays, or as a function.
 *
 *     // 0 -> 1 costs 5, 1 -> 2 costs 7, 0 -> 2 costs 20
 *     const uint32_t first[] = {0, 2, 3, 3}, target[] = {1, 2, 2}, cost[] = {5, 20, 7};
 *     wend_graph_def def = {
 *         .node_count = 3, .edge_count = 3, .first = first, .target = target, .cost = cost};
 *     wend_domain *graph;
 *     wend_graph_create(&def, &graph, NULL);
 *     agent_def.domain = graph; // states are the numbers of the nodes
 *
 * Graphs from DIMACS files: wend/research/dimacs.h. See docs/domains.md.
 *
 * Threads: any number of threads can search a graph at the same time. For callback domains see
 * wend_callback_create. */
#ifndef WEND_GRAPH_H
#define WEND_GRAPH_H

#include <wend/domain.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The largest cost of a move of a graph or callback domain: 2^24. */
#define WEND_MOVE_COST_MAX 16777216u

/* ---- Graphs as arrays ---------------------------------------------------------------------- */

#define WEND_GRAPH_NODES_MAX 268435456u  /* the most nodes of a graph: 2^28 */
#define WEND_GRAPH_EDGES_MAX 2147483648u /* the most directed edges of a graph: 2^31 */

/* The definition of a graph. All arrays are copied. */
typedef struct wend_graph_def {
    uint32_t node_count; /* 1 to WEND_GRAPH_NODES_MAX */
    uint32_t edge_count; /* directed edges, 0 to WEND_GRAPH_EDGES_MAX */
    /* node_count + 1 numbers in non-decreasing order, from 0 to edge_count. The edges of node n are
     * those from first[n] to first[n + 1] - 1. Required. */
    const uint32_t *first;
    /* edge_count numbers: the node that each edge leads to. May be NULL without edges. */
    const uint32_t *target;
    /* edge_count costs, 1 to WEND_MOVE_COST_MAX. May be NULL without edges. */
    const uint32_t *cost;
    /* The x coordinates for a heuristic, any values of int32_t. NULL (default), like `y`: no
     * heuristic (h = 0). h is the straight distance to the goal times the smallest cost per
     * distance of all edges, rounded down so that it stays consistent. */
    const int32_t *x;
    const int32_t *y;         /* the y coordinates; NULL if `x` is NULL */
    wend_allocator allocator; /* all 0 (default): malloc */
    /* The most bytes that the graph may take, also during creation. 0 (default): no limit. */
    size_t memory_limit;
} wend_graph_def;

/* Creates a graph from the first `size` bytes of a definition: see wend_agent_create_sized. */
WEND_API wend_error wend_graph_create_sized(const wend_graph_def *def, size_t size,
                                            wend_domain **out, wend_diagnosis *diagnosis);

/* Creates a graph. Drops self-loops, and keeps only the cheapest of parallel edges. Free it with
 * wend_domain_destroy.
 *
 * On error *out is NULL and `diagnosis` (may be NULL) names the field, the node and the edge.
 * Errors:
 *     WEND_ERROR_SIZE       no nodes, or too many nodes or edges
 *     WEND_ERROR_ARGUMENT   a required pointer is NULL, or `first` is not in the order above
 *     WEND_ERROR_OUTSIDE    an edge leads to a node that does not exist
 *     WEND_ERROR_COST       an edge costs 0 or more than WEND_MOVE_COST_MAX
 *     WEND_ERROR_MEMORY     out of memory, or memory_limit is too small
 *
 * Cost: time in proportion to nodes and edges. The graph holds 8 bytes per edge, and per node 4
 * bytes, 12 with coordinates, 20 with coordinates from 32,768 nodes on (nodes are then renumbered
 * internally by their position). During creation 8 bytes more per edge and per node. */
static inline wend_error wend_graph_create(const wend_graph_def *def, wend_domain **out,
                                           wend_diagnosis *diagnosis) {
    return wend_graph_create_sized(def, sizeof *def, out, diagnosis);
}

/* Returns the number of edges that were kept; 0 for a domain of another kind. O(1). */
WEND_API uint32_t wend_graph_edge_count(const wend_domain *graph);

/* ---- Graphs as a function ------------------------------------------------------------------ */

/* The largest wend_callback_def.max_degree. */
#define WEND_CALLBACK_DEGREE_MAX 256u

/* Writes at most max_degree successors of `state` and the costs of the moves, in any order. Returns
 * their number; a larger number counts as max_degree.
 *
 * Moves with a cost of 0 or above WEND_MOVE_COST_MAX are ignored, and so are moves to `state`
 * itself. Called once per expansion, and once or twice per move of an agent. */
typedef uint32_t (*wend_successors_function)(void *context, const wend_packed *state,
                                             wend_packed *successors, wend_cost *costs);

/* Returns an estimate h of the cost from `state` to `goal`.
 *
 * It must be 0 for the goal and consistent: h(s) <= cost + h(t) for every move from s to t. If it
 * is not, agents still make only legal moves and arrive, but "astar" may take a route that is not
 * optimal. */
typedef wend_cost (*wend_estimate_function)(void *context, const wend_packed *state,
                                            const wend_packed *goal);

/* The definition of a callback domain. */
typedef struct wend_callback_def {
    wend_successors_function successors; /* required */
    wend_estimate_function estimate;     /* NULL (default): h = 0 */
    void *context;                       /* passed to both; must outlive the domain */
    uint32_t max_degree;                 /* required, 1 to WEND_CALLBACK_DEGREE_MAX */
    bool reversible;                     /* whether every move is reversible; default false */
    wend_allocator allocator;            /* all 0 (default): malloc */
    size_t memory_limit; /* the most bytes that the domain may take; 0 (default): no limit */
} wend_callback_def;

/* Creates a callback domain from the first `size` bytes of a definition: see
 * wend_agent_create_sized. */
WEND_API wend_error wend_callback_create_sized(const wend_callback_def *def, size_t size,
                                               wend_domain **out, wend_diagnosis *diagnosis);

/* Creates a domain whose moves are computed by your functions. Free it with wend_domain_destroy.
 *
 * The functions run inside ticks. They must return the same results for the same state, and must
 * not call wend.
 *
 * On error *out is NULL and `diagnosis` (may be NULL) names the field. Errors:
 *     WEND_ERROR_ARGUMENT   a pointer is NULL, or max_degree is out of range
 *     WEND_ERROR_MEMORY     out of memory, or memory_limit is too small
 *
 * Threads: if agents on several threads share the domain, its functions are called from these
 * threads at the same time. */
static inline wend_error wend_callback_create(const wend_callback_def *def, wend_domain **out,
                                              wend_diagnosis *diagnosis) {
    return wend_callback_create_sized(def, sizeof *def, out, diagnosis);
}

#ifdef __cplusplus
}
#endif

#endif
