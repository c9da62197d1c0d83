/* lab/summary.h - prints the mean measures of an experiment, one line per agent and problem set. */
#ifndef LAB_SUMMARY_H
#define LAB_SUMMARY_H

#include "common/table.h"
#include "lab/preset.h"
#include "lab/rows.h"

/* Prints to stdout. Returns 0, or an exit code after a message. */
int print_summary(struct rows *rows, const struct experiment *experiment,
                  const struct preset *preset, table_format format);

#endif
