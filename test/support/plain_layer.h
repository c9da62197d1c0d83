/* support/plain_layer.h - the reference for layers: squares over the cells of a map, every one of
 * them looked at, and a search over their positions that is too simple to be wrong. */
#ifndef TEST_PLAIN_LAYER_H
#define TEST_PLAIN_LAYER_H

#include <wend/layer.h>

#include "support/dice.h"

#define PLAIN_LAYER_UNREACHED UINT32_MAX

typedef struct plain_layer {
    const wend_map *base;
    int width, height;
    int size;                 /* k */
    const uint8_t *kinds;     /* as in wend_layer_def; may be null */
    const uint8_t *inflation; /* likewise */
    const uint8_t *obstacles; /* counts in row order, or null */
    uint8_t *bare;            /* by cell: kinds and obstacles */
    uint8_t *values;          /* with inflation */
    uint8_t *squares;         /* by anchor: 0 blocked, else the factor */
    wend_cost *costs;         /* of the last flood */
    int *queue;
    bool *is_queued;
} plain_layer;

/* What a definition means; `inflation` and `kinds` of it must stay. */
void plain_layer_open(plain_layer *l, const wend_layer_def *def, const uint8_t *obstacles);
void plain_layer_close(plain_layer *l);

/* Reads the base as it is now. */
void plain_layer_read(plain_layer *l);

/* The largest square with its top left at a cell. */
uint32_t plain_layer_clearance(const plain_layer *l, int x, int y);

/* The cost of a step of the square between two anchors, 0 if there is no such step. */
wend_cost plain_layer_step(const plain_layer *l, int from, int to);

/* `costs` from one anchor to all others. */
void plain_layer_flood(plain_layer *l, int from);

/* An anchor where the unit can stand, drawn at random; -1 if 1000 were not. */
int plain_layer_random_free(const plain_layer *l, dice *d);

/* Ends the test unless the layer's map and clearance are what they should be everywhere. */
void plain_layer_check(const plain_layer *l, const wend_layer *layer);

#endif
