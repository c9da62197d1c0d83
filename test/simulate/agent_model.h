/* simulate/agent_model.h - the record of what an agent has promised, and the checks of its
 * ticks. */
#ifndef SIMULATE_AGENT_MODEL_H
#define SIMULATE_AGENT_MODEL_H

#include "simulate/sim.h"

typedef struct sim_agent {
    wend_agent *agent;
    wend_agent_def def;
    uint32_t slot;
    uint32_t place;
    const wend_algo *algo; /* the choice of "auto" */
    wend_state goal;       /* as given */
    wend_packed goal_packed;
    wend_agent_info sums;    /* of all ticks */
    uint32_t reserved;       /* of the last reservation; 0: none since the last tick or change */
    uint64_t place_version;  /* at the last reservation */
    bool has_failed;         /* the last reservation */
    uint64_t read_version;   /* of its map, at its last tick */
    uint64_t plan_version;   /* of the place, at its last plan */
    uint64_t search_version; /* when its present search may have begun */
    uint64_t first_version;  /* when it was created; UINT64_MAX after another goal or position, or a
                              * tick that lacked memory */
} sim_agent;

/* The circumstances of a tick. */
typedef struct sim_ticking {
    uint32_t budget;
    wend_state before;
    bool is_timed;
    bool is_plan;   /* a plan without its move */
    uint64_t books; /* calls of the allocator before the tick */
} sim_ticking;

/* Calls of an agent's allocator so far, and a check that none was made since `before`. */
uint64_t agent_allocator_calls(const sim *s, const sim_agent *a);
void agent_check_no_allocation(sim *s, const sim_agent *a, uint64_t before);

/* Checks a tick, or only its plan. */
void agent_check_tick(sim *s, sim_agent *a, const sim_ticking *how, const wend_tick *tick);

/* Checks the move of a plan. */
void agent_check_move(sim *s, sim_agent *a, wend_state before, const wend_tick *tick);

/* Checks next, path, waypoints and explanation. */
void agent_check_plans(sim *s, const sim_agent *a);

/* Whether the last reservation covers a tick with this budget. */
bool agent_is_reserved(const sim *s, const sim_agent *a, uint32_t budget);

/* Whether the precomputed data of the algorithm are older than the map. */
bool agent_is_stale(const sim *s, const sim_agent *a);

/* Whether the model knows a route from the agent to its goal. */
bool agent_reaches_goal(const sim *s, const sim_agent *a);

/* The maximum number of ticks in which an agent with memory and a reachable goal arrives if nothing
 * is edited; 0 if the header states none. */
uint64_t agent_ticks_max(const sim *s, const sim_agent *a);

#endif
