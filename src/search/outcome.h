/* search/outcome.h - how a run of a search ends. */
#ifndef WN_OUTCOME_H
#define WN_OUTCOME_H

typedef enum wn_outcome {
    WN_RUNNING,   /* the budget is used up; the goal is not found yet */
    WN_FOUND,     /* the goal is the most promising state: its parents lead to the start */
    WN_NO_PATH,   /* the open list is empty: proof that the goal is unreachable */
    WN_NO_MEMORY, /* not enough memory was reserved for one more expansion; the search can continue
                   */
    WN_TOO_EXPENSIVE /* the state to expand costs more than WEND_COST_MAX */
} wn_outcome;

#endif
