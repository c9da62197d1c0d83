/* research/search/breadth.h - a resumable breadth-first look-ahead of d moves.
 *
 *     depth 0   the agent's state
 *     depth < d are expanded, each at least once
 *     depth d   the frontier; the goal is part of it at whatever depth it is found
 *
 * The g of a frontier state is the smallest cost of a path to it through expanded states: a state
 * with a cheaper path found after its expansion is expanded again. (On grids that does not happen.)
 * So no route to the goal leaves the expanded states at a lower cost than the smallest g + h of the
 * frontier, and learning from that keeps h admissible.
 *
 * The nodes are used differently than in a best-first search: `next` holds the depth and whether
 * the state is queued. */
#ifndef WN_BREADTH_H
#define WN_BREADTH_H

#include "search/horizon.h"

/* How h is learned. */
typedef enum wn_breadth_rule {
    /* LRTA* (Korf 1990): the smallest value of the frontier. The value of a state is g + h, but at
     * least that of every state on the path to it. */
    WN_MINI_MIN,
    /* The same with the domain's h alone, ignoring learned values. */
    WN_MINI_MIN_UNLEARNED,
    /* LRTS (Bulitko, Lee 2006): the greatest of the smallest values of each depth. */
    WN_MAX_OF_MIN
} wn_breadth_rule;

typedef struct wn_breadth {
    wn_breadth_rule rule;
    uint32_t depth;         /* d, at least 1 */
    uint32_t cost_permille; /* the factor gamma that the agent applies to the cost of moves */
    wn_id *queue;           /* a ring of states to be expanded, each once */
    uint32_t capacity;
    uint32_t head;
    uint32_t count;
    bool running;
    wn_horizon horizon;
    wn_id root;
    wn_id best;      /* the frontier state with the smallest value, or WN_NONE */
    wn_id first;     /* the first state on the path to it */
    uint64_t best_f; /* its value, UINT64_MAX without a frontier */
    bool goal_seen;
    uint32_t goal_depth;
    uint64_t least_f[WEND_DEPTH_MAX + 1]; /* WN_MAX_OF_MIN: by depth */
} wn_breadth;

void wn_breadth_init(wn_breadth *ahead, wn_breadth_rule rule, uint32_t depth,
                     uint32_t cost_permille);
void wn_breadth_clear(wn_breadth *ahead, wn_memory *memory);

/* Makes room for `expansions` more expansions, in the queue and in the search. */
bool wn_breadth_reserve(wn_breadth *ahead, wn_search *search, uint32_t expansions);

/* Starts a look-ahead at `root`, which must not be the goal. Returns false if memory is short. */
bool wn_breadth_begin(wn_breadth *ahead, wn_search *search, wn_id root, wn_id goal);

/* Expands at most `budget` states, or until the deadline; adds the number to `used`.
 *     WN_RUNNING    not finished
 *     WN_FOUND      finished: `best`, `first` and `best_f` are set
 *     WN_NO_PATH    finished: the goal is unreachable
 *     WN_NO_MEMORY  not enough memory was reserved; the look-ahead can continue */
wn_outcome wn_breadth_run(wn_breadth *ahead, wn_search *search, uint32_t budget,
                          const wn_deadline *deadline, uint32_t *used);

/* Whether a state that the look-ahead has seen was expanded and is not queued again. */
bool wn_breadth_is_closed(const wn_breadth *ahead, const wn_node *node);

/* Raises the h of the root by the rule, after WN_FOUND. Returns whether it rose. */
bool wn_breadth_learn(wn_breadth *ahead, wn_search *search);

/* Forgets all learned values in O(1): for a new goal. */
void wn_breadth_forget(wn_breadth *ahead, wn_search *search);

#endif
