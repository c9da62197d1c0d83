/* wend/wend.h - all of wend: time-bounded search. */
#ifndef WEND_WEND_H
#define WEND_WEND_H

#include <wend/base.h>
#include <wend/domain.h>
#include <wend/map.h>
#include <wend/graph.h>
#include <wend/algorithm.h>
#include <wend/agent.h>
#include <wend/watch.h>
#include <wend/belief.h>
#include <wend/research.h>

#endif
