/* plan/lrta.c - LRTA* (Korf 1990). */
#include "plan/planner.h"

static bool lrta_init(wn_planner *planner) {
    wn_breadth_init(&planner->lrta.ahead, WN_MINI_MIN, planner->parameters.depth, WN_FACTOR_ONE);
    return true;
}

static void lrta_clear(wn_planner *planner) {
    wn_breadth_clear(&planner->lrta.ahead, &planner->memory);
}

static bool lrta_reserve(wn_planner *planner, const wn_budget *budget) {
    return wn_breadth_reserve(&planner->lrta.ahead, &planner->search, budget->expansions);
}

static size_t lrta_bytes(const wn_planner *planner) {
    return planner->lrta.ahead.count * sizeof(wn_id);
}

bool wn_lrta_look_ahead(wn_breadth *ahead, wn_search *search, wn_id at, wn_id target,
                        const wn_budget *budget, wend_tick *tick) {
    if (!ahead->running && !wn_breadth_begin(ahead, search, at, target)) {
        tick->status = WEND_OUT_OF_MEMORY;
        return false;
    }
    assert(tick->expansions <= budget->expansions);
    uint32_t left = budget->expansions - tick->expansions;
    switch (wn_breadth_run(ahead, search, left, &budget->plan_until, &tick->expansions)) {
    case WN_NO_PATH:
        tick->status = WEND_UNREACHABLE;
        return false;
    case WN_NO_MEMORY:
        tick->status = WEND_OUT_OF_MEMORY;
        return false;
    case WN_FOUND:
        tick->learning++;
        tick->updates += wn_breadth_learn(ahead, search);
        return true;
    default:
        tick->status = WEND_WAITING; /* the look-ahead goes on in the next tick */
        return false;
    }
}

static void lrta_plan(wn_planner *planner, const wn_budget *budget, wend_tick *tick) {
    wn_lrta *lrta = &planner->lrta;
    if (wn_planner_goal_blocked(planner)) {
        tick->status = WEND_UNREACHABLE;
    } else if (!wn_planner_choose_again(planner, tick) &&
               wn_lrta_look_ahead(&lrta->ahead, &planner->search, planner->at, planner->goal,
                                  budget, tick) &&
               wn_planner_may_have_route(planner, tick)) {
        tick->flags |= WEND_TICK_REPLANNED;
        wn_planner_choose(planner, lrta->ahead.first, tick);
    }
}

static void drop_look_ahead(wn_planner *planner) {
    if (planner->lrta.ahead.running) {
        wn_planner_give_up(planner);
    }
    planner->lrta.ahead.running = false;
}

static void lrta_changed(wn_planner *planner, const wn_edit *edit) {
    (void)edit; /* what was seen to be all may not be all any more */
    drop_look_ahead(planner);
    wn_breadth_forget(&planner->lrta.ahead, &planner->search);
    wn_planner_wake(planner);
}

static void lrta_retargeted(wn_planner *planner, bool goal_is_new) {
    drop_look_ahead(planner);
    if (goal_is_new) {
        wn_breadth_forget(&planner->lrta.ahead, &planner->search);
    }
}

/* The goal of a look-ahead is never expanded. */
static wend_mark lrta_mark(const wn_planner *planner, wn_id id, const wn_node *node) {
    if (id == planner->goal) {
        return WEND_MARK_OPEN;
    }
    return wn_breadth_is_closed(&planner->lrta.ahead, node) ? WEND_MARK_CLOSED : WEND_MARK_OPEN;
}

const wn_family wn_lrta_family = {
    .init = lrta_init,
    .clear = lrta_clear,
    .reserve = lrta_reserve,
    .plan = lrta_plan,
    .bytes = lrta_bytes,
    .changed = lrta_changed,
    .retargeted = lrta_retargeted,
    .learns = true,
    .mark = lrta_mark,
    .map_kernel = wn_grid_kernel,
};

#define WN_LRTA_ALGORITHMS
#include "plan/define_algorithms.inl"
