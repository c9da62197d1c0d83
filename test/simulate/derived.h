/* simulate/derived.h - layers, beliefs and connected components: the kinds of steps of the module
 * "derived". */
#ifndef SIMULATE_DERIVED_H
#define SIMULATE_DERIVED_H

#include "simulate/sim.h"

/* A step on a layer (derived_layers.c) or a belief (derived_beliefs.c). */
bool layer_draw_create(sim *s, sim_step *step);
void layer_apply_create(sim *s, const sim_step *step);
bool layer_draw_update(sim *s, sim_step *step);
void layer_apply_update(sim *s, const sim_step *step);
bool layer_draw_block(sim *s, sim_step *step);
void layer_apply_block(sim *s, const sim_step *step);
bool layer_draw_look(sim *s, sim_step *step);
void layer_apply_look(sim *s, const sim_step *step);
bool layer_draw_destroy(sim *s, sim_step *step);
void layer_apply_destroy(sim *s, const sim_step *step);

bool belief_draw_create(sim *s, sim_step *step);
void belief_apply_create(sim *s, const sim_step *step);
bool belief_draw_sense(sim *s, sim_step *step);
void belief_apply_sense(sim *s, const sim_step *step);
bool belief_draw_observe(sim *s, sim_step *step);
void belief_apply_observe(sim *s, const sim_step *step);
bool belief_draw_destroy(sim *s, sim_step *step);
void belief_apply_destroy(sim *s, const sim_step *step);

/* Destroys the object of a place, and its connected components. */
void layer_destroy(sim *s, uint32_t place);
void belief_destroy(sim *s, uint32_t place);
void components_destroy(sim *s, uint32_t place);

/* Makes the components of a place, which must exist, process edits in at most `chunks` chunks. */
void components_update(sim *s, uint32_t place, uint32_t chunks);

/* Compares all cells of a place's map, and the costs of moves between them, with its model. */
void derived_check_map(sim *s, uint32_t place);

/* The cell nearest to `to` by the rule of wend_components_nearest among those with a distance from
 * `from`, or WEND_STATE_NONE. */
wend_state derived_nearest(const model_map *m, const uint64_t *distances, wend_state from,
                           wend_state to);

/* Draws a state of a place to query: often a noted one. */
void derived_draw_target(sim *s, uint32_t place, uint32_t *x, uint32_t *y);

static inline bool derived_is_layer(uint32_t place) {
    return place == SIM_LAYERS || place == SIM_LAYERS + 1;
}

static inline bool derived_is_belief(uint32_t place) {
    return place == SIM_BELIEFS || place == SIM_BELIEFS + 1;
}

/* Whether edits are pending for the components of a place. */
bool derived_is_pending(const sim_place *place);

#endif
