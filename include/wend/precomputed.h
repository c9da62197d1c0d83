/* wend/precomputed.h - types of the data that some algorithms need precomputed for a map.
 *
 * wend/agent.h names them in wend_local_def. wend/research/abstraction.h and
 * wend/research/subgoals.h create them. */
#ifndef WEND_PRECOMPUTED_H
#define WEND_PRECOMPUTED_H

/* Regions of a map, level by level: wend/research/abstraction.h. */
typedef struct wend_abstraction wend_abstraction;

/* A table of subgoals between regions: wend/research/subgoals.h. */
typedef struct wend_subgoals wend_subgoals;

/* The maximum number of levels of an abstraction. Each level has at most half as many regions as
 * the one below, not counting regions without neighbours. */
#define WEND_LEVELS_MAX 32u

/* The maximum look-ahead of an agent, in moves. */
#define WEND_DEPTH_MAX 64u

#endif
