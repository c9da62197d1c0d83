/* wend/research.h - what papers are compared by and games seldom need: more algorithms, more
 * domains, files of benchmarks, map generators. Part of the library like all the rest; the
 * amalgamation has it if WEND_RESEARCH is defined. */
#ifndef WEND_RESEARCH_H
#define WEND_RESEARCH_H

#include <wend/abstraction.h>
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

#ifdef __cplusplus
}
#endif

#endif
