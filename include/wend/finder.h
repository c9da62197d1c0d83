/* wend/finder.h - optimal paths in one call.
 *
 *     wend_finder *finder;
 *     wend_finder_create(&(wend_finder_def){.map = map}, &finder, NULL);
 *
 *     wend_state path[1000];
 *     wend_query query = {.path = path, .capacity = 1000};
 *     wend_answer answer;
 *     wend_finder_find(finder, start, goal, &query, &answer);
 *     if (answer.status == WEND_FIND_FOUND) {
 *         // path[0] is the start, path[answer.count - 1] the goal
 *     }
 *
 * - Paths are optimal. If several paths are optimal, this version always returns the same one;
 *   another version may return another one.
 * - Keep a finder and reuse it. It keeps its memory from query to query, and allocates only if a
 *   query needs more than any query before it.
 * - It uses jump point search if wend_map_jumpable allows it and wend_map_mixed_permille is at most
 *   WEND_AUTO_MIXED_PERMILLE when the finder is created, like "auto". Otherwise it searches cell by
 *   cell.
 * - Finders with equal definitions give equal answers.
 * - The map may be edited between calls.
 *
 * Threads: one thread per finder at a time. Any number of finders may search the same map on
 * different threads, as long as no thread edits it. */
#ifndef WEND_FINDER_H
#define WEND_FINDER_H

#include <wend/budget.h>
#include <wend/domain.h>
#include <wend/map.h>
#include <wend/components.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A search that is reused from query to query. */
typedef struct wend_finder wend_finder;

/* ---- Creation -------------------------------------------------------------------------------- */

/* What a finder is created from. Zeros are the defaults. Later versions add fields at the end. */
typedef struct wend_finder_def {
    /* A grid. Either this or `domain` is required, not both. Must outlive the finder. */
    const wend_map *map;
    /* Another domain that numbers its states (wend_domain_size is not 0). Must outlive the finder.
     */
    const wend_domain *domain;
    /* The connected components of `map`; NULL (default): none. With them an unreachable goal takes
     * no search, and `nearest` takes none to choose the cell. Without them a search must exhaust
     * everything first. Status, end and cost of answers are the same. Where edits are pending
     * (wend_components_update), the finder searches. Must outlive the finder. */
    const wend_components *components;
    size_t memory_limit;      /* bytes that the finder may hold; 0 (default): no limit */
    wend_allocator allocator; /* all 0 (default): malloc */
} wend_finder_def;

/* Creates a finder from the first `size` bytes of a definition, as wend_agent_create_sized. For
 * bindings. */
WEND_API wend_error wend_finder_create_sized(const wend_finder_def *def, size_t size,
                                             wend_finder **out, wend_diagnosis *diagnosis);

/* Creates a finder. Zero fields of `def` are defaults; `map` or `domain` is required.
 *
 * Allocates less than 3 kB. The first query allocates about 20 kB, up to 8 bytes per 1024 cells of
 * the map, and memory for the cells that it touches.
 *
 * On error *out is NULL and `diagnosis` (NULL is allowed) names the field of the definition:
 *     WEND_ERROR_ARGUMENT      a pointer is NULL, or a field is missing or contradicts another
 *     WEND_ERROR_UNSUPPORTED   the domain does not number its states
 *     WEND_ERROR_MEMORY        out of memory, or memory_limit is too small
 *
 * Inline, so that the library knows with which header the caller was compiled. */
static inline wend_error wend_finder_create(const wend_finder_def *def, wend_finder **out,
                                            wend_diagnosis *diagnosis) {
    return wend_finder_create_sized(def, sizeof *def, out, diagnosis);
}

/* Frees a finder. NULL is allowed. */
WEND_API void wend_finder_destroy(wend_finder *finder);

/* Returns the bytes that the finder holds. O(1). */
WEND_API size_t wend_finder_memory(const wend_finder *finder);

/* ---- Work ------------------------------------------------------------------------------------ */

/* A unit of work takes about the same time on every map.
 *
 * - An expansion of a cell-by-cell search costs WEND_WORK_EXPANSION, one of jump point search what
 *   it scans and reaches.
 * - Following the path by one state costs WEND_WORK_TRACE. After jump point search only the states
 *   where the path may turn are followed, at WEND_WORK_TRACE_JUMP each.
 * - A path is followed twice: to count its states, and to write them. If only the cost is
 *   requested, it is not followed, except once after a backward search (wend_finder_find).
 * - A state that is written between two others costs 1. */

/* Units of work for following a path by one state. */
#define WEND_WORK_TRACE 24u

/* Units of work for following a path to the next state where it may turn, after jump point search.
 */
#define WEND_WORK_TRACE_JUMP 12u

/* The most units of work for each cell of a goal set when a query begins; not counted. */
#define WEND_WORK_GOAL 100u

/* ---- Queries --------------------------------------------------------------------------------- */

/* The most states of wend_query.goals. */
#define WEND_FINDER_GOALS_MAX 4096u

/* The largest wend_query.within: 255 cells. */
#define WEND_FINDER_WITHIN_MAX (255u * WEND_COST_ONE)

/* Which states of a path are written. */
typedef enum wend_path_form {
    WEND_PATH_CELLS = 0,    /* all, including start and end */
    WEND_PATH_WAYPOINTS = 1 /* maps: the start, the cells where the path turns, and the end. All
                             * moves between two waypoints are equal. Other domains: all */
} wend_path_form;

/* What is requested. All zeros: only the cost, to the goal itself. */
typedef struct wend_query {
    /* Buffer for the path, start first. NULL (default): only the cost is requested. Must stay valid
     * until the query finishes. */
    wend_state *path;
    /* States that `path` has room for. */
    uint32_t capacity;
    /* Which states are written. WEND_PATH_CELLS (default): all. */
    wend_path_form form;
    /* The most that wend_finder_find does, for each query. `work` 0 (default): no limit of work. */
    wend_budget budget;
    /* Maps: if the goal is unreachable, the path leads to the nearest reachable cell. Default:
     * false.
     *
     * That is the free cell with the least octile distance to the goal (straight and diagonal
     * steps, ignoring walls). Ties are broken by the least octile distance to the start, then by
     * the smallest number, as in wend_components_nearest. Not with `goals`. */
    bool nearest;
    /* Several goals: the path leads to the one that is cheapest to reach. The argument `goal` is
     * not read. NULL (default): one goal.
     *
     * May contain duplicates. Must stay valid until the query finishes. Not on racetracks. */
    const wend_state *goals;
    /* The number of `goals`: 1 to WEND_FINDER_GOALS_MAX; 0 without `goals`. */
    uint32_t goal_count;
    /* Maps: the path leads to a cell near the goal. Its centre is at most this far from the centre
     * of the goal, or of one of `goals`, in a straight line, ignoring walls. The cell is free or
     * the start. WEND_COST_ONE is one cell; 0 (default): the goal itself; at most
     * WEND_FINDER_WITHIN_MAX.
     *
     * With WEND_COST_ONE a path leads beside a blocked cell, with WEND_COST_DIAGONAL also
     * diagonally beside it. To attack a building, set `goals` to its cells.
     *
     * Queries with `within` or `goals` do not use jump points. On game maps they take 16 to 250
     * times as long as a query for one goal: on average 0.6 to 8 milliseconds instead of 30 to 40
     * microseconds (docs/which-object.md). */
    wend_cost within;
    /* Maps: the start may be a blocked cell, such as that of a unit under a building. The path then
     * leads to a free neighbour by a move of the map. If no such move exists, as in the middle of a
     * building, the answer is WEND_FIND_UNREACHABLE.
     *
     * false (default): a query from a blocked cell answers WEND_FIND_START_BLOCKED. */
    bool allow_blocked_start;
} wend_query;

/* The outcome of a query. */
typedef enum wend_find_status {
    /* An optimal path was found, and written if requested. */
    WEND_FIND_FOUND = 0,
    /* The same, but to the nearest reachable cell (wend_query.nearest). */
    WEND_FIND_NEAREST = 1,
    /* Proved: no path exists. */
    WEND_FIND_UNREACHABLE = 2,
    /* A path of `needed` states was found, but the buffer is too small; nothing is written.
     * wend_finder_path and wend_finder_waypoints write it to another buffer without a search.
     * (wend_finder_range writes what fits.) */
    WEND_FIND_BUFFER_TOO_SMALL = 3,
    /* The budget is used up. wend_finder_step continues. */
    WEND_FIND_PENDING = 4,
    /* The search would have to continue from a state that costs more than WEND_COST_MAX. */
    WEND_FIND_OVERFLOW = 5,
    /* The start is blocked; nothing is searched. See wend_query.allow_blocked_start. */
    WEND_FIND_START_BLOCKED = 6
} wend_find_status;

/* Returns a short text: "found", "buffer too small"; also for unknown values. Static, never NULL.
 */
WEND_API const char *wend_find_status_text(wend_find_status status);

/* The answer to a query. */
typedef struct wend_answer {
    wend_find_status status; /* the outcome */
    wend_state end;          /* last state of the path; WEND_STATE_NONE if no path is known */
    wend_cost cost;          /* of the path, WEND_COST_ONE per straight step; 0 if no path is
                              * known */
    uint32_t count;          /* states written */
    uint32_t needed;         /* states of the path in the requested form; 0 if only the cost was
                              * requested */
    uint64_t expansions;     /* states expanded since the query began */
    uint64_t work;           /* units of work since the query began */
} wend_answer;

/* Finds an optimal path from `start` to `goal`.
 *
 * query    what to return, and limits; NULL: only the cost
 * answer   status, cost, and number of states written
 *
 * If the goal is the start, the path is the start alone. That includes a blocked start that the
 * query allows. Any other blocked goal is unreachable.
 *
 * With `goals` or `within` one backward search starts from all goal cells at once, if every move
 * can be reversed at the same cost, as on maps. Otherwise, and from a blocked start, the search
 * runs forward until it reaches one of them.
 *
 * Returns WEND_OK if the query is valid; the outcome is in answer->status. Errors:
 *     WEND_ERROR_ARGUMENT      a pointer is NULL, a field is out of range, or it is set where it
 *                              has no meaning
 *     WEND_ERROR_OUTSIDE       the start, the goal, or one of `goals` is not a state
 *     WEND_ERROR_BUDGET        query->budget.work is below WEND_WORK_EXPANSION and not 0
 *     WEND_ERROR_UNSUPPORTED   `goals` on a racetrack
 *     WEND_ERROR_MEMORY        out of memory; wend_finder_step continues once memory is available
 *
 * Work: at most query->budget.work, and WEND_WORK_GOAL for each cell of a goal set. Allocates only
 * if the query needs more memory than the finder holds. */
WEND_API wend_error wend_finder_find(wend_finder *finder, wend_state start, wend_state goal,
                                     const wend_query *query, wend_answer *answer);

/* Answers `count` queries in one call: from starts[i] to goals[i].
 *
 * starts    `count` states
 * goals     `count` states; not read with query->goals, and may be NULL then
 * query     used for each of them, including its budget; NULL: only the costs
 * answers   `count` answers
 *
 * The answers are those of `count` calls of wend_finder_find. Paths are written to query->path one
 * after the other: the path of answers[i] begins at the sum of the `count` of the answers before
 * it. A path that does not fit is WEND_FIND_BUFFER_TOO_SMALL; later ones may fit again.
 * wend_finder_step and wend_finder_path continue with the last query.
 *
 * Errors are those of wend_finder_find. After WEND_ERROR_MEMORY the remaining answers are
 * WEND_FIND_PENDING. After other errors nothing was searched and no answer is set.
 *
 * Threads: to spread a batch over threads, give each thread a finder, a slice of the three arrays,
 * and a buffer. Finders with equal definitions give equal answers. */
WEND_API wend_error wend_finder_find_many(wend_finder *finder, const wend_state *starts,
                                          const wend_state *goals, uint32_t count,
                                          const wend_query *query, wend_answer *answers);

/* Answers a query in slices: wend_finder_begin starts it, wend_finder_step runs a part of it.
 *
 * A new query replaces the one before. Each step does at most `budget` (at least
 * WEND_WORK_EXPANSION) and answers WEND_FIND_PENDING until the query finishes. Further steps repeat
 * the last answer. The answer is that of wend_finder_find, however the work is divided.
 *
 * If the map is edited before a step has reported the end of the query, the next step starts the
 * query again. With a goal set that takes up to WEND_WORK_GOAL for each cell beyond the budget.
 *
 * Errors are those of wend_finder_find, and:
 *     WEND_ERROR_ARGUMENT   no query was begun
 *
 * Cost: wend_finder_begin is O(1), or O(goal cells) with a goal set. A step allocates only if too
 * little memory is reserved (wend_finder_reserve). */
WEND_API wend_error wend_finder_begin(wend_finder *finder, wend_state start, wend_state goal,
                                      const wend_query *query);
WEND_API wend_error wend_finder_step(wend_finder *finder, wend_budget budget, wend_answer *answer);

/* Allocates what the next `work` units of work need.
 *
 * Until they are used or the map is edited, queries to one goal without `nearest` do not allocate.
 * A query with `nearest`, `goals` or `within` does not allocate either, if it was begun after the
 * last edit and before this call.
 *
 * Errors:
 *     WEND_ERROR_ARGUMENT   finder is NULL
 *     WEND_ERROR_MEMORY     out of memory, or memory_limit is reached
 *
 * Cost: growing copies what the search holds, here as well as in a query: up to 0.7 microseconds
 * per kB. A finder keeps its memory, so one reservation for the longest query avoids that. Jump
 * point search takes up to 2 bytes per unit of work. No reservation takes more than a search of the
 * whole map needs. */
WEND_API wend_error wend_finder_reserve(wend_finder *finder, uint64_t work);

/* Writes the path of the last query again: every state, or the waypoints.
 *
 * Use it with a larger buffer after WEND_FIND_BUFFER_TOO_SMALL, or for a form that the query did
 * not request. It sets answer->status to WEND_FIND_FOUND, WEND_FIND_NEAREST, or again
 * WEND_FIND_BUFFER_TOO_SMALL. Edits of the map since the query do not change the path.
 *
 * Errors:
 *     WEND_ERROR_ARGUMENT   a pointer is NULL, or the last query has not finished or found no path
 *
 * O(path). */
WEND_API wend_error wend_finder_path(wend_finder *finder, wend_state *states, uint32_t capacity,
                                     wend_answer *answer);
WEND_API wend_error wend_finder_waypoints(wend_finder *finder, wend_state *states,
                                          uint32_t capacity, wend_answer *answer);

/* ---- Ranges ---------------------------------------------------------------------------------- */

/* A state of a range. */
typedef struct wend_reached {
    wend_state state; /* the state */
    wend_cost cost;   /* of an optimal path from the start to it */
} wend_reached;

/* Finds all states that can be reached from `start` at a cost of at most `most`.
 *
 * most       the largest cost
 * reached    receives the start with cost 0, then the others by rising cost; NULL is allowed if
 *            `capacity` is 0
 * capacity   the most states that are written
 * answer     `needed`: how many states there are; `count`: how many were written
 *
 * answer->status:
 *     WEND_FIND_FOUND              all states were written
 *     WEND_FIND_BUFFER_TOO_SMALL   there are more than `capacity`
 *     WEND_FIND_OVERFLOW           `most` is above WEND_COST_MAX, and states that cost more than
 *                                  that are left out
 *
 * A blocked start is allowed. Afterwards no query can be continued.
 *
 * Errors:
 *     WEND_ERROR_ARGUMENT      a pointer is NULL
 *     WEND_ERROR_OUTSIDE       the start is not a state
 *     WEND_ERROR_UNSUPPORTED   a racetrack
 *     WEND_ERROR_MEMORY        out of memory, or memory_limit is reached
 *
 * O(states). */
WEND_API wend_error wend_finder_range(wend_finder *finder, wend_state start, wend_cost most,
                                      wend_reached *reached, uint32_t capacity,
                                      wend_answer *answer);

#ifdef __cplusplus
}
#endif

#endif
