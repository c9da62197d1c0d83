/* lab/report_index.h - the sections of a report about all its experiments. */
#ifndef LAB_REPORT_INDEX_H
#define LAB_REPORT_INDEX_H

#include "lab/section.h"

/* The experiments of a report, with their verdicts. */
struct sections {
    struct section *items;
    uint32_t count;
};

/* Prints the number of statements with each verdict. */
void report_counts(const struct sections *r, struct document *d);
/* Prints all statements in the order of their claims. Returns 0, or an exit code after a message.
 */
int report_statements(const struct sections *r, struct document *d);
/* Prints the experiments with links to their Markdown pages, and the statements that differ. */
void report_experiments(const struct sections *r, struct document *d);
void report_differences(const struct sections *r, struct document *d);

#endif
