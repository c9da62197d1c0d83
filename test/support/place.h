/* support/place.h - one small problem on each kind of domain. */
#ifndef TEST_PLACE_H
#define TEST_PLACE_H

#include <wend/belief.h>
#include <wend/layer.h>
#include <wend/wend.h>

#include "support/map_aids.h"

typedef enum place_kind {
    PLACE_MAP4,
    PLACE_MAP8,
    PLACE_MAP16,
    PLACE_LARGE,   /* 8 neighbours; searches need more memory as they run */
    PLACE_FACTORS, /* 8 neighbours, a factor for each cell */
    PLACE_BELIEF,  /* the map of a belief of PLACE_MAP8 that is completely known */
    PLACE_LAYER,   /* the map of a layer on PLACE_MAP8 */
    PLACE_ROADS,   /* a graph with coordinates and edges in both directions */
    PLACE_ONE_WAY, /* a graph without coordinates and with one-way edges */
    PLACE_PUZZLE,
    PLACE_TRACK,
    PLACE_CALLBACK,
    PLACE_COUNT
} place_kind;

typedef struct place {
    const char *name;
    const wend_map *map;       /* NULL if it is another domain */
    const wend_domain *domain; /* of the map, too */
    bool is_numbered;          /* its states are numbered; finders can search it */
    wend_state start, goal;
    wend_state other; /* another state with a route to the goal, numbered domains only */
    wend_packed start_packed, goal_packed;
    wend_state door; /* maps: a cell on the shortest route; there is another route */
    /* The objects that it consists of. */
    wend_map *world;
    wend_belief *belief;
    wend_layer *layer;
    wend_domain *own;
} place;

place place_open(place_kind kind);
void place_close(place *p);

/* Maps: blocks or frees the door. */
void place_set_door(place *p, bool is_free);

#endif
