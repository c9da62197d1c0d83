/* wend/finder.h - whole paths in one call.
 *
 *     wend_finder_create(&(wend_finder_def){.map = map}, &finder, NULL);
 *     wend_query query = {.path = cells, .capacity = 1000};
 *     wend_finder_find(finder, start, goal, &query, &answer); // again and again
 *     if (answer.status == WEND_FIND_FOUND) {
 *         // cells[0] is the start, cells[answer.count - 1] the goal
 *     }
 *
 * A finder is a search that stays warm: it keeps its memory from query to query, and takes more
 * only if a query needs more than any before it. Paths are the best that there are. It searches
 * with jump point search where the map allows that (wend_map_jumpable) and at most a quarter of its
 * cells is mixed when the finder is made (wend_map_mixed_permille, as "auto"), else cell by cell.
 *
 * A finder is used by one thread at a time. Any number of them, each on a thread of its own, may
 * search one map, as long as nobody edits it meanwhile. Between calls it may be edited. */
#ifndef WEND_FINDER_H
#define WEND_FINDER_H

#include <wend/budget.h>
#include <wend/domain.h>
#include <wend/map.h>
#include <wend/components.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_finder wend_finder;

/* ---- Making a finder ------------------------------------------------------------------------- */

/* What a finder is made from. All zeros but for the required field is a valid definition. Fields
 * that later versions add come at the end. */
typedef struct wend_finder_def {
    /* Required: a grid, or any other domain that numbers its states (wend_domain_size is not 0);
     * one of the two. Must outlive the finder. */
    const wend_map *map;
    const wend_domain *domain;
    /* The connected components of `map`, or null (default). With them "unreachable" takes no
     * search, and "nearest" none for the cell to go to; without, a search must have come to its
     * end. The status, the end and the cost of answers are the same. What was edited and not worked
     * in by wend_components_update yet is searched for. Must outlive the finder. */
    const wend_components *components;
    /* Most bytes that the finder may hold, 0 (default) for no limit. */
    size_t memory_limit;
    wend_allocator allocator; /* all 0 (default) for malloc */
} wend_finder_def;

/* wend_finder_create from the first `size` bytes of a definition, as wend_agent_create_sized. */
WEND_API wend_error wend_finder_create_sized(const wend_finder_def *def, size_t size,
                                             wend_finder **out, wend_diagnosis *diagnosis);

/* Makes a finder; takes less than 3 kilobytes, the first query the rest: 8 bytes per 1024 cells of
 * the map at most, some 20 kB, and what it touches. If it fails, *out is null and `diagnosis` (may
 * be null) names the field:
 *     WEND_ERROR_ARGUMENT      a field is missing, or contradicts another
 *     WEND_ERROR_UNSUPPORTED   the domain does not number its states
 *     WEND_ERROR_MEMORY
 * Inline, so that the library knows with which header the caller was compiled. */
static inline wend_error wend_finder_create(const wend_finder_def *def, wend_finder **out,
                                            wend_diagnosis *diagnosis) {
    return wend_finder_create_sized(def, sizeof *def, out, diagnosis);
}

/* Null is allowed. */
WEND_API void wend_finder_destroy(wend_finder *finder);

/* Bytes that it holds now. */
WEND_API size_t wend_finder_memory(const wend_finder *finder);

/* ---- Queries --------------------------------------------------------------------------------- */

/* Work is counted in units that take about the same time on every map. An expansion costs
 * WEND_WORK_EXPANSION; one of jump point search also costs what it scans. Following the
 * path by one state costs WEND_WORK_TRACE. After jump point search only the states where it
 * may turn are followed, at WEND_WORK_TRACE_JUMP each. A path is followed twice, to count
 * its states and to write them; once if only the cost is asked for and the search went backwards
 * (see wend_finder_find), else not at all. A state that is written between two others costs 1. */
#define WEND_WORK_TRACE      24u
#define WEND_WORK_TRACE_JUMP 12u
#define WEND_WORK_GOAL       100u /* the most for each cell of a goal set; not counted */

/* Most cells of wend_query.goals. */
#define WEND_FINDER_GOALS_MAX 4096u

/* Largest wend_query.within: 255 cells. */
#define WEND_FINDER_WITHIN_MAX (255u * WEND_COST_ONE)

/* Which states of a path are written. */
typedef enum wend_path_form {
    WEND_PATH_CELLS = 0,    /* all of them, start and end included */
    WEND_PATH_WAYPOINTS = 1 /* of a map those where the path turns, start and end; between them it
                             * is straight: equal moves. Other domains: all */
} wend_path_form;

/* What is asked for. All zeros asks for the cost alone, to the goal itself. */
typedef struct wend_query {
    /* The caller's buffer for the path, the start first, and how many states it has room for. Null
     * (default): only the cost is asked for. Used until the query is over. */
    wend_state *path;
    uint32_t capacity;
    wend_path_form form;
    /* How much wend_finder_find may do for each query. All zeros (default): no limit. */
    wend_budget budget;
    /* Maps: if the goal cannot be reached, the path leads to the free cell that is nearest to it,
     * of those that can: the one with the least octile distance to the goal (straight and diagonal
     * steps without walls), among equal ones with the least octile distance to the start, then with
     * the smallest number. That is the rule of wend_components_nearest. Not with `goals`. */
    bool nearest;
    /* Instead of one goal any of these states, 1 to WEND_FINDER_GOALS_MAX: the path leads to the
     * one that is cheapest to reach. The argument `goal` is not read then. Null (default) for none.
     * They are read until the query is over, and may be double. Not on racetracks. */
    const wend_state *goals;
    uint32_t goal_count;
    /* Maps: the path leads to any free cell, or the start, whose centre is at most so far from that
     * of the goal, or of one of `goals`, in a straight line, walls or not: WEND_COST_ONE is one
     * cell, 0 (default) the goal itself, at most WEND_FINDER_WITHIN_MAX. With WEND_COST_ONE a path
     * leads beside a blocked cell, with WEND_COST_DIAGONAL also diagonally beside it: to attack a
     * building, `goals` are its cells. Queries with `within` or `goals` search without jump points:
     * on game maps they take 16 to 250 times as long as a query for one goal, milliseconds instead
     * of 30 to 40 microseconds (docs/which-object.md). */
    wend_cost within;
    /* Maps: the start may be a blocked cell, such as that of a unit under a building. The path then
     * leads from it to a free neighbour by the moves of the map; if there is none, as in the middle
     * of a building, the answer is WEND_FIND_UNREACHABLE. False (default): a query from a blocked
     * cell answers WEND_FIND_START_BLOCKED. */
    bool allow_blocked_start;
} wend_query;

typedef enum wend_find_status {
    WEND_FIND_FOUND = 0,       /* the best path there is; it is written if that was asked for */
    WEND_FIND_NEAREST = 1,     /* the same, but to the nearest cell that can be reached */
    WEND_FIND_UNREACHABLE = 2, /* proved: there is no path */
    WEND_FIND_BUFFER_TOO_SMALL = 3, /* there is a path, of `needed` states, but there is no room for
                                     * it; nothing is written. wend_finder_path writes it into
                                     * another buffer without searching again */
    WEND_FIND_PENDING = 4,          /* the budget is used up. wend_finder_step goes on */
    WEND_FIND_OVERFLOW = 5,     /* a path would have to go on from a state beyond WEND_COST_MAX */
    WEND_FIND_START_BLOCKED = 6 /* the start is blocked; nothing is searched. See
                                 * wend_query.allow_blocked_start */
} wend_find_status;

typedef struct wend_answer {
    wend_find_status status;
    wend_state end;      /* where the path ends; WEND_STATE_NONE if none is known */
    wend_cost cost;      /* of the path, 0 if none is known */
    uint32_t count;      /* states that were written */
    uint32_t needed;     /* states that the path has in the form that was asked for; 0 if only the
                          * cost was */
    uint64_t expansions; /* states expanded */
    uint64_t work;       /* units of work, all in all */
} wend_answer;

/* The best path from `start` to `goal`. `query` null: only the cost. A free start is its own path
 * to itself, and so is a blocked one that the query allows. Other blocked cells are unreachable.
 * Searches backwards from `goals` and from the cells `within` a distance, all at once, if every
 * move can be taken back at the same cost, as on maps; else, and from a start that is blocked,
 * round the start until one of them is met.
 *
 *     WEND_OK                  see the status
 *     WEND_ERROR_ARGUMENT      a pointer is null, a field out of its range, or set where it has no
 *                              meaning
 *     WEND_ERROR_OUTSIDE       no such state: start, goal, or one of `goals`
 *     WEND_ERROR_BUDGET        a budget below WEND_WORK_EXPANSION
 *     WEND_ERROR_UNSUPPORTED   `goals` on a racetrack
 *     WEND_ERROR_MEMORY        wend_finder_step goes on if there is memory again
 */
WEND_API wend_error wend_finder_find(wend_finder *finder, wend_state start, wend_state goal,
                                     const wend_query *query, wend_answer *answer);

/* Many queries in one call: from starts[i] to goals[i], each as `query` says (null: the costs
 * alone). Paths are written into query->path one behind the other: the first of answers[i] is where
 * those of the answers before it end, the sum of their `count`. One that there is no room for is
 * WEND_FIND_BUFFER_TOO_SMALL, and the next may fit again. query->budget is that of each query; with
 * query->goals, `goals` is not read and may be null. The same answers as from `count` calls of
 * wend_finder_find; afterwards the last query is the one to go on with. Errors as there: with
 * WEND_ERROR_MEMORY the answers that are not known yet are WEND_FIND_PENDING, with all others
 * nothing was searched and no answer is set.
 *
 * To spread a batch over threads, give each a finder of its own, a slice of the three arrays, and a
 * buffer: which of finders that are made alike answers makes no difference to the answer. */
WEND_API wend_error wend_finder_find_many(wend_finder *finder, const wend_state *starts,
                                          const wend_state *goals, uint32_t count,
                                          const wend_query *query, wend_answer *answers);

/* A query in slices: the first call begins it, in place of the one before, and costs O(1), or
 * O(the cells of the goal set). Every step uses at most `budget` units, at least
 * WEND_WORK_EXPANSION, and says WEND_FIND_PENDING until the query is over; after that it
 * says the same again, or what wend_finder_path has said since. The answer is that of
 * wend_finder_find, however it is sliced. If the map was edited before a step has said that the
 * query is over, the next one begins it again; for a goal set that takes up to
 * WEND_WORK_GOAL for each cell beyond the budget. A step takes memory only if there is not
 * enough: see wend_finder_reserve. Errors as above; WEND_ERROR_ARGUMENT, too, if no query was
 * begun. */
WEND_API wend_error wend_finder_begin(wend_finder *finder, wend_state start, wend_state goal,
                                      const wend_query *query);
WEND_API wend_error wend_finder_step(wend_finder *finder, wend_budget budget, wend_answer *answer);

/* Reserves memory for the next `units` units of work. Until they are used, queries to one goal
 * without `nearest` take no memory. A query with `nearest`, `goals` or `within` takes none if it
 * was begun before this call and the map is not edited since. WEND_ERROR_MEMORY, _ARGUMENT.
 *
 * A search that needs more memory than there is copies what it holds, in a query or step as well as
 * here: up to 0.7 microseconds per kB. A finder keeps its memory, so one reservation for the
 * longest query avoids that. With jump point search it takes up to 2 bytes per unit. It never takes
 * more than a search of the whole map needs. */
WEND_API wend_error wend_finder_reserve(wend_finder *finder, uint64_t work);

/* Writes the path of the last query again: every cell, or the waypoints. For a larger buffer, or
 * for another form than the query asked for.
 *
 * Returns WEND_OK if the last query has found a path; answer->status is that of the query, or
 * WEND_FIND_BUFFER_TOO_SMALL. WEND_ERROR_ARGUMENT: the last query has found no path or is not
 * finished. O(path). */
WEND_API wend_error wend_finder_path(wend_finder *finder, wend_state *states, uint32_t capacity,
                                     wend_answer *answer);
WEND_API wend_error wend_finder_waypoints(wend_finder *finder, wend_state *states,
                                          uint32_t capacity, wend_answer *answer);

/* ---- Ranges ---------------------------------------------------------------------------------- */

/* A state and what it costs to get there. */
typedef struct wend_reached {
    wend_state state;
    wend_cost cost;
} wend_reached;

/* All states that can be reached from `start` for at most `most`: the start, with 0, then the
 * others by rising cost. Writes the first `capacity` of them; answer->needed is how many there are,
 * answer->count how many were written, and the status WEND_FIND_FOUND, or
 * WEND_FIND_BUFFER_TOO_SMALL if there are more, or WEND_FIND_OVERFLOW if `most` is above
 * WEND_COST_MAX and states that cost more than that are left out. A blocked start is allowed.
 * `reached` may be null if `capacity` is 0. O(the states). Afterwards there is no query to go on
 * with. WEND_ERROR_ARGUMENT, _OUTSIDE, _MEMORY; _UNSUPPORTED on racetracks. */
WEND_API wend_error wend_finder_range(wend_finder *finder, wend_state start, wend_cost most,
                                      wend_reached *reached, uint32_t capacity,
                                      wend_answer *answer);

#ifdef __cplusplus
}
#endif

#endif
