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
    wend_allocator allocator; /* default malloc */
} wend_graph_def;

/* Copies the arrays. Self-loops are dropped; of parallel edges the cheapest stays. `diagnosis` (may
 * be null) names the node or edge and what was expected:
 *     WEND_ERROR_SIZE      no node, or too many nodes or edges
 *     WEND_ERROR_ARGUMENT  an array is missing, or `first` is not as above
 *     WEND_ERROR_OUTSIDE   an edge leads to a node that is not there
 *     WEND_ERROR_COST      an edge costs 0 or more than WEND_MOVE_COST_MAX
 *     WEND_ERROR_MEMORY
 * Takes time in proportion to nodes and edges, and 8 bytes per edge and node more while it works.
 * The graph keeps 8 bytes per edge and 4 per node, with coordinates 12 (20 from
 * 32,768 nodes on, which are then numbered anew inside, by where they lie). */
WEND_API wend_error wend_graph_create(const wend_graph_def *def, wend_domain **out,
                                      wend_diagnosis *diagnosis);

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
    uint32_t max_degree;                 /* 1 to WEND_CALLBACK_DEGREE_MAX */
    bool reversible;                     /* every move can be taken back */
    wend_allocator allocator;            /* default malloc */
} wend_callback_def;

/* Both functions must always answer the same for the same state, must not call wend, and run
 * inside a tick. Agents that share the domain in several threads call them at the same time.
 * WEND_ERROR_ARGUMENT if `successors` is null or max_degree out of range. */
WEND_API wend_error wend_callback_create(const wend_callback_def *def, wend_domain **out);

#ifdef __cplusplus
}
#endif

#endif
