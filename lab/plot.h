/* lab/plot.h - plots of an experiment, drawn by gnuplot. Curves differ in colour, dashes and
 * marks, so that they can be distinguished in grey; bars are 95 % confidence intervals. */
#ifndef LAB_PLOT_H
#define LAB_PLOT_H

#include "lab/preset.h"
#include "lab/rows.h"

typedef enum plot_format { PLOT_SVG, PLOT_PNG } plot_format;

/* Draws a plot into a file. `is_empty` says whether there was nothing to draw, and there is no file
 * then. 0, or an exit code after a message. */
int plot_draw(struct rows *rows, const struct experiment *experiment,
              const struct preset_plot *plot, plot_format format, const char *path, bool *is_empty);

/* Whether gnuplot can be run. */
bool plot_can_draw(void);

#endif
