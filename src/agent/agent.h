/* agent/agent.h - an agent: a planner of its own, and what is counted. */
#ifndef WN_AGENT_H
#define WN_AGENT_H

#include "plan/planner.h"

struct wend_agent {
    bool reserve_failed; /* the last reservation */
    wend_counters counters;
    wn_watch watch;
    void *user;         /* the caller's */
    wn_planner planner; /* last; its account of memory holds the agent itself, too */
};

/* N_E, N_T and N_T after the goal is found, for a resource R. */
wn_budget wn_agent_split(const wend_agent *agent, uint32_t resource);

/* ---- agent/definition.c ---------------------------------------------------------------------- */

/* Copies the first `size` bytes of a definition and checks them. The algorithm of the copy is never
 * one that stands for another: that one's choices are filled in. */
wend_error wn_definition_read(const wend_agent_def *given, size_t size, wend_agent_def *out,
                              wend_diagnosis *diagnosis);

static inline const wend_domain *wn_definition_domain(const wend_agent_def *def) {
    return def->map ? wend_map_domain(def->map) : def->domain;
}

#endif
