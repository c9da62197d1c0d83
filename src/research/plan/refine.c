/* research/plan/refine.c - PR LRTS (Bulitko, Sturtevant, Lu, Yau 2007).
 *
 *     plan above   LRTS(d, gamma) from the agent's region: a path of regions
 *     search       A* to the center of the next region, inside the two regions
 *     trace        the path found, from its end to the agent
 *     follow       one move per tick, until the agent is in the next region
 *
 * All phases but the last may take several ticks, during which the agent stands still. */
#include "plan/planner.h"
#include "research/domain/abstraction.h"
#include "search/instances.h"

static uint32_t refine_region_of(const wn_planner *planner, wn_id id) {
    return wn_region_of(planner->parameters.abstraction, planner->refine.level, id);
}

/* ---- Create and destroy ---------------------------------------------------------------------- */

static void drop_plan(wn_refine *refine) {
    refine->trace_at = WN_NONE;
    refine->searching = refine->ahead.running = false;
    refine->steps.count = refine->path.count = 0;
}

static void give_up_plan(wn_planner *planner) {
    const wn_refine *refine = &planner->refine;
    if (refine->searching || refine->ahead.running || refine->trace_at != WN_NONE ||
        refine->steps.count > 0 || refine->path.count > 0) {
        wn_planner_give_up(planner);
    }
    drop_plan(&planner->refine);
}

/* Creates the search above, for the current abstraction. A map without free cells has no level, and
 * nothing to search. */
static bool make_above(wn_planner *planner) {
    wn_refine *refine = &planner->refine;
    const wend_abstraction *abstraction = planner->parameters.abstraction;
    refine->level = wn_min_u32(planner->parameters.level, abstraction->top);
    refine->map_version = abstraction->map_version;
    drop_plan(refine);
    refine->ahead.horizon.frontier_count = refine->ahead.count = 0;
    if (refine->level == 0) {
        return true;
    }
    const wend_domain *graph = abstraction->levels[refine->level].graph;
    wn_policy policy = WN_POLICY_PLAIN;
    policy.learn = true;
    planner->search.own.plane.corridor =
        (wn_corridor){.abstraction = abstraction, .level = refine->level};
    refine->made = wn_search_init(&refine->above, graph, &policy, &planner->memory);
    return refine->made;
}

static bool refine_init(wn_planner *planner) {
    wn_refine *refine = &planner->refine;
    *refine = (wn_refine){0};
    wn_breadth_init(&refine->ahead, WN_MAX_OF_MIN, planner->parameters.depth,
                    planner->parameters.gamma_permille);
    return make_above(planner);
}

/* Whether the search above matches the abstraction: an update replaces the abstraction's graphs. */
static bool is_above_current(const wn_planner *planner) {
    const wn_refine *refine = &planner->refine;
    return (refine->made || refine->level == 0) &&
           refine->map_version == planner->parameters.abstraction->map_version;
}

static bool follow_update(wn_planner *planner) {
    if (is_above_current(planner)) {
        return true;
    }
    if (planner->refine.made) {
        give_up_plan(planner);
        wn_search_clear(&planner->refine.above);
        planner->refine.made = false;
    }
    return make_above(planner);
}

static void refine_clear(wn_planner *planner) {
    wn_refine *refine = &planner->refine;
    wn_breadth_clear(&refine->ahead, &planner->memory);
    wn_route_clear(&refine->steps, &planner->memory);
    wn_route_clear(&refine->path, &planner->memory);
    if (refine->made) {
        wn_search_clear(&refine->above);
    }
}

static bool refine_reserve(wn_planner *planner, const wn_budget *budget) {
    wn_refine *refine = &planner->refine;
    const wn_search *above = &refine->above;
    if (!follow_update(planner)) {
        return false;
    }
    if (refine->level == 0) {
        return true; /* there is nowhere to go */
    }
    /* A path has at most as many entries as its search has touched states. */
    uint64_t seen = above->touched + ((uint64_t)budget->expansions + 1) * above->domain->degree;
    uint32_t steps = wn_search_clamp_to_states(above, seen + 1);
    uint64_t cells = (uint64_t)refine->path.count + budget->trace_steps + 1;
    return wn_breadth_reserve(&refine->ahead, &refine->above, budget->expansions) &&
           wn_search_reserve(&planner->search, budget->expansions, 1) &&
           wn_route_reserve(&refine->steps, &planner->memory, steps) &&
           wn_route_reserve(&refine->path, &planner->memory,
                            wn_search_clamp_to_states(&planner->search, cells));
}

static size_t refine_bytes(const wn_planner *planner) {
    const wn_refine *refine = &planner->refine;
    return (refine->made ? wn_search_bytes(&refine->above) : 0) +
           refine->ahead.count * sizeof(wn_id) +
           (refine->steps.count + refine->path.count) * sizeof(wn_route_entry);
}

/* ---- Above --------------------------------------------------------------------------------- */

/* Plans a path of regions. Returns false if the tick ends first. */
static bool plan_above(wn_planner *planner, const wn_budget *budget, wend_tick *tick) {
    wn_refine *refine = &planner->refine;
    wn_breadth *ahead = &refine->ahead;
    if (!wn_lrta_look_ahead(ahead, &refine->above, refine_region_of(planner, planner->at),
                            refine_region_of(planner, planner->goal), budget, tick)) {
        return false;
    }
    refine->steps.count = 0;
    for (wn_id id = ahead->best; id != ahead->root; id = wn_search_parent(&refine->above, id)) {
        if (!wn_search_push(&refine->above, &refine->steps, id)) {
            refine->steps.count = 0;
            tick->status = WEND_AGENT_OUT_OF_MEMORY;
            return false;
        }
    }
    return true;
}

/* ---- In the corridor ----------------------------------------------------------------------- */

/* Begins an A* to the next region, or to the goal if it lies there. */
static bool begin_search(wn_planner *planner, wend_tick *tick) {
    wn_refine *refine = &planner->refine;
    wn_search *search = &planner->search;
    const wend_map *map = planner->map;
    uint32_t here = refine_region_of(planner, planner->at);
    uint32_t last = refine_region_of(planner, planner->goal);
    assert(here == last || refine->steps.count > 0);
    uint32_t next = here == last ? here : refine->steps.entries[refine->steps.count - 1].node;
    assert(here != WN_NONE && last != WN_NONE && next != WN_NONE);
    wend_state center = planner->parameters.abstraction->levels[refine->level].center[next];
    search->own.plane.corridor.regions[0] = here;
    search->own.plane.corridor.regions[1] = next;
    wn_search_start(search, next == last ? planner->goal : wn_grid_id_of_state(map, center));
    if (!search->kernel->seed(search, planner->at, 0)) {
        tick->status = WEND_AGENT_OUT_OF_MEMORY;
        return false;
    }
    refine->target = next;
    refine->steps.count -= refine->steps.count > 0;
    if (planner->parameters.as_published) {
        refine->steps.count = 0; /* the next look-ahead follows after one step */
    }
    refine->searching = true;
    return true;
}

static bool search_corridor(wn_planner *planner, const wn_budget *budget, wend_tick *tick) {
    wn_search *search = &planner->search;
    uint32_t left = budget->expansions - tick->expansions;
    switch (wn_search_run(search, left, &budget->plan_until, &tick->expansions)) {
    case WN_FOUND:
        planner->refine.searching = false;
        planner->refine.path.count = 0;
        planner->refine.trace_at = search->goal;
        return true;
    case WN_NO_MEMORY:
        tick->status = WEND_AGENT_OUT_OF_MEMORY;
        return false;
    case WN_TOO_EXPENSIVE:
        tick->status = WEND_AGENT_OVERFLOW;
        return false;
    case WN_NO_PATH:
        assert(false); /* regions are connected, and so are neighbouring ones */
        tick->status = WEND_AGENT_UNREACHABLE;
        return false;
    default:
        tick->status = WEND_AGENT_WAITING;
        return false;
    }
}

/* Traces the path that was found. */
static bool refine_trace(wn_planner *planner, const wn_budget *budget, wend_tick *tick) {
    wn_refine *refine = &planner->refine;
    while (refine->trace_at != planner->at) {
        bool late = tick->trace_steps % WN_TRACE_STEPS_PER_POLL == WN_TRACE_STEPS_PER_POLL - 1 &&
                    wn_deadline_passed(&budget->trace_until);
        if (tick->trace_steps == budget->trace_steps || late) {
            tick->status = WEND_AGENT_WAITING;
            tick->flags |= WEND_TICK_PARTIAL;
            return false;
        }
        if (!wn_search_push(&planner->search, &refine->path, refine->trace_at)) {
            tick->status = WEND_AGENT_OUT_OF_MEMORY;
            return false;
        }
        tick->trace_steps++;
        refine->trace_at = wn_search_parent(&planner->search, refine->trace_at);
    }
    refine->trace_at = WN_NONE;
    tick->flags |= WEND_TICK_REPLANNED;
    return true;
}

/* ---- Ticks --------------------------------------------------------------------------------- */

/* Runs the pending phases until there is a path to follow. Returns false if the tick ends first. */
static bool find_path(wn_planner *planner, const wn_budget *budget, wend_tick *tick) {
    wn_refine *refine = &planner->refine;
    if (refine->trace_at == WN_NONE && !refine->searching) {
        bool there =
            refine_region_of(planner, planner->at) == refine_region_of(planner, planner->goal);
        if (!there && refine->steps.count == 0) {
            if (!plan_above(planner, budget, tick)) {
                return false;
            }
            if (wn_deadline_passed(&budget->plan_until)) {
                tick->status = WEND_AGENT_WAITING;
                return false;
            }
        }
        if (!begin_search(planner, tick)) {
            return false;
        }
    }
    if (refine->searching && !search_corridor(planner, budget, tick)) {
        return false;
    }
    return refine_trace(planner, budget, tick);
}

static void refine_moved(wn_planner *planner) {
    wn_refine *refine = &planner->refine;
    if (refine->path.count == 0) {
        return; /* it has left a blocked cell */
    }
    refine->path.count--;
    bool arrived_above = refine_region_of(planner, planner->at) == refine->target;
    if (arrived_above && planner->search.goal != planner->goal) {
        refine->path.count = 0; /* skip the center: on to the next region */
    }
}

/* Leaves a blocked cell, which belongs to no region: moves to the best neighbour from which the
 * goal is reachable. */
static void leave_blocked_cell(wn_planner *planner, wend_tick *tick) {
    wn_search *search = &planner->search;
    wn_successor list[WN_GRID_DEGREE_MAX];
    uint32_t count = wn_grid_exits(planner->map, planner->at, list);
    const wn_successor *best = NULL;
    uint64_t least = 0;
    wn_search_start(search, planner->goal); /* only for h; the previous contents were about another
                                             * goal */
    for (uint32_t i = 0; i < count; i++) {
        uint64_t f = (uint64_t)list[i].cost + search->kernel->h0(search, list[i].id);
        if (wn_abstraction_connects(planner->parameters.abstraction, list[i].id, planner->goal) &&
            (!best || f < least)) {
            best = &list[i];
            least = f;
        }
    }
    if (!best) {
        tick->status = WEND_AGENT_UNREACHABLE;
        return;
    }
    tick->flags |= WEND_TICK_REPLANNED;
    wn_planner_choose(planner, best->id, tick);
}

static void refine_plan(wn_planner *planner, const wn_budget *budget, wend_tick *tick) {
    if (!is_above_current(planner)) {
        tick->status = WEND_AGENT_OUT_OF_MEMORY; /* it waits for its reservation */
        return;
    }
    if (!wn_abstraction_connects(planner->parameters.abstraction, planner->at, planner->goal)) {
        leave_blocked_cell(planner, tick);
        return;
    }
    const wn_route *path = &planner->refine.path;
    bool walking = path->count > 0 && planner->refine.trace_at == WN_NONE;
    if (walking || find_path(planner, budget, tick)) {
        wn_planner_choose(planner, path->entries[path->count - 1].node, tick);
    }
}

/* The abstraction was updated: the next reservation creates a new search above. */
static void refine_changed(wn_planner *planner, const wn_edit *edit) {
    (void)edit;
    give_up_plan(planner);
    wn_planner_wake(planner);
}

static void refine_retargeted(wn_planner *planner, bool goal_is_new) {
    give_up_plan(planner);
    if (goal_is_new && planner->refine.made) {
        wn_breadth_forget(&planner->refine.ahead, &planner->refine.above);
    }
}

static bool refine_ahead(const wn_planner *planner, wn_ahead *ahead) {
    const wn_route *path = &planner->refine.path;
    bool is_traced = planner->refine.trace_at == WN_NONE;
    return wn_ahead_on(path, is_traced ? path->count : 0, ahead);
}

static wend_error refine_check_aids(const wend_agent_def *def, wend_diagnosis *diagnosis) {
    const wend_abstraction *abstraction = def->local.abstraction;
    return wn_aid_check(def, "abstraction", abstraction ? abstraction->map : NULL,
                        wend_abstraction_is_current(abstraction), diagnosis);
}

static bool refine_is_stale(const wn_planner *planner) {
    return !wend_abstraction_is_current(planner->parameters.abstraction);
}

const wn_family wn_refine_family = {
    .init = refine_init,
    .clear = refine_clear,
    .reserve = refine_reserve,
    .plan = refine_plan,
    .moved = refine_moved,
    .bytes = refine_bytes,
    .changed = refine_changed,
    .retargeted = refine_retargeted,
    .map_kernel = wn_corridor_kernel,
    .ahead = refine_ahead,
    .check_aids = refine_check_aids,
    .is_stale = refine_is_stale,
};

#define WN_REFINE_ALGORITHMS
#include "plan/define_algorithms.inl"
