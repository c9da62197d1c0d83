/* wend/research.h - for comparisons with papers: more algorithms, domains, file formats and map
 * generators, and budgets in expansions.
 *
 *     wend_agent_def def = {.map = map, .start = start, .goal = goal,
 *                           .algo = wend_algo_lss_lrta()};
 *     wend_agent *agent;
 *     wend_agent_create(&def, &agent, NULL);
 *
 *     wend_tick tick;
 *     do {
 *         wend_agent_reserve_expansions(agent, 100);
 *         wend_agent_tick_expansions(agent, 100, &tick); // R = 100
 *     } while (wend_agent_is_active(tick.status));
 *
 * Part of the library. The amalgamation includes it if WEND_RESEARCH is defined. Introduction:
 * docs/researchers.md.
 *
 * Threads: as in wend/agent.h. */
#ifndef WEND_RESEARCH_H
#define WEND_RESEARCH_H

#include <wend/research/abstraction.h>
#include <wend/agent.h>
#include <wend/algorithm.h>
#include <wend/research/dimacs.h>
#include <wend/research/gen.h>
#include <wend/movingai.h>
#include <wend/research/puzzle.h>
#include <wend/research/racetrack.h>
#include <wend/research/subgoals.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Algorithms ------------------------------------------------------------------------------ */

/* Returns "dstar-lite", D* Lite: repairs its plan when the map changes. */
WEND_API const wend_algo *wend_algo_dstar_lite(void);

/* Returns "rtaa", RTAA*: searches around the agent, raises h to f(best) - g, follows the path. */
WEND_API const wend_algo *wend_algo_rtaa(void);

/* Returns "dartaa", daRTAA*: RTAA* that heads for where h was raised least. */
WEND_API const wend_algo *wend_algo_dartaa(void);

/* Returns "lss-lrta", LSS-LRTA*: searches around the agent, learns, follows the path found. */
WEND_API const wend_algo *wend_algo_lss_lrta(void);

/* Returns "klrta", Koenig's LRTA*: LSS-LRTA* with one move per search. */
WEND_API const wend_algo *wend_algo_klrta(void);

/* Returns "lss-lrtwa", LSS-LRTWA*: the search ranks by g + w h, one move per search. */
WEND_API const wend_algo *wend_algo_lss_lrtwa(void);

/* Returns "wlss-lrta", wLSS-LRTA*: learns with w times the costs, one move per search. */
WEND_API const wend_algo *wend_algo_wlss_lrta(void);

/* Returns "lrta", LRTA*: looks d moves ahead, learns one value, moves once. */
WEND_API const wend_algo *wend_algo_lrta(void);

/* Returns "plrta", P-LRTA*: looks one move ahead, spreads what it learns through a queue. */
WEND_API const wend_algo *wend_algo_plrta(void);

/* Returns "prlrts", PR LRTS: plans over regions, refines each step by A* in its corridor. Requires
 * wend_local_def.abstraction. */
WEND_API const wend_algo *wend_algo_prlrts(void);

/* Returns "dlrta", D LRTA*: LRTA* from subgoal to subgoal of a precomputed table. Requires
 * wend_local_def.subgoals. */
WEND_API const wend_algo *wend_algo_dlrta(void);

/* ---- Budgets in expansions ------------------------------------------------------------------- */

/* The maximum number of expansions in one tick. */
#define WEND_EXPANSIONS_MAX 100000000u

/* Calls wend_agent_reserve with R * WEND_WORK_EXPANSION units of work.
 *
 * expansions  the papers' resource R, 1 to WEND_EXPANSIONS_MAX
 *
 * Errors: WEND_ERROR_BUDGET if R is out of range, else those of wend_agent_reserve. */
WEND_API wend_error wend_agent_reserve_expansions(wend_agent *agent, uint32_t expansions);

/* Calls wend_agent_plan with R * WEND_WORK_EXPANSION units of work.
 *
 * expansions  the papers' resource R, 1 to WEND_EXPANSIONS_MAX
 *
 * Errors: WEND_ERROR_BUDGET if R is out of range, else those of wend_agent_plan. */
WEND_API wend_error wend_agent_plan_expansions(wend_agent *agent, uint32_t expansions,
                                               wend_tick *tick);

/* Calls wend_agent_tick with R * WEND_WORK_EXPANSION units of work.
 *
 * expansions  the papers' resource R, 1 to WEND_EXPANSIONS_MAX
 *
 * Errors: WEND_ERROR_BUDGET if R is out of range, else those of wend_agent_tick. */
WEND_API wend_error wend_agent_tick_expansions(wend_agent *agent, uint32_t expansions,
                                               wend_tick *tick);

/* Writes how a tick divides its budget, before the route is found.
 *
 * expansions  the resource R of the tick
 * n_e         receives N_E, the maximum number of expansions
 * n_t         receives N_T, the maximum number of trace steps
 *
 * Algorithms that act at once or shuttle (WEND_ACTS_AT_ONCE, WEND_ACTS_SHUTTLES) divide R by
 * r = `expand_permille` / 1000 and c = `trace_per_expansion`:
 *
 *     N_E = R * r, rounded down, at least 1
 *     N_T = (R - N_E) * c; if N_E = R: R * c
 *
 * The others spend all of R on expansions: N_E = R, N_T = R * c. Once the route is found,
 * N_T = R * c for all algorithms.
 *
 * Limits of a tick:
 *   - at most N_E expansions, for at most N_E * WEND_WORK_EXPANSION units of work
 *   - at most N_T trace steps
 *   - at most N_E steps of learning; wend_tick.learning names the algorithms that learn more
 *
 * "jps" and "tbjps" count the words they scan, steps and nodes. Their ticks end when the next piece
 * of work does not fit: while there is more to search, a tick uses more than
 * (N_E - 1) * WEND_WORK_EXPANSION units of work.
 *
 * Both results are 0 if `agent` is NULL. A result that is not wanted may be NULL. O(1). */
WEND_API void wend_agent_split(const wend_agent *agent, uint32_t expansions, uint32_t *n_e,
                               uint32_t *n_t);

/* Makes an agent of "tbrwa" give up its search on the next tick, learn, and search again.
 *
 * Errors:
 *     WEND_ERROR_ARGUMENT     `agent` is NULL
 *     WEND_ERROR_UNSUPPORTED  the agent has another algorithm */
WEND_API wend_error wend_agent_restart(wend_agent *agent);

#ifdef __cplusplus
}
#endif

#endif
