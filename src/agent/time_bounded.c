/* agent/time_bounded.c - TBA* (Bjornsson, Bulitko, Sturtevant 2009), its late-acting form, and A*
 * under the same budget. The line numbers are those of the paper's Algorithm 1. */
#include "agent/time_bounded.h"

bool wn_time_bounded_init(wn_time_bounded *planner, const wend_agent_def *def, wn_acting acting,
                          wn_memory *memory) {
    *planner = (wn_time_bounded){.acting = acting,
                                 .commit = def->commit,
                                 .use_shortcut = def->shortcut && acting == WN_ACT_EARLY,
                                 .first_tick = true,
                                 .start = wn_grid_id_of_state(def->map, def->start),
                                 .goal = wn_grid_id_of_state(def->map, def->goal),
                                 .before = WN_NONE,
                                 .rng = {def->seed}};
    planner->at = planner->start;
    wn_path_init(&planner->paths[0], 0);
    wn_path_init(&planner->paths[1], 1);
    if (!wn_search_init(&planner->search, wn_kernel_for_map(def->map), def->map, memory)) {
        return false;
    }
    if (planner->use_shortcut && !wn_shortcut_init(&planner->shortcut, def->map, memory)) {
        wn_search_clear(&planner->search);
        return false;
    }
    return true;
}

void wn_time_bounded_clear(wn_time_bounded *planner) {
    wn_memory *memory = planner->search.memory;
    if (planner->use_shortcut) {
        wn_shortcut_clear(&planner->shortcut);
    }
    wn_path_clear(&planner->paths[0], memory);
    wn_path_clear(&planner->paths[1], memory);
    wn_search_clear(&planner->search);
}

bool wn_time_bounded_reserve(wn_time_bounded *planner, const wn_budget *budget) {
    wn_memory *memory = planner->search.memory;
    /* The goal may be found in the coming tick, but the full allowance starts in the one after. */
    uint32_t steps = planner->found ? budget->trace_steps_found : budget->trace_steps;
    uint32_t expansions = planner->found ? 0 : budget->expansions;
    if (planner->traced) {
        steps = 0;
    }
    if (!wn_search_reserve(&planner->search, expansions, planner->first_tick, steps)) {
        return false;
    }
    for (uint32_t i = 0; i < 2 && steps > 0; i++) {
        wn_path *path = &planner->paths[i];
        uint32_t held = planner->tracing && i != planner->followed ? path->count : 0;
        /* A path has no more states than the search has touched. */
        uint64_t most =
            planner->search.touched + (uint64_t)expansions * planner->search.kernel->degree + 2;
        uint64_t wanted = (uint64_t)held + steps + 2;
        wanted = wanted < most ? wanted : most;
        if (!wn_path_reserve(path, memory, (uint32_t)(wanted < UINT32_MAX ? wanted : UINT32_MAX))) {
            return false;
        }
    }
    return !planner->use_shortcut || !planner->traced ||
           wn_shortcut_reserve(&planner->shortcut, budget->expansions, budget->trace_steps);
}

size_t wn_time_bounded_bytes(const wn_time_bounded *planner) {
    size_t bytes = wn_search_bytes(&planner->search);
    bytes += (planner->paths[0].count + planner->paths[1].count) * sizeof(wn_id);
    return bytes + (planner->use_shortcut ? wn_search_bytes(&planner->shortcut.search) : 0);
}

/* ---- Planning (lines 6 to 8) ---------------------------------------------------------------- */

static wn_outcome plan(wn_time_bounded *planner, const wn_budget *budget, wend_tick *tick) {
    wn_search *search = &planner->search;
    uint32_t limit = budget->expansions;
    if (planner->first_tick) {
        search->kernel->start(search, planner->goal);
        if (!search->kernel->seed(search, planner->start, 0)) {
            return WN_NO_MEMORY;
        }
        planner->first_tick = false;
        if (planner->acting == WN_ACT_EARLY) {
            /* The first path must be traced in the same tick: the agent has no other. */
            limit = wn_min_u32(limit, budget->trace_steps);
        }
    }
    wn_outcome outcome = wn_search_run(search, limit, &budget->plan_until, &tick->expansions);
    planner->found = outcome == WN_FOUND;
    return outcome;
}

/* ---- Tracing (lines 9 to 20) ---------------------------------------------------------------- */

/* Adds states to the traced path until it has come to the agent or to the start. Says whether it
 * has. */
static bool trace_back(wn_time_bounded *planner, uint32_t limit, const wn_deadline *deadline,
                       wend_tick *tick) {
    wn_search *search = &planner->search;
    wn_path *path = &planner->paths[!planner->followed];
    /* The agent has moved since the last tick: it may stand on the traced part by now. */
    if (wn_path_find(path, &search->nodes, planner->at) != WN_NONE) {
        return true;
    }
    for (uint32_t steps = 1;; steps++) {
        wn_id front = path->entries[path->count - 1];
        if (front == planner->at || front == planner->start) {
            return true;
        }
        if (tick->trace_steps == limit) {
            return false;
        }
        if (steps % WN_TRACE_STEPS_PER_LOOK == 0 && wn_deadline_passed(deadline)) {
            return false;
        }
        if (!wn_path_push(path, &search->nodes, wn_search_parent(search, front))) {
            tick->status = WEND_OUT_OF_MEMORY;
            return false;
        }
        tick->trace_steps++;
    }
}

static bool begin_trace(wn_time_bounded *planner, wend_tick *tick) {
    wn_path *path = &planner->paths[!planner->followed];
    wn_id tip = planner->search.kernel->tip(&planner->search);
    path->count = 0;
    if (tip == WN_NONE) {
        return false;
    }
    if (!wn_path_push(path, &planner->search.nodes, tip)) {
        tick->status = WEND_OUT_OF_MEMORY;
        return false;
    }
    planner->trace_cost = wn_search_g(&planner->search, tip);
    planner->tracing = true;
    return true;
}

/* The rule of "commit": is the traced path worth leaving the other one for? */
static bool is_worth_it(const wn_time_bounded *planner) {
    const wn_path *followed = &planner->paths[planner->followed];
    uint32_t position = wn_path_find(followed, &planner->search.nodes, planner->at);
    bool at_its_end = followed->count == 0 || position == 0;
    return at_its_end || planner->trace_cost >= planner->followed_cost;
}

static void trace(wn_time_bounded *planner, uint32_t limit, const wn_deadline *deadline,
                  wend_tick *tick) {
    if (planner->traced || (planner->acting != WN_ACT_EARLY && !planner->found)) {
        return;
    }
    if (!planner->tracing && !begin_trace(planner, tick)) {
        return;
    }
    if (!trace_back(planner, limit, deadline, tick)) {
        tick->flags |= WEND_TICK_PARTIAL;
        return;
    }
    planner->tracing = false;
    bool complete = planner->paths[!planner->followed].entries[0] == planner->goal;
    if (complete || !planner->commit || is_worth_it(planner)) {
        planner->followed = !planner->followed;
        planner->followed_cost = planner->trace_cost;
        planner->traced = complete;
        tick->flags |= WEND_TICK_REPLANNED;
    }
}

/* ---- Acting (lines 21 to 31) ---------------------------------------------------------------- */

/* The state after the agent's on the path to follow, WN_NONE if the path does not lead on. */
static wn_id next_on_path(const wn_time_bounded *planner) {
    const wn_path *path = &planner->paths[planner->followed];
    uint32_t position = wn_path_find(path, &planner->search.nodes, planner->at);
    return position == WN_NONE || position == 0 ? WN_NONE : path->entries[position - 1];
}

static wn_id random_neighbor(wn_time_bounded *planner) {
    wn_successor successors[WN_DEGREE_MAX];
    uint32_t count = planner->search.kernel->successors(&planner->search, planner->at, successors);
    return count ? successors[wn_rng_below(&planner->rng, count)].id : WN_NONE;
}

/* The agent is off its path: back to its parent, and from the start to where it came from. */
static wn_id step_back(const wn_time_bounded *planner, wend_tick *tick) {
    if (planner->at == planner->start) {
        return planner->before;
    }
    tick->flags |= WEND_TICK_BACKTRACKED;
    return wn_search_parent(&planner->search, planner->at);
}

/* Where the agent goes on this tick, WN_NONE if it stays. */
static wn_id choose_move(wn_time_bounded *planner, const wn_budget *budget, wend_tick *tick) {
    wn_id next =
        planner->use_shortcut ? wn_shortcut_next(&planner->shortcut, planner->at) : WN_NONE;
    if (next == WN_NONE) {
        next = next_on_path(planner);
    }
    if (next != WN_NONE || planner->acting == WN_ACT_WHEN_COMPLETE) {
        return next;
    }
    if (planner->acting == WN_ACT_LATE) {
        return planner->at == planner->start ? random_neighbor(planner) : planner->start;
    }
    if (planner->use_shortcut && planner->traced) {
        const wn_path *route = &planner->paths[planner->followed];
        wn_shortcut_look(&planner->shortcut, &planner->search, route, planner->at, budget, tick);
        next = wn_shortcut_next(&planner->shortcut, planner->at);
    }
    return next != WN_NONE ? next : step_back(planner, tick);
}

static void move(wn_time_bounded *planner, wn_id next, wend_tick *tick) {
    if (next == WN_NONE) {
        if (tick->status == WEND_MOVING) {
            tick->status = WEND_WAITING;
        }
        return;
    }
    planner->before = planner->at; /* the paper's line 30 would save it after overwriting it */
    planner->at = next;
    tick->flags |= WEND_TICK_MOVED;
}

void wn_time_bounded_tick(wn_time_bounded *planner, const wn_budget *budget, wend_tick *tick) {
    bool was_found = planner->found;
    uint32_t trace_limit = was_found ? budget->trace_steps_found : budget->trace_steps;
    /* The first trace is bounded by the expansions of the first tick; no clock may cut it off. */
    wn_deadline never = {0};
    wn_deadline trace_until = planner->first_tick ? never : budget->trace_until;
    tick->status = WEND_MOVING;
    if (planner->at != planner->goal) {
        wn_outcome outcome = was_found ? WN_FOUND : plan(planner, budget, tick);
        if (outcome == WN_NO_PATH || outcome == WN_TOO_DEAR) {
            tick->status = outcome == WN_NO_PATH ? WEND_UNREACHABLE : WEND_OVERFLOW;
            return;
        }
        if (outcome == WN_NO_MEMORY) {
            tick->status = WEND_OUT_OF_MEMORY;
        }
        if (!planner->first_tick) {
            trace(planner, trace_limit, &trace_until, tick);
            move(planner, choose_move(planner, budget, tick), tick);
        }
    }
    if (planner->found) {
        tick->flags |= WEND_TICK_FOUND;
    }
    if (planner->at == planner->goal) {
        tick->status = WEND_ARRIVED;
    }
}
