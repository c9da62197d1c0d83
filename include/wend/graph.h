/* wend/graph.h - your own graph, as arrays, as a DIMACS file, or as a function. */
#ifndef WEND_GRAPH_H
#define WEND_GRAPH_H

#include <wend/domain.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The greatest cost of a move of a graph or callback domain: 2^24. */
#define WEND_MOVE_COST_MAX 16777216u

/* ---- Graphs as arrays ---------------------------------------------------------------------- */

#define WEND_GRAPH_NODES_MAX 268435456u  /* 2^28 */
#define WEND_GRAPH_EDGES_MAX 2147483648u /* 2^31 */

typedef struct wend_graph_def {
    uint32_t node_count; /* 1 to WEND_GRAPH_NODES_MAX */
    uint32_t edge_count; /* directed edges, 0 to WEND_GRAPH_EDGES_MAX */
    /* node_count + 1 numbers that do not fall, from 0 to edge_count: the edges of node n are
     * those from first[n] to first[n + 1] - 1. */
    const uint32_t *first;
    const uint32_t *target; /* edge_count node numbers; may be null if there is no edge */
    const uint32_t *cost;   /* edge_count costs, 1 to WEND_MOVE_COST_MAX; likewise */
    /* Coordinates for a heuristic, or both null for none (h = 0). h is the straight distance to
     * the goal times the least cost per distance of all edges, rounded down so that it stays
     * consistent. All values of int32_t may occur. */
    const int32_t *x;
    const int32_t *y;
    wend_allocator allocator; /* all 0: malloc */
    size_t memory_limit; /* bytes that the graph may take, also while it is created; 0: no limit */
} wend_graph_def;

/* Creates a graph from the first `size` bytes of a definition, as wend_agent_create_sized. */
WEND_API wend_error wend_graph_create_sized(const wend_graph_def *def, size_t size,
                                            wend_domain **out, wend_diagnosis *diagnosis);

/* Creates a graph; the arrays are copied. Drops self-loops, and keeps the cheapest of parallel
 * edges.
 *
 * Takes time in proportion to nodes and edges. The graph holds 8 bytes per edge and 4 per node, 12
 * with coordinates, 20 with coordinates from 32,768 nodes on (which get other numbers inside, by
 * their position). During creation 8 bytes per edge and node more.
 *
 * On error *out is NULL and `diagnosis` (may be NULL) names the field, and the node or edge:
 *     WEND_ERROR_SIZE      no node, or too many nodes or edges
 *     WEND_ERROR_ARGUMENT  a pointer is NULL, or `first` is not as above
 *     WEND_ERROR_OUTSIDE   an edge leads to a node that does not exist
 *     WEND_ERROR_COST      an edge costs 0 or more than WEND_MOVE_COST_MAX
 *     WEND_ERROR_MEMORY    out of memory, or memory_limit is too small */
static inline wend_error wend_graph_create(const wend_graph_def *def, wend_domain **out,
                                           wend_diagnosis *diagnosis) {
    return wend_graph_create_sized(def, sizeof *def, out, diagnosis);
}

/* Of the edges that were kept; 0 for a domain of another kind. */
WEND_API uint32_t wend_graph_edge_count(const wend_domain *graph);

/* ---- Graphs as a function ------------------------------------------------------------------ */

#define WEND_CALLBACK_DEGREE_MAX 256u

/* Writes the successors of `state` and the costs of the moves, in any order and at most max_degree
 * of them, and returns how many. Of a larger number only the first max_degree count. A cost of 0 or
 * above WEND_MOVE_COST_MAX says that there is no such move: that successor is passed over. So is
 * `state` itself. Called once per expansion, and once or twice per move of an agent. */
typedef uint32_t (*wend_successors_function)(void *context, const wend_packed *state,
                                             wend_packed *successors, wend_cost *costs);

/* An estimate h of the cost from `state` to `goal`. It must be 0 for the goal and consistent: no
 * move from s to t lowers it by more than its cost, h(s) <= cost + h(t). If it is not, agents still
 * make legal moves and arrive, but "astar" may take a route that is not the cheapest. */
typedef wend_cost (*wend_estimate_function)(void *context, const wend_packed *state,
                                            const wend_packed *goal);

typedef struct wend_callback_def {
    wend_successors_function successors; /* required */
    wend_estimate_function estimate;     /* null: h = 0 */
    void *context;                       /* handed to both; must outlive the domain */
    uint32_t max_degree;                 /* required, 1 to WEND_CALLBACK_DEGREE_MAX */
    bool reversible;                     /* every move can be taken back */
    wend_allocator allocator;            /* all 0: malloc */
    size_t memory_limit;                 /* bytes that the domain may take; 0: no limit */
} wend_callback_def;

/* Creates a domain from the first `size` bytes of a definition, as wend_agent_create_sized. */
WEND_API wend_error wend_callback_create_sized(const wend_callback_def *def, size_t size,
                                               wend_domain **out, wend_diagnosis *diagnosis);

/* Creates a domain of functions. Each function must return the same for the same state, must not
 * call wend, and runs inside a tick. Agents on several threads that share the domain call the
 * functions at the same time.
 *
 * On error *out is NULL and `diagnosis` (may be NULL) names the field:
 *     WEND_ERROR_ARGUMENT   a pointer is NULL, or max_degree is out of range
 *     WEND_ERROR_MEMORY     out of memory, or memory_limit is too small */
static inline wend_error wend_callback_create(const wend_callback_def *def, wend_domain **out,
                                              wend_diagnosis *diagnosis) {
    return wend_callback_create_sized(def, sizeof *def, out, diagnosis);
}

#ifdef __cplusplus
}
#endif

#endif
