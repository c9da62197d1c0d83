/* support/ground.h - a shared field over a plain map, whose answers are compared with floods. */
#ifndef TEST_GROUND_H
#define TEST_GROUND_H

#include "plan/field.h"

#include "support/dice.h"
#include "support/ledger.h"
#include "support/plain_map.h"

#define GROUND_SIDE_MAX 20 /* of random maps */

struct ground {
    plain_map plain;
    wend_map *map;
    ledger book;
    wn_memory memory;
    wn_field field;
    int goal;
    wend_cost distances[PLAIN_CELLS_MAX]; /* of the plain map, at the last flood */
};

/* Draws a random map, with or without factors, and a goal on it; returns false if it has no free
 * cell. */
bool ground_open_random(struct ground *g, dice *d);
/* Opens the field for `plain` and `goal`, which the caller has set. */
void ground_open(struct ground *g);
/* A map without walls; the goal is cell 0. */
void ground_open_empty(struct ground *g, int width, int height, int neighbors);
void ground_close(struct ground *g);

wn_id ground_id(const struct ground *g, int cell);
wn_box ground_random_box(const struct ground *g, dice *d);

/* Edits both maps. */
void ground_set_cell(struct ground *g, int cell, char terrain);
/* Computes the distances of the present map, and how many cells have one. */
void ground_flood(struct ground *g);
uint32_t ground_count_reached(const struct ground *g);

/* Each reserves first. ground_start starts the field. ground_grow grows it, and checks that it
 * keeps its budget and allocates nothing. ground_grow_all repeats that until the cell is covered or
 * cannot be. */
void ground_start(struct ground *g, const wn_box *box);
wn_field_status ground_grow(struct ground *g, wn_id until, uint32_t budget, uint32_t *used);
wn_field_status ground_grow_all(struct ground *g, wn_id until, uint32_t slice, uint32_t *used);

/* Checks everything that the field answers: distances, and steps followed to the goal. Returns the
 * number of covered cells. */
uint32_t ground_check(struct ground *g);

#endif
