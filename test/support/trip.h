/* support/trip.h - an agent on its way over terrain that may be unknown and may change, with checks
 * of every tick. */
#ifndef TEST_TRIP_H
#define TEST_TRIP_H

#include <wend/agent.h>
#include <wend/belief.h>

#include "support/dice.h"
#include "support/ledger.h"
#include "support/plain_map.h"
#include "support/variant.h"

typedef struct trip {
    plain_map truth;
    wend_map *world;
    wend_belief *belief; /* NULL: the agent knows the world */
    const wend_map *map; /* the map that the agent plans on */
    ledger book;
    wend_agent_def def;
    wend_agent *agent;
    uint32_t budget;
    uint32_t refused_percent; /* of its moves are refused, at random by `luck` */
    dice luck;
    bool releases; /* releases memory after every tick */
    wend_tick tick;
    uint64_t ticks;
    uint64_t cost;
} trip;

/* ---- Creation -------------------------------------------------------------------------------- */

/* Draws a map, two of its free cells and a budget; returns false if there are none. */
bool trip_draw(trip *t, dice *d);

/* Creates the map and, if it is hidden, the agent's belief of it. */
void trip_open_world(trip *t, bool hidden, uint32_t known_permille, uint64_t seed);
void trip_close_world(trip *t);

void trip_open_agent(trip *t, const variant *v);
void trip_close_agent(trip *t);

/* Destroys the agent and the world. */
void trip_close(trip *t);

/* The map of a picture, from 's' to 'g'. */
trip trip_from_picture(const char *const *rows, uint32_t budget);

/* World and agent for a picture, on known terrain. */
void trip_open_picture(trip *t, const char *const *rows, uint32_t budget, const variant *v);

/* Draws `cases` trips, each with the next algorithm that needs no precomputed data and supports the
 * map, and calls `visit` with an agent that is about to set out. Returns the number of trips. */
typedef void trip_visit(trip *t, const variant *v, dice *d, uint32_t seed);
uint32_t trip_for_each(uint32_t cases, trip_visit *visit);

/* ---- On the way ------------------------------------------------------------------------------ */

/* Runs one tick after an observation. Validates the agent, and checks that nothing is allocated,
 * that the move is legal in the world, that no route exists if the agent says so, and that it
 * terminates. */
void trip_step(trip *t);

bool trip_is_active(const trip *t);

/* Steps until the agent stops. */
void trip_walk(trip *t);

/* Changes the terrain or the factor of a cell of the world. */
void trip_set_cell(trip *t, wend_state cell, char terrain);
void trip_set_factor(trip *t, wend_state cell, uint8_t factor);

/* ---- Queries --------------------------------------------------------------------------------- */

const char *trip_algo(const trip *t);

/* What the agent believes, for the reference to search. */
void trip_read_map(const trip *t, plain_map *out);

/* From the agent to its goal on the believed map. */
wend_cost trip_distance(const trip *t);

#endif
