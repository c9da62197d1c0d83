/* wend/research/dimacs.h - the road graphs of the 9th DIMACS challenge.
 *
 *     wend_domain *graph;
 *     wend_graph_load("USA-road-d.NY.gr", "USA-road-d.NY.co", NULL, &graph, &diagnosis);
 *     agent_def.domain = graph; // node n of the files is state n - 1
 *
 * Threads: several threads can load graphs at the same time. */
#ifndef WEND_DIMACS_H
#define WEND_DIMACS_H

#include <wend/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Creates a graph from a DIMACS shortest-path file. Free it with wend_domain_destroy.
 *
 * gr_path    the graph (.gr)
 * co_path    its coordinates (.co), for a heuristic; NULL: none
 * allocator  NULL: malloc
 *
 * On error *out is NULL and `diagnosis` (may be NULL) names the line and the column. Its text
 * begins with "coordinates: " if the .co file is wrong. Errors: those of wend_graph_create, and
 *     WEND_ERROR_IO       a file cannot be read
 *     WEND_ERROR_FORMAT   a file is not in the expected format */
WEND_API wend_error wend_graph_load(const char *gr_path, const char *co_path,
                                    const wend_allocator *allocator, wend_domain **out,
                                    wend_diagnosis *diagnosis);

#ifdef __cplusplus
}
#endif

#endif
