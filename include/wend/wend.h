/* wend/wend.h - time-bounded search, as games need it. By name: wend/research.h (more algorithms
 * and domains, files of benchmarks, map generators) and wend/watch.h (looking on while agents
 * plan). */
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
