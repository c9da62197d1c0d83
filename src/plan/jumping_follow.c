/* plan/jumping_follow.c - chooses the steps of jump point search's agent: along its route, along
 * its old route, or back. */
#include "plan/jumping_parts.h"
#include "search/jump_store.h"

uint32_t wn_jumping_position_of_anchor(wn_jumping *jumping, const wn_jump_search *search) {
    const wn_route *route = &jumping->routes[jumping->followed];
    uint32_t last = jumping->position;
    if (last >= route->count || route->entries[last].node != jumping->anchor ||
        route->entries[last].g != search->nodes[jumping->anchor].g) {
        jumping->position = wn_jumping_find_node(route, search, jumping->anchor);
    }
    return jumping->position;
}

/* ---- Steps --------------------------------------------------------------------------------- */

/* Ends a line of a settled agent: at a node, after one, or where the edge turns. On a map with
 * knight's moves the next line begins with a plan, which has work for finding them. */
WN_NOINLINE static void end_line(wn_planner *planner) {
    wn_jumping *jumping = &planner->jumping;
    uint32_t to = jumping->line.entry; /* plus 1 */
    if (jumping->released) {
        jumping->old_next = to - (to > 0);
    } else {
        jumping->anchor = jumping->routes[jumping->followed].entries[to].node;
    }
    if (wn_jumping_map(planner)->knights) {
        planner->settled = false;
    }
}

void wn_jumping_moved(wn_planner *planner) {
    wn_jumping *jumping = &planner->jumping;
    wn_place from = jumping->at;
    jumping->at = jumping->next;
    jumping->anchor = jumping->next_anchor;
    jumping->old_next = jumping->next_old;
    if (planner->settled) {
        if (jumping->line_left > 0 && --jumping->line_left == 0) {
            end_line(planner);
        }
        return;
    }
    if (jumping->mend.count > 0) {
        uint64_t steps = wn_jump_least_cost(wn_jumping_rule(planner), from, jumping->at);
        jumping->mend.least -= wn_min_u32(jumping->mend.least, (uint32_t)steps);
    }
    if (jumping->starts_ahead && jumping->at == wn_jumping_place_of_start(planner)) {
        jumping->starts_ahead = jumping->off_route = false;
        jumping->old_next = WN_NONE;
        jumping->anchor = 0;
    }
}

/* The entry of the followed route that the agent's edge leads to, given the position of its anchor;
 * WN_NONE if the agent is on no edge of it. */
static inline uint32_t entry_ahead(const wn_planner *planner, uint32_t position) {
    const wn_jumping *jumping = &planner->jumping;
    const wn_route *route = &jumping->routes[jumping->followed];
    if (position == WN_NONE || position == 0) {
        return WN_NONE;
    }
    wn_place from = wn_jumping_place_of(planner, jumping->anchor);
    bool is_on =
        from == jumping->at || jumping->cuts_turn ||
        wn_edge_passes(wn_jumping_rule(planner), from, route->places[position - 1], jumping->at);
    return is_on ? position - 1 : WN_NONE;
}

uint32_t wn_jumping_entry_ahead(const wn_planner *planner, uint32_t position) {
    return entry_ahead(planner, position);
}

/* The cell of the old route that must not be skipped: the search begins there. */
static wn_place place_to_keep(const wn_planner *planner) {
    return planner->jumping.starts_ahead ? wn_jumping_place_of_start(planner) : WN_NONE;
}

/* The first move of the next line of an agent on the edge to an entry of a route: from cell to cell
 * of the route. */
static inline wn_knights_line move_towards(const wn_planner *planner, const wn_route *route,
                                           uint32_t entry) {
    const wend_map *map = wn_jumping_map(planner);
    wn_place at = planner->jumping.at, to = route->places[entry];
    if (!map->knights) {
        wn_place next = wn_edge_next(map->jumps.rule, at, to);
        return (wn_knights_line){next, next == to};
    }
    uint32_t units = 0;
    wn_knights_line line =
        wn_knights_next(map, route->places, entry, at, place_to_keep(planner), &units);
    wn_place next = at + wn_line_move(at, line.end);
    return (wn_knights_line){next, next == line.end ? line.passed : 0};
}

/* The step to the next cell on the followed route; none if it does not lead on from here. */
static inline wn_jumping_step step_on(wn_planner *planner) {
    wn_jumping *jumping = &planner->jumping;
    wn_jumping_step step = {.next = WN_NONE, .anchor = jumping->anchor, .old_next = WN_NONE};
    uint32_t ahead =
        entry_ahead(planner, wn_jumping_position_of_anchor(jumping, &planner->search.own.jump));
    if (ahead == WN_NONE) {
        return step;
    }
    const wn_route *route = &jumping->routes[jumping->followed];
    wn_knights_line move = move_towards(planner, route, ahead);
    step.next = move.end;
    for (uint32_t i = 0; i < move.passed; i++) {
        uint32_t node = route->entries[ahead - i].node;
        if (!wn_jump_is_continuation(&planner->search.own.jump, node)) {
            step.anchor = node;
        }
    }
    return step;
}

wn_place wn_jumping_next_on_route(wn_planner *planner) {
    return step_on(planner).next;
}

/* The free neighbour nearest to the goal, for an agent that has no route and none to step back on.
 */
WN_NOINLINE static wn_place any_step(wn_planner *planner) {
    const wend_map *map = wn_jumping_map(planner);
    wn_search *search = &planner->search;
    wn_successor buffer[WN_GRID_DEGREE_MAX];
    const wn_successor *list;
    uint32_t count = search->kernel->successors(search, planner->at, buffer, &list);
    wn_place goal = wn_grid_place(map, planner->goal), best = WN_NONE;
    uint64_t least = 0;
    for (uint32_t i = 0; i < count; i++) {
        wn_place place = wn_grid_place(map, list[i].id);
        uint64_t h = wn_jump_least_cost(map->jumps.rule, place, goal);
        if (best == WN_NONE || h < least) {
            best = place;
            least = h;
        }
    }
    return best;
}

/* A step from the start while no route leads on: to where the agent came from, or to any neighbour
 * if the map has changed there. */
static wn_place step_from_start(wn_planner *planner) {
    bool can_go_back = planner->before != WN_NONE &&
                       wn_search_move_cost(&planner->search, planner->at, planner->before) > 0;
    return can_go_back ? wn_grid_place(wn_jumping_map(planner), planner->before)
                       : any_step(planner);
}

/* A step of an agent that is off its route: back towards its anchor, from there towards the
 * anchor's parent, and from the start to where it came from. */
static wn_jumping_step jumping_step_back(wn_planner *planner) {
    const wn_jumping *jumping = &planner->jumping;
    wn_jumping_step step = {.anchor = jumping->anchor, .old_next = WN_NONE};
    if (wn_jumping_place_of(planner, step.anchor) == jumping->at) {
        uint32_t parent = planner->search.own.jump.nodes[step.anchor].parent;
        if (parent == WN_NONE) {
            step.next = step_from_start(planner);
            return step;
        }
        step.anchor = parent;
    }
    step.flags = WEND_TICK_BACKTRACKED;
    step.next = wn_edge_back(wn_jumping_rule(planner), wn_jumping_place_of(planner, step.anchor),
                             jumping->at);
    return step;
}

/* ---- Going on after a restart --------------------------------------------------------------- */

/* The beginning of the edge to an entry of the old route: the entry behind it, or the cell where
 * the search restarted. */
static wn_place wn_jumping_old_from(const wn_planner *planner, uint32_t entry) {
    const wn_jumping *jumping = &planner->jumping;
    return entry == jumping->old_first ? jumping->old_origin : jumping->old.places[entry + 1];
}

/* The next cell on the old route. */
wn_place wn_jumping_next_on_old_route(const wn_planner *planner) {
    const wn_jumping *jumping = &planner->jumping;
    return move_towards(planner, &jumping->old, jumping->old_next).end;
}

static wn_jumping_step step_on_old_route(wn_planner *planner) {
    wn_jumping *jumping = &planner->jumping;
    jumping->off_route = true;
    uint32_t to = jumping->old_next;
    wn_knights_line move = move_towards(planner, &jumping->old, to);
    return (wn_jumping_step){
        .next = move.end, .anchor = jumping->anchor, .old_next = to - wn_min_u32(move.passed, to)};
}

/* The entry of the old route whose edge the agent is on, not counting the edge's first cell. */
static uint32_t old_entry_behind(const wn_planner *planner) {
    const wn_jumping *jumping = &planner->jumping;
    uint32_t entry = jumping->old_next;
    return wn_jumping_old_from(planner, entry) == jumping->at ? entry + 1 : entry;
}

/* The step to the previous cell of the old route, towards the cell where the search restarted. */
wn_jumping_step wn_jumping_old_step_back(const wn_planner *planner) {
    uint32_t entry = old_entry_behind(planner);
    return (wn_jumping_step){.next = wn_edge_back(wn_jumping_rule(planner),
                                                  wn_jumping_old_from(planner, entry),
                                                  planner->jumping.at),
                             .anchor = planner->jumping.anchor,
                             .old_next = entry,
                             .flags = WEND_TICK_BACKTRACKED};
}

/* Checks whether an agent that is off its route stands on the new route. Each edge checked is a
 * trace step; if they do not suffice, the agent continues as if it were not on it. */
WN_NOINLINE static void rejoin_route(wn_planner *planner, uint32_t limit, wend_tick *tick) {
    wn_jumping *jumping = &planner->jumping;
    const wn_route *route = &jumping->routes[jumping->followed];
    if (jumping->at == wn_jumping_place_of_start(planner)) {
        jumping->anchor = 0;
        jumping->off_route = false;
    }
    for (uint32_t i = route->count - 1; jumping->off_route && i > 0; i--) {
        if (tick->trace_steps == limit) {
            return;
        }
        tick->trace_steps++;
        if (wn_edge_passes(wn_jumping_rule(planner), route->places[i], route->places[i - 1],
                           jumping->at)) {
            jumping->anchor = route->entries[i].node;
            jumping->off_route = false;
        }
    }
}

/* ---- Choosing -------------------------------------------------------------------------------- */

static bool choose_step(wn_planner *planner, wn_jumping_step step, wend_tick *tick) {
    wn_jumping *jumping = &planner->jumping;
    const wend_map *map = wn_jumping_map(planner);
    wn_id id = WN_NONE;
    wend_cost cost = 0;
    if (step.next != WN_NONE) {
        id = wn_grid_at_place(map, step.next);
        cost = wn_grid_cost_of_move(map, planner->at, id,
                                    wn_grid_move_by_places(jumping->at, step.next));
    }
    if (!wn_planner_choose_at_cost(planner, id, cost, tick)) {
        return false;
    }
    planner->next_flags = step.flags;
    jumping->next = step.next;
    jumping->next_anchor = step.anchor;
    jumping->next_old = step.old_next;
    return true;
}

/* The step was illegal: an edge of a dirty search, or the search began on a blocked cell. The agent
 * makes another step, and the search restarts from there. */
WN_NOINLINE static void choose_another(wn_planner *planner, wn_jumping_step step,
                                       wend_agent_status status, wend_tick *tick) {
    wn_jumping_blame_edge(planner, planner->jumping.at, step.next);
    planner->jumping.outdated = true;
    if (wn_planner_acts(planner, WEND_ACTS_AT_ONCE)) {
        wn_jumping_step other = {
            .next = any_step(planner), .anchor = step.anchor, .old_next = step.old_next};
        tick->status = status;
        choose_step(planner, other, tick);
    }
}

static wn_jumping_step step_to_make(wn_planner *planner, uint32_t trace_limit, wend_tick *tick) {
    wn_jumping *jumping = &planner->jumping;
    if (wn_jumping_is_on_old_route(jumping)) {
        return step_on_old_route(planner);
    }
    if (jumping->off_route) {
        rejoin_route(planner, trace_limit, tick);
    }
    if (jumping->off_route) {
        return wn_jumping_old_step_back(planner);
    }
    jumping->old_next = WN_NONE;
    wn_jumping_step step = step_on(planner);
    if (step.next != WN_NONE || !wn_planner_acts(planner, WEND_ACTS_AT_ONCE)) {
        return step;
    }
    if (jumping->traced && jumping->at == jumping->routes[jumping->followed].places[0]) {
        jumping->outdated = true; /* at the former goal: the search restarts from here */
        step.next = any_step(planner);
        return step;
    }
    return jumping_step_back(planner);
}

/* ---- What lies ahead --------------------------------------------------------------------------
 */

/* The route that the agent is on: the old one, the followed one, or NULL. Initializes `ahead` to
 * iterate over it. */
static const wn_route *route_ahead(const wn_planner *planner, wn_ahead *ahead) {
    const wn_jumping *jumping = &planner->jumping;
    if (wn_jumping_is_on_old_route(jumping)) {
        if (!ahead->begun) {
            ahead->entry = jumping->old_next + 1;
        }
        return &jumping->old;
    }
    if (jumping->off_route || !jumping->begun) {
        return NULL;
    }
    const wn_route *route = &jumping->routes[jumping->followed];
    if (!ahead->begun) {
        uint32_t position = wn_jumping_find_node(route, &planner->search.own.jump, jumping->anchor);
        ahead->entry = wn_jumping_entry_ahead(planner, position) + 1; /* 0 if it is WN_NONE */
    }
    return route;
}

/* The line from a point on a route towards its next entry. Uses up work if the map has knight's
 * moves. */
static wn_knights_line line_from(const wn_planner *planner, const wn_route *route, wn_place at,
                                 uint32_t entry, uint32_t *units) {
    const wend_map *map = wn_jumping_map(planner);
    if (map->knights) {
        return wn_knights_next(map, route->places, entry, at, place_to_keep(planner), units);
    }
    wn_place to = route->places[entry];
    wn_place end = wn_edge_line_end(map->jumps.rule, at, to, at);
    return (wn_knights_line){end, end == to};
}

/* Advances to the end of the next line. */
static bool go_to_line_end(const wn_planner *planner, wn_ahead *ahead, uint32_t *units) {
    const wend_map *map = wn_jumping_map(planner);
    const wn_route *route = route_ahead(planner, ahead);
    ahead->begun = true;
    while (route && ahead->entry > 0) {
        wn_place at = wn_grid_place(map, ahead->at);
        wn_knights_line line = line_from(planner, route, at, ahead->entry - 1, units);
        ahead->entry -= line.passed;
        if (line.end != at) {
            ahead->at = wn_grid_at_place(map, line.end);
            return true;
        }
    }
    return false;
}

bool wn_jumping_ahead(const wn_planner *planner, wn_ahead *ahead) {
    const wn_jumping *jumping = &planner->jumping;
    if (!ahead->begun && planner->settled && jumping->line_left > 0) {
        *ahead = jumping->line;
        return true;
    }
    uint32_t units = jumping->knight_units;
    return go_to_line_end(planner, ahead, &units);
}

/* ---- Line by line -------------------------------------------------------------------------------
 */

/* Begins the next line. Called once per line, so kept out of the code for every step. Returns how
 * much of the work for knight's moves it has used. */
WN_NOINLINE static uint32_t begin_line(wn_planner *planner) {
    wn_jumping *jumping = &planner->jumping;
    const wend_map *map = wn_jumping_map(planner);
    wn_ahead *line = &jumping->line;
    if (!line->begun) {
        line->at = planner->at;
    }
    uint32_t units = jumping->knight_units;
    bool leads_on = go_to_line_end(planner, line, &units);
    assert(leads_on);
    (void)leads_on;
    wn_place end = wn_grid_place(map, line->at);
    bool is_diagonal =
        wn_place_x(end) != wn_place_x(jumping->at) && wn_place_y(end) != wn_place_y(jumping->at);
    jumping->line_step = wn_line_move(jumping->at, end);
    jumping->line_left = wn_line_length(jumping->at, end);
    jumping->line_cost = is_diagonal ? WEND_COST_DIAGONAL : WEND_COST_ONE;
    if (map->knights || map->cells.factors) {
        /* A line of more than one step has a single factor, so all its steps cost the same. */
        wn_id next = wn_grid_at_place(map, jumping->at + jumping->line_step);
        jumping->line_cost = wn_grid_move_cost(map, planner->at, next);
        jumping->cuts_turn |= wn_grid_move(map, planner->at, next) >= WN_DIRECTIONS;
    }
    return jumping->knight_units - units;
}

void wn_jumping_step_on_line(wn_planner *planner) {
    wn_jumping *jumping = &planner->jumping;
    if (jumping->line_left == 0) {
        begin_line(planner);
    }
    jumping->next = jumping->at + jumping->line_step;
    jumping->next_anchor = jumping->anchor;
    jumping->next_old = jumping->old_next;
    planner->next = wn_grid_at_place(wn_jumping_map(planner), jumping->next);
    planner->next_cost = jumping->line_cost;
}

/* ---- Acting ------------------------------------------------------------------------------------
 */

/* A word of a scan takes less. */
#define UNIT_NS 4u

/* The work left in a tick; in a timed tick, the work for which there is time. */
static uint32_t units_left(const wn_budget *budget, const wend_tick *tick) {
    uint32_t units = wn_mul_sat(budget->expansions, WN_JUMP_UNITS);
    units -= wn_min_u32(units, tick->work);
    const wend_clock *clock = budget->plan_until.clock;
    if (clock) {
        uint64_t now = clock->now(clock->context), until = budget->plan_until.at;
        units = (uint32_t)wn_min_u64(units, (until - wn_min_u64(until, now)) / UNIT_NS);
    }
    return units;
}

/* Settles an agent that is on its complete route: it only has to follow it. */
static void settle_on_jumps(wn_planner *planner, const wn_budget *budget, wend_tick *tick) {
    wn_jumping *jumping = &planner->jumping;
    bool on_route = (jumping->released || (jumping->traced && !jumping->off_route)) &&
                    !jumping->unchecked && !jumping->outdated && !jumping->goal_has_moved;
    if (on_route && planner->next != WN_NONE && !(planner->next_flags & WEND_TICK_BACKTRACKED)) {
        jumping->line = (wn_ahead){.begun = false};
        jumping->line_left = 0;
        wn_planner_settle(planner);
        if (wn_jumping_map(planner)->knights) {
            jumping->knight_units = units_left(budget, tick);
            tick->work += begin_line(planner);
            wn_jumping_step_on_line(planner);
        }
    }
}

void wn_jumping_act(wn_planner *planner, const wn_budget *budget, uint32_t trace_limit,
                    wend_tick *tick) {
    wn_jumping_step step = step_to_make(planner, trace_limit, tick);
    wend_agent_status status = tick->status;
    if (!choose_step(planner, step, tick) && step.next != WN_NONE) {
        choose_another(planner, step, status, tick);
    }
    settle_on_jumps(planner, budget, tick);
}

/* The places of the old route suffice to follow it, as after a restart. */
void wn_jumping_release(wn_planner *planner) {
    wn_jumping *jumping = &planner->jumping;
    if (!jumping->released) {
        uint32_t units = jumping->knight_units;
        bool had_given_up = planner->has_given_up;
        wn_jumping_restart(planner, true);
        planner->has_given_up = had_given_up; /* the route stays */
        jumping->begun = jumping->found = jumping->released = true;
        wn_route_clear(&jumping->routes[0], &planner->memory);
        wn_route_clear(&jumping->routes[1], &planner->memory);
        wn_route_shrink(&jumping->old, &planner->memory, jumping->old_next + 1);
        wn_search_release(&planner->search);
        jumping->fresh_expansions = 0;
        jumping->knight_units = units;
    }
}
