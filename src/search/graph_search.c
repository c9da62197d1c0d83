/* search/graph_search.c - the instance of the best-first kernel for graphs. */
#include "domain/graph.h"
#include "search/instances.h"

static inline const wn_graph *graph_of(const wn_search *search) {
    return (const wn_graph *)search->domain; /* its first member */
}

static inline void note_graph_goal(wn_search *search) {
    const wn_graph *graph = graph_of(search);
    if (graph->points && search->goal != WN_NONE) {
        search->own.plane.goal_x = graph->points[search->goal].x;
        search->own.plane.goal_y = graph->points[search->goal].y;
    }
}

static inline wend_cost h_of_node(const wn_search *search, wn_id id) {
    return wn_graph_h(graph_of(search), id,
                      (wn_point){search->own.plane.goal_x, search->own.plane.goal_y});
}

/* Prefetches the nodes of the successors that the kernel reads next. In a large graph they are
 * scattered, and the kernel would wait for one after the other. */
static inline uint32_t successors_of_node(const wn_search *search, wn_id id,
                                          const wn_successor **list) {
    const wn_graph *graph = graph_of(search);
    uint32_t count = wn_graph_successors(graph, id, list);
    for (uint32_t i = 0; i < count; i++) {
        wn_id to = (*list)[i].id;
        const wn_page *page = wn_nodes_peek(&search->nodes, to);
        if (page) {
            WN_PREFETCH(&page->nodes[to & (WN_PAGE_NODES - 1)]);
        }
        if (graph->points) {
            WN_PREFETCH(&graph->points[to]);
        }
    }
    return count;
}

/* The costs of edges cover 2^24 values, too many for a ring: a heap. */
#define BF(name)                                     graph_##name
#define BF_TITLE                                     "graph"
#define BF_PREPARE(search)                           note_graph_goal(search)
#define BF_SUCCESSORS(search, id, parent, out, list) successors_of_node(search, id, &(list))
#define BF_H(search, id)                             h_of_node(search, id)
#define BF_DEGREE                                    1
#define BF_PAGES(search)                             ((search)->domain->pages)
#define BF_RING                                      0u
#define BF_INTERNS                                   0
#define BF_PRUNES                                    0
#define BF_ADAPTS                                    0
#include "search/bestfirst.inl"

const wn_kernel *wn_graph_kernel(const wend_domain *domain, const wn_policy *policy) {
    (void)domain, (void)policy;
    return &graph_kernel;
}
