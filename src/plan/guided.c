/* plan/guided.c - D LRTA* (Bulitko, Lustrek, Schaeffer, Bjornsson, Sigmundarson 2008).
 *
 * A subgoal stays in use until the agent is in its region. The table contains no cycles, and LRTA*
 * reaches every subgoal, so the agent arrives. What it has learned on the way to a subgoal does not
 * help on the way to the next one, and is discarded. */
#include "plan/planner.h"
#include "domain/subgoals.h"

static bool guided_init(wn_planner *planner) {
    planner->guided = (wn_guided){.target = WN_NONE};
    wn_breadth_init(&planner->guided.ahead, WN_MINI_MIN, 1, WN_FACTOR_ONE);
    return true;
}

static void guided_clear(wn_planner *planner) {
    wn_breadth_clear(&planner->guided.ahead, &planner->memory);
}

static bool guided_reserve(wn_planner *planner, const wn_budget *budget) {
    return wn_breadth_reserve(&planner->guided.ahead, &planner->search, budget->expansions);
}

static size_t guided_bytes(const wn_planner *planner) {
    return planner->guided.ahead.count * sizeof(wn_id);
}

static uint32_t guided_region_of(const wn_planner *planner, wn_id id) {
    return wn_region_of(planner->parameters.subgoals->abstraction,
                        planner->parameters.subgoals->level, id);
}

/* Whether the table must be asked for the next subgoal. */
static bool needs_target(const wn_planner *planner) {
    const wn_guided *guided = &planner->guided;
    if (guided->target == WN_NONE) {
        return true;
    }
    uint32_t here = guided_region_of(planner, planner->at);
    return guided->target != planner->goal && !guided->ahead.running &&
           (here == guided_region_of(planner, guided->target) ||
            here == guided_region_of(planner, planner->goal));
}

static void choose_target(wn_planner *planner) {
    wn_guided *guided = &planner->guided;
    wend_state subgoal = planner->goal_state;
    uint32_t depth = 1;
    wend_subgoals_find(planner->parameters.subgoals, wn_search_state(&planner->search, planner->at),
                       planner->goal_state, &subgoal, &depth);
    guided->target = wn_search_id(&planner->search, subgoal);
    guided->ahead.depth = depth;
    wn_breadth_forget(&guided->ahead, &planner->search);
}

static void guided_plan(wn_planner *planner, const wn_budget *budget, wend_tick *tick) {
    wn_guided *guided = &planner->guided;
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
    if (wn_lrta_look_ahead(&guided->ahead, &planner->search, planner->at, guided->target, budget,
                           tick)) {
        tick->flags |= WEND_TICK_REPLANNED;
        wn_planner_choose(planner, guided->ahead.first, tick);
    }
}

/* An edit makes the table stale; the agent does not tick after that. */
static void guided_changed(wn_planner *planner, const wn_edit *edit) {
    (void)planner;
    (void)edit;
}

static void guided_retargeted(wn_planner *planner, bool goal_is_new) {
    (void)goal_is_new;
    if (planner->guided.ahead.running) {
        wn_planner_give_up(planner);
    }
    planner->guided.target = WN_NONE;
    planner->guided.ahead.running = false;
}

/* The goal of a look-ahead is never expanded. */
static wend_mark guided_mark(const wn_planner *planner, wn_id id, const wn_node *node) {
    if (id == planner->guided.target) {
        return WEND_MARK_OPEN;
    }
    return wn_breadth_is_closed(&planner->guided.ahead, node) ? WEND_MARK_CLOSED : WEND_MARK_OPEN;
}

static wend_error guided_check_aids(const wend_agent_def *def, wend_diagnosis *diagnosis) {
    const wend_subgoals *subgoals = def->local.subgoals;
    if (subgoals && !wend_subgoals_complete(subgoals)) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, "subgoals",
                                 "subgoals is not complete: some rows were not computed");
    }
    return wn_aid_check(def, "subgoals", subgoals ? subgoals->abstraction->map : NULL,
                        wend_subgoals_is_current(subgoals), diagnosis);
}

static bool guided_is_stale(const wn_planner *planner) {
    return !wend_subgoals_is_current(planner->parameters.subgoals);
}

const wn_family wn_guided_family = {
    .init = guided_init,
    .clear = guided_clear,
    .reserve = guided_reserve,
    .plan = guided_plan,
    .bytes = guided_bytes,
    .changed = guided_changed,
    .retargeted = guided_retargeted,
    .learns = true,
    .mark = guided_mark,
    .map_kernel = wn_grid_kernel,
    .check_aids = guided_check_aids,
    .is_stale = guided_is_stale,
};

#define WN_GUIDED_ALGORITHMS
#include "plan/define_algorithms.inl"
