/* simulate/fleet_calls.h - steps that concern units of fleets, between frames. */
#ifndef SIMULATE_FLEET_CALLS_H
#define SIMULATE_FLEET_CALLS_H

#include "simulate/fleet_model.h"

/* The fleet in a slot, NULL if the slot is empty. */
sim_fleet *fleet_get(const sim *s, uint32_t slot);

/* Chooses a fleet; returns false if none exists. */
bool fleet_draw(sim *s, sim_step *step);

/* Draws a state: free if possible, often the position or goal of an object, sometimes none. */
wend_state fleet_draw_state(sim *s, const sim_fleet *f);
/* A slot with a unit, if there is one. */
uint32_t fleet_draw_unit(sim *s, sim_fleet *f);

/* Adding units. */
bool fleet_draw_add(sim *s, sim_step *step);
void fleet_apply_add(sim *s, const sim_step *step);

/* One unit and a state, for calls on one unit. */
bool fleet_draw_one(sim *s, sim_step *step);
bool fleet_draw_put(sim *s, sim_step *step);
void fleet_apply_remove(sim *s, const sim_step *step);
void fleet_apply_send(sim *s, const sim_step *step);
void fleet_apply_cancel(sim *s, const sim_step *step);
void fleet_apply_put(sim *s, const sim_step *step);
void fleet_apply_refuse(sim *s, const sim_step *step);

/* Several units and a goal. */
bool fleet_draw_many(sim *s, sim_step *step);
void fleet_apply_send_many(sim *s, const sim_step *step);
void fleet_apply_group(sim *s, const sim_step *step);

/* Refuses the last move of a unit. */
void fleet_refuse(sim *s, sim_fleet *f, uint32_t slot);

#endif
