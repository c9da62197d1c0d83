/* search/dstar.h - D* Lite (Koenig, Likhachev 2002), the optimised version: distances to the goal,
 * kept up to date while the agent moves and the map changes.
 *
 * It is no best-first search from a start but a repair of what is known, so it has a loop of its
 * own (dstar_loop.inl); states, queue and successors are those of the others. In a node, `g` is g,
 * `parent` is rhs, and `next` says whether it is in the queue. Moves must cost the same both ways.
 *
 * The queue is ordered by the first part of the paper's key, min(g, rhs) + h + km. Of equal ones
 * those come first whose g is too small, then the newest. The paper's second part, min(g, rhs), has
 * the same purpose: what relied on a g that is too small has the same first part at least, and must
 * not be expanded before. But it takes those near the goal first, where A* takes those near the
 * agent; on open ground, where most keys are equal, that is many more. */
#ifndef WN_DSTAR_H
#define WN_DSTAR_H

#include <wend/graph.h>

#include "search/search.h"

typedef struct wn_dstar wn_dstar;

/* The loop, one instance per neighbourhood of maps and one for all other domains. */
typedef struct wn_dstar_loop {
    bool (*update)(wn_dstar *dstar, wn_id id);
    wn_outcome (*run)(wn_dstar *dstar, uint32_t budget, const wn_deadline *deadline,
                      uint32_t *used);
} wn_dstar_loop;

struct wn_dstar {
    wn_search *search; /* its open list is the queue */
    const wn_dstar_loop *loop;
    wn_id goal;
    wn_id at;        /* where the agent is */
    wn_id last;      /* where it was when the costs last changed */
    uint64_t km;     /* the key modifier; keys outgrow 32 bits on long trips */
    bool overflowed; /* a state was left out because it costs more than WEND_COST_MAX */
};

/* Forgets everything. False if memory is short. */
bool wn_dstar_begin(wn_dstar *dstar, wn_search *search, wn_id goal, wn_id at);

/* The agent has moved. */
void wn_dstar_move(wn_dstar *dstar, wn_id at);

/* Some moves of a state have become possible, impossible, cheaper or more expensive. False if
 * memory is short: what is known is of no use then. */
static inline bool wn_dstar_update(wn_dstar *dstar, wn_id id) {
    return dstar->loop->update(dstar, id);
}

/* Repairs what the agent needs to know, by at most `budget` states taken from the queue (those that
 * are entered again with a larger key count too). WN_FOUND: the next move is known. */
static inline wn_outcome wn_dstar_run(wn_dstar *dstar, uint32_t budget, const wn_deadline *deadline,
                                      uint32_t *used) {
    return dstar->loop->run(dstar, budget, deadline, used);
}

/* The best move; of several the most expensive, so that diagonal steps come early. */
wn_id wn_dstar_next(wn_dstar *dstar);

/* ---- For the loops --------------------------------------------------------------------------- */

/* Infinite costs, and `next` of a state that is not in the queue. */
#define WN_INFINITE   WN_NONE
#define WN_NOT_QUEUED WN_CLOSED

/* Those of maps, by their neighbourhood. */
const wn_dstar_loop *wn_dstar_grid_loop(const wn_search *search);

/* A way that costs more than WEND_COST_MAX is none. Sums of a g and a move stay below WN_INFINITE.
 */
static inline wend_cost wn_dstar_checked(wn_dstar *dstar, wend_cost way) {
    if (WN_UNLIKELY(way > WEND_COST_MAX && way != WN_INFINITE)) {
        dstar->overflowed = true;
        return WN_INFINITE;
    }
    return way;
}
_Static_assert(WEND_COST_MAX + WEND_MOVE_COST_MAX < WN_INFINITE, "sums of costs wrap round");

/* The least cost from where the agent is by way of a neighbour. Its cell may have been blocked
 * under it: then it can be left, though it is nobody's successor. */
wend_cost wn_dstar_agent_rhs(wn_dstar *dstar);

#endif
