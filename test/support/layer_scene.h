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

/* The base is the caller's, and stays. */
void layer_scene_open(layer_scene *s, wend_map *base, const wend_layer_def *def);
void layer_scene_close(layer_scene *s);

/* From one start to some goals, each beside the reference: the same cost, and every step legal. How
 * many problems that were: 0 if nothing is free. */
uint32_t layer_scene_solve(layer_scene *s, dice *d, uint32_t goals);

/* Updates the layer and compares all of it. */
void layer_scene_update(layer_scene *s);

#endif
