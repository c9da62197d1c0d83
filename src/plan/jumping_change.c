/* plan/jumping_change.c - what edits of the map and other goals mean to jump point search's agent.
 */
#include "plan/jumping_parts.h"

/* ---- Changes of the map ---------------------------------------------------------------------- */

/* Starts the search anew from where the agent is; keeps the route that the agent is on if asked to.
 */
void wn_jumping_start_anew(wn_planner *planner, bool keep_route) {
    wn_jumping *jumping = &planner->jumping;
    if (jumping->begun || wn_jumping_has_old_route(jumping)) {
        wn_planner_give_up(planner);
    }
    uint32_t ahead = WN_NONE;
    if (keep_route && wn_jumping_has_old_route(jumping) && !jumping->traced) {
        ahead = jumping->old_next;
    } else if (keep_route && !jumping->off_route) {
        ahead = wn_jumping_entry_ahead(
            planner, wn_jumping_position_of_anchor(jumping, &planner->search.own.jump));
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
    wn_id id = wn_grid_at_place(wn_jumping_map(planner), next);
    return wn_search_move_cost(&planner->search, planner->at, id) > 0;
}

/* What an agent on the old route or off its route does next must be legal, though the new search
 * may have scanned nowhere near. */
static bool is_cut_off(wn_planner *planner) {
    const wn_jumping *jumping = &planner->jumping;
    if (wn_jumping_has_old_route(jumping) && !jumping->traced) {
        bool at_end = jumping->at == jumping->old.places[0];
        return at_end || !is_legal(planner, wn_jumping_old_step(planner));
    }
    return jumping->off_route && jumping->at != wn_jumping_place_of_start(planner) &&
           !is_legal(planner, wn_jumping_old_step_back(planner).next);
}

void wn_jumping_restart_if_cut(wn_planner *planner) {
    if (planner->jumping.outdated) {
        wn_jumping_start_anew(planner, true);
    }
    if (is_cut_off(planner)) {
        wn_jumping_start_anew(planner, false);
    }
}

void wn_jumping_changed(wn_planner *planner, const wn_edit *edit) {
    wn_jumping *jumping = &planner->jumping;
    const wn_jump_search *search = &planner->search.own.jump;
    bool cheaper = !edit || edit->cheaper;
    bool matters = !edit || edit->id == planner->goal || edit->id == planner->at ||
                   (cheaper && planner->status == WEND_OVERFLOW) ||
                   (jumping->begun &&
                    wn_jump_has_seen(search, wn_grid_place(wn_jumping_map(planner), edit->id)));
    if (!matters) {
        return;
    }
    jumping->outdated = jumping->begun;
    if (cheaper) {
        wn_planner_wake(planner);
    }
}

void wn_jumping_retargeted(wn_planner *planner, bool goal_is_new) {
    (void)goal_is_new; /* the search goes by the goal, and starts where the agent is */
    planner->jumping.at = wn_grid_place(wn_jumping_map(planner), planner->at);
    wn_jumping_start_anew(planner, false);
}
