/* support/ground.h - a shared field over a plain map, and what it says compared with floods. */
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
    wend_cost distances[PLAIN_CELLS_MAX]; /* of the plain map as it was at the last flood */
};

/* A random map, with factors or without, and a goal on it; false if nothing is free there. */
bool ground_open_random(struct ground *g, dice *d);
/* With `plain` and `goal` as they were set. */
void ground_open(struct ground *g);
/* A map without walls; the goal is cell 0. */
void ground_open_empty(struct ground *g, int width, int height, int neighbors);
void ground_close(struct ground *g);

wn_id ground_id(const struct ground *g, int cell);
wn_box ground_random_box(const struct ground *g, dice *d);

/* On both maps. */
void ground_set_cell(struct ground *g, int cell, char terrain);
/* Finds the distances of the map as it is now, and how many cells have one. */
void ground_flood(struct ground *g);
uint32_t ground_count_reached(const struct ground *g);

/* Reserves and starts; reserves and grows, checking what is promised about the budget and that
 * nothing is allocated; and that until it is covered or cannot be. */
void ground_start(struct ground *g, const wn_box *box);
wn_field_status ground_grow(struct ground *g, wn_id until, uint32_t budget, uint32_t *used);
wn_field_status ground_grow_all(struct ground *g, wn_id until, uint32_t slice, uint32_t *used);

/* Everything that the field says must be right: distances, and steps followed to the goal. Returns
 * how many cells are covered. */
uint32_t ground_check(struct ground *g);

#endif
