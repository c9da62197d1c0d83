/* plan/jumping_change.c - how jump point search's agent reacts to map edits and goal changes. */
#include "plan/jumping_parts.h"
#include "search/jump_store.h"

/* ---- Changes of the map ---------------------------------------------------------------------- */

/* Restarts the search from the agent's cell; with `keep_route` the agent's route becomes the old
 * one. */
void wn_jumping_restart(wn_planner *planner, bool keep_route) {
    wn_jumping *jumping = &planner->jumping;
    jumping->old_origin = jumping->at;
    planner->start = planner->at;
    if (!jumping->begun && !wn_jumping_has_old_route(jumping)) {
        jumping->ticks = 0; /* nothing else to reset */
        return;
    }
    wn_planner_give_up(planner);
    if (!jumping->found && !jumping->mend.is_active && jumping->spent > jumping->full_units) {
        jumping->full_units = jumping->spent;
        jumping->full_ticks = jumping->ticks;
    }
    keep_route = keep_route && planner->parameters.follows_old_route;
    uint32_t ahead = WN_NONE;
    bool is_complete = (jumping->traced || jumping->released) && !jumping->goal_has_moved;
    if (keep_route && wn_jumping_is_on_old_route(jumping)) {
        ahead = jumping->old_next;
    } else if (keep_route && !jumping->off_route) {
        ahead = wn_jumping_entry_ahead(
            planner, wn_jumping_position_of_anchor(jumping, &planner->search.own.jump));
        wn_route spare = jumping->old;
        jumping->old = jumping->routes[jumping->followed];
        jumping->routes[jumping->followed] = spare;
        jumping->fresh_expansions = 0;
        /* Joining a route relies on the least cost of its edges, which is their cost only without
         * factors. */
        jumping->old_is_complete =
            is_complete && ahead != WN_NONE && !wn_jumping_map(planner)->cells.factors;
        jumping->old_slack = jumping->slack;
    } else if (jumping->old_is_complete && wn_jumping_is_on_old_route(jumping)) {
        wn_jumping_keep_cut_route(planner);
    }
    jumping->mended = false;
    jumping->slack = 0;
    jumping->mend.node = WN_NONE;
    jumping->mend.is_active = false;
    jumping->old_next = jumping->old_first = ahead;
    jumping->routes[0].count = jumping->routes[1].count = 0;
    jumping->followed = 0;
    jumping->begun = jumping->tracing = jumping->found = jumping->traced = false;
    jumping->off_route = jumping->outdated = jumping->released = false;
    jumping->dirty = jumping->unchecked = jumping->goal_has_moved = false;
    jumping->cuts_turn = false;
    jumping->knight_units = 0;
    jumping->spent = 0;
    jumping->ticks = 0;
    jumping->starts_ahead = false;
}

static bool cuts_edge(const wend_map *map, const wn_edit *edit, wn_place from, wn_place to) {
    return edit->id != WN_NONE && !edit->cheaper &&
           wn_edge_is_cut(&map->jumps, from, to, wn_grid_place(map, edit->id));
}

void wn_jumping_blame_edge(wn_planner *planner, wn_place from, wn_place to) {
    const wend_map *map = wn_jumping_map(planner);
    uint64_t oldest = planner->version - wn_min_u64(planner->version, map->cells.edits_max);
    const wn_edit *found = NULL;
    for (uint64_t v = planner->version; v-- > oldest && !found;) {
        const wn_edit *edit = wn_cells_edit(&map->cells, v);
        found = cuts_edge(map, edit, from, to) ? edit : NULL;
    }
    wn_planner_blame_cut(planner, found);
}

bool wn_jumping_is_legal(wn_planner *planner, wn_place next) {
    wn_id id = wn_grid_at_place(wn_jumping_map(planner), next);
    return wn_search_move_cost(&planner->search, planner->at, id) > 0;
}

/* Whether the agent's next step is illegal. An agent on the old route or off its route must check
 * it, because the new search may have scanned nowhere near; and the route of a dirty search is not
 * checked before it is complete. */
static bool is_unreachable(wn_planner *planner) {
    const wn_jumping *jumping = &planner->jumping;
    wn_place next = WN_NONE;
    if (wn_jumping_is_on_old_route(jumping)) {
        if (jumping->at == jumping->old.places[0]) {
            return true;
        }
        next = wn_jumping_next_on_old_route(planner);
    } else if (jumping->off_route) {
        if (jumping->at != wn_jumping_place_of_start(planner)) {
            next = wn_jumping_old_step_back(planner).next;
        }
    } else if (jumping->begun && (jumping->dirty || jumping->unchecked)) {
        next = wn_jumping_next_on_route(planner);
    }
    if (next == WN_NONE || wn_jumping_is_legal(planner, next)) {
        return false;
    }
    wn_jumping_blame_edge(planner, jumping->at, next);
    return true;
}

/* ---- A goal that moves ------------------------------------------------------------------------
 */

/* The number of edges that are followed to find a cell ahead. */
#define EDGES_AHEAD 64u

/* The cell of the old route that the agent reaches after `moves` moves, or the last one. */
static wn_place place_ahead(const wn_planner *planner, uint32_t moves) {
    const wn_jumping *jumping = &planner->jumping;
    wn_jump_rule rule = wn_jumping_rule(planner);
    wn_place from = jumping->at;
    uint32_t entry = jumping->old_next;
    for (uint32_t n = 0; n < EDGES_AHEAD && entry != WN_NONE; n++, entry--) {
        wn_place to = jumping->old.places[entry];
        uint32_t length = wn_edge_length(rule, from, to);
        if (moves < length) {
            return wn_edge_at(rule, from, to, moves);
        }
        moves -= length;
        from = to;
    }
    return from;
}

/* The route leads to the former goal. The agent follows it while a new search runs, starting at the
 * cell where the agent will be if that search takes as many ticks as the last one. */
static void follow_goal(wn_planner *planner) {
    wn_jumping *jumping = &planner->jumping;
    wn_jumping_restart(planner, true);
    if (wn_jumping_has_old_route(jumping)) {
        wn_place ahead = place_ahead(planner, jumping->lead);
        wn_id id = wn_grid_at_place(wn_jumping_map(planner), ahead);
        if (!wn_grid_is_blocked(wn_jumping_map(planner), id)) {
            planner->start = id;
            jumping->starts_ahead = ahead != jumping->at;
        }
    }
}

/* Whether the agent is on its complete route, or at the end of it. */
static bool is_on_route(wn_planner *planner) {
    wn_jumping *jumping = &planner->jumping;
    if (jumping->released) {
        return true;
    }
    if (!jumping->traced || jumping->off_route) {
        return false;
    }
    uint32_t position = wn_jumping_position_of_anchor(jumping, &planner->search.own.jump);
    return jumping->at == jumping->routes[jumping->followed].places[0] ||
           wn_jumping_entry_ahead(planner, position) != WN_NONE;
}

/* ---- Restarting ------------------------------------------------------------------------------ */

void wn_jumping_restart_if_cut(wn_planner *planner) {
    if (planner->jumping.outdated) {
        wn_jumping_restart(planner, true);
    } else if (planner->jumping.goal_has_moved && is_on_route(planner)) {
        follow_goal(planner);
    }
    if (is_unreachable(planner)) {
        wn_jumping_restart(planner, false);
    }
}

/* ---- Blocked cells and the route --------------------------------------------------------------
 */

/* Notes a cell that was blocked by the last edit read. */
static void note_blocked(wn_planner *planner, wn_place place) {
    wn_jumping *jumping = &planner->jumping;
    uint32_t x = wn_place_x(place), y = wn_place_y(place);
    if (!jumping->unchecked) {
        jumping->unchecked = true;
        jumping->unchecked_from = planner->version - 1;
        jumping->box_min = jumping->box_max = place;
    }
    jumping->unchecked_entry = WN_NONE;
    jumping->box_min = wn_place_of(wn_min_u32(x, wn_place_x(jumping->box_min)),
                                   wn_min_u32(y, wn_place_y(jumping->box_min)));
    jumping->box_max = wn_place_of(wn_max_u32(x, wn_place_x(jumping->box_max)),
                                   wn_max_u32(y, wn_place_y(jumping->box_max)));
}

/* Whether the bounding box of an edge, which holds all cells that it needs, and the box of the
 * blocked cells overlap along one axis. */
static bool boxes_meet(const wn_jumping *jumping, wn_place from, wn_place to, uint32_t axis) {
    uint32_t one = wn_place_at(from, axis), other = wn_place_at(to, axis);
    return wn_min_u32(one, other) <= wn_place_at(jumping->box_max, axis) &&
           wn_max_u32(one, other) >= wn_place_at(jumping->box_min, axis);
}

/* Checking an edge against this many edits takes about as long as one trace step. */
#define EDITS_PER_STEP 16u

/* The cost of checking an edge against the edits, in trace steps. */
static uint32_t steps_to_check(const wn_planner *planner, wn_place from, wn_place to) {
    const wn_jumping *jumping = &planner->jumping;
    uint32_t edits = (uint32_t)(planner->version - jumping->unchecked_from);
    bool meets =
        boxes_meet(jumping, from, to, WN_ROWS) && boxes_meet(jumping, from, to, WN_COLUMNS);
    return 1 + (meets ? (edits + EDITS_PER_STEP - 1) / EDITS_PER_STEP : 0);
}

/* The first edit since `unchecked_from` that blocks an edge, or NULL. */
static const wn_edit *edit_of_edge(const wn_planner *planner, wn_place from, wn_place to) {
    const wend_map *map = wn_jumping_map(planner);
    for (uint64_t v = planner->jumping.unchecked_from; v != planner->version; v++) {
        if (cuts_edge(map, wn_cells_edit(&map->cells, v), from, to)) {
            return wn_cells_edit(&map->cells, v);
        }
    }
    return NULL;
}

/* The beginning of the part of the route that lies ahead: returns the first entry ahead of the
 * agent, or WN_NONE, and sets the place where the edge to it begins. */
static uint32_t first_ahead(wn_planner *planner, const wn_route *route, wn_place *from) {
    wn_jumping *jumping = &planner->jumping;
    *from = jumping->at;
    if (jumping->released) {
        return jumping->old_next;
    }
    uint32_t entry = WN_NONE;
    if (!jumping->off_route) {
        entry = wn_jumping_entry_ahead(
            planner, wn_jumping_position_of_anchor(jumping, &planner->search.own.jump));
    }
    if (entry == WN_NONE && route->count >= 2) { /* it is on its way to the route */
        entry = route->count - 2;
        *from = route->places[entry + 1];
    }
    return entry;
}

void wn_jumping_check_route(wn_planner *planner, const wn_budget *budget, wend_tick *tick) {
    wn_jumping *jumping = &planner->jumping;
    if (!jumping->unchecked || jumping->outdated) {
        return;
    }
    if (planner->version - jumping->unchecked_from > planner->map->cells.edits_max) {
        wn_planner_blame(planner, NULL); /* the map no longer remembers all of them */
        jumping->outdated = true;
        return;
    }
    const wn_route *route = jumping->released ? &jumping->old : &jumping->routes[jumping->followed];
    uint32_t limit = jumping->found ? budget->trace_steps_found : budget->trace_steps;
    wn_place from;
    uint32_t entry = first_ahead(planner, route, &from);
    if (entry != WN_NONE && jumping->unchecked_entry < entry) {
        entry = jumping->unchecked_entry;
        from = route->places[entry + 1];
    }
    for (; entry != WN_NONE; entry--) { /* 0 is followed by WN_NONE */
        uint32_t steps = steps_to_check(planner, from, route->places[entry]);
        if (steps > limit - tick->trace_steps) {
            jumping->unchecked_entry = entry;
            if (steps > limit) { /* no tick would suffice */
                wn_planner_blame(planner, NULL);
                jumping->outdated = true;
            }
            return;
        }
        tick->trace_steps += steps;
        const wn_edit *edit = steps > 1 ? edit_of_edge(planner, from, route->places[entry]) : NULL;
        if (edit) {
            wn_planner_blame_cut(planner, edit);
            jumping->outdated = true;
            return;
        }
        from = route->places[entry];
    }
    jumping->unchecked = false;
}

/* ---- Edits and other goals ------------------------------------------------------------------- */

/* A search that has used less work than this restarts at once. Where little of the map is known,
 * searches are short, and continuing with a wrong map is mostly wasted; where many walls are known
 * they take ten times as long. */
#define LAZY_UNITS 4096u

/* A cell was blocked, or became more expensive, where the search has scanned. */
static void jumping_blocked(wn_planner *planner, const wn_edit *edit, wn_place place) {
    wn_jumping *jumping = &planner->jumping;
    if (!jumping->traced && !jumping->released) {
        /* An agent that waits for its route gets an optimal one. */
        if (!wn_planner_acts(planner, WEND_ACTS_AT_ONCE) || jumping->spent < LAZY_UNITS) {
            wn_planner_blame(planner, edit);
            jumping->outdated = true;
            return;
        }
        jumping->dirtied_by = jumping->dirty ? jumping->dirtied_by : *edit;
        jumping->dirty = true;
        jumping->tracing = false;
    }
    note_blocked(planner, place);
}

void wn_jumping_changed(wn_planner *planner, const wn_edit *edit) {
    wn_jumping *jumping = &planner->jumping;
    bool cheaper = !edit || edit->cheaper;
    jumping->fresh_expansions = 0; /* there may be more nodes now */
    wn_place place = edit ? wn_grid_place(wn_jumping_map(planner), edit->id) : WN_NONE;
    bool seen = !edit || (jumping->begun && wn_jump_has_seen(&planner->search.own.jump, place));
    bool is_end = !edit || edit->id == planner->goal || edit->id == planner->at ||
                  edit->id == planner->search.goal;
    if (cheaper) {
        if (jumping->mend.is_active) {
            wn_planner_blame(planner, edit);
        }
        wn_jumping_forget_mend(jumping);
    }
    /* With factors, an edit changes which cells have mixed neighbourhoods, on which the search
     * depends, and what a route costs. */
    bool is_priced = seen && wn_jumping_map(planner)->cells.factors;
    if (is_end || is_priced ||
        (cheaper && (seen || jumping->mended || planner->status == WEND_AGENT_OVERFLOW))) {
        if (jumping->begun) {
            wn_planner_blame(planner, edit);
        }
        jumping->outdated = jumping->begun;
        if (cheaper) {
            wn_planner_wake(planner);
        }
    } else if (seen) {
        jumping_blocked(planner, edit, place);
    }
}

/* Whether a running search, or a route, to the former goal is still useful: the new goal is nearer
 * to the former goal than to the agent. */
WN_NOINLINE static bool still_serves_goal(const wn_planner *planner) {
    const wn_jumping *jumping = &planner->jumping;
    const wend_map *map = wn_jumping_map(planner);
    wn_outcome outcome = planner->search.own.jump.outcome;
    bool has_route = outcome == WN_RUNNING || outcome == WN_FOUND; /* or will have one */
    if (!has_route || jumping->mend.is_active || !wn_planner_acts(planner, WEND_ACTS_AT_ONCE)) {
        return false;
    }
    wn_jump_rule rule = wn_jumping_rule(planner);
    wn_place goal = wn_grid_place(map, planner->goal);
    wn_place old = wn_grid_place(map, planner->search.goal);
    return wn_jump_least_cost(rule, old, goal) < wn_jump_least_cost(rule, jumping->at, goal);
}

void wn_jumping_retargeted(wn_planner *planner, bool goal_is_new) {
    if (!goal_is_new) {
        planner->jumping.at = wn_grid_place(wn_jumping_map(planner), planner->at);
    }
    bool serves = goal_is_new && planner->jumping.begun && still_serves_goal(planner);
    wn_jumping_forget_mend(&planner->jumping);
    if (!serves) {
        wn_jumping_restart(planner, false);
        planner->jumping.full_units = planner->jumping.full_ticks = 0; /* they belong to another
                                                                        * search */
    } else {
        planner->jumping.goal_has_moved = planner->search.goal != planner->goal;
    }
}
