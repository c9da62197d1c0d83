/* research/search/dstar.h - D* Lite (Koenig, Likhachev 2002), the optimised version: distances to
 * the goal, kept up to date while the agent moves and the map changes.
 *
 * It repairs earlier results instead of searching from a start, so it has its own loop
 * (dstar_loop.inl). States, queue and successors are shared with the other searches. In a node, `g`
 * is g, `parent` is rhs, and `next` says whether the state is in the queue. Moves must cost the
 * same in both directions.
 *
 * The queue is ordered by the first component of the paper's key, min(g, rhs) + h + km. Among equal
 * keys, states whose g is too small come first, then the newest. The paper's second component,
 * min(g, rhs), has the same purpose: states that relied on a g that is too small have at least the
 * same first component, and must not be expanded earlier. But it prefers states near the goal,
 * where A* prefers those near the agent. On open ground, where most keys are equal, that is many
 * more states. */
#ifndef WN_DSTAR_H
#define WN_DSTAR_H

#include <wend/graph.h>

#include "search/search.h"

typedef struct wn_dstar wn_dstar;

/* The loop: one instance per neighbourhood of maps, and one for all other domains. */
typedef struct wn_dstar_loop {
    bool (*update)(wn_dstar *dstar, wn_id id);
    wn_outcome (*run)(wn_dstar *dstar, uint32_t budget, const wn_deadline *deadline,
                      uint32_t *used);
} wn_dstar_loop;

struct wn_dstar {
    wn_search *search; /* its open list is the queue */
    const wn_dstar_loop *loop;
    wn_id goal;
    wn_id at;        /* the state of the agent */
    wn_id last;      /* the state of the agent when costs last changed */
    uint64_t km;     /* the key modifier; keys exceed 32 bits on long trips */
    bool overflowed; /* a state was left out because it costs more than WEND_COST_MAX */
};

/* Starts from scratch. Returns false if memory is short. */
bool wn_dstar_begin(wn_dstar *dstar, wn_search *search, wn_id goal, wn_id at);

/* Notes that the agent moved. */
void wn_dstar_move(wn_dstar *dstar, wn_id at);

/* Notes that moves of a state became possible, impossible, cheaper or more expensive. Returns false
 * if memory is short; all results are invalid then. */
static inline bool wn_dstar_update(wn_dstar *dstar, wn_id id) {
    return dstar->loop->update(dstar, id);
}

/* Repairs what the agent needs, taking at most `budget` states from the queue (including those that
 * are pushed again with a larger key). WN_FOUND: the next move is known. */
static inline wn_outcome wn_dstar_run(wn_dstar *dstar, uint32_t budget, const wn_deadline *deadline,
                                      uint32_t *used) {
    return dstar->loop->run(dstar, budget, deadline, used);
}

/* The best move. Among equal ones the most expensive, so that diagonal steps come early. */
wn_id wn_dstar_next(wn_dstar *dstar);

/* ---- For the loops --------------------------------------------------------------------------- */

/* Infinite cost, and `next` of a state that is not in the queue. */
#define WN_INFINITE   WN_NONE
#define WN_NOT_QUEUED WN_CLOSED

/* The loops of maps, by neighbourhood. */
const wn_dstar_loop *wn_dstar_grid_loop(const wn_search *search);

/* A path that costs more than WEND_COST_MAX counts as infinite. Sums of a g and a move stay below
 * WN_INFINITE. */
static inline wend_cost wn_dstar_checked(wn_dstar *dstar, wend_cost way) {
    if (WN_UNLIKELY(way > WEND_COST_MAX && way != WN_INFINITE)) {
        dstar->overflowed = true;
        return WN_INFINITE;
    }
    return way;
}
_Static_assert(WEND_COST_MAX + WEND_MOVE_COST_MAX < WN_INFINITE, "sums of costs wrap around");

/* The smallest cost from the agent's state through a neighbour. Works for a cell that was blocked
 * under the agent as well: it can be left, but it is not a successor of any state. */
wend_cost wn_dstar_agent_rhs(wn_dstar *dstar);

#endif
