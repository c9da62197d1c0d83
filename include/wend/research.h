/* wend/research.h - what papers are compared by and games seldom need: more algorithms, more
 * domains, files of benchmarks, map generators, and budgets in the words of the papers. Part of the
 * library like all the rest; the amalgamation has it if WEND_RESEARCH is defined. */
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

/* As those of wend/algorithm.h: agents that search round themselves again and again and learn, and
 * one that repairs its plan. */
WEND_API const wend_algo *wend_algo_dstar_lite(void);
WEND_API const wend_algo *wend_algo_rtaa(void);
WEND_API const wend_algo *wend_algo_dartaa(void);
WEND_API const wend_algo *wend_algo_lss_lrta(void);
WEND_API const wend_algo *wend_algo_klrta(void);
WEND_API const wend_algo *wend_algo_lss_lrtwa(void);
WEND_API const wend_algo *wend_algo_wlss_lrta(void);
WEND_API const wend_algo *wend_algo_lrta(void);
WEND_API const wend_algo *wend_algo_plrta(void);
WEND_API const wend_algo *wend_algo_prlrts(void);
WEND_API const wend_algo *wend_algo_dlrta(void);

/* ---- Budgets in expansions --------------------------------------------------------------------
 */

/* The most expansions of one tick. */
#define WEND_EXPANSIONS_MAX 100000000u

/* The calls of wend/agent.h with the papers' resource R, 1 to WEND_EXPANSIONS_MAX expansions: the
 * same as a budget of R * WEND_WORK_EXPANSION units of work. Outside of that range they return
 * WEND_ERROR_BUDGET. */
WEND_API wend_error wend_agent_reserve_expansions(wend_agent *agent, uint32_t expansions);
WEND_API wend_error wend_agent_plan_expansions(wend_agent *agent, uint32_t expansions,
                                               wend_tick *tick);
WEND_API wend_error wend_agent_tick_expansions(wend_agent *agent, uint32_t expansions,
                                               wend_tick *tick);

/* Writes how a tick with R = `expansions` divides its budget, before the route is found.
 *
 * Algorithms that act at once or shuttle divide R by r (`expand_permille`, in thousandths) and c
 * (`trace_per_expansion`): at most N_E = R * r expansions, rounded down but not to 0, and
 * N_T = (R - N_E) * c steps of tracing, or R * c if nothing is left. The others spend all of R on
 * expansions: N_E = R, N_T = R * c. Once the route is found, N_T = R * c for all.
 *
 * A tick expands at most N_E states for at most N_E * WEND_WORK_EXPANSION units of work, traces at
 * most N_T steps and learns at most N_E units (wend_tick.learning names those that learn more).
 * "jps" and "tbjps" count words scanned, steps and nodes. A tick of theirs ends when the next piece
 * of work does not fit: while there is more to search it uses more than N_E - 1 times
 * WEND_WORK_EXPANSION. */
WEND_API void wend_agent_split(const wend_agent *agent, uint32_t expansions, uint32_t *n_e,
                               uint32_t *n_t);

/* tbrwa: give the search up on the next tick, learn, and start anew. WEND_ERROR_UNSUPPORTED for the
 * others. */
WEND_API wend_error wend_agent_restart(wend_agent *agent);

#ifdef __cplusplus
}
#endif

#endif
