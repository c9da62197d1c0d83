/* support/muster.h - a fleet on a map, and the checks of each of its frames. */
#ifndef TEST_ARMY_H
#define TEST_ARMY_H

#include <wend/fleet.h>
#include <wend/components.h>

#include "support/ledger.h"
#include "support/plain_map.h"

#define ARMY_MAX 256

typedef struct army {
    plain_map truth; /* the rules for checking moves */
    wend_map *map;   /* the same map, created by the library */
    wend_fleet_def def;
    wend_components *components; /* NULL without components */
    uint32_t
        components_wait; /* frames between two updates of the components; 0: always up to date */
    wend_fleet *fleet;
    ledger book;
    uint32_t budget;
    uint32_t longest_route; /* in moves, for the bound on the work of a frame; 0: all cells */
    bool never_prepares;
    uint32_t count;
    wend_unit units[ARMY_MAX]; /* WEND_UNIT_NONE: removed */
    wend_state at[ARMY_MAX];
    wend_state goal[ARMY_MAX]; /* of the order */
    uint64_t cost[ARMY_MAX];   /* of its moves since the order */
    uint64_t edits;            /* since the last frame */
    wend_frame frame;
    uint32_t frames;
    uint32_t moved;   /* in the last frame */
    uint64_t replies; /* results of wend_fleet_next that were compared with the move */
} army;

/* Opens a fleet for `units_max` units on a copy of the map; the other fields of `def` are kept. */
void army_open(army *a, const plain_map *truth, const wend_fleet_def *def, uint32_t budget);
void army_close(army *a);

/* Creates the fleet again, with the components of the map and without units. */
void army_use_components(army *a);

/* The same on a random map of any kind, with a budget from next to nothing to plenty and units_max
 * units. Returns false if the map has no free cell. */
bool army_draw(army *a, dice *d, const wend_fleet_def *def, int side_max);

/* Adds a unit on a random free cell with another one as its goal. Returns false if the map has no
 * free cell. */
bool army_add(army *a, dice *d);
void army_send(army *a, uint32_t i, int goal, const wend_order *order);

/* Edits the map and the truth. */
void army_set_cell(army *a, int cell, char terrain);
void army_flip_cell(army *a, int cell);
/* For a map with factors. */
void army_set_factor(army *a, int cell, uint8_t factor);

/* Runs one frame. Checks that the allocator is not called, that moves are legal, that every unit
 * with a reachable goal moves, that reports match what happened, that the work is bounded, and that
 * no block of the routes is lost, before and after the frame. */
void army_step(army *a);

/* Runs frames until no unit is on its way, at most `frames_max`. */
void army_run(army *a, uint32_t frames_max);

/* The same, then checks that every unit is at its goal or has no route. `seed` identifies the
 * case. */
void army_run_to_the_end(army *a, uint32_t seed);

bool army_is_active(const army *a, uint32_t i);

#endif
