/* wend/algorithm.h - the algorithms of agents: what each needs, and which parameters it reads.
 *
 *     wend_agent_def def = {.map = map, .algo = wend_algo_auto()}; // chooses by the map
 *
 *     for (uint32_t i = 0; i < wend_algo_count(); i++) { // lists all of them
 *         puts(wend_algo_get(i)->title);
 *     }
 *
 * More algorithms are in wend/research.h. The command `wend algos` lists all of them, and
 * docs/algorithms.md describes each.
 *
 * All functions are O(1), or O(number of algorithms) if they look up a name. What they return is
 * constant and lives as long as the program.
 *
 * Threads: all functions may be called from any thread. */
#ifndef WEND_ALGORITHM_H
#define WEND_ALGORITHM_H

#include <wend/map.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Parameters ------------------------------------------------------------------------------ */

/* The fields of wend_agent_def, wend_bounded_def and wend_local_def that only some algorithms
 * read. */
typedef enum wend_parameter {
    WEND_PARAMETER_EXPAND_PERMILLE = 0,     /* wend_bounded_def.expand_permille */
    WEND_PARAMETER_TRACE_PER_EXPANSION = 1, /* wend_bounded_def.trace_per_expansion */
    WEND_PARAMETER_SHORTCUT = 2,            /* wend_bounded_def.shortcut */
    WEND_PARAMETER_COMMIT = 3,              /* wend_bounded_def.commit */
    WEND_PARAMETER_WEIGHT_PERMILLE = 4,     /* wend_agent_def.weight_permille */
    WEND_PARAMETER_REOPEN = 5,              /* wend_bounded_def.reopen */
    WEND_PARAMETER_MOVES = 6,               /* wend_local_def.moves */
    WEND_PARAMETER_DEPTH = 7,               /* wend_local_def.depth */
    WEND_PARAMETER_QUEUE_SIZE = 8,          /* wend_local_def.queue_size */
    WEND_PARAMETER_ABSTRACTION = 9,         /* wend_local_def.abstraction */
    WEND_PARAMETER_LEVEL = 10,              /* wend_local_def.level */
    WEND_PARAMETER_GAMMA_PERMILLE = 11,     /* wend_local_def.gamma_permille */
    WEND_PARAMETER_SUBGOALS = 12,           /* wend_local_def.subgoals */
    WEND_PARAMETER_SEED = 13,               /* wend_bounded_def.seed */
    WEND_PARAMETER_AS_PUBLISHED = 14,       /* wend_bounded_def.as_published */
    WEND_PARAMETER_COUNT = 15               /* the number of parameters */
} wend_parameter;

/* The kind of values that a parameter has. */
typedef enum wend_parameter_kind {
    WEND_PARAMETER_NUMBER = 0,     /* a whole number */
    WEND_PARAMETER_PERMILLE = 1,   /* thousandths */
    WEND_PARAMETER_SWITCH = 2,     /* a wend_switch */
    WEND_PARAMETER_CHOICE = 3,     /* another enum */
    WEND_PARAMETER_PRECOMPUTED = 4 /* a pointer to precomputed data, required; not a number */
} wend_parameter_kind;

/* Describes a parameter. */
typedef struct wend_parameter_info {
    const char *name;         /* the name of the field; unique */
    const char *title;        /* a description in one line */
    wend_parameter_kind kind; /* the kind of its values */
    uint64_t min, max;        /* the valid range; 0 is valid, too. Precomputed data: both 0 */
    uint64_t default_value;   /* the value that 0 stands for; 0 if every algorithm has its own
                               * (wend_algo_default), and for precomputed data */
} wend_parameter_info;

/* Returns the description of a parameter; NULL if the number is not below WEND_PARAMETER_COUNT. */
WEND_API const wend_parameter_info *wend_parameter_get(uint32_t parameter);

/* ---- Descriptions ---------------------------------------------------------------------------- */

/* What an algorithm requires of the domain. Each value includes the requirements before it. */
typedef enum wend_needs {
    WEND_NEEDS_NOTHING = 0,     /* any domain */
    WEND_NEEDS_REVERSIBLE = 1,  /* every move can be reversed */
    WEND_NEEDS_SYMMETRIC = 2,   /* every move can be reversed at the same cost */
    WEND_NEEDS_MAP = 3,         /* a map */
    WEND_NEEDS_JUMPABLE_MAP = 4 /* a map for which wend_map_jumpable is true */
} wend_needs;

/* When an agent moves. */
typedef enum wend_acts {
    /* At once, along the most promising path of one long search. */
    WEND_ACTS_AT_ONCE = 0,
    /* At once: shuttles at the start until the same search has found a route. */
    WEND_ACTS_SHUTTLES = 1,
    /* When a whole route is known; stands still until then. */
    WEND_ACTS_WHEN_PLANNED = 2,
    /* After searches around the agent, again and again; learns from them. */
    WEND_ACTS_LOCALLY = 3
} wend_acts;

/* Flags of an algorithm. */
enum {
    /* Made for terrain that is discovered during the trip. All algorithms continue when the map
     * changes. */
    WEND_ALGO_UNKNOWN_TERRAIN = 1,
    /* Finds optimal routes, at weight 1. "tbjps": on maps for which wend_map_jumpable is true. */
    WEND_ALGO_OPTIMAL = 2,
    /* Planning one move may take several ticks. */
    WEND_ALGO_SLICES_MOVES = 4,
    /* If moves cannot be reversed, it may move to a state from which no path leads to the goal. The
     * move out of a blocked cell is such a move. */
    WEND_ALGO_MAY_BE_TRAPPED = 8,
    /* Stands for another algorithm, chosen by the domain: "auto". */
    WEND_ALGO_CHOOSES = 16,
    /* Jump point search: its nodes are far apart, and it counts work in fractions of an
     * expansion. */
    WEND_ALGO_JUMPS = 32
};

/* Describes an algorithm. Agents accept only the pointers that the functions below return, not
 * copies. */
typedef struct wend_algo {
    const char *name;    /* as in --algo */
    const char *title;   /* a description in one line */
    const char *paper;   /* authors, venue and year */
    wend_needs needs;    /* what it requires of the domain */
    wend_acts acts;      /* when its agents move */
    uint32_t flags;      /* WEND_ALGO_ bits */
    uint32_t parameters; /* the parameters that it reads: bit 1 << wend_parameter for each */
} wend_algo;

/* ---- Algorithms ------------------------------------------------------------------------------ */

/* For programs that know which algorithm they want. With a static library a program contains only
 * the algorithms whose functions it calls; calling one of the functions for names, below, links all
 * of them. */

/* Returns "astar", A*: plans the whole route, then moves. */
WEND_API const wend_algo *wend_algo_astar(void);

/* Returns "tba", TBA* (time-bounded A*): follows the most promising path so far. */
WEND_API const wend_algo *wend_algo_tba(void);

/* Returns "tba-late", late-acting TBA*: shuttles at the start until the route is known. */
WEND_API const wend_algo *wend_algo_tba_late(void);

/* Returns "tbwa", TB(WA*): TBA* with f = g + w h. */
WEND_API const wend_algo *wend_algo_tbwa(void);

/* Returns "tbgbfs", TB(GBFS): TBA* with f = h. */
WEND_API const wend_algo *wend_algo_tbgbfs(void);

/* Returns "tbrwa", TBR(WA*): learns and restarts where it cannot step back. */
WEND_API const wend_algo *wend_algo_tbrwa(void);

/* Returns "rtba", RTBA*: TBA* that restarts when its path is found blocked. */
WEND_API const wend_algo *wend_algo_rtba(void);

/* Returns "tbaa", TBAA*: RTBA* with a heuristic that adapts to the costs of searches. */
WEND_API const wend_algo *wend_algo_tbaa(void);

/* Returns "repeated-astar", Repeated A*: a new A* when the path is found blocked. */
WEND_API const wend_algo *wend_algo_repeated_astar(void);

/* Returns "adaptive-astar", Adaptive A*: Repeated A* with a heuristic that adapts. */
WEND_API const wend_algo *wend_algo_adaptive_astar(void);

/* Returns "jps", jump point search: plans the whole route, then moves. */
WEND_API const wend_algo *wend_algo_jps(void);

/* Returns "tbjps", TB(JPS): TBA* over jump point search, with f = g + w h.
 *
 * At weight 1 its routes are optimal on maps for which wend_map_jumpable is true. On maps with 16
 * neighbours it searches by steps to the 8 cells around, and shortens the turns of its routes by
 * knight's moves. There a whole route costs no more than the optimal one of such steps;
 * docs/algorithms.md says how near that is to the optimum. */
WEND_API const wend_algo *wend_algo_tbjps(void);

/* Returns "auto", which chooses an algorithm by the domain:
 *
 *     "tbjps"  maps with 4 or 8 neighbours of which at most WEND_AUTO_MIXED_PERMILLE are mixed
 *              (wend_map_mixed_permille), and maps with 16 neighbours without factors
 *     "tbwa"   other domains, if every move can be reversed
 *     "tbrwa"  all others
 *
 * For "tbjps" and "tbwa" it also sets `commit` and a weight (wend_algo_auto_weight). On the map of
 * a belief it leaves `commit` off and the weight at 1, except for hard searches
 * (wend_agent_def.weight_permille). If `commit` or `weight_permille` is set, that value is used,
 * provided that the chosen algorithm reads it. */
WEND_API const wend_algo *wend_algo_auto(void);

/* Returns the weight that "auto" chooses for a map, in thousandths.
 *
 * work  wend_agent_def.work. The fewer expansions a tick has, the larger is the weight
 *
 * With R = work / WEND_WORK_EXPANSION, rounded down, where 0 counts as 50:
 *
 *     wend_map_ragged_permille up to 600  1.04 + 3 / R, at most 1.5 (smooth walls)
 *     wend_map_ragged_permille up to 740  1.5 + 25 / R, at most 3
 *     wend_map_ragged_permille above 740  1.5 + 2.5 / R, at most 1.75
 *
 * 1000 if cells have factors and "tbjps" is chosen, and on the map of a belief (where "tbjps" may
 * use another: wend_agent_def.weight_permille). 3000 on all other maps, as on domains other than
 * maps. 0 if `map` is NULL. */
WEND_API uint32_t wend_algo_auto_weight(const wend_map *map, uint64_t work);

/* ---- Algorithms by name ---------------------------------------------------------------------- */

/* Returns the number of algorithms. */
WEND_API uint32_t wend_algo_count(void);

/* Returns an algorithm by its index; NULL if the index is not below wend_algo_count. */
WEND_API const wend_algo *wend_algo_get(uint32_t index);

/* Returns the algorithm with this name; NULL if the name is unknown. */
WEND_API const wend_algo *wend_algo_find(const char *name);

/* Returns whether an algorithm reads a parameter. */
WEND_API bool wend_algo_reads(const wend_algo *algo, wend_parameter parameter);

/* Returns the value that 0 stands for; 0 if the algorithm does not read the parameter, or if the
 * map decides ("auto"). */
WEND_API uint64_t wend_algo_default(const wend_algo *algo, wend_parameter parameter);

/* Returns a word for a requirement: "all", "reversible", "symmetric", "grid" or "jumpable". */
WEND_API const char *wend_needs_text(wend_needs needs);

#ifdef __cplusplus
}
#endif

#endif
