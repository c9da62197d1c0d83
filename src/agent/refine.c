/* agent/refine.c - PR LRTS (Bulitko, Sturtevant, Lu, Yau 2007).
 *
 *     plan above   LRTS(d, gamma) from the agent's region: a path of regions
 *     search       A* to the center of the next of them, inside the two regions
 *     trace        its path, from the end to the agent
 *     walk         one move per tick, until the agent is in the next region
 *
 * All but the walk may take several ticks, on which the agent stands still. */
#include "agent/agent.h"
#include "domain/abstraction.h"
#include "search/instances.h"

#define DEFAULT_LEVEL 3u
#define REFINE_DEPTH  5u

static uint32_t refine_region_of(const wend_agent *agent, wn_id id) {
    return wn_region_of(agent->def.abstraction, agent->refine.level, id);
}

/* ---- Making and unmaking ------------------------------------------------------------------- */

static void drop_plan(wn_refine *refine) {
    refine->trace_at = WN_NONE;
    refine->searching = refine->ahead.running = false;
    refine->steps.count = refine->path.count = 0;
}

/* The search above, for the abstraction as it is now. */
static bool make_above(wend_agent *agent) {
    wn_refine *refine = &agent->refine;
    const wend_abstraction *abstraction = agent->def.abstraction;
    uint32_t level = agent->def.level ? agent->def.level : DEFAULT_LEVEL;
    refine->level = wn_min_u32(level, abstraction->top);
    refine->map_version = abstraction->map_version;
    drop_plan(refine);
    refine->ahead.horizon.beyond = refine->ahead.count = 0;
    const wend_domain *graph = abstraction->levels[refine->level].graph;
    wn_policy policy = WN_POLICY_PLAIN;
    policy.learn = true;
    agent->search.corridor = (wn_corridor){.abstraction = abstraction, .level = refine->level};
    refine->made = wn_search_init(&refine->above, wn_kernel_for(graph, &policy, true), graph,
                                  policy, &agent->memory);
    return refine->made;
}

static bool refine_init(wend_agent *agent) {
    wn_refine *refine = &agent->refine;
    *refine = (wn_refine){0};
    wn_path_init(&refine->steps);
    wn_path_init(&refine->path);
    uint32_t depth = agent->def.depth ? agent->def.depth : REFINE_DEPTH;
    uint32_t gamma = agent->def.gamma_permille ? agent->def.gamma_permille : WN_FACTOR_ONE;
    wn_breadth_init(&refine->ahead, WN_MAX_OF_MIN, depth, gamma);
    return make_above(agent);
}

/* After an update of the abstraction its graphs are others. */
static bool is_above_current(const wend_agent *agent) {
    return agent->refine.made && agent->refine.map_version == agent->def.abstraction->map_version;
}

static bool follow_update(wend_agent *agent) {
    if (is_above_current(agent)) {
        return true;
    }
    if (agent->refine.made) {
        wn_search_clear(&agent->refine.above);
        agent->refine.made = false;
    }
    return make_above(agent);
}

static void refine_clear(wend_agent *agent) {
    wn_refine *refine = &agent->refine;
    wn_breadth_clear(&refine->ahead, &agent->memory);
    wn_path_clear(&refine->steps, &agent->memory);
    wn_path_clear(&refine->path, &agent->memory);
    if (refine->made) {
        wn_search_clear(&refine->above);
    }
}

static bool refine_reserve(wend_agent *agent, const wn_budget *budget) {
    wn_refine *refine = &agent->refine;
    const wn_search *above = &refine->above;
    if (!follow_update(agent)) {
        return false;
    }
    /* A path has no more entries than its search has touched states. */
    uint64_t seen = above->touched + ((uint64_t)budget->expansions + 1) * above->domain->degree;
    uint32_t steps = wn_search_most(above, seen + 1);
    uint64_t cells = (uint64_t)refine->path.count + budget->trace_steps + 1;
    return wn_breadth_reserve(&refine->ahead, &refine->above, budget->expansions) &&
           wn_search_reserve(&agent->search, budget->expansions, 1) &&
           wn_path_reserve(&refine->steps, &agent->memory, steps) &&
           wn_path_reserve(&refine->path, &agent->memory, wn_search_most(&agent->search, cells));
}

static size_t refine_bytes(const wend_agent *agent) {
    const wn_refine *refine = &agent->refine;
    return (refine->made ? wn_search_bytes(&refine->above) : 0) +
           refine->ahead.count * sizeof(wn_id) +
           (refine->steps.count + refine->path.count) * sizeof(wn_path_entry);
}

/* ---- Above --------------------------------------------------------------------------------- */

/* Plans a path of regions. False if the tick ends before. */
static bool plan_above(wend_agent *agent, const wn_budget *budget, wend_tick *tick) {
    wn_refine *refine = &agent->refine;
    wn_breadth *ahead = &refine->ahead;
    if (!wn_lrta_look(ahead, &refine->above, refine_region_of(agent, agent->at),
                      refine_region_of(agent, agent->goal), budget, tick)) {
        return false;
    }
    refine->steps.count = 0;
    for (wn_id id = ahead->best; id != ahead->root; id = wn_search_parent(&refine->above, id)) {
        if (!wn_path_push(&refine->steps, &refine->above.nodes, id)) {
            refine->steps.count = 0;
            tick->status = WEND_OUT_OF_MEMORY;
            return false;
        }
    }
    return true;
}

/* ---- In the corridor ----------------------------------------------------------------------- */

/* Begins an A* to the next region, or to the goal if it lies there. */
static bool begin_search(wend_agent *agent, wend_tick *tick) {
    wn_refine *refine = &agent->refine;
    wn_search *search = &agent->search;
    const wend_map *map = agent->def.map;
    uint32_t here = refine_region_of(agent, agent->at);
    uint32_t last = refine_region_of(agent, agent->goal);
    uint32_t next = here == last ? here : refine->steps.entries[refine->steps.count - 1].id;
    wend_state center = agent->def.abstraction->levels[refine->level].center[next];
    search->corridor.regions[0] = here;
    search->corridor.regions[1] = next;
    search->kernel->start(search, next == last ? agent->goal : wn_grid_id_of_state(map, center));
    if (!search->kernel->seed(search, agent->at, 0)) {
        tick->status = WEND_OUT_OF_MEMORY;
        return false;
    }
    refine->target = next;
    refine->steps.count -= refine->steps.count > 0;
    refine->searching = true;
    return true;
}

static bool search_corridor(wend_agent *agent, const wn_budget *budget, wend_tick *tick) {
    wn_search *search = &agent->search;
    uint32_t left = budget->expansions - tick->expansions;
    switch (wn_search_run(search, left, &budget->plan_until, &tick->expansions)) {
    case WN_FOUND:
        agent->refine.searching = false;
        agent->refine.path.count = 0;
        agent->refine.trace_at = search->goal;
        return true;
    case WN_NO_MEMORY:
        tick->status = WEND_OUT_OF_MEMORY;
        return false;
    case WN_TOO_DEAR:
        tick->status = WEND_OVERFLOW;
        return false;
    case WN_NO_PATH:
        assert(false); /* regions are connected, and so are neighbours */
        tick->status = WEND_UNREACHABLE;
        return false;
    default:
        tick->status = WEND_WAITING;
        return false;
    }
}

/* Traces the path that was found. */
static bool refine_trace(wend_agent *agent, const wn_budget *budget, wend_tick *tick) {
    wn_refine *refine = &agent->refine;
    while (refine->trace_at != agent->at) {
        bool late = tick->trace_steps % WN_TRACE_STEPS_PER_LOOK == WN_TRACE_STEPS_PER_LOOK - 1 &&
                    wn_deadline_passed(&budget->trace_until);
        if (tick->trace_steps == budget->trace_steps || late) {
            tick->status = WEND_WAITING;
            tick->flags |= WEND_TICK_PARTIAL;
            return false;
        }
        if (!wn_path_push(&refine->path, &agent->search.nodes, refine->trace_at)) {
            tick->status = WEND_OUT_OF_MEMORY;
            return false;
        }
        tick->trace_steps++;
        refine->trace_at = wn_search_parent(&agent->search, refine->trace_at);
    }
    refine->trace_at = WN_NONE;
    tick->flags |= WEND_TICK_REPLANNED;
    return true;
}

/* ---- Ticks --------------------------------------------------------------------------------- */

/* Does what is due until there is a path to walk on. False if the tick ends before. */
static bool refine_plan(wend_agent *agent, const wn_budget *budget, wend_tick *tick) {
    wn_refine *refine = &agent->refine;
    if (refine->trace_at == WN_NONE && !refine->searching) {
        bool there = refine_region_of(agent, agent->at) == refine_region_of(agent, agent->goal);
        if (!there && refine->steps.count == 0) {
            if (!plan_above(agent, budget, tick)) {
                return false;
            }
            if (wn_deadline_passed(&budget->plan_until)) {
                tick->status = WEND_WAITING;
                return false;
            }
        }
        if (!begin_search(agent, tick)) {
            return false;
        }
    }
    if (refine->searching && !search_corridor(agent, budget, tick)) {
        return false;
    }
    return refine_trace(agent, budget, tick);
}

static void walk(wend_agent *agent, wend_tick *tick) {
    wn_refine *refine = &agent->refine;
    wn_agent_move(agent, refine->path.entries[--refine->path.count].id, tick);
    bool arrived_above = refine_region_of(agent, agent->at) == refine->target;
    if (arrived_above && agent->search.goal != agent->goal) {
        refine->path.count = 0; /* on to the region after it, not to the very center */
    }
}

/* A cell that was blocked under the agent belongs to no region: it goes to the best neighbour from
 * where a way leads to the goal. */
static void walk_out(wend_agent *agent, wend_tick *tick) {
    wn_search *search = &agent->search;
    const wend_map *map = agent->def.map;
    wn_successor list[WN_GRID_DEGREE_MAX];
    wn_moves moves = map->knights ? WN_MOVES_16 : WN_MOVES_8;
    uint32_t count = wn_grid_weighted_successors(map, agent->at, list, moves);
    const wn_successor *best = NULL;
    uint64_t least = 0;
    search->kernel->aim(search, agent->goal);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t f = (uint64_t)list[i].cost + search->kernel->h0(search, list[i].id);
        if (wn_abstraction_connects(agent->def.abstraction, list[i].id, agent->goal) &&
            (!best || f < least)) {
            best = &list[i];
            least = f;
        }
    }
    if (!best) {
        tick->status = WEND_UNREACHABLE;
        return;
    }
    search->corridor.regions[0] = search->corridor.regions[1] = refine_region_of(agent, best->id);
    wn_agent_move(agent, best->id, tick);
    tick->status = agent->at == agent->goal ? WEND_ARRIVED : tick->status;
}

static void refine_tick(wend_agent *agent, const wn_budget *budget, wend_tick *tick) {
    tick->status = WEND_MOVING;
    if (!is_above_current(agent)) {
        tick->status = WEND_OUT_OF_MEMORY; /* it waits for its reservation */
        return;
    }
    if (!wn_abstraction_connects(agent->def.abstraction, agent->at, agent->goal)) {
        walk_out(agent, tick);
        return;
    }
    bool walking = agent->refine.path.count > 0 && agent->refine.trace_at == WN_NONE;
    if (agent->at != agent->goal && (walking || refine_plan(agent, budget, tick))) {
        walk(agent, tick);
    }
    if (agent->at == agent->goal) {
        tick->status = WEND_ARRIVED;
    }
}

/* The abstraction was updated: the reservation makes a new search above. */
static void refine_changed(wend_agent *agent, const wn_edit *edit) {
    (void)edit;
    drop_plan(&agent->refine);
    wn_agent_wake(agent);
}

static void refine_retargeted(wend_agent *agent, bool goal_is_new) {
    drop_plan(&agent->refine);
    if (goal_is_new && agent->refine.made) {
        wn_breadth_forget(&agent->refine.ahead, &agent->refine.above);
    }
}

static uint32_t refine_path(const wend_agent *agent, wend_state *states, uint32_t capacity) {
    const wn_path *ahead = &agent->refine.path;
    bool is_traced = agent->refine.trace_at == WN_NONE;
    return wn_agent_list_path(agent, ahead, is_traced ? ahead->count : 0, states, capacity);
}

const wn_family wn_refine_family = {refine_init,       refine_clear,    refine_reserve,
                                    refine_tick,       refine_bytes,    refine_changed,
                                    refine_retargeted, .learns = false, .path = refine_path};
