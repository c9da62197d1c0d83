/* search/dstar.h - D* Lite (Koenig, Likhachev 2002), the optimised version: distances to the goal,
 * kept up to date while the agent moves and the map changes.
 *
 * It is no best-first search from a start but a repair of what is known, so it has a loop of its
 * own; states, queue and successors are those of the others. In a node, `g` is g, `parent` is rhs,
 * and `next` says whether it is in the queue. Moves must cost the same both ways. */
#ifndef WN_DSTAR_H
#define WN_DSTAR_H

#include "search/search.h"

typedef struct wn_dstar {
    wn_search *search; /* its open list is the queue */
    wn_id goal;
    wn_id at;        /* where the agent is */
    wn_id last;      /* where it was when the costs last changed */
    uint64_t km;     /* the key modifier; keys outgrow 32 bits on long trips */
    bool overflowed; /* a state was left out because it costs more than WEND_COST_MAX */
} wn_dstar;

/* Forgets everything. False if memory is short. */
bool wn_dstar_begin(wn_dstar *dstar, wn_search *search, wn_id goal, wn_id at);

/* The agent has moved. */
void wn_dstar_move(wn_dstar *dstar, wn_id at);

/* Some moves of a state have become possible, impossible, cheaper or more expensive. False if
 * memory is short: what is known is of no use then. */
bool wn_dstar_update(wn_dstar *dstar, wn_id id);

/* Repairs what the agent needs to know, by at most `budget` states taken from the queue (those that
 * are entered again with a larger key count too). WN_FOUND: the next move is known. */
wn_outcome wn_dstar_run(wn_dstar *dstar, uint32_t budget, const wn_deadline *deadline,
                        uint32_t *used);

/* The best move; of several the most expensive, so that diagonal steps come early. */
wn_id wn_dstar_next(wn_dstar *dstar);

#endif
