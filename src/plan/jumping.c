/* plan/jumping.c - TBA*'s agent on jump point search, and jump point search under a budget.
 *
 * The loop is the same as in time_bounded.c: plan, trace, act. The difference is that nodes lie far
 * apart: the agent moves along an edge for many ticks, and may have to step back in the middle of
 * it. */
#include "plan/jumping_parts.h"

/* ---- Routes of nodes ------------------------------------------------------------------------- */

static bool push_node(wn_route *route, const wn_jump_search *search, uint32_t node) {
    const wn_jump_node *n = &search->nodes[node];
    if (!wn_route_push(route, node, n->g)) {
        return false;
    }
    route->places[route->count - 1] = n->place;
    return true;
}

/* Appends at most `most` parents to a route, until it reaches the node `until` or the start.
 * Returns whether it has. Stops early if the route's capacity is reached. */
static bool push_parents(wn_route *route, const wn_jump_search *search, uint32_t until,
                         uint32_t most) {
    wn_route_entry *entries = route->entries;
    wn_place *places = route->places;
    uint32_t count = route->count, end = wn_min_u32(wn_add_sat(count, most), route->capacity);
    uint32_t front = entries[count - 1].node, parent;
    while (front != until && (parent = search->nodes[front].parent) != WN_NONE) {
        if (count == end) {
            route->count = count;
            return false;
        }
        const wn_jump_node *node = &search->nodes[parent];
        assert(node->g < entries[count - 1].g);
        entries[count] = (wn_route_entry){parent, node->g};
        places[count] = node->place;
        front = parent;
        count++;
    }
    route->count = count;
    return true;
}

/* ---- Memory -------------------------------------------------------------------------------- */

static bool jumping_init(wn_planner *planner) {
    wn_jumping *jumping = &planner->jumping;
    wn_memory_zero(jumping, sizeof *jumping);
    jumping->routes[0].has_places = jumping->routes[1].has_places = true;
    jumping->old.has_places = jumping->mend.route.has_places = true;
    jumping->at = wn_grid_place(wn_jumping_map(planner), planner->at);
    jumping->old_next = jumping->old_first = jumping->mend.node = WN_NONE;
    return true;
}

static void jumping_clear(wn_planner *planner) {
    wn_route_clear(&planner->jumping.routes[0], &planner->memory);
    wn_route_clear(&planner->jumping.routes[1], &planner->memory);
    wn_route_clear(&planner->jumping.old, &planner->memory);
    wn_route_clear(&planner->jumping.mend.route, &planner->memory);
}

/* The maximum number of nodes of a route after a tick. It cannot exceed the number of nodes in the
 * search; and each node except the first and the last was generated and popped from the open list,
 * unless it belongs to a blocked route that is joined. */
static uint32_t most_nodes(const wn_planner *planner, const wn_budget *budget) {
    const wn_jumping *jumping = &planner->jumping;
    uint64_t units = jumping->spent + (uint64_t)budget->expansions * WN_JUMP_UNITS;
    uint64_t paid = units / (WN_JUMP_UNITS_NODE + WN_JUMP_UNITS_POP) + 2;
    bool joins = jumping->mended || jumping->mend.count > 0;
    uint32_t capacity = planner->search.own.jump.capacity;
    return joins ? capacity : (uint32_t)wn_min_u64(paid, capacity);
}

static bool jumping_reserve_all(wn_planner *planner, const wn_budget *budget);

static bool jumping_reserve(wn_planner *planner, const wn_budget *budget) {
    wn_jumping *jumping = &planner->jumping;
    bool is_fresh = !jumping->begun && wn_jumping_map(planner)->cells.version == planner->version;
    if (is_fresh && jumping->fresh_expansions == budget->expansions &&
        jumping->fresh_trace_steps == budget->trace_steps) {
        return true;
    }
    bool is_reserved = jumping_reserve_all(planner, budget);
    if (is_fresh && is_reserved) {
        jumping->fresh_expansions = budget->expansions;
        jumping->fresh_trace_steps = budget->trace_steps;
    }
    return is_reserved;
}

WN_NOINLINE static bool jumping_reserve_all(wn_planner *planner, const wn_budget *budget) {
    wn_jumping *jumping = &planner->jumping;
    wn_jump_search *search = &planner->search.own.jump;
    /* The map may have changed, so the coming tick may restart the search. */
    bool changed = wn_jumping_map(planner)->cells.version != planner->version ||
                   jumping->outdated || jumping->goal_has_moved;
    bool over = jumping->found && !changed;
    if (!over && !wn_jump_reserve(search, (uint64_t)budget->expansions * WN_JUMP_UNITS,
                                  jumping->found || !jumping->begun)) {
        return false;
    }
    planner->search.released = planner->search.released && over;
    uint32_t steps = jumping->found ? budget->trace_steps_found : budget->trace_steps;
    bool needs_both = wn_planner_acts(planner, WEND_ACTS_AT_ONCE); /* one to follow meanwhile */
    for (uint32_t i = 0; i < 2 && (changed || !jumping->traced); i++) {
        if (!needs_both && i == jumping->followed) {
            continue;
        }
        uint32_t held = jumping->tracing && i != jumping->followed ? jumping->routes[i].count : 0;
        uint32_t wanted =
            wn_min_u32(wn_add_sat(held, wn_add_sat(steps, 2)), most_nodes(planner, budget));
        if (!wn_route_reserve(&jumping->routes[i], &planner->memory, wanted)) {
            return false;
        }
    }
    /* A restart turns the followed route into the old one; this one is followed next. */
    uint32_t wanted = wn_min_u32(wn_add_sat(steps, 2), search->capacity);
    return !changed || wn_route_reserve(&jumping->old, &planner->memory, wanted);
}

static size_t jumping_bytes(const wn_planner *planner) {
    const wn_jumping *jumping = &planner->jumping;
    return (jumping->routes[0].count + jumping->routes[1].count + jumping->old.count +
            jumping->mend.route.count) *
           (sizeof(wn_route_entry) + sizeof(wn_place));
}

/* ---- Planning ------------------------------------------------------------------------------ */

/* On a map that is being explored, a search that is likely to take this much work and this many
 * ticks gets this weight, unless the caller has set one. Half-known walls have many holes, and what
 * a search finds behind them is not worth the ticks that it takes to prove a route optimal. Short
 * searches get no weight, because there it costs more moves than it saves ticks. */
#define HARD_UNITS  16384u
#define HARD_TICKS  2u
#define HARD_WEIGHT 1200u

/* The weight of a search for a whole route. */
static uint32_t weight_of_search(const wn_planner *planner, const wn_budget *budget) {
    const wn_cells *cells = &wn_jumping_map(planner)->cells;
    const wn_parameters *parameters = &planner->parameters;
    uint64_t units = planner->jumping.full_units;
    /* What a timed tick can do is known only from earlier ticks. */
    if (units < HARD_UNITS || !parameters->weight_is_default || !cells->believed ||
        cells->factors || !wn_planner_acts(planner, WEND_ACTS_AT_ONCE)) {
        return parameters->weight_permille;
    }
    bool takes_ticks = budget->plan_until.clock
                           ? planner->jumping.full_ticks > HARD_TICKS
                           : units / HARD_TICKS >= (uint64_t)budget->expansions * WN_JUMP_UNITS;
    return takes_ticks ? HARD_WEIGHT : parameters->weight_permille;
}

static wn_outcome jumping_expand(wn_planner *planner, const wn_budget *budget, wend_tick *tick) {
    wn_jumping *jumping = &planner->jumping;
    wn_search *search = &planner->search;
    uint32_t limit = budget->expansions;
    if (!jumping->begun) {
        if (search->released) {
            return WN_NO_MEMORY;
        }
        bool mends = wn_jumping_may_mend(planner, budget);
        search->own.jump.weight =
            mends ? planner->parameters.weight_permille : weight_of_search(planner, budget);
        const wend_map *map = wn_jumping_map(planner);
        wn_id goal = mends ? wn_jumping_begin_mend(planner) : planner->goal;
        wn_place from =
            planner->start == planner->at ? jumping->at : wn_grid_place(map, planner->start);
        wn_search_start(search, goal);
        if (!wn_jump_start(&search->own.jump, from, wn_grid_place(map, goal))) {
            return WN_NO_MEMORY;
        }
        jumping->begun = true;
        jumping->anchor = 0;
        if (wn_planner_acts(planner, WEND_ACTS_AT_ONCE)) {
            /* The first route must be traced in the same tick: the agent has no other. */
            limit = wn_min_u32(limit, budget->trace_steps);
        }
    }
    if (jumping->mend.is_active && jumping->mend.node != WN_NONE) {
        return wn_jumping_mend(planner, budget, WN_RUNNING, tick);
    }
    uint64_t before = search->own.jump.expansions;
    uint32_t units_before = tick->work;
    wn_outcome outcome =
        wn_search_run(search, wn_mul_sat(limit, WN_JUMP_UNITS), &budget->plan_until, &tick->work);
    tick->expansions += (uint32_t)(search->own.jump.expansions - before);
    jumping->spent += tick->work - units_before;
    jumping->found = outcome == WN_FOUND;
    if (jumping->mend.is_active) {
        return wn_jumping_mend(planner, budget, outcome, tick);
    }
    if (jumping->found) {
        jumping->full_units = jumping->spent;
        jumping->full_ticks = jumping->ticks;
    }
    return outcome;
}

/* ---- Tracing ------------------------------------------------------------------------------- */

/* Traces back until the traced route reaches the agent's anchor or the start. Returns whether it
 * has. */
static bool jumping_trace_back(wn_planner *planner, wn_route *route, uint32_t limit,
                               const wn_deadline *deadline, wend_tick *tick) {
    assert(route->count > 0 && tick->trace_steps <= limit); /* the trace has begun */
    wn_trace_clock clock = wn_trace_clock_begin(deadline);
    uint32_t first = route->count, most = limit - tick->trace_steps, steps = 0;
    bool is_done;
    do {
        is_done = push_parents(route, &planner->search.own.jump, planner->jumping.anchor,
                               deadline->clock ? wn_min_u32(most - steps, 1) : most);
        steps = route->count - first;
        if (!is_done && steps < most && route->count == route->capacity) {
            tick->status = WEND_AGENT_OUT_OF_MEMORY;
            break;
        }
    } while (!is_done && steps < most && !wn_trace_clock_is_late(&clock, &planner->search.step_ns));
    tick->trace_steps += steps;
    return is_done;
}

static bool jumping_begin_trace(wn_planner *planner, wn_route *route, wend_tick *tick) {
    wn_jumping *jumping = &planner->jumping;
    const wn_jump_search *search = &planner->search.own.jump;
    uint32_t tip = jumping->found ? search->goal : wn_jump_tip(search);
    route->count = 0;
    if (tip == WN_NONE) {
        return false;
    }
    if (!push_node(route, search, tip)) {
        tick->status = WEND_AGENT_OUT_OF_MEMORY;
        return false;
    }
    jumping->trace_cost = search->nodes[tip].g;
    jumping->tracing = true;
    jumping->checked = jumping->edge_done = 0;
    return true;
}

/* Checks the edges of the route found by a dirty search, within the work of the tick. Returns
 * whether all of them are legal. If one is not, the search restarts. */
WN_NOINLINE static bool jumping_check_traced(wn_planner *planner, const wn_budget *budget,
                                             wend_tick *tick) {
    wn_jumping *jumping = &planner->jumping;
    const wn_jumps *jumps = &wn_jumping_map(planner)->jumps;
    const wn_route *route = &jumping->routes[!jumping->followed];
    uint32_t units = wn_mul_sat(budget->expansions, WN_JUMP_UNITS);
    uint32_t left = units - wn_min_u32(units, tick->work);
    wn_edge_check check = WN_EDGE_LEGAL;
    tick->work += left;
    for (; jumping->checked + 1 < route->count; jumping->checked++) {
        check = wn_edge_check_on(jumps, route->places[jumping->checked + 1],
                                 route->places[jumping->checked], &jumping->edge_done, &left);
        if (check != WN_EDGE_LEGAL) {
            break;
        }
        jumping->edge_done = 0;
    }
    tick->work -= left;
    if (check == WN_EDGE_CUT) {
        wn_jumping_blame_edge(planner, route->places[jumping->checked + 1],
                              route->places[jumping->checked]);
        jumping->outdated = true;
        jumping->tracing = false;
    }
    return check == WN_EDGE_LEGAL;
}

/* The rule of `commit`: whether to leave the followed route for the traced one. */
static bool jumping_is_worth_it(const wn_planner *planner) {
    const wn_jumping *jumping = &planner->jumping;
    const wn_route *followed = &jumping->routes[jumping->followed];
    bool at_its_end =
        followed->count == 0 || followed->places[0] == jumping->at ||
        wn_jumping_find_node(followed, &planner->search.own.jump, jumping->anchor) == 0;
    return at_its_end || jumping->trace_cost >= jumping->followed_cost;
}

static void jumping_trace(wn_planner *planner, const wn_budget *budget, uint32_t limit,
                          const wn_deadline *deadline, wend_tick *tick) {
    wn_jumping *jumping = &planner->jumping;
    bool early = wn_planner_acts(planner, WEND_ACTS_AT_ONCE) && !wn_jumping_has_old_route(jumping);
    if (jumping->traced || jumping->released || (!early && !jumping->found)) {
        return;
    }
    const wn_jump_search *search = &planner->search.own.jump;
    wn_route *route = &jumping->routes[!jumping->followed];
    bool was_tracing = jumping->tracing;
    if (!was_tracing && !jumping_begin_trace(planner, route, tick)) {
        return;
    }
    /* The agent has moved since the last tick: its anchor may lie on the traced part now. */
    bool is_done = was_tracing && wn_jumping_find_node(route, search, jumping->anchor) != WN_NONE;
    if ((!is_done && !jumping_trace_back(planner, route, limit, deadline, tick)) ||
        (jumping->dirty && jumping->found && !jumping_check_traced(planner, budget, tick))) {
        tick->flags |= jumping->tracing ? WEND_TICK_PARTIAL : 0;
        return;
    }
    jumping->tracing = false;
    uint32_t end = route->entries[0].node;
    bool complete = end == search->goal;
    if (complete || !planner->parameters.commit || jumping_is_worth_it(planner)) {
        jumping->followed = !jumping->followed;
        jumping->position = route->count - 1; /* most traces end there, at the anchor */
        jumping->followed_cost = jumping->trace_cost;
        jumping->unchecked = false;
        /* A trace that began before the search finished may show a route to the goal that has been
         * improved since; the better one is then traced, too. */
        jumping->traced = complete && jumping->found && jumping->trace_cost == search->nodes[end].g;
        jumping->lead = jumping->traced ? jumping->ticks : jumping->lead;
        tick->flags |= WEND_TICK_REPLANNED;
    }
}

static void jumping_search(wn_planner *planner, const wn_budget *budget, wend_tick *tick) {
    wn_jumping *jumping = &planner->jumping;
    bool was_found = jumping->found;
    jumping->ticks += !jumping->traced;
    uint32_t trace_limit = was_found ? budget->trace_steps_found : budget->trace_steps;
    /* The first trace is bounded by the expansions of the first tick; a clock must not interrupt
     * it. */
    static const wn_deadline never = {0};
    const wn_deadline *trace_until = jumping->begun ? &budget->trace_until : &never;
    wn_outcome outcome = was_found ? WN_FOUND : jumping_expand(planner, budget, tick);
    if ((outcome == WN_NO_PATH || outcome == WN_TOO_EXPENSIVE) &&
        (jumping->dirty || jumping->goal_has_moved)) {
        if (jumping->dirty) {
            wn_planner_blame(planner, &jumping->dirtied_by);
        }
        jumping->outdated = true; /* it may have missed a route, or had another goal */
        outcome = WN_RUNNING;
    }
    if (jumping->dirty && jumping->found && !was_found) {
        jumping->tracing = false; /* all edges are checked from now on */
    }
    if (wn_planner_goes_on(outcome, tick) && jumping->begun) {
        jumping_trace(planner, budget, trace_limit, trace_until, tick);
        if (!jumping->traced && wn_planner_is_on_blocked(planner)) {
            wn_planner_choose(planner, WN_NONE, tick);
        } else {
            wn_jumping_act(planner, budget, trace_limit, tick);
        }
    }
}

static void jumping_plan(wn_planner *planner, const wn_budget *budget, wend_tick *tick) {
    planner->jumping.knight_units = 0;
    if (!wn_jumping_is_undisturbed(&planner->jumping)) {
        wn_jumping_check_route(planner, budget, tick);
        wn_jumping_restart_if_cut(planner);
    }
    jumping_search(planner, budget, tick);
    if (planner->jumping.found && !planner->jumping.goal_has_moved) {
        tick->flags |= WEND_TICK_FOUND;
    }
}

const wn_family wn_jumping_family = {
    .init = jumping_init,
    .clear = jumping_clear,
    .reserve = jumping_reserve,
    .plan = jumping_plan,
    .moved = wn_jumping_moved,
    .step = wn_jumping_step_on_line,
    .release = wn_jumping_release,
    .bytes = jumping_bytes,
    .changed = wn_jumping_changed,
    .retargeted = wn_jumping_retargeted,
    .map_kernel = wn_jump_kernel,
    .ahead = wn_jumping_ahead,
    .is_far_apart = true,
};

#define WN_JUMPING_ALGORITHMS
#include "plan/define_algorithms.inl"
