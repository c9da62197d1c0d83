/* lab/section.h - the section of a report about one experiment. */
#ifndef LAB_SECTION_H
#define LAB_SECTION_H

#include "lab/document.h"
#include "lab/judge.h"

struct section {
    struct rows *rows;
    const struct experiment *experiment;
    const struct preset *preset;
    struct verdict *verdicts; /* one per statement */
};

/* Checks all statements. Returns 0, or an exit code after a message. Call section_clear in either
 * case. */
int section_judge(struct section *section);
void section_clear(struct section *section);

/* Writes how the experiment was run, its verdicts, plots and tables. Plots are drawn into files in
 * `folder`; without gnuplot, `with_plots` is false. Returns 0, or an exit code after a message. */
int section_write(const struct section *section, struct document *d, const char *folder,
                  bool with_plots);

/* Returns the number of statements with this verdict. */
uint32_t section_count(const struct section *section, verdict_kind kind);

#endif
