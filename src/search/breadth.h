/* search/breadth.h - a look-ahead of d moves, breadth first, that can be run a bit at a time.
 *
 *     depth 0   the agent's state
 *     depth < d are expanded, each at least once
 *     depth d   the frontier; the goal is part of it wherever it turns up
 *
 * The g of a frontier state is the least cost of a way to it through the expanded states: a state
 * to which a cheaper way turns up after it was expanded is expanded again. (On grids none does.)
 * So no route to the goal leaves the expanded states for less than the least g + h of the frontier,
 * and learning from that keeps h admissible.
 *
 * The nodes of the search are used in another way than a best-first search uses them: `next` holds
 * the depth and whether the state is in the queue. */
#ifndef WN_BREADTH_H
#define WN_BREADTH_H

#include "search/horizon.h"

/* Which way h is learned from what was seen. */
typedef enum wn_breadth_rule {
    /* LRTA* (Korf 1990): the least value of the frontier, where the value of a state is g + h, but
     * no less than any state on the way to it. */
    WN_MINI_MIN,
    /* The same by the domain's h alone, whatever was learned. */
    WN_MINI_MIN_UNLEARNED,
    /* LRTS (Bulitko, Lee 2006): the greatest of the least values of each depth. */
    WN_MAX_OF_MIN
} wn_breadth_rule;

typedef struct wn_breadth {
    wn_breadth_rule rule;
    uint32_t depth;         /* d, from 1 */
    uint32_t cost_permille; /* what moves cost in the eyes of the agent: gamma */
    wn_id *queue;           /* a ring of states that wait for expansion, each once */
    uint32_t capacity;
    uint32_t head;
    uint32_t count;
    bool running;
    wn_horizon horizon;
    wn_id root;
    wn_id best;      /* the frontier state with the least value, WN_NONE if there is none */
    wn_id first;     /* the state that the way to it enters first */
    uint64_t best_f; /* its value, UINT64_MAX if there is none */
    bool goal_seen;
    uint32_t goal_depth;
    uint64_t least_f[WEND_DEPTH_MAX + 1]; /* WN_MAX_OF_MIN: by depth */
} wn_breadth;

void wn_breadth_init(wn_breadth *ahead, wn_breadth_rule rule, uint32_t depth,
                     uint32_t cost_permille);
void wn_breadth_clear(wn_breadth *ahead, wn_memory *memory);

/* Room for `expansions` more expansions, in the queue and in the search. */
bool wn_breadth_reserve(wn_breadth *ahead, wn_search *search, uint32_t expansions);

/* Begins a look-ahead from `root`, which is not the goal. False if memory is short. */
bool wn_breadth_begin(wn_breadth *ahead, wn_search *search, wn_id root, wn_id goal);

/* Expands at most `budget` states, or until the deadline; adds to `used`.
 *     WN_RUNNING    there is more to do
 *     WN_FOUND      done: `best`, `first` and `best_f` are set
 *     WN_NO_PATH    done: the goal cannot be reached
 *     WN_NO_MEMORY  not enough was reserved; nothing is lost */
wn_outcome wn_breadth_run(wn_breadth *ahead, wn_search *search, uint32_t budget,
                          const wn_deadline *deadline, uint32_t *used);

/* Whether a state that the look-ahead has met was expanded and does not wait for another time. */
bool wn_breadth_is_closed(const wn_breadth *ahead, const wn_node *node);

/* Raises the h of the root by the rule, after WN_FOUND. Returns whether it rose. */
bool wn_breadth_learn(wn_breadth *ahead, wn_search *search);

/* Forgets all learned values in O(1): for a new goal. */
void wn_breadth_forget(wn_breadth *ahead, wn_search *search);

#endif
