/* wend/agent.h - an agent plans a bounded amount on every tick and moves on every tick.
 *
 *     wend_agent_def def = {.map = map, .start = ..., .goal = ..., .algo = wend_algo_auto()};
 *     wend_agent_create(&def, &agent, &diagnosis);
 *     do {
 *         wend_agent_reserve(agent, R);     // between frames: may allocate
 *         wend_agent_tick(agent, R, &tick); // inside the frame: never allocates
 *     } while (tick.status <= WEND_AGENT_WAITING);
 */
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

typedef struct wend_agent wend_agent;

/* ---- Making an agent ------------------------------------------------------------------------ */

/* A switch that need not be off by default. */
typedef enum wend_switch {
    WEND_DEFAULT = 0, /* what the algorithm's paper says; "auto" goes by the map */
    WEND_ON = 1,
    WEND_OFF = 2
} wend_switch;

/* How far an agent of the LSS-LRTA* family moves after a search. */
typedef enum wend_moves {
    WEND_MOVES_DEFAULT = 0, /* what the algorithm's paper says */
    WEND_MOVES_ONE = 1,     /* one move per search */
    WEND_MOVES_ALL = 2      /* to the end of the path */
} wend_moves;

#define WEND_QUEUE_MAX 4096u /* places in a queue of updates */

/* Parameters of one long search that goes on over ticks: "astar", "jps", "tba", "tbjps" and all
 * others but those that act locally. */
typedef struct wend_bounded_def {
    /* tba, tba-late, tbwa, tbgbfs, tbrwa, rtba, tbaa, tbjps, auto: the share of a tick that goes to
     * expansions, in thousandths, 1 to 1000; the rest goes to tracing paths. 0 for 900. */
    uint32_t expand_permille;
    /* The same, astar, repeated-astar, adaptive-astar, jps, and prlrts: steps of tracing that cost
     * as much as an expansion, 1 to 1000. 0 for 10. */
    uint32_t trace_per_expansion;
    /* tba, tbwa, tbgbfs, rtba, tbaa, tbjps, auto: change to a new path only if its end has at least
     * the g of the end of the path being followed. By default off; "auto" turns it on for a map
     * that is known. */
    wend_switch commit;
    /* tba, tbwa, tbgbfs, rtba, tbaa: once the route is known and the agent is off it, search for a
     * shortcut to it on every tick on which it steps back. By default off. */
    wend_switch shortcut;
    /* tbwa, tbrwa, lss-lrtwa, wlss-lrta: expand a state again when a cheaper way to it is found, as
     * the printed pseudo-code does. By default off. */
    wend_switch reopen;
    /* tba, tba-late, tbwa, tbgbfs, rtba, tbaa, rtaa, dartaa, lrta, prlrts: do what the paper prints
     * where wend does otherwise by default. All: searches generate every successor, without
     * canonical ordering (about three times as long per expansion). tbgbfs: open states keep their
     * parents. rtba, tbaa: no move in a tick that finds its new path cut. lrta: looks ahead once
     * from each neighbour. prlrts: one abstract step per look-ahead; on some maps it never arrives.
     * By default off; docs/algorithms.md says what it changes. */
    wend_switch as_published;
    /* tba-late: of its random choices, 1 to UINT64_MAX. 0 for 1. */
    uint64_t seed;
} wend_bounded_def;

/* Parameters of agents that search round themselves again and again (WEND_ACTS_LOCALLY). */
typedef struct wend_local_def {
    /* rtaa, dartaa, lss-lrta, lss-lrtwa, wlss-lrta. By default ALL for the first three, ONE for the
     * others. */
    wend_moves moves;
    /* lrta, prlrts: how many moves the agent looks ahead, 1 to WEND_DEPTH_MAX. 0 for 10 (lrta) or 5
     * (prlrts: moves between regions). */
    uint32_t depth;
    /* plrta: places in the queue of states that wait for an update, and the most updates per move,
     * 1 to WEND_QUEUE_MAX. 0 for 100. */
    uint32_t queue_size;
    /* prlrts: the level of the abstraction that it plans on, 1 to WEND_LEVELS_MAX; a level that the
     * abstraction does not have stands for its highest. 0 for 3. */
    uint32_t level;
    /* prlrts: the weight gamma of costs against the heuristic, in thousandths, 1 to 1000. 0 for
     * 1000. */
    uint32_t gamma_permille;
    /* prlrts: the abstraction of `map` that it plans on; required. Must outlive the agent. */
    const wend_abstraction *abstraction;
    /* dlrta: the complete table of subgoals for `map`; required. Must outlive the agent. */
    const wend_subgoals *subgoals;
} wend_local_def;

/* What an agent is made from. All zeros but for the required fields is a valid definition: 0 is the
 * default everywhere. Parameters that the algorithm does not read must be 0. Fields that later
 * versions add come at the end, so that a program compiled with this header goes on working. */
typedef struct wend_agent_def {
    /* Required: a grid, or any other domain; one of the two. Must outlive the agent. */
    const wend_map *map;
    const wend_domain *domain;
    /* Required for domains that number their states. 0 is a state like any other. */
    wend_state start;
    wend_state goal;
    /* Required for puzzles and callback domains; all 0 on those that number their states. */
    wend_packed start_packed;
    wend_packed goal_packed;
    /* Required: wend_algo_auto(), which chooses by the map, or another of wend/algorithm.h. */
    const wend_algo *algo;
    /* The caller's, handed back by wend_agent_user; never followed. */
    void *user;
    /* The connected components of `map`, or null (default). With them an agent knows on its first
     * tick that there is no way to its goal, and after edits on the first tick after
     * wend_components_update; without, it must search for the proof. Any number of agents may share
     * them. Must outlive the agent. */
    const wend_components *components;
    /* With `components`: an agent whose goal is blocked or in another part of the map goes to the
     * nearest cell that it can reach instead, by the rule of wend_components_nearest. Default
     * false. */
    bool nearest;
    /* tbwa, tbrwa, tbjps, lss-lrtwa, wlss-lrta, auto: the weight w of the heuristic in thousandths,
     * 1000 to 100000. 0 for 1000; "tbjps" on the map of a belief, which is found out on the way,
     * if all cells cost the same: 1000, and 1200 for searches that are likely to take several
     * ticks; "auto" goes by the map and `budget`, on the map of a belief as "tbjps". */
    uint32_t weight_permille;
    /* Units of work of a tick. Creation reserves memory for them, as wend_agent_reserve does, and
     * "auto" chooses its weight by them (wend_algo_auto_weight). 0: nothing is reserved; otherwise
     * at least WEND_WORK_EXPANSION. */
    uint64_t work;
    /* Most bytes that the agent may hold, 0 for no limit. Reaching it is the tick status
     * WEND_AGENT_OUT_OF_MEMORY, or WEND_ERROR_MEMORY from wend_agent_create and _reserve. */
    size_t memory_limit;
    wend_allocator allocator; /* all 0 for malloc; not called inside a tick */
    wend_local_def local;
    wend_bounded_def bounded;
} wend_agent_def;

/* wend_agent_create from the first `size` bytes of a definition: what a shorter one, of an older
 * header, does not have is 0; one that is longer than the library's must be 0 there. For bindings.
 */
WEND_API wend_error wend_agent_create_sized(const wend_agent_def *def, size_t size,
                                            wend_agent **out, wend_diagnosis *diagnosis);

/* Makes an agent. Costs 8 bytes per 1024 cells of the map, some 20 kB, and what `budget` asks for.
 * If it fails, *out is null and `diagnosis` (may be null) names the field:
 *     WEND_ERROR_ARGUMENT       a field is missing, out of range, or contradicts another
 *     WEND_ERROR_ALGORITHM      `algo` is missing
 *     WEND_ERROR_UNSUPPORTED    the algorithm does not read a parameter that is set, or needs
 *                               another domain
 *     WEND_ERROR_OUTSIDE, _START_BLOCKED, _GOAL_BLOCKED (not with `nearest`)
 *     WEND_ERROR_BUDGET         `budget` is out of range
 *     WEND_ERROR_STALE          the map was edited after the abstraction or table was made
 *     WEND_ERROR_MEMORY
 * Inline, so that the library knows with which header the caller was compiled. */
static inline wend_error wend_agent_create(const wend_agent_def *def, wend_agent **out,
                                           wend_diagnosis *diagnosis) {
    return wend_agent_create_sized(def, sizeof *def, out, diagnosis);
}

/* A parameter by its number, for tools that know them from wend/algorithm.h alone. Of an aid: 1 if
 * it is set; it cannot be set this way. */
WEND_API uint64_t wend_agent_def_get(const wend_agent_def *def, wend_parameter parameter);
WEND_API void wend_agent_def_set(wend_agent_def *def, wend_parameter parameter, uint64_t value);

/* Null is allowed. */
WEND_API void wend_agent_destroy(wend_agent *agent);

/* ---- Ticks ---------------------------------------------------------------------------------- */

typedef enum wend_agent_status {
    WEND_AGENT_MOVING = 0, /* under way; it moved on this tick */
    WEND_AGENT_WAITING =
        1,                  /* under way; it stands still because its algorithm plans first, or its
                             * cell was blocked and the way out is not known yet. From under a building,
                             * where no move leads to a free cell, it walks out without planning:
                             * WEND_WAY_OUT_MAX. With `nearest` also while the components have pending edits
                             * and the cell that they name is out of reach: call wend_components_update */
    WEND_AGENT_ARRIVED = 2, /* at the goal (the last move may have been on this tick) */
    WEND_AGENT_UNREACHABLE =
        3, /* proved, by the search or by wend_agent_def.components: no route from where it
            * is to the goal; goes on when an edit of the map may have opened one */
    WEND_AGENT_OUT_OF_MEMORY = 4, /* the tick needed more memory than there was, and the last
                                   * reservation has failed; it may still have moved. Goes on after
                                   * a successful wend_agent_reserve */
    WEND_AGENT_OVERFLOW = 5, /* a route would cost more than WEND_COST_MAX; goes on when an edit of
                              * the map may have opened a cheaper one */
    WEND_AGENT_NOT_RESERVED = 6 /* as WEND_AGENT_OUT_OF_MEMORY, but nothing has failed:
                                 * wend_agent_reserve was not called for a tick of this budget */
} wend_agent_status;

/* Whether an agent with this status goes on by itself: it moves or waits. */
static inline bool wend_agent_is_active(wend_agent_status status) {
    return status == WEND_AGENT_MOVING || status == WEND_AGENT_WAITING;
}

/* Flags of a tick. They mean the same for all algorithms. */
enum {
    WEND_TICK_MOVED = 1,       /* `state` is not that of the tick before */
    WEND_TICK_REPLANNED = 2,   /* a new plan holds from this tick on: a path that was traced, a
                                * search or repair of "dstar-lite" that came to its end, or the one
                                * move of those that plan no more ("lrta", "plrta", "dlrta") */
    WEND_TICK_BACKTRACKED = 4, /* the move was a step back in the search tree */
    WEND_TICK_PARTIAL = 8,     /* a trace is under way and goes on in the next tick */
    WEND_TICK_FOUND = 16,      /* the search has reached the goal: a complete route is known. Never
                                * said by those that know no more than the next moves ("lrta",
                                * "plrta", "prlrts", "dlrta") */
    WEND_TICK_SHORTCUT = 32,   /* a shortcut was found on this tick */
    WEND_TICK_RESTARTED = 64   /* the agent gave up the search or the path that it had, and plans
                                * anew from where it is: an edit of the map made it useless, there
                                * is another goal or position, or ("tbrwa") no way leads back */
};

typedef struct wend_tick {
    wend_agent_status status;
    wend_state state;     /* where the agent is after the tick */
    uint32_t flags;       /* WEND_TICK_ bits */
    uint32_t expansions;  /* states expanded; never more than the budget */
    uint32_t work;        /* of work: an expansion is one, or several (wend/research.h); never more
                           * than the budget buys */
    uint32_t trace_steps; /* steps of tracing (and of seeding a shortcut search); never more than
                           * the budget times bounded.trace_per_expansion */
    uint32_t learning;    /* units of learning: states filed, settled or looked at for dead ends.
                           * Never more than the budget. "lss-lrta", "klrta", "lss-lrtwa",
                           * "wlss-lrta" and "dartaa" learn all that a search has shown in the tick
                           * of that search: at most 2 + 2 * d * expansions, where d is the most
                           * moves that a state has (`neighbors` of a map). If the agent's own cell
                           * is blocked, at most 2 * d more: leaving it is not an expansion, but
                           * shows its neighbours */
    uint32_t updates;     /* states whose h was raised */
    wend_cost cost;       /* of the move, 0 if there was none */
} wend_tick;

/* The most units of work of a tick; more is clamped. */
#define WEND_AGENT_WORK_MAX 2400000000u

/* Makes sure that a tick with a budget of up to `budget` cannot run out of memory, whatever it
 * touches. May allocate; call it between frames, and after edits of the map and what was sensed,
 * because they may make the coming tick begin a new search. Does nothing if enough is there. The
 * worst case it provides for is about 2 kB per unit of budget (5 kB where h has a weight or cells
 * cost; prlrts: 12 kB). WEND_ERROR_MEMORY leaves the agent as it was; the next tick uses what there
 * is.
 *
 * O(1) if enough is there. Otherwise the call copies what the search holds, which takes up to 0.7
 * microseconds per kB: a search that holds 1 MB has had a few calls of 0.3 to 0.7 ms. To avoid
 * them, reserve once for whole searches, at creation (wend_agent_def.budget) or while a level
 * loads. After a reservation for N, "jps", "tbjps" (also where "auto" stands for it) and "astar"
 * copy nothing as long as the budgets of all ticks since the search began, and `budget`, add up to
 * less than N. With "jps" and "tbjps" that takes up to 45 bytes per unit of N, and never more than
 * a search of the whole map needs. New searches use the same memory. */
WEND_API wend_error wend_agent_reserve(wend_agent *agent, uint64_t work);

/* Gives back the memory that an agent does not need any more that knows its route and is on it: all
 * but the rest of the route. Returns how many bytes; 0 if it has given back already, is not on its
 * route yet, keeps what it learned or repairs its plans ("dstar-lite", "tbaa", the LRTA* family),
 * or is null. Call it between frames, from WEND_TICK_FOUND on. Nothing is marked afterwards. An
 * edit of the map that may concern the route (for "jps" and "tbjps": a cell that the route needs,
 * or one that is freed in or beside the box round all that the search had scanned; for the others:
 * any that makes a cell cheaper, and any in or beside the box round the route) makes the next tick
 * start a new search, as does a new goal; both need a reservation. O(what is given back). */
WEND_API size_t wend_agent_release(wend_agent *agent);

/* One tick with the resource R = `budget` (1 to WEND_EXPANSIONS_MAX): plans, then moves. The budget
 * bounds all work of a tick, whatever the size of the map, except for reading edits: each edit
 * since the last tick takes up to WEND_WORK_EDIT units of work that `tick` does not count. The
 * agent reads at most as many edits as the map remembers. Once the agent has arrived or the goal is
 * proved unreachable, further ticks answer the same. WEND_ERROR_STALE if the map was edited after
 * the abstraction or the table that the agent uses was made: nothing is done then. */
WEND_API wend_error wend_agent_tick(wend_agent *agent, wend_budget budget, wend_tick *tick);

/* The two halves of a tick, for worlds that may refuse a move (somebody stands there):
 *
 *     wend_agent_plan(agent, R, &tick);
 *     wend_state next = wend_agent_next(agent);
 *     if (next != WEND_STATE_NONE && is_vacant(next)) {
 *         wend_agent_move(agent, &tick);
 *     }
 *
 * wend_agent_plan plans and chooses the next move, if there is one; after
 * WEND_AGENT_OUT_OF_MEMORY and WEND_AGENT_NOT_RESERVED there may be one, too. A move that is not
 * made costs nothing: the next plan goes on from there, and chooses again.
 *
 * wend_agent_move makes the move that the last plan has chosen, once; without one, or if an edit of
 * the map has made it impossible since, the agent stays, without WEND_TICK_MOVED. O(1). Fills in
 * `tick` as a tick without planning would: status, state, flags and cost. */
WEND_API wend_error wend_agent_plan(wend_agent *agent, wend_budget budget, wend_tick *tick);
WEND_API wend_error wend_agent_move(wend_agent *agent, wend_tick *tick);

/* ---- What an agent means to do --------------------------------------------------------------- */

/* The state that the agent would step to: what the last plan has chosen; after a move the next one
 * on its path, if it is on one. WEND_STATE_NONE if it has nothing to step to, or agent is null. It
 * may change with every plan. O(1) after a plan, else O(log of the path).
 *
 * This and the two below say what the last plan knew: an edit of the map changes them with the next
 * plan, and until then wend_agent_move makes the move only if it is still possible. "tbjps" and
 * "jps" go on along the path that they had while they plan a new one: that may lead to cells that
 * are blocked by now, where they turn. Two read the map as it is, so that an edit shows at once:
 * "dstar-lite", and "tbjps" where there are knight's moves. */
WEND_API wend_state wend_agent_next(const wend_agent *agent);

/* The states that the agent means to pass, the nearest first, as far as they are planned: it may
 * change its mind on any tick. Writes at most `capacity` of them, and returns how many; none for an
 * agent that is off its path or plans one move at a time. `complete` (may be null): whether the
 * last one written is the goal (or the agent is there). O(what it writes). */
WEND_API uint32_t wend_agent_path(const wend_agent *agent, wend_state *states, uint32_t capacity,
                                  bool *complete);

/* The same, but of a map only the cells where the path turns, and its end: between them it is
 * straight. Other domains: as wend_agent_path. "tbjps" and "jps": O(what it writes), the others
 * O(the states that lie between). */
WEND_API uint32_t wend_agent_waypoints(const wend_agent *agent, wend_state *states,
                                       uint32_t capacity, bool *complete);

/* The farthest state of the agent's path that it sees from where it is (wend_route_sees), of the
 * next `distance` moves, 1 to WEND_AHEAD_MAX (more are taken as that): what a body that moves
 * freely may head for in a straight line. On a map with factors, where straight need not be
 * cheapest, only up to where the path turns; on other domains, and if it sees none of them,
 * wend_agent_next. Tests 2 * `distance` cells if it sees the farthest, in the worst case at
 * their square; some 2 ns each. */
WEND_API wend_state wend_agent_ahead(const wend_agent *agent, uint32_t distance);

/* ---- Looking at an agent -------------------------------------------------------------------- */

/* Sums over all ticks so far, of the fields and flags of wend_tick. They mean the same for all
 * algorithms. */
typedef struct wend_agent_info {
    uint64_t ticks;       /* on which it was under way: those of an agent that has arrived, or says
                           * that it cannot, are not counted */
    uint64_t moves;       /* ticks with WEND_TICK_MOVED */
    uint64_t expansions;  /* states expanded */
    uint64_t work;        /* of work */
    uint64_t trace_steps; /* steps of tracing */
    uint64_t backtracks;  /* ticks with WEND_TICK_BACKTRACKED */
    uint64_t replans;     /* ticks with WEND_TICK_REPLANNED */
    uint64_t restarts;    /* ticks with WEND_TICK_RESTARTED */
    uint64_t updates;     /* h-values raised */
    uint64_t cost;        /* of all moves, in units of wend_cost */
    uint64_t found_tick;  /* the first tick with WEND_TICK_FOUND, from 1; 0 if there was none */
    uint32_t max_expansions_per_tick; /* the most expansions of one tick */
    uint32_t max_work_per_tick;       /* the most units of one tick */
    uint64_t touched;                 /* different states that the searches have generated */
    size_t bytes_used;                /* of nodes, open lists and paths in use */
    size_t bytes_allocated;           /* of all that the agent holds, spare memory included */
} wend_agent_info;

WEND_API wend_agent_info wend_agent_stats(const wend_agent *agent);

/* Returns the bytes that the agent holds, spare memory included. O(1). */
WEND_API size_t wend_agent_memory(const wend_agent *agent);

/* Where it is, and where it wants to go. */
WEND_API wend_state wend_agent_state(const wend_agent *agent);
WEND_API wend_state wend_agent_goal(const wend_agent *agent);

/* The goal as it was given. With wend_agent_def.nearest an agent that cannot get there goes
 * somewhere else, and wend_agent_goal is another state. That may change, in either direction, with
 * every tick that follows an edit of the map or wend_components_update; the agent goes on, even if
 * it had arrived. */
WEND_API wend_state wend_agent_goal_given(const wend_agent *agent);

/* Why it stands or turns, as of its last plan and move; wend_explain_text makes a sentence of it.
 * O(1). Of an agent that is null: all zeros. */
WEND_API wend_explanation wend_agent_explain(const wend_agent *agent);

/* The caller's pointer: that of the definition, or the one that was set last. */
WEND_API void *wend_agent_user(const wend_agent *agent);
WEND_API void wend_agent_set_user(wend_agent *agent, void *user);

/* What the agent does: that of its definition, or what "auto" has come to. */
WEND_API const wend_algo *wend_agent_algo(const wend_agent *agent);

/* What a state of a puzzle or callback domain stands for; all zero for a state that the agent has
 * not met, or of another domain. */
WEND_API wend_packed wend_agent_packed(const wend_agent *agent, wend_state state);

/* ---- Sending an agent elsewhere -------------------------------------------------------------- */

/* Another goal, also while the agent is under way or after it has arrived. A search that has been
 * there already knows the route; else a new one starts where the agent is. Cheap enough for every
 * tick, to chase a target, with "tbjps": as long as the goal is nearer to where it was than to the
 * agent, it goes on with its search or along its route, and plans the rest from a cell ahead. What
 * was learned of the old goal is forgotten. WEND_ERROR_OUTSIDE, _GOAL_BLOCKED (not with `nearest`);
 * _UNSUPPORTED on racetracks and on domains that do not number their states. */
WEND_API wend_error wend_agent_set_goal(wend_agent *agent, wend_state goal);

/* Puts the agent elsewhere, with all that it has learned. Errors as above, _START_BLOCKED. */
WEND_API wend_error wend_agent_teleport(wend_agent *agent, wend_state state);

#ifdef __cplusplus
}
#endif

#endif
