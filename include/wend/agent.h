/* wend/agent.h - an agent: plans a bounded amount on every tick, and moves while it plans.
 *
 *     wend_agent_def def = {.map = map, .start = start, .goal = goal, .algo = wend_algo_auto()};
 *     wend_agent *agent;
 *     wend_agent_create(&def, &agent, NULL);
 *
 *     wend_tick tick;
 *     do { // once per frame, after edits of the map
 *         wend_agent_reserve(agent, work);                            // may allocate
 *         wend_agent_tick(agent, (wend_budget){.work = work}, &tick); // never allocates
 *     } while (wend_agent_is_active(tick.status));
 *
 * This loop also ends when the goal is unreachable or memory is missing. In a game that continues,
 * continue to reserve and tick whatever the status is: the agent moves on when an edit may have
 * opened a route, or when memory is available.
 *
 * Guarantees:
 *   - The search of a tick does at most budget.work, however large the map is. wend_agent_tick
 *     lists what is not counted.
 *   - Only wend_agent_create, wend_agent_reserve and wend_agent_release allocate.
 *   - If the reservation has succeeded, the tick does not run out of memory.
 *   - Agents never make an illegal move, even if the map is edited between ticks.
 *   - The same calls give the same moves on every machine, unless a time limit is used or memory
 *     runs out on one of them.
 *
 * With wend_algo_auto() routes are mostly a few percent longer than the optimum: the agent moves
 * before its search has finished, and the search is weighted. wend/finder.h and "jps" find optimal
 * paths.
 *
 * Threads: calls on one agent must not overlap. Agents that share a map, components or precomputed
 * data may run on different threads as long as nothing edits the map or updates the shared data.
 *
 * docs/agents.md explains how the calls work together. */
#ifndef WEND_AGENT_H
#define WEND_AGENT_H

#include <wend/precomputed.h>
#include <wend/algorithm.h>
#include <wend/budget.h>
#include <wend/domain.h>
#include <wend/explain.h>
#include <wend/map.h>
#include <wend/components.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An agent. */
typedef struct wend_agent wend_agent;

/* ---- Create and destroy ---------------------------------------------------------------------- */

/* On, off, or the algorithm's default. */
typedef enum wend_switch {
    WEND_DEFAULT = 0, /* the algorithm's default; "auto" chooses by the map */
    WEND_ON = 1,      /* on */
    WEND_OFF = 2      /* off */
} wend_switch;

/* How far an agent of the LSS-LRTA* family moves after a search. */
typedef enum wend_moves {
    WEND_MOVES_DEFAULT = 0, /* the algorithm's default, as in its paper */
    WEND_MOVES_ONE = 1,     /* one move per search */
    WEND_MOVES_ALL = 2      /* to the end of the path */
} wend_moves;

/* The maximum of wend_local_def.queue_size. */
#define WEND_QUEUE_MAX 4096u

/* Parameters of algorithms that run one long search over many ticks: "astar", "jps", "tba", "tbjps"
 * and all others except those that search locally (WEND_ACTS_LOCALLY). */
typedef struct wend_bounded_def {
    /* The share of a tick that is spent on expansions, in thousandths, 1 to 1000; the rest is spent
     * on tracing paths. 0 (default): 900.
     * Read by tba, tba-late, tbwa, tbgbfs, tbrwa, rtba, tbaa, tbjps, auto. */
    uint32_t expand_permille;
    /* Trace steps that cost as much as one expansion, 1 to 1000. 0 (default): 10.
     * Read by the algorithms that read expand_permille, and by astar, repeated-astar,
     * adaptive-astar, jps, prlrts. */
    uint32_t trace_per_expansion;
    /* Change to a new path only if the g of its end is at least the g of the end of the current
     * path. Default: off; "auto" turns it on for maps that are known.
     * Read by tba, tbwa, tbgbfs, rtba, tbaa, tbjps, auto. */
    wend_switch commit;
    /* While the route is known and the agent is off it, search for a shortcut to it on every tick
     * on which the agent steps back. Requires a domain with numbered states whose moves can be
     * reversed at the same cost. Default: off. Read by tba, tbwa, tbgbfs, rtba, tbaa. */
    wend_switch shortcut;
    /* Expand a state again when a cheaper path to it is found, as the printed pseudocode does.
     * Default: off. Read by tbwa, tbrwa, lss-lrtwa, wlss-lrta. */
    wend_switch reopen;
    /* Follow the paper literally, including where wend improves on it. Default: off.
     * docs/algorithms.md lists the effects.
     *
     *     all         searches generate every successor, without canonical ordering: an expansion
     *                 takes about three times as long
     *     tbgbfs      open states keep their parents
     *     rtba, tbaa  no move on a tick that finds the new path blocked
     *     lrta        looks ahead once from each neighbour
     *     prlrts      one abstract step per look-ahead; on some maps it never arrives
     *
     * Read by tba, tba-late, tbwa, tbgbfs, rtba, tbaa, rtaa, dartaa, lrta, prlrts. */
    wend_switch as_published;
    /* The seed of random choices, 1 to UINT64_MAX. 0 (default): 1. Read by tba-late. */
    uint64_t seed;
} wend_bounded_def;

/* Parameters of algorithms that search around the agent again and again (WEND_ACTS_LOCALLY). */
typedef struct wend_local_def {
    /* Moves per search. 0 (default): WEND_MOVES_ALL for rtaa, dartaa and lss-lrta, WEND_MOVES_ONE
     * for lss-lrtwa and wlss-lrta. Read by these five. */
    wend_moves moves;
    /* Moves of look-ahead, 1 to WEND_DEPTH_MAX. 0 (default): 10 for lrta, 5 for prlrts (moves
     * between regions). Read by lrta, prlrts. */
    uint32_t depth;
    /* Places in the queue of states that wait for an update, and the maximum number of updates per
     * move, 1 to WEND_QUEUE_MAX. 0 (default): 100. Read by plrta. */
    uint32_t queue_size;
    /* The level of the abstraction to plan on, 1 to WEND_LEVELS_MAX. 0 (default): 3. If the
     * abstraction has fewer levels, its highest level is used. Read by prlrts. */
    uint32_t level;
    /* The weight gamma of costs against the heuristic, in thousandths, 1 to 1000.
     * 0 (default): 1000. Read by prlrts. */
    uint32_t gamma_permille;
    /* The abstraction of `map` to plan on; must outlive the agent. Required by prlrts, read by no
     * other algorithm. */
    const wend_abstraction *abstraction;
    /* The complete table of subgoals of `map`; must outlive the agent. Required by dlrta, read by
     * no other algorithm. */
    const wend_subgoals *subgoals;
} wend_local_def;

/* Describes a new agent. Zero fields are defaults.
 *
 * Parameters that the algorithm does not read must be 0. Later versions add fields at the end only,
 * so that programs compiled with this header keep working. */
typedef struct wend_agent_def {
    const wend_map *map;       /* set this or `domain`, not both; must outlive the agent */
    const wend_domain *domain; /* any other domain; must outlive the agent */
    wend_state start;          /* the agent's first state; required unless packed. 0 is a state */
    wend_state goal;           /* where it goes; required unless packed. 0 is a state */
    wend_packed start_packed;  /* `start` on puzzles and callback domains; all 0 on other domains */
    wend_packed goal_packed;   /* `goal` on puzzles and callback domains; all 0 on other domains */
    /* The algorithm; required. wend_algo_auto() chooses by the map; others: wend/algorithm.h and
     * wend/research.h. */
    const wend_algo *algo;
    void *user; /* user pointer, returned by wend_agent_user; never dereferenced */
    /* The connected components of `map`; must outlive the agent. Any number of agents may share
     * them. NULL (default): the agent must search to prove that its goal is unreachable.
     *
     * With components an agent knows on its first tick whether the goal is reachable, and after
     * edits on the first tick after wend_components_update. */
    const wend_components *components;
    /* If the goal is blocked or unreachable, go to the nearest reachable cell (see
     * wend_components_nearest). Requires `components`. false (default): the agent stops and
     * reports WEND_AGENT_UNREACHABLE; creation and wend_agent_set_goal refuse a blocked goal. */
    bool nearest;
    /* The weight w of the heuristic, in thousandths, 1000 to 100000. 0 (default):
     *
     *     tbjps   1000. On the map of a belief whose cells all have the same cost, 1200 for
     *             searches that are likely to take several ticks
     *     auto    chosen by the map and `work` (wend_algo_auto_weight); on the map of a belief as
     *             for tbjps
     *     others  1000
     *
     * Read by tbwa, tbrwa, tbjps, lss-lrtwa, wlss-lrta, auto. */
    uint32_t weight_permille;
    /* The work of a tick, in units of work, at least WEND_WORK_EXPANSION. Creation reserves memory
     * for it, as wend_agent_reserve does, and "auto" chooses its weight by it. 0 (default): nothing
     * is reserved. */
    uint64_t work;
    /* The maximum number of bytes that the agent may hold. 0 (default): no limit. If creation or
     * a reservation needs more, it returns WEND_ERROR_MEMORY. If the next tick then lacks memory,
     * it reports WEND_AGENT_OUT_OF_MEMORY. */
    size_t memory_limit;
    wend_allocator allocator; /* all 0 (default): malloc; never called inside a tick */
    wend_local_def local;     /* parameters of algorithms that search locally */
    wend_bounded_def bounded; /* parameters of algorithms that run one long search */
} wend_agent_def;

/* Creates an agent from the first `size` bytes of a definition. For language bindings.
 *
 * A shorter definition, of an older header, is continued with zeros. In a longer one all bytes that
 * this version of the library does not know must be 0. Errors and cost: wend_agent_create. */
WEND_API wend_error wend_agent_create_sized(const wend_agent_def *def, size_t size,
                                            wend_agent **out, wend_diagnosis *diagnosis);

/* Creates an agent.
 *
 * On error *out is NULL and `diagnosis` (may be NULL) names the field, its value and the valid
 * range:
 *     WEND_ERROR_ARGUMENT       a field is missing, out of range, or contradicts another
 *     WEND_ERROR_ALGORITHM      `algo` is NULL
 *     WEND_ERROR_UNSUPPORTED    the algorithm does not read a parameter that is set, or does not
 *                               support the domain
 *     WEND_ERROR_OUTSIDE        `start` or `goal` does not exist
 *     WEND_ERROR_START_BLOCKED  `start` is blocked, or `start_packed` is not a state of the domain
 *     WEND_ERROR_GOAL_BLOCKED   the same for `goal` and `goal_packed`; with `nearest` the goal may
 *                               be blocked
 *     WEND_ERROR_BUDGET         `work` is out of range
 *     WEND_ERROR_STALE          the map was edited after the abstraction or table was made
 *     WEND_ERROR_MEMORY         out of memory, or memory_limit is too small
 *
 * Memory: 8 bytes per 1024 cells of the map, about 20 kB, and what `work` reserves. The function is
 * inline so that the library knows the size of the caller's definition. */
static inline wend_error wend_agent_create(const wend_agent_def *def, wend_agent **out,
                                           wend_diagnosis *diagnosis) {
    return wend_agent_create_sized(def, sizeof *def, out, diagnosis);
}

/* Returns the value of a parameter by its number, for tools that iterate over all parameters.
 * Precomputed data (WEND_PARAMETER_PRECOMPUTED): 1 if it is set, else 0. Unknown parameter or `def`
 * is NULL: 0. */
WEND_API uint64_t wend_agent_def_get(const wend_agent_def *def, wend_parameter parameter);

/* Sets a parameter by its number. Does nothing for precomputed data, for an unknown parameter, and
 * if `def` is NULL. Creation checks the range. */
WEND_API void wend_agent_def_set(wend_agent_def *def, wend_parameter parameter, uint64_t value);

/* Frees an agent. NULL is allowed. */
WEND_API void wend_agent_destroy(wend_agent *agent);

/* ---- Ticks ---------------------------------------------------------------------------------- */

/* The status of an agent after a tick. */
typedef enum wend_agent_status {
    /* It moved on this tick. After wend_agent_plan: a move is chosen. */
    WEND_AGENT_MOVING = 0,
    /* It stands still on this tick and continues by itself. Possible reasons:
     *
     *   - Its algorithm needs more ticks to plan the next move.
     *   - Its cell was blocked and the way out is not known yet.
     *   - With wend_agent_def.nearest: the components have pending edits, and the cell that they
     *     name is unreachable. Call wend_components_update. */
    WEND_AGENT_WAITING = 1,
    /* It is at the goal, or with wend_agent_def.nearest at the nearest reachable cell. The last
     * move may have been on this tick. */
    WEND_AGENT_ARRIVED = 2,
    /* The goal is unreachable, proved by the search or by wend_agent_def.components. The agent
     * stands still, and continues when an edit of the map may have opened a route: continue to call
     * wend_agent_reserve and wend_agent_tick. An agent under a building whose nearest free cell is
     * more than WEND_WAY_OUT_MAX steps away has this status, too. */
    WEND_AGENT_UNREACHABLE = 3,
    /* The tick needed more memory, and the last reservation has failed. The agent may still have
     * moved. It continues after a successful wend_agent_reserve. */
    WEND_AGENT_OUT_OF_MEMORY = 4,
    /* A route would cost more than WEND_COST_MAX. The agent continues when an edit of the map may
     * have opened a cheaper one. */
    WEND_AGENT_OVERFLOW = 5,
    /* The tick needed more memory, and wend_agent_reserve was not called for its work. Otherwise
     * as WEND_AGENT_OUT_OF_MEMORY. */
    WEND_AGENT_NOT_RESERVED = 6
} wend_agent_status;

/* Returns whether an agent with this status continues by itself: it moves or waits. */
static inline bool wend_agent_is_active(wend_agent_status status) {
    return status == WEND_AGENT_MOVING || status == WEND_AGENT_WAITING;
}

/* Returns a short text: "moving", "out of memory"; also for unknown values. Static, never NULL. */
WEND_API const char *wend_agent_status_text(wend_agent_status status);

/* Flags of a tick, with the same meaning for all algorithms. */
enum {
    /* The agent moved: wend_tick.state differs from the tick before. */
    WEND_TICK_MOVED = 1,
    /* A new plan is valid from this tick on: a path was traced, a search or repair of "dstar-lite"
     * finished, or the next move was planned by an algorithm that plans one move at a time
     * ("lrta", "plrta", "dlrta"). */
    WEND_TICK_REPLANNED = 2,
    /* The move was a step back in the search tree. */
    WEND_TICK_BACKTRACKED = 4,
    /* A trace is not finished and continues on the next tick. */
    WEND_TICK_PARTIAL = 8,
    /* The search has reached the goal: a complete route is known. Set on every tick as long as that
     * is so. Never set by algorithms that plan only the next moves ("lrta", "plrta", "prlrts",
     * "dlrta"). */
    WEND_TICK_FOUND = 16,
    /* A shortcut was found on this tick. */
    WEND_TICK_SHORTCUT = 32,
    /* The agent gave up its search or path and replans from where it is: an edit of the map has
     * invalidated them, the goal or position was changed, or ("tbrwa") it cannot step back. */
    WEND_TICK_RESTARTED = 64
};

/* What a tick has done. */
typedef struct wend_tick {
    wend_agent_status status; /* of the agent after the tick */
    wend_state state;         /* where the agent is after the tick */
    uint32_t flags;           /* WEND_TICK_ bits */
    /* States expanded; at most R = budget.work / WEND_WORK_EXPANSION, rounded down. */
    uint32_t expansions;
    /* Units of work of the search; at most budget.work. An expansion is WEND_WORK_EXPANSION units;
     * "jps" and "tbjps" count what they scan. */
    uint32_t work;
    /* Steps of tracing, and of starting a search for a shortcut; at most
     * R * wend_bounded_def.trace_per_expansion. */
    uint32_t trace_steps;
    /* Steps of learning: states queued, settled, or checked for dead ends; at most R.
     *
     * "lss-lrta", "klrta", "lss-lrtwa", "wlss-lrta" and "dartaa" learn everything that a search has
     * shown on the tick of that search: at most 2 + 2 * d * expansions steps, where d is the
     * maximum number of moves from a state (wend_map_def.neighbors on maps). If the agent's own
     * cell is blocked, at most 2 * d more: leaving it is not an expansion, but shows its
     * neighbours. */
    uint32_t learning;
    uint32_t updates; /* states whose h was raised */
    wend_cost cost;   /* cost of the move; 0: the agent did not move */
} wend_tick;

/* The maximum work of a tick, in units of work. Larger budgets are clamped. */
#define WEND_AGENT_WORK_MAX 2400000000u

/* Allocates what a tick with up to `work` units of work may need, whatever it touches.
 *
 * Call it before each tick: after edits of the map, observations of a belief, and changes of the
 * goal or position, which may make the tick start a new search. Does nothing if enough memory is
 * held, or if the agent is on its complete route and the map was not edited.
 *
 * work  at least WEND_WORK_EXPANSION; more than WEND_AGENT_WORK_MAX is clamped
 *
 * Errors:
 *     WEND_ERROR_ARGUMENT  `agent` is NULL
 *     WEND_ERROR_BUDGET    `work` is below WEND_WORK_EXPANSION
 *     WEND_ERROR_MEMORY    out of memory, or memory_limit reached. The plan is unchanged, and the
 *                          next tick uses what the call could allocate
 *
 * Memory: at most about 2 kB per expansion, that is per WEND_WORK_EXPANSION units of `work`; 5 kB
 * where h has a weight or cells have factors; 12 kB for "prlrts".
 *
 * Cost: O(1) if enough memory is held. Otherwise the call copies the search, which takes up to
 * 0.7 microseconds per kB: a search that grows to 1 MB has a few calls of 0.3 to 0.7 ms.
 *
 * To avoid these copies, reserve once for whole searches, at creation (wend_agent_def.work) or
 * while a level loads. After a reservation for N units of work, "jps", "tbjps" (also if chosen by
 * "auto") and "astar" copy nothing as long as the work granted to all ticks since the search began
 * and `work` add up to less than N. For "jps" and "tbjps" such a reservation takes up to 45 bytes
 * per expansion, and never more than a search of the whole map needs. New searches reuse the
 * memory. */
WEND_API wend_error wend_agent_reserve(wend_agent *agent, uint64_t work);

/* Frees everything but the remaining route. Returns the number of bytes freed.
 *
 * Copies the route to a smaller block; if that cannot be allocated, the route stays where it is.
 * Does nothing, and returns 0, unless the agent is on its complete route, and for algorithms that
 * keep what they learned or repair their plans ("dstar-lite", "tbaa", the LRTA* family). Call it
 * between frames, from WEND_TICK_FOUND on. Afterwards wend_agent_mark is WEND_MARK_NONE everywhere.
 *
 * A new goal makes the next tick start a new search, which needs a reservation. So does an edit of
 * the map that may concern the route:
 *
 *   - "jps" and "tbjps": of a cell that the route needs, or one that frees a cell in or next to the
 *     bounding box of everything that the search had scanned
 *   - others: one that makes a cell cheaper, or any in or next to the bounding box of the route
 *
 * Cost: O(bytes freed). */
WEND_API size_t wend_agent_release(wend_agent *agent);

/* Plans with at most `budget`, then moves.
 *
 * budget  work at least WEND_WORK_EXPANSION; more than WEND_AGENT_WORK_MAX is clamped. The work W
 *         grants R = W / WEND_WORK_EXPANSION expansions, rounded down; wend_agent_split (in
 *         wend/research.h) tells how R is divided
 * tick    what was done; not written on error
 *
 * Once the agent has arrived, or the goal is proved unreachable, further ticks report the same
 * until the map, the goal or the position changes.
 *
 * Errors; nothing is done then:
 *     WEND_ERROR_ARGUMENT  a pointer is NULL, or budget.nanoseconds is set without a clock
 *     WEND_ERROR_BUDGET    budget.work is below WEND_WORK_EXPANSION
 *     WEND_ERROR_STALE     the map was edited after the abstraction or table of the agent was made
 *
 * Not counted in the work:
 *   - tracing and learning, which have limits of their own (wend_tick)
 *   - reading edits of the map: up to WEND_WORK_EDIT units of work for each edit since the last
 *     tick, and at most as many edits as the map remembers (wend_map_def.edits)
 *   - with wend_agent_def.components, after edits and updates, and while the agent's cell is
 *     blocked: one wend_components_reach, and with `nearest` one wend_components_nearest
 *
 * With budget.nanoseconds the tick lasts about that long, and does at most budget.work:
 *   - The share `expand_permille` of the time goes to expansions, the rest to tracing. Algorithms
 *     that do not read `expand_permille` may expand until the end.
 *   - Expansions are cut into slices of a third of the remaining time, but about 200 ns at least,
 *     by the pace of this tick or the last one, whichever is slower. The clock is read after every
 *     slice, after at most 4 trace steps, and after every 8 expansions of "dstar-lite" and of
 *     "lrta", "plrta", "prlrts" and "dlrta".
 *   - The first trace of a search is not interrupted by the clock. It has at most as many steps as
 *     the tick has expansions.
 *   - As long as the pace is steady, a tick is late by at most one slice, or by one expansion if
 *     that takes longer. Learning of the LSS-LRTA* family is added to that.
 *   - If memory is slow, ticks of algorithms that trace paths end early, by up to a quarter of
 *     their time, so that few of them are late.
 *   - The moves depend on the speed of the machine. */
WEND_API wend_error wend_agent_tick(wend_agent *agent, wend_budget budget, wend_tick *tick);

/* Plans and chooses the next move, without making it. The first half of wend_agent_tick.
 *
 * For worlds that may refuse a move, for example because another agent stands there:
 *
 *     wend_agent_plan(agent, (wend_budget){.work = work}, &tick);
 *     wend_state next = wend_agent_next(agent);
 *     if (next != WEND_STATE_NONE && is_vacant(next)) {
 *         wend_agent_move(agent, &tick);
 *     }
 *
 * A move that is not made costs nothing: the next plan continues from the same state and chooses
 * again. A move may be chosen even if the status is WEND_AGENT_OUT_OF_MEMORY or
 * WEND_AGENT_NOT_RESERVED. Parameters, errors and limits: wend_agent_tick. */
WEND_API wend_error wend_agent_plan(wend_agent *agent, wend_budget budget, wend_tick *tick);

/* Makes the move that the last plan has chosen, once. The second half of wend_agent_tick.
 *
 * The agent stays, without WEND_TICK_MOVED, if no move is chosen, or if an edit of the map has made
 * it illegal since. `tick` gets the status, state, flags and cost of the move; the other fields are
 * 0. Errors: WEND_ERROR_ARGUMENT. O(1). */
WEND_API wend_error wend_agent_move(wend_agent *agent, wend_tick *tick);

/* ---- The path ahead -------------------------------------------------------------------------- */

/* Returns the agent's next state, WEND_STATE_NONE if it has no next step.
 *
 * After a plan it is the state of the chosen move; after a move, the next state on the agent's
 * path, if it is on one. Every plan may change it. WEND_STATE_NONE if `agent` is NULL. O(1) after a
 * plan, otherwise O(log of the path's length).
 *
 * This call, wend_agent_path and wend_agent_waypoints return what the last plan knew: an edit of
 * the map changes them with the next plan. Until then wend_agent_move makes the move only if it is
 * still legal. "tbjps" and "jps" keep following their old path while they plan a new one; it may
 * lead to cells that are blocked by now, in front of which they turn. "dstar-lite", and "tbjps"
 * where there are knight's moves, read the current map, so that an edit shows at once. */
WEND_API wend_state wend_agent_next(const wend_agent *agent);

/* Writes the states ahead of the agent that are planned, nearest first, without its own state.
 *
 * states    room for `capacity` states; NULL is allowed if `capacity` is 0
 * complete  set to true if the last state written is the goal, or if the agent is there; NULL is
 *           allowed
 *
 * Returns the number of states written; 0 before the first tick, for an agent that is off its path,
 * and for one that plans one move at a time. The path may change on any tick. O(states written). */
WEND_API uint32_t wend_agent_path(const wend_agent *agent, wend_state *states, uint32_t capacity,
                                  bool *complete);

/* Writes the waypoints ahead of the agent: the cells where its path turns, and the end of the path.
 *
 * Between waypoints the path is straight. On domains other than maps: as wend_agent_path.
 * Parameters and result: wend_agent_path. "tbjps" and "jps": O(waypoints written), others: O(states
 * up to the last waypoint). */
WEND_API uint32_t wend_agent_waypoints(const wend_agent *agent, wend_state *states,
                                       uint32_t capacity, bool *complete);

/* Returns the farthest state on the agent's path that is in line of sight (wend_route_sees).
 *
 * distance  moves to look ahead, 1 to WEND_AHEAD_MAX; more is clamped
 *
 * A body that moves freely can head for it in a straight line. On a map with factors, where the
 * straight line may not be the cheapest, the call looks only as far as the next turn of the path.
 * Returns wend_agent_next on other domains, and if none of the states is in sight.
 *
 * Tests 2 * `distance` cells if the farthest state is in sight, in the worst case about the square
 * of `distance`; about 2 ns per cell. */
WEND_API wend_state wend_agent_ahead(const wend_agent *agent, uint32_t distance);

/* ---- Reading an agent ------------------------------------------------------------------------ */

/* Counters of an agent since its creation: sums of the fields and flags of wend_tick. They mean the
 * same for all algorithms. */
typedef struct wend_agent_info {
    uint64_t ticks;       /* ticks on which the agent was active; those after it has arrived, or
                           * while its goal is unreachable, are not counted */
    uint64_t moves;       /* ticks with WEND_TICK_MOVED */
    uint64_t expansions;  /* states expanded */
    uint64_t work;        /* units of work of the search */
    uint64_t trace_steps; /* steps of tracing */
    uint64_t backtracks;  /* ticks with WEND_TICK_BACKTRACKED */
    uint64_t replans;     /* ticks with WEND_TICK_REPLANNED */
    uint64_t restarts;    /* ticks with WEND_TICK_RESTARTED */
    uint64_t updates;     /* h-values raised */
    uint64_t cost;        /* cost of all moves, in wend_cost */
    uint64_t found_tick;  /* number of the first tick with WEND_TICK_FOUND, from 1; 0: none yet */
    uint32_t max_expansions_per_tick; /* maximum number of expansions in one tick */
    uint32_t max_work_per_tick;       /* maximum number of units of work in one tick */
    uint64_t touched;                 /* different states that the searches have generated */
    size_t bytes_used;                /* bytes of nodes, open lists and paths in use */
    size_t bytes_allocated;           /* bytes held, spare memory included */
} wend_agent_info;

/* Returns the agent's counters. All 0 if `agent` is NULL. */
WEND_API wend_agent_info wend_agent_stats(const wend_agent *agent);

/* Returns the bytes that the agent holds, spare memory included. O(1). */
WEND_API size_t wend_agent_memory(const wend_agent *agent);

/* Returns the agent's current state. */
WEND_API wend_state wend_agent_state(const wend_agent *agent);

/* Returns the state that the agent goes to. With wend_agent_def.nearest this may be another state
 * than the one that was set: see wend_agent_goal_given. */
WEND_API wend_state wend_agent_goal(const wend_agent *agent);

/* Returns the goal as it was set.
 *
 * With wend_agent_def.nearest an agent whose goal is unreachable goes to another state, which
 * wend_agent_goal returns. Every tick after an edit of the map or wend_components_update may change
 * that in either direction; the agent then continues, even if it had arrived. */
WEND_API wend_state wend_agent_goal_given(const wend_agent *agent);

/* Returns why the agent stands or turns, as of its last plan and move.
 *
 * wend_explain_text writes it as a sentence. All 0 if `agent` is NULL. O(1). */
WEND_API wend_explanation wend_agent_explain(const wend_agent *agent);

/* Returns the user pointer: wend_agent_def.user, or the one that was set last. */
WEND_API void *wend_agent_user(const wend_agent *agent);

/* Sets the user pointer. */
WEND_API void wend_agent_set_user(wend_agent *agent, void *user);

/* Returns the agent's algorithm: that of its definition, or the one that "auto" has chosen. */
WEND_API const wend_algo *wend_agent_algo(const wend_agent *agent);

/* Returns the packed form of a state of a puzzle or callback domain. All 0 if the agent has not
 * met the state, and on other domains. */
WEND_API wend_packed wend_agent_packed(const wend_agent *agent, wend_state state);

/* ---- New goals and positions ----------------------------------------------------------------- */

/* Sets another goal, at any time.
 *
 * If the current search has already reached the new goal, its route is used. Otherwise a new search
 * starts where the agent is. What was learned about the old goal is discarded.
 *
 * Never allocates; reserve before the next tick. With "tbjps" (mostly also with "auto") the call is
 * cheap enough to chase a target on every tick. As long as the new goal is nearer to the old goal
 * than to the agent, the agent continues its search or its route, and plans the rest later.
 *
 * Errors; the goal is unchanged then:
 *     WEND_ERROR_ARGUMENT      `agent` is NULL
 *     WEND_ERROR_OUTSIDE       the state does not exist
 *     WEND_ERROR_GOAL_BLOCKED  the state is blocked, and wend_agent_def.nearest is false
 *     WEND_ERROR_UNSUPPORTED   the domain is a racetrack, or does not number its states */
WEND_API wend_error wend_agent_set_goal(wend_agent *agent, wend_state goal);

/* Teleports the agent. It keeps what it has learned. Never allocates; reserve before the next tick.
 *
 * Errors; the agent stays where it is then:
 *     WEND_ERROR_ARGUMENT       `agent` is NULL
 *     WEND_ERROR_OUTSIDE        the state does not exist
 *     WEND_ERROR_START_BLOCKED  the state is blocked
 *     WEND_ERROR_UNSUPPORTED    the domain is a racetrack, or does not number its states */
WEND_API wend_error wend_agent_teleport(wend_agent *agent, wend_state state);

#ifdef __cplusplus
}
#endif

#endif
