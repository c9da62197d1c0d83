/* support/layer_scene.h - a layer with its reference, and a finder on it whose answers are checked.
 */
#ifndef TEST_LAYER_SCENE_H
#define TEST_LAYER_SCENE_H

#include <wend/finder.h>

#include "support/plain_layer.h"

typedef struct layer_scene {
    wend_map *base;
    wend_layer *layer;
    wend_layer_def def;
    plain_layer plain;
    wend_finder *finder;
    uint8_t *obstacles; /* counts, for the reference */
    wend_state *path;
    uint32_t cells;
} layer_scene;

/* The base belongs to the caller. */
void layer_scene_open(layer_scene *s, wend_map *base, const wend_layer_def *def);
void layer_scene_close(layer_scene *s);

/* Solves problems from one start to several goals and compares each with the reference: the same
 * cost, and every step legal. Returns the number of problems: 0 if no cell is free. */
uint32_t layer_scene_solve(layer_scene *s, dice *d, uint32_t goals);

/* Updates the layer and compares all of it with the reference. */
void layer_scene_update(layer_scene *s);

#endif
