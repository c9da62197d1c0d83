/* search/outcome.h - how a run of a search ends. */
#ifndef WN_OUTCOME_H
#define WN_OUTCOME_H

typedef enum wn_outcome {
    WN_RUNNING,      /* the budget is spent and the goal not yet found */
    WN_FOUND,        /* the goal is the most promising state: its parents lead to the start */
    WN_NO_PATH,      /* the open list is empty: proof that the goal cannot be reached */
    WN_NO_MEMORY,    /* not enough was reserved for one more expansion; nothing is lost */
    WN_TOO_EXPENSIVE /* the state to expand costs more than WEND_COST_MAX */
} wn_outcome;

#endif
