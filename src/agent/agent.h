/* agent/agent.h - an agent: a planner of its own, and what is counted. */
#ifndef WN_AGENT_H
#define WN_AGENT_H

#include "domain/components.h"
#include "plan/planner.h"

/* What an agent knows of its goal from the connected components of its map. */
typedef struct wn_destination {
    const wend_components *components; /* null: nothing */
    bool use_nearest;                  /* instead of a goal that cannot be reached */
    wend_state given; /* the goal as it was given; the planner's may be the nearest cell */
    bool is_cut_off;  /* no way leads there */
    bool is_checked;  /* as of these versions of the map and of the components */
    bool is_unsure;   /* and must be checked again when something is known */
    bool tries_given; /* while unsure: the nearest cell known was proved unreachable */
    uint64_t map_version, components_version;
} wn_destination;

struct wend_agent {
    wn_destination destination;
    uint32_t flags;         /* of the last tick that was no mere step along a route */
    uint64_t searched_from; /* the expansions before the search that there is */
    uint32_t margin;        /* by which timed ticks end early, in ns / MARGIN_PER_NS */
    bool reserve_failed;    /* the last reservation */
    wend_agent_info counters;
    wn_watch watch;
    void *user;         /* the caller's */
    wn_planner planner; /* last; its account of memory holds the agent itself, too */
};

/* N_E, N_T and N_T after the goal is found, for a resource R. */
wn_budget wn_agent_split(const wend_agent *agent, uint32_t resource);

/* The resource R that so many units of work stand for. */
uint32_t wn_agent_resource(uint64_t work);

/* Whether an edit of the map has made wrong what was computed beforehand. */
bool wn_agent_is_stale(const wend_agent *agent);

/* The status as callers see it: a planner does not know who forgot what. */
wend_agent_status wn_agent_status(const wend_agent *agent);

/* ---- agent/destination.c ----------------------------------------------------------------------
 */

void wn_agent_init_destination(wend_agent *agent, const wend_agent_def *def);

/* Asks the components, if there are any and something may have changed, whether there is a way to
 * the goal, and gives the planner another one or says that there is none. Never allocates. */
void wn_agent_ask_components(wend_agent *agent);
static inline void wn_agent_check_destination(wend_agent *agent) {
    if (agent->destination.components) {
        wn_agent_ask_components(agent);
    }
}

/* Called when the planner's goal has been proved unreachable. If that goal is only the nearest cell
 * as of before the pending edits, the next tick tries the original goal instead. */
void wn_agent_question_proof(wend_agent *agent);

/* The goal for the planner of an agent that is being made. */
wend_state wn_definition_goal(const wend_agent_def *def);

/* ---- agent/definition.c ---------------------------------------------------------------------- */

/* Copies the first `size` bytes of a definition and checks them. The algorithm of the copy is never
 * one that stands for another: that one's choices are filled in. */
wend_error wn_definition_read(const wend_agent_def *given, size_t size, wend_agent_def *out,
                              wend_diagnosis *diagnosis);

static inline const wend_domain *wn_definition_domain(const wend_agent_def *def) {
    return def->map ? wend_map_domain(def->map) : def->domain;
}

#endif
