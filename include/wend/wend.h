/* wend/wend.h - pathfinding with a budget: all headers that games need.
 *
 *     #include <wend/wend.h>
 *
 * Include these by name:
 *     wend/research.h   more algorithms and domains, DIMACS and MovingAI files, map generators,
 *                       budgets in expansions
 *     wend/movingai.h   maps and scenarios of the MovingAI benchmarks
 *     wend/watch.h      observing agents while they plan
 *
 * See docs/getting-started.md, and docs/which-object.md for which object to use. */
#ifndef WEND_WEND_H
#define WEND_WEND_H

#include <wend/base.h>
#include <wend/budget.h>
#include <wend/domain.h>
#include <wend/map.h>
#include <wend/belief.h>
#include <wend/layer.h>
#include <wend/components.h>
#include <wend/graph.h>
#include <wend/field.h>
#include <wend/algorithm.h>
#include <wend/agent.h>
#include <wend/fleet.h>
#include <wend/finder.h>
#include <wend/route.h>

#endif
