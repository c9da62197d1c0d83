/* plan/jumping.c - TBA*'s agent over jump point search, and jump point search under a budget.
 *
 * The same loop as in time_bounded.c: plan, trace, act. What differs is that nodes lie far apart:
 * the agent moves along an edge for many ticks, and may have to step back in the middle of it. */
#include "plan/planner.h"
#include "domain/grid.h"

static const wend_map *jumping_map(const wn_planner *planner) {
    return (const wend_map *)planner->search.domain;
}

static wn_place place_of(const wn_planner *planner, uint32_t node) {
    return planner->search.own.jump.nodes[node].place;
}

static wn_place place_of_start(const wn_planner *planner) {
    return wn_grid_place(jumping_map(planner), planner->start);
}

/* ---- Routes of nodes ------------------------------------------------------------------------- */

static bool push_node(wn_route *route, const wn_jump_search *search, uint32_t node) {
    const wn_jump_node *n = &search->nodes[node];
    if (!wn_route_push(route, node, n->g)) {
        return false;
    }
    route->places[route->count - 1] = n->place;
    return true;
}

static uint32_t find_node(const wn_route *route, const wn_jump_search *search, uint32_t node) {
    return wn_route_find(route, node, search->nodes[node].g);
}

/* The position of the anchor on the route to follow, WN_NONE if it is off it. */
static uint32_t position_of_anchor(wn_jumping *jumping, const wn_jump_search *search) {
    const wn_route *route = &jumping->routes[jumping->followed];
    uint32_t last = jumping->position;
    if (last >= route->count || route->entries[last].node != jumping->anchor ||
        route->entries[last].g != search->nodes[jumping->anchor].g) {
        jumping->position = find_node(route, search, jumping->anchor);
    }
    return jumping->position;
}

/* ---- Memory -------------------------------------------------------------------------------- */

static bool jumping_init(wn_planner *planner) {
    const wend_map *map = jumping_map(planner);
    const wn_route empty = {.has_places = true};
    planner->jumping = (wn_jumping){.routes = {empty, empty},
                                    .old = empty,
                                    .at = wn_grid_place(map, planner->at),
                                    .old_next = WN_NONE,
                                    .old_first = WN_NONE};
    return true;
}

static void jumping_clear(wn_planner *planner) {
    wn_route_clear(&planner->jumping.routes[0], &planner->memory);
    wn_route_clear(&planner->jumping.routes[1], &planner->memory);
    wn_route_clear(&planner->jumping.old, &planner->memory);
}

static bool jumping_reserve(wn_planner *planner, const wn_budget *budget) {
    wn_jumping *jumping = &planner->jumping;
    wn_jump_search *search = &planner->search.own.jump;
    /* The map may have changed, so that the coming tick starts the search anew. */
    bool changed = jumping_map(planner)->cells.version != planner->version || jumping->outdated;
    bool over = jumping->found && !changed;
    if (!over && !wn_jump_reserve(search, (uint64_t)budget->expansions * WN_JUMP_UNITS,
                                  jumping->found || !jumping->begun)) {
        return false;
    }
    uint32_t steps = jumping->found ? budget->trace_steps_found : budget->trace_steps;
    for (uint32_t i = 0; i < 2 && (changed || !jumping->traced); i++) {
        uint32_t held = jumping->tracing && i != jumping->followed ? jumping->routes[i].count : 0;
        /* A route has no more nodes than there are. */
        uint32_t wanted = wn_min_u32(wn_add_sat(held, wn_add_sat(steps, 2)), search->capacity);
        if (!wn_route_reserve(&jumping->routes[i], &planner->memory, wanted)) {
            return false;
        }
    }
    /* A restart makes the followed route the old one and this the one to be followed. */
    uint32_t wanted = wn_min_u32(wn_add_sat(steps, 2), search->capacity);
    return !changed || wn_route_reserve(&jumping->old, &planner->memory, wanted);
}

static size_t jumping_bytes(const wn_planner *planner) {
    const wn_jumping *jumping = &planner->jumping;
    return (jumping->routes[0].count + jumping->routes[1].count + jumping->old.count) *
           (sizeof(wn_route_entry) + sizeof(wn_place));
}

/* Whether the agent moves along the route from before the last restart. */
static bool has_old_route(const wn_jumping *jumping) {
    return jumping->old_next != WN_NONE;
}

/* ---- Planning ------------------------------------------------------------------------------ */

static wn_outcome jumping_plan(wn_planner *planner, const wn_budget *budget, wend_tick *tick) {
    wn_jumping *jumping = &planner->jumping;
    wn_search *search = &planner->search;
    uint32_t limit = budget->expansions;
    if (!jumping->begun) {
        wn_search_start(search, planner->goal);
        if (!search->kernel->seed(search, planner->start, 0)) {
            return WN_NO_MEMORY;
        }
        jumping->begun = true;
        jumping->anchor = 0;
        if (wn_planner_acts(planner, WEND_ACTS_AT_ONCE)) {
            /* The first route must be traced in the same tick: the agent has no other. */
            limit = wn_min_u32(limit, budget->trace_steps);
        }
    }
    uint64_t before = search->own.jump.expansions;
    wn_outcome outcome =
        wn_search_run(search, wn_mul_sat(limit, WN_JUMP_UNITS), &budget->plan_until, &tick->units);
    tick->expansions += (uint32_t)(search->own.jump.expansions - before);
    jumping->found = outcome == WN_FOUND;
    return outcome;
}

/* ---- Tracing ------------------------------------------------------------------------------- */

/* Adds nodes to the traced route until it has come to the agent's anchor or to the start. Says
 * whether it has. */
static bool jumping_trace_back(wn_planner *planner, uint32_t limit, const wn_deadline *deadline,
                               wend_tick *tick) {
    wn_jumping *jumping = &planner->jumping;
    const wn_jump_search *search = &planner->search.own.jump;
    wn_route *route = &jumping->routes[!jumping->followed];
    /* The agent has moved since the last tick: its anchor may lie on the traced part by now. */
    if (find_node(route, search, jumping->anchor) != WN_NONE) {
        return true;
    }
    for (uint32_t steps = 1;; steps++) {
        uint32_t front = route->entries[route->count - 1].node;
        if (front == jumping->anchor || search->nodes[front].parent == WN_NONE) {
            return true;
        }
        if (tick->trace_steps == limit) {
            return false;
        }
        if (steps % WN_TRACE_STEPS_PER_POLL == 0 && wn_deadline_passed(deadline)) {
            return false;
        }
        if (!push_node(route, search, search->nodes[front].parent)) {
            tick->status = WEND_OUT_OF_MEMORY;
            return false;
        }
        tick->trace_steps++;
    }
}

static bool jumping_begin_trace(wn_planner *planner, wend_tick *tick) {
    wn_jumping *jumping = &planner->jumping;
    const wn_jump_search *search = &planner->search.own.jump;
    wn_route *route = &jumping->routes[!jumping->followed];
    uint32_t tip = wn_jump_tip(search);
    route->count = 0;
    if (tip == WN_NONE) {
        return false;
    }
    if (!push_node(route, search, tip)) {
        tick->status = WEND_OUT_OF_MEMORY;
        return false;
    }
    jumping->trace_cost = search->nodes[tip].g;
    jumping->tracing = true;
    return true;
}

/* The rule of "commit": is the traced route worth leaving the other one for? */
static bool jumping_is_worth_it(const wn_planner *planner) {
    const wn_jumping *jumping = &planner->jumping;
    const wn_route *followed = &jumping->routes[jumping->followed];
    bool at_its_end = followed->count == 0 || followed->places[0] == jumping->at ||
                      find_node(followed, &planner->search.own.jump, jumping->anchor) == 0;
    return at_its_end || jumping->trace_cost >= jumping->followed_cost;
}

static void jumping_trace(wn_planner *planner, uint32_t limit, const wn_deadline *deadline,
                          wend_tick *tick) {
    wn_jumping *jumping = &planner->jumping;
    bool early = wn_planner_acts(planner, WEND_ACTS_AT_ONCE) && !has_old_route(jumping);
    if (jumping->traced || (!early && !jumping->found)) {
        return;
    }
    if (!jumping->tracing && !jumping_begin_trace(planner, tick)) {
        return;
    }
    if (!jumping_trace_back(planner, limit, deadline, tick)) {
        tick->flags |= WEND_TICK_PARTIAL;
        return;
    }
    jumping->tracing = false;
    uint32_t end = jumping->routes[!jumping->followed].entries[0].node;
    bool complete = end == planner->search.own.jump.goal;
    if (complete || !planner->parameters.commit || jumping_is_worth_it(planner)) {
        jumping->followed = !jumping->followed;
        jumping->followed_cost = jumping->trace_cost;
        /* A trace that was begun before the search was over may show a route to the goal that was
         * improved since; then the better one is traced, too. */
        jumping->traced = complete && jumping->found &&
                          jumping->trace_cost == planner->search.own.jump.nodes[end].g;
        tick->flags |= WEND_TICK_REPLANNED;
    }
}

/* ---- Steps --------------------------------------------------------------------------------- */

static void move_to(wn_planner *planner, wn_place next, wend_tick *tick) {
    wn_id id = next == WN_NONE ? WN_NONE : wn_grid_at_place(jumping_map(planner), next);
    if (wn_planner_move(planner, id, tick)) {
        planner->jumping.at = next;
    } else if (next != WN_NONE) {
        planner->jumping.outdated = true; /* the search began on a cell that is blocked */
    }
}

/* Whether a cell lies on an edge, before its end. */
static bool is_on_edge(wn_place from, wn_place to, wn_place at) {
    uint32_t done = wn_edge_length(from, at);
    return done < wn_edge_length(from, to) && wn_edge_at(from, to, done) == at;
}

/* The cell after one that lies on an edge. */
static wn_place next_on_edge(wn_place from, wn_place to, wn_place at) {
    return wn_edge_at(from, to, wn_edge_length(from, at) + 1);
}

/* The cell before it. */
static wn_place back_on_edge(wn_place from, wn_place at) {
    return wn_edge_at(from, at, wn_edge_length(from, at) - 1);
}

/* The entry of the route to follow that the agent is on an edge to, by the position of its anchor;
 * WN_NONE if it is on none. */
static uint32_t entry_ahead(const wn_planner *planner, uint32_t position) {
    const wn_jumping *jumping = &planner->jumping;
    const wn_route *route = &jumping->routes[jumping->followed];
    if (position == WN_NONE || position == 0) {
        return WN_NONE;
    }
    wn_place from = place_of(planner, jumping->anchor);
    bool is_on = is_on_edge(from, route->places[position - 1], jumping->at);
    return is_on ? position - 1 : WN_NONE;
}

/* The next cell on the route to follow, WN_NONE if it does not lead on from here. */
static wn_place step_on(wn_planner *planner) {
    wn_jumping *jumping = &planner->jumping;
    uint32_t ahead = entry_ahead(planner, position_of_anchor(jumping, &planner->search.own.jump));
    if (ahead == WN_NONE) {
        return WN_NONE;
    }
    const wn_route *route = &jumping->routes[jumping->followed];
    wn_place to = route->places[ahead];
    wn_place next = next_on_edge(place_of(planner, jumping->anchor), to, jumping->at);
    uint32_t node = route->entries[ahead].node;
    if (next == to && !wn_jump_is_continuation(&planner->search.own.jump, node)) {
        jumping->anchor = node;
    }
    return next;
}

/* Any cell to go to from the start, the one nearest to the goal: there is no route yet and none to
 * step back on. */
static wn_place any_step(wn_planner *planner) {
    wn_search *search = &planner->search;
    const wn_successor *list;
    uint32_t count = search->kernel->successors(search, planner->at, search->buffer, &list);
    wn_id best = WN_NONE;
    wend_cost least = 0;
    for (uint32_t i = 0; i < count; i++) {
        wend_cost h = search->kernel->h(search, list[i].id);
        if (best == WN_NONE || h < least) {
            best = list[i].id;
            least = h;
        }
    }
    return best == WN_NONE ? WN_NONE : wn_grid_place(jumping_map(planner), best);
}

/* From the start, when no route leads on yet: to where the agent came from, unless the map has
 * changed there, else anywhere. */
static wn_place step_from_start(wn_planner *planner) {
    bool can_go_back = planner->before != WN_NONE &&
                       wn_search_move_cost(&planner->search, planner->at, planner->before) > 0;
    return can_go_back ? wn_grid_place(jumping_map(planner), planner->before) : any_step(planner);
}

/* The agent is off its route: back towards its anchor, from there towards the anchor's parent, and
 * from the start to where it came from. */
static wn_place jumping_step_back(wn_planner *planner, wend_tick *tick) {
    wn_jumping *jumping = &planner->jumping;
    wn_place from = place_of(planner, jumping->anchor);
    if (from == jumping->at) {
        uint32_t parent = planner->search.own.jump.nodes[jumping->anchor].parent;
        if (parent == WN_NONE) {
            return step_from_start(planner);
        }
        jumping->anchor = parent;
        from = place_of(planner, parent);
    }
    tick->flags |= WEND_TICK_BACKTRACKED;
    return back_on_edge(from, jumping->at);
}

/* ---- Going on after a restart --------------------------------------------------------------- */

/* Where the edge to an entry of the old route begins: at the entry behind, or where the search was
 * started anew. */
static wn_place old_from(const wn_planner *planner, uint32_t entry) {
    const wn_jumping *jumping = &planner->jumping;
    return entry == jumping->old_first ? place_of_start(planner) : jumping->old.places[entry + 1];
}

/* The next cell on the old route. */
static wn_place old_step(const wn_planner *planner) {
    const wn_jumping *jumping = &planner->jumping;
    uint32_t entry = jumping->old_next;
    return next_on_edge(old_from(planner, entry), jumping->old.places[entry], jumping->at);
}

static void follow_old_route(wn_planner *planner, wend_tick *tick) {
    wn_jumping *jumping = &planner->jumping;
    jumping->off_route = true;
    move_to(planner, old_step(planner), tick);
    if (jumping->at == jumping->old.places[jumping->old_next] && jumping->old_next > 0) {
        jumping->old_next--;
    }
}

/* The entry of the old route on the edge to which the agent stands, not at its beginning. */
static uint32_t old_entry_behind(const wn_planner *planner) {
    const wn_jumping *jumping = &planner->jumping;
    uint32_t entry = jumping->old_next;
    return old_from(planner, entry) == jumping->at ? entry + 1 : entry;
}

/* The cell before on the old route, towards where the search was started anew. */
static wn_place old_step_back(const wn_planner *planner) {
    return back_on_edge(old_from(planner, old_entry_behind(planner)), planner->jumping.at);
}

/* An agent that is off its route checks whether it stands on the new route. Each edge that it
 * checks is a step of tracing; where they do not suffice it goes on as if it did not. */
static void rejoin_route(wn_planner *planner, uint32_t limit, wend_tick *tick) {
    wn_jumping *jumping = &planner->jumping;
    const wn_route *route = &jumping->routes[jumping->followed];
    if (jumping->at == place_of_start(planner)) {
        jumping->anchor = 0;
        jumping->off_route = false;
    }
    for (uint32_t i = route->count - 1; jumping->off_route && i > 0; i--) {
        if (tick->trace_steps == limit) {
            return;
        }
        tick->trace_steps++;
        if (is_on_edge(route->places[i], route->places[i - 1], jumping->at)) {
            jumping->anchor = route->entries[i].node;
            jumping->off_route = false;
        }
    }
}

/* ---- Acting ---------------------------------------------------------------------------------- */

static void jumping_act(wn_planner *planner, uint32_t trace_limit, wend_tick *tick) {
    wn_jumping *jumping = &planner->jumping;
    if (has_old_route(jumping) && !jumping->traced) {
        follow_old_route(planner, tick);
        return;
    }
    if (jumping->off_route) {
        rejoin_route(planner, trace_limit, tick);
    }
    if (jumping->off_route) {
        wn_place back = old_step_back(planner);
        jumping->old_next = old_entry_behind(planner);
        tick->flags |= WEND_TICK_BACKTRACKED;
        move_to(planner, back, tick);
        return;
    }
    jumping->old_next = WN_NONE;
    wn_place next = step_on(planner);
    if (next == WN_NONE && wn_planner_acts(planner, WEND_ACTS_AT_ONCE)) {
        next = jumping_step_back(planner, tick);
    }
    move_to(planner, next, tick);
}

/* ---- Changes of the map ---------------------------------------------------------------------- */

/* Starts the search anew from where the agent is; keeps the route that the agent is on if asked to.
 */
static void jumping_start_anew(wn_planner *planner, bool keep_route) {
    wn_jumping *jumping = &planner->jumping;
    uint32_t ahead = WN_NONE;
    if (keep_route && has_old_route(jumping) && !jumping->traced) {
        ahead = jumping->old_next;
    } else if (keep_route && !jumping->off_route) {
        ahead = entry_ahead(planner, position_of_anchor(jumping, &planner->search.own.jump));
        wn_route spare = jumping->old;
        jumping->old = jumping->routes[jumping->followed];
        jumping->routes[jumping->followed] = spare;
    }
    jumping->old_next = jumping->old_first = ahead;
    jumping->routes[0].count = jumping->routes[1].count = 0;
    jumping->begun = jumping->tracing = jumping->found = jumping->traced = false;
    jumping->off_route = jumping->outdated = false;
    planner->start = planner->at;
}

static void restart(wn_planner *planner, bool keep_route, wend_tick *tick) {
    jumping_start_anew(planner, keep_route);
    planner->restarts++;
    tick->flags |= WEND_TICK_RESTARTED;
}

static bool is_legal(wn_planner *planner, wn_place next) {
    wn_id id = wn_grid_at_place(jumping_map(planner), next);
    return wn_search_move_cost(&planner->search, planner->at, id) > 0;
}

/* What an agent on the old route or off its route does next must be legal, though the new search
 * may have scanned nowhere near. */
static bool is_cut_off(wn_planner *planner) {
    const wn_jumping *jumping = &planner->jumping;
    if (has_old_route(jumping) && !jumping->traced) {
        bool at_end = jumping->at == jumping->old.places[0];
        return at_end || !is_legal(planner, old_step(planner));
    }
    return jumping->off_route && jumping->at != place_of_start(planner) &&
           !is_legal(planner, old_step_back(planner));
}

static void restart_if_cut(wn_planner *planner, wend_tick *tick) {
    if (planner->jumping.outdated) {
        restart(planner, true, tick);
    }
    if (is_cut_off(planner)) {
        restart(planner, false, tick);
    }
}

static void jumping_changed(wn_planner *planner, const wn_edit *edit) {
    wn_jumping *jumping = &planner->jumping;
    const wn_jump_search *search = &planner->search.own.jump;
    bool cheaper = !edit || edit->cheaper;
    bool matters =
        !edit || edit->id == planner->goal || edit->id == planner->at ||
        (cheaper && planner->status == WEND_OVERFLOW) ||
        (jumping->begun && wn_jump_has_seen(search, wn_grid_place(jumping_map(planner), edit->id)));
    if (!matters) {
        return;
    }
    jumping->outdated = jumping->begun;
    if (cheaper) {
        wn_planner_wake(planner);
    }
}

static void jumping_retargeted(wn_planner *planner, bool goal_is_new) {
    (void)goal_is_new; /* the search goes by the goal, and starts where the agent is */
    planner->jumping.at = wn_grid_place(jumping_map(planner), planner->at);
    jumping_start_anew(planner, false);
}

static void jumping_plan_and_act(wn_planner *planner, const wn_budget *budget, wend_tick *tick) {
    wn_jumping *jumping = &planner->jumping;
    bool was_found = jumping->found;
    uint32_t trace_limit = was_found ? budget->trace_steps_found : budget->trace_steps;
    /* The first trace is bounded by the expansions of the first tick; no clock may cut it off. */
    wn_deadline never = {0};
    wn_deadline trace_until = jumping->begun ? budget->trace_until : never;
    wn_outcome outcome = was_found ? WN_FOUND : jumping_plan(planner, budget, tick);
    if (wn_planner_goes_on(outcome, tick) && jumping->begun) {
        jumping_trace(planner, trace_limit, &trace_until, tick);
        if (!jumping->traced && wn_planner_is_on_blocked(planner)) {
            wn_planner_move(planner, WN_NONE, tick);
        } else {
            jumping_act(planner, trace_limit, tick);
        }
    }
}

static void jumping_tick(wn_planner *planner, const wn_budget *budget, wend_tick *tick) {
    tick->status = WEND_MOVING;
    if (planner->at != planner->goal) {
        restart_if_cut(planner, tick);
        jumping_plan_and_act(planner, budget, tick);
    }
    if (planner->jumping.found) {
        tick->flags |= WEND_TICK_FOUND;
    }
    if (planner->at == planner->goal) {
        tick->status = WEND_ARRIVED;
    }
}

/* The cells from the agent's to the end of a route, through the entry `ahead`. */
static uint32_t list_route(const wn_planner *planner, const wn_route *route, uint32_t ahead,
                           wn_place from, wend_state *states, uint32_t capacity) {
    wn_place at = planner->jumping.at;
    uint32_t count = 0;
    for (uint32_t entry = ahead;; entry--) {
        wn_place to = route->places[entry];
        while (at != to) {
            at = next_on_edge(from, to, at);
            if (count < capacity) {
                wn_id id = wn_grid_at_place(jumping_map(planner), at);
                states[count] = wn_search_state(&planner->search, id);
            }
            count++;
        }
        if (entry == 0) {
            return count;
        }
        from = to;
    }
}

static uint32_t jumping_path(const wn_planner *planner, wend_state *states, uint32_t capacity) {
    const wn_jumping *jumping = &planner->jumping;
    if (has_old_route(jumping) && !jumping->traced) {
        wn_place from = old_from(planner, jumping->old_next);
        return list_route(planner, &jumping->old, jumping->old_next, from, states, capacity);
    }
    if (jumping->off_route || !jumping->begun) {
        return 0;
    }
    const wn_route *route = &jumping->routes[jumping->followed];
    uint32_t position = find_node(route, &planner->search.own.jump, jumping->anchor);
    uint32_t ahead = entry_ahead(planner, position);
    if (ahead == WN_NONE) {
        return 0;
    }
    return list_route(planner, route, ahead, place_of(planner, jumping->anchor), states, capacity);
}

const wn_family wn_jumping_family = {
    .init = jumping_init,
    .clear = jumping_clear,
    .reserve = jumping_reserve,
    .tick = jumping_tick,
    .bytes = jumping_bytes,
    .changed = jumping_changed,
    .retargeted = jumping_retargeted,
    .kernel = WN_KERNEL_JUMP,
    .path = jumping_path,
};
