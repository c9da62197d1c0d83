/* agent/agent.h - an agent: its planner and its counters. */
#ifndef WN_AGENT_H
#define WN_AGENT_H

#include "domain/components.h"
#include "plan/planner.h"

/* What an agent knows about its goal from the connected components of its map. */
typedef struct wn_destination {
    const wend_components *components; /* NULL: nothing is known */
    bool use_nearest;                  /* go to the nearest reachable cell if the goal is
                                        * unreachable */
    wend_state given;    /* the goal as set by the caller; the planner's may be the nearest cell */
    bool is_unreachable; /* the goal is unreachable */
    bool is_checked;     /* up to date with these versions of the map and the components */
    bool is_unsure;      /* the answer is unknown: check again when the components know more */
    bool tries_given;    /* while unsure: the nearest known cell was proved unreachable */
    uint64_t map_version, components_version;
} wn_destination;

struct wend_agent {
    wn_destination destination;
    uint32_t flags;         /* of the last tick that did more than step along a route */
    uint64_t searched_from; /* the expansions before the current search */
    uint32_t margin;        /* how much earlier timed ticks end, in ns / MARGIN_PER_NS */
    bool reserve_failed;    /* the last reservation failed */
    wend_agent_info counters;
    wn_watch watch;
    void *user;         /* the caller's pointer */
    wn_planner planner; /* last; its account of memory includes the agent itself */
};

/* Splits a resource R into N_E, N_T, and N_T after the goal is found. */
wn_budget wn_agent_split(const wend_agent *agent, uint32_t resource);

/* The resource R that this many units of work stand for. */
uint32_t wn_agent_resource(uint64_t work);

/* Whether an edit of the map has made the precomputed data stale. */
bool wn_agent_is_stale(const wend_agent *agent);

/* The status as callers see it: a planner does not know that a reservation failed or is missing. */
wend_agent_status wn_agent_status(const wend_agent *agent);

/* ---- agent/destination.c ----------------------------------------------------------------------
 */

void wn_agent_init_destination(wend_agent *agent, const wend_agent_def *def);

/* Asks the components whether the goal is reachable, if there are any and something may have
 * changed. Gives the planner another goal, or marks the goal as unreachable. Never allocates. */
void wn_agent_ask_components(wend_agent *agent);
static inline void wn_agent_check_destination(wend_agent *agent) {
    if (agent->destination.components) {
        wn_agent_ask_components(agent);
    }
}

/* Called when the planner's goal has been proved unreachable. If that goal is only the nearest cell
 * as of before the pending edits, the next tick tries the original goal instead. */
void wn_agent_question_proof(wend_agent *agent);

/* The initial goal of the planner of a new agent. */
wend_state wn_definition_goal(const wend_agent_def *def);

/* ---- agent/definition.c ---------------------------------------------------------------------- */

/* Copies the first `size` bytes of a definition and checks them. The algorithm of the copy is the
 * one that plans: if the given one only chooses another, its choices are filled in. */
wend_error wn_definition_read(const wend_agent_def *given, size_t size, wend_agent_def *out,
                              wend_diagnosis *diagnosis);

static inline const wend_domain *wn_definition_domain(const wend_agent_def *def) {
    return def->map ? wend_map_domain(def->map) : def->domain;
}

#endif
