/* wend/precomputed.h - what some algorithms want computed for a map beforehand, as agents are given
 * it. How it is made: wend/research/abstraction.h, wend/research/subgoals.h. */
#ifndef WEND_PRECOMPUTED_H
#define WEND_PRECOMPUTED_H

typedef struct wend_abstraction wend_abstraction; /* regions of the map, level by level */
typedef struct wend_subgoals wend_subgoals;       /* a table of subgoals between such regions */

/* No map has more levels than this: each has at most half the regions of the one below, but for
 * those that have no neighbour. */
#define WEND_LEVELS_MAX 32u

/* The deepest look-ahead of an agent, in moves. */
#define WEND_DEPTH_MAX 64u

#endif
