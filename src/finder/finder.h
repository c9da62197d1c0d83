/* finder/finder.h - a finder, inside.
 *
 * A query goes through phases, each of which can stop after any piece of work:
 *
 *     SEARCHING  from the start to the goal, or from a set of goals to the start
 *     FLOODING   round the start, until a member of the set is met, or all that can be reached
 *     COUNTING   the states of the path
 *     WRITING    them, from one end to the other
 *     OVER       the answer is known
 *
 * Each of three searches has memory of its own, which it keeps. */
#ifndef WN_FINDER_H
#define WN_FINDER_H

#include <wend/finder.h>

#include "domain/components.h"
#include "search/points.h"

typedef enum wn_phase {
    WN_PHASE_NONE,
    WN_PHASE_SEARCHING,
    WN_PHASE_FLOODING,
    WN_PHASE_COUNTING,
    WN_PHASE_WRITING,
    WN_PHASE_OVER
} wn_phase;

/* Which search a query uses. */
typedef enum wn_finder_search {
    WN_SEARCH_GOAL, /* from the start to one goal: jump point search where it applies */
    WN_SEARCH_BACK, /* from all members of a set to the start; where that is not possible it only
                     * holds the members, as seeds */
    WN_SEARCH_FLOOD /* from the start everywhere, without a heuristic */
} wn_finder_search;
#define WN_FINDER_SEARCHES 3

typedef struct wn_warm {
    wn_search search;
    bool is_made;
} wn_warm;

/* The cell that is nearest to the goal so far: less is nearer, field by field. */
typedef struct wn_nearness {
    wend_cost to_goal;
    wend_cost to_start;
    wend_state state;
} wn_nearness;

/* The path, as it is counted or written. */
typedef struct wn_writing {
    wn_points points;
    uint32_t seen;  /* points taken */
    wn_spot last;   /* of them */
    uint32_t step;  /* of the line that led there; 0: none did */
    wn_line line;   /* WEND_PATH_CELLS: what is left to be written up to there */
    wn_place at;    /* the last cell of it that was written */
    uint32_t count; /* states written */
} wn_writing;

struct wend_finder {
    wn_memory memory;
    wend_finder_def def;
    const wend_domain *domain; /* the map's, or def.domain */
    bool jumps;
    wn_warm searches[WN_FINDER_SEARCHES];
    /* The query. */
    wend_query query;
    wend_state start;
    wend_state goal;  /* as it was given */
    bool is_begun;    /* false: there was no memory to begin its search */
    bool is_said;     /* its answer was given: no edit changes it any more */
    uint64_t version; /* of the map when it was begun */
    wn_phase phase;
    wn_finder_search kind; /* the search that is under way, or was */
    wend_state target;     /* WN_SEARCH_GOAL: where it leads */
    bool is_for_members;   /* WN_SEARCH_FLOOD: until a member is met */
    bool is_partial;       /* it is known that the goal cannot be reached */
    bool is_at_start;      /* the path is the start alone */
    wn_nearness nearest;
    wn_writing writing;
    wend_answer answer;
};

/* ---- query.c --------------------------------------------------------------------------------- */

/* Begins the query from its beginning, on the map as it is now. */
wend_error wn_query_begin(wend_finder *finder);

/* Goes on until the query is over or the budget is used; takes off what it used. */
wend_error wn_query_run(wend_finder *finder, uint64_t *left);

/* ---- warm.c ---------------------------------------------------------------------------------- */

/* The search of a kind; null if there is no memory to make it. */
wn_search *wn_finder_search_of(wend_finder *finder, wn_finder_search kind);

static inline bool wn_finder_is_jumping(const wend_finder *finder, wn_finder_search kind) {
    return finder->jumps && kind == WN_SEARCH_GOAL;
}

/* Units of work that are one unit of the kernel. */
static inline uint32_t wn_finder_scale(const wend_finder *finder, wn_finder_search kind) {
    return wn_finder_is_jumping(finder, kind) ? 1 : WEND_WORK_EXPANSION;
}

/* Begins a search, without seeds yet; null if there is no memory. */
wn_search *wn_finder_start(wend_finder *finder, wn_finder_search kind, wend_state goal);

/* Room for more units of work of a search that was begun, or (`anew`) is to be. */
bool wn_finder_make_room(wend_finder *finder, wn_finder_search kind, uint64_t units, bool anew);

/* More room for a search that has none left. */
bool wn_finder_make_more_room(wend_finder *finder, wn_finder_search kind);

/* Enters a state that the search begins with; false if there is no memory. */
bool wn_finder_seed(wend_finder *finder, wn_finder_search kind, wend_state state);

/* Expands one state of the flood; `one->id` is WN_NONE if there is none left, by `outcome`. False
 * if there is no memory. */
bool wn_finder_flood_one(wend_finder *finder, wn_expanded *one, wn_outcome *outcome);

/* ---- writing.c ------------------------------------------------------------------------------- */

/* The path of the query from its beginning: counts it, then writes it. If only the cost is asked
 * for, ends the query at once, or when the end of the path is known. */
void wn_writing_begin(wend_finder *finder);

/* Units of work that the next piece of counting or writing needs. */
uint32_t wn_writing_least(const wend_finder *finder);

void wn_writing_count(wend_finder *finder, uint64_t *left);
void wn_writing_write(wend_finder *finder, uint64_t *left);

#endif
