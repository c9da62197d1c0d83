/* wend/research/dimacs.h - the files of the 9th DIMACS challenge: graphs of roads. */
#ifndef WEND_DIMACS_H
#define WEND_DIMACS_H

#include <wend/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Reads a DIMACS shortest-path graph (.gr) and, if `co_path` is not null, its coordinates (.co).
 * Node n of the files is state n - 1. `allocator` null means malloc. A diagnosis whose text begins
 * with "coordinates: " is about the .co file, every other one about the .gr file. Besides the
 * errors of wend_graph_create: WEND_ERROR_IO and WEND_ERROR_FORMAT. */
WEND_API wend_error wend_graph_load(const char *gr_path, const char *co_path,
                                    const wend_allocator *allocator, wend_domain **out,
                                    wend_diagnosis *diagnosis);

#ifdef __cplusplus
}
#endif

#endif
