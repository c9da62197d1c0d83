/* finder/finder.h - the internals of a finder.
 *
 * A query passes through phases. Each of them can be interrupted after any piece of work:
 *
 *     SEARCHING  from the start to the goal, or from a set of goals to the start
 *     FLOODING   from the start, until a member of the set or everything reachable was found
 *     COUNTING   the states of the path
 *     WRITING    them, from one end to the other
 *     OVER       the answer is known
 *
 * Each of the three searches has its own memory, and keeps it. */
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

/* The search that a query uses. */
typedef enum wn_finder_search {
    WN_SEARCH_GOAL, /* from the start to one goal: jump point search where it applies */
    WN_SEARCH_BACK, /* from all members of a set to the start; where that is not possible it only
                     * holds the members, as seeds */
    WN_SEARCH_FLOOD /* from the start in all directions, without a heuristic */
} wn_finder_search;
#define WN_FINDER_SEARCHES 3

typedef struct wn_warm {
    wn_search search;
    bool is_made;
} wn_warm;

/* The cell nearest to the goal so far: compared field by field, less is nearer. */
typedef struct wn_nearness {
    wend_cost to_goal;
    wend_cost to_start;
    wend_state state;
} wn_nearness;

/* Progress of counting or writing the path. */
typedef struct wn_writing {
    wn_points points;
    uint32_t seen;  /* points taken */
    wn_spot last;   /* the last of them */
    uint32_t step;  /* of the line that led there; 0: there was none */
    wn_line line;   /* WEND_PATH_CELLS: the part of it that is still to be written */
    wn_place at;    /* the last cell of the line that was written */
    uint32_t count; /* states written */
} wn_writing;

struct wend_finder {
    wn_memory memory;
    wend_finder_def def;
    const wend_domain *domain; /* the map's, or def.domain */
    bool jumps;
    wn_warm searches[WN_FINDER_SEARCHES];
    /* The current query. */
    wend_query query;
    wend_state start;
    wend_state goal;  /* as set by the caller */
    bool is_begun;    /* false: there was no memory to start its search */
    bool is_said;     /* its answer was returned: edits no longer change it */
    uint64_t version; /* of the map when it began */
    wn_phase phase;
    wn_finder_search kind; /* the current or last search */
    wend_state target;     /* WN_SEARCH_GOAL: its goal */
    bool is_for_members;   /* WN_SEARCH_FLOOD: it ends when a member is found */
    bool is_partial;       /* the goal is known to be unreachable */
    bool is_at_start;      /* the path consists of the start alone */
    wn_nearness nearest;
    wn_writing writing;
    wend_answer answer;
};

/* ---- query.c --------------------------------------------------------------------------------- */

/* Begins the query from scratch on the current map. */
wend_error wn_query_begin(wend_finder *finder);

/* Continues until the query is over or the budget is used up; subtracts the work done from `left`.
 */
wend_error wn_query_run(wend_finder *finder, uint64_t *left);

/* ---- warm.c ---------------------------------------------------------------------------------- */

/* The search of a kind; NULL if memory is short. */
wn_search *wn_finder_search_of(wend_finder *finder, wn_finder_search kind);

static inline bool wn_finder_is_jumping(const wend_finder *finder, wn_finder_search kind) {
    return finder->jumps && kind == WN_SEARCH_GOAL;
}

/* Units of work per unit of the kernel. */
static inline uint32_t wn_finder_scale(const wend_finder *finder, wn_finder_search kind) {
    return wn_finder_is_jumping(finder, kind) ? 1 : WEND_WORK_EXPANSION;
}

/* Starts a search without seeds; NULL if memory is short. */
wn_search *wn_finder_start(wend_finder *finder, wn_finder_search kind, wend_state goal);

/* Reserves memory for `units` of work. `is_new`: for a search that has not started yet; otherwise
 * for more work of the current one. */
bool wn_finder_make_room(wend_finder *finder, wn_finder_search kind, uint64_t units, bool is_new);

/* Reserves more memory for a search that has used all of its own. */
bool wn_finder_make_more_room(wend_finder *finder, wn_finder_search kind);

/* Seeds the search with a state; false if memory is short. */
bool wn_finder_seed(wend_finder *finder, wn_finder_search kind, wend_state state);

/* Expands one state of the flood. Sets `one->id` to WN_NONE if none is left, with the reason
 * in `outcome`. Returns false if memory is short. */
bool wn_finder_flood_one(wend_finder *finder, wn_expanded *one, wn_outcome *outcome);

/* ---- writing.c ------------------------------------------------------------------------------- */

/* Begins counting, then writing the path of the query. If only the cost was requested, ends the
 * query at once, or as soon as the end of the path is known. */
void wn_writing_begin(wend_finder *finder);

/* The work that the next piece of counting or writing needs. */
uint32_t wn_writing_least(const wend_finder *finder);

void wn_writing_count(wend_finder *finder, uint64_t *left);
void wn_writing_write(wend_finder *finder, uint64_t *left);

#endif
