/* simulate/route_lines.h - lines of sight and smoothed routes on maps: steps of the module "field".
 */
#ifndef SIMULATE_ROUTE_LINES_H
#define SIMULATE_ROUTE_LINES_H

#include "simulate/sim.h"

bool line_draw_sees(sim *s, sim_step *step);
void line_apply_sees(sim *s, const sim_step *step);
bool line_draw_smooth(sim *s, sim_step *step);
void line_apply_smooth(sim *s, const sim_step *step);

#endif
