/* lab/section.h - what a report says of one experiment. */
#ifndef LAB_SECTION_H
#define LAB_SECTION_H

#include "lab/document.h"
#include "lab/judge.h"

struct section {
    struct rows *rows;
    const struct experiment *experiment;
    const struct preset *preset;
    struct verdict *verdicts; /* of each statement */
};

/* Judges all statements. 0, or an exit code after a message; to be cleared in any case. */
int section_judge(struct section *section);
void section_clear(struct section *section);

/* Writes the section: how it was obtained, verdicts, plots, tables. Plots are drawn into files of
 * `folder`; `with_plots` is false where there is no gnuplot. 0, or an exit code after a message. */
int section_write(const struct section *section, struct document *d, const char *folder,
                  bool with_plots);

/* How many statements have this verdict. */
uint32_t section_count(const struct section *section, verdict_kind kind);

#endif
