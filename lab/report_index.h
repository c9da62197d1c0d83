/* lab/report_index.h - what a report says of several experiments together. */
#ifndef LAB_REPORT_INDEX_H
#define LAB_REPORT_INDEX_H

#include "lab/section.h"

/* The experiments of a report, with their verdicts. */
struct sections {
    struct section *items;
    uint32_t count;
};

/* How many statements there are, and what became of them. */
void report_counts(const struct sections *r, struct document *d);
/* All statements, by the number of their claim. 0, or an exit code after a message. */
int report_statements(const struct sections *r, struct document *d);
/* The experiments with links to their Markdown pages, and what did not come out. */
void report_experiments(const struct sections *r, struct document *d);
void report_differences(const struct sections *r, struct document *d);

#endif
