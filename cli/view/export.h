/* cli/view/export.h - exports of traces. */
#ifndef CLI_EXPORT_H
#define CLI_EXPORT_H

#include "view/trace.h"

/* Writes a self-contained HTML page that plays the trace. */
int write_html(const char *path, const struct trace *trace);

/* Writes the search of one agent (from 0) as JSON for the Posthoc visualiser: search trace format
 * 1.4.0. */
int write_posthoc(const char *path, const struct trace *trace, uint32_t agent);

#endif
