/* plan/jumping.c - TBA*'s agent over jump point search, and jump point search under a budget.
 *
 * The same loop as in time_bounded.c: plan, trace, act. What differs is that nodes lie far apart:
 * the agent moves along an edge for many ticks, and may have to step back in the middle of it. */
#include "plan/planner.h"
#include "domain/grid.h"

static const wend_map *jumping_map(const wn_planner *planner) {
    return (const wend_map *)planner->search.domain;
}

static wn_jump_rule jumping_rule(const wn_planner *planner) {
    return jumping_map(planner)->jumps.rule;
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
    planner->search.released = planner->search.released && over;
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

static wn_outcome jumping_expand(wn_planner *planner, const wn_budget *budget, wend_tick *tick) {
    wn_jumping *jumping = &planner->jumping;
    wn_search *search = &planner->search;
    uint32_t limit = budget->expansions;
    if (!jumping->begun) {
        if (search->released) {
            return WN_NO_MEMORY;
        }
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
    assert(route->count > 0); /* it was begun */
    wn_trace_clock clock = wn_trace_clock_begin(deadline);
    for (uint32_t steps = 0;; steps++) {
        uint32_t front = route->entries[route->count - 1].node;
        if (front == jumping->anchor || search->nodes[front].parent == WN_NONE) {
            return true;
        }
        if (tick->trace_steps == limit) {
            return false;
        }
        if (steps > 0 && wn_trace_clock_is_late(&clock, &planner->search.step_ns)) {
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
    if (jumping->traced || jumping->released || (!early && !jumping->found)) {
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

/* A step that may be made, and what holds after it. */
typedef struct jumping_step {
    wn_place next; /* WN_NONE: there is none */
    uint32_t anchor;
    uint32_t old_next;
    uint32_t flags; /* of the tick that makes it */
} jumping_step;

static void choose_step(wn_planner *planner, const jumping_step *step, wend_tick *tick) {
    wn_jumping *jumping = &planner->jumping;
    bool none = step->next == WN_NONE;
    wn_id id = none ? WN_NONE : wn_grid_at_place(jumping_map(planner), step->next);
    if (wn_planner_choose(planner, id, tick)) {
        planner->next_flags = step->flags;
        jumping->next = step->next;
        jumping->next_anchor = step->anchor;
        jumping->next_old = step->old_next;
    } else if (!none) {
        jumping->outdated = true; /* the search began on a cell that is blocked */
    }
}

/* A line that a settled agent was on is over: at a node, or where the edge to it turns. */
static void end_line(wn_planner *planner) {
    wn_jumping *jumping = &planner->jumping;
    if (jumping->line.origin != jumping->at) {
        return;
    }
    if (jumping->released) {
        jumping->old_next -= jumping->old_next > 0;
    } else {
        uint32_t node = jumping->routes[jumping->followed].entries[jumping->line.entry].node;
        if (!wn_jump_is_continuation(&planner->search.own.jump, node)) {
            jumping->anchor = node;
        }
    }
}

static void jumping_moved(wn_planner *planner) {
    wn_jumping *jumping = &planner->jumping;
    jumping->at = jumping->next;
    jumping->anchor = jumping->next_anchor;
    jumping->old_next = jumping->next_old;
    if (planner->settled && jumping->line_left > 0 && --jumping->line_left == 0) {
        end_line(planner);
    }
}

/* Whether a cell lies on an edge, before its end. */
static bool is_on_edge(wn_jump_rule rule, wn_place from, wn_place to, wn_place at) {
    uint32_t done = wn_edge_length(rule, from, at);
    return done < wn_edge_length(rule, from, to) && wn_edge_at(rule, from, to, done) == at;
}

/* The cell after one that lies on an edge. */
static wn_place next_on_edge(wn_jump_rule rule, wn_place from, wn_place to, wn_place at) {
    return wn_edge_at(rule, from, to, wn_edge_length(rule, from, at) + 1);
}

/* The cell before it. */
static wn_place back_on_edge(wn_jump_rule rule, wn_place from, wn_place at) {
    return wn_edge_at(rule, from, at, wn_edge_length(rule, from, at) - 1);
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
    bool is_on = is_on_edge(jumping_rule(planner), from, route->places[position - 1], jumping->at);
    return is_on ? position - 1 : WN_NONE;
}

/* To the next cell on the route to follow; none if it does not lead on from here. */
static jumping_step step_on(wn_planner *planner) {
    wn_jumping *jumping = &planner->jumping;
    jumping_step step = {.next = WN_NONE, .anchor = jumping->anchor, .old_next = WN_NONE};
    uint32_t ahead = entry_ahead(planner, position_of_anchor(jumping, &planner->search.own.jump));
    if (ahead == WN_NONE) {
        return step;
    }
    const wn_route *route = &jumping->routes[jumping->followed];
    wn_place to = route->places[ahead];
    step.next =
        next_on_edge(jumping_rule(planner), place_of(planner, jumping->anchor), to, jumping->at);
    uint32_t node = route->entries[ahead].node;
    if (step.next == to && !wn_jump_is_continuation(&planner->search.own.jump, node)) {
        step.anchor = node;
    }
    return step;
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
static jumping_step jumping_step_back(wn_planner *planner) {
    const wn_jumping *jumping = &planner->jumping;
    jumping_step step = {.anchor = jumping->anchor, .old_next = WN_NONE};
    if (place_of(planner, step.anchor) == jumping->at) {
        uint32_t parent = planner->search.own.jump.nodes[step.anchor].parent;
        if (parent == WN_NONE) {
            step.next = step_from_start(planner);
            return step;
        }
        step.anchor = parent;
    }
    step.flags = WEND_TICK_BACKTRACKED;
    step.next = back_on_edge(jumping_rule(planner), place_of(planner, step.anchor), jumping->at);
    return step;
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
    return next_on_edge(jumping_rule(planner), old_from(planner, entry), jumping->old.places[entry],
                        jumping->at);
}

static jumping_step step_on_old_route(wn_planner *planner) {
    wn_jumping *jumping = &planner->jumping;
    jumping->off_route = true;
    wn_place next = old_step(planner);
    uint32_t to = jumping->old_next;
    return (jumping_step){.next = next,
                          .anchor = jumping->anchor,
                          .old_next = to - (next == jumping->old.places[to] && to > 0)};
}

/* The entry of the old route on the edge to which the agent stands, not at its beginning. */
static uint32_t old_entry_behind(const wn_planner *planner) {
    const wn_jumping *jumping = &planner->jumping;
    uint32_t entry = jumping->old_next;
    return old_from(planner, entry) == jumping->at ? entry + 1 : entry;
}

/* To the cell before on the old route, towards where the search was started anew. */
static jumping_step old_step_back(const wn_planner *planner) {
    uint32_t entry = old_entry_behind(planner);
    return (jumping_step){
        .next = back_on_edge(jumping_rule(planner), old_from(planner, entry), planner->jumping.at),
        .anchor = planner->jumping.anchor,
        .old_next = entry,
        .flags = WEND_TICK_BACKTRACKED};
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
        if (is_on_edge(jumping_rule(planner), route->places[i], route->places[i - 1],
                       jumping->at)) {
            jumping->anchor = route->entries[i].node;
            jumping->off_route = false;
        }
    }
}

/* ---- Acting ---------------------------------------------------------------------------------- */

static jumping_step jumping_act(wn_planner *planner, uint32_t trace_limit, wend_tick *tick) {
    wn_jumping *jumping = &planner->jumping;
    if (has_old_route(jumping) && !jumping->traced) {
        return step_on_old_route(planner);
    }
    if (jumping->off_route) {
        rejoin_route(planner, trace_limit, tick);
    }
    if (jumping->off_route) {
        return old_step_back(planner);
    }
    jumping->old_next = WN_NONE;
    jumping_step step = step_on(planner);
    if (step.next == WN_NONE && wn_planner_acts(planner, WEND_ACTS_AT_ONCE)) {
        step = jumping_step_back(planner);
    }
    return step;
}

/* ---- Changes of the map ---------------------------------------------------------------------- */

/* Starts the search anew from where the agent is; keeps the route that the agent is on if asked to.
 */
static void jumping_start_anew(wn_planner *planner, bool keep_route) {
    wn_jumping *jumping = &planner->jumping;
    if (jumping->begun || has_old_route(jumping)) {
        wn_planner_give_up(planner);
    }
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
    jumping->off_route = jumping->outdated = jumping->released = false;
    planner->start = planner->at;
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
           !is_legal(planner, old_step_back(planner).next);
}

static void restart_if_cut(wn_planner *planner) {
    if (planner->jumping.outdated) {
        jumping_start_anew(planner, true);
    }
    if (is_cut_off(planner)) {
        jumping_start_anew(planner, false);
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

/* ---- What lies ahead --------------------------------------------------------------------------
 */

/* What the agent is on: the old route, the one to follow, or none. Begins to list it. */
static const wn_route *route_ahead(const wn_planner *planner, wn_ahead *ahead) {
    const wn_jumping *jumping = &planner->jumping;
    if (has_old_route(jumping) && !jumping->traced) {
        if (!ahead->begun) {
            ahead->entry = jumping->old_next + 1;
            ahead->origin = old_from(planner, jumping->old_next);
        }
        return &jumping->old;
    }
    if (jumping->off_route || !jumping->begun) {
        return NULL;
    }
    const wn_route *route = &jumping->routes[jumping->followed];
    if (!ahead->begun) {
        uint32_t position = find_node(route, &planner->search.own.jump, jumping->anchor);
        ahead->entry = entry_ahead(planner, position) + 1; /* 0 if there is none */
        ahead->origin = place_of(planner, jumping->anchor);
    }
    return route;
}

/* The end of the straight line that a cell of an edge lies on. */
static wn_place end_of_line(wn_jump_rule rule, wn_place from, wn_place to, wn_place at) {
    uint32_t turn = wn_edge_turn(rule, from, to);
    return wn_edge_length(rule, from, at) < turn ? wn_edge_at(rule, from, to, turn) : to;
}

static bool jumping_ahead(const wn_planner *planner, wn_ahead *ahead) {
    const wend_map *map = jumping_map(planner);
    const wn_route *route = route_ahead(planner, ahead);
    ahead->begun = true;
    while (route && ahead->entry > 0) {
        wn_place at = wn_grid_place(map, ahead->at);
        wn_place to = route->places[ahead->entry - 1];
        wn_place end = end_of_line(jumping_rule(planner), ahead->origin, to, at);
        if (end == to) {
            ahead->origin = to;
            ahead->entry--;
        }
        if (end != at) {
            ahead->at = wn_grid_at_place(map, end);
            return true;
        }
    }
    return false;
}

/* ---- Planning and acting ------------------------------------------------------------------------
 */

/* Once the agent is on the complete route, nothing is left but to follow it. */
static void jumping_settle_on_route(wn_planner *planner) {
    wn_jumping *jumping = &planner->jumping;
    bool on_route = jumping->released || (jumping->traced && !jumping->off_route);
    if (on_route && planner->next != WN_NONE && !(planner->next_flags & WEND_TICK_BACKTRACKED)) {
        jumping->line = (wn_ahead){.begun = false};
        jumping->line_left = 0;
        wn_planner_settle(planner);
    }
}

/* At the end of a line begins the next one: seldom, so not in the middle of every step. */
WN_NOINLINE static void begin_line(wn_planner *planner) {
    wn_jumping *jumping = &planner->jumping;
    wn_ahead *line = &jumping->line;
    if (!line->begun) {
        line->at = planner->at;
    }
    bool leads_on = jumping_ahead(planner, line);
    assert(leads_on);
    (void)leads_on;
    wn_place end = wn_grid_place(jumping_map(planner), line->at);
    int dx = (int)wn_place_x(end) - (int)wn_place_x(jumping->at);
    int dy = (int)wn_place_y(end) - (int)wn_place_y(jumping->at);
    jumping->line_step =
        (uint32_t)((dy > 0) - (dy < 0)) * WN_PLACE_ROW + (uint32_t)((dx > 0) - (dx < 0));
    jumping->line_cost = dx && dy ? WEND_COST_DIAGONAL : WEND_COST_ONE;
    if (wend_map_weighted(jumping_map(planner))) {
        /* A line of more than one step has one factor, so that all of them cost the same. */
        wn_id next = wn_grid_at_place(jumping_map(planner), jumping->at + jumping->line_step);
        jumping->line_cost = wn_grid_move_cost(jumping_map(planner), planner->at, next);
    }
    jumping->line_left = wn_edge_length(jumping_rule(planner), jumping->at, end);
}

static void jumping_step_on_line(wn_planner *planner) {
    wn_jumping *jumping = &planner->jumping;
    if (jumping->line_left == 0) {
        begin_line(planner);
    }
    jumping->next = jumping->at + jumping->line_step;
    jumping->next_anchor = jumping->anchor;
    jumping->next_old = jumping->old_next;
    planner->next = wn_grid_at_place(jumping_map(planner), jumping->next);
    planner->next_cost = jumping->line_cost;
}

/* The places of the route are enough to follow it, as after a restart. */
static void jumping_release(wn_planner *planner) {
    wn_jumping *jumping = &planner->jumping;
    if (!jumping->released) {
        jumping_start_anew(planner, true);
        jumping->begun = jumping->found = jumping->released = true;
        wn_route_clear(&jumping->routes[0], &planner->memory);
        wn_route_clear(&jumping->routes[1], &planner->memory);
        wn_route_shrink(&jumping->old, &planner->memory, jumping->old_next + 1);
        wn_search_release(&planner->search);
        jumping->line = (wn_ahead){.begun = false};
        jumping->line_left = 0;
    }
}

static void jumping_search(wn_planner *planner, const wn_budget *budget, wend_tick *tick) {
    wn_jumping *jumping = &planner->jumping;
    bool was_found = jumping->found;
    uint32_t trace_limit = was_found ? budget->trace_steps_found : budget->trace_steps;
    /* The first trace is bounded by the expansions of the first tick; no clock may cut it off. */
    wn_deadline never = {0};
    wn_deadline trace_until = jumping->begun ? budget->trace_until : never;
    wn_outcome outcome = was_found ? WN_FOUND : jumping_expand(planner, budget, tick);
    if (wn_planner_goes_on(outcome, tick) && jumping->begun) {
        jumping_trace(planner, trace_limit, &trace_until, tick);
        if (!jumping->traced && wn_planner_is_on_blocked(planner)) {
            wn_planner_choose(planner, WN_NONE, tick);
        } else {
            jumping_step step = jumping_act(planner, trace_limit, tick);
            choose_step(planner, &step, tick);
            jumping_settle_on_route(planner);
        }
    }
}

static void jumping_plan(wn_planner *planner, const wn_budget *budget, wend_tick *tick) {
    restart_if_cut(planner);
    jumping_search(planner, budget, tick);
    if (planner->jumping.found) {
        tick->flags |= WEND_TICK_FOUND;
    }
}

const wn_family wn_jumping_family = {
    .init = jumping_init,
    .clear = jumping_clear,
    .reserve = jumping_reserve,
    .plan = jumping_plan,
    .moved = jumping_moved,
    .step = jumping_step_on_line,
    .release = jumping_release,
    .bytes = jumping_bytes,
    .changed = jumping_changed,
    .retargeted = jumping_retargeted,
    .map_kernel = wn_jump_kernel,
    .ahead = jumping_ahead,
    .is_far_apart = true,
};

#define WN_JUMPING_ALGORITHMS
#include "plan/define_algorithms.inl"
