/* lab/plot.h - draws the plots of an experiment with gnuplot. Curves differ in colour, dashes and
 * marks, so they can be distinguished without colour. Bars are 95 % confidence intervals. */
#ifndef LAB_PLOT_H
#define LAB_PLOT_H

#include "lab/preset.h"
#include "lab/rows.h"

typedef enum plot_format { PLOT_SVG, PLOT_PNG } plot_format;

/* Draws a plot into a file. If there is nothing to draw, sets `is_empty` and writes no file.
 * Returns 0, or an exit code after a message. */
int plot_draw(struct rows *rows, const struct experiment *experiment,
              const struct preset_plot *plot, plot_format format, const char *path, bool *is_empty);

/* Returns whether gnuplot is installed. */
bool plot_can_draw(void);

#endif
