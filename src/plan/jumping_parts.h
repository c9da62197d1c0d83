/* plan/jumping_parts.h - declarations shared by the files of jump point search's agent. */
#ifndef WN_JUMPING_PARTS_H
#define WN_JUMPING_PARTS_H

#include "domain/grid.h"
#include "plan/edges.h"
#include "plan/knights.h"
#include "plan/planner.h"

static inline const wend_map *wn_jumping_map(const wn_planner *planner) {
    return (const wend_map *)planner->search.domain;
}

static inline wn_jump_rule wn_jumping_rule(const wn_planner *planner) {
    return wn_jumping_map(planner)->jumps.rule;
}

static inline wn_place wn_jumping_place_of(const wn_planner *planner, uint32_t node) {
    return planner->search.own.jump.nodes[node].place;
}

static inline wn_place wn_jumping_place_of_start(const wn_planner *planner) {
    return wn_grid_place(wn_jumping_map(planner), planner->start);
}

/* Whether the agent has a route from before the last restart. */
static inline bool wn_jumping_has_old_route(const wn_jumping *jumping) {
    return jumping->old_next != WN_NONE;
}

/* Whether it follows that route: the new one is unknown, or begins further ahead. */
static inline bool wn_jumping_is_on_old_route(const wn_jumping *jumping) {
    return wn_jumping_has_old_route(jumping) && (!jumping->traced || jumping->starts_ahead);
}

/* Whether the agent continues as in the tick before: it searches for its goal, or follows the route
 * found. */
static inline bool wn_jumping_is_undisturbed(const wn_jumping *jumping) {
    bool is_disturbed = jumping->outdated | jumping->dirty | jumping->unchecked |
                        jumping->off_route | jumping->goal_has_moved;
    return !is_disturbed && !wn_jumping_has_old_route(jumping);
}

/* ---- plan/jumping_follow.c: where the agent goes ------------------------------------------------
 */

/* A possible step, and the values that hold after it. */
typedef struct wn_jumping_step {
    wn_place next; /* WN_NONE: no step is possible */
    uint32_t anchor;
    uint32_t old_next;
    uint32_t flags; /* of the tick that makes it */
} wn_jumping_step;

/* The position of a node on a route, WN_NONE if it is not on it. */
static inline uint32_t wn_jumping_find_node(const wn_route *route, const wn_jump_search *search,
                                            uint32_t node) {
    return wn_route_find(route, node, search->nodes[node].g);
}

/* The position of the anchor on the followed route. */
uint32_t wn_jumping_position_of_anchor(wn_jumping *jumping, const wn_jump_search *search);

/* The entry of the followed route that the agent's edge leads to, given the position of its anchor;
 * WN_NONE if the agent is on no edge of it. */
uint32_t wn_jumping_entry_ahead(const wn_planner *planner, uint32_t position);

/* The next cell on the followed route; WN_NONE if it does not lead on from here. */
wn_place wn_jumping_next_on_route(wn_planner *planner);

/* The next cell on the old route, and the step back along it. */
wn_place wn_jumping_next_on_old_route(const wn_planner *planner);
wn_jumping_step wn_jumping_old_step_back(const wn_planner *planner);

/* Chooses the step to make. */
void wn_jumping_act(wn_planner *planner, const wn_budget *budget, uint32_t trace_limit,
                    wend_tick *tick);

void wn_jumping_moved(wn_planner *planner);
bool wn_jumping_ahead(const wn_planner *planner, wn_ahead *ahead);
void wn_jumping_step_on_line(wn_planner *planner);
void wn_jumping_release(wn_planner *planner);

/* ---- plan/jumping_change.c: edits of the map and other goals ------------------------------------
 */

/* Restarts the search from the agent's cell; with `keep_route` the agent's route becomes the old
 * one. */
void wn_jumping_restart(wn_planner *planner, bool keep_route);

/* Whether the agent can move to a neighbouring cell. */
bool wn_jumping_is_legal(wn_planner *planner, wn_place next);

/* Blames the last edit that has blocked an edge, among those that the map remembers. O(1024), for
 * searches that restart because of it. */
void wn_jumping_blame_edge(wn_planner *planner, wn_place from, wn_place to);

/* Checks the followed route against the cells that were blocked since it was traced, nearest edge
 * first. Each edge costs a trace step; the remaining ones are checked in the next ticks. */
void wn_jumping_check_route(wn_planner *planner, const wn_budget *budget, wend_tick *tick);

void wn_jumping_restart_if_cut(wn_planner *planner);
void wn_jumping_changed(wn_planner *planner, const wn_edit *edit);
void wn_jumping_retargeted(wn_planner *planner, bool goal_is_new);

/* ---- plan/jumping_mend.c: a complete route that was cut
 * ------------------------------------------- */

/* Keeps the old route, which is complete and blocked at the agent's cell, for joining it. */
void wn_jumping_keep_cut_route(wn_planner *planner);
static inline void wn_jumping_forget_mend(wn_jumping *jumping) {
    jumping->outdated |= jumping->mend.is_active;
    jumping->mend.count = 0;
    jumping->mend.node = WN_NONE;
    jumping->old_is_complete = false;
}

/* Whether joining the blocked route is worth a try: a search for a whole route would take ticks. */
static inline bool wn_jumping_may_mend(const wn_planner *planner, const wn_budget *budget) {
    const wn_jumping *jumping = &planner->jumping;
    return jumping->mend.count > 0 && wn_planner_acts(planner, WEND_ACTS_AT_ONCE) &&
           jumping->full_units > (uint64_t)budget->expansions * WN_JUMP_UNITS;
}

/* Returns the goal of the search for a connection to the blocked route. */
wn_id wn_jumping_begin_mend(wn_planner *planner);

/* Called after a run of such a search: joins the route if that is good enough, or gives up. */
wn_outcome wn_jumping_mend(wn_planner *planner, const wn_budget *budget, wn_outcome outcome,
                           wend_tick *tick);

#endif
