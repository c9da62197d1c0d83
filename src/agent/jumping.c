/* agent/jumping.c - TBA*'s agent over jump point search, and jump point search under a budget.
 *
 * The same loop as in time_bounded.c: plan, trace, act. What differs is that nodes lie far apart:
 * the agent walks along an edge for many ticks, and may have to step back in the middle of it. */
#include "agent/agent.h"
#include "domain/grid.h"

static const wend_map *jumping_map(const wend_agent *agent) {
    return (const wend_map *)agent->search.domain;
}

static bool acts_early(const wend_agent *agent) {
    return (agent->algorithm->traits & WN_ACTS_EARLY) != 0;
}

static wn_place place_of(const wend_agent *agent, uint32_t node) {
    return agent->search.jump.nodes[node].place;
}

static wn_place place_of_start(const wend_agent *agent) {
    return wn_grid_place(jumping_map(agent), agent->start);
}

/* ---- Ways ---------------------------------------------------------------------------------- */

static bool way_reserve(wn_way *way, wn_memory *memory, uint32_t count) {
    if (count <= way->capacity) {
        return true;
    }
    uint32_t capacity = wn_max_u32(count, way->capacity + way->capacity / 2);
    void *entries = way->entries;
    if (!wn_memory_grow(memory, &entries, way->capacity * sizeof *way->entries,
                        way->count * sizeof *way->entries, capacity * sizeof *way->entries)) {
        return false;
    }
    way->entries = entries;
    way->capacity = capacity;
    return true;
}

static bool way_push(wn_way *way, const wn_jump_search *search, uint32_t node) {
    if (way->count == way->capacity) {
        return false;
    }
    const wn_jump_node *n = &search->nodes[node];
    way->entries[way->count++] = (wn_way_entry){node, n->place, n->g};
    return true;
}

/* The position of a node on a way, WN_NONE if it is not on it. */
static uint32_t way_find(const wn_way *way, const wn_jump_search *search, uint32_t node) {
    if (way->count == 0) {
        return WN_NONE;
    }
    if (way->entries[0].node == node) {
        return 0; /* the end may be open, and be reached more cheaply since */
    }
    wend_cost g = search->nodes[node].g;
    uint32_t low = 0;
    uint32_t high = way->count - 1;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (way->entries[middle].g > g) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return way->entries[low].node == node ? low : WN_NONE;
}

/* ---- Memory -------------------------------------------------------------------------------- */

static bool jumping_init(wend_agent *agent) {
    const wend_map *map = jumping_map(agent);
    agent->jumping = (wn_jumping){
        .at = wn_grid_place(map, agent->at), .old_next = WN_NONE, .old_first = WN_NONE};
    return true;
}

static void clear_way(wend_agent *agent, wn_way *way) {
    wn_memory_give(&agent->memory, way->entries, way->capacity * sizeof *way->entries);
}

static void jumping_clear(wend_agent *agent) {
    clear_way(agent, &agent->jumping.ways[0]);
    clear_way(agent, &agent->jumping.ways[1]);
    clear_way(agent, &agent->jumping.old);
}

static bool jumping_reserve(wend_agent *agent, const wn_budget *budget) {
    wn_jumping *planner = &agent->jumping;
    wn_jump_search *search = &agent->search.jump;
    /* The map may have changed, so that the coming tick starts the search anew. */
    bool changed = jumping_map(agent)->version != agent->version || planner->outdated;
    bool over = planner->found && !changed;
    if (!over && !wn_jump_reserve(search, (uint64_t)budget->expansions * WN_JUMP_UNITS,
                                  planner->found || !planner->begun)) {
        return false;
    }
    uint32_t steps = planner->found ? budget->trace_steps_found : budget->trace_steps;
    for (uint32_t i = 0; i < 2 && (changed || !planner->traced); i++) {
        uint32_t held = planner->tracing && i != planner->followed ? planner->ways[i].count : 0;
        /* A way has no more nodes than there are. */
        uint32_t wanted = wn_min_u32(wn_add_sat(held, wn_add_sat(steps, 2)), search->capacity);
        if (!way_reserve(&planner->ways[i], &agent->memory, wanted)) {
            return false;
        }
    }
    /* A restart makes the followed way the old one and this the one to be followed. */
    uint32_t wanted = wn_min_u32(wn_add_sat(steps, 2), search->capacity);
    return !changed || way_reserve(&planner->old, &agent->memory, wanted);
}

static size_t jumping_bytes(const wend_agent *agent) {
    const wn_jumping *planner = &agent->jumping;
    return (planner->ways[0].count + planner->ways[1].count + planner->old.count) *
           sizeof(wn_way_entry);
}

/* Whether the agent walks along the way from before the last restart. */
static bool has_old_way(const wn_jumping *planner) {
    return planner->old_next != WN_NONE;
}

/* ---- Planning ------------------------------------------------------------------------------ */

static wn_outcome jumping_plan(wend_agent *agent, const wn_budget *budget, wend_tick *tick) {
    wn_jumping *planner = &agent->jumping;
    wn_search *search = &agent->search;
    uint32_t limit = budget->expansions;
    if (!planner->begun) {
        search->kernel->start(search, agent->goal);
        if (!search->kernel->seed(search, agent->start, 0)) {
            return WN_NO_MEMORY;
        }
        planner->begun = true;
        planner->anchor = 0;
        if (acts_early(agent)) {
            /* The first way must be traced in the same tick: the agent has no other. */
            limit = wn_min_u32(limit, budget->trace_steps);
        }
    }
    uint64_t before = search->jump.expansions;
    wn_outcome outcome =
        wn_search_run(search, wn_mul_sat(limit, WN_JUMP_UNITS), &budget->plan_until, &tick->units);
    tick->expansions += (uint32_t)(search->jump.expansions - before);
    planner->found = outcome == WN_FOUND;
    return outcome;
}

/* ---- Tracing ------------------------------------------------------------------------------- */

/* Adds nodes to the traced way until it has come to the agent's anchor or to the start. Says
 * whether it has. */
static bool jumping_trace_back(wend_agent *agent, uint32_t limit, const wn_deadline *deadline,
                               wend_tick *tick) {
    wn_jumping *planner = &agent->jumping;
    const wn_jump_search *search = &agent->search.jump;
    wn_way *way = &planner->ways[!planner->followed];
    /* The agent has moved since the last tick: its anchor may lie on the traced part by now. */
    if (way_find(way, search, planner->anchor) != WN_NONE) {
        return true;
    }
    for (uint32_t steps = 1;; steps++) {
        uint32_t front = way->entries[way->count - 1].node;
        if (front == planner->anchor || search->nodes[front].parent == WN_NONE) {
            return true;
        }
        if (tick->trace_steps == limit) {
            return false;
        }
        if (steps % WN_TRACE_STEPS_PER_LOOK == 0 && wn_deadline_passed(deadline)) {
            return false;
        }
        if (!way_push(way, search, search->nodes[front].parent)) {
            tick->status = WEND_OUT_OF_MEMORY;
            return false;
        }
        tick->trace_steps++;
    }
}

static bool jumping_begin_trace(wend_agent *agent, wend_tick *tick) {
    wn_jumping *planner = &agent->jumping;
    const wn_jump_search *search = &agent->search.jump;
    wn_way *way = &planner->ways[!planner->followed];
    uint32_t tip = wn_jump_tip(search);
    way->count = 0;
    if (tip == WN_NONE) {
        return false;
    }
    if (!way_push(way, search, tip)) {
        tick->status = WEND_OUT_OF_MEMORY;
        return false;
    }
    planner->trace_cost = search->nodes[tip].g;
    planner->tracing = true;
    return true;
}

/* The rule of "commit": is the traced way worth leaving the other one for? */
static bool jumping_is_worth_it(const wend_agent *agent) {
    const wn_jumping *planner = &agent->jumping;
    const wn_way *followed = &planner->ways[planner->followed];
    bool at_its_end = followed->count == 0 || followed->entries[0].place == planner->at ||
                      way_find(followed, &agent->search.jump, planner->anchor) == 0;
    return at_its_end || planner->trace_cost >= planner->followed_cost;
}

static void jumping_trace(wend_agent *agent, uint32_t limit, const wn_deadline *deadline,
                          wend_tick *tick) {
    wn_jumping *planner = &agent->jumping;
    bool early = acts_early(agent) && !has_old_way(planner);
    if (planner->traced || (!early && !planner->found)) {
        return;
    }
    if (!planner->tracing && !jumping_begin_trace(agent, tick)) {
        return;
    }
    if (!jumping_trace_back(agent, limit, deadline, tick)) {
        tick->flags |= WEND_TICK_PARTIAL;
        return;
    }
    planner->tracing = false;
    uint32_t end = planner->ways[!planner->followed].entries[0].node;
    bool complete = end == agent->search.jump.goal;
    if (complete || !agent->def.commit || jumping_is_worth_it(agent)) {
        planner->followed = !planner->followed;
        planner->followed_cost = planner->trace_cost;
        /* A trace that was begun before the search was over may show a way to the goal that was
         * improved since; then the better one is traced, too. */
        planner->traced =
            complete && planner->found && planner->trace_cost == agent->search.jump.nodes[end].g;
        tick->flags |= WEND_TICK_REPLANNED;
    }
}

/* ---- Steps --------------------------------------------------------------------------------- */

static void move_to(wend_agent *agent, wn_place next, wend_tick *tick) {
    wn_id id = next == WN_NONE ? WN_NONE : wn_grid_at_place(jumping_map(agent), next);
    if (wn_agent_move(agent, id, tick)) {
        agent->jumping.at = next;
    } else if (next != WN_NONE) {
        agent->jumping.outdated = true; /* the search began on a cell that is blocked */
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

/* The entry of the way to follow that the agent is on an edge to; WN_NONE if it is on none. */
static uint32_t entry_ahead(const wend_agent *agent) {
    const wn_jumping *planner = &agent->jumping;
    const wn_way *way = &planner->ways[planner->followed];
    uint32_t position = way_find(way, &agent->search.jump, planner->anchor);
    if (position == WN_NONE || position == 0) {
        return WN_NONE;
    }
    wn_place from = place_of(agent, planner->anchor);
    bool is_on = is_on_edge(from, way->entries[position - 1].place, planner->at);
    return is_on ? position - 1 : WN_NONE;
}

/* The next cell on the way to follow, WN_NONE if it does not lead on from here. */
static wn_place step_on(wend_agent *agent) {
    wn_jumping *planner = &agent->jumping;
    uint32_t ahead = entry_ahead(agent);
    if (ahead == WN_NONE) {
        return WN_NONE;
    }
    const wn_way_entry *to = &planner->ways[planner->followed].entries[ahead];
    wn_place next = next_on_edge(place_of(agent, planner->anchor), to->place, planner->at);
    if (next == to->place && !wn_jump_is_rest(&agent->search.jump, to->node)) {
        planner->anchor = to->node;
    }
    return next;
}

/* Any cell to go to from the start, the one nearest to the goal: there is no way yet and none to
 * step back on. */
static wn_place any_step(wend_agent *agent) {
    wn_search *search = &agent->search;
    const wn_successor *list;
    uint32_t count = search->kernel->successors(search, agent->at, search->buffer, &list);
    wn_id best = WN_NONE;
    wend_cost least = 0;
    for (uint32_t i = 0; i < count; i++) {
        wend_cost h = search->kernel->h(search, list[i].id);
        if (best == WN_NONE || h < least) {
            best = list[i].id;
            least = h;
        }
    }
    return best == WN_NONE ? WN_NONE : wn_grid_place(jumping_map(agent), best);
}

/* The agent is off its way: back towards its anchor, from there towards the anchor's parent, and
 * from the start to where it came from. */
static wn_place jumping_step_back(wend_agent *agent, wend_tick *tick) {
    wn_jumping *planner = &agent->jumping;
    wn_place from = place_of(agent, planner->anchor);
    if (from == planner->at) {
        uint32_t parent = agent->search.jump.nodes[planner->anchor].parent;
        if (parent == WN_NONE) {
            return agent->before == WN_NONE ? any_step(agent)
                                            : wn_grid_place(jumping_map(agent), agent->before);
        }
        planner->anchor = parent;
        from = place_of(agent, parent);
    }
    tick->flags |= WEND_TICK_BACKTRACKED;
    return back_on_edge(from, planner->at);
}

/* ---- Walking on after a restart -------------------------------------------------------------- */

/* Where the edge to an entry of the old way begins: at the entry behind, or where the search was
 * started anew. */
static wn_place old_from(const wend_agent *agent, uint32_t entry) {
    const wn_jumping *planner = &agent->jumping;
    return entry == planner->old_first ? place_of_start(agent)
                                       : planner->old.entries[entry + 1].place;
}

/* The next cell on the old way. */
static wn_place old_step(const wend_agent *agent) {
    const wn_jumping *planner = &agent->jumping;
    uint32_t entry = planner->old_next;
    return next_on_edge(old_from(agent, entry), planner->old.entries[entry].place, planner->at);
}

static void walk_old_way(wend_agent *agent, wend_tick *tick) {
    wn_jumping *planner = &agent->jumping;
    planner->astray = true;
    move_to(agent, old_step(agent), tick);
    if (planner->at == planner->old.entries[planner->old_next].place && planner->old_next > 0) {
        planner->old_next--;
    }
}

/* The entry of the old way on the edge to which the agent stands, not at its beginning. */
static uint32_t old_entry_behind(const wend_agent *agent) {
    const wn_jumping *planner = &agent->jumping;
    uint32_t entry = planner->old_next;
    return old_from(agent, entry) == planner->at ? entry + 1 : entry;
}

/* The cell before on the old way, towards where the search was started anew. */
static wn_place old_step_back(const wend_agent *agent) {
    return back_on_edge(old_from(agent, old_entry_behind(agent)), agent->jumping.at);
}

/* An agent that is astray looks whether it stands on the new route. Each edge that it looks at is a
 * step of tracing; where they do not suffice it goes on as if it did not. */
static void look_for_route(wend_agent *agent, uint32_t limit, wend_tick *tick) {
    wn_jumping *planner = &agent->jumping;
    const wn_way *route = &planner->ways[planner->followed];
    if (planner->at == place_of_start(agent)) {
        planner->anchor = 0;
        planner->astray = false;
    }
    for (uint32_t i = route->count - 1; planner->astray && i > 0; i--) {
        if (tick->trace_steps == limit) {
            return;
        }
        tick->trace_steps++;
        if (is_on_edge(route->entries[i].place, route->entries[i - 1].place, planner->at)) {
            planner->anchor = route->entries[i].node;
            planner->astray = false;
        }
    }
}

/* ---- Acting ---------------------------------------------------------------------------------- */

static void jumping_act(wend_agent *agent, uint32_t trace_limit, wend_tick *tick) {
    wn_jumping *planner = &agent->jumping;
    if (has_old_way(planner) && !planner->traced) {
        walk_old_way(agent, tick);
        return;
    }
    if (planner->astray) {
        look_for_route(agent, trace_limit, tick);
    }
    if (planner->astray) {
        wn_place back = old_step_back(agent);
        planner->old_next = old_entry_behind(agent);
        tick->flags |= WEND_TICK_BACKTRACKED;
        move_to(agent, back, tick);
        return;
    }
    planner->old_next = WN_NONE;
    wn_place next = step_on(agent);
    if (next == WN_NONE && acts_early(agent)) {
        next = jumping_step_back(agent, tick);
    }
    move_to(agent, next, tick);
}

/* ---- Changes of the map ---------------------------------------------------------------------- */

/* Starts the search anew from where the agent is; it keeps the way that it is on, if told to. */
static void jumping_start_anew(wend_agent *agent, bool keep_way) {
    wn_jumping *planner = &agent->jumping;
    uint32_t ahead = WN_NONE;
    if (keep_way && has_old_way(planner) && !planner->traced) {
        ahead = planner->old_next;
    } else if (keep_way && !planner->astray) {
        ahead = entry_ahead(agent);
        wn_way way = planner->old;
        planner->old = planner->ways[planner->followed];
        planner->ways[planner->followed] = way;
    }
    planner->old_next = planner->old_first = ahead;
    planner->ways[0].count = planner->ways[1].count = 0;
    planner->begun = planner->tracing = planner->found = planner->traced = false;
    planner->astray = planner->outdated = false;
    agent->start = agent->at;
}

static void restart(wend_agent *agent, bool keep_way, wend_tick *tick) {
    jumping_start_anew(agent, keep_way);
    agent->counters.restarts++;
    tick->flags |= WEND_TICK_RESTARTED;
}

static bool is_legal(wend_agent *agent, wn_place next) {
    wn_id id = wn_grid_at_place(jumping_map(agent), next);
    return wn_search_move_cost(&agent->search, agent->at, id) > 0;
}

/* What an agent on the old way or astray does next must be legal, though the new search may have
 * looked nowhere near. */
static bool is_cut_off(wend_agent *agent) {
    const wn_jumping *planner = &agent->jumping;
    if (has_old_way(planner) && !planner->traced) {
        bool at_end = planner->at == planner->old.entries[0].place;
        return at_end || !is_legal(agent, old_step(agent));
    }
    return planner->astray && planner->at != place_of_start(agent) &&
           !is_legal(agent, old_step_back(agent));
}

static void look_at_map(wend_agent *agent, wend_tick *tick) {
    if (agent->jumping.outdated) {
        restart(agent, true, tick);
    }
    if (is_cut_off(agent)) {
        restart(agent, false, tick);
    }
}

static void jumping_changed(wend_agent *agent, const wn_edit *edit) {
    wn_jumping *planner = &agent->jumping;
    const wn_jump_search *search = &agent->search.jump;
    bool cheaper = !edit || edit->cheaper;
    bool matters =
        !edit || edit->id == agent->goal || edit->id == agent->at ||
        (cheaper && agent->status == WEND_OVERFLOW) ||
        (planner->begun && wn_jump_has_seen(search, wn_grid_place(jumping_map(agent), edit->id)));
    if (!matters) {
        return;
    }
    planner->outdated = planner->begun;
    if (cheaper) {
        wn_agent_wake(agent);
    }
}

static void jumping_retargeted(wend_agent *agent, bool goal_is_new) {
    (void)goal_is_new; /* the search goes by the goal, and starts where the agent is */
    agent->jumping.at = wn_grid_place(jumping_map(agent), agent->at);
    jumping_start_anew(agent, false);
}

static void jumping_plan_and_act(wend_agent *agent, const wn_budget *budget, wend_tick *tick) {
    wn_jumping *planner = &agent->jumping;
    bool was_found = planner->found;
    uint32_t trace_limit = was_found ? budget->trace_steps_found : budget->trace_steps;
    /* The first trace is bounded by the expansions of the first tick; no clock may cut it off. */
    wn_deadline never = {0};
    wn_deadline trace_until = planner->begun ? budget->trace_until : never;
    wn_outcome outcome = was_found ? WN_FOUND : jumping_plan(agent, budget, tick);
    if (wn_agent_goes_on(outcome, tick) && planner->begun) {
        jumping_trace(agent, trace_limit, &trace_until, tick);
        if (!planner->traced && wn_agent_is_on_blocked(agent)) {
            wn_agent_move(agent, WN_NONE, tick);
        } else {
            jumping_act(agent, trace_limit, tick);
        }
    }
}

static void jumping_tick(wend_agent *agent, const wn_budget *budget, wend_tick *tick) {
    tick->status = WEND_MOVING;
    if (agent->at != agent->goal) {
        look_at_map(agent, tick);
        jumping_plan_and_act(agent, budget, tick);
    }
    if (agent->jumping.found) {
        tick->flags |= WEND_TICK_FOUND;
    }
    if (agent->at == agent->goal) {
        tick->status = WEND_ARRIVED;
    }
}

/* The cells from the agent's to the end of a way, by way of the entry `ahead`. */
static uint32_t list_way(const wend_agent *agent, const wn_way *way, uint32_t ahead, wn_place from,
                         wend_state *states, uint32_t capacity) {
    wn_place at = agent->jumping.at;
    uint32_t count = 0;
    for (uint32_t entry = ahead;; entry--) {
        wn_place to = way->entries[entry].place;
        while (at != to) {
            at = next_on_edge(from, to, at);
            if (count < capacity) {
                wn_id id = wn_grid_at_place(jumping_map(agent), at);
                states[count] = wn_search_state(&agent->search, id);
            }
            count++;
        }
        if (entry == 0) {
            return count;
        }
        from = to;
    }
}

static uint32_t jumping_path(const wend_agent *agent, wend_state *states, uint32_t capacity) {
    const wn_jumping *planner = &agent->jumping;
    if (has_old_way(planner) && !planner->traced) {
        wn_place from = old_from(agent, planner->old_next);
        return list_way(agent, &planner->old, planner->old_next, from, states, capacity);
    }
    uint32_t ahead = planner->astray || !planner->begun ? WN_NONE : entry_ahead(agent);
    if (ahead == WN_NONE) {
        return 0;
    }
    return list_way(agent, &planner->ways[planner->followed], ahead,
                    place_of(agent, planner->anchor), states, capacity);
}

const wn_family wn_jumping_family = {jumping_init,       jumping_clear,   jumping_reserve,
                                     jumping_tick,       jumping_bytes,   jumping_changed,
                                     jumping_retargeted, .learns = false, .path = jumping_path};
