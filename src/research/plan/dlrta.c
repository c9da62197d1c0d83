/* research/plan/dlrta.c - D LRTA* (Bulitko, Lustrek, Schaeffer, Bjornsson, Sigmundarson 2008).
 *
 * A subgoal stays in use until the agent is in its region. The table contains no cycles, and LRTA*
 * reaches every subgoal, so the agent arrives. What it has learned on the way to a subgoal does not
 * help on the way to the next one, and is discarded. */
#include "plan/planner.h"
#include "research/domain/subgoals.h"

static bool dlrta_init(wn_planner *planner) {
    planner->dlrta = (wn_dlrta){.target = WN_NONE};
    wn_breadth_init(&planner->dlrta.ahead, WN_MINI_MIN, 1, WN_FACTOR_ONE);
    return true;
}

static void dlrta_clear(wn_planner *planner) {
    wn_breadth_clear(&planner->dlrta.ahead, &planner->memory);
}

static bool dlrta_reserve(wn_planner *planner, const wn_budget *budget) {
    return wn_breadth_reserve(&planner->dlrta.ahead, &planner->search, budget->expansions);
}

static size_t dlrta_bytes(const wn_planner *planner) {
    return planner->dlrta.ahead.count * sizeof(wn_id);
}

static uint32_t dlrta_region_of(const wn_planner *planner, wn_id id) {
    return wn_region_of(planner->parameters.subgoals->abstraction,
                        planner->parameters.subgoals->level, id);
}

/* Whether the table must be asked for the next subgoal. */
static bool needs_target(const wn_planner *planner) {
    const wn_dlrta *dlrta = &planner->dlrta;
    if (dlrta->target == WN_NONE) {
        return true;
    }
    uint32_t here = dlrta_region_of(planner, planner->at);
    return dlrta->target != planner->goal && !dlrta->ahead.running &&
           (here == dlrta_region_of(planner, dlrta->target) ||
            here == dlrta_region_of(planner, planner->goal));
}

static void choose_target(wn_planner *planner) {
    wn_dlrta *dlrta = &planner->dlrta;
    wend_state subgoal = planner->goal_state;
    uint32_t depth = 1;
    wend_subgoals_find(planner->parameters.subgoals, wn_search_state(&planner->search, planner->at),
                       planner->goal_state, &subgoal, &depth);
    dlrta->target = wn_search_id(&planner->search, subgoal);
    dlrta->ahead.depth = depth;
    wn_breadth_forget(&dlrta->ahead, &planner->search);
}

static void dlrta_plan(wn_planner *planner, const wn_budget *budget, wend_tick *tick) {
    wn_dlrta *dlrta = &planner->dlrta;
    const wend_abstraction *abstraction = planner->parameters.subgoals->abstraction;
    if (!wn_abstraction_connects(abstraction, planner->at, planner->goal)) {
        tick->status = WEND_AGENT_UNREACHABLE;
        return;
    }
    if (wn_planner_choose_again(planner, tick)) {
        return;
    }
    if (needs_target(planner)) {
        choose_target(planner);
    }
    if (wn_lrta_look_ahead(&dlrta->ahead, &planner->search, planner->at, dlrta->target, budget,
                           tick)) {
        tick->flags |= WEND_TICK_REPLANNED;
        wn_planner_choose(planner, dlrta->ahead.first, tick);
    }
}

/* An edit makes the table stale; the agent does not tick after that. */
static void dlrta_changed(wn_planner *planner, const wn_edit *edit) {
    (void)planner;
    (void)edit;
}

static void dlrta_retargeted(wn_planner *planner, bool goal_is_new) {
    (void)goal_is_new;
    if (planner->dlrta.ahead.running) {
        wn_planner_give_up(planner);
    }
    planner->dlrta.target = WN_NONE;
    planner->dlrta.ahead.running = false;
}

/* The goal of a look-ahead is never expanded. */
static wend_mark dlrta_mark(const wn_planner *planner, wn_id id, const wn_node *node) {
    if (id == planner->dlrta.target) {
        return WEND_MARK_OPEN;
    }
    return wn_breadth_is_closed(&planner->dlrta.ahead, node) ? WEND_MARK_CLOSED : WEND_MARK_OPEN;
}

static wend_error dlrta_check_aids(const wend_agent_def *def, wend_diagnosis *diagnosis) {
    const wend_subgoals *subgoals = def->local.subgoals;
    if (subgoals && !wend_subgoals_complete(subgoals)) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, "subgoals",
                                 "subgoals is not complete: some rows were not computed");
    }
    return wn_aid_check(def, "subgoals", subgoals ? subgoals->abstraction->map : NULL,
                        wend_subgoals_is_current(subgoals), diagnosis);
}

static bool dlrta_is_stale(const wn_planner *planner) {
    return !wend_subgoals_is_current(planner->parameters.subgoals);
}

const wn_family wn_dlrta_family = {
    .init = dlrta_init,
    .clear = dlrta_clear,
    .reserve = dlrta_reserve,
    .plan = dlrta_plan,
    .bytes = dlrta_bytes,
    .changed = dlrta_changed,
    .retargeted = dlrta_retargeted,
    .learns = true,
    .mark = dlrta_mark,
    .map_kernel = wn_grid_kernel,
    .check_aids = dlrta_check_aids,
    .is_stale = dlrta_is_stale,
};

#define WN_DLRTA_ALGORITHMS
#include "plan/define_algorithms.inl"
