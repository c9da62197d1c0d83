/* support/plain_layer.h - the reference for layers: squares over the cells of a map, each checked
 * cell by cell, and a search over their positions that is too simple to be wrong. */
#ifndef TEST_PLAIN_LAYER_H
#define TEST_PLAIN_LAYER_H

#include <wend/layer.h>

#include "support/dice.h"

#define PLAIN_LAYER_UNREACHED UINT32_MAX

typedef struct plain_layer {
    const wend_map *base;
    int width, height;
    int size;                 /* k */
    const uint8_t *kinds;     /* as in wend_layer_def; may be NULL */
    const uint8_t *inflation; /* as in wend_layer_def; may be NULL */
    const uint8_t *obstacles; /* counts in row order, or NULL */
    uint8_t *bare;            /* by cell: kinds and obstacles */
    uint8_t *values;          /* with inflation */
    uint8_t *squares;         /* by anchor: 0 blocked, otherwise the factor */
    wend_cost *costs;         /* of the last flood */
    int *queue;
    bool *is_queued;
} plain_layer;

/* Opens a layer by its definition; `inflation` and `kinds` must stay valid. */
void plain_layer_open(plain_layer *l, const wend_layer_def *def, const uint8_t *obstacles);
void plain_layer_close(plain_layer *l);

/* Reads the present state of the base. */
void plain_layer_read(plain_layer *l);

/* The size of the largest free square with its top left at a cell. */
uint32_t plain_layer_clearance(const plain_layer *l, int x, int y);

/* The cost of a step of the square between two anchors, 0 if it is illegal. */
wend_cost plain_layer_step(const plain_layer *l, int from, int to);

/* Computes `costs` from one anchor to all others. */
void plain_layer_flood(plain_layer *l, int from);

/* A random anchor where the unit can stand; -1 if 1000 attempts failed. */
int plain_layer_random_free(const plain_layer *l, dice *d);

/* Fails the test unless the layer's map and clearance are right everywhere. */
void plain_layer_check(const plain_layer *l, const wend_layer *layer);

#endif
