/* support/muster.h - a fleet on a map, and everything that must hold of each of its frames. */
#ifndef TEST_ARMY_H
#define TEST_ARMY_H

#include <wend/fleet.h>
#include <wend/components.h>

#include "support/ledger.h"
#include "support/plain_map.h"

#define ARMY_MAX 256

typedef struct army {
    plain_map truth; /* the rules that moves are checked by */
    wend_map *map;   /* the same, made by the library */
    wend_fleet_def def;
    wend_components *components; /* null without */
    uint32_t
        components_wait; /* frames between two updates of the components; 0: they know every edit */
    wend_fleet *fleet;
    ledger book;
    uint32_t budget;
    uint32_t longest_route; /* its moves, for the bound of a frame's work; 0: all cells */
    bool never_prepares;
    uint32_t count;
    wend_unit units[ARMY_MAX]; /* WEND_UNIT_NONE: removed */
    wend_state at[ARMY_MAX];
    wend_state goal[ARMY_MAX]; /* of the order */
    uint64_t cost[ARMY_MAX];   /* of its moves since the order */
    uint64_t edits;            /* since the last frame */
    wend_frame frame;
    uint32_t frames;
    uint32_t moved;   /* on the last one */
    uint64_t replies; /* of wend_fleet_next that were compared with what happened */
} army;

/* A fleet for `units_max` units on a copy of the map; the rest of `def` is kept. */
void army_open(army *a, const plain_map *truth, const wend_fleet_def *def, uint32_t budget);
void army_close(army *a);

/* The fleet is made again, with the components of the map and without units. */
void army_use_components(army *a);

/* The same on a random map of any kind, with a budget from next to nothing to plenty and units_max
 * units. False if the map has no free cell. */
bool army_draw(army *a, dice *d, const wend_fleet_def *def, int side_max);

/* A unit on a random free cell, sent to another. False if the map has no free cell. */
bool army_add(army *a, dice *d);
void army_send(army *a, uint32_t i, int goal, const wend_order *order);

/* Makes the map of the truth. */
void army_set_cell(army *a, int cell, char terrain);
void army_flip_cell(army *a, int cell);
/* Of a map that has factors. */
void army_set_factor(army *a, int cell, uint8_t factor);

/* One frame. Checks that the allocator is not called, that moves are legal, that everybody moves
 * who has somewhere to go, that what is reported is what happened, that the work is bounded, and
 * that no block of the routes is lost, before and after it. */
void army_step(army *a);

/* Frames until nobody is under way, at most `frames_max`. */
void army_run(army *a, uint32_t frames_max);

/* The same, and then everybody is at its goal, or there is no way. `seed` says which case it is. */
void army_run_to_the_end(army *a, uint32_t seed);

bool army_is_under_way(const army *a, uint32_t i);

#endif
