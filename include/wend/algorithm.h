/* wend/algorithm.h - which algorithms there are, what each asks for, and which parameters it reads.
 *
 * One list behind `wend algos`; the command, the tests and the documents read it through these
 * functions. All of them are O(1), or O(number of algorithms) where a name is looked up; what they
 * return is constant and lives as long as the program. Safe to call from any thread. */
#ifndef WEND_ALGORITHM_H
#define WEND_ALGORITHM_H

#include <wend/map.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Parameters ------------------------------------------------------------------------------ */

/* The fields of wend_agent_def, and of `bounded` and `local` in it, that only some algorithms read.
 */
typedef enum wend_parameter {
    WEND_PARAMETER_EXPAND_PERMILLE = 0,
    WEND_PARAMETER_TRACE_PER_EXPANSION = 1,
    WEND_PARAMETER_SHORTCUT = 2,
    WEND_PARAMETER_COMMIT = 3,
    WEND_PARAMETER_WEIGHT_PERMILLE = 4,
    WEND_PARAMETER_REOPEN = 5,
    WEND_PARAMETER_MOVES = 6,
    WEND_PARAMETER_DEPTH = 7,
    WEND_PARAMETER_QUEUE_SIZE = 8,
    WEND_PARAMETER_ABSTRACTION = 9,
    WEND_PARAMETER_LEVEL = 10,
    WEND_PARAMETER_GAMMA_PERMILLE = 11,
    WEND_PARAMETER_SUBGOALS = 12,
    WEND_PARAMETER_SEED = 13,
    WEND_PARAMETER_AS_PUBLISHED = 14,
    WEND_PARAMETER_COUNT = 15
} wend_parameter;

/* What the values of a parameter are. */
typedef enum wend_parameter_kind {
    WEND_PARAMETER_NUMBER = 0,     /* a whole number */
    WEND_PARAMETER_PERMILLE = 1,   /* thousandths */
    WEND_PARAMETER_SWITCH = 2,     /* a wend_switch */
    WEND_PARAMETER_CHOICE = 3,     /* another enum */
    WEND_PARAMETER_PRECOMPUTED = 4 /* something computed beforehand, required: no number */
} wend_parameter_kind;

typedef struct wend_parameter_info {
    const char *name;  /* of the field; no two have the same */
    const char *title; /* one line */
    wend_parameter_kind kind;
    uint64_t min, max;      /* both included, and 0 for the default; both 0 for an aid */
    uint64_t default_value; /* what 0 stands for; 0 if each algorithm has its own, and for an aid:
                             * see wend_algo_default */
} wend_parameter_info;

/* Null for a number that is too large. */
WEND_API const wend_parameter_info *wend_parameter_get(uint32_t parameter);

/* ---- Algorithms ------------------------------------------------------------------------------ */

/* What an algorithm needs of the domain. Each one that is named later needs more. */
typedef enum wend_needs {
    WEND_NEEDS_NOTHING = 0,     /* any domain */
    WEND_NEEDS_REVERSIBLE = 1,  /* every move can be taken back */
    WEND_NEEDS_SYMMETRIC = 2,   /* ... at the same cost */
    WEND_NEEDS_MAP = 3,         /* a map */
    WEND_NEEDS_JUMPABLE_MAP = 4 /* a map for which wend_map_jumpable says yes */
} wend_needs;

/* When it acts. */
typedef enum wend_acts {
    WEND_ACTS_AT_ONCE = 0,  /* follows the most promising path of one long search */
    WEND_ACTS_SHUTTLES = 1, /* the same search; shuttles at the start until the route is known */
    WEND_ACTS_WHEN_PLANNED = 2, /* stands still until it knows a whole route */
    WEND_ACTS_LOCALLY = 3       /* searches round itself again and again, and learns */
} wend_acts;

/* Flags of an algorithm. */
enum {
    WEND_ALGO_UNKNOWN_TERRAIN = 1, /* made for terrain that is found out on the way. All go on when
                                    * the map changes */
    WEND_ALGO_OPTIMAL = 2,         /* the route that it finds is the best, at weight 1. "tbjps": on
                                    * maps for which wend_map_jumpable says yes */
    WEND_ALGO_SLICES_MOVES = 4,    /* planning one move may take several ticks */
    WEND_ALGO_MAY_BE_TRAPPED = 8,  /* where a move cannot be taken back, it may go to where no way
                                    * leads on */
    WEND_ALGO_CHOOSES = 16,        /* stands for another one, by the domain: "auto" */
    WEND_ALGO_JUMPS = 32           /* jump point search: its nodes lie far apart, and its work is
                                    * fractions of an expansion */
};

/* What an algorithm is and what it asks for. Only those that the functions below return can be used
 * for agents, not copies of them. */
typedef struct wend_algo {
    const char *name;  /* as in --algo */
    const char *title; /* one line */
    const char *paper; /* who, where, when */
    wend_needs needs;
    wend_acts acts;
    uint32_t flags;      /* WEND_ALGO_ bits */
    uint32_t parameters; /* a bit per wend_parameter that it reads */
} wend_algo;

/* ---- Each algorithm -------------------------------------------------------------------------- */

/* For programs that know which one they want. What a program does not name does not stay in it:
 * with a static library it holds what the algorithms need whose functions it calls, and with one of
 * the functions by name below it holds all of them. More, for research: wend/research.h. */
WEND_API const wend_algo *wend_algo_astar(void);
WEND_API const wend_algo *wend_algo_tba(void);
WEND_API const wend_algo *wend_algo_tba_late(void);
WEND_API const wend_algo *wend_algo_tbwa(void);
WEND_API const wend_algo *wend_algo_tbgbfs(void);
WEND_API const wend_algo *wend_algo_tbrwa(void);
WEND_API const wend_algo *wend_algo_rtba(void);
WEND_API const wend_algo *wend_algo_tbaa(void);
WEND_API const wend_algo *wend_algo_repeated_astar(void);
WEND_API const wend_algo *wend_algo_adaptive_astar(void);
WEND_API const wend_algo *wend_algo_jps(void);
WEND_API const wend_algo *wend_algo_tbjps(void);

/* "tbjps" finds the best routes, at weight 1, on maps for which wend_map_jumpable says yes. With 16
 * neighbours it searches by steps to the 8 cells around and cuts the turns of its routes by
 * knight's moves: a whole route costs no more than the best one of steps (docs/algorithms.md: how
 * near that comes to the best one). */

/* "auto", which chooses by what there is to search: "tbjps" on a map with 4 or 8 neighbours of
 * which no more than WEND_AUTO_MIXED_PERMILLE are mixed (wend_map_mixed_permille), and on one with
 * 16 neighbours without factors, elsewhere "tbwa" if every move can be taken back, else "tbrwa".
 * The first two with `commit` and a weight; on the map of a belief without commit and with w = 1,
 * but for hard searches (wend_agent_def.weight_permille). What is set of `commit` and
 * `weight_permille` goes before that, where the algorithm that it chooses reads it. */
WEND_API const wend_algo *wend_algo_auto(void);

/* The weight that "auto" takes on a map, in thousandths, for ticks with a budget R, which is the
 * `budget` of the definition; 0 counts as 50. The fewer expansions a tick has the larger it is:
 *
 *     smooth walls (wend_map_ragged_permille up to 600)  1.04 + 3 / R, 1.5 at most
 *     up to 740                                           1.5 + 25 / R, 3 at most
 *     above                                               1.5 + 2.5 / R, 1.75 at most
 *
 * 1000 where cells cost and "tbjps" is taken, and on the map of a belief (where "tbjps" may use
 * another: wend_agent_def.weight_permille); 3000 on other maps, as on other domains; 0 without a
 * map. O(1). */
WEND_API uint32_t wend_algo_auto_weight(const wend_map *map, uint64_t work);

/* ---- Algorithms by name ---------------------------------------------------------------------- */

WEND_API uint32_t wend_algo_count(void);
/* Null for an index that is too large. */
WEND_API const wend_algo *wend_algo_get(uint32_t index);
/* Null if there is none of that name. */
WEND_API const wend_algo *wend_algo_find(const char *name);

/* Whether it reads a parameter. */
WEND_API bool wend_algo_reads(const wend_algo *algo, wend_parameter parameter);
/* What 0 stands for; 0 if it does not read the parameter, or if the map decides ("auto"). */
WEND_API uint64_t wend_algo_default(const wend_algo *algo, wend_parameter parameter);

/* A word for what an algorithm needs: "all", "reversible", "symmetric", "grid", "jumpable". */
WEND_API const char *wend_needs_text(wend_needs needs);

#ifdef __cplusplus
}
#endif

#endif
