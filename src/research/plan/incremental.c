/* research/plan/incremental.c - D* Lite (Koenig, Likhachev 2002). The search is complete: the agent
 * stands still while a repair runs. */
#include "plan/planner.h"

static bool incremental_init(wn_planner *planner) {
    planner->incremental = (wn_incremental){0};
    return true;
}

static void incremental_clear(wn_planner *planner) {
    (void)planner;
}

/* The number of cells whose moves change with one edit. */
#define CELLS_PER_EDIT 25u

static bool incremental_reserve(wn_planner *planner, const wn_budget *budget) {
    const wend_map *map = planner->map;
    uint64_t edits = map ? map->cells.version - planner->version : 0;
    uint32_t updates =
        edits && edits <= map->cells.edits_max ? (uint32_t)edits * CELLS_PER_EDIT : 0;
    return wn_search_reserve(&planner->search, wn_add_sat(budget->expansions, 1),
                             wn_add_sat(updates, 1));
}

static size_t incremental_bytes(const wn_planner *planner) {
    (void)planner;
    return 0;
}

static void incremental_plan(wn_planner *planner, const wn_budget *budget, wend_tick *tick) {
    wn_incremental *plan = &planner->incremental;
    if (!plan->begun) {
        plan->begun = wn_dstar_begin(&plan->dstar, &planner->search, planner->goal, planner->at);
    }
    wn_outcome outcome = plan->begun ? wn_dstar_run(&plan->dstar, budget->expansions,
                                                    &budget->plan_until, &tick->expansions)
                                     : WN_NO_MEMORY;
    plan->has_expanded = plan->has_expanded || tick->expansions > 0;
    wn_planner_repair(planner);
    switch (outcome) {
    case WN_NO_PATH:
        tick->status = WEND_AGENT_UNREACHABLE;
        return;
    case WN_TOO_EXPENSIVE:
        tick->status = WEND_AGENT_OVERFLOW;
        return;
    case WN_NO_MEMORY:
        tick->status = WEND_AGENT_OUT_OF_MEMORY;
        return;
    case WN_RUNNING:
        tick->status = WEND_AGENT_WAITING;
        return;
    case WN_FOUND:
        break;
    }
    tick->flags |= WEND_TICK_FOUND | (plan->has_expanded ? WEND_TICK_REPLANNED : 0);
    plan->has_expanded = false;
    wn_planner_choose(planner, wn_dstar_next(&plan->dstar), tick);
}

static void incremental_moved(wn_planner *planner) {
    wn_dstar_move(&planner->incremental.dstar, planner->at);
}

/* Updates D* Lite for every state whose moves the edit changed; false as soon as memory is short.
 */
static bool update_near(const wend_map *map, wn_dstar *dstar, const wn_edit *edit) {
    wn_square s = wn_edit_square(map, edit);
    for (wn_id id; wn_square_next(map, &s, &id);) {
        if (!wn_dstar_update(dstar, id)) {
            return false;
        }
    }
    return true;
}

static void incremental_restart(wn_planner *planner) {
    if (planner->incremental.begun) {
        wn_planner_give_up(planner);
    }
    planner->incremental.begun = false;
}

/* Whether a cell that was blocked or became more expensive may lie on an optimal route: the known
 * route through it is not longer than the best one. */
static bool may_cut(wn_dstar *dstar, const wn_edit *edit) {
    wn_search *search = dstar->search;
    const wn_node *node = edit->cheaper ? NULL : wn_nodes_find(&search->nodes, edit->id);
    return node && node->g != WN_INFINITE &&
           (uint64_t)node->g + search->kernel->h0(search, edit->id) <= wn_dstar_agent_rhs(dstar);
}

static void incremental_changed(wn_planner *planner, const wn_edit *edit) {
    wn_incremental *plan = &planner->incremental;
    if (edit && plan->begun && may_cut(&plan->dstar, edit)) {
        wn_planner_blame_cut(planner, edit);
    }
    /* Too many edits, or a changed heuristic; or states are missing; or no memory for the repair.
     */
    if (!edit || plan->dstar.overflowed ||
        (plan->begun && !update_near(planner->map, &plan->dstar, edit))) {
        incremental_restart(planner);
    }
    wn_planner_wake(planner);
}

static void incremental_retargeted(wn_planner *planner, bool goal_is_new) {
    wn_incremental *plan = &planner->incremental;
    if (goal_is_new) {
        incremental_restart(planner);
    } else if (plan->begun) {
        /* The agent did not follow its route, so the keys in the open list belong to its old
         * position, as after an edit. */
        wn_dstar_move(&plan->dstar, planner->at);
        if (!wn_dstar_update(&plan->dstar, planner->at)) {
            incremental_restart(planner);
        }
    }
}

/* States touched without a known route to the goal count as not visited. */
static wend_mark incremental_mark(const wn_planner *planner, wn_id id, const wn_node *node) {
    (void)planner, (void)id;
    bool is_known = node->g != WN_NONE || node->parent != WN_NONE;
    return !is_known ? WEND_MARK_NONE : node->next == WN_CLOSED ? WEND_MARK_CLOSED : WEND_MARK_OPEN;
}

/* Follows the known part of the route, from state to state by the best move. During a repair the
 * known part may lead nowhere or in a cycle; it ends there. */
static bool incremental_ahead(const wn_planner *planner, wn_ahead *ahead) {
    if (!planner->incremental.begun || planner->status != WEND_AGENT_MOVING ||
        ahead->at == planner->goal || ahead->entry >= planner->search.touched) {
        return false;
    }
    wn_dstar there = planner->incremental.dstar;
    there.at = ahead->at;
    wn_id next = wn_dstar_next(&there);
    if (next == WN_NONE) {
        return false;
    }
    ahead->at = next;
    ahead->entry++;
    return true;
}

const wn_family wn_incremental_family = {
    .init = incremental_init,
    .clear = incremental_clear,
    .reserve = incremental_reserve,
    .plan = incremental_plan,
    .moved = incremental_moved,
    .bytes = incremental_bytes,
    .changed = incremental_changed,
    .retargeted = incremental_retargeted,
    .map_kernel = wn_grid_kernel,
    .repairs = true,
    .mark = incremental_mark,
    .ahead = incremental_ahead,
};

#define WN_INCREMENTAL_ALGORITHMS
#include "plan/define_algorithms.inl"
