/* wend/research.h - what papers are compared by and games seldom need: more algorithms, more
 * domains, files of benchmarks, map generators, and budgets in the words of the papers. Part of the
 * library like all the rest; the amalgamation has it if WEND_RESEARCH is defined. */
#ifndef WEND_RESEARCH_H
#define WEND_RESEARCH_H

#include <wend/abstraction.h>
#include <wend/agent.h>
#include <wend/algorithm.h>
#include <wend/dimacs.h>
#include <wend/gen.h>
#include <wend/movingai.h>
#include <wend/puzzle.h>
#include <wend/racetrack.h>
#include <wend/subgoals.h>

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

/* ---- Budgets --------------------------------------------------------------------------------- */

/* The budget of a tick is the papers' resource R. Algorithms that act at once or to and fro split
 * it by r (`expand_permille`, in thousandths) and c (`trace_per_expansion`): at most N_E = R * r
 * expansions, rounded down but not to 0, and N_T = (R - N_E) * c steps of tracing, or R * c if
 * nothing is left. The others spend all of R on expansions: N_E = R, N_T = R * c. Once the route is
 * found, N_T = R * c for all. A tick expands at most N_E states for at most N_E * wend_agent_units
 * units of work, traces at most N_T steps and learns at most N_E units (wend_tick.learning names
 * those that learn more).
 *
 * N_E and N_T of a tick with this budget, before the route is found. */
WEND_API void wend_agent_split(const wend_agent *agent, uint32_t budget, uint32_t *expansions,
                               uint32_t *trace_steps);

/* Units of work that a budget of one expansion buys. For most algorithms an expansion is the unit,
 * and this is 1. Expansions of jump point search differ too much: "jps" and "tbjps" count words
 * scanned, steps and nodes instead, in units of which some 24 take as long as an expansion of
 * "astar". A tick of theirs ends when the next piece of work does not fit: while there is more to
 * search it uses more than (N_E - 1) times that, and never more than N_E times. */
WEND_API uint32_t wend_agent_units(const wend_agent *agent);

/* tbrwa: give the search up on the next tick, learn, and start anew. WEND_ERROR_UNSUPPORTED for the
 * others. */
WEND_API wend_error wend_agent_restart(wend_agent *agent);

#ifdef __cplusplus
}
#endif

#endif
