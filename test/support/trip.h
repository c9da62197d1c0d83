/* support/trip.h - an agent under way on terrain that it may not know and that may change, watched
 * tick by tick. */
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
    wend_belief *belief; /* null: the agent knows the world */
    const wend_map *map; /* what the agent plans on */
    ledger book;
    wend_agent_def def;
    wend_agent *agent;
    uint32_t budget;
    uint32_t refused_percent; /* of its moves the world does not allow, by `luck` */
    dice luck;
    bool releases; /* gives memory back after every tick */
    wend_tick tick;
    uint64_t ticks;
    uint64_t cost;
} trip;

/* ---- Setting out ------------------------------------------------------------------------------
 */

/* Draws a map, two free cells of it and a budget; false if it has none. */
bool trip_draw(trip *t, dice *d);

/* Makes the map, and what the agent believes of it if it is hidden. */
void trip_open_world(trip *t, bool hidden, uint32_t known_permille, uint64_t seed);
void trip_close_world(trip *t);

void trip_open_agent(trip *t, const variant *v);
void trip_close_agent(trip *t);

/* Both. */
void trip_close(trip *t);

/* The truth of a picture, from 's' to 'g'. */
trip trip_from_picture(const char *const *rows, uint32_t budget);

/* World and agent for a picture, on terrain that is known. */
void trip_open_picture(trip *t, const char *const *rows, uint32_t budget, const variant *v);

/* Draws `cases` trips, each with the next algorithm that needs no aids and fits the map, and calls
 * `visit` with an agent that is about to set out. Returns how many. */
typedef void trip_visit(trip *t, const variant *v, dice *d, uint32_t seed);
uint32_t trip_for_each(uint32_t cases, trip_visit *visit);

/* ---- Under way --------------------------------------------------------------------------------
 */

/* One tick and a look round. Validates the agent, and checks that nothing is allocated, that the
 * move is legal in truth, that there is no route if the agent says so, and that it comes to an end.
 */
void trip_step(trip *t);

bool trip_is_under_way(const trip *t);

/* Steps until it is not. */
void trip_walk(trip *t);

/* Gives a cell of the world another terrain, or another factor. */
void trip_set_cell(trip *t, wend_state cell, char terrain);
void trip_set_factor(trip *t, wend_state cell, uint8_t factor);

/* ---- Looking at it ----------------------------------------------------------------------------
 */

const char *trip_algo(const trip *t);

/* What is believed, for the reference to search. */
void trip_read_map(const trip *t, plain_map *out);

/* From the agent to its goal, as far as is believed. */
wend_cost trip_distance(const trip *t);

#endif
